"""Export formats that this feature adds to the Export dialog: models, words and labels for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.domain.errors import ForeignFileError
from app.domain.jobs import JobContext
from app.features.exchange.conversions import plan_conversion, require_plain_recipe
from app.features.exchange.exports import CARD_SUFFIX, export_as
from app.features.exchange.labelling_tools import TOOLS, make_tasks, write_table, write_tasks
from app.features.exchange.mail_rules import (
    derive_rules,
    iter_tagged_documents,
    mark_maildir,
    write_notmuch,
    write_paperless,
    write_rules,
)
from app.kit import wording
from app.kit.frame import ExportFormat, ExportTarget
from app.store.workspace import WorkspaceSource, open_for_reading, path_of
from nbengine.errors import EngineError
from nbengine.models.recipe import recipe_from_plain

translate = QCoreApplication.translate


def list_export_formats(place: WorkspaceSource, corpus: str, model: str) -> list[ExportFormat]:
    """Return the export formats for a collection and, unless `model` is empty, for a model."""
    return [*(_model_formats(place, model) if model else ()), *_label_formats(place, corpus, model)]


def _model_formats(place: WorkspaceSource, model: str) -> list[ExportFormat]:
    """Return the export formats for a model and its word counts."""

    def make_model_writer(form: str) -> Callable[[ExportTarget, JobContext], str]:
        def write(target: ExportTarget, _context: JobContext) -> str:
            export_as(place, model, form, target.path)
            words = translate(
                "ExportFormats",
                "This format cannot hold all data of the model. The file “%1” next to it lists what is missing.",
            )
            return words.replace("%1", target.path.name + CARD_SUFFIX)

        return write

    def make_conversion_writer(program: str) -> Callable[[ExportTarget, JobContext], str]:
        def write(target: ExportTarget, _context: JobContext) -> str:
            plan = plan_conversion(path_of(place), place, program, model=model, begins_filter=False, base=target.base)
            plan.write(target.path)
            if plan.n_agreeing is None or not plan.n_judged:
                return ""
            words = translate(
                "ExportFormats", "With these words alone, %1 of %2 documents get the same label as in Bayleaf."
            )
            return wording.fill_placeholders(
                words, wording.format_count(plan.n_agreeing), wording.format_count(plan.n_judged)
            )

        return write

    skops = translate("ExportFormats", "A scikit-learn pipeline for Python. It loads with skops, without Bayleaf.")
    onnx = translate("ExportFormats", "A model that onnxruntime runs from many programming languages and on phones.")
    plain = translate("ExportFormats", "Words, counts, log-probabilities and settings, for a program of your own.")
    parquet = translate(
        "ExportFormats",
        "A Parquet table of all words with counts and weights, which pandas, DuckDB and Spark can read.",
    )
    bogofilter = translate("ExportFormats", "Word counts for Bogofilter: load them with “bogoutil -l wordlist.db”.")
    spamassassin = translate("ExportFormats", "Word counts for SpamAssassin: load them with “sa-learn --restore”.")
    spambayes = translate("ExportFormats", "Word counts for SpamBayes: load them with “sb_dbexpimp -i”.")
    rspamd = translate("ExportFormats", "Word counts for Rspamd: load them with “rspamadm statistics_dump restore”.")
    thunderbird = translate(
        "ExportFormats",
        "Training data of Thunderbird's junk filter. Close Thunderbird, then put the file in its profile folder.",
    )
    folders = translate("ExportFormats", "A folder for each label with its table of words, like POPFile's buckets.")
    database = translate(
        "ExportFormats",
        "A copy of your POPFile database popfile.db, with the words of this model in its buckets. Your own "
        "file is not changed.",
    )
    named = [
        ("sklearn", "scikit-learn", skops, "skops"), ("onnx", "ONNX", onnx, "onnx"), ("json", "JSON", plain, "json"),
    ]  # fmt: skip
    programs = [
        ("bogofilter", "Bogofilter", bogofilter, f"{model}.bogofilter.txt"),
        ("spamassassin", "SpamAssassin", spamassassin, f"{model}.sa-learn.txt"),
        ("spambayes", "SpamBayes", spambayes, f"{model}.spambayes.csv"),
        ("rspamd", "Rspamd", rspamd, f"{model}.rspamd.txt"),
        ("thunderbird", "Thunderbird", thunderbird, "training.dat"),
    ]
    popfile, refusal = make_conversion_writer("popfile"), _reason_against_plain_formats(place, model)
    return [
        *(
            ExportFormat(
                "model",
                key,
                name,
                purpose,
                f"{model}.{suffix}",
                make_model_writer(key),
                refusal="" if key == "json" else refusal,
            )
            for key, name, purpose, suffix in named
        ),
        ExportFormat("words", "parquet", "Parquet", parquet, f"{model}.parquet", make_model_writer("parquet")),
        *(
            ExportFormat("model", key, name, purpose, file_name, make_conversion_writer(key))
            for key, name, purpose, file_name in programs
        ),
        ExportFormat("model", "popfile", "POPFile", folders, f"{model} buckets", popfile, is_folder=True),
        ExportFormat("model", "popfile", "popfile.db", database, "popfile.db", popfile, base="popfile.db"),
    ]


def _reason_against_plain_formats(place: WorkspaceSource, model: str) -> str:
    """Return the reason why scikit-learn and ONNX cannot represent this model; "" if its recipe gives no reason."""
    with open_for_reading(place) as workspace:
        record = workspace.models.get(model)
    try:
        require_plain_recipe(recipe_from_plain(json.loads(record.recipe)), model)
    except ForeignFileError as error:
        return wording.sentence_for(error)
    except (EngineError, ValueError, RecursionError):
        return ""  # a later version of the program wrote the recipe; writing says what is wrong
    return ""


def _label_formats(place: WorkspaceSource, corpus: str, model: str) -> list[ExportFormat]:
    """Return the export formats for labels: for labelling tools, for mail programs, and as mail rules derived from the
    labels.
    """

    def count_sentence(n_documents: int) -> str:
        return translate("ExportFormats", "Documents written: %1.").replace("%1", wording.format_count(n_documents))

    def make_tool_writer(name: str) -> Callable[[ExportTarget, JobContext], str]:
        def write(target: ExportTarget, _context: JobContext) -> str:
            return count_sentence(write_tasks(TOOLS[name], make_tasks(place, corpus, model or None), target.path))

        return write

    def write_csv_table(target: ExportTarget, _context: JobContext) -> str:
        return count_sentence(write_table(make_tasks(place, corpus, model or None), target.path))

    def make_rules_writer(form: str) -> Callable[[ExportTarget, JobContext], str]:
        def write(target: ExportTarget, _context: JobContext) -> str:
            rules = derive_rules(place, corpus)
            write_rules(rules, form, target.path)
            words = translate(
                "ExportFormats",
                "The rules were tested on mail that was not used to make them. They matched %2 mails, and were right"
                " for %1.",
            )
            return wording.fill_placeholders(
                words, wording.format_count(rules.right), wording.format_count(rules.taken)
            )

        return write

    def write_notmuch_tags(target: ExportTarget, _context: JobContext) -> str:
        return count_sentence(write_notmuch(iter_tagged_documents(place, corpus), target.path)[0])

    def rename_maildir_files(target: ExportTarget, _context: JobContext) -> str:
        return count_sentence(mark_maildir(iter_tagged_documents(place, corpus), target.path, writes=True)[0])

    def write_paperless_manifest(target: ExportTarget, _context: JobContext) -> str:
        return count_sentence(write_paperless(iter_tagged_documents(place, corpus), target.base, target.path))

    table = translate("ExportFormats", "A table of documents with label and verdict, for a spreadsheet.")
    tool = translate(
        "ExportFormats",
        "Documents, labels and verdicts for %1. The command “bayleaf-cli convert” imports the labels that "
        "people set there.",
    )
    tools = {"label-studio": ("Label Studio", "json"), "argilla": ("Argilla", "jsonl"),
             "doccano": ("doccano", "jsonl"), "prodigy": ("Prodigy", "jsonl")}  # fmt: skip
    sieve = translate(
        "ExportFormats", "Rules by mailing list, sender and recipient, for mail servers that support Sieve."
    )
    procmail = translate("ExportFormats", "Rules by mailing list, sender and recipient, for procmail.")
    thunderbird = translate(
        "ExportFormats",
        "Message filters for Thunderbird: rules by mailing list, sender and recipient (msgFilterRules.dat).",
    )
    gmail = translate(
        "ExportFormats", "Rules by mailing list, sender and recipient, for Gmail. Import them under Settings, Filters."
    )
    notmuch = translate("ExportFormats", "Labels as tags, for “notmuch tag --batch --input=FILE”.")
    maildir = translate("ExportFormats", "Labels as keywords in the file names of your Maildir. The files are renamed.")
    paperless = translate(
        "ExportFormats", "A manifest.json for paperless-ngx with the labels as tags. Import the file there again."
    )
    return [
        ExportFormat("documents", "labels-csv", "CSV", table, f"{corpus}.csv", write_csv_table),
        *(
            ExportFormat(
                "documents", key, title, tool.replace("%1", title), f"{corpus}.{key}.{suffix}", make_tool_writer(key)
            )
            for key, (title, suffix) in tools.items()
        ),
        ExportFormat("documents", "notmuch", "notmuch", notmuch, f"{corpus}.notmuch.txt", write_notmuch_tags),
        ExportFormat("documents", "maildir", "Maildir", maildir, "", rename_maildir_files, is_existing_folder=True),
        ExportFormat(
            "documents",
            "paperless",
            "paperless-ngx",
            paperless,
            "manifest.json",
            write_paperless_manifest,
            base="manifest.json",
        ),
        *(
            ExportFormat("documents", key, title, purpose, file_name, make_rules_writer(key))
            for key, title, purpose, file_name in (
                ("sieve", "Sieve", sieve, f"{corpus}.sieve"),
                ("procmail", "procmail", procmail, f"{corpus}.procmailrc"),
                ("thunderbird-rules", "Thunderbird", thunderbird, "msgFilterRules.dat"),
                ("gmail", "Gmail", gmail, f"{corpus}.gmail.xml"),
            )
        ),
    ]
