"""Persistent user settings in an ini file. Settings that belong to the data are stored in the workspace instead."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings

from app.kit.look.theme import ThemeChoice

N_RECENT = 8
CORPORA, CHOSEN_MODELS = "corpora-at-hand", "models-in-use"
MAX_REMEMBERED_CHOICES = 20
THEMES = {choice.value: choice for choice in ThemeChoice}
Value = TypeVar("Value")


class StoredSetting(Generic[Value]):
    """Descriptor of an attribute of `Settings` that is stored as text."""

    def __init__(self, read: Callable[[str], Value], write: Callable[[Value], str] = str) -> None:
        self._read, self._write = read, write

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, settings: Settings, _owner: type) -> Value:
        return self._read(settings.text(self._name))

    def __set__(self, settings: Settings, value: Value) -> None:
        settings.store.setValue(self._name, self._write(value))


class Settings:
    """The user's settings on this machine."""

    def __init__(self, path: Path) -> None:
        self.store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def folder(self) -> Path:
        """The folder that contains the settings file."""
        return Path(self.store.fileName()).parent

    theme = StoredSetting(lambda words: THEMES.get(words, ThemeChoice.SYSTEM), lambda choice: choice.value)
    language = StoredSetting(str)
    """Language code; empty for the system's language."""
    zoom = StoredSetting(
        lambda words: clamp_zoom(int(words)) if words.isdecimal() else 100, lambda zoom: str(clamp_zoom(zoom))
    )
    """Zoom of the window, in percent."""
    workers = StoredSetting(lambda words: int(words) if words.isdecimal() else 0)
    """Number of reader processes; 0 is automatic."""
    default_recipe = StoredSetting(str)
    """Default recipe of new corpora, in the text form of the Train page; empty for the built-in one."""

    @property
    def recent_workspaces(self) -> tuple[Path, ...]:
        """The recently opened workspaces, newest first."""
        return tuple(Path(line) for line in self.text("recent_workspaces").split("\n") if line)

    def remember_workspace(self, workspace: Path) -> None:
        """Add a workspace to the front of the recent ones."""
        paths = [workspace, *(path for path in self.recent_workspaces if path != workspace)][:N_RECENT]
        self.store.setValue("recent_workspaces", "\n".join(str(path) for path in paths))

    def last_corpus(self, workspace: Path) -> str:
        """Return the corpus that was last open in a workspace, or ""."""
        return self._last_chosen(CORPORA).get(str(workspace), "")

    def remember_corpus(self, workspace: Path, corpus: str) -> None:
        """Remember the open corpus of a workspace for the next start."""
        self._remember_chosen(CORPORA, str(workspace), corpus)

    def last_model(self, workspace: Path, corpus: str) -> str:
        """Return the model that was last used for a corpus, or ""."""
        return self._last_chosen(CHOSEN_MODELS).get(f"{workspace}\n{corpus}", "")

    def remember_model(self, workspace: Path, corpus: str, model: str) -> None:
        """Remember the model in use for the next time that its corpus is opened."""
        self._remember_chosen(CHOSEN_MODELS, f"{workspace}\n{corpus}", model if corpus else "")

    def _remember_chosen(self, note: str, key: str, name: str) -> None:
        """Store the name chosen for `key` in the JSON object that is stored under `note`."""
        known = self._last_chosen(note)
        if name and known.pop(key, "") != name:
            known[key] = name
            self.store_note(note, json.dumps(dict([*known.items()][-MAX_REMEMBERED_CHOICES:])))

    def _last_chosen(self, note: str) -> dict[str, str]:
        """Return the JSON object of chosen names that is stored under `note`, by key."""
        try:
            stored = json.loads(self.note(note) or "{}")
        except ValueError:
            return {}
        known = stored.items() if isinstance(stored, dict) else ()
        return {key: name for key, name in known if isinstance(name, str)}

    def note(self, name: str) -> str:
        """Return the text that is stored under a name, such as the last folder of a dialog; "" if there is none."""
        return self.text(f"note/{name}")

    def store_note(self, name: str, words: str) -> None:
        """Store a text under a name."""
        self.store.setValue(f"note/{name}", words)

    def layout(self, name: str) -> QByteArray:
        """Return the saved state of a window or splitter; empty if there is none."""
        value = self.store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def remember_layout(self, name: str, state: QByteArray) -> None:
        """Save the state of a window or splitter."""
        self.store.setValue(f"layout/{name}", state)

    def save(self) -> None:
        """Write the settings to disk now."""
        self.store.sync()

    def text(self, key: str) -> str:
        """Return a stored text, or ""."""
        value = self.store.value(key, "")
        return value if isinstance(value, str) else ""


def clamp_zoom(percent: int) -> int:
    """Clamp a zoom to 80–200 percent."""
    return min(max(percent, 80), 200)
