"""The picture of how everybody did in a deal: what it may weigh, and that everybody is counted once."""

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.spread import MOST_BARS, Chart, Spread, alt, bars, ordinal, spread


@given(st.dictionaries(st.integers(0, 300), st.integers(1, 10_000), min_size=1, max_size=40))
def test_everybody_is_in_one_bar(scores: dict[int, int]) -> None:
    for own in (min(scores), max(scores)):
        found = bars(scores, own)
        assert len(found) <= MOST_BARS
        assert sum(bar.people for bar in found) == sum(scores.values())
        (mine,) = [bar for bar in found if bar.own]
        assert mine.first <= own <= mine.last
        assert len({bar.last - bar.first for bar in found}) == 1
        assert all(after.first == before.last + 1 for before, after in pairwise(found))


@pytest.mark.parametrize("charts", [1, 2])
def test_it_is_drawn_within_its_weight(charts: int) -> None:
    some = Chart("Everywhere", "412th of 10,235", bars({n * 3: 997 * n % 4001 + 1 for n in range(70)}, 120))
    page = Spread(title="A Wanderer in the Forest of Wyr", when="Deal of 21 November 2026", charts=(some,) * charts)
    data = spread(page)
    assert data == spread(page)
    assert len(data) <= 80_000
    picture = Image.open(io.BytesIO(data))
    assert (picture.width, picture.mode) == (1200, "P")
    assert 0 < len(alt(page)) <= 1024
    assert "(you)" in alt(page)


def test_places_are_spelled() -> None:
    said = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 1003)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "1,003rd"]
