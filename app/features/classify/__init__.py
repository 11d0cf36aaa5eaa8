"""The Classify page: verdicts on dropped files, the reasons for them, and corrections. Read `use_cases` first."""
