"""Messages for somebody who reads them instead of looking at pictures.

The order of the components is the order of reading: what happened and what is asked, the controls, the whole position
in words, and the pictures last or not at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from tables import Form

from ..controls import BUTTON_LIMIT, Control, Interaction
from ..signs import TEXT_LIMIT, Layout
from .messages import Message

POSITION = "### The position\n"
REST = "-# `/board text:True` tells the rest."
ATTACHED = "attachment://"


def drawn(form: Form) -> bool:
    """Whether this reader wants any pictures: what nobody looks at needn't be drawn."""
    return form != "words-only"


def read(message: Message, form: Form, *, pictured: bool = True) -> Message:
    """The message in the form that its one reader wants.

    `pictured`: the message that it is edited into has its pictures; else a view that keeps these would be refused.
    """
    if form == "pictures" and (pictured or message.pictures is not None):
        return message
    kept = drawn(form) and (pictured or message.pictures is not None)
    worded = form != "pictures"

    def view() -> ui.LayoutView:
        made = message.view()
        assert isinstance(made, Layout)
        made.worded = worded
        for box in made.children:
            assert isinstance(box, ui.Container)
            _arrange(box, message, worded=worded, kept=kept)
        return made

    return replace(message, view=view, pictures=message.pictures if drawn(form) else {})


async def answer(interaction: Interaction, message: Message) -> None:
    """Show it to the user who has asked, and to nobody else."""
    await interaction.edit_original_response(**read(message, await form_of(interaction)).edit())


async def form_of(interaction: Interaction) -> Form:
    return (await interaction.client.store.people.preferences(interaction.user.id)).form


def _arrange(box: ui.Container[Any], message: Message, *, worded: bool, kept: bool) -> None:
    """`worded`: in place of a picture stands what it shows. `kept`: the pictures follow at the end."""
    items = [*box.children]
    box.clear_items()
    positions, pictures = list[str](), list[ui.Item[Any]]()
    subject, about = "", list[tuple[ui.Button[Any], str]]()
    for item in items:
        if not isinstance(item, ui.MediaGallery):
            if isinstance(item, ui.Section):
                subject = _title(item)
            about += [(one, subject) for one in _buttons(item)]
            box.add_item(item)
            continue
        pictures.append(item)
        for medium in item.items if worded else ():
            name = medium.media.url.removeprefix(ATTACHED)
            if name in message.words:
                positions.append(message.words[name])
            elif medium.description:
                subject = medium.description.partition(":")[0]
                box.add_item(ui.TextDisplay(medium.description))
    if worded:
        _tell_apart(about)
    room = TEXT_LIMIT - _length(box) - len(POSITION)
    if said := _fitting("\n".join(filter(None, positions)), room):
        box.add_item(ui.TextDisplay(POSITION + said))
    for picture in pictures if kept else ():
        box.add_item(picture)


def _title(section: ui.Section[Any]) -> str:
    """The first line of its text."""
    texts = [text.content for text in section.children if isinstance(text, ui.TextDisplay)]
    return discord.utils.remove_markdown(texts[0].partition("\n")[0]) if texts else ""


def _buttons(item: ui.Item[Any]) -> Iterator[ui.Button[Any]]:
    for child in (item, *item.walk_children()) if isinstance(item, ui.ActionRow | ui.Section) else ():
        if isinstance(child, Control) and isinstance(child.item, ui.Button):
            yield child.item


def _tell_apart(about: Sequence[tuple[ui.Button[Any], str]]) -> None:
    """Where the same button stands beside several texts, each says which one it belongs to."""
    labels = [button.label for button, _ in about]
    for button, subject in about:
        if labels.count(button.label) > 1 and subject:
            button.label = f"{button.label}: {subject}"[:BUTTON_LIMIT]


def _length(box: ui.Container[Any]) -> int:
    return sum(len(item.content) for item in box.walk_children() if isinstance(item, ui.TextDisplay))


def _fitting(text: str, room: int) -> str:
    """As many whole lines as there is room for, and the way to the others."""
    lines = text.split("\n")
    if len(text) <= room:
        return text
    while lines and len("\n".join([*lines, REST])) > room:
        lines.pop()
    return "\n".join([*lines, REST])
