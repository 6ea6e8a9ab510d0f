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


def framed(
    frame: Image.Image, before: Image.Image | None, pause: int, within: tuple[int, int, int, int] | None = None
) -> bytes:
    """A frame after another, or the first one, for `pause` milliseconds. `within`: nothing else differs."""
    free = len(frame.getpalette() or ()) // 3  # the first entry of the palette that no picture uses
    if before is None:
        drawn, at = frame, (0, 0)
    else:
        box = _inside(frame, within or (0, 0, *frame.size))
        drawn, (x, y) = _changed(before.crop(box), frame.crop(box), free)
        drawn.putpalette(frame.getpalette() or ())
        at = box[0] + x, box[1] + y
    return b"".join(GifImagePlugin.getdata(drawn, at, duration=pause, disposal=KEEP, transparency=free))


def _inside(frame: Image.Image, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """What of the box is in the frame, a pixel at least: what moves may have left it."""
    left, top = min(max(0, box[0]), frame.width - 1), min(max(0, box[1]), frame.height - 1)
    return left, top, max(left + 1, min(frame.width, box[2])), max(top + 1, min(frame.height, box[3]))


def _changed(before: Image.Image, after: Image.Image, free: int) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest part (P) of a frame with all that changes, transparent where nothing does, and where it lies."""
    numbers = [Image.frombytes("L", frame.size, frame.tobytes()) for frame in (before, after)]
    changed = ImageChops.difference(*numbers).point([0] + [255] * 255)
    box = changed.getbbox() or (0, 0, 1, 1)
    part = Image.new("P", (box[2] - box[0], box[3] - box[1]), free)
    part.paste(after.crop(box), (0, 0), changed.crop(box))
    return part, box[:2]
