"""The trust in a model: its calibration, and when it is sure."""

from __future__ import annotations

from nbengine.learnt.held_or_streamed_documents import AnyDocuments
from nbengine.learnt.statistics import Statistics
from nbengine.measure.evaluation import is_like_spam, positive_label
from nbengine.models.model import Model
from nbengine.models.training import HonestScores, assure
from nbengine.trust.verdicts import with_band


def assured(model: Model, documents: AnyDocuments, whole: Statistics | None = None) -> HonestScores:
    """Find out how far a model of these documents can be trusted, and return the scores that say so.

    For two labels one of which is like spam, it is sure of that one only as far as hardly any good mail is lost.
    """
    honest, labels = assure(model, documents, whole), documents.labels
    if model.assurance is None or len(labels) != 2 or not is_like_spam(positive_label(labels)):
        return honest
    model.assurance = with_band(
        model.assurance,
        honest.log_joint,
        documents.label_numbers,
        honest.lengths,
        labels,
        positive_label(labels),
        evidence=honest.evidence,
    )
    return honest
