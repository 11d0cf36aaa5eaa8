"""The fast counter against the plain specification."""

from __future__ import annotations

import pickle
import tracemalloc
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbengine.errors import EngineError
from nbengine.text import token_counter as counter_module
from nbengine.text import token_counter as token_spaces
from nbengine.text import words as word_cutting
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import PLAIN_PATTERN, WORDS_AND_SIGNS, Field, TokenRules, document_tokens
from nbengine.text.vocabulary import Vocabulary

PIECES = [
    *"aAbz019_-'.:,;!? \t\n\r\0\x1c",
    *["don't ", "The quick brown fox ", "running runs RUN ", "WORD" * 5, "x" * 300, "12 345 ", "\x85"],
    *["привет ", "ЁЛКА ", "Съешь же ещё этих ", "ОЧЕНЬДЛИННОЕСЛОВО"],
    *["中文", "垃圾邮件，", "々", "〇", "𠀀𠀁", "。", "ａｂＣ", "ひらがな", "한국어"],
    *["İ", "ΑΣ", "Σ", "Σ’Α", "ß", "K", "ǅ", "ﬁ"],
    *["e\u0301", "\u0307", "\u200d", "\u00a0", "\u2028", "👩‍👩‍👧 ", "😀", "🇷🇺", "𝐁𝐮𝐲 ", "𐐀𐐨", "𞤀"],
    *["\ud800", "\udc00", "\ud83d\ude00", "\ud835", "\U0010ffff", "हिन्दी ", "ไทย", "٣٤ ", "²", "Ⅷ"],
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=10)
FIELDS = (Field("subject"), Field("url", is_verbatim=True), Field("тема"))
PATTERNS = [
    PLAIN_PATTERN,
    r"(?u)\b\w\w+\b",
    r"\w+",
    r"[a-zа-я]{3,}",
    r"[^\s,]+",
    WORDS_AND_SIGNS,
    r"\S+",
    r"\d\d+",
    r"\w+(?:-\w+)*",
    r"(\w)\w*",
]

NO_WORD = ""
"""The name of the column of unknown words: no text has such a word."""


@st.composite
def some_rules(draw) -> TokenRules:
    shortest = draw(st.integers(1, 2))
    ngrams = (shortest, shortest + draw(st.integers(0, 2)))
    return TokenRules(
        lower=draw(st.booleans()),
        pattern=draw(st.sampled_from(PATTERNS)),
        min_length=draw(st.sampled_from([1, 1, 2, 3])),
        max_length=draw(st.sampled_from([None, None, 3, 20])),
        ngrams=draw(st.sampled_from([(1, 1), (1, 1), ngrams])),
        char_ngrams=draw(st.sampled_from([None, None, None, ngrams, (3, 9)])),
        stop_words=draw(st.sampled_from([frozenset(), frozenset({"the", "же", "中", "中文", "aa"})])),
        stem=draw(st.sampled_from([None, None, "english", "russian"])),
        han_pairs=draw(st.booleans()),
        fold_numbers=draw(st.booleans()),
        fields=draw(st.sampled_from([(), (), FIELDS])),
    )


def tallied(counter: TokenCounter, counts) -> list[Counter[str]]:
    """Read each row of counts as words again, checking what a CountMatrix promises."""
    words = [*counter.vocabulary.words, NO_WORD]
    rows = []
    for start, end in zip(counts.starts, counts.starts[1:], strict=False):
        tokens = counts.tokens[start:end]
        assert (np.diff(tokens) > 0).all()
        values = counts.values[start:end].tolist()
        rows.append(Counter({words[token]: value for token, value in zip(tokens, values, strict=True)}))
    assert counts.n_tokens == counter.n_tokens
    return rows


def specified(texts, fields, rules) -> list[Counter[str]]:
    fields = fields or [{}] * len(texts)
    return [Counter(document_tokens(text, some, rules)) for text, some in zip(texts, fields, strict=True)]


DOCUMENTS = st.lists(
    st.tuples(TEXTS, st.dictionaries(st.sampled_from(["subject", "url", "тема", "cc"]), TEXTS)), max_size=6
)


@settings(max_examples=200)
@given(DOCUMENTS, some_rules())
def test_the_counter_agrees_with_the_specification(documents, rules):
    texts, fields = [text for text, _ in documents], [some for _, some in documents]
    counter = TokenCounter(rules)

    assert tallied(counter, counter.count(texts, fields)) == specified(texts, fields, rules)


@settings(max_examples=80)
@given(st.lists(TEXTS, max_size=4), some_rules(), st.integers(1, 40), st.integers(1, 60))
def test_long_documents_are_counted_in_pieces_with_the_same_result(texts, rules, chunk, longest):
    texts = [text * 3 for text in texts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counter_module, "_LONG_TEXT_CHARACTERS", chunk)
        patch.setattr(counter_module, "_MAX_PENDING_ENTRIES", chunk)
        patch.setattr(counter_module, "_GROUP_CHARACTERS", chunk)
        patch.setattr(word_cutting, "CHARACTERS_PER_CHUNK", chunk)
        patch.setattr(word_cutting, "MAX_PIECE_CHARACTERS", longest)
        patch.setattr(word_cutting, "_WORDS_AT_ONCE", 3)
        patch.setattr(token_spaces, "CHARACTERS_PER_CHUNK", chunk)
        counter = TokenCounter(rules)
        counted = tallied(counter, counter.count(texts))

    assert counted == specified(texts, None, rules)


@given(st.lists(TEXTS, max_size=8), some_rules(), st.randoms())
def test_batches_and_order_change_nothing_but_numbers(texts, rules, random):
    whole = TokenCounter(rules)
    together = tallied(whole, whole.count(texts))

    order = random.sample(range(len(texts)), len(texts))
    pieces = TokenCounter(rules)
    for place in order:
        [alone] = tallied(pieces, pieces.count([texts[place]]))
        assert alone == together[place]
    assert set(pieces.vocabulary.words) == set(whole.vocabulary.words)


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=4), some_rules())
def test_a_fixed_vocabulary_drops_the_unknown_or_adds_it_up(known, texts, rules):
    vocabulary = TokenCounter(rules)
    vocabulary.count(known)
    words = vocabulary.vocabulary.words
    expected = [Counter({word: n for word, n in row.items() if word in words}) for row in specified(texts, None, rules)]
    unknown = [row.total() - kept.total() for row, kept in zip(specified(texts, None, rules), expected, strict=True)]

    dropping = TokenCounter(rules, Vocabulary(words), is_growing=False)
    adding = TokenCounter(rules, Vocabulary(words), is_growing=False, unknown_column=True)

    assert tallied(dropping, dropping.count(texts)) == expected
    counted = adding.count(texts)
    assert counted.n_tokens == len(words) + 1
    assert counted.csr.toarray()[:, -1].tolist() == unknown
    assert tallied(adding, counted) == [row + Counter({NO_WORD: n}) for row, n in zip(expected, unknown, strict=True)]


def test_a_word_added_by_somebody_else_is_known_from_then_on():
    rules = TokenRules(stem="english")
    counter = TokenCounter(rules, Vocabulary(), is_growing=False)
    assert counter.count(["spam"]).n_tokens == 0

    counter.vocabulary.add(["spam"])

    assert counter.count(["spam spam"]).csr.toarray().tolist() == [[2]]


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(counter_module, "_MAX_CACHED_FORMS", 10)
    counter = TokenCounter(TokenRules(ngrams=(1, 2)), Vocabulary(["spam spam"]), is_growing=False)
    for number in range(20):
        row = counter.count([f"spam spam other{number} words{number}"]).csr.toarray().tolist()
        assert row == [[1]]
        assert counter._spaces.n_cached() < 30


@pytest.mark.parametrize("texts", [[], [""], ["", " ", "a"]])
def test_nothing_to_count_is_an_empty_matrix(texts):
    counts = TokenCounter(TokenRules()).count(texts)

    assert (counts.n_documents, counts.n_tokens, len(counts.tokens)) == (len(texts), 0, 0)
    assert (counts.starts.dtype, counts.tokens.dtype, counts.values.dtype) == (np.int64, np.int32, np.int32)


def test_fields_must_be_as_many_as_texts():
    with pytest.raises(EngineError, match="2 texts came with the fields of 1"):
        TokenCounter(TokenRules()).count(["a", "b"], [{}])


def test_only_a_fixed_vocabulary_can_have_an_unknown_column():
    with pytest.raises(EngineError, match="fixed"):
        TokenCounter(TokenRules(), unknown_column=True)
    with pytest.raises(EngineError, match="no words"):
        TokenCounter(TokenRules(), Vocabulary(), is_growing=False, unknown_column=True).count_with_own_vocabulary(
            ["spam"]
        )


@pytest.mark.parametrize("words", [["spam", "ham"], ["Привет", "мир"], ["𝐬𝐩𝐚𝐦", "中文"]])
def test_a_huge_document_needs_little_working_memory(words):
    text = " ".join(f"{words[number % 2]}{number % 997}" for number in range(1 << 19)) * 4
    counter = TokenCounter(TokenRules())

    tracemalloc.start()
    counts = counter.count([text])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(text) > 14e6
    assert counts.values.sum() == 4 * (1 << 19) - 3
    assert peak < 20e6


@pytest.mark.parametrize("run", ["x", "ж", "Σ", "中", "\U0001d400", " ", "中x", "İ"])
@pytest.mark.parametrize(
    "rules",
    [
        TokenRules(),
        TokenRules(max_length=40, ngrams=(1, 2)),
        TokenRules(han_pairs=True),
        TokenRules(char_ngrams=(2, 3)),
        TokenRules(pattern="[a-zж]{2,}"),
    ],
    ids=str,
)
def test_a_document_without_any_border_needs_no_more_than_some_copies_of_it(run, rules):
    text = f"spam {run * (2_000_000 // len(run))} ham"
    own = TokenCounter(rules, Vocabulary(["spam", "ham", "xx", "中"]))

    tracemalloc.start()
    counts = own.count([text])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert rules.char_ngrams or counts.csr.toarray()[0, :2].tolist() == [1, 1]
    assert peak < 60e6 + 12 * len(text.encode())


def _counted_elsewhere(texts: list[str]) -> bytes:
    return pickle.dumps(TokenCounter(TokenRules(ngrams=(1, 2))).count_with_own_vocabulary(texts))


def test_worker_processes_count_the_same():
    texts = ["spam and more spam", "Привет, мир", "ordinaryconversation ordinaryconversation"]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        batch = pickle.loads(pool.submit(_counted_elsewhere, texts).result())  # noqa: S301 - our own worker
    counter = TokenCounter(TokenRules(ngrams=(1, 2)))

    assert tallied(counter, batch.counts_over(counter.vocabulary)) == specified(texts, None, counter.rules)
