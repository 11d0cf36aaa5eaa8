"""The engine's documentation is whole: pages, links, formulas, search; nothing comes from a network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from tests.packaging.conftest import Scripts

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "packaging" / "docs" / "build_docs.py"
SOURCES = ROOT / "nbengine" / "docs"
pytestmark = pytest.mark.timeout(600)
"""Building runs every example, which takes a while on a busy machine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    run = subprocess.run(
        [sys.executable, "-W", "error", str(BUILD), str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return folder


class Links(HTMLParser):
    """Collects the targets of links and sources, and the anchors, of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.targets += [values[name] for name in ("href", "src") if name in values]
        self.anchors += [values["id"]] if "id" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        opened = self.open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"


VOID = {"meta", "link", "input", "br", "hr", "img"}


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(site.rglob("*.html")):
        yield path, path.read_text(encoding="utf-8")


def test_every_page_and_every_example_is_there(site: Path) -> None:
    guide = {path.stem for path in (SOURCES / "guide").glob("*.md")}
    examples = {path.stem for path in (SOURCES / "gallery").glob("*.py")}

    assert {path.stem for path in (site / "guide").iterdir()} == guide
    assert {path.stem for path in (site / "gallery").iterdir()} == examples | {"index"}
    assert {"index.html", "theory.html", "speed.html", "changelog.html"} <= {path.name for path in site.iterdir()}


def test_no_link_leads_nowhere_and_all_elements_are_closed(site: Path) -> None:
    found = {path: Links(text) for path, text in pages(site)}
    broken = []
    for path, links in found.items():
        assert links.open == [], path
        for target in links.targets:
            name, _, anchor = target.partition("#")
            if re.match(r"(https?|data):", target):
                continue
            page = (path.parent / unquote(name)).resolve() if name else path
            if not page.exists() or (anchor and anchor not in found[page].anchors):
                broken.append(f"{path.relative_to(site)}: {target}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r'(?:<(?:script|img|iframe|link)[^>]*(?:src|href)="|@import |url\()["\']?https?:')
    assert [path.name for path in site.rglob("*.*") if loaded.search(path.read_text(encoding="utf-8"))] == []


def test_every_anchor_of_a_page_is_there_once(site: Path) -> None:
    twice = [path.name for path, text in pages(site) for ids in [Links(text).anchors] if len(set(ids)) < len(ids)]
    assert twice == []


def test_formulas_are_mathml_that_an_xml_parser_reads(site: Path) -> None:
    theory = (site / "theory.html").read_text(encoding="utf-8")
    formulas = re.findall(r"<math.*?</math>", theory, re.DOTALL)

    assert len(formulas) > 40
    assert "$" not in re.sub(r"<(pre|code).*?</\1>", "", theory, flags=re.DOTALL)
    for formula in formulas:
        ElementTree.fromstring(formula)


def test_the_gallery_shows_what_each_example_prints(site: Path) -> None:
    for script in (SOURCES / "gallery").glob("*.py"):
        page = (site / "gallery" / f"{script.stem}.html").read_text(encoding="utf-8")
        output = re.search(r'<pre class="output"[^>]*><code>(.+?)</code>', page, re.DOTALL)
        assert output, script.stem
        assert output[1].strip()
    assert 'class="nbayes' in (site / "gallery" / "explained_in_a_notebook.html").read_text(encoding="utf-8")


def test_the_search_finds_methods_and_its_addresses_exist(site: Path) -> None:
    text = (site / "search.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("window.searchIndex = ").rstrip().removesuffix(";"))
    titles = {title for _, title, _ in index}

    assert {"MultinomialNB", "MultinomialNB.forget", "GaussianNB.loo_proba", "Leave-one-out"} <= titles
    assert [address for address, _, _ in index if not (site / address.partition("#")[0]).exists()] == []


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    run = subprocess.run([sys.executable, str(BUILD), str(tmp_path)], capture_output=True, text=True, check=False)

    assert run.returncode == 1
    assert "is left as it is" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.fixture
def tex(script: Scripts) -> ModuleType:
    return script("docs/tex")


def test_tex_becomes_the_mathml_that_it_means(tex: ModuleType) -> None:
    formula = ElementTree.fromstring(tex.to_mathml(r"\frac{N_{cw} + \alpha}{N_c'}", is_block=True))

    assert [node.tag for node in formula.iter()][:4] == ["math", "mrow", "mfrac", "mrow"]
    assert "".join(formula.itertext()) == "Ncw+αNc′"


@pytest.mark.parametrize("source", [r"\unknown", r"\frac{1}", "{a", "x_"])
def test_tex_that_is_not_known_stops_the_build(tex: ModuleType, source: str) -> None:
    with pytest.raises(ValueError, match=r"unknown|missing|ends"):
        tex.to_mathml(source, is_block=False)
