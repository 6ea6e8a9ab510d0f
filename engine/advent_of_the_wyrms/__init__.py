"""Advent of the Wyrms, by Shane Lelwica-Hebeisen: four incantations before the deck runs out. Alone, with a Decktet."""

from . import events, incantations, moves, rules, state, telling
from .rules import GAME

__all__ = ["GAME", "events", "incantations", "moves", "rules", "state", "telling"]
