"""Group the documents of a collection by topic: naive Bayes without labels.

The model is a multinomial mixture, fitted by expectation–maximisation (EM). EM from a random start finds almost no
topics. It therefore starts from k-means regions in a low-dimensional space, and corrects their errors.

To choose the number of groups, two halves of the documents are grouped separately. The number for which both results
agree most is best. Among numbers that are nearly as good, the largest is used: a person merges two groups with one key,
but splitting a group takes longer. Figures: `tests/benchmarks/decisions/asking.md`.

*Settled* documents existed when the groups were formed; *late* documents arrived afterwards. Late documents join
existing groups, whose word probabilities do not change. Late documents that are far from all groups but close to one
another form a new group.

Documents are tf-idf rows of unit length. The *closeness* of two documents is their dot product: 1 for copies. In the
low-dimensional space, documents can be close without a common word, if their words occur together elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nbengine.counts import CountMatrix, FloatArray, IntArray

# The likelihood of held-out documents and silhouettes grow with the number of groups, so neither can choose it. The
# agreement of two halves has a maximum (tests/benchmarks/decisions/asking.md).
NUMBERS_OF_GROUPS = (5, 6, 7, 8, 10, 12, 14, 16, 18, 20)
EQUAL_AGREEMENT_MARGIN = 0.05
"""Numbers of groups count as equally good if their agreements differ by less than this."""
MIN_CLEAR_AGREEMENT = 0.5
"""If the halves agree less than this, there are no clear groups.

Then the smallest number that is good enough is used.
"""
MAX_FITTED_DOCUMENTS = 3_000
"""Maximum number of documents to which the mixture is fitted."""
MAX_HALVED_DOCUMENTS = 2_000
"""Maximum size of the sample that is halved to choose the number of groups."""
N_RANDOM_STARTS = 4
"""Number of random starts of k-means."""
MAX_EM_ITERATIONS = 30
"""Maximum number of EM iterations."""
SMOOTHING = 0.05
CORE_PROBABILITY = 0.95
"""Minimum probability of the group for a document in the group's core."""
MIN_REGION_DOCUMENTS = 3
"""Initial regions with fewer documents are dropped."""
MIN_NEW_GROUP_DOCUMENTS = 5
"""Minimum number of late documents in a new group."""
FAR_QUANTILE = 0.4
"""A late document is far from a group if its closeness to the mean is below this quantile of the members' closeness."""
MIN_CLOSER_SHARE = 0.75
"""Share of a candidate's documents that must be closer to the candidate than to all earlier groups.

A candidate is a set of late documents that may form a new group.
"""
MAX_LABELLED_SHARE = 0.5
"""If more than this share of the documents has labels, a new group must be unlike all labels, not unlike all groups."""
DOCUMENTS_PER_CANDIDATE, MAX_CANDIDATE_GROUPS = 15, 20
"""Number of late documents for each candidate of a new group, and the maximum number of candidates."""
N_WORDS, N_TYPICAL = 40, 3
MIN_COPY_CLOSENESS = 0.9
"""Two documents are copies if their closeness is at least this."""
NO_GROUP = -1
"""Group number of a document that is in no group."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentGroup:
    """A group of similar documents. Documents are given by their rows, words by their columns."""

    members: IntArray
    """Rows of its documents, ascending."""
    core_members: IntArray
    """Rows of members that clearly belong to the group and are near its mean."""
    words: IntArray
    """Columns of its characteristic words, strongest first."""
    typical_members: IntArray
    """Rows of its most typical documents, without copies of each other."""
    is_new: bool = False
    """Whether the group consists of late documents that are unlike all earlier groups or labels."""


def find_groups(
    counts: CountMatrix, n_settled: int | None = None, labels: IntArray | None = None
) -> list[DocumentGroup]:
    """Divide documents into groups, largest first. Documents without words are in no group.

    Args:
        counts: Word counts, one row per document.
        n_settled: Number of rows from which the groups are formed. Later rows join them, or become a new group if
            they are unlike all. None means all rows.
        labels: (n_documents,), label numbers, negative for documents without a label. If most documents have a label,
            a new group is made of those unlabelled documents that are unlike every label.
    """
    rows = make_unit_rows(counts)
    settled = counts.n_documents if n_settled is None else n_settled
    group_numbers, shares = assign_groups(counts, settled)
    new_group = int(group_numbers.max(initial=NO_GROUP)) + 1
    if labels is not None and (labels >= 0).mean() > MAX_LABELLED_SHARE:
        late_members = find_new_group(rows, labels, np.flatnonzero((labels < 0) & (group_numbers >= 0)))
    else:
        late_members = find_new_group(rows, group_numbers, np.flatnonzero(group_numbers[settled:] >= 0) + settled)
    group_numbers[late_members], shares[late_members] = new_group, 1.0
    groups = [
        describe_group(counts, rows, group_numbers, shares, number, is_new=number == new_group)
        for number in np.unique(group_numbers[group_numbers >= 0]).tolist()
    ]
    return sorted(groups, key=lambda group: (-len(group.members), int(group.members[0])))


def assign_groups(counts: CountMatrix, n_settled: int) -> tuple[IntArray, FloatArray]:
    """Return the group number of each document, and its probability. Both have the shape (n_documents,).

    The group number is `NO_GROUP` for a document without words.
    """
    group_numbers = np.full(counts.n_documents, NO_GROUP)
    shares = np.zeros(counts.n_documents)
    has_words = np.flatnonzero(np.diff(counts.starts) > 0)
    settled = has_words[has_words < n_settled]
    if not len(settled):
        return group_numbers, shares
    fitted = settled[:: -(-len(settled) // MAX_FITTED_DOCUMENTS)]
    start = find_initial_regions(make_unit_rows(counts[fitted]))
    scores = fit_mixture(dampen_counts(counts[fitted]), start)
    shares_of_groups = group_probabilities(dampen_counts(counts[has_words]), *scores)
    group_numbers[has_words], shares[has_words] = shares_of_groups.argmax(axis=1), shares_of_groups.max(axis=1)
    return group_numbers, shares


def dampen_counts(counts: CountMatrix) -> Rows:
    """Return 1 + log(count) in place of each count, because a word that was used once is likely to be repeated.

    tf-idf was never better.
    """
    return CountMatrix(counts.starts, counts.tokens, 1 + np.log(np.maximum(counts.values, 1)), counts.n_tokens).csr


def find_initial_regions(rows: Rows) -> IntArray:
    """Return the number of the k-means region of each document, from which EM starts; shape (n_documents,)."""
    vectors = project_rows(rows)
    region_of_document = find_best_regions(vectors, choose_number_of_groups(vectors))
    sizes = np.bincount(region_of_document)
    large_regions = np.flatnonzero(sizes >= min(MIN_REGION_DOCUMENTS, sizes.max()))
    centres = np.array([vectors[region_of_document == region].mean(axis=0) for region in large_regions])
    return np.asarray(np.argmax(vectors @ centres.T, axis=1))


def choose_number_of_groups(vectors: FloatArray) -> int:
    """Return the number of groups for which the groupings of two halves of the documents agree most.

    The agreement is averaged over two ways to halve the documents.
    """
    sample = vectors[:: -(-len(vectors) // MAX_HALVED_DOCUMENTS)]
    if len(sample) < 2 * NUMBERS_OF_GROUPS[0]:
        return max(1, len(sample) // 2)
    order = np.arange(len(sample))
    halvings = [order % 2 == 0, order // 2 % 2 == 0]
    numbers = [number for number in NUMBERS_OF_GROUPS if 4 * number <= len(sample)] or [NUMBERS_OF_GROUPS[0]]
    agreement = np.array(
        [np.mean([measure_agreement_of_halves(sample, half, number) for half in halvings]) for number in numbers]
    )
    candidates = np.flatnonzero(agreement >= agreement.max() - EQUAL_AGREEMENT_MARGIN)
    return numbers[int(candidates[-1 if agreement.max() >= MIN_CLEAR_AGREEMENT else 0])]


def measure_agreement_of_halves(vectors: FloatArray, is_first: IntArray, n_regions: int) -> float:
    """Return how much the regions of two halves of the documents agree, as adjusted Rand index.

    Each half is divided into `n_regions` regions. Then all documents are assigned twice: to the nearest region of the
    first half, and to that of the second. `is_first` is a mask of the first half.
    """
    divisions = []
    for half in (vectors[is_first], vectors[~is_first]):
        region_of_document = find_best_regions(half, n_regions, n_starts=2)
        centres = np.array(
            [half[region_of_document == region].mean(axis=0) for region in np.unique(region_of_document)]
        )
        divisions.append(np.argmax(vectors @ scale_to_unit_length(centres).T, axis=1))
    return adjusted_rand_index(*divisions)


def adjusted_rand_index(first: IntArray, second: IntArray) -> float:
    """Return the adjusted Rand index of two divisions: 1 if they are equal, about 0 if they are random."""
    table = np.zeros((int(first.max()) + 1, int(second.max()) + 1))
    np.add.at(table, (first, second), 1)

    def pairs(sizes: FloatArray) -> float:
        return float((sizes * (sizes - 1)).sum() / 2)

    both, in_first, in_second = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    by_chance = in_first * in_second / max(pairs(np.array([len(first)])), 1.0)
    most = (in_first + in_second) / 2
    return 1.0 if most == by_chance else (both - by_chance) / (most - by_chance)


def find_best_regions(vectors: FloatArray, n_regions: int, n_starts: int = N_RANDOM_STARTS) -> IntArray:
    """Return the best k-means result of several random starts."""
    weights = np.ones(len(vectors))
    results = [spherical_k_means(vectors, weights, n_regions, seed=seed) for seed in range(n_starts)]
    return max(results, key=lambda result: k_means_objective(vectors, result))


def k_means_objective(vectors: FloatArray, region_of_document: IntArray) -> float:
    """Return the objective of spherical k-means: the sum over regions of the length of the region's vector sum."""
    return float(
        np.linalg.norm(np.eye(int(region_of_document.max()) + 1)[region_of_document].T @ vectors, axis=1).sum()
    )


def fit_mixture(counts: Rows, start: IntArray) -> tuple[FloatArray, FloatArray]:
    """Fit a multinomial mixture, starting from the group numbers `start`.

    Return log-probabilities of words, (n_groups, n_tokens), and of groups, (n_groups,).
    """
    shares = np.eye(int(start.max()) + 1)[start]
    for _ in range(MAX_EM_ITERATIONS):
        words = (counts.T @ shares).T + SMOOTHING
        log_words = np.log(words / words.sum(axis=1, keepdims=True))
        log_shares = np.log((shares.sum(axis=0) + 1) / (len(start) + len(words)))
        before, shares = shares, group_probabilities(counts, log_words, log_shares)
        if np.abs(shares - before).sum() < 1e-3 * len(start):
            break
    return log_words, log_shares


def group_probabilities(counts: Rows, log_words: FloatArray, log_shares: FloatArray) -> FloatArray:
    """Return the probability of each group for each document, (n_documents, n_groups)."""
    joint = counts @ log_words.T + log_shares
    shares = np.exp(joint - joint.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def find_new_group(rows: Rows, group_numbers: IntArray, late_rows: IntArray) -> IntArray:
    """Return the rows of the late documents that form a new group; an empty array if there is none.

    They are closer to one another than to any settled group or label. Most of them are also farther from the nearest
    group than most of that group's own documents. If several candidates qualify, the largest is used.
    """
    is_settled = group_numbers >= 0
    is_settled[late_rows] = False
    settled = np.flatnonzero(is_settled)
    if len(late_rows) < MIN_NEW_GROUP_DOCUMENTS or len(settled) < MIN_NEW_GROUP_DOCUMENTS:
        return late_rows[:0]
    means, bounds = [], []
    for number in np.unique(group_numbers[settled]):
        group_rows = rows[settled[group_numbers[settled] == number]]
        means.append(mean_row(group_rows))
        # Each document is compared with the mean of the others. With its own share in the mean, groups seem so tight
        # that 138 late documents were called new where nothing was new.
        bounds.append(float(np.quantile(closeness_to_others(group_rows), FAR_QUANTILE)))
    closeness = np.asarray(rows[late_rows] @ np.array(means).T)
    nearest, bound = closeness.max(axis=1), np.array(bounds)[closeness.argmax(axis=1)]
    candidate_of_document = spherical_k_means(
        project_rows(rows[late_rows]),
        np.ones(len(late_rows)),
        min(MAX_CANDIDATE_GROUPS, max(1, len(late_rows) // DOCUMENTS_PER_CANDIDATE)),
    )
    members = late_rows[:0]
    for candidate in np.unique(candidate_of_document):
        positions = np.flatnonzero(candidate_of_document == candidate)
        is_closer = closeness_to_others(rows[late_rows[positions]]) > nearest[positions]
        is_strange = is_closer.mean() >= MIN_CLOSER_SHARE and np.median(nearest[positions] - bound[positions]) < 0
        if is_strange and is_closer.sum() >= max(MIN_NEW_GROUP_DOCUMENTS, len(members) + 1):
            members = late_rows[positions[is_closer]]
    return members if not len(members) else late_rows[np.asarray(rows[late_rows] @ mean_row(rows[members])) > nearest]


def closeness_to_others(rows: Rows) -> FloatArray:
    """Return the closeness of each row to the mean of all other rows; shape (n_rows,)."""
    whole = np.asarray(rows.sum(axis=0), dtype=np.float64).ravel()
    shared, own_squares = np.asarray(rows @ whole), np.asarray(rows.power(2).sum(axis=1), dtype=np.float64).ravel()
    length = np.sqrt(np.maximum(float(whole @ whole) - 2 * shared + own_squares, 1e-12))
    return np.asarray((shared - own_squares) / length)


def mean_row(rows: Rows) -> FloatArray:
    """Return the mean of some rows, scaled to unit length."""
    mean = np.asarray(rows.sum(axis=0), dtype=np.float64).ravel()
    length = float(np.linalg.norm(mean))
    return mean / length if length else mean


def describe_group(
    counts: CountMatrix, rows: Rows, group_numbers: IntArray, shares: FloatArray, number: int, is_new: bool
) -> DocumentGroup:
    """Return the group with this number, with its core, words and typical documents."""
    members = np.flatnonzero(group_numbers == number)
    closeness = np.asarray(rows[members] @ mean_row(rows[members]))
    is_core = (shares[members] >= CORE_PROBABILITY) & (closeness >= np.quantile(closeness, 0.25))
    return DocumentGroup(
        members,
        members[is_core],
        find_characteristic_words(counts, members),
        find_typical_members(rows, members, closeness),
        is_new,
    )


def find_characteristic_words(counts: CountMatrix, members: IntArray) -> IntArray:
    """Return the columns of a group's characteristic words: those that many members and few other documents contain."""
    n_tokens, n_documents = counts.n_tokens, counts.n_documents
    in_group = np.bincount(counts[members].tokens, minlength=n_tokens)
    elsewhere = np.bincount(counts.tokens, minlength=n_tokens) - in_group
    share = in_group / len(members)
    odds = np.log((in_group + 0.5) / (len(members) + 1)) - np.log((elsewhere + 0.5) / (n_documents - len(members) + 1))
    rarity = np.log((n_documents + 1) / (in_group + elsewhere + 1))
    strength = share * odds * rarity
    columns = np.argsort(-strength, kind="stable")[:N_WORDS]
    return columns[in_group[columns] > 0]


def find_typical_members(rows: Rows, members: IntArray, closeness: FloatArray) -> IntArray:
    """Return the members nearest to the mean, without copies. Short documents are ranked lower."""
    n_words = np.diff(rows.indptr)[members]
    preference = closeness * np.sqrt(np.minimum(1, n_words / max(float(np.median(n_words)), 1.0)))
    return members[select_without_copies(rows[members], np.argsort(-preference, kind="stable")[:200], N_TYPICAL)]


def select_without_copies(rows: Rows, order: IntArray, max_rows: int) -> IntArray:
    """Return the first positions of `order` whose documents are not copies of each other, at most `max_rows`."""
    chosen: list[int] = []
    for position in order.tolist():
        if len(chosen) == max_rows:
            break
        if not chosen or (rows[chosen] @ rows[[position]].T).max() < MIN_COPY_CLOSENESS:
            chosen.append(position)
    return np.array(chosen, np.int64)


def halve_group(counts: CountMatrix, members: IntArray) -> list[DocumentGroup]:
    """Split a group in two, the larger half first. Return the whole as one group if its documents cannot be
    separated.
    """
    region_of_member = find_best_regions(project_rows(make_unit_rows(counts[members])), 2)
    halves = [members[region_of_member == region] for region in np.unique(region_of_member)]
    return [make_group(counts, half) for half in sorted(halves, key=len, reverse=True)]


def make_group(counts: CountMatrix, members: IntArray, core: IntArray | None = None) -> DocumentGroup:
    """Return these documents as one group. If `core` is None, its core members are those closest to the mean."""
    rows, group_numbers = make_unit_rows(counts), np.full(counts.n_documents, NO_GROUP)
    group_numbers[members] = 0
    group = describe_group(counts, rows, group_numbers, np.ones(counts.n_documents), 0, is_new=False)
    return group if core is None else replace(group, core_members=core)


N_DIRECTIONS = 40
"""Dimensions of the low-dimensional space."""
N_POWER_ITERATIONS = 4
"""Number of power iterations of the randomised singular value decomposition."""

Rows = Any
"""Documents as a SciPy sparse float32 matrix, (n_documents, n_tokens). Each row has unit length or is empty."""


def make_unit_rows(counts: CountMatrix) -> Rows:
    """Return tf-idf rows with logarithmic counts and unit length.

    Words that occur in only one document are left out.
    """
    n_documents = counts.n_documents
    n_documents_with = np.bincount(counts.tokens, minlength=counts.n_tokens)
    rarity = np.where(n_documents_with > 1, np.log(max(n_documents, 1) / np.maximum(n_documents_with, 1)), 0.0)
    values = (1 + np.log(np.maximum(counts.values, 1))) * rarity[counts.tokens]
    rows = CountMatrix(counts.starts, counts.tokens, values.astype(np.float32), counts.n_tokens).csr.copy()
    rows.eliminate_zeros()
    lengths = np.sqrt(np.asarray(rows.power(2).sum(axis=1), dtype=np.float64).ravel())
    rows.data /= np.repeat(np.where(lengths > 0, lengths, 1.0), np.diff(rows.indptr)).astype(np.float32)
    return rows


def project_rows(rows: Rows) -> FloatArray:
    """Project rows to the directions of largest variance, (n_documents, n_directions), and scale them to unit length.

    A document without words becomes the zero vector.
    """
    used_columns = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    columns = rows[:, used_columns]
    n_directions = min(N_DIRECTIONS, *columns.shape)
    if not n_directions:
        return np.zeros((rows.shape[0], 1))
    basis = np.random.default_rng(0).standard_normal((len(used_columns), n_directions)).astype(np.float32)
    for _ in range(N_POWER_ITERATIONS):
        basis = columns.T @ np.linalg.qr(columns @ np.linalg.qr(basis)[0])[0]
    projected = np.asarray(columns @ np.linalg.qr(basis)[0], dtype=np.float64)
    return scale_to_unit_length(projected)


def scale_to_unit_length(vectors: FloatArray) -> FloatArray:
    """Scale each row to length one. Zero rows stay zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))


def spherical_k_means(
    vectors: FloatArray, weights: FloatArray, n_regions: int, *, seed: int = 0, rounds: int = 20
) -> IntArray:
    """Divide weighted points into regions by spherical k-means. Return the region of each point.

    Initial centres are drawn far from each other, as in k-means++, each the best of three draws.
    """
    centres = draw_centres(vectors, weights, n_regions, np.random.default_rng(seed))
    for _ in range(rounds):
        region_of_point = np.argmax(vectors @ centres.T, axis=1)
        new_centres = compute_centres(vectors, weights, region_of_point, centres)
        if np.abs(new_centres - centres).max() < 1e-4:
            break
        centres = new_centres
    return np.asarray(np.argmax(vectors @ centres.T, axis=1))


def compute_centres(vectors: FloatArray, weights: FloatArray, region_of_point: IntArray, old: FloatArray) -> FloatArray:
    """Return the new centre of each region: the direction of its weighted mean.

    A region without points keeps its centre.
    """
    sums = (np.eye(len(old))[region_of_point] * weights[:, None]).T @ vectors
    return np.where(np.linalg.norm(sums, axis=1, keepdims=True) > 0, scale_to_unit_length(sums), old)


def draw_centres(vectors: FloatArray, weights: FloatArray, n_regions: int, rng: np.random.Generator) -> FloatArray:
    """Draw the initial centres of k-means.

    Points far from the centres drawn so far are more likely. `vectors` have unit length.
    """
    distances, centres = np.ones(len(vectors)), list[int]()
    for _ in range(n_regions):
        shares = weights * distances
        total = shares.sum()
        if total <= 0:
            break
        candidates = rng.choice(len(vectors), 3, p=shares / total)
        remaining = [np.minimum(distances, np.maximum(1 - vectors @ vectors[candidate], 0)) for candidate in candidates]
        best = int(np.argmin([float(weights @ rest) for rest in remaining]))
        distances = remaining[best]
        centres.append(int(candidates[best]))
    return vectors[centres or [0]]
