"""*Why* shows all words of a verdict, in groups whose sums are the engine's score, and HTML code by its name."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentVerdict, DroppedItem
from app.features.classify.explanations import ExplainedVerdict, to_explained_verdict
from app.features.explain.use_cases import explain_documents
from app.features.explain.view_model import to_html_parts
from app.features.explain.why_panel import DIALOG_WIDTH
from app.features.explain.working_sheet import Grid, SheetHeading, sheet_blocks
from app.features.train.training import TrainingOrder, train
from app.kit.coloured_text import ColouredText
from app.kit.evidence_names import HEADER_LETTERS, display_name, evidence_tip, zone_name
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.table_view import SheetView
from app.library.classifying import load_classifier
from app.library.explanations import VerdictExplanation, explain_verdict, find_html_code_words
from app.library.recipes import RecipeRequest
from app.readers.documents.text import text_hash
from app.readers.mail.evidence import ORDERED_HEADERS
from app.store.workspace import Workspace
from nbengine.text.token_rules import TokenRules

RECIPES = {
    "filter": RecipeRequest(event_model="filter"),
    "learnt": RecipeRequest(event_model="learnt"),
    "multinomial": RecipeRequest(event_model="multinomial", smoothing="1"),
    "bernoulli": RecipeRequest(event_model="bernoulli", smoothing="1"),
}
CODE = (
    'cheap<br><br>\n<font face="helvetica" color="#000066">mortgage</font>&nbsp;&nbsp;offer today, '
    "cheap mortgage for all of you"
)


def mail(number: int, label: str) -> Document:
    """A mail of some words, with a subject, a sender and signs."""
    words = "cheap mortgage offer prize today" if label == "spam" else "agenda meeting minutes draft monday"
    text = f"{words} number{number % 3} for all of you {CODE if label == 'spam' and number % 2 else ''}"
    fields = {
        "subject": words.split()[number % 5],
        "from": "bob" if label == "spam" else "ann",
        "mark": "zone:-1900 order:dm money" if label == "spam" else "zone:+0100 order:fd",
    }
    return Document(
        text=text, path="", title=f"{label} {number}", label=label, kind="mail",
        content_hash=text_hash(text + str(number)), fields=fields, date_s=1_600_000_000 + number,
    )  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("why") / "mail.bayleaf"
    with Workspace(path, create=True) as opened:
        opened.corpora.add("Mail", "mail")
        opened.editing.add("Mail", [mail(number, label) for number in range(30) for label in ("spam", "ham")])
    for name, request in RECIPES.items():
        train(path, TrainingOrder(request, "Mail", name), NoOpJobContext())
    return path


def reasons_of(workspace: Path, model: str) -> VerdictExplanation:
    document = mail(101, "spam")
    item = DroppedItem(1, DocumentVerdict("", title="new"), document)
    return explain_verdict(load_classifier(workspace, model), item, document)


def why(workspace: Path, model: str) -> ExplainedVerdict:
    return to_explained_verdict(reasons_of(workspace, model), {"ham": 0, "spam": 1})


@pytest.mark.parametrize("model", list(RECIPES))
def test_the_groups_and_all_their_words_add_up_to_the_score_of_the_engine(workspace: Path, model: str) -> None:
    reasons, score = reasons_of(workspace, model), why(workspace, model).score
    [derived] = explain_documents(workspace, model, [mail(101, "spam")])
    names = {term.word for term in reasons.verdict.terms}

    assert reasons.verdict.rest == 0
    assert score.prior is not None
    assert math.fsum([score.prior.value, *(term.value for term in score.terms)]) == pytest.approx(
        score.total, rel=1e-12
    )
    assert score.total == reasons.verdict.odds == derived.verdict.odds
    for group in score.terms:
        assert group.value == pytest.approx(math.fsum(part.value for part in group.group_words or (group,)), rel=1e-12)
    assert len(score.words) == len(names) == reasons.n_terms
    if model != "filter":  # the engine's derivation knows nothing of groups
        by_label = {label.label: label.score for label in derived.derivation.labels}
        assert by_label["spam"] - by_label["ham"] == pytest.approx(score.total, rel=1e-9)


def test_a_filter_lists_each_kind_of_evidence_and_no_rest(workspace: Path) -> None:
    score = why(workspace, "filter").score

    assert {"text", "markup", "subject", "addresses", "headers"} <= {term.key for term in score.terms}
    assert not any("more" in term.name for term in score.terms)
    strengths = [abs(term.value) for term in score.terms]
    assert strengths == sorted(strengths, reverse=True)


def test_html_code_in_plain_text_is_called_so(workspace: Path) -> None:
    score = why(workspace, "filter").score
    [code] = [term for term in score.terms if term.key == "markup"]

    assert code.name.startswith("HTML code in plain text (")
    assert {"br", "font", "nbsp", "helvetica"} <= {part.name.split(" × ")[0] for part in code.group_words}
    assert "mortgage" not in {part.name for part in code.group_words}


class Code(HTMLParser):
    """Collects the words outside tags, as Python's own parser sees them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.outside: set[str] = set()

    def handle_data(self, data: str) -> None:
        self.outside.update(re.findall(r"\w+", data.lower()))


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        "<!-- secret note --> Hello <b>world</b> &#8217; &copy; R&D and AT&T",
        '<a href="http://x.example/br">br is a river</a>',
        "no code at all",
    ],
)
def test_code_is_what_the_parser_of_python_calls_code(text: str) -> None:
    parser = Code()
    parser.feed(text)
    words = set(re.findall(r"\w+", text.lower()))
    found = find_html_code_words(text, TokenRules())

    assert found & parser.outside == set()
    long_enough = {word for word in words - parser.outside if len(word) > 1}
    assert {word for word in found if len(word) > 1} == long_enough


def test_addresses_in_angle_brackets_are_text() -> None:
    assert (
        find_html_code_words("Ann <ann@example.org> and <b@example.org>, 3 < 4 and 5 > 2", TokenRules()) == frozenset()
    )


def test_the_full_calculation_has_the_groups_and_the_names_of_the_list(workspace: Path) -> None:
    score = why(workspace, "filter").score
    [derived] = explain_documents(workspace, "filter", [mail(101, "spam")])
    blocks = sheet_blocks(derived, None, name_token=display_name)
    groups, words, *_ = [block for block in blocks if isinstance(block, Grid)]

    assert isinstance(blocks[0], SheetHeading)
    listed = {term.name.rpartition(" (")[0]: term.value for term in score.terms}
    in_sheet = {row[0]: float(row[2].replace("−", "-")) for row in groups.rows[1:-1]}
    assert in_sheet == {name: pytest.approx(value, abs=1e-6) for name, value in listed.items()}
    assert {row[0] for row in words.rows[1:-1]} == {part.name.split(" × ")[0] for part in score.words}


def test_the_widest_table_of_the_calculation_fits_its_window(qtbot: QtBot, theme: Theme, workspace: Path) -> None:
    [derived] = explain_documents(workspace, "filter", [mail(101, "spam")])
    widest = max(
        (block for block in sheet_blocks(derived, None, name_token=display_name) if isinstance(block, Grid)),
        key=lambda grid: len(grid.head),
    )
    view = SheetView()
    qtbot.addWidget(view)
    view.resize(px(DIALOG_WIDTH - 36), px(500))
    with qtbot.waitExposed(view):
        view.show()

    view.show_parts(to_html_parts([widest]))
    qtbot.waitUntil(lambda: not view.is_writing)

    assert len(widest.head) == 9
    assert view.horizontalScrollBar().maximum() == 0


def test_the_tooltip_of_a_word_says_what_the_list_says_and_names_the_other_places(
    qtbot: QtBot, theme: Theme, workspace: Path
) -> None:
    explanation = why(workspace, "filter")
    text = ColouredText()
    qtbot.addWidget(text)
    text.show_text(explanation.text, explanation.tints)
    tint = next(each for each in explanation.tints if explanation.text[each.start :].startswith("mortgage"))
    listed = {part.name.split(" × ")[0]: part.value for part in explanation.score.words}

    lines = text._tip_for(tint).splitlines()

    assert lines[0] == f"mortgage  {listed['mortgage']:+.2f}".replace("-", "−")
    assert tint.in_other_fields == tuple(
        (term.word, term.term) for term in explanation.verdict.terms if term.word.endswith(":mortgage")
    )
    if tint.in_other_fields:
        assert lines[-1].startswith("This word also counts separately in other parts of the document: ")


def test_the_letters_of_a_header_order_are_the_readers_own() -> None:
    assert {letter: name.lower().encode() for letter, name in HEADER_LETTERS.items()} == {
        letter: header for header, letter in ORDERED_HEADERS.items()
    }


def test_signs_have_plain_names_and_what_they_do_not_say_is_in_the_tooltip() -> None:
    assert display_name("mark:order:dm") == "order of the headers: Date → MIME-Version"
    assert evidence_tip("mark:order:dm").startswith("Every mail program")
    assert display_name("mark:id-elsewhere") == "Message-ID has another domain than the sender"
    assert display_name("pair:from:example com") == "sender: the words “example com” next to each other"
    assert display_name("pair:subject:free offer") == "the words “free offer” next to each other (in the subject)"
    assert display_name("reply-to:co") == "Reply-To address: co"
    assert zone_name("-1900") == "time zone that does not exist (−19:00)"
    assert zone_name("+1400") == "time zone +14:00"
    assert zone_name("odd") == "time zone odd"
    assert evidence_tip("mortgage") == ""
