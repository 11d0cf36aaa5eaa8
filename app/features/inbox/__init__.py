"""Optional feature: the Inbox, which watches folders and mailboxes. Read `watching` first."""
