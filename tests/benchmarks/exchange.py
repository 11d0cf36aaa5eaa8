"""Shows how far other programs agree with what was written for them, each judging by itself, on documents of corpora.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.exchange [--only WAY …] [--documents 500] [--python PATH …]

- libraries: multinomial, Bernoulli, complement and learnt factors of 20 Newsgroups judge documents of its test part by
  scikit-learn, onnxruntime, and the arithmetic of this file on the JSON, and after they came back from scikit-learn.
  Another scikit-learn judges too where `--python` names an interpreter that has it and skops.
- bogofilter, spamassassin: a filter of 1,800 mails of SpamAssassin's corpus; the program judges 500 others by the words
  that were written for it, by words that it learnt itself, and we judge them by models made of those.
- thunderbird: the same by Thunderbird, without a display, on a profile with the training.dat that was written.
- written: what was written for SpamBayes and Thunderbird is read again.
- rules: procmail and sieve-test follow the rules on the same 500 mails.

The other programs are Debian's, with their defaults; the mails were drawn once with a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shutil
import socket
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.exchange.conversions import PROGRAMS, plan_conversion
from app.features.exchange.exports import export_as
from app.features.exchange.mail_rules import derive_rules, write_rules
from app.features.train.training import TrainingOrder, train
from app.library.classifying import JudgingRequest, classify, load_classifier
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import add_model, load_readonly_model, read_model
from nbengine.models.model import Model
from tests.benchmarks.judging import corpora
from tests.thunderbird.marionette import Marionette

N_LEARNT, SEED = 900, 3
SETS = {"ham": ("easy_ham", "easy_ham_2", "hard_ham"), "spam": ("spam", "spam_2")}
BAYES_OF_SPAMASSASSIN = """
use Mail::SpamAssassin; use Mail::SpamAssassin::PerMsgStatus;
my $sa = Mail::SpamAssassin->new({ local_tests_only => 1, dont_copy_prefs => 1, userprefs_filename => '/dev/null',
  post_config_text => "bayes_path $ARGV[0]\\nuse_bayes 1\\nbayes_auto_learn 0\\nbayes_learn_to_journal 0\\n" });
$sa->init(1);
my ($bayes) = grep { ref($_) eq 'Mail::SpamAssassin::Plugin::Bayes' } @{$sa->{plugins}->{plugins}};
foreach my $path (<STDIN>) { chomp $path; open my $file, '<:raw', $path or next; local $/; my $text = <$file>;
  my $mail = $sa->parse($text); my $status = Mail::SpamAssassin::PerMsgStatus->new($sa, $mail);
  my $p = $bayes->scan($status, $mail); print "$path ", (defined $p ? $p : -1), "\\n"; $status->finish; $mail->finish; }
"""


COUNTS = """
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const corpus = MailServices.junk.QueryInterface(Ci.nsIMsgCorpus), good = {}, junk = {};
corpus.corpusCounts(1, good, {}); corpus.corpusCounts(2, junk, {});
const counts = arguments[0].map((word) => [corpus.getTokenCount(word, 1), corpus.getTokenCount(word, 2)]);
return [good.value, junk.value, counts];
"""
VERDICTS = """
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const folder = MailServices.accounts.localFoldersServer.rootFolder.getChildNamed("judge");
await new Promise((next) => {
  const heard = { OnStartRunningUrl() {}, OnStopRunningUrl() { next(); } };
  try { folder.QueryInterface(Ci.nsIMsgLocalMailFolder).parseFolder(null, heard); } catch { next(); }
});
const uris = [...folder.msgDatabase.enumerateMessages()].map((header) => folder.getUriForMsg(header)), shares = [];
for (let first = 0; first < uris.length; first += 50) {
  const some = uris.slice(first, first + 50);
  let waiting = some.length;
  await new Promise((next) => MailServices.junk.classifyMessages(some, null, {
    onMessageClassified(uri, label, percent) {
      if (uri) { shares[uris.indexOf(uri)] = percent; waiting -= 1; }
      if (!uri || !waiting) next();
    } }));
}
return shares;
"""
ELSEWHERE = """
import json, sys, numpy, sklearn, skops.io
texts = json.load(open(sys.argv[2], encoding="utf-8"))
numpy.save(sys.argv[3], skops.io.load(sys.argv[1], trusted=[]).predict_log_proba(texts))
print(sklearn.__version__)
"""
OWN_PROFILE = {
    "mail.accountmanager.accounts": "account1", "mail.account.account1.server": "server1",
    "mail.accountmanager.localfoldersserver": "server1", "mail.server.server1.type": "none",
    "mail.server.server1.hostname": "Local Folders", "mail.server.server1.userName": "nobody",
    "mail.server.server1.name": "Local Folders", "mail.server.server1.directory-rel": "[ProfD]Mail/Local Folders",
    "mail.provider.suppress_dialog_on_startup": True, "mailnews.start_page_override.mstone": "ignore",
}  # fmt: skip


@dataclass
class Bench:
    """A folder to work in, and how many documents are judged."""

    folder: Path
    n_documents: int
    pythons: tuple[str, ...] = ()

    def mails(self) -> Path:
        """Draw mails of SpamAssassin's corpus: some to learn, some to judge."""
        root = self.folder / "mails"
        if root.exists():
            return root
        chance = random.Random(SEED)
        for label, folders in SETS.items():
            root_of_all = corpora() / "spamassassin" / "spamassassin"
            files = sorted(path for name in folders for path in (root_of_all / name).iterdir())
            chance.shuffle(files)
            cut = {"learnt": files[:N_LEARNT], "judged": files[N_LEARNT : N_LEARNT + self.n_documents // 2]}
            for part, some in cut.items():
                (root / part / label).mkdir(parents=True)
                for path in some:
                    shutil.copyfile(path, root / part / label / f"{path.parent.name}-{path.name}")
        return root

    def judged(self) -> list[Path]:
        return sorted((self.mails() / "judged").rglob("*-*"))

    def filter(self) -> Path:
        """A workspace with a filter of the mails that are learnt."""
        workspace = self.folder / "filter.bayleaf"
        if not workspace.exists():
            import_sources(workspace, ImportRequest((self.mails() / "learnt",)), NoOpJobContext())
            train(workspace, TrainingOrder(RecipeRequest(), None, "Filter"), NoOpJobContext())
        return workspace


def ours(workspace: Path, model: str, paths: list[Path]) -> dict[str, str | None]:
    """Judge mails by a model of a workspace."""
    order = JudgingRequest(tuple(paths), SourceOptions(kind="mail"))
    return {
        verdict.path: verdict.label
        for verdict in classify(load_classifier(workspace, model), order, 0, NoOpJobContext())
    }


def told(way: str, theirs: dict[str, str | None], own: dict[str, str | None]) -> None:
    """Print how many verdicts are the same, and how many of either are right."""
    known = [path for path in own if theirs.get(path) is not None]
    same = sum(theirs[path] == own[path] for path in known)
    right = [sum(verdicts[path] == Path(path).parent.name for path in known) for verdicts in (theirs, own)]
    silent = len(own) - len(known)
    print(f"{way}: {same} of {len(known)} alike; right: theirs {right[0]}, ours {right[1]}; no answer: {silent}")


def bogofilter(bench: Bench) -> None:
    folder, paths = bench.folder / "bogofilter", bench.judged()
    own = ours(bench.filter(), "Filter", paths)
    for kind in ("ours", "theirs"):
        (folder / kind).mkdir(parents=True)
    found = plan_conversion(bench.filter(), bench.filter(), "bogofilter", model="Filter", begins_filter=False)
    found.write(folder / "words")
    print(f"bogofilter: {len(found.table.words):,} words; {'; '.join(found.table.losses)}")
    listed = (folder / "words").read_bytes()
    subprocess.run(["bogoutil", "-l", folder / "ours" / "wordlist.db"], input=listed, check=True)
    told("bogofilter by our words, and our filter", by_bogofilter(folder / "ours", paths), own)
    for label, flag in (("spam", "-s"), ("ham", "-n")):
        mails = sorted((bench.mails() / "learnt" / label).iterdir())
        subprocess.run(["bogofilter", "-d", folder / "theirs", flag, "-B", *mails], check=True)
    dumped = subprocess.run(["bogoutil", "-d", folder / "theirs" / "wordlist.db"], check=True, capture_output=True)
    (folder / "dump").write_bytes(dumped.stdout)
    for begins_filter in (False, True):
        name = f"theirs {'filter' if begins_filter else 'textbook'}"
        plan_conversion(folder / "dump", folder / "dump", "bayleaf", begins_filter=begins_filter).write(folder / name)
        add_model(bench.filter(), folder / name)
        told(
            f"bogofilter by itself, and our {name}",
            by_bogofilter(folder / "theirs", paths),
            ours(bench.filter(), name, paths),
        )


def by_bogofilter(folder: Path, paths: list[Path]) -> dict[str, str | None]:
    command: list[str | Path] = ["bogofilter", "-d", folder, "-T", "-B", *paths]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return {path: "spam" if float(share) > 0.5 else "ham" for path, _, share in map(str.split, lines)}


def spamassassin(bench: Bench) -> None:
    folder, paths = bench.folder / "spamassassin-words", bench.judged()
    folder.mkdir()
    plan_conversion(bench.filter(), bench.filter(), "spamassassin", model="Filter", begins_filter=False).write(
        folder / "backup"
    )
    learn: list[str | Path] = ["sa-learn", "-p", "/dev/null", "--dbpath", folder / "ours"]
    subprocess.run([*learn, "--restore", folder / "backup"], check=True, capture_output=True)
    listed = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(
        ["perl", "-e", BAYES_OF_SPAMASSASSIN, folder / "ours"], input=listed, capture_output=True, text=True, check=True
    )
    shares = {path: float(share) for path, share in (line.rsplit(" ", 1) for line in done.stdout.splitlines())}
    theirs = {path: None if share < 0 else "spam" if share > 0.5 else "ham" for path, share in shares.items()}
    told("SpamAssassin's Bayes by our words, and our filter", theirs, ours(bench.filter(), "Filter", paths))


def thunderbird(bench: Bench) -> None:
    home, paths = bench.folder / "thunderbird-home", bench.judged()
    local = home / "profile" / "Mail" / "Local Folders"
    local.mkdir(parents=True)
    found = plan_conversion(bench.filter(), bench.filter(), "thunderbird", model="Filter", begins_filter=False)
    found.write(home / "profile" / "training.dat")
    with (local / "judge").open("wb") as mailbox:
        for path in paths:
            raw = path.read_bytes()
            raw = raw.partition(b"\n")[2] if raw.startswith(b"From ") else raw
            mailbox.write(
                b"From - Mon Jan 01 00:00:00 2024\n" + re.sub(rb"(?m)^(>*From )", rb">\1", raw).rstrip() + b"\n\n"
            )
    port = free_port()
    preferences = (OWN_PROFILE | {"marionette.port": port}).items()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences)
    (home / "profile" / "user.js").write_text("".join(lines))
    flags = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
    command: list[str | Path] = ["thunderbird", *flags, "--profile", home / "profile"]
    running = subprocess.Popen(command, env={**os.environ, "HOME": str(home)}, stderr=subprocess.DEVNULL)
    try:
        marionette = Marionette(port)
        table = PROGRAMS["thunderbird"].read((home / "profile" / "training.dat").read_bytes(), "ours")
        words = table.words[:200]
        good, junk, counts = marionette.run(COUNTS, words)
        same = sum(pair == own for pair, own in zip(counts, table.counts[: len(words)].tolist(), strict=True))
        print(f"Thunderbird has {good} good mails and {junk} junk, and {same} of {len(words)} words with their counts")
        shares = marionette.run(VERDICTS)
    finally:
        running.terminate()
        running.wait(30)
    theirs: dict[str, str | None] = {
        str(path): "spam" if share >= 50 else "ham" for path, share in zip(paths, shares, strict=True)
    }
    told("Thunderbird by our words, and our filter", theirs, ours(bench.filter(), "Filter", paths))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def written_and_read(bench: Bench) -> None:
    """Read again what was written for programs that are not here."""
    for form in ("spambayes", "thunderbird"):
        target = bench.folder / form
        found = plan_conversion(bench.filter(), bench.filter(), form, model="Filter", begins_filter=False)
        found.write(target)
        table = PROGRAMS[form].read(target.read_bytes(), form)
        documents = dict(zip(table.labels, table.document_counts.tolist(), strict=True))
        print(f"{form}: {len(found.table.words):,} words written, {len(table.words):,} read; {documents}")


def newsgroups(bench: Bench, event_model: str) -> tuple[Path, Model, list[str]]:
    """A model of 20 Newsgroups, and texts of its test part."""
    workspace = bench.folder / "news.bayleaf"
    root = next(path for path in (corpora() / "20news-bydate").rglob("20news-bydate-train") if path.is_dir())
    if not workspace.exists():
        import_sources(workspace, ImportRequest((root,)), NoOpJobContext())
    request = RecipeRequest(event_model=event_model, smoothing="0.1", tokens="plain", vocabulary="all")
    train(workspace, TrainingOrder(request, None, event_model), NoOpJobContext())
    files = sorted((root.parent / "20news-bydate-test").rglob("*"))
    texts = [path.read_text("latin-1") for path in files if path.is_file()]
    random.Random(SEED).shuffle(texts)
    return workspace, load_readonly_model(workspace, event_model).model, texts[: bench.n_documents]


def libraries(bench: Bench) -> None:
    for event_model in ("multinomial", "bernoulli", "complement", "learnt"):
        workspace, model, texts = newsgroups(bench, event_model)
        own = model.judge(model.count(texts)).log_proba[:, np.argsort(np.array(model.labels, dtype=object))]
        for form, judge in (("sklearn", by_sklearn), ("onnx", by_onnx), ("json", by_json)):
            target = bench.folder / f"{event_model}.{form}"
            export_as(workspace, event_model, form, target)
            differ(f"{form}, {event_model}, {target.stat().st_size / 1e6:.0f} MB", judge(target, texts), own)
        for python in bench.pythons:
            version, found = by_other_python(python, bench.folder / f"{event_model}.sklearn", texts)
            differ(f"scikit-learn {version}, {event_model}", found, own)
        if model.recipe.event.is_fitted:
            continue
        again = read_model(bench.folder / f"{event_model}.sklearn")
        differ(f"back from scikit-learn, {event_model}", again.judge(again.count(texts)).log_proba, own)


def differ(way: str, theirs: Any, own: Any) -> None:
    furthest = float(np.abs(theirs - own).max())
    other = int((theirs.argmax(axis=1) != own.argmax(axis=1)).sum())
    relative = furthest / float(np.abs(own).max())
    print(
        f"{way}: differ by {furthest:.2g} at most, {relative:.1g} of the largest; {other} of {len(own)} verdicts differ"
    )


def by_sklearn(target: Path, texts: list[str]) -> Any:
    return import_module("skops.io").load(target, trusted=[]).predict_log_proba(texts)


def by_other_python(python: str, target: Path, texts: list[str]) -> tuple[str, Any]:
    """Return the version of another interpreter's scikit-learn, and how it judges."""
    given = target.with_suffix(".texts")
    given.write_text(json.dumps(texts), "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command: list[str | Path] = [python, "-W", "ignore", "-c", ELSEWHERE, target, given, target.with_suffix(".npy")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout.strip(), np.load(target.with_suffix(".npy"))


def by_onnx(target: Path, texts: list[str]) -> Any:
    session = import_module("onnxruntime").InferenceSession(str(target))
    rules = json.loads(session.get_modelmeta().custom_metadata_map["words"])
    rows = [re.findall(rules["pattern"], text.lower() if rules["lower"] else text) for text in texts]
    found = []
    for row in rows:
        joint = session.run(["log_joint"], {"words": np.array([row or [""]], dtype=object)})[0]
        found.append(joint[0] - np.logaddexp.reduce(joint[0]))
    return np.array(found)


def by_json(target: Path, texts: list[str]) -> Any:
    told_by = json.loads(target.read_text("utf-8"))
    rules, weights = told_by["recipe"]["rules"], {line["word"]: np.array(line["weight"]) for line in told_by["words"]}
    idf = {line["word"]: line["idf"] for line in told_by["words"] if "idf" in line}
    is_of_presence, found = told_by["event_model"] == "bernoulli", []
    for text in texts:
        counts = Counter(re.findall(rules["pattern"], text.lower()))
        values = {word: 1.0 if is_of_presence else float(n) for word, n in counts.items() if word in weights}
        if idf:
            values = {word: (1 + math.log(n)) * idf[word] for word, n in values.items()}
            length = math.sqrt(math.fsum(value * value for value in values.values()))
            values = {word: value / length for word, value in values.items()}
        terms = [weights[word] * value for word, value in values.items()]
        joint = np.array([math.fsum(each) for each in zip(told_by["log_prior"], told_by["bias"], *terms, strict=True)])
        found.append(joint - np.logaddexp.reduce(joint))
    return np.array(found)


def rules(bench: Bench) -> None:
    found = derive_rules(bench.filter(), "Mail")  # beside it lie corpora of what came back from other programs
    measured = f"of {found.left_out} mails left out they take {found.taken}, {found.right} rightly"
    print(f"rules: {len(found.rules)}; {measured}")
    write_rules(found, "procmail", bench.folder / "rules")
    box = bench.folder / "box"
    box.mkdir()
    config = bench.folder / "procmailrc"
    config.write_text(f"MAILDIR={box}\nDEFAULT={box}/kept/\nINCLUDERC={bench.folder / 'rules'}\n")
    write_rules(found, "sieve", bench.folder / "rules.sieve")
    filed = {program: Counter[tuple[str, str]]() for program in ("procmail", "sieve-test")}
    n_alike = 0
    for path in bench.judged():
        subprocess.run(["procmail", "-m", config], input=path.read_bytes(), check=True)
        [new] = list(box.rglob("new/*"))
        folders = {"procmail": new.parent.parent.name, "sieve-test": by_sieve(bench.folder / "rules.sieve", path)}
        new.unlink()
        for program, folder in folders.items():
            filed[program][path.parent.name, folder] += 1
        n_alike += len(set(folders.values())) == 1
    for program, counts in filed.items():
        print(f"{program} filed {len(bench.judged())} mails that no rule was made from: (truth, folder) {dict(counts)}")
    print(f"both alike: {n_alike} of {len(bench.judged())}")


def by_sieve(script: Path, path: Path) -> str:
    """Return the folder into which Pigeonhole files a mail; it runs as no root, so both are given as it may read."""
    owner = [f"-omail_uid={os.getuid() or 65534}", f"-omail_gid={os.getgid() or 65534}"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o777)
        shutil.copyfile(script, place / "r.sieve")
        shutil.copyfile(path, place / "mail")
        command: list[str | Path] = ["sieve-test", *owner, place / "r.sieve", place / "mail"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, errors="replace")
    named = re.search(r"store message in folder: (\S+)", done.stdout)
    return "kept" if named is None or named[1] == "INBOX" else named[1]


WAYS: dict[str, Callable[[Bench], None]] = {
    "libraries": libraries,
    "bogofilter": bogofilter,
    "spamassassin": spamassassin,
    "thunderbird": thunderbird,
    "written": written_and_read,
    "rules": rules,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--python", nargs="*", default=[])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.documents, tuple(given.python))
        for way in given.only:
            WAYS[way](bench)


if __name__ == "__main__":
    main()
