"""Pages of rankings: what leaderboards, standings of a week, and seasons have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from languages import later, number, say
from render import leaderboard as pictured
from render.leaderboard import Page, Row
from tables.boards.groups import Group

from ..games import WORDS
from .frame import framed
from .names import plain, safe
from .press import Press
from .screen import Block, Button, Drawing, Picture, Screen, row

Scope = Literal["here", "everywhere"]
SCOPES: Mapping[Scope, str] = {"here": later("This server"), "everywhere": later("Everywhere")}
WITHIN: Mapping[Scope, str] = {"here": later("this server"), "everywhere": later("everywhere")}  # within a line

# -- Rows


def group_row(game: str, group: Group) -> Row:
    """A group by the score and the verdict of its game."""
    names = group.players
    verdict = WORDS[game].verdict(group.options, group.score, bool(group.won))
    return Row(group.place, names, number(group.score), verdict, lost=group.won is False)


def page_of(board: Any, key: Callable[[Any], int], as_row: Callable[[Any], Row], **headed: Any) -> Page:
    """A page of what the store ranks. The viewer's own row is marked, or apart if it is on another page.

    `key` gives the id of an entry. Somebody who hides sees their own row without a place on a board of everybody.
    """
    rows, own = {key(entry): as_row(entry) for entry in board.rows}, board.own
    beyond = replace(as_row(own), own=True) if own is not None and key(own) not in rows else None
    if beyond and not getattr(board, "listed", True):
        beyond = replace(beyond, place=None)
    marked = tuple([replace(entry, own=own is not None and known == key(own)) for known, entry in rows.items()])
    return Page(rows=marked, own=beyond, number=board.page + 1, pages=board.pages, **headed)


# -- Messages


def with_picture(page: Page, ways: Sequence[Block], text: str = "") -> Screen:
    """The page as a picture. Below it: `text`, the names that the picture can't show, and the `ways` to other pages."""
    picture = Picture(pictured.alt(renamed(page, plain)), Drawing(pictured.leaderboard, (page,)), words=worded(page))
    names = [f"-# {entry.place or '-'} · {', '.join(map(safe, entry.names))}" for entry in pictured.undrawn(page)]
    return framed("\n".join(filter(None, [text, *names])), ways, picture=picture)


def worded(page: Page) -> str:
    """All of the page in words."""
    return pictured.describe(renamed(page, safe))


def renamed(page: Page, rename: Callable[[str], str]) -> Page:
    """The page with `rename` applied to all names of people."""

    def fit(entry: Row) -> Row:
        return replace(entry, names=tuple(map(rename, entry.names)))

    return replace(page, rows=tuple(map(fit, page.rows)), own=fit(page.own) if page.own else None)


# -- Ways to other pages


def pager(page: int, pages: int, turned: Callable[[int], Press]) -> list[Block]:
    """A row that leads to the pages before and after; none for a single page. Pages count from 0."""
    if pages == 1:
        return []
    this_page = Press(turned(page).verb, 0, args=("page",))
    return [
        row(
            Button(say("Back"), turned(page - 1), emoji="◀", disabled=page == 0),
            Button(say("{page} of {pages}", page=number(page + 1), pages=number(pages)), this_page, disabled=True),
            Button(say("Next"), turned(page + 1), emoji="▶", disabled=page + 1 == pages),
        )
    ]


def other_scope(scope: Scope) -> Scope:
    return "everywhere" if scope == "here" else "here"


def scope_button(scope: Scope, press: Press) -> Button:
    return Button(say(SCOPES[scope]), press, emoji="🏠" if scope == "here" else "🌍")
