"""The documents on the Classify page are judged, explained, corrected, and judged again."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.confidence import LIKELY_FROM, ConfidenceLevel, confidence_of
from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments, newest_verdicts
from app.features.filing.use_cases import filing_of_verdict
from app.library.saved_models import load_stored_model
from app.store.workspace import Workspace
from tests.app.made_up_corpus import workspace as workspace

OFFER = "free prize, click now: cheap money and a bonus"


@pytest.fixture
def judged_documents(workspace: Path) -> Iterator[JudgedDocuments]:
    made = JudgedDocuments(workspace)
    yield made
    made.close()


def model_hash(workspace: Path) -> str:
    with Workspace(workspace) as opened:
        return load_stored_model(opened, "Filter").model.canonical_hash()


def test_files_are_judged_by_workers_and_bad_ones_say_why(judged_documents: JudgedDocuments, tmp_path: Path) -> None:
    (tmp_path / "offer.txt").write_text(OFFER)
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("meeting notes for lunch on monday")
    paths = [tmp_path / name for name in ("offer.txt", "empty.txt", "notes.txt")]

    placed, _ = judged_documents.classify("Filter", paths, NoOpJobContext())

    verdicts = {Path(item.verdict.path).name: item.verdict for item in placed}
    assert (verdicts["offer.txt"].label, verdicts["notes.txt"].label) == ("spam", "ham")
    assert verdicts["empty.txt"].error is not None


def test_a_message_from_a_mail_program_is_judged(judged_documents: JudgedDocuments) -> None:
    message = f"Subject: offer\nFrom: a@b.example\n\n{OFFER}\n".encode()

    [item], _ = judged_documents.classify_message("Filter", message, NoOpJobContext())

    assert (item.verdict.label, item.verdict.title) == ("spam", "offer")


def test_the_terms_add_up_to_the_score(judged_documents: JudgedDocuments) -> None:
    [item], _ = judged_documents.classify_text("Filter", OFFER, NoOpJobContext())

    verdict = judged_documents.explain("Filter", item.number, None, NoOpJobContext()).verdict

    terms = [verdict.prior_term, verdict.absent_term, verdict.rest, *(term.term for term in verdict.terms)]
    assert verdict.odds == math.fsum(terms)


def test_every_word_is_coloured_where_it_stands(judged_documents: JudgedDocuments) -> None:
    [item], _ = judged_documents.classify_text("Filter", "Free unheard-of prize", NoOpJobContext())

    reasons = judged_documents.explain("Filter", item.number, None, NoOpJobContext())

    words = {reasons.text[word.start : word.start + word.length]: word.log_odds for word in reasons.coloured_words}
    assert [word for word in words if word.isalnum()] == ["Free", "unheard", "of", "prize"]
    assert words["Free"] is not None
    assert words["Free"] > 0
    assert words["unheard"] is None


def test_another_text_is_judged_without_changing_what_lies_there(judged_documents: JudgedDocuments) -> None:
    [item], _ = judged_documents.classify_text("Filter", OFFER, NoOpJobContext())

    edited = judged_documents.explain("Filter", item.number, "meeting notes for lunch on monday", NoOpJobContext())

    assert (edited.verdict.label, judged_documents.items()[0].verdict.label) == ("ham", "spam")


def test_without_the_words_it_hangs_on_the_verdict_is_another(judged_documents: JudgedDocuments) -> None:
    text = "free meeting notes with a prize"
    [item], _ = judged_documents.classify_text("Filter", text, NoOpJobContext())
    reasons = judged_documents.explain("Filter", item.number, None, NoOpJobContext())

    rest = " ".join(word for word in text.split() if word not in reasons.flipping_words)

    assert reasons.flipping_words
    assert (
        judged_documents.explain("Filter", item.number, rest, NoOpJobContext()).verdict.label == reasons.flipped_label
    )


def test_a_correction_is_learnt_tells_what_changed_and_can_be_undone(
    judged_documents: JudgedDocuments, workspace: Path
) -> None:
    before = model_hash(workspace)
    [item], _ = judged_documents.classify_text("Filter", "free family train tickets, click", NoOpJobContext())
    other = "ham" if item.verdict.label == "spam" else "spam"

    changed = judged_documents.correct("Filter", item.number, other, NoOpJobContext())

    learnt = model_hash(workspace)
    assert learnt != before
    assert [one.corrected for one in changed if one.number == item.number] == [other]

    undone = judged_documents.undo_or_redo("Filter", "Mail", NoOpJobContext(), is_forward=False).changed

    assert model_hash(workspace) == before
    assert [one.corrected for one in undone if one.number == item.number] == [None]


def test_correcting_twice_learns_once(judged_documents: JudgedDocuments, workspace: Path) -> None:
    [item], _ = judged_documents.classify_text("Filter", OFFER, NoOpJobContext())

    judged_documents.correct("Filter", item.number, "spam", NoOpJobContext())
    once = model_hash(workspace)
    judged_documents.correct("Filter", item.number, "spam", NoOpJobContext())

    assert model_hash(workspace) == once


def test_verdicts_are_written_for_a_spreadsheet(judged_documents: JudgedDocuments, tmp_path: Path) -> None:
    [item], _ = judged_documents.classify_text("Filter", OFFER, NoOpJobContext())

    judged_documents.export(tmp_path / "verdicts.csv", [item.number])

    with (tmp_path / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    assert row["label"] == "spam"


def test_a_file_that_is_read_again_is_judged_as_it_is_now(judged_documents: JudgedDocuments, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("first.txt", "second.txt")]
    paths[0].write_bytes(b"")
    paths[1].write_text(OFFER)
    placed, _ = judged_documents.classify("Filter", paths, NoOpJobContext())
    [broken] = [item for item in placed if item.error]
    [offer] = [item for item in placed if not item.error]

    paths[0].write_text("meeting notes for lunch on monday")
    [mended] = judged_documents.read_again("Filter", broken.number, NoOpJobContext())
    paths[1].write_bytes(b"")
    [emptied] = judged_documents.read_again("Filter", offer.number, NoOpJobContext())

    assert (mended.number, mended.error, mended.verdict.label) == (broken.number, "", "ham")
    assert (emptied.number, emptied.document, bool(emptied.error)) == (offer.number, None, True)
    assert {item.number: item for item in judged_documents.items()} == {mended.number: mended, emptied.number: emptied}


def test_a_close_call_is_unsure_wherever_it_is_shown_kept_written_or_filed(
    judged_documents: JudgedDocuments, workspace: Path, tmp_path: Path
) -> None:
    texts = [f"{ham} {spam}" for ham in OFFER.split() for spam in ("meeting", "notes", "lunch", "monday", "family")]
    items = [judged_documents.classify_text("Filter", text, NoOpJobContext())[0][0] for text in texts]
    close = [item for item in items if item.verdict.probability is not None and item.verdict.probability < LIKELY_FROM]
    assert close, "some that the probability makes unsure"
    assert all(item.verdict.is_unsure for item in close)

    document = close[0].document
    assert document is not None
    judged_documents.store_verdicts("Filter", [item.number for item in items], NoOpJobContext())
    _, kept = newest_verdicts(workspace, NoOpJobContext())
    judged_documents.export(tmp_path / "verdicts.csv", [close[0].number])

    n_asked = sum(confidence_of(item.verdict).level is ConfidenceLevel.UNSURE for item in items)
    assert sum(record.is_unsure for record in kept) == n_asked
    with (tmp_path / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    assert row["unsure"] == "yes"
    assert filing_of_verdict(1, close[0].verdict, document).is_sure is False
