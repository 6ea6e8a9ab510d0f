"""The pictures around a game of Advyria: lobby, scoring sheet, specimen sheet. Sizes are px."""

from collections.abc import Sequence

from PIL import Image

from engine.advyria.cards import HEROES
from engine.advyria.scoring import RATINGS, Account, account, ahead, rating
from engine.advyria.state import Player, Table, View
from languages import say, say_many

from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, NIGHT, PARCHMENT, SAFE, SAND, THEME_COLOURS
from ..lobby import lobby as poster
from ..parts import eye_badge
from ..seats import badge
from ..specimen import swatches, type_samples
from ..sprites import drawn_once
from ..theme import MARGIN, WIDTH, canvas, encode, put, put_centred, shown_name, slab, write, write_whole
from ..vector import Colour
from . import cards, land, signs
from .board import palette
from .facts import marks
from .scene import chevron, news_frame, plate, ring, stone, untouched

BAND = 300
ROW = 250  # the height of a player's part of the scoring sheet
TITLE = "The guilds of Advyria"


def lobby(title: str) -> bytes:
    """The poster of a table that waits for players."""
    return poster(title, band(), palette())


@drawn_once(8, words=True)
def band() -> Image.Image:
    """A part of the land with four pawns on their way (RGB)."""
    made = untouched().crop((0, 44, WIDTH, 44 + BAND))
    for seat, at in enumerate(((272, 126), (655, 48), (880, 142), (1020, 182))):
        put_centred(made, signs.pawn(seat, str(seat + 1), 66), at)
    return made


# -- The scoring sheet


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """Where each player's gold comes from, their heroes, and the rating if the game has one."""
    return _sheet(view, names, (headline, _tone(view.table)), winners(view.table))


def claimed(view: View, names: Sequence[str], headline: str, seat: int) -> bytes:
    """The same, of a game that this seat has won because nobody else was left."""
    return _sheet(view, names, (headline, GOLD), (seat,))


def _sheet(view: View, names: Sequence[str], headline: tuple[str, Colour], best: Sequence[int]) -> bytes:
    table = view.table
    shown_names = [shown_name(name, seat) for seat, name in enumerate(names)]
    figures = marks(shown_names)
    rated = table.options.mode != "compete" and not table.options.simple_scoring
    picture = canvas(BAND + 90 + len(shown_names) * (ROW + 10) + (len(RATINGS) * 66 + 90 if rated else 0) + 10)
    picture.paste(band(), (0, 0))
    middle = (WIDTH // 2, BAND + 46)
    write_whole(picture, middle, headline[0], "strong", 56, headline[1], "mm", WIDTH - 2 * MARGIN, 90)
    for seat, name in enumerate(shown_names):
        _account(picture, table, seat, (name, figures[seat]), BAND + 90 + seat * (ROW + 10), won=seat in best)
    if rated:
        total = _together(table) if table.step == "over" else None
        scale(picture, total, BAND + 90 + len(shown_names) * (ROW + 10))
    return encode(picture, palette())


def _together(table: Table) -> int:
    return sum(account(table, player).total for player in table.players)


def _tone(table: Table) -> Colour:
    """The headline's colour: gold if something was won."""
    if table.step != "over":
        return EMBER
    rated = table.options.mode != "compete" and not table.options.simple_scoring
    return PARCHMENT if rated and _step(_together(table)) == len(RATINGS) else GOLD


def winners(table: Table) -> tuple[int, ...]:
    """The seats with the most gold, if the players compete; nobody in a game that was given up."""
    if table.options.mode != "compete" or table.step != "over":
        return ()
    return ahead(table)


def _account(picture: Image.Image, table: Table, seat: int, name: tuple[str, str], y: int, *, won: bool) -> None:
    """One player's part: what is added up, and the total."""
    player, sums, x = table.players[seat], account(table, table.players[seat]), MARGIN
    put(picture, slab(WIDTH - 2 * MARGIN, ROW, EARTH if won else BARK, GOLD if won else CLAY), (x, y))
    put(picture, badge(seat, name[1], 64), (x + 16, y + 14))
    room = WIDTH - 2 * MARGIN - 236 - 146 - cards.tag(say("winner"), GOLD, NIGHT).width
    across = write(picture, (x + 98, y + 47), name[0], "strong", 50, PARCHMENT, width=min(560, room))
    if won:
        put(picture, cards.tag(say("winner"), GOLD, NIGHT), (x + 118 + across, y + 24))
    put(picture, slab(220, ROW - 34, HOLLOW, GOLD if won else CLAY), (WIDTH - MARGIN - 236, y + 14))
    middle = WIDTH - MARGIN - 126
    write(picture, (middle, y + 98), str(sums.total), "display", 104, GOLD if won else PARCHMENT, "mm", 210)
    simple = table.options.simple_scoring
    text = say_many("adventure", "adventures", sums.total) if simple else say("gold")
    write_whole(picture, (middle, y + 180), text, "text", 40, SAND, "mm", 210, 72, 36)
    lines = _simple_lines(player) if simple else _lines(player, sums)
    for place, (sprite, figure) in enumerate(lines):
        left = x + 56 + place * 216
        put_centred(picture, sprite, (left, y + 122))
        write(picture, (left + 54, y + 124), figure, "strong", 54, PARCHMENT)
    _deeds(picture, table, seat, (x + 16, y + 170), 860)


def _lines(player: Player, sums: Account) -> list[tuple[Image.Image, str]]:
    """What is added up, each with a sign and a figure."""
    hero = [(signs.hero(player.hero, 76), f"+{sums.hero}")] if player.hero is not None else []
    lost = (signs.losses(62), f"\N{MINUS SIGN}{sums.losses}")
    return [(signs.coin(62), f"+{sums.coins}"), (_adventures(), f"+{sums.adventures}"), *hero, lost]


def _simple_lines(player: Player) -> list[tuple[Image.Image, str]]:
    """The lines with simple scoring: adventures count, and coins break a tie."""
    return [(_adventures(), str(len(player.completed))), (signs.coin(62), str(player.gold))]


def _deeds(picture: Image.Image, table: Table, seat: int, at: tuple[int, int], room: int) -> None:
    """The completed adventures, with those of the hero ticked, and the hero's name."""
    player = table.players[seat]
    on_hero = () if player.hero is None else HEROES[player.hero].adventures
    step = min(70, (room - 62) // max(1, len(player.completed) - 1))
    for place, adventure in enumerate(player.completed):
        put(picture, signs.token(adventure, 64), (at[0] + place * step, at[1]))
        if adventure in on_hero:
            put(picture, cards.tick(40), (at[0] + place * step + 30, at[1] + 28))
    if player.hero is not None:
        used = len(player.completed) * step + 16 if player.completed else 0
        text = say(HEROES[player.hero].name)
        if room - used > 380:
            write_whole(
                picture, (at[0] + used, at[1] + 34), text, "text", 40, SAND, width=room - used, height=78, step=38
            )


@drawn_once(1)
def _adventures() -> Image.Image:
    """A sign for adventures in general: two of their tiles."""
    made = Image.new("RGBA", (86, 74), (0, 0, 0, 0))
    made.alpha_composite(signs.token(6, 60), (0, 0))
    made.alpha_composite(signs.token(0, 60), (26, 14))
    return made


def scale(picture: Image.Image, total: int | None, y: int) -> None:
    """All ratings, each with the gold that it takes. The rating of `total` is marked, if given."""
    steps = [say("{gold} and more", gold=RATINGS[0][0])]
    for (least, _), (above, _) in zip(RATINGS[1:], RATINGS, strict=False):
        steps.append(say("{least} to {most}", least=least, most=above - 1))
    steps.append(say("up to {gold}", gold=RATINGS[-1][0] - 1))
    names = [rating(least) for least, _ in RATINGS] + [rating(0)]
    for place, (range_, name) in enumerate(zip(steps, names, strict=True)):
        reached, top = total is not None and place == _step(total), y + place * 66
        put(picture, slab(WIDTH - 2 * MARGIN, 64, GOLD if reached else HOLLOW, radius=16), (MARGIN, top))
        ink = NIGHT if reached else SAND
        write_whole(picture, (MARGIN + 28, top + 30), range_, "text", 40, ink, width=300)
        write_whole(picture, (WIDTH // 2, top + 30), name, "strong", 44, NIGHT if reached else PARCHMENT, "mm", 480)
        if reached:
            said = say_many("{count} gold", "{count} gold", total or 0)
            write_whole(picture, (WIDTH - MARGIN - 28, top + 30), said, "strong", 44, NIGHT, "rm", 300)


def _step(total: int) -> int:
    """The place of a total's rating: 0 is the best."""
    return next((place for place, (least, _) in enumerate(RATINGS) if total >= least), len(RATINGS))


# -- The specimen sheet


def specimen() -> bytes:
    """The land, palette, type, tiles, frames, cards, heroes and pawns on one sheet."""
    picture = canvas(2700)
    picture.paste(band(), (0, 0))
    write(picture, (WIDTH // 2, 350), TITLE, "display", 84, GOLD, "mm")
    for number in range(12):
        x, y = MARGIN + number % 6 * 194, 420 + number // 6 * 220
        put(picture, signs.token(number, 120), (x + 34, y))
        cards.write_name(picture, (x + 94, y + 160), number, "text", 40, PARCHMENT, 190)
    for number in range(5):
        put(picture, cards.card(number), (MARGIN + number * 194, 880))
    put(picture, cards.card(8, gilt=True), (MARGIN + 5 * 194, 880))
    for number, hero in enumerate(HEROES):
        x = MARGIN + number * 290
        put(picture, signs.hero(number, 220), (x + 30, 1110))
        name, _, trade = say(hero.name).partition(", ")
        write(picture, (x + 140, 1356), name, "strong", 42, PARCHMENT, "mm")
        write(picture, (x + 140, 1402), trade, "text", 40, SAND, "mm")
    for seat in range(4):
        put(picture, signs.pawn(seat, "ABCD"[seat], 84), (MARGIN + seat * 130, 1450))
        put(picture, badge(seat, "1234"[seat], 64), (MARGIN + 540 + seat * 90, 1460))
        put(picture, signs.pawn(seat, "ABCD"[seat], 66, gilt=True), (MARGIN + 880 + seat * 70, 1450))
    _things(picture, 1600)
    swatches(picture, 1890, (*THEME_COLOURS, *signs.COLOURS, *land.COLOURS))
    type_samples(picture, 2460)
    return encode(picture, palette())


def _things(picture: Image.Image, y: int) -> None:
    tiles = (
        (signs.village(84), "village"),
        (signs.coin(84), "gold"),
        (signs.token(5, 84), "face up"),
        (signs.empty(84), "gone"),
        (signs.known_tile(5, 84), "known"),
        (signs.guild(94), "guild"),
        (stone("a", 54), "road"),
    )
    for place, (sprite, text) in enumerate(tiles):
        put_centred(picture, sprite, (MARGIN + 60 + place * 168, y + 50))
        write(picture, (MARGIN + 60 + place * 168, y + 122), text, "text", 40, SAND, "mm")
    parts = (
        *(ring(84), news_frame(84), plate("W1", 1.0), plate("W1", 1.0, SAFE), stone("b", 54, SAFE)),
        *(chevron(40, 0), signs.die(5, 64), eye_badge(48), signs.fan(60), signs.losses(60), signs.houses(60)),
        *(signs.card_back(62, 80), cards.tick(48), cards.strike(48)),
    )
    for place, sprite in enumerate(parts):
        put_centred(picture, sprite, (MARGIN + (50 if place else 30) + place * 83, y + 206))
