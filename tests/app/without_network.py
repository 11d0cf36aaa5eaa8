"""Runs a module of the program where the kernel kills whoever opens a socket to the world.

python -m tests.app.without_network MODULE ARGS…

A seccomp filter is put over this process and all that it starts, workers and parsers in C and Rust included: asking for
a socket of any family but the machine's own (AF_UNIX, which display servers use) ends the process that asks.
"""

from __future__ import annotations

import ctypes
import platform
import runpy
import struct
import sys

LOAD_WORD, JUMP_EQUAL, RETURN = 0x20, 0x15, 0x06
KILL_PROCESS, ALLOW = 0x80000000, 0x7FFF0000
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""The places of these in the record that a filter of system calls looks at."""
AF_UNIX = 1
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, FILTER_MODE = 22, 38, 2

CALLS = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""For each machine: its name in the kernel, and the number of the system call `socket`."""


def is_possible() -> bool:
    return sys.platform == "linux" and platform.machine() in CALLS


def forbid() -> None:
    """From here on, no socket to the world is opened by this process or its children."""
    architecture, socket_call = CALLS[platform.machine()]
    steps = [
        (LOAD_WORD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 0, 5, architecture),  # another architecture: kill
        (LOAD_WORD, 0, 0, NUMBER),
        (JUMP_EQUAL, 0, 2, socket_call),  # another call: allow
        (LOAD_WORD, 0, 0, FIRST_ARGUMENT),
        (JUMP_EQUAL, 0, 1, AF_UNIX),  # another family: kill
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, KILL_PROCESS),
    ]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    header = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(program))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_ulong]
    if prctl(PR_SET_NO_NEW_PRIVS, 1, None, 0, 0) or prctl(PR_SET_SECCOMP, FILTER_MODE, header, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter was refused")


if __name__ == "__main__":
    forbid()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
