"""Shows how the filter does on streams of mail that it judges and learns one after another.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.filter_streams [--beside DIR] [--modern]

Chinese mail and mail-2006 in their order, SpamAssassin by date, Enron shuffled, and mail-2006 among which SpamAssassin
comes from its middle on. 1-ROCA with the interval that mails drawn again give; good mail lost, spam missed, and what
was unsure, in all and though shown as 99 % or more. With --beside the same of another checkout, and how the 1-ROCA of
the two compares where both get the same mails drawn again.

--modern: how soon a filter that begins with the mail of today can be used. 300 good mails and 50 phishing mails of
`modern-mail` in random order, then the other good mails and 300 more phishing mails; in the mean of three orders, for
each stretch of the stream: phishing surely found, unsure and missed, and good mail lost and unsure.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import numpy as np

from nbengine.measure.ranking_curves import one_minus_auc_percent, rank_scores
from tests.benchmarks.judging import BY_DATE, Flags, Floats, Mail, corpora, enron, in_order, spamassassin
from tests.benchmarks.promise import SETS, mail_2006

N_DRAWS: Final = 100
SHOWN_AS_CERTAIN: Final = 0.99
LATE_FROM: Final = 6_000
MODERN_STRETCHES: Final = (0, 50, 100, 200, 350, 450, 550, 700)
HEAD: Final = (
    f"{'':38s}{'1-ROCA %':>9s}{'90 % of draws':>18s}{'lost in 1,000':>14s}{'unsure':>9s}{'at .99':>8s}{'missed':>8s}"
)
REPLAYED: Final = """
import math
import sys
from pathlib import Path
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import ReplayOrder, replay
with open(sys.argv[2], "w") as found:
    for one in replay(ReplayOrder(Path(sys.argv[1])), NoOpJobContext()).replayed:
        said = one.verdict
        facts = said.score, one.entry.label == "spam", said.label_number, said.is_unsure, math.exp(max(said.log_proba))
        print(*map(float, facts), file=found)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, metavar="DIR", help="another checkout")
    parser.add_argument("--modern", action="store_true", help="only: how soon a new filter can be used")
    arguments = parser.parse_args()
    if arguments.modern:
        print_modern()
        return
    beside: Path | None = arguments.beside
    stream, sets = mail_2006(), in_order(spamassassin(SETS), BY_DATE)
    late = [*enumerate(stream), *((LATE_FROM + place, mail) for place, mail in enumerate(sets))]
    works = {
        "Chinese mail": mail_chinese(),
        "mail-2006": stream,
        "SpamAssassin by date": sets,
        "Enron, shuffled 1": in_order(enron(), 1),
        "mail-2006, SpamAssassin late": [mail for _, mail in sorted(late, key=itemgetter(0))],
    }
    print(HEAD)
    for title, mails in works.items():
        own = replayed_by(Path.cwd(), mails)
        print(stream_line(title, own), flush=True)
        if beside is not None:
            other = replayed_by(beside.resolve(), mails)
            print(stream_line("    beside", other), flush=True)
            shares = [draw(own) / max(draw(other), 1e-9) for draw in drawn(len(own.truths))]
            low, middle, high = np.quantile(shares, (0.05, 0.5, 0.95))
            print(f"    1-ROCA for that beside: {middle:.2f} ({low:.2f} to {high:.2f})", flush=True)


def print_modern() -> None:
    orders = [modern_mail(seed) for seed in range(3)]
    judged = [replayed_by(Path.cwd(), mails) for mails in orders]
    print("mails, each count the sum of three orders: phishing found / unsure / missed   good right / unsure / lost")
    for start, end in pairwise(MODERN_STRETCHES):
        counts = np.zeros((2, 3), np.int64)
        for one in judged:
            truths, called, unsure = (part[start:end] for part in (one.truths, one.is_called, one.is_unsure))
            for row, of_kind in enumerate((truths, ~truths)):
                right = called == truths
                for column, verdict in enumerate((~unsure & right, unsure, ~unsure & ~right)):
                    counts[row, column] += np.sum(of_kind & verdict)
        by_kind = ["{} / {} / {}".format(*row) for row in counts.tolist()]
        print(f"{start:4d} to {end:4d}   " + "   ".join(by_kind), flush=True)


def modern_mail(seed: int) -> list[Mail]:
    """Return 300 good and 50 phishing mails in random order, then the other good mails and 300 more phishing mails."""
    root, chance = corpora() / "modern-mail", np.random.default_rng(seed)
    good, phishing = (
        [Mail(paths[place], kind == "phishing") for place in chance.permutation(len(paths))]
        for kind, paths in ((kind, sorted(root.glob(f"**/{kind}/**/*.eml"))) for kind in ("mail", "phishing"))
    )
    parts = [*good[:300], *phishing[:50]], [*good[300:], *phishing[50:350]]
    return [part[place] for part in parts for place in chance.permutation(len(part))]


def mail_chinese() -> list[Mail]:
    """The stream in its order."""
    root = corpora() / "mail-chinese"
    lines = (line.split() for line in (root / "index").read_text().splitlines())
    return [Mail(root / path, label == "spam") for label, path in lines]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A stream as it was judged, mail by mail."""

    scores: Floats
    truths: Flags
    is_called: Flags
    is_unsure: Flags
    confidence: Floats


def replayed_by(checkout: Path, mails: Sequence[Mail]) -> Judged:
    """Replay a stream in a process of its own, by the program as it is in some checkout."""
    with tempfile.TemporaryDirectory() as folder:
        index, found = Path(folder) / "index", Path(folder) / "found"
        index.write_text("".join(f"{'spam' if mail.is_spam else 'ham'} {mail.path}\n" for mail in mails))
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        subprocess.run([sys.executable, "-c", REPLAYED, index, found], env=environment, cwd=checkout, check=True)
        rows = np.loadtxt(found)
    return Judged(rows[:, 0], rows[:, 1] > 0, rows[:, 2] > 0, rows[:, 3] > 0, rows[:, 4])


def stream_line(title: str, judged: Judged) -> str:
    truths, called, unsure = judged.truths, judged.is_called, judged.is_unsure
    low, high = np.quantile([draw(judged) for draw in drawn(len(truths))], (0.05, 0.95))
    shares = (
        1000 * np.sum(called & ~unsure & ~truths) / np.sum(~truths),
        100 * unsure.mean(),
        100 * np.mean(unsure & (judged.confidence >= SHOWN_AS_CERTAIN)),
        100 * np.sum(~called & ~unsure & truths) / np.sum(truths),
    )
    lost, doubted, certain, missed = (float(share) for share in shares)
    interval = f"{low:.4f} to {high:.4f}"
    return (
        f"{title:38s}{draw_of(judged, slice(None)):9.4f}{interval:>18s}{lost:14.2f}{doubted:7.2f} %{certain:6.2f} %"
        f"{missed:6.2f} %"
    )


def drawn(n_mails: int) -> list[Callable[[Judged], float]]:
    """1-ROCA of as many mails drawn again, some hundred times, the same for all filters."""
    dice = np.random.default_rng(5)
    return [partial(draw_of, places=dice.integers(0, n_mails, n_mails)) for _ in range(N_DRAWS)]


def draw_of(judged: Judged, places: Any) -> float:
    return one_minus_auc_percent(rank_scores(judged.scores[places], judged.truths[places]))


if __name__ == "__main__":
    main()
