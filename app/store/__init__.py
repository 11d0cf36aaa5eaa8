"""The workspace file. All SQL of the program lives here."""
