"""Offer to repeat imports that were interrupted by closing the window or by a crash.

The workspace contains none of the documents of an unfinished import. So the request of a running import is stored in
the settings until the import ends. A repeated import reads its sources from the start.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.domain.documents import SourceOptions
from app.kit.frame import FrameViewModel
from app.kit.settings import Settings
from app.library.importing import ImportRequest
from app.shell.workspace_view_model import WorkspaceViewModel

SETTING_NAME = "imports-under-way"
StoredOrder = dict[str, Any]


class InterruptedImports(QObject):
    """Stores the requests of running imports in the settings. Offers to repeat imports that an earlier window began."""

    def __init__(
        self, home: WorkspaceViewModel, frame: FrameViewModel, settings: Settings, is_alone: Callable[[], bool]
    ) -> None:
        """Connect to the workspace. `is_alone` returns True if no other window has it open.

        If another window has it open, imports in the settings may still be running there.
        """
        super().__init__(home)
        self._home, self._frame, self._settings, self._is_alone = home, frame, settings, is_alone
        self._offered: set[str] = set()
        home.import_begun.connect(self._on_import_begun)
        home.import_ended.connect(self._on_import_ended)
        home.opened.connect(self._on_opened)

    def forget_offered(self) -> None:
        """Delete from the settings the imports that this window has offered to repeat."""
        self._save({key: entry for key, entry in self._load_orders().items() if key not in self._offered})

    def _on_import_begun(self, key: str, order: ImportRequest) -> None:
        workspace = str(self._frame.state.workspace.absolute())
        entry = {
            "workspace": workspace,
            "sources": [str(source.absolute()) for source in order.sources],
            "options": asdict(order.options),
            "corpus": order.corpus,
        }
        self._save(self._load_orders() | {key: entry})

    def _on_import_ended(self, key: str, order: ImportRequest) -> None:
        """Delete the import from the settings, and the interrupted imports of the same sources that were offered."""
        sources = [str(source.absolute()) for source in order.sources]
        entries = self._load_orders()
        entries.pop(key, None)
        is_left = {k: k not in self._offered or entry["sources"] != sources for k, entry in entries.items()}
        self._save({k: entry for k, entry in entries.items() if is_left[k]})

    def _on_opened(self, path: Path) -> None:
        if not self._is_alone():
            return
        interrupted = {
            key: entry for key, entry in self._load_orders().items() if entry["workspace"] == str(path.absolute())
        }
        self._offered |= interrupted.keys()
        if not interrupted:
            return
        sources = [Path(source) for entry in interrupted.values() for source in entry["sources"]]
        names = ", ".join(source.name for source in sources[:2]) + ("…" if len(sources) > 2 else "")
        self._frame.offer_action(
            lambda: self.tr("The import of %1 was interrupted. None of its documents were stored.").replace(
                "%1", names
            ),
            lambda: self.tr("Continue importing"),
            lambda: self._import_again([*interrupted.values()]),
        )

    def _import_again(self, entries: list[StoredOrder]) -> None:
        self._frame.show_note("")
        for entry in entries:
            sources = [Path(source) for source in entry["sources"]]
            self._home.import_sources(sources, parse_options(entry["options"]), entry["corpus"])

    def _load_orders(self) -> dict[str, StoredOrder]:
        try:
            stored = json.loads(self._settings.note(SETTING_NAME) or "{}")
        except ValueError:
            return {}
        entries = stored.items() if isinstance(stored, dict) else ()
        return {key: entry for key, entry in entries if is_stored_order(entry)}

    def _save(self, entries: dict[str, StoredOrder]) -> None:
        if entries != self._load_orders():
            self._settings.store_note(SETTING_NAME, json.dumps(entries))
            self._settings.save()  # write now, because it must survive a crash


def is_stored_order(entry: object) -> bool:
    """Return whether an entry of the settings has all fields of an import request."""
    if not isinstance(entry, dict) or not isinstance(entry.get("workspace"), str):
        return False
    sources, corpus = entry.get("sources"), entry.get("corpus")
    is_named = isinstance(sources, list) and bool(sources) and all(isinstance(source, str) for source in sources)
    return is_named and isinstance(entry.get("options"), dict) and (corpus is None or isinstance(corpus, str))


def parse_options(stored: dict[str, Any]) -> SourceOptions:
    """Return the options in a JSON object. Names that this version does not know are ignored."""
    default = SourceOptions()
    known = {name: value for name, value in stored.items() if name in asdict(default)}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
    return replace(default, **values)
