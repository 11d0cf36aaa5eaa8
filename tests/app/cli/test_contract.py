"""The contract with scripts: names in JSON, exit statuses, one sentence for each error."""

from __future__ import annotations

import csv
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import python_calamine

from app.cli.command_group import COMMANDS
from app.domain.errors import ModelError, NotFound, SourceError, StoreError, UnusableName
from app.features import OPTIONAL_FEATURES, is_there
from tests.app.command_line import Run, RunJson
from tests.app.store.test_migrations import SAMPLES

ROOT = Path(__file__).parents[3]
QUERY = "buy notes monday unknown"


def bayleaf_cli(*arguments: object, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, for what only a process shows."""
    command = [sys.executable, "-m", "app.cli", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60, env=environment)


def test_an_import_reports_under_the_names_of_the_contract(tmp_path: Path, five_mails: Path, run_json: RunJson) -> None:
    (five_mails / "ham" / "empty.txt").write_bytes(b"")

    told = run_json("import", tmp_path / "new.bayleaf", five_mails)

    assert {"documents", "duplicates", "conflicts", "bytes", "seconds", "failed"} <= set(told)
    assert (told["documents"], told["duplicates"]) == (5, 0)
    assert [failure["reason"] for failure in told["failed"]] == ["empty"]
    assert told["failed"][0]["path"].endswith("empty.txt")


def test_importing_the_same_source_again_changes_nothing(trained: Path, five_mails: Path, run_json: RunJson) -> None:
    again = run_json("import", trained, five_mails)

    assert (again["documents"], again["duplicates"]) == (0, 5)
    assert run_json("info", trained)["documents"] == 5


def test_the_same_content_under_another_label_is_a_conflict(
    trained: Path, five_mails: Path, run_json: RunJson, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "ham"
    other.mkdir(parents=True)
    (other / "copy.txt").write_text("buy cheap watermelon buy", encoding="utf-8")

    assert run_json("import", trained, other, "--label", "ham")["conflicts"] == 1


def test_verdicts_are_those_of_the_textbook(trained: Path, run_json: RunJson) -> None:
    [verdict] = run_json("classify", trained, "-", "--explain", 2, stdin=QUERY)["verdicts"]

    assert verdict["label"] == "ham"
    assert verdict["raw"]["ham"] == pytest.approx(27000 / 39167, abs=1e-12)
    assert len(verdict["contributions"]) == 2
    total = verdict["prior"] + verdict["rest"] + sum(each["term"] for each in verdict["contributions"])
    assert total == pytest.approx(verdict["odds"], abs=1e-12)
    assert verdict["unknown_share"] == pytest.approx(1 / 4)
    assert verdict["error"] is None


def test_the_derivation_ends_in_the_same_fraction(trained: Path, run_json: RunJson) -> None:
    told = run_json("explain", trained, "-", stdin=QUERY)

    exact = dict(zip([label["label"] for label in told["labels"]], told["exact"], strict=True))
    assert exact["ham"] == "27000/39167"


def test_an_impossible_label_is_null_in_json(trained: Path, run_json: RunJson) -> None:
    run_json("train", trained, "--event-model", "multinomial", "--smoothing", 0)

    [verdict] = run_json("classify", trained, "-", stdin="watermelon monday")["verdicts"]

    assert verdict["label"] is None
    assert set(verdict["log_joint"].values()) == {None}


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("--event-model", "bernoulli", "--smoothing", "1"), 1207959552 / 1452100177),
        (("--event-model", "multinomial", "--smoothing", "0.5"), 14700 / 19613),
    ],
)
def test_retraining_uses_the_counts_that_are_there(
    trained: Path, run_json: RunJson, arguments: tuple[str, ...], wanted: float
) -> None:
    run_json("train", trained, *arguments)

    [verdict] = run_json("classify", trained, "-", stdin=QUERY)["verdicts"]

    assert verdict["raw"]["ham"] == pytest.approx(wanted, abs=1e-12)


def test_evaluation_reports_under_the_names_of_the_contract(trained: Path, run_json: RunJson) -> None:
    told = run_json("evaluate", trained)

    assert {
        *("documents", "accuracy", "labels", "confusion", "per_label", "macro_f1", "mcc", "log_loss", "brier", "ece"),
        *("auc", "one_minus_auc_percent", "positives_missed_at_0_1_percent", "negatives_lost"),
    } <= set(told)
    assert set(told["per_label"]["ham"]) >= {"precision", "recall", "f1", "support"}
    assert sum(map(sum, told["confusion"])) == told["documents"] == 5
    assert told["positive"] == "spam"


@pytest.mark.parametrize("way", [("--folds", "2"), ("--leave-one-out",)])
def test_every_way_to_evaluate_judges_every_document(trained: Path, run_json: RunJson, way: tuple[str, ...]) -> None:
    assert run_json("evaluate", trained, *way)["documents"] == 5


def test_a_test_set_is_judged_by_the_model_as_it_is(trained: Path, five_mails: Path, run_json: RunJson) -> None:
    assert run_json("evaluate", trained, "--test", five_mails)["accuracy"] == 1.0


def test_learning_twice_changes_nothing_and_forgetting_undoes_it(
    trained: Path, tmp_path: Path, run_json: RunJson
) -> None:
    mail = tmp_path / "new.txt"
    mail.write_text("win a free cruise now", encoding="utf-8")
    [model] = run_json("info", trained)["models"]

    first = run_json("learn", trained, "--label", "spam", mail)
    second = run_json("learn", trained, "--label", "spam", mail)
    forgotten = run_json("forget", trained, "--label", "spam", mail)
    relearnt = run_json("learn", trained, "--label", "spam", mail)

    assert (first["changed"], second["changed"]) == (1, 0)
    assert first["hash"] == second["hash"] == relearnt["hash"] != forgotten["hash"]
    assert run_json("info", trained)["models"][0]["name"] == model["name"]
    assert run_json("check", trained)["sound"]


def test_a_document_under_another_label_is_learnt_anew_and_forgotten_as_the_old(
    trained: Path, tmp_path: Path, run_json: RunJson
) -> None:
    mail = tmp_path / "new.txt"
    mail.write_text("win a free cruise now", encoding="utf-8")
    fresh = run_json("learn", trained, "--label", "ham", mail)
    run_json("learn", trained, "--label", "spam", mail)

    back = run_json("learn", trained, "--label", "ham", mail)

    assert back["hash"] == fresh["hash"]


def test_forgetting_what_was_never_learnt_is_an_error_that_changes_nothing(
    trained: Path, five_mails: Path, run_json: RunJson
) -> None:
    mail = five_mails / "spam" / "0.txt"

    with pytest.raises(NotFound):
        run_json("forget", trained, "--label", "ham", mail)

    assert run_json("info", trained)["models"][0]["behind"] == 0


def test_a_new_label_may_be_learnt_at_any_time(trained: Path, run_json: RunJson) -> None:
    run_json("learn", trained, "--label", "newsletter", "-", stdin="this month in the garden letter")

    [verdict] = run_json("classify", trained, "-", stdin="garden letter of this month")["verdicts"]

    assert verdict["label"] == "newsletter"


def test_a_label_is_written_alike_however_it_is_given(trained: Path, five_mails: Path, run_json: RunJson) -> None:
    ham = five_mails / "ham"
    run_json("learn", trained, "--label", " ok ", "-", stdin="this month in the garden letter")
    run_json("import", trained, ham, "--label", "ok\t", "--keep-duplicates")
    assert list(run_json("info", trained)["corpora"][0]["labels"]) == ["ham", "spam", "ok"]

    assert run_json("evaluate", trained, "--test", ham, "--label", " ham ")["documents"] == 3
    told = run_json("forget", trained, "--label", "  ok", "-", stdin="this month in the garden letter")
    assert (told["label"], told["changed"]) == ("ok", 1)


@pytest.mark.parametrize("command", ["learn", "forget", "import"])
def test_a_label_of_spaces_is_none(command: str, trained: Path, five_mails: Path, run_json: RunJson) -> None:
    with pytest.raises(UnusableName, match="empty"):
        run_json(command, trained, five_mails / "ham", "--label", "  ")


def test_an_older_workspace_is_told_and_checked_as_it_is_and_others_say_what_helps(
    tmp_path: Path, run: Run, run_json: RunJson
) -> None:
    old = Path(shutil.copy(SAMPLES / "version-1.bayleaf", tmp_path / "old.bayleaf"))
    before = old.read_bytes()

    assert run_json("info", old)["older"]
    assert "older version" in run("info", old).stdout
    assert "The model “filter” is damaged. Train it again.\n1 problem in " in run("check", old).stderr
    with pytest.raises(StoreError, match="older"):
        run_json("classify", old, "-", stdin="dinner")
    assert old.read_bytes() == before

    run_json("train", old, "--corpus", "mail")
    assert not run_json("info", old)["older"]
    assert sorted(os.listdir(tmp_path)) == ["old.bayleaf", "old.bayleaf.version-1.backup"]
    run_json("compact", old)
    assert os.listdir(tmp_path) == ["old.bayleaf"]


def test_words_tell_counts_and_logarithms(trained: Path, tmp_path: Path, run_json: RunJson) -> None:
    [word] = run_json("words", trained, "--word", "buy")["words"]
    run_json("words", trained, "--csv", tmp_path / "words.csv")

    assert word["counts"] == {"ham": 0, "spam": 3}
    assert word["log_probabilities"]["spam"] == pytest.approx(-1.6094379124341003)  # log(4 / 20)
    with (tmp_path / "words.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 1 + 12


def test_an_exported_model_judges_elsewhere_and_learns_there(trained: Path, tmp_path: Path, run_json: RunJson) -> None:
    run_json("export", trained, "--to", tmp_path / "filter.model")
    assert "must not be used for" in (tmp_path / "filter.model.card.md").read_text("utf-8")
    elsewhere = tmp_path / "elsewhere.bayleaf"
    run_json("import", elsewhere, trained.parent / "five" / "ham", "--label", "ham")

    name = run_json("add-model", elsewhere, tmp_path / "filter.model")["model"]
    [there] = run_json("classify", elsewhere, "-", "--model", name, stdin=QUERY)["verdicts"]
    [here] = run_json("classify", trained, "-", stdin=QUERY)["verdicts"]
    run_json("learn", elsewhere, "--model", name, "--label", "spam", "-", stdin="one more offer")

    assert there["log_joint"] == here["log_joint"]
    assert {corpus["name"]: corpus["documents"] for corpus in run_json("info", elsewhere)["corpora"]}[name] == 1


def test_a_mailbox_gives_a_verdict_for_each_message(trained: Path, tmp_path: Path, run_json: RunJson) -> None:
    mailbox = tmp_path / "two.mbox"
    message = "From a@b.example Thu Jan  1 00:00:00 2026\nFrom: a@b.example\nSubject: {}\n\n{}\n\n"
    mailbox.write_text(message.format("one", "cheap offer") + message.format("two", "lunch on monday"))

    verdicts = run_json("classify", trained, mailbox)["verdicts"]

    assert [verdict["label"] for verdict in verdicts] == ["spam", "ham"]
    assert len({verdict["member"] for verdict in verdicts}) == 2


def test_a_filter_passes_the_mail_through_with_two_headers_more(trained: Path) -> None:
    mail = b"Subject: x\r\nX-Bayleaf-Score: 0.1 ham\r\n folded\r\nTo: me\r\n\r\ncheap offer buy\r\n\xff\xfe\r\n"

    result = bayleaf_cli("classify", trained, "--filter", "-", stdin=mail)

    head, body = result.stdout.split(b"\r\n\r\n", 1)
    assert body == mail.split(b"\r\n\r\n", 1)[1]
    assert head.startswith(b"X-Text-Classification: ")
    assert head.count(b"X-Bayleaf-Score") == 1
    assert head.endswith(b"Subject: x\r\nTo: me")


def test_a_replay_classifies_before_it_learns(tmp_path: Path, five_mails: Path, run_json: RunJson) -> None:
    lines = [f"{path.parent.name} {path}" for path in sorted(five_mails.rglob("*.txt"))]
    index = tmp_path / "index"
    index.write_text("\n".join(lines) + "\n", encoding="utf-8")

    told = run_json("replay", tmp_path / "none.bayleaf", index, "--kind", "text", "--scores", tmp_path / "scores")

    assert told["documents"] == 5
    assert {"auc", "one_minus_auc_percent", "lam_percent", "negatives_lost"} <= set(told)
    assert len((tmp_path / "scores").read_text(encoding="utf-8").splitlines()) == 5
    assert not (tmp_path / "none.bayleaf").exists()


def test_a_replay_learns_as_it_was_told_to(tmp_path: Path, five_mails: Path, run_json: RunJson) -> None:
    lines = [f"{path.parent.name} {path}\n" for path in sorted(five_mails.rglob("*.txt"))] * 30
    index = tmp_path / "index"
    index.write_text("".join(lines), encoding="utf-8")

    ways: list[list[str]] = [[], ["--learn", "all"], ["--learn", "mistakes"], ["--decay", "0.2"]]
    losses = [run_json("replay", tmp_path / "none", index, "--kind", "text", *way)["log_loss"] for way in ways]

    assert len(set(losses)) == len(ways)


def test_the_scores_of_a_replay_never_replace_its_index(tmp_path: Path, five_mails: Path, run: Run) -> None:
    lines = "".join(f"{path.parent.name} {path}\n" for path in sorted(five_mails.rglob("*.txt")))
    index = tmp_path / "index"
    index.write_text(lines, encoding="utf-8")

    result = run("replay", tmp_path / "none.bayleaf", index, "--kind", "text", "--scores", index)

    assert result.exit_code == 2
    assert index.read_text(encoding="utf-8") == lines


ANOTHER_FIRST_WORD = {
    "import",
    "replay",
    "read",
    "connect",
    "native",
    "serve-model",
    "serve-users",
    "convert",
    "merge",
    "lesson",
}
"""Commands that make a workspace, or do not begin with one."""


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - ANOTHER_FIRST_WORD))
def test_only_import_makes_a_workspace(command: str, tmp_path: Path, run: Run, five_mails: Path) -> None:
    missing = tmp_path / "none.bayleaf"
    mail = five_mails / "ham" / "0.txt"
    model = tmp_path / "some.model"
    model.write_bytes(b"")
    more = {
        "classify": [mail],
        "explain": [mail],
        "label": ["1", "--none"],
        "learn": ["--label", "ham", mail],
        "forget": ["--label", "ham", mail],
        "export": ["--to", tmp_path / "out"],
        "add-model": [model],
        "file": [mail, "--to", tmp_path / "filed"],
        "watch": [mail.parent, "--once"],
    }

    result = run(command, missing, *more.get(command, []))

    assert isinstance(result.exception, (StoreError, ModelError))
    assert not missing.exists()


def test_a_source_that_is_not_there_is_an_error(tmp_path: Path, run_json: RunJson) -> None:
    with pytest.raises(SourceError):
        run_json("import", tmp_path / "new.bayleaf", tmp_path / "nowhere")


def test_the_world_at_fault_is_one_sentence_and_status_one(tmp_path: Path) -> None:
    result = bayleaf_cli("info", tmp_path / "none.bayleaf")

    assert result.returncode == 1
    assert result.stdout == b""
    assert result.stderr.decode().count("\n") == 1
    assert "none.bayleaf" in result.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("train",),
        ("import", "x.bayleaf", "y", "--labels-from", "nowhere"),
        ("train", "x.bayleaf", "--ngrams", "2-1"),
        ("train", "x.bayleaf", "--min-df", "many"),
        ("evaluate", "x.bayleaf", "--folds", "5", "--leave-one-out"),
    ],
)
def test_wrong_use_is_status_two(arguments: tuple[str, ...], run: Run) -> None:
    assert run(*arguments).exit_code == 2


@pytest.mark.parametrize("arguments", [("--vocabulary", "some"), ("--prior", "soft"), ("--smoothing", "x")])
def test_a_recipe_that_cannot_be_is_refused_in_words(trained: Path, run: Run, arguments: tuple[str, ...]) -> None:
    result = run("train", trained, *arguments)

    assert result.exception is not None
    assert not isinstance(result.exception, (KeyError, TypeError, AttributeError))


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "native"])  # which speaks JSON alone
def test_every_command_has_help_with_its_defaults(command: str, run: Run) -> None:
    result = run(command, "--help")

    assert result.exit_code == 0
    assert "--json" in result.output


EXAMPLE = re.compile(r"^ {4}bayleaf-cli +([a-z-]+)([^#\n]*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def options_of(name: str, *, on_cluster: bool) -> set[str]:
    """The options of a command, or of its variant for a cluster."""
    module, attribute, _summary = COMMANDS[name]
    if on_cluster:
        module, attribute = "app.features.cluster.command", f"{name}_command"
    command: click.Command = getattr(importlib.import_module(module), attribute)
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.skipif(not all(map(is_there, OPTIONAL_FEATURES)), reason="an optional feature is deleted")
@pytest.mark.parametrize("page", sorted((ROOT / "resources" / "help").glob("*.md")), ids=lambda page: page.name)
def test_examples_of_the_help_use_options_that_exist(page: Path) -> None:
    examples = EXAMPLE.findall(page.read_text(encoding="utf-8"))
    unknown = {
        (name, option)
        for name, arguments in examples
        for option in set(OPTION.findall(arguments)) - options_of(name, on_cluster="--cluster" in arguments)
    }
    assert unknown == set()


def test_a_file_named_like_a_module_in_the_current_folder_is_never_imported(
    tmp_path: Path, five_mails: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    for name in ("signal.py", "multiprocessing.py", "email.py"):
        (hostile / name).write_text("raise SystemExit('imported from the current folder')\n")
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.cli.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-P", "-c", script, "import", str(tmp_path / "x.bayleaf"), str(five_mails)]

    result = subprocess.run(command, cwd=hostile, capture_output=True, check=False, timeout=60)

    assert result.returncode == 0, result.stderr.decode()


@pytest.mark.parametrize(("suffix", "mark"), [("txt", "27000/39167"), ("html", "<td"), ("json", '"exact"')])
def test_the_working_is_written_as_the_file_is_called(
    trained: Path, tmp_path: Path, run: Run, suffix: str, mark: str
) -> None:
    target = tmp_path / f"working.{suffix}"
    result = run("explain", trained, "-", "--to", target, stdin=QUERY)

    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert mark in target.read_text(encoding="utf-8")


def test_the_working_is_printed_in_the_form_asked_for(trained: Path, run: Run) -> None:
    assert "<table>" in run("explain", trained, "-", "--working", "html", stdin=QUERY).stdout
    assert "27000/39167" in run("explain", trained, "-", "--working", stdin=QUERY).stdout
    assert json.loads(run("explain", trained, "-", "--working", "json", stdin=QUERY).stdout)["labels"]


def test_the_spreadsheet_is_one(trained: Path, tmp_path: Path, run: Run) -> None:
    target = tmp_path / "working.xlsx"
    assert run("explain", trained, "-", "--to", target, stdin=QUERY).exit_code == 0

    pages = python_calamine.CalamineWorkbook.from_path(target).sheet_names
    assert pages == ["Verdict", "Steps"]


def test_event_models_are_compared_on_request(trained: Path, run: Run, run_json: RunJson) -> None:
    assert "binary multinomial" in run("explain", trained, "-", "--side-by-side", stdin=QUERY).stdout
    views = run_json("explain", trained, "-", "--side-by-side", stdin=QUERY)["side_by_side"]["views"]
    assert [view["label"] for view in views] == ["ham"] * 5


def test_the_documents_that_taught_a_verdict_are_told_on_request(trained: Path, run: Run, run_json: RunJson) -> None:
    told = run_json("explain", trained, "-", "--taught-by", 2, stdin=QUERY)["taught_by"]
    assert (told["label"], told["against"], told["n_documents"]) == ("ham", "spam", 5)
    assert len(told["backing"]) == 2
    assert told["backing"][0]["label"] == "ham"
    assert told["backing"][0]["effect"] > told["backing"][1]["effect"] > 0
    assert all(one["effect"] < 0 for one in told["opposing"])

    printed = run("explain", trained, "-", "--taught-by", 2, stdin=QUERY).stdout
    assert "Training examples that influenced this verdict" in printed
    assert told["backing"][0]["title"] in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ("--to", "x.doc"),
        ("--to", "x.html", "--working", "json"),
        ("--steps", "0"),
        ("--steps", "some"),
        ("--taught-by", "0"),
    ],
)
def test_a_form_of_working_that_cannot_be_is_refused(trained: Path, run: Run, arguments: tuple[str, ...]) -> None:
    assert run("explain", trained, "-", *arguments, stdin=QUERY).exit_code == 2
