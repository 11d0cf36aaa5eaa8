"""Every public name is documented, and every block of code in the documentation runs."""

from __future__ import annotations

import doctest
import inspect
import re
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import nbengine
from nbengine import estimators

PACKAGE = Path(nbengine.__file__).parent
DOCS = PACKAGE / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
PUBLIC = {f"nbengine.{name}" for name in nbengine.__all__} | {
    f"nbengine.estimators.{name}" for name in estimators.__all__
}
LISTED = re.findall(r"^- `([\w.]+)`$", (DOCS / "reference.md").read_text("utf-8"), re.M)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PARAMETER = re.compile(r"^(\w+(?:, \w+)*) ?(?::|$)", re.MULTILINE)


def value_of(dotted):
    module, _, name = dotted.rpartition(".")
    return getattr(import_module(module), name)


def test_the_reference_lists_every_public_name_once():
    shown = [name.rpartition(".")[2] for name in LISTED]

    assert len(set(shown)) == len(shown)
    assert {name.rpartition(".")[2] for name in PUBLIC} == set(shown)
    assert set(LISTED) <= PUBLIC


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs(page):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = doctest.testfile(str(page), module_relative=False)

    assert found.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_of_python_is_one_that_the_tests_run(page):
    blocks = BLOCK.findall(page.read_text("utf-8"))

    assert {language for language, _ in blocks} <= {"python", "bash", "math", "text"}
    assert [code for language, code in blocks if language == "python" and not code.startswith(">>> ")] == []


@pytest.mark.parametrize("dotted", sorted(LISTED))
def test_a_public_name_and_its_methods_say_what_they_do(dotted):
    value = value_of(dotted)
    undocumented = [
        name
        for name, method in inspect.getmembers(value, inspect.isroutine)
        if inspect.isclass(value) and not name.startswith("_")
        if (getattr(method, "__module__", "") or "").startswith("nbengine")
        if not inspect.getdoc(method)
    ]

    assert inspect.getdoc(value)
    assert undocumented == []


def sections_of(docstring):
    """Return the names listed in each section of a docstring in the form of numpydoc."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.cleandoc(docstring or ""), flags=re.MULTILINE)
    return {
        title: {name for line in PARAMETER.findall(body) for name in line.split(", ")}
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    }


@pytest.mark.parametrize("name", estimators.__all__)
def test_an_estimator_describes_every_parameter(name):
    kind = getattr(estimators, name)

    assert set(inspect.signature(kind).parameters) - sections_of(kind.__doc__).get("Parameters", set()) == set()


@pytest.mark.parametrize("name", estimators.__all__)
def test_an_estimator_s_methods_describe_every_parameter(name):
    kind = getattr(estimators, name)
    missing = {}
    for method_name in ("fit", "partial_fit", "forget", "explain", "calibrate", "influence", "merge", "learn_one"):
        method = inspect.getattr_static(kind, method_name, None)
        if inspect.isfunction(method):
            asked = set(inspect.signature(method).parameters) - {"self"}
            known = sections_of(method.__doc__).get("Parameters", set())
            if asked - known:
                missing[method_name] = sorted(asked - known)

    assert missing == {}
