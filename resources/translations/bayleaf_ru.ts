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
        <source>A spam and document classifier you can see inside. Nothing leaves this computer.</source>
        <translation>Классификатор спама и документов, в который можно заглянуть. Ничто не покидает этот компьютер.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Лицензии</translation>
    </message>
</context>
<context>
    <name>AddMailboxDialog</name>
    <message>
        <source>Add a mailbox on a server</source>
        <translation>Добавить ящик на сервере</translation>
    </message>
    <message>
        <source>found from the address</source>
        <translation>определяется по адресу</translation>
    </message>
    <message>
        <source>Learn the newest mails of inbox and junk to begin with</source>
        <translation>Сначала выучить новейшие письма входящих и спама</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>The password is stored in the system’s keyring. Gmail, Fastmail and others require an app password. Nothing changes on the server yet: a trial first shows what would be moved.</source>
        <translation>Пароль сохраняется в системном хранилище паролей. Gmail, Fastmail и другие требуют пароль приложения. На сервере пока ничего не меняется: проба сначала покажет, что было бы перемещено.</translation>
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
        <translation>Команда, которая печатает пароль</translation>
    </message>
    <message>
        <source>Command that prints an OAuth2 token</source>
        <translation>Команда, которая печатает токен OAuth2</translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation>находится сама</translation>
    </message>
    <message>
        <source>Only flag certain spam, move nothing</source>
        <translation>Только помечать явный спам, ничего не перемещать</translation>
    </message>
    <message>
        <source>Password, or a command</source>
        <translation>Пароль или команда</translation>
    </message>
    <message>
        <source>Server, with its port if it is not 993</source>
        <translation>Сервер и порт, если не 993</translation>
    </message>
    <message>
        <source>Folder for junk</source>
        <translation>Папка для спама</translation>
    </message>
    <message>
        <source>Kind of secret</source>
        <translation>Вид секрета</translation>
    </message>
    <message>
        <source>Logging in…</source>
        <translation>Вход…</translation>
    </message>
</context>
<context>
    <name>AnswerActs</name>
    <message>
        <source>Always show</source>
        <translation>Всегда показывать</translation>
    </message>
    <message>
        <source>Hide again</source>
        <translation>Снова скрыть</translation>
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
        <source>worked out in %1</source>
        <translation>посчитано за %1</translation>
    </message>
    <message>
        <source>classified in %1</source>
        <translation>разобрано за %1</translation>
    </message>
    <message>
        <source>judged in %1</source>
        <translation>оценено за %1</translation>
    </message>
</context>
<context>
    <name>Butterfly</name>
    <message>
        <source>Strongest words</source>
        <translation>Самые сильные слова</translation>
    </message>
    <message>
        <source>speaks for %1</source>
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
        <source>Working it out…</source>
        <translation>Считаем…</translation>
    </message>
</context>
<context>
    <name>ChoicePane</name>
    <message>
        <source>Values</source>
        <translation>Значений</translation>
    </message>
    <message>
        <source>A value that was never seen gets the smoothing alone; a missing one leaves the product.</source>
        <translation>Значению, которого не видели, достаётся одно сглаживание; пропущенное выпадает из произведения.</translation>
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
        <source>How many documents of %1 have the value</source>
        <translation>У скольких документов с меткой «%1» это значение</translation>
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
        <source>How much the value speaks for %1 against %2</source>
        <translation>Насколько значение говорит за «%1» против «%2»</translation>
    </message>
</context>
<context>
    <name>ClassifyConnection</name>
    <message>
        <source>words that are not in the document</source>
        <translation>слова, которых здесь нет</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>исходное значение</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>априорная доля</translation>
    </message>
    <message>
        <source>starting point: %1 %2</source>
        <translation>исходное значение: %1 %2</translation>
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
        <source>Nothing on the list matches.</source>
        <translation>В списке ничего не подходит.</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Открыть файлы…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить…</translation>
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
        <source>Right</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>learnt at once, and can be undone</source>
        <translation>учтётся сразу, можно отменить</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>As dropped</source>
        <translation>По порядку</translation>
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
        <source>Files, folders, mails or text, anywhere on this window.
You will see what each was judged to be, and why.</source>
        <translation>Файлы, папки, письма или текст, в любое место окна.
Вы увидите, чем что сочтено и почему.</translation>
    </message>
    <message>
        <source>Drop something to classify it</source>
        <translation>Перетащите сюда то, что нужно классифицировать</translation>
    </message>
    <message>
        <source>A model says what a document is. Train one,
then drop anything on this window.</source>
        <translation>Что это за документ, говорит модель. Обучите её,
а затем бросьте сюда что угодно.</translation>
    </message>
    <message>
        <source>No model to classify with yet</source>
        <translation>Классифицировать пока нечем</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>Убрать из списка</translation>
    </message>
    <message>
        <source>File away %1…</source>
        <translation>Разложить %1…</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them unsure</source>
        <translation>
            <numerusform>%Ln неуверенно</numerusform>
            <numerusform>%Ln неуверенно</numerusform>
            <numerusform>%Ln неуверенно</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dropped</source>
        <translation>
            <numerusform>%Ln перетащен</numerusform>
            <numerusform>%Ln перетащено</numerusform>
            <numerusform>%Ln перетащено</numerusform>
        </translation>
    </message>
    <message>
        <source>not read</source>
        <translation>не прочитан</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) never seen before</source>
        <translation>
            <numerusform>%1 из %Ln слова не встречалось</numerusform>
            <numerusform>%1 из %Ln слов не встречались</numerusform>
            <numerusform>%1 из %Ln слов не встречались</numerusform>
        </translation>
    </message>
    <message>
        <source>Wrong, it is %1</source>
        <translation>Неверно, это %1</translation>
    </message>
    <message>
        <source>Wrong, it is…</source>
        <translation>Неверно, это…</translation>
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
        <translation>Выгрузить решения</translation>
    </message>
</context>
<context>
    <name>ClassifyViewModel</name>
    <message>
        <source>Classifying</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>Чтение заново</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Обучение</translation>
    </message>
</context>
<context>
    <name>ClassroomMenu</name>
    <message>
        <source>Print a hand-out…</source>
        <translation>Напечатать задание…</translation>
    </message>
    <message>
        <source>Save as a web page…</source>
        <translation>Сохранить как веб-страницу…</translation>
    </message>
    <message>
        <source>Work through and hand in…</source>
        <translation>Решить и сдать…</translation>
    </message>
    <message>
        <source>Open hand-ins…</source>
        <translation>Открыть сданные работы…</translation>
    </message>
    <message>
        <source>Rules against Bayes…</source>
        <translation>Правила против Байеса…</translation>
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
        <source>“%1” was saved. Any browser opens it.</source>
        <translation>«%1» сохранён. Его откроет любой браузер.</translation>
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
        <source>Dashboard of the cluster</source>
        <translation>Панель кластера</translation>
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
        <source>Header, pattern or label</source>
        <translation>Заголовок, шаблон или метка</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>Удостоверяющий центр</translation>
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
        <source>One file, folder, pattern or URL on a line</source>
        <translation>По одному файлу, папке, шаблону или URL в строке</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>имена папок</translation>
    </message>
    <message>
        <source>a header of the mails</source>
        <translation>заголовок писем</translation>
    </message>
    <message>
        <source>a pattern in the paths</source>
        <translation>шаблон в путях</translation>
    </message>
    <message>
        <source>one label for all</source>
        <translation>одна метка для всех</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>Метки из</translation>
    </message>
    <message>
        <source>what suits best</source>
        <translation>что подходит лучше</translation>
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
        <translation>Задачи</translation>
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
        <translation>Планировщик Dask выполняет любой полученный код. Никогда не открывайте его для доступа из интернета.</translation>
    </message>
    <message>
        <source>When it is done, the model is added to this workspace.</source>
        <translation>Когда всё готово, модель добавляется в это рабочее пространство.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message numerus="yes">
        <source>“%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>«%1»: выучен %Ln документ.</numerusform>
            <numerusform>«%1»: выучено %Ln документа.</numerusform>
            <numerusform>«%1»: выучено %Ln документов.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 tasks</source>
        <translation>%1 из %2 задач</translation>
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
        <source>%1 a second</source>
        <translation>%1 в секунду</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Добавить папку</translation>
    </message>
</context>
<context>
    <name>ColouredText</name>
    <message>
        <source>%1  never seen before</source>
        <translation>%1  раньше не встречалось</translation>
    </message>
    <message>
        <source>%1  alone %2, here %3</source>
        <translation>%1  само по себе %2, здесь %3</translation>
    </message>
    <message>
        <source>%1 each time, counted %2 times</source>
        <translation>%1 за каждый раз, учтено раз: %2</translation>
    </message>
    <message>
        <source>alone %1; the colour shows this. Other evidence of the same kind shares the weight.</source>
        <translation>само по себе %1: это и показывает цвет. Остальной вес – у других признаков того же вида.</translation>
    </message>
    <message>
        <source>Counted separately: %1</source>
        <translation>Учтено отдельно: %1</translation>
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
        <source>%Ln column(s) not read by this model</source>
        <translation>
            <numerusform>%Ln столбец эта модель не читает</numerusform>
            <numerusform>%Ln столбца эта модель не читает</numerusform>
            <numerusform>%Ln столбцов эта модель не читает</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>How much the column tells about the label, in bits, if it were the only one</source>
        <translation>Сколько бит столбец говорит о метке, будь он единственным</translation>
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
        <translation>Выбранные столбцы — это</translation>
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
        <source>choice</source>
        <translation>выбор</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>вес</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>не нужен</translation>
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
        <source>Missing</source>
        <translation>Пропуски</translation>
    </message>
    <message>
        <source>Of the rows that were looked at</source>
        <translation>Из просмотренных строк</translation>
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
        <translation>Поиск команды</translation>
    </message>
    <message>
        <source>Type a part of a command’s name</source>
        <translation>Введите часть названия команды</translation>
    </message>
    <message>
        <source>Collection: %1</source>
        <translation>Коллекция: %1</translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Матрица ошибок</translation>
    </message>
    <message>
        <source>labelled / judged</source>
        <translation>метка / вердикт</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Копировать таблицу</translation>
    </message>
    <message>
        <source>judged</source>
        <translation>сочтены</translation>
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
        <source>%1 labelled %2, judged %3</source>
        <translation>%1 с меткой «%2» сочтены «%3»</translation>
    </message>
    <message>
        <source>%1 of those labelled %2</source>
        <translation>%1 документов с меткой %2</translation>
    </message>
    <message>
        <source>%1 of those judged %2</source>
        <translation>%1 документов, определённых как %2</translation>
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
        <source>This is an error in the program, not your mistake. Nothing was lost, and you can go on. The report below says where it happened. Please read it before you share it.</source>
        <translation>Это ошибка программы, а не ваша. Ничего не потеряно, можно продолжать. Ниже сказано, где она случилась; прочтите отчёт, прежде чем передавать его.</translation>
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
        <source>Go on</source>
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
        <source>There is no model yet that could classify this: train one first</source>
        <translation>Пока нет модели, которая могла бы это определить: сначала обучите её</translation>
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
        <source>“%1” came from the cluster</source>
        <translation>«%1»: модель с кластера</translation>
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
            <numerusform>Разложен %Ln файл</numerusform>
            <numerusform>Разложено %Ln файла</numerusform>
            <numerusform>Разложено %Ln файлов</numerusform>
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
    <message numerus="yes">
        <source>%Ln without recognised text</source>
        <translation>
            <numerusform>%Ln без распознанного текста</numerusform>
            <numerusform>%Ln без распознанного текста</numerusform>
            <numerusform>%Ln без распознанного текста</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo move</source>
        <translation>Вернуть</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stayed where they were</source>
        <translation>
            <numerusform>%Ln остался на месте</numerusform>
            <numerusform>%Ln остались на месте</numerusform>
            <numerusform>%Ln остались на месте</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Показать</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) brought back</source>
        <translation>
            <numerusform>Возвращён %Ln файл</numerusform>
            <numerusform>Возвращено %Ln файла</numerusform>
            <numerusform>Возвращено %Ln файлов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln could not be</source>
        <translation>
            <numerusform>%Ln вернуть не удалось</numerusform>
            <numerusform>%Ln вернуть не удалось</numerusform>
            <numerusform>%Ln вернуть не удалось</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing away was interrupted: %1 filed, %2 left where they were</source>
        <translation>Раскладка была прервана: разложено %1, осталось на месте %2</translation>
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
        <translation>Не прочитаны</translation>
    </message>
    <message>
        <source>Search subject, sender and text</source>
        <translation>Поиск по документам</translation>
    </message>
    <message>
        <source>Keep…</source>
        <translation>Сохранить…</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Загрузить…</translation>
    </message>
    <message>
        <source>Nothing here has what you search for.</source>
        <translation>Здесь нет того, что вы ищете.</translation>
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
        <source>Suspicious first</source>
        <translation>Сначала сомнительные</translation>
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
        <source>As imported</source>
        <translation>Как загружены</translation>
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
        <translation>Пометить остальное…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Показать все</translation>
    </message>
    <message>
        <source>Mail folders, documents, or a table with labels. It learns the words of each label
and shows you why it judges as it does. Nothing leaves this computer.</source>
        <translation>Папки с почтой, документы или таблица с метками. Программа выучит слова каждой метки
и покажет, почему решает именно так. Ничто не покидает этот компьютер.</translation>
    </message>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать на %Ln примере</numerusform>
            <numerusform>Попробовать на %Ln примерах</numerusform>
            <numerusform>Попробовать на %Ln примерах</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Bayleaf what you have already sorted</source>
        <translation>Покажите Bayleaf то, что уже разобрано</translation>
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
        <source>judged by “%1”</source>
        <translation>оценено моделью «%1»</translation>
    </message>
    <message>
        <source>Delete its documents</source>
        <translation>Удалить его документы</translation>
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
        <source>Try again</source>
        <translation>Попробовать снова</translation>
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
        <source>Enter password</source>
        <translation>Ввод пароля</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Почему</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln файл не прочитан.</numerusform>
            <numerusform>%Ln файла не прочитаны.</numerusform>
            <numerusform>%Ln файлов не прочитаны.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Показать их</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>Выгрузить список…</translation>
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
        <translation>Заглавие</translation>
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
        <source>Judged %1</source>
        <translation>Сочтено: %1</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Отнесён к</translation>
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
        <source>%1 of %2 chosen</source>
        <translation>Выбрано %1 из %2</translation>
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
        <source>Keep the search</source>
        <translation>Сохранить поиск</translation>
    </message>
    <message>
        <source>Name in the list at the left</source>
        <translation>Название в списке слева</translation>
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
        <translation>Выгрузить список</translation>
    </message>
    <message numerus="yes">
        <source>So it is, or alike, with %Ln more.</source>
        <translation>
            <numerusform>С ещё %Ln то же или похожее.</numerusform>
            <numerusform>С ещё %Ln то же или похожее.</numerusform>
            <numerusform>С ещё %Ln то же или похожее.</numerusform>
        </translation>
    </message>
    <message>
        <source>What was read before stays.</source>
        <translation>Прочитанное раньше сохраняется.</translation>
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
        <source>%Ln file(s) still cannot be read</source>
        <translation>
            <numerusform>%Ln файл прочитать по-прежнему не удаётся</numerusform>
            <numerusform>%Ln файла прочитать по-прежнему не удаётся</numerusform>
            <numerusform>%Ln файлов прочитать по-прежнему не удаётся</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>Чтение заново</translation>
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
        <source>%Ln document(s) read again: nothing has changed</source>
        <translation>
            <numerusform>%Ln документ прочитан заново: ничего не изменилось</numerusform>
            <numerusform>%Ln документа прочитаны заново: ничего не изменилось</numerusform>
            <numerusform>%Ln документов прочитано заново: ничего не изменилось</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) added to %1</source>
        <translation>
            <numerusform>%Ln документ → «%1»: добавлено</numerusform>
            <numerusform>%Ln документа → «%1»: добавлено</numerusform>
            <numerusform>%Ln документов → «%1»: добавлено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>%Ln документ загружен в «%1»</numerusform>
            <numerusform>%Ln документа загружено в «%1»</numerusform>
            <numerusform>%Ln документов загружено в «%1»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %2</source>
        <translation>
            <numerusform>%Ln документ: теперь с меткой %2</numerusform>
            <numerusform>%Ln документа: теперь с меткой %2</numerusform>
            <numerusform>%Ln документов: теперь с меткой %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) without a label now</source>
        <translation>
            <numerusform>%Ln документ: теперь без метки</numerusform>
            <numerusform>%Ln документа: теперь без метки</numerusform>
            <numerusform>%Ln документов: теперь без метки</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled by the model</source>
        <translation>
            <numerusform>Моделью помечен %Ln документ</numerusform>
            <numerusform>Моделью помечены %Ln документа</numerusform>
            <numerusform>Моделью помечено %Ln документов</numerusform>
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
            <numerusform>%Ln документ: удалено</numerusform>
            <numerusform>%Ln документа: удалено</numerusform>
            <numerusform>%Ln документов: удалено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) moved to %1</source>
        <translation>
            <numerusform>%Ln документ → «%1»: перенесено</numerusform>
            <numerusform>%Ln документа → «%1»: перенесено</numerusform>
            <numerusform>%Ln документов → «%1»: перенесено</numerusform>
        </translation>
    </message>
    <message>
        <source>Documents of %1 may have several labels now</source>
        <translation>Документы из «%1» теперь могут иметь несколько меток</translation>
    </message>
    <message>
        <source>Documents of %1 have one label each now</source>
        <translation>Документы из «%1» теперь имеют по одной метке</translation>
    </message>
    <message>
        <source>Label %2 added</source>
        <translation>Добавлена метка %2</translation>
    </message>
    <message>
        <source>Label %2 is called %3 now</source>
        <translation>Метка %2 теперь называется %3</translation>
    </message>
    <message>
        <source>Label %2 merged into %3</source>
        <translation>Метка %2 влита в %3</translation>
    </message>
    <message>
        <source>Label %2 deleted</source>
        <translation>Метка %2 удалена</translation>
    </message>
    <message>
        <source>Label %2 looks different now</source>
        <translation>Метка %2 выглядит иначе</translation>
    </message>
    <message>
        <source>Collection %1 added</source>
        <translation>Добавлена коллекция %1</translation>
    </message>
    <message>
        <source>Collection %1 is now called %3</source>
        <translation>Коллекция %1 теперь называется %3</translation>
    </message>
    <message>
        <source>Collection %1 deleted</source>
        <translation>Коллекция %1 удалена</translation>
    </message>
</context>
<context>
    <name>EvaluationConnection</name>
    <message>
        <source>Number of words in the vocabulary (most informative words first)</source>
        <translation>Число слов в словаре (сначала самые показательные)</translation>
    </message>
    <message>
        <source>catches %1 of %2</source>
        <translation>находит %1 «%2»</translation>
    </message>
    <message>
        <source>with %1 of %2 %3 lost</source>
        <translation>потеряв %1 из %2 «%3»</translation>
    </message>
    <message>
        <source>Share of all others lost</source>
        <translation>Доля потерянных остальных</translation>
    </message>
    <message>
        <source>Share of %1 caught</source>
        <translation>Доля пойманных: %1</translation>
    </message>
    <message>
        <source>Documents judged right, mean of %1 random parts</source>
        <translation>Верные решения, среднее по %1 случайным частям</translation>
    </message>
    <message>
        <source>Documents judged right, mean of %1 random parts of %2 documents drawn from %3</source>
        <translation>Верные решения, среднее по %1 случайным частям; взято %2 документов из %3</translation>
    </message>
    <message>
        <source>Share of %1 lost</source>
        <translation>Доля потерянных «%1»</translation>
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
        <source>Probability shown</source>
        <translation>Показанная вероятность</translation>
    </message>
    <message>
        <source>Share right</source>
        <translation>Доля верных</translation>
    </message>
    <message>
        <source>Good mails lost</source>
        <translation>Потеряно хороших писем</translation>
    </message>
    <message>
        <source>Spam missed</source>
        <translation>Пропущено спама</translation>
    </message>
    <message>
        <source>Spam missed when 1 good mail in 1,000 may be lost</source>
        <translation>Пропущено спама, если можно потерять 1 хорошее письмо из 1000</translation>
    </message>
    <message>
        <source>Logistic average of both errors (lam)</source>
        <translation>Логистическое среднее обеих ошибок (lam)</translation>
    </message>
    <message>
        <source>Documents that only one judges right: %2 by “%1”, %4 by “%3” · McNemar p = %5</source>
        <translation>Верно решила только одна: «%1» – %2, «%3» – %4 · Макнемар p = %5</translation>
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
        <source>Evaluate</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>Показатели</translation>
    </message>
    <message>
        <source>Keep a model on the Train page: it is then judged here
on documents it has not seen, beside the others.</source>
        <translation>Сохраните модель на странице «Обучение»: здесь она будет проверена
на незнакомых документах рядом с другими.</translation>
    </message>
    <message>
        <source>No model to judge yet</source>
        <translation>Проверять пока нечего</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Обучить модель</translation>
    </message>
    <message>
        <source>Label:</source>
        <translation>Метка:</translation>
    </message>
    <message>
        <source>Label of the curve</source>
        <translation>Метка кривой</translation>
    </message>
    <message>
        <source>Whole axis</source>
        <translation>Вся ось</translation>
    </message>
    <message>
        <source>0 to 100 %, instead of only the part where the curves differ</source>
        <translation>От 0 до 100 %, а не только участок, где кривые различаются</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Количество</translation>
    </message>
    <message>
        <source>Shares of each row (recall)</source>
        <translation>Доли по строкам (полнота)</translation>
    </message>
    <message>
        <source>Shares of each column (precision)</source>
        <translation>Доли по столбцам (точность)</translation>
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
        <source>Click a cell to list its documents. Right-click to copy the table.</source>
        <translation>Щёлкните ячейку, чтобы увидеть её документы. Правой кнопкой можно скопировать таблицу.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Documents of the cell</source>
        <translation>Документы ячейки</translation>
    </message>
    <message>
        <source>Looking for the documents…</source>
        <translation>Поиск документов…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, judged %2</source>
        <translation>
            <numerusform>%Ln документ с меткой %1, определён как %2</numerusform>
            <numerusform>%Ln документа с меткой %1, определены как %2</numerusform>
            <numerusform>%Ln документов с меткой %1, определены как %2</numerusform>
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
        <translation>По одному</translation>
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
        <translation>Словарь</translation>
    </message>
    <message>
        <source>%1 had a harder test, by date: these figures do not compare.</source>
        <translation>%1: проверка труднее, по датам; эти числа нельзя сравнивать.</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>positives</source>
        <translation>положительные</translation>
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
        <source>Tested by</source>
        <translation>Способ проверки</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Экспорт…</translation>
    </message>
    <message>
        <source>Back to the collection</source>
        <translation>Назад к коллекции</translation>
    </message>
    <message>
        <source>Compare on the same mails</source>
        <translation>Сравнить на одних и тех же письмах</translation>
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
        <translation>Отложено 20 %</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>Другие модели</translation>
    </message>
    <message>
        <source>Each before learning</source>
        <translation>Каждое до изучения</translation>
    </message>
    <message>
        <source>Test set “%1”</source>
        <translation>Проверочный набор «%1»</translation>
    </message>
    <message>
        <source>each tested before it was learnt, by date</source>
        <translation>каждое проверено до изучения, по датам</translation>
    </message>
    <message>
        <source>each tested by a model of all others</source>
        <translation>каждый проверен моделью всех остальных</translation>
    </message>
    <message>
        <source>the later half, tested with a model of the earlier half</source>
        <translation>более поздняя половина, проверена моделью более ранней</translation>
    </message>
    <message>
        <source>20 % of each label held out; the model was trained on the rest</source>
        <translation>20 % документов каждой метки отложено; модель обучена на остальных</translation>
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
        <source>How surprised the model was, in nats</source>
        <translation>Насколько модель была удивлена, в натах</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Ошибка калибровки</translation>
    </message>
    <message>
        <source>How far probabilities are from shares</source>
        <translation>Насколько вероятности далеки от долей</translation>
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
        <source>Mean of the F1 of all labels: small labels count as much as large ones</source>
        <translation>Среднее F1 по всем меткам: малые метки весят столько же, сколько большие</translation>
    </message>
    <message>
        <source>F1 over all verdicts together. With one label for each document it equals accuracy.</source>
        <translation>F1 по всем вердиктам вместе. Если у документа одна метка, она равна доле верных.</translation>
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
        <translation>«%1» проверяется на документах, которых не видела…</translation>
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
        <source>Nothing was tested yet.</source>
        <translation>Проверки ещё не было.</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>Проверить снова</translation>
    </message>
    <message>
        <source>The curve appears here when all sizes have been tried.</source>
        <translation>Кривая появится здесь, когда будут испытаны все размеры.</translation>
    </message>
    <message>
        <source>Tick a model in the list below to see it here.</source>
        <translation>Отметьте модель в списке ниже, чтобы увидеть её здесь.</translation>
    </message>
    <message>
        <source>There is no curve: of the documents judged, all are %1 or none is.</source>
        <translation>Кривой нет: среди оценённых документов все — %1 или нет ни одного.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Показатель</translation>
    </message>
    <message>
        <source>Folder that contains a folder of documents for each label</source>
        <translation>Папка, в которой по папке документов на каждую метку</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>Файл для проверки</translation>
    </message>
    <message>
        <source>“%1” is not there any more.</source>
        <translation>«%1» больше не существует.</translation>
    </message>
</context>
<context>
    <name>EvaluationReportPage</name>
    <message>
        <source>Evaluation of %1</source>
        <translation>Оценка: %1</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Показатели</translation>
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
        <source>Calibration: how often verdicts of a confidence are correct</source>
        <translation>Калибровка: как часто верны вердикты с данной уверенностью</translation>
    </message>
    <message>
        <source>Accuracy by size of the vocabulary</source>
        <translation>Доля верных в зависимости от размера словаря</translation>
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
        <source>all</source>
        <translation>всего</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Документы</translation>
    </message>
    <message>
        <source>Documents of the collection</source>
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
        <source>Judged</source>
        <translation>Вердикт</translation>
    </message>
    <message>
        <source>label \ judged</source>
        <translation>метка \ вердикт</translation>
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
        <translation>сколько раз встречается слово</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>встречается ли слово</translation>
    </message>
    <message>
        <source>all words</source>
        <translation>все слова</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>Что считается</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Словарь</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Обучена</translation>
    </message>
</context>
<context>
    <name>EvaluationViewModel</name>
    <message>
        <source>Judging opponents of %1</source>
        <translation>Соперники модели «%1»</translation>
    </message>
    <message>
        <source>Evaluating</source>
        <translation>Проверка</translation>
    </message>
    <message>
        <source>Trying sizes of the vocabulary</source>
        <translation>Проба размеров словаря</translation>
    </message>
</context>
<context>
    <name>EventModelChoice</name>
    <message>
        <source>how often each word occurs</source>
        <translation>счёт каждого слова</translation>
    </message>
    <message>
        <source>whether each word occurs</source>
        <translation>есть ли слово</translation>
    </message>
    <message>
        <source>the words of all other labels</source>
        <translation>слова других меток</translation>
    </message>
    <message>
        <source>numbers around a mean</source>
        <translation>числа вокруг среднего</translation>
    </message>
    <message>
        <source>which value each column has</source>
        <translation>какое значение в столбце</translation>
    </message>
    <message>
        <source>for spam; sets itself up</source>
        <translation>для спама; настраивается сам</translation>
    </message>
    <message>
        <source>Learns mail in order of date and corrects its own mistakes. The best choice for a mailbox.</source>
        <translation>Изучает письма по дате и исправляет свои ошибки. Лучший выбор для почтового ящика.</translation>
    </message>
    <message>
        <source>learns how much to trust each word</source>
        <translation>учится, насколько верить каждому слову</translation>
    </message>
    <message>
        <source>Naive Bayes with a learnt factor for each word. Words that repeat others count less. The best choice for documents in folders.</source>
        <translation>Наивный Байес с выученным множителем для каждого слова. Слова, дублирующие друг друга, весят меньше. Лучший выбор для документов в папках.</translation>
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
        <source>Compares a document with all other labels. Good when labels have very different numbers of documents.</source>
        <translation>Сравнивает документ со всеми другими метками. Подходит, когда числа документов у меток сильно различаются.</translation>
    </message>
    <message>
        <source>The numbers of each label follow a bell curve around the label&apos;s mean.</source>
        <translation>Числа каждой метки распределены колоколом вокруг её среднего.</translation>
    </message>
    <message>
        <source>Each label has its own share for each value of a column.</source>
        <translation>У каждой метки своя доля для каждого значения столбца.</translation>
    </message>
    <message>
        <source>numbers, values and words together</source>
        <translation>числа, значения и слова вместе</translation>
    </message>
    <message>
        <source>Numbers are Gaussian, values categorical, text multinomial; their evidence adds up.</source>
        <translation>Числа гауссовы, значения категориальны, текст мультиномиален; их доводы складываются.</translation>
    </message>
    <message>
        <source>the same, by which words occur</source>
        <translation>то же, по наличию слов</translation>
    </message>
    <message>
        <source>Like Mixed, but only the presence or absence of a word counts. For short texts.</source>
        <translation>Как смешанная, но важно только, есть ли слово. Для коротких текстов.</translation>
    </message>
</context>
<context>
    <name>ExampleCard</name>
    <message>
        <source>Click to read more of it</source>
        <translation>Нажмите, чтобы прочитать больше</translation>
    </message>
</context>
<context>
    <name>ExercisePane</name>
    <message>
        <source>Ask about</source>
        <translation>О чём спросить</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>Дробь или десятичное число</translation>
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
        <source>Nothing here is a fraction: there is nothing to ask.</source>
        <translation>Здесь нет дробей: спросить не о чем.</translation>
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
        <source>Right.</source>
        <translation>Верно.</translation>
    </message>
    <message>
        <source>What is the prior P(%1)?</source>
        <translation>Чему равна априорная вероятность P(%1)?</translation>
    </message>
    <message>
        <source>What is the product of P(%1) and all its factors?</source>
        <translation>Чему равно произведение P(%1) и всех множителей?</translation>
    </message>
    <message>
        <source>%1 has “%2” %3 times among %4 words; α = %5, %6 words in all. What is P(%2 | %1)?</source>
        <translation>Под «%1» слово «%2» встретилось %3 раз среди %4 слов; α = %5, всего слов %6. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?</source>
        <translation>«%2» есть в %3 из %4 документов «%1»; α = %5. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>All labels but %1 have “%2” %3 times among %4 words; α = %5, %6 words in all. What is its share?</source>
        <translation>Под всеми метками, кроме «%1», «%2» встретилось %3 раз среди %4 слов; α = %5, всего слов %6. Какова его доля?</translation>
    </message>
    <message>
        <source>%3 of %4 documents of %1 have %2; α = %5, %6 values. What is P(%2 | %1)?</source>
        <translation>У %3 из %4 документов «%1» %2; α = %5, значений %6. Чему равно P(%2 | %1)?</translation>
    </message>
    <message>
        <source>%3 of %4 documents are %1; λ = %5, %6 labels. What is P(%1)?</source>
        <translation>%3 из %4 документов — «%1»; λ = %5, меток %6. Чему равно P(%1)?</translation>
    </message>
    <message>
        <source>Right: %1</source>
        <translation>Верно: %1</translation>
    </message>
    <message>
        <source>Not yet. %1</source>
        <translation>Пока нет. %1</translation>
    </message>
    <message>
        <source>Not yet. The working on the right has it.</source>
        <translation>Пока неверно. Ответ можно найти в расчёте справа.</translation>
    </message>
    <message>
        <source>Not yet: it is (count + α) / (total + α × possibilities).</source>
        <translation>Пока нет: это (счёт + α) / (всего + α × число возможностей).</translation>
    </message>
</context>
<context>
    <name>ExperimentPane</name>
    <message>
        <source>Try it on</source>
        <translation>На чём попробовать</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Попробовать</translation>
    </message>
    <message>
        <source>Nothing was tried yet.</source>
        <translation>Опыт ещё не проводился.</translation>
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
        <source>Choose your %1</source>
        <translation>Выберите ваш файл %1</translation>
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
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
</context>
<context>
    <name>ExportFormats</name>
    <message>
        <source>What the format leaves out is written in “%1”, beside it.</source>
        <translation>Чего нет в этом формате, сказано рядом, в файле «%1».</translation>
    </message>
    <message>
        <source>By these words alone, %1 of %2 documents get the same label as here.</source>
        <translation>По одним этим словам %1 из %2 документов получают ту же метку, что и здесь.</translation>
    </message>
    <message>
        <source>A pipeline for Python. It loads with skops, without Bayleaf.</source>
        <translation>Конвейер для Python. Загружается через skops, без Bayleaf.</translation>
    </message>
    <message>
        <source>A graph that onnxruntime runs in many languages and on phones.</source>
        <translation>Граф, который onnxruntime выполняет на многих языках и на телефонах.</translation>
    </message>
    <message>
        <source>Words, counts, log-probabilities and settings, for a program of your own.</source>
        <translation>Слова, счётчики, логарифмы вероятностей и настройки, для вашей программы.</translation>
    </message>
    <message>
        <source>The table of words with counts and weights, for pandas, DuckDB and Spark.</source>
        <translation>Таблица слов со счётчиками и весами, для pandas, DuckDB и Spark.</translation>
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
        <source>Training data of Thunderbird&apos;s junk filter. Close Thunderbird, then put it in the profile.</source>
        <translation>Данные обучения спам-фильтра Thunderbird. Закройте Thunderbird и положите файл в профиль.</translation>
    </message>
    <message>
        <source>A folder for each label with its table of words, like POPFile&apos;s buckets.</source>
        <translation>Папка на каждую метку с таблицей слов, как корзины POPFile.</translation>
    </message>
    <message>
        <source>A copy of your popfile.db with the words of this model in its buckets. Your own file is not changed.</source>
        <translation>Копия вашего popfile.db, в корзинах которой эти слова.</translation>
    </message>
    <message>
        <source>%n document(s) written.</source>
        <translation>Записан %n документ. / Записано %n документа. / Записано %n документов.</translation>
    </message>
    <message>
        <source>Checked on other mail, the rules are right for %1 of the %2 mails they apply to.</source>
        <translation>На письмах, по которым правила не составлялись, верны %1 из %2 срабатываний.</translation>
    </message>
    <message>
        <source>A table of documents with label and verdict, for a spreadsheet.</source>
        <translation>Таблица документов с меткой и вердиктом, для электронной таблицы.</translation>
    </message>
    <message>
        <source>Documents, labels and verdicts for %1. Its answers come back with “convert”.</source>
        <translation>Документы, метки и вердикты для %1. Ответы возвращает команда «convert».</translation>
    </message>
    <message>
        <source>Rules by lists, senders and recipients for mail servers that know Sieve.</source>
        <translation>Правила по рассылкам, отправителям и получателям для почтовых серверов с Sieve.</translation>
    </message>
    <message>
        <source>The same rules for procmail.</source>
        <translation>Те же правила для procmail.</translation>
    </message>
    <message>
        <source>The same rules as message filters of Thunderbird (msgFilterRules.dat).</source>
        <translation>Те же правила как фильтры сообщений Thunderbird (msgFilterRules.dat).</translation>
    </message>
    <message>
        <source>The same rules for Gmail: import them under Settings, Filters.</source>
        <translation>Те же правила для Gmail: импортируйте их в «Настройки → Фильтры».</translation>
    </message>
    <message>
        <source>Labels as tags, for “notmuch tag --batch --input=FILE”.</source>
        <translation>Метки как теги, для «notmuch tag --batch --input=FILE».</translation>
    </message>
    <message>
        <source>Labels as keywords in the file names of your Maildir. The files get renamed.</source>
        <translation>Метки как ключевые слова в именах файлов вашего Maildir. Файлы будут переименованы.</translation>
    </message>
    <message>
        <source>A manifest.json of paperless-ngx with the labels as tags, to import again.</source>
        <translation>Файл manifest.json для paperless-ngx с метками как тегами, для повторного импорта.</translation>
    </message>
    <message>
        <source>%n column(s) written.</source>
        <translation>Записан %n столбец. / Записано %n столбца. / Записано %n столбцов.</translation>
    </message>
    <message>
        <source>%n word(s) written.</source>
        <translation>Записано %n слово. / Записано %n слова. / Записано %n слов.</translation>
    </message>
    <message>
        <source>For another Bayleaf workspace. It holds words and counts, and no documents.</source>
        <translation>Для другого рабочего файла Bayleaf. Внутри слова и счётчики, документов нет.</translation>
    </message>
    <message>
        <source>All words with counts, probabilities and log-odds, for a spreadsheet. Searches on the page do not limit it.</source>
        <translation>Все слова со счётчиками, вероятностями и логарифмами шансов, для электронной таблицы. Поиск на странице не сокращает список.</translation>
    </message>
    <message>
        <source>All columns with their values and probabilities, for a spreadsheet.</source>
        <translation>Все столбцы со значениями и вероятностями, для электронной таблицы.</translation>
    </message>
    <message>
        <source>A report to read in a browser: figures, plots, settings. One file, no network.</source>
        <translation>Отчёт для браузера: числа, графики, настройки. Один файл, без сети.</translation>
    </message>
    <message>
        <source>The same report, to print or to send.</source>
        <translation>Тот же отчёт, для печати или отправки.</translation>
    </message>
    <message>
        <source>The figures of all models as a table, for a spreadsheet.</source>
        <translation>Показатели всех моделей в виде файла для электронной таблицы.</translation>
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
        <translation>Решение модели</translation>
    </message>
    <message>
        <source>Confidence in the label</source>
        <translation>Уверенность в метке</translation>
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
        <translation>99 % и больше</translation>
    </message>
    <message>
        <source>90 to 99 %</source>
        <translation>от 90 до 99 %</translation>
    </message>
    <message>
        <source>50 to 90 %</source>
        <translation>от 50 до 90 %</translation>
    </message>
    <message>
        <source>below 50 %</source>
        <translation>меньше 50 %</translation>
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
        <source>corrected by you</source>
        <translation>исправлено вами</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>неуверенно</translation>
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
        <translation>документов на столбик</translation>
    </message>
    <message>
        <source>density</source>
        <translation>плотность</translation>
    </message>
    <message>
        <source>speaks for *%1* over %2: %3</source>
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
        <source>choice</source>
        <translation>выбор</translation>
    </message>
</context>
<context>
    <name>FiguresPane</name>
    <message>
        <source>Estimated accuracy on the rest</source>
        <translation>Оценка точности на остальных</translation>
    </message>
    <message>
        <source>Not known yet. Answer about 10 more: every fifth question is chosen at random to measure it.</source>
        <translation>Пока неизвестна. Ответьте ещё примерно на 10 вопросов: каждый пятый выбран случайно, чтобы её измерить.</translation>
    </message>
    <message numerus="yes">
        <source>Probably between %1 and %2, from %Ln random question(s)</source>
        <translation>
            <numerusform>Вероятно, от %1 до %2: по %Ln случайному вопросу</numerusform>
            <numerusform>Вероятно, от %1 до %2: по %Ln случайным вопросам</numerusform>
            <numerusform>Вероятно, от %1 до %2: по %Ln случайным вопросам</numerusform>
        </translation>
    </message>
    <message>
        <source>More answers would hardly change this. You can train a model now.</source>
        <translation>Новые ответы почти ничего не изменят. Можно обучать модель.</translation>
    </message>
    <message>
        <source>Ten more answers would add about %1 percentage points.</source>
        <translation>Ещё десять ответов добавят примерно %1 процентного пункта.</translation>
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
        <translation>точность</translation>
    </message>
    <message>
        <source>Check these answers</source>
        <translation>Проверьте эти ответы</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar one(s) are %3.</source>
        <translation>
            <numerusform>У «%1» метка %2, но у %Ln похожего документа — %3.</numerusform>
            <numerusform>У «%1» метка %2, но у %Ln похожих документов — %3.</numerusform>
            <numerusform>У «%1» метка %2, но у %Ln похожих документов — %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>Change to %1</source>
        <translation>Заменить на %1</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Open original</source>
        <translation>Открыть оригинал</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Прочитать заново</translation>
    </message>
    <message>
        <source>What Bayleaf reads…</source>
        <translation>Что читает Bayleaf…</translation>
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
        <source>Undo move</source>
        <translation>Отменить перемещение</translation>
    </message>
    <message>
        <source>On the Classify page, “File away…” shows where everything would go
before anything is moved.</source>
        <translation>На странице «Классификация» кнопка «Разложить…» показывает,
куда что попадёт, до того как что-либо переместится.</translation>
    </message>
    <message>
        <source>Nothing was filed away yet</source>
        <translation>Ещё ничего не разложено</translation>
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
        <source>stayed</source>
        <translation>осталось</translation>
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
        <source>What goes where</source>
        <translation>Что куда попадёт</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Выбрать папку…</translation>
    </message>
    <message>
        <source>Use the folders that the labels came from</source>
        <translation>Взять папки, по которым даны метки</translation>
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
        <source>A copy for each label</source>
        <translation>Копия для каждой метки</translation>
    </message>
    <message>
        <source>Write their text into them; the original is kept for undo</source>
        <translation>Записать в них их текст; исходный файл хранится для отмены</translation>
    </message>
    <message>
        <source>Names by a pattern</source>
        <translation>Имена по образцу</translation>
    </message>
    <message>
        <source>A folder per label in</source>
        <translation>Папки меток в папке</translation>
    </message>
    <message>
        <source>Whole files</source>
        <translation>Целые файлы</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Имена</translation>
    </message>
    <message>
        <source>Scanned PDFs</source>
        <translation>Сканы PDF</translation>
    </message>
    <message>
        <source>add a number</source>
        <translation>добавить номер</translation>
    </message>
    <message>
        <source>leave the file where it is</source>
        <translation>оставить файл на месте</translation>
    </message>
    <message>
        <source>If the name already exists</source>
        <translation>Если имя занято</translation>
    </message>
    <message>
        <source>File uncertain documents too</source>
        <translation>Раскладывать и сомнительные документы</translation>
    </message>
    <message>
        <source>Use {date} {sender} {label} {title} {name}. Leave it empty to keep the names.</source>
        <translation>Можно использовать {date} {sender} {label} {title} {name}. Оставьте пустым, чтобы не менять имена.</translation>
    </message>
    <message>
        <source>accept at most</source>
        <translation>допустимо не больше</translation>
    </message>
    <message>
        <source>1 mistake in %1</source>
        <translation>1 ошибка на %1</translation>
    </message>
    <message>
        <source>Accepted mistakes</source>
        <translation>Допустимые ошибки</translation>
    </message>
    <message>
        <source>At most this share of the filed documents may go to a wrong folder, for each label</source>
        <translation>Не больше этой доли разложенных документов может попасть не в ту папку, для каждой метки</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Ожидается</translation>
    </message>
    <message>
        <source>Nothing is overwritten, and it can be undone, also after a restart.</source>
        <translation>Ничего не перезаписывается; отменить можно и после перезапуска.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>Проверяются файлы…</translation>
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
        <source>%Ln file(s) go</source>
        <translation>
            <numerusform>пойдёт %Ln файл</numerusform>
            <numerusform>пойдут %Ln файла</numerusform>
            <numerusform>пойдут %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free there</source>
        <translation>свободно там %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln get another name</source>
        <translation>
            <numerusform>%Ln получит другое имя</numerusform>
            <numerusform>%Ln получат другое имя</numerusform>
            <numerusform>%Ln получат другое имя</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>%Ln копируется из ящика или архива</numerusform>
            <numerusform>%Ln копируются из ящика или архива</numerusform>
            <numerusform>%Ln копируются из ящика или архива</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stay(s)</source>
        <translation>
            <numerusform>%Ln останется</numerusform>
            <numerusform>%Ln останутся</numerusform>
            <numerusform>%Ln останутся</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to file. Drop files on Classify, or import and label documents.</source>
        <translation>Раскладывать нечего. Перетащите файлы на страницу «Классификация» или импортируйте и пометьте документы.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) stay, and the list says why.</source>
        <translation>
            <numerusform>Раскладывать нечего: %Ln документ остаётся на месте, причина в списке.</numerusform>
            <numerusform>Раскладывать нечего: %Ln документа остаются на месте, причины в списке.</numerusform>
            <numerusform>Раскладывать нечего: %Ln документов остаются на месте, причины в списке.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; about 0 mistakes expected.</source>
        <translation>Можно разложить %1 из %2 документов; ошибок почти не ожидается.</translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; about %3 mistakes expected.</source>
        <translation>Можно разложить %1 из %2 документов; ожидается ошибок: около %3.</translation>
    </message>
    <message>
        <source>This needs %1, and only %2 are free there.</source>
        <translation>Нужно %1, а свободно там только %2.</translation>
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
        <source>not sure enough</source>
        <translation>недостаточно уверенно</translation>
    </message>
    <message>
        <source>too few of its label to promise anything</source>
        <translation>документов с этой меткой слишком мало, чтобы обещать</translation>
    </message>
    <message>
        <source>in a mailbox or an archive, which stays as it is</source>
        <translation>внутри почтового ящика или архива, который остаётся как есть</translation>
    </message>
    <message>
        <source>no label yet: label it, or train a model</source>
        <translation>пока без метки: пометьте или обучите модель</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>остаётся</translation>
    </message>
    <message>
        <source>File only if certain</source>
        <translation>Раскладывать, только если уверенность не меньше</translation>
    </message>
    <message>
        <source>Folder for the folders of labels</source>
        <translation>Папка для папок меток</translation>
    </message>
</context>
<context>
    <name>FilingViewModel</name>
    <message>
        <source>Looking at the imported files</source>
        <translation>Проверяются импортированные файлы</translation>
    </message>
    <message numerus="yes">
        <source>Filing away %Ln file(s)</source>
        <translation>
            <numerusform>Раскладывается %Ln файл</numerusform>
            <numerusform>Раскладываются %Ln файла</numerusform>
            <numerusform>Раскладываются %Ln файлов</numerusform>
        </translation>
    </message>
    <message>
        <source>Bringing files back</source>
        <translation>Файлы возвращаются</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>the system keeps it locked</source>
        <translation>система держит закрытым</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Choose a mailbox…</source>
        <translation>Выбрать почту…</translation>
    </message>
    <message>
        <source>Begin lesson 1</source>
        <translation>Начать урок 1</translation>
    </message>
    <message>
        <source>Bayleaf learns from mail you have sorted already, then keeps watch over what arrives. It moves a mail only if you say so.</source>
        <translation>Bayleaf учится на уже разобранной вами почте и следит за новой. Письма он переносит, только если вы разрешите.</translation>
    </message>
    <message>
        <source>Elsewhere? Drop an mbox file or a folder, or</source>
        <translation>В другом месте? Бросьте mbox или папку либо</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>выберите…</translation>
    </message>
    <message>
        <source>Filter my mail</source>
        <translation>Фильтровать почту</translation>
    </message>
    <message>
        <source>the first ones</source>
        <translation>первые</translation>
    </message>
    <message numerus="yes">
        <source>%Ln short lesson(s) with numbers you can change. No mail of yours is needed.</source>
        <translation>
            <numerusform>%Ln короткий урок с числами, которые можно менять. Ваша почта не нужна.</numerusform>
            <numerusform>%Ln коротких урока с числами, которые можно менять. Ваша почта не нужна.</numerusform>
            <numerusform>%Ln коротких уроков с числами, которые можно менять. Ваша почта не нужна.</numerusform>
        </translation>
    </message>
    <message>
        <source>Learn naive Bayes</source>
        <translation>Понять наивный байес</translation>
    </message>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать на %Ln письме-образце</numerusform>
            <numerusform>Попробовать на %Ln письмах-образцах</numerusform>
            <numerusform>Попробовать на %Ln письмах-образцах</numerusform>
        </translation>
    </message>
    <message>
        <source>Just looking?</source>
        <translation>Просто посмотреть?</translation>
    </message>
    <message>
        <source>This page comes back with Help › First steps.</source>
        <translation>Эта страница вернётся через «Справка › Первые шаги».</translation>
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
        <source>Found on this computer</source>
        <translation>Найдено на этом компьютере</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Выбрать папку…</translation>
    </message>
    <message>
        <source>Or begin with</source>
        <translation>Или начните с этого</translation>
    </message>
    <message>
        <source>With one folder for each kind, such as Invoices and Contracts, the names of the folders become labels. You see a preview before anything is learnt. Nothing leaves this computer.</source>
        <translation>Если для каждого вида есть своя папка, например «Счета» и «Договоры», имена папок станут метками. До обучения вы увидите предварительный просмотр. Ничто не покидает этот компьютер.</translation>
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
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>See what it does before you show it anything of yours.</source>
        <translation>Посмотрите, что умеет программа, не показывая ей ничего своего.</translation>
    </message>
    <message>
        <source>A list of classified mails with the words that decided</source>
        <translation>Список определённых писем с решающими словами</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>ищем…</translation>
    </message>
    <message>
        <source>No mail program found. Drop an mbox file or a folder here.</source>
        <translation>Почтовая программа не найдена. Бросьте сюда файл mbox или папку.</translation>
    </message>
</context>
<context>
    <name>Flips</name>
    <message numerus="yes">
        <source>Without %n word(s) the verdict would be %1: %2</source>
        <translation>
            <numerusform>Без этого %n слова вердикт был бы %1: %2</numerusform>
            <numerusform>Без этих %n слов вердикт был бы %1: %2</numerusform>
            <numerusform>Без этих %n слов вердикт был бы %1: %2</numerusform>
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
        <source>up to %Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>изменится до %Ln вердикта в списке</numerusform>
            <numerusform>изменится до %Ln вердиктов в списке</numerusform>
            <numerusform>изменится до %Ln вердиктов в списке</numerusform>
        </translation>
    </message>
    <message>
        <source>If you correct the label: %1.</source>
        <translation>Если исправить метку: %1.</translation>
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
        <translation>Bayleaf не выходит в сеть: сохраните страницу и перетащите файл</translation>
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
        <source>Name</source>
        <translation>Назвать</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Слить</translation>
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
        <source>Makes one group of the chosen ones. Choose several with Ctrl or Shift.</source>
        <translation>Объединяет выбранные группы. Несколько групп выбирают с Ctrl или Shift.</translation>
    </message>
    <message>
        <source>Makes two groups of the documents of this one.</source>
        <translation>Делит документы этой группы на две.</translation>
    </message>
    <message>
        <source>Removes this group from the list. Its documents are asked one by one.</source>
        <translation>Убирает группу из списка. О её документах программа спросит по одному.</translation>
    </message>
    <message>
        <source>Like label</source>
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
        <source>unlike everything that was here before</source>
        <translation>не похоже ни на что из прежнего</translation>
    </message>
    <message>
        <source>Naming the group labels all its documents.</source>
        <translation>Название станет меткой всех документов группы.</translation>
    </message>
    <message numerus="yes">
        <source>Naming the group labels its %Ln clear member(s).</source>
        <translation>
            <numerusform>Название станет меткой %Ln явного документа группы.</numerusform>
            <numerusform>Название станет меткой %Ln явных документов группы.</numerusform>
            <numerusform>Название станет меткой %Ln явных документов группы.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You are asked about the other %Ln one by one.</source>
        <translation>
            <numerusform>Об остальном %Ln программа спросит.</numerusform>
            <numerusform>Об остальных %Ln программа спросит по одному.</numerusform>
            <numerusform>Об остальных %Ln программа спросит по одному.</numerusform>
        </translation>
    </message>
    <message>
        <source>few words</source>
        <translation>мало слов</translation>
    </message>
    <message>
        <source>new: %1</source>
        <translation>новое: %1</translation>
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
        <source>Hand-ins of a class</source>
        <translation>Работы класса</translation>
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
        <source>Commonest mistakes</source>
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
        <source>Right</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Wrong first at</source>
        <translation>Первая ошибка</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Что не так</translation>
    </message>
    <message>
        <source>Mistake</source>
        <translation>Ошибка</translation>
    </message>
    <message>
        <source>For example at</source>
        <translation>Например, в</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Чтение…</translation>
    </message>
    <message>
        <source>Open the files that pupils have saved with “Work through and hand in”.</source>
        <translation>Откройте файлы, которые ученики сохранили командой «Решить и сдать».</translation>
    </message>
    <message>
        <source>%1 hand-ins; %2 have everything right.</source>
        <translation>Работ: %1; без ошибок: %2.</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>не закончено</translation>
    </message>
    <message>
        <source>Hand-ins of Bayleaf (*%1)</source>
        <translation>Работы Bayleaf (*%1)</translation>
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
        <source>Add the answers on pages of their own</source>
        <translation>Добавить ответы на отдельных страницах</translation>
    </message>
    <message>
        <source>More than one sheet: each has different numbers.</source>
        <translation>Если листов несколько, числа на каждом свои.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Сохранить…</translation>
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
        <source>“%1” was saved.</source>
        <translation>«%1» сохранён.</translation>
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
        <source>How it decides</source>
        <translation>Как принимается решение</translation>
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
        <source>Command line</source>
        <translation>Командная строка</translation>
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
        <translation>История решений</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Решения</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>Искать в истории</translation>
    </message>
    <message>
        <source>Remember what is classified</source>
        <translation>Помнить классифицированное</translation>
    </message>
    <message>
        <source>Forget chosen</source>
        <translation>Забыть выбранные</translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>Решить заново</translation>
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
        <source>What you classify is listed here, with the verdict
and your correction.</source>
        <translation>Здесь перечислено всё, что вы классифицировали, с вердиктом
и вашим исправлением.</translation>
    </message>
    <message>
        <source>Verdict now</source>
        <translation>Вердикт сейчас</translation>
    </message>
    <message>
        <source>Nothing was classified yet</source>
        <translation>Ещё ничего не классифицировано</translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) remembered in this workspace</source>
        <translation>
            <numerusform>В этом рабочем пространстве помнится %Ln решение</numerusform>
            <numerusform>В этом рабочем пространстве помнятся %Ln решения</numerusform>
            <numerusform>В этом рабочем пространстве помнятся %Ln решений</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the last %Ln listed</source>
        <translation>
            <numerusform>показано последнее %Ln</numerusform>
            <numerusform>показаны последние %Ln</numerusform>
            <numerusform>показаны последние %Ln</numerusform>
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
        <source>%Ln verdict(s) will be forgotten for good. What was learnt stays learnt.</source>
        <translation>
            <numerusform>%Ln решение будет забыто навсегда. Выученное останется.</numerusform>
            <numerusform>%Ln решения будут забыты навсегда. Выученное останется.</numerusform>
            <numerusform>%Ln решений будут забыты навсегда. Выученное останется.</numerusform>
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
        <source>It is %1</source>
        <translation>Это %1</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import documents</source>
        <translation>Загрузить документы</translation>
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
        <source>Only the training part</source>
        <translation>Только обучающая часть</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>из имён папок</translation>
    </message>
    <message>
        <source>the whole paths of folders</source>
        <translation>из путей папок целиком</translation>
    </message>
    <message>
        <source>the names of the files</source>
        <translation>имена файлов</translation>
    </message>
    <message>
        <source>a column</source>
        <translation>из столбца</translation>
    </message>
    <message>
        <source>a header of the mails</source>
        <translation>из заголовка писем</translation>
    </message>
    <message>
        <source>a pattern in the paths</source>
        <translation>из путей, по шаблону</translation>
    </message>
    <message>
        <source>one label for all</source>
        <translation>одна для всех</translation>
    </message>
    <message>
        <source>Into collection</source>
        <translation>В коллекцию</translation>
    </message>
    <message>
        <source>Name of the new collection</source>
        <translation>Имя новой коллекции</translation>
    </message>
    <message>
        <source>Mail, mailboxes, documents, tables, archives, or folders of these.
You may drop them here.</source>
        <translation>Письма, почтовые ящики, документы, таблицы, архивы и папки с ними.
Их можно перетащить сюда.</translation>
    </message>
    <message>
        <source>Choose what to import</source>
        <translation>Выберите, что загрузить</translation>
    </message>
    <message>
        <source>Nothing is stored before you import, and an import can be undone.</source>
        <translation>До импорта ничего не сохраняется, и импорт можно отменить.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Choose a column as text, number or choice.</source>
        <translation>Выберите столбец с текстом, числом или выбором.</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln file(s)</source>
        <translation>
            <numerusform>Загрузить %Ln файл</numerusform>
            <numerusform>Загрузить %Ln файла</numerusform>
            <numerusform>Загрузить %Ln файлов</numerusform>
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
        <translation>Меток не найдено. Выберите, откуда их взять, или поставьте позже.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found at the beginning. There may be more.</source>
        <translation>
            <numerusform>В начале найдена %Ln метка. Может быть больше.</numerusform>
            <numerusform>В начале найдено %Ln метки. Может быть больше.</numerusform>
            <numerusform>В начале найдено %Ln меток. Может быть больше.</numerusform>
        </translation>
    </message>
    <message>
        <source>Mails</source>
        <translation>Письма</translation>
    </message>
    <message>
        <source>What Bayleaf reads…</source>
        <translation>Что читает Bayleaf…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Показать в папке</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be opened</source>
        <translation>
            <numerusform>%Ln не открывается</numerusform>
            <numerusform>%Ln не открываются</numerusform>
            <numerusform>%Ln не открываются</numerusform>
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
        <source>header, such as X-Label</source>
        <translation>заголовок, например X-Label</translation>
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
        <source>a new one</source>
        <translation>новый</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>Загрузить файлы</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Загрузить папку</translation>
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
        <translation>Вид</translation>
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
        <source>These files differ from the collection “%1” in kind or labels, so they become a new collection.</source>
        <translation>Эти файлы отличаются от коллекции «%1» видом или метками, поэтому для них будет новая коллекция.</translation>
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
        <source>enough was filed today</source>
        <translation>на сегодня разложено достаточно</translation>
    </message>
    <message>
        <source>no room left</source>
        <translation>нет места</translation>
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
        <source>would be filed</source>
        <translation>было бы разложено</translation>
    </message>
    <message>
        <source>put back by you</source>
        <translation>возвращено вами</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>решили вы</translation>
    </message>
    <message>
        <source>not filed</source>
        <translation>не разложено</translation>
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
        <source>Undo this day</source>
        <translation>Отменить этот день</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Вернуть</translation>
    </message>
    <message>
        <source>All days</source>
        <translation>Все дни</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Входящие</translation>
    </message>
    <message>
        <source>Filed today</source>
        <translation>Разложено сегодня</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>Ждут вас</translation>
    </message>
    <message>
        <source>Nothing is watched until you add a place.
It begins with a trial: it only says what it would do.</source>
        <translation>Ни за чем не следят, пока вы не добавите место.
Сначала проба: программа лишь говорит, что сделала бы.</translation>
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
        <source>Go on</source>
        <translation>Продолжить</translation>
    </message>
    <message>
        <source>Only today</source>
        <translation>Только сегодня</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>Добавить ящик на сервере…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln ждёт вас</numerusform>
            <numerusform>%Ln ждут вас</numerusform>
            <numerusform>%Ln ждут вас</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation>Ничего решать не нужно.</translation>
    </message>
    <message>
        <source>Only new mail is checked; existing files are not touched.</source>
        <translation>Проверяются только новые письма; прежние файлы не трогаются.</translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln place(s)</source>
        <translation>
            <numerusform>Под наблюдением %Ln место</numerusform>
            <numerusform>Под наблюдением %Ln места</numerusform>
            <numerusform>Под наблюдением %Ln мест</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>%Ln пришло сегодня</numerusform>
            <numerusform>%Ln пришло сегодня</numerusform>
            <numerusform>%Ln пришло сегодня</numerusform>
        </translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>приостановлено вами</translation>
    </message>
    <message>
        <source>another program watches for this workspace</source>
        <translation>за этим рабочим пространством следит другая программа</translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed today</source>
        <translation>
            <numerusform>%Ln разложено сегодня</numerusform>
            <numerusform>%Ln разложено сегодня</numerusform>
            <numerusform>%Ln разложено сегодня</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>%Ln разложено</numerusform>
            <numerusform>%Ln разложено</numerusform>
            <numerusform>%Ln разложено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln put back; an undo teaches nothing</source>
        <translation>
            <numerusform>%Ln возвращено; отмена ничему не учит</numerusform>
            <numerusform>%Ln возвращено; отмена ничему не учит</numerusform>
            <numerusform>%Ln возвращено; отмена ничему не учит</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been filed</source>
        <translation>
            <numerusform>%Ln было бы разложено</numerusform>
            <numerusform>%Ln было бы разложено</numerusform>
            <numerusform>%Ln было бы разложено</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>From or file</source>
        <translation>От кого или файл</translation>
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
        <source>Filed to</source>
        <translation>Куда</translation>
    </message>
    <message>
        <source>Learn as %1</source>
        <translation>Запомнить как %1</translation>
    </message>
</context>
<context>
    <name>InboxSettings</name>
    <message>
        <source>Icon in the notification area</source>
        <translation>Значок в области уведомлений</translation>
    </message>
    <message>
        <source>Notify when mail waits for an answer, at most once an hour</source>
        <translation>Уведомлять, когда письма ждут ответа, не чаще раза в час</translation>
    </message>
    <message>
        <source>Show the subject in notifications</source>
        <translation>Показывать тему в уведомлениях</translation>
    </message>
    <message>
        <source>Notify in the evening how much arrived</source>
        <translation>Вечером уведомлять, сколько пришло писем</translation>
    </message>
    <message>
        <source>Start at login, in the notification area</source>
        <translation>Запускать при входе, в области уведомлений</translation>
    </message>
</context>
<context>
    <name>InterruptedImports</name>
    <message>
        <source>The import of %1 was interrupted, and nothing of it was stored</source>
        <translation>Импорт «%1» был прерван: ничего из него не сохранилось</translation>
    </message>
    <message>
        <source>Continue importing</source>
        <translation>Продолжить импорт</translation>
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
        <source>%1 left</source>
        <translation>осталось %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>ещё %Ln ждёт</numerusform>
            <numerusform>ещё %Ln ждут</numerusform>
            <numerusform>ещё %Ln ждут</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeptList</name>
    <message>
        <source>Checking your last list again</source>
        <translation>Ваш прошлый список проверяется снова</translation>
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
        <source>Nothing is saved for this collection yet. Save your settings or a model now, to compare later ones with it.</source>
        <translation>Для этой коллекции пока ничего не сохранено. Сохраните рецепт или модель и сравните с ними следующие.</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Лог. потери</translation>
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
        <translation>Сохранённые модели и настройки</translation>
    </message>
    <message>
        <source>a list</source>
        <comment>of words</comment>
        <translation>список</translation>
    </message>
    <message>
        <source>On held-out documents, when it was saved</source>
        <translation>На отложенных документах, в момент сохранения</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Сохранено</translation>
    </message>
    <message>
        <source>Use these choices</source>
        <translation>Выбрать это снова</translation>
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
        <translation>Слить с</translation>
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
        <translation>Пурпурный</translation>
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
        <source>%1, hollow</source>
        <translation>%1, контур</translation>
    </message>
</context>
<context>
    <name>LeastShares</name>
    <message>
        <source>Change…</source>
        <translation>Изменить…</translation>
    </message>
    <message>
        <source>Files below this confidence stay where they are. In watched folders you are asked about them.</source>
        <translation>Файлы с меньшей уверенностью остаются на месте. В отслеживаемых папках Bayleaf спросит о них.</translation>
    </message>
    <message>
        <source>no further limit</source>
        <translation>без дополнительной границы</translation>
    </message>
</context>
<context>
    <name>LessonMenu</name>
    <message>
        <source>Open lesson…</source>
        <translation>Открыть урок…</translation>
    </message>
    <message>
        <source>Save lesson…</source>
        <translation>Сохранить урок…</translation>
    </message>
    <message>
        <source>Save working…</source>
        <translation>Сохранить вычисления…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Сохранить картинку…</translation>
    </message>
    <message>
        <source>Lessons of Bayleaf (*%1)</source>
        <translation>Уроки Bayleaf (*%1)</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Открыть урок</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Сохранить урок</translation>
    </message>
</context>
<context>
    <name>LessonPictures</name>
    <message>
        <source>Arrow from %1 to %2, ticked</source>
        <translation>Стрелка от %1 к %2, отмечена</translation>
    </message>
    <message>
        <source>Arrow from %1 to %2, not ticked</source>
        <translation>Стрелка от %1 к %2, не отмечена</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Весы</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Количество</translation>
    </message>
    <message>
        <source>Words present and absent</source>
        <translation>Слова: есть и нет</translation>
    </message>
    <message>
        <source>Bell curves</source>
        <translation>Колоколы</translation>
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
        <source>%1: the product is 10 to the power of %2, and 0 after %3 factors</source>
        <translation>%1: произведение равно 10 в степени %2 и становится 0 после %3 множителей</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>независимо</translation>
    </message>
    <message>
        <source>%1, labelled: %2</source>
        <translation>%1, метка есть: %2</translation>
    </message>
    <message>
        <source>%1, guessed: %2</source>
        <translation>%1, догадка: %2</translation>
    </message>
    <message>
        <source>A factor is 0, or there is none: there is no product to draw.</source>
        <translation>Один из множителей равен 0, или их нет: рисовать нечего.</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>априорная</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>слов нет</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>начальное значение</translation>
    </message>
    <message>
        <source>forbids both</source>
        <translation>запрещает обе</translation>
    </message>
    <message>
        <source>forbids %1</source>
        <translation>запрещает %1</translation>
    </message>
    <message>
        <source>%1 : 1 for %2</source>
        <translation>%1 : 1 за %2</translation>
    </message>
    <message>
        <source>undecided: 0 against 0</source>
        <translation>решения нет: 0 против 0</translation>
    </message>
    <message>
        <source>together</source>
        <translation>вместе</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>подсчитано</translation>
    </message>
    <message>
        <source>added by α</source>
        <translation>добавлено α</translation>
    </message>
    <message>
        <source>others</source>
        <translation>остальные</translation>
    </message>
    <message>
        <source>= 0: impossible</source>
        <translation>= 0: невозможно</translation>
    </message>
    <message>
        <source>below this a computer&apos;s number is 0</source>
        <translation>ниже этого число в компьютере равно 0</translation>
    </message>
    <message>
        <source>factors multiplied, if the document is repeated (● as it is, ✕ product 0, dashed: the logarithm goes on)</source>
        <translation>перемножено множителей, если повторять документ (● как есть, ✕ произведение 0, пунктир: логарифм продолжается)</translation>
    </message>
    <message>
        <source>No word of the document is known.</source>
        <translation>Ни одно слово документа не известно.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>without arrows: %1</source>
        <translation>без стрелок: %1</translation>
    </message>
    <message>
        <source>Naive: no arrows between words. Tick one, and the second word counts given the first.</source>
        <translation>Наивно: между словами нет стрелок. Отметьте одну, и второе слово учитывается при данном первом.</translation>
    </message>
    <message>
        <source>Arrows need at least two words.</source>
        <translation>Для стрелок нужны хотя бы два слова.</translation>
    </message>
    <message>
        <source>After round %1: each row with the probabilities of its label</source>
        <translation>После раунда %1: строки и вероятности их меток</translation>
    </message>
    <message>
        <source>Counts for the next round: counted + guessed</source>
        <translation>Счётчики для следующего раунда: подсчитано + по догадкам</translation>
    </message>
</context>
<context>
    <name>LessonsConnection</name>
    <message>
        <source>after calibration</source>
        <translation>после калибровки</translation>
    </message>
    <message>
        <source>by the counts alone</source>
        <translation>только по счёту</translation>
    </message>
    <message>
        <source>How sure the model is</source>
        <translation>Насколько модель уверена</translation>
    </message>
    <message>
        <source>How often it is right</source>
        <translation>Как часто она права</translation>
    </message>
    <message>
        <source>More than 99.9 % sure of %1 of %2 unseen documents; %3 of these are wrong. Calibration error: %4 by the counts alone, %5 after calibration.</source>
        <translation>Уверена более чем на 99,9 % в %1 из %2 незнакомых документов; из них неверно %3. Ошибка калибровки: %4 только по счёту, %5 после калибровки.</translation>
    </message>
    <message>
        <source>So few documents say little.</source>
        <translation>Столь немногие документы мало о чём говорят.</translation>
    </message>
    <message>
        <source>Documents learnt</source>
        <translation>Выученные документы</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>Верно на отложенных документах</translation>
    </message>
    <message>
        <source>With %1 documents %2 of %3 held-out ones are right (multinomial, mean of %4 draws); with all %5 it is %6.</source>
        <translation>Выучив %1 документов, модель верно определяет %2 из %3 отложенных (мультиномиальная, среднее по %4 выборкам); выучив все %5 — %6.</translation>
    </message>
    <message>
        <source>Among %1 of %2 documents, drawn at random: as many as memory should hold.</source>
        <translation>По %1 из %2 документов, взятых случайно: столько стоит держать в памяти.</translation>
    </message>
    <message>
        <source>With all %1 words Bernoulli is right on %2, multinomial on %3.</source>
        <translation>Со всеми словами (%1) Бернулли верна в %2, мультиномиальная — в %3.</translation>
    </message>
    <message>
        <source>Bernoulli leads nowhere.</source>
        <translation>Бернулли нигде не впереди.</translation>
    </message>
    <message>
        <source>Bernoulli leads with %1 words and for the last time with %2.</source>
        <translation>Бернулли впереди начиная с %1 слов и в последний раз с %2.</translation>
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
        <source>The picture shows the answer. Work it out first.</source>
        <translation>На картинке виден ответ. Сначала решите сами.</translation>
    </message>
    <message>
        <source>‹ Previous</source>
        <translation>‹ Назад</translation>
    </message>
    <message>
        <source>The same with your documents</source>
        <translation>То же с вашими документами</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>Сглаживание α</translation>
    </message>
    <message>
        <source>Smoothing of the prior, λ</source>
        <translation>Сглаживание априорной, λ</translation>
    </message>
    <message>
        <source>Rows to learn from</source>
        <translation>Строки для обучения</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Вывод</translation>
    </message>
    <message>
        <source>Forget row</source>
        <translation>Забыть строку</translation>
    </message>
    <message>
        <source>Learn row again</source>
        <translation>Выучить снова</translation>
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
        <source>Steps</source>
        <translation>Шаги</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Опыт</translation>
    </message>
    <message>
        <source>Work it out first.</source>
        <translation>Сначала посчитайте сами.</translation>
    </message>
    <message>
        <source>Prior from the data</source>
        <translation>Априорная из данных</translation>
    </message>
    <message>
        <source>Number of times that the model learns from its own guesses for the unlabelled rows</source>
        <translation>Сколько раз модель учится на собственных догадках о строках без метки</translation>
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
        <source>%1 of %2 finished</source>
        <translation>Пройдено %1 из %2</translation>
    </message>
    <message>
        <source>Go on</source>
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
        <source>Draw other documents</source>
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
        <source>Learnt from %1 labelled rows and, as far as their guesses go, from %2 others.</source>
        <translation>Выучено по строкам с метками (%1) и, в меру догадок, по остальным (%2).</translation>
    </message>
    <message>
        <source>Training errors: %2 of %1. Leave-one-out errors: %3 of %1.</source>
        <translation>Ошибок на выученных строках: %2 из %1. Ошибок при исключении по одной: %3 из %1.</translation>
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
        <source>Save working</source>
        <translation>Сохранить вывод</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Сохранить картинку</translation>
    </message>
</context>
<context>
    <name>LessonsViewModel</name>
    <message>
        <source>Drawing documents</source>
        <translation>Выбор документов</translation>
    </message>
    <message>
        <source>Trying it out</source>
        <translation>Опыт</translation>
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
        <source>As it was read</source>
        <translation>Как прочитано</translation>
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
        <source>All are</source>
        <translation>Все – это</translation>
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
        <source>Take off the list</source>
        <translation>Убрать из списка</translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message>
        <source>What it may file without asking</source>
        <translation>Что можно раскладывать без вопроса</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>рекомендуется</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ничего</translation>
    </message>
    <message>
        <source>1 in %1</source>
        <translation>1 из %1</translation>
    </message>
    <message>
        <source>How many filed documents may be in a wrong folder, for each label and in total? You are asked about the rest.</source>
        <translation>Сколько разложенных документов может попасть не в ту папку — по каждой метке и всего? Об остальных программа спросит.</translation>
    </message>
    <message numerus="yes">
        <source>How many good mails may be filed as spam? (Your good mail comes from %Ln lists and senders.) You are asked about the rest.</source>
        <translation>
            <numerusform>Сколько хороших писем может попасть в спам? (Ваши хорошие письма пришли из %Ln источника.) Об остальных программа спросит.</numerusform>
            <numerusform>Сколько хороших писем может попасть в спам? (Ваши хорошие письма пришли из %Ln источников.) Об остальных программа спросит.</numerusform>
            <numerusform>Сколько хороших писем может попасть в спам? (Ваши хорошие письма пришли из %Ln источников.) Об остальных программа спросит.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs good mail from %Ln list(s) and sender(s)</source>
        <translation>
            <numerusform>нужны письма от %Ln источника</numerusform>
            <numerusform>нужны письма от %Ln источников</numerusform>
            <numerusform>нужны письма от %Ln источников</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs a label with %Ln document(s) judged without a mistake</source>
        <translation>
            <numerusform>нужна метка с %Ln документом, оценённым без ошибок</numerusform>
            <numerusform>нужна метка с %Ln документами, оценёнными без ошибок</numerusform>
            <numerusform>нужна метка с %Ln документами, оценёнными без ошибок</numerusform>
        </translation>
    </message>
    <message>
        <source>would file %1 of 100, with almost no mistakes</source>
        <translation>разложит %1 из 100, почти без ошибок</translation>
    </message>
    <message>
        <source>would file %1 of 100, about %2 of them in the wrong folder</source>
        <translation>разложит %1 из 100, из них около %2 ошибочно</translation>
    </message>
    <message numerus="yes">
        <source>nothing yet for %Ln label(s)</source>
        <translation>
            <numerusform>пока ничего с %Ln меткой</numerusform>
            <numerusform>пока ничего с %Ln метками</numerusform>
            <numerusform>пока ничего с %Ln метками</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This month: %Ln filed automatically,</source>
        <translation>
            <numerusform>За месяц разложено автоматически: %Ln,</numerusform>
            <numerusform>За месяц разложено автоматически: %Ln,</numerusform>
            <numerusform>За месяц разложено автоматически: %Ln,</numerusform>
        </translation>
    </message>
    <message>
        <source>currently 1 in %1</source>
        <translation>сейчас 1 из %1</translation>
    </message>
    <message>
        <source>asks about all spam</source>
        <translation>спросит обо всём спаме</translation>
    </message>
    <message>
        <source>asks about everything</source>
        <translation>спрашивает обо всём</translation>
    </message>
    <message>
        <source>asks rarely</source>
        <translation>спрашивает редко</translation>
    </message>
    <message>
        <source>asks about 1 in %1</source>
        <translation>спросит об 1 из %1</translation>
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
        <source>Or drop files anywhere on this window</source>
        <translation>Или перетащите файлы в любое место окна</translation>
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
        <source>Learn</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Работа</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Отменить: %1</translation>
    </message>
    <message>
        <source>The line above says why. The file was not changed.</source>
        <translation>Причина указана в строке выше. Файл остался без изменений.</translation>
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
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>ещё %Ln в очереди</numerusform>
            <numerusform>ещё %Ln в очереди</numerusform>
            <numerusform>ещё %Ln в очереди</numerusform>
        </translation>
    </message>
    <message>
        <source>If you stop now, the work in progress is lost. An import can be continued next time.</source>
        <translation>Если остановить сейчас, начатая работа пропадёт. Импорт можно будет продолжить в следующий раз.</translation>
    </message>
    <message>
        <source>Work is not finished</source>
        <translation>Работа не закончена</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Остановить и закрыть</translation>
    </message>
    <message>
        <source>Keep working</source>
        <translation>Продолжить работу</translation>
    </message>
    <message>
        <source>a new collection</source>
        <translation>новая коллекция</translation>
    </message>
    <message>
        <source>Drop to open %1</source>
        <translation>Отпустите, чтобы открыть «%1»</translation>
    </message>
    <message>
        <source>Drop to add to %1</source>
        <translation>Отпустите, чтобы добавить в «%1»</translation>
    </message>
    <message>
        <source>Drop to classify with %1</source>
        <translation>Отпустите, чтобы классифицировать: %1</translation>
    </message>
    <message>
        <source>Hold %1 to add them to %2 instead</source>
        <translation>Удерживайте %1 чтобы добавить в «%2»</translation>
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
        <translation>&amp;Загрузить документы…</translation>
    </message>
    <message>
        <source>C&amp;lassify files…</source>
        <translation>&amp;Классифицировать файлы…</translation>
    </message>
    <message>
        <source>&amp;File away…</source>
        <translation>Раз&amp;ложить…</translation>
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
        <source>&amp;Find better settings</source>
        <translation>&amp;Найти лучшие настройки</translation>
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
        <translation>&amp;Вернуть</translation>
    </message>
    <message>
        <source>Classify a fol&amp;der…</source>
        <translation>Классифицировать &amp;папку…</translation>
    </message>
    <message>
        <source>Pause or go on &amp;watching</source>
        <translation>Приостановить или продолжить на&amp;блюдение</translation>
    </message>
    <message>
        <source>Save picture of the pa&amp;ge…</source>
        <translation>Сохранить изображение стра&amp;ницы…</translation>
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
        <translation>&amp;История решений…</translation>
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
        <translation>Имена разложенных файлов</translation>
    </message>
    <message>
        <source>Names by a pattern</source>
        <translation>Имена по образцу</translation>
    </message>
    <message>
        <source>{date}, {sender} and {title} are read in the file; {name} is the name that it has.</source>
        <translation>{date}, {sender} и {title} читаются в файле; {name} — его прежнее имя.</translation>
    </message>
    <message>
        <source>Write the text of scanned PDFs into them; the original is kept for undo</source>
        <translation>Записать в сканы PDF их текст; исходный файл хранится для отмены</translation>
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
    <message numerus="yes">
        <source>All %Ln listed…</source>
        <translation>
            <numerusform>Все показанные: %Ln…</numerusform>
            <numerusform>Все показанные: %Ln…</numerusform>
            <numerusform>Все показанные: %Ln…</numerusform>
        </translation>
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
        <source>%Ln document(s), none with a label</source>
        <translation>
            <numerusform>%Ln документ, без метки</numerusform>
            <numerusform>%Ln документа, ни у одного нет метки</numerusform>
            <numerusform>%Ln документов, ни у одного нет метки</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort them</source>
        <translation>Разобрать</translation>
    </message>
    <message>
        <source>All labelled documents have the label “%1”. A model needs two labels.</source>
        <translation>У всех размеченных документов метка «%1». Для модели нужны две метки.</translation>
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
        <source>Every document has the label “%1”. A model needs two labels.</source>
        <translation>У всех документов метка «%1». Модели нужны две метки.</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>Считать документы без метки</translation>
    </message>
    <message numerus="yes">
        <source>The model is not certain about %Ln document(s)</source>
        <translation>
            <numerusform>Модель не уверена в %Ln документе</numerusform>
            <numerusform>Модель не уверена в %Ln документах</numerusform>
            <numerusform>Модель не уверена в %Ln документах</numerusform>
        </translation>
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
        <translation>Пометить остальное…</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>Модели пока нет</translation>
    </message>
    <message>
        <source>Model “%1” is saved. Drop new files on the window to classify them.</source>
        <translation>Модель «%1» сохранена. Перетащите новые файлы в окно – она их определит.</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>Классификация</translation>
    </message>
    <message>
        <source>The model is ready for mail that it has never seen</source>
        <translation>Модель готова: проверьте её на письмах, которых она не видела</translation>
    </message>
    <message>
        <source>Try six new sample mails</source>
        <translation>Проверить на шести новых письмах</translation>
    </message>
    <message>
        <source>Every document has a label. The files can go into a folder for each.</source>
        <translation>У каждого документа есть метка. Файлы можно разложить по папкам меток.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled</source>
        <translation>
            <numerusform>Размечен %Ln документ</numerusform>
            <numerusform>Размечено %Ln документа</numerusform>
            <numerusform>Размечено %Ln документов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>%Ln документ можно разложить</numerusform>
            <numerusform>%Ln документа можно разложить</numerusform>
            <numerusform>%Ln документов можно разложить</numerusform>
        </translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>Разложить по папкам…</translation>
    </message>
</context>
<context>
    <name>NothingYet</name>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>Попробовать на %Ln письме</numerusform>
            <numerusform>Попробовать на %Ln письмах</numerusform>
            <numerusform>Попробовать на %Ln письмах</numerusform>
        </translation>
    </message>
    <message>
        <source>Import mail or documents that you have already sorted:
this page begins with them.</source>
        <translation>Импортируйте уже разобранные письма или документы:
с них эта страница и начинается.</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Документов пока нет</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Импорт…</translation>
    </message>
</context>
<context>
    <name>NumberPane</name>
    <message>
        <source>Curves</source>
        <translation>Кривые</translation>
    </message>
    <message>
        <source>Click to compare the curves at one value</source>
        <translation>Нажмите, чтобы сравнить кривые в точке</translation>
    </message>
    <message>
        <source>With the %1 that is added to every variance</source>
        <translation>С учётом %1, прибавленных к каждой дисперсии</translation>
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
        <source>log P(%1 | label)</source>
        <translation>log P(%1 | метка)</translation>
    </message>
</context>
<context>
    <name>OpponentsPane</name>
    <message>
        <source>Train with it</source>
        <translation>Обучить её</translation>
    </message>
    <message>
        <source>Opponents</source>
        <translation>Соперники</translation>
    </message>
    <message>
        <source>Time for the comparison</source>
        <translation>Время на сравнение</translation>
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
        <source>None is better than the model in use by more than chance.</source>
        <translation>Ни одна не лучше используемой модели более чем случайно.</translation>
    </message>
    <message>
        <source>Plain naive Bayes is as good here: %1 has %2 right, the model in use %3, and that could be chance (p %4). It is the simpler one.</source>
        <translation>Простой наивный Байес здесь не хуже: у модели «%1» верно %2, у используемой — %3, и это может быть случайностью (p %4). Она проще.</translation>
    </message>
    <message>
        <source>%1 is better: %2 right, the model in use %3, which is more than chance (p %4).</source>
        <translation>«%1» лучше: верно %2, у используемой модели — %3, и это не случайность (p %4).</translation>
    </message>
    <message>
        <source>No textbook model is as good: the best of them, %1, has %2 right, the model in use %3, which is more than chance (p %4).</source>
        <translation>Ни одна учебная модель не так хороша: у лучшей, «%1», верно %2, у используемой — %3, и это не случайность (p %4).</translation>
    </message>
    <message numerus="yes">
        <source>%Ln later document(s), judged by what came before</source>
        <translation>
            <numerusform>%Ln более поздний документ, по тем, что были раньше</numerusform>
            <numerusform>%Ln более поздних документа, по тем, что были раньше</numerusform>
            <numerusform>%Ln более поздних документов, по тем, что были раньше</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s), left out with their neighbours and copies</source>
        <translation>
            <numerusform>%Ln документ, исключённый с соседями и копиями</numerusform>
            <numerusform>%Ln документа, исключённые с соседями и копиями</numerusform>
            <numerusform>%Ln документов, исключённых с соседями и копиями</numerusform>
        </translation>
    </message>
    <message>
        <source>no time for %1</source>
        <translation>не хватило времени: %1</translation>
    </message>
    <message>
        <source>stopped before %1</source>
        <translation>остановлено до: %1</translation>
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
        <source>All labels right</source>
        <translation>Все метки верны</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Разность</translation>
    </message>
    <message>
        <source>In points of accuracy, from the model in use</source>
        <translation>В процентных пунктах точности от используемой модели</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>Лог-потери</translation>
    </message>
    <message>
        <source>Other models are being tested on the same documents…</source>
        <translation>Другие модели проверяются на тех же документах…</translation>
    </message>
    <message>
        <source>See whether another kind of model would be better, on documents that none has seen.</source>
        <translation>Узнайте, не лучше ли модель другого вида, на документах, которых не видела ни одна.</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Ошибка калибровки</translation>
    </message>
    <message>
        <source>Only it right</source>
        <translation>Верна лишь она</translation>
    </message>
    <message>
        <source>Documents that this one judges right and the model in use does not</source>
        <translation>Документы, о которых верно судит эта, а используемая модель — нет</translation>
    </message>
    <message>
        <source>Only yours right</source>
        <translation>Верна лишь ваша</translation>
    </message>
    <message>
        <source>Documents that the model in use judges right and this one does not</source>
        <translation>Документы, о которых верно судит используемая модель, а эта — нет</translation>
    </message>
    <message>
        <source>McNemar: below .05 it is more than chance</source>
        <translation>Критерий Макнемара: ниже 0,05 это не случайность</translation>
    </message>
    <message>
        <source>each word once</source>
        <translation>каждое слово один раз</translation>
    </message>
</context>
<context>
    <name>OtherWindows</name>
    <message>
        <source>This workspace is open in another window too. Changes made there appear here.</source>
        <translation>Это рабочее пространство открыто и в другом окне. Сделанные там изменения появляются здесь.</translation>
    </message>
</context>
<context>
    <name>OwnLessonDialog</name>
    <message>
        <source>A lesson of your own</source>
        <translation>Свой урок</translation>
    </message>
    <message>
        <source>Hide the answers until they are asked for</source>
        <translation>Скрыть ответы, пока о них не спросят</translation>
    </message>
    <message>
        <source>Rows, document and recipe are saved as they are now. *word* stands out, [[answer]] can be hidden, and a line --- begins a new part. A question: a line “? …”, then “+ right” and “- wrong :: why” on lines below.</source>
        <translation>Строки, документ и настройки сохраняются такими, как сейчас. *слово* выделяется, [[ответ]] можно скрыть, строка --- начинает новую часть. Вопрос: строка «? …», ниже строки «+ верно» и «- неверно :: почему».</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Объяснение</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Заглавие</translation>
    </message>
</context>
<context>
    <name>PageHead</name>
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
        <source>read by %1, %2 sure</source>
        <translation>распознано: %1, уверенность %2</translation>
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
        <translation>Добавить ящик на сервере…</translation>
    </message>
    <message>
        <source>Senders and limits…</source>
        <translation>Отправители и пределы…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>Следить за %1</translation>
    </message>
    <message>
        <source>Start filing new mail</source>
        <translation>Раскладывать</translation>
    </message>
    <message>
        <source>Only a trial</source>
        <translation>Только проба</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Не следить</translation>
    </message>
    <message>
        <source>Try it on what is there</source>
        <translation>Проверить на том, что уже есть</translation>
    </message>
    <message>
        <source>Classifies what is in this place now. Nothing is moved.</source>
        <translation>Классифицирует то, что лежит здесь сейчас. Ничего не перемещается.</translation>
    </message>
    <message>
        <source>add text to scans</source>
        <translation>добавлять текст в сканы</translation>
    </message>
    <message>
        <source>Names…</source>
        <translation>Имена…</translation>
    </message>
    <message>
        <source>It would file %1 of %2, about %3 of them in the wrong folder</source>
        <translation>Разложила бы %1 из %2, из них около %3 ошибочно</translation>
    </message>
    <message>
        <source>It would file %1 of %2, with almost no mistakes</source>
        <translation>Разложила бы %1 из %2, почти без ошибок</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>из %1, о которых вы решили сами, не туда попало бы: %Ln</numerusform>
            <numerusform>из %1, о которых вы решили сами, не туда попало бы: %Ln</numerusform>
            <numerusform>из %1, о которых вы решили сами, не туда попало бы: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation>недоступно</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>пауза</translation>
    </message>
    <message>
        <source>trial: shows what it would do, moves nothing</source>
        <translation>проба: показывает, что было бы сделано, и ничего не перемещает</translation>
    </message>
    <message>
        <source>files to %1</source>
        <translation>раскладывает в %1</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Следить за папкой</translation>
    </message>
    <message>
        <source>Watch a mailbox</source>
        <translation>Следить за ящиком</translation>
    </message>
    <message>
        <source>Folder for the folders of labels</source>
        <translation>Папка для папок меток</translation>
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
    <name>PromisePane</name>
    <message>
        <source>What the model can guarantee</source>
        <translation>Что модель может гарантировать</translation>
    </message>
    <message numerus="yes">
        <source>It has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>Изучено %Ln хорошее письмо.</numerusform>
            <numerusform>Изучено %Ln хороших письма.</numerusform>
            <numerusform>Изучено %Ln хороших писем.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your %Ln good mail(s) come from only %1 different senders and lists.</source>
        <translation>
            <numerusform>Ваше %Ln хорошее письмо пришло лишь от %1 отправителей и рассылок.</numerusform>
            <numerusform>Ваши %Ln хороших письма пришли всего от %1 разных отправителей и рассылок.</numerusform>
            <numerusform>Ваши %Ln хороших писем пришли всего от %1 разных отправителей и рассылок.</numerusform>
        </translation>
    </message>
    <message>
        <source>So we can promise: at most 1 good mail in %1 is wrongly called spam.</source>
        <translation>Поэтому можно обещать: не более 1 хорошего письма из %1 будет ошибочно названо спамом.</translation>
    </message>
    <message numerus="yes">
        <source>Add good mail from %Ln more sender(s) or list(s) to promise 1 in %1.</source>
        <translation>
            <numerusform>Добавьте хорошие письма ещё от %Ln отправителя или рассылки, чтобы обещать 1 из %1.</numerusform>
            <numerusform>Добавьте хорошие письма ещё от %Ln отправителей или рассылок, чтобы обещать 1 из %1.</numerusform>
            <numerusform>Добавьте хорошие письма ещё от %Ln отправителей или рассылок, чтобы обещать 1 из %1.</numerusform>
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
        <translation>сколько раз встретилось слово</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>есть ли слово</translation>
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
        <source>Documents with another verdict</source>
        <translation>Документы с другим вердиктом</translation>
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
        <source>Found</source>
        <translation>Найденные</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) would get another verdict</source>
        <translation>
            <numerusform>%Ln документ получил бы другой вердикт</numerusform>
            <numerusform>%Ln документа получили бы другой вердикт</numerusform>
            <numerusform>%Ln документов получили бы другой вердикт</numerusform>
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
        <source>Shortest word</source>
        <translation>Кратчайшее слово</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>свой</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>потеряно «%1»</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>пропущено «%1»</translation>
    </message>
    <message>
        <source>%1 documents are correct only with the settings found, %2 only with yours: %3.</source>
        <translation>Только с найденными настройками верны %1 документов, только с вашими — %2: %3.</translation>
    </message>
    <message>
        <source>The probabilities are better with the settings found: the log loss is lower.</source>
        <translation>С найденными настройками вероятности точнее: логарифмическая потеря меньше.</translation>
    </message>
    <message numerus="yes">
        <source>Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.</source>
        <translation>
            <numerusform>Проверка на одном и том же %Ln отложенном документе: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
            <numerusform>Проверка на одних и тех же %Ln отложенных документах: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
            <numerusform>Проверка на одних и тех же %Ln отложенных документах: с вашими настройками верно %1, с лучшими найденными — %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>At the best point of the curve, %1, it is %2.</source>
        <translation>В лучшей точке кривой, %1, верно %2.</translation>
    </message>
    <message numerus="yes">
        <source>The curve was measured on %Ln of these documents.</source>
        <translation>
            <numerusform>Кривая измерена на %Ln из этих документов.</numerusform>
            <numerusform>Кривая измерена на %Ln из этих документов.</numerusform>
            <numerusform>Кривая измерена на %Ln из этих документов.</numerusform>
        </translation>
    </message>
    <message>
        <source>this could be chance</source>
        <translation>это может быть случайностью</translation>
    </message>
    <message>
        <source>not by chance</source>
        <translation>не случайно</translation>
    </message>
</context>
<context>
    <name>ProposalViewModel</name>
    <message>
        <source>Looking for better settings for %1</source>
        <translation>Поиск лучших настроек для «%1»</translation>
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
        <source>Choose whose documents must not be lost; the promise is for these</source>
        <translation>Выберите, чьи документы нельзя терять: обещание касается их</translation>
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
    <message numerus="yes">
        <source>%Ln question(s) in this round</source>
        <translation>
            <numerusform>%Ln вопрос в этом подходе</numerusform>
            <numerusform>%Ln вопроса в этом подходе</numerusform>
            <numerusform>%Ln вопросов в этом подходе</numerusform>
        </translation>
    </message>
    <message>
        <source>Chosen at random, to measure the accuracy</source>
        <translation>Выбран случайно, чтобы измерить точность</translation>
    </message>
    <message>
        <source>Either %1 or %2</source>
        <translation>Либо %1, либо %2</translation>
    </message>
    <message>
        <source>Unlike every document that has a label</source>
        <translation>Не похож ни на один документ с меткой</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Взять назад</translation>
    </message>
    <message>
        <source>Looking for the next questions…</source>
        <translation>Подбираются следующие вопросы…</translation>
    </message>
    <message numerus="yes">
        <source>Typical of %Ln document(s)</source>
        <translation>
            <numerusform>Типичен для %Ln документа</numerusform>
            <numerusform>Типичен для %Ln документов</numerusform>
            <numerusform>Типичен для %Ln документов</numerusform>
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
        <translation>Признаки</translation>
    </message>
    <message>
        <source>Unseen</source>
        <translation>Невидимое</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Текст документа</translation>
    </message>
    <message>
        <source>Text that nobody sees</source>
        <translation>Текст, которого никто не видит</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От</translation>
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
        <translation>Вложено</translation>
    </message>
    <message>
        <source>Flaws</source>
        <translation>Изъяны</translation>
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
        <source>Also in</source>
        <translation>Также в</translation>
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
        <source>Judged</source>
        <translation>Решение</translation>
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
        <translation>Априорные доли</translation>
    </message>
    <message>
        <source>Unknown words</source>
        <translation>Незнакомые слова</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>%1 слов</translation>
    </message>
    <message>
        <source>most frequent</source>
        <translation>самые частые</translation>
    </message>
    <message>
        <source>in most documents</source>
        <translation>в большинстве документов</translation>
    </message>
    <message>
        <source>most telling (mutual information)</source>
        <translation>самые показательные (взаимная информация)</translation>
    </message>
    <message>
        <source>most telling (χ²)</source>
        <translation>самые показательные (χ²)</translation>
    </message>
    <message>
        <source>as the documents need</source>
        <translation>как требуют документы</translation>
    </message>
    <message>
        <source>plain words</source>
        <translation>только слова</translation>
    </message>
    <message>
        <source>mail headers too</source>
        <translation>и заголовки писем</translation>
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
        <translation>слова, пары и тройки</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>остаются</translation>
    </message>
    <message>
        <source>how often</source>
        <translation>сколько раз</translation>
    </message>
    <message>
        <source>whether at all</source>
        <translation>есть или нет</translation>
    </message>
    <message>
        <source>tf-idf</source>
        <translation>tf-idf</translation>
    </message>
    <message>
        <source>as in the documents</source>
        <translation>как в документах</translation>
    </message>
    <message>
        <source>the same for each label</source>
        <translation>поровну для всех меток</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>Строчные буквы</translation>
    </message>
    <message>
        <source>Count all unknown words as one word</source>
        <translation>Считать все незнакомые слова одним словом</translation>
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
        <source>In at least</source>
        <translation>Не меньше чем в</translation>
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
        <source>Sequences</source>
        <translation>Сочетания</translation>
    </message>
    <message>
        <source>Shortest word</source>
        <translation>Самое короткое слово</translation>
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
        <source>%1 most frequent words</source>
        <translation>%1 самых частых слов</translation>
    </message>
    <message>
        <source>%1 words in most documents</source>
        <translation>%1 слов из большинства документов</translation>
    </message>
    <message>
        <source>%1 most telling words</source>
        <translation>%1 самых показательных слов</translation>
    </message>
    <message>
        <source>all are known</source>
        <translation>известны все</translation>
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
        <translation>считаются одним словом</translation>
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
        <translation>Пометить остальное</translation>
    </message>
    <message>
        <source>1 label in %1</source>
        <translation>1 метка из %1</translation>
    </message>
    <message>
        <source>Wrong at most</source>
        <translation>Ошибок не более</translation>
    </message>
    <message>
        <source>Labels that are given</source>
        <translation>Метки, которые будут поставлены</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>judged by “%1”</source>
        <translation>оценивает «%1»</translation>
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
        <source>Judging the documents without a label…</source>
        <translation>Определяются метки документов без метки…</translation>
    </message>
    <message>
        <source>Every document has a label.</source>
        <translation>У всех документов есть метка.</translation>
    </message>
    <message>
        <source>The model is not certain enough of any document.</source>
        <translation>Модель недостаточно уверена ни в одном документе.</translation>
    </message>
    <message>
        <source>%1 of %2 documents get a label. Hardly any of these labels is expected to be wrong.</source>
        <translation>Метку получат %1 из %2 документов. Ошибок почти не ожидается.</translation>
    </message>
    <message>
        <source>%1 of %2 documents get a label. About %3 of these labels are expected to be wrong.</source>
        <translation>Метку получат %1 из %2 документов. Неверных меток ожидается около %3.</translation>
    </message>
    <message numerus="yes">
        <source>This estimate rests on %Ln of your answers to single questions.</source>
        <translation>
            <numerusform>Оценка основана на %Ln вашем ответе на отдельные вопросы.</numerusform>
            <numerusform>Оценка основана на %Ln ваших ответах на отдельные вопросы.</numerusform>
            <numerusform>Оценка основана на %Ln ваших ответах на отдельные вопросы.</numerusform>
        </translation>
    </message>
    <message>
        <source>Most labels were given to whole groups at once, so more labels may be wrong than this. Answer some questions for a better estimate.</source>
        <translation>Большинство меток поставлено сразу целым группам, поэтому ошибок может быть больше. Ответьте на несколько вопросов, и оценка станет точнее.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label because the likeliest one has too few documents. Label at least %2 of it yourself, and train again.</source>
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
        <source>Labelling the rest</source>
        <translation>Остальное получает метки</translation>
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
        <source>Rules against Bayes</source>
        <translation>Правила против Байеса</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>Письмо</translation>
    </message>
    <message>
        <source>the sample mail</source>
        <translation>пример писем</translation>
    </message>
    <message>
        <source>Name of the team</source>
        <translation>Название команды</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>League table</source>
        <translation>Таблица результатов</translation>
    </message>
    <message>
        <source>League</source>
        <translation>Лига</translation>
    </message>
    <message>
        <source>Mail to learn from</source>
        <translation>Письма для изучения</translation>
    </message>
    <message>
        <source>Tournament</source>
        <translation>Турнир</translation>
    </message>
    <message>
        <source>A mail against the filters</source>
        <translation>Письмо против фильтров</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>Автор</translation>
    </message>
    <message>
        <source>A person calls it</source>
        <translation>По мнению человека это</translation>
    </message>
    <message>
        <source>Mails of the tournament</source>
        <translation>Письма турнира</translation>
    </message>
    <message>
        <source>The mail</source>
        <translation>Письмо</translation>
    </message>
    <message>
        <source>One rule per line; the first that applies decides. Put words into quotation marks.</source>
        <translation>Одно правило в строке; решает первое подходящее. Слова берите в кавычки.</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Оценить</translation>
    </message>
    <message>
        <source>Open rules…</source>
        <translation>Открыть правила…</translation>
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
        <source>Write a mail that the other filters get wrong. It counts only if a person agrees with its label.</source>
        <translation>Напишите письмо, на котором ошибутся чужие фильтры. Оно засчитывается, только если человек согласен с меткой.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Отправить</translation>
    </message>
    <message>
        <source>A person disagrees: remove the mail</source>
        <translation>Человек не согласен: удалить письмо</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Чтение…</translation>
    </message>
    <message>
        <source>%1 mails to learn from, %2 hidden mails to score on. Labels: %3.</source>
        <translation>Писем для изучения: %1, скрытых для оценки: %2. Метки: %3.</translation>
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
        <source>Got it wrong</source>
        <translation>Ошиблись</translation>
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
        <translation>«%1» сохранён.</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Senders and limits</source>
        <translation>Отправители и пределы</translation>
    </message>
    <message>
        <source>Never file as spam</source>
        <translation>Никогда не считать спамом</translation>
    </message>
    <message>
        <source>Always file as spam</source>
        <translation>Всегда считать спамом</translation>
    </message>
    <message>
        <source>Most files filed in a day without asking</source>
        <translation>Сколько файлов в день раскладывать без вопроса</translation>
    </message>
    <message>
        <source>One address per line, or @ and a domain for all of its addresses.</source>
        <translation>По одному адресу в строке; @ и домен — для всех его адресов.</translation>
    </message>
</context>
<context>
    <name>RulesViewModel</name>
    <message>
        <source>Reading mail for the rules</source>
        <translation>Чтение писем для правил</translation>
    </message>
    <message>
        <source>Give the team a name.</source>
        <translation>Дайте команде название.</translation>
    </message>
    <message>
        <source>Line %1 must begin with if or else.</source>
        <translation>Строка %1 должна начинаться с «если» или «иначе».</translation>
    </message>
    <message>
        <source>Line %1 lacks then, at “%2”.</source>
        <translation>В строке %1 не хватает «то», перед «%2».</translation>
    </message>
    <message>
        <source>Line %1 names no label of this mail: %3.</source>
        <translation>В строке %1 названа метка, которой нет среди меток этих писем: %3.</translation>
    </message>
    <message>
        <source>Line %1 needs a word in quotation marks, at “%2”.</source>
        <translation>В строке %1 перед «%2» должно стоять слово в кавычках.</translation>
    </message>
    <message>
        <source>Line %1 needs a bracket, at “%2”.</source>
        <translation>В строке %1 нужна скобка, перед «%2».</translation>
    </message>
    <message>
        <source>Line %1 is more than the program takes: write fewer or shorter rules.</source>
        <translation>Строка %1 выходит за предел: пишите меньше правил или короче.</translation>
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
        <translation>Сохранить рисунок…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Копировать рисунок</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Сохранить изображение</translation>
    </message>
</context>
<context>
    <name>Scatter</name>
    <message>
        <source>How often each word was seen, against its log-odds</source>
        <translation>Частота каждого слова и логарифм его шансов</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>логарифм шансов</translation>
    </message>
    <message>
        <source>times seen</source>
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
        <source>Move again</source>
        <translation>Перемещать снова</translation>
    </message>
    <message>
        <source>Move from now on</source>
        <translation>Перемещать с этих пор</translation>
    </message>
    <message>
        <source>Undo this day</source>
        <translation>Отменить этот день</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>on a server: learning to begin with</source>
        <translation>на сервере: учится для начала</translation>
    </message>
    <message>
        <source>on a server: not running</source>
        <translation>на сервере: не работает</translation>
    </message>
    <message>
        <source>trial, last contact %1</source>
        <translation>проба, последняя связь %1</translation>
    </message>
    <message>
        <source>last contact %1</source>
        <translation>последняя связь %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln judged</source>
        <translation>
            <numerusform>%Ln оценено</numerusform>
            <numerusform>%Ln оценено</numerusform>
            <numerusform>%Ln оценено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been moved</source>
        <translation>
            <numerusform>%Ln было бы перемещено</numerusform>
            <numerusform>%Ln было бы перемещено</numerusform>
            <numerusform>%Ln было бы перемещено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>%Ln из %1, о которых вы решили сами, попало в другое место</numerusform>
            <numerusform>%Ln из %1, о которых вы решили сами, попали в другое место</numerusform>
            <numerusform>%Ln из %1, о которых вы решили сами, попали в другое место</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln перемещено</numerusform>
            <numerusform>%Ln перемещено</numerusform>
            <numerusform>%Ln перемещено</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure</source>
        <translation>
            <numerusform>%Ln неуверенно</numerusform>
            <numerusform>%Ln неуверенно</numerusform>
            <numerusform>%Ln неуверенно</numerusform>
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
        <source>Processes that read files</source>
        <translation>Процессы для чтения файлов</translation>
    </message>
    <message>
        <source>Auto compares all event models by leave-one-out, which takes a while. A saved recipe takes precedence.</source>
        <translation>«Авто» сравнивает все модели событий по методу «без одного», это занимает время. Сохранённый рецепт имеет приоритет.</translation>
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
        <source>Laplace</source>
        <translation>Лаплас</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>best smoothing</source>
        <translation>лучшее сглаживание</translation>
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
        <source>learnt at once, and can be undone</source>
        <translation>учтётся сразу, можно отменить</translation>
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
        <source>Several labels each</source>
        <translation>По нескольку меток</translation>
    </message>
    <message>
        <source>Lets a document have more than one label.</source>
        <translation>У документа может быть несколько меток.</translation>
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
        <source>Searches</source>
        <translation>Поиски</translation>
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
        <source>Duplicates</source>
        <translation>Повторы</translation>
    </message>
    <message>
        <source>Two labels</source>
        <translation>Две метки</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Не прочитаны</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Где</translation>
    </message>
    <message>
        <source>What</source>
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
        <source>Give a label to the chosen documents</source>
        <translation>Дать метку выбранным документам</translation>
    </message>
    <message>
        <source>Take the label away</source>
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
        <translation>Ответить меткой</translation>
    </message>
    <message>
        <source>Name a group, or answer with a new label</source>
        <translation>Назвать группу или ответить новой меткой</translation>
    </message>
    <message>
        <source>Take the last answer back</source>
        <translation>Отменить последний ответ</translation>
    </message>
    <message>
        <source>The verdict is right</source>
        <translation>Решение верно</translation>
    </message>
    <message>
        <source>Correct the verdict</source>
        <translation>Исправить вердикт</translation>
    </message>
    <message>
        <source>Next unsure verdict</source>
        <translation>Следующий неуверенный вердикт</translation>
    </message>
    <message>
        <source>Open the original</source>
        <translation>Открыть оригинал</translation>
    </message>
    <message>
        <source>Why: words, training examples, what if, full calculation</source>
        <translation>Почему: слова, обучающие примеры, что если, полный расчёт</translation>
    </message>
    <message>
        <source>Cancel what is on top</source>
        <translation>Отменить то, что сверху</translation>
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
        <source>Ridge</source>
        <translation>Штраф</translation>
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
        <translation>Пометить остальное…</translation>
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
        <source>If it is only the name of their folder, treat the documents as unlabelled.
They are then sorted into groups.</source>
        <translation>Если это только имя папки, считайте документы неразмеченными.
Тогда они будут собраны в группы.</translation>
    </message>
    <message>
        <source>All documents have the same label</source>
        <translation>У всех документов одна и та же метка</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>Считать документы без метки</translation>
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
    <message>
        <source>Show the documents</source>
        <translation>Показать документы</translation>
    </message>
    <message>
        <source>looking for groups…</source>
        <translation>ищутся группы…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a label</source>
        <translation>
            <numerusform>%Ln без метки</numerusform>
            <numerusform>%Ln без метки</numerusform>
            <numerusform>%Ln без метки</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with one</source>
        <translation>
            <numerusform>%Ln с меткой</numerusform>
            <numerusform>%Ln с меткой</numerusform>
            <numerusform>%Ln с меткой</numerusform>
        </translation>
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
        <source>Fingerprint</source>
        <translation>Отпечаток</translation>
    </message>
    <message>
        <source>Learnt afresh</source>
        <translation>С начала</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Новый текст</translation>
    </message>
    <message>
        <source>After every step the counts are those of a model that learnt these rows and no others.</source>
        <translation>После каждого шага счёт тот же, что у модели, учившейся только на этих строках.</translation>
    </message>
    <message>
        <source>The counts differ from those of a model that learnt these rows and no others.</source>
        <translation>Счёт отличается от счёта модели, учившейся только на этих строках.</translation>
    </message>
    <message>
        <source>all rows learnt</source>
        <translation>выучены все строки</translation>
    </message>
    <message>
        <source>row %1 forgotten</source>
        <translation>строка %1 забыта</translation>
    </message>
    <message>
        <source>row %1 learnt again</source>
        <translation>строка %1 выучена снова</translation>
    </message>
</context>
<context>
    <name>Sureness</name>
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
        <source>by you</source>
        <translation>решили вы</translation>
    </message>
    <message>
        <source>two labels nearly equal</source>
        <translation>две метки почти равны</translation>
    </message>
    <message>
        <source>not certain enough</source>
        <translation>уверенности не хватает</translation>
    </message>
    <message>
        <source>few known words</source>
        <translation>мало знакомых слов</translation>
    </message>
    <message>
        <source>unlike anything learnt</source>
        <translation>не похоже на изученное</translation>
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
        <source>The evidence for both labels is nearly equal.</source>
        <translation>Доводы за обе метки почти равны.</translation>
    </message>
    <message>
        <source>It is below this model’s limit for “sure”, which comes from mistakes on held-out documents.</source>
        <translation>Это ниже порога «уверенно». Порог взят из ошибок модели на отложенных документах.</translation>
    </message>
    <message>
        <source>Hardly any of its words occur in the training documents.</source>
        <translation>Почти ни одного из этих слов нет в обучающих документах.</translation>
    </message>
    <message>
        <source>It is unlike all training documents.</source>
        <translation>Документ не похож ни на один из обучающих.</translation>
    </message>
    <message>
        <source>Another label fits nearly as well.</source>
        <translation>Другая метка подходит почти так же.</translation>
    </message>
    <message>
        <source>Too few held-out documents of this label were judged right to promise an error rate.</source>
        <translation>Верно определённых отложенных документов с этой меткой слишком мало, чтобы обещать долю ошибок.</translation>
    </message>
    <message>
        <source>Unsure at %1: %2 of such verdicts were wrong on held-out documents, and “sure” allows 1 in %3. Corrections and new training move this limit; “File away” can ask for more certainty.</source>
        <translation>%1, но неуверенно: на отложенных документах %2 таких вердиктов были неверны, а «уверенно» допускает 1 из %3. Порог сдвигают исправления и новое обучение; при раскладке можно потребовать большей уверенности.</translation>
    </message>
    <message>
        <source>Unsure at %1: the evidence is below this model’s limit for “sure”, set so that hardly any good document is lost. “Train” shows the limit; corrections and new training move it.</source>
        <translation>%1, но неуверенно: это ниже порога «уверенно», выбранного так, чтобы почти не терять хорошие документы. Порог показан на странице «Обучение»; его сдвигают исправления и новое обучение.</translation>
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
        <translation>Сравниваем обучающие примеры…</translation>
    </message>
    <message>
        <source>Without the example the score would be lower by this much (%1 compared)</source>
        <translation>Без примера итог был бы ниже на столько (сравнено: %1)</translation>
    </message>
    <message>
        <source>wrong label? %1 fits better</source>
        <translation>метка неверна? скорее %1</translation>
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
    <name>TermField</name>
    <message>
        <source>Completions</source>
        <translation>Подсказки</translation>
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
        <source>Thunderbird then asks this workspace about new mail, and the workspace learns from what you mark and move. At first mail is only tagged.</source>
        <translation>Тогда Thunderbird спрашивает это рабочее пространство о новых письмах, а оно учится на том, что вы помечаете и перемещаете. Сначала письма только помечаются.</translation>
    </message>
    <message>
        <source>Disconnecting removes every file that Bayleaf installed. Remove the extension itself in Thunderbird’s add-ons.</source>
        <translation>Отключение удаляет все файлы, которые установил Bayleaf. Само расширение удалите в дополнениях Thunderbird.</translation>
    </message>
    <message>
        <source>Connected: Thunderbird asks this workspace.</source>
        <translation>Подключено: Thunderbird обращается к этому рабочему пространству.</translation>
    </message>
    <message>
        <source>Connected to another workspace.</source>
        <translation>Подключено к другому рабочему пространству.</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>Не подключено.</translation>
    </message>
    <message>
        <source>1. In Thunderbird, open Add-ons and Themes, click the gear, and Install Add-on From File.</source>
        <translation>1. В Thunderbird откройте «Дополнения и темы», нажмите шестерёнку и «Установить дополнение из файла».</translation>
    </message>
    <message>
        <source>2. Choose the file %1</source>
        <translation>2. Выберите файл %1</translation>
    </message>
    <message>
        <source>3. In the settings of each account, under Junk, turn off Thunderbird’s own filter. Bayleaf cannot distinguish its marks from yours.</source>
        <translation>3. В параметрах каждой учётной записи, в разделе «Спам», выключите собственный фильтр Thunderbird: его пометки не отличить от ваших.</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Train</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>Documents judged wrong</source>
        <translation>Документы с неверным решением</translation>
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
        <source>Give at least two labels to some documents;
the words of each are then weighed against the others.</source>
        <translation>Дайте документам хотя бы две метки;
слова каждой будут взвешены против остальных.</translation>
    </message>
    <message>
        <source>Two labels with documents make a model</source>
        <translation>Для модели нужны две метки с документами</translation>
    </message>
    <message>
        <source>Label documents</source>
        <translation>Разметить документы</translation>
    </message>
    <message>
        <source>Find better settings</source>
        <translation>Найти лучшие настройки</translation>
    </message>
    <message>
        <source>Tries other settings on held-out documents, and shows the best ones beside yours</source>
        <translation>Пробует другие настройки на отложенных документах и показывает лучшие рядом с вашими</translation>
    </message>
    <message>
        <source>most certain mistakes first</source>
        <translation>сначала самые уверенные ошибки</translation>
    </message>
    <message>
        <source>Save these settings…</source>
        <translation>Сохранить эти настройки…</translation>
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
        <source>Trained</source>
        <translation>Обучено</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1, judged %2</source>
        <translation>
            <numerusform>%Ln из «%1», вердикт «%2»</numerusform>
            <numerusform>%Ln из «%1», вердикт «%2»</numerusform>
            <numerusform>%Ln из «%1», вердикт «%2»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1, judged correctly</source>
        <translation>
            <numerusform>%Ln из «%1», определён верно</numerusform>
            <numerusform>%Ln из «%1», определены верно</numerusform>
            <numerusform>%Ln из «%1», определено верно</numerusform>
        </translation>
    </message>
    <message>
        <source>Save these settings</source>
        <translation>Сохранить настройки</translation>
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
        <source>Save as another model…</source>
        <translation>Сохранить как новую модель…</translation>
    </message>
    <message>
        <source>The model in use does not change. The Evaluate page compares both models.</source>
        <translation>Используемая модель не меняется. Страница «Оценка» сравнивает обе модели.</translation>
    </message>
    <message>
        <source>Testing these settings on held-out documents…</source>
        <translation>Настройки проверяются на отложенных документах…</translation>
    </message>
    <message>
        <source>First answer, by %1. The figures of “%2” follow.</source>
        <translation>Первый ответ: %1. Показатели «%2» появятся позже.</translation>
    </message>
    <message>
        <source>These are the figures of %1, not of “%2”.</source>
        <translation>Это показатели %1, а не «%2».</translation>
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
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>best at %1</source>
        <translation>лучшее: %1</translation>
    </message>
    <message>
        <source>training uses them</source>
        <translation>обучение их использует</translation>
    </message>
    <message>
        <source>training ignores them</source>
        <translation>обучение их не использует</translation>
    </message>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>верно с %Ln документом без метки</numerusform>
            <numerusform>верно с %Ln документами без метки</numerusform>
            <numerusform>верно с %Ln документами без метки</numerusform>
        </translation>
    </message>
    <message>
        <source>without them</source>
        <translation>верно без них</translation>
    </message>
    <message>
        <source>same held-out documents</source>
        <translation>на тех же отложенных документах</translation>
    </message>
    <message>
        <source>95 % interval %1 – %2</source>
        <translation>95 % интервал: %1–%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 от «%2»</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>Потеряно: %1</translation>
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
        <source>Fewest mistakes; where the difference could be chance, the lowest log loss</source>
        <translation>Меньше всего ошибок; если разница может быть случайной, наименьшая логарифмическая потеря</translation>
    </message>
    <message>
        <source>Each mail was tested by a model that knows all others, also later ones. That is easier than the filter&apos;s test, which goes by date.</source>
        <translation>Каждое письмо проверено моделью, которая знает все остальные, в том числе более поздние. Это легче, чем проверка фильтра: она идёт по датам.</translation>
    </message>
    <message>
        <source>Tested by date: each mail was judged before it was learnt.</source>
        <translation>Проверено по датам: каждое письмо оценивалось до того, как фильтр его изучил.</translation>
    </message>
    <message>
        <source>The other models have an easier test, so the figures do not compare.</source>
        <translation>У других моделей проверка легче, поэтому эти числа нельзя сравнивать.</translation>
    </message>
    <message numerus="yes">
        <source>Both by date, on the same %Ln later mail(s): %1 %2, %3 %4.</source>
        <translation>
            <numerusform>По датам, на одном и том же %Ln более позднем письме: %1 %2, %3 %4.</numerusform>
            <numerusform>По датам, на одних и тех же %Ln более поздних письмах: %1 %2, %3 %4.</numerusform>
            <numerusform>По датам, на одних и тех же %Ln более поздних письмах: %1 %2, %3 %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>Пропущено: %1</translation>
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
        <source>%Ln document(s) judged wrong</source>
        <translation>
            <numerusform>%Ln документ решён неверно</numerusform>
            <numerusform>%Ln документа решены неверно</numerusform>
            <numerusform>%Ln документов решено неверно</numerusform>
        </translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Лучшее</translation>
    </message>
    <message>
        <source>It was stopped too early: there is nothing to show yet.</source>
        <translation>Остановлено слишком рано: показать пока нечего.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Продолжить</translation>
    </message>
    <message numerus="yes">
        <source>%Ln saved</source>
        <translation>
            <numerusform>Сохранено: %Ln</numerusform>
            <numerusform>Сохранено: %Ln</numerusform>
            <numerusform>Сохранено: %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” uses these settings</source>
        <translation>Модель «%1» обучена с этими настройками</translation>
    </message>
    <message>
        <source>Model “%1” has other settings: %2</source>
        <translation>У модели «%1» другие настройки: %2</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>Осторожность (регуляризация)</translation>
    </message>
    <message>
        <source>Left: trust every word fully, and perhaps learn accidents. Right: trust words less, and perhaps miss real signs.</source>
        <translation>Влево: верить каждому слову полностью и, возможно, выучить случайное. Вправо: верить словам меньше и, возможно, упустить важное.</translation>
    </message>
    <message>
        <source>correct on held-out documents</source>
        <translation>верно на отложенных документах</translation>
    </message>
    <message>
        <source>Judged %1</source>
        <translation>Сочтено: %1</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>Решение</translation>
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
        <translation>Выбираются настройки для «%1»</translation>
    </message>
    <message>
        <source>Testing on held-out documents</source>
        <translation>Проверка на отложенных документах</translation>
    </message>
    <message>
        <source>Comparing with the filter, by date</source>
        <translation>Сравнение с фильтром, по датам</translation>
    </message>
    <message>
        <source>Trying documents without a label</source>
        <translation>Пробуются документы без метки</translation>
    </message>
    <message>
        <source>Trying other settings</source>
        <translation>Пробуются другие настройки</translation>
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
        <source>Model “%1” is as it was before</source>
        <translation>Модель «%1» снова прежняя</translation>
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
        <translation>%1 верно на отложенных документах</translation>
    </message>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s): %1 correct, without: %2</source>
        <translation>
            <numerusform>с %Ln документом без метки: верно %1, без него: %2</numerusform>
            <numerusform>с %Ln документами без метки: верно %1, без них: %2</numerusform>
            <numerusform>с %Ln документами без метки: верно %1, без них: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>so they were ignored</source>
        <translation>поэтому они не учтены</translation>
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
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln ждёт вас</numerusform>
            <numerusform>%Ln ждут вас</numerusform>
            <numerusform>%Ln ждут вас</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Продолжить</translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>%Ln пришло сегодня</numerusform>
            <numerusform>%Ln пришло сегодня</numerusform>
            <numerusform>%Ln пришло сегодня</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>%Ln разложено</numerusform>
            <numerusform>%Ln разложено</numerusform>
            <numerusform>%Ln разложено</numerusform>
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
        <source>What your own mail server found out about senders (SPF, DKIM, DMARC) counts once you enter its name here.</source>
        <translation>То, что ваш почтовый сервер узнал об отправителях (SPF, DKIM, DMARC), учитывается, если указать здесь его имя.</translation>
    </message>
    <message>
        <source>none; for example mx.example.org</source>
        <translation>нет; например mx.example.org</translation>
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
        <translation>Отменить действие прошлого сеанса: %1?</translation>
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
    <name>Veil</name>
    <message>
        <source>Computing…</source>
        <translation>Вычисляется…</translation>
    </message>
</context>
<context>
    <name>VerdictMenu</name>
    <message>
        <source>It is %1</source>
        <translation>Это %1</translation>
    </message>
    <message>
        <source>Next unsure</source>
        <translation>Следующий неуверенный</translation>
    </message>
    <message>
        <source>Take off the list</source>
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
        <source>Export CSV…</source>
        <translation>Выгрузить CSV…</translation>
    </message>
</context>
<context>
    <name>VerdictTable</name>
    <message>
        <source>Verdicts</source>
        <translation>Решения</translation>
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
        <source>From or file</source>
        <translation>От кого или файл</translation>
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
        <translation>Оценка</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>What each word adds to the score</source>
        <translation>Что каждое слово добавляет к итогу</translation>
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
        <source>alone %1, here %2</source>
        <translation>само по себе %1, здесь %2</translation>
    </message>
    <message>
        <source>Labelled documents taught %1 of it, unlabelled ones %2</source>
        <translation>Документы с меткой дали %1, документы без метки — %2</translation>
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
        <source>Alone: what naive Bayes gives the word. Here: what it adds to this verdict. Discounted: the difference, because other words say the same.</source>
        <translation>Само: сколько слову даёт наивный Байес. Здесь: сколько оно добавляет к этому вердикту. Вычтено: разница, потому что другие слова говорят то же.</translation>
    </message>
    <message>
        <source>discounted (repeats other words)</source>
        <translation>вычтено (повторяет другие слова)</translation>
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
        <source>Removing words does not change this verdict.</source>
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
        <source>Type in the text above. Verdict and reasons follow at once. Nothing is learnt from it.</source>
        <translation>Правьте текст выше. Вердикт и его причины меняются сразу. Модель на этом не учится.</translation>
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
        <source>Verdict from when it arrived; words shown with today’s weights</source>
        <translation>Вердикт – каким он был при поступлении; веса слов – нынешние</translation>
    </message>
    <message>
        <source>judged by all other documents</source>
        <translation>судя по всем остальным документам</translation>
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
        <source>Show what was discounted</source>
        <translation>Показать, что вычтено</translation>
    </message>
    <message>
        <source>Naive Bayes counts words that say the same twice. This model learnt how much of each to trust.</source>
        <translation>Наивный Байес считает слова с одним смыслом дважды. Эта модель научилась, насколько верить каждому.</translation>
    </message>
    <message>
        <source>Open in a window: copy, print, save…</source>
        <translation>Открыть в окне: копировать, печатать, сохранить…</translation>
    </message>
    <message>
        <source>What speaks for %1 (+) and against it (−), in log-odds</source>
        <translation>Что говорит за %1 (+) и против (−), в логарифмах шансов</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Search words</source>
        <translation>Поиск слов</translation>
    </message>
    <message>
        <source>Part of a word, or a pattern between slashes: /^free/</source>
        <translation>Часть слова или выражение между косыми чертами: /^free/</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Слова</translation>
    </message>
    <message>
        <source>Seen at least</source>
        <translation>Встречались не реже</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln time(s)</source>
        <translation>
            <numerusform>Не реже %Ln раза</numerusform>
            <numerusform>Не реже %Ln раз</numerusform>
            <numerusform>Не реже %Ln раз</numerusform>
        </translation>
    </message>
    <message>
        <source>Shelves of words</source>
        <translation>Полки слов</translation>
    </message>
    <message>
        <source>Train a model first: then every word shows what it says,
how often it was seen, and how that was worked out.</source>
        <translation>Сначала обучите модель: тогда каждое слово покажет, о чём говорит,
сколько раз встретилось и как это посчитано.</translation>
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
        <source>Copy words</source>
        <translation>Скопировать слова</translation>
    </message>
    <message>
        <source>Full calculation…</source>
        <translation>Полный расчёт…</translation>
    </message>
    <message>
        <source>The verdict on a text of this one word, step by step</source>
        <translation>Вердикт о тексте из одного этого слова, шаг за шагом</translation>
    </message>
    <message>
        <source>Senders and headers</source>
        <translation>Отправители и заголовки</translation>
    </message>
    <message>
        <source>Signs of the mail</source>
        <translation>Признаки письма</translation>
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
        <source>All words</source>
        <translation>Все слова</translation>
    </message>
    <message>
        <source>per document</source>
        <translation>на документ</translation>
    </message>
    <message>
        <source>Log-odds times how often the word comes in a document of the label it speaks for</source>
        <translation>Логарифм шансов, умноженный на среднее число появлений в документе той метки, за которую слово говорит</translation>
    </message>
    <message>
        <source>Log-odds times what the word weighs in a document of the label it speaks for</source>
        <translation>Логарифм шансов, умноженный на вес слова в документе той метки, за которую оно говорит</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Среднее</translation>
    </message>
    <message>
        <source>by log-odds and frequency</source>
        <translation>по шансам и частоте</translation>
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
        <source>Label</source>
        <translation>Метка</translation>
    </message>
    <message>
        <source>The words of “%1” were not loaded.</source>
        <translation>Слова модели «%1» не загружены.</translation>
    </message>
    <message>
        <source>Load them</source>
        <translation>Загрузить</translation>
    </message>
    <message>
        <source>Loading the words of “%1”…</source>
        <translation>Загружаются слова модели «%1»…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Show all words over how often they were seen</source>
        <translation>Показать все слова по частоте</translation>
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
        <source>only the %1 most informative ones are listed</source>
        <translation>показаны только %1 самых информативных</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Слово</translation>
    </message>
    <message>
        <source>How often the word was seen under %1</source>
        <translation>Сколько раз слово встретилось под меткой «%1»</translation>
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
        <source>What the word adds for %1, with repeated evidence discounted</source>
        <translation>Сколько слово добавляет для «%1» после скидки</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>Лог. шансов</translation>
    </message>
    <message>
        <source>The log-odds of naive Bayes alone, without the discount for words that say the same</source>
        <translation>Логарифм шансов одного наивного Байеса, без скидки на слова о том же</translation>
    </message>
    <message>
        <source>The share of that which is used here. Sorts by how much is discounted.</source>
        <translation>Доля, которая здесь учитывается. Сортирует по величине скидки.</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Отдельно</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Учтено</translation>
    </message>
    <message>
        <source>The part of the log-odds that documents without a label taught</source>
        <translation>Та часть логарифма шансов, которой научили документы без метки</translation>
    </message>
    <message>
        <source>Unlabelled</source>
        <translation>Без метки</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>все остальные</translation>
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
        <source>Work through and hand in</source>
        <translation>Решить и сдать</translation>
    </message>
    <message>
        <source>First name and class</source>
        <translation>Имя и класс</translation>
    </message>
    <message>
        <source>of the lesson</source>
        <translation>как в уроке</translation>
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
        <source>Numbers of sheet</source>
        <translation>Числа листа</translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation>Ответов: %1 из %2</translation>
    </message>
    <message>
        <source>Nothing here is a fraction: there is nothing to ask.</source>
        <translation>Дробей здесь нет, поэтому спросить не о чем.</translation>
    </message>
    <message>
        <source>“%1” was saved. Give this file to your teacher.</source>
        <translation>«%1» сохранён. Передайте этот файл учителю.</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>Обыкновенная или десятичная дробь</translation>
    </message>
    <message>
        <source>Hand-ins of Bayleaf (*%1)</source>
        <translation>Работы Bayleaf (*%1)</translation>
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
        <translation>Модели событий рядом</translation>
    </message>
    <message>
        <source>Full calculation</source>
        <translation>Полный расчёт</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>По шагам</translation>
    </message>
    <message>
        <source>The spreadsheet recalculates the verdict when you change a count.</source>
        <translation>Таблица пересчитывает вердикт, когда вы меняете число.</translation>
    </message>
    <message>
        <source>Save the calculation</source>
        <translation>Сохранить расчёт</translation>
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
        <translation>«%1» сохранён</translation>
    </message>
    <message>
        <source>Sum the weaker steps</source>
        <translation>Сложить слабые шаги</translation>
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
    <name>WorkingPane</name>
    <message>
        <source>%1 left</source>
        <translation>осталось %1</translation>
    </message>
</context>
<context>
    <name>WorkingStrip</name>
    <message>
        <source>%1 left</source>
        <translation>осталось %1</translation>
    </message>
</context>
<context>
    <name>WorkingView</name>
    <message>
        <source>Working</source>
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
        <source>alone %1, here %2</source>
        <translation>отдельно %1, здесь %2</translation>
    </message>
    <message>
        <source>by its counts %2 : 1 for %1; in a mail the filter lets it count for less</source>
        <translation>по счётчикам %2 : 1 за «%1»; в письме фильтр учитывает это слово слабее</translation>
    </message>
    <message>
        <source>one occurrence rules %1 out</source>
        <translation>одно вхождение исключает «%1»</translation>
    </message>
    <message>
        <source>each time it occurs, %1 gains %2 : 1 over %3</source>
        <translation>каждое вхождение даёт «%1» %2 : 1 против «%3»</translation>
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
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Переименовать коллекцию</translation>
    </message>
</context>
<context>
    <name>WorkspaceUpkeep</name>
    <message>
        <source>A copy was saved</source>
        <translation>Копия сохранена</translation>
    </message>
    <message>
        <source>Saving a copy</source>
        <translation>Сохранение копии</translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation>Сжатие</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Проверка</translation>
    </message>
    <message>
        <source>Compacted: %1 before, %2 now</source>
        <translation>Сжато: было %1, стало %2</translation>
    </message>
    <message>
        <source>The workspace is sound</source>
        <translation>Рабочее пространство исправно</translation>
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
        <source>This is already in %1</source>
        <translation>Это уже есть в «%1»</translation>
    </message>
    <message>
        <source>The collection was deleted</source>
        <translation>Коллекция удалена</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them contradict what the filter knows, and count for little until others agree</source>
        <translation>
            <numerusform>%Ln из них противоречит тому, что знает фильтр, и мало что значит, пока другие не скажут то же</numerusform>
            <numerusform>%Ln из них противоречат тому, что знает фильтр, и мало что значат, пока другие не скажут то же</numerusform>
            <numerusform>%Ln из них противоречат тому, что знает фильтр, и мало что значат, пока другие не скажут то же</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>%Ln документ загружен в «%1»</numerusform>
            <numerusform>%Ln документа загружено в «%1»</numerusform>
            <numerusform>%Ln документов загружено в «%1»</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln файл не прочитан</numerusform>
            <numerusform>%Ln файла не прочитаны</numerusform>
            <numerusform>%Ln файлов не прочитаны</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learnt %Ln document(s) as %1</source>
        <translation>
            <numerusform>Изучен %Ln документ как %1</numerusform>
            <numerusform>Изучено %Ln документа как %1</numerusform>
            <numerusform>Изучено %Ln документов как %1</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>«%1» удалено</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>No more unsure</source>
        <translation>Неуверенных больше нет</translation>
    </message>
    <message>
        <source>Recipe “%1” saved</source>
        <translation>Рецепт «%1» сохранён</translation>
    </message>
    <message numerus="yes">
        <source>%Ln taken off the list</source>
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
        <source>Learnt “%1” as %2</source>
        <translation>Модель запомнила: «%1» — это «%2»</translation>
    </message>
    <message>
        <source>it contradicts what the filter knows, and counts for little until others agree</source>
        <translation>это противоречит тому, что знает фильтр, и мало значит, пока не подтвердят другие</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) changed</source>
        <translation>
            <numerusform>изменилось ещё %Ln решение</numerusform>
            <numerusform>изменились ещё %Ln решения</numerusform>
            <numerusform>изменилось ещё %Ln решений</numerusform>
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
        <source>written with: %1</source>
        <translation>написано в: %1</translation>
    </message>
    <message>
        <source>kind of content: %1</source>
        <translation>вид содержимого: %1</translation>
    </message>
    <message>
        <source>mailing list: %1</source>
        <translation>список рассылки: %1</translation>
    </message>
    <message>
        <source>in a link: %1</source>
        <translation>в ссылке: %1</translation>
    </message>
    <message>
        <source>links to: %1</source>
        <translation>ссылка на: %1</translation>
    </message>
    <message>
        <source>attached: %1</source>
        <translation>вложено: %1</translation>
    </message>
    <message>
        <source>found by the server %2: %1</source>
        <translation>установил сервер %2: %1</translation>
    </message>
    <message>
        <source>%1 (in the subject)</source>
        <translation>%1 (в теме)</translation>
    </message>
    <message>
        <source>sent to the sender itself</source>
        <translation>отправлено самому себе</translation>
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
        <source>letters in fancy styles</source>
        <translation>вычурные буквы</translation>
    </message>
    <message>
        <source>a dollar sign</source>
        <translation>знак доллара</translation>
    </message>
    <message>
        <source>subject in capitals</source>
        <translation>тема прописными</translation>
    </message>
    <message>
        <source>a number ends the subject</source>
        <translation>тема кончается номером</translation>
    </message>
    <message>
        <source>a gap in the subject</source>
        <translation>пробел в теме</translation>
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
        <source>subject with letters beyond English</source>
        <translation>в теме не только английские буквы</translation>
    </message>
    <message>
        <source>is a reply</source>
        <translation>это ответ</translation>
    </message>
    <message>
        <source>was forwarded</source>
        <translation>переслано</translation>
    </message>
    <message>
        <source>unknown HTML</source>
        <translation>неизвестный HTML</translation>
    </message>
    <message>
        <source>words broken by HTML</source>
        <translation>слова разорваны HTML</translation>
    </message>
    <message>
        <source>a link that misleads</source>
        <translation>обманчивая ссылка</translation>
    </message>
    <message>
        <source>text that is not displayed</source>
        <translation>неотображаемый текст</translation>
    </message>
    <message>
        <source>text made invisible</source>
        <translation>текст сделан невидимым</translation>
    </message>
    <message>
        <source>text too small to read</source>
        <translation>слишком мелкий текст</translation>
    </message>
    <message>
        <source>a link that writes a mail</source>
        <translation>ссылка, пишущая письмо</translation>
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
        <source>sent through a list</source>
        <translation>прислано через рассылку</translation>
    </message>
    <message>
        <source>has an unsubscribe link</source>
        <translation>есть ссылка для отписки</translation>
    </message>
    <message>
        <source>answers another mail</source>
        <translation>отвечает на другое письмо</translation>
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
        <translation>есть заголовок %1</translation>
    </message>
    <message>
        <source>lacks the header %1</source>
        <translation>нет заголовка %1</translation>
    </message>
    <message>
        <source>HTML with &lt;%1&gt;</source>
        <translation>HTML с &lt;%1&gt;</translation>
    </message>
    <message>
        <source>a part of type %1</source>
        <translation>часть вида %1</translation>
    </message>
    <message>
        <source>flaw: %1</source>
        <translation>изъян: %1</translation>
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
        <source>Reply-To address: %1</source>
        <translation>адрес Reply-To: %1</translation>
    </message>
    <message>
        <source>server on the way: %1</source>
        <translation>сервер на пути: %1</translation>
    </message>
    <message>
        <source>Reply-To at the sender’s domain</source>
        <translation>Reply-To в домене отправителя</translation>
    </message>
    <message>
        <source>Reply-To at another domain</source>
        <translation>Reply-To в другом домене</translation>
    </message>
    <message>
        <source>Message-ID from the sender’s domain</source>
        <translation>Message-ID из домена отправителя</translation>
    </message>
    <message>
        <source>Message-ID not from the sender’s domain</source>
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
        <source>a script writes the text</source>
        <translation>текст пишет сценарий</translation>
    </message>
    <message>
        <source>text that may be hidden</source>
        <translation>текст, возможно, скрыт</translation>
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
        <source>a link to a host name of digits</source>
        <translation>ссылка на узел из цифр</translation>
    </message>
    <message>
        <source>a link full of % codes</source>
        <translation>ссылка из кодов с %</translation>
    </message>
    <message>
        <source>has a script</source>
        <translation>есть сценарий</translation>
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
        <source>encoded as %1</source>
        <translation>закодировано как %1</translation>
    </message>
    <message>
        <source>pattern of the part boundary: %1</source>
        <translation>вид границы частей: %1</translation>
    </message>
    <message>
        <source>header order: %1</source>
        <translation>порядок заголовков: %1</translation>
    </message>
    <message>
        <source>disguised word: %1</source>
        <translation>замаскированное слово: %1</translation>
    </message>
    <message>
        <source>hidden text: %1</source>
        <translation>скрытый текст: %1</translation>
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
        <source>amount of HTML code: level %1</source>
        <translation>объём кода HTML: уровень %1</translation>
    </message>
    <message>
        <source>capital letters: level %1 of 9</source>
        <translation>заглавные буквы: уровень %1 из 9</translation>
    </message>
    <message>
        <source>digits: level %1 of 9</source>
        <translation>цифры: уровень %1 из 9</translation>
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
        <source>link: %1</source>
        <translation>ссылка: %1</translation>
    </message>
    <message>
        <source>impossible time zone (%1)</source>
        <translation>невозможный часовой пояс (%1)</translation>
    </message>
    <message>
        <source>Every mail program writes its headers in an order of its own. These headers follow each other in this mail.</source>
        <translation>Каждая почтовая программа пишет заголовки в своём порядке. В этом письме они идут друг за другом так.</translation>
    </message>
    <message>
        <source>The time zone in the date of the mail.</source>
        <translation>Часовой пояс в дате письма.</translation>
    </message>
    <message>
        <source>The first server gives each mail a unique identifier, the Message-ID, which ends in that server’s name.</source>
        <translation>Первый сервер даёт каждому письму номер, Message-ID, который кончается именем этого сервера.</translation>
    </message>
    <message>
        <source>Reply-To is the address that answers are sent to.</source>
        <translation>Reply-To – адрес, на который уходят ответы.</translation>
    </message>
    <message>
        <source>Mail programs mark where a part of the mail ends with a line of their own pattern.</source>
        <translation>Почтовые программы отмечают конец части письма строкой своего вида.</translation>
    </message>
    <message>
        <source>Each size is twice the one before: size 10 is about 1,000 characters.</source>
        <translation>Каждый размер вдвое больше предыдущего: размер 10 – около 1000 знаков.</translation>
    </message>
    <message>
        <source>Each size is twice the one before: size 10 is about 1,000 words.</source>
        <translation>Каждый размер вдвое больше предыдущего: размер 10 – около 1000 слов.</translation>
    </message>
    <message>
        <source>How much HTML code there is for each character of text.</source>
        <translation>Сколько кода HTML приходится на знак текста.</translation>
    </message>
    <message>
        <source>The share of capital letters, in tenths.</source>
        <translation>Доля заглавных букв в десятых.</translation>
    </message>
    <message>
        <source>The share of digits, in tenths.</source>
        <translation>Доля цифр в десятых.</translation>
    </message>
    <message>
        <source>The word is written with look-alike letters, gaps or invisible signs.</source>
        <translation>Слово написано похожими буквами, с пробелами или невидимыми знаками.</translation>
    </message>
    <message>
        <source>The mail does not follow the standard format for mail.</source>
        <translation>Письмо не соответствует стандартному формату.</translation>
    </message>
    <message>
        <source>The first words count twice: as ordinary words, and as words of the beginning.</source>
        <translation>Первые слова учитываются дважды: как обычные и как слова начала текста.</translation>
    </message>
    <message>
        <source>Part of the name of a server that passed the mail on.</source>
        <translation>Часть имени сервера, который передал письмо.</translation>
    </message>
    <message>
        <source>How many of these words the filter has never seen, compared with its usual mail.</source>
        <translation>Сколько таких слов фильтр ещё не видел, по сравнению с его обычной почтой.</translation>
    </message>
    <message>
        <source>Tags and codes like &lt;br&gt; or &amp;nbsp; in a part of plain text. A reader sees the code itself.</source>
        <translation>Теги и коды вроде &lt;br&gt; или &amp;nbsp; в обычном тексте. Читатель видит сам код.</translation>
    </message>
    <message>
        <source>What mail servers and the mail program wrote: the way of the mail, its headers and their order.</source>
        <translation>Что записали почтовые серверы и программа: путь письма, заголовки и их порядок.</translation>
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
        <source>How many words of each kind the filter has never seen. Spam often uses new words.</source>
        <translation>Сколько слов каждого вида фильтр ещё не видел. В спаме часто новые слова.</translation>
    </message>
    <message>
        <source>begins with “%1”</source>
        <translation>начинается с «%1»</translation>
    </message>
    <message>
        <source>“%1” side by side</source>
        <translation>«%1» рядом</translation>
    </message>
    <message>
        <source>new words in the text: %1</source>
        <translation>новые слова в тексте: %1</translation>
    </message>
    <message>
        <source>new words in the subject: %1</source>
        <translation>новые слова в теме: %1</translation>
    </message>
    <message>
        <source>new senders and servers: %1</source>
        <translation>новые отправители и серверы: %1</translation>
    </message>
    <message>
        <source>new signs: %1</source>
        <translation>новые признаки: %1</translation>
    </message>
    <message>
        <source>new beginnings: %1</source>
        <translation>новые начала: %1</translation>
    </message>
    <message>
        <source>usual %1</source>
        <translation>обычное %1</translation>
    </message>
    <message>
        <source>too few to tell</source>
        <translation>слишком мало, чтобы судить</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>до %1</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>“{name}” is being written by another program. Try again in a moment.</source>
        <translation>Файл «{name}» сейчас записывает другая программа. Попробуйте чуть позже.</translation>
    </message>
    <message>
        <source>“{name}” could not be opened. Check that its folder exists and that you may read it.</source>
        <translation>Не удалось открыть «{name}». Проверьте, что папка существует и что вам разрешено чтение.</translation>
    </message>
    <message>
        <source>“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.</source>
        <translation>Файл «{name}» повреждён ({detail}). Ничего не изменено; восстановите его из резервной копии.</translation>
    </message>
    <message>
        <source>The disk with “{name}” is full. Nothing was lost. Free some space and try again.</source>
        <translation>На диске с «{name}» не осталось места. Ничего не потеряно; освободите место и повторите.</translation>
    </message>
    <message>
        <source>An import into “{name}” is still running. Wait until it finishes, or stop it.</source>
        <translation>Импорт в «{name}» ещё идёт. Дождитесь его конца или остановите его.</translation>
    </message>
    <message>
        <source>The disk with “{name}” reported an error ({detail}). Everything saved before is still there.</source>
        <translation>Диск с «{name}» сообщил об ошибке ({detail}). Сохранённое ранее на месте.</translation>
    </message>
    <message>
        <source>The folder of “{name}” does not exist.</source>
        <translation>Папки для «{name}» не существует.</translation>
    </message>
    <message>
        <source>You are not allowed to open or change “{name}”.</source>
        <translation>У вас нет права открывать или менять «{name}».</translation>
    </message>
    <message>
        <source>Compacting “{name}” needs {detail} bytes of free space, more than its disk has.</source>
        <translation>Для сжатия «{name}» нужно больше места, чем есть на диске ({detail} байт).</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf workspace.</source>
        <translation>«{name}» — не рабочее пространство Bayleaf.</translation>
    </message>
    <message>
        <source>There is no workspace “{name}”.</source>
        <translation>Рабочего пространства «{name}» нет.</translation>
    </message>
    <message>
        <source>“{name}” was made by an older version of Bayleaf. Open it in the program, or import or train with it, to update it. A copy of the old file is kept.</source>
        <translation>«{name}» создан более старой версией Bayleaf. Откройте его в программе либо импортируйте или обучите с ним, чтобы обновить его; копия сохранится.</translation>
    </message>
    <message>
        <source>“{name}” or its folder is read-only. Save a copy elsewhere to make changes.</source>
        <translation>«{name}» или его папку можно только читать. Сохраните копию в другом месте, чтобы менять её.</translation>
    </message>
    <message>
        <source>“{name}” has an older format and is read-only. Copy it to a folder where you may write.</source>
        <translation>«{name}» старого формата и только для чтения. Скопируйте его туда, где его можно менять.</translation>
    </message>
    <message>
        <source>“{name}” was not closed properly. Copy its folder to a place where you may write, and open the copy.</source>
        <translation>«{name}» не был закрыт как следует. Скопируйте его папку туда, где её можно менять.</translation>
    </message>
    <message>
        <source>Another program took the import into “{name}” for abandoned and removed it. Start the import again.</source>
        <translation>Другая программа сочла импорт в «{name}» брошенным и удалила его. Начните импорт заново.</translation>
    </message>
    <message>
        <source>“{name}” is the workspace itself. Choose another name for the copy.</source>
        <translation>«{name}» — само рабочее пространство. Выберите для копии другое имя.</translation>
    </message>
    <message>
        <source>An entry is too large to be stored in “{name}”.</source>
        <translation>Что-то слишком велико, чтобы храниться в «{name}».</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>«{name}» пуст.</translation>
    </message>
    <message>
        <source>“{name}” is encrypted or protected by a password.</source>
        <translation>«{name}» зашифрован или защищён паролем.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>«{name}» повреждён.</translation>
    </message>
    <message>
        <source>“{name}” is a kind of file that Bayleaf cannot read.</source>
        <translation>Такие файлы, как «{name}», Bayleaf не читает.</translation>
    </message>
    <message>
        <source>“{name}” is an Outlook data file, which Bayleaf cannot read. Drag the mails from Outlook into a folder, or convert the file with readpst.</source>
        <translation>«{name}» — хранилище Outlook, которое Bayleaf не читает: перетащите письма из Outlook в папку или превратите его в почтовые ящики программой readpst.</translation>
    </message>
    <message>
        <source>“{name}” has no text, and no words were recognised in its pictures.</source>
        <translation>В «{name}» нет текста, и с его изображений не удалось прочитать ни слова.</translation>
    </message>
    <message>
        <source>“{name}” is larger than the limit for one document.</source>
        <translation>«{name}» больше предела для одного документа.</translation>
    </message>
    <message>
        <source>“{name}” is nested too deeply.</source>
        <translation>«{name}» вложен слишком глубоко.</translation>
    </message>
    <message>
        <source>“{name}” expands to far more than its size: it looks like an archive bomb.</source>
        <translation>«{name}» распаковывается в нечто несоразмерное: похоже на архивную бомбу.</translation>
    </message>
    <message>
        <source>“{name}” has a path that leads out of its archive.</source>
        <translation>«{name}»: путь ведёт за пределы архива.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: permission denied.</source>
        <translation>«{name}» нельзя прочитать: нет прав доступа.</translation>
    </message>
    <message>
        <source>“{name}” disappeared while it was being read.</source>
        <translation>«{name}» исчез во время чтения.</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson file of Bayleaf.</source>
        <translation>«{name}» — не урок, созданный в Bayleaf.</translation>
    </message>
    <message>
        <source>“{name}” is not a regular file.</source>
        <translation>«{name}» — не обычный файл.</translation>
    </message>
    <message>
        <source>“{name}” took too long to read.</source>
        <translation>Чтение «{name}» заняло слишком много времени.</translation>
    </message>
    <message>
        <source>“{name}” needed too much memory.</source>
        <translation>Для «{name}» понадобилось слишком много памяти.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: the reading process crashed.</source>
        <translation>При чтении «{name}» произошёл сбой: процесс чтения аварийно завершился.</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>В «{name}» нет текста.</translation>
    </message>
    <message>
        <source>“{name}” is left out: it holds sent mail, drafts or deleted mail, not incoming mail.</source>
        <translation>«{name}» пропущено: там отправленные письма, черновики или удалённые, а не входящие.</translation>
    </message>
    <message>
        <source>“{name}” is left out: this copy differs from the mailbox on the server. Let the mail program compact and download that folder, or export it.</source>
        <translation>Папка «{name}» пропущена: эта копия отличается от ящика на сервере. Сожмите её в почтовой программе и скачайте заново или экспортируйте.</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not fit its table.</source>
        <translation>В «{name}» есть строка, которая не соответствует столбцам таблицы.</translation>
    </message>
    <message>
        <source>“{name}” changed while it was being read.</source>
        <translation>«{name}» изменился во время чтения.</translation>
    </message>
    <message>
        <source>“{name}” could not be understood.</source>
        <translation>«{name}» не удалось разобрать.</translation>
    </message>
    <message>
        <source>“{name}” has no column “{detail}”.</source>
        <translation>В «{name}» нет столбца «{detail}».</translation>
    </message>
    <message>
        <source>“{name}” is not a regular expression: {detail}.</source>
        <translation>«{name}» — не регулярное выражение: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” is no longer where it was read from.</source>
        <translation>«{name}» больше нет там, откуда он был прочитан.</translation>
    </message>
    <message>
        <source>“{name}” is no longer in the file that it was read from.</source>
        <translation>«{name}» больше не найден в файле, из которого был прочитан.</translation>
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
        <source>“{name}” could not be fetched: {detail}.</source>
        <translation>«{name}» не удалось загрузить: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” is a workspace or another database. Choose another name.</source>
        <translation>«{name}» — рабочее пространство или другая база данных. Выберите другое имя.</translation>
    </message>
    <message>
        <source>“{name}” has too few labels: {detail}. A replay needs two labels, one of them the positive label.</source>
        <translation>В «{name}» слишком мало меток: {detail}. Нужны две, и среди них положительная.</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a label and a path.</source>
        <translation>Строка {detail} в «{name}» — не метка и путь.</translation>
    </message>
    <message>
        <source>“{name}” is already in its folder.</source>
        <translation>«{name}» уже в своей папке.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was, because filing was stopped.</source>
        <translation>«{name}» остался на месте: раскладка остановлена.</translation>
    </message>
    <message>
        <source>“{name}” has changed since, so it was left as it is.</source>
        <translation>«{name}» с тех пор изменился и оставлен как есть.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: there is another file with that name.</source>
        <translation>«{name}» остался на месте: есть другой файл с таким именем.</translation>
    </message>
    <message>
        <source>There is not enough space for “{name}”.</source>
        <translation>Для «{name}» не осталось места.</translation>
    </message>
    <message>
        <source>The disk reported an error while moving “{name}”. The file is still where it was.</source>
        <translation>Диск сообщил об ошибке с «{name}». Файл на прежнем месте.</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: filing was interrupted.</source>
        <translation>«{name}» остался на месте: раскладка прервана.</translation>
    </message>
    <message>
        <source>“{name}” has a name that the other disk does not allow.</source>
        <translation>Имя «{name}» не подходит для другого диска.</translation>
    </message>
    <message>
        <source>“{name}” is a text or a mail that was dropped here, not a file.</source>
        <translation>«{name}» — не файл, а текст или письмо, перетащенные сюда.</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed there: the target is not a folder.</source>
        <translation>«{name}» нельзя разложить туда: это не папка.</translation>
    </message>
    <message>
        <source>“{name}” has no verdict.</source>
        <translation>Для «{name}» нет вердикта.</translation>
    </message>
    <message>
        <source>You are not allowed to move “{name}”, or to write to its target folder.</source>
        <translation>Недостаточно прав, чтобы переместить «{name}» или записать его в папку назначения.</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed there: the folder is read-only.</source>
        <translation>«{name}» нельзя разложить туда: папка доступна только для чтения.</translation>
    </message>
    <message>
        <source>“{name}” is a row of a table, which has no file of its own.</source>
        <translation>«{name}» — строка таблицы, своего файла у неё нет.</translation>
    </message>
    <message>
        <source>The folder for “{name}” is a link or a file, and may lead elsewhere.</source>
        <translation>Папка для «{name}» — ссылка или файл и может вести в другое место.</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough.</source>
        <translation>Вердикт по «{name}» недостаточно уверенный.</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>«{name}» больше нет на месте.</translation>
    </message>
    <message>
        <source>That document is no longer here.</source>
        <translation>Этого документа здесь больше нет.</translation>
    </message>
    <message>
        <source>There is no label “{name}” here.</source>
        <translation>Метки «{name}» здесь нет.</translation>
    </message>
    <message>
        <source>“{name}” was never learnt under that label, so it cannot be forgotten. Nothing was changed.</source>
        <translation>Модель не обучалась на «{name}» с этой меткой, забывать нечего. Ничего не изменено.</translation>
    </message>
    <message>
        <source>There is no model “{name}” here.</source>
        <translation>Модели «{name}» здесь нет.</translation>
    </message>
    <message>
        <source>There are no documents here yet. Import some first.</source>
        <translation>Документов пока нет. Сначала загрузите их.</translation>
    </message>
    <message>
        <source>There is no model here yet. Train one first.</source>
        <translation>Модели пока нет. Сначала обучите её.</translation>
    </message>
    <message>
        <source>There is no recipe “{name}” here.</source>
        <translation>Рецепта «{name}» здесь нет.</translation>
    </message>
    <message>
        <source>The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the file again, then correct the verdict.</source>
        <translation>Текст «{name}» не сохранён, поэтому Bayleaf не может учиться на вашем исправлении. Классифицируйте файл ещё раз и исправьте вердикт.</translation>
    </message>
    <message>
        <source>“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction.</source>
        <translation>«{name}» перемещён, а его текст не сохранён, поэтому Bayleaf не может учиться на вашем исправлении.</translation>
    </message>
    <message>
        <source>The model does not know the word “{name}”.</source>
        <translation>Модель не знает слова «{name}».</translation>
    </message>
    <message>
        <source>No workspace is open.</source>
        <translation>Рабочее пространство не открыто.</translation>
    </message>
    <message>
        <source>“{name}” cannot be compared with other models: its mails have no dates, and the comparison needs their order.</source>
        <translation>«{name}» нельзя сравнить с другими моделями: у писем нет дат, а для сравнения нужен их порядок.</translation>
    </message>
    <message>
        <source>“{name}” reads no text, so it has no words.</source>
        <translation>«{name}» не читает текст, слов у неё нет.</translation>
    </message>
    <message>
        <source>“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.</source>
        <translation>«{detail}» — не адрес кластера. Нужно tcp://узел:порт, tls://узел:порт, local или local:N.</translation>
    </message>
    <message>
        <source>“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder.</source>
        <translation>«{detail}» — от прежнего прогона, записавшего больше файлов. Удалите его или выберите другую папку.</translation>
    </message>
    <message>
        <source>The connection to the cluster at {detail} was lost. Nothing was written. With a checkpoint folder, the next run continues.</source>
        <translation>Связь с кластером {detail} потеряна. Ничего не записано; с папкой контрольных точек следующая попытка продолжится с того же места.</translation>
    </message>
    <message>
        <source>The cluster&apos;s workers do not have Bayleaf ({detail}). Install bayleaf[cluster] on each of them.</source>
        <translation>На узлах кластера нет Bayleaf ({detail}). Установите bayleaf[cluster] на каждом из них.</translation>
    </message>
    <message>
        <source>The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try again. With a checkpoint folder, the run continues where it stopped.</source>
        <translation>У кластера уже {detail} с нет рабочих процессов. Ничего не записано. Запустите их и попробуйте снова; с папкой контрольных точек работа продолжится с того же места.</translation>
    </message>
    <message>
        <source>A worker of the cluster has other versions ({detail}). All workers need the same versions.</source>
        <translation>У рабочего процесса кластера другие версии ({detail}). Версии у всех должны совпадать.</translation>
    </message>
    <message>
        <source>There are more distinct words than a model can hold: {detail} so far. Set a lower limit with --most-words. With a checkpoint folder, nothing is read again.</source>
        <translation>Разных слов больше, чем вмещает модель: уже {detail}. Задайте меньший предел с помощью --most-words. С папкой контрольных точек ничего не будет прочитано заново.</translation>
    </message>
    <message>
        <source>Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local or local:N.</source>
        <translation>Dask не знает «{detail}://». Адрес кластера начинается с tcp:// или tls://, либо это local или local:N.</translation>
    </message>
    <message>
        <source>The sources changed while they were read: “{detail}”. Nothing was written. Try again when they no longer change.</source>
        <translation>Источники изменились, пока их читали: «{detail}». Ничего не записано. Попробуйте ещё раз, когда они не будут меняться.</translation>
    </message>
    <message>
        <source>About {detail} distinct words are expected, more than a model can hold. Set a lower limit with --most-words.</source>
        <translation>Ожидается около {detail} разных слов — больше, чем вмещает модель. Задайте меньший предел с помощью --most-words.</translation>
    </message>
    <message>
        <source>The cluster at {detail} does not answer. Check that its scheduler is running.</source>
        <translation>По адресу {detail} нет кластера, или он не отвечает. Проверьте, работает ли там планировщик.</translation>
    </message>
    <message>
        <source>A worker of the cluster has too little memory. Nothing was written.</source>
        <translation>Рабочему процессу кластера не хватило памяти. Ничего не записано.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” beside it could make SQLite delete other files. Move that file away.</source>
        <translation>«{name}» не открыт: из-за файла «{detail}» рядом с ним SQLite может удалить другие файлы. Уберите этот файл.</translation>
    </message>
    <message>
        <source>“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). Update Bayleaf to open it.</source>
        <translation>Файл «{name}» создан более новой версией Bayleaf (формат {found}; эта знает до {known}): откройте его в ней.</translation>
    </message>
    <message>
        <source>“{name}” has no text: it is a scan or a picture. Install the program Tesseract, and Bayleaf can read it.</source>
        <translation>В «{name}» нет текста: это скан или изображение. Если установлена программа Tesseract, Bayleaf прочтёт его.</translation>
    </message>
    <message>
        <source>“{name}” is in a script for which Tesseract has no language here. Install the language, and Bayleaf can read it.</source>
        <translation>Для письменности файла «{name}» не установлен язык Tesseract. Установите его, и Bayleaf прочитает файл.</translation>
    </message>
    <message>
        <source>“{name}” has no answers that can be worked out by hand. Choose another event model.</source>
        <translation>В «{name}» нет ответов, которые можно вычислить вручную: выберите другую модель событий.</translation>
    </message>
    <message>
        <source>“{name}” has too few rows for sheets with different numbers.</source>
        <translation>В «{name}» слишком мало строк, чтобы на листах были разные числа.</translation>
    </message>
    <message>
        <source>“{name}” has no row with a label to learn from.</source>
        <translation>В «{name}» нет ни одной строки с меткой, по которой можно учиться.</translation>
    </message>
    <message>
        <source>“{name}” is not a hand-in that Bayleaf has saved.</source>
        <translation>«{name}» — не работа, сохранённая в Bayleaf.</translation>
    </message>
    <message>
        <source>“{name}” was saved by a newer Bayleaf: update this one to open it.</source>
        <translation>«{name}» сохранён более новым Bayleaf: обновите программу, чтобы открыть его.</translation>
    </message>
    <message>
        <source>“{name}” asks other questions than this lesson does now.</source>
        <translation>«{name}» задаёт не те вопросы, что этот урок сейчас.</translation>
    </message>
    <message>
        <source>“{name}” has no answers to numbered questions: `lesson --to FILE.csv` writes a table for them.</source>
        <translation>«{name}» не содержит ответов на пронумерованные вопросы: таблицу для них пишет `lesson --to FILE.csv`.</translation>
    </message>
    <message>
        <source>“{name}” is a table, which cannot be mixed with documents. Import it on its own.</source>
        <translation>«{name}» — таблица, её нельзя смешивать с документами. Импортируйте её отдельно.</translation>
    </message>
    <message>
        <source>“{name}” exists and was not written by Bayleaf. Add the lines to it by hand.</source>
        <translation>Файл «{name}» уже есть, и записан он не программой Bayleaf: добавьте строки в него вручную.</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson: its entry “{detail}” is missing or wrong.</source>
        <translation>Файл «{name}» — не урок: запись «{detail}» отсутствует или неверна.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the event model “{detail}” does not fit its columns.</source>
        <translation>Файл «{name}» не открыт: модель событий «{detail}» не подходит к его столбцам.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.</source>
        <translation>Файл «{name}» не открыт: «{detail}» должно быть числом от 0 до 1000.</translation>
    </message>
    <message>
        <source>“{name}” was not opened: row {detail} needs a label and a text for each column.</source>
        <translation>Файл «{name}» не открыт: в строке {detail} нужны метка и текст для каждого столбца.</translation>
    </message>
    <message>
        <source>“{name}” has {detail} rows. A lesson can have 2,000.</source>
        <translation>В файле «{name}» {detail} строк. В уроке может быть не больше 2000.</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a rule.</source>
        <translation>Строка {detail} файла «{name}» — не правило.</translation>
    </message>
    <message>
        <source>“{name}” exists and is a different kind of file, so it was not replaced. Remove it, or choose another name.</source>
        <translation>«{name}» уже существует, и это файл другого вида, чем тот, который нужно было записать, поэтому он оставлен без изменений. Удалите его или выберите другое имя.</translation>
    </message>
    <message>
        <source>“{name}” has other columns than the collection “{detail}”.</source>
        <translation>В «{name}» не те столбцы, что в коллекции «{detail}».</translation>
    </message>
    <message>
        <source>“{name}” is inside a mailbox or an archive, which stays as it is.</source>
        <translation>«{name}» лежит внутри почтового ящика или архива, который остаётся как есть.</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough: its label has too few documents to promise anything.</source>
        <translation>Вердикт по «{name}» недостаточно уверенный: документов с этой меткой слишком мало, чтобы что-то обещать.</translation>
    </message>
    <message>
        <source>“{name}” has no label and no verdict.</source>
        <translation>У «{name}» нет ни метки, ни вердикта.</translation>
    </message>
    <message>
        <source>There is no collection “{name}” here.</source>
        <translation>Коллекции «{name}» здесь нет.</translation>
    </message>
    <message>
        <source>There is no lesson “{name}”.</source>
        <translation>Урока «{name}» нет.</translation>
    </message>
    <message>
        <source>The collection of “{name}” no longer exists, so there are no documents to test it on or to learn from.</source>
        <translation>Коллекции модели «{name}» больше нет: не на чем проверять и нечему учить.</translation>
    </message>
    <message>
        <source>There is no secure connection to the cluster: {detail}.</source>
        <translation>Нет защищённого соединения с кластером: {detail}.</translation>
    </message>
    <message>
        <source>Every worker that tried {detail} ended, so the cluster gave up. Nothing was written. If the workers had too little memory, use smaller shards (--shard-bytes).</source>
        <translation>Все рабочие процессы, взявшиеся за {detail}, завершились, и кластер от этого отказался. Ничего не записано. Если им не хватило памяти, помогут части поменьше (--shard-bytes).</translation>
    </message>
    <message>
        <source>A cluster needs Dask, which is not installed. Install it with: pip install &quot;bayleaf[cluster]&quot;.</source>
        <translation>Для кластера нужен Dask, а он не установлен. Установите его командой: pip install &quot;bayleaf[cluster]&quot;.</translation>
    </message>
    <message>
        <source>The sources have different columns. Name the columns, or train on one kind of source at a time.</source>
        <translation>У источников разные столбцы. Назовите столбцы или обучайте по одному виду источников за раз.</translation>
    </message>
    <message>
        <source>A worker of the cluster could not do its work: {detail}. Nothing was written.</source>
        <translation>Рабочий процесс кластера не смог выполнить работу: {detail}. Ничего не записано.</translation>
    </message>
    <message>
        <source>The table of users cannot be used: {detail}.</source>
        <translation>Таблицу пользователей нельзя использовать: {detail}.</translation>
    </message>
    <message>
        <source>Another program is listening on “{detail}”. Stop it first, or choose another path for the socket.</source>
        <translation>По адресу «{detail}» уже слушает другая программа. Сначала завершите её или выберите другой путь для сокета.</translation>
    </message>
    <message>
        <source>The mail daemon cannot create “{detail}”: you may not write to that folder.</source>
        <translation>Почтовая служба не может создать «{detail}»: в эту папку нельзя писать.</translation>
    </message>
    <message>
        <source>The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member.</source>
        <translation>Не удаётся открыть сокет «{detail}» другим: есть ли такая группа и состоите ли вы в ней?</translation>
    </message>
    <message>
        <source>The mail daemon did not start. Run “bayleaf-cli serve” with the workspace to see why.</source>
        <translation>Почтовая служба не запустилась. Запустите «bayleaf-cli serve» с рабочим пространством, чтобы увидеть причину.</translation>
    </message>
    <message>
        <source>The mail daemon ended before it answered. Try again.</source>
        <translation>Почтовая служба завершилась, не ответив. Попробуйте ещё раз.</translation>
    </message>
    <message>
        <source>This system has no Unix sockets. Programs reach the mail daemon through its named pipe.</source>
        <translation>В этой системе нет сокетов Unix. Программы обращаются к почтовой службе через именованный канал.</translation>
    </message>
    <message>
        <source>“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.</source>
        <translation>«{detail}» — не сокет, поэтому он оставлен без изменений. Выберите путь, по которому ещё ничего нет.</translation>
    </message>
    <message>
        <source>The path “{detail}” is too long for a socket. Set XDG_RUNTIME_DIR to a shorter folder.</source>
        <translation>Путь «{detail}» слишком длинный для сокета. Укажите в XDG_RUNTIME_DIR папку с путём короче.</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}</source>
        <translation>Почтовая служба отвечает: {detail}</translation>
    </message>
    <message>
        <source>A mail daemon for “{detail}” is already running.</source>
        <translation>Почтовая служба для «{detail}» уже работает.</translation>
    </message>
    <message>
        <source>“{detail}” belongs to another user, or is a link. Remove it, or set XDG_RUNTIME_DIR.</source>
        <translation>«{detail}» принадлежит другому пользователю или является ссылкой. Удалите его или задайте XDG_RUNTIME_DIR.</translation>
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
        <source>Another process is working on this mailbox.</source>
        <translation>С этим ящиком работает другой процесс.</translation>
    </message>
    <message>
        <source>The server ended the connection: {detail}.</source>
        <translation>Сервер завершил соединение: {detail}.</translation>
    </message>
    <message>
        <source>The server’s certificate cannot be trusted: {detail}. Nothing was sent.</source>
        <translation>Сертификату сервера нельзя доверять: {detail}. Ничего не отправлено.</translation>
    </message>
    <message>
        <source>The command for the password failed: {detail}.</source>
        <translation>Команда для пароля не удалась: {detail}.</translation>
    </message>
    <message>
        <source>The server does not answer.</source>
        <translation>Сервер не отвечает.</translation>
    </message>
    <message>
        <source>The mail daemon cannot learn now; it will be tried again: {detail}.</source>
        <translation>Почтовая служба сейчас не может учиться; попытка будет повторена: {detail}.</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}.</source>
        <translation>Почтовая служба отвечает: {detail}.</translation>
    </message>
    <message>
        <source>The system’s keyring does not return the password now: {detail}.</source>
        <translation>Системное хранилище паролей сейчас не даёт пароль: {detail}.</translation>
    </message>
    <message>
        <source>The server refuses the login: {detail}.</source>
        <translation>Сервер отвергает вход: {detail}.</translation>
    </message>
    <message>
        <source>Another filter moves mail back. Bayleaf moves nothing more until you allow it; see the help.</source>
        <translation>Другой фильтр возвращает письма. Больше ничего не перемещается, пока вы не скажете; см. справку.</translation>
    </message>
    <message>
        <source>The connection was lost: {detail}.</source>
        <translation>Соединение прервалось: {detail}.</translation>
    </message>
    <message>
        <source>The folder {detail} does not exist.</source>
        <translation>Папки {detail} нет.</translation>
    </message>
    <message>
        <source>The mail daemon of the workspace does not answer: {detail}.</source>
        <translation>Почтовая служба рабочего пространства не отвечает: {detail}.</translation>
    </message>
    <message>
        <source>No folder for junk was found. Name it.</source>
        <translation>Папка для спама не найдена. Назовите её.</translation>
    </message>
    <message>
        <source>There is no user session for systemd here, so nothing can start at login. Log in as this user.</source>
        <translation>Сеанс systemd для этого пользователя не запущен, поэтому автозапуск при входе настроить нельзя. Войдите в систему под этим пользователем.</translation>
    </message>
    <message>
        <source>The system refused to start it at login: {detail}.</source>
        <translation>Система не приняла запуск при входе: {detail}.</translation>
    </message>
    <message>
        <source>This system has no keyring. Give a command that prints the password.</source>
        <translation>В этой системе нет хранилища паролей. Задайте команду, которая печатает пароль.</translation>
    </message>
    <message>
        <source>The system’s keyring has no password for {detail}.</source>
        <translation>В системном хранилище нет пароля для {detail}.</translation>
    </message>
    <message>
        <source>The file with certificates cannot be read: {detail}.</source>
        <translation>Файл с сертификатами не читается: {detail}.</translation>
    </message>
    <message>
        <source>The server does not use TLS on this port. Try port 993 or 143.</source>
        <translation>На этом порту сервер не говорит по TLS. Попробуйте порт 993 или 143.</translation>
    </message>
    <message>
        <source>The server offers no encryption, or the offer was removed in transit. Nothing was sent.</source>
        <translation>Сервер не предлагает шифрование, или его предложение удалено при передаче. Ничего не отправлено.</translation>
    </message>
    <message>
        <source>The server’s answer is not IMAP: {detail}.</source>
        <translation>Ответ сервера — не IMAP: {detail}.</translation>
    </message>
    <message>
        <source>The command line of Bayleaf was not found.</source>
        <translation>Командная строка Bayleaf не найдена.</translation>
    </message>
    <message>
        <source>Learning from the mailbox failed: {detail}.</source>
        <translation>Обучение на ящике не удалось: {detail}.</translation>
    </message>
    <message>
        <source>The server refuses it: {detail}.</source>
        <translation>Сервер отказывает: {detail}.</translation>
    </message>
    <message>
        <source>The state of the mailbox cannot be written: {detail}.</source>
        <translation>Состояние ящика не удаётся записать: {detail}.</translation>
    </message>
    <message>
        <source>The server sends more than was requested.</source>
        <translation>Сервер посылает больше, чем у него просили.</translation>
    </message>
    <message>
        <source>The server cannot be reached: {detail}.</source>
        <translation>Сервер недоступен: {detail}.</translation>
    </message>
    <message>
        <source>Start with a trial, which shows what would be moved.</source>
        <translation>Пусть сначала проба скажет, что было бы перемещено.</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged: filters, tf-idf and the unknown word need more than counts.</source>
        <translation>«{name}» нельзя сложить с другими: фильтры, tf-idf и модели с незнакомым словом хранят не только счётчики.</translation>
    </message>
    <message>
        <source>“{name}” counts differently from the first model, or not all words. Train all models with one recipe.</source>
        <translation>«{name}» считает не то, что первая модель, или не все слова. Обучите все по одному рецепту.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or not the file it appears to be: it contains no words with counts.</source>
        <translation>Файл «{name}» повреждён или не то, чем кажется: в нём нет слов с их счётчиками.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or was not written by skops.</source>
        <translation>Файл «{name}» повреждён или записан не skops.</translation>
    </message>
    <message>
        <source>The converted “{name}” would give other verdicts (by {detail}), so it was not written.</source>
        <translation>Там «{name}» судила бы иначе (на {detail}), поэтому она не записана.</translation>
    </message>
    <message>
        <source>The format has no equivalent of the event model of “{name}” ({detail}).</source>
        <translation>В этом виде нет соответствия модели событий «{name}» ({detail}).</translation>
    </message>
    <message>
        <source>“{name}” is a filter, which judges by more than counts. Train a model with another event model.</source>
        <translation>«{name}» — фильтр, который судит не только по счётчикам: обучите модель с другой моделью событий.</translation>
    </message>
    <message>
        <source>“{name}” has a label without documents, which the format cannot express.</source>
        <translation>В «{name}» есть метка без документов; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” counts words of mail headers, which the format cannot express. Train it with --tokens plain.</source>
        <translation>«{name}» считает слова заголовков писем; формат не может это передать. Обучите модель с --tokens plain.</translation>
    </message>
    <message>
        <source>“{name}” is not an answer of a labelling tool, or does not come from this workspace: see {detail}.</source>
        <translation>«{name}» — не то, что возвращает программа разметки, или начато не здесь: см. {detail}.</translation>
    </message>
    <message>
        <source>“{name}” does not say how many mails were learnt.</source>
        <translation>В «{name}» не сказано, сколько писем изучено.</translation>
    </message>
    <message>
        <source>There is not enough labelled mail to make rules and to measure them.</source>
        <translation>Размеченных писем не хватает, чтобы составить правила и проверить их.</translation>
    </message>
    <message>
        <source>No list, sender or recipient points to a label often enough to make a rule.</source>
        <translation>Ни рассылка, ни отправитель, ни получатель не указывают на метку достаточно часто, чтобы составить правило.</translation>
    </message>
    <message>
        <source>“{name}” is not a Maildir: it has no folder “cur”.</source>
        <translation>«{name}» — не Maildir: в нём нет папки cur.</translation>
    </message>
    <message>
        <source>Name the manifest.json of a paperless-ngx export with the option --with. Its tags are written to “{name}”.</source>
        <translation>Укажите manifest.json экспорта paperless-ngx параметром --with. Его метки записываются в «{name}».</translation>
    </message>
    <message>
        <source>The smoothing of this model cannot be changed ({name}): it has learnt weights, or no smoothing.</source>
        <translation>Сглаживание не сдвинуть там, где веса выучены или сглаживать нечего ({name}).</translation>
    </message>
    <message>
        <source>“{name}” has probabilities of zero, which the format cannot express. Train it with some smoothing.</source>
        <translation>В «{name}» есть нулевые вероятности; формат не может это передать. Обучите модель со сглаживанием.</translation>
    </message>
    <message>
        <source>“{name}” has a categorical column without values, which the format cannot express.</source>
        <translation>В «{name}» есть категориальный столбец без значений; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” has a column of equal numbers, which the format cannot express.</source>
        <translation>В «{name}» есть столбец из одинаковых чисел; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” has no words: the pipeline must have a vectorizer before the estimator.</source>
        <translation>В «{name}» нет слов: перед оценщиком в том же конвейере должен стоять векторизатор.</translation>
    </message>
    <message>
        <source>“{name}” reads no text, so it has no words to be converted.</source>
        <translation>«{name}» не читает текст, поэтому слов для преобразования нет.</translation>
    </message>
    <message>
        <source>“{name}” was not fitted, or lacks attributes that its classes need.</source>
        <translation>«{name}» не обучен или не содержит того, что содержат его классы.</translation>
    </message>
    <message>
        <source>{name} is not installed. Install it with: pip install &quot;bayleaf[{detail}]&quot;.</source>
        <translation>{name} не установлен. Установите: pip install &quot;bayleaf[{detail}]&quot;.</translation>
    </message>
    <message>
        <source>“{name}” is not a naive Bayes estimator after one vectorizer or encoder: {detail}.</source>
        <translation>«{name}» — не наивный байесовский оценщик после одного векторизатора или кодировщика: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” is already Bayleaf’s own format. Name the target program with --as.</source>
        <translation>«{name}» и так принадлежит Bayleaf. Укажите через --as, для какой программы преобразовать.</translation>
    </message>
    <message>
        <source>“{name}” has a setting that Bayleaf does not have: {detail}.</source>
        <translation>У «{name}» есть настройка, которой здесь нет соответствия: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” has a single label; a filter needs good mail and spam.</source>
        <translation>У «{name}» всего одна метка; фильтру нужны и хорошие письма, и спам.</translation>
    </message>
    <message>
        <source>“{name}” counts table cells as words, which the format cannot express.</source>
        <translation>«{name}» считает ячейки таблицы словами; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” is a pickle, which can run any code when it is opened. Save the model with skops instead.</source>
        <translation>«{name}» — pickle, который при открытии выполняет что угодно. Запишите его через skops.</translation>
    </message>
    <message>
        <source>“{name}” has no word that {detail} could use; rspamd counts only pairs of stems.</source>
        <translation>В «{name}» нет слов, которые могли бы быть у {detail}; rspamd считает только пары основ.</translation>
    </message>
    <message>
        <source>“{name}” is not a POPFile database.</source>
        <translation>«{name}» — не база POPFile.</translation>
    </message>
    <message>
        <source>“{name}” is a single bucket. Choose POPFile’s corpus folder, which has a folder for each bucket.</source>
        <translation>«{name}» — одна корзина. Выберите папку corpus программы POPFile, в которой у каждой корзины своя папка.</translation>
    </message>
    <message>
        <source>“{name}” uses the prior with complement naive Bayes, which the format cannot express.</source>
        <translation>«{name}» использует априорную вероятность вместе с дополнением; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” counts words above a threshold, which the format cannot express.</source>
        <translation>«{name}» считает слова только выше порога; формат не может это передать.</translation>
    </message>
    <message>
        <source>“{name}” is too large to be read.</source>
        <translation>Файл «{name}» слишком велик для чтения.</translation>
    </message>
    <message>
        <source>“{name}” counts unknown words, which the format cannot express. Train it with --no-unknown-word.</source>
        <translation>Модель «{name}» учитывает незнакомые слова, а этот формат не может их сохранить. Обучите модель с --no-unknown-word.</translation>
    </message>
    <message>
        <source>“{name}” contains objects of unknown code ({detail}), so it was not opened.</source>
        <translation>«{name}» содержит объекты неизвестного кода ({detail}), поэтому файл не открыт.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {detail}.</source>
        <translation>«{name}» нельзя использовать: {detail}.</translation>
    </message>
    <message>
        <source>“{name}” splits words by a rule that the format cannot express: {detail}.</source>
        <translation>«{name}» делит текст на слова по правилу, которое формат не может передать: {detail}.</translation>
    </message>
    <message>
        <source>The change log does not match document {detail}.</source>
        <translation>Журнал изменений расходится с документом {detail}.</translation>
    </message>
    <message>
        <source>The change log of collection {detail} has gaps.</source>
        <translation>В журнале изменений коллекции {detail} есть пропуски.</translation>
    </message>
    <message>
        <source>Collection {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>Коллекцию {detail} изменила другая программа или сбой диска.</translation>
    </message>
    <message>
        <source>Document {detail} belongs to a collection that was deleted.</source>
        <translation>Документ {detail} принадлежит удалённой коллекции.</translation>
    </message>
    <message>
        <source>Document {detail} has a label of another collection.</source>
        <translation>У документа {detail} метка другой коллекции.</translation>
    </message>
    <message>
        <source>The model “{detail}” does not match its collection. Train it again.</source>
        <translation>Модель «{detail}» не соответствует своей коллекции. Обучите её заново.</translation>
    </message>
    <message>
        <source>There is already a collection “{name}”.</source>
        <translation>Коллекция «{name}» уже есть.</translation>
    </message>
    <message>
        <source>A collection needs a name.</source>
        <translation>Введите название коллекции.</translation>
    </message>
    <message>
        <source>That name is too long for a collection.</source>
        <translation>Такое название слишком длинно для коллекции.</translation>
    </message>
    <message>
        <source>The name of a collection must be one line of printable characters.</source>
        <translation>Название коллекции — одна строка печатных знаков.</translation>
    </message>
    <message>
        <source>The title, sender or path of document {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>Заголовок, отправителя или путь документа {detail} изменила другая программа или сбой диска.</translation>
    </message>
    <message>
        <source>Document {detail} does not match its content hash.</source>
        <translation>Документ {detail} не соответствует своему хешу.</translation>
    </message>
    <message>
        <source>A text belongs to document {detail}, which does not exist.</source>
        <translation>Текст относится к документу {detail}, которого нет.</translation>
    </message>
    <message>
        <source>The text of document {detail} is missing.</source>
        <translation>Текст документа {detail} отсутствует.</translation>
    </message>
    <message>
        <source>Document {detail} has the same content as another one.</source>
        <translation>Содержание документа {detail} совпадает с другим.</translation>
    </message>
    <message>
        <source>The stored word counts of document {detail} do not match its text.</source>
        <translation>Сохранённые подсчёты слов документа {detail} не соответствуют его тексту.</translation>
    </message>
    <message>
        <source>The file is damaged: {detail}.</source>
        <translation>Файл повреждён: {detail}.</translation>
    </message>
    <message>
        <source>The label, weight or date of document {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>Метку, вес или дату документа {detail} изменила другая программа или сбой диска.</translation>
    </message>
    <message>
        <source>The search index does not match the documents: {detail}.</source>
        <translation>Поисковый индекс не соответствует документам: {detail}.</translation>
    </message>
    <message>
        <source>SQLite finds the file damaged: {detail}.</source>
        <translation>SQLite считает файл повреждённым: {detail}.</translation>
    </message>
    <message>
        <source>Label {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>Данные метки {detail} изменены другой программой или повреждены из-за сбоя диска.</translation>
    </message>
    <message>
        <source>Document {detail} has a label that was deleted.</source>
        <translation>У документа {detail} удалённая метка.</translation>
    </message>
    <message>
        <source>Lesson {detail} belongs to a model that does not exist.</source>
        <translation>Урок {detail} относится к несуществующей модели.</translation>
    </message>
    <message>
        <source>The model “{detail}” is damaged.</source>
        <translation>Модель «{detail}» повреждена.</translation>
    </message>
    <message>
        <source>Model {detail} claims changes that were never made.</source>
        <translation>Модель {detail} ссылается на изменения, которых не было.</translation>
    </message>
    <message>
        <source>Document {detail} has a number that was never assigned.</source>
        <translation>У документа {detail} номер, который не выдавался.</translation>
    </message>
    <message>
        <source>Texts or counts would unpack to more than a workspace can hold: {detail}.</source>
        <translation>Тексты или подсчёты развернулись бы намного больше, чем вмещает рабочее пространство: {detail}.</translation>
    </message>
    <message>
        <source>The recipe of the model “{detail}” is damaged.</source>
        <translation>Рецепт модели «{detail}» повреждён.</translation>
    </message>
    <message>
        <source>A row refers to something that does not exist: {detail}.</source>
        <translation>Строка ссылается на то, чего нет: {detail}.</translation>
    </message>
    <message>
        <source>A row was changed by another program, or by a fault of the disk: {detail}.</source>
        <translation>Строка изменена другой программой или из-за сбоя диска: {detail}.</translation>
    </message>
    <message>
        <source>A row is missing that was never deleted: {detail}.</source>
        <translation>Пропала строка, которую никто не удалял: {detail}.</translation>
    </message>
    <message>
        <source>A table row belongs to document {detail}, which does not exist.</source>
        <translation>Строка таблицы относится к документу {detail}, которого нет.</translation>
    </message>
    <message>
        <source>Document {detail} belongs to an import that does not exist.</source>
        <translation>Документ {detail} относится к несуществующему импорту.</translation>
    </message>
    <message>
        <source>The table or index “{detail}” was changed by another program.</source>
        <translation>Таблица или индекс «{detail}» изменены другой программой.</translation>
    </message>
    <message>
        <source>A block of word counts is damaged: {detail}.</source>
        <translation>Повреждён блок подсчётов слов: {detail}.</translation>
    </message>
    <message>
        <source>The text of a document is damaged: {detail}.</source>
        <translation>Текст документа повреждён: {detail}.</translation>
    </message>
    <message>
        <source>The text of document {detail} does not have its recorded length.</source>
        <translation>Текст документа {detail} длиннее или короче записанного.</translation>
    </message>
    <message>
        <source>Word list {detail} is damaged.</source>
        <translation>Список слов {detail} повреждён.</translation>
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
        <source>after the word “date”</source>
        <translation>после слова «дата»</translation>
    </message>
    <message>
        <source>on a line of its own</source>
        <translation>отдельной строкой</translation>
    </message>
    <message>
        <source>first date in the text (a guess)</source>
        <translation>первая дата в тексте (предположение)</translation>
    </message>
    <message>
        <source>day and month may be swapped (a guess)</source>
        <translation>день и месяц могут стоять наоборот (предположение)</translation>
    </message>
    <message>
        <source>time of the file (a guess)</source>
        <translation>время файла (предположение)</translation>
    </message>
    <message>
        <source>after a word such as “from”</source>
        <translation>после слова вроде «от»</translation>
    </message>
    <message>
        <source>company or office at the top</source>
        <translation>фирма или учреждение в начале письма</translation>
    </message>
    <message>
        <source>signature</source>
        <translation>подпись</translation>
    </message>
    <message>
        <source>from an address (a guess)</source>
        <translation>из адреса (предположение)</translation>
    </message>
    <message>
        <source>first line (a guess)</source>
        <translation>первая строка (предположение)</translation>
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
        <source>A label needs a name.</source>
        <translation>Метке нужно название.</translation>
    </message>
    <message>
        <source>A model needs a name.</source>
        <translation>Модели нужно название.</translation>
    </message>
    <message>
        <source>A recipe needs a name.</source>
        <translation>Рецепту нужно название.</translation>
    </message>
    <message>
        <source>“{name}” has no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>В «{name}» нет подстановки. Используйте {{date}}, {{sender}}, {{label}}, {{title}} или {{name}}.</translation>
    </message>
    <message>
        <source>“{name}” has an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>В «{name}» есть неизвестная подстановка. Используйте {{date}}, {{sender}}, {{label}}, {{title}} или {{name}}.</translation>
    </message>
    <message>
        <source>“{name}” is not a date. Write it as 2026-03-02.</source>
        <translation>«{name}» — не дата. Напишите её так: 2026-03-02.</translation>
    </message>
    <message>
        <source>Documents of “{name}” have one label each. Allow several labels first.</source>
        <translation>У документов из «{name}» по одной метке. Сначала разрешите несколько.</translation>
    </message>
    <message>
        <source>Documents of “{name}” have several labels. Reduce each to one label first.</source>
        <translation>У документов из «{name}» по нескольку меток. Сначала оставьте каждому одну.</translation>
    </message>
    <message>
        <source>A document has more than 1,000 labels. The program that wrote them made a mistake.</source>
        <translation>Больше 1000 меток у одного документа — ошибка того, что их записало.</translation>
    </message>
    <message>
        <source>That name is too long for a label.</source>
        <translation>Такое название слишком длинно для метки.</translation>
    </message>
    <message>
        <source>That name is too long for a model.</source>
        <translation>Такое название слишком длинно для модели.</translation>
    </message>
    <message>
        <source>That name is too long for a recipe.</source>
        <translation>Такое название слишком длинно для рецепта.</translation>
    </message>
    <message>
        <source>The name of a label must be one line of printable characters.</source>
        <translation>Название метки — одна строка печатных знаков.</translation>
    </message>
    <message>
        <source>The name of a model must be one line of printable characters.</source>
        <translation>Название модели — одна строка печатных знаков.</translation>
    </message>
    <message>
        <source>The name of a recipe must be one line of printable characters.</source>
        <translation>Название рецепта — одна строка печатных знаков.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {reason}.</source>
        <translation>«{name}» нельзя использовать: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: {reason}.</source>
        <translation>Не удалось прочесть «{name}»: {reason}.</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be used: {reason}.</source>
        <translation>Модель «{name}» нельзя использовать: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be trained on: {reason}.</source>
        <translation>На «{name}» нельзя обучить: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be used as a name.</source>
        <translation>«{name}» не годится как название.</translation>
    </message>
    <message>
        <source>There is no “{name}” here.</source>
        <translation>«{name}» здесь нет.</translation>
    </message>
    <message>
        <source>Something went wrong: {reason}.</source>
        <translation>Что-то пошло не так: {reason}.</translation>
    </message>
    <message>
        <source>{sentence} Known: {known}.</source>
        <translation>{sentence} Известны: {known}.</translation>
    </message>
    <message>
        <source>The system cannot start processes for reading files ({detail}). Close other programs and try again.</source>
        <translation>Система не запускает процессы, в которых Bayleaf читает файлы ({detail}). Закройте другие программы и попробуйте ещё раз.</translation>
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
        <translation>Множитель или шаг</translation>
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
        <translation>Десятичная</translation>
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
        <translation>априори</translation>
    </message>
    <message>
        <source>{n_steps} more, added up</source>
        <translation>ещё {n_steps}, в сумме</translation>
    </message>
    <message>
        <source>absent words, each seen in {count}</source>
        <translation>отсутствующие слова, каждое в {count}</translation>
    </message>
    <message>
        <source>all other absent words, added up</source>
        <translation>все прочие отсутствующие слова, в сумме</translation>
    </message>
    <message>
        <source>words seen {count} under other labels</source>
        <translation>слова, встреченные {count} под другими метками</translation>
    </message>
    <message>
        <source>Divisor of {label}: the weights of all words, added up</source>
        <translation>Делитель метки {label}: веса всех слов, сложенные вместе</translation>
    </message>
    <message>
        <source>Sum: the score</source>
        <translation>Сумма: счёт</translation>
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
        <translation>От счёта к вероятностям</translation>
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
        <translation>Счёт</translation>
    </message>
    <message>
        <source>Minus the highest</source>
        <translation>Минус наибольший</translation>
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
        <translation>Точно</translation>
    </message>
    <message>
        <source>log Σ exp(score) = {peak} + log {total} = {log_total}. The highest score is subtracted first, so that no exponential overflows and at least one does not underflow.</source>
        <translation>log Σ exp(счёт) = {peak} + log {total} = {log_total}: сначала вычитается наибольший счёт, чтобы ни одна экспонента не была слишком велика и не все были слишком малы.</translation>
    </message>
    <message>
        <source>{label}: factor number {n_factors}, {factor}, turns the plain product from {before} into 0. The smallest number a computer can hold here is 4.9 × 10⁻³²⁴.</source>
        <translation>{label}: множитель номер {n_factors}, {factor}, превращает произведение из {before} в 0: ничего меньше 4,9 × 10⁻³²⁴ компьютер не хранит.</translation>
    </message>
    <message>
        <source>All plain products become 0, and 0/0 is undefined. That is why logarithms are added instead.</source>
        <translation>Для компьютера все произведения равны 0, а у 0/0 нет ответа. Поэтому складываются логарифмы.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Решение</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} from the counts and {probability} after calibration.</source>
        <translation>Решает наибольшая доля: {label}, {share} по одним счётчикам и {probability} после калибровки.</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} before calibration and {probability} after it.</source>
        <translation>Решает наибольшая доля: {label}, {share} до калибровки и {probability} после неё.</translation>
    </message>
    <message>
        <source>All labels are impossible, so the verdict is undecided.</source>
        <translation>Не осталось ни одной метки: вердикт не определён.</translation>
    </message>
    <message>
        <source>{label} is impossible, because of {causes}.</source>
        <translation>Метка {label} невозможна из-за: {causes}.</translation>
    </message>
    <message>
        <source>{label} has infinite evidence, because of {causes}.</source>
        <translation>У метки {label} бесконечное свидетельство из-за: {causes}.</translation>
    </message>
    <message>
        <source>Without {words} it would be {label}.</source>
        <translation>Без {words} было бы {label}.</translation>
    </message>
    <message>
        <source>Without {words} it would be undecided.</source>
        <translation>Без {words} вердикт был бы не определён.</translation>
    </message>
    <message>
        <source>The event models side by side</source>
        <translation>Модели событий рядом</translation>
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
        <source>multinomial</source>
        <translation>мультиномиальная</translation>
    </message>
    <message>
        <source>binary multinomial</source>
        <translation>двоичная мультиномиальная</translation>
    </message>
    <message>
        <source>bernoulli</source>
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
        <translation>дополняющая с нормой</translation>
    </message>
    <message>
        <source>gaussian</source>
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
        <source>Outcomes</source>
        <translation>Исходов</translation>
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
        <source>choice</source>
        <translation>выбор</translation>
    </message>
    <message>
        <source>start</source>
        <translation>начало</translation>
    </message>
    <message>
        <source>Count of others</source>
        <translation>Счёт у других</translation>
    </message>
    <message>
        <source>Total of others</source>
        <translation>Всего у других</translation>
    </message>
    <message>
        <source>Added to variances</source>
        <translation>Прибавлено к дисперсиям</translation>
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
        <source>Training examples behind this verdict</source>
        <translation>Обучающие примеры за этим вердиктом</translation>
    </message>
    <message>
        <source>Change of the log-odds of {label} against {other} if one of the {n_documents} training documents is removed.</source>
        <translation>Как изменится логарифм шансов {label} против {other}, если убрать один из обучающих документов (всего {n_documents}).</translation>
    </message>
    <message>
        <source>For {label}</source>
        <translation>За {label}</translation>
    </message>
    <message>
        <source>Against it</source>
        <translation>Против</translation>
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
        <source>Each word contributes log(how much more often it occurs under {label} than under {other}), times its weight among the words of its kind. A correction learnt from mistakes is added. All numbers are log-odds.</source>
        <translation>Вклад слова — логарифм того, во сколько раз чаще оно встречается у {label}, чем у {other}, умноженный на его вес среди слов того же вида. К этому прибавляется поправка, выученная на ошибках. Все числа — логарифмы шансов.</translation>
    </message>
    <message>
        <source>How close the fit is to its optimum: {label}</source>
        <translation>Насколько подбор близок к оптимуму: {label}</translation>
    </message>
    <message>
        <source>The fit minimises a loss: the sum over {n_documents} documents of max(0, 1 − t·score)², where t is 1 for documents of {label} and −1 for all others, plus {ridge}/2 · the sum over words of weight²/s, where s is {ease}. At the minimum every slope is 0: for each word, the pull of the documents with t·score below 1 equals the pull of the regularisation, {ridge} · weight/s.</source>
        <translation>Подбор минимизирует функцию потерь: сумму max(0, 1 − t·оценка)² по документам ({n_documents}), где t = 1 для документов с меткой {label} и −1 для остальных, плюс {ridge}/2 · сумма по словам вес²/s, где s = {ease}. В минимуме каждый наклон равен 0: для каждого слова тяга документов с t·оценка меньше 1 равна тяге регуляризации, {ridge} · вес/s.</translation>
    </message>
    <message>
        <source>√|ratio|</source>
        <translation>√|отношение|</translation>
    </message>
    <message>
        <source>1 for every word</source>
        <translation>1 для каждого слова</translation>
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
        <source>Documents below 1</source>
        <translation>Документов ниже 1</translation>
    </message>
    <message>
        <source>Effect of these documents</source>
        <translation>Действие этих документов</translation>
    </message>
    <message>
        <source>Effect of the regularisation</source>
        <translation>Действие регуляризации</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>Наклон</translation>
    </message>
    <message>
        <source>Ridge</source>
        <translation>Штраф</translation>
    </message>
    <message>
        <source>Slopes at the end of the fit</source>
        <translation>Наклоны в конце подбора</translation>
    </message>
    <message>
        <source>Over all words and labels, {left} of the initial slope is left. The search stops at {stop}.</source>
        <translation>По всем словам и меткам осталось {left} наклона, с которого начался поиск; он останавливается на {stop}.</translation>
    </message>
    <message>
        <source>Documents added or removed since the fit: {n_documents}. The next fit includes them.</source>
        <translation>После подбора добавлено или удалено документов: {n_documents}. Следующий подбор их учтёт.</translation>
    </message>
    <message>
        <source>The training documents are not in this workspace, so the distance of the fit from its optimum is unknown.</source>
        <translation>Обучающих документов в этом рабочем пространстве нет, поэтому близость подбора к оптимуму неизвестна.</translation>
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
        <translation>По счёту</translation>
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
        <translation>Вложения и части</translation>
    </message>
    <message>
        <source>Hidden or disguised text</source>
        <translation>Скрытый или замаскированный текст</translation>
    </message>
    <message>
        <source>Structure and style</source>
        <translation>Устройство и вид</translation>
    </message>
    <message>
        <source>Words new to the model</source>
        <translation>Слова, новые для модели</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Столбцы таблицы</translation>
    </message>
    <message>
        <source>{new_share} of its words are new, so the score is lowered to {cautious}. From {mark} on, {label} counts as sure.</source>
        <translation>{new_share} его слов новые, поэтому оценка снижена до {cautious}. Начиная с {mark} метка {label} считается уверенной.</translation>
    </message>
    <message>
        <source>Share of new words</source>
        <translation>Доля новых слов</translation>
    </message>
    <message>
        <source>Score, lowered for new words</source>
        <translation>Оценка, сниженная из-за новых слов</translation>
    </message>
    <message>
        <source>Sure from</source>
        <translation>Уверенно начиная с</translation>
    </message>
    <message>
        <source>For comparison: the same words in a multinomial model</source>
        <translation>Для сравнения: те же слова в мультиномиальной модели</translation>
    </message>
    <message>
        <source>These counts include every document with full weight. They do not decide this verdict.</source>
        <translation>В этих подсчётах каждый документ учтён с полным весом. Этот вердикт решают не они.</translation>
    </message>
    <message>
        <source>The filter decides: {label}, with {probability}. The multinomial model would give this label {share}.</source>
        <translation>Решает фильтр: {label}, {probability}. Мультиномиальная модель дала бы этой метке {share}.</translation>
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
        <source>The working</source>
        <translation>Вычисление</translation>
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
        <source>The working, step by step</source>
        <translation>Вычисление шаг за шагом</translation>
    </message>
    <message>
        <source>A question with a checked answer</source>
        <translation>Вопрос с проверкой ответа</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>ваш ответ</translation>
    </message>
    <message>
        <source>Right: {answer}</source>
        <translation>Верно: {answer}</translation>
    </message>
    <message>
        <source>The whole working, step by step</source>
        <translation>Всё вычисление шаг за шагом</translation>
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
        <source>What is given</source>
        <translation>Что дано</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Ответы</translation>
    </message>
    <message>
        <source>prior × factors</source>
        <translation>априорная × множители</translation>
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
        <translation>Априорная вероятность у всех меток одна: 1/{n}.</translation>
    </message>
    <message>
        <source>The prior of a label is (its documents + {strength}) / (all documents + {strength} · {n}).</source>
        <translation>Априорная вероятность метки — (её документы + {strength}) / (все документы + {strength} · {n}).</translation>
    </message>
    <message>
        <source>Every word of the table is a factor. For a word that the document lacks, the factor is 1 − P.</source>
        <translation>Каждое слово таблицы — множитель. Для слова, которого в документе нет, множитель равен 1 − P.</translation>
    </message>
    <message>
        <source>For each label, multiply its prior by all of its factors. P(label | document) is this product divided by the sum of the products of all labels.</source>
        <translation>Для каждой метки умножьте её априорную вероятность на все её множители. P(метка | документ) — это произведение, делённое на сумму произведений всех меток.</translation>
    </message>
    <message>
        <source>A word of the document that is not in the table is left out.</source>
        <translation>Слово документа, которого нет в таблице, не учитывается.</translation>
    </message>
    <message>
        <source>For each label</source>
        <translation>Для каждой метки</translation>
    </message>
    <message>
        <source>All words of the label</source>
        <translation>Все слова метки</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>Слов в словаре</translation>
    </message>
    <message>
        <source>Possible values</source>
        <translation>Возможных значений</translation>
    </message>
    <message>
        <source>Height of the curve at {step} for {label} = ?</source>
        <translation>Высота кривой при {step} для {label} = ?</translation>
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
        <source>total of the label</source>
        <translation>всего у метки</translation>
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
        <translation>документов метки</translation>
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
        <source>What was learned: change a number</source>
        <translation>Что выучено: измените любое число</translation>
    </message>
    <message>
        <source>The verdict</source>
        <translation>Решение</translation>
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
        <translation>отсутствующие слова</translation>
    </message>
    <message>
        <source>without “{word}”</source>
        <translation>без «{word}»</translation>
    </message>
    <message>
        <source>together</source>
        <translation>вместе</translation>
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
        <source>Remove one “{word}”</source>
        <translation>Убрать одно «{word}»</translation>
    </message>
    <message>
        <source>Add one “{word}”</source>
        <translation>Добавить одно «{word}»</translation>
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
        <source>What each factor adds to the log-odds of {label} against {other}</source>
        <translation>Что каждый множитель добавляет к логарифму шансов: {label} против {other}</translation>
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
        <source>This is the reverse: the share of {label} among all with {step}. Wanted is the share of {step} among all of {label}.</source>
        <translation>Это наоборот: доля {label} среди всех, где есть {step}. Нужна доля {step} среди всех {label}.</translation>
    </message>
    <message>
        <source>This is the probability of the opposite. Subtract it from 1.</source>
        <translation>Это вероятность противоположного. Вычтите её из 1.</translation>
    </message>
    <message>
        <source>This is the answer for {about}.</source>
        <translation>Это ответ для {about}.</translation>
    </message>
    <message>
        <source>This is a logarithm. The question asks for the probability.</source>
        <translation>Это логарифм. В вопросе нужна вероятность.</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. The count is {right}.</source>
        <translation>Похоже, в числителе у вас {about}. Верное число: {right}.</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. The total for {label} is {right}.</source>
        <translation>Похоже, вы делите на {about}. Сумма для метки {label}: {right}.</translation>
    </message>
    <message>
        <source>You seem to count {about} possible values. There are {right}.</source>
        <translation>Похоже, вы считаете {about} возможных значений. Их {right}.</translation>
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
        <source>The prior is missing.</source>
        <translation>Не хватает априорной вероятности.</translation>
    </message>
    <message>
        <source>The absent words are missing. Each of them is a factor too.</source>
        <translation>Не учтены отсутствующие слова. Каждое из них тоже множитель.</translation>
    </message>
    <message>
        <source>A word that occurs several times was used only once.</source>
        <translation>Слово, которое встречается несколько раз, учтено один раз.</translation>
    </message>
    <message>
        <source>One factor is missing: {about}.</source>
        <translation>Не хватает множителя: {about}.</translation>
    </message>
    <message>
        <source>You added the factors. Multiply them.</source>
        <translation>Вы сложили множители. Перемножьте их.</translation>
    </message>
    <message>
        <source>These are the odds against all other labels. Divide by the sum of all products, including this one.</source>
        <translation>Это шансы против всех остальных меток. Делите на сумму всех произведений, включая это.</translation>
    </message>
    <message>
        <source>You divided logarithms. Divide the products instead.</source>
        <translation>Вы разделили логарифмы. Делите сами произведения.</translation>
    </message>
    <message>
        <source>It follows from your earlier numbers, and one of them is wrong.</source>
        <translation>Это следует из ваших предыдущих чисел, но одно из них неверно.</translation>
    </message>
    <message>
        <source>Almost right: an earlier number was rounded too much.</source>
        <translation>Почти верно: одно из предыдущих чисел округлено слишком сильно.</translation>
    </message>
    <message>
        <source>This does not match a common mistake. Check each number again.</source>
        <translation>Это не похоже на обычную ошибку. Проверьте каждое число ещё раз.</translation>
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
        <source>its plain text differs from its HTML</source>
        <translation>простой текст отличается от HTML</translation>
    </message>
    <message>
        <source>a part has a broken encoding</source>
        <translation>ошибка кодировки в одной из частей</translation>
    </message>
    <message>
        <source>its HTML is very long; only its beginning was read</source>
        <translation>HTML очень длинный, прочитано только начало</translation>
    </message>
    <message>
        <source>its headers contain an empty line</source>
        <translation>среди заголовков стоит пустая строка</translation>
    </message>
    <message>
        <source>it has many scanned pages; only the first were read</source>
        <translation>в нём много отсканированных страниц, прочитаны только первые</translation>
    </message>
    <message>
        <source>a page is in a script for which Tesseract has no language here</source>
        <translation>для письменности одной из страниц не установлен язык Tesseract</translation>
    </message>
    <message>
        <source>the ends of its parts are not marked</source>
        <translation>не указано, где кончаются части</translation>
    </message>
    <message>
        <source>only its beginning was read</source>
        <translation>прочитано только начало</translation>
    </message>
    <message>
        <source>it took too long; only a part was read</source>
        <translation>чтение заняло слишком долго, прочитана часть</translation>
    </message>
    <message>
        <source>its text was recognised from pictures of its pages and may contain errors</source>
        <translation>текст распознан по изображениям страниц, в нём могут быть ошибки</translation>
    </message>
    <message>
        <source>a page is so poor that the text may have many errors</source>
        <translation>одна из страниц так плоха, что многое распознано неверно</translation>
    </message>
    <message>
        <source>it has Outlook’s own format (winmail.dat)</source>
        <translation>он в собственном формате Outlook (winmail.dat)</translation>
    </message>
    <message>
        <source>its parts are nested too deeply</source>
        <translation>части вложены друг в друга слишком глубоко</translation>
    </message>
    <message>
        <source>it has more parts than are read</source>
        <translation>частей больше, чем читается</translation>
    </message>
    <message>
        <source>its encoding is not declared</source>
        <translation>кодировка не объявлена</translation>
    </message>
    <message>
        <source>a part has an unknown encoding</source>
        <translation>неизвестная кодировка одной из частей</translation>
    </message>
    <message>
        <source>it has pages that are pictures; they were not read</source>
        <translation>в нём есть страницы-изображения, они не прочитаны</translation>
    </message>
    <message>
        <source>its attachments were not read</source>
        <translation>вложения не прочитаны</translation>
    </message>
    <message>
        <source>its parts are separated differently than declared</source>
        <translation>части разделены не так, как указано</translation>
    </message>
    <message>
        <source>a part could not be read (%1)</source>
        <translation>часть не удалось прочитать (%1)</translation>
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
