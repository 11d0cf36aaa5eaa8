"""The program's version, said once here and checked against pyproject.toml by a test."""

VERSION = "0.1.0"
