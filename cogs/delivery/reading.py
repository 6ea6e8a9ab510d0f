"""Screens for users who read instead of looking at pictures, and in place of pictures that can't be drawn.

They read in the order of the blocks: what happened and what is asked, the controls, the whole position in words, and
the pictures last or not at all.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from discord.utils import remove_markdown

from languages import labelled, later, say, speaking
from render import PICTURES, moments
from tables.people.people import Form

from ..screens.names import harmless
from ..screens.screen import BUTTON_LIMIT, TEXT_LIMIT, Block, Button, Picture, Row, Screen, Section, Text

POSITION = later("The position")
REST = later("-# `/board text:True` tells the rest.")


def draws(form: Form) -> bool:
    """Whether this reader wants any pictures: what nobody looks at needn't be drawn."""
    return form != "words-only"


def read(screen: Screen, form: Form, *, attached: bool = True) -> Screen:
    """The screen in the form that its reader wants.

    `attached`: the message that is edited has its pictures. If it hasn't, a screen that would keep them shows none,
    because Discord would refuse it.
    """
    keeps_pictures = draws(form) and (attached or bool(screen.drawings))
    pictures = [block for block in screen.blocks if isinstance(block, Picture)]
    if form == "pictures":
        kept = [block for block in screen.blocks if keeps_pictures or block not in pictures]
        return replace(screen, blocks=tuple(kept))
    told = _told(screen, pictures)
    return replace(told, blocks=(*told.blocks, *(pictures if keeps_pictures else ())), plain=True)


def undrawn(screen: Screen, names: Collection[str]) -> Screen:
    """The screen with words in place of the pictures of these names, which can't be drawn."""
    lost = [block for block in screen.blocks if isinstance(block, Picture) and block.name in names]
    if screen.plain:  # it has the words already
        return replace(screen, blocks=tuple([block for block in screen.blocks if block not in lost]))
    with speaking(screen.language):
        worded = {picture: replace(picture, alt=harmless(picture.alt), words=_words_of(picture)) for picture in lost}
        blocks = tuple([worded.get(block, block) if isinstance(block, Picture) else block for block in screen.blocks])
        return _told(replace(screen, blocks=blocks), [*worded.values()])


def _words_of(picture: Picture) -> str | None:
    """The words of a picture that its reader was to look at. None: the alternative text is all there is."""
    if picture.words is not None or picture.drawing is None:
        return picture.words
    draw, given = picture.drawing.draw, picture.drawing.given
    while draw is moments.still:
        ((draw, given),) = given
    describe = next((pictures.describe for pictures in PICTURES.values() if pictures.board is draw), None)
    return describe(given[0], tuple(map(harmless, given[1]))) if describe else None


def _told(screen: Screen, pictures: Collection[Picture]) -> Screen:
    """The screen with the words of these pictures instead of them."""
    blocks, positions = list[Block](), list[str]()
    for block in _with_distinct_labels(screen.blocks):
        if not isinstance(block, Picture) or block not in pictures:
            blocks.append(block)
        elif block.words is not None:
            positions.append(block.words)
        elif block.alt:
            blocks.append(Text(block.alt))
    heading = f"### {say(POSITION)}\n"
    room = TEXT_LIMIT - sum(len(block.text) for block in blocks if isinstance(block, Text | Section)) - len(heading)
    if position := _fitting("\n".join(filter(None, positions)), room):
        blocks.append(Text(heading + position))
    return replace(screen, blocks=tuple(blocks))


def _with_distinct_labels(blocks: tuple[Block, ...]) -> list[Block]:
    """If the same button stands beside several texts, its label says which text it belongs to."""
    labels = Counter(button.label for block in blocks for button in _buttons(block))
    subject, distinct = "", list[Block]()

    def named(button: Button) -> Button:
        if labels[button.label] < 2 or not subject:
            return button
        return replace(button, label=labelled(button.label, subject)[:BUTTON_LIMIT])

    for block in blocks:
        match block:
            case Section(text, button):
                subject = remove_markdown(text.partition("\n")[0])
                distinct.append(Section(text, named(button)))
            case Row(controls):
                distinct.append(
                    Row(tuple(named(control) if isinstance(control, Button) else control for control in controls))
                )
            case Picture(alt=alt, words=None) if alt:
                subject = alt.partition(":")[0].strip()
                distinct.append(block)
            case _:
                distinct.append(block)
    return distinct


def _buttons(block: Block) -> list[Button]:
    match block:
        case Section(button=button):
            return [button]
        case Row(controls):
            return [control for control in controls if isinstance(control, Button)]
    return []


def _fitting(text: str, room: int) -> str:
    """Keep as many lines as there is room for, and say where the others are."""
    lines = text.split("\n")
    if len(text) <= room:
        return text
    rest = say(REST)
    while lines and len("\n".join([*lines, rest])) > room:
        lines.pop()
    return "\n".join([*lines, rest])
