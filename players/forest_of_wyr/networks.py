"""The networks of outlook.py, as playing some hundred thousand deals taught them: see players/training.

Each is stored as a scale and its weights as integers of 16 bits: those of every feature, those of the sum, and its
bias.
"""

from dataclasses import dataclass
from importlib.resources import files
from struct import calcsize, pack, unpack_from

FILE = files(__package__) / "learned.bin"
FEATURES, UNITS = 86, 24
MOMENTS, STAGES = 3, 4
SLOPE = 0.05  # a hidden unit passes on this share of its sum while that is below 0
MOST = 2**15 - 1  # the largest integer of 16 bits
_FORM = f"<f{FEATURES * UNITS + UNITS + 1}h"


@dataclass(slots=True)
class Network:
    rows: list[list[float]]  # by feature: what it adds to each hidden unit
    out: list[float]  # what each unit adds to the sum
    bias: float


Networks = list[list[Network]]  # by kind of moment, then by ravens freed: 0 to 4, 5, 6, 7


def read(data: bytes) -> Networks:
    return [[_network(data, moment * STAGES + stage) for stage in range(STAGES)] for moment in range(MOMENTS)]


def _network(data: bytes, number: int) -> Network:
    scale, *numbers = unpack_from(_FORM, data, number * calcsize(_FORM))
    weights = [integer * scale for integer in numbers]
    *rows, out = [weights[place : place + UNITS] for place in range(0, FEATURES * UNITS + 1, UNITS)]
    return Network(rows, out, weights[-1])


def written(networks: Networks) -> bytes:
    return b"".join([_written(network) for moment in networks for network in moment])


def _written(network: Network) -> bytes:
    weights = [*(weight for row in network.rows for weight in row), *network.out, network.bias]
    scale = max(1e-9, *map(abs, weights)) / MOST
    return pack(_FORM, scale, *[round(weight / scale) for weight in weights])


NETWORKS = read(FILE.read_bytes())
