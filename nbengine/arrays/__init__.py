"""Arrays and numbers: counts in compressed rows, log space, exact weights. Start with `counts`, then `logspace`."""
