"""What the hall asks of Discord is what was recorded: `python -m tests.recorded.write --golden` records it anew."""

from difflib import unified_diff

import pytest

from . import evenings
from .hall import EVENINGS, record
from .write import GOLDEN, short

assert evenings

MOST_SHOWN = 5  # requests that are told whole


@pytest.mark.parametrize(
    "name", [name if one.quick else pytest.param(name, marks=pytest.mark.slow) for name, one in EVENINGS.items()]
)
def test_nothing_that_is_sent_has_changed(name: str) -> None:
    lines = record(name)
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    if short(lines) == kept:
        return
    known = {*kept.splitlines()}
    others = [line for line in lines if line.short not in known]
    whole = [f"=== {line.step}\n--- {line.request}\n{line.text}" for line in others[:MOST_SHOWN]]
    differing = unified_diff(kept.splitlines(), short(lines).splitlines(), "recorded", "sent", n=1, lineterm="")
    pytest.fail("\n".join([*differing, "", f"{len(others)} requests are new, among them:", *whole]), pytrace=False)


def test_every_recording_is_of_an_evening() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {*EVENINGS}
