"""How sentences are put together."""

import pytest

from engine.sentences import shortened

SAID = "One egg. Two eggs. Three eggs."


@pytest.mark.parametrize(
    ("limit", "left"),
    [(30, SAID), (29, "One egg. Two eggs."), (18, "One egg. Two eggs."), (17, "One egg."), (3, "One")],
)
def test_what_is_too_long_ends_with_a_sentence(limit: int, left: str) -> None:
    assert shortened(SAID, limit) == left
