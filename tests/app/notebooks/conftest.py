"""The five mails of the textbook, as the command line's tests have them."""

from tests.app.cli.conftest import five_mails, run, run_json

__all__ = ["five_mails", "run", "run_json"]
