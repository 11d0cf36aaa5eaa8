"""Make `app/readers/letter_pairs.py` anew from the language profiles of langdetect (Apache-2.0).

python3 packaging/letter_pairs.py FOLDER-OF-PROFILES > app/readers/letter_pairs.py
"""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from pathlib import Path

LANGUAGES = [
    "cs", "da", "de", "es", "et", "fi", "fr", "hr", "hu", "it", "lt", "lv", "nl", "no", "pl", "pt", "ro", "sk", "sl",
    "sq", "sv", "tr", "vi", "ca", "cy", "af", "ar", "bg", "el", "fa", "he", "mk", "ru", "th", "uk",
]  # fmt: skip
RAREST_SHARE = 5e-5
HEAD = '''"""How rare pairs of neighbouring letters are in each language, and Korean syllables.

A number says how rare, in nats, what follows it is: -log of the share that a pair has among all pairs with a letter
beyond ASCII. The pairs stand there without anything between them; `_` is where a word begins or ends.
Counted in the language profiles of langdetect (Apache-2.0) by `packaging/letter_pairs.py`.
"""

from __future__ import annotations
'''
LINE = 104


def pair_counts(profile: dict[str, int]) -> dict[str, int]:
    """Count the pairs with a letter beyond ASCII; capitals at the beginning of words are small letters."""
    counts: dict[str, int] = {}
    for written, count in profile.items():
        if len(written) != 2 or written.isascii():
            continue
        pair = written.lower() if written[0] == " " or written[0].isupper() else written
        if len(pair) == 2 and all(sign == " " or is_letter(sign) for sign in pair):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def is_letter(sign: str) -> bool:
    return sign.isalpha() or unicodedata.category(sign).startswith("M")


def by_rarity(counts: dict[str, int]) -> str:
    """Put what is counted behind its rarity."""
    total, found = sum(counts.values()), dict[int, list[str]]()
    for what, count in sorted(counts.items()):
        if count / total > RAREST_SHARE:
            found.setdefault(round(-math.log(count / total)), []).append(what.replace(" ", "_"))
    return "".join(f"{rarity}{''.join(found[rarity])}" for rarity in sorted(found))


def as_lines(text: str) -> list[str]:
    return [f'        "{text[start : start + LINE]}"' for start in range(0, len(text), LINE)]


def written(tables: dict[str, str]) -> str:
    """Write a table as Python."""
    lines = ["PAIRS: dict[str, str] = {"]
    for language, table in tables.items():
        lines += [f'    "{language}": (', *as_lines(table), "    ),"]
    return "\n".join([*lines, "}"])


def main(folder: Path) -> None:
    profiles = {name: json.loads((folder / name).read_text(encoding="utf-8"))["freq"] for name in [*LANGUAGES, "ko"]}
    korean = {sign: count for sign, count in profiles["ko"].items() if len(sign) == 1 and "가" <= sign <= "힣"}
    pairs = {name: by_rarity(pair_counts(profiles[name])) for name in LANGUAGES}
    print(HEAD)
    print(written(pairs))
    print('"""Language to its pairs."""')
    print("\n".join(["", "SYLLABLES = (", *as_lines(by_rarity(korean)), ")"]))
    print('"""Of Korean."""')


if __name__ == "__main__":
    main(Path(sys.argv[1]))
