"""Answers to the command line: the verdict or the lesson that it would have made itself, without starting up.

Where the answer would not be the same, the judge says so, and the command does its work itself: for what is not one
mail, for another model than the one in memory, and for what cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from app.domain.documents import Document, SourceOptions
from app.judge.mail_judge import MailJudge
from app.judge.verdict_records import verdict_record
from app.services.files.reading_in_process import documents_of_bytes, is_one_mail

ELSEWHERE: Mapping[str, Any] = {"elsewhere": True}


def whole_verdict(judge: MailJudge, raw: bytes, question: Mapping[str, Any]) -> dict[str, Any]:
    """The model's verdict on a mail, with all its figures, whatever a person has said of that mail."""
    document = mail_for_command(raw, question)
    n_terms = question.get("words", 0)
    if document is None or type(n_terms) is not int or n_terms < 0:
        return dict(ELSEWHERE)
    loaded, verdict = judge.plain_verdict(document, n_terms, wanted_model(question))
    if loaded is None or verdict is None:
        return dict(ELSEWHERE)
    return {"model": loaded.name, "verdict": verdict_record(verdict), "spam_label": judge.spam_label}


def lesson_report(judge: MailJudge, raw: bytes, question: Mapping[str, Any]) -> dict[str, Any]:
    """Learn a mail as the command does, and say what that changed."""
    document, label = mail_for_command(raw, question), question.get("label")
    if document is None or not isinstance(label, str):
        return dict(ELSEWHERE)
    asks_hash = question.get("hash") is True
    report = judge.learn_for_command(document, label, wanted_model(question), asks_hash=asks_hash)
    return dict(ELSEWHERE) if report is None else {"report": asdict(report)}


def mail_for_command(raw: bytes, question: Mapping[str, Any]) -> Document | None:
    """The one mail that was given; None for anything else."""
    kind = question.get("kind", "auto")
    if kind not in ("auto", "mail") or not is_one_mail(raw, kind):
        return None
    found = documents_of_bytes(raw, SourceOptions(kind=kind, labels_from="none"))
    if len(found) != 1 or not isinstance(found[0], Document):
        return None
    return found[0]


def wanted_model(question: Mapping[str, Any]) -> str | None:
    """The model that was named."""
    model = question.get("model")
    return model if isinstance(model, str) else None
