"""Models as graphs of ONNX, which many programs run: words, numbers and values in, the label and probabilities out.

A graph has no regular expressions that know all alphabets, so it takes words that are cut already (`words`,
documents × words, with empty texts at the end of shorter documents), and holds in its metadata by which rules. All is
computed in 64-bit floats; counts alone are 32-bit, which are exact to 16 million. Graphs are written and never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from app.domain.errors import ExchangeError
from app.features.exchange.plain_models import PlainModel
from app.library.engine_errors import library
from nbengine.arrays.counts import FloatArray
from nbengine.learnt.statistics import needed

EXTRA = "onnx"
OPSET, FORM = 19, 9
"""The oldest that compares texts, and the form of file that came with it."""


class Graph:
    """Nodes as they are added; each answer has a name of its own."""

    def __init__(self) -> None:
        self.helper = library("onnx.helper", EXTRA)
        self.numpy_helper = library("onnx.numpy_helper", EXTRA)
        self.types = library("onnx", EXTRA).TensorProto
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []

    def add(self, kind: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        """Add a node; return the name of what it gives."""
        answer = name or f"{kind}_{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, list(inputs), [answer], **attributes))
        return answer

    def constant(self, values: Any) -> str:
        """Add an array; return its name."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(self.numpy_helper.from_array(np.asarray(values), name))
        return name

    def take(self, name: str, kind: int) -> str:
        """Add an input of documents × something."""
        self.inputs.append(self.helper.make_tensor_value_info(name, kind, ["documents", name]))
        return name

    def as_float(self, given: str) -> str:
        """Add what turns anything into 64-bit floats."""
        return self.add("Cast", given, to=self.types.DOUBLE)


def onnx_bytes(plain: PlainModel, card: str) -> bytes:
    """Return a model as a graph of ONNX."""
    graph = Graph()
    parts = [of_words(graph, plain)] if plain.reads_text else []
    if plain.scorer.numbers is not None:
        parts.append(of_numbers(graph, plain))
    if plain.scorer.choices is not None:
        parts += of_choices(graph, plain)
    joint = graph.constant(plain.log_prior[None, :])
    for part in parts:
        joint = graph.add("Add", joint, part)
    joint = graph.add("Identity", joint, name="log_joint")
    graph.add("Softmax", joint, name="probabilities", axis=-1)
    best = graph.add("ArgMax", joint, axis=-1, keepdims=0)
    graph.add("Gather", graph.constant(np.array(plain.labels, dtype=object)), best, name="label")
    return written(graph, plain, card)


def of_words(graph: Graph, plain: PlainModel) -> str:
    """Add what words say, (documents, labels); numbers and choices likewise."""
    words = graph.take("words", graph.types.STRING)
    counts = graph.as_float(counted(graph, plain, words))
    if plain.unknown_column is not None:
        counts = graph.add("Add", counts, unknown_words(graph, plain, words, counts))
    text = needed(plain.scorer.text, "text")
    evidence = graph.add("MatMul", weighed(graph, plain, counts), graph.constant(plain.weights.T.copy()))
    return graph.add("Add", evidence, graph.constant(text.bias[plain.order][None, :]))


def counted(graph: Graph, plain: PlainModel, words: str) -> str:
    """Count the model's words, and runs of words."""
    shortest, longest = plain.recipe.rules.char_ngrams or plain.recipe.rules.ngrams
    is_of_words = plain.recipe.rules.char_ngrams is None
    by_length: dict[int, list[tuple[int, list[str]]]] = {}
    for column, word in enumerate(plain.words):
        if column != plain.unknown_column:
            run = word.split(" ") if is_of_words and longest > 1 else [word] if is_of_words else list(word)
            by_length.setdefault(len(run), []).append((column, run))
    if not by_length or not shortest <= min(by_length) <= max(by_length) <= longest:
        raise ExchangeError("unusable", plain.name, "its words cannot be told from runs of words")
    pool: list[str] = []
    starts, columns = [], []
    for length in range(1, longest + 1):
        starts.append(len(pool))
        for column, run in by_length.get(length, []):
            pool += run
            columns.append(column)
    return graph.add(
        "TfIdfVectorizer", words, mode="TF", min_gram_length=shortest, max_gram_length=longest, max_skip_count=0,
        ngram_counts=starts, ngram_indexes=columns, pool_strings=pool,
    )  # fmt: skip


def unknown_words(graph: Graph, plain: PlainModel, words: str, counts: str) -> str:
    """Count all other words, in the column that stands for them."""
    if plain.recipe.rules.ngrams != (1, 1) or plain.recipe.rules.char_ngrams:
        raise ExchangeError("unknown-word", plain.name)
    axis = graph.constant(np.array([1], dtype=np.int64))
    is_word = graph.add("Not", graph.add("Equal", words, graph.constant(np.array([[""]], dtype=object))))
    total = graph.add("ReduceSum", graph.as_float(is_word), axis, keepdims=1)
    unknown = graph.add("Sub", total, graph.add("ReduceSum", counts, axis, keepdims=1))
    column = np.zeros((1, len(plain.words)))
    column[0, plain.unknown_column] = 1.0
    return graph.add("MatMul", unknown, graph.constant(column))


def weighed(graph: Graph, plain: PlainModel, counts: str) -> str:
    """Weigh counts as the recipe does: as they are, whether there are any, or by tf-idf."""
    recipe = plain.recipe
    if recipe.counts_absence or recipe.counts_as == "binary":
        return graph.as_float(graph.add("Greater", counts, graph.constant(np.array(float(recipe.threshold)))))
    if not len(plain.idf):
        return counts
    one, none = graph.constant(np.array(1.0)), graph.constant(np.array(0.0))
    is_there = graph.add("Greater", counts, none)
    values = counts
    if recipe.sublinear:
        logs = graph.add("Add", one, graph.add("Log", graph.add("Where", is_there, counts, one)))
        values = graph.add("Where", is_there, logs, none)
    values = graph.add("Mul", values, graph.constant(plain.idf[None, :]))
    squares = graph.add("ReduceSum", graph.add("Mul", values, values), graph.constant(np.array([1])), keepdims=1)
    lengths = graph.add("Where", graph.add("Greater", squares, none), graph.add("Sqrt", squares), one)
    return graph.add("Div", values, lengths)


def of_numbers(graph: Graph, plain: PlainModel) -> str:
    """Add the log-densities of numbers; a missing one (NaN) says nothing."""
    curves = needed(plain.scorer.numbers, "numbers")
    means, variances = curves.means[plain.order], curves.variances[plain.order]
    if not (variances > 0).all():
        raise ExchangeError("no-variance", plain.name)
    given = graph.take("numbers", graph.types.DOUBLE)
    each = graph.add("Unsqueeze", given, graph.constant(np.array([1])))
    distances = graph.add("Sub", each, graph.constant(means[None]))
    squares = graph.add("Mul", graph.add("Mul", distances, distances), graph.constant(-0.5 / variances[None]))
    densities = graph.add("Add", squares, graph.constant(-0.5 * np.log(2 * np.pi * variances)[None]))
    told = graph.add("Where", graph.add("IsNaN", densities), graph.constant(np.array(0.0)), densities)
    return graph.add("ReduceSum", told, graph.constant(np.array([2])), keepdims=0)


def of_choices(graph: Graph, plain: PlainModel) -> Iterator[str]:
    """Yield the log-probabilities of values, column by column; an empty text is a missing value and says nothing."""
    given, known = graph.take("choices", graph.types.STRING), plain.model.table.values
    for column, table in enumerate(needed(plain.scorer.choices, "choices").tables):
        logs: FloatArray = table[plain.order]
        values = known[column] if known else tuple(map(str, range(logs.shape[1] - 1)))
        value = graph.add("Gather", given, graph.constant(np.array([column])), axis=1)
        is_known = graph.as_float(graph.add("Equal", value, graph.constant(np.array([values], dtype=object))))
        is_there = graph.as_float(
            graph.add("Not", graph.add("Equal", value, graph.constant(np.array([[""]], dtype=object))))
        )
        unknown = graph.add("MatMul", is_there, graph.constant(logs[:, -1:].T.copy()))
        beyond = graph.constant((logs[:, :-1] - logs[:, -1:]).T.copy())
        yield graph.add("Add", unknown, graph.add("MatMul", is_known, beyond))


def written(graph: Graph, plain: PlainModel, card: str) -> bytes:
    make = graph.helper
    outputs = [
        make.make_tensor_value_info("label", graph.types.STRING, ["documents"]),
        make.make_tensor_value_info("probabilities", graph.types.DOUBLE, ["documents", len(plain.labels)]),
        make.make_tensor_value_info("log_joint", graph.types.DOUBLE, ["documents", len(plain.labels)]),
    ]
    body = make.make_graph(graph.nodes, "naive_bayes", graph.inputs, outputs, graph.constants)
    made = make.make_model(body, opset_imports=[make.make_opsetid("", OPSET)], producer_name="Bayleaf", ir_version=FORM)
    rules = plain.recipe.rules
    cutting = {  # for who runs the graph, by Python's regular expressions
        "lower": rules.lower,
        "pattern": rules.pattern,
        "characters": rules.char_ngrams is not None,
        "stop_words": sorted(rules.stop_words),
    }
    make.set_model_props(made, {"labels": json.dumps(plain.labels), "words": json.dumps(cutting), "card": card})
    return bytes(made.SerializeToString())
