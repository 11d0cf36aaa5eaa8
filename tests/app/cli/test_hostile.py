"""Values, files and moments that nobody would choose: each ends in a right result or in one clear sentence."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from app.domain.documents import ReadLimits
from app.domain.errors import AppError, ModelError, NotAWorkspace, NotFound, NoWorkers, SourceError, TrainingError
from app.domain.sentences import sentence_for
from app.domain.whole_files import open_text_atomically
from app.features.classify.mail_headers import insert_verdict_headers
from app.library import extraction as killable_pattern_counting
from app.library import reading as reading_in_process
from tests.app.command_line import Run, RunJson
from tests.systems import with_devices, with_pipes, with_shell, with_signals

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
TABLE = 'size,colour,text,label\n1.5,red,"first words",a\n2.5,blue,"second words",b\n3.5,red,"third words",a\n'


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("--min-df", "nan"),
        ("--min-df", "inf"),
        ("--max-df", "1e400"),
        ("--ngrams", "²-3"),
        ("--ngrams", "1-²"),
        ("--char-ngrams", "0-2"),
    ],
)
def test_a_number_that_is_none_is_wrong_use(trained: Path, run: Run, arguments: tuple[str, str]) -> None:
    assert run("train", trained, *arguments).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--stem", "klingon"),
        ("--pattern", "(a)(b)"),
        ("--pattern", "a{99999999999}"),
        ("--pattern", "(?:" * 5000 + ")" * 5000),
        ("--stop-words", "x" * 5000),
        ("--ngrams", "1-1000000"),
        ("--char-ngrams", "3-1000000"),
        ("--smoothing", "1e308"),
        ("--smoothing", "nan"),
        ("--prior", "smoothed:1e308"),
        ("--prior", "a=b,c=0.5"),
        ("--vocabulary", "0"),
    ],
)
def test_a_recipe_that_makes_no_sense_is_refused_before_anything_is_counted(
    trained: Path, run: Run, arguments: tuple[str, str]
) -> None:
    assert isinstance(run("train", trained, *arguments).exception, TrainingError)


def test_runs_may_be_longer_than_every_document(trained: Path, run_json: RunJson) -> None:
    told = run_json("train", trained, "--ngrams", "1-50")

    assert told["words"] > 12


def test_a_pattern_that_never_ends_is_given_up(
    trained: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(killable_pattern_counting, "COUNTING_LIMITS", ReadLimits(seconds_per_document=0.5))
    (tmp_path / "long.txt").write_text("a" * 60 + "!", encoding="utf-8")
    run("learn", trained, "--label", "ham", tmp_path / "long.txt")

    result = run("train", trained, "--pattern", "(?:a+)+$")

    assert isinstance(result.exception, TrainingError)
    assert "takes too long" in sentence_for(result.exception)


@pytest.mark.parametrize("command", ["explain", "learn"])
def test_a_pattern_of_a_model_that_never_ends_on_a_new_text_is_given_up(
    trained: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    run("train", trained, "--pattern", r"(?:(?:a+)+b|\w+)")
    monkeypatch.setattr(killable_pattern_counting, "COUNTING_LIMITS", ReadLimits(seconds_per_document=0.5))
    (tmp_path / "long.txt").write_text("a" * 60 + "c", encoding="utf-8")

    result = run(command, trained, tmp_path / "long.txt", *(("--label", "ham") if command == "learn" else ()))

    assert isinstance(result.exception, ModelError)
    assert "takes too long" in sentence_for(result.exception)


def test_a_pattern_of_ones_own_counts_the_same_as_the_programs(trained: Path, run_json: RunJson) -> None:
    plain = run_json("train", trained, "--tokens", "plain", "--smoothing", 1)
    own = run_json("train", trained, "--tokens", "plain", "--smoothing", 1, "--pattern", r"\w\w+")

    assert own["hash"] == plain["hash"]


@pytest.mark.parametrize("content", [b"", b"# only a remark\n\n", b"\xff\xfe\x00\xd8"])
def test_a_word_list_without_words_is_an_error(trained: Path, tmp_path: Path, run: Run, content: bytes) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes(content)

    assert isinstance(run("train", trained, "--word-list", words).exception, SourceError)


@with_pipes
def test_a_word_list_that_is_a_pipe_is_not_waited_for(trained: Path, tmp_path: Path, run: Run) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert isinstance(run("train", trained, "--word-list", tmp_path / "pipe").exception, SourceError)


def test_labels_of_a_prior_may_hold_commas_and_equals_signs(
    five_mails: Path, tmp_path: Path, run_json: RunJson
) -> None:
    (five_mails / "spam").rename(five_mails / "a=b, c")
    run_json("import", tmp_path / "odd.bayleaf", five_mails)

    told = run_json("train", tmp_path / "odd.bayleaf", "--prior", "a=b, c=0.25,ham=0.75")

    assert told["prior"] == "given"


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli", "complement"])
@pytest.mark.parametrize("smoothing", ["0", "1"])
def test_a_model_stays_readable_when_its_last_documents_of_a_label_are_forgotten(
    trained: Path, five_mails: Path, run_json: RunJson, event_model: str, smoothing: str
) -> None:
    run_json("train", trained, "--event-model", event_model, "--smoothing", smoothing)
    for path in sorted((five_mails / "spam").iterdir()):
        run_json("forget", trained, "--label", "spam", path)

    run_json("learn", trained, "--label", "new", "-", stdin="words that nobody knows")
    [verdict] = run_json("classify", trained, "-", "--explain", 3, stdin="buy lunch nobody")["verdicts"]

    assert verdict["error"] is None
    assert run_json("check", trained)["sound"]


@pytest.mark.parametrize("command", [("classify",), ("explain",), ("learn", "--label", "a")])
def test_a_text_cannot_be_judged_by_columns(table: Path, run: Run, command: tuple[str, ...]) -> None:
    workspace = table.parent / "table.bayleaf"
    run("import", workspace, table, "--numeric", "size", "--categorical", "colour", "--label-column", "label")
    run("train", workspace)
    name, *options = command

    result = run(name, workspace, "-", *options, stdin="hello")

    assert isinstance(result.exception, (ModelError, SourceError)), result.output
    assert "column" in sentence_for(result.exception)
    assert run("check", workspace).exit_code == 0


@pytest.mark.parametrize("way", [(), ("--folds", "2"), ("--test",)])
def test_a_positive_label_that_nobody_knows_is_an_error(
    trained: Path, five_mails: Path, run: Run, way: tuple[str, ...]
) -> None:
    source = [five_mails] if way == ("--test",) else []

    assert isinstance(run("evaluate", trained, "--positive", "nobody", *way, *source).exception, NotFound)


def test_every_error_is_one_line(trained: Path, run: Run) -> None:
    result = run("train", trained, "--pattern", "(\n")

    assert isinstance(result.exception, AppError)
    assert "\n" not in sentence_for(result.exception)


@with_shell
@pytest.mark.parametrize("arguments", [("info", "--json"), ("classify", "-"), ("classify", "--filter", "-")])
def test_streams_that_are_closed_are_no_reason_to_fall_over(trained: Path, arguments: tuple[str, ...]) -> None:
    name, *options = arguments
    command = [sys.executable, "-m", "app.cli", name, str(trained), *options]

    status = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command], env=ENVIRONMENT, check=False, timeout=60)

    assert status.returncode == 0


@with_devices
@pytest.mark.parametrize("arguments", [("words",), ("classify", "--filter", "-"), ("info", "--json")])
def test_an_output_that_is_full_is_one_sentence(trained: Path, arguments: tuple[str, ...]) -> None:
    name, *options = arguments
    command = [sys.executable, "-m", "app.cli", name, str(trained), *options]

    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, input=b"x: y\n\nz", env=ENVIRONMENT, check=False, timeout=60
        )

    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "bayleaf-cli: Standard output could not be written: No space left on device."
    ]


@pytest.mark.parametrize(
    ("raw", "ends_with"),
    [
        (b"\nX-Bayleaf-Score: 1 ham\n\nrest", b"\n\nX-Bayleaf-Score: 1 ham\n\nrest"),
        (b"A: b\n\r\nX-Bayleaf-Score: 1\r\n\r\n", b"\nA: b\n\r\nX-Bayleaf-Score: 1\r\n\r\n"),
        (b"A: b\r\n\nX-Bayleaf-Score: 1\n\n", b"\nA: b\r\n\nX-Bayleaf-Score: 1\n\n"),
    ],
)
def test_a_filter_leaves_the_body_alone_however_its_lines_end(raw: bytes, ends_with: bytes) -> None:
    assert insert_verdict_headers(raw, None).endswith(ends_with)


@pytest.mark.parametrize("space", [b"", b" ", b"\t", b" \t "])
def test_a_forged_verdict_is_removed_even_with_spaces_before_its_colon(space: bytes) -> None:
    forged = b"X-Text-Classification" + space + b": ham\n" + b"x-bayleaf-score" + space + b": 1 ham\n forged\n"

    marked = insert_verdict_headers(b"To: me\n" + forged + b"Cc: you\n\nbody", None)

    assert marked.endswith(b"\nTo: me\nCc: you\n\nbody")


@with_pipes
@pytest.mark.parametrize("what", ["folder", "pipe", "nothing", "endless"])
def test_a_filter_is_given_a_file_or_says_so(
    trained: Path, tmp_path: Path, run: Run, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_in_process, "MAX_INPUT_BYTES", 1_000)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").write_bytes(b"x" * 2_000)
    path = tmp_path if what == "folder" else tmp_path / what

    assert isinstance(run("classify", trained, "--filter", path).exception, SourceError)


@pytest.mark.parametrize(
    "arguments",
    [("export", "--to"), ("words", "--csv"), ("replay", "index", "--scores")],
)
def test_nothing_is_written_over_a_workspace(
    trained: Path, five_mails: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(trained.parent)
    mails = sorted(five_mails.rglob("*.txt"))
    Path("index").write_text("".join(f"{path.parent.name} {path}\n" for path in mails), encoding="utf-8")
    name, *options = arguments

    result = run(name, trained, *options, trained)

    assert isinstance(result.exception, SourceError)
    assert result.exception.reason == "is-workspace"
    assert run("check", trained).exit_code == 0


@with_pipes
@pytest.mark.parametrize("arguments", [("export", "--to"), ("words", "--csv")])
def test_a_pipe_that_nobody_reads_is_not_waited_for(
    trained: Path, tmp_path: Path, run: Run, arguments: tuple[str, str]
) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert isinstance(run(arguments[0], trained, arguments[1], tmp_path / "pipe").exception, SourceError)
    assert (tmp_path / "pipe").is_fifo()


def test_a_file_that_cannot_be_finished_stays_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "words.csv"
    target.write_text("before", encoding="utf-8")

    def write_half() -> None:
        with open_text_atomically(target) as file:
            file.write("half of it")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()

    assert [path.name for path in tmp_path.iterdir()] == ["words.csv"]
    assert target.read_text(encoding="utf-8") == "before"


@with_devices
def test_words_can_be_written_to_a_device(trained: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "words", str(trained), "--csv", "/dev/stdout"]

    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, check=False, timeout=60)

    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1 + 12


@with_pipes
@pytest.mark.parametrize("command", ["add-model", "replay"])
def test_what_should_be_a_file_and_is_a_pipe_is_not_waited_for(
    trained: Path, tmp_path: Path, run: Run, command: str
) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert isinstance(run(command, trained, tmp_path / "pipe").exception, SourceError)


def test_steps_are_a_number_in_plain_digits(trained: Path, run: Run) -> None:
    assert run("explain", trained, "-", "--steps", "²", stdin="x").exit_code == 2
    assert run("explain", trained, "-", "--steps", "9" * 5000, stdin="x").exit_code == 2


@pytest.mark.parametrize("command", [("explain",), ("learn", "--label", "b")])
@pytest.mark.parametrize("event_model", ["mixed", "gaussian", "categorical"])
def test_rows_of_a_table_are_read_by_the_columns_of_the_model(
    table: Path, run: Run, run_json: RunJson, command: tuple[str, ...], event_model: str
) -> None:
    workspace, row = table.parent / "table.bayleaf", table.parent / "row.csv"
    run("import", workspace, table, "--numeric", "size", "--categorical", "colour", "--label-column", "label")
    run_json("train", workspace, "--event-model", event_model)
    row.write_text('text,colour,size\n"more words",red,4.5\n"and more",blue,4.0\n', encoding="utf-8")
    name, *options = command

    result = run(name, workspace, row, *options)

    assert result.exit_code == 0, result.exception
    assert run_json("check", workspace)["sound"]


def test_an_index_of_nothing_is_an_error(tmp_path: Path, run: Run) -> None:
    (tmp_path / "index").write_bytes(b"\n\n")

    assert isinstance(run("replay", tmp_path / "none.bayleaf", tmp_path / "index").exception, SourceError)


@with_pipes
def test_a_pipe_is_no_place_for_a_workspace(tmp_path: Path, five_mails: Path, run: Run) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert isinstance(run("import", tmp_path / "pipe", five_mails).exception, NotAWorkspace)


@pytest.mark.parametrize("command", [("learn", "--label", "x"), ("forget", "--label", "x"), ("explain",)])
def test_a_file_that_is_not_there_never_was(trained: Path, run: Run, command: tuple[str, ...]) -> None:
    name, *options = command
    result = run(name, trained, trained.parent / "nowhere", *options)

    assert isinstance(result.exception, SourceError)
    assert result.exception.reason == "missing"


@with_signals
def test_control_c_ends_a_command_without_a_word_even_while_it_starts(trained: Path) -> None:
    script = """
import os, signal, sys
import app.cli.__main__ as entry

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(entry.main())
"""
    command = [sys.executable, "-c", script, "info", str(trained)]

    done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, check=False, timeout=60)

    assert done.returncode == -signal.SIGINT
    assert done.stderr == b""


def test_a_system_that_starts_no_process_is_one_sentence(
    trained: Path, five_mails: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(BaseProcess, "start", refuse)

    result = run("classify", trained, five_mails)

    assert isinstance(result.exception, NoWorkers)
    assert "Resource temporarily unavailable" in sentence_for(result.exception)


@pytest.mark.parametrize("command", ["import", "classify", "explain", "learn", "replay", "add-model", "filter", "info"])
def test_a_name_that_no_file_can_have_is_an_error(trained: Path, run: Run, command: str) -> None:
    name = "x" * 5000
    arguments: dict[str, tuple[object, ...]] = {
        "learn": ("learn", trained, "--label", "x", name),
        "filter": ("classify", trained, "--filter", name),
        "info": ("info", name),
    }

    result = run(*arguments.get(command, (command, trained, name)))

    assert isinstance(result.exception, AppError)


@with_shell
@pytest.mark.parametrize(
    "arguments", [("learn", "--label", "spam"), ("classify", "--filter"), ("classify",), ("explain",)]
)
def test_one_mail_is_read_within_the_memory_that_mail_servers_give_a_script(
    trained: Path, arguments: tuple[str, ...]
) -> None:
    command, *options = arguments
    limited = f"ulimit -v 262144 && exec {sys.executable} -m app.cli {command} {trained} {' '.join(options)} -"
    mail = b"From: a@b.example\nSubject: offer\n\ncheap watermelon\n"
    environment = {**ENVIRONMENT, "OPENBLAS_NUM_THREADS": "1"}

    done = subprocess.run(["sh", "-c", limited], input=mail, capture_output=True, env=environment, check=False)

    assert (done.returncode, b"Error" in done.stderr) == (0, False)
    assert done.stdout or done.stderr.endswith(b"has learnt 1 document under spam.\n")


@with_signals
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_reading_that_is_told_to_end_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    number = getattr(signal, name)
    (tmp_path / "mails").mkdir()
    for file in range(8):  # each too large to be read without workers, and for a pipe: it waits for us
        (tmp_path / "mails" / f"{file}.txt").write_text(f"{file} " + "words " * 60_000, encoding="utf-8")
    temporary = tmp_path_factory.mktemp("t")  # a short name: the path of a socket in it has a limit
    command = [sys.executable, "-m", "app.cli", "read", str(tmp_path / "mails"), "--json"]
    environment = {**ENVIRONMENT, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.read(1 << 12)
        assert any(temporary.iterdir())
        process.send_signal(number)
        _, said = process.communicate(timeout=60)

    assert list(temporary.iterdir()) == []
    assert (process.returncode, said) == (128 + number, b"")
