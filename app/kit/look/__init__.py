"""The look of the program: colours, fonts and how controls are drawn. Read `theme` first."""
