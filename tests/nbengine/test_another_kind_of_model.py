"""The recipe for another kind of model, followed: a class of its own, a line in the list, and everything works."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.words.use_cases import model_words, most_informative_rows
from app.library.classifying import classify_documents, load_classifier
from app.library.explanations import explain_verdict
from app.library.saved_models import add_model, export_model, forget, learn, load_readonly_model
from app.store.workspace import Workspace
from nbengine.explanations.explanation import Explanation, Term
from nbengine.learnt.statistics import to_features
from nbengine.logspace import normalise_log_joint
from nbengine.models import persistence
from nbengine.models.classifier import TrainedClassifier
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts
from nbengine.packing import PackedContent
from nbengine.questions.label_questions import MultiLabelModel
from nbengine.trust.verdicts import Verdicts

MAILS = ["buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday", "the offer"]
LABELS = ["spam", "spam", "ham", "ham", "ham"]


class OverlapModel(Model):
    """Scores a label by how many of a document's words occur in a document of that label, times a scale."""

    part_name = "overlap"
    has_prior = False
    judges_by_scorer = False

    def __init__(self, base_model: Model, scale: float) -> None:
        super().__init__(base_model.recipe, base_model.vocabulary, base_model.statistics, table=base_model.table)
        self.scale = scale

    def _overlaps(self, tokens):
        """(n_labels, n): 1 where a word occurs under a label."""
        return (self.statistics.text.rows(tokens.astype(np.int64))[1].T > 0).astype(float)

    def judge(self, documents, *, unknown=None) -> Verdicts:
        if isinstance(documents, CountedText):
            return self.judge(documents.counts, unknown=documents.n_unknown)
        text = to_features(documents).text
        joint = np.zeros((text.n_documents, len(self.labels)))
        np.add.at(joint, text.rows, self.scale * self._overlaps(text.tokens).T)
        log_proba = normalise_log_joint(joint)
        nothing = np.zeros(len(joint))
        return Verdicts(
            joint.argmax(axis=1), joint, log_proba, log_proba, nothing > 0, nothing > 0, nothing, self.labels
        )

    def explain(self, document, label=None, against=None) -> Explanation:
        features = to_features(document)
        number = int(self.judge(features).label_numbers[0]) if label is None else self.labels.index(label)
        other = 1 - number if against is None else self.labels.index(against)
        overlaps = self.scale * self._overlaps(features.text.tokens)
        values = (overlaps[number] - overlaps[other]).tolist()
        words = self.vocabulary.words_of(features.text.tokens)
        terms = tuple(Term(word, 1.0, value) for word, value in zip(words, values, strict=True))
        return Explanation(self.labels[number], self.labels[other], math.fsum(values), 0.0, 0.0, terms, ())

    def fewest_words(self, document):
        return None, ()

    def word_odds(self, words, label, against):
        numbers = self.vocabulary.numbers(words)
        known = np.flatnonzero(numbers >= 0)
        overlaps = self.scale * self._overlaps(numbers[known])
        odds = overlaps[self.labels.index(label)] - overlaps[self.labels.index(against)]
        return {words[place]: value for place, value in zip(known.tolist(), odds.tolist(), strict=True)}, {}

    def copy(self) -> OverlapModel:
        return OverlapModel(super().copy(), self.scale)

    def compacted(self) -> OverlapModel:
        return OverlapModel(super().compacted(), self.scale)

    def extra_content(self) -> PackedContent:
        return PackedContent({self.part_name: {"scale": self.scale}})

    @classmethod
    def from_parts(cls, base_model: Model, parts: PackedContent) -> OverlapModel:
        return cls(base_model, parts.facts[cls.part_name]["scale"])


@pytest.fixture(autouse=True)
def _is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persistence, "MODEL_KINDS", (*persistence.MODEL_KINDS, OverlapModel))


@pytest.fixture
def model() -> OverlapModel:
    return OverlapModel(train_on_texts(MAILS, LABELS, Recipe(), is_assured=False), 2.0)


@pytest.fixture
def place(tmp_path: Path, model: OverlapModel) -> Path:
    (tmp_path / "overlap.model").write_bytes(model_to_bytes(model))
    Workspace(tmp_path / "mail.bayleaf", create=True).close()
    add_model(tmp_path / "mail.bayleaf", tmp_path / "overlap.model")
    return tmp_path / "mail.bayleaf"


def document(text: str, name: str = "one.txt") -> Document:
    return Document(text=text, path=name, content_hash=name.encode().ljust(16))


def test_its_bytes_are_read_as_its_kind(model: OverlapModel) -> None:
    read = model_from_bytes(model_to_bytes(model))

    assert isinstance(read, OverlapModel)
    assert read.scale == 2.0
    assert model_to_bytes(read) == model_to_bytes(model)


def test_a_workspace_judges_and_explains_by_it(place: Path) -> None:
    loaded = load_classifier(place, None)
    [verdict] = classify_documents(loaded, [document("buy the offer")], 10)

    assert verdict.log_joint == {"spam": 4.0, "ham": 4.0}
    assert {term.word: abs(term.term) for term in verdict.terms} == {"buy": 2.0, "the": 2.0, "offer": 0.0}


def test_its_words_are_coloured_by_its_own_log_odds(place: Path) -> None:
    reasons = explain_verdict(load_classifier(place, None), None, document("buy cheap lunch"))

    assert reasons.verdict.label == "spam"
    assert [word.log_odds for word in reasons.coloured_words] == [2.0, 2.0, -2.0]
    assert not reasons.has_prior


def test_it_learns_forgets_and_is_saved(place: Path, tmp_path: Path) -> None:
    mail, context = document("agenda for lunch"), NoOpJobContext()
    before = load_readonly_model(place).model.canonical_hash()

    learn(place, None, [mail], "spam", context)
    taught = load_readonly_model(place).model
    assert isinstance(taught, OverlapModel)
    assert taught.judge_text("agenda").label == "spam"

    forget(place, None, [mail], "spam", context)
    assert load_readonly_model(place).model.canonical_hash() == before
    assert export_model(place, None, tmp_path / "copy.model") == "overlap"
    assert isinstance(model_from_bytes((tmp_path / "copy.model").read_bytes()), OverlapModel)


def test_the_words_page_shows_its_counts(place: Path) -> None:
    rows = {row.word: row for row in most_informative_rows(model_words(place, None), 20)}

    assert rows["buy"].documents == {"spam": 2.0, "ham": 0.0}


@pytest.mark.parametrize("kind", [Model, FilterModel, MultiLabelModel, OverlapModel])
def test_every_kind_has_what_callers_may_ask_for(kind: type[Model]) -> None:
    members = {
        name for name, each in vars(TrainedClassifier).items() if not name.startswith("_") and name != "from_parts"
    }
    missing = {name for name in members if not hasattr(kind, name)}
    differing = {
        (kind.__name__, name)
        for name in members - missing
        if callable(getattr(TrainedClassifier, name)) and kind is not OverlapModel
        if [*inspect.signature(getattr(kind, name)).parameters]
        != [*inspect.signature(getattr(TrainedClassifier, name)).parameters]
    }

    assert len(members) > 20
    assert missing == set()
    assert differing == set()


def face_of(model: Model) -> TrainedClassifier:
    """The type checker compares `Model`, and so each kind, with the protocol here."""
    return model


def test_a_capability_is_asked_by_its_name(model: OverlapModel) -> None:
    face = face_of(model)

    assert (face.has_prior, face.judges_by_scorer, face.learns_in_order, face.gives_several_labels) == (False,) * 4
