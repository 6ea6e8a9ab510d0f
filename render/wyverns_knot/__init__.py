"""The pictures of Wyvern's Knot."""

from .board import board
from .posters import RULES, lobby, result, rules, specimen
from .words import alt, words

__all__ = ["RULES", "alt", "board", "lobby", "result", "rules", "specimen", "words"]
