"""The lessons: tiny corpora, exercises and experiments. Read `lessons` first."""
