"""How the computer players learn: by playing deals by the engine's rules, from what they know or from nothing.

    python -m players.training GAME

Each module has one game's way. What it learned is a file beside that game's player, and the tests play with it.
"""
