"""The guilds of Advyria, by Stefan Wenz: its rules, and the land of ours that it is played on."""

from .rules import GAME

__all__ = ["GAME"]
