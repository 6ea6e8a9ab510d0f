"""Scenes of people who play fair, or don't: they keep each other waiting, leave, withhold Ready, vote, and moderate.

Each is in a channel of its own. What is drawn for them is drawn by itself, so the other half of the days stay as they
were.
"""

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from .discord_model import Channel
from .people import MEMBERS, Option, Person, act_of, options
from .scenes import STEP, Scene, move, movers, place

if TYPE_CHECKING:
    from .day import Day

RIVALS, TOGETHER = "advyria", "wyverns-knot"
ENDS = 590.0  # nobody presses anything for a scene after this
BEGUN = 17.0  # seconds after which a game has begun
NUDGED, RELIEVED = 20, 40  # seconds, in place of five and of thirty minutes, without a move
HOST_AWAY = 45  # seconds, in place of an hour, after which a guest may start or close a lobby
CONFIRM = 60.0  # seconds, in place of ten minutes, until a rematch starts
IDLE = 130.0  # seconds, in place of two weeks, until an idle table closes
TOLD_BEFORE = 40.0  # seconds, in place of a day, before which those at that table are told
LAST_WORD = 60.0  # in place of two hours: if it is longer between the two, somebody is reminded twice


def seek(day: "Day", person: Person, channel: Channel, act: str, *, wait: float = 40.0) -> None:
    """They press this in this channel as soon as they see it there."""
    ends = min(day.world.now + wait, ENDS)

    def look() -> None:
        if not press_act(day, person, channel, act) and day.world.now < ends:
            day.world.after(2 * STEP, look)

    look()


def press_act(day: "Day", person: Person, channel: Channel, act: str) -> bool:
    """Press the newest such button or option in this channel. Returns whether they find one."""
    for message in reversed(day.discord.visible(person.user)):
        for option in options(message) if message.channel is channel else ():
            if act_of(option.custom_id, option.value) == act:
                day.send(person.press(option), person=person)
                return True
    return False


def gather(day: "Day", game: str, people: Sequence[Person]) -> Channel:
    """The first opens a table, the others join it."""
    channel, (host, *others) = place(day, "fair"), people
    day.world.after(1, lambda: day.send(host.type("play", channel, game=game)))
    for n, other in enumerate(others):
        day.world.after(4 + 2 * n, partial(seek, day, other, channel, "join"))
    return channel


def begin(day: "Day", game: str, people: Sequence[Person], *, fast: bool = False) -> Channel:
    """Such a table, whose game begins. `fast`: it is played tonight."""
    channel, host = gather(day, game, people), people[0]
    if fast:
        day.world.after(10, partial(seek, day, host, channel, "pace"))
    day.world.after(13, partial(seek, day, host, channel, "start"))
    return channel


def move_there(day: "Day", chance: random.Random, channel: Channel, presses: int) -> None:
    """Whoever is to act there goes on, for so many presses."""
    for n in range(presses):
        day.world.after(STEP * n, lambda: move(day, chance, privately=False, channel=channel))


def asked(day: "Day", person: Person, channel: Channel, command: str, act: str) -> None:
    """They use a command there, and press what answers it."""
    day.send(person.type(command, channel))
    day.world.after(STEP, partial(seek, day, person, channel, act))


# -- The scenes


def tonight(day: "Day", chance: random.Random) -> None:
    """One keeps two others waiting tonight. They nudge, and vote on a computer player, and that one is back."""
    people, after = chance.sample(day.people, 3), day.world.after
    channel = begin(day, chance.choice((RIVALS, TOGETHER)), people, fast=True)
    agrees, comes_back = chance.random() < 0.7, chance.random() < 0.7

    def wait() -> None:
        awaited = next(movers(day, channel), None)
        if awaited is None:
            return
        others = [person for person in people if person is not awaited]
        asking, voting = chance.sample(others, 2)
        seek(day, asking, channel, "nudge")
        after(RELIEVED - NUDGED + 3, partial(seek, day, voting, channel, "nudge"))
        after(RELIEVED - NUDGED + 6, partial(seek, day, voting, channel, "meanwhile"))
        after(RELIEVED - NUDGED + 12, partial(seek, day, asking, channel, "vote yes" if agrees else "vote no"))
        after(RELIEVED - NUDGED + 20, partial(press_act, day, voting, channel, "meanwhile"))  # again
        if comes_back:
            after(RELIEVED - NUDGED + 30, partial(seek, day, awaited, channel, chance.choice(("play", "take"))))

    after(BEGUN + NUDGED + 3, wait)


def rivals(day: "Day", chance: random.Random) -> None:
    """Three play against each other, or two and two: see `_rivals`."""
    people = chance.sample(day.people, 4)
    for some in chance.choice(((people[:3],), (people[:2], people[2:]))):
        _rivals(day, chance, some)


def _rivals(day: "Day", chance: random.Random, people: Sequence[Person]) -> None:
    """All but one go, most after a move of their own; the last one has won and plays again with those who are ready."""
    after, channel = day.world.after, begin(day, RIVALS, people)
    moves = chance.choice((0, 8, 14, 20))
    after(BEGUN, partial(move_there, day, chance, channel, moves))
    at = BEGUN + 2 + STEP * moves
    last, *gone = chance.sample(people, len(people))
    for person in gone:
        how = chance.choice((("concede", "concede"), ("concede", "concede"), ("leave", "leave"), ("leave", "leave")))
        if how[0] == "concede" and chance.random() < 0.7:  # by the panel, if there is one
            after(at - 2, partial(seek, day, person, channel, "hand", wait=5))
            after(at, partial(seek, day, person, channel, "resign", wait=8))
            after(at + 2, partial(seek, day, person, channel, "concede", wait=10))
        else:
            after(at, partial(asked, day, person, channel, *how))
        if how[0] == "leave" and chance.random() < 0.25:  # and is back, and goes again
            after(at + 8, partial(seek, day, person, channel, "take", wait=10))
            after(at + 20, partial(asked, day, person, channel, *how))
            at += 20
        at += 8
    after(at, partial(seek, day, last, channel, "claim", wait=25))
    after(at + 10, partial(seek, day, last, channel, "again", wait=25))
    for person in gone:
        if chance.random() < 0.6:  # the others don't say that they are ready
            after(at + 16, partial(seek, day, person, channel, "ready"))


def full(day: "Day", chance: random.Random) -> None:
    """A full lobby: somebody waits for a seat, Ready is withheld, one is sent away, and its host is gone."""
    host, second, third, waiting = chance.sample(day.people, 4)
    after, channel = day.world.after, gather(day, RIVALS, (host, second, third))
    after(10, partial(seek, day, host, channel, "computers"))
    after(14, partial(seek, day, waiting, channel, "wait"))
    after(18, partial(seek, day, host, channel, "options"))  # others are asked again
    after(38, partial(seek, day, second, channel, "ready"))
    if chance.random() < 0.5:
        after(40, partial(seek, day, third, channel, "ready"))
    if chance.random() < 0.85:
        for at in (44, 66):
            after(at, partial(seek, day, host, channel, "send", wait=15))
            after(at + 2, partial(seek, day, host, channel, "sent", wait=15))
    else:
        after(44, partial(seek, day, third, channel, "leave-lobby"))
    after(54, partial(seek, day, waiting, channel, "join", wait=20))
    after(76, partial(seek, day, second, channel, "ready", wait=20))
    after(78, partial(seek, day, third, channel, "ready", wait=10))
    after(84 + HOST_AWAY, partial(seek, day, second, channel, "start"))  # whose host does nothing


def refused_votes(day: "Day", chance: random.Random) -> None:
    """Two of three vote down what the third asks, who asks again. A vote on an empty seat is ended by a moderator."""
    asking, second, third, moderator = chance.sample(day.people, 4)
    after, channel = day.world.after, begin(day, TOGETHER, (asking, second, third))
    for at in (BEGUN, BEGUN + 20):
        after(at, lambda: day.send(asking.type("concede", channel)))
        after(at + 4, partial(seek, day, second, channel, "vote no", wait=12))
        after(at + 6, partial(seek, day, third, channel, "vote no", wait=10))
    after(60, partial(asked, day, third, channel, "leave", chance.choice(("leave", "leave for-good"))))
    for at in (70, 95):
        after(at, partial(seek, day, asking, channel, "stand-in"))
        after(at + 3, partial(seek, day, asking, channel, "stand-in sure", wait=10))
    after(80, partial(asked, day, moderator, channel, "moderate", "moderate end-vote"))
    after(104, partial(seek, day, second, channel, chance.choice(("vote yes", "vote yes", "vote no"))))
    after(120, partial(seek, day, asking, channel, "stand-in", wait=10))  # perhaps again
    after(130, partial(seek, day, third, channel, "take", wait=10))


def moderated(day: "Day", chance: random.Random) -> None:
    """A moderator starts a game, frees a seat, sends somebody away, and closes the table, unless the last one wins."""
    *people, moderator = chance.sample(day.people, 4)
    after, channel = day.world.after, gather(day, chance.choice((RIVALS, TOGETHER)), people)
    if chance.random() < 0.3:
        moderator = chance.choice(people)  # who plays, too
    after(13, partial(asked, day, moderator, channel, "moderate", "moderate start"))
    after(20, partial(move_there, day, chance, channel, 12))
    at = 42.0
    back = chance.random() < 0.7
    if chance.random() < 0.3:  # somebody else has left before
        after(at, partial(asked, day, chance.choice(people), channel, "leave", "leave"))
        at += 8
    for act in ("moderate free-seat", "moderate send-away", "moderate close"):
        after(at, partial(asked, day, moderator, channel, "moderate", act))
        for person in people if back else ():
            if act == "moderate free-seat" or chance.random() < 0.3:
                after(at + 8, partial(seek, day, person, channel, "take", wait=5))
        if not back and act == "moderate send-away":
            for person in people:
                after(at + 6, partial(seek, day, person, channel, "claim", wait=8))
        at += 18
    after(at - 12, partial(seek, day, moderator, channel, "moderate sure"))


def blocked(day: "Day", chance: random.Random) -> None:
    """Somebody who plays is blocked by `/settings`, and not any more a little later."""
    moderator, member, other, third = chance.sample(day.people, 4)
    after, channel = day.world.after, begin(day, TOGETHER, (other, member, third))
    desk = place(day, "desk")

    def choose() -> None:
        for message in reversed(day.discord.visible(moderator.user)):
            for option in options(message) if message.channel is desk else ():
                if act_of(option.custom_id) == "member":
                    chosen = Option(message, MEMBERS, option.custom_id, str(member.user), 1.0)
                    day.send(moderator.press(chosen))
                    return

    after(BEGUN, partial(asked, day, moderator, desk, "settings", "settings who"))
    for at, acts in (BEGUN + 6, ("block", "unlist")), (BEGUN + 40, ("unblock", "list")):
        after(at, choose)
        for n, act in enumerate(acts):
            after(at + 3 + 4 * n, partial(seek, day, moderator, desk, f"restrict {act}", wait=10))
    after(BEGUN + 16, lambda: day.send(member.type("play", place(day, "blocked"), game=RIVALS)))
    after(BEGUN + 20, partial(move_there, day, chance, channel, 6))
    after(BEGUN + 56, lambda: day.send(member.type("play", place(day, "free again"), game=RIVALS)))


def away(day: "Day", chance: random.Random) -> None:
    """Who is to act is away for days: nobody reminds them. Then they are back."""
    people, after = chance.sample(day.people, 3), day.world.after
    channel = begin(day, chance.choice((RIVALS, TOGETHER)), people, fast=chance.random() < 0.5)
    lasts = chance.choice((60.0, 250.0, 350.0))

    def go() -> None:
        person = next(movers(day, channel), people[0])
        days = chance.randint(1, 14)
        day.send(person.type("away", channel, days=days))
        for other in people:
            after(NUDGED, partial(seek, day, other, channel, "nudge", wait=4))
        if day.world.now + lasts < ENDS:
            after(lasts, lambda: day.send(person.type("away", channel)))
            after(lasts + STEP, partial(seek, day, person, channel, "back"))

    after(BEGUN + 4, go)


def idle(day: "Day", chance: random.Random) -> None:
    """Nobody plays, so the table closes. One of them takes it up again, unless the channel has another one."""
    people, after = chance.sample(day.people, 3), day.world.after
    game = chance.choice((RIVALS, TOGETHER))
    channel = begin(day, game, people) if chance.random() < 0.8 else gather(day, game, people)
    taken, moves = chance.random() < 0.1, chance.choice((0, 6))
    after(BEGUN, partial(move_there, day, chance, channel, moves))
    for person in people:

        def again(person: Person = person) -> None:
            if taken:
                day.send(person.type("play", channel, game=game))
            seek(day, person, channel, "reopen", wait=ENDS)

        after(BEGUN + IDLE + 20, again)


FAIR_SCENES: dict[str, Scene] = {
    scene.__name__: scene for scene in (tonight, rivals, full, refused_votes, moderated, blocked, away, idle)
}
# How often each is on a day with such scenes: what depends on patience succeeds less often
OFTEN: dict[str, float] = {"away": 1.3, "idle": 1.3, "tonight": 1.3, "rivals": 1.1}
EARLY: Sequence[str] = ("idle", "away")  # they last for most of the day
