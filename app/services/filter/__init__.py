"""The filter that learns as it goes, and the protocol by which filters are compared. Read `replay` first."""
