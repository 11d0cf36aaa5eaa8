"""Filing: moving judged files into a folder per label, with a journal and undo. Read `plan` first, then `use_cases`."""
