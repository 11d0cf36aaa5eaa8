"""The plan of filing away: where everything goes, and what stays, with its reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.filing.plan import Filing, add_number, make_filing_plan, real_path, safe_name
from tests.app.features.filing.inbox import NOBODY, a_plan
from tests.systems import IS_WINDOWS, with_links, with_names_of_bytes


def test_a_plan_says_where_everything_goes_and_touches_nothing(inbox: Path, tmp_path: Path) -> None:
    plan = a_plan(inbox, tmp_path / "filed")

    assert [planned_move.move.target for planned_move in plan.moves] == [
        str(tmp_path / "filed" / place) for place in ("spam/a.eml", "spam/b.eml", "ham/c.eml")
    ]
    assert plan.size_bytes == sum(path.stat().st_size for path in inbox.iterdir())
    assert plan.needed_bytes == 0
    assert not (tmp_path / "filed").exists()


def test_only_what_is_sure_goes_unless_asked(inbox: Path, tmp_path: Path) -> None:
    unsure = [Filing(1, str(inbox / "a.eml"), label="spam", is_sure=False), Filing(2, str(inbox / "b.eml"), label=None)]

    plan = make_filing_plan(unsure, tmp_path, context=NOBODY)
    bold = make_filing_plan(unsure, tmp_path, with_unsure=True, context=NOBODY)

    assert [each.reason for each in plan.left_out] == ["unsure", "no-label"]
    assert [each.number for each in bold.moves] == [1]


@pytest.mark.parametrize(
    ("filing", "reason"),
    [
        (Filing(1, "", title="pasted", label="spam"), "no-file"),
        (Filing(1, "/nowhere/at/all.eml", label="spam"), "vanished"),
        (Filing(1, "/", label="spam"), "not-a-file"),
        (Filing(1, __file__, member="12", label="spam", kind="row"), "row"),
    ],
)
def test_what_is_no_file_stays_and_says_why(filing: Filing, reason: str, tmp_path: Path) -> None:
    plan = make_filing_plan([filing], tmp_path, context=NOBODY)

    assert [left.reason for left in plan.left_out] == [reason]


def test_what_stays_is_called_as_what_goes(inbox: Path, tmp_path: Path) -> None:
    whole = Filing(1, str(inbox / "a.eml"), title="A subject", label=None)
    inside = Filing(2, str(inbox / "a.eml"), member="12", title="A subject", label=None)
    pasted = Filing(3, "", title="A subject", label="spam")

    plan = make_filing_plan([whole, inside, pasted], tmp_path, context=NOBODY)

    assert [left.name for left in plan.left_out] == ["a.eml", "A subject", "A subject"]


@with_links
def test_a_link_is_never_filed(inbox: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.eml"
    link.symlink_to(inbox / "a.eml")

    plan = make_filing_plan([Filing(1, str(link), label="spam")], tmp_path / "filed", context=NOBODY)

    assert [left.reason for left in plan.left_out] == ["not-a-file"]


def test_names_that_are_taken_get_a_number_or_stay(inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "filed" / "spam").mkdir(parents=True)
    (tmp_path / "filed" / "spam" / "a.eml").write_text("mine")

    numbering, skipping = a_plan(inbox, tmp_path / "filed"), a_plan(inbox, tmp_path / "filed", clashes="skip")

    assert Path(numbering.moves[0].move.target).parts[-2:] == ("spam", "a (2).eml")
    assert numbering.n_renamed_files == 1
    assert [left.reason for left in skipping.left_out] == ["exists"]


def test_files_of_one_name_from_two_folders_get_two_names(tmp_path: Path) -> None:
    paths = [tmp_path / folder / name for folder, name in (("x", "a.eml"), ("y", "a.eml"), ("z", "A.eml"))]
    for path in paths:
        path.parent.mkdir()
        path.write_text(str(path))

    plan = make_filing_plan(
        [Filing(n, str(path), label="spam") for n, path in enumerate(paths)], tmp_path / "f", context=NOBODY
    )

    assert [Path(each.move.target).name for each in plan.moves] == ["a.eml", "a (2).eml", "A (3).eml"]


def test_what_lies_in_its_folder_already_stays(inbox: Path, tmp_path: Path) -> None:
    plan = make_filing_plan([Filing(1, str(inbox / "a.eml"), label="inbox")], tmp_path, context=NOBODY)

    assert [left.reason for left in plan.left_out] == ["already-there"]


def test_two_labels_that_come_to_one_name_get_two_folders(inbox: Path, tmp_path: Path) -> None:
    two = [Filing(1, str(inbox / "a.eml"), label="a/b"), Filing(2, str(inbox / "b.eml"), label="A:B")]

    plan = make_filing_plan(two, tmp_path / "filed", context=NOBODY)

    assert [Path(each.move.target).parent.name for each in plan.moves] == ["a_b", "A_B (2)"]


@given(st.text())
def test_any_label_makes_one_plain_name_inside_its_folder(words: str) -> None:
    name = safe_name(words)

    assert os.path.basename(name) == name
    assert name not in ("", ".", "..")
    assert not name.startswith(".")
    assert not name.endswith((".", " "))
    assert name.isprintable()
    assert len(name.encode()) < 200
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("../../etc", "_.._etc"),
        ("..", "_"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("a\u202ebc\0d", "abcd"),
        ("垃圾邮件", "垃圾邮件"),
        ("  two   words ", "two words"),
    ],
)
def test_names_that_mean_something_to_a_system_are_made_plain(words: str, name: str) -> None:
    assert safe_name(words) == name


def test_a_number_goes_before_the_suffix_and_the_name_stays_short() -> None:
    assert add_number("a.eml", 2) == "a (2).eml"
    assert add_number("README", 3) == "README (3)"
    assert len(add_number("x" * 255, 2)) == 255


@with_names_of_bytes
def test_a_name_that_is_no_text_is_found_again(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9.eml"
    Path(os.fsdecode(raw)).write_text("x")

    assert os.fsencode(real_path(f"{tmp_path}/caf\\udce9.eml")) == raw


def test_a_label_with_a_path_goes_to_the_folders_that_exist(inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "filed" / "finance" / "bank").mkdir(parents=True)
    two = [Filing(1, str(inbox / "a.eml"), label="finance/bank"), Filing(2, str(inbox / "b.eml"), label="finance/tax")]

    plan = make_filing_plan(two, tmp_path / "filed", context=NOBODY)

    folders = [Path(each.move.target).parent.relative_to(tmp_path / "filed").as_posix() for each in plan.moves]
    assert folders == ["finance/bank", "finance_tax"]


@with_links
def test_a_path_of_a_label_is_not_followed_through_a_link(inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "bank").mkdir(parents=True)
    (tmp_path / "filed").mkdir()
    (tmp_path / "filed" / "finance").symlink_to(tmp_path / "elsewhere")

    plan = make_filing_plan([Filing(1, str(inbox / "a.eml"), label="finance/bank")], tmp_path / "filed", context=NOBODY)

    assert Path(plan.moves[0].move.target).parent.name == "finance_bank"


@pytest.mark.skipif(IS_WINDOWS, reason="no name has a colon there")
def test_a_maildir_gets_mail_as_a_maildir_does(tmp_path: Path) -> None:
    for box in ("inbox", "filed/spam"):
        for part in ("cur", "new", "tmp"):
            (tmp_path / box / part).mkdir(parents=True)
    for name in ("cur/1.a,U=7:2,S", "new/2.b,U=8"):
        (tmp_path / "inbox" / name).write_text("Subject: x\n\nx")
    mails = [Filing(n, str(path), label="spam") for n, path in enumerate(sorted((tmp_path / "inbox").glob("*/*.*")))]

    plan = make_filing_plan(mails, tmp_path / "filed", context=NOBODY)

    names = [Path(each.move.target).relative_to(tmp_path / "filed").as_posix() for each in plan.moves]
    assert names == ["spam/cur/1.a:2,S", "spam/new/2.b"]
