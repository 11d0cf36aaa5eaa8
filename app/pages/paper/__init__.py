"""The picture of a document's page beside its text. Begin with `view_model`."""
