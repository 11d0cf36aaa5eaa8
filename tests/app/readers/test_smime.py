"""Mail that was signed as one piece is read as what was signed; what is encrypted is named."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from app.readers.mail.reading import read_mail

TRUTH = Path(__file__).parent / "truth"


@pytest.mark.parametrize(
    ("name", "seal", "is_encrypted"),
    [
        ("smime-opaque", "seal:smime-signed", False),
        ("smime-streamed", "seal:smime-signed", False),
        ("smime-encrypted", "seal:smime-encrypted", True),
    ],
)
def test_a_sealed_message_is_named(name: str, seal: str, is_encrypted: bool) -> None:
    document = read_mail((TRUTH / f"{name}.eml").read_bytes(), path=name)

    marks = document.fields["mark"].split()
    assert (seal in marks, "encrypted" in marks) == (True, is_encrypted)
    assert [file.name for file in document.attachments] == ["smime.p7m"]


@pytest.mark.parametrize("n_bytes", [0, 1, 2, 20, 60, 200])
def test_a_signed_message_that_is_cut_short_is_a_flaw(n_bytes: int) -> None:
    head, _, body = (TRUTH / "smime-streamed.eml").read_bytes().partition(b"\n\n")
    raw = base64.b64encode(base64.b64decode(body)[:n_bytes])

    document = read_mail(head + b"\n\n" + raw, path="cut")

    assert document.title == "Signed as one piece"
    assert document.text.strip() == ""


def test_signed_messages_in_signed_messages_come_to_an_end() -> None:
    inner = b"Content-Type: text/plain\n\ninmost\n"
    for _ in range(30):
        inner = b"Content-Type: application/pkcs7-mime; smime-type=signed-data\n\n" + signed(inner)

    document = read_mail(b"From: a@b.example\nSubject: deep\n" + inner, path="deep")

    assert document.title == "deep"


def signed(content: bytes) -> bytes:
    """The structure of a signed message around a content, without signatures."""

    def element(tag: int, inside: bytes) -> bytes:
        length = len(inside).to_bytes(4, "big")
        return bytes([tag, 0x84]) + length + inside

    data, signed_data = bytes.fromhex("2a864886f70d010701"), bytes.fromhex("2a864886f70d010702")
    capsule = element(0x30, element(6, data) + element(0xA0, element(4, content)))
    inside = element(2, b"\1") + element(0x31, b"") + capsule
    return element(0x30, element(6, signed_data) + element(0xA0, element(0x30, inside)))
