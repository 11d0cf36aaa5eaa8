"""A filter as the program trains, keeps, teaches and asks it."""

from __future__ import annotations

import csv
import json
import math
import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import upkeep
from app.domain.confidence import Doubt, confidence_of
from app.domain.documents import Document, SourceOptions
from app.domain.errors import TrainingError
from app.domain.evidence import group_terms
from app.domain.jobs import NoOpJobContext
from app.features.classify import command as classifying
from app.features.classify.use_cases import JudgedDocuments
from app.features.evaluate import command as evaluating
from app.features.evaluate.use_cases import EvaluationMethod, EvaluationOrder, evaluate_model
from app.features.explain.spreadsheet import make_calculation_xlsx
from app.features.explain.use_cases import explain_documents
from app.features.explain.working_sheet import Grid, format_signed, sheet_blocks
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import TrainingQuestions, effective_request, make_proposal, request_on_page
from app.features.train.workbench import RecipeEvaluator
from app.features.words.use_cases import find_word, model_words, write_csv
from app.library.classifying import classify_documents, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest, filtered_label
from app.library.saved_models import forget, learn, load_stored_model, relabel_documents
from app.store.workspace import Workspace
from nbengine.filter.filter import FilterCalculation
from nbengine.filter.thresholds import Thresholds
from nbengine.models.filter_model import FilterModel
from tests.app.features.explain.recalculating import OFFICE, recalculated, values

N_MAILS = 60


@pytest.fixture(scope="module")
def mails(tmp_path_factory):
    """Mail of two labels that share half of their words."""
    return written(tmp_path_factory.mktemp("mails"), N_MAILS, seed=1)


def written(folder: Path, n_mails: int, seed: int) -> Path:
    dice = random.Random(seed)
    for number in range(n_mails):
        label = ("ham", "spam")[number % 2]
        place = folder / label / f"{number}.eml"
        place.parent.mkdir(exist_ok=True)
        place.write_text(a_mail(label, number, dice), encoding="utf-8")
    return folder


def a_mail(label, number, dice):
    own = [f"{label}word{dice.randrange(12)}" for _ in range(12)]
    common = [f"word{dice.randrange(30)}" for _ in range(12)]
    return (
        f"From: {label}{number % 5}@{label}.example\nTo: me@here.example\nSubject: {label} letter {own[0]}\n"
        f"Received: from mx.{label}.example by here.example; Mon, {number % 28 + 1} May 2024 10:00:00 +0000\n"
        f"Date: Mon, {number % 28 + 1} May 2024 10:00:{number % 60:02d} +0000\n\n{' '.join(own + common)}\n"
    )


@pytest.fixture(scope="module")
def imported(mails: Path):
    path = mails / "mail.bayleaf"
    import_sources(path, ImportRequest((mails,), options=SourceOptions(kind="mail")), NoOpJobContext())
    return path


@pytest.fixture
def workspace(imported: Path, tmp_path: Path):
    return Path(shutil.copy(imported, tmp_path))


@pytest.fixture(scope="module")
def trained_once(imported: Path, tmp_path_factory):
    path = Path(shutil.copy(imported, tmp_path_factory.mktemp("trained")))
    train(path, TrainingOrder(), NoOpJobContext())
    return path


@pytest.fixture
def trained(trained_once: Path, tmp_path: Path):
    return Path(shutil.copy(trained_once, tmp_path))


def letter(text: str, label: str = "spam", number: int = 1) -> Document:
    fields = {"subject": f"{label} letter", "from": f"{label}@{label}.example", "received": f"mx {label} example"}
    return Document(text, f"new{number}", kind="mail", fields=fields, content_hash=text.encode()[:16].ljust(16, b"."))


def the_hash(path: Path) -> str:
    with Workspace(path, read_only=True) as opened:
        return load_stored_model(opened).model.canonical_hash()


def group_sums(working: FilterCalculation) -> list[float]:
    """What each kind of evidence adds to the score."""
    return [math.fsum(term.contribution for term in each.terms) for each in group_terms(working.terms)]


def test_a_corpus_with_a_label_like_spam_gets_a_filter_and_a_promise(workspace: Path) -> None:
    report = train(workspace, TrainingOrder(), NoOpJobContext())

    assert report.event_model == "filter"
    assert report.judged_by == "replay"
    assert report.promise is not None
    assert report.promise.good == N_MAILS // 2
    assert report.promise.lost_one_in <= N_MAILS // 2 + 1
    assert report.promise.more_good > 0


def test_what_the_train_page_shows_of_a_filter_has_the_promise_that_training_gives(workspace: Path) -> None:
    shown = RecipeEvaluator(workspace).result("Mail", RecipeRequest(event_model="filter"), NoOpJobContext())
    report = train(workspace, TrainingOrder(), NoOpJobContext())

    assert shown.promise == report.promise
    assert shown.promise.good == N_MAILS // 2


def test_a_textbook_model_is_made_where_one_is_asked_for(workspace: Path) -> None:
    report = train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial")), NoOpJobContext())

    assert report.event_model == "multinomial"
    assert report.promise is None
    with Workspace(workspace, read_only=True) as opened:
        words = load_stored_model(opened).model.vocabulary.words
    assert not [word for word in words if word.startswith(("opening:", "pair:"))]


def test_a_filter_asks_which_label_is_like_spam(workspace: Path) -> None:
    with pytest.raises(TrainingError, match="no-label"):
        train(workspace, TrainingOrder(RecipeRequest(spam_label="worms")), NoOpJobContext())


@pytest.fixture
def three_labels(tmp_path: Path, mails: Path):
    """The mails, and among the good ones a third label of newsletters that are hard to tell from spam."""
    path, dice = tmp_path / "three.bayleaf", random.Random(2)
    for number in range(30):
        place = tmp_path / "more" / "news" / f"{number}.eml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(a_mail("spam" if number % 3 else "news", number, dice), encoding="utf-8")
    options = SourceOptions(kind="mail")
    import_sources(path, ImportRequest((mails, tmp_path / "more"), corpus="Mail", options=options), NoOpJobContext())
    return path


def test_a_promise_is_for_the_labels_that_are_named_as_protected(three_labels: Path) -> None:
    def marks() -> Thresholds:
        with Workspace(three_labels, read_only=True) as opened:
            return load_stored_model(opened).model.learner.thresholds

    of_all = train(three_labels, TrainingOrder(RecipeRequest(event_model="filter")), NoOpJobContext())
    strict = marks()
    of_one = train(three_labels, TrainingOrder(RecipeRequest(protected=("ham",))), NoOpJobContext())

    assert (of_all.promise.good, of_one.promise.good) == (N_MAILS // 2 + 30, N_MAILS // 2)
    assert marks() != strict


def test_protected_labels_stay_when_the_window_trains_again_or_looks_for_a_better_recipe(three_labels: Path) -> None:
    train(three_labels, TrainingOrder(RecipeRequest(protected=("ham",))), NoOpJobContext())
    questions = TrainingQuestions(three_labels)
    [row] = questions.saved_recipes("Mail", NoOpJobContext())
    choices = request_on_page(row.request)
    assert choices is not None

    replaced = questions.train_and_save("Mail", row.name, effective_request(choices), NoOpJobContext())
    best = questions.choose_best_request("Mail", choices, NoOpJobContext())

    assert replaced.kept is not None
    assert replaced.kept.recipe.learner.protected == ("ham",)
    assert best.protected == ("ham",)
    assert make_proposal(three_labels, "Mail", choices, NoOpJobContext()).best.protected == ("ham",)


def test_a_label_that_there_is_not_cannot_be_protected(workspace: Path) -> None:
    with pytest.raises(TrainingError, match=r"unknown-protected.*'family'.*'spam'"):
        train(workspace, TrainingOrder(RecipeRequest(protected=("family",))), NoOpJobContext())
    with pytest.raises(TrainingError, match="no-protection"):
        train(workspace, TrainingOrder(RecipeRequest(event_model="bernoulli", protected=("ham",))), NoOpJobContext())


@pytest.mark.parametrize("name", ["Junk", "phishing", "Спам", "垃圾邮件", "spam_2"])
def test_a_label_is_like_spam_by_its_name_in_other_words_and_languages(name: str) -> None:
    request = RecipeRequest()

    assert filtered_label(request, "mail", [name, "a", "b"], "Mail") == name
    assert filtered_label(request, "mail", ["travel", "bank"], "Mail") is None


def test_a_filter_is_told_of_as_a_filter(trained: Path) -> None:
    told = CliRunner().invoke(upkeep.info_command, [str(trained)]).output

    assert "of Mail: filter, " in told
    assert "multinomial" not in told


def test_training_twice_gives_the_same_filter(workspace: Path) -> None:
    first = train(workspace, TrainingOrder(), NoOpJobContext()).canonical_hash

    assert train(workspace, TrainingOrder(), NoOpJobContext()).canonical_hash == first


def test_new_mail_is_judged_and_the_filter_is_kept_as_it_was(trained: Path) -> None:
    known = " ".join(f"spamword{number}" for number in range(10))
    [verdict] = classify_documents(load_classifier(trained, None), [letter(known)], 0)

    assert verdict.label == "spam"
    assert verdict.probability is not None
    assert verdict.probability > 0.9


@pytest.mark.parametrize("event_model", ["filter", "multinomial"])
def test_a_document_of_a_few_words_is_unsure_for_that(workspace: Path, event_model: str) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model=event_model), model="Filter"), NoOpJobContext())
    note = Document("potato spamword1 soup spamword2 recipe", "note.pdf", content_hash=b"p" * 16)

    [verdict] = classify_documents(load_classifier(workspace, "Filter"), [note], 0)

    assert verdict.n_known_words == 2
    assert confidence_of(replace(verdict, is_unlike=False, is_unsure=True)).doubt is Doubt.FEW_WORDS


@pytest.mark.parametrize("way", ["leave-one-out", "folds"])
def test_a_filter_is_evaluated_by_replay_whatever_was_asked_for(trained: Path, way: EvaluationMethod) -> None:
    assert evaluate_model(trained, EvaluationOrder(way=way), NoOpJobContext()).way == "replay"


def test_evaluate_says_that_a_filter_replays(trained: Path) -> None:
    told = CliRunner().invoke(evaluating.evaluate_command, [str(trained)]).output
    as_json = json.loads(
        CliRunner().invoke(evaluating.evaluate_command, [str(trained), "--folds", "5", "--json"]).output
    )

    assert "replayed by date, each document judged before it was learnt" in told
    assert as_json["way"] == "replay"


def test_learning_and_forgetting_leaves_the_filter_as_it_was(trained: Path) -> None:
    before, document = the_hash(trained), letter("something quite new about gardens", "ham")

    learn(trained, None, [document], "ham", NoOpJobContext())
    taught = the_hash(trained)
    forget(trained, None, [document], "ham", NoOpJobContext())

    assert taught != before
    assert the_hash(trained) == before


def test_a_correction_is_a_lesson(trained: Path) -> None:
    document = letter("garden roses and seeds for the spring", "ham", 7)
    [before] = classify_documents(load_classifier(trained, None), [document], 0)
    for number in range(3):
        copy = replace(document, text=f"{document.text} again{number}", content_hash=bytes([number]) * 16)
        learn(trained, None, [copy], "spam", NoOpJobContext())
    [after] = classify_documents(load_classifier(trained, None), [document], 0)

    assert after.score is not None
    assert before.score is not None
    assert after.score > before.score


def test_the_terms_of_an_explanation_add_up_to_the_score_that_is_shown(trained: Path) -> None:
    document = letter("spamword1 spamword2 hamword3 word4 unheard")
    [found] = explain_documents(trained, None, [document])
    verdict = found.verdict

    assert verdict.odds == math.fsum([verdict.prior_term, *(term.term for term in verdict.terms)])
    assert verdict.odds == pytest.approx(verdict.log_joint["spam"] - verdict.log_joint["ham"], rel=1e-9)
    assert found.event_model == "filter"


def test_the_working_of_a_filter_adds_up_to_the_score_that_is_shown(trained: Path) -> None:
    for label in ("ham", "spam"):
        document = letter(f"{label}word1 {label}word2 hamword3 word4 unheard", label)
        (explained,) = explain_documents(trained, None, [document])
        working = explained.working

        assert (
            working.score
            == explained.verdict.odds
            == math.fsum([working.prior, *(t.contribution for t in working.terms)])
        )
        assert math.fsum([working.prior, *group_sums(working)]) == pytest.approx(working.score)
        assert all(
            term.counts_contribution == pytest.approx(term.log_ratio * term.ratio_factor, rel=1e-12)
            for term in working.terms
        )
        assert 1 / (1 + math.exp(-working.cautious_score)) == pytest.approx(explained.verdict.probability, abs=0.002)
        assert any(term.learnt_weight for term in working.terms)


@pytest.mark.parametrize(("event_model", "start"), [("filter", "starting point"), ("multinomial", "prior")])
def test_the_reasons_of_a_filter_begin_before_any_word(
    workspace: Path, mails: Path, event_model: str, start: str
) -> None:
    train(workspace, TrainingOrder(RecipeRequest(event_model=event_model), model="Filter"), NoOpJobContext())
    told = CliRunner().invoke(classifying.command, [str(workspace), str(mails / "ham" / "0.eml"), "--explain", "3"])

    assert told.output.splitlines()[1].split(maxsplit=1)[1] == start


def test_the_words_of_a_filter_are_told_with_their_learnt_weights(trained: Path, tmp_path: Path) -> None:
    words = model_words(trained, None)
    write_csv(words, tmp_path / "words.csv")

    assert find_word(words, "spamword1").learnt > 0 > find_word(words, "hamword1").learnt
    with (tmp_path / "words.csv").open(encoding="utf-8-sig", newline="") as table:
        told = {row["word"]: float(row["learnt weight"]) for row in csv.DictReader(table)}
    assert told["spamword1"] == find_word(words, "spamword1").learnt


def test_show_working_begins_with_how_the_filter_decided(trained: Path) -> None:
    (explained,) = explain_documents(trained, None, [letter("spamword1 spamword2 hamword3 word4 unheard")])

    blocks = sheet_blocks(explained, 5)

    words = next(block for block in blocks if isinstance(block, Grid) and len(block.head) == 9)
    assert words.head[2:4] == ("Counted, spam", "Counted, ham")
    assert words.rows[-1][-1] == format_signed(explained.verdict.odds)
    assert len(words.rows) == 5 + 3


def test_without_its_telling_words_a_verdict_is_another(trained: Path) -> None:
    [found] = explain_documents(trained, None, [letter("spamword1 spamword2 hamword3 hamword5 word4", "ham")])

    assert found.flipped_label != found.verdict.label
    assert found.flipped_label is None or found.flipping_words


def test_a_letter_of_words_never_heard_is_unsure(trained: Path) -> None:
    strange = Document(" ".join(f"xyz{number}" for number in range(40)), "strange", kind="mail")
    [verdict] = classify_documents(load_classifier(trained, None), [strange], 0)

    assert verdict.is_unsure


def test_a_filter_survives_being_kept(trained: Path) -> None:
    with Workspace(trained, read_only=True) as opened:
        first, second = load_stored_model(opened).model, load_stored_model(opened).model

    assert isinstance(first, FilterModel)
    assert isinstance(second, FilterModel)
    assert first.learner.thresholds == second.learner.thresholds
    assert len(first.learner.lessons) == len(second.learner.lessons) == N_MAILS


def test_the_spreadsheet_of_a_filter_works_out_its_own_verdict(trained: Path, tmp_path: Path) -> None:
    (explained,) = explain_documents(trained, None, [letter("spamword1 spamword2 hamword3 word4 unheard")])
    path = tmp_path / "filter.xlsx"
    path.write_bytes(make_calculation_xlsx(explained))
    pages = values(path)
    rows = pages["Verdict"]
    head = next(place for place, row in enumerate(rows) if row[0] == "Factor or step")
    of_words, upper = rows[head + 1 :], rows[: head - 1]
    prior = next(row[2] for row in upper if row[0] == "Starting point")
    score = next(row[2] for row in upper if row[0] == "Sum: the score")

    assert list(pages)[1] == "multinomial"
    assert score == explained.verdict.odds
    assert math.fsum([prior, *(row[8] for row in of_words)]) == pytest.approx(score, rel=1e-12)
    assert [row[4] * row[5] for row in of_words] == pytest.approx([row[6] for row in of_words], abs=1e-12)
    assert [row[6] + row[7] for row in of_words] == pytest.approx([row[8] for row in of_words], abs=1e-12)


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_the_formulas_of_a_filter_come_to_its_score(trained: Path, tmp_path: Path) -> None:
    (explained,) = explain_documents(trained, None, [letter("spamword1 spamword2 hamword3 word4 unheard")])
    path = tmp_path / "filter.xlsx"
    path.write_bytes(make_calculation_xlsx(explained))

    for row, kept in zip(recalculated(path, tmp_path)["Verdict"], values(path)["Verdict"], strict=True):
        assert [cell for cell in row if cell != ""] == pytest.approx([cell for cell in kept if cell != ""])


@pytest.fixture
def mature(tmp_path: Path):
    """A filter that has learnt enough mail of both labels to doubt what contradicts it."""
    path = tmp_path / "mature.bayleaf"
    import_sources(path, ImportRequest((written(tmp_path, 260, seed=3),), SourceOptions(kind="mail")), NoOpJobContext())
    train(path, TrainingOrder(model="Filter"), NoOpJobContext())
    return path


def test_a_correction_that_contradicts_a_mature_filter_is_marked_until_it_is_undone(mature: Path) -> None:
    judged = JudgedDocuments(mature)
    message = a_mail("spam", 7, random.Random(9)).encode()
    [item], _ = judged.classify_message("Filter", message, NoOpJobContext())

    changed = judged.correct("Filter", item.number, "ham", NoOpJobContext())
    undone = judged.undo_or_redo("Filter", "", NoOpJobContext(), is_forward=False).changed
    agreed = judged.correct("Filter", item.number, "spam", NoOpJobContext())
    judged.close()

    assert [each.is_doubted for each in changed if each.number == item.number] == [True]
    assert [each.is_doubted for each in undone if each.number == item.number] == [False]
    assert [each.is_doubted for each in agreed if each.number == item.number] == [False]


def relabelled(workspace: Path, label: str | None, n_mails: int = 1) -> int:
    """Give the first mails of spam another label, and return how many lessons the filter doubts."""
    with Workspace(workspace) as opened:
        [corpus] = opened.corpora.all()
        every = opened.documents.numbers(corpus.name).tolist()
        spam = [number for number in every if opened.documents.get(number).document.label == "spam"]
    return relabel_documents(workspace, "Filter", corpus.name, spam[:n_mails], label, NoOpJobContext())


def test_a_new_label_that_contradicts_a_mature_filter_is_doubted(mature: Path) -> None:
    assert relabelled(mature, "ham") == 1
    assert relabelled(mature, "spam") == 0
    assert relabelled(mature, None) == 0


def test_a_filter_learns_new_labels_at_once_as_its_corpus_has_them(mature: Path) -> None:
    n_doubted = relabelled(mature, "ham", 3)
    with Workspace(mature) as opened:
        kept = load_stored_model(opened, "Filter")

    assert n_doubted >= 1
    assert kept.record.n_missing_changes == 0
    assert kept.record.n_lessons == 6


def labels_of(workspace: Path) -> Counter[str | None]:
    with Workspace(workspace) as opened:
        [corpus] = opened.corpora.all()
        numbers = opened.documents.numbers(corpus.name).tolist()
        return Counter(opened.documents.get(number).document.label for number in numbers)


def test_a_label_that_the_filter_does_not_know_is_given_and_doubted_by_nobody(mature: Path) -> None:
    assert relabelled(mature, "invoices") == 0
    assert labels_of(mature) == {"ham": 130, "spam": 129, "invoices": 1}


def test_documents_are_labelled_even_where_the_model_is_broken(mature: Path) -> None:
    with Workspace(mature) as opened:
        kept = opened.models.get("Filter")
        opened.models.save(
            kept.name, b"no model", recipe=kept.recipe, change_number=kept.change_number, corpus=kept.corpus
        )

    assert relabelled(mature, "ham") == 0
    assert labels_of(mature) == {"ham": 131, "spam": 129}


def test_lessons_are_believed_as_long_as_little_was_learnt(trained: Path) -> None:
    known = " ".join(f"spamword{number}" for number in range(10))

    assert learn(trained, None, [letter(known)], "ham", NoOpJobContext()).doubted == 0
