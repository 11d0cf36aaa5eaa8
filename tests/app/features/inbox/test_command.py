"""`bayleaf-cli watch` tells what arrived, one line each."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.app.command_line import Run


def test_once_takes_what_is_there_and_ends(run: Run, trained: Path, tmp_path: Path) -> None:
    for part in ("cur", "new", "tmp"):
        (tmp_path / "box" / part).mkdir(parents=True)
    (tmp_path / "box" / "new" / "1").write_text("Subject: buy\n\nbuy cheap watermelon buy buy cheap offer now\n")
    (tmp_path / "box" / "new" / "2").write_text("Subject: zq\n\nxkcd\n")
    options = ("--once", "--existing", "--json", "--file-to", tmp_path / "filed")
    first = run("watch", trained, tmp_path / "box", *options)
    again = run("watch", trained, tmp_path / "box", *options)

    told = [json.loads(line) for line in first.stdout.splitlines()]
    assert sorted((Path(each["path"]).name, each["state"]) for each in told) == [("1", "filed"), ("2", "asked")]
    assert [path.name for path in (tmp_path / "filed" / "spam").iterdir()] == ["1"]
    assert (again.exit_code, again.stdout) == (0, "")


def test_what_is_less_probable_than_is_wanted_of_its_label_is_asked_about(
    run: Run, trained: Path, tmp_path: Path
) -> None:
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "offer.txt").write_text("buy cheap watermelon buy buy cheap offer now")
    options = ("--once", "--existing", "--quiet", "0.1", "--json", "--file-to", tmp_path / "filed")
    result = run("watch", trained, tmp_path / "box", *options, "--least", "spam=1")

    [told] = [json.loads(line) for line in result.stdout.splitlines()]
    assert (told["label"], told["state"], told["reason"]) == ("spam", "asked", "short of sure")
    assert [path.name for path in (tmp_path / "box").iterdir()] == ["offer.txt"]


def test_a_file_is_waited_for_until_it_is_quiet(run: Run, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "offer.txt").write_text("buy cheap watermelon buy buy cheap offer now")
    result = run("watch", trained, tmp_path / "new", "--once", "--existing", "--quiet", "0.2", "--dry-run")

    assert result.stdout.split("\t")[:2] == ["would", "spam"]


def test_a_dry_run_says_at_its_end_how_often_it_would_have_been_wrong(run: Run, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    offer = "buy cheap watermelon buy buy cheap offer now"
    for name in ("one", "two"):
        (tmp_path / "new" / f"{name}.txt").write_text(f"{offer} {name}")
    options = ("--once", "--existing", "--quiet", "0.1", "--dry-run")
    first = run("watch", trained, tmp_path / "new", *options)
    run("learn", trained, "--label", "ham", tmp_path / "new" / "one.txt")
    again = run("watch", trained, tmp_path / "new", *options)

    assert first.stderr.splitlines() == [f"{tmp_path / 'new'}: 2 documents would have been filed."]
    assert again.stderr.splitlines() == [
        f"{tmp_path / 'new'}: 2 documents would have been filed; 1 of 1 that you decided yourself went elsewhere."
    ]


def test_moves_of_another_computer_are_left_alone(run: Run, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    for name in ("letter", "copy"):
        (tmp_path / name).write_text("important")
    with closing(sqlite3.connect(trained)) as file, file:
        file.execute(
            """INSERT INTO file_move (batch, action, source, target, label, size_bytes, state, reason, changed_at)
            VALUES (1, 'move', ?, ?, 'x', 9, 'started', '', 4e9)""",
            (os.fsencode(tmp_path / "letter"), os.fsencode(tmp_path / "copy")),
        )
    result = run("watch", trained, tmp_path / "new", "--once", "--file-to", tmp_path / "filed")

    assert (tmp_path / "letter").exists()
    assert "1 interrupted move left alone: planned on another computer" in result.stderr


def test_a_dry_run_moves_nothing(run: Run, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    result = run("watch", trained, tmp_path / "new", "--once", "--dry-run", "--file-to", tmp_path / "filed")

    assert (result.exit_code, result.stdout) == (0, "")
    assert not (tmp_path / "filed").exists()


def watched_offers(run: Run, trained: Path, tmp_path: Path, *names: str) -> list[str]:
    """Have some files arrive and be filed, each as a batch of its own; return what is there afterwards."""
    (tmp_path / "new").mkdir(exist_ok=True)
    options = ("--once", "--existing", "--quiet", "0.1", "--file-to", tmp_path / "filed")
    for name in names:
        (tmp_path / "new" / name).write_text(f"buy cheap watermelon buy buy cheap offer now {name}")
        assert run("watch", trained, tmp_path / "new", *options).exit_code == 0
    return inbox_of(tmp_path)


def inbox_of(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "new").iterdir())


def test_all_that_was_filed_since_a_time_is_brought_back_by_one_call(run: Run, trained: Path, tmp_path: Path) -> None:
    assert watched_offers(run, trained, tmp_path, "one.txt", "two.txt", "three.txt") == []
    assert run("file", trained, "--undo", "--since", "2999-01-01").stderr.endswith("0 files brought back.\n")
    result = run("file", trained, "--undo", "--since", "1h")

    assert result.stderr.endswith("3 files brought back.\n")
    assert inbox_of(tmp_path) == ["one.txt", "three.txt", "two.txt"]


def test_the_last_run_is_brought_back_and_nothing_that_was_filed_otherwise(
    run: Run, trained: Path, tmp_path: Path
) -> None:
    watched_offers(run, trained, tmp_path, "earlier.txt")
    watched_offers(run, trained, tmp_path, "last.txt")
    (tmp_path / "hand.txt").write_text("buy cheap watermelon buy buy cheap offer now by hand")
    run("file", trained, tmp_path / "hand.txt", "--to", tmp_path / "filed", "--with-unsure")
    assert not (tmp_path / "hand.txt").exists()
    result = run("file", trained, "--undo", "--run")

    assert result.stderr.endswith("1 file brought back.\n")
    assert inbox_of(tmp_path) == ["last.txt"]
    assert not (tmp_path / "hand.txt").exists()
    assert run("file", trained, "--undo", "--run").stderr.endswith("0 files brought back.\n")


def test_the_last_run_is_brought_back_though_the_clock_goes_back_meanwhile(
    run: Run, trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder itself shows what came back. The clock goes back by an hour whenever it is read."""
    clock = count(time.time(), -3_600.0)
    with monkeypatch.context() as patching:
        patching.setattr(time, "time", lambda: next(clock))
        assert watched_offers(run, trained, tmp_path, "last.txt") == []
    run("file", trained, "--undo", "--run")

    assert inbox_of(tmp_path) == ["last.txt"]


def test_a_file_that_was_brought_back_is_not_filed_again(run: Run, trained: Path, tmp_path: Path) -> None:
    watched_offers(run, trained, tmp_path, "one.txt")
    run("file", trained, "--undo", "--run")
    options = ("--once", "--existing", "--quiet", "0.1", "--file-to", tmp_path / "filed")
    run("watch", trained, tmp_path / "new", *options)

    assert inbox_of(tmp_path) == ["one.txt"]


@pytest.mark.parametrize("moment", ["yesterday", "2h30", "", "2026-13-01", "99999999d"])
def test_a_time_that_is_none_is_refused_with_an_example(run: Run, trained: Path, moment: str) -> None:
    result = run("file", trained, "--undo", "--since", moment)
    assert result.exit_code == 2
    assert "2026-11-28" in result.stderr


def test_ways_to_say_what_is_brought_back_exclude_each_other(run: Run, trained: Path) -> None:
    assert run("file", trained, "--undo", "--since", "1h", "--run").exit_code == 2
    assert run("file", trained, "--since", "1h").exit_code == 2
