"""Every trick has its word, honest headers are evidence, and what other filters said is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.readers.mail.evidence import text_marks
from app.readers.mail.reading import read_mail


def fields_of(text, body="Some words that make an ordinary body of a mail."):
    return read_mail((text + "\n\n" + body).encode(), path="x").fields


def marks_of(text="Subject: x", body="Some words that make an ordinary body of a mail."):
    return set(fields_of(text, body)["mark"].split())


def html_marks_of(html):
    return marks_of("Subject: x\nContent-Type: text/html", html)


@pytest.mark.parametrize(
    ("html", "mark"),
    [
        ('<div style="display:none">ham words</div>', "html-hidden-display"),
        ('<div style="visibility: hidden">ham</div>', "html-hidden-visibility"),
        ('<span style="font-size:1px">ham</span>', "html-hidden-font-size"),
        ("<font size=1>ham</font>", "html-hidden-size"),
        ('<body bgcolor="#FFFFFF"><font color="#ffffff">ham</font>', "html-hidden-colour"),
        ('<p style="background-color: #000; color: black">ham</p>', "html-hidden-colour"),
        ("<font color=white>ham</font>", "html-hidden-colour"),
        ("v<!-- x -->iagra", "html-comment-in-word"),
        ("v<!zqx>iagra", "html-comment-in-word"),
        ("v<b></b>iagra", "html-tag-in-word"),
        ("v<font size=2></font>iagra", "html-tag-in-word"),
        ("v<kzq>iagra", "tag-unknown"),
        ("&#118;&#105;&#97;&#103;&#114;&#97;", "html-letters-as-entities"),
        ("<form action='http://x.example/'><input name=a></form>", "tag:form"),
        ("<script>document.write(unescape('%41'))</script>", "html-script-writes"),
        ("<iframe src='http://x.example/'></iframe>", "tag:iframe"),
        ('<a href="http://evil.example/login">http://www.bank.example/</a>', "html-misleading-link"),
        ('<a href="http://evil.example/"><b>www.bank.example</b></a>', "html-misleading-link"),
        ('<img src="http://x.example/a.gif">', "only-picture"),
        ("<p>hello", "only-html"),
        ('<a href="http://1.2.3.4/">x</a>', "url-ip"),
        ('<a href="http://bank.example@evil.example/">x</a>', "url-user"),
        ('<a href="http://3232235777/">x</a>', "url-number-host"),
        ('<a href="http://x.example:8080/">x</a>', "url-port"),
        ('<a href="http://%65vil.example/">x</a>', "url-escaped-host"),
        ('<a href="http://x.example/?to=http://y.example/">x</a>', "url-in-url"),
        ('<a href="&#104;ttp://1.2.3.4/">x</a>', "url-ip"),
        ('<a href="mailto:a@x.example">x</a>', "url-mailto"),
        ('<img src="cid:1">', "url-cid"),
    ],
)
def test_each_trick_of_html_has_its_word(html, mark):
    assert mark in html_marks_of(html)
    assert mark not in html_marks_of("<html><p>An <b>ordinary</b> mail with <table><td>a table</td></table>") - {
        "only-html"
    }


@pytest.mark.parametrize(
    "html",
    [
        '<body bgcolor="#ffffff"><font color="#000000">black on white</font>',
        '<a href="http://www.shop.example/x">http://shop.example</a>',
        '<a href="http://www.shop.example/x">click here</a>',
        "<td></td>word and <b>bold</b>",
    ],
)  # fmt: skip
def test_ordinary_html_is_not_suspected(html):
    suspected = {mark for mark in html_marks_of(html) if mark.startswith(("html-", "tag-"))}

    assert suspected == set()


@pytest.mark.parametrize(
    ("body", "marks"),
    [
        ("Buy v i a g r a today", {"plain:viagra"}),
        ("Buy V.I.A.G.R.A today", {"plain:viagra"}),
        ("Buy v-i-a-g-r-a today", {"plain:viagra"}),
        ("Buy viagrа now", {"plain:viagra", "mixed-scripts"}),
        ("Купить дeшeво", {"plain:дешево", "mixed-scripts"}),
        ("Buy ｖｉａｇｒａ now", {"plain:viagra", "styled-letters"}),
        ("Buy 𝓿𝓲𝓪𝓰𝓻𝓪 now", {"plain:viagra", "styled-letters"}),
        ("Buy vi\u200bagra now", {"invisible-characters"}),
        ("x" + "0Ab+/" * 12, {"long-code-6"}),
        ("deadbeef" * 8, {"long-hex-7"}),
        ("=" * 60, {"long-line"}),
        ("a" * 30 + "b" * 30 + "c" * 30, {"long-line"}),
        ("http://x.example/" + "a" * 60, {"long-address-7"}),
        ("BUY NOW AND SAVE YOUR MONEY", {"capitals-9"}),
        ("Only $5 for you my friend!!! Now!", {"money", "exclaimed-to4"}),
        ("", {"empty-body"}),
    ],
)
def test_each_trick_of_writing_has_its_word(body, marks):
    assert marks <= marks_of(body=body)


@pytest.mark.parametrize(
    "body",
    ["A b c of things", "see 1 2 3 4 5 6", "I, e. g., am", "Привет мир hello", "naïve café “quoted”", "x - y - z - 1"],
)
def test_ordinary_writing_is_not_suspected(body):
    suspected = {
        mark for mark in marks_of(body=body) if mark.startswith(("plain:", "mixed", "styled", "invisible", "long"))
    }

    assert {mark for mark in suspected if not mark.startswith("length")} == set()


@pytest.mark.parametrize(
    ("headers", "mark"),
    [
        ("From: a@x.example\nReply-To: b@y.example", "reply-elsewhere"),
        ("From: a@x.example\nReply-To: b@x.example", "reply-same"),
        ("From: a@x.example\nTo: a@x.example", "from-is-to"),
        ('From: "boss@bank.example" <a@x.example>', "from-other-in-name"),
        ("From: joe1234@x.example", "from-digits"),
        ("From: a@x.example\nMessage-ID: <1@mail.x.example>", "id-own"),
        ("From: a@x.example\nMessage-ID: <1@y.example>", "id-elsewhere"),
        ("From: a@x.example\nMessage-ID: <nothing>", "id-odd"),
        ("To: a@b.c, b@b.c, c@b.c, d@b.c, e@b.c", "recipients-to8"),
        ("Subject: BUY THIS NOW", "subject-capitals"),
        ("Subject: great offer          xkqz81", "subject-id"),
        ("Subject: great offer [8177a]", "subject-id"),
        ("Subject: Re: hello", "subject-reply"),
        ("Subject: win $$$ now!", "subject-money"),
        ("Subject: v i a g r a", "plain:viagra"),
        ("Subject: =?utf-8?Q?viagr=D0=B0?=", "plain:viagra"),
        ("From: x", "no-subject"),
        ("In-Reply-To: <1@2>", "has-in-reply-to"),
        ("X-Priority: 1 (Highest)", "x-priority:1_(highest)"),
        ("Date: Mon, 15 Jan 2001 10:00:00 +0800", "zone:+0800"),
        ("Content-Type: text/plain; charset=GB2312", "charset:gb2312"),
        ("Content-Transfer-Encoding: base64", "encoding:base64"),
        ("Content-Type: multipart/mixed; boundary=x", "flaw:no-boundary"),
        ('Content-Type: multipart/mixed; boundary="----=_NextPart_000_0001"', "boundary:----=_nextpart_"),
        ("Content-Type: multipart/encrypted; boundary=x", "encrypted"),
        ("Content-Type: application/pkcs7-mime; smime-type=enveloped-data", "encrypted"),
        ("Content-Type: image/png", "no-text-part"),
    ],
)
def test_headers_and_structure_have_their_words(headers, mark):
    assert mark in marks_of(headers)
    assert mark not in marks_of("From: a@x.example\nSubject: minutes of the meeting") or mark == "no-to"


def test_pgp_messages_are_marked_and_signed_ones_are_not():
    assert "encrypted" in marks_of(body="-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----")
    assert "encrypted" not in marks_of("Content-Type: application/pkcs7-mime; smime-type=signed-data")


@pytest.mark.parametrize(
    "header",
    [
        "X-Spam-Status: Yes, score=12 tests=SECRETWORD",
        "X-Spam-Flag: SECRETWORD",
        "X-Spam-Level: SECRETWORD",
        "X-Bogosity: SECRETWORD",
        "X-DSPAM-Result: SECRETWORD",
        "X-CRM114-Status: SECRETWORD",
        "X-Barracuda-Spam-Score: SECRETWORD",
        "X-MS-Exchange-Organization-SCL: SECRETWORD",
        "X-Text-Classification: SECRETWORD",
        "Authentication-Results: SECRETWORD",
        "Delivered-To: secretword@me.example",
        "Message-ID: <secretword@x.example>",
        "References: <secretword@x.example>",
        "X-Mozilla-Keys: SECRETWORD",
        "X-Gmail-Labels: SECRETWORD",
        "Return-Path: <secretword@x.example>",
        "Received: from mx.y.example by mail.secretword.example with SMTP id secretword for secretword; date",
        "Received: from a.secretword.example by b.secretword.example with SMTP id 1; date",
        "Received: from localhost.secretword.example [127.0.0.1] by secretword.example; date",
    ],
)
def test_verdicts_numbers_and_the_recipients_own_house_are_never_evidence(header):
    said = " ".join(fields_of(f"{header}\nFrom: a@x.example\nSubject: x").values()).lower()

    assert "secretword" not in said


def test_every_filter_header_changes_nothing_at_all():
    plain = "From: a@x.example\nSubject: x"

    assert fields_of(f"X-Spam-Status: Yes\nX-Bogosity: Spam\nX-Spam-Score: 9\n{plain}") == fields_of(plain)


def test_hosts_that_handed_over_are_words_of_their_names_and_addresses():
    hop = "Received: from helo.name (mail.sender.example [10.1.2.3] [203.0.113.9]) by mx.me.example with ESMTP id 7; x"
    words = fields_of(hop)["received"].split()

    assert words == ["esmtp", "helo", "name", "helo_name", "mail", "sender", "example", "sender_example", "ip_203_0",
                     "ip_203_0_113"]  # fmt: skip


def test_urls_are_cracked_into_hosts_with_suffixes_and_words():
    fields = fields_of(
        "Subject: x", "see http://www.shop.example.com/Cheap-Pills/order?id=Now and https://example.com."
    )

    assert fields["host"].split() == ["www.shop.example.com", "shop.example.com", "example.com", ".com"]
    assert fields["url"].split() == ["cheap", "pills", "order", "id", "now"]
    assert "url-https" in fields["mark"].split()


def test_attachments_are_words_of_names_extensions_and_types():
    part = (
        "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: application/zip; name=Your_Bill.pdf.exe\n\nx"
    )
    words = fields_of(part)["attachment"].split()

    assert words == ["type:application/zip", "ext:exe", "double-extension", "name:your_bill.pdf.exe", "your", "bill",
                     "pdf"]  # fmt: skip


def test_honest_headers_are_fields_of_their_own():
    fields = fields_of(
        "From: Jo <jo@x.example>\nTo: me\nCc: you\nReply-To: r@x.y\nX-Mailer: Pine 4\nList-Id: <l.example>\nSubject: x"
    )

    assert (fields["from"], fields["to"], fields["reply-to"]) == ("Jo <jo@x.example>", "me you", "r@x.y")
    assert (fields["mailer"], fields["list"], fields["subject"]) == ("Pine 4", "l.example", "x")
    assert fields["content-type"] == "text/plain"


def test_the_sender_is_words_of_address_host_and_domain():
    assert fields_of("From: Jo <Jo@Mail.X.example>")["sender"].split() == [
        "jo@mail.x.example", "mail.x.example", "x.example", ".example",
    ]  # fmt: skip
    assert "sender" not in fields_of("From: nobody in particular")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("List-Id: Talk about things <Things.lists.example>", "things.lists.example"),
        ("X-BeenThere: things@lists.example", "things@lists.example"),
        ("Mailing-List: list things@lists.example; contact owner@lists.example", "things@lists.example"),
    ],
)
def test_a_mailing_list_is_one_word(header, name):
    assert fields_of(f"Subject: x\n{header}")["list"] == name


def test_the_order_of_the_headers_is_a_mark_of_the_program_that_wrote_them():
    marks = marks_of("From: a@b.example\nX-Other: 1\nTo: c\nDate: today\nSubject: x")

    assert {"order:ftds", "order:ft", "order:td", "order:ds"} <= marks
    assert not {mark for mark in marks if mark.startswith("order:")} & marks_of(
        "Subject: x\nDate: today\nTo: c\nFrom: a"
    )


def test_verbatim_fields_are_single_words_in_lower_case():
    fields = fields_of(
        'Subject: x\nX-Priority: 1 (A b)\nContent-Type: text/html; charset="A B"', "<a href='HTTP://A.EXAMPLE/ÜX?BY'>"
    )

    for name in ("url", "host", "mark"):
        assert fields[name] == fields[name].lower()
        assert len(set(fields[name].split())) == len(fields[name].split())


def test_mails_that_came_the_same_way_on_other_days_say_the_same_of_it():
    route = "Received: from shop.example (shop.example [203.0.113.9]; sent by {0}) by mx.example with ESMTP id {0}; {0}"
    first, second = (fields_of("Subject: x\n" + route.format(day))["received"] for day in ("Mon", "Tue"))

    assert first == second == "esmtp shop example shop_example ip_203_0 ip_203_0_113"


def test_a_line_without_number_and_date_is_still_a_way():
    assert fields_of("Received: from shop.example by mx.test with SMTP")["received"].startswith("smtp shop example")


def test_what_urls_say_together_is_said_once_and_in_order():
    body = "http://a.example/one/two http://a.example/two/three www.b.example http://a.example/one/two"
    fields = fields_of("Subject: x", body)

    assert fields["host"].split() == ["a.example", ".example", "www.b.example", "b.example"]
    assert fields["url"].split() == ["one", "two", "three"]
    assert "urls-to4" in fields["mark"].split()


def test_lines_of_code_are_no_words_and_a_long_word_beside_ordinary_ones_stays():
    code = "\n".join("Zm9vYmFyMTIz" * 5 for _ in range(4))
    mail = read_mail(f"Subject: x\n\nBefore the code.\n{code}\nAfter the code.".encode(), path="x")
    long = read_mail(b"Subject: x\n\nBefore " + b"long" * 20 + b" after", path="x")

    assert mail.text == "Before the code.\n\nAfter the code."
    assert "long" * 20 in long.text
    assert "long-letters-7" in long.fields["mark"].split()


@given(st.text(alphabet=st.characters(max_codepoint=255, exclude_characters="\0\r\x1b"), min_size=30, max_size=300))
def test_shares_of_capitals_and_digits_are_those_of_a_plain_count(text):
    raw = text.encode("latin-1")
    n_letters = sum(byte >= 128 or chr(byte).isalpha() for byte in raw)
    n_capitals = sum(ord("A") <= byte <= ord("Z") for byte in raw)
    n_digits = sum(ord("0") <= byte <= ord("9") for byte in raw)
    named = {f"capitals-{min(9, 20 * n_capitals // max(n_letters, 1))}"}
    named.add(f"digits-{min(9, 20 * n_digits // max(n_letters, 1))}")

    found = {mark for mark in text_marks(text, raw, b"", "") if mark.startswith(("capitals-", "digits-"))}

    assert found == (named if n_letters >= 20 else set())


def test_every_spaced_word_is_found_wherever_it_stands():
    body = "v i a g r a at first, then m.o.n.e.y in between, and at the end f-r-e-e-l-y"
    assert {"plain:viagra", "plain:money", "plain:freely"} <= marks_of("Subject: x", body)
