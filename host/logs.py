"""How the log looks: text for people, or JSON for programs, a line for each record. Both go to standard error."""

import json
import logging
import sys
from datetime import UTC, datetime

import discord

from .ending import FOR_GOOD, FOR_NOW, Passing

log = logging.getLogger("wyrmhall")

LIBRARIES = ("asyncio", "discord", "PIL")  # at DEBUG they would log seeds, cards, tokens and the sizes of pictures


class JSON(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def exit_status(problem: str | None) -> int:
    """The exit status for `sys.exit`. A problem goes to standard error; with a JSON log it is a log line."""
    if not problem:
        return 0
    if any(isinstance(handler.formatter, JSON) for handler in logging.getLogger().handlers):
        log.critical(problem)
    else:
        print(problem, file=sys.stderr)
    return FOR_NOW if isinstance(problem, Passing) else FOR_GOOD


def set_up(level_name: str, format_: str) -> None:
    """Set up logging for the rest of this process. `format_` is "text" or "json"."""
    level = logging.getLevelNamesMapping()[level_name]
    if format_ == "json":
        discord.utils.setup_logging(level=level, formatter=JSON())
    else:
        discord.utils.setup_logging(level=level)
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(max(level, logging.INFO))
