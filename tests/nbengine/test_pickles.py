"""Pickled estimators load again, whichever version wrote them, or say who must read them.

The kept pickles were written by `python -m tests.nbengine.test_pickles NAME`, which writes one of today's form.
"""

from __future__ import annotations

import pickle
import pickletools
import sys
from pathlib import Path

import numpy as np
import pytest

from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.word_counter import WordCounter

KEPT = Path(__file__).parent / "pickles"
TABLE = np.array([[2, 0, 1], [0, 3, 1], [1, 1, 0], [0, 2, 2], [3, 0, 1], [1, 4, 0]])
LABELS = np.array(["ham", "spam", "ham", "spam", "ham", "spam"])
TEXTS = ["cheap offer now", "notes on the meeting", "buy now", "lunch and notes"]


def fitted():
    """All estimators, as they were when the kept pickles were written."""
    counting = [
        MultinomialNB(alpha=0.5),
        BernoulliNB(alpha=0.5),
        ComplementNB(norm=True),
        GaussianNB(),
        CategoricalNB(),
    ]
    return [kind.fit(TABLE, LABELS) for kind in counting] + [WordCounter(stop_words=["the"]).fit(TEXTS)]


def answers(estimator):
    if isinstance(estimator, WordCounter):
        return estimator.transform(TEXTS).toarray()
    return estimator.predict_proba(TABLE)


@pytest.mark.parametrize("path", sorted(KEPT.iterdir()), ids=lambda path: path.stem)
def test_a_pickle_of_any_version_so_far_answers_and_learns_as_what_is_fitted_today(path):
    for kept, fresh in zip(pickle.loads(path.read_bytes()), fitted(), strict=True):  # noqa: S301 - our own bytes
        assert repr(kept) == repr(fresh)
        np.testing.assert_allclose(answers(kept), answers(fresh), rtol=1e-12)
        if not isinstance(kept, WordCounter):
            kept.partial_fit(TABLE[:2], LABELS[:2])
            fresh.partial_fit(TABLE[:2], LABELS[:2])
            np.testing.assert_allclose(answers(kept), answers(fresh), rtol=1e-12)


def test_a_pickle_names_no_part_of_the_engine_but_its_estimators():
    names = {
        argument
        for operation, argument, _ in pickletools.genops(pickle.dumps(fitted(), protocol=2))
        if operation.name == "GLOBAL" and argument.startswith("nbengine")
    }

    assert {name.rpartition(".")[0].split(" ")[0] for name in names} == {"nbengine.estimators"}
    assert {name.split(" ")[1] for name in names} == {type(estimator).__name__ for estimator in fitted()}


def test_a_form_that_this_version_does_not_know_is_refused_in_a_sentence():
    state = MultinomialNB().fit(TABLE, LABELS).__getstate__()
    state["nbengine form"], state["nbengine version"] = 99, "7.0"
    empty = MultinomialNB.__new__(MultinomialNB)

    with pytest.raises(ValueError, match=r"This MultinomialNB was pickled by nbengine 7\.0, in a form \(99\)"):
        empty.__setstate__(state)
    assert vars(empty) == {}


if __name__ == "__main__":
    (KEPT / f"{sys.argv[1]}.pickle").write_bytes(pickle.dumps(fitted(), protocol=4))
