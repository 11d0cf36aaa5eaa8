"""The look of everything: design values, palette, style, painting and fonts. Read `design_values` first, then
`style`."""
