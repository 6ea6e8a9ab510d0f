"""A Wanderer in the Forest of Wyr: its rules, and the map of ours that it is played on."""

from . import events, moves, rules, state
from .rules import GAME

__all__ = ["GAME", "events", "moves", "rules", "state"]
