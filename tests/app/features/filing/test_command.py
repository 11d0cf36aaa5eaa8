"""`bayleaf-cli file` moves what it says, no more, and takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli.command_group import cli
from tests.app.command_line import Run, RunJson


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "offer.txt").write_text("cheap watermelon buy buy offer now")
    (folder / "lunch.txt").write_text("meeting notes lunch on monday")
    (folder / "empty.txt").write_text("")
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def run_for_status(*arguments: object) -> Result:
    """Call bayleaf-cli; the exit status is the `return_value`, as in `run_command`."""
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], standalone_mode=False)


def test_a_plan_moves_nothing(run_json: RunJson, trained: Path, letters: Path, tmp_path: Path) -> None:
    told = run_json("file", trained, letters, "--to", tmp_path / "filed", "--plan", "--with-unsure")

    assert sorted(Path(move["to"]).relative_to(tmp_path / "filed").as_posix() for move in told["files"]) == [
        "ham/lunch.txt",
        "spam/offer.txt",
    ]
    assert [(Path(left["name"]).name, left["reason"]) for left in told["left_out"]] == [("empty.txt", "empty")]
    assert names(letters) == ["empty.txt", "lunch.txt", "offer.txt"]
    assert not (tmp_path / "filed").exists()


def test_files_go_to_the_folders_of_their_labels_and_come_back(
    run_json: RunJson, trained: Path, letters: Path, tmp_path: Path
) -> None:
    before = {path: (letters / path).read_bytes() for path in names(letters)}
    told = run_json("file", trained, letters, "--to", tmp_path / "filed", "--with-unsure")
    assert [move["state"] for move in told["files"]] == ["done", "done"]
    assert names(tmp_path / "filed") == ["ham/lunch.txt", "spam/offer.txt"]
    assert names(letters) == ["empty.txt"]

    back = run_json("file", trained, "--undo", "--batch", told["batch"])
    assert {move["state"] for move in back["files"]} == {"undone"}
    assert {path: (letters / path).read_bytes() for path in names(letters)} == before


def test_many_files_left_out_for_one_reason_are_counted(run: Run, trained: Path, tmp_path: Path) -> None:
    odd = [tmp_path / f"odd {number}.txt" for number in range(15)]
    for number, path in enumerate(odd):
        path.write_text(f"zyxwv utsrq {number}")
    result = run("file", trained, *odd, "--to", tmp_path / "filed")

    assert result.stderr.count("is not certain enough") == 10
    assert "And 5 more for the same reason" in result.stderr


def test_what_is_unsure_stays_and_is_named(run: Run, trained: Path, letters: Path, tmp_path: Path) -> None:
    (letters / "odd.txt").write_text("zyxwv utsrq")
    result = run("file", trained, letters / "odd.txt", "--to", tmp_path / "filed")

    assert (letters / "odd.txt").exists()
    assert "The verdict on “odd.txt” is not certain enough." in result.stderr


def test_each_label_has_a_least_probability_of_its_own(run_json: RunJson, trained: Path, tmp_path: Path) -> None:
    texts = {"offer.txt": "buy cheap watermelon buy buy cheap offer now", "lunch.txt": "meeting notes lunch on monday"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    shares = {
        each["label"]: each["probability"]
        for each in run_json("classify", trained, *map(tmp_path.joinpath, texts))["verdicts"]
    }

    def told(*least: str) -> tuple[list[str], list[str]]:
        plan = run_json("file", trained, *map(tmp_path.joinpath, texts), "--to", tmp_path / "filed", "--plan", *least)
        return [move["label"] for move in plan["files"]], [left["reason"] for left in plan["left_out"]]

    filed, _ = told()
    assert "spam" in filed
    assert "spam" in told("--least", f"spam={shares['spam']}")[0]
    assert told("--least", f"spam={shares['spam'] + 1e-6}", "--least", "ham=0") == (
        [label for label in filed if label != "spam"],
        ["unsure"] * (3 - len(filed)),
    )


@pytest.mark.parametrize("pair", ["spam", "=.5", "spam=2", "spam=nan", "spam=much"])
def test_what_is_no_least_probability_is_a_mistake_of_usage(run: Run, trained: Path, tmp_path: Path, pair: str) -> None:
    result = run("file", trained, tmp_path, "--to", tmp_path / "filed", "--least", pair)

    assert result.exit_code == 2
    assert "is not LABEL=SHARE" in result.stderr


def test_a_copy_leaves_the_file(run_json: RunJson, trained: Path, letters: Path, tmp_path: Path) -> None:
    run_json("file", trained, letters / "offer.txt", "--to", tmp_path / "filed", "--copy", "--with-unsure")

    assert (tmp_path / "filed" / "spam" / "offer.txt").read_bytes() == (letters / "offer.txt").read_bytes()


def test_a_file_that_no_longer_fits_on_the_disk_makes_the_command_fail(
    trained: Path, letters: Path, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource")
    largest_bytes = trained.stat().st_size + (4 << 20)  # the workspace can grow, only the long letter does not fit
    (letters / "offer.txt").write_text("cheap watermelon buy buy offer now " * (largest_bytes // 30))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_bytes, limits[1]))
    try:
        result = run_for_status("file", trained, letters, "--to", tmp_path / "filed", "--copy", "--with-unsure")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert result.return_value == 1
    assert "There is not enough space for “offer.txt” on the target disk." in result.stdout
    assert "1 file filed as batch 1." in result.stderr
    assert "1 file could not be filed; the lines above say why." in result.stderr
    assert names(tmp_path / "filed") == ["ham/lunch.txt"]


def test_a_file_that_cannot_come_back_makes_the_command_fail(trained: Path, letters: Path, tmp_path: Path) -> None:
    assert run_for_status("file", trained, letters, "--to", tmp_path / "filed", "--with-unsure").return_value == 0
    (letters / "offer.txt").write_text("another offer with that name")

    assert run_for_status("file", trained, "--undo").return_value == 1
    assert names(tmp_path / "filed") == ["spam/offer.txt"]
    (letters / "offer.txt").unlink()
    assert run_for_status("file", trained, "--undo").return_value == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--to", "x"),
        ("new",),
        ("--undo", "new"),
        ("--undo", "--to", "x"),
        ("new", "--to", "x", "--sender", "me"),
        ("new", "--to", "x", "--name", "{date}", "--date", "someday"),
    ],
)
def test_what_makes_no_sense_is_wrong_use(run: Run, trained: Path, arguments: tuple[str, ...]) -> None:
    assert run("file", trained, *arguments).exit_code == 2


def test_a_layer_of_text_needs_the_program_that_writes_it(
    run: Run, trained: Path, letters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    done = run("file", trained, letters, "--to", tmp_path / "filed", "--text-layer")

    assert done.exit_code == 2
    assert "ocrmypdf" in done.stderr
    assert not (tmp_path / "filed").exists()
