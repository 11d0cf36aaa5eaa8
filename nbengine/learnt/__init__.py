"""Everything that is learnt, as sums that can be added and taken away. Read `tally` first."""
