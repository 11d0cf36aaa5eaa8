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
    "cannot-open": "“{name}” could not be opened. Check that its folder exists and that you may read it.",
    "damaged": "“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.",
    "foreign-journal": (
        "“{name}” was not opened: “{detail}” beside it could make SQLite delete other files. Move that file away."
    ),
    "full": "The disk with “{name}” is full. Nothing was lost. Free some space and try again.",
    "import-running": "An import into “{name}” is still running. Wait until it finishes, or stop it.",
    "input-output": "The disk with “{name}” reported an error ({detail}). Everything saved before is still there.",
    "newer": (
        "“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). "
        "Update Bayleaf to open it."
    ),
    "no-folder": "The folder of “{name}” does not exist.",
    "no-permission": "You are not allowed to open or change “{name}”.",
    "no-room": "Compacting “{name}” needs {detail} bytes of free space, more than its disk has.",
    "not a workspace": "“{name}” is not a Bayleaf workspace.",
    "not-found": "There is no workspace “{name}”.",
    "older": (
        "“{name}” was made by an older version of Bayleaf. Open it in the program, or import or train with it, to "
        "update it. A copy of the old file is kept."
    ),
    "read-only": "“{name}” or its folder is read-only. Save a copy elsewhere to make changes.",
    "read-only-older": "“{name}” has an older format and is read-only. Copy it to a folder where you may write.",
    "read-only-unfinished": (
        "“{name}” was not closed properly. Copy its folder to a place where you may write, and open the copy."
    ),
    "run-removed": (
        "Another program took the import into “{name}” for abandoned and removed it. Start the import again."
    ),
    "same-file": "“{name}” is the workspace itself. Choose another name for the copy.",
    "too-large": "An entry is too large to be stored in “{name}”.",
}
"""Sentences for workspaces that cannot be opened, read or written, by reason."""

SOURCE_SENTENCES: dict[str, str] = {
    **{reason: f"“{{name}}” {predicate}." for reason, predicate in FAILURE_REASONS.items()},
    "missing": "“{name}” does not exist.",
    "no-column": "“{name}” has no column “{detail}”.",
    "bad-pattern": "“{name}” is not a regular expression: {detail}.",
    "cannot-write": "“{name}” could not be written: {detail}.",
    "unfetched": "“{name}” could not be fetched: {detail}.",
    "not-ours": "“{name}” exists and was not written by Bayleaf. Add the lines to it by hand.",
    "is-workspace": "“{name}” is a workspace or another database. Choose another name.",
    "index-labels": "“{name}” has too few labels: {detail}. A replay needs two labels, one of them the positive label.",
    "lesson-field": "“{name}” is not a lesson: its entry “{detail}” is missing or wrong.",
    "lesson-model": "“{name}” was not opened: the event model “{detail}” does not fit its columns.",
    "lesson-number": "“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.",
    "lesson-row": "“{name}” was not opened: row {detail} needs a label and a text for each column.",
    "lesson-rows": "“{name}” has {detail} rows. A lesson can have 2,000.",
    "bad-rule": "Line {detail} of “{name}” is not a rule.",
    "index-line": "Line {detail} of “{name}” is not a label and a path.",
    "other-kind": "“{name}” exists and is a different kind of file, so it was not replaced. Remove it, or choose "
    "another name.",
    "other-columns": "“{name}” has other columns than the collection “{detail}”.",
}
"""Sentences for files and sources that cannot be read or written, by reason."""

NAME_SENTENCES: dict[str, dict[str, str]] = {
    "taken": {
        "corpus": "There is already a collection “{name}”.",
        "label": "There is already a label “{name}”.",
        "recipe": "There is already a recipe “{name}”.",
    },
    "empty": {
        "corpus": "A collection needs a name.",
        "label": "A label needs a name.",
        "model": "A model needs a name.",
        "recipe": "A recipe needs a name.",
    },
    "no-part": {"pattern": "“{name}” has no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}."},
    "unknown-part": {
        "pattern": "“{name}” has an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}."
    },
    "no-date": {"date": "“{name}” is not a date. Write it as 2026-03-02."},
    "takes-one": {"corpus": "Documents of “{name}” have one label each. Allow several labels first."},
    "has-several": {"corpus": "Documents of “{name}” have several labels. Reduce each to one label first."},
    "too-many": {"label": "A document has more than 1,000 labels. The program that wrote them made a mistake."},
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
    "document": "That document is no longer here.",
    "label": "There is no label “{name}” here.",
    "learnt": "“{name}” was never learnt under that label, so it cannot be forgotten. Nothing was changed.",
    "lesson": "There is no lesson “{name}”.",
    "model": "There is no model “{name}” here.",
    "no-corpus": "There are no documents here yet. Import some first.",
    "no-model": "There is no model here yet. Train one first.",
    "recipe": "There is no recipe “{name}” here.",
    "remembered": (
        "The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the "
        "file again, then correct the verdict."
    ),
    "remembered-file": (
        "“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction."
    ),
    "word": "The model does not know the word “{name}”.",
    "workspace": "No workspace is open.",
}
MODEL_SENTENCES: dict[str, str] = {
    "no-corpus": (
        "The collection of “{name}” no longer exists, so there are no documents to test it on or to learn from."
    ),
    "no-opponents": "“{name}” cannot be compared with other models: its mails have no dates, and the comparison needs"
    " their order.",
    "no-words": "“{name}” reads no text, so it has no words.",
}
"""Sentences for operations that a model does not support, by reason."""

CLUSTER_SENTENCES: dict[str, str] = {
    "address": "“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.",
    "certificates": "There is no secure connection to the cluster: {detail}.",
    "killed": "Every worker that tried {detail} ended, so the cluster gave up. Nothing was written. If the workers "
    "had too little memory, use smaller shards (--shard-bytes).",
    "left-over": (
        "“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder."
    ),
    "lost": (
        "The connection to the cluster at {detail} was lost. Nothing was written. With a checkpoint folder, "
        "the next run continues."
    ),
    "memory": "A worker of the cluster has too little memory. Nothing was written.",
    "missing": 'A cluster needs Dask, which is not installed. Install it with: pip install "bayleaf[cluster]".',
    "no-bayleaf": "The cluster's workers do not have Bayleaf ({detail}). Install bayleaf[cluster] on each of them.",
    "no-workers": "The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try "
    "again. With a checkpoint folder, the run continues where it stopped.",
    "other-version": "A worker of the cluster has other versions ({detail}). All workers need the same versions.",
    "outgrown": "There are more distinct words than a model can hold: {detail} so far. Set a lower limit with --most-"
    "words. With a checkpoint folder, nothing is read again.",
    "protocol": "Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local"
    " or local:N.",
    "sources-changed": "The sources changed while they were read: “{detail}”. Nothing was written. Try again when "
    "they no longer change.",
    "too-many-words": "About {detail} distinct words are expected, more than a model can hold. Set a lower limit with"
    " --most-words.",
    "unlike-sources": "The sources have different columns. Name the columns, or train on one kind of source at a time.",
    "worker": "A worker of the cluster could not do its work: {detail}. Nothing was written.",
    "unreachable": "The cluster at {detail} does not answer. Check that its scheduler is running.",
}
"""Sentences for a cluster that cannot be used, by reason."""

JUDGE_SENTENCES: dict[str, str] = {
    "bad-table": "The table of users cannot be used: {detail}.",
    "address-taken": (
        "Another program is listening on “{detail}”. Stop it first, or choose another path for the socket."
    ),
    "cannot-listen": "The mail daemon cannot create “{detail}”: you may not write to that folder.",
    "cannot-share": (
        "The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member."
    ),
    "did-not-start": "The mail daemon did not start. Run “bayleaf-cli serve” with the workspace to see why.",
    "lost": "The mail daemon ended before it answered. Try again.",
    "no-sockets": "This system has no Unix sockets. Programs reach the mail daemon through its named pipe.",
    "not-a-socket": "“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.",
    "path-too-long": "The path “{detail}” is too long for a socket. Set XDG_RUNTIME_DIR to a shorter folder.",
    "refused": "The mail daemon says: {detail}",
    "running": "A mail daemon for “{detail}” is already running.",
    "unsafe-folder": "“{detail}” belongs to another user, or is a link. Remove it, or set XDG_RUNTIME_DIR.",
}
"""Sentences for a mail daemon that cannot be started or asked, by reason."""

EXCHANGE_SENTENCES: dict[str, str] = {
    "cannot-be-added": "“{name}” cannot be merged: filters, tf-idf and the unknown word need more than counts.",
    "counts-otherwise": (
        "“{name}” counts differently from the first model, or not all words. Train all models with one recipe."
    ),
    "damaged-words": "“{name}” is damaged, or not the file it appears to be: it contains no words with counts.",
    "damaged-skops": "“{name}” is damaged, or was not written by skops.",
    "differs": "The converted “{name}” would give other verdicts (by {detail}), so it was not written.",
    "event-model": "The format has no equivalent of the event model of “{name}” ({detail}).",
    "filter": "“{name}” is a filter, which judges by more than counts. Train a model with another event model.",
    "impossible-label": "“{name}” has a label without documents, which the format cannot express.",
    "mail-fields": (
        "“{name}” counts words of mail headers, which the format cannot express. Train it with --tokens plain."
    ),
    "no-answers": "“{name}” is not an answer of a labelling tool, or does not come from this workspace: see {detail}.",
    "no-documents": "“{name}” does not say how many mails were learnt.",
    "no-mail": "There is not enough labelled mail to make rules and to measure them.",
    "no-rules": "No list, sender or recipient points to a label often enough to make a rule.",
    "no-maildir": "“{name}” is not a Maildir: it has no folder “cur”.",
    "no-export": (
        "Name the manifest.json of a paperless-ngx export with the option --with. Its tags are written to “{name}”."
    ),
    "no-slider": "The smoothing of this model cannot be changed ({name}): it has learnt weights, or no smoothing.",
    "no-smoothing": (
        "“{name}” has probabilities of zero, which the format cannot express. Train it with some smoothing."
    ),
    "no-values": "“{name}” has a categorical column without values, which the format cannot express.",
    "no-variance": "“{name}” has a column of equal numbers, which the format cannot express.",
    "no-vectorizer": "“{name}” has no words: the pipeline must have a vectorizer before the estimator.",
    "no-words-to-convert": "“{name}” reads no text, so it has no words to be converted.",
    "not-fitted": "“{name}” was not fitted, or lacks attributes that its classes need.",
    "not-installed": '{name} is not installed. Install it with: pip install "bayleaf[{detail}]".',
    "not-naive-bayes": "“{name}” is not a naive Bayes estimator after one vectorizer or encoder: {detail}.",
    "nothing-to-convert": "“{name}” is already Bayleaf’s own format. Name the target program with --as.",
    "not-taken": "“{name}” has a setting that Bayleaf does not have: {detail}.",
    "one-label": "“{name}” has a single label; a filter needs good mail and spam.",
    "table-cells": "“{name}” counts table cells as words, which the format cannot express.",
    "pickle": "“{name}” is a pickle, which can run any code when it is opened. Save the model with skops instead.",
    "nothing-goes-over": "“{name}” has no word that {detail} could use; rspamd counts only pairs of stems.",
    "no-popfile": "“{name}” is not a POPFile database.",
    "popfile-folder": (
        "“{name}” is a single bucket. Choose POPFile’s corpus folder, which has a folder for each bucket."
    ),
    "prior-of-complement": "“{name}” uses the prior with complement naive Bayes, which the format cannot express.",
    "threshold": "“{name}” counts words above a threshold, which the format cannot express.",
    "too-large": "“{name}” is too large to be read.",
    "unknown-word": "“{name}” counts unknown words, which the format cannot express. Train it with --no-unknown-word.",
    "untrusted-type": "“{name}” contains objects of unknown code ({detail}), so it was not opened.",
    "unusable": "“{name}” cannot be used: {detail}.",
    "word-rule": "“{name}” splits words by a rule that the format cannot express: {detail}.",
}
"""Sentences for files of other programs that cannot be read or written, by reason."""

KNOWN_SENTENCE = "{sentence} Known: {known}."
"""Appended to a NotFound sentence: the names that do exist."""

PROBLEM_SENTENCES: dict[str, str] = {
    "change-log": "The change log does not match document {detail}.",
    "change-number": "The change log of collection {detail} has gaps.",
    "content-changed": (
        "The title, sender or path of document {detail} was changed by another program, or by a fault of the disk."
    ),
    "content-hash": "Document {detail} does not match its content hash.",
    "content-left-over": "A text belongs to document {detail}, which does not exist.",
    "content-missing": "The text of document {detail} is missing.",
    "content-twice": "Document {detail} has the same content as another one.",
    "corpus-changed": "Collection {detail} was changed by another program, or by a fault of the disk.",
    "corpus-gone": "Document {detail} belongs to a collection that was deleted.",
    "counts": "The stored word counts of document {detail} do not match its text.",
    "damaged": "The file is damaged: {detail}.",
    "document-changed": (
        "The label, weight or date of document {detail} was changed by another program, or by a fault of the disk."
    ),
    "index": "The search index does not match the documents: {detail}.",
    "integrity": "SQLite finds the file damaged: {detail}.",
    "label-changed": "Label {detail} was changed by another program, or by a fault of the disk.",
    "label-gone": "Document {detail} has a label that was deleted.",
    "label-of-another-corpus": "Document {detail} has a label of another collection.",
    "lesson-left-over": "Lesson {detail} belongs to a model that does not exist.",
    "model": "The model “{detail}” is damaged.",
    "model-differs": "The model “{detail}” does not match its collection. Train it again.",
    "model-number": "Model {detail} claims changes that were never made.",
    "number-not-given-out": "Document {detail} has a number that was never assigned.",
    "overgrown": "Texts or counts would unpack to more than a workspace can hold: {detail}.",
    "recipe": "The recipe of the model “{detail}” is damaged.",
    "reference": "A row refers to something that does not exist: {detail}.",
    "row-changed": "A row was changed by another program, or by a fault of the disk: {detail}.",
    "row-vanished": "A row is missing that was never deleted: {detail}.",
    "row-left-over": "A table row belongs to document {detail}, which does not exist.",
    "run-left-over": "Document {detail} belongs to an import that does not exist.",
    "schema": "The table or index “{detail}” was changed by another program.",
    "segment": "A block of word counts is damaged: {detail}.",
    "text": "The text of a document is damaged: {detail}.",
    "text-length": "The text of document {detail} does not have its recorded length.",
    "words": "Word list {detail} is damaged.",
}
"""Sentences for the problems that `check` can find, by code."""

FILING_SENTENCES: dict[str, str] = {
    "already-there": "“{name}” is already in its folder.",
    "cancelled": "“{name}” stayed where it was, because filing was stopped.",
    "changed": "“{name}” has changed since, so it was left as it is.",
    "exists": "“{name}” stayed where it was: there is another file with that name.",
    "full": "There is not enough space for “{name}”.",
    "input-output": "The disk reported an error while moving “{name}”. The file is still where it was.",
    "interrupted": "“{name}” stayed where it was: filing was interrupted.",
    "inside": "“{name}” is inside a mailbox or an archive, which stays as it is.",
    "name": "“{name}” has a name that the other disk does not allow.",
    "no-file": "“{name}” is a text or a mail that was dropped here, not a file.",
    "no-folder": "“{name}” cannot be filed there: the target is not a folder.",
    "no-label": "“{name}” has no verdict.",
    "no-permission": "You are not allowed to move “{name}”, or to write to its target folder.",
    "no-promise": "The verdict on “{name}” is not certain enough: its label has too few documents to promise anything.",
    "not-a-file": "“{name}” is not a regular file.",
    "read-only": "“{name}” cannot be filed there: the folder is read-only.",
    "row": "“{name}” is a row of a table, which has no file of its own.",
    "unlabelled": "“{name}” has no label and no verdict.",
    "unsafe-path": "The folder for “{name}” is a link or a file, and may lead elsewhere.",
    "unsure": "The verdict on “{name}” is not certain enough.",
    "vanished": "“{name}” no longer exists.",
}
"""Sentences for files that were not filed, by reason. Reasons missing here are in SOURCE_SENTENCES."""

NO_WORKERS = "The system cannot start processes for reading files ({detail}). Close other programs and try again."
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
    "account-there": "There is already a mailbox called {detail}.",
    "bad-name": "{detail} cannot be the name of a mailbox.",
    "busy": "Another process is working on this mailbox.",
    "bye": "The server ended the connection: {detail}.",
    "certificate": "The server’s certificate cannot be trusted: {detail}. Nothing was sent.",
    "command-failed": "The command for the password failed: {detail}.",
    "hung": "The server does not answer.",
    "judge-busy": "The mail daemon cannot learn now; it will be tried again: {detail}.",
    "judge-says": "The mail daemon says: {detail}.",
    "keyring": "The system’s keyring does not return the password now: {detail}.",
    "login": "The server refuses the login: {detail}.",
    "loop": "Another filter moves mail back. Bayleaf moves nothing more until you allow it; see the help.",
    "lost": "The connection was lost: {detail}.",
    "no-folder": "The folder {detail} does not exist.",
    "no-judge": "The mail daemon of the workspace does not answer: {detail}.",
    "no-junk": "No folder for junk was found. Name it.",
    "no-session": "There is no user session for systemd here, so nothing can start at login. Log in as this user.",
    "not-started": "The system refused to start it at login: {detail}.",
    "no-keyring": "This system has no keyring. Give a command that prints the password.",
    "no-password": "The system’s keyring has no password for {detail}.",
    "no-certificates": "The file with certificates cannot be read: {detail}.",
    "no-tls-here": "The server does not use TLS on this port. Try port 993 or 143.",
    "no-tls": "The server offers no encryption, or the offer was removed in transit. Nothing was sent.",
    "nonsense": "The server’s answer is not IMAP: {detail}.",
    "not-installed": "The command line of Bayleaf was not found.",
    "not-learnt": "Learning from the mailbox failed: {detail}.",
    "other": "bayleaf-imap reports: {detail}.",
    "refused": "The server refuses it: {detail}.",
    "state": "The state of the mailbox cannot be written: {detail}.",
    "too-much": "The server sends more than was requested.",
    "unreachable": "The server cannot be reached: {detail}.",
    "untried": "Start with a trial, which shows what would be moved.",
}
