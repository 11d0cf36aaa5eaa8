"""Text of office files, PDF, HTML and plain text. Start with `text`."""
