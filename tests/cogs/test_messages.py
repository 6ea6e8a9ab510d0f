"""What messages say: names that are only names, and of a deal enough to hold the hall to it."""

import hashlib
import re
from pathlib import Path

import pytest

from cogs.screens.names import plain, safe

from .hall import answer, text, world
from .test_people_at_a_table import THREE
from .test_wyverns_knot_at_a_table import lobby

# Two seeds whose SHA-256 begin with the same 12 digits; to find them takes minutes
ALIKE = ("fd7551227039", "9eebc14fbd7d")
LONG = re.compile(r"[0-9a-f]{32,}")
SIGNS = r"\*_~`|<>[]/"  # that Discord may read as markup, anywhere


async def test_what_is_shown_of_a_deal_binds(tmp_path: Path) -> None:
    """Before the first move a player and a spectator have all 256 bits by “Fair deal?”; they hold at the end.

    The board and the result are without them.
    """
    promised = []
    for seed in (known.zfill(64) for known in ALIKE):
        digest = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        async with world(tmp_path / seed[-4:], *THREE) as here:  # each in a hall of its own
            await lobby(here)
            here.deal(seed)
            await here.press(here.members[0], here.board, "Start")
            watching = here.env.guild.add_member(here.env.create_user("dan"))
            for member in (here.members[1], watching):
                rules = (await here.press(member, here.board, "Rules")).response
                assert rules
                (told,) = LONG.findall(answer(await here.press(member, rules, "Fair deal?")))
                assert told == digest
            assert not LONG.search(text(here.board))
            assert digest in answer(await here.slash(watching, "verify"))
            await here.slash(here.members[0], "concede")
            await here.press(here.members[1], here.board, "Give up")
            assert not LONG.search(text(here.board))
            proof = answer(await here.press(watching, here.board, "Fair deal?"))
            assert LONG.findall(proof) == [seed, digest]
            assert "the very position you saw" in proof
            promised.append(digest)
    assert promised[0][:12] == promised[1][:12]
    assert promised[0] != promised[1]


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
