"""The public list is sorted, complete and real, and costs nothing until it is used."""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import nbengine

ROOT = Path(nbengine.__file__).parents[1]
IDEAS = sorted((ROOT / "nbengine" / "ideas").iterdir())


def names_for_type_checkers():
    tree = ast.parse(Path(nbengine.__file__).read_text("utf-8"))
    return {
        alias.asname: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nbengine.")
        for alias in node.names
    }


def test_the_public_list_is_sorted_and_has_no_repeats():
    assert sorted(set(nbengine.__all__)) == nbengine.__all__
    assert dir(nbengine) == nbengine.__all__


@pytest.mark.parametrize("name", nbengine.__all__)
def test_every_public_name_exists_is_public_and_says_what_it_is(name):
    value = getattr(nbengine, name)

    assert not name.startswith("_")
    assert value.__name__ == name
    assert value.__doc__


def test_type_checkers_see_the_same_names_from_the_same_modules():
    homes = {name: f"nbengine.{module}" for name, module in nbengine.MODULE_OF_NAME.items()}

    assert names_for_type_checkers() == homes


def test_no_public_name_is_hidden_by_a_module_of_the_same_name():
    modules = {path.stem for path in Path(nbengine.__file__).parent.iterdir()}

    assert not modules.intersection(nbengine.__all__)


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        nbengine.magic  # noqa: B018 - the access is what is tested


def test_the_example_of_the_package_runs():
    found = doctest.testmod(nbengine)

    assert found.attempted > 8
    assert found.failed == 0


def test_the_examples_of_the_readme_run():
    found = doctest.testfile(str(ROOT / "nbengine" / "README.md"), module_relative=False)

    assert found.attempted > 5
    assert found.failed == 0


@pytest.mark.parametrize("page", IDEAS, ids=lambda page: page.stem)
def test_the_examples_of_each_idea_run(page):
    found = doctest.testfile(str(page), module_relative=False)

    assert found.attempted >= 10
    assert found.failed == 0


def test_each_idea_has_a_page():
    assert [page.stem for page in IDEAS] == [
        "calibration",
        "counts_are_the_truth",
        "explaining",
        "forgetting",
        "leave_one_out",
    ]


@pytest.mark.parametrize("name", ["multinomial", "bernoulli", "complement", "gaussian", "categorical"])
def test_the_textbook_example_of_an_event_model_runs(name):
    found = doctest.testmod(import_module(f"nbengine.events.{name}"))

    assert found.attempted > 4
    assert found.failed == 0


def test_the_face_is_small_and_the_documentation_shows_all_of_it():
    pages = [page.read_text("utf-8") for page in (ROOT / "nbengine" / "docs").rglob("*.md")]
    examples = [line for page in pages for line in page.splitlines() if line[:1] == ">"]
    shown = set(re.findall(r"\w+", "\n".join(examples)))

    estimators = {name for name, module in nbengine.MODULE_OF_NAME.items() if module == "estimators"}

    assert 25 <= len(nbengine.__all__) <= 50
    assert set(nbengine.__all__) - estimators - shown == set()


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, nbengine; print(sorted({'numpy', 'scipy', 'Stemmer'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=environment)

    assert answer.stdout.strip() == "[]"
