"""Attacks on the reader: what each does to the verdict on a spam mail, and to the time that it takes.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.evasion [--mails 400]

A filter is trained on mails of SpamAssassin's sets. The same spam, made up here, is then disguised in each way that
spammers use, or that a reader could fall for. Told are the probability of spam, how much of the spam's words is read as
text, how much of what nobody sees is read as text (which should be nothing), the processor time in milliseconds, and
what the reader noticed.
"""

from __future__ import annotations

import argparse
import base64
import os
import quopri
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.classifying import LoadedModel, classify_documents, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.reading import read_mail_in_time
from app.library.recipes import RecipeRequest

SPAM = "Dear friend, lose weight now. Order cheap pills online without prescription. Click here, money back guarantee."
BAIT = (
    "The patch for the kernel module is attached. I rebuilt the package from the mailing list archive, wrote a test for"
    " the parser, and the build server is happy. See the thread of last week about the cvs commit."
)
HEAD = (
    "From: {sender}\nTo: someone@example.org\nSubject: {subject}\nDate: Mon, 3 Jun 2024 10:00:00 +0000\n"
    "MIME-Version: 1.0\n"
)
MANY_RULES = "".join(f".b .c{n} .a{{color:red}}" for n in range(5_000))
CYRILLIC = str.maketrans("aeopcxi", "аеорсхі")
WIDE = {code: code + 0xFEE0 for code in range(ord("a"), ord("z") + 1)}


def mail(content_type: str, body: str | bytes, *, more: str = "", subject: str = "lose weight now") -> bytes:
    head = HEAD.format(sender="offers@pills.example", subject=subject) + f"Content-Type: {content_type}\n{more}\n"
    return head.encode() + (body if isinstance(body, bytes) else body.encode())


def html(body: str, style: str = "") -> bytes:
    return mail("text/html; charset=utf-8", f"<html><head><style>{style}</style></head><body>{body}</body></html>")


def hidden(style: str) -> bytes:
    return html(f'<p>{SPAM}</p><div style="{style}">{BAIT}</div>')


def multipart(kind: str, *parts: str, boundary: str = "b") -> bytes:
    inside = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return mail(f"multipart/{kind}; boundary={boundary}", f"{inside}--{boundary}--\n")


PLAIN_BAIT = f"Content-Type: text/plain\n\n{BAIT}"
HTML_SPAM = f"Content-Type: text/html\n\n<p>{SPAM}</p>"


def nested(depth: int) -> bytes:
    return mail("message/rfc822", "Content-Type: message/rfc822\n\n" * depth + f"Subject: x\n\n{SPAM}")


ATTACKS: dict[str, Callable[[], bytes]] = {
    "none: the spam as it is": lambda: mail("text/plain", SPAM),
    "none: the same as HTML": lambda: html(f"<p>{SPAM}</p>"),
    "none: the bait alone": lambda: mail("text/plain", BAIT, subject="Re: patch"),
    "entity of 5,000 digits": lambda: html(f"<p>{SPAM} &#{'9' * 5000};</p>"),
    "letters as entities": lambda: html("".join(f"&#{ord(letter)};" for letter in SPAM)),
    "tags in words": lambda: html("".join(f"{letter}<b></b>" for letter in SPAM)),
    "comments in words": lambda: html("".join(f"{letter}<!-- x -->" for letter in SPAM)),
    "bait by display": lambda: hidden("display:none"),
    "bait by an escaped display": lambda: hidden("d\\69splay:none"),
    "bait by visibility": lambda: hidden("visibility:collapse"),
    "bait by font size": lambda: hidden("font-size:0"),
    "bait by opacity": lambda: hidden("opacity:0"),
    "bait by clipping": lambda: hidden("max-height:0;overflow:hidden"),
    "bait by colour": lambda: hidden("color:#ffffff"),
    "bait off the page": lambda: hidden("position:absolute;left:-9999px"),
    "bait by a style sheet": lambda: html(f"<p>{SPAM}</p><p class=x>{BAIT}</p>", ".x{display:none}"),
    "bait by the attribute hidden": lambda: html(f"<p>{SPAM}</p><p hidden>{BAIT}</p>"),
    "bait of 200 KB": lambda: html(f"<p>{SPAM}</p><p style='display:none'>{BAIT * 700}</p>"),
    "bait in a comment": lambda: html(f"<p>{SPAM}</p><!-- {BAIT} -->"),
    "bait for Outlook alone": lambda: html(f"<p>{SPAM}</p><!--[if mso]><p>{BAIT}</p><![endif]-->"),
    "bait in the plain alternative": lambda: multipart("alternative", PLAIN_BAIT, HTML_SPAM),
    "bait after 300 KB of tags": lambda: html(f"<p>{SPAM}</p>" + "<b>" * 100_000 + f"<p hidden>{BAIT}</p>"),
    "cells of size zero": lambda: html(f"<table><tr><td style='font-size:0'><p style='font-size:9pt'>{SPAM}</table>"),
    "quoted-printable undeclared": lambda: mail(
        "text/html", quopri.encodestring((f"<p style='margin:0'>{SPAM} €€€</p>" * 2).encode())
    ),
    "base64": lambda: mail("text/plain", base64.encodebytes(SPAM.encode()), more="Content-Transfer-Encoding: base64\n"),
    "base64 that is broken": lambda: mail(
        "text/plain", b"!!" + base64.encodebytes(SPAM.encode())[:-9], more="Content-Transfer-Encoding: base64\n"
    ),
    "charset that does not exist": lambda: mail("text/plain; charset=x-none", SPAM),
    "charset that lies": lambda: mail("text/plain; charset=utf-16", SPAM),
    "UTF-7": lambda: mail("text/plain; charset=utf-7", SPAM.encode("utf-7")),
    "zero-width spaces": lambda: mail("text/plain; charset=utf-8", "\u200b".join(SPAM)),
    "soft hyphens": lambda: html("&shy;".join(SPAM)),
    "Cyrillic look-alikes": lambda: mail("text/plain; charset=utf-8", SPAM.translate(CYRILLIC)),
    "full-width letters": lambda: mail("text/plain; charset=utf-8", SPAM.translate(WIDE)),
    "spaced out": lambda: mail("text/plain", "   ".join(" ".join(word) for word in SPAM.split())),
    "boundary nobody declared": lambda: mail(
        "multipart/mixed; boundary=none", f"--other\nContent-Type: text/plain\n\n{SPAM}\n--other--\n"
    ),
    "boundaries on one line": lambda: mail("multipart/mixed; boundary=x", f"--x\n\n{SPAM}\n{'--x' * 500_000}\n--x--\n"),
    "mail in mails, 10 deep": lambda: nested(10),
    "mail in mails, 500 deep": lambda: nested(500),
    "2,000 empty parts first": lambda: multipart("mixed", *(["\n"] * 1900), f"Content-Type: text/plain\n\n{SPAM}"),
    "tag that never ends": lambda: html(f"<p>{SPAM}</p><div " + "display:none " * 100_000),
    "100,000 open elements": lambda: html("<div>" * 100_000 + SPAM),
    "style sheet of 5,000 rules": lambda: html(f"<p class=a>{SPAM}</p>" + "<p class=a>x</p>" * 5_000, MANY_RULES),
    "text as a picture": lambda: html('<img src="cid:1" width=600 height=400>'),
    "text as a picture's words": lambda: html(f'<img src="cid:1" alt="{SPAM}">'),
    "everything as an attachment": lambda: multipart(
        "mixed", f"Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\n{SPAM}"
    ),
}


def trained_filter(folder: Path, corpora: Path, n_mails: int) -> LoadedModel:
    """Train a filter on so many mails of each label."""
    place = Path(folder / "evasion.bayleaf")
    root = corpora / "spamassassin"
    for label, kinds in (("spam", ("spam", "spam_2")), ("ham", ("easy_ham", "easy_ham_2"))):
        files = [path for kind in kinds for path in sorted(root.rglob(f"{kind}/*"))][:: max(1, 2000 // n_mails)]
        order = ImportRequest(tuple(files[:n_mails]), SourceOptions(kind="mail", label=label))
        import_sources(place, order, NoOpJobContext())
    train(place, TrainingOrder(RecipeRequest()), NoOpJobContext())
    return load_classifier(place, None)


def told(model: LoadedModel, raw: bytes) -> str:
    """Judge one mail and say what came of it."""
    start = time.process_time()
    document = read_mail_in_time(raw, SourceOptions(kind="mail", labels_from="none"), seconds=60.0)
    took_ms = (time.process_time() - start) * 1000
    if document is None:
        return "not read"
    verdict = classify_documents(model, [document], 0)[0]
    spam = dict(verdict.raw).get("spam", 0.0)
    noticed = [mark for mark in document.fields.get("mark", "").split() if mark.startswith(("unseen", "plain:"))][:3]
    flaws = " ".join(dict.fromkeys([*document.flaws[:3], *noticed]))
    return f"{spam:8.4f} {share(document, SPAM):6.0%} {share(document, BAIT):6.0%} {took_ms:8.1f}  {flaws[:60]}"


def share(document: Document, words: str) -> float:
    """Return how much of some words stands in the text."""
    wanted, read = words.lower().split(), set(document.text.lower().split())
    return sum(word in read for word in wanted) / len(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mails", type=int, default=400, help="of each label")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = trained_filter(Path(folder), Path(os.environ["BAYLEAF_CORPORA"]), wanted.mails)
        print(f"{'attack':32} {'spam':>8} {'read':>6} {'bait':>6} {'ms':>8}  noticed")
        for name, attack in ATTACKS.items():
            print(f"{name:32} {told(model, attack())}", flush=True)


if __name__ == "__main__":
    main()
