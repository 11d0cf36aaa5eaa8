"""The Lessons page. Read `model` first, then `page`."""
