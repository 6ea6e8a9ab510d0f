"""Whole games without sight: nothing is read but texts and labels, and nothing is pressed but by its label.

Each mind below decides by what it reads of the position. What it can't find in the words, it can't play by.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from engine import GAMES

from .hall import SELECT, Actor, World, alts, controls, labels, text, world
from .test_hints_on_discord import rarely

MOST = 700  # presses of a game
PLAY_ON = "Play for a better result"
WHEN_OVER = "Play again"
BESIDE = (
    "Rules",
    "Give up",
    "What would you do?",
    "Why?",
    "Undo",
    "Back",
    "My hand",
    "To the board",
    "Fair deal?",
    "Log",
    "The whole position",
)

Mind = Callable[[str, Sequence[str]], str]  # the text and the labels that make moves, to one of the labels


@dataclass(frozen=True)
class Page:
    """What somebody without sight has of a message: each label with the control behind it."""

    text: str
    ways: dict[str, tuple[str, str | None]]  # custom id, and the value of a menu's option


def page(message: ResponseMessage) -> Page:
    assert not message.attachments, "words only"
    assert not alts(message)
    ways: dict[str, tuple[str, str | None]] = {}
    for custom_id, part in controls(message).items():
        options = part["options"] if part["type"] == SELECT else [part]
        for option in options:
            label = " · ".join(filter(None, (option["label"], option.get("description"))))
            assert label not in ways, f"two of {label}"
            ways[label] = custom_id, option.get("value")
    return Page(text(message), ways)


def moves(read: Page) -> list[str]:
    return [label for label in read.ways if label not in BESIDE]


async def press(here: World, actor: Actor, message: ResponseMessage, mind: Mind) -> None:
    """One decision. Whoever reads that it can't be won any more plays on, so that the question is asked only once."""
    read = page(message)
    label = first(moves(read), PLAY_ON) or mind(read.text, moves(read))
    custom_id, value = read.ways[label]
    if value is None:
        await here.press(actor, message, custom_id=custom_id)
    else:
        await here.choose(actor, message, value, custom_id=custom_id)


def found(pattern: str, said: str) -> tuple[str, ...]:
    """What the position says there; a mind that can't find it can't play."""
    hit = re.search(pattern, said)
    assert hit, (pattern, said)
    return hit.groups()


def first(labels: Sequence[str], *begins: str) -> str | None:
    """The first label that begins like one of these, the earlier ones before the later."""
    return next((label for begin in begins for label in labels if label.startswith(begin)), None)


def safely(labels: Sequence[str]) -> list[str]:
    return [label for label in labels if "(risky)" not in label] or [*labels]


# -- Minds


def hexaract(said: str, labels: Sequence[str]) -> str:
    """As many dice as can be; then the way to the end of the round that costs least by what is said of it."""
    if "Dice: " not in said:  # within a choice nothing has changed, and so it isn't told again
        return safely(labels)[0]
    dice = found(r"Dice: ([\d, ]+)\.", said)[0].split(", ")
    damage, deck = found(r"(\d+) of 10 damage, (\d+) cards? in the deck", said)
    assert len(dice) == 5
    assert 0 <= int(damage) < 10
    assert 0 <= int(deck) <= 27
    needed = [line for line in said.splitlines() if "still needs" in line]
    assert all(re.search(r"location, still needs \w+", line) for line in needed)
    # One pair can always be put and taken back, also where each way on is risky
    choices = safely([label for label in labels if not label.startswith(("Put ", "Take the last pair"))])
    dice_on = [label for label in choices if label.startswith(("Dice:", "Both pairs"))]
    if dice_on:
        return max(dice_on, key=lambda label: label.count(" + "))
    ends = [label for label in choices if ", end" in label]
    return max(ends, key=lambda label: label.count(" + ")) if ends else choices[0]


def advent(said: str, labels: Sequence[str]) -> str:
    """Go on with an incantation where a card of the hand can; begin one where there is room; negate cheaply."""
    hand = found(r"In hand: (.+)\.", said)[0]
    found(r"(\d+) of \d+ incantations finished, (\d+) cards? left", said)
    running = re.findall(r"Incantation (\d), in progress: (.+)\.", said)
    adding = [label for label in labels if label.startswith("Add")]
    longest = sorted(running, key=lambda one: -one[1].count(","))
    for number, _ in longest:
        for label in adding:
            if number in re.findall(r"\d", label.rpartition("·")[2]):
                return label
    if "must be negated" in said:
        return labels[0]
    assert hand
    return first(labels, "Add", "Begin") or labels[0]


def forest(said: str, labels: Sequence[str]) -> str:
    """Free what can be freed, else walk to the nearest raven, else wait."""
    health, freed = map(int, found(r"Health (\d+) of \d+, (\d) of \d ravens freed", said))
    assert health > 0
    assert freed < 8
    ravens = re.findall(r"([A-Z]\d+) \((?:here|\d+ step)", found(r"(Ravens: .+)", said)[0])
    choices = safely(labels)
    near = next(
        (label for raven in ravens for label in choices if re.match(rf"(Raven|\d ravens) {raven}:", label)), None
    )
    return (
        first(choices, "Free it", "Try to free", "No damage") or near or first(choices, "Block", "Stay") or choices[0]
    )


def advyria(said: str, labels: Sequence[str]) -> str:
    """Complete what can be completed, play the largest set, go where something lies, and end the turn."""
    choices = safely(labels)
    if said.startswith("### ") and "Draw pile" not in said:  # within a choice nothing is told again
        return choices[0]
    hand = found(r"Your hand[*]*: (.+)\.|Your hand is (empty)", said)
    pile = int(found(r"Draw pile (\d+)", said)[0])
    assert any(hand)
    assert 0 <= pile <= 120
    completing = next((label for label in choices if "complete" in label.lower()), None)
    sets = [label for label in choices if re.match(r"Play [2-9] ", label)]
    largest = max(sets, key=lambda label: int(label.split()[1]), default=None)
    if pile > 60 and (wizard := first(choices, "Play a Wizard")):
        return wizard
    going = first(choices, "Go to", "To ")
    return completing or largest or going or first(choices, "End", "Leave", "Discard") or choices[0]


def knot(said: str, labels: Sequence[str]) -> str:
    """Save or point at what is sure, help where nobody has looked, and move the strike dragon that harms least."""
    moving = [label for label in labels if re.match(r"Move [A-D]'s dragon", label)]
    if moving:
        left = int(found(r"(\d+) left in the nest", said)[0])
        assert left <= 16
        rows = found(r"Strike dragons: (.+?)\.", said)[0].split("; ")
        return min(moving, key=lambda label: harm(next(row for row in rows if row[0] == label[5])))
    sure = [label for label in labels if "match" in label and "no match" not in label]
    if sure:
        return sure[0]
    if first(labels, "Turn it face up", "Show nothing"):
        return first(labels, "Turn it face up", "Show nothing") or labels[0]
    if first(labels, "Enchant…"):
        assert found(r"You alone know: (.+)\.", said)[0]
    helping = [label for label in labels if label.startswith("Help")]
    unknown = [label for label in helping if "nothing known" in label]
    return (unknown or helping or [label for label in labels if label.startswith("Scout")] or safely(labels))[0]


def harm(row: str) -> int:
    """What it would cost to move this strike dragon, by what is said of it."""
    if "face down" in row:
        return 0
    return 1 if "no egg in its way" in row else 2


# -- Games


async def read_alone(here: World, game: str, mind: Mind) -> str:
    """To the end, in direct messages: what is told there."""
    (ann,) = here.members
    await here.slash(ann, "preferences", form="words-only")
    message = (await here.slash(ann.user, "play", game=game)).response
    assert message
    for _ in range(MOST):
        if WHEN_OVER in labels(message):
            return page(message).text
        await press(here, ann.user, message, mind)
    raise AssertionError("it never ends")


async def read_together(here: World, game: str, mind: Mind, **options: Any) -> str:
    """Everybody is called by the board, and plays in a panel of their own: what the board tells at the end."""
    host, *others = here.members
    for member in here.members:
        await here.slash(member, "preferences", form="words-only")
    await here.slash(host, "play", game=game)
    for member in others:
        await here.press(member, here.board, "Join")
    if options:
        await here.choose_options(host, **options)
        await here.agree()
    await here.press(host, here.board, "Start")
    for _ in range(MOST):
        if WHEN_OVER in labels(here.board):
            return text(here.board)
        called = int(found(r"<@(\d+)>, it is your turn", text(here.board))[0])
        member = next(member for member in here.members if member.id == called)
        panel = await here.play(member)
        board = here.board.id
        for _ in range(MOST):
            if here.board.id != board or WHEN_OVER in labels(here.board) or not moves(page(panel)):
                break
            await press(here, member, panel, mind)
    raise AssertionError("it never ends")


ALONE: dict[str, Mind] = {"hexaract": hexaract, "advent-of-the-wyrms": advent, "forest-of-wyr": forest}


@pytest.mark.parametrize("game", rarely([*ALONE]))
async def test_a_game_for_one_is_played_by_reading(tmp_path: Path, game: str) -> None:
    async with world(tmp_path, "Ann") as here:
        said = await read_alone(here, game, ALONE[game])
        assert here.table()["phase"] == "over"
        assert "Victory" in said or "Defeat" in said or "won" in said or "lost" in said, said


@pytest.mark.slow
async def test_advyria_is_played_alone_by_reading(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        assert "gold" in await read_alone(here, "advyria", advyria)
        assert here.table()["phase"] == "over"


@pytest.mark.slow
async def test_a_group_plays_the_knot_by_reading(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        said = await read_together(here, "wyverns-knot", knot)
        assert "Victory" in said or "Defeat" in said, said


@pytest.mark.slow
async def test_two_compete_in_advyria_by_reading(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        said = await read_together(here, "advyria", advyria)
        assert "🏆" in said, said


def test_every_game_is_read() -> None:
    assert {*ALONE, "advyria", "wyverns-knot"} == {*GAMES}
