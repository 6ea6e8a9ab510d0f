"""Days of the hall in simulation: nothing may be wrong at the end of any, and planted faults are found."""

import gc
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tables.people import presence

from .__main__ import warm
from .day import Day, Event, Result, planned
from .discord_model import NONCE_LASTS, Channel, Message, Refusal, Request
from .faults import FAULTS, FOUND, Fault
from .line import GIVES_UP, Fate, Weather
from .people import Person, options, verb_of
from .process import bury
from .scenes import press_in
from .shrink import kind, shrunk
from .troubles import told_gone, wrong_by

EVERYDAY, SLOW = 200, 20_000  # days
ROOT = Path(__file__).parents[2]
# Faults that are found on one of the first days
SOON = (
    "old boards keep their buttons",
    "tables that are shown stay in memory",
    "a panel stands in the channel",
    "what was due stays due",
    "a hand is in an alt text",
    "what is announced is not marked",
    "a par that is due is not played",
)


@pytest.fixture(autouse=True, scope="module")
def _frozen() -> Iterator[None]:
    """Each day ends with a collection of garbage, which needn't look at all that was imported."""
    warm()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _buried() -> Iterator[None]:
    """What killed processes leave is collected here: it complains, and another test would be blamed."""
    yield
    bury(())


@pytest.mark.parametrize(
    ("first", "last"),
    [
        *((day, day + 9) for day in range(1, EVERYDAY, 10)),
        *(pytest.param(day, day + 99, marks=pytest.mark.slow) for day in range(EVERYDAY + 1, SLOW, 100)),
    ],
)
def test_nothing_is_wrong_at_the_end_of_a_day(first: int, last: int) -> None:
    failed = {seed: found for seed in range(first, last + 1) if (found := Day(seed).run().failures)}
    assert not failed, f"python -m tests.simulation --seed {next(iter(failed))}"


@pytest.mark.slow
def test_what_people_do_to_each_other_is_pressed_often() -> None:
    """Each on one of ten days, at the mean: else the checks between people have little to look at."""
    pressed = Counter[str]()
    for seed in range(1, EVERYDAY + 1):
        pressed.update(Day(seed).run().pressed)
    acts = [
        *("nudge", "meanwhile", "claim", "concede", "reopen", "/away", "back", "ready", "wait", "sent"),
        *(f"moderate {act}" for act in ("start", "free-seat", "send-away", "end-vote", "close")),
        *("restrict block", "vote yes", "vote no"),
    ]
    assert {act: pressed[act] for act in acts if pressed[act] < EVERYDAY / 10} == {}


def test_the_same_seed_is_the_same_day_to_the_byte() -> None:
    """In another process, with other hashes, and here, after another day."""
    seed = 22
    command = [sys.executable, "-m", "tests.simulation", "--seed", str(seed)]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    Day(seed + 1).run()
    transcript = Day(seed).run().transcript
    assert ended.stdout == "\n".join(transcript) + "\n"
    assert len(transcript) > 50


def test_a_day_is_the_same_after_one_with_two_processes() -> None:
    first, between = Day("same", ()).run().transcript, Day("between", ())
    between.parts = 2
    between.run()
    assert Day("same", ()).run().transcript == first


def test_a_failing_day_is_shrunk_to_what_makes_it_fail() -> None:
    """To the two of its events that have to come together."""
    events = planned(3)
    culprits = {events[1], events[-1]}

    def live(some: tuple[Event, ...]) -> Result:
        failures = ("table 17 is wrong",) if culprits <= {*some} else ("another thing",) if some else ()
        return Result(failures, (), tuple(some), 0, 0.0)

    assert {*shrunk(3, events, live)} == culprits  # type: ignore[arg-type]


def test_a_direct_message_whose_answer_was_lost_is_live_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LASTS", 0)  # whoever has pressed something in the channel is written to all the same
    day = Day("lost", ())
    day.game, day.seats, day.with_computer = "advyria", 2, False
    lost = list[str]()

    def loses(request: Request) -> bool:
        channel = re.fullmatch(r"/channels/(\d+)/messages", request.path)
        if channel is None or request.method != "POST" or lost:
            return False
        if not any(day.discord.dm(person.user).id == int(channel[1]) for person in day.people):
            return False
        lost.append(request.path)
        return True

    day.line.loses_answer = loses
    for at in (30, 350, 370, 390):  # by then it was sent again
        day.world.after(at, partial(move_in_a_direct_message, day, day.people))
    failures = day.run().failures
    assert lost
    assert not failures


def test_a_direct_message_that_was_posted_twice_is_live_once() -> None:
    """discord.py tries again where Discord says that it has failed."""
    day = Day("twice", ())
    day.game, day.seats, day.with_computer = "advyria", 2, False
    day.world.after(45, lambda: day.line.fates.append(Fate(privately=True, answer="500")))  # a press is answered
    for turn in range(4):
        day.world.after(30 + 20 * turn, partial(move_in_a_direct_message, day, day.people))
    failures = day.run().failures
    assert not day.line.fates
    assert not failures


def test_whose_turn_was_taken_back_has_one_live_direct_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is posted when their turn comes again, if the first is overtaken before it is edited."""
    monkeypatch.setattr(presence, "LASTS", 0)  # whoever has pressed something in the channel is written to all the same
    day = Day("taken back", ())
    day.game, day.seats, day.with_computer = "advyria", 2, False
    posted = list[Message]()
    watch = day.discord.on_message

    def note(message: Message, how: str) -> None:
        watch(message, how)
        if how == "posted" and message.channel.is_dm and "your turn." in message.words():
            posted.append(message)

    day.discord.on_message = note
    movers = list[Person]()

    def begin() -> None:
        movers.append(move_in_a_direct_message(day, day.people))
        for at in (10, 20):
            day.world.after(at, lambda: day.press_verb(movers[0], "undo"))
            day.world.after(at + 1, lambda: move_in_a_direct_message(day, movers))

    day.world.after(30, begin)
    failures = day.run().failures
    assert len({message.channel.id for message in posted}) < len(posted)
    assert not failures


def move_in_a_direct_message(day: Day, people: Sequence[Person]) -> Person:
    """Whoever of them finds a move there."""
    for person in people:
        message = [*day.discord.dm(person.user).messages.values()][-1:]
        for option in (option for one in message for option in options(one)):
            if verb_of(option.custom_id) == "pick" and option.value is None:
                day.send(person.press(option))
                return person
    raise AssertionError("nobody can move")


def asked_for_again(name: str, *refusals: tuple[str, int, int]) -> Day:
    """The bot starts anew, somebody asks for the board, and Discord refuses the next of such requests to its channel.

    A refusal is a method, a status and a code.
    """
    day, left = Day(name, ()), [*refusals]
    day.game, day.seats, day.with_computer, day.alone, day.announced = "advyria", 2, False, "", False

    def refuse(request: Request, channel: Channel | None) -> None:
        by_the_bot = request.path.startswith("/channels/") and channel is day.channel
        if left and by_the_bot and day.world.now > 100 and request.method == left[0][0]:
            _, *refusal = left.pop(0)
            raise Refusal(*refusal)

    day.discord.obstacles.append(refuse)
    day.world.after(60, lambda: day.kill(day.process, 5))
    day.world.after(100, lambda: day.send(day.people[0].type("board", day.channel)))
    return day


def alone(name: str, *events: Event) -> Day:
    """A day on which one person plays a game for one."""
    day = Day(name, events)
    day.game, day.with_computer, day.alone, day.announced = "hexaract", False, "", False
    return day


def shown_by_two_processes() -> Day:
    """Its player asks for a game in two places at once, of which each is another process's."""
    day = alone("adopted 3")
    day.parts, player = 2, day.people[0]
    for at in (60, 90, 120, 150, 180):
        for where in (day.channel, day.discord.dm(player.user)):
            day.world.after(at, lambda where=where: day.send(player.type("board", where)))  # type: ignore[misc]
    return day


def joined_by_two_at_once() -> Day:
    """The edit that answers the first arrives last of all."""
    day = Day("joined", ())
    day.game, day.seats, day.with_computer, day.alone, day.announced, day.tarries = "advyria", 1, False, "", False, True
    for at, person in zip((30.0, 30.6), day.people[1:3], strict=True):
        day.world.after(at, partial(day.press_verb, person, "join"))
    ask, answers = day.line.ask, list[Request]()

    def ask_late(request: Request, patience: float = GIVES_UP) -> Any:
        if request.path.endswith("@original") and day.world.now > 30:
            answers.append(request)
        day.line.weather = Weather(late=1.0 if answers == [request] else 0.0)
        return ask(request, patience)

    day.line.ask = ask_late  # type: ignore[method-assign]
    return day


def asked_by_a_clock_that_is_behind() -> Day:
    """Somebody asks for a board that is minutes old."""
    day = alone("behind", Event(0.0, "clock", next(n for n in range(100) if wrong_by("behind", n) < 0)))
    day.game, day.seats = "advyria", 2
    return day


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("a board is as old as the host's clock says", asked_by_a_clock_that_is_behind),
    ],
)
def test_what_random_days_hardly_find_is_found_on_a_day_of_its_own(name: str, day: Callable[[], Day]) -> None:
    (fault,) = [fault for fault in FAULTS if fault.name == name]
    assert not day().run().failures
    with fault.plant():
        assert day().run().failures


def test_a_game_that_two_processes_show_has_one_live_message() -> None:
    assert not shown_by_two_processes().run().failures


def test_a_lobby_that_two_join_at_once_shows_both() -> None:
    assert not joined_by_two_at_once().run().failures


def test_an_old_board_keeps_no_buttons_because_its_channel_was_unknown_for_a_moment() -> None:
    assert not asked_for_again("old", ("PATCH", 404, 10003)).run().failures


def test_a_lost_board_is_found_though_its_channel_was_unknown_for_a_moment() -> None:
    """Its nonce is forgotten by then."""
    day = asked_for_again("stray", ("GET", 404, 10003))
    day.world.after(99, lambda: setattr(day.line, "on_post", lambda: day.kill(day.process, NONCE_LASTS + 20)))
    assert not day.run().failures


def test_a_lobby_that_was_posted_though_the_next_try_was_refused_is_looked_for() -> None:
    """discord.py tries again where Discord says that it has failed, and reads then that there is no such channel."""
    day, tried = Day("tried again", ()), list[Request]()
    day.game, day.seats, day.with_computer, day.alone, day.announced, day.tarries = "advyria", 1, False, "", False, True
    day.line.fates.append(Fate(privately=False, answer="500", by="bot"))

    def refuse(request: Request, channel: Channel | None) -> None:
        if request.method == "POST" and request.path == f"/channels/{day.channel.id}/messages":
            tried.append(request)
            if len(tried) == 2:
                raise Refusal(404, 10003)

    day.discord.obstacles.append(refuse)
    other = day.people[1]
    day.world.after(30, lambda: day.send(other.type("play", day.channel, game=day.game)))
    day.world.after(34, partial(press_in, day, other, day.channel, "join", alone=True))  # the next has another nonce
    failures = day.run().failures
    assert len(tried) > 1
    assert not failures


def test_a_table_whose_time_is_over_in_an_outage_is_looked_for_later() -> None:
    day = asked_for_again("outage")
    day.beat = 120

    def tell(kind: str, **more: bool) -> None:
        day.tell(kind, day.discord.guild_payload() | more)

    day.world.after(80, lambda: day.on_gone(random.Random(1)))
    day.world.after(400, lambda: tell("GUILD_DELETE", unavailable=True))
    day.world.after(599, lambda: tell("GUILD_CREATE"))
    failures = day.run().failures
    assert any("Nobody knows whether the channel of table" in line for line in day.world.transcript)
    assert not failures


def test_a_channel_that_refuses_the_board_and_is_said_to_be_gone_is_looked_for_later() -> None:
    day = asked_for_again("refusing", ("POST", 403, 50013))
    day.world.after(99, lambda: day.trouble(500))
    day.world.after(150, lambda: told_gone(day, random.Random(1)))
    assert not day.run().failures


def _found(fault: Fault, first: int, days: int) -> int | None:
    """The first of these days on which the fault is noticed, and nothing else."""
    with fault.plant():
        seed = next((seed for seed in range(first, first + days) if Day(seed).run().failures), None)
    return None if seed is None or Day(seed).run().failures else seed


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.name in SOON], ids=str)
def test_planted_faults_are_found(fault: Fault) -> None:
    assert _found(fault, FOUND[fault.name], 1)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_each_fault_can_be_planted(fault: Fault) -> None:
    """The code that it changes is still there."""
    with fault.plant():
        pass


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.name in FOUND], ids=str)
def test_every_planted_fault_is_found(fault: Fault) -> None:
    """A change of the bot may move the day."""
    assert _found(fault, FOUND[fault.name], 1) or _found(fault, 1, 300)


def test_a_failure_says_what_it_is_whichever_table_it_was() -> None:
    assert kind(Result(("table 3 has 2 live boards: [5, 6]",), (), (), 0, 0.0)) == "table # has # live boards: [#, #]"
