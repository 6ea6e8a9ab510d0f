"""Turns of computer players, thought about in processes of their own."""
