"""The guilds of Advyria, by Stefan Wenz: its rules, and the land of ours that it is played on."""

from . import events, moves, rules, state
from .rules import GAME

__all__ = ["GAME", "events", "moves", "rules", "state"]
