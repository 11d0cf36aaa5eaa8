"""Dates and senders that a person said, kept in the workspace by a letter's content: they hold in any file of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.errors import UnusableName
from app.domain.name_rules import Fact, LetterFacts
from app.services.filing.letter_facts import MOST_SENDER, date_in
from app.store.access import Place, writing
from app.store.workspace import Workspace

PARTS = ("date", "sender")


def corrected(facts: LetterFacts, workspace: Workspace) -> LetterFacts:
    """Return what is known of a letter, with what a person said of it in place of what was read."""
    kept = workspace.arrivals.preference(_name_of(facts)) if facts.letter else None
    date, sender = (Fact(said, "person") if (said := (kept or {}).get(part)) else None for part in PARTS)
    return replace(facts, date=date or facts.date, sender=sender or facts.sender)


def correct(workspace: Place, facts: LetterFacts, said: Mapping[str, str]) -> None:
    """Keep what a person says of a letter; what is empty is again what was read. What is no date is UnusableName."""
    if not facts.letter:
        return
    checked = {part: checked_part(part, words) for part, words in said.items()}
    with writing(workspace) as opened, opened.transaction():
        known = opened.arrivals.preference(_name_of(facts)) or {}
        kept = {part: words for part, words in {**known, **checked}.items() if words}
        opened.arrivals.prefer(_name_of(facts), kept or None)


def checked_part(part: str, words: str) -> str:
    """Return a date in ISO form, or a sender in one line."""
    words = " ".join(words.split())
    if part != "date" or not words:
        return words[:MOST_SENDER]
    found = date_in([words]).value
    if not found:
        raise UnusableName("date", words, "no-date")
    return found


def _name_of(facts: LetterFacts) -> str:
    return f"letter {facts.letter.hex()}"
