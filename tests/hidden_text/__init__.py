"""Pages that hide words, or seem to, with the verdict of a browser on each: see `tests.benchmarks.hidden_text`."""
