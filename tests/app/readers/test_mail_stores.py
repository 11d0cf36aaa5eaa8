"""Mail brings the labels that its owner's program gave it, and what arrives is told from what was written."""

from __future__ import annotations

import json
import plistlib
from collections import Counter
from pathlib import Path

import pytest

from app.domain.documents import Document, Failure, SourceOptions
from app.domain.errors import FAILURE_REASONS
from app.readers.files.mail_programs import special_use_of
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items


def message(subject: str, *headers: str) -> str:
    return "\n".join(["From: a@b.c", "To: d@e.f", f"Subject: {subject}", *headers, "", f"words of {subject}", ""])


def box(n_messages: int, *headers: str) -> str:
    return "".join(
        f"From - Mon Mar  2 10:00:00 2026\n{message(f'number {number}', *headers)}\n" for number in range(n_messages)
    )


def written(root: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def labels(source: Path, **options: object) -> dict[str | None, int]:
    return dict(Counter(one.label for one in read(source, **options) if isinstance(one, Document)))


def left_out(source: Path) -> dict[str, str]:
    found = {Path(one.path).name: one.reason for one in read(source) if isinstance(one, Failure)}
    assert set(found.values()) <= FAILURE_REASONS.keys()
    return found


def read(source: Path, **options: object) -> list[Document | Failure]:
    chosen = SourceOptions(**options)  # type: ignore[arg-type]
    return [found for item in work_items([source], chosen) for found in read_item(item, chosen)]


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A Thunderbird profile with an account on a server and local folders."""
    host, local = "ImapMail/mail.example.org", "Mail/Local Folders"
    return written(
        tmp_path / "x.default",
        **{
            "prefs.js": 'user_pref("mail.root", "x");\n',
            "training.dat": b"\xfe\xed\0\0",
            "global-messages-db.sqlite": b"SQLite format 3\0",
            f"{host}/INBOX": box(4),
            f"{host}/INBOX.msf": "// index",
            f"{host}/Junk": box(3),
            f"{host}/Sent": box(2),
            f"{host}/msgFilterRules.dat": 'version="9"\n',
            f"{local}/finance.sbd/bank": box(2),
            f"{local}/finance.sbd/bank.msf": "// index",
            f"{local}/finance": "",
            f"{local}/Trash": box(1),
            f"{local}/Trash.msf": "// index",
        },
    )


def test_a_thunderbird_profile_is_labelled_by_its_mailboxes_and_not_by_its_server(profile: Path) -> None:
    assert labels(profile) == {"Inbox": 4, "Junk": 3, "finance/bank": 2}


def test_what_was_sent_or_thrown_away_is_left_out_and_the_preview_says_so(profile: Path) -> None:
    assert {name: reason for name, reason in left_out(profile).items() if name != "finance"} == {
        "Sent": "own-mail",
        "Trash": "own-mail",
    }
    assert {"Sent", "Trash"} <= {Path(failure.path).name for failure in plan_source([profile]).failures}


def test_a_copy_of_a_server_mailbox_that_holds_other_mail_is_not_believed(profile: Path) -> None:
    def row(place: str, flags: int, total: int, removed: int = 0) -> dict[str, dict[str, int]]:
        index = f"/home/else/x.default/ImapMail/mail.example.org/{place}.msf"
        return {index: {"flags": flags, "totalMsgs": total, "expungedBytes": removed}}

    cache = profile / "folderCache.json"
    cache.write_text(json.dumps({**row("INBOX", 0x1000, 1), **row("Junk", 0x40000000, 3)}))
    assert labels(profile) == {"Junk": 3, "finance/bank": 2}
    assert left_out(profile)["INBOX"] == "stale-mailbox"

    cache.write_text(json.dumps(row("INBOX", 0x1000, 4, 500)))
    assert left_out(profile)["INBOX"] == "stale-mailbox"

    cache.write_text(json.dumps(row("INBOX", 0x1000, 4)))
    assert labels(profile) == {"Inbox": 4, "Junk": 3, "finance/bank": 2}


def test_the_use_of_a_folder_counts_more_than_its_name(profile: Path) -> None:
    host = profile / "ImapMail/mail.example.org"
    written(host, Abfall=box(2), **{"Abfall.msf": "// index"})
    index = f"{host}/Abfall.msf"
    (profile / "folderCache.json").write_text(json.dumps({index: {"flags": 0x40000000, "totalMsgs": 2}}))

    assert labels(profile)["Junk"] == 5


@pytest.mark.parametrize("cache", ["", "[]", '{"a": 1}', '{"ImapMail/x.msf": {"flags": "y"}}', "{" * 100_000])
def test_a_broken_list_of_folders_hides_no_mail(profile: Path, cache: str) -> None:
    (profile / "folderCache.json").write_text(cache)

    assert labels(profile) == {"Inbox": 4, "Junk": 3, "finance/bank": 2}


def test_marks_as_junk_win_over_the_mailbox_a_mail_lies_in(tmp_path: Path) -> None:
    mixed = box(2, "X-Mozilla-Keys: Junk") + box(3, "X-Mozilla-Keys: NonJunk")
    root = written(tmp_path / "mail", Inbox=mixed, Junk=box(1), **{"Inbox.msf": "", "Junk.msf": ""})

    assert labels(root) == {"Inbox": 3, "Junk": 3}
    assert labels(root / "Inbox") == {"spam": 2, "ham": 3}


def test_a_gmail_export_brings_its_labels_with_no_option_chosen(tmp_path: Path) -> None:
    root = written(
        tmp_path / "Takeout" / "Mail",
        **{
            "All mail Including Spam and Trash.mbox": box(2, "X-Gmail-Labels: Spam,Unread")
            + box(3, "X-Gmail-Labels: Inbox,Important,Opened")
            + box(4, "X-Gmail-Labels: Inbox,finance/bank,Category Updates")
            + box(1, "X-Gmail-Labels: Sent")
            + box(1, "X-Gmail-Labels: =?UTF-8?Q?Posteingang,Ge=C3=B6ffnet?=")
        },
    )

    assert labels(root) == {"spam": 2, "Inbox": 4, "finance/bank": 4, None: 1}


def test_what_a_filter_on_the_way_has_guessed_is_no_label(tmp_path: Path) -> None:
    root = written(tmp_path / "mails", **{"a.eml": message("x", "X-Spam-Flag: YES")})

    assert labels(root) == {"mails": 1}


def test_apple_mail_is_read_out_of_its_files_and_labelled_by_its_mailboxes(tmp_path: Path) -> None:
    def emlx(flags: int = 1) -> bytes:
        raw = message("letter").encode()
        return b"%-10d\n" % len(raw) + raw + plistlib.dumps({"flags": flags})

    inner = "0A-1B/Data/Messages"
    root = written(
        tmp_path / "V10" / "ACCOUNT",
        **{
            f"INBOX.mbox/{inner}/1.emlx": emlx(),
            f"INBOX.mbox/{inner}/2.partial.emlx": emlx(1 << 24),
            f"INBOX.mbox/{inner}/3.emlx": emlx(1 << 1),
            f"Junk.mbox/{inner}/4.emlx": emlx(),
            f"Finance.mbox/Bank.mbox/{inner}/5.emlx": emlx(),
            f"Sent Messages.mbox/{inner}/6.emlx": emlx(),
        },
    )
    found = [one for one in read(root) if isinstance(one, Document)]

    assert labels(root) == {"Inbox": 1, "Junk": 2, "Finance/Bank": 1}
    assert {(one.kind, one.title, one.text) for one in found} == {("mail", "letter", "words of letter\n")}
    assert left_out(root) == {"Sent Messages.mbox": "own-mail", "3.emlx": "own-mail"}


def test_a_maildir_with_hidden_folders_keeps_their_paths(tmp_path: Path) -> None:
    mail = message("x")
    root = written(
        tmp_path / "Maildir",
        **{
            "cur/1:2,S": mail,
            ".Junk/new/2": mail,
            ".finance.bank/cur/3:2,": mail,
            ".Gesendet/cur/4:2,S": mail,
            ".Papierkorb/cur/5:2,S": mail,
        },
    )

    assert labels(root) == {"Inbox": 1, "Junk": 1, "finance/bank": 1}
    assert left_out(root) == {".Gesendet": "own-mail", ".Papierkorb": "own-mail"}


def test_kmail_s_folders_keep_their_paths(tmp_path: Path) -> None:
    mail = message("x")
    root = written(
        tmp_path / "local-mail",
        **{
            "inbox/cur/1:2,S": mail,
            ".inbox.directory/lists/cur/2:2,S": mail,
            "sent-mail/cur/3:2,S": mail,
            "spam/cur/4:2,S": mail,
        },
    )

    assert labels(root) == {"Inbox": 1, "inbox/lists": 1, "spam": 1}


def test_a_thunderbird_profile_of_maildirs_is_labelled_by_its_folders(tmp_path: Path) -> None:
    host = "ImapMail/mail.example.org"
    boxes = {f"{host}/{name}/cur/{number}:2,S": message(name) for number, name in enumerate(
        ("INBOX", "Junk", "Sent", "INBOX.sbd/Work"))}  # fmt: skip
    indexes = {f"{host}/{name}.msf": "// index" for name in ("INBOX", "Junk", "Sent", "INBOX.sbd/Work")}
    root = written(tmp_path / "x.default", **{"prefs.js": 'user_pref("a", 1);\n'}, **boxes, **indexes)

    assert labels(root) == {"Inbox": 1, "Junk": 1, "INBOX/Work": 1}
    assert left_out(root) == {"Sent": "own-mail"}


def test_evolution_s_own_folders_keep_their_paths(tmp_path: Path) -> None:
    mail = message("x")
    root = written(
        tmp_path / "local",
        **{
            "..maildir++": "maildir++ 1",
            ".Work.cmeta": "<x/>",
            "cur/1:2,S": mail,
            ".Junk/cur/2:2,S": mail,
            ".Sent/cur/3:2,S": mail,
            ".Drafts/cur/4:2,S": mail,
            ".Work.Orders/cur/5:2,S": mail,
        },
    )

    assert labels(root) == {"Inbox": 1, "Junk": 1, "Work/Orders": 1}
    assert left_out(root) == {".Sent": "own-mail", ".Drafts": "own-mail"}


def test_evolution_s_copy_of_a_server_is_labelled_by_its_folders(tmp_path: Path) -> None:
    folders = "1234abcd/folders"
    names = ("INBOX/cur/1f/14", "Junk/cur/02/15", "INBOX/subfolders/Work/cur/a0/16", "Sent/cur/b1/17")
    root = written(tmp_path / "mail", **{f"{folders}/{name}": message(name) for name in names})

    assert labels(root) == {"Inbox": 1, "Junk": 1, "INBOX/Work": 1}
    assert left_out(root) == {"Sent": "own-mail"}


@pytest.mark.parametrize("place", ["{}/one.eml", "{}/mbox", "{}.mbox"])
def test_an_export_of_outlook_leaves_out_what_was_sent_and_thrown_away(tmp_path: Path, place: str) -> None:
    names = ("Inbox", "Junk Email", "Sent Items", "Deleted Items", "Orders")
    texts = {name: message(name) if place.endswith("eml") else box(1, f"X-Box: {name}") for name in names}
    root = written(tmp_path / "Outlook", **{place.format(name): text for name, text in texts.items()})

    assert labels(root) == {"Inbox": 1, "Junk Email": 1, "Orders": 1}
    assert set(left_out(root).values()) == {"own-mail"}
    assert len(left_out(root)) == 2


def test_folders_that_a_person_sorted_into_are_all_read(tmp_path: Path) -> None:
    root = written(tmp_path / "mine", **{f"{name}/one.eml": message(name) for name in ("spam", "sent", "trash")})

    assert labels(root) == {"spam": 1, "sent": 1, "trash": 1}


def test_outlook_s_own_store_says_how_to_go_on(tmp_path: Path) -> None:
    [found] = read(written(tmp_path / "x", **{"mail.pst": b"!BDN" + bytes(600)}))

    assert isinstance(found, Failure)
    assert found.reason == "outlook-store"


def test_plain_folders_keep_their_path_where_a_tree_says_more_than_its_leaves(tmp_path: Path) -> None:
    tree = written(tmp_path / "nest", **{"finance/bank/a": "x", "finance/tax/b": "y", "work/plans/c": "z"})
    halves = written(tmp_path / "news", **{"first/sport/a": "x", "second/sport/b": "y", "second/art/c": "z"})

    assert labels(tree) == {"finance/bank": 1, "finance/tax": 1, "work/plans": 1}
    assert labels(halves) == {"sport": 2, "art": 1}


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("Spamverdacht", "junk"),
        ("Courrier indésirable", "junk"),
        ("Нежелательная почта", "junk"),
        ("垃圾邮件", "junk"),
        ("POSTEINGANG", "inbox"),
        ("Входящие", "inbox"),
        ("Éléments envoyés", "sent"),
        ("草稿箱", "drafts"),
        ("Papelera", "trash"),
        ("Rechnungen", None),
    ],
)
def test_special_folders_are_known_by_their_names_in_many_languages(name: str, use: str | None) -> None:
    assert special_use_of(name) == use
