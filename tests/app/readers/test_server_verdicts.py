"""Findings of a server about a sender are read from where it wrote them itself, and count for who trusts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.replay import ReplayOrder, replay
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import (
    RecipeRequest,
    add_trusted_servers,
    filter_rules,
    infer_request,
    trusted_servers,
)
from app.library.saved_models import load_stored_model
from app.readers.mail.reading import read_mail
from app.store.workspace import Workspace
from nbengine.filter.settings import ROUTE, evidence_group_of_word, evidence_groups_of_vocabulary
from nbengine.text.vocabulary import Vocabulary

HOME = "mx.home.example"
FORGED = f"Authentication-Results: {HOME}; dmarc=pass"
NOBODY = NoOpJobContext()


def fields_of(*headers: str) -> dict[str, str]:
    raw = "\n".join([*headers, "From: a@b.example", "Subject: x", "", "text", ""]).encode()
    found = read_mail(raw, path="mail").fields
    return {name: words for name, words in found.items() if name.startswith("auth@")}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("mx.google.com; dkim=pass header.i=@b.example; spf=pass (google.com: domain of a@b.example) smtp.mailfrom=a",
         {"auth@mx.google.com": "dkim=pass spf=pass"}),
        ("MX.Home.example 1; spf=fail; dkim=none; dmarc=fail (p=NONE (sp=NONE; x) dis=NONE) header.from=b.example",
         {"auth@mx.home.example": "spf=fail dkim=none dmarc=fail"}),
        ("mx.home.example;\n\tdkim=pass;\n\tdkim=pass;\n\tdkim=fail reason=\"a; spf=pass\"",
         {"auth@mx.home.example": "dkim=pass dkim=fail"}),
        ("mx.home.example; none", {}),
        ("mx.home.example", {}),
        ("spf=pass (sender IP is 40.107.0.1) smtp.mailfrom=b.example; dkim=pass", {}),
        ("mx.home.example:evil; spf=pass", {}),
        ("a b; spf=pass", {}),
        ("", {}),
        ("(" * 5000, {}),
    ],
)  # fmt: skip
def test_the_server_and_what_it_found_are_read(value: str, words: dict[str, str]) -> None:
    assert fields_of(f"Authentication-Results: {value}") == words


def test_only_what_stands_at_the_top_is_looked_at() -> None:
    own = f"Authentication-Results: {HOME}; spf=fail"
    assert fields_of(own, "Received: from x by y", FORGED) == {f"auth@{HOME}": "spf=fail"}
    assert fields_of("Authentication-Results: other.example; spf=fail", FORGED) == {"auth@other.example": "spf=fail"}


def test_it_counts_only_where_the_server_is_trusted() -> None:
    rules = filter_rules("mail", ["MX.home.example "])
    assert trusted_servers(filter_rules("mail")) == ()
    assert trusted_servers(rules) == (HOME,)
    assert trusted_servers(add_trusted_servers(filter_rules("message"), [HOME])) == ()


def test_it_is_a_witness_of_the_way_a_mail_came() -> None:
    words = [f"auth@{HOME}:spf=fail", "auth", "auth something", "https://auth@x", *(f"word{n}" for n in range(600))]
    groups = evidence_groups_of_vocabulary(Vocabulary(words)).tolist()
    assert groups == [evidence_group_of_word(word) for word in words]
    assert [word for word, group in zip(words, groups, strict=True) if group == ROUTE] == words[:1]


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """Mail that says the same under both labels, but for what the server found out; spam claims that it is genuine."""
    for first, (label, found) in enumerate((("ham", "pass"), ("spam", "fail"))):
        (tmp_path / "mails" / label).mkdir(parents=True)
        for number in range(40):
            head = f"Authentication-Results: {HOME}; spf={found}; dkim={found}\nReceived: from a by {HOME}\n{FORGED}\n"
            body = f"about number {2 * number + first}"
            text = f"From: p{number}@b.example\nSubject: Hello\nMessage-ID: <{label}{number}@b>\n\n{body}\n"
            (tmp_path / "mails" / label / f"{number:02}.eml").write_text(head + text, encoding="utf-8")
    return tmp_path / "mails"


def test_a_filter_that_trusts_the_server_tells_by_it(mails: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "mail.bayleaf"
    import_sources(workspace, ImportRequest((mails,), SourceOptions(), "Mail"), NOBODY)
    train(workspace, TrainingOrder(RecipeRequest(), "Mail", "before"), NOBODY)
    train(workspace, TrainingOrder(RecipeRequest(trusted_servers=(HOME,)), "Mail", "trusting"), NOBODY)

    with Workspace(workspace, read_only=True) as opened:
        before, trusting = (load_stored_model(opened, name).model for name in ("before", "trusting"))
    added = set(trusting.vocabulary.words) - set(before.vocabulary.words)

    assert added == {f"auth@{HOME}:{method}={found}" for method in ("spf", "dkim") for found in ("pass", "fail")}
    request = infer_request(trusting.recipe, "mail")
    assert request is not None
    assert request.trusted_servers == (HOME,)


def test_a_replay_may_trust_a_server_too(mails: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    paths = [mails / label / f"{number:02}.eml" for number in range(40) for label in ("ham", "spam")]
    index.write_text("".join(f"{path.parent.name} {path}\n" for path in paths), encoding="utf-8")

    without, trusting = (replay(ReplayOrder(index, trusted_servers=servers), NOBODY) for servers in ((), (HOME,)))

    assert trusting.evaluation.accuracy >= 0.8 > 0.6 > without.evaluation.accuracy


def test_what_is_no_name_of_a_server_is_said(mails: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "mail.bayleaf"
    import_sources(workspace, ImportRequest((mails,), SourceOptions(), "Mail"), NOBODY)
    with pytest.raises(TrainingError, match="no name of a server"):
        train(workspace, TrainingOrder(RecipeRequest(trusted_servers=("two words",)), "Mail"), NOBODY)
