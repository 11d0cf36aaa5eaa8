"""The Classify page, the history of verdicts, and the working behind one. Read `view_model` first, then `page`."""
