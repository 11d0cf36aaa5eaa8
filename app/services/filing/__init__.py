"""Filing away: a plan, the moves, and the way back. Read `filing_plan` first, then `filing`."""
