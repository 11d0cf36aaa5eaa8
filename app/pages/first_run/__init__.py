"""The page that asks what somebody came for, while nothing is there yet. Read `view_model` first."""
