"""Groups that a pile of documents falls into: naive Bayes without labels.

A multinomial mixture by expectation and maximisation, begun from regions among a few directions: from a beginning by
chance it finds next to nothing, and it puts right what regions and factors by themselves leave wrong. The number of
groups is the one at which two halves of the pile, divided each by itself, agree most; among as good as equals the
larger, since to merge two groups is one key, and to split one is work. Figures: `tests/benchmarks/decisions/asking.md`.

Documents that came after the settled ones are placed among the groups of these, which stay as they are; late ones that
lie far from all and close to one another are a group of their own.

Rows have unit length, and rare words weigh more in them: closeness of two documents is their product, 1 for copies. As
points among few directions documents are alike that have no word in common and yet the same company of words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nbengine.counts import CountMatrix, FloatArray, IntArray

NUMBERS_OF_GROUPS = (5, 6, 7, 8, 10, 12, 14, 16, 18, 20)
AS_GOOD = 0.05
"""Agreements that differ by less are taken as equal."""
CLEAR = 0.5
"""Halves that agree less have no clear groups, and are better shown in few."""
MOST_FITTED = 3_000
MOST_HALVED = 2_000
BEGINNINGS = 4
ROUNDS = 30
SMOOTHING = 0.05
SURE = 0.95
FEWEST = 3
FEWEST_STRANGERS = 5
FAR = 0.4
"""The share of the settled documents of a group that lie farther from its middle than strangers may."""
MOST = 0.75
"""The share of a company of strangers that must be closer to one another than to all that was there before."""
MOST_LABELLED = 0.5
COMPANY, MOST_COMPANIES = 15, 20
N_WORDS, N_TYPICAL = 40, 3
COPY = 0.9
"""Closeness from which two documents say the same."""
NOWHERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some documents that are like each other."""

    members: IntArray
    """Ascending rows."""
    core: IntArray
    """Those of them that surely belong here and lie near the middle."""
    words: IntArray
    """Columns of the words that tell it from the others, the most telling first."""
    typical: IntArray
    """The rows of its most typical documents, no two of them copies."""
    is_new: bool = False
    """True if it is made of late documents that are like nothing before them."""


def groups_of(counts: CountMatrix, n_settled: int | None = None, labels: IntArray | None = None) -> list[Group]:
    """Divide documents into groups, largest first; those without words are in none.

    `labels` are those of the documents that have one, else NOWHERE: where most have one, strangers are those without
    that are like none of these.
    """
    rows = unit_rows(counts)
    settled = counts.n_documents if n_settled is None else n_settled
    places, shares = placed(counts, settled)
    n_old = int(places.max(initial=NOWHERE)) + 1
    if labels is not None and (labels >= 0).mean() > MOST_LABELLED:
        strange = strangers(rows, labels, np.flatnonzero((labels < 0) & (places >= 0)))
    else:
        strange = strangers(rows, places, np.flatnonzero(places[settled:] >= 0) + settled)
    places[strange], shares[strange] = n_old, 1.0
    found = [
        described(counts, rows, places, shares, place, is_new=place == n_old)
        for place in np.unique(places[places >= 0]).tolist()
    ]
    return sorted(found, key=lambda group: (-len(group.members), int(group.members[0])))


def placed(counts: CountMatrix, n_settled: int) -> tuple[IntArray, FloatArray]:
    """Return the group of each document, or NOWHERE, and how much of it belongs there."""
    places = np.full(counts.n_documents, NOWHERE)
    shares = np.zeros(counts.n_documents)
    has_words = np.flatnonzero(np.diff(counts.starts) > 0)
    settled = has_words[has_words < n_settled]
    if not len(settled):
        return places, shares
    fitted = settled[:: -(-len(settled) // MOST_FITTED)]
    begun = beginning(unit_rows(counts[fitted]))
    scores = mixture(tempered(counts[fitted]), begun)
    belonging = likelihoods(tempered(counts[has_words]), *scores)
    places[has_words], shares[has_words] = belonging.argmax(axis=1), belonging.max(axis=1)
    return places, shares


def tempered(counts: CountMatrix) -> Rows:
    """Return counts as logarithms: a word that was said once will be said again."""
    return CountMatrix(counts.starts, counts.tokens, 1 + np.log(np.maximum(counts.values, 1)), counts.n_tokens).csr


def beginning(rows: Rows) -> IntArray:
    """Return the region of each document, of as many regions as suit the pile."""
    there = points(rows)
    best = best_regions(there, chosen_number(there))
    sizes = np.bincount(best)
    kept = np.flatnonzero(sizes >= min(FEWEST, sizes.max()))
    centres = np.array([there[best == one].mean(axis=0) for one in kept])
    return np.asarray(np.argmax(there @ centres.T, axis=1))


def chosen_number(there: FloatArray) -> int:
    """Return the number of groups on which two halves of a pile agree most, in the mean of two ways to halve it."""
    used = there[:: -(-len(there) // MOST_HALVED)]
    if len(used) < 2 * NUMBERS_OF_GROUPS[0]:
        return max(1, len(used) // 2)
    order = np.arange(len(used))
    halvings = [order % 2 == 0, order // 2 % 2 == 0]
    numbers = [number for number in NUMBERS_OF_GROUPS if 4 * number <= len(used)] or [NUMBERS_OF_GROUPS[0]]
    agreed = np.array([np.mean([agreement_of_halves(used, half, one) for half in halvings]) for one in numbers])
    as_good = np.flatnonzero(agreed >= agreed.max() - AS_GOOD)
    return numbers[int(as_good[-1 if agreed.max() >= CLEAR else 0])]


def agreement_of_halves(there: FloatArray, is_first: IntArray, number: int) -> float:
    """Return how far the regions of one half and those of the other divide all documents alike."""
    ways = []
    for half in (there[is_first], there[~is_first]):
        near = best_regions(half, number, beginnings=2)
        centres = np.array([half[near == one].mean(axis=0) for one in np.unique(near)])
        ways.append(np.argmax(there @ unit_length(centres).T, axis=1))
    return adjusted_rand(*ways)


def adjusted_rand(one: IntArray, other: IntArray) -> float:
    """Return the adjusted Rand index of two divisions: 1 where they are the same, about 0 where they are by chance."""
    table = np.zeros((int(one.max()) + 1, int(other.max()) + 1))
    np.add.at(table, (one, other), 1)

    def pairs(sizes: FloatArray) -> float:
        return float((sizes * (sizes - 1)).sum() / 2)

    both, mine, theirs = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    by_chance = mine * theirs / max(pairs(np.array([len(one)])), 1.0)
    most = (mine + theirs) / 2
    return 1.0 if most == by_chance else (both - by_chance) / (most - by_chance)


def best_regions(there: FloatArray, number: int, beginnings: int = BEGINNINGS) -> IntArray:
    """Return the closest regions of several beginnings."""
    weights = np.ones(len(there))
    tried = [regions(there, weights, number, seed=seed) for seed in range(beginnings)]
    return max(tried, key=lambda near: closeness_within(there, near))


def closeness_within(there: FloatArray, near: IntArray) -> float:
    """Return the sum over regions of how much their points point in one direction."""
    return float(np.linalg.norm(np.eye(int(near.max()) + 1)[near].T @ there, axis=1).sum())


def mixture(counts: Rows, begun: IntArray) -> tuple[FloatArray, FloatArray]:
    """Fit a multinomial mixture from a beginning; return logarithms of the words' probabilities and of the shares."""
    belonging = np.eye(int(begun.max()) + 1)[begun]
    for _ in range(ROUNDS):
        words = (counts.T @ belonging).T + SMOOTHING
        log_words = np.log(words / words.sum(axis=1, keepdims=True))
        log_shares = np.log((belonging.sum(axis=0) + 1) / (len(begun) + len(words)))
        before, belonging = belonging, likelihoods(counts, log_words, log_shares)
        if np.abs(belonging - before).sum() < 1e-3 * len(begun):
            break
    return log_words, log_shares


def likelihoods(counts: Rows, log_words: FloatArray, log_shares: FloatArray) -> FloatArray:
    """Return how much of each document belongs to each group, (n_documents, n_groups)."""
    joint = counts @ log_words.T + log_shares
    shares = np.exp(joint - joint.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def strangers(rows: Rows, places: IntArray, late: IntArray) -> IntArray:
    """Return late documents that are closer to one another than to any group or label of the settled ones, and farther
    from these than most of their own; of several such companies the largest."""
    is_settled = places >= 0
    is_settled[late] = False
    settled = np.flatnonzero(is_settled)
    if len(late) < FEWEST_STRANGERS or len(settled) < FEWEST_STRANGERS:
        return late[:0]
    middles, bounds = [], []
    for place in np.unique(places[settled]):
        own = rows[settled[places[settled] == place]]
        middles.append(mean_row(own))
        bounds.append(float(np.quantile(closeness_to_others(own), FAR)))
    known = np.asarray(rows[late] @ np.array(middles).T)
    nearest, bound = known.max(axis=1), np.array(bounds)[known.argmax(axis=1)]
    company = regions(points(rows[late]), np.ones(len(late)), min(MOST_COMPANIES, max(1, len(late) // COMPANY)))
    found = late[:0]
    for one in np.unique(company):
        own = np.flatnonzero(company == one)
        is_closer = closeness_to_others(rows[late[own]]) > nearest[own]
        is_strange = is_closer.mean() >= MOST and np.median(nearest[own] - bound[own]) < 0
        if is_strange and is_closer.sum() >= max(FEWEST_STRANGERS, len(found) + 1):
            found = late[own[is_closer]]
    return found if not len(found) else late[np.asarray(rows[late] @ mean_row(rows[found])) > nearest]


def closeness_to_others(rows: Rows) -> FloatArray:
    """Return how close each row is to the middle of all others of them."""
    whole = np.asarray(rows.sum(axis=0), dtype=np.float64).ravel()
    shared, own = np.asarray(rows @ whole), np.asarray(rows.power(2).sum(axis=1), dtype=np.float64).ravel()
    length = np.sqrt(np.maximum(float(whole @ whole) - 2 * shared + own, 1e-12))
    return np.asarray((shared - own) / length)


def mean_row(rows: Rows) -> FloatArray:
    """Return the direction of the mean of some rows."""
    mean = np.asarray(rows.sum(axis=0), dtype=np.float64).ravel()
    length = float(np.linalg.norm(mean))
    return mean / length if length else mean


def described(counts: CountMatrix, rows: Rows, places: IntArray, shares: FloatArray, place: int, is_new: bool) -> Group:
    """Return a group with what it is known by."""
    members = np.flatnonzero(places == place)
    near = np.asarray(rows[members] @ mean_row(rows[members]))
    is_core = (shares[members] >= SURE) & (near >= np.quantile(near, 0.25))
    return Group(members, members[is_core], telling_words(counts, members), typical(rows, members, near), is_new)


def telling_words(counts: CountMatrix, members: IntArray) -> IntArray:
    """Return the words by which a member is told from other documents: in many members, in few others."""
    n_tokens, n_documents = counts.n_tokens, counts.n_documents
    in_group = np.bincount(counts[members].tokens, minlength=n_tokens)
    elsewhere = np.bincount(counts.tokens, minlength=n_tokens) - in_group
    share = in_group / len(members)
    odds = np.log((in_group + 0.5) / (len(members) + 1)) - np.log((elsewhere + 0.5) / (n_documents - len(members) + 1))
    rarity = np.log((n_documents + 1) / (in_group + elsewhere + 1))
    telling = share * odds * rarity
    found = np.argsort(-telling, kind="stable")[:N_WORDS]
    return found[in_group[found] > 0]


def typical(rows: Rows, members: IntArray, near: FloatArray) -> IntArray:
    """Return the members nearest the middle, no copies, and none of few words while there are longer ones."""
    n_words = np.diff(rows.indptr)[members]
    liked = near * np.sqrt(np.minimum(1, n_words / max(float(np.median(n_words)), 1.0)))
    return members[apart(rows[members], np.argsort(-liked, kind="stable")[:200], N_TYPICAL)]


def apart(rows: Rows, order: IntArray, most: int) -> IntArray:
    """Return the first places of an order that are no copies of one another."""
    kept: list[int] = []
    for one in order.tolist():
        if len(kept) == most:
            break
        if not kept or (rows[kept] @ rows[[one]].T).max() < COPY:
            kept.append(one)
    return np.array(kept, np.int64)


def halves_of(counts: CountMatrix, members: IntArray) -> list[Group]:
    """Split a group in two, larger half first; one in which nothing can be told apart stays whole."""
    near = best_regions(points(unit_rows(counts[members])), 2)
    halves = [members[near == one] for one in np.unique(near)]
    return [joined_group(counts, half) for half in sorted(halves, key=len, reverse=True)]


def joined_group(counts: CountMatrix, members: IntArray, core: IntArray | None = None) -> Group:
    """Return documents as one group; without a core that is known, the nearest to its middle are."""
    rows, places = unit_rows(counts), np.full(counts.n_documents, NOWHERE)
    places[members] = 0
    found = described(counts, rows, places, np.ones(counts.n_documents), 0, is_new=False)
    return found if core is None else replace(found, core=core)


N_DIRECTIONS = 40
POWERS = 4
"""The number of times that the directions are turned towards those in which the documents differ most."""

Rows = Any
"""SciPy's sparse rows of 32 bits, (n_documents, n_tokens); each has unit length, or is empty."""


def unit_rows(counts: CountMatrix) -> Rows:
    """Return tf-idf with logarithmic counts and unit length; words of one document alone are left out."""
    n_documents = counts.n_documents
    found_in = np.bincount(counts.tokens, minlength=counts.n_tokens)
    rarity = np.where(found_in > 1, np.log(max(n_documents, 1) / np.maximum(found_in, 1)), 0.0)
    values = (1 + np.log(np.maximum(counts.values, 1))) * rarity[counts.tokens]
    rows = CountMatrix(counts.starts, counts.tokens, values.astype(np.float32), counts.n_tokens).csr.copy()
    rows.eliminate_zeros()
    lengths = np.sqrt(np.asarray(rows.power(2).sum(axis=1), dtype=np.float64).ravel())
    rows.data /= np.repeat(np.where(lengths > 0, lengths, 1.0), np.diff(rows.indptr)).astype(np.float32)
    return rows


def points(rows: Rows) -> FloatArray:
    """Return each document among the directions in which documents differ most, as (n_documents, n_directions) of unit
    length; one without words lies at zero."""
    used = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    columns = rows[:, used]
    n_directions = min(N_DIRECTIONS, *columns.shape)
    if not n_directions:
        return np.zeros((rows.shape[0], 1))
    basis = np.random.default_rng(0).standard_normal((len(used), n_directions)).astype(np.float32)
    for _ in range(POWERS):
        basis = columns.T @ np.linalg.qr(columns @ np.linalg.qr(basis)[0])[0]
    there = np.asarray(columns @ np.linalg.qr(basis)[0], dtype=np.float64)
    return unit_length(there)


def unit_length(vectors: FloatArray) -> FloatArray:
    """Return the vectors, one a row, with length one; those of no length stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))


def regions(there: FloatArray, weights: FloatArray, n_regions: int, *, seed: int = 0, rounds: int = 20) -> IntArray:
    """Divide points among regions around centres, where points weigh differently; return the region of each.

    Spherical k-means: first centres are drawn far from one another, of three drawn the one that leaves the least.
    """
    centres = first_centres(there, weights, n_regions, np.random.default_rng(seed))
    for _ in range(rounds):
        near = np.argmax(there @ centres.T, axis=1)
        moved = centres_of(there, weights, near, centres)
        if np.abs(moved - centres).max() < 1e-4:
            break
        centres = moved
    return np.asarray(np.argmax(there @ centres.T, axis=1))


def centres_of(there: FloatArray, weights: FloatArray, near: IntArray, old: FloatArray) -> FloatArray:
    """Return the direction of the mean of each region's points; a region without points keeps its centre."""
    sums = (np.eye(len(old))[near] * weights[:, None]).T @ there
    return np.where(np.linalg.norm(sums, axis=1, keepdims=True) > 0, unit_length(sums), old)


def first_centres(there: FloatArray, weights: FloatArray, n_regions: int, chance: np.random.Generator) -> FloatArray:
    """Draw points to begin with, each more likely the farther it is from those drawn before."""
    away, drawn = np.ones(len(there)), list[int]()
    for _ in range(n_regions):
        shares = weights * away
        total = shares.sum()
        if total <= 0:
            break
        tried = chance.choice(len(there), 3, p=shares / total)
        left = [np.minimum(away, np.maximum(1 - there @ there[one], 0)) for one in tried]
        best = int(np.argmin([float(weights @ one) for one in left]))
        away = left[best]
        drawn.append(int(tried[best]))
    return there[drawn or [0]]
