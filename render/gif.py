"""Moving pictures: GIFs of flat pictures (P) that have one palette.

A frame holds only what differs from the frame before; the rest is transparent. So each frame, laid over those before
it, gives exactly its picture.
"""

from PIL import GifImagePlugin, Image, ImageChops

KEEP = 1  # GIF's disposal method that leaves a frame where it is
END = b";"


def opening(first: Image.Image, *, loops: bool) -> bytes:
    """The beginning of a GIF. Unless it `loops` it is played once."""
    first.info["version"] = b"89a"
    (start, _) = GifImagePlugin.getheader(first, info={"loop": 0} if loops else {})
    return b"".join(start)


def framed(frame: Image.Image, before: Image.Image | None, pause: int, at: tuple[int, int] = (0, 0)) -> bytes:
    """The bytes of a frame that stays for `pause` milliseconds, after the frame `before` or as the first.

    Both may be parts of their pictures, with the upper left corner `at`, if nothing else differs.
    """
    free = len(frame.getpalette() or ()) // 3  # the first entry of the palette that no picture uses
    if before is not None:
        palette = frame.getpalette() or ()
        frame, (x, y) = _changed(before, frame, free)
        frame.putpalette(palette)
        at = at[0] + x, at[1] + y
    return b"".join(GifImagePlugin.getdata(frame, at, duration=pause, disposal=KEEP, transparency=free))


def _changed(before: Image.Image, after: Image.Image, free: int) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest part (P) of a frame that has all changes, transparent elsewhere, and where that part lies."""
    changed = ImageChops.difference(before, after)  # of the pixels' numbers, not of their colours
    box = changed.getbbox() or (0, 0, 1, 1)
    part = Image.new("P", (box[2] - box[0], box[3] - box[1]), free)
    part.paste(after.crop(box), (0, 0), changed.crop(box).point([0] + [255] * 255, "L"))
    return part, box[:2]
