"""The Words page: every word of a model with its numbers. Read `use_cases` first."""
