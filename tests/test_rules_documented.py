"""Rules, tests and code speak of the same clauses: docs/rules/<game>.md has them under the ids that the others cite."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import GAMES
from engine.advyria.cards import ADVENTURES, COLOURS, COUNTS, FIRST_ADVENTURE_CARD, HEROES, card_name
from engine.decktet import CARDS, SUITS
from engine.forest_of_wyr.cards import DIAMONDS, FLIGHT, SHARD_NAMES, STRENGTH, VALUES

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
TOYS = ROOT / "tests" / "toys"  # games made up for the tests keep the same custom
CODE = ("bot.py", "cogs", "tables", "render", "engine", "play", "benchmarks", "tests")
PAGES = ("README.md", "docs")
RANK_NAMES = ("none", "Ace", *map(str, range(2, 10)), "Crown", "Pawn", "Court")  # by rank


def clauses(page: Path) -> dict[str, str]:
    """Each clause of a page: its text by its id."""
    _, *parts = re.split(r"^### (.+)$", page.read_text(), flags=re.MULTILINE)
    ids, texts = parts[::2], [re.split(r"^## ", text, flags=re.MULTILINE)[0].strip() for text in parts[1::2]]
    assert len({*ids}) == len(ids), f"{page.name} has a clause twice"
    return dict(zip(ids, texts, strict=True))


RULE_PAGES = (*sorted(RULES.glob("*.md")), *sorted(TOYS.glob("*.md")))
DOCUMENTED = {page.stem: of_page for page in RULE_PAGES if (of_page := clauses(page))}
PREFIXES = {game: next(iter(of_game)).partition("-")[0] for game, of_game in DOCUMENTED.items()}
ID = re.compile(rf"\b(?:{'|'.join(PREFIXES.values())})-\d+\b")


def files(suffix: str, *places: str) -> Iterator[Path]:
    for place in places:
        path = ROOT / place
        yield from [path] if path.is_file() else sorted(path.rglob(f"*{suffix}"))


def marks(source: str) -> Iterator[str]:
    """The ids in every `pytest.mark.clause(...)`: on tests, on cases (`pytest.param`), on modules (`pytestmark`)."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="clause"), args=ids):
                for one in ids:
                    assert isinstance(one, ast.Constant), f"line {one.lineno}: write the clause's id out"
                    yield str(one.value)


@cache
def marked() -> frozenset[str]:
    """Every clause that a test is marked with. Not at import: each process that runs tests would read them all."""
    return frozenset(clause for path in files(".py", "tests") for clause in marks(path.read_text()))


@pytest.mark.parametrize("game", DOCUMENTED)
def test_every_clause_has_a_test_and_every_mark_a_clause(game: str) -> None:
    documented = {*DOCUMENTED[game]}
    tested = {clause for clause in marked() if clause.partition("-")[0] == PREFIXES[game]}
    untested, unwritten = sorted(documented - tested), sorted(tested - documented)
    assert not untested, f"clauses of docs/rules/{game}.md without a marked test: {untested}"
    assert not unwritten, f"marks of tests that docs/rules/{game}.md has no clause for: {unwritten}"


def test_every_game_has_a_page_and_every_mark_a_game() -> None:
    assert {*DOCUMENTED} == {*GAMES, *(page.stem for page in TOYS.glob("*.md"))}
    assert {clause.partition("-")[0] for clause in marked()} == {*PREFIXES.values()}


@pytest.mark.parametrize("game", DOCUMENTED)
def test_clauses_have_a_text_and_one_kind_of_id(game: str) -> None:
    assert all(DOCUMENTED[game].values())
    assert not [one for one in DOCUMENTED[game] if not re.fullmatch(rf"{PREFIXES[game]}-\d+", one)]
    assert len({*PREFIXES.values()}) == len(PREFIXES)


def test_what_code_and_pages_cite_is_a_clause() -> None:
    known = {one for of_game in DOCUMENTED.values() for one in of_game}
    cited = {
        f"{path.relative_to(ROOT)}: {one}"
        for path in (*files(".py", *CODE), *files(".md", *PAGES))
        for one in ID.findall(path.read_text())
        if one not in known
    }
    assert not cited


# -- The tables in these pages


def rows(text: str) -> list[tuple[str, ...]]:
    """The rows of a page's or a clause's tables, without their heads."""
    lines = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in re.findall(r"^\|.*\|$", text, re.M)]
    heads = {at - 1 for at, line in enumerate(lines) if {*"".join(line)} == {"-"}}
    return [line for at, line in enumerate(lines) if at not in heads and at - 1 not in heads]


def test_the_decktet() -> None:
    types = {"personality": "person"}
    assert rows((RULES / "decktet.md").read_text()) == [
        (
            card.name,
            RANK_NAMES[card.rank] if card.rank else "-",
            ", ".join(SUITS[suit] for suit in card.suits) or "-",
            ", ".join(types.get(kind, kind) for kind in card.kinds) or "-",
        )
        for card in CARDS
    ]


def test_the_cards_of_advyria() -> None:
    of = DOCUMENTED["advyria"]
    by_colour = [[one.name for one in ADVENTURES if one.colour == colour] for colour in range(len(COLOURS))]
    assert rows(of["GA-3"]) == [(colour, ", ".join(names)) for colour, names in zip(COLOURS, by_colour, strict=True)]
    counts = [(card_name(card), str(COUNTS[card])) for card in range(FIRST_ADVENTURE_CARD)]
    assert rows(of["GA-4"])[:-1] == counts
    assert rows(of["GA-4"])[-1][1] == str(len(ADVENTURES))
    assert rows(of["GA-5"]) == [
        (hero.name, ", ".join(ADVENTURES[adventure].name for adventure in hero.adventures)) for hero in HEROES
    ]


def test_the_values_and_spellshards_of_the_forest() -> None:
    of = DOCUMENTED["forest-of-wyr"]
    values = [[VALUES[card] for card in suit] for suit in (FLIGHT, STRENGTH, DIAMONDS)]
    by_rank = [tuple(str(suit[rank]) if rank < len(suit) else "-" for suit in values) for rank in range(10)]
    assert [row[1:] for row in rows(of["FW-4"]) for _ in range(2)] == by_rank
    shards = rows(of["FW-40"])
    assert {name for _, _, name, _ in shards} == {*SHARD_NAMES.values()}
    assert all(of[clause].startswith(f"**{name}.**") for clause, _, name, _ in shards)
