"""Several labels a document, beside one-against-rest LinearSVC over tf-idf: a time split of Reuters' training part.

python -m tests.benchmarks.several_labels FILE.jsonl      rows of text and topics, in the order in which they came

The last quarter of the rows is judged; the marks by which labels are given come from the first three quarters alone.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

from nbengine.learnt.documents import labelled_documents, statistics_of_documents
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import MultiLabelEvaluation, evaluate_multi_label
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_statistics
from nbengine.questions.answers import SEPARATOR, label_memberships, labels_and_branches_of
from nbengine.questions.label_questions import fit_questions
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

SHARE_LEARNT = 0.75
WAYS = (("learnt", "multinomial"), ("counts", "multinomial"), ("counts", "complement"), ("counts", "bernoulli"))


def main(path: Path) -> None:
    """Print figures and seconds of each way to judge."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    texts, sets = [row["text"] for row in rows], [SEPARATOR.join(sorted(set(row["topics"]))) for row in rows]
    cut = int(len(rows) * SHARE_LEARNT)
    labels = labels_and_branches_of(sets)
    truth = label_memberships(sets, labels)
    print(f"{cut:,} learnt, {len(rows) - cut:,} judged, {len(labels)} labels")
    for name, given, seconds in [linear_svc(texts, truth, cut), *by_questions(texts, sets, labels, cut)]:
        print(told(name, evaluate_multi_label(given, truth[cut:], labels), seconds))


Answers = tuple[str, npt.NDArray[np.bool_], float]


def linear_svc(texts: list[str], truth: npt.NDArray[np.bool_], cut: int) -> Answers:
    began_s = time.perf_counter()
    words = TfidfVectorizer()
    learnt = words.fit_transform(texts[:cut])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # labels that none of the learnt rows has
        model = OneVsRestClassifier(LinearSVC()).fit(learnt, truth[:cut].astype(int))
    found = np.asarray(model.predict(words.transform(texts[cut:]))) > 0
    return "tf-idf + LinearSVC", found, time.perf_counter() - began_s


def by_questions(texts: list[str], sets: list[str], labels: tuple[str, ...], cut: int) -> Iterator[Answers]:
    counter = TokenCounter(TokenRules())
    counts, names = counter.count(texts), sorted(set(sets[:cut]))
    numbers = np.array([names.index(name) for name in sets[:cut]])
    documents = labelled_documents(counts[:cut], numbers, names, counter.vocabulary)
    for way, event_model in WAYS:
        began_s = time.perf_counter()
        recipe = Recipe(event_model=event_model, smoothing=0.03)
        model = train_on_statistics(recipe, documents, statistics_of_documents(documents))
        questions = fit_questions(model, documents, is_learnt=way == "learnt").questions
        log_odds = questions.log_odds(Features(model.map_counts(counts[cut:], counter.vocabulary).counts))
        given, answers = np.zeros((len(texts) - cut, len(labels)), np.bool_), questions.calibration
        given[:, [labels.index(label) for label in questions.labels]] = answers.assign_labels(
            answers.probabilities(log_odds)
        )
        yield f"{way}: {event_model}", given, time.perf_counter() - began_s


def told(name: str, figures: MultiLabelEvaluation, seconds: float) -> str:
    return (
        f"{name:24} micro F1 {figures.micro_f1:.4f}  macro F1 {figures.macro_f1:.4f}  all labels right "
        f"{figures.subset_accuracy:.4f}  Hamming loss {figures.hamming_loss:.5f}  {seconds:5.1f} s"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
