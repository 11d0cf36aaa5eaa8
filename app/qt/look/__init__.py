"""The look of everything: colours, palette, style, painting and fonts. Read `colours` first, then
`style`."""
