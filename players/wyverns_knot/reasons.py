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
from languages import later, percent, say, say_many

from .evaluation import LAST, Evaluation

ONE_IN = {
    3: later("One chance in three"),
    4: later("One chance in four"),
    5: later("One chance in five"),
    6: later("One chance in six"),
    7: later("One chance in seven"),
    8: later("One chance in eight"),
    9: later("One chance in nine"),
    10: later("One chance in ten"),
}
CLOSE = 0.01


def reason(view: View, move: Move, history: Sequence[Event]) -> str:
    """What any legal move risks and gives, in under 25 words."""
    return why(_evaluation(view, tuple(history)), move)


_evaluation = lru_cache(maxsize=2)(Evaluation)  # there are many questions about moves of one view


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
            return say(
                "{strike_dragon} goes back a column: one more step without harm. The card is gone.",
                strike_dragon=strike_name(row),
            )
        case TurnUp():
            return _turn_up(evaluation)
        case Point() | PointStrike():
            return _point(evaluation, move)
        case Keep():
            return _keep(evaluation)
        case Back():
            return say("You choose another action. Nothing is lost.")
        case Aim(cell):
            return _aim(evaluation, cell)
        case Place(cell):
            return _place(evaluation, cell)
        case Decline():
            chance = _odds(_match_of_aim(evaluation))
            # Translators: "One chance in five that the card matches ..."
            return say(
                "{chance} that the card matches the egg you named. Saving one of the row is sure.", chance=chance
            )
        case Remove(row):
            return _remove(evaluation, row)
        case Advance(row):
            return _advance(evaluation, row)


def _odds(chance: float) -> str:
    """A chance as people say it, such as “one chance in five”, if that comes close."""
    if not chance:
        return say("No chance")
    many = round(1 / chance)
    if many in ONE_IN and abs(chance - 1 / many) < CLOSE:
        return say(ONE_IN[many])
    return say("A {percent} chance", percent=percent(min(99, max(1, round(100 * chance))) / 100))


def _keep(evaluation: Evaluation) -> str:
    owner, position, _ = evaluation.chosen
    if evaluation.table.tableaus[owner][position].face == "up":
        return say("You point at nothing, and a strike dragon moves all the same.")
    return say("You show nothing: only you know this card. You can still point from it later.")


def _research(evaluation: Evaluation, owner: int, position: int) -> str:
    beliefs = evaluation.beliefs
    dragon = beliefs.kind[beliefs.first[owner] + position]
    if (owner, position) in evaluation.busy:
        return say("Its owner knows already where this card fits. Looking at it again helps nobody.")
    hit = evaluation.look(owner, position).hit
    if dragon < 0:
        if not hit:
            return say("You know no egg yet that this card could fit, but turned up it helps everyone.")
        odds = _odds(hit)
        return say("{chance} that this card can save an egg at once, when you point or turn it up.", chance=odds)
    name = say(DRAGONS[dragon])
    if evaluation.eggs[dragon]:
        egg = cell_name(evaluation.eggs[dragon][0])
        return say("This card is {dragon}, like egg {egg}. Point, and its owner can save it.", dragon=name, egg=egg)
    if hit == 1:
        return say("This card is {dragon}, like a strike dragon. Point, and its owner can save an egg.", dragon=name)
    return say("You know this card, {dragon}, but no egg to point at. It costs a step of a strike dragon.", dragon=name)


def _scout(evaluation: Evaluation, cell: int) -> str:
    dragon = evaluation.beliefs.kind[cell]
    if cell in evaluation.taken:
        return say("Somebody can save this egg already. Looking at it costs a step of a strike dragon.")
    if dragon >= 0:
        return say("You know this egg already: {dragon}.", dragon=say(DRAGONS[dragon]))
    hit = evaluation.scouting(cell).hit
    if hit:
        odds = _odds(hit)
        return say(
            "{chance} that this egg fits one of your own cards. You could save it on your next turn.", chance=odds
        )
    if evaluation.beliefs.known_to[cell]:
        return say("You would know this egg too, and could point at it from a card that fits.")
    return say("Nobody knows this egg. Once you do, you can point at it from a card that fits.")


def _attempt(evaluation: Evaluation, position: int, wild: bool) -> str:
    for save in evaluation.saves:
        if (save.owner, save.position) == (evaluation.me, position):
            if save.wild and wild:
                return say(
                    "This card matches a strike dragon: it saves an egg of that row, and no strike dragon moves."
                )
            egg = cell_name(save.cell) if not save.wild else ""
            if egg and save.cell in evaluation.open:
                return say("This card and egg {egg} match. No strike dragon moves.", egg=egg)
            if egg:
                return say("This card matches egg {egg}, but a strike dragon lies on it. Better wait.", egg=egg)
            return say("This card matches a strike dragon. Better try it as a wild enchantment.")
    face = evaluation.table.tableaus[evaluation.me][position].face
    guess = evaluation.guess(position)
    if face == "down" and not wild and evaluation.wild:
        return say("A wild enchantment of this card can do the same, and may save an egg by its strike dragon.")
    chance = percent(round(100 * guess.chance) / 100)
    return say("A guess, {chance} at best. A mismatch loses the egg, the card and a strike dragon.", chance=chance)


def _aim(evaluation: Evaluation, cell: int) -> str:
    _, position, card = evaluation.chosen
    if evaluation.beliefs.linked(card, cell) or evaluation.beliefs.match(card, cell) > 0.99:
        return say("They match, as far as you know: the egg is saved.")
    guess = evaluation.attempt(position, cell)
    if guess.chance > 0.99:
        return say("Your card matches a strike dragon. You can save an egg of its row, whichever egg you name now.")
    odds = _odds(guess.chance)
    return say("{chance} that this saves an egg. A mismatch loses egg, card and a strike dragon.", chance=odds)


def _match_of_aim(evaluation: Evaluation) -> float:
    chosen = evaluation.table.chosen
    assert chosen is not None
    assert chosen.cell is not None
    return evaluation.beliefs.match(evaluation.chosen[2], chosen.cell)


def _turn_up(evaluation: Evaluation) -> str:
    owner, position, card = evaluation.chosen
    if (owner, position) in evaluation.busy:
        return say("Its owner knows already where this card fits. Face up, it can't be wild any more.")
    dragon = evaluation.beliefs.kind[card]
    if evaluation.eggs[dragon] or dragon in evaluation.wild:
        return say("You could point from this card. Turned up, it tells its owner less.")
    return say("Everyone sees this card: whoever finds its egg can point at it, or save it if the card is theirs.")


def _point(evaluation: Evaluation, move: Point | PointStrike) -> str:
    *_, card = evaluation.chosen
    target = move.cell if isinstance(move, Point) else 16 + move.row
    # Translators: what a card matches, or doesn't
    name = say("egg {egg}", egg=cell_name(move.cell)) if isinstance(move, Point) else strike_name(move.row)
    chance = evaluation.beliefs.match(card, target)
    if chance > 0.99:
        return say("It is true: this card matches {target}. Its owner can save an egg.", target=name)
    if chance:
        return say("You don't know that it matches {target}. Others will trust you, and may lose the egg.", target=name)
    return say("This card doesn't match {target}. Others will trust you, and may lose the egg.", target=name)


def _place(evaluation: Evaluation, cell: int) -> str:
    if cell in evaluation.promised:
        return say("This egg is saved, but another card could have saved it.")
    if cell == max([other for other in evaluation.down if other // 4 == cell // 4]):
        return say("This egg is next in the strike dragon's way. Saved, it gives you a step without harm.")
    return say("This egg is saved. The one next in the strike dragon's way needs it more.")


def _remove(evaluation: Evaluation, row: int) -> str:
    if len(evaluation.rows) == 1:
        return say("It is the last strike dragon: the game ends.")
    strike, name = evaluation.table.strikes[row], ROWS[row]
    if strike.face == "down":
        return say("Row {row} is safe then, but nobody will know which dragon could save its eggs.", row=name)
    if evaluation.use(row) < 0.2:
        return say("Row {row} is safe then, and hardly any card matches this strike dragon.", row=name)
    return say("Row {row} is safe then, but cards that match this strike dragon save no egg any more.", row=name)


def _advance(evaluation: Evaluation, row: int) -> str:
    strike, harm = evaluation.table.strikes[row], evaluation.harm(row)
    cell = 4 * row + strike.column - (0 if strike.face == "down" else 2)
    if strike.face == "down":
        if strike.column == 4:
            return say(
                "It turns face up. From then on, cards that match it can save any egg of row {row}.", row=ROWS[row]
            )
        if cell in evaluation.promised:
            return say("No egg is lost, but it covers egg {egg}, which somebody could save now.", egg=cell_name(cell))
        return say("No egg is lost: it is still face down.")
    if harm >= LAST:
        return say("It is the last strike dragon. It flies home, and that loses the game.")
    if strike.column == 1:
        return say("It flies home. No egg is lost.")
    if cell not in evaluation.down:
        return say("No egg is lost: the next one in its way is saved or gone.")
    return _lost(evaluation, cell)


def _lost(evaluation: Evaluation, cell: int) -> str:
    egg = cell_name(cell)
    if evaluation.lost:
        return say("Egg {egg} is lost, and every egg counts for the score.", egg=egg)
    if not evaluation.spare:
        return say("Egg {egg} is lost, and too few are left: that loses the game.", egg=egg)
    if cell in evaluation.promised:
        return say("Egg {egg} is lost, though somebody could save it.", egg=egg)
    return say_many(
        "Egg {egg} is lost. After that you can lose {count} more and still win.",
        "Egg {egg} is lost. After that you can lose {count} more and still win.",
        evaluation.spare - 1,
        egg=egg,
    )
