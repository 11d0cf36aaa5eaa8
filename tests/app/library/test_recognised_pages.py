"""Pages read off their pictures are kept: the same page is read once, and a kill costs what was being read."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.documents import Document, RecognisedPage
from app.library.classifying import classify_documents, load_classifier
from app.store.document_packing import pack_page
from app.store.recognised_pages import PageCacheLookup
from app.store.workspace import Workspace
from tests.app.readers.test_paper import TABLE, grey_page, png, scan, tiff

ROOT = Path(__file__).parents[3]
N_PAGES = 6
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a program of three lines is a shell script here")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a recogniser that finds the size of the page, and notes that it was asked."""
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    table = TABLE.format(sure=90).replace("invoice", "invoice$size")
    program.write_text(
        '#!/bin/sh\ncase "$*" in\n*--version*) echo tesseract 9.9; exit;;\n'
        "*--list-langs*) printf 'List:\\neng\\n'; exit;;\n*'psm 0'*) exit;;\nesac\n"
        f"size=$(cksum | tr -d ' ')\necho $size >>{tmp_path}/asked\nsleep 0.1\nprintf '%s' \"{table}\"\n"
    )
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "BAYLEAF_WORKERS": "1"}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "app.cli", *map(str, arguments)]


def papers(folder: Path) -> Path:
    """A folder of scans: two of one page each, one TIFF of four; each page another."""
    pages = [grey_page(f"Letter number {number}") for number in range(N_PAGES)]
    folder.mkdir()
    (folder / "a.png").write_bytes(png(pages[0]))
    (folder / "b.pdf").write_bytes(scan(pages[1]))
    (folder / "c.tif").write_bytes(tiff(*pages[2:]))
    return folder


def n_asked(tmp_path: Path) -> int:
    asked = tmp_path / "asked"
    return len(asked.read_text().splitlines()) if asked.exists() else 0


def test_a_page_is_recognised_once_whatever_it_is_read_for(tmp_path: Path, environment: dict[str, str]) -> None:
    workspace, folder = tmp_path / "w.bayleaf", papers(tmp_path / "papers")
    for _ in range(2):
        subprocess.run(command("import", workspace, folder, "--corpus", "Papers"), env=environment, check=True)
    assert n_asked(tmp_path) == N_PAGES

    with Workspace(workspace) as opened:
        assert opened._file.value("SELECT count(*) FROM recognised_page") == N_PAGES
        assert opened.check() == []
        stored = [opened.documents.get(number).document for number in (1, 2, 3)]
        [tiff_pages] = [found.pages for found in stored if len(found.pages) == 4]
        text = next(found.text for found in stored if len(found.pages) == 4)
        assert [text[page.start : page.start + len(page.text)] for page in tiff_pages] == [p.text for p in tiff_pages]
        assert all(page.text.startswith("invoice") and page.ocr_program == "Tesseract 9.9" for page in tiff_pages)
        opened.compact()
        assert opened._file.value("SELECT count(*) FROM recognised_page") == 0
        assert opened.documents.get(1).document.pages


def test_what_is_judged_is_kept_too_and_ocr_never_reads_nothing(tmp_path: Path, environment: dict[str, str]) -> None:
    workspace, folder = tmp_path / "w.bayleaf", papers(tmp_path / "papers")
    for label in ("tax", "bank"):
        (tmp_path / label).mkdir()
        for number in range(4):
            (tmp_path / label / f"{number}.txt").write_text(f"{label} words of a letter number {number}")
    subprocess.run(command("import", workspace, tmp_path / "tax", tmp_path / "bank"), env=environment, check=True)
    subprocess.run(command("train", workspace), env=environment, check=True)
    for _ in range(2):
        judged = subprocess.run(
            command("classify", workspace, folder, "--json"), env=environment, check=True, capture_output=True
        )
        assert len(json.loads(judged.stdout)["verdicts"]) == 3
        assert n_asked(tmp_path) == N_PAGES
    read = subprocess.run(
        command("read", folder, "--ocr", "never", "--json"), env=environment, check=False, capture_output=True
    )
    assert {each["flaws"][0] for each in json.loads(read.stdout)["documents"]} == {"scan"}
    assert n_asked(tmp_path) == N_PAGES


def test_a_kill_while_pages_are_recognised_leaves_nothing_half_written(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    workspace, folder = tmp_path / "w.bayleaf", papers(tmp_path / "papers")
    importing, dice = command("import", workspace, folder, "--corpus", "Papers"), random.Random(1)
    for _ in range(4):
        with subprocess.Popen(importing, env=environment, stderr=subprocess.DEVNULL) as process:
            time.sleep(dice.uniform(0.5, 2.5))
            process.kill()
        if workspace.exists():
            with Workspace(workspace, create=True) as opened:
                assert opened.check() == []
                assert opened.documents.count() in (0, 3)
    subprocess.run(importing, env=environment, check=True)
    with Workspace(workspace) as opened:
        assert opened.documents.count() == 3
        assert opened._file.value("SELECT count(*) FROM recognised_page") == N_PAGES
        assert opened.check() == []


def test_pages_are_known_by_their_key_and_let_go_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.recognised_pages.MAX_PAGES", 3)
    path = tmp_path / "w.bayleaf"
    page = RecognisedPage("an invoice", "Tesseract 9.9", 0.9, 90, (3, 7, 1, 2, 3, 4, 90))
    with Workspace(path, create=True) as opened:
        for number in range(5):
            opened.pages.store([(bytes([number]), pack_page(page))])
        assert opened._file.value("SELECT count(*) FROM recognised_page") == 3
        assert PageCacheLookup(path)(b"\4") == page
        assert PageCacheLookup(path)(b"\0") is None
    assert PageCacheLookup(tmp_path / "none.bayleaf")(b"\4") is None


def test_misread_words_make_no_document_unlike_what_was_learnt(workspace: Path) -> None:
    text = "meeting notes monday lunch rnonclay rneeting n0tes lurich repcrt chapfer thariks"
    loaded = load_classifier(workspace, None)
    typed = Document(text, "a.txt")
    scanned = replace(typed, pages=(RecognisedPage(text, "Tesseract 9.9", 0.4),))
    [plain], [read] = (classify_documents(loaded, [document], 0) for document in (typed, scanned))
    assert plain.unknown_share > 0.5
    assert read.unknown_share < 0.2
    assert read.raw == plain.raw
