"""Texts that are read rightly without a word about their charset: files, forty languages, odd charsets, real mail.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.charset_guesses [--others] [--wrong 12] [--set NAME]

Languages are taken from the message catalogs that programs bring along (`--catalogs`, `/usr/share/locale`) and written
in each charset of theirs; right is what comes out as it went in. `--others` takes other catalogs, for those who change
the rules and do not want to change them to fit the texts that are reported. Real mail has declared charsets: right is
the text that Python's own codec of that name makes, where it makes one. It runs over an older tree too, with that tree
in `PYTHONPATH`.
"""

from __future__ import annotations

import argparse
import codecs
import email
import os
import random
import re
import struct
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from app.readers.charsets import decode_text

WEST = ("cp1252", "iso8859-15", "cp850", "mac-roman")
CENTRE = ("cp1250", "iso8859-2", "cp852", "mac-latin2")
NORTH = ("cp1257", "iso8859-13", "iso8859-4")
CYRILLIC = ("cp1251", "koi8-r", "cp866", "iso8859-5", "mac-cyrillic", "cp855")
SERBIAN = ("cp1251", "iso8859-5", "mac-cyrillic", "cp855")
CHARSETS_OF = {
    **dict.fromkeys(("af", "ca", "da", "de", "es", "eu", "fi", "fr", "ga", "gl", "is", "it"), WEST),
    **dict.fromkeys(("nb", "nl", "nn", "pt", "sv"), WEST),
    **dict.fromkeys(("cs", "hr", "hu", "pl", "sk", "sl", "sq"), CENTRE),
    "et": ("cp1252", *NORTH),
    "lt": NORTH,
    "lv": NORTH,
    "ro": (*CENTRE, "iso8859-16"),
    "tr": ("cp1254", "cp857"),
    "ru": CYRILLIC,
    "bg": CYRILLIC,
    "uk": ("cp1251", "koi8-u", "cp866", "mac-cyrillic", "cp1125"),
    "be": ("cp1251", "iso8859-5", "mac-cyrillic"),
    "mk": SERBIAN,
    "sr": SERBIAN,
    "kk": ("kz1048", "ptcp154"),
    "el": ("cp1253", "iso8859-7", "cp737", "cp869", "mac-greek"),
    "he": ("cp1255", "iso8859-8", "cp862"),
    "ar": ("cp1256", "iso8859-6", "cp720"),
    "fa": ("cp1256",),
    "th": ("cp874", "tis-620"),
    "vi": ("cp1258",),
    "eo": ("iso8859-3",),
    "cy": ("iso8859-14",),
    "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949", "euc_kr", "johab", "iso2022_kr"),
    "zh_CN": ("gb2312", "gb18030", "hz"),
    "zh_TW": ("cp950", "big5hkscs"),
}
"""Languages by the names of their catalogs, and the charsets that people have written them in."""
REPORTED = ("gtk30.mo", "coreutils.mo", "bash.mo", "apt.mo", "Linux-PAM.mo", "iso_3166.mo")
OTHERS = ("glib20.mo", "dpkg.mo", "grep.mo", "PackageKit.mo", "gst-plugins-base-1.0.mo", "iso_639.mo", "avahi.mo")
LENGTHS = {"2 kB": (2048, 2), "200 B": (200, 8), "30 B": (30, 24)}
"""Lengths of texts in bytes, and the number of texts of each language in each charset."""
SHORTEST_MESSAGE = 12
MACHINE_TEXT = re.compile(r"%[\d$]*[-+ #0\d.*]*[a-zA-Z]+|</?[^>]*>|&\w+;|[_|\\]|--\S+")
ASTRAL = ("Meet me at 8 😀 🎉\n", "Приходи в 8 😀, ладно?\n", "北京𠀀𠮷 见 😀 吧 hi\n", "𝒳 = 𝓨 and so on\n")
WIDE = ("utf-8-sig", *("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"))
FILES = {
    "arabic-1": "cp1256", "french-1": "cp1252", "chinese": "big5", "greek": "cp1253", "greek-2": "cp1253",
    "hebrew-2": "cp1255", "hebrew-3": "cp1255", "korean": "cp949", "turkish": "cp1254", "russian": "mac-cyrillic",
    "english.bom": "utf-8-sig", **dict.fromkeys(
        ("arabic", "bulgarian", "french", "polish", "russian-2", "russian-3", "spanish"), "utf-8"),
}  # fmt: skip
"""Sample files of charset-normalizer, and the charsets that its tests name."""
MAIL = {
    "spamassassin": "spamassassin", "mail-2006": "mail-2006/data", "mail-chinese": "mail-chinese",
    "enron1": "enron1", "modern-mail": "modern-mail",
}  # fmt: skip
MOST_MAILS, MOST_BYTES = 40000, 1 << 20
WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "big5": "cp950",
         "euc_kr": "cp949", "shift_jis": "cp932", "iso8859-9": "cp1254"}  # fmt: skip


class Sample(NamedTuple):
    """A text in a charset: the group that it is counted in, its bytes and what they say."""

    group: str
    charset: str
    raw: bytes
    text: str


def main() -> None:
    """Print how many texts of each group come out as they are, and some that do not."""
    options = _options()
    sets: dict[str, Callable[[], Iterator[Sample]]] = {
        "files": lambda: files(Path(os.environ["BAYLEAF_CORPORA"])),
        "languages": lambda: languages(options.catalogs, OTHERS if options.others else REPORTED),
        "odd": odd,
        "mail": lambda: mails(Path(os.environ["BAYLEAF_CORPORA"])),
    }
    for name, samples in sets.items():
        if options.set in ("", name):
            report(name, samples(), options.wrong)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogs", type=Path, default=Path("/usr/share/locale"))
    parser.add_argument("--others", action="store_true")
    parser.add_argument("--wrong", type=int, default=0)
    parser.add_argument("--set", default="", choices=["", "files", "languages", "odd", "mail"])
    return parser.parse_args()


def report(name: str, samples: Iterator[Sample], n_shown: int) -> None:
    """Print a line for each group, one for each charset in which something is wrong, and some wrong texts."""
    known: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    wrong: list[tuple[Sample, str]] = []
    for sample in samples:
        known[sample.group, sample.charset] += 1
        if (read := decode_text(sample.raw)) == sample.text:
            right[sample.group, sample.charset] += 1
        else:
            wrong.append((sample, read))
    for group in dict.fromkeys(group for group, _ in known):
        told = [key for key in known if key[0] == group]
        n_right, n_all = sum(right[key] for key in told), sum(known[key] for key in told)
        bad = [f"{key[1]} {right[key]}/{known[key]}" for key in told if right[key] < known[key]]
        print(f"{name:10}{group:14}{n_right:6} of {n_all:6}  {100 * n_right / n_all:5.1f} %", flush=True)
        if bad:
            print(textwrap.fill(", ".join(bad), 120, initial_indent="    ", subsequent_indent="    "))
    random.Random(1).shuffle(wrong)
    for sample, read in wrong[:n_shown]:
        print(f"  {sample.group} {sample.charset}: {_unlike(sample.text, read)}")


def _unlike(text: str, read: str) -> str:
    at = next((place for place, (a, b) in enumerate(zip(text, read, strict=False)) if a != b), 0)
    begin = max(at - 20, 0)
    return f"{text[begin : at + 40]!r} read as {read[begin : at + 40]!r}"


def files(corpora: Path) -> Iterator[Sample]:
    """Yield the sample files whose charset is known."""
    folder = corpora / "encodings/encoding-torture/charset_normalizer/data"
    for name, charset in FILES.items():
        raw = (folder / f"sample-{name}.txt").read_bytes()
        yield Sample("samples", charset, raw, raw.decode(charset))


def languages(catalogs: Path, names: tuple[str, ...]) -> Iterator[Sample]:
    """Yield texts of three lengths in each charset of each language."""
    for language, charsets in CHARSETS_OF.items():
        sentences = list(_sentences(catalogs / language / "LC_MESSAGES", names))
        for charset in charsets:
            fitting = [sentence for sentence in sentences if _fits(sentence, charset)]
            for length, (n_bytes, n_texts) in LENGTHS.items():
                for text in _texts(fitting, charset, n_bytes, n_texts):
                    yield Sample(length, f"{language} {charset}", text.encode(charset), text)


def _sentences(folder: Path, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if (folder / name).exists():
            for told, message in messages(folder / name):
                text = " ".join(MACHINE_TEXT.sub(" ", message).split())
                if told and text != told and len(text.encode()) >= SHORTEST_MESSAGE:
                    yield text


def messages(path: Path) -> list[tuple[str, str]]:
    """Return the English texts of a catalog and their translations; the first form of each, where it has several."""
    whole = path.read_bytes()
    n_messages, *begins = struct.unpack("<3I", whole[8:20])
    tables = [struct.iter_unpack("<2I", whole[begin : begin + 8 * n_messages]) for begin in begins]
    told, meant = (
        [whole[at : at + size].split(b"\0")[0].decode("utf-8", "replace") for size, at in table] for table in tables
    )
    return list(zip(told, meant, strict=True))


def _fits(text: str, charset: str) -> bool:
    try:
        return text.encode(charset).decode(charset) == text and not text.isascii()
    except UnicodeError:
        return False


def _texts(sentences: list[str], charset: str, n_bytes: int, n_texts: int) -> Iterator[str]:
    """Yield texts of whole words, of sentences that are drawn by lot and end where the text is long enough."""
    draw = random.Random(f"{charset} {n_bytes}")
    for _ in range(n_texts if sentences else 0):
        text = draw.choice(sentences)
        while len(text.encode(charset)) < n_bytes:
            text = f"{text}\n{draw.choice(sentences)}"
        while len(text.encode(charset)) > n_bytes * 1.2:
            text = text.rpartition(" ")[0] or text[:-4]
        if not text.isascii():
            yield text


def odd() -> Iterator[Sample]:
    """Yield wide texts with letters outside the first plane, with and without a mark, short and long."""
    for charset in WIDE:
        for text in ASTRAL:
            for times in (1, 30):
                yield Sample("wide", charset, (text * times).encode(charset), text * times)


def mails(corpora: Path) -> Iterator[Sample]:
    """Yield the text parts of real mail whose declared charset fits their bytes, and which are not plain ASCII."""
    for name, folder in MAIL.items():
        paths = (path for path in sorted((corpora / folder).rglob("*")) if path.is_file())
        for path in islice(paths, MOST_MAILS):
            for charset, raw in _declared_parts(path.read_bytes()[:MOST_BYTES]):
                if (text := _as_declared(raw, charset)) is not None:
                    yield Sample(name, charset, raw, text.replace("\0", ""))


def _declared_parts(mail: bytes) -> Iterator[tuple[str, bytes]]:
    for part in email.message_from_bytes(mail).walk():
        declared = part.get_content_charset()
        raw = part.get_payload(decode=True) if part.get_content_maintype() == "text" and declared else None
        if declared and isinstance(raw, bytes) and not (raw.isascii() and b"\x1b" not in raw):
            yield declared, raw


def _as_declared(raw: bytes, charset: str) -> str | None:
    try:
        name = codecs.lookup(charset).name
        return raw.decode(WIDER.get(name, name))
    except (LookupError, ValueError):
        return None


if __name__ == "__main__":
    main()
