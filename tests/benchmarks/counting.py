"""Speed of counting text, beside scikit-learn's CountVectorizer.

    BAYLEAF_CORPORA=FOLDER python -m tests.benchmarks.counting [--rounds 7] [--only WORD]

Both start cold each round, with an empty vocabulary, and take turns in one process; every figure is the median of the
rounds, in milliseconds of processor time. "Reading" is the time to copy the bytes of the text once: what no counter can
go below.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from nbengine.events import multinomial
from nbengine.learnt.tally import make_tally
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import encode_as_spans


@dataclass(frozen=True, slots=True)
class Work:
    """One line of the table: the same texts for both."""

    name: str
    texts: list[str]
    theirs: Callable[[list[str]], object]
    ours: Callable[[list[str]], object]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="measure only work whose name holds this")
    options = parser.parse_args()
    print(f"{'work':<34}{'documents':>10}{'MB':>7}{'theirs':>11}{'ours':>9}", end="")
    print(f"{'ratio':>7}{'ns/byte':>9}{'reading':>12}")
    for work in works(Path(os.environ["BAYLEAF_CORPORA"])):
        if options.only in work.name:
            measure(work, options.rounds)
    for n_words in (100_000, 1_000_000):
        show_look_ups(n_words, options.rounds)


def works(corpora: Path) -> Iterator[Work]:
    """Yield all work that there are texts for, and say of which corpora there are none."""
    of_corpora: dict[str, tuple[list[str], Callable[[list[str]], list[Work]]]] = {
        "20news-bydate": (files(corpora / "20news-bydate", "*train/*/*"), of_news),
        "spamassassin": (
            bodies(corpora / "spamassassin"),
            lambda texts: [Work("spamassassin bodies", texts, *plain())],
        ),
        "telegram_spam_ru.csv": (russian_messages(corpora), of_russian),
        "zh-sms-spam": (chinese_messages(corpora), lambda texts: [Work("Chinese messages", texts, *plain())]),
    }
    for name, (texts, made) in of_corpora.items():
        if texts:
            yield from made(texts)
        else:
            print(f"{name} is not in {corpora}, and is left out")


def of_news(news: list[str]) -> list[Work]:
    """List the work on English posts, plain counting first."""
    return [
        Work("20news-bydate train", news, *plain()),
        Work("20news train, trained from text", news, *trained(len(news))),
        Work("20news, known vocabulary", news, *known(news)),
        Work("20news, pairs of words", news, *with_rules({"ngram_range": (1, 2)}, TokenRules(ngrams=(1, 2)))),
        Work("20news, English stop words", news, *with_rules({"stop_words": "english"}, english())),
        Work("sci.space, runs of 3 characters", news[:600], *with_rules(*characters())),
    ]


def of_russian(russian: list[str]) -> list[Work]:
    """List the work on Russian messages: as they are, and eight times as many."""
    return [
        Work("Russian messages", russian, *plain()),
        Work("Russian messages × 8", russian * 8, *plain()),
    ]


def measure(work: Work, rounds: int) -> None:
    """Let both take turns, and print a line."""
    theirs, ours, reading = [], [], []
    data = "\n".join(work.texts).encode("utf-8", "surrogatepass")
    for _ in range(rounds):
        theirs.append(seconds(lambda: work.theirs(work.texts)))
        ours.append(seconds(lambda: work.ours(work.texts)))
        reading.append(seconds(lambda: np.frombuffer(data, np.uint8).copy()))
    their, our, read = (statistics.median(times) * 1e3 for times in (theirs, ours, reading))
    print(
        f"{work.name:<34}{len(work.texts):>10,}{len(data) / 1e6:>7.1f}{their:>11.1f}{our:>9.1f}{their / our:>7.1f}"
        f"{our * 1e6 / len(data):>9.1f}{read:>12.2f}"
    )


def show_look_ups(n_words: int, rounds: int) -> None:
    """Print how many words a second are found among so many, frequent ones more often than rare ones."""
    vocabulary = Vocabulary(f"{number * 7919 % n_words:x}" for number in range(n_words))
    asked = encode_as_spans(f"{number:x}" for number in np.random.default_rng(0).zipf(1.3, 1 << 18) % n_words)
    rate = len(asked) / statistics.median(seconds(lambda: vocabulary.find(asked)) for _ in range(rounds)) / 1e6
    print(f"{n_words:>9,} words: {rate:.0f} million look-ups a second, {vocabulary.nbytes / 1e6:.0f} MB")


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


Sides = tuple[Callable[[list[str]], object], Callable[[list[str]], object]]


def plain() -> Sides:
    return with_rules({}, TokenRules())


def with_rules(options: dict[str, object], rules: TokenRules) -> Sides:
    return (
        lambda texts: CountVectorizer(**options).fit_transform(texts),
        lambda texts: TokenCounter(rules).count(texts),
    )


def trained(n_documents: int) -> Sides:
    """Text to a model that is ready to judge, labels taken in turn from twenty."""
    label_numbers = np.arange(n_documents) % 20
    labels = [str(number) for number in range(20)]

    def ours(texts: list[str]) -> object:
        counts = TokenCounter(TokenRules()).count(texts)
        return multinomial(make_tally(labels, counts, label_numbers))

    return lambda texts: MultinomialNB().fit(CountVectorizer().fit_transform(texts), label_numbers), ours


def known(texts: list[str]) -> Sides:
    vectorizer, counter = CountVectorizer().fit(texts), TokenCounter(TokenRules())
    counter.count(texts)
    fixed = TokenCounter(TokenRules(), counter.vocabulary, is_growing=False)
    return vectorizer.transform, fixed.count


def english() -> TokenRules:
    return TokenRules(stop_words=frozenset(ENGLISH_STOP_WORDS))


def characters() -> tuple[dict[str, object], TokenRules]:
    return {"analyzer": "char", "ngram_range": (3, 3)}, TokenRules(char_ngrams=(3, 3))


def files(folder: Path, pattern: str) -> list[str]:
    return [path.read_text("latin-1") for path in sorted(folder.rglob(pattern)) if path.is_file()]


def bodies(folder: Path) -> list[str]:
    """Return what follows the header of each mail, as it stands."""
    return [mail.partition("\n\n")[2] for mail in files(folder, "*.*")]


def russian_messages(corpora: Path) -> list[str]:
    messages: list[str] = []
    for path in corpora.rglob("telegram_spam_ru.csv"):
        with path.open(encoding="utf-8", newline="") as lines:
            messages += [row["message"] for row in csv.DictReader(lines)]
    return messages


def chinese_messages(corpora: Path) -> list[str]:
    found = corpora.rglob("zh-sms-spam/train_content.json")
    return [str(text) for path in found for text in json.loads(path.read_text("utf-8"))]


if __name__ == "__main__":
    main()
