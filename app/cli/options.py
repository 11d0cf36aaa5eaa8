"""Click options and arguments shared by several commands, and the parsers of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from functools import reduce
from pathlib import Path
from typing import Any

import click

from app.domain.documents import SourceOptions
from app.domain.errors import UnusableName
from app.domain.sentences import sentence_of_error
from app.library.engine_errors import import_cluster_module
from app.library.recipes import FILTER, MIXED_TEXTS, RecipeRequest, event_model_names
from app.store.workspace import Session

PATH_TYPE = click.Path(path_type=Path)
FILE_TYPE = click.Path(path_type=Path, dir_okay=False)
FOLDER_TYPE = click.Path(path_type=Path, file_okay=False)
WORKSPACE_FILE = click.Path(path_type=Path, dir_okay=False, readable=False)
WORKSPACE = click.argument("workspace", type=WORKSPACE_FILE)
SESSION = click.argument(
    "session",
    metavar="WORKSPACE",
    type=WORKSPACE_FILE,
    callback=lambda context, _argument, path: context.with_resource(Session(path)),
)
"""Argument for the path of a workspace. The command gets a `Session`, which stays open while it runs."""
FILES = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")
MODEL = click.option("--model", metavar="NAME", help="The model to use.  [default: the newest]")
CORPUS = click.option("--corpus", metavar="NAME", help="The corpus to use.  [default: the newest]")
KIND = click.option(
    "--kind",
    type=click.Choice(["auto", "text", "mail", "table"]),
    default="auto",
    help="The kind of the files. auto: detect it from their content.",
)


def check_name(check: Callable[[str], str], _: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Callback of a click option: return the name as `check` returns it; None if the option is not given.

    If `check` raises UnusableName, raise BadParameter with the sentence of that error.
    """
    try:
        return None if name is None else check(name)
    except UnusableName as error:
        raise click.BadParameter(str(sentence_of_error(error))) from error


OCR = click.option(
    "--ocr",
    type=click.Choice(["auto", "never", "always"]),
    default="auto",
    help="Text recognition in pictures of pages. auto: pages without text; always: all pages, and pictures in mails.",
)


def parse_thresholds(_context: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> dict[str, float]:
    """Callback of a click option: parse LABEL=SHARE pairs to thresholds from 0 to 1, by label."""
    shares = {}
    for pair in pairs:
        label, _, share = pair.rpartition("=")
        shares[label] = math.nan
        with suppress(ValueError):
            shares[label] = float(share)
        if not label or not 0 <= shares[label] <= 1:
            raise click.BadParameter(f"“{pair}” is not LABEL=SHARE with a share from 0 to 1, as spam=.99.")
    return shares


LEAST_SHARES_OPTION = click.option(
    "--least",
    "thresholds",
    multiple=True,
    metavar="LABEL=SHARE",
    callback=parse_thresholds,
    help="A verdict LABEL with a probability below SHARE is unsure, for example spam=.99. Repeatable.",
)

ONE_IN_OPTION = click.option(
    "--one-in",
    type=click.Choice(["20", "100", "1000"]),
    callback=lambda _context, _option, value: None if value is None else int(value),
    help="File only what keeps this limit: at most one file in this many in a wrong folder, for each label and in "
    "total. Sure verdicts keep 1 in 20.",
)


def combine_options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a decorator that applies several options; the help lists them in this order."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


source_options = combine_options(
    KIND,
    click.option(
        "--labels-from",
        metavar="WHERE",
        default="folder",
        help="Where labels come from: folder, subfolder (none for files directly in a source), tree (the whole path: "
        "finance/bank), file (its name: Junk for Junk.mbox), column, header[:NAME], notmuch:FILE (output of `notmuch "
        "dump`), pattern:REGEX (its first group, on the path), none. Several mailboxes without labels use their names.",
    ),
    click.option(
        "--labels",
        type=click.Choice(["auto", "several", "one"]),
        default="auto",
        help="How many labels a document may have. auto: as in the corpus; for a new corpus, several if the source has "
        "lists, cells with ; or tags of mail.",
    ),
    click.option("--label", metavar="NAME", help="Give all documents this label."),
    click.option("--text-column", metavar="COLUMN", help="The column of a table with the text."),
    click.option(
        "--label-column",
        metavar="COLUMN",
        help="The column of a table with the labels; several, separated by commas.",
    ),
    click.option("--numeric", "numeric_columns", metavar="COLUMN,…", help="Columns to read as numbers."),
    click.option("--categorical", "categorical_columns", metavar="COLUMN,…", help="Columns to read as choices."),
    click.option("--ignore", "ignored_columns", metavar="COLUMN,…", help="Columns to leave out; all others are used."),
    click.option(
        "--guess-rest",
        "guesses_rest",
        is_flag=True,
        help="Use the other columns too, and detect their kinds.",
    ),
    click.option("--weight-column", metavar="COLUMN", help="The column of a table with the weights."),
    click.option(
        "--header-row/--no-header-row",
        "has_header_row",
        default=None,
        help="Whether the first row of a table has the column names.  [default: detect]",
    ),
    click.option("--keep-duplicates", is_flag=True, help="Keep documents with equal content."),
    OCR,
)

token_options = combine_options(
    click.option(
        "--tokens",
        type=click.Choice(["auto", "plain", "mail"]),
        default="auto",
        help="What is counted. plain: words of two or more letters, in lower case; mail: also the evidence of mail; "
        "auto: what suits the corpus.",
    ),
    click.option("--lower/--no-lower", default=None, help="Convert to lower case, or not.  [default: lower]"),
    click.option("--pattern", metavar="REGEX", help="A regular expression that matches a word."),
    click.option("--min-length", type=click.IntRange(1), metavar="N", help="Leave out shorter words."),
    click.option(
        "--ngrams",
        metavar="A-B",
        help="Count sequences of A to B words.  [default: 1-1; for mail without headers 1-2]",
    ),
    click.option("--char-ngrams", metavar="A-B", help="Count sequences of A to B characters instead of words."),
    click.option(
        "--stop-words", metavar="LANG|FILE", help="Leave out the most common words of a language, or those in a file."
    ),
    click.option("--stem", metavar="LANG", help="Reduce words to their stems: english, russian, …"),
    click.option(
        "--word-list",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="Use only the words in this file, one per line.",
    ),
    click.option(
        "--min-df", metavar="X", help="Leave out words in fewer documents: a number, or a share such as 0.01."
    ),
    click.option("--max-df", metavar="X", help="Leave out words in more documents: a number, or a share such as 0.5."),
)

TRUST_SERVER = click.option(
    "--trust-server",
    "trusted_servers",
    metavar="NAME",
    multiple=True,
    help="Use the SPF, DKIM and DMARC results of this mail server as evidence. Repeatable.  [default: none]",
)
recipe_options = combine_options(
    click.option(
        "--event-model",
        type=click.Choice([FILTER, *event_model_names(), "auto"]),
        default="auto",
        help="auto: the filter if a label is like spam, else the best by leave-one-out.",
    ),
    click.option(
        "--spam-label",
        metavar="LABEL",
        help="The label that a filter treats as spam.  [default: the label named like spam]",
    ),
    click.option(
        "--protect",
        "protected",
        metavar="LABEL",
        multiple=True,
        help="A label whose documents a filter must not lose. Repeatable.  [default: all others]",
    ),
    TRUST_SERVER,
    click.option(
        "--smoothing",
        metavar="FLOAT|auto",
        default="auto",
        help="α. 1: Laplace; between 0 and 1: Lidstone; 0: none; auto: the best by leave-one-out.",
    ),
    click.option(
        "--prior",
        metavar="data|uniform|none|smoothed:L|LABEL=P,…",
        default="data",
        help="How likely each label is before the document is read.",
    ),
    click.option("--vocabulary", metavar="N|all|auto", default="auto", help="The number of words to use."),
    click.option(
        "--rank-words-by",
        type=click.Choice(["frequency", "count", "mutual-information", "chi2"]),
        default="frequency",
        help="With --vocabulary N: how to choose the words.",
    ),
    click.option("--binary", is_flag=True, help="Count a word once per document."),
    click.option(
        "--tfidf",
        is_flag=True,
        help="Give words that occur in many documents less weight, and all documents the same length.",
    ),
    click.option(
        "--norm", is_flag=True, help="Complement: normalise the weights, so that labels with much text do not dominate."
    ),
    click.option(
        "--var-smoothing",
        type=click.FloatRange(0),
        default=1e-9,
        metavar="X",
        help="Gaussian: the share of the largest variance that is added to every variance.",
    ),
    click.option(
        "--threshold",
        type=click.FloatRange(0),
        default=0.0,
        metavar="X",
        help="Bernoulli, and --binary: a word is present if it occurs more often than this.",
    ),
    click.option(
        "--mixed-text",
        type=click.Choice(MIXED_TEXTS),
        default=MIXED_TEXTS[0],
        help="Mixed: the event model of text columns.",
    ),
    click.option(
        "--unknown-word/--no-unknown-word",
        default=None,
        help="Count all words outside the vocabulary as one word.  [default: if the vocabulary is limited]",
    ),
)


def source_options_from(arguments: dict[str, Any]) -> SourceOptions:
    """Convert the parsed arguments of `source_options` to `SourceOptions`."""
    known = {field.name for field in fields(SourceOptions)}
    values = {name: value for name, value in arguments.items() if name in known and value is not None}
    for name in ("numeric_columns", "categorical_columns", "ignored_columns"):
        if name in values:
            values[name] = tuple(column.strip() for column in values[name].split(",") if column.strip())
    where = values.get("labels_from", "folder")
    kinds = ("folder", "subfolder", "tree", "file", "column", "header", "notmuch", "pattern", "none")
    if where.partition(":")[0] not in kinds or where in ("pattern:", "notmuch", "notmuch:"):
        raise click.BadParameter(
            "it must be folder, subfolder, tree, file, column, header, header:NAME, notmuch:FILE, pattern:REGEX or "
            "none.",
            param_hint="--labels-from",
        )
    return SourceOptions(**values)


def recipe_request_from(arguments: dict[str, Any]) -> RecipeRequest:
    """Convert the parsed arguments of `recipe_options` to a `RecipeRequest`."""
    known = {field.name for field in fields(RecipeRequest)}
    values = {name: value for name, value in arguments.items() if name in known and value is not None}
    for name, read in (
        ("ngrams", parse_span),
        ("char_ngrams", parse_span),
        ("min_df", parse_number_or_share),
        ("max_df", parse_number_or_share),
    ):
        if name in values:
            values[name] = read(values[name], f"--{name.replace('_', '-')}")
    return RecipeRequest(**values)


def parse_span(text: str, option: str) -> tuple[int, int]:
    """Parse "2-3" to (2, 3), and "2" to (2, 2)."""
    first, _, last = text.partition("-")
    last = last or first
    if not is_whole_number(first) or not is_whole_number(last):
        raise click.BadParameter(f"{text!r} is not a span such as 1-2.", param_hint=option)
    if not 1 <= int(first) <= int(last):
        raise click.BadParameter(f"{text!r} runs backwards or begins at zero.", param_hint=option)
    return int(first), int(last)


def is_whole_number(text: str) -> bool:
    """Return whether the text is a non-negative integer that fits into 64 bits."""
    return text.isascii() and text.isdigit() and len(text) < 19


def parse_number_or_share(text: str, option: str) -> int | float:
    """Parse a number of documents; with a decimal point, a fraction of all documents."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not math.isfinite(value) or value < 0 or ("." in text and value > 1):
        raise click.BadParameter(f"{text!r} is neither a number of documents nor a share up to 1.0.", param_hint=option)
    return value if "." in text else int(value)


CLUSTER_OPTION = "--cluster"
CLUSTER = click.option(
    CLUSTER_OPTION,
    metavar="ADDRESS",
    expose_value=False,
    help="Work on a Dask cluster: tcp://host:port, tls://host:port or local[:N]. For its options: --cluster local "
    "--help.",
)


class ClusterCommand(click.Command):
    """A click command with a second implementation in `app.features.cluster`, which runs if --cluster is given.

    Only the second implementation needs Dask.
    """

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of the command, or of its cluster variant if --cluster is among the arguments."""
        before_files = args[: args.index("--")] if "--" in args else args
        if any(argument == CLUSTER_OPTION or argument.startswith(f"{CLUSTER_OPTION}=") for argument in before_files):
            command: click.Command = getattr(
                import_cluster_module("app.features.cluster.command"), f"{self.name}_command"
            )
            return command.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
