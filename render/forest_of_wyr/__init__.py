"""The pictures and words of A Wanderer in the Forest of Wyr."""

from .board import RULES, board, result, rules, specimen
from .words import alt, words

__all__ = ["RULES", "alt", "board", "result", "rules", "specimen", "words"]
