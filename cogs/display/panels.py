"""What one player can do now: the panel behind Play, and a solitaire's one message."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from engine import Data
from tables import Seen, Table

from ..controls import Client, Press, button
from ..games import WORDS
from ..games.words import AnyWords, Path, spell
from . import messages, picker, pictures
from .messages import Message

SINCE_LINES = 24  # of what happened since a player's last move: more than a round of the longest turns


class Panels:
    def __init__(self, client: Client) -> None:
        self._store = client.store

    async def now(self, seen: Seen, note: str = "") -> Message:
        """The first question of this user's move, under `note` and what has happened in the turn."""
        text = f"{note}\n{await self._text(seen)}".strip()
        drawn = {messages.PICTURE: await pictures.board(seen)}
        words, alt = self._words(seen), pictures.alt(seen)
        result = ""
        if seen.table.solo and seen.table.phase == "over":
            result = messages.headline(seen, words)
            drawn = {messages.RESULT: await pictures.result(seen, result), **drawn}
        return Message(
            lambda: messages.private(words, text, self._first_rows(seen), alt=alt, result=result or None), drawn
        )

    async def asking(self, seen: Seen, question: picker.Question, path: Path, page: int = 0) -> Message:
        """The question that `path` leads to; the picture stays."""
        words, alt = self._words(seen), pictures.alt(seen)
        asked = picker.asks(question, words, seen.view)
        title = self._title(seen)
        if asked and path:
            text = f"{title}### {words.kinds[question.path[0]].text}\n{asked}"
        else:
            text = await self._text(seen)
        return Message(lambda: messages.private(words, text, self._rows(seen, question, path, page), alt=alt))

    def narrow(self, seen: Seen, path: Path) -> Data | picker.Question:
        """What `path` spells, or the next question. Raises Stale when nothing that can be chosen begins like that."""
        words = self._words(seen)
        return picker.narrow(picker.offered(seen.legal, words, seen.view), path, words, seen.view)

    def moves(self, seen: Seen, chosen: Data) -> Sequence[Data]:
        """That a choice makes."""
        return picker.offered(seen.legal, self._words(seen), seen.view)[chosen]

    async def hand(self, seen: Seen, since: int) -> Message:
        """What happened after version `since`, and the table as this user knows it."""
        told = await self._store.tables.told(seen.table.id, seen.seat, since=since, own=seen.own)
        happened = messages.lines(seen.table, told, SINCE_LINES) or "Nothing has happened since your last move."
        words, alt = self._words(seen), pictures.alt(seen)
        knows = words.knows(seen.view, messages.names(seen.table))
        text = f"{happened}\n{knows}".strip() + f"\n### {self._headline(seen)}"

        def rows() -> Sequence[ui.ActionRow[Any]]:
            press = Press("play", seen.table.id, seen.table.version)
            play = button("Play", press, style=discord.ButtonStyle.primary, emoji="🐉")
            return [ui.ActionRow(play)] if seen.legal else []

        picture = await pictures.board(seen)
        return Message(lambda: messages.private(words, text, rows(), alt=alt), {messages.PICTURE: picture})

    def _first_rows(self, seen: Seen) -> list[ui.ActionRow[Any]]:
        table = seen.table
        rows: list[ui.ActionRow[Any]] = []
        if seen.legal:
            question = self.narrow(seen, ())
            assert isinstance(question, picker.Question), "a forced move is played by itself"
            rows = self._rows(seen, picker.without_giving_up(question) if table.solo else question, ())
        last: list[ui.Item[Any]] = []
        if seen.can_undo and picker.STEP_BACK not in map(spell, seen.legal):
            last.append(button("Take back my move", Press("undo", table.id, table.version), emoji="↩️"))
        if table.solo:
            last += messages.solitaire_buttons(table)
        return [*rows, ui.ActionRow(*last)] if last else rows

    def _rows(self, seen: Seen, question: picker.Question, path: Path, page: int = 0) -> list[ui.ActionRow[Any]]:
        press = Press("pick", seen.table.id, seen.table.version, path)
        return picker.controls(question, self._words(seen), seen.view, messages.plain_names(seen.table), press, page)

    async def _text(self, seen: Seen) -> str:
        """What happened in this turn (once it is over: in it still), then what is to do."""
        tables, table = self._store.tables, seen.table
        if table.solo:  # one long turn: what the last move led to
            last = await tables.last_acted(table.id, table.host_id)
            told = await tables.told(table.id, seen.seat, since=max(0, last - 1))
        else:
            every = await tables.told(table.id, seen.seat, since=0, own=seen.own)
            turn = table.turn if seen.legal else (every[-1].turn if every else 0)
            told = tuple(entry for entry in every if entry.turn == turn) or every[-1:]  # what the turn begins with
        happened = messages.lines(table, told)
        return f"{self._title(seen)}{happened}\n### {self._headline(seen)}{await self._after(table)}".strip()

    async def _after(self, table: Table) -> str:
        """What is to be said of a solitaire that is over."""
        if not table.solo or table.phase != "over":
            return ""
        streak = ""
        if table.day is not None and messages.in_time(table, table.day):
            running = (await self._store.rankings.streak(table.host_id)).current
            streak = f"\n🔥 Your streak: {messages.days(running)}" if running else ""
        return f"{streak}\n{messages.seed(table)}"

    def _title(self, seen: Seen) -> str:
        """Whose solitaire it is; a group's table needs none."""
        return f"{messages.solitaire_title(seen.table)}\n" if seen.table.solo else ""

    def _headline(self, seen: Seen) -> str:
        """What this user is to do, or what they wait for."""
        names, words = messages.names(seen.table), self._words(seen)
        if seen.table.phase == "over":
            return messages.headline(seen, words)
        if seen.table.phase == "closed":
            return "This table is closed. `/play` opens a new one."
        if seen.legal:
            return words.ask(seen.view, names)
        return f"It is {names[seen.to_act or 0]}'s turn."

    def _words(self, seen: Seen) -> AnyWords:
        return WORDS[seen.table.game]
