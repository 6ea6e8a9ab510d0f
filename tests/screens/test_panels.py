"""Laws of the panels, over played positions of every game: what buttons say, and what they don't do unasked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import msgspec
import pytest

from cogs.games import WORDS
from cogs.games.words import Label, Offer, move_path
from cogs.screens import picker
from cogs.screens.picker import AND, ChosenMoves, Question, Situation
from cogs.screens.press import Press
from cogs.screens.screen import BUTTON_LIMIT, Button, Control, Menu, Option, Style
from cogs.screens.typed import suggestions, typed_path
from engine import GAMES, AnyGame, Chance, Data, Playthrough, advyria, hexaract
from engine import advent_of_the_wyrms as advent
from engine import wyverns_knot as knot
from engine.hexaract.moves import EndRound

from ..engine.players import Setup, lasting, playthrough, positions, sensible, setups, uniform

NAMES = ("Astrid", "Bram", "Cosima", "Dario", "Edda", "Finn", "Gil", "Hal")
POSITIONS = 16  # of a game
PHONE = 38  # characters of a button, by Discord's own guidelines; 34 beside an emoji
OPTION = 48  # of a select's option


class Shown(NamedTuple):
    """A question as it is shown."""

    now: Situation
    question: Question
    controls: list[Control]

    def buttons(self) -> list[Button]:
        return [control for control in self.controls if isinstance(control, Button)]

    def options(self) -> list[tuple[Press, Option]]:
        """Each with the meaning of its menu."""
        menus = [control for control in self.controls if isinstance(control, Menu)]
        return [(menu.press, option) for menu in menus for option in menu.options]

    def leads(self) -> Iterator[tuple[tuple[str, ...], str, Button | None]]:
        """The path that each control chooses, what it says, and the button."""
        for button in self.buttons():
            press = Press.read(button.press.custom_id())
            if press.verb == "pick" and button.label != "Back":
                yield press.args, button.label, button
        for press, option in self.options():
            yield picker.path_of(Press.read(press.custom_id(), [option.value])), option.label, None


def situations(key: str) -> Iterator[Situation]:
    """Of whoever is to act, in positions from all parts of the game's games."""
    game, found = GAMES[key], list[Situation]()
    tables = [setup for setup in setups() if setup.game is game]
    tables = [*{setup.seats: setup for setup in tables}.values()]
    for setup in tables:
        for player in (lasting, uniform):
            for state in positions(Setup(*setup), "panels", player):
                seat = game.to_act(state)
                if seat is not None and game.forced(state, alone=setup.seats == 1) is None:
                    legal = game.legal_moves(state)
                    found.append(Situation(tuple(legal), WORDS[key], game.view(state, seat), NAMES[: setup.seats]))
    yield from found[:: max(1, len(found) // POSITIONS)]


@cache
def shown(key: str) -> tuple[Shown, ...]:
    """Every question that can be reached by pressing, in all these positions; not what comes after a move."""
    return tuple(question for now in situations(key) for question in _reachable(now, ()))


def _reachable(now: Situation, path: tuple[str, ...]) -> Iterator[Shown]:
    question = picker.next_question(now, path)
    if isinstance(question, ChosenMoves):
        return
    found = Shown(now, question, picker.controls(question, now, Press("pick", 1, 1, path)))
    yield found
    for onward, _, _ in found.leads():
        if AND not in onward and len(onward) > len(path):
            yield from _reachable(now, onward)


every_game = pytest.mark.parametrize("key", WORDS)


@every_game
def test_a_button_says_the_whole_of_what_it_does(key: str) -> None:
    """The kind of move, and everything chosen of it so far; also where steps were left out, or all is offered whole."""
    for one in shown(key):
        offered = one.now.offered
        for path, said, _ in one.leads():
            if path in offered:
                continue
            kind = WORDS[key].kinds[path[0]]
            begins = f"{kind.text}:" if kind.verb is None else kind.verb
            if len(path) == 1:
                assert said.startswith(kind.text), (path, said)
                continue
            assert said.startswith(begins), (path, said)
            move = next(move for move in one.now.legal if move_path(move)[: len(path)] == path)
            if move_path(move) == path and WORDS[key].phrase(one.now.view, one.now.names, move):
                continue  # it says them in its own way
            for field in move.__struct_fields__[: len(path) - 1]:
                value: Label = WORDS[key].value(one.now.view, one.now.names, move, field)
                assert value.text in said, (path, said)


@every_game
def test_no_press_leads_to_a_single_choice(key: str) -> None:
    """But for the kind of move: where what is chosen leaves one move, it has been offered whole."""
    for one in shown(key):
        for path, said, _ in one.leads():
            found = picker.next_question(one.now, path)
            if len(path) > 1 and isinstance(found, Question):
                assert len(found.choices) > 1, said


@every_game
def test_no_two_buttons_of_a_message_say_the_same(key: str) -> None:
    for one in shown(key):
        said = [button.label for button in one.buttons()]
        assert len(said) == len({*said}), said
        options = [(option.label, option.detail) for _, option in one.options()]
        assert len(options) == len({*options}), options


@every_game
def test_what_autocomplete_offers_can_be_typed(key: str) -> None:
    """Its words, in their order, mean it and nothing else: “Enchant with card 2 · Bram says A1”, say."""
    for now in situations(key):
        offered = suggestions(now, "")
        assert len({text for text, _ in offered}) == len(offered)
        for text, path in offered:
            assert typed_path(now, text.lower()) == tuple(path.split("/")), text


@every_game
def test_a_phone_shows_a_button_whole(key: str) -> None:
    for one in shown(key):
        for button in one.buttons():
            assert button.label
            assert len(button.label) <= PHONE - 4 * bool(button.emoji), button.label
        for _, option in one.options():
            assert len(option.label) <= OPTION, option.label
            assert len(option.detail or "") <= 100, option.detail


@every_game
def test_what_one_press_makes_can_be_made(key: str) -> None:
    """All moves of a button or a sheet are legal one after the other, so the press never fails half-way."""
    game = GAMES[key]
    for one in shown(key):
        sheet = one.now.sheet()
        wholes = [offer.moves for offer in one.now.offers]
        wholes += [sheet.moves[: sheet.most]] if sheet else []
        for moves in wholes:
            chance = Chance("panels")
            state = game.imagine(one.now.view, chance)
            seat = game.to_act(state)
            for move in moves:
                assert game.to_act(state) == seat
                state = game.play(state, move, chance).state
            assert len(picker.spell_all(moves)) < 40


@every_game
def test_what_asks_once_more_is_red(key: str) -> None:
    """Green is for what is safe: a move whose game warns of it is never shown so."""
    for one in shown(key):
        risks = {path: offer.risk for path, offer in one.now.offered.items()}
        for path, said, button in one.leads():
            found = None if path in risks else picker.next_question(one.now, path)
            risk = risks.get(path) or (found.risk if isinstance(found, ChosenMoves) else None)
            if risk and button:
                assert button.style is Style.DANGER, said


@every_game
def test_in_words_a_button_says_what_its_colour_says(key: str) -> None:
    """Also in a menu; and no two say the same."""
    for one in shown(key):
        now = replace(one.now, worded=True)
        worded = Shown(now, one.question, picker.controls(one.question, now, Press("pick", 1, 1, one.question.path)))
        said = [button.label for button in worded.buttons()]
        said += [f"{option.label} {option.detail}" for _, option in worded.options()]
        assert len(said) == len({*said}), said
        for offer in one.question.offers.values():  # such as how much damage to stop does
            assert any(label.startswith(offer.label.text) for label in said), said
        for button in worded.buttons():
            assert len(button.label) <= BUTTON_LIMIT
            assert button.style is not Style.DANGER or button.label.endswith("(risky)"), button.label


def test_a_press_that_ends_the_round_says_so() -> None:
    """Hexaract: long names leave no room for it, so those ways are in a menu that says so."""
    game, found = GAMES["hexaract"], 0
    for number in range(4):
        for played in playthrough(Setup(game, 1, game.options()), f"{number:064x}", lasting):
            view, legal = game.view(played.state, 0), game.legal_moves(played.state)
            for offer in WORDS["hexaract"].offers(view, NAMES[:1], legal):
                if isinstance(offer.moves[-1], EndRound):
                    found += 1
                    assert ", end" in offer.label.text or "end the round" in (offer.menu or "")
    assert found


def test_done_is_green_only_where_no_more_dice_can_be_used() -> None:
    """Hexaract: whoever presses what is green leaves nothing undone."""
    found = set[bool]()
    for one in shown("hexaract"):
        if not one.question.path and any(isinstance(move, hexaract.moves.Done) for move in one.now.legal):
            left = any(button.label.startswith(("Dice: ", "Both pairs")) for button in one.buttons())
            (done,) = (button for button in one.buttons() if button.label == "Done with the dice")
            assert (done.style is Style.SUCCESS) != left or done.style is Style.DANGER
            found.add(left)
    assert found == {False, True}


def test_more_than_fit_are_not_offered_whole() -> None:
    """Also where a game's words would have it so: a menu's option is one step."""
    game = GAMES["wyverns-knot"]
    state = game.new(3, game.options(), Chance("panels"))
    words = replace(WORDS["wyverns-knot"], few_moves=40)
    now = Situation(tuple(game.legal_moves(state)), words, game.view(state, 0), NAMES[:3])
    question = picker.next_question(now, ("research",))
    assert isinstance(question, Question)
    assert picker.controls(question, now, Press("pick", 1, 1, ("research",)))


def test_an_offer_makes_a_move() -> None:
    with pytest.raises(ValueError, match="Nothing"):
        Offer(Label("Nothing"), ())


def risks(key: str, kind: type[Any], dangerous: Callable[[Any], bool]) -> dict[bool, set[bool]]:
    """In whole games: by whether a position is dangerous, whether moves of this kind ask once more in it."""
    game, found = GAMES[key], dict[bool, set[bool]]()
    for number in range(6):
        setup = Setup(game, game.seats[0], game.options())
        for player in (lasting, uniform):
            for state in positions(setup, f"danger {number}", player):
                seat = game.to_act(state)
                for move in () if seat is None else game.legal_moves(state):
                    if isinstance(move, kind):
                        view = game.view(state, seat)
                        found.setdefault(dangerous(view.table), set()).add(bool(WORDS[key].risky(view, move)))
    return found


def test_what_makes_the_last_strike_dragon_end_the_game_asks_once_more() -> None:
    """Whatever ends with moving a strike dragon, when the only one left leaves the board with that or takes the last
    egg.
    """

    def dangerous(table: Any) -> bool:
        left = [(row, strike) for row, strike in enumerate(table.strikes) if strike.face != "gone"]
        (row, strike), *others = left
        if others or strike.face != "up":
            return False
        return bool(strike.column == 1 or (table.left == 1 and table.nest[4 * row + strike.column - 2].fate == "down"))

    for kind in (knot.moves.Scout, knot.moves.Research):
        assert risks("wyverns-knot", kind, dangerous) == {True: {True}, False: {False}}


def test_a_strike_dragon_on_its_way_to_the_last_egg_asks_once_more() -> None:
    """Whatever moves it, while others need not be lost."""
    game = GAMES["wyverns-knot"]
    state = game.new(3, game.options(), Chance("the last egg"))
    gone = [msgspec.structs.replace(strike, face="gone", column=0) for strike in state.table.strikes[1:]]
    comes = msgspec.structs.replace(state.table.strikes[0], face="up", column=3)
    nest = [
        msgspec.structs.replace(egg, fate="down" if cell == 1 else "lost") for cell, egg in enumerate(state.table.nest)
    ]
    table = msgspec.structs.replace(state.table, strikes=(comes, *gone), nest=tuple(nest), left=1)
    view = msgspec.structs.replace(game.view(state, 0), table=table)
    risk = WORDS["wyverns-knot"].risky(view, knot.moves.Scout(1))
    assert risk
    assert "takes the last egg" in risk
    far = msgspec.structs.replace(table, strikes=(msgspec.structs.replace(comes, column=4), *gone))
    assert WORDS["wyverns-knot"].risky(msgspec.structs.replace(view, table=far), knot.moves.Scout(1)) is None


def test_what_needs_a_card_of_the_empty_deck_asks_once_more() -> None:
    assert risks("advent-of-the-wyrms", advent.moves.Discard, lambda table: not table.deck_size)[False] == {False}
    game, asked = GAMES["advent-of-the-wyrms"], set[tuple[bool, bool]]()
    for number in range(60):
        for state in positions(Setup(game, 1, game.options()), f"danger {number}", sensible):
            view = game.view(state, 0)
            for move in game.legal_moves(state) if not view.table.deck_size else ():
                wins = game.play(state, move, Chance("danger")).state.step == "won"
                asked.add((wins, bool(WORDS[game.key].risky(view, move))))
    assert asked == {(True, False), (False, True)}


LATE = 8  # positions at the end of a game in which a press may end it
IMAGINED = 40  # positions that a player may be in


def presses(now: Situation) -> Iterator[tuple[tuple[Data, ...], str | None]]:
    """All that one press can make, and what it asks before."""
    yield from ((offer.moves, offer.risk) for offer in now.offers)
    yield from (((move,), now.words.risky(now.view, move)) for move in now.legal)


@cache
def endings(key: str) -> list[tuple[Any, Situation]]:
    """The last positions of whole games, and what can be done in each."""
    game, found = GAMES[key], list[tuple[Any, Situation]]()
    setup = Setup(game, game.seats[0], game.options())
    for number, player in product(range(4), (lasting, uniform, sensible)):
        for state in [*positions(setup, f"danger {number}", player)][-LATE:]:
            seat = game.to_act(state)
            if seat is not None:
                legal = tuple([move for move in game.legal_moves(state) if move != game.concession])
                found.append((state, Situation(legal, WORDS[key], game.view(state, seat), NAMES[: setup.seats])))
    return found


def losses(game: AnyGame, now: Situation, moves: Sequence[Data]) -> Iterator[bool]:
    """Whether the player has lost by these moves, in each position that they may be in.

    With what is forced then, until that brings something to light.
    """
    for number in range(IMAGINED):
        chance = Chance(f"imagined {number}")
        imagined = Playthrough(game, game.imagine(now.view, chance), chance, alone=len(now.names) == 1)
        seat = imagined.to_act
        for move in moves:
            imagined.play(move)
        while (forced := imagined.forced()) is not None and not imagined.play(forced).step.reveals:
            pass
        ending = imagined.outcome
        yield ending is not None and seat in ending.losers


# Where players compete, whoever is behind at the end ends the game by a press like any other
ALL_WIN_OR_LOSE = [key for key, game in GAMES.items() if len(game.seats) == 1 or game.cooperative(game.options())]


@pytest.mark.parametrize("key", ALL_WIN_OR_LOSE)
def test_a_press_that_surely_ends_the_game_in_defeat_asks_once_more(key: str) -> None:
    """Where another one doesn't: when all is lost, each press would ask."""
    asked = 0
    for _, now in endings(key):
        found = [*presses(now)]
        for path, offer in now.offered.items():
            if offer.risk:
                assert picker.confirm(ChosenMoves(offer.moves, offer.risk, path), now, Press("pick", 1, 1))
        silent = [moves for moves, risk in found if not risk and all(losses(GAMES[key], now, moves))]
        assert not silent or all(all(losses(GAMES[key], now, moves)) for moves, _ in found), (now.view, silent)
        asked += any(risk for _, risk in found)
    assert asked


def test_dice_that_surely_end_the_game_in_defeat_ask_once_more_and_no_others() -> None:
    """Hexaract: whatever is done with the pairs and with own chips, the round ends the game."""
    game, asked = GAMES["hexaract"], set[bool]()

    @cache
    def is_lost(state: Any) -> bool:
        if state.step in ("assign", "won", "lost"):  # the first is another round
            return bool(state.step == "lost")
        return all(is_lost(game.play(state, move, Chance("danger")).state) for move in game.legal_moves(state))

    for state, now in endings(game.key):
        for moves, risk in presses(now) if state.step == "assign" else ():
            if isinstance(moves[-1], hexaract.moves.Done):
                made = state
                for move in moves:
                    made = game.play(made, move, Chance("danger")).state
                assert bool(risk) == is_lost(made), (now.view.table, moves)
                asked.add(bool(risk))
    assert asked == {False, True}


def test_a_try_that_may_lose_the_last_strike_dragon_asks_once_more() -> None:
    """Wyvern's Knot: where a miss is possible by what its player knows."""
    game, asked = GAMES["wyverns-knot"], 0
    for state, now in endings(game.key):
        if sum(strike.face != "gone" for strike in state.table.strikes) == 1:
            for moves, risk in presses(now):
                if isinstance(moves[-1], knot.moves.Aim | knot.moves.Decline):
                    assert risk or not any(losses(game, now, moves)), moves
                    asked += bool(risk)
    assert asked


def test_ending_a_turn_is_green_only_where_no_set_can_be_played() -> None:
    """Advyria: what is green leaves nothing undone."""
    found = 0
    for one in shown("advyria"):
        offers = [*one.question.offers.values()]
        left = any(isinstance(offer.moves[0], advyria.moves.PlaySet) for offer in offers)
        for offer in offers:
            if isinstance(offer.moves[0], advyria.moves.EndTurn) and len(offer.moves) > 1:
                assert (offer.label.style is Style.SUCCESS) != left
                found += left
    assert found
