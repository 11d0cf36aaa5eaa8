"""The Classify page, the history of verdicts, and the working behind one. Read `model` first, then `page`."""
