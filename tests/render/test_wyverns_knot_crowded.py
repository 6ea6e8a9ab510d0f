"""Boards of Wyvern's Knot that play seldom leads to: crowded ones, every step of a turn, and what must not differ."""

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine import GAMES, Chance
from engine.wyverns_knot.events import Advanced, Pointed, Scouted
from engine.wyverns_knot.state import (
    DRAGONS,
    Claim,
    Egg,
    Enchanting,
    MageCard,
    Mine,
    Strike,
    Table,
    View,
    WildEnchanting,
)
from render import PICTURES
from render.wyverns_knot.dragons import dragon_sprite
from render.wyverns_knot.facts import STEPS, changed, covering, threatened

GAME, PICTURE = GAMES["wyverns-knot"], PICTURES["wyverns-knot"]
NAMES = ("Wolfhildis the Elder of the Nine Peaks", "Bo", "שלום", "💥", "名前")
ROOT = Path(__file__).parents[2]
DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)  # Machado and others, 2009


def fresh(seats: int) -> View:
    view: View = GAME.view(GAME.new(seats, GAME.options(), Chance("render")), None)
    return view


def egg(cell: int, seats: int) -> Egg:
    if cell % 5 == 0:
        return Egg(fate="saved", dragon=None, saver=cell % seats, cover=cell % 10, looked=())
    if cell % 7 == 0:
        return Egg(fate="lost", dragon=cell % 10, saver=None, cover=None, looked=())
    return Egg(fate="down", dragon=None, saver=None, cover=None, looked=tuple(range(seats)))


def card(owner: int, position: int, seats: int) -> MageCard:
    up = (owner + position) % 3 == 0
    others = tuple(seat for seat in range(seats) if seat != owner)
    return MageCard(face="up" if up else "down", dragon=(owner + position) % 10 if up else None, looked=others)


def crowded(seats: int) -> View:
    """Everybody has looked at everything, and three claims stand on each of three cards of everybody."""
    table: Table = fresh(seats).table
    nest = tuple(egg(cell, seats) for cell in range(16))
    sizes = [len(tableau) for tableau in table.tableaus]
    claims = tuple(
        Claim((owner + 1) % seats, owner, position, (5 * position + 3 * owner + turn) % 16 if turn else None, None)
        for owner in range(seats)
        for position in range(3)
        for turn in range(3)
    )
    claims = tuple(claim if claim.cell is not None else replace(claim, row=1) for claim in claims)
    table = replace(
        table,
        nest=nest,
        strikes=(Strike(5, "up", 3), Strike(2, "down", None), Strike(3, "up", 8), Strike(0, "gone", 1)),
        tableaus=tuple(tuple(card(owner, place, seats) for place in range(size)) for owner, size in enumerate(sizes)),
        claims=claims,
        step="aim",
        chosen=WildEnchanting(0, 1, 9),
        recent=(Advanced(0, 1, 2, None), Scouted(0, 9), Pointed(0, 1, 1, None, 1)),
    )
    seen = tuple(tuple((place * owner) % 10 for place in range(size)) for owner, size in enumerate(sizes))
    return View(table, Mine(0, tuple(cell % 10 for cell in range(16)), seen))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_crowded_board_can_be_drawn_and_told(seats: int) -> None:
    view = crowded(seats)
    for shown in (view, replace(view, mine=None)):
        assert Image.open(io.BytesIO(PICTURE.board(shown, NAMES[:seats]))).height <= 1700
        assert len(PICTURE.describe(shown, NAMES[:seats])) <= 3500
        assert len(PICTURE.alt(shown, ["x" * 400] * seats)) <= 1024


@pytest.mark.parametrize("step", [*STEPS, "over"])
def test_every_step_of_a_turn_is_drawn(step: Any) -> None:
    table = replace(fresh(4).table, step=step, chosen=None)
    plain = PICTURE.board(View(table, None), NAMES[:4])
    told = PICTURE.describe(View(table, None), NAMES[:4])
    assert told
    if step != "over":
        chosen = replace(table, chosen=Enchanting(0, 1, 5))
        assert PICTURE.board(View(chosen, None), NAMES[:4]) != plain


@pytest.mark.parametrize("face", ["down", "up"])
@pytest.mark.parametrize("column", range(6))
def test_a_strike_dragon_is_seen_in_every_column(face: Any, column: int) -> None:
    strike = Strike(column, face, 4 if face == "up" else None)
    table = fresh(3).table
    boards = {
        PICTURE.board(View(replace(table, strikes=(shown, *table.strikes[1:])), None), NAMES[:3])
        for shown in (strike, Strike(0, "gone", 4))
    }
    assert len(boards) == 2


def test_what_a_seat_knows_changes_nothing_in_public() -> None:
    view = crowded(4)
    assert PICTURE.alt(view, NAMES[:4]) == PICTURE.alt(replace(view, mine=None), NAMES[:4])


def test_words_tell_a_seat_what_it_alone_knows() -> None:
    view = crowded(3)
    assert "You alone know" in PICTURE.describe(view, NAMES[:3])
    assert "You alone know" not in PICTURE.describe(replace(view, mine=None), NAMES[:3])


def test_danger_is_the_next_unsaved_egg_on_the_left_of_a_face_up_dragon() -> None:
    table = crowded(3).table
    assert threatened(table, 0) == 3  # A4, from column 5
    assert threatened(table, 1) is None  # face down
    assert threatened(table, 2) == 9  # C2, from column 3
    assert threatened(table, 3) is None  # gone
    assert covering(table, 5) == 1
    assert covering(table, 12) is None


def test_a_strike_dragon_covers_a_card_of_its_own_row() -> None:
    table = replace(fresh(3).table, strikes=tuple([Strike(column, "down", None) for column in (1, 4, 3, 2)]))
    assert [covering(table, cell) for cell in range(16)] == [
        *(0, None, None, None),
        *(None, None, None, 1),
        *(None, None, 2, None),
        *(None, 3, None, None),
    ]


def test_the_last_turn_is_marked_where_it_changed_something() -> None:
    assert changed(crowded(3).table) == {("strike", 1), ("cell", 9), ("card", 1, 1)}


def test_threads_draw_the_same() -> None:
    view = crowded(5)
    with ThreadPoolExecutor(4) as pool:
        drawn = set(pool.map(lambda _: PICTURE.board(view, NAMES), range(8)))
    assert len(drawn) == 1


def test_another_process_draws_the_same() -> None:
    code = (
        "from hashlib import sha256\n"
        "from tests.render.test_wyverns_knot_crowded import NAMES, PICTURE, crowded\n"
        "print(sha256(PICTURE.board(crowded(4), NAMES[:4])).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    assert told.stdout.strip() == sha256(PICTURE.board(crowded(4), NAMES[:4])).hexdigest()


def test_dragons_differ_for_eyes_that_see_no_red_and_green() -> None:
    ground = Image.new("RGBA", (60, 60), (64, 46, 48, 255))
    seen = [
        Image.alpha_composite(ground, dragon_sprite(dragon, 60)).convert("RGB").convert("RGB", DEUTERANOPIA)
        for dragon in range(len(DRAGONS))
    ]
    for one, other in combinations(range(len(DRAGONS)), 2):
        difference = ImageChops.difference(seen[one], seen[other]).convert("L").histogram()
        share = sum(count for level, count in enumerate(difference) if level > 24) / 3600
        assert share > 0.3, (DRAGONS[one], DRAGONS[other])
