"""Texts to a table of word counts, with the parameters that matter of scikit-learn's CountVectorizer.

Words, their order and their counts are the same; the counting is the engine's and some times faster. Two things
differ: stop words by language name are the engine's lists, for any language they know, and only texts are taken, no
files or names of files. Functions of one's own, and runs of characters within words, go document by document and lose
the speed.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from numbers import Integral
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.estimators.estimator import Estimator
from nbengine.estimators.float_counts import renumbered_table, table_of
from nbengine.estimators.input_checks import (
    BOOLEAN,
    CALLABLE_OR_NONE,
    FREQUENCY,
    Rule,
    check_parameters,
    is_whole_from_one,
    not_fitted_error,
)
from nbengine.estimators.scikit_learn_mixins import FramedOutput, Pictured
from nbengine.estimators.text_before_cutting import (
    ENGLISH_STOP_WORDS,
    FunctionCounter,
    content_of,
    prepared,
    runs_within_words,
    strange_stop_words,
    without_accents,
)
from nbengine.text.stop_words import stop_words_of
from nbengine.text.token_counter import TokenCounter, WordNumberCache, count_words_of_texts, is_small_batch, rows_of
from nbengine.text.token_rules import MAX_NGRAM_LENGTH, PLAIN_PATTERN, TokenRules, build_ngrams, tokenize
from nbengine.text.token_spaces import CharacterCutter
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.word_keys import alphabetical_order

DEFAULT_PATTERNS = (None, PLAIN_PATTERN, f"(?u){PLAIN_PATTERN}")
RULES: dict[str, Rule] = {
    "lowercase": BOOLEAN,
    "input": ("a str among {'content', 'file', 'filename'}", lambda value: value in ("content", "file", "filename")),
    "strip_accents": (
        "a str among {'ascii', 'unicode'}, a callable or None",
        lambda value: callable(value) or value in ("ascii", "unicode", None),
    ),
    "preprocessor": CALLABLE_OR_NONE,
    "tokenizer": CALLABLE_OR_NONE,
    "binary": BOOLEAN,
    "analyzer": (
        "a str among {'char', 'char_wb', 'word'} or a callable",
        lambda value: callable(value) or value in ("char", "char_wb", "word"),
    ),
    "token_pattern": ("an instance of 'str' or None", lambda value: value is None or isinstance(value, str)),
    "ngram_range": ("a tuple of two ints", lambda value: isinstance(value, tuple) and len(value) == 2),
    "stop_words": (
        "the name of a language, a list of words or None",
        lambda value: value is None or (isinstance(value, Iterable) and not isinstance(value, bytes)),
    ),
    "min_df": FREQUENCY,
    "max_df": FREQUENCY,
    "max_features": (
        "an int in the range [1, inf) or None",
        lambda value: value is None or is_whole_from_one(value),
    ),
    "vocabulary": (
        "a mapping, an iterable or None",
        lambda value: value is None or (isinstance(value, Iterable) and not isinstance(value, str)),
    ),
}


class WordCounter(FramedOutput, Pictured, Estimator):
    """Learns a vocabulary, in alphabetical order, and counts its words in texts."""

    fixed_vocabulary_: bool = False
    _learnt: tuple[Vocabulary, IntArray | None]
    """Words, and their numbers in the order of the columns; None where that is their own order."""
    _columns: dict[str, int] | None
    _counter: TokenCounter | FunctionCounter | None

    def __init__(
        self,
        *,
        input: str = "content",
        encoding: str = "utf-8",
        decode_error: str = "strict",
        strip_accents: str | Callable[[str], str] | None = None,
        lowercase: bool = True,
        preprocessor: Callable[[Any], Any] | None = None,
        tokenizer: Callable[[Any], Iterable[str]] | None = None,
        stop_words: str | Iterable[str] | None = None,
        token_pattern: str | None = PLAIN_PATTERN,
        ngram_range: tuple[int, int] = (1, 1),
        analyzer: str | Callable[[Any], Iterable[str]] = "word",
        max_df: float | int = 1.0,
        min_df: float | int = 1,
        max_features: int | None = None,
        vocabulary: Mapping[str, int] | Iterable[str] | None = None,
        binary: bool = False,
        dtype: npt.DTypeLike = np.int64,
    ) -> None:
        self.input = input
        self.encoding = encoding
        self.decode_error = decode_error
        self.strip_accents = strip_accents
        self.lowercase = lowercase
        self.preprocessor = preprocessor
        self.tokenizer = tokenizer
        self.stop_words = stop_words
        self.token_pattern = token_pattern
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.max_df = max_df
        self.min_df = min_df
        self.max_features = max_features
        self.vocabulary = vocabulary
        self.binary = binary
        self.dtype = dtype

    def fit(self, raw_documents: Iterable[str | bytes], y: Any = None) -> Self:  # noqa: ARG002 - pipelines pass it
        """Learn the vocabulary of some texts."""
        self.fit_transform(raw_documents)
        return self

    def fit_transform(
        self,
        raw_documents: Iterable[str | bytes],
        y: Any = None,  # noqa: ARG002 - pipelines pass it
    ) -> sparse.csr_matrix[Any]:
        """Learn the vocabulary of some texts and count its words in them, shape (n_samples, n_features)."""
        check_parameters(type(self).__name__, RULES, self.get_params())
        self._warn_of_unused()
        if self.vocabulary is not None:
            words = _listed(self.vocabulary)
            self._remember(Vocabulary(words), is_fixed=True)
            if self.lowercase and any(word != word.lower() for word in words):
                warnings.warn(
                    "Upper case characters found in vocabulary while 'lowercase' is True. These entries will not be"
                    " matched with any documents",
                    stacklevel=2,
                )
            return self.transform(raw_documents)
        counter = self._new_counter(Vocabulary(), is_growing=True)
        counts = counter.count(self._documents(raw_documents))
        if not counts.n_tokens:
            raise ValueError("empty vocabulary; perhaps the documents only contain stop words")
        kept = self._kept(counts, alphabetical_order(counter.vocabulary.spans()))
        self._remember(counter.vocabulary, kept, is_fixed=False)
        columns = np.full(counts.n_tokens, -1)
        columns[kept] = np.arange(len(kept))
        table = renumbered_table(self._binary(counts), columns, len(kept), self.dtype)
        return self._framed(table, lambda: self._known.words)

    def transform(self, raw_documents: Iterable[str | bytes]) -> sparse.csr_matrix[Any]:
        """Count the words of the vocabulary in texts, shape (n_samples, n_features); other words are left out."""
        self._check_fitted()
        table = table_of(self._binary(self._counted(list(self._documents(raw_documents)))), self.dtype)
        return self._framed(table, lambda: self._known.words)

    def _counted(self, documents: list[str]) -> CountMatrix:
        """Count the words of the vocabulary; a few texts word by word, which is faster for them."""
        if self._counter is None:
            self._counter = self._new_counter(self._known, is_growing=False)
            self._numbers = WordNumberCache(self._known)
        if (
            not isinstance(self._counter, TokenCounter)
            or self.analyzer != "word"
            or not is_small_batch(documents, None)
        ):
            return self._counter.count(documents)
        found = []
        for words in count_words_of_texts(documents, None, self._counter.rules):
            numbers = self._numbers.find(list(words))
            found.append({number: times for number, times in zip(numbers, words.values(), strict=True) if number >= 0})
        return rows_of(found, len(self._known))

    def inverse_transform(self, X: Any) -> list[npt.NDArray[Any]]:
        """Return the words of each row that are there at all."""
        words, table = self.get_feature_names_out(), sparse.csr_array(X)
        table.eliminate_zeros()
        return [words[columns] for columns in np.split(table.indices, table.indptr[1:-1])]

    def get_feature_names_out(
        self,
        input_features: Any = None,  # noqa: ARG002 - the interface says so
    ) -> npt.NDArray[Any]:
        """Return the words in the order of their columns."""
        self._check_fitted()
        return np.array(self._known.words, dtype=object)

    def get_stop_words(self) -> frozenset[str] | None:
        """Return the words that are left out."""
        if self.stop_words is None:
            return None
        if self.stop_words == "english":
            return ENGLISH_STOP_WORDS
        return stop_words_of(self.stop_words) if isinstance(self.stop_words, str) else frozenset(self.stop_words)

    def build_analyzer(self) -> Callable[[Any], list[str]]:
        """Return a function that returns the tokens of one text."""
        asked = {name: RULES[name] for name in ("input", "strip_accents")}
        check_parameters(type(self).__name__, asked, self.get_params())
        return partial(_tokens, WordCounter(**self.get_params()))

    def build_preprocessor(self) -> Callable[[Any], Any]:
        """Return a function that brings a text into lower case, and takes its accents away."""
        check_parameters(type(self).__name__, {"strip_accents": RULES["strip_accents"]}, self.get_params())
        if self.preprocessor is not None:
            return self.preprocessor
        return partial(prepared, strip_accents=self.strip_accents, lower=self.lowercase)

    def build_tokenizer(self) -> Callable[[Any], Iterable[str]]:
        """Return a function that cuts a text, prepared already, into words."""
        self._token_rules()
        return self.tokenizer or re.compile(self.token_pattern or PLAIN_PATTERN).findall

    def decode(self, doc: Any) -> Any:
        """Return the text of a document, which may be a file, or the name of one."""
        content = content_of(doc, self.input)
        return content.decode(self.encoding, self.decode_error) if isinstance(content, bytes) else content

    def _more_tags(self) -> dict[str, Any]:
        """Return the same for scikit-learn before 1.6."""
        return {"X_types": ["string"]}

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags  # noqa: PLC0415 - scikit-learn calls this

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            input_tags=InputTags(string=True, two_d_array=False),
        )

    def _pickled(self) -> dict[str, Any]:
        learnt = {"_learnt": None, "_words": self._known, "_counter": None} if hasattr(self, "_learnt") else {}
        return {**vars(self), **learnt}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        words = vars(self).pop("_words", None)
        if words is not None:
            self._learnt = words, None

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each word."""
        self._check_fitted()
        if self._columns is None:
            self._columns = {word: column for column, word in enumerate(self._known.words)}
        return self._columns

    @property
    def _known(self) -> Vocabulary:
        """The words in the order of their columns, put there when they are first asked for."""
        words, order = self._learnt
        if order is not None:
            words = words.picked(order)
            self._learnt = words, None
        return words

    def _remember(self, words: Vocabulary, order: IntArray | None = None, *, is_fixed: bool) -> None:
        self._learnt, self.fixed_vocabulary_ = (words, order), is_fixed
        self._columns, self._counter = None, None

    def _warn_of_unused(self) -> None:
        is_of_words, is_callable = self.analyzer == "word", callable(self.analyzer)
        unused = {
            ("token_pattern", "'tokenizer' is not None"): self.tokenizer and self.token_pattern,
            ("preprocessor", "'analyzer' is callable"): is_callable and self.preprocessor,
            ("ngram_range", "'analyzer' is callable"): is_callable and self.ngram_range != (1, 1),
            ("stop_words", "'analyzer' != 'word'"): not is_of_words and self.stop_words is not None,
            ("token_pattern", "'analyzer' != 'word'"): not is_of_words and self.token_pattern not in DEFAULT_PATTERNS,
            ("tokenizer", "'analyzer' != 'word'"): not is_of_words and self.tokenizer,
        }
        self._warn_of_strange_stop_words()
        for (name, reason), is_unused in unused.items():
            if is_unused:
                warnings.warn(f"The parameter '{name}' will not be used since {reason}", stacklevel=3)

    def _warn_of_strange_stop_words(self) -> None:
        stop_words = self.get_stop_words()
        is_usual = isinstance(self.stop_words, str) and self.token_pattern in DEFAULT_PATTERNS and not self.tokenizer
        if stop_words is None or is_usual or self.analyzer != "word":
            return
        prepare, cut = self.build_preprocessor(), self.build_tokenizer()
        strange = strange_stop_words(stop_words, lambda word: cut(prepare(word)))
        if strange:
            warnings.warn(
                "Your stop_words may be inconsistent with your preprocessing. Tokenizing the stop words generated"
                f" tokens {strange} not in stop_words.",
                stacklevel=4,
            )

    def _check_fitted(self) -> None:
        if not hasattr(self, "_learnt") and self.vocabulary is not None:
            self._remember(Vocabulary(_listed(self.vocabulary)), is_fixed=True)
        if not hasattr(self, "_learnt"):
            raise not_fitted_error()("Vocabulary not fitted or provided")

    def _token_rules(self) -> TokenRules:
        shortest, longest = self.ngram_range
        if shortest > longest:
            raise ValueError(
                f"Invalid value for ngram_range={self.ngram_range} lower boundary larger than the upper boundary."
            )
        if self.token_pattern is not None and re.compile(self.token_pattern).groups > 1:
            raise ValueError("More than 1 capturing group in token pattern. Only a single group should be captured.")
        if longest > MAX_NGRAM_LENGTH:
            raise ValueError(
                f"Invalid value for ngram_range={self.ngram_range}: runs are {MAX_NGRAM_LENGTH} long at most."
            )
        is_prepared = self.strip_accents is not None or self.preprocessor is not None
        lower = self.lowercase and not is_prepared
        if self.analyzer != "word":
            return TokenRules(lower=lower)
        return TokenRules(
            lower=lower,
            pattern=PLAIN_PATTERN if self.token_pattern is None else self.token_pattern,
            ngrams=self.ngram_range,
            stop_words=self.get_stop_words() or frozenset(),
        )

    def _new_counter(self, vocabulary: Vocabulary, *, is_growing: bool) -> TokenCounter | FunctionCounter:
        rules = self._token_rules()
        if self._is_cut_by_function:
            return FunctionCounter(partial(_cut, self, rules), vocabulary, is_growing)
        cutter = CharacterCutter(rules, self.ngram_range, r"\s\s+") if self.analyzer == "char" else None
        return TokenCounter(rules, vocabulary, is_growing=is_growing, cutter=cutter)

    @property
    def _is_cut_by_function(self) -> bool:
        return callable(self.analyzer) or self.analyzer == "char_wb" or self._tokenizer is not None

    @property
    def _tokenizer(self) -> Callable[[Any], Iterable[str]] | None:
        return self.tokenizer if self.analyzer == "word" else None

    def _documents(self, raw_documents: Iterable[Any]) -> list[Any]:
        if isinstance(raw_documents, str):
            raise ValueError("Iterable over raw text documents expected, string object received.")
        documents = list(raw_documents)
        is_ready = self.strip_accents is None and self.preprocessor is None and not callable(self.analyzer)
        if is_ready and self.input == "content" and all(type(document) is str for document in documents):
            return documents
        return [self._document(document) for document in documents]

    def _document(self, document: Any) -> Any:
        """Return a document decoded and prepared; a function for analysis gets it as it came."""
        text = self.decode(document)
        if callable(self.analyzer):
            return text
        if self.preprocessor is not None:
            text = self.preprocessor(text)
        if not isinstance(text, str):
            if self._tokenizer is not None and self.preprocessor is not None:
                return text
            raise ValueError(f"{document!r} is an invalid document, expected byte or unicode string.")
        if self.strip_accents is None or self.preprocessor is not None:
            return text
        return without_accents(text.lower() if self.lowercase else text, self.strip_accents)

    def _kept(self, counts: CountMatrix, ordered: IntArray) -> IntArray:
        """Return the numbers of the words within the limits of frequency, of all words in alphabetical order.

        Which of equally common words are the last to be kept is left to NumPy's sort, as it is in scikit-learn.
        """
        most, least = (_documents(bound, counts.n_documents) for bound in (self.max_df, self.min_df))
        if most < least:
            raise ValueError("max_df corresponds to < documents than min_df")
        if least <= 1 and most >= counts.n_documents and self.max_features is None:
            return ordered
        presences = np.bincount(counts.tokens, minlength=counts.n_tokens)
        kept = ordered[(presences[ordered] >= least) & (presences[ordered] <= most)]
        if self.max_features is not None and len(kept) > self.max_features:
            totals = presences if self.binary else np.bincount(counts.tokens, counts.values, counts.n_tokens)
            kept = kept[np.sort(np.argsort(-totals[kept].astype(np.int64))[: self.max_features])]
        if not len(kept):
            raise ValueError("After pruning, no terms remain. Try a lower min_df or a higher max_df.")
        return kept

    def _binary(self, counts: CountMatrix) -> CountMatrix:
        if not self.binary:
            return counts
        return CountMatrix(counts.starts, counts.tokens, np.ones_like(counts.values), counts.n_tokens)


def _tokens(counter: WordCounter, document: Any) -> list[str]:
    rules = counter._token_rules()
    text = counter._document(document)
    if counter._is_cut_by_function:
        return _cut(counter, rules, text)
    if counter.analyzer == "word":
        return tokenize(text, rules)
    folded = re.sub(r"\s\s+", " ", text.lower() if rules.lower else text)
    return build_ngrams(folded, counter.ngram_range, "")


def _cut(counter: WordCounter, rules: TokenRules, document: Any) -> list[str]:
    """Return the tokens of a document, prepared already, by functions."""
    if callable(counter.analyzer):
        return list(counter.analyzer(document))
    text = document.lower() if rules.lower else document
    if counter._tokenizer is None:
        return runs_within_words(text, counter.ngram_range)
    words = [word for word in counter._tokenizer(text) if word not in rules.stop_words]
    return words if counter.ngram_range == (1, 1) else build_ngrams(words, counter.ngram_range, " ")


def _documents(bound: Any, n_documents: int) -> float:
    return float(bound if isinstance(bound, Integral) else bound * n_documents)


def _listed(vocabulary: Mapping[str, int] | Iterable[str]) -> list[str]:
    """Return the words of a given vocabulary in the order of their columns."""
    if isinstance(vocabulary, Mapping):
        words = sorted(vocabulary, key=vocabulary.__getitem__)
        if len(set(vocabulary.values())) < len(words):
            raise ValueError("Vocabulary contains repeated indices.")
        for place, word in enumerate(words):
            if vocabulary[word] != place:
                raise ValueError(f"Vocabulary of size {len(words)} doesn't contain index {place}.")
    else:
        words = sorted(vocabulary) if isinstance(vocabulary, set | frozenset) else list(vocabulary)
    if not words:
        raise ValueError("empty vocabulary passed to fit")
    if len(set(words)) < len(words):
        repeated = next(word for place, word in enumerate(words) if word in words[:place])
        raise ValueError(f"Duplicate term in vocabulary: {repeated!r}")
    return words
