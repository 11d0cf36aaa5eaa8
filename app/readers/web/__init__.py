"""Pages of HTML as a person sees them. Read `pages` first, then `styles`."""
