"""Deals of the day and of the week: attempts, par, riddles, recaps."""
