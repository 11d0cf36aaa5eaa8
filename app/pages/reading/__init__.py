"""The dialog that shows one document as it is read, which any page can open. Read `model` first."""
