"""Pictures of leaderboards: what they may weigh, whom they mark, that any name fits."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import honours
from render.colours import GOLD
from render.leaderboard import ROW, STEP, TOP, Page, Row, alt, describe, leaderboard, undrawn
from render.theme import WIDTH

from .drawn import HOSTILE

MOST_BYTES = 120_000
MOST_HEIGHT = 1750

ROWS = tuple(
    Row(place, (name,), f"{score}", "5 deals, 4 won", score / 187)
    for place, name, score in (
        (1, "Astrid", 187), (2, "Bram the Unreasonably Long-Named", 172), (2, "Cosima", 172), (4, "ᏣᎳᎩ", 155),
        (5, "Édith Ångström", 141), (6, "💥🐉", 120), (7, "Владимир", 119), (8, "*bold* <@1>", 18), (9, "A" * 32, 12),
        (10, "Dario", -3),
    )
)  # fmt: skip
PAGE = Page(
    title="A Wanderer in the Forest of Wyr",
    period="Week 47 of 2026",
    scope="everywhere",
    final=False,
    note="The sum of the best five days of the week.",
    rows=ROWS,
    own=Row(10235, ("Edda",), "12", "1 deal, 0 won", 0.06, own=True),
    number=1,
    pages=1024,
)
GROUPS = replace(
    PAGE,
    final=None,
    own=None,
    rows=tuple(
        Row(place, tuple(f"{'A' * length} {number}" for number in range(place % 4 + 2)), "16 of 16", "standard", None)
        for place, length in enumerate((3, 32, 8, 1, 32, 12, 9, 20, 5, 32), 1)
    ),
)
EMPTY = replace(PAGE, rows=(), own=None, pages=1)
CLOSED = replace(PAGE, hall="The hall: 21, lost")


def picture_of(page: Page) -> Image.Image:
    data = leaderboard(page)
    assert data == leaderboard(page), "the same page gives the same bytes"
    assert len(data) <= MOST_BYTES
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("page", [PAGE, GROUPS, EMPTY, CLOSED], ids=["people", "groups", "empty", "closed"])
def test_a_page_is_drawn_within_its_weight(page: Page) -> None:
    picture = picture_of(page)
    assert picture.width == 1200
    assert picture.height <= MOST_HEIGHT
    assert picture.mode == "P"
    assert 0 < len(alt(page)) <= 1024
    assert 0 < len(describe(page)) <= 3500


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_in_their_place(name: str) -> None:
    plain = picture_of(replace(PAGE, rows=ROWS[:3]))
    hostile = picture_of(replace(PAGE, rows=(ROWS[0], replace(ROWS[1], names=(name,)), ROWS[2])))
    changed = ImageChops.difference(plain.convert("RGB"), hostile.convert("RGB")).getbbox()
    assert changed
    left, top, right, bottom = changed
    assert left >= 150
    assert right <= 900, "the score beside it is untouched"
    assert bottom - top <= 110, "so are its neighbours"
    assert picture_of(replace(GROUPS, rows=(Row(1, (name,) * 5, "16 of 16", "", None),)))


def test_who_cant_be_drawn_is_named_elsewhere() -> None:
    assert [row.place for row in undrawn(PAGE)] == [4, 6]
    partly = Row(1, ("Ann Ꮳ 🐉",), "1")
    assert undrawn(replace(PAGE, rows=(partly, Row(2, ("Ann 🐉",), "1")), own=None)) == (partly,), "a letter is lacking"
    assert undrawn(replace(PAGE, own=Row(99, ("Ꮳ",), "1"))) == (ROWS[3], ROWS[5], Row(99, ("Ꮳ",), "1"))


def test_the_viewer_is_marked_wherever_they_stand() -> None:
    marked = replace(PAGE, own=None, rows=(*ROWS[:4], replace(ROWS[4], own=True), *ROWS[5:]))
    assert leaderboard(marked) != leaderboard(replace(PAGE, own=None))
    assert "5 · Édith Ångström: 141, 5 deals, 4 won (you)." in describe(marked)
    assert alt(PAGE).index("10235 · Edda: 12, 1 deal, 0 won (who asks)") < alt(PAGE).index("Astrid"), "it is never cut"


def test_what_is_final_looks_and_reads_so() -> None:
    states = {False: "so far", True: "final"}
    for final, told in states.items():
        assert told in describe(replace(PAGE, final=final))
    assert not any(told in describe(replace(PAGE, final=None)) for told in states.values())
    assert len({leaderboard(replace(PAGE, final=final)) for final in (True, False, None)}) == 3


def test_a_defeat_has_a_place_but_no_gold() -> None:
    """The best group of all may have lost."""
    shown = {}
    for lost in (False, True):
        row = Row(1, ("Astrid", "Bram", "Cosima"), "1", "of 12 eggs", lost=lost)
        picture = picture_of(replace(GROUPS, rows=(row,))).convert("RGB")
        shown[lost] = picture.crop((0, TOP, WIDTH, TOP + ROW))
    assert GOLD in shown[False].get_flattened_data()
    assert GOLD not in shown[True].get_flattened_data()


def test_medals_differ_without_their_colours() -> None:
    shapes = [honours.medal(place, 92).getchannel("A") for place in range(1, honours.MEDALS + 1)]
    for number, one in enumerate(shapes):
        for other in shapes[:number]:
            difference = ImageChops.difference(one, other).histogram()
            assert sum(level * count for level, count in enumerate(difference)) / 255 / 92**2 > 0.05


def test_the_halls_own_result_is_a_line_below_the_places() -> None:
    plain, closed = picture_of(PAGE), picture_of(CLOSED)
    assert closed.height > plain.height
    end = TOP + 11 * STEP
    same = (0, 0, WIDTH, end)
    assert ImageChops.difference(plain.crop(same).convert("RGB"), closed.crop(same).convert("RGB")).getbbox() is None
    assert describe(CLOSED).splitlines()[-2] == "The hall: 21, lost."
    assert alt(replace(EMPTY, hall=CLOSED.hall)).endswith(" The hall: 21, lost.")
