"""A screen: everything that a message of the bot shows, as a value.

Screens are made by pure functions, so a message can be computed, compared and tested without Discord. `cogs/delivery`
makes discord.py's objects of them, draws their pictures and sends them.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import Any, Literal

import msgspec

from languages import say, speaking, spoken

from .press import MORE, Press

TEXT_LIMIT = 4000  # characters of a message, over all its parts
BUTTON_LIMIT = 80  # characters
PROMPT_LIMIT = 150  # characters above a menu
MENU_LIMIT = 25  # options
OPTION_LIMIT = 100  # characters of an option, and of what stands beside it
A_ROW = 5  # buttons
AT_HAND = 6  # controls of a panel, of which a menu is one: a phone shows so many under the picture
MOST_WORDS = 50  # of a panel, besides its controls: so a phone shows picture and moves at once
HIGH = 3  # lines of a phone above what is asked
SHEET_TITLE = 45  # characters


class Style(StrEnum):
    """A button's colour, by discord.py's name for it."""

    SECONDARY = "secondary"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """`emoji` is of Unicode, or the name of something that has a sign: see `render/signs.py`."""

    label: str
    press: Press
    style: Style = Style.SECONDARY
    emoji: str | None = None
    disabled: bool = False
    detail: str | None = None  # what the label has no room for; shown if the button becomes an option of a menu
    stays: bool = False  # it never moves into the menu “More…”


@dataclass(frozen=True)
class Link:
    """A button that leads to a web page, or to another message."""

    label: str
    url: str


@dataclass(frozen=True)
class Option:
    label: str
    value: str
    detail: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """At most 25 options, of which one is chosen; its value arrives in `Press.values`.

    If the verb of `press` is MORE, each value is the custom id of another press, which arrives instead.
    """

    prompt: str
    press: Press
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Choices:
    """At most 25 options, of which several are chosen, `least` or more; their values arrive in `Press.values`."""

    prompt: str
    press: Press
    options: tuple[Option, ...]
    least: int = 0


@dataclass(frozen=True)
class Picker:
    """A menu that Discord fills with a server's channels, roles or members. Their ids arrive in `Press.values`.

    `chosen`: the ids that are so far; at most `most` can be.
    """

    prompt: str
    press: Press
    of: Literal["channels", "roles", "members"]
    chosen: tuple[int, ...] = ()
    most: int = 1
    least: int = 0


Control = Button | Link | Menu | Choices | Picker


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Section:
    """A text with the button that belongs to it."""

    text: str
    button: Button


@dataclass(frozen=True)
class Row:
    """At most five buttons, or one menu."""

    controls: tuple[Control, ...]


@dataclass(frozen=True)
class Drawing:
    """How a picture is drawn: a function of `render`, its arguments, and the language of its words.

    It can be a key of a dictionary.
    """

    draw: Callable[..., bytes]
    given: tuple[Any, ...] = ()
    language: str = field(default_factory=spoken)

    def __call__(self) -> bytes:
        with speaking(self.language):
            return self.draw(*self.given)

    @property
    def what(self) -> str:
        """What is drawn, for the log: the function that draws it."""
        return f"{getattr(self.draw, '__module__', '')}.{getattr(self.draw, '__qualname__', self.draw)}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names in it, for the log."""
        return tuple(dict.fromkeys(_names_in(self.given)))


@dataclass(frozen=True)
class Picture:
    """`alt` is its alternative text, of which Discord shows 1,024 characters.

    Without a `drawing` it is the picture of this name that the message already has. `words`: the whole position, for
    those who read instead of looking; None: the alternative text is enough. `moment` is the same picture, moving, for
    the first time it is shown.
    """

    alt: str
    drawing: Drawing | None = None
    name: str = "board.png"
    words: str | None = None
    moment: Drawing | None = None

    def kept(self) -> "Picture":
        """The same picture, for a message that already has it."""
        return replace(self, drawing=None, moment=None)


Block = Text | Section | Row | Picture


@dataclass(frozen=True)
class Screen:
    """`colour`: of the frame. `plain`: without the application's emojis, for somebody who reads words.

    `language`: the one in which its texts are.
    """

    colour: int
    blocks: tuple[Block, ...]
    plain: bool = False
    language: str = field(default_factory=spoken)

    @property
    def drawings(self) -> dict[str, Drawing]:
        """What must be drawn, by the picture's name."""
        return {block.name: block.drawing for block in self.blocks if isinstance(block, Picture) and block.drawing}

    @property
    def moments(self) -> dict[str, Drawing]:
        """What must be drawn if great moments are to move, by the picture's name."""
        return {block.name: block.moment for block in self.blocks if isinstance(block, Picture) and block.moment}

    @property
    def table_id(self) -> int | None:
        """The table that its controls are about, if there is one."""
        sections = [block.button for block in self.blocks if isinstance(block, Section)]
        laid = [control for block in self.blocks if isinstance(block, Row) for control in block.controls]
        presses = [control.press for control in (*sections, *laid) if not isinstance(control, Link)]
        return next((press.table_id for press in presses if press.table_id), None)

    def digest(self) -> str:
        """A hash of the screen."""
        return hashlib.sha256(_ENCODER.encode(self)).hexdigest()

    def looks(self) -> str:
        """A hash of how the screen looks: controls of different versions of a table look the same."""
        return replace(self, blocks=tuple(map(_of_no_version, self.blocks))).digest()

    def text_digest(self) -> str:
        """A hash of its texts alone."""
        texts = [block.text for block in self.blocks if isinstance(block, Text | Section)]
        return hashlib.sha256(_ENCODER.encode(texts)).hexdigest()

    def kept(self) -> "Screen":
        """The same screen for a message that already has its pictures, so they needn't be drawn."""
        blocks = [block.kept() if isinstance(block, Picture) else block for block in self.blocks]
        return replace(self, blocks=tuple(blocks))


def _names_in(given: Any) -> Iterator[str]:
    """The names among what a drawing is given. Views, which may hold secrets, and effects have none that are read."""
    if isinstance(given, tuple) and given and all(isinstance(one, str) for one in given):
        yield from given
    elif isinstance(given, tuple) and not hasattr(given, "_fields"):
        for one in given:
            yield from _names_in(one)
    elif is_dataclass(given) and not isinstance(given, type):
        for one in fields(given):
            value = getattr(given, one.name)
            yield from (value,) if one.name == "name" else _names_in(value)


def _of_no_version(block: Block) -> Block:
    match block:
        case Section(text, button):
            return Section(text, replace(button, press=replace(button.press, version=0)))
        case Row(controls):
            return Row(tuple(control if isinstance(control, Link) else _timeless(control) for control in controls))
    return block


def _timeless(control: Button | Menu | Choices | Picker) -> Button | Menu | Choices | Picker:
    if isinstance(control, Menu) and control.press.verb == MORE:
        presses = [replace(Press.read(option.value), version=0) for option in control.options]
        options = zip(control.options, presses, strict=True)
        control = replace(
            control, options=tuple([replace(option, value=press.custom_id()) for option, press in options])
        )
    return replace(control, press=replace(control.press, version=0))


def _named(value: Any) -> Any:
    """Encode what JSON doesn't know: a function by its name, anything else by its repr."""
    if isinstance(value, partial):
        return [value.func, value.args, value.keywords]
    if callable(value):
        return f"{value.__module__}.{value.__qualname__}"
    return repr(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_named, order="deterministic")


def row(*controls: Control) -> Row:
    return Row(controls)


def rows(controls: Sequence[Control]) -> list[Row]:
    """Lay buttons in as many rows as they need."""
    return [row(*controls[start : start + A_ROW]) for start in range(0, len(controls), A_ROW)]


def at_hand(controls: Sequence[Control]) -> list[Row]:
    """Rows with the first controls, as many as a phone shows. The other buttons are in a menu, “More…”.

    Each menu has a row of its own. Raises ValueError if “More…” would be too long.
    """
    buttons = [control for control in controls if isinstance(control, Button) and not control.stays]
    room = AT_HAND - 1 - (len(controls) - len(buttons))
    folded = buttons[max(0, room) :] if len(controls) > AT_HAND else []
    in_sight = [control for control in controls if control not in folded] + ([_more(folded)] if folded else [])
    laid = list[Row]()
    for is_menu, group in groupby(in_sight, key=lambda control: isinstance(control, Menu | Choices | Picker)):
        alike = [*group]
        laid += map(row, alike) if is_menu else rows(alike)
    return laid


def _more(buttons: Sequence[Button]) -> Menu:
    if len(buttons) > MENU_LIMIT:
        raise ValueError(f"too many controls for a menu: {[button.label for button in buttons]}")
    return Menu(say("More…"), Press(MORE, 0), tuple([_as_option(button) for button in buttons if not button.disabled]))


def _as_option(button: Button) -> Option:
    """An option in place of a button. Menus have no colours, so what would be red has a sign."""
    danger = "⚠️" if button.style is Style.DANGER else None
    return Option(button.label, button.press.custom_id(), button.detail, danger or button.emoji)


# -- Sheets


@dataclass(frozen=True)
class Field:
    """A control of a sheet: one of the options is chosen, or `least` to `most` of them if `several` (None: all)."""

    name: str
    label: str
    options: tuple[Option, ...]
    several: bool = False
    least: int = 1
    most: int | None = None


@dataclass(frozen=True)
class Sheet:
    """A sheet to be filled in, with at most five fields. What is chosen arrives in `Press.sheet`."""

    title: str
    press: Press
    fields: tuple[Field, ...]
