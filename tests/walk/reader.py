"""A screen reader's side, run by the system's Python, which knows AT-SPI: tells what shows, and acts on it.

python3 reader.py tell
python3 reader.py press ROLE NAME
python3 reader.py write NAME TEXT
python3 reader.py choose TABLE ROW
python3 reader.py key LETTER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import gi  # type: ignore[import-not-found] # the system's

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # type: ignore[import-not-found] # noqa: E402 - its version is asked for first

MOST_CHILDREN = 240
STATES = (
    (Atspi.StateType.FOCUSED, "focused"),
    (Atspi.StateType.CHECKED, "checked"),
    (Atspi.StateType.SELECTED, "selected"),
)


def shown(part: Any) -> bool:
    return bool(part.get_state_set().contains(Atspi.StateType.SHOWING))


def children(part: Any) -> Iterator[Any]:
    for place in range(min(part.get_child_count(), MOST_CHILDREN)):
        child = part.get_child_at_index(place)
        if child is not None:
            yield child


def windows() -> Iterator[Any]:
    """The windows of every program, the last opened first."""
    for program in children(Atspi.get_desktop(0)):
        yield from reversed([window for window in children(program) if shown(window)])


def everything(part: Any, depth: int = 0) -> Iterator[tuple[Any, int]]:
    """A part and all in it that shows."""
    if shown(part):
        yield part, depth
        for child in children(part):
            yield from everything(child, depth + 1)


def told(part: Any) -> str:
    """Role, name, description, states and value, as a reader would say them."""
    states = part.get_state_set()
    words = [part.get_name(), part.get_description()]
    words += [name for state, name in STATES if states.contains(state)]
    if part.get_role_name() in ("text", "editable text"):
        words.append(Atspi.Text.get_text(part, 0, 120).replace("\n", " "))
    return part.get_role_name() + ": " + ", ".join(word for word in words if word)


def tell() -> None:
    for window in windows():
        for part, depth in everything(window):
            sys.stdout.write("  " * depth + told(part) + "\n")


def found(role: str, name: str) -> Any:
    for window in windows():
        for part, _ in everything(window):
            if part.get_role_name() in role.split("|") and part.get_name().startswith(name):
                return part
    return None


def press(role: str, name: str) -> bool:
    part = found(role, name)
    return part is not None and bool(Atspi.Action.do_action(part, 0))


def write(name: str, text: str) -> bool:
    part = found("text|editable text", name)
    return part is not None and bool(Atspi.EditableText.set_text_contents(part, text))


def choose(name: str, row: str) -> bool:
    part = found("table|tree table|list", name)
    return part is not None and bool(Atspi.Table.add_row_selection(part, int(row)))


def key(letter: str) -> bool:
    return bool(Atspi.generate_keyboard_event(ord(letter), None, Atspi.KeySynthType.SYM))


def main(act: str, *words: str) -> int:
    if act == "tell":
        tell()
        return 0
    done = {"press": press, "write": write, "choose": choose, "key": key}[act](*words)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
