"""Find the server for an address: by usual host names, and over the network only on request.

Only the owner's own domain is asked, for its autoconfig page over TLS; no third-party list is used.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterable
from urllib.parse import quote

from bayleaf_imap.errors import MailboxError
from bayleaf_imap.server import ListedFolder
from bayleaf_imap.stream import Address, make_tls_context

PROVIDERS = {
    "gmail.com": "imap.gmail.com",
    "googlemail.com": "imap.gmail.com",
    "outlook.com": "outlook.office365.com",
    "hotmail.com": "outlook.office365.com",
    "live.com": "outlook.office365.com",
    "office365.com": "outlook.office365.com",
    "icloud.com": "imap.mail.me.com",
    "me.com": "imap.mail.me.com",
    "yahoo.com": "imap.mail.yahoo.com",
    "fastmail.com": "imap.fastmail.com",
    "fastmail.fm": "imap.fastmail.com",
    "gmx.de": "imap.gmx.net",
    "gmx.net": "imap.gmx.net",
    "yandex.ru": "imap.yandex.ru",
    "mail.ru": "imap.mail.ru",
    "qq.com": "imap.qq.com",
    "163.com": "imap.163.com",
}
ASKED_S, LARGEST_PAGE = 15.0, 64 << 10
HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
USUAL = {
    "junk": ("junk", "spam", "bulk mail", "junk email", "junk e-mail", "спам", "垃圾邮件", "courrier indésirable"),
    "sent": ("sent", "sent items", "sent mail", "sent messages", "отправленные", "已发送"),
}


def guess_server(user: str, port: int = 993) -> Address:
    """Return the usual server of the address's domain."""
    domain = domain_of(user)
    return Address(PROVIDERS.get(domain, f"imap.{domain}"), port, uses_starttls=port == 143)


def domain_of(user: str) -> str:
    """Return the domain of an address."""
    domain = user.rpartition("@")[2].casefold()
    if "@" not in user or not HOST.fullmatch(domain):
        raise MailboxError("bad-name", name=user)
    return domain


def look_up_server(user: str) -> Address | None:
    """Fetch the domain's autoconfig page over TLS; return the server, or None if there is no such page."""
    domain = domain_of(user)
    context = make_tls_context()
    for page in (
        f"https://autoconfig.{domain}/mail/config-v1.1.xml?emailaddress={quote(user)}",
        f"https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml",
    ):
        try:
            with urllib.request.urlopen(page, timeout=ASKED_S, context=context) as answer:
                return parse_autoconfig(answer.read(LARGEST_PAGE).decode("utf-8", "replace"))
        except (urllib.error.URLError, OSError, ValueError):
            continue
    return None


def parse_autoconfig(page: str) -> Address | None:
    """Return the IMAP server in an autoconfig page; None if it has none with encryption."""
    for block in re.findall(r'(?is)<incomingServer\s+type="imap">(.*?)</incomingServer>', page):
        found = {name: _inside(block, name) for name in ("hostname", "port", "socketType")}
        kind, port = found["socketType"].upper(), found["port"]
        if HOST.fullmatch(found["hostname"]) and port.isdigit() and kind in ("SSL", "STARTTLS"):
            return Address(found["hostname"], int(port), uses_starttls=kind == "STARTTLS")
    return None


def _inside(block: str, name: str) -> str:
    found = re.search(rf"(?is)<{name}>\s*([^<]*?)\s*</{name}>", block)
    return found[1] if found else ""


def find_special_folder(folders: Iterable[ListedFolder], wanted: str) -> str:
    """Return the folder for a use such as junk: by the server's special-use attribute, or else by a usual name."""
    listed = [folder for folder in folders if "\\noselect" not in folder.flags]
    for folder in listed:
        if f"\\{wanted}" in folder.flags:
            return folder.name
    for folder in listed:
        if re.split(r"[/.]", folder.name)[-1].casefold() in USUAL.get(wanted, ()):
            return folder.name
    return ""
