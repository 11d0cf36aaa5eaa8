"""Mail made up for measuring: as many different words as in a language, the same whenever it is made.

Each says when it was sent: mail that does not is taken for mail that has lost its headers, and counted by pairs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

MAILBOX_BYTES = 8 << 20
WORDS_PER_MAIL = 600
OWN_WORDS = 400
"""Of each label."""
LETTERS = "etaoinshrdlucmfwypvbgkjqxz"


class Words(dict[int, str]):
    """A word for each rank: the rarer, the longer."""

    def __missing__(self, rank: int) -> str:
        letters, rest = "e", rank
        while rest:
            rest, letter = divmod(rest, len(LETTERS))
            letters = letters[:-1] + LETTERS[letter] + "e"
        self[rank] = letters
        return letters


class Writer:
    """Makes mail whose words are as frequent, and as many, as in a language; each label has words of its own."""

    def __init__(self) -> None:
        self._words = Words()

    def mailbox(self, label: str, number: int, size_bytes: int) -> str:
        """Mails of so many bytes together: the same for the same number."""
        dice, mails, n_bytes = np.random.default_rng(number), list[str](), 0
        own_words = [f"{label}{rank}" for rank in range(OWN_WORDS)]
        while n_bytes < size_bytes:
            mails.append(self.mail(dice, label, own_words, number * MAILBOX_BYTES + len(mails)))
            n_bytes += len(mails[-1])
        return "".join(mails)

    def mail(self, dice: np.random.Generator, label: str, own_words: Sequence[str], number: int) -> str:
        """A mail of some kilobytes."""
        ranks = np.minimum(dice.zipf(1.35, WORDS_PER_MAIL), 1 << 40).tolist()
        own = dice.integers(0, OWN_WORDS, WORDS_PER_MAIL // 10).tolist()
        words = [*map(self._words.__getitem__, ranks), *map(own_words.__getitem__, own)]
        lines = "\n".join(" ".join(words[first : first + 12]) for first in range(0, len(words), 12))
        sender, date = f"{self._words[number % 5_000 + 1]}@example.org", "Mon, 6 Jan 2025 10:00:00 +0000"
        head = f"From: {sender}\nDate: {date}\nSubject: {' '.join(words[:6])}\n"
        return (
            f"From someone@example.org Mon Jan  6 10:00:00 2025\n{head}Message-ID: <{label}{number}@x>\n\n{lines}\n\n"
        )


def write_mail(folder: Path, size_bytes: int) -> None:
    """Write mailboxes for two labels, each by itself: a run that was stopped goes on after the last whole one."""
    writer = Writer()
    for number in range(max(2, round(size_bytes / MAILBOX_BYTES))):
        label = ("ham", "spam")[number % 2]
        place = folder / label / f"{number:05d}.mbox"
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() or linked(place):
            continue
        write_whole(place, writer.mailbox(label, number, min(MAILBOX_BYTES, size_bytes // 2)))


def write_texts(folder: Path, size_bytes: int, n_labels: int) -> None:
    """Write texts under so many labels as JSON lines, in files of the size of a mailbox."""
    writer, n_texts = Writer(), 0
    own_words = {label: [f"{label}{rank}" for rank in range(OWN_WORDS)] for label in map(label_name, range(n_labels))}
    for number in range(max(1, round(size_bytes / MAILBOX_BYTES))):
        place, dice, rows, n_bytes = folder / f"{number:05d}.jsonl", np.random.default_rng(number), list[str](), 0
        place.parent.mkdir(parents=True, exist_ok=True)
        while n_bytes < min(MAILBOX_BYTES, size_bytes):
            label = label_name(n_texts % n_labels)
            text = writer.mail(dice, label, own_words[label], n_texts).partition("\n\n")[2].strip()
            rows.append(json.dumps({"text": text, "label": label}) + "\n")
            n_bytes, n_texts = n_bytes + len(rows[-1]), n_texts + 1
        if not place.exists():
            write_whole(place, "".join(rows))


def label_name(number: int) -> str:
    """Return the name of a label that is one of many."""
    return f"label{number:04d}w"


def linked(place: Path) -> bool:
    """Take a whole mailbox of this number from another size's mail: it is the same."""
    for other in place.parents[2].glob(f"*/{place.parent.name}/{place.name}"):
        if other.stat().st_size >= MAILBOX_BYTES:
            os.link(other, place)
            return True
    return False


def write_whole(place: Path, content: str) -> None:
    """Write a file that is there only when it is whole."""
    part = place.with_suffix(".part")
    part.write_text(content, encoding="utf-8")
    part.rename(place)
