"""The content of a workspace: importing, browsing, overview and upkeep. Read `importing` first."""
