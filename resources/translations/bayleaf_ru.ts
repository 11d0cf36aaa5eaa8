<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru_RU" sourcelanguage="en_US">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Bayleaf</source>
        <translation>О программе Bayleaf</translation>
    </message>
    <message>
        <source>Sorts mail and documents and shows why. Nothing leaves this computer.</source>
        <translation>Сортирует письма и документы и показывает почему. Данные не покидают этот компьютер.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Лицензии</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Copied</source>
        <translation>Скопировано</translation>
    </message>
</context>
<context>
    <name>AddMailboxDialog</name>
    <message>
        <source>Add a mailbox on a server</source>
        <translation>Подключить ящик на почтовом сервере</translation>
    </message>
    <message>
        <source>leave empty to find the server from the mail address</source>
        <translation>оставьте пустым: сервер определится по адресу почты</translation>
    </message>
    <message>
        <source>First learn from the newest mails in the inbox and the junk folder</source>
        <translation>Сначала обучить модель на новейших письмах из входящих и из папки спама</translation>
    </message>
    <message>
        <source>Add mailbox</source>
        <translation>Подключить ящик</translation>
    </message>
    <message>
        <source>The password is stored in the system’s keyring. Gmail, Fastmail and others require an app password. Nothing changes on the server yet: a trial first shows what would be moved.</source>
        <translation>Пароль сохраняется в системном хранилище паролей. Gmail, Fastmail и другие требуют пароль приложения. На сервере пока ничего не изменится: сначала проба покажет, что было бы перемещено.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Адрес</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Пароль</translation>
    </message>
    <message>
        <source>Command that prints the password</source>
        <translation>Команда, которая выводит пароль</translation>
    </message>
    <message>
        <source>Command that prints an OAuth2 token</source>
        <translation>Команда, которая выводит токен OAuth2</translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation>находится автоматически</translation>
    </message>
    <message>
        <source>Only flag spam; do not move it</source>
        <translation>Не перемещать спам, а только ставить флаг</translation>
    </message>
    <message>
        <source>Password, or the command that prints it</source>
        <translation>Пароль или команда, которая его выводит</translation>
    </message>
    <message>
        <source>Server (add the port if it is not 993)</source>
        <translation>Сервер (и порт, если это не 993)</translation>
    </message>
    <message>
        <source>Junk folder</source>
        <translation>Папка для спама</translation>
    </message>
    <message>
        <source>How to log in</source>
        <translation>Способ входа</translation>
    </message>
    <message>
        <source>Logging in…</source>
        <translation>Выполняется вход…</translation>
    </message>
</context>
<context>
    <name>AnswerLinks</name>
    <message>
        <source>Always show answers</source>
        <translation>Всегда показывать ответы</translation>
    </message>
    <message>
        <source>Hide the answer</source>
        <translation>Скрыть ответ</translation>
    </message>
    <message>
        <source>Hide answers</source>
        <translation>Скрыть ответы</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>Показать ответ</translation>
    </message>
</context>
<context>
    <name>AnswerTimes</name>
    <message>
        <source>calculation took %1</source>
        <translation>посчитано за %1</translation>
    </message>
    <message>
        <source>classification took %1</source>
        <translation>классифицировано за %1</translation>
    </message>
    <message>
        <source>test took %1</source>
        <translation>проверено за %1</translation>
    </message>
</context>
<context>
    <name>Butterfly</name>
    <message>
        <source>Strongest words</source>
        <translation>Самые сильные слова</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>за «%1»</translation>
    </message>
</context>
<context>
    <name>CalculationPane</name>
    <message>
        <source>Full calculation</source>
        <translation>Полный расчёт</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>Идёт расчёт…</translation>
    </message>
</context>
<context>
    <name>ChoicePane</name>
    <message>
        <source>Values</source>
        <translation>Значений</translation>
    </message>
    <message>
        <source>A value that was never seen in training gets only the probability that smoothing gives it. Missing values do not count.</source>
        <translation>Значение, не встречавшееся при обучении, получает только вероятность от сглаживания. Пропущенные значения не учитываются.</translation>
    </message>
    <message>
        <source>(never seen)</source>
        <translation>(не встречалось)</translation>
    </message>
    <message>
        <source>(missing)</source>
        <translation>(пропущено)</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
    <message>
        <source>Number of documents labelled %1 with this value</source>
        <translation>Сколько документов с меткой «%1» имеют это значение</translation>
    </message>
    <message>
        <source>P(value | %1)</source>
        <translation>P(знач. | %1)</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>Лог. шансов</translation>
    </message>
    <message>
        <source>How strongly this value points to %1 rather than %2</source>
        <translation>Насколько сильно это значение указывает на «%1», а не на «%2»</translation>
    </message>
</context>
<context>
    <name>ClassifyConnection</name>
    <message>
        <source>A score of %1 corresponds to a probability of %2. For an unsure verdict, at most %3 is shown.</source>
        <translation>Оценка %1 соответствует вероятности %2. Для неуверенного вердикта показывается не больше %3.</translation>
    </message>
    <message>
        <source>Many words are new to the model. They lower the score to %1, which corresponds to a probability of %3.</source>
        <translation>Модель не знает многих слов этого документа. Из-за них оценка снижена до %1, что соответствует вероятности %3.</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %2. Because some labels may be wrong, %3 is shown.</source>
        <translation>Оценка %1 соответствует вероятности %2. Метки некоторых документов могут быть неверны, поэтому показано %3.</translation>
    </message>
    <message>
        <source>The scores of all labels give a probability of %3.</source>
        <translation>Оценки всех меток дают вероятность %3.</translation>
    </message>
    <message>
        <source>The scores of all labels give a probability of %3: about this share of the held-out verdicts with such scores was correct.</source>
        <translation>Оценки всех меток дают вероятность %3: примерно такая доля вердиктов с такими оценками на отложенных документах была верной.</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %3: about this share of the held-out verdicts with such a score was correct.</source>
        <translation>Оценке %1 соответствует вероятность %3: примерно такая доля вердиктов с такой оценкой на отложенных документах была верной.</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %2.</source>
        <translation>Оценка %1 соответствует вероятности %2.</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>отсутствующие слова</translation>
    </message>
    <message>
        <source>many new words</source>
        <translation>много новых слов</translation>
    </message>
    <message>
        <source>The filter knows few of these words, so it moves the score towards 0.</source>
        <translation>Фильтр знает лишь немногие из этих слов, поэтому приближает оценку к 0.</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>исходное значение</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>априорная вероятность</translation>
    </message>
    <message>
        <source>prior of %2: %1</source>
        <translation>априорная вероятность метки «%2»: %1</translation>
    </message>
    <message>
        <source>The score of a document without words: positive if %1 is more likely than %2 before any word is read.</source>
        <translation>Оценка документа без слов: положительна, если ещё до чтения слов метка «%1» вероятнее, чем «%2».</translation>
    </message>
</context>
<context>
    <name>ClassifyPage</name>
    <message>
        <source>Search</source>
        <translation>Поиск</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>No document in the list matches.</source>
        <translation>В списке нет документов, подходящих под поиск.</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Открыть файлы…</translation>
    </message>
    <message>
        <source>Narrow down</source>
        <translation>Отбор</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Прочитать заново</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>The number of other documents in the list whose label or confidence word this correction would change.</source>
        <translation>У скольких других документов списка это исправление изменит метку или уровень уверенности.</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>your answer is learnt at once, and can be undone</source>
        <translation>модель сразу учтёт ответ; его можно отменить</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>As added</source>
        <translation>В порядке добавления</translation>
    </message>
    <message>
        <source>Unsure first</source>
        <translation>Сначала неуверенные</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>По метке</translation>
    </message>
    <message>
        <source>Surest first</source>
        <translation>Сначала уверенные</translation>
    </message>
    <message>
        <source>Drop files, folders, mails or text anywhere on this window.
Each document gets a label, and you see the reason.</source>
        <translation>Перетащите файлы, папки, письма или текст в любое место окна.
Каждый документ получит метку, и вы увидите почему.</translation>
    </message>
    <message>
        <source>Drop something to classify it</source>
        <translation>Перетащите сюда то, что нужно классифицировать</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Открыть папку…</translation>
    </message>
    <message>
        <source>Documents are classified by a model. Train a model,
then drop files on this window.</source>
        <translation>Метки документам ставит модель. Обучите её,
а затем перетащите файлы в это окно.</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Убрать из списка</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln файл не прочитан</numerusform>
            <numerusform>%Ln файла не прочитаны</numerusform>
            <numerusform>%Ln файлов не прочитано</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) in the list</source>
        <translation>
            <numerusform>%Ln документ в списке</numerusform>
            <numerusform>%Ln документа в списке</numerusform>
            <numerusform>%Ln документов в списке</numerusform>
        </translation>
    </message>
    <message>
        <source>Wrong, label as…</source>
        <translation>Исправить на…</translation>
    </message>
    <message>
        <source>Wrong, label as %1</source>
        <translation>Исправить на %1</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>не прочитан</translation>
    </message>
    <message>
        <source>Classifying…</source>
        <translation>Классификация…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure verdict(s)</source>
        <translation>
            <numerusform>неуверенных вердиктов: %Ln</numerusform>
            <numerusform>неуверенных вердиктов: %Ln</numerusform>
            <numerusform>неуверенных вердиктов: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) new to the model</source>
        <translation>
            <numerusform>новых для модели слов: %1 из %Ln</numerusform>
            <numerusform>новых для модели слов: %1 из %Ln</numerusform>
            <numerusform>новых для модели слов: %1 из %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Файлы…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Папку…</translation>
    </message>
    <message>
        <source>Export verdicts</source>
        <translation>Экспортировать вердикты</translation>
    </message>
</context>
<context>
    <name>ClassifyViewModel</name>
    <message>
        <source>Classifying</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>Classifying the documents of the last session again</source>
        <translation>Повторная классификация документов прошлого сеанса</translation>
    </message>
    <message>
        <source>Reading the files again</source>
        <translation>Повторное чтение файлов</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Обучение</translation>
    </message>
</context>
<context>
    <name>ClassroomMenu</name>
    <message>
        <source>For a class</source>
        <translation>Для класса</translation>
    </message>
    <message>
        <source>Print a hand-out…</source>
        <translation>Напечатать задание…</translation>
    </message>
    <message>
        <source>Save as a web page…</source>
        <translation>Сохранить как веб-страницу…</translation>
    </message>
    <message>
        <source>Answer the questions and hand in…</source>
        <translation>Ответить на вопросы и сдать работу…</translation>
    </message>
    <message>
        <source>Open hand-ins…</source>
        <translation>Открыть сданные работы…</translation>
    </message>
    <message>
        <source>Contest: rules against Bayes…</source>
        <translation>Соревнование: правила против Байеса…</translation>
    </message>
    <message>
        <source>Save as a web page</source>
        <translation>Сохранить как веб-страницу</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Веб-страница (*.html)</translation>
    </message>
    <message>
        <source>“%1” was saved. You can open it in any browser.</source>
        <translation>Файл «%1» сохранён. Его можно открыть в любом браузере.</translation>
    </message>
</context>
<context>
    <name>ClusterDialog</name>
    <message>
        <source>Train on a cluster</source>
        <translation>Обучить на кластере</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Open cluster dashboard</source>
        <translation>Открыть панель кластера</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Обучить</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Адрес</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Имя модели</translation>
    </message>
    <message>
        <source>Header name, path pattern or label</source>
        <translation>Имя заголовка письма, шаблон пути или сама метка</translation>
    </message>
    <message>
        <source>CA certificate</source>
        <translation>Сертификат УЦ</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Сертификат</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Ключ</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Источники</translation>
    </message>
    <message>
        <source>One file, folder, pattern or URL per line</source>
        <translation>По одному файлу, папке, шаблону пути или URL в строке</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>метки из имён папок</translation>
    </message>
    <message>
        <source>a mail header</source>
        <translation>метки из заголовка писем</translation>
    </message>
    <message>
        <source>a pattern in the file paths</source>
        <translation>метки из путей файлов, по шаблону</translation>
    </message>
    <message>
        <source>the same label for all documents</source>
        <translation>одна метка для всех документов</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>Источник меток</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>автоматически</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Рабочие процессы</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Процесс</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Задачи кластера</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Добавить папку…</translation>
    </message>
    <message>
        <source>A Dask scheduler runs any code it receives. Never make it reachable from the internet.</source>
        <translation>Планировщик Dask выполняет любой полученный код. Никогда не открывайте к нему доступ из интернета.</translation>
    </message>
    <message>
        <source>After training, the model is added to this workspace.</source>
        <translation>После обучения модель добавляется в это рабочее пространство.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message numerus="yes">
        <source>Model “%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>Модель «%1» обучена на %Ln документе.</numerusform>
            <numerusform>Модель «%1» обучена на %Ln документах.</numerusform>
            <numerusform>Модель «%1» обучена на %Ln документах.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 cluster tasks</source>
        <translation>задач кластера: %1 из %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 documents per second</source>
        <translation>документов в секунду: %1</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Добавить папку</translation>
    </message>
</context>
<context>
    <name>ColouredText</name>
    <message>
        <source>%1: the model does not know this word</source>
        <translation>%1: модель не знает этого слова</translation>
    </message>
    <message>
        <source>%1  weight of the word alone: %2; in this verdict: %3</source>
        <translation>%1  вес слова самого по себе: %2; в этом вердикте: %3</translation>
    </message>
    <message>
        <source>each occurrence adds %1; occurrences counted: %2</source>
        <translation>каждое вхождение добавляет %1; учтено вхождений: %2</translation>
    </message>
    <message>
        <source>The colour shows the weight of this word alone: %1. In this verdict, the word counts together with other evidence of the same kind, so it adds a different amount.</source>
        <translation>Цвет показывает вес слова, взятого отдельно: %1. В этом вердикте слово учитывается вместе с другими свидетельствами того же вида, поэтому добавляет другую величину.</translation>
    </message>
    <message>
        <source>This word also counts separately in other parts of the document: %1</source>
        <translation>В других частях документа то же слово учтено отдельно: %1</translation>
    </message>
</context>
<context>
    <name>ColumnHead</name>
    <message numerus="yes">
        <source>%Ln value(s) missing</source>
        <translation>
            <numerusform>%Ln значение пропущено</numerusform>
            <numerusform>%Ln значения пропущено</numerusform>
            <numerusform>%Ln значений пропущено</numerusform>
        </translation>
    </message>
    <message>
        <source>none missing</source>
        <translation>пропусков нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln значение</numerusform>
            <numerusform>%Ln значения</numerusform>
            <numerusform>%Ln значений</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ColumnList</name>
    <message>
        <source>Columns</source>
        <translation>Столбцы</translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) not used by this model</source>
        <translation>
            <numerusform>%Ln столбец эта модель не использует</numerusform>
            <numerusform>%Ln столбца эта модель не использует</numerusform>
            <numerusform>%Ln столбцов эта модель не использует</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>How much this column alone tells about the label (mutual information, in bits)</source>
        <translation>Сколько информации о метке даёт один этот столбец (взаимная информация, в битах)</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Столбец</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Биты</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Пропуски</translation>
    </message>
</context>
<context>
    <name>ColumnsPane</name>
    <message>
        <source>Use of the chosen columns</source>
        <translation>Роль выбранных столбцов</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Столбцы</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Первые строки</translation>
    </message>
    <message>
        <source>Use the chosen columns as</source>
        <translation>Роль выбранных столбцов:</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
    <message>
        <source>label</source>
        <translation>метка</translation>
    </message>
    <message>
        <source>number</source>
        <translation>число</translation>
    </message>
    <message>
        <source>category</source>
        <translation>категория</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>вес</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>не используется</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Столбец</translation>
    </message>
    <message>
        <source>Used as</source>
        <translation>Роль</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Пусто</translation>
    </message>
    <message>
        <source>Share of rows without a value in this column, among the rows read so far</source>
        <translation>Доля строк без значения в этом столбце среди прочитанных</translation>
    </message>
    <message>
        <source>For example</source>
        <translation>Например</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Команды</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Поиск команд</translation>
    </message>
    <message>
        <source>Type a part of a command’s name</source>
        <translation>Введите часть названия команды</translation>
    </message>
    <message>
        <source>Collection: %1</source>
        <translation>Коллекция: %1</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Модель: %1</translation>
    </message>
</context>
<context>
    <name>Completions</name>
    <message>
        <source>Completions</source>
        <translation>Подсказки</translation>
    </message>
</context>
<context>
    <name>ConfidenceLevel</name>
    <message>
        <source>sure</source>
        <translation>уверенно</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>вероятно</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>неуверенно</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>не прочитан</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>решили вы</translation>
    </message>
    <message>
        <source>not certain enough</source>
        <translation>уверенности не хватает</translation>
    </message>
    <message>
        <source>too few known words</source>
        <translation>слишком мало знакомых слов</translation>
    </message>
    <message>
        <source>unlike the training documents</source>
        <translation>не похоже на обучающие документы</translation>
    </message>
    <message>
        <source>another label fits too</source>
        <translation>подходит и другая метка</translation>
    </message>
    <message>
        <source>accuracy not proven</source>
        <translation>точность не подтверждена</translation>
    </message>
    <message>
        <source>probability below %1</source>
        <translation>вероятность ниже %1</translation>
    </message>
    <message>
        <source>A verdict with a probability below %1 is unsure.</source>
        <translation>Вердикт с вероятностью ниже %1 считается неуверенным.</translation>
    </message>
    <message>
        <source>The probability is below the threshold from which a verdict of this model counts as sure. The threshold was set from mistakes on held-out documents.</source>
        <translation>Вероятность ниже порога, с которого вердикт этой модели считается уверенным. Порог определён по ошибкам на отложенных документах.</translation>
    </message>
    <message>
        <source>Hardly any words of this document occur in the training documents.</source>
        <translation>Почти ни одно слово этого документа не встречается в обучающих документах.</translation>
    </message>
    <message>
        <source>No training document resembles this document, so the verdict may be wrong.</source>
        <translation>Ни один обучающий документ не похож на этот, поэтому вердикт может быть неверным.</translation>
    </message>
    <message>
        <source>Another label fits nearly as well.</source>
        <translation>Другая метка подходит почти так же хорошо.</translation>
    </message>
    <message>
        <source>Too few held-out documents of this label were classified correctly to guarantee a low error rate.</source>
        <translation>Верно определённых отложенных документов с этой меткой слишком мало, чтобы гарантировать низкую долю ошибок.</translation>
    </message>
    <message>
        <source>Unsure, although the probability is %1: on held-out documents, %2 of such verdicts were wrong. Of sure verdicts, at most 1 in %3 may be wrong. Corrections and new training change the threshold. For “File away”, you can require more certainty.</source>
        <translation>Неуверенно, хотя вероятность %1: на отложенных документах неверны %2 таких вердиктов. Из уверенных может быть неверен лишь 1 из %3. Порог изменится после исправлений и нового обучения. Для раскладывания по папкам можно потребовать большей уверенности.</translation>
    </message>
    <message>
        <source>Unsure: the probability %1 is below this model’s threshold for a sure verdict. The threshold keeps good documents from being lost. The Train page shows the threshold. Corrections and new training change it.</source>
        <translation>Неуверенно, хотя вероятность %1: это ниже порога, который защищает от потери хороших документов. Порог показан на странице «Обучение». Он изменится после исправлений и нового обучения.</translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Матрица ошибок</translation>
    </message>
    <message>
        <source>label / verdict</source>
        <translation>метка / вердикт</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Копировать таблицу</translation>
    </message>
    <message>
        <source>label ↓  verdict →</source>
        <translation>метка ↓  вердикт →</translation>
    </message>
    <message>
        <source>Most frequent confusions</source>
        <translation>Самые частые ошибки</translation>
    </message>
    <message>
        <source>No confusions</source>
        <translation>Ошибок нет</translation>
    </message>
    <message>
        <source>Documents labelled %2 and classified as %3: %1</source>
        <translation>Документы с меткой «%2», определённые как «%3»: %1</translation>
    </message>
    <message>
        <source>this is %1 of all documents with the label %2</source>
        <translation>это %1 всех документов с меткой «%2»</translation>
    </message>
    <message>
        <source>this is %1 of all documents classified as %2</source>
        <translation>это %1 всех документов, определённых как «%2»</translation>
    </message>
</context>
<context>
    <name>Contents</name>
    <message>
        <source>Lessons</source>
        <translation>Уроки</translation>
    </message>
    <message>
        <source>%1, finished</source>
        <translation>%1, пройден</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something went wrong inside Bayleaf</source>
        <translation>Ошибка внутри Bayleaf</translation>
    </message>
    <message>
        <source>This is an error in the program, not your mistake. What you did before is saved. You can continue. If the window looks wrong afterwards, restart Bayleaf. The report below says where the error happened. Please read it before you share it.</source>
        <translation>Это ошибка программы, а не ваша. Всё, что вы сделали раньше, сохранено. Можно продолжать; если окно выглядит неправильно, перезапустите Bayleaf. В отчёте ниже указано, где она произошла. Прочтите его, прежде чем кому-либо передавать.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Отчёт</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Скопировать отчёт</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Продолжить</translation>
    </message>
</context>
<context>
    <name>DialogCommands</name>
    <message>
        <source>Choose folder</source>
        <translation>Выбрать папку</translation>
    </message>
    <message>
        <source>There is no model to classify this with: train one first</source>
        <translation>Классифицировать пока нечем: сначала обучите модель</translation>
    </message>
    <message>
        <source>Classify files</source>
        <translation>Классифицировать файлы</translation>
    </message>
    <message>
        <source>Classify a folder</source>
        <translation>Классифицировать папку</translation>
    </message>
    <message>
        <source>Training on a cluster</source>
        <translation>Обучение на кластере</translation>
    </message>
    <message>
        <source>Model “%1” received from the cluster</source>
        <translation>Модель «%1» получена с кластера</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) copied</source>
        <translation>
            <numerusform>Скопирован %Ln файл</numerusform>
            <numerusform>Скопировано %Ln файла</numerusform>
            <numerusform>Скопировано %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>Разложен по папкам %Ln файл</numerusform>
            <numerusform>Разложено по папкам %Ln файла</numerusform>
            <numerusform>Разложено по папкам %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s)</source>
        <translation>
            <numerusform>%Ln папка</numerusform>
            <numerusform>%Ln папки</numerusform>
            <numerusform>%Ln папок</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing away was interrupted. Files filed: %1. Files left where they were: %2</source>
        <translation>Раскладывание по папкам прервано. Разложено файлов: %1. Осталось на месте: %2</translation>
    </message>
    <message numerus="yes">
        <source>the recognised text could not be added to %Ln file(s)</source>
        <translation>
            <numerusform>распознанный текст не добавлен в %Ln файл</numerusform>
            <numerusform>распознанный текст не добавлен в %Ln файла</numerusform>
            <numerusform>распознанный текст не добавлен в %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be filed</source>
        <translation>
            <numerusform>%Ln файл не удалось разложить по папкам</numerusform>
            <numerusform>%Ln файла не удалось разложить по папкам</numerusform>
            <numerusform>%Ln файлов не удалось разложить по папкам</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>filing cancelled: %Ln file(s) stayed where they were</source>
        <translation>
            <numerusform>раскладывание отменено: %Ln файл остался на месте</numerusform>
            <numerusform>раскладывание отменено: %Ln файла остались на месте</numerusform>
            <numerusform>раскладывание отменено: %Ln файлов остались на месте</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Показать</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) moved back</source>
        <translation>
            <numerusform>%Ln файл перемещён обратно</numerusform>
            <numerusform>%Ln файла перемещены обратно</numerusform>
            <numerusform>%Ln файлов перемещено обратно</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(ies) removed</source>
        <translation>
            <numerusform>%Ln копия удалена</numerusform>
            <numerusform>%Ln копии удалены</numerusform>
            <numerusform>%Ln копий удалено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be moved back</source>
        <translation>
            <numerusform>%Ln файл переместить обратно не удалось</numerusform>
            <numerusform>%Ln файла переместить обратно не удалось</numerusform>
            <numerusform>%Ln файлов переместить обратно не удалось</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This workspace has %Ln unfinished move(s) of another computer or an earlier version of Bayleaf. The files were left where they are.</source>
        <translation>
            <numerusform>В этом рабочем пространстве есть %Ln незавершённое перемещение, начатое на другом компьютере или прежней версией Bayleaf. Файлы оставлены на месте.</numerusform>
            <numerusform>В этом рабочем пространстве есть %Ln незавершённых перемещения, начатых на другом компьютере или прежней версией Bayleaf. Файлы оставлены на месте.</numerusform>
            <numerusform>В этом рабочем пространстве есть %Ln незавершённых перемещений, начатых на другом компьютере или прежней версией Bayleaf. Файлы оставлены на месте.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DimmingOverlay</name>
    <message>
        <source>Computing…</source>
        <translation>Вычисляется…</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Не удалось прочитать</translation>
    </message>
    <message>
        <source>Search subject, sender and text</source>
        <translation>Поиск: тема, отправитель, текст</translation>
    </message>
    <message>
        <source>Save search…</source>
        <translation>Сохранить поиск…</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Импортировать…</translation>
    </message>
    <message>
        <source>No document matches your search.</source>
        <translation>Нет документов, подходящих под поиск.</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Сначала новые</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Сначала старые</translation>
    </message>
    <message>
        <source>Doubtful labels first</source>
        <translation>Сначала сомнительные метки</translation>
    </message>
    <message>
        <source>By subject</source>
        <translation>По теме</translation>
    </message>
    <message>
        <source>By sender</source>
        <translation>По отправителю</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>По метке</translation>
    </message>
    <message>
        <source>Longest first</source>
        <translation>Сначала длинные</translation>
    </message>
    <message>
        <source>In import order</source>
        <translation>В порядке загрузки</translation>
    </message>
    <message>
        <source>By file</source>
        <translation>По файлу</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>По типу</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>Сначала большие</translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>Пометить остальные документы…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Показать все</translation>
    </message>
    <message>
        <source>Import mail folders, documents or a table with labels. Bayleaf learns the words of each label
and shows the reasons for each decision. Nothing leaves this computer.</source>
        <translation>Импортируйте папки с почтой, документы или таблицу с метками. Bayleaf выучит слова каждой метки
и покажет причины каждого решения. Данные не покидают этот компьютер.</translation>
    </message>
    <message>
        <source>File and reason</source>
        <translation>Файл и причина</translation>
    </message>
    <message>
        <source>A copy has another label. Choose the right one.</source>
        <translation>У копии другая метка. Выберите верную.</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>Дать метку %Ln документу</numerusform>
            <numerusform>Дать метку %Ln документам</numerusform>
            <numerusform>Дать метку %Ln документам</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give %Ln selected document(s) the label “%1”?</source>
        <translation>
            <numerusform>Дать метку «%1» %Ln выбранному документу?</numerusform>
            <numerusform>Дать метку «%1» %Ln выбранным документам?</numerusform>
            <numerusform>Дать метку «%1» %Ln выбранным документам?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln label(s)</source>
        <translation>
            <numerusform>Снять %Ln метку</numerusform>
            <numerusform>Снять %Ln метки</numerusform>
            <numerusform>Снять %Ln меток</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove the labels of %Ln selected document(s)?</source>
        <translation>
            <numerusform>Снять метки с %Ln выбранного документа?</numerusform>
            <numerusform>Снять метки с %Ln выбранных документов?</numerusform>
            <numerusform>Снять метки с %Ln выбранных документов?</numerusform>
        </translation>
    </message>
    <message>
        <source>You can undo this.</source>
        <translation>Это действие можно отменить.</translation>
    </message>
    <message>
        <source>Many documents</source>
        <translation>Много документов</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Прочитать снова</translation>
    </message>
    <message>
        <source>Delete documents</source>
        <translation>Удалить документы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Документов пока нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>verdicts of the model “%1”</source>
        <translation>вердикты модели «%1»</translation>
    </message>
    <message>
        <source>Each of these documents is kept once, and its copies are left out. You need not do anything.</source>
        <translation>Каждый из этих документов сохранён один раз, его копии пропущены. Делать ничего не нужно.</translation>
    </message>
    <message>
        <source>%1 of %2 documents selected</source>
        <translation>Выбрано документов: %1 из %2</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Открыть оригинал</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message>
        <source>Delete the documents of this source from the collection</source>
        <translation>Удалить из коллекции документы, взятые из этого источника</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Ввести пароль…</translation>
    </message>
    <message>
        <source>Password of the PDF. It is used now and not stored.</source>
        <translation>Пароль к PDF. Он нужен только сейчас и не сохраняется.</translation>
    </message>
    <message>
        <source>This password is wrong. Try another one.</source>
        <translation>Пароль неверный. Попробуйте другой.</translation>
    </message>
    <message>
        <source>Enter password</source>
        <translation>Ввод пароля</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln файл не прочитан.</numerusform>
            <numerusform>%Ln файла не прочитаны.</numerusform>
            <numerusform>%Ln файлов не прочитано.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show these files</source>
        <translation>Показать эти файлы</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Экспортировать список…</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Строка</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От кого</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Дата</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Знаков</translation>
    </message>
    <message>
        <source>Copy’s label</source>
        <translation>Метка копии</translation>
    </message>
    <message>
        <source>Chance of %1</source>
        <translation>Похоже на %1</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>all labels…</source>
        <translation>все метки…</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>без метки</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить по папкам…</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>Новая метка</translation>
    </message>
    <message>
        <source>Name of the label</source>
        <translation>Название метки</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>Сохранить поиск</translation>
    </message>
    <message>
        <source>Name in the list on the left</source>
        <translation>Название поиска в списке слева</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Rename label</source>
        <translation>Переименовать метку</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Новое название</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>Экспорт списка</translation>
    </message>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать Bayleaf на %Ln письме-образце</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
        </translation>
    </message>
    <message>
        <source>Let Bayleaf learn from documents that you have already sorted</source>
        <translation>Обучите Bayleaf на документах, которые вы уже разобрали</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more file(s) could not be read for the same or a similar reason.</source>
        <translation>
            <numerusform>Ещё %Ln файл не прочитан по той же или похожей причине.</numerusform>
            <numerusform>Ещё %Ln файла не прочитаны по той же или похожей причине.</numerusform>
            <numerusform>Ещё %Ln файлов не прочитано по той же или похожей причине.</numerusform>
        </translation>
    </message>
    <message>
        <source>The text that was read earlier is kept.</source>
        <translation>Остался текст, прочитанный раньше.</translation>
    </message>
</context>
<context>
    <name>DocumentsViewModel</name>
    <message numerus="yes">
        <source>%Ln file(s) read</source>
        <translation>
            <numerusform>прочитан %Ln файл</numerusform>
            <numerusform>прочитано %Ln файла</numerusform>
            <numerusform>прочитано %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are copies of documents that are already here</source>
        <translation>
            <numerusform>%Ln файл — копия документа, который здесь уже есть</numerusform>
            <numerusform>%Ln файла — копии документов, которые здесь уже есть</numerusform>
            <numerusform>%Ln файлов — копии документов, которые здесь уже есть</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) still cannot be read</source>
        <translation>
            <numerusform>%Ln файл прочитать по-прежнему не удаётся</numerusform>
            <numerusform>%Ln файла прочитать по-прежнему не удаётся</numerusform>
            <numerusform>%Ln файлов прочитать по-прежнему не удаётся</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the files again</source>
        <translation>Повторное чтение файлов</translation>
    </message>
    <message numerus="yes">
        <source>List of %Ln document(s) saved to %1</source>
        <translation>
            <numerusform>Список из %Ln документа сохранён в %1</numerusform>
            <numerusform>Список из %Ln документов сохранён в %1</numerusform>
            <numerusform>Список из %Ln документов сохранён в %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Exporting the list</source>
        <translation>Экспорт списка</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again, no changes found</source>
        <translation>
            <numerusform>%Ln документ прочитан заново, изменений нет</numerusform>
            <numerusform>%Ln документа прочитаны заново, изменений нет</numerusform>
            <numerusform>%Ln документов прочитано заново, изменений нет</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) labelled %2</source>
        <translation>
            <numerusform>%Ln документ получил метку «%2»</numerusform>
            <numerusform>%Ln документа получили метку «%2»</numerusform>
            <numerusform>%Ln документов получили метку «%2»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Label removed from %Ln document(s)</source>
        <translation>
            <numerusform>Метка снята с %Ln документа</numerusform>
            <numerusform>Метка снята с %Ln документов</numerusform>
            <numerusform>Метка снята с %Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled by the model</source>
        <translation>
            <numerusform>Модель поставила метку %Ln документу</numerusform>
            <numerusform>Модель поставила метки %Ln документам</numerusform>
            <numerusform>Модель поставила метки %Ln документам</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again</source>
        <translation>
            <numerusform>%Ln документ прочитан заново</numerusform>
            <numerusform>%Ln документа прочитаны заново</numerusform>
            <numerusform>%Ln документов прочитано заново</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) deleted</source>
        <translation>
            <numerusform>%Ln документ удалён</numerusform>
            <numerusform>%Ln документа удалены</numerusform>
            <numerusform>%Ln документов удалено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) added to the collection %1</source>
        <translation>
            <numerusform>%Ln документ добавлен в коллекцию «%1»</numerusform>
            <numerusform>%Ln документа добавлены в коллекцию «%1»</numerusform>
            <numerusform>%Ln документов добавлено в коллекцию «%1»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>%Ln документ импортирован в коллекцию «%1»</numerusform>
            <numerusform>%Ln документа импортированы в коллекцию «%1»</numerusform>
            <numerusform>%Ln документов импортировано в коллекцию «%1»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) moved to the collection %1</source>
        <translation>
            <numerusform>%Ln документ перенесён в коллекцию «%1»</numerusform>
            <numerusform>%Ln документа перенесены в коллекцию «%1»</numerusform>
            <numerusform>%Ln документов перенесено в коллекцию «%1»</numerusform>
        </translation>
    </message>
    <message>
        <source>Documents in the collection %1 can now have several labels</source>
        <translation>Документы коллекции «%1» теперь могут иметь несколько меток</translation>
    </message>
    <message>
        <source>Documents in the collection %1 now have at most one label each</source>
        <translation>Документы коллекции «%1» теперь имеют не больше одной метки</translation>
    </message>
    <message>
        <source>Label %2 added</source>
        <translation>Метка «%2» добавлена</translation>
    </message>
    <message>
        <source>Label %2 renamed to %3</source>
        <translation>Метка «%2» переименована в «%3»</translation>
    </message>
    <message>
        <source>Label %2 merged into %3</source>
        <translation>Метка «%2» объединена с «%3»</translation>
    </message>
    <message>
        <source>Label %2 deleted</source>
        <translation>Метка «%2» удалена</translation>
    </message>
    <message>
        <source>Colour of label %2 changed</source>
        <translation>Цвет метки «%2» изменён</translation>
    </message>
    <message>
        <source>Collection %1 added</source>
        <translation>Коллекция «%1» добавлена</translation>
    </message>
    <message>
        <source>Collection %1 renamed to %3</source>
        <translation>Коллекция «%1» переименована в «%3»</translation>
    </message>
    <message>
        <source>Collection %1 deleted</source>
        <translation>Коллекция «%1» удалена</translation>
    </message>
</context>
<context>
    <name>EvaluationConnection</name>
    <message>
        <source>Number of words in the vocabulary (most informative words first)</source>
        <translation>Число слов в словаре (сначала самые показательные)</translation>
    </message>
    <message>
        <source>finds %1 of %2</source>
        <translation>находит %1 документов с меткой «%2»</translation>
    </message>
    <message>
        <source>%1 of %2 documents labelled %3 misclassified</source>
        <translation>неверно определено документов с меткой «%3»: %1 из %2</translation>
    </message>
    <message>
        <source>False positives (share of all others)</source>
        <translation>Ложные срабатывания (доля документов с другими метками)</translation>
    </message>
    <message>
        <source>False positives (share of %1)</source>
        <translation>Ложные срабатывания (доля документов с меткой «%1»)</translation>
    </message>
    <message>
        <source>Share of %1 that the model finds</source>
        <translation>Доля найденных среди документов с меткой «%1»</translation>
    </message>
    <message>
        <source>%1, logarithmic scale</source>
        <translation>%1, логарифмическая шкала</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Полнота</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Точность</translation>
    </message>
    <message>
        <source>Predicted probability, with the number of documents at each point</source>
        <translation>Предсказанная вероятность; у каждой точки – число документов</translation>
    </message>
    <message>
        <source>Predicted probability</source>
        <translation>Предсказанная вероятность</translation>
    </message>
    <message>
        <source>Share correct</source>
        <translation>Доля верных</translation>
    </message>
    <message>
        <source>Good mails called spam</source>
        <translation>Хорошие письма, принятые за спам</translation>
    </message>
    <message>
        <source>Spam missed</source>
        <translation>Пропущено спама</translation>
    </message>
    <message>
        <source>Documents that only one of the two best models classifies correctly: “%1” %2, “%3” %4. McNemar’s test: p %5</source>
        <translation>Документы, верно определённые только одной из двух лучших моделей: «%1» – %2, «%3» – %4. Критерий Макнемара: p %5</translation>
    </message>
    <message>
        <source>Spam missed if 1 good mail in 1,000 may be called spam</source>
        <translation>Пропущено спама, если за спам можно принять 1 хорошее письмо из 1000</translation>
    </message>
    <message>
        <source>Accuracy by event model (mean of %1 random splits)</source>
        <translation>Доля верных вердиктов у каждой модели событий (среднее по %1 случайным разбиениям)</translation>
    </message>
    <message>
        <source>Accuracy by event model (mean of %1 random splits of %2 documents, drawn at random from %3)</source>
        <translation>Доля верных вердиктов у каждой модели событий (среднее по %1 случайным разбиениям; взято документов: %2 из %3, выбраны случайно)</translation>
    </message>
    <message>
        <source>LAM: logistic average of both error rates</source>
        <translation>LAM: логистическое среднее обеих долей ошибок</translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Копировать таблицу</translation>
    </message>
    <message>
        <source>Compare the models on the same mails</source>
        <translation>Сравнить модели на одних и тех же письмах</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>Показатели</translation>
    </message>
    <message>
        <source>Train a model first. This page then tests it on documents
that it has not seen, and compares it with other models.</source>
        <translation>Сначала обучите модель. Эта страница проверит её на документах,
которых она не видела, и сравнит с другими моделями.</translation>
    </message>
    <message>
        <source>No model to test yet</source>
        <translation>Модели для проверки пока нет</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>The model is being trained</source>
        <translation>Модель обучается</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Перейти к обучению</translation>
    </message>
    <message>
        <source>Label:</source>
        <translation>Метка:</translation>
    </message>
    <message>
        <source>Label whose curve is shown</source>
        <translation>Метка, для которой построена кривая</translation>
    </message>
    <message>
        <source>Whole axis</source>
        <translation>Вся ось</translation>
    </message>
    <message>
        <source>Show the whole axis from 0 to 100 %, not only the part where the curves differ</source>
        <translation>Показать всю ось от 0 до 100 %, а не только участок, где кривые различаются</translation>
    </message>
    <message>
        <source>Number of documents</source>
        <translation>Число документов</translation>
    </message>
    <message>
        <source>Percentages by row (recall)</source>
        <translation>Проценты по строкам (полнота)</translation>
    </message>
    <message>
        <source>Percentages by column (precision)</source>
        <translation>Проценты по столбцам (точность)</translation>
    </message>
    <message>
        <source>Cells show</source>
        <translation>В ячейках</translation>
    </message>
    <message>
        <source>Similar labels together</source>
        <translation>Похожие метки рядом</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>Списком</translation>
    </message>
    <message>
        <source>List the pairs of labels that are confused most often</source>
        <translation>Перечислить пары меток, которые путаются чаще всего</translation>
    </message>
    <message>
        <source>Click a cell to list its documents. Right-click to copy the table.</source>
        <translation>Щёлкните ячейку, чтобы увидеть её документы. Правой кнопкой можно скопировать таблицу.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Documents in the chosen cell</source>
        <translation>Документы выбранной ячейки</translation>
    </message>
    <message>
        <source>Looking for the documents…</source>
        <translation>Ищутся документы…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln документ с меткой «%1», определённый как «%2»</numerusform>
            <numerusform>%Ln документа с меткой «%1», определённые как «%2»</numerusform>
            <numerusform>%Ln документов с меткой «%1», определённых как «%2»</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Probability of the verdict</source>
        <translation>Вероятность вердикта</translation>
    </message>
    <message>
        <source>Leave-one-out</source>
        <translation>Без одного</translation>
    </message>
    <message>
        <source>5 folds</source>
        <translation>5 частей</translation>
    </message>
    <message>
        <source>10 folds</source>
        <translation>10 частей</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Точность и полнота</translation>
    </message>
    <message>
        <source>ROC curve</source>
        <translation>ROC-кривая</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>Надёжность</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Ошибки</translation>
    </message>
    <message>
        <source>Vocabulary size</source>
        <translation>Размер словаря</translation>
    </message>
    <message>
        <source>Replay: test each, then learn it</source>
        <translation>Повтор: проверка до обучения</translation>
    </message>
    <message>
        <source>These models were tested by date, which is a harder test: %1. Do not compare their figures with those of other models.</source>
        <translation>Эти модели проверены по датам, такая проверка строже: %1. Их результаты нельзя сравнивать с результатами других моделей.</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>Share of the documents labelled %1 that are classified as %2</source>
        <translation>Доля документов с меткой «%1», которые приняты за «%2»</translation>
    </message>
    <message>
        <source>1 − AUC</source>
        <translation>1 − AUC</translation>
    </message>
    <message>
        <source>The area above the ROC curve; 0 is perfect</source>
        <translation>Площадь над ROC-кривой; 0 — идеальный результат</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Cal. error</source>
        <translation>Ош. калибр.</translation>
    </message>
    <message>
        <source>Calibration error: average difference between the stated probability and the share of correct verdicts</source>
        <translation>Ошибка калибровки: среднее расхождение между вероятностью вердикта и долей верных вердиктов</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Коллекция</translation>
    </message>
    <message>
        <source>Accuracy on the documents of the collection, tested by this method. It is often higher than on a test set: documents from another time or source resemble those of the collection less.</source>
        <translation>Доля верных вердиктов на документах коллекции, измеренная этим способом. Она часто выше, чем на проверочном наборе: документы другого времени или из другого источника меньше похожи на документы коллекции.</translation>
    </message>
    <message>
        <source>No model has been tested yet.</source>
        <translation>Модели ещё не проверялись.</translation>
    </message>
    <message>
        <source>Testing different vocabulary sizes…</source>
        <translation>Проверка разных размеров словаря…</translation>
    </message>
    <message>
        <source>A curve needs tested documents both with and without the label %1.</source>
        <translation>Для кривой нужны проверенные документы и с меткой «%1», и без неё.</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>Потеряно: %1</translation>
    </message>
    <message>
        <source>Test folder…</source>
        <translation>Папка для проверки…</translation>
    </message>
    <message>
        <source>Test file…</source>
        <translation>Файл для проверки…</translation>
    </message>
    <message>
        <source>Test method</source>
        <translation>Способ проверки</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Экспорт…</translation>
    </message>
    <message>
        <source>Test on the collection again</source>
        <translation>Вернуться к проверке на коллекции</translation>
    </message>
    <message>
        <source>When the training is finished, the model is saved and this page tests it.</source>
        <translation>Когда обучение закончится, модель сохранится, и эта страница её проверит.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>By date</source>
        <translation>По датам</translation>
    </message>
    <message>
        <source>20 % held out</source>
        <translation>Проверка на отложенных 20 %</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Другие модели</translation>
    </message>
    <message>
        <source>%1 documents</source>
        <translation>документов: %1</translation>
    </message>
    <message>
        <source>Test set “%1”</source>
        <translation>Проверочный набор «%1»</translation>
    </message>
    <message>
        <source>tested by date: each document was classified before it was learnt</source>
        <translation>проверено по датам: каждый документ классифицировался до обучения на нём</translation>
    </message>
    <message>
        <source>tested in %1 parts, each by a model trained on the other parts</source>
        <translation>проверено по частям (их %1): каждую проверяет модель, обученная на остальных</translation>
    </message>
    <message>
        <source>each document tested by a model trained on all others</source>
        <translation>каждый документ проверен моделью, обученной на всех остальных</translation>
    </message>
    <message>
        <source>the later half of the documents, tested by models trained on earlier ones</source>
        <translation>более поздняя половина документов проверена моделями, обученными на более ранних</translation>
    </message>
    <message>
        <source>tested on 20 % of each label; the model was trained on the rest</source>
        <translation>проверено на 20 % документов каждой метки; модель обучена на остальных</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>Пропущено: %1</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Лог-потери</translation>
    </message>
    <message>
        <source>Mean of −ln of the probability given to the right label; 0 is perfect</source>
        <translation>Среднее −ln вероятности верной метки; 0 — идеальный результат</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall of %1</source>
        <translation>Гармоническое среднее точности и полноты для %1</translation>
    </message>
    <message>
        <source>F1 of %1</source>
        <translation>F1 для %1</translation>
    </message>
    <message>
        <source>Mean of F1 over all labels: labels with few documents count as much as others</source>
        <translation>Среднее F1 по всем меткам: метки с малым числом документов весят столько же, сколько остальные</translation>
    </message>
    <message>
        <source>F1 over all verdicts together. With one label for each document it equals accuracy.</source>
        <translation>F1 по всем вердиктам вместе. Если у каждого документа одна метка, эта мера равна доле верных вердиктов.</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>Макро-F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>Микро-F1</translation>
    </message>
    <message>
        <source>Testing “%1” on documents it has not seen…</source>
        <translation>Модель «%1» проверяется на документах, которых не видела…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Поиск моделей…</translation>
    </message>
    <message numerus="yes">
        <source>Testing %Ln model(s) on documents they have not seen…</source>
        <translation>
            <numerusform>Проверяется %Ln модель на документах, которых она не видела…</numerusform>
            <numerusform>Проверяются %Ln модели на документах, которых они не видели…</numerusform>
            <numerusform>Проверяется %Ln моделей на документах, которых они не видели…</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>Проверка остановлена.</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>Проверить снова</translation>
    </message>
    <message>
        <source>Tick a model in the list below to see it here.</source>
        <translation>Отметьте модель в списке ниже, чтобы увидеть её здесь.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Показатель</translation>
    </message>
    <message>
        <source>Folder that contains a folder of documents for each label</source>
        <translation>Папка с подпапками документов: по одной на каждую метку</translation>
    </message>
    <message>
        <source>Tables with a text and a label column</source>
        <translation>Таблицы со столбцами текста и метки</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Все файлы</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>Файл для проверки</translation>
    </message>
    <message>
        <source>“%1” no longer exists: the file was moved or deleted.</source>
        <translation>Файла «%1» больше нет: он перемещён или удалён.</translation>
    </message>
</context>
<context>
    <name>EvaluationReportPage</name>
    <message>
        <source>Evaluation of %1</source>
        <translation>Оценка: %1</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Результаты</translation>
    </message>
    <message>
        <source>ROC curve</source>
        <translation>ROC-кривая</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Точность и полнота</translation>
    </message>
    <message>
        <source>Calibration: how often verdicts are correct at each level of confidence</source>
        <translation>Калибровка: как часто верны вердикты при каждом уровне уверенности</translation>
    </message>
    <message>
        <source>Accuracy by vocabulary size</source>
        <translation>Доля верных вердиктов в зависимости от размера словаря</translation>
    </message>
    <message>
        <source>Confusion matrix of %1</source>
        <translation>Матрица ошибок: %1</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>Показатели для спама</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>Настройки: %1</translation>
    </message>
    <message>
        <source>total</source>
        <translation>всего</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документов</translation>
    </message>
    <message>
        <source>Documents in the collection</source>
        <translation>Документы коллекции</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>Потеряно: %1</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>Пропущено: %1</translation>
    </message>
    <message>
        <source>F1 of %1</source>
        <translation>F1: %1</translation>
    </message>
    <message>
        <source>1 − AUC</source>
        <translation>1 − AUC</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>Макро-F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>Микро-F1</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Логарифмическая потеря</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Ошибка калибровки</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>label ↓  verdict →</source>
        <translation>метка ↓  вердикт →</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>Сглаживание α</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>учитывается число вхождений слова</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>учитывается только наличие слова</translation>
    </message>
    <message>
        <source>all words</source>
        <translation>все слова</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>Что подсчитывается</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Словарь</translation>
    </message>
    <message>
        <source>Training date</source>
        <translation>Дата обучения</translation>
    </message>
</context>
<context>
    <name>EvaluationViewModel</name>
    <message>
        <source>Comparing %1 with other models</source>
        <translation>Сравнение модели «%1» с другими моделями</translation>
    </message>
    <message>
        <source>Evaluating models</source>
        <translation>Проверка моделей</translation>
    </message>
    <message>
        <source>Testing different vocabulary sizes</source>
        <translation>Проверка разных размеров словаря</translation>
    </message>
</context>
<context>
    <name>EventModelChoice</name>
    <message>
        <source>how often each word occurs</source>
        <translation>частота слов</translation>
    </message>
    <message>
        <source>whether each word occurs</source>
        <translation>наличие слов</translation>
    </message>
    <message>
        <source>compares with all other labels</source>
        <translation>против остальных</translation>
    </message>
    <message>
        <source>numbers close to an average</source>
        <translation>для чисел, близких к среднему</translation>
    </message>
    <message>
        <source>the value in each column</source>
        <translation>учитывает значение в каждом столбце</translation>
    </message>
    <message>
        <source>for spam; finds its own settings</source>
        <translation>для спама, без настройки</translation>
    </message>
    <message>
        <source>Learns from mail in date order and corrects its own mistakes. The best choice for a mailbox.</source>
        <translation>Учится на письмах по порядку дат и исправляет свои ошибки. Лучший выбор для почтового ящика.</translation>
    </message>
    <message>
        <source>learns how much words count</source>
        <translation>вес каждого слова</translation>
    </message>
    <message>
        <source>Naive Bayes that also learns a weight for each word. Words that repeat what other words say count less. The best choice for documents in folders.</source>
        <translation>Наивный Байес, который подбирает ещё и вес каждого слова. Слова, повторяющие смысл других, весят меньше. Лучший выбор для документов в папках.</translation>
    </message>
    <message>
        <source>Each occurrence of a word counts as evidence. The usual choice for text.</source>
        <translation>Учитывается каждое появление слова. Обычный выбор для текста.</translation>
    </message>
    <message>
        <source>Only the presence or absence of a word counts, not how often it occurs. Good for short texts.</source>
        <translation>Важно только, есть ли слово, а не сколько раз оно встречается. Подходит для коротких текстов.</translation>
    </message>
    <message>
        <source>Compares a document with the documents of all other labels. Good when labels have very different numbers of documents.</source>
        <translation>Сравнивает документ с документами всех остальных меток. Подходит, когда у одних меток документов намного больше, чем у других.</translation>
    </message>
    <message>
        <source>The numbers of each label follow a bell curve around the label&apos;s mean.</source>
        <translation>У каждой метки числа распределены по колоколообразной кривой вокруг среднего этой метки.</translation>
    </message>
    <message>
        <source>Counts how often each value of a column occurs under each label.</source>
        <translation>Считает, как часто каждое значение столбца встречается у каждой метки.</translation>
    </message>
    <message>
        <source>numbers, categories and words</source>
        <translation>для чисел, категорий и слов</translation>
    </message>
    <message>
        <source>Adds up the evidence of a Gaussian model for numbers, a categorical one for categories and a multinomial one for text.</source>
        <translation>Складывает свидетельства трёх моделей: гауссовой для чисел, категориальной для категорий и мультиномиальной для текста.</translation>
    </message>
    <message>
        <source>numbers, categories, and which words occur</source>
        <translation>для чисел, категорий и наличия слов</translation>
    </message>
    <message>
        <source>Like Mixed, but only the presence or absence of a word counts. For short texts.</source>
        <translation>Как смешанная модель, но важно только, есть ли слово. Для коротких текстов.</translation>
    </message>
</context>
<context>
    <name>ExampleCard</name>
    <message>
        <source>Click to show more of this text</source>
        <translation>Щёлкните, чтобы показать больше текста</translation>
    </message>
</context>
<context>
    <name>ExercisePane</name>
    <message>
        <source>Questions about</source>
        <translation>Вопросы о</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>Ответ: дробь или десятичное число</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Ваш ответ</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Проверить</translation>
    </message>
    <message>
        <source>There are no fractions to compute here, so there are no questions.</source>
        <translation>Здесь нет дробей для вычисления, поэтому нет и вопросов.</translation>
    </message>
    <message>
        <source>this lesson</source>
        <translation>этот урок</translation>
    </message>
    <message>
        <source>What is P(%1 | document)?</source>
        <translation>Чему равно P(%1 | документ)?</translation>
    </message>
    <message>
        <source>What is P(%2 | %1)?</source>
        <translation>Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>Another question</source>
        <translation>Другой вопрос</translation>
    </message>
    <message>
        <source>Correct.</source>
        <translation>Верно.</translation>
    </message>
    <message>
        <source>What is the prior P(%1)?</source>
        <translation>Чему равна априорная вероятность P(%1)?</translation>
    </message>
    <message>
        <source>What is P(%1) times all factors of the label %1?</source>
        <translation>Чему равно произведение P(%1) и всех множителей метки «%1»?</translation>
    </message>
    <message>
        <source>“%2” occurs %3 times among the %4 words of %1; α = %5, %6 words in the vocabulary. What is P(%2 | %1)?</source>
        <translation>Слово «%2» под меткой «%1»: вхождений %3, всего слов %4; α = %5, слов в словаре %6. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?</source>
        <translation>Слово «%2» есть в %3 из %4 документов с меткой «%1»; α = %5. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>“%2” occurs %3 times among the %4 words of all labels except %1; α = %5, %6 words in the vocabulary. What is the share of “%2”?</source>
        <translation>Слово «%2» под всеми метками, кроме «%1»: вхождений %3, всего слов %4; α = %5, слов в словаре %6. Какова доля слова «%2»?</translation>
    </message>
    <message>
        <source>%3 of the %4 documents of %1 have %2; α = %5, %6 possible values. What is P(%2 | %1)?</source>
        <translation>Документов с меткой «%1»: %4, из них с «%2»: %3; α = %5, возможных значений: %6. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>%3 of %4 documents have the label %1; λ = %5, %6 labels. What is P(%1)?</source>
        <translation>Документов с меткой «%1»: %3 из %4; λ = %5, меток %6. Чему равно P(%1)?</translation>
    </message>
    <message>
        <source>Correct: %1</source>
        <translation>Верно: %1</translation>
    </message>
    <message>
        <source>Not correct yet. %1</source>
        <translation>Пока неверно. %1</translation>
    </message>
    <message>
        <source>Not correct yet. The calculation on the right shows the answer.</source>
        <translation>Пока неверно. Ответ можно найти в расчёте справа.</translation>
    </message>
    <message>
        <source>Not correct yet. The result is (count + smoothing) / (total + smoothing × number of possible values).</source>
        <translation>Пока неверно. Ответ: (счёт + сглаживание) / (всего + сглаживание × число возможных значений).</translation>
    </message>
</context>
<context>
    <name>ExperimentPane</name>
    <message>
        <source>Documents for the experiment</source>
        <translation>Документы для эксперимента</translation>
    </message>
    <message>
        <source>Run experiment</source>
        <translation>Запустить</translation>
    </message>
    <message>
        <source>The experiment has not been run yet.</source>
        <translation>Эксперимент ещё не проводился.</translation>
    </message>
    <message>
        <source>the sample mail</source>
        <translation>примеры писем</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Сохранить…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Export of the model “%1”</source>
        <translation>Экспорт модели «%1»</translation>
    </message>
    <message>
        <source>Choose your file %1</source>
        <translation>Выберите свой файл %1</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>Экспорт: %1</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Сохранение…</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>Ничего не сохранено.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
</context>
<context>
    <name>ExportFormats</name>
    <message>
        <source>This format cannot hold all data of the model. The file “%1” next to it lists what is missing.</source>
        <translation>В этом формате нельзя сохранить все данные модели. Чего не хватает, перечислено рядом, в файле «%1».</translation>
    </message>
    <message>
        <source>With these words alone, %1 of %2 documents get the same label as in Bayleaf.</source>
        <translation>Если использовать только эти слова, метка совпадает с меткой Bayleaf у %1 из %2 документов.</translation>
    </message>
    <message>
        <source>A scikit-learn pipeline for Python. It loads with skops, without Bayleaf.</source>
        <translation>Конвейер scikit-learn для Python. Загружается через skops, без Bayleaf.</translation>
    </message>
    <message>
        <source>A model that onnxruntime runs from many programming languages and on phones.</source>
        <translation>Модель для onnxruntime: её можно запускать из многих языков программирования и на телефонах.</translation>
    </message>
    <message>
        <source>Words, counts, log-probabilities and settings, for a program of your own.</source>
        <translation>Слова, счётчики, логарифмы вероятностей и настройки, для вашей программы.</translation>
    </message>
    <message>
        <source>A Parquet table of all words with counts and weights, which pandas, DuckDB and Spark can read.</source>
        <translation>Таблица Parquet со всеми словами, счётчиками и весами; её читают pandas, DuckDB и Spark.</translation>
    </message>
    <message>
        <source>Word counts for Bogofilter: load them with “bogoutil -l wordlist.db”.</source>
        <translation>Счётчики слов для Bogofilter: загрузите командой «bogoutil -l wordlist.db».</translation>
    </message>
    <message>
        <source>Word counts for SpamAssassin: load them with “sa-learn --restore”.</source>
        <translation>Счётчики слов для SpamAssassin: загрузите командой «sa-learn --restore».</translation>
    </message>
    <message>
        <source>Word counts for SpamBayes: load them with “sb_dbexpimp -i”.</source>
        <translation>Счётчики слов для SpamBayes: загрузите командой «sb_dbexpimp -i».</translation>
    </message>
    <message>
        <source>Word counts for Rspamd: load them with “rspamadm statistics_dump restore”.</source>
        <translation>Счётчики слов для Rspamd: загрузите командой «rspamadm statistics_dump restore».</translation>
    </message>
    <message>
        <source>Training data of Thunderbird&apos;s junk filter. Close Thunderbird, then put the file in its profile folder.</source>
        <translation>Данные обучения спам-фильтра Thunderbird. Закройте Thunderbird и положите файл в папку профиля.</translation>
    </message>
    <message>
        <source>A folder for each label with its table of words, like POPFile&apos;s buckets.</source>
        <translation>Для каждой метки — папка с таблицей слов, как корзина POPFile.</translation>
    </message>
    <message>
        <source>A copy of your POPFile database popfile.db, with the words of this model in its buckets. Your own file is not changed.</source>
        <translation>Копия вашей базы POPFile (popfile.db), в корзинах которой слова этой модели. Ваш файл не изменится.</translation>
    </message>
    <message>
        <source>Documents written: %1.</source>
        <translation>Записано документов: %1.</translation>
    </message>
    <message>
        <source>The rules were tested on mail that was not used to make them. They matched %2 mails, and were right for %1.</source>
        <translation>Правила проверены на письмах, по которым их не составляли. Писем, к которым подошло правило: %2, из них верно: %1.</translation>
    </message>
    <message>
        <source>A table of documents with label and verdict, for a spreadsheet.</source>
        <translation>Список документов с меткой и вердиктом каждого. Открывается в программе электронных таблиц.</translation>
    </message>
    <message>
        <source>Documents, labels and verdicts for %1. The command “bayleaf-cli convert” imports the labels that people set there.</source>
        <translation>Документы, метки и вердикты для %1. Метки, которые там поставят люди, импортирует команда «bayleaf-cli convert».</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for mail servers that support Sieve.</source>
        <translation>Правила по рассылкам, отправителям и получателям для почтовых серверов с поддержкой Sieve.</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for procmail.</source>
        <translation>Правила по рассылкам, отправителям и получателям для procmail.</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for Gmail. Import them under Settings, Filters.</source>
        <translation>Правила по рассылкам, отправителям и получателям для Gmail. Импортируйте их в «Настройки → Фильтры».</translation>
    </message>
    <message>
        <source>Message filters for Thunderbird: rules by mailing list, sender and recipient (msgFilterRules.dat).</source>
        <translation>Фильтры сообщений для Thunderbird: правила по рассылке, отправителю и получателю (msgFilterRules.dat).</translation>
    </message>
    <message>
        <source>Labels as tags, for “notmuch tag --batch --input=FILE”.</source>
        <translation>Метки как теги, для «notmuch tag --batch --input=FILE».</translation>
    </message>
    <message>
        <source>Labels as keywords in the file names of your Maildir. The files are renamed.</source>
        <translation>Метки как ключевые слова в именах файлов вашего Maildir. Файлы будут переименованы.</translation>
    </message>
    <message>
        <source>A manifest.json for paperless-ngx with the labels as tags. Import the file there again.</source>
        <translation>Файл manifest.json для paperless-ngx, где метки записаны как теги. Импортируйте его обратно в paperless-ngx.</translation>
    </message>
    <message>
        <source>Columns written: %1.</source>
        <translation>Записано столбцов: %1.</translation>
    </message>
    <message>
        <source>Words written: %1.</source>
        <translation>Записано слов: %1.</translation>
    </message>
    <message>
        <source>A model file for another Bayleaf workspace. It holds words and counts, but no documents.</source>
        <translation>Файл модели для другого рабочего пространства Bayleaf. Внутри слова и счётчики, документов нет.</translation>
    </message>
    <message>
        <source>All words with counts, probabilities and log-odds, for a spreadsheet. A search on the Words page has no effect on the list.</source>
        <translation>Все слова со счётчиками, вероятностями и логарифмами шансов, для электронной таблицы. Поиск на странице «Слова» на список не влияет.</translation>
    </message>
    <message>
        <source>All columns with their values and probabilities, for a spreadsheet.</source>
        <translation>Все столбцы со значениями и вероятностями, для электронной таблицы.</translation>
    </message>
    <message>
        <source>A report to read in a browser: results, plots, settings. One file that works offline.</source>
        <translation>Отчёт для браузера: результаты, графики, настройки. Один файл, сеть не нужна.</translation>
    </message>
    <message>
        <source>A report on the evaluation, to print or to send.</source>
        <translation>Отчёт об оценке, для печати или отправки.</translation>
    </message>
    <message>
        <source>The results of all models as a table, for a spreadsheet.</source>
        <translation>Результаты всех моделей в виде файла для электронной таблицы.</translation>
    </message>
    <message>
        <source>Evaluation of %1</source>
        <translation>Оценка: %1</translation>
    </message>
</context>
<context>
    <name>FacetList</name>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>ещё %Ln…</numerusform>
            <numerusform>ещё %Ln…</numerusform>
            <numerusform>ещё %Ln…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>Sender</source>
        <translation>Отправитель</translation>
    </message>
    <message>
        <source>Mailing list</source>
        <translation>Список рассылки</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Месяц</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Model’s verdict</source>
        <translation>Вердикт модели</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Уверенность</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Состояние</translation>
    </message>
    <message>
        <source>Why unsure</source>
        <translation>Почему неуверенно</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>не определено</translation>
    </message>
    <message>
        <source>99 % or more</source>
        <translation>вероятность 99 % и больше</translation>
    </message>
    <message>
        <source>90 to 99 %</source>
        <translation>вероятность от 90 до 99 %</translation>
    </message>
    <message>
        <source>50 to 90 %</source>
        <translation>вероятность от 50 до 90 %</translation>
    </message>
    <message>
        <source>below 50 %</source>
        <translation>вероятность ниже 50 %</translation>
    </message>
    <message>
        <source>model disagrees</source>
        <translation>модель не согласна</translation>
    </message>
    <message>
        <source>has duplicates</source>
        <translation>есть дубликаты</translation>
    </message>
    <message>
        <source>duplicates with another label</source>
        <translation>дубликаты с другой меткой</translation>
    </message>
    <message>
        <source>with attachment</source>
        <translation>с вложением</translation>
    </message>
    <message>
        <source>without a date</source>
        <translation>без даты</translation>
    </message>
    <message>
        <source>checked by you</source>
        <translation>проверено вами</translation>
    </message>
    <message>
        <source>still to check</source>
        <translation>ещё проверить</translation>
    </message>
    <message>
        <source>filed away</source>
        <translation>разложено</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>не удалось прочитать</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>Письмо</translation>
    </message>
    <message>
        <source>Row of a table</source>
        <translation>Строка таблицы</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>month and year</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Features</name>
    <message>
        <source>documents per bar</source>
        <translation>документов в столбце гистограммы</translation>
    </message>
    <message>
        <source>density</source>
        <translation>плотность</translation>
    </message>
    <message>
        <source>speaks for *%1* against %2: %3</source>
        <translation>говорит за *%1* против %2: %3</translation>
    </message>
    <message>
        <source>number</source>
        <translation>число</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
    <message>
        <source>category</source>
        <translation>категория</translation>
    </message>
</context>
<context>
    <name>FiguresPane</name>
    <message>
        <source>Estimated accuracy on unlabelled documents</source>
        <translation>Ожидаемая доля верных вердиктов на документах без метки</translation>
    </message>
    <message>
        <source>The accuracy is not known yet. To estimate it, Bayleaf needs your answers to %2 random questions; you have answered %1. Every fifth question is random.</source>
        <translation>Доля верных вердиктов пока неизвестна. Чтобы её оценить, нужны ваши ответы на случайные вопросы: %2; вы ответили: %1. Каждый пятый вопрос – случайный.</translation>
    </message>
    <message numerus="yes">
        <source>Probably between %1 and %2, estimated from your answers about %Ln document(s) chosen at random</source>
        <translation>
            <numerusform>Верных вердиктов, вероятно, от %1 до %2 (оценка по вашим ответам о %Ln случайно выбранном документе)</numerusform>
            <numerusform>Верных вердиктов, вероятно, от %1 до %2 (оценка по вашим ответам о %Ln случайно выбранных документах)</numerusform>
            <numerusform>Верных вердиктов, вероятно, от %1 до %2 (оценка по вашим ответам о %Ln случайно выбранных документах)</numerusform>
        </translation>
    </message>
    <message>
        <source>More answers would hardly raise the accuracy. You can train a model now.</source>
        <translation>Новые ответы почти не повысят долю верных вердиктов. Можно обучать модель.</translation>
    </message>
    <message>
        <source>Ten more answers would raise the accuracy by about %1 percentage points.</source>
        <translation>Ещё десять ответов повысят долю верных вердиктов примерно на %1 процентного пункта.</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>не меньше</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>не больше</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>оценка</translation>
    </message>
    <message>
        <source>documents with a label</source>
        <translation>документов с меткой</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>доля верных</translation>
    </message>
    <message>
        <source>Labels that may be wrong</source>
        <translation>Метки, которые могут быть неверны</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar document(s) are labelled %3.</source>
        <translation>
            <numerusform>У документа «%1» метка %2, но у %Ln похожего документа – %3.</numerusform>
            <numerusform>У документа «%1» метка %2, но у %Ln похожих документов – %3.</numerusform>
            <numerusform>У документа «%1» метка %2, но у %Ln похожих документов – %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>Change label to %1</source>
        <translation>Сменить метку на %1</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>Прочитать</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Open original file</source>
        <translation>Открыть исходный файл</translation>
    </message>
    <message>
        <source>Read file again</source>
        <translation>Прочитать файл заново</translation>
    </message>
    <message>
        <source>Show what Bayleaf reads…</source>
        <translation>Показать, что Bayleaf читает в файле…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
</context>
<context>
    <name>FiledDialog</name>
    <message>
        <source>Filed away</source>
        <translation>Разложено</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message numerus="yes">
        <source>Continue with %Ln file(s)</source>
        <translation>
            <numerusform>Разложить ещё %Ln файл</numerusform>
            <numerusform>Разложить ещё %Ln файла</numerusform>
            <numerusform>Разложить ещё %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>“File away…” on the Classify page moves files to folders.
Before that, it shows where each file will go.</source>
        <translation>Кнопка «Разложить…» на странице «Классификация» перемещает файлы по папкам.
Перед этим она показывает, куда попадёт каждый файл.</translation>
    </message>
    <message>
        <source>Nothing has been filed away yet</source>
        <translation>Ещё ничего не разложено по папкам</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>filed</source>
        <translation>разложено</translation>
    </message>
    <message>
        <source>brought back</source>
        <translation>возвращено</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation>не перемещено</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Результат</translation>
    </message>
</context>
<context>
    <name>FilingDialog</name>
    <message>
        <source>File away</source>
        <translation>Разложить по папкам</translation>
    </message>
    <message>
        <source>Files and where they go</source>
        <translation>Файлы и папки назначения</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Выбрать папку…</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Переместить</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Add the recognised text; the original is kept for undo</source>
        <translation>Добавлять в сканы распознанный текст; исходный файл хранится для отмены</translation>
    </message>
    <message>
        <source>Pattern for file names</source>
        <translation>Шаблон имён файлов</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Папка назначения</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Файлы</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>Имена файлов</translation>
    </message>
    <message>
        <source>Scanned PDFs</source>
        <translation>Сканы PDF</translation>
    </message>
    <message>
        <source>add a number to the name</source>
        <translation>добавить номер к имени</translation>
    </message>
    <message>
        <source>leave the file where it is</source>
        <translation>оставить файл на месте</translation>
    </message>
    <message>
        <source>If the name already exists</source>
        <translation>Если имя файла занято</translation>
    </message>
    <message>
        <source>A copy in the folder of each label</source>
        <translation>Класть копию в папку каждой метки</translation>
    </message>
    <message>
        <source>unchanged, or for example %1</source>
        <translation>имя без изменений или, например, %1</translation>
    </message>
    <message>
        <source>You can use {date} {sender} {label} {title} {name}. Leave the field empty to keep the file names.</source>
        <translation>Можно использовать {date} {sender} {label} {title} {name}. Оставьте поле пустым, чтобы не менять имена файлов.</translation>
    </message>
    <message>
        <source>Accepted mistakes</source>
        <translation>Допустимые ошибки</translation>
    </message>
    <message>
        <source>For each label, at most this share of the filed documents may go to a wrong folder</source>
        <translation>Для каждой метки: какая доля разложенных документов может попасть не в ту папку</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Ожидается</translation>
    </message>
    <message>
        <source>No file is overwritten. You can undo the filing, even after a restart.</source>
        <translation>Файлы не перезаписываются. Раскладывание по папкам можно отменить и после перезапуска.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Checking the files…</source>
        <translation>Проверяются файлы…</translation>
    </message>
    <message>
        <source>Messages of a mailbox and members of an archive can only be copied.</source>
        <translation>Письма из почтового ящика и файлы из архива можно только скопировать.</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln file(s)</source>
        <translation>
            <numerusform>Переместить %Ln файл</numerusform>
            <numerusform>Переместить %Ln файла</numerusform>
            <numerusform>Переместить %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln file(s)</source>
        <translation>
            <numerusform>Копировать %Ln файл</numerusform>
            <numerusform>Копировать %Ln файла</numerusform>
            <numerusform>Копировать %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be filed</source>
        <translation>
            <numerusform>%Ln файл будет разложен по папкам</numerusform>
            <numerusform>%Ln файла будут разложены по папкам</numerusform>
            <numerusform>%Ln файлов будет разложено по папкам</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln файл не прочитан</numerusform>
            <numerusform>%Ln файла не прочитаны</numerusform>
            <numerusform>%Ln файлов не прочитано</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free on the target disk</source>
        <translation>на диске назначения свободно %1</translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; hardly any mistakes expected.</source>
        <translation>Можно разложить %1 из %2 документов; ошибок почти не ожидается.</translation>
    </message>
    <message numerus="yes">
        <source>Included: %Ln copy(ies) of documents. Other pages do not count copies.</source>
        <translation>
            <numerusform>В том числе %Ln копия документа. На других страницах копии не считаются.</numerusform>
            <numerusform>В том числе %Ln копии документов. На других страницах копии не считаются.</numerusform>
            <numerusform>В том числе %Ln копий документов. На других страницах копии не считаются.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not included: %Ln label(s) given to whole groups at once. How many of them are wrong is not known.</source>
        <translation>
            <numerusform>Не учтена %Ln метка, поставленная сразу целой группе. Сколько таких меток ошибочно, неизвестно.</numerusform>
            <numerusform>Не учтены %Ln метки, поставленные сразу целым группам. Сколько из них ошибочно, неизвестно.</numerusform>
            <numerusform>Не учтено %Ln меток, поставленных сразу целым группам. Сколько из них ошибочно, неизвестно.</numerusform>
        </translation>
    </message>
    <message>
        <source>unsure verdict</source>
        <translation>неуверенный вердикт</translation>
    </message>
    <message>
        <source>too few documents of this label</source>
        <translation>слишком мало документов с этой меткой</translation>
    </message>
    <message>
        <source>changed since Bayleaf last read it</source>
        <translation>изменён после того, как Bayleaf его прочитал</translation>
    </message>
    <message>
        <source>inside a mailbox or an archive, which Bayleaf never changes</source>
        <translation>внутри почтового ящика или архива (Bayleaf их не изменяет)</translation>
    </message>
    <message>
        <source>no label yet: label the document, or train a model</source>
        <translation>пока нет метки: пометьте документ или обучите модель</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be renamed</source>
        <translation>
            <numerusform>%Ln файл получит другое имя</numerusform>
            <numerusform>%Ln файла получат другие имена</numerusform>
            <numerusform>%Ln файлов получат другие имена</numerusform>
        </translation>
    </message>
    <message>
        <source>File into the folders that the labels came from</source>
        <translation>Раскладывать в те папки, имена которых стали метками</translation>
    </message>
    <message>
        <source>File documents with unsure verdicts too</source>
        <translation>Раскладывать и документы с неуверенным вердиктом</translation>
    </message>
    <message>
        <source>at most 1 mistake in %1</source>
        <translation>до 1 ошибки на %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will be copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>%Ln документ будет скопирован из ящика или архива</numerusform>
            <numerusform>%Ln документа будут скопированы из ящика или архива</numerusform>
            <numerusform>%Ln документов будет скопировано из ящика или архива</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay</source>
        <translation>
            <numerusform>%Ln документ останется на месте</numerusform>
            <numerusform>%Ln документа останутся на месте</numerusform>
            <numerusform>%Ln документов останутся на месте</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to file. Drop files on Classify, or import and label documents.</source>
        <translation>Раскладывать нечего. Перетащите файлы на страницу «Классификация» или импортируйте и пометьте документы.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) will stay. The list shows the reasons.</source>
        <translation>
            <numerusform>Раскладывать нечего: %Ln документ останется на месте. Причина указана в списке.</numerusform>
            <numerusform>Раскладывать нечего: %Ln документа останутся на месте. Причины указаны в списке.</numerusform>
            <numerusform>Раскладывать нечего: %Ln документов останутся на месте. Причины указаны в списке.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed, by their labels.</source>
        <translation>По папкам меток можно разложить документов: %1 из %2.</translation>
    </message>
    <message>
        <source>The files need %1, but the target disk has only %2 free. Choose another folder.</source>
        <translation>Файлам нужно %1, а на диске назначения свободно только %2. Выберите другую папку.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>Куда</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>new name</source>
        <translation>новое имя</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>остаётся</translation>
    </message>
    <message>
        <source>Minimum confidence</source>
        <translation>Минимальная уверенность</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents can be filed; about %Ln mistake(s) expected.</source>
        <translation>
            <numerusform>Можно разложить %1 из %2 документов; ожидается примерно %Ln ошибка.</numerusform>
            <numerusform>Можно разложить %1 из %2 документов; ожидается примерно %Ln ошибки.</numerusform>
            <numerusform>Можно разложить %1 из %2 документов; ожидается примерно %Ln ошибок.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose where to create the label folders</source>
        <translation>Где создать папки меток</translation>
    </message>
</context>
<context>
    <name>FilingViewModel</name>
    <message>
        <source>Checking the imported files</source>
        <translation>Проверяются импортированные файлы</translation>
    </message>
    <message numerus="yes">
        <source>Filing away %Ln file(s)</source>
        <translation>
            <numerusform>По папкам раскладывается %Ln файл</numerusform>
            <numerusform>По папкам раскладываются %Ln файла</numerusform>
            <numerusform>По папкам раскладываются %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing the files again</source>
        <translation>Файлы снова раскладываются по папкам</translation>
    </message>
    <message>
        <source>Bringing files back</source>
        <translation>Файлы возвращаются на прежние места</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>the system denies access</source>
        <translation>система не даёт доступа</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Choose a mailbox…</source>
        <translation>Выбрать ящик…</translation>
    </message>
    <message>
        <source>Begin lesson 1</source>
        <translation>Начать урок 1</translation>
    </message>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать Bayleaf на %Ln письме-образце</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
        </translation>
    </message>
    <message>
        <source>With one folder for each kind, such as Invoices and Contracts, the names of the folders become labels. A folder that is not sorted yet is divided into groups, and you name them. You see a preview before anything is learnt. Nothing leaves this computer.</source>
        <translation>Если для каждого вида есть своя папка, например «Счета» и «Договоры», имена папок становятся метками. Ещё не разобранная папка делится на группы, а вы даёте им имена. До обучения вы увидите предпросмотр. Ничто не покидает этот компьютер.</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>Импорт файлов</translation>
    </message>
    <message>
        <source>Bayleaf learns from mail that you have already sorted, then watches for new mail. It moves mail only if you allow it.</source>
        <translation>Bayleaf учится на уже разобранной вами почте и следит за новой. Письма он переносит, только если вы разрешите.</translation>
    </message>
    <message>
        <source>Mail found on this computer</source>
        <translation>Почта, найденная на этом компьютере</translation>
    </message>
    <message>
        <source>Filter my mail</source>
        <translation>Фильтровать почту</translation>
    </message>
    <message>
        <source>First lessons</source>
        <translation>Первые уроки</translation>
    </message>
    <message numerus="yes">
        <source>%Ln short lesson(s) with numbers that you can change. Your own mail is not needed.</source>
        <translation>
            <numerusform>%Ln короткий урок с числами, которые можно менять. Ваша почта не нужна.</numerusform>
            <numerusform>%Ln коротких урока с числами, которые можно менять. Ваша почта не нужна.</numerusform>
            <numerusform>%Ln коротких уроков с числами, которые можно менять. Ваша почта не нужна.</numerusform>
        </translation>
    </message>
    <message>
        <source>Learn naive Bayes</source>
        <translation>Понять наивный Байес</translation>
    </message>
    <message>
        <source>Choose a mailbox</source>
        <translation>Выбор почтового ящика</translation>
    </message>
    <message>
        <source>Just looking?</source>
        <translation>Просто посмотреть?</translation>
    </message>
    <message>
        <source>To see this page again, choose Help › First steps.</source>
        <translation>Эту страницу снова откроет «Справка › Первые шаги».</translation>
    </message>
    <message>
        <source>Mail elsewhere? Drop an mbox file or a folder here.</source>
        <translation>Почта в другом месте? Перетащите сюда файл mbox или папку.</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Выбрать…</translation>
    </message>
    <message numerus="yes">
        <source>Look through %Ln mailbox(es)…</source>
        <translation>
            <numerusform>Просмотреть %Ln ящик…</numerusform>
            <numerusform>Просмотреть %Ln ящика…</numerusform>
            <numerusform>Просмотреть %Ln ящиков…</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Выбрать папку…</translation>
    </message>
    <message>
        <source>Other ways to begin:</source>
        <translation>Другие способы начать:</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Выбрать файлы…</translation>
    </message>
    <message>
        <source>Drop a folder with documents or mail here</source>
        <translation>Перетащите сюда папку с документами или почтой</translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation>Недавние рабочие пространства</translation>
    </message>
    <message>
        <source>See what Bayleaf does before you give it your own files.</source>
        <translation>Посмотрите, что умеет программа, ещё до того, как дать ей свои файлы.</translation>
    </message>
    <message>
        <source>A list of classified mails, with the words that decided each verdict</source>
        <translation>Список писем с вердиктами и словами, от которых зависел вердикт</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>идёт поиск…</translation>
    </message>
    <message>
        <source>No mail program found. Drop an mbox file or a folder here.</source>
        <translation>Почтовая программа не найдена. Перетащите сюда файл mbox или папку.</translation>
    </message>
</context>
<context>
    <name>Flips</name>
    <message numerus="yes">
        <source>The verdict would be %1 without %n word(s): %2</source>
        <translation>
            <numerusform>Вердикт был бы %1 без %n слова: %2</numerusform>
            <numerusform>Вердикт был бы %1 без %n слов: %2</numerusform>
            <numerusform>Вердикт был бы %1 без %n слов: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForeseenEffect</name>
    <message>
        <source>no other verdict changes</source>
        <translation>другие вердикты не изменятся</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>изменится ещё %Ln вердикт в списке</numerusform>
            <numerusform>изменятся ещё %Ln вердикта в списке</numerusform>
            <numerusform>изменятся ещё %Ln вердиктов в списке</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change up to %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>Исправление изменит не более %Ln другого вердикта в списке</numerusform>
            <numerusform>Исправление изменит не более %Ln других вердиктов в списке</numerusform>
            <numerusform>Исправление изменит не более %Ln других вердиктов в списке</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>Исправление изменит ещё %Ln вердикт в списке</numerusform>
            <numerusform>Исправление изменит ещё %Ln вердикта в списке</numerusform>
            <numerusform>Исправление изменит ещё %Ln вердиктов в списке</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you label it %1, %Ln other verdict(s) in this list change.</source>
        <translation>
            <numerusform>Если поставить метку «%1», в этом списке изменится ещё %Ln вердикт.</numerusform>
            <numerusform>Если поставить метку «%1», в этом списке изменятся ещё %Ln вердикта.</numerusform>
            <numerusform>Если поставить метку «%1», в этом списке изменятся ещё %Ln вердиктов.</numerusform>
        </translation>
    </message>
    <message>
        <source>If you label it %1, no other verdict in this list changes.</source>
        <translation>Если поставить метку «%1», другие вердикты в этом списке не изменятся.</translation>
    </message>
</context>
<context>
    <name>FormulaView</name>
    <message>
        <source>Formula</source>
        <translation>Формула</translation>
    </message>
</context>
<context>
    <name>FrameViewModel</name>
    <message>
        <source>Bayleaf opens no connections: save the page and drop the file</source>
        <translation>Bayleaf не выходит в сеть: сохраните страницу в файл и перетащите его сюда</translation>
    </message>
</context>
<context>
    <name>GroupsPane</name>
    <message>
        <source>Groups</source>
        <translation>Группы</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>Название группы</translation>
    </message>
    <message>
        <source>Label for this group</source>
        <translation>Метка для этой группы</translation>
    </message>
    <message>
        <source>Name group</source>
        <translation>Назвать группу</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Объединить</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Разделить</translation>
    </message>
    <message>
        <source>Dissolve group</source>
        <translation>Распустить группу</translation>
    </message>
    <message>
        <source>Merges the selected groups into one. Select several with Ctrl or Shift.</source>
        <translation>Объединяет выбранные группы в одну. Несколько групп выбирают с Ctrl или Shift.</translation>
    </message>
    <message>
        <source>Splits this group into two.</source>
        <translation>Делит эту группу на две.</translation>
    </message>
    <message>
        <source>Removes this group from the list. Bayleaf then asks you about its documents one by one.</source>
        <translation>Убирает группу из списка. О её документах программа спросит по одному.</translation>
    </message>
    <message>
        <source>Similar label</source>
        <translation>Похоже на метку</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Группа</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>unlike all earlier documents</source>
        <translation>группа не похожа на прежние документы</translation>
    </message>
    <message>
        <source>The name becomes the label of all documents in the group.</source>
        <translation>Название станет меткой всех документов группы.</translation>
    </message>
    <message numerus="yes">
        <source>The name becomes the label of the %Ln document(s) that clearly belong to the group.</source>
        <translation>
            <numerusform>Название станет меткой %Ln документа, который явно относится к группе.</numerusform>
            <numerusform>Название станет меткой %Ln документов, которые явно относятся к группе.</numerusform>
            <numerusform>Название станет меткой %Ln документов, которые явно относятся к группе.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bayleaf asks you about the other %Ln document(s) one by one.</source>
        <translation>
            <numerusform>Ещё о %Ln документе программа спросит отдельно.</numerusform>
            <numerusform>Ещё о %Ln документах программа спросит по одному.</numerusform>
            <numerusform>Ещё о %Ln документах программа спросит по одному.</numerusform>
        </translation>
    </message>
    <message>
        <source>very short texts</source>
        <translation>очень короткие тексты</translation>
    </message>
    <message>
        <source>new: %1</source>
        <translation>новая: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandInsDialog</name>
    <message>
        <source>Work handed in by a class</source>
        <translation>Работы, сданные классом</translation>
    </message>
    <message>
        <source>Pupils</source>
        <translation>Ученики</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Ошибки</translation>
    </message>
    <message>
        <source>Most common mistakes</source>
        <translation>Самые частые ошибки</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Открыть файлы…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>Открыть папку…</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Открыть папку</translation>
    </message>
    <message>
        <source>These files were not opened: %1. %2</source>
        <translation>Эти файлы не открыты: %1. %2</translation>
    </message>
    <message>
        <source>Pupil</source>
        <translation>Ученик</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Урок</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>First mistake</source>
        <translation>Первая ошибка</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>Что не так</translation>
    </message>
    <message>
        <source>Select a row to read it in full.</source>
        <translation>Выберите строку, чтобы прочитать её целиком.</translation>
    </message>
    <message>
        <source>Mistake</source>
        <translation>Ошибка</translation>
    </message>
    <message>
        <source>Open the files that pupils saved with “Answer the questions and hand in”.</source>
        <translation>Откройте файлы, которые ученики сохранили командой «Ответить на вопросы и сдать работу».</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Пример</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Чтение…</translation>
    </message>
    <message>
        <source>Files handed in: %1; without mistakes: %2.</source>
        <translation>Сдано работ: %1; без ошибок: %2.</translation>
    </message>
    <message>
        <source>sheet %1</source>
        <translation>лист %1</translation>
    </message>
    <message>
        <source>numbers changed</source>
        <translation>числа изменены</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>не закончено</translation>
    </message>
    <message>
        <source>Pupils’ answers (*%1)</source>
        <translation>Работы учеников (*%1)</translation>
    </message>
    <message>
        <source>Open hand-ins</source>
        <translation>Открыть сданные работы</translation>
    </message>
</context>
<context>
    <name>HandOutDialog</name>
    <message>
        <source>Hand-out</source>
        <translation>Задание для печати</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Предварительный просмотр</translation>
    </message>
    <message>
        <source>Number of sheets</source>
        <translation>Число листов</translation>
    </message>
    <message>
        <source>Add the answers on separate pages</source>
        <translation>Добавить ответы на отдельных страницах</translation>
    </message>
    <message>
        <source>If there is more than one sheet, each has different numbers.</source>
        <translation>Если листов с заданием несколько, числа на каждом свои.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Сохранить…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Печать…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Making the sheets…</source>
        <translation>Готовим листы…</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;Notebook (*.ipynb)</source>
        <translation>PDF (*.pdf);;Блокнот (*.ipynb)</translation>
    </message>
    <message>
        <source>Save hand-out</source>
        <translation>Сохранение задания</translation>
    </message>
    <message>
        <source>If you stop now, not all sheets are saved or printed.</source>
        <translation>Если остановить сейчас, будут сохранены или напечатаны не все листы.</translation>
    </message>
    <message>
        <source>The sheets are not finished</source>
        <translation>Листы ещё не готовы</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Остановить и закрыть</translation>
    </message>
    <message>
        <source>Let it finish</source>
        <translation>Дождаться завершения</translation>
    </message>
    <message>
        <source>“%1” was saved.</source>
        <translation>Файл «%1» сохранён.</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Bayleaf help</source>
        <translation>Справка Bayleaf</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Поиск по справке</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>Главы</translation>
    </message>
    <message>
        <source>Getting started</source>
        <translation>Первые шаги</translation>
    </message>
    <message>
        <source>Common tasks</source>
        <translation>Частые действия</translation>
    </message>
    <message>
        <source>How it decides</source>
        <translation>Как принимается решение</translation>
    </message>
    <message>
        <source>Models and tests</source>
        <translation>Модели и проверки</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Словарь терминов</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Уроки</translation>
    </message>
    <message>
        <source>In the classroom</source>
        <translation>В классе</translation>
    </message>
    <message>
        <source>Mail programs</source>
        <translation>Почтовые программы</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Командная строка</translation>
    </message>
    <message>
        <source>Filing and watching</source>
        <translation>Раскладка по папкам и слежение за новыми файлами</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Другие программы</translation>
    </message>
    <message>
        <source>Workspace file</source>
        <translation>Файл рабочего пространства</translation>
    </message>
    <message>
        <source>Cluster in detail</source>
        <translation>Подробно о кластере</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Ничего не найдено</translation>
    </message>
    <message>
        <source>Mail on a server</source>
        <translation>Почта на сервере</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Конфиденциальность</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Кластер</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Что изменилось</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>History of verdicts</source>
        <translation>История вердиктов</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Вердикты</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>Искать в истории</translation>
    </message>
    <message>
        <source>Remember verdicts</source>
        <translation>Запоминать вердикты</translation>
    </message>
    <message>
        <source>Forget selected</source>
        <translation>Забыть выбранные</translation>
    </message>
    <message>
        <source>Classify again</source>
        <translation>Классифицировать снова</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>Очистить…</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Everything that you classify is listed here,
with the verdict and your correction.</source>
        <translation>Здесь перечислено всё, что вы классифицировали, с вердиктом
и вашим исправлением.</translation>
    </message>
    <message>
        <source>Nothing has been classified yet</source>
        <translation>Ещё ничего не классифицировано</translation>
    </message>
    <message numerus="yes">
        <source>the last %Ln verdict(s) are listed</source>
        <translation>
            <numerusform>показан последний %Ln вердикт</numerusform>
            <numerusform>показаны последние %Ln вердикта</numerusform>
            <numerusform>показаны последние %Ln вердиктов</numerusform>
        </translation>
    </message>
    <message>
        <source>Verdict now</source>
        <translation>Вердикт сейчас</translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) remembered in this workspace</source>
        <translation>
            <numerusform>В этом рабочем пространстве хранится %Ln вердикт</numerusform>
            <numerusform>В этом рабочем пространстве хранятся %Ln вердикта</numerusform>
            <numerusform>В этом рабочем пространстве хранится %Ln вердиктов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>найдено %Ln</numerusform>
            <numerusform>найдено %Ln</numerusform>
            <numerusform>найдено %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) will be forgotten for good. Your models do not change.</source>
        <translation>
            <numerusform>%Ln вердикт будет удалён навсегда. Модели не изменятся.</numerusform>
            <numerusform>%Ln вердикта будут удалены навсегда. Модели не изменятся.</numerusform>
            <numerusform>%Ln вердиктов будут удалены навсегда. Модели не изменятся.</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Забыть всё</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Когда</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>не прочитан</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>исправлено</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>подтверждено</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>неуверенно</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>Это</translation>
    </message>
    <message>
        <source>It is %1</source>
        <translation>Это %1</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import documents</source>
        <translation>Импортировать документы</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Выбрать файлы…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Выбрать папку…</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Читать как</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>письма</translation>
    </message>
    <message>
        <source>detect automatically</source>
        <translation>определить автоматически</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>таблицу</translation>
    </message>
    <message>
        <source>no labels (label them later)</source>
        <translation>без меток (поставить позже)</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>Метки</translation>
    </message>
    <message>
        <source>Keep every copy of the same document</source>
        <translation>Хранить каждую копию документа</translation>
    </message>
    <message>
        <source>The first row names the columns</source>
        <translation>Имена столбцов в первой строке</translation>
    </message>
    <message>
        <source>A document may have several labels</source>
        <translation>У документа может быть несколько меток</translation>
    </message>
    <message>
        <source>Import only the training set</source>
        <translation>Импортировать только обучающую выборку</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>метки из имён папок</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Добавить файлы…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Добавить папку…</translation>
    </message>
    <message>
        <source>the names of the subfolders</source>
        <translation>метки из имён вложенных папок</translation>
    </message>
    <message>
        <source>the full folder paths</source>
        <translation>метки из полных путей папок</translation>
    </message>
    <message>
        <source>the names of the files</source>
        <translation>метки из имён файлов</translation>
    </message>
    <message>
        <source>a column</source>
        <translation>метки из столбца</translation>
    </message>
    <message>
        <source>a mail header</source>
        <translation>метки из заголовка писем</translation>
    </message>
    <message>
        <source>a pattern in the file paths</source>
        <translation>метки из путей файлов, по шаблону</translation>
    </message>
    <message>
        <source>one label for all</source>
        <translation>одна метка для всех</translation>
    </message>
    <message>
        <source>Into collection</source>
        <translation>В коллекцию</translation>
    </message>
    <message>
        <source>Name of the new collection</source>
        <translation>Название новой коллекции</translation>
    </message>
    <message>
        <source>Mail, mailboxes, documents, tables, archives, or folders of these.
You may drop them here.</source>
        <translation>Письма, почтовые ящики, документы, таблицы, архивы и папки с ними.
Их можно перетащить сюда.</translation>
    </message>
    <message>
        <source>Choose what to import</source>
        <translation>Выберите, что импортировать</translation>
    </message>
    <message>
        <source>Nothing is stored before you import. You can undo an import.</source>
        <translation>До импорта ничего не сохраняется. Импорт можно отменить.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Set at least one column to text, number or category.</source>
        <translation>Отметьте хотя бы один столбец как текст, число или категорию.</translation>
    </message>
    <message>
        <source>No files that could be imported were found in “%1”.</source>
        <translation>В «%1» нет файлов, которые можно импортировать.</translation>
    </message>
    <message>
        <source>These mailboxes get no labels.</source>
        <translation>Эти почтовые ящики не получат меток.</translation>
    </message>
    <message>
        <source>Use their file names as labels</source>
        <translation>Использовать имена файлов как метки</translation>
    </message>
    <message>
        <source>“%1” has no subfolders, so its mailboxes get no labels.</source>
        <translation>В «%1» нет подпапок, поэтому её почтовые ящики не получат меток.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) directly in “%1” get no label. Each of the other files gets the name of its folder as its label.</source>
        <translation>
            <numerusform>%Ln файл прямо в папке «%1» останется без метки. Каждый из остальных файлов получит метку с именем своей папки.</numerusform>
            <numerusform>%Ln файла прямо в папке «%1» останутся без меток. Каждый из остальных файлов получит метку с именем своей папки.</numerusform>
            <numerusform>%Ln файлов прямо в папке «%1» останутся без меток. Каждый из остальных файлов получит метку с именем своей папки.</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the folder names</source>
        <translation>Взять метки из имён папок</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln file(s)</source>
        <translation>
            <numerusform>Импортировать %Ln файл</numerusform>
            <numerusform>Импортировать %Ln файла</numerusform>
            <numerusform>Импортировать %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Импортировать</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found</source>
        <translation>
            <numerusform>Найдена %Ln метка</numerusform>
            <numerusform>Найдено %Ln метки</numerusform>
            <numerusform>Найдено %Ln меток</numerusform>
        </translation>
    </message>
    <message>
        <source>No labels found. Choose where they come from, or label the documents later.</source>
        <translation>Меток не найдено. Выберите, откуда их взять, или поставьте их позже.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found in a quick look at the files. There may be more.</source>
        <translation>
            <numerusform>При беглом просмотре файлов найдена %Ln метка. Их может быть больше.</numerusform>
            <numerusform>При беглом просмотре файлов найдено %Ln метки. Их может быть больше.</numerusform>
            <numerusform>При беглом просмотре файлов найдено %Ln меток. Их может быть больше.</numerusform>
        </translation>
    </message>
    <message>
        <source>Mails</source>
        <translation>Письма</translation>
    </message>
    <message>
        <source>Show what Bayleaf reads…</source>
        <translation>Показать, что Bayleaf читает в файле…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) cannot be opened</source>
        <translation>
            <numerusform>%Ln файл не открывается</numerusform>
            <numerusform>%Ln файла не открываются</numerusform>
            <numerusform>%Ln файлов не открываются</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln файл</numerusform>
            <numerusform>%Ln файла</numerusform>
            <numerusform>%Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>All files get the label “%1”, the name of their folder.</source>
        <translation>Все файлы получат метку «%1» — по имени папки.</translation>
    </message>
    <message>
        <source>Import without labels</source>
        <translation>Импортировать без меток</translation>
    </message>
    <message>
        <source>Use “%1” as their label</source>
        <translation>Дать им метку «%1»</translation>
    </message>
    <message>
        <source>Most files in “%1” are in no subfolder, so the files get no labels.</source>
        <translation>Большинство файлов в «%1» лежит не во вложенных папках, поэтому файлы будут без меток.</translation>
    </message>
    <message>
        <source>“%1” has no subfolders, so its files get no labels.</source>
        <translation>В папке «%1» нет вложенных папок, поэтому её файлы будут без меток.</translation>
    </message>
    <message>
        <source>Use “%1” as the label</source>
        <translation>Дать всем метку «%1»</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln mail(s)</source>
        <translation>
            <numerusform>Импортировать %Ln письмо</numerusform>
            <numerusform>Импортировать %Ln письма</numerusform>
            <numerusform>Импортировать %Ln писем</numerusform>
        </translation>
    </message>
    <message>
        <source>The documents get no labels. After the import, the page Sort puts similar ones into groups for you to name.</source>
        <translation>Документы будут без меток. После импорта страница «Разбор» соберёт похожие в группы, а вы дадите им имена.</translation>
    </message>
    <message>
        <source>File (%1 of %2 are shown)</source>
        <translation>Файл (показано %1 из %2)</translation>
    </message>
    <message>
        <source>looking at the files…</source>
        <translation>просмотр файлов…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln empty folder(s)</source>
        <translation>
            <numerusform>%Ln пустая папка</numerusform>
            <numerusform>%Ln пустые папки</numerusform>
            <numerusform>%Ln пустых папок</numerusform>
        </translation>
    </message>
    <message>
        <source>header, such as X-Label</source>
        <translation>имя заголовка письма, например X-Label</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>регулярное выражение</translation>
    </message>
    <message>
        <source>label</source>
        <translation>метка</translation>
    </message>
    <message>
        <source>new collection</source>
        <translation>новая коллекция</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>Импортировать файлы</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Импортировать папку</translation>
    </message>
    <message>
        <source>First files</source>
        <translation>Первые файлы</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Метки</translation>
    </message>
    <message>
        <source>The kind or the labels of these files do not match the collection “%1”. So the files become a new collection.</source>
        <translation>Тип или метки этих файлов не подходят для коллекции «%1». Из файлов будет создана новая коллекция.</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>без метки</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Файлы</translation>
    </message>
</context>
<context>
    <name>Inbox</name>
    <message>
        <source>“%1”</source>
        <translation>«%1»</translation>
    </message>
    <message>
        <source>spam</source>
        <translation>спам</translation>
    </message>
    <message>
        <source>daily limit reached</source>
        <translation>дневной предел достигнут</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>диск заполнен</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>неуверенно</translation>
    </message>
    <message>
        <source>moved by you</source>
        <translation>перемещено вами</translation>
    </message>
    <message>
        <source>would be filed (trial)</source>
        <translation>было бы разложено (проба)</translation>
    </message>
    <message>
        <source>put back by you</source>
        <translation>возвращено вами</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>решили вы</translation>
    </message>
    <message>
        <source>not filed</source>
        <translation>не разложено</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation>не перемещено</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>Pause</source>
        <translation>Пауза</translation>
    </message>
    <message>
        <source>Connect Thunderbird…</source>
        <translation>Подключить Thunderbird…</translation>
    </message>
    <message>
        <source>Undo today’s filing</source>
        <translation>Вернуть разложенное сегодня</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Вернуть</translation>
    </message>
    <message>
        <source>Show all days</source>
        <translation>Показать все дни</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Входящие</translation>
    </message>
    <message>
        <source>Waiting for your decision</source>
        <translation>Ждут вашего решения</translation>
    </message>
    <message>
        <source>Add a mailbox or a folder to watch.
During a trial, Bayleaf moves nothing and only shows what it would do.</source>
        <translation>Добавьте ящик или папку для наблюдения.
Во время пробы Bayleaf ничего не переносит, а только показывает, что сделал бы.</translation>
    </message>
    <message>
        <source>Add a mailbox file…</source>
        <translation>Добавить файл почтового ящика…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>Следить за %1</translation>
    </message>
    <message>
        <source>Let Bayleaf watch a mailbox or a folder</source>
        <translation>Пусть Bayleaf следит за ящиком или папкой</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Добавить папку…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Продолжить</translation>
    </message>
    <message>
        <source>Show only today</source>
        <translation>Только сегодня</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>Подключить ящик на сервере…</translation>
    </message>
    <message>
        <source>Arrived today</source>
        <translation>Пришло сегодня</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>Проверить сейчас</translation>
    </message>
    <message>
        <source>Moves the file back to where it was. The model learns nothing from this.</source>
        <translation>Возвращает файл туда, где он был. Модель ничему при этом не учится.</translation>
    </message>
    <message>
        <source>Arrivals to list</source>
        <translation>Какие поступления показать</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) waiting for your decision</source>
        <translation>
            <numerusform>Ждёт вашего решения: %Ln</numerusform>
            <numerusform>Ждут вашего решения: %Ln</numerusform>
            <numerusform>Ждут вашего решения: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is waiting for your decision.</source>
        <translation>Ничего не ждёт вашего решения.</translation>
    </message>
    <message>
        <source>Bayleaf checks only new mails and files; existing ones are not touched.</source>
        <translation>Проверяются только новые письма и файлы; прежние остаются на месте.</translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln folder(s) or mailbox(es)</source>
        <translation>
            <numerusform>Папок и ящиков под наблюдением: %Ln</numerusform>
            <numerusform>Папок и ящиков под наблюдением: %Ln</numerusform>
            <numerusform>Папок и ящиков под наблюдением: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) arrived today</source>
        <translation>
            <numerusform>сегодня пришло: %Ln</numerusform>
            <numerusform>сегодня пришло: %Ln</numerusform>
            <numerusform>сегодня пришло: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>model “%1”</source>
        <translation>модель «%1»</translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>приостановлено вами</translation>
    </message>
    <message>
        <source>last checked at %1</source>
        <translation>последняя проверка в %1</translation>
    </message>
    <message>
        <source>another program is already watching these folders and mailboxes</source>
        <translation>за этими папками и ящиками уже следит другая программа</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed today</source>
        <translation>
            <numerusform>Сегодня разложено по папкам: %Ln</numerusform>
            <numerusform>Сегодня разложено по папкам: %Ln</numerusform>
            <numerusform>Сегодня разложено по папкам: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed</source>
        <translation>
            <numerusform>Разложено: %Ln</numerusform>
            <numerusform>Разложено: %Ln</numerusform>
            <numerusform>Разложено: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been filed yet</source>
        <translation>Пока ничего не разложено по папкам</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) labelled by you</source>
        <translation>
            <numerusform>метку поставили вы: %Ln</numerusform>
            <numerusform>метку поставили вы: %Ln</numerusform>
            <numerusform>метку поставили вы: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) put back</source>
        <translation>
            <numerusform>возвращён %Ln объект</numerusform>
            <numerusform>возвращено %Ln объекта</numerusform>
            <numerusform>возвращено %Ln объектов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) would be filed (trial)</source>
        <translation>
            <numerusform>был бы разложен %Ln объект (проба)</numerusform>
            <numerusform>были бы разложены %Ln объекта (проба)</numerusform>
            <numerusform>были бы разложены %Ln объектов (проба)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) not moved</source>
        <translation>
            <numerusform>не перемещено: %Ln</numerusform>
            <numerusform>не перемещено: %Ln</numerusform>
            <numerusform>не перемещено: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Filed</source>
        <translation>Разложено</translation>
    </message>
    <message>
        <source>Labelled by you</source>
        <translation>Помечено вами</translation>
    </message>
    <message>
        <source>Would be filed (trial)</source>
        <translation>Было бы разложено (проба)</translation>
    </message>
    <message>
        <source>Not moved</source>
        <translation>Не перенесено</translation>
    </message>
    <message>
        <source>Not filed</source>
        <translation>Не разложено</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Все</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Sender or file</source>
        <translation>Отправитель или файл</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Причина</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Результат</translation>
    </message>
    <message>
        <source>Learn as %1</source>
        <translation>Обучить как «%1»</translation>
    </message>
</context>
<context>
    <name>InboxSettings</name>
    <message>
        <source>Icon in the notification area</source>
        <translation>Показывать значок в области уведомлений</translation>
    </message>
    <message>
        <source>Notify when mail waits for your decision, at most once an hour</source>
        <translation>Уведомлять, когда письма ждут вашего решения, не чаще раза в час</translation>
    </message>
    <message>
        <source>Show the subject in notifications</source>
        <translation>Показывать тему в уведомлениях</translation>
    </message>
    <message>
        <source>Notify in the evening how much mail arrived</source>
        <translation>Вечером сообщать, сколько пришло писем</translation>
    </message>
    <message>
        <source>Start at login, in the notification area</source>
        <translation>Запускать при входе в систему, свёрнутым в область уведомлений</translation>
    </message>
</context>
<context>
    <name>InboxViewModel</name>
    <message>
        <source>“%1” is learnt as %2</source>
        <translation>Модель запомнила: «%1» — пример для метки «%2»</translation>
    </message>
    <message>
        <source>“%1” is learnt as %2, and filed</source>
        <translation>Модель запомнила: «%1» — пример для метки «%2»; перемещено в папку метки</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>“%1” waits for your decision again</source>
        <translation>«%1» снова ждёт вашего решения</translation>
    </message>
</context>
<context>
    <name>InterruptedImports</name>
    <message>
        <source>The import of %1 was interrupted. None of its documents were stored.</source>
        <translation>Импорт «%1» был прерван: ни один документ не сохранён</translation>
    </message>
    <message>
        <source>Continue importing</source>
        <translation>Продолжить импорт</translation>
    </message>
</context>
<context>
    <name>Job</name>
    <message>
        <source>waiting for another task or program that is writing to “%1”</source>
        <translation>ожидание другой задачи или программы, которая сейчас пишет в «%1»</translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Показать папку</translation>
    </message>
    <message>
        <source>Show folders (%1)</source>
        <translation>Показать папки (%1)</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Остановка…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>осталось %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>ещё %Ln задача в очереди</numerusform>
            <numerusform>ещё %Ln задачи в очереди</numerusform>
            <numerusform>ещё %Ln задач в очереди</numerusform>
        </translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/с</translation>
    </message>
    <message>
        <source>%1 documents/s</source>
        <translation>%1 док./с</translation>
    </message>
</context>
<context>
    <name>KeptTable</name>
    <message>
        <source>Delete recipe</source>
        <translation>Удалить рецепт</translation>
    </message>
    <message>
        <source>model</source>
        <translation>модель</translation>
    </message>
    <message>
        <source>No model or recipe is saved for this collection yet. Save one now, to compare later ones with it.</source>
        <translation>Для этой коллекции ещё не сохранено ни моделей, ни рецептов. Сохраните рецепт или модель, чтобы сравнивать с ними следующие модели.</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Лог-потери</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Smoothing α, or for learnt factors the caution (regularisation)</source>
        <translation>Сглаживание α, а для выученных множителей – осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Size of the vocabulary</source>
        <translation>Размер словаря</translation>
    </message>
    <message>
        <source>all</source>
        <comment>words</comment>
        <translation>все</translation>
    </message>
    <message>
        <source>Saved models and recipes</source>
        <translation>Сохранённые модели и рецепты</translation>
    </message>
    <message>
        <source>word list</source>
        <comment>of words</comment>
        <translation>список слов</translation>
    </message>
    <message>
        <source>Measured on held-out documents when the model or recipe was saved</source>
        <translation>Измерено на отложенных документах при сохранении модели или рецепта</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Сохранено</translation>
    </message>
    <message>
        <source>Smoothing or caution</source>
        <translation>Сглаживание или осторожность</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>Применить эти настройки</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
</context>
<context>
    <name>LabelFigures</name>
    <message>
        <source>Precision</source>
        <translation>Точность</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Полнота</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
</context>
<context>
    <name>LabelMenu</name>
    <message>
        <source>Rename…</source>
        <translation>Переименовать…</translation>
    </message>
    <message>
        <source>Merge into</source>
        <translation>Объединить с</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Colour…</source>
        <translation>Цвет…</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Синий</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>Киноварь</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Зелёный</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Фиолетовый</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Оранжевый</translation>
    </message>
    <message>
        <source>Sky blue</source>
        <translation>Голубой</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Серый</translation>
    </message>
    <message>
        <source>%1, outline only</source>
        <translation>%1, только контур</translation>
    </message>
    <message>
        <source>Find a label</source>
        <translation>Найти метку</translation>
    </message>
</context>
<context>
    <name>LeastShares</name>
    <message>
        <source>Change…</source>
        <translation>Изменить…</translation>
    </message>
    <message>
        <source>Files below this confidence stay where they are. In watched folders, Bayleaf asks you about them.</source>
        <translation>Файлы, у которых уверенность ниже этой, остаются на месте. В отслеживаемых папках Bayleaf спросит о них.</translation>
    </message>
    <message>
        <source>all documents</source>
        <translation>все документы</translation>
    </message>
    <message>
        <source>all except unsure verdicts</source>
        <translation>все документы, кроме неуверенных вердиктов</translation>
    </message>
</context>
<context>
    <name>LessonMenu</name>
    <message>
        <source>Lesson</source>
        <translation>Урок</translation>
    </message>
    <message>
        <source>Open lesson…</source>
        <translation>Открыть урок…</translation>
    </message>
    <message>
        <source>Use your own table…</source>
        <translation>Взять свою таблицу…</translation>
    </message>
    <message>
        <source>Save lesson…</source>
        <translation>Сохранить урок…</translation>
    </message>
    <message>
        <source>Save calculation…</source>
        <translation>Сохранить вычисления…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Сохранить изображение…</translation>
    </message>
    <message>
        <source>Bayleaf lessons (*%1)</source>
        <translation>Уроки Bayleaf (*%1)</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Открыть урок</translation>
    </message>
    <message>
        <source>Tables (%1)</source>
        <translation>Таблицы (%1)</translation>
    </message>
    <message>
        <source>A table with a label in each row</source>
        <translation>Таблица с меткой в каждой строке</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Сохранить урок</translation>
    </message>
</context>
<context>
    <name>LessonPictures</name>
    <message>
        <source>Arrow from %1 to %2 is on</source>
        <translation>Стрелка от %1 к %2 включена</translation>
    </message>
    <message>
        <source>Arrow from %1 to %2 is off</source>
        <translation>Стрелка от %1 к %2 выключена</translation>
    </message>
    <message>
        <source>number of factors if the document is repeated. ● document used once; ✕ product becomes 0; dashed line: calculated with logarithms</source>
        <translation>число множителей, если документ повторять. ● документ взят один раз; ✕ произведение становится 0; пунктир: вычислено через логарифмы</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Весы</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Счётчики</translation>
    </message>
    <message>
        <source>Words present and absent</source>
        <translation>Присутствующие и отсутствующие слова</translation>
    </message>
    <message>
        <source>Bell curves</source>
        <translation>Колоколообразные кривые</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Карта</translation>
    </message>
    <message>
        <source>Tiny products</source>
        <translation>Крошечные произведения</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Сеть</translation>
    </message>
    <message>
        <source>Event models</source>
        <translation>Модели событий</translation>
    </message>
    <message>
        <source>Pile</source>
        <translation>Стопка</translation>
    </message>
    <message>
        <source>present</source>
        <translation>есть</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>%1: the exact product is 10 to the power of %2; a computer gets 0 after %3 factors</source>
        <translation>%1: точное произведение равно 10 в степени %2; на множителе номер %3 компьютер получает 0</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>независимо</translation>
    </message>
    <message>
        <source>%1, known label: %2</source>
        <translation>%1, известная метка: %2</translation>
    </message>
    <message>
        <source>%1, label guessed by the model: %2</source>
        <translation>%1, метка, угаданная моделью: %2</translation>
    </message>
    <message>
        <source>Nothing can be drawn, because a factor is 0 or there are no factors.</source>
        <translation>Рисовать нечего: один из множителей равен 0 или множителей нет.</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>априорная</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>отсутствующие слова</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>исходное значение</translation>
    </message>
    <message>
        <source>rules out both labels</source>
        <translation>исключает обе метки</translation>
    </message>
    <message>
        <source>rules out %1</source>
        <translation>исключает %1</translation>
    </message>
    <message>
        <source>%1 : 1 for %2</source>
        <translation>шансы %1 : 1 за %2</translation>
    </message>
    <message>
        <source>undecided: both products are 0</source>
        <translation>вердикт не определён: оба произведения равны 0</translation>
    </message>
    <message>
        <source>total</source>
        <translation>итого</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>подсчитано</translation>
    </message>
    <message>
        <source>share added by α</source>
        <translation>часть, добавленная сглаживанием α</translation>
    </message>
    <message>
        <source>others</source>
        <translation>остальные</translation>
    </message>
    <message>
        <source>product 0: impossible</source>
        <translation>произведение 0: невозможно</translation>
    </message>
    <message>
        <source>number of further words: %1</source>
        <translation>ещё слов: %1</translation>
    </message>
    <message>
        <source>a computer stores numbers below this line as 0</source>
        <translation>числа ниже этой линии компьютер хранит как 0</translation>
    </message>
    <message>
        <source>No word of the document is in the training data.</source>
        <translation>Ни одного слова документа нет в обучающих данных.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>verdict without arrows: %1</source>
        <translation>вердикт без стрелок: %1</translation>
    </message>
    <message>
        <source>Naive Bayes has no arrows between words. Click an arrow to make the word at its tip depend on the word at its start.</source>
        <translation>В наивном Байесе между словами нет стрелок. Щёлкните стрелку, и слово на её конце будет зависеть от слова в её начале.</translation>
    </message>
    <message>
        <source>Arrows can be drawn only between two or more words.</source>
        <translation>Стрелки возможны, только если слов хотя бы два.</translation>
    </message>
    <message>
        <source>Round %1: label probabilities of each row</source>
        <translation>Итерация %1: вероятности меток каждой строки</translation>
    </message>
    <message>
        <source>number of further rows: %1</source>
        <translation>ещё строк: %1</translation>
    </message>
    <message>
        <source>Counts for the next round: from known labels + from guessed labels</source>
        <translation>Счётчики для следующей итерации: по известным + по угаданным меткам</translation>
    </message>
</context>
<context>
    <name>LessonsConnection</name>
    <message>
        <source>after calibration</source>
        <translation>после калибровки</translation>
    </message>
    <message>
        <source>before calibration</source>
        <translation>до калибровки</translation>
    </message>
    <message>
        <source>Probability that the model states</source>
        <translation>Вероятность по оценке модели</translation>
    </message>
    <message>
        <source>Share of correct verdicts</source>
        <translation>Доля верных вердиктов</translation>
    </message>
    <message>
        <source>The model is more than 99.9 % sure of %1 of the %2 held-out documents; of these %1, it classifies %3 wrongly. Calibration error: %4 before calibration, %5 after.</source>
        <translation>Модель более чем на 99,9 % уверена в вердиктах для %1 из %2 отложенных документов; из этих %1 вердиктов неверны %3. Ошибка калибровки: %4 до калибровки, %5 после.</translation>
    </message>
    <message>
        <source>Trained on %1 documents, the multinomial model classifies %2 of the %3 held-out documents correctly (mean of %4 random draws). Trained on all %5 documents, it classifies %6 correctly.</source>
        <translation>Обученная на %1 документах, мультиномиальная модель верно классифицирует %2 из %3 отложенных (среднее по %4 случайным выборкам), обученная на всех %5 документах – %6.</translation>
    </message>
    <message>
        <source>With all %1 words, the Bernoulli model classifies %2 of the documents correctly, the multinomial model %3.</source>
        <translation>Со всеми словами (%1) модель Бернулли верно определяет %2 документов, мультиномиальная — %3.</translation>
    </message>
    <message>
        <source>The Bernoulli model is not more accurate at any vocabulary size.</source>
        <translation>Ни при одном из проверенных размеров словаря модель Бернулли не точнее мультиномиальной.</translation>
    </message>
    <message>
        <source>With vocabularies from %1 to %2 words, the Bernoulli model is more accurate than the multinomial model.</source>
        <translation>Модель Бернулли точнее мультиномиальной при словаре от %1 до %2 слов.</translation>
    </message>
    <message>
        <source>With so few documents, these figures may be chance.</source>
        <translation>Документов так мало, что эти числа могут быть случайными.</translation>
    </message>
    <message>
        <source>Number of training documents</source>
        <translation>Число обучающих документов</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>Верно на отложенных документах</translation>
    </message>
    <message>
        <source>To save memory, only %1 of %2 documents were tested, drawn at random.</source>
        <translation>Чтобы не занимать много памяти, проверены только %1 из %2 документов, взятые случайно.</translation>
    </message>
</context>
<context>
    <name>LessonsPage</name>
    <message>
        <source>Reset</source>
        <translation>Сбросить</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Уроки</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Урок</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>Априорная вероятность</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>The picture shows the answer. Calculate it yourself first.</source>
        <translation>На изображении виден ответ. Сначала решите сами.</translation>
    </message>
    <message>
        <source>‹ Previous</source>
        <translation>‹ Назад</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>Сглаживание α</translation>
    </message>
    <message>
        <source>Smoothing of the prior, λ</source>
        <translation>Сглаживание априорной вероятности, λ</translation>
    </message>
    <message>
        <source>Rows to learn from</source>
        <translation>Обучающие строки</translation>
    </message>
    <message>
        <source>Try this lesson with your documents</source>
        <translation>Повторить урок на своих документах</translation>
    </message>
    <message>
        <source>Calculation</source>
        <translation>Расчёт</translation>
    </message>
    <message>
        <source>Forget row</source>
        <translation>Забыть строку</translation>
    </message>
    <message>
        <source>Learn row again</source>
        <translation>Вернуть строку в обучение</translation>
    </message>
    <message>
        <source>Add row</source>
        <translation>Добавить строку</translation>
    </message>
    <message>
        <source>Remove row</source>
        <translation>Убрать строку</translation>
    </message>
    <message>
        <source>%1 of %2 lessons finished</source>
        <translation>Пройдено уроков: %1 из %2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Шаги</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Эксперимент</translation>
    </message>
    <message>
        <source>Calculate the answer yourself first.</source>
        <translation>Сначала посчитайте сами.</translation>
    </message>
    <message>
        <source>Of %1 rows, the model classifies %2 wrongly. If each row in turn is left out of the training, it classifies %3 wrongly.</source>
        <translation>Из %1 строк модель неверно классифицирует %2. Если каждую строку по очереди исключать из обучения, она неверно классифицирует %3.</translation>
    </message>
    <message>
        <source>Prior from the data</source>
        <translation>Априорная из данных</translation>
    </message>
    <message>
        <source>How many times the model learns from the labels that it guesses for unlabelled rows</source>
        <translation>Сколько раз модель учится на метках, угаданных для строк без метки</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Объяснение</translation>
    </message>
    <message>
        <source>Uniform prior</source>
        <translation>Равномерная априорная</translation>
    </message>
    <message>
        <source>Smoothed prior</source>
        <translation>Сглаженная априорная</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Раунды</translation>
    </message>
    <message>
        <source>The rows are now from “%1”. The text below still explains the rows of the lesson.</source>
        <translation>Сейчас взяты строки из «%1». Текст ниже по-прежнему объясняет строки самого урока.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Дальше</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Следующий урок</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Закончить</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Строки</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Новый текст</translation>
    </message>
    <message>
        <source>Pick other documents</source>
        <translation>Взять другие документы</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Lesson %1 of %2: %3</source>
        <translation>Урок %1 из %2: %3</translation>
    </message>
    <message>
        <source>The model learnt from %1 labelled rows and from the guessed labels of %2 unlabelled rows.</source>
        <translation>Модель обучилась на строках с метками (%1) и на угаданных метках остальных строк (%2).</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>Не определено</translation>
    </message>
    <message>
        <source>Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)</source>
        <translation>Таблица (*.xlsx);;PDF (*.pdf);;Веб-страница (*.html);;Текст (*.txt)</translation>
    </message>
    <message>
        <source>Save calculation</source>
        <translation>Сохранить расчёт</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Сохранить рисунок</translation>
    </message>
</context>
<context>
    <name>LessonsViewModel</name>
    <message>
        <source>Picking documents at random</source>
        <translation>Случайный выбор документов</translation>
    </message>
    <message>
        <source>Reading the table</source>
        <translation>Чтение таблицы</translation>
    </message>
    <message>
        <source>Running the experiment</source>
        <translation>Идёт эксперимент</translation>
    </message>
</context>
<context>
    <name>LetterDialog</name>
    <message>
        <source>Document</source>
        <translation>Документ</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Открыть оригинал</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>LetterFields</name>
    <message>
        <source>Restore the detected date and sender</source>
        <translation>Вернуть распознанные дату и отправителя</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Дата</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>Отправитель</translation>
    </message>
</context>
<context>
    <name>ListedBar</name>
    <message>
        <source>Label all as</source>
        <translation>Присвоить всем метку</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить…</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>Экспорт в CSV…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Убрать из списка</translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message>
        <source>Filing without asking you</source>
        <translation>Что раскладывать по папкам, не спрашивая</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>рекомендуется</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ни одного</translation>
    </message>
    <message>
        <source>1 in %1</source>
        <translation>1 из %1</translation>
    </message>
    <message>
        <source>you are asked about all mail that looks like %1</source>
        <translation>Bayleaf спросит вас о каждом письме, похожем на %1</translation>
    </message>
    <message numerus="yes">
        <source>possible once %Ln test document(s) of one label have all been classified correctly</source>
        <translation>
            <numerusform>станет доступно, когда верно определён %Ln проверочный документ одной метки</numerusform>
            <numerusform>станет доступно, когда верно определены все %Ln проверочных документа одной метки</numerusform>
            <numerusform>станет доступно, когда верно определены все %Ln проверочных документов одной метки</numerusform>
        </translation>
    </message>
    <message>
        <source>Bayleaf files %1 of 100 documents, with almost no mistakes</source>
        <translation>Bayleaf разложит %1 из 100 документов, почти без ошибок</translation>
    </message>
    <message>
        <source>Bayleaf files %1 of 100 documents, about %2 of them in the wrong folder</source>
        <translation>Bayleaf разложит %1 из 100 документов, из них не в ту папку – около %2</translation>
    </message>
    <message numerus="yes">
        <source>nothing is filed yet for %Ln label(s)</source>
        <translation>
            <numerusform>для %Ln метки пока ничего не раскладывается</numerusform>
            <numerusform>для %Ln меток пока ничего не раскладывается</numerusform>
            <numerusform>для %Ln меток пока ничего не раскладывается</numerusform>
        </translation>
    </message>
    <message>
        <source>How many filed documents may be in a wrong folder, for each label and in total? Bayleaf asks you about documents whose verdicts are not certain enough for this limit.</source>
        <translation>Сколько разложенных по папкам документов может оказаться не в той папке – по каждой метке и всего? О документах, вердикты которых недостаточно уверенны для этого предела, Bayleaf спросит вас.</translation>
    </message>
    <message numerus="yes">
        <source>How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not certain enough for this limit. Your good mail comes from %Ln mailing lists and senders.</source>
        <translation>
            <numerusform>Сколько хороших писем может попасть в %1? О письмах, вердикты которых недостаточно уверенны для этого предела, Bayleaf спросит вас. Ваши хорошие письма приходят из %Ln источника (рассылки и отправители).</numerusform>
            <numerusform>Сколько хороших писем может попасть в %1? О письмах, вердикты которых недостаточно уверенны для этого предела, Bayleaf спросит вас. Ваши хорошие письма приходят из %Ln источников (рассылки и отправители).</numerusform>
            <numerusform>Сколько хороших писем может попасть в %1? О письмах, вердикты которых недостаточно уверенны для этого предела, Bayleaf спросит вас. Ваши хорошие письма приходят из %Ln источников (рассылки и отправители).</numerusform>
        </translation>
    </message>
    <message>
        <source>Filed automatically in the last 30 days: %1. Put back: %2.</source>
        <translation>За последние 30 дней разложено автоматически: %1. Вы вернули: %2.</translation>
    </message>
    <message>
        <source>currently at most 1 mistake in %1</source>
        <translation>сейчас не больше 1 ошибки на %1</translation>
    </message>
    <message numerus="yes">
        <source>possible once you have good mail from %Ln mailing list(s) and sender(s)</source>
        <translation>
            <numerusform>станет доступно, когда у вас будут хорошие письма от %Ln отправителя или рассылки</numerusform>
            <numerusform>станет доступно, когда у вас будут хорошие письма от %Ln отправителей или рассылок</numerusform>
            <numerusform>станет доступно, когда у вас будут хорошие письма от %Ln отправителей или рассылок</numerusform>
        </translation>
    </message>
    <message>
        <source>you are asked about every document</source>
        <translation>Bayleaf спросит вас о каждом документе</translation>
    </message>
    <message>
        <source>you are rarely asked</source>
        <translation>Bayleaf будет спрашивать вас редко</translation>
    </message>
    <message>
        <source>you are asked about 1 mail in %1</source>
        <translation>Bayleaf спросит вас об 1 письме из %1</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Уроки</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Признаки</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>new</source>
        <translation>новое</translation>
    </message>
    <message>
        <source>all changes are saved</source>
        <translation>все изменения сохранены</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Входящие</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Разбор</translation>
    </message>
    <message>
        <source>Collect</source>
        <translation>Сбор</translation>
    </message>
    <message>
        <source>Bayleaf is starting…</source>
        <translation>Bayleaf запускается…</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Работа</translation>
    </message>
    <message>
        <source>You can drop files anywhere on this window</source>
        <translation>Файлы можно перетащить в любое место окна</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Отменить: %1</translation>
    </message>
    <message>
        <source>The reason is shown above. The workspace file was not changed.</source>
        <translation>Причина указана выше. Файл рабочего пространства не изменён.</translation>
    </message>
    <message>
        <source>Open another workspace…</source>
        <translation>Открыть другое рабочее пространство…</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>Новое рабочее пространство…</translation>
    </message>
    <message>
        <source>This workspace could not be opened</source>
        <translation>Не удалось открыть это рабочее пространство</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>ещё %Ln задача в очереди</numerusform>
            <numerusform>ещё %Ln задачи в очереди</numerusform>
            <numerusform>ещё %Ln задач в очереди</numerusform>
        </translation>
    </message>
    <message>
        <source>If you stop now, an unfinished import can be continued next time. Any other unfinished task is lost.</source>
        <translation>Если остановить сейчас, незаконченный импорт можно будет продолжить в следующий раз. Любая другая незаконченная задача пропадёт.</translation>
    </message>
    <message>
        <source>A task is still running</source>
        <translation>Фоновая задача ещё выполняется</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Остановить и закрыть</translation>
    </message>
    <message>
        <source>Let it finish</source>
        <translation>Дождаться завершения</translation>
    </message>
    <message>
        <source>a new collection</source>
        <translation>Новая коллекция</translation>
    </message>
    <message>
        <source>Drop to open %1</source>
        <translation>Отпустите, чтобы открыть «%1»</translation>
    </message>
    <message>
        <source>Drop to add to %1</source>
        <translation>Отпустите, чтобы добавить в коллекцию «%1»</translation>
    </message>
    <message>
        <source>Drop to classify with the model %1</source>
        <translation>Отпустите, чтобы классифицировать моделью «%1»</translation>
    </message>
    <message>
        <source>Hold %1 while dropping to add to %2 instead</source>
        <translation>Отпустите, удерживая %1, чтобы добавить в коллекцию «%2»</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln файл</numerusform>
            <numerusform>%Ln файла</numerusform>
            <numerusform>%Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>one mail</source>
        <translation>одно письмо</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;New workspace…</source>
        <translation>&amp;Новое рабочее пространство…</translation>
    </message>
    <message>
        <source>&amp;Open workspace…</source>
        <translation>&amp;Открыть рабочее пространство…</translation>
    </message>
    <message>
        <source>Save workspace &amp;as…</source>
        <translation>Сохранить рабочее пространство &amp;как…</translation>
    </message>
    <message>
        <source>&amp;Import documents…</source>
        <translation>&amp;Импортировать документы…</translation>
    </message>
    <message>
        <source>C&amp;lassify files…</source>
        <translation>&amp;Классифицировать файлы…</translation>
    </message>
    <message>
        <source>&amp;File away…</source>
        <translation>Раз&amp;ложить по папкам…</translation>
    </message>
    <message>
        <source>&amp;Bring files back</source>
        <translation>Ве&amp;рнуть файлы</translation>
    </message>
    <message>
        <source>Chec&amp;k workspace</source>
        <translation>&amp;Проверить рабочее пространство</translation>
    </message>
    <message>
        <source>Com&amp;pact workspace</source>
        <translation>&amp;Сжать рабочее пространство</translation>
    </message>
    <message>
        <source>Save a picture of the pa&amp;ge…</source>
        <translation>Сохранить снимок стра&amp;ницы…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>Н&amp;астройки…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>В&amp;ыход</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Открыть &amp;недавние</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>Rename &amp;collection…</source>
        <translation>Пере&amp;именовать коллекцию…</translation>
    </message>
    <message>
        <source>&amp;Delete collection…</source>
        <translation>&amp;Удалить коллекцию…</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отменить</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>&amp;Найти команду…</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>Показать &amp;журнал</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Повторить</translation>
    </message>
    <message>
        <source>Classify a fol&amp;der…</source>
        <translation>Классифицировать &amp;папку…</translation>
    </message>
    <message>
        <source>Pause or resume &amp;watching</source>
        <translation>Приостановить или продолжить на&amp;блюдение</translation>
    </message>
    <message>
        <source>&amp;Print page…</source>
        <translation>&amp;Печать страницы…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Копировать</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>Выделить &amp;всё</translation>
    </message>
    <message>
        <source>&amp;Paste and classify</source>
        <translation>Вставить и &amp;классифицировать</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Найти</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>&amp;Документы</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Модель</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Обучить</translation>
    </message>
    <message>
        <source>Try &amp;other settings</source>
        <translation>&amp;Испытать другие настройки</translation>
    </message>
    <message>
        <source>&amp;Keep a copy as…</source>
        <translation>&amp;Сохранить копию как…</translation>
    </message>
    <message>
        <source>Train on a &amp;cluster…</source>
        <translation>Обучить на &amp;кластере…</translation>
    </message>
    <message>
        <source>&amp;Add model from file…</source>
        <translation>&amp;Добавить модель из файла…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Экспорт…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>&amp;Крупнее</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>&amp;Мельче</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>&amp;Обычный размер</translation>
    </message>
    <message>
        <source>&amp;History of verdicts…</source>
        <translation>&amp;История вердиктов…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Тема</translation>
    </message>
    <message>
        <source>&amp;Same as system</source>
        <translation>&amp;Как в системе</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Светлая</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Тёмная</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>Bayleaf &amp;help</source>
        <translation>&amp;Справка Bayleaf</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>&amp;Первые шаги</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Клавиши</translation>
    </message>
    <message>
        <source>&amp;About Bayleaf</source>
        <translation>&amp;О программе Bayleaf</translation>
    </message>
</context>
<context>
    <name>MoreButton</name>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
</context>
<context>
    <name>NamesDialog</name>
    <message>
        <source>Names of filed files</source>
        <translation>Имена файлов после раскладывания по папкам</translation>
    </message>
    <message>
        <source>Name pattern</source>
        <translation>Образец имени</translation>
    </message>
    <message>
        <source>{date}, {sender} and {title} are read from the file; {name} is the file’s present name.</source>
        <translation>{date}, {sender} и {title} берутся из содержимого файла; {name} – нынешнее имя файла.</translation>
    </message>
    <message>
        <source>Add the recognised text to scanned PDFs; the original file is kept for undo</source>
        <translation>Добавлять распознанный текст в сканы PDF; исходный файл хранится для отмены</translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation>Например: %1</translation>
    </message>
</context>
<context>
    <name>NarrowedBar</name>
    <message>
        <source>Show all</source>
        <translation>Показать все</translation>
    </message>
    <message>
        <source>%1 of %2 documents</source>
        <translation>%1 из %2 документов</translation>
    </message>
    <message>
        <source>Actions for these documents…</source>
        <translation>Действия с этими документами…</translation>
    </message>
    <message>
        <source>Label as</source>
        <translation>Присвоить метку</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>Без метки</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Экспортировать список…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить по папкам…</translation>
    </message>
    <message>
        <source>Delete from the collection</source>
        <translation>Удалить из коллекции</translation>
    </message>
</context>
<context>
    <name>NextSteps</name>
    <message numerus="yes">
        <source>None of the %Ln document(s) has a label yet</source>
        <translation>
            <numerusform>%Ln документ ещё без метки</numerusform>
            <numerusform>%Ln документа ещё без меток</numerusform>
            <numerusform>%Ln документов ещё без меток</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort documents</source>
        <translation>Разобрать документы</translation>
    </message>
    <message>
        <source>All labelled documents have the label “%1”. To train a model, give other documents a different label.</source>
        <translation>У всех размеченных документов метка «%1». Чтобы обучить модель, дайте другим документам другую метку.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln labels</source>
        <translation>
            <numerusform>%1, %Ln метка</numerusform>
            <numerusform>%1, %Ln метки</numerusform>
            <numerusform>%1, %Ln меток</numerusform>
        </translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Обучить</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>Считать неразмеченными</translation>
    </message>
    <message>
        <source>Label them yourself</source>
        <translation>Поставить метки самостоятельно</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label yet</source>
        <translation>
            <numerusform>%Ln документ ещё без метки</numerusform>
            <numerusform>%Ln документа ещё без меток</numerusform>
            <numerusform>%Ln документов ещё без меток</numerusform>
        </translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>Пометить остальные документы…</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>Model “%1” is saved. Drop new files on the window to classify them.</source>
        <translation>Модель «%1» сохранена. Перетащите новые файлы в окно, чтобы узнать их метки.</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>The model is ready. Try it on mail that it has never seen.</source>
        <translation>Модель готова. Проверьте её на письмах, которых она не видела.</translation>
    </message>
    <message>
        <source>Try six new sample mails</source>
        <translation>Проверить на шести новых письмах-образцах</translation>
    </message>
    <message>
        <source>You can train a model as soon as two labels have documents</source>
        <translation>Модель можно обучить, как только документы будут у двух меток</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln файл не прочитан</numerusform>
            <numerusform>%Ln файла не прочитаны</numerusform>
            <numerusform>%Ln файлов не прочитано</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure verdict(s) left: press the key of the right label, or Enter if the verdict is right</source>
        <translation>
            <numerusform>Остался %Ln неуверенный вердикт: нажмите клавишу верной метки или Enter, если вердикт верен</numerusform>
            <numerusform>Осталось %Ln неуверенных вердикта: нажмите клавишу верной метки или Enter, если вердикт верен</numerusform>
            <numerusform>Осталось %Ln неуверенных вердиктов: нажмите клавишу верной метки или Enter, если вердикт верен</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed where they were.</source>
        <translation>
            <numerusform>%Ln документ остался на месте.</numerusform>
            <numerusform>%Ln документа остались на месте.</numerusform>
            <numerusform>%Ln документов остались на месте.</numerusform>
        </translation>
    </message>
    <message>
        <source>Every document has a label. You can file the documents into one folder for each label.</source>
        <translation>У каждого документа есть метка. Документы можно разложить по папкам, по одной на метку.</translation>
    </message>
    <message>
        <source>Every document has the label “%1”. A model needs at least two labels.</source>
        <translation>У всех документов метка «%1». Модели нужны как минимум две метки.</translation>
    </message>
    <message numerus="yes">
        <source>The model is not certain about the labels of %Ln document(s)</source>
        <translation>
            <numerusform>Модель не уверена в метке %Ln документа</numerusform>
            <numerusform>Модель не уверена в метках %Ln документов</numerusform>
            <numerusform>Модель не уверена в метках %Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled</source>
        <translation>
            <numerusform>Размечен %Ln документ</numerusform>
            <numerusform>Размечено %Ln документа</numerusform>
            <numerusform>Размечено %Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the whole list</source>
        <translation>Показать весь список</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>%Ln документ можно разложить по папкам</numerusform>
            <numerusform>%Ln документа можно разложить по папкам</numerusform>
            <numerusform>%Ln документов можно разложить по папкам</numerusform>
        </translation>
    </message>
    <message>
        <source>The saved model “%1” does not have these settings. Train again to use them.</source>
        <translation>У сохранённой модели «%1» другие настройки. Обучите её заново, чтобы их применить.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away.</source>
        <translation>
            <numerusform>Разложен %Ln файл.</numerusform>
            <numerusform>Разложено %Ln файла.</numerusform>
            <numerusform>Разложено %Ln файлов.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed without a label.</source>
        <translation>
            <numerusform>Без метки остался %Ln документ.</numerusform>
            <numerusform>Без метки осталось %Ln документа.</numerusform>
            <numerusform>Без метки осталось %Ln документов.</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop new files on the window to classify them.</source>
        <translation>Перетащите в окно новые файлы, чтобы классифицировать их.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have unsure verdicts</source>
        <translation>
            <numerusform>Неуверенный вердикт у %Ln документа</numerusform>
            <numerusform>Неуверенные вердикты у %Ln документов</numerusform>
            <numerusform>Неуверенные вердикты у %Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed, because their verdicts are unsure. Label them, then file them too.</source>
        <translation>
            <numerusform>%Ln документ остался на месте из-за неуверенного вердикта. Поставьте ему метку и тоже разложите.</numerusform>
            <numerusform>%Ln документа остались на месте из-за неуверенных вердиктов. Поставьте им метки и тоже разложите.</numerusform>
            <numerusform>%Ln документов остались на месте из-за неуверенных вердиктов. Поставьте им метки и тоже разложите.</numerusform>
        </translation>
    </message>
    <message>
        <source>Check them one by one</source>
        <translation>Проверить по одному</translation>
    </message>
    <message>
        <source>Show the reasons…</source>
        <translation>Показать причины…</translation>
    </message>
    <message>
        <source>Everything on the list is filed away.</source>
        <translation>Всё из списка разложено по папкам.</translation>
    </message>
    <message numerus="yes">
        <source>Everything is filed away, except %Ln file(s) that could not be read.</source>
        <translation>
            <numerusform>Разложено всё, кроме %Ln файла, который не удалось прочитать.</numerusform>
            <numerusform>Разложено всё, кроме %Ln файлов, которые не удалось прочитать.</numerusform>
            <numerusform>Разложено всё, кроме %Ln файлов, которые не удалось прочитать.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>Очистить список</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить по папкам…</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать Bayleaf на %Ln письме-образце</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
            <numerusform>Попробовать Bayleaf на %Ln письмах-образцах</numerusform>
        </translation>
    </message>
    <message>
        <source>This page needs documents to work with.
Import mail or documents that you have already sorted.</source>
        <translation>Этой странице нужны документы.
Импортируйте уже разобранные письма или документы.</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Документов пока нет</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Импортировать…</translation>
    </message>
</context>
<context>
    <name>NumberPane</name>
    <message>
        <source>Curves</source>
        <translation>Кривые</translation>
    </message>
    <message>
        <source>Every variance includes an added %1</source>
        <translation>В каждую дисперсию входит добавка %1</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Значений</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Пропуски</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Отклонение</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Стандартное отклонение</translation>
    </message>
    <message>
        <source>Click the plot to compare how likely that value is under each label</source>
        <translation>Щёлкните график, чтобы сравнить, насколько такое значение вероятно у каждой метки</translation>
    </message>
    <message>
        <source>log P(%1 | label)</source>
        <translation>log P(%1 | метка)</translation>
    </message>
</context>
<context>
    <name>OpponentsPane</name>
    <message>
        <source>Train this model</source>
        <translation>Обучить эту модель</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Другие модели</translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln minute(s)</source>
        <translation>
            <numerusform>не более %Ln минуты</numerusform>
            <numerusform>не более %Ln минут</numerusform>
            <numerusform>не более %Ln минут</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Сравнить</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>A simpler model, plain naive Bayes, is as good here. %1 classifies %2 correctly, and the model in use classifies %3 correctly. The difference could be chance (p %4).</source>
        <translation>Более простая модель, обычный наивный Байес, здесь не хуже. Модель «%1» верно определяет %2 документов, используемая – %3. Разница может быть случайной (p %4).</translation>
    </message>
    <message>
        <source>%1 is better: it classifies %2 correctly, and the model in use classifies %3 correctly. The difference is unlikely to be chance (p %4).</source>
        <translation>Модель «%1» лучше: верно определяет %2 документов, используемая модель – %3. Разница вряд ли случайна (p %4).</translation>
    </message>
    <message>
        <source>No plain naive Bayes model is as good. The best of them, %1, classifies %2 correctly, and the model in use classifies %3 correctly. The difference is unlikely to be chance (p %4).</source>
        <translation>Обычные модели наивного Байеса хуже. Лучшая из них, модель «%1», верно определяет %2 документов, используемая – %3. Разница вряд ли случайна (p %4).</translation>
    </message>
    <message>
        <source>not tested because the time was up: %1</source>
        <translation>не проверено, потому что время вышло: %1</translation>
    </message>
    <message>
        <source>not tested, stopped by you: %1</source>
        <translation>не проверено, остановлено вами: %1</translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln later document(s) of the collection, classified by models trained on earlier ones</source>
        <translation>
            <numerusform>%Ln более поздний документ коллекции проверен моделями, обученными на более ранних</numerusform>
            <numerusform>%Ln более поздних документа коллекции проверены моделями, обученными на более ранних</numerusform>
            <numerusform>%Ln более поздних документов коллекции проверены моделями, обученными на более ранних</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln document(s) of the collection, each classified by a model that has not learnt its neighbours and copies</source>
        <translation>
            <numerusform>%Ln документ коллекции проверен моделью, которая не обучалась на соседних с ним документах и его копиях</numerusform>
            <numerusform>%Ln документа коллекции проверены моделями, которые не обучались на соседних с ними документах и их копиях</numerusform>
            <numerusform>%Ln документов коллекции проверены моделями, которые не обучались на соседних с ними документах и их копиях</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s)</source>
        <translation>
            <numerusform>%Ln секунда</numerusform>
            <numerusform>%Ln секунды</numerusform>
            <numerusform>%Ln секунд</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, single words</source>
        <translation>%1, отдельные слова</translation>
    </message>
    <message>
        <source>%1 (in use)</source>
        <translation>%1 (используется)</translation>
    </message>
    <message>
        <source>micro-F1</source>
        <translation>микро-F1</translation>
    </message>
    <message>
        <source>macro-F1</source>
        <translation>макро-F1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>All labels correct</source>
        <translation>Все метки верны</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Разность</translation>
    </message>
    <message>
        <source>Accuracy minus that of the model in use, in percentage points</source>
        <translation>Доля верных вердиктов минус та же доля у используемой модели, в процентных пунктах</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Лог-потери</translation>
    </message>
    <message>
        <source>Time limit for the comparison</source>
        <translation>Предел времени на сравнение</translation>
    </message>
    <message>
        <source>Testing other models on the same documents…</source>
        <translation>Другие модели проверяются на тех же документах…</translation>
    </message>
    <message>
        <source>Compare your model with other kinds of models, on documents that none of them has seen.</source>
        <translation>Сравните свою модель с моделями других видов на документах, которых не видела ни одна из них.</translation>
    </message>
    <message>
        <source>No other model was tested, because you stopped the comparison.</source>
        <translation>Ни одна другая модель не проверена: вы остановили сравнение.</translation>
    </message>
    <message>
        <source>No other model could be tested within the time limit. Choose a longer one, and compare again.</source>
        <translation>За отведённое время не удалось проверить ни одной другой модели. Увеличьте время и сравните ещё раз.</translation>
    </message>
    <message>
        <source>No other model is clearly better than the model in use.</source>
        <translation>Ни одна другая модель не оказалась явно лучше используемой.</translation>
    </message>
    <message>
        <source>Mean of −ln of the probability given to the right label; 0 is perfect</source>
        <translation>Среднее −ln вероятности верной метки; 0 — идеальный результат</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Ошибка калибровки</translation>
    </message>
    <message>
        <source>Average difference between the stated probability and the share of correct verdicts</source>
        <translation>Среднее расхождение между вероятностью вердикта и долей верных вердиктов</translation>
    </message>
    <message>
        <source>F1 over all verdicts together</source>
        <translation>F1 по всем вердиктам вместе</translation>
    </message>
    <message>
        <source>Mean of F1 over all labels: labels with few documents count as much as others</source>
        <translation>Среднее F1 по всем меткам: метки с малым числом документов весят столько же, сколько остальные</translation>
    </message>
    <message>
        <source>Only this model right</source>
        <translation>Верно лишь у этой модели</translation>
    </message>
    <message>
        <source>Documents that this model classifies correctly and the model in use does not</source>
        <translation>Документы, которые эта модель определяет верно, а используемая – нет</translation>
    </message>
    <message>
        <source>Only your model right</source>
        <translation>Верно лишь у вашей модели</translation>
    </message>
    <message>
        <source>Documents that the model in use classifies correctly and this model does not</source>
        <translation>Документы, которые используемая модель определяет верно, а эта – нет</translation>
    </message>
    <message>
        <source>McNemar’s test: if p is below 0.05, the difference is unlikely to be chance</source>
        <translation>Критерий Макнемара: если p меньше 0,05, разница вряд ли случайна</translation>
    </message>
    <message>
        <source>each word counted once</source>
        <translation>каждое слово считается один раз</translation>
    </message>
</context>
<context>
    <name>OwnLessonDialog</name>
    <message>
        <source>Your own lesson</source>
        <translation>Свой урок</translation>
    </message>
    <message>
        <source>Hide the answers until the reader asks for them</source>
        <translation>Скрывать ответы, пока читатель их не откроет</translation>
    </message>
    <message>
        <source>The lesson keeps the present rows, document and settings. In the text, *word* highlights a word, and [[answer]] marks an answer that can be hidden. A line --- begins a new part. Write a question as “? …”, and below it “+ right” and “- wrong :: why”.</source>
        <translation>Урок сохраняет текущие строки, документ и настройки. В тексте *слово* выделяет слово, а [[ответ]] отмечает ответ, который можно скрыть. Строка --- начинает новую часть. Вопрос пишется так: «? …», под ним «+ верно» и «- неверно :: почему».</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Объяснение</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
</context>
<context>
    <name>PageHead</name>
    <message>
        <source>Help on this page</source>
        <translation>Справка по этой странице</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s)</source>
        <translation>
            <numerusform>%Ln метка</numerusform>
            <numerusform>%Ln метки</numerusform>
            <numerusform>%Ln меток</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Picture of the page</source>
        <translation>Изображение страницы</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Страница</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Назад</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Далее</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Крупнее</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>По ширине</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Страница %1 из %2</translation>
    </message>
    <message>
        <source>text recognised by %1, confidence %2</source>
        <translation>текст распознан программой %1, уверенность %2</translation>
    </message>
</context>
<context>
    <name>PlacesPanel</name>
    <message>
        <source>Add a folder…</source>
        <translation>Добавить папку…</translation>
    </message>
    <message>
        <source>Add a mailbox file…</source>
        <translation>Добавить файл почтового ящика…</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>Подключить ящик на сервере…</translation>
    </message>
    <message>
        <source>Exceptions and daily limit…</source>
        <translation>Исключения и дневной предел…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>Следить за %1</translation>
    </message>
    <message>
        <source>Start filing new items</source>
        <translation>Начать раскладывать новые файлы по папкам</translation>
    </message>
    <message>
        <source>Switch to trial</source>
        <translation>Перейти к пробе</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Больше не следить</translation>
    </message>
    <message>
        <source>Classify existing items…</source>
        <translation>Классифицировать уже имеющееся…</translation>
    </message>
    <message>
        <source>For a mailbox on a server (IMAP), install bayleaf-imap: see “Mail on a server” in the help.</source>
        <translation>Для ящика на сервере (IMAP) установите bayleaf-imap: см. раздел справки «Почта на сервере».</translation>
    </message>
    <message>
        <source>These folders were set up on another computer or by an earlier version of Bayleaf. Nothing is moved until you choose “Start filing new items” again.</source>
        <translation>Эти места настроены на другом компьютере или прежней версией Bayleaf. Ничего не перемещается, пока вы снова не выберете «Раскладывать по папкам новые файлы и письма».</translation>
    </message>
    <message>
        <source>Opens the page Classify with the files or mails that are already in this folder or mailbox. Nothing is moved.</source>
        <translation>Открывает страницу «Классификация» с файлами или письмами, которые уже есть в этой папке или ящике. Ничего не перемещается.</translation>
    </message>
    <message>
        <source>when filed, scanned PDFs get the recognised text</source>
        <translation>при раскладывании по папкам в сканы PDF добавляется распознанный текст</translation>
    </message>
    <message>
        <source>File names…</source>
        <translation>Имена файлов…</translation>
    </message>
    <message>
        <source>Files can get a new name when they are filed, such as the date and the sender.</source>
        <translation>Файлы при раскладывании могут получать новое имя, например дату и отправителя.</translation>
    </message>
    <message>
        <source>Bayleaf would file %1 of %2 items, about %3 of them in the wrong folder</source>
        <translation>Новых файлов и писем: %2; Bayleaf разложил бы %1 из них, около %3 — не в ту папку</translation>
    </message>
    <message>
        <source>Bayleaf would file %1 of %2 items, with almost no mistakes</source>
        <translation>Новых файлов и писем: %2; Bayleaf разложил бы %1 из них почти без ошибок</translation>
    </message>
    <message numerus="yes">
        <source>of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder</source>
        <translation>
            <numerusform>вы сами разложили: %1; из этого Bayleaf положил бы в другую папку: %Ln</numerusform>
            <numerusform>вы сами разложили: %1; из этого Bayleaf положил бы в другую папку: %Ln</numerusform>
            <numerusform>вы сами разложили: %1; из этого Bayleaf положил бы в другую папку: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation>недоступно</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>приостановлено</translation>
    </message>
    <message>
        <source>Bayleaf shows the label of each new mail. It never changes a mailbox file, so no mail is moved.</source>
        <translation>Bayleaf показывает метку каждого нового письма. Файл почтового ящика он никогда не изменяет, поэтому письма остаются на месте.</translation>
    </message>
    <message>
        <source>trial: Bayleaf shows what it would do and moves nothing</source>
        <translation>проба: Bayleaf показывает, что сделал бы, и ничего не перемещает</translation>
    </message>
    <message>
        <source>new items are filed into %1</source>
        <translation>новые файлы раскладываются по папкам в «%1»</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Следить за папкой</translation>
    </message>
    <message>
        <source>Watch a mailbox</source>
        <translation>Следить за ящиком</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Save picture</source>
        <translation>Сохранить изображение</translation>
    </message>
</context>
<context>
    <name>ProgressPane</name>
    <message>
        <source>%1 left</source>
        <translation>осталось %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read</source>
        <translation>
            <numerusform>прочитан %Ln документ</numerusform>
            <numerusform>прочитано %Ln документа</numerusform>
            <numerusform>прочитано %Ln документов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromisePane</name>
    <message>
        <source>What the model can guarantee</source>
        <translation>Что может гарантировать модель</translation>
    </message>
    <message numerus="yes">
        <source>The model has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>Модель обучена на %Ln хорошем письме.</numerusform>
            <numerusform>Модель обучена на %Ln хороших письмах.</numerusform>
            <numerusform>Модель обучена на %Ln хороших письмах.</numerusform>
        </translation>
    </message>
    <message>
        <source>The senders are unknown. To be cautious, Bayleaf counts three mails as one sender.</source>
        <translation>Отправители неизвестны. Из осторожности Bayleaf считает, что каждые три письма – от одного отправителя.</translation>
    </message>
    <message numerus="yes">
        <source>Your %Ln good mail(s) come from only %1 different senders and lists.</source>
        <translation>
            <numerusform>Ваше %Ln хорошее письмо пришло от немногих отправителей и рассылок: их всего %1.</numerusform>
            <numerusform>Ваши %Ln хороших письма пришли от немногих отправителей и рассылок: их всего %1.</numerusform>
            <numerusform>Ваши %Ln хороших писем пришли от немногих отправителей и рассылок: их всего %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>All mails of one mailing list count as one sender.</source>
        <translation>Все письма одной рассылки считаются письмами одного отправителя.</translation>
    </message>
    <message>
        <source>The model can guarantee that at most 1 good mail in %1 is wrongly called spam.</source>
        <translation>Модель может гарантировать: за спам будет ошибочно принято не больше 1 хорошего письма из %1.</translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs good mail from %Ln more sender(s) or mailing list(s).</source>
        <translation>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужны хорошие письма ещё от %Ln отправителя или рассылки.</numerusform>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужны хорошие письма ещё от %Ln отправителей или рассылок.</numerusform>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужны хорошие письма ещё от %Ln отправителей или рассылок.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs %Ln more good mail(s).</source>
        <translation>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужно ещё %Ln хорошее письмо.</numerusform>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужно ещё %Ln хороших письма.</numerusform>
            <numerusform>Чтобы гарантировать не больше 1 ошибки на %1 писем, модели нужно ещё %Ln хороших писем.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln label(s) that may be wrong. They are at the top of the list on the right.</source>
        <translation>
            <numerusform>Проверьте %Ln метку, которая может быть неверной (вверху списка справа).</numerusform>
            <numerusform>Проверьте %Ln метки, которые могут быть неверными (вверху списка справа).</numerusform>
            <numerusform>Проверьте %Ln меток, которые могут быть неверными (вверху списка справа).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message numerus="yes">
        <source>%Ln listed</source>
        <translation>
            <numerusform>показан %Ln</numerusform>
            <numerusform>показаны %Ln</numerusform>
            <numerusform>показаны %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>учитывается число вхождений слова</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>учитывается только наличие слова</translation>
    </message>
    <message>
        <source>tf–idf</source>
        <translation>tf–idf</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>Верно на отложенных документах</translation>
    </message>
    <message>
        <source>%1 classified as %2</source>
        <translation>%1 принято за %2</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Логарифмическая потеря</translation>
    </message>
    <message>
        <source>all</source>
        <translation>все</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>Взять эти настройки</translation>
    </message>
    <message>
        <source>Keep my settings</source>
        <translation>Оставить мои настройки</translation>
    </message>
    <message>
        <source>Documents whose verdict would change</source>
        <translation>Документы, вердикт которых изменился бы</translation>
    </message>
    <message>
        <source>Better settings found</source>
        <translation>Найдены лучшие настройки</translation>
    </message>
    <message>
        <source>No better settings found</source>
        <translation>Лучших настроек не нашлось</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Your settings</source>
        <translation>Ваши настройки</translation>
    </message>
    <message>
        <source>Settings found</source>
        <translation>Найденные настройки</translation>
    </message>
    <message numerus="yes">
        <source>The verdict would change for %Ln document(s)</source>
        <translation>
            <numerusform>Вердикт изменился бы у %Ln документа</numerusform>
            <numerusform>Вердикт изменился бы у %Ln документов</numerusform>
            <numerusform>Вердикт изменился бы у %Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>Сглаживание α</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>Слов в словаре</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>Подсчёт</translation>
    </message>
    <message>
        <source>Minimum word length</source>
        <translation>Минимальная длина слова</translation>
    </message>
    <message>
        <source>chosen by the filter itself</source>
        <translation>значение выбирает сам фильтр</translation>
    </message>
    <message>
        <source>With the best value of the curve (%1), %2 of the documents are classified correctly.</source>
        <translation>При лучшем значении на кривой (%1) верно классифицировано %2 документов.</translation>
    </message>
    <message>
        <source>The probabilities are better with the settings found: the log loss is lower.</source>
        <translation>С найденными настройками вероятности точнее: лог-потери меньше.</translation>
    </message>
    <message numerus="yes">
        <source>Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.</source>
        <translation>
            <numerusform>Проверка на одном и том же %Ln отложенном документе: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
            <numerusform>Проверка на одних и тех же %Ln отложенных документах: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
            <numerusform>Проверка на одних и тех же %Ln отложенных документах: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The curve was measured on %Ln of these documents.</source>
        <translation>
            <numerusform>Кривая построена по %Ln из этих документов.</numerusform>
            <numerusform>Кривая построена по %Ln из этих документов.</numerusform>
            <numerusform>Кривая построена по %Ln из этих документов.</numerusform>
        </translation>
    </message>
    <message>
        <source>the difference could be chance</source>
        <translation>разница может быть случайной</translation>
    </message>
    <message>
        <source>%1 documents are classified correctly only with the settings found, %2 only with your settings; %3.</source>
        <translation>Документов, верно определённых только с найденными настройками: %1, только с вашими: %2; %3.</translation>
    </message>
    <message>
        <source>the difference is unlikely to be chance</source>
        <translation>разница вряд ли случайна</translation>
    </message>
</context>
<context>
    <name>ProposalViewModel</name>
    <message>
        <source>Looking for better settings for %1</source>
        <translation>Поиск лучших настроек для коллекции «%1»</translation>
    </message>
</context>
<context>
    <name>ProtectedLabels</name>
    <message>
        <source>Protected labels</source>
        <translation>Защищённые метки</translation>
    </message>
    <message>
        <source>Protect…</source>
        <translation>Защитить…</translation>
    </message>
    <message>
        <source>Choose the labels whose documents must not be misclassified. The guarantee of the model covers these labels.</source>
        <translation>Выберите метки, документы которых нельзя относить к другим меткам. Гарантия модели относится к этим меткам.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>все</translation>
    </message>
</context>
<context>
    <name>QuestionPane</name>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>New label… (press N)</source>
        <translation>Новая метка… (клавиша N)</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>Новая метка</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Пропустить</translation>
    </message>
    <message>
        <source>Next document</source>
        <translation>Следующий документ</translation>
    </message>
    <message>
        <source>Undo answer</source>
        <translation>Отменить ответ</translation>
    </message>
    <message>
        <source>Choosing the next questions…</source>
        <translation>Подбираются следующие вопросы…</translation>
    </message>
    <message>
        <source>Other label… (press N)</source>
        <translation>Другая метка… (клавиша N)</translation>
    </message>
    <message>
        <source>This document was chosen at random, to measure the accuracy</source>
        <translation>Этот документ выбран случайно, чтобы измерить долю верных вердиктов</translation>
    </message>
    <message>
        <source>The label of this document could be %1 or %2</source>
        <translation>Неясно, какая метка у этого документа: «%1» или «%2»</translation>
    </message>
    <message>
        <source>This document resembles none of the labelled documents</source>
        <translation>Этот документ не похож ни на один документ с меткой</translation>
    </message>
    <message numerus="yes">
        <source>This document is typical of %Ln similar document(s)</source>
        <translation>
            <numerusform>Типичный документ в группе похожих (в ней %Ln)</numerusform>
            <numerusform>Типичный документ в группе похожих (в ней %Ln)</numerusform>
            <numerusform>Типичный документ в группе похожих (в ней %Ln)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingDialog</name>
    <message>
        <source>What Bayleaf reads</source>
        <translation>Что читает Bayleaf</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Свидетельства</translation>
    </message>
    <message>
        <source>Hidden text</source>
        <translation>Скрытый текст</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>Text that is hidden from readers of the document</source>
        <translation>Текст, которого читатель документа не видит</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Тип</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От кого</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Дата</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Attached</source>
        <translation>Вложения</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Проблемы</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>чтение…</translation>
    </message>
</context>
<context>
    <name>ReadingPane</name>
    <message>
        <source>Why</source>
        <translation>Почему</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Ввести пароль…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Прочитать снова</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От кого</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Дата</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Источник</translation>
    </message>
    <message>
        <source>Copies in</source>
        <translation>Копии в</translation>
    </message>
    <message>
        <source>Attached</source>
        <translation>Вложения</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>“%1” is protected by a password. Enter the password, or save a copy without protection and use that copy.</source>
        <translation>«%1» защищён паролем. Введите пароль или сохраните копию без защиты и используйте её.</translation>
    </message>
    <message>
        <source>The password is wrong.</source>
        <translation>Неверный пароль.</translation>
    </message>
</context>
<context>
    <name>RecipeFolds</name>
    <message>
        <source>Vocabulary</source>
        <translation>Словарь</translation>
    </message>
    <message>
        <source>Words and word forms</source>
        <translation>Слова и их формы</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>Априорная вероятность</translation>
    </message>
    <message>
        <source>Unknown words</source>
        <translation>Неизвестные слова</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>слов: %1</translation>
    </message>
    <message>
        <source>most frequent</source>
        <translation>самые частые</translation>
    </message>
    <message>
        <source>words found in the most documents</source>
        <translation>слова, встречающиеся в наибольшем числе документов</translation>
    </message>
    <message>
        <source>most informative (mutual information)</source>
        <translation>самые показательные (взаимная информация)</translation>
    </message>
    <message>
        <source>most informative (χ²)</source>
        <translation>самые показательные (χ²)</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>автоматически</translation>
    </message>
    <message>
        <source>text only</source>
        <translation>только текст</translation>
    </message>
    <message>
        <source>text and mail headers</source>
        <translation>слова текста и заголовков писем</translation>
    </message>
    <message>
        <source>single words</source>
        <translation>отдельные слова</translation>
    </message>
    <message>
        <source>words and pairs</source>
        <translation>слова и пары</translation>
    </message>
    <message>
        <source>words, pairs and triples</source>
        <translation>слова, пары и тройки слов</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>остаются</translation>
    </message>
    <message>
        <source>tf-idf</source>
        <translation>tf-idf</translation>
    </message>
    <message>
        <source>equal for all labels</source>
        <translation>одинаковая вероятность всех меток</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>Строчные буквы</translation>
    </message>
    <message>
        <source>Count all unknown words as one word</source>
        <translation>Считать все неизвестные слова одним словом</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>Ranked by</source>
        <translation>Отбор</translation>
    </message>
    <message>
        <source>Minimum documents</source>
        <translation>Документов не меньше</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>Список слов</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Word sequences</source>
        <translation>Сочетания слов</translation>
    </message>
    <message>
        <source>Minimum word length</source>
        <translation>Минимальная длина слова</translation>
    </message>
    <message>
        <source>Stop words</source>
        <translation>Стоп-слова</translation>
    </message>
    <message>
        <source>Word stems</source>
        <translation>Основы слов</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>Подсчёт</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Доли</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>учитывать число вхождений слова</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>учитывать только наличие слова</translation>
    </message>
    <message>
        <source>share of each label in the documents</source>
        <translation>по доле документов каждой метки</translation>
    </message>
    <message>
        <source>%1 most frequent words</source>
        <translation>слов: %1, самые частые</translation>
    </message>
    <message>
        <source>%1 words found in the most documents</source>
        <translation>слов: %1, встречаются в наибольшем числе документов</translation>
    </message>
    <message>
        <source>%1 most informative words</source>
        <translation>слов: %1, самые показательные</translation>
    </message>
    <message>
        <source>none: every word is kept</source>
        <translation>нет: словарь содержит все слова</translation>
    </message>
    <message>
        <source>all words</source>
        <translation>все слова</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>строчные</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>как написано</translation>
    </message>
    <message>
        <source>mail headers</source>
        <translation>заголовки писем</translation>
    </message>
    <message>
        <source>stems</source>
        <translation>основы</translation>
    </message>
    <message>
        <source>counted as one word</source>
        <translation>неизвестные считаются одним словом</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>не учитываются</translation>
    </message>
</context>
<context>
    <name>RestDialog</name>
    <message>
        <source>Label the rest</source>
        <translation>Пометить остальные документы</translation>
    </message>
    <message>
        <source>1 wrong label in %1</source>
        <translation>1 неверная метка на %1</translation>
    </message>
    <message>
        <source>Accept at most</source>
        <translation>Допустимо не более</translation>
    </message>
    <message>
        <source>Labels to be given</source>
        <translation>Метки, которые будут поставлены</translation>
    </message>
    <message>
        <source>Show these documents</source>
        <translation>Показать эти документы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>classified by “%1”</source>
        <translation>модель «%1»</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>Пометить %Ln документ</numerusform>
            <numerusform>Пометить %Ln документа</numerusform>
            <numerusform>Пометить %Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>Classifying the documents without a label…</source>
        <translation>Для документов без метки определяются метки…</translation>
    </message>
    <message>
        <source>Every document has a label.</source>
        <translation>У всех документов есть метка.</translation>
    </message>
    <message>
        <source>The model is not certain enough about the label of any document.</source>
        <translation>Нет документа, в метке которого модель достаточно уверена.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents will get a label. About %Ln wrong label(s) expected.</source>
        <translation>
            <numerusform>Метку получат %1 из %2 документов. Ожидается примерно %Ln неверная метка.</numerusform>
            <numerusform>Метку получат %1 из %2 документов. Ожидаются примерно %Ln неверные метки.</numerusform>
            <numerusform>Метку получат %1 из %2 документов. Ожидается примерно %Ln неверных меток.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: this collection is too small to guarantee so few wrong labels. Accept more wrong labels.</source>
        <translation>
            <numerusform>%Ln документ останется без метки: коллекция слишком мала, чтобы гарантировать такую низкую долю неверных меток. Допустите больше неверных меток.</numerusform>
            <numerusform>%Ln документа останутся без метки: коллекция слишком мала, чтобы гарантировать такую низкую долю неверных меток. Допустите больше неверных меток.</numerusform>
            <numerusform>%Ln документов останутся без метки: коллекция слишком мала, чтобы гарантировать такую низкую долю неверных меток. Допустите больше неверных меток.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents will get a label. Almost no wrong labels are expected.</source>
        <translation>Метку получат %1 из %2 документов. Ошибок почти не ожидается.</translation>
    </message>
    <message numerus="yes">
        <source>This estimate is based on %Ln document(s) that you labelled one by one.</source>
        <translation>
            <numerusform>Число неверных меток оценено по %Ln документу, который вы пометили отдельно.</numerusform>
            <numerusform>Число неверных меток оценено по %Ln документам, которые вы пометили по одному.</numerusform>
            <numerusform>Число неверных меток оценено по %Ln документам, которые вы пометили по одному.</numerusform>
        </translation>
    </message>
    <message>
        <source>Most labels were given to whole groups at once, so more labels may be wrong than estimated. Answer some questions for a better estimate.</source>
        <translation>Большинство меток поставлено сразу целым группам, поэтому ошибок может быть больше, чем ожидается. Ответьте на несколько вопросов, и оценка станет точнее.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label. On held-out documents, the model was wrong too often when it chose their likeliest label. Answer more questions or correct labels, then train again.</source>
        <translation>
            <numerusform>%Ln документ останется без метки. На отложенных документах модель слишком часто ошибалась, выбирая самую вероятную для него метку. Ответьте ещё на вопросы или исправьте метки, затем обучите модель заново.</numerusform>
            <numerusform>%Ln документа останутся без меток. На отложенных документах модель слишком часто ошибалась, выбирая самые вероятные для них метки. Ответьте ещё на вопросы или исправьте метки, затем обучите модель заново.</numerusform>
            <numerusform>%Ln документов останутся без меток. На отложенных документах модель слишком часто ошибалась, выбирая самые вероятные для них метки. Ответьте ещё на вопросы или исправьте метки, затем обучите модель заново.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to at least %2 documents yourself, and train again.</source>
        <translation>
            <numerusform>%Ln документ останется без метки: у самой вероятной метки слишком мало документов. Пометьте ею сами не менее %2 документов и обучите модель снова.</numerusform>
            <numerusform>%Ln документа останутся без метки: у самой вероятной метки слишком мало документов. Пометьте ею сами не менее %2 документов и обучите модель снова.</numerusform>
            <numerusform>%Ln документов останутся без метки: у самой вероятной метки слишком мало документов. Пометьте ею сами не менее %2 документов и обучите модель снова.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label: look at these yourself.</source>
        <translation>
            <numerusform>%Ln документ останется без метки: просмотрите его сами.</numerusform>
            <numerusform>%Ln документа останутся без метки: просмотрите их сами.</numerusform>
            <numerusform>%Ln документов останутся без метки: просмотрите их сами.</numerusform>
        </translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документов</translation>
    </message>
</context>
<context>
    <name>RestViewModel</name>
    <message>
        <source>Labelling the other documents</source>
        <translation>Остальные документы получают метки</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>No label</source>
        <translation>Без метки</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Почему</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Label as</source>
        <translation>Присвоить метку</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln document(s) from the collection</source>
        <translation>
            <numerusform>Удалить %Ln документ из коллекции</numerusform>
            <numerusform>Удалить %Ln документа из коллекции</numerusform>
            <numerusform>Удалить %Ln документов из коллекции</numerusform>
        </translation>
    </message>
    <message>
        <source>The files on disk stay where they are.</source>
        <translation>Файлы на диске останутся на месте.</translation>
    </message>
</context>
<context>
    <name>RulesContestDialog</name>
    <message>
        <source>Contest: rules against Bayes</source>
        <translation>Соревнование: правила против Байеса</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>Письма</translation>
    </message>
    <message>
        <source>sample mails</source>
        <translation>примеры писем</translation>
    </message>
    <message>
        <source>Name of your team</source>
        <translation>Название вашей команды</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>Ranking of the teams</source>
        <translation>Таблица результатов</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>Таблица</translation>
    </message>
    <message>
        <source>Mail to learn from</source>
        <translation>Учебные письма</translation>
    </message>
    <message>
        <source>Tournament</source>
        <translation>Турнир</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>Автор</translation>
    </message>
    <message>
        <source>Correct label (a person decides)</source>
        <translation>Верная метка (решает человек)</translation>
    </message>
    <message>
        <source>The mail</source>
        <translation>Письмо</translation>
    </message>
    <message>
        <source>Write one rule per line. The first rule that applies decides. Put words in quotation marks.</source>
        <translation>Пишите по одному правилу в строке. Решает первое подходящее. Слова берите в кавычки.</translation>
    </message>
    <message>
        <source>Score rules</source>
        <translation>Оценить правила</translation>
    </message>
    <message>
        <source>Open rules…</source>
        <translation>Открыть правила…</translation>
    </message>
    <message>
        <source>Mail meant to fool the filters</source>
        <translation>Письмо, которое должно обмануть фильтры</translation>
    </message>
    <message>
        <source>Mails written for the tournament</source>
        <translation>Письма, написанные для турнира</translation>
    </message>
    <message>
        <source>Save rules…</source>
        <translation>Сохранить правила…</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>Write a mail that the other teams’ filters classify wrongly. The mail counts only if the class agrees with its label.</source>
        <translation>Напишите письмо, на котором ошибутся фильтры других команд. Письмо засчитывается, только если класс согласен с его меткой.</translation>
    </message>
    <message>
        <source>Submit mail</source>
        <translation>Отправить письмо</translation>
    </message>
    <message>
        <source>Remove mail (its label is disputed)</source>
        <translation>Удалить письмо (метка спорная)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Чтение…</translation>
    </message>
    <message>
        <source>%1 mails to learn from; %2 hidden mails decide the score. Labels: %3.</source>
        <translation>Учебных писем: %1. Скрытых писем, по которым ставится оценка: %2. Метки: %3.</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>Неверно</translation>
    </message>
    <message>
        <source>No rule</source>
        <translation>Без правила</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Teams that were fooled</source>
        <translation>Обманутые команды</translation>
    </message>
    <message>
        <source>no team</source>
        <translation>ни одной команды</translation>
    </message>
    <message>
        <source>Open rules</source>
        <translation>Открыть правила</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Текст (*.txt)</translation>
    </message>
    <message>
        <source>Save rules</source>
        <translation>Сохранение правил</translation>
    </message>
    <message>
        <source>“%1” was saved.</source>
        <translation>Файл «%1» сохранён.</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Exceptions and daily limit</source>
        <translation>Исключения и дневной предел</translation>
    </message>
    <message>
        <source>Senders whose mail is never filed as spam</source>
        <translation>Отправители, чьи письма никогда не попадают в спам</translation>
    </message>
    <message>
        <source>Senders whose mail is always filed as spam</source>
        <translation>Отправители, чьи письма всегда попадают в спам</translation>
    </message>
    <message>
        <source>Maximum number of files filed per day without asking</source>
        <translation>Сколько файлов в день можно раскладывать по папкам, не спрашивая</translation>
    </message>
    <message>
        <source>Write one address per line. For all addresses of a domain, write @ and the domain.</source>
        <translation>Пишите по одному адресу в строке. Чтобы указать все адреса домена, напишите @ и домен.</translation>
    </message>
</context>
<context>
    <name>RulesViewModel</name>
    <message>
        <source>Reading the mails of the contest</source>
        <translation>Чтение писем для соревнования</translation>
    </message>
    <message>
        <source>Give the team a name.</source>
        <translation>Дайте команде название.</translation>
    </message>
    <message>
        <source>Line %1 must begin with “if” or “else”.</source>
        <translation>Строка %1 должна начинаться с «если» или «иначе».</translation>
    </message>
    <message>
        <source>In line %1, “then” is missing before “%2”.</source>
        <translation>В строке %1 перед «%2» не хватает слова «то».</translation>
    </message>
    <message>
        <source>The label in line %1 does not exist. Use one of these labels: %3.</source>
        <translation>Метки, указанной в строке %1, не существует. Используйте одну из этих: %3.</translation>
    </message>
    <message>
        <source>In line %1, a word in quotation marks is missing before “%2”.</source>
        <translation>В строке %1 перед «%2» не хватает слова в кавычках.</translation>
    </message>
    <message>
        <source>In line %1, a bracket is missing before “%2”.</source>
        <translation>В строке %1 перед «%2» не хватает скобки.</translation>
    </message>
    <message>
        <source>There are too many rules, or line %1 is too long. Write fewer or shorter rules.</source>
        <translation>Правил слишком много, или строка %1 слишком длинная. Уменьшите число правил или сократите их.</translation>
    </message>
    <message>
        <source>Write at least one rule.</source>
        <translation>Напишите хотя бы одно правило.</translation>
    </message>
    <message>
        <source>Naive Bayes</source>
        <translation>Наивный Байес</translation>
    </message>
</context>
<context>
    <name>SavePicture</name>
    <message>
        <source>Save picture…</source>
        <translation>Сохранить изображение…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Копировать изображение</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Сохранить изображение</translation>
    </message>
</context>
<context>
    <name>Scatter</name>
    <message>
        <source>Number of occurrences of each word, plotted against its log-odds</source>
        <translation>Число вхождений каждого слова и логарифм его шансов</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>логарифм шансов</translation>
    </message>
    <message>
        <source>occurrences</source>
        <translation>число вхождений</translation>
    </message>
</context>
<context>
    <name>ServerMailboxRow</name>
    <message>
        <source>Start the trial</source>
        <translation>Начать пробу</translation>
    </message>
    <message>
        <source>Resume moving</source>
        <translation>Возобновить перемещение</translation>
    </message>
    <message>
        <source>Start moving mail</source>
        <translation>Начать перемещение</translation>
    </message>
    <message>
        <source>Undo today&apos;s moves</source>
        <translation>Отменить перемещения за сегодня</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>on a server: Bayleaf is first learning from your mail</source>
        <translation>ящик на сервере: Bayleaf сначала учится на ваших письмах</translation>
    </message>
    <message>
        <source>on a server: Bayleaf is not watching this mailbox</source>
        <translation>ящик на сервере: Bayleaf сейчас за ним не следит</translation>
    </message>
    <message>
        <source>trial; last connected to the server: %1</source>
        <translation>пробный режим; последняя связь с сервером: %1</translation>
    </message>
    <message>
        <source>last connected to the server: %1</source>
        <translation>последняя связь с сервером: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mail(s) classified</source>
        <translation>
            <numerusform>классифицировано %Ln письмо</numerusform>
            <numerusform>классифицировано %Ln письма</numerusform>
            <numerusform>классифицировано %Ln писем</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen</source>
        <translation>
            <numerusform>писем, разложенных вами: %1, из них не в ту папку, которую выбрал бы Bayleaf: %Ln</numerusform>
            <numerusform>писем, разложенных вами: %1, из них не в ту папку, которую выбрал бы Bayleaf: %Ln</numerusform>
            <numerusform>писем, разложенных вами: %1, из них не в ту папку, которую выбрал бы Bayleaf: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mail(s) would have been moved</source>
        <translation>
            <numerusform>было бы перемещено %Ln письмо</numerusform>
            <numerusform>было бы перемещено %Ln письма</numerusform>
            <numerusform>было бы перемещено %Ln писем</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>перемещено: %Ln</numerusform>
            <numerusform>перемещено: %Ln</numerusform>
            <numerusform>перемещено: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure</source>
        <translation>
            <numerusform>неуверенно: %Ln</numerusform>
            <numerusform>неуверенно: %Ln</numerusform>
            <numerusform>неуверенно: %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln ждёт</numerusform>
            <numerusform>%Ln ждут</numerusform>
            <numerusform>%Ln ждут</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Настройки</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>автоматически</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Выбрать…</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык</translation>
    </message>
    <message>
        <source>Destination folder</source>
        <translation>Папка назначения</translation>
    </message>
    <message>
        <source>With “Auto”, Bayleaf compares all event models on your documents, which takes a while. A saved recipe is used instead of this setting.</source>
        <translation>При выборе «Авто» Bayleaf сравнивает все модели событий на ваших документах, это занимает время. Если сохранён рецепт, вместо этой настройки берётся он.</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Входящие</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светлая</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тёмная</translation>
    </message>
    <message>
        <source>Default model for new collections</source>
        <translation>Модель для новых коллекций</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Авто</translation>
    </message>
    <message>
        <source>Smoothing for new collections</source>
        <translation>Сглаживание для новых коллекций</translation>
    </message>
    <message>
        <source>Number of processes that read files</source>
        <translation>Число процессов для чтения файлов</translation>
    </message>
    <message>
        <source>Laplace</source>
        <translation>Лаплас</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
</context>
<context>
    <name>SettlingStrip</name>
    <message>
        <source>Text of the chosen mail</source>
        <translation>Текст выбранного письма</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Позже</translation>
    </message>
    <message>
        <source>your answer is learnt at once, and can be undone</source>
        <translation>модель сразу учтёт ответ; его можно отменить</translation>
    </message>
</context>
<context>
    <name>ShelfRow</name>
    <message>
        <source>%1 (key %2)</source>
        <translation>%1 (клавиша %2)</translation>
    </message>
</context>
<context>
    <name>Shelves</name>
    <message>
        <source>Narrow down</source>
        <translation>Отбор</translation>
    </message>
    <message>
        <source>New label…</source>
        <translation>Новая метка…</translation>
    </message>
    <message>
        <source>Several labels per document</source>
        <translation>Несколько меток у документа</translation>
    </message>
    <message>
        <source>Find a label</source>
        <translation>Найти метку</translation>
    </message>
    <message>
        <source>Lets a document have more than one label.</source>
        <translation>Разрешает документу иметь несколько меток.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>ещё %Ln…</numerusform>
            <numerusform>ещё %Ln…</numerusform>
            <numerusform>ещё %Ln…</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer labels</source>
        <translation>Меньше меток</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Все документы</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Метки</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>Без метки</translation>
    </message>
    <message>
        <source>Model disagrees</source>
        <translation>Модель не согласна</translation>
    </message>
    <message>
        <source>To check</source>
        <translation>Проверить</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Сохранённые поиски</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Источники</translation>
    </message>
    <message>
        <source>Sample mail</source>
        <translation>Образец почты</translation>
    </message>
    <message>
        <source>Had copies (%1 left out)</source>
        <translation>С копиями (пропущено: %1)</translation>
    </message>
    <message>
        <source>Conflicting labels</source>
        <translation>Разные метки у копий</translation>
    </message>
    <message>
        <source>Unreadable files</source>
        <translation>Нечитаемые файлы</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Где</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Действие</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Клавиша</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Разбор</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Везде</translation>
    </message>
    <message>
        <source>Label the selected documents</source>
        <translation>Дать метку выбранным документам</translation>
    </message>
    <message>
        <source>Remove the label</source>
        <translation>Снять метку</translation>
    </message>
    <message>
        <source>Show or hide the text</source>
        <translation>Показать или скрыть текст</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Пробел</translation>
    </message>
    <message>
        <source>Answer with a label</source>
        <translation>Указать метку</translation>
    </message>
    <message>
        <source>Answer with the highlighted label</source>
        <translation>Ответить выделенной меткой</translation>
    </message>
    <message>
        <source>Name a group, or answer with a new label</source>
        <translation>Назвать группу или указать новую метку</translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation>Отменить последний ответ</translation>
    </message>
    <message>
        <source>Confirm the verdict</source>
        <translation>Подтвердить вердикт</translation>
    </message>
    <message>
        <source>Correct the verdict</source>
        <translation>Исправить вердикт</translation>
    </message>
    <message>
        <source>Go to the next unsure verdict</source>
        <translation>Перейти к следующему неуверенному вердикту</translation>
    </message>
    <message>
        <source>Open the original file</source>
        <translation>Открыть исходный файл</translation>
    </message>
    <message>
        <source>Explain the verdict: words, training examples, what-if test, full calculation</source>
        <translation>Объяснить вердикт: слова, обучающие примеры, проверка «что если», полный расчёт</translation>
    </message>
    <message>
        <source>Stop the current task, or close the dialog</source>
        <translation>Остановить текущую задачу или закрыть диалог</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>Settings</source>
        <translation>Настройки</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Коллекция</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>The model that Words, Classify, Export and the verdicts on Documents use</source>
        <translation>Эту модель используют страницы «Слова» и «Классификация», экспорт и вердикты на странице «Документы»</translation>
    </message>
</context>
<context>
    <name>Skeleton</name>
    <message>
        <source>Loading…</source>
        <translation>Загрузка…</translation>
    </message>
</context>
<context>
    <name>SmoothingSlider</name>
    <message>
        <source>Smoothing</source>
        <translation>Сглаживание</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>Computing the curve…</source>
        <translation>Кривая вычисляется…</translation>
    </message>
</context>
<context>
    <name>SortingPage</name>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>Пометить остальные документы…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить по папкам…</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Разбор</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Группы</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Вопросы</translation>
    </message>
    <message>
        <source>Groups and questions</source>
        <translation>Группы и вопросы</translation>
    </message>
    <message>
        <source>This page sorts documents without a label into groups.
Import some to use it.</source>
        <translation>Эта страница собирает документы без метки в группы.
Импортируйте их, чтобы начать.</translation>
    </message>
    <message>
        <source>Every document has a label</source>
        <translation>У каждого документа есть метка</translation>
    </message>
    <message>
        <source>The label may be only the name of the folder that you imported. If so, treat the documents as unlabelled.
Bayleaf then sorts them into groups.</source>
        <translation>Возможно, эта метка — лишь имя импортированной папки. Тогда нажмите «Считать неразмеченными»:
Bayleaf соберёт документы в группы.</translation>
    </message>
    <message>
        <source>All documents have the same label</source>
        <translation>У всех документов одна и та же метка</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>Считать неразмеченными</translation>
    </message>
    <message>
        <source>First train a model. It then labels the other documents where it is certain enough.</source>
        <translation>Сначала обучите модель. Затем она присвоит метки остальным документам, в которых достаточно уверена.</translation>
    </message>
    <message>
        <source>To label the rest, train a model on your labels.</source>
        <translation>Чтобы разметить остальное, обучите модель на ваших метках.</translation>
    </message>
    <message>
        <source>To label the rest, train a model on your labels. You can do this as soon as two labels have documents.</source>
        <translation>Чтобы метки получили остальные документы, обучите модель на ваших метках. Это можно сделать, как только документы есть у двух меток.</translation>
    </message>
    <message>
        <source>No groups left</source>
        <translation>Групп больше нет</translation>
    </message>
    <message>
        <source>The other documents belong to no clear group. Answer questions about them one by one.</source>
        <translation>Остальные документы не входят ни в одну явную группу. Ответьте на вопросы о них по одному.</translation>
    </message>
    <message>
        <source>Answer questions</source>
        <translation>Отвечать на вопросы</translation>
    </message>
    <message>
        <source>Looking for groups of similar documents</source>
        <translation>Поиск групп похожих документов</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>The documents are not divided into groups yet.</source>
        <translation>Документы ещё не разделены на группы.</translation>
    </message>
    <message>
        <source>Look for groups</source>
        <translation>Искать группы</translation>
    </message>
    <message>
        <source>Done: every document has a label</source>
        <translation>Готово: у каждого документа есть метка</translation>
    </message>
    <message>
        <source>Train a model to label new documents. Or move the files into a folder for each label.</source>
        <translation>Обучите модель, чтобы она размечала новые документы. Или разложите файлы по папкам меток.</translation>
    </message>
    <message>
        <source>No questions left</source>
        <translation>Вопросов больше нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label. A trained model can label them.</source>
        <translation>
            <numerusform>У %Ln документа нет метки. Её может поставить обученная модель.</numerusform>
            <numerusform>У %Ln документов нет метки. Её может поставить обученная модель.</numerusform>
            <numerusform>У %Ln документов нет метки. Её может поставить обученная модель.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) with a label</source>
        <translation>
            <numerusform>%Ln документ с меткой</numerusform>
            <numerusform>%Ln документа с меткой</numerusform>
            <numerusform>%Ln документов с меткой</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the documents</source>
        <translation>Показать документы</translation>
    </message>
    <message>
        <source>looking for groups…</source>
        <translation>идёт поиск групп…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) without a label</source>
        <translation>
            <numerusform>%Ln документ без метки</numerusform>
            <numerusform>%Ln документа без метки</numerusform>
            <numerusform>%Ln документов без метки</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StartFilingDialog</name>
    <message>
        <source>Start filing new items</source>
        <translation>Раскладывать по папкам новые файлы и письма</translation>
    </message>
    <message>
        <source>From now on, Bayleaf moves each new item that it is sure about out of “%1” into the folder of its label. Items that it is not sure about wait here for your decision. Existing items stay where they are. No file is overwritten, and you can undo the filing.</source>
        <translation>Отныне Bayleaf переносит каждый новый файл и каждое новое письмо, в метке которых уверен, из «%1» в папку этой метки. Остальные новые файлы и письма ждут здесь вашего решения. То, что уже есть, остаётся на месте. Файлы не перезаписываются, перенос можно отменить.</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Изменить…</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Начать</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Папка назначения</translation>
    </message>
    <message>
        <source>Folders for the labels: %1.</source>
        <translation>Своя папка будет у меток: %1.</translation>
    </message>
    <message>
        <source>Mail labelled %1 stays where it is.</source>
        <translation>Письма с меткой «%1» остаются на месте.</translation>
    </message>
    <message>
        <source>Choose the folder that will hold the label folders</source>
        <translation>Выберите, где будут папки меток</translation>
    </message>
</context>
<context>
    <name>StatRow</name>
    <message>
        <source>Copy figures</source>
        <translation>Копировать показатели</translation>
    </message>
</context>
<context>
    <name>StepsPane</name>
    <message>
        <source>Steps</source>
        <translation>Шаги</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Шаг</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Строк</translation>
    </message>
    <message>
        <source>Counts (hash)</source>
        <translation>Хеш счётчиков</translation>
    </message>
    <message>
        <source>A checksum of all counts. Equal checksums mean equal counts.</source>
        <translation>Контрольная сумма всех счётчиков. Одинаковые суммы означают одинаковые счётчики.</translation>
    </message>
    <message>
        <source>If retrained</source>
        <translation>Если заново</translation>
    </message>
    <message>
        <source>The checksum of a new model that is trained without the forgotten rows.</source>
        <translation>Контрольная сумма новой модели, обученной без строк, которые забыла эта модель.</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Новый текст</translation>
    </message>
    <message>
        <source>After each step, the counts equal those of a new model trained only on the rows that are not forgotten.</source>
        <translation>После каждого шага счётчики те же, что у новой модели, обученной без строк, которые забыла эта модель.</translation>
    </message>
    <message>
        <source>The counts differ from those of a new model trained without the forgotten rows.</source>
        <translation>Счётчики не те, что у новой модели, обученной без строк, которые забыла эта модель.</translation>
    </message>
    <message>
        <source>the model learnt all rows</source>
        <translation>модель обучилась на всех строках</translation>
    </message>
    <message>
        <source>the model forgot row %1</source>
        <translation>модель забыла строку %1</translation>
    </message>
    <message>
        <source>the model learnt row %1 again</source>
        <translation>модель снова обучилась на строке %1</translation>
    </message>
</context>
<context>
    <name>TaughtTable</name>
    <message>
        <source>Training examples</source>
        <translation>Обучающие примеры</translation>
    </message>
    <message>
        <source>Comparing training examples…</source>
        <translation>Сравниваются обучающие примеры…</translation>
    </message>
    <message>
        <source>Adds: how much lower the score would be without this example (%1 examples compared)</source>
        <translation>Вклад: насколько ниже была бы оценка без этого примера (сравнено примеров: %1)</translation>
    </message>
    <message>
        <source>The label may be wrong: %1 fits better</source>
        <translation>Метка, возможно, неверна: больше подходит %1</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>Вклад</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От кого</translation>
    </message>
</context>
<context>
    <name>ThunderbirdDialog</name>
    <message>
        <source>Connect Thunderbird</source>
        <translation>Подключение Thunderbird</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Подключить</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Копировать путь</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>Отключить</translation>
    </message>
    <message>
        <source>Thunderbird then has Bayleaf classify new mail, using this workspace. Bayleaf learns from the mail that you mark or move. At first, mail is only tagged, not moved.</source>
        <translation>После подключения Bayleaf классифицирует новые письма в Thunderbird по этому рабочему пространству и учится на письмах, которые вы помечаете или перемещаете. Сначала письма только помечаются, но не перемещаются.</translation>
    </message>
    <message>
        <source>Disconnecting removes the files that Bayleaf installed for this connection. Remove the extension itself in Thunderbird’s add-ons.</source>
        <translation>Отключение удаляет файлы, которые Bayleaf установил для этого подключения. Само расширение удалите в дополнениях Thunderbird.</translation>
    </message>
    <message>
        <source>Thunderbird is connected to another workspace.</source>
        <translation>Thunderbird подключён к другому рабочему пространству.</translation>
    </message>
    <message>
        <source>Connected: Thunderbird uses this workspace.</source>
        <translation>Подключено: Thunderbird использует это рабочее пространство.</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>Не подключено.</translation>
    </message>
    <message>
        <source>1. In Thunderbird, open “Add-ons and Themes”, click the gear and choose “Install Add-on From File”.</source>
        <translation>1. В Thunderbird откройте «Дополнения и темы», нажмите шестерёнку и выберите «Установить дополнение из файла».</translation>
    </message>
    <message>
        <source>2. Choose the file %1</source>
        <translation>2. Выберите файл %1</translation>
    </message>
    <message>
        <source>3. In the settings of each account, under “Junk”, turn off Thunderbird’s own filter. Otherwise Bayleaf also learns from that filter’s marks, as if you had set them.</source>
        <translation>3. В параметрах каждой учётной записи, в разделе «Спам», выключите собственный фильтр Thunderbird. Иначе Bayleaf будет учиться и на его пометках, как на ваших.</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Train</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>Documents classified wrongly</source>
        <translation>Неверно определённые документы</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Сглаживание</translation>
    </message>
    <message>
        <source>Label some documents, using at least two labels.
Bayleaf then learns which words speak for each label.</source>
        <translation>Пометьте документы хотя бы двумя разными метками.
Тогда Bayleaf выучит, какие слова говорят за каждую метку.</translation>
    </message>
    <message>
        <source>A model needs two labels with documents</source>
        <translation>Для модели нужны две метки с документами</translation>
    </message>
    <message>
        <source>Label documents</source>
        <translation>Разметить документы</translation>
    </message>
    <message>
        <source>Tests other settings on held-out documents, and shows the best ones beside yours</source>
        <translation>Пробует другие настройки на отложенных документах и показывает лучшие рядом с вашими</translation>
    </message>
    <message>
        <source>Use recommended</source>
        <translation>По рекомендации</translation>
    </message>
    <message>
        <source>most certain mistakes first</source>
        <translation>сначала самые уверенные ошибки</translation>
    </message>
    <message>
        <source>Save as a recipe…</source>
        <translation>Сохранить как рецепт…</translation>
    </message>
    <message>
        <source>Show all mistakes</source>
        <translation>Показать все ошибки</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Ошибки</translation>
    </message>
    <message>
        <source>Figures of each label</source>
        <translation>Показатели каждой метки</translation>
    </message>
    <message>
        <source>These settings suit most collections: you can simply press Train.</source>
        <translation>Эти настройки подходят большинству коллекций: можно просто нажать «Обучить».</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Обучено</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Обучить снова</translation>
    </message>
    <message>
        <source>The model has learnt every change. Train again to choose its settings and to measure its errors with all labels that it has now.</source>
        <translation>Модель уже учла все изменения. Обучите её снова, чтобы подобрать настройки и измерить ошибки со всеми нынешними метками.</translation>
    </message>
    <message>
        <source>Testing “%1”…</source>
        <translation>Проверка модели «%1»…</translation>
    </message>
    <message>
        <source>“%1” was not tested.</source>
        <translation>Модель «%1» не проверена.</translation>
    </message>
    <message>
        <source>Quick first result: %1</source>
        <translation>Быстрый первый результат: %1</translation>
    </message>
    <message>
        <source>The figures below show how well a model with these settings classifies documents that it has not learnt (held-out documents). Nothing is saved until you press Train.</source>
        <translation>Ниже показано, как модель с этими настройками классифицирует документы, на которых не обучалась (отложенные документы). Ничего не сохранится, пока вы не нажмёте «Обучить».</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln документ с меткой «%1», определённый как «%2»</numerusform>
            <numerusform>%Ln документа с меткой «%1», определённые как «%2»</numerusform>
            <numerusform>%Ln документов с меткой «%1», определённых как «%2»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified correctly</source>
        <translation>
            <numerusform>%Ln верно определённый документ с меткой «%1»</numerusform>
            <numerusform>%Ln верно определённых документа с меткой «%1»</numerusform>
            <numerusform>%Ln верно определённых документов с меткой «%1»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labels: %Ln</source>
        <translation>
            <numerusform>Метки: %Ln</numerusform>
            <numerusform>Метки: %Ln</numerusform>
            <numerusform>Метки: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>recommended: %1</source>
        <translation>рекомендуется: %1</translation>
    </message>
    <message>
        <source>All figures are tested by date: each mail was classified before it was learnt.</source>
        <translation>Все показатели проверены по датам: каждое письмо классифицировалось до того, как фильтр на нём учился.</translation>
    </message>
    <message numerus="yes">
        <source>accuracy with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>верно, если учить и на %Ln документе без метки</numerusform>
            <numerusform>верно, если учить и на %Ln документах без метки</numerusform>
            <numerusform>верно, если учить и на %Ln документах без метки</numerusform>
        </translation>
    </message>
    <message>
        <source>accuracy without unlabelled documents</source>
        <translation>верно, если учить только на документах с меткой</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Точность</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Полнота</translation>
    </message>
    <message>
        <source>%1 classified as %2</source>
        <translation>%1 принято за %2</translation>
    </message>
    <message>
        <source>Save these settings as a recipe</source>
        <translation>Сохранить эти настройки как рецепт</translation>
    </message>
    <message>
        <source>caution %1</source>
        <translation>осторожность %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Try other settings</source>
        <translation>Испытать другие настройки</translation>
    </message>
    <message>
        <source>Save as another model…</source>
        <translation>Сохранить как новую модель…</translation>
    </message>
    <message>
        <source>The model in use does not change. The Evaluate page compares both models.</source>
        <translation>Используемая модель не меняется. Страница «Оценка» сравнивает обе модели.</translation>
    </message>
    <message>
        <source>Testing these settings on held-out documents…</source>
        <translation>Эти настройки проверяются на отложенных документах…</translation>
    </message>
    <message>
        <source>Former settings. Testing the new ones…</source>
        <translation>Прежние настройки. Проверяются новые…</translation>
    </message>
    <message>
        <source>The result for “%1” will follow soon.</source>
        <translation>Результат модели «%1» появится чуть позже.</translation>
    </message>
    <message>
        <source>Result of the former settings</source>
        <translation>Результат прежних настроек</translation>
    </message>
    <message>
        <source>The new settings are being tested.</source>
        <translation>Новые настройки проверяются.</translation>
    </message>
    <message>
        <source>The new settings were not tested.</source>
        <translation>Новые настройки не проверены.</translation>
    </message>
    <message>
        <source>Preview: not a saved model</source>
        <translation>Предварительная оценка: модель не сохранена</translation>
    </message>
    <message>
        <source>Saved model “%1”</source>
        <translation>Сохранённая модель «%1»</translation>
    </message>
    <message>
        <source>The figures below are from a test with the settings and documents of this model.</source>
        <translation>Показатели ниже получены в проверке с настройками и документами этой модели.</translation>
    </message>
    <message>
        <source>The saved model also learnt from unlabelled documents (accuracy: %1). The figures below are for training without them.</source>
        <translation>Сохранённая модель обучена и на документах без меток (доля верных вердиктов %1). Показатели ниже – для обучения без них.</translation>
    </message>
    <message numerus="yes">
        <source>The model was saved with %Ln document(s) and has learnt every change since. The figures below are for all %1 documents.</source>
        <translation>
            <numerusform>Модель обучена на %Ln документе, сохранена и с тех пор учитывает все изменения. Показатели ниже – для всех документов: %1.</numerusform>
            <numerusform>Модель обучена на %Ln документах, сохранена и с тех пор учитывает все изменения. Показатели ниже – для всех документов: %1.</numerusform>
            <numerusform>Модель обучена на %Ln документах, сохранена и с тех пор учитывает все изменения. Показатели ниже – для всех документов: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model is being trained. It is saved at the end.</source>
        <translation>Модель обучается. В конце она будет сохранена.</translation>
    </message>
    <message>
        <source>The figures below show how well a model with these settings would do. The saved model “%1” has other settings.</source>
        <translation>Показатели ниже – для модели с этими настройками. У сохранённой модели «%1» другие настройки.</translation>
    </message>
    <message>
        <source>The saved model “%1” has other settings. Its accuracy was %2 when it was saved.</source>
        <translation>У сохранённой модели «%1» другие настройки. При сохранении доля верных вердиктов была %2.</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>Проверка остановлена.</translation>
    </message>
    <message>
        <source>least certain first</source>
        <translation>сначала наименее уверенные</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Документов пока нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
    <message>
        <source>no model yet</source>
        <translation>модели пока нет</translation>
    </message>
    <message>
        <source>Bayleaf moved the slider to the recommended value, %1. You can simply press Train.</source>
        <translation>Bayleaf передвинул ползунок на рекомендуемое значение %1. Можно просто нажать «Обучить».</translation>
    </message>
    <message>
        <source>Bayleaf chose these settings. They had the best result on held-out documents.</source>
        <translation>Bayleaf выбрал эти настройки: на отложенных документах они дали лучший результат.</translation>
    </message>
    <message>
        <source>The test of the new settings did not finish. These are the settings that were tested last.</source>
        <translation>Проверка новых настроек не завершена. Показаны настройки, проверенные последними.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>The difference could be chance.</source>
        <translation>Разница может быть случайной.</translation>
    </message>
    <message>
        <source>The difference is unlikely to be chance.</source>
        <translation>Разница вряд ли случайна.</translation>
    </message>
    <message>
        <source>training uses the unlabelled documents</source>
        <translation>обучение использует документы без метки</translation>
    </message>
    <message>
        <source>training ignores the unlabelled documents</source>
        <translation>обучение не использует документы без метки</translation>
    </message>
    <message>
        <source>used, but the difference could be chance</source>
        <translation>используются, но разница может быть случайной</translation>
    </message>
    <message>
        <source>on the same held-out documents</source>
        <translation>проверено на тех же отложенных документах</translation>
    </message>
    <message>
        <source>95 % confidence interval: %1 – %2</source>
        <translation>95-процентный доверительный интервал: %1–%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 от «%2»</translation>
    </message>
    <message numerus="yes">
        <source>Correct on %Ln held-out document(s), %</source>
        <translation>
            <numerusform>Верно на %Ln отложенном документе, %</numerusform>
            <numerusform>Верно на %Ln отложенных документах, %</numerusform>
            <numerusform>Верно на %Ln отложенных документах, %</numerusform>
        </translation>
    </message>
    <message>
        <source>Correct on held-out documents, %</source>
        <translation>Верно на отложенных документах, %</translation>
    </message>
    <message>
        <source>Each mail was tested by a model that had learnt all others, even later ones. This test is easier than the filter&apos;s test by date.</source>
        <translation>Каждое письмо проверено моделью, обученной на всех остальных, даже более поздних. Такая проверка мягче, чем проверка фильтра по датам.</translation>
    </message>
    <message>
        <source>Other models have an easier test, so do not compare their figures with these.</source>
        <translation>Другие модели проверялись менее строго, поэтому их результаты с этими сравнивать нельзя.</translation>
    </message>
    <message>
        <source>Save as another model</source>
        <translation>Сохранить как новую модель</translation>
    </message>
    <message>
        <source>Name of the recipe</source>
        <translation>Название рецепта</translation>
    </message>
    <message>
        <source>Keep a copy of the model</source>
        <translation>Сохранить копию модели</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) classified wrongly</source>
        <translation>
            <numerusform>%Ln документ определён неверно</numerusform>
            <numerusform>%Ln документа определены неверно</numerusform>
            <numerusform>%Ln документов определены неверно</numerusform>
        </translation>
    </message>
    <message>
        <source>The test was stopped too early: there is no result to show.</source>
        <translation>Проверка остановлена слишком рано: результата ещё нет.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Продолжить</translation>
    </message>
    <message numerus="yes">
        <source>Models and recipes: %Ln</source>
        <translation>
            <numerusform>Модели и рецепты: %Ln</numerusform>
            <numerusform>Модели и рецепты: %Ln</numerusform>
            <numerusform>Модели и рецепты: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” uses these settings</source>
        <translation>Модель «%1» обучена с этими настройками</translation>
    </message>
    <message>
        <source>Model “%1” was trained with other settings: %2</source>
        <translation>Модель «%1» обучена с другими настройками: %2</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Chooses the value with the fewest mistakes. Among values whose difference from it could be chance, chooses the one with the lowest log loss.</source>
        <translation>Выбирает сглаживание с наименьшим числом ошибок. Среди значений, отличие которых от него может быть случайным, выбирает то, у которого логарифмическая потеря наименьшая.</translation>
    </message>
    <message>
        <source>The value with the fewest mistakes on held-out documents. If several values have equally few, it is the one with the lowest log loss.</source>
        <translation>Сглаживание с наименьшим числом ошибок на отложенных документах. Если таких значений несколько – то, у которого логарифмическая потеря наименьшая.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>Взять %1</translation>
    </message>
    <message>
        <source>Left: the model trusts every word fully, and may learn chance patterns. Right: it trusts words less, and may miss real evidence.</source>
        <translation>Влево: модель полностью доверяет каждому слову и может принять случайные совпадения за признаки. Вправо: доверяет словам меньше и может упустить важные признаки.</translation>
    </message>
    <message>
        <source>With %2, slightly more documents are classified correctly than with %1, but that could be chance. The probabilities are better with %1.</source>
        <translation>При %2 верных вердиктов немного больше, чем при %1, но это может быть случайностью. Вероятности точнее при %1.</translation>
    </message>
    <message numerus="yes">
        <source>On the newer half (%Ln mail(s), tested by date), correct verdicts: %1 %2, %3 %4.</source>
        <translation>
            <numerusform>На более новой половине (%Ln письмо, проверка по датам) верно: %1 – %2, %3 – %4.</numerusform>
            <numerusform>На более новой половине (%Ln письма, проверка по датам) верно: %1 – %2, %3 – %4.</numerusform>
            <numerusform>На более новой половине (%Ln писем, проверка по датам) верно: %1 – %2, %3 – %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>correct on held-out documents</source>
        <translation>верно на отложенных документах</translation>
    </message>
    <message>
        <source>Probability of %1</source>
        <translation>Вероятность «%1»</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>%1 filter</source>
        <translation>Фильтр: %1</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Название модели</translation>
    </message>
</context>
<context>
    <name>TrainingViewModel</name>
    <message>
        <source>Training on %1</source>
        <translation>Обучение: %1</translation>
    </message>
    <message>
        <source>Choosing settings for %1</source>
        <translation>Подбор настроек для коллекции «%1»</translation>
    </message>
    <message>
        <source>Testing on held-out documents</source>
        <translation>Проверка на отложенных документах</translation>
    </message>
    <message>
        <source>Testing the filter and the other model by date</source>
        <translation>Проверка фильтра и другой модели по датам</translation>
    </message>
    <message>
        <source>Testing whether unlabelled documents help</source>
        <translation>Проверка пользы документов без метки</translation>
    </message>
    <message>
        <source>Trying other settings</source>
        <translation>Проверка других настроек</translation>
    </message>
    <message>
        <source>Counting the words of %1</source>
        <translation>Подсчёт слов коллекции «%1»</translation>
    </message>
</context>
<context>
    <name>Trainings</name>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Model “%1” deleted</source>
        <translation>Модель «%1» удалена</translation>
    </message>
    <message>
        <source>Model “%1” restored to its previous version</source>
        <translation>Восстановлена прежняя версия модели «%1»</translation>
    </message>
    <message>
        <source>Model “%1” saved</source>
        <translation>Модель «%1» сохранена</translation>
    </message>
    <message>
        <source>Model “%1” replaced</source>
        <translation>Модель «%1» заменена</translation>
    </message>
    <message>
        <source>%1 correct on held-out documents</source>
        <translation>верных вердиктов на отложенных документах: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 correct with %Ln unlabelled document(s), %2 correct without them</source>
        <translation>
            <numerusform>верно %1, если учить и на %Ln документе без метки; без него %2</numerusform>
            <numerusform>верно %1, если учить и на %Ln документах без метки; без них %2</numerusform>
            <numerusform>верно %1, если учить и на %Ln документах без метки; без них %2</numerusform>
        </translation>
    </message>
    <message>
        <source>unlabelled documents were ignored</source>
        <translation>документы без метки в обучении не использованы</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Bayleaf</source>
        <translation>Открыть Bayleaf</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Пауза</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Выйти</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) waiting for your decision</source>
        <translation>
            <numerusform>%Ln документ ждёт вашего решения</numerusform>
            <numerusform>%Ln документа ждут вашего решения</numerusform>
            <numerusform>%Ln документов ждут вашего решения</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Продолжить</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) arrived today</source>
        <translation>
            <numerusform>сегодня пришёл %Ln документ</numerusform>
            <numerusform>сегодня пришло %Ln документа</numerusform>
            <numerusform>сегодня пришло %Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>разложено: %Ln</numerusform>
            <numerusform>разложено: %Ln</numerusform>
            <numerusform>разложено: %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrustedServers</name>
    <message>
        <source>Trusted mail server</source>
        <translation>Доверенный почтовый сервер</translation>
    </message>
    <message>
        <source>Enter the name of your mail server. Bayleaf then uses its checks of senders (SPF, DKIM, DMARC).</source>
        <translation>Укажите имя своего почтового сервера. Тогда Bayleaf будет учитывать его проверки отправителей (SPF, DKIM, DMARC).</translation>
    </message>
    <message>
        <source>none (example: mx.example.org)</source>
        <translation>не указан (пример: mx.example.org)</translation>
    </message>
</context>
<context>
    <name>UndoSteps</name>
    <message>
        <source>Nothing to redo</source>
        <translation>Нечего повторять</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>Нечего отменять</translation>
    </message>
    <message numerus="yes">
        <source>Undo the last session&apos;s import of %Ln document(s)?</source>
        <translation>
            <numerusform>Отменить импорт %Ln документа из прошлого сеанса?</numerusform>
            <numerusform>Отменить импорт %Ln документов из прошлого сеанса?</numerusform>
            <numerusform>Отменить импорт %Ln документов из прошлого сеанса?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo the import of %Ln document(s)?</source>
        <translation>
            <numerusform>Отменить импорт %Ln документа?</numerusform>
            <numerusform>Отменить импорт %Ln документов?</numerusform>
            <numerusform>Отменить импорт %Ln документов?</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo from the last session: %1?</source>
        <translation>Отменить действие из прошлого сеанса: %1?</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>%Ln файл разложен по папкам</numerusform>
            <numerusform>%Ln файла разложены по папкам</numerusform>
            <numerusform>%Ln файлов разложено по папкам</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo: %1?</source>
        <translation>Отменить: %1?</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>Повторено: %1</translation>
    </message>
    <message>
        <source>the files on disk stay</source>
        <translation>файлы на диске остаются</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Отменено: %1</translation>
    </message>
</context>
<context>
    <name>VerdictMenu</name>
    <message>
        <source>This is</source>
        <translation>Это</translation>
    </message>
    <message>
        <source>This is %1</source>
        <translation>Это %1</translation>
    </message>
    <message>
        <source>Next unsure verdict</source>
        <translation>Следующий неуверенный вердикт</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Убрать из списка</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>Очистить список</translation>
    </message>
    <message>
        <source>Export list as CSV…</source>
        <translation>Экспорт списка в CSV…</translation>
    </message>
</context>
<context>
    <name>VerdictTable</name>
    <message>
        <source>Verdicts</source>
        <translation>Вердикты</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Уверенность</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Sender or file</source>
        <translation>Отправитель или файл</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Итог</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>What each word adds to the score</source>
        <translation>Что каждое слово добавляет к итоговой оценке</translation>
    </message>
    <message>
        <source>score</source>
        <translation>итог</translation>
    </message>
    <message>
        <source>discounted</source>
        <translation>вычтено</translation>
    </message>
    <message>
        <source>here</source>
        <translation>здесь</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>само</translation>
    </message>
    <message>
        <source>weight of the word alone: %1; in this verdict: %2</source>
        <translation>вес слова самого по себе: %1; в этом вердикте: %2</translation>
    </message>
    <message>
        <source>Labelled documents contribute %1 to this value, unlabelled documents %2</source>
        <translation>Документы с меткой добавляют к этому значению %1, документы без метки – %2</translation>
    </message>
    <message>
        <source>Copy this line</source>
        <translation>Копировать строку</translation>
    </message>
    <message>
        <source>Copy all words</source>
        <translation>Копировать все слова</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>Раскрыть все группы</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>Свернуть все группы</translation>
    </message>
</context>
<context>
    <name>WaterfallHead</name>
    <message>
        <source>Alone: the weight of the word in plain naive Bayes. Here: what the word adds to this verdict. Discounted: the difference, because other words already say the same.</source>
        <translation>Само: вес слова в обычном наивном Байесе. Здесь: вклад слова в этот вердикт. Вычтено: разница, потому что о том же уже говорят другие слова.</translation>
    </message>
    <message>
        <source>discounted: other words say the same</source>
        <translation>вычтено: о том же говорят другие слова</translation>
    </message>
</context>
<context>
    <name>WaterfallTotal</name>
    <message>
        <source>score</source>
        <translation>итог</translation>
    </message>
</context>
<context>
    <name>WhatIfPane</name>
    <message>
        <source>What if</source>
        <translation>Что если</translation>
    </message>
    <message>
        <source>The verdict stays the same, whichever words are removed.</source>
        <translation>Сколько слов ни убрать, вердикт не изменится.</translation>
    </message>
    <message>
        <source>Show the original text</source>
        <translation>Показать исходный текст</translation>
    </message>
    <message>
        <source>Change the text</source>
        <translation>Изменить текст</translation>
    </message>
    <message>
        <source>Edit the text above: the verdict and its reasons change at once. The model learns nothing from this.</source>
        <translation>Измените текст выше: вердикт и его причины сразу изменятся. Модель на этом не учится.</translation>
    </message>
    <message>
        <source>Change words of the text and see at once how the verdict changes.</source>
        <translation>Измените слова в тексте и сразу увидите, как меняется вердикт.</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message>
        <source>Why</source>
        <translation>Почему</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>The verdict was given when the document arrived. The word weights are those of the current model.</source>
        <translation>Вердикт вынесен при поступлении документа. Веса слов показаны по текущей модели.</translation>
    </message>
    <message>
        <source>Verdict of a model that was trained on all other documents</source>
        <translation>Вердикт модели, обученной на всех остальных документах</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation>Обучающие примеры</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Что если</translation>
    </message>
    <message>
        <source>Full calculation</source>
        <translation>Полный расчёт</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Почему</translation>
    </message>
    <message>
        <source>Show discounted evidence</source>
        <translation>Показать вычтенную часть вклада</translation>
    </message>
    <message>
        <source>For %1 (+) or against it (−), in log-odds</source>
        <translation>За «%1» (+) и против (−), в логарифмах шансов</translation>
    </message>
    <message>
        <source>Naive Bayes counts words with the same meaning twice. This model has learnt to discount the repetition.</source>
        <translation>Наивный Байес дважды учитывает слова, говорящие об одном и том же. Эта модель научилась вычитать повторы.</translation>
    </message>
    <message>
        <source>Open in a window: copy, print, save…</source>
        <translation>Открыть в окне: копировать, печатать, сохранить…</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Search words</source>
        <translation>Поиск слов</translation>
    </message>
    <message>
        <source>Part of a word, or a regular expression between slashes, such as /^free/</source>
        <translation>Часть слова или регулярное выражение между косыми чертами, например /^free/</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Seen at least</source>
        <translation>Встречались не реже</translation>
    </message>
    <message>
        <source>Kinds of words</source>
        <translation>Виды слов</translation>
    </message>
    <message>
        <source>Train a model first. This page then shows which label each word speaks for,
how often it was seen, and how its weight is calculated.</source>
        <translation>Сначала обучите модель. Тогда эта страница покажет, в пользу какой метки говорит слово,
сколько раз оно встретилось и как вычислен его вес.</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>Full calculation…</source>
        <translation>Полный расчёт…</translation>
    </message>
    <message>
        <source>Shows step by step how a text of only this word is classified</source>
        <translation>Показывает по шагам, как классифицируется текст из одного этого слова</translation>
    </message>
    <message>
        <source>Senders and headers</source>
        <translation>Отправители и заголовки</translation>
    </message>
    <message>
        <source>Structure of the mail</source>
        <translation>Строение письма</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Признаки</translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln столбец</numerusform>
            <numerusform>%Ln столбца</numerusform>
            <numerusform>%Ln столбцов</numerusform>
        </translation>
    </message>
    <message>
        <source>Strongest words</source>
        <translation>Самые сильные слова</translation>
    </message>
    <message>
        <source>most bits first; bars: log-odds</source>
        <translation>по битам; полосы: лог. шансов</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Все слова</translation>
    </message>
    <message>
        <source>per document</source>
        <translation>на документ</translation>
    </message>
    <message numerus="yes">
        <source>%Ln+ time(s)</source>
        <translation>
            <numerusform>от %Ln раза</numerusform>
            <numerusform>от %Ln раз</numerusform>
            <numerusform>от %Ln раз</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows only words that were seen at least this often</source>
        <translation>Показывать только слова, которые встретились хотя бы указанное число раз</translation>
    </message>
    <message>
        <source>Most distinctive</source>
        <translation>Самые характерные</translation>
    </message>
    <message>
        <source>Per document</source>
        <translation>На документ</translation>
    </message>
    <message>
        <source>Log-odds × average count per document. The average is over the documents of the label that the word points to.</source>
        <translation>Логарифм шансов × среднее число вхождений в документе. Среднее берётся по документам метки, на которую указывает слово.</translation>
    </message>
    <message>
        <source>Log-odds × average weight per document. The average is over the documents of the label that the word points to.</source>
        <translation>Логарифм шансов × средний вес в документе. Среднее берётся по документам метки, на которую указывает слово.</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>log-odds against frequency</source>
        <translation>логарифм шансов и частота</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Most distinctive: words that tell labels apart come first. Per document: words with the largest weight in an average document come first.</source>
        <translation>«Самые характерные»: сначала слова, различающие метки. «На документ»: сначала слова с наибольшим весом в среднем документе.</translation>
    </message>
    <message>
        <source>Words of</source>
        <translation>Слова метки</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>В сравнении с</translation>
    </message>
    <message>
        <source>Strongest words of each label</source>
        <translation>Самые сильные слова каждой метки</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Экспорт…</translation>
    </message>
    <message>
        <source>Words of every label</source>
        <translation>Слова всех меток</translation>
    </message>
    <message>
        <source>against</source>
        <translation>против</translation>
    </message>
    <message>
        <source>Show documents</source>
        <translation>Показать документы</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>One label</source>
        <translation>Одна метка</translation>
    </message>
    <message>
        <source>Words that point to the label, compared with all others together. At the left is the word whose presence tells most about whether a document has this label or another (mutual information).</source>
        <translation>Слова, которые указывают на метку в сравнении со всеми остальными вместе. Слева – слово, присутствие которого больше всего говорит о том, эта метка у документа или другая (взаимная информация).</translation>
    </message>
    <message>
        <source>Words that point to the label, compared with all others together. At the left is the word with the largest mean: log-odds times the average number of occurrences per document.</source>
        <translation>Слова, которые указывают на метку в сравнении со всеми остальными вместе. Слева – слово с наибольшим средним: логарифм шансов, умноженный на среднее число вхождений в одном документе.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>The words of model “%1” were not loaded.</source>
        <translation>Слова модели «%1» не загружены.</translation>
    </message>
    <message>
        <source>Load words</source>
        <translation>Загрузить слова</translation>
    </message>
    <message>
        <source>Loading the words of model “%1”…</source>
        <translation>Загружаются слова модели «%1»…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Show all words as points: log-odds against frequency</source>
        <translation>Показать все слова в виде точек: логарифм шансов и частота</translation>
    </message>
    <message>
        <source>Show the strongest words</source>
        <translation>Показать самые сильные слова</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln слово</numerusform>
            <numerusform>%Ln слова</numerusform>
            <numerusform>%Ln слов</numerusform>
        </translation>
    </message>
    <message>
        <source>only the %1 most informative words are listed</source>
        <translation>показано слов: %1 (только самые информативные)</translation>
    </message>
    <message>
        <source>Log-odds: how strongly the word points to %1 (+) or to %2 (−). Mean: log-odds times the average number of occurrences per document. Bits: how much the word alone tells which of the two it is.</source>
        <translation>Логарифм шансов: насколько сильно слово указывает на %1 (+) или на %2 (−). Среднее: логарифм шансов, умноженный на среднее число вхождений слова в одном документе. Биты: сколько одно это слово говорит о том, что из двух верно.</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Слово</translation>
    </message>
    <message>
        <source>How often the word was seen in documents labelled %1</source>
        <translation>Сколько раз слово встретилось в документах с меткой «%1»</translation>
    </message>
    <message>
        <source>log P %1</source>
        <translation>log P %1</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>вес %1</translation>
    </message>
    <message>
        <source>log P(word | %1)</source>
        <translation>log P(слово | %1)</translation>
    </message>
    <message>
        <source>−log P(word | all labels but %1)</source>
        <translation>−log P(слово | все метки, кроме %1)</translation>
    </message>
    <message>
        <source>What the word adds to the score of %1. Words that repeat what other words say add less.</source>
        <translation>Сколько слово добавляет к оценке «%1». Слова, повторяющие то, что сказали другие, добавляют меньше.</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>Лог. шансов</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Биты</translation>
    </message>
    <message>
        <source>How much one occurrence of the word adds to the log-odds of %1 against all other labels together, each weighted by its prior</source>
        <translation>Сколько одно вхождение слова прибавляет к логарифму шансов %1 против всех остальных меток вместе; каждая взята с весом её априорной вероятности</translation>
    </message>
    <message>
        <source>log P(word | %1) − log P(word | all other labels together). Each of the other labels is weighted by its prior.</source>
        <translation>log P(слово | %1) − log P(слово | все остальные метки вместе). Каждая из остальных меток взята с весом её априорной вероятности.</translation>
    </message>
    <message>
        <source>How much one occurrence of the word adds to the log-odds of %1 against %2</source>
        <translation>Сколько одно вхождение слова прибавляет к логарифму шансов %1 против %2</translation>
    </message>
    <message>
        <source>log P(word | %1) − log P(word | %2)</source>
        <translation>log P(слово | %1) − log P(слово | %2)</translation>
    </message>
    <message>
        <source>The log-odds by plain naive Bayes. The model reduces them for words that repeat what other words say.</source>
        <translation>Логарифм шансов по обычному наивному Байесу. Модель уменьшает его для слов, повторяющих другие слова.</translation>
    </message>
    <message>
        <source>The part of “Alone” that the model uses: Log-odds / Alone. A click sorts by the difference between the two.</source>
        <translation>Какую часть значения «Само» использует модель: логарифм шансов, делённый на «Само». Щелчок сортирует по разнице этих двух значений.</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Само</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Учтено</translation>
    </message>
    <message>
        <source>The part of the log-odds that comes from unlabelled documents</source>
        <translation>Часть логарифма шансов, полученная из документов без метки</translation>
    </message>
    <message>
        <source>Unlabelled</source>
        <translation>Без метки</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>все остальные</translation>
    </message>
    <message>
        <source>How much the presence of the word tells which of the two it is: %1 or %2 (mutual information, in bits)</source>
        <translation>Сколько присутствие слова говорит о том, что верно: %1 или %2 (взаимная информация, в битах)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln документ</numerusform>
            <numerusform>%Ln документа</numerusform>
            <numerusform>%Ln документов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordsViewModel</name>
    <message>
        <source>all others</source>
        <translation>все остальные</translation>
    </message>
</context>
<context>
    <name>WorkSheetDialog</name>
    <message>
        <source>Answer the questions and hand in</source>
        <translation>Ответить на вопросы и сдать работу</translation>
    </message>
    <message>
        <source>First name and class</source>
        <translation>Имя и класс</translation>
    </message>
    <message>
        <source>numbers of the lesson</source>
        <translation>числа из самого урока</translation>
    </message>
    <message>
        <source>If your sheet states other settings, enter its sheet number exactly as it is printed.</source>
        <translation>Если на вашем листе указаны другие настройки, введите номер листа точно так, как он напечатан.</translation>
    </message>
    <message>
        <source>Save hand-in…</source>
        <translation>Сохранить работу…</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ваше имя</translation>
    </message>
    <message>
        <source>Sheet number</source>
        <translation>Номер листа</translation>
    </message>
    <message>
        <source>%1 of %2 questions answered</source>
        <translation>Отвечено на вопросы: %1 из %2</translation>
    </message>
    <message>
        <source>This lesson has no fractions to compute, so there are no questions.</source>
        <translation>В этом уроке нет дробей для вычисления, поэтому нет и вопросов.</translation>
    </message>
    <message>
        <source>“%1” was saved. Give this file to your teacher.</source>
        <translation>Файл «%1» сохранён. Передайте его учителю.</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>Ответ: дробь или десятичное число</translation>
    </message>
    <message>
        <source>Pupils’ answers (*%1)</source>
        <translation>Работы учеников (*%1)</translation>
    </message>
    <message>
        <source>Save hand-in</source>
        <translation>Сохранение работы</translation>
    </message>
</context>
<context>
    <name>WorkingDialog</name>
    <message>
        <source>Event models side by side</source>
        <translation>Сравнение моделей событий</translation>
    </message>
    <message>
        <source>Full calculation</source>
        <translation>Полный расчёт</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Шаг за шагом</translation>
    </message>
    <message>
        <source>Saved as a spreadsheet, the calculation can be changed: a new count gives a new verdict.</source>
        <translation>В сохранённой электронной таблице расчёт можно менять: новое число даёт новый вердикт.</translation>
    </message>
    <message>
        <source>Save the calculation</source>
        <translation>Сохранить расчёт</translation>
    </message>
    <message>
        <source>calculation</source>
        <translation>расчёт</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Печать…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Сохранить…</translation>
    </message>
    <message>
        <source>“%1” was saved</source>
        <translation>Файл «%1» сохранён</translation>
    </message>
    <message>
        <source>Add up the small steps in one row</source>
        <translation>Объединить шаги с малым вкладом в одну строку</translation>
    </message>
    <message>
        <source>Show every step</source>
        <translation>Показать все шаги</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Скопировано</translation>
    </message>
    <message>
        <source>Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)</source>
        <translation>Таблица (*.xlsx);;PDF (*.pdf);;Веб-страница (*.html);;Текст (*.txt)</translation>
    </message>
</context>
<context>
    <name>WorkingView</name>
    <message>
        <source>Calculation</source>
        <translation>Расчёт</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>логарифм шансов</translation>
    </message>
    <message>
        <source>by its counts, this word gives odds of %2 : 1 for %1; in a mail, the filter gives the word less weight</source>
        <translation>по счётчикам слова шансы %2 : 1 в пользу «%1»; в письме фильтр придаёт слову меньший вес</translation>
    </message>
    <message>
        <source>a document that contains this word cannot be %1</source>
        <translation>документ с этим словом не может быть «%1»</translation>
    </message>
    <message>
        <source>naive Bayes alone: %1; without repeats: %2</source>
        <translation>по наивному Байесу: %1; без повторов: %2</translation>
    </message>
    <message>
        <source>each occurrence of the word multiplies the odds of %1 against %3 by %2</source>
        <translation>каждое появление слова умножает шансы «%1» против «%3» на %2</translation>
    </message>
</context>
<context>
    <name>WorkspaceCommands</name>
    <message>
        <source>New workspace</source>
        <translation>Новое рабочее пространство</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>Рабочие пространства</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>Открыть рабочее пространство</translation>
    </message>
    <message>
        <source>Save workspace as</source>
        <translation>Сохранить рабочее пространство как</translation>
    </message>
    <message>
        <source>Add model from file</source>
        <translation>Добавить модель из файла</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Все файлы</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Переименовать коллекцию</translation>
    </message>
</context>
<context>
    <name>WorkspaceLock</name>
    <message>
        <source>This workspace is open in another window too. Changes made there appear here.</source>
        <translation>Это рабочее пространство открыто и в другом окне. Сделанные там изменения появляются здесь.</translation>
    </message>
</context>
<context>
    <name>WorkspaceMaintenance</name>
    <message>
        <source>A copy of the workspace was saved</source>
        <translation>Копия рабочего пространства сохранена</translation>
    </message>
    <message>
        <source>Saving a copy of the workspace</source>
        <translation>Сохранение копии рабочего пространства</translation>
    </message>
    <message>
        <source>Compacting the workspace</source>
        <translation>Сжатие рабочего пространства</translation>
    </message>
    <message>
        <source>Checking the workspace</source>
        <translation>Проверка рабочего пространства</translation>
    </message>
    <message>
        <source>Workspace compacted: %1 before, %2 now</source>
        <translation>Рабочее пространство сжато: было %1, стало %2</translation>
    </message>
    <message>
        <source>No problems found in the workspace</source>
        <translation>Проблем в рабочем пространстве не найдено</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) found</source>
        <translation>
            <numerusform>найдена %n проблема</numerusform>
            <numerusform>найдены %n проблемы</numerusform>
            <numerusform>найдено %n проблем</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkspaceViewModel</name>
    <message>
        <source>Importing %1</source>
        <translation>Импорт: %1</translation>
    </message>
    <message>
        <source>Sample mail</source>
        <translation>Примеры писем</translation>
    </message>
    <message>
        <source>Importing the sample</source>
        <translation>Импорт примеров</translation>
    </message>
    <message>
        <source>The collection was deleted</source>
        <translation>Коллекция удалена</translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicate(s) left out</source>
        <translation>
            <numerusform>пропущена %Ln копия документа</numerusform>
            <numerusform>пропущены %Ln копии документов</numerusform>
            <numerusform>пропущено %Ln копий документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln файл не прочитан</numerusform>
            <numerusform>%Ln файла не прочитаны</numerusform>
            <numerusform>%Ln файлов не прочитано</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learnt %Ln document(s) as %1</source>
        <translation>
            <numerusform>Модель обучена на %Ln документе с меткой «%1»</numerusform>
            <numerusform>Модель обучена на %Ln документах с меткой «%1»</numerusform>
            <numerusform>Модель обучена на %Ln документах с меткой «%1»</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>Удалено: «%1»</translation>
    </message>
    <message>
        <source>No unsure verdicts left</source>
        <translation>Неуверенных вердиктов больше нет</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Recipe “%1” saved</source>
        <translation>Рецепт «%1» сохранён</translation>
    </message>
    <message>
        <source>This document is already in the collection %1</source>
        <translation>Этот документ уже есть в коллекции «%1»</translation>
    </message>
    <message>
        <source>this document contradicts what the filter has learnt and counts little until similar documents confirm it</source>
        <translation>этот документ противоречит тому, чему обучен фильтр, и почти не учитывается, пока его не подтвердят похожие документы</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these document(s) contradict what the filter has learnt, and count little until similar documents confirm them</source>
        <translation>
            <numerusform>%Ln из этих документов противоречит тому, чему обучен фильтр, и почти не учитывается, пока его не подтвердят похожие документы</numerusform>
            <numerusform>%Ln из этих документов противоречат тому, чему обучен фильтр, и почти не учитываются, пока их не подтвердят похожие документы</numerusform>
            <numerusform>%Ln из этих документов противоречат тому, чему обучен фильтр, и почти не учитываются, пока их не подтвердят похожие документы</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>%Ln документ импортирован в коллекцию «%1»</numerusform>
            <numerusform>%Ln документа импортированы в коллекцию «%1»</numerusform>
            <numerusform>%Ln документов импортировано в коллекцию «%1»</numerusform>
        </translation>
    </message>
    <message>
        <source>Removal undone: the documents are back in the list of the collection %1</source>
        <translation>Удаление отменено: документы снова в списке коллекции %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) removed from the list</source>
        <translation>
            <numerusform>%Ln документ убран из списка</numerusform>
            <numerusform>%Ln документа убрано из списка</numerusform>
            <numerusform>%Ln документов убрано из списка</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” added</source>
        <translation>Модель «%1» добавлена</translation>
    </message>
    <message>
        <source>Learnt “%1” as an example of %2</source>
        <translation>Модель запомнила: «%1» — пример для метки «%2»</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) changed</source>
        <translation>
            <numerusform>изменился ещё %Ln вердикт</numerusform>
            <numerusform>изменились ещё %Ln вердикта</numerusform>
            <numerusform>изменилось ещё %Ln вердиктов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>event_model_names</name>
    <message>
        <source>Filter</source>
        <translation>Фильтр</translation>
    </message>
</context>
<context>
    <name>import_preview</name>
    <message>
        <source>empty</source>
        <translation>пустой</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>неизвестный</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>зашифрован</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>письма</translation>
    </message>
    <message>
        <source>mailbox</source>
        <translation>почтовый ящик</translation>
    </message>
    <message>
        <source>Outlook mail</source>
        <translation>письмо Outlook</translation>
    </message>
    <message>
        <source>text</source>
        <translation>текст</translation>
    </message>
    <message>
        <source>table</source>
        <translation>таблица</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>slides</source>
        <translation>слайды</translation>
    </message>
    <message>
        <source>OpenDocument</source>
        <translation>OpenDocument</translation>
    </message>
    <message>
        <source>book</source>
        <translation>книга</translation>
    </message>
    <message>
        <source>spreadsheet</source>
        <translation>электронная таблица</translation>
    </message>
    <message>
        <source>Office</source>
        <translation>Office</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>изображение</translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>checking counts</source>
        <translation>проверка счётчиков</translation>
    </message>
    <message>
        <source>checking references</source>
        <translation>проверка ссылок</translation>
    </message>
    <message>
        <source>checking sizes</source>
        <translation>проверка размеров</translation>
    </message>
    <message>
        <source>checking texts</source>
        <translation>проверка текстов</translation>
    </message>
    <message>
        <source>checking the file</source>
        <translation>проверка файла</translation>
    </message>
    <message>
        <source>checking the index</source>
        <translation>проверка указателя</translation>
    </message>
    <message>
        <source>choosing the smoothing</source>
        <translation>выбор сглаживания</translation>
    </message>
    <message>
        <source>classifying</source>
        <translation>классификация</translation>
    </message>
    <message>
        <source>classifying unlabelled documents</source>
        <translation>классификация документов без метки</translation>
    </message>
    <message>
        <source>counting the collection again</source>
        <translation>повторный подсчёт слов коллекции</translation>
    </message>
    <message>
        <source>counting words</source>
        <translation>подсчёт слов</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>оценка</translation>
    </message>
    <message>
        <source>filing away</source>
        <translation>раскладка по папкам</translation>
    </message>
    <message>
        <source>grouping</source>
        <translation>группировка</translation>
    </message>
    <message>
        <source>importing</source>
        <translation>импорт</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>классификация</translation>
    </message>
    <message>
        <source>labelling</source>
        <translation>расстановка меток</translation>
    </message>
    <message>
        <source>learning</source>
        <translation>обучение</translation>
    </message>
    <message>
        <source>learning changed documents</source>
        <translation>обучение на изменённых документах</translation>
    </message>
    <message>
        <source>looking for the cluster</source>
        <translation>поиск кластера</translation>
    </message>
    <message>
        <source>naming</source>
        <translation>подбор имён</translation>
    </message>
    <message>
        <source>planning</source>
        <translation>планирование</translation>
    </message>
    <message>
        <source>reading counts</source>
        <translation>чтение счётчиков</translation>
    </message>
    <message>
        <source>erasing the deleted data</source>
        <translation>окончательное удаление данных</translation>
    </message>
    <message>
        <source>testing each document with a model trained on the others</source>
        <translation>проверка каждого документа моделью, обученной на остальных</translation>
    </message>
    <message>
        <source>testing each label with models trained on the other documents</source>
        <translation>проверка каждой метки моделями, обученными на остальных документах</translation>
    </message>
    <message>
        <source>testing each mail without others from its sender or list</source>
        <translation>проверка каждого письма без других писем того же отправителя или рассылки</translation>
    </message>
    <message>
        <source>testing whether unlabelled documents help</source>
        <translation>проверка, помогают ли документы без меток</translation>
    </message>
    <message>
        <source>rendering</source>
        <translation>отрисовка страниц</translation>
    </message>
    <message>
        <source>checking interrupted file moves</source>
        <translation>проверка прерванных перемещений файлов</translation>
    </message>
    <message>
        <source>choosing how words are counted</source>
        <translation>выбор способа подсчёта слов</translation>
    </message>
    <message>
        <source>learning documents one after another</source>
        <translation>обучение на документах по порядку</translation>
    </message>
    <message>
        <source>looking for the files to read</source>
        <translation>поиск файлов для чтения</translation>
    </message>
    <message>
        <source>moving files back</source>
        <translation>возврат файлов на место</translation>
    </message>
    <message>
        <source>replaying</source>
        <translation>проверка по датам</translation>
    </message>
    <message>
        <source>rewriting counts</source>
        <translation>перезапись счётчиков</translation>
    </message>
    <message>
        <source>rewriting the file</source>
        <translation>перезапись файла</translation>
    </message>
    <message>
        <source>saving a copy</source>
        <translation>сохранение копии</translation>
    </message>
    <message>
        <source>saving the model</source>
        <translation>сохранение модели</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>поиск</translation>
    </message>
    <message>
        <source>storing documents</source>
        <translation>сохранение документов</translation>
    </message>
    <message>
        <source>testing on later documents</source>
        <translation>проверка на более поздних документах</translation>
    </message>
    <message>
        <source>testing other models</source>
        <translation>проверка других моделей</translation>
    </message>
    <message>
        <source>testing smoothing values</source>
        <translation>проверка значений сглаживания</translation>
    </message>
    <message>
        <source>testing vocabulary sizes</source>
        <translation>проверка словарей</translation>
    </message>
    <message>
        <source>waiting for workers</source>
        <translation>ожидание рабочих узлов</translation>
    </message>
    <message>
        <source>weighing documents</source>
        <translation>взвешивание документов</translation>
    </message>
    <message>
        <source>weighing words</source>
        <translation>взвешивание слов</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>запись</translation>
    </message>
</context>
<context>
    <name>plain_names</name>
    <message>
        <source>sender: %1</source>
        <translation>отправитель: %1</translation>
    </message>
    <message>
        <source>sender’s address: %1</source>
        <translation>адрес отправителя: %1</translation>
    </message>
    <message>
        <source>recipient: %1</source>
        <translation>получатель: %1</translation>
    </message>
    <message>
        <source>mail program: %1</source>
        <translation>почтовая программа: %1</translation>
    </message>
    <message>
        <source>content type: %1</source>
        <translation>тип содержимого: %1</translation>
    </message>
    <message>
        <source>mailing list: %1</source>
        <translation>список рассылки: %1</translation>
    </message>
    <message>
        <source>in a link: %1</source>
        <translation>слово из ссылки: %1</translation>
    </message>
    <message>
        <source>links to: %1</source>
        <translation>ссылка на: %1</translation>
    </message>
    <message>
        <source>attachment: %1</source>
        <translation>вложение: %1</translation>
    </message>
    <message>
        <source>result of the sender check by server %2: %1</source>
        <translation>результат проверки отправителя сервером %2: %1</translation>
    </message>
    <message>
        <source>%1 (in the subject)</source>
        <translation>%1 (в теме)</translation>
    </message>
    <message>
        <source>sender and recipient have the same address</source>
        <translation>адреса отправителя и получателя совпадают</translation>
    </message>
    <message>
        <source>another address in the sender’s name</source>
        <translation>в имени отправителя другой адрес</translation>
    </message>
    <message>
        <source>sender’s address ends in digits</source>
        <translation>адрес отправителя кончается цифрами</translation>
    </message>
    <message>
        <source>sender’s name in quotation marks</source>
        <translation>имя отправителя в кавычках</translation>
    </message>
    <message>
        <source>sender without a name</source>
        <translation>отправитель без имени</translation>
    </message>
    <message>
        <source>no time zone</source>
        <translation>нет часового пояса</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>зашифровано</translation>
    </message>
    <message>
        <source>has no text</source>
        <translation>нет текста</translation>
    </message>
    <message>
        <source>hardly any text</source>
        <translation>почти нет текста</translation>
    </message>
    <message>
        <source>invisible characters</source>
        <translation>невидимые знаки</translation>
    </message>
    <message>
        <source>letters of two scripts in a word</source>
        <translation>буквы двух алфавитов в слове</translation>
    </message>
    <message>
        <source>decorative Unicode letters</source>
        <translation>декоративные буквы Юникода</translation>
    </message>
    <message>
        <source>a dollar sign</source>
        <translation>знак доллара</translation>
    </message>
    <message>
        <source>subject in capitals</source>
        <translation>тема заглавными буквами</translation>
    </message>
    <message>
        <source>subject ends in digits</source>
        <translation>тема кончается цифрами</translation>
    </message>
    <message>
        <source>several spaces together in the subject</source>
        <translation>несколько пробелов подряд в теме</translation>
    </message>
    <message>
        <source>subject with “!”</source>
        <translation>тема с «!»</translation>
    </message>
    <message>
        <source>subject with “?”</source>
        <translation>тема с «?»</translation>
    </message>
    <message>
        <source>subject with “$”</source>
        <translation>тема с «$»</translation>
    </message>
    <message>
        <source>subject with non-English characters</source>
        <translation>в теме не только английские символы</translation>
    </message>
    <message>
        <source>subject of a reply (Re:)</source>
        <translation>тема ответа (Re:)</translation>
    </message>
    <message>
        <source>subject of a forwarded mail (Fwd:)</source>
        <translation>тема пересланного письма (Fwd:)</translation>
    </message>
    <message>
        <source>unknown HTML tags</source>
        <translation>неизвестные теги HTML</translation>
    </message>
    <message>
        <source>words broken by HTML</source>
        <translation>слова разорваны HTML</translation>
    </message>
    <message>
        <source>text written by a script</source>
        <translation>текст, который выводит скрипт</translation>
    </message>
    <message>
        <source>a link that misleads</source>
        <translation>обманчивая ссылка</translation>
    </message>
    <message>
        <source>text that is not displayed</source>
        <translation>скрытый текст</translation>
    </message>
    <message>
        <source>text set to be invisible</source>
        <translation>текст сделан невидимым</translation>
    </message>
    <message>
        <source>text too small to read</source>
        <translation>слишком мелкий текст</translation>
    </message>
    <message>
        <source>a link that opens a new mail</source>
        <translation>ссылка, открывающая новое письмо</translation>
    </message>
    <message>
        <source>a link inside a link</source>
        <translation>ссылка внутри ссылки</translation>
    </message>
    <message>
        <source>has a form</source>
        <translation>есть форма</translation>
    </message>
    <message>
        <source>has a table</source>
        <translation>есть таблица</translation>
    </message>
    <message>
        <source>has a picture</source>
        <translation>есть картинка</translation>
    </message>
    <message>
        <source>has a link</source>
        <translation>есть ссылка</translation>
    </message>
    <message>
        <source>sent through a mailing list</source>
        <translation>прислано через список рассылки</translation>
    </message>
    <message>
        <source>has an unsubscribe link</source>
        <translation>есть ссылка для отписки</translation>
    </message>
    <message>
        <source>is a reply to another mail</source>
        <translation>ответ на другое письмо</translation>
    </message>
    <message>
        <source>is part of a conversation</source>
        <translation>часть переписки</translation>
    </message>
    <message>
        <source>has no subject</source>
        <translation>нет темы</translation>
    </message>
    <message>
        <source>has no date</source>
        <translation>нет даты</translation>
    </message>
    <message>
        <source>has no sender</source>
        <translation>нет отправителя</translation>
    </message>
    <message>
        <source>has no recipient</source>
        <translation>нет получателя</translation>
    </message>
    <message>
        <source>has the header %1</source>
        <translation>в письме есть заголовок %1</translation>
    </message>
    <message>
        <source>lacks the header %1</source>
        <translation>в письме нет заголовка %1</translation>
    </message>
    <message>
        <source>contains the HTML tag &lt;%1&gt;</source>
        <translation>есть тег HTML &lt;%1&gt;</translation>
    </message>
    <message>
        <source>a part of type %1</source>
        <translation>часть письма типа %1</translation>
    </message>
    <message>
        <source>error in the mail format: %1</source>
        <translation>ошибка в формате письма: %1</translation>
    </message>
    <message>
        <source>time zone %1</source>
        <translation>часовой пояс %1</translation>
    </message>
    <message>
        <source>colour %1</source>
        <translation>цвет %1</translation>
    </message>
    <message>
        <source>share of new features in the structure of the mail: %1</source>
        <translation>доля новых признаков в строении письма: %1</translation>
    </message>
    <message>
        <source>Reply-To address: %1</source>
        <translation>адрес Reply-To: %1</translation>
    </message>
    <message>
        <source>server that passed the mail on: %1</source>
        <translation>сервер, через который прошло письмо: %1</translation>
    </message>
    <message>
        <source>Reply-To has the sender’s domain</source>
        <translation>Reply-To в домене отправителя</translation>
    </message>
    <message>
        <source>Reply-To has another domain than the sender</source>
        <translation>Reply-To не в домене отправителя</translation>
    </message>
    <message>
        <source>Message-ID has the sender’s domain</source>
        <translation>Message-ID из домена отправителя</translation>
    </message>
    <message>
        <source>Message-ID has another domain than the sender</source>
        <translation>Message-ID не из домена отправителя</translation>
    </message>
    <message>
        <source>Message-ID without a domain</source>
        <translation>Message-ID без домена</translation>
    </message>
    <message>
        <source>HTML only</source>
        <translation>только HTML</translation>
    </message>
    <message>
        <source>only a picture</source>
        <translation>только картинка</translation>
    </message>
    <message>
        <source>words broken by hidden comments</source>
        <translation>слова разорваны скрытыми комментариями</translation>
    </message>
    <message>
        <source>letters written as HTML codes</source>
        <translation>буквы записаны кодами HTML</translation>
    </message>
    <message>
        <source>text that may be hidden</source>
        <translation>возможно, скрытый текст</translation>
    </message>
    <message>
        <source>text covered by something else</source>
        <translation>текст закрыт чем-то другим</translation>
    </message>
    <message>
        <source>text in the colour of the background</source>
        <translation>текст цвета фона</translation>
    </message>
    <message>
        <source>a link to an IP address</source>
        <translation>ссылка на IP-адрес</translation>
    </message>
    <message>
        <source>a link to a numeric host name</source>
        <translation>ссылка на узел с числовым именем</translation>
    </message>
    <message>
        <source>a link with many characters written as % codes</source>
        <translation>ссылка, где много знаков записано кодами %</translation>
    </message>
    <message>
        <source>has a script</source>
        <translation>есть скрипт</translation>
    </message>
    <message>
        <source>signed by its server (DKIM)</source>
        <translation>подписано сервером (DKIM)</translation>
    </message>
    <message>
        <source>character set %1</source>
        <translation>кодировка %1</translation>
    </message>
    <message>
        <source>a part encoded as %1</source>
        <translation>часть письма в кодировке %1</translation>
    </message>
    <message>
        <source>form of the line between the parts: %1</source>
        <translation>вид строки между частями письма: %1</translation>
    </message>
    <message>
        <source>order of the headers: %1</source>
        <translation>порядок заголовков письма: %1</translation>
    </message>
    <message>
        <source>disguised word: %1</source>
        <translation>замаскированное слово: %1</translation>
    </message>
    <message>
        <source>way of hiding text: %1</source>
        <translation>способ скрыть текст: %1</translation>
    </message>
    <message>
        <source>length of the hidden text: level %1 of 20</source>
        <translation>длина скрытого текста: уровень %1 из 20</translation>
    </message>
    <message>
        <source>length of the text: level %1 of 20</source>
        <translation>длина текста: уровень %1 из 20</translation>
    </message>
    <message>
        <source>HTML code compared with text: level %1</source>
        <translation>код HTML по сравнению с текстом: уровень %1</translation>
    </message>
    <message>
        <source>share of capital letters: level %1 of 9</source>
        <translation>доля заглавных букв: уровень %1 из 9</translation>
    </message>
    <message>
        <source>number of digits: level %1 of 9</source>
        <translation>количество цифр: уровень %1 из 9</translation>
    </message>
    <message>
        <source>exclamation marks: %1</source>
        <translation>восклицательных знаков: %1</translation>
    </message>
    <message>
        <source>parts: %1</source>
        <translation>частей: %1</translation>
    </message>
    <message>
        <source>links: %1</source>
        <translation>ссылок: %1</translation>
    </message>
    <message>
        <source>attachments: %1</source>
        <translation>вложений: %1</translation>
    </message>
    <message>
        <source>recipients: %1</source>
        <translation>получателей: %1</translation>
    </message>
    <message>
        <source>kind of link: %1</source>
        <translation>вид ссылки: %1</translation>
    </message>
    <message>
        <source>time zone that does not exist (%1)</source>
        <translation>несуществующий часовой пояс (%1)</translation>
    </message>
    <message>
        <source>Every mail program writes headers in its own order. This mail has the headers in the order shown.</source>
        <translation>Каждая почтовая программа пишет заголовки в своём порядке. В этом письме заголовки стоят в указанном порядке.</translation>
    </message>
    <message>
        <source>The time zone in the date of the mail.</source>
        <translation>Часовой пояс в дате письма.</translation>
    </message>
    <message>
        <source>The first server gives each mail a unique identifier, the Message-ID, which ends in that server’s name.</source>
        <translation>Первый сервер даёт каждому письму уникальный идентификатор, Message-ID, который кончается именем этого сервера.</translation>
    </message>
    <message>
        <source>Reply-To is the address to which replies are sent.</source>
        <translation>Reply-To – адрес, на который уходят ответы.</translation>
    </message>
    <message>
        <source>The parts of a mail are separated by special lines. Each mail program writes these lines in its own form.</source>
        <translation>Части письма разделены особыми строками. Каждая почтовая программа пишет эти строки по-своему.</translation>
    </message>
    <message>
        <source>Each level means twice as much text as the level before: at level 10, the text has 500 to 1,000 characters.</source>
        <translation>Каждый уровень означает вдвое больше текста, чем предыдущий: на уровне 10 в тексте от 500 до 1000 знаков.</translation>
    </message>
    <message>
        <source>Each level means twice as much hidden text as the level before: at level 10, 500 to 1,000 words are hidden.</source>
        <translation>Каждый уровень означает вдвое больше скрытого текста, чем предыдущий: на уровне 10 скрыто от 500 до 1000 слов.</translation>
    </message>
    <message>
        <source>Compares the amount of HTML code with the amount of text. At level 3, there is 4 to 8 times as much code as text.</source>
        <translation>Сравнивает объём кода HTML с объёмом текста. На уровне 3 кода в 4–8 раз больше, чем текста.</translation>
    </message>
    <message>
        <source>Each level adds 5 % of all letters: at level 3, 15 to 20 % of the letters are capitals.</source>
        <translation>Каждый уровень — ещё 5 % заглавных букв: на уровне 3 заглавные составляют от 15 до 20 % всех букв.</translation>
    </message>
    <message>
        <source>Each level adds 5 digits for every 100 letters: at level 3, there are 15 to 20 digits for every 100 letters.</source>
        <translation>Каждый уровень добавляет 5 цифр на 100 букв: на уровне 3 на каждые 100 букв приходится от 15 до 20 цифр.</translation>
    </message>
    <message>
        <source>The word is written with look-alike letters, spaces or invisible characters.</source>
        <translation>Слово написано похожими буквами, с пробелами или с невидимыми знаками.</translation>
    </message>
    <message>
        <source>The mail does not follow the standard format for mail.</source>
        <translation>Письмо не соответствует стандартному формату.</translation>
    </message>
    <message>
        <source>The first words of a mail count twice: as ordinary words, and as opening words.</source>
        <translation>Первые слова письма учитываются дважды: как обычные слова и как слова начала письма.</translation>
    </message>
    <message>
        <source>Part of the name of a server that passed the mail on.</source>
        <translation>Часть имени сервера, через который прошло письмо.</translation>
    </message>
    <message>
        <source>The share of words that the filter has not learnt yet, compared with the average mail.</source>
        <translation>Доля слов, ещё незнакомых фильтру, по сравнению со средним письмом.</translation>
    </message>
    <message>
        <source>Codes such as &lt;br&gt; or &amp;nbsp; in plain text. A reader sees the code itself.</source>
        <translation>Коды вроде &lt;br&gt; или &amp;nbsp; в обычном тексте. Читатель видит сам код.</translation>
    </message>
    <message>
        <source>Lines written by mail servers and the mail program: the route of the mail, its headers and their order.</source>
        <translation>Строки, которые записали почтовые серверы и программа: путь письма, заголовки и их порядок.</translation>
    </message>
    <message>
        <source>Text that a person does not see, or words that are written to deceive a filter.</source>
        <translation>Текст, которого человек не видит, или слова, написанные так, чтобы обмануть фильтр.</translation>
    </message>
    <message>
        <source>How the mail is built: its length, capitals, digits, colours and HTML.</source>
        <translation>Как устроено письмо: длина, заглавные буквы, цифры, цвета и HTML.</translation>
    </message>
    <message>
        <source>The share of words of each kind that are new to the filter. Spam often contains new words.</source>
        <translation>Доля незнакомых фильтру слов среди слов каждого вида. В спаме часто бывают новые слова.</translation>
    </message>
    <message>
        <source>begins with “%1”</source>
        <translation>начинается с «%1»</translation>
    </message>
    <message>
        <source>the words “%1” next to each other</source>
        <translation>слова «%1», стоящие рядом</translation>
    </message>
    <message>
        <source>share of new words in the text: %1</source>
        <translation>доля новых слов в тексте письма: %1</translation>
    </message>
    <message>
        <source>share of new words in the subject: %1</source>
        <translation>доля новых слов в теме письма: %1</translation>
    </message>
    <message>
        <source>share of new senders and servers: %1</source>
        <translation>доля новых отправителей и серверов: %1</translation>
    </message>
    <message>
        <source>share of new words at the beginning: %1</source>
        <translation>доля новых слов в начале письма: %1</translation>
    </message>
    <message>
        <source>%1 compared with the average mail</source>
        <translation>%1 по сравнению со средним письмом</translation>
    </message>
    <message>
        <source>too few words to tell</source>
        <translation>слишком мало слов, чтобы судить</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>до %1</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>“{name}” could not be opened. Check that its folder exists and that you have permission to read the file.</source>
        <translation>Не удалось открыть «{name}». Проверьте, что папка существует и у вас есть право читать файл.</translation>
    </message>
    <message>
        <source>“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.</source>
        <translation>Файл «{name}» повреждён ({detail}). Ничего не изменено. Восстановите файл из резервной копии.</translation>
    </message>
    <message>
        <source>The disk with “{name}” is full. Nothing was lost. Free some space and try again.</source>
        <translation>На диске с файлом «{name}» не осталось места. Ничего не потеряно. Освободите место и повторите попытку.</translation>
    </message>
    <message>
        <source>The disk with “{name}” reported an error ({detail}). Everything saved earlier is still there. Check the disk.</source>
        <translation>Диск с файлом «{name}» сообщил об ошибке ({detail}). Всё сохранённое ранее на месте. Проверьте диск.</translation>
    </message>
    <message>
        <source>The folder for “{name}” does not exist. Create it, or choose another folder.</source>
        <translation>Папка для «{name}» не существует. Создайте её или выберите другую.</translation>
    </message>
    <message>
        <source>You do not have permission to open or change “{name}”.</source>
        <translation>У вас нет прав открывать или изменять «{name}».</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf workspace.</source>
        <translation>«{name}» — не рабочее пространство Bayleaf.</translation>
    </message>
    <message>
        <source>The workspace “{name}” was not found. It may have been moved or deleted.</source>
        <translation>Рабочее пространство «{name}» не найдено. Возможно, его переместили или удалили.</translation>
    </message>
    <message>
        <source>“{name}” or its folder is read-only. To make changes, save a copy in another folder.</source>
        <translation>Файл «{name}» или его папка доступны только для чтения. Чтобы вносить изменения, сохраните копию в другой папке.</translation>
    </message>
    <message>
        <source>“{name}” has an older format and must be updated, but it is read-only. Copy it to a folder where you can write, and open the copy.</source>
        <translation>Файл «{name}» старого формата, и его нужно обновить, но он доступен только для чтения. Скопируйте его в папку, где у вас есть право записи, и откройте копию.</translation>
    </message>
    <message>
        <source>“{name}” was not closed properly, and its folder is read-only. Copy the folder to a place where you can write, and open the copy.</source>
        <translation>Файл «{name}» был закрыт неправильно, а его папка доступна только для чтения. Скопируйте папку туда, где у вас есть право записи, и откройте копию.</translation>
    </message>
    <message>
        <source>Another program removed the unfinished import into “{name}”, because the import seemed to be abandoned. Start the import again.</source>
        <translation>Другая программа удалила незаконченный импорт в рабочее пространство «{name}», приняв этот импорт за брошенный. Начните импорт заново.</translation>
    </message>
    <message>
        <source>“{name}” is the workspace itself. Choose another name for the copy.</source>
        <translation>«{name}» — само рабочее пространство. Выберите для копии другое имя.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>Файл «{name}» пуст.</translation>
    </message>
    <message>
        <source>“{name}” is encrypted or protected by a password. Save a copy without protection, and use that copy.</source>
        <translation>Файл «{name}» зашифрован или защищён паролем. Сохраните копию без защиты и используйте её.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>Файл «{name}» повреждён.</translation>
    </message>
    <message>
        <source>“{name}” is a kind of file that Bayleaf cannot read.</source>
        <translation>Файлы такого типа, как «{name}», Bayleaf читать не умеет.</translation>
    </message>
    <message>
        <source>“{name}” is an Outlook data file, which Bayleaf cannot read. Drag the mails from Outlook into a folder, or convert the file with the program readpst.</source>
        <translation>«{name}» — файл данных Outlook, который Bayleaf прочитать не может. Перетащите письма из Outlook в папку или преобразуйте файл программой readpst.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and no words were recognised in its pictures.</source>
        <translation>В документе «{name}» нет текста, а на его изображениях не распознано ни одного слова.</translation>
    </message>
    <message>
        <source>“{name}” is larger than Bayleaf allows for one document.</source>
        <translation>Файл «{name}» больше, чем допускается для одного документа.</translation>
    </message>
    <message>
        <source>“{name}” has too many levels of parts inside one another.</source>
        <translation>Части файла «{name}» вложены друг в друга слишком глубоко.</translation>
    </message>
    <message>
        <source>“{name}” would unpack to far more than its size. It looks like an archive bomb and was not read.</source>
        <translation>«{name}» при распаковке занял бы несоразмерно много места. Похоже на архивную бомбу, файл не прочитан.</translation>
    </message>
    <message>
        <source>“{name}” was not read: its path leads out of the archive.</source>
        <translation>Файл «{name}» не прочитан: его путь ведёт за пределы архива.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: you do not have permission.</source>
        <translation>Файл «{name}» нельзя прочитать: нет прав доступа.</translation>
    </message>
    <message>
        <source>“{name}” was moved or deleted while it was being read.</source>
        <translation>Файл «{name}» переместили или удалили во время чтения.</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf lesson.</source>
        <translation>«{name}» — не урок Bayleaf.</translation>
    </message>
    <message>
        <source>“{name}” contains no answers: they belong in the last column, after the number of the question. To get such a table, run `bayleaf-cli lesson NAME --to FILE.csv`.</source>
        <translation>В «{name}» нет ответов: их место в последнем столбце, после номера вопроса. Такую таблицу создаёт команда `bayleaf-cli lesson NAME --to FILE.csv`.</translation>
    </message>
    <message>
        <source>“{name}” is not an ordinary file.</source>
        <translation>«{name}» — не обычный файл.</translation>
    </message>
    <message>
        <source>“{name}” was not read: it took too long.</source>
        <translation>«{name}» не прочитан: чтение заняло слишком много времени.</translation>
    </message>
    <message>
        <source>“{name}” needed too much memory to be read.</source>
        <translation>Для чтения «{name}» понадобилось слишком много памяти.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: the reading process crashed.</source>
        <translation>Не удалось прочитать «{name}»: процесс чтения аварийно завершился.</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>В документе «{name}» нет текста.</translation>
    </message>
    <message>
        <source>“{name}” was skipped: it contains sent mail, drafts or deleted mail, not incoming mail.</source>
        <translation>Почтовая папка «{name}» пропущена: в ней отправленные или удалённые письма либо черновики, а не входящие.</translation>
    </message>
    <message>
        <source>“{name}” was skipped: this copy of the mail folder differs from the server. In your mail program, compact the mail folder and download it again, or export it.</source>
        <translation>Почтовая папка «{name}» пропущена: эта копия отличается от папки на сервере. В почтовой программе сожмите эту папку и скачайте её заново или экспортируйте.</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not match the columns of its table.</source>
        <translation>В файле «{name}» есть строка, которая не соответствует столбцам таблицы.</translation>
    </message>
    <message>
        <source>“{name}” changed while it was being read. Try again.</source>
        <translation>Файл «{name}» изменился во время чтения. Повторите попытку.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: Bayleaf does not understand its content.</source>
        <translation>Не удалось прочитать файл «{name}»: Bayleaf не понимает его содержимое.</translation>
    </message>
    <message>
        <source>“{name}” has no column “{detail}”.</source>
        <translation>В таблице «{name}» нет столбца «{detail}».</translation>
    </message>
    <message>
        <source>“{name}” is not a valid regular expression: {detail}.</source>
        <translation>«{name}» — недопустимое регулярное выражение: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” was moved or deleted after it was read.</source>
        <translation>Файл «{name}» переместили или удалили после чтения.</translation>
    </message>
    <message>
        <source>“{name}” is no longer in the file that it was read from.</source>
        <translation>Документа «{name}» больше нет в файле, из которого он был прочитан.</translation>
    </message>
    <message>
        <source>“{name}” does not exist.</source>
        <translation>«{name}» не существует.</translation>
    </message>
    <message>
        <source>“{name}” could not be written: {detail}.</source>
        <translation>Не удалось записать «{name}»: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” could not be downloaded: {detail}.</source>
        <translation>Не удалось скачать файл «{name}»: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” already exists and was not written by Bayleaf, so it was not changed. Run the command without --write to see the lines, and add them by hand.</source>
        <translation>Файл «{name}» уже есть, и записал его не Bayleaf, поэтому файл не изменён. Запустите команду без --write, чтобы увидеть строки, и добавьте их вручную.</translation>
    </message>
    <message>
        <source>“{name}” is a workspace or another database, so it was not replaced. Choose another name.</source>
        <translation>«{name}» — рабочее пространство или другая база данных, поэтому файл не заменён. Выберите другое имя.</translation>
    </message>
    <message>
        <source>“{name}” has only these labels: {detail}. The command “replay” needs at least two, and --positive names the one for spam.</source>
        <translation>В файле «{name}» есть только эти метки: {detail}. Команде «replay» нужны хотя бы две; какая из них спам, указывает --positive.</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” must contain a label and a path.</source>
        <translation>Строка {detail} файла «{name}» должна содержать метку и путь.</translation>
    </message>
    <message>
        <source>“{name}” is already in the folder of its label.</source>
        <translation>«{name}» уже в папке своей метки.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was, because filing was stopped.</source>
        <translation>«{name}» остался на месте: раскладывание по папкам остановлено.</translation>
    </message>
    <message>
        <source>“{name}” has changed since Bayleaf last read it, so it was left where it is.</source>
        <translation>Файл «{name}» изменился с тех пор, как Bayleaf его прочитал, поэтому он оставлен на месте.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: there is another file with that name.</source>
        <translation>«{name}» остался на месте: есть другой файл с таким именем.</translation>
    </message>
    <message>
        <source>The disk reported an error while moving “{name}”. The file is still where it was.</source>
        <translation>При перемещении «{name}» диск сообщил об ошибке. Файл остался на прежнем месте.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: filing was interrupted.</source>
        <translation>«{name}» остался на месте: раскладывание по папкам прервано.</translation>
    </message>
    <message>
        <source>“{name}” is a text or a mail that you dropped here, so there is no file to move.</source>
        <translation>«{name}» — текст или письмо, которое вы сюда перетащили. Файла, который можно переместить, нет.</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed: the target is not a folder.</source>
        <translation>«{name}» нельзя переместить: место назначения — не папка.</translation>
    </message>
    <message>
        <source>“{name}” has no verdict. Classify it first.</source>
        <translation>У документа «{name}» нет вердикта. Сначала классифицируйте его.</translation>
    </message>
    <message>
        <source>You do not have permission to move “{name}”, or to write to its target folder.</source>
        <translation>Недостаточно прав, чтобы переместить «{name}» или записать его в папку назначения.</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed: the target folder is read-only.</source>
        <translation>«{name}» нельзя переместить: папка назначения доступна только для чтения.</translation>
    </message>
    <message>
        <source>“{name}” is a row of a table, so there is no file to move.</source>
        <translation>«{name}» — строка таблицы, поэтому перемещать нечего.</translation>
    </message>
    <message>
        <source>“{name}” has no label and no verdict. Label or classify it first.</source>
        <translation>У документа «{name}» нет ни метки, ни вердикта. Поставьте ему метку или классифицируйте его.</translation>
    </message>
    <message>
        <source>“{name}” was not filed: the target is not a folder, but a file or a link. A link may lead to another place.</source>
        <translation>«{name}» не перемещён: место назначения — не папка, а файл или ссылка. Ссылка может вести в другое место.</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>Файла «{name}» больше нет.</translation>
    </message>
    <message>
        <source>That document is no longer in this workspace.</source>
        <translation>Этого документа больше нет в рабочем пространстве.</translation>
    </message>
    <message>
        <source>There is no label “{name}”.</source>
        <translation>Метки «{name}» нет.</translation>
    </message>
    <message>
        <source>The model never learnt “{name}” with the label you gave, so there is nothing to forget. Nothing was changed.</source>
        <translation>Модель не обучалась на «{name}» с указанной меткой, поэтому забывать нечего. Ничего не изменено.</translation>
    </message>
    <message>
        <source>There is no model “{name}” in this workspace.</source>
        <translation>В этом рабочем пространстве нет модели «{name}».</translation>
    </message>
    <message>
        <source>There are no documents here yet. Import some first.</source>
        <translation>Документов пока нет. Сначала импортируйте их.</translation>
    </message>
    <message>
        <source>There is no model here yet. Train one first.</source>
        <translation>Модели пока нет. Сначала обучите её.</translation>
    </message>
    <message>
        <source>There is no recipe “{name}” in this workspace.</source>
        <translation>В этом рабочем пространстве нет рецепта «{name}».</translation>
    </message>
    <message>
        <source>The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the file again, then correct the verdict.</source>
        <translation>Текст «{name}» не был сохранён, поэтому Bayleaf не смог учесть ваше исправление. Классифицируйте файл ещё раз, затем исправьте вердикт.</translation>
    </message>
    <message>
        <source>“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction.</source>
        <translation>Файл «{name}» перемещён, а его текст не был сохранён, поэтому Bayleaf не смог учесть ваше исправление.</translation>
    </message>
    <message>
        <source>The model does not know the word “{name}”.</source>
        <translation>Модель не знает слова «{name}».</translation>
    </message>
    <message>
        <source>No workspace is open. Open or create one first.</source>
        <translation>Рабочее пространство не открыто. Сначала откройте или создайте его.</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be compared with others: its mails have no dates, and the comparison needs their order.</source>
        <translation>Модель «{name}» нельзя сравнить с другими: у её писем нет дат, а для сравнения нужен их порядок.</translation>
    </message>
    <message>
        <source>The model “{name}” does not use text, so it has no words.</source>
        <translation>Модель «{name}» не использует текст, поэтому слов у неё нет.</translation>
    </message>
    <message>
        <source>“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.</source>
        <translation>«{detail}» — не адрес кластера. Нужно tcp://узел:порт, tls://узел:порт, local или local:N.</translation>
    </message>
    <message>
        <source>Every worker that processed {detail} crashed, so the cluster stopped. Nothing was written. If the workers ran out of memory, divide the input into smaller parts.</source>
        <translation>Все рабочие процессы, обрабатывавшие {detail}, аварийно завершились, и кластер остановился. Ничего не записано. Если им не хватило памяти, разделите входные данные на меньшие части.</translation>
    </message>
    <message>
        <source>“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder.</source>
        <translation>Файл «{detail}» остался от прежнего запуска, который записал больше файлов. Удалите его или выберите другую папку.</translation>
    </message>
    <message>
        <source>The connection to the cluster at {detail} was lost. Nothing was written. If you set a checkpoint folder, the next run continues where this one stopped.</source>
        <translation>Связь с кластером {detail} потеряна. Ничего не записано. Если задана папка контрольных точек, следующий запуск продолжит с того же места.</translation>
    </message>
    <message>
        <source>A worker of the cluster ran out of memory. Nothing was written. Give the workers more memory, or divide the input into smaller parts.</source>
        <translation>Рабочему процессу кластера не хватило памяти. Ничего не записано. Выделите рабочим процессам больше памяти или разделите входные данные на меньшие части.</translation>
    </message>
    <message>
        <source>Bayleaf, or a module it needs, is missing on the cluster’s workers ({detail}). Install bayleaf[cluster] on each worker.</source>
        <translation>На машинах рабочих процессов кластера нет Bayleaf или нужного ему модуля ({detail}). Установите bayleaf[cluster] на каждой.</translation>
    </message>
    <message>
        <source>The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try again. If you set a checkpoint folder, the run continues where it stopped.</source>
        <translation>В кластере нет рабочих процессов (уже {detail} с). Ничего не записано. Запустите рабочие процессы и попробуйте снова. Если задана папка контрольных точек, работа продолжится с того же места.</translation>
    </message>
    <message>
        <source>A worker of the cluster has different software versions from this computer ({detail}). Install the same versions everywhere.</source>
        <translation>У рабочего процесса кластера не те версии программ, что на этом компьютере ({detail}). Установите везде одинаковые версии.</translation>
    </message>
    <message>
        <source>Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local or local:N.</source>
        <translation>Dask не знает «{detail}://». Адрес кластера начинается с tcp:// или tls://, либо это local или local:N.</translation>
    </message>
    <message>
        <source>The sources changed while they were being read: “{detail}”. Nothing was written. Try again when they no longer change.</source>
        <translation>Источники изменились во время чтения: «{detail}». Ничего не записано. Попробуйте ещё раз, когда они перестанут меняться.</translation>
    </message>
    <message>
        <source>A worker of the cluster failed: {detail}. Nothing was written. Correct the cause and try again.</source>
        <translation>Сбой рабочего процесса кластера: {detail}. Ничего не записано. Устраните причину и попробуйте снова.</translation>
    </message>
    <message>
        <source>The cluster at {detail} does not answer. Check that its scheduler is running.</source>
        <translation>Кластер {detail} не отвечает. Проверьте, работает ли его планировщик.</translation>
    </message>
    <message>
        <source>Some files were left where they are. Another computer or an earlier version of Bayleaf filed them, so this cannot be undone here.</source>
        <translation>Некоторые файлы остались на месте. Их разложил другой компьютер или прежняя версия Bayleaf, поэтому здесь это нельзя отменить.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the file “{detail}” beside it could make SQLite delete other files. Move “{detail}” to another folder.</source>
        <translation>Файл «{name}» не открыт: из-за файла «{detail}» рядом с ним SQLite может удалить другие файлы. Переместите «{detail}» в другую папку.</translation>
    </message>
    <message>
        <source>An import into the workspace “{name}” is still running. Wait until it finishes, or stop it.</source>
        <translation>Импорт в рабочее пространство «{name}» ещё идёт. Дождитесь его окончания или остановите его.</translation>
    </message>
    <message>
        <source>“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). Update Bayleaf to open it.</source>
        <translation>Файл «{name}» создан более новой версией Bayleaf (формат {found}; эта версия читает до {known}). Чтобы открыть его, обновите Bayleaf.</translation>
    </message>
    <message>
        <source>There is not enough free space to compact “{name}”: {needed} are needed, and {free} are free. Free some space and try again.</source>
        <translation>Недостаточно места на диске, чтобы сжать «{name}»: нужно {needed}, свободно {free}. Освободите место и повторите попытку.</translation>
    </message>
    <message>
        <source>“{name}” was made by an older version of Bayleaf. To update it, open it in the Bayleaf window, or run the command “import” or “train” with it. A copy of the old file is kept.</source>
        <translation>Файл «{name}» создан более старой версией Bayleaf. Чтобы обновить его, откройте его в окне Bayleaf или выполните с ним команду import или train. Копия старого файла сохранится.</translation>
    </message>
    <message>
        <source>An item is too large to be saved in the workspace “{name}”.</source>
        <translation>Один из элементов слишком велик, чтобы сохранить его в рабочем пространстве «{name}».</translation>
    </message>
    <message>
        <source>“{name}” has no text: it is a scan or a picture. Install the program Tesseract, and Bayleaf can read it.</source>
        <translation>В документе «{name}» нет текста: это скан или изображение. Установите программу Tesseract, и Bayleaf сможет прочитать документ.</translation>
    </message>
    <message>
        <source>“{name}” is in a script whose Tesseract language is not installed. Install that language, and Bayleaf can read the file.</source>
        <translation>В Tesseract не установлен язык, нужный для текста файла «{name}». Установите этот язык, и Bayleaf прочитает файл.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and recognising its pictures took too long or failed. Read the file again.</source>
        <translation>В документе «{name}» нет текста, а распознавание изображений заняло слишком много времени или не удалось. Прочитайте файл ещё раз.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used for a hand-out, because its answers cannot be calculated by hand. Choose another event model.</source>
        <translation>По уроку «{name}» нельзя составить задание: его ответы нельзя вычислить вручную. Выберите в уроке другую модель событий.</translation>
    </message>
    <message>
        <source>“{name}” has too few rows to make several hand-outs with different numbers.</source>
        <translation>В уроке «{name}» слишком мало строк, чтобы составить несколько заданий с разными числами.</translation>
    </message>
    <message>
        <source>“{name}” has no sheet with this number. Enter the number exactly as it is printed. If your teacher changed the lesson, open the teacher’s lesson file first.</source>
        <translation>В уроке «{name}» нет листа с таким номером. Введите номер точно так, как он напечатан. Если учитель изменил урок, сначала откройте файл урока от учителя.</translation>
    </message>
    <message>
        <source>“{name}” has no row with a label, so there is nothing to learn from.</source>
        <translation>В уроке или сданной работе «{name}» нет ни одной строки с меткой, поэтому модели не на чем учиться.</translation>
    </message>
    <message>
        <source>“{name}” contains no hand-ins, which are files with names ending in .bayleaf-hand-in.</source>
        <translation>В папке «{name}» нет сданных работ, то есть файлов с именами на .bayleaf-hand-in.</translation>
    </message>
    <message>
        <source>“{name}” is not a hand-in saved by Bayleaf.</source>
        <translation>«{name}» — не файл работы, сохранённой в Bayleaf.</translation>
    </message>
    <message>
        <source>“{name}” was saved by a newer version of Bayleaf. Update Bayleaf to open it.</source>
        <translation>Файл «{name}» сохранён более новой версией Bayleaf. Чтобы открыть его, обновите Bayleaf.</translation>
    </message>
    <message>
        <source>“{name}” has different questions from this lesson, which may have changed since.</source>
        <translation>В файле «{name}» не те вопросы, что в этом уроке. Возможно, урок с тех пор изменился.</translation>
    </message>
    <message>
        <source>“{name}” is a table, which cannot be mixed with documents. Import it on its own.</source>
        <translation>«{name}» — таблица, её нельзя смешивать с документами. Импортируйте её отдельно.</translation>
    </message>
    <message>
        <source>“{name}” could not be read this time. Try again.</source>
        <translation>Не удалось прочитать «{name}» в этот раз. Повторите попытку.</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson: its entry “{detail}” is missing or wrong.</source>
        <translation>Файл «{name}» — не урок: запись «{detail}» отсутствует или неверна.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the event model “{detail}” cannot be used with the columns of this lesson.</source>
        <translation>Файл «{name}» не открыт: модель событий «{detail}» не подходит к столбцам этого урока.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.</source>
        <translation>Файл «{name}» не открыт: «{detail}» должно быть числом от 0 до 1000.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: row {detail} needs a label and a value for each column.</source>
        <translation>Файл «{name}» не открыт: в строке {detail} должны быть метка и значение для каждого столбца.</translation>
    </message>
    <message>
        <source>“{name}” has {detail} rows. A lesson can have at most 2,000.</source>
        <translation>В файле «{name}» слишком много строк ({detail}): в уроке может быть не больше 2000.</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a valid rule.</source>
        <translation>Строка {detail} файла «{name}» — неверное правило.</translation>
    </message>
    <message>
        <source>“{name}” already exists and is a different kind of file, so it was not replaced. Remove it, or choose another name.</source>
        <translation>Файл «{name}» уже существует и относится к другому типу, поэтому он не заменён. Удалите его или выберите другое имя.</translation>
    </message>
    <message>
        <source>“{name}” has different columns from the collection “{detail}”. Import it into a new collection.</source>
        <translation>Столбцы в файле «{name}» отличаются от столбцов коллекции «{detail}». Импортируйте файл в новую коллекцию.</translation>
    </message>
    <message>
        <source>“{name}” was left where it is. Another computer or an earlier version of Bayleaf filed it, so this cannot be undone or continued here.</source>
        <translation>«{name}» остался на месте. Его разложил другой компьютер или прежняя версия Bayleaf, поэтому здесь это нельзя отменить или продолжить.</translation>
    </message>
    <message>
        <source>There is not enough space for “{name}” on the target disk. Free some space, or choose another folder.</source>
        <translation>На диске назначения не хватает места для «{name}». Освободите место или выберите другую папку.</translation>
    </message>
    <message>
        <source>“{name}” cannot be moved: it is inside a mailbox or an archive, and Bayleaf does not change these.</source>
        <translation>«{name}» нельзя переместить: он внутри почтового ящика или архива, а их Bayleaf не изменяет.</translation>
    </message>
    <message>
        <source>A file with the name “{name}” cannot be created on the target disk. Choose another name, or a folder on another disk.</source>
        <translation>На диске назначения нельзя создать файл с именем «{name}». Выберите другое имя или папку на другом диске.</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough: too few documents have the label of this verdict to estimate its error rate. Label more of them.</source>
        <translation>Вердикт по «{name}» недостаточно уверенный: документов с этой меткой слишком мало, чтобы оценить долю ошибок. Пометьте больше таких документов.</translation>
    </message>
    <message>
        <source>There is no collection “{name}” in this workspace.</source>
        <translation>В этом рабочем пространстве нет коллекции «{name}».</translation>
    </message>
    <message>
        <source>There is no lesson “{name}”.</source>
        <translation>Урока «{name}» нет.</translation>
    </message>
    <message>
        <source>The collection of the model “{name}” no longer exists, so there are no documents to train or test it on.</source>
        <translation>Коллекции модели «{name}» больше нет, поэтому модель не на чем обучать и проверять.</translation>
    </message>
    <message>
        <source>There is no secure connection to the cluster: {detail}.</source>
        <translation>Нет защищённого соединения с кластером: {detail}.</translation>
    </message>
    <message>
        <source>A cluster needs Dask, which is not installed. Install it with: pip install &quot;bayleaf[cluster]&quot;.</source>
        <translation>Для кластера нужен Dask, а он не установлен. Установите его командой: pip install &quot;bayleaf[cluster]&quot;.</translation>
    </message>
    <message>
        <source>There are more distinct words than a model can hold: {detail} so far. Set a lower limit for the number of words. If you set a checkpoint folder, the next run does not read the sources again.</source>
        <translation>Разных слов больше, чем вмещает модель: уже {detail}. Задайте меньший предел числа слов. Если задана папка контрольных точек, следующий запуск не будет читать источники заново.</translation>
    </message>
    <message>
        <source>About {detail} distinct words are expected, more than a model can hold. Set a lower limit for the number of words.</source>
        <translation>Ожидается около {detail} разных слов — больше, чем вмещает модель. Задайте меньший предел числа слов.</translation>
    </message>
    <message>
        <source>The sources have different columns. Name the columns to use, or train on one kind of source at a time.</source>
        <translation>У источников разные столбцы. Укажите нужные столбцы или обучайте на источниках одного вида.</translation>
    </message>
    <message>
        <source>The TOML table that lists the users of the mail daemon cannot be used: {detail}.</source>
        <translation>Таблицу TOML с пользователями почтовой службы Bayleaf нельзя использовать: {detail}.</translation>
    </message>
    <message>
        <source>Another program is using the socket “{detail}”. Stop that program, or choose another path for the socket.</source>
        <translation>Сокет «{detail}» занят другой программой. Завершите её или выберите другой путь для сокета.</translation>
    </message>
    <message>
        <source>The mail daemon cannot create “{detail}”: you do not have permission to write to that folder.</source>
        <translation>Почтовая служба Bayleaf не может создать «{detail}»: у вас нет права записи в эту папку.</translation>
    </message>
    <message>
        <source>The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member.</source>
        <translation>Не удаётся открыть группе доступ к сокету «{detail}». Проверьте, что группа существует и вы в ней состоите.</translation>
    </message>
    <message>
        <source>The mail daemon did not start. To see the reason, run “bayleaf-cli serve” with this workspace.</source>
        <translation>Почтовая служба Bayleaf не запустилась. Чтобы узнать причину, выполните «bayleaf-cli serve» с этим рабочим пространством.</translation>
    </message>
    <message>
        <source>The mail daemon ended before it answered. Try again.</source>
        <translation>Почтовая служба Bayleaf завершилась, не ответив. Попробуйте ещё раз.</translation>
    </message>
    <message>
        <source>This system has no Unix sockets. On this system, programs reach the mail daemon through a named pipe.</source>
        <translation>В этой системе нет сокетов Unix. Здесь программы обращаются к почтовой службе Bayleaf через именованный канал.</translation>
    </message>
    <message>
        <source>“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.</source>
        <translation>«{detail}» — не сокет, поэтому он оставлен без изменений. Выберите путь, по которому ещё ничего нет.</translation>
    </message>
    <message>
        <source>The path “{detail}” is too long for the socket of the mail daemon. Set the environment variable XDG_RUNTIME_DIR to a folder with a shorter path.</source>
        <translation>Путь «{detail}» слишком длинный для сокета почтовой службы Bayleaf. Укажите в переменной окружения XDG_RUNTIME_DIR папку с более коротким путём.</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}</source>
        <translation>Почтовая служба Bayleaf отвечает: {detail}</translation>
    </message>
    <message>
        <source>A mail daemon for “{detail}” is already running.</source>
        <translation>Почтовая служба Bayleaf для рабочего пространства «{detail}» уже работает.</translation>
    </message>
    <message>
        <source>The mail daemon is receiving too many large mails at once. Try again later.</source>
        <translation>Почтовая служба принимает слишком много больших писем сразу. Повторите попытку позже.</translation>
    </message>
    <message>
        <source>The socket folder “{detail}” belongs to another user, or is a link. Remove the folder or link, or set the environment variable XDG_RUNTIME_DIR to another folder.</source>
        <translation>Папка для сокета «{detail}» принадлежит другому пользователю или является ссылкой. Удалите эту папку или ссылку либо укажите в переменной окружения XDG_RUNTIME_DIR другую папку.</translation>
    </message>
    <message>
        <source>There is already a mailbox called {detail}.</source>
        <translation>Ящик с именем {detail} уже есть.</translation>
    </message>
    <message>
        <source>{detail} cannot be the name of a mailbox.</source>
        <translation>{detail} не может быть именем ящика.</translation>
    </message>
    <message>
        <source>Another process is working on this mailbox. Wait until it has finished.</source>
        <translation>С этим ящиком работает другой процесс. Подождите, пока он закончит.</translation>
    </message>
    <message>
        <source>The server ended the connection: {detail}.</source>
        <translation>Почтовый сервер закрыл соединение: {detail}.</translation>
    </message>
    <message>
        <source>The server’s certificate cannot be trusted: {detail}. Nothing was sent.</source>
        <translation>Сертификату сервера нельзя доверять: {detail}. Ничего не отправлено.</translation>
    </message>
    <message>
        <source>The program bayleaf-imap could not be started ({detail}). Install it again.</source>
        <translation>Не удалось запустить программу bayleaf-imap ({detail}). Установите её заново.</translation>
    </message>
    <message>
        <source>The command that prints the password failed: {detail}.</source>
        <translation>Не удалось выполнить команду, которая выводит пароль: {detail}.</translation>
    </message>
    <message>
        <source>The server does not answer. Try again later.</source>
        <translation>Почтовый сервер не отвечает. Попробуйте позже.</translation>
    </message>
    <message>
        <source>The program bayleaf-imap did not answer in time. Try again.</source>
        <translation>Программа bayleaf-imap не ответила вовремя. Повторите попытку.</translation>
    </message>
    <message>
        <source>The mail daemon cannot learn now ({detail}). Bayleaf will try again.</source>
        <translation>Почтовая служба Bayleaf сейчас не может учиться ({detail}). Bayleaf попробует ещё раз.</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}.</source>
        <translation>Почтовая служба Bayleaf отвечает: {detail}.</translation>
    </message>
    <message>
        <source>The system’s keyring did not return the password ({detail}). Check that the keyring is unlocked.</source>
        <translation>Системное хранилище паролей не выдало пароль ({detail}). Проверьте, что хранилище разблокировано.</translation>
    </message>
    <message>
        <source>The server refused the login ({detail}). Check the address and the password.</source>
        <translation>Сервер отклонил вход ({detail}). Проверьте адрес и пароль.</translation>
    </message>
    <message>
        <source>Another filter moves mail back, so Bayleaf has stopped moving mail. Turn off the other filter, then choose “Resume moving”.</source>
        <translation>Другой фильтр возвращает письма, поэтому Bayleaf перестал их перемещать. Отключите тот фильтр и нажмите «Возобновить перемещение».</translation>
    </message>
    <message>
        <source>The connection was lost: {detail}.</source>
        <translation>Соединение прервалось: {detail}.</translation>
    </message>
    <message>
        <source>The mail folder {detail} does not exist.</source>
        <translation>Почтовой папки {detail} не существует.</translation>
    </message>
    <message>
        <source>The mail daemon of the workspace does not answer: {detail}.</source>
        <translation>Почтовая служба Bayleaf этого рабочего пространства не отвечает: {detail}.</translation>
    </message>
    <message>
        <source>The junk folder was not found. Enter its name.</source>
        <translation>Папка для спама не найдена. Укажите её имя.</translation>
    </message>
    <message>
        <source>This user has no systemd session, so nothing can be set to start at login. Log in as this user.</source>
        <translation>У этого пользователя нет сеанса systemd, поэтому настроить запуск при входе нельзя. Войдите в систему под этим пользователем.</translation>
    </message>
    <message>
        <source>The system refused to start bayleaf-imap at login: {detail}.</source>
        <translation>Система отказалась запускать bayleaf-imap при входе: {detail}.</translation>
    </message>
    <message>
        <source>This system has no keyring for passwords. Use a command that prints the password instead.</source>
        <translation>В этой системе нет хранилища паролей. Вместо пароля укажите команду, которая его выводит.</translation>
    </message>
    <message>
        <source>The system’s keyring has no password for {detail}.</source>
        <translation>В системном хранилище паролей нет пароля для {detail}.</translation>
    </message>
    <message>
        <source>The certificate file cannot be read: {detail}.</source>
        <translation>Не удаётся прочитать файл сертификатов: {detail}.</translation>
    </message>
    <message>
        <source>The server does not use TLS on this port. Try port 993 or 143.</source>
        <translation>На этом порту сервер не использует TLS. Попробуйте порт 993 или 143.</translation>
    </message>
    <message>
        <source>The server does not offer encryption, or something on the way blocked it. Nothing was sent.</source>
        <translation>Сервер не предлагает шифрования, или его что-то блокирует по пути. Ничего не отправлено.</translation>
    </message>
    <message>
        <source>The server’s answer is not IMAP: {detail}. Check the server name and the port.</source>
        <translation>Ответ сервера — не IMAP: {detail}. Проверьте имя сервера и порт.</translation>
    </message>
    <message>
        <source>The command-line program bayleaf-cli was not found.</source>
        <translation>Программа командной строки bayleaf-cli не найдена.</translation>
    </message>
    <message>
        <source>Learning from the mailbox failed: {detail}.</source>
        <translation>Не удалось обучиться на письмах ящика: {detail}.</translation>
    </message>
    <message>
        <source>The server refused the request: {detail}.</source>
        <translation>Почтовый сервер отклонил запрос: {detail}.</translation>
    </message>
    <message>
        <source>The state of the mailbox could not be saved: {detail}.</source>
        <translation>Не удалось сохранить состояние ящика: {detail}.</translation>
    </message>
    <message>
        <source>The server sent more data than was requested, so the task was stopped. Try again later.</source>
        <translation>Почтовый сервер прислал больше данных, чем запрошено, поэтому работа остановлена. Повторите попытку позже.</translation>
    </message>
    <message>
        <source>The server cannot be reached ({detail}). Check its name and your connection.</source>
        <translation>Не удаётся связаться с сервером ({detail}). Проверьте его имя и ваше соединение.</translation>
    </message>
    <message>
        <source>Some mails could not be moved yet: {detail}. Bayleaf will try again.</source>
        <translation>Некоторые письма пока не удалось переместить: {detail}. Bayleaf повторит попытку.</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged. Only models that consist of counts can be merged. Filters and models with learnt factors, tf-idf or a count of unknown words cannot.</source>
        <translation>Модель «{name}» нельзя объединить с другими. Объединяются только модели, состоящие из счётчиков. Фильтры и модели с выученными множителями, tf-idf или учётом неизвестных слов объединить нельзя.</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged: it counts words by other rules than the first of the models, or its vocabulary is limited. Train all models with the same recipe, without a limited vocabulary.</source>
        <translation>Модель «{name}» нельзя объединить: она считает слова по другим правилам, чем первая из моделей, или её словарь ограничен. Обучите все модели по одному рецепту без ограничения словаря.</translation>
    </message>
    <message>
        <source>“{name}” contains no words with counts. It is damaged, or a different kind of file.</source>
        <translation>В файле «{name}» нет слов со счётчиками. Файл повреждён или относится к другому типу.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or was not written by the library skops.</source>
        <translation>Файл «{name}» повреждён или записан не библиотекой skops.</translation>
    </message>
    <message>
        <source>The converted model “{name}” would give other scores than the original (relative difference {detail}), so it was not written.</source>
        <translation>Преобразованная модель «{name}» давала бы не те оценки, что исходная (относительное отличие {detail}), поэтому она не записана.</translation>
    </message>
    <message>
        <source>“{name}” cannot be written in the chosen format, because the format has no equivalent of its event model ({detail}).</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в нём нет аналога модели событий «{detail}».</translation>
    </message>
    <message>
        <source>“{name}” is a filter and uses more than counts, so it cannot be converted. Train a model with another event model.</source>
        <translation>Модель «{name}» — фильтр и использует не только счётчики, поэтому её нельзя преобразовать. Обучите модель с другой моделью событий.</translation>
    </message>
    <message>
        <source>“{name}” has a label without documents, so it cannot be written in the chosen format.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в ней есть метка без документов.</translation>
    </message>
    <message>
        <source>“{name}” counts words of mail headers, which this format cannot hold. Train a model on the text only: on Train, under Words and word forms.</source>
        <translation>Модель «{name}» считает слова заголовков писем, а этот формат их не вмещает. Обучите модель только на тексте: на странице «Обучение», раздел «Слова и их формы».</translation>
    </message>
    <message>
        <source>“{name}” is not a file from a labelling tool, or its documents are not from this workspace. The problem is at: {detail}.</source>
        <translation>«{name}» — не файл программы разметки, или его документы не из этого рабочего пространства. Место ошибки: {detail}.</translation>
    </message>
    <message>
        <source>There is not enough labelled mail to make mail rules and to test them. Label more mails.</source>
        <translation>Размеченных писем не хватает, чтобы составить почтовые правила и проверить их. Пометьте больше писем.</translation>
    </message>
    <message>
        <source>No mailing list, sender or recipient points to one label often enough to make a mail rule.</source>
        <translation>Ни рассылка, ни отправитель, ни получатель не указывают на одну метку достаточно часто, чтобы составить почтовое правило.</translation>
    </message>
    <message>
        <source>“{name}” is not a Maildir: it has no folder “cur”.</source>
        <translation>«{name}» — не Maildir: в нём нет папки cur.</translation>
    </message>
    <message>
        <source>The smoothing of this model ({name}) cannot be changed: its weights are learnt, or it has no smoothing.</source>
        <translation>Сглаживание этой модели ({name}) изменить нельзя: её веса выучены, или сглаживания в ней нет.</translation>
    </message>
    <message>
        <source>“{name}” has probabilities of zero, so it cannot be written in the chosen format. Train the model with smoothing.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в ней есть нулевые вероятности. Обучите модель со сглаживанием.</translation>
    </message>
    <message>
        <source>“{name}” has a categorical column without values, so it cannot be written in the chosen format.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в ней есть категориальный столбец без значений.</translation>
    </message>
    <message>
        <source>“{name}” has a column in which all numbers are equal, so it cannot be written in the chosen format.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в ней есть столбец, где все числа одинаковы.</translation>
    </message>
    <message>
        <source>“{name}” does not say how to count words: in the scikit-learn pipeline, a vectorizer must come before the naive Bayes estimator.</source>
        <translation>В файле «{name}» не указано, как считать слова: в конвейере scikit-learn перед наивным байесовским классификатором должен стоять векторизатор.</translation>
    </message>
    <message>
        <source>“{name}” does not use text, so it has no words to convert.</source>
        <translation>Модель «{name}» не использует текст, поэтому преобразовывать нечего.</translation>
    </message>
    <message>
        <source>“{name}” is not a complete scikit-learn model: it was not fitted, or attributes are missing. Fit the model and save it again.</source>
        <translation>«{name}» — неполная модель scikit-learn: она не обучена или в ней нет нужных атрибутов. Обучите модель и сохраните её снова.</translation>
    </message>
    <message>
        <source>{name} is not installed. Install it with: pip install &quot;bayleaf[{detail}]&quot;.</source>
        <translation>Пакет {name} не установлен. Установите его командой: pip install &quot;bayleaf[{detail}]&quot;.</translation>
    </message>
    <message>
        <source>“{name}” must be a scikit-learn pipeline of one vectorizer or encoder and a naive Bayes estimator, but it contains: {detail}.</source>
        <translation>«{name}» должен быть конвейером scikit-learn из одного векторизатора или кодировщика и наивного байесовского классификатора, а содержит: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” is already in Bayleaf’s own format. To convert it for another program, name that program with --as.</source>
        <translation>Файл «{name}» уже в формате Bayleaf. Чтобы преобразовать его для другой программы, укажите эту программу через --as.</translation>
    </message>
    <message>
        <source>“{name}” has a setting that Bayleaf does not have: {detail}.</source>
        <translation>В модели scikit-learn «{name}» есть настройка, которой нет в Bayleaf: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” counts table cells as words, so it cannot be written in the chosen format.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: она считает словами ячейки таблицы.</translation>
    </message>
    <message>
        <source>“{name}” is a pickle file, which can run any code when it is opened. Save the model with skops instead.</source>
        <translation>«{name}» — файл pickle, который при открытии может выполнить любой код. Сохраните модель с помощью skops.</translation>
    </message>
    <message>
        <source>“{name}” cannot be converted: {detail} can use none of its words. For example, the program rspamd counts only pairs of word stems.</source>
        <translation>Модель «{name}» нельзя преобразовать: {detail} не может использовать ни одного её слова. Например, программа rspamd считает только пары основ слов.</translation>
    </message>
    <message>
        <source>“{name}” is not a POPFile database.</source>
        <translation>«{name}» — не база данных POPFile.</translation>
    </message>
    <message>
        <source>“{name}” is a single POPFile bucket. Choose POPFile’s corpus folder, which has a folder for each bucket.</source>
        <translation>«{name}» — одна корзина POPFile. Выберите папку corpus, в которой у каждой корзины своя папка.</translation>
    </message>
    <message>
        <source>“{name}” uses a prior with complement naive Bayes, so it cannot be written in the chosen format.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: она использует априорную вероятность вместе с дополняющим наивным Байесом.</translation>
    </message>
    <message>
        <source>“{name}” is too large to be read.</source>
        <translation>Файл «{name}» слишком велик для чтения.</translation>
    </message>
    <message>
        <source>“{name}” contains program code that Bayleaf does not know ({detail}), so the file was not opened.</source>
        <translation>Файл «{name}» содержит программный код, который Bayleaf не знает ({detail}), поэтому файл не открыт.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {detail}.</source>
        <translation>Модель «{name}» нельзя использовать: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be written in the chosen format, because the format has no such rule for splitting text into words: {detail}.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: в нём нет такого правила деления текста на слова: {detail}.</translation>
    </message>
    <message>
        <source>The record of collection {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>Запись о коллекции {detail} изменена другой программой или из-за ошибки диска. Проверьте диск и восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The model “{detail}” does not match its collection. Train it again.</source>
        <translation>Модель «{detail}» не соответствует своей коллекции. Обучите её заново.</translation>
    </message>
    <message>
        <source>the order of day and month is a guess</source>
        <translation>порядок дня и месяца – предположение</translation>
    </message>
    <message>
        <source>A filter learns all words of its documents, so the number of words cannot be limited. Train the model “{name}” without a limit.</source>
        <translation>Фильтр изучает все слова своих документов, поэтому количество слов нельзя ограничить. Обучите модель «{name}» без ограничения.</translation>
    </message>
    <message>
        <source>The number of labelled documents in “{name}” is {found}. At least {least} are needed.</source>
        <translation>Документов с меткой в коллекции «{name}»: {found}. Нужно не меньше {least}.</translation>
    </message>
    <message>
        <source>The number of labelled documents in “{name}” is {found}. At least {least} are needed, with two different labels.</source>
        <translation>Документов с меткой в коллекции «{name}»: {found}. Нужно не меньше {least}, с двумя разными метками.</translation>
    </message>
    <message>
        <source>The number of labelled documents with text in “{name}” is {found}. At least {least} are needed.</source>
        <translation>Документов с меткой и текстом в коллекции «{name}»: {found}. Нужно не меньше {least}.</translation>
    </message>
    <message>
        <source>The model has no calibration, so its scores cannot be converted to probabilities. Train it again.</source>
        <translation>У модели нет калибровки, поэтому её оценки нельзя перевести в вероятности. Обучите её заново.</translation>
    </message>
    <message>
        <source>No filter can be trained on “{name}”: a filter separates one label from all others, but documents there may have several labels.</source>
        <translation>На документах «{name}» нельзя обучить фильтр: он отделяет одну метку от всех остальных, а у этих документов может быть по нескольку меток.</translation>
    </message>
    <message>
        <source>The collection “{name}” has no label “{label}”.</source>
        <translation>В коллекции «{name}» нет метки «{label}».</translation>
    </message>
    <message>
        <source>Only a filter can protect the documents of chosen labels from being lost. Train a filter on “{name}”, or choose no labels to protect.</source>
        <translation>Защищать документы выбранных меток от потери умеет только фильтр. Обучите на документах «{name}» фильтр или не выбирайте защищаемых меток.</translation>
    </message>
    <message>
        <source>A text belongs to document {detail}, which does not exist. Restore the workspace from a backup.</source>
        <translation>Текст относится к документу {detail}, которого нет. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The text of document {detail} is missing. Restore the workspace from a backup.</source>
        <translation>Текст документа {detail} отсутствует. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Document {detail} belongs to a collection that was deleted. Restore the workspace from a backup.</source>
        <translation>Документ {detail} принадлежит удалённой коллекции. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The stored word counts of document {detail} do not match its text. Restore the workspace from a backup.</source>
        <translation>Сохранённые счётчики слов документа {detail} не соответствуют его тексту. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The workspace file is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>Файл рабочего пространства повреждён: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The search index does not match the documents: {detail}. Restore the workspace from a backup.</source>
        <translation>Поисковый индекс не соответствует документам: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>SQLite reports that the workspace file is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>SQLite сообщает, что файл рабочего пространства повреждён: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Document {detail} has a label that was deleted. Restore the workspace from a backup.</source>
        <translation>У документа {detail} удалённая метка. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Document {detail} has a label of another collection. Restore the workspace from a backup.</source>
        <translation>У документа {detail} метка из другой коллекции. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Training record {detail} does not belong to any model.</source>
        <translation>Запись об обучении {detail} не относится ни к одной модели.</translation>
    </message>
    <message>
        <source>The model “{detail}” is damaged. Train it again.</source>
        <translation>Модель «{detail}» повреждена. Обучите её заново.</translation>
    </message>
    <message>
        <source>The number of document {detail} is higher than the last number that Bayleaf assigned. Restore the workspace from a backup.</source>
        <translation>Номер документа {detail} больше последнего номера, который присвоил Bayleaf. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Texts or counts would unpack to more than a workspace can hold: {detail}. Restore the workspace from a backup.</source>
        <translation>Тексты или счётчики после распаковки не поместились бы в рабочее пространство: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>A row of the database is missing although it was never deleted: {detail}. Restore the workspace from a backup.</source>
        <translation>В базе данных пропала строка, которую никто не удалял: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>A table row belongs to document {detail}, which does not exist. Restore the workspace from a backup.</source>
        <translation>Строка таблицы относится к документу {detail}, которого нет. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Document {detail} belongs to an import that does not exist. Restore the workspace from a backup.</source>
        <translation>Документ {detail} относится к несуществующему импорту. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>A block of word counts is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>Повреждён блок счётчиков слов: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The text of a document is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>Текст документа повреждён: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The text of document {detail} is longer or shorter than recorded. Restore the workspace from a backup.</source>
        <translation>Текст документа {detail} длиннее или короче записанного. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Word list {detail} is damaged. Restore the workspace from a backup.</source>
        <translation>Список слов {detail} повреждён. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>A model with learnt factors is fitted to all documents at once, which a cluster cannot do. Train the model “{name}” on one computer.</source>
        <translation>Модель с выученными множителями подбирается по всем документам сразу, а на кластере это невозможно. Обучите модель «{name}» на одном компьютере.</translation>
    </message>
    <message>
        <source>A lesson needs at least two labelled documents, and the collection “{name}” has fewer.</source>
        <translation>Для урока нужно не меньше двух документов с меткой, а в коллекции «{name}» их меньше.</translation>
    </message>
    <message>
        <source>“{name}” cannot be trained: the sources have no columns that the chosen event model can use.</source>
        <translation>Модель «{name}» нельзя обучить: в источниках нет столбцов, которые может использовать выбранная модель событий.</translation>
    </message>
    <message>
        <source>No test document in “{name}” has a label that the model knows, so the model cannot be tested on it.</source>
        <translation>В проверочных документах «{name}» нет меток, которые знает модель, поэтому проверить на них модель нельзя.</translation>
    </message>
    <message>
        <source>No test document in “{name}” has a label, so the model cannot be tested on it.</source>
        <translation>У проверочных документов «{name}» нет меток, поэтому проверить на них модель нельзя.</translation>
    </message>
    <message>
        <source>Bayleaf cannot tell which label of “{name}” the filter should find. Give this label a name like “spam” or “junk”.</source>
        <translation>Bayleaf не может определить, какую из меток «{name}» должен находить фильтр. Дайте этой метке имя вроде «spam» или «спам».</translation>
    </message>
    <message>
        <source>The vocabulary size cannot be tested on the collection “{name}”, because its documents have no text.</source>
        <translation>На коллекции «{name}» нельзя проверить размеры словаря: в её документах нет текста.</translation>
    </message>
    <message>
        <source>The options --spam-label and --protect work only for filters. Train the model “{name}” as a filter, or leave out these options.</source>
        <translation>Параметры --spam-label и --protect действуют только для фильтров. Обучите модель «{name}» как фильтр или не указывайте эти параметры.</translation>
    </message>
    <message>
        <source>A filter for “{positive}” cannot protect the label “{label}”. Choose another label of “{name}”.</source>
        <translation>Фильтр для метки «{positive}» не может защитить метку «{label}». Выберите для «{name}» другую защищаемую метку.</translation>
    </message>
    <message>
        <source>Only learnt factors can learn from texts without a label. Choose the event model “learnt factors” for “{name}”, or train without unlabelled documents.</source>
        <translation>Учиться на текстах без метки может только модель с выученными множителями. Выберите для коллекции «{name}» модель событий «выученные множители» или обучайте модель без документов без метки.</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not match the columns of its table: {detail}.</source>
        <translation>В файле «{name}» есть строка, которая не соответствует столбцам таблицы: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: Bayleaf does not understand its content (technical detail: {detail}).</source>
        <translation>Не удалось прочитать «{name}»: Bayleaf не понимает содержимое (техническая подробность: {detail}).</translation>
    </message>
    <message>
        <source>there are no documents to learn from</source>
        <translation>нет документов для обучения</translation>
    </message>
    <message>
        <source>all documents have the label {label}, and at least two labels are needed</source>
        <translation>у всех документов метка {label}, а нужно не меньше двух меток</translation>
    </message>
    <message>
        <source>the label {label} has no documents</source>
        <translation>у метки {label} нет документов</translation>
    </message>
    <message>
        <source>the documents have no words</source>
        <translation>в документах нет слов</translation>
    </message>
    <message>
        <source>the limits of the vocabulary exclude all words ({count})</source>
        <translation>ограничения словаря исключают все слова ({count})</translation>
    </message>
    <message>
        <source>no row has a label</source>
        <translation>ни у одной строки нет метки</translation>
    </message>
    <message>
        <source>there are too few documents with a date ({count}), because the earlier half is needed for training</source>
        <translation>слишком мало документов с датой ({count}): более ранняя половина нужна для обучения</translation>
    </message>
    <message>
        <source>there are too few documents ({count}) to set aside {share} of the documents of each label</source>
        <translation>слишком мало документов ({count}), чтобы отложить {share} документов каждой метки</translation>
    </message>
    <message>
        <source>there are too few documents ({count}) to compare models</source>
        <translation>слишком мало документов ({count}), чтобы сравнивать модели</translation>
    </message>
    <message>
        <source>at least two labelled documents are needed, one to train and one to test</source>
        <translation>нужно не меньше двух документов с меткой: один для обучения и один для проверки</translation>
    </message>
    <message>
        <source>no word occurs more than once, so there are no words to choose from</source>
        <translation>ни одно слово не встречается больше одного раза, поэтому выбирать не из чего</translation>
    </message>
    <message>
        <source>the model reads the columns of a table, and one of the documents has no columns</source>
        <translation>модель читает столбцы таблицы, а у одного из документов их нет</translation>
    </message>
    <message>
        <source>the model reads the table columns {columns}, and one of the documents lacks them</source>
        <translation>модель читает столбцы таблицы {columns}, а у одного из документов их нет</translation>
    </message>
    <message>
        <source>the columns of this model differ from those of the first model</source>
        <translation>столбцы этой модели отличаются от столбцов первой модели</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” is not valid ({why})</source>
        <translation>шаблон слова «{pattern}» неверен ({why})</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” has too many groups in parentheses ({count}); one is allowed</source>
        <translation>в шаблоне слова «{pattern}» слишком много групп в скобках ({count}); допустима одна</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” takes too long or needs too much memory</source>
        <translation>шаблон слова «{pattern}» требует слишком много времени или памяти</translation>
    </message>
    <message>
        <source>counting a word once per document cannot be combined with tf-idf weighting</source>
        <translation>если слово считается один раз на документ, веса tf-idf применять нельзя</translation>
    </message>
    <message>
        <source>the chosen event model does not support a separate smoothing for each word</source>
        <translation>выбранная модель событий не поддерживает отдельное сглаживание для каждого слова</translation>
    </message>
    <message>
        <source>smoothing must be a number of at least 0</source>
        <translation>сглаживание должно быть числом не меньше 0</translation>
    </message>
    <message>
        <source>smoothing must be at most {most}, not {value}</source>
        <translation>сглаживание {value} слишком велико: допустимо не больше {most}</translation>
    </message>
    <message>
        <source>the event model “complement with norm” needs a smoothing above 0</source>
        <translation>модели событий «дополняющая с нормой» нужно сглаживание больше 0</translation>
    </message>
    <message>
        <source>a model with learnt factors needs a smoothing above 0</source>
        <translation>модели с выученными множителями нужно сглаживание больше 0</translation>
    </message>
    <message>
        <source>there are too many labels ({count}) for a model with learnt factors</source>
        <translation>слишком много меток ({count}) для модели «выученные множители»</translation>
    </message>
    <message>
        <source>the changed settings require new learnt factors; train the model again</source>
        <translation>с этими настройками выученные множители нужно подобрать заново; обучите модель ещё раз</translation>
    </message>
    <message>
        <source>the recipe counts words by other rules than the model; train the model again</source>
        <translation>рецепт считает слова по другим правилам, чем модель; обучите модель заново</translation>
    </message>
    <message>
        <source>the label {label} has no prior</source>
        <translation>у метки {label} нет априорной вероятности</translation>
    </message>
    <message>
        <source>a prior is given for {label}, which is not one of the labels</source>
        <translation>задана априорная вероятность для {label}, но такой метки нет</translation>
    </message>
    <message>
        <source>the priors must add up to 1, not {sum}</source>
        <translation>сумма априорных вероятностей должна быть равна 1, а не {sum}</translation>
    </message>
    <message>
        <source>the recipe has no prior for the new label {label}</source>
        <translation>в рецепте нет априорной вероятности для новой метки {label}</translation>
    </message>
    <message>
        <source>no document was learnt with the label {label}</source>
        <translation>модель не обучалась на документах с меткой {label}</translation>
    </message>
    <message>
        <source>the model has only one label</source>
        <translation>у модели только одна метка</translation>
    </message>
    <message>
        <source>the tables or indexes of the database were changed</source>
        <translation>таблицы или индексы базы данных изменены</translation>
    </message>
    <message>
        <source>the end of the file is missing</source>
        <translation>конец файла отсутствует</translation>
    </message>
    <message>
        <source>the stored values of a categorical column are not valid</source>
        <translation>сохранённые значения категориального столбца недопустимы</translation>
    </message>
    <message>
        <source>a counter is missing or wrong</source>
        <translation>внутренний счётчик отсутствует или неверен</translation>
    </message>
    <message>
        <source>a text or a table of counts is too large</source>
        <translation>текст или таблица счётчиков слишком велики</translation>
    </message>
    <message>
        <source>a text is not valid UTF-8</source>
        <translation>текст записан не в UTF-8</translation>
    </message>
    <message>
        <source>the model “{model}” cannot be read</source>
        <translation>модель «{model}» не читается</translation>
    </message>
    <message>
        <source>word list {number} cannot be read</source>
        <translation>список слов {number} не читается</translation>
    </message>
    <message>
        <source>number of fields {found} instead of {expected}</source>
        <translation>в строке полей: {found} вместо {expected}</translation>
    </message>
    <message>
        <source>a quotation mark is not closed</source>
        <translation>кавычка не закрыта</translation>
    </message>
    <message>
        <source>the row has a different structure from the other rows</source>
        <translation>строка таблицы устроена иначе, чем остальные</translation>
    </message>
    <message>
        <source>{cell} in column “{column}” is not a number</source>
        <translation>{cell} в столбце «{column}» – не число</translation>
    </message>
    <message>
        <source>{cell} is not a weight</source>
        <translation>{cell} – не вес</translation>
    </message>
    <message>
        <source>matching the expression takes too long</source>
        <translation>сопоставление с выражением занимает слишком много времени</translation>
    </message>
    <message>
        <source>the file {file} does not exist</source>
        <translation>файла {file} нет</translation>
    </message>
    <message>
        <source>{address} requires certificates; give the certificate authority, your certificate and its key</source>
        <translation>кластер по адресу {address} требует сертификатов; укажите центр сертификации, ваш сертификат и его ключ</translation>
    </message>
    <message>
        <source>{address} does not use certificates; leave the certificates out, or use an address that begins with tls://</source>
        <translation>кластер по адресу {address} не использует сертификаты; не указывайте их или задайте адрес, который начинается с tls://</translation>
    </message>
    <message>
        <source>the vocabulary of the model contains word sequences of a length that its recipe does not allow</source>
        <translation>в словаре модели есть последовательности слов такой длины, какой её рецепт не допускает</translation>
    </message>
    <message>
        <source>a quotation mark is missing in the command ({why})</source>
        <translation>в команде не хватает кавычки ({why})</translation>
    </message>
    <message>
        <source>there is no such program; the command is run without a shell (to use a shell, write sh -c &apos;…&apos;)</source>
        <translation>такой программы нет; команда запускается без оболочки (чтобы использовать оболочку, напишите sh -c &apos;…&apos;)</translation>
    </message>
    <message>
        <source>the command took longer than {seconds} s</source>
        <translation>команда выполнялась дольше {seconds} с</translation>
    </message>
    <message>
        <source>exit status {status}</source>
        <translation>код завершения {status}</translation>
    </message>
    <message>
        <source>the command printed nothing</source>
        <translation>команда ничего не вывела</translation>
    </message>
    <message>
        <source>no label of the model has a name that means spam</source>
        <translation>ни одна метка модели не названа так, чтобы это значило «спам»</translation>
    </message>
    <message>
        <source>there is no text to learn from</source>
        <translation>нет текста для обучения</translation>
    </message>
    <message>
        <source>the process ended at once</source>
        <translation>процесс сразу завершился</translation>
    </message>
    <message>
        <source>the server renumbered the mails of the folder</source>
        <translation>сервер заново пронумеровал письма папки</translation>
    </message>
    <message>
        <source>the mail daemon did not start in time</source>
        <translation>почтовая служба Bayleaf не запустилась вовремя</translation>
    </message>
    <message>
        <source>the answer about a mail folder lacks the required number UIDVALIDITY</source>
        <translation>в ответе о почтовой папке нет обязательного числа UIDVALIDITY</translation>
    </message>
    <message>
        <source>the inbox and the junk folder need at least {least} mails each</source>
        <translation>во входящих и в папке спама должно быть не меньше {least} писем в каждой</translation>
    </message>
    <message>
        <source>the learning process was stopped</source>
        <translation>обучение остановлено</translation>
    </message>
    <message>
        <source>there is no program {program}</source>
        <translation>программы {program} нет</translation>
    </message>
    <message>
        <source>the server supports neither MOVE nor UIDPLUS, and Bayleaf needs one of them to move mails</source>
        <translation>сервер не поддерживает ни MOVE, ни UIDPLUS, а для перемещения писем нужно одно из них</translation>
    </message>
    <message>
        <source>the server does not support UIDPLUS, which Bayleaf needs to delete single mails</source>
        <translation>сервер не поддерживает UIDPLUS, а это нужно для удаления отдельных писем</translation>
    </message>
    <message>
        <source>the folder is read-only</source>
        <translation>папка доступна только для чтения</translation>
    </message>
    <message>
        <source>There is already a collection “{name}”.</source>
        <translation>Коллекция «{name}» уже есть.</translation>
    </message>
    <message>
        <source>Enter a name for the collection.</source>
        <translation>Введите название коллекции.</translation>
    </message>
    <message>
        <source>Documents of the collection “{name}” can have only one label each. First allow several labels for this collection.</source>
        <translation>В коллекции «{name}» у документа может быть только одна метка. Сначала разрешите в ней несколько меток.</translation>
    </message>
    <message>
        <source>Some documents of the collection “{name}” have several labels. First reduce each document to one label.</source>
        <translation>В коллекции «{name}» есть документы с несколькими метками. Сначала оставьте каждому документу одну.</translation>
    </message>
    <message>
        <source>The name of the collection is too long. Choose a shorter one.</source>
        <translation>Название коллекции слишком длинное. Выберите название короче.</translation>
    </message>
    <message>
        <source>The name of a collection must be one line of printable characters.</source>
        <translation>Название коллекции должно быть одной строкой из печатных знаков.</translation>
    </message>
    <message>
        <source>The workspace “{name}” cannot be used: {reason}.</source>
        <translation>Рабочее пространство «{name}» нельзя использовать: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used as a name. Enter another one.</source>
        <translation>«{name}» не годится как название. Введите другое.</translation>
    </message>
    <message>
        <source>“{name}” was not found.</source>
        <translation>Не найдено: «{name}».</translation>
    </message>
    <message>
        <source>The title, sender or path of document {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>Название, отправитель или путь документа {detail} изменены другой программой или из-за ошибки диска. Проверьте диск и восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>“{name}” is being written by another task or program. Try again in a moment.</source>
        <translation>В файл «{name}» сейчас пишет другая задача или программа. Попробуйте чуть позже.</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough. Label it yourself.</source>
        <translation>Вердикт по «{name}» недостаточно уверенный. Поставьте метку сами.</translation>
    </message>
    <message>
        <source>This mailbox has had no trial yet. Start with a trial, which shows what would be moved.</source>
        <translation>Для этого ящика ещё не было пробы. Начните с неё: она покажет, что было бы перемещено.</translation>
    </message>
    <message>
        <source>“{name}” does not say how many mails the filter has learnt.</source>
        <translation>В файле «{name}» не указано, на скольких письмах обучен фильтр.</translation>
    </message>
    <message>
        <source>With the option --with, give the manifest.json of a paperless-ngx export. Bayleaf adds the labels to it as tags and writes the result to “{name}”.</source>
        <translation>Укажите параметром --with файл manifest.json из экспорта paperless-ngx. Bayleaf добавит в него метки как теги и запишет результат в «{name}».</translation>
    </message>
    <message>
        <source>The model “{name}” has only one label. A filter needs two: one for good mail and one for spam.</source>
        <translation>У модели «{name}» всего одна метка. Фильтру нужны две: для хороших писем и для спама.</translation>
    </message>
    <message>
        <source>“{name}” uses a word only if it occurs more than a set number of times. The chosen format cannot store such a model.</source>
        <translation>Модель «{name}» учитывает слово, только если оно встретилось больше заданного числа раз. Выбранный формат не может хранить такую модель.</translation>
    </message>
    <message>
        <source>“{name}” counts unknown words, so it cannot be written in the chosen format. Train the model without unknown words.</source>
        <translation>Модель «{name}» нельзя записать в выбранном формате: она учитывает неизвестные слова. Обучите модель без неизвестных слов.</translation>
    </message>
    <message>
        <source>The workspace’s log of changes does not match document {detail}. Restore the workspace from a backup.</source>
        <translation>Журнал изменений рабочего пространства расходится с документом {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The change log of collection {detail} has gaps. Restore the workspace from a backup.</source>
        <translation>В журнале изменений коллекции {detail} есть пропуски. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The content of document {detail} does not match its stored checksum. Restore the workspace from a backup.</source>
        <translation>Содержимое документа {detail} не соответствует сохранённой контрольной сумме. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Document {detail} has the same content as another document of its collection. Delete one of the two.</source>
        <translation>Содержимое документа {detail} совпадает с содержимым другого документа коллекции. Удалите один из двух.</translation>
    </message>
    <message>
        <source>The label, weight or date of document {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>Метка, вес или дата документа {detail} изменены другой программой или из-за ошибки диска. Проверьте диск и восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>The record of label {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>Запись о метке {detail} изменена другой программой или из-за ошибки диска. Проверьте диск и восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Model {detail} refers to changes that are not in the log of its collection. Train the model again.</source>
        <translation>Модель {detail} ссылается на изменения, которых нет в журнале её коллекции. Обучите модель заново.</translation>
    </message>
    <message>
        <source>The recipe of the model “{detail}” is damaged. Train the model again.</source>
        <translation>Рецепт модели «{detail}» повреждён. Обучите модель заново.</translation>
    </message>
    <message>
        <source>A row of the database refers to another row that does not exist: {detail}. Restore the workspace from a backup.</source>
        <translation>Строка базы данных ссылается на другую, которой не существует: {detail}. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>A row of the database was changed by another program or by a disk error: {detail}. Check the disk, and restore the workspace from a backup.</source>
        <translation>Строка базы данных изменена другой программой или из-за ошибки диска: {detail}. Проверьте диск и восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>Another program changed the table or index “{detail}” of the database. Restore the workspace from a backup.</source>
        <translation>Другая программа изменила таблицу или индекс «{detail}» базы данных. Восстановите рабочее пространство из резервной копии.</translation>
    </message>
    <message>
        <source>set by you</source>
        <translation>указано вами</translation>
    </message>
    <message>
        <source>from the mail’s headers</source>
        <translation>из заголовков письма</translation>
    </message>
    <message>
        <source>found after the word “date”</source>
        <translation>найдено после слова «дата»</translation>
    </message>
    <message>
        <source>date on a line of its own</source>
        <translation>дата стоит отдельной строкой</translation>
    </message>
    <message>
        <source>first date in the text (a guess)</source>
        <translation>первая дата в тексте (предположение)</translation>
    </message>
    <message>
        <source>date of the file (a guess)</source>
        <translation>дата файла (предположение)</translation>
    </message>
    <message>
        <source>found after a word such as “from”</source>
        <translation>найдено после слова вроде «от»</translation>
    </message>
    <message>
        <source>name of a company or office at the top</source>
        <translation>название фирмы или учреждения вверху</translation>
    </message>
    <message>
        <source>name from the signature</source>
        <translation>имя из подписи</translation>
    </message>
    <message>
        <source>name from an address (a guess)</source>
        <translation>имя из адреса (предположение)</translation>
    </message>
    <message>
        <source>name from the first line (a guess)</source>
        <translation>имя из первой строки (предположение)</translation>
    </message>
    <message>
        <source>the process that starts new processes is not responding</source>
        <translation>процесс, который запускает новые процессы, не отвечает</translation>
    </message>
    <message>
        <source>There is already a label “{name}”.</source>
        <translation>Метка «{name}» уже есть.</translation>
    </message>
    <message>
        <source>There is already a recipe “{name}”.</source>
        <translation>Рецепт «{name}» уже есть.</translation>
    </message>
    <message>
        <source>Enter a name for the label.</source>
        <translation>Введите название метки.</translation>
    </message>
    <message>
        <source>Enter a name for the model.</source>
        <translation>Введите название модели.</translation>
    </message>
    <message>
        <source>Enter a name for the recipe.</source>
        <translation>Введите название рецепта.</translation>
    </message>
    <message>
        <source>The name pattern “{name}” contains no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>В шаблоне имени «{name}» нет подстановки. Используйте {{date}}, {{sender}}, {{label}}, {{title}} или {{name}}.</translation>
    </message>
    <message>
        <source>The name pattern “{name}” contains an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>В шаблоне имени «{name}» есть неизвестная подстановка. Используйте {{date}}, {{sender}}, {{label}}, {{title}} или {{name}}.</translation>
    </message>
    <message>
        <source>“{name}” is not a date. Write the date like this: 2026-03-02.</source>
        <translation>«{name}» — не дата. Пишите дату так: 2026-03-02.</translation>
    </message>
    <message>
        <source>A document has more than 1,000 labels, the most that Bayleaf allows. Check the file that contains these labels.</source>
        <translation>У одного документа больше 1000 меток, а Bayleaf допускает не больше 1000. Проверьте файл с этими метками.</translation>
    </message>
    <message>
        <source>The name of the label is too long. Choose a shorter one.</source>
        <translation>Название метки слишком длинное. Выберите название короче.</translation>
    </message>
    <message>
        <source>The name of the model is too long. Choose a shorter one.</source>
        <translation>Название модели слишком длинное. Выберите название короче.</translation>
    </message>
    <message>
        <source>The name of the recipe is too long. Choose a shorter one.</source>
        <translation>Название рецепта слишком длинное. Выберите название короче.</translation>
    </message>
    <message>
        <source>The name of a label must be one line of printable characters.</source>
        <translation>Название метки должно быть одной строкой из печатных знаков.</translation>
    </message>
    <message>
        <source>The name of a model must be one line of printable characters.</source>
        <translation>Название модели должно быть одной строкой из печатных знаков.</translation>
    </message>
    <message>
        <source>The name of a recipe must be one line of printable characters.</source>
        <translation>Название рецепта должно быть одной строкой из печатных знаков.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: {reason}.</source>
        <translation>Не удалось прочитать «{name}»: {reason}.</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be used: {reason}.</source>
        <translation>Модель «{name}» нельзя использовать: {reason}.</translation>
    </message>
    <message>
        <source>No model can be trained on “{name}”: {reason}.</source>
        <translation>На документах «{name}» нельзя обучить модель: {reason}.</translation>
    </message>
    <message>
        <source>Something went wrong: {reason}.</source>
        <translation>Что-то пошло не так: {reason}.</translation>
    </message>
    <message>
        <source>{sentence} Available: {known}.</source>
        <translation>{sentence} Доступные варианты: {known}.</translation>
    </message>
    <message>
        <source>The system cannot start a process to read files ({detail}). Close other programs and try again.</source>
        <translation>Система не может запустить процесс для чтения файлов ({detail}). Закройте другие программы и попробуйте ещё раз.</translation>
    </message>
    <message>
        <source>The cluster cannot be used: {reason}.</source>
        <translation>Кластер использовать нельзя: {reason}.</translation>
    </message>
    <message>
        <source>bayleaf-imap reports: {detail}.</source>
        <translation>bayleaf-imap сообщает: {detail}.</translation>
    </message>
</context>
<context>
    <name>sheet</name>
    <message>
        <source>Full calculation of one verdict</source>
        <translation>Полный расчёт одного вердикта</translation>
    </message>
    <message>
        <source>Model “{model}”: {event_model}, α = {smoothing}</source>
        <translation>Модель «{model}»: {event_model}, α = {smoothing}</translation>
    </message>
    <message>
        <source>The vocabulary has {n_words} words.</source>
        <translation>Слов в словаре: {n_words}.</translation>
    </message>
    <message>
        <source>Factor or step</source>
        <translation>Шаг расчёта</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Раз</translation>
    </message>
    <message>
        <source>Calculation</source>
        <translation>Вычисление</translation>
    </message>
    <message>
        <source>Decimal</source>
        <translation>Десятичное число</translation>
    </message>
    <message>
        <source>Logarithm</source>
        <translation>Логарифм</translation>
    </message>
    <message>
        <source>Contribution</source>
        <translation>Вклад</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>априорная вероятность</translation>
    </message>
    <message>
        <source>the other {n_steps}, added up</source>
        <translation>остальные шаги ({n_steps}) в сумме</translation>
    </message>
    <message>
        <source>absent words that occur in {count} documents each</source>
        <translation>отсутствующие слова; документов с каждым из них: {count}</translation>
    </message>
    <message>
        <source>all remaining absent words, added up</source>
        <translation>все остальные отсутствующие слова в сумме</translation>
    </message>
    <message>
        <source>words that occur {count} times under other labels</source>
        <translation>слова с числом вхождений {count} под другими метками</translation>
    </message>
    <message>
        <source>Divisor of {label}: the weights of all words, added up</source>
        <translation>Делитель метки {label}: веса всех слов, сложенные вместе</translation>
    </message>
    <message>
        <source>Sum: the score</source>
        <translation>Сумма: оценка</translation>
    </message>
    <message>
        <source>Sum: the divisor</source>
        <translation>Сумма: делитель</translation>
    </message>
    <message>
        <source>As one fraction, the product is {fraction}.</source>
        <translation>Одной дробью произведение равно {fraction}.</translation>
    </message>
    <message>
        <source>From scores to probabilities</source>
        <translation>От оценок к вероятностям</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Plain product</source>
        <translation>Произведение</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Score − highest</source>
        <translation>Оценка − наибольшая</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Экспонента</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Доля</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Точное значение</translation>
    </message>
    <message>
        <source>log Σ exp(score) = {peak} + log {total} = {log_total}. The highest score is subtracted before exp is applied, so that no result is too large for the computer and not all are 0.</source>
        <translation>log Σ exp(оценка) = {peak} + log {total} = {log_total}. До вычисления exp вычитается наибольшая оценка. Тогда ни один результат не бывает слишком велик для компьютера и хотя бы один не равен 0.</translation>
    </message>
    <message>
        <source>{label}: factor number {n_factors}, {factor}, turns the plain product from {before} into 0. The computer stores no positive number below 4.9 × 10⁻³²⁴.</source>
        <translation>{label}: множитель номер {n_factors}, {factor}, превращает произведение из {before} в 0. Компьютер не хранит положительных чисел меньше 4,9 × 10⁻³²⁴.</translation>
    </message>
    <message>
        <source>All plain products become 0, and 0/0 is undefined. That is why logarithms are added instead.</source>
        <translation>Все произведения становятся равны 0, а 0/0 не определено. Поэтому вместо умножения складываются логарифмы.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Решение</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} from the counts and {probability} after calibration.</source>
        <translation>Побеждает метка с наибольшей вероятностью: {label}, {share} по счётчикам и {probability} после калибровки.</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} before calibration and {probability} after it.</source>
        <translation>Побеждает метка с наибольшей вероятностью: {label}, {share} до калибровки и {probability} после неё.</translation>
    </message>
    <message>
        <source>All labels are impossible, so the verdict is undecided.</source>
        <translation>Все метки невозможны, поэтому вердикт не определён.</translation>
    </message>
    <message>
        <source>{label} is impossible, because of {causes}.</source>
        <translation>Метка {label} исключена. Причина: {causes}.</translation>
    </message>
    <message>
        <source>The score of {label} is infinite, because of {causes}.</source>
        <translation>Оценка метки {label} бесконечна. Причина: {causes}.</translation>
    </message>
    <message>
        <source>Without {words} the verdict would be {label}.</source>
        <translation>Если убрать {words}, вердикт будет {label}.</translation>
    </message>
    <message>
        <source>Without {words} the verdict would be undecided.</source>
        <translation>Если убрать {words}, модель не сможет выбрать метку.</translation>
    </message>
    <message>
        <source>The event models compared</source>
        <translation>Сравнение моделей событий</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>Модель событий</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>не определено</translation>
    </message>
    <message>
        <source>P({label})</source>
        <translation>P({label})</translation>
    </message>
    <message>
        <source>Contributions: log-odds of {label} against {other}</source>
        <translation>Вклады: логарифм шансов {label} против {other}</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>отсутствующие слова</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>все остальные</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>фильтр</translation>
    </message>
    <message>
        <source>multinomial</source>
        <translation>мультиномиальная</translation>
    </message>
    <message>
        <source>binary multinomial</source>
        <translation>двоичная мультиномиальная</translation>
    </message>
    <message>
        <source>Bernoulli</source>
        <translation>Бернулли</translation>
    </message>
    <message>
        <source>learnt factors</source>
        <translation>выученные множители</translation>
    </message>
    <message>
        <source>complement</source>
        <translation>дополняющая</translation>
    </message>
    <message>
        <source>complement with norm</source>
        <translation>дополняющая с нормировкой весов</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>гауссова</translation>
    </message>
    <message>
        <source>categorical</source>
        <translation>категориальная</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>смешанная</translation>
    </message>
    <message>
        <source>mixed, Bernoulli</source>
        <translation>смешанная, Бернулли</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Всего</translation>
    </message>
    <message>
        <source>Possible values</source>
        <translation>Возможных значений</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Дисперсия</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Плотность</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Метки</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>Априорная вероятность</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Шаги</translation>
    </message>
    <message>
        <source>Absent words</source>
        <translation>Отсутствующие слова</translation>
    </message>
    <message>
        <source>Divisor</source>
        <translation>Делитель</translation>
    </message>
    <message>
        <source>Divisors</source>
        <translation>Делители</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
    <message>
        <source>word</source>
        <translation>слово</translation>
    </message>
    <message>
        <source>absent word</source>
        <translation>отсутствующее слово</translation>
    </message>
    <message>
        <source>number</source>
        <translation>число</translation>
    </message>
    <message>
        <source>category</source>
        <translation>категория</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>исходное значение</translation>
    </message>
    <message>
        <source>Count, other labels</source>
        <translation>Вхождений, другие метки</translation>
    </message>
    <message>
        <source>Total, other labels</source>
        <translation>Всего слов, другие метки</translation>
    </message>
    <message>
        <source>Amount added to every variance</source>
        <translation>Добавка к каждой дисперсии</translation>
    </message>
    <message>
        <source>Highest score</source>
        <translation>Наивысшая оценка</translation>
    </message>
    <message>
        <source>After calibration</source>
        <translation>После калибровки</translation>
    </message>
    <message>
        <source>Training examples that influenced this verdict</source>
        <translation>Обучающие примеры, повлиявшие на этот вердикт</translation>
    </message>
    <message>
        <source>How the log-odds of {label} against {other} change if one of the {n_documents} training documents is removed.</source>
        <translation>Как изменится логарифм шансов {label} против {other}, если убрать один из обучающих документов (всего {n_documents}).</translation>
    </message>
    <message>
        <source>For {label}</source>
        <translation>За {label}</translation>
    </message>
    <message>
        <source>Against it</source>
        <translation>Против неё</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Номер</translation>
    </message>
    <message>
        <source>How the filter decides: {label} against {other}</source>
        <translation>Как решает фильтр: {label} против {other}</translation>
    </message>
    <message>
        <source>The contribution of a word has two parts. By counts: log(frequency under {label} / frequency under {other}) × weight. Learnt correction: what the filter learnt from its mistakes. All numbers are log-odds.</source>
        <translation>Вклад слова состоит из двух частей. По счётчикам: log(частота у {label} / частота у {other}) × вес. Выученная поправка: то, чему фильтр научился на ошибках. Все числа — логарифмы шансов.</translation>
    </message>
    <message>
        <source>How close the fit is to its optimum: {label}</source>
        <translation>Насколько подбор весов близок к оптимуму: {label}</translation>
    </message>
    <message>
        <source>The fit looks for the weights with the smallest loss. Each of {n_documents} documents adds max(0, 1 − t·score)² to the loss, with t = 1 for documents of {label} and t = −1 for all others. Each word adds {ridge}/2 · weight²/s, with s = {ease}. The slope is the derivative of the loss by a weight. It has a part from the documents with t·score below 1 and a part from the regularisation, {ridge} · weight/s. At the minimum, both add up to 0.</source>
        <translation>Подбор ищет веса с наименьшими потерями. Каждый документ (всего {n_documents}) добавляет к потерям max(0, 1 − t·оценка)², где t = 1 для документов с меткой {label} и t = −1 для остальных. Каждое слово добавляет {ridge}/2 · вес²/s, где s = {ease}. Наклон — это производная потерь по весу. Одна его часть идёт от документов, у которых t·оценка меньше 1, другая от регуляризации: {ridge} · вес/s. В минимуме их сумма равна 0.</translation>
    </message>
    <message>
        <source>√|ratio|</source>
        <translation>√|отношение|</translation>
    </message>
    <message>
        <source>1 for all words</source>
        <translation>1 для всех слов</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Отношение</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Множитель</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Вес</translation>
    </message>
    <message>
        <source>Documents with t·score below 1</source>
        <translation>Документов, у которых t·оценка &lt; 1</translation>
    </message>
    <message>
        <source>Slope from documents</source>
        <translation>Наклон от документов</translation>
    </message>
    <message>
        <source>Slope from regularisation</source>
        <translation>Наклон от регуляризации</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Наклон</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Slopes at the end of the fit</source>
        <translation>Наклоны в конце подбора весов</translation>
    </message>
    <message>
        <source>Over all words and labels, the slope has fallen to {left} of its value at the start. The fit stops when it is below {stop}.</source>
        <translation>По всем словам и меткам наклон снизился до {left} начального значения. Подбор останавливается, когда он меньше {stop}.</translation>
    </message>
    <message>
        <source>Documents added or removed since the fit: {n_documents}. The next fit includes them.</source>
        <translation>После подбора весов добавлено или удалено документов: {n_documents}. Следующий подбор их учтёт.</translation>
    </message>
    <message>
        <source>The training documents are not in this workspace. So Bayleaf cannot check how close the weights are to the best ones.</source>
        <translation>Обучающих документов в этом рабочем пространстве нет. Поэтому нельзя проверить, насколько веса близки к наилучшим.</translation>
    </message>
    <message>
        <source>Counted, {label}</source>
        <translation>Посчитано, {label}</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Само по себе</translation>
    </message>
    <message>
        <source>By counts</source>
        <translation>По счётчикам</translation>
    </message>
    <message>
        <source>Learnt correction</source>
        <translation>Выученная поправка</translation>
    </message>
    <message>
        <source>Starting point</source>
        <translation>Исходное значение</translation>
    </message>
    <message>
        <source>Words of the text</source>
        <translation>Слова текста</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Beginning of the text</source>
        <translation>Начало текста</translation>
    </message>
    <message>
        <source>HTML code in plain text</source>
        <translation>Код HTML в обычном тексте</translation>
    </message>
    <message>
        <source>Sender and recipients</source>
        <translation>Отправитель и получатели</translation>
    </message>
    <message>
        <source>Headers and servers</source>
        <translation>Заголовки и серверы</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Ссылки</translation>
    </message>
    <message>
        <source>Attachments and parts</source>
        <translation>Вложения и части письма</translation>
    </message>
    <message>
        <source>Hidden or disguised text</source>
        <translation>Скрытый или замаскированный текст</translation>
    </message>
    <message>
        <source>Structure and style</source>
        <translation>Структура и оформление</translation>
    </message>
    <message>
        <source>How many words are new</source>
        <translation>Сколько слов незнакомо фильтру</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Столбцы таблицы</translation>
    </message>
    <message>
        <source>Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. This does not lower the score.</source>
        <translation>Среди всех слов текста, темы, адресов и заголовков доля незнакомых модели слов – {new_share}. Оценку это не снижает.</translation>
    </message>
    <message>
        <source>Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. This is more than usual, so the score is lowered to {cautious}.</source>
        <translation>Среди всех слов текста, темы, адресов и заголовков доля незнакомых модели слов – {new_share}. Это больше обычного, поэтому оценка снижена до {cautious}.</translation>
    </message>
    <message>
        <source>The verdict is unsure, so at most {probability} is shown.</source>
        <translation>Вердикт неуверенный, поэтому показывается не больше {probability}.</translation>
    </message>
    <message>
        <source>Verdict of the filter: {label}, with {probability}.</source>
        <translation>Вердикт фильтра: {label}, вероятность {probability}.</translation>
    </message>
    <message>
        <source>sum of all counts of the label</source>
        <translation>сумма всех счётчиков метки</translation>
    </message>
    <message>
        <source>You used a word only once, although it occurs several times.</source>
        <translation>Слово, которое встречается несколько раз, вы учли один раз.</translation>
    </message>
    <message>
        <source>Not correct yet. Check each number again.</source>
        <translation>Пока неверно. Проверьте каждое число ещё раз.</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. Count again.</source>
        <translation>Похоже, в числителе у вас {about}. Посчитайте ещё раз.</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. Count the total of {label} again.</source>
        <translation>Похоже, вы делите на {about}. Посчитайте сумму для метки {label} ещё раз.</translation>
    </message>
    <message>
        <source>You seem to use {about} as the number of possible values. Count them again.</source>
        <translation>Похоже, за число возможных значений вы приняли {about}. Посчитайте их ещё раз.</translation>
    </message>
    <message>
        <source>The multinomial model would give {label} a probability of {share}.</source>
        <translation>Мультиномиальная модель дала бы метке {label} вероятность {share}.</translation>
    </message>
    <message>
        <source>Share of new words</source>
        <translation>Доля новых слов</translation>
    </message>
    <message>
        <source>A verdict of {label} is sure if its score is at least {mark}.</source>
        <translation>Вердикт {label} считается уверенным при оценке не ниже {mark}.</translation>
    </message>
    <message>
        <source>Probability of {label} = {least} + {rest} / (1 + exp(−score)) = {probability}, with score = {cautious}. The probability stays between {least_percent} and {most_percent}, because some labels may be wrong.</source>
        <translation>Вероятность метки {label} = {least} + {rest} / (1 + exp(−оценка)) = {probability}, где оценка = {cautious}. Вероятность всегда между {least_percent} и {most_percent}, потому что некоторые метки могут быть неверны.</translation>
    </message>
    <message>
        <source>Score after the correction for new words</source>
        <translation>Оценка с учётом новых слов</translation>
    </message>
    <message>
        <source>Lowest score at which a verdict counts as sure</source>
        <translation>Наименьшая оценка, при которой вердикт считается уверенным</translation>
    </message>
    <message>
        <source>For comparison: the same words in a multinomial model</source>
        <translation>Для сравнения: те же слова в мультиномиальной модели</translation>
    </message>
    <message>
        <source>The multinomial model counts every document once. It is shown for comparison and does not decide this verdict.</source>
        <translation>Мультиномиальная модель учитывает каждый обучающий документ один раз. Она показана для сравнения и на этот вердикт не влияет.</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Обучающие данные</translation>
    </message>
    <message>
        <source>Document to classify</source>
        <translation>Классифицируемый документ</translation>
    </message>
    <message>
        <source>The calculation</source>
        <translation>Расчёт</translation>
    </message>
    <message>
        <source>Exercises</source>
        <translation>Упражнения</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Ответ</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Вопрос</translation>
    </message>
    <message>
        <source>P({label}) = ?</source>
        <translation>P({label}) = ?</translation>
    </message>
    <message>
        <source>P({step} | {label}) = ?</source>
        <translation>P({step} | {label}) = ?</translation>
    </message>
    <message>
        <source>The product of {label} = ?</source>
        <translation>Произведение для {label} = ?</translation>
    </message>
    <message>
        <source>P({label} | document) = ?</source>
        <translation>P({label} | документ) = ?</translation>
    </message>
    <message>
        <source>Open the lesson</source>
        <translation>Откройте урок</translation>
    </message>
    <message>
        <source>Change something</source>
        <translation>Измените что-нибудь</translation>
    </message>
    <message>
        <source>The calculation, step by step</source>
        <translation>Расчёт шаг за шагом</translation>
    </message>
    <message>
        <source>A question whose answer is checked</source>
        <translation>Вопрос с проверкой ответа</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>ваш ответ</translation>
    </message>
    <message>
        <source>Correct: {answer}</source>
        <translation>Верно: {answer}</translation>
    </message>
    <message>
        <source>The whole calculation, step by step</source>
        <translation>Весь расчёт шаг за шагом</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Дата</translation>
    </message>
    <message>
        <source>Sheet {number}</source>
        <translation>Лист {number}</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>Что дано</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Ответы</translation>
    </message>
    <message>
        <source>product (prior × factors)</source>
        <translation>произведение (априорная вероятность × множители)</translation>
    </message>
    <message>
        <source>product / Σ products</source>
        <translation>произведение / Σ произведений</translation>
    </message>
    <message>
        <source>The prior of a label is its share of the documents.</source>
        <translation>Априорная вероятность метки — её доля среди документов.</translation>
    </message>
    <message>
        <source>Every label has the same prior, 1/{n}.</source>
        <translation>Априорная вероятность всех меток одинакова: 1/{n}.</translation>
    </message>
    <message>
        <source>The prior of a label is (its documents + {strength}) / (all documents + {strength} · {n}).</source>
        <translation>Априорная вероятность метки — (её документы + {strength}) / (все документы + {strength} · {n}).</translation>
    </message>
    <message>
        <source>Every word of the table is a factor: P(word | label) if the document has the word, 1 − P(word | label) if it does not.</source>
        <translation>Каждое слово таблицы — множитель: P(слово | метка), если слово есть в документе, и 1 − P(слово | метка), если его нет.</translation>
    </message>
    <message>
        <source>For each label, multiply its prior by all of its factors. P(label | document) is this product divided by the sum of the products of all labels.</source>
        <translation>Для каждой метки умножьте её априорную вероятность на все её множители. P(метка | документ) — это произведение, делённое на сумму произведений всех меток.</translation>
    </message>
    <message>
        <source>Words that are not in the table are left out.</source>
        <translation>Слова, которых нет в таблице, не учитываются.</translation>
    </message>
    <message>
        <source>Values for each label</source>
        <translation>Значения для каждой метки</translation>
    </message>
    <message>
        <source>Number of words of the label</source>
        <translation>Всего слов в документах метки</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>Слов в словаре</translation>
    </message>
    <message>
        <source>How high is the curve of {label} at {step}?</source>
        <translation>Какова высота кривой метки {label} при {step}?</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
    <message>
        <source>label</source>
        <translation>метка</translation>
    </message>
    <message>
        <source>count</source>
        <translation>сколько раз</translation>
    </message>
    <message>
        <source>words in the vocabulary</source>
        <translation>слов в словаре</translation>
    </message>
    <message>
        <source>documents with the word</source>
        <translation>документов со словом</translation>
    </message>
    <message>
        <source>documents of the label</source>
        <translation>документов с меткой</translation>
    </message>
    <message>
        <source>possible values</source>
        <translation>возможных значений</translation>
    </message>
    <message>
        <source>height</source>
        <translation>высота</translation>
    </message>
    <message>
        <source>All questions, step by step</source>
        <translation>Все вопросы по порядку</translation>
    </message>
    <message>
        <source>What the model learnt. Change a number to see the effect.</source>
        <translation>Что выучила модель. Измените любое число и посмотрите, что будет.</translation>
    </message>
    <message>
        <source>The verdict</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Начать заново</translation>
    </message>
    <message>
        <source>This part of the page needs JavaScript.</source>
        <translation>Для этой части страницы нужен JavaScript.</translation>
    </message>
    <message>
        <source>Documents with the word</source>
        <translation>Документов со словом</translation>
    </message>
    <message>
        <source>How often the word occurs</source>
        <translation>Сколько раз встречается слово</translation>
    </message>
    <message>
        <source>document</source>
        <translation>документ</translation>
    </message>
    <message>
        <source>words the document lacks</source>
        <translation>слова, которых нет в документе</translation>
    </message>
    <message>
        <source>without “{word}”</source>
        <translation>без «{word}»</translation>
    </message>
    <message>
        <source>total</source>
        <translation>итого</translation>
    </message>
    <message>
        <source>A word</source>
        <translation>Слово</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>One “{word}” less</source>
        <translation>На одно «{word}» меньше</translation>
    </message>
    <message>
        <source>One “{word}” more</source>
        <translation>На одно «{word}» больше</translation>
    </message>
    <message>
        <source>“{word}” does not occur in the training data, so it does not count.</source>
        <translation>Слова «{word}» в обучающих данных нет, поэтому оно не учитывается.</translation>
    </message>
    <message>
        <source>{n} more words are counted but not shown.</source>
        <translation>Ещё слов учтено, но не показано: {n}.</translation>
    </message>
    <message>
        <source>Log-odds of {label} against {other}: the contribution of each factor</source>
        <translation>Логарифм шансов {label} против {other}: вклад каждого множителя</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>Не определено</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>Сглаживание α</translation>
    </message>
    <message>
        <source>This is neither a fraction nor a decimal number.</source>
        <translation>Это не дробь и не десятичное число.</translation>
    </message>
    <message>
        <source>This is the result without smoothing.</source>
        <translation>Так получается без сглаживания.</translation>
    </message>
    <message>
        <source>You added the smoothing to the numerator only. Add it to the denominator too, once for each possible value.</source>
        <translation>Сглаживание прибавлено только в числителе. Прибавьте его и в знаменателе — по разу на каждое возможное значение.</translation>
    </message>
    <message>
        <source>You added the smoothing to the denominator only. Add it to the numerator too.</source>
        <translation>Сглаживание прибавлено только в знаменателе. Прибавьте его и в числителе.</translation>
    </message>
    <message>
        <source>You added the smoothing once to the denominator. Add it once for each possible value.</source>
        <translation>В знаменателе сглаживание прибавлено один раз. Прибавьте его по разу на каждое возможное значение.</translation>
    </message>
    <message>
        <source>This is P({label} | {step}). The question asks for P({step} | {label}).</source>
        <translation>Это P({label} | {step}). В вопросе нужна P({step} | {label}).</translation>
    </message>
    <message>
        <source>This is the probability of the opposite. Subtract it from 1.</source>
        <translation>Это вероятность противоположного. Вычтите её из 1.</translation>
    </message>
    <message>
        <source>This is the answer for {about}, but the question asks about another label.</source>
        <translation>Это ответ для {about}, а вопрос о другой метке.</translation>
    </message>
    <message>
        <source>This is a logarithm. The question asks for the probability.</source>
        <translation>Это логарифм. В вопросе нужна вероятность.</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. The right count there is {right}.</source>
        <translation>Похоже, в числителе у вас {about}. Там должно быть {right}.</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. The total count of {label} is {right}.</source>
        <translation>Похоже, вы делите на {about}. Сумма счётчиков метки {label} равна {right}.</translation>
    </message>
    <message>
        <source>You seem to use {about} as the number of possible values. It is {right}.</source>
        <translation>Похоже, за число возможных значений вы приняли {about}. На самом деле их {right}.</translation>
    </message>
    <message>
        <source>This is the product. Divide it by the sum of all products.</source>
        <translation>Это произведение. Разделите его на сумму всех произведений.</translation>
    </message>
    <message>
        <source>This is the final share. The question asks for the product before the division.</source>
        <translation>Это уже итоговая доля. В вопросе нужно произведение до деления.</translation>
    </message>
    <message>
        <source>Your result leaves out the prior.</source>
        <translation>В вашем ответе не учтена априорная вероятность.</translation>
    </message>
    <message>
        <source>Your result leaves out the absent words. Each of them is a factor too.</source>
        <translation>Не учтены отсутствующие слова. Каждое из них тоже множитель.</translation>
    </message>
    <message>
        <source>Your result leaves out one factor: {about}.</source>
        <translation>В вашем ответе не учтён множитель {about}.</translation>
    </message>
    <message>
        <source>You added the factors. Multiply them.</source>
        <translation>Вы сложили множители. Перемножьте их.</translation>
    </message>
    <message>
        <source>You divided by the products of the other labels. That gives odds. Divide by the sum of the products of all labels.</source>
        <translation>Вы разделили на произведения других меток. Так получаются шансы. Делите на сумму произведений всех меток.</translation>
    </message>
    <message>
        <source>You divided logarithms. Divide the products instead.</source>
        <translation>Вы разделили логарифмы. Делите сами произведения.</translation>
    </message>
    <message>
        <source>This result follows from your earlier numbers, but one of them is wrong.</source>
        <translation>Этот результат следует из ваших предыдущих чисел, но одно из них неверно.</translation>
    </message>
    <message>
        <source>Almost right: an earlier number was rounded too much.</source>
        <translation>Почти верно: одно из предыдущих чисел округлено слишком сильно.</translation>
    </message>
</context>
<context>
    <name>what_is_read</name>
    <message>
        <source>a mail</source>
        <translation>письмо</translation>
    </message>
    <message>
        <source>a document</source>
        <translation>документ</translation>
    </message>
    <message>
        <source>a row of a table</source>
        <translation>строка таблицы</translation>
    </message>
    <message>
        <source>the plain text differs from the HTML text</source>
        <translation>текст письма отличается от его HTML-версии</translation>
    </message>
    <message>
        <source>a part of the mail has an encoding error</source>
        <translation>ошибка кодировки в одной из частей письма</translation>
    </message>
    <message>
        <source>the HTML is very long, so only the beginning was read</source>
        <translation>HTML очень длинный, прочитано только начало</translation>
    </message>
    <message>
        <source>there is an empty line among the headers</source>
        <translation>среди заголовков есть пустая строка</translation>
    </message>
    <message>
        <source>there are many scanned pages, so only the first were read</source>
        <translation>отсканированных страниц много, прочитаны только первые</translation>
    </message>
    <message>
        <source>the Tesseract language for one page is not installed</source>
        <translation>не установлен язык Tesseract, нужный для одной из страниц</translation>
    </message>
    <message>
        <source>the mail does not mark where its parts end</source>
        <translation>не отмечено, где заканчиваются части письма</translation>
    </message>
    <message>
        <source>only the beginning was read</source>
        <translation>прочитано только начало</translation>
    </message>
    <message>
        <source>reading took too long, so only the beginning of the document was read</source>
        <translation>чтение заняло слишком много времени, прочитано только начало документа</translation>
    </message>
    <message>
        <source>the text was recognised from pictures of the pages and may contain errors</source>
        <translation>текст распознан по изображениям страниц, в нём могут быть ошибки</translation>
    </message>
    <message>
        <source>one page is of poor quality, so its text may have many errors</source>
        <translation>качество одной из страниц низкое, в её тексте может быть много ошибок</translation>
    </message>
    <message>
        <source>the mail has Outlook’s own format (winmail.dat)</source>
        <translation>письмо в собственном формате Outlook (winmail.dat)</translation>
    </message>
    <message>
        <source>the parts of the mail are nested too deeply</source>
        <translation>части письма вложены друг в друга слишком глубоко</translation>
    </message>
    <message>
        <source>the mail has too many parts, so not all were read</source>
        <translation>частей письма слишком много, прочитаны не все</translation>
    </message>
    <message>
        <source>the encoding is not declared</source>
        <translation>кодировка не указана</translation>
    </message>
    <message>
        <source>a part of the mail has an unknown encoding</source>
        <translation>неизвестная кодировка одной из частей письма</translation>
    </message>
    <message>
        <source>some pages are pictures and were not read</source>
        <translation>некоторые страницы — изображения, они не прочитаны</translation>
    </message>
    <message>
        <source>the attachments were not read</source>
        <translation>вложения не прочитаны</translation>
    </message>
    <message>
        <source>the parts of the mail are not separated as its header says</source>
        <translation>части письма разделены не так, как указано в его заголовке</translation>
    </message>
    <message>
        <source>a part of the mail could not be read (%1)</source>
        <translation>часть письма не удалось прочитать (%1)</translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>Something went wrong inside Bayleaf. Nothing was lost.</source>
        <translation>Внутренняя ошибка Bayleaf. Данные не потеряны.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 мс</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 с</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 мин</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 ч</translation>
    </message>
</context>
</TS>
