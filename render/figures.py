"""Figures: what an artist drew, as SVG files in the folders `art` beside the renderers.

A file holds paths, circles, ellipses and boxes with round corners, filled or stroked, in groups; `<use>` draws one of
its groups once more. If a shape has a class, that is the name of its colour, and a renderer may choose another colour
for it. The `viewBox` is a square, and says how much room is left around the figure.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, parse

from PIL import Image

from .vector import Colour, Pen, drawn, flatten

HERE = Path(__file__).parent
LOOKS = ("fill", "stroke", "stroke-width")  # what a shape takes from its group unless it has its own
Looks = Mapping[str, tuple[str, str]]  # by these: the class of the element that says it, and what it says


class Shape(NamedTuple):
    name: str  # of its colour; empty: a renderer can't choose it
    colour: Colour  # as the artist painted it
    paint: Callable[[Pen, Colour], None]
    path: str = ""  # the path, if the shape is one


class Figure(NamedTuple):
    offset: float  # the room on the left and above
    units: float  # from side to side
    shapes: Sequence[Shape]

    def draw(self, pen: Pen, colours: Mapping[str, Colour] | None = None) -> None:
        for shape in self.shapes:
            shape.paint(pen, (colours or {}).get(shape.name, shape.colour))

    def sprite(self, size: int, colours: Mapping[str, Colour] | None = None) -> Image.Image:
        """The figure, `size` x `size` px (RGBA), with the room around it."""
        return drawn(size, size, lambda pen: self.draw(pen, colours), self.units, self.offset)

    def path(self, name: str) -> str:
        """The path of the shape whose colour has this name, for code that draws it in another way."""
        return next(shape.path for shape in self.shapes if shape.name == name and shape.path)

    @property
    def colours(self) -> dict[str, Colour]:
        """The colours that have a name."""
        return {shape.name: shape.colour for shape in self.shapes if shape.name}


@cache
def figure(name: str) -> Figure:
    """The figure of this file, such as `decktet/art/moons`. Raises ValueError if a file has what this can't draw."""
    root = parse(HERE / f"{name}.svg").getroot()
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    if left != top or width != height:
        raise ValueError(f"{name}.svg: the viewBox isn't a square around the middle")
    named = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    try:
        return Figure(-left, width, tuple(_shapes(root, {}, named)))
    except (KeyError, ValueError) as error:
        raise ValueError(f"{name}.svg: {error}") from error


def _shapes(element: Element, looks: Looks, named: Mapping[str, Element]) -> Iterator[Shape]:
    kind, said = element.tag.rpartition("}")[2], dict(element.attrib)
    said |= dict(re.findall(r"([\w-]+)\s*:\s*([^;]+)", said.get("style", "")))
    if "transform" in said:
        raise ValueError("a transform; let your program write plain coordinates")
    looks = {**looks, **{look: (said.get("class", ""), said[look].strip()) for look in LOOKS if look in said}}
    match kind:
        case "svg" | "g":
            for child in element:
                yield from _shapes(child, looks, named)
        case "use":
            href = said.get("href") or said["{http://www.w3.org/1999/xlink}href"]
            yield from _shapes(named[href.removeprefix("#")], looks, named)
        case "path" | "circle" | "ellipse" | "rect":
            yield from _painted(kind, said, looks)
        case "title" | "desc" | "metadata" | "namedview" | "defs":
            pass
        case _:
            raise ValueError(f"<{kind}> is none of the shapes that are drawn")


def _painted(kind: str, said: Mapping[str, str], looks: Looks) -> Iterator[Shape]:
    flatten(said.get("d", ""))  # raises ValueError if it couldn't be drawn
    name, fill = looks.get("fill", ("", "#000000"))
    if fill != "none":
        yield Shape(name, _colour(fill), _filled(kind, said), said.get("d", ""))
    name, stroke = looks.get("stroke", ("", "none"))
    if stroke != "none":
        if kind != "path":
            raise ValueError(f"a stroke around a <{kind}>; make it a path")
        closed = said["d"].strip()[-1] in "Zz"
        width = float(looks["stroke-width"][1])
        yield Shape(name, _colour(stroke), partial(_stroked, said["d"], width, closed))


def _stroked(path: str, width: float, closed: bool, pen: Pen, colour: Colour) -> None:
    (pen.outline if closed else pen.line)(path, colour, width)


def _filled(kind: str, said: Mapping[str, str]) -> Callable[[Pen, Colour], None]:
    def number(*names: str) -> float:
        return float(next((said[name] for name in names if name in said), 0))

    if kind == "path":
        return lambda pen, colour: pen.fill(said["d"], colour)
    if kind == "rect":
        x, y, radius = number("x"), number("y"), number("rx", "ry")
        box = (x, y, x + number("width"), y + number("height"))
        return lambda pen, colour: pen.box(pen.moved(box), radius, colour)
    ellipse = (number("cx"), number("cy"), number("rx", "r"), number("ry", "r"))
    return lambda pen, colour: pen.ellipse(*ellipse, colour)


def _colour(written: str) -> Colour:
    if not (digits := re.fullmatch(r"#([\da-fA-F]{6})", written)):
        raise ValueError(f"a colour written as {written}; write it as #1a2b3c")
    red, green, blue = bytes.fromhex(digits[1])
    return red, green, blue
