"""A day: what happens in it follows from its seed, and it is checked all the time."""

import gc
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import discord

from cogs.background import clock, members
from cogs.commands import waiting as waiting_commands
from cogs.screens import waiting as waiting_screens
from cogs.screens.daily import DAILY
from cogs.screens.press import Press
from engine import GAMES
from tables.play import clock_guard, lobbies, timers, votes, waiting

from ..tables.stored import migrated
from . import fair_scenes, invariants
from .discord_model import THREAD, TO_ACKNOWLEDGE, Discord, Interaction, Message
from .fair_scenes import EARLY, FAIR_SCENES, OFTEN
from .line import FATES, Line, Weather, nothing, session_of
from .people import CHANNELS, COMMANDS, MENU, Option, Person, options, verb_of
from .process import Process, bury
from .scenes import LOST, SCENES, play_alone, want_direct_messages
from .seams import simulated
from .troubles import AT_THE_START, TROUBLES, wrong_by
from .world import Loop, Stuck, World

FIRST = datetime(2026, 3, 1, tzinfo=UTC)
LASTS = 600.0  # seconds in which things happen
SETTLES = 1500  # seconds within which all must be at rest then
LASTING = 2 * 3600  # seconds in which what Discord has refused for an hour is tried again
LOOKED = 150  # seconds between looks at all that is shown
CHECKED = 300.0  # seconds, in place of hours, until it is looked whether boards were deleted
SEVERAL = 0.06  # share of the days with two processes on one store: each costs four usual ones
# Share of the days on which somebody wants to give up, or deletes what is stored about them after a deal of the day; on
# which a press comes twice; and on which the bot is away for long after it has announced the deals
SELDOM = {"concede": 0.12, "forgets": 0.05, "twice": 0.2, "outage": 0.15}
DILIGENT = 0.15  # share of the days on which whose turn it is plays on
UNSURE = 0.15  # share of the days on which single COMMITs fail
STAGED = 0.25  # share of the days with a scene
FAIR = 0.65  # share of the days with two scenes of how people treat each other
# On these days people have less patience
IMPATIENT: Sequence[tuple[Any, str, Any]] = (
    (waiting, "NUDGE_AFTER", fair_scenes.NUDGED),
    *((module, "RELIEF_AFTER", fair_scenes.RELIEVED) for module in (votes, waiting_commands, waiting_screens)),
    (lobbies, "HOST_AWAY", fair_scenes.HOST_AWAY),
    (timers, "SHORT", timedelta(seconds=fair_scenes.LAST_WORD)),
    (timers, "A_DAY", timedelta(seconds=fair_scenes.TOLD_BEFORE)),
)
TROUBLED = 0.5  # share of the days with one or two of the further kinds of trouble
REMEMBERED = 20.0  # seconds that somebody is taken for a member, in place of minutes
NAMES = ("Ada", "Ben", "Cleo", "Dora")
MOVING = ("pick", "dare", "sheet")
GAMES_PLAYED = ("wyverns-knot", "wyverns-knot", "advyria", "forest-of-wyr", "hexaract")


@dataclass(frozen=True, order=True)
class Event:
    """Something that happens: `number` is the seed of what is drawn then."""

    at: float
    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.at:.1f} {self.kind} {self.number}"


@dataclass(frozen=True)
class Result:
    failures: tuple[str, ...]
    transcript: tuple[str, ...]
    events: tuple[Event, ...]
    presses: int
    seconds: float  # of processor time
    struck: frozenset[str] = frozenset()  # which of `TROUBLES`
    pressed: Mapping[str, int] = field(default_factory=dict)  # how often what was done that can be pressed or typed
    offered: frozenset[str] = frozenset()  # what can be

    def short(self) -> "Result":
        """Without what happened."""
        return replace(self, transcript=(), events=())


WRONG = (
    *("weather", "losing", "kill", "killing", "close", "store", "stall", "deaf", "moderator", "forbid", "dms"),
    *("leave", "wall", "gone"),
)


def planned(seed: int | str, trouble: str | None = None) -> tuple[Event, ...]:
    """What happens on this day. On many days little goes wrong, and not all of it at once.

    `trouble`: this kind does, of those that are drawn last.
    """
    chance = random.Random(f"{seed}/plan")
    events = [
        Event(at, "act", chance.getrandbits(32))
        for at in sorted(chance.uniform(20, LASTS) for _ in range(chance.randint(3, 6)))
    ]
    acts = [event.at for event in events]
    for kind in chance.sample(WRONG, chance.choice((0, 1, 2, 3, 4))):
        for _ in range(chance.choice((1, 2, 4))):  # as a rule while somebody is at it
            at = chance.choice(acts) + chance.uniform(-2, 12) if chance.random() < 0.7 else chance.uniform(30, LASTS)
            events.append(Event(min(max(at, 30.0), LASTS), kind, chance.getrandbits(32)))
    more = (*_planned_besides(seed, acts), *_planned_scene(seed), *_planned_trouble(seed, acts, trouble))
    return tuple(sorted((*events, *more, *_planned_fair_scenes(seed))))


def _planned_besides(seed: int | str, acts: Sequence[float]) -> Iterator[Event]:
    """What random presses and troubles hardly ever lead to. It is drawn by itself, so that the rest stays as it is."""
    chance = random.Random(f"{seed}/more")

    def event(at: float, kind: str) -> Event:
        return Event(at, kind, chance.getrandbits(32))

    if diligent := chance.random() < DILIGENT:
        for at in sorted(chance.uniform(20, LASTS) for _ in range(chance.randint(3, 6))):
            yield event(at, "turn")
    if chance.random() < UNSURE:
        for _ in range(chance.choice((1, 2, 4))):
            yield event(max(20.0, chance.choice(acts) - 1), "commit")
    for kind, share in SELDOM.items():
        if chance.random() < share:
            at = chance.uniform(40, 400)
            yield event(at, kind)
            if kind == "concede" and chance.random() < 0.3:  # the game ends before the others have voted
                yield event(at + chance.uniform(5, 60), "gone")
    if diligent and chance.random() < 0.4:
        yield event(chance.uniform(30, 300), "killing_thought")
    if parts_of(seed) > 1:
        for at in sorted(chance.uniform(20, LASTS) for _ in range(4)):
            yield event(at, "turn")
        for kind in ("overslept", "killing", "boards"):
            if chance.random() < 0.5:
                yield event(chance.uniform(30, 400), kind)


def parts_of(seed: int | str) -> int:
    """Processes on this day."""
    return 2 if random.Random(f"{seed}/parts").random() < SEVERAL else 1


def _planned_scene(seed: int | str) -> Iterator[Event]:
    chance = random.Random(f"{seed}/scenes")
    if chance.random() < STAGED:
        yield Event(chance.uniform(40, 200), chance.choice([*SCENES]), chance.getrandbits(32))


def _planned_fair_scenes(seed: int | str) -> Iterator[Event]:
    chance = random.Random(f"{seed}/fair")
    if chance.random() >= FAIR:
        return
    often = [OFTEN.get(kind, 1.0) for kind in FAIR_SCENES]
    for kind in sorted({*chance.choices([*FAIR_SCENES], often, k=2)}):
        yield Event(chance.uniform(20, 50 if kind in EARLY else 420), kind, chance.getrandbits(32))


def _planned_trouble(seed: int | str, acts: Sequence[float], wanted: str | None) -> Iterator[Event]:
    """Of the further kinds. It is drawn by itself, so that the other days stay as they are."""
    chance = random.Random(f"{seed} new trouble")
    if chance.random() >= TROUBLED and not wanted:
        return
    for kind in [wanted] if wanted else chance.sample([*TROUBLES], chance.choice((1, 1, 2))):
        for _ in range(1 if kind in AT_THE_START else chance.choice((1, 1, 2))):
            at = chance.choice(acts) + chance.uniform(-2, 12) if chance.random() < 0.7 else chance.uniform(2, LASTS)
            yield Event(0.0 if kind in AT_THE_START else max(at, 2.0), kind, chance.getrandbits(32))


@cache
def root() -> Path:
    """Where halls are kept: in memory, if that can be, so that a COMMIT costs little. It goes with its process."""
    shared = Path("/dev/shm")
    kept = tempfile.TemporaryDirectory(prefix="hall-", dir=shared if shared.is_dir() else None)
    _roots.append(kept)
    return Path(kept.name)


_roots: list["tempfile.TemporaryDirectory[str]"] = []


@cache
def commands() -> Sequence[Any]:
    """As Discord knows them once a bot has told it, which is so on all days but the first."""
    first = Day("first", (), ())
    first.run()
    return tuple(first.discord.commands)


class Day:
    def __init__(
        self, seed: int | str, events: Sequence[Event] | None = None, known_commands: Sequence[Any] | None = None
    ) -> None:
        self.seed = seed
        self.events = planned(seed) if events is None else tuple(events)
        chance = random.Random(f"{seed}/setting")
        begins = FIRST + timedelta(days=chance.randrange(200), hours=chance.choice((9, 17, 21, 23)), minutes=54)
        self.world = World(f"{seed}", begins)
        self.game = chance.choice(GAMES_PLAYED)
        self.beat = chance.choice((120, 280, 280))  # Discord knows a nonce for longer
        self.seats, self.with_computer = chance.choice((2, 3, 4)), chance.random() < 0.25
        if any(event.kind == "turn" for event in self.events):
            company = random.Random(f"{seed}/company")
            self.with_computer |= company.random() < 0.4
            self.seats = company.choice((1, 1, 2)) if self.with_computer else self.seats
        self.alone = chance.choices(("", "daily", "learn"), (6, 3, 1))[0]  # what somebody does beside it
        self.parts = parts_of(seed)  # one for direct messages
        self.announced = chance.random() < 0.3  # the deals of the day, in the next hour
        self.tarries = chance.random() < 0.1  # the host doesn't start at once
        self.discord = Discord(self.world)
        self.discord.commands = [*(commands() if known_commands is None else known_commands)]
        self.line = Line(self.world, self.discord)
        self.store = self.world.store
        self.channel = self.discord.add_channel("games")
        self.people = [Person(self.discord, self.discord.add_user(n, name)) for n, name in enumerate(NAMES)]
        self.database = root() / str(os.getpid()) / "hall.sqlite3"
        self.starts = 0
        self.presses = 0
        self.guild_after = 0.0  # the next process hears of the server so many seconds late
        self.wrong_by = next((wrong_by(seed, one.number) for one in self.events if one.kind == "clock"), 0.0)
        self.processes: list[Process] = []
        self.deaf = False
        self.fair = any(event.kind in FAIR_SCENES for event in self.events)
        self.idles = any(event.kind == "idle" for event in self.events)  # tables close if nobody plays on
        self.offered = set[str]()  # what can be pressed or typed
        self.struck = set[str]()  # which of the further kinds of trouble have made a difference
        self.left_at: dict[int, float] = {}  # when users have left the server
        self.doubled_until = 0.0
        self.away_until = 0.0  # a process is not started before
        self.troubled_until = 0.0  # until then nobody expects an answer in time
        self.checks = invariants.Checks(self)
        self.discord.on_message = self.checks.message
        self.discord.on_refused_dm = self.checks.refused_dm
        self.line.on_hang = self.checks.hung

    # -- The day

    def run(self, *, last: bool = False) -> Result:
        """`last`: its process ends soon, so nothing need be cleared away."""
        world, began = self.world, time.process_time()
        shutil.rmtree(self.database.parent, ignore_errors=True)
        migrated(self.database)
        usual = clock.EVERY
        with (
            simulated(
                world,
                session_of(self.line),
                several=self.parts > 1,
                undrawn=any(event.kind == "undrawn" for event in self.events),
                confirm=timedelta(seconds=fair_scenes.CONFIRM) if self.fair else None,
            ),
            ExitStack() as impatient,
            mock.patch.object(clock, "EVERY", float(self.beat)),
            mock.patch.object(clock, "BOARDS_AGAIN", CHECKED),
            mock.patch.object(members, "REMEMBERED", REMEMBERED),
            mock.patch.object(clock_guard, "CLOSED", 2 * self.beat),
            self.checks.watching(),
        ):
            for owner, name, sooner in IMPATIENT if self.fair else ():
                impatient.enter_context(mock.patch.object(owner, name, sooner))
            clock.ClockCog.tick.change_interval(seconds=self.beat)
            gc.disable()  # what is left over is collected once, at the end
            try:
                for part in range(self.parts):
                    self.start(part)
                self.open_table()
                self.do_more()
                for event in self.events:
                    world.after(event.at, partial(self.happen, event))
                for at in range(LOOKED, int(LASTS), LOOKED):
                    world.after(at, self.checks.look_around)
                world.run(LASTS + 5)
                self.settle()
            except Stuck as stuck:
                world.fail(f"the loops turn in circles {stuck}")
            finally:
                clock.ClockCog.tick.change_interval(seconds=usual)
                for process in self.processes:
                    if process.alive:
                        process.kill()
                self.checks.close()
                if not last:
                    gc.enable()
                    bury(self.processes)
        seconds = time.process_time() - began
        happened = tuple(world.failures), tuple(world.transcript), self.events, self.presses
        pressed = self.checks.fairness.pressed
        return Result(*happened, seconds, frozenset(self.struck), pressed, frozenset(self.offered))

    def start(self, part: int) -> None:
        self.starts += 1
        closes = fair_scenes.IDLE / timedelta(days=1).total_seconds() if self.idles else 1
        times = {"nudge_hours": 0.05, "vacate_hours": 0.08, "concede_hours": 0.05, "close_days": closes}
        name = f"bot{self.starts}"
        late, self.guild_after = self.guild_after, 0.0
        process = Process(self.world, self.discord, name, self.database, part, self.parts, late, **times)
        process.on_start = self.offered.update
        process.loop.ahead = self.wrong_by
        self.processes.append(process)

    def of(self, part: int) -> Process:
        """The newest process which has that part of the bot."""
        return next(process for process in reversed(self.processes) if process.part == part)

    @property
    def current(self) -> list[Process]:
        return [self.of(part) for part in range(self.parts)]

    @property
    def process(self) -> Process:
        """That of the server: the last part."""
        return self.of(self.parts - 1)

    def any_process(self, chance: random.Random) -> Process:
        return self.of(chance.randrange(self.parts))

    def open_table(self) -> None:
        """Somebody opens a table, others join, it starts."""
        host, *others = self.people[: min(self.seats, max(GAMES[self.game].seats))]
        world = self.world
        world.after(4, lambda: self.send(host.type("play", self.channel, game=self.game)))
        for n, other in enumerate(others):
            world.after(6 + 2 * n, partial(self.press_verb, other, "join"))
        if self.with_computer:
            world.after(13, lambda: self.press_verb(host, "computers"))
        if not self.tarries:
            world.after(16, lambda: self.press_verb(host, "start"))

    def do_more(self) -> None:
        """What isn't at the table."""
        world, chance, host, person = self.world, random.Random(f"{self.seed}/alone"), self.people[0], self.people[-1]
        if self.alone:
            game = chance.choice(DAILY if self.alone == "daily" else [*GAMES])
            where = chance.choice((self.channel, self.discord.dm(person.user)))
            for _ in range(chance.choice((1, 1, 2))):  # twice at the same time
                world.after(17, lambda: self.send(person.type(self.alone, where, game=game)))
        if self.announced:
            hour = (datetime.fromtimestamp(world.begins, UTC).hour + 1) % 24
            world.after(3.3, lambda: self.send(host.type("settings", self.channel)))
            world.after(3.5, lambda: self.set_up(host, "announce", CHANNELS, str(self.channel.id)))
            world.after(3.7, lambda: self.set_up(host, "hour", MENU, str(hour)))

    def set_up(self, person: Person, field: str, kind: int, value: str) -> None:
        """Choose something in the panel of /settings, which they have opened."""
        for message in reversed(self.discord.visible(person.user)):
            if any(verb_of(control["custom_id"]) == "settings" for control in message.controls()):
                custom_id = Press("set", 0, args=(field,)).custom_id()
                self.send(person.press(Option(message, kind, custom_id, value, 1.0)))
                return

    def press_verb(self, person: Person, verb: str, on: Callable[[Message], bool] = lambda message: True) -> bool:
        """Press the newest such button, `on` a message for which that holds. Returns whether they find one."""
        for message in reversed(self.discord.visible(person.user)):
            for option in options(message) if on(message) else ():
                if verb_of(option.custom_id, option.value) == verb:
                    self.send(person.press(option))
                    return True
        return False

    def happen(self, event: Event) -> None:
        chance = random.Random(f"{self.seed}/{event.kind}/{event.number}")
        if event.kind != "act":
            self.world.note(f"-- {event}")
        if event.kind in SCENES:
            SCENES[event.kind](self, chance)
        elif event.kind in FAIR_SCENES:
            FAIR_SCENES[event.kind](self, chance)
        elif event.kind in TROUBLES:
            TROUBLES[event.kind](self, chance)
        else:
            getattr(self, "on_" + event.kind)(chance)

    def wall(self) -> float:
        """The time of day as the bot sees it."""
        return self.world.wall() + self.wrong_by

    def trouble(self, seconds: float) -> None:
        """What was pressed just now, or is while it lasts, may not be answered."""
        self.troubled_until = max(self.troubled_until, self.world.now + seconds)
        for one in self.discord.interactions.values():
            one.excused |= self.world.now - one.at < TO_ACKNOWLEDGE

    @property
    def troubled(self) -> bool:
        return self.world.now < self.troubled_until

    # -- What people do

    def on_act(self, chance: random.Random) -> None:
        at_it = [person for person in self.people if person.at_it]
        person = chance.choice(at_it if at_it and chance.random() < 0.6 else self.people)
        if chance.random() < 0.06:
            typed: dict[str, Any] = dict(chance.choices([*COMMANDS], [*COMMANDS.values()])[0])
            where = chance.choice((self.channel, self.channel, self.discord.dm(person.user)))
            self.send(person.type(where=where, **typed), again=chance.random() < 0.15)
            return
        delay = 0.0
        for _ in range(chance.choice((1, 2, 2, 4))):  # a turn is made of several presses
            self.world.after(delay, partial(self.act, person, chance.getrandbits(32)))
            delay += chance.choice((0.3, 1.5, 4.0, 9.0))
        if chance.random() < 0.12:  # at the same time as somebody else
            other, number = chance.choice(self.people), chance.getrandbits(32)
            self.world.after(delay, lambda: self.act(other, number))

    def on_turn(self, chance: random.Random) -> None:
        """Whoever has choices goes on, or else whoever the newest board calls asks for theirs."""
        called = next((one for one in reversed([*self.channel.messages.values()]) if "your turn" in one.words()), None)
        for person in self.people:
            if person.at_it or (called and f"<@{person.user}>" in called.words()):
                self.world.after(0, partial(self.act, person, chance.getrandbits(32), "pick", "dare", "play"))
                for delay in (1.5, 4.0):
                    self.world.after(delay, partial(self.act, person, chance.getrandbits(32), *MOVING))

    def on_concede(self, chance: random.Random) -> None:
        """Somebody asks the others to give up."""
        self.send(chance.choice(self.people[:2]).type("concede", self.channel))

    def on_forgets(self, chance: random.Random) -> None:
        """Somebody plays a deal of the day, has all that is stored about them deleted, and asks for the deal again."""
        person, game = chance.choice(self.people), chance.choice(DAILY)
        where = self.discord.dm(person.user)
        for at in (0, 25):
            self.world.after(at, lambda: self.send(person.type("daily", where, game=game)))
        self.world.after(10, lambda: self.send(person.type("privacy", where, what="delete")))
        self.world.after(12, lambda: self.press_verb(person, "forget"))

    def on_boards(self, chance: random.Random) -> None:
        """Somebody asks for their game by two processes at once."""
        person = self.people[0]
        for where in (self.channel, self.discord.dm(person.user)):
            self.world.after(chance.uniform(0, 0.2), partial(self.send, person.type("board", where)))

    def on_twice(self, chance: random.Random) -> None:
        """All that is pressed for some minutes is delivered twice."""
        self.doubled_until = self.world.now + 300

    def act(self, person: Person, number: int, *verbs: str) -> None:
        chance = random.Random(f"{self.seed}/{number}")
        option = person.choose(chance, *verbs)
        if option is None:
            return
        one = person.press(option)
        self.send(one, again=chance.random() < 0.03, person=person)
        if chance.random() < 0.05:  # pressed twice
            self.send(person.press(option), person=person)

    def send(self, one: Interaction, *, again: bool = False, person: Person | None = None) -> None:
        """An interaction is on its way to the bot."""
        what = one.data.get("name") or one.data.get("custom_id")
        values = one.data.get("values", "")
        name = self.discord.names[one.user]
        self.world.note(f"{name} sends {what} {values} {one.pressed.id if one.pressed else ''}")
        self.presses += 1
        event, world = self.discord.event(one), self.world
        self.checks.sent(one)

        def arrive() -> None:
            if self.deaf or (self.discord.away and not one.channel.is_dm):
                one.excused = True
                return
            process = self.of(0) if one.channel.is_dm else self.process
            if not process.ready or not process.alive or process.missed is not None:
                one.excused = True
            process.receive("INTERACTION_CREATE", event)

        delay = world.chance.uniform(0.02, 0.1)
        world.after(delay, arrive)
        if again or world.now < self.doubled_until:
            world.after(delay + world.chance.choice((0.001, 0.2, 2.0)), arrive)
        world.after(3.0, lambda: self.checks.acknowledged(one))
        world.after(invariants.TO_ANSWER, lambda: self.checks.answered(one))
        if person is not None:
            wait = world.chance.uniform(2, 15)

            def send_back() -> None:
                if one.sheet is not None:
                    self.send(person.send_back(one, world.chance))

            world.after(wait, send_back)

    # -- What goes wrong

    def on_losing(self, chance: random.Random) -> None:
        """The bot doesn't hear of the next messages that it posts, and it has to post some."""
        what = chance.choice([*LOST])
        fate, make_it_post = LOST[what]
        self.line.fates = [replace(fate, answer=chance.choice(FATES)) for _ in range(chance.choice((1, 1, 2, 3)))]
        self.world.note(f"   of {what}")
        make_it_post(self, chance)
        self.trouble(60)

    def on_weather(self, chance: random.Random) -> None:
        kind = chance.choice(("lost", "unanswered", "failing", "limited", "late"))
        lasts = chance.choice((3.0, 20.0, 60.0))
        weather = Weather(slowness=chance.choice((1, 1, 5, 40)), **{kind: chance.choice((0.1, 0.4, 0.9))})
        self.line.weather = weather
        self.trouble(lasts + 10)
        self.world.note(f"   {weather}")

        def ends() -> None:
            if self.line.weather is weather:
                self.line.weather = Weather()

        self.world.after(lasts, ends)

    def on_kill(self, chance: random.Random) -> None:
        self.kill(self.any_process(chance), chance.uniform(0.5, 40))

    def kill(self, process: Process, away: float) -> None:
        if not process.alive:
            return
        self.world.note(f"{process.name} is killed")
        process.kill()
        self.trouble(away + 10)
        self.excuse_answers()
        self.world.after(away, lambda: self.start_after(process))

    def excuse_answers(self) -> None:
        """What is under way isn't answered."""
        for one in self.discord.interactions.values():
            one.excused |= self.world.now - one.at < invariants.TO_ANSWER

    def start_after(self, process: Process) -> None:
        """Unless somebody else has started it again."""
        if self.of(process.part) is process:
            self.start(process.part)

    def on_killing(self, chance: random.Random) -> None:
        """Within what the next presses lead to, or when the next message has just been posted, for all or for one."""
        process, away = self.any_process(chance), chance.uniform(0.5, 40)
        if chance.random() < 0.4:
            process.loop.fuse = chance.randrange(400)
            process.loop.blown = lambda: self.kill(process, away)
        else:  # before the bot has heard of it, while it records it, or a little later
            delay = chance.choice((chance.uniform(0, 0.03), chance.uniform(0, 0.1), chance.uniform(0, 0.5)))
            kill = lambda: self.world.after(delay, lambda: self.kill(process, away))  # noqa: E731
            if chance.random() < 0.6:
                self.line.on_post = kill
            else:
                self.line.on_dm = kill
                want_direct_messages(self, chance)
        self.trouble(60)

    def on_killing_thought(self, chance: random.Random) -> None:
        """While a computer player thinks."""
        process, away = self.process, chance.uniform(0.5, 40)
        self.world.on_thought = lambda takes: self.world.after(takes / 2, lambda: self.kill(process, away))
        self.trouble(60)

    def on_outage(self, chance: random.Random) -> None:
        """The bot is killed when it has just announced the deals, and is away for so long that Discord forgets it."""
        away = chance.uniform(330, 400)

        def begins() -> None:
            self.away_until = self.world.now + away + 1
            self.kill(self.process, away)

        self.checks.on_announcement = lambda: self.world.after(0, begins)

    def on_close(self, chance: random.Random) -> None:
        process = self.any_process(chance)
        if process.alive and process.ready:
            process.close()
            self.trouble(40)
            self.excuse_answers()
            away = chance.uniform(0.1, 20)

            def start() -> None:
                if process.alive:
                    self.world.after(1, start)
                else:
                    self.start_after(process)

            self.world.after(away, start)

    def on_store(self, chance: random.Random) -> None:
        """Writes fail, or everything does, or a backup holds the lock."""
        lasts, when = chance.choice((0.3, 2.0, 15.0)), chance.random()

        def begins() -> None:
            self.store.trouble(chance)
            self.trouble(lasts + 10)
            self.world.note(f"   the store: {self.store.why}")
            self.world.after(lasts, self.store.mend)

        if when < 0.4:
            begins()
        elif when < 0.6:  # when somebody has been shown a game for one
            lasts = 2.0
            play_alone(self, chance, begins)
        else:  # when a message is posted, which can't be recorded then
            self.trouble(60)
            self.line.on_post = begins

    def on_commit(self, chance: random.Random) -> None:
        """The next COMMIT of a move, a record or any change of a table fails; it may have come about even so."""
        what = chance.choice(("INTO log", "INTO log", "INTO posts", "UPDATE tables"))
        self.store.fates.append((what, chance.random() < 0.6))
        self.trouble(60)
        if what == "INTO posts":  # which is written when the board is shown elsewhere
            self.send(self.people[0].type("board", self.channel))

    def on_stall(self, chance: random.Random) -> None:
        """A process stands still, now or when it has just posted a message. After seventy seconds its leases lapse."""
        lasts, process = chance.choice((1.0, 5.0, 30.0, 70.0)), self.any_process(chance)

        def begins() -> None:
            process.loop.rests_until = self.world.now + lasts
            self.trouble(lasts + 10)

        if chance.random() < 0.5:
            begins()
        else:
            self.trouble(60)
            self.line.on_post = begins

    def on_overslept(self, chance: random.Random) -> None:
        """The process that posts next stands still so long that another one takes its work over."""

        def begins() -> None:
            if isinstance(self.line.poster, Loop):
                lasts = chance.uniform(90, 200)
                self.line.poster.rests_until = self.world.now + lasts
                self.trouble(lasts + 10)
                for at in (70, 80, 90, 100):
                    self.world.after(at, partial(self.on_turn, random.Random(f"{self.seed}/{at}")))

        self.line.on_post = begins

    def on_deaf(self, chance: random.Random) -> None:
        self.deaf = True
        lasts = chance.uniform(1, 30)

        def ends() -> None:
            self.deaf = False

        self.world.after(lasts, ends)

    def on_moderator(self, chance: random.Random) -> None:
        """Deletes a message of the bot's."""
        seen = [one for one in self.channel.messages.values() if not one.deleted and one.reader is None]
        if seen:
            gone = chance.choice(seen[-3:])
            gone.deleted = True
            self.world.note(f"   message {gone.id} is deleted")

    def on_forbid(self, chance: random.Random) -> None:
        name = chance.choice(("view_channel", "send_messages", "attach_files", "read_message_history"))
        denied = discord.Permissions(**{name: True}).value
        place = self.channel
        place.denied |= denied
        self.tell("CHANNEL_UPDATE", self.discord.channel_payload(place))

        def given() -> None:
            place.denied &= ~denied
            self.tell("CHANNEL_UPDATE", self.discord.channel_payload(place))

        self.world.after(chance.uniform(5, 200), given)

    def on_gone(self, chance: random.Random) -> None:
        """The newest thread is deleted, or else the channel; then they play in another one."""
        place = [*self.discord.channels.values()][-1]
        place = place if place.kind == THREAD else self.channel
        place.gone = True
        self.world.note(f"   {place.name} is deleted")
        kind = "THREAD_DELETE" if place.kind == THREAD else "CHANNEL_DELETE"
        if not self.deaf:
            self.tell(kind, self.discord.channel_payload(place))
        if place is self.channel:
            self.channel = self.discord.add_channel("games again")
            self.tell("CHANNEL_CREATE", self.discord.channel_payload(self.channel))
            self.open_table()

    def on_dms(self, chance: random.Random) -> None:
        user = chance.choice(self.people).user
        if user in self.discord.no_dms:
            self.discord.no_dms.discard(user)
        else:
            self.discord.no_dms.add(user)

    def on_leave(self, chance: random.Random) -> None:
        user = chance.choice(self.people).user
        self.discord.members.discard(user)
        self.left_at[user] = self.world.now

        def comes_back() -> None:
            self.discord.members.add(user)
            self.left_at.pop(user, None)

        self.world.after(chance.uniform(60, 400), comes_back)

    def on_wall(self, chance: random.Random) -> None:
        """The time of day jumps."""
        loop = self.any_process(chance).loop
        loop.ahead += chance.choice((-7200.0, -90.0, 90.0, 7200.0))

    def tell(self, event: str, payload: dict[str, Any]) -> None:
        self.process.receive(event, payload)

    # -- The end

    def settle(self) -> None:
        """Nothing is wrong any more: after a while all must be as it should."""
        self.world.note("-- all is well again")
        self.line.weather, self.deaf = Weather(), False
        self.store.mend()
        self.store.fates.clear()
        self.line.hangs.clear()
        if self.discord.obstacles:
            with mock.patch.object(clock, "BOARDS_AGAIN", LASTING):
                self.world.run(LASTING)
            self.discord.obstacles.clear()
        self.discord.away, self.discord.unsaid = None, ()
        self.world.draw = lambda drawing: None
        for process in self.processes:
            if process.missed is not None:
                process.resume()
        if "malformed" in self.struck:  # what was read by half is told again
            self.tell("GUILD_UPDATE", self.discord.guild_payload())
        if any(event.kind in ("told_gone", "unavailable", "kicked") for event in self.events):
            self.tell("GUILD_CREATE", self.discord.guild_payload())
        self.channel.denied = 0
        self.tell("CHANNEL_UPDATE", self.discord.channel_payload(self.channel))
        for process in self.processes:
            process.loop.fuse, process.loop.ahead = None, self.wrong_by
            process.loop.rests_until = 0.0
        self.line.on_post = self.line.on_dm = nothing
        self.line.fates = []
        self.world.on_thought = lambda takes: None
        self.world.run(max(70, self.away_until - self.world.now))  # a start may be under way
        for process in self.current:
            if not process.alive:
                self.start(process.part)
        self.world.run(120, lambda: all(process.ready for process in self.current))
        if not all(process.ready for process in self.current):
            self.world.fail("the bot doesn't start")
            return
        if any(event.kind in ("moderator", "gone") for event in self.events):
            self.world.run(CHECKED + 2 * self.beat)
        if any(event.kind == "refused" for event in self.events):
            self.world.run(LASTING, self.checks.at_rest)
        for _ in range(SETTLES // self.beat):
            if self.checks.at_rest():
                break
            self.world.run(self.beat + 1)
        self.checks.at_the_end()
