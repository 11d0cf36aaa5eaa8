"""Sentences that people read about errors, files that were not filed, and problems found by `check`.

A Sentence is a template with facts. Translate the template, then fill it: `sentence(error).render(tr)`. Every template
is a whole sentence, because languages differ in word order; never assemble one from parts. Every reason code has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from app.domain.errors import (
    FAILURE_REASONS,
    AppError,
    ClusterError,
    ExchangeError,
    JudgeError,
    MailboxError,
    ModelError,
    NewerWorkspace,
    NotFound,
    NoWorkers,
    SourceError,
    StoreError,
    TrainingError,
    UnusableName,
)
from app.domain.records import NAME_RULES, Problem

Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template and the values of its placeholders."""

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def render(self, translate: Translate = str) -> str:
        """Return the sentence, in another language where `translate` knows the template."""
        return translate(self.template).format_map({name: _display_value(fact) for name, fact in self.facts.items()})

    def __str__(self) -> str:
        return self.render()


MAX_FACT_CHARACTERS = 500
"""Limit, in characters, on a name or detail in a sentence. File names and patterns from outside may be huge."""


def _display_value(fact: object) -> object:
    """Return a value fit for a sentence: one line, encodable as UTF-8, at most LONGEST_FACT characters."""
    if not isinstance(fact, str):
        return fact
    one_line = " ".join(fact.splitlines()).encode("utf-8", "replace").decode("utf-8")
    return one_line if len(one_line) <= MAX_FACT_CHARACTERS else f"{one_line[:MAX_FACT_CHARACTERS]}…"


STORE_SENTENCES: dict[str, str] = {
    "busy": "“{name}” is being written by another program. Try again in a moment.",
    "cannot-open": "“{name}” could not be opened. Is its folder still there, and may it be read?",
    "damaged": "“{name}” is damaged ({detail}). Nothing was changed; restore it from a backup copy.",
    "foreign-journal": (
        "“{name}” was not opened: “{detail}” beside it could make SQLite delete other files. Move that file away."
    ),
    "full": "There is no room left on the disk of “{name}”. Nothing was lost; make room and try again.",
    "import-running": "An import into “{name}” is still running. Wait until it is done, or stop it.",
    "input-output": "The disk of “{name}” reported an error ({detail}). What was saved before is still there.",
    "newer": (
        "A later version of Bayleaf made “{name}” (format {found}; this one knows up to {known}): get that one for it."
    ),
    "no-folder": "The folder of “{name}” does not exist.",
    "no-permission": "You are not allowed to open or change “{name}”.",
    "no-room": "Compacting “{name}” needs more free space than its disk has ({detail} bytes).",
    "not a workspace": "“{name}” is not a Bayleaf workspace.",
    "not-found": "There is no workspace “{name}”.",
    "older": (
        "“{name}” was made by an older version of Bayleaf. Open it in the program, or import or train with it, "
        "to bring it up to date; a copy of it is kept."
    ),
    "read-only": "“{name}”, or its folder, may only be read. Save a copy somewhere else to change it.",
    "read-only-older": "“{name}” has an older format and may only be read. Copy it to where it can be changed.",
    "read-only-unfinished": "“{name}” was not closed properly. Copy its folder to a place where it can be changed.",
    "run-removed": "The import into “{name}” looked abandoned to another program, which removed it. Start it again.",
    "same-file": "“{name}” is the workspace itself. Choose another name for the copy.",
    "too-large": "Something is too large to be kept in “{name}”.",
}
"""Sentences for workspaces that cannot be opened, read or written, by reason."""

SOURCE_SENTENCES: dict[str, str] = {
    **{reason: f"“{{name}}” {predicate}." for reason, predicate in FAILURE_REASONS.items()},
    "missing": "“{name}” does not exist.",
    "no-column": "“{name}” has no column “{detail}”.",
    "bad-pattern": "“{name}” is not a regular expression: {detail}.",
    "cannot-write": "“{name}” could not be written: {detail}.",
    "unfetched": "“{name}” could not be fetched: {detail}.",
    "not-ours": "“{name}” is there already and was not written by Bayleaf: put the lines into it by hand.",
    "is-workspace": "“{name}” is a workspace, or another database. Choose another name.",
    "index-labels": "“{name}” names too few labels: {detail}. A replay needs two, and the positive one among them.",
    "bad-rule": "Line {detail} of “{name}” is not a rule.",
    "index-line": "Line {detail} of “{name}” is not a label and a path.",
    "other-kind": "“{name}” is there already and is another kind of file than what was to be written, so it was left "
    "as it is. Remove it, or choose another name.",
    "other-columns": "“{name}” has other columns than the collection “{detail}”.",
}
"""Sentences for files and sources that cannot be read or written, by reason."""

NAME_SENTENCES: dict[str, dict[str, str]] = {
    "taken": {
        "corpus": "There is already a collection “{name}”.",
        "label": "There is a label “{name}” already.",
        "recipe": "There is a recipe “{name}” already.",
    },
    "empty": {
        "corpus": "A collection needs a name.",
        "label": "A label needs a name.",
        "model": "A model needs a name.",
        "recipe": "A recipe needs a name.",
    },
    "no-part": {
        "pattern": "“{name}” names no part of a letter: {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}."
    },
    "unknown-part": {
        "pattern": "“{name}” has a part that is not {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}."
    },
    "no-date": {"date": "“{name}” is no date that can be read; write it as 2026-03-02."},
    "takes-one": {"corpus": "Documents of “{name}” have one label each. Let it take several first."},
    "has-several": {"corpus": "Documents of “{name}” have several labels: leave each one of them first."},
    "too-many": {"label": "More than 1,000 labels on one document are a mistake of whatever wrote them."},
    "too-long": {
        "corpus": "That name is too long for a collection.",
        "label": "That name is too long for a label.",
        "model": "That name is too long for a model.",
        "recipe": "That name is too long for a recipe.",
    },
    "unprintable": {
        "corpus": "The name of a collection must be one line of printable characters.",
        "label": "The name of a label must be one line of printable characters.",
        "model": "The name of a model must be one line of printable characters.",
        "recipe": "The name of a recipe must be one line of printable characters.",
    },
}
"""Sentences for names that are not allowed: reason → kind of object → template."""

NOT_FOUND_SENTENCES: dict[str, str] = {
    "corpus": "There is no collection “{name}” here.",
    "document": "That document is not here any more.",
    "label": "There is no label “{name}” here.",
    "learnt": "“{name}” was never learnt under that label, so it cannot be forgotten. Nothing was changed.",
    "lesson": "There is no lesson “{name}”.",
    "model": "There is no model “{name}” here.",
    "no-corpus": "There are no documents here yet. Import some first.",
    "no-model": "There is no model here yet. Train one first.",
    "recipe": "There is no recipe “{name}” here.",
    "remembered": "Of “{name}” only the verdict is kept, so nothing was learnt. Classify it once more to correct it.",
    "remembered-file": "“{name}” is not where it was, and only its verdict is kept, so nothing was learnt.",
    "word": "The model does not know the word “{name}”.",
    "workspace": "No workspace is open.",
}
MODEL_SENTENCES: dict[str, str] = {
    "no-corpus": "The collection of “{name}” is gone, so there are no documents to test it on or to learn from.",
    "no-opponents": "“{name}” has no opponents: its mails have no dates, and by them alone others could be judged as "
    "a filter is, by what came before.",
    "no-words": "“{name}” reads no text, so it has no words.",
}
"""Sentences for operations that a model does not support, by reason."""

CLUSTER_SENTENCES: dict[str, str] = {
    "address": "“{detail}” names no cluster. It must be tcp://host:port, tls://host:port, local or local:N.",
    "certificates": "There is no secure connection to the cluster: {detail}.",
    "killed": "Every worker that tried {detail} ended, so the cluster gave it up. Nothing was written. "
    "If they had too little memory, smaller shards help (--shard-bytes).",
    "left-over": "“{detail}” is of an earlier run that wrote more files. Remove it, or choose another folder.",
    "lost": "The cluster at {detail} was lost. Nothing was written; with a checkpoint folder, the next try goes on.",
    "memory": "A worker of the cluster has too little memory. Nothing was written.",
    "missing": 'A cluster needs Dask, which is not installed. Install it with: pip install "bayleaf[cluster]".',
    "no-bayleaf": "The cluster's workers do not have Bayleaf ({detail}). Install bayleaf[cluster] on each of them.",
    "no-workers": "The cluster has had no workers for {detail} seconds. Nothing was written. Start some and try again; "
    "with a checkpoint folder, it goes on where it was.",
    "other-version": "A worker of the cluster counts with other parts ({detail}). All must have the same.",
    "outgrown": "There are more different words than a model holds: {detail} so far. Bound them, or bound them "
    "further: --most-words. With a checkpoint folder, nothing is read again.",
    "protocol": "Dask knows no “{detail}://”. The address of a cluster begins with tcp:// or tls://, "
    "or is local or local:N.",
    "sources-changed": "The sources changed while they were read: “{detail}”. Nothing was written. "
    "Try again when they rest.",
    "too-many-words": "About {detail} different words are to come, more than a model holds. Bound them, or "
    "bound them further: --most-words.",
    "unlike-sources": "The sources have different columns. Name the columns, or train on one kind of source at a time.",
    "worker": "A worker of the cluster could not do its work: {detail}. Nothing was written.",
    "unreachable": "There is no cluster at {detail}, or it does not answer. See whether its scheduler is running.",
}
"""Sentences for a cluster that cannot be used, by reason."""

JUDGE_SENTENCES: dict[str, str] = {
    "address-taken": "Another program listens at “{detail}”. End it first, or choose another path for the socket.",
    "cannot-listen": "The judge cannot listen at “{detail}”: that place may not be written to.",
    "cannot-share": "The socket “{detail}” cannot be opened to others: is the group there, and are you its member?",
    "did-not-start": "The judge did not start. Run “bayleaf-cli serve” with the workspace by hand: it says why.",
    "lost": "The judge ended while it was asked. Ask again.",
    "no-sockets": "This system has no sockets in the file system. Programs ask the judge over its named pipe.",
    "not-a-socket": "“{detail}” is not a socket, so it was left as it is. Choose a path where nothing is yet.",
    "path-too-long": "The path “{detail}” is too long for a socket. Set XDG_RUNTIME_DIR to a shorter folder.",
    "refused": "The judge says: {detail}",
    "running": "A judge of “{detail}” is running already.",
    "unsafe-folder": "“{detail}” belongs to somebody else, or is a link. Remove it, or set XDG_RUNTIME_DIR.",
}
"""Sentences for a mail daemon that cannot be started or asked, by reason."""

EXCHANGE_SENTENCES: dict[str, str] = {
    "cannot-be-added": "“{name}” cannot be added up: filters, tf-idf and an unknown word are more than counts.",
    "counts-otherwise": "“{name}” counts other things than the first model, or not all words. Train all by one recipe.",
    "damaged-words": "“{name}” is damaged, or not what it looks like: it does not hold words with their counts.",
    "damaged-skops": "“{name}” is damaged, or was not written by skops.",
    "differs": "“{name}” would be judged otherwise over there (by {detail}), so it was not written.",
    "event-model": "The form has no counterpart of the event model of “{name}” ({detail}).",
    "filter": "“{name}” is a filter, which judges by more than counts: train a model of another event model.",
    "impossible-label": "“{name}” has a label without documents, which the form cannot say.",
    "mail-fields": "“{name}” counts words of mail headers, which the form cannot say. Train it with --tokens plain.",
    "no-answers": "“{name}” is not what a labelling tool gives back, or was not begun here: see {detail}.",
    "no-documents": "“{name}” does not say how many mails were learnt.",
    "no-mail": "There is not enough labelled mail to make rules of and to measure them on.",
    "no-rules": "No list, sender or recipient tells a label often enough to make a rule.",
    "no-maildir": "“{name}” is no Maildir: it has no folder cur.",
    "no-export": "Name the manifest.json of an export of paperless-ngx with --with; “{name}” gets its tags.",
    "no-slider": "Smoothing cannot be moved where weights are learnt, or nothing is smoothed ({name}).",
    "no-smoothing": "“{name}” has probabilities of nothing, which the form cannot say. Train it with some smoothing.",
    "no-values": "“{name}” has a column of choices without values, which the form cannot say.",
    "no-variance": "“{name}” has a column of equal numbers, which the form cannot say.",
    "no-vectorizer": "“{name}” has no words: the vectorizer must stand before the estimator in one pipeline.",
    "no-words-to-convert": "“{name}” reads no text, so it has no words to be converted.",
    "not-fitted": "“{name}” was not fitted, or does not hold what its classes hold.",
    "not-installed": '{name} is not installed. Install it with: pip install "bayleaf[{detail}]".',
    "not-naive-bayes": "“{name}” is not a naive Bayes estimator after one vectorizer or encoder: {detail}.",
    "nothing-to-convert": "“{name}” is Bayleaf’s own already. Say with --as which program it is to be converted for.",
    "not-taken": "“{name}” has a setting that has no counterpart here: {detail}.",
    "one-label": "“{name}” has one label alone; a filter needs good mail and spam.",
    "table-cells": "“{name}” counts the cells of a table as words, which the form cannot say.",
    "pickle": "“{name}” is a pickle, which runs what it likes when it is opened. Write it with skops instead.",
    "nothing-goes-over": "“{name}” has no word that {detail} could have; rspamd counts nothing but pairs of stems.",
    "no-popfile": "“{name}” is no database of POPFile’s.",
    "popfile-folder": "“{name}” is one bucket: POPFile’s corpus is the folder with a folder for each bucket.",
    "prior-of-complement": "“{name}” lets the prior take part beside complement, which the form cannot say.",
    "threshold": "“{name}” counts a word from a threshold on, which the form cannot say.",
    "too-large": "“{name}” is larger than what can be read at once.",
    "unknown-word": "“{name}” counts the words that it does not know, which the form cannot say. "
    "Train it with --no-unknown-word.",
    "untrusted-type": "“{name}” holds what only a stranger’s program could build ({detail}), so it was not opened.",
    "unusable": "“{name}” cannot be used: {detail}.",
    "word-rule": "“{name}” cuts words by a rule that the form cannot say: {detail}.",
}
"""Sentences for files of other programs that cannot be read or written, by reason."""

KNOWN_SENTENCE = "{sentence} Known: {known}."
"""Appended to a NotFound sentence: the names that do exist."""

PROBLEM_SENTENCES: dict[str, str] = {
    "change-log": "The log of changes disagrees with document {detail}.",
    "change-number": "The changes of collection {detail} do not follow each other to its last one.",
    "content-changed": (
        "The title, sender or path of document {detail} was changed by another program, or by a fault of the disk."
    ),
    "content-hash": "Document {detail} is not what its content hash says.",
    "content-left-over": "There is text of document {detail}, which does not exist.",
    "content-missing": "The text of document {detail} is missing.",
    "content-twice": "Document {detail} has the same content as another one.",
    "corpus-changed": "Collection {detail} was changed by another program, or by a fault of the disk.",
    "corpus-gone": "Document {detail} belongs to a collection that was deleted.",
    "counts": "The kept word counts of document {detail} are not those of its text.",
    "damaged": "The file is damaged: {detail}.",
    "document-changed": (
        "The label, weight or date of document {detail} was changed by another program, or by a fault of the disk."
    ),
    "index": "The index for searching does not say what the documents do: {detail}.",
    "integrity": "SQLite finds the file damaged: {detail}.",
    "label-changed": "Label {detail} was changed by another program, or by a fault of the disk.",
    "label-gone": "Document {detail} has a label that was deleted.",
    "label-of-another-corpus": "Document {detail} has a label of another collection.",
    "lesson-left-over": "There is lesson {detail} of a model that does not exist.",
    "model": "The model “{detail}” is damaged.",
    "model-differs": "The model “{detail}” does not match its collection. Train it again.",
    "model-number": "Model {detail} claims to hold changes that never happened.",
    "number-not-given-out": "Document {detail} has a number that was never given out.",
    "overgrown": "Texts or counts would expand to far more than a workspace can hold: {detail}.",
    "recipe": "The recipe of the model “{detail}” is damaged.",
    "reference": "A row refers to something that does not exist: {detail}.",
    "row-changed": "A row was changed by another program, or by a fault of the disk: {detail}.",
    "row-vanished": "A row is gone that nobody deleted: {detail}.",
    "row-left-over": "There is a table row of document {detail}, which does not exist.",
    "run-left-over": "Document {detail} belongs to an import that does not exist.",
    "schema": "The table or index “{detail}” is not as this program makes it.",
    "segment": "A block of word counts is damaged: {detail}.",
    "text": "The text of a document is damaged: {detail}.",
    "text-length": "The text of document {detail} is longer or shorter than noted.",
    "words": "Word list {detail} is damaged.",
}
"""Sentences for the problems that `check` can find, by code."""

FILING_SENTENCES: dict[str, str] = {
    "already-there": "“{name}” is in its folder already.",
    "cancelled": "“{name}” stayed where it was, because filing was stopped.",
    "changed": "“{name}” has changed since, so it was left as it is.",
    "exists": "“{name}” stayed where it was: there is another file of that name.",
    "full": "There is no room left for “{name}”.",
    "input-output": "The disk reported an error with “{name}”. It is still where it was.",
    "interrupted": "“{name}” stayed where it was: filing was interrupted.",
    "inside": "“{name}” is inside a mailbox or an archive, which stays as it is.",
    "name": "“{name}” has a name that the other disk does not take.",
    "no-file": "“{name}” was not a file but a text or a mail dropped here.",
    "no-folder": "“{name}” cannot be filed there: that is no folder.",
    "no-label": "“{name}” was not judged to be anything.",
    "no-permission": "You are not allowed to move “{name}”, or to write where it should go.",
    "no-promise": "“{name}” is not sure enough: its label has too few documents to promise anything.",
    "not-a-file": "“{name}” is not a regular file.",
    "read-only": "“{name}” cannot go there: that folder may only be read.",
    "row": "“{name}” is a row of a table, which has no file of its own.",
    "unlabelled": "“{name}” has no label, and no model has judged it.",
    "unsafe-path": "The folder for “{name}” is a link or a file, and might lead elsewhere.",
    "unsure": "“{name}” is not sure enough.",
    "vanished": "“{name}” is not there any more.",
}
"""Sentences for files that were not filed, by reason. Reasons missing here are in SOURCE_SENTENCES."""

NO_WORKERS = (
    "The system starts no processes for Bayleaf to read files in ({detail}). Close other programs and try again."
)
OTHER_STORE = "“{name}” cannot be used: {reason}."
OTHER_SOURCE = "“{name}” could not be read: {reason}."
OTHER_MODEL = "The model “{name}” cannot be used: {reason}."
OTHER_TRAINING = "“{name}” cannot be trained on: {reason}."
OTHER_CLUSTER = "The cluster cannot be used: {reason}."
OTHER_NAME = "“{name}” cannot be used as a name."
OTHER_NOT_FOUND = "There is no “{name}” here."
OTHER_ERROR = "Something went wrong: {reason}."


def sentence(error: AppError) -> Sentence:
    """Return the sentence for an error. Every subclass of AppError has one."""
    match error:
        case NewerWorkspace(path=path, found=found, known=known):
            return Sentence(STORE_SENTENCES["newer"], {"name": path.name, "found": found, "known": known})
        case StoreError(path=path, reason=reason, detail=detail):
            facts = {"name": path.name, "reason": reason, "detail": detail}
            return Sentence(STORE_SENTENCES.get(reason, OTHER_STORE), facts)
        case SourceError(path=path, reason=reason, detail=detail):
            return failure_sentence(path.name or str(path), reason, detail)
        case ModelError(name=name, reason=reason):
            return Sentence(MODEL_SENTENCES.get(reason, OTHER_MODEL), {"name": name, "reason": reason.rstrip(".")})
        case TrainingError(corpus=corpus, reason=reason):
            return Sentence(OTHER_TRAINING, {"name": corpus, "reason": reason.rstrip(".")})
        case NotFound(what=what, name=name):
            return Sentence(NOT_FOUND_SENTENCES.get(what, OTHER_NOT_FOUND), {"name": name})
        case NoWorkers(detail=detail):
            return Sentence(NO_WORKERS, {"detail": detail})
        case ClusterError(reason=reason, detail=detail):
            return Sentence(CLUSTER_SENTENCES.get(reason, OTHER_CLUSTER), {"reason": reason, "detail": detail})
        case MailboxError(reason=reason, detail=detail):
            template = MAILBOX_SENTENCES.get(reason, MAILBOX_SENTENCES["other"])
            return Sentence(template, {"reason": reason, "detail": detail})
        case JudgeError(reason=reason, detail=detail):
            return Sentence(JUDGE_SENTENCES.get(reason, OTHER_ERROR), {"reason": reason, "detail": detail})
        case ExchangeError(reason=reason, name=name, detail=detail):
            facts = {"name": name, "reason": reason, "detail": detail.rstrip(".")}
            return Sentence(EXCHANGE_SENTENCES.get(reason, OTHER_STORE), facts)
        case UnusableName(what=what, name=name, reason=reason):
            return Sentence(NAME_SENTENCES.get(reason, {}).get(what, OTHER_NAME), {"name": name})
    return Sentence(OTHER_ERROR, {"reason": str(error)})


def sentence_for(error: AppError, translate: Translate = str) -> str:
    """Return the translated text for an error. For NotFound, the names that exist are appended."""
    text = sentence(error).render(translate)
    if isinstance(error, NotFound) and error.known:
        return Sentence(KNOWN_SENTENCE, {"sentence": text, "known": ", ".join(error.known)}).render(translate)
    return text


def failure_sentence(name: str, reason: str, detail: str = "") -> Sentence:
    """Return the sentence about why a file could not be read."""
    template = SOURCE_SENTENCES.get(reason, OTHER_SOURCE)
    return Sentence(template, {"name": name, "reason": reason, "detail": detail})


def filing_sentence(name: str, reason: str) -> Sentence:
    """Return the sentence about why a file was not filed, or not moved back."""
    if reason in FILING_SENTENCES:
        return Sentence(FILING_SENTENCES[reason], {"name": name})
    return failure_sentence(name, reason)


def problem_sentence(problem: Problem) -> Sentence:
    """Return the sentence for a problem that `check` found."""
    return Sentence(PROBLEM_SENTENCES[problem.code], {"detail": problem.detail})


def templates() -> Iterator[str]:
    """Yield every template, for the translation catalogs."""
    tables = (
        *(STORE_SENTENCES, SOURCE_SENTENCES, FILING_SENTENCES, NOT_FOUND_SENTENCES, MODEL_SENTENCES, CLUSTER_SENTENCES),
        *(JUDGE_SENTENCES, MAILBOX_SENTENCES, EXCHANGE_SENTENCES, PROBLEM_SENTENCES, NAME_RULES),
    )
    for table in tables:
        yield from table.values()
    for kinds in NAME_SENTENCES.values():
        yield from kinds.values()
    yield from (OTHER_STORE, OTHER_SOURCE, OTHER_MODEL, OTHER_TRAINING, OTHER_NAME, OTHER_NOT_FOUND, OTHER_ERROR)
    yield from (KNOWN_SENTENCE, NO_WORKERS, OTHER_CLUSTER)


MAILBOX_SENTENCES: dict[str, str] = {
    "account-there": "A mailbox is called {detail} already.",
    "bad-name": "{detail} cannot be the name of a mailbox.",
    "busy": "Another process is at work on this mailbox.",
    "bye": "The server ended the connection: {detail}.",
    "certificate": "The server’s certificate cannot be trusted: {detail}. Nothing was sent.",
    "command-failed": "The command for the password failed: {detail}.",
    "hung": "The server does not answer.",
    "judge-busy": "The judge cannot learn now, and is asked again: {detail}.",
    "judge-says": "The judge says: {detail}.",
    "keyring": "The system’s keyring does not give the password now: {detail}.",
    "login": "The server refuses the login: {detail}.",
    "loop": "Another filter moves mail back. Nothing is moved any more until you say so; see the help.",
    "lost": "The connection was lost: {detail}.",
    "no-folder": "The folder {detail} is not there.",
    "no-judge": "The judge of the workspace does not answer: {detail}.",
    "no-junk": "No folder for junk was found. Name it.",
    "no-session": "There is no user session for systemd here, so nothing can start at login. Log in as this user.",
    "not-started": "The system did not take the start at login: {detail}.",
    "no-keyring": "This system has no keyring. Give a command that prints the password.",
    "no-password": "The system’s keyring has no password for {detail}.",
    "no-tls": "The server offers no encryption, or somebody took the offer out. Nothing was sent.",
    "nonsense": "The server answers what is no IMAP: {detail}.",
    "not-installed": "The command line of Bayleaf was not found.",
    "not-learnt": "Learning from the mailbox failed: {detail}.",
    "other": "bayleaf-imap says: {detail}.",
    "refused": "The server refuses it: {detail}.",
    "state": "The state of the mailbox cannot be written: {detail}.",
    "too-much": "The server sends more than it was asked for.",
    "unreachable": "The server cannot be reached: {detail}.",
    "untried": "Let a trial say first what would be moved.",
}
