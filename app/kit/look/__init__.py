"""Colours, fonts and the Qt style of the program. Start reading at `theme`."""
