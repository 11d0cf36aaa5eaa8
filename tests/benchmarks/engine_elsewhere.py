"""The engine in environments of its own: beside the oldest and newest scikit-learn, and alone.

    python -m tests.benchmarks.engine_elsewhere

Each environment is made anew with pip in a temporary folder. scikit-learn's own `check_estimator` runs over our
estimators, and its `test_text.py` with `WordCounter` in the place of `CountVectorizer`; the wheel of `nbengine` is
installed with nothing else, and the examples of the README and of the pages of ideas run there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"oldest": ("scikit-learn==1.4.*", "numpy<2"), "newest": ("scikit-learn",)}
BESIDE = ("PyStemmer", "stopwordsiso", "pytest", "pandas", "array-api-strict")
ESTIMATORS = ("MultinomialNB", "BernoulliNB", "ComplementNB", "GaussianNB", "CategoricalNB", "WordCounter")

CHECKS = """
import os, warnings
os.environ["SCIPY_ARRAY_API"] = "1"
warnings.simplefilter("ignore")
from sklearn.utils import estimator_checks
from nbengine import estimators
passed, failed, skipped = 0, [], 0
for name in {names}:
    own = getattr(estimators, name)()
    try:
        checks = list(estimator_checks.check_estimator(own, generate_only=True))
    except TypeError:
        checks = list(estimator_checks.estimator_checks_generator(own))
    for instance, check in checks:
        try:
            check(instance)
            passed += 1
        except Exception as error:
            if type(error).__name__ == "SkipTest":
                skipped += 1
            else:
                failed.append(name + " " + getattr(check, "func", check).__name__)
print(passed, "passed", len(failed), "failed", skipped, "skipped", *failed)
"""

TEXT_TESTS = """
import pathlib, sys
import pytest, sklearn
tests = pathlib.Path(sklearn.__file__).parent / "feature_extraction" / "tests" / "test_text.py"
source = tests.read_text("utf-8").replace("    CountVectorizer,\\n", "", 1)
ours = "from nbengine.estimators import WordCounter as CountVectorizer\\n"
at = source.index("from sklearn.feature_extraction.text import (")
copy = pathlib.Path(sys.argv[1]) / "test_text.py"
copy.write_text(source[:at] + ours + source[at:], "utf-8")
pytest.main(["-q", "-p", "no:cacheprovider", "--tb=no", "-W", "ignore", str(copy)])
"""

ALONE = """
import doctest, importlib.util, sys, time
began = time.process_time()
import nbengine
seconds = time.process_time() - began
for name in nbengine.__all__:
    getattr(nbengine, name)
all_seconds = time.process_time() - began
strangers = [name for name in ("PySide6", "app", "bayleaf", "sklearn") if importlib.util.find_spec(name)]
runs = [doctest.testfile(page, module_relative=False) for page in sys.argv[1:]]
attempted, failed = sum(run.attempted for run in runs), sum(run.failed for run in runs)
print(f"import {{seconds:.3f}} s, with every name {{all_seconds:.2f}} s, "
      f"{{attempted - failed}} of {{attempted}} examples, beside it: {{', '.join(strangers) or 'no Qt, no program'}}")
""".replace("{{", "{").replace("}}", "}")


DISPATCH = """
import os, warnings
os.environ["SCIPY_ARRAY_API"] = "1"
warnings.simplefilter("ignore")
import itertools
from sklearn.tests import test_naive_bayes as theirs
from nbengine.estimators import GaussianNB
theirs.GaussianNB = GaussianNB
ways = [(True, False), (True, False), ("CPU_DEVICE", "device1", "device2"), ("float64", "float32")]
for number, (words, weighted, device, precision) in enumerate(itertools.product(*ways), 1):
    theirs.test_gnb_array_api_compliance(words, weighted, "array_api_strict", device, precision)
print(number, "passed")
"""


class Environment:
    """A virtual environment in a folder."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        self.folder = folder
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def install(self, *packages: str) -> None:
        self._run("-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)

    def run(self, program: str, *given: str, with_source: bool = True) -> str:
        """Run a program in it, with this source or only with what is installed; return what it prints."""
        begin = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" if with_source else ""
        return self._run("-c", begin + program, *given)

    def megabytes(self, *names: str) -> float:
        """The size of what is installed under these names."""
        places = [place for name in names for place in self.folder.rglob(f"site-packages/{name}")]
        return sum(file.stat().st_size for place in places for file in place.rglob("*") if file.is_file()) / 1e6

    def _run(self, *given: str) -> str:
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [str(self.python), *given], cwd=self.folder, capture_output=True, text=True, check=False, env=own
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-2_000:])
        return done.stdout


@contextmanager
def borrowed(package: str) -> Iterator[None]:
    """Have a package that is not installed here, from a temporary folder; what is installed comes first."""
    if find_spec(package):
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", folder, package], check=True)
        sys.path.append(folder)
        yield
        sys.path.remove(folder)


def figures() -> Iterator[tuple[str, str]]:
    """A name and a sentence each."""
    for which in PACKAGES:
        yield from beside_scikit_learn(which)
    yield from dispatched_arrays()
    yield from figure_alone()


def dispatched_arrays() -> Iterator[tuple[str, str]]:
    """Run scikit-learn's test of arrays of other libraries over our `GaussianNB`."""
    with tempfile.TemporaryDirectory() as name:
        place = Environment(Path(name))
        place.install(*PACKAGES["newest"], *BESIDE)
        yield "test_gnb_array_api_compliance of scikit-learn", place.run(DISPATCH).strip()


def beside_scikit_learn(which: str) -> Iterator[tuple[str, str]]:
    """Run scikit-learn's own tests, of its oldest or newest release that is supported."""
    with tempfile.TemporaryDirectory() as name:
        place = Environment(Path(name) / which)
        place.install(*PACKAGES[which], *BESIDE)
        version = place.run("import sklearn; print(sklearn.__version__)").strip()
        checks = place.run(CHECKS.format(names=repr(ESTIMATORS))).strip().splitlines()[-1]
        yield f"check_estimator of scikit-learn, {which}", f"{version}: {checks}"
        told = place.run(TEXT_TESTS, name)
        failed = re.findall(r"FAILED \S+::(\S+)", told)
        yield f"test_text.py of scikit-learn, {which}", f"{told.splitlines()[-1]}: {', '.join(failed)}"


def figure_alone() -> Iterator[tuple[str, str]]:
    yield "nbengine alone", alone()


def alone() -> str:
    """Build the wheel, install it with nothing but what it needs, and run the README's examples there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build = "import bayleaf_build, sys; print(bayleaf_build.build_engine_wheel(sys.argv[1]))"
        backend = str(ROOT / "packaging" / "backend")
        program = f"import sys; sys.path.insert(0, {backend!r})\n{build}"
        made = subprocess.run([sys.executable, "-c", program, name], capture_output=True, text=True, check=True)
        wheel = folder / made.stdout.strip().splitlines()[-1]
        place = Environment(folder / "alone")
        place.install(str(wheel))
        pages = [ROOT / "nbengine" / "README.md", *sorted((ROOT / "nbengine" / "ideas").iterdir())]
        told = place.run(ALONE, *map(str, pages), with_source=False).strip()
        own, all_of_it = place.megabytes("nbengine"), place.megabytes("[!p]*", "packaging")
        sizes = (
            f"wheel {wheel.stat().st_size / 1e6:.2f} MB, installed {own:.1f} MB, with NumPy and SciPy {all_of_it:.0f}"
        )
        return f"{sizes} MB; {told}"


def main() -> None:
    for name, told in figures():
        sys.stdout.write(f"{name:45} {told}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
