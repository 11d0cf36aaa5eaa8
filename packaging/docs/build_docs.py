"""Build the documentation of nbengine: static pages that work from a folder, without a network or a server.

    python3 packaging/dev.py docs [FOLDER]        (default: build/docs)

Sources: the pages in `nbengine/docs` and `nbengine/ideas`, the examples in `nbengine/docs/gallery` with their output,
the README's section on speed, the changelog, and the docstrings of the public names in the order of `reference.md`.
In a page,

- `name` in code font becomes a link if it is a public name or one of its methods;
- $…$ and blocks marked `math` are TeX (see `tex.py`);
- links go to the source files (`../theory.md`), so that they work where the sources are read as well.

markdown-it-py and Pygments do the work; both come with Bayleaf's own dependency Rich.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import json
import os
import posixpath
import re
import runpy
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import BashLexer, PythonConsoleLexer, PythonLexer, TextLexer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import docstrings  # noqa: E402 - both lie in the folders above
import tex  # noqa: E402

import nbengine  # noqa: E402

ENGINE = ROOT / "nbengine"
SOURCES = ENGINE / "docs"
GUIDE = (
    "getting_started", "texts", "choosing", "probabilities", "forgetting", "leave_one_out", "explaining", "tables",
    "streams", "several_labels", "saving", "scikit_learn", "layers",
)  # fmt: skip
IDEAS = ("counts_are_the_truth", "leave_one_out", "forgetting", "explaining", "calibration")
GALLERY = (
    "spam_in_ten_lines", "explained_in_a_notebook", "calibrated_probabilities", "leave_one_out",
    "forgetting_a_document", "learnt_factors", "several_labels", "active_learning", "mixed_tables", "out_of_core",
)  # fmt: skip
MANY_METHODS = "TextClassifier"
SHORT_TITLES = {
    "index.html": "Welcome",
    "gallery/index.html": "All examples",
    "reference/index.html": "All public names",
    "changelog.html": "Changelog",
}
"""Titles in the navigation that differ from the title of the page."""
LEXERS = {"bash": BashLexer(), "text": TextLexer(), "": TextLexer()}
MATH_BLOCK = re.compile(r"^```math\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MATH = re.compile(r"(?<![\w$\\`])\$([^$\n]+?)\$(?![\w$])")
SESSION = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> ).+\n?)*)+", re.MULTILINE)
"""An example with prompts in a docstring, up to the next blank line."""
FENCE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


@dataclass
class Page:
    """One page: its address below the folder of the documentation, its title and its contents."""

    address: str
    title: str
    body: str
    group: str
    """The heading under which the navigation shows it; empty if it is not listed."""
    headings: list[tuple[int, str, str]] = field(default_factory=list)
    """Level, anchor and text of each heading."""
    entries: list[tuple[str, str, str]] = field(default_factory=list)
    """What the search finds: address, title, text."""


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]) if arguments else ROOT / "build" / "docs"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    pages = build(target)
    print(f"{len(pages)} pages in {target}; begin with {target / 'index.html'}")
    return 0


def build(target: Path) -> list[Page]:
    """Write all pages into `target`, which is emptied first if an earlier build wrote it; return them."""
    if target.exists() and any(target.iterdir()) and not (target / "search.js").exists():
        raise SystemExit(f"{target} holds other files; it is left as it is.")
    shutil.rmtree(target, ignore_errors=True)
    pages = list(all_pages())
    for number, page in enumerate(pages):
        path = target / page.address
        path.parent.mkdir(parents=True, exist_ok=True)
        listed = [other for other in pages if other.group]
        around = neighbours(page, listed)
        path.write_text(whole_page(page, listed, *around), encoding="utf-8")
        pages[number] = page
    for name in ("style.css", "page.js"):
        shutil.copyfile(HERE / name, target / name)
    with (target / "style.css").open("a", encoding="utf-8") as file:
        file.write(colours_of_code())
    index = [entry for page in pages for entry in [(page.address, page.title, summary_of(page.body)), *page.entries]]
    (target / "search.js").write_text(f"window.searchIndex = {json.dumps(index, ensure_ascii=False)};\n", "utf-8")
    return pages


def all_pages() -> Iterator[Page]:
    yield page_of(SOURCES / "index.md", "index.html", "nbengine")
    for name in GUIDE:
        yield page_of(SOURCES / "guide" / f"{name}.md", f"guide/{name}.html", "User guide")
    yield from gallery()
    yield page_of(SOURCES / "theory.md", "theory.html", "Background")
    yield markdown_page(section_of(ENGINE / "README.md", "Speed"), "speed.html", "Background", ENGINE)
    for name in IDEAS:
        yield page_of(ENGINE / "ideas" / f"{name}.md", f"ideas/{name}.html", "Ideas behind the engine")
    yield from reference()
    yield page_of(ENGINE / "CHANGELOG.md", "changelog.html", "Reference")


def page_of(source: Path, address: str, group: str) -> Page:
    return markdown_page(source.read_text(encoding="utf-8"), address, group, source.parent)


def section_of(source: Path, title: str) -> str:
    """Return one section of a page as a page of its own."""
    text = source.read_text(encoding="utf-8")
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise SystemExit(f"{source.name} has no section {title}.")
    return f"# {title}\n{found[1]}"


def markdown_page(text: str, address: str, group: str, folder: Path) -> Page:
    body, headings = render(text, address, folder)
    title = next(title for level, _, title in headings if level == 1)
    return Page(address, title, body, group, headings)


# Markdown


def render(text: str, address: str, folder: Path = SOURCES) -> tuple[str, list[tuple[int, str, str]]]:
    """Return the HTML of a Markdown text and its headings; links become relative to `address`."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = parser.parse(replace_math(text))
    headings: list[tuple[int, str, str]] = []
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[number + 1]
            title = "".join(child.content for child in inline.children or [] if child.type in ("text", "code_inline"))
            level, name = int(token.tag[1]), re.sub(r"[^\w]+", "-", title.lower()).strip("-")
            headings.append((level, name, title))
            token.attrSet("id", name)
            if level > 1:
                inline.children = [*(inline.children or []), html_token(inline, permalink(name))]
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", link_to(str(child.attrGet("href")), address, folder))
    html = parser.renderer.render(tokens, parser.options, {})
    html = re.sub(r'<pre><code(?: class="language-(\w+)")?>(.*?)</code></pre>', coloured_block, html, flags=re.DOTALL)
    html = html.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")
    return re.sub(r"(?<!<pre>)<code>([\w.()]+)</code>", lambda each: code_link(each[1], address), html), headings


def html_token(like: Any, content: str) -> Any:
    token = type(like)("html_inline", "", 0)
    token.content = content
    return token


def permalink(name: str) -> str:
    return f'<a class="anchor" href="#{name}" aria-label="Link to this section">#</a>'


def replace_math(text: str) -> str:
    """Replace TeX outside code by MathML."""
    parts = FENCE.split(text)
    for number, part in enumerate(parts):
        block = MATH_BLOCK.fullmatch(part)
        if block:
            lines = [tex.to_mathml(line, is_block=True) for line in block[1].strip().splitlines()]
            parts[number] = "\n" + "\n".join(lines) + "\n"
        elif number % 2 == 0:
            parts[number] = MATH.sub(lambda found: tex.to_mathml(found[1], is_block=False), part)
    return "".join(parts)


def link_to(href: str, address: str, folder: Path) -> str:
    """Return the link to a page made from a source file; other links stay as they are."""
    if re.match(r"\w+:|#", href):
        return href
    path, _, anchor = href.partition("#")
    source = Path(os.path.normpath(folder / path))
    base = next((base for base in (SOURCES, ENGINE) if source.is_relative_to(base)), None)
    if base is None or not source.exists():
        raise SystemExit(f"{address}: {href} leads nowhere.")
    target = {"README.md": "index.html", "CHANGELOG.md": "changelog.html", "reference.md": "reference/index.html"}.get(
        source.name, source.relative_to(base).with_suffix(".html").as_posix()
    )
    return relative(target, address) + (f"#{anchor}" if anchor else "")


def relative(target: str, address: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(address) or ".")


def coloured_block(found: re.Match[str]) -> str:
    language, code = found[1] or "", found[2]
    for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        code = code.replace(mark, sign)
    return listing(code, language)


def listing(code: str, language: str = "python") -> str:
    """Return a block of code in colours."""
    lexer = LEXERS.get(language)
    if lexer is None:
        lexer = PythonConsoleLexer() if code.startswith(">>>") else PythonLexer()
    inner = highlight(code.strip("\n") + "\n", lexer, HtmlFormatter(nowrap=True))
    return f'<div class="listing"><pre class="code" tabindex="0"><code>{inner}</code></pre></div>'


def colours_of_code() -> str:
    light = HtmlFormatter(style="friendly").get_style_defs("pre.code")
    dark = HtmlFormatter(style="github-dark").get_style_defs(':root[data-theme="dark"] pre.code')
    by_system = HtmlFormatter(style="github-dark").get_style_defs(":root:not([data-theme]) pre.code")
    rules = f"{light}\n{dark}\n@media (prefers-color-scheme: dark) {{\n{by_system}\n}}\n"
    return "".join(f"{line}\n" for line in rules.splitlines() if "{ background" not in line)


# The reference


def public_names() -> dict[str, list[str]]:
    """Return the public names by group, as `reference.md` lists them."""
    groups: dict[str, list[str]] = {}
    for line in (SOURCES / "reference.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            groups[line[3:]] = []
        elif line.startswith("- `"):
            groups[list(groups)[-1]].append(line.split("`")[1])
    return groups


def addresses() -> dict[str, str]:
    """Return the link to the description of each public name and method, by full and by short name.

    The short name of a method refers to the class `MANY_METHODS`, which has all methods that the guide mentions.
    """
    found: dict[str, str] = {}
    for dotted in (name for names in public_names().values() for name in names):
        short, value = dotted.rpartition(".")[2], docstrings.resolve(dotted)
        found[dotted] = found[short] = f"reference/{short}.html"
        if inspect.isclass(value):
            for name, _ in docstrings.methods(value):
                found[f"{short}.{name}"] = f"reference/{short}.html#{docstrings.anchor(name)}"
    methods = {name.partition(".")[2]: target for name, target in found.items() if name.startswith(f"{MANY_METHODS}.")}
    return found | methods


_ADDRESSES: dict[str, str] = {}


def code_link(name: str, address: str) -> str:
    if not _ADDRESSES:
        _ADDRESSES.update(addresses())
    target = _ADDRESSES.get(name.removesuffix("()"))
    page, sign, anchor = (target or "").partition("#")
    if target is None or target == address:
        return f"<code>{name}</code>"
    return f'<a href="{"" if page == address else relative(page, address)}{sign}{anchor}"><code>{name}</code></a>'


def reference() -> Iterator[Page]:
    groups = public_names()
    text = (SOURCES / "reference.md").read_text(encoding="utf-8")
    index, headings = render(re.sub(r"(?:^- `.*\n?)+", "\nNAMES\n\n", text, flags=re.M), "reference/index.html")
    for names in groups.values():
        index = index.replace("<p>NAMES</p>", summary_table(names), 1)
    yield Page("reference/index.html", headings[0][2], index, "Reference", headings)
    for names in groups.values():
        for dotted in names:
            yield page_of_name(dotted)


def summary_table(names: Iterable[str]) -> str:
    rows = [
        f'<tr><td><a href="{short}.html"><code>{short}</code></a></td><td>{inline(said.summary)}</td></tr>'
        for dotted in names
        for short, said in [(dotted.rpartition(".")[2], docstrings.parse(docstrings.resolve(dotted).__doc__))]
    ]
    return f'<div class="table"><table class="summary"><tbody>{"".join(rows)}</tbody></table></div>'


def page_of_name(dotted: str) -> Page:
    """Return the page of one public name."""
    value, (module, _, short) = docstrings.resolve(dotted), dotted.rpartition(".")
    address = f"reference/{short}.html"
    page = Page(address, short, "", "", [(1, short.lower(), short)])
    parts = [f"<h1>{short}</h1>", f'<p class="import"><code>from {module} import {short}</code></p>']
    if callable(value):
        parts.append(format_signature(value, short))
    parts += text_of(docstrings.parse(value.__doc__), page)
    if inspect.isclass(value):
        parts += members(value, page)
    page.body = "\n".join(parts)
    return page


def format_signature(value: Any, name: str) -> str:
    return f'<div class="signature">{listing(docstrings.signature(value, name))}</div>'


def text_of(said: docstrings.Docstring, page: Page, level: int = 2) -> Iterator[str]:
    """Yield the HTML of a docstring. On a page of its own, sections are headings that the page lists."""
    yield block(f"{said.summary}\n\n{said.description}", page.address)
    for title, entries in said.lists.items():
        yield heading(title, page, level)
        yield '<dl class="items">'
        for name, kind, text in entries:
            shown = f"<code>{escape(name)}</code>" + (f"<span>{escape(kind)}</span>" if kind else "")
            yield f"<dt>{shown}</dt><dd>{block(text, page.address)}</dd>"
        yield "</dl>"
    for title, text in said.texts.items():
        yield heading(title, page, level)
        yield block(text, page.address)


def heading(title: str, page: Page, level: int) -> str:
    if level != 2:
        return f"<h{level}>{title}</h{level}>"
    name = title.lower().replace(" ", "-")
    page.headings.append((2, name, title))
    return f'<h2 id="{name}">{title}{permalink(name)}</h2>'


def members(kind: type, page: Page) -> Iterator[str]:
    """Yield the properties and methods of a class."""
    said = {name for name, _, _ in docstrings.parse(kind.__doc__).lists.get("Attributes", [])}
    found = [(name, text) for name, text in docstrings.properties(kind) if name not in said]
    if found:
        yield heading("Properties", page, 2)
        yield '<dl class="items">'
        for name, text in found:
            yield f"<dt><code>{name}</code></dt><dd>{block(text, page.address)}</dd>"
        yield "</dl>"
    methods = docstrings.methods(kind)
    if not methods:
        return
    yield heading("Methods", page, 2)
    rows = [
        f'<tr><td><a href="#{docstrings.anchor(name)}"><code>{name}</code></a></td>'
        f"<td>{inline(docstrings.parse(method.__doc__).summary)}</td></tr>"
        for name, method in methods
    ]
    yield f'<div class="table"><table class="summary"><tbody>{"".join(rows)}</tbody></table></div>'
    for name, method in methods:
        said = docstrings.parse(method.__doc__)
        page.headings.append((3, docstrings.anchor(name), name))
        page.entries.append((f"{page.address}#{docstrings.anchor(name)}", f"{page.title}.{name}", said.summary))
        yield f'<section class="member" id="{docstrings.anchor(name)}">{format_signature(method, name)}'
        yield from text_of(said, page, level=4)
        yield "</section>"


def block(text: str, address: str) -> str:
    """Return the HTML of a text in a docstring: Markdown, with ``code`` and examples as in reStructuredText."""
    text = re.sub(r"``(.+?)``", r"`\1`", text.strip())
    text = SESSION.sub(lambda each: f"\n```python\n{each[0].rstrip()}\n```\n", text)
    return render(text, address)[0]


def inline(text: str) -> str:
    html = render(text, "reference/index.html")[0].strip()
    return html.removeprefix("<p>").removesuffix("</p>")


# The gallery


def gallery() -> Iterator[Page]:
    """Yield the index of the examples and a page for each, with what it prints and shows."""
    examples = [example(SOURCES / "gallery" / f"{name}.py") for name in GALLERY]
    cards = "".join(
        f'<li><a href="{posixpath.basename(page.address)}"><strong>{escape(page.title)}</strong>'
        f"<span>{escape(summary_of(page.body))}</span></a></li>"
        for page in examples
    )
    body = (
        "<h1>Gallery</h1><p>Short programs that run as they stand. The tests run each of them and check its result.</p>"
        f'<ul class="cards">{cards}</ul>'
    )
    yield Page("gallery/index.html", "Gallery", body, "Gallery")
    yield from examples


def example(script: Path) -> Page:
    """Run a script, and show its text, its code and its output. What it names `shown` is shown as in a notebook."""
    source = script.read_text(encoding="utf-8")
    title, _, text = (ast.get_docstring(ast.parse(source)) or script.stem).partition("\n")
    code = source.split('"""', 2)[2].strip("\n")
    output, names = run(script)
    address = f"gallery/{script.stem}.html"
    body, _ = render(f"# {title.rstrip('.')}\n{text}", address)
    parts = [body, listing(code), '<p class="output-title">Output:</p>', output_block(output)]
    if hasattr(names.get("shown"), "_repr_html_"):
        parts.append('<p class="output-title">In a notebook:</p>')
        parts.append(f'<div class="shown">{names["shown"]._repr_html_()}</div>')
    parts.append(f"<p>Source: <code>nbengine/docs/gallery/{script.name}</code></p>")
    return Page(address, title.rstrip("."), "\n".join(parts), "Gallery")


def output_block(text: str) -> str:
    return f'<div class="listing"><pre class="output" tabindex="0"><code>{escape(text)}</code></pre></div>'


def run(script: Path) -> tuple[str, dict[str, Any]]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        names = runpy.run_path(str(script), run_name="__main__")
    return printed.getvalue(), names


# The frame


def summary_of(html: str) -> str:
    """Return the first sentence of a page without its marks."""
    found = re.search(r"</h1>.*?<p>(.*?)</p>", html, re.DOTALL)
    text = re.sub(r"<[^>]+>", "", found[1] if found else "")
    for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(mark, sign)
    return re.split(r"(?<=[.?!:]) ", " ".join(text.split()))[0]


def neighbours(page: Page, listed: list[Page]) -> tuple[Page | None, Page | None]:
    places = [number for number, other in enumerate(listed) if other.address == page.address]
    if not places:
        return None, None
    at = places[0]
    return (listed[at - 1] if at else None), (listed[at + 1] if at + 1 < len(listed) else None)


def whole_page(page: Page, listed: list[Page], before: Page | None, after: Page | None) -> str:
    base = relative(".", page.address)
    base = "" if base == "." else f"{base}/"
    link: Callable[[str], str] = lambda address: relative(address, page.address)  # noqa: E731
    groups: dict[str, list[str]] = {}
    for other in listed:
        is_here = other.address == page.address or (
            other.address == "reference/index.html" and page.address.startswith("reference/")
        )
        here = ' aria-current="page"' if is_here else ""
        groups.setdefault(other.group, []).append(
            f'<li><a href="{link(other.address)}"{here}>{escape(nav_title(other))}</a></li>'
        )
    site = "".join(f"<h2>{escape(group)}</h2><ul>{''.join(items)}</ul>" for group, items in groups.items())
    own = "".join(
        f'<li{" class=deep" if level > 2 else ""}><a href="#{name}">{escape(title)}</a></li>'
        for level, name, title in page.headings
        if 2 <= level <= 3
    )
    turn = ""
    if before is not None:
        turn += f'<a href="{link(before.address)}"><small>Previous</small>{escape(nav_title(before))}</a>'
    if after is not None:
        turn += f'<a class="next" href="{link(after.address)}"><small>Next</small>{escape(nav_title(after))}</a>'
    on_this_page = f"<h2>On this page</h2><ul>{own}</ul>" if own else ""
    title = page.title if page.address == "index.html" else f"{page.title} · nbengine"
    return f"""<!doctype html>
<html lang="en" data-base="{base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="stylesheet" href="{base}style.css">
<link rel="icon" href="data:,">
<script src="{base}page.js"></script>
<script src="{base}search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<button id="menu" type="button" aria-expanded="false" aria-controls="site">Menu</button>
<a class="name" href="{base}index.html">nbengine</a><span class="version">{nbengine.__version__}</span>
<span class="space"></span>
<div class="search"><input id="search" type="search" placeholder="Search (press /)" aria-label="Search">
<ul id="found" hidden></ul></div>
<button id="theme" type="button" aria-label="Switch between light and dark">Light / dark</button>
</header>
<div class="columns">
<nav class="site" id="site" aria-label="All pages">{site}</nav>
<main id="content"><article>
{page.body}
<div class="turn">{turn}</div>
</article></main>
<nav class="page" aria-label="On this page">{on_this_page}</nav>
</div>
</body>
</html>
"""


def nav_title(page: Page) -> str:
    return SHORT_TITLES.get(page.address, page.title)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
