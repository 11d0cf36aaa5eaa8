"""A fresh home with a Thunderbird profile: one account with its password, the extension, and no questions."""

from __future__ import annotations

import base64
import ctypes
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from app.library import thunderbird
from tests.imap.servers import PASSWORD, USER, MailServer

LIBRARY = Path("/usr/lib/thunderbird")
PREFERENCES: dict[str, object] = {
    "mail.account.account1.identities": "id1",
    "mail.account.account1.server": "server1",
    "mail.account.account2.server": "server2",
    "mail.accountmanager.accounts": "account1,account2",
    "mail.accountmanager.defaultaccount": "account1",
    "mail.accountmanager.localfoldersserver": "server2",
    "mail.identity.id1.fullName": "A Person",
    "mail.identity.id1.useremail": "me@home.example",
    "mail.identity.id1.valid": True,
    "mail.server.server1.type": "imap",
    "mail.server.server1.hostname": "127.0.0.1",
    "mail.server.server1.userName": USER,
    "mail.server.server1.name": "me@home.example",
    "mail.server.server1.socketType": 0,
    "mail.server.server1.authMethod": 3,
    "mail.server.server1.check_new_mail": True,
    "mail.server.server1.check_time": 1,
    "mail.server.server1.login_at_startup": True,
    "mail.server.server1.use_idle": True,
    "mail.server.server1.offline_download": True,
    "mail.server.server1.spamLevel": 0,
    "mail.server.server1.moveOnSpam": False,
    "mail.server.server2.type": "none",
    "mail.server.server2.hostname": "Local Folders",
    "mail.server.server2.userName": "nobody",
    "mail.server.server2.name": "Local Folders",
    "mail.server.server2.directory-rel": "[ProfD]Mail/Local Folders",
    "extensions.autoDisableScopes": 0,
    "extensions.startupScanScopes": 15,
    "app.donation.eoy.version.viewed": 999,
    "mail.rights.version": 1,
    "mailnews.start_page.enabled": False,
    "mail.spotlight.firstRunDone": True,
    "mail.shell.checkDefaultClient": False,
    "mail.provider.suppress_dialog_on_startup": True,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "mailnews.start_page_override.mstone": "ignore",
    "mail.chat.enabled": False,
    "mail.inappnotifications.enabled": False,
    "mail.biff.show_alert": False,
    "mail.biff.play_sound": False,
    "signon.rememberSignons": True,
}
PROFILES = """\
[Profile0]
Name=default
IsRelative=1
Path=test.default
Default=1

[General]
StartWithLastProfile=1
Version=2
"""
HOST = "imap://127.0.0.1"


def make_profile(home: Path, server: MailServer, workspace: Path, port: int) -> Path:
    """Make a home whose Thunderbird has the account and the extension; return the profile's folder."""
    profile = home / ".thunderbird" / "test.default"
    (profile / "extensions").mkdir(parents=True)
    (home / ".thunderbird" / "profiles.ini").write_text(PROFILES)
    own = {"mail.server.server1.port": server.plain_port, "marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in (PREFERENCES | own).items()]
    (profile / "user.js").write_text("".join(lines))
    connected(home, workspace)
    extension = thunderbird.UserFolders(home, home / ".local" / "share").extension
    (profile / "extensions" / f"{thunderbird.EXTENSION}.xpi").write_bytes(extension.read_bytes())
    environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARY)}
    subprocess.run([sys.executable, "-m", "tests.thunderbird.profile", str(profile)], env=environment, check=True)
    return profile


def connected(home: Path, workspace: Path) -> None:
    """Run `connect thunderbird` for that home."""
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / ".local" / "share")}
    command = [sys.executable, "-m", "app.cli", "connect", "thunderbird", str(workspace), "--write"]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Item(ctypes.Structure):
    """A piece of bytes as Thunderbird's library for secrets wants it."""

    _fields_ = [("type", ctypes.c_uint), ("data", ctypes.c_void_p), ("len", ctypes.c_uint)]


def write_password(profile: Path) -> None:
    """Put the account's password where Thunderbird looks for it, sealed by its own library."""
    library = ctypes.CDLL(str(LIBRARY / "libnss3.so"))
    if library.NSS_InitReadWrite(b"sql:" + os.fsencode(profile)):
        raise OSError("The profile takes no password.")
    library.PK11_GetInternalKeySlot.restype = ctypes.c_void_p
    slot = ctypes.c_void_p(library.PK11_GetInternalKeySlot())
    if library.PK11_NeedUserInit(slot):
        library.PK11_InitPin(slot, None, b"")
    now_ms = int(time.time() * 1000)
    login = {
        "id": 1, "hostname": HOST, "httpRealm": HOST, "formSubmitURL": None, "usernameField": "", "passwordField": "",
        "encryptedUsername": sealed(library, USER), "encryptedPassword": sealed(library, PASSWORD), "encType": 1,
        "guid": "{11111111-2222-3333-4444-555555555555}", "timeCreated": now_ms, "timeLastUsed": now_ms,
        "timePasswordChanged": now_ms, "timesUsed": 1,
    }  # fmt: skip
    known = {"nextId": 2, "version": 3, "logins": [login]}
    rest: dict[str, object] = {"potentiallyVulnerablePasswords": [], "dismissedBreachAlertsByLoginGUID": {}}
    (profile / "logins.json").write_text(json.dumps({**known, **rest}))
    library.NSS_Shutdown()


def sealed(library: ctypes.CDLL, text: str) -> str:
    """Seal a text with the profile's own key."""
    raw = text.encode()
    buffer = ctypes.create_string_buffer(raw, len(raw))
    key, data, out = Item(0, None, 0), Item(0, ctypes.cast(buffer, ctypes.c_void_p), len(raw)), Item(0, None, 0)
    if library.PK11SDR_Encrypt(ctypes.byref(key), ctypes.byref(data), ctypes.byref(out), None):
        raise OSError("The password could not be sealed.")
    return base64.b64encode(ctypes.string_at(out.data, out.len)).decode()


if __name__ == "__main__":
    write_password(Path(sys.argv[1]))
