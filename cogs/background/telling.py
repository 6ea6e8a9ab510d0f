"""What those at a table are told when nobody has pressed: that it closes, that it has, that it goes on; and that a
computer player plays on for whoever is away.
"""

from collections.abc import Collection
from functools import partial

from languages import speaking
from tables.play.model import Table
from tables.play.timers import Deadline, Kind

from ..screens import waiting
from ..screens.screen import Screen
from ..services import Services

ABOUT_ALL: Collection[Kind] = ("closing", "close")  # these wait if anybody at the table is away


async def hold(services: Services, table: Table, deadline: Deadline) -> bool:
    """Whether those whom the deadline is about are away. Then it begins anew when they are back."""
    if deadline.kind in ABOUT_ALL:
        users = [player.user_id for player in table.players]
    else:
        to_act = (await services.store.tables.look(table.id, None)).to_act
        users = [player.user_id] if (player := table.sitting(to_act)) else []
    chosen = await services.store.people.preferences_of(users)
    until = max((preferences.away or 0 for preferences in chosen.values()), default=0)
    if until:
        await services.store.timers.hold(deadline, until, services.store.tables.times)
    return bool(until)


async def tell(services: Services, table: Table, deadline: Deadline) -> None:
    """Send what this deadline is for to the table's channel, and mention those whom it is about, once."""
    store, times = services.store, services.store.tables.times
    users = [player.user_id for player in table.players]
    match deadline.kind:
        case "closing" if times.closing:
            at = deadline.due_at + int((times.close - times.closing).total_seconds())
            say_it = partial(waiting.closing, table, users, at)
        case "relieved":
            users = sorted(await store.tables.relieved(table))
            say_it = partial(waiting.relieved, table, users)
        case "reopened":
            say_it = partial(waiting.reopened, table, users)
        case _:
            users, say_it = [], partial(_closed, table)
    url = await services.presenter.url(table)
    if url and (users or deadline.kind == "closed"):
        with speaking(table.language):
            screen = say_it(url)
            await services.presenter.notices.post(table, screen, users, deadline.kind)


def _closed(table: Table, _: str) -> Screen:
    return waiting.closed(table)
