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

from .thought import LAST, Thought

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CLOSE = 0.01


def reason(view: View, move: Move, told: Sequence[Event]) -> str:
    """Of any legal move: what it risks and gives, in under 25 words."""
    return why(_thought(view, tuple(told)), move)


_thought = lru_cache(maxsize=2)(Thought)  # it is asked about many moves of one view


def why(thought: Thought, move: Move) -> str:
    match move:
        case Research(owner, position):
            return _research(thought, owner, position)
        case Scout(cell):
            return _scout(thought, cell)
        case Blind(look):
            return why(thought, look)
        case Enchant(position) | Wild(position):
            return _attempt(thought, position, isinstance(move, Wild))
        case Distract(_, row):
            return f"{strike_name(row)} goes back a column: one more step without harm. The card is gone."
        case TurnUp():
            return _turn_up(thought)
        case Point() | PointStrike():
            return _point(thought, move)
        case Keep():
            owner, position, _ = thought.chosen
            face_up = thought.table.tableaus[owner][position].face == "up"
            if face_up:
                return "You point at nothing, and a strike dragon moves all the same."
            return "You show nothing: only you know this card. You can still point from it later."
        case Back():
            return "You choose another action. Nothing is lost."
        case Aim(cell):
            return _aim(thought, cell)
        case Place(cell):
            return _place(thought, cell)
        case Decline():
            chance = _odds(_match_of_aim(thought))
            return f"{chance} that the card matches the egg you named. Saving one of the row is sure."
        case Remove(row):
            return _remove(thought, row)
        case Advance(row):
            return _advance(thought, row)


def _odds(chance: float) -> str:
    """As people say it: in so many, where that comes close."""
    if not chance:
        return "No chance"
    many = round(1 / chance)
    if 3 <= many <= len(NUMBERS) and abs(chance - 1 / many) < CLOSE:
        return f"One chance in {NUMBERS[many - 1]}"
    return f"A {min(99, max(1, round(100 * chance)))}% chance"


def _research(thought: Thought, owner: int, position: int) -> str:
    beliefs = thought.beliefs
    dragon = beliefs.kind[beliefs.first[owner] + position]
    if (owner, position) in thought.busy:
        return "Its owner knows already where this card fits. Looking at it again helps nobody."
    hit = thought.look(owner, position).hit
    if dragon < 0:
        if not hit:
            return "You know no egg yet that this card could fit, but turned up it helps everyone."
        return f"{_odds(hit)} that this card can save an egg at once, when you point or turn it up."
    if thought.eggs[dragon]:
        egg = cell_name(thought.eggs[dragon][0])
        return f"This card is {DRAGONS[dragon]}, like egg {egg}. Point, and its owner can save it."
    if hit == 1:
        return f"This card is {DRAGONS[dragon]}, like a strike dragon. Point, and its owner can save an egg."
    return f"You know this card, {DRAGONS[dragon]}, but no egg to point at. It costs a step of a strike dragon."


def _scout(thought: Thought, cell: int) -> str:
    dragon = thought.beliefs.kind[cell]
    if cell in thought.taken:
        return "Somebody can save this egg already. Looking at it costs a step of a strike dragon."
    if dragon >= 0:
        return f"You know this egg already: {DRAGONS[dragon]}."
    hit = thought.scouting(cell).hit
    if hit:
        return f"{_odds(hit)} that this egg fits one of your own cards. You could save it on your next turn."
    if thought.beliefs.known_to[cell]:
        return "You would know this egg too, and could point at it from a card that fits."
    return "Nobody knows this egg. Once you do, you can point at it from a card that fits."


def _attempt(thought: Thought, position: int, wild: bool) -> str:
    for save in thought.saves:
        if (save.owner, save.position) == (thought.me, position):
            if save.wild and wild:
                return "This card matches a strike dragon: it saves an egg of that row, and no strike dragon moves."
            if not save.wild and save.cell in thought.open:
                return f"This card and egg {cell_name(save.cell)} match. No strike dragon moves."
            if not save.wild:
                return f"This card matches egg {cell_name(save.cell)}, but a strike dragon lies on it. Better wait."
            return "This card matches a strike dragon. Better try it as a wild enchantment."
    face = thought.table.tableaus[thought.me][position].face
    guess = thought.guess(position)
    if face == "down" and not wild and thought.wild:
        return "A wild enchantment of this card can do the same, and may save an egg by its strike dragon."
    return f"A guess, {round(100 * guess.chance)}% at best. A mismatch loses the egg, the card and a strike dragon."


def _aim(thought: Thought, cell: int) -> str:
    _, position, card = thought.chosen
    if thought.beliefs.linked(card, cell) or thought.beliefs.match(card, cell) > 0.99:
        return "They match, as far as you know: the egg is saved."
    guess = thought.attempt(position, cell)
    if guess.chance > 0.99:
        return "Your card matches a strike dragon. You can save an egg of its row, whichever egg you name now."
    return f"{_odds(guess.chance)} that this saves an egg. A mismatch loses egg, card and a strike dragon."


def _match_of_aim(thought: Thought) -> float:
    chosen = thought.table.chosen
    assert chosen is not None
    assert chosen.cell is not None
    return thought.beliefs.match(thought.chosen[2], chosen.cell)


def _turn_up(thought: Thought) -> str:
    owner, position, card = thought.chosen
    if (owner, position) in thought.busy:
        return "Its owner knows already where this card fits. Face up, it can't be wild any more."
    dragon = thought.beliefs.kind[card]
    if thought.eggs[dragon] or dragon in thought.wild:
        return "You could point from this card. Turned up, it tells its owner less."
    return "Everyone sees this card: whoever finds its egg can point at it, or save it if the card is theirs."


def _point(thought: Thought, move: Point | PointStrike) -> str:
    *_, card = thought.chosen
    target = move.cell if isinstance(move, Point) else 16 + move.row
    name = f"egg {cell_name(move.cell)}" if isinstance(move, Point) else strike_name(move.row)
    chance = thought.beliefs.match(card, target)
    if chance > 0.99:
        return f"It is true: this card matches {name}. Its owner can save an egg."
    if chance:
        return f"You don't know that it matches {name}. Others will trust you, and may lose the egg."
    return f"This card doesn't match {name}. Others will trust you, and may lose the egg."


def _place(thought: Thought, cell: int) -> str:
    if cell in thought.promised:
        return "This egg is saved, but another card could have saved it."
    if cell == max([other for other in thought.down if other // 4 == cell // 4]):
        return "This egg is next in the strike dragon's way. Saved, it gives you a step without harm."
    return "This egg is saved. The one next in the strike dragon's way needs it more."


def _remove(thought: Thought, row: int) -> str:
    if len(thought.rows) == 1:
        return "It is the last strike dragon: the game ends."
    strike = thought.table.strikes[row]
    if strike.face == "down":
        return f"Row {ROWS[row]} is safe then, but nobody will know which dragon could save its eggs."
    if thought.use(row) < 0.2:
        return f"Row {ROWS[row]} is safe then, and hardly any card matches this strike dragon."
    return f"Row {ROWS[row]} is safe then, but cards that match this strike dragon save no egg any more."


def _advance(thought: Thought, row: int) -> str:
    strike, harm = thought.table.strikes[row], thought.harm(row)
    cell = 4 * row + strike.column - (0 if strike.face == "down" else 2)
    if strike.face == "down":
        if strike.column == 4:
            return f"It turns face up. From then on, cards that match it can save any egg of row {ROWS[row]}."
        if cell in thought.promised:
            return f"No egg is lost, but it covers egg {cell_name(cell)}, which somebody could save now."
        return "No egg is lost: it is still face down."
    if harm >= LAST:
        return "It is the last strike dragon. It flies home, and that loses the game."
    if strike.column == 1:
        return "It flies home. No egg is lost."
    if cell not in thought.down:
        return "No egg is lost: the next one in its way is saved or gone."
    lost = f"Egg {cell_name(cell)} is lost"
    if thought.lost:
        return f"{lost}, and every egg counts for the score."
    if not thought.spare:
        return f"{lost}, and too few are left: that loses the game."
    if cell in thought.promised:
        return f"{lost}, though somebody could save it."
    return f"{lost}. After that you can lose {thought.spare - 1} more and still win."
