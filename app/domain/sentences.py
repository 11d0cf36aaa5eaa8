"""Texts of messages: for errors, for files that were not filed, and for problems found by `check`.

A `Sentence` is a template with values for its placeholders. The template is translated first and filled afterwards:
`sentence_of_error(error).render(tr)`. Languages differ in word order, so a template is always a
whole sentence. Every reason code has a template.

A value named `detail` is either foreign text, such as the message of a library, or a text of this program.
`DETAIL_CLAUSES` and `ENGINE_CLAUSES` list the latter, each with a wording for people. That wording is translated and
becomes a part of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from app.domain.errors import (
    FAILURE_REASONS,
    AppError,
    ClusterError,
    ForeignFileError,
    MailboxError,
    MailDaemonError,
    ModelError,
    NewerWorkspace,
    NotEnoughDiskSpace,
    NotFound,
    NoWorkers,
    SourceError,
    StoreError,
    TrainingError,
    UnusableName,
)
from app.domain.records import LETTER_RULES, Problem

Translate = Callable[[str], str]
FormatSize = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class FileSize:
    """A size in bytes as the value of a placeholder. The message shows it in kB, MB or GB."""

    size_bytes: int


def format_size_in_english(size_bytes: int) -> str:
    """Format a size in English: 1.4 MB. The window has a formatter for its own language."""
    size = float(size_bytes)
    for unit in ("bytes", "kB", "MB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GB"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template and the values of its placeholders."""

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def render(self, translate: Translate = str, format_size: FormatSize = format_size_in_english) -> str:
        """Return the sentence, in another language where `translate` knows the template."""
        facts = {name: _display_value(fact, translate, format_size) for name, fact in self.facts.items()}
        return translate(self.template).format_map(facts)

    def __str__(self) -> str:
        return self.render()


MAX_FACT_CHARACTERS = 500
"""Limit, in characters, on a name or detail in a sentence. File names and patterns from outside may be huge."""


def _display_value(fact: object, translate: Translate, format_size: FormatSize) -> object:
    """Return the value for a placeholder as text: one line of at most MAX_FACT_CHARACTERS, encodable as UTF-8.

    A number is returned as it is.
    """
    if isinstance(fact, Sentence):
        return fact.render(translate, format_size)
    if isinstance(fact, FileSize):
        return format_size(fact.size_bytes)
    if not isinstance(fact, str):
        return fact
    one_line = " ".join(fact.splitlines()).encode("utf-8", "replace").decode("utf-8")
    return one_line if len(one_line) <= MAX_FACT_CHARACTERS else f"{one_line[:MAX_FACT_CHARACTERS]}…"


STORE_SENTENCES: dict[str, str] = {
    "busy": "“{name}” is being written by another task or program. Try again in a moment.",
    "cannot-open": (
        "“{name}” could not be opened. Check that its folder exists and that you have permission to read the file."
    ),
    "damaged": "“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.",
    "foreign-filing": (
        "Some files were left where they are. Another computer or an earlier version of Bayleaf filed them, so this "
        "cannot be undone here."
    ),
    "foreign-journal": (
        "“{name}” was not opened: the file “{detail}” beside it could make SQLite delete other files. Move "
        "“{detail}” to another folder."
    ),
    "full": "The disk with “{name}” is full. Nothing was lost. Free some space and try again.",
    "import-running": "An import into the workspace “{name}” is still running. Wait until it finishes, or stop it.",
    "input-output": (
        "The disk with “{name}” reported an error ({detail}). Everything saved earlier is still there. Check the disk."
    ),
    "newer": (
        "“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). "
        "Update Bayleaf to open it."
    ),
    "no-folder": "The folder for “{name}” does not exist. Create it, or choose another folder.",
    "no-permission": "You do not have permission to open or change “{name}”.",
    "no-room": (
        "There is not enough free space to compact “{name}”: {needed} are needed, and {free} are free. Free some "
        "space and try again."
    ),
    "not a workspace": "“{name}” is not a Bayleaf workspace.",
    "not-found": "The workspace “{name}” was not found. It may have been moved or deleted.",
    "older": (
        "“{name}” was made by an older version of Bayleaf. To update it, open it in the Bayleaf window, "
        "or run the command “import” or “train” with it. A copy of the old file is kept."
    ),
    "read-only": "“{name}” or its folder is read-only. To make changes, save a copy in another folder.",
    "read-only-older": (
        "“{name}” has an older format and must be updated, but it is read-only. Copy it to a folder where "
        "you can write, and open the copy."
    ),
    "read-only-unfinished": (
        "“{name}” was not closed properly, and its folder is read-only. Copy the folder to a place where you "
        "can write, and open the copy."
    ),
    "run-removed": (
        "Another program removed the unfinished import into “{name}”, because the import seemed to be "
        "abandoned. Start the import again."
    ),
    "same-file": "“{name}” is the workspace itself. Choose another name for the copy.",
    "too-large": "An item is too large to be saved in the workspace “{name}”.",
}
"""Sentences for workspaces that cannot be opened, read or written, by reason."""

SOURCE_SENTENCES: dict[str, str] = {
    **{reason: f"“{{name}}” {predicate}." for reason, predicate in FAILURE_REASONS.items()},
    "missing": "“{name}” does not exist.",
    "no-column": "“{name}” has no column “{detail}”.",
    "bad-pattern": "“{name}” is not a valid regular expression: {detail}.",
    "cannot-write": "“{name}” could not be written: {detail}.",
    "unfetched": "“{name}” could not be downloaded: {detail}.",
    "not-ours": "“{name}” already exists and was not written by Bayleaf, so it was not changed. Run the command "
    "without --write to see the lines, and add them by hand.",
    "is-workspace": "“{name}” is a workspace or another database, so it was not replaced. Choose another name.",
    "index-labels": (
        "“{name}” has only these labels: {detail}. The command “replay” needs at least two, and --positive names the "
        "one for spam."
    ),
    "lesson-field": "“{name}” is not a lesson: its entry “{detail}” is missing or wrong.",
    "lesson-model": (
        "“{name}” was not opened: the event model “{detail}” cannot be used with the columns of this lesson."
    ),
    "lesson-number": "“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.",
    "lesson-row": "“{name}” was not opened: row {detail} needs a label and a value for each column.",
    "lesson-rows": "“{name}” has {detail} rows. A lesson can have at most 2,000.",
    "bad-rule": "Line {detail} of “{name}” is not a valid rule.",
    "index-line": "Line {detail} of “{name}” must contain a label and a path.",
    "other-kind": (
        "“{name}” already exists and is a different kind of file, so it was not replaced. Remove it, or "
        "choose another name."
    ),
    "other-columns": "“{name}” has different columns from the collection “{detail}”. Import it into a new collection.",
}
"""Sentences for files and sources that cannot be read or written, by reason."""

DETAILED_SENTENCES: dict[str, str] = {
    "bad-row": "“{name}” has a row that does not match the columns of its table: {detail}.",
    "parser": "“{name}” could not be read: Bayleaf does not understand its content (technical detail: {detail}).",
}
"""Sentences used instead of those in SOURCE_SENTENCES if the error has a `detail`."""

NAME_SENTENCES: dict[str, dict[str, str]] = {
    "taken": {
        "corpus": "There is already a collection “{name}”.",
        "label": "There is already a label “{name}”.",
        "recipe": "There is already a recipe “{name}”.",
    },
    "empty": {
        "corpus": "Enter a name for the collection.",
        "label": "Enter a name for the label.",
        "model": "Enter a name for the model.",
        "recipe": "Enter a name for the recipe.",
    },
    "no-part": {
        "pattern": (
            "The name pattern “{name}” contains no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or"
            " {{name}}."
        )
    },
    "unknown-part": {
        "pattern": (
            "The name pattern “{name}” contains an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, "
            "{{title}} or {{name}}."
        )
    },
    "no-date": {"date": "“{name}” is not a date. Write the date like this: 2026-03-02."},
    "takes-one": {
        "corpus": "Documents of the collection “{name}” can have only one label each. First allow several labels "
        "for this collection."
    },
    "has-several": {
        "corpus": "Some documents of the collection “{name}” have several labels. First reduce each document to one"
        " label."
    },
    "too-many": {
        "label": (
            "A document has more than 1,000 labels, the most that Bayleaf allows. Check the file that contains "
            "these labels."
        )
    },
    "too-long": {
        "corpus": "The name of the collection is too long. Choose a shorter one.",
        "label": "The name of the label is too long. Choose a shorter one.",
        "model": "The name of the model is too long. Choose a shorter one.",
        "recipe": "The name of the recipe is too long. Choose a shorter one.",
    },
    "unprintable": {
        "corpus": "The name of a collection must be one line of printable characters.",
        "label": "The name of a label must be one line of printable characters.",
        "model": "The name of a model must be one line of printable characters.",
        "recipe": "The name of a recipe must be one line of printable characters.",
    },
}
"""Sentences for names that are not allowed, by reason and kind of object."""

NOT_FOUND_SENTENCES: dict[str, str] = {
    "corpus": "There is no collection “{name}” in this workspace.",
    "document": "That document is no longer in this workspace.",
    "label": "There is no label “{name}”.",
    "learnt": (
        "The model never learnt “{name}” with the label you gave, so there is nothing to forget. Nothing was changed."
    ),
    "lesson": "There is no lesson “{name}”.",
    "model": "There is no model “{name}” in this workspace.",
    "no-corpus": "There are no documents here yet. Import some first.",
    "no-model": "There is no model here yet. Train one first.",
    "recipe": "There is no recipe “{name}” in this workspace.",
    "remembered": (
        "The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the "
        "file again, then correct the verdict."
    ),
    "remembered-file": (
        "“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction."
    ),
    "word": "The model does not know the word “{name}”.",
    "workspace": "No workspace is open. Open or create one first.",
}
MODEL_SENTENCES: dict[str, str] = {
    "no-corpus": (
        "The collection of the model “{name}” no longer exists, so there are no documents to train or test it on."
    ),
    "no-opponents": (
        "The model “{name}” cannot be compared with others: its mails have no dates, and the comparison "
        "needs their order."
    ),
    "no-words": "The model “{name}” does not use text, so it has no words.",
}
"""Sentences for operations that a model does not support, by reason."""

TRAINING_SENTENCES: dict[str, str] = {
    "bounded-filter": (
        "A filter learns all words of its documents, so the number of words cannot be limited. Train the "
        "model “{name}” without a limit."
    ),
    "factors-on-cluster": (
        "A model with learnt factors is fitted to all documents at once, which a cluster cannot do. Train"
        " the model “{name}” on one computer."
    ),
    "few-documents": "The number of labelled documents in “{name}” is {found}. At least {least} are needed.",
    "few-mails": (
        "The number of labelled documents in “{name}” is {found}. At least {least} are needed, with two different "
        "labels."
    ),
    "few-texts": "The number of labelled documents with text in “{name}” is {found}. At least {least} are needed.",
    "lesson-documents": "A lesson needs at least two labelled documents, and the collection “{name}” has fewer.",
    "no-calibration": (
        "The model has no calibration, so its scores cannot be converted to probabilities. Train it again."
    ),
    "no-columns": "“{name}” cannot be trained: the sources have no columns that the chosen event model can use.",
    "no-filter": (
        "No filter can be trained on “{name}”: a filter separates one label from all others, but documents "
        "there may have several labels."
    ),
    "no-known-label": "No test document in “{name}” has a label that the model knows, so the model cannot be "
    "tested on it.",
    "no-label": "The collection “{name}” has no label “{label}”.",
    "no-labels": "No test document in “{name}” has a label, so the model cannot be tested on it.",
    "no-protection": (
        "Only a filter can protect the documents of chosen labels from being lost. Train a filter on "
        "“{name}”, or choose no labels to protect."
    ),
    "no-spam-label": (
        "Bayleaf cannot tell which label of “{name}” the filter should find. Give this label a name like “spam” or "
        "“junk”."
    ),
    "no-text": "The vocabulary size cannot be tested on the collection “{name}”, because its documents have no text.",
    "not-a-filter": (
        "The options --spam-label and --protect work only for filters. Train the model “{name}” as a "
        "filter, or leave out these options."
    ),
    "unknown-protected": (
        "A filter for “{positive}” cannot protect the label “{label}”. Choose another label of “{name}”."
    ),
    "unlabelled": (
        "Only learnt factors can learn from texts without a label. Choose the event model “learnt factors” "
        "for “{name}”, or train without unlabelled documents."
    ),
}
"""Sentences for models that cannot be trained or tested on the chosen documents, by reason."""

CLUSTER_SENTENCES: dict[str, str] = {
    "address": "“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.",
    "certificates": "There is no secure connection to the cluster: {detail}.",
    "killed": (
        "Every worker that processed {detail} crashed, so the cluster stopped. Nothing was written. If the "
        "workers ran out of memory, divide the input into smaller parts."
    ),
    "left-over": (
        "“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder."
    ),
    "lost": (
        "The connection to the cluster at {detail} was lost. Nothing was written. If you set a checkpoint "
        "folder, the next run continues where this one stopped."
    ),
    "memory": (
        "A worker of the cluster ran out of memory. Nothing was written. Give the workers more memory, or "
        "divide the input into smaller parts."
    ),
    "missing": 'A cluster needs Dask, which is not installed. Install it with: pip install "bayleaf[cluster]".',
    "no-bayleaf": (
        "Bayleaf, or a module it needs, is missing on the cluster’s workers ({detail}). Install "
        "bayleaf[cluster] on each worker."
    ),
    "no-workers": (
        "The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try "
        "again. If you set a checkpoint folder, the run continues where it stopped."
    ),
    "other-version": (
        "A worker of the cluster has different software versions from this computer ({detail}). Install the"
        " same versions everywhere."
    ),
    "outgrown": (
        "There are more distinct words than a model can hold: {detail} so far. Set a lower limit for the "
        "number of words. If you set a checkpoint folder, the next run does not read the sources again."
    ),
    "protocol": "Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local"
    " or local:N.",
    "sources-changed": (
        "The sources changed while they were being read: “{detail}”. Nothing was written. Try again when "
        "they no longer change."
    ),
    "too-many-words": (
        "About {detail} distinct words are expected, more than a model can hold. Set a lower limit for the "
        "number of words."
    ),
    "unlike-sources": (
        "The sources have different columns. Name the columns to use, or train on one kind of source at a time."
    ),
    "worker": "A worker of the cluster failed: {detail}. Nothing was written. Correct the cause and try again.",
    "unreachable": "The cluster at {detail} does not answer. Check that its scheduler is running.",
}
"""Sentences for a cluster that cannot be used, by reason."""

MAIL_DAEMON_SENTENCES: dict[str, str] = {
    "bad-table": "The TOML table that lists the users of the mail daemon cannot be used: {detail}.",
    "address-taken": (
        "Another program is using the socket “{detail}”. Stop that program, or choose another path for the socket."
    ),
    "cannot-listen": "The mail daemon cannot create “{detail}”: you do not have permission to write to that folder.",
    "cannot-share": (
        "The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member."
    ),
    "did-not-start": "The mail daemon did not start. To see the reason, run “bayleaf-cli serve” with this workspace.",
    "lost": "The mail daemon ended before it answered. Try again.",
    "no-sockets": (
        "This system has no Unix sockets. On this system, programs reach the mail daemon through a named pipe."
    ),
    "not-a-socket": "“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.",
    "path-too-long": (
        "The path “{detail}” is too long for the socket of the mail daemon. Set the environment variable "
        "XDG_RUNTIME_DIR to a folder with a shorter path."
    ),
    "refused": "The mail daemon says: {detail}",
    "running": "A mail daemon for “{detail}” is already running.",
    "too-many-large": "The mail daemon is receiving too many large mails at once. Try again later.",
    "unsafe-folder": (
        "The socket folder “{detail}” belongs to another user, or is a link. Remove the folder or link, or "
        "set the environment variable XDG_RUNTIME_DIR to another folder."
    ),
}
"""Sentences for a mail daemon that cannot be started or asked, by reason."""

EXCHANGE_SENTENCES: dict[str, str] = {
    "cannot-be-added": (
        "“{name}” cannot be merged. Only models that consist of counts can be merged. Filters and models with"
        " learnt factors, tf-idf or a count of unknown words cannot."
    ),
    "counts-otherwise": (
        "“{name}” cannot be merged: it counts words by other rules than the first of the models, or its "
        "vocabulary is limited. Train all models with the same recipe, without a limited vocabulary."
    ),
    "damaged-words": "“{name}” contains no words with counts. It is damaged, or a different kind of file.",
    "damaged-skops": "“{name}” is damaged, or was not written by the library skops.",
    "differs": (
        "The converted model “{name}” would give other scores than the original (relative difference "
        "{detail}), so it was not written."
    ),
    "event-model": (
        "“{name}” cannot be written in the chosen format, because the format has no equivalent of its event "
        "model ({detail})."
    ),
    "filter": (
        "“{name}” is a filter and uses more than counts, so it cannot be converted. Train a model with "
        "another event model."
    ),
    "impossible-label": "“{name}” has a label without documents, so it cannot be written in the chosen format.",
    "mail-fields": (
        "“{name}” counts words of mail headers, which this format cannot hold. Train a model on the text only: on "
        "Train, under Words and word forms."
    ),
    "no-answers": (
        "“{name}” is not a file from a labelling tool, or its documents are not from this workspace. The "
        "problem is at: {detail}."
    ),
    "no-documents": "“{name}” does not say how many mails the filter has learnt.",
    "no-mail": "There is not enough labelled mail to make mail rules and to test them. Label more mails.",
    "no-rules": "No mailing list, sender or recipient points to one label often enough to make a mail rule.",
    "no-maildir": "“{name}” is not a Maildir: it has no folder “cur”.",
    "no-export": (
        "With the option --with, give the manifest.json of a paperless-ngx export. Bayleaf adds the "
        "labels to it as tags and writes the result to “{name}”."
    ),
    "no-slider": (
        "The smoothing of this model ({name}) cannot be changed: its weights are learnt, or it has no smoothing."
    ),
    "no-smoothing": (
        "“{name}” has probabilities of zero, so it cannot be written in the chosen format. Train the model "
        "with smoothing."
    ),
    "no-values": "“{name}” has a categorical column without values, so it cannot be written in the chosen format.",
    "no-variance": (
        "“{name}” has a column in which all numbers are equal, so it cannot be written in the chosen format."
    ),
    "no-vectorizer": (
        "“{name}” does not say how to count words: in the scikit-learn pipeline, a vectorizer must come "
        "before the naive Bayes estimator."
    ),
    "no-words-to-convert": "“{name}” does not use text, so it has no words to convert.",
    "not-fitted": (
        "“{name}” is not a complete scikit-learn model: it was not fitted, or attributes are missing. Fit "
        "the model and save it again."
    ),
    "not-installed": '{name} is not installed. Install it with: pip install "bayleaf[{detail}]".',
    "not-naive-bayes": (
        "“{name}” must be a scikit-learn pipeline of one vectorizer or encoder and a naive Bayes estimator, "
        "but it contains: {detail}."
    ),
    "nothing-to-convert": (
        "“{name}” is already in Bayleaf’s own format. To convert it for another program, name that program with --as."
    ),
    "not-taken": "“{name}” has a setting that Bayleaf does not have: {detail}.",
    "one-label": "The model “{name}” has only one label. A filter needs two: one for good mail and one for spam.",
    "table-cells": "“{name}” counts table cells as words, so it cannot be written in the chosen format.",
    "pickle": "“{name}” is a pickle file, which can run any code when it is opened. Save the model with skops instead.",
    "nothing-goes-over": (
        "“{name}” cannot be converted: {detail} can use none of its words. For example, the program rspamd "
        "counts only pairs of word stems."
    ),
    "no-popfile": "“{name}” is not a POPFile database.",
    "popfile-folder": (
        "“{name}” is a single POPFile bucket. Choose POPFile’s corpus folder, which has a folder for each bucket."
    ),
    "prior-of-complement": (
        "“{name}” uses a prior with complement naive Bayes, so it cannot be written in the chosen format."
    ),
    "threshold": (
        "“{name}” uses a word only if it occurs more than a set number of times. The chosen format cannot store such"
        " a model."
    ),
    "too-large": "“{name}” is too large to be read.",
    "unknown-word": (
        "“{name}” counts unknown words, so it cannot be written in the chosen format. Train the model without "
        "unknown words."
    ),
    "untrusted-type": (
        "“{name}” contains program code that Bayleaf does not know ({detail}), so the file was not opened."
    ),
    "unusable": "“{name}” cannot be used: {detail}.",
    "word-rule": (
        "“{name}” cannot be written in the chosen format, because the format has no such rule for splitting "
        "text into words: {detail}."
    ),
}
"""Sentences for files of other programs that cannot be read or written, by reason."""

KNOWN_SENTENCE = "{sentence} Available: {known}."
"""Template that adds the names that do exist to the sentence of a NotFound error."""

PROBLEM_SENTENCES: dict[str, str] = {
    "change-log": "The workspace’s log of changes does not match document {detail}. Restore the workspace from a "
    "backup.",
    "change-number": "The change log of collection {detail} has gaps. Restore the workspace from a backup.",
    "content-changed": (
        "The title, sender or path of document {detail} was changed by another program or by a disk error. "
        "Check the disk, and restore the workspace from a backup."
    ),
    "content-hash": (
        "The content of document {detail} does not match its stored checksum. Restore the workspace from a backup."
    ),
    "content-left-over": "A text belongs to document {detail}, which does not exist. Restore the workspace from a"
    " backup.",
    "content-missing": "The text of document {detail} is missing. Restore the workspace from a backup.",
    "content-twice": (
        "Document {detail} has the same content as another document of its collection. Delete one of the two."
    ),
    "corpus-changed": (
        "The record of collection {detail} was changed by another program or by a disk error. Check the "
        "disk, and restore the workspace from a backup."
    ),
    "corpus-gone": "Document {detail} belongs to a collection that was deleted. Restore the workspace from a backup.",
    "counts": "The stored word counts of document {detail} do not match its text. Restore the workspace from a backup.",
    "damaged": "The workspace file is damaged: {detail}. Restore the workspace from a backup.",
    "document-changed": (
        "The label, weight or date of document {detail} was changed by another program or by a disk error. "
        "Check the disk, and restore the workspace from a backup."
    ),
    "index": "The search index does not match the documents: {detail}. Restore the workspace from a backup.",
    "integrity": "SQLite reports that the workspace file is damaged: {detail}. Restore the workspace from a backup.",
    "label-changed": (
        "The record of label {detail} was changed by another program or by a disk error. Check the disk, "
        "and restore the workspace from a backup."
    ),
    "label-gone": "Document {detail} has a label that was deleted. Restore the workspace from a backup.",
    "label-of-another-corpus": "Document {detail} has a label of another collection. Restore the workspace from a"
    " backup.",
    "lesson-left-over": "Training record {detail} does not belong to any model.",
    "model": "The model “{detail}” is damaged. Train it again.",
    "model-differs": "The model “{detail}” does not match its collection. Train it again.",
    "model-number": (
        "Model {detail} refers to changes that are not in the log of its collection. Train the model again."
    ),
    "number-not-given-out": "The number of document {detail} is higher than the last number that Bayleaf "
    "assigned. Restore the "
    "workspace from a backup.",
    "overgrown": "Texts or counts would unpack to more than a workspace can hold: {detail}. Restore the workspace from"
    " a backup.",
    "recipe": "The recipe of the model “{detail}” is damaged. Train the model again.",
    "reference": (
        "A row of the database refers to another row that does not exist: {detail}. Restore the workspace "
        "from a backup."
    ),
    "row-changed": (
        "A row of the database was changed by another program or by a disk error: {detail}. Check the disk, "
        "and restore the workspace from a backup."
    ),
    "row-vanished": "A row of the database is missing although it was never deleted: {detail}. Restore the "
    "workspace from"
    " a backup.",
    "row-left-over": "A table row belongs to document {detail}, which does not exist. Restore the workspace from "
    "a backup.",
    "run-left-over": "Document {detail} belongs to an import that does not exist. Restore the workspace from a backup.",
    "schema": (
        "Another program changed the table or index “{detail}” of the database. Restore the workspace from a backup."
    ),
    "segment": "A block of word counts is damaged: {detail}. Restore the workspace from a backup.",
    "text": "The text of a document is damaged: {detail}. Restore the workspace from a backup.",
    "text-length": "The text of document {detail} is longer or shorter than recorded. Restore the workspace from a "
    "backup.",
    "words": "Word list {detail} is damaged. Restore the workspace from a backup.",
}
"""Sentences for the problems that `check` can find, by code."""

FILING_SENTENCES: dict[str, str] = {
    "already-there": "“{name}” is already in the folder of its label.",
    "cancelled": "“{name}” stayed where it was, because filing was stopped.",
    "changed": "“{name}” has changed since Bayleaf last read it, so it was left where it is.",
    "exists": "“{name}” stayed where it was: there is another file with that name.",
    "foreign": (
        "“{name}” was left where it is. Another computer or an earlier version of Bayleaf filed it, so this cannot be "
        "undone or continued here."
    ),
    "full": "There is not enough space for “{name}” on the target disk. Free some space, or choose another folder.",
    "input-output": "The disk reported an error while moving “{name}”. The file is still where it was.",
    "interrupted": "“{name}” stayed where it was: filing was interrupted.",
    "inside": "“{name}” cannot be moved: it is inside a mailbox or an archive, and Bayleaf does not change these.",
    "name": "A file with the name “{name}” cannot be created on the target disk. Choose another name, or a folder"
    " on another disk.",
    "no-file": "“{name}” is a text or a mail that you dropped here, so there is no file to move.",
    "no-folder": "“{name}” cannot be filed: the target is not a folder.",
    "no-label": "“{name}” has no verdict. Classify it first.",
    "no-permission": "You do not have permission to move “{name}”, or to write to its target folder.",
    "no-promise": (
        "The verdict on “{name}” is not certain enough: too few documents have the label of this verdict to "
        "estimate its error rate. Label more of them."
    ),
    "not-a-file": "“{name}” is not an ordinary file.",
    "read-only": "“{name}” cannot be filed: the target folder is read-only.",
    "row": "“{name}” is a row of a table, so there is no file to move.",
    "unlabelled": "“{name}” has no label and no verdict. Label or classify it first.",
    "unsafe-path": (
        "“{name}” was not filed: the target is not a folder, but a file or a link. A link may lead to another place."
    ),
    "unsure": "The verdict on “{name}” is not certain enough. Label it yourself.",
    "vanished": "“{name}” no longer exists.",
}
"""Sentences for files that were not filed, by reason. Reasons missing here are in SOURCE_SENTENCES."""

MAILBOX_SENTENCES: dict[str, str] = {
    "account-there": "There is already a mailbox called {detail}.",
    "bad-name": "{detail} cannot be the name of a mailbox.",
    "busy": "Another process is working on this mailbox. Wait until it has finished.",
    "bye": "The server ended the connection: {detail}.",
    "certificate": "The server’s certificate cannot be trusted: {detail}. Nothing was sent.",
    "command": "The program bayleaf-imap could not be started ({detail}). Install it again.",
    "command-failed": "The command that prints the password failed: {detail}.",
    "hung": "The server does not answer. Try again later.",
    "no-answer": "The program bayleaf-imap did not answer in time. Try again.",
    "judge-busy": "The mail daemon cannot learn now ({detail}). Bayleaf will try again.",
    "judge-says": "The mail daemon says: {detail}.",
    "keyring": "The system’s keyring did not return the password ({detail}). Check that the keyring is unlocked.",
    "login": "The server refused the login ({detail}). Check the address and the password.",
    "loop": (
        "Another filter moves mail back, so Bayleaf has stopped moving mail. Turn off the other filter, then "
        "choose “Resume moving”."
    ),
    "lost": "The connection was lost: {detail}.",
    "no-folder": "The mail folder {detail} does not exist.",
    "no-judge": "The mail daemon of the workspace does not answer: {detail}.",
    "no-junk": "The junk folder was not found. Enter its name.",
    "no-session": "This user has no systemd session, so nothing can be set to start at login. Log in as this user.",
    "not-started": "The system refused to start bayleaf-imap at login: {detail}.",
    "no-keyring": "This system has no keyring for passwords. Use a command that prints the password instead.",
    "no-password": "The system’s keyring has no password for {detail}.",
    "no-certificates": "The certificate file cannot be read: {detail}.",
    "no-tls-here": "The server does not use TLS on this port. Try port 993 or 143.",
    "no-tls": "The server does not offer encryption, or something on the way blocked it. Nothing was sent.",
    "nonsense": "The server’s answer is not IMAP: {detail}. Check the server name and the port.",
    "not-installed": "The command-line program bayleaf-cli was not found.",
    "not-learnt": "Learning from the mailbox failed: {detail}.",
    "other": "bayleaf-imap reports: {detail}.",
    "refused": "The server refused the request: {detail}.",
    "state": "The state of the mailbox could not be saved: {detail}.",
    "too-much": "The server sent more data than was requested, so the task was stopped. Try again later.",
    "unreachable": "The server cannot be reached ({detail}). Check its name and your connection.",
    "untried": "This mailbox has had no trial yet. Start with a trial, which shows what would be moved.",
    "waiting": "Some mails could not be moved yet: {detail}. Bayleaf will try again.",
}
"""Sentences for problems that the client for IMAP servers reports, by reason."""

ENGINE_CLAUSES: dict[str, str] = {
    "There are no documents to learn from": "there are no documents to learn from",
    "All documents have the label {label}; two labels are the least to tell apart": (
        "all documents have the label {label}, and at least two labels are needed"
    ),
    "The label {label} has no documents to learn from": "the label {label} has no documents",
    "The documents have no words to learn from": "the documents have no words",
    "None of the {count} words is left in the vocabulary": ("the limits of the vocabulary exclude all words ({count})"),
    "There is no row with a label to learn from": "no row has a label",
    "{count} documents are too few: the earlier half has to teach": (
        "there are too few documents with a date ({count}), because the earlier half is needed for training"
    ),
    "{count} documents are too few to hold out {share} of each label": (
        "there are too few documents ({count}) to set aside {share} of the documents of each label"
    ),
    "{count} documents are too few to compare models by": "there are too few documents ({count}) to compare models",
    "There are {count} labelled documents; one has to teach and one to be judged": (
        "at least two labelled documents are needed, one to train and one to test"
    ),
    "No word occurs more than once in all documents; there is nothing to choose from": (
        "no word occurs more than once, so there are no words to choose from"
    ),
    "it reads the columns of a table, which a document here does not have": (
        "the model reads the columns of a table, and one of the documents has no columns"
    ),
    "it reads the columns {columns} of a table, which a document here does not have": (
        "the model reads the table columns {columns}, and one of the documents lacks them"
    ),
    "it has other columns": "the columns of this model differ from those of the first model",
    "The word pattern “{pattern}” cannot be understood: {why}": "the word pattern “{pattern}” is not valid ({why})",
    "The word pattern “{pattern}” has {count} groups; it may have one, the word": (
        "the word pattern “{pattern}” has too many groups in parentheses ({count}); one is allowed"
    ),
    "The word pattern “{pattern}” takes too long, or too much memory, on a text": (
        "the word pattern “{pattern}” takes too long or needs too much memory"
    ),
    "A word is counted once per document, or weighted by tf-idf, not both": (
        "counting a word once per document cannot be combined with tf-idf weighting"
    ),
    ("A smoothing for each word cannot be chosen"): (
        "the chosen event model does not support a separate smoothing for each word"
    ),
    "Smoothing must be a finite number from 0 upwards": "smoothing must be a number of at least 0",
    "Smoothing must be at most {most}, not {value}": "smoothing must be at most {most}, not {value}",
    "Complement with norm needs smoothing above 0": "the event model “complement with norm” needs a smoothing above 0",
    "Learnt factors need a smoothing above 0: without, a word of one label has no ratio": (
        "a model with learnt factors needs a smoothing above 0"
    ),
    "{count} labels are more than learnt factors have room for": (
        "there are too many labels ({count}) for a model with learnt factors"
    ),
    "Learnt factors have to be fitted to the documents again": (
        "the changed settings require new learnt factors; train the model again"
    ),
    "This recipe counts other things, so the documents have to be counted and learnt again": (
        "the recipe counts words by other rules than the model; train the model again"
    ),
    "No prior was given for the label {label}": "the label {label} has no prior",
    "A prior was given for {label}, which is not a label here": (
        "a prior is given for {label}, which is not one of the labels"
    ),
    "The shares of a given prior must add up to 1, not {sum}": "the priors must add up to 1, not {sum}",
    "The recipe gives each label its prior, and none to the new label {label}": (
        "the recipe has no prior for the new label {label}"
    ),
    "No document was ever learnt under the label {label}": "no document was learnt with the label {label}",
    "With a single label there is no other to compare it with": "the model has only one label",
}
"""Wordings for people, by message of an EngineError that a person can cause.

Messages are without the final full stop.
"""

DETAIL_CLAUSES: dict[str, dict[str, str]] = {
    "damaged": {
        "schema": "the tables or indexes of the database were changed",
        "cut short": "the end of the file is missing",
        "choices": "the stored values of a categorical column are not valid",
        "counter": "a counter is missing or wrong",
        "overgrown": "a text or a table of counts is too large",
        "text": "a text is not valid UTF-8",
        "model {model}": "the model “{model}” cannot be read",
        "word list {number}": "word list {number} cannot be read",
    },
    "bad-row": {
        "{found} fields instead of {expected}": "number of fields {found} instead of {expected}",
        "a quote that is not closed": "a quotation mark is not closed",
        "not a row like the others": "the row has a different structure from the other rows",
        "{column}: {cell} is not a number": "{cell} in column “{column}” is not a number",
        "{cell} is not a weight": "{cell} is not a weight",
    },
    "bad-pattern": {"it takes too long": "matching the expression takes too long"},
    "no-workers": {
        ("the process that starts them does not answer"): ("the process that starts new processes is not responding")
    },
    "certificates": {
        "{file} does not exist": "the file {file} does not exist",
        "{address} needs certificates": (
            "{address} requires certificates; give the certificate authority, your certificate and its key"
        ),
        "{address} takes no certificates": (
            "{address} does not use certificates; leave the certificates out, or use an address that begins with tls://"
        ),
    },
    "unusable": {
        ("its words cannot be told from runs of words"): (
            "the vocabulary of the model contains word sequences of a length that its recipe does not allow"
        ),
        **ENGINE_CLAUSES,
    },
    "command-failed": {
        "a quotation mark is missing ({why})": "a quotation mark is missing in the command ({why})",
        "there is no such program; no shell reads the command, so for a shell's words write sh -c '…'": (
            "there is no such program; the command is run without a shell (to use a shell, write sh -c '…')"
        ),
        "it took longer than {seconds} s": "the command took longer than {seconds} s",
        "exit status {status}": "exit status {status}",
        "no line": "the command printed nothing",
    },
    "judge-says": {
        "no label of the model is named like spam": "no label of the model has a name that means spam",
        "there is no text to learn from": "there is no text to learn from",
        "it ended at once": "the process ended at once",
    },
    "lost": {"the folder was renumbered": "the server renumbered the mails of the folder"},
    "no-judge": {"it did not start in time": "the mail daemon did not start in time"},
    "nonsense": {
        "a folder without UIDVALIDITY": ("the answer about a mail folder lacks the required number UIDVALIDITY")
    },
    "not-learnt": {
        "the inbox and the junk folder need at least {least} mails each": (
            "the inbox and the junk folder need at least {least} mails each"
        ),
        "it was stopped": "the learning process was stopped",
        "exit status {status}": "exit status {status}",
    },
    "not-started": {
        "there is no program {program}": "there is no program {program}",
        "exit status {status}": "exit status {status}",
    },
    "refused": {
        "it has neither MOVE nor UIDPLUS": (
            "the server supports neither MOVE nor UIDPLUS, and Bayleaf needs one of them to move mails"
        ),
        "it has no UIDPLUS": "the server does not support UIDPLUS, which Bayleaf needs to delete single mails",
        "it is read-only": "the folder is read-only",
    },
}
"""Wordings for people, by reason and by detail that the program writes. Details can have placeholders.

`--json` output, the log and stored import reports contain the detail itself; only sentences use these wordings.
"""

NO_WORKERS = "The system cannot start a process to read files ({detail}). Close other programs and try again."
OTHER_STORE = "The workspace “{name}” cannot be used: {reason}."
OTHER_SOURCE = "“{name}” could not be read: {reason}."
OTHER_MODEL = "The model “{name}” cannot be used: {reason}."
OTHER_TRAINING = "No model can be trained on “{name}”: {reason}."
OTHER_CLUSTER = "The cluster cannot be used: {reason}."
OTHER_NAME = "“{name}” cannot be used as a name. Enter another one."
OTHER_NOT_FOUND = "“{name}” was not found."
OTHER_ERROR = "Something went wrong: {reason}."


def sentence_of_error(error: AppError) -> Sentence:
    """Return the sentence for an error. Every subclass of AppError has one."""
    facts: Mapping[str, object]
    match error:
        case NewerWorkspace(path=path, file_version=found, supported_version=known):
            return Sentence(STORE_SENTENCES["newer"], {"name": path.name, "found": found, "known": known})
        case NotEnoughDiskSpace(path=path, needed_bytes=needed, free_bytes=free):
            facts = {"name": path.name, "needed": FileSize(needed), "free": FileSize(free)}
            return Sentence(STORE_SENTENCES["no-room"], facts)
        case StoreError(path=path, reason=reason, detail=detail):
            facts = {"name": path.name, "reason": reason, "detail": _clause_for_detail(reason, detail)}
            return Sentence(STORE_SENTENCES.get(reason, OTHER_STORE), facts)
        case SourceError(path=path, reason=reason, detail=detail):
            return failure_sentence(path.name or str(path), reason, detail)
        case ModelError(name=name, reason=reason):
            return Sentence(
                MODEL_SENTENCES.get(reason, OTHER_MODEL), {"name": name, "reason": _clause_for_engine_error(reason)}
            )
        case TrainingError(corpus=corpus, reason=reason, facts=others):
            template = TRAINING_SENTENCES.get(reason, OTHER_TRAINING)
            return Sentence(template, {"name": corpus, "reason": _clause_for_engine_error(reason), **others})
        case NotFound(what=what, name=name):
            return Sentence(NOT_FOUND_SENTENCES.get(what, OTHER_NOT_FOUND), {"name": name})
        case NoWorkers(detail=detail):
            return Sentence(NO_WORKERS, {"detail": _clause_for_detail("no-workers", detail)})
        case ClusterError(reason=reason, detail=detail):
            facts = {"reason": reason, "detail": _clause_for_detail(reason, detail)}
            return Sentence(CLUSTER_SENTENCES.get(reason, OTHER_CLUSTER), facts)
        case MailboxError(reason=reason, detail=detail):
            template = MAILBOX_SENTENCES.get(reason, MAILBOX_SENTENCES["other"])
            return Sentence(template, {"reason": reason, "detail": _clause_for_detail(reason, detail)})
        case MailDaemonError(reason=reason, detail=detail):
            return Sentence(MAIL_DAEMON_SENTENCES.get(reason, OTHER_ERROR), {"reason": reason, "detail": detail})
        case ForeignFileError(reason=reason, name=name, detail=detail):
            facts = {"name": name, "reason": reason, "detail": _clause_for_detail(reason, detail.rstrip("."))}
            return Sentence(EXCHANGE_SENTENCES.get(reason, OTHER_STORE), facts)
        case UnusableName(what=what, name=name, reason=reason):
            return Sentence(NAME_SENTENCES.get(reason, {}).get(what, OTHER_NAME), {"name": name})
    return Sentence(OTHER_ERROR, {"reason": str(error)})


def sentence_for(error: AppError, translate: Translate = str, format_size: FormatSize = format_size_in_english) -> str:
    """Return the translated text for an error. For NotFound, the names that exist are appended."""
    text = sentence_of_error(error).render(translate, format_size)
    if isinstance(error, NotFound) and error.known:
        return Sentence(KNOWN_SENTENCE, {"sentence": text, "known": ", ".join(error.known)}).render(translate)
    return text


OPTION_HINTS: dict[tuple[type[AppError], str], str] = {
    (ClusterError, "killed"): "The option is --shard-bytes.",
    (ClusterError, "memory"): "The option for smaller parts is --shard-bytes.",
    (ForeignFileError, "unknown-word"): "The option is --no-unknown-word.",
    (TrainingError, "no-spam-label"): "Or name it with --spam-label.",
}
"""What a command adds to the sentence of an error that the window shows too, by kind and reason of the error."""


def command_sentence(error: AppError) -> str:
    """Return the sentence for an error as a command prints it: with the option that helps."""
    hint = OPTION_HINTS.get((type(error), getattr(error, "reason", "")), "")
    return f"{sentence_for(error)} {hint}".rstrip()


def failure_sentence(name: str, reason: str, detail: str = "") -> Sentence:
    """Return the sentence that tells why the file `name` could not be read. `reason` is a key of SOURCE_SENTENCES."""
    template = SOURCE_SENTENCES.get(reason, OTHER_SOURCE)
    if detail:
        template = DETAILED_SENTENCES.get(reason, template)
    return Sentence(template, {"name": name, "reason": reason, "detail": _clause_for_detail(reason, detail)})


def filing_sentence(name: str, reason: str) -> Sentence:
    """Return the sentence that tells why the file `name` was not filed, or not moved back."""
    if reason in FILING_SENTENCES:
        return Sentence(FILING_SENTENCES[reason], {"name": name})
    return failure_sentence(name, reason)


def problem_sentence(problem: Problem) -> Sentence:
    """Return the message about a problem that the command `check` found in a workspace."""
    return Sentence(PROBLEM_SENTENCES[problem.code], {"detail": _clause_for_detail(problem.code, problem.detail)})


def _clause_for_engine_error(message: str) -> str | Sentence:
    """Return the wording of an EngineError's message in ENGINE_CLAUSES; the message itself if the table has no entry
    for it.
    """
    return _match_clause(message.rstrip("."), ENGINE_CLAUSES)


def _clause_for_detail(reason: str, detail: str) -> str | Sentence:
    """Return the wording of a detail in DETAIL_CLAUSES; the detail itself if the table has no entry for it."""
    return _match_clause(detail, DETAIL_CLAUSES.get(reason, {}))


def _match_clause(phrase: str, clauses: Mapping[str, str]) -> str | Sentence:
    for known, clause in clauses.items():
        if (match := _compile_detail_pattern(known).fullmatch(phrase)) is not None:
            return Sentence(clause, match.groupdict())
    return phrase


@cache
def _compile_detail_pattern(known: str) -> re.Pattern[str]:
    """Return a regular expression for an entry of the table of details. Each placeholder becomes a named group."""
    parts = re.split(r"\{(\w+)\}", known)
    groups = (f"(?P<{part}>.*)" if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return re.compile("".join(groups), re.DOTALL)


def sentence_templates() -> Iterator[str]:
    """Yield every template, for the translation catalogues."""
    tables = (
        *(STORE_SENTENCES, SOURCE_SENTENCES, FILING_SENTENCES, NOT_FOUND_SENTENCES, MODEL_SENTENCES, CLUSTER_SENTENCES),
        *(MAIL_DAEMON_SENTENCES, MAILBOX_SENTENCES, EXCHANGE_SENTENCES, PROBLEM_SENTENCES, LETTER_RULES),
        *(TRAINING_SENTENCES, DETAILED_SENTENCES, ENGINE_CLAUSES, *DETAIL_CLAUSES.values()),
    )
    for table in tables:
        yield from table.values()
    for kinds in NAME_SENTENCES.values():
        yield from kinds.values()
    yield from (OTHER_STORE, OTHER_SOURCE, OTHER_MODEL, OTHER_TRAINING, OTHER_NAME, OTHER_NOT_FOUND, OTHER_ERROR)
    yield from (KNOWN_SENTENCE, NO_WORKERS, OTHER_CLUSTER)
