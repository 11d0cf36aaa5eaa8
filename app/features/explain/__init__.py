"""The full calculation behind a verdict: as a dialog, text, HTML or a spreadsheet. Read `use_cases` first."""
