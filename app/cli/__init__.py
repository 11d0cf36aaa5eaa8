"""The same use cases without a window."""
