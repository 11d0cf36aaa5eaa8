"""The Sort page: groups of unlabelled documents, and questions about them. Read `use_cases` first."""
