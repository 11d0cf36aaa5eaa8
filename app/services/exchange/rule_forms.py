"""Rules as other programs read them: Sieve, procmail, Thunderbird's filter file, and Gmail's.

Values are hosts, lists and addresses of plain signs (`mail_rules.VALUE`); names of labels are what a folder can be
called. Beside each rule stands how it did on mail that it was not made from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from app.services.exchange.mail_rules import HOST, LIST, RECIPIENT, Rule, Rules
from app.services.files.whole_files import whole_text
from app.services.filing.safe_names import safe_name

LIST_HEADERS = ("List-Id", "X-BeenThere", "X-Mailing-List", "Mailing-List")
GMAIL = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<title>Mail Filters</title>"""
ENDS = r"([^-.a-z0-9]|$)"


def folder_of(label: str) -> str:
    """A label as folders in folders, each of a name that every system takes."""
    return "/".join(safe_name(part) for part in label.split("/") if part.strip(". ")) or "_"


def figures(rule: Rule, rules: Rules) -> str:
    """Say in a line how a rule did."""
    share = 100 * rule.taken / rules.left_out
    made = f"{rule.kind} {rule.value}: made from {rule.made_from}"
    return f"{made}; of {rules.left_out} mails left out it takes {rule.taken} ({share:.2f} %), {rule.right} rightly"


def sieve(rules: Rules) -> Iterator[str]:
    """Yield a script of Sieve."""
    yield 'require ["fileinto"];\n'
    headers = ", ".join(f'"{name}"' for name in LIST_HEADERS)
    tests = {LIST: f"header :contains [{headers}]", HOST: 'address :domain :is "from"',
             RECIPIENT: 'address :all :is ["to", "cc"]'}  # fmt: skip
    for rule in rules.rules:
        folder = folder_of(rule.label).replace("\\", "\\\\").replace('"', '\\"')
        yield f"# {figures(rule, rules)}\n"
        yield f'if {tests[rule.kind]} "{rule.value}" {{\n  fileinto "{folder}";\n  stop;\n}}\n'


def procmail(rules: Rules) -> Iterator[str]:
    """Yield recipes of procmail, which deliver to Maildirs."""
    lists = "|".join(LIST_HEADERS)
    before = {LIST: rf"^({lists}):(.*[^-.a-z0-9])?", HOST: r"^From:.*@", RECIPIENT: r"^(To|Cc):(.*[^-.a-z0-9])?"}
    for rule in rules.rules:
        folder = re.sub(r"[\s$`'\"\\|!&;<>*?{}()\[\]#~]", "_", folder_of(rule.label))
        yield f"# {figures(rule, rules)}\n:0\n* {before[rule.kind]}{re.escape(rule.value)}{ENDS}\n{folder}/\n\n"


def thunderbird(rules: Rules) -> Iterator[str]:
    """Yield the lines of `msgFilterRules.dat`; mail goes to folders of that name among the local ones."""
    yield 'version="9"\nlogging="no"\n'
    conditions = {LIST: '("list-id",contains,{})', HOST: "(from,contains,@{})", RECIPIENT: "(to or cc,contains,{})"}
    for rule in rules.rules:
        condition = f"AND {conditions[rule.kind].format(rule.value)}"
        folder = quote(folder_of(rule.label), safe="/")
        yield f'name="{figures(rule, rules)}"\nenabled="yes"\ntype="17"\n'
        yield f'action="Move to folder"\nactionValue="mailbox://nobody@Local%20Folders/{folder}"\n'
        yield f"condition={quoted(condition)}\n"


def quoted(text: str) -> str:
    """A value of Thunderbird's file, between quotation marks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def gmail(rules: Rules) -> Iterator[str]:
    """Yield Gmail's filters, which *Settings, Filters* imports."""
    yield f"{GMAIL}\n"
    properties = {LIST: ("hasTheWord", "list:{}"), HOST: ("from", "@{}"), RECIPIENT: ("to", "{}")}
    for rule in rules.rules:
        name, value = properties[rule.kind]
        yield f"<!-- {figures(rule, rules).replace('--', '- -')} -->\n<entry>\n<category term='filter'/>\n"
        yield "<title>Mail Filter</title>\n<content/>\n"
        yield f"<apps:property name='{name}' value={quoteattr(value.format(rule.value))}/>\n"
        yield f"<apps:property name='label' value={quoteattr(folder_of(rule.label))}/>\n</entry>\n"
    yield "</feed>\n"


FORMS: Final[dict[str, Callable[[Rules], Iterator[str]]]] = {
    "sieve": sieve,
    "procmail": procmail,
    "thunderbird-rules": thunderbird,
    "gmail": gmail,
}


def write_rules(rules: Rules, form: str, target: Path) -> None:
    """Write rules in one of `FORMS`."""
    with whole_text(target) as file:
        file.writelines(FORMS[form](rules))
