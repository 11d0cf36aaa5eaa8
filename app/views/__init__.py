"""Widgets: render a state, decide nothing."""
