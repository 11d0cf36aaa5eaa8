"""The Evaluate page. Read `model` first, then `page`."""
