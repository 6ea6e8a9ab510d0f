"""Names are only names, wherever they stand."""

import re

import pytest

from cogs.screens.names import plain, safe

SIGNS = r"\*_~`|<>[]/"  # that Discord may read as markup, anywhere


@pytest.mark.parametrize(
    "name",
    [
        "https://evil.example",
        "http://a||b||c",
        "[x](https://evil.example)",
        "<https://evil.example>",
        "discord.gg/evil",
        "||spoiler||",
        "# heading",
        "-# small",
        "> quote",
        "- list",
        "<t:0:R><#1><@1><@&1><:a:1></play:1>",
        "a\nb\r\n# c\u2028d",
        "\\*b\\*",
        "__a__ ~~b~~ ```c```",
        ":robot: Bramble",
        ":robot:gear:",
    ],
)
def test_a_name_is_only_a_name(name: str) -> None:
    shown = safe(name)
    assert unescaped(shown) == ""
    assert not re.match(r"[#+-]", shown)
    assert not re.search(r"(?<!\\):[\w+-]+:", shown), "Discord makes an emoji of that"
    assert "\n" not in shown
    assert re.sub(r"\\(.)", r"\1", shown) == plain(name), "and it reads as it is"


def unescaped(shown: str) -> str:
    """The signs of markup in it that no backslash disarms."""
    return "".join(sign for sign in re.sub(r"\\.", "", shown) if sign in SIGNS)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("\u202egnp.tsil\u2066", "gnp.tsil"),
        ("a\u200bb\u200e\u200f\u2060\ufeff\u00adc\u061cd", "abcd"),
        ("\u3164", "?"),
        ("\u200d\u200c", "?"),
        ("\u2800 \u115f", "?"),
        ("\ufe0f\ufe0f", "?"),
        ("\x00\x1b[31mred", "[31mred"),
        ("", "?"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\u0645\u06cc\u200c\u062e\u0645", "\u0645\u06cc\u200c\u062e\u0645"),  # Persian
        ("Mary-Jane O'Neil Jr.", "Mary-Jane O'Neil Jr."),
    ],
)
def test_a_name_is_seen(name: str, seen: str) -> None:
    assert plain(name) == seen


def test_nobody_is_called_by_a_name() -> None:
    assert "@everyone" not in safe("@everyone")
    assert "@here" not in safe("x @here")
