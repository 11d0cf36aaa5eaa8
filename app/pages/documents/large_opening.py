"""Opening a large corpus: its newest documents show at once, while the columns of all are read piece by piece.

Between two pieces other questions are answered, so the documents that show can be read, chosen and labelled meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable

from app.qt.page_model import Asker
from app.services.library.browsing import Browser, FirstLook

TOPIC = "opening"


class LargeOpening:
    """Asks for a first look and then for pieces, until all columns are at hand; of other corpora it asks nothing."""

    def __init__(
        self,
        asker: Asker,
        shown: Callable[[FirstLook], object],
        finished: Callable[[], object],
        failed: Callable[[Exception], object],
    ) -> None:
        self._asker, self._shown, self._finished, self._failed = asker, shown, finished, failed
        self.is_going = False
        self.first: FirstLook | None = None
        """The first documents, while only they are known."""

    def begin(self, browser: Browser, corpus: str) -> None:
        """Open a corpus; an earlier one is opened no further."""
        self.is_going, self.first = True, None
        self._asker.ask(
            lambda context: browser.first_look(corpus, context),
            then=lambda first: self._on_first_look(browser, corpus, first),
            topic=TOPIC, failed=self._on_failed,
        )  # fmt: skip

    def stop(self) -> None:
        """Open nothing any more."""
        self.is_going, self.first = False, None
        self._asker.forget(TOPIC)

    def _on_first_look(self, browser: Browser, corpus: str, first: FirstLook | None) -> None:
        if first is None:
            self._end()
            return
        self.first = first
        self._shown(first)
        self._go_on(browser, corpus)

    def _go_on(self, browser: Browser, corpus: str) -> None:
        def then(is_left: bool) -> None:
            if is_left:
                self._go_on(browser, corpus)
            else:
                self._end()

        self._asker.ask(
            lambda context: browser.read_piece(corpus, context), then=then, topic=TOPIC, failed=self._on_failed
        )

    def _end(self) -> None:
        self.is_going, self.first = False, None
        self._finished()

    def _on_failed(self, error: Exception) -> None:
        self.is_going, self.first = False, None
        self._failed(error)
