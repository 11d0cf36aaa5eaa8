"""Convert texts to a table of word counts, with most parameters of scikit-learn's CountVectorizer.

Words, their order and their counts are equal to scikit-learn's; counting is several times faster. There is one
difference: `stop_words` may name any language that the engine knows. User functions and the analyzer 'char_wb' process
one document at a time, and are as slow as scikit-learn.
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
from nbengine.estimators.counting_estimators import counts_to_csr, counts_to_csr_with_columns
from nbengine.estimators.estimator import (
    BOOLEAN,
    CALLABLE_OR_NONE,
    FREQUENCY,
    DataFrameOutputMixin,
    Estimator,
    HtmlReprMixin,
    ParameterRule,
    check_parameters,
    is_positive_integer,
    make_not_fitted_error,
)
from nbengine.estimators.saving import DAMAGE_ERRORS, FORMAT, parameter_from_json, parameter_to_json
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.token_counter import (
    CharacterCutter,
    TokenCounter,
    WordNumberCache,
    count_words_of_texts,
    is_small_batch,
    make_rows,
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
"""The English stop words of scikit-learn. They come from the Glasgow Information Retrieval Group."""


def read_content(document: Any, input_kind: str) -> Any:
    """Return the content of a document. `input_kind` is 'content', 'file' or 'filename'."""
    if input_kind == "filename":
        return Path(document).read_bytes()
    return document.read() if input_kind == "file" else document


def preprocess(text: str, strip_accents: str | Callable[[str], str] | None, *, lower: bool) -> str:
    """Return a text in lower case if `lower` is set, and without accents if `strip_accents` is set."""
    cased = text.lower() if lower else text
    return cased if strip_accents is None else remove_accents(cased, strip_accents)


def remove_accents(text: str, strip_accents: str | Callable[[str], str]) -> str:
    """Return a text without accents.

    `strip_accents` is a function, 'unicode', or 'ascii', which also drops all characters that are not ASCII.
    """
    if callable(strip_accents):
        return strip_accents(text)
    if text.isascii():
        return text
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return plain if strip_accents == "unicode" else plain.encode("ascii", "ignore").decode("ascii")


def find_inconsistent_stop_words(stop_words: Iterable[str], tokens_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return the tokens into which stop words are split, and which are not stop words themselves.

    Such a stop word is not removed, because the tokenizer splits it first, and its parts are counted.
    """
    known = frozenset(stop_words)
    return sorted({token for word in known for token in tokens_of(word)} - known)


DOCUMENTS_PER_CHUNK = 1 << 10


@dataclass(frozen=True, slots=True)
class FunctionCounter:
    """Counts the tokens that a user's function returns for each document.

    With `is_growing`, new tokens are added to the vocabulary.
    """

    tokens_of: Callable[[Any], Iterable[str]]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    is_growing: bool = True

    def count(self, documents: Sequence[Any]) -> CountMatrix:
        """Return the counts of the documents. Without `is_growing`, unknown tokens are ignored."""
        rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(documents), DOCUMENTS_PER_CHUNK):
            found = [self._tokens(document) for document in documents[start : start + DOCUMENTS_PER_CHUNK]]
            number = self.vocabulary.add if self.is_growing else self.vocabulary.numbers
            numbers = number([token for tokens in found for token in tokens])
            positions = np.repeat(np.arange(start, start + len(found)), [len(tokens) for tokens in found])
            rows.append(positions[numbers >= 0])
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


def char_ngrams_within_words(text: str, limits: tuple[int, int]) -> list[str]:
    """Return the character n-grams of each word, padded with a space on both sides.

    A padded word that is shorter than an n-gram is returned once, as a whole.
    """
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
        lambda value: value is None or is_positive_integer(value),
    ),
    "vocabulary": (
        "a mapping, an iterable or None",
        lambda value: value is None or (isinstance(value, Iterable) and not isinstance(value, str)),
    ),
}


class WordCounter(DataFrameOutputMixin, HtmlReprMixin, Estimator):
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
    """The vocabulary, and the word number of each column.

    None instead of word numbers means that each word's column is its number.
    """
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
        """Learn the vocabulary of texts and return their counts, shape (n_samples, n_features)."""
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
        table = counts_to_csr_with_columns(self._binarize_if_requested(counts), columns, len(kept), self.dtype)
        return self._wrap_output(table, lambda: self._ordered_vocabulary.words)

    def transform(self, raw_documents: Iterable[str | bytes]) -> sparse.csr_matrix[Any]:
        """Return the counts of the vocabulary's words in texts, shape (n_samples, n_features).

        Other words are ignored.
        """
        self._check_fitted()
        table = counts_to_csr(
            self._binarize_if_requested(self._count_known_words(list(self._documents(raw_documents)))), self.dtype
        )
        return self._wrap_output(table, lambda: self._ordered_vocabulary.words)

    def _count_known_words(self, documents: list[str]) -> CountMatrix:
        """Return the counts of the vocabulary's words. Small batches are counted text by text, which is faster."""
        if self._counter is None:
            self._counter = self._new_counter(self._ordered_vocabulary, is_growing=False)
            self._numbers = WordNumberCache(self._ordered_vocabulary)
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
        return make_rows(found, len(self._ordered_vocabulary))

    def inverse_transform(self, X: Any) -> list[npt.NDArray[Any]]:
        """Return the words with a non-zero count of each row."""
        words, table = self.get_feature_names_out(), sparse.csr_array(X)
        table.eliminate_zeros()
        return [words[columns] for columns in np.split(table.indices, table.indptr[1:-1])]

    def get_feature_names_out(
        self,
        input_features: Any = None,  # noqa: ARG002 - the interface says so
    ) -> npt.NDArray[Any]:
        """Return the words in the order of their columns."""
        self._check_fitted()
        return np.array(self._ordered_vocabulary.words, dtype=object)

    def get_stop_words(self) -> frozenset[str] | None:
        """Return the stop words; None if there are none."""
        if self.stop_words is None:
            return None
        if self.stop_words == "english":
            return ENGLISH_STOP_WORDS
        return stop_words_of(self.stop_words) if isinstance(self.stop_words, str) else frozenset(self.stop_words)

    def build_analyzer(self) -> Callable[[Any], list[str]]:
        """Return a function that maps one text to its tokens."""
        asked = {name: RULES[name] for name in ("input", "strip_accents")}
        check_parameters(type(self).__name__, asked, self.get_params())
        return partial(_tokens_of_document, WordCounter(**self.get_params()))

    def build_preprocessor(self) -> Callable[[Any], Any]:
        """Return a function that lower-cases a text and removes its accents, as the parameters say."""
        check_parameters(type(self).__name__, {"strip_accents": RULES["strip_accents"]}, self.get_params())
        if self.preprocessor is not None:
            return self.preprocessor
        return partial(preprocess, strip_accents=self.strip_accents, lower=self.lowercase)

    def build_tokenizer(self) -> Callable[[Any], Iterable[str]]:
        """Return a function that splits a preprocessed text into words."""
        self._token_rules()
        return self.tokenizer or re.compile(self.token_pattern or PLAIN_PATTERN).findall

    def decode(self, doc: Any) -> Any:
        """Return the text of a document: of a string, bytes, an open file or a file name, as `input` says."""
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
        words, lengths = self._ordered_vocabulary.to_blob()
        facts = {
            "estimator": type(self).__name__,
            "form": FORMAT,
            "parameters": {name: parameter_to_json(name, value) for name, value in known.items()},
            "is_fixed": bool(self.fixed_vocabulary_),
        }
        return pack_content(PackedContent(facts, {"lengths": np.asarray(lengths, np.int64)}, {"words": words}))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Load a counter from `to_bytes`. The parameter `vocabulary` becomes a list of words if it was set.

        Raises
        ------
        DamagedModelError
            If the bytes are damaged, of another kind, or of a later version.
        """
        parts = unpack_content(bytes(data))
        written_by, form = parts.facts.get("estimator", "a model"), parts.facts.get("form")
        if written_by != cls.__name__ or form != FORMAT:
            raise DamagedModelError(
                f"These bytes are {written_by} (form {form}), not a {cls.__name__} (form {FORMAT})."
            )
        try:
            known = {name: parameter_from_json(value) for name, value in parts.facts["parameters"].items()}
            words = Vocabulary.from_blob(parts.blobs["words"], parts.numbers["lengths"])
            given = list(words.words) if parts.facts["is_fixed"] else None
            counter = cls(**{**known, "dtype": np.dtype(known["dtype"]).type, "vocabulary": given})
            check_parameters(cls.__name__, RULES, counter.get_params())
            counter._token_rules()
            counter._set_vocabulary(words, is_fixed=given is not None)
        except DamagedModelError:
            raise
        except DAMAGE_ERRORS as error:
            raise DamagedModelError(f"The bytes of the {cls.__name__} make no sense: {error}") from error
        return counter

    def _more_tags(self) -> dict[str, Any]:
        """Return the tags of `__sklearn_tags__` in the form that scikit-learn before 1.6 expects."""
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
        learnt = (
            {"_learnt": None, "_words": self._ordered_vocabulary, "_counter": None} if hasattr(self, "_learnt") else {}
        )
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
            self._columns = {word: column for column, word in enumerate(self._ordered_vocabulary.words)}
        return self._columns

    @property
    def _ordered_vocabulary(self) -> Vocabulary:
        """The vocabulary in the order of the columns. It is reordered on first use."""
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
        self._warn_of_inconsistent_stop_words()
        for (name, reason), is_unused in unused.items():
            if is_unused:
                warnings.warn(f"The parameter '{name}' will not be used since {reason}", stacklevel=3)

    def _warn_of_inconsistent_stop_words(self) -> None:
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
            raise make_not_fitted_error()("Vocabulary not fitted or provided")

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
        """Return a document decoded and preprocessed. If `analyzer` is a function, it is only decoded."""
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
        """Return the numbers of the words within `min_df`, `max_df` and `max_features`, in the order of `ordered`.

        Ties at the limit of `max_features` depend on NumPy's sort, as in scikit-learn.
        """
        bounds: tuple[Any, Any] = self.max_df, self.min_df
        most, least = (float(bound if isinstance(bound, Integral) else bound * counts.n_documents) for bound in bounds)
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
    """Return the tokens of a preprocessed document, by the user's analyzer or tokenizer, or as `char_wb` n-grams."""
    if callable(counter.analyzer):
        return list(counter.analyzer(document))
    text = document.lower() if rules.lower else document
    if counter._tokenizer is None:
        return char_ngrams_within_words(text, counter.ngram_range)
    words = [word for word in counter._tokenizer(text) if word not in rules.stop_words]
    return words if counter.ngram_range == (1, 1) else build_ngrams(words, counter.ngram_range, " ")


def _words_in_column_order(vocabulary: Mapping[str, int] | Iterable[str]) -> list[str]:
    """Return the words of a given vocabulary in the order of their columns."""
    if isinstance(vocabulary, Mapping):
        words = sorted(vocabulary, key=vocabulary.__getitem__)
        if len(set(vocabulary.values())) < len(words):
            raise ValueError("Vocabulary contains repeated indices.")
        for index, word in enumerate(words):
            if vocabulary[word] != index:
                raise ValueError(f"Vocabulary of size {len(words)} doesn't contain index {index}.")
    else:
        words = sorted(vocabulary) if isinstance(vocabulary, set | frozenset) else list(vocabulary)
    if not words:
        raise ValueError("empty vocabulary passed to fit")
    if len(set(words)) < len(words):
        repeated = next(word for index, word in enumerate(words) if word in words[:index])
        raise ValueError(f"Duplicate term in vocabulary: {repeated!r}")
    return words
