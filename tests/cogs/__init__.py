"""Flows, on simcord: what members type and press, and what they are shown."""
