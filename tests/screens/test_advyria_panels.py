"""Advyria's corners, as the panel and the board show them."""

import pytest

from cogs.screens import log
from cogs.screens.screen import MENU_LIMIT, Screen
from engine import GAMES
from engine.advyria.cards import FAIRY, GOLD, HEROES, JOKER, KNIGHT, WARRIOR, WIZARD, card_of
from engine.advyria.land import QUESTS, SPACE_OF
from engine.advyria.moves import EndTurn, Go, Leave, PlayAdventure, PlaySet, PlayWizard, Rob, Send, Spare
from engine.advyria.state import State

from ..engine.test_advyria import advyria
from .game import NAMES, Game
from .told import buttons, labels, options, text

ADVYRIA = GAMES["advyria"]


def at(state: State) -> Game:
    seats = len(state.table.players)
    return Game(ADVYRIA.key, NAMES[:seats], state=state, options=state.table.options)


def choices(panel: Screen) -> list[str]:
    """All that a panel offers: its buttons, and the options of its menus."""
    return [*labels(panel), *(f"{option.label} · {option.detail}" for option in options(panel))]


@pytest.mark.clause("GA-13")
def test_four_jokers_are_played_as_the_player_says() -> None:
    game = at(advyria((JOKER,) * 4, (), villages=3))
    game.play(PlaySet(WARRIOR, 4, 4))
    assert "Ann** played 4 Warriors, all of them Jokers" in text(game.board())
    ways = choices(game.panel(0).opening())[:4]
    assert ways == ["Flip 3 villages", "Flip 2 villages", "Flip 1 village", "Flip no villages"]


@pytest.mark.clause("GA-28")
def test_losses_stop_at_eleven_and_levels_at_fourteen() -> None:
    game = at(advyria((WIZARD, WIZARD, JOKER), (), level=13, losses=11))
    game.play(PlayWizard(joker=False))
    assert "**Ann** may now keep 14 cards and has 11 losses." in text(game.board())
    assert choices(game.panel(0).opening()) == ["End your turn", "Log"], "a lone move is asked for all the same"
    assert game.state.table.step == "play"


@pytest.mark.clause("GA-40")
def test_a_hand_of_one_is_stolen_and_its_pawn_sent() -> None:
    game = at(advyria((KNIGHT, KNIGHT), (JOKER,), (FAIRY,) * 3, pawns=("G1", "W2", "G4"), gone=(SPACE_OF["W1"],)))
    game.play(PlaySet(KNIGHT, 2, 0))
    assert "Go to W1 Owl Hollow · 1 step, beside Bob (1 card)" in choices(game.panel(0).opening())
    game.play(Go(SPACE_OF["W1"]))
    offered = choices(game.panel(0).opening())
    assert "Take cards from Bob · 1 card" in offered
    assert "Leave them in peace" in offered
    game.play(Rob(1))
    assert "took 1 card from **Bob**'s hand" in text(game.board())
    assert "Joker" not in text(game.board())
    assert "**Ann** took a Joker from **Bob**'s hand." in text(game.panel(0).opening())
    game.play(Send(SPACE_OF["G6"]))
    assert game.state.hands[:2] == ((JOKER,), ())
    assert "a Joker" in text(game.panel(1).hand()), "he knows what was taken"
    assert "Joker" not in text(game.panel(2).hand())


@pytest.mark.clause("GA-40")
def test_sparing_a_neighbour_is_a_choice_too() -> None:
    game = at(advyria((KNIGHT, KNIGHT), (FAIRY,) * 3, pawns=("G1", "W2"), gone=(SPACE_OF["W1"],)))
    game.play(PlaySet(KNIGHT, 2, 0), Go(SPACE_OF["W1"]), Spare())
    assert game.state.hands[1] == (FAIRY,) * 3


@pytest.mark.clause("GA-91")
@pytest.mark.parametrize("held", [(), (card_of(0),)], ids=["no card", "its card"])
def test_whoever_reaches_an_adventure_is_asked_card_or_no_card(held: tuple[int, ...]) -> None:
    game = at(advyria((KNIGHT, KNIGHT, *held), (), up=(0,)))
    game.play(PlaySet(KNIGHT, 2, 0), Go(0))
    first = "Complete the adventure" if held else "Leave it there, end your turn"
    assert choices(game.panel(0).opening())[:2] == [first, "Leave it there"]
    assert game.state.table.step == "adventure", "nothing is decided for her"
    game.play(Leave())
    assert "left The Griffin's Egg" in text(game.board())


def test_far_rides_are_offered_page_by_page_the_nearest_tiles_first() -> None:
    game = at(advyria((card_of(0), FAIRY, FAIRY), (), pawns=("G1", "G2")))
    game.play(PlayAdventure(0))
    panel = game.panel(0).opening()
    offered = [label for label in labels(panel) if label.startswith("Go to ")]
    menu = choices(panel)[len(labels(panel)) :]
    assert (len(offered), len(menu)) == (2, MENU_LIMIT)
    assert offered[0] == "Go to W1: face down · 1 step"
    tiles = menu[: len(QUESTS) - len(offered)]
    assert all("face down" in label for label in tiles)
    steps = [int(label.partition(" · ")[2].split()[0]) for label in tiles]
    assert steps == sorted(steps)
    assert buttons(panel)["Next"].press.verb == "page"


def test_the_last_tile_and_a_hidden_hero() -> None:
    """The last tile taken in mid-turn: the player finishes the turn; then heroes are shown."""
    tiles = (GOLD, *range(12), *(GOLD,) * 13)
    game = at(advyria((KNIGHT, KNIGHT, FAIRY), (), gone=range(1, 26), tiles=tiles))
    game.play(PlaySet(KNIGHT, 2, 0), Go(0))
    assert "That was the last quest tile" in text(game.board())
    assert not GAMES["advyria"].outcome(game.state)
    assert not any(hero.name in text(game.board()) for hero in HEROES)
    game.play(EndTurn())
    assert GAMES["advyria"].outcome(game.state)
    table, told = game.table, game.told(None)
    assert any(HEROES[1].name in line for line in log.all_lines(table, told)), "the picture and the log show heroes"


def test_at_a_table_of_one_nobody_sees_what_the_hand_lacks() -> None:
    """An adventure without its card is left, and a turn in which nothing can be played ended, by their player."""
    game = at(advyria((KNIGHT, KNIGHT), level=14, up=(0,), pile=(FAIRY, FAIRY, WIZARD, KNIGHT, WARRIOR, FAIRY)))
    game.own = {"solo": False}
    game.play(PlaySet(KNIGHT, 2, 0), Go(0))
    assert game.state.table.step == "adventure"
    assert buttons(game.panel(0).opening())["Leave it there, end your turn"].press.args == ("leave", "+", "end-turn")
    game.play(Leave(), EndTurn())
    assert game.state.table.step == "play"
    assert game.state.hands[0] == (KNIGHT, WARRIOR, FAIRY), "nothing of it can be played, and yet it is her turn"
