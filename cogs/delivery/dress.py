"""Dresses a screen for Discord: discord.py's view and files.

Text and controls get the application's emojis here, as far as there are any and the message has room, and nowhere
else: screens say everything with Unicode and names.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from engine.sentences import shortened
from languages import speaking
from render.text import ALT_LIMIT

from ..discord import signs
from ..screens import screen as values
from ..screens.screen import Button, Choices, Link, Menu, Option, Picker, Picture, Row, Screen, Section, Text

CHECKBOX_LIMIT = 10  # options of a group of checkboxes
CHANNELS = [  # in which games can be played, or whose threads have some
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
]
PICKERS: Mapping[str, tuple[Any, discord.SelectDefaultValueType]] = {
    "channels": (ui.ChannelSelect, discord.SelectDefaultValueType.channel),
    "roles": (ui.RoleSelect, discord.SelectDefaultValueType.role),
    "members": (ui.UserSelect, discord.SelectDefaultValueType.user),
}
STYLES: Mapping[values.Style, discord.ButtonStyle] = {style: discord.ButtonStyle[style.value] for style in values.Style}


@dataclass(frozen=True)
class Message:
    """A screen with its pictures, which can be sent more than once: views and files serve one attempt each."""

    screen: Screen
    pictures: Mapping[str, bytes]  # by file name: of the screen's drawings

    def view(self) -> ui.LayoutView:
        return dress(self.screen)

    def files(self) -> list[discord.File]:
        return [discord.File(io.BytesIO(picture), name) for name, picture in self.pictures.items()]

    @property
    def keeps_pictures(self) -> bool:
        """Whether the message that is edited keeps its pictures: the screen has some without a drawing."""
        return not self.pictures and any(isinstance(block, Picture) for block in self.screen.blocks)

    def without_kept(self) -> "Message":
        """The same for a message that has no pictures to keep."""
        blocks = [block for block in self.screen.blocks if not isinstance(block, Picture)]
        return replace(self, screen=replace(self.screen, blocks=tuple(blocks)))

    def edit(self) -> dict[str, Any]:
        """The arguments of an edit."""
        attached = {} if self.keeps_pictures else {"attachments": self.files()}
        return {"view": self.view(), "allowed_mentions": discord.AllowedMentions.none(), **attached}


def dress(screen: Screen) -> ui.LayoutView:
    """Make a view for one attempt to send the screen."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=screen.colour)
    view.add_item(box)
    texts = {block.text: block.text for block in screen.blocks if isinstance(block, Text | Section)}
    if not screen.plain:
        with speaking(screen.language):
            signed = {text: signs.in_text(text) for text in texts}
        texts = signed if _length(screen, signed) <= values.TEXT_LIMIT else texts
    for block in screen.blocks:
        match block:
            case Text(text):
                box.add_item(ui.TextDisplay(texts[text]))
            case Section(text, button):
                accessory = _control(button, plain=screen.plain)
                box.add_item(ui.Section(ui.TextDisplay(texts[text]), accessory=accessory))
            case Row(controls):
                box.add_item(ui.ActionRow(*[_control(control, plain=screen.plain) for control in controls]))
            case Picture(alt=alt, name=name):
                medium = discord.MediaGalleryItem(f"attachment://{name}", description=shortened(alt, ALT_LIMIT))
                box.add_item(ui.MediaGallery(medium))
    view.stop()  # discord.py needn't remember it: see `Client.on_interaction`
    return view


def _length(screen: Screen, texts: Mapping[str, str]) -> int:
    return sum(len(texts[block.text]) for block in screen.blocks if isinstance(block, Text | Section))


def _control(control: values.Control, *, plain: bool) -> ui.Item[Any]:
    match control:
        case Button(label, press, style, emoji, disabled):
            return ui.Button(
                label=label[: values.BUTTON_LIMIT],
                custom_id=press.custom_id(),
                style=STYLES[style],
                emoji=signs.on_control(emoji, plain=plain),
                disabled=disabled,
            )
        case Link(label, url):
            return ui.Button(label=label[: values.BUTTON_LIMIT], url=url)
        case Menu(prompt, press, options):
            chosen = [_option(option, plain=plain) for option in options]
            return ui.Select(placeholder=prompt[: values.PROMPT_LIMIT], custom_id=press.custom_id(), options=chosen)
        case Choices(prompt, press, options, least):
            chosen = [_option(option, plain=plain) for option in options]
            return ui.Select(
                placeholder=prompt[: values.PROMPT_LIMIT],
                custom_id=press.custom_id(),
                options=chosen,
                min_values=least,
                max_values=len(options),
            )
        case Picker():
            return _picker(control)


def _picker(picker: Picker) -> ui.Item[Any]:
    kind, default = PICKERS[picker.of]
    few: dict[str, Any] = {"min_values": picker.least, "max_values": max(picker.most, len(picker.chosen))}
    few["default_values"] = [discord.SelectDefaultValue(id=one, type=default) for one in picker.chosen]
    if kind is ui.ChannelSelect:
        few["channel_types"] = CHANNELS
    named = {"placeholder": picker.prompt[: values.PROMPT_LIMIT], "custom_id": picker.press.custom_id()}
    made: ui.Item[Any] = kind(**named, **few)
    return made


def _option(option: Option, *, plain: bool = False) -> discord.SelectOption:
    return discord.SelectOption(**_words(option), emoji=signs.on_control(option.emoji, plain=plain))


def _words(option: Option) -> dict[str, Any]:
    """The arguments of an option for any of Discord's lists, cut to the length that Discord takes."""
    return {
        "label": option.label[: values.OPTION_LIMIT],
        "value": option.value,
        "description": option.detail and option.detail[: values.OPTION_LIMIT],
        "default": option.chosen,
    }


def dress_sheet(sheet: values.Sheet) -> ui.Modal:
    """The sheet's menus have emojis, its text has none."""
    modal = ui.Modal(title=sheet.title[: values.SHEET_TITLE], custom_id=sheet.press.custom_id())
    for field in sheet.fields:
        modal.add_item(ui.Label(text=field.label[: values.SHEET_TITLE], component=_chooser(field)))
    modal.stop()  # as in `dress`
    return modal


def _chooser(field: values.Field) -> ui.RadioGroup[Any] | ui.CheckboxGroup[Any] | ui.Select[Any]:
    """Choose one by radio buttons, or several by boxes; several of more than ten by a menu."""
    choices = [_words(option) for option in field.options]
    if not field.several:
        return ui.RadioGroup(custom_id=field.name, options=[discord.RadioGroupOption(**option) for option in choices])
    bounds: dict[str, Any] = {"custom_id": field.name, "min_values": field.least, "required": field.least > 0}
    if field.most is not None:
        bounds["max_values"] = field.most
    if len(field.options) > CHECKBOX_LIMIT:
        return ui.Select(options=[_option(option) for option in field.options], **bounds)
    return ui.CheckboxGroup(options=[discord.CheckboxGroupOption(**option) for option in choices], **bounds)
