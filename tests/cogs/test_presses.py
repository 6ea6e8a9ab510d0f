"""How many presses a turn takes, and how many words a player meets on the way: whole games by a sensible player.

They use what the bot shows as a person does: of all buttons, the one that leads furthest towards what they want. A
press is whatever the bot is asked and answers: a button, a choice from a menu, opening a sheet, sending it. Opening a
menu and ticking boxes wait for nobody.

    python -m pytest -s tests/cogs/test_presses.py          prints the figures
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.games import WORDS
from cogs.games.words import Path as Spelled
from cogs.games.words import move_path
from cogs.screens.picker import AND, spell_all
from cogs.screens.press import Press
from engine import GAMES, AnyGame, Chance, Playthrough, advyria, hexaract
from engine.forest_of_wyr.moves import Defend, Invoke, Stop, Walk
from engine.records import replace
from players import PLAYERS
from players.advyria.sensible import choose

from ..games import TRIALS
from .hall import Actor, World, controls, labels, leads, text, world
from .solitaires import begun_with, deal, start
from .test_wyverns_knot_at_a_table import start as start_knot
from .tour import Tourist

NAMES = ("Ann", "Bob", "Cat")
SELECT = 3
AHEAD = 12  # moves that somebody thinks ahead

# By game and what is counted: presses, on average, and at most so many. They may only become fewer.
LIMITS: Mapping[str, Mapping[str, float]] = {
    # Blindly, with Play before it; of moves that make sense a turn takes three: see tests/screens/turns.py
    "wyverns-knot": {"enchant": 3.0, "research": 5.0, "pointing": 6.0},
    "advyria": {"a turn": 3.0},
    "advent-of-the-wyrms": {"a card": 1.0},
    "hexaract": {"a round": 2.3},  # what would lose the game is asked about once more
    "forest-of-wyr": {"a round": 1.9, "an attack": 1.8},
}


@dataclass
class Count:
    """Of one unit, such as a round: how many there were, and what they took."""

    units: int = 0
    presses: int = 0
    words: int = 0
    most: int = 0  # presses of one of them


@dataclass
class Person:
    """All players of one game: they know how it will go, and find the way there."""

    here: World
    game: AnyGame
    seed: str
    counts: dict[str, Count] = field(default_factory=dict)

    async def play(self, script: Sequence[tuple[Any, Any]], panels: "Panels", unit: "Unit") -> None:
        """`script`: the states of a game, each with the move that was made in it; at last its end, without one."""
        names = [*_units(script[:-1], unit)]
        at, open_for = 0, None
        panel: ResponseMessage | None = None
        taken = Counter[tuple[str, int]]()
        while at < len(script) - 1:
            state = script[at][0]
            if self.game.forced(state, alone=max(self.game.seats) == 1) is not None:
                at += 1
                continue
            seat = self.game.to_act(state)
            name = names[at]
            if panel is None or seat != open_for:
                open_for = seat
                panel, opening = await panels(self.here, self.here.seats()[seat or 0])
                self._add(taken, name, opening, 0)
            ahead = [one for one in script[at : at + AHEAD] if self.game.to_act(one[0]) == seat]
            goals = [self._essence(later) for later, _ in script[at + 1 : at + 1 + len(ahead)]]
            at += await self._advance(panel, seat or 0, [one for _, one in ahead], goals, taken, name)
        for (unit_name, _), presses in taken.items():
            self.counts[unit_name].units += 1
            self.counts[unit_name].most = max(self.counts[unit_name].most, presses)

    async def _advance(
        self,
        panel: ResponseMessage,
        seat: int,
        moves: Sequence[Any],
        goals: Sequence[Any],
        taken: "Counter[tuple[str, int]]",
        name: tuple[str, int],
    ) -> int:
        """Press until something is done of what is wanted: how many moves it was."""
        member = self.here.seats()[seat]
        actor: Actor = member.user if panel._message.channel_id == member.user.dm_channel.id else member
        path: Spelled = ()
        move = moves[0]
        if sheet := [custom_id for custom_id in controls(panel) if Press.read(custom_id).verb == "sheet"]:
            ticked = self._ticked(seat, moves)
            if len(ticked) > 1:
                self._add(taken, name, 2, _words(panel, sheet[0]))
                await self.here.tick(actor, await self.here.press(actor, panel, custom_id=sheet[0]), ticked)
                return goals.index(self._essence(self.here.state())) + 1
        for _ in range(20):
            state = self.here.state()
            found = [lead for lead in leads(panel) if lead.verb == "pick"]
            reached = [(lead, self._reached(state, lead.path)) for lead in found]
            there = [(goals.index(goal) + 1, lead) for lead, goal in reached if goal in goals]
            done, lead = max(there, key=lambda pair: pair[0], default=(0, None))
            if lead is None:
                on = [
                    one for one in found if move_path(move)[: len(one.path)] == one.path and len(one.path) > len(path)
                ]
                lead = max(on, key=lambda one: len(one.path), default=None)
            if lead is None:
                lead = next(one for one in leads(panel) if one.verb == "page")
            self._add(taken, name, 1, _words(panel, lead.custom_id))
            if lead.value is None:
                await self.here.press(actor, panel, custom_id=lead.custom_id)
            else:
                await self.here.choose(actor, panel, lead.value, custom_id=lead.custom_id)
            path = lead.path if lead.verb == "pick" else path
            if done or path == move_path(move):
                while sure := [lead for lead in leads(panel) if lead.verb == "dare"]:
                    self._add(taken, name, 1, _words(panel, sure[0].custom_id))
                    await self.here.press(actor, panel, custom_id=sure[0].custom_id)
                return done or 1
        raise AssertionError(f"the panel doesn't lead to {move}")

    def _ticked(self, seat: int, moves: Sequence[Any]) -> list[str]:
        """What of the sheet that is offered now does the most of what is wanted next."""
        state, ticked, left = self.here.state(), list[Any](), [*moves]
        sheet = WORDS[self.game.key].sheet(self.game.view(state, seat), self.game.legal_moves(state))
        while sheet and left and ticked.count(left[0]) < sheet.moves.count(left[0]) and len(ticked) < sheet.most:
            ticked.append(left.pop(0))
        if sheet is None or len(ticked) < sheet.least:
            return []
        return [f"{'/'.join(move_path(move))}#{ticked[: at + 1].count(move)}" for at, move in enumerate(ticked)]

    def _add(self, taken: "Counter[tuple[str, int]]", name: tuple[str, int], presses: int, words: int) -> None:
        count = self.counts.setdefault(name[0], Count())
        taken[name] += presses
        count.presses += presses
        count.words += words

    def _reached(self, state: Any, path: Spelled) -> Any:
        """Where the moves that a button spells lead, with what is forced after them; None if they are no moves."""
        chance = Chance(self.seed)
        if path[:1] == (AND,):  # too many moves to be spelled
            seat, legal_now = self.game.to_act(state), self.game.legal_moves(state)
            offers = WORDS[self.game.key].offers(self.game.view(state, seat), NAMES, legal_now)
            path = spell_all(offers[int(path[1])].moves)
        for spelled in _split(path):
            legal = {move_path(move): move for move in self.game.legal_moves(state)}
            if spelled not in legal:
                return None
            state = self.game.play(state, legal[spelled], chance).state
        return self._essence(state)

    def _essence(self, state: Any) -> Any:
        """What matters of a state: which dice made a pair doesn't, nor in what order cards were used."""
        if not isinstance(state, hexaract.state.State):
            return state
        cards = tuple(sorted((pair.card, pair.used) for pair in state.pairs))
        return cards, replace(state, pairs=(), recent=(), discard=tuple(sorted(state.discard)))


Panels = Callable[[World, MemberActor], Any]  # what a member plays by when their turn begins, and the presses to get it
Unit = Callable[
    [Any, Any, Any], tuple[str, bool]
]  # (state, the move before, its state): what this belongs to, and whether it begins anew


def _units(script: Sequence[tuple[Any, Any]], unit: Unit) -> Iterator[tuple[str, int]]:
    """Of each move: what is counted, and the how many-th of these."""
    numbers = Counter[str]()
    before: Any = None
    made: Any = None
    for state, move in script:
        name, anew = unit(state, made, before)
        numbers[name] += anew or not numbers[name]
        yield name, numbers[name]
        before, made = state, move


def _split(path: Spelled) -> Iterator[Spelled]:
    """The moves of a button that makes several."""
    spelled: list[str] = []
    for token in path:
        if token == "+":
            yield tuple(spelled)
            spelled = []
        else:
            spelled.append(token)
    yield tuple(spelled)


def _words(panel: ResponseMessage, chosen: str) -> int:
    """What there is to read: the text, the buttons, and of a menu that is opened its options."""
    said = [text(panel), *labels(panel)]
    for custom_id, part in controls(panel).items():
        if part["type"] == SELECT:
            said.append(part.get("placeholder") or "")
            if custom_id == chosen:
                said += [f"{option['label']} {option.get('description') or ''}" for option in part["options"]]
    return len(" ".join(said).split())


Thinker = Callable[[Any, Sequence[Any]], Sequence[Any]]  # from a state and its legal moves to the moves to make next


def play_out(game: AnyGame, seed: str, options: Any, player: Thinker, seats: int) -> list[tuple[Any, Any]]:
    """The states of a game with the moves made, the last state with the last move."""
    deal, planned = Playthrough.deal(game, seats, options, Chance(seed)), list[Any]()
    while (legal := deal.legal_moves) and deal.outcome is None:
        if len(legal) == 1:
            move = legal[0]
            planned = planned[1:] if planned and planned[0] == move else planned
        else:
            if not planned or planned[0] not in legal:
                planned = list(player(deal.state, legal))
            move = planned.pop(0)
        deal.play(move)
    return [*[(made.state, made.move) for made in deal.played], (deal.state, None)]


def discards(state: advyria.state.State) -> Iterator[int]:
    """The cards that the sensible player lets go now; on a sheet they have one order."""
    game = GAMES["advyria"]
    while state.table.step == "discard":
        move = choose(game.view(state, 0), game.legal_moves(state))
        assert isinstance(move, advyria.moves.Discard)
        yield move.card
        state = game.play(state, move, Chance("no chance")).state


async def one_message(here: World, member: MemberActor) -> tuple[ResponseMessage, int]:
    """A solitaire's."""
    return here.direct_messages(member)[-1], 0


async def at_a_table(here: World, member: MemberActor) -> tuple[ResponseMessage, int]:
    """The private message of the turn, if the moves are on it; else the panel behind Play."""
    for message in here.direct_messages(member)[-1:]:
        if any(lead.verb == "pick" for lead in leads(message)):
            return message, 0
    return await here.play(member), 1


def by_round(state: Any, made: Any, before: Any) -> tuple[str, bool]:
    return "a round", before is not None and state.round != before.round


def by_card(state: Any, made: Any, before: Any) -> tuple[str, bool]:
    return "a card", True


def in_the_forest() -> "Unit":
    rounds = set[int]()  # a round may begin with an attack

    def unit(state: Any, made: Any, before: Any) -> tuple[str, bool]:
        now, then = state.table, before.table if before else None
        if now.step not in ("draw", "defend", "renew"):
            anew = now.round not in rounds
            rounds.add(now.round)
            return "a round", anew
        ahead, last = now.attack.cards, then.attack.cards if then and then.attack else ()
        drawn_anew = then is not None and then.step == "renew"
        anew = then is None or then.attack is None or (bool(last) and ahead[:1] != last[:1] and not drawn_anew)
        return "an attack", anew

    return unit


def by_turn(state: Any, made: Any, before: Any) -> tuple[str, bool]:
    """What is done after the turn's end, discards, belongs to it."""
    steps = (before.table.step, state.table.step) if before else ("", "")
    return "a turn", steps == ("discard", "play") or (isinstance(made, advyria.moves.EndTurn) and steps[1] == "play")


ALONE: Mapping[str, Callable[[], "Unit"]] = {
    "hexaract": lambda: by_round,
    "advent-of-the-wyrms": lambda: by_card,
    "forest-of-wyr": in_the_forest,
    "advyria": lambda: by_turn,
}


def counted(game: AnyGame, counts: Mapping[str, Count]) -> None:
    for name, count in counts.items():
        presses, words = count.presses / count.units, count.words / count.units
        print(
            f"\n{game.title}, {name}: {presses:.1f} presses (at most {count.most}), {words:.0f} words, of {count.units}"
        )
        limit = LIMITS.get(game.key, {}).get(name)
        assert limit is None or round(presses, 1) <= limit


def as_offered(state: Any, legal: Sequence[Any], seed: str) -> Sequence[Any]:
    """To where the careful player walks, and freeing what they free, but with the cards that the panel proposes.

    After a spellshard they look again.
    """
    game, planned, now, freed = GAMES["forest-of-wyr"], list[Any](), state, False
    going_on = {"act": "walk", "defend": "defend"}.get(state.table.step)
    while not planned or (now.table.step == going_on and not isinstance(planned[-1], Stop) and not freed):
        planned.append(PLAYERS[game.key].rule(game.view(now, 0), game.legal_moves(now), (), Chance(seed)))
        if isinstance(planned[0], Invoke):
            return planned
        now = game.play(now, planned[-1], Chance(seed)).state
        freed = now.table.freed > state.table.freed
    walk = next((move for move in planned if isinstance(move, Walk)), None)
    for offer in WORDS[game.key].offers(game.view(state, 0), NAMES, legal):
        stops = isinstance(offer.moves[-1], Stop)
        if walk in offer.moves or (isinstance(planned[0], Defend) and {*offer.moves} == {*planned}):
            return offer.moves
        if freed and isinstance(offer.moves[0], Defend) and not stops and isinstance(planned[0], Defend):
            return offer.moves
    return planned


def all_dice(state: Any, legal: Sequence[Any], seed: str) -> Sequence[Any]:
    """What they would do, but if the panel proposes more pairs with theirs among them, that."""
    game = GAMES["hexaract"]
    think = TRIALS[game.key].sensible
    assert think
    planned, view = think(game.view(state, 0), legal), game.view(state, 0)
    wanted = Counter(move.card for move in planned if isinstance(move, hexaract.moves.Assign))
    for offer in WORDS[game.key].offers(view, NAMES, legal):
        if wanted and wanted < Counter(move.card for move in offer.moves if isinstance(move, hexaract.moves.Assign)):
            return offer.moves
    return planned


AS_OFFERED = {"forest-of-wyr": as_offered, "hexaract": all_dice}
SLOW = ("forest-of-wyr", "advyria", "hexaract")
DEALS = {"hexaract": 2}  # its rounds differ much


@pytest.mark.parametrize("key", [pytest.param(key, marks=[pytest.mark.slow] * (key in SLOW)) for key in ALONE])
async def test_presses_of_a_game_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    game, counts = GAMES[key], dict[str, Count]()
    for number in range(1, 1 + DEALS.get(key, 1)):
        seed = f"{number:064x}"

        def player(state: Any, legal: Sequence[Any], seed: str = seed) -> Sequence[Any]:
            view = game.view(state, 0)
            if follow := AS_OFFERED.get(key):
                return follow(state, legal, seed)
            if think := TRIALS[key].sensible:
                return think(view, legal)
            return [*map(advyria.moves.Discard, sorted(discards(state)))] or [choose(view, legal)]

        script = play_out(game, seed, begun_with(key), player, 1)
        deal(monkeypatch, seed)
        (tmp_path / str(number)).mkdir()
        async with world(tmp_path / str(number), "Ann") as here:
            ann = here.members[0]
            await start(here, ann.user, key)
            person = Person(here, game, seed, counts=counts)
            await person.play(script, one_message, ALONE[key]())
    counted(game, counts)


@pytest.mark.slow
async def test_presses_of_wyverns_knot(tmp_path: Path) -> None:
    game, seed = GAMES["wyverns-knot"], f"{1:064x}"
    tourist = Tourist(frozenset(("point", "turn-up", "keep")))
    script = play_out(game, seed, game.options(), lambda state, legal: (tourist(game, state, lambda: 0.5),), 3)
    async with world(tmp_path, *NAMES) as here:
        await start_knot(here, seed)
        person = Person(here, game, seed)
        await person.play(script, at_a_table, by_action(script))
    counted(game, person.counts)


def by_action(script: Sequence[tuple[Any, Any]]) -> Unit:
    """A turn by what was done in it; one in which was pointed, by that."""
    names: dict[int, str] = {}
    tags: list[str] = []
    for (state, move), (after, _) in pairwise(script):
        tags.append(move_path(move)[0])
        names[id(state)] = ""
        if after.table.turn != state.table.turn or after is script[-1][0]:
            pointed = {"point", "point-strike"} & {*tags}
            for earlier, _ in script[: len(names)][-len(tags) :]:
                names[id(earlier)] = "pointing" if pointed else f"{tags[0]}"
            tags = []
    return lambda state, made, before: (
        names[id(state)],
        before is None or state.table.turn != before.table.turn,
    )
