"""More trouble: what Discord says that isn't so, refuses for good or leaves out, and what can't be drawn.

Each kind begins at some moment of the day and ends by itself, or when the day settles.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .discord_model import GUILD, THREAD, Channel, Refusal, Request, controls_of
from .invariants import press_of
from .people import options
from .scenes import give_up, move_in_the_channel, movers, open_another, open_game, want_direct_messages

if TYPE_CHECKING:
    from .day import Day

Trouble = Callable[["Day", random.Random], None]

HOSTILE = Path(__file__).parents[1] / "render" / "names.txt"
MORE_NAMES = (
    "\ufdfd" * 8,
    "\u3164",
    "\u2800\u2800",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d" * 3,
    "\u202eadA",
    "\u2066Ada\u2069\u202d",
    "👩🏽‍🚀" * 8,
    "**Ada** [x](https://evil.example)",
    "@everyone",
    "<@800000000000009999>",
    "# Ada\n> Ben",
    "```",
    "\u200b\u200d\u2060",
    "a" * 32,
)
# How long the bot may be away from a server without anything being closed: less than `day.ABSENCE`
WHILES = (3.0, 20.0, 60.0, 150.0)
REFUSALS: Sequence[tuple[int, int]] = (
    (400, 50035),  # its form is wrong
    (400, 50035),
    (403, 50013),  # a permission is lacking
    (400, 50083),  # the thread is archived
    (400, 160006),  # too many threads
)
UNDRAWN: Sequence[Callable[[], Exception]] = (
    lambda: OSError("raster overflow"),
    lambda: MemoryError(),
    lambda: EOFError("the process that draws has died"),
    lambda: RuntimeError("the picture can't be drawn"),
)
NOT_SAID = (  # what may be lacking in an interaction: Discord's description calls none of it required
    ("channel",),
    ("channel", "channel_id"),
    ("guild_locale",),
    ("context",),
    ("context", "guild_locale", "channel"),
    ("entitlements", "authorizing_integration_owners"),
    ("attachment_size_limit", "version"),
    ("nick", "joined_at", "deaf", "mute", "flags", "permissions"),  # of the member
)


@cache
def hostile_names() -> Sequence[str]:
    return (*HOSTILE.read_text(encoding="utf-8").splitlines(), *MORE_NAMES)


# -- Servers and channels that vanish and return


def told_gone(day: "Day", chance: random.Random) -> None:
    """Discord says that the bot isn't in the server any more, and takes it back."""
    away = chance.choice(WHILES)
    day.struck.add("told_gone")
    day.tell("GUILD_DELETE", {"id": str(GUILD)} | chance.choice(({}, {"unavailable": False})))
    day.trouble(away + 10)
    comes_back(day, away, chance)


def unavailable(day: "Day", chance: random.Random) -> None:
    """Discord can't reach the server: nobody can, and the bot is told so."""
    away = chance.choice(WHILES)
    day.struck.add("unavailable")
    day.discord.away = chance.choice((Refusal(503, 0), Refusal(500, 0), Refusal(404, 10003)))
    day.tell("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
    day.trouble(away + 10)
    comes_back(day, away, chance, unavailable=False)


def kicked(day: "Day", chance: random.Random) -> None:
    """The bot is removed from the server, and added again."""
    away = chance.choice(WHILES)
    day.struck.add("kicked")
    day.discord.away = Refusal(403, 50001)
    day.tell("GUILD_DELETE", {"id": str(GUILD)})
    day.trouble(away + 10)
    comes_back(day, away, chance)


def comes_back(day: "Day", away: float, chance: random.Random, **more: Any) -> None:
    more = more or chance.choice(({}, {"unavailable": False}))

    def back() -> None:
        day.discord.away = None
        payload = day.discord.guild_payload()
        del payload["unavailable"]
        day.tell("GUILD_CREATE", payload | more)

    day.world.after(away, back)


def unknown_channel(day: "Day", chance: random.Random) -> None:
    """Discord says of a channel that is there that it knows none, once or for some seconds."""
    left, lasts = chance.choice((1, 1, 2, 30)), chance.choice((20.0, 60.0))
    said = 0

    def refuse(request: Request, channel: Channel | None) -> None:
        nonlocal said
        by_the_bot = request.path.startswith("/channels/")
        if by_the_bot and channel is not None and not channel.is_dm and said < left:
            said += 1
            raise Refusal(404, 10003)

    hinder(day, "unknown_channel", refuse, lasts)


def late_guild(day: "Day", chance: random.Random) -> None:
    """The bot starts again, and hears of the server late."""
    day.guild_after = chance.choice((3.0, 20.0, 60.0))
    day.struck.add("late_guild")
    day.kill(day.process, chance.uniform(0.5, 20))
    day.trouble(day.guild_after + 40)


# -- People


def names(day: "Day", chance: random.Random) -> None:
    """All have names that are hard to show, and two may have the same."""
    day.struck.add("names")
    for person in day.people:
        rename(day, person.user, chance.choice(hostile_names()))
    if chance.random() < 0.4:
        rename(day, day.people[1].user, day.discord.names[day.people[0].user])


def renamed(day: "Day", chance: random.Random) -> None:
    """Somebody has another name from now on."""
    person, other = chance.sample(day.people, 2)
    name = chance.choice((chance.choice(hostile_names()), day.discord.names[other.user]))
    rename(day, person.user, name)
    day.struck.add("renamed")


def rename(day: "Day", user: int, name: str) -> None:
    day.discord.names[user] = name[:32]
    day.world.note(f"   {user} is called {name!r}")


def removed(day: "Day", chance: random.Random) -> None:
    """Somebody who plays is removed from the server, and presses what is in their direct messages."""
    for person in day.people:
        day.send(person.type("preferences", day.channel, messages="turns"))
    _, host = open_game(day, chance)

    def go() -> None:
        gone = next(movers(day), host) if chance.random() < 0.5 else chance.choice(day.people)
        day.discord.members.discard(gone.user)
        day.left_at[gone.user] = day.world.now
        day.world.note(f"   {gone.user} is removed")
        for at in range(50, 110, 6):
            day.world.after(at, lambda: press_privately(gone.user))
        day.world.after(chance.choice((120, 400)), lambda: returns(gone.user))

    def press_privately(user: int) -> None:
        person = next(one for one in day.people if one.user == user)
        seen = [message for message in day.discord.visible(user) if message.channel.is_dm]
        found = [one for message in seen for one in options(message)]
        if found and user not in day.discord.members:
            day.struck.add("removed")
            day.send(person.press(chance.choice(found)))

    def returns(user: int) -> None:
        day.discord.members.add(user)
        day.left_at.pop(user, None)

    day.world.after(45, go)


# -- Pictures


def undrawn(day: "Day", chance: random.Random) -> None:
    """Some pictures can't be drawn: the next ones, all for some time, or all with somebody's name."""
    error, lasts = chance.choice(UNDRAWN), chance.choice((5.0, 60.0, 300.0))
    left = chance.choice((1, 2, 1000, 1000))
    name = day.discord.names[day.people[0].user] if chance.random() < 0.3 else ""
    drawn = 0

    def fail(drawing: Any) -> None:
        nonlocal drawn
        if drawn < left and name in (str(getattr(drawing, "given", "")) if name else ""):
            if not drawn:
                day.world.after(lasts, ends)
            drawn += 1
            day.struck.add("undrawn")
            day.checks.fails_to_draw(drawing)
            raise error()

    day.world.draw = fail

    def ends() -> None:
        if day.world.draw is fail:
            day.world.draw = lambda drawing: None


# -- The gateway


def session(day: "Day", chance: random.Random) -> None:
    """A process's session ends. What happens meanwhile it hears later, in order, or never."""
    process, lasts, resumes = day.any_process(chance), chance.choice((0.5, 5.0, 30.0, 100.0)), chance.random() < 0.5
    late = chance.choice((0.0, 0.0, 3.0))
    if not (process.alive and process.ready):
        return
    process.lose_session()
    day.struck.add("session")
    day.trouble(lasts + late + 10)
    day.world.note(f"   {process.name} has lost its session")
    day.world.after(lasts, lambda: process.resume() if resumes else process.identify(late))


def malformed(day: "Day", chance: random.Random) -> None:
    """Discord tells something that can't be read."""
    process = day.process
    kind, spoil = chance.choice(MALFORMED)
    day.world.note(f"   a malformed {kind}")
    day.checks.malformed += 1  # it may be heard when the session is resumed
    day.struck.add("malformed")
    process.receive(kind, spoil(day, chance))


def _without(payload: Mapping[str, Any], chance: random.Random, *keys: str) -> dict[str, Any]:
    gone = chance.choice(keys)
    return {key: value for key, value in payload.items() if key != gone}


def _press_without(day: "Day", chance: random.Random) -> dict[str, Any]:
    person = chance.choice(day.people)
    one = person.type("board", day.channel)
    one.excused = True
    return _without(day.discord.event(one), chance, "id", "type", "token", "application_id", "version")


def _channel_without(day: "Day", chance: random.Random) -> dict[str, Any]:
    return _without(day.discord.channel_payload(day.channel), chance, "type", "name")


def _guild_update(day: "Day", chance: random.Random) -> dict[str, Any]:
    return day.discord.guild_payload() | {"roles": [{"name": "of no number"}]}


def _thread(day: "Day", chance: random.Random) -> dict[str, Any]:
    thread = Channel(day.discord.snowflake(), THREAD, "spoilt", day.channel.id)
    return _without(day.discord.channel_payload(thread), chance, "parent_id", "thread_metadata", "owner_id")


MALFORMED: Sequence[tuple[str, Callable[["Day", random.Random], dict[str, Any]]]] = (
    ("INTERACTION_CREATE", _press_without),
    ("CHANNEL_CREATE", _channel_without),
    ("GUILD_UPDATE", _guild_update),
    ("THREAD_CREATE", _thread),
)


# -- Requests


def hinder(day: "Day", kind: str, refuse: Callable[[Request, Channel | None], None], lasts: float) -> None:
    """`refuse` sees each request first, and may raise Refusal; so many seconds after the first time it ends."""

    def look(request: Request, channel: Channel | None) -> None:
        try:
            refuse(request, channel)
        except Refusal:
            if not begun:
                day.trouble(min(lasts, 60.0) + 10)
                begun.append(True)
                day.world.after(lasts, ends)
            day.struck.add(kind)
            raise

    def ends() -> None:
        if look in day.discord.obstacles:
            day.discord.obstacles.remove(look)

    begun = list[bool]()
    day.discord.obstacles.append(look)


def what_of(day: "Day", request: Request, channel: Channel | None) -> tuple[int, str] | None:
    """Of which table a message is that is posted or edited for all to see, and which of its messages it is."""
    if request.method not in ("POST", "PATCH") or channel is None:
        return None
    for control in controls_of(request.body.get("components") or []):
        press = press_of(control["custom_id"])
        if press is not None and press.table_id:
            if channel.is_dm:
                return press.table_id, f"private message to {channel.recipient}"
            if press.verb in ("join", "play", "vote", "start"):
                return press.table_id, "lobby" if press.verb == "start" else press.verb
    return None


BRINGS: Mapping[str, Trouble] = {  # what makes the bot post such a message
    "join": open_another,
    "play": move_in_the_channel,
    "vote": give_up,
    "private": want_direct_messages,
}


def refused(day: "Day", chance: random.Random) -> None:
    """Discord refuses one message: as often as it is tried, for a while or until the day settles."""
    status, code = chance.choice(REFUSALS)
    lasts, whose = chance.choice((40.0, 200.0, 1e6)), list[tuple[int, str]]()
    wanted = chance.choice(("join", "play", "play", "vote", "private"))

    def refuse(request: Request, channel: Channel | None) -> None:
        what = what_of(day, request, channel)
        if what is None or (code != 50035 and not request.path.startswith("/channels/")):
            return  # by an interaction's token it needs no permission
        if not whose and what[1].startswith(wanted):
            whose.append(what)
        if what in whose:
            day.checks.refused_message(what, code)
            raise Refusal(status, code)

    hinder(day, "refused", refuse, lasts)
    BRINGS[wanted](day, chance)


def hangs(day: "Day", chance: random.Random) -> None:
    """Discord doesn't answer the next requests about one message, or about one channel."""
    left, arrives = chance.choice((1, 1, 3)), chance.random() < 0.5
    privately, whose = chance.random() < 0.4, list[str]()

    def hang(request: Request) -> bool | None:
        nonlocal left
        channel = day.discord.channel_of(request)
        if not request.path.startswith("/channels/") or channel is None or channel.is_dm != privately or left <= 0:
            return None
        if not whose:
            whose.append(request.path)
        if request.path != whose[0]:
            return None
        left -= 1
        day.struck.add("hangs")
        day.trouble(60)
        return arrives

    day.line.hangs.append(hang)
    BRINGS["private" if privately else "play"](day, chance)

    def ends() -> None:
        if hang in day.line.hangs:
            day.line.hangs.remove(hang)

    day.world.after(200, ends)


def unsaid(day: "Day", chance: random.Random) -> None:
    """Interactions lack what they needn't have."""
    lacks, lasts = chance.choice(NOT_SAID), chance.choice((60.0, 1e6))
    day.struck.add("unsaid")
    day.discord.unsaid, day.discord.null = lacks, chance.random() < 0.3
    day.world.note(f"   without {lacks}")

    def ends() -> None:
        if day.discord.unsaid is lacks:
            day.discord.unsaid = ()

    day.world.after(lasts, ends)


def clock(day: "Day", chance: random.Random) -> None:
    """The clock is wrong from the start: see `wrong_by`. Somebody asks for the board now and then."""
    day.struck.add("clock")
    for at in (100, 250, 400):
        day.world.after(at, lambda: day.send(day.people[0].type("board", day.channel)))


def wrong_by(seed: int | str, number: int) -> float:
    return random.Random(f"{seed}/clock/{number}").choice((-86_400.0, -3600.0, 3600.0, 86_400.0))


TROUBLES: dict[str, Trouble] = {
    trouble.__name__: trouble
    for trouble in (
        *(told_gone, unavailable, kicked, unknown_channel, late_guild, names, renamed, removed, undrawn),
        *(session, malformed, refused, hangs, unsaid, clock),
    )
}
AT_THE_START = ("clock", "names")
