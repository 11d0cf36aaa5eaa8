"""The Words page, which is the Features page for tables. Read `model` first, then `page`."""
