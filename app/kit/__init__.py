"""Shared Qt code: background jobs, page models, tables, theme, plots and controls. Read `page_model` first."""
