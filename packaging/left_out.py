"""Files that are left out of the packaged program, and why that is safe.

Modules that the program never imports; Qt modules that it does not use; and, on Linux, libraries that belong to the
desktop. A second copy beside the system's own graphics driver or GTK would crash on the next release of the system;
Debian's package depends on the system's instead. Network code is left out too: neither Qt's nor Python's TLS is in
the package, and so no cluster. What a package installer notes about an environment is left out, so that builds in two
environments are equal.
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
"""Never imported by the program; PyInstaller's analysis or an optional import of a library would add them."""

QT_MODULES = ["PySide6", "shiboken6", "app.kit", "app.shell", "app.self_check"]
"""Qt modules that the program does not use."""

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


INSTALLER_NOTES = re.compile(r".*\.dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json)")
"""Notes of pip or uv about an environment. `RECORD` has hashes of its scripts, and these name its folder."""


def is_left_out(name: str) -> bool:
    """Return whether a file, by its name in the package, is left out."""
    path = name.replace("\\", "/")
    if any(part in path for part in QT_FILES) or "/tests/" in path:
        return True
    if "/translations/" in path and "PySide6" in path:
        return not path.endswith(QT_CATALOGS)
    return bool(DESKTOP.fullmatch(path) or INSTALLER_NOTES.fullmatch(path))
