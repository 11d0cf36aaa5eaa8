"""The workspace file. All SQL of the program lives here; `app.store.workspace.Workspace` is the way in.

A `Workspace` belongs to one thread and opens in milliseconds: each job opens its own.

    with Workspace(path, create=True) as workspace:
        with workspace.imports.begin("mail", source="…", kind="mail") as run:   # unseen until it settles
            numbers = run.add(batch)                  # Document | PackedDocument | Failure; -1: folded duplicate
            counts = run.segments(rules_key)          # a SegmentWriter; counts.words is the vocabulary to start from
            counts.add(numbers, starts, tokens, values, new_words)
            report = run.settle()                     # one short transaction; leaving without it removes every trace
        counted = workspace.segments.read("mail", rules_key)      # one matrix in compressed rows
        missing = workspace.segments.uncounted("mail", rules_key)  # then documents.bodies(missing) and a writer
        table = workspace.documents.columns("mail")               # arrays; no text is read
        workspace.models.save("filter", content, recipe=…, change_number=…, corpus="mail")

| part | what it does |
|---|---|
| corpora, labels | all, get, add, rename, remove; labels also merge, recolour, have keys and an order |
| imports | begin, history, failures |
| documents | columns, headings, get, bodies, rows, find, sorted_by, with_heading, places, conflicts |
| segments | read, words, uncounted, of_documents, documents_with, writer, keys, remove |
| changes | number, since: what a model has to learn and forget to catch up |
| models | all, get, content, save, rename, remove |

`workspace.transaction()` makes several calls one step; `workspace.snapshot()` reads several things at one moment.
Workers import `app.store.packing` alone: `packed(document)` compresses in their process, and no SQL comes with it.
"""
