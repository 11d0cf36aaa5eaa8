"""What is in a workspace: importing, browsing, overview and upkeep. Read `importing` first."""
