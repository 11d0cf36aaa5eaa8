"""Of a page everything is read that a browser shows, and nothing else is text."""

from __future__ import annotations

from html import escape

import pytest

from app.readers.documents.html import read_page
from app.readers.web.css import matches_screen
from app.readers.web.values import attribute_colour, colour_of


def words(html: str) -> list[str]:
    return read_page(html).text.split()


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        ("display:none", "display"),
        ("display : none !important; display:block", "display"),
        ("displa\\79 :none", "display"),
        ("/* */display:/**/none", "display"),
        ("visibility:hidden", "visibility"),
        ("visibility:collapse", "visibility"),
        ("font-size:0", "size"),
        ("font-size:1px", "size"),
        ("font:0/0 serif", "size"),
        ("font: bold 1px/2 Arial", "size"),
        ("opacity:0", "opacity"),
        ("opacity:.01", "opacity"),
        ("max-height:0;overflow:hidden", "clip"),
        ("height:0px;overflow-y:hidden", "clip"),
        ("display:inline-block;width:0;overflow:hidden", "clip"),
        ("height:2px;max-height:2px;overflow-y:hidden", "clip"),
        ("position:absolute;left:-9999px", "place"),
        ("text-indent:-9999px", "place"),
        ("color:#fff", "colour"),
        ("color:white;background:#FFFFFF", "colour"),
        ("color:rgb(1, 2, 3);background-color:#010203", "colour"),
    ],
)
def test_what_a_style_hides_is_read_as_unseen_with_the_reason(style: str, reason: str) -> None:
    page = read_page(f'seen <div style="{style}">bait</div> too')

    assert (page.text.split(), page.unseen, page.reasons) == (["seen", "too"], "bait", (reason,))


@pytest.mark.parametrize(
    "style",
    [
        "font-size:1em", "font-size:1rem", "font-size:.9em", "font-size:120%", "font-size:2px", "font:12px/0 Arial",
        "opacity:0.5", "max-height:0", "overflow:hidden", "max-height:0;overflow:visible",
        "height:0%;overflow:hidden", "height:3auto;overflow:hidden", "min-height:30px;max-height:0;overflow:hidden",
        "left:-9999px", "text-indent:2em", "color:#fafafa", "color:#eee;background:url(x.png)", "color:#00",
        "display:-ms-grid", "visibility:visible", "mso-hide:all", "margin-left:-5px", "width:0", "background:white",
    ],
)  # fmt: skip
def test_what_a_style_leaves_in_sight_is_text(style: str) -> None:
    page = read_page(f'<!doctype html>seen <div style="{style}">kept</div>')

    assert (page.text.split(), page.unseen) == (["seen", "kept"], "")


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<td style="font-size:0"><p style="font-size:13px">told</p>', "told"),
        ('<table><tr><td style="font-size:0"><p style="font-size:13px">told</p>', "told"),
        ('<p style="visibility:hidden">no <b style="visibility:visible">yes</b></p>', "yes"),
        ('<p style="display:none">no <b style="display:block">no</b></p>yes', "yes"),
        ('<p style="font-size:0">no <b style="font-size:2em">no</b></p>yes', "yes"),
        ('<div style="color:#fff;background:#000">yes<a href="x" style="color:#000">no</a></div>', "yes"),
        ('<div style="color:#fff"><a href="x">blue</a>no</div>', "blue"),
        ('<body bgcolor=black text=white>yes<font color="#000000">no</font>', "yes"),
        ('<div style="background-color:#fff;color:#fff"><table background="data:image/png,"><tr><td>yes', "yes"),
        ("<p hidden>no</p>yes", "yes"),
        ("<details><summary>yes</summary>no</details>", "yes"),
        ("<details open><summary>yes</summary>yes</details>", "yes yes"),
        ("<template>no</template><noscript>yes</noscript>", "yes"),
        ("<select><option>one<option>two</select>", "one"),
        ("<select><option>no<option selected>yes</select>", "yes"),
        ("<select size=2><option>one<option>two</select>", "one two"),
        ("<!--[if mso]><p>no</p><![endif]--><!--[if !mso]><!--><p>yes</p><!--<![endif]-->", "yes"),
        ("<!--> yes <!-- no --!> yes", "yes yes"),
        ("<iframe>no</iframe>yes", "yes"),
        ("<p title='a > b' class=it's>yes</p>", "yes"),
        ('<p title="no>no</p>">yes</p>', "yes"),
        ("yes<p style=display:none>no<p>yes", "yes yes"),
        ("<span style='display:none'><div>no</span>no</div>no", ""),
        ("<font color=white><div>no</font>yes</div>", "yes"),
        ("<p><font color=white>no</p><p>no</font>yes", "yes"),
        ("<table style='display:none'>yes<tr><td>no</td></tr></table>", "yes"),
        ("<ul><li style='display:none'>no<li>yes</ul>", "yes"),
        ("<div style='display&#58;none'>no</div>yes", "yes"),
        ("<div bgcolor=black><font color=white>no</font></div>yes", "yes"),
        ("<table><tr><td bgcolor=black><font color=white>yes</font></td></tr></table>", "yes"),
        ("<table><col style='background:black'><tr><td style='color:white'>yes<tr><td>no</table>", "yes"),
        ("<table><col><col style='background:black'><tr><td>yes<td style='color:white'>yes</table>", "yes yes"),
        ("<table><col span=2 style='background:black'><tr><td colspan=2>no<td>yes</table>", "yes"),
        ("<table><col style='background:black'><tr bgcolor=white><td>yes</table>", "yes"),
        ("<table><col style='background:black'><tr><td>no</table><table><tr><td>yes</table>", "yes"),
        ("<table><caption style='height:0;overflow:hidden'>no</caption><tr><td>yes</table>", "yes"),
        ("<p style='font-size:0;font-size:12'>yes</p>", "yes"),
        ("<!doctype html><p style='font-size:0;font-size:12'>no</p>yes", "yes"),
        ("<p style='font-size:0'><b style='font-size:12px;font:inherit'>no</b></p>yes", "yes"),
        ("<p style='font-size:0;font:inherit'>yes</p>", "yes"),
        ("<div style='height:0;overflow:hidden;transform:scale(1)'><b style='position:fixed'>no</b></div>yes", "yes"),
        ("<div style='height:0;overflow:hidden'><b style='position:fixed'>yes</b></div>yes", "yes yes"),
        ("<p>yes</p><a href='x?q='>yes</a> yes", "yes yes yes"),
        ("<p>yes</p><a href='x?q=>no</a> no", "yes"),
        ("<svg><text y=20>no</text><circle r=300 fill=white /></svg>yes", "yes"),
        ("<svg><text y=20><![CDATA[yes]]></text></svg>", "yes"),
        ("<svg overflow=visible><text y=200>yes</text></svg>", "yes"),
        ("<svg><text y=200>no</text></svg>", ""),
        ("<b style='position:absolute;right:100vw'>no</b>yes", "yes"),
        ("<p style='clip-path:polygon(200% 0,300% 0,300% 100%)'>no</p>yes", "yes"),
        ("<p style='color:transparent;filter:drop-shadow(9px 9px 0 gray)'>no</p>yes", "yes"),
        ("<p style='height:round(down,9px,10px);overflow:hidden'>no</p>yes", "yes"),
        ("<p style='height:round(up,9px,30px);overflow:hidden'>yes</p>", "yes"),
        ("<p style='color:white;background-image:image-set(\"x.png\" 1x)'>no</p>yes", "yes"),
        ("no<img style='position:absolute;inset:0;width:300px;height:90px;background:white'>", ""),
        ("<svg><circle r=300 fill=white /><text y=20>yes</text></svg><p>yes", "yes yes"),
        ("L<span style='display:inline-block;width:0;overflow:hidden'>xx</span>edger", "Ledger"),
        ("L<span style='position:absolute;font-size:0'>xx</span>edger", "Ledger"),
    ],
)
def test_elements_hide_and_show_as_they_do_in_a_browser(html: str, shown: str) -> None:
    assert " ".join(words(html)) == shown


@pytest.mark.parametrize(
    ("css", "shown"),
    [
        ("p{display:none}", "div a"),
        (".x{display:none}", "div"),
        ("#one{visibility:hidden}", "p a"),
        ("div,.x{display:none}", ""),
        ("body .x{display:none}", "div"),
        ("table .x{display:none}", "div p a"),
        ("div > p{display:none}", "div p a"),
        ("body > p{display:none}", "div a"),
        ("p{display:none} p.x{display:block}", "div p a"),
        ("p.x{display:block} p{display:none}", "div p a"),
        ("p{display:none!important} p.x{display:block}", "div a"),
        ("p[class~=x]{display:none}", "div a"),
        ('p[class="x"]{display:none} a[href]{display:none}', "div"),
        ("p:hover{display:none}", "div p a"),
        ("p::before{display:none}", "div p a"),
        ("@media print{p{display:none}}", "div p a"),
        ("@media screen and (max-width:600px){p{display:none}}", "div p a"),
        ("@media only screen and (min-width:480px){p{display:none}}", "div a"),
        ("@media (prefers-color-scheme:dark){p{display:none}} a{display:none}", "div p"),
        ("@font-face{font-family:x;src:url(y)} p{display:none}", "div a"),
        ("/* p{} */ p{display:none}", "div a"),
        ("<!-- p{display:none} -->", "div a"),
        ("p{background:url(data:image/png;base64,display:none)}", "div p a"),
        ("p{color:#fff} .x{color:#00}", "div a"),
        ("@layer a{@layer b{.x{opacity:0}} .x{opacity:1}}", "div p a"),
        ("@layer a{.x{opacity:0} @layer b{.x{opacity:1}}}", "div"),
        ("@layer a.b{.x{opacity:0}} @layer a.c{.x{opacity:1}}", "div p a"),
        ("@scope (body) to (p){.x{display:none}}", "div p"),
        ("@scope (body) to (div){.x{display:none}}", "div"),
        ("@scope (body) to (body){.x{display:none}}", "div"),
        ("@scope (div) to (p){.x{display:none}}", "div p a"),
    ],
)
def test_style_sheets_hide_what_their_rules_are_for(css: str, shown: str) -> None:
    page = "<div id=one>div</div><p class=x>p</p><a class='x y' href=z style='color:red'>a</a>"

    assert " ".join(words(f"<!doctype html><style>{css}</style>{page}")) == shown


@pytest.mark.parametrize(
    ("html", "shown", "hidden"),
    [
        ('<iframe srcdoc="in<i hidden>bait</i>"></iframe>', "in out", "bait"),
        ('<iframe srcdoc="in" width=0></iframe>', "out", "in"),
        ('<div hidden><iframe srcdoc="in"></iframe></div>', "out", "in"),
        ('<div style="font-size:0"><iframe srcdoc="in"></iframe></div>', "in out", ""),
        ('<iframe srcdoc="<iframe srcdoc=&quot;in&quot;></iframe>"></iframe>', "in out", ""),
        ('<iframe src="data:text/html,<b>in</b>">instead</iframe>', "in out", ""),
        ('<iframe src="https://example.org">instead</iframe>', "out", ""),
        ('<object data="data:text/html;base64,aW4=">instead</object>', "in out", "instead"),
        ('<object data="file.bin">instead</object>', "instead out", ""),
        ('<embed src="data:text/html,in">', "in out", ""),
        ('<object data="data:text/plain,&lt;i>in">instead</object>', "<i>in out", "instead"),
        ('<frameset><frame src="data:text/html,in"></frameset>', "in", "out"),
        ('text <frameset><frame src="data:text/html,in"></frameset>', "text in out", ""),
        ('<iframe data-inner-page=0></iframe><div hidden><iframe srcdoc="in"></iframe></div>', "out", "in"),
    ],
)
def test_a_page_inside_a_page_is_read_where_it_is_shown(html: str, shown: str, hidden: str) -> None:
    page = read_page(f"<!doctype html>{html} out")

    assert (page.text.split(), page.unseen.split()) == (shown.split(), hidden.split())


def test_pages_inside_pages_are_read_to_a_limit() -> None:
    deep = "end"
    for _ in range(8):
        deep = f'<iframe srcdoc="{escape(deep)}"></iframe>'

    assert read_page(f"<p>start</p>{deep}").text == "start"


def test_tables_are_read_row_by_row() -> None:
    page = "<table><tr><th>Item<th>Price</tr>\n<tr><td>Tea\npot</td><td>12</td></tr></table>after"

    assert read_page(page).text == "Item Price\nTea pot 12\nafter"


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("screen", True), ("print", False), ("all and (min-width: 30em)", True), ("(max-width:899px)", False),
        ("not print", True), ("print, screen", True), ("(orientation:landscape)", True), ("(width >= 900px)", True),
        ("(max-device-width:480px)", False), ("(unheard-of:1)", False),
    ],
)  # fmt: skip
def test_conditions_are_those_of_a_window_on_a_computer(query: str, holds: bool) -> None:
    assert matches_screen(query) is holds


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("#abc", (170, 187, 204)), ("#AABBCC".lower(), (170, 187, 204)), ("white", (255, 255, 255)),
        ("rgb(100%, 0%, 50%)", (255, 0, 128)), ("rgba(1,2,3,0)", (0, 0, 0, 0)), ("rgb(1 2 3 / 50%)", (1, 2, 3, 128)),
        ("#12", None), ("bluish", None),
    ],
)  # fmt: skip
def test_colours_are_read_as_style_sheets_write_them(value: str, colour: tuple[int, ...] | None) -> None:
    assert colour_of(value) == colour


def test_old_attributes_name_a_colour_whatever_they_say() -> None:
    assert attribute_colour("ffffff") == attribute_colour("#fff") == (255, 255, 255)
    assert attribute_colour("chucknorris") == (192, 0, 0)


def test_what_is_hidden_behind_ever_so_many_open_elements_is_hidden() -> None:
    page = read_page("seen" + "<b>" * 10_000 + "<p hidden>bait</p>" + "<i>" * 10_000 + " too")

    assert (page.text.split(), page.unseen) == (["seen", "too"], "bait")
