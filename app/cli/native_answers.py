"""Answers Thunderbird's extension in this process, where a system has no sockets to reach a judge by."""

from __future__ import annotations

import sys
from pathlib import Path

from app.domain.errors import AppError
from app.judge import json_lines
from app.judge.mail_judge import MailJudge
from app.judge.native_host import serve_frames
from app.session.session import Session


def serve(workspace: Path) -> None:
    """Judge until Thunderbird ends."""
    with Session(workspace) as session:
        judge = MailJudge(session)
        try:
            serve_frames(sys.stdin.buffer, sys.stdout.buffer, lambda question: kept(judge, question))
        finally:
            keep(judge)


def kept(judge: MailJudge, question: bytes) -> bytes:
    """Answer a question; lessons are kept in the model from time to time."""
    told = json_lines.answer(judge, question)
    keep(judge, at_once=False)
    return told


def keep(judge: MailJudge, *, at_once: bool = True) -> None:
    """Keep the model and the tickets, if the workspace can be written."""
    try:
        judge.write_tickets()
        judge.keep_if_due(at_once=at_once)
    except AppError:
        return
