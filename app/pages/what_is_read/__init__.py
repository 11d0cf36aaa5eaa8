"""The dialog that shows one document as it is read, which any page can open. Read `view_model` first."""
