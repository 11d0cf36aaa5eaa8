"""Folders where several machines may write one file: SQLite's write-ahead log is unsafe there.

Known by the kind of file system, or by the traces that synchronising programs leave in a folder above. Whoever is
missed by this list loses nothing that a rollback journal would have kept as long as one machine writes at a time.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Literal

SharedPlace = Literal["network", "synchronised"]

NETWORK_SYSTEMS = frozenset((
    "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "glusterfs", "lustre", "gfs",
    "gfs2", "ocfs2", "davfs", "webdav", "afpfs", "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.s3fs",
    "fuse.gvfsd-fuse", "fuse.curlftpfs", "fuse.glusterfs", "vboxsf",
))  # fmt: skip
SYNCHRONISED_FOLDERS = (
    "dropbox", "onedrive", "google drive", "googledrive", "icloud drive", "mobile documents", "cloudstorage",
    "nextcloud", "owncloud", "pcloud drive", "mega", "seafile", "yandex.disk",
)  # fmt: skip
SYNCHRONISED_TRACES = (".dropbox", ".dropbox.cache", ".stfolder", ".nextcloudsync.log", ".owncloudsync.log")
WINDOWS_REMOTE_DRIVE = 4


def shared_place(path: Path) -> SharedPlace | None:
    """Return how a file in this place is shared, by a network or a synchronising program; None if it is not."""
    folder = Path(os.path.abspath(path)).parent
    if _is_network(folder):
        return "network"
    return "synchronised" if _is_synchronised(folder) else None


def file_system(folder: Path, mounts: str) -> str:
    """The kind of file system that holds a folder, from the text of Linux's mountinfo."""
    best, kind = "", ""
    for line in mounts.splitlines():
        left, _, right = line.partition(" - ")
        point = left.split()[4].encode().decode("unicode_escape", "replace")
        is_above = point == "/" or folder == Path(point) or Path(point) in folder.parents
        if is_above and len(point) >= len(best):
            best, kind = point, right.split()[0]
    return kind


def _is_network(folder: Path) -> bool:
    if sys.platform == "win32":
        is_network = _is_remote_drive(folder)
    elif sys.platform == "darwin":
        is_network = _mac_file_system(folder) in NETWORK_SYSTEMS
    else:
        is_network = _mounted_file_system(folder) in NETWORK_SYSTEMS
    return is_network


def _mounted_file_system(folder: Path) -> str:
    try:
        mounts = Path("/proc/self/mountinfo").read_text(errors="surrogateescape")
    except OSError:
        return ""
    return file_system(folder.resolve(), mounts)


def _mac_file_system(folder: Path) -> str:
    """The name in `struct statfs`, which Python's `os.statvfs` leaves out."""
    answer = ctypes.create_string_buffer(4096)
    library = ctypes.CDLL(None)
    statfs = getattr(library, "statfs$INODE64", None) or library.statfs
    if statfs(os.fsencode(folder), answer) != 0:
        return ""
    return answer.raw[72:88].split(b"\0")[0].decode("ascii", "replace")


def _is_remote_drive(folder: Path) -> bool:
    if str(folder).startswith("\\\\"):
        return True
    kernel = getattr(ctypes, "windll", None)
    return kernel is not None and kernel.kernel32.GetDriveTypeW(folder.anchor) == WINDOWS_REMOTE_DRIVE


def _is_synchronised(folder: Path) -> bool:
    parts = [part.casefold() for part in folder.parts]
    if any(part.startswith(SYNCHRONISED_FOLDERS) for part in parts[1:]):
        return True
    return any((above / trace).exists() for above in (folder, *folder.parents) for trace in SYNCHRONISED_TRACES)
