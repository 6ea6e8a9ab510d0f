"""Hexaract, by Dejan Racković, for the Decktet: a path of thirty cards, five dice, six suits to bring to its end."""

from . import choices, dice_and_chips, events, moves, rules, state, telling
from .rules import GAME

__all__ = ["GAME", "choices", "dice_and_chips", "events", "moves", "rules", "state", "telling"]
