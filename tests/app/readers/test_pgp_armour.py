"""What is left of a text that was signed with PGP."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from app.readers.mail.body import strip_pgp_armour

FIRST, LAST = "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
ARMOUR_IN_ONE_PATTERN = re.compile(
    r"^-----BEGIN PGP SIGNATURE-----$.*?^-----END PGP SIGNATURE-----$"
    r"|^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: [^\n]*\n)?",
    re.DOTALL | re.MULTILINE,
)
"""The rule as one pattern, which takes quadratic time where signatures have no end."""
LINES = st.sampled_from(
    [FIRST, LAST, "-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA1", "", "Dear Ann,", f"> {FIRST}"]
)


@given(st.lists(LINES, max_size=12).map("\n".join))
def test_signatures_are_cut_as_the_rule_in_one_pattern_cuts_them(text: str) -> None:
    assert strip_pgp_armour(text) == ARMOUR_IN_ONE_PATTERN.sub("", text)


def test_a_signature_without_an_end_is_text() -> None:
    text = f"Hello\n{FIRST}\n" * 3

    assert strip_pgp_armour(text) == text
