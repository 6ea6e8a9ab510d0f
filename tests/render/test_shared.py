"""The whole pictures that games may have as they are, at a table of eight: the result, the specimen sheet."""

import pytest
from PIL import ImageChops

from render import PICTURES, menu
from render.colours import EMBER, SEATS
from render.ending import ROW_STEP, Standing, standings
from render.parts import die, lay_row
from render.seats import seat_mark
from render.specimen import sheet
from render.theme import MARGIN, WIDTH, canvas

from .drawn import HOSTILE


@pytest.mark.parametrize("name", HOSTILE)
def test_a_result_has_a_row_for_each_of_eight_seats(name: str) -> None:
    rows = [Standing(name, str(seat), "dice left", seat == 2) for seat in range(8)]
    picture = standings("The last die", f"{name} has won.", rows, canvas(200))
    for seat in range(8):
        middle = (MARGIN + 20 + 30 - 6, 200 + 190 + seat * ROW_STEP + 32 + 34)
        assert picture.getpixel(middle) == SEATS[seat]
    lost = standings("The last die", f"{name} has won.", [row._replace(won=False) for row in rows], canvas(200))
    assert EMBER in {colour for _, colour in lost.crop((0, 200, WIDTH, 300)).getcolors(WIDTH * 100) or ()}, "no gold"
    for one in (picture, lost):
        one.paste(0, (0, 200, WIDTH, 300))  # the title
    changed = ImageChops.difference(picture, lost).getbbox()
    assert changed
    assert changed[1] >= 200 + 190 + 2 * ROW_STEP
    assert changed[3] <= 200 + 190 + 3 * ROW_STEP


def test_a_sheet_has_every_sprite() -> None:
    sprites = [(seat_mark(seat, 60), f"Seat {seat + 1}") for seat in range(8)]
    full, fewer = sheet("Seats", [sprites, sprites], SEATS), sheet("Seats", [sprites], SEATS)
    assert full.width == WIDTH
    assert full.height == fewer.height + 60 + 84


def test_a_row_that_is_too_long_overlaps_and_keeps_to_its_width() -> None:
    for count in (1, 4, 30):
        picture = canvas(80)
        lay_row(picture, (100, 0), [die(6, 70)] * count, 80, 600)
        changed = ImageChops.difference(picture, canvas(80)).getbbox()
        assert changed
        assert changed[0] == 100
        assert changed[2] <= 700


def test_every_face_of_a_die_is_unlike_the_others_and_so_is_a_hidden_one() -> None:
    faces = {die(face, 60).tobytes() for face in (*range(1, 7), None)}
    assert len(faces) == 7


def test_every_game_has_a_strip_of_its_own_on_the_menu() -> None:
    drawn = [menu.strip(key, "A game", "1 player · 5 min · few rules") for key in PICTURES]
    assert len(set(drawn)) == len(drawn)
    assert all(len(strip) < 150_000 for strip in drawn)
