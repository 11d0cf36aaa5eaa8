"""Settings that the program remembers between two starts; what belongs to the data is in the workspace."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app.qt.look.theme import ThemeChoice

N_RECENT = 8


class Settings:
    """The settings of this person on this machine, in one ini file."""

    def __init__(self, path: Path) -> None:
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return Path(self._store.fileName()).parent

    @property
    def theme(self) -> ThemeChoice:
        """Light, dark, or as the system."""
        known = {choice.value: choice for choice in ThemeChoice}
        return known.get(self._text("theme"), ThemeChoice.SYSTEM)

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._store.setValue("theme", choice.value)

    @property
    def language(self) -> str:
        """A language's code, or an empty text for the system's."""
        return self._text("language")

    @language.setter
    def language(self, code: str) -> None:
        self._store.setValue("language", code)

    @property
    def zoom(self) -> int:
        """The size of everything, in hundredths of the usual one."""
        words = self._text("zoom")
        return bound_zoom(int(words)) if words.isdecimal() else 100

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._store.setValue("zoom", str(bound_zoom(percent)))

    @property
    def workers(self) -> int:
        """Return how many processes read files; 0 lets the program choose."""
        words = self._text("workers")
        return int(words) if words.isdecimal() else 0

    @workers.setter
    def workers(self, number: int) -> None:
        self._store.setValue("workers", str(number))

    @property
    def default_recipe(self) -> str:
        """Return the recipe that new corpora begin with, as the Train page writes it; empty if nobody chose."""
        return self._text("default_recipe")

    @default_recipe.setter
    def default_recipe(self, words: str) -> None:
        self._store.setValue("default_recipe", words)

    @property
    def recent_workspaces(self) -> tuple[Path, ...]:
        """The last workspaces, the newest first."""
        return tuple(Path(line) for line in self._text("recent_workspaces").split("\n") if line)

    def remember_workspace(self, path: Path) -> None:
        """Put a workspace first among the recent ones."""
        paths = [path, *(other for other in self.recent_workspaces if other != path)][:N_RECENT]
        self._store.setValue("recent_workspaces", "\n".join(str(each) for each in paths))

    def note(self, name: str) -> str:
        """Return a small fact that a page asked to remember, such as a folder."""
        return self._text(f"note/{name}")

    def remember_note(self, name: str, words: str) -> None:
        """Remember a small fact for a page."""
        self._store.setValue(f"note/{name}", words)

    def layout(self, name: str) -> QByteArray:
        """Return how a window or a splitter was left; empty if never."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def remember_layout(self, name: str, state: QByteArray) -> None:
        """Remember how a window or a splitter is now."""
        self._store.setValue(f"layout/{name}", state)

    def save(self) -> None:
        """Write to the disk now."""
        self._store.sync()

    def _text(self, key: str) -> str:
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""


def bound_zoom(percent: int) -> int:
    """Keep a size within what can be read and what fits a screen."""
    return min(max(percent, 80), 200)
