"""A fault behind four letters, for the test of the fuzzer."""

from __future__ import annotations


def fail_over(raw: bytes) -> None:
    """Raise over one word."""
    if raw[:1] == b"B":
        if raw[1:2] == b"U":
            if raw[2:3] == b"G":
                if raw[3:4] == b"!":
                    raise ZeroDivisionError
                return
            return
        return
