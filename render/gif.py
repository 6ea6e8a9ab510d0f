"""Moving pictures: GIFs of flat pictures (P) that have one palette.

A frame holds what differs from the frame before, and nothing else: the rest of it is transparent. So each frame, laid
over those before it, is the very picture.
"""

from PIL import GifImagePlugin, Image, ImageChops

KEEP = 1  # a GIF's word for leaving a frame where it is
END = b";"


def opening(first: Image.Image, *, loops: bool) -> bytes:
    """What a GIF begins with. Unless it `loops` it is played once."""
    first.info["version"] = b"89a"
    (start, _) = GifImagePlugin.getheader(first, info={"loop": 0} if loops else {})
    return b"".join(start)


def framed(frame: Image.Image, before: Image.Image | None, pause: int, at: tuple[int, int] = (0, 0)) -> bytes:
    """A frame after another, or the first one, for `pause` milliseconds.

    Both may be the same part of their pictures, with the upper left corner `at`: nothing else differs.
    """
    free = len(frame.getpalette() or ()) // 3  # the first entry of the palette that no picture uses
    if before is not None:
        palette = frame.getpalette() or ()
        frame, (x, y) = _changed(before, frame, free)
        frame.putpalette(palette)
        at = at[0] + x, at[1] + y
    return b"".join(GifImagePlugin.getdata(frame, at, duration=pause, disposal=KEEP, transparency=free))


def _changed(before: Image.Image, after: Image.Image, free: int) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest part (P) of a frame with all that changes, transparent where nothing does, and where it lies."""
    changed = ImageChops.difference(before, after)  # of their numbers, not of their colours
    box = changed.getbbox() or (0, 0, 1, 1)
    part = Image.new("P", (box[2] - box[0], box[3] - box[1]), free)
    part.paste(after.crop(box), (0, 0), changed.crop(box).point([0] + [255] * 255, "L"))
    return part, box[:2]
