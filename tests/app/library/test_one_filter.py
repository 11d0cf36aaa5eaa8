"""One filter: what training makes is what a replay makes, and a mail gets one verdict by whatever way it comes."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.classify.command import add_verdict_headers
from app.features.classify.use_cases import JudgedDocuments
from app.features.evaluate.replay import OnlineFilter
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_stored_model
from app.store.workspace import Workspace
from nbengine.models.filter_model import FilterModel
from nbengine.models.recipe import VocabularyLimits

MAIL = SourceOptions(kind="mail")
N_MAILS = 60


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mail of two labels that share half of their words."""
    folder, dice = tmp_path_factory.mktemp("mails"), random.Random(4)
    for number in range(N_MAILS):
        label = ("ham", "spam")[number % 2]
        place = folder / label / f"{number}.eml"
        place.parent.mkdir(exist_ok=True)
        place.write_text(a_mail(label, number, dice), encoding="utf-8")
    return folder


def a_mail(label: str, number: int, dice: random.Random) -> str:
    own = [f"{label}word{dice.randrange(12)}" for _ in range(12)]
    common = [f"word{dice.randrange(30)}" for _ in range(12)]
    return (
        f"From: {label}{number % 5}@{label}.example\nTo: me@here.example\nSubject: {label} letter {own[0]}\n"
        f"Received: from mx.{label}.example by here.example; Mon, {number % 28 + 1} May 2024 10:00:00 +0000\n"
        f"Date: Mon, {number % 28 + 1} May 2024 10:00:{number:02d} +0000\n"
        f"Content-Type: text/html\n\n<p>{' '.join(own + common)} <a href='http://{label}.example/{number}'>here</a>\n"
    )


@pytest.fixture
def trained(tmp_path: Path, mails: Path) -> Path:
    path = tmp_path / "mail.bayleaf"
    import_sources(path, ImportRequest((mails,), options=MAIL), NoOpJobContext())
    train(path, TrainingOrder(), NoOpJobContext())
    return path


def lessons_of(path: Path) -> tuple[list[Document], list[float]]:
    """The documents of a trained filter in the order in which it learnt them, and their scores when they were new."""
    with Workspace(path, read_only=True) as opened:
        model = load_stored_model(opened).model
        assert isinstance(model, FilterModel)
        rows = model.learner.lessons.rows
        return [opened.documents.get(int(key)).document for key in rows["key"]], rows["score"].tolist()


def test_a_corpus_that_is_trained_is_replayed_in_its_order_by_the_filter_that_replays_streams(trained: Path) -> None:
    documents, scores = lessons_of(trained)
    stream = OnlineFilter(("ham", "spam"), "spam", "mail")

    replayed = [
        stream.judge_and_learn(words, document.label or "").score
        for words, document in zip(stream.count(documents), documents, strict=True)
    ]

    assert replayed == pytest.approx(scores, abs=1e-9)
    assert len({round(score, 6) for score in scores}) > N_MAILS // 2


def test_a_mail_gets_the_same_verdict_as_a_file_through_a_mail_server_and_dropped_on_the_window(
    trained: Path, tmp_path: Path
) -> None:
    dice, loaded = random.Random(9), load_classifier(trained, None)
    for number in range(6):
        path = tmp_path / f"new{number}.eml"
        path.write_text(a_mail(("ham", "spam")[number % 2], number, dice), encoding="utf-8")
        [from_file] = classify(loaded, JudgingRequest((path,), MAIL), 0, NoOpJobContext())
        window = JudgedDocuments(trained)
        [dropped], _ = window.classify(loaded.name, [path], NoOpJobContext())
        window.close()
        _, passed_through = add_verdict_headers(loaded, path.read_bytes(), MAIL)

        assert passed_through is not None
        found = [(one.label, one.probability, one.is_unsure) for one in (from_file, dropped.verdict, passed_through)]
        assert found[0] == found[1] == found[2]


FOREIGN = (
    "Cher client, votre compte bancaire est suspendu depuis hier soir. Veuillez confirmer sans attendre vos "
    "coordonnées en cliquant sur le lien ci-dessous, sinon nous devrons fermer définitivement tous vos accès.",
    "Sehr geehrter Kunde, aus Sicherheitsgründen wurde der Zugang zu Ihrem Konto gesperrt. Bitte bestätigen Sie "
    "umgehend unter der folgenden Adresse die hinterlegten Angaben, damit wir die Sperre heute wieder aufheben.",
    "Estimado cliente: hemos detectado movimientos inusuales en su tarjeta. Para evitar el bloqueo inmediato debe "
    "verificar sus datos personales entrando cuanto antes en la siguiente página, o cancelaremos los servicios.",
)


def test_a_letter_in_another_language_is_unlike_anything_learnt_behind_the_head_of_a_known_sender(
    tmp_path: Path,
) -> None:
    dice = random.Random(8)
    for number in range(240):
        label = ("ham", "spam")[number % 2]
        place = tmp_path / label / f"{number}.eml"
        place.parent.mkdir(exist_ok=True)
        new = " ".join(f"new{number}x{one}" for one in range(200 if number % 60 == 59 else dice.randrange(3)))
        place.write_text(f"{a_mail(label, number, dice)}<p>{new}\n", encoding="utf-8")
    options, path = replace(MAIL, labels_from="folder"), tmp_path / "mail.bayleaf"
    import_sources(path, ImportRequest((tmp_path / "ham", tmp_path / "spam"), options=options), NoOpJobContext())
    train(path, TrainingOrder(), NoOpJobContext())
    loaded, head = load_classifier(path, None), a_mail("ham", 7, dice).partition("<p>")[0]
    places = [tmp_path / f"{number}.eml" for number in range(len(FOREIGN))]
    for place, text in zip(places, FOREIGN, strict=True):
        place.write_text(f"{head}<p>{text} <a href='http://ham.example/7'>here</a>\n", encoding="utf-8")

    verdicts = list(classify(loaded, JudgingRequest(tuple(places), MAIL), 0, NoOpJobContext()))
    verdicts += [add_verdict_headers(loaded, place.read_bytes(), MAIL)[1] for place in places]

    assert [(one.is_unlike, one.is_unsure) for one in verdicts if one is not None] == [(True, True)] * 6


def test_a_filter_counts_all_words(trained: Path) -> None:
    with Workspace(trained, read_only=True) as opened:
        limits = load_stored_model(opened).model.recipe.limits

    assert limits == VocabularyLimits()
    assert limits.size is None


@pytest.mark.parametrize("n_documents", [60, 240])  # left out one by one, and by stretches
def test_a_loss_that_is_nearly_nothing_chooses_no_smoothing(tmp_path: Path, n_documents: int) -> None:
    dice = random.Random(2)
    for number in range(n_documents):
        label = ("birds", "stones")[number % 2]
        place = tmp_path / label / f"{number}.txt"
        place.parent.mkdir(exist_ok=True)
        place.write_text(" ".join(f"{label}{dice.randrange(20)}" for _ in range(12)), encoding="utf-8")
    options = SourceOptions(labels_from="folder")
    sources = (tmp_path / "birds", tmp_path / "stones")
    import_sources(tmp_path / "w.bayleaf", ImportRequest(sources, corpus="Words", options=options), NoOpJobContext())

    report = train(tmp_path / "w.bayleaf", TrainingOrder(RecipeRequest(event_model="multinomial")), NoOpJobContext())

    assert report.accuracy == 1
    assert report.smoothing == 0.1
