"""Qt parts that every page shares: jobs, tables, theme, wording. Read `page_model` first, then `jobs`."""
