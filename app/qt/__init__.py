"""Qt parts that every page shares: job threads, tables, theme, wording and settings. Read `page_model`
first, then `jobs`."""
