"""Layers of text written into scans as they are filed: the original comes back by its bytes, whatever happens."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pypdfium2
import pytest

from app.domain.documents import RecognisedPage
from app.domain.jobs import NoOpJobContext
from app.features.filing import text_layers
from app.features.filing.plan import Filing, FilingPlan, make_filing_plan
from app.features.filing.text_layers import ORIGINALS_SUFFIX, most_frequent_script
from app.features.filing.use_cases import file_away, finish_interrupted_moves, undo
from app.store.workspace import Workspace
from tests.app.features.filing.inbox import NOBODY, StopAfter, contents
from tests.app.features.filing.test_doing_and_undoing import call_before
from tests.app.features.filing.test_interrupted import killed
from tests.app.readers import making
from tests.app.readers.test_paper import grey_page

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs of these tests are scripts of a shell")
LAYER = b"\n% layer\n"
FAKES = {
    "tesseract": """case "$*" in
*--version*) echo tesseract 9.9;;
*--list-langs*) printf 'List:\\neng\\nrus\\n';;
esac
""",
    "ocrmypdf": """while [ $# -gt 2 ]; do [ "$1" = --sidecar ] && echo "${TOLD-words}" > "$2"; shift; done
cat "$1" > "$2" || exit 1
printf '\\n%% layer\\n' >> "$2"
exit ${ENDS-0}
""",
}


@pytest.fixture(autouse=True)
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs of a few lines that stand for Tesseract and OCRmyPDF."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, lines in FAKES.items():
        (folder / name).write_text(f"#!/bin/sh\n{lines}")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    folder = tmp_path / "scans"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(b"%%PDF-1.4 scan %d" % number)
    (folder / "mail.eml").write_bytes(b"Subject: no scan\n\n")
    return folder


def plan_of(scans: Path, root: Path, **options: object) -> FilingPlan:
    files = enumerate(sorted(scans.iterdir()))
    filings = [Filing(at, str(path), label="tax", script="Latin" * (path.suffix == ".pdf")) for at, path in files]
    return make_filing_plan(filings, root, context=NOBODY, **options)  # type: ignore[arg-type]


def test_the_layer_is_filed_and_undo_gives_the_very_bytes_back(workspace: Path, scans: Path, tmp_path: Path) -> None:
    before = contents(scans)
    times = {path.name: path.stat().st_mtime_ns for path in scans.iterdir()}

    report = file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    filed = contents(tmp_path / "filed" / "tax")
    assert filed == {name: raw + LAYER * name.endswith(".pdf") for name, raw in before.items()}
    assert contents(scans) == {}
    assert [bool(move.text_layer_hash) for move in report.moves] == [True, True, True, False]
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "filed" / "tax").iterdir()} == times

    undone = undo(workspace, None, NOBODY)

    assert {move.state for move in undone.moves} == {"undone"}
    assert contents(scans) == before
    assert not (tmp_path / "filed").exists()
    assert not workspace.with_name(workspace.name + ORIGINALS_SUFFIX).exists()


def test_copied_with_a_layer_the_original_stays_and_undo_takes_the_copy(
    workspace: Path, scans: Path, tmp_path: Path
) -> None:
    before = contents(scans)

    file_away(workspace, plan_of(scans, tmp_path / "filed", action="copy"), NOBODY)

    assert contents(scans) == before
    assert contents(tmp_path / "filed" / "tax")["0.pdf"] == before["0.pdf"] + LAYER
    undo(workspace, None, NOBODY)
    assert (contents(scans), (tmp_path / "filed").exists()) == (before, False)


def test_what_a_person_changed_since_stays_beside_the_original(workspace: Path, scans: Path, tmp_path: Path) -> None:
    before = contents(scans)
    file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)
    noted = tmp_path / "filed" / "tax" / "1.pdf"
    noted.write_bytes(b"with notes of mine")

    report = undo(workspace, None, NOBODY)

    assert contents(scans) == before
    assert noted.read_bytes() == b"with notes of mine"
    assert [move.reason for move in report.moves] == ["", "changed", "", ""]


@pytest.mark.parametrize(
    ("name", "value"), [("ENDS", "6"), ("TOLD", "[OCR skipped on page(s) 1-3]")], ids=["it fails", "nothing to add"]
)
def test_a_file_that_gets_no_layer_goes_as_it_is_and_that_is_said(
    workspace: Path, scans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    before = contents(scans)
    monkeypatch.setenv(name, value)

    report = file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    assert contents(tmp_path / "filed" / "tax") == before
    assert (report.n_without_layer, report.count("done")) == (3, 4)


def test_a_signed_file_and_one_that_is_no_pdf_stay_what_they_are(workspace: Path, scans: Path, tmp_path: Path) -> None:
    (scans / "0.pdf").write_bytes(b"%PDF-1.7 signed /ByteRange [0 1 2 3]")
    (scans / "1.pdf").write_bytes(b"a text that is called pdf")
    before = contents(scans)

    file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    filed = contents(tmp_path / "filed" / "tax")
    assert filed == {**before, "2.pdf": before["2.pdf"] + LAYER}


@pytest.mark.parametrize("case", ["*sauvola*) ;; *) TOLD=", "*sauvola*) exit 2"], ids=["finds less without", "older"])
def test_dark_corners_are_seen_to_where_the_program_knows_how(
    workspace: Path, scans: Path, tmp_path: Path, programs: Path, case: str
) -> None:
    before = contents(scans)
    (programs / "ocrmypdf").write_text(f'#!/bin/sh\ncase "$*" in {case};; esac\n{FAKES["ocrmypdf"]}')

    file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    assert contents(tmp_path / "filed" / "tax")["0.pdf"] == before["0.pdf"] + LAYER


def test_a_program_that_hangs_is_ended_and_the_file_goes_as_it_is(
    workspace: Path, scans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: Path
) -> None:
    before = contents(scans)
    (programs / "ocrmypdf").write_text("#!/bin/sh\nsleep 60 & wait\n")
    monkeypatch.setattr(text_layers, "MAX_SECONDS", 1)

    file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    assert contents(tmp_path / "filed" / "tax") == before


def test_stopped_while_a_layer_is_written_nothing_has_moved(workspace: Path, scans: Path, tmp_path: Path) -> None:
    before = contents(scans)

    report = file_away(workspace, plan_of(scans, tmp_path / "filed"), StopAfter(2))

    assert report.is_cancelled
    assert contents(scans) == before
    assert not (tmp_path / "filed").exists()


def test_a_disk_that_is_full_costs_no_file(
    workspace: Path, scans: Path, tmp_path: Path, small_disk: Path, programs: Path
) -> None:
    larger = FAKES["ocrmypdf"].replace("printf", 'head -c 200000 /dev/zero >> "$2"; printf')
    (programs / "ocrmypdf").write_text(f"#!/bin/sh\n{larger}")
    before = contents(scans)

    report = file_away(workspace, plan_of(scans, small_disk / "filed"), NOBODY)

    there_now = {**contents(scans), **contents(small_disk / "filed" / "tax")}
    assert there_now == before
    assert {move.reason for move in report.moves if move.state == "failed"} <= {"full"}
    assert report.count("failed") == 3


@pytest.mark.parametrize("n_bytes", [100_000, 10], ids=["for the layer", "for the original"])
def test_no_room_beside_the_workspace_costs_no_file(
    workspace: Path, scans: Path, tmp_path: Path, small_disk: Path, programs: Path, n_bytes: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(text_layers.TextLayers, "__init__", lambda self, _place: setattr(self, "folder", small_disk))
    tiny = FAKES["ocrmypdf"].replace('cat "$1" > "$2"', f'head -c {n_bytes} /dev/zero > "$2"')
    (programs / "ocrmypdf").write_text(f"#!/bin/sh\n{tiny}")
    (scans / "0.pdf").write_bytes(b"%PDF-1.4 " + os.urandom(100_000))
    before = contents(scans)

    report = file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY)

    filed = contents(tmp_path / "filed" / "tax")
    assert contents(scans).keys() | filed.keys() == before.keys()
    if n_bytes > 64_000:
        assert (filed, report.n_without_layer) == (before, 3)
    else:  # the layers found room, the first original did not: it stays, and so do the bytes of all others
        assert contents(scans) == {"0.pdf": before["0.pdf"]}
        assert [move.reason for move in report.moves] == ["full", "", "", ""]
    undo(workspace, None, NOBODY)
    assert contents(scans) == before


@pytest.mark.parametrize("n_steps", [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28])
@pytest.mark.parametrize("work", ["move", "undo"])
def test_killed_at_any_step_every_original_is_there_once_and_comes_back(
    workspace: Path, scans: Path, tmp_path: Path, n_steps: int, work: str
) -> None:
    before = contents(scans)
    killed(workspace, tmp_path / "filed", scans, work, n_steps)

    finish_interrupted_moves(workspace, NoOpJobContext())

    check_all_there(workspace, scans, tmp_path / "filed", before)


@pytest.mark.parametrize("n_steps", [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33])
@pytest.mark.parametrize("work", ["move", "undo"])
def test_killed_between_two_disks_every_original_is_there_once_and_comes_back(
    workspace: Path, scans: Path, other_disk: Path, n_steps: int, work: str
) -> None:
    before = contents(scans)
    killed(workspace, other_disk / "filed", scans, work, n_steps)

    finish_interrupted_moves(workspace, NoOpJobContext())

    check_all_there(workspace, scans, other_disk / "filed", before)


def test_a_scan_that_is_saved_anew_while_a_crash_is_mended_is_not_lost(
    workspace: Path, scans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, new_path, replace = scans / "0.pdf", tmp_path / "new.pdf", os.replace
    shutil.copy2(source, tmp_path / "copy.pdf")
    move = file_away(workspace, plan_of(scans, tmp_path / "filed"), NOBODY).moves[0]
    (tmp_path / "copy.pdf").rename(source)
    new_path.write_bytes(b"a new version")
    with Workspace(workspace) as opened:
        opened.journal.set_state(move.number, "started", "", move.n_new_folders, move.text_layer_hash)

    def save_anew() -> None:
        if new_path.exists():
            replace(new_path, source)

    with monkeypatch.context() as other_program:
        call_before(other_program, ("rename", "unlink"), save_anew)
        finish_interrupted_moves(workspace, NOBODY)

    assert source.read_bytes() == b"a new version"


def check_all_there(workspace: Path, scans: Path, root: Path, before: dict[str, bytes]) -> None:
    """Each file is where it was or filed, not both; nothing of ours is left over; all come back by their bytes."""
    here = contents(scans)
    filed = {Path(name).name: raw for name, raw in contents(root).items()} if root.exists() else {}
    assert {**here, **{name: raw.removesuffix(LAYER) for name, raw in filed.items()}} == before
    assert not here.keys() & filed.keys()
    kept = workspace.with_name(workspace.name + ORIGINALS_SUFFIX)
    assert [*kept.glob("*made*"), *kept.glob("making*")] == []
    with Workspace(workspace) as opened:
        assert (opened.journal.unfinished_moves(), opened.check()) == ((), [])
    undo(workspace, None, NOBODY)
    assert contents(scans) == before
    assert not kept.exists()


def test_scripts_are_told_from_what_was_read() -> None:
    texts = {
        "Rechnung 12": "Latin",
        "Счёт за газ Ltd": "Cyrillic",
        "税务局发票": "Han",
        "12 345": "",
        "ひらがな": "Japanese",
    }
    assert {text: most_frequent_script([RecognisedPage(text)]) for text in texts} == texts
    assert most_frequent_script([]) == ""


REAL = shutil.which("ocrmypdf")


@pytest.mark.skipif(REAL is None or shutil.which("tesseract") is None, reason="OCRmyPDF is not installed")
def test_the_real_program_writes_words_that_a_reader_of_pdf_finds(
    workspace: Path, tmp_path: Path, programs: Path
) -> None:
    shutil.rmtree(programs)
    folder = tmp_path / "real"
    folder.mkdir()
    grey = grey_page("Invoice of the water office")
    original = making.scan(grey.tobytes(), grey.shape[1], grey.shape[0])
    (folder / "0.pdf").write_bytes(original)

    file_away(workspace, plan_of(folder, tmp_path / "filed"), NOBODY)

    made = tmp_path / "filed" / "tax" / "0.pdf"
    with pypdfium2.PdfDocument(made) as opened, pypdfium2.PdfDocument(original) as scan:
        assert "Invoice of the water office" in " ".join(opened[0].get_textpage().get_text_range().split())
        assert opened[0].get_size() == pytest.approx(scan[0].get_size(), abs=1)
        drawn, was_drawn = (each[0].render(scale=1, grayscale=True).to_numpy() for each in (opened, scan))
    assert (drawn == was_drawn).mean() > 0.999
    undo(workspace, None, NOBODY)
    assert (folder / "0.pdf").read_bytes() == original
