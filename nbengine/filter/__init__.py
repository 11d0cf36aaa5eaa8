"""The filter for mail that learns as it goes. Read `online_tally` first."""
