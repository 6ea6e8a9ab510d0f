"""What one player can do now: the panel behind Play, and a solitaire's one message."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from engine.sentences import amount
from players.answer import Line, Opinion
from tables import Preferences, Seen, Stale, Told

from ..controls import Client, Press, button
from ..games import WORDS
from ..games.words import AnyWords, Path, spell
from ..lessons import LESSONS
from . import deal_messages, hints, messages, picker, pictures, reading, stakes
from .messages import Message

SINCE_LINES = 24  # of what happened since a player's last move: a round of the longest turns fits
ABOVE_MOVES = 10  # lines of it above the moves, so that a phone still shows the picture


class Panels:
    def __init__(self, client: Client) -> None:
        self._store = client.store

    async def now(self, seen: Seen, note: str = "") -> Message:
        """The first question of this user's move, under `note` and what has happened since their last turn."""
        wish = await self._wish(seen)
        first = self._first(seen)
        text = f"{note}\n{await self._text(seen, first, wish)}".strip()
        asks = [stakes.answers(seen.table, "play")] if stakes.is_empty(seen) else []
        text = f"{text}\n{stakes.question(seen.table, 'play')}" if asks else text
        drawn = await self._drawn(seen, wish)
        words, alt = self._words(seen), pictures.alt(seen)
        result = ""
        if seen.table.solo and seen.table.phase == "over":
            result = messages.headline(seen, words)
            drawn = {messages.RESULT: await pictures.result(seen, result), **drawn} if drawn else {}

        def view() -> ui.LayoutView:
            rows = [*asks, *self._first_rows(seen, first, wish)]
            return messages.private(words, text, rows, alt=alt, result=result or None)

        return self._read(Message(view, drawn), seen, wish)

    async def private(self, seen: Seen, url: str | None, wish: Preferences, note: str = "") -> Message:
        """The direct message of a player at a group's table: what they know and, on their turn, the moves themselves.

        `url` is the board's, `wish` the player's.
        """
        words, alt = self._words(seen), pictures.alt(seen)
        first = self._first(seen)
        text = await self._text(seen, first, wish) if first else ""
        text = f"{note}\n{text}".strip()

        def view() -> ui.LayoutView:
            rows = self._first_rows(seen, first, wish, messages.private_buttons(seen.table, url))
            return messages.private_message(seen, words, alt, text, rows)

        return self._read(Message(view, await self._drawn(seen, wish)), seen, wish)

    async def asking(
        self, seen: Seen, question: picker.Question, path: Path, page: int = 0, *, pictured: bool = True
    ) -> Message:
        """The question that `path` leads to; the picture stays where the message has one."""
        wish = await self._wish(seen)
        words, alt = self._words(seen), pictures.alt(seen)
        now = self._situation(seen, wish)
        question = question if path else self._first(seen) or question
        asked, details = picker.asked(question, now), self._details(seen, question, wish)
        text = f"{self._title(seen)}### {words.kinds[question.path[0]].text}\n{asked}" if asked else ""
        text = f"{text}\n{details}".strip() + await self._first_time(seen, question.path[0]) if asked else ""
        text = text or await self._text(seen, self._first(seen), wish)

        def view() -> ui.LayoutView:
            rows = self._rows(seen, question, wish, path, page)
            if why := hints.why_button(seen, wish, path):
                rows.append(ui.ActionRow(*why))
            return messages.private(words, text.strip(), rows, alt=alt)

        return self._read(Message(view), seen, wish, pictured=pictured)

    async def confirming(self, seen: Seen, chosen: picker.Moves, *, pictured: bool = True) -> Message:
        """Ask once more before moves that may cost much. The picture stays where the message has one."""
        wish = await self._wish(seen)
        words, alt = self._words(seen), pictures.alt(seen)
        text = f"{self._title(seen)}### {chosen.risk}"
        press = Press("pick", seen.table.id, seen.table.version)
        now = self._situation(seen, wish)
        message = Message(lambda: messages.private(words, text, picker.confirm(chosen, now, press), alt=alt))
        return self._read(message, seen, wish, pictured=pictured)

    async def thinking(self, seen: Seen, *, pictured: bool = True) -> Message:
        """Until the hint is there; the picture stays where the message has one."""
        alt = pictures.alt(seen)
        return self._read(Message(lambda: hints.thinking(seen, alt)), seen, await self._wish(seen), pictured=pictured)

    async def hint(self, seen: Seen, opinion: Opinion) -> Message:
        """What a computer player would do in this user's place."""
        wish, alt = await self._wish(seen), pictures.alt(seen)
        message = Message(lambda: hints.hint(seen, opinion, alt), await self._drawn(seen, wish))
        return self._read(message, seen, wish)

    def wished(self, seen: Seen, path: Path) -> tuple[Line, ...]:
        """What is asked about each choice of the question that `path` leads to. Raises Stale where there is none."""
        return hints.wished(self._asked(seen, path), self._situation(seen)) if seen.legal else ()

    async def whys(self, seen: Seen, path: Path, opinion: Opinion) -> Message:
        """What those choices risk and give, above their controls."""
        wish, alt, question = await self._wish(seen), pictures.alt(seen), self._asked(seen, path)
        now = self._situation(seen, Preferences(form="words-only"))  # in a text a choice says all that it does
        told = hints.whys(seen, question, replace(now, names=messages.names(seen.table)), opinion)

        def view() -> ui.LayoutView:
            rows = self._rows(seen, question, wish, path)
            rows += [] if path else [ui.ActionRow(hints.back(seen))]
            return messages.private(self._words(seen), f"{self._title(seen)}{told}", rows, alt=alt)

        return self._read(Message(view, await self._drawn(seen, wish)), seen, wish)

    def _asked(self, seen: Seen, path: Path) -> picker.Question:
        found = self.narrow(seen, path) if path else self._first(seen)
        if not isinstance(found, picker.Question):
            raise Stale(picker.NOT_ANY_MORE)
        return found

    async def kept(self, seen: Seen, view: ui.LayoutView, *, pictured: bool) -> Message:
        """What else a message of this user's game becomes, once; its pictures stay where it has some."""
        return self._read(Message(lambda: view), seen, await self._wish(seen), pictured=pictured)

    async def _wish(self, seen: Seen) -> Preferences:
        """Of the user whose panel it is."""
        player = seen.table.sitting(seen.own)
        return await self._store.people.preferences(player.user_id) if player else Preferences()

    async def _drawn(self, seen: Seen, wish: Preferences) -> dict[str, bytes]:
        return {messages.PICTURE: await pictures.board(seen)} if reading.drawn(wish.form) else {}

    def _read(self, message: Message, seen: Seen, wish: Preferences, *, pictured: bool = True) -> Message:
        """As this user wants to read it. The picture of a result has nothing that the position doesn't tell."""
        if wish.form != "pictures":
            message = replace(message, words={messages.PICTURE: pictures.described(seen), messages.RESULT: ""})
        return reading.read(message, wish.form, pictured=pictured)

    def narrow(self, seen: Seen, path: Path) -> picker.Moves | picker.Question:
        """The moves that `path` spells, or the next question. Raises Stale when no legal move begins like that."""
        return picker.narrow(self._situation(seen), path)

    def meant(self, seen: Seen, path: Path) -> picker.Moves | picker.Question:
        """The moves that `confirming` asked about; else like `narrow`. Raises Stale, Refused."""
        return picker.meant(self._situation(seen), path)

    def sheet(self, seen: Seen) -> ui.Modal:
        """The sheet that several moves are ticked on now. Raises Stale where there is none."""
        return picker.modal(self._situation(seen), Press("ticked", seen.table.id, seen.table.version))

    def ticked(self, seen: Seen, values: Sequence[str]) -> picker.Moves:
        """The moves of a sheet that came back. Raises Stale for what isn't on it, Refused for too few or too many."""
        return picker.ticked(values, self._situation(seen))

    async def hand(self, seen: Seen, since: int) -> Message:
        """What happened after version `since`, the table as this user knows it, and the moves if it is their turn."""
        told = await self._store.tables.told(seen.table.id, seen.seat, since=since, own=seen.own)
        happened = messages.lines(seen.table, told, SINCE_LINES) or "No moves since yours."
        wish = await self._wish(seen)
        words, alt = self._words(seen), pictures.alt(seen)
        knows = words.knows(seen.view, messages.names(seen.table))
        text = f"{happened}\n{knows}".strip() + f"\n### {self._headline(seen)}"
        first = self._first(seen)
        text = f"{text}\n{self._details(seen, first, wish)}".strip() + await self._first_time(seen)

        def view() -> ui.LayoutView:
            return messages.private(words, text, self._first_rows(seen, first, wish) if first else [], alt=alt)

        return self._read(Message(view, await self._drawn(seen, wish)), seen, wish)

    def _first_rows(
        self, seen: Seen, first: picker.Question | None, wish: Preferences, beside: Sequence[ui.Item[Any]] = ()
    ) -> list[ui.ActionRow[Any]]:
        """The moves; then one row with Undo and what is `beside` it."""
        table = seen.table
        rows = self._rows(seen, first, wish, ()) if first else []
        last: list[ui.Item[Any]] = []
        if seen.can_undo and picker.STEP_BACK not in map(spell, seen.legal):
            last.append(button("Undo", Press("undo", table.id, table.version), emoji="↩️"))
        last += [*hints.hint_button(seen), *hints.why_button(seen, wish, ())]
        last += messages.solitaire_buttons(table) if table.solo else beside
        return [*rows, *picker.in_rows(last)]

    def _first(self, seen: Seen) -> picker.Question | None:
        """What is asked first; None where this user can't move now."""
        if not seen.legal:
            return None
        question = self.narrow(seen, ())
        assert isinstance(question, picker.Question), "a forced move is played by itself"
        return picker.without_giving_up(question) if seen.table.solo else question

    def _rows(
        self, seen: Seen, question: picker.Question, wish: Preferences, path: Path, page: int = 0
    ) -> list[ui.ActionRow[Any]]:
        press = Press("pick", seen.table.id, seen.table.version, path)
        return picker.controls(question, self._situation(seen, wish), press, page)

    def _details(self, seen: Seen, question: picker.Question | None, wish: Preferences) -> str:
        """What buttons have no room for. It goes into a message's text, where names must be escaped."""
        if question is None:
            return ""
        return picker.details(question, replace(self._situation(seen, wish), names=messages.names(seen.table)))

    def _situation(self, seen: Seen, wish: Preferences | None = None) -> picker.Situation:
        """`wish` matters to what buttons say, and not to what they do."""
        names, worded = messages.plain_names(seen.table), wish is not None and wish.form != "pictures"
        return picker.Situation(seen.legal, self._words(seen), seen.view, names, worded=worded)

    async def _text(self, seen: Seen, first: picker.Question | None, wish: Preferences) -> str:
        """What happened since this user's last turn, or in it once it is over; then what they are to do."""
        tables, table = self._store.tables, seen.table
        if table.solo:  # one long turn: what the last move led to
            began, _ = await tables.last_acted(table.id, table.host_id)
            told = await tables.told(table.id, seen.seat, since=max(0, began - 1))
        else:
            told = _since(await tables.told(table.id, seen.seat, since=0, own=seen.own), seen)
        happened = messages.lines(table, told, ABOVE_MOVES)
        details = self._details(seen, first, wish)
        done = "Your turn is done. " if _has_just_played(told, seen) else ""
        asked = f"### {done}{self._headline(seen)}{await self._after(seen)}\n{details}"
        text = "\n".join(filter(None, [self._title(seen).rstrip(), happened, asked]))
        return text.strip() + await self._first_time(seen)

    async def _first_time(self, seen: Seen, chosen: str | None = None) -> str:
        """In a person's first game of a kind: a line about a kind of move that they can make, and never have.

        `chosen`: the kind that they have chosen already.
        """
        lesson, player = LESSONS.get(seen.table.game), seen.table.sitting(seen.own)
        if lesson is None or player is None:
            return ""
        made = await self._store.tables.firsts.of(player.user_id, lesson.game)
        if made.table_id not in (None, seen.table.id):
            return ""
        tags = {spell(move)[0] for move in seen.legal} if chosen is None else {chosen}
        line = next((line for tag, line in lesson.first.items() if tag in tags and tag not in made.kinds), "")
        return f"\n-# 💡 {line}" if line else ""

    async def _after(self, seen: Seen) -> str:
        """What follows the headline of a game that is over."""
        table, lines = seen.table, list[str]()
        if table.phase != "over":
            return ""
        if said := messages.with_hints(table):
            lines.append(said)
        if table.day is None:
            return "".join(f"\n{line}" for line in lines)
        par, streak = await self._store.deals.after(table)
        if par:
            lines.append(deal_messages.beside_hall(seen, par))
        if messages.in_time(table, table.day) and streak.current:
            lines.append(f"🔥 Your streak: {amount(streak.current, 'day')}{deal_messages.embers(streak)}")
        return "".join(f"\n{line}" for line in lines)

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
            instead = f"You play for **{names[seen.seat or 0]}**. {words.vacant}".strip() + "\n"
            instead = "" if seen.seat == seen.own else instead
            return f"{instead}{words.ask(seen.view, names)}"
        return f"It is {names[seen.to_act or 0]}'s turn."

    def _words(self, seen: Seen) -> AnyWords:
        return WORDS[seen.table.game]


def _has_just_played(told: Sequence[Told], seen: Seen) -> bool:
    """Whether this user has just ended their turn."""
    return seen.to_act is not None and not seen.legal and bool(told) and told[-1].seat == seen.own


def _since(told: Sequence[Told], seen: Seen) -> tuple[Told, ...]:
    """What happened after this user's last finished turn.

    While it is somebody else's turn: what happened in the latest turn.
    """
    turn = seen.table.turn
    if not seen.legal:
        return tuple(entry for entry in told if entry.turn == told[-1].turn)
    earlier = [entry.version for entry in told if entry.seat in (seen.seat, seen.own) and entry.turn < turn]
    return tuple(entry for entry in told if entry.version > max(earlier, default=0))
