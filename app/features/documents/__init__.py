"""The Documents page: the list of documents, their labels and their text. Read `view_model` first, then `page`."""
