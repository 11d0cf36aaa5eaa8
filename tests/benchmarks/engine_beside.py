"""The engine's work of every day beside another revision of it, in one run.

    python -m tests.benchmarks.engine_beside FOLDER [--runs 7] [--only NAME]

FOLDER is a worktree of the other revision. Each revision has a process of its own with the same data, and they take
turns: each piece of work is done by one and then by the other, as often as is asked for, and short work many times in a
turn. Figures are the ratio of the least processor times, to which other programs add the least; above 1 this
revision is the faster one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TURN_SECONDS = 0.05
"""Processor time that a turn takes at least; less is noise."""

WORKER = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import numpy as np
from scipy import sparse
import nbengine
from nbengine import EventSettings, LeftOut, Recipe, Tally, TokenCounter, TokenRules, count_matrix, derive
from nbengine import model_from_bytes, model_to_bytes, train_on_texts
from nbengine.estimators import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB, WordCounter

assert nbengine.__file__.startswith(sys.argv[1])
random = np.random.default_rng(0)
words = np.array([f"w{number}" for number in range(40_000)])
shares = 1 / np.arange(1, len(words) + 1)
shares /= shares.sum()
texts = [" ".join(random.choice(words, 120, p=shares)) for _ in range(3_000)]
table = WordCounter().fit_transform(texts)
counts, tfidf = count_matrix(table), table.multiply(random.uniform(0.1, 1, table.shape[1])).tocsr()
numbers = {2: np.arange(3_000) % 2, 20: np.arange(3_000) % 20}
rows = random.normal(size=(20_000, 20)) + numbers[20][:20_000 % 3_000].mean()
kinds = random.integers(0, 20, 20_000)
names = {n: [f"label{number}" for number in numbers[n]] for n in numbers}
work = {"count words": lambda: TokenCounter(TokenRules()).count(texts)}
for n in (2, 20):
    for kind in (MultinomialNB, BernoulliNB, ComplementNB):
        fitted = kind().fit(table, numbers[n])
        name = f"{kind.__name__}, {n} labels"
        work[f"fit {name}"] = lambda kind=kind, n=n: kind().fit(table, numbers[n])
        work[f"predict {name}"] = lambda fitted=fitted: fitted.predict(table)
        work[f"probabilities {name}"] = lambda fitted=fitted: fitted.predict_proba(table)
    work[f"fit MultinomialNB on tf-idf, {n} labels"] = lambda n=n: MultinomialNB().fit(tfidf, numbers[n])
    tally = Tally([f"label{number}" for number in range(n)], table.shape[1])
    tally.learn(counts, numbers[n])
    for event in ("multinomial", "bernoulli", "complement"):
        settings = EventSettings(event, 0.1)
        work[f"derive {event}, {n} labels"] = lambda tally=tally, settings=settings: derive(tally, settings)
        work[f"leave-one-out {event}, {n} labels"] = (
            lambda tally=tally, settings=settings, n=n: LeftOut(tally, counts, numbers[n], settings).log_joint()
        )
    def learn(n=n):
        own = Tally([f"label{number}" for number in range(n)], table.shape[1])
        own.learn(counts, numbers[n])
    work[f"learn, {n} labels"] = learn
    work[f"train on texts, {n} labels"] = lambda n=n: train_on_texts(texts[:1_000], names[n][:1_000], Recipe())
    model = train_on_texts(texts[:1_000], names[n][:1_000], Recipe())
    data = model_to_bytes(model)
    work[f"save, {n} labels"] = lambda model=model: model_to_bytes(model)
    work[f"load, {n} labels"] = lambda data=data: model_from_bytes(data)
    work[f"judge texts, {n} labels"] = lambda model=model: model.judge_texts(texts[:500])
    work[f"judge one text, {n} labels"] = lambda model=model: [model.judge_texts([text]) for text in texts[:50]]
gaussian = GaussianNB().fit(rows, kinds)
work["fit GaussianNB"] = lambda: GaussianNB().fit(rows, kinds)
work["predict GaussianNB"] = lambda: gaussian.predict(rows)
work["leave-one-out GaussianNB"] = lambda: gaussian.leave_one_out_log_proba(rows[:4_000], kinds[:4_000])
print(json.dumps(list(work)), flush=True)
for line in sys.stdin:
    name, times = line.strip().rsplit("*", 1)
    began = time.process_time()
    for _ in range(int(times)):
        work[name]()
    print((time.process_time() - began) / int(times), flush=True)
"""


class Revision:
    """A process that does work with one revision of the engine, and says how long it took."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", WORKER, str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)
        self.work: list[str] = json.loads(self._answer())

    def seconds(self, name: str, times: int) -> float:
        """Return the processor time of one of several equal pieces of work."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}*{times}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def close(self) -> None:
        self._process.communicate()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def main(given: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", default="", help="only work whose name holds this")
    options = parser.parse_args(given)
    other, own = Revision(options.folder.resolve()), Revision(ROOT)
    print(f"{'work':45}{'other ms':>10}{'own ms':>10}{'ratio':>8}")
    for name in own.work:
        if options.only in name:
            once = max(other.seconds(name, 1), own.seconds(name, 1))
            times = 1 + int(TURN_SECONDS / once)
            turns = [(other.seconds(name, times), own.seconds(name, times)) for _ in range(options.runs)]
            theirs, ours = (min(side) * 1e3 for side in zip(*turns, strict=True))
            print(f"{name:45}{theirs:10.2f}{ours:10.2f}{theirs / ours:8.2f}", flush=True)
    for revision in (other, own):
        revision.close()


if __name__ == "__main__":
    main(sys.argv[1:])
