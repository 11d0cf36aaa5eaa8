"""Files that do not go into the packaged program, and why that is safe.

Modules that nothing of ours reaches; Qt's parts that no window of ours shows; and, on Linux, libraries that belong to
the desktop: a copy of ours beside the system's own (its graphics driver, its GTK) is what makes packaged programs crash
on the next release. Those stay with the system, as Debian's package says in its dependencies. The network goes too:
neither Qt's nor Python's TLS is in the package, and so no cluster is.
"""

from __future__ import annotations

import re

SCIPY = (
    "cluster constants datasets differentiate fft fftpack integrate interpolate io linalg ndimage odr optimize signal "
    "spatial stats sparse.csgraph sparse.linalg"
)
QT = (
    "QtBluetooth QtConcurrent QtDBus QtDesigner QtHelp QtNetwork QtOpenGL QtOpenGLWidgets QtQml QtQuick "
    "QtQuickControls2 QtQuickTest QtQuickWidgets QtSql QtTest QtUiTools QtXml"
)

MODULES = [
    *(f"scipy.{part}" for part in SCIPY.split()),
    *(f"PySide6.{part}" for part in QT.split()),
    "nbengine.estimators", "pyqtgraph",
    "app.features.cluster",
    "dask", "distributed", "fsspec", "pyarrow", "tornado", "msgpack", "yaml",
    "ssl", "_ssl", "tkinter", "lib2to3", "pydoc_data", "pdb", "readline", "curses", "asyncio", "xmlrpc",
    "pygments", "markdown_it", "mdurl", "IPython", "matplotlib", "pandas", "PIL", "bs4", "sklearn", "joblib", "psutil",
    "threadpoolctl",
    "hypothesis", "pytest", "_pytest", "mypy", "ruff", "pip", "setuptools", "wheel",
]  # fmt: skip
"""Not imported by the program, though some analysis or an optional import of a library would bring them along."""

QT_MODULES = ["PySide6", "shiboken6", "app.kit", "app.shell", "app.self_check"]
"""The modules that the command line has no use for."""

QT_FILES = (
    "Qt6Network", "Qt6Quick", "Qt6Qml", "Qt6VirtualKeyboard", "Qt6Pdf", "Qt6ShaderTools", "Qt6Designer", "Qt6Test",
    "Qt6Sql", "libqvirtualkeyboard", "qpdf", "sqldrivers", "qmltooling", "PySide6/Qt/qml", "libqvnc", "libqlinuxfb",
    "libqeglfs", "Qt6EglF", "libqvkkhrdisplay", "egldeviceintegrations", "qtuiotouchplugin", "libqevdev",
    "libqminimal", "plugins/tls/", "plugins/networkinformation/", "PySide6/QtNetwork", "imageformats/libqtiff",
    "imageformats/libqwebp", "imageformats/libqtga", "imageformats/libqwbmp", "imageformats/libqicns", "opengl32sw",
)  # fmt: skip
QT_CATALOGS = ("qtbase_ru.qm", "qtbase_zh_CN.qm", "qtbase_en.qm")

DESKTOP = re.compile(
    r"lib(c|m|stdc\+\+|gcc_s|GL|EGL|X11|X11-xcb|Xau|Xdmcp|Xext|Xrender|Xi|Xfixes|xcb|glib-2\.0|gio-2\.0|gobject-2\.0|"
    r"gmodule-2\.0|gthread-2\.0|fontconfig|freetype|harfbuzz|graphite2|fribidi|thai|datrie|pango.*|cairo.*|pixman-1|"
    r"atk-.*|gdk.*|gtk-.*|epoxy|dbus-1|systemd|cap|gcrypt|gpg-error|lz4|mount|blkid|selinux|pcre2-8|krb5|k5crypto|"
    r"krb5support|gssapi_krb5|com_err|keyutils|png16|jpeg|brotli.*|bsd|md|wayland-.*|readline|tinfo|ncursesw?)\.so\b.*"
)


def is_left_out(name: str) -> bool:
    """Return whether a file, named as it would lie in the package, is left out of it."""
    path = name.replace("\\", "/")
    if any(part in path for part in QT_FILES) or "/tests/" in path:
        return True
    if "/translations/" in path and "PySide6" in path:
        return not path.endswith(QT_CATALOGS)
    return DESKTOP.fullmatch(path) is not None
