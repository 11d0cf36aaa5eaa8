"""Explanations of a verdict with the names and colours that the window shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QObject

from app.domain.confidence import Confidence, ConfidenceLevel, confidence_of, confidence_of_probability
from app.domain.evidence import EvidenceGroup, group_terms
from app.domain.results import DocumentVerdict, WordTerm
from app.features.classify.view_model import ClassifyState
from app.features.documents.paper_view_model import PagePictureViewModel
from app.features.explain.use_cases import calibration_step
from app.kit import wording
from app.kit.evidence_names import display_name, evidence_group_name, evidence_group_tip, evidence_tip
from app.kit.painted_values import NO_COLOUR, Addend, Label, Score, Tint, confidence_word
from app.library.explanations import VerdictExplanation as VerdictExplanation

MAX_FLIPPING_WORDS = 6
"""Maximum number of words that the *What if* sentence names; the rest is shown as “…”."""


@dataclass(frozen=True, slots=True)
class ExplainedVerdict:
    """A document's text, and the reasons for the verdict on it."""

    verdict: DocumentVerdict
    """Verdict on the displayed text, which may have been edited."""
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    n_words: int = 0
    """Number of words in the text."""
    n_unknown: int = 0
    """Number of words in the text that the model does not know."""
    tints: tuple[Tint, ...] = ()
    score: Score = field(default_factory=Score)
    against: Label | None = None
    """The label with which the word scores compare, usually the second most probable one; None if there is none."""
    towards: Label | None = None
    """Label that positive word scores support: the verdict's label; None if the model is undecided."""
    is_row: bool = False
    """True for a row of a table, shown column by column; its text cannot be edited."""
    confidence: Confidence = field(default_factory=lambda: Confidence(ConfidenceLevel.UNSURE))
    probability: float | None = None
    """Probability of the assigned label, as lists show it."""
    shown_label: Label | None = None
    """Label to show as the verdict: that of the stored verdict if there is one, else that of `verdict`."""
    is_verdict_at_arrival: bool = False
    """True if the verdict was stored when the document arrived.

    False if it was computed later by leave-one-out, that is by a model of all other documents.
    """
    calibration: str = ""
    """Sentence about how the score becomes the probability; empty if the verdict was stored when the document
    arrived.
    """
    flip_sentence: str = ""
    """Sentence with the smallest set of words whose removal changes the verdict; empty if there is no such set."""


def to_explained_verdict(reasons: VerdictExplanation, colours: Mapping[str, int]) -> ExplainedVerdict:
    """Return the reasons as the window shows them. A stored document shows its stored verdict."""
    verdict, document, kept = reasons.verdict, reasons.item.document, reasons.stored_verdict
    towards = None if verdict.label is None else Label(verdict.label, colours.get(verdict.label, 0))
    against = None if verdict.against is None else Label(verdict.against, colours.get(verdict.against, 1))
    return ExplainedVerdict(
        verdict=verdict,
        title=verdict.title or reasons.item.title,
        text=reasons.text or "\n".join(f"{name}: {value or '–'}" for name, value in reasons.table_cells),
        is_row=bool(reasons.table_cells) and not reasons.text,
        sender=document.sender if document is not None else "",
        date_s=document.date_s if document is not None else None,
        n_words=len(reasons.coloured_words),
        n_unknown=sum(word.log_odds is None for word in reasons.coloured_words),
        tints=reasons.coloured_words,
        score=make_waterfall_score(reasons, towards, against),
        against=against,
        towards=towards,
        calibration="" if kept is not None and kept.is_before_learning else calibration_sentence(verdict),
        flip_sentence=Flips().sentence(reasons),
        confidence=confidence_of(verdict)
        if kept is None
        else confidence_of_probability(kept.probability, len(verdict.raw)),
        probability=verdict.probability if kept is None else kept.probability,
        shown_label=towards if kept is None else Label(kept.label, colours.get(kept.label, NO_COLOUR)),
        is_verdict_at_arrival=kept is not None and kept.is_before_learning,
    )


class Flips(QObject):
    """Makes the sentence of the tab *What if*. It is a QObject only because the translation catalogs know its name."""

    def sentence(self, reasons: VerdictExplanation) -> str:
        """Return a sentence with the smallest set of words whose removal changes the verdict; "" if there is no such
        set.
        """
        words = reasons.flipping_words
        if not words or reasons.flipped_label is None:
            return ""
        told = [word if reasons.table_cells else display_name(word) for word in words[:MAX_FLIPPING_WORDS]]
        named = ", ".join(told) + (", …" if len(words) > MAX_FLIPPING_WORDS else "")
        template = self.tr("The verdict would be %1 without %n word(s): %2", "", len(words))
        return wording.fill_placeholders(template, reasons.flipped_label, named)


def calibration_sentence(verdict: DocumentVerdict) -> str:
    """Return a sentence about how the score of a verdict becomes the probability that is shown."""
    step = calibration_step(verdict)
    if step is None:
        return ""
    cause = step.cause
    score, before, after = (
        wording.format_decimal(step.lowered_score, 2, signed=True),
        wording.format_probability(step.before),
        wording.format_probability(step.after),
    )
    if before == after and cause != "new-words":
        cause = "none"
    translate = QCoreApplication.translate
    if cause == "unsure":
        template = translate(
            "ClassifyConnection",
            "A score of %1 corresponds to a probability of %2. For an unsure verdict, at most %3 is shown.",
        )
    elif cause == "new-words":
        template = translate(
            "ClassifyConnection",
            "Many words are new to the model. They lower the score to %1, which corresponds to a probability of %3.",
        )
    elif cause == "wrong-labels":
        template = translate(
            "ClassifyConnection",
            "A score of %1 corresponds to a probability of %2. Because some labels may be wrong, %3 is shown.",
        )
    elif not step.is_by_pair and confidence_of(verdict).level is ConfidenceLevel.UNSURE:  # another sentence says why
        template = translate("ClassifyConnection", "The scores of all labels give a probability of %3.")
    elif not step.is_by_pair:
        template = translate(
            "ClassifyConnection",
            "The scores of all labels give a probability of %3: about this share of the held-out verdicts with such "
            "scores was correct.",
        )
    elif cause == "calibration":
        template = translate(
            "ClassifyConnection",
            "A score of %1 corresponds to a probability of %3: about this share of the held-out verdicts with such a "
            "score was correct.",
        )
    else:
        template = translate("ClassifyConnection", "A score of %1 corresponds to a probability of %2.")
    return wording.fill_placeholders(template, score, before, after)


def term_name(word: str, count: float) -> str:
    """Return a word as text, followed by its count unless that is 1."""
    return word if count == 1 else f"{word} × {wording.format_significant(count, 2)}"


def make_waterfall_score(reasons: VerdictExplanation, towards: Label | None, against: Label | None) -> Score:
    """Return the score for the waterfall chart: a bar for the prior, one for each kind of evidence, and the sum.

    If a filter lowers the score because of new words, the last bar shows this, and the sum is the lowered score. If
    there is only one kind of evidence, its words are listed without a group. Without a label to compare with, the score
    is empty.
    """
    verdict = reasons.verdict
    if towards is None or against is None:
        return Score()
    columns = frozenset(name for name, _ in reasons.table_cells)
    groups = [
        evidence_addend(each.group, [word_addend(term, columns) for term in each.terms])
        for each in group_terms(verdict.terms, reasons.markup_words, columns)
    ]
    groups.sort(key=lambda group: -abs(group.value))
    terms = groups[0].group_words if len(groups) == 1 else tuple(groups)
    if verdict.absent_term:
        absent = QCoreApplication.translate("ClassifyConnection", "absent words")
        terms = (*terms, Addend(absent, verdict.absent_term, is_quiet=True))
    step = calibration_step(verdict)
    total = verdict.odds or 0.0
    if step is not None and step.lowered_score != step.score:
        name = QCoreApplication.translate("ClassifyConnection", "many new words")
        tip = QCoreApplication.translate(
            "ClassifyConnection", "The filter knows few of these words, so it moves the score towards 0."
        )
        terms = (*terms, Addend(name, step.lowered_score - step.score, is_quiet=True, tip=tip))
        total = step.lowered_score
    is_judged = verdict.label is not None and verdict.probability is not None
    named = f"{verdict.label}, {confidence_word(confidence_of(verdict).level)}" if is_judged else ""
    return Score(
        prior=Addend(waterfall_start_name(reasons), verdict.prior_term, is_quiet=True, tip=prior_tip(towards, against)),
        terms=terms,
        total=total,
        verdict=named,
        colours=(against.colour, towards.colour),
    )


def word_addend(term: WordTerm, columns: Set[str] = frozenset()) -> Addend:
    """Return name and contribution of one word, or of one column of a table, to the score."""
    is_column = term.word in columns
    name = term.word if is_column else display_name(term.word)
    count = term.count if term.said is None else 1
    return Addend(
        term_name(name, count),
        term.term,
        naive_log_odds=term.said,
        from_unlabelled=term.unlabelled,
        tip="" if is_column else evidence_tip(term.word),
    )


def evidence_addend(group: EvidenceGroup, parts: Sequence[Addend]) -> Addend:
    """Return one bar of the waterfall chart: a kind of evidence with its words. Its value is the exact sum of their
    scores.
    """
    said = [part.naive_log_odds for part in parts if part.naive_log_odds is not None]
    unlabelled = [part.from_unlabelled for part in parts if part.from_unlabelled is not None]
    return Addend(
        f"{evidence_group_name(group)} ({wording.format_count(len(parts))})",
        exact_sum([part.value for part in parts]),
        naive_log_odds=exact_sum(said) if said else None,
        from_unlabelled=exact_sum(unlabelled) if unlabelled else None,
        key=group.value,
        group_words=tuple(parts),
        tip=evidence_group_tip(group),
    )


def exact_sum(values: Sequence[float]) -> float:
    """Return the sum of values, rounded only once; 0 if both +∞ and −∞ are among them."""
    return 0.0 if math.inf in values and -math.inf in values else math.fsum(values)


def waterfall_start_name(reasons: VerdictExplanation) -> str:
    """Return the name of the first bar of the waterfall chart.

    With two labels, it names the prior probability of the label in the verdict. Filters and fitted models have a
    starting point instead of a prior.
    """
    verdict = reasons.verdict
    if not reasons.has_prior or any(term.said is not None for term in verdict.terms):
        return QCoreApplication.translate("ClassifyConnection", "starting point")
    if len(verdict.raw) != 2 or not math.isfinite(verdict.prior_term):
        return QCoreApplication.translate("ClassifyConnection", "prior")
    share = 1.0 / (1.0 + math.exp(-verdict.prior_term))
    template = QCoreApplication.translate("ClassifyConnection", "prior of %2: %1")
    return wording.fill_placeholders(template, wording.format_percent(share), verdict.label or "")


def prior_tip(towards: Label, against: Label) -> str:
    """Return the tooltip of the first bar of the waterfall chart."""
    template = QCoreApplication.translate(
        "ClassifyConnection",
        "The score of a document without words: positive if %1 is more likely than %2 before any word is read.",
    )
    return wording.fill_placeholders(template, towards.name, against.name)


def show_document_page(paper: PagePictureViewModel, explanation: ExplainedVerdict | None, state: ClassifyState) -> None:
    """Show the page image of the selected item's file, with the explanation's words marked; no image if there
    is none.
    """
    towards, against = (explanation.towards, explanation.against) if explanation is not None else (None, None)
    label, other = (None if each is None else each.name for each in (towards, against))
    item = state.readable_item
    path, member = ("", "") if item is None else (item.verdict.path, item.verdict.member)
    pages = item.document.pages if item is not None and item.document is not None else ()
    paper.show(path, member, pages, model=state.model, label=label, against=other, colours=state.colours)
