"""The score of the filter against the same sums written out word by word, for two labels and for three."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_GROUPS, N_NOVELTY_TOKENS, ROUTE, SIGNS, SUBJECT, TEXT, FilterSettings

N_WORDS = 80
LABELS = ("ham", "spam", "news")


def a_filter(n_labels):
    made = Filter(LABELS[:n_labels], FilterSettings())
    made.append_words(np.array([TEXT, SUBJECT, ROUTE, SIGNS] * (N_WORDS // 4), np.int8))
    return made


def a_document(dice, label):
    own = np.unique(np.concatenate([dice.choice(30, 12) + 20 * label, dice.choice(N_WORDS, 3)]))
    return (own + N_NOVELTY_TOKENS).astype(np.int32)


def score_by_hand(learner, seen):
    """One word after another, in plain numbers."""
    tally, settings, positive = learner.tally, learner.settings, learner.positive
    sizes = [
        0.5 * (math.log(words + settings.smoothing * tally.n_counted) + math.log(documents + 2 * settings.smoothing))
        for words, documents in zip(tally.words, tally.documents, strict=True)
    ]
    told = []
    for token, group in zip(seen.tokens.tolist(), seen.groups.tolist(), strict=True):
        counts = [float(row[token]) + settings.smoothing for row in tally.counts]
        logs = [math.log(count) - size for count, size in zip(counts, sizes, strict=True)]
        if tally.counts[:, token].any() and max(logs) - min(logs) > settings.informative_from:
            told.append((group, counts, logs))
    sizes_of_groups = [sum(group == one for group, _, _ in told) for one in range(N_GROUPS)]
    weights = [1 / math.sqrt(size + 10) for size in sizes_of_groups]
    total = sum(weights[group] for group, _, _ in told) + 3
    priors = [0.5 * math.log1p(number) for number in tally.learnt]
    means = [
        (sum(weights[group] * logs[label] for group, _, logs in told) + priors[label]) / total
        for label in range(len(priors))
    ]
    rival = max((label for label in range(len(means)) if label != positive), key=means.__getitem__)
    doubt = sum(
        5 / tally.learnt[label] + 0.5 * 10 / total**2 * sum(weights[g] ** 2 / counts[label] for g, counts, _ in told)
        for label in (positive, rival)
    )
    score = (priors[positive] - priors[rival]) / total
    for group in range(N_GROUPS):
        said = sum(weights[g] * (logs[positive] - logs[rival]) for g, _, logs in told if g == group) / total
        most = settings.most_of_signs if group == SIGNS else settings.most_of_a_group
        score += most * math.tanh(said / most)
    heard = [token for token in seen.tokens.tolist() if tally.lesson_counts[token]]
    learnt = sum(float(tally.steps[token]) for token in heard) / math.sqrt(len(heard)) + tally.bias
    fewest = min(tally.learnt[positive], sum(tally.learnt) - tally.learnt[positive])
    say = (
        learner.settings.learnt_share
        * fewest
        / (fewest + 200)
        * math.sqrt(learner.scales.evidence / learner.scales.learnt)
    )
    return score / math.sqrt(1 + doubt) + say * min(max(learnt, -30), 30), rival, len(told)


@pytest.mark.parametrize("n_labels", [2, 3])
def test_a_score_is_what_its_words_say_written_out_one_by_one(n_labels):
    learner, dice = a_filter(n_labels), np.random.default_rng(3)
    for number in range(150):
        label = number % n_labels
        seen = learner.prepare(a_document(dice, label))
        learner.learn(seen, label, learner.score_document(seen))

    telling = []
    for number in range(30):
        seen = learner.prepare(a_document(dice, number % n_labels))
        opinion = learner.score_document(seen)
        expected, rival, n_informative = score_by_hand(learner, seen)
        telling.append(n_informative)
        assert opinion.score == pytest.approx(expected, abs=1e-12)
        assert (opinion.rival_label, opinion.n_informative) == (rival, n_informative)
        assert opinion.evidence_by_label.max() == 0
    assert min(telling) > 0


def test_of_two_labels_the_one_ahead_has_the_better_evidence_by_the_margin():
    learner, dice = a_filter(2), np.random.default_rng(5)
    for number in range(100):
        seen = learner.prepare(a_document(dice, number % 2))
        learner.learn(seen, number % 2, learner.score_document(seen))

    margins = []
    for number in range(20):
        opinion = learner.score_document(learner.prepare(a_document(dice, number % 2)))
        margins.append(opinion.margin)
        assert opinion.evidence_by_label[1] - opinion.evidence_by_label[0] == pytest.approx(opinion.margin, abs=1e-12)
    assert min(margins) < 0 < max(margins)
