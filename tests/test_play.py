"""The program that plays in a browser: that it starts, refuses and ends well, and that a game can be played there."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from render.signs import SIZE

ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
FLAGS += [f"--disable-{what}" for what in ("background-networking", "component-update", "sync")]
PATIENCE = 60.0  # seconds
FREE = ("--port", "0", "--dm-port", "0")


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "play", *options]


@contextmanager
def playing() -> Iterator[tuple[str, str, "subprocess.Popen[str]"]]:
    """The program on free ports: the channel's address, the direct messages', the process."""
    with subprocess.Popen(
        command(*FREE), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout
            printed = ""
            for line in process.stdout:
                printed += line
                if "Ctrl-C" in line:
                    break
            addresses = re.findall(r"http://127\.0\.0\.1:\d+/#\S+", printed)
            assert len(addresses) == 2, printed
            yield addresses[0], addresses[1], process
        finally:
            if process.poll() is None:
                process.kill()


def ended(process: "subprocess.Popen[str]", sign: signal.Signals) -> tuple[int, str]:
    """Send a signal: the exit code, and what was printed."""
    process.send_signal(sign)
    printed, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, printed


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_ends_quietly_and_leaves_nothing(sign: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with playing() as (_, _, process):
        assert [folder for folder in tmp_path.iterdir() if list(folder.glob("*.sqlite3"))], "a database of its own"
        code, printed = ended(process, sign)
    assert (code, printed) == (0, "")
    assert not list(tmp_path.glob("wyrmhall-*"))


@pytest.mark.slow
def test_each_start_has_a_fresh_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with playing() as (first, _, _), playing() as (second, _, _):
        assert first != second
        assert len(list(tmp_path.glob("wyrmhall-*/*.sqlite3"))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--port", "--dm-port"])
def test_a_taken_port_is_one_sentence(option: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = subprocess.run(command(*FREE, option, port), cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == f"Port {port} can't be had, something else may use it: choose another with {option}.\n"


@pytest.mark.slow
def test_a_missing_extra_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "simcord.py").write_text("raise ImportError('No module named simcord')")
    run = subprocess.run(
        command(),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "pip install" in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_page_of_direct_messages_lets_nobody_else_in() -> None:
    def status(path: str, **headers: str) -> int:
        request = urllib.request.Request(origin + path, headers=headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    with playing() as (_, address, _):
        origin, token = address.split("/#")
        assert status("/") == 200
        assert status("/api/state", **{"X-Token": token}) == 200
        assert status("/api/state") == 401
        assert status("/api/state", **{"X-Token": "wrong"}) == 401
        assert status("/", Host="evil.example") == 403
        assert status("/api/state", Host="evil.example", **{"X-Token": token}) == 403


# -- In a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("There is no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Shots:
    """Screenshots, numbered; kept where SCREENSHOTS says."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.environ.get("SCREENSHOTS", folder))
        self.count = 0

    def take(self, page: Page, name: str) -> None:
        self.count += 1
        page.screenshot(path=self.folder / f"{self.count:02}-{name}.png")


class Channel:
    """simcord's page, used as a person would."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        self.timeline = page.locator("#channel-timeline")
        self._settle()

    def _settle(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate("window.simcordPreview?.ready ?? false"):  # its CSP forbids wait_for_function
            assert time.monotonic() < deadline, "the page isn't ready"
            self.page.wait_for_timeout(50)

    def become(self, member: str) -> None:
        self.page.locator("#viewer-picker").select_option(label=member)
        expect(self.page.locator("#viewer-picker option:checked")).to_have_text(member)
        self._settle()

    def slash(self, name: str) -> None:
        """Choose a command in the picker."""
        self.page.locator("#channel-composer-input").fill(f"/{name}")
        self.page.locator(".command-entry", has_text=f"/{name}").first.click()
        self.page.locator("#send-message").click()
        self._settle()

    def open_table(self, game: str) -> None:
        """From the menu of all games."""
        self.slash("play")
        self.choose("Choose a game", game)
        self.press(f"Play {game}")

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """The newest button of that label."""
        return self.timeline.locator("button.component-button", has_text=label).last

    def press(self, label: str | re.Pattern[str]) -> None:
        self._settle()
        self.button(label).click()
        self._settle()

    def choose(self, asked: str, option: str) -> None:
        """From the newest menu that asks this."""
        self._settle()
        menu = self.timeline.locator(".select-trigger", has_text=asked).last
        chosen, deadline = self.page.locator(".select-option", has_text=option).last, time.monotonic() + PATIENCE
        while not chosen.is_visible():  # an answer that comes meanwhile draws the page anew, which closes a menu
            assert time.monotonic() < deadline, "the menu doesn't stay open"
            menu.click()
            self.page.wait_for_timeout(500)
        chosen.click()
        self._settle()

    def sees_pictures(self) -> None:
        for image in self.timeline.locator(".gallery-item img").all():
            expect(image).to_have_js_property("complete", True)
            assert image.evaluate("image => image.naturalWidth") > 0
            assert image.get_attribute("alt")


@pytest.mark.slow
def test_a_game_is_played_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    shots = Shots(tmp_path)
    problems: list[str] = []
    with playing() as (address, dm_address, process), browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.set_viewport_size({"width": 1280, "height": 1100})
        channel = Channel(page, address)

        channel.open_table("Wyvern's Knot")
        shots.take(page, "lobby")
        for member in ("Bram", "Cosima"):
            channel.become(member)
            channel.press("Join")
        channel.become("Astrid")
        shots.take(page, "lobby-full")
        channel.press("Start")
        shots.take(page, "board")
        channel.sees_pictures()
        expect(channel.button("Play").locator("img")).to_have_js_property("naturalWidth", SIZE)
        for member in ("Astrid", "Bram", "Cosima"):
            channel.become(member)
            channel.press("Play")
            shots.take(page, f"panel-{member}")
            channel.press("Scout an egg")
            shots.take(page, f"which-egg-{member}")
            channel.choose("Which egg?", "B2")
            shots.take(page, f"scouted-{member}")
            channel.press(re.compile("A's dragon"))
            channel.sees_pictures()
            shots.take(page, f"advanced-{member}")

        direct = context.new_page()
        direct.on("pageerror", lambda error: problems.append(str(error)))
        direct.goto(dm_address)
        expect(direct.get_by_role("tab", name="Cosima")).to_contain_text("1")  # unread
        astrid, bram = (direct.locator(f".talk[data-member={name}]") for name in ("Astrid", "Bram"))
        expect(astrid.locator("img").last).to_have_js_property("complete", True)
        shots.take(direct, "direct")
        astrid.get_by_role("button", name="Scout an egg").click()
        astrid.get_by_label("Which egg?").last.select_option(label="Scout C3")
        expect(astrid.get_by_text("Now move a strike dragon")).to_be_visible()
        expect(astrid.locator("img.sign").last).to_have_js_property("naturalWidth", SIZE)  # the dragon that she saw
        shots.take(direct, "direct-panel")
        astrid.get_by_role("button", name="Move D's dragon").click()
        expect(astrid.get_by_text("I write again when it is your turn")).to_be_visible()

        expect(channel.timeline.get_by_text("@Bram, it is your turn")).to_be_visible()  # the other page, by itself
        direct.get_by_role("tab", name="Bram").click()
        typed = bram.get_by_placeholder("Message the bot")
        typed.fill("/wyrm-kn")
        expect(bram.get_by_text("/wyrm-knot")).to_be_visible()
        typed.press("Tab")
        typed.press_sequentially("move:scout D")
        bram.get_by_role("listitem").filter(has_text="D4").click()
        shots.take(direct, "direct-typed")
        typed.press("Enter")
        expect(bram.get_by_text("Now move a strike dragon")).to_be_visible()  # the direct message follows later
        shots.take(direct, "direct-bram")
        direct.get_by_role("button", name="Side by side").click()
        expect(astrid).to_be_visible()
        shots.take(direct, "direct-all")
        code, printed = ended(process, signal.SIGTERM)
    assert problems == []
    assert (code, printed) == (0, "")


@pytest.mark.slow
def test_a_thread_is_opened_and_a_command_typed_bare(browser: Browser, tmp_path: Path) -> None:
    """The channel's page shows no thread, so the other page does; there a command's first option needs no name."""
    shots = Shots(tmp_path)
    with playing() as (address, dm_address, _), browser.new_context() as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1280, "height": 1500})
        channel = Channel(page, address)
        channel.open_table("Wyvern's Knot")
        channel.become("Bram")
        channel.open_table("The guilds of Advyria")
        shots.take(page, "taken")
        channel.press("in a thread")
        other = context.new_page()
        other.set_viewport_size({"width": 400, "height": 850})
        other.goto(dm_address)
        other.locator("#place").select_option(label="🧵 The guilds of Advyria: Bram")
        other.get_by_role("tab", name="Cosima").click()
        cosima = other.locator(".talk[data-member=Cosima]")
        cosima.get_by_role("button", name="Join").click()
        expect(cosima.get_by_text("Players: 2")).to_be_visible()
        shots.take(other, "thread")
        other.locator("#place").select_option(label="Direct messages")
        typed = cosima.get_by_placeholder("Message the bot")
        typed.fill("/play The guilds of Advyria")
        typed.press("Enter")
        expect(cosima.get_by_role("combobox", name="From which guild?")).to_be_visible()
        typed.fill("/games")
        typed.press("Enter")
        expect(cosima.get_by_text("Your turn").or_(cosima.get_by_text("your turn")).last).to_be_visible()
        shots.take(other, "games")
