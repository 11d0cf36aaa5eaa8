"""Quality of judging mail and documents, with bogofilter beside it.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.judging [--only headline|ablation|curves|batch]

- headline: SpamAssassin's easy_ham_2 and spam_2 alone, then all of its sets, replayed one mail after another: judge,
  then learn. Five orders: by date, and shuffled with seeds 1, 2, 3, 2003. bogofilter is Debian's with its defaults, its
  database in a temporary folder, judged by its full-length spamicity.
- batch: 20 Newsgroups by date, trained by Auto on the train part and judged once on the test part; the SMS collection
  in ten folds, duplicates kept; and what a filter of mail that was trained once promises and keeps.
- ablation: each kind of evidence and each rule of learning left out in turn, on the development sets.
- curves: errors after 50, 100, 200, … mails against bogofilter, on the development sets.

Everything was chosen on easy_ham, hard_ham and spam, on enron1, the short messages and the train part of 20 Newsgroups.
The other sets are for the report; whoever changes a default because of them has nothing left to report on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from email.utils import parsedate_tz
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import (
    FilterOptions,
    OnlineFilter,
    ReplayOrder,
    replay,
)
from app.library.reading import DocumentReader
from app.library.recipes import MAIL_RULES
from nbengine.filter.settings import FilterSettings
from nbengine.measure.ranking_curves import find_operating_point, one_minus_auc_percent, rank_scores

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

SEEDS = (1, 2, 3, 2003)
BY_DATE = 0
UNSEEN = ("easy_ham_2", "spam_2")
SEEN = ("easy_ham", "hard_ham", "spam")
DATE_LINE = re.compile(rb"^(?:Date:|[ \t]*(?:[^\n]*;))[ \t]*([^\n]+)", re.MULTILINE | re.IGNORECASE)
TRICKS = ("mark", "url", "host", "attachment", "subject", "from", "sender", "to", "reply-to", "received", "mailer",
          "content-type", "list")  # fmt: skip

CHANGES: dict[str, dict[str, Any]] = {
    "smoothing 1": {"smoothing": 1.0},
    "smoothing .001": {"smoothing": 0.001},
    "words that say little as well": {"informative_from": 0.3},
    "rare words believed like others": {"rarity": 0.0},
}
"""Other settings for mail."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail of a labelled set."""

    path: Path
    is_spam: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """The scores of a filter for mails in the order in which it saw them."""

    scores: Floats
    truths: Flags
    n_lost: int = 0
    n_unsure: int = 0
    ece: float = float("nan")
    per_second: float = float("nan")

    @property
    def worse_than_perfect(self) -> float:
        """1-ROCA%."""
        return one_minus_auc_percent(rank_scores(self.scores, self.truths))

    @property
    def missed(self) -> float:
        """Share of spam that is missed when at most 0.1 % of the good mail is lost, in per cent."""
        point = find_operating_point(rank_scores(self.scores, self.truths), 0.001)
        return 100 * point.positives_missed / int(self.truths.sum())


def corpora() -> Path:
    return Path(os.environ["BAYLEAF_CORPORA"])


def spamassassin(sets: Sequence[str]) -> list[Mail]:
    """The mails of some sets, sorted by path; cmds is a listing and no mail."""
    root = corpora() / "spamassassin" / "spamassassin"
    paths = sorted(path for name in sets for path in (root / name).iterdir() if path.name != "cmds")
    return [Mail(path, path.parent.name.startswith("spam")) for path in paths]


def enron() -> list[Mail]:
    root = corpora() / "enron1" / "enron-spam" / "enron1"
    return [Mail(path, path.parent.name == "spam") for path in sorted(root.glob("*/*.txt"))]


def in_order(mails: list[Mail], seed: int) -> list[Mail]:
    """Shuffled by a seed, or by the first date that can be read and lies in 2001 to 2004."""
    if seed == BY_DATE:
        return sorted(mails, key=lambda mail: (first_date(mail.path), mail.path))
    shuffled = sorted(mails, key=lambda mail: mail.path)
    random.Random(seed).shuffle(shuffled)
    return shuffled


@cache
def first_date(path: Path) -> tuple[int, ...]:
    head = re.split(rb"\r?\n\r?\n", path.read_bytes(), maxsplit=1)[0]
    for found in DATE_LINE.finditer(head):
        date = parsedate_tz(found[1].decode("latin-1"))
        if date and 2001 <= date[0] <= 2004:
            return date[:6]
    return (9999,)


def ours(mails: list[Mail]) -> Scored:
    """Score mails by `bayleaf-cli replay`: read from files, judged and learnt in one process."""
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "index"
        index.write_text("".join(f"{'spam' if mail.is_spam else 'ham'} {mail.path}\n" for mail in mails))
        report = replay(ReplayOrder(index), NoOpJobContext())
    truths = np.array([one.entry.label == "spam" for one in report.replayed])
    number = report.evaluation.labels.index("spam")
    sure = np.array([one.verdict.label_number == number and not one.verdict.is_unsure for one in report.replayed])
    scores = np.array([one.verdict.score for one in report.replayed])
    lost = int((sure & ~truths).sum())
    return Scored(scores, truths, lost, report.unsure, 100 * report.evaluation.ece, report.per_second)


def bogofilter(mails: list[Mail]) -> Scored:
    """Score mails by bogofilter: one process to judge and one to learn."""
    folder = tempfile.mkdtemp()
    scores, codes = [], []
    try:
        for mail in mails:
            raw = mail.path.read_bytes()
            judged = subprocess.run(["bogofilter", "-TT", "-d", folder], input=raw, capture_output=True, check=False)
            fields = judged.stdout.split()
            scores.append(float(fields[-1]) if fields else 0.5)
            codes.append(judged.returncode)
            subprocess.run(["bogofilter", "-s" if mail.is_spam else "-n", "-d", folder], input=raw, check=True)
    finally:
        shutil.rmtree(folder)
    truths = np.array([mail.is_spam for mail in mails])
    verdicts = np.array(codes)
    lost = int(((verdicts == 0) & ~truths).sum())
    return Scored(np.array(scores), truths, lost, int(np.isin(verdicts, (2, 3)).sum()))


def headline() -> None:
    """Print the table of orders for the sets that nothing was chosen on, and for all."""
    for title, sets in (("easy_ham_2 + spam_2", UNSEEN), ("all of SpamAssassin", (*SEEN, *UNSEEN))):
        mails = spamassassin(sets)
        print(f"\n{title}: {len(mails)} mails, {sum(mail.is_spam for mail in mails)} spam")
        print("order          filter      1-ROCA%  missed at .1 %  ham lost  unsure    ECE   mails/s")
        rows: dict[str, list[Scored]] = {"Bayleaf": [], "bogofilter": []}
        for seed in (BY_DATE, *SEEDS):
            ordered = in_order(mails, seed)
            for name, filter_ in (("Bayleaf", ours), ("bogofilter", bogofilter)):
                scored = filter_(ordered)
                rows[name].append(scored)
                print(line_of("by date" if seed == BY_DATE else f"shuffled {seed}", name, scored), flush=True)
        for name, scored_all in rows.items():
            print_means(name, scored_all)


def line_of(order: str, name: str, scored: Scored) -> str:
    return (
        f"{order:14s} {name:11s} {scored.worse_than_perfect:7.3f} {scored.missed:12.1f} % {scored.n_lost:9d}"
        f" {100 * scored.n_unsure / len(scored.truths):6.1f} % {scored.ece:5.2f} % {scored.per_second:8.0f}"
    )


def print_means(name: str, scored: list[Scored]) -> None:
    all_orders = np.mean([one.worse_than_perfect for one in scored])
    shuffled, missed = (
        np.mean([getattr(one, what) for one in scored[1:]]) for what in ("worse_than_perfect", "missed")
    )
    print(f"mean           {name:11s} {all_orders:7.3f} of all, {shuffled:.3f} of the shuffled; {missed:.1f} % missed")


def ablation() -> None:
    """Print what leaving out each kind of evidence, and each rule of learning, does on the development sets."""
    sets = {"SpamAssassin": read(spamassassin(SEEN)), "Enron": read(enron())}
    print(f"\n{'1-ROCA%, mean of seeds 1, 2, 3':32s}", *(f"{name:>14s}" for name in sets))
    for title, make in variants():
        means = []
        for documents in sets.values():
            played = [play(shuffled(documents, seed), make()) for seed in (1, 2, 3)]
            means.append(np.mean([one.worse_than_perfect for one in played]))
        print(f"{title:32s}", *(f"{mean:14.3f}" for mean in means), flush=True)


def variants() -> Iterator[tuple[str, Callable[[], OnlineFilter]]]:
    """Filters that lack something, by what they lack."""

    def made(fields: Collection[str] | None = None, **changes: Any) -> OnlineFilter:
        options = FilterOptions(**changes)
        if fields is not None:
            kept = tuple(one for one in MAIL_RULES.fields if one.name in fields)
            options = replace(options, rules=replace(MAIL_RULES, fields=kept))
        return OnlineFilter(("ham", "spam"), "spam", "mail", options)

    yield "as it is", made
    names = [field.name for field in MAIL_RULES.fields]
    for left_out in TRICKS:
        yield f"without {left_out}", partial(made, fields=[name for name in names if name != left_out])
    yield "text alone", partial(made, fields=[])
    yield "without openings and pairs", partial(made, fields=names)
    yield "without learnt weights", partial(made, settings=FilterSettings(learnt_share=0.0))
    yield "no group bounded", partial(made, settings=FilterSettings(most_of_a_group=0.0))
    yield "settled learnt in full", partial(made, learn="all")
    yield "settled learnt a little", partial(made, learn="weighted")
    yield "decay of 1 in 1,000", partial(made, decay=0.001)
    for what, change in CHANGES.items():
        yield what, partial(made, settings=FilterSettings(**change))


def read(mails: list[Mail]) -> list[tuple[Mail, Document]]:
    options = SourceOptions(labels_from="none")
    with DocumentReader(options) as reader:
        found = ((mail, one) for mail in mails for one in reader.documents_in_small_file(str(mail.path)))
        return [(mail, one) for mail, one in found if isinstance(one, Document)]


def shuffled(documents: list[tuple[Mail, Document]], seed: int) -> list[tuple[Mail, Document]]:
    mixed = list(documents)
    random.Random(seed).shuffle(mixed)
    return mixed


def play(documents: list[tuple[Mail, Document]], filter_: OnlineFilter) -> Scored:
    """Replay documents that were read already."""
    counted = filter_.count([document for _, document in documents])
    verdicts = [
        filter_.judge_and_learn(words, "spam" if mail.is_spam else "ham")
        for words, (mail, _) in zip(counted, documents, strict=True)
    ]
    scores = np.array([verdict.score for verdict in verdicts])
    return Scored(scores, np.array([mail.is_spam for mail, _ in documents]))


def curves() -> None:
    """Print 1-ROCA% of the mails from each number to its double, beside bogofilter's."""
    for title, mails in (("easy_ham + hard_ham + spam", spamassassin(SEEN)), ("enron1", enron())):
        ordered = in_order(mails, 1)
        own, other = ours(ordered), bogofilter(ordered)
        print(f"\n{title}, shuffled 1\nmails            Bayleaf  bogofilter   (1-ROCA%)")
        start = 0
        for end in (50, 100, 200, 400, 800, 1600, 3200, 6400):
            part = slice(start, min(end, len(ordered)))
            figures = [one_minus_auc_percent(rank_scores(one.scores[part], one.truths[part])) for one in (own, other)]
            print(f"{part.start:5d} to {part.stop:5d} {figures[0]:10.3f} {figures[1]:11.3f}", flush=True)
            if end >= len(ordered):
                break
            start = end


def batch() -> None:
    """Print what Auto chooses for documents and short messages, and how well that judges."""
    news = corpora() / "20news-bydate" / "20news-bydate"
    messages = corpora() / "small-text" / "sms-spam" / "SMSSpamCollection"
    with tempfile.TemporaryDirectory() as folder:
        workspace, table = Path(folder) / "news.bayleaf", Path(folder) / "sms.tsv"
        told(workspace, "import", news / "20news-bydate-train")
        trained = told(workspace, "train")
        judged = told(workspace, "evaluate", "--test", news / "20news-bydate-test")
        print_batch("20 Newsgroups, test part", trained, judged)
        shutil.copy(messages, table)
        workspace = Path(folder) / "sms.bayleaf"
        told(workspace, "import", table, "--keep-duplicates")
        trained = told(workspace, "train")
        print_batch("SMS, ten folds", trained, told(workspace, "evaluate", "--folds", "10"))
        print_promises(Path(folder))


def print_promises(folder: Path) -> None:
    """Print what a filter trained once, with nothing chosen, makes of mail it has not seen, sure or unsure."""
    print("\nTrained once, nothing chosen: good mail lost (surely spam), unsure, spam missed (surely good)")
    for title, (learnt, judged) in (
        ("SpamAssassin's first sets, half by half", halves(spamassassin(SEEN))),
        ("Enron, half by half", halves(enron())),
        ("SpamAssassin's first sets, then easy_ham_2 + spam_2", (spamassassin(SEEN), spamassassin(UNSEEN))),
    ):
        print(promises(title, learnt, judged, folder / f"{len(title)}"), flush=True)


def halves(mails: list[Mail]) -> tuple[list[Mail], list[Mail]]:
    mixed = random.Random(1).sample(mails, len(mails))
    return mixed[::2], mixed[1::2]


def promises(title: str, learnt: list[Mail], judged: list[Mail], folder: Path) -> str:
    """A line of what was lost, unsure and missed."""
    for part, mails in (("learnt", learnt), ("judged", judged)):
        for number, mail in enumerate(mails):
            own = folder / part / ("spam" if mail.is_spam else "ham")
            own.mkdir(parents=True, exist_ok=True)
            shutil.copy(mail.path, own / f"{number:05d}")
    workspace = folder / "mail.bayleaf"
    told(workspace, "import", folder / "learnt")
    told(workspace, "train")
    verdicts = told(workspace, "classify", folder / "judged")["verdicts"]
    counts = {"lost": 0, "unsure": 0, "missed": 0}
    for verdict in verdicts:  # type: ignore[attr-defined] # a list of objects, by the contract of classify --json
        is_spam = Path(verdict["path"]).parent.name == "spam"
        counts["unsure"] += verdict["unsure"]
        if not verdict["unsure"] and (verdict["label"] == "spam") is not is_spam:
            counts["missed" if is_spam else "lost"] += 1
    n_spam = sum(mail.is_spam for mail in judged)
    n_good = len(judged) - n_spam
    return (
        f"{title:52s} {counts['lost']:3d} of {n_good} ({100 * counts['lost'] / n_good:.2f} %)"
        f" {100 * counts['unsure'] / len(judged):6.1f} % {100 * counts['missed'] / n_spam:6.1f} %"
    )


def told(workspace: Path, command: str, *arguments: object) -> dict[str, object]:
    """Run a command of the program; return its JSON."""
    words = [sys.executable, "-m", "app.cli", command, str(workspace), *map(str, arguments), "--json"]
    answer = subprocess.run(words, capture_output=True, check=True)
    found: dict[str, object] = json.loads(answer.stdout)
    return found


def print_batch(title: str, trained: dict[str, object], judged: dict[str, object]) -> None:
    print(f"\n{title}: {trained['documents']} learnt in {trained['seconds']:.1f} s")
    for choice in trained["chosen"]:  # type: ignore[attr-defined] # a list of objects, by the contract of train --json
        losses = ", ".join(f"{name} {loss:.4f}" for name, loss in choice["log_loss"].items())
        print(f"  {choice['what']}: {choice['chosen']}   {losses}")
    print(f"  accuracy {100 * judged['accuracy']:.2f} %, MCC {judged['mcc']:.4f}, ECE {100 * judged['ece']:.2f} %")  # type: ignore[operator] # numbers, by the contract of evaluate --json


PARTS: dict[str, Callable[[], None]] = {"headline": headline, "batch": batch, "ablation": ablation, "curves": curves}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append")
    for name in parser.parse_args().only or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
