"""Vector art without a vector library: paths become polygons, which are drawn large and then reduced.

Paths are written as in SVG (M, L, H, V, C, Q and Z), in the units of the drawing that holds them.
"""

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]

OVERSAMPLE = 4  # drawn so many times larger, then reduced: this makes edges smooth
CURVE_STEPS = 14  # straight pieces for each curve
LARGE = 20.0  # px for a unit, before reducing: a curve in a larger drawing has three times as many pieces
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?|\d*\.\d+)\d*(?:e-?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6}


def flatten(path: str, steps: int = CURVE_STEPS) -> list[list[Point]]:
    """The polygons of a path. Raises ValueError for a command it doesn't know."""
    if unknown := re.sub(r"[MLHVCQZmlhvcqze\d\s.,-]", "", path):
        raise ValueError(f"unknown path commands: {unknown}")
    polygons: list[list[Point]] = []
    tokens, place, command, point = _TOKEN.findall(path), 0, "M", (0.0, 0.0)
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
            if command in "Zz":
                point = polygons[-1][0]
                continue
        count = _ARGUMENTS[command.upper()]
        numbers = [float(token) for token in tokens[place : place + count]]
        place += count
        left, top = point if command.islower() else (0.0, 0.0)
        match command.upper():
            case "H":
                points = [(left + numbers[0], point[1])]
            case "V":
                points = [(point[0], top + numbers[0])]
            case _:
                points = [(left + x, top + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if command in "Mm":
            polygons.append(points)
            command = "L" if command == "M" else "l"
        else:
            polygons[-1] += _curve([point, *points], steps) if command in "CcQq" else points
        point = polygons[-1][-1]
    return polygons


def _curve(points: Sequence[Point], steps: int) -> list[Point]:
    return [_bezier(points, step / steps) for step in range(1, steps + 1)]


def _bezier(points: Sequence[Point], t: float) -> Point:
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def regular(corners: int, radius: float, centre: Point, inner: float | None = None, turn: float = -90.0) -> str:
    """A regular polygon, or a star if an inner radius is given. The first corner is at `turn` degrees."""
    radii = [radius] if inner is None else [radius, inner]
    count = corners * len(radii)
    points = []
    for index in range(count):
        angle, reach = math.radians(turn + 360 * index / count), radii[index % len(radii)]
        points.append(f"{centre[0] + reach * math.cos(angle):.2f} {centre[1] + reach * math.sin(angle):.2f}")
    return "M" + " L".join(points) + "Z"


class Pen:
    """Draws one sprite of `width` x `height` px, whose shorter side is `units` long.

    Everything except boxes is drawn `offset` units further right and down, which leaves room for a rim.
    """

    def __init__(self, width: int, height: int, units: float = 100.0, offset: float = 0.0) -> None:
        self.scale = OVERSAMPLE * min(width, height) / units
        self._steps = 3 * CURVE_STEPS if self.scale > LARGE else CURVE_STEPS
        self._offset = offset
        self._image = Image.new("RGBA", (width * OVERSAMPLE, height * OVERSAMPLE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def fill(self, path: str, colour: Colour) -> None:
        for polygon in flatten(path, self._steps):
            self._draw.polygon(self._scaled(polygon), fill=colour)

    def line(self, path: str, colour: Colour, width: float) -> None:
        """A stroke with round ends and joints."""
        reach = width * self.scale / 2
        for polygon in flatten(path, self._steps):
            points = self._scaled(polygon)
            self._draw.line(points, fill=colour, width=max(1, round(2 * reach)), joint="curve")
            for x, y in points if len(points) < 40 else (points[0], points[-1]):
                self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)

    def outline(self, path: str, colour: Colour, width: float) -> None:
        """A stroke that ends where it began."""
        for polygon in flatten(path, self._steps):
            ends = " L".join(f"{x:.3f} {y:.3f}" for x, y in (*polygon, polygon[0]))
            self.line(f"M{ends}", colour, width)

    def ellipse(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        x, y = x + self._offset, y + self._offset
        scaled = [value * self.scale for value in (x - rx, y - ry, x + rx, y + ry)]
        self._draw.ellipse(scaled, fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.ellipse(x, y, radius, radius, colour)

    def moved(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """A box, moved right and down like everything else."""
        return box[0] + self._offset, box[1] + self._offset, box[2] + self._offset, box[3] + self._offset

    def box(self, box: tuple[float, float, float, float], radius: float, colour: Colour) -> None:
        """A rectangle with round corners."""
        self._draw.rounded_rectangle([value * self.scale for value in box], radius * self.scale, fill=colour)

    def inlay(self, other: "Pen", share: float) -> None:
        """Lay another drawing of the same size on this one, centred, `share` of its size."""
        width, height = (round(side * share) for side in other._image.size)
        small = other._image.resize((width, height), Image.Resampling.BOX, reducing_gap=None)
        at = ((self._image.width - width) // 2, (self._image.height - height) // 2)
        self._image.alpha_composite(small, at)

    def sprite(self) -> Image.Image:
        return self._image.reduce(OVERSAMPLE)

    def _scaled(self, polygon: Sequence[Point]) -> list[Point]:
        return [((x + self._offset) * self.scale, (y + self._offset) * self.scale) for x, y in polygon]


def drawn(
    width: int, height: int, draw: Callable[[Pen], None], units: float = 100.0, offset: float = 0.0
) -> Image.Image:
    """What `draw` does with a pen, as a sprite (RGBA, `width` x `height` px)."""
    pen = Pen(width, height, units, offset)
    draw(pen)
    return pen.sprite()
