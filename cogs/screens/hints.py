"""What a computer player thinks: its two best moves, or what each choice of the panel risks and gives.

Both are hints: only tables with hints give them, and they count once for a position.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any

from engine import Data
from languages import labelled, later, say, say_many
from players import PLAYERS, Weighed
from players.answer import Opinion
from tables.people.people import Preferences
from tables.play.model import PlayerView

from ..games import WORDS
from ..games.words import Path, move_path
from . import picker
from .board_names import both_names
from .names import safe_names
from .over import with_hints
from .press import Press
from .screen import Block, Button, Section, Style, Text

SHOWN = 2  # moves
SURE = 2  # standard errors
ROOM = 330  # characters of what is said of the choices: with the picture above it, what a phone shows
NO_WAY = later("I see no way left to win.")
TOO_CLOSE = later("Too close to call: take the one you like.")
NO_HINT = later("I'm busy at other tables just now. Ask me again in a minute.")


def hint_button(seen: PlayerView) -> list[Button]:
    """The button that asks for a hint, if there is a choice to make and the table gives hints."""
    table = seen.table
    if not _given(seen):
        return []
    return [Button(say("What would you do?"), Press("hint", table.id, table.version), emoji="💡")]


def why_button(seen: PlayerView, preferences: Preferences, path: Path) -> list[Button]:
    """The button that asks what each choice risks. Users can turn it off."""
    if not (_given(seen) and preferences.whys):
        return []
    return [Button(say("Why?"), Press("why", seen.table.id, seen.table.version, path), emoji="❓")]


def _given(seen: PlayerView) -> bool:
    return seen.table.gives_hints and len(seen.legal) >= SHOWN


def hint(seen: PlayerView, opinion: Opinion) -> list[Block]:
    """The two best moves in the computer player's `opinion`, each with a button that plays it."""
    table, best = seen.table, opinion.weighed[:SHOWN]
    now = picker.Situation(seen.legal, WORDS[table.game], seen.view, safe_names(table))
    points = PLAYERS[table.game].points(seen.view)
    sections = [_move(seen, now, weighed, points) for weighed in best]
    below = Text("\n".join([*verdict(opinion, best, points), with_hints(table)]))
    return [Text(f"### {say('What I would do')}"), *sections, below]


def moves_to_weigh(question: picker.Question, now: picker.Situation) -> tuple[tuple[Data, ...], ...]:
    """The moves to weigh: those of each choice of a question that makes its moves at once."""
    return tuple([choice.moves for choice in picker.choices(question, now) if choice.complete])


def whys(seen: PlayerView, question: picker.Question, now: picker.Situation, opinion: Opinion) -> str:
    """What each choice of `question` risks and gives, the best first. Choices with the same text share a line.

    `now` has names that are safe in a text. `opinion` weighs the moves that `moves_to_weigh` returns.
    """
    points = PLAYERS[seen.table.game].points(seen.view)
    weighed = {move.move: move for move in opinion.weighed}
    reasons, ranked = iter(opinion.reasons), list[tuple[float, str, str]]()
    for choice in picker.choices(question, now):
        among = [
            weighed[move]
            for move in choice.moves
            if move in weighed and (len(choice.moves) == 1 or not choice.complete)
        ]
        best = max(among, key=lambda move: move.expected, default=None)
        chances = f"{odds(best.expected, points)} " if best else ""
        if choice.complete:
            text = f"{chances}{next(reasons)}"
        elif best:
            text = f"{say('Best is **{move}**.', move=picker.label_of(best.move, now).text)} {chances}{best.reason}"
        else:
            text = say("Open it, and ask again there.")
        ranked.append((best.expected if best else -1.0, choice.label.text, text))
    ranked.sort(key=lambda choice: -choice[0])
    alike = dict[str, list[str]]()  # choices by their text
    for _, name, text in ranked:
        alike.setdefault(text, []).append(name)
    all_of_them = len(ranked) if len(ranked) > SHOWN else None
    lines = list[str]()
    for text, choices in alike.items():
        names = say("All of them") if len(choices) == all_of_them else " / ".join(choices)
        lines.append(labelled(f"**{names}**", text))
    best_two = [weighed[moves[0]] for moves in moves_to_weigh(question, now) if len(moves) == 1 and moves[0] in weighed]
    best_two = sorted(best_two, key=lambda move: -move.expected)[:SHOWN]
    below = [*verdict(opinion, best_two, points), with_hints(seen.table)]
    return "\n".join([f"### {say('Why?')}", *_fitting(lines), *below])


def _fitting(lines: Sequence[str]) -> list[str]:
    """Keep as many lines as a message has room for."""
    fitting, length = list[str](), 0
    for line in lines:
        length += len(line) + 1
        if length > ROOM:
            more = say_many(
                "{count} more have no room here.", "{count} more have no room here.", len(lines) - len(fitting)
            )
            return [*fitting, f"-# {more}"]
        fitting.append(line)
    return fitting


def _move(seen: PlayerView, now: picker.Situation, weighed: Weighed[Any], points: int) -> Section:
    table = seen.table
    label = picker.label_of(weighed.move, now)
    style = Style.DANGER if now.words.risky(seen.view, weighed.move) else label.style
    press = Press("pick", table.id, table.version, move_path(weighed.move))
    text = both_names(table, f"**{label.text}**\n{odds(weighed.expected, points)} {weighed.reason}")
    return Section(text, Button(say("Play it"), press, style=style))


def odds(expected: float, points: int) -> str:
    """What a move brings, in words: a chance to win, or a share of `points`."""
    if points:
        ends = round(expected * points)
        # Translators: a move, or a choice
        return say_many("Ends with about {count} points.", "Ends with about {count} points.", ends)
    wins = round(100 * expected)
    if wins in (0, 100):
        return say("Wins nearly always.") if wins else say("Hardly ever wins.")
    return say("Wins {wins} of 100 games.", wins=wins)


def verdict(opinion: Opinion, best: Sequence[Weighed[Any]], points: int) -> list[str]:
    """A line if no move wins; else, if there is any doubt which of the `best` moves is better."""
    if opinion.weighed and not points and not any(round(100 * weighed.expected) for weighed in opinion.weighed):
        return [say(NO_WAY)]
    return doubts(best, points)


def doubts(best: Sequence[Weighed[Any]], points: int) -> list[str]:
    """A line if neither counting nor sampling shows which of the two best moves is better.

    If its samples don't decide, a computer player goes by its habits, so its first move may have the lower odds. Odds
    that differ all the same are shown with their error.
    """
    if len(best) < SHOWN:
        return []
    first, second = best
    apart, error = first.expected - second.expected, SURE * hypot(first.error, second.error)
    if apart > error and round(100 * apart) != 0:
        return []
    scale = points or 100
    differ = abs(round(scale * first.expected) - round(scale * second.expected))
    if not differ:
        return [say(TOO_CLOSE)]
    off = max(differ, round(scale * error))
    about = say(
        "These odds are estimates. The best two differ by {difference} of 100, give or take {error}.",
        difference=differ,
        error=off,
    )
    if points:
        about = say_many(
            "These odds are estimates. The best two differ by {count} point, give or take {error}.",
            "These odds are estimates. The best two differ by {count} points, give or take {error}.",
            differ,
            error=off,
        )
    return [f"{about} {say(TOO_CLOSE)}"]


def back(seen: PlayerView, path: Path = ()) -> Button:
    return Button(say("Back"), Press("pick", seen.table.id, seen.table.version, path), emoji="↩️")
