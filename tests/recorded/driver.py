"""What people do in an evening, again and again."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.screens.press import MORE

from ..cogs.by_command import command
from ..cogs.hall import SELECT, Actor, World, controls, labels, leads
from ..cogs.test_computers_at_a_table import choose
from ..engine.players import Player, lasting

LOOKS = frozenset(  # what controls do that change nothing
    (
        *("rules", "fair", "log", "leaders", "leaders-of", "today", "month", "day-gone", "others", "week", "season"),
        *("replay", "steps", "step", "past", "hand", "hint", "why"),
    )
)
FORMS = ("pictures", "words-first", "words-only")
BY_THE_TURN = ("forest-of-wyr",)  # its panel offers whole turns, and a turn has too many moves to be looked for
OPTIONS = 4  # of a menu that are looked at


def verb(custom_id: str) -> str:
    return [*custom_id.split(":"), ""][1]


def answers(result: InteractionResult) -> list[ResponseMessage]:
    return [one for one in (result.response, *result.followups) if one]


def shown(result: InteractionResult) -> ResponseMessage:
    """The message that somebody was answered with."""
    return answers(result)[0]


async def look(
    here: World, actor: Actor, *messages: ResponseMessage, most: int = 20, verbs: frozenset[str] = LOOKS
) -> None:
    """Press all that changes nothing, in these messages and in those that it leads to, each once."""
    todo, pressed = [*reversed(messages)], set[tuple[str, str | None]]()
    while todo and len(pressed) < most:
        message = todo[-1]
        way = next((way for way in _ways(message, verbs) if way not in pressed), None)
        if way is None:
            todo.pop()
            continue
        pressed.add(way)
        custom_id, value = way
        if value is None:
            result = await here.press(actor, message, custom_id=custom_id)
        else:
            result = await here.choose(actor, message, value, custom_id=custom_id)
        if verb(_leads(custom_id, value)) in ("hint", "why"):  # told in the panel itself: its controls are behind Back
            back = [
                one for one, part in controls(message).items() if part.get("label") == "Back" and verb(one) == "pick"
            ]
            if back:
                await here.press(actor, message, custom_id=back[0])
        known = {one.id for one in todo}
        todo += [one for one in answers(result) if one.id not in known]


def _ways(message: ResponseMessage, verbs: frozenset[str]) -> Iterator[tuple[str, str | None]]:
    """Its controls, and of a menu its first options; of “More…” all that are looked for."""
    for custom_id, part in controls(message).items():
        options = [option["value"] for option in part["options"]] if part["type"] == SELECT else [None]
        wanted = [value for value in options if verb(_leads(custom_id, value)) in verbs]
        for value in wanted if verb(custom_id) == MORE else wanted[:OPTIONS]:
            yield custom_id, value


def _leads(custom_id: str, value: str | None) -> str:
    """The custom id of what is pressed: behind “More…” each option is one."""
    return value if value and verb(custom_id) == MORE else custom_id


async def forms(here: World, *wanted: str) -> None:
    """Each member in turn is shown games in one of these."""
    for member, form in zip(here.members, wanted, strict=False):
        await here.slash(member, "preferences", form=form)


async def gather(here: World, key: str, *, computers: int = 0, start: bool = True, **options: Any) -> None:
    """All members at a table, and it begins."""
    host, *others = here.members
    await here.slash(host, "play", game=key)
    for member in others:
        await here.press(member, here.board, "Join")
    for _ in range(computers):
        await choose(here, host, "add")
    if options:
        await here.choose_options(host, **options)
        await here.agree()
    if start:
        await here.press(host, here.board, "Start")


def to_act(here: World) -> MemberActor:
    """The person; computer players have made their moves."""
    rows = here.rows("SELECT user_id, seat FROM players WHERE table_id = ?", here.table()["id"])
    by_seat = {row["seat"]: row["user_id"] for row in rows}
    user_id = by_seat[here.game().to_act(here.state()) or 0]
    return next(member for member in here.members if member.id == user_id)


async def turns(
    here: World, ways: Sequence[str], most: int, *, player: Player = lasting, moves: Sequence[Any] = (), apart: int = 5
) -> None:
    """So many turns, or to the end. Each member has their own way of playing.

    `moves`: those that are made, all of the game's; else the player chooses.
    """
    draw, left = Random(1).random, list(moves)
    until = here.table()["turn"] + most
    while here.table()["phase"] == "playing" and here.table()["turn"] < until:
        await _turn(here, ways, player, draw, left)
        await here.env.advance_time(apart)


async def _turn(here: World, ways: Sequence[str], player: Player, draw: Any, left: list[Any]) -> None:
    """All moves of one person's turn."""
    game, turn, member = here.game(), here.table()["turn"], to_act(here)
    way = ways[here.members.index(member) % len(ways)]
    panel: ResponseMessage | None = None
    while here.table()["phase"] == "playing" and here.table()["turn"] == turn and to_act(here) == member:
        move = left[0] if left else player(game, here.state(), draw)
        if way == "command":
            await command(here, member, game.key, move, typing=False)
        elif way == "direct" and here.direct_messages(member):
            await here.make(member.user, here.direct_messages(member)[-1], move, hesitate=len(left) % 5 == 2)
        else:
            panel = panel or await here.play(member)
            await here.make(member, panel, move, hesitate=len(left) % 5 == 2)
        del left[:1]


async def solitaire(
    here: World, actor: Actor, message: ResponseMessage, way: str, most: int, *, player: Player = lasting
) -> None:
    """So many moves of a game for one, or to its end."""
    draw, game = Random(2).random, here.game()
    for number in range(most):
        if here.table()["phase"] != "playing":
            return
        move = player(game, here.state(), draw)
        if way == "command":
            await command(here, actor, game.key, move, typing=number == 1)
        elif game.key in BY_THE_TURN:
            await press_anything(here, actor, message, draw)
        else:
            await here.make(actor, message, move, hesitate=number % 6 == 3)


async def press_anything(here: World, actor: Actor, message: ResponseMessage, draw: Any) -> None:
    """A press on the way to a move; what is asked once more is done."""
    ways = [lead for lead in leads(message) if lead.verb != "dare"]
    if not ways:
        return
    lead = ways[int(draw() * len(ways))]
    if lead.value is None:
        await here.press(actor, message, custom_id=lead.custom_id)
    else:
        await here.choose(actor, message, lead.value, custom_id=lead.custom_id)
    for sure in [lead for lead in leads(message) if lead.verb == "dare"]:
        await here.press(actor, message, custom_id=sure.custom_id)


async def leave(here: World, member: MemberActor, how: str = "Leave the table") -> None:
    await here.press(member, shown(await here.slash(member, "leave")), how)


async def press_if(here: World, actor: Actor, message: ResponseMessage, label: str) -> ResponseMessage | None:
    if label not in labels(message):
        return None
    found = answers(await here.press(actor, message, label))
    return found[0] if found else message


async def concede(here: World) -> None:
    """All but the last one agree; those who play against each other resign, one by one."""
    asker, *others = here.seats()
    for member in (asker, *others):
        asked = (await here.slash(member, "concede")).response
        if asked is None or "Resign" not in labels(asked):
            break
        await here.press(member, asked, "Resign")
        if here.table()["phase"] != "playing":
            return
    for member in others:
        if here.table()["phase"] == "playing":
            vote = next(one for one in reversed(here.messages()) if "Keep playing" in labels(one))
            await here.press(member, vote, "Give up")


def board_with(here: World, label: str) -> ResponseMessage:
    """The newest message in the channel that has this button."""
    return next(one for one in reversed(here.messages()) if label in labels(one))


def last_board(here: World) -> ResponseMessage:
    """The newest one that has buttons of a table."""
    return next(one for one in reversed(here.messages()) if {"Play", "Play again", "Join", "Start"} & {*labels(one)})


async def look_around(here: World, actor: MemberActor) -> None:
    """All that can be asked for at a table without changing it."""
    for name, options in (
        *(("hand", {}), ("board", {"text": True}), ("log", {}), ("rules", {"game": here.table()["game"]})),
        *(("verify", {}), ("games", {})),
    ):
        result = await here.slash(actor, name, **options)
        if name == "log":
            await look(here, actor, *answers(result), most=4)
