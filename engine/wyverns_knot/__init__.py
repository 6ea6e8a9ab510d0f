"""Wyvern's Knot, by John Burns and Jonathan Gilmour: mages save dragon eggs from strike dragons, together."""

from . import choices, events, moves, rules, state, telling, views
from .rules import GAME

__all__ = ["GAME", "choices", "events", "moves", "rules", "state", "telling", "views"]
