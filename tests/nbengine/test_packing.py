"""Numbers and blobs to bytes and back; nothing damaged or hostile gets through."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as some

from nbengine import packing as named_bytes
from nbengine.errors import DamagedModelError, EngineError, TooLargeModelError
from nbengine.packing import (
    MAGIC,
    VERSION,
    PackedContent,
    pack_content,
    unpack_content,
)

whole_rows = some.arrays(np.int64, st.integers(0, 40), elements=st.integers(-(2**63), 2**63 - 1))
real_rows = some.arrays(np.float64, st.integers(0, 40), elements=st.floats(allow_nan=False))
names = st.text(min_size=1, max_size=8)


@pytest.fixture
def some_bytes():
    numbers = {"counts": np.arange(600, dtype=np.int64), "means": np.linspace(0, 1, 50)}
    return pack_content(PackedContent({"labels": ["ham", "spam"]}, numbers, {"vocabulary": "offer早上好".encode()}))


def forged(head, blocks=b""):
    """Bytes of anybody's making with a checksum that fits."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    body = len(text).to_bytes(4, "little") + text + blocks
    version = VERSION.to_bytes(2, "little")
    return MAGIC + version + named_bytes._digest(version + body) + body


@given(
    st.dictionaries(names, whole_rows | real_rows, max_size=4),
    st.dictionaries(names, st.binary(), max_size=3),
    st.booleans(),
)
def test_what_was_packed_comes_back(numbers, blobs, is_compressed):
    back = unpack_content(
        pack_content(PackedContent({"labels": ["早", "\ud800"]}, numbers, blobs), is_compressed=is_compressed)
    )

    assert back.facts == {"labels": ["早", "\ud800"]}
    assert {name: list(row) for name, row in back.numbers.items()} == {name: list(row) for name, row in numbers.items()}
    assert {name: row.dtype for name, row in back.numbers.items()} == {name: row.dtype for name, row in numbers.items()}
    assert back.blobs == blobs


def test_numbers_that_are_like_chance_take_no_more_than_what_looks_for_repetitions_makes_of_them():
    weights = np.random.default_rng(0).normal(size=20_000).astype(np.float32).astype(np.float64)
    planes = weights.view(np.uint8).reshape(-1, 8).T.tobytes()

    data = pack_content(PackedContent({}, {"weights": weights}, {}))

    assert len(data) < len(zlib.compress(planes, 2))
    assert (unpack_content(data).numbers["weights"] == weights).all()


def test_words_are_packed_by_what_repeats_in_them():
    words = " ".join(f"unreachable{number}" for number in range(3_000)).encode()

    assert len(pack_content(PackedContent({}, {}, {"words": words}))) < len(words) // 4


def test_infinities_and_nan_survive_as_numbers():
    row = np.asarray([np.inf, -np.inf, np.nan, -0.0])

    back = unpack_content(pack_content(PackedContent(numbers={"x": row}))).numbers["x"]

    assert back.tobytes() == row.tobytes()


def test_what_could_not_be_read_back_is_not_written(monkeypatch):
    monkeypatch.setattr(named_bytes, "MAX_BYTES", 1_000)
    fitting, too_many = (
        PackedContent(numbers={"x": np.zeros(111, np.int64)}),
        PackedContent(numbers={"x": np.zeros(112, np.int64)}),
    )

    assert len(unpack_content(pack_content(fitting)).numbers["x"]) == 111
    with pytest.raises(TooLargeModelError, match="1008 bytes"):
        pack_content(too_many)


def test_every_single_flipped_bit_is_noticed(some_bytes):
    for place in range(len(some_bytes)):
        flipped = bytearray(some_bytes)
        flipped[place] ^= 1 << (place % 8)
        with pytest.raises(DamagedModelError):
            unpack_content(bytes(flipped))


def test_every_truncation_is_noticed(some_bytes):
    for length in range(len(some_bytes)):
        with pytest.raises(DamagedModelError):
            unpack_content(some_bytes[:length])
    with pytest.raises(DamagedModelError):
        unpack_content(some_bytes + b"\0")


@settings(max_examples=300)
@given(st.binary(max_size=200), st.booleans())
def test_foreign_bytes_are_refused(junk, with_a_fitting_checksum):
    with pytest.raises(DamagedModelError):
        unpack_content(forged(junk) if with_a_fitting_checksum else junk)


def test_a_later_format_is_named():
    data = pack_content(PackedContent())
    later = MAGIC + (VERSION + 1).to_bytes(2, "little") + data[len(MAGIC) + 2 :]

    with pytest.raises(DamagedModelError, match=f"format {VERSION + 1}"):
        unpack_content(later)


def test_a_bomb_is_refused_at_its_declared_size():
    bomb = zlib.compress(b"\0" * 50_000_000)

    with pytest.raises(DamagedModelError, match="do not unpack"):
        unpack_content(forged([{}, [["x", "whole", 10, [10, 0], [len(bomb), 0]]]], bomb))


def test_declared_sizes_beyond_the_limit_are_refused_before_any_memory_is_asked_for():
    with pytest.raises(DamagedModelError, match="more than this program gives"):
        unpack_content(forged([{}, [["x", "whole", 1 << 40, [1 << 40, 0], [0, 0]]]]))


@pytest.mark.parametrize(
    "head",
    [
        [],
        {},
        [{}, [["x"]]],
        [{}, [["x", "whole", -1, [0, 0], [0, 0]]]],
        [{}, [["x", "whole", 1.5, [0, 0], [0, 0]]]],
        [{}, [["x", "whole", True, [0, 0], [0, 0]]]],
        [{}, [["x", "pickle", 0, [], []]]],
        [{}, [["x", "whole", 3, [], []]]],
        [{}, [["x", "float", 3, [1], [99]]]],
        b"[" * 100_000,
        b"9" * 10_000,
    ],
)
def test_heads_that_make_no_sense_are_refused(head):
    with pytest.raises(DamagedModelError):
        unpack_content(forged(head))


def test_only_rows_can_be_packed():
    with pytest.raises(EngineError, match="2 dimensions"):
        pack_content(PackedContent(numbers={"x": np.zeros((2, 2))}))
