"""Documents without a label: guess their labels, so that learnt factors can be fitted to them, too.

A guess takes three steps; `tests/benchmarks/decisions/unlabelled.md` has the figures of each.

1. *Directions.* A truncated singular value decomposition of the unlabelled documents (tf-idf, length 1) finds which
   words occur together. It does not use labels, so it is computed once. A classifier is fitted to the coordinates of
   the labelled documents, and classifies the unlabelled ones. So it also uses words that no labelled document has.
2. *Expectation-maximisation* (Nigam, McCallum, Thrun and Mitchell, 2000), `EM_ROUNDS` of it: complement naive Bayes is
   learnt from the labelled documents and from the guesses, each weighted by its confidence. It classifies the
   unlabelled documents again. Complement naive Bayes is used because multinomial favours labels with many documents.
3. The most probable label of each document is its guess. Its confidence, squared, is the weight of the document in the
   fit of the factors.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.learnt.factors import FittingSamples, fit_factors, labels_to_mask
from nbengine.learnt.tally import TfIdf, document_frequencies, fit_tfidf
from nbengine.logspace import normalise_log_joint

MIN_DOCUMENTS_WITH_WORD = 2
"""The decomposition uses words that at least this many unlabelled documents have."""
N_DIRECTIONS = (20, 50, 100)
"""Numbers of directions of three classifiers. Their scores are averaged."""
SPARE_DIRECTIONS, N_POWER_ITERATIONS = 10, 3
"""Oversampling and power iterations of the randomised decomposition."""
SMALLEST_SQUARE, ROWS_AT_ONCE = 1e-10, 50_000
"""A direction is noise if its squared singular value is below this share of the largest; rows summed at once."""
RIDGE_OF_DIRECTIONS, SHARPNESS = 0.5, 3.0
"""Ridge of the classifier of coordinates; factor that turns its margins into log-probabilities."""
FIRST_GUESS_EXPONENT = 2.0
"""First probabilities are raised to this power before expectation-maximisation, which makes them more extreme."""
EM_ROUNDS, EM_SMOOTHING, EM_LENGTH, EM_TEMPERING = 1, 0.05, 10.0, 0.3
"""Number of rounds; smoothing α of a word; length to which the tf-idf weights of a document are scaled; factor on its
log-probabilities, which are overconfident.
"""

Floats = npt.NDArray[Any]


class UnlabelledDocuments:
    """Documents without a label, counted over the vocabulary of the labelled documents.

    Results that depend on these documents only are cached.
    """

    def __init__(self, counts: CountMatrix) -> None:
        self.counts = counts
        self._samples: dict[int, UnlabelledDocuments] = {}

    def __len__(self) -> int:
        return self.counts.n_documents

    def sample(self, max_documents: int) -> UnlabelledDocuments:
        """Return a random sample of at most `max_documents` of the documents. The sample is the same in each call."""
        if len(self) <= max_documents:
            return self
        if max_documents not in self._samples:
            picked = np.sort(np.random.default_rng(0).choice(len(self), max_documents, replace=False))
            self._samples[max_documents] = UnlabelledDocuments(self.counts[picked])
        return self._samples[max_documents]

    @cached_property
    def document_frequencies(self) -> IntArray:
        """Number of documents that contain each word, (n_tokens,)."""
        return document_frequencies(self.counts)

    @property
    def has_word(self) -> npt.NDArray[np.bool_]:
        """Mask of the words that the decomposition uses, (n_tokens,)."""
        return np.asarray(self.document_frequencies >= MIN_DOCUMENTS_WITH_WORD)

    @cached_property
    def directions(self) -> SingularDirections:
        return find_directions(self)

    def guess_first_probabilities(
        self, labelled: CountMatrix, label_numbers: IntArray, n_labels: int, weights: FloatArray | None = None
    ) -> FloatArray:
        """Return the first probabilities of the labels, (n_documents, n_labels).

        They come from classifiers of the documents' coordinates. `labelled` are the counts of the labelled documents,
        with the same columns.
        """
        known, new = self.directions.coordinates(labelled), self.directions.unlabelled_coordinates
        is_of_label, scores = labels_to_mask(label_numbers, n_labels), np.zeros((len(self), n_labels))
        sizes = sorted({min(size, known.shape[1]) for size in N_DIRECTIONS})
        for size in sizes:
            samples = FittingSamples(_to_sparse_entries(_normalise_rows(known[:, :size])), is_of_label, weights)
            fitted = fit_factors(samples, np.ones((size, n_labels)), RIDGE_OF_DIRECTIONS)
            scores += _normalise_rows(new[:, :size]) @ fitted.weights + fitted.bias
        return _scores_to_probabilities(SHARPNESS * scores / max(len(sizes), 1))


@dataclass(frozen=True, slots=True, eq=False)
class SingularDirections:
    """Directions of the space of words along which unlabelled documents differ most."""

    tfidf: TfIdf
    """tf-idf weights for all columns; words that the decomposition does not use have an idf of 0."""
    basis: npt.NDArray[np.float32]
    """Orthonormal columns in descending order of their singular values, (n_tokens, n_directions)."""
    unlabelled_coordinates: FloatArray
    """Coordinates of the unlabelled documents, (n_documents, n_directions)."""

    def coordinates(self, counts: CountMatrix) -> FloatArray:
        """Return the coordinates (n_documents, n_directions) of documents counted over the same columns."""
        return np.asarray(self.tfidf(counts).csr @ self.basis, np.float64)


def find_directions(unlabelled: UnlabelledDocuments) -> SingularDirections:
    """Return the first directions of a singular value decomposition, by randomised power iterations.

    See Halko, Martinsson and Tropp, 2011: "Finding structure with randomness".
    """
    weighing = fit_tfidf(unlabelled.document_frequencies, len(unlabelled))
    idf = np.where(unlabelled.has_word, weighing.idf, 0.0)
    tfidf = TfIdf(idf, 0.0)
    rows = tfidf(unlabelled.counts).csr.astype(np.float32)
    columns, used = rows.T.tocsr(), np.flatnonzero(unlabelled.has_word)
    n_directions = min(N_DIRECTIONS[-1], len(used), len(unlabelled))
    n_tried = min(n_directions + SPARE_DIRECTIONS, len(used), len(unlabelled))
    start = np.zeros((rows.shape[1], n_tried), np.float32)
    start[used] = np.random.default_rng(0).standard_normal((len(used), n_tried), np.float32)
    span = _left_singular_vectors(rows @ start)
    for _ in range(N_POWER_ITERATIONS):
        span = _left_singular_vectors(rows @ _left_singular_vectors(columns @ span))
    basis = np.ascontiguousarray(_left_singular_vectors(columns @ span)[:, :n_directions])
    return SingularDirections(tfidf, basis, np.asarray(rows @ basis, np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class LabelGuesses:
    """Unlabelled documents counted over a model's columns, with the first probabilities of their labels."""

    counts: CountMatrix
    first_probabilities: FloatArray
    """First probabilities of the labels, (n_documents, n_labels)."""
    weight_of_certain_guess: float
    """Weight of a document whose guess is certain. A labelled document has weight 1."""

    def guess_labels_and_weights(
        self, unlabelled_tfidf: CountMatrix, labelled: FittingSamples
    ) -> tuple[IntArray, FloatArray]:
        """Return each document's most probable label after expectation-maximisation, and its weight in the fit.

        `unlabelled_tfidf` are the unlabelled documents, weighted like the labelled ones: by tf-idf, each of length 1.
        """
        shares = run_expectation_maximisation(
            labelled, unlabelled_tfidf, self.first_probabilities, weight=self.weight_of_certain_guess
        )
        return np.asarray(shares.argmax(axis=1)), self.weight_of_certain_guess * shares.max(axis=1, initial=0.0) ** 2


def run_expectation_maximisation(
    labelled: FittingSamples,
    unlabelled: CountMatrix,
    first_probabilities: FloatArray,
    *,
    weight: float = 1.0,
    rounds: int = EM_ROUNDS,
) -> FloatArray:
    """Return the probabilities (n_documents, n_labels) of the unlabelled documents' labels.

    Runs `rounds` of expectation-maximisation with complement naive Bayes, starting from `first_probabilities`.
    """
    own, rows, n_labels = labelled.documents.csr, unlabelled.csr, first_probabilities.shape[1]
    own_shares = labelled.is_of_label.astype(np.float64)
    if labelled.weights is not None:
        own_shares *= labelled.weights[:, None]
    counted, columns = own.T @ own_shares, rows.T.tocsr()
    shares = _scores_to_probabilities(FIRST_GUESS_EXPONENT * np.log(np.maximum(first_probabilities, 1e-300)))
    for _ in range(rounds):
        sums = EM_LENGTH * (counted + weight * (columns @ shares))
        outside = sums.sum(axis=1, keepdims=True) - sums + EM_SMOOTHING * max(n_labels - 1, 1)
        weights = -np.log(outside / outside.sum(axis=0))
        sizes = np.bincount(shares.argmax(axis=1), minlength=n_labels) + n_labels
        shares = _scores_to_probabilities(EM_TEMPERING * (EM_LENGTH * (rows @ weights) + np.log(sizes / sizes.sum())))
    return shares


def _scores_to_probabilities(scores: FloatArray) -> FloatArray:
    return np.asarray(np.exp(normalise_log_joint(scores)))


def _left_singular_vectors(vectors: Floats) -> Floats:
    """Return the left singular vectors of a tall matrix, in falling order of their singular values.

    They are computed from the dot products of all pairs of columns, in a seventh of the time of QR. These products
    square the singular values. So they are summed in double precision, and directions below `SMALLEST_SQUARE` are
    dropped.
    """
    product = np.zeros((vectors.shape[1], vectors.shape[1]))
    for start in range(0, len(vectors), ROWS_AT_ONCE):
        part = vectors[start : start + ROWS_AT_ONCE].astype(np.float64)
        product += part.T @ part
    squares, rotation = np.linalg.eigh(product)
    is_large = squares > SMALLEST_SQUARE * squares[-1:]
    scaled = (rotation[:, is_large] / np.sqrt(squares[is_large])).astype(vectors.dtype)
    return np.asarray(vectors @ scaled[:, ::-1])


def _normalise_rows(rows: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0))


def _to_sparse_entries(table: FloatArray) -> CountMatrix:
    """Return a dense table as a `CountMatrix`. Unlike counts, its values may be negative."""
    n_rows, n_columns = table.shape
    starts = np.arange(n_rows + 1, dtype=np.int64) * n_columns
    return CountMatrix(starts, np.tile(np.arange(n_columns, dtype=np.int32), n_rows), table.reshape(-1), n_columns)
