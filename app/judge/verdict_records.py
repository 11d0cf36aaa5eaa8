"""Whole verdicts as JSON and back, to the last digit, so that a command says the same whoever judged for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from app.domain.use_case_results import LabelAnswer, Verdict, WordTerm


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """A verdict in what JSON knows; numbers without end are words."""
    return {name: _worded(value) for name, value in asdict(verdict).items()}


def verdict_of(record: Mapping[str, Any]) -> Verdict:
    """The verdict of a record."""
    values = {name: _numbered(value) for name, value in record.items()}
    labels, branch = values["labels"], values["branch"]
    values["terms"] = tuple(WordTerm(**term) for term in values["terms"])
    values["labels"] = None if labels is None else tuple(LabelAnswer(**answer) for answer in labels)
    values["branch"] = None if branch is None else LabelAnswer(**branch)
    return Verdict(**values)


def _worded(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": str(value)}
    if isinstance(value, Mapping):
        return {"of": {key: _worded(inner) for key, inner in value.items()}}
    if isinstance(value, tuple):
        return [{name: _worded(inner) for name, inner in term.items()} for term in value]
    return value


def _numbered(value: Any) -> Any:
    if isinstance(value, list):
        return [_numbered(each) for each in value]
    if isinstance(value, dict) and "number" in value:
        return float(value["number"])
    if isinstance(value, dict):
        return {key: _numbered(inner) for key, inner in value.get("of", value).items()}
    return value
