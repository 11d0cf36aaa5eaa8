"""The controls that every page is made of, drawn in one hand. Read `painted_widgets` first."""
