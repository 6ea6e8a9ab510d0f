"""Profiles: a player's games, best scores and streaks on one card."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from languages import later
from render import profile as pictured
from render.honours import lacks_letters
from render.profile import Profile
from tables.history.replays import Finished
from tables.people.badges import Badge

from .frame import framed
from .names import plain, safe
from .replay import past_games
from .screen import Drawing, Picture, Screen

BADGES: Mapping[Badge, str] = {
    "riddles": later("A week of riddles"),
    "finder": later("Ten riddles found"),
    "every-game": later("Every game won"),
    "every-lesson": later("Every lesson learned"),
    "full-day": later("All deals of a day"),
    "month": later("A month of deals"),
    "wild-enchantment": later("A wild enchantment won"),
}


def profile(card: Profile, past: Sequence[Finished], *, text: bool) -> Screen:
    """A player's card. `past`: games of its owner to replay. `text`: in words."""
    if text:
        return framed(pictured.describe(replace(card, name=safe(card.name))), past_games(past))
    picture = Picture(pictured.alt(replace(card, name=plain(card.name))), Drawing(pictured.profile, (card,)))
    return framed(f"-# {safe(card.name)}" if lacks_letters(card.name) else "", past_games(past), picture=picture)
