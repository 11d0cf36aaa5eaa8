"""Shared Qt parts: job threads, the array table, theme, actions, wording, settings."""
