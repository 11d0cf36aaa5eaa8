"""The look of everything: colours, palette, style, fonts. Read `colours` first, then `theme`."""
