"""Models in the forms of other libraries: these judge the same; what their forms cannot say is refused."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.domain.errors import ForeignFileError, ModelError
from app.domain.sentences import sentence_for
from app.features.exchange.exports import export_as
from app.features.exchange.scikit_learn import model_of_estimator, model_of_skops
from app.library.saved_models import add_model, read_model
from app.store.workspace import Workspace
from nbengine.counts import FloatArray
from nbengine.events.event_model import Prior
from nbengine.models.model import Model
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_on_texts
from nbengine.text.token_rules import TokenRules

MAILS = [
    *("buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday"),
    *("notes on the offer", "новости на понедельник", "watermelon <script>alert(1)</script> =cmd|' /C calc'!A0"),
]
LABELS = ["spam", "spam", "ham", "ham", "ham", "письма", "spam"]
UNSEEN = ["buy notes monday unknown", "Cheap CHEAP lunch на понедельник", "", "notes for the offer on monday script"]
TEXT_RECIPES = [
    Recipe(event_model=event, smoothing=0.5, **choices)
    for event in ("multinomial", "bernoulli", "complement")
    for choices in (
        {},
        {"weighting": "binary"},
        {"weighting": "tfidf"},
        {"rules": TokenRules(ngrams=(1, 2), stop_words=frozenset({"the"}))},
        {"rules": TokenRules(char_ngrams=(2, 3))},
        {"rules": TokenRules(lower=False, pattern=r"\w+"), "prior": Prior("uniform")},
    )
] + [
    Recipe(event_model="complement", norm=True),
    Recipe(weighting="tfidf", sublinear=False, with_idf=False),
    Recipe(event_model="bernoulli", threshold=1.0),
    Recipe(limits=VocabularyLimits(size=5)),
    Recipe(prior=Prior("smoothed", strength=3.0)),
    Recipe(prior=Prior.given({"ham": 0.5, "spam": 0.2, "письма": 0.3})),
]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace into which models can be taken."""
    path = tmp_path / "w.bayleaf"
    Workspace(path, create=True).close()
    return path


def log_proba(model: Model, texts: list[str]) -> FloatArray:
    """In the order of the alphabet."""
    counts = model.count(texts).counts
    found = model.scorer.log_proba(model.prepare(counts))
    return found[:, np.argsort(np.array(model.labels, dtype=object))]


def exported(workspace: Path, model: Model, form: str) -> Path:
    """Keep a model and write it in another form."""
    source = workspace.with_suffix(".model")
    source.write_bytes(model_to_bytes(model))
    name = add_model(workspace, source)
    target = workspace.with_suffix(f".{form}")
    export_as(workspace, name, form, target)
    return target


@pytest.mark.parametrize("recipe", TEXT_RECIPES, ids=range(len(TEXT_RECIPES)))
def test_scikit_learn_judges_what_was_written_for_it_as_we_do(workspace: Path, recipe: Recipe) -> None:
    skops = pytest.importorskip("skops.io")
    model = train_on_texts(MAILS, LABELS, recipe)

    written = exported(workspace, model, "sklearn")
    pipeline = skops.load(written, trusted=[])

    assert pipeline.classes_.tolist() == sorted(set(LABELS))
    np.testing.assert_allclose(pipeline.predict_log_proba(UNSEEN), log_proba(model, UNSEEN), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("recipe", TEXT_RECIPES, ids=range(len(TEXT_RECIPES)))
def test_a_pipeline_that_comes_back_judges_the_same_and_goes_on_learning(workspace: Path, recipe: Recipe) -> None:
    pytest.importorskip("skops.io")
    model = train_on_texts(MAILS, LABELS, recipe)

    back = read_model(exported(workspace, model, "sklearn"))

    np.testing.assert_allclose(log_proba(back, UNSEEN), log_proba(model, UNSEEN), rtol=1e-9, atol=1e-9)
    if recipe.weighting != "tfidf":
        back.learn_texts(["an entirely new word"], ["ham"])
        assert back.token_of("entirely") >= 0 or recipe.rules.char_ngrams


@pytest.mark.parametrize("recipe", TEXT_RECIPES, ids=range(len(TEXT_RECIPES)))
def test_onnxruntime_judges_what_was_written_for_it_as_we_do(workspace: Path, recipe: Recipe) -> None:
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")
    model = train_on_texts(MAILS, LABELS, recipe)

    session = runtime.InferenceSession(str(exported(workspace, model, "onnx")))
    facts = session.get_modelmeta().custom_metadata_map
    label, probabilities, _ = session.run(None, {"words": cut(UNSEEN, json.loads(facts["words"]))})

    assert json.loads(facts["labels"]) == sorted(set(LABELS))
    np.testing.assert_allclose(np.log(probabilities), log_proba(model, UNSEEN), rtol=1e-9, atol=1e-9)
    assert label.tolist() == [sorted(set(LABELS))[place] for place in log_proba(model, UNSEEN).argmax(axis=1)]


def cut(texts: list[str], rules: dict[str, Any]) -> Any:
    """Cut words as the metadata of a graph says, with nothing of ours."""
    rows = []
    for text in texts:
        lowered = text.lower() if rules["lower"] else text
        words = list(re.sub(r"\s+", " ", lowered)) if rules["characters"] else re.findall(rules["pattern"], lowered)
        rows.append([word for word in words if word not in rules["stop_words"]])
    longest = max(map(len, rows), default=1)
    return np.array([row + [""] * (longest - len(row)) for row in rows], dtype=object)


def test_a_graph_counts_the_words_that_it_does_not_know(workspace: Path) -> None:
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")
    model = train_on_texts(MAILS, LABELS, Recipe(limits=VocabularyLimits(size=6, unknown_word=True)))

    session = runtime.InferenceSession(str(exported(workspace, model, "onnx")))
    rules = json.loads(session.get_modelmeta().custom_metadata_map["words"])
    found = session.run(["probabilities"], {"words": cut(UNSEEN, rules)})[0]

    np.testing.assert_allclose(np.log(found), log_proba(model, UNSEEN), rtol=1e-9)


def iris() -> tuple[Any, Any]:
    datasets = pytest.importorskip("sklearn.datasets")
    return datasets.load_iris(return_X_y=True)


def test_numbers_go_to_scikit_learn_and_onnx_and_come_back(workspace: Path) -> None:
    skops, bayes = pytest.importorskip("skops.io"), pytest.importorskip("sklearn.naive_bayes")
    rows, truth = iris()
    fitted = bayes.GaussianNB(priors=[0.2, 0.5, 0.3]).fit(rows, truth)

    model = model_of_estimator(fitted)
    again = skops.load(exported(workspace, model, "sklearn"), trusted=[])

    np.testing.assert_allclose(again.predict_log_proba(rows), fitted.predict_log_proba(rows), rtol=1e-9, atol=1e-9)
    runtime = pytest.importorskip("onnxruntime")
    session = runtime.InferenceSession(str(exported(workspace, model, "onnx")))
    found = session.run(["log_joint"], {"numbers": rows})[0]
    theirs = fitted.predict_joint_log_proba(rows)
    np.testing.assert_allclose(found, theirs, rtol=1e-9, atol=1e-9)


def test_values_go_to_scikit_learn_and_onnx_and_come_back(workspace: Path) -> None:
    skops, bayes = pytest.importorskip("skops.io"), pytest.importorskip("sklearn.naive_bayes")
    pipeline = pytest.importorskip("sklearn.pipeline")
    encoder = pytest.importorskip("sklearn.preprocessing").OrdinalEncoder()
    rows = np.array([["sun", "hot"], ["rain", "cool"], ["sun", "cool"], ["rain", "mild"]], dtype=object)
    fitted = pipeline.make_pipeline(encoder, bayes.CategoricalNB(alpha=0.7)).fit(rows, ["out", "in", "out", "in"])

    model = model_of_estimator(fitted)
    again = skops.load(exported(workspace, model, "sklearn"), trusted=[])

    assert model.table.values == (("rain", "sun"), ("cool", "hot", "mild"))
    np.testing.assert_allclose(again.predict_log_proba(rows), fitted.predict_log_proba(rows), rtol=1e-9)
    runtime = pytest.importorskip("onnxruntime")
    session = runtime.InferenceSession(str(exported(workspace, model, "onnx")))
    found = session.run(["probabilities"], {"choices": rows})[0]
    np.testing.assert_allclose(np.log(found), fitted.predict_log_proba(rows), rtol=1e-9)
    missing = session.run(["probabilities"], {"choices": np.array([["", ""]], dtype=object)})[0]
    np.testing.assert_allclose(missing, [[0.5, 0.5]])


@pytest.mark.parametrize("weighting", ["CountVectorizer", "TfidfVectorizer"])
@pytest.mark.parametrize("estimator", ["MultinomialNB", "ComplementNB", "BernoulliNB"])
def test_what_scikit_learn_fitted_judges_here_as_there(estimator: str, weighting: str) -> None:
    skops, bayes = pytest.importorskip("skops.io"), pytest.importorskip("sklearn.naive_bayes")
    text, pipeline = pytest.importorskip("sklearn.feature_extraction.text"), pytest.importorskip("sklearn.pipeline")
    choices = {"stop_words": "english", "ngram_range": (1, 2)}
    made = pipeline.make_pipeline(getattr(text, weighting)(**choices), getattr(bayes, estimator)(alpha=0.3))
    weights = [1, 2, 0.25, 1, 1, 1, 0.75] if estimator == "BernoulliNB" else [1, 2, 1 / 3, 1, 1, 1, 0.7]
    fitted = made.fit(MAILS, LABELS, **{f"{estimator.lower()}__sample_weight": weights})

    model = model_of_skops(skops.dumps(fitted), "theirs.skops")

    np.testing.assert_allclose(log_proba(model, UNSEEN), fitted.predict_log_proba(UNSEEN), rtol=1e-9, atol=1e-9)


def refused(action: Any) -> str:
    with pytest.raises(ForeignFileError) as found:
        action()
    assert "{" not in sentence_for(found.value)
    return found.value.reason


@pytest.mark.parametrize(
    ("recipe", "form", "reason"),
    [
        (Recipe(rules=TokenRules(stem="english")), "onnx", "word-rule"),
        (Recipe(rules=TokenRules(fold_numbers=True)), "sklearn", "word-rule"),
        (Recipe(smoothing=0.0), "onnx", "no-smoothing"),
        (Recipe(limits=VocabularyLimits(size=5, unknown_word=True)), "sklearn", "unknown-word"),
        (Recipe(event_model="complement", with_prior=True), "sklearn", "prior-of-complement"),
        (Recipe(weighting="binary", threshold=1.0), "sklearn", "threshold"),
    ],
)
def test_what_a_form_cannot_say_is_refused_and_nothing_is_written(
    workspace: Path, recipe: Recipe, form: str, reason: str
) -> None:
    pytest.importorskip("skops.io")
    pytest.importorskip("onnx")
    model = train_on_texts(MAILS, LABELS, recipe)

    assert refused(lambda: exported(workspace, model, form)) == reason
    assert not workspace.with_suffix(f".{form}").exists()


def test_settings_of_theirs_without_a_counterpart_are_refused_by_name() -> None:
    bayes, text = pytest.importorskip("sklearn.naive_bayes"), pytest.importorskip("sklearn.feature_extraction.text")
    linear = pytest.importorskip("sklearn.linear_model")
    pipeline = pytest.importorskip("sklearn.pipeline").make_pipeline

    def told(vectorizer: Any, estimator: Any) -> str:
        return refused(lambda: model_of_estimator(pipeline(vectorizer, estimator).fit(MAILS, LABELS)))

    assert told(text.CountVectorizer(strip_accents="ascii"), bayes.MultinomialNB()) == "not-taken"
    assert told(text.CountVectorizer(tokenizer=str.split, token_pattern=None), bayes.MultinomialNB()) == "not-taken"
    assert told(text.CountVectorizer(analyzer="char_wb"), bayes.MultinomialNB()) == "not-taken"
    assert told(text.TfidfVectorizer(norm="l1"), bayes.MultinomialNB()) == "not-taken"
    assert told(text.HashingVectorizer(alternate_sign=False), bayes.MultinomialNB()) == "no-vectorizer"
    assert told(text.CountVectorizer(), linear.LogisticRegression()) == "not-naive-bayes"
    assert refused(lambda: model_of_estimator(pipeline(text.CountVectorizer(), bayes.MultinomialNB()))) == "not-fitted"


def test_a_file_of_a_stranger_is_at_worst_refused(tmp_path: Path) -> None:
    skops, bayes = pytest.importorskip("skops.io"), pytest.importorskip("sklearn.naive_bayes")
    whole = skops.dumps(bayes.GaussianNB().fit([[1.0], [2.0]], ["a", "b"]))
    forged = tmp_path / "forged.skops"
    for length in range(4, len(whole), len(whole) // 23):
        forged.write_bytes(whole[:length])
        assert refused(lambda: read_model(forged)) == "damaged-skops"

    def changed(change: Any) -> str:
        with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as target:
            (tmp_path / "b.zip").write_bytes(whole)
            with zipfile.ZipFile(tmp_path / "b.zip") as source:
                for entry in source.infolist():
                    target.writestr(entry.filename, change(entry.filename, source.read(entry)))
        return refused(lambda: read_model(tmp_path / "a.zip"))

    huge = b"\x93NUMPY\x01\x00v\x00" + b"{'descr': '<f8', 'fortran_order': False, 'shape': (900000000000,), }".ljust(
        117
    )
    assert changed(lambda name, data: huge + b"\n" if name.endswith("npy") else data) == "damaged-skops"
    assert changed(lambda name, data: data.replace(b"GaussianNB", b"Popen")) in ("untrusted-type", "damaged-skops")
    assert changed(lambda name, data: data.replace(b"sklearn.naive_bayes", b"os")) in (
        "untrusted-type",
        "damaged-skops",
    )
    forged.write_bytes(b"\x80\x04\x95cos\nsystem\n")
    assert refused(lambda: read_model(forged)) == "pickle"


def test_a_graph_of_a_stranger_is_not_read(workspace: Path) -> None:
    pytest.importorskip("onnx")
    written = exported(workspace, train_on_texts(MAILS, LABELS), "onnx")

    with pytest.raises(ModelError):
        add_model(workspace, written)


def test_scikit_learn_reads_the_file_where_bayleaf_is_not_installed(workspace: Path, tmp_path: Path) -> None:
    pytest.importorskip("skops.io")
    written = exported(workspace, train_on_texts(MAILS, LABELS), "sklearn")
    script = (
        "import sys, skops.io as s; m = s.load(sys.argv[1], trusted=[]); print(m.predict(['cheap offer'])[0]);"
        "assert not any(name.startswith(('nbengine', 'app')) for name in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-I", "-c", script, str(written)], capture_output=True, cwd=tmp_path, check=False, timeout=100
    )

    assert done.stdout.decode().strip() == "spam", done.stderr


def test_json_holds_every_number_and_only_numbers_that_json_knows(workspace: Path) -> None:
    model = train_on_texts(MAILS, LABELS, Recipe(smoothing=0.0))

    told = json.loads(exported(workspace, model, "json").read_text("utf-8"), parse_constant=pytest.fail)

    assert told["labels"] == ["ham", "spam", "письма"]
    by_word = {line["word"]: line for line in told["words"]}
    assert by_word["buy"]["count"] == [0, 3, 0]
    assert by_word["buy"]["documents"] == [0, 2, 0]
    assert by_word["buy"]["weight"][0] is None
    assert by_word["buy"]["weight"][1] == pytest.approx(np.log(3 / 15))
    assert told["card"]["learnt"] == {"ham": 3.0, "spam": 3.0, "письма": 1.0}


def test_a_table_has_no_cell_that_a_spreadsheet_would_run(workspace: Path) -> None:
    model = train_on_texts(["=cmd offer", "-2+3 lunch"], ["spam", "ham"], Recipe(rules=TokenRules(pattern=r"\S+")))

    text = exported(workspace, model, "csv").read_text("utf-8")

    assert "'=cmd" in text
    assert not re.search(r"^[=+@-]", text, re.M)


def test_parquet_holds_the_same_numbers(workspace: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    model = train_on_texts(MAILS, LABELS)

    table = parquet.read_table(exported(workspace, model, "parquet")).to_pydict()

    place = table["word"].index("buy")
    assert [table[f"count: {label}"][place] for label in ("ham", "spam", "письма")] == [0, 3, 0]
    assert table["weight: spam"][place] == model.scorer.weights[model.token_of("buy"), model.labels.index("spam")]


def test_a_card_lies_beside_each_export_and_lets_no_label_speak(workspace: Path) -> None:
    model = train_on_texts(
        ["a b", "c d"], ["<script>alert(1)</script>", "# [x](y)"], Recipe(rules=TokenRules(pattern=r"\w"))
    )

    exported(workspace, model, "json")
    card = workspace.with_suffix(".json.card.md").read_text("utf-8")

    assert "What it must not be used for" in card
    assert "<script>" not in card
    assert "\n# [" not in card


@pytest.fixture(params=[2, 3], ids=["two labels", "three labels"])
def fitted(request: pytest.FixtureRequest) -> Model:
    """Naive Bayes with learnt factors, of enough documents that they were fitted."""
    chance, kinds = random.Random(2), ["offer cheap buy now", "notes monday meeting", "письма новости лето"]
    texts, labels = [], []
    for number in range(60):
        kind = number % request.param
        texts.append(" ".join(chance.choices([*kinds[kind].split(), "the", "and", "offer"], k=8)))
        labels.append(["spam", "ham", "письма"][kind])
    model = train_on_texts(texts, labels, Recipe(event_model="learnt", rules=TokenRules(han_pairs=True, ngrams=(1, 2))))
    assert model.statistics.factors is not None
    return model


def test_learnt_factors_go_to_scikit_learn_as_weights_of_words(workspace: Path, fitted: Model) -> None:
    skops = pytest.importorskip("skops.io")

    pipeline = skops.load(exported(workspace, fitted, "sklearn"), trusted=[])

    np.testing.assert_allclose(pipeline.predict_log_proba(UNSEEN), log_proba(fitted, UNSEEN), rtol=1e-9, atol=1e-9)
    assert pipeline[-1].multi_class == "auto", "scikit-learn before 1.8 asks for it"
    card = workspace.with_suffix(".sklearn.card.md").read_text("utf-8")
    assert "Han characters" in card


def test_learnt_factors_go_to_onnx(workspace: Path, fitted: Model) -> None:
    pytest.importorskip("onnx")
    runtime = pytest.importorskip("onnxruntime")

    session = runtime.InferenceSession(str(exported(workspace, fitted, "onnx")))
    rules = json.loads(session.get_modelmeta().custom_metadata_map["words"])
    found = session.run(["probabilities"], {"words": cut(UNSEEN, rules)})[0]

    np.testing.assert_allclose(np.log(found), log_proba(fitted, UNSEEN), rtol=1e-9, atol=1e-9)


def test_json_says_that_factors_were_learnt(workspace: Path) -> None:
    model = train_on_texts(MAILS, LABELS, Recipe(event_model="learnt"))

    told = json.loads(exported(workspace, model, "json").read_text("utf-8"))

    assert told["judged_by"] == "learnt_factors"
    assert "tf-idf" in workspace.with_suffix(".json.card.md").read_text("utf-8")
