"""Copy a database while the bot plays on: `python -m tables.backup wyrmhall.sqlite3 copy.sqlite3`."""

import sqlite3
import sys
from pathlib import Path

PAGES_A_STEP = 200  # between two steps the bot can write


def back_up(source: Path, target: Path) -> None:
    """SQLite's own online backup: one consistent state, whatever is written meanwhile.

    Raises sqlite3.Error or FileExistsError; nothing is left half-written under `target`.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    unfinished = target.with_name(f"{target.name}.unfinished")
    live = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    copy = sqlite3.connect(unfinished)
    try:
        live.backup(copy, pages=PAGES_A_STEP)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    finally:
        copy.close()
        live.close()
    unfinished.rename(target)


def main(arguments: list[str]) -> str | None:
    """What went wrong, in a sentence, or None."""
    match arguments:
        case [source, target]:
            try:
                back_up(Path(source), Path(target))
            except (sqlite3.Error, OSError) as error:
                return f"No backup was made: {error}."
            print(f"{source} is copied to {target}.")
            return None
    return "Name the database and the file to copy it to: python -m tables.backup wyrmhall.sqlite3 copy.sqlite3"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
