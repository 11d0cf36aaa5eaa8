"""The import dialog with its preview. Read `model` first, then `dialog`."""
