"""Everything that is learnt, as sums that can be added and subtracted. Start with `tally`."""
