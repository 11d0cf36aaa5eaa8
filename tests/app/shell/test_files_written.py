"""No page writes over a workspace, however its name comes to be chosen, and the sentence says why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.domain.errors import SourceError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.view_model import EvaluationQuestions, Yardstick
from app.kit.look.theme import Theme
from app.kit.painted_values import Axis, PlotContent, PlotLine
from app.kit.plots.line_plot import LinePlot, save_plot
from app.kit.table_view import SheetView
from app.library.browsing import Browser
from app.store.workspace import Workspace

AXIS = Axis("share", ticks=(0.0, 1.0))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mine.bayleaf"
    Workspace(path, create=True).close()
    return path


def export_unread(workspace: Path) -> None:
    Browser(workspace).export_unreadable_files("Mail", workspace, NoOpJobContext())


def export_report(workspace: Path) -> None:
    EvaluationQuestions(workspace).export_report("Mail", (), Yardstick(), workspace, NoOpJobContext())


@pytest.mark.parametrize("export", [export_unread, export_report])
def test_an_export_never_takes_the_place_of_the_open_workspace(workspace: Path, export: Callable[[Path], None]) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.add("Mail")

    with pytest.raises(SourceError, match="is-workspace"):
        export(workspace)

    with Workspace(workspace, read_only=True) as opened:
        assert [corpus.name for corpus in opened.corpora.all()] == ["Mail"]


def test_the_list_of_unread_files_is_written_where_it_was_asked_for(workspace: Path, tmp_path: Path) -> None:
    target = tmp_path / "unread.csv"

    Browser(workspace).export_unreadable_files("Mail", target, NoOpJobContext())

    assert target.read_bytes() == b"file,reason\r\n"


@pytest.mark.parametrize("ending", ["csv", "png", "svg", "pdf"])
def test_a_plot_never_takes_the_place_of_a_workspace(
    qtbot: QtBot, theme: Theme, workspace: Path, tmp_path: Path, ending: str
) -> None:
    disguised = workspace.rename(tmp_path / f"mine.{ending}")
    before = disguised.read_bytes()
    plot = LinePlot()
    qtbot.addWidget(plot)
    plot.show_picture(PlotContent((PlotLine("=1+1", np.array([0.0, 1.0]), np.array([0.5, 1.0])),), AXIS, AXIS))

    assert "workspace" in save_plot(plot, disguised)
    assert disguised.read_bytes() == before


def test_the_points_of_a_plot_are_a_table_that_no_spreadsheet_runs(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    plot = LinePlot()
    qtbot.addWidget(plot)
    plot.show_picture(PlotContent((PlotLine('=1+1,"x"', np.array([0.0]), np.array([0.5])),), AXIS, AXIS))

    assert save_plot(plot, tmp_path / "points.csv") == ""
    assert (tmp_path / "points.csv").read_text().splitlines() == ["line,share,share", '"\'=1+1,""x""",0.0,0.5']


def test_a_sheet_never_takes_the_place_of_a_workspace(qtbot: QtBot, theme: Theme, workspace: Path) -> None:
    sheet, before = SheetView(), workspace.read_bytes()
    qtbot.addWidget(sheet)
    sheet.show_html("<p>1 / 2</p>")

    with pytest.raises(SourceError, match="is-workspace"):
        sheet.save_pdf(workspace)

    assert workspace.read_bytes() == before
