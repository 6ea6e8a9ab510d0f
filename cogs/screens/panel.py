"""What one player can do now: the panel behind Play, the direct message, a solitaire's one message, the hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from engine import GAMES
from languages import say
from players.answer import Line, Opinion
from players.solo_game import Par
from render import PICTURES
from tables.people.first_moves import FirstGame
from tables.people.people import Preferences
from tables.people.profile import Streak
from tables.play.model import HeardMove, PlayerView, Stale, Table, where_it_stands

from ..games import WORDS
from ..games.words import Path, move_path
from ..lessons import LESSONS
from . import daily, hints, log, picker, screen, solitaire, stakes
from .board_names import both_names
from .departures import resign
from .frame import of_game, position, result, told
from .levels import how_hard
from .names import plain_names, safe_names
from .over import ending, headline, highlight, ways_out, winners, with_hints
from .press import Press
from .screen import Block, Button, Control, Link, Menu, Picture, Row, Screen, Text, at_hand, row
from .waiting import NextGame

MOST = 6  # controls of a panel
HIGHER = 6  # lines of a phone, if nothing is asked


@dataclass(frozen=True)
class Panel:
    """Everything that a player's messages of a game are made of: what they see, have heard and prefer."""

    seen: PlayerView
    preferences: Preferences
    heard: tuple[HeardMove, ...] = ()  # everything that the seat for which they act has heard
    acted: tuple[int, int] = (0, 0)  # their last press that made moves: the versions of its first and last move
    made: FirstGame | None = None  # which kinds of move they have ever made; None: nobody's panel
    par: Par | None = None  # of a deal of the day that is over: the hall's own result
    streak: Streak | None = None  # likewise: the player's
    newcomers: int | None = None  # see how_hard
    next: NextGame | None = None  # where they are awaited once their turn here is done

    @property
    def table(self) -> Table:
        return self.seen.table

    @property
    def worded(self) -> bool:
        return self.preferences.form != "pictures"

    @cached_property
    def now(self) -> picker.Situation:
        """What they can do, as buttons say it."""
        return situation(self.seen, worded=self.worded)

    @cached_property
    def first(self) -> picker.Question | None:
        """The question with which their move begins; None if they can't move now."""
        return first_question(self.seen, self.now)

    # -- Messages

    def opening(self, note: str = "") -> Screen:
        """The first question of their move, under `note` and what has happened since their last one."""
        picture = self.picture if self._ends else self._position()
        asks = [stakes.answers(self.table, "play")] if stakes.is_empty(self.seen) else []
        text = self._text(note) + (f"\n{stakes.question(self.table, 'play')}" if asks else "")
        return self._screen(text, picture, *asks, *self._controls())

    def private(self, url: str | None, note: str = "") -> Screen:
        """The direct message at a group's table: what they know and, on their turn, their moves.

        `url` leads to the board.
        """
        beside = list[Control]([Link(say("To the board"), url)] if url else [])
        beside += [self.next.link()] if self.next else []
        if self.table.phase == "playing":
            beside.append(Button(say("My hand"), Press.at(self.table, "hand"), emoji="🤫"))
        return self._screen(self.private_text(note), self._position(), *self._controls(beside))

    def private_text(self, note: str = "") -> str:
        """What their direct message says."""
        table = self.table
        if table.phase == "over":
            return _is_over(self.seen)
        if self.first:
            yours = say("**{game}**: your turn.", game=GAMES[table.game].title)
            return self._text(note, "" if self._has_begun else yours)
        # Only their own last moves, so that the text stays the same until their turn
        own = [entry for entry in self.heard if self.acted[0] <= entry.version <= self.acted[1]]
        title = say("**{game}**: I write again when it is your turn.", game=GAMES[table.game].title)
        return self._fitting(self._told(own), [self._knows()], [title, note])

    def hand(self) -> Screen:
        """The table as they know it, what happened since their last move, and the moves if it is their turn."""
        since = [entry for entry in self.heard if entry.version > self.acted[1]]
        news = self._told(since) or [log.News(say("No moves since yours."))]
        text = self._fitting(news, [f"### {self._headline()}"])
        picture = position(self.seen, worded=self.worded, marks=False)
        rows = self._controls() if self.first else at_hand(self._log())
        if self.table.rivals and self.table.phase == "playing" and sum(len(laid.controls) for laid in rows) < MOST:
            rows.append(row(resign(self.table, "resign")))
        return self._screen(text, picture, *rows)

    def asking(self, question: picker.Question, path: Path, page: picker.Page = picker.FIRST) -> Screen:
        """The question that `path` leads to. The message keeps its picture."""
        question = question if path else self.first or question
        asks = picker.prompt_of(question, self.now)
        if not asks:
            return self._screen(self._text(), self._kept(), *self._controls(page=page)).kept()
        kind = question.path[0]
        moves, hint = self._moves(question, path, page), first_time(self, kind)
        text = f"### {picker.heading(question, self.now)}"
        if not any(isinstance(control, Menu) and control.prompt == asks for control in moves):
            text += f"\n{asks}"
        if path and hint != first_time(self):  # else the panel has shown this hint already
            text += hint
        why = hints.why_button(self.seen, self.preferences, path)
        return self._screen(text, self._kept(), *at_hand([*moves, *why])).kept()

    def confirming(self, chosen: picker.ChosenMoves) -> Screen:
        """Ask once more before moves that may cost much. The message keeps its picture."""
        controls = picker.confirm(chosen, self.now, Press.at(self.table, "pick"))
        return self._screen(f"### {chosen.risk}", self._kept(), *at_hand(controls)).kept()

    def thinking(self) -> Screen:
        """Shown until the hint is there. The message keeps its picture."""
        return self._screen(f"### {say('Let me think about it…')}", self._kept(), row(hints.back(self.seen))).kept()

    def hint(self, opinion: Opinion) -> Screen:
        """What a computer player would do in their place."""
        blocks = hints.hint(self.seen, opinion)
        return of_game(self.table.game, *blocks, self._kept(), row(hints.back(self.seen)))

    def whys(self, path: Path, opinion: Opinion) -> Screen:
        """What each choice of a question risks and gives. `path` leads to the question; Back, to its controls.

        They have no room on a phone beside the picture and the reasons.
        """
        question = question_at(self.seen, path)
        now = replace(situation(self.seen, worded=True), names=safe_names(self.table))  # a text, not buttons
        text = hints.whys(self.seen, question, now, opinion)
        return self._screen(text, self._kept(), row(hints.back(self.seen, path)))

    # -- Parts

    def _screen(self, text: str, *below: Block) -> Screen:
        return of_game(self.table.game, Text(both_names(self.table, text)[: screen.TEXT_LIMIT - 200]), *below)

    @property
    def _ends(self) -> bool:
        return self.table.solo and self.table.phase == "over"

    @cached_property
    def picture(self) -> Picture:
        """The position. At a group's table only the board shows moving pictures, so that nobody sees them twice.

        A game for one ends with its result: a phone has no room for the position too.
        """
        if self._ends:
            return result(self.seen, headline(self.seen))
        latest = self.heard[-1] if self.table.solo and self.heard else None
        made = latest is not None and latest.kind != "undo"
        moves = [entry for entry in self.heard if entry.version >= self.acted[0]] if made else []
        return position(self.seen, worded=self.worded, moves=moves)

    def _position(self) -> Picture:
        """The position. In words it is short when a turn begins, and later only its gist, since the news says the rest.

        A button leads to the whole position.
        """
        picture, pictures, given = self.picture, PICTURES[self.table.game], (told(self.seen), safe_names(self.table))
        if self.worded and self._has_begun:
            told_now = f"{pictures.alt(*given)}\n{self._knows()}".strip()
            return replace(picture, words=told_now) if self.table.solo else replace(picture, alt=told_now, words=None)
        if self.worded and self.first and pictures.brief:
            return replace(picture, words=pictures.brief(*given))
        return picture

    def _kept(self) -> Picture:
        """The picture that the message keeps during a choice. The position is not repeated in words."""
        return replace(self.picture, words="" if self.worded else None)

    def _knows(self) -> str:
        return WORDS[self.table.game].knows(self.seen.view, safe_names(self.table))

    def _controls(self, beside: Sequence[Control] = (), page: picker.Page = picker.FIRST) -> list[Row]:
        """The moves; then Undo and what is `beside` it."""
        controls = [*self._first_moves] if page == picker.FIRST or not self.first else self._moves(self.first, (), page)
        if self.seen.can_undo and picker.STEP_BACK not in map(move_path, self.seen.legal):
            controls.append(Button(say("Undo"), Press.at(self.table, "undo"), emoji="↩️"))
        controls += ways_out(self.seen, controls) if self.first else []
        controls += [*hints.hint_button(self.seen), *hints.why_button(self.seen, self.preferences, ())]
        controls += solitaire.buttons(self.seen) if self.table.solo else beside
        controls += [self.next.link()] if self.next and not beside else []
        short = self._has_begun or PICTURES[self.table.game].brief is not None
        if self.first and self.worded and short and not beside:  # where “My hand” doesn't tell it
            controls.append(Button(say("The whole position"), Press.at(self.table, "hand"), emoji="🤫"))
        return at_hand([*controls, *self._log()])

    def _log(self) -> list[Button]:
        """The button that tells all that the news leave out."""
        going_on = self.table.phase == "playing" and self.heard
        return [Button(say("Log"), Press.at(self.table, "log"), emoji="📜")] if going_on else []

    @cached_property
    def _first_moves(self) -> Sequence[Control]:
        """The controls of the first question, made once: to see whether there are menus, and to show them."""
        return self._moves(self.first, ()) if self.first else ()

    @cached_property
    def _has_menus(self) -> bool:
        """Whether there are several menus, which are higher than buttons."""
        return sum(isinstance(control, Menu) for laid in self._controls() for control in laid.controls) > 1

    def _moves(self, question: picker.Question, path: Path, page: picker.Page = picker.FIRST) -> list[Control]:
        return picker.controls(question, self.now, Press.at(self.table, "pick", *path), page)

    @cached_property
    def _has_begun(self) -> bool:
        """Whether they have moved in this turn; in a game for one, whether they have moved at all."""
        mine = (self.seen.seat, self.seen.own)
        made = [entry for entry in self.heard if entry.kind == "move"]
        return any(entry.seat in mine and (self.table.solo or entry.turn == self.table.turn) for entry in made)

    def _text(self, note: str = "", title: str = "") -> str:
        """What their own last move led to, or what happened since their last turn; then what they are to do."""
        heard = self._since()
        done = f"{say('Your turn is done.')} " if _has_just_played(heard, self.seen) else ""
        following = f"\n{self.next.line()}" if self.next else ""
        above, below = [title or _title(self), note], f"### {done}{self._headline()}{_after(self)}{following}"
        if len(" ".join([*above, with_hint := below + first_time(self)]).split()) <= screen.MOST_WORDS:
            below = with_hint
        return self._fitting(self._told(log.worth_telling(self.table, heard)), [below], above)

    def _told(self, heard: Sequence[HeardMove]) -> Sequence[log.News]:
        """What happened, and what it means to this user."""
        return log.in_short(self.table, heard, self.seen.own)

    def _fitting(self, news: Sequence[log.News], below: Sequence[str], above: Sequence[str] = ()) -> str:
        """The text with as much of the news as there is room for, between `above` and `below`. The log has the rest."""
        room = screen.MOST_WORDS - len(both_names(self.table, " ".join([*above, *below])).split())
        high = screen.HIGH - self._has_menus if self.first else HIGHER
        fitting = log.fitting(news, room, high - sum(map(bool, above)), partial(both_names, self.table))
        return "\n".join(filter(None, [*above, *fitting, *below]))

    def _since(self) -> tuple[HeardMove, ...]:
        """The news. On their turn: since their own last move in it, else since their last turn ended.

        On somebody else's turn: the latest turn that anything happened in.
        """
        seen, heard = self.seen, self.heard
        if not heard:
            return ()
        if self.table.solo or (self._has_begun and seen.legal) or heard[-1].seat == seen.own:
            return tuple(entry for entry in heard if entry.version >= self.acted[0])
        if not seen.legal:
            return tuple(entry for entry in heard if entry.turn == heard[-1].turn)
        turn, seats = self.table.turn, (seen.seat, seen.own)
        earlier = [entry.version for entry in heard if entry.seat in seats and entry.turn < turn]
        return tuple(entry for entry in heard if entry.version > max(earlier, default=0))

    def _headline(self) -> str:
        """What they are to do, or what they wait for."""
        seen, at_table = self.seen, safe_names(self.table)
        if self.table.phase == "over":
            return headline(seen)
        if self.table.lost:
            return where_it_stands(self.table)
        if self.table.phase == "closed":
            return say("This table is closed. `/play` opens a new one.")
        if seen.legal:
            words = WORDS[self.table.game]
            asks = words.ask(seen.view, at_table)
            if seen.seat == seen.own:
                return asks
            instead = say("You play for **{name}**.", name=at_table[seen.seat or 0])
            return f"{instead} {words.vacant and say(words.vacant)}".strip() + f"\n{asks}"
        return say("It is {name}'s turn.", name=at_table[seen.to_act or 0])


def _streak(streak: Streak) -> str:
    days = daily.days(streak.current)
    if streak.embers:
        return say("🔥 Your streak: {days}, with {embers}", days=days, embers=daily.embers(streak))
    return say("🔥 Your streak: {days}", days=days)


def _after(panel: Panel) -> str:
    """The lines below the headline of a game that is over."""
    if panel.table.phase != "over":
        return ""
    alone = [ending(panel.seen), highlight(panel.seen, panel.heard)] if panel.table.solo else []
    lines = [*alone, with_hints(panel.table)]
    if panel.par:
        lines.append(daily.beside_hall(panel.seen, panel.par))
    if panel.streak and panel.streak.current:
        lines.append(_streak(panel.streak))
    return "".join(f"\n{line}" for line in lines if line)


def _is_over(seen: PlayerView) -> str:
    title = say("**{game}** is over.", game=GAMES[seen.table.game].title)
    return "\n".join(filter(None, (f"{title} {headline(seen)}", winners(seen), with_hints(seen.table))))


def _title(panel: Panel) -> str:
    """The title of a solitaire; a group's table needs none."""
    if not panel.table.solo:
        return ""
    untouched = not any(entry.kind == "move" for entry in panel.heard)
    first = untouched and panel.table.phase == "playing" and panel.table.day is None
    odds = how_hard(panel.table, panel.newcomers) if first else ""
    return "\n-# ".join(filter(None, [solitaire.title(panel.table), odds]))


def first_time(panel: Panel, chosen: str | None = None) -> str:
    """A hint in somebody's first game: it explains the first kind of move on the panel that they have never made.

    `chosen`: the kind of move that they have chosen already.
    """
    lesson, made = LESSONS[panel.table.game], panel.made
    if made is None or made.table_id not in (None, panel.table.id):
        return ""
    new = lesson.first.keys() - made.kinds
    if not new:
        return ""
    moves = [*(offer.moves[0] for offer in panel.now.offers), *panel.now.ranked]
    tags = [move_path(move)[0] for move in moves] if chosen is None else [chosen]
    line = next((lesson.first[tag] for tag in tags if tag in new), "")
    return f"\n-# 💡 {say(line)}" if line else ""


def situation(seen: PlayerView, *, worded: bool = False) -> picker.Situation:
    """What a user can do. `worded`: buttons say everything in words. Giving up is left out: it has its own button."""
    legal = tuple(move for move in seen.legal if move != GAMES[seen.table.game].concession)
    words, names = WORDS[seen.table.game], plain_names(seen.table)
    return picker.Situation(legal, words, seen.view, names, worded=worded, briefly=not worded)


def first_question(seen: PlayerView, now: picker.Situation) -> picker.Question | None:
    if not seen.legal:
        return None
    question = picker.next_question(now, ())
    assert isinstance(question, picker.Question), "a forced move is played by itself"
    return question


def question_at(seen: PlayerView, path: Path) -> picker.Question:
    """The question that `path` leads to. Raises Stale if there is none."""
    now = situation(seen)
    question = picker.next_question(now, path) if path else first_question(seen, now)
    if not isinstance(question, picker.Question):
        raise Stale(say(picker.NOT_ANY_MORE))
    return question


def lines_to_weigh(seen: PlayerView, path: Path) -> tuple[Line, ...]:
    """For each choice of the question that `path` leads to, the moves to weigh. Raises Stale if there is none."""
    return hints.moves_to_weigh(question_at(seen, path), situation(seen)) if seen.legal else ()


def _has_just_played(heard: Sequence[HeardMove], seen: PlayerView) -> bool:
    """Whether this user has just ended their turn."""
    return seen.to_act is not None and not seen.legal and bool(heard) and heard[-1].seat == seen.own
