"""Office files, PDF, HTML, text and what is attached to mails, each turned into text. Read `text` first."""
