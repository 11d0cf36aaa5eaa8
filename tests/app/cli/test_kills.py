"""A few rounds of the campaign of kills, the same each time; `python -m tests.benchmarks.kills` runs many."""

from __future__ import annotations

import pytest

from tests.benchmarks.kills import COMMANDS, run
from tests.systems import with_signals, with_sockets


@pytest.mark.slow
@with_signals
@with_sockets
@pytest.mark.parametrize("command", COMMANDS)
def test_a_killed_command_leaves_the_content_before_it_or_after_it(command: str) -> None:
    campaign = run(2, seed=1, commands=(command,))

    assert campaign.n_done[command] == 2
