"""Texts and mails without a file, dropped or handed over by another program, as documents of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.documents import Document, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import CorpusKind
from app.readers.documents.text import hash_of
from app.services.files.reading_in_process import documents_of_bytes, documents_or_error
from app.services.library.importing import NEW_CORPUS_NAMES
from app.store.workspace import Place, writing

MOST_TITLE = 200


def document_of_text(text: str) -> Document:
    """Return a text as a document without a file; its first line is the title."""
    title = next((line.strip() for line in text.splitlines() if line.strip()), "")[:MOST_TITLE]
    size_bytes = len(text.encode("utf-8", "replace"))
    return Document(text=text, path="", title=title, content_hash=hash_of(text), size_bytes=size_bytes)


def add_text(workspace: Place, corpus: str, text: str, _context: JobContext) -> int:
    """Add a text to a corpus, or to a new one if the name is empty; return 0 if it is there already, else 1."""
    return _add(workspace, corpus, [document_of_text(text)], "text")


def add_message(workspace: Place, corpus: str, message: bytes, _context: JobContext) -> int:
    """Add a mail to a corpus, or to a new one if the name is empty; return 0 if it is there already, else 1."""
    found = documents_or_error(documents_of_bytes(message, SourceOptions(kind="mail", labels_from="none")))
    return _add(workspace, corpus, [replace(document, path="", member="") for document in found], "mail")


def _add(workspace: Place, corpus: str, documents: Sequence[Document], kind: CorpusKind) -> int:
    with writing(workspace, create=True) as opened:
        name = corpus or NEW_CORPUS_NAMES[kind]
        if not opened.corpora.has(name):
            opened.corpora.add(name, kind)
        if opened.corpora.get(name).kind == "table":
            raise SourceError(documents[0].title or kind, "other-columns", name)
        known = [document for document in documents if opened.documents.find(name, document.content_hash) is not None]
        opened.editing.add(name, documents)
        return len(documents) - len(known)
