"""One message becomes one document: its text, who sent it and when, its label, and what makes it the same."""

import base64
from dataclasses import replace

import pytest

from app.domain.documents import ReadLimits, SourceOptions
from app.domain.errors import FAILURE_REASONS, SourceError
from app.readers.documents.parsed_text import ParsedText
from app.readers.mail.reading import read_mail


def read(text, body="", **arguments):
    raw = text if isinstance(text, bytes) else (text + "\n\n" + body).encode()
    return read_mail(raw, path="inbox/1.eml", **arguments)


def multipart(kind, *parts):
    return f"Content-Type: multipart/{kind}; boundary=x\n\n" + "".join(f"--x\n{part}\n" for part in parts) + "--x--\n"


PLAIN = "Content-Type: text/plain\n\nThe plain side of the matter.\n"
HTML = "Content-Type: text/html\n\n<p>The <b>HTML</b> side of the matter.\n"


def test_a_mail_says_what_who_when_and_where():
    found = read("From: Jo <jo@example.com>\nSubject: Lunch\nDate: Mon, 15 Jan 2001 10:00:00 +0100", "At noon?")

    assert (found.text, found.title, found.sender) == ("At noon?", "Lunch", "Jo <jo@example.com>")
    assert (found.date_s, found.kind, found.path, found.size_bytes > 50) == (979549200, "mail", "inbox/1.eml", True)


@pytest.mark.parametrize(
    ("header", "text"),
    [
        (b"=?utf-8?B?0J/RgNC40LLQtdGC?=", "Привет"),
        (b"=?koi8-r?Q?=F0=D2=C9=D7=C5=D4?= all", "Привет all"),
        (b"=?utf-8?Q?one_?=\n =?utf-8?Q?word?=", "one word"),
        (b"=?utf-8?B?" + base64.b64encode("Привет".encode()[:5]) + b"?= =?utf-8?B?"
         + base64.b64encode("Привет".encode()[5:]) + b"?=", "Привет"),
        ("Привет".encode("cp1251"), "Привет"),
        ("尊敬的客户".encode("gb2312"), "尊敬的客户"),
        (b"=?gb2312?B?xOO6ww==?=", "你好"),
        (b"=?utf-8*en?Q?hi?=", "hi"),
        (b"=?nonsense?Q?caf=E9?=", "café"),
        (b"=?utf-8?B?%%%?=", "%%%"),
        (b"=?utf-8?X?abc?=", "=?utf-8?X?abc?="),
        (b"folded\n\tonto two", "folded onto two"),
        (b"a\0b", "ab"),
        (b"", ""),
    ],
)  # fmt: skip
def test_headers_are_decoded(header, text):
    assert read(b"Subject: " + header + b"\nFrom: a@b.example\n\nbody").title == text


def test_fifty_thousand_encoded_words_do_not_hold_the_reader():
    found = read(b"Subject: " + b"=?utf-8?B?aGVsbG8=?= " * 50_000 + b"\n\nbody")

    assert found.title.startswith("hellohello")
    assert found.text == "body"


@pytest.mark.parametrize(
    ("date", "seconds"),
    [
        ("Mon, 15 Jan 2001 10:00:00 +0100", 979549200),
        ("15 Jan 01 09:00:00 GMT", 979549200),
        ("Mon Jan 15 09:00:00 2001", 979549200),
        ("Monday, 15-January-2001 09.00.00", 979549200),
        ("yesterday", None),
        ("Mon, 99 Jan 2001 10:00:00 +0100", None),
        ("Mon, 15 Jan 99999999999 10:00:00", None),
        ("Mon, 15 Jan 1901 10:00:00 +0100", None),
    ],
)
def test_dates_are_read_in_many_shapes_and_impossible_ones_are_not(date, seconds):
    assert read(f"Subject: x\nDate: {date}").date_s == seconds


def test_without_a_date_the_first_host_that_received_it_tells_when():
    assert read("Received: from a by b; Mon, 15 Jan 2001 10:00:00 +0100\nSubject: x").date_s == 979549200


def test_of_alternatives_the_one_that_mail_programs_show_is_read():
    assert read(multipart("alternative", PLAIN, HTML)).text.strip() == "The HTML side of the matter."


@pytest.mark.parametrize("plain", ["Content-Type: text/plain\n\n \n", "Content-Type: text/plain\n\nsee HTML\n"])
def test_html_is_read_where_the_plain_alternative_says_next_to_nothing(plain):
    assert read(multipart("alternative", plain, HTML)).text == "The HTML side of the matter."


def test_words_of_an_alternative_that_nobody_is_shown_are_evidence_of_their_own():
    html = "Content-Type: text/html\n\n<p>Buy cheap pills here and now, my friend.\n"
    found = read(multipart("alternative", PLAIN, html))

    assert found.text == "Buy cheap pills here and now, my friend."
    assert found.hidden_text == found.fields["unseen"] == "The plain side of the matter."
    assert {"flaw:alternatives-differ", "unseen:alternative"} <= set(found.fields["mark"].split())


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>buy viagra</p>", "buy viagra"),
        ('<a href="http://x.example/"><img src="http://x.example/p.png"></a>', ""),
        ('<table background="http://x.example/p.png"></table>', ""),
        ("<div style='height: 300px; background: #fff url(cid:1)'></div>", ""),
        ("<style>td { background-image: url('http://x.example/p.png') }</style><table><td>&nbsp;</table>", ""),
    ],
)
def test_html_with_little_or_no_text_hides_the_plain_side_as_in_mail_programs(html, text):
    plain = "Content-Type: text/plain\n\ninnocent ham poem\n"
    found = read(multipart("alternative", plain, f"Content-Type: text/html\n\n{html}\n"))

    assert (found.text.strip(), found.hidden_text) == (text, "innocent ham poem")
    assert {"flaw:alternatives-differ", "unseen:alternative"} <= set(found.fields["mark"].split())


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<html><head><title></title></head><body><p>&nbsp;</p><a name=x></a></body></html>",
        "<style>@import url(x.css); p { background: white }</style><p>&nbsp;",
    ],
)
def test_the_plain_side_is_read_where_the_html_shows_nothing(html):
    found = read(multipart("alternative", PLAIN, f"Content-Type: text/html\n\n{html}\n"))

    assert (found.text.strip(), found.hidden_text) == ("The plain side of the matter.", "")


def test_a_plain_side_that_says_the_same_is_no_evidence():
    found = read(multipart("alternative", "Content-Type: text/plain\n\nThe *HTML* side of the matter.\n", HTML))

    assert (found.hidden_text, found.flaws) == ("", ())


def test_what_a_page_hides_and_what_stands_for_its_pictures_are_evidence_and_no_text():
    html = '<p>Your parcel</p><p style="display:none">a walk in the woods</p><img src=x alt="Track it">'
    found = read(f"Content-Type: text/html\n\n{html}")

    assert found.text == "Your parcel"
    assert (found.hidden_text, found.fields["unseen"]) == ("a walk in the woods",) * 2
    assert found.fields["alt"].lower() == "track it"
    assert {"unseen:display", "unseen-words-3"} <= set(found.fields["mark"].split())


def test_html_alone_is_read_as_text():
    assert read(HTML).text == "The HTML side of the matter."


def test_html_that_claims_to_be_plain_is_read_as_html():
    assert read("Subject: x", "<html><p>V<b></b>iagra</p></html>").text == "Viagra"


def test_parts_of_a_mixed_mail_are_all_read():
    found = read(multipart("mixed", PLAIN, HTML, "Content-Type: text/x-notes\n\nand notes"))

    assert found.text.split("\n")[0] == "The plain side of the matter."
    assert "The HTML side of the matter." in found.text
    assert "and notes" in found.text


def test_a_message_inside_a_message_is_read_with_its_subject():
    inner = "Content-Type: message/rfc822\n\nSubject: the inner one\nFrom: b@example.com\n\ninner text"

    assert read(multipart("mixed", PLAIN, inner)).text.endswith("the inner one\nb@example.com\ninner text")


def test_attachments_are_listed_with_name_type_and_size():
    part = "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n" + "QUJD"

    (attachment,) = read(multipart("mixed", PLAIN, part)).attachments
    assert (attachment.name, attachment.media_type, attachment.size_bytes) == ("a.pdf", "application/pdf", 3)


def test_text_attachments_are_read_and_others_asked_for():
    notes = "Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\nname,price"
    contract = "Content-Type: application/pdf; name=a.pdf\n\n%PDF"
    asked = []

    def text_of(name, media_type, raw):
        asked.append((name, media_type, raw))
        return ParsedText("text of the contract")

    found = read(multipart("mixed", PLAIN, notes, contract), text_of=text_of)
    assert asked == [("a.pdf", "application/pdf", b"%PDF")]
    assert "name,price" in found.text
    assert found.text.endswith("text of the contract")


def test_tnef_is_listed_as_attachment():
    part = "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\neJ8+IgA="

    assert read(multipart("mixed", PLAIN, part)).attachments[0].name == "winmail.dat"


def test_files_written_into_the_text_are_attachments_and_not_text():
    body = (
        "look\nbegin 644 cat.txt\n#8V%T\n`\nend\nand\n=ybegin line=128 size=3 name=b.bin\n\x01\x02\n=yend size=3\nbye"
    )
    found = read("Subject: x", body)

    assert [attachment.name for attachment in found.attachments] == ["cat.txt", "b.bin"]
    assert found.text.split() == ["look", "and", "bye"]


def test_blocks_of_code_letters_are_left_out_of_the_text():
    block = (base64.b64encode(bytes(range(54))).decode() + "\n") * 6

    assert read("Subject: x", f"before\n{block}after").text.split() == ["before", "after"]


def test_invisible_characters_are_dropped_from_words():
    assert read("Subject: x", "vi\u200ba\u00adgra").text == "viagra"


ENVELOPE = "From: a@example.com\nSubject: s\nDate: Mon, 15 Jan 2001 10:00:00 +0100\n"


@pytest.mark.parametrize(
    "other",
    [
        f"Received: from x by y\nStatus: RO\nX-Mozilla-Status: 0001\n{ENVELOPE}\nThe text\n\n\n",
        f"Delivered-To: me@example.com\nTo: me\n{ENVELOPE}\nThe text",
        f"{ENVELOPE}\nThe text\n".replace("\n", "\r\n"),
        f"From me Mon Jan  1 10:00:00 2001\n{ENVELOPE}\nThe text",
        f"{ENVELOPE}Content-Transfer-Encoding: base64\n\n{base64.b64encode(b'The text').decode()}",
        ENVELOPE.replace("10:00:00 +0100", "09:00:00 +0000") + "\nThe text",
    ],
    ids=["other folder", "other recipient", "other line ends", "From line", "other encoding", "other time zone"],
)
def test_the_same_mail_on_another_way_is_the_same(other):
    assert read(other.encode()).content_hash == read(ENVELOPE, "The text").content_hash


@pytest.mark.parametrize(
    "other",
    [
        f"{ENVELOPE}\nThe other text",
        ENVELOPE.replace("s\n", "t\n") + "\nThe text",
        ENVELOPE.replace("a@", "b@") + "\nThe text",
        ENVELOPE.replace("10:00:00", "10:00:01") + "\nThe text",
    ],
    ids=["text", "subject", "sender", "moment"],
)
def test_a_different_mail_is_different(other):
    assert read(other.encode()).content_hash != read(ENVELOPE, "The text").content_hash


def test_mails_that_differ_in_a_picture_only_are_different():
    one, two = (read(multipart("mixed", f"Content-Type: image/png\n\n{picture}")) for picture in ("abc", "abd"))

    assert one.content_hash != two.content_hash
    assert len(one.content_hash) == 16


@pytest.mark.parametrize(
    ("headers", "asked", "label"),
    [
        ("X-Gmail-Labels: Inbox,Important,Opened", "header", "Inbox"),
        ("X-Gmail-Labels: Spam,Opened", "header", "spam"),
        ('X-Gmail-Labels: Inbox,Work/"Bills",Category Updates', "header:X-Gmail-Labels", 'Work/"Bills'),
        ("X-Gmail-Labels: =?utf-8?Q?Inbox,=D0=94=D0=BE=D0=BC?=", "header", "Дом"),
        ("X-Spam-Flag: YES", "header", "spam"),
        ("X-Spam-Status: Yes, score=12.3", "header", "spam"),
        ("X-Spam-Status: No, score=-2", "header", "ham"),
        ("X-Mozilla-Keys: Junk", "header", "spam"),
        ("X-Mozilla-Keys: NonJunk", "header", "ham"),
        ("X-Mozilla-Keys: $label2                 ", "header", "Work"),
        ("X-Project:  Blue   Moon", "header:x-project", "Blue Moon"),
        ("X-Other: x", "header", None),
        ("X-Spam-Flag: YES", "folder", "inbox"),
        ("X-Spam-Flag: YES", "none", None),
    ],
)
def test_labels_come_from_where_they_are_asked_for(headers, asked, label):
    found = read(f"Subject: x\n{headers}", options=SourceOptions(labels_from=asked), label="inbox")

    assert found.label == label


def test_one_label_for_the_whole_source_wins():
    options = SourceOptions(label="ham", labels_from="header")

    assert read("X-Spam-Flag: YES\nSubject: x", options=options, label="inbox").label == "ham"


@pytest.mark.parametrize(
    ("raw", "reason"), [(b"", "empty"), (b" \n\r\n", "empty"), (b"\x89PNG\r\n\x1a\n" + b"\0\1" * 500, "unsupported")]
)
def test_what_is_no_mail_is_refused_with_a_reason(raw, reason):
    with pytest.raises(SourceError) as refused:
        read(raw)

    assert refused.value.reason == reason
    assert reason in FAILURE_REASONS


def test_a_mail_over_the_limit_is_refused():
    with pytest.raises(SourceError) as refused:
        read(b"Subject: x\n\n" + b"y" * 100, limits=ReadLimits(document_bytes=100))

    assert refused.value.reason == "too-large"


def test_bodies_alone_can_be_asked_for():
    found = read(
        "Subject: offer\nFrom: a@b.example", "see http://x.example/", options=SourceOptions(headers_as_evidence=False)
    )

    assert dict(found.fields) == {}
    assert found.text == "see http://x.example/"


def test_a_mail_that_is_only_judged_has_neither_date_nor_hash_and_is_the_same_otherwise():
    raw = b"From: a@b.example\nSubject: x\nDate: Mon, 15 Jan 2001 10:00:00 +0100\n" + PLAIN.encode()

    judged, kept = read(raw, options=SourceOptions(tells_apart=False)), read(raw)

    assert (judged.date_s, judged.content_hash) == (None, b"")
    assert replace(judged, date_s=kept.date_s, content_hash=kept.content_hash) == kept


def test_a_part_that_cannot_be_read_costs_that_part_alone_and_is_named():
    def text_of(name, media_type, raw):
        raise ArithmeticError(name)

    attachment = "Content-Type: application/pdf; name=bill.pdf\n\n%PDF"
    found = read("From: a@b.example\nSubject: bill\n" + multipart("mixed", PLAIN, attachment, PLAIN), text_of=text_of)

    assert found.text.count("The plain side of the matter.") == 2
    assert [attachment.name for attachment in found.attachments] == ["bill.pdf"]
    assert "flaw:unreadable-arithmeticerror" in found.fields["mark"].split()


@pytest.mark.parametrize("entity", [f"&#{'1' * 5000};", f"&#{'0' * 5000}8;"])
def test_an_absurd_entity_neither_hides_a_mail_nor_its_links(entity):
    html = f'Content-Type: text/html\n\n<p>cheap pills {entity}</p><a href="http://pills.example/{entity}">buy</a>'
    found = read(f"From: a@b.example\n{html}")

    assert "cheap pills" in found.text
    assert "pills.example" in found.fields["host"].split()
