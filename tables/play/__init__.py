"""A game in progress: its table, seats, moves, votes, timers and posts."""
