"""The colours that every picture of the hall shares."""

from .vector import Colour

NIGHT: Colour = (25, 18, 27)  # the ground
SHADE: Colour = (16, 11, 18)  # shadows and hollows
HOLLOW: Colour = (30, 21, 36)  # where something may come to lie
BARK: Colour = (43, 31, 37)  # slabs
EARTH: Colour = (64, 46, 48)  # what lies on a slab
CLAY: Colour = (96, 70, 64)  # rims
STRAW: Colour = (158, 116, 64)
PARCHMENT: Colour = (246, 231, 203)  # text
SAND: Colour = (206, 182, 148)  # quiet text
EMBER: Colour = (240, 84, 54)  # danger
GOLD: Colour = (250, 196, 84)  # what has changed
MOON: Colour = (186, 168, 255)  # what one seat alone sees
SAFE: Colour = (120, 214, 150)

SEATS: tuple[Colour, ...] = (
    *((98, 190, 245), (245, 146, 62), (92, 204, 140), (246, 146, 200)),
    *((240, 226, 96), (176, 96, 240), (206, 76, 132), (214, 224, 236)),
)
# What every palette has. A game of more than five seats adds the colours of the others to its own
THEME_COLOURS = (
    *(NIGHT, SHADE, HOLLOW, BARK, EARTH, CLAY, STRAW, PARCHMENT, SAND, EMBER, GOLD, MOON, SAFE),
    *SEATS[:5],
)
