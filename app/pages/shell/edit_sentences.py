"""Sentences about the last edit, for the foot of the window, which offers to undo it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.domain.records import EditRecord


class EditSentences(QObject):
    """Puts edits into words."""

    def sentence(self, edit: EditRecord) -> str:
        """Say what an edit did."""
        facts = edit.facts
        names = {"%1": "corpus", "%2": "label", "%3": "new"}
        told = {place: facts.get(name, "") for place, name in names.items()}
        return filled(
            self._templates(edit.documents, has_label=bool(facts.get("label"))).get(edit.kind, edit.kind), told
        )

    def _templates(self, n: int, *, has_label: bool) -> dict[str, str]:
        return {
            "add": self.tr("%Ln document(s) added to %1", "", n),
            "import": self.tr("%Ln document(s) imported into %1", "", n),
            "relabel": self.tr("%Ln document(s) labelled %2", "", n)
            if has_label
            else self.tr("%Ln document(s) without a label now", "", n),
            "reweigh": self.tr("%Ln document(s) weighed anew", "", n),
            "read-again": self.tr("%Ln document(s) read again", "", n),
            "remove": self.tr("%Ln document(s) deleted", "", n),
            "move": self.tr("%Ln document(s) moved to %1", "", n),
            "several-labels": self.tr("Documents of %1 may have several labels now"),
            "one-label": self.tr("Documents of %1 have one label each now"),
            "label-add": self.tr("Label %2 added"),
            "label-rename": self.tr("Label %2 is called %3 now"),
            "label-merge": self.tr("Label %2 merged into %3"),
            "label-remove": self.tr("Label %2 deleted"),
            "label-look": self.tr("Label %2 looks different now"),
            "corpus-add": self.tr("Corpus %1 added"),
            "corpus-rename": self.tr("Corpus %1 is called %3 now"),
            "corpus-remove": self.tr("Corpus %1 deleted"),
        }


def filled(template: str, names: dict[str, str]) -> str:
    """Put names into a sentence, each once, so that a name that looks like a place stays as it is."""
    parts = template.split("%")
    return parts[0] + "".join(names.get(f"%{part[:1]}", f"%{part[:1]}") + part[1:] for part in parts[1:])
