"""Settings that the program remembers between two starts; what belongs to the data is in the workspace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings

from app.kit.look.theme import ThemeChoice

N_RECENT = 8
CORPORA, MOST_CORPORA = "corpora-at-hand", 20
THEMES = {choice.value: choice for choice in ThemeChoice}
Value = TypeVar("Value")


class Kept(Generic[Value]):
    """A setting, read from the words that it is written in."""

    def __init__(self, read: Callable[[str], Value], write: Callable[[Value], str] = str) -> None:
        self._read, self._write = read, write

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, settings: Settings, _owner: type) -> Value:
        return self._read(settings.text(self._name))

    def __set__(self, settings: Settings, value: Value) -> None:
        settings.store.setValue(self._name, self._write(value))


class Settings:
    """The settings of this person on this machine, in one ini file."""

    def __init__(self, path: Path) -> None:
        self.store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return Path(self.store.fileName()).parent

    theme = Kept(lambda words: THEMES.get(words, ThemeChoice.SYSTEM), lambda choice: choice.value)
    language = Kept(str)
    """A language's code, or an empty text for the system's."""
    zoom = Kept(lambda words: bound_zoom(int(words)) if words.isdecimal() else 100, lambda each: str(bound_zoom(each)))
    """The size of everything, in hundredths of the usual one."""
    workers = Kept(lambda words: int(words) if words.isdecimal() else 0)
    """The number of processes that read files; 0 lets the program choose."""
    default_recipe = Kept(str)
    """The recipe that new corpora begin with, as the Train page writes it; empty if nobody chose."""

    @property
    def recent_workspaces(self) -> tuple[Path, ...]:
        """The last workspaces, the newest first."""
        return tuple(Path(line) for line in self.text("recent_workspaces").split("\n") if line)

    def remember_workspace(self, path: Path) -> None:
        """Put a workspace first among the recent ones."""
        paths = [path, *(other for other in self.recent_workspaces if other != path)][:N_RECENT]
        self.store.setValue("recent_workspaces", "\n".join(str(each) for each in paths))

    def last_corpus(self, workspace: Path) -> str:
        """Return the corpus that was at hand last in a workspace, or nothing."""
        return self._last_corpora().get(str(workspace), "")

    def remember_corpus(self, workspace: Path, corpus: str) -> None:
        """Remember the corpus that is at hand now in a workspace, so that a restart opens it again."""
        known = self._last_corpora()
        if corpus and known.pop(str(workspace), "") != corpus:
            known[str(workspace)] = corpus
            self.remember_note(CORPORA, json.dumps(dict([*known.items()][-MOST_CORPORA:])))

    def _last_corpora(self) -> dict[str, str]:
        try:
            found = json.loads(self.note(CORPORA) or "{}")
        except ValueError:
            return {}
        known = found.items() if isinstance(found, dict) else ()
        return {path: corpus for path, corpus in known if isinstance(corpus, str)}

    def note(self, name: str) -> str:
        """Return a small fact that a page asked to remember, such as a folder."""
        return self.text(f"note/{name}")

    def remember_note(self, name: str, words: str) -> None:
        """Remember a small fact for a page."""
        self.store.setValue(f"note/{name}", words)

    def layout(self, name: str) -> QByteArray:
        """Return how a window or a splitter was left; empty if never."""
        value = self.store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def remember_layout(self, name: str, state: QByteArray) -> None:
        """Remember how a window or a splitter is now."""
        self.store.setValue(f"layout/{name}", state)

    def save(self) -> None:
        """Write to the disk now."""
        self.store.sync()

    def text(self, key: str) -> str:
        """Return what was written under a name, or nothing."""
        value = self.store.value(key, "")
        return value if isinstance(value, str) else ""


def bound_zoom(percent: int) -> int:
    """Keep a size within what can be read and what fits a screen."""
    return min(max(percent, 80), 200)
