"""The dialogs of filing away: the plan before it, and what was done. Read `view_model` first."""
