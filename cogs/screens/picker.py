"""The picker: from the legal moves to one of them, step by step.

A move is spelled by its tag and the values of its fields, in order: ("advance", "2"). That is its path. The moves that
begin like the path chosen so far are grouped by what comes next; the custom ids carry the path. Several moves that one
press makes are spelled one after the other, with a "+" between. The autocomplete of slash commands uses the same paths.

A button says everything that it does: the kind of move and what it concerns, even if steps were skipped.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from engine import AnyView, Data
from languages import labelled, later, say, say_as
from tables.play.model import Refused, Stale

from ..games.words import A_LINE, MOST_BUTTONS, AnyWords, Label, MoveSheet, Offer, Path, all_risks, move_path
from .press import OLD_SHEET, Press, is_number
from .screen import BUTTON_LIMIT, MENU_LIMIT, Button, Control, Field, Menu, Option, Sheet, Style

NOT_ANY_MORE = later("That isn't possible any more. Here is what is.")
WITHIN = "/"  # between the tokens of a menu's option that spells all of a path
MOST_SPELLED = 60  # characters of a path: a custom id must also hold the table and its version
MENU = "menu"  # of a menu's press: its number follows, and each of its options has a whole path
MOVES = "moves"  # the one control of a sheet
TICKED = "#"  # with the numbers of a sheet's options: all their moves together
AND = "+"  # between the moves of a path that makes several
RISKY = later("(risky)")  # for people who read and see no colour
WHICH = later("Which?")
STEP_BACK: Path = ("back",)  # the tag of a game's own move that leaves a half-made choice


class Page(NamedTuple):
    """A page of a menu with too many options. `menu` is the number of a menu of offers; None: the question's own."""

    number: int = 0
    menu: str | None = None


FIRST = Page()


class Place(NamedTuple):
    """How far a player has come in a choice: the path so far, and the page of the next menu."""

    path: Path = ()
    page: Page = FIRST


START = Place()


@dataclass(frozen=True)
class Question:
    """What to choose next. A choice is the next part of a path, or all of its rest, with a move to which it leads."""

    path: Path
    choices: tuple[tuple[Path, Data], ...]
    beside: tuple[Data, ...] = ()  # moves without fields that may be made instead
    offers: Mapping[Path, Offer] = field(default_factory=dict)  # by the path that chooses it
    sheet: MoveSheet | None = None

    @property
    def depth(self) -> int:
        return len(self.path)


@dataclass(frozen=True)
class ChosenMoves:
    """The moves that `path` spells in full. `risk`: the sentences that ask once more before they are made."""

    moves: tuple[Data, ...]
    risk: str | None
    path: Path
    then: Callable[[Any, Sequence[Data]], Data | None] | None = None  # see Offer


@dataclass(frozen=True)
class Situation:
    """What a player can do now, and everything needed to put it into words."""

    legal: tuple[Data, ...]
    words: AnyWords
    view: AnyView
    names: Sequence[str]  # by seat, as buttons show them
    worded: bool = False  # buttons say all that their colour, their place and the lines above them would
    briefly: bool = False  # buttons may leave out what `heading` says

    @cached_property
    def ranked(self) -> tuple[Data, ...]:
        return tuple(sorted(self.legal, key=lambda move: self.words.rank(self.view, move)))

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Complete moves with a button of their own. The game is asked only if this user can move."""
        return tuple(self.words.offers(self.view, self.names, self.legal)) if self.legal else ()

    @cached_property
    def offered(self) -> Mapping[Path, Offer]:
        """Offers by the path that chooses them: their moves spelled, or a number if a custom id has no room or if more
        moves follow.
        """
        spelled = [(() if offer.then else spell_all(offer.moves), offer) for offer in self.offers]
        short = {path for path, _ in spelled if path and len(":".join(path)) <= MOST_SPELLED}
        return {path if path in short else (AND, str(at)): offer for at, (path, offer) in enumerate(spelled)}

    def step_by_step(self) -> "Situation":
        """Without sheets, and without what goes on by itself."""

        def single(view: Any, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
            return [offer for offer in self.words.offers(view, names, legal) if not offer.then]

        return replace(self, words=replace(self.words, offers=single, sheet=lambda view, legal: None), briefly=False)

    def sheet(self) -> MoveSheet | None:
        return self.words.sheet(self.view, self.legal) if self.legal else None


def path_of(press: Press) -> Path:
    """The path that a press has chosen."""
    before = () if press.args[:1] == (MENU,) else press.args
    return (*before, *(token for value in press.values for token in value.split(WITHIN)))


def turned_to(press: Press) -> Place:
    """The path when a page was turned, and the page. Raises Stale."""
    number, *args = press.args or ("",)
    if not is_number(number):
        raise Stale(say(NOT_ANY_MORE))
    menu = args[1] if args[:1] == [MENU] and len(args) > 1 else None
    return Place(path_of(replace(press, args=tuple(args))), Page(int(number[:3]), menu))


def spell_all(moves: Iterable[Data]) -> Path:
    """The path of a button that makes `moves`."""
    return tuple(chain.from_iterable((AND, *move_path(move)) for move in moves))[1:]


def next_question(now: Situation, path: Path) -> ChosenMoves | Question:
    """The moves that `path` spells, or the next question. A step with one choice is skipped, unless it is the last.

    If only a few moves are left, each is a choice by itself. Raises Stale if no legal move begins like `path`.
    """
    offered = now.offered
    if offer := offered.get(path):
        return ChosenMoves(offer.moves, offer.risk, path, offer.then)
    moves = [(spelled, move) for move in now.ranked if (spelled := move_path(move))[: len(path)] == path]
    if not moves:
        raise Stale(say(NOT_ANY_MORE))
    left = [(spelled, move) for spelled, move in moves if path or spelled not in offered]
    if not left:
        return Question((), (), offers=offered)
    question = _narrowed(now, path, left, 1 if offered and not path else now.words.few_moves)
    if isinstance(question, ChosenMoves):
        return question
    sheet = now.sheet()
    kind = move_path(sheet.moves[0])[:1] if sheet else ()
    beside = path == (kind if kind and now.words.kinds[kind[0]].folded else ())  # behind its button
    return replace(question, offers={} if path else offered, sheet=sheet if beside else None)


def _narrowed(now: Situation, path: Path, moves: list[tuple[Path, Data]], few_moves: int) -> ChosenMoves | Question:
    beside: tuple[Data, ...] = ()
    folded = not path and any(now.words.kinds[spelled[0]].folded for spelled, _ in moves)
    if not path and not folded and len({spelled[0] for spelled, _ in moves if len(spelled) > 1}) == 1:
        beside = tuple(move for spelled, move in moves if len(spelled) == 1)
        moves = [(spelled, move) for spelled, move in moves if len(spelled) > 1]
        path = moves[0][0][:1]
    while True:
        depth = len(path)
        complete = next((move for spelled, move in moves if len(spelled) == depth), None)
        if complete is not None:
            return ChosenMoves((complete,), now.words.risky(now.view, complete), path)
        if 1 < len(moves) <= min(few_moves, MOST_BUTTONS) and any(len(spelled) > depth + 1 for spelled, _ in moves):
            return Question(path, tuple((spelled[depth:], move) for spelled, move in moves), beside)
        opened = {kind: not depth and label.opened for kind, label in now.words.kinds.items()}  # two steps at once
        begins = [spelled[depth : depth + 1 + opened[spelled[0]]] for spelled, _ in moves]
        count = Counter(begins)
        choices: dict[Path, Data] = {}
        for begin, (spelled, move) in zip(begins, moves, strict=True):  # if one move is left, it is the choice
            alone = depth + len(begin) > 1 and count[begin] == 1
            choices.setdefault(spelled[depth:] if alone else begin, move)
        last = any(len(spelled) == depth + len(tokens) for tokens in choices for spelled, _ in moves)
        if len(choices) > 1 or last or (folded and not depth):
            return Question(path, tuple(choices.items()), beside)
        path += next(iter(choices))


def prompt_of(question: Question, now: Situation) -> str:
    """The words that ask for the next choice; empty if that is the kind of move."""
    if not question.path:
        return ""
    name, fields = question.choices[0][1].__struct_fields__[question.depth - 1], now.words.fields
    asks = fields.get(f"{question.path[0]}.{name}") or fields.get(name, WHICH)
    return say(asks) if isinstance(asks, str) else say_as(*asks)


def controls(question: Question, now: Situation, press: Press, page: Page = FIRST) -> list[Control]:
    """The controls of a question, offers first. `press` has the table, its version and the path so far."""

    def leads_to(*path: str) -> Press:
        return replace(press, verb="pick", args=path)

    single = {path: offer for path, offer in question.offers.items() if offer.menu is None}
    asks = list[Control]([_button(_offered(offer, now), leads_to(*path), now) for path, offer in single.items()])
    if question.sheet:
        asks.append(_button(question.sheet.label, replace(press, verb="sheet", args=()), now))
    menus = dict.fromkeys(offer.menu for offer in question.offers.values() if offer.menu is not None)
    for number, menu in enumerate(menus):
        among = [(path, offer) for path, offer in question.offers.items() if offer.menu == menu]
        options = [((WITHIN.join(path),), _offered(offer, now)) for path, offer in among]
        asks += _select(options, menu, leads_to(MENU, str(number)), now, page)
    labels = _labels(question, now)
    if _is_brief(question, now):
        asks += [_brief_button(label, leads_to(*question.path, *tokens)) for tokens, label in labels]
    elif _is_menu(question, labels, now):
        asks += _select(labels, prompt_of(question, now), leads_to(*question.path), now, page)
    else:
        asks += [_button(label, leads_to(*question.path, *tokens), now) for tokens, label in labels]
    asks += [_button(_kind_label(now, move), leads_to(*move_path(move)), now) for move in question.beside]
    if press.args:
        asks.append(Button(say("Back"), leads_to(*press.args[:-1]), emoji="↩️"))
    return asks


@dataclass(frozen=True)
class Choice:
    """One of a question's choices. If it is `complete`, it makes all of `moves`; else it leads to one of them."""

    label: Label
    moves: tuple[Data, ...]
    complete: bool = True


def choices(question: Question, now: Situation) -> list[Choice]:
    """All choices of a question, except its sheet and what begins like another one and goes on by itself."""
    listed = [Choice(_alone(offer, now), offer.moves) for offer in question.offers.values() if not offer.then]
    for (tokens, move), (_, label) in zip(question.choices, _labels(question, now), strict=True):
        path = (*question.path, *tokens)
        among = (
            (move,) if move_path(move) == path else tuple([m for m in now.ranked if move_path(m)[: len(path)] == path])
        )
        listed.append(Choice(label, among, complete=move_path(move) == path))
    return listed + [Choice(_kind_label(now, move), (move,)) for move in question.beside]


def _alone(offer: Offer, now: Situation) -> Label:
    """An offer without the menu whose question says what it does."""
    label = _offered(offer, now)
    if offer.menu is None:
        return label
    if len(offer.moves) == 1:
        return replace(label, text=label_of(offer.moves[0], now).text)
    return replace(label, text=labelled(offer.menu, label.text))


def confirm(chosen: ChosenMoves, now: Situation, press: Press) -> list[Control]:
    """The controls that ask once more before `chosen` is made. `press` has the table and its version."""
    sheet = now.sheet() if chosen.path[:1] == (TICKED,) else None
    labels = [label_of(move, now) for move in chosen.moves]
    combined = labels[0] if len(labels) == 1 else Label(" + ".join(label.text for label in labels))
    combined = Label(sheet.title) if sheet else combined
    label = next((offer.label for offer in now.offers if offer.moves == chosen.moves), combined)
    sure = Button(_short(label, now), replace(press, verb="dare", args=chosen.path), style=Style.DANGER, emoji="⚠️")
    return [sure, Button(say("Back"), replace(press, verb="pick", args=()), emoji="↩️")]


def heading(question: Question, now: Situation) -> str:
    """What is being done, above what is asked."""
    if _is_brief(question, now):
        return label_at(question.path, question.choices[0][1], now).text
    return say(now.words.kinds[question.path[0]].text).removesuffix("…")


def label_at(path: Path, move: Data, now: Situation) -> Label:
    """A move as far as `path` spells it."""
    return _label(Question((), ()), path, move, now)


def label_of(move: Data, now: Situation) -> Label:
    """A complete move, as a button by itself says it."""
    now = replace(now, worded=True)
    tag, *tokens = move_path(move)
    if not tokens:
        return _kind_label(now, move)
    ((_, label),) = _labels(Question((tag,), ((tuple(tokens), move),)), now)
    return label


def _is_brief(question: Question, now: Situation) -> bool:
    """Whether buttons name nothing but the answers, so that they stand side by side."""
    labels = _labels(question, now) if now.briefly and question.path else []
    return all(label.brief for _, label in labels) and bool(labels) and not _is_menu(question, labels, now)


def _is_menu(question: Question, labels: Sequence[tuple[Path, Label]], now: Situation) -> bool:
    """Whether a menu shows these instead of buttons, because there are many or buttons would say too little."""
    return bool(question.path) and (
        len(labels) > MOST_BUTTONS or any(label.detail and not _fits(label, now) for _, label in labels)
    )


def _select(
    labels: Sequence[tuple[Path, Label]], prompt: str, press: Press, now: Situation, page: Page
) -> list[Control]:
    """A menu with one page of `labels`, and the buttons to the pages beside it, if there are several."""
    last = (len(labels) - 1) // MENU_LIMIT
    menu = press.args[1] if press.args[:1] == (MENU,) else None
    at = min(page.number, last) if page.menu == menu else 0
    options = [
        _option(label, WITHIN.join(tokens), now) for tokens, label in labels[at * MENU_LIMIT : (at + 1) * MENU_LIMIT]
    ]
    menu_and_ways = list[Control]([Menu(prompt, press, tuple(options))])
    for label, emoji, to in ((say("Previous"), "◀", at - 1), (say("Next"), "▶", at + 1)) if last else ():
        leads = replace(press, verb="page", args=(str(max(0, to)), *press.args))
        menu_and_ways.append(Button(label, leads, emoji=emoji, disabled=not 0 <= to <= last, stays=True))
    return menu_and_ways


def _option(label: Label, value: str, now: Situation) -> Option:
    """An option of a menu. Menus have no colours, so what would be red has a sign."""
    emoji = "⚠️" if label.style is Style.DANGER else label.emoji
    return Option(label.text + _warned(label, now), value, label.detail, emoji)


# -- Sheets


def sheet_options(sheet: MoveSheet, now: Situation) -> list[tuple[str, Label, Data]]:
    """The options of a sheet: the value that comes back, the label, and the move that it makes."""
    options: list[tuple[str, Label, Data]] = []
    for number, move in enumerate(sheet.moves):
        label = label_of(move, now)
        copy = sheet.moves[:number].count(move) + 1
        text = label.text if copy == 1 else f"{label.text} ({copy})"
        options.append((f"{'/'.join(move_path(move))}#{copy}", replace(label, text=text), move))
    return options


def sheet(now: Situation, press: Press) -> Sheet:
    """The sheet to tick. It comes back with the verb of `press`, and `ticked` reads it. Raises Stale."""
    ticks = now.sheet()
    if ticks is None:
        raise Stale(say(NOT_ANY_MORE))
    options = [Option(label.text, value, label.detail, label.emoji) for value, label, _ in sheet_options(ticks, now)]
    boxes = Field(MOVES, ticks.title, tuple(options), several=True, least=ticks.least, most=ticks.most)
    return Sheet(ticks.title, press, (boxes,))


def ticked_values(press: Press) -> tuple[str, ...]:
    """The values that were ticked on the sheet of moves. Raises Refused for another sheet."""
    if {*press.sheet} != {MOVES}:
        raise Refused(say(OLD_SHEET))
    return press.sheet[MOVES]


def ticked(values: Sequence[str], now: Situation) -> ChosenMoves:
    """The moves of a sheet that came back. Raises Stale for what isn't on it now, Refused for too few or too many."""
    sheet = now.sheet()
    if sheet is None:
        raise Stale(say(NOT_ANY_MORE))
    options = {value: move for value, _, move in sheet_options(sheet, now)}
    if not {*values} <= {*options} or len({*values}) < len(values):
        raise Stale(say(NOT_ANY_MORE))
    if not sheet.least <= len(values) <= sheet.most:
        wanted = {"least": sheet.least, "most": sheet.most, "number": len(values)}
        if sheet.least == sheet.most:
            raise Refused(say("Tick {least}: you ticked {number}.", **wanted))
        raise Refused(say("Tick {least} to {most}: you ticked {number}.", **wanted))
    moves = tuple(move for value, move in options.items() if value in values)
    numbers = (str(number) for number, value in enumerate(options) if value in values)
    return ChosenMoves(moves, all_risks(now.words.risky(now.view, move) for move in moves), (TICKED, *numbers))


def confirmed_moves(now: Situation, path: Path) -> ChosenMoves | Question:
    """The moves of a press that confirms them: of a path, or of a sheet. Raises Stale, Refused."""
    sheet = now.sheet()
    if path[:1] != (TICKED,) or sheet is None:
        return next_question(now, path)
    values = {str(number): value for number, (value, _, _) in enumerate(sheet_options(sheet, now))}
    if not {*path[1:]} <= {*values}:
        raise Stale(say(NOT_ANY_MORE))
    return ticked([values[number] for number in path[1:]], now)


def _labels(question: Question, now: Situation) -> list[tuple[Path, Label]]:
    return [(tokens, _label(question, tokens, move, now)) for tokens, move in question.choices]


def _label(question: Question, tokens: Path, move: Data, now: Situation) -> Label:
    """The label of a choice: a kind of move, with everything that has been chosen of it so far."""
    words, view, names = now.words, now.view, now.names
    kind, all_fields = words.kinds[move_path(move)[0]], move.__struct_fields__
    fields = all_fields[: question.depth + len(tokens) - 1]
    if not fields:
        return _kind_label(now, move)
    complete = len(fields) == len(all_fields)
    text = words.phrase(view, names, move) if complete else None
    if text is None:
        values = [words.value(view, names, move, name) for name in fields]
        text = replace(values[-1], text=" · ".join(value.text for value in values))
    label = replace(text, text=_with_kind(kind.said(), text.text))
    if not question.depth:  # among other kinds
        label = replace(label, emoji=label.emoji or kind.emoji, style=kind.style)
    return replace(label, style=Style.DANGER) if complete and words.risky(view, move) else label


def _with_kind(kind: Label, concerned: str) -> str:
    """What a move concerns, after what is done with it."""
    if kind.verb is None:
        return labelled(kind.text, concerned)
    # Translators: what a move does, such as "Scout", and what it concerns, such as a card
    return say("{does} {what}", does=kind.verb, what=concerned) if kind.verb else concerned


def _kind_label(now: Situation, move: Data) -> Label:
    """The label of a kind of move. A move without fields has no other."""
    tag = move_path(move)[0]
    kind = now.words.kind(now.view, tag) or now.words.kinds[tag].said()
    return replace(kind, style=Style.DANGER) if len(move_path(move)) == 1 and now.words.risky(now.view, move) else kind


def _offered(offer: Offer, now: Situation) -> Label:
    return replace(offer.label, style=Style.DANGER) if offer.risk else offer.label


def _fits(label: Label, now: Situation) -> bool:
    """Whether a button shows its detail."""
    if now.worded:
        return len(f"{label.text} · {label.detail} {say(RISKY)}") <= BUTTON_LIMIT
    room = A_LINE - 4 * (label.emoji is not None)
    return len(f"{label.text} · {label.detail}") <= room


def _short(label: Label, now: Situation) -> str:
    text = f"{label.text} · {label.detail}" if _says_all(label, now) else label.text
    return text + _warned(label, now)


def _says_all(label: Label, now: Situation) -> bool:
    return bool(label.detail) and _fits(label, now)


def _warned(label: Label, now: Situation) -> str:
    """The words that replace a red colour for somebody who can't see it."""
    return f" {say(RISKY)}" if now.worded and (label.risky or label.style is Style.DANGER) else ""


def _button(label: Label, press: Press, now: Situation) -> Button:
    rest = None if _says_all(label, now) else label.detail
    return Button(_short(label, now), press, style=label.style, emoji=label.emoji, detail=rest)


def _brief_button(label: Label, press: Press) -> Button:
    return Button(label.brief or "", press, style=label.style, detail=in_words(label))


def in_words(label: Label) -> str:
    return f"{label.text} · {label.detail}" if label.detail else label.text
