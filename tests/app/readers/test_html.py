"""HTML becomes the text that a person would see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.readers.documents.html import declared_charset, html_to_text, read_page


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("V<b></b>iagra", "Viagra"),
        ("V<!-- x > y -->iagra", "Viagra"),
        ("V<xyz>iag</xyz>ra", "Viagra"),
        ("fr<font size=2>ee</font>dom", "freedom"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("one<br>two<BR/>three", "one\ntwo\nthree"),
        ("<td>a</td><td>b</td>", "a b"),
        ("<a href='x'>Home</a><img src=y><a>About</a>", "Home About"),
        ("<style>p { color: red }</style>seen<script>if (a < b) alert(1)</script>", "seen"),
        ("<title>unseen</title>seen", "seen"),
        ("seen<script>never closed", "seen"),
        ("seen<!-- never closed <p>", "seen"),
        ("&lt;b&gt; &amp; &#65;&#x42; caf&eacute;&nbsp;au&nbsp;lait", "<b> & AB café\xa0au\xa0lait"),
        ('<img alt="a > b">after', "after"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("seen <a href='unclosed>text</a>", "seen"),
        ("<!DOCTYPE html><?xml version='1.0'?>text", "text"),
        ("", ""),
    ],
)
def test_tags_give_way_to_what_is_seen(html, text):
    assert html_to_text(html) == text


@pytest.mark.parametrize(
    "style", ["display:none", "DISPLAY : none", "visibility:hidden", "font-size:0px;", "font-size: 1pt;", "font-size:0"]
)
def test_hidden_elements_are_not_read(style):
    page = read_page(f'seen <div style="{style}">bait <div>more</div> bait</div>also')

    assert page.text.split() == ["seen", "also"]
    assert page.unseen.split() == ["bait", "more", "bait"]


def test_an_element_that_hides_and_never_closes_hides_to_the_end():
    page = read_page('seen <div style="display:none">all of this')

    assert (page.text, page.unseen, page.reasons) == ("seen", "all of this", ("display",))


def test_a_cell_without_a_size_of_its_own_shows_what_its_children_enlarge():
    cell = '<td style="font-size:0px;padding:10px"><div style="font-size:13px">Your order is on its way</div></td>'

    assert html_to_text(f"<table><tr>{cell}</tr></table>") == "Your order is on its way"


@pytest.mark.parametrize("size", ["1em", "1.5em", "1rem", "100%", "1.2rem"])
def test_a_size_relative_to_the_text_around_it_hides_nothing(size):
    assert html_to_text(f'<p style="font-size:{size};">a letter from the board</p>') == "a letter from the board"


@pytest.mark.parametrize(
    ("entity", "shown"),
    [
        (f"&#{'9' * 5000};", "\ufffd"),
        (f"&#{'0' * 5000}65;", "A"),
        (f"&#{'0' * 5000};", "\ufffd"),
        (f"&#x{'0' * 5000}41;", "A"),
    ],
)
def test_a_number_with_thousands_of_digits_costs_one_character(entity, shown):
    assert html_to_text(f"<p>cheap {entity} money &amp; more</p>") == f"cheap {shown} money & more"


def test_small_print_is_still_read():
    assert html_to_text('<span style="font-size:10px">terms</span>') == "terms"


def test_declared_charsets_are_found():
    assert declared_charset(b'<meta http-equiv="x" content="text/html; charset=koi8-r">') == "koi8-r"
    assert declared_charset(b"<meta charset=utf-8>") == "utf-8"
    assert declared_charset(b"<p>none") is None


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 300_000,
        "<" * 1_000_000,
        '<a "' * 300_000,
        "<!--" * 300_000,
        "&" * 1_000_000,
        '<div style="display:none">' * 30_000,
        "<script>" * 100_000,
        "<div " + "display:none " * 200_000,
        "<div font-size:" + " " * 1_000_000,
    ],
    ids=["nested", "angles", "quotes", "comments", "ampersands", "hidden", "scripts", "unending", "spaces"],
)
def test_hostile_markup_does_not_hold_the_reader(html):
    assert len(html_to_text(html)) <= len(html)


@given(st.text(alphabet="<>/!-\"'= abp&;#x0\n", max_size=300))
def test_any_markup_gives_text_without_adding_to_it(html):
    assert len(html_to_text(html)) <= 2 * len(html)
