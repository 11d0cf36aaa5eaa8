"""At most one good mail in so many is filed as spam, where enough good mails were learnt to say so."""

from __future__ import annotations

import copy
import math
import random

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.records import WatchedPlace, WatchRules
from app.domain.results import DocumentVerdict
from app.features.inbox.deciding import (
    DecisionContext,
    JudgedArrival,
    LossLimit,
    decide_arrival,
    loss_limits_of_model,
)
from app.features.train.training import TrainingOrder, train
from app.library.filter_training import loss_estimate_record
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_stored_model
from app.store.workspace import Workspace
from nbengine.models.model import Model
from tests.app.features.inbox.conftest import NOBODY
from tests.app.letters import WORDS, letter

N_GOOD = 130


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    """A filter that has learnt 130 good mails, some of them with words of spam."""
    folder, dice = tmp_path_factory.mktemp("limits"), random.Random(3)
    for label in WORDS:
        (folder / "mail" / label).mkdir(parents=True)
        for number in range(N_GOOD):
            others = dice.sample(WORDS["ham" if label == "spam" else "spam"].split(), number % 4)
            new = [f"word{place}of{label}{number}" for place in range(number % 9)]
            raw = letter(label, number, words=" ".join([*others, *new])).replace(b"@" + label.encode(), b"@%d" % number)
            (folder / "mail" / label / f"{number}.eml").write_bytes(raw)
    workspace = folder / "mail.bayleaf"
    import_sources(workspace, ImportRequest((folder / "mail",), SourceOptions(kind="mail"), "Mail"), NOBODY)
    train(workspace, TrainingOrder(RecipeRequest(), "Mail"), NOBODY)
    with Workspace(workspace, read_only=True) as opened:
        return load_stored_model(opened).model


def test_a_limit_is_kept_by_the_good_mails_that_were_learnt(model: Model) -> None:
    limits = loss_limits_of_model(model)
    learner = model.learner  # type: ignore[attr-defined] # it is a filter
    rows = learner.lessons.rows
    odds = learner.thresholds.slope * rows["score"][rows["label"] != learner.positive] + learner.thresholds.offset
    for one_in in (20, 100):
        limit = limits.find(one_in)
        assert limit is not None
        assert (odds > limit.min_score).sum() + 1 <= (limits.n_sources + 1) / one_in


def test_a_limit_needs_enough_good_mails(model: Model) -> None:
    limits = loss_limits_of_model(model)
    assert limits.n_sources <= N_GOOD
    assert limits.find(1_000) is None
    assert [limit.n_sources_needed for limit in limits.limits] == [19, 99, 999, 0]


def test_a_limit_is_kept_by_lists_and_senders_where_all_good_mail_comes_from_few(model: Model) -> None:
    few = copy.deepcopy(model)
    learner = few.learner  # type: ignore[attr-defined] # it is a filter
    keys = learner.lessons.rows["key"]
    learner.lessons.store_source_shares(keys, np.full(len(keys), 1 / 10))
    limits = loss_limits_of_model(few)

    assert limits.n_sources == loss_limits_of_model(model).n_sources // 10
    assert limits.find(20) is None
    assert limits.promised_one_in < loss_limits_of_model(model).promised_one_in


def test_what_training_says_was_learnt_is_what_the_limits_rest_on(model: Model) -> None:
    doubted = copy.deepcopy(model)
    learner = doubted.learner  # type: ignore[attr-defined] # it is a filter
    rows = learner.lessons.rows
    rows["left_out"][np.flatnonzero(rows["label"] != learner.positive)[:5]] = 3.0
    said = loss_estimate_record(doubted)

    assert said is not None
    assert len(said.suspects) == 5
    assert loss_limits_of_model(doubted).n_sources == said.sources == loss_limits_of_model(model).n_sources


def test_a_stricter_limit_asks_no_less(model: Model) -> None:
    limits = loss_limits_of_model(model)
    loose, strict = limits.find(20), limits.find(100)
    assert loose is not None
    assert strict is not None
    assert loose.min_score <= strict.min_score
    assert loose.asks_about_one_in >= strict.asks_about_one_in


def test_the_limit_used_by_default_has_the_threshold_and_the_cost_of_its_rate(model: Model) -> None:
    limits = loss_limits_of_model(model)
    assert limits.promised is not None
    assert limits.promised_one_in - 1 <= limits.promised.one_in <= limits.promised_one_in
    neighbours = [limit for limit in limits.limits if 0 < limit.one_in <= limits.promised.one_in]
    assert all(limit.min_score <= limits.promised.min_score < math.inf for limit in neighbours)
    assert all(limit.asks_about_one_in >= limits.promised.asks_about_one_in for limit in neighbours)


def test_none_asks_about_all(model: Model) -> None:
    limit = loss_limits_of_model(model).find(0)
    assert limit is not None
    assert limit.min_score == math.inf


@pytest.mark.parametrize(("least", "state"), [(3.0, "due"), (30.0, "asked")])
def test_what_is_not_sure_enough_for_the_limit_is_asked_about(least: float, state: str) -> None:
    verdict = DocumentVerdict("mail", "", label="spam", probability=0.999, score=12.0, n_known_words=40)
    place = WatchedPlace("inbox", file_to="filed", is_trial=False)
    decision_context = DecisionContext(place, WatchRules(), ["ham", "spam"], LossLimit(100, least))

    assert decide_arrival(JudgedArrival("mail", verdict), decision_context, is_decided=False).state == state
