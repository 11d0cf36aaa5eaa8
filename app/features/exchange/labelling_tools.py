"""Documents with their labels and a model's predictions in the forms of labelling tools, and what comes back.

Label Studio, Argilla, doccano and Prodigy have JSON, and there is a table. Each form has a function that writes one
document and one that reads what the tool gave back for it. Predictions go along with their probabilities where the
tool has a place for them; reading leaves them alone.

A document is known again by its number and its text together: a file of another workspace, or a text that was edited,
changes nothing. What has no answer keeps the labels that it has.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.domain.documents import label_set, labels_in, single_labels
from app.domain.errors import ExchangeError, NotFound
from app.domain.whole_files import NUMBER, RUNS_IN_A_SPREADSHEET, whole_table, whole_text
from app.features.exchange.word_tables import LARGEST_BYTES, held_bytes
from app.library.saved_models import KeptModel, shown_model
from app.library.training_data import documents_features, the_corpus
from app.store.corpora import usable_label
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.lazy_dataclasses import dataclass

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Task:
    """One document for a labelling tool."""

    number: int
    title: str
    text: str
    labels: tuple[str, ...]
    known: tuple[str, ...]
    """All labels that there are to choose from."""
    probabilities: dict[str, float]
    """By the model, of all its labels; empty without one."""
    model: str

    @property
    def predicted(self) -> str | None:
        """The likeliest label; None without a model."""
        return max(self.probabilities, key=self.probabilities.__getitem__) if self.probabilities else None


@dataclass(frozen=True, slots=True)
class Answer:
    """The labels that a tool says a document has."""

    number: int
    text: str | None
    """None where the form has no room for it."""
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers that were taken into a workspace."""

    answers: int
    changed: int
    strangers: int
    """Answers about documents that are not here, or have another text here."""


def tasks(workspace: Place, corpus: str | None, model: str | None) -> Iterator[Task]:
    """Yield the documents of a corpus, a few at a time."""
    kept: KeptModel | None = None
    try:
        kept = shown_model(workspace, model)
    except NotFound:
        if model is not None:
            raise
    with reading(workspace) as opened:
        found = the_corpus(opened, corpus)
        names = opened.labels.names(found.name)
        numbers = opened.documents.numbers(found.name).tolist()
        for first in range(0, len(numbers), AT_ONCE):
            yield from some_tasks(opened, numbers[first : first + AT_ONCE], tuple(names), kept)


def some_tasks(
    workspace: Workspace, numbers: Sequence[int], names: tuple[str, ...], kept: KeptModel | None
) -> Iterator[Task]:
    shares = np.zeros((len(numbers), 0))
    labels: tuple[str, ...] = ()
    if kept is not None:
        features = documents_features(workspace, kept.model, numbers, grow=False)
        said = kept.model.judge(features)
        shares, labels = np.exp(said.calibrated), said.labels
    bodies = dict(workspace.documents.bodies(numbers))
    for place, heading in enumerate(workspace.documents.headings(numbers)):
        yield Task(
            heading.number,
            heading.title,
            bodies[heading.number].text,
            labels_in(heading.label),
            tuple(dict.fromkeys((*names, *single_labels(labels)))),
            dict(zip(labels, shares[place].tolist(), strict=True)),
            "" if kept is None else kept.record.name,
        )


def take_answers(workspace: Place, answers: Iterable[Answer]) -> Answered:
    """Give documents the labels that were answered, one step of undo for each set of labels."""
    n_answers, n_strangers = 0, 0
    wanted: dict[str, list[int]] = {}
    waiting = (answer for answer in answers if answer.labels)
    with writing(workspace) as opened:
        while some := list(islice(waiting, AT_ONCE)):
            here = {number: body.text for number, body in opened.documents.bodies([one.number for one in some])}
            known = [one for one in some if one.number in here]
            fitting = [one for one in known if one.text in (None, here[one.number], shown(here[one.number]))]
            n_answers, n_strangers = n_answers + len(some), n_strangers + len(some) - len(fitting)
            for answer in fitting:
                name = label_set(usable_label(label) for label in answer.labels)
                wanted.setdefault(name or "", []).append(answer.number)
        changed = sum(opened.editing.relabel(numbers, name) for name, numbers in wanted.items())
    return Answered(n_answers, changed, n_strangers)


def shown(text: str) -> str:
    """A text as JSON and tables carry it: without what no encoding knows."""
    return text.encode("utf-8", "replace").decode("utf-8")


Json = dict[str, Any]
ID: Final = "bayleaf_id"
COLUMNS: Final = (ID, "title", "labels", "predicted", "probability", "text")
LINE_ENDS = re.compile(r"[\x7f-\x9f\u2028\u2029]")
DAMAGE: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError)


@dataclass(frozen=True, slots=True)
class Tool:
    """A labelling tool by the names that it gives to things."""

    write: Callable[[Task], Json]
    read: Callable[[Json], Answer]
    is_list: bool = False
    """One JSON list in place of a line for each document."""


def to_label_studio(task: Task) -> Json:
    predictions = [{"model_version": task.model, "score": task.probabilities[task.predicted],
                    "result": [choice([task.predicted], task.probabilities)]}] if task.predicted else []  # fmt: skip
    annotations = [{"result": [choice(list(task.labels))]}] if task.labels else []
    data = {"text": shown(task.text), "title": shown(task.title), ID: task.number}
    return {"data": data, "annotations": annotations, "predictions": predictions}


def choice(labels: list[str], probabilities: dict[str, float] | None = None) -> Json:
    result: Json = {"from_name": "label", "to_name": "text", "type": "choices", "value": {"choices": labels}}
    return result if probabilities is None else result | {"meta": {"probabilities": probabilities}}


def from_label_studio(given: Json) -> Answer:
    done = [each for each in given.get("annotations") or [] if not each.get("was_cancelled")]
    results = done[-1]["result"] if done else []
    labels = [label for result in results if result["type"] == "choices" for label in result["value"]["choices"]]
    return answer(given["data"][ID], given["data"]["text"], labels)


def to_argilla(task: Task) -> Json:
    fields = {"text": shown(task.text), "title": shown(task.title)}
    given: Json = {"id": str(task.number), "fields": fields, "metadata": {ID: task.number}, "responses": {}}
    if task.labels:
        value = task.labels[0] if len(task.labels) == 1 else list(task.labels)
        given["responses"] = {"label": [{"value": value, "status": "submitted"}]}
    if task.predicted:
        score = task.probabilities[task.predicted]
        given["suggestions"] = {"label": {"value": task.predicted, "score": score, "agent": task.model}}
    return given


def from_argilla(given: Json) -> Answer:
    told = (given.get("responses") or {}).get("label") or []
    value = told[-1]["value"] if told else []
    return answer(given["metadata"][ID], given["fields"]["text"], [value] if isinstance(value, str) else value)


def to_doccano(task: Task) -> Json:
    given = {"text": shown(task.text), "label": list(task.labels), ID: task.number, "title": shown(task.title)}
    return given | ({"predictions": task.probabilities} if task.predicted else {})


def from_doccano(given: Json) -> Answer:
    found = given.get(ID, (given.get("meta") or {}).get(ID))
    return answer(found, given["text"], given.get("label") or [])


def to_prodigy(task: Task) -> Json:
    options = [{"id": label, "text": label} for label in task.known]
    for option in options:
        if option["text"] in task.probabilities:
            option["meta"] = f"{task.probabilities[option['text']]:.6f}"
    given: Json = {"text": shown(task.text), "options": options, "meta": {ID: task.number, "title": shown(task.title)}}
    if task.predicted:
        given["meta"]["score"] = task.probabilities[task.predicted]
    return given | ({"accept": list(task.labels), "answer": "accept"} if task.labels else {})


def from_prodigy(given: Json) -> Answer:
    is_taken = given.get("answer", "accept") == "accept"
    return answer(given["meta"][ID], given["text"], (given.get("accept") or []) if is_taken else [])


def answer(number: object, text: object, labels: Iterable[object]) -> Answer:
    """Return what was told, if it is a number, a text and names."""
    names = tuple(labels)
    if type(number) is not int or not isinstance(text, str) or not all(isinstance(name, str) for name in names):
        raise TypeError
    return Answer(number, text, tuple(str(name) for name in names))


TOOLS: Final[dict[str, Tool]] = {
    "label-studio": Tool(to_label_studio, from_label_studio, is_list=True),
    "argilla": Tool(to_argilla, from_argilla),
    "doccano": Tool(to_doccano, from_doccano),
    "prodigy": Tool(to_prodigy, from_prodigy),
}


MARKS: Final = {"prodigy": b'"options"', "argilla": b'"fields"'}
"""Names that the records of one tool alone have."""
LONGEST_RECORD_BYTES: Final = 1 << 24


def write_tasks(tool: Tool, tasks: Iterable[Task], target: Path) -> int:
    """Write documents one after another; return how many."""
    n_tasks = 0
    with whole_text(target) as file:
        for n_tasks, task in enumerate(tasks, start=1):
            begins = ("[\n" if n_tasks == 1 else ",\n") if tool.is_list else ""
            file.write(f"{begins}{in_one_line(tool.write(task))}{'' if tool.is_list else chr(10)}")
        file.write(("\n]\n" if n_tasks else "[]\n") if tool.is_list else "")
    return n_tasks


def in_one_line(record: Json) -> str:
    """JSON that is one line to every reader: to some, signs end a line that JSON knows not as such."""
    written = json.dumps(record, ensure_ascii=False)
    return LINE_ENDS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written)


def read_answers(tool: Tool, path: Path) -> Iterator[Answer]:
    """Yield what a tool gave back; a record that is none of its form ends it with the record's number."""
    content = held_bytes(path)
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
                raise ExchangeError("no-answers", path.name, str(number)) from error
    except (ValueError, RecursionError) as error:
        raise ExchangeError("no-answers", path.name, "JSON") from error


def answers_in(path: Path) -> Iterator[Answer]:
    """Yield the answers of a file, whose first record tells the tool."""
    if not path.is_file():
        held_bytes(path)
    with path.open("rb") as file:
        first = file.readline(LONGEST_RECORD_BYTES).lstrip(b"\xef\xbb\xbf \t\r\n")
    if first.startswith(f"{ID},".encode()):
        return read_table(path)
    if first.startswith(b"["):
        return read_answers(TOOLS["label-studio"], path)
    tool = next((tool for tool, mark in MARKS.items() if mark in first), "doccano")
    return read_answers(TOOLS[tool], path)


def write_table(tasks: Iterable[Task], target: Path) -> int:
    """Write a table; several labels stand in one cell, one a line."""
    n_tasks = 0
    with whole_table(target) as table:
        table.writerow(COLUMNS)
        for task in tasks:
            n_tasks += 1
            predicted = task.predicted or ""
            probability = task.probabilities.get(predicted, "")
            table.writerow((task.number, task.title, "\n".join(task.labels), predicted, probability, task.text))
    return n_tasks


def read_table(path: Path) -> Iterator[Answer]:
    """Yield the labels of a table; its texts are not compared, as a spreadsheet may have changed their signs."""
    content = held_bytes(path)
    csv.field_size_limit(LARGEST_BYTES)
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig", "replace"), newline=""))
    try:
        for number, row in enumerate(rows, start=1):
            if not (row.get(ID) or "").isdecimal() or row.get("labels") is None:
                raise ExchangeError("no-answers", path.name, str(number))
            labels = [unescaped(line) for line in row["labels"].split("\n")]
            yield Answer(int(row[ID]), None, tuple(label for label in labels if label))
    except csv.Error as error:
        raise ExchangeError("no-answers", path.name, "CSV") from error


def unescaped(cell: str) -> str:
    """Take off the apostrophe that makes a text of a formula."""
    inner = cell.removeprefix("'")
    return inner if RUNS_IN_A_SPREADSHEET.match(inner) and not NUMBER.fullmatch(inner) else cell
