"""What people meet of a screen: its text, its pictures' alternative texts, what can be pressed and chosen."""

from collections.abc import Iterator

from cogs.screens.press import MORE, Press
from cogs.screens.screen import Button, Control, Link, Menu, Option, Picture, Row, Screen, Section, Text


def text(screen: Screen) -> str:
    return "\n".join([one.text for one in screen.blocks if isinstance(one, Text | Section)])


def alts(screen: Screen) -> list[str]:
    return [one.alt for one in screen.blocks if isinstance(one, Picture)]


def controls(screen: Screen) -> Iterator[Control]:
    for block in screen.blocks:
        match block:
            case Row(controls):
                yield from controls
            case Section(button=button):
                yield button


def buttons(screen: Screen) -> dict[str, Button]:
    """Those that can be pressed, by label; also those behind “More…”."""
    found = [one for one in controls(screen) if isinstance(one, Button) and not one.disabled] + behind(screen)
    assert len({one.label for one in found}) == len(found), "a label twice"
    return {one.label: one for one in found}


def behind(screen: Screen) -> list[Button]:
    """What “More…” has."""
    return [
        Button(option.label, Press.read(option.value), emoji=option.emoji)
        for menu in controls(screen)
        if isinstance(menu, Menu) and menu.press.verb == MORE
        for option in menu.options
    ]


def labels(screen: Screen) -> list[str]:
    """Of all that can be pressed, links among them, and what is behind “More…”."""
    pressed = [one for one in controls(screen) if isinstance(one, Button | Link)]
    found = [one for one in pressed if not getattr(one, "disabled", False)]
    return [one.label for one in [*found, *behind(screen)]]


def options(screen: Screen) -> list[Option]:
    return [option for one in controls(screen) if isinstance(one, Menu) for option in one.options]
