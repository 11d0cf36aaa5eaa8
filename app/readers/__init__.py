"""Read files and return their documents, one file at a time. Start with `reading`, then `kinds`."""
