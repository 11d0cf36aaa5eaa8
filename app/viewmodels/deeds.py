"""What was done last, in a sentence for the foot of the window, which offers to undo it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.domain.records import EditRecord

translate = QCoreApplication.translate


def deed(edit: EditRecord) -> str:
    """Say what an edit did."""
    n, facts = edit.documents, edit.facts
    sentences = {
        "add": translate("deeds", "%n document(s) added to %1", "", n),
        "import": translate("deeds", "%n document(s) imported into %1", "", n),
        "relabel": translate("deeds", "%n document(s) labelled %2", "", n)
        if facts.get("label")
        else translate("deeds", "%n document(s) without a label now", "", n),
        "reweigh": translate("deeds", "%n document(s) weighed anew", "", n),
        "remove": translate("deeds", "%n document(s) deleted", "", n),
        "move": translate("deeds", "%n document(s) moved to %1", "", n),
        "label-add": translate("deeds", "Label %2 added"),
        "label-rename": translate("deeds", "Label %2 is called %3 now"),
        "label-merge": translate("deeds", "Label %2 merged into %3"),
        "label-remove": translate("deeds", "Label %2 deleted"),
        "label-look": translate("deeds", "Label %2 looks different now"),
        "corpus-add": translate("deeds", "Corpus %1 added"),
        "corpus-rename": translate("deeds", "Corpus %1 is called %3 now"),
        "corpus-remove": translate("deeds", "Corpus %1 deleted"),
    }
    names = {"%1": facts.get("corpus", ""), "%2": facts.get("label", ""), "%3": facts.get("new", facts.get("into", ""))}
    return filled(sentences.get(edit.kind, edit.kind), names)


def filled(template: str, names: dict[str, str]) -> str:
    """Put names into a sentence, each once, so that a name that looks like a place stays as it is."""
    parts = template.split("%")
    return parts[0] + "".join(names.get(f"%{part[:1]}", f"%{part[:1]}") + part[1:] for part in parts[1:])
