"""Pieces of HTML: words made harmless, tables, bars, fractions; and the colours, light and dark.

What a mail says is text here and nothing else: signs of HTML are escaped, formulas are none, signs that give orders to
a terminal or turn writing round become a mark, and each word keeps its direction to itself. Colours follow the notebook
or the system.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import isfinite

ORDERS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]"
)
TEX = re.compile(r"[$\\]")
MARK = "\N{REPLACEMENT CHARACTER}"
LONGEST_WORD = 200
DARK = "--for:#5cc8b5;--against:#f0a35e;--soft:#8883;--faint:#999"
STYLE = f"""<style>
.nbayes{{--for:#1f776a;--against:#b85c12;--soft:#8882;--faint:#666;line-height:1.45;color:inherit;max-width:60em}}
@media (prefers-color-scheme:dark){{.nbayes{{{DARK}}}}}
[data-jp-theme-light="false"] .nbayes,.vscode-dark .nbayes{{{DARK}}}
[data-jp-theme-light="true"] .nbayes{{--for:#1f776a;--against:#b85c12;--soft:#8882;--faint:#666}}
.nbayes table{{border-collapse:collapse;margin:.4em 0;font-size:inherit}}
.nbayes th,.nbayes td{{padding:.15em .7em;text-align:right;border:0;border-top:1px solid var(--soft);background:none}}
.nbayes th{{font-weight:600;color:var(--faint)}}
.nbayes th:first-child,.nbayes td:first-child{{text-align:left}}
.nbayes .track{{display:inline-block;position:relative;width:16em;height:.8em;background:var(--soft);border-radius:2px}}
.nbayes .track i{{position:absolute;top:0;bottom:0;min-width:1px;border-radius:2px}}
.nbayes .for{{background:var(--for)}} .nbayes .against{{background:var(--against)}}
.nbayes .text{{white-space:pre-wrap;border-left:3px solid var(--soft);padding-left:.8em;margin:.5em 0}}
.nbayes mark{{color:inherit;border-radius:2px;padding:0 .1em}} .nbayes .note{{color:var(--faint)}}
.nbayes math{{font-size:1.1em;margin:.6em 1em;text-align:left}}
.nbayes .words{{text-align:left}} .nbayes summary{{cursor:pointer;font-weight:600}}
</style>"""


def page(*parts: str) -> str:
    """Put parts together as what a notebook shows."""
    return f'{STYLE}<div class="nbayes tex2jax_ignore mathjax_ignore">{"".join(parts)}</div>'


def said(words: object) -> str:
    """Words of whomever, harmless: text, on their own, in their own direction."""
    text = str(words)
    text = text if len(text) <= LONGEST_WORD else f"{text[:LONGEST_WORD]}…"
    return f"<bdi>{shown(text)}</bdi>"


def shown(text: str) -> str:
    """A text of any length, escaped; signs that begin formulas stand apart, where no typesetter joins them."""
    escaped = escape(ORDERS.sub(MARK, text.replace("\r\n", "\n").replace("\r", "\n")), quote=True)
    return TEX.sub(r"<span>\g<0></span>", escaped)


def number(value: float, digits: int = 3) -> str:
    """A number with its sign as mathematics writes it."""
    text = f"{value:.{digits}f}" if isfinite(value) else "∞" if value > 0 else "-∞"
    return text.replace("-", "−")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>"


def bar(start: float, end: float, *, is_for: bool) -> str:
    """A bar from one share of the track to another."""
    low, high = sorted((min(max(start, 0.0), 1.0), min(max(end, 0.0), 1.0)))
    kind = "for" if is_for else "against"
    style = f"left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%"
    return f'<span class="track"><i class="{kind}" style="{style}"></i></span>'


def coloured(pieces: Iterable[tuple[str, float | None]], strongest: float) -> str:
    """A text whose words are coloured by what each says: towards the label, or against it."""
    return f'<div class="text" dir="auto">{"".join(_piece(text, odds, strongest) for text, odds in pieces)}</div>'


def _piece(text: str, odds: float | None, strongest: float) -> str:
    if odds is None or not strongest:
        return shown(text)
    share = min(abs(odds) / strongest, 1.0) if isfinite(odds) else 1.0
    colour = "--for" if odds > 0 else "--against"
    background = f"color-mix(in srgb,var({colour}) {round(55 * share)}%,transparent)"
    return f'<mark style="background:{background}" title="{number(odds)}">{shown(text)}</mark>'


def fraction(above: str, below: str) -> str:
    """A fraction of MathML."""
    return f"<mfrac><mrow>{above}</mrow><mrow>{below}</mrow></mfrac>"


def mathematics(inside: str) -> str:
    return f'<math display="block"><mrow>{inside}</mrow></math>'


def digits(value: object) -> str:
    """A number of MathML."""
    return f"<mn>{escape(str(value))}</mn>"


def sign(text: str) -> str:
    return f"<mo>{escape(text)}</mo>"


def name(text: str) -> str:
    """A name of MathML, of whomever."""
    return f"<mtext>{shown(text[:LONGEST_WORD])}</mtext>"
