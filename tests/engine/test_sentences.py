"""How sentences are put together."""

import pytest

from engine.sentences import amount, shortened

SAID = "One egg. Two eggs. Three eggs."


@pytest.mark.parametrize(
    ("limit", "left"),
    [(30, SAID), (29, "One egg. Two eggs."), (18, "One egg. Two eggs."), (17, "One egg."), (3, "One")],
)
def test_what_is_too_long_ends_with_a_sentence(limit: int, left: str) -> None:
    assert shortened(SAID, limit) == left


def test_an_amount_has_the_right_plural() -> None:
    assert [amount(number, "card") for number in (0, 1, 2000)] == ["0 cards", "1 card", "2,000 cards"]
    assert [amount(number, "die", "dice") for number in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
