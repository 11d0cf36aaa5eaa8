"""The reference: what public names say of themselves, in the sections of numpydoc.

https://numpydoc.readthedocs.io/en/latest/format.html
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from typing import Any

LISTS = ("Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns")
TEXTS = ("Notes", "Examples", "See Also", "References")
SECTION = re.compile(rf"^({'|'.join((*LISTS, *TEXTS))})\n-+\n", re.MULTILINE)
ITEM = re.compile(r"^(\S[^\n]*)\n?((?:(?:[ \t]+[^\n]*)?\n?(?=[ \t]|\n|\Z))*)", re.MULTILINE)


@dataclass(frozen=True)
class Docstring:
    """A docstring, split into its parts."""

    summary: str
    description: str = ""
    lists: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    """By section: name, type and text of each item."""
    texts: dict[str, str] = field(default_factory=dict)


def parse(source: str | None) -> Docstring:
    """Split a docstring into its first paragraph, the rest, and its sections."""
    begin, *rest = SECTION.split(inspect.cleandoc(source or ""))
    summary, _, description = begin.strip().partition("\n\n")
    sections = dict(zip(rest[::2], rest[1::2], strict=True))
    return Docstring(
        " ".join(summary.split()),
        description.strip(),
        {name: list(items(text)) for name, text in sections.items() if name in LISTS},
        {name: text.strip() for name, text in sections.items() if name in TEXTS},
    )


def items(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the items of a section: a line at the margin, and an indented text."""
    heading: str | None = None
    lines: list[str] = []
    for line in [*text.strip().splitlines(), None]:
        if line is None or (line and not line[0].isspace()):
            if heading is not None:
                name, _, kind = heading.partition(" : ")
                yield name.strip(), kind.strip(), inspect.cleandoc("\n".join(["", *lines]))
            heading, lines = line, []
        else:
            lines.append(line)


def resolve(dotted: str) -> Any:
    """Return the object of a dotted name."""
    module, _, name = dotted.rpartition(".")
    return getattr(import_module(module), name)


def signature(value: Any, name: str) -> str:
    """Return the call as it is written, one parameter a line where it is long."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return name
    if inspect.isfunction(value) and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    shown, is_keyword = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            if not any(text.startswith("*") for text in shown):
                shown.append("*")
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        given = "" if parameter.default is parameter.empty else f"={default(parameter.default)}"
        shown.append(f"{stars}{parameter.name}{given}")
    line = f"{name}({', '.join(shown)})"
    return line if len(line) <= 88 else f"{name}(\n    " + ",\n    ".join(shown) + ",\n)"


def default(value: Any) -> str:
    text = repr(value)
    return "…" if len(text) > 60 or " at 0x" in text or dataclasses.is_dataclass(value) else text


def methods(kind: type) -> list[tuple[str, Any]]:
    """Return the public methods of a class, with those that it inherits from this package, in order of definition."""
    found: dict[str, Any] = {}
    for base in kind.__mro__:
        if not base.__module__.startswith("nbengine"):
            continue
        for name, value in vars(base).items():
            function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            if not name.startswith("_") and name not in found and inspect.isfunction(function):
                found[name] = function if getattr(kind, name, None) is not None else None
    names = [name for name, value in found.items() if value is not None and is_available(kind, name)]
    return [(name, found[name]) for name in names]


def is_available(kind: type, name: str) -> bool:
    try:
        getattr(kind, name)
    except AttributeError:
        return False
    return True


def properties(kind: type) -> list[tuple[str, str]]:
    """Return the public properties and documented fields of a class with their texts."""
    found = {}
    for base in kind.__mro__:
        if base.__module__.startswith("nbengine"):
            for name, value in vars(base).items():
                if isinstance(value, property) and not name.startswith("_"):
                    found.setdefault(name, inspect.cleandoc(value.__doc__ or ""))
    return sorted(found.items())


def anchor(name: str) -> str:
    return escape(name.replace(".", "-").lower(), quote=True)
