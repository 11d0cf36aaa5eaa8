"""A closed set has one owner: nobody outside compares its members' names, and people read them from one table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from nbengine.events import EVENT_MODELS
from tests.sources import nodes

ROOT = Path(__file__).parents[1]
AT_MOST = 12
"""`categorical` is also a use of a column, and one choice of the Train page is two of the recipe's."""


def modules_outside() -> Iterator[Path]:
    for folder in ("app", "nbengine"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not {"events", "estimators"} & set(path.relative_to(ROOT).parts):
                yield path


def names_in(node: ast.AST) -> set[str]:
    return {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value in EVENT_MODELS
    }


def test_who_needs_to_know_how_event_models_differ_asks_them_and_compares_no_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules_outside()
        for node in nodes(path)
        if isinstance(node, ast.Compare | ast.MatchValue) and names_in(node)
    ]

    assert len(found) <= AT_MOST, found


def test_event_models_are_listed_once_in_the_engine_and_named_once_for_people() -> None:
    """A list of three or more of them elsewhere would have to be kept in step with each new one.

    The Train page says what each assumes, and the package's functions have the same names.
    """
    found = [
        path.name
        for path in modules_outside()
        for node in nodes(path)
        if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set) and len(direct_names(node)) >= 3
    ]

    assert set(found) <= {"recipe_sections.py", "__init__.py"}, found


def direct_names(node: ast.Dict | ast.Tuple | ast.List | ast.Set) -> set[str]:
    members = node.keys if isinstance(node, ast.Dict) else node.elts
    return {member.value for member in members if isinstance(member, ast.Constant) and member.value in EVENT_MODELS}
