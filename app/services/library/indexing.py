"""Making the index of a corpus, a piece at a time, so that other work goes on in between."""

from __future__ import annotations

from app.domain.jobs import JobContext
from app.services.training.corpus_counting import rules_key
from app.services.training.recipe_planning import default_rules
from app.store.access import Place, writing
from app.store.search.search_index import FIELDS, LEAST_OF_PART


def needs_index(n_documents: int) -> bool:
    """Tell whether looking through so many documents as they lie would take long."""
    return n_documents >= LEAST_OF_PART


def index_next(place: Place, corpus: str, _context: JobContext) -> bool:
    """Make the next piece of the index; False where nothing is left to make."""
    with writing(place) as workspace:
        if workspace.is_read_only or not workspace.corpora.has(corpus):
            return False
        index = workspace.search_index
        if index.add_headings(corpus):
            return True
        if index.add_words(corpus, rules_key(default_rules(workspace.corpora.get(corpus).kind))):
            return True
        for field in FIELDS:
            if index.lacks_order(corpus, field):
                index.keep_order(corpus, field)
                return True
        return False
