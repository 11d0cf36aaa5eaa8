"""Models of learnt factors for other programs: what a form cannot hold is refused, and the card says how they learn."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.errors import ForeignFileError
from app.features.exchange.exports import export_as
from tests.app.features.train.test_learnt_factors import a_corpus, trained
from tests.app.features.train.test_learnt_tables import a_table, rows
from tests.app.features.train.test_learnt_tables import trained as trained_on_rows


def test_the_card_of_a_model_says_how_it_learns_without_its_documents(tmp_path: Path) -> None:
    workspace = a_corpus(tmp_path)
    trained(workspace, event_model="learnt", smoothing="0.1", tokens="plain")

    card = export_as(workspace, "topics", "bayleaf", tmp_path / "topics.model").card.read_text(encoding="utf-8")

    assert "each lesson moves its factors by a step, for a new fit takes the documents" in card


def test_other_programs_are_not_given_cells_for_words(tmp_path: Path) -> None:
    workspace = a_table(tmp_path, rows(60))
    trained_on_rows(workspace, event_model="learnt")

    with pytest.raises(ForeignFileError) as error:
        export_as(workspace, "rows", "json", tmp_path / "rows.json")

    assert error.value.reason == "table-cells"
