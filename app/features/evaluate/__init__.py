"""The Evaluate page: how good models are on held-out documents. Read `use_cases` first."""
