"""Manual pages of both programs, made from their --help."""

from __future__ import annotations

import gzip
import inspect
import time
from pathlib import Path

import click

from app.cli.command_group import COMMANDS, cli

WINDOW = r"""
.SH NAME
bayleaf \- a spam and document classifier you can see inside
.SH SYNOPSIS
.B bayleaf
[\fIFILE\fR ...]
.br
.B bayleaf --self-check
.br
.B bayleaf --version
.SH DESCRIPTION
Opens the window. A workspace
.RI ( *.bayleaf )
among the files is opened, anything else is classified.
.SH OPTIONS
.TP
.B --self-check
Try every part of the program, without a window, and print one line of JSON; the exit status says whether all is well.
.TP
.B --version
Print the version.
.SH SEE ALSO
.BR bayleaf-cli (1)
"""


def write(folder: Path, version: str, moment: int) -> list[Path]:
    """Write bayleaf.1.gz and bayleaf-cli.1.gz; the same input gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"bayleaf": WINDOW, "bayleaf-cli": terminal_page()}
    written = []
    for name, body in pages.items():
        day = time.strftime("%Y-%m-%d", time.gmtime(moment))
        text = f'.TH {name.upper()} 1 {day} "Bayleaf {version}" "User Commands"\n{body.strip()}\n'
        path = folder / f"{name}.1.gz"
        path.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
        written.append(path)
    return written


def terminal_page() -> str:
    lines = [".SH NAME", r"bayleaf-cli \- classify mail and documents from the command line", ".SH SYNOPSIS"]
    lines += [".B bayleaf-cli", r"\fICOMMAND\fR [\fIOPTION\fR ...]", ".SH DESCRIPTION"]
    lines += [".nf", *plain(cli.help or ""), ".fi", ".SH COMMANDS"]
    context = click.Context(cli, info_name="bayleaf-cli")
    for name in COMMANDS:
        lines += section(name, context)
    lines += [".SH EXIT STATUS", "0 done, 1 something in the world is in the way, 2 wrong use."]
    return "\n".join([*lines, ".SH SEE ALSO", ".BR bayleaf (1)"])


def section(name: str, context: click.Context) -> list[str]:
    """Return the help of a command as a subsection, with an entry for each option."""
    command = cli.get_command(context, name)
    assert command is not None
    inner = click.Context(command, info_name=name, parent=context)
    lines = [
        f'.SS "{escape(name)}"',
        f".B {escape(' '.join([inner.command_path, *command.collect_usage_pieces(inner)]))}",
    ]
    lines += [".PP", ".nf", *plain(command.help or ""), ".fi"]
    for parameter in command.params:
        record = parameter.get_help_record(inner)
        if record is not None:
            lines += [".TP", f".B {escape(record[0])}", escape(" ".join(record[1].split())) or r"\&"]
    return lines


def plain(help_text: str) -> list[str]:
    lines = inspect.cleandoc(help_text.replace("\b", "")).splitlines()
    return [escape(line.rstrip()) for line in lines if line.strip() or line == ""]


def escape(line: str) -> str:
    """Escape roff syntax: backslashes, hyphens, and a full stop or apostrophe at the beginning of a line."""
    spelled = line.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{spelled}" if spelled[:1] in (".", "'") else spelled
