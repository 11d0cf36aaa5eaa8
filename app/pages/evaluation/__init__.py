"""The Evaluate page. Read `view_model` first, then `page`."""
