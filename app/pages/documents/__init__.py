"""The Documents page. Read `model` first, which decides what is shown, then `page`."""
