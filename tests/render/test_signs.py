"""The signs that stand in text: what they are called, and that they are told apart as small as text is."""

import io
import math
import re
from itertools import combinations

import pytest
from PIL import Image

from engine import GAMES
from engine.advyria.events import Rolled
from engine.decktet import WAVES
from engine.hexaract.events import AceTaken, Defeated, Placed
from languages import offered, speaking
from render.signs import LETTERS, SIGNS, SIZE

CHIPS = (Defeated(7, WAVES), Placed(7, WAVES, own=False), AceTaken(WAVES))
LONGEST = 32  # letters of an emoji's name
HEAVIEST = 256 * 1024  # bytes
TEXT = 22  # px: as large as Discord shows an emoji in a line
DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)  # Machado and others, 2009
LEAST = 20  # of 441: how far apart two are, on average of their pixels. A die differs by a pip
CHATS = {"dark": (49, 51, 56), "light": (255, 255, 255)}


def test_each_is_called_by_a_word_that_can_be_said_and_that_discord_takes() -> None:
    words = [sign.word for sign in SIGNS]
    assert len({*words}) == len(words)
    for sign in SIGNS:
        assert re.fullmatch(r"[a-z]{2,}(_[a-z]{2,})*", sign.word), sign.word
        version = sign.version()
        assert re.fullmatch(r"[^aiou][aiou][^aiou][aiou][^aiou]", version), "it can be said"
        assert len(version) == LETTERS
        assert len(f"{sign.word}_{version}") <= LONGEST
        assert sign.version() == version


@pytest.mark.parametrize("language", offered())
def test_what_a_sign_stands_for_is_no_others(language: str) -> None:
    with speaking(language):
        said = [sign.emoji.replace("\ufe0f", "") for sign in SIGNS if sign.emoji]
        said += [sign.name() for sign in SIGNS if sign.name]
    assert len({*said}) == len(said)
    assert all(sign.emoji or sign.name for sign in SIGNS)


@pytest.mark.parametrize("language", offered())
def test_what_has_a_sign_is_called_as_in_the_sentences(language: str) -> None:
    with speaking(language):
        named = {sign.word: sign.name() for sign in SIGNS if sign.name}
        told = [*map(GAMES["hexaract"].tell, CHIPS), GAMES["advyria"].tell(Rolled(0, 3))]
    assert all(re.search(rf"(?<!\w){re.escape(named['waves'])}(?!\w)", sentence) for sentence in told[:-1]), told
    assert re.search(rf"(?<!\w){re.escape(named['rolled_three'])}(?!\w)", told[-1]), told


def test_every_picture_is_one_that_discord_takes() -> None:
    for sign in SIGNS:
        picture = sign.picture()
        assert len(picture) < HEAVIEST
        opened = Image.open(io.BytesIO(picture))
        assert (opened.format, opened.size, opened.mode) == ("PNG", (SIZE, SIZE), "RGBA")
        assert opened.getchannel("A").getextrema() == (0, 255), "nothing around it"


def test_a_changed_drawing_has_another_version() -> None:
    versions = {sign.version() for sign in SIGNS}
    assert len(versions) == len(SIGNS)


@pytest.mark.parametrize("chat", CHATS)
@pytest.mark.parametrize("eyes", ["all", "neither red nor green"])
def test_all_are_told_apart_in_a_line_of_text(chat: str, eyes: str) -> None:
    shown = {}
    for sign in SIGNS:
        made = Image.alpha_composite(Image.new("RGBA", (SIZE, SIZE), (*CHATS[chat], 255)), sign.draw()).convert("RGB")
        made = made.resize((TEXT, TEXT), Image.Resampling.LANCZOS)
        data = (made if eyes == "all" else made.convert("RGB", DEUTERANOPIA)).tobytes()
        shown[sign.word] = [data[at : at + 3] for at in range(0, len(data), 3)]
        ground = bytes(CHATS[chat])
        away = sum(math.dist(pixel, ground) > 60 for pixel in shown[sign.word])
        assert away > TEXT * TEXT / 8, f"{sign.word} is lost on its ground"
    for one, other in combinations(shown, 2):
        apart = sum(math.dist(*pixels) for pixels in zip(shown[one], shown[other], strict=True)) / TEXT**2
        assert apart > LEAST, (one, other, apart)
