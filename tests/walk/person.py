"""Somebody at the display: presses keys, moves the mouse, drags files, waits until nothing moves, takes pictures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Bayleaf"
PATIENCE_S = 90.0
BLACK = 8
"""Mean brightness of a display on which nothing is painted yet."""
IDLE_TICKS = 1
"""A program that waits uses no more than this of the processor from one look to the next."""
CARET_PIXELS = 200
"""A blinking caret is not a change."""


class Person:
    """Uses one running program."""

    def __init__(self, display: str, home: Path, pictures: Path, *, scale: int = 1, size: tuple[int, int] = (1180, 760),
                 theme: str = "light", language: str = "en") -> None:  # fmt: skip
        self.home, self._pictures, self._scale, self._size = home, pictures, scale, size
        self.suffix = f"-{theme}" + ("" if language == "en" else f"-{language}")
        self.suffix += ("" if size[0] == 1180 else f"-{size[0]}") + ("" if scale == 1 else f"-{scale}x")
        self._environment = environment(display, home, scale)
        settings = home / "config" / "bayleaf" / "window.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(f"[General]\ntheme={theme}\nlanguage={language}\n")
        self._complaints = home / "complaints.txt"
        self._program: subprocess.Popen[bytes] | None = None
        self._window = ""

    def start(self, *arguments: str | Path) -> None:
        """Start the program and wait for its window."""
        command = [sys.executable, "-m", "app", *map(str, arguments)]
        with self._complaints.open("wb") as complaints:
            self._program = subprocess.Popen(command, cwd=ROOT, env=self._environment, stderr=complaints)
        self.wait_until(lambda: bool(self._found_window()), "a window")
        self._window = self._found_window()
        width, height = (self._scale * length for length in self._size)
        self.do("windowmove", self._window, 0, 0, "windowsize", self._window, width, height)
        self.do("windowfocus", "--sync", self._window)
        self.wait_until(lambda: self._look().mean() > BLACK, "something to see")
        self.settle()

    def quit(self) -> None:
        """Close the program as a person does."""
        assert self._program is not None
        self.key("ctrl+q")
        self._program.wait(timeout=20)

    def kill(self) -> None:
        """End the program as a power cut does."""
        if self._program is not None and self._program.poll() is None:
            self._program.kill()
            self._program.wait()

    def complaints(self) -> str:
        """Return what the program wrote where nobody looks: a traceback is our own bug."""
        return self._complaints.read_text(errors="replace") if self._complaints.exists() else ""

    @property
    def is_running(self) -> bool:
        """Return whether the program is still there."""
        return self._program is not None and self._program.poll() is None

    # Hands

    def key(self, *keys: str) -> None:
        """Press keys one after the other, as xdotool names them."""
        for each in keys:
            self.do("key", "--clearmodifiers", each)
            time.sleep(0.06)

    def write(self, words: str) -> None:
        """Type a text."""
        self.do("type", "--delay", 15, words)

    def point(self, x: int, y: int) -> None:
        """Move the mouse; places are counted in the window's own pixels, from the right or bottom if negative."""
        width, height = self._size
        place = (x if x >= 0 else width + x, y if y >= 0 else height + y)
        self.do("mousemove", *(self._scale * length for length in place))

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at a place."""
        self.point(x, y)
        time.sleep(0.05)
        self.do("click", button)

    def drag_files(self, files: Sequence[Path], *, is_alt_held: bool = False, picture: str = "") -> None:
        """Drag files out of another window and drop them on the program."""
        away = (self._size[0] * self._scale + 60, 60)
        place = ",".join(map(str, away))
        command = [sys.executable, "-m", "tests.walk.drag_source", place, *map(str, files)]
        with subprocess.Popen(command, cwd=ROOT, env=self._environment) as source:
            self.wait_until(lambda: bool(self._search("files to drag")), "the window to drag from")
            self.do("windowmove", self._search("files to drag"), *away)
            self.settle()
            self.do("mousemove", away[0] + 40, away[1] + 40, "mousedown", 1)
            for step in range(1, 6):
                self.do("mousemove", away[0] + 40 - 40 * step, away[1] + 40 + 40 * step)
                time.sleep(0.05)
            if is_alt_held:
                self.do("keydown", "alt")
            for x in (700, 600, 590, 580):
                self.point(x, 400)
                time.sleep(0.12)
            if picture:
                self.settle()
                self.picture(picture)
            self.do("mouseup", 1)
            if is_alt_held:
                self.do("keyup", "alt")
            time.sleep(0.3)
            source.terminate()

    # Eyes

    def settle(self, patience_s: float = PATIENCE_S) -> None:
        """Wait until nothing moves, and the program waits too: on a busy machine it may not have come to a key yet.

        A program that does not come to rest fails the walk: a picture of something else would pass for what its name
        says.
        """
        before, still, worked = self._look(), 0, self._worked()
        until_s = time.monotonic() + patience_s
        while still < 3:
            if time.monotonic() > until_s:
                raise TimeoutError("the window did not come to rest")
            time.sleep(0.12)
            now, worked_now = self._look(), self._worked()
            is_same = now.shape == before.shape and (now != before).sum() <= CARET_PIXELS * 3
            is_idle = worked is not None and worked_now is not None and worked_now - worked <= IDLE_TICKS
            still = still + 1 if is_same and is_idle else 0
            before, worked = now, worked_now

    def _worked(self) -> int | None:
        """Return how much of the processor the program has used, in ticks; None while it wants more."""
        assert self._program is not None
        try:
            threads = [told.read_text() for told in Path(f"/proc/{self._program.pid}/task").glob("*/stat")]
        except OSError:  # a thread that ended meanwhile
            return None
        told = [thread.rpartition(")")[2].split() for thread in threads]
        wants_more = any(words[0] == "R" for words in told)
        return None if wants_more else sum(int(words[11]) + int(words[12]) for words in told)

    def picture(self, name: str) -> None:
        """Keep what is seen."""
        self.settle()
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}{self.suffix}.png"
        command = ["import", "-window", "root", *self._crop(), "+repage", str(path)]
        subprocess.run(command, env=self._environment, check=True)

    def wait_until(self, is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        """Wait for something that can be asked for."""
        until_s = time.monotonic() + patience_s
        while not is_so():
            if time.monotonic() > until_s:
                raise TimeoutError(f"waited in vain for {what}")
            time.sleep(0.1)

    def _crop(self) -> tuple[str, str]:
        """The part of the display that the window fills."""
        width, height = (self._scale * length for length in self._size)
        return "-crop", f"{width}x{height}+0+0"

    def _look(self) -> NDArray[np.uint8]:
        command = ["import", "-silent", "-window", "root", *self._crop(), "-depth", "8", "rgb:-"]
        seen = subprocess.run(command, env=self._environment, check=True, capture_output=True).stdout
        return np.frombuffer(seen, np.uint8)

    # Xdotool

    def do(self, *words: object) -> str:
        """Give xdotool an order."""
        command = ["xdotool", *map(str, words)]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False).stdout

    def _found_window(self) -> str:
        return self._search(TITLE)

    def _search(self, title: str) -> str:
        return next(iter(self.do("search", "--onlyvisible", "--name", title).split()), "")


def environment(display: str, home: Path, scale: int) -> Mapping[str, str]:
    """A home of its own, so that the walk sees nothing of the person's and leaves nothing there."""
    folders = {
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
    }
    for folder in folders.values():
        (home / folder).mkdir(parents=True, exist_ok=True)
    return {
        **os.environ,
        "DISPLAY": display,
        "HOME": str(home),
        **{name: str(home / folder) for name, folder in folders.items()},
        "QT_SCALE_FACTOR": str(scale),
        "QT_QPA_PLATFORM": "xcb",
        "LC_ALL": "C.UTF-8",
    }
