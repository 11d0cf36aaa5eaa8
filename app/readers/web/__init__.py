"""Pages of HTML as a person sees them: begin with `pages`, which walks the tags, then `styles` and `sheets`."""
