"""`bayleaf-cli words`: counts, log-probabilities and log-odds of a model's words."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON, MODEL, PATH_TYPE, SESSION
from app.cli.output import count_text, print_json, print_message, print_table
from app.features.words.use_cases import (
    find_word,
    model_words,
    most_informative_rows,
    strongest_words_by_label,
    write_csv,
)
from app.store.workspace import Session


@click.command("words")
@SESSION
@MODEL
@click.option("--top", "n_words", type=click.IntRange(1), default=20, metavar="N")
@click.option("--word", metavar="W", help="Show only this word.")
@click.option("--csv", "csv_path", type=PATH_TYPE, metavar="FILE", help="Write all words to a file.")
@JSON
def command(
    session: Session, model: str | None, n_words: int, word: str | None, csv_path: Path | None, as_json: bool
) -> None:
    """List the words of a model: counts, log P(word | label), log-odds and mutual information.

    \b
      bayleaf-cli words mail.bayleaf --top 50
      bayleaf-cli words mail.bayleaf --word offer
      bayleaf-cli words mail.bayleaf --csv words.csv
    """
    words = model_words(session, model)
    if csv_path is not None:
        write_csv(words, csv_path)
        print_message(f"{count_text(len(words.figures.words), 'word')} written to {csv_path}.")
        if not as_json:
            return
    rows = [find_word(words, word)] if word is not None else most_informative_rows(words, n_words)
    if as_json:
        per_label = {} if word is not None else strongest_words_by_label(words, n_words)
        told = {"model": words.model, "labels": list(words.labels), "words": rows}
        print_json({**told, "strongest_words_by_label": per_label})
        return
    labels, of_filter = words.labels, ("learnt",) if any(row.learnt is not None for row in rows) else ()
    head = ("word", *(f"n {label}" for label in labels), *(f"log P {label}" for label in labels), "information")
    print_table(
        (*head, *of_filter),
        [
            (
                row.word,
                *(f"{row.counts[label]:,g}" for label in labels),
                *(f"{row.log_probabilities[label]:.4f}" for label in labels),
                f"{row.mutual_information:.5f}",
                *([] if row.learnt is None else [f"{row.learnt:+.4f}"]),
            )
            for row in rows
        ],
    )
