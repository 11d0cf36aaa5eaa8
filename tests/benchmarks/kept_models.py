"""Costs of a large model: on disk, to load, to judge and correct one document, to say who taught it its verdict.

    python -m tests.benchmarks.kept_models [--rounds 7]

Synthetic: 200,000 words under 20 labels with frequencies as words have them, and 20,000 documents of about a hundred
different words each. Medians of the rounds, in milliseconds by the clock.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from nbengine.counts import CountMatrix
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.explanation import explain, fewest_words, word_figures
from nbengine.explanations.influence import influence_on_verdict
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_model
from nbengine.text.vocabulary import Vocabulary

N_WORDS, N_LABELS, N_DOCUMENTS, N_TOKENS = 200_000, 20, 20_000, 150


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    counts, labels, words = made_up_corpus()
    names = [f"label {number}" for number in range(N_LABELS)]
    for event_model in ("multinomial", "bernoulli", "complement"):
        recipe = Recipe(event_model=event_model, smoothing=0.1)
        model = train_model(recipe, counts, labels, names, words, is_assured=False)
        print(f"{event_model}: {model.n_words} words, {N_LABELS} labels, {N_DOCUMENTS} documents")
        measure(model, model.map_counts(counts, words).counts, labels, rounds)


def made_up_corpus() -> tuple[CountMatrix, np.ndarray, Vocabulary]:
    """Documents whose words follow Zipf's law, each label preferring words of its own."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, N_LABELS, N_DOCUMENTS)
    drawn = np.minimum(rng.zipf(1.25, (N_DOCUMENTS, N_TOKENS)) - 1, 10**9)
    words = np.where(rng.random(drawn.shape) < 0.5, drawn, drawn * N_LABELS + labels[:, None]) % N_WORDS
    words[:, 0] = np.arange(N_DOCUMENTS) * 10 % N_WORDS
    extra = rng.integers(0, N_WORDS, (N_DOCUMENTS, 20))
    cells = np.sort((np.arange(N_DOCUMENTS)[:, None] * N_WORDS + np.concatenate([words, extra], axis=1)).reshape(-1))
    leaders = np.flatnonzero(np.append(True, cells[1:] != cells[:-1]))
    values = np.diff(leaders, append=len(cells)).astype(np.int32)
    starts = np.searchsorted(cells[leaders], np.arange(N_DOCUMENTS + 1) * N_WORDS)
    counts = CountMatrix(starts, (cells[leaders] % N_WORDS).astype(np.int32), values, N_WORDS)
    return counts, labels, Vocabulary(f"word{number * 2654435761 % 2**32:x}" for number in range(N_WORDS))


def measure(model: Model, counts: CountMatrix, labels: np.ndarray, rounds: int) -> None:
    """Print one line per thing that is done with a model."""
    data, one = model_to_bytes(model), counts[:1]
    verdict = explain(model, one)
    print(f"  {'bytes on disk':<44}{len(data) / 1e6:9.2f} MB")
    for name, work in {
        "to bytes": lambda: model_to_bytes(model),
        "from bytes": lambda: model_from_bytes(data),
        "judge one document": lambda: model.judge(one),
        "learn one document, and the next verdict": lambda: learnt_and_judged(model, one),
        "explain one verdict": lambda: explain(model, one),
        "the fewest words that flip it": lambda: fewest_words(model, one),
        "derive it in exact fractions": lambda: derivation_of(model, one),
        "influence of each training document": lambda: influence_on_verdict(
            model, one, counts, labels, label=verdict.label, against=verdict.against
        ),
        "figures of all words": lambda: word_figures(model),
    }.items():
        print(f"  {name:<44}{median_ms(work, rounds):9.2f} ms")


def learnt_and_judged(model: Model, document: CountMatrix) -> None:
    model.learn(document, [model.labels[0]])
    model.judge(document)
    model.forget(document, [model.labels[0]])


def median_ms(work: Callable[[], object], rounds: int) -> float:
    """The median of some rounds by the clock, after one that does not count."""
    taken = []
    for _ in range(rounds + 1):
        began = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken[1:])


if __name__ == "__main__":
    main()
