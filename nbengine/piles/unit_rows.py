"""Documents as rows of unit length, in which rare words weigh more, and as points among few directions.

Closeness of two documents is the product of their rows: 1 for copies, 0 where they have no word in common. The points
tell documents alike that have no word in common and yet the same company of words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray

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


def points(rows: Rows, n_directions: int = N_DIRECTIONS) -> FloatArray:
    """Return each document among the directions in which documents differ most, as (n_documents, n_directions) of unit
    length; one without words lies at zero."""
    used = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    columns = rows[:, used]
    n_directions = min(n_directions, *columns.shape)
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
    scaled: FloatArray = vectors / np.where(lengths > 0, lengths, 1.0)
    return scaled


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


def first_centres(
    there: FloatArray, weights: FloatArray, n_regions: int, chance: np.random.Generator, n_tried: int = 3
) -> FloatArray:
    """Draw points to begin with, each more likely the farther it is from those drawn before."""
    away, drawn = np.ones(len(there)), list[int]()
    for _ in range(n_regions):
        shares = weights * away
        total = shares.sum()
        if total <= 0:
            break
        tried = chance.choice(len(there), n_tried, p=shares / total)
        left = [np.minimum(away, np.maximum(1 - there @ there[one], 0)) for one in tried]
        best = int(np.argmin([float(weights @ one) for one in left]))
        away = left[best]
        drawn.append(int(tried[best]))
    return there[drawn or [0]]
