"""Single files: written whole or not at all, and read in this process. Read `whole_files` first."""
