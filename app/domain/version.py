"""The version of the program. A test checks that pyproject.toml has the same."""

VERSION = "0.1.0"
