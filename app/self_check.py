"""`bayleaf --self-check`: verify that an installed program is complete and works.

It checks icons, fonts, catalogs and help; reads a small file of every kind in worker processes; and imports, trains,
classifies, explains, saves and reopens a corpus. It prints one line of JSON and exits with 0 if everything passed.
"""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from PySide6.QtGui import QFont, QFontInfo, QGuiApplication, QIcon

import resources
from app.domain import VERSION
from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.streams import to_json_text
from app.features.explain.use_cases import explain_documents
from app.features.filing.text_layers import can_write_layers
from app.features.train.training import TrainingOrder, train
from app.kit.look.fonts import OWN_FAMILY, body_font
from app.kit.wording import LANGUAGES, Language
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.reading import documents_of_bytes, documents_or_error
from app.library.recipes import RecipeRequest
from app.library.saved_models import add_model, export_model, learn
from app.library.workspaces import check, import_sample, report_workspace, sample_size
from app.readers.paper.page_reading import render_page
from app.readers.paper.recognisers import installed_recognisers, recogniser_names

FOLDER = Path(resources.__file__).parent
TABLES = {".csv", ".jsonl", ".tsv"}
KINDS = FOLDER / "samples" / "kinds"
SCAN_SECONDS = 30.0
UNSOLICITED = b"Subject: You have won\n\nClaim your free prize now, click here, guaranteed money.\n"


class CheckFailed(Exception):
    """Raised by a check if a part of the program is missing or does not work."""


def self_check() -> int:
    """Run all steps, print their outcomes as JSON, and return the exit status."""
    began_s = time.monotonic()
    application = QGuiApplication.instance() or QGuiApplication([])  # icons and catalogs need one
    with tempfile.TemporaryDirectory(prefix="bayleaf-check-") as folder:
        steps = run_steps(Path(folder), Language(application))
    has_passed = all(outcome == "ok" for outcome in steps.values())
    result = {
        "passed": has_passed,
        "version": VERSION,
        "frozen": bool(getattr(sys, "frozen", False)),
        "recognisers": list(recogniser_names()),
        "text_layers": can_write_layers(),
        "steps": steps,
        "seconds": round(time.monotonic() - began_s, 2),
    }
    sys.stdout.write(to_json_text(result) + "\n")
    sys.stdout.flush()
    return 0 if has_passed else 1


def run_steps(folder: Path, language: Language) -> dict[str, str]:
    """Run each step, even if earlier steps failed.

    Return "ok", or the last line of the traceback, by name of the step.
    """
    workspace = folder / "check.bayleaf"
    steps: dict[str, Callable[[], object]] = {
        "icons": check_icons,
        "letters": check_letters,
        "catalogs": lambda: check_catalogs(language),
        "help": check_help,
        "readers in a worker process": lambda: check_readers(folder / "kinds.bayleaf"),
        "scans": check_scans,
        "import": lambda: check_import(workspace),
        "train": lambda: check_training(workspace),
        "classify": lambda: check_classifying(workspace),
        "explain": lambda: check_explaining(workspace),
        "learn": lambda: check_learning(workspace),
        "save and reopen": lambda: check_saving(workspace, folder),
    }
    outcomes = dict.fromkeys(steps, "ok")
    for name, step in steps.items():
        try:
            step()
        except Exception:
            outcomes[name] = traceback.format_exc().strip().splitlines()[-1]
    return outcomes


def ensure(fact: Any, complaint: str) -> None:
    """Raise CheckFailed with `complaint` unless `fact` is true."""
    if not fact:
        raise CheckFailed(complaint)


def check_icons() -> None:
    """Check that every icon renders."""
    paths = sorted((FOLDER / "icons").glob("*.svg"))
    ensure(paths, "there are no icons")
    for path in paths:
        ensure(not QIcon(str(path)).pixmap(32).isNull(), f"{path.name} cannot be drawn")


def check_letters() -> None:
    """Check that the bundled font is used in all its weights."""
    for weight in (400, 500, 600):
        font = body_font()
        font.setWeight(QFont.Weight(weight))
        actual = QFontInfo(font)
        ensure((actual.family(), actual.weight()) == (OWN_FAMILY, weight), f"{actual.family()} is there in {weight}")


def check_catalogs(language: Language) -> None:
    """Check that each language has a catalog: a sample text must differ between all languages."""
    samples = {}
    for code in LANGUAGES:
        language.choose(code)
        samples[code] = QGuiApplication.translate("Menus", "&File")
    ensure(len(set(samples.values())) == len(LANGUAGES), f"catalogs are missing: {samples}")
    language.choose("en")


def check_help() -> None:
    ensure((FOLDER / "help" / "glossary.md").is_file(), "the glossary is missing")
    ensure(sample_size("zh") > 0, "the Chinese sample is missing")


def check_readers(workspace: Path) -> None:
    """Check that files of every kind are read in a worker process."""
    files = [path for path in KINDS.iterdir() if path.is_file()]
    tables = [
        (path,) for path in files if path.suffix in TABLES
    ]  # one by one: an import with other documents skips tables
    for sources in [tuple(path for path in files if path.suffix not in TABLES), *tables]:
        report = import_sources(workspace, ImportRequest(sources, SourceOptions(), sources[0].name), NoOpJobContext())
        ensure(not report.failed, f"not read: {[Path(failure.path).name for failure in report.failed]}")
        ensure(
            report.documents + report.duplicates >= len(sources), f"{len(sources)} gave {report.documents} documents"
        )


def check_scans() -> None:
    """Check that each installed text recogniser (OCR) reads a scanned page. It passes if none is installed."""
    with pypdfium2.PdfDocument(KINDS / "paper.pdf") as document:
        sheet = render_page(document[0])
    for recogniser in installed_recognisers():
        ensure(recogniser.read(sheet, SCAN_SECONDS).text, f"{recogniser.name} reads nothing")


def check_import(workspace: Path) -> None:
    report = import_sample(workspace, "en", "Mail", NoOpJobContext())
    ensure(report.documents == sample_size("en"), f"{report.documents} of {sample_size('en')} mails were imported")


def check_training(workspace: Path) -> None:
    report = train(workspace, TrainingOrder(RecipeRequest(), "Mail", "Check"), NoOpJobContext())
    ensure((report.accuracy or 0) > 0.7, f"only {report.accuracy} right")


def check_classifying(workspace: Path) -> None:
    message = workspace.with_name("new.eml")
    message.write_bytes(UNSOLICITED)
    order = JudgingRequest((message,), SourceOptions(kind="mail", labels_from="none"))
    [verdict] = classify(load_classifier(workspace, "Check"), order, 3, NoOpJobContext())
    ensure(verdict.label == "spam", f"judged {verdict.label}")


def check_explaining(workspace: Path) -> None:
    documents = documents_or_error(documents_of_bytes(UNSOLICITED, SourceOptions(kind="mail")))
    [explained] = explain_documents(workspace, "Check", documents)
    ensure(explained.derivation.labels, "nothing was derived")


def check_learning(workspace: Path) -> None:
    documents = documents_or_error(documents_of_bytes(UNSOLICITED, SourceOptions(kind="mail")))
    ensure(learn(workspace, "Check", documents, "spam", NoOpJobContext()).changed == 1, "nothing was learnt")


def check_saving(workspace: Path, folder: Path) -> None:
    export_model(workspace, "Check", folder / "check.model")
    other = folder / "other.bayleaf"
    import_sample(other, "ru", "Mail", NoOpJobContext())
    add_model(other, folder / "check.model", "Check")
    ensure(len(report_workspace(other).models) == 1, "the model did not come along")
    problems = [*check(workspace, NoOpJobContext()), *check(other, NoOpJobContext())]
    ensure(not problems, f"problems: {problems}")
