"""Sentences about documents that were to be read again, and stay as they were read before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from app.domain.corpus_browsing import place_of
from app.domain.documents import Failure
from app.domain.sentences import failure_sentence
from app.qt.error_sentences import translated_template


class LeftSentences(QObject):
    """Puts the reason of the first of them into words, and counts the others."""

    def sentence(self, left: Sequence[Failure]) -> str:
        """Say why they stay."""
        first = left[0]
        name = place_of(Path(first.path).name, first.member)
        told = [str(failure_sentence(name, first.reason, first.detail).render(translated_template))]
        if left[1:]:
            told.append(self.tr("So it is, or alike, with %Ln more.", "", len(left) - 1))
        return " ".join([*told, self.tr("What was read before stays.")])
