"""Documents judged with nothing said, by learnt factors and by each textbook model, beside the usual linear models.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.documents [--only NAME …] [--quick] [--peers] [--few DRAWS] [--promise]

Every corpus is imported and trained on as a person would have it; scikit-learn gets the same texts, and all judge the
same documents that nobody has seen. tf-idf with LinearSVC (words; words and pairs), logistic regression with C chosen
inside, and NB-SVM (presence of words and pairs times naive Bayes' log count ratio, one label against the rest) stand
beside. In per cent: accuracy, macro-F1, calibration error; log loss; seconds with counting. `--quick` leaves the slow
peers out, `--peers` leaves out what is trained in a workspace. `LearntFactorsNB` is the engine's own estimator over
scikit-learn's counts.

`--promise` shows what is called sure, and how much of it is wrong, under each limit, in all and by label: with the
labels as they are, with 1 % of those learnt wrong, and with 60 documents a label. Wrong verdicts are counted from the
labels, with 95 % intervals. Reuters and `dated` (20 Newsgroups by the dates of its posts, the first 60 % learnt) are in
order of time, and judged by what comes later. `--quick` learns at most 3,000 documents and leaves multinomial out.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.svm import LinearSVC

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import AutomaticChoice
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_readonly_model
from nbengine.counts import FloatArray
from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.learnt.documents import labelled_documents
from nbengine.measure.evaluation import evaluate
from nbengine.measure.ranking_curves import wilson_interval
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import assure, train_model
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from nbengine.trust.verdicts import ERROR_LIMITS, Verdicts

FEWEST_OF_A_TOPIC = 10
FEW = (5, 10, 20, 50)
"""Documents of each label."""
JUDGED_BY_FEW = 1_000
IN_TIME = ("reuters", "dated")
"""Corpora of which documents are in order of time."""
PROMISED = ("reuters", "dated", "newsgroups", "headlines", "telegram", "reviews")
FEW_OF_A_LABEL, WRONG_LABELS, QUICK_DOCUMENTS = 60, 0.01, 3_000
POSTED_IN = 1993
"""The year of nearly all of these posts; other dates are mistaken."""
CHINESE = {"analyzer": "char", "ngram_range": (1, 2), "min_df": 2}
"""The way in which scikit-learn cuts text that is written without spaces."""
AS_IN_LATER_VERSIONS = {"l1_ratios": (0,), "use_legacy_attributes": False}


@dataclass(frozen=True)
class Split:
    """Labelled texts to learn, and others to judge."""

    texts: list[str]
    labels: list[str]
    new: list[str]
    truth: list[str]


def halved(texts: Sequence[str], labels: Sequence[str], share: float) -> Split:
    """Deal documents at random, always alike."""
    order = np.random.default_rng(0).permutation(len(texts))
    some, rest = np.split(order, [int(len(order) * share)])
    picked = [[side[place] for place in part.tolist()] for part in (some, rest) for side in (texts, labels)]
    return Split(*picked)


def newsgroups(corpora: Path) -> Split:
    parts = []
    for part in ("train", "test"):
        folder = next((corpora / "20news-bydate").rglob(f"20news-bydate-{part}"))
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        parts += [[path.read_text("latin-1") for path in files], [path.parent.name for path in files]]
    return Split(*parts)


def reviews(corpora: Path) -> Split:
    files = sorted(path for path in (corpora / "documents" / "documents" / "reviews").rglob("*") if path.is_file())
    return halved([path.read_text("utf-8", "replace") for path in files], [path.parent.name for path in files], 0.7)


def headlines(corpora: Path) -> Split:
    rows = json_lines(corpora / "documents" / "documents" / "chinese-headlines.jsonl")
    return halved([row["text"] for row in rows], [row["label"] for row in rows], 0.6)


def reuters(corpora: Path) -> Split:
    """Topics of one topic each, in the order of time."""
    rows = json_lines(corpora / "documents" / "documents" / "reuters-topics.jsonl")
    key = next(name for name in rows[0] if isinstance(rows[0][name], list))
    rows = [row for row in rows if len(row[key]) == 1]
    sizes = Counter(row[key][0] for row in rows)
    rows = [row for row in rows if sizes[row[key][0]] >= FEWEST_OF_A_TOPIC]
    first, rest = rows[: int(0.7 * len(rows))], rows[int(0.7 * len(rows)) :]
    known = {row[key][0] for row in first}
    rest = [row for row in rest if row[key][0] in known]
    return Split(
        *([pick(row) for row in part] for part in (first, rest) for pick in (text_of, lambda row: row[key][0]))
    )


def sms(corpora: Path) -> Split:
    lines = (corpora / "small-text" / "sms-spam" / "SMSSpamCollection").read_text("utf-8").split("\n")
    rows = [line.split("\t", 1) for line in lines if "\t" in line]
    return halved([text for _, text in rows], [label for label, _ in rows], 0.6)


def telegram(corpora: Path) -> Split:
    path = corpora / "small-text" / "ru-telegram-spam" / "telegram_spam_ru.csv"
    rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
    return halved([row["message"] for row in rows], ["advert" if row["label"] == "1" else "talk" for row in rows], 0.6)


def dated(corpora: Path) -> Split:
    """Posts of 20 Newsgroups in order of the dates they bear."""
    rows = []
    for path in (corpora / "20newsgroups-whole").rglob("*"):
        text = path.read_text("latin-1") if path.is_file() else ""
        found = re.search(r"^Date: (.*)$", text, re.MULTILINE)
        moment = parsedate_tz(found.group(1)) if found else None
        if moment is not None and moment[0] == POSTED_IN:
            rows.append((mktime_tz(moment), text, path.parent.name))
    rows.sort()
    first, rest = rows[: int(0.6 * len(rows))], rows[int(0.6 * len(rows)) :]
    texts, labels = ([[str(row[place]) for row in part] for part in (first, rest)] for place in (1, 2))
    return Split(texts[0], labels[0], texts[1], labels[1])


def json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def text_of(row: dict[str, Any]) -> str:
    return str(row["text"])


CORPORA: dict[str, Callable[[Path], Split]] = {
    "reuters": reuters,
    "reviews": reviews,
    "headlines": headlines,
    "sms": sms,
    "telegram": telegram,
    "newsgroups": newsgroups,
    "dated": dated,
}
OURS = {
    "nothing said": RecipeRequest(),
    "learnt": RecipeRequest(event_model="learnt"),
    "multinomial": RecipeRequest(event_model="multinomial"),
    "bernoulli": RecipeRequest(event_model="bernoulli"),
    "complement": RecipeRequest(event_model="complement"),
    "complement, tf-idf": RecipeRequest(event_model="complement", tfidf=True),
}


def ours(
    split: Split, labels: Sequence[str], folder: Path, requests: Mapping[str, RecipeRequest] = OURS
) -> Iterator[tuple[str, FloatArray, float]]:
    """Yield the calibrated log-probabilities of each of our models for the new texts, and what it took."""
    source, workspace = folder / "train.jsonl", folder / "train.bayleaf"
    rows = [json.dumps({"text": text, "label": label}) for text, label in zip(split.texts, split.labels, strict=True)]
    source.write_text("\n".join(rows), encoding="utf-8")
    began_s = time.perf_counter()
    import_sources(
        workspace,
        ImportRequest(
            (source,),
            SourceOptions(),
            "train",
        ),
        NoOpJobContext(),
    )
    importing_s = time.perf_counter() - began_s
    for name, request in requests.items():
        began_s = time.perf_counter()
        report = train(workspace, TrainingOrder(request, "train", name), NoOpJobContext())
        took_s = time.perf_counter() - began_s + importing_s
        model = load_readonly_model(workspace, name).model
        verdicts = model.judge_texts(split.new)
        places = [model.labels.index(label) for label in labels]
        yield f"{name}: {chosen_words(report.choices)}", verdicts.calibrated_log_proba[:, places], took_s


def chosen_words(choices: Sequence[AutomaticChoice]) -> str:
    return ", ".join(f"{choice.chosen}" for choice in choices if choice.what in ("event-model", "ridge"))


def theirs(
    split: Split, truth: np.ndarray, *, is_chinese: bool, is_quick: bool
) -> Iterator[tuple[str, FloatArray, float]]:
    """Yield the scores of scikit-learn's models, as log-probabilities where they have such."""
    numbers = np.unique(split.labels, return_inverse=True)[1]
    for name, options in {"words": {}, "words and pairs": {"ngram_range": (1, 2), "min_df": 2}}.items():
        began_s = time.perf_counter()
        vectorizer = TfidfVectorizer(sublinear_tf=True, **(CHINESE if is_chinese else options))
        known = vectorizer.fit_transform(split.texts)
        scores = two_way(LinearSVC().fit(known, numbers).decision_function(vectorizer.transform(split.new)))
        yield f"tf-idf + LinearSVC, {name}", scores, time.perf_counter() - began_s
        if name == "words" and not is_quick:
            began_s = time.perf_counter()
            logistic = LogisticRegressionCV(
                Cs=[1, 10, 100], cv=3, max_iter=200, scoring="accuracy", **AS_IN_LATER_VERSIONS
            )
            scores = logistic.fit(known, numbers).predict_log_proba(vectorizer.transform(split.new))
            yield "tf-idf + logistic, C inside", scores, time.perf_counter() - began_s
    began_s = time.perf_counter()
    counter = CountVectorizer(**(CHINESE if is_chinese else {}))
    learnt = LearntFactorsNB().fit(counter.fit_transform(split.texts), numbers)
    yield (
        "LearntFactorsNB, words",
        learnt.predict_log_proba(counter.transform(split.new)),
        time.perf_counter() - began_s,
    )
    if not is_quick:
        yield nb_svm(split, numbers, is_chinese=is_chinese)


def nb_svm(split: Split, numbers: np.ndarray, *, is_chinese: bool) -> tuple[str, FloatArray, float]:
    """Presence of words and pairs times the log count ratio, logistic regression one label against the rest."""
    began_s = time.perf_counter()
    vectorizer = CountVectorizer(binary=True, **(CHINESE if is_chinese else {"ngram_range": (1, 2), "min_df": 2}))
    known, new = vectorizer.fit_transform(split.texts).astype(float), vectorizer.transform(split.new).astype(float)
    scores = []
    for label in np.unique(numbers):
        own = numbers == label
        inside, outside = (np.asarray(known[some].sum(axis=0)).ravel() + 1 for some in (own, ~own))
        ratios = sparse.diags(np.log((inside / inside.sum()) / (outside / outside.sum())))
        fitted = LogisticRegression(C=4, solver="liblinear").fit(known @ ratios, own)
        scores.append(fitted.decision_function(new @ ratios))
    return "NB-SVM", np.array(scores).T, time.perf_counter() - began_s


def few_documents(name: str, split: Split, draws: int) -> None:
    """Print the mean accuracy of each way over draws of so many documents of each label."""
    chance = np.random.default_rng(0)
    some = chance.permutation(len(split.new))[:JUDGED_BY_FEW]
    new, truth = [split.new[place] for place in some], np.array([split.truth[place] for place in some])
    requests = {way: request for way, request in OURS.items() if way != "learnt"}
    for size in FEW:
        right: dict[str, list[float]] = {}
        for _ in range(draws):
            drawn = drawn_of_each(split.labels, size, chance)
            few = Split([split.texts[place] for place in drawn], [split.labels[place] for place in drawn], new, [])
            labels = np.array(sorted(set(few.labels)))
            with tempfile.TemporaryDirectory() as folder:
                for way, scores, _ in ours(few, labels.tolist(), Path(folder), requests):
                    right.setdefault(way.split(":")[0], []).append(share_right(labels[scores.argmax(axis=1)], truth))
            for way, said in logistic_of_few(few, is_chinese=name == "headlines"):
                right.setdefault(way, []).append(share_right(said, truth))
        figures = "  ".join(f"{way} {np.mean(shares):.2f}" for way, shares in right.items())
        print(f"{name}, {size} a label: {figures}", flush=True)


def drawn_of_each(labels: Sequence[str], size: int, chance: np.random.Generator) -> list[int]:
    """The places of so many documents of each label, in the order in which they came."""
    places = np.array(labels)
    drawn = [chance.permutation(np.flatnonzero(places == label))[:size] for label in sorted(set(labels))]
    return [int(place) for place in np.sort(np.concatenate(drawn))]


def logistic_of_few(few: Split, *, is_chinese: bool) -> Iterator[tuple[str, np.ndarray]]:
    vectorizer = TfidfVectorizer(sublinear_tf=True, **(CHINESE | {"min_df": 1} if is_chinese else {}))
    known, new = vectorizer.fit_transform(few.texts), vectorizer.transform(few.new)
    for strength in (10, 100):
        yield (
            f"logistic, C = {strength}",
            LogisticRegression(C=strength, max_iter=500).fit(known, few.labels).predict(new),
        )


def share_right(said: np.ndarray, truth: np.ndarray) -> float:
    return 100 * float(np.mean(said == truth))


def promised(name: str, split: Split, *, is_quick: bool) -> None:
    """Print a line for each model, state of the labels and limit."""
    labels = sorted(set(split.labels))
    numbers = np.array([labels.index(label) for label in split.labels])
    truth = np.array([labels.index(label) if label in labels else -1 for label in split.truth])
    for event_model in ("learnt",) if is_quick else ("learnt", "multinomial"):
        for state, some, learnt in states_of_labels(numbers, len(labels), is_quick=is_quick):
            recipe = Recipe(event_model=event_model)
            if name == "headlines":
                rules, limits = TokenRules(char_ngrams=(1, 2)), VocabularyLimits(min_documents=2)
                recipe = Recipe(event_model=event_model, rules=rules, limits=limits)
            counter = TokenCounter(recipe.rules)
            counts = counter.count([split.texts[place] for place in some.tolist()])
            documents = labelled_documents(counts, learnt[some], labels, counter.vocabulary)
            model = train_model(recipe, counts, learnt[some], labels, counter.vocabulary, is_assured=False)
            assure(model, documents, dates_s=some if name in IN_TIME else None)
            verdicts = model.judge_texts(split.new)
            for one_in in ERROR_LIMITS[:2]:
                told = kept_promise(verdicts, truth, one_in, len(labels))
                print(f"{name:11}{event_model:12}{state:12}1 in {one_in:<4}{told}", flush=True)


def states_of_labels(
    numbers: np.ndarray, n_labels: int, *, is_quick: bool
) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield places of documents to learn, and the labels that all documents are given."""
    generator, places = np.random.default_rng(1), np.arange(len(numbers))
    if is_quick and len(places) > QUICK_DOCUMENTS:
        places = places[:: -(-len(places) // QUICK_DOCUMENTS)]
    is_flipped = generator.random(len(numbers)) < WRONG_LABELS
    others = (numbers + generator.integers(1, n_labels, len(numbers))) % n_labels
    few = [generator.permutation(np.flatnonzero(numbers == label))[:FEW_OF_A_LABEL] for label in range(n_labels)]
    yield "as they are", places, numbers
    yield "1 % wrong", places, np.where(is_flipped, others, numbers)
    yield "60 a label", np.sort(np.concatenate(few)), numbers


def kept_promise(verdicts: Verdicts, truth: np.ndarray, one_in: int, n_labels: int) -> str:
    """Say what was sure and what of it wrong, in all and by label."""
    assert verdicts.strictest_limit_met is not None
    is_sure, is_wrong = verdicts.strictest_limit_met >= one_in, verdicts.label_numbers != truth
    n_sure, n_wrong = int(is_sure.sum()), int((is_sure & is_wrong).sum())
    own = [is_sure & (verdicts.label_numbers == label) for label in range(n_labels)]
    sizes = [(int((some & is_wrong).sum()), int(some.sum())) for some in own if some.any()]
    over = sum(wrong * one_in > size for wrong, size in sizes)
    clearly = sum(wilson_interval(wrong, size).low > 1 / one_in for wrong, size in sizes)
    found = wilson_interval(n_wrong, n_sure)
    share = f"{100 * n_wrong / n_sure:5.2f} % ({100 * found.low:.2f} to {100 * found.high:.2f})" if n_sure else "–"
    by_label = f"{len(sizes)} of {n_labels} labels, {over} over it, {clearly} clearly"
    return f"sure {100 * n_sure / len(truth):5.1f} %, wrong {n_wrong:4} of {n_sure:5} {share:24} {by_label}"


def two_way(scores: FloatArray) -> FloatArray:
    return np.stack([-scores, scores], axis=1) if scores.ndim == 1 else scores


def normalised(scores: FloatArray) -> FloatArray:
    peaks = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(peaks - np.log(np.exp(peaks).sum(axis=1, keepdims=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=sorted(CORPORA))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--few", type=int, metavar="DRAWS")
    parser.add_argument("--promise", action="store_true")
    arguments = parser.parse_args()
    corpora = Path(os.environ["BAYLEAF_CORPORA"])
    usual = PROMISED if arguments.promise else tuple(name for name in CORPORA if name != "dated")
    for name in arguments.only or usual:
        try:
            split = CORPORA[name](corpora)
        except (OSError, StopIteration):
            print(f"{name}: not among the corpora")
            continue
        if arguments.few:
            few_documents(name, split, arguments.few)
            continue
        if arguments.promise:
            promised(name, split, is_quick=arguments.quick)
            continue
        measure(name, split, is_quick=arguments.quick, is_peers=arguments.peers)


def measure(name: str, split: Split, *, is_quick: bool, is_peers: bool) -> None:
    labels = sorted(set(split.labels))
    truth = np.array([labels.index(label) for label in split.truth])
    print(f"\n{name}: {len(split.texts):,} learnt, {len(split.new):,} judged, {len(labels)} labels")
    print(f"{'':48}{'right':>7}{'macro':>7}{'ECE':>6}{'loss':>7}{'s':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for ways in (
            () if is_peers else ours(split, labels, Path(folder)),
            theirs(split, truth, is_chinese=name == "headlines", is_quick=is_quick),
        ):
            for way, scores, took_s in ways:
                found = evaluate(normalised(scores), truth, tuple(labels))
                figures = f"{100 * found.accuracy:7.2f}{100 * found.macro_f1:7.2f}{100 * found.ece:6.1f}"
                print(f"{way:48.48}{figures}{found.log_loss:7.3f}{took_s:7.1f}", flush=True)


if __name__ == "__main__":
    main()
