"""The picker by words: what autocomplete offers of a player's moves, and what somebody means who types one."""

import re
from collections.abc import Sequence

from engine import Data

from ..games.words import Path, move_path
from .picker import WITHIN, Situation, in_words, label_at
from .screen import BUTTON_LIMIT, MENU_LIMIT


def suggestions(now: Situation, typed: str) -> list[tuple[str, str]]:
    """What autocomplete offers: the choices that contain the typed words, as texts and paths.

    If there are too many moves, it offers their first steps, as long as there is a choice between those.
    """
    wanted = _typed(typed)
    offered = {path: text for path, text in _combined(now).items() if _contains_words(text, wanted)}
    moves = [(spelled, move) for spelled, move in _spelled(now) if _contains_words(_step(spelled, move, now), wanted)]
    steps: dict[Path, str] = {}
    for depth in range(1, 1 + max((len(spelled) for spelled, _ in moves), default=0)):
        deeper = {spelled[:depth]: _step(spelled[:depth], move, now) for spelled, move in moves}
        if len(steps) > 1 and len(offered) + len(deeper) > MENU_LIMIT:
            break
        steps = deeper
    return [(text[:100], WITHIN.join(path)) for path, text in [*{**offered, **steps}.items()][:MENU_LIMIT]]


def typed_path(now: Situation, typed: str) -> Path | None:
    """The path that was picked from the autocomplete, or typed clearly enough; else None."""
    moves, combined = _spelled(now), _combined(now)
    steps = {spelled[:depth]: move for spelled, move in moves for depth in range(1, len(spelled) + 1)}
    if (picked := tuple(typed.split(WITHIN))) in steps or picked in combined:
        return picked
    texts = {**combined, **{path: _step(path, move, now) for path, move in steps.items()}}
    wanted, complete = _typed(typed), {*combined, *(spelled for spelled, _ in moves)}
    exact = [path for path, text in texts.items() if wanted and _typed(text) == wanted]
    near = [path for path, text in texts.items() if wanted and path in complete and _contains_words(text, wanted)]
    same_words = [path for path in near if _contains_words(texts[path], wanted, exactly=True)]  # G1 doesn't mean G10
    matches = exact or same_words or near
    return matches[0] if len(matches) == 1 else None


def _spelled(now: Situation) -> list[tuple[Path, Data]]:
    return [(move_path(move), move) for move in now.ranked]


def _combined(now: Situation) -> dict[Path, str]:
    """The offers that make several moves, in words."""
    several = {path: offer for path, offer in now.offered.items() if len(offer.moves) > 1 or offer.then}
    return {path: in_words(offer.label) for path, offer in several.items()}


def _step(path: Path, move: Data, now: Situation) -> str:
    """A move as far as `path` spells it, in words."""
    text = in_words(label_at(path, move, now))
    return text if path == move_path(move) else f"{text.removesuffix('…')}…"


def _typed(text: str) -> list[str]:
    return text[:BUTTON_LIMIT].casefold().replace("…", " ").replace("·", " ").split()


def _contains_words(text: str, wanted: Sequence[str], *, exactly: bool = False) -> bool:
    """Whether every wanted word is the beginning of a word of the text; or `exactly` a word of it."""
    end = r"(?!\w)" if exactly else ""
    return all(re.search(rf"(?<!\w){re.escape(word)}{end}", text.casefold()) for word in wanted)
