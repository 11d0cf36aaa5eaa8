"""Every module, tests included, can be loaded on Windows and macOS; what needs a system says so by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import tree

ROOT = Path(__file__).parents[1]
FOLDERS = ("app", "nbengine", "resources", "packaging", "tests")
NOT_ON_WINDOWS = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NAMES_NOT_ON_WINDOWS = {
    "os": {
        "chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getuid", "killpg", "mkfifo", "mknod",
        "nice", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "pathconf", "sched_getaffinity", "setgid",
        "setgroups", "setpgid", "setsid", "setuid", "statvfs", "sysconf", "uname", "waitid", "WNOHANG",
    },
    "signal": {
        "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "SIG_BLOCK", "SIG_SETMASK", "SIGALRM",
        "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGSYS", "SIGUSR1", "SIGXFSZ",
    },
    "socket": {"AF_UNIX", "socketpair"},
}  # fmt: skip
NEEDS_A_SYSTEM = NAMES_NOT_ON_WINDOWS["os"] - {"sched_getaffinity"} | {"SIGSTOP", "AF_UNIX", "symlink_to", "symlink"}
RESERVED = {"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))}


def modules() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is evaluated as soon as a module is loaded: no bodies of functions, no branches for one system."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If | ast.IfExp) and "platform" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for part in [*getattr(child, "decorator_list", []), child.args]:
                yield part
                yield from run_at_import(part)
            continue
        yield child
        yield from run_at_import(child)


def unportable(module: ast.Module) -> Iterator[str]:
    for node in run_at_import(module):
        if isinstance(node, ast.Import):
            yield from sorted({alias.name for alias in node.names} & NOT_ON_WINDOWS)
        if isinstance(node, ast.ImportFrom) and node.module in NOT_ON_WINDOWS:
            yield node.module
        if isinstance(node, ast.Attribute) and node.attr in NAMES_NOT_ON_WINDOWS.get(ast.unparse(node.value), ()):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import resource", ["resource"]),
        ("if sys.platform == 'linux':\n    import resource", []),
        ("@pytest.mark.parametrize('how', [signal.SIGKILL])\ndef test(): os.fork()", ["signal.SIGKILL"]),
        ("def test(): os.geteuid()", []),
        ("class A:\n    user = os.getuid()", ["os.getuid"]),
    ],
)
def test_what_windows_lacks_is_seen(source: str, expected: list[str]) -> None:
    assert list(unportable(ast.parse(source))) == expected


def test_every_module_can_be_loaded_on_windows() -> None:
    found = {str(path.relative_to(ROOT)): names for path in modules() if (names := list(unportable(tree(path))))}
    assert found == {}


def needs_a_system(function: ast.FunctionDef) -> bool:
    named = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    return bool(named & NEEDS_A_SYSTEM)


def says_so(function: ast.FunctionDef, module: ast.Module) -> bool:
    """Tell whether a test, or its whole module, is skipped somewhere, before it or in it."""
    marks = " ".join(ast.unparse(mark) for mark in function.decorator_list)
    assigned = " ".join(ast.unparse(node) for node in module.body if isinstance(node, ast.Assign))
    is_marked = any(word in marks for word in ("with_", "as_a_person", "skipif"))
    return (
        is_marked
        or ("pytestmark" in assigned and any(word in assigned for word in ("skipif", "= with_")))
        or "pytest.skip(" in ast.unparse(function)
    )


def test_what_needs_a_system_is_skipped_elsewhere_with_a_reason() -> None:
    silent = []
    for path in modules():
        if path.name.startswith("test_"):
            module = tree(path)
            functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
            silent += [
                f"{path.relative_to(ROOT)}: {test.name}"
                for test in functions
                if test.name.startswith("test_") and needs_a_system(test) and not says_so(test, module)
            ]
    assert silent == []


def test_every_file_can_be_checked_out_on_windows_and_macos() -> None:
    paths = [path.relative_to(ROOT) for folder in (*FOLDERS, ".ci", ".github") for path in (ROOT / folder).rglob("*")]
    paths = [path for path in paths if "__pycache__" not in path.parts]

    assert len({str(path).lower() for path in paths}) == len(paths)
    assert [path for path in paths if any(part.partition(".")[0].lower() in RESERVED for part in path.parts)] == []
    assert [
        path for path in paths if any(set(part) & set('<>:"|?*\\') or part[-1] in ". " for part in path.parts)
    ] == []
    assert [path for path in paths if len(str(path)) > 150] == []
