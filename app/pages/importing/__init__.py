"""The import dialog with its preview. Read `view_model` first, then `dialog`."""
