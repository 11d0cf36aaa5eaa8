"""The command line from end to end on real data: `python -m tests.benchmarks.end_to_end [--only WORD]`.

Each line imports a corpus into a fresh workspace, trains and evaluates it by `bayleaf-cli` in processes of their own,
and prints the figure beside the one to check against, where there is one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NEWS_TRAIN, NEWS_TEST = (
    "20news-bydate/20news-bydate/20news-bydate-train",
    "20news-bydate/20news-bydate/20news-bydate-test",
)
SPAMASSASSIN = "spamassassin/spamassassin"
NEWS = ("--tokens", "plain", "--no-unknown-word")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: what is trained and judged, and what should come out."""

    name: str
    training: tuple[str, ...]
    way: tuple[str, ...] = ()
    expected: str = ""
    """Accuracy in per cent, of a check value."""


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus and the lines that are drawn from one import of it."""

    imports: tuple[tuple[str, ...], ...]
    """Arguments of `import`, one call each; the first is a path below the corpora."""
    lines: tuple[Line, ...]


def sources(corpora: Path) -> Iterator[Source]:
    """Everything that is measured."""
    test = ("--test", str(corpora / NEWS_TEST), "--kind", "text")
    yield Source(
        ((NEWS_TRAIN, "--kind", "text"),),
        (
            Line("20news, multinomial α 1", (*NEWS, *model("multinomial", 1)), test, "77.28"),
            Line("20news, multinomial α .1", (*NEWS, *model("multinomial", 0.1)), test, "80.62"),
            Line("20news, binary multinomial α .1", (*NEWS, *model("multinomial", 0.1), "--binary"), test, "81.24"),
            Line("20news, Bernoulli α 1", (*NEWS, *model("bernoulli", 1)), test, "63.08"),
            Line("20news, Bernoulli α .001", (*NEWS, *model("bernoulli", 0.001)), test, "76.45"),
            Line("20news, complement α 1", (*NEWS, *model("complement", 1)), test, "82.67"),
            Line("20news, complement α 1, norm", (*NEWS, *model("complement", 1), "--norm"), test, "80.80"),
            Line("20news, complement tf-idf α 1", (*NEWS, *model("complement", 1), "--tfidf"), test, "84.47"),
        ),
    )
    folds = ("--folds", "10")
    yield Source(
        (("small-text/sms-spam/SMSSpamCollection",),),
        (
            Line("SMS, Bernoulli α .1, 10 folds", ("--tokens", "plain", *model("bernoulli", 0.1)), folds, "99.00"),
            Line("SMS, multinomial α 1, 10 folds", ("--tokens", "plain", *model("multinomial", 1)), folds, "98.15"),
            Line("SMS, Auto, leave-one-out", ()),
        ),
    )
    yield Source((("small-text/ru-telegram-spam/telegram_spam_ru.csv",),), (Line("Russian messages, Auto", ()),))
    yield Source((("zh.jsonl",),), (Line("Chinese messages, Auto", ()),))
    ham = [(f"{SPAMASSASSIN}/{name}", "--label", "ham") for name in ("easy_ham", "easy_ham_2", "hard_ham")]
    spam = [(f"{SPAMASSASSIN}/{name}", "--label", "spam") for name in ("spam", "spam_2")]
    yield Source((*ham, *spam), (Line("spamassassin, defaults, leave-one-out", ()), Line("  10 folds", (), folds)))
    iris = "tables/uci/jbrownlee-csv/iris.csv"
    yield Source(
        ((iris,),),
        (
            Line("iris, Gaussian, on its own rows", model("gaussian", 1), ("--test", str(corpora / iris)), "96.00"),
            Line("iris, Gaussian, leave-one-out", model("gaussian", 1), (), "95.33"),
        ),
    )
    yield Source(
        (("tables/uci/mushroom/agaricus-lepiota.data",),),
        (
            Line("mushroom, categorical α 1, leave-one-out", model("categorical", 1)),
            Line("  10 folds", model("categorical", 1), folds),
        ),
    )


def model(event_model: str, smoothing: float) -> tuple[str, ...]:
    return "--event-model", event_model, "--smoothing", str(smoothing)


def called(*arguments: object) -> dict[str, Any]:
    """Call bayleaf-cli and return what it prints."""
    command = [sys.executable, "-m", "app.cli", *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def measure(source: Source, corpora: Path, folder: Path) -> Iterator[tuple[str, ...]]:
    """Import once, then train and evaluate each line."""
    workspace = folder / "measured.bayleaf"
    workspace.unlink(missing_ok=True)
    reports = []
    for path, *options in source.imports:
        where = folder / path if (folder / path).exists() else corpora / path
        reports.append(called("import", workspace, where, *options))
    documents = sum(report["documents"] for report in reports)
    failed = sum(len(report["failed"]) for report in reports)
    for line in source.lines:
        began_s = time.perf_counter()
        trained = called("train", workspace, *line.training)
        found = called("evaluate", workspace, *line.way)
        seconds = time.perf_counter() - began_s
        lost = "" if found.get("negatives_lost") is None else f"{found['negatives_lost']}"
        recipe = f"{trained['event_model']}/{trained['weighting']} α {trained['smoothing']:g}"
        yield (
            line.name, f"{documents:,}", f"{failed}", recipe, f"{100 * found['accuracy']:.2f}", line.expected, lost,
            f"{seconds:.1f}",
        )  # fmt: skip


def write_chinese(corpora: Path, folder: Path) -> None:
    """The Chinese messages come as a pair of JSON files; make lines of them."""
    pair = [
        json.loads((corpora / f"small-text/zh-sms-spam/train_{name}.json").read_text()) for name in ("content", "label")
    ]
    rows = ({"label": "spam" if label == "1" else "ham", "text": text} for text, label in zip(*pair, strict=True))
    (folder / "zh.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="lines whose name contains this")
    wanted = parser.parse_args(arguments).only
    corpora = Path(os.environ.get("BAYLEAF_CORPORA", ""))
    if not (corpora / NEWS_TRAIN).is_dir():
        sys.exit("BAYLEAF_CORPORA must name the folder of the labelled corpora.")
    head = ("what", "documents", "unread", "recipe", "right %", "expected", "lost", "train + evaluate s")
    print("  ".join(head))
    with tempfile.TemporaryDirectory() as name:
        write_chinese(corpora, Path(name))
        for source in sources(corpora):
            lines = tuple(line for line in source.lines if wanted.lower() in line.name.lower())
            if lines:
                for row in measure(Source(source.imports, lines), corpora, Path(name)):
                    print("  ".join(row), flush=True)


if __name__ == "__main__":
    main()
