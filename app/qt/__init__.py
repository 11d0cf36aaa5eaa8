"""Qt parts that every page shares: job threads, tables, theme, wording and settings. Read `asking` first, then
`jobs`."""
