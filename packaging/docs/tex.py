r"""Convert the TeX of the documentation to MathML, which browsers show without a script or a network.

It knows what the pages use: letters, numbers, operators, `_`, `^`, groups, `\frac`, `\sqrt`, accents, `\text`,
`\left` and `\right`, sums and products with limits, and the symbols below. Anything else is an error, so that no page
shows half a formula.
"""

from __future__ import annotations

import re
from html import escape

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\s+|.")
LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ",
    "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "ell": "ℓ", "infty": "∞", "ldots": "…", "cdots": "⋯",
}  # fmt: skip
OPERATORS = {
    "cdot": "·", "times": "×", "mid": "∣", "le": "≤", "ge": "≥", "ne": "≠", "in": "∈", "notin": "∉", "to": "→",
    "approx": "≈", "propto": "∝", "pm": "±", "setminus": "∖", "mapsto": "↦", "quad": "\u2003", ",": "\u2009",
    "{": "{", "}": "}",
}  # fmt: skip
LARGE = {"sum": "∑", "prod": "∏", "max": "max", "min": "min", "argmax": "arg max", "argmin": "arg min"}
FUNCTIONS = {"log", "exp"}
ACCENTS = {"hat": "^", "tilde": "~", "bar": "¯"}
SIGNS = {"-": "−", "*": "∗"}


def to_mathml(source: str, *, is_block: bool) -> str:
    """Return a `math` element; raise ValueError for TeX that is not known."""
    display = ' display="block"' if is_block else ""
    return f"<math{display}><mrow>{_Parser(source).row()}</mrow></math>"


class _Parser:
    def __init__(self, source: str) -> None:
        self._tokens = [token for token in TOKEN.findall(source) if not token.isspace()]
        self._source = source
        self._at = 0

    def row(self, end: str | None = None) -> str:
        """Read up to `end`, or to the end of the text."""
        parts = []
        while self._at < len(self._tokens):
            if self._tokens[self._at] == end:
                self._at += 1
                return "".join(parts)
            parts.append(self._with_scripts())
        if end is not None:
            raise ValueError(f"{end} is missing in {self._source!r}")
        return "".join(parts)

    def _with_scripts(self) -> str:
        is_large = self._tokens[self._at].lstrip("\\") in LARGE and self._tokens[self._at].startswith("\\")
        base, below, above, primes = self._atom(), "", "", ""
        while self._at < len(self._tokens) and self._tokens[self._at] in "_^'":
            sign = self._next()
            if sign == "'":
                primes += '<mo lspace="0" rspace="0">′</mo>'
                continue
            script = f"<mrow>{self._atom()}</mrow>"
            below, above = (script, above) if sign == "_" else (below, script)
        names = ("munder", "mover", "munderover") if is_large else ("msub", "msup", "msubsup")
        if below and above:
            base = f"<{names[2]}>{base}{below}{above}</{names[2]}>"
        elif below or above:
            name = names[0] if below else names[1]
            base = f"<{name}>{base}{below or above}</{name}>"
        return f"<mrow>{base}{primes}</mrow>" if primes else base

    def _atom(self) -> str:
        token = self._next()
        if token == "{":
            return f"<mrow>{self.row('}')}</mrow>"
        if token.startswith("\\"):
            return self._command(token[1:])
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{token}</mi>"
        fixed = ' stretchy="false"' if token in "()[]|" else ""
        return f"<mo{fixed}>{escape(SIGNS.get(token, token))}</mo>"

    def _command(self, name: str) -> str:
        if name == "frac":
            return f"<mfrac>{self._atom()}{self._atom()}</mfrac>"
        if name == "sqrt":
            return f"<msqrt>{self._atom()}</msqrt>"
        if name in ACCENTS:
            return f'<mover accent="true">{self._atom()}<mo stretchy="false">{ACCENTS[name]}</mo></mover>'
        if name in ("text", "mathrm"):
            return f"<mtext>{escape(self._raw_group())}</mtext>"
        if name in ("left", "right"):
            return f'<mo stretchy="true">{escape(self._next().lstrip(chr(92)))}</mo>'
        if name in LARGE:
            return f'<mo class="large" movablelimits="false" rspace="0.17em">{LARGE[name]}</mo>'
        if name in FUNCTIONS:
            return f'<mi>{name}</mi><mspace width="0.17em"/>'
        if name in LETTERS:
            return f"<mi>{LETTERS[name]}</mi>"
        if name in OPERATORS:
            return f"<mo>{escape(OPERATORS[name])}</mo>"
        raise ValueError(f"unknown TeX command \\{name} in {self._source!r}")

    def _raw_group(self) -> str:
        """Return the text of a group with its spaces."""
        start = self._offset(self._at)
        if self._source[start] != "{":
            raise ValueError(f"a group was expected in {self._source!r}")
        end = self._source.index("}", start)
        while self._next() != "}":
            pass
        return self._source[start + 1 : end]

    def _offset(self, index: int) -> int:
        position = 0
        for token in self._tokens[:index]:
            position = self._source.index(token, position) + len(token)
        return self._source.index(self._tokens[index], position)

    def _next(self) -> str:
        if self._at >= len(self._tokens):
            raise ValueError(f"{self._source!r} ends too early")
        self._at += 1
        return self._tokens[self._at - 1]
