"""Arrays and numbers: counts in compressed rows, log space, exact weights. Read `counts` first, then `logspace`."""
