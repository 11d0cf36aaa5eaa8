"""Files and folders as they lie on the disk and in archives. Read `folder_walk` first, then `archives`."""
