"""Tests mirror the source; benchmarks live in tests/benchmarks and assert no times."""
