"""Files and folders on disk and in archives. Start with `folder_walk`, then `archives`."""
