"""Names for files that are filed, made by a pattern such as `{date:%Y-%m-%d} {sender} {label}`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from app.domain.documents import Document, SourceOptions
from app.domain.errors import UnusableName
from app.domain.jobs import JobContext
from app.domain.records import LetterFact, LetterFacts
from app.features.filing.letter_facts import correct, corrected, facts_of
from app.features.filing.plan import Filing, file_name, real_path, safe_name
from app.library.classifying import reading_for
from app.library.workers import Batch, WorkerPool
from app.readers.reading import read_batches
from app.readers.sources import plan_source, work_items
from app.store.workspace import Place, open_for_reading

EXAMPLE = Filing(0, "scan0001.pdf", title="Invoice", label="tax")
PARTS = ("date", "sender", "label", "title", "name")
PART = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
USUAL_DATE = "%Y-%m-%d"
DIRECTIVE = re.compile(r"%(.|$)")
KNOWN_DIRECTIVES = frozenset("YymdjBbAaUWVG%-")
EDGES = " -_.,;·"
"""The signs that are left around a part that a letter does not have."""
MOST_SUFFIX = 10


def checked_pattern(pattern: str) -> str:
    """Return a pattern for names; one that cannot be used is an error that says why."""
    text = pattern.strip()
    found = PART.findall(text)
    if not text or not found or re.search("[{}]", PART.sub("", text)):
        raise UnusableName("pattern", pattern, "no-part")
    for part, form in found:
        is_date_form = part == "date" and all(mark in KNOWN_DIRECTIVES for mark in DIRECTIVE.findall(form))
        if part not in PARTS or (form and not is_date_form):
            raise UnusableName("pattern", pattern, "unknown-part")
    return text


def name_by(pattern: str, filing: Filing, facts: LetterFacts, old_name: str) -> str:
    """Return the name of a file by a pattern, with the suffix it has; the old one where nothing of it is known."""
    stem, suffix = os.path.splitext(old_name)
    if len(suffix) > MOST_SUFFIX or any(map(str.isspace, suffix)):
        stem, suffix = old_name, ""
    known = {"sender": facts.sender.value, "label": filing.label or "", "title": filing.title, "name": stem}
    is_known = False

    def part(match: re.Match[str]) -> str:
        nonlocal is_known
        words, day = known.get(match[1], ""), facts.date.value
        if match[1] == "date" and day:  # months have their English names, whatever the system speaks
            words = date.fromisoformat(day).strftime((match[2] or USUAL_DATE).replace("%-", "%"))
        is_known |= bool(words)
        return words.replace("/", "-").replace("\0", "") or "\0"

    made = re.sub(rf"[{re.escape(EDGES)}]*\0", "", PART.sub(part, pattern)).strip(EDGES)
    return safe_name(made, stem) + suffix if is_known and made else old_name


def example_name(pattern: str) -> str:
    """Return what a letter would be called by a pattern; without one, the name that it has."""
    facts = LetterFacts(LetterFact("2026-03-02", "date-line"), LetterFact("Acme Ltd", "company"))
    old = "scan0001.pdf"
    return name_by(checked_pattern(pattern), EXAMPLE, facts, old) if pattern.strip() else old


def named(
    filings: Sequence[Filing], pattern: str, facts: Callable[[Filing], LetterFacts | None], *, with_layers: bool = False
) -> Iterator[tuple[Filing, LetterFacts | None]]:
    """Yield each filing with the name it gets, and what that was made of; one that is not known keeps its own.

    With layers, the text that was recognised is to be written into it.
    """
    for filing in filings:
        found = facts(filing)
        if found is None or not filing.path:
            yield filing, None
            continue
        name = name_by(pattern, filing, found, file_name(filing, real_path(filing.path))) if pattern else filing.name
        yield replace(filing, name=name, script=found.script if with_layers else ""), found if pattern else None


def facts_by_place(
    filings: Iterable[Filing], workspace: Place, context: JobContext, options: SourceOptions | None = None
) -> dict[tuple[str, str], LetterFacts]:
    """Read the files that are to be filed, and find their dates and senders; pages are known from their judging."""
    paths = list(dict.fromkeys(Path(each.path) for each in filings if each.path and os.path.isfile(each.path)))
    found: dict[tuple[str, str], LetterFacts] = {}
    if not paths:
        return found
    plan = plan_source(paths, options or SourceOptions(labels_from="none"))
    with WorkerPool(read_batches, reading_for(plan.options, workspace)) as pool:
        for event in pool.run(work_items(plan.sources, plan.options), lambda: context.checkpoint(phase="naming")):
            for document in event.value if isinstance(event, Batch) else ():
                if isinstance(document, Document):
                    found[document.path, document.member] = facts_of(document, modified_s(document.path))
    return found


def modified_s(path: str) -> float | None:
    """Return when a file was last written."""
    with suppress(OSError):
        return os.stat(path).st_mtime
    return None


def named_by_reading(
    filings: Sequence[Filing],
    pattern: str,
    workspace: Place,
    context: JobContext,
    options: SourceOptions | None = None,
    *,
    with_layers: bool = False,
    said: Mapping[str, str] | None = None,
) -> list[tuple[Filing, LetterFacts | None]]:
    """Return filings with their names, made of what is read of the files; without a pattern, as they are.

    The date and the sender that a person says hold for all of these, and are kept.
    """
    if not pattern and not with_layers:
        return [(filing, None) for filing in filings]
    facts = facts_by_place(filings, workspace, context, options)
    for letter in facts.values() if said else ():
        correct(workspace, letter, said or {})
    with open_for_reading(workspace) as opened:
        facts = {place: corrected(letter, opened) for place, letter in facts.items()}
    return list(
        named(filings, pattern, lambda filing: facts.get((filing.path, filing.member)), with_layers=with_layers)
    )
