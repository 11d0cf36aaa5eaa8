"""The Words page, which is the Features page for tables. Read `view_model` first, then `page`."""
