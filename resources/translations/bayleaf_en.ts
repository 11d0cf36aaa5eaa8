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
</context>
<context>
    <name>EvaluationPage</name>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HomeViewModel</name>
    <message numerus="yes">
        <source>%n document(s) imported into %1</source>
        <translation>
            <numerusform>%n document imported into %1</numerusform>
            <numerusform>%n documents imported into %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be read</source>
        <translation>
            <numerusform>%n file could not be read</numerusform>
            <numerusform>%n files could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other verdict(s) changed</source>
        <translation>
            <numerusform>%n other verdict changed</numerusform>
            <numerusform>%n other verdicts changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) found</source>
        <translation>
            <numerusform>%n problem found</numerusform>
            <numerusform>%n problems found</numerusform>
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
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
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
    <name>Waterfall</name>
    <message numerus="yes">
        <source>and %Ln more word(s)</source>
        <translation>
            <numerusform>and %Ln more word</numerusform>
            <numerusform>and %Ln more words</numerusform>
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
</TS>
