"""What tests of pictures share: names that strangers may choose, and how what was drawn before is forgotten."""

import sys

HOSTILE = (
    "",
    "A" * 300,
    "💥🐉",
    "שלום עולם",
    "名前",
    "a\u0336\u0337\n\tb",
    "@everyone **x**",
    "\u202egnol",
    "{0}",
    "x",
)


def forget_sprites(key: str) -> None:
    """Of a game, and of what the games share: the sprites, the letters, the bands of files.

    `key` is also the name of the game's file or folder, but for the dashes.
    """
    shared = ("parts", "seats", "theme", "lobby", "decktet", key.replace("-", "_"))
    for name, module in sorted(sys.modules.items()):
        if name.startswith(tuple(f"render.{one}" for one in shared)):
            for made in vars(module).values():
                if hasattr(made, "cache_clear"):
                    made.cache_clear()
