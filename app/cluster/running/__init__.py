"""The cluster itself: its connection, its workers, and tasks that are followed. Read `connection` first."""
