"""Make the tables of letter pairs anew: from the language profiles of langdetect (Apache-2.0), and of languages that it
does not have from the messages of programs, but for those that charsets are tried on.

python3 packaging/letter_pairs.py FOLDER-OF-PROFILES > app/readers/letter_pairs.py
python3 packaging/letter_pairs.py --messages FOLDER-OF-CATALOGS > app/readers/letter_pairs_of_messages.py
"""

from __future__ import annotations

import json
import math
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.benchmarks.charset_guesses import MACHINE_TEXT, OTHERS, REPORTED, messages

LANGUAGES = [
    "cs", "da", "de", "es", "et", "fi", "fr", "hr", "hu", "it", "lt", "lv", "nl", "no", "pl", "pt", "ro", "sk", "sl",
    "sq", "sv", "tr", "vi", "ca", "cy", "af", "ar", "bg", "el", "fa", "he", "mk", "ru", "th", "uk",
]  # fmt: skip
LANGUAGES_OF_MESSAGES = ["be", "eo", "ga", "gl", "kk"]
RAREST_SHARE = 5e-5
HEAD = '''"""How rare pairs of neighbouring letters are in each language, and Korean syllables.

A number says how rare, in nats, what follows it is: -log of the share that a pair has among all pairs with a letter
beyond ASCII. The pairs stand there without anything between them; `_` is where a word begins or ends.
Counted in the language profiles of langdetect (Apache-2.0) by `packaging/letter_pairs.py`.
"""

from __future__ import annotations
'''
HEAD_OF_MESSAGES = '''"""Tables of letter pairs as in `letter_pairs`, of languages that langdetect does not have.

Counted in the messages of programs by `packaging/letter_pairs.py`.
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


def profile_of_messages(catalogs: Path) -> dict[str, int]:
    """Count the pairs in all messages of a language that are not tried on; what is no letter is a space."""
    tried_on = {*REPORTED, *OTHERS}
    known = [path for path in sorted(catalogs.glob("*.mo")) if path.name not in tried_on]
    texts = {text for path in known for told, text in messages(path) if told}
    counts: Counter[str] = Counter()
    for message in sorted(texts):
        text = "".join(sign if is_letter(sign) else " " for sign in f" {MACHINE_TEXT.sub(' ', message)} ")
        counts.update(first + second for first, second in pairwise(text))
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


def written(tables: dict[str, str], name: str = "PAIRS") -> str:
    """Write a table as Python."""
    lines = [f"{name}: dict[str, str] = {{"]
    for language, table in tables.items():
        lines += [f'    "{language}": (', *as_lines(table), "    ),"]
    return "\n".join([*lines, "}"])


def of_messages(catalogs: Path) -> None:
    """Write the table of the languages that are counted in messages."""
    counts = {name: pair_counts(profile_of_messages(catalogs / name / "LC_MESSAGES")) for name in LANGUAGES_OF_MESSAGES}
    print(HEAD_OF_MESSAGES)
    print(written({name: by_rarity(found) for name, found in counts.items()}, "PAIRS_OF_MESSAGES"))
    print('"""Language to its pairs."""')


def of_profiles(folder: Path) -> None:
    """Write the tables of the languages that langdetect has."""
    profiles = {name: json.loads((folder / name).read_text(encoding="utf-8"))["freq"] for name in [*LANGUAGES, "ko"]}
    korean = {sign: count for sign, count in profiles["ko"].items() if len(sign) == 1 and "가" <= sign <= "힣"}
    pairs = {name: by_rarity(pair_counts(profiles[name])) for name in LANGUAGES}
    print(HEAD)
    print(written(pairs))
    print('"""Language to its pairs."""')
    print("\n".join(["", "SYLLABLES = (", *as_lines(by_rarity(korean)), ")"]))
    print('"""Of Korean."""')


if __name__ == "__main__":
    of_messages(Path(sys.argv[2])) if sys.argv[1] == "--messages" else of_profiles(Path(sys.argv[1]))
