"""Pages of HTML as people see them: begin with `pages`, the walk, then `styling`, `styles` and `sheets`."""
