"""What hosts are given beside the program: the image, compose.yaml, the unit, the board. Each is checked by its own
tools where they are there, and by following what it says where they aren't.
"""

import asyncio
import importlib.util
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from prometheus_client.metrics import MetricWrapperBase

from bot import Settings
from host import metrics
from host.ending import FOR_GOOD

from .wire.server import TOKEN, Wire

ROOT = Path(__file__).parents[1]
DOCKERFILE, COMPOSE = ROOT / "Dockerfile", ROOT / "compose.yaml"
UNIT, BOARD = ROOT / "deploy" / "wyrmhall.service", ROOT / "deploy" / "grafana.json"
INSIDE = ("/wyrmhall", "/venv", "/data")  # every absolute path of ours in the image
USER = 10001  # in the image
MOST = 180 * 10**6  # bytes on top of the base image, whose 130 MB make 310; Babel and fonts are 60
PATIENCE = 60.0  # seconds
SETTINGS = {name.upper() for name in Settings.model_fields}
UNKNOWN_BEFORE_254 = re.compile(r"Unknown key '(RestartSteps|RestartMaxDelaySec)'")  # of systemd: it goes on without
NOT_OURS = re.compile(r"POSTGRES_\w+|LITESTREAM_\w+|PYTHON\w+|COMPOSE_PROFILES")


# -- The image


def instructions() -> list[tuple[str, str]]:
    """Of the Dockerfile: name and argument."""
    lines = re.sub(r"\\\n", " ", DOCKERFILE.read_text()).splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines) if name.isupper()]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for name, rest in instructions():
        if name == "FROM":
            found.append([])
        found[-1].append((name, rest))
    return found


def let_through() -> set[str]:
    """What .dockerignore leaves in the build's context."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in lines
    return {line[1:] for line in lines if line.startswith("!")}


def copied() -> set[str]:
    """What the Dockerfile copies from the project."""
    return {
        source
        for name, rest in instructions()
        if name == "COPY" and not rest.startswith("--from")
        for source in shlex.split(rest)[:-1]
    }


def test_the_image_has_all_that_the_program_is_made_of_and_no_more() -> None:
    assert copied() == let_through()
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "play", "benchmarks"}
    assert copied() >= packages | {path.name for path in ROOT.glob("*.py")}
    assert copied() - packages - {path.name for path in ROOT.glob("*.py")} == {
        "pyproject.toml",
        "constraints.txt",
        "README.md",
    }


def test_a_package_is_built_with_its_files_that_are_no_code() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    packages = {path.parent for path in ROOT.glob("*/__init__.py")} - {ROOT / "tests", ROOT / "benchmarks"}
    files = {path for package in packages for path in package.rglob("*") if path.is_file()}
    packed = {
        path
        for name, patterns in settings["package-data"].items()
        for package in (packages if name == "*" else {ROOT / name.replace(".", "/")})
        for pattern in patterns
        for path in (package.rglob(pattern) if name == "*" else package.glob(pattern))
    }
    code = {path for path in files if path.suffix in (".py", ".pyc", ".mako")}  # a template is for making migrations
    assert files - code == packed


@pytest.fixture
def image() -> Iterator[Path]:
    """A folder that others can enter, in the place of the image's file system."""
    folder = Path(tempfile.mkdtemp(prefix="wyrmhall-image-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="as in an image, the steps are taken by root")
async def test_the_steps_of_the_dockerfile_make_a_hall_that_plays(image: Path) -> None:
    """Each stage is followed in a folder. Then the hall runs there, and writes to /data alone."""
    build, last = stages()
    for stage in (build, last):
        shutil.rmtree(image / "wyrmhall", ignore_errors=True)
        for name, rest in stage:
            follow(image, name, rest)
    given = dict(setting.split("=", 1) for name, rest in last if name == "ENV" for setting in shlex.split(rest))
    assert [rest for name, rest in last if name == "USER"] == [f"{USER}:{USER}"]
    before = everything(image)
    assert sum(before.values()) < MOST
    async with Wire() as wire:
        here = {name: inside(image, value) for name, value in given.items()}
        reached = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": wire.api, "DISCORD_GATEWAY": wire.gateway}
        (command,) = (json.loads(rest) for name, rest in last if name == "CMD")
        (health,) = (json.loads(rest[rest.index("[") :]) for name, rest in last if name == "HEALTHCHECK")
        hall = await begin(image, command, here | reached)
        try:
            await wire.until(lambda: wire.identified or hall.returncode is not None, PATIENCE)
            for _ in range(100):
                checked = await begin(image, health, here)
                await checked.communicate()
                if checked.returncode == 0:
                    break
                await asyncio.sleep(0.1)
            assert checked.returncode == 0
        finally:
            if hall.returncode is None:
                hall.terminate()
            _, errors = await asyncio.wait_for(hall.communicate(), PATIENCE)
        assert hall.returncode == 0, errors.decode()
    written = everything(image).keys() - before.keys()
    assert written == {"data/wyrmhall.sqlite3"}
    if user() == USER:
        touched = await begin(image, ["touch", "/wyrmhall/new"], {})
        _, errors = await touched.communicate()
        assert "Permission denied" in errors.decode()
    refused = await begin(image, health, here)
    await refused.communicate()
    assert refused.returncode == 1, "the hall has ended"


def inside(image: Path, text: str) -> str:
    """The text with its absolute paths led into the folder."""
    return re.sub(rf"(?<![\w.])({'|'.join(INSIDE)})\b", lambda found: f"{image}{found[1]}", text)


def follow(image: Path, name: str, rest: str) -> None:
    work = image / "wyrmhall"
    match name:
        case "WORKDIR":
            (image / rest.lstrip("/")).mkdir(exist_ok=True)
        case "COPY" if not rest.startswith("--from"):
            *sources, target = shlex.split(rest)
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, work / target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / source, work / target)
        case "RUN" if not rest.startswith("apt-get "):  # that would install in this system itself
            path = f"{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}"
            plain = {key: value for key, value in os.environ.items() if not key.startswith(("VIRTUAL_ENV", "PYTHON"))}
            command = inside(image, rest)
            subprocess.run(command, shell=True, cwd=work, env={**plain, "PATH": path}, check=True, timeout=600)


def everything(image: Path) -> Mapping[str, int]:
    """Every file, with its size in bytes."""
    files = (path for path in image.rglob("*") if stat.S_ISREG(path.lstat().st_mode))
    return {str(path.relative_to(image)): path.lstat().st_size for path in files}


@cache
def user() -> int:
    """The image's user, to start processes as; this one's where this Python is out of the other's reach."""
    try:
        subprocess.run([os.path.realpath(sys.executable), "-c", ""], check=True, cwd="/", user=USER, group=USER)
    except PermissionError:
        return os.geteuid()
    return USER


async def begin(image: Path, command: list[str], env: Mapping[str, str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(inside(image, part) for part in command),
        cwd=image / "wyrmhall",
        env={"PATH": os.environ["PATH"], **env},
        user=user(),
        group=user(),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )


# -- compose.yaml


def test_compose_names_settings_that_exist() -> None:
    text = COMPOSE.read_text()
    named = {*re.findall(r"\b([A-Z][A-Z_]+):", text), *re.findall(r"\$\{(\w+)", text)}
    assert {name for name in named if not NOT_OURS.fullmatch(name)} <= SETTINGS


@pytest.mark.parametrize("profile", [None, "postgres", "litestream"])
def test_compose_is_what_its_own_tool_takes(profile: str | None, tmp_path: Path) -> None:
    command = ["docker", "compose"]
    if (
        shutil.which("docker") is None
        or subprocess.run([*command, "version"], capture_output=True, check=False).returncode
    ):
        pytest.skip("docker compose isn't here")
    for path in (COMPOSE, DOCKERFILE):
        shutil.copy(path, tmp_path)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=x\n")
    chosen = ["--profile", profile] if profile else []
    subprocess.run([*command, *chosen, "config", "--quiet"], cwd=tmp_path, check=True, timeout=PATIENCE)


@pytest.mark.skipif(importlib.util.find_spec("yaml") is None, reason="nothing here reads YAML")
def test_compose_starts_the_small_hall_alone_unless_it_is_asked_for_more() -> None:
    import yaml  # type: ignore[import-untyped]

    services: Mapping[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    assert [name for name, service in services.items() if not service.get("profiles")] == ["hall"]
    halls = [service for name, service in services.items() if name.startswith("hall")]
    assert [hall["environment"]["CLUSTER"] for hall in halls] == ["${CLUSTER:-}", "2/4", "3/4", "4/4"]
    assert all(hall["read_only"] and hall["cap_drop"] == ["ALL"] for hall in halls)
    assert {"postgres", "litestream"} <= services.keys()


# -- .env


def test_every_setting_stands_in_the_example_once() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    found = [match[1] for line in lines if (match := re.match(r"(?:# )?([A-Z_]+)=", line))]
    assert sorted(found) == sorted(SETTINGS)


# -- The unit


def test_the_unit_names_settings_that_exist() -> None:
    (environment,) = re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.MULTILINE)
    named = {setting.partition("=")[0] for setting in environment.split()}
    assert {name for name in named if not NOT_OURS.fullmatch(name)} <= SETTINGS


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd isn't here")
def test_the_unit_is_what_systemd_takes_and_is_shut_tight(tmp_path: Path) -> None:
    program = tmp_path / "opt"
    (program / ".venv" / "bin").mkdir(parents=True)
    (program / ".venv" / "bin" / "python").symlink_to(sys.executable)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/wyrmhall", str(program)))
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    told = [line for line in verified.stderr.splitlines() if not UNKNOWN_BEFORE_254.search(line)]
    assert (verified.returncode, told) == (0, [])
    audited = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert audited.returncode == 0, audited.stdout.splitlines()[-1:]  # 0 is closed, 100 is open


# -- The board


def test_the_board_shows_what_is_measured_all_of_it_and_nothing_else() -> None:
    measured = dict[str, set[str]]()  # by metric: the names under which Prometheus has it
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            (family,) = metric.describe()
            ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
            measured[family.name] = {family.name + end for end in ends}
    panels = json.loads(BOARD.read_text())["panels"]
    queries = " ".join(target["expr"] for panel in panels for target in panel.get("targets", ()))
    shown = set(re.findall(r"\bwyrmhall_\w+", queries))
    assert shown <= set[str]().union(*measured.values())
    assert not [name for name, names in measured.items() if not names & shown]


# -- What the app directory asks for

DIRECTORY = ROOT / "docs" / "directory"
MOST_CHARACTERS = {"Description": 400, "Summary": 200, "Expanded description": 4000}


def test_the_texts_for_the_directory_keep_its_limits() -> None:
    page = (DIRECTORY / "README.md").read_text()
    texts = dict(re.findall(r"^## (.+?)\n.*?^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    tags = texts.pop("Tags").split("\n")[:-1]
    assert len(tags) == 5
    assert all(0 < len(tag) <= 20 for tag in tags)
    assert texts.keys() == MOST_CHARACTERS.keys()
    for name, text in texts.items():
        assert 0 < len(text.strip()) <= MOST_CHARACTERS[name], name


def test_the_pictures_for_the_directory_have_the_sizes_that_the_page_says() -> None:
    rows = re.findall(r"^\| (.+?) \| (\d+) x (\d+) \|", (DIRECTORY / "README.md").read_text(), re.MULTILINE)
    said = {
        name: (int(width), int(height)) for names, width, height in rows for name in re.findall(r"[\w-]+\.png", names)
    }
    said |= {f"page-{number}.png": said["page-1.png"] for number in range(1, 6)}
    found = dict[str, tuple[int, int]]()
    for path in DIRECTORY.glob("*.png"):
        with Image.open(path) as picture:
            found[path.name] = picture.size
    assert found == said


# -- The unit


def test_systemd_leaves_alone_what_only_people_can_mend() -> None:
    lines = UNIT.read_text().splitlines()
    assert f"RestartPreventExitStatus={FOR_GOOD}" in lines
    assert "Restart=on-failure" in lines, "what may pass is started again"
    assert "StartLimitIntervalSec=0" in lines, "for as long as it takes"
