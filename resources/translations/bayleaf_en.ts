<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>ClassifyPage</name>
    <message numerus="yes">
        <source>%Ln unsure verdict(s)</source>
        <translation>
            <numerusform>%Ln unsure verdict</numerusform>
            <numerusform>%Ln unsure verdicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) in the list</source>
        <translation>
            <numerusform>%Ln document in the list</numerusform>
            <numerusform>%Ln documents in the list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) new to the model</source>
        <translation>
            <numerusform>%1 of %Ln word new to the model</numerusform>
            <numerusform>%1 of %Ln words new to the model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClusterDialog</name>
    <message numerus="yes">
        <source>Model “%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>Model “%1” has learnt %Ln document.</numerusform>
            <numerusform>Model “%1” has learnt %Ln documents.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ColumnHead</name>
    <message numerus="yes">
        <source>%Ln value(s) missing</source>
        <translation>
            <numerusform>%Ln value missing</numerusform>
            <numerusform>%Ln values missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln value</numerusform>
            <numerusform>%Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ColumnList</name>
    <message numerus="yes">
        <source>%Ln column(s) not used by this model</source>
        <translation>
            <numerusform>%Ln column not used by this model</numerusform>
            <numerusform>%Ln columns not used by this model</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DialogCommands</name>
    <message numerus="yes">
        <source>%Ln file(s) copied</source>
        <translation>
            <numerusform>%Ln file copied</numerusform>
            <numerusform>%Ln files copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>%Ln file filed away</numerusform>
            <numerusform>%Ln files filed away</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>filing cancelled: %Ln file(s) stayed where they were</source>
        <translation>
            <numerusform>filing cancelled: %Ln file stayed where they were</numerusform>
            <numerusform>filing cancelled: %Ln files stayed where they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s)</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the recognised text could not be added to %Ln file(s)</source>
        <translation>
            <numerusform>the recognised text could not be added to %Ln file</numerusform>
            <numerusform>the recognised text could not be added to %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be filed</source>
        <translation>
            <numerusform>%Ln file could not be filed</numerusform>
            <numerusform>%Ln files could not be filed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) moved back</source>
        <translation>
            <numerusform>%Ln file moved back</numerusform>
            <numerusform>%Ln files moved back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(ies) removed</source>
        <translation>
            <numerusform>%Ln copy removed</numerusform>
            <numerusform>%Ln copies removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be moved back</source>
        <translation>
            <numerusform>%Ln file could not be moved back</numerusform>
            <numerusform>%Ln files could not be moved back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This workspace has %Ln unfinished move(s) of another computer or an earlier version of Bayleaf. The files were left where they are.</source>
        <translation>
            <numerusform>This workspace has %Ln unfinished move of another computer or an earlier version of Bayleaf. The files were left where they are.</numerusform>
            <numerusform>This workspace has %Ln unfinished moves of another computer or an earlier version of Bayleaf. The files were left where they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try Bayleaf with %Ln sample mail</numerusform>
            <numerusform>Try Bayleaf with %Ln sample mails</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln file could not be read.</numerusform>
            <numerusform>%Ln files could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more file(s) could not be read for the same or a similar reason.</source>
        <translation>
            <numerusform>%Ln more file could not be read for the same or a similar reason.</numerusform>
            <numerusform>%Ln more files could not be read for the same or a similar reason.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>Label %Ln document</numerusform>
            <numerusform>Label %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give %Ln selected document(s) the label “%1”?</source>
        <translation>
            <numerusform>Give %Ln selected document the label “%1”?</numerusform>
            <numerusform>Give %Ln selected documents the label “%1”?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln label(s)</source>
        <translation>
            <numerusform>Remove %Ln label</numerusform>
            <numerusform>Remove %Ln labels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove the labels of %Ln selected document(s)?</source>
        <translation>
            <numerusform>Remove the labels of %Ln selected document?</numerusform>
            <numerusform>Remove the labels of %Ln selected documents?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentsViewModel</name>
    <message numerus="yes">
        <source>%Ln file(s) read</source>
        <translation>
            <numerusform>%Ln file read</numerusform>
            <numerusform>%Ln files read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are copies of documents that are already here</source>
        <translation>
            <numerusform>This file is a copy of a document that is already here</numerusform>
            <numerusform>%Ln files are copies of documents that are already here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) still cannot be read</source>
        <translation>
            <numerusform>%Ln file still cannot be read</numerusform>
            <numerusform>%Ln files still cannot be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>List of %Ln document(s) saved to %1</source>
        <translation>
            <numerusform>List of %Ln document saved to %1</numerusform>
            <numerusform>List of %Ln documents saved to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again, no changes found</source>
        <translation>
            <numerusform>%Ln document read again, no changes found</numerusform>
            <numerusform>%Ln documents read again, no changes found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) added to the collection %1</source>
        <translation>
            <numerusform>%Ln document added to the collection %1</numerusform>
            <numerusform>%Ln documents added to the collection %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>%Ln document imported into the collection %1</numerusform>
            <numerusform>%Ln documents imported into the collection %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %2</source>
        <translation>
            <numerusform>%Ln document labelled %2</numerusform>
            <numerusform>%Ln documents labelled %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Label removed from %Ln document(s)</source>
        <translation>
            <numerusform>Label removed from %Ln document</numerusform>
            <numerusform>Label removed from %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled by the model</source>
        <translation>
            <numerusform>%Ln document labelled by the model</numerusform>
            <numerusform>%Ln documents labelled by the model</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again</source>
        <translation>
            <numerusform>%Ln document read again</numerusform>
            <numerusform>%Ln documents read again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) deleted</source>
        <translation>
            <numerusform>%Ln document deleted</numerusform>
            <numerusform>%Ln documents deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) moved to the collection %1</source>
        <translation>
            <numerusform>%Ln document moved to the collection %1</numerusform>
            <numerusform>%Ln documents moved to the collection %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln document labelled %1, classified as %2</numerusform>
            <numerusform>%Ln documents labelled %1, classified as %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Testing %Ln model(s) on documents they have not seen…</source>
        <translation>
            <numerusform>Testing %Ln model on documents it has not seen…</numerusform>
            <numerusform>Testing %Ln models on documents they have not seen…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FacetList</name>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>%Ln more…</numerusform>
            <numerusform>%Ln more…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FiguresPane</name>
    <message numerus="yes">
        <source>Probably between %1 and %2, estimated from your answers about %Ln document(s) chosen at random</source>
        <translation>
            <numerusform>Probably between %1 and %2, estimated from your answer about %Ln document chosen at random</numerusform>
            <numerusform>Probably between %1 and %2, estimated from your answers about %Ln documents chosen at random</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar document(s) are labelled %3.</source>
        <translation>
            <numerusform>“%1” is labelled %2, but %Ln similar document is labelled %3.</numerusform>
            <numerusform>“%1” is labelled %2, but %Ln similar documents are labelled %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FiledDialog</name>
    <message numerus="yes">
        <source>Continue with %Ln file(s)</source>
        <translation>
            <numerusform>Continue with %Ln file</numerusform>
            <numerusform>Continue with %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilingDialog</name>
    <message numerus="yes">
        <source>Move %Ln file(s)</source>
        <translation>
            <numerusform>Move %Ln file</numerusform>
            <numerusform>Move %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln file(s)</source>
        <translation>
            <numerusform>Copy %Ln file</numerusform>
            <numerusform>Copy %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be filed</source>
        <translation>
            <numerusform>%Ln file will be filed</numerusform>
            <numerusform>%Ln files will be filed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be renamed</source>
        <translation>
            <numerusform>%Ln file will be renamed</numerusform>
            <numerusform>%Ln files will be renamed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will be copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>%Ln document will be copied out of a mailbox or an archive</numerusform>
            <numerusform>%Ln documents will be copied out of a mailbox or an archive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay</source>
        <translation>
            <numerusform>%Ln document will stay</numerusform>
            <numerusform>%Ln documents will stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) will stay. The list shows the reasons.</source>
        <translation>
            <numerusform>Nothing to file: %Ln document will stay. The list shows the reason.</numerusform>
            <numerusform>Nothing to file: %Ln documents will stay. The list shows the reasons.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents can be filed; about %Ln mistake(s) expected.</source>
        <translation>
            <numerusform>%1 of %2 documents can be filed; about %Ln mistake expected.</numerusform>
            <numerusform>%1 of %2 documents can be filed; about %Ln mistakes expected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Included: %Ln copy(ies) of documents. Other pages do not count copies.</source>
        <translation>
            <numerusform>Included: %Ln copy of a document. Other pages do not count copies.</numerusform>
            <numerusform>Included: %Ln copies of documents. Other pages do not count copies.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not included: %Ln label(s) given to whole groups at once. How many of them are wrong is not known.</source>
        <translation>
            <numerusform>Not included: %Ln label given to whole groups at once. How many of them are wrong is not known.</numerusform>
            <numerusform>Not included: %Ln labels given to whole groups at once. How many of them are wrong is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilingViewModel</name>
    <message numerus="yes">
        <source>Filing away %Ln file(s)</source>
        <translation>
            <numerusform>Filing away %Ln file</numerusform>
            <numerusform>Filing away %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try Bayleaf with %Ln sample mail</numerusform>
            <numerusform>Try Bayleaf with %Ln sample mails</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln short lesson(s) with numbers that you can change. Your own mail is not needed.</source>
        <translation>
            <numerusform>%Ln short lesson with numbers that you can change. Your own mail is not needed.</numerusform>
            <numerusform>%Ln short lessons with numbers that you can change. Your own mail is not needed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Look through %Ln mailbox(es)…</source>
        <translation>
            <numerusform>Look through %Ln mailbox…</numerusform>
            <numerusform>Look through %Ln mailboxes…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Flips</name>
    <message numerus="yes">
        <source>The verdict would be %1 without %n word(s): %2</source>
        <translation>
            <numerusform>The verdict would be %1 without %n word: %2</numerusform>
            <numerusform>The verdict would be %1 without %n words: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForeseenEffect</name>
    <message numerus="yes">
        <source>%Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>%Ln other verdict in this list changes</numerusform>
            <numerusform>%Ln other verdicts in this list change</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change up to %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>A correction would change up to %Ln other verdict in this list</numerusform>
            <numerusform>A correction would change up to %Ln other verdicts in this list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>A correction would change %Ln other verdict in this list</numerusform>
            <numerusform>A correction would change %Ln other verdicts in this list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you label it %1, %Ln other verdict(s) in this list change.</source>
        <translation>
            <numerusform>If you label it %1, %Ln other verdict in this list changes.</numerusform>
            <numerusform>If you label it %1, %Ln other verdicts in this list change.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupsPane</name>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The name becomes the label of the %Ln document(s) that clearly belong to the group.</source>
        <translation>
            <numerusform>The name becomes the label of the one document that clearly belongs to the group.</numerusform>
            <numerusform>The name becomes the label of the %Ln documents that clearly belong to the group.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bayleaf asks you about the other %Ln document(s) one by one.</source>
        <translation>
            <numerusform>Bayleaf asks you about the other document.</numerusform>
            <numerusform>Bayleaf asks you about the other %Ln documents one by one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message numerus="yes">
        <source>%Ln verdict(s) remembered in this workspace</source>
        <translation>
            <numerusform>%Ln verdict remembered in this workspace</numerusform>
            <numerusform>%Ln verdicts remembered in this workspace</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the last %Ln verdict(s) are listed</source>
        <translation>
            <numerusform>the last %Ln verdict is listed</numerusform>
            <numerusform>the last %Ln verdicts are listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) will be forgotten for good. Your models do not change.</source>
        <translation>
            <numerusform>%Ln verdict will be forgotten for good. Your models do not change.</numerusform>
            <numerusform>%Ln verdicts will be forgotten for good. Your models do not change.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>%Ln file(s) directly in “%1” get no label. Each of the other files gets the name of its folder as its label.</source>
        <translation>
            <numerusform>%Ln file directly in “%1” gets no label. Each of the other files gets the name of its folder as its label.</numerusform>
            <numerusform>%Ln files directly in “%1” get no label. Each of the other files gets the name of its folder as its label.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln mail(s)</source>
        <translation>
            <numerusform>Import %Ln mail</numerusform>
            <numerusform>Import %Ln mails</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln file(s)</source>
        <translation>
            <numerusform>Import %Ln file</numerusform>
            <numerusform>Import %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found</source>
        <translation>
            <numerusform>%Ln label found</numerusform>
            <numerusform>%Ln labels found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found in a quick look at the files. There may be more.</source>
        <translation>
            <numerusform>%Ln label found in a quick look at the files. There may be more.</numerusform>
            <numerusform>%Ln labels found in a quick look at the files. There may be more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) cannot be opened</source>
        <translation>
            <numerusform>%Ln file cannot be opened</numerusform>
            <numerusform>%Ln files cannot be opened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln empty folder(s)</source>
        <translation>
            <numerusform>%Ln empty folder</numerusform>
            <numerusform>%Ln empty folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message numerus="yes">
        <source>%Ln item(s) waiting for your decision</source>
        <translation>
            <numerusform>%Ln item waiting for your decision</numerusform>
            <numerusform>%Ln items waiting for your decision</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln folder(s) or mailbox(es)</source>
        <translation>
            <numerusform>Watching %Ln folder or mailbox</numerusform>
            <numerusform>Watching %Ln folders or mailboxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) arrived today</source>
        <translation>
            <numerusform>%Ln item arrived today</numerusform>
            <numerusform>%Ln items arrived today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed today</source>
        <translation>
            <numerusform>%Ln item filed today</numerusform>
            <numerusform>%Ln items filed today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed</source>
        <translation>
            <numerusform>%Ln item filed</numerusform>
            <numerusform>%Ln items filed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) labelled by you</source>
        <translation>
            <numerusform>%Ln item labelled by you</numerusform>
            <numerusform>%Ln items labelled by you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) put back</source>
        <translation>
            <numerusform>%Ln item put back</numerusform>
            <numerusform>%Ln items put back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) would be filed (trial)</source>
        <translation>
            <numerusform>%Ln item would be filed (trial)</numerusform>
            <numerusform>%Ln items would be filed (trial)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) not moved</source>
        <translation>
            <numerusform>%Ln item not moved</numerusform>
            <numerusform>%Ln items not moved</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>%Ln more task waiting</numerusform>
            <numerusform>%Ln more tasks waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message numerus="yes">
        <source>How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not certain enough for this limit. Your good mail comes from %Ln mailing lists and senders.</source>
        <translation>
            <numerusform>How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not certain enough for this limit. Your good mail comes from %Ln mailing list or sender.</numerusform>
            <numerusform>How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not certain enough for this limit. Your good mail comes from %Ln mailing lists and senders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>possible once you have good mail from %Ln mailing list(s) and sender(s)</source>
        <translation>
            <numerusform>possible once you have good mail from %Ln mailing list or sender</numerusform>
            <numerusform>possible once you have good mail from %Ln mailing lists and senders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>possible once %Ln test document(s) of one label have all been classified correctly</source>
        <translation>
            <numerusform>possible once %Ln test document of one label has been classified correctly</numerusform>
            <numerusform>possible once %Ln test documents of one label have all been classified correctly</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nothing is filed yet for %Ln label(s)</source>
        <translation>
            <numerusform>nothing is filed yet for %Ln label</numerusform>
            <numerusform>nothing is filed yet for %Ln labels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>%Ln more task waiting</numerusform>
            <numerusform>%Ln more tasks waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NextSteps</name>
    <message numerus="yes">
        <source>None of the %Ln document(s) has a label yet</source>
        <translation>
            <numerusform>%Ln document has no label yet</numerusform>
            <numerusform>None of the %Ln documents has a label yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln labels</source>
        <translation>
            <numerusform>%1, %Ln label</numerusform>
            <numerusform>%1, %Ln labels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away.</source>
        <translation>
            <numerusform>%Ln file filed away.</numerusform>
            <numerusform>%Ln files filed away.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed without a label.</source>
        <translation>
            <numerusform>%Ln document stayed without a label.</numerusform>
            <numerusform>%Ln documents stayed without a label.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model is not certain about the labels of %Ln document(s)</source>
        <translation>
            <numerusform>The model is not certain about the label of %Ln document</numerusform>
            <numerusform>The model is not certain about the labels of %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have unsure verdicts</source>
        <translation>
            <numerusform>%Ln document has an unsure verdict</numerusform>
            <numerusform>%Ln documents have unsure verdicts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed where they were.</source>
        <translation>
            <numerusform>%Ln document stayed where it was.</numerusform>
            <numerusform>%Ln documents stayed where they were.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything is filed away, except %Ln file(s) that could not be read.</source>
        <translation>
            <numerusform>Everything is filed away, except %Ln file that could not be read.</numerusform>
            <numerusform>Everything is filed away, except %Ln files that could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label yet</source>
        <translation>
            <numerusform>%Ln document has no label yet</numerusform>
            <numerusform>%Ln documents have no label yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled</source>
        <translation>
            <numerusform>%Ln document labelled</numerusform>
            <numerusform>%Ln documents labelled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure verdict(s) left: press the key of the right label, or Enter if the verdict is right</source>
        <translation>
            <numerusform>%Ln unsure verdict left: press the key of the right label, or Enter if the verdict is right</numerusform>
            <numerusform>%Ln unsure verdicts left: press the key of the right label, or Enter if the verdict is right</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>%Ln document can be filed away</numerusform>
            <numerusform>%Ln documents can be filed away</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed, because their verdicts are unsure. Label them, then file them too.</source>
        <translation>
            <numerusform>%Ln document stayed, because its verdict is unsure. Label it, then file it too.</numerusform>
            <numerusform>%Ln documents stayed, because their verdicts are unsure. Label them, then file them too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try Bayleaf with %Ln sample mail</numerusform>
            <numerusform>Try Bayleaf with %Ln sample mails</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OpponentsPane</name>
    <message numerus="yes">
        <source>at most %Ln minute(s)</source>
        <translation>
            <numerusform>at most %Ln minute</numerusform>
            <numerusform>at most %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln later document(s) of the collection, classified by models trained on earlier ones</source>
        <translation>
            <numerusform>tested on %Ln later document of the collection, classified by models trained on earlier ones</numerusform>
            <numerusform>tested on %Ln later documents of the collection, classified by models trained on earlier ones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln document(s) of the collection, each classified by a model that has not learnt its neighbours and copies</source>
        <translation>
            <numerusform>tested on %Ln document of the collection, each classified by a model that has not learnt its neighbours and copies</numerusform>
            <numerusform>tested on %Ln documents of the collection, each classified by a model that has not learnt its neighbours and copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s)</source>
        <translation>
            <numerusform>%Ln second</numerusform>
            <numerusform>%Ln seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageHead</name>
    <message numerus="yes">
        <source>%Ln label(s)</source>
        <translation>
            <numerusform>%Ln label</numerusform>
            <numerusform>%Ln labels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlacesPanel</name>
    <message numerus="yes">
        <source>of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder</source>
        <translation>
            <numerusform>of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder</numerusform>
            <numerusform>of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgressPane</name>
    <message numerus="yes">
        <source>%Ln document(s) read</source>
        <translation>
            <numerusform>%Ln document read</numerusform>
            <numerusform>%Ln documents read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromisePane</name>
    <message numerus="yes">
        <source>The model has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>The model has learnt %Ln good mail.</numerusform>
            <numerusform>The model has learnt %Ln good mails.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your %Ln good mail(s) come from only %1 different senders and lists.</source>
        <translation>
            <numerusform>Your %Ln good mail comes from only %1 different senders and lists.</numerusform>
            <numerusform>Your %Ln good mails come from only %1 different senders and lists.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs good mail from %Ln more sender(s) or mailing list(s).</source>
        <translation>
            <numerusform>To guarantee at most 1 error in %1, the model needs good mail from %Ln more sender or mailing list.</numerusform>
            <numerusform>To guarantee at most 1 error in %1, the model needs good mail from %Ln more senders or mailing lists.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs %Ln more good mail(s).</source>
        <translation>
            <numerusform>To guarantee at most 1 error in %1, the model needs %Ln more good mail.</numerusform>
            <numerusform>To guarantee at most 1 error in %1, the model needs %Ln more good mails.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln label(s) that may be wrong. They are at the top of the list on the right.</source>
        <translation>
            <numerusform>Check %Ln label that may be wrong. It is at the top of the list on the right.</numerusform>
            <numerusform>Check %Ln labels that may be wrong. They are at the top of the list on the right.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message numerus="yes">
        <source>The verdict would change for %Ln document(s)</source>
        <translation>
            <numerusform>The verdict would change for %Ln document</numerusform>
            <numerusform>The verdict would change for %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln listed</source>
        <translation>
            <numerusform>%Ln listed</numerusform>
            <numerusform>%Ln listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.</source>
        <translation>
            <numerusform>Tested on the same held-out document: %1 correct with your settings, %2 with the best ones found.</numerusform>
            <numerusform>Tested on the same %Ln held-out documents: %1 correct with your settings, %2 with the best ones found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The curve was measured on %Ln of these documents.</source>
        <translation>
            <numerusform>The curve was measured on %Ln of these documents.</numerusform>
            <numerusform>The curve was measured on %Ln of these documents.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionPane</name>
    <message numerus="yes">
        <source>This document is typical of %Ln similar document(s)</source>
        <translation>
            <numerusform>This document is typical of %Ln similar document</numerusform>
            <numerusform>This document is typical of %Ln similar documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RestDialog</name>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>Label %Ln document</numerusform>
            <numerusform>Label %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents will get a label. About %Ln wrong label(s) expected.</source>
        <translation>
            <numerusform>%1 of %2 documents will get a label. About %Ln wrong label is expected.</numerusform>
            <numerusform>%1 of %2 documents will get a label. About %Ln wrong labels are expected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This estimate is based on %Ln document(s) that you labelled one by one.</source>
        <translation>
            <numerusform>This estimate is based on %Ln document that you labelled by itself.</numerusform>
            <numerusform>This estimate is based on %Ln documents that you labelled one by one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label. On held-out documents, the model was wrong too often when it chose their likeliest label. Answer more questions or correct labels, then train again.</source>
        <translation>
            <numerusform>%Ln document will stay without a label. On held-out documents, the model was wrong too often when it chose its likeliest label. Answer more questions or correct labels, then train again.</numerusform>
            <numerusform>%Ln documents will stay without a label. On held-out documents, the model was wrong too often when it chose their likeliest label. Answer more questions or correct labels, then train again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: this collection is too small to guarantee so few wrong labels. Accept more wrong labels.</source>
        <translation>
            <numerusform>%Ln document will stay without a label: this collection is too small to guarantee so few wrong labels. Accept more wrong labels.</numerusform>
            <numerusform>%Ln documents will stay without a label: this collection is too small to guarantee so few wrong labels. Accept more wrong labels.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to at least %2 documents yourself, and train again.</source>
        <translation>
            <numerusform>%Ln document will stay without a label: its likeliest label has too few documents. Give this label to at least %2 documents yourself, and train again.</numerusform>
            <numerusform>%Ln documents will stay without a label: their likeliest label has too few documents. Give this label to at least %2 documents yourself, and train again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label: look at these yourself.</source>
        <translation>
            <numerusform>%Ln document stays without a label: look at it yourself.</numerusform>
            <numerusform>%Ln documents stay without a label: look at these yourself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message numerus="yes">
        <source>Delete %Ln document(s) from the collection</source>
        <translation>
            <numerusform>Delete %Ln document from the collection</numerusform>
            <numerusform>Delete %Ln documents from the collection</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerMailboxRow</name>
    <message numerus="yes">
        <source>%Ln mail(s) classified</source>
        <translation>
            <numerusform>%Ln mail classified</numerusform>
            <numerusform>%Ln mails classified</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen</source>
        <translation>
            <numerusform>%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen</numerusform>
            <numerusform>%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mail(s) would have been moved</source>
        <translation>
            <numerusform>%Ln mail would have been moved</numerusform>
            <numerusform>%Ln mails would have been moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln moved</numerusform>
            <numerusform>%Ln moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure</source>
        <translation>
            <numerusform>%Ln unsure</numerusform>
            <numerusform>%Ln unsure</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Shelves</name>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>%Ln more…</numerusform>
            <numerusform>%Ln more…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SortingPage</name>
    <message numerus="yes">
        <source>%Ln document(s) have no label. A trained model can label them.</source>
        <translation>
            <numerusform>%Ln document has no label. A trained model can label it.</numerusform>
            <numerusform>%Ln documents have no label. A trained model can label them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) without a label</source>
        <translation>
            <numerusform>%Ln document without a label</numerusform>
            <numerusform>%Ln documents without a label</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) with a label</source>
        <translation>
            <numerusform>%Ln document with a label</numerusform>
            <numerusform>%Ln documents with a label</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message numerus="yes">
        <source>The model was saved with %Ln document(s) and has learnt every change since. The figures below are for all %1 documents.</source>
        <translation>
            <numerusform>The model was saved with %Ln document and has learnt every change since. The figures below are for all %1 documents.</numerusform>
            <numerusform>The model was saved with %Ln documents and has learnt every change since. The figures below are for all %1 documents.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln document labelled %1, classified as %2</numerusform>
            <numerusform>%Ln documents labelled %1, classified as %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified correctly</source>
        <translation>
            <numerusform>%Ln document labelled %1, classified correctly</numerusform>
            <numerusform>%Ln documents labelled %1, classified correctly</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Models and recipes: %Ln</source>
        <translation>
            <numerusform>Models and recipes: %Ln</numerusform>
            <numerusform>Models and recipes: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labels: %Ln</source>
        <translation>
            <numerusform>Labels: %Ln</numerusform>
            <numerusform>Labels: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Correct on %Ln held-out document(s), %</source>
        <translation>
            <numerusform>Correct on %Ln held-out document, %</numerusform>
            <numerusform>Correct on %Ln held-out documents, %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On the newer half (%Ln mail(s), tested by date), correct verdicts: %1 %2, %3 %4.</source>
        <translation>
            <numerusform>On the newer half (%Ln mail, tested by date), correct verdicts: %1 %2, %3 %4.</numerusform>
            <numerusform>On the newer half (%Ln mails, tested by date), correct verdicts: %1 %2, %3 %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>accuracy with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>accuracy with %Ln unlabelled document</numerusform>
            <numerusform>accuracy with %Ln unlabelled documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) classified wrongly</source>
        <translation>
            <numerusform>%Ln document classified wrongly</numerusform>
            <numerusform>%Ln documents classified wrongly</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainings</name>
    <message numerus="yes">
        <source>%1 correct with %Ln unlabelled document(s), %2 correct without them</source>
        <translation>
            <numerusform>%1 correct with %Ln unlabelled document, %2 correct without it</numerusform>
            <numerusform>%1 correct with %Ln unlabelled documents, %2 correct without them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message numerus="yes">
        <source>%Ln document(s) waiting for your decision</source>
        <translation>
            <numerusform>%Ln document waiting for your decision</numerusform>
            <numerusform>%Ln documents waiting for your decision</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) arrived today</source>
        <translation>
            <numerusform>%Ln document arrived today</numerusform>
            <numerusform>%Ln documents arrived today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>%Ln filed</numerusform>
            <numerusform>%Ln filed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoSteps</name>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>%Ln file filed away</numerusform>
            <numerusform>%Ln files filed away</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo the last session&apos;s import of %Ln document(s)?</source>
        <translation>
            <numerusform>Undo the last session&apos;s import of %Ln document?</numerusform>
            <numerusform>Undo the last session&apos;s import of %Ln documents?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo the import of %Ln document(s)?</source>
        <translation>
            <numerusform>Undo the import of %Ln document?</numerusform>
            <numerusform>Undo the import of %Ln documents?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message numerus="yes">
        <source>%Ln+ time(s)</source>
        <translation>
            <numerusform>%Ln+ time</numerusform>
            <numerusform>%Ln+ times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln column</numerusform>
            <numerusform>%Ln columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkspaceMaintenance</name>
    <message numerus="yes">
        <source>%n problem(s) found</source>
        <translation>
            <numerusform>%n problem found</numerusform>
            <numerusform>%n problems found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkspaceViewModel</name>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln file could not be read</numerusform>
            <numerusform>%Ln files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) removed from the list</source>
        <translation>
            <numerusform>%Ln document removed from the list</numerusform>
            <numerusform>%Ln documents removed from the list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) changed</source>
        <translation>
            <numerusform>%Ln other verdict changed</numerusform>
            <numerusform>%Ln other verdicts changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicate(s) left out</source>
        <translation>
            <numerusform>%Ln duplicate left out</numerusform>
            <numerusform>%Ln duplicates left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these document(s) contradict what the filter has learnt, and count little until similar documents confirm them</source>
        <translation>
            <numerusform>%Ln of these document contradict what the filter has learnt, and count little until similar documents confirm them</numerusform>
            <numerusform>%Ln of these documents contradict what the filter has learnt, and count little until similar documents confirm them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>%Ln document imported into the collection %1</numerusform>
            <numerusform>%Ln documents imported into the collection %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learnt %Ln document(s) as %1</source>
        <translation>
            <numerusform>Learnt %Ln document as %1</numerusform>
            <numerusform>Learnt %Ln documents as %1</numerusform>
        </translation>
    </message>
</context>
</TS>
