"""Counts of other filters in and out: a round trip changes nothing, and forged files are refused."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import ExchangeError
from app.services.exchange.conversions import PROGRAMS, conversion
from app.services.exchange.word_tables import WordTable, filter_of_table, model_of_table, table_of_model
from app.services.models.model_exchange import read_model
from nbengine import Recipe, TokenRules, model_from_bytes, model_to_bytes, train_on_texts
from nbengine.text.token_rules import Field

FILES = [name for name in PROGRAMS if name != "popfile"]
WORDS = ["offer", "meeting", "watermelon", "subject:offer", "новости", "monday's", "subject:=cmd", "body:<b>"]
TABLE = WordTable(
    ("ham", "spam"),
    np.array([40, 30]),
    WORDS,
    np.array([[1, 20], [30, 2], [0, 9], [2, 25], [12, 1], [3, 0], [0, 4], [1, 1]]),
)


def written(form: str, table: WordTable = TABLE) -> bytes:
    return b"".join(PROGRAMS[form].write(table))


def counts_by_word(table: WordTable) -> dict[str, tuple[int, ...]]:
    return {word: tuple(row) for word, row in zip(table.words, table.counts.tolist(), strict=True) if any(row)}


@pytest.mark.parametrize("form", FILES)
def test_what_is_written_for_a_filter_is_told_and_read_again_without_change(form: str) -> None:
    program = PROGRAMS[form]
    content = written(form)

    assert [name for name in FILES if PROGRAMS[name].reads(content[:4096])] == [form]
    back = program.read(content, "file")

    assert (back.labels, back.documents.tolist()) == (("ham", "spam"), [40, 30])
    if form == "spamassassin":
        assert sorted(counts_by_word(back).values()) == sorted(counts_by_word(TABLE).values())
    else:
        assert counts_by_word(back) == counts_by_word(TABLE)
    assert sorted(b"".join(program.write(back))) == sorted(content)


@pytest.mark.parametrize("form", FILES)
def test_a_file_that_was_cut_or_forged_is_refused_or_read_in_part_and_never_crashes(form: str) -> None:
    content, chance = written(form), random.Random(5)
    for _ in range(300):
        forged = bytearray(content[: chance.randrange(len(content))])
        for _ in range(chance.randrange(4)):
            if forged:
                forged[chance.randrange(len(forged))] = chance.randrange(256)
        try:
            table = PROGRAMS[form].read(bytes(forged), "file")
        except ExchangeError:
            continue
        assert (table.counts <= table.documents).all()
        model_to_bytes(model_of_table(table, PROGRAMS[form].rules))


def test_a_training_file_cut_in_the_middle_is_refused_at_every_place() -> None:
    content = written("thunderbird")
    for length in range(4, len(content)):
        with pytest.raises(ExchangeError):
            PROGRAMS["thunderbird"].read(content[:length], "training.dat")


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("bogofilter", b".MSG_COUNT 1 1 20260101\n" + b"w" * 5000 + b" 1 1 20260101\n"),
        ("bogofilter", b".MSG_COUNT 1 1 20260101\nword 99999999999999999999 1 20260101\n"),
        ("bogofilter", b"word 1 1 20260101\n"),
        ("spambayes", b"3,4\r\nword,1\r\n"),
        ("spambayes", b"3,4\r\nword,-1,2\r\n"),
        ("thunderbird", b"\xfe\xed\xfa\xce" + b"\xff" * 12),
        ("spamassassin", b"v\t3\tdb_version # this must be the first line!!!\nt\t1\t1\t1\tnot-a-hash\n"),
    ],
)
def test_counts_and_words_of_impossible_size_are_refused(form: str, content: bytes) -> None:
    with pytest.raises(ExchangeError):
        PROGRAMS[form].read(content, "file")


def test_a_file_larger_than_any_filter_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "words"
    with huge.open("wb") as file:
        file.write(b"word 1 1 20260101\n" * 3)
        file.truncate(1 << 40)

    with pytest.raises(ExchangeError, match="too-large"):
        conversion(huge, huge, "bayleaf", begins_filter=False)


def test_more_mails_with_a_word_than_mails_are_brought_down_and_said() -> None:
    table = PROGRAMS["bogofilter"].read(b".MSG_COUNT 2 3 20260101\nword 9 1 20260101\n", "list")

    assert table.counts.tolist() == [[1, 2]]
    assert "brought down" in table.losses[0]


def test_a_filter_is_begun_from_counts_judges_and_learns_on() -> None:
    begun = filter_of_table(TABLE, TokenRules(fields=(Field("subject"),)))
    model = model_from_bytes(model_to_bytes(begun))

    assert model.judge_text("a watermelon offer", {"subject": "offer"}).label == "spam"
    assert model.judge_text("the meeting of новости").label == "ham"
    model.learn_texts(["giraffe giraffe meeting"] * 30, ["spam"] * 30, weights=[1.0] * 30)
    assert model.judge_text("giraffe").label == "spam"


def test_a_model_goes_out_with_its_counts_and_says_what_it_loses() -> None:
    recipe = Recipe(rules=TokenRules(fields=(Field("subject"), Field("mark"))))
    fields = [{"subject": "offer", "mark": "hidden"}, {"subject": "meeting"}]
    model = train_on_texts(["cheap watermelon", "notes on monday"], ["spam", "ham"], recipe, fields=fields)

    table = table_of_model(model, "Model")

    assert counts_by_word(table)["subject:offer"] == (0, 1)
    assert counts_by_word(table)["mark:hidden"] == (0, 1)


def test_buckets_of_popfile_go_out_and_come_back_whatever_labels_are_called(tmp_path: Path) -> None:
    texts, labels = ["cheap watermelon", "notes monday", "tax letter"], ["../spam", "C:\\ham", "../ham/.."]
    source = tmp_path / "m.model"
    source.write_bytes(model_to_bytes(train_on_texts(texts, labels)))

    conversion(source, source, "popfile", begins_filter=False).write(tmp_path / "corpus")
    back = conversion(tmp_path / "corpus", source, "bayleaf", begins_filter=False)
    back.write(tmp_path / "back.model")

    assert {path.parent for path in (tmp_path / "corpus").iterdir()} == {tmp_path / "corpus"}
    assert len(list((tmp_path / "corpus").glob("*/table"))) == 3
    assert not (tmp_path / "spam").exists()
    model = read_model(tmp_path / "back.model")
    assert len(model.labels) == 3
    assert model.judge_text("watermelon").label == next(label for label in model.labels if "spam" in label)


def test_a_model_of_more_labels_becomes_spam_and_not_spam_and_says_so(tmp_path: Path) -> None:
    source = tmp_path / "m.model"
    source.write_bytes(model_to_bytes(train_on_texts(["cheap", "notes", "letter"], ["spam", "ham", "bank"])))

    found = conversion(source, source, "bogofilter", begins_filter=False)

    assert found.documents == {"ham": 2, "spam": 1}
    assert any("bank, ham become one label" in loss for loss in found.losses)
