<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>ClassifyPage</name>
    <message numerus="yes">
        <source>%Ln of them unsure</source>
        <translation>
            <numerusform>%Ln of them unsure</numerusform>
            <numerusform>%Ln of them unsure</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dropped</source>
        <translation>
            <numerusform>%Ln dropped</numerusform>
            <numerusform>%Ln dropped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) never seen before</source>
        <translation>
            <numerusform>%1 of %Ln word never seen before</numerusform>
            <numerusform>%1 of %Ln words never seen before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClusterDialog</name>
    <message numerus="yes">
        <source>“%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>“%1” has learnt %Ln document.</numerusform>
            <numerusform>“%1” has learnt %Ln documents.</numerusform>
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
        <source>%Ln column(s) not read by this model</source>
        <translation>
            <numerusform>%Ln column not read by this model</numerusform>
            <numerusform>%Ln columns not read by this model</numerusform>
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
        <source>%Ln folder(s)</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without recognised text</source>
        <translation>
            <numerusform>%Ln got no text</numerusform>
            <numerusform>%Ln got no text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stayed where they were</source>
        <translation>
            <numerusform>%Ln stayed where it was</numerusform>
            <numerusform>%Ln stayed where they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) brought back</source>
        <translation>
            <numerusform>%Ln file brought back</numerusform>
            <numerusform>%Ln files brought back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln could not be</source>
        <translation>
            <numerusform>%Ln could not be</numerusform>
            <numerusform>%Ln could not be</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try it with %Ln sample mail</numerusform>
            <numerusform>Try it with %Ln sample mails</numerusform>
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
        <source>So it is, or alike, with %Ln more.</source>
        <translation>
            <numerusform>So it is, or alike, with %Ln more.</numerusform>
            <numerusform>So it is, or alike, with %Ln more.</numerusform>
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
        <source>%Ln document(s) read again: nothing has changed</source>
        <translation>
            <numerusform>%Ln document read again: nothing has changed</numerusform>
            <numerusform>%Ln documents read again: nothing has changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) added to %1</source>
        <translation>
            <numerusform>%Ln document added to %1</numerusform>
            <numerusform>%Ln documents added to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>%Ln document imported into %1</numerusform>
            <numerusform>%Ln documents imported into %1</numerusform>
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
        <source>%Ln document(s) without a label now</source>
        <translation>
            <numerusform>%Ln document without a label now</numerusform>
            <numerusform>%Ln documents without a label now</numerusform>
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
        <source>%Ln document(s) moved to %1</source>
        <translation>
            <numerusform>%Ln document moved to %1</numerusform>
            <numerusform>%Ln documents moved to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, judged %2</source>
        <translation>
            <numerusform>%Ln document labelled %1, judged %2</numerusform>
            <numerusform>%Ln documents labelled %1, judged %2</numerusform>
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
        <source>Probably between %1 and %2, from %Ln random question(s)</source>
        <translation>
            <numerusform>Probably between %1 and %2, from %Ln random question</numerusform>
            <numerusform>Probably between %1 and %2, from %Ln random questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar one(s) are %3.</source>
        <translation>
            <numerusform>“%1” is labelled %2, but %Ln similar one is %3.</numerusform>
            <numerusform>“%1” is labelled %2, but %Ln similar ones are %3.</numerusform>
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
        <source>%Ln file(s) go</source>
        <translation>
            <numerusform>%Ln file goes</numerusform>
            <numerusform>%Ln files go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln get another name</source>
        <translation>
            <numerusform>%Ln gets another name</numerusform>
            <numerusform>%Ln get another name</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>%Ln copied out of a mailbox or an archive</numerusform>
            <numerusform>%Ln copied out of a mailbox or an archive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stay(s)</source>
        <translation>
            <numerusform>%Ln stays</numerusform>
            <numerusform>%Ln stay</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) stay, and the list says why.</source>
        <translation>
            <numerusform>Nothing to file: %Ln document stays, and the list says why.</numerusform>
            <numerusform>Nothing to file: %Ln documents stay, and the list says why.</numerusform>
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
        <source>%Ln short lesson(s) with numbers you can change. No mail of yours is needed.</source>
        <translation>
            <numerusform>%Ln short lesson with numbers you can change. No mail of yours is needed.</numerusform>
            <numerusform>%Ln short lessons with numbers you can change. No mail of yours is needed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try it with %Ln sample mail</numerusform>
            <numerusform>Try it with %Ln sample mails</numerusform>
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
        <source>Without %n word(s) the verdict would be %1: %2</source>
        <translation>
            <numerusform>Without %n word the verdict would be %1: %2</numerusform>
            <numerusform>Without these %n words the verdict would be %1: %2</numerusform>
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
        <source>up to %Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>up to %Ln other verdict in this list changes</numerusform>
            <numerusform>up to %Ln other verdicts in this list change</numerusform>
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
        <source>Naming the group labels its %Ln clear member(s).</source>
        <translation>
            <numerusform>Naming the group labels its %Ln clear member.</numerusform>
            <numerusform>Naming the group labels its %Ln clear members.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You are asked about the other %Ln one by one.</source>
        <translation>
            <numerusform>You are asked about the other one.</numerusform>
            <numerusform>You are asked about the other %Ln one by one.</numerusform>
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
        <source>the last %Ln listed</source>
        <translation>
            <numerusform>the last %Ln listed</numerusform>
            <numerusform>the last %Ln listed</numerusform>
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
        <source>%Ln verdict(s) will be forgotten for good. What was learnt stays learnt.</source>
        <translation>
            <numerusform>%Ln verdict will be forgotten for good. What was learnt stays learnt.</numerusform>
            <numerusform>%Ln verdicts will be forgotten for good. What was learnt stays learnt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
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
        <source>%Ln label(s) found at the beginning. There may be more.</source>
        <translation>
            <numerusform>%Ln label found at the beginning. There may be more.</numerusform>
            <numerusform>%Ln labels found at the beginning. There may be more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be opened</source>
        <translation>
            <numerusform>%Ln cannot be opened</numerusform>
            <numerusform>%Ln cannot be opened</numerusform>
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
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln waiting for you</numerusform>
            <numerusform>%Ln waiting for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln place(s)</source>
        <translation>
            <numerusform>Watching %Ln place</numerusform>
            <numerusform>Watching %Ln places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>%Ln arrived today</numerusform>
            <numerusform>%Ln arrived today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed today</source>
        <translation>
            <numerusform>%Ln filed today</numerusform>
            <numerusform>%Ln filed today</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>%Ln filed</numerusform>
            <numerusform>%Ln filed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln put back; an undo teaches nothing</source>
        <translation>
            <numerusform>%Ln put back; an undo teaches nothing</numerusform>
            <numerusform>%Ln put back; an undo teaches nothing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been filed</source>
        <translation>
            <numerusform>%Ln would have been filed</numerusform>
            <numerusform>%Ln would have been filed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message numerus="yes">
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>%Ln more waiting</numerusform>
            <numerusform>%Ln more waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message numerus="yes">
        <source>How many good mails may be filed as spam? (Your good mail comes from %Ln lists and senders.) You are asked about the rest.</source>
        <translation>
            <numerusform>At most so many of the good mails may be lost; those learnt count for %Ln by list and sender. Ask me about the rest.</numerusform>
            <numerusform>At most so many of the good mails may be lost; those learnt count for %Ln by list and sender. Ask me about the rest.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This month: %Ln filed automatically,</source>
        <translation>
            <numerusform>This month: %Ln filed alone,</numerusform>
            <numerusform>This month: %Ln filed alone,</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs good mail from %Ln list(s) and sender(s)</source>
        <translation>
            <numerusform>needs good mail of %Ln list or sender</numerusform>
            <numerusform>needs good mail of %Ln lists and senders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs a label with %Ln document(s) judged without a mistake</source>
        <translation>
            <numerusform>needs a label of which %Ln document was judged without a mistake</numerusform>
            <numerusform>needs a label of which %Ln documents were judged without a mistake</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nothing yet for %Ln label(s)</source>
        <translation>
            <numerusform>nothing yet of %Ln label</numerusform>
            <numerusform>nothing yet of %Ln labels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>%Ln more waiting</numerusform>
            <numerusform>%Ln more waiting</numerusform>
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
    <name>NarrowedBar</name>
    <message numerus="yes">
        <source>All %Ln listed…</source>
        <translation>
            <numerusform>The %Ln listed…</numerusform>
            <numerusform>All %Ln listed…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NextSteps</name>
    <message numerus="yes">
        <source>%Ln document(s), none with a label</source>
        <translation>
            <numerusform>%Ln document, without a label</numerusform>
            <numerusform>%Ln documents, none with a label</numerusform>
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
        <source>The model is not certain about %Ln document(s)</source>
        <translation>
            <numerusform>The model is not certain about %Ln document</numerusform>
            <numerusform>The model is not certain about %Ln documents</numerusform>
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
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>%Ln document can be filed away</numerusform>
            <numerusform>%Ln documents can be filed away</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NothingYet</name>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Try it with %Ln sample mail</numerusform>
            <numerusform>Try it with %Ln sample mails</numerusform>
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
        <source>%Ln later document(s), judged by what came before</source>
        <translation>
            <numerusform>%Ln later document, judged by what came before</numerusform>
            <numerusform>%Ln later documents, judged by what came before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s), left out with their neighbours and copies</source>
        <translation>
            <numerusform>%Ln document, left out with its neighbours and copies</numerusform>
            <numerusform>%Ln documents, left out with their neighbours and copies</numerusform>
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
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>%Ln of %1 that you decided yourself went elsewhere</numerusform>
            <numerusform>%Ln of %1 that you decided yourself went elsewhere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromisePane</name>
    <message numerus="yes">
        <source>It has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>It has learnt %Ln good mail.</numerusform>
            <numerusform>It has learnt %Ln good mails.</numerusform>
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
        <source>Add good mail from %Ln more sender(s) or list(s) to promise 1 in %1.</source>
        <translation>
            <numerusform>Add good mail from %Ln more sender or list to promise 1 in %1.</numerusform>
            <numerusform>Add good mail from %Ln more senders or lists to promise 1 in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln label(s) that may be wrong. They are at the top of the list on the right.</source>
        <translation>
            <numerusform>Check %Ln label that may be wrong (top of the list at the right).</numerusform>
            <numerusform>Check %Ln labels that may be wrong (top of the list at the right).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message numerus="yes">
        <source>%Ln document(s) would get another verdict</source>
        <translation>
            <numerusform>%Ln document would get another verdict</numerusform>
            <numerusform>%Ln documents would get another verdict</numerusform>
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
        <source>%Ln question(s) in this round</source>
        <translation>
            <numerusform>%Ln question in this round</numerusform>
            <numerusform>%Ln questions in this round</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Typical of %Ln document(s)</source>
        <translation>
            <numerusform>Typical of %Ln document</numerusform>
            <numerusform>Typical of %Ln documents</numerusform>
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
        <source>This estimate rests on %Ln of your answers to single questions.</source>
        <translation>
            <numerusform>This estimate rests on %Ln of your answers to single questions.</numerusform>
            <numerusform>This estimate rests on %Ln of your answers to single questions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label because the likeliest one has too few documents. Label at least %2 of it yourself, and train again.</source>
        <translation>
            <numerusform>%Ln document stays without a label because the likeliest one has too few documents. Label at least %2 of it yourself, and train again.</numerusform>
            <numerusform>%Ln documents stay without a label because the likeliest one has too few documents. Label at least %2 of it yourself, and train again.</numerusform>
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
        <source>%Ln judged</source>
        <translation>
            <numerusform>%Ln judged</numerusform>
            <numerusform>%Ln judged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been moved</source>
        <translation>
            <numerusform>%Ln would have been moved</numerusform>
            <numerusform>%Ln would have been moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>%Ln of %1 that you decided yourself went elsewhere</numerusform>
            <numerusform>%Ln of %1 that you decided yourself went elsewhere</numerusform>
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
    <name>SortingPage</name>
    <message numerus="yes">
        <source>%Ln document(s) have no label. A trained model can label them.</source>
        <translation>
            <numerusform>%Ln document has no label. A trained model can label it.</numerusform>
            <numerusform>%Ln documents have no label. A trained model can label them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a label</source>
        <translation>
            <numerusform>%Ln without a label</numerusform>
            <numerusform>%Ln without a label</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with one</source>
        <translation>
            <numerusform>%Ln with one</numerusform>
            <numerusform>%Ln with one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message numerus="yes">
        <source>%Ln of %1, judged %2</source>
        <translation>
            <numerusform>%Ln of %1, judged %2</numerusform>
            <numerusform>%Ln of %1, judged %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1, judged correctly</source>
        <translation>
            <numerusform>%Ln of %1, judged correctly</numerusform>
            <numerusform>%Ln of %1, judged correctly</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln saved</source>
        <translation>
            <numerusform>%Ln saved</numerusform>
            <numerusform>%Ln saved</numerusform>
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
        <source>Both by date, on the same %Ln later mail(s): %1 %2, %3 %4.</source>
        <translation>
            <numerusform>Both by date, on the same later mail: %1 %2, %3 %4.</numerusform>
            <numerusform>Both by date, on the same %Ln later mails: %1 %2, %3 %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>with %Ln unlabelled document</numerusform>
            <numerusform>with %Ln unlabelled documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) judged wrong</source>
        <translation>
            <numerusform>%Ln document judged wrong</numerusform>
            <numerusform>%Ln documents judged wrong</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trainings</name>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s): %1 correct, without: %2</source>
        <translation>
            <numerusform>with %Ln unlabelled document: %1 correct, without: %2</numerusform>
            <numerusform>with %Ln unlabelled documents: %1 correct, without: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message numerus="yes">
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln waiting for you</numerusform>
            <numerusform>%Ln waiting for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>%Ln arrived today</numerusform>
            <numerusform>%Ln arrived today</numerusform>
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
        <source>At least %Ln time(s)</source>
        <translation>
            <numerusform>At least once</numerusform>
            <numerusform>At least %Ln times</numerusform>
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
    <name>WorkspaceUpkeep</name>
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
        <source>%Ln of them contradict what the filter knows, and count for little until others agree</source>
        <translation>
            <numerusform>%Ln of them contradicts what the filter knows, and counts for little until others agree</numerusform>
            <numerusform>%Ln of them contradict what the filter knows, and count for little until others agree</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>%Ln document imported into %1</numerusform>
            <numerusform>%Ln documents imported into %1</numerusform>
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
        <source>%Ln taken off the list</source>
        <translation>
            <numerusform>%Ln taken off the list</numerusform>
            <numerusform>%Ln taken off the list</numerusform>
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
        <source>Learnt %Ln document(s) as %1</source>
        <translation>
            <numerusform>Learnt %Ln document as %1</numerusform>
            <numerusform>Learnt %Ln documents as %1</numerusform>
        </translation>
    </message>
</context>
</TS>
