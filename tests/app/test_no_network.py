"""Nothing leaves the machine: hostile files are imported, learnt, judged and explained where sockets are forbidden."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.app import without_network
from tests.app.readers import making

ROOT = Path(__file__).parents[2]
LURE = "http://tracker.example.com"
pytestmark = pytest.mark.skipif(not without_network.is_possible(), reason="only Linux kills who opens a socket")

TRACKED = f"""\
From: "Prize" <win@example.com>
Subject: You have won
X-Image-Url: {LURE}/header.png
List-Unsubscribe: <{LURE}/unsubscribe>
MIME-Version: 1.0
Content-Type: multipart/related; boundary="edge"

--edge
Content-Type: text/html; charset=utf-8

<html><head><base href="{LURE}/"><link rel="stylesheet" href="{LURE}/a.css"><link rel="dns-prefetch" href="//x.example">
<meta http-equiv="refresh" content="0; url={LURE}/go"><style>@import url({LURE}/b.css);</style>
<script src="{LURE}/c.js"></script></head><body background="{LURE}/d.png" style="background:url({LURE}/e.png)">
<img src="{LURE}/pixel.gif?who=you"><iframe src="{LURE}/f"></iframe><object data="{LURE}/g"></object>
<video src="{LURE}/h" autoplay></video><svg><image href="{LURE}/i.png"/></svg>
<form action="{LURE}/j"><input name=a></form>Claim your free prize now: <a href="{LURE}/k">click here</a></body></html>
--edge
Content-Type: message/external-body; access-type=URL; URL="{LURE}/body.txt"

Content-Type: text/plain

--edge--
"""
ENTITY = f'<!DOCTYPE x [<!ENTITY lure SYSTEM "{LURE}/entity">]>'


def hostile_files() -> dict[str, bytes]:
    """Return files that would fetch something, if a parser were obliging."""
    letter = making.word("Claim your free prize now")
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        f'Type="attachedTemplate" Target="{LURE}/template.dotm" TargetMode="External"/></Relationships>'
    )
    entity = (
        f"{ENTITY}<office:document-content {making.OPEN_NAMESPACES}><text:p>&lure;</text:p></office:document-content>"
    )
    book = making.book(one="Claim your free prize now")
    page = f'{ENTITY}<html><body><img src="{LURE}/x.png"/>free prize &lure;</body></html>'
    return {
        "tracked.eml": TRACKED.encode(),
        "template.docx": making.with_member(letter, "word/_rels/settings.xml.rels", relations),
        "entity.odt": making.with_member(making.open_document(""), "content.xml", entity),
        "book.epub": making.with_member(book, "OEBPS/text/one.xhtml", page),
        "page.html": f'<html><body><img src="{LURE}/y.png">free prize</body></html>'.encode(),
        "paper.pdf": making.pdf("free prize").replace(
            b"<</Type/Catalog", f"<</Type/Catalog/OpenAction<</S/URI/URI({LURE})>>".encode()
        ),
        "letter.rtf": rb"{\rtf1 {\field{\*\fldinst INCLUDEPICTURE \"" + LURE.encode() + rb"/z.png\"}} free prize}",
    }


def run(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.app.without_network", *map(str, arguments)]
    told = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, check=False, timeout=100)


def answer(*arguments: str | Path, folder: Path) -> dict[str, Any]:
    done = run("app.cli", *arguments, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Files of two labels, both of them hostile."""
    for label in ("spam", "ham"):
        folder = tmp_path / "files" / label
        folder.mkdir(parents=True)
        for name, content in hostile_files().items():
            (folder / name).write_bytes(content.replace(b"prize", b"minutes") if label == "ham" else content)
    return tmp_path


def test_who_opens_a_socket_here_is_killed(tmp_path: Path) -> None:
    """The trap works, for the process itself and for what it starts."""
    (tmp_path / "calls_home.py").write_text("import socket\nsocket.socket(socket.AF_INET)\n")
    (tmp_path / "starts_another.py").write_text(
        "import subprocess, sys\nsys.exit(subprocess.run([sys.executable, 'calls_home.py']).returncode != -31)\n"
    )
    (tmp_path / "stays_home.py").write_text("import socket\nsocket.socketpair()\nsocket.socket(socket.AF_UNIX)\n")

    assert run("calls_home", folder=tmp_path).returncode == -signal.SIGSYS
    assert run("starts_another", folder=tmp_path).returncode == 0
    assert run("stays_home", folder=tmp_path).returncode == 0


def test_hostile_files_are_imported_learnt_and_judged_without_a_socket(hostile: Path) -> None:
    workspace = hostile / "hostile.bayleaf"

    imported = answer("import", workspace, "files", folder=hostile)
    assert {(Path(each["path"]).name, each["reason"]) for each in imported["failed"]} == {("entity.odt", "bomb")}
    answer("train", workspace, folder=hostile)
    judged = answer("classify", workspace, "--explain", "5", *(hostile / "files").rglob("*.*"), folder=hostile)
    answer("explain", workspace, hostile / "files/spam/tracked.eml", folder=hostile)
    answer("learn", workspace, "--label", "spam", hostile / "files/ham/tracked.eml", folder=hostile)

    assert len(judged["verdicts"]) == 2 * len(hostile_files())


def test_the_whole_program_with_its_window_system_opens_no_socket(tmp_path: Path) -> None:
    done = run("app", "--self-check", folder=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
