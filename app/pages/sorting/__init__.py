"""The Sort page: groups of what has no label, and questions ten at a time. Read `view_model` first."""
