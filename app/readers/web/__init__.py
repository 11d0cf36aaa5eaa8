"""Extract the text of an HTML page that a person sees, and the hidden text. Read `pages` first, then `styles`."""
