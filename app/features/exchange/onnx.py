"""Write models as ONNX graphs. Inputs are words, numbers and categorical values; outputs are label and probabilities.

ONNX has no regular expressions with Unicode classes, so a graph takes documents that are already split into words
(`words`: documents × words, padded with empty strings). The token rules are in its metadata. Floats have 64 bits, but
counts are 32-bit floats, exact up to 16 million. Graphs are only written, never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from app.domain.errors import ForeignFileError
from app.features.exchange.conversions import PlainModel
from app.library.engine_errors import import_extra
from nbengine.counts import FloatArray
from nbengine.learnt.statistics import require_part

EXTRA = "onnx"
OPSET, IR_VERSION = 19, 9
"""The oldest operator set that can compare strings, and the file version of its time."""


class OnnxGraph:
    """A builder of ONNX graphs. Each method adds something to the graph and returns its name in the graph."""

    def __init__(self) -> None:
        self.helper = import_extra("onnx.helper", EXTRA)
        self.numpy_helper = import_extra("onnx.numpy_helper", EXTRA)
        self.types = import_extra("onnx", EXTRA).TensorProto
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.inputs: list[Any] = []

    def add(self, kind: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        """Add a node; return the name of its output."""
        answer = name or f"{kind}_{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, list(inputs), [answer], **attributes))
        return answer

    def add_constant(self, values: Any) -> str:
        """Add a constant array; return its name."""
        name = f"constant_{len(self.constants)}"
        self.constants.append(self.numpy_helper.from_array(np.asarray(values), name))
        return name

    def add_input(self, name: str, kind: int) -> str:
        """Add an input that has one row per document; return its name."""
        self.inputs.append(self.helper.make_tensor_value_info(name, kind, ["documents", name]))
        return name

    def add_float_cast(self, name: str) -> str:
        """Add a node that casts the value `name` to 64-bit floats; return the name of its output."""
        return self.add("Cast", name, to=self.types.DOUBLE)


def model_to_onnx(plain: PlainModel, card: str) -> bytes:
    """Return a model as a serialized ONNX graph, with the text `card` of the model card."""
    graph = OnnxGraph()
    parts = [add_words(graph, plain)] if plain.reads_text else []
    if plain.scorer.numbers is not None:
        parts.append(add_numbers(graph, plain))
    if plain.scorer.choices is not None:
        parts += add_choices(graph, plain)
    joint = graph.add_constant(plain.log_prior[None, :])
    for part in parts:
        joint = graph.add("Add", joint, part)
    joint = graph.add("Identity", joint, name="log_joint")
    graph.add("Softmax", joint, name="probabilities", axis=-1)
    best = graph.add("ArgMax", joint, axis=-1, keepdims=0)
    graph.add("Gather", graph.add_constant(np.array(plain.labels, dtype=object)), best, name="label")
    return serialize(graph, plain, card)


def add_words(graph: OnnxGraph, plain: PlainModel) -> str:
    """Add nodes for the log-likelihoods of the words without the prior, (documents, labels). Return the
    output's name.
    """
    words = graph.add_input("words", graph.types.STRING)
    counts = graph.add_float_cast(add_counts(graph, plain, words))
    if plain.unknown_column is not None:
        counts = graph.add("Add", counts, add_unknown_words(graph, plain, words, counts))
    text = require_part(plain.scorer.text, "text")
    evidence = graph.add("MatMul", add_weighting(graph, plain, counts), graph.add_constant(plain.weights.T.copy()))
    return graph.add("Add", evidence, graph.add_constant(text.bias[plain.order][None, :]))


def add_counts(graph: OnnxGraph, plain: PlainModel, words: str) -> str:
    """Add nodes that count words and n-grams, (documents, words). Return the output's name.

    `words` is the name of the graph's input.
    """
    shortest, longest = plain.recipe.rules.char_ngrams or plain.recipe.rules.ngrams
    is_of_words = plain.recipe.rules.char_ngrams is None
    by_length: dict[int, list[tuple[int, list[str]]]] = {}
    for column, word in enumerate(plain.words):
        if column != plain.unknown_column:
            run = word.split(" ") if is_of_words and longest > 1 else [word] if is_of_words else list(word)
            by_length.setdefault(len(run), []).append((column, run))
    if not by_length or not shortest <= min(by_length) <= max(by_length) <= longest:
        raise ForeignFileError("unusable", plain.name, "its words cannot be told from runs of words")
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


def add_unknown_words(graph: OnnxGraph, plain: PlainModel, words: str, counts: str) -> str:
    """Add nodes that count the words that the model does not know, in the column for them. Return the output's name."""
    if plain.recipe.rules.ngrams != (1, 1) or plain.recipe.rules.char_ngrams:
        raise ForeignFileError("unknown-word", plain.name)
    axis = graph.add_constant(np.array([1], dtype=np.int64))
    is_word = graph.add("Not", graph.add("Equal", words, graph.add_constant(np.array([[""]], dtype=object))))
    total = graph.add("ReduceSum", graph.add_float_cast(is_word), axis, keepdims=1)
    unknown = graph.add("Sub", total, graph.add("ReduceSum", counts, axis, keepdims=1))
    column = np.zeros((1, len(plain.words)))
    column[0, plain.unknown_column] = 1.0
    return graph.add("MatMul", unknown, graph.add_constant(column))


def add_weighting(graph: OnnxGraph, plain: PlainModel, counts: str) -> str:
    """Add nodes that weight the counts as the recipe says: not at all, by presence, or by tf-idf. Return the output's
    name.
    """
    recipe = plain.recipe
    if recipe.counts_absence or recipe.counts_as == "binary":
        return graph.add_float_cast(graph.add("Greater", counts, graph.add_constant(np.array(float(recipe.threshold)))))
    if not len(plain.idf):
        return counts
    one, none = graph.add_constant(np.array(1.0)), graph.add_constant(np.array(0.0))
    is_there = graph.add("Greater", counts, none)
    values = counts
    if recipe.sublinear:
        logs = graph.add("Add", one, graph.add("Log", graph.add("Where", is_there, counts, one)))
        values = graph.add("Where", is_there, logs, none)
    values = graph.add("Mul", values, graph.add_constant(plain.idf[None, :]))
    squares = graph.add("ReduceSum", graph.add("Mul", values, values), graph.add_constant(np.array([1])), keepdims=1)
    lengths = graph.add("Where", graph.add("Greater", squares, none), graph.add("Sqrt", squares), one)
    return graph.add("Div", values, lengths)


def add_numbers(graph: OnnxGraph, plain: PlainModel) -> str:
    """Add nodes for the log-densities of numeric columns, (documents, labels). Return the output's name.

    A missing number (NaN) adds 0.
    """
    curves = require_part(plain.scorer.numbers, "numbers")
    means, variances = curves.means[plain.order], curves.variances[plain.order]
    if not (variances > 0).all():
        raise ForeignFileError("no-variance", plain.name)
    numbers = graph.add_input("numbers", graph.types.DOUBLE)
    expanded = graph.add("Unsqueeze", numbers, graph.add_constant(np.array([1])))
    distances = graph.add("Sub", expanded, graph.add_constant(means[None]))
    squares = graph.add("Mul", graph.add("Mul", distances, distances), graph.add_constant(-0.5 / variances[None]))
    densities = graph.add("Add", squares, graph.add_constant(-0.5 * np.log(2 * np.pi * variances)[None]))
    known_densities = graph.add("Where", graph.add("IsNaN", densities), graph.add_constant(np.array(0.0)), densities)
    return graph.add("ReduceSum", known_densities, graph.add_constant(np.array([2])), keepdims=0)


def add_choices(graph: OnnxGraph, plain: PlainModel) -> Iterator[str]:
    """Add nodes for the log-probabilities of categorical values. Yield the name of the output of each column.

    An empty string is a missing value and adds 0.
    """
    choices, known = graph.add_input("choices", graph.types.STRING), plain.model.table.values
    for column, table in enumerate(require_part(plain.scorer.choices, "choices").tables):
        logs: FloatArray = table[plain.order]
        values = known[column] if known else tuple(map(str, range(logs.shape[1] - 1)))
        value = graph.add("Gather", choices, graph.add_constant(np.array([column])), axis=1)
        is_known = graph.add_float_cast(graph.add("Equal", value, graph.add_constant(np.array([values], dtype=object))))
        is_there = graph.add_float_cast(
            graph.add("Not", graph.add("Equal", value, graph.add_constant(np.array([[""]], dtype=object))))
        )
        unknown = graph.add("MatMul", is_there, graph.add_constant(logs[:, -1:].T.copy()))
        difference = graph.add_constant((logs[:, :-1] - logs[:, -1:]).T.copy())
        yield graph.add("Add", unknown, graph.add("MatMul", is_known, difference))


def serialize(graph: OnnxGraph, plain: PlainModel, card: str) -> bytes:
    helper = graph.helper
    outputs = [
        helper.make_tensor_value_info("label", graph.types.STRING, ["documents"]),
        helper.make_tensor_value_info("probabilities", graph.types.DOUBLE, ["documents", len(plain.labels)]),
        helper.make_tensor_value_info("log_joint", graph.types.DOUBLE, ["documents", len(plain.labels)]),
    ]
    body = helper.make_graph(graph.nodes, "naive_bayes", graph.inputs, outputs, graph.constants)
    model = helper.make_model(
        body, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="Bayleaf", ir_version=IR_VERSION
    )
    rules = plain.recipe.rules
    token_rules = {  # for programs that tokenize; the pattern is a Python regular expression
        "lower": rules.lower,
        "pattern": rules.pattern,
        "characters": rules.char_ngrams is not None,
        "stop_words": sorted(rules.stop_words),
    }
    helper.set_model_props(model, {"labels": json.dumps(plain.labels), "words": json.dumps(token_rules), "card": card})
    return bytes(model.SerializeToString())
