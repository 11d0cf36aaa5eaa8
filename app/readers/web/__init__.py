"""HTML pages reduced to the text that a person sees. Read `pages` first, then `styles`."""
