"""Outcomes of hostile files, kills and damage, in one table: `python -m tests.benchmarks.robustness`.

python -m tests.benchmarks.robustness [--kills 10] [--mutants 500] [--models 2000] [--seed N]

The torture sets of the folder that BAYLEAF_CORPORA names are imported, and bombs and tricks made up here; each file
is a document or a named failure, and `check` is clean. Then the whole program is killed at random moments, the store
alone as well; inputs are damaged, and model files, whose checksum is made to fit again in one of two. Full
figures take --kills 200 --mutants 20000.
"""

from __future__ import annotations

import argparse
import collections
import io
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.classifying import LoadedModel, classify_documents
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import export_model, read_model
from app.library.workspaces import check
from nbengine.errors import EngineError
from nbengine.packing import pack_content, unpack_content

ROOT = Path(__file__).parents[2]
TORTURE_SETS = ("mail-torture", "document-torture", "encodings")
RECIPES = (
    RecipeRequest(event_model="multinomial"),
    RecipeRequest(event_model="complement", tfidf=True),
    RecipeRequest(event_model="bernoulli", vocabulary="3"),
    RecipeRequest(event_model="multinomial", ngrams=(1, 2)),
)
ZEROS = bytes(1 << 20)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--models", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}")
    corpora = Path(os.environ["BAYLEAF_CORPORA"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [*(corpora / each for each in TORTURE_SETS), write_bombs(folder / "bombs")]
        imported = [tell_import(source, folder / f"{source.name}.bayleaf") for source in sources]
        is_well = all(imported)
        is_well &= tell_models(folder, given.models, random.Random(given.seed))
    seed = ("--seed", str(given.seed))
    is_well &= told_by("killed_commands", "--times", str(given.kills), *seed)
    is_well &= told_by("crashes", "--times", str(given.kills), *seed)
    is_well &= told_by("mutants", "--times", str(given.mutants), *seed)
    print("all is well" if is_well else "NOT all is well")
    return 0 if is_well else 1


def tell_import(source: Path, workspace: Path) -> bool:
    """Import, count failures by their reasons, and check what is left."""
    report = import_sources(workspace, ImportRequest((source,)), NoOpJobContext())
    reasons = collections.Counter(failure.reason for failure in report.failed)
    named = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    problems = check(workspace, NoOpJobContext())
    print(
        f"{source.name}: {report.documents} documents, {report.duplicates} duplicates, {len(report.failed)} named "
        f"failures ({named}), {len(problems)} problems, {report.seconds:.1f} s"
    )
    return not problems


def write_bombs(folder: Path) -> Path:
    """Archives that explode, nest or point elsewhere, files that are none, and names that trick."""
    folder.mkdir()
    (folder / "good.txt").write_text("an ordinary document", encoding="utf-8")
    (folder / "zeros.zip").write_bytes(zipped({"zeros.txt": ZEROS * 64}))
    (folder / "outside.zip").write_bytes(zipped({"../../outside.txt": b"out of the archive", "in.txt": b"inside it"}))
    nested = zipped({"deep.txt": b"deep down"})
    for level in range(12):
        nested = zipped({f"{level}.zip": nested})
    (folder / "nested.zip").write_bytes(nested)
    (folder / "many.zip").write_bytes(zipped({f"{number}.txt": b"" for number in range(20_000)}))
    (folder / "links.tar").write_bytes(tar_of_links())
    (folder / "outside").symlink_to("/etc/passwd")
    (folder / "round").symlink_to(folder)
    (folder / "name\nof two lines.txt").write_bytes(b"the name has two lines")
    os.mkfifo(folder / "pipe")
    return folder


def zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def tar_of_links() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            member = tarfile.TarInfo(f"member {kind.decode()}")
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    return packed.getvalue()


def tell_models(folder: Path, n_mutants: int, chance: random.Random) -> bool:
    """Damage model files in all their parts: each is refused in words, or judges a document."""
    models = list(written_models(folder))
    outcomes: collections.Counter[str] = collections.Counter()
    began_s = time.monotonic()
    for _ in range(n_mutants):
        outcomes[outcome_of(damaged(chance.choice(models), chance), folder / "mutant.model")] += 1
    told = ", ".join(f"{outcome} {count}" for outcome, count in outcomes.most_common())
    print(f"damaged models: {told}, {time.monotonic() - began_s:.1f} s")
    return not any(outcome.startswith("BROKEN") for outcome in outcomes)


def written_models(folder: Path) -> list[bytes]:
    """A model of each recipe, as its file."""
    texts = {
        "spam": ("buy cheap watermelon buy", "cheap offer buy now"),
        "ham": ("notes for monday", "lunch on monday"),
    }
    for label, contents in texts.items():
        (folder / "models" / label).mkdir(parents=True)
        for number, content in enumerate(contents):
            (folder / "models" / label / f"{number}.txt").write_text(content, encoding="utf-8")
    workspace = folder / "models.bayleaf"
    import_sources(workspace, ImportRequest((folder / "models",)), NoOpJobContext())
    models = []
    for recipe in RECIPES:
        train(workspace, TrainingOrder(recipe), NoOpJobContext())
        export_model(workspace, None, folder / "whole.model")
        models.append((folder / "whole.model").read_bytes())
    return models


def damaged(whole: bytes, chance: random.Random) -> bytes:
    """Bits turned, and runs of bytes replaced, cut out or doubled."""
    model = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at, length = chance.randrange(len(model)), chance.randrange(40)
        deed = chance.randrange(4)
        if deed == 0:
            model[at] ^= 1 << chance.randrange(8)
        elif deed == 1:
            model[at : at + length] = chance.randbytes(length)
        elif deed == 2 and len(model) > length:
            del model[at : at + length]
        else:
            model[at:at] = model[at : at + length]
    return bytes(model) if chance.random() < 0.5 else forged(whole, chance)


def forged(whole: bytes, chance: random.Random) -> bytes:
    """A model whose numbers say something else, with a checksum that fits: what a stranger would send."""
    parts = unpack_content(whole)
    numbers: dict[str, Any] = {name: np.array(values) for name, values in parts.numbers.items()}
    name = chance.choice([name for name, values in numbers.items() if len(values)])
    at, values = chance.randrange(len(numbers[name])), numbers[name]
    deed = chance.randrange(3)
    if deed == 0:
        numbers[name] = np.delete(values, at)
    elif deed == 1:
        numbers[name] = np.append(values, values[at])
    else:
        values[at] = chance.choice((-1, 0, 1, 1 << 31, 1 << 62))
    return pack_content(replace(parts, numbers=numbers))


def outcome_of(content: bytes, path: Path) -> str:
    """Return what came of a damaged model, in a word."""
    path.write_bytes(content)
    try:
        model = read_model(path)
        classify_documents(LoadedModel("damaged", model), [Document("buy lunch", path="")], 3)
    except (ModelError, EngineError):
        return "refused"
    except Exception as error:
        return f"BROKEN by {error!r}"
    return "unharmed"


def told_by(benchmark: str, *arguments: str) -> bool:
    """Run another benchmark, which prints for itself."""
    print(f"{benchmark}:", flush=True)
    command = [sys.executable, "-m", f"tests.benchmarks.{benchmark}", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
