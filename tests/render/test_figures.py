"""Figures are plain SVG files: what an artist sees in another program is what the hall draws."""

import io
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import sync_playwright

from engine.decktet import ACE, CARDS, RANKS
from render import figures
from render.decktet.emblems import draw_emblem
from render.figures import HERE, figure
from render.vector import Colour, drawn, flatten

from ..test_play import CHROMIUM, FLAGS

NAMES = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("art/*.svg"))
SIZE = 96  # px
GREY: Colour = (119, 119, 119)
MOST_APART = 4  # levels, on average over all pixels: edges are smoothed in other ways
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'


@pytest.fixture
def drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file to draw."""
    monkeypatch.setattr(figures, "HERE", tmp_path)
    figure.cache_clear()
    return tmp_path / "drawing.svg"


def test_every_file_can_be_drawn_and_names_each_colour_once() -> None:
    assert len(NAMES) > 100
    for name in NAMES:
        art = figure(name)
        assert art.sprite(64).getbbox(), name
        assert {(shape.name, shape.colour) for shape in art.shapes if shape.name} == {*art.colours.items()}, name


def test_an_emblem_is_painted_in_the_colours_of_its_cards_suits() -> None:
    for number, card in enumerate(CARDS):
        if RANKS[number] != ACE:
            painted = figure(f"decktet/art/{card.name.lower().replace(' ', '-')}").sprite(100)
            assert painted == drawn(100, 100, partial(draw_emblem, card=number)), card.name


def test_a_path_means_the_same_however_a_program_writes_it() -> None:
    path = "M10 20 L30 20 L30 60 C30 70 40 80 50 80 Q60 80 60 90 Z M5 5 L6 5 L6 6"
    assert flatten("m10,20 20,0 v40 c0,10 10,20 20,20 q10 0 10 1e1 z m-5-15h1V6") == flatten(path)
    assert flatten("M.5 20L1.5 2e1") == [[(0.5, 20.0), (1.5, 20.0)]]


def test_shapes_have_what_their_group_has_and_a_group_can_be_drawn_twice(drawing: Path) -> None:
    drawing.write_text(
        SVG.format(
            '<g fill="#102030"><path d="M0 0 L50 0 L50 50Z"/>'
            '<circle class="eye" r="9" style="fill: #405060; stroke:none"/></g>'
            '<defs><rect fill="#ffffff" width="9" height="9"/></defs>'
            '<g id="line" fill="none"><path d="M1 1 L9 9"/></g>'
            '<use href="#line" class="rim" fill="#000001" stroke="#708090" stroke-width="4"/>'
        )
    )
    assert [(shape.name, shape.colour) for shape in figure("drawing").shapes] == [
        ("", (16, 32, 48)),
        ("eye", (64, 80, 96)),
        ("rim", (112, 128, 144)),
    ]


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<path d="M0 0 A9 9 0 0 0 9 9" fill="#000000"/>', "unknown path commands: A"),
        ('<g transform="scale(2)"/>', "a transform"),
        ('<text x="1" y="1">Moons</text>', "<text> is none of the shapes"),
        ('<path d="M0 0 L9 9Z" fill="red"/>', "a colour written as red"),
        ('<circle r="9" stroke="#000000" stroke-width="2"/>', "a stroke around a <circle>"),
        ('<path d="M0 0 L9 9" fill="none" stroke="#000000"/>', "stroke-width"),
        ('<use href="#nothing"/>', "nothing"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_files_name(drawing: Path, inside: str, reason: str) -> None:
    drawing.write_text(SVG.format(inside))
    with pytest.raises(ValueError, match=rf"drawing\.svg: .*{reason}"):
        figure("drawing")


@pytest.mark.slow
def test_a_browser_shows_the_same() -> None:
    if CHROMIUM is None:
        pytest.skip("There is no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        for name in NAMES:
            svg = (HERE / f"{name}.svg").read_text().replace("<svg ", f'<svg width="{SIZE}" height="{SIZE}" ')
            page.set_content(f'<body style="margin:0;background:rgb{GREY}">{svg}</body>')
            theirs = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            ours = Image.new("RGB", (SIZE, SIZE), GREY)
            sprite = figure(name).sprite(SIZE)
            ours.paste(sprite, (0, 0), sprite)
            apart = sum(ImageStat.Stat(ImageChops.difference(ours, theirs)).mean) / 3
            assert apart < MOST_APART, f"{name}: {apart:.1f}"
        browser.close()
