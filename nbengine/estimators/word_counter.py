"""Texts to a table of word counts, with the parameters that matter of scikit-learn's CountVectorizer.

Words, their order and their counts are the same; the counting is the engine's and some times faster. Two things
differ: stop words by language name are the engine's lists, for any language they know, and only texts are taken, no
files or names of files. Functions of one's own, and runs of characters within words, go document by document and lose
the speed.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from numbers import Integral
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import CountMatrix, IntArray, count_matrix
from nbengine.errors import DamagedModelError
from nbengine.estimators.counting_estimators import renumbered_table, table_of
from nbengine.estimators.estimator import (
    BOOLEAN,
    CALLABLE_OR_NONE,
    FREQUENCY,
    Estimator,
    FramedOutput,
    ParameterRule,
    Pictured,
    check_parameters,
    is_whole_from_one,
    not_fitted_error,
)
from nbengine.estimators.saving import DAMAGE, FORM, plain_parameter, read_parameter
from nbengine.packing import Parts, pack_parts, unpack_parts
from nbengine.text.token_counter import (
    CharacterCutter,
    TokenCounter,
    WordNumberCache,
    count_words_of_texts,
    is_small_batch,
    rows_of,
)
from nbengine.text.token_rules import MAX_NGRAM_LENGTH, PLAIN_PATTERN, TokenRules, build_ngrams, stop_words_of, tokenize
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import alphabetical_order

_ENGLISH = (
    "a about above across after afterwards again against all almost alone along already also although always am "
    "among amongst amoungst amount an and another any anyhow anyone anything anyway anywhere are around as at "
    "back be became because become becomes becoming been before beforehand behind being below beside besides "
    "between beyond bill both bottom but by call can cannot cant co con could couldnt cry de describe detail do "
    "done down due during each eg eight either eleven else elsewhere empty enough etc even ever every everyone "
    "everything everywhere except few fifteen fifty fill find fire first five for former formerly forty found "
    "four from front full further get give go had has hasnt have he hence her here hereafter hereby herein "
    "hereupon hers herself him himself his how however hundred i ie if in inc indeed interest into is it its "
    "itself keep last latter latterly least less ltd made many may me meanwhile might mill mine more moreover "
    "most mostly move much must my myself name namely neither never nevertheless next nine no nobody none noone "
    "nor not nothing now nowhere of off often on once one only onto or other others otherwise our ours "
    "ourselves out over own part per perhaps please put rather re same see seem seemed seeming seems serious "
    "several she should show side since sincere six sixty so some somehow someone something sometime sometimes "
    "somewhere still such system take ten than that the their them themselves then thence there thereafter "
    "thereby therefore therein thereupon these they thick thin third this those though three through throughout "
    "thru thus to together too top toward towards twelve twenty two un under until up upon us very via was we "
    "well were what whatever when whence whenever where whereafter whereas whereby wherein whereupon wherever "
    "whether which while whither who whoever whole whom whose why will with within without would yet you your "
    "yours yourself yourselves "
)
ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())
"""scikit-learn's, which are those of the Glasgow Information Retrieval Group."""


def read_content(document: Any, given_as: str) -> Any:
    """Return a document's text or bytes, from the place that it is given as: content, file or filename."""
    if given_as == "filename":
        return Path(document).read_bytes()
    return document.read() if given_as == "file" else document


def preprocess(text: str, strip_accents: str | Callable[[str], str] | None, *, lower: bool) -> str:
    """Return a text in lower case, and without accents where that is asked for."""
    cased = text.lower() if lower else text
    return cased if strip_accents is None else remove_accents(cased, strip_accents)


def remove_accents(text: str, way: str | Callable[[str], str]) -> str:
    """Return a text without accents: by a function, or such that only ASCII, or any letters, are left."""
    if callable(way):
        return way(text)
    if text.isascii():
        return text
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return plain if way == "unicode" else plain.encode("ascii", "ignore").decode("ascii")


def find_inconsistent_stop_words(stop_words: Iterable[str], tokens_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the tokens that the tokenizer makes of stop words but that are not stop words themselves.

    They are still counted.
    """
    known = frozenset(stop_words)
    return sorted({token for word in known for token in tokens_of(word)} - known)


DOCUMENTS_AT_ONCE = 1 << 10


@dataclass(frozen=True, slots=True)
class FunctionCounter:
    """Counts what a function makes of each document, over a vocabulary that grows unless it is fixed."""

    tokens_of: Callable[[Any], Iterable[str]]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    is_growing: bool = True

    def count(self, documents: Sequence[Any]) -> CountMatrix:
        """Count the tokens of each document; those that are not in a fixed vocabulary are left out."""
        rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(documents), DOCUMENTS_AT_ONCE):
            found = [self._tokens(document) for document in documents[start : start + DOCUMENTS_AT_ONCE]]
            number = self.vocabulary.add if self.is_growing else self.vocabulary.numbers
            numbers = number([token for tokens in found for token in tokens])
            places = np.repeat(np.arange(start, start + len(found)), [len(tokens) for tokens in found])
            rows.append(places[numbers >= 0])
            columns.append(numbers[numbers >= 0])
        ones: Any = np.ones(sum(map(len, rows)), dtype=np.int32)
        cells = (np.concatenate(rows), np.concatenate(columns))
        return count_matrix(sparse.csr_array((ones, cells), shape=(len(documents), len(self.vocabulary))))

    def _tokens(self, document: Any) -> list[str]:
        tokens = list(self.tokens_of(document))
        other = next((token for token in tokens if not isinstance(token, str)), None)
        if other is not None:
            raise ValueError(f"A document must be cut into strings, got {other!r} among its tokens.")
        return tokens


def runs_within_words(text: str, limits: tuple[int, int]) -> list[str]:
    """Cut each word, a space before and behind it, into runs of characters; one shorter than all runs counts once."""
    shortest, longest = limits
    runs = []
    for word in text.split():
        padded = f" {word} "
        if len(padded) < shortest:
            runs.append(padded)
        for length in range(shortest, min(longest, len(padded)) + 1):
            runs += [padded[start : start + length] for start in range(len(padded) - length + 1)]
    return runs


DEFAULT_PATTERNS = (None, PLAIN_PATTERN, f"(?u){PLAIN_PATTERN}")
RULES: dict[str, ParameterRule] = {
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
    """Counts words: texts in, a sparse table of counts out.

    The parameters, words, counts and order of the columns are those of scikit-learn's `CountVectorizer`.

    Parameters
    ----------
    input : {'content', 'file', 'filename'}, default='content'
        What a document is: its text, an open file, or the name of a file.
    encoding : str, default='utf-8'
        For documents that are bytes.
    decode_error : {'strict', 'ignore', 'replace'}, default='strict'
        What to do with bytes that cannot be decoded.
    strip_accents : {'ascii', 'unicode'}, callable or None, default=None
    lowercase : bool, default=True
    preprocessor : callable or None, default=None
        Replaces lower-casing and the removal of accents. Own functions lose the speed.
    tokenizer : callable or None, default=None
        Splits a text into words in place of `token_pattern`.
    stop_words : str, list or None, default=None
        A list of words to ignore, or the name of a language. All languages but English need `nbengine[languages]`.
    token_pattern : str or None, default=r"\\b\\w\\w+\\b"
        The regular expression of a word.
    ngram_range : tuple (min_n, max_n), default=(1, 1)
        The lengths of runs of words or characters.
    analyzer : {'word', 'char', 'char_wb'} or callable, default='word'
    max_df, min_df : float or int, default=1.0 and 1
        The most and the least documents that a word occurs in, as a share or a number.
    max_features : int or None, default=None
        Keep only the most frequent words.
    vocabulary : mapping, iterable or None, default=None
        The words to count. By default `fit` learns them.
    binary : bool, default=False
        True counts a word once per text.
    dtype : data type, default=numpy.int64
        Data type of the counts.

    Attributes
    ----------
    vocabulary_ : dict
        The column of each word.
    fixed_vocabulary_ : bool
        Whether the vocabulary was given.

    Examples
    --------
    >>> from nbengine.estimators import WordCounter
    >>> counter = WordCounter()
    >>> counter.fit_transform(["to be or not to be"]).toarray().tolist()
    [[2, 1, 1, 2]]
    >>> counter.get_feature_names_out().tolist()
    ['be', 'not', 'or', 'to']
    """

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
        """Learn the vocabulary of texts.

        Parameters
        ----------
        raw_documents : iterable of str
        y : ignored

        Returns
        -------
        self
        """
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
            words = _words_in_column_order(self.vocabulary)
            self._set_vocabulary(Vocabulary(words), is_fixed=True)
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
        kept = self._words_within_limits(counts, alphabetical_order(counter.vocabulary.spans()))
        self._set_vocabulary(counter.vocabulary, kept, is_fixed=False)
        columns = np.full(counts.n_tokens, -1)
        columns[kept] = np.arange(len(kept))
        table = renumbered_table(self._binarize_if_requested(counts), columns, len(kept), self.dtype)
        return self._framed(table, lambda: self._known.words)

    def transform(self, raw_documents: Iterable[str | bytes]) -> sparse.csr_matrix[Any]:
        """Count the words of the vocabulary in texts, shape (n_samples, n_features); other words are left out."""
        self._check_fitted()
        table = table_of(
            self._binarize_if_requested(self._count_known_words(list(self._documents(raw_documents)))), self.dtype
        )
        return self._framed(table, lambda: self._known.words)

    def _count_known_words(self, documents: list[str]) -> CountMatrix:
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
        return partial(_tokens_of_document, WordCounter(**self.get_params()))

    def build_preprocessor(self) -> Callable[[Any], Any]:
        """Return a function that brings a text into lower case, and takes its accents away."""
        check_parameters(type(self).__name__, {"strip_accents": RULES["strip_accents"]}, self.get_params())
        if self.preprocessor is not None:
            return self.preprocessor
        return partial(preprocess, strip_accents=self.strip_accents, lower=self.lowercase)

    def build_tokenizer(self) -> Callable[[Any], Iterable[str]]:
        """Return a function that cuts a preprocessed text into words."""
        self._token_rules()
        return self.tokenizer or re.compile(self.token_pattern or PLAIN_PATTERN).findall

    def decode(self, doc: Any) -> Any:
        """Return the text of a document, which may be a file, or the name of one."""
        content = read_content(doc, self.input)
        return content.decode(self.encoding, self.decode_error) if isinstance(content, bytes) else content

    def to_bytes(self) -> bytes:
        """Return the parameters and the vocabulary as bytes that hold no code, so that they are safe to load.

        Raises
        ------
        ValueError
            If a parameter cannot be saved, such as a function.
        """
        self._check_fitted()
        known = {**self.get_params(), "dtype": np.dtype(self.dtype).str, "vocabulary": None}
        words, lengths = self._known.to_blob()
        facts = {
            "estimator": type(self).__name__,
            "form": FORM,
            "parameters": {name: plain_parameter(name, value) for name, value in known.items()},
            "is_fixed": bool(self.fixed_vocabulary_),
        }
        return pack_parts(Parts(facts, {"lengths": np.asarray(lengths, np.int64)}, {"words": words}))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Load a counter from `to_bytes`. A vocabulary that was given is a list of words again.

        Raises
        ------
        DamagedModelError
            If the bytes are damaged, of another kind, or of a later version.
        """
        parts = unpack_parts(bytes(data))
        written_by, form = parts.facts.get("estimator", "a model"), parts.facts.get("form")
        if written_by != cls.__name__ or form != FORM:
            raise DamagedModelError(f"These bytes are {written_by} (form {form}), not a {cls.__name__} (form {FORM}).")
        try:
            known = {name: read_parameter(value) for name, value in parts.facts["parameters"].items()}
            words = Vocabulary.from_blob(parts.blobs["words"], parts.numbers["lengths"])
            given = list(words.words) if parts.facts["is_fixed"] else None
            counter = cls(**{**known, "dtype": np.dtype(known["dtype"]).type, "vocabulary": given})
            check_parameters(cls.__name__, RULES, counter.get_params())
            counter._token_rules()
            counter._set_vocabulary(words, is_fixed=given is not None)
        except DamagedModelError:
            raise
        except DAMAGE as error:
            raise DamagedModelError(f"The bytes of the {cls.__name__} make no sense: {error}") from error
        return counter

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

    def _state_to_pickle(self) -> dict[str, Any]:
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
            words = words.select(order)
            self._learnt = words, None
        return words

    def _set_vocabulary(self, words: Vocabulary, order: IntArray | None = None, *, is_fixed: bool) -> None:
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
        strange = find_inconsistent_stop_words(stop_words, lambda word: cut(prepare(word)))
        if strange:
            warnings.warn(
                "Your stop_words may be inconsistent with your preprocessing. Tokenizing the stop words generated"
                f" tokens {strange} not in stop_words.",
                stacklevel=4,
            )

    def _check_fitted(self) -> None:
        if not hasattr(self, "_learnt") and self.vocabulary is not None:
            self._set_vocabulary(Vocabulary(_words_in_column_order(self.vocabulary)), is_fixed=True)
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
            return FunctionCounter(partial(_tokenize_by_functions, self, rules), vocabulary, is_growing)
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
        """Return a document decoded and preprocessed; if `analyzer` is callable, only decoded."""
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
        return remove_accents(text.lower() if self.lowercase else text, self.strip_accents)

    def _words_within_limits(self, counts: CountMatrix, ordered: IntArray) -> IntArray:
        """Return the numbers of the words within the limits of frequency, of all words in alphabetical order.

        Which of equally common words are the last to be kept is left to NumPy's sort, as it is in scikit-learn.
        """
        most, least = (_bound_in_documents(bound, counts.n_documents) for bound in (self.max_df, self.min_df))
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

    def _binarize_if_requested(self, counts: CountMatrix) -> CountMatrix:
        if not self.binary:
            return counts
        return CountMatrix(counts.starts, counts.tokens, np.ones_like(counts.values), counts.n_tokens)


def _tokens_of_document(counter: WordCounter, document: Any) -> list[str]:
    rules = counter._token_rules()
    text = counter._document(document)
    if counter._is_cut_by_function:
        return _tokenize_by_functions(counter, rules, text)
    if counter.analyzer == "word":
        return tokenize(text, rules)
    folded = re.sub(r"\s\s+", " ", text.lower() if rules.lower else text)
    return build_ngrams(folded, counter.ngram_range, "")


def _tokenize_by_functions(counter: WordCounter, rules: TokenRules, document: Any) -> list[str]:
    """Return the tokens of a document, prepared already, by functions."""
    if callable(counter.analyzer):
        return list(counter.analyzer(document))
    text = document.lower() if rules.lower else document
    if counter._tokenizer is None:
        return runs_within_words(text, counter.ngram_range)
    words = [word for word in counter._tokenizer(text) if word not in rules.stop_words]
    return words if counter.ngram_range == (1, 1) else build_ngrams(words, counter.ngram_range, " ")


def _bound_in_documents(bound: Any, n_documents: int) -> float:
    return float(bound if isinstance(bound, Integral) else bound * n_documents)


def _words_in_column_order(vocabulary: Mapping[str, int] | Iterable[str]) -> list[str]:
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
