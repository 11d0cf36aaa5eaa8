"""The Documents page. Read `view_model` first, which decides what is shown, then `page`."""
