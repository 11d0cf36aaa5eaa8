"""Files to documents, one at a time."""
