"""The controls that every page is made of, drawn in one hand. Read `bases_of_painted_widgets` first."""
