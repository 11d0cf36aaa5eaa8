"""The file under a workspace: connection, schema, locks, and blobs of text. Read `opening` first."""
