"""The picker: from the legal moves to one of them, step by step.

A move is spelled as its tag and the values of its fields, in order: ("advance", "2"). The moves that begin with what
has been chosen so far are grouped by what comes next; the partial choice lives in the custom ids. The same spelling
feeds the slash commands' autocomplete.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import app_commands, ui

from engine import AnyView, Data
from tables import Stale

from ..controls import SELECT_LIMIT, Press, button, select
from ..games.words import AnyWords, Label, Path, spell

A_ROW = 5
MOST_BUTTONS = 10  # more choices than these, and not a grid, become a select
STEP_BACK: Path = ("back",)  # by custom, a game's own move that leaves a choice half made
GIVE_UP: Path = ("give-up",)  # likewise; a solitaire's own button for it asks first


@dataclass(frozen=True)
class Question:
    """What to choose next: each choice is a token, or all that are left, and a move that it leads to."""

    path: Path
    choices: tuple[tuple[Path, Data], ...]
    beside: tuple[tuple[Path, Data], ...] = ()  # a choice of each other kind

    @property
    def depth(self) -> int:
        return len(self.path)


def offered(legal: Sequence[Data], words: AnyWords, view: AnyView) -> dict[Data, Sequence[Data]]:
    """All that can be chosen, each with the moves that it makes."""
    return {**{move: (move,) for move in legal}, **words.together(view, legal)}


def narrow(legal: Iterable[Data], path: Path, words: AnyWords, view: AnyView) -> Data | Question:
    """The move that `path` spells, or the next question. What leaves no choice is skipped, but for the last step.

    Where only a few moves are left, they are offered whole. Raises Stale when no legal move begins like that.
    """
    ranked = _ranked(legal, words, view)
    moves = [(spelled, move) for move in ranked if (spelled := spell(move))[: len(path)] == path]
    if not moves:
        raise Stale("That isn't possible any more. Here is what is.")
    beside: tuple[tuple[Path, Data], ...] = ()
    kinds: dict[str, list[tuple[Path, Data]]] = {}
    for spelled, move in moves:
        kinds.setdefault(spelled[0], []).append((spelled, move))
    lead = None if path else words.lead(view, kinds)
    if lead is not None:  # a lone move of its kind is offered whole
        every = {kind: some[0] if len(some) == 1 else ((kind,), some[0][1]) for kind, some in kinds.items()}
        if not lead:
            return Question((), tuple(every.values()))
        beside = tuple(choice for kind, choice in every.items() if kind != lead)
        moves, path = kinds[lead], (lead,)
    elif not path and len({spelled[0] for spelled, _ in moves if len(spelled) > 1}) == 1:
        beside = tuple((spelled, move) for spelled, move in moves if len(spelled) == 1)
        moves = [(spelled, move) for spelled, move in moves if len(spelled) > 1]
        path = moves[0][0][:1]
    while True:
        depth = len(path)
        whole = next((move for spelled, move in moves if len(spelled) == depth), None)
        if whole is not None:
            return whole
        if 1 < len(moves) <= words.whole and any(len(spelled) > depth + 1 for spelled, _ in moves):
            return Question(path, tuple((spelled[depth:], move) for spelled, move in moves), beside)
        choices: dict[Path, Data] = {}
        for spelled, move in moves:
            choices.setdefault(spelled[depth : depth + 1], move)
        last = any(len(spelled) == depth + 1 for spelled, _ in moves)
        if len(choices) > 1 or last:
            return Question(path, tuple(choices.items()), beside)
        path += next(iter(choices))


def _ranked(legal: Iterable[Data], words: AnyWords, view: AnyView) -> list[Data]:
    return sorted(legal, key=lambda move: words.rank(view, move))


def without_giving_up(question: Question) -> Question:
    """What is asked, but for the move that ends a game."""
    return replace(
        question,
        choices=tuple((tokens, move) for tokens, move in question.choices if spell(move) != GIVE_UP),
        beside=tuple((tokens, move) for tokens, move in question.beside if spell(move) != GIVE_UP),
    )


def asks(question: Question, words: AnyWords, view: AnyView) -> str:
    """What the next choice is about; empty where it is the kind of move."""
    if not question.path:
        return ""
    return words.field(view, question.path[0], _field(question.choices[0][1], question))


def controls(
    question: Question, words: AnyWords, view: AnyView, names: Sequence[str], press: Press, page: int = 0
) -> list[ui.ActionRow[Any]]:
    """The rows that ask `question`. `press` carries the table, its version and what was chosen so far."""

    def leads_to(*path: str) -> Press:
        return replace(press, verb="pick", args=path)

    labels = [(tokens, _label(question, tokens, move, words, view, names)) for tokens, move in question.choices]
    buttons = [_button(label, leads_to(*question.path, *tokens)) for tokens, label in labels]
    if all(label.row is not None for _, label in labels):
        rows = [
            ui.ActionRow(*(control for control, (_, label) in zip(buttons, labels, strict=True) if label.row == row))
            for row in dict.fromkeys(label.row for _, label in labels)
        ]
    elif len(labels) <= MOST_BUTTONS:
        rows = [ui.ActionRow(*buttons[start : start + A_ROW]) for start in range(0, len(buttons), A_ROW)]
    else:
        rows = _select(labels, asks(question, words, view), leads_to(*question.path), page)
    anew = replace(question, path=())
    others = [(tokens, _label(anew, tokens, move, words, view, names)) for tokens, move in question.beside]
    instead = [_button(label, leads_to(*tokens)) for tokens, label in others]
    if press.args:
        instead.append(button("Another choice", leads_to(*press.args[:-1]), emoji="↩️"))
    if instead:
        rows.append(ui.ActionRow(*instead))
    return rows


def _select(labels: Sequence[tuple[Path, Label]], asked: str, press: Press, page: int) -> list[ui.ActionRow[Any]]:
    """A select of one page of `labels`, with the way to its neighbours where there are several."""
    last = (len(labels) - 1) // SELECT_LIMIT
    page = max(0, min(page, last))
    options = [
        discord.SelectOption(
            label=label.text[:100], value=token, description=label.detail and label.detail[:100], emoji=label.emoji
        )
        for (token,), label in labels[page * SELECT_LIMIT : (page + 1) * SELECT_LIMIT]
    ]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(select(asked, press, options))]
    if last:
        before, after = (replace(press, verb="page", args=(str(to), *press.args)) for to in (page - 1, page + 1))
        rows.append(
            ui.ActionRow(
                button("Before", before, emoji="◀", disabled=page == 0),
                button("More", after, emoji="▶", disabled=page == last),
            )
        )
    return rows


def offers(
    legal: Iterable[Data], tags: Sequence[str], typed: str, words: AnyWords, view: AnyView, names: Sequence[str]
) -> list[app_commands.Choice[str]]:
    """Autocomplete: the legal moves of these kinds whose words contain what was typed."""
    wanted = typed.casefold().strip()
    moves = [move for move in _ranked(legal, words, view) if spell(move)[0] in tags]
    found = [(in_words(move, words, view, names), "/".join(spell(move))) for move in moves]
    return [app_commands.Choice(name=text[:100], value=value) for text, value in found if wanted in text.casefold()][
        :SELECT_LIMIT
    ]


def understood(
    legal: Iterable[Data], tags: Sequence[str], typed: str, words: AnyWords, view: AnyView, names: Sequence[str]
) -> Data | None:
    """The one legal move of these kinds that was picked from the autocomplete, or typed clearly enough."""
    moves = [move for move in legal if spell(move)[0] in tags]
    picked = [move for move in moves if "/".join(spell(move)) == typed]
    wanted = typed.casefold().strip()
    said = [(in_words(move, words, view, names).casefold(), move) for move in moves if wanted]
    near = [move for text, move in said if wanted in text]
    whole = [move for text, move in said if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text)]
    found = picked or whole or near  # whoever types G1 doesn't mean G10
    return found[0] if len(found) == 1 else None


def in_words(move: Data, words: AnyWords, view: AnyView, names: Sequence[str]) -> str:
    """All fields of a move in words; for a move without any, its label."""
    fields = move.__struct_fields__
    phrase = words.phrase(view, names, move)
    if not fields and not phrase:
        return words.kinds[spell(move)[0]].text
    labels = [phrase] if phrase else [words.value(view, names, move, field) for field in fields]
    return " · ".join(f"{label.text} ({label.detail})" if label.detail else label.text for label in labels)


def _label(question: Question, tokens: Path, move: Data, words: AnyWords, view: AnyView, names: Sequence[str]) -> Label:
    """Of a choice: a kind of move, a field's value, or all that is left to choose of a move."""
    depth, kind = question.depth, words.kinds[spell(move)[0]]
    fields = move.__struct_fields__[max(0, depth - 1) : depth + len(tokens) - 1]
    if not fields:
        return _kind_label(move, words, view, names)
    if (phrase := words.phrase(view, names, move)) and len(fields) == len(move.__struct_fields__[max(0, depth - 1) :]):
        return phrase
    values = [words.value(view, names, move, field) for field in fields]
    if len(values) == 1 and depth:
        return values[0]
    text = " · ".join(value.text for value in values)
    detail = values[-1].detail  # that of a choice on the way is for whoever chooses there
    if depth:
        return Label(text, detail, emoji=values[-1].emoji)
    return Label(f"{kind.text}: {text}", detail, emoji=kind.emoji, style=kind.style)


def _kind_label(move: Data, words: AnyWords, view: AnyView, names: Sequence[str]) -> Label:
    """Of a kind of move; one without fields is the whole move."""
    phrase = None if move.__struct_fields__ else words.phrase(view, names, move)
    return phrase or words.kinds[spell(move)[0]]


def _field(move: Data, question: Question) -> str:
    """The field of `move` that `question` asks for."""
    return move.__struct_fields__[question.depth - 1]


def _button(label: Label, press: Press) -> ui.Item[Any]:
    brief = label.detail is None or label.row is not None  # a grid's buttons are narrow
    return button(
        label.text if brief else f"{label.text} · {label.detail}", press, style=label.style, emoji=label.emoji
    )
