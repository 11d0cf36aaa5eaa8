"""The features: one folder for each thing that a person does, with its use cases, view model, widgets and command.

A feature's own `__init__` lists the commands that it adds in `COMMANDS`. The optional features may be deleted: whatever
they add is then not there. Nothing imports an optional feature but the shell and the command line, through
`find_feature`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any, Final

FEATURES: Final = (
    "importing", "train", "evaluate", "classify", "explain", "words", "sort", "documents", "filing",
    "inbox", "mail_daemon", "exchange", "teaching", "cluster",
)  # fmt: skip
"""All features, in the order in which `bayleaf-cli --help` lists their commands."""
OPTIONAL_FEATURES: Final = ("cluster", "exchange", "inbox", "mail_daemon", "teaching")

Command = tuple[str, str, str]
"""Where a command is: its module, its name there, and its summary for `--help`."""


def find_feature(feature: str) -> ModuleType | None:
    """Return the package of a feature; None if it was deleted."""
    try:
        package = import_module(f".{feature}", __name__)
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{feature}":
            raise
        return None
    return package if hasattr(package, "COMMANDS") else None  # a folder that is left with caches is no feature


def is_there(feature: str) -> bool:
    """Return whether a feature was not deleted."""
    return find_feature(feature) is not None


def get_optional(path: str) -> Any | None:
    """Return what an optional feature offers, as `inbox.tray.TrayIcon`; None if the feature was deleted."""
    feature, module, name = path.split(".")
    return getattr(import_module(f".{feature}.{module}", __name__), name) if is_there(feature) else None


def commands() -> dict[str, Command]:
    """Return the commands of all features that are there, by name."""
    found: dict[str, Command] = {}
    for feature in FEATURES:
        package = find_feature(feature)
        found |= {} if package is None else package.COMMANDS
    return found
