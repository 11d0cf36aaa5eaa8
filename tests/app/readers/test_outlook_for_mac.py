"""Exports of Outlook for Mac are read as the mail that they hold, with the labels of their folders."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.readers.files.archives import read_raw_member
from app.readers.reading import read_item
from app.readers.sources import plan_source, work_items
from tests.app.readers.making import zipped

ACCOUNT = "Accounts/ann@example.com/com.microsoft.__"
INBOX = f"{ACCOUNT}Messages/Inbox/message_00000.xml"
ATTACHED = f"{ACCOUNT}Attachments/1F/list.txt"
LETTER = f"""<?xml version="1.0" encoding="UTF-8"?>
<emails elementCount="1"><email xml:space="preserve">
<OPFMessageCopyAttachmentList><messageAttachment OPFAttachmentContentType="text/plain" OPFAttachmentName="list.txt"
 OPFAttachmentURL="{ATTACHED}" OPFAttachmentContentFileSize="11"/></OPFMessageCopyAttachmentList>
<OPFMessageCopyBody xml:space="preserve">Grüße, see the list.</OPFMessageCopyBody>
<OPFMessageCopyFromAddresses><emailAddress OPFContactEmailAddressAddress="bob@example.org"
 OPFContactEmailAddressName="Bob Smith" OPFContactEmailAddressType="0"/></OPFMessageCopyFromAddresses>
<OPFMessageCopyHTMLBody xml:space="preserve">&lt;html&gt;&lt;body&gt;&lt;p&gt;Gr&#252;&#223;e, see the
&lt;b&gt;list&lt;/b&gt;.&lt;/p&gt;
&lt;p style="display:none"&gt;not this&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;</OPFMessageCopyHTMLBody>
<OPFMessageCopyMessageID xml:space="preserve">abc@example.org</OPFMessageCopyMessageID>
<OPFMessageCopySentTime xml:space="preserve">2022-05-26T17:55:40</OPFMessageCopySentTime>
<OPFMessageCopySubject xml:space="preserve">Die Liste für
Montag</OPFMessageCopySubject>
<OPFMessageCopyToAddresses><emailAddress OPFContactEmailAddressAddress="ann@example.com"/></OPFMessageCopyToAddresses>
</email></emails>"""


@pytest.fixture
def read(tmp_path: Path):
    def read_export(files: Mapping[str, str | bytes], **options: object) -> list[Extracted]:
        path = tmp_path / "mail.olm"
        path.write_bytes(zipped(files))
        chosen = SourceOptions(**options)  # type: ignore[arg-type]
        return [found for item in work_items([path], chosen) for found in read_item(item, chosen)]

    return read_export


def letter(subject: str) -> str:
    return f"<emails><email><OPFMessageCopySubject>{subject}</OPFMessageCopySubject></email></emails>"


def test_a_message_is_the_mail_that_it_was(read):
    [mail] = read({INBOX: LETTER, ATTACHED: b"eleven word"})

    assert isinstance(mail, Document)
    assert (mail.kind, mail.title, mail.sender) == ("mail", "Die Liste für Montag", '"Bob Smith" <bob@example.org>')
    assert mail.date_s == 1_653_587_740  # 26 May 2022 17:55:40, which is UTC
    assert mail.text == "Grüße, see the list.\neleven word"
    assert (mail.hidden_text, mail.flaws) == ("not this", ())
    assert [(file.name, file.media_type, file.size_bytes) for file in mail.attachments] == [
        ("list.txt", "text/plain", 11)
    ]
    assert "ann@example.com" in mail.fields["to"]


def test_labels_are_those_of_the_folders_and_own_mail_is_left_out(read, tmp_path):
    folders = ("Inbox", "Junk E-mail", "Projects/Alpha", "Posteingang", "Sent Items", "Deleted Items/old")
    files = {f"{ACCOUNT}Messages/{folder}/message_00001.xml": letter(folder) for folder in folders}
    others = {f"{ACCOUNT}Messages/Inbox/com.microsoft.__Attachments/a.xml": "<a/>", "Categories.xml": "<categories/>"}

    found = read(files | others)

    labels = {each.title: each.label for each in found if isinstance(each, Document)}
    assert labels == {
        "Inbox": "Inbox", "Junk E-mail": "Junk E-mail", "Projects/Alpha": "Projects/Alpha", "Posteingang": "Inbox",
    }  # fmt: skip
    assert [each.reason for each in found if isinstance(each, Failure)] == ["own-mail", "own-mail"]
    planned = plan_source([tmp_path / "mail.olm"], SourceOptions())
    assert planned.n_by_label == {"Inbox": 2, "Junk E-mail": 1, "Projects/Alpha": 1}
    assert [(each.member, each.reason) for each in planned.failures] == [
        (f"{ACCOUNT}Messages/Sent Items", "own-mail"),
        (f"{ACCOUNT}Messages/Deleted Items/old", "own-mail"),
    ]


def test_headers_that_a_message_came_with_are_its_headers(read):
    source = "Received: from mx.example.net by here; Mon, 2 May 2022 10:00:00 +0000\nContent-Type: text/plain\n\nbody"
    with_source = f"<OPFMessageCopySource>{source}</OPFMessageCopySource><OPFMessageCopySubject"

    [mail] = read({INBOX: LETTER.replace("<OPFMessageCopySubject", with_source)})

    assert isinstance(mail, Document)
    assert "mx_example" not in mail.text
    assert "example_net" in mail.fields["received"]
    assert (mail.title, mail.text) == ("Die Liste für Montag", "Grüße, see the list.")


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        ("<emails><email><OPFMessageCopySubject>cut", "damaged"),
        ("<emails/>", "damaged"),
        ('<!DOCTYPE e [<!ENTITY a "b">]><emails><email>&a;</email></emails>', "bomb"),
        (LETTER.replace("see the list", "x" * (70 << 20)), "bomb"),
    ],
)
def test_what_is_no_message_is_named_and_the_others_are_read(read, xml, reason):
    other = INBOX.replace("00000", "00001")

    found = read({INBOX: xml, other: letter("fine")})

    assert [(each.member, each.reason) for each in found if isinstance(each, Failure)] == [(INBOX, reason)]
    assert [each.title for each in found if isinstance(each, Document)] == ["fine"]


def test_control_codes_and_an_attachment_that_is_missing_cost_nothing_else(read):
    [mail] = read({INBOX: LETTER.replace("Grüße", "&#11;Gr\x0büße")})

    assert isinstance(mail, Document)
    assert mail.title == "Die Liste für Montag"
    assert [(file.name, file.size_bytes) for file in mail.attachments] == [("list.txt", 0)]


def test_an_attachment_that_explodes_costs_itself(read):
    [mail] = read({INBOX: LETTER, ATTACHED: b"0" * (20 << 20)})

    assert isinstance(mail, Document)
    assert [(file.name, file.size_bytes) for file in mail.attachments] == [("list.txt", 0)]


def test_the_mail_of_a_message_can_be_found_again(read, tmp_path):
    [mail] = read({INBOX: LETTER})

    raw = read_raw_member(str(tmp_path / "mail.olm"), mail.member)

    assert raw.startswith("Subject: Die Liste für Montag\n".encode())
