"""The controls that every page is made of, drawn in one hand. Read `widgets` first."""
