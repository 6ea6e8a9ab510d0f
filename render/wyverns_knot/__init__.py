"""The pictures of Wyvern's Knot."""

from .board import board, lobby, result, rules, specimen
from .words import alt, words

RULES = ("The nest and the strike dragons",)

__all__ = ["RULES", "alt", "board", "lobby", "result", "rules", "specimen", "words"]
