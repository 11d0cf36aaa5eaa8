"""A cluster whose connections are encrypted: who has a certificate of its authority may come in, and nobody else."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.domain.errors import ClusterError
from app.domain.jobs import NoOpJobContext
from app.domain.sentences import sentence_for
from app.features.cluster.running import ClusterAddress, connect_cluster
from app.features.cluster.training import train_on_cluster
from tests.app.features.cluster.conftest import Cluster, called, made_mail, on_the_laptop

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates with openssl")


@dataclass(frozen=True)
class Papers:
    """An authority, and what it has signed."""

    authority: str
    certificate: str
    key: str

    @classmethod
    def made(cls, folder: Path) -> Papers:
        """Begin an authority, and have it sign for this machine."""
        folder.mkdir()
        new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
        root = ["-x509", "-subj", "/CN=authority", "-keyout", "root.key", "-out", "root.pem"]
        own = ["-subj", "/CN=127.0.0.1", "-keyout", "own.key", "-out", "own.csr"]
        signed = ["-req", "-in", "own.csr", "-CA", "root.pem", "-CAkey", "root.key", "-set_serial", "2", "-days", "1"]
        for command in ([*new, *root], [*new, *own], ["openssl", "x509", *signed, "-out", "own.pem"]):
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return cls(*(str(folder / name) for name in ("root.pem", "own.pem", "own.key")))

    @property
    def for_dask(self) -> tuple[str, ...]:
        """As the scheduler and the workers take them."""
        files = ("--tls-ca-file", self.authority, "--tls-cert", self.certificate, "--tls-key", self.key)
        return ("--protocol", "tls", *files)

    def at(self, where: str) -> ClusterAddress:
        """As we take them."""
        return ClusterAddress(where, self.authority, self.certificate, self.key)


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return Papers.made(tmp_path_factory.mktemp("papers") / "ours")


@pytest.fixture(scope="module")
def encrypted(papers: Papers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("encrypted"), options=papers.for_dask)
    yield made
    made.close()


def refused(address: ClusterAddress) -> ClusterError:
    """Try to get in, and return the error that comes of it."""
    with pytest.raises(ClusterError) as caught, connect_cluster(address, connect_s=3.0):
        pass
    return caught.value


def test_a_model_is_made_over_encrypted_connections(encrypted: Cluster, papers: Papers, tmp_path: Path) -> None:
    source = made_mail(tmp_path / "mail")
    laptop = on_the_laptop(tmp_path, (source,))
    order = encrypted.order(tmp_path / "made.model", source, address=papers.at(encrypted.address))

    report = train_on_cluster(order, NoOpJobContext())

    assert encrypted.address.startswith("tls://")
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_the_command_takes_certificates(encrypted: Cluster, papers: Papers, tmp_path: Path) -> None:
    source = made_mail(tmp_path / "mail")
    given = ("--tls-ca", papers.authority, "--tls-cert", papers.certificate, "--tls-key", papers.key)

    told, _ = called("train", "--cluster", encrypted.address, *given, source, "--to", tmp_path / "made.model")

    assert told["read"] == 300


def test_whoever_has_no_certificate_is_told(encrypted: Cluster) -> None:
    error = refused(ClusterAddress(encrypted.address))

    assert error.reason == "certificates"
    assert str(sentence_for(error)).endswith("give the certificate authority, your certificate and its key.")


def test_a_certificate_of_another_authority_is_not_taken(encrypted: Cluster, tmp_path: Path) -> None:
    strangers = Papers.made(tmp_path / "theirs")

    assert refused(strangers.at(encrypted.address)).reason in ("certificates", "unreachable")


def test_an_encrypted_cluster_is_not_spoken_to_in_the_clear(encrypted: Cluster, papers: Papers) -> None:
    plain = encrypted.address.replace("tls://", "tcp://")

    assert refused(ClusterAddress(plain)).reason == "unreachable"
    assert refused(papers.at(plain)).reason == "certificates"


def test_a_certificate_that_is_not_there_is_named(encrypted: Cluster, papers: Papers, tmp_path: Path) -> None:
    error = refused(ClusterAddress(encrypted.address, papers.authority, str(tmp_path / "none.pem"), papers.key))

    assert (error.reason, error.detail) == ("certificates", f"{tmp_path / 'none.pem'} does not exist")


def test_what_is_no_certificate_is_told(encrypted: Cluster, papers: Papers, tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing of the kind")

    assert refused(ClusterAddress(encrypted.address, str(tmp_path / "none.pem"))).reason == "certificates"


def test_after_a_try_that_failed_the_next_one_works(encrypted: Cluster, papers: Papers) -> None:
    for _ in range(2):
        assert refused(papers.at("tls://127.0.0.1:9")).reason == "unreachable"

    with connect_cluster(papers.at(encrypted.address)) as client:
        assert client.submit(sum, [1, 2]).result() == 3
