"""Speed of reading mail, stage by stage, beside the usual Python way.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.mail_reading [--rounds 5] [--every 4]

The usual way is `email` with `policy.default`, `get_content`, and BeautifulSoup where there is only HTML; it yields a
subject and a body and nothing else. Ours yields the whole document with its evidence and content hash. Rounds of both
alternate in one process, ratios are of medians, and time is the processor's, so that other programs matter little.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bs4 import BeautifulSoup

from app.readers.documents.html import html_to_text
from app.readers.mail.body import read_body
from app.readers.mail.evidence import evidence_of, shape_of_long_words, to_one_byte_per_character
from app.readers.mail.headers import header_text
from app.readers.mail.mime import parse_mail
from app.readers.mail.reading import read_mail


def usual_way(raw: bytes) -> tuple[str, str]:
    """Subject and body as most Python programs read them."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    try:
        part = message.get_body(("plain", "html"))
        text = part.get_content() if part is not None else ""
        if part is not None and part.get_content_type() == "text/html":
            text = BeautifulSoup(text, "html.parser").get_text(" ")
        return str(message["subject"]), text
    except (LookupError, ValueError, AttributeError, KeyError):
        return "", raw.decode("latin-1")


def seconds(action: Callable[..., object], inputs: list[tuple[object, ...]]) -> float:
    """Time of one pass; results are let go one by one, as an import does."""
    start = time.process_time()
    for each in inputs:
        action(*each)
    return time.process_time() - start


def stages(raws: list[bytes]) -> dict[str, tuple[Callable[..., object], list[tuple[object, ...]]]]:
    """Each stage, and what the stage before it leaves."""
    mails = [parse_mail(raw) for raw in raws]
    bodies = [read_body(mail) for mail in mails]
    texts = [body.text for body in bodies]
    shapes = [to_one_byte_per_character(text) for text in texts]
    subjects = [header_text(mail.headers, b"subject") for mail in mails]
    senders = [header_text(mail.headers, b"from") for mail in mails]
    return {
        "take apart": (parse_mail, [(raw,) for raw in raws]),
        "body text (with HTML)": (read_body, [(mail,) for mail in mails]),
        "  of which HTML to text": (html_to_text, [(html,) for body in bodies for html in body.html_sources]),
        "evidence": (
            evidence_of,
            list(zip(mails, bodies, texts, shapes, map(shape_of_long_words, shapes), subjects, senders, strict=True)),
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--every", type=int, default=4, help="read every n-th mail of spamassassin")
    wanted = parser.parse_args()
    folder = Path(os.environ["BAYLEAF_CORPORA"]) / "spamassassin"
    files = sorted(path for path in folder.rglob("*") if path.is_file())[:: wanted.every]
    raws = [path.read_bytes() for path in files]
    print(f"{len(raws)} mails, {sum(map(len, raws)) / 1e6:.1f} MB")
    inputs: list[tuple[object, ...]] = [(raw,) for raw in raws]
    times: dict[str, list[float]] = {"ours": [], "usual": []}
    for _ in range(wanted.rounds):
        times["ours"].append(seconds(partial(read_mail, path=""), inputs))
        times["usual"].append(seconds(usual_way, inputs))
    median = {name: statistics.median(found) for name, found in times.items()}
    for name, took in median.items():
        print(f"{name:28} {took / len(raws) * 1e6:9.1f} µs a mail {len(raws) / took:9.0f} mails/s")
    print(f"ratio of medians {median['usual'] / median['ours']:.1f}")
    for name, (stage, given) in stages(raws).items():
        took = statistics.median(seconds(stage, given) for _ in range(wanted.rounds))
        print(f"{name:28} {took / len(raws) * 1e6:9.1f} µs a mail")


if __name__ == "__main__":
    main()
