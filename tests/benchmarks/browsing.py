"""Looking through a million documents: how long search, sorting, labelling and scrolling take to answer.

    python -m tests.benchmarks.browsing [--documents 1000000] [--workspace FILE] [--rounds 5]

The documents are made up: forty words each, frequent ones and rare ones as in English, subjects of a few words, some
ten thousand senders. The workspace is made in a temporary folder, or kept where `--workspace` says. Every question is
asked as the window asks it; the figures are the median and the longest of some rounds, in milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import (
    DocumentQuery,
    FacetChoice,
    FacetKind,
    Shelf,
    ShelfKind,
    SortOrder,
)
from app.library.browsing import Browser
from app.library.recipes import default_rules
from app.library.searching import build_next_index_piece
from app.library.training_data import rules_key
from app.store.count_blobs import CountRows, IntArray
from app.store.document_packing import PackedDocument, pack_document
from app.store.workspace import Session, Workspace

N_WORDS, WORDS_EACH, BATCH = 200_000, 40, 5_000
CORPUS, FIRST_DATE_S = "Mail", 1_000_000_000
SEARCHES = (
    "word7", "word150000", "word3 word90", "from:person77@", "from:example", "subject:word1", "subject:\"word1 word2\"",
    "-word1", "label:spam before:2010 word5", "after:2030", "e", "person1234 ", "nowhere at all",
)  # fmt: skip


def main() -> None:
    """Make the workspace where there is none, and ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--workspace", type=Path, default=None, help="keep the workspace here, and use it again")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.workspace or Path(folder) / "many.bayleaf"
        if not path.exists():
            show("importing", lambda: make_workspace(path, options.documents), 1)
        with Session(path) as session:
            show("index", lambda: index(session), 1)
            measure(Browser(session), session, options.rounds)


def index(session: Session) -> None:
    """Make the index, as the window does in the background, and say how long its longest piece took."""
    longest, before = 0.0, session.path.stat().st_size
    is_left = True
    while is_left:
        started = time.perf_counter()
        is_left = build_next_index_piece(session, CORPUS, NoOpJobContext())
        longest = max(longest, time.perf_counter() - started)
    grown = (session.path.stat().st_size - before) / 1e6
    print(f"  longest piece {longest * 1000:.0f} ms; the file grew by {grown:.0f} MB to {before / 1e6 + grown:.0f}")


def make_workspace(path: Path, n_documents: int) -> None:
    """Write documents and the counts of their words."""
    words = [f"word{number}" for number in range(N_WORDS)]
    random = np.random.default_rng(7)
    with (
        Workspace(path, create=True) as workspace,
        workspace.imports.begin(CORPUS, source="made up", kind="mail") as run,
    ):
        writer = run.segments(rules_key(default_rules("mail")))
        for first in range(0, n_documents, BATCH):
            drawn = np.minimum(random.zipf(1.3, (min(BATCH, n_documents - first), WORDS_EACH)), N_WORDS) - 1
            numbers = run.add(list(made_up(drawn, words, first)))
            rows = counted(drawn)
            writer.add(numbers, rows.starts, rows.tokens, rows.values, words if first == 0 else ())
        run.settle()


def made_up(drawn: IntArray, words: list[str], first: int) -> Iterator[PackedDocument]:
    """Mails of these words."""
    for number, row in enumerate(drawn.tolist(), start=first):
        text, sender = " ".join(words[place] for place in row), number * 7919 % 10_007
        yield pack_document(Document(
            text,
            f"/mail/archive-{number // 50_000}.mbox",
            member=str(number),
            kind="mail",
            title=f"{'Re: ' if number % 3 else ''}About {' '.join(words[place] for place in row[:4])}",
            sender=f"Person {sender} <person{sender}@example{sender % 50}.org>",
            date_s=FIRST_DATE_S + number * 7_919 % 1_000_003 * 600,
            label="spam" if number % 3 == 0 else "ham",
            content_hash=number.to_bytes(16, "big"),
            size_bytes=len(text),
        ))  # fmt: skip


def counted(drawn: IntArray) -> CountRows:
    """Count how often each word occurs in each document."""
    rows, places = np.repeat(np.arange(len(drawn)), WORDS_EACH), drawn.ravel()
    entries, values = np.unique(rows * N_WORDS + places, return_counts=True)
    starts = np.searchsorted(entries, np.arange(len(drawn) + 1) * N_WORDS)
    return CountRows(starts.astype(np.int64), (entries % N_WORDS).astype(np.int32), values.astype(np.int32))


def measure(browser: Browser, session: Session, rounds: int) -> None:
    """Ask what the page asks."""
    context = NoOpJobContext()
    show("first look", lambda: browser.overview(CORPUS, context), 1)
    show("overview", lambda: browser.overview(CORPUS, context), rounds)
    for order in SortOrder:
        query = DocumentQuery(order=order)
        show(f"sort: {order.value}, first time", partial(browser.find, CORPUS, query, context), 1)
        show(f"sort: {order.value}", partial(browser.find, CORPUS, query, context), rounds)
    spaces = count(1)
    for search in SEARCHES:
        n_found = len(browser.find(CORPUS, DocumentQuery(search=search), context).document_numbers)

        def find(search: str = search) -> object:
            """Search with one more space each time, because the browser caches the last search."""
            return browser.find(CORPUS, DocumentQuery(search=search + " " * next(spaces)), context)

        show(f"search: {search} ({n_found:,})", find, rounds)
    measure_facets(browser, rounds)
    measure_labelling(browser, session, rounds)


def measure_facets(browser: Browser, rounds: int) -> None:
    """Count the facets of the whole collection, and narrow by some of them, with a search and without."""
    context = NoOpJobContext()
    show("facets, first time", lambda: browser.facets(CORPUS, DocumentQuery(), context), 1)
    sender, month = FacetChoice(FacetKind.SENDER, "example7.org"), FacetChoice(FacetKind.MONTH, "2010-05")
    for facets in ((), (sender,), (month,), (sender, month)):
        for search in ("", "word7"):
            query = DocumentQuery(facets=facets, search=search)
            named = " + ".join([*(choice.key for choice in facets), *([search] if search else [])]) or "all"
            show(f"facets: {named}", partial(browser.facets, CORPUS, query, context), rounds)
            show(f"list under facets: {named}", partial(browser.find, CORPUS, query, context), rounds)


def measure_labelling(browser: Browser, session: Session, rounds: int) -> None:
    """Label, and see what the page shows of it; go through the list."""
    context = NoOpJobContext()
    listed = browser.find(CORPUS, DocumentQuery(), context).document_numbers
    random = np.random.default_rng(3)

    def label() -> None:
        number = int(random.choice(listed))
        with session.borrow_for_writing() as workspace:
            workspace.editing.relabel([number], random.choice(["spam", "ham"]))
        browser.overview(CORPUS, context)
        browser.find(CORPUS, DocumentQuery(), context)
        browser.open(CORPUS, number, context)

    def scroll() -> None:
        first = int(random.integers(0, max(len(listed) - 200, 1)))
        browser.load_rows(CORPUS, listed[first : first + 200], context)

    show("label one, and look again", label, rounds)
    show("scroll to 200 rows", scroll, rounds)
    spam = DocumentQuery(Shelf(ShelfKind.LABEL, "spam"))
    show("shelf of a label", lambda: browser.find(CORPUS, spam, context), rounds)


def show(what: str, work: Callable[[], object], rounds: int) -> None:
    """Print one line of the table."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    print(f"  {what:<50} {statistics.median(times):10.1f} {max(times):10.1f}", flush=True)


if __name__ == "__main__":
    main()
