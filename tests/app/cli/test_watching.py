"""`bayleaf-cli watch` tells what arrived, one line each."""

from __future__ import annotations

import json
from pathlib import Path

from tests.app.cli.conftest import Run


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
    assert (told["label"], told["state"], told["reason"]) == ("spam", "asked", "close call")
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


def test_a_dry_run_moves_nothing(run: Run, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    result = run("watch", trained, tmp_path / "new", "--once", "--dry-run", "--file-to", tmp_path / "filed")

    assert (result.exit_code, result.stdout) == (0, "")
    assert not (tmp_path / "filed").exists()
