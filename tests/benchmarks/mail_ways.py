"""Ways that `tests.benchmarks.importing` measures: raw mail to a trained model and to verdicts, three side by side."""

from __future__ import annotations

import argparse
import os
import pickle
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments
from app.features.evaluate.replay import ReplayOrder, replay
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.extraction import BatchCounter, ExtractedBatch, pack_batch
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import MAIL_RULES, RecipeRequest
from app.readers.reading import Bookmark, ReadingSettings, read_batches
from app.readers.sources import plan_source, work_items
from app.store.document_packing import pack_document
from app.store.workspace import Session
from tests.benchmarks.mail_reading import usual_way
from tests.benchmarks.memory import with_subject

REQUEST = RecipeRequest(event_model="multinomial", smoothing="1")
N_DROPPED = 100


@dataclass(frozen=True)
class Took:
    """Seconds on the wall, and of the processor in all processes."""

    wall_s: float
    cpu_s: float


@dataclass
class Ways:
    """Actions that are measured side by side, and the rounds so far."""

    actions: dict[str, Callable[[], object]]
    rounds: dict[str, list[Took]] = field(default_factory=dict)

    def run(self, n_rounds: int) -> None:
        """Let all ways take turns."""
        for _ in range(n_rounds):
            for name, action in self.actions.items():
                self.rounds.setdefault(name, []).append(took(action))

    def wall_s(self, name: str) -> float:
        return statistics.median(one.wall_s for one in self.rounds[name])

    def cpu_s(self, name: str) -> float:
        return statistics.median(one.cpu_s for one in self.rounds[name])

    def show(self, title: str, n_mails: int) -> None:
        """Print a line per way, with how many times as long it takes as ours."""
        print(f"\n{title}: {n_mails:,} mails, medians of {len(self.rounds['Bayleaf'])} rounds")
        print(f"{'':34} {'wall s':>8} {'mails/s':>9} {'× Bayleaf':>10} {'CPU s':>8} {'× Bayleaf':>10}")
        for name in self.actions:
            wall, cpu = self.wall_s(name), self.cpu_s(name)
            wall_ratio, cpu_ratio = wall / self.wall_s("Bayleaf"), cpu / self.cpu_s("Bayleaf")
            print(f"{name:34} {wall:8.2f} {n_mails / wall:9,.0f} {wall_ratio:10.1f} {cpu:8.2f} {cpu_ratio:10.1f}")


def took(action: Callable[[], object]) -> Took:
    """Measure one run."""
    wall, cpu = time.perf_counter(), cpu_of_all()
    action()
    return Took(time.perf_counter() - wall, cpu_of_all() - cpu)


def cpu_of_all() -> float:
    """Of this process, of those it has waited for, and of the one that its workers are forked from, with these."""
    own = psutil.Process()
    return sum(sum(process.cpu_times()[:4]) for process in (own, *own.children()))


@dataclass(frozen=True)
class Mails:
    """The files that are imported, and where."""

    sources: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def labels(self) -> list[str]:
        return [path.parent.name for path in self.files]

    def of(self, label: str) -> list[Path]:
        """The files bogofilter calls by this letter."""
        return [path for path in self.files if ("ham" in path.parent.name) == (label == "n")]


@contextmanager
def mails_of(folder: Path, every: int, copies: int) -> Iterator[Mails]:
    """Some of a folder's mails, as copies with a changed line each if more than one is wanted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())[::every]
    with tempfile.TemporaryDirectory() as place:
        for copy in range(copies):
            for file in files:
                target = Path(place, str(copy), file.relative_to(folder))
                target.parent.mkdir(parents=True, exist_ok=True)
                raw = file.read_bytes()
                target.write_bytes(with_subject(raw, f"copy {copy}") if copy else raw)
        sources = tuple(Path(place, str(copy)) for copy in range(copies))
        yield Mails(sources, tuple(path for source in sources for path in sorted(source.rglob("*")) if path.is_file()))


def import_and_train(mails: Mails, workspace: Path) -> None:
    """Our way: from files on the disk to a workspace with a model."""
    for path in workspace.parent.glob(workspace.name + "*"):
        path.unlink()
    import_sources(workspace, ImportRequest(mails.sources), NoOpJobContext())
    train(workspace, TrainingOrder(REQUEST), NoOpJobContext())


def usual_training(mails: Mails) -> tuple[CountVectorizer, MultinomialNB]:
    vectorizer = CountVectorizer()
    counts = vectorizer.fit_transform(" ".join(usual_way(path.read_bytes())) for path in mails.files)
    return vectorizer, MultinomialNB().fit(counts, mails.labels)


def usual_judging(mails: Mails, vectorizer: CountVectorizer, model: MultinomialNB) -> None:
    model.predict(vectorizer.transform(" ".join(usual_way(path.read_bytes())) for path in mails.files))


def bogofilter(folder: Path, flag: str, paths: list[Path]) -> None:
    """Register mails (-n, -s) or judge them (-v), a list of files at once."""
    names = "".join(f"{path}\n" for path in paths)
    subprocess.run(
        ["bogofilter", "-d", str(folder), flag, "-b"], input=names.encode(), stdout=subprocess.DEVNULL, check=False
    )


def bogofilter_training(mails: Mails, folder: Path) -> None:
    for path in folder.glob("*"):
        path.unlink()
    for flag in ("-n", "-s"):
        bogofilter(folder, flag, mails.of(flag[1]))


def measure_bulk(mails: Mails, place: Path, rounds: int) -> None:
    """Import and train, then judge everything again."""
    workspace, words = place / "mail.bayleaf", place / "bogofilter"
    words.mkdir()
    training = Ways(
        {
            "Bayleaf": lambda: import_and_train(mails, workspace),
            "usual Python": lambda: usual_training(mails),
            "bogofilter -b, registering": lambda: bogofilter_training(mails, words),
        }
    )
    training.run(rounds)
    training.show("Import and train", len(mails.files))
    vectorizer, usual_model = usual_training(mails)
    loaded, order = load_classifier(workspace, None), JudgingRequest(mails.sources, SourceOptions(labels_from="none"))
    judging = Ways(
        {
            "Bayleaf": lambda: list(classify(loaded, order, 0, NoOpJobContext())),
            "usual Python": lambda: usual_judging(mails, vectorizer, usual_model),
            "bogofilter -b": lambda: bogofilter(words, "-v", list(mails.files)),
        }
    )
    judging.run(rounds)
    judging.show("Judge", len(mails.files))


def measure_stages(mails: Mails, place: Path) -> None:
    """Print where the time of our import goes: each stage by itself in one process, the processor's time."""
    n_mails, options = len(mails.files), SourceOptions()
    batches: list[ExtractedBatch] = []
    print(f"\nStages in one process, {n_mails:,} mails, µs of the processor a mail")
    show_stage("plan the source", n_mails, lambda: plan_source(mails.sources, options))
    items = list(work_items(mails.sources, options))
    reading = ReadingSettings(options)
    read = [batch for item in items for batch in read_batches(item, reading, Bookmark())]
    documents = [[found for found in batch if isinstance(found, Document)] for batch in read]
    show_stage("open the files", n_mails, lambda: [path.read_bytes() for path in mails.files])
    show_stage(
        "read mails (files and evidence)",
        n_mails,
        lambda: [len(batch) for item in items for batch in read_batches(item, reading, Bookmark())],
    )
    show_stage("count words", n_mails, partial(count_all, documents))
    show_stage("compress texts", n_mails, lambda: [pack_document(found) for batch in documents for found in batch])
    counting = BatchCounter(MAIL_RULES)
    batches += [pack_batch(batch, counting) for batch in read]
    show_stage("send to the parent", n_mails, lambda: [sent(batch) for batch in batches])
    workspace = place / "stages.bayleaf"
    whole = took(lambda: import_sources(workspace, ImportRequest(mails.sources), NoOpJobContext()))
    print(
        f"{'import (all processes)':40} {whole.cpu_s / n_mails * 1e6:9.1f}   wall {whole.wall_s / n_mails * 1e6:7.1f}"
    )
    show_stage("train", n_mails, lambda: train(workspace, TrainingOrder(REQUEST), NoOpJobContext()))


def sent(batch: ExtractedBatch) -> object:
    return pickle.loads(pickle.dumps(batch))  # noqa: S301  # made a moment ago by this process


def count_all(batches: list[list[Document]]) -> None:
    counting = BatchCounter(MAIL_RULES)
    for documents in batches:
        counting.count(documents)


def show_stage(name: str, n_mails: int, action: Callable[[], object]) -> None:
    print(f"{name:40} {took(action).cpu_s / n_mails * 1e6:9.1f}")


def measure_dropped(mails: Mails, workspace: Path) -> None:
    """One mail dropped on the window of a running program: verdict and explanation."""
    session, name = Session(workspace), load_classifier(workspace, None).name
    judged_documents = JudgedDocuments(session)
    judging, explaining = [], []
    try:
        judged_documents.classify(name, [mails.files[0]], NoOpJobContext())
        for path in random.Random(1).sample(mails.files, min(N_DROPPED, len(mails.files))):
            started = time.perf_counter()
            [placed], _ = judged_documents.classify(name, [path], NoOpJobContext())
            judged = time.perf_counter()
            judged_documents.explain(name, placed.number, None, NoOpJobContext())
            judging.append(judged - started)
            explaining.append(time.perf_counter() - judged)
    finally:
        judged_documents.close()
        session.close()
    both = [first + second for first, second in zip(judging, explaining, strict=True)]
    print(f"\nOne dropped mail, medians of {len(both)}: verdict {statistics.median(judging) * 1e3:.1f} ms, ", end="")
    print(f"explanation {statistics.median(explaining) * 1e3:.1f} ms, both {statistics.median(both) * 1e3:.1f} ms")


def measure_replay(mails: Mails, place: Path, rounds: int) -> None:
    """Judge and learn one mail after another, from files, in one process."""
    index, files = place / "index", list(mails.files)
    random.Random(2003).shuffle(files)
    index.write_text("".join(f"{'ham' if 'ham' in path.parent.name else 'spam'} {path}\n" for path in files))
    reports = [replay(ReplayOrder(index), NoOpJobContext()) for _ in range(rounds)]
    print(f"\nReplay: {statistics.median(report.per_second for report in reports):,.0f} mails/s")


def main(description: str | None) -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, help="take every n-th mail of spamassassin")
    parser.add_argument("--copies", type=int, default=1, help="copies with a changed line each; five are 30,000 mails")
    parser.add_argument("--only", nargs="*", choices=("bulk", "stages", "dropped", "replay"), default=None)
    wanted = parser.parse_args()
    chosen = wanted.only or ("bulk", "stages", "dropped", "replay")
    corpus = Path(os.environ["BAYLEAF_CORPORA"]) / "spamassassin"
    with mails_of(corpus, wanted.every, wanted.copies) as mails, tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        if "bulk" in chosen:
            measure_bulk(mails, place, wanted.rounds)
        if "stages" in chosen:
            measure_stages(mails, place)
        if "dropped" in chosen:
            import_and_train(mails, place / "dropped.bayleaf")
            measure_dropped(mails, place / "dropped.bayleaf")
        if "replay" in chosen:
            measure_replay(mails, place, wanted.rounds)
