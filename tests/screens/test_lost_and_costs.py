"""What a panel and a board say of a game that can't be won any more, of costs, and of an end."""

from typing import Any

from cogs.games import WORDS
from cogs.screens import hints
from cogs.screens.panel import question_at, situation
from engine import GAMES, Chance
from engine import advent_of_the_wyrms as advent
from engine import wyverns_knot as knot
from engine.advyria.cards import FAIRY, KNIGHT, WIZARD
from engine.advyria.state import Options
from engine.decktet import EXCUSE, short_name
from engine.records import replace
from players.answer import Opinion

from ..engine.test_advyria import advyria
from .game import NAMES, Game
from .told import buttons, controls, labels, text

ADVYRIA = GAMES["advyria"]
END, BETTER = "It can't be won: end it", "Play for a better result"


def knot_with(left: int) -> Game:
    state = knot.GAME.new(3, knot.GAME.options(), Chance("lost"))
    lost = [replace(egg, fate="lost", dragon=0) if cell >= left else egg for cell, egg in enumerate(state.table.nest)]
    return Game(
        "wyverns-knot", NAMES[:3], state=replace(state, table=replace(state.table, nest=tuple(lost), left=left))
    )


def test_a_groups_game_that_cant_be_won_says_so_and_can_be_ended() -> None:
    lost, goes_on = knot_with(11), knot_with(12)
    assert "The target is out of reach." in text(lost.board())
    assert "out of reach" not in text(goes_on.board())
    button = buttons(lost.panel(0).opening())[END]
    assert (button.press.verb, button.press.args) == ("concede", ("ask",))
    assert END not in labels(goes_on.panel(0).opening())
    assert END not in labels(lost.panel(1).hand()), "it isn't Bob's turn"
    assert buttons(lost.panel(0).opening())[BETTER].press.verb == "better"
    lost.own = {"plays_on": True}
    assert "out of reach" not in text(lost.board())
    assert not {END, BETTER} & {*labels(lost.panel(0).opening())}


def test_a_solitaire_that_cant_be_won_calls_giving_up_so() -> None:
    game = Game("advent-of-the-wyrms", NAMES[:1])
    assert END not in labels(game.panel(0).opening())
    lost = Game("advent-of-the-wyrms", NAMES[:1], state=replace(game.state, deck=game.state.deck[:5]))
    assert buttons(lost.panel(0).opening())[END].press.verb == "give-up"
    assert "Give up" not in labels(lost.panel(0).opening())
    seen = [getattr(one, "label", "") for one in controls(lost.panel(0).opening())]
    assert {END, BETTER} < {*seen}, "not behind “More…”"
    assert len(seen) <= 6
    lost.own = {"plays_on": True}
    assert "Give up" in labels(lost.panel(0).opening())
    assert not {END, BETTER} & {*labels(lost.panel(0).opening())}


def at(*hands: tuple[int, ...], **table: Any) -> Game:
    state = advyria(*hands, **table)
    return Game(ADVYRIA.key, NAMES[: len(state.table.players)], state=state, options=state.table.options)


def test_a_wizard_says_what_it_costs_and_is_never_the_first_button() -> None:
    pile = (KNIGHT,) * 50
    alone = labels(at((WIZARD, FAIRY), (), level=5, pile=pile).panel(0).opening())
    assert alone[0] == "End your turn"
    assert alone[1].startswith("Play a Wizard: +1 card, -1 gold")
    beside = labels(at((WIZARD, KNIGHT, KNIGHT), (), level=5, pile=pile).panel(0).opening())
    assert beside[0].startswith("Play 2 Knights")


def test_advyria_says_why_it_ended_and_what_each_score_is_made_of() -> None:
    state = advyria((), ())
    ann = replace(state.table.players[0], gold=3, completed=(0, 1), losses=2)
    table = replace(state.table, players=(ann, *state.table.players[1:]), step="over", tiles_left=0)
    view = ADVYRIA.view(replace(state, table=table), None)
    told = WORDS["advyria"].ending(view, NAMES[:2])
    assert told.splitlines() == [
        "-# The last quest tile was taken: that ended the game.",
        "-# Ann: coins 6 · adventures 10 · losses -2",
    ]
    idle = replace(view, table=replace(table, tiles_left=3, phase="finale"))
    assert "Nobody drew or played" in WORDS["advyria"].ending(idle, NAMES[:2])
    together = replace(view, table=replace(table, options=Options(mode="coop")))
    assert WORDS["advyria"].ending(together, NAMES[:2]).endswith("-# coins 6 · adventures 10 · losses -2")
    simple = replace(view, table=replace(table, options=Options(simple_scoring=True)))
    assert "coins" not in WORDS["advyria"].ending(simple, NAMES[:2])


def test_why_names_each_choice_with_its_verb() -> None:
    seen = Game("advent-of-the-wyrms", NAMES[:1]).panel(0).seen
    question, now = question_at(seen, ()), situation(seen, worded=True)
    reasons = tuple([f"Reason {number}." for number, _ in enumerate(hints.moves_to_weigh(question, now))])
    said = hints.whys(seen, question, now, Opinion((), reasons))
    assert "**Begin with " in said
    assert "Discard " in said
    assert advent.GAME.key == seen.table.game


def test_advents_first_button_wastes_no_high_card() -> None:
    """On the Journey (3) the Harvest (11) would leave room for a 12 alone. What finishes an incantation comes first."""
    card = {short_name(number): number for number in range(EXCUSE)}
    hand = (card["Harvest"], card["Huntress"], card["Mountain"], card["Merchant"])
    start = replace(Game("advent-of-the-wyrms", NAMES[:1]).state, hand=hand)

    def offered(*incantation: int) -> list[str]:
        state = replace(start, incantations=(incantation,))
        shown = labels(Game("advent-of-the-wyrms", NAMES[:1], state=state).panel(0).opening())
        return [label for label in shown if label.startswith(("Add to", "Finish"))]

    begun = [label.split()[3] for label in offered(card["Journey"])]
    assert begun == ["Mountain", "Huntress", "Harvest"]
    both = replace(start, incantations=((card["Journey"],), (card["Journey"], card["Mountain"])), hand=hand)
    first = labels(Game("advent-of-the-wyrms", NAMES[:1], state=replace(both, hand=hand[:1])).panel(0).opening())[0]
    assert first.startswith("Finish 2")
