"""The pictures and words of The guilds of Advyria."""

from .board import board
from .posters import lobby, result, specimen
from .rules import RULES, rules
from .words import alt, words

__all__ = ["RULES", "alt", "board", "lobby", "result", "rules", "specimen", "words"]
