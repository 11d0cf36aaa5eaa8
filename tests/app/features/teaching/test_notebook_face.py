"""`import bayleaf` as a notebook has it: results show themselves, and nothing that a mail says is more than text."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from app import notebook_face as bayleaf
from app.domain.sheet_words import LESSON_WORDS
from app.features.teaching.lesson_pages import (
    LANGUAGES,
    find_lesson,
    make_lesson_notebook,
    make_lesson_page,
)
from app.features.teaching.lessons import LESSON_ORDER, lesson_to_bytes
from app.store.workspace import Session
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.explanation import explain
from nbengine.measure.evaluation import evaluate
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_on_texts
from nbengine.text.token_rules import TokenRules
from tests.app.command_line import RunJson

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)
HOSTILE = [
    "<script>document.title='run'</script>",
    "<img src=x onerror=document.title='run'>",
    "</table></div></details><svg onload=document.title='run'>",
    '"><a href=javascript:alert(1)>click</a>',
    "$\\require{html}\\href{javascript:alert(1)}{x}$",
    "\x1b]0;run\x07\x1b[31mred",
    "\u202etxt.exe\u2066",
    "=cmd|'/C calc'!A0",
    "&lt;script&gt;document.title='run'&lt;/script&gt;",
]


@pytest.fixture(scope="module")
def hostile_model() -> Model:
    """A model whose words and labels are HTML, scripts, orders to a terminal and formulas."""
    recipe = Recipe(rules=TokenRules(pattern=r"(?s).+", lower=False))
    return train_on_texts([*HOSTILE, *HOSTILE], [*HOSTILE, *HOSTILE[::-1]], recipe)


def shown_by(model: Model) -> list[str]:
    """All that a notebook would show of a model."""
    counts = model.count([HOSTILE[0]]).counts
    truth = np.arange(len(HOSTILE))
    results = [
        model,
        model.judge_text(HOSTILE[1]),
        model.judge_texts(HOSTILE),
        explain(model, counts),
        derivation_of(model, counts),
        evaluate(np.log(np.full((len(truth), len(truth)), 1 / len(truth))), truth, HOSTILE),
        bayleaf.explain(model, HOSTILE[0]),
        bayleaf.words(model),
        bayleaf.Table({HOSTILE[0]: [HOSTILE[1]]}),
    ]
    return [result._repr_html_() for result in results]


class Tags(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


OWN_TAGS = {
    *("style", "div", "table", "tr", "th", "td", "b", "bdi", "i", "p", "span", "mark", "details", "summary"),
    *("math", "mrow", "mfrac", "mn", "mo", "mi", "mtext", "msup"),
}


def test_what_a_notebook_shows_has_our_own_tags_and_no_script(hostile_model: Model) -> None:
    for shown in shown_by(hostile_model):
        found = Tags()
        found.feed(shown)
        assert found.tags <= OWN_TAGS
        assert found.attributes <= {"class", "style", "title", "dir", "display"}
        assert not re.search(r"[$\\](?!</span>)", shown)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", shown)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_runs_nothing_of_what_a_mail_says(hostile_model: Model, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    body = "".join(f"<section>{shown}</section>" for shown in shown_by(hostile_model))
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><title>quiet</title>{body}", encoding="utf-8")

    dom = dumped(page, tmp_path)
    page.write_text(f"<!DOCTYPE html><title>quiet</title>{HOSTILE[0]}{HOSTILE[1]}", encoding="utf-8")

    assert "<title>quiet</title>" in dom
    assert "<a " not in dom
    assert "<title>run</title>" in dumped(page, tmp_path), "a browser that runs nothing at all proves nothing"


def dumped(page: Path, folder: Path) -> str:
    """Return a page as a browser has it after its scripts."""
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run(
        [*command, "--dump-dom", page.as_uri()], capture_output=True, check=True, timeout=100, text=True,
        env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip
    return done.stdout


@pytest.fixture
def workspace(tmp_path: Path, five_mails: Path) -> Session:
    """A workspace of the five mails, open."""
    opened = bayleaf.open_workspace(tmp_path / "five.bayleaf", create=True)
    assert bayleaf.add(opened, five_mails / "spam", five_mails / "ham") == 5
    return opened


def test_the_face_does_what_the_command_line_does(workspace: Session, tmp_path: Path) -> None:
    with workspace:
        model = bayleaf.train(workspace, event_model="multinomial", smoothing=1.0)
        why = bayleaf.explain(model, "buy notes monday")
        assert bayleaf.documents(workspace).columns["label"].count("spam") == 2
        assert "".join(text for text, _ in why.pieces) == "buy notes monday"
        assert sum(odds for _, odds in why.pieces if odds is not None) == pytest.approx(
            why.explanation.score - why.explanation.prior
        )
        assert bayleaf.derive(model, "buy notes monday").exact is not None
        assert bayleaf.words(model).columns["word"][0] == "buy"
        assert bayleaf.evaluate(workspace).documents == 5
        assert bayleaf.judge(model, ["lunch", "offer"])[0].label == "ham"
        bayleaf.save(model, tmp_path / "five.model")
        assert bayleaf.load(tmp_path / "five.model").canonical_hash() == model.canonical_hash()
        bayleaf.export(workspace, tmp_path / "five.json", "json")


def test_tables_and_figures_go_on_to_other_libraries(workspace: Session) -> None:
    pandas, matplotlib = pytest.importorskip("pandas"), pytest.importorskip("matplotlib")
    with workspace:
        model = bayleaf.train(workspace, event_model="multinomial", smoothing=1.0)
        assert isinstance(bayleaf.words(model).to_pandas(), pandas.DataFrame)
        assert isinstance(bayleaf.plot(bayleaf.explain(model, "buy notes")), matplotlib.figure.Figure)
        assert isinstance(bayleaf.plot(bayleaf.evaluate(workspace)), matplotlib.figure.Figure)


def test_a_library_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(bayleaf.ForeignFileError, match="not-installed"):
        bayleaf.Table({}).to_pandas()


def test_a_slider_shows_what_another_smoothing_and_another_text_make() -> None:
    pytest.importorskip("anywidget")
    model = train_on_texts(["buy cheap", "notes on monday"], ["spam", "ham"], Recipe(smoothing=1.0))

    widget = bayleaf.slider(model, "buy notes")
    first = widget.html
    widget.alpha, widget.text = 0.01, "buy <script>"

    other = train_on_texts(["buy cheap", "notes on monday"], ["spam", "ham"], Recipe(smoothing=0.01))
    assert widget.html == bayleaf.explain(other, "buy <script>")._repr_html_()
    assert first == bayleaf.explain(model, "buy notes")._repr_html_()
    assert "<script>" not in widget.html


def test_where_weights_are_learnt_there_is_no_slider() -> None:
    model = train_on_texts(["buy cheap", "notes on monday"], ["spam", "ham"], Recipe(event_model="learnt"))
    with pytest.raises(bayleaf.ForeignFileError, match="no-slider"):
        bayleaf.slider(model, "buy")


def run_cells(name: str, language: str) -> list[object]:
    """Run the cells of a lesson's notebook; return what each shows."""
    shown = []
    known: dict[str, object] = {"bayleaf": bayleaf}
    for cell in json.loads(make_lesson_notebook(name, language))["cells"]:
        if cell["cell_type"] == "code":
            tree = ast.parse(cell["source"].replace("import bayleaf\n", ""))
            assert isinstance(tree.body[-1], ast.Expr)
            tree.body[-1] = ast.Assign([ast.Name("shown", ast.Store())], tree.body[-1].value)
            exec(compile(ast.fix_missing_locations(tree), name, "exec"), known)
            shown.append(known["shown"])
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_the_cells_of_every_lesson_run_and_show_something(name: str, language: str) -> None:
    for result in run_cells(name, language):
        assert hasattr(result, "_repr_html_") or isinstance(result, str) or "Question" in repr(result)
        if hasattr(result, "_repr_html_"):
            assert "nbayes" in result._repr_html_()


def test_the_tennis_lesson_has_the_fractions_of_the_book() -> None:
    _, _, derivation, _, question, told = run_cells("tennis", "ru")

    assert sorted(str(label.exact) for label in derivation.labels) == ["1/189", "18/875"]
    assert question.is_right(str(question.answer))
    assert str(question.answer) not in repr(question), "a question that is shown does not give its answer away"
    assert isinstance(told, str)
    assert bayleaf.lesson("tennis", "ru").check(question, str(question.answer)).startswith("Верно")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LESSON_ORDER)
def test_every_lesson_is_a_page_that_needs_nothing(name: str, language: str) -> None:
    lesson = find_lesson(name, language)
    page, hand_out = make_lesson_page(lesson, language), make_lesson_page(lesson, language, has_answers=False)

    for each in (page, hand_out):
        found = Tags()
        found.feed(each)
        assert not found.tags & {"link", "img", "iframe"}
        assert "src" not in found.attributes
    assert "<script" not in hand_out
    assert "<details>" in page
    assert "<details>" not in hand_out


def test_the_words_of_the_working_are_of_the_language() -> None:
    page = make_lesson_page(find_lesson("tennis", "ru"), "ru")

    assert "Логарифм" in page
    assert not set(LESSON_WORDS.values()) & set(re.findall(r">([^<>]+)<", page)), "nothing is left in English"


@pytest.mark.usefixtures("qapp")  # else the command makes an application of its own, with which no window can be shown
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_out_is_printed_with_and_without_answers(tmp_path: Path, language: str, run_json: RunJson) -> None:
    printed, lesson = {}, find_lesson("tennis", language)
    for answers in ("--answers", "--no-answers"):
        run_json("lesson", "tennis", "--language", language, answers, "--to", tmp_path / "out.pdf")
        pages = pypdfium2.PdfDocument(tmp_path / "out.pdf")
        text = "".join(page.get_textpage().get_text_range() for page in pages)
        # Some fonts for Chinese map a glyph to its Kangxi radical (U+2F17) and not to the character (U+5341).
        printed[answers] = unicodedata.normalize("NFKC", text)
        pages.close()

    for text in printed.values():
        assert lesson.title in text
        assert lesson.setup.query[0] in text
    assert "125/611" in printed["--answers"]
    assert not {"125/611", "1/189", "79.5", "79,5"} & set(re.findall(r"[\d./,]+", printed["--no-answers"]))


def test_a_lesson_of_a_stranger_runs_nothing_as_a_notebook_or_a_page(tmp_path: Path) -> None:
    lesson = find_lesson("five-mails", "en")
    evil = replace(lesson, title=HOSTILE[0], source=" ".join(HOSTILE), setup=replace(
        lesson.setup, query=("buy\nimport os; os.abort()\u2028os.abort()",),
        rows=tuple((f"{HOSTILE[1]}{row[0]}", *row[1:]) for row in lesson.setup.rows),
    ))  # fmt: skip
    path = tmp_path / "evil '+os.abort()+'.bayleaf-lesson"
    path.write_bytes(lesson_to_bytes(evil))

    notebook = json.loads(make_lesson_notebook(str(path), "en"))
    found = Tags()
    found.feed(make_lesson_page(find_lesson(str(path), "en"), "en"))
    found.feed("".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown"))

    assert not found.tags & {"img", "svg", "a"}
    assert len(run_cells(str(path), "en")) >= 5


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that the program's wheel is made of, with the engine beside it as its own wheel installs it."""
    tree = tmp_path_factory.mktemp("installed")
    script = (
        "import sys; sys.path.insert(0, 'packaging/backend'); from pathlib import Path;"
        "from bayleaf_build import stage_program; stage_program(Path(sys.argv[1]))"
    )
    root = Path(__file__).parents[4]
    subprocess.run([sys.executable, "-c", script, str(tree)], check=True, cwd=root)
    shutil.copytree(root / "nbengine", tree / "nbengine", ignore=shutil.ignore_patterns("__pycache__"))
    return tree


def test_an_installed_bayleaf_has_the_names_and_imports_nothing_for_them(installed: Path) -> None:
    script = (
        "import sys, bayleaf; assert 'numpy' not in sys.modules; print(sorted(bayleaf.__all__));"
        "print(bayleaf.lesson('fever').verdict)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=100,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip

    assert str(sorted(bayleaf.__all__)) in done.stdout, done.stderr
    assert "(" in done.stdout.splitlines()[1]


def run_in_jupyter(cells: list[Any], installed: Path, folder: Path) -> Any:
    """Run cells in a kernel of their own, in which the program is installed."""
    client, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook(cells=cells)
    path = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "IPYTHONDIR": str(folder), "PYTHONWARNINGS": "ignore"}
    client.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(folder)}}).execute(env=environment)
    return notebook


@pytest.mark.parametrize("name", LESSON_ORDER)
def test_notebooks_run_in_jupyter_in_three_languages(name: str, installed: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    cells = []
    for language in LANGUAGES:
        notebook = nbformat.from_dict(json.loads(make_lesson_notebook(name, language)))
        nbformat.validate(notebook)
        cells += [nbformat.v4.new_code_cell("%reset -f"), *notebook.cells]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"

    ran = run_in_jupyter(cells, installed, tmp_path)

    shown = [output for cell in ran.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output.output_type == "error"]
    assert sum("text/html" in output.get("data", {}) for output in shown) >= 3 * len(LANGUAGES)


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_runs_nothing_of_a_notebook_about_a_hostile_mail(installed: Path, tmp_path: Path) -> None:
    """The notebook is run by Jupyter, made a page by nbconvert as it is, and opened; the mail's words stay words."""
    nbformat, nbconvert = pytest.importorskip("nbformat"), pytest.importorskip("nbconvert")
    mails = [*HOSTILE, *HOSTILE]
    cells = [
        f"import bayleaf\nfrom nbengine import Recipe, TokenRules, train_on_texts\nmails = {mails!r}",
        "rules = TokenRules(pattern=r'(?s).+', lower=False)\n"
        "model = train_on_texts(mails, [*mails[:9], *mails[8::-1]], Recipe(rules=rules))\nmodel",
        *("bayleaf.explain(model, mails[0])", "bayleaf.derive(model, mails[1])", "bayleaf.judge(model, mails)"),
        "bayleaf.words(model)",
    ]
    notebook = run_in_jupyter([nbformat.v4.new_code_cell(cell) for cell in cells], installed, tmp_path)
    notebook.cells = notebook.cells[1:]  # the first has the mails as the person's own source
    page, _ = nbconvert.HTMLExporter(exclude_input=True, mathjax_url="").from_notebook_node(notebook)
    (tmp_path / "page.html").write_text(page.replace("<title>", "<title>quiet ", 1), encoding="utf-8")

    dom = dumped(tmp_path / "page.html", tmp_path)

    assert "<title>quiet" in dom
    assert "onerror" in dom, "the words are there to be read"
    assert not re.search(r"<(img|svg|a)\b[^>]*(src=.?x|onload|onerror|javascript:)", dom)
