"""Counts of other filters in and out: a round trip changes nothing, and forged files are refused."""

from __future__ import annotations

import random
import shutil
import socket
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import ForeignFileError
from app.features.exchange.conversions import PROGRAMS, plan_conversion
from app.features.exchange.spam_filters import (
    BOGOFILTER_RULES,
    POPFILE_RULES,
    SPAMASSASSIN_RULES,
    SPAMBAYES_RULES,
    THUNDERBIRD_RULES,
    read_popfile_database,
)
from app.features.exchange.word_tables import (
    ForeignCounts,
    filter_of_table,
    model_of_table,
    table_of_model,
)
from app.library.extraction import may_backtrack
from app.library.saved_models import read_model
from app.store.popfile_database import is_popfile
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts
from nbengine.text.token_rules import Field, TokenRules, tokenize

FILES = [name for name in PROGRAMS if name not in ("popfile", "rspamd")]
WORDS = ["offer", "meeting", "watermelon", "subject:offer", "новости", "monday's", "subject:=cmd", "body:<b>"]
TABLE = ForeignCounts(
    ("ham", "spam"),
    np.array([40, 30]),
    WORDS,
    np.array([[1, 20], [30, 2], [0, 9], [2, 25], [12, 1], [3, 0], [0, 4], [1, 1]]),
)


RSPAMD = """"BAYES_SPAM_keys": ["RS"]
"BAYES_HAM_keys": ["RS"]
"RS": {"learns_ham":"7","learns_spam":"5","version":"2"}
"RS_4931678009727766668": {"H":"3","tokens":"i:rout"}
"RS_17446744073709551615": {"H":"1","S":"4"}
"""


def written(form: str, table: ForeignCounts = TABLE) -> bytes:
    if form == "rspamd":
        table = PROGRAMS[form].read(RSPAMD.encode(), form)
    return b"".join(PROGRAMS[form].write(table))


def counts_by_word(table: ForeignCounts) -> dict[str, tuple[int, ...]]:
    return {word: tuple(row) for word, row in zip(table.words, table.counts.tolist(), strict=True) if any(row)}


@pytest.mark.parametrize("form", FILES)
def test_what_is_written_for_a_filter_is_told_and_read_again_without_change(form: str) -> None:
    program = PROGRAMS[form]
    content = written(form)

    assert [name for name in FILES if PROGRAMS[name].recognises(content[:4096])] == [form]
    back = program.read(content, "file")

    assert (back.labels, back.document_counts.tolist()) == (("ham", "spam"), [40, 30])
    if form == "spamassassin":
        assert sorted(counts_by_word(back).values()) == sorted(counts_by_word(TABLE).values())
    else:
        assert counts_by_word(back) == counts_by_word(TABLE)
    assert sorted(b"".join(program.write(back))) == sorted(content)


@pytest.mark.parametrize("form", [*FILES, "rspamd"])
def test_a_file_that_was_cut_or_forged_is_refused_or_read_in_part_and_never_crashes(form: str) -> None:
    content, chance = written(form), random.Random(5)
    for _ in range(300):
        forged = bytearray(content[: chance.randrange(len(content))])
        for _ in range(chance.randrange(4)):
            if forged:
                forged[chance.randrange(len(forged))] = chance.randrange(256)
        try:
            table = PROGRAMS[form].read(bytes(forged), "file")
        except ForeignFileError:
            continue
        assert (table.counts <= table.document_counts).all()
        model_to_bytes(model_of_table(table, PROGRAMS[form].token_rules))


def test_a_training_file_cut_in_the_middle_is_refused_at_every_place() -> None:
    content = written("thunderbird")
    for length in range(4, len(content)):
        with pytest.raises(ForeignFileError):
            PROGRAMS["thunderbird"].read(content[:length], "training.dat")


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("bogofilter", b".MSG_COUNT 1 1 20260101\n" + b"w" * 5000 + b" 1 1 20260101\n"),
        ("bogofilter", b".MSG_COUNT 1 1 20260101\nword 99999999999999999999 1 20260101\n"),
        ("bogofilter", b"word 1 1 20260101\n"),
        ("rspamd", b'"BAYES_SPAM_keys": ["RS"]\n"RS": {"learns_ham":"1","learns_spam":"x"}\n'),
        ("rspamd", b'"BAYES_SPAM_keys": ["RS"]\n"RS": {"learns_ham":"1e999","learns_spam":"1"}\n'),
        ("rspamd", b'"BAYES_SPAM_keys": ["RS"]\n' + b"[" * 100000),
        ("rspamd", b'"BAYES_SPAM_keys": ["RS"]\n"RS": {"learns_ham":"0"}\n"RS_1": {"S":"1"}\n'),
        ("spambayes", b"3,4\r\nword,1\r\n"),
        ("spambayes", b"3,4\r\nword,-1,2\r\n"),
        ("thunderbird", b"\xfe\xed\xfa\xce" + b"\xff" * 12),
        ("spamassassin", b"v\t3\tdb_version # this must be the first line!!!\nt\t1\t1\t1\tnot-a-hash\n"),
    ],
)
def test_counts_and_words_of_impossible_size_are_refused(form: str, content: bytes) -> None:
    with pytest.raises(ForeignFileError):
        PROGRAMS[form].read(content, "file")


def test_a_file_larger_than_any_filter_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "words"
    with huge.open("wb") as file:
        file.write(b"word 1 1 20260101\n" * 3)
        file.truncate(1 << 40)

    with pytest.raises(ForeignFileError, match="too-large"):
        plan_conversion(huge, huge, "bayleaf", begins_filter=False)


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

    plan_conversion(source, source, "popfile", begins_filter=False).write(tmp_path / "corpus")
    back = plan_conversion(tmp_path / "corpus", source, "bayleaf", begins_filter=False)
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

    found = plan_conversion(source, source, "bogofilter", begins_filter=False)

    assert (found.table.labels, found.table.document_counts.tolist()) == (("ham", "spam"), [2, 1])
    assert any("bank, ham become one label" in loss for loss in found.table.losses)


def test_rspamd_s_hashes_come_in_and_go_back_and_nothing_else_does(tmp_path: Path) -> None:
    dump, model, own = tmp_path / "dump", tmp_path / "its.model", tmp_path / "own.model"
    dump.write_text(RSPAMD)
    as_json = b"""{"pattern": "RS", "meta": {"learns_ham":"7","learns_spam":"5"}, "elts": {
"RS_4931678009727766668": {"H":"3"},
"RS_17446744073709551615": {"S":"4","H":"1"}
}}
"""

    plan_conversion(dump, dump, "bayleaf", begins_filter=False).write(model)
    plan_conversion(model, model, "rspamd", begins_filter=False).write(tmp_path / "again")

    read = PROGRAMS["rspamd"].read
    back, whole = read((tmp_path / "again").read_bytes(), "dump"), read(as_json, "dump")
    assert counts_by_word(back) == counts_by_word(whole)
    assert counts_by_word(whole) == {"osb:4931678009727766668": (3, 0), "osb:17446744073709551615": (1, 4)}
    assert back.document_counts.tolist() == whole.document_counts.tolist() == [7, 5]
    own.write_bytes(model_to_bytes(train_on_texts(["cheap offer", "notes monday"], ["spam", "ham"])))
    with pytest.raises(ForeignFileError, match="nothing-goes-over"):
        plan_conversion(own, own, "rspamd", begins_filter=False)


def test_a_corpus_of_popfile_with_too_many_words_and_buckets_is_refused(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"bucket{number}").mkdir()
        (tmp_path / f"bucket{number}" / "table").write_text("__CORPUS__ __VERSION__ 1\nword 1\n")
    lines = "".join(f"word{number} 1\n" for number in range(12_000))
    (tmp_path / "bucket0" / "table").write_text(f"__CORPUS__ __VERSION__ 1\n{lines}")

    with pytest.raises(ForeignFileError, match="too-large"):
        plan_conversion(tmp_path, tmp_path, "bayleaf", begins_filter=False)


def popfile_database(path: Path) -> Path:
    """A database as POPFile makes it at its first start, in what is read of it, with some words."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "create table users (id integer primary key, name varchar(255), password varchar(255), unique (name));"
            "create table buckets (id integer primary key, userid integer, name varchar(255), pseudo int,"
            " unique (userid, name));"
            "create table words (id integer primary key, word varchar(255), unique (word));"
            "create table matrix (id integer primary key, wordid integer, bucketid integer, times integer,"
            " lastseen date, unique (wordid, bucketid));"
            "insert into users values (1, 'admin', 'x');"
            "insert into buckets values (1, 1, 'unclassified', 1), (2, 1, 'spam', 0), (3, 1, 'work', 0);"
            "insert into words values (1, 'offer'), (2, 'subject:notes'), (3, 'the');"
            "insert into matrix values (1, 1, 2, 20, null), (2, 2, 3, 30, null), (3, 3, 2, 5, null),"
            " (4, 3, 3, 6, null), (5, 1, 1, 9, null);"
        )
    return path


def test_popfile_s_database_comes_in_and_a_copy_of_it_gets_our_words(tmp_path: Path) -> None:
    base, out, own = popfile_database(tmp_path / "popfile.db"), tmp_path / "new.db", tmp_path / "own.model"
    before, evil = base.read_bytes(), "'; drop table words; --"

    plan_conversion(base, base, "bayleaf", begins_filter=False).write(tmp_path / "its.model")
    table = table_of_model(read_model(tmp_path / "its.model"), "its")
    own.write_bytes(model_to_bytes(train_on_texts(["cheap offer", "holiday beach"], ["spam", evil])))
    plan_conversion(own, own, "popfile", begins_filter=False, base=base).write(out)

    assert counts_by_word(table) == {"offer": (20, 0), "subject:notes": (0, 30), "the": (5, 6)}
    assert base.read_bytes() == before
    with closing(sqlite3.connect(out)) as database:
        found = database.execute(
            "select b.name, w.word, m.times from matrix m join words w on w.id = m.wordid"
            " join buckets b on b.id = m.bucketid"
        )
        assert set(found) == {
            ("spam", "cheap", 1), ("spam", "offer", 1), (evil, "holiday", 1), (evil, "beach", 1),
            ("work", "subject:notes", 30), ("work", "the", 6), ("unclassified", "offer", 9),
        }  # fmt: skip
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    assert plan_conversion(out, out, "bayleaf", begins_filter=False).source == "popfile"


def test_forged_databases_of_popfile_are_refused(tmp_path: Path) -> None:
    whole = popfile_database(tmp_path / "whole.db").read_bytes()
    forged, chance = tmp_path / "forged.db", random.Random(3)
    for _ in range(150):
        content = bytearray(whole[: chance.randrange(200, len(whole) + 1)])
        for _ in range(chance.randrange(1, 30)):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        forged.write_bytes(content)
        if is_popfile(forged):
            with suppress(ForeignFileError):
                assert (read_popfile_database(forged).counts >= 0).all()

    with closing(sqlite3.connect(tmp_path / "endless.db")) as database:
        database.executescript(
            "create table buckets (id, userid, name, pseudo); create table words (id, word);"
            "create view matrix as with recursive n(x) as (select 1 union all select x + 1 from n)"
            " select x as id, x as wordid, 1 as bucketid, 1 as times from n;"
        )
    assert not is_popfile(tmp_path / "endless.db")
    with closing(sqlite3.connect(popfile_database(tmp_path / "blob.db"))) as database:
        database.execute("update words set word = randomblob(9)")
        database.commit()
    with pytest.raises(ForeignFileError, match="damaged-words"):
        read_popfile_database(tmp_path / "blob.db")


RSPAMD_IS_HERE = all(map(shutil.which, ("rspamadm", "redis-server")))


@pytest.mark.skipif(not RSPAMD_IS_HERE, reason="needs rspamd and Redis")
def test_rspamd_restores_what_goes_back_to_it(tmp_path: Path) -> None:
    """Redis holds afterwards what rspamd itself dumps as the same counts."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    (tmp_path / "rspamd.conf").write_text(
        f'classifier "bayes" {{ new_schema = true; backend = "redis"; servers = "127.0.0.1:{port}"; tokenizer {{'
        ' name = "osb"; } statfile { symbol = "BAYES_HAM"; } statfile { symbol = "BAYES_SPAM"; spam = true; } }'
    )
    program = PROGRAMS["rspamd"]
    (tmp_path / "dump").write_bytes(b"".join(program.write(program.read(RSPAMD.encode(), "dump"))))
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        admin = ["rspamadm", "statistics_dump", "-c", str(tmp_path / "rspamd.conf")]
        subprocess.run([*admin, "restore", tmp_path / "dump"], check=True, capture_output=True, timeout=60)
        dumped = subprocess.run([*admin, "dump"], check=True, capture_output=True, timeout=60).stdout
    finally:
        server.terminate()
        server.wait(20)

    again = program.read(dumped, "dump")
    assert counts_by_word(again) == {"osb:4931678009727766668": (3, 0), "osb:17446744073709551615": (1, 4)}
    assert again.document_counts.tolist() == [7, 5]


@pytest.mark.parametrize(
    "rules", [BOGOFILTER_RULES, POPFILE_RULES, SPAMASSASSIN_RULES, SPAMBAYES_RULES, THUNDERBIRD_RULES]
)
def test_words_of_imported_filters_are_counted_in_linear_time_without_a_worker(rules: TokenRules) -> None:
    n_signs = 400_000
    tokens = [*tokenize("-" * n_signs, rules), *tokenize("a" + "-'." * n_signs + " word", rules)]

    assert tokens[-1] == "word"
    assert not may_backtrack(rules)


def test_words_of_spamassassin_are_those_of_its_own_pattern() -> None:
    draw = random.Random(5)
    own = TokenRules(pattern=r"[\w,@*!'$.-]*\w", min_length=3, max_length=15)
    ours = TokenRules(pattern=SPAMASSASSIN_RULES.pattern, min_length=3, max_length=15)
    for _ in range(3_000):
        text = "".join(draw.choices("abcd,@*!'$.-  \n;(é7_", k=draw.randrange(60)))
        assert tokenize(text, ours) == tokenize(text, own), text
