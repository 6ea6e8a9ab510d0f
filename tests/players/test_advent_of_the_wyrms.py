"""What the player of Advent of the Wyrms does, and why it says so."""

from engine import Chance, Playthrough
from engine import advent_of_the_wyrms as advent
from engine.decktet import CARDS, EXTENDED
from players.advent_of_the_wyrms import PLAYER, WORK, _position, _spelled, _tries, play_on, reason

from .solitaire import LUCK, require_plain_reasons, require_the_same_answer

NUMBERS = {card.name.removeprefix("the "): number for number, card in enumerate(CARDS)} | {"Excuse": 44}


def cards(names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names.split(", ") if name)


def view(hand: str, *incantations: str, wyrm: str = "", deck: int = 20) -> advent.state.View:
    """With so many cards in the deck, the lowest among them; the others are discarded."""
    played, held, wyrms = tuple(map(cards, incantations)), cards(hand), cards(wyrm)
    others = [card for card in EXTENDED if card not in {*held, *wyrms, *(card for one in played for card in one)}]
    state = advent.state.State(
        deck=tuple(others[:deck]),
        hand=held,
        incantations=played,
        discard=tuple(others[deck:]),
        wyrm=wyrms[0] if wyrms else None,
        step="negate" if wyrms else "play",
    )
    return advent.rules.view(state, 0)


DONE = ("Ace of Moons, Author, Journey", "Ace of Suns, Painter, Mountain", "Ace of Leaves, Origin, Forest")
LAST = view("Merchant, Huntress, Bard, Sea", *DONE, "Ace of Knots, Market", deck=6)


def played(position: advent.state.View) -> advent.moves.Move:
    moves = advent.rules.legal_moves(advent.rules.imagine(position, LUCK))
    weighed = PLAYER.weigh(position, moves, (), LUCK)
    assert PLAYER.strengths["strong"](position, moves, (), LUCK) == weighed[0].move
    return weighed[0].move


def test_it_finishes_the_fourth_incantation_and_is_sure_of_it() -> None:
    moves = advent.rules.legal_moves(advent.rules.imagine(LAST, LUCK))
    first, *others = PLAYER.weigh(LAST, moves, (), LUCK)
    assert first.move == advent.moves.Add(NUMBERS["Merchant"], 3) == PLAYER.rule(LAST, moves, (), LUCK)
    assert (first.expected, first.error) == (1, 0)
    assert first.reason == "It finishes an incantation: 4 of 4."
    assert all(other.expected <= 1 for other in others)


def test_the_card_that_could_win_negates_no_wyrm() -> None:
    position = view("Merchant, Ace of Waves, Lunatic", *DONE, "Ace of Knots, Market", wyrm="Soldier", deck=12)
    assert played(position) != advent.moves.Negate(NUMBERS["Merchant"])
    assert reason(position, advent.moves.Negate(NUMBERS["Merchant"])).startswith(
        "You lose the Merchant, which could finish an incantation."
    )


def test_it_begins_low() -> None:
    position = view("Ace of Moons, Consul, Harvest, Window", deck=41)
    assert played(position) == advent.moves.Begin(NUMBERS["Ace of Moons"])


def test_with_an_empty_deck_it_gives_up_no_card_that_would_be_missed() -> None:
    """To discard is to draw, and there is nothing to draw: only what finishes the fourth incantation wins."""
    position = view("Merchant, Huntress, Bard, Sea", *DONE, "Ace of Knots, Market", deck=0)
    moves = advent.rules.legal_moves(advent.rules.imagine(position, LUCK))
    chances = {one.move: one.expected for one in PLAYER.weigh(position, moves, (), LUCK)}
    assert {move: chance for move, chance in chances.items() if chance} == {advent.moves.Add(NUMBERS["Merchant"], 3): 1}


def test_a_deal_that_it_plays_on_without_the_engine_ends_as_with_it() -> None:
    """From every position of some deals, unless the deck is shuffled on the way: that is other luck."""
    compared = list[bool]()
    for seed in range(6):
        state = advent.GAME.new(1, advent.state.Options(), Chance(f"deal/{seed}"))
        while advent.GAME.outcome(state) is None:
            (won,), work = play_on(0, state, (), LUCK)
            now, moves, shuffled = state, 0, False
            while (outcome := advent.GAME.outcome(now)) is None:
                at = advent.rules.view(now, 0)
                step = advent.rules.play(
                    now, PLAYER.rule(at, advent.rules.legal_moves(now), (), LUCK), Chance(f"luck/{seed}")
                )
                now, moves = step.state, moves + 1
                shuffled = shuffled or any(isinstance(event, advent.events.ShuffledBack) for event in step.events)
                if moves == 1:
                    state = now
            if not shuffled:
                assert (won, work) == (float(outcome.won is True), WORK * moves)
                compared.append(won == 1.0)
    assert compared.count(True) > 10
    assert compared.count(False) > 10


def test_the_moves_that_it_tries_are_the_legal_ones() -> None:
    for seed in range(3):
        played = Playthrough.deal(advent.GAME, 1, advent.state.Options(), Chance(f"deal/{seed}"))
        while played.outcome is None:
            view, moves = played.view(0), played.legal_moves
            tries = _tries(_position(view))
            assert {_spelled(view, tried) for tried in tries} == {*moves} - {advent.GAME.concession}
            begins = [move for move in moves if isinstance(move, advent.moves.Begin)]  # until no more can be begun
            played.play(begins[0] if begins and seed else PLAYER.rule(view, moves, (), LUCK))


def test_why_any_legal_move() -> None:
    require_plain_reasons(PLAYER, reason)


def test_asked_again_it_answers_the_same() -> None:
    require_the_same_answer(PLAYER, 2)
