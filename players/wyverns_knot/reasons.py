"""Why a move is good or bad, in a sentence for people."""

from collections.abc import Sequence
from functools import lru_cache

from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import (
    Advance,
    Aim,
    Back,
    Blind,
    Decline,
    Distract,
    Enchant,
    Keep,
    Move,
    Place,
    Point,
    PointStrike,
    Remove,
    Research,
    Scout,
    TurnUp,
    Wild,
)
from engine.wyverns_knot.state import DRAGONS, ROWS, View
from engine.wyverns_knot.telling import cell_name, strike_name

from .evaluation import LAST, Evaluation

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CLOSE = 0.01


def reason(view: View, move: Move, history: Sequence[Event]) -> str:
    """Of any legal move: what it risks and gives, in under 25 words."""
    return why(_evaluation(view, tuple(history)), move)


_evaluation = lru_cache(maxsize=2)(Evaluation)  # it is asked about many moves of one view


def why(evaluation: Evaluation, move: Move) -> str:
    match move:
        case Research(owner, position):
            return _research(evaluation, owner, position)
        case Scout(cell):
            return _scout(evaluation, cell)
        case Blind(look):
            return why(evaluation, look)
        case Enchant(position) | Wild(position):
            return _attempt(evaluation, position, isinstance(move, Wild))
        case Distract(_, row):
            return f"{strike_name(row)} goes back a column: one more step without harm. The card is gone."
        case TurnUp():
            return _turn_up(evaluation)
        case Point() | PointStrike():
            return _point(evaluation, move)
        case Keep():
            owner, position, _ = evaluation.chosen
            face_up = evaluation.table.tableaus[owner][position].face == "up"
            if face_up:
                return "You point at nothing, and a strike dragon moves all the same."
            return "You show nothing: only you know this card. You can still point from it later."
        case Back():
            return "You choose another action. Nothing is lost."
        case Aim(cell):
            return _aim(evaluation, cell)
        case Place(cell):
            return _place(evaluation, cell)
        case Decline():
            chance = _odds(_match_of_aim(evaluation))
            return f"{chance} that the card matches the egg you named. Saving one of the row is sure."
        case Remove(row):
            return _remove(evaluation, row)
        case Advance(row):
            return _advance(evaluation, row)


def _odds(chance: float) -> str:
    """As people say it: in so many, where that comes close."""
    if not chance:
        return "No chance"
    many = round(1 / chance)
    if 3 <= many <= len(NUMBERS) and abs(chance - 1 / many) < CLOSE:
        return f"One chance in {NUMBERS[many - 1]}"
    return f"A {min(99, max(1, round(100 * chance)))}% chance"


def _research(evaluation: Evaluation, owner: int, position: int) -> str:
    beliefs = evaluation.beliefs
    dragon = beliefs.kind[beliefs.first[owner] + position]
    if (owner, position) in evaluation.busy:
        return "Its owner knows already where this card fits. Looking at it again helps nobody."
    hit = evaluation.look(owner, position).hit
    if dragon < 0:
        if not hit:
            return "You know no egg yet that this card could fit, but turned up it helps everyone."
        return f"{_odds(hit)} that this card can save an egg at once, when you point or turn it up."
    if evaluation.eggs[dragon]:
        egg = cell_name(evaluation.eggs[dragon][0])
        return f"This card is {DRAGONS[dragon]}, like egg {egg}. Point, and its owner can save it."
    if hit == 1:
        return f"This card is {DRAGONS[dragon]}, like a strike dragon. Point, and its owner can save an egg."
    return f"You know this card, {DRAGONS[dragon]}, but no egg to point at. It costs a step of a strike dragon."


def _scout(evaluation: Evaluation, cell: int) -> str:
    dragon = evaluation.beliefs.kind[cell]
    if cell in evaluation.taken:
        return "Somebody can save this egg already. Looking at it costs a step of a strike dragon."
    if dragon >= 0:
        return f"You know this egg already: {DRAGONS[dragon]}."
    hit = evaluation.scouting(cell).hit
    if hit:
        return f"{_odds(hit)} that this egg fits one of your own cards. You could save it on your next turn."
    if evaluation.beliefs.known_to[cell]:
        return "You would know this egg too, and could point at it from a card that fits."
    return "Nobody knows this egg. Once you do, you can point at it from a card that fits."


def _attempt(evaluation: Evaluation, position: int, wild: bool) -> str:
    for save in evaluation.saves:
        if (save.owner, save.position) == (evaluation.me, position):
            if save.wild and wild:
                return "This card matches a strike dragon: it saves an egg of that row, and no strike dragon moves."
            if not save.wild and save.cell in evaluation.open:
                return f"This card and egg {cell_name(save.cell)} match. No strike dragon moves."
            if not save.wild:
                return f"This card matches egg {cell_name(save.cell)}, but a strike dragon lies on it. Better wait."
            return "This card matches a strike dragon. Better try it as a wild enchantment."
    face = evaluation.table.tableaus[evaluation.me][position].face
    guess = evaluation.guess(position)
    if face == "down" and not wild and evaluation.wild:
        return "A wild enchantment of this card can do the same, and may save an egg by its strike dragon."
    return f"A guess, {round(100 * guess.chance)}% at best. A mismatch loses the egg, the card and a strike dragon."


def _aim(evaluation: Evaluation, cell: int) -> str:
    _, position, card = evaluation.chosen
    if evaluation.beliefs.linked(card, cell) or evaluation.beliefs.match(card, cell) > 0.99:
        return "They match, as far as you know: the egg is saved."
    guess = evaluation.attempt(position, cell)
    if guess.chance > 0.99:
        return "Your card matches a strike dragon. You can save an egg of its row, whichever egg you name now."
    return f"{_odds(guess.chance)} that this saves an egg. A mismatch loses egg, card and a strike dragon."


def _match_of_aim(evaluation: Evaluation) -> float:
    chosen = evaluation.table.chosen
    assert chosen is not None
    assert chosen.cell is not None
    return evaluation.beliefs.match(evaluation.chosen[2], chosen.cell)


def _turn_up(evaluation: Evaluation) -> str:
    owner, position, card = evaluation.chosen
    if (owner, position) in evaluation.busy:
        return "Its owner knows already where this card fits. Face up, it can't be wild any more."
    dragon = evaluation.beliefs.kind[card]
    if evaluation.eggs[dragon] or dragon in evaluation.wild:
        return "You could point from this card. Turned up, it tells its owner less."
    return "Everyone sees this card: whoever finds its egg can point at it, or save it if the card is theirs."


def _point(evaluation: Evaluation, move: Point | PointStrike) -> str:
    *_, card = evaluation.chosen
    target = move.cell if isinstance(move, Point) else 16 + move.row
    name = f"egg {cell_name(move.cell)}" if isinstance(move, Point) else strike_name(move.row)
    chance = evaluation.beliefs.match(card, target)
    if chance > 0.99:
        return f"It is true: this card matches {name}. Its owner can save an egg."
    if chance:
        return f"You don't know that it matches {name}. Others will trust you, and may lose the egg."
    return f"This card doesn't match {name}. Others will trust you, and may lose the egg."


def _place(evaluation: Evaluation, cell: int) -> str:
    if cell in evaluation.promised:
        return "This egg is saved, but another card could have saved it."
    if cell == max([other for other in evaluation.down if other // 4 == cell // 4]):
        return "This egg is next in the strike dragon's way. Saved, it gives you a step without harm."
    return "This egg is saved. The one next in the strike dragon's way needs it more."


def _remove(evaluation: Evaluation, row: int) -> str:
    if len(evaluation.rows) == 1:
        return "It is the last strike dragon: the game ends."
    strike = evaluation.table.strikes[row]
    if strike.face == "down":
        return f"Row {ROWS[row]} is safe then, but nobody will know which dragon could save its eggs."
    if evaluation.use(row) < 0.2:
        return f"Row {ROWS[row]} is safe then, and hardly any card matches this strike dragon."
    return f"Row {ROWS[row]} is safe then, but cards that match this strike dragon save no egg any more."


def _advance(evaluation: Evaluation, row: int) -> str:
    strike, harm = evaluation.table.strikes[row], evaluation.harm(row)
    cell = 4 * row + strike.column - (0 if strike.face == "down" else 2)
    if strike.face == "down":
        if strike.column == 4:
            return f"It turns face up. From then on, cards that match it can save any egg of row {ROWS[row]}."
        if cell in evaluation.promised:
            return f"No egg is lost, but it covers egg {cell_name(cell)}, which somebody could save now."
        return "No egg is lost: it is still face down."
    if harm >= LAST:
        return "It is the last strike dragon. It flies home, and that loses the game."
    if strike.column == 1:
        return "It flies home. No egg is lost."
    if cell not in evaluation.down:
        return "No egg is lost: the next one in its way is saved or gone."
    lost = f"Egg {cell_name(cell)} is lost"
    if evaluation.lost:
        return f"{lost}, and every egg counts for the score."
    if not evaluation.spare:
        return f"{lost}, and too few are left: that loses the game."
    if cell in evaluation.promised:
        return f"{lost}, though somebody could save it."
    return f"{lost}. After that you can lose {evaluation.spare - 1} more and still win."
