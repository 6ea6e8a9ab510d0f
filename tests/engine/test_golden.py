"""Every game and seat count has a recorded playthrough, and plays out as it did then."""

import pytest

from .golden import FOLDER, every_table, path, transcript
from .players import Setup

TABLES = every_table()


@pytest.mark.parametrize("setup", TABLES, ids=str)
def test_a_game_plays_out_as_recorded(setup: Setup) -> None:
    assert path(setup).exists(), "no transcript: python -m tests.engine.golden"
    assert transcript(setup) == path(setup).read_text(encoding="utf-8")


def test_no_transcript_is_left_over() -> None:
    assert set(FOLDER.iterdir()) <= {path(setup) for setup in TABLES}
