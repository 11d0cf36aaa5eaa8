"""Unreadable files are read again, with the password of a PDF too, and leave the list once they could be read."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.library.browsing import retry_unread
from app.library.importing import ImportRequest, import_sources
from app.store.workspace import Workspace

CONTEXT, PASSWORD = NoOpJobContext(), "open-sesame-3141"
PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def rc4(key: bytes, data: bytes) -> bytes:
    box, j = [*range(256)], 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


def protected_pdf(text: str, password: str) -> bytes:
    """A PDF with the 40-bit encryption of PDF 1.4 (ISO 32000-1, 7.6.3: revision 2)."""
    padded, identity, permissions = (password.encode() + PADDING)[:32], bytes(16), -4
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    rights = permissions.to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + rights + identity).digest()[:5]
    user = rc4(key, PADDING)
    content_key = hashlib.md5(key + (4).to_bytes(3, "little") + bytes(2)).digest()[:10]
    content = rc4(content_key, f"BT /F 12 Tf 9 9 Td ({text}) Tj ET".encode())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >>"
        % (owner.hex().encode(), user.hex().encode(), permissions),
    ]
    body, starts = bytearray(b"%PDF-1.4\n"), []
    for number, thing in enumerate(objects, start=1):
        starts.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    table = len(body)
    body += b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % start for start in starts)
    body += b"trailer << /Size 7 /Root 1 0 R /Encrypt 6 0 R /ID [<%s> <%s>] >>\nstartxref\n%d\n%%%%EOF" % (
        identity.hex().encode(), identity.hex().encode(), table,
    )  # fmt: skip
    return bytes(body)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A corpus with a readable letter, a protected PDF and a damaged one."""
    court = tmp_path / "letters" / "Court"
    court.mkdir(parents=True)
    (court / "plain.txt").write_text("A letter to the court.")
    (court / "secret.pdf").write_bytes(protected_pdf("The hidden clause", PASSWORD))
    (court / "damaged.pdf").write_bytes(b"%PDF-1.4 nothing")
    path = tmp_path / "letters.bayleaf"
    import_sources(path, ImportRequest((tmp_path / "letters",), corpus="Letters"), CONTEXT)
    return path


def unread(workspace: Path) -> dict[str, str]:
    with Workspace(workspace) as opened:
        failures = opened.imports.failures(corpus="Letters")
    return {Path(failure.path).name: failure.reason for failure in failures}


def retry(workspace: Path, password: str = "") -> int:
    with Workspace(workspace) as opened:
        failures = opened.imports.failures(corpus="Letters")
    return retry_unread(workspace, "Letters", failures, password, CONTEXT).n_read


def test_a_protected_pdf_is_read_with_its_password_and_gets_the_label_of_its_folder(workspace: Path) -> None:
    assert unread(workspace) == {"secret.pdf": "encrypted", "damaged.pdf": "damaged"}

    assert retry(workspace, PASSWORD) == 1

    assert unread(workspace) == {"damaged.pdf": "damaged"}
    with Workspace(workspace) as opened:
        documents = [opened.documents.get(number).document for number in opened.documents.numbers("Letters").tolist()]
    [secret] = [document for document in documents if document.path.endswith("secret.pdf")]
    assert (secret.text.strip(), secret.label) == ("The hidden clause", "Court")


@pytest.mark.parametrize("password", ["", "wrong"])
def test_nothing_changes_while_no_file_can_be_read(workspace: Path, password: str) -> None:
    before = unread(workspace)
    with Workspace(workspace) as opened:
        edits = len(opened.imports.history("Letters"))

    assert retry(workspace, password) == 0

    assert unread(workspace) == before
    with Workspace(workspace) as opened:
        assert len(opened.imports.history("Letters")) == edits


def test_a_repaired_file_is_read_on_the_next_try(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "letters" / "Court" / "damaged.pdf").write_text("Now it is a text.")

    assert retry(workspace) == 1

    assert unread(workspace) == {"secret.pdf": "encrypted"}


def test_the_password_is_in_no_file(workspace: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    retry(workspace, PASSWORD)

    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(PASSWORD.encode() in content for content in files)
    assert PASSWORD not in caplog.text
