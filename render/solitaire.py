"""Parts that the pictures and words of the solitaires share."""

from collections.abc import Iterable, Sequence

from PIL import Image

from .theme import BARK, GOLD, MARGIN, NIGHT, PARCHMENT, SAND, WIDTH, panel, put, shown_name, write

ALT_LIMIT = 1024  # characters: the limit that Discord sets
WORDS_LIMIT = 3500  # characters: leaves room in a message for the text around it


def canvas(height: int) -> Image.Image:
    return Image.new("RGB", (WIDTH, height), NIGHT)


def ending(title: str, name: str, headline: str, figures: Sequence[tuple[str, str]], band: Image.Image) -> Image.Image:
    """The picture at a game's end: a band (RGB, 300 px high), how it went, and a few figures with their labels."""
    picture = canvas(810)
    picture.paste(band, (0, 0))
    write(picture, (WIDTH // 2, 360), title, "display", 72, GOLD, "mm", WIDTH - 2 * MARGIN)
    write(picture, (WIDTH // 2, 430), shown_name(name, 0), "text", 44, SAND, "mm", WIDTH - 2 * MARGIN)
    for line, text in enumerate(wrapped(headline, 50)[:2]):
        write(picture, (WIDTH // 2, 502 + 58 * line), text, "strong", 46, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    width = (WIDTH - 2 * MARGIN - 16 * (len(figures) - 1)) // len(figures)
    for place, (figure, what) in enumerate(figures):
        x = MARGIN + place * (width + 16)
        put(picture, panel(width, 176, BARK), (x, 616))
        write(picture, (x + width // 2, 680), figure, "display", 76, GOLD, "mm", width - 20)
        write(picture, (x + width // 2, 748), what, "text", 38, SAND, "mm", width - 20)
    return picture


def wrapped(text: str, length: int) -> list[str]:
    """Break text into lines of about so many characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= length:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def joined(parts: Iterable[str], between: str, limit: int) -> str:
    """Join as many of the parts as fit, from the first on."""
    text = ""
    for part in filter(None, parts):
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > limit:
            return longer[: limit - 1] + "…"
        text = longer
    return text
