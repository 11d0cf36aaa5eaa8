"""A model in a file is served to whoever sends batches, and taken anew without losing one."""

from __future__ import annotations

import base64
import io
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.mail_daemon.json_lines import answer_lines as line_answers
from app.features.mail_daemon.model_daemon import BatchJudge
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import export_model, read_model
from tests.systems import with_signals

ROOT = Path(__file__).parents[4]
WORDS = {"ham": "meeting notes lunch report family garden", "spam": "free offer prize winner cheap money"}


def mail(dice: random.Random, label: str, number: int) -> bytes:
    text = " ".join(dice.choices(WORDS[label].split(), k=9))
    return f"From: a{number}@example.org\nSubject: {text[:12]}\nMessage-ID: <{number}@x>\n\n{text}\n".encode()


@pytest.fixture
def mails(tmp_path: Path) -> list[Path]:
    dice, found = random.Random(1), []
    for number in range(60):
        label = ("ham", "spam")[number % 2]
        path = tmp_path / "mail" / label / f"{number:02}.eml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mail(dice, label, number))
        found.append(path)
    return found


@pytest.fixture
def models(mails: list[Path], tmp_path: Path) -> tuple[Path, Path]:
    """Two models of the same mail, in files."""
    workspace = tmp_path / "made.bayleaf"
    import_sources(workspace, ImportRequest((tmp_path / "mail",)), NoOpJobContext())
    for name in ("multinomial", "bernoulli"):
        train(workspace, TrainingOrder(RecipeRequest(event_model=name, smoothing="1"), model=name), NoOpJobContext())
        export_model(workspace, name, tmp_path / f"{name}.model")
    return tmp_path / "multinomial.model", tmp_path / "bernoulli.model"


def asked(raws: list[bytes], **more: Any) -> bytes:
    told = {"id": 7, "do": "classify", "raws": [base64.b64encode(raw).decode() for raw in raws], **more}
    return json.dumps(told).encode() + b"\n"


def answered(judge: BatchJudge, *lines: bytes) -> list[dict[str, Any]]:
    """Have a judge answer lines as they come over a socket."""
    return [json.loads(line) for line in line_answers(judge.answer_question, io.BytesIO(b"".join(lines)).readline)]


def test_a_batch_is_judged_as_its_mails_are_one_by_one(
    mails: list[Path], models: tuple[Path, Path], tmp_path: Path
) -> None:
    loaded = load_classifier(tmp_path / "made.bayleaf", "multinomial")
    wanted = {one.path: one for one in classify(loaded, JudgingRequest((tmp_path / "mail",)), 0, NoOpJobContext())}

    (answer,) = answered(BatchJudge(models[0]), asked([path.read_bytes() for path in mails]))

    assert answer["id"] == 7
    assert [one["label"] for one in answer["verdicts"]] == [wanted[str(path)].label for path in mails]
    found = [one["probability"] for one in answer["verdicts"]]
    assert found == pytest.approx([wanted[str(path)].probability for path in mails], rel=1e-12)


def test_questions_that_cannot_be_answered_are_told_and_the_next_is_answered(models: tuple[Path, Path]) -> None:
    judge = BatchJudge(models[0])
    lines = [b"nonsense\n", b'{"do": "dance"}\n', b'{"do": "classify", "raws": ["!"]}\n', b'{"do": "status"}\n']

    told = answered(judge, *lines)

    assert ["error" in one for one in told] == [True, True, True, False]
    assert told[3]["labels"] == ["ham", "spam"]
    assert told[3]["hash"] == read_model(models[0]).canonical_hash()


@pytest.fixture
def served(models: tuple[Path, Path], tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path, Path]]:
    """A worker of its own process, its socket, and the file of its model."""
    model, place = tmp_path / "now.model", tmp_path / "s"
    shutil.copy(models[0], model)
    command = [sys.executable, "-m", "app.cli", "serve-model", str(model), "--socket", str(place)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("Listening")
    yield process, place, model
    process.kill()
    process.wait()
    process.stderr.close()


@with_signals
def test_a_model_is_taken_anew_without_losing_a_batch(
    mails: list[Path],
    models: tuple[Path, Path],
    served: tuple[subprocess.Popen[str], Path, Path],
) -> None:
    (process, place, model), raws = served, [path.read_bytes() for path in mails[:10]]
    answers: list[dict[str, Any]] = []
    has_begun = threading.Event()

    def ask_on() -> None:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(place))
            stream = connection.makefile("rb")
            while not answers or answers[-1]["loading"] < 2:
                connection.sendall(asked(raws))
                answers.append(json.loads(stream.readline()))
                has_begun.set()
            stream.close()

    thread = threading.Thread(target=ask_on)
    thread.start()
    fresh = model.with_suffix(".new")
    shutil.copy(models[1], fresh)
    has_begun.wait(60)
    fresh.replace(model)
    process.send_signal(signal.SIGHUP)
    thread.join()
    process.terminate()

    assert process.wait(60) == 0
    expected = [answered(BatchJudge(path), asked(raws))[0] for path in models]
    by_loading = {number: one["verdicts"] for number, one in enumerate(expected, start=1)}
    assert {one["loading"] for one in answers} == {1, 2}
    assert all(one["verdicts"] == by_loading[one["loading"]] for one in answers)
    assert by_loading[1] != by_loading[2]
    assert not place.exists()


@with_signals
def test_a_model_that_cannot_be_read_leaves_the_one_that_is_there(
    mails: list[Path], served: tuple[subprocess.Popen[str], Path, Path]
) -> None:
    process, place, model = served
    model.write_bytes(b"no model at all")
    process.send_signal(signal.SIGHUP)
    assert process.stderr is not None
    said = process.stderr.readline()

    with socket.socket(socket.AF_UNIX) as connection, connection.makefile("rb") as stream:
        connection.connect(str(place))
        connection.sendall(asked([mails[0].read_bytes()]))
        told = json.loads(stream.readline())

    assert said.strip()
    assert told["loading"] == 1
    assert told["verdicts"][0]["label"] == "ham"
