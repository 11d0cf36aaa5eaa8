"""Windows with made-up data, as the pictures show them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QWidget

from app.domain.documents import Document
from app.domain.results import (
    DocumentRow,
    DocumentVerdict,
    DroppedItem,
    OpenDocument,
    Overview,
    RowVerdict,
    SmoothingCurve,
    WordProbabilitySteps,
)
from app.domain.results import WordTerm as VerdictTerm
from app.features.classify.page import ClassifyPage
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.page import DocumentsPage
from app.features.documents.view_model import DocumentsViewModel
from app.features.evaluate import view_model as ev
from app.features.evaluate.page import EvaluationPage
from app.features.evaluate.view_model import EvaluationViewModel
from app.features.train.page import TrainingPage
from app.features.train.view_model import TrainingViewModel
from app.features.train.workbench import Mistake
from app.features.words.page import WordsPage
from app.features.words.view_model import WordsViewModel
from app.kit.frame import (
    CorpusChoice,
    FrameCommands,
    FrameState,
    FrameViewModel,
    PageCommands,
)
from app.kit.jobs import JobRunner, Progress
from app.kit.painted_values import (
    Axis,
    Label,
    PlotContent,
    PlotLine,
    PlotMark,
    Tint,
    WordProbabilities,
    WordProbability,
)
from app.library.explanations import VerdictExplanation
from app.shell.main_window import MainWindow
from tests.app.in_the_window import word_table
from tests.app.kit.kit_sheet import nothing
from tests.app.shell.made_up_mail import LETTER, SUBJECTS
from tests.inline_runner import InlineRunner
from tests.judged_recipes import a_judged_recipe

PAGES = ("empty", "documents", "train", "words", "classify", "evaluate", "drop")
HAM, SPAM = Label("ham", 0, 4149), Label("spam", 1, 1897)
LABELS = (HAM, SPAM)


def made_up_window(page: str) -> QWidget:
    """Return the window with one of its pages."""
    name = "classify" if page == "drop" else page
    number = {"empty": 0, "documents": 0, "train": 1, "words": 2, "classify": 3, "evaluate": 4}[name]
    makers: dict[str, Callable[[], QWidget]] = {
        "empty": empty_page, "documents": documents_page, "train": training_page,
        "words": words_page, "classify": classify_page, "evaluate": evaluation_page,
    }  # fmt: skip
    state = FrameState(
        Path("home.bayleaf"), corpora=(CorpusChoice("Mail", 6046),), corpus="Mail", model="Mail filter", page=number
    )
    if page == "empty":
        state = FrameState(Path("home.bayleaf"), is_new=True)
    window = MadeUpWindow(FrameViewModel(commands(), state), JobRunner(), [makers[name]] * 5)
    window.shown_page = page
    return window


class MadeUpWindow(MainWindow):
    """The real window, posed as in its picture."""

    shown_page = ""

    def pose(self) -> None:
        """Do what the picture shows the person doing."""
        page = self.page(self._frame.state.page)
        first = page.property("first_focus")
        if isinstance(first, QWidget):
            first.setFocus()
        lasts = {
            "train": "worked out in 38 ms",
            "words": "20,000 words sorted in 19 ms",
            "evaluate": "leave-one-out in 0.4 s",
        }
        if self.shown_page in lasts:
            self.jobs.show_answer_time(lasts[self.shown_page])
        if self.shown_page == "documents":
            assert isinstance(page, DocumentsPage)
            page._view.choose_row(4)
            page._view.hovered_row = 7
            self.jobs.show_job("Importing inbox.mbox", Progress(81_340, 198_390, "", 8.3), "documents")
        if self.shown_page == "train":
            assert isinstance(page, TrainingPage)
            page._view.hovered_row = 2
        if self.shown_page in ("classify", "drop"):
            self.jobs.show_note("Learnt “Confirm your e-mail address” as ham · 2 verdicts changed", "Undo", nothing)
            self.jobs.show_answer_time("15 classified in 41 ms")
        if self.shown_page == "drop":
            self._overlay.show_offer(
                "Drop to classify with Mail filter", "3 files", "Hold %1 to add them to Mail instead"
            )


def commands() -> FrameCommands:
    """Return commands that all lead nowhere."""
    return FrameCommands(
        open_workspace=nothing, import_documents=nothing, undo=nothing, train=nothing, find_recipe=nothing,
        rename_corpus=nothing,
        open_settings=nothing, show_help=nothing, classify=lambda _dropped: None, add=lambda _dropped: None,
    )  # fmt: skip


# Documents --------------------------------------------------------------------------------------


def rows() -> list[DocumentRow]:
    """Return the rows of the picture."""
    made = []
    day = datetime.now().astimezone()
    for number, line in enumerate(SUBJECTS.split("\n")):
        label, title, sender, clock, share_text = line.split("|")
        hour, minute = (int(part) for part in clock.split(":"))
        date_s = int(day.replace(hour=hour, minute=minute, second=0).timestamp())
        share = float(share_text)
        judged = "spam" if share > 0.5 else "ham"
        verdict = RowVerdict(share, judged, is_surprising=judged != label)
        made.append(DocumentRow(number, title, sender, date_s, label, verdict))
    return made


def documents_page() -> QWidget:
    model = DocumentsViewModel(JobRunner())
    overview = Overview(
        "Mail",
        6046,
        LABELS,
        n_judged_otherwise=84,
        n_duplicates=31,
        n_copies=31,
        n_label_conflicts=2,
        n_unreadable=5,
        sources=(("easy-ham.mbox", 3402), ("spam-2003", 1897), ("Archive.zip", 747)),
        positive="spam",
    )
    page = DocumentsPage(
        model, PageCommands(None, nothing, try_sample=nothing, n_sample_documents=600, explain=lambda _number: None)
    )
    ids = np.arange(6046, dtype=np.int64)
    letter_s = int(datetime(2003, 11, 20, 12, 31).astimezone().timestamp())
    letter = OpenDocument(
        4,
        "Order 40-1187 has been dispatched",
        LETTER,
        "Kestrel Books",
        letter_s,
        "easy-ham.mbox · 2,118",
        HAM.name,
        SPAM.name,
        0.731,
    )
    model._change(overview=overview, ids=ids, is_empty=False, chosen_number=4, document=letter)
    real = rows()
    model.rows_arrived.emit(0, (real * 12)[:200], ids[:200])
    return page


def empty_page() -> QWidget:
    model = DocumentsViewModel(JobRunner())
    return DocumentsPage(model, PageCommands(None, nothing, try_sample=nothing, n_sample_documents=600))


# Train ------------------------------------------------------------------------------------------

WRONG = """Order 40-1187 has been dispatched|ham|.998
Re: your enquiry of the 4th|spam|.003
Special issue: subscribe before May|ham|.993
Hi|spam|.009
Free seats for Saturday’s concert|ham|.982
Notes you asked for|spam|.023
Spam conference: slides are up|ham|.964
Question about your page|spam|.040
Renewal notice for your library card|ham|.941
Following up on our talk|spam|.069
Win a year of coffee: members’ draw|ham|.913
Statement of account|spam|.11
Open letter to our readers|ham|.88"""


def training_page() -> QWidget:
    model = TrainingViewModel(InlineRunner())
    page = TrainingPage(model)
    wrong = tuple(
        Mistake(n, title, label, "ham" if label == "spam" else "spam", float(share))
        for n, (title, label, share) in enumerate(line.split("|") for line in WRONG.split("\n"))
    )
    result = a_judged_recipe(confusion=((4131, 18), (66, 1831)), wrong=wrong, n_wrong=84)
    alphas = (0.0, *np.logspace(-3, 1, 41).tolist())
    accuracies = (0.95, *(0.986 - _drop(math.log10(a)) for a in alphas[1:]))
    model._change(
        corpus="Mail",
        n_documents=6046,
        labels=LABELS,
        result=result,
        curve=SmoothingCurve(alphas, accuracies, 0.1),
    )
    return page


def _drop(log_alpha: float) -> float:
    away = log_alpha + 1
    return 0.0065 * away**2 if away > 0 else 0.0018 * away**2


# Words ------------------------------------------------------------------------------------------

WORDS = """click 388 3120
subject:re 9120 211
linux 6103 22
wrote 4980 61
free 612 2417
url 4120 37
money 287 1698
remove 241 1466
offer 190 1377
unsubscribe 702 1893
spamassassin 2210 14
mortgage 2 614
million 160 904
guaranteed 22 640
investment 60 701
opt 24 611
credit 196 904
sourceforge 1811 13
debt 13 522
customer 301 802
rpm 1900 0
gnome 1200 0
kernel 2900 4
perl 1500 5
python 1300 9
diff 900 6
patch 1800 14
viagra 0 900
subject:adv 0 560
herbal 1 900
pharmacy 2 600
prescription 9 520
cruise 9 300
congratulations 20 360"""


def words_page() -> QWidget:
    model = WordsViewModel(InlineRunner())
    page = WordsPage(model)
    lines = [line.split() for line in WORDS.split("\n")]
    counts = np.array([[float(line[1]) for line in lines], [float(line[2]) for line in lines]])
    totals = np.array([[1348902.0], [612480.0]])
    logs = np.log((counts + 0.1) / (totals + 2000.1))
    table = word_table([line[0] for line in lines], counts, logs, LABELS)
    model._change(model="Mail filter", event_model="multinomial", smoothing=0.1)
    model.show_table(table)
    model.choose_word(11)
    pairs = ((SPAM, 1, 614.0, 612480.0), (HAM, 0, 2.0, 1348902.0))
    fractions = tuple(
        WordProbability(
            WordProbabilitySteps(
                label.name, count, 0.1, total, 2000.1, (count + 0.1) / (total + 2000.1), float(logs[row, 11])
            ),
            label.colour,
        )
        for label, row, count, total in pairs
    )
    model._change(working=WordProbabilities(fractions, float(logs[1, 11] - logs[0, 11]), 388))
    return page


# Classify ---------------------------------------------------------------------------------------

VERDICTS = """spam|.987|Your account has been selected for a free cruise
ham|.994|Re: agenda for Thursday’s call
ham|.981|Quarterly report, second draft
spam|.996|Rates have never been this low
spam|.642|Your parcel could not be delivered|?
ham|.588|Newsletter: autumn reading list|?
ham|.999|Re: [dev] segfault in the parser
spam|.998|You have been approved
ham|.871|Invoice 2218 from Alder & Finch
spam|.999|Double your income from home
ham|.992|Fwd: recipe for plum cake
spam|.713|Confirm your e-mail address|?
ham|.997|Re: room for the reading group
spam|.9994|Watches at a tenth of the price
ham|.996|Rota for next week"""

PITCH = """Congratulations! You have been selected from a small group of customers to receive a free seven-night \
cruise. No purchase is required. Click the link below to claim your offer before Friday, and enter your account \
number so that we can credit the reward to you at once.

This offer is limited and your reply is confidential. A colleague on the project list wrote that you might like it, \
and attached the schedule. To be removed, click here."""

STRENGTHS = {
    "Congratulations": 3.57,
    "selected": 1.2,
    "customers": 1.1,
    "receive": 0.9,
    "free": 2.16,
    "seven": None,
    "night": None,
    "cruise": 4.13,
    "purchase": 1.3,
    "Click": 2.87,
    "claim": 1.3,
    "offer": 2.77,
    "Friday": -1.5,
    "account": 1.1,
    "credit": 2.32,
    "reward": 1.9,
    "limited": 1.2,
    "confidential": 1.6,
    "colleague": -1.4,
    "project": -2.11,
    "wrote": -3.61,
    "attached": -1.2,
    "schedule": -1.5,
    "removed": 1.1,
    "click": 2.87,
}
TERMS = (
    ("click", 2, 5.74), ("offer", 2, 5.54), ("cruise", 1, 4.13), ("wrote", 1, -3.61), ("congratulations", 1, 3.57),
    ("subject:free", 1, 2.67), ("credit", 1, 2.32), ("free", 1, 2.16), ("project", 1, -2.11),
)  # fmt: skip


def dropped_items() -> tuple[DroppedItem, ...]:
    """Return the items of the picture."""
    lines = [line.split("|") for line in VERDICTS.split("\n")]
    when = int(datetime.now().astimezone().replace(hour=13, minute=47).timestamp())
    pitch = Document(text=PITCH, path="", sender="Sunny Award Desk <desk@sunny-award.example>", date_s=when)
    return tuple(
        DroppedItem(n, DocumentVerdict("", label=line[0], probability=float(line[1]), is_unsure=len(line) > 3), pitch,
                    title=line[2])
        for n, line in enumerate(lines)
    )  # fmt: skip


def tints() -> tuple[Tint, ...]:
    """Return the tinted words of the pitch, in the order of the text."""
    made, at = [], 0
    for piece in PITCH.replace("-", " ").replace("\n", " ").split(" "):
        word = piece.strip("!.,")
        if word in STRENGTHS:
            made.append(Tint(at, len(word), STRENGTHS[word]))
        at += len(piece) + 1
    return tuple(made)


def classify_page() -> QWidget:
    model = ClassifyViewModel(JobRunner())
    page = ClassifyPage(model, PageCommands(open_files=nothing, file_away=nothing))
    items = dropped_items()
    verdict = replace(
        items[0].verdict,
        raw={"ham": 0.1, "spam": 0.9},
        against="ham",
        prior_term=-0.78,
        terms=tuple(VerdictTerm(word, count, term) for word, count, term in TERMS),
        rest=8.22,
        odds=27.85,
    )
    reasons = VerdictExplanation(items[0], verdict, PITCH, tints(), 35, (), None)
    model._change(model="Mail filter", labels=LABELS, items=items, chosen=0, reasons=reasons)
    page._view.hovered_row = 3
    return page


# Evaluate ---------------------------------------------------------------------------------------


def evaluation_page() -> QWidget:
    model = EvaluationViewModel(InlineRunner())
    page = EvaluationPage(model)
    lost = np.logspace(-4.1, 0, 300)
    xs = np.log10(lost)
    lines = tuple(
        PlotLine(name, lost, 1 / (1 + np.exp(-(slope * (xs + 2.366) + start))), style)
        for name, slope, start, style in (
            ("Mail filter", 1.55, 3.32, 0),
            ("Bernoulli", 1.32, 2.1, 1),
            ("Complement", 1.5, 2.82, 2),
        )
    )
    x = Axis("Share of ham lost", 0.000083, 1.08, (0.0001, 0.001, 0.01, 0.1, 1.0), is_log=True)
    y = Axis("Share of spam caught", 0.70, 1.0, (0.7, 0.8, 0.9, 1.0), (0.75, 0.85, 0.95))
    mark = PlotMark(0.0043, 0.965, "catches *96.5\u202f%* of spam", "at 18 good mails lost of 4,149")
    result = ev.EvaluationResult({ev.View.ROC: PlotContent(lines, x, y, mark)})
    models = (
        ev.ModelFigures("Mail filter", 0.9861, 0.0043, 0.0348, 0.9776, 0.00119, 0.051, 0.0061),
        ev.ModelFigures("Bernoulli, α 1.0", 0.9603, 0.0147, 0.0944, 0.9347, 0.00874, 0.134, 0.0212),
        ev.ModelFigures("Complement", 0.9818, 0.0063, 0.0443, 0.9705, 0.00203, 0.069, 0.0094),
        ev.ModelFigures("March, before the clean-up", 0.9742, 0.0089, 0.0627, 0.9581, 0.00412, 0.093, 0.0137),
    )
    ticked = ("Mail filter", "Bernoulli, α 1.0", "Complement")
    model._change(
        corpus="Mail", n_documents=6046, models=models, ticked=ticked, positive="spam", negative="ham", result=result
    )
    return page
