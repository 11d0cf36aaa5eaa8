"""Recipes with made-up figures, from a confusion matrix, and the report of a training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from app.domain.results import FalsePositiveEstimate, TrainingReport
from app.features.train.workbench import JudgedRecipe, Mistake
from nbengine.measure.evaluation import VerdictSums, assemble_evaluation

NONE = np.empty(0, np.int64)
MADE = TrainingReport(
    "from afar", "mail", 12, {"ham": 6, "spam": 6}, 34, "multinomial", 1.0, "data", "count", 0.9, "folds", (), "", 2.0
)


def a_judged_recipe(
    labels: Sequence[str] = ("ham", "spam"),
    confusion: ArrayLike = ((4, 0), (1, 2)),
    *,
    wrong: Sequence[Mistake] = (),
    n_wrong: int | None = None,
    longest_ngram: int = 1,
    promise: FalsePositiveEstimate | None = None,
) -> JudgedRecipe:
    """A recipe by which documents of two labels, or of more, are judged so."""
    names, table = tuple(labels), np.array(confusion, np.int64)
    n_documents = int(table.sum())
    only_bin = n_documents * np.array([[1.0], [0.9], [0.9]])
    nothing = np.zeros(len(names), np.int64)
    evaluation = assemble_evaluation(
        names, VerdictSums(table, nothing, 0.1 * n_documents, 0.1 * n_documents, only_bin), None
    )
    return JudgedRecipe(
        evaluation=evaluation,
        positive=names[1] if len(names) == 2 else "",
        judged_by="leave-one-out",
        wrong=tuple(wrong),
        all_wrong=NONE,
        all_truth=NONE,
        all_judged=NONE,
        all_shares=np.empty(0),
        n_wrong=len(wrong) if n_wrong is None else n_wrong,
        longest_ngram=longest_ngram,
        seconds=0.1,
        promise=promise,
    )
