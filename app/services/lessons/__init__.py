"""The lessons: tiny corpora, exercises and experiments. Read `lesson_bench` first."""
