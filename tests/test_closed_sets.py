"""A closed set has one owner: nobody outside compares its members' names, and people read them from one table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from app.domain.jobs import PHASES
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

    The Train page says what each assumes, and the package's functions have the same names. The numbers of printed
    sheets have a letter for each, which must not change; a test of hand-outs holds that none is missing.
    """
    found = [
        path.name
        for path in modules_outside()
        for node in nodes(path)
        if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set) and len(direct_names(node)) >= 3
    ]

    assert set(found) <= {"recipe_sections.py", "__init__.py", "hand_outs.py"}, found


def direct_names(node: ast.Dict | ast.Tuple | ast.List | ast.Set) -> set[str]:
    members = node.keys if isinstance(node, ast.Dict) else node.elts
    return {member.value for member in members if isinstance(member, ast.Constant) and member.value in EVENT_MODELS}


def phases_of(path: Path) -> Iterator[str]:
    """Yield the phases that a module reports: literals, and constants of modules."""
    for node in nodes(path):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        asked = [keyword.value for keyword in node.keywords if keyword.arg == "phase"]
        asked += node.args[2:3] if name in ("checkpoint", "report_progress_of") else []
        asked += [each for each in node.args if isinstance(each, ast.Name) and each.id.endswith("PHASE")]
        for each in asked:
            if isinstance(each, ast.Constant):
                yield each.value
            elif isinstance(each, ast.Name) and each.id.isupper():
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield getattr(import_module(module), each.id)


def test_each_phase_of_a_job_is_listed_so_that_the_window_can_translate_it() -> None:
    reported = {phase for path in sorted((ROOT / "app").rglob("*.py")) for phase in phases_of(path)} - {""}

    assert sorted(reported) == sorted(PHASES)
