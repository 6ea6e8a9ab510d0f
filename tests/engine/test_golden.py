"""Every game and seat count has a recorded playthrough, and plays out as it did then."""

import pytest

from ..games import TRIALS
from .golden import FOLDER, Recording, path, recordings, transcript
from .players import playthrough

RECORDINGS = recordings()


@pytest.mark.parametrize("recording", RECORDINGS, ids=str)
def test_a_game_plays_out_as_recorded(recording: Recording) -> None:
    assert path(recording).exists(), "no transcript: python -m tests.engine.golden"
    assert transcript(recording) == path(recording).read_text(encoding="utf-8")


def test_no_transcript_is_left_over() -> None:
    assert set(FOLDER.iterdir()) <= {path(recording) for recording in RECORDINGS}


@pytest.mark.parametrize("key", [key for key, tried in TRIALS.items() if tried.other_end])
def test_two_recordings_end_one_way_each(key: str) -> None:
    ends = set()
    for setup, seed, player, _ in (recording for recording in RECORDINGS if recording.setup.game.key == key):
        *_, last = playthrough(setup, seed, player)
        ends.add(setup.game.outcome(last.step.state).won)  # type: ignore[union-attr]
    assert ends == {True, False}
