"""The picker: from the legal moves to one of them, step by step.

A move is spelled as its tag and the values of its fields, in order: ("advance", "2"). The moves that begin with what
has been chosen so far are grouped by what comes next; the partial choice lives in the custom ids. The same spelling
feeds the slash commands' autocomplete.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from engine import Data
from tables import Stale

from .controls import SELECT_LIMIT, Press, button, select
from .words import Label, Words

BUTTONS_A_ROW = 5
MOST_BUTTONS = 10  # more choices than these, and not a grid, become a select
Path = tuple[str, ...]


def spell(move: Data) -> Path:
    """The whole path to a move."""
    return (str(move.__struct_config__.tag), *(str(getattr(move, field)) for field in move.__struct_fields__))


@dataclass(frozen=True)
class Question:
    """What to choose next: each choice is a token and a move that it leads to."""

    path: Path
    choices: tuple[tuple[str, Data], ...]

    @property
    def depth(self) -> int:
        return len(self.path)


def narrow(legal: Iterable[Data], path: Path) -> Data | Question:
    """The move that `path` spells, or the next question. What leaves no choice is skipped, but for a last field.

    Raises Stale when no legal move begins like that.
    """
    moves = [(spelled, move) for move in legal if (spelled := spell(move))[: len(path)] == path]
    if not moves:
        raise Stale("That isn't possible any more. Here is what is.")
    while True:
        depth = len(path)
        whole = next((move for spelled, move in moves if len(spelled) == depth), None)
        if whole is not None:
            return whole
        choices = {spelled[depth]: move for spelled, move in reversed(moves)}
        last = any(len(spelled) == depth + 1 for spelled, _ in moves)
        if len(choices) > 1 or (last and depth):
            return Question(path, tuple(reversed(choices.items())))
        path = (*path, *choices)


def asks(question: Question, words: Words, view: Any) -> str:
    """What the next choice is about; empty where it is the kind of move."""
    if not question.path:
        return ""
    return words.field(view, question.path[0], _field(question.choices[0][1], question))


def controls(
    question: Question, words: Words, view: Any, names: Sequence[str], press: Press, page: int = 0
) -> list[ui.ActionRow[Any]]:
    """The rows that ask `question`. `press` carries the table, its version and what was chosen so far."""

    def leads_to(*tokens: str) -> Press:
        return Press("pick", press.table_id, press.version, (*question.path, *tokens))

    labels = [(token, _label(question, move, words, view, names)) for token, move in question.choices]
    if all(label.row is not None for _, label in labels):
        grid: dict[int, list[tuple[str, Label]]] = {}
        for token, label in labels:
            grid.setdefault(label.row or 0, []).append((token, label))
        rows = [ui.ActionRow(*(_button(label, leads_to(token)) for token, label in row)) for row in grid.values()]
    elif len(labels) <= MOST_BUTTONS:
        rows = [
            ui.ActionRow(*(_button(label, leads_to(token)) for token, label in labels[start : start + BUTTONS_A_ROW]))
            for start in range(0, len(labels), BUTTONS_A_ROW)
        ]
    else:
        pages = range(0, len(labels), SELECT_LIMIT)
        start = pages[min(page, len(pages) - 1)]
        options = [
            discord.SelectOption(label=label.text[:100], value=token, description=label.detail, emoji=label.emoji)
            for token, label in labels[start : start + SELECT_LIMIT]
        ]
        rows = [ui.ActionRow(select(asks(question, words, view), leads_to(), options))]
        if len(pages) > 1:
            rows.append(
                ui.ActionRow(
                    *(
                        button(
                            text,
                            Press("page", press.table_id, press.version, (str(page + step), *question.path)),
                            disabled=not 0 <= page + step < len(pages),
                        )
                        for text, step in (("◀ Before", -1), ("More ▶", 1))
                    )
                )
            )
    if press.args:
        back = Press("pick", press.table_id, press.version, press.args[:-1])
        rows.append(ui.ActionRow(button("Another choice", back, emoji="↩️")))
    return rows


def offers(
    legal: Iterable[Data], tags: Sequence[str], typed: str, words: Words, view: Any, names: Sequence[str]
) -> list[app_commands.Choice[str]]:
    """Autocomplete: the legal moves of these kinds whose words contain what was typed."""
    wanted = typed.casefold().strip()
    found = [(in_words(move, words, view, names), "/".join(spell(move))) for move in legal if spell(move)[0] in tags]
    return [app_commands.Choice(name=text[:100], value=value) for text, value in found if wanted in text.casefold()][
        :SELECT_LIMIT
    ]


def understood(
    legal: Iterable[Data], tags: Sequence[str], typed: str, words: Words, view: Any, names: Sequence[str]
) -> Data | None:
    """The one legal move of these kinds that was picked from the autocomplete, or typed clearly enough."""
    moves = [move for move in legal if spell(move)[0] in tags]
    picked = [move for move in moves if "/".join(spell(move)) == typed]
    wanted = typed.casefold().strip()
    near = picked or [move for move in moves if wanted in in_words(move, words, view, names).casefold()]
    return near[0] if len(near) == 1 else None


def in_words(move: Data, words: Words, view: Any, names: Sequence[str]) -> str:
    """All fields of a move in words; for a move without any, its label."""
    fields = move.__struct_fields__
    if not fields:
        return words.kinds[spell(move)[0]].text
    labels = (words.value(view, names, move, field) for field in fields)
    return " · ".join(f"{label.text} ({label.detail})" if label.detail else label.text for label in labels)


def _label(question: Question, move: Data, words: Words, view: Any, names: Sequence[str]) -> Label:
    if not question.path:
        return words.kinds[spell(move)[0]]
    return words.value(view, names, move, _field(move, question))


def _field(move: Data, question: Question) -> str:
    """The field of `move` that `question` asks for."""
    return move.__struct_fields__[question.depth - 1]


def _button(label: Label, press: Press) -> ui.Item[Any]:
    brief = label.detail is None or label.row is not None  # a grid's buttons are narrow
    return button(
        label.text if brief else f"{label.text} · {label.detail}", press, style=label.style, emoji=label.emoji
    )
