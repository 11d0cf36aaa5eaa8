"""Claws Mail's own SpamAssassin plugin asks the judge: its compiled client is called, without the program around it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from app.features.mail_daemon.serving import DaemonServer
from tests.app.letters import letter

PLUGINS = [*Path("/usr/lib").glob("*/claws-mail/plugins/spamassassin.so")]
COMPILER = shutil.which("cc")
pytestmark = pytest.mark.skipif(
    not PLUGINS or COMPILER is None, reason="needs Debian's claws-mail-spamassassin, binutils and a C compiler"
)
UNIX_TRANSPORT = 3
RAW, SAFE_FALLBACK, CHECK_ONLY = 0, 1 << 28, 1 << 29
OK, GOOD, SPAM = 0, 0, 1
WANTED = ("transport_init", "transport_setup", "message_read", "message_filter", "message_cleanup")


class Transport(ctypes.Structure):
    """The beginning of `struct transport` of libspamc, with room for its rest."""

    _fields_ = (("kind", ctypes.c_int), ("socket", ctypes.c_char_p), ("rest", ctypes.c_char * 8192))


class Message(ctypes.Structure):
    """The fields of `struct message` of libspamc as far as its verdict."""

    _fields_ = (
        ("most_bytes", ctypes.c_uint), ("timeout", ctypes.c_int), ("kind", ctypes.c_int),
        ("raw", ctypes.c_char_p), ("raw_length", ctypes.c_int), ("pre", ctypes.c_char_p), ("pre_length", ctypes.c_int),
        ("mail", ctypes.c_char_p), ("mail_length", ctypes.c_int),
        ("post", ctypes.c_char_p), ("post_length", ctypes.c_int), ("content_length", ctypes.c_int),
        ("is_spam", ctypes.c_int), ("score", ctypes.c_float), ("threshold", ctypes.c_float),
        ("rest", ctypes.c_char * 8192),
    )  # fmt: skip


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The plugin, with empty functions in place of those that Claws Mail has for it; none of them is called here."""
    folder = tmp_path_factory.mktemp("claws")
    told = subprocess.run(["nm", "-D", "--undefined-only", PLUGINS[0]], capture_output=True, text=True, check=True)
    names = [line.split()[-1] for line in told.stdout.splitlines() if "@" not in line]
    ours = [name for name in names if not name.startswith(("_", "g_", "gtk_", "gdk_"))]
    source, library = folder / "host.c", folder / "host.so"
    source.write_text("\n".join(f"char {name}[64];" for name in ours))
    subprocess.run([str(COMPILER), "-w", "-shared", "-fPIC", "-o", library, source], check=True)
    ctypes.CDLL(str(library), mode=os.RTLD_GLOBAL | os.RTLD_LAZY)
    loaded = ctypes.CDLL(str(PLUGINS[0]), mode=os.RTLD_LAZY)
    assert all(hasattr(loaded, name) for name in WANTED)
    return loaded


def verdict(plugin: ctypes.CDLL, socket: Path, mail: bytes) -> tuple[int, Message]:
    """Ask as the plugin asks for each mail that comes in."""
    transport, message = Transport(), Message()
    plugin.transport_init(ctypes.byref(transport))
    transport.kind, transport.socket = UNIX_TRANSPORT, str(socket).encode()
    flags = RAW | SAFE_FALLBACK | CHECK_ONLY
    assert plugin.transport_setup(ctypes.byref(transport), flags) == OK
    message.most_bytes, message.timeout = 250 << 10, 30
    with tempfile.TemporaryFile() as file:
        file.write(mail)
        file.seek(0)
        assert plugin.message_read(file.fileno(), flags, ctypes.byref(message)) == OK
    status = plugin.message_filter(ctypes.byref(transport), b"somebody", flags, ctypes.byref(message))
    return status, message


def test_the_plugin_is_told_what_is_spam(server: DaemonServer, plugin: ctypes.CDLL) -> None:
    for label, wanted in (("spam", SPAM), ("ham", GOOD)):
        status, message = verdict(plugin, server.paths.spamd_socket, letter(label, 730))

        assert (status, message.is_spam) == (OK, wanted)
        assert (message.score > message.threshold) == (label == "spam")


def test_without_a_judge_no_mail_is_spam_to_the_plugin(tmp_path: Path, plugin: ctypes.CDLL) -> None:
    status, message = verdict(plugin, tmp_path / "nobody", letter("spam", 731))

    assert status != OK or message.is_spam != SPAM
