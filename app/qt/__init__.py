"""Qt parts that every page shares: job threads, tables, theme, wording and settings. Read `background_asking`
first, then `jobs`."""
