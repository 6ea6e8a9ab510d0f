"""What large pictures took goes back to the machine when they are gone."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PICTURES, PICTURE = 20, 4 * 2**20  # how many, and the bytes of one

# Each picture has something small behind it that stays, as sprites and texts do
DRAW = f"""
import ctypes, os
from host import allocator
if {{told}}:
    allocator.return_what_is_free()
c = ctypes.CDLL(None)
c.malloc.restype, c.malloc.argtypes, c.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
def drawn():
    picture = c.malloc({PICTURE})
    ctypes.memset(picture, 1, {PICTURE})
    return picture, c.malloc(5000)
def held():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
c.free(drawn()[0])
before = held()
for picture, _ in [drawn() for _ in range({PICTURES})]:
    c.free(picture)
print(held() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
def test_what_pictures_took_goes_back_to_the_machine() -> None:
    assert _kept(told=True) < PICTURES * PICTURE / 10
    assert _kept(told=False) > PICTURES * PICTURE / 2, "the test is one of glibc as it is"


def _kept(*, told: bool) -> int:
    done = subprocess.run([sys.executable, "-c", DRAW.format(told=told)], cwd=ROOT, capture_output=True, check=True)
    return int(done.stdout)
