"""Write documents for labelling tools, and read the labels back.

Label Studio, Argilla, doccano and Prodigy have JSON formats; there is also a CSV table. Each format has one function
that converts a document and one that reads the labels that were set in the tool. Predictions are written with their
probabilities if the format has a field for them; they are ignored when reading.

Labels are accepted for a document only if its number and its text match. So a file for another workspace, or with
edited texts, changes nothing. A document without labels in the file keeps its labels.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.domain.documents import collect_single_labels, label_set_name, split_label_set
from app.domain.errors import ForeignFileError, NotFound
from app.domain.whole_files import NUMBER, SPREADSHEET_FORMULA, open_csv_atomically, open_text_atomically
from app.features.exchange.word_tables import MAX_FILE_BYTES, read_whole_file
from app.library.saved_models import StoredModel, load_readonly_model
from app.library.training_data import features_of_stored_documents, find_corpus
from app.store.corpora import normalise_label
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing

BATCH_SIZE = 200


@dataclass(frozen=True, slots=True)
class LabellingTask:
    """A document to be labelled, with the data that a labelling tool gets."""

    document_number: int
    title: str
    text: str
    labels: tuple[str, ...]
    """The labels that the document has now."""
    all_labels: tuple[str, ...]
    """All labels that can be chosen."""
    probabilities: dict[str, float]
    """Label to the probability that the model gives it; empty without a model."""
    model_name: str
    """Name of the model; empty without a model."""

    @property
    def predicted(self) -> str | None:
        """The most probable label; None without a model."""
        return max(self.probabilities, key=self.probabilities.__getitem__) if self.probabilities else None


@dataclass(frozen=True, slots=True)
class LabelledText:
    """The labels that were set for one document in a labelling tool."""

    document_number: int
    """Number of the document in the workspace."""
    text: str | None
    """Text of the document, which must equal the stored text; None if the format does not compare texts."""
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """How many documents were read from a labelling tool's file, and how many of them were changed."""

    answers: int
    """Number of documents in the file that have labels."""
    changed: int
    """Number of documents whose labels have changed."""
    strangers: int
    """Number of documents in the file that match no stored document, because the number is unknown or the text
    differs.
    """


def make_tasks(workspace: WorkspaceSource, corpus: str | None, model: str | None) -> Iterator[LabellingTask]:
    """Yield the documents of a corpus with predictions of a model. The documents are read in batches.

    If `model` is None and the workspace has no model, there are no predictions.
    """
    kept: StoredModel | None = None
    try:
        kept = load_readonly_model(workspace, model)
    except NotFound:
        if model is not None:
            raise
    with open_for_reading(workspace) as opened:
        chosen_corpus = find_corpus(opened, corpus)
        names = opened.labels.names(chosen_corpus.name)
        numbers = opened.documents.numbers(chosen_corpus.name).tolist()
        for first in range(0, len(numbers), BATCH_SIZE):
            yield from make_tasks_of_batch(opened, numbers[first : first + BATCH_SIZE], tuple(names), kept)


def make_tasks_of_batch(
    workspace: Workspace, numbers: Sequence[int], names: tuple[str, ...], kept: StoredModel | None
) -> Iterator[LabellingTask]:
    shares = np.zeros((len(numbers), 0))
    labels: tuple[str, ...] = ()
    if kept is not None:
        features = features_of_stored_documents(workspace, kept.model, numbers, grow=False)
        verdicts = kept.model.judge(features)
        shares, labels = np.exp(verdicts.calibrated_log_proba), verdicts.labels
    bodies = dict(workspace.documents.read_bodies(numbers))
    for position, heading in enumerate(workspace.documents.headings(numbers)):
        yield LabellingTask(
            heading.number,
            heading.title,
            bodies[heading.number].text,
            split_label_set(heading.label),
            tuple(dict.fromkeys((*names, *collect_single_labels(labels)))),
            dict(zip(labels, shares[position].tolist(), strict=True)),
            "" if kept is None else kept.record.name,
        )


def import_answers(workspace: WorkspaceSource, answers: Iterable[LabelledText]) -> AnswerReport:
    """Give documents the labels that were set in a tool. Documents that get the same labels are changed in one undo
    step.
    """
    n_answers, n_strangers = 0, 0
    numbers_by_label: dict[str, list[int]] = {}
    waiting = (answer for answer in answers if answer.labels)
    with open_for_writing(workspace) as opened:
        while batch := list(islice(waiting, BATCH_SIZE)):
            texts = {
                number: body.text
                for number, body in opened.documents.read_bodies([one.document_number for one in batch])
            }
            known = [one for one in batch if one.document_number in texts]
            matching = [
                one
                for one in known
                if one.text in (None, texts[one.document_number], remove_surrogates(texts[one.document_number]))
            ]
            n_answers, n_strangers = n_answers + len(batch), n_strangers + len(batch) - len(matching)
            for answer in matching:
                name = label_set_name(normalise_label(label) for label in answer.labels)
                numbers_by_label.setdefault(name or "", []).append(answer.document_number)
        changed = sum(opened.editing.relabel(numbers, name) for name, numbers in numbers_by_label.items())
    return AnswerReport(n_answers, changed, n_strangers)


def remove_surrogates(text: str) -> str:
    """Return a text without lone surrogates, which no encoding can represent."""
    return text.encode("utf-8", "replace").decode("utf-8")


Json = dict[str, Any]
ID: Final = "bayleaf_id"
COLUMNS: Final = (ID, "title", "labels", "predicted", "probability", "text")
LINE_ENDS = re.compile(r"[\x7f-\x9f\u2028\u2029]")
DAMAGE: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError)


@dataclass(frozen=True, slots=True)
class ToolFormat:
    """The JSON format of a labelling tool: functions for one record, and the layout of the file."""

    write: Callable[[LabellingTask], Json]
    read: Callable[[Json], LabelledText]
    is_list: bool = False
    """True if the file is one JSON list; False if it has a JSON object per line."""


def to_label_studio(task: LabellingTask) -> Json:
    predictions: list[Json] = []
    if task.predicted:
        result = [label_studio_choice([task.predicted], task.probabilities)]
        predictions = [
            {"model_version": task.model_name, "score": task.probabilities[task.predicted], "result": result}
        ]
    annotations = [{"result": [label_studio_choice(list(task.labels))]}] if task.labels else []
    data = {"text": remove_surrogates(task.text), "title": remove_surrogates(task.title), ID: task.document_number}
    return {"data": data, "annotations": annotations, "predictions": predictions}


def label_studio_choice(labels: list[str], probabilities: dict[str, float] | None = None) -> Json:
    result: Json = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": labels}}
    return result if probabilities is None else result | {"meta": {"probabilities": probabilities}}


def from_label_studio(record: Json) -> LabelledText:
    finished = [each for each in record.get("annotations") or [] if not each.get("was_cancelled")]
    results = finished[-1]["result"] if finished else []
    labels = [label for result in results if result["type"] == "choices" for label in result["value"]["choices"]]
    return make_answer(record["data"][ID], record["data"]["text"], labels)


def to_argilla(task: LabellingTask) -> Json:
    fields = {"text": remove_surrogates(task.text), "title": remove_surrogates(task.title)}
    record: Json = {
        "id": str(task.document_number),
        "fields": fields,
        "metadata": {ID: task.document_number},
        "responses": {},
    }
    if task.labels:
        value = task.labels[0] if len(task.labels) == 1 else list(task.labels)
        record["responses"] = {"label": [{"value": value, "status": "submitted"}]}
    if task.predicted:
        score = task.probabilities[task.predicted]
        record["suggestions"] = {"label": {"value": task.predicted, "score": score, "agent": task.model_name}}
    return record


def from_argilla(record: Json) -> LabelledText:
    responses = (record.get("responses") or {}).get("label") or []
    value = responses[-1]["value"] if responses else []
    return make_answer(record["metadata"][ID], record["fields"]["text"], [value] if isinstance(value, str) else value)


def to_doccano(task: LabellingTask) -> Json:
    record = {
        "text": remove_surrogates(task.text),
        "label": list(task.labels),
        ID: task.document_number,
        "title": remove_surrogates(task.title),
    }
    return record | ({"predictions": task.probabilities} if task.predicted else {})


def from_doccano(record: Json) -> LabelledText:
    number = record.get(ID, (record.get("meta") or {}).get(ID))
    return make_answer(number, record["text"], record.get("label") or [])


def to_prodigy(task: LabellingTask) -> Json:
    options = [{"id": label, "text": label} for label in task.all_labels]
    for option in options:
        if option["text"] in task.probabilities:
            option["meta"] = f"{task.probabilities[option['text']]:.6f}"
    record: Json = {
        "text": remove_surrogates(task.text),
        "options": options,
        "meta": {ID: task.document_number, "title": remove_surrogates(task.title)},
    }
    if task.predicted:
        record["meta"]["score"] = task.probabilities[task.predicted]
    return record | ({"accept": list(task.labels), "answer": "accept"} if task.labels else {})


def from_prodigy(record: Json) -> LabelledText:
    is_accepted = record.get("answer", "accept") == "accept"
    return make_answer(record["meta"][ID], record["text"], (record.get("accept") or []) if is_accepted else [])


def make_answer(number: object, text: object, labels: Iterable[object]) -> LabelledText:
    """Return the labels of a document. Raises TypeError if the number, the text or a label has the wrong type."""
    names = tuple(labels)
    if type(number) is not int or not isinstance(text, str) or not all(isinstance(name, str) for name in names):
        raise TypeError
    return LabelledText(number, text, tuple(str(name) for name in names))


TOOLS: Final[dict[str, ToolFormat]] = {
    "label-studio": ToolFormat(to_label_studio, from_label_studio, is_list=True),
    "argilla": ToolFormat(to_argilla, from_argilla),
    "doccano": ToolFormat(to_doccano, from_doccano),
    "prodigy": ToolFormat(to_prodigy, from_prodigy),
}


IDENTIFYING_KEYS: Final = {"prodigy": b'"options"', "argilla": b'"fields"'}
"""Keys that only records of these tools have. A key in the first record of a file tells which tool wrote the file."""
MAX_RECORD_BYTES: Final = 1 << 24


def write_tasks(tool: ToolFormat, tasks: Iterable[LabellingTask], target: Path) -> int:
    """Write documents one by one in the format of a tool. Return the number of documents."""
    n_tasks = 0
    with open_text_atomically(target) as file:
        for n_tasks, task in enumerate(tasks, start=1):
            begins = ("[\n" if n_tasks == 1 else ",\n") if tool.is_list else ""
            file.write(f"{begins}{to_json_line(tool.write(task))}{'' if tool.is_list else chr(10)}")
        file.write(("\n]\n" if n_tasks else "[]\n") if tool.is_list else "")
    return n_tasks


def to_json_line(record: Json) -> str:
    """Return a record as JSON on one line. U+2028 and similar characters are escaped, because some readers break lines
    there.
    """
    text = json.dumps(record, ensure_ascii=False)
    return LINE_ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def read_answers(tool: ToolFormat, path: Path) -> Iterator[LabelledText]:
    """Yield the labels of documents from a tool's file.

    Raises:
        ForeignFileError: A record is invalid; the error has its number.
    """
    content = read_whole_file(path)
    try:
        if tool.is_list:
            records = json.loads(content)
            lines: Iterable[Any] = records if isinstance(records, list) else [records]
        else:
            lines = (json.loads(line) for line in io.BytesIO(content) if line.strip())
        for number, record in enumerate(lines, start=1):
            try:
                yield tool.read(record)
            except DAMAGE as error:
                raise ForeignFileError("no-answers", path.name, str(number)) from error
    except (ValueError, RecursionError) as error:
        raise ForeignFileError("no-answers", path.name, "JSON") from error


def read_answer_file(path: Path) -> Iterator[LabelledText]:
    """Yield the labels of documents from a file. The keys of the first record tell which tool wrote the file."""
    if not path.is_file():
        read_whole_file(path)
    with path.open("rb") as file:
        first = file.readline(MAX_RECORD_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n")
    if first.startswith(f"{ID},".encode()):
        return read_table(path)
    if first.startswith(b"["):
        return read_answers(TOOLS["label-studio"], path)
    tool = next((tool for tool, mark in IDENTIFYING_KEYS.items() if mark in first), "doccano")
    return read_answers(TOOLS[tool], path)


def write_table(tasks: Iterable[LabellingTask], target: Path) -> int:
    """Write documents into a CSV table, and return their number. A cell with several labels has one label per line."""
    n_tasks = 0
    with open_csv_atomically(target) as table:
        table.writerow(COLUMNS)
        for task in tasks:
            n_tasks += 1
            predicted = task.predicted or ""
            probability = task.probabilities.get(predicted, "")
            table.writerow(
                (task.document_number, task.title, "\n".join(task.labels), predicted, probability, task.text)
            )
    return n_tasks


def read_table(path: Path) -> Iterator[LabelledText]:
    """Yield the labels of documents from a CSV table. Texts are not compared, because a spreadsheet may change
    characters.
    """
    content = read_whole_file(path)
    csv.field_size_limit(MAX_FILE_BYTES)
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig", "replace"), newline=""))
    try:
        for number, row in enumerate(rows, start=1):
            if not (row.get(ID) or "").isdecimal() or row.get("labels") is None:
                raise ForeignFileError("no-answers", path.name, str(number))
            labels = [unescape_cell(line) for line in row["labels"].split("\n")]
            yield LabelledText(int(row[ID]), None, tuple(label for label in labels if label))
    except csv.Error as error:
        raise ForeignFileError("no-answers", path.name, "CSV") from error


def unescape_cell(cell: str) -> str:
    """Remove the apostrophe that was put before a text so that a spreadsheet does not take it for a formula."""
    inner = cell.removeprefix("'")
    return inner if SPREADSHEET_FORMULA.match(inner) and not NUMBER.fullmatch(inner) else cell
