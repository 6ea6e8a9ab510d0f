"""The evenings: between them, every message of the hall."""

from . import afterwards, alone, at_tables, the_hall

__all__ = ["afterwards", "alone", "at_tables", "the_hall"]
