<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Bayleaf</source>
        <translation>关于 Bayleaf</translation>
    </message>
    <message>
        <source>Sorts mail and documents and shows why. Nothing leaves this computer.</source>
        <translation>给邮件和文档分类，并说明原因。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>AddMailboxDialog</name>
    <message>
        <source>Add a mailbox on a server</source>
        <translation>添加服务器上的邮箱</translation>
    </message>
    <message>
        <source>leave empty to find the server from the mail address</source>
        <translation>留空则根据邮箱地址自动确定服务器</translation>
    </message>
    <message>
        <source>First learn from the newest mails in the inbox and the junk folder</source>
        <translation>先从收件箱和垃圾邮件文件夹中最新的邮件学习</translation>
    </message>
    <message>
        <source>Add mailbox</source>
        <translation>添加邮箱</translation>
    </message>
    <message>
        <source>The password is stored in the system’s keyring. Gmail, Fastmail and others require an app password. Nothing changes on the server yet: a trial first shows what would be moved.</source>
        <translation>密码保存在系统的密钥环中。Gmail、Fastmail 等要求使用应用专用密码。服务器上暂时不会有任何改动：试运行会先显示将移动哪些邮件。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Command that prints the password</source>
        <translation>输出密码的命令</translation>
    </message>
    <message>
        <source>Command that prints an OAuth2 token</source>
        <translation>输出 OAuth2 令牌的命令</translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation>自动查找</translation>
    </message>
    <message>
        <source>Only flag spam; do not move it</source>
        <translation>只标记垃圾邮件，不移动</translation>
    </message>
    <message>
        <source>Password, or the command that prints it</source>
        <translation>密码，或输出密码的命令</translation>
    </message>
    <message>
        <source>Server (add the port if it is not 993)</source>
        <translation>服务器（端口不是 993 时也写上）</translation>
    </message>
    <message>
        <source>Junk folder</source>
        <translation>垃圾邮件文件夹</translation>
    </message>
    <message>
        <source>How to log in</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>Logging in…</source>
        <translation>正在登录…</translation>
    </message>
</context>
<context>
    <name>AnswerLinks</name>
    <message>
        <source>Always show answers</source>
        <translation>始终显示答案</translation>
    </message>
    <message>
        <source>Hide the answer</source>
        <translation>隐藏答案</translation>
    </message>
    <message>
        <source>Hide answers</source>
        <translation>隐藏答案</translation>
    </message>
    <message>
        <source>Show the answer</source>
        <translation>显示答案</translation>
    </message>
</context>
<context>
    <name>AnswerTimes</name>
    <message>
        <source>calculation took %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>classification took %1</source>
        <translation>分类用时 %1</translation>
    </message>
    <message>
        <source>test took %1</source>
        <translation>检验用时 %1</translation>
    </message>
</context>
<context>
    <name>Butterfly</name>
    <message>
        <source>Strongest words</source>
        <translation>最强的词</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>支持 %1</translation>
    </message>
</context>
<context>
    <name>CalculationPane</name>
    <message>
        <source>Full calculation</source>
        <translation>完整推导</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>ChoicePane</name>
    <message>
        <source>Values</source>
        <translation>取值数</translation>
    </message>
    <message>
        <source>A value that was never seen in training gets only the probability that smoothing gives it. Missing values do not count.</source>
        <translation>训练时从未见过的取值，其概率只来自平滑。缺失的取值不计入。</translation>
    </message>
    <message>
        <source>(never seen)</source>
        <translation>（从未见过）</translation>
    </message>
    <message>
        <source>(missing)</source>
        <translation>（缺失）</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Number of documents labelled %1 with this value</source>
        <translation>标签为 %1 的文档中有多少个取这个值</translation>
    </message>
    <message>
        <source>P(value | %1)</source>
        <translation>P(取值 | %1)</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>How strongly this value points to %1 rather than %2</source>
        <translation>这个取值在多大程度上支持 %1 而非 %2</translation>
    </message>
</context>
<context>
    <name>ClassifyConnection</name>
    <message>
        <source>A score of %1 corresponds to a probability of %2. For an unsure verdict, at most %3 is shown.</source>
        <translation>得分 %1 对应的概率为 %2。不确定的判定最多显示 %3。</translation>
    </message>
    <message>
        <source>Many words are new to the model. They lower the score to %1, which corresponds to a probability of %3.</source>
        <translation>许多词是模型没见过的，因此得分降为 %1，对应的概率为 %3。</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %2. Because some labels may be wrong, %3 is shown.</source>
        <translation>得分 %1 对应的概率为 %2。由于有些标签可能有误，显示为 %3。</translation>
    </message>
    <message>
        <source>The scores of all labels give a probability of %3.</source>
        <translation>由所有标签的得分得到的概率为 %3。</translation>
    </message>
    <message>
        <source>The scores of all labels give a probability of %3: about this share of the held-out verdicts with such scores was correct.</source>
        <translation>由所有标签的得分得到的概率为 %3：在留出文档上，得分相近的判定约有这一比例是正确的。</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %3: about this share of the held-out verdicts with such a score was correct.</source>
        <translation>得分 %1 对应的概率为 %3：在留出文档上，得分相近的判定约有这一比例是正确的。</translation>
    </message>
    <message>
        <source>A score of %1 corresponds to a probability of %2.</source>
        <translation>得分 %1 对应的概率为 %2。</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>many new words</source>
        <translation>许多新词</translation>
    </message>
    <message>
        <source>The filter knows few of these words, so it moves the score towards 0.</source>
        <translation>这些词中过滤器认识的很少，因此得分会向 0 靠近。</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>prior of %2: %1</source>
        <translation>%2 的先验：%1</translation>
    </message>
    <message>
        <source>The score of a document without words: positive if %1 is more likely than %2 before any word is read.</source>
        <translation>不含任何词的文档的得分：如果不看任何词时 %1 比 %2 更可能，该得分为正。</translation>
    </message>
</context>
<context>
    <name>ClassifyPage</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>No document in the list matches.</source>
        <translation>列表中没有符合条件的文档。</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Narrow down</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>The number of other documents in the list whose label or confidence word this correction would change.</source>
        <translation>更正后，列表中标签或把握程度会改变的其他文档的数量。</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>your answer is learnt at once, and can be undone</source>
        <translation>模型会立即学习您的回答，可以撤销</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>As added</source>
        <translation>按添加顺序</translation>
    </message>
    <message>
        <source>Unsure first</source>
        <translation>不确定的在前</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>按标签</translation>
    </message>
    <message>
        <source>Surest first</source>
        <translation>最有把握的在前</translation>
    </message>
    <message>
        <source>Drop files, folders, mails or text anywhere on this window.
Each document gets a label, and you see the reason.</source>
        <translation>把文件、文件夹、邮件或文本拖到窗口的任意位置。
每个文档都会得到一个标签，您可以看到理由。</translation>
    </message>
    <message>
        <source>Drop something to classify it</source>
        <translation>拖入内容即可分类</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Documents are classified by a model. Train a model,
then drop files on this window.</source>
        <translation>给文档分类需要模型。请先训练一个模型，
再把文件拖到此窗口。</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>移出列表</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) in the list</source>
        <translation>
            <numerusform>列表中有 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>Wrong, label as…</source>
        <translation>错误，改标为…</translation>
    </message>
    <message>
        <source>Wrong, label as %1</source>
        <translation>错误，改标为 %1</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未能读取</translation>
    </message>
    <message>
        <source>Classifying…</source>
        <translation>正在分类…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure verdict(s)</source>
        <translation>
            <numerusform>%Ln 个判定不确定</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) new to the model</source>
        <translation>
            <numerusform>%Ln 个词中有 %1 个是模型没见过的</numerusform>
        </translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Export verdicts</source>
        <translation>导出判定</translation>
    </message>
</context>
<context>
    <name>ClassifyViewModel</name>
    <message>
        <source>Classifying</source>
        <translation>正在分类</translation>
    </message>
    <message>
        <source>Classifying the documents of the last session again</source>
        <translation>正在重新分类上次会话的文档</translation>
    </message>
    <message>
        <source>Reading the files again</source>
        <translation>正在重新读取文件</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
</context>
<context>
    <name>ClassroomMenu</name>
    <message>
        <source>For a class</source>
        <translation>用于课堂</translation>
    </message>
    <message>
        <source>Print a hand-out…</source>
        <translation>打印练习单…</translation>
    </message>
    <message>
        <source>Save as a web page…</source>
        <translation>另存为网页…</translation>
    </message>
    <message>
        <source>Answer the questions and hand in…</source>
        <translation>回答题目并提交…</translation>
    </message>
    <message>
        <source>Open hand-ins…</source>
        <translation>打开已提交的作业…</translation>
    </message>
    <message>
        <source>Contest: rules against Bayes…</source>
        <translation>比赛：规则对阵贝叶斯…</translation>
    </message>
    <message>
        <source>Save as a web page</source>
        <translation>另存为网页</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>“%1” was saved. You can open it in any browser.</source>
        <translation>已保存“%1”，用任何浏览器都能打开。</translation>
    </message>
</context>
<context>
    <name>ClusterDialog</name>
    <message>
        <source>Train on a cluster</source>
        <translation>在集群上训练</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Open cluster dashboard</source>
        <translation>打开集群仪表板</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Header name, path pattern or label</source>
        <translation>邮件头字段名、路径模式或标签</translation>
    </message>
    <message>
        <source>CA certificate</source>
        <translation>CA 证书</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>One file, folder, pattern or URL per line</source>
        <translation>每行一个文件、文件夹、通配符或 URL</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>a mail header</source>
        <translation>邮件头中的某个字段</translation>
    </message>
    <message>
        <source>a pattern in the file paths</source>
        <translation>文件路径的匹配模式</translation>
    </message>
    <message>
        <source>the same label for all documents</source>
        <translation>所有文档使用同一标签</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>标签来自</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>A Dask scheduler runs any code it receives. Never make it reachable from the internet.</source>
        <translation>Dask 调度器会运行它收到的任何代码。切勿让它可以从互联网访问。</translation>
    </message>
    <message>
        <source>After training, the model is added to this workspace.</source>
        <translation>训练完成后，模型会添加到此工作区。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>Model “%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>模型“%1”已学习 %Ln 个文档。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 cluster tasks</source>
        <translation>集群任务：%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 documents per second</source>
        <translation>每秒 %1 个文档</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
</context>
<context>
    <name>ColouredText</name>
    <message>
        <source>%1: the model does not know this word</source>
        <translation>%1：模型没见过这个词</translation>
    </message>
    <message>
        <source>%1  weight of the word alone: %2; in this verdict: %3</source>
        <translation>%1  该词单独的权重：%2；在本判定中：%3</translation>
    </message>
    <message>
        <source>each occurrence adds %1; occurrences counted: %2</source>
        <translation>每次出现加 %1；计入 %2 次</translation>
    </message>
    <message>
        <source>The colour shows the weight of this word alone: %1. In this verdict, the word counts together with other evidence of the same kind, so it adds a different amount.</source>
        <translation>颜色只表示该词单独计算时的权重：%1。本次判定把它与同类的其他证据合并计算，因此它对得分的实际贡献与此不同。</translation>
    </message>
    <message>
        <source>This word also counts separately in other parts of the document: %1</source>
        <translation>该词在文档的其他部分还另外计入：%1</translation>
    </message>
</context>
<context>
    <name>ColumnHead</name>
    <message numerus="yes">
        <source>%Ln value(s) missing</source>
        <translation>
            <numerusform>缺失 %Ln 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>none missing</source>
        <translation>没有缺失</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s)</source>
        <translation>
            <numerusform>%Ln 个值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ColumnList</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) not used by this model</source>
        <translation>
            <numerusform>有 %Ln 列未被这个模型使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>How much this column alone tells about the label (mutual information, in bits)</source>
        <translation>仅凭这一列能知道多少关于标签的信息（互信息，单位：比特）</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>比特</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
</context>
<context>
    <name>ColumnsPane</name>
    <message>
        <source>Use of the chosen columns</source>
        <translation>所选列的用途</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>Use the chosen columns as</source>
        <translation>所选列用作</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Used as</source>
        <translation>用作</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>Share of rows without a value in this column, among the rows read so far</source>
        <translation>已读取的行中，此列没有值的行所占的比例</translation>
    </message>
    <message>
        <source>For example</source>
        <translation>例如</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Type a part of a command’s name</source>
        <translation>输入命令名的一部分</translation>
    </message>
    <message>
        <source>Collection: %1</source>
        <translation>文集：%1</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
</context>
<context>
    <name>Completions</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
</context>
<context>
    <name>ConfidenceLevel</name>
    <message>
        <source>sure</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未能读取</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>由您决定</translation>
    </message>
    <message>
        <source>not certain enough</source>
        <translation>把握不足</translation>
    </message>
    <message>
        <source>too few known words</source>
        <translation>认识的词太少</translation>
    </message>
    <message>
        <source>unlike the training documents</source>
        <translation>与训练文档都不像</translation>
    </message>
    <message>
        <source>another label fits too</source>
        <translation>另一标签也符合</translation>
    </message>
    <message>
        <source>accuracy not proven</source>
        <translation>准确率尚未得到验证</translation>
    </message>
    <message>
        <source>probability below %1</source>
        <translation>概率低于 %1</translation>
    </message>
    <message>
        <source>A verdict with a probability below %1 is unsure.</source>
        <translation>概率低于 %1 的判定视为不确定。</translation>
    </message>
    <message>
        <source>The probability is below the threshold from which a verdict of this model counts as sure. The threshold was set from mistakes on held-out documents.</source>
        <translation>概率没有达到此模型把判定算作“确定”的门槛。该门槛根据留出文档上的错误设定。</translation>
    </message>
    <message>
        <source>Hardly any words of this document occur in the training documents.</source>
        <translation>此文档中的词几乎都没有在训练文档中出现过。</translation>
    </message>
    <message>
        <source>No training document resembles this document, so the verdict may be wrong.</source>
        <translation>没有与此文档相似的训练文档，因此判定可能有误。</translation>
    </message>
    <message>
        <source>Another label fits nearly as well.</source>
        <translation>另一个标签几乎同样合适。</translation>
    </message>
    <message>
        <source>Too few held-out documents of this label were classified correctly to guarantee a low error rate.</source>
        <translation>此标签的留出文档中判对的太少，无法保证错误率足够低。</translation>
    </message>
    <message>
        <source>Unsure, although the probability is %1: on held-out documents, %2 of such verdicts were wrong. Of sure verdicts, at most 1 in %3 may be wrong. Corrections and new training change the threshold. For “File away”, you can require more certainty.</source>
        <translation>概率为 %1，但仍不确定：在留出文档上，此类判定有 %2 是错的。“确定”的判定最多允许每 %3 个错 1 个。更正判定或重新训练后，门槛会改变。“归档”时可以要求更大的把握。</translation>
    </message>
    <message>
        <source>Unsure: the probability %1 is below this model’s threshold for a sure verdict. The threshold keeps good documents from being lost. The Train page shows the threshold. Corrections and new training change it.</source>
        <translation>概率为 %1，但仍不确定：没有达到此模型把判定算作“确定”的门槛。设置该门槛是为了避免丢失正常文档。门槛显示在“训练”页；更正判定或重新训练后，门槛会改变。</translation>
    </message>
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>label / verdict</source>
        <translation>标签 / 判定</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>label ↓  verdict →</source>
        <translation>标签 ↓  判定 →</translation>
    </message>
    <message>
        <source>Most frequent confusions</source>
        <translation>最常见的混淆</translation>
    </message>
    <message>
        <source>No confusions</source>
        <translation>没有混淆</translation>
    </message>
    <message>
        <source>Documents labelled %2 and classified as %3: %1</source>
        <translation>标签为“%2”、判为“%3”的文档：%1</translation>
    </message>
    <message>
        <source>this is %1 of all documents with the label %2</source>
        <translation>占标签为“%2”的全部文档的 %1</translation>
    </message>
    <message>
        <source>this is %1 of all documents classified as %2</source>
        <translation>占判为“%2”的全部文档的 %1</translation>
    </message>
</context>
<context>
    <name>Contents</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>%1, finished</source>
        <translation>%1，已完成</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something went wrong inside Bayleaf</source>
        <translation>Bayleaf 内部出错</translation>
    </message>
    <message>
        <source>This is an error in the program, not your mistake. What you did before is saved. You can continue. If the window looks wrong afterwards, restart Bayleaf. The report below says where the error happened. Please read it before you share it.</source>
        <translation>这是程序的错误，不是您操作有误。您之前所做的一切都已保存，可以继续。如果窗口显示不正常，请重新启动 Bayleaf。下面的报告说明了出错的位置，转交他人之前请先看一遍。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>DialogCommands</name>
    <message>
        <source>Choose folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>There is no model to classify this with: train one first</source>
        <translation>还没有可用来分类的模型：请先训练一个</translation>
    </message>
    <message>
        <source>Classify files</source>
        <translation>给文件分类</translation>
    </message>
    <message>
        <source>Classify a folder</source>
        <translation>给文件夹分类</translation>
    </message>
    <message>
        <source>Training on a cluster</source>
        <translation>正在集群上训练</translation>
    </message>
    <message>
        <source>Model “%1” received from the cluster</source>
        <translation>已从集群取回模型“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) copied</source>
        <translation>
            <numerusform>已复制 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>已归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s)</source>
        <translation>
            <numerusform>%Ln 个文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing away was interrupted. Files filed: %1. Files left where they were: %2</source>
        <translation>归档被中断。已归档文件：%1 个；留在原处的文件：%2 个</translation>
    </message>
    <message numerus="yes">
        <source>the recognised text could not be added to %Ln file(s)</source>
        <translation>
            <numerusform>未能把识别出的文字加入 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be filed</source>
        <translation>
            <numerusform>%Ln 个文件未能归档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>filing cancelled: %Ln file(s) stayed where they were</source>
        <translation>
            <numerusform>归档已取消：%Ln 个文件留在原处</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) moved back</source>
        <translation>
            <numerusform>已把 %Ln 个文件移回原处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copy(ies) removed</source>
        <translation>
            <numerusform>已删除 %Ln 个副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be moved back</source>
        <translation>
            <numerusform>%Ln 个文件未能移回原处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This workspace has %Ln unfinished move(s) of another computer or an earlier version of Bayleaf. The files were left where they are.</source>
        <translation>
            <numerusform>此工作区中有 %Ln 项由其他计算机或早期版本的 Bayleaf 开始而未完成的移动。文件留在原处。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DimmingOverlay</name>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>DocumentsPage</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Search subject, sender and text</source>
        <translation>搜索主题、发件人和正文</translation>
    </message>
    <message>
        <source>Save search…</source>
        <translation>保存搜索…</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>No document matches your search.</source>
        <translation>没有符合搜索条件的文档。</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新在前</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最旧在前</translation>
    </message>
    <message>
        <source>Doubtful labels first</source>
        <translation>标签可疑的在前</translation>
    </message>
    <message>
        <source>By subject</source>
        <translation>按主题</translation>
    </message>
    <message>
        <source>By sender</source>
        <translation>按发件人</translation>
    </message>
    <message>
        <source>By label</source>
        <translation>按标签</translation>
    </message>
    <message>
        <source>Longest first</source>
        <translation>最长在前</translation>
    </message>
    <message>
        <source>In import order</source>
        <translation>按导入顺序</translation>
    </message>
    <message>
        <source>By file</source>
        <translation>按文件</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>最大的在前</translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>给其余文档加标签…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Import mail folders, documents or a table with labels. Bayleaf learns the words of each label
and shows the reasons for each decision. Nothing leaves this computer.</source>
        <translation>请导入邮件文件夹、文档或带标签的表格。Bayleaf 会学习每个标签的用词，
并说明每次判定的理由。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>File and reason</source>
        <translation>文件和原因</translation>
    </message>
    <message>
        <source>A copy has another label. Choose the right one.</source>
        <translation>有重复件带有别的标签。请选择正确的标签。</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>标注 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give %Ln selected document(s) the label “%1”?</source>
        <translation>
            <numerusform>给选中的 %Ln 个文档添加标签“%1”？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln label(s)</source>
        <translation>
            <numerusform>移除 %Ln 个标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove the labels of %Ln selected document(s)?</source>
        <translation>
            <numerusform>移除选中的 %Ln 个文档的标签？</numerusform>
        </translation>
    </message>
    <message>
        <source>You can undo this.</source>
        <translation>此操作可以撤销。</translation>
    </message>
    <message>
        <source>Many documents</source>
        <translation>文档较多</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Delete documents</source>
        <translation>删除文档</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>verdicts of the model “%1”</source>
        <translation>模型“%1”的判定</translation>
    </message>
    <message>
        <source>Each of these documents is kept once, and its copies are left out. You need not do anything.</source>
        <translation>这些文档各保留一份，重复件已略去。无需任何操作。</translation>
    </message>
    <message>
        <source>%1 of %2 documents selected</source>
        <translation>已选 %1 / %2 个文档</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Delete the documents of this source from the collection</source>
        <translation>从文集中删除来自此来源的文档</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Password of the PDF. It is used now and not stored.</source>
        <translation>PDF 的密码。仅本次使用，不会保存。</translation>
    </message>
    <message>
        <source>This password is wrong. Try another one.</source>
        <translation>密码不正确，请再试。</translation>
    </message>
    <message>
        <source>Enter password</source>
        <translation>输入密码</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln 个文件无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show these files</source>
        <translation>查看这些文件</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>导出列表…</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符数</translation>
    </message>
    <message>
        <source>Copy’s label</source>
        <translation>重复件的标签</translation>
    </message>
    <message>
        <source>Chance of %1</source>
        <translation>%1 概率</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>all labels…</source>
        <translation>所有标签…</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>新标签</translation>
    </message>
    <message>
        <source>Name of the label</source>
        <translation>标签名称</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>保存搜索</translation>
    </message>
    <message>
        <source>Name in the list on the left</source>
        <translation>左侧列表中的名称</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Rename label</source>
        <translation>重命名标签</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <source>Export list</source>
        <translation>导出列表</translation>
    </message>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试用 Bayleaf</numerusform>
        </translation>
    </message>
    <message>
        <source>Let Bayleaf learn from documents that you have already sorted</source>
        <translation>让 Bayleaf 从您已经分好类的文档中学习</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more file(s) could not be read for the same or a similar reason.</source>
        <translation>
            <numerusform>另有 %Ln 个文件因相同或类似的原因无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>The text that was read earlier is kept.</source>
        <translation>之前读到的文本保持不变。</translation>
    </message>
</context>
<context>
    <name>DocumentsViewModel</name>
    <message numerus="yes">
        <source>%Ln file(s) read</source>
        <translation>
            <numerusform>已读取 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) are copies of documents that are already here</source>
        <translation>
            <numerusform>%Ln 个文件是此处已有文档的副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) still cannot be read</source>
        <translation>
            <numerusform>仍有 %Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the files again</source>
        <translation>正在重新读取文件</translation>
    </message>
    <message numerus="yes">
        <source>List of %Ln document(s) saved to %1</source>
        <translation>
            <numerusform>%Ln 个文档的列表已保存到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Exporting the list</source>
        <translation>正在导出列表</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again, no changes found</source>
        <translation>
            <numerusform>已重新读取 %Ln 个文档，没有变化</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) labelled %2</source>
        <translation>
            <numerusform>已将 %Ln 个文档标为“%2”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Label removed from %Ln document(s)</source>
        <translation>
            <numerusform>已去掉 %Ln 个文档的标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled by the model</source>
        <translation>
            <numerusform>模型已给 %Ln 个文档加标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read again</source>
        <translation>
            <numerusform>已重新读取 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) deleted</source>
        <translation>
            <numerusform>已删除 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) added to the collection %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档加入文集“%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档导入文集“%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) moved to the collection %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档移到文集“%1”</numerusform>
        </translation>
    </message>
    <message>
        <source>Documents in the collection %1 can now have several labels</source>
        <translation>文集“%1”的文档现在可以有多个标签</translation>
    </message>
    <message>
        <source>Documents in the collection %1 now have at most one label each</source>
        <translation>文集“%1”的每个文档现在最多有一个标签</translation>
    </message>
    <message>
        <source>Label %2 added</source>
        <translation>已添加标签“%2”</translation>
    </message>
    <message>
        <source>Label %2 renamed to %3</source>
        <translation>标签“%2”已改名为“%3”</translation>
    </message>
    <message>
        <source>Label %2 merged into %3</source>
        <translation>标签“%2”已并入“%3”</translation>
    </message>
    <message>
        <source>Label %2 deleted</source>
        <translation>已删除标签“%2”</translation>
    </message>
    <message>
        <source>Colour of label %2 changed</source>
        <translation>已更改标签“%2”的颜色</translation>
    </message>
    <message>
        <source>Collection %1 added</source>
        <translation>已添加文集“%1”</translation>
    </message>
    <message>
        <source>Collection %1 renamed to %3</source>
        <translation>文集“%1”已改名为“%3”</translation>
    </message>
    <message>
        <source>Collection %1 deleted</source>
        <translation>已删除文集“%1”</translation>
    </message>
</context>
<context>
    <name>EvaluationConnection</name>
    <message>
        <source>Number of words in the vocabulary (most informative words first)</source>
        <translation>词汇表中的词数（最有区分力的词优先）</translation>
    </message>
    <message>
        <source>finds %1 of %2</source>
        <translation>找出了“%2”中的 %1</translation>
    </message>
    <message>
        <source>%1 of %2 documents labelled %3 misclassified</source>
        <translation>标签为“%3”的 %2 个文档中，误判了 %1 个</translation>
    </message>
    <message>
        <source>False positives (share of all others)</source>
        <translation>误报（占其他文档的比例）</translation>
    </message>
    <message>
        <source>False positives (share of %1)</source>
        <translation>误报（占 %1 的比例）</translation>
    </message>
    <message>
        <source>Share of %1 that the model finds</source>
        <translation>“%1”中被模型找出的比例</translation>
    </message>
    <message>
        <source>%1, logarithmic scale</source>
        <translation>%1，对数刻度</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Predicted probability, with the number of documents at each point</source>
        <translation>预测概率（各点旁标有文档数）</translation>
    </message>
    <message>
        <source>Predicted probability</source>
        <translation>预测概率</translation>
    </message>
    <message>
        <source>Share correct</source>
        <translation>判对的比例</translation>
    </message>
    <message>
        <source>Good mails called spam</source>
        <translation>误判为垃圾邮件的正常邮件</translation>
    </message>
    <message>
        <source>Spam missed</source>
        <translation>漏掉的垃圾邮件</translation>
    </message>
    <message>
        <source>Documents that only one of the two best models classifies correctly: “%1” %2, “%3” %4. McNemar’s test: p %5</source>
        <translation>最好的两个模型中，只有“%1”判对的文档有 %2 个，只有“%3”判对的有 %4 个。麦克尼马尔检验：p %5</translation>
    </message>
    <message>
        <source>Spam missed if 1 good mail in 1,000 may be called spam</source>
        <translation>允许每 1000 封正常邮件误判 1 封时，漏掉的垃圾邮件</translation>
    </message>
    <message>
        <source>Accuracy by event model (mean of %1 random splits)</source>
        <translation>各事件模型的准确率（%1 次随机划分的平均）</translation>
    </message>
    <message>
        <source>Accuracy by event model (mean of %1 random splits of %2 documents, drawn at random from %3)</source>
        <translation>各事件模型的准确率（%1 次随机划分的平均；从 %3 个文档中随机抽取 %2 个）</translation>
    </message>
    <message>
        <source>LAM: logistic average of both error rates</source>
        <translation>LAM：两类错误率的 logistic 平均</translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Compare the models on the same mails</source>
        <translation>在相同的邮件上比较各模型</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>垃圾邮件指标</translation>
    </message>
    <message>
        <source>Train a model first. This page then tests it on documents
that it has not seen, and compares it with other models.</source>
        <translation>请先训练一个模型。本页会用它没见过的文档检验它，
并与其他模型比较。</translation>
    </message>
    <message>
        <source>No model to test yet</source>
        <translation>还没有可检验的模型</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>The model is being trained</source>
        <translation>正在训练模型</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>前往训练</translation>
    </message>
    <message>
        <source>Label:</source>
        <translation>标签：</translation>
    </message>
    <message>
        <source>Label whose curve is shown</source>
        <translation>显示哪个标签的曲线</translation>
    </message>
    <message>
        <source>Whole axis</source>
        <translation>完整坐标轴</translation>
    </message>
    <message>
        <source>Show the whole axis from 0 to 100 %, not only the part where the curves differ</source>
        <translation>显示 0 到 100 % 的整个坐标轴，而不只是曲线有差别的部分</translation>
    </message>
    <message>
        <source>Number of documents</source>
        <translation>文档数</translation>
    </message>
    <message>
        <source>Percentages by row (recall)</source>
        <translation>按行的百分比（召回率）</translation>
    </message>
    <message>
        <source>Percentages by column (precision)</source>
        <translation>按列的百分比（精确率）</translation>
    </message>
    <message>
        <source>Cells show</source>
        <translation>单元格显示</translation>
    </message>
    <message>
        <source>Similar labels together</source>
        <translation>相似标签排在一起</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>列表显示</translation>
    </message>
    <message>
        <source>List the pairs of labels that are confused most often</source>
        <translation>列出最常混淆的标签对</translation>
    </message>
    <message>
        <source>Click a cell to list its documents. Right-click to copy the table.</source>
        <translation>单击单元格可列出其中的文档，右键单击可复制表格。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Documents in the chosen cell</source>
        <translation>所选单元格中的文档</translation>
    </message>
    <message>
        <source>Looking for the documents…</source>
        <translation>正在查找文档…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln 个标签为“%1”、判为“%2”的文档</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Probability of the verdict</source>
        <translation>判定的概率</translation>
    </message>
    <message>
        <source>Leave-one-out</source>
        <translation>留一法</translation>
    </message>
    <message>
        <source>5 folds</source>
        <translation>5 折</translation>
    </message>
    <message>
        <source>10 folds</source>
        <translation>10 折</translation>
    </message>
    <message>
        <source>20 % held out</source>
        <translation>留出 20%</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>精确率与召回率</translation>
    </message>
    <message>
        <source>ROC curve</source>
        <translation>ROC 曲线</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>可靠性</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混淆</translation>
    </message>
    <message>
        <source>Vocabulary size</source>
        <translation>词汇量</translation>
    </message>
    <message>
        <source>Replay: test each, then learn it</source>
        <translation>重放：逐个先检验，后学习</translation>
    </message>
    <message>
        <source>These models were tested by date, which is a harder test: %1. Do not compare their figures with those of other models.</source>
        <translation>这些模型按日期检验，这种检验更难：%1。它们的数字不能与其他模型的数字相比。</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Share of the documents labelled %1 that are classified as %2</source>
        <translation>标签为 %1 的文档中被判为 %2 的比例</translation>
    </message>
    <message>
        <source>1 − AUC</source>
        <translation>1 − AUC</translation>
    </message>
    <message>
        <source>The area above the ROC curve; 0 is perfect</source>
        <translation>ROC 曲线上方的面积；0 为最佳</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Cal. error</source>
        <translation>校准误差</translation>
    </message>
    <message>
        <source>Calibration error: average difference between the stated probability and the share of correct verdicts</source>
        <translation>校准误差：所给概率与判定正确比例之间的平均差</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>文集</translation>
    </message>
    <message>
        <source>Accuracy on the documents of the collection, tested by this method. It is often higher than on a test set: documents from another time or source resemble those of the collection less.</source>
        <translation>用此方法在文集自身的文档上测得的准确率。它常高于测试集上的准确率：来自其他时间或来源的文档与文集中的文档不那么相似。</translation>
    </message>
    <message>
        <source>No model has been tested yet.</source>
        <translation>还没有检验过模型。</translation>
    </message>
    <message>
        <source>Testing different vocabulary sizes…</source>
        <translation>正在检验不同的词汇表大小…</translation>
    </message>
    <message>
        <source>A curve needs tested documents both with and without the label %1.</source>
        <translation>要绘制曲线，检验的文档中须既有带标签“%1”的，也有不带该标签的。</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 误判</translation>
    </message>
    <message>
        <source>Test folder…</source>
        <translation>测试文件夹…</translation>
    </message>
    <message>
        <source>Test file…</source>
        <translation>测试文件…</translation>
    </message>
    <message>
        <source>Test method</source>
        <translation>检验方式</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Test on the collection again</source>
        <translation>改回用文集检验</translation>
    </message>
    <message>
        <source>When the training is finished, the model is saved and this page tests it.</source>
        <translation>训练完成后会保存模型，然后本页自动检验它。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>By date</source>
        <translation>按日期</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>%1 documents</source>
        <translation>%1 个文档</translation>
    </message>
    <message>
        <source>Test set “%1”</source>
        <translation>测试集“%1”</translation>
    </message>
    <message>
        <source>tested by date: each document was classified before it was learnt</source>
        <translation>按日期检验：每个文档都是先判定、后学习</translation>
    </message>
    <message>
        <source>tested in %1 parts, each by a model trained on the other parts</source>
        <translation>分成 %1 份检验：每一份都由用其余各份训练的模型判定</translation>
    </message>
    <message>
        <source>each document tested by a model trained on all others</source>
        <translation>逐个检验文档，每次所用的模型都由其余全部文档训练</translation>
    </message>
    <message>
        <source>the later half of the documents, tested by models trained on earlier ones</source>
        <translation>用较早的文档训练模型，再检验较晚的一半文档</translation>
    </message>
    <message>
        <source>tested on 20 % of each label; the model was trained on the rest</source>
        <translation>用每个标签 20% 的文档检验；模型用其余文档训练</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>漏掉的%1</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>Mean of −ln of the probability given to the right label; 0 is perfect</source>
        <translation>正确标签所得概率的 −ln 的平均值；0 为最佳</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall of %1</source>
        <translation>%1 的精确率与召回率的调和平均</translation>
    </message>
    <message>
        <source>F1 of %1</source>
        <translation>%1 的 F1</translation>
    </message>
    <message>
        <source>Mean of F1 over all labels: labels with few documents count as much as others</source>
        <translation>所有标签 F1 的平均值：文档少的标签与其他标签同等重要</translation>
    </message>
    <message>
        <source>F1 over all verdicts together. With one label for each document it equals accuracy.</source>
        <translation>对所有判定合并计算的 F1。每个文档只有一个标签时，它等于准确率。</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>宏平均 F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>微平均 F1</translation>
    </message>
    <message>
        <source>Testing “%1” on documents it has not seen…</source>
        <translation>正在用没见过的文档检验“%1”…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message numerus="yes">
        <source>Testing %Ln model(s) on documents they have not seen…</source>
        <translation>
            <numerusform>正在用没见过的文档检验 %Ln 个模型…</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>检验已停止。</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新检验</translation>
    </message>
    <message>
        <source>Tick a model in the list below to see it here.</source>
        <translation>在下面的列表中勾选一个模型，即可在此查看。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Folder that contains a folder of documents for each label</source>
        <translation>选择一个文件夹，其中每个标签各有一个存放文档的子文件夹</translation>
    </message>
    <message>
        <source>Tables with a text and a label column</source>
        <translation>含文本列和标签列的表格</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>“%1” no longer exists: the file was moved or deleted.</source>
        <translation>“%1”已不存在：文件已被移走或删除。</translation>
    </message>
</context>
<context>
    <name>EvaluationReportPage</name>
    <message>
        <source>Evaluation of %1</source>
        <translation>%1 的评估</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>ROC curve</source>
        <translation>ROC 曲线</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>精确率与召回率</translation>
    </message>
    <message>
        <source>Calibration: how often verdicts are correct at each level of confidence</source>
        <translation>校准：每种把握程度的判定有多少是正确的</translation>
    </message>
    <message>
        <source>Accuracy by vocabulary size</source>
        <translation>不同词汇表大小下的准确率</translation>
    </message>
    <message>
        <source>Confusion matrix of %1</source>
        <translation>%1 的混淆矩阵</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>垃圾邮件指标</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 的设置</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Documents in the collection</source>
        <translation>文集中的文档</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 误判</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>%1 漏掉</translation>
    </message>
    <message>
        <source>F1 of %1</source>
        <translation>%1 的 F1</translation>
    </message>
    <message>
        <source>1 − AUC</source>
        <translation>1 − AUC</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>宏平均 F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>微平均 F1</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>校准误差</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>label ↓  verdict →</source>
        <translation>标签 ↓  判定 →</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>平滑 α</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>词出现的次数</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>词是否出现</translation>
    </message>
    <message>
        <source>all words</source>
        <translation>全部词</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>计数内容</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇表</translation>
    </message>
    <message>
        <source>Training date</source>
        <translation>训练时间</translation>
    </message>
</context>
<context>
    <name>EvaluationViewModel</name>
    <message>
        <source>Comparing %1 with other models</source>
        <translation>正在将“%1”与其他模型比较</translation>
    </message>
    <message>
        <source>Evaluating models</source>
        <translation>正在评估模型</translation>
    </message>
    <message>
        <source>Testing different vocabulary sizes</source>
        <translation>正在检验不同的词汇表大小</translation>
    </message>
</context>
<context>
    <name>EventModelChoice</name>
    <message>
        <source>how often each word occurs</source>
        <translation>每个词出现多少次</translation>
    </message>
    <message>
        <source>whether each word occurs</source>
        <translation>每个词是否出现</translation>
    </message>
    <message>
        <source>compares with all other labels</source>
        <translation>与其他所有标签的词比较</translation>
    </message>
    <message>
        <source>numbers close to an average</source>
        <translation>集中在平均值附近的数值</translation>
    </message>
    <message>
        <source>the value in each column</source>
        <translation>看每一列取哪个值</translation>
    </message>
    <message>
        <source>for spam; finds its own settings</source>
        <translation>用于识别垃圾邮件；各项设置自动确定</translation>
    </message>
    <message>
        <source>Learns from mail in date order and corrects its own mistakes. The best choice for a mailbox.</source>
        <translation>按日期顺序从邮件中学习，判错时自动修正。最适合邮箱。</translation>
    </message>
    <message>
        <source>learns how much words count</source>
        <translation>学习每个词的权重</translation>
    </message>
    <message>
        <source>Naive Bayes that also learns a weight for each word. Words that repeat what other words say count less. The best choice for documents in folders.</source>
        <translation>朴素贝叶斯，并为每个词学习一个权重。与其他词意思重复的词权重较低。最适合按文件夹存放的文档。</translation>
    </message>
    <message>
        <source>Each occurrence of a word counts as evidence. The usual choice for text.</source>
        <translation>词每出现一次，就算一次证据。处理文本时常用这个选项。</translation>
    </message>
    <message>
        <source>Only the presence or absence of a word counts, not how often it occurs. Good for short texts.</source>
        <translation>只看词是否出现，不看出现次数。适合短文本。</translation>
    </message>
    <message>
        <source>Compares a document with the documents of all other labels. Good when labels have very different numbers of documents.</source>
        <translation>将文档与其他所有标签的文档比较。适合各标签文档数相差很大的情况。</translation>
    </message>
    <message>
        <source>The numbers of each label follow a bell curve around the label&apos;s mean.</source>
        <translation>每个标签的数值围绕其平均值呈钟形分布。</translation>
    </message>
    <message>
        <source>Counts how often each value of a column occurs under each label.</source>
        <translation>统计列中每个取值在各标签下出现的频率。</translation>
    </message>
    <message>
        <source>numbers, categories and words</source>
        <translation>同时使用数值、类别和词</translation>
    </message>
    <message>
        <source>Adds up the evidence of a Gaussian model for numbers, a categorical one for categories and a multinomial one for text.</source>
        <translation>数值用高斯模型，类别用分类型模型，文本用多项式模型，各自的证据相加。</translation>
    </message>
    <message>
        <source>numbers, categories, and which words occur</source>
        <translation>数值、类别，以及词是否出现</translation>
    </message>
    <message>
        <source>Like Mixed, but only the presence or absence of a word counts. For short texts.</source>
        <translation>与“混合”相同，但只看词是否出现。适合短文本。</translation>
    </message>
</context>
<context>
    <name>ExampleCard</name>
    <message>
        <source>Click to show more of this text</source>
        <translation>单击可显示更多正文</translation>
    </message>
</context>
<context>
    <name>ExercisePane</name>
    <message>
        <source>Questions about</source>
        <translation>提问内容</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>分数或小数</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>您的答案</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>There are no fractions to compute here, so there are no questions.</source>
        <translation>这里没有需要计算的分式，所以没有题目。</translation>
    </message>
    <message>
        <source>this lesson</source>
        <translation>本课</translation>
    </message>
    <message>
        <source>What is P(%1 | document)?</source>
        <translation>P(%1 | 文档) 是多少？</translation>
    </message>
    <message>
        <source>What is P(%2 | %1)?</source>
        <translation>P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>Another question</source>
        <translation>换一个问题</translation>
    </message>
    <message>
        <source>Correct.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>What is the prior P(%1)?</source>
        <translation>先验概率 P(%1) 是多少？</translation>
    </message>
    <message>
        <source>What is P(%1) times all factors of the label %1?</source>
        <translation>P(%1) 乘以标签 %1 的所有因子，积是多少？</translation>
    </message>
    <message>
        <source>“%2” occurs %3 times among the %4 words of %1; α = %5, %6 words in the vocabulary. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 个词中有 %3 个“%2”；α = %5，词汇表有 %6 个词。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 个文档中有 %3 个含“%2”；α = %5。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>“%2” occurs %3 times among the %4 words of all labels except %1; α = %5, %6 words in the vocabulary. What is the share of “%2”?</source>
        <translation>在 %1 以外所有标签的 %4 个词中，有 %3 个“%2”；α = %5，词汇表有 %6 个词。“%2”所占的份额是多少？</translation>
    </message>
    <message>
        <source>%3 of the %4 documents of %1 have %2; α = %5, %6 possible values. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 个文档中，有 %3 个具有 %2；α = %5，共 %6 种可能取值。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>%3 of %4 documents have the label %1; λ = %5, %6 labels. What is P(%1)?</source>
        <translation>%4 个文档中有 %3 个的标签是 %1；λ = %5，共 %6 个标签。P(%1) 是多少？</translation>
    </message>
    <message>
        <source>Correct: %1</source>
        <translation>正确：%1</translation>
    </message>
    <message>
        <source>Not correct yet. %1</source>
        <translation>还不对。%1</translation>
    </message>
    <message>
        <source>Not correct yet. The calculation on the right shows the answer.</source>
        <translation>还不对。右边的计算过程里有答案。</translation>
    </message>
    <message>
        <source>Not correct yet. The result is (count + smoothing) / (total + smoothing × number of possible values).</source>
        <translation>还不对：应为（计数 + 平滑值）/（总数 + 平滑值 × 可能取值数）。</translation>
    </message>
</context>
<context>
    <name>ExperimentPane</name>
    <message>
        <source>Documents for the experiment</source>
        <translation>实验所用的文档</translation>
    </message>
    <message>
        <source>Run experiment</source>
        <translation>运行实验</translation>
    </message>
    <message>
        <source>The experiment has not been run yet.</source>
        <translation>实验还没有运行过。</translation>
    </message>
    <message>
        <source>the sample mail</source>
        <translation>示例邮件</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export of the model “%1”</source>
        <translation>导出模型“%1”</translation>
    </message>
    <message>
        <source>Choose your file %1</source>
        <translation>选择您的文件 %1</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>导出为 %1</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>正在导出</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>没有保存任何内容。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>ExportFormats</name>
    <message>
        <source>This format cannot hold all data of the model. The file “%1” next to it lists what is missing.</source>
        <translation>所选格式无法容纳模型的全部内容，缺少的部分列在同一文件夹的“%1”中。</translation>
    </message>
    <message>
        <source>With these words alone, %1 of %2 documents get the same label as in Bayleaf.</source>
        <translation>仅凭这些词，%2 个文档中有 %1 个得到与 Bayleaf 中相同的标签。</translation>
    </message>
    <message>
        <source>A scikit-learn pipeline for Python. It loads with skops, without Bayleaf.</source>
        <translation>用于 Python 的 scikit-learn 流水线。可用 skops 加载，无需 Bayleaf。</translation>
    </message>
    <message>
        <source>A model that onnxruntime runs from many programming languages and on phones.</source>
        <translation>可在手机上运行、也可用多种编程语言调用的模型（通过 onnxruntime）。</translation>
    </message>
    <message>
        <source>Words, counts, log-probabilities and settings, for a program of your own.</source>
        <translation>词、计数、对数概率和设置，供您自己的程序使用。</translation>
    </message>
    <message>
        <source>A Parquet table of all words with counts and weights, which pandas, DuckDB and Spark can read.</source>
        <translation>包含全部词及其计数和权重的 Parquet 表，可用 pandas、DuckDB 和 Spark 读取。</translation>
    </message>
    <message>
        <source>Word counts for Bogofilter: load them with “bogoutil -l wordlist.db”.</source>
        <translation>Bogofilter 的词计数：用“bogoutil -l wordlist.db”加载。</translation>
    </message>
    <message>
        <source>Word counts for SpamAssassin: load them with “sa-learn --restore”.</source>
        <translation>SpamAssassin 的词计数：用“sa-learn --restore”加载。</translation>
    </message>
    <message>
        <source>Word counts for SpamBayes: load them with “sb_dbexpimp -i”.</source>
        <translation>SpamBayes 的词计数：用“sb_dbexpimp -i”加载。</translation>
    </message>
    <message>
        <source>Word counts for Rspamd: load them with “rspamadm statistics_dump restore”.</source>
        <translation>Rspamd 的词计数：用“rspamadm statistics_dump restore”加载。</translation>
    </message>
    <message>
        <source>Training data of Thunderbird&apos;s junk filter. Close Thunderbird, then put the file in its profile folder.</source>
        <translation>Thunderbird 垃圾邮件过滤器的训练数据。请先关闭 Thunderbird，再放入配置文件夹。</translation>
    </message>
    <message>
        <source>A folder for each label with its table of words, like POPFile&apos;s buckets.</source>
        <translation>每个标签一个文件夹，内含词表，与 POPFile 的分类桶相同。</translation>
    </message>
    <message>
        <source>A copy of your POPFile database popfile.db, with the words of this model in its buckets. Your own file is not changed.</source>
        <translation>您的 POPFile 数据库 popfile.db 的副本，其分类桶中含有此模型的词。您自己的文件不会被修改。</translation>
    </message>
    <message>
        <source>Documents written: %1.</source>
        <translation>已写出 %1 个文档。</translation>
    </message>
    <message>
        <source>The rules were tested on mail that was not used to make them. They matched %2 mails, and were right for %1.</source>
        <translation>这些规则在未用于生成规则的邮件上检验过：匹配了 %2 封，其中 %1 封正确。</translation>
    </message>
    <message>
        <source>A table of documents with label and verdict, for a spreadsheet.</source>
        <translation>列出文档及其标签和判定，可用电子表格软件打开。</translation>
    </message>
    <message>
        <source>Documents, labels and verdicts for %1. The command “bayleaf-cli convert” imports the labels that people set there.</source>
        <translation>供 %1 使用的文档、标签和判定。在那里标注的标签可用命令“bayleaf-cli convert”导入。</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for mail servers that support Sieve.</source>
        <translation>按邮件列表、发件人和收件人分类的规则，用于支持 Sieve 的邮件服务器。</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for procmail.</source>
        <translation>按邮件列表、发件人和收件人分类的规则，用于 procmail。</translation>
    </message>
    <message>
        <source>Rules by mailing list, sender and recipient, for Gmail. Import them under Settings, Filters.</source>
        <translation>按邮件列表、发件人和收件人分类的规则，用于 Gmail。请在“设置 → 过滤器”中导入。</translation>
    </message>
    <message>
        <source>Message filters for Thunderbird: rules by mailing list, sender and recipient (msgFilterRules.dat).</source>
        <translation>Thunderbird 的邮件过滤器：按邮件列表、发件人和收件人的规则（msgFilterRules.dat）。</translation>
    </message>
    <message>
        <source>Labels as tags, for “notmuch tag --batch --input=FILE”.</source>
        <translation>把标签写成标记，供命令“notmuch tag --batch --input=FILE”使用。</translation>
    </message>
    <message>
        <source>Labels as keywords in the file names of your Maildir. The files are renamed.</source>
        <translation>把标签作为关键词写入 Maildir 的文件名。文件会被重命名。</translation>
    </message>
    <message>
        <source>A manifest.json for paperless-ngx with the labels as tags. Import the file there again.</source>
        <translation>paperless-ngx 的 manifest.json，其中标签写成标记。请重新导入到 paperless-ngx。</translation>
    </message>
    <message>
        <source>Columns written: %1.</source>
        <translation>已写出 %1 列。</translation>
    </message>
    <message>
        <source>Words written: %1.</source>
        <translation>已写出 %1 个词。</translation>
    </message>
    <message>
        <source>A model file for another Bayleaf workspace. It holds words and counts, but no documents.</source>
        <translation>供另一个 Bayleaf 工作区使用的模型文件。其中只有词和计数，没有文档。</translation>
    </message>
    <message>
        <source>All words with counts, probabilities and log-odds, for a spreadsheet. A search on the Words page has no effect on the list.</source>
        <translation>全部词及其计数、概率和对数几率，供电子表格使用。不受“词语”页搜索的影响。</translation>
    </message>
    <message>
        <source>All columns with their values and probabilities, for a spreadsheet.</source>
        <translation>全部列及其取值和概率，供电子表格使用。</translation>
    </message>
    <message>
        <source>A report to read in a browser: results, plots, settings. One file that works offline.</source>
        <translation>用浏览器阅读的报告：结果、图表、设置。单个文件，无需联网。</translation>
    </message>
    <message>
        <source>A report on the evaluation, to print or to send.</source>
        <translation>评估报告，便于打印或发送。</translation>
    </message>
    <message>
        <source>The results of all models as a table, for a spreadsheet.</source>
        <translation>所有模型的评估结果表，供电子表格使用。</translation>
    </message>
    <message>
        <source>Evaluation of %1</source>
        <translation>%1 的评估</translation>
    </message>
</context>
<context>
    <name>FacetList</name>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>还有 %Ln 个…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facets</name>
    <message>
        <source>Sender</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>Mailing list</source>
        <translation>邮件列表</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>月份</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Model’s verdict</source>
        <translation>模型判定</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Why unsure</source>
        <translation>不确定的原因</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>99 % or more</source>
        <translation>99 % 及以上</translation>
    </message>
    <message>
        <source>90 to 99 %</source>
        <translation>90 % 至 99 %</translation>
    </message>
    <message>
        <source>50 to 90 %</source>
        <translation>50 % 至 90 %</translation>
    </message>
    <message>
        <source>below 50 %</source>
        <translation>低于 50 %</translation>
    </message>
    <message>
        <source>model disagrees</source>
        <translation>模型判定不同</translation>
    </message>
    <message>
        <source>has duplicates</source>
        <translation>有重复件</translation>
    </message>
    <message>
        <source>duplicates with another label</source>
        <translation>副本的标签不一致</translation>
    </message>
    <message>
        <source>with attachment</source>
        <translation>有附件</translation>
    </message>
    <message>
        <source>without a date</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>checked by you</source>
        <translation>由您核对</translation>
    </message>
    <message>
        <source>still to check</source>
        <translation>待核对</translation>
    </message>
    <message>
        <source>filed away</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>Row of a table</source>
        <translation>表格行</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>month and year</comment>
        <translation>%2年%1</translation>
    </message>
</context>
<context>
    <name>Features</name>
    <message>
        <source>documents per bar</source>
        <translation>每个柱的文档数</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>speaks for *%1* against %2: %3</source>
        <translation>支持 *%1* 而非 %2：%3</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
</context>
<context>
    <name>FiguresPane</name>
    <message>
        <source>Estimated accuracy on unlabelled documents</source>
        <translation>无标签文档上的估计准确率</translation>
    </message>
    <message>
        <source>The accuracy is not known yet. To estimate it, Bayleaf needs your answers to %2 random questions; you have answered %1. Every fifth question is random.</source>
        <translation>准确率尚不可知。要估计准确率，需要您回答 %2 个随机抽取的问题，已回答 %1 个。每五个问题中有一个是随机抽取的。</translation>
    </message>
    <message numerus="yes">
        <source>Probably between %1 and %2, estimated from your answers about %Ln document(s) chosen at random</source>
        <translation>
            <numerusform>很可能在 %1 到 %2 之间（根据您对 %Ln 个随机抽取的文档的回答估计）</numerusform>
        </translation>
    </message>
    <message>
        <source>More answers would hardly raise the accuracy. You can train a model now.</source>
        <translation>再多的回答也几乎不会提高准确率，现在可以训练模型了。</translation>
    </message>
    <message>
        <source>Ten more answers would raise the accuracy by about %1 percentage points.</source>
        <translation>再回答十个问题，准确率约可提高 %1 个百分点。</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估计值</translation>
    </message>
    <message>
        <source>documents with a label</source>
        <translation>有标签的文档</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Labels that may be wrong</source>
        <translation>可能有误的标签</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar document(s) are labelled %3.</source>
        <translation>
            <numerusform>“%1”的标签是 %2，但 %Ln 个相似文档的标签是 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>Change label to %1</source>
        <translation>把标签改为 %1</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>阅读</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Open original file</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Read file again</source>
        <translation>重新读取文件</translation>
    </message>
    <message>
        <source>Show what Bayleaf reads…</source>
        <translation>查看 Bayleaf 读到的内容…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>FiledDialog</name>
    <message>
        <source>Filed away</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>Continue with %Ln file(s)</source>
        <translation>
            <numerusform>继续处理剩余 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>“File away…” on the Classify page moves files to folders.
Before that, it shows where each file will go.</source>
        <translation>“分类”页面的“归档…”会把文件移到各个文件夹。
移动之前会先显示每个文件的去向。</translation>
    </message>
    <message>
        <source>Nothing has been filed away yet</source>
        <translation>还没有归档过任何文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>filed</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>brought back</source>
        <translation>已取回</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation>未移动</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>FilingDialog</name>
    <message>
        <source>File away</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Files and where they go</source>
        <translation>文件去向</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Add the recognised text; the original is kept for undo</source>
        <translation>写入识别出的文字；原文件保留以便撤销</translation>
    </message>
    <message>
        <source>Pattern for file names</source>
        <translation>文件名模式</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>目标文件夹</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>File names</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>Scanned PDFs</source>
        <translation>扫描的 PDF</translation>
    </message>
    <message>
        <source>add a number to the name</source>
        <translation>在名称后加编号</translation>
    </message>
    <message>
        <source>leave the file where it is</source>
        <translation>文件留在原处</translation>
    </message>
    <message>
        <source>If the name already exists</source>
        <translation>如果名称已存在</translation>
    </message>
    <message>
        <source>A copy in the folder of each label</source>
        <translation>在每个标签的文件夹中各存一份</translation>
    </message>
    <message>
        <source>unchanged, or for example %1</source>
        <translation>保持原文件名，或填写模式，例如 %1</translation>
    </message>
    <message>
        <source>You can use {date} {sender} {label} {title} {name}. Leave the field empty to keep the file names.</source>
        <translation>可使用 {date} {sender} {label} {title} {name}。留空则保持原文件名。</translation>
    </message>
    <message>
        <source>Accepted mistakes</source>
        <translation>允许的错误</translation>
    </message>
    <message>
        <source>For each label, at most this share of the filed documents may go to a wrong folder</source>
        <translation>对每个标签，归档的文档中允许放错文件夹的比例上限</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>No file is overwritten. You can undo the filing, even after a restart.</source>
        <translation>不会覆盖任何文件，归档在重启后也可以撤销。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Checking the files…</source>
        <translation>正在检查文件…</translation>
    </message>
    <message>
        <source>Messages of a mailbox and members of an archive can only be copied.</source>
        <translation>邮箱里的邮件和压缩包里的文件只能复制。</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln file(s)</source>
        <translation>
            <numerusform>移动 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln file(s)</source>
        <translation>
            <numerusform>复制 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be filed</source>
        <translation>
            <numerusform>将归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free on the target disk</source>
        <translation>目标磁盘可用空间：%1</translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; hardly any mistakes expected.</source>
        <translation>%2 个文档中有 %1 个可归档，预计几乎没有错误。</translation>
    </message>
    <message numerus="yes">
        <source>Included: %Ln copy(ies) of documents. Other pages do not count copies.</source>
        <translation>
            <numerusform>其中包括 %Ln 个文档副本。其他页面不计副本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not included: %Ln label(s) given to whole groups at once. How many of them are wrong is not known.</source>
        <translation>
            <numerusform>未计入一次给整组文档加的 %Ln 个标签：其中有多少标错，无从得知。</numerusform>
        </translation>
    </message>
    <message>
        <source>unsure verdict</source>
        <translation>判定不确定</translation>
    </message>
    <message>
        <source>too few documents of this label</source>
        <translation>该标签的文档太少</translation>
    </message>
    <message>
        <source>changed since Bayleaf last read it</source>
        <translation>Bayleaf 上次读取后已改动</translation>
    </message>
    <message>
        <source>inside a mailbox or an archive, which Bayleaf never changes</source>
        <translation>文件在邮箱或压缩包内，而 Bayleaf 从不改动邮箱和压缩包</translation>
    </message>
    <message>
        <source>no label yet: label the document, or train a model</source>
        <translation>此文档还没有标签：请加上标签，或训练模型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) will be renamed</source>
        <translation>
            <numerusform>%Ln 个文件会改名</numerusform>
        </translation>
    </message>
    <message>
        <source>File into the folders that the labels came from</source>
        <translation>归档到导入时作为标签来源的文件夹</translation>
    </message>
    <message>
        <source>File documents with unsure verdicts too</source>
        <translation>也归档判定不确定的文档</translation>
    </message>
    <message>
        <source>at most 1 mistake in %1</source>
        <translation>最多每 %1 个错 1 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will be copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>将从邮箱或压缩包中复制 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay</source>
        <translation>
            <numerusform>%Ln 个文档将留在原处</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to file. Drop files on Classify, or import and label documents.</source>
        <translation>没有可归档的内容。请把文件拖到“分类”页，或导入文档并加上标签。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) will stay. The list shows the reasons.</source>
        <translation>
            <numerusform>没有可归档的内容：%Ln 个文档留在原处，原因见列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed, by their labels.</source>
        <translation>%2 个文档中有 %1 个可按标签归档。</translation>
    </message>
    <message>
        <source>The files need %1, but the target disk has only %2 free. Choose another folder.</source>
        <translation>这些文件需要 %1，但目标磁盘只有 %2 可用。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>去向</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>new name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>留在原处</translation>
    </message>
    <message>
        <source>Minimum confidence</source>
        <translation>最低把握</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents can be filed; about %Ln mistake(s) expected.</source>
        <translation>
            <numerusform>%2 个文档中有 %1 个可归档，预计约 %Ln 个错误。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose where to create the label folders</source>
        <translation>选择在哪里创建标签文件夹</translation>
    </message>
</context>
<context>
    <name>FilingViewModel</name>
    <message>
        <source>Checking the imported files</source>
        <translation>正在检查已导入的文件</translation>
    </message>
    <message numerus="yes">
        <source>Filing away %Ln file(s)</source>
        <translation>
            <numerusform>正在归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing the files again</source>
        <translation>正在重新归档文件</translation>
    </message>
    <message>
        <source>Bringing files back</source>
        <translation>正在把文件移回原处</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>the system denies access</source>
        <translation>系统不允许读取</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Choose a mailbox…</source>
        <translation>选择邮箱…</translation>
    </message>
    <message>
        <source>Begin lesson 1</source>
        <translation>开始第 1 课</translation>
    </message>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试用 Bayleaf</numerusform>
        </translation>
    </message>
    <message>
        <source>With one folder for each kind, such as Invoices and Contracts, the names of the folders become labels. A folder that is not sorted yet is divided into groups, and you name them. You see a preview before anything is learnt. Nothing leaves this computer.</source>
        <translation>如果每一类都有一个文件夹，例如“发票”和“合同”，文件夹名称将成为标签。尚未整理的文件夹会被分成若干组，由您命名。学习之前会先显示预览。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Bayleaf learns from mail that you have already sorted, then watches for new mail. It moves mail only if you allow it.</source>
        <translation>Bayleaf 从您已整理好的邮件中学习，再留意新邮件。只有您同意，它才会移动邮件。</translation>
    </message>
    <message>
        <source>Mail found on this computer</source>
        <translation>在这台电脑上找到的邮件</translation>
    </message>
    <message>
        <source>Filter my mail</source>
        <translation>过滤我的邮件</translation>
    </message>
    <message>
        <source>First lessons</source>
        <translation>前几课</translation>
    </message>
    <message numerus="yes">
        <source>%Ln short lesson(s) with numbers that you can change. Your own mail is not needed.</source>
        <translation>
            <numerusform>%Ln 节短课，数字可以改动，不需要您的邮件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Learn naive Bayes</source>
        <translation>了解朴素贝叶斯</translation>
    </message>
    <message>
        <source>Choose a mailbox</source>
        <translation>选择邮箱</translation>
    </message>
    <message>
        <source>Just looking?</source>
        <translation>只是看看？</translation>
    </message>
    <message>
        <source>To see this page again, choose Help › First steps.</source>
        <translation>可通过“帮助 › 第一步”回到此页。</translation>
    </message>
    <message>
        <source>Mail elsewhere? Drop an mbox file or a folder here.</source>
        <translation>邮件在别处？请把 mbox 文件或文件夹拖到这里。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message numerus="yes">
        <source>Look through %Ln mailbox(es)…</source>
        <translation>
            <numerusform>查看 %Ln 个邮箱…</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Other ways to begin:</source>
        <translation>其他开始方式：</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Drop a folder with documents or mail here</source>
        <translation>把文档或邮件文件夹拖到这里</translation>
    </message>
    <message>
        <source>Recent workspaces</source>
        <translation>最近的工作区</translation>
    </message>
    <message>
        <source>See what Bayleaf does before you give it your own files.</source>
        <translation>先看看 Bayleaf 能做什么，再交给它您自己的文件。</translation>
    </message>
    <message>
        <source>A list of classified mails, with the words that decided each verdict</source>
        <translation>已分类邮件的清单，以及起决定作用的词</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No mail program found. Drop an mbox file or a folder here.</source>
        <translation>未找到邮件程序。请把 mbox 文件或文件夹拖到这里。</translation>
    </message>
</context>
<context>
    <name>Flips</name>
    <message numerus="yes">
        <source>The verdict would be %1 without %n word(s): %2</source>
        <translation>
            <numerusform>判定会变成 %1，只要去掉这 %n 个词：%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ForeseenEffect</name>
    <message>
        <source>no other verdict changes</source>
        <translation>其他判定不变</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>列表中另有 %Ln 个判定会改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change up to %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>更正最多会使列表中另外 %Ln 个判定改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A correction would change %Ln other verdict(s) in this list</source>
        <translation>
            <numerusform>更正会使列表中另外 %Ln 个判定改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you label it %1, %Ln other verdict(s) in this list change.</source>
        <translation>
            <numerusform>如果标为“%1”，此列表中还有 %Ln 个判定会改变。</numerusform>
        </translation>
    </message>
    <message>
        <source>If you label it %1, no other verdict in this list changes.</source>
        <translation>如果标为“%1”，此列表中的其他判定不变。</translation>
    </message>
</context>
<context>
    <name>FormulaView</name>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
</context>
<context>
    <name>FrameViewModel</name>
    <message>
        <source>Bayleaf opens no connections: save the page and drop the file</source>
        <translation>Bayleaf 不联网：请先保存网页，再把文件拖进来</translation>
    </message>
</context>
<context>
    <name>GroupsPane</name>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Name of the group</source>
        <translation>组的名称</translation>
    </message>
    <message>
        <source>Label for this group</source>
        <translation>该组的标签</translation>
    </message>
    <message>
        <source>Name group</source>
        <translation>给组命名</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Dissolve group</source>
        <translation>解散该组</translation>
    </message>
    <message>
        <source>Merges the selected groups into one. Select several with Ctrl or Shift.</source>
        <translation>把选中的组合并为一组。按住 Ctrl 或 Shift 可选多个。</translation>
    </message>
    <message>
        <source>Splits this group into two.</source>
        <translation>把该组拆分成两组。</translation>
    </message>
    <message>
        <source>Removes this group from the list. Bayleaf then asks you about its documents one by one.</source>
        <translation>从列表中移除该组；Bayleaf 会逐个询问您组内文档的标签。</translation>
    </message>
    <message>
        <source>Similar label</source>
        <translation>相似标签</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>unlike all earlier documents</source>
        <translation>与以前的所有文档都不同</translation>
    </message>
    <message>
        <source>The name becomes the label of all documents in the group.</source>
        <translation>命名后，组内所有文档都会以该名称为标签。</translation>
    </message>
    <message numerus="yes">
        <source>The name becomes the label of the %Ln document(s) that clearly belong to the group.</source>
        <translation>
            <numerusform>命名后，明确属于该组的 %Ln 个文档会以该名称为标签。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bayleaf asks you about the other %Ln document(s) one by one.</source>
        <translation>
            <numerusform>其余 %Ln 个文档由 Bayleaf 逐个询问您。</numerusform>
        </translation>
    </message>
    <message>
        <source>very short texts</source>
        <translation>词很少的文档</translation>
    </message>
    <message>
        <source>new: %1</source>
        <translation>新：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HandInsDialog</name>
    <message>
        <source>Work handed in by a class</source>
        <translation>全班交来的作业</translation>
    </message>
    <message>
        <source>Pupils</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Most common mistakes</source>
        <translation>最常见的错误</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>These files were not opened: %1. %2</source>
        <translation>以下文件未能打开：%1。%2</translation>
    </message>
    <message>
        <source>Pupil</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>答对</translation>
    </message>
    <message>
        <source>First mistake</source>
        <translation>首个错误</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>错因</translation>
    </message>
    <message>
        <source>Select a row to read it in full.</source>
        <translation>选择一行即可查看全文。</translation>
    </message>
    <message>
        <source>Mistake</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Open the files that pupils saved with “Answer the questions and hand in”.</source>
        <translation>打开学生用“回答题目并提交”保存的文件。</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Files handed in: %1; without mistakes: %2.</source>
        <translation>共 %1 份作业，其中 %2 份全部答对。</translation>
    </message>
    <message>
        <source>sheet %1</source>
        <translation>第 %1 张</translation>
    </message>
    <message>
        <source>numbers changed</source>
        <translation>数字有改动</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Pupils’ answers (*%1)</source>
        <translation>学生作业 (*%1)</translation>
    </message>
    <message>
        <source>Open hand-ins</source>
        <translation>打开已提交的作业</translation>
    </message>
</context>
<context>
    <name>HandOutDialog</name>
    <message>
        <source>Hand-out</source>
        <translation>练习单</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Number of sheets</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Add the answers on separate pages</source>
        <translation>另附答案页</translation>
    </message>
    <message>
        <source>If there is more than one sheet, each has different numbers.</source>
        <translation>练习单有多份时，每份的数字都不同。</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Making the sheets…</source>
        <translation>正在制作练习单…</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;Notebook (*.ipynb)</source>
        <translation>PDF (*.pdf);;笔记本 (*.ipynb)</translation>
    </message>
    <message>
        <source>Save hand-out</source>
        <translation>保存练习单</translation>
    </message>
    <message>
        <source>If you stop now, not all sheets are saved or printed.</source>
        <translation>如果现在停止，部分练习单将不会保存或打印。</translation>
    </message>
    <message>
        <source>The sheets are not finished</source>
        <translation>练习单尚未完成</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Let it finish</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>“%1” was saved.</source>
        <translation>已保存“%1”。</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Bayleaf help</source>
        <translation>Bayleaf 帮助</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Getting started</source>
        <translation>快速入门</translation>
    </message>
    <message>
        <source>Common tasks</source>
        <translation>常用操作</translation>
    </message>
    <message>
        <source>How it decides</source>
        <translation>判定的原理</translation>
    </message>
    <message>
        <source>Models and tests</source>
        <translation>模型与检验</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>In the classroom</source>
        <translation>课堂</translation>
    </message>
    <message>
        <source>Mail programs</source>
        <translation>邮件程序</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Filing and watching</source>
        <translation>归档与监视</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Workspace file</source>
        <translation>工作区文件</translation>
    </message>
    <message>
        <source>Cluster in detail</source>
        <translation>集群详解</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Mail on a server</source>
        <translation>服务器上的邮件</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>更新内容</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>History of verdicts</source>
        <translation>判定历史</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜索历史</translation>
    </message>
    <message>
        <source>Remember verdicts</source>
        <translation>记住判定</translation>
    </message>
    <message>
        <source>Forget selected</source>
        <translation>忘记所选</translation>
    </message>
    <message>
        <source>Classify again</source>
        <translation>重新分类</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>清空…</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Everything that you classify is listed here,
with the verdict and your correction.</source>
        <translation>您分类过的内容列在这里，
附有判定和您的更正。</translation>
    </message>
    <message>
        <source>Nothing has been classified yet</source>
        <translation>还没有分类过任何内容</translation>
    </message>
    <message numerus="yes">
        <source>the last %Ln verdict(s) are listed</source>
        <translation>
            <numerusform>列出最近 %Ln 个判定</numerusform>
        </translation>
    </message>
    <message>
        <source>Verdict now</source>
        <translation>现在的判定</translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) remembered in this workspace</source>
        <translation>
            <numerusform>此工作区记住了 %Ln 条判定</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>找到 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) will be forgotten for good. Your models do not change.</source>
        <translation>
            <numerusform>将永久删除 %Ln 条判定记录。模型不会改变。</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>全部忘记</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未能读取</translation>
    </message>
    <message>
        <source>corrected</source>
        <translation>已更正</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>标签应为</translation>
    </message>
    <message>
        <source>It is %1</source>
        <translation>标签应为 %1</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import documents</source>
        <translation>导入文档</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>读取方式</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>detect automatically</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>no labels (label them later)</source>
        <translation>无标签（以后再加）</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>标签来自</translation>
    </message>
    <message>
        <source>Keep every copy of the same document</source>
        <translation>保留同一文档的每个副本</translation>
    </message>
    <message>
        <source>The first row names the columns</source>
        <translation>第一行是列名</translation>
    </message>
    <message>
        <source>A document may have several labels</source>
        <translation>一个文档可有多个标签</translation>
    </message>
    <message>
        <source>Import only the training set</source>
        <translation>仅导入训练集</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>the names of the subfolders</source>
        <translation>子文件夹名称</translation>
    </message>
    <message>
        <source>the full folder paths</source>
        <translation>文件夹的完整路径</translation>
    </message>
    <message>
        <source>the names of the files</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>a column</source>
        <translation>某一列</translation>
    </message>
    <message>
        <source>a mail header</source>
        <translation>邮件头中的某个字段</translation>
    </message>
    <message>
        <source>a pattern in the file paths</source>
        <translation>文件路径的匹配模式</translation>
    </message>
    <message>
        <source>one label for all</source>
        <translation>全部同一标签</translation>
    </message>
    <message>
        <source>Into collection</source>
        <translation>导入到文集</translation>
    </message>
    <message>
        <source>Name of the new collection</source>
        <translation>新文集的名称</translation>
    </message>
    <message>
        <source>Mail, mailboxes, documents, tables, archives, or folders of these.
You may drop them here.</source>
        <translation>邮件、邮箱、文档、表格、压缩包，或包含它们的文件夹。
也可以拖到这里。</translation>
    </message>
    <message>
        <source>Choose what to import</source>
        <translation>选择要导入的内容</translation>
    </message>
    <message>
        <source>Nothing is stored before you import. You can undo an import.</source>
        <translation>导入之前不会保存任何内容。导入也可以撤销。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Set at least one column to text, number or category.</source>
        <translation>请至少把一列设为文本、数值或类别。</translation>
    </message>
    <message>
        <source>No files that could be imported were found in “%1”.</source>
        <translation>在“%1”中没有找到可导入的文件。</translation>
    </message>
    <message>
        <source>These mailboxes get no labels.</source>
        <translation>这些邮箱文件不会得到标签。</translation>
    </message>
    <message>
        <source>Use their file names as labels</source>
        <translation>用文件名作标签</translation>
    </message>
    <message>
        <source>“%1” has no subfolders, so its mailboxes get no labels.</source>
        <translation>“%1”没有子文件夹，因此其中的邮箱文件不会得到标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) directly in “%1” get no label. Each of the other files gets the name of its folder as its label.</source>
        <translation>
            <numerusform>直接位于“%1”中的 %Ln 个文件没有标签。其他文件以所在文件夹的名称作为标签。</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the folder names</source>
        <translation>使用文件夹名称</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln file(s)</source>
        <translation>
            <numerusform>导入 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found</source>
        <translation>
            <numerusform>找到 %Ln 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>No labels found. Choose where they come from, or label the documents later.</source>
        <translation>未找到标签。请选择标签来源，或以后再给文档加标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s) found in a quick look at the files. There may be more.</source>
        <translation>
            <numerusform>快速浏览文件后找到 %Ln 个标签，实际可能更多。</numerusform>
        </translation>
    </message>
    <message>
        <source>Mails</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>Show what Bayleaf reads…</source>
        <translation>查看 Bayleaf 读到的内容…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) cannot be opened</source>
        <translation>
            <numerusform>%Ln 个文件无法打开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>All files get the label “%1”, the name of their folder.</source>
        <translation>所有文件都会得到标签“%1”，即其文件夹的名称。</translation>
    </message>
    <message>
        <source>Import without labels</source>
        <translation>导入时不加标签</translation>
    </message>
    <message>
        <source>Use “%1” as their label</source>
        <translation>用“%1”作为它们的标签</translation>
    </message>
    <message>
        <source>Most files in “%1” are in no subfolder, so the files get no labels.</source>
        <translation>“%1”中的大多数文件不在子文件夹中，因此这些文件没有标签。</translation>
    </message>
    <message>
        <source>“%1” has no subfolders, so its files get no labels.</source>
        <translation>“%1”没有子文件夹，因此其中的文件没有标签。</translation>
    </message>
    <message>
        <source>Use “%1” as the label</source>
        <translation>用“%1”作为标签</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln mail(s)</source>
        <translation>
            <numerusform>导入 %Ln 封邮件</numerusform>
        </translation>
    </message>
    <message>
        <source>The documents get no labels. After the import, the page Sort puts similar ones into groups for you to name.</source>
        <translation>这些文档将没有标签。导入后，“整理”页面会把相似的文档归为一组，由您命名。</translation>
    </message>
    <message>
        <source>File (%1 of %2 are shown)</source>
        <translation>文件（显示 %1 个，共 %2 个）</translation>
    </message>
    <message>
        <source>looking at the files…</source>
        <translation>正在查看文件…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln empty folder(s)</source>
        <translation>
            <numerusform>%Ln 个空文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>header, such as X-Label</source>
        <translation>邮件头字段，如 X-Label</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>new collection</source>
        <translation>新文集</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>First files</source>
        <translation>前几个文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The kind or the labels of these files do not match the collection “%1”. So the files become a new collection.</source>
        <translation>这些文件的类型或标签与文集“%1”不符，因此会成为新的文集。</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>Inbox</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>spam</source>
        <translation>垃圾邮件</translation>
    </message>
    <message>
        <source>daily limit reached</source>
        <translation>今日归档已达上限</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>moved by you</source>
        <translation>您自己移动的</translation>
    </message>
    <message>
        <source>would be filed (trial)</source>
        <translation>试运行：正式运行时会归档</translation>
    </message>
    <message>
        <source>put back by you</source>
        <translation>您已放回</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>由您决定</translation>
    </message>
    <message>
        <source>not filed</source>
        <translation>未归档</translation>
    </message>
    <message>
        <source>not moved</source>
        <translation>未移动</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Connect Thunderbird…</source>
        <translation>连接 Thunderbird…</translation>
    </message>
    <message>
        <source>Undo today’s filing</source>
        <translation>撤销今天的归档</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>放回</translation>
    </message>
    <message>
        <source>Show all days</source>
        <translation>显示所有日期</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件</translation>
    </message>
    <message>
        <source>Waiting for your decision</source>
        <translation>等您处理</translation>
    </message>
    <message>
        <source>Add a mailbox or a folder to watch.
During a trial, Bayleaf moves nothing and only shows what it would do.</source>
        <translation>请添加要监视的邮箱或文件夹。
试运行期间 Bayleaf 不移动任何内容，只显示它会怎么做。</translation>
    </message>
    <message>
        <source>Add a mailbox file…</source>
        <translation>添加邮箱文件…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>监视 %1</translation>
    </message>
    <message>
        <source>Let Bayleaf watch a mailbox or a folder</source>
        <translation>让 Bayleaf 监视邮箱或文件夹</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Show only today</source>
        <translation>只显示今天</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>添加服务器上的邮箱…</translation>
    </message>
    <message>
        <source>Arrived today</source>
        <translation>今天到达</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Moves the file back to where it was. The model learns nothing from this.</source>
        <translation>将文件移回原处。模型不会由此学习。</translation>
    </message>
    <message>
        <source>Arrivals to list</source>
        <translation>要列出的来件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) waiting for your decision</source>
        <translation>
            <numerusform>有 %Ln 项等您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is waiting for your decision.</source>
        <translation>没有需要您处理的内容。</translation>
    </message>
    <message>
        <source>Bayleaf checks only new mails and files; existing ones are not touched.</source>
        <translation>只检查新到的邮件和文件，不动已有的。</translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln folder(s) or mailbox(es)</source>
        <translation>
            <numerusform>正在监视 %Ln 个文件夹或邮箱</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) arrived today</source>
        <translation>
            <numerusform>今日到达 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>您已暂停</translation>
    </message>
    <message>
        <source>last checked at %1</source>
        <translation>上次检查：%1</translation>
    </message>
    <message>
        <source>another program is already watching these folders and mailboxes</source>
        <translation>另一个程序已在监视这些文件夹和邮箱</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed today</source>
        <translation>
            <numerusform>今日归档 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) filed</source>
        <translation>
            <numerusform>已归档 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been filed yet</source>
        <translation>尚未归档任何内容</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) labelled by you</source>
        <translation>
            <numerusform>您已标记 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) put back</source>
        <translation>
            <numerusform>放回 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) would be filed (trial)</source>
        <translation>
            <numerusform>会归档 %Ln 项（试运行）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) not moved</source>
        <translation>
            <numerusform>%Ln 项未移动</numerusform>
        </translation>
    </message>
    <message>
        <source>Filed</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Labelled by you</source>
        <translation>由您标注</translation>
    </message>
    <message>
        <source>Would be filed (trial)</source>
        <translation>会归档（试运行）</translation>
    </message>
    <message>
        <source>Not moved</source>
        <translation>未移动</translation>
    </message>
    <message>
        <source>Not filed</source>
        <translation>未归档</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Sender or file</source>
        <translation>发件人或文件</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Learn as %1</source>
        <translation>学习为“%1”的例子</translation>
    </message>
</context>
<context>
    <name>InboxSettings</name>
    <message>
        <source>Icon in the notification area</source>
        <translation>在通知区域显示图标</translation>
    </message>
    <message>
        <source>Notify when mail waits for your decision, at most once an hour</source>
        <translation>有邮件等您处理时通知，每小时至多一次</translation>
    </message>
    <message>
        <source>Show the subject in notifications</source>
        <translation>在通知中显示主题</translation>
    </message>
    <message>
        <source>Notify in the evening how much mail arrived</source>
        <translation>傍晚通知当天收到多少邮件</translation>
    </message>
    <message>
        <source>Start at login, in the notification area</source>
        <translation>登录时自动启动，并最小化到通知区域</translation>
    </message>
</context>
<context>
    <name>InboxViewModel</name>
    <message>
        <source>“%1” is learnt as %2</source>
        <translation>已将“%1”作为“%2”的例子学习</translation>
    </message>
    <message>
        <source>“%1” is learnt as %2, and filed</source>
        <translation>已将“%1”作为“%2”的例子学习，并已归档</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“%1” waits for your decision again</source>
        <translation>“%1”再次等待您的决定</translation>
    </message>
</context>
<context>
    <name>InterruptedImports</name>
    <message>
        <source>The import of %1 was interrupted. None of its documents were stored.</source>
        <translation>“%1”的导入被中断：没有保存任何文档</translation>
    </message>
    <message>
        <source>Continue importing</source>
        <translation>继续导入</translation>
    </message>
</context>
<context>
    <name>Job</name>
    <message>
        <source>waiting for another task or program that is writing to “%1”</source>
        <translation>正在等待另一任务或程序写完“%1”</translation>
    </message>
</context>
<context>
    <name>JobBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show folders (%1)</source>
        <translation>显示文件夹（%1）</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>还剩 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>还有 %Ln 项任务等待</numerusform>
        </translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 documents/s</source>
        <translation>每秒 %1 个文档</translation>
    </message>
</context>
<context>
    <name>KeptTable</name>
    <message>
        <source>Delete recipe</source>
        <translation>删除配方</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No model or recipe is saved for this collection yet. Save one now, to compare later ones with it.</source>
        <translation>此文集还没有保存任何模型或配方。现在保存一个，以便与以后的模型或配方比较。</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Smoothing α, or for learnt factors the caution (regularisation)</source>
        <translation>平滑 α；“学得因子”模型则为谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Size of the vocabulary</source>
        <translation>词汇表大小</translation>
    </message>
    <message>
        <source>all</source>
        <comment>words</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Saved models and recipes</source>
        <translation>已保存的模型和配方</translation>
    </message>
    <message>
        <source>word list</source>
        <comment>of words</comment>
        <translation>词表</translation>
    </message>
    <message>
        <source>Measured on held-out documents when the model or recipe was saved</source>
        <translation>保存模型或配方时，用留出文档检验的结果</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Smoothing or caution</source>
        <translation>平滑或谨慎程度</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>采用这些设置</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
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
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
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
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Merge into</source>
        <translation>合并到</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Colour…</source>
        <translation>颜色…</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>朱红色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Sky blue</source>
        <translation>天蓝色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>%1, outline only</source>
        <translation>%1（空心方块）</translation>
    </message>
    <message>
        <source>Find a label</source>
        <translation>查找标签</translation>
    </message>
</context>
<context>
    <name>LeastShares</name>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Files below this confidence stay where they are. In watched folders, Bayleaf asks you about them.</source>
        <translation>把握低于此值的文件留在原处；在监视的文件夹中，Bayleaf 会询问您。</translation>
    </message>
    <message>
        <source>all documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>all except unsure verdicts</source>
        <translation>全部，判定不确定的除外</translation>
    </message>
</context>
<context>
    <name>LessonMenu</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Open lesson…</source>
        <translation>打开课程…</translation>
    </message>
    <message>
        <source>Use your own table…</source>
        <translation>使用自己的表格…</translation>
    </message>
    <message>
        <source>Save lesson…</source>
        <translation>保存课程…</translation>
    </message>
    <message>
        <source>Save calculation…</source>
        <translation>保存计算过程…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Bayleaf lessons (*%1)</source>
        <translation>Bayleaf 课程 (*%1)</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Tables (%1)</source>
        <translation>表格 (%1)</translation>
    </message>
    <message>
        <source>A table with a label in each row</source>
        <translation>每行都有标签的表格</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>保存课程</translation>
    </message>
</context>
<context>
    <name>LessonPictures</name>
    <message>
        <source>Arrow from %1 to %2 is on</source>
        <translation>从 %1 到 %2 的箭头：已启用</translation>
    </message>
    <message>
        <source>Arrow from %1 to %2 is off</source>
        <translation>从 %1 到 %2 的箭头：未启用</translation>
    </message>
    <message>
        <source>number of factors if the document is repeated. ● document used once; ✕ product becomes 0; dashed line: calculated with logarithms</source>
        <translation>把文档重复多次时的因子总数。●：文档只用一次；✕：乘积变为 0；虚线：用对数计算</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>天平</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Words present and absent</source>
        <translation>出现与未出现的词</translation>
    </message>
    <message>
        <source>Bell curves</source>
        <translation>钟形曲线</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>地图</translation>
    </message>
    <message>
        <source>Tiny products</source>
        <translation>极小的乘积</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Event models</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Pile</source>
        <translation>文档堆</translation>
    </message>
    <message>
        <source>present</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>未出现</translation>
    </message>
    <message>
        <source>%1: the exact product is 10 to the power of %2; a computer gets 0 after %3 factors</source>
        <translation>%1：乘积的精确值为 10 的 %2 次方；计算机乘到第 %3 个因子后得到 0</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>相互独立</translation>
    </message>
    <message>
        <source>%1, known label: %2</source>
        <translation>%1，已知标签：%2</translation>
    </message>
    <message>
        <source>%1, label guessed by the model: %2</source>
        <translation>%1，模型推测的标签：%2</translation>
    </message>
    <message>
        <source>Nothing can be drawn, because a factor is 0 or there are no factors.</source>
        <translation>没有可画的乘积：有一个因子为 0，或没有因子。</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>rules out both labels</source>
        <translation>两个标签都排除</translation>
    </message>
    <message>
        <source>rules out %1</source>
        <translation>排除 %1</translation>
    </message>
    <message>
        <source>%1 : 1 for %2</source>
        <translation>%1 : 1 支持 %2</translation>
    </message>
    <message>
        <source>undecided: both products are 0</source>
        <translation>无法判定：两个乘积都是 0</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>已计数</translation>
    </message>
    <message>
        <source>share added by α</source>
        <translation>由 α 加上的部分</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>product 0: impossible</source>
        <translation>乘积为 0：不可能</translation>
    </message>
    <message>
        <source>number of further words: %1</source>
        <translation>另有 %1 个词</translation>
    </message>
    <message>
        <source>a computer stores numbers below this line as 0</source>
        <translation>低于此线的数，计算机存为 0</translation>
    </message>
    <message>
        <source>No word of the document is in the training data.</source>
        <translation>文档中的词都不在训练数据里。</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>verdict without arrows: %1</source>
        <translation>没有箭头时的判定：%1</translation>
    </message>
    <message>
        <source>Naive Bayes has no arrows between words. Click an arrow to make the word at its tip depend on the word at its start.</source>
        <translation>朴素贝叶斯的词之间没有箭头。单击一个箭头，箭头所指的词就依赖于起点的词。</translation>
    </message>
    <message>
        <source>Arrows can be drawn only between two or more words.</source>
        <translation>至少要有两个词，才能画箭头。</translation>
    </message>
    <message>
        <source>Round %1: label probabilities of each row</source>
        <translation>第 %1 轮：各行的标签概率</translation>
    </message>
    <message>
        <source>number of further rows: %1</source>
        <translation>另有 %1 行</translation>
    </message>
    <message>
        <source>Counts for the next round: from known labels + from guessed labels</source>
        <translation>下一轮的计数：已知标签的 + 推测标签的</translation>
    </message>
</context>
<context>
    <name>LessonsConnection</name>
    <message>
        <source>after calibration</source>
        <translation>校准之后</translation>
    </message>
    <message>
        <source>before calibration</source>
        <translation>校准之前</translation>
    </message>
    <message>
        <source>Probability that the model states</source>
        <translation>模型给出的概率</translation>
    </message>
    <message>
        <source>Share of correct verdicts</source>
        <translation>正确判定的比例</translation>
    </message>
    <message>
        <source>The model is more than 99.9 % sure of %1 of the %2 held-out documents; of these %1, it classifies %3 wrongly. Calibration error: %4 before calibration, %5 after.</source>
        <translation>在 %2 个留出的文档中，模型对 %1 个有超过 99.9% 的把握，而这 %1 个中有 %3 个判错。校准误差：校准前 %4，校准后 %5。</translation>
    </message>
    <message>
        <source>Trained on %1 documents, the multinomial model classifies %2 of the %3 held-out documents correctly (mean of %4 random draws). Trained on all %5 documents, it classifies %6 correctly.</source>
        <translation>用 %1 个文档训练后，多项式模型在 %3 个留出文档中平均判对 %2（随机抽取 %4 次）；用全部 %5 个文档训练后，判对 %6。</translation>
    </message>
    <message>
        <source>With all %1 words, the Bernoulli model classifies %2 of the documents correctly, the multinomial model %3.</source>
        <translation>使用全部 %1 个词时，伯努利模型的准确率为 %2，多项式模型为 %3。</translation>
    </message>
    <message>
        <source>The Bernoulli model is not more accurate at any vocabulary size.</source>
        <translation>在任何词汇量下，伯努利模型都没有更准确。</translation>
    </message>
    <message>
        <source>With vocabularies from %1 to %2 words, the Bernoulli model is more accurate than the multinomial model.</source>
        <translation>词汇量在 %1 到 %2 个词之间时，伯努利模型比多项式模型更准确。</translation>
    </message>
    <message>
        <source>With so few documents, these figures may be chance.</source>
        <translation>文档很少，这些数字可能出于偶然。</translation>
    </message>
    <message>
        <source>Number of training documents</source>
        <translation>训练文档数</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>在留出文档上的准确率</translation>
    </message>
    <message>
        <source>To save memory, only %1 of %2 documents were tested, drawn at random.</source>
        <translation>为节省内存，只检验了随机抽取的 %1 个文档（共 %2 个）。</translation>
    </message>
</context>
<context>
    <name>LessonsPage</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The picture shows the answer. Calculate it yourself first.</source>
        <translation>图里有答案，请先自己算。</translation>
    </message>
    <message>
        <source>‹ Previous</source>
        <translation>‹ 上一课</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>平滑 α</translation>
    </message>
    <message>
        <source>Smoothing of the prior, λ</source>
        <translation>先验的平滑 λ</translation>
    </message>
    <message>
        <source>Rows to learn from</source>
        <translation>用来学习的行</translation>
    </message>
    <message>
        <source>Try this lesson with your documents</source>
        <translation>用您的文档试做本课</translation>
    </message>
    <message>
        <source>Calculation</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>Forget row</source>
        <translation>忘记此行</translation>
    </message>
    <message>
        <source>Learn row again</source>
        <translation>重新学习此行</translation>
    </message>
    <message>
        <source>Add row</source>
        <translation>添加一行</translation>
    </message>
    <message>
        <source>Remove row</source>
        <translation>移除此行</translation>
    </message>
    <message>
        <source>%1 of %2 lessons finished</source>
        <translation>已完成 %1/%2 课</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Calculate the answer yourself first.</source>
        <translation>先自己算一算。</translation>
    </message>
    <message>
        <source>Of %1 rows, the model classifies %2 wrongly. If each row in turn is left out of the training, it classifies %3 wrongly.</source>
        <translation>在 %1 行中，模型判错 %2 行；逐行留出再训练时，判错 %3 行。</translation>
    </message>
    <message>
        <source>Prior from the data</source>
        <translation>来自数据的先验</translation>
    </message>
    <message>
        <source>How many times the model learns from the labels that it guesses for unlabelled rows</source>
        <translation>模型先推测无标签行的标签、再据此学习的轮数</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Uniform prior</source>
        <translation>均匀先验</translation>
    </message>
    <message>
        <source>Smoothed prior</source>
        <translation>平滑先验</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>The rows are now from “%1”. The text below still explains the rows of the lesson.</source>
        <translation>表中的行现在来自“%1”。下文讲的仍是课程原有的行。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>下一课</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>新文本</translation>
    </message>
    <message>
        <source>Pick other documents</source>
        <translation>换一批文档</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Lesson %1 of %2: %3</source>
        <translation>第 %1 课，共 %2 课：%3</translation>
    </message>
    <message>
        <source>The model learnt from %1 labelled rows and from the guessed labels of %2 unlabelled rows.</source>
        <translation>模型从 %1 行有标签的数据和 %2 行无标签数据的推测标签中学习。</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)</source>
        <translation>电子表格 (*.xlsx);;PDF (*.pdf);;网页 (*.html);;文本 (*.txt)</translation>
    </message>
    <message>
        <source>Save calculation</source>
        <translation>保存推导</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>LessonsViewModel</name>
    <message>
        <source>Picking documents at random</source>
        <translation>正在随机抽取文档</translation>
    </message>
    <message>
        <source>Reading the table</source>
        <translation>正在读取表格</translation>
    </message>
    <message>
        <source>Running the experiment</source>
        <translation>实验正在运行</translation>
    </message>
</context>
<context>
    <name>LetterDialog</name>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>LetterFields</name>
    <message>
        <source>Restore the detected date and sender</source>
        <translation>恢复识别出的日期和发件人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>发件人</translation>
    </message>
</context>
<context>
    <name>ListedBar</name>
    <message>
        <source>Label all as</source>
        <translation>全部标为</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>移出列表</translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message>
        <source>Filing without asking you</source>
        <translation>不询问就归档</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>none</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>1 in %1</source>
        <translation>%1 分之一</translation>
    </message>
    <message>
        <source>you are asked about all mail that looks like %1</source>
        <translation>凡是像%1的邮件都由您决定</translation>
    </message>
    <message numerus="yes">
        <source>possible once %Ln test document(s) of one label have all been classified correctly</source>
        <translation>
            <numerusform>某个标签的 %Ln 个测试文档全部分类正确后可选</numerusform>
        </translation>
    </message>
    <message>
        <source>Bayleaf files %1 of 100 documents, with almost no mistakes</source>
        <translation>每 100 个文档中可归档 %1 个，几乎不会放错</translation>
    </message>
    <message>
        <source>Bayleaf files %1 of 100 documents, about %2 of them in the wrong folder</source>
        <translation>每 100 个文档中可归档 %1 个，其中约 %2 个会放错文件夹</translation>
    </message>
    <message numerus="yes">
        <source>nothing is filed yet for %Ln label(s)</source>
        <translation>
            <numerusform>%Ln 个标签暂不自动归档</numerusform>
        </translation>
    </message>
    <message>
        <source>How many filed documents may be in a wrong folder, for each label and in total? Bayleaf asks you about documents whose verdicts are not certain enough for this limit.</source>
        <translation>归档的文档中，最多允许多少放错文件夹（每个标签及总体）？判定不够确定、无法保证此限度的文档由您决定。</translation>
    </message>
    <message numerus="yes">
        <source>How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not certain enough for this limit. Your good mail comes from %Ln mailing lists and senders.</source>
        <translation>
            <numerusform>最多允许多少封正常邮件被归为%1？判定不够确定、无法保证此限度的邮件由您决定。您的正常邮件来自 %Ln 个邮件列表和发件人。</numerusform>
        </translation>
    </message>
    <message>
        <source>Filed automatically in the last 30 days: %1. Put back: %2.</source>
        <translation>最近 30 天自动归档 %1 项，您放回 %2 项。</translation>
    </message>
    <message>
        <source>currently at most 1 mistake in %1</source>
        <translation>目前：每 %1 封正常邮件最多误判 1 封</translation>
    </message>
    <message numerus="yes">
        <source>possible once you have good mail from %Ln mailing list(s) and sender(s)</source>
        <translation>
            <numerusform>您有来自 %Ln 个邮件列表或发件人的正常邮件后可选</numerusform>
        </translation>
    </message>
    <message>
        <source>you are asked about every document</source>
        <translation>每个文档都由您决定</translation>
    </message>
    <message>
        <source>you are rarely asked</source>
        <translation>很少询问您</translation>
    </message>
    <message>
        <source>you are asked about 1 mail in %1</source>
        <translation>大约每 %1 封邮件问您 1 次</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新工作区</translation>
    </message>
    <message>
        <source>all changes are saved</source>
        <translation>所有更改均已保存</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Collect</source>
        <translation>收集</translation>
    </message>
    <message>
        <source>Bayleaf is starting…</source>
        <translation>Bayleaf 正在启动…</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>You can drop files anywhere on this window</source>
        <translation>可以把文件拖到窗口的任意位置</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>The reason is shown above. The workspace file was not changed.</source>
        <translation>原因显示在上方。工作区文件没有改动。</translation>
    </message>
    <message>
        <source>Open another workspace…</source>
        <translation>打开其他工作区…</translation>
    </message>
    <message>
        <source>New workspace…</source>
        <translation>新建工作区…</translation>
    </message>
    <message>
        <source>This workspace could not be opened</source>
        <translation>无法打开此工作区</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more task(s) waiting</source>
        <translation>
            <numerusform>还有 %Ln 个任务在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>If you stop now, an unfinished import can be continued next time. Any other unfinished task is lost.</source>
        <translation>如果现在停止，未完成的导入下次可以继续，其他未完成的任务会丢失。</translation>
    </message>
    <message>
        <source>A task is still running</source>
        <translation>仍有任务在进行</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Let it finish</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>a new collection</source>
        <translation>新文集</translation>
    </message>
    <message>
        <source>Drop to open %1</source>
        <translation>松开即可打开“%1”</translation>
    </message>
    <message>
        <source>Drop to add to %1</source>
        <translation>松开即可加入“%1”</translation>
    </message>
    <message>
        <source>Drop to classify with the model %1</source>
        <translation>松开即可用模型“%1”分类</translation>
    </message>
    <message>
        <source>Hold %1 while dropping to add to %2 instead</source>
        <translation>松开鼠标时按住 %1，则改为加入“%2”</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>one mail</source>
        <translation>一封邮件</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;New workspace…</source>
        <translation>新建工作区(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Open workspace…</source>
        <translation>打开工作区(&amp;O)…</translation>
    </message>
    <message>
        <source>Save workspace &amp;as…</source>
        <translation>工作区另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Import documents…</source>
        <translation>导入文档(&amp;I)…</translation>
    </message>
    <message>
        <source>C&amp;lassify files…</source>
        <translation>给文件分类(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;File away…</source>
        <translation>归档(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Bring files back</source>
        <translation>取回文件(&amp;B)</translation>
    </message>
    <message>
        <source>Chec&amp;k workspace</source>
        <translation>检查工作区(&amp;K)</translation>
    </message>
    <message>
        <source>Com&amp;pact workspace</source>
        <translation>压缩工作区(&amp;P)</translation>
    </message>
    <message>
        <source>Save a picture of the pa&amp;ge…</source>
        <translation>将页面保存为图片(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Rename &amp;collection…</source>
        <translation>重命名文集(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Delete collection…</source>
        <translation>删除文集(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Classify a fol&amp;der…</source>
        <translation>给文件夹分类(&amp;D)…</translation>
    </message>
    <message>
        <source>Pause or resume &amp;watching</source>
        <translation>暂停或继续监视(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Print page…</source>
        <translation>打印页面(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Paste and classify</source>
        <translation>粘贴并分类(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>Try &amp;other settings</source>
        <translation>试试其他设置(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Keep a copy as…</source>
        <translation>另存副本(&amp;K)…</translation>
    </message>
    <message>
        <source>Train on a &amp;cluster…</source>
        <translation>在集群上训练(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Add model from file…</source>
        <translation>从文件添加模型(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>缩小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>正常大小(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;History of verdicts…</source>
        <translation>判定历史(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题外观(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Same as system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Bayleaf &amp;help</source>
        <translation>Bayleaf 帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;First steps</source>
        <translation>第一步(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Bayleaf</source>
        <translation>关于 Bayleaf(&amp;A)</translation>
    </message>
</context>
<context>
    <name>MoreButton</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>NamesDialog</name>
    <message>
        <source>Names of filed files</source>
        <translation>归档文件的名称</translation>
    </message>
    <message>
        <source>Name pattern</source>
        <translation>名称模式</translation>
    </message>
    <message>
        <source>{date}, {sender} and {title} are read from the file; {name} is the file’s present name.</source>
        <translation>{date}、{sender} 和 {title} 取自文件内容；{name} 是文件现在的名称。</translation>
    </message>
    <message>
        <source>Add the recognised text to scanned PDFs; the original file is kept for undo</source>
        <translation>把识别出的文字写入扫描的 PDF；保留原文件以便撤销</translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation>例如：%1</translation>
    </message>
</context>
<context>
    <name>NarrowedBar</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>%1 of %2 documents</source>
        <translation>%1 / %2 个文档</translation>
    </message>
    <message>
        <source>Actions for these documents…</source>
        <translation>对这些文档的操作…</translation>
    </message>
    <message>
        <source>Label as</source>
        <translation>标记为</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Export list…</source>
        <translation>导出列表…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
    <message>
        <source>Delete from the collection</source>
        <translation>从文集中删除</translation>
    </message>
</context>
<context>
    <name>NextSteps</name>
    <message numerus="yes">
        <source>None of the %Ln document(s) has a label yet</source>
        <translation>
            <numerusform>%Ln 个文档都还没有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort documents</source>
        <translation>整理文档</translation>
    </message>
    <message>
        <source>All labelled documents have the label “%1”. To train a model, give other documents a different label.</source>
        <translation>已标注的文档标签都是“%1”。要训练模型，请给其他文档加上不同的标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln labels</source>
        <translation>
            <numerusform>%1，%Ln 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>当作无标签处理</translation>
    </message>
    <message>
        <source>Label them yourself</source>
        <translation>自己加标签</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label yet</source>
        <translation>
            <numerusform>还有 %Ln 个文档没有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>给其余文档加标签…</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Model “%1” is saved. Drop new files on the window to classify them.</source>
        <translation>模型“%1”已保存。把新文件拖进窗口即可分类。</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>The model is ready. Try it on mail that it has never seen.</source>
        <translation>模型已就绪。用它从未见过的邮件试试。</translation>
    </message>
    <message>
        <source>Try six new sample mails</source>
        <translation>试试六封新的示例邮件</translation>
    </message>
    <message>
        <source>You can train a model as soon as two labels have documents</source>
        <translation>有两个标签包含文档后，即可训练模型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure verdict(s) left: press the key of the right label, or Enter if the verdict is right</source>
        <translation>
            <numerusform>还有 %Ln 个不确定的判定：请按正确标签对应的键；判定正确则按 Enter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed where they were.</source>
        <translation>
            <numerusform>%Ln 个文档留在原处。</numerusform>
        </translation>
    </message>
    <message>
        <source>Every document has a label. You can file the documents into one folder for each label.</source>
        <translation>每个文档都有标签。可以把它们归档到各标签的文件夹里。</translation>
    </message>
    <message>
        <source>Every document has the label “%1”. A model needs at least two labels.</source>
        <translation>所有文档的标签都是“%1”。模型至少需要两个标签。</translation>
    </message>
    <message numerus="yes">
        <source>The model is not certain about the labels of %Ln document(s)</source>
        <translation>
            <numerusform>模型对 %Ln 个文档的标签没有把握</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled</source>
        <translation>
            <numerusform>已标注 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the whole list</source>
        <translation>显示整个列表</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>有 %Ln 个文档可以归档</numerusform>
        </translation>
    </message>
    <message>
        <source>The saved model “%1” does not have these settings. Train again to use them.</source>
        <translation>已保存的模型“%1”没有使用这些设置。要使用它们，请重新训练。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away.</source>
        <translation>
            <numerusform>已归档 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed without a label.</source>
        <translation>
            <numerusform>还有 %Ln 个文档没有标签。</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop new files on the window to classify them.</source>
        <translation>把新文件拖到窗口即可分类。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have unsure verdicts</source>
        <translation>
            <numerusform>有 %Ln 个文档的判定不确定</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stayed, because their verdicts are unsure. Label them, then file them too.</source>
        <translation>
            <numerusform>%Ln 个文档留在原处，因为判定把握不足。请给它们加上标签，然后再归档。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check them one by one</source>
        <translation>逐一检查</translation>
    </message>
    <message>
        <source>Show the reasons…</source>
        <translation>显示原因…</translation>
    </message>
    <message>
        <source>Everything on the list is filed away.</source>
        <translation>列表中的文档已全部归档。</translation>
    </message>
    <message numerus="yes">
        <source>Everything is filed away, except %Ln file(s) that could not be read.</source>
        <translation>
            <numerusform>除 %Ln 个无法读取的文件外，全部已归档。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message numerus="yes">
        <source>Try Bayleaf with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试用 Bayleaf</numerusform>
        </translation>
    </message>
    <message>
        <source>This page needs documents to work with.
Import mail or documents that you have already sorted.</source>
        <translation>本页需要文档才能使用。
请导入您已经分好类的邮件或文档。</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
</context>
<context>
    <name>NumberPane</name>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Every variance includes an added %1</source>
        <translation>每个方差都已加上 %1</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值数</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Click the plot to compare how likely that value is under each label</source>
        <translation>点击图中的任意位置，比较该数值在各标签下出现的可能性</translation>
    </message>
    <message>
        <source>log P(%1 | label)</source>
        <translation>log P(%1 | 标签)</translation>
    </message>
</context>
<context>
    <name>OpponentsPane</name>
    <message>
        <source>Train this model</source>
        <translation>训练此模型</translation>
    </message>
    <message>
        <source>Other models</source>
        <translation>其他模型</translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln minute(s)</source>
        <translation>
            <numerusform>至多 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>A simpler model, plain naive Bayes, is as good here. %1 classifies %2 correctly, and the model in use classifies %3 correctly. The difference could be chance (p %4).</source>
        <translation>更简单的模型（普通的朴素贝叶斯）在这些文档上效果相当：%1 判对 %2，当前模型判对 %3。差别可能出于偶然（p %4）。</translation>
    </message>
    <message>
        <source>%1 is better: it classifies %2 correctly, and the model in use classifies %3 correctly. The difference is unlikely to be chance (p %4).</source>
        <translation>%1 更好：判对 %2，当前模型判对 %3。差别不太可能出于偶然（p %4）。</translation>
    </message>
    <message>
        <source>No plain naive Bayes model is as good. The best of them, %1, classifies %2 correctly, and the model in use classifies %3 correctly. The difference is unlikely to be chance (p %4).</source>
        <translation>标准的朴素贝叶斯模型都不如当前模型。其中最好的 %1 判对 %2，当前模型判对 %3。差别不太可能出于偶然（p %4）。</translation>
    </message>
    <message>
        <source>not tested because the time was up: %1</source>
        <translation>时间已到，未检验：%1</translation>
    </message>
    <message>
        <source>not tested, stopped by you: %1</source>
        <translation>已停止，未检验：%1</translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln later document(s) of the collection, classified by models trained on earlier ones</source>
        <translation>
            <numerusform>在文集的 %Ln 个较晚的文档上测试，由用较早文档训练的模型判定</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tested on %Ln document(s) of the collection, each classified by a model that has not learnt its neighbours and copies</source>
        <translation>
            <numerusform>在文集的 %Ln 个文档上测试，判定每个文档的模型都没有学过与它相邻的文档和它的副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s)</source>
        <translation>
            <numerusform>%Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, single words</source>
        <translation>%1，单个词</translation>
    </message>
    <message>
        <source>%1 (in use)</source>
        <translation>%1（使用中）</translation>
    </message>
    <message>
        <source>micro-F1</source>
        <translation>微平均 F1</translation>
    </message>
    <message>
        <source>macro-F1</source>
        <translation>宏平均 F1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>All labels correct</source>
        <translation>所有标签都判对</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Accuracy minus that of the model in use, in percentage points</source>
        <translation>与当前模型的准确率之差（百分点）</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>Time limit for the comparison</source>
        <translation>比较的时间限制</translation>
    </message>
    <message>
        <source>Testing other models on the same documents…</source>
        <translation>正在用相同的文档检验其他模型…</translation>
    </message>
    <message>
        <source>Compare your model with other kinds of models, on documents that none of them has seen.</source>
        <translation>在各模型都没见过的文档上，把您的模型与其他类型的模型比较。</translation>
    </message>
    <message>
        <source>No other model was tested, because you stopped the comparison.</source>
        <translation>您停止了比较，因此没有检验任何其他模型。</translation>
    </message>
    <message>
        <source>No other model could be tested within the time limit. Choose a longer one, and compare again.</source>
        <translation>在时间限制内没有检验任何其他模型。请选择更长的时间，然后重新比较。</translation>
    </message>
    <message>
        <source>No other model is clearly better than the model in use.</source>
        <translation>没有哪个模型明显优于当前模型。</translation>
    </message>
    <message>
        <source>Mean of −ln of the probability given to the right label; 0 is perfect</source>
        <translation>正确标签所得概率的 −ln 的平均值；0 为最佳</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>校准误差</translation>
    </message>
    <message>
        <source>Average difference between the stated probability and the share of correct verdicts</source>
        <translation>所给概率与判定正确比例之间的平均差</translation>
    </message>
    <message>
        <source>F1 over all verdicts together</source>
        <translation>对所有判定合并计算的 F1</translation>
    </message>
    <message>
        <source>Mean of F1 over all labels: labels with few documents count as much as others</source>
        <translation>所有标签 F1 的平均值：文档少的标签与其他标签同等重要</translation>
    </message>
    <message>
        <source>Only this model right</source>
        <translation>仅此模型判对</translation>
    </message>
    <message>
        <source>Documents that this model classifies correctly and the model in use does not</source>
        <translation>此模型判对而当前模型判错的文档</translation>
    </message>
    <message>
        <source>Only your model right</source>
        <translation>仅您的模型判对</translation>
    </message>
    <message>
        <source>Documents that the model in use classifies correctly and this model does not</source>
        <translation>当前模型判对而此模型判错的文档</translation>
    </message>
    <message>
        <source>McNemar’s test: if p is below 0.05, the difference is unlikely to be chance</source>
        <translation>麦克尼马尔检验：p 低于 0.05 时，差别不太可能出于偶然</translation>
    </message>
    <message>
        <source>each word counted once</source>
        <translation>每个词只计一次</translation>
    </message>
</context>
<context>
    <name>OwnLessonDialog</name>
    <message>
        <source>Your own lesson</source>
        <translation>自己的课程</translation>
    </message>
    <message>
        <source>Hide the answers until the reader asks for them</source>
        <translation>隐藏答案，读者需要时再显示</translation>
    </message>
    <message>
        <source>The lesson keeps the present rows, document and settings. In the text, *word* highlights a word, and [[answer]] marks an answer that can be hidden. A line --- begins a new part. Write a question as “? …”, and below it “+ right” and “- wrong :: why”.</source>
        <translation>课程会保存当前的行、文档和设置。在正文中，*词* 突出显示一个词，[[答案]] 标出可以隐藏的答案。一行 --- 开始新的部分。提问写作“? …”，下面写“+ 正确”和“- 错误 :: 原因”。</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
</context>
<context>
    <name>PageHead</name>
    <message>
        <source>Help on this page</source>
        <translation>本页帮助</translation>
    </message>
    <message numerus="yes">
        <source>%Ln label(s)</source>
        <translation>
            <numerusform>%Ln 个标签</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Picture of the page</source>
        <translation>页面图片</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>适合宽度</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>text recognised by %1, confidence %2</source>
        <translation>文字由 %1 识别，把握 %2</translation>
    </message>
</context>
<context>
    <name>PlacesPanel</name>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add a mailbox file…</source>
        <translation>添加邮箱文件…</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>添加服务器上的邮箱…</translation>
    </message>
    <message>
        <source>Exceptions and daily limit…</source>
        <translation>例外与每日上限…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>监视 %1</translation>
    </message>
    <message>
        <source>Start filing new items</source>
        <translation>开始归档新文件</translation>
    </message>
    <message>
        <source>Switch to trial</source>
        <translation>改为试运行</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Classify existing items…</source>
        <translation>对现有文件和邮件分类…</translation>
    </message>
    <message>
        <source>For a mailbox on a server (IMAP), install bayleaf-imap: see “Mail on a server” in the help.</source>
        <translation>如需监视服务器上的邮箱（IMAP），请安装 bayleaf-imap：见帮助中的“服务器上的邮件”。</translation>
    </message>
    <message>
        <source>These folders were set up on another computer or by an earlier version of Bayleaf. Nothing is moved until you choose “Start filing new items” again.</source>
        <translation>这些位置是在其他计算机上或由早期版本的 Bayleaf 设置的。在您重新选择“开始归档新文件”之前，不会移动任何文件。</translation>
    </message>
    <message>
        <source>Opens the page Classify with the files or mails that are already in this folder or mailbox. Nothing is moved.</source>
        <translation>打开“分类”页面，列出此文件夹或邮箱中已有的文件或邮件。不移动任何内容。</translation>
    </message>
    <message>
        <source>when filed, scanned PDFs get the recognised text</source>
        <translation>归档时会为扫描的 PDF 添加识别出的文字</translation>
    </message>
    <message>
        <source>File names…</source>
        <translation>文件名…</translation>
    </message>
    <message>
        <source>Files can get a new name when they are filed, such as the date and the sender.</source>
        <translation>归档时可以为文件改名，例如用日期和发件人。</translation>
    </message>
    <message>
        <source>Bayleaf would file %1 of %2 items, about %3 of them in the wrong folder</source>
        <translation>共 %2 项，Bayleaf 会归档 %1 项，其中约 %3 项会放错文件夹</translation>
    </message>
    <message>
        <source>Bayleaf would file %1 of %2 items, with almost no mistakes</source>
        <translation>共 %2 项，Bayleaf 会归档 %1 项，几乎不会放错</translation>
    </message>
    <message numerus="yes">
        <source>of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder</source>
        <translation>
            <numerusform>您自己归档了 %1 项，其中 %Ln 项若由 Bayleaf 归档，会放到别的文件夹</numerusform>
        </translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation>无法访问</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Bayleaf shows the label of each new mail. It never changes a mailbox file, so no mail is moved.</source>
        <translation>Bayleaf 会显示每封新邮件的标签。邮箱文件从不被修改，因此邮件留在原处。</translation>
    </message>
    <message>
        <source>trial: Bayleaf shows what it would do and moves nothing</source>
        <translation>试运行：只显示会怎么做，不移动任何内容</translation>
    </message>
    <message>
        <source>new items are filed into %1</source>
        <translation>新内容归档到 %1</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>监视文件夹</translation>
    </message>
    <message>
        <source>Watch a mailbox</source>
        <translation>监视邮箱</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>ProgressPane</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) read</source>
        <translation>
            <numerusform>已读取 %Ln 个文档</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromisePane</name>
    <message>
        <source>What the model can guarantee</source>
        <translation>模型能保证什么</translation>
    </message>
    <message numerus="yes">
        <source>The model has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>模型已学习 %Ln 封正常邮件。</numerusform>
        </translation>
    </message>
    <message>
        <source>The senders are unknown. To be cautious, Bayleaf counts three mails as one sender.</source>
        <translation>发件人未知。为谨慎起见，Bayleaf 把每三封邮件算作一个发件人。</translation>
    </message>
    <message numerus="yes">
        <source>Your %Ln good mail(s) come from only %1 different senders and lists.</source>
        <translation>
            <numerusform>您的 %Ln 封正常邮件只来自 %1 个不同的发件人和邮件列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>All mails of one mailing list count as one sender.</source>
        <translation>同一邮件列表的所有邮件算作一个发件人。</translation>
    </message>
    <message>
        <source>The model can guarantee that at most 1 good mail in %1 is wrongly called spam.</source>
        <translation>模型可以保证：每 %1 封正常邮件中，最多有 1 封被误判为垃圾邮件。</translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs good mail from %Ln more sender(s) or mailing list(s).</source>
        <translation>
            <numerusform>要保证每 %1 封最多误判 1 封，模型还需要来自另外 %Ln 个发件人或邮件列表的正常邮件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To guarantee at most 1 error in %1, the model needs %Ln more good mail(s).</source>
        <translation>
            <numerusform>要保证每 %1 封最多误判 1 封，模型还需要 %Ln 封正常邮件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln label(s) that may be wrong. They are at the top of the list on the right.</source>
        <translation>
            <numerusform>请检查 %Ln 个可能有误的标签，它们在右侧列表的顶部。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposalPane</name>
    <message numerus="yes">
        <source>%Ln listed</source>
        <translation>
            <numerusform>列出 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>每个词出现多少次</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>每个词是否出现</translation>
    </message>
    <message>
        <source>tf–idf</source>
        <translation>tf–idf</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>留出文档上的准确率</translation>
    </message>
    <message>
        <source>%1 classified as %2</source>
        <translation>%1 判为 %2</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>使用这些设置</translation>
    </message>
    <message>
        <source>Keep my settings</source>
        <translation>保留我的设置</translation>
    </message>
    <message>
        <source>Documents whose verdict would change</source>
        <translation>判定会改变的文档</translation>
    </message>
    <message>
        <source>Better settings found</source>
        <translation>找到了更好的设置</translation>
    </message>
    <message>
        <source>No better settings found</source>
        <translation>没有找到更好的设置</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Your settings</source>
        <translation>您的设置</translation>
    </message>
    <message>
        <source>Settings found</source>
        <translation>找到的设置</translation>
    </message>
    <message numerus="yes">
        <source>The verdict would change for %Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档的判定会改变</numerusform>
        </translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>平滑 α</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>词汇表词数</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>计数方式</translation>
    </message>
    <message>
        <source>Minimum word length</source>
        <translation>最短词长</translation>
    </message>
    <message>
        <source>chosen by the filter itself</source>
        <translation>由过滤器自行设定</translation>
    </message>
    <message>
        <source>With the best value of the curve (%1), %2 of the documents are classified correctly.</source>
        <translation>在曲线的最佳点（%1），准确率为 %2。</translation>
    </message>
    <message>
        <source>The probabilities are better with the settings found: the log loss is lower.</source>
        <translation>用找到的设置，概率更准确：对数损失更低。</translation>
    </message>
    <message numerus="yes">
        <source>Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.</source>
        <translation>
            <numerusform>在相同的 %Ln 个留出文档上检验：您的设置准确率为 %1，找到的最好设置为 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The curve was measured on %Ln of these documents.</source>
        <translation>
            <numerusform>曲线只在这些文档中的 %Ln 个上测得。</numerusform>
        </translation>
    </message>
    <message>
        <source>the difference could be chance</source>
        <translation>差别可能出于偶然</translation>
    </message>
    <message>
        <source>%1 documents are classified correctly only with the settings found, %2 only with your settings; %3.</source>
        <translation>只有用找到的设置才判对的文档有 %1 个，只有用您的设置才判对的有 %2 个；%3。</translation>
    </message>
    <message>
        <source>the difference is unlikely to be chance</source>
        <translation>差别不太可能出于偶然</translation>
    </message>
</context>
<context>
    <name>ProposalViewModel</name>
    <message>
        <source>Looking for better settings for %1</source>
        <translation>正在为“%1”寻找更好的设置</translation>
    </message>
</context>
<context>
    <name>ProtectedLabels</name>
    <message>
        <source>Protected labels</source>
        <translation>受保护的标签</translation>
    </message>
    <message>
        <source>Protect…</source>
        <translation>保护…</translation>
    </message>
    <message>
        <source>Choose the labels whose documents must not be misclassified. The guarantee of the model covers these labels.</source>
        <translation>请选择一些标签，这些标签的文档不允许误判。模型的保证只针对这些标签。</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>QuestionPane</name>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>New label… (press N)</source>
        <translation>新标签…（按 N）</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>新标签</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Next document</source>
        <translation>下一个文档</translation>
    </message>
    <message>
        <source>Undo answer</source>
        <translation>撤销回答</translation>
    </message>
    <message>
        <source>Choosing the next questions…</source>
        <translation>正在挑选接下来要问您的问题…</translation>
    </message>
    <message>
        <source>Other label… (press N)</source>
        <translation>其他标签…（按 N）</translation>
    </message>
    <message>
        <source>This document was chosen at random, to measure the accuracy</source>
        <translation>此文档是随机抽取的，用来测量准确率</translation>
    </message>
    <message>
        <source>The label of this document could be %1 or %2</source>
        <translation>此文档的标签可能是 %1，也可能是 %2</translation>
    </message>
    <message>
        <source>This document resembles none of the labelled documents</source>
        <translation>此文档与所有已有标签的文档都不相似</translation>
    </message>
    <message numerus="yes">
        <source>This document is typical of %Ln similar document(s)</source>
        <translation>
            <numerusform>该文档代表 %Ln 个相似的文档</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingDialog</name>
    <message>
        <source>What Bayleaf reads</source>
        <translation>Bayleaf 读到的内容</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Hidden text</source>
        <translation>隐藏的文本</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>Text that is hidden from readers of the document</source>
        <translation>文档中读者看不到的文字</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Attached</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>ReadingPane</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Copies in</source>
        <translation>副本位于</translation>
    </message>
    <message>
        <source>Attached</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>“%1” is protected by a password. Enter the password, or save a copy without protection and use that copy.</source>
        <translation>“%1”受密码保护。请输入密码，或另存一份没有保护的副本并使用该副本。</translation>
    </message>
    <message>
        <source>The password is wrong.</source>
        <translation>密码错误。</translation>
    </message>
</context>
<context>
    <name>RecipeFolds</name>
    <message>
        <source>Vocabulary</source>
        <translation>词汇表</translation>
    </message>
    <message>
        <source>Words and word forms</source>
        <translation>词与词形</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>Unknown words</source>
        <translation>未知词</translation>
    </message>
    <message>
        <source>%1 words</source>
        <translation>%1 个词</translation>
    </message>
    <message>
        <source>most frequent</source>
        <translation>最常见的</translation>
    </message>
    <message>
        <source>words found in the most documents</source>
        <translation>在最多文档中出现的词</translation>
    </message>
    <message>
        <source>most informative (mutual information)</source>
        <translation>最有区分力的（互信息）</translation>
    </message>
    <message>
        <source>most informative (χ²)</source>
        <translation>最有区分力的（χ²）</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>text only</source>
        <translation>仅正文</translation>
    </message>
    <message>
        <source>text and mail headers</source>
        <translation>正文和邮件头</translation>
    </message>
    <message>
        <source>single words</source>
        <translation>单个词</translation>
    </message>
    <message>
        <source>words and pairs</source>
        <translation>词和词对</translation>
    </message>
    <message>
        <source>words, pairs and triples</source>
        <translation>词、词对和三词组</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>tf-idf</source>
        <translation>tf-idf</translation>
    </message>
    <message>
        <source>equal for all labels</source>
        <translation>各标签相同</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>转为小写</translation>
    </message>
    <message>
        <source>Count all unknown words as one word</source>
        <translation>把所有未知词算作一个词</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Ranked by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Minimum documents</source>
        <translation>最少文档数</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Word sequences</source>
        <translation>词序列</translation>
    </message>
    <message>
        <source>Minimum word length</source>
        <translation>最短词长</translation>
    </message>
    <message>
        <source>Stop words</source>
        <translation>停用词</translation>
    </message>
    <message>
        <source>Word stems</source>
        <translation>词干</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>计数方式</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>how often a word occurs</source>
        <translation>每个词出现多少次</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>词是否出现</translation>
    </message>
    <message>
        <source>share of each label in the documents</source>
        <translation>各标签的文档所占的比例</translation>
    </message>
    <message>
        <source>%1 most frequent words</source>
        <translation>最常见的 %1 个词</translation>
    </message>
    <message>
        <source>%1 words found in the most documents</source>
        <translation>在最多文档中出现的 %1 个词</translation>
    </message>
    <message>
        <source>%1 most informative words</source>
        <translation>最有区分力的 %1 个词</translation>
    </message>
    <message>
        <source>none: every word is kept</source>
        <translation>无：保留所有词</translation>
    </message>
    <message>
        <source>all words</source>
        <translation>所有词</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>小写</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>mail headers</source>
        <translation>含邮件头</translation>
    </message>
    <message>
        <source>stems</source>
        <translation>词干</translation>
    </message>
    <message>
        <source>counted as one word</source>
        <translation>合并算作一个词</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不计</translation>
    </message>
</context>
<context>
    <name>RestDialog</name>
    <message>
        <source>Label the rest</source>
        <translation>给其余文档加标签</translation>
    </message>
    <message>
        <source>1 wrong label in %1</source>
        <translation>每 %1 个标签最多错 1 个</translation>
    </message>
    <message>
        <source>Accept at most</source>
        <translation>最多允许</translation>
    </message>
    <message>
        <source>Labels to be given</source>
        <translation>将加上的标签</translation>
    </message>
    <message>
        <source>Show these documents</source>
        <translation>显示这些文档</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>classified by “%1”</source>
        <translation>由“%1”判定</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>给 %Ln 个文档加标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Classifying the documents without a label…</source>
        <translation>正在给没有标签的文档分类…</translation>
    </message>
    <message>
        <source>Every document has a label.</source>
        <translation>所有文档都有标签。</translation>
    </message>
    <message>
        <source>The model is not certain enough about the label of any document.</source>
        <translation>模型对任何文档的标签都没有足够的把握。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 documents will get a label. About %Ln wrong label(s) expected.</source>
        <translation>
            <numerusform>%2 个文档中有 %1 个会得到标签。预计约有 %Ln 个错误标签。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: this collection is too small to guarantee so few wrong labels. Accept more wrong labels.</source>
        <translation>
            <numerusform>%Ln 个文档仍将没有标签：此文集太小，无法保证标错的标签这样少。请允许更多标错的标签。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents will get a label. Almost no wrong labels are expected.</source>
        <translation>%2 个文档中有 %1 个会得到标签，预计几乎没有标错的。</translation>
    </message>
    <message numerus="yes">
        <source>This estimate is based on %Ln document(s) that you labelled one by one.</source>
        <translation>
            <numerusform>这一估计基于您逐个标注的 %Ln 个文档。</numerusform>
        </translation>
    </message>
    <message>
        <source>Most labels were given to whole groups at once, so more labels may be wrong than estimated. Answer some questions for a better estimate.</source>
        <translation>大多数标签是一次给整组文档加的，因此标错的可能比预计的更多。回答一些问题，可以让这个估计更准确。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label. On held-out documents, the model was wrong too often when it chose their likeliest label. Answer more questions or correct labels, then train again.</source>
        <translation>
            <numerusform>%Ln 个文档仍将没有标签。在留出文档上，模型选择这些文档最可能的标签时，出错太多。请再回答一些问题或更正标签，然后重新训练。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to at least %2 documents yourself, and train again.</source>
        <translation>
            <numerusform>%Ln 个文档仍将没有标签：这些文档最可能属于的标签所含文档太少。请自己给至少 %2 个文档加上该标签，然后重新训练。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label: look at these yourself.</source>
        <translation>
            <numerusform>%Ln 个文档仍没有标签：请自己查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
</context>
<context>
    <name>RestViewModel</name>
    <message>
        <source>Labelling the other documents</source>
        <translation>正在给其余文档加标签</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>No label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Label as</source>
        <translation>标记为</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln document(s) from the collection</source>
        <translation>
            <numerusform>从文集中删除 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>The files on disk stay where they are.</source>
        <translation>磁盘上的文件不会被删除。</translation>
    </message>
</context>
<context>
    <name>RulesContestDialog</name>
    <message>
        <source>Contest: rules against Bayes</source>
        <translation>比赛：规则对阵贝叶斯</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>sample mails</source>
        <translation>示例邮件</translation>
    </message>
    <message>
        <source>Name of your team</source>
        <translation>队伍名称</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Ranking of the teams</source>
        <translation>队伍排名</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Mail to learn from</source>
        <translation>供写规则参考的邮件</translation>
    </message>
    <message>
        <source>Tournament</source>
        <translation>锦标赛</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Correct label (a person decides)</source>
        <translation>正确标签（由人决定）</translation>
    </message>
    <message>
        <source>The mail</source>
        <translation>邮件内容</translation>
    </message>
    <message>
        <source>Write one rule per line. The first rule that applies decides. Put words in quotation marks.</source>
        <translation>每行一条规则；第一条符合的规则生效。词语要加引号。</translation>
    </message>
    <message>
        <source>Score rules</source>
        <translation>为规则评分</translation>
    </message>
    <message>
        <source>Open rules…</source>
        <translation>打开规则…</translation>
    </message>
    <message>
        <source>Mail meant to fool the filters</source>
        <translation>用来骗过过滤器的邮件</translation>
    </message>
    <message>
        <source>Mails written for the tournament</source>
        <translation>为锦标赛编写的邮件</translation>
    </message>
    <message>
        <source>Save rules…</source>
        <translation>保存规则…</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>队伍</translation>
    </message>
    <message>
        <source>Write a mail that the other teams’ filters classify wrongly. The mail counts only if the class agrees with its label.</source>
        <translation>写一封让其他队的过滤器分错的邮件。只有全班认可它的标签时才算数。</translation>
    </message>
    <message>
        <source>Submit mail</source>
        <translation>提交邮件</translation>
    </message>
    <message>
        <source>Remove mail (its label is disputed)</source>
        <translation>移除此邮件（标签有争议）</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>%1 mails to learn from; %2 hidden mails decide the score. Labels: %3.</source>
        <translation>供各队参考的邮件 %1 封，用来评分的隐藏邮件 %2 封。标签：%3。</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>判错</translation>
    </message>
    <message>
        <source>No rule</source>
        <translation>无规则</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Teams that were fooled</source>
        <translation>被骗过的队伍</translation>
    </message>
    <message>
        <source>no team</source>
        <translation>没有队伍</translation>
    </message>
    <message>
        <source>Open rules</source>
        <translation>打开规则</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Save rules</source>
        <translation>保存规则</translation>
    </message>
    <message>
        <source>“%1” was saved.</source>
        <translation>已保存“%1”。</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Exceptions and daily limit</source>
        <translation>例外与每日上限</translation>
    </message>
    <message>
        <source>Senders whose mail is never filed as spam</source>
        <translation>这些发件人的邮件从不归为垃圾邮件</translation>
    </message>
    <message>
        <source>Senders whose mail is always filed as spam</source>
        <translation>这些发件人的邮件始终归为垃圾邮件</translation>
    </message>
    <message>
        <source>Maximum number of files filed per day without asking</source>
        <translation>每天不询问就归档的文件数上限</translation>
    </message>
    <message>
        <source>Write one address per line. For all addresses of a domain, write @ and the domain.</source>
        <translation>每行一个地址；“@”加域名表示该域名下的所有地址。</translation>
    </message>
</context>
<context>
    <name>RulesViewModel</name>
    <message>
        <source>Reading the mails of the contest</source>
        <translation>正在读取比赛用的邮件</translation>
    </message>
    <message>
        <source>Give the team a name.</source>
        <translation>请给队伍起个名字。</translation>
    </message>
    <message>
        <source>Line %1 must begin with “if” or “else”.</source>
        <translation>第 %1 行必须以“如果”或“否则”开头。</translation>
    </message>
    <message>
        <source>In line %1, “then” is missing before “%2”.</source>
        <translation>第 %1 行在“%2”之前缺少“则”。</translation>
    </message>
    <message>
        <source>The label in line %1 does not exist. Use one of these labels: %3.</source>
        <translation>第 %1 行的标签不存在。请使用以下标签之一：%3。</translation>
    </message>
    <message>
        <source>In line %1, a word in quotation marks is missing before “%2”.</source>
        <translation>第 %1 行在“%2”之前缺少一个带引号的词。</translation>
    </message>
    <message>
        <source>In line %1, a bracket is missing before “%2”.</source>
        <translation>第 %1 行在“%2”之前缺少一个括号。</translation>
    </message>
    <message>
        <source>There are too many rules, or line %1 is too long. Write fewer or shorter rules.</source>
        <translation>规则过多，或第 %1 行过长。请减少或缩短规则。</translation>
    </message>
    <message>
        <source>Write at least one rule.</source>
        <translation>请至少写一条规则。</translation>
    </message>
    <message>
        <source>Naive Bayes</source>
        <translation>朴素贝叶斯</translation>
    </message>
</context>
<context>
    <name>SavePicture</name>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>Scatter</name>
    <message>
        <source>Number of occurrences of each word, plotted against its log-odds</source>
        <translation>每个词的出现次数与对数几率</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>occurrences</source>
        <translation>出现次数</translation>
    </message>
</context>
<context>
    <name>ServerMailboxRow</name>
    <message>
        <source>Start the trial</source>
        <translation>开始试运行</translation>
    </message>
    <message>
        <source>Resume moving</source>
        <translation>继续移动</translation>
    </message>
    <message>
        <source>Start moving mail</source>
        <translation>开始移动邮件</translation>
    </message>
    <message>
        <source>Undo today&apos;s moves</source>
        <translation>撤销今天的移动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>on a server: Bayleaf is first learning from your mail</source>
        <translation>在服务器上：Bayleaf 正在先从您的邮件学习</translation>
    </message>
    <message>
        <source>on a server: Bayleaf is not watching this mailbox</source>
        <translation>在服务器上：Bayleaf 当前没有监视此邮箱</translation>
    </message>
    <message>
        <source>trial; last connected to the server: %1</source>
        <translation>试运行，上次连接服务器：%1</translation>
    </message>
    <message>
        <source>last connected to the server: %1</source>
        <translation>上次连接服务器：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mail(s) classified</source>
        <translation>
            <numerusform>已分类 %Ln 封邮件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen</source>
        <translation>
            <numerusform>您自己归档的 %1 封邮件中，有 %Ln 封放入的文件夹与 Bayleaf 的选择不同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mail(s) would have been moved</source>
        <translation>
            <numerusform>若正式运行，会移动 %Ln 封邮件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>已移动 %Ln 封</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unsure</source>
        <translation>
            <numerusform>不确定 %Ln 封</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>等待 %Ln 封</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题外观</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Destination folder</source>
        <translation>目标文件夹</translation>
    </message>
    <message>
        <source>With “Auto”, Bayleaf compares all event models on your documents, which takes a while. A saved recipe is used instead of this setting.</source>
        <translation>选择“自动”时，Bayleaf 会在您的文档上比较所有事件模型，需要一些时间。如果保存过配方，则用该配方代替此设置。</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Default model for new collections</source>
        <translation>新文集的默认模型</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Smoothing for new collections</source>
        <translation>新文集的平滑</translation>
    </message>
    <message>
        <source>Number of processes that read files</source>
        <translation>读取文件的进程数</translation>
    </message>
    <message>
        <source>Laplace</source>
        <translation>拉普拉斯</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>SettlingStrip</name>
    <message>
        <source>Text of the chosen mail</source>
        <translation>所选邮件的正文</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>your answer is learnt at once, and can be undone</source>
        <translation>模型会立即学习您的回答，可以撤销</translation>
    </message>
</context>
<context>
    <name>ShelfRow</name>
    <message>
        <source>%1 (key %2)</source>
        <translation>%1（按键 %2）</translation>
    </message>
</context>
<context>
    <name>Shelves</name>
    <message>
        <source>Narrow down</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>New label…</source>
        <translation>新标签…</translation>
    </message>
    <message>
        <source>Several labels per document</source>
        <translation>每个文档可有多个标签</translation>
    </message>
    <message>
        <source>Find a label</source>
        <translation>查找标签</translation>
    </message>
    <message>
        <source>Lets a document have more than one label.</source>
        <translation>一个文档可以有多个标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more…</source>
        <translation>
            <numerusform>还有 %Ln 个…</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer labels</source>
        <translation>收起标签</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>所有文档</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Model disagrees</source>
        <translation>模型判定不同</translation>
    </message>
    <message>
        <source>To check</source>
        <translation>待核对</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>已存搜索</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Sample mail</source>
        <translation>示例邮件</translation>
    </message>
    <message>
        <source>Had copies (%1 left out)</source>
        <translation>有副本的文档（略去 %1 份）</translation>
    </message>
    <message>
        <source>Conflicting labels</source>
        <translation>重复件标签冲突</translation>
    </message>
    <message>
        <source>Unreadable files</source>
        <translation>无法读取的文件</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>各处</translation>
    </message>
    <message>
        <source>Label the selected documents</source>
        <translation>给所选文档加标签</translation>
    </message>
    <message>
        <source>Remove the label</source>
        <translation>去掉标签</translation>
    </message>
    <message>
        <source>Show or hide the text</source>
        <translation>显示或隐藏正文</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Answer with a label</source>
        <translation>用标签回答</translation>
    </message>
    <message>
        <source>Answer with the highlighted label</source>
        <translation>用突出显示的标签回答</translation>
    </message>
    <message>
        <source>Name a group, or answer with a new label</source>
        <translation>给组命名，或输入新标签作为回答</translation>
    </message>
    <message>
        <source>Undo the last answer</source>
        <translation>撤销上一个回答</translation>
    </message>
    <message>
        <source>Confirm the verdict</source>
        <translation>确认判定</translation>
    </message>
    <message>
        <source>Correct the verdict</source>
        <translation>更正判定</translation>
    </message>
    <message>
        <source>Go to the next unsure verdict</source>
        <translation>转到下一个不确定的判定</translation>
    </message>
    <message>
        <source>Open the original file</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Explain the verdict: words, training examples, what-if test, full calculation</source>
        <translation>解释判定：词语、训练样例、假设试验、完整推导</translation>
    </message>
    <message>
        <source>Stop the current task, or close the dialog</source>
        <translation>停止当前任务，或关闭对话框</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>文集</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model that Words, Classify, Export and the verdicts on Documents use</source>
        <translation>“词语”“分类”“导出”以及“文档”页上的判定都使用这个模型</translation>
    </message>
</context>
<context>
    <name>Skeleton</name>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
</context>
<context>
    <name>SmoothingSlider</name>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Computing the curve…</source>
        <translation>正在计算曲线…</translation>
    </message>
</context>
<context>
    <name>SortingPage</name>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>给其余文档加标签…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Groups and questions</source>
        <translation>分组和问题</translation>
    </message>
    <message>
        <source>This page sorts documents without a label into groups.
Import some to use it.</source>
        <translation>本页把没有标签的文档分成组。
导入一些文档即可使用。</translation>
    </message>
    <message>
        <source>Every document has a label</source>
        <translation>每个文档都有标签</translation>
    </message>
    <message>
        <source>The label may be only the name of the folder that you imported. If so, treat the documents as unlabelled.
Bayleaf then sorts them into groups.</source>
        <translation>这个标签可能只是所导入文件夹的名称。如果是这样，可把这些文档当作无标签处理。
Bayleaf 随后会把它们分成组。</translation>
    </message>
    <message>
        <source>All documents have the same label</source>
        <translation>所有文档的标签都相同</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>当作无标签处理</translation>
    </message>
    <message>
        <source>First train a model. It then labels the other documents where it is certain enough.</source>
        <translation>请先训练模型。然后它会给其余足够确定的文档加标签。</translation>
    </message>
    <message>
        <source>To label the rest, train a model on your labels.</source>
        <translation>要给其余文档加标签，请先用您的标签训练模型。</translation>
    </message>
    <message>
        <source>To label the rest, train a model on your labels. You can do this as soon as two labels have documents.</source>
        <translation>要给其余文档加标签，请用你的标签训练模型。只要有两个标签含有文档，就可以训练。</translation>
    </message>
    <message>
        <source>No groups left</source>
        <translation>没有剩余的组</translation>
    </message>
    <message>
        <source>The other documents belong to no clear group. Answer questions about them one by one.</source>
        <translation>其余文档不属于任何明确的组，请逐个回答有关它们的问题。</translation>
    </message>
    <message>
        <source>Answer questions</source>
        <translation>回答问题</translation>
    </message>
    <message>
        <source>Looking for groups of similar documents</source>
        <translation>正在查找相似文档的分组</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The documents are not divided into groups yet.</source>
        <translation>文档尚未分组。</translation>
    </message>
    <message>
        <source>Look for groups</source>
        <translation>查找分组</translation>
    </message>
    <message>
        <source>Done: every document has a label</source>
        <translation>完成：每个文档都有标签</translation>
    </message>
    <message>
        <source>Train a model to label new documents. Or move the files into a folder for each label.</source>
        <translation>训练一个模型来给新文档加标签，或把文件移到各标签的文件夹里。</translation>
    </message>
    <message>
        <source>No questions left</source>
        <translation>没有要回答的问题了</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label. A trained model can label them.</source>
        <translation>
            <numerusform>%Ln 个文档没有标签，训练好的模型可以给它们加标签。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) with a label</source>
        <translation>
            <numerusform>%Ln 个文档有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the documents</source>
        <translation>显示文档</translation>
    </message>
    <message>
        <source>looking for groups…</source>
        <translation>正在寻找分组…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) without a label</source>
        <translation>
            <numerusform>%Ln 个文档没有标签</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StartFilingDialog</name>
    <message>
        <source>Start filing new items</source>
        <translation>开始归档新文件</translation>
    </message>
    <message>
        <source>From now on, Bayleaf moves each new item that it is sure about out of “%1” into the folder of its label. Items that it is not sure about wait here for your decision. Existing items stay where they are. No file is overwritten, and you can undo the filing.</source>
        <translation>从现在起，Bayleaf 会把“%1”中有把握的新内容移到其标签的文件夹。没有把握的内容在此等待您的决定。已有的内容留在原处。不会覆盖任何文件，归档可以撤销。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>目标文件夹</translation>
    </message>
    <message>
        <source>Folders for the labels: %1.</source>
        <translation>标签文件夹：%1。</translation>
    </message>
    <message>
        <source>Mail labelled %1 stays where it is.</source>
        <translation>标签为“%1”的邮件留在原处。</translation>
    </message>
    <message>
        <source>Choose the folder that will hold the label folders</source>
        <translation>选择存放各标签文件夹的位置</translation>
    </message>
</context>
<context>
    <name>StatRow</name>
    <message>
        <source>Copy figures</source>
        <translation>复制指标</translation>
    </message>
</context>
<context>
    <name>StepsPane</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Counts (hash)</source>
        <translation>计数哈希</translation>
    </message>
    <message>
        <source>A checksum of all counts. Equal checksums mean equal counts.</source>
        <translation>所有计数的校验和。校验和相同，计数就相同。</translation>
    </message>
    <message>
        <source>If retrained</source>
        <translation>重新训练时</translation>
    </message>
    <message>
        <source>The checksum of a new model that is trained without the forgotten rows.</source>
        <translation>一个新模型的校验和，训练该模型时不使用已遗忘的行。</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>新文本</translation>
    </message>
    <message>
        <source>After each step, the counts equal those of a new model trained only on the rows that are not forgotten.</source>
        <translation>每一步之后，计数都与只用未忘记的行训练出的新模型相同。</translation>
    </message>
    <message>
        <source>The counts differ from those of a new model trained without the forgotten rows.</source>
        <translation>这些计数与新模型的计数不同；训练该新模型时没有使用已遗忘的行。</translation>
    </message>
    <message>
        <source>the model learnt all rows</source>
        <translation>模型学习了所有行</translation>
    </message>
    <message>
        <source>the model forgot row %1</source>
        <translation>模型忘记了第 %1 行</translation>
    </message>
    <message>
        <source>the model learnt row %1 again</source>
        <translation>模型重新学习了第 %1 行</translation>
    </message>
</context>
<context>
    <name>TaughtTable</name>
    <message>
        <source>Training examples</source>
        <translation>训练样例</translation>
    </message>
    <message>
        <source>Comparing training examples…</source>
        <translation>正在比较训练样例…</translation>
    </message>
    <message>
        <source>Adds: how much lower the score would be without this example (%1 examples compared)</source>
        <translation>贡献：没有该样例时得分会低多少（已比较 %1 个样例）</translation>
    </message>
    <message>
        <source>The label may be wrong: %1 fits better</source>
        <translation>标签可能有误：%1 更合适</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
</context>
<context>
    <name>ThunderbirdDialog</name>
    <message>
        <source>Connect Thunderbird</source>
        <translation>连接 Thunderbird</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Thunderbird then has Bayleaf classify new mail, using this workspace. Bayleaf learns from the mail that you mark or move. At first, mail is only tagged, not moved.</source>
        <translation>连接后，Bayleaf 会用此工作区给 Thunderbird 中的新邮件分类，并从您标记或移动的邮件中学习。起初只给邮件加标签，不移动邮件。</translation>
    </message>
    <message>
        <source>Disconnecting removes the files that Bayleaf installed for this connection. Remove the extension itself in Thunderbird’s add-ons.</source>
        <translation>断开连接会删除 Bayleaf 为此连接安装的文件。扩展本身请在 Thunderbird 的附加组件中移除。</translation>
    </message>
    <message>
        <source>Thunderbird is connected to another workspace.</source>
        <translation>Thunderbird 已连接到另一个工作区。</translation>
    </message>
    <message>
        <source>Connected: Thunderbird uses this workspace.</source>
        <translation>已连接：Thunderbird 正在使用此工作区。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>1. In Thunderbird, open “Add-ons and Themes”, click the gear and choose “Install Add-on From File”.</source>
        <translation>1. 在 Thunderbird 中打开“附加组件和主题”，点击齿轮，选择“从文件安装附加组件”。</translation>
    </message>
    <message>
        <source>2. Choose the file %1</source>
        <translation>2. 选择文件 %1</translation>
    </message>
    <message>
        <source>3. In the settings of each account, under “Junk”, turn off Thunderbird’s own filter. Otherwise Bayleaf also learns from that filter’s marks, as if you had set them.</source>
        <translation>3. 在每个账户设置的“垃圾邮件”中，关闭 Thunderbird 自己的过滤器。否则 Bayleaf 会把该过滤器的标记当成您的标记来学习。</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Documents classified wrongly</source>
        <translation>判错的文档</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Label some documents, using at least two labels.
Bayleaf then learns which words speak for each label.</source>
        <translation>请给一些文档加标签，至少用两种标签。
然后 Bayleaf 会学习哪些词支持哪个标签。</translation>
    </message>
    <message>
        <source>A model needs two labels with documents</source>
        <translation>至少要有两个含文档的标签，才能训练模型</translation>
    </message>
    <message>
        <source>Label documents</source>
        <translation>给文档加标签</translation>
    </message>
    <message>
        <source>Tests other settings on held-out documents, and shows the best ones beside yours</source>
        <translation>在留出的文档上检验其他设置，并把最好的与您的设置并排显示</translation>
    </message>
    <message>
        <source>Use recommended</source>
        <translation>采用推荐值</translation>
    </message>
    <message>
        <source>most certain mistakes first</source>
        <translation>最确信的错误在前</translation>
    </message>
    <message>
        <source>Save as a recipe…</source>
        <translation>存为配方…</translation>
    </message>
    <message>
        <source>Show all mistakes</source>
        <translation>显示所有错误</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Figures of each label</source>
        <translation>各标签的指标</translation>
    </message>
    <message>
        <source>These settings suit most collections: you can simply press Train.</source>
        <translation>这些设置适合大多数文集：直接点击“训练”即可。</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>已训练</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>重新训练</translation>
    </message>
    <message>
        <source>The model has learnt every change. Train again to choose its settings and to measure its errors with all labels that it has now.</source>
        <translation>模型已经学习了所有更改。重新训练后，会用现有的全部标签选择设置并测量错误。</translation>
    </message>
    <message>
        <source>Testing “%1”…</source>
        <translation>正在测试“%1”…</translation>
    </message>
    <message>
        <source>“%1” was not tested.</source>
        <translation>“%1”尚未检验。显示的数字是快速初步结果。</translation>
    </message>
    <message>
        <source>Quick first result: %1</source>
        <translation>快速的初步结果：%1</translation>
    </message>
    <message>
        <source>The figures below show how well a model with these settings classifies documents that it has not learnt (held-out documents). Nothing is saved until you press Train.</source>
        <translation>下面的数字表示使用这些设置的模型对未学习过的文档（留出文档）的分类效果。点击“训练”之前不会保存任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified as %2</source>
        <translation>
            <numerusform>%Ln 个标签为“%1”、判为“%2”的文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, classified correctly</source>
        <translation>
            <numerusform>%Ln 个标签为“%1”且判对的文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labels: %Ln</source>
        <translation>
            <numerusform>标签：%Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>recommended: %1</source>
        <translation>推荐：%1</translation>
    </message>
    <message>
        <source>All figures are tested by date: each mail was classified before it was learnt.</source>
        <translation>所有数字都按日期检验：每封邮件都是先判定、后学习。</translation>
    </message>
    <message numerus="yes">
        <source>accuracy with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>使用 %Ln 个无标签文档时的准确率</numerusform>
        </translation>
    </message>
    <message>
        <source>accuracy without unlabelled documents</source>
        <translation>不使用无标签文档时的准确率</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>%1 classified as %2</source>
        <translation>%1 判为 %2</translation>
    </message>
    <message>
        <source>Save these settings as a recipe</source>
        <translation>把这些设置存为配方</translation>
    </message>
    <message>
        <source>caution %1</source>
        <translation>谨慎程度 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try other settings</source>
        <translation>试试其他设置</translation>
    </message>
    <message>
        <source>Save as another model…</source>
        <translation>另存为新模型…</translation>
    </message>
    <message>
        <source>The model in use does not change. The Evaluate page compares both models.</source>
        <translation>正在使用的模型不变。“评估”页会比较这两个模型。</translation>
    </message>
    <message>
        <source>Testing these settings on held-out documents…</source>
        <translation>正在用留出的文档检验这些设置…</translation>
    </message>
    <message>
        <source>Former settings. Testing the new ones…</source>
        <translation>之前的设置。正在测试新设置…</translation>
    </message>
    <message>
        <source>The result for “%1” will follow soon.</source>
        <translation>“%1”的结果稍后显示。</translation>
    </message>
    <message>
        <source>Result of the former settings</source>
        <translation>之前设置的结果</translation>
    </message>
    <message>
        <source>The new settings are being tested.</source>
        <translation>正在测试新设置。</translation>
    </message>
    <message>
        <source>The new settings were not tested.</source>
        <translation>新设置尚未测试。</translation>
    </message>
    <message>
        <source>Preview: not a saved model</source>
        <translation>预览：尚未保存的模型</translation>
    </message>
    <message>
        <source>Saved model “%1”</source>
        <translation>已保存的模型“%1”</translation>
    </message>
    <message>
        <source>The figures below are from a test with the settings and documents of this model.</source>
        <translation>以下数字来自用此模型的设置和文档所做的检验。</translation>
    </message>
    <message>
        <source>The saved model also learnt from unlabelled documents (accuracy: %1). The figures below are for training without them.</source>
        <translation>已保存的模型还学习了无标签的文档（准确率 %1）。以下数字针对不使用这些文档的训练。</translation>
    </message>
    <message numerus="yes">
        <source>The model was saved with %Ln document(s) and has learnt every change since. The figures below are for all %1 documents.</source>
        <translation>
            <numerusform>此模型保存时有 %Ln 个文档，此后的每次更改它都会学习。以下数字针对现有的全部 %1 个文档。</numerusform>
        </translation>
    </message>
    <message>
        <source>The model is being trained. It is saved at the end.</source>
        <translation>正在训练模型，完成后会自动保存。</translation>
    </message>
    <message>
        <source>The figures below show how well a model with these settings would do. The saved model “%1” has other settings.</source>
        <translation>以下是使用这些设置的模型的预期表现。已保存的模型“%1”采用的是其他设置。</translation>
    </message>
    <message>
        <source>The saved model “%1” has other settings. Its accuracy was %2 when it was saved.</source>
        <translation>已保存的模型“%1”采用其他设置，保存时的准确率为 %2。</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>检验已停止。</translation>
    </message>
    <message>
        <source>least certain first</source>
        <translation>最不确信的在前</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>no model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Bayleaf moved the slider to the recommended value, %1. You can simply press Train.</source>
        <translation>Bayleaf 已将滑块移到推荐值 %1。直接按“训练”即可。</translation>
    </message>
    <message>
        <source>Bayleaf chose these settings. They had the best result on held-out documents.</source>
        <translation>这些设置由 Bayleaf 选定：它们在留出文档上的结果最好。</translation>
    </message>
    <message>
        <source>The test of the new settings did not finish. These are the settings that were tested last.</source>
        <translation>新设置的测试没有完成。这里显示的是上次测试过的设置。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The difference could be chance.</source>
        <translation>这一差别可能只是偶然。</translation>
    </message>
    <message>
        <source>The difference is unlikely to be chance.</source>
        <translation>这一差别不太可能是偶然。</translation>
    </message>
    <message>
        <source>training uses the unlabelled documents</source>
        <translation>训练会使用无标签文档</translation>
    </message>
    <message>
        <source>training ignores the unlabelled documents</source>
        <translation>训练会忽略无标签文档</translation>
    </message>
    <message>
        <source>used, but the difference could be chance</source>
        <translation>已使用，但差异可能出于偶然</translation>
    </message>
    <message>
        <source>on the same held-out documents</source>
        <translation>在相同的留出文档上</translation>
    </message>
    <message>
        <source>95 % confidence interval: %1 – %2</source>
        <translation>95% 置信区间：%1–%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>占 %2 的 %1</translation>
    </message>
    <message numerus="yes">
        <source>Correct on %Ln held-out document(s), %</source>
        <translation>
            <numerusform>在 %Ln 个留出文档上的准确率，%</numerusform>
        </translation>
    </message>
    <message>
        <source>Correct on held-out documents, %</source>
        <translation>在留出文档上的准确率，%</translation>
    </message>
    <message>
        <source>Each mail was tested by a model that had learnt all others, even later ones. This test is easier than the filter&apos;s test by date.</source>
        <translation>检验每封邮件时，所用模型都学过其他所有邮件，包括更晚的邮件。这种检验比过滤器按日期的检验更容易。</translation>
    </message>
    <message>
        <source>Other models have an easier test, so do not compare their figures with these.</source>
        <translation>其他模型接受的检验更容易，因此不要拿它们的数字与这些数字比较。</translation>
    </message>
    <message>
        <source>Save as another model</source>
        <translation>另存为新模型</translation>
    </message>
    <message>
        <source>Name of the recipe</source>
        <translation>配方名称</translation>
    </message>
    <message>
        <source>Keep a copy of the model</source>
        <translation>保留模型副本</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) classified wrongly</source>
        <translation>
            <numerusform>%Ln 个文档判错</numerusform>
        </translation>
    </message>
    <message>
        <source>The test was stopped too early: there is no result to show.</source>
        <translation>检验停止得太早，还没有结果可显示。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>Models and recipes: %Ln</source>
        <translation>
            <numerusform>模型和配方：%Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” uses these settings</source>
        <translation>模型“%1”使用这些设置</translation>
    </message>
    <message>
        <source>Model “%1” was trained with other settings: %2</source>
        <translation>模型“%1”使用其他设置：%2</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Chooses the value with the fewest mistakes. Among values whose difference from it could be chance, chooses the one with the lowest log loss.</source>
        <translation>选择错误最少的值；若有些值与它的差别可能只是偶然，则从中选择对数损失最小的一个。</translation>
    </message>
    <message>
        <source>The value with the fewest mistakes on held-out documents. If several values have equally few, it is the one with the lowest log loss.</source>
        <translation>在留出文档上错误最少的值；如有多个，取对数损失最小的一个。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Left: the model trusts every word fully, and may learn chance patterns. Right: it trusts words less, and may miss real evidence.</source>
        <translation>向左：模型完全相信每个词，可能把偶然当成规律。向右：模型不那么相信词，可能漏掉真正的证据。</translation>
    </message>
    <message>
        <source>With %2, slightly more documents are classified correctly than with %1, but that could be chance. The probabilities are better with %1.</source>
        <translation>取 %2 时判对的文档略多于取 %1 时，但这可能只是偶然。取 %1 时概率更准确。</translation>
    </message>
    <message numerus="yes">
        <source>On the newer half (%Ln mail(s), tested by date), correct verdicts: %1 %2, %3 %4.</source>
        <translation>
            <numerusform>在较新的一半（%Ln 封邮件，按日期检验）上的准确率：%1 为 %2，%3 为 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>correct on held-out documents</source>
        <translation>在留出文档上的准确率</translation>
    </message>
    <message>
        <source>Probability of %1</source>
        <translation>“%1”的概率</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>%1 filter</source>
        <translation>%1 过滤器</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
</context>
<context>
    <name>TrainingViewModel</name>
    <message>
        <source>Training on %1</source>
        <translation>正在训练：%1</translation>
    </message>
    <message>
        <source>Choosing settings for %1</source>
        <translation>正在为“%1”选择设置</translation>
    </message>
    <message>
        <source>Testing on held-out documents</source>
        <translation>正在用留出的文档检验</translation>
    </message>
    <message>
        <source>Testing the filter and the other model by date</source>
        <translation>正在按日期检验过滤器和另一模型</translation>
    </message>
    <message>
        <source>Testing whether unlabelled documents help</source>
        <translation>正在检验无标签文档是否有帮助</translation>
    </message>
    <message>
        <source>Trying other settings</source>
        <translation>正在尝试其他设置</translation>
    </message>
    <message>
        <source>Counting the words of %1</source>
        <translation>正在统计“%1”的词</translation>
    </message>
</context>
<context>
    <name>Trainings</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Model “%1” deleted</source>
        <translation>已删除模型“%1”</translation>
    </message>
    <message>
        <source>Model “%1” restored to its previous version</source>
        <translation>模型“%1”已恢复原状</translation>
    </message>
    <message>
        <source>Model “%1” saved</source>
        <translation>模型“%1”已保存</translation>
    </message>
    <message>
        <source>Model “%1” replaced</source>
        <translation>模型“%1”已替换</translation>
    </message>
    <message>
        <source>%1 correct on held-out documents</source>
        <translation>留出文档上的准确率为 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 correct with %Ln unlabelled document(s), %2 correct without them</source>
        <translation>
            <numerusform>使用 %Ln 个无标签文档时准确率为 %1，不使用时为 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>unlabelled documents were ignored</source>
        <translation>没有使用无标签文档</translation>
    </message>
</context>
<context>
    <name>TrayIcon</name>
    <message>
        <source>Open Bayleaf</source>
        <translation>打开 Bayleaf</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) waiting for your decision</source>
        <translation>
            <numerusform>%Ln 个文档等您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) arrived today</source>
        <translation>
            <numerusform>今日收到 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>已归档 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrustedServers</name>
    <message>
        <source>Trusted mail server</source>
        <translation>可信的邮件服务器</translation>
    </message>
    <message>
        <source>Enter the name of your mail server. Bayleaf then uses its checks of senders (SPF, DKIM, DMARC).</source>
        <translation>填写您的邮件服务器名称后，Bayleaf 会采用它对发件人的检查结果（SPF、DKIM、DMARC）。</translation>
    </message>
    <message>
        <source>none (example: mx.example.org)</source>
        <translation>未填写（示例：mx.example.org）</translation>
    </message>
</context>
<context>
    <name>UndoSteps</name>
    <message>
        <source>Nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>Nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message numerus="yes">
        <source>Undo the last session&apos;s import of %Ln document(s)?</source>
        <translation>
            <numerusform>撤销上次运行时对 %Ln 个文档的导入？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo the import of %Ln document(s)?</source>
        <translation>
            <numerusform>撤销对 %Ln 个文档的导入？</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo from the last session: %1?</source>
        <translation>撤销上次运行时的操作：%1？</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) filed away</source>
        <translation>
            <numerusform>已归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo: %1?</source>
        <translation>撤销：%1？</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>已重做：%1</translation>
    </message>
    <message>
        <source>the files on disk stay</source>
        <translation>磁盘上的文件保留不动</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
</context>
<context>
    <name>VerdictMenu</name>
    <message>
        <source>This is</source>
        <translation>这是</translation>
    </message>
    <message>
        <source>This is %1</source>
        <translation>这是 %1</translation>
    </message>
    <message>
        <source>Next unsure verdict</source>
        <translation>下一个不确定的判定</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>移出列表</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Export list as CSV…</source>
        <translation>将列表导出为 CSV…</translation>
    </message>
</context>
<context>
    <name>VerdictTable</name>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>把握</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Sender or file</source>
        <translation>发件人或文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>What each word adds to the score</source>
        <translation>每个词使得分增加多少</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>discounted</source>
        <translation>扣除</translation>
    </message>
    <message>
        <source>here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>weight of the word alone: %1; in this verdict: %2</source>
        <translation>该词单独的权重：%1；在本判定中：%2</translation>
    </message>
    <message>
        <source>Labelled documents contribute %1 to this value, unlabelled documents %2</source>
        <translation>此值中，有标签的文档贡献 %1，无标签的文档贡献 %2</translation>
    </message>
    <message>
        <source>Copy this line</source>
        <translation>复制此行</translation>
    </message>
    <message>
        <source>Copy all words</source>
        <translation>复制所有词</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>展开所有组</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>收起所有组</translation>
    </message>
</context>
<context>
    <name>WaterfallHead</name>
    <message>
        <source>Alone: the weight of the word in plain naive Bayes. Here: what the word adds to this verdict. Discounted: the difference, because other words already say the same.</source>
        <translation>单独：这个词在普通朴素贝叶斯中的权重。此处：这个词给本判定增加的值。扣除：两者之差，因为其他词已经表达了同样的意思。</translation>
    </message>
    <message>
        <source>discounted: other words say the same</source>
        <translation>扣除：其他词已表达同样的意思</translation>
    </message>
</context>
<context>
    <name>WaterfallTotal</name>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
</context>
<context>
    <name>WhatIfPane</name>
    <message>
        <source>What if</source>
        <translation>如果</translation>
    </message>
    <message>
        <source>The verdict stays the same, whichever words are removed.</source>
        <translation>无论去掉哪些词，此判定都不会改变。</translation>
    </message>
    <message>
        <source>Show the original text</source>
        <translation>显示原文</translation>
    </message>
    <message>
        <source>Change the text</source>
        <translation>修改文本</translation>
    </message>
    <message>
        <source>Edit the text above: the verdict and its reasons change at once. The model learns nothing from this.</source>
        <translation>修改上方的文本，判定和原因会立即更新。模型不会从中学习。</translation>
    </message>
    <message>
        <source>Change words of the text and see at once how the verdict changes.</source>
        <translation>修改文本中的词，立即看到判定如何变化。</translation>
    </message>
</context>
<context>
    <name>WhyDialog</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档正文</translation>
    </message>
    <message>
        <source>The verdict was given when the document arrived. The word weights are those of the current model.</source>
        <translation>判定是收到文档时作出的。词的权重来自当前模型。</translation>
    </message>
    <message>
        <source>Verdict of a model that was trained on all other documents</source>
        <translation>判定来自用其他所有文档训练的模型</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation>训练样例</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>如果</translation>
    </message>
    <message>
        <source>Full calculation</source>
        <translation>完整推导</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Show discounted evidence</source>
        <translation>显示被扣除的证据</translation>
    </message>
    <message>
        <source>For %1 (+) or against it (−), in log-odds</source>
        <translation>支持 %1（+）或反对它（−），以对数几率计</translation>
    </message>
    <message>
        <source>Naive Bayes counts words with the same meaning twice. This model has learnt to discount the repetition.</source>
        <translation>朴素贝叶斯会把意思相同的词重复计算。此模型学会了扣除重复的部分。</translation>
    </message>
    <message>
        <source>Open in a window: copy, print, save…</source>
        <translation>在窗口中打开：复制、打印、保存…</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Search words</source>
        <translation>搜索词语</translation>
    </message>
    <message>
        <source>Part of a word, or a regular expression between slashes, such as /^free/</source>
        <translation>词的一部分，或斜线之间的正则表达式，例如 /^free/</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Seen at least</source>
        <translation>至少出现</translation>
    </message>
    <message>
        <source>Kinds of words</source>
        <translation>词的分类</translation>
    </message>
    <message>
        <source>Train a model first. This page then shows which label each word speaks for,
how often it was seen, and how its weight is calculated.</source>
        <translation>请先训练一个模型。本页随后会显示每个词支持哪个标签、
出现了多少次，以及权重如何计算。</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Full calculation…</source>
        <translation>完整推导…</translation>
    </message>
    <message>
        <source>Shows step by step how a text of only this word is classified</source>
        <translation>逐步显示：只含这个词的文本是如何分类的</translation>
    </message>
    <message>
        <source>Senders and headers</source>
        <translation>发件人与邮件头</translation>
    </message>
    <message>
        <source>Structure of the mail</source>
        <translation>邮件结构特征</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s)</source>
        <translation>
            <numerusform>%Ln 列</numerusform>
        </translation>
    </message>
    <message>
        <source>Strongest words</source>
        <translation>最强的词</translation>
    </message>
    <message>
        <source>most bits first; bars: log-odds</source>
        <translation>按比特排列；条形：对数几率</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>所有词</translation>
    </message>
    <message>
        <source>per document</source>
        <translation>每个文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln+ time(s)</source>
        <translation>
            <numerusform>至少 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows only words that were seen at least this often</source>
        <translation>只显示出现次数不少于此值的词</translation>
    </message>
    <message>
        <source>Most distinctive</source>
        <translation>最具区分度</translation>
    </message>
    <message>
        <source>Per document</source>
        <translation>每个文档</translation>
    </message>
    <message>
        <source>Log-odds × average count per document. The average is over the documents of the label that the word points to.</source>
        <translation>对数几率 × 每个文档中的平均出现次数。平均值按该词所指向的标签的文档计算。</translation>
    </message>
    <message>
        <source>Log-odds × average weight per document. The average is over the documents of the label that the word points to.</source>
        <translation>对数几率 × 每个文档中的平均权重。平均值按该词所指向的标签的文档计算。</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>log-odds against frequency</source>
        <translation>对数几率与频率</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Most distinctive: words that tell labels apart come first. Per document: words with the largest weight in an average document come first.</source>
        <translation>“最具区分度”：最能区分标签的词排在前面。“每个文档”：平均到每个文档权重最大的词排在前面。</translation>
    </message>
    <message>
        <source>Words of</source>
        <translation>词语所属标签</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比标签</translation>
    </message>
    <message>
        <source>Strongest words of each label</source>
        <translation>每个标签最强的词</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Words of every label</source>
        <translation>所有标签的词语</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Show documents</source>
        <translation>显示文档</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>One label</source>
        <translation>单个标签</translation>
    </message>
    <message>
        <source>Words that point to the label, compared with all others together. At the left is the word whose presence tells most about whether a document has this label or another (mutual information).</source>
        <translation>与所有其他标签合计相比，指向该标签的词。最左边的词是否出现，最能说明文档是该标签还是其他标签（互信息）。</translation>
    </message>
    <message>
        <source>Words that point to the label, compared with all others together. At the left is the word with the largest mean: log-odds times the average number of occurrences per document.</source>
        <translation>与所有其他标签合计相比，指向该标签的词。最左边是均值最大的词：对数几率乘以每个文档中的平均出现次数。</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The words of model “%1” were not loaded.</source>
        <translation>模型“%1”的词未加载。</translation>
    </message>
    <message>
        <source>Load words</source>
        <translation>加载词语</translation>
    </message>
    <message>
        <source>Loading the words of model “%1”…</source>
        <translation>正在加载模型“%1”的词…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show all words as points: log-odds against frequency</source>
        <translation>以点显示所有词：对数几率与频率</translation>
    </message>
    <message>
        <source>Show the strongest words</source>
        <translation>显示最强的词</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln 个词</numerusform>
        </translation>
    </message>
    <message>
        <source>only the %1 most informative words are listed</source>
        <translation>仅列出信息量最大的 %1 个</translation>
    </message>
    <message>
        <source>Log-odds: how strongly the word points to %1 (+) or to %2 (−). Mean: log-odds times the average number of occurrences per document. Bits: how much the word alone tells which of the two it is.</source>
        <translation>对数几率：该词在多大程度上指向 %1（+）或 %2（−）。均值：对数几率乘以每个文档中的平均出现次数。比特：单凭该词能在多大程度上得知是两者中的哪一个。</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>How often the word was seen in documents labelled %1</source>
        <translation>该词在标签为“%1”的文档中出现的次数</translation>
    </message>
    <message>
        <source>log P %1</source>
        <translation>log P %1</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>log P(word | %1)</source>
        <translation>log P(词 | %1)</translation>
    </message>
    <message>
        <source>−log P(word | all labels but %1)</source>
        <translation>−log P(词 | 除 %1 外的所有标签)</translation>
    </message>
    <message>
        <source>What the word adds to the score of %1. Words that repeat what other words say add less.</source>
        <translation>该词使“%1”的得分增加多少。与其他词意思重复的词增加得较少。</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>比特</translation>
    </message>
    <message>
        <source>How much one occurrence of the word adds to the log-odds of %1 against all other labels together, each weighted by its prior</source>
        <translation>该词出现一次给 %1 对所有其他标签合计的对数几率增加多少；每个其他标签按其先验加权</translation>
    </message>
    <message>
        <source>log P(word | %1) − log P(word | all other labels together). Each of the other labels is weighted by its prior.</source>
        <translation>log P(词 | %1) − log P(词 | 所有其他标签合计)。每个其他标签按其先验加权。</translation>
    </message>
    <message>
        <source>How much one occurrence of the word adds to the log-odds of %1 against %2</source>
        <translation>该词出现一次给 %1 对 %2 的对数几率增加多少</translation>
    </message>
    <message>
        <source>log P(word | %1) − log P(word | %2)</source>
        <translation>log P(词 | %1) − log P(词 | %2)</translation>
    </message>
    <message>
        <source>The log-odds by plain naive Bayes. The model reduces them for words that repeat what other words say.</source>
        <translation>普通朴素贝叶斯的对数几率。对于与其他词意思重复的词，模型会减小这个值。</translation>
    </message>
    <message>
        <source>The part of “Alone” that the model uses: Log-odds / Alone. A click sorts by the difference between the two.</source>
        <translation>模型采用的部分占“单独”列数值的比例：对数几率 / 单独。单击可按两者之差排序。</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>The part of the log-odds that comes from unlabelled documents</source>
        <translation>对数几率中来自无标签文档的部分</translation>
    </message>
    <message>
        <source>Unlabelled</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>所有其他标签</translation>
    </message>
    <message>
        <source>How much the presence of the word tells which of the two it is: %1 or %2 (mutual information, in bits)</source>
        <translation>该词是否出现能在多大程度上说明是 %1 还是 %2（互信息，单位：比特）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordsViewModel</name>
    <message>
        <source>all others</source>
        <translation>所有其他标签</translation>
    </message>
</context>
<context>
    <name>WorkSheetDialog</name>
    <message>
        <source>Answer the questions and hand in</source>
        <translation>回答题目并提交</translation>
    </message>
    <message>
        <source>First name and class</source>
        <translation>姓名和班级</translation>
    </message>
    <message>
        <source>numbers of the lesson</source>
        <translation>课程原有的数字</translation>
    </message>
    <message>
        <source>If your sheet states other settings, enter its sheet number exactly as it is printed.</source>
        <translation>如果你的练习单上写的设置与此不同，请按印出的样子准确输入练习单编号。</translation>
    </message>
    <message>
        <source>Save hand-in…</source>
        <translation>保存作业…</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>您的姓名</translation>
    </message>
    <message>
        <source>Sheet number</source>
        <translation>练习单编号</translation>
    </message>
    <message>
        <source>%1 of %2 questions answered</source>
        <translation>已回答 %1/%2 题</translation>
    </message>
    <message>
        <source>This lesson has no fractions to compute, so there are no questions.</source>
        <translation>本课没有需要计算的分式，因此没有题目。</translation>
    </message>
    <message>
        <source>“%1” was saved. Give this file to your teacher.</source>
        <translation>已保存“%1”。请把此文件交给老师。</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>分数或小数</translation>
    </message>
    <message>
        <source>Pupils’ answers (*%1)</source>
        <translation>学生作业 (*%1)</translation>
    </message>
    <message>
        <source>Save hand-in</source>
        <translation>保存作业</translation>
    </message>
</context>
<context>
    <name>WorkingDialog</name>
    <message>
        <source>Event models side by side</source>
        <translation>比较事件模型</translation>
    </message>
    <message>
        <source>Full calculation</source>
        <translation>完整推导</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步</translation>
    </message>
    <message>
        <source>Saved as a spreadsheet, the calculation can be changed: a new count gives a new verdict.</source>
        <translation>保存为电子表格后，计算可以修改：改动计数会得出新的判定。</translation>
    </message>
    <message>
        <source>Save the calculation</source>
        <translation>保存推导</translation>
    </message>
    <message>
        <source>calculation</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>“%1” was saved</source>
        <translation>已保存“%1”</translation>
    </message>
    <message>
        <source>Add up the small steps in one row</source>
        <translation>把影响较小的步骤合为一行</translation>
    </message>
    <message>
        <source>Show every step</source>
        <translation>显示每一步</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)</source>
        <translation>电子表格 (*.xlsx);;PDF (*.pdf);;网页 (*.html);;文本 (*.txt)</translation>
    </message>
</context>
<context>
    <name>WorkingView</name>
    <message>
        <source>Calculation</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>by its counts, this word gives odds of %2 : 1 for %1; in a mail, the filter gives the word less weight</source>
        <translation>按这个词的计数，支持“%1”的几率为 %2 : 1；在实际邮件中，过滤器给这个词的权重较小</translation>
    </message>
    <message>
        <source>a document that contains this word cannot be %1</source>
        <translation>含有这个词的文档不可能是“%1”</translation>
    </message>
    <message>
        <source>naive Bayes alone: %1; without repeats: %2</source>
        <translation>仅按朴素贝叶斯：%1；扣除重复后：%2</translation>
    </message>
    <message>
        <source>each occurrence of the word multiplies the odds of %1 against %3 by %2</source>
        <translation>这个词每出现一次，“%1”对“%3”的几率就乘以 %2</translation>
    </message>
</context>
<context>
    <name>WorkspaceCommands</name>
    <message>
        <source>New workspace</source>
        <translation>新建工作区</translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Open workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Save workspace as</source>
        <translation>工作区另存为</translation>
    </message>
    <message>
        <source>Add model from file</source>
        <translation>从文件添加模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>重命名文集</translation>
    </message>
</context>
<context>
    <name>WorkspaceLock</name>
    <message>
        <source>This workspace is open in another window too. Changes made there appear here.</source>
        <translation>此工作区也在另一个窗口中打开。那里的更改会显示在这里。</translation>
    </message>
</context>
<context>
    <name>WorkspaceMaintenance</name>
    <message>
        <source>A copy of the workspace was saved</source>
        <translation>工作区副本已保存</translation>
    </message>
    <message>
        <source>Saving a copy of the workspace</source>
        <translation>正在保存工作区副本</translation>
    </message>
    <message>
        <source>Compacting the workspace</source>
        <translation>正在压缩工作区</translation>
    </message>
    <message>
        <source>Checking the workspace</source>
        <translation>正在检查工作区</translation>
    </message>
    <message>
        <source>Workspace compacted: %1 before, %2 now</source>
        <translation>工作区已压缩：之前 %1，现在 %2</translation>
    </message>
    <message>
        <source>No problems found in the workspace</source>
        <translation>工作区没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) found</source>
        <translation>
            <numerusform>发现 %n 个问题</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkspaceViewModel</name>
    <message>
        <source>Importing %1</source>
        <translation>正在导入 %1</translation>
    </message>
    <message>
        <source>Sample mail</source>
        <translation>示例邮件</translation>
    </message>
    <message>
        <source>Importing the sample</source>
        <translation>正在导入示例</translation>
    </message>
    <message>
        <source>The collection was deleted</source>
        <translation>文集已删除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln duplicate(s) left out</source>
        <translation>
            <numerusform>略过 %Ln 个重复文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learnt %Ln document(s) as %1</source>
        <translation>
            <numerusform>已把 %Ln 个文档作为“%1”的例子学习</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>已删除“%1”</translation>
    </message>
    <message>
        <source>No unsure verdicts left</source>
        <translation>没有不确定的判定了</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Recipe “%1” saved</source>
        <translation>配方“%1”已保存</translation>
    </message>
    <message>
        <source>This document is already in the collection %1</source>
        <translation>文集“%1”中已有此文档</translation>
    </message>
    <message>
        <source>this document contradicts what the filter has learnt and counts little until similar documents confirm it</source>
        <translation>此文档与过滤器学到的内容相矛盾，在得到类似文档印证之前影响很小</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these document(s) contradict what the filter has learnt, and count little until similar documents confirm them</source>
        <translation>
            <numerusform>其中 %Ln 个文档与过滤器学到的内容相矛盾，在得到类似文档印证之前影响很小</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into the collection %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档导入文集“%1”</numerusform>
        </translation>
    </message>
    <message>
        <source>Removal undone: the documents are back in the list of the collection %1</source>
        <translation>已撤销移除：文档已回到文集 %1 的列表中</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) removed from the list</source>
        <translation>
            <numerusform>已从列表移出 %Ln 个文档</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” added</source>
        <translation>已添加模型“%1”</translation>
    </message>
    <message>
        <source>Learnt “%1” as an example of %2</source>
        <translation>已把“%1”作为“%2”的例子学习</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) changed</source>
        <translation>
            <numerusform>另有 %Ln 个判定改变</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>event_model_names</name>
    <message>
        <source>Filter</source>
        <translation>过滤器</translation>
    </message>
</context>
<context>
    <name>import_preview</name>
    <message>
        <source>empty</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>mailbox</source>
        <translation>邮箱</translation>
    </message>
    <message>
        <source>Outlook mail</source>
        <translation>Outlook 邮件</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>slides</source>
        <translation>幻灯片</translation>
    </message>
    <message>
        <source>OpenDocument</source>
        <translation>OpenDocument</translation>
    </message>
    <message>
        <source>book</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>spreadsheet</source>
        <translation>电子表格</translation>
    </message>
    <message>
        <source>Office</source>
        <translation>Office</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>phases</name>
    <message>
        <source>checking counts</source>
        <translation>检查计数</translation>
    </message>
    <message>
        <source>checking references</source>
        <translation>检查引用</translation>
    </message>
    <message>
        <source>checking sizes</source>
        <translation>检查大小</translation>
    </message>
    <message>
        <source>checking texts</source>
        <translation>检查文本</translation>
    </message>
    <message>
        <source>checking the file</source>
        <translation>检查文件</translation>
    </message>
    <message>
        <source>checking the index</source>
        <translation>检查索引</translation>
    </message>
    <message>
        <source>choosing the smoothing</source>
        <translation>选择平滑参数</translation>
    </message>
    <message>
        <source>classifying</source>
        <translation>正在分类</translation>
    </message>
    <message>
        <source>classifying unlabelled documents</source>
        <translation>对无标签文档分类</translation>
    </message>
    <message>
        <source>counting the collection again</source>
        <translation>重新统计文集</translation>
    </message>
    <message>
        <source>counting words</source>
        <translation>统计词语</translation>
    </message>
    <message>
        <source>evaluating</source>
        <translation>正在评估</translation>
    </message>
    <message>
        <source>filing away</source>
        <translation>正在归档</translation>
    </message>
    <message>
        <source>grouping</source>
        <translation>正在分组</translation>
    </message>
    <message>
        <source>importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>正在分类</translation>
    </message>
    <message>
        <source>labelling</source>
        <translation>正在添加标签</translation>
    </message>
    <message>
        <source>learning</source>
        <translation>正在学习</translation>
    </message>
    <message>
        <source>learning changed documents</source>
        <translation>学习更改过的文档</translation>
    </message>
    <message>
        <source>looking for the cluster</source>
        <translation>查找计算集群</translation>
    </message>
    <message>
        <source>naming</source>
        <translation>正在命名</translation>
    </message>
    <message>
        <source>planning</source>
        <translation>正在规划</translation>
    </message>
    <message>
        <source>reading counts</source>
        <translation>读取计数</translation>
    </message>
    <message>
        <source>erasing the deleted data</source>
        <translation>彻底清除已删除的数据</translation>
    </message>
    <message>
        <source>testing each document with a model trained on the others</source>
        <translation>逐个检验文档，模型用其余文档训练</translation>
    </message>
    <message>
        <source>testing each label with models trained on the other documents</source>
        <translation>逐个检验标签，模型用其余文档训练</translation>
    </message>
    <message>
        <source>testing each mail without others from its sender or list</source>
        <translation>检验每封邮件时排除同一发件人或邮件列表的其他邮件</translation>
    </message>
    <message>
        <source>testing whether unlabelled documents help</source>
        <translation>检验无标签文档是否有帮助</translation>
    </message>
    <message>
        <source>rendering</source>
        <translation>渲染页面</translation>
    </message>
    <message>
        <source>checking interrupted file moves</source>
        <translation>检查中断的文件移动</translation>
    </message>
    <message>
        <source>choosing how words are counted</source>
        <translation>选择词的计数方式</translation>
    </message>
    <message>
        <source>learning documents one after another</source>
        <translation>按顺序逐个学习文档</translation>
    </message>
    <message>
        <source>looking for the files to read</source>
        <translation>查找要读取的文件</translation>
    </message>
    <message>
        <source>moving files back</source>
        <translation>正在将文件移回原处</translation>
    </message>
    <message>
        <source>replaying</source>
        <translation>按日期重放</translation>
    </message>
    <message>
        <source>rewriting counts</source>
        <translation>重写计数</translation>
    </message>
    <message>
        <source>rewriting the file</source>
        <translation>重写文件</translation>
    </message>
    <message>
        <source>saving a copy</source>
        <translation>保存副本</translation>
    </message>
    <message>
        <source>saving the model</source>
        <translation>保存模型</translation>
    </message>
    <message>
        <source>searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>storing documents</source>
        <translation>保存文档</translation>
    </message>
    <message>
        <source>testing on later documents</source>
        <translation>用较晚的文档检验</translation>
    </message>
    <message>
        <source>testing other models</source>
        <translation>检验其他模型</translation>
    </message>
    <message>
        <source>testing smoothing values</source>
        <translation>检验各平滑参数</translation>
    </message>
    <message>
        <source>testing vocabulary sizes</source>
        <translation>检验各词汇表</translation>
    </message>
    <message>
        <source>waiting for workers</source>
        <translation>等待工作进程</translation>
    </message>
    <message>
        <source>weighing documents</source>
        <translation>评估文档的作用</translation>
    </message>
    <message>
        <source>weighing words</source>
        <translation>评估词语的作用</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>正在写入</translation>
    </message>
</context>
<context>
    <name>plain_names</name>
    <message>
        <source>sender: %1</source>
        <translation>发件人：%1</translation>
    </message>
    <message>
        <source>sender’s address: %1</source>
        <translation>发件地址：%1</translation>
    </message>
    <message>
        <source>recipient: %1</source>
        <translation>收件人：%1</translation>
    </message>
    <message>
        <source>mail program: %1</source>
        <translation>邮件程序：%1</translation>
    </message>
    <message>
        <source>content type: %1</source>
        <translation>内容类型：%1</translation>
    </message>
    <message>
        <source>mailing list: %1</source>
        <translation>邮件列表：%1</translation>
    </message>
    <message>
        <source>in a link: %1</source>
        <translation>链接中：%1</translation>
    </message>
    <message>
        <source>links to: %1</source>
        <translation>链接到：%1</translation>
    </message>
    <message>
        <source>attachment: %1</source>
        <translation>附件：%1</translation>
    </message>
    <message>
        <source>result of the sender check by server %2: %1</source>
        <translation>服务器 %2 对发件人的检查结果：%1</translation>
    </message>
    <message>
        <source>%1 (in the subject)</source>
        <translation>%1（主题中）</translation>
    </message>
    <message>
        <source>sender and recipient have the same address</source>
        <translation>发件人与收件人的地址相同</translation>
    </message>
    <message>
        <source>another address in the sender’s name</source>
        <translation>发件人姓名中有其他地址</translation>
    </message>
    <message>
        <source>sender’s address ends in digits</source>
        <translation>发件地址以数字结尾</translation>
    </message>
    <message>
        <source>sender’s name in quotation marks</source>
        <translation>发件人姓名带引号</translation>
    </message>
    <message>
        <source>sender without a name</source>
        <translation>发件人没有姓名</translation>
    </message>
    <message>
        <source>no time zone</source>
        <translation>没有时区</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>has no text</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>hardly any text</source>
        <translation>几乎没有文字</translation>
    </message>
    <message>
        <source>invisible characters</source>
        <translation>不可见字符</translation>
    </message>
    <message>
        <source>letters of two scripts in a word</source>
        <translation>一个词中混用两种文字</translation>
    </message>
    <message>
        <source>decorative Unicode letters</source>
        <translation>Unicode 花体字母</translation>
    </message>
    <message>
        <source>a dollar sign</source>
        <translation>有美元符号</translation>
    </message>
    <message>
        <source>subject in capitals</source>
        <translation>主题全为大写</translation>
    </message>
    <message>
        <source>subject ends in digits</source>
        <translation>主题以数字结尾</translation>
    </message>
    <message>
        <source>several spaces together in the subject</source>
        <translation>主题中有连续空格</translation>
    </message>
    <message>
        <source>subject with “!”</source>
        <translation>主题含“!”</translation>
    </message>
    <message>
        <source>subject with “?”</source>
        <translation>主题含“?”</translation>
    </message>
    <message>
        <source>subject with “$”</source>
        <translation>主题含“$”</translation>
    </message>
    <message>
        <source>subject with non-English characters</source>
        <translation>主题含非英文字符</translation>
    </message>
    <message>
        <source>subject of a reply (Re:)</source>
        <translation>回复邮件的主题（Re:）</translation>
    </message>
    <message>
        <source>subject of a forwarded mail (Fwd:)</source>
        <translation>转发邮件的主题（Fwd:）</translation>
    </message>
    <message>
        <source>unknown HTML tags</source>
        <translation>未知的 HTML 标记</translation>
    </message>
    <message>
        <source>words broken by HTML</source>
        <translation>词被 HTML 拆开</translation>
    </message>
    <message>
        <source>text written by a script</source>
        <translation>由脚本写出的文字</translation>
    </message>
    <message>
        <source>a link that misleads</source>
        <translation>误导性链接</translation>
    </message>
    <message>
        <source>text that is not displayed</source>
        <translation>不显示的文字</translation>
    </message>
    <message>
        <source>text set to be invisible</source>
        <translation>设为不可见的文字</translation>
    </message>
    <message>
        <source>text too small to read</source>
        <translation>小得无法阅读的文字</translation>
    </message>
    <message>
        <source>a link that opens a new mail</source>
        <translation>点击后会新建邮件的链接</translation>
    </message>
    <message>
        <source>a link inside a link</source>
        <translation>链接的网址中还含有另一个网址</translation>
    </message>
    <message>
        <source>has a form</source>
        <translation>有表单</translation>
    </message>
    <message>
        <source>has a table</source>
        <translation>有表格</translation>
    </message>
    <message>
        <source>has a picture</source>
        <translation>有图片</translation>
    </message>
    <message>
        <source>has a link</source>
        <translation>有链接</translation>
    </message>
    <message>
        <source>sent through a mailing list</source>
        <translation>经邮件列表发送</translation>
    </message>
    <message>
        <source>has an unsubscribe link</source>
        <translation>有退订链接</translation>
    </message>
    <message>
        <source>is a reply to another mail</source>
        <translation>是对另一封邮件的回复</translation>
    </message>
    <message>
        <source>is part of a conversation</source>
        <translation>属于一段邮件往来</translation>
    </message>
    <message>
        <source>has no subject</source>
        <translation>没有主题</translation>
    </message>
    <message>
        <source>has no date</source>
        <translation>没有日期</translation>
    </message>
    <message>
        <source>has no sender</source>
        <translation>没有发件人</translation>
    </message>
    <message>
        <source>has no recipient</source>
        <translation>没有收件人</translation>
    </message>
    <message>
        <source>has the header %1</source>
        <translation>有邮件头字段 %1</translation>
    </message>
    <message>
        <source>lacks the header %1</source>
        <translation>缺少邮件头字段 %1</translation>
    </message>
    <message>
        <source>contains the HTML tag &lt;%1&gt;</source>
        <translation>含有 HTML 标签 &lt;%1&gt;</translation>
    </message>
    <message>
        <source>a part of type %1</source>
        <translation>邮件中有 %1 类型的部分</translation>
    </message>
    <message>
        <source>error in the mail format: %1</source>
        <translation>邮件格式错误：%1</translation>
    </message>
    <message>
        <source>time zone %1</source>
        <translation>时区 %1</translation>
    </message>
    <message>
        <source>colour %1</source>
        <translation>颜色 %1</translation>
    </message>
    <message>
        <source>share of new features in the structure of the mail: %1</source>
        <translation>邮件结构中新特征的比例：%1</translation>
    </message>
    <message>
        <source>Reply-To address: %1</source>
        <translation>Reply-To 地址：%1</translation>
    </message>
    <message>
        <source>server that passed the mail on: %1</source>
        <translation>中转这封邮件的服务器：%1</translation>
    </message>
    <message>
        <source>Reply-To has the sender’s domain</source>
        <translation>Reply-To 与发件人同域</translation>
    </message>
    <message>
        <source>Reply-To has another domain than the sender</source>
        <translation>Reply-To 与发件人不同域</translation>
    </message>
    <message>
        <source>Message-ID has the sender’s domain</source>
        <translation>Message-ID 与发件人同域</translation>
    </message>
    <message>
        <source>Message-ID has another domain than the sender</source>
        <translation>Message-ID 与发件人不同域</translation>
    </message>
    <message>
        <source>Message-ID without a domain</source>
        <translation>Message-ID 不含域名</translation>
    </message>
    <message>
        <source>HTML only</source>
        <translation>只有 HTML</translation>
    </message>
    <message>
        <source>only a picture</source>
        <translation>只有图片</translation>
    </message>
    <message>
        <source>words broken by hidden comments</source>
        <translation>词被隐藏注释拆开</translation>
    </message>
    <message>
        <source>letters written as HTML codes</source>
        <translation>字母写成 HTML 代码</translation>
    </message>
    <message>
        <source>text that may be hidden</source>
        <translation>可能隐藏的文字</translation>
    </message>
    <message>
        <source>text covered by something else</source>
        <translation>被其他内容遮住的文字</translation>
    </message>
    <message>
        <source>text in the colour of the background</source>
        <translation>与背景同色的文字</translation>
    </message>
    <message>
        <source>a link to an IP address</source>
        <translation>指向 IP 地址的链接</translation>
    </message>
    <message>
        <source>a link to a numeric host name</source>
        <translation>指向数字主机名的链接</translation>
    </message>
    <message>
        <source>a link with many characters written as % codes</source>
        <translation>含有许多 % 编码字符的链接</translation>
    </message>
    <message>
        <source>has a script</source>
        <translation>含有脚本</translation>
    </message>
    <message>
        <source>signed by its server (DKIM)</source>
        <translation>由服务器签名（DKIM）</translation>
    </message>
    <message>
        <source>character set %1</source>
        <translation>字符集 %1</translation>
    </message>
    <message>
        <source>a part encoded as %1</source>
        <translation>邮件中有以 %1 编码的部分</translation>
    </message>
    <message>
        <source>form of the line between the parts: %1</source>
        <translation>各部分之间分隔行的样式：%1</translation>
    </message>
    <message>
        <source>order of the headers: %1</source>
        <translation>邮件头的顺序：%1</translation>
    </message>
    <message>
        <source>disguised word: %1</source>
        <translation>伪装的词：%1</translation>
    </message>
    <message>
        <source>way of hiding text: %1</source>
        <translation>隐藏文字的方式：%1</translation>
    </message>
    <message>
        <source>length of the hidden text: level %1 of 20</source>
        <translation>被隐藏文字的长度：第 %1 级（共 20 级）</translation>
    </message>
    <message>
        <source>length of the text: level %1 of 20</source>
        <translation>正文长度：第 %1 级（共 20 级）</translation>
    </message>
    <message>
        <source>HTML code compared with text: level %1</source>
        <translation>HTML 代码与文字之比：第 %1 级</translation>
    </message>
    <message>
        <source>share of capital letters: level %1 of 9</source>
        <translation>大写字母占比：第 %1 级（共 9 级）</translation>
    </message>
    <message>
        <source>number of digits: level %1 of 9</source>
        <translation>数字字符的数量：第 %1 级（共 9 级）</translation>
    </message>
    <message>
        <source>exclamation marks: %1</source>
        <translation>感叹号：%1</translation>
    </message>
    <message>
        <source>parts: %1</source>
        <translation>部分数：%1</translation>
    </message>
    <message>
        <source>links: %1</source>
        <translation>链接数：%1</translation>
    </message>
    <message>
        <source>attachments: %1</source>
        <translation>附件数：%1</translation>
    </message>
    <message>
        <source>recipients: %1</source>
        <translation>收件人数：%1</translation>
    </message>
    <message>
        <source>kind of link: %1</source>
        <translation>链接类型：%1</translation>
    </message>
    <message>
        <source>time zone that does not exist (%1)</source>
        <translation>不存在的时区（%1）</translation>
    </message>
    <message>
        <source>Every mail program writes headers in its own order. This mail has the headers in the order shown.</source>
        <translation>每个邮件程序都按自己的顺序写邮件头。这封邮件的邮件头按所示顺序排列。</translation>
    </message>
    <message>
        <source>The time zone in the date of the mail.</source>
        <translation>邮件日期中的时区。</translation>
    </message>
    <message>
        <source>The first server gives each mail a unique identifier, the Message-ID, which ends in that server’s name.</source>
        <translation>第一台服务器给每封邮件一个唯一标识，即 Message-ID，以该服务器的名称结尾。</translation>
    </message>
    <message>
        <source>Reply-To is the address to which replies are sent.</source>
        <translation>Reply-To 是回信寄往的地址。</translation>
    </message>
    <message>
        <source>The parts of a mail are separated by special lines. Each mail program writes these lines in its own form.</source>
        <translation>邮件的各部分由专门的分隔行隔开。每个邮件程序写出的分隔行都有自己的样式。</translation>
    </message>
    <message>
        <source>Each level means twice as much text as the level before: at level 10, the text has 500 to 1,000 characters.</source>
        <translation>每升一级，文字量翻一倍：第 10 级时，正文有 500 至 1000 个字符。</translation>
    </message>
    <message>
        <source>Each level means twice as much hidden text as the level before: at level 10, 500 to 1,000 words are hidden.</source>
        <translation>每升一级，隐藏的文字量翻一倍：第 10 级时，隐藏了 500 至 1000 个词。</translation>
    </message>
    <message>
        <source>Compares the amount of HTML code with the amount of text. At level 3, there is 4 to 8 times as much code as text.</source>
        <translation>比较 HTML 代码量与文字量。第 3 级时，代码量是文字量的 4 至 8 倍。</translation>
    </message>
    <message>
        <source>Each level adds 5 % of all letters: at level 3, 15 to 20 % of the letters are capitals.</source>
        <translation>每升一级，大写字母占比增加 5%：第 3 级时，15% 至 20% 的字母是大写。</translation>
    </message>
    <message>
        <source>Each level adds 5 digits for every 100 letters: at level 3, there are 15 to 20 digits for every 100 letters.</source>
        <translation>每升一级，每 100 个字母对应的数字字符增加 5 个：第 3 级时，每 100 个字母对应 15 至 20 个数字字符。</translation>
    </message>
    <message>
        <source>The word is written with look-alike letters, spaces or invisible characters.</source>
        <translation>这个词用形近字母写成，或夹有空格或不可见字符。</translation>
    </message>
    <message>
        <source>The mail does not follow the standard format for mail.</source>
        <translation>邮件不符合标准的邮件格式。</translation>
    </message>
    <message>
        <source>The first words of a mail count twice: as ordinary words, and as opening words.</source>
        <translation>邮件开头的词计两次：一次作为普通词，一次作为开头的词。</translation>
    </message>
    <message>
        <source>Part of the name of a server that passed the mail on.</source>
        <translation>中转这封邮件的服务器名称的一部分。</translation>
    </message>
    <message>
        <source>The share of words that the filter has not learnt yet, compared with the average mail.</source>
        <translation>与邮件平均水平相比，过滤器没见过的词所占的比例。</translation>
    </message>
    <message>
        <source>Codes such as &lt;br&gt; or &amp;nbsp; in plain text. A reader sees the code itself.</source>
        <translation>纯文本中的 &lt;br&gt;、&amp;nbsp; 等代码。读者看到的就是代码本身。</translation>
    </message>
    <message>
        <source>Lines written by mail servers and the mail program: the route of the mail, its headers and their order.</source>
        <translation>邮件服务器和邮件程序写入的行：邮件的传送路径、邮件头及其顺序。</translation>
    </message>
    <message>
        <source>Text that a person does not see, or words that are written to deceive a filter.</source>
        <translation>人看不到的文字，或为骗过过滤器而写的词。</translation>
    </message>
    <message>
        <source>How the mail is built: its length, capitals, digits, colours and HTML.</source>
        <translation>邮件的构成：长度、大写、数字、颜色和 HTML。</translation>
    </message>
    <message>
        <source>The share of words of each kind that are new to the filter. Spam often contains new words.</source>
        <translation>每类词中，过滤器没见过的词所占的比例。垃圾邮件常用新词。</translation>
    </message>
    <message>
        <source>begins with “%1”</source>
        <translation>以“%1”开头</translation>
    </message>
    <message>
        <source>the words “%1” next to each other</source>
        <translation>相邻的词“%1”</translation>
    </message>
    <message>
        <source>share of new words in the text: %1</source>
        <translation>正文中新词的比例：%1</translation>
    </message>
    <message>
        <source>share of new words in the subject: %1</source>
        <translation>主题中新词的比例：%1</translation>
    </message>
    <message>
        <source>share of new senders and servers: %1</source>
        <translation>新发件人和新服务器的比例：%1</translation>
    </message>
    <message>
        <source>share of new words at the beginning: %1</source>
        <translation>开头部分新词的比例：%1</translation>
    </message>
    <message>
        <source>%1 compared with the average mail</source>
        <translation>与邮件平均水平相比 %1</translation>
    </message>
    <message>
        <source>too few words to tell</source>
        <translation>词太少，无法判断</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最多 %1</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>“{name}” could not be opened. Check that its folder exists and that you have permission to read the file.</source>
        <translation>无法打开“{name}”。请检查文件夹是否存在，以及您是否有权读取该文件。</translation>
    </message>
    <message>
        <source>“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.</source>
        <translation>“{name}”已损坏（{detail}）。未作任何更改。请从备份恢复。</translation>
    </message>
    <message>
        <source>The disk with “{name}” is full. Nothing was lost. Free some space and try again.</source>
        <translation>“{name}”所在的磁盘已满。没有丢失内容。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>The disk with “{name}” reported an error ({detail}). Everything saved earlier is still there. Check the disk.</source>
        <translation>“{name}”所在的磁盘报告错误（{detail}）。此前保存的内容都还在。请检查磁盘。</translation>
    </message>
    <message>
        <source>The folder for “{name}” does not exist. Create it, or choose another folder.</source>
        <translation>“{name}”所在的文件夹不存在。请创建它，或另选文件夹。</translation>
    </message>
    <message>
        <source>You do not have permission to open or change “{name}”.</source>
        <translation>您无权打开或更改“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf workspace.</source>
        <translation>“{name}”不是 Bayleaf 工作区。</translation>
    </message>
    <message>
        <source>The workspace “{name}” was not found. It may have been moved or deleted.</source>
        <translation>没有找到工作区“{name}”。它可能已被移动或删除。</translation>
    </message>
    <message>
        <source>“{name}” or its folder is read-only. To make changes, save a copy in another folder.</source>
        <translation>“{name}”或其文件夹是只读的。要作更改，请在别的文件夹中保存副本。</translation>
    </message>
    <message>
        <source>“{name}” has an older format and must be updated, but it is read-only. Copy it to a folder where you can write, and open the copy.</source>
        <translation>“{name}”是旧格式，需要更新，但它是只读的。请把它复制到您可以写入的文件夹，再打开副本。</translation>
    </message>
    <message>
        <source>“{name}” was not closed properly, and its folder is read-only. Copy the folder to a place where you can write, and open the copy.</source>
        <translation>“{name}”未正常关闭，且其文件夹是只读的。请把该文件夹复制到您可以写入的位置，再打开副本。</translation>
    </message>
    <message>
        <source>Another program removed the unfinished import into “{name}”, because the import seemed to be abandoned. Start the import again.</source>
        <translation>另一个程序以为向“{name}”的导入已被放弃，因此移除了未完成的导入。请重新导入。</translation>
    </message>
    <message>
        <source>“{name}” is the workspace itself. Choose another name for the copy.</source>
        <translation>“{name}”就是工作区本身。请为副本另取名称。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”是空的。</translation>
    </message>
    <message>
        <source>“{name}” is encrypted or protected by a password. Save a copy without protection, and use that copy.</source>
        <translation>“{name}”已加密或受密码保护。请另存一份不加保护的副本再使用。</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>“{name}”已损坏。</translation>
    </message>
    <message>
        <source>“{name}” is a kind of file that Bayleaf cannot read.</source>
        <translation>Bayleaf 无法读取“{name}”这类文件。</translation>
    </message>
    <message>
        <source>“{name}” is an Outlook data file, which Bayleaf cannot read. Drag the mails from Outlook into a folder, or convert the file with the program readpst.</source>
        <translation>“{name}”是 Outlook 数据文件，Bayleaf 无法读取。请从 Outlook 将邮件拖到文件夹中，或用 readpst 程序转换该文件。</translation>
    </message>
    <message>
        <source>“{name}” has no text, and no words were recognised in its pictures.</source>
        <translation>“{name}”没有文本，从其图片中也未能识别出文字。</translation>
    </message>
    <message>
        <source>“{name}” is larger than Bayleaf allows for one document.</source>
        <translation>“{name}”超过了单个文档的大小上限。</translation>
    </message>
    <message>
        <source>“{name}” has too many levels of parts inside one another.</source>
        <translation>“{name}”各部分的嵌套层数过多。</translation>
    </message>
    <message>
        <source>“{name}” would unpack to far more than its size. It looks like an archive bomb and was not read.</source>
        <translation>“{name}”解压后会远远超过其自身大小，像是压缩炸弹，因此没有读取。</translation>
    </message>
    <message>
        <source>“{name}” was not read: its path leads out of the archive.</source>
        <translation>没有读取“{name}”：它的路径指向压缩包之外。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: you do not have permission.</source>
        <translation>无法读取“{name}”：没有权限。</translation>
    </message>
    <message>
        <source>“{name}” was moved or deleted while it was being read.</source>
        <translation>“{name}”在读取过程中被移动或删除了。</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf lesson.</source>
        <translation>“{name}”不是 Bayleaf 课程。</translation>
    </message>
    <message>
        <source>“{name}” contains no answers: they belong in the last column, after the number of the question. To get such a table, run `bayleaf-cli lesson NAME --to FILE.csv`.</source>
        <translation>“{name}”中没有答案：答案应写在最后一列，即题号之后。要得到这样的表格，请运行 `bayleaf-cli lesson NAME --to FILE.csv`。</translation>
    </message>
    <message>
        <source>“{name}” is not an ordinary file.</source>
        <translation>“{name}”不是普通文件。</translation>
    </message>
    <message>
        <source>“{name}” was not read: it took too long.</source>
        <translation>没有读取“{name}”：耗时过长。</translation>
    </message>
    <message>
        <source>“{name}” needed too much memory to be read.</source>
        <translation>读取“{name}”需要的内存过多。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: the reading process crashed.</source>
        <translation>无法读取“{name}”：读取进程崩溃了。</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>“{name}”没有文本。</translation>
    </message>
    <message>
        <source>“{name}” was skipped: it contains sent mail, drafts or deleted mail, not incoming mail.</source>
        <translation>已跳过“{name}”：其中是已发送的邮件、草稿或已删除的邮件，而不是收到的邮件。</translation>
    </message>
    <message>
        <source>“{name}” was skipped: this copy of the mail folder differs from the server. In your mail program, compact the mail folder and download it again, or export it.</source>
        <translation>已跳过“{name}”：邮件文件夹的此副本与服务器上的内容不一致。请在邮件程序中压缩该文件夹并重新下载，或将其导出。</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not match the columns of its table.</source>
        <translation>“{name}”中有一行与表格的列不符。</translation>
    </message>
    <message>
        <source>“{name}” changed while it was being read. Try again.</source>
        <translation>“{name}”在读取时发生了变化。请重试。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: Bayleaf does not understand its content.</source>
        <translation>无法读取“{name}”：Bayleaf 未能识别其内容。</translation>
    </message>
    <message>
        <source>“{name}” has no column “{detail}”.</source>
        <translation>“{name}”没有“{detail}”列。</translation>
    </message>
    <message>
        <source>“{name}” is not a valid regular expression: {detail}.</source>
        <translation>“{name}”不是有效的正则表达式：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” was moved or deleted after it was read.</source>
        <translation>“{name}”在读取之后被移动或删除了。</translation>
    </message>
    <message>
        <source>“{name}” is no longer in the file that it was read from.</source>
        <translation>在原先读取的文件中已找不到“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” does not exist.</source>
        <translation>“{name}”不存在。</translation>
    </message>
    <message>
        <source>“{name}” could not be written: {detail}.</source>
        <translation>无法写入“{name}”：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” could not be downloaded: {detail}.</source>
        <translation>无法下载“{name}”：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” already exists and was not written by Bayleaf, so it was not changed. Run the command without --write to see the lines, and add them by hand.</source>
        <translation>“{name}”已经存在，且不是由 Bayleaf 写入的，因此没有改动。请不带 --write 运行此命令，查看要添加的行，然后手动添加。</translation>
    </message>
    <message>
        <source>“{name}” is a workspace or another database, so it was not replaced. Choose another name.</source>
        <translation>“{name}”是工作区或其他数据库，因此没有覆盖。请换一个名称。</translation>
    </message>
    <message>
        <source>“{name}” has only these labels: {detail}. The command “replay” needs at least two, and --positive names the one for spam.</source>
        <translation>“{name}”只有这些标签：{detail}。命令“replay”至少需要两个标签，其中表示垃圾邮件的标签由 --positive 指定。</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” must contain a label and a path.</source>
        <translation>“{name}”的第 {detail} 行应包含一个标签和一个路径。</translation>
    </message>
    <message>
        <source>“{name}” is already in the folder of its label.</source>
        <translation>“{name}”已在其标签的文件夹中。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was, because filing was stopped.</source>
        <translation>“{name}”留在原处，因为归档已停止。</translation>
    </message>
    <message>
        <source>“{name}” has changed since Bayleaf last read it, so it was left where it is.</source>
        <translation>Bayleaf 上次读取之后，“{name}”被改动过，因此留在原处。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: there is another file with that name.</source>
        <translation>“{name}”留在原处：已有同名文件。</translation>
    </message>
    <message>
        <source>The disk reported an error while moving “{name}”. The file is still where it was.</source>
        <translation>移动“{name}”时磁盘报告错误。文件仍在原处。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: filing was interrupted.</source>
        <translation>“{name}”留在原处：归档被中断。</translation>
    </message>
    <message>
        <source>“{name}” is a text or a mail that you dropped here, so there is no file to move.</source>
        <translation>“{name}”是您拖到这里的文本或邮件，没有可移动的文件。</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed: the target is not a folder.</source>
        <translation>无法归档“{name}”：目标不是文件夹。</translation>
    </message>
    <message>
        <source>“{name}” has no verdict. Classify it first.</source>
        <translation>“{name}”没有判定。请先对它分类。</translation>
    </message>
    <message>
        <source>You do not have permission to move “{name}”, or to write to its target folder.</source>
        <translation>您无权移动“{name}”，或无权写入目标文件夹。</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed: the target folder is read-only.</source>
        <translation>无法归档“{name}”：目标文件夹是只读的。</translation>
    </message>
    <message>
        <source>“{name}” is a row of a table, so there is no file to move.</source>
        <translation>“{name}”是表格的一行，没有可移动的文件。</translation>
    </message>
    <message>
        <source>“{name}” has no label and no verdict. Label or classify it first.</source>
        <translation>“{name}”既没有标签，也没有判定。请先为它设定标签或将其分类。</translation>
    </message>
    <message>
        <source>“{name}” was not filed: the target is not a folder, but a file or a link. A link may lead to another place.</source>
        <translation>没有归档“{name}”：目标不是文件夹，而是文件或链接。链接可能指向别处。</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>“{name}”已不存在。</translation>
    </message>
    <message>
        <source>That document is no longer in this workspace.</source>
        <translation>该文档已不在此工作区中。</translation>
    </message>
    <message>
        <source>There is no label “{name}”.</source>
        <translation>没有标签“{name}”。</translation>
    </message>
    <message>
        <source>The model never learnt “{name}” with the label you gave, so there is nothing to forget. Nothing was changed.</source>
        <translation>模型从未以指定的标签学习过“{name}”，因此没有可忘记的内容。未作更改。</translation>
    </message>
    <message>
        <source>There is no model “{name}” in this workspace.</source>
        <translation>此工作区中没有模型“{name}”。</translation>
    </message>
    <message>
        <source>There are no documents here yet. Import some first.</source>
        <translation>这里还没有文档。请先导入。</translation>
    </message>
    <message>
        <source>There is no model here yet. Train one first.</source>
        <translation>这里还没有模型。请先训练。</translation>
    </message>
    <message>
        <source>There is no recipe “{name}” in this workspace.</source>
        <translation>此工作区中没有配方“{name}”。</translation>
    </message>
    <message>
        <source>The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the file again, then correct the verdict.</source>
        <translation>“{name}”的正文没有保存，因此 Bayleaf 未能从您的更正中学习。请再次对该文件分类，然后更正判定。</translation>
    </message>
    <message>
        <source>“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction.</source>
        <translation>“{name}”已被移走，正文也没有保存，因此 Bayleaf 未能从您的更正中学习。</translation>
    </message>
    <message>
        <source>The model does not know the word “{name}”.</source>
        <translation>模型不认识“{name}”这个词。</translation>
    </message>
    <message>
        <source>No workspace is open. Open or create one first.</source>
        <translation>没有打开工作区。请先打开或新建一个。</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be compared with others: its mails have no dates, and the comparison needs their order.</source>
        <translation>模型“{name}”无法与其他模型比较：它的邮件没有日期，而比较需要先后顺序。</translation>
    </message>
    <message>
        <source>The model “{name}” does not use text, so it has no words.</source>
        <translation>模型“{name}”不使用文本，因此没有词。</translation>
    </message>
    <message>
        <source>“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.</source>
        <translation>“{detail}”不是集群地址。应为 tcp://主机:端口、tls://主机:端口、local 或 local:N。</translation>
    </message>
    <message>
        <source>Every worker that processed {detail} crashed, so the cluster stopped. Nothing was written. If the workers ran out of memory, divide the input into smaller parts.</source>
        <translation>处理 {detail} 的工作进程全都崩溃了，集群因此停止。没有写入任何内容。如果是内存不足，请把输入分成更小的部分。</translation>
    </message>
    <message>
        <source>“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder.</source>
        <translation>“{detail}”是以前的一次运行留下的，那次写出的文件更多。请将其删除，或另选文件夹。</translation>
    </message>
    <message>
        <source>The connection to the cluster at {detail} was lost. Nothing was written. If you set a checkpoint folder, the next run continues where this one stopped.</source>
        <translation>与集群 {detail} 的连接已断开。没有写入任何内容。如果设置了检查点文件夹，下次运行会从停下处继续。</translation>
    </message>
    <message>
        <source>A worker of the cluster ran out of memory. Nothing was written. Give the workers more memory, or divide the input into smaller parts.</source>
        <translation>集群的某个工作进程内存不足。没有写入任何内容。请增加工作进程的内存，或把输入分成更小的部分。</translation>
    </message>
    <message>
        <source>Bayleaf, or a module it needs, is missing on the cluster’s workers ({detail}). Install bayleaf[cluster] on each worker.</source>
        <translation>集群的工作进程缺少 Bayleaf 或它需要的模块（{detail}）。请在每台机器上安装 bayleaf[cluster]。</translation>
    </message>
    <message>
        <source>The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try again. If you set a checkpoint folder, the run continues where it stopped.</source>
        <translation>集群已有 {detail} 秒没有工作进程。没有写入任何内容。请启动工作进程后重试。如果设置了检查点文件夹，会从停下处继续。</translation>
    </message>
    <message>
        <source>A worker of the cluster has different software versions from this computer ({detail}). Install the same versions everywhere.</source>
        <translation>集群的一个工作进程的软件版本与本机不同（{detail}）。请在各处安装相同的版本。</translation>
    </message>
    <message>
        <source>Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local or local:N.</source>
        <translation>Dask 不认识“{detail}://”。集群地址以 tcp:// 或 tls:// 开头，或者是 local、local:N。</translation>
    </message>
    <message>
        <source>The sources changed while they were being read: “{detail}”. Nothing was written. Try again when they no longer change.</source>
        <translation>读取时来源发生了变化：“{detail}”。没有写入任何内容。请在来源不再变化时重试。</translation>
    </message>
    <message>
        <source>A worker of the cluster failed: {detail}. Nothing was written. Correct the cause and try again.</source>
        <translation>集群的一个工作进程出错：{detail}。没有写入任何内容。请排除原因后重试。</translation>
    </message>
    <message>
        <source>The cluster at {detail} does not answer. Check that its scheduler is running.</source>
        <translation>集群 {detail} 没有响应。请检查其调度器是否在运行。</translation>
    </message>
    <message>
        <source>Some files were left where they are. Another computer or an earlier version of Bayleaf filed them, so this cannot be undone here.</source>
        <translation>有些文件留在原处。它们由其他计算机或早期版本的 Bayleaf 归档，因此无法在此撤销。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the file “{detail}” beside it could make SQLite delete other files. Move “{detail}” to another folder.</source>
        <translation>没有打开“{name}”：旁边的文件“{detail}”可能使 SQLite 删除其他文件。请先把“{detail}”移到别的文件夹。</translation>
    </message>
    <message>
        <source>An import into the workspace “{name}” is still running. Wait until it finishes, or stop it.</source>
        <translation>正在向工作区“{name}”导入。请等它完成，或停止它。</translation>
    </message>
    <message>
        <source>“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). Update Bayleaf to open it.</source>
        <translation>“{name}”由更新版本的 Bayleaf 创建（格式 {found}；本版本最多支持 {known}）。请更新 Bayleaf 后再打开。</translation>
    </message>
    <message>
        <source>There is not enough free space to compact “{name}”: {needed} are needed, and {free} are free. Free some space and try again.</source>
        <translation>磁盘空间不足，无法压缩“{name}”：需要 {needed}，可用 {free}。请释放一些空间后重试。</translation>
    </message>
    <message>
        <source>“{name}” was made by an older version of Bayleaf. To update it, open it in the Bayleaf window, or run the command “import” or “train” with it. A copy of the old file is kept.</source>
        <translation>“{name}”由较旧版本的 Bayleaf 创建。要更新它，请在 Bayleaf 窗口中打开，或对它运行命令 import 或 train。旧文件会保留一份副本。</translation>
    </message>
    <message>
        <source>An item is too large to be saved in the workspace “{name}”.</source>
        <translation>有一项内容太大，无法保存到工作区“{name}”中。</translation>
    </message>
    <message>
        <source>“{name}” has no text: it is a scan or a picture. Install the program Tesseract, and Bayleaf can read it.</source>
        <translation>“{name}”没有文本：它是扫描件或图片。安装 Tesseract 程序后，Bayleaf 可以读取它。</translation>
    </message>
    <message>
        <source>“{name}” is in a script whose Tesseract language is not installed. Install that language, and Bayleaf can read the file.</source>
        <translation>“{name}”所用文字的 Tesseract 语言包没有安装。安装后 Bayleaf 就能读取该文件。</translation>
    </message>
    <message>
        <source>“{name}” has no text, and recognising its pictures took too long or failed. Read the file again.</source>
        <translation>“{name}”没有文字，识别其中的图片用时过长或失败。请重新读取该文件。</translation>
    </message>
    <message>
        <source>“{name}” cannot be used for a hand-out, because its answers cannot be calculated by hand. Choose another event model.</source>
        <translation>“{name}”不能用于练习单，因为答案无法手算。请选择其他事件模型。</translation>
    </message>
    <message>
        <source>“{name}” has too few rows to make several hand-outs with different numbers.</source>
        <translation>“{name}”的行太少，无法生成数字各不相同的多份练习单。</translation>
    </message>
    <message>
        <source>“{name}” has no sheet with this number. Enter the number exactly as it is printed. If your teacher changed the lesson, open the teacher’s lesson file first.</source>
        <translation>“{name}”中没有这个编号的练习单。请照印出的样子输入编号。如果老师改动了课程，请先打开老师的课程文件。</translation>
    </message>
    <message>
        <source>“{name}” has no row with a label, so there is nothing to learn from.</source>
        <translation>“{name}”中没有带标签的行，无从学习。</translation>
    </message>
    <message>
        <source>“{name}” contains no hand-ins, which are files with names ending in .bayleaf-hand-in.</source>
        <translation>“{name}”中没有已提交的作业，即名称以 .bayleaf-hand-in 结尾的文件。</translation>
    </message>
    <message>
        <source>“{name}” is not a hand-in saved by Bayleaf.</source>
        <translation>“{name}”不是由 Bayleaf 保存的学生作业文件。</translation>
    </message>
    <message>
        <source>“{name}” was saved by a newer version of Bayleaf. Update Bayleaf to open it.</source>
        <translation>“{name}”由更新版本的 Bayleaf 保存。请更新 Bayleaf 后再打开。</translation>
    </message>
    <message>
        <source>“{name}” has different questions from this lesson, which may have changed since.</source>
        <translation>“{name}”中的问题与这一课不同，课程可能在此期间改过。</translation>
    </message>
    <message>
        <source>“{name}” is a table, which cannot be mixed with documents. Import it on its own.</source>
        <translation>“{name}”是表格，不能与文档混在一起导入。请单独导入。</translation>
    </message>
    <message>
        <source>“{name}” could not be read this time. Try again.</source>
        <translation>这次未能读取“{name}”。请重试。</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson: its entry “{detail}” is missing or wrong.</source>
        <translation>“{name}”不是课程：其中的“{detail}”缺失或有误。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the event model “{detail}” cannot be used with the columns of this lesson.</source>
        <translation>未打开“{name}”：事件模型“{detail}”不适用于这一课的列。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.</source>
        <translation>未打开“{name}”：“{detail}”必须是 0 到 1,000 之间的数。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: row {detail} needs a label and a value for each column.</source>
        <translation>未打开“{name}”：第 {detail} 行需要一个标签，并且每列都要有值。</translation>
    </message>
    <message>
        <source>“{name}” has {detail} rows. A lesson can have at most 2,000.</source>
        <translation>“{name}”有 {detail} 行。一课最多 2,000 行。</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a valid rule.</source>
        <translation>“{name}”的第 {detail} 行不是有效的规则。</translation>
    </message>
    <message>
        <source>“{name}” already exists and is a different kind of file, so it was not replaced. Remove it, or choose another name.</source>
        <translation>“{name}”已存在，且是另一种类型的文件，因此没有覆盖。请将其删除，或另选名称。</translation>
    </message>
    <message>
        <source>“{name}” has different columns from the collection “{detail}”. Import it into a new collection.</source>
        <translation>“{name}”的列与文集“{detail}”不同。请导入到新文集中。</translation>
    </message>
    <message>
        <source>“{name}” was left where it is. Another computer or an earlier version of Bayleaf filed it, so this cannot be undone or continued here.</source>
        <translation>“{name}”留在原处。它由其他计算机或早期版本的 Bayleaf 归档，因此无法在此撤销或继续。</translation>
    </message>
    <message>
        <source>There is not enough space for “{name}” on the target disk. Free some space, or choose another folder.</source>
        <translation>目标磁盘空间不足，放不下“{name}”。请释放空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>“{name}” cannot be moved: it is inside a mailbox or an archive, and Bayleaf does not change these.</source>
        <translation>无法移动“{name}”：它在邮箱文件或压缩包内，而 Bayleaf 不改动邮箱文件和压缩包。</translation>
    </message>
    <message>
        <source>A file with the name “{name}” cannot be created on the target disk. Choose another name, or a folder on another disk.</source>
        <translation>目标磁盘上无法创建名为“{name}”的文件。请换一个名称，或选择另一磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough: too few documents have the label of this verdict to estimate its error rate. Label more of them.</source>
        <translation>对“{name}”的判定不够确定：带有所判标签的文档太少，无法估计该标签的错误率。请给更多文档加上该标签。</translation>
    </message>
    <message>
        <source>There is no collection “{name}” in this workspace.</source>
        <translation>此工作区中没有文集“{name}”。</translation>
    </message>
    <message>
        <source>There is no lesson “{name}”.</source>
        <translation>没有名为“{name}”的课程。</translation>
    </message>
    <message>
        <source>The collection of the model “{name}” no longer exists, so there are no documents to train or test it on.</source>
        <translation>模型“{name}”的文集已不存在，没有可用来训练或测试的文档。</translation>
    </message>
    <message>
        <source>There is no secure connection to the cluster: {detail}.</source>
        <translation>无法与集群建立安全连接：{detail}。</translation>
    </message>
    <message>
        <source>A cluster needs Dask, which is not installed. Install it with: pip install &quot;bayleaf[cluster]&quot;.</source>
        <translation>集群需要 Dask，但尚未安装。请用以下命令安装：pip install &quot;bayleaf[cluster]&quot;。</translation>
    </message>
    <message>
        <source>There are more distinct words than a model can hold: {detail} so far. Set a lower limit for the number of words. If you set a checkpoint folder, the next run does not read the sources again.</source>
        <translation>不同的词超出了模型的容量：目前已有 {detail} 个。请为词数设定更低的上限。如果设置了检查点文件夹，下次运行不会重新读取来源。</translation>
    </message>
    <message>
        <source>About {detail} distinct words are expected, more than a model can hold. Set a lower limit for the number of words.</source>
        <translation>预计约有 {detail} 个不同的词，超出模型的容量。请为词数设定更低的上限。</translation>
    </message>
    <message>
        <source>The sources have different columns. Name the columns to use, or train on one kind of source at a time.</source>
        <translation>各来源的列不同。请指定要使用的列，或者每次只用一种来源训练。</translation>
    </message>
    <message>
        <source>The TOML table that lists the users of the mail daemon cannot be used: {detail}.</source>
        <translation>列出邮件服务用户的 TOML 表无法使用：{detail}。</translation>
    </message>
    <message>
        <source>Another program is using the socket “{detail}”. Stop that program, or choose another path for the socket.</source>
        <translation>另一个程序正在使用套接字“{detail}”。请先结束该程序，或为套接字另选路径。</translation>
    </message>
    <message>
        <source>The mail daemon cannot create “{detail}”: you do not have permission to write to that folder.</source>
        <translation>邮件服务无法创建“{detail}”：您无权写入该文件夹。</translation>
    </message>
    <message>
        <source>The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member.</source>
        <translation>无法把套接字“{detail}”开放给该用户组。请检查该用户组是否存在，以及您是否是其成员。</translation>
    </message>
    <message>
        <source>The mail daemon did not start. To see the reason, run “bayleaf-cli serve” with this workspace.</source>
        <translation>邮件服务未能启动。要查看原因，请对此工作区运行“bayleaf-cli serve”。</translation>
    </message>
    <message>
        <source>The mail daemon ended before it answered. Try again.</source>
        <translation>邮件服务在回答之前结束了。请重试。</translation>
    </message>
    <message>
        <source>This system has no Unix sockets. On this system, programs reach the mail daemon through a named pipe.</source>
        <translation>本系统没有 Unix 套接字。程序在此通过命名管道连接邮件服务。</translation>
    </message>
    <message>
        <source>“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.</source>
        <translation>“{detail}”不是套接字，因此未作改动。请选择一个尚无任何文件的路径。</translation>
    </message>
    <message>
        <source>The path “{detail}” is too long for the socket of the mail daemon. Set the environment variable XDG_RUNTIME_DIR to a folder with a shorter path.</source>
        <translation>路径“{detail}”对邮件服务的套接字来说太长。请把环境变量 XDG_RUNTIME_DIR 设为路径较短的文件夹。</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}</source>
        <translation>邮件服务报告：{detail}</translation>
    </message>
    <message>
        <source>A mail daemon for “{detail}” is already running.</source>
        <translation>“{detail}”的邮件服务已在运行。</translation>
    </message>
    <message>
        <source>The mail daemon is receiving too many large mails at once. Try again later.</source>
        <translation>邮件服务正在同时接收过多的大邮件。请稍后再试。</translation>
    </message>
    <message>
        <source>The socket folder “{detail}” belongs to another user, or is a link. Remove the folder or link, or set the environment variable XDG_RUNTIME_DIR to another folder.</source>
        <translation>套接字文件夹“{detail}”属于其他用户，或是链接。请删除该文件夹或链接，或把环境变量 XDG_RUNTIME_DIR 设为其他文件夹。</translation>
    </message>
    <message>
        <source>There is already a mailbox called {detail}.</source>
        <translation>已有名为 {detail} 的邮箱。</translation>
    </message>
    <message>
        <source>{detail} cannot be the name of a mailbox.</source>
        <translation>{detail} 不能作为邮箱的名称。</translation>
    </message>
    <message>
        <source>Another process is working on this mailbox. Wait until it has finished.</source>
        <translation>另一个进程正在处理这个邮箱。请等它完成。</translation>
    </message>
    <message>
        <source>The server ended the connection: {detail}.</source>
        <translation>服务器关闭了连接：{detail}。</translation>
    </message>
    <message>
        <source>The server’s certificate cannot be trusted: {detail}. Nothing was sent.</source>
        <translation>服务器的证书不可信：{detail}。没有发送任何内容。</translation>
    </message>
    <message>
        <source>The program bayleaf-imap could not be started ({detail}). Install it again.</source>
        <translation>无法启动程序 bayleaf-imap（{detail}）。请重新安装它。</translation>
    </message>
    <message>
        <source>The command that prints the password failed: {detail}.</source>
        <translation>输出密码的命令失败：{detail}。</translation>
    </message>
    <message>
        <source>The server does not answer. Try again later.</source>
        <translation>服务器没有回应。请稍后再试。</translation>
    </message>
    <message>
        <source>The program bayleaf-imap did not answer in time. Try again.</source>
        <translation>程序 bayleaf-imap 未及时响应。请重试。</translation>
    </message>
    <message>
        <source>The mail daemon cannot learn now ({detail}). Bayleaf will try again.</source>
        <translation>邮件服务现在无法学习（{detail}）。Bayleaf 稍后会重试。</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}.</source>
        <translation>邮件服务报告：{detail}。</translation>
    </message>
    <message>
        <source>The system’s keyring did not return the password ({detail}). Check that the keyring is unlocked.</source>
        <translation>系统的密钥环没有返回密码（{detail}）。请检查密钥环是否已解锁。</translation>
    </message>
    <message>
        <source>The server refused the login ({detail}). Check the address and the password.</source>
        <translation>服务器拒绝登录（{detail}）。请检查地址和密码。</translation>
    </message>
    <message>
        <source>Another filter moves mail back, so Bayleaf has stopped moving mail. Turn off the other filter, then choose “Resume moving”.</source>
        <translation>另一个过滤器把邮件移了回来，因此 Bayleaf 已停止移动邮件。请关闭那个过滤器，再点“继续移动”。</translation>
    </message>
    <message>
        <source>The connection was lost: {detail}.</source>
        <translation>连接中断：{detail}。</translation>
    </message>
    <message>
        <source>The mail folder {detail} does not exist.</source>
        <translation>邮件文件夹 {detail} 不存在。</translation>
    </message>
    <message>
        <source>The mail daemon of the workspace does not answer: {detail}.</source>
        <translation>工作区的邮件服务没有回应：{detail}。</translation>
    </message>
    <message>
        <source>The junk folder was not found. Enter its name.</source>
        <translation>没有找到垃圾邮件文件夹。请填写它的名称。</translation>
    </message>
    <message>
        <source>This user has no systemd session, so nothing can be set to start at login. Log in as this user.</source>
        <translation>此用户没有 systemd 会话，因此无法设置登录时启动。请以该用户身份登录。</translation>
    </message>
    <message>
        <source>The system refused to start bayleaf-imap at login: {detail}.</source>
        <translation>系统拒绝在登录时启动 bayleaf-imap：{detail}。</translation>
    </message>
    <message>
        <source>This system has no keyring for passwords. Use a command that prints the password instead.</source>
        <translation>此系统没有密钥环。请改用输出密码的命令。</translation>
    </message>
    <message>
        <source>The system’s keyring has no password for {detail}.</source>
        <translation>系统的密钥环中没有 {detail} 的密码。</translation>
    </message>
    <message>
        <source>The certificate file cannot be read: {detail}.</source>
        <translation>无法读取证书文件：{detail}。</translation>
    </message>
    <message>
        <source>The server does not use TLS on this port. Try port 993 or 143.</source>
        <translation>服务器在此端口上不使用 TLS。请尝试端口 993 或 143。</translation>
    </message>
    <message>
        <source>The server does not offer encryption, or something on the way blocked it. Nothing was sent.</source>
        <translation>服务器不提供加密，或加密在途中被阻断。没有发送任何内容。</translation>
    </message>
    <message>
        <source>The server’s answer is not IMAP: {detail}. Check the server name and the port.</source>
        <translation>服务器的回应不是 IMAP：{detail}。请检查服务器名称和端口。</translation>
    </message>
    <message>
        <source>The command-line program bayleaf-cli was not found.</source>
        <translation>没有找到命令行程序 bayleaf-cli。</translation>
    </message>
    <message>
        <source>Learning from the mailbox failed: {detail}.</source>
        <translation>从邮箱学习失败：{detail}。</translation>
    </message>
    <message>
        <source>The server refused the request: {detail}.</source>
        <translation>服务器拒绝了请求：{detail}。</translation>
    </message>
    <message>
        <source>The state of the mailbox could not be saved: {detail}.</source>
        <translation>无法保存邮箱的状态：{detail}。</translation>
    </message>
    <message>
        <source>The server sent more data than was requested, so the task was stopped. Try again later.</source>
        <translation>服务器发送的数据超过了请求的数量，因此操作已停止。请稍后重试。</translation>
    </message>
    <message>
        <source>The server cannot be reached ({detail}). Check its name and your connection.</source>
        <translation>无法连接服务器（{detail}）。请检查服务器名称和网络连接。</translation>
    </message>
    <message>
        <source>Some mails could not be moved yet: {detail}. Bayleaf will try again.</source>
        <translation>部分邮件暂时无法移动：{detail}。Bayleaf 会再试。</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged. Only models that consist of counts can be merged. Filters and models with learnt factors, tf-idf or a count of unknown words cannot.</source>
        <translation>无法合并“{name}”。只有完全由计数构成的模型才能合并；过滤器，以及使用学得因子、tf-idf 或未知词设置的模型，都不能合并。</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged: it counts words by other rules than the first of the models, or its vocabulary is limited. Train all models with the same recipe, without a limited vocabulary.</source>
        <translation>无法合并“{name}”：它的计词规则与第一个模型不同，或其词汇表受到限制。请用同一配方训练所有模型，并且不限制词汇表。</translation>
    </message>
    <message>
        <source>“{name}” contains no words with counts. It is damaged, or a different kind of file.</source>
        <translation>“{name}”中没有带计数的词。文件已损坏，或是别的类型。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or was not written by the library skops.</source>
        <translation>“{name}”已损坏，或不是由 skops 库写出的。</translation>
    </message>
    <message>
        <source>The converted model “{name}” would give other scores than the original (relative difference {detail}), so it was not written.</source>
        <translation>转换后的模型“{name}”给出的得分会与原模型不同（相对差 {detail}），因此没有写出。</translation>
    </message>
    <message>
        <source>“{name}” cannot be written in the chosen format, because the format has no equivalent of its event model ({detail}).</source>
        <translation>“{name}”无法写成所选格式，因为该格式没有与事件模型“{detail}”对应的模型。</translation>
    </message>
    <message>
        <source>“{name}” is a filter and uses more than counts, so it cannot be converted. Train a model with another event model.</source>
        <translation>“{name}”是过滤器，用到的不只是计数，因此无法转换。请用其他事件模型训练一个模型。</translation>
    </message>
    <message>
        <source>“{name}” has a label without documents, so it cannot be written in the chosen format.</source>
        <translation>“{name}”无法写成所选格式，因为其中有一个没有文档的标签。</translation>
    </message>
    <message>
        <source>“{name}” counts words of mail headers, which this format cannot hold. Train a model on the text only: on Train, under Words and word forms.</source>
        <translation>“{name}”会统计邮件头中的词，此格式无法保存这些词。请只用正文训练模型：在“训练”页的“词与词形”中设置。</translation>
    </message>
    <message>
        <source>“{name}” is not a file from a labelling tool, or its documents are not from this workspace. The problem is at: {detail}.</source>
        <translation>“{name}”不是标注工具的文件，或其中的文档不属于此工作区。问题位置：{detail}。</translation>
    </message>
    <message>
        <source>There is not enough labelled mail to make mail rules and to test them. Label more mails.</source>
        <translation>带标签的邮件不够，无法制定邮件规则并加以检验。请给更多邮件加标签。</translation>
    </message>
    <message>
        <source>No mailing list, sender or recipient points to one label often enough to make a mail rule.</source>
        <translation>没有哪个邮件列表、发件人或收件人的邮件足够多地属于同一标签，因此无法制定邮件规则。</translation>
    </message>
    <message>
        <source>“{name}” is not a Maildir: it has no folder “cur”.</source>
        <translation>“{name}”不是 Maildir：其中没有 cur 文件夹。</translation>
    </message>
    <message>
        <source>The smoothing of this model ({name}) cannot be changed: its weights are learnt, or it has no smoothing.</source>
        <translation>此模型（{name}）的平滑无法更改：它的权重是学得的，或者没有平滑。</translation>
    </message>
    <message>
        <source>“{name}” has probabilities of zero, so it cannot be written in the chosen format. Train the model with smoothing.</source>
        <translation>“{name}”无法写成所选格式，因为其中有的概率为零。请启用平滑后重新训练模型。</translation>
    </message>
    <message>
        <source>“{name}” has a categorical column without values, so it cannot be written in the chosen format.</source>
        <translation>“{name}”无法写成所选格式，因为其中有一个没有任何取值的分类型列。</translation>
    </message>
    <message>
        <source>“{name}” has a column in which all numbers are equal, so it cannot be written in the chosen format.</source>
        <translation>“{name}”无法写成所选格式，因为其中有一列的数值全部相同。</translation>
    </message>
    <message>
        <source>“{name}” does not say how to count words: in the scikit-learn pipeline, a vectorizer must come before the naive Bayes estimator.</source>
        <translation>“{name}”没有说明如何统计词：在 scikit-learn 流水线中，朴素贝叶斯估计器之前必须有向量化器。</translation>
    </message>
    <message>
        <source>“{name}” does not use text, so it has no words to convert.</source>
        <translation>“{name}”不使用文本，因此没有可以转换给其他程序使用的词。</translation>
    </message>
    <message>
        <source>“{name}” is not a complete scikit-learn model: it was not fitted, or attributes are missing. Fit the model and save it again.</source>
        <translation>“{name}”不是完整的 scikit-learn 模型：它未经拟合，或缺少属性。请拟合模型后重新保存。</translation>
    </message>
    <message>
        <source>{name} is not installed. Install it with: pip install &quot;bayleaf[{detail}]&quot;.</source>
        <translation>没有安装 {name}。请用以下命令安装：pip install &quot;bayleaf[{detail}]&quot;。</translation>
    </message>
    <message>
        <source>“{name}” must be a scikit-learn pipeline of one vectorizer or encoder and a naive Bayes estimator, but it contains: {detail}.</source>
        <translation>“{name}”应是由一个向量化器或编码器加一个朴素贝叶斯估计器组成的 scikit-learn 流水线，实际包含：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” is already in Bayleaf’s own format. To convert it for another program, name that program with --as.</source>
        <translation>“{name}”已经是 Bayleaf 自己的格式。要为其他程序转换，请用 --as 指定该程序。</translation>
    </message>
    <message>
        <source>“{name}” has a setting that Bayleaf does not have: {detail}.</source>
        <translation>“{name}”有一个 Bayleaf 没有的设置：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” counts table cells as words, so it cannot be written in the chosen format.</source>
        <translation>“{name}”无法写成所选格式，因为它把表格的单元格当作词来计数。</translation>
    </message>
    <message>
        <source>“{name}” is a pickle file, which can run any code when it is opened. Save the model with skops instead.</source>
        <translation>“{name}”是 pickle 文件，打开时可能执行任意代码。请改用 skops 保存模型。</translation>
    </message>
    <message>
        <source>“{name}” cannot be converted: {detail} can use none of its words. For example, the program rspamd counts only pairs of word stems.</source>
        <translation>无法转换“{name}”：其中没有 {detail} 能用的词。例如，rspamd 程序只统计成对的词干。</translation>
    </message>
    <message>
        <source>“{name}” is not a POPFile database.</source>
        <translation>“{name}”不是 POPFile 的数据库。</translation>
    </message>
    <message>
        <source>“{name}” is a single POPFile bucket. Choose POPFile’s corpus folder, which has a folder for each bucket.</source>
        <translation>“{name}”只是 POPFile 的一个桶。请选择 POPFile 的 corpus 文件夹，其中每个桶各有一个文件夹。</translation>
    </message>
    <message>
        <source>“{name}” uses a prior with complement naive Bayes, so it cannot be written in the chosen format.</source>
        <translation>“{name}”无法写成所选格式，因为它的补集朴素贝叶斯使用了先验。</translation>
    </message>
    <message>
        <source>“{name}” is too large to be read.</source>
        <translation>“{name}”太大，无法读取。</translation>
    </message>
    <message>
        <source>“{name}” contains program code that Bayleaf does not know ({detail}), so the file was not opened.</source>
        <translation>“{name}”包含 Bayleaf 不认识的程序代码（{detail}），因此没有打开该文件。</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {detail}.</source>
        <translation>“{name}”无法使用：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” cannot be written in the chosen format, because the format has no such rule for splitting text into words: {detail}.</source>
        <translation>“{name}”无法写成所选格式，因为该格式没有这条分词规则：{detail}。</translation>
    </message>
    <message>
        <source>The record of collection {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>文集 {detail} 的记录被其他程序改动，或因磁盘错误而改变。请检查磁盘，并从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The model “{detail}” does not match its collection. Train it again.</source>
        <translation>模型“{detail}”与其文集不符。请重新训练。</translation>
    </message>
    <message>
        <source>the order of day and month is a guess</source>
        <translation>日期中日和月的先后是推测的</translation>
    </message>
    <message>
        <source>A filter learns all words of its documents, so the number of words cannot be limited. Train the model “{name}” without a limit.</source>
        <translation>过滤器会学习其文档中的所有词，因此无法限制词数。训练模型“{name}”时请不要设置上限。</translation>
    </message>
    <message>
        <source>The number of labelled documents in “{name}” is {found}. At least {least} are needed.</source>
        <translation>“{name}”中有标签的文档数为 {found}，至少需要 {least} 个。</translation>
    </message>
    <message>
        <source>The number of labelled documents in “{name}” is {found}. At least {least} are needed, with two different labels.</source>
        <translation>“{name}”中有标签的文档数为 {found}，至少需要 {least} 个，并且要有两种不同的标签。</translation>
    </message>
    <message>
        <source>The number of labelled documents with text in “{name}” is {found}. At least {least} are needed.</source>
        <translation>“{name}”中有标签且有文本的文档数为 {found}，至少需要 {least} 个。</translation>
    </message>
    <message>
        <source>The model has no calibration, so its scores cannot be converted to probabilities. Train it again.</source>
        <translation>该模型未经校准，无法把得分换算成概率。请重新训练。</translation>
    </message>
    <message>
        <source>No filter can be trained on “{name}”: a filter separates one label from all others, but documents there may have several labels.</source>
        <translation>无法用“{name}”训练过滤器：过滤器把一个标签与其他所有标签分开，而其中的文档可以有多个标签。</translation>
    </message>
    <message>
        <source>The collection “{name}” has no label “{label}”.</source>
        <translation>文集“{name}”中没有标签“{label}”。</translation>
    </message>
    <message>
        <source>Only a filter can protect the documents of chosen labels from being lost. Train a filter on “{name}”, or choose no labels to protect.</source>
        <translation>只有过滤器能防止指定标签的文档被误判而丢失。请在“{name}”上训练过滤器，或不选择要保护的标签。</translation>
    </message>
    <message>
        <source>A text belongs to document {detail}, which does not exist. Restore the workspace from a backup.</source>
        <translation>有一段正文属于不存在的文档 {detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The text of document {detail} is missing. Restore the workspace from a backup.</source>
        <translation>缺少文档 {detail} 的正文。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Document {detail} belongs to a collection that was deleted. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 属于已删除的文集。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The stored word counts of document {detail} do not match its text. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 保存的词计数与其正文不符。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The workspace file is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>工作区文件已损坏：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The search index does not match the documents: {detail}. Restore the workspace from a backup.</source>
        <translation>搜索索引与文档不一致：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>SQLite reports that the workspace file is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>SQLite 报告工作区文件已损坏：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Document {detail} has a label that was deleted. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 的标签已删除。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Document {detail} has a label of another collection. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 的标签属于另一文集。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Training record {detail} does not belong to any model.</source>
        <translation>训练记录 {detail} 不属于任何模型。</translation>
    </message>
    <message>
        <source>The model “{detail}” is damaged. Train it again.</source>
        <translation>模型“{detail}”已损坏。请重新训练。</translation>
    </message>
    <message>
        <source>The number of document {detail} is higher than the last number that Bayleaf assigned. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 的编号大于 Bayleaf 分配的最后一个编号。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Texts or counts would unpack to more than a workspace can hold: {detail}. Restore the workspace from a backup.</source>
        <translation>文本或计数解压后会超出工作区的容量：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>A row of the database is missing although it was never deleted: {detail}. Restore the workspace from a backup.</source>
        <translation>数据库中有一行未经删除却消失了：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>A table row belongs to document {detail}, which does not exist. Restore the workspace from a backup.</source>
        <translation>有一个表格行属于不存在的文档 {detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Document {detail} belongs to an import that does not exist. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 属于不存在的导入。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>A block of word counts is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>有一块词计数数据已损坏：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The text of a document is damaged: {detail}. Restore the workspace from a backup.</source>
        <translation>某文档的正文已损坏：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The text of document {detail} is longer or shorter than recorded. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 的正文长度与记录不符。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Word list {detail} is damaged. Restore the workspace from a backup.</source>
        <translation>词表 {detail} 已损坏。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>A model with learnt factors is fitted to all documents at once, which a cluster cannot do. Train the model “{name}” on one computer.</source>
        <translation>“学得因子”模型要一次用全部文档拟合，集群无法做到。请在一台计算机上训练模型“{name}”。</translation>
    </message>
    <message>
        <source>A lesson needs at least two labelled documents, and the collection “{name}” has fewer.</source>
        <translation>课程至少需要两个有标签的文档，而文集“{name}”中不足两个。</translation>
    </message>
    <message>
        <source>“{name}” cannot be trained: the sources have no columns that the chosen event model can use.</source>
        <translation>无法训练“{name}”：来源中没有所选事件模型可用的列。</translation>
    </message>
    <message>
        <source>No test document in “{name}” has a label that the model knows, so the model cannot be tested on it.</source>
        <translation>“{name}”中没有测试文档带有模型认识的标签，因此无法用它测试模型。</translation>
    </message>
    <message>
        <source>No test document in “{name}” has a label, so the model cannot be tested on it.</source>
        <translation>“{name}”中的测试文档都没有标签，因此无法用它测试模型。</translation>
    </message>
    <message>
        <source>Bayleaf cannot tell which label of “{name}” the filter should find. Give this label a name like “spam” or “junk”.</source>
        <translation>Bayleaf 无法判断“{name}”中的哪个标签是过滤器要拦截的。请给该标签起“spam”或“垃圾邮件”这样的名称。</translation>
    </message>
    <message>
        <source>The vocabulary size cannot be tested on the collection “{name}”, because its documents have no text.</source>
        <translation>无法在文集“{name}”上检验词汇表大小，因为其中的文档没有文本。</translation>
    </message>
    <message>
        <source>The options --spam-label and --protect work only for filters. Train the model “{name}” as a filter, or leave out these options.</source>
        <translation>选项 --spam-label 和 --protect 只适用于过滤器。请把模型“{name}”训练成过滤器，或去掉这些选项。</translation>
    </message>
    <message>
        <source>A filter for “{positive}” cannot protect the label “{label}”. Choose another label of “{name}”.</source>
        <translation>识别“{positive}”的过滤器无法保护标签“{label}”。请选择“{name}”的其他标签。</translation>
    </message>
    <message>
        <source>Only learnt factors can learn from texts without a label. Choose the event model “learnt factors” for “{name}”, or train without unlabelled documents.</source>
        <translation>只有“学得因子”能从没有标签的文本中学习。请为“{name}”选择事件模型“学得因子”，或不用没有标签的文档进行训练。</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not match the columns of its table: {detail}.</source>
        <translation>“{name}”中有一行与表格的列不符：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: Bayleaf does not understand its content (technical detail: {detail}).</source>
        <translation>无法读取“{name}”：Bayleaf 不理解其内容（技术细节：{detail}）。</translation>
    </message>
    <message>
        <source>there are no documents to learn from</source>
        <translation>没有可供学习的文档</translation>
    </message>
    <message>
        <source>all documents have the label {label}, and at least two labels are needed</source>
        <translation>所有文档的标签都是 {label}，而至少需要两个标签</translation>
    </message>
    <message>
        <source>the label {label} has no documents</source>
        <translation>标签 {label} 没有文档</translation>
    </message>
    <message>
        <source>the documents have no words</source>
        <translation>文档中没有词</translation>
    </message>
    <message>
        <source>the limits of the vocabulary exclude all words ({count})</source>
        <translation>词汇表的限制排除了全部词（{count} 个）</translation>
    </message>
    <message>
        <source>no row has a label</source>
        <translation>没有任何一行带标签</translation>
    </message>
    <message>
        <source>there are too few documents with a date ({count}), because the earlier half is needed for training</source>
        <translation>带日期的文档太少（{count} 个），因为较早的一半要用于训练</translation>
    </message>
    <message>
        <source>there are too few documents ({count}) to set aside {share} of the documents of each label</source>
        <translation>文档太少（{count} 个），无法从每个标签的文档中留出 {share}</translation>
    </message>
    <message>
        <source>there are too few documents ({count}) to compare models</source>
        <translation>文档太少（{count} 个），无法比较模型</translation>
    </message>
    <message>
        <source>at least two labelled documents are needed, one to train and one to test</source>
        <translation>至少需要两个有标签的文档，一个用于训练，一个用于测试</translation>
    </message>
    <message>
        <source>no word occurs more than once, so there are no words to choose from</source>
        <translation>所有词都只出现过一次，因此没有可选的词</translation>
    </message>
    <message>
        <source>the model reads the columns of a table, and one of the documents has no columns</source>
        <translation>模型需要读取表格的列，但有的文档并非来自表格的行</translation>
    </message>
    <message>
        <source>the model reads the table columns {columns}, and one of the documents lacks them</source>
        <translation>模型读取表格的列 {columns}，而有的文档没有这些列</translation>
    </message>
    <message>
        <source>the columns of this model differ from those of the first model</source>
        <translation>该模型的列与第一个模型的列不同</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” is not valid ({why})</source>
        <translation>词的匹配模式“{pattern}”无效（{why}）</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” has too many groups in parentheses ({count}); one is allowed</source>
        <translation>词的匹配模式“{pattern}”含有过多的括号组（{count} 个），最多只能有一个</translation>
    </message>
    <message>
        <source>the word pattern “{pattern}” takes too long or needs too much memory</source>
        <translation>词的模式“{pattern}”耗时过长或占用内存过多</translation>
    </message>
    <message>
        <source>counting a word once per document cannot be combined with tf-idf weighting</source>
        <translation>每个文档中一个词只计一次时，不能再用 tf-idf 加权</translation>
    </message>
    <message>
        <source>the chosen event model does not support a separate smoothing for each word</source>
        <translation>所选事件模型不支持为每个词单独设定平滑</translation>
    </message>
    <message>
        <source>smoothing must be a number of at least 0</source>
        <translation>平滑必须是不小于 0 的数</translation>
    </message>
    <message>
        <source>smoothing must be at most {most}, not {value}</source>
        <translation>平滑最大为 {most}，不能是 {value}</translation>
    </message>
    <message>
        <source>the event model “complement with norm” needs a smoothing above 0</source>
        <translation>事件模型“归一化补集”需要大于 0 的平滑</translation>
    </message>
    <message>
        <source>a model with learnt factors needs a smoothing above 0</source>
        <translation>“学得因子”模型需要大于 0 的平滑</translation>
    </message>
    <message>
        <source>there are too many labels ({count}) for a model with learnt factors</source>
        <translation>标签太多（{count} 个），“学得因子”模型无法处理</translation>
    </message>
    <message>
        <source>the changed settings require new learnt factors; train the model again</source>
        <translation>设置更改后，学得因子需要重新拟合；请重新训练模型</translation>
    </message>
    <message>
        <source>the recipe counts words by other rules than the model; train the model again</source>
        <translation>该配方的计数方式与模型不同；请重新训练模型</translation>
    </message>
    <message>
        <source>the label {label} has no prior</source>
        <translation>标签 {label} 没有先验</translation>
    </message>
    <message>
        <source>a prior is given for {label}, which is not one of the labels</source>
        <translation>为 {label} 给出了先验，但没有这个标签</translation>
    </message>
    <message>
        <source>the priors must add up to 1, not {sum}</source>
        <translation>先验之和必须为 1，而不是 {sum}</translation>
    </message>
    <message>
        <source>the recipe has no prior for the new label {label}</source>
        <translation>配方中没有新标签 {label} 的先验</translation>
    </message>
    <message>
        <source>no document was learnt with the label {label}</source>
        <translation>没有学习过标签为 {label} 的文档</translation>
    </message>
    <message>
        <source>the model has only one label</source>
        <translation>模型只有一个标签</translation>
    </message>
    <message>
        <source>the tables or indexes of the database were changed</source>
        <translation>数据库的表或索引被更改</translation>
    </message>
    <message>
        <source>the end of the file is missing</source>
        <translation>文件末尾缺失</translation>
    </message>
    <message>
        <source>the stored values of a categorical column are not valid</source>
        <translation>某个分类型列所存的值无效</translation>
    </message>
    <message>
        <source>a counter is missing or wrong</source>
        <translation>某个计数器缺失或有误</translation>
    </message>
    <message>
        <source>a text or a table of counts is too large</source>
        <translation>某段文本或计数表过大</translation>
    </message>
    <message>
        <source>a text is not valid UTF-8</source>
        <translation>某段文本不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>the model “{model}” cannot be read</source>
        <translation>无法读取模型“{model}”</translation>
    </message>
    <message>
        <source>word list {number} cannot be read</source>
        <translation>无法读取词表 {number}</translation>
    </message>
    <message>
        <source>number of fields {found} instead of {expected}</source>
        <translation>字段数为 {found}，应为 {expected}</translation>
    </message>
    <message>
        <source>a quotation mark is not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>the row has a different structure from the other rows</source>
        <translation>该行的结构与其他行不同</translation>
    </message>
    <message>
        <source>{cell} in column “{column}” is not a number</source>
        <translation>列“{column}”中的 {cell} 不是数字</translation>
    </message>
    <message>
        <source>{cell} is not a weight</source>
        <translation>{cell} 不是有效的权重</translation>
    </message>
    <message>
        <source>matching the expression takes too long</source>
        <translation>匹配该表达式耗时过长</translation>
    </message>
    <message>
        <source>the file {file} does not exist</source>
        <translation>文件 {file} 不存在</translation>
    </message>
    <message>
        <source>{address} requires certificates; give the certificate authority, your certificate and its key</source>
        <translation>{address} 要求证书；请提供证书颁发机构、您的证书及其密钥</translation>
    </message>
    <message>
        <source>{address} does not use certificates; leave the certificates out, or use an address that begins with tls://</source>
        <translation>{address} 不使用证书；请不要提供证书，或使用以 tls:// 开头的地址</translation>
    </message>
    <message>
        <source>the vocabulary of the model contains word sequences of a length that its recipe does not allow</source>
        <translation>模型的词汇表中有些词序列的长度是其配方不允许的</translation>
    </message>
    <message>
        <source>a quotation mark is missing in the command ({why})</source>
        <translation>命令中缺少引号（{why}）</translation>
    </message>
    <message>
        <source>there is no such program; the command is run without a shell (to use a shell, write sh -c &apos;…&apos;)</source>
        <translation>没有这个程序；命令不经由 shell 执行（如需使用 shell，请写 sh -c &apos;…&apos;）</translation>
    </message>
    <message>
        <source>the command took longer than {seconds} s</source>
        <translation>命令的执行时间超过了 {seconds} 秒</translation>
    </message>
    <message>
        <source>exit status {status}</source>
        <translation>退出状态 {status}</translation>
    </message>
    <message>
        <source>the command printed nothing</source>
        <translation>命令没有任何输出</translation>
    </message>
    <message>
        <source>no label of the model has a name that means spam</source>
        <translation>从名称看，模型中没有表示垃圾邮件的标签</translation>
    </message>
    <message>
        <source>there is no text to learn from</source>
        <translation>没有可供学习的文本</translation>
    </message>
    <message>
        <source>the process ended at once</source>
        <translation>进程立即退出了</translation>
    </message>
    <message>
        <source>the server renumbered the mails of the folder</source>
        <translation>服务器对该文件夹的邮件重新编号了</translation>
    </message>
    <message>
        <source>the mail daemon did not start in time</source>
        <translation>邮件服务未能及时启动</translation>
    </message>
    <message>
        <source>the answer about a mail folder lacks the required number UIDVALIDITY</source>
        <translation>关于某邮件文件夹的回应缺少必需的 UIDVALIDITY</translation>
    </message>
    <message>
        <source>the inbox and the junk folder need at least {least} mails each</source>
        <translation>收件箱和垃圾邮件文件夹各需至少 {least} 封邮件</translation>
    </message>
    <message>
        <source>the learning process was stopped</source>
        <translation>学习进程已被停止</translation>
    </message>
    <message>
        <source>there is no program {program}</source>
        <translation>没有程序 {program}</translation>
    </message>
    <message>
        <source>the server supports neither MOVE nor UIDPLUS, and Bayleaf needs one of them to move mails</source>
        <translation>服务器既不支持 MOVE，也不支持 UIDPLUS，而移动邮件需要其中之一</translation>
    </message>
    <message>
        <source>the server does not support UIDPLUS, which Bayleaf needs to delete single mails</source>
        <translation>服务器不支持 UIDPLUS，而删除单封邮件需要它</translation>
    </message>
    <message>
        <source>the folder is read-only</source>
        <translation>该文件夹是只读的</translation>
    </message>
    <message>
        <source>There is already a collection “{name}”.</source>
        <translation>已有文集“{name}”。</translation>
    </message>
    <message>
        <source>Enter a name for the collection.</source>
        <translation>请输入文集名称。</translation>
    </message>
    <message>
        <source>Documents of the collection “{name}” can have only one label each. First allow several labels for this collection.</source>
        <translation>文集“{name}”的每个文档只能有一个标签。请先允许该文集使用多个标签。</translation>
    </message>
    <message>
        <source>Some documents of the collection “{name}” have several labels. First reduce each document to one label.</source>
        <translation>文集“{name}”中有些文档有多个标签。请先让每个文档只保留一个标签。</translation>
    </message>
    <message>
        <source>The name of the collection is too long. Choose a shorter one.</source>
        <translation>文集名称太长。请用短一些的名称。</translation>
    </message>
    <message>
        <source>The name of a collection must be one line of printable characters.</source>
        <translation>文集名称必须是一行可打印字符。</translation>
    </message>
    <message>
        <source>The workspace “{name}” cannot be used: {reason}.</source>
        <translation>工作区“{name}”无法使用：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” cannot be used as a name. Enter another one.</source>
        <translation>“{name}”不能用作名称。请输入其他名称。</translation>
    </message>
    <message>
        <source>“{name}” was not found.</source>
        <translation>未找到“{name}”。</translation>
    </message>
    <message>
        <source>The title, sender or path of document {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>文档 {detail} 的标题、发件人或路径被其他程序改动，或因磁盘错误而改变。请检查磁盘，并从备份恢复工作区。</translation>
    </message>
    <message>
        <source>“{name}” is being written by another task or program. Try again in a moment.</source>
        <translation>另一任务或程序正在写入“{name}”。请稍后再试。</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough. Label it yourself.</source>
        <translation>对“{name}”的判定不够确定。请自行设定标签。</translation>
    </message>
    <message>
        <source>This mailbox has had no trial yet. Start with a trial, which shows what would be moved.</source>
        <translation>此邮箱还没有试运行过。请先试运行，它会显示将移动哪些邮件。</translation>
    </message>
    <message>
        <source>“{name}” does not say how many mails the filter has learnt.</source>
        <translation>“{name}”没有记录过滤器学过多少封邮件。</translation>
    </message>
    <message>
        <source>With the option --with, give the manifest.json of a paperless-ngx export. Bayleaf adds the labels to it as tags and writes the result to “{name}”.</source>
        <translation>请用选项 --with 指定 paperless-ngx 导出的 manifest.json。Bayleaf 会把标签作为 tag 加入其中，并将结果写入“{name}”。</translation>
    </message>
    <message>
        <source>The model “{name}” has only one label. A filter needs two: one for good mail and one for spam.</source>
        <translation>模型“{name}”只有一个标签。过滤器需要两个：一个给正常邮件，一个给垃圾邮件。</translation>
    </message>
    <message>
        <source>“{name}” uses a word only if it occurs more than a set number of times. The chosen format cannot store such a model.</source>
        <translation>“{name}”规定：词的出现次数超过设定值才使用该词。所选格式无法保存这样的模型。</translation>
    </message>
    <message>
        <source>“{name}” counts unknown words, so it cannot be written in the chosen format. Train the model without unknown words.</source>
        <translation>“{name}”无法写成所选格式，因为它把未知词也计入统计。请训练不计未知词的模型。</translation>
    </message>
    <message>
        <source>The workspace’s log of changes does not match document {detail}. Restore the workspace from a backup.</source>
        <translation>工作区的变更日志与文档 {detail} 不一致。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The change log of collection {detail} has gaps. Restore the workspace from a backup.</source>
        <translation>文集 {detail} 的变更日志不完整。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The content of document {detail} does not match its stored checksum. Restore the workspace from a backup.</source>
        <translation>文档 {detail} 的内容与保存的校验和不符。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Document {detail} has the same content as another document of its collection. Delete one of the two.</source>
        <translation>文档 {detail} 与同一文集中的另一文档内容相同。请删除其中一个。</translation>
    </message>
    <message>
        <source>The label, weight or date of document {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>文档 {detail} 的标签、权重或日期被其他程序改动，或因磁盘错误而改变。请检查磁盘，并从备份恢复工作区。</translation>
    </message>
    <message>
        <source>The record of label {detail} was changed by another program or by a disk error. Check the disk, and restore the workspace from a backup.</source>
        <translation>标签 {detail} 的记录被其他程序改动，或因磁盘错误而改变。请检查磁盘，并从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Model {detail} refers to changes that are not in the log of its collection. Train the model again.</source>
        <translation>模型 {detail} 引用了其文集变更日志中没有的变更。请重新训练模型。</translation>
    </message>
    <message>
        <source>The recipe of the model “{detail}” is damaged. Train the model again.</source>
        <translation>模型“{detail}”的配方已损坏。请重新训练模型。</translation>
    </message>
    <message>
        <source>A row of the database refers to another row that does not exist: {detail}. Restore the workspace from a backup.</source>
        <translation>数据库中有一行引用了不存在的另一行：{detail}。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>A row of the database was changed by another program or by a disk error: {detail}. Check the disk, and restore the workspace from a backup.</source>
        <translation>数据库中有一行被其他程序改动，或因磁盘错误而改变：{detail}。请检查磁盘，并从备份恢复工作区。</translation>
    </message>
    <message>
        <source>Another program changed the table or index “{detail}” of the database. Restore the workspace from a backup.</source>
        <translation>数据库的表或索引“{detail}”被其他程序更改过。请从备份恢复工作区。</translation>
    </message>
    <message>
        <source>set by you</source>
        <translation>由您指定</translation>
    </message>
    <message>
        <source>from the mail’s headers</source>
        <translation>取自邮件头</translation>
    </message>
    <message>
        <source>found after the word “date”</source>
        <translation>在“日期”一词之后找到</translation>
    </message>
    <message>
        <source>date on a line of its own</source>
        <translation>单独成行的日期</translation>
    </message>
    <message>
        <source>first date in the text (a guess)</source>
        <translation>文中第一个日期（推测）</translation>
    </message>
    <message>
        <source>date of the file (a guess)</source>
        <translation>文件的日期（推测）</translation>
    </message>
    <message>
        <source>found after a word such as “from”</source>
        <translation>在“发件人”之类的词之后找到</translation>
    </message>
    <message>
        <source>name of a company or office at the top</source>
        <translation>信首的公司或机构名称</translation>
    </message>
    <message>
        <source>name from the signature</source>
        <translation>署名中的姓名</translation>
    </message>
    <message>
        <source>name from an address (a guess)</source>
        <translation>取自地址的名称（推测）</translation>
    </message>
    <message>
        <source>name from the first line (a guess)</source>
        <translation>取自第一行的名称（推测）</translation>
    </message>
    <message>
        <source>the process that starts new processes is not responding</source>
        <translation>负责启动新进程的进程没有响应</translation>
    </message>
    <message>
        <source>There is already a label “{name}”.</source>
        <translation>已有标签“{name}”。</translation>
    </message>
    <message>
        <source>There is already a recipe “{name}”.</source>
        <translation>已有配方“{name}”。</translation>
    </message>
    <message>
        <source>Enter a name for the label.</source>
        <translation>请输入标签名称。</translation>
    </message>
    <message>
        <source>Enter a name for the model.</source>
        <translation>请输入模型名称。</translation>
    </message>
    <message>
        <source>Enter a name for the recipe.</source>
        <translation>请为要保存的设置（配方）输入名称。</translation>
    </message>
    <message>
        <source>The name pattern “{name}” contains no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>名称模式“{name}”中没有占位符。请使用 {{date}}、{{sender}}、{{label}}、{{title}} 或 {{name}}。</translation>
    </message>
    <message>
        <source>The name pattern “{name}” contains an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>名称模式“{name}”中有未知的占位符。请使用 {{date}}、{{sender}}、{{label}}、{{title}} 或 {{name}}。</translation>
    </message>
    <message>
        <source>“{name}” is not a date. Write the date like this: 2026-03-02.</source>
        <translation>“{name}”不是日期。请按这样的格式书写：2026-03-02。</translation>
    </message>
    <message>
        <source>A document has more than 1,000 labels, the most that Bayleaf allows. Check the file that contains these labels.</source>
        <translation>有一个文档的标签超过了 Bayleaf 允许的 1,000 个。请检查包含这些标签的文件。</translation>
    </message>
    <message>
        <source>The name of the label is too long. Choose a shorter one.</source>
        <translation>标签名称太长。请用短一些的名称。</translation>
    </message>
    <message>
        <source>The name of the model is too long. Choose a shorter one.</source>
        <translation>模型名称太长。请用短一些的名称。</translation>
    </message>
    <message>
        <source>The name of the recipe is too long. Choose a shorter one.</source>
        <translation>配方名称太长。请用短一些的名称。</translation>
    </message>
    <message>
        <source>The name of a label must be one line of printable characters.</source>
        <translation>标签名称必须是一行可打印字符。</translation>
    </message>
    <message>
        <source>The name of a model must be one line of printable characters.</source>
        <translation>模型名称必须是一行可打印字符。</translation>
    </message>
    <message>
        <source>The name of a recipe must be one line of printable characters.</source>
        <translation>配方名称必须是一行可打印字符。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: {reason}.</source>
        <translation>无法读取“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>The model “{name}” cannot be used: {reason}.</source>
        <translation>模型“{name}”无法使用：{reason}。</translation>
    </message>
    <message>
        <source>No model can be trained on “{name}”: {reason}.</source>
        <translation>无法用“{name}”训练模型：{reason}。</translation>
    </message>
    <message>
        <source>Something went wrong: {reason}.</source>
        <translation>出错了：{reason}。</translation>
    </message>
    <message>
        <source>{sentence} Available: {known}.</source>
        <translation>{sentence}可用的有：{known}。</translation>
    </message>
    <message>
        <source>The system cannot start a process to read files ({detail}). Close other programs and try again.</source>
        <translation>系统无法启动读取文件的进程（{detail}）。请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>The cluster cannot be used: {reason}.</source>
        <translation>无法使用集群：{reason}。</translation>
    </message>
    <message>
        <source>bayleaf-imap reports: {detail}.</source>
        <translation>bayleaf-imap 报告：{detail}。</translation>
    </message>
</context>
<context>
    <name>sheet</name>
    <message>
        <source>Full calculation of one verdict</source>
        <translation>一个判定的完整推导</translation>
    </message>
    <message>
        <source>Model “{model}”: {event_model}, α = {smoothing}</source>
        <translation>模型“{model}”：{event_model}，α = {smoothing}</translation>
    </message>
    <message>
        <source>The vocabulary has {n_words} words.</source>
        <translation>词汇表有 {n_words} 个词。</translation>
    </message>
    <message>
        <source>Factor or step</source>
        <translation>计算步骤</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Calculation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Decimal</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>Logarithm</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Contribution</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>the other {n_steps}, added up</source>
        <translation>其余 {n_steps} 步合计</translation>
    </message>
    <message>
        <source>absent words that occur in {count} documents each</source>
        <translation>本文档中未出现的词（各在该标签的 {count} 个文档中出现）</translation>
    </message>
    <message>
        <source>all remaining absent words, added up</source>
        <translation>其余未出现的词合计</translation>
    </message>
    <message>
        <source>words that occur {count} times under other labels</source>
        <translation>在其他标签的文档中出现 {count} 次的词</translation>
    </message>
    <message>
        <source>Divisor of {label}: the weights of all words, added up</source>
        <translation>{label} 的除数：所有词的权重之和</translation>
    </message>
    <message>
        <source>Sum: the score</source>
        <translation>合计：得分</translation>
    </message>
    <message>
        <source>Sum: the divisor</source>
        <translation>合计：除数</translation>
    </message>
    <message>
        <source>As one fraction, the product is {fraction}.</source>
        <translation>乘积写成分数是 {fraction}。</translation>
    </message>
    <message>
        <source>From scores to probabilities</source>
        <translation>从得分到概率</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Plain product</source>
        <translation>直接乘积</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Score − highest</source>
        <translation>得分 − 最高得分</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确值</translation>
    </message>
    <message>
        <source>log Σ exp(score) = {peak} + log {total} = {log_total}. The highest score is subtracted before exp is applied, so that no result is too large for the computer and not all are 0.</source>
        <translation>log Σ exp(得分) = {peak} + log {total} = {log_total}。计算 exp 之前先减去最高得分，这样没有结果会大到计算机无法表示，也不会全部变成 0。</translation>
    </message>
    <message>
        <source>{label}: factor number {n_factors}, {factor}, turns the plain product from {before} into 0. The computer stores no positive number below 4.9 × 10⁻³²⁴.</source>
        <translation>{label}：第 {n_factors} 个因子 {factor} 使乘积从 {before} 变成 0。计算机无法存储小于 4.9 × 10⁻³²⁴ 的正数。</translation>
    </message>
    <message>
        <source>All plain products become 0, and 0/0 is undefined. That is why logarithms are added instead.</source>
        <translation>直接相乘，结果全都变成 0，而 0/0 没有意义。所以改为把对数相加。</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} from the counts and {probability} after calibration.</source>
        <translation>概率最大的标签胜出：{label}，按计数得出的概率为 {share}，校准后为 {probability}。</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} before calibration and {probability} after it.</source>
        <translation>概率最大的标签胜出：{label}，校准前的概率为 {share}，校准后为 {probability}。</translation>
    </message>
    <message>
        <source>All labels are impossible, so the verdict is undecided.</source>
        <translation>所有标签的概率都为 0，因此无法判定。</translation>
    </message>
    <message>
        <source>{label} is impossible, because of {causes}.</source>
        <translation>不可能是 {label}，原因：{causes}。</translation>
    </message>
    <message>
        <source>The score of {label} is infinite, because of {causes}.</source>
        <translation>{label} 的得分为无穷大，原因：{causes}。</translation>
    </message>
    <message>
        <source>Without {words} the verdict would be {label}.</source>
        <translation>如果去掉 {words}，判定会是 {label}。</translation>
    </message>
    <message>
        <source>Without {words} the verdict would be undecided.</source>
        <translation>如果去掉 {words}，就无法判定。</translation>
    </message>
    <message>
        <source>The event models compared</source>
        <translation>各事件模型对比</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>P({label})</source>
        <translation>P({label})</translation>
    </message>
    <message>
        <source>Contributions: log-odds of {label} against {other}</source>
        <translation>贡献：{label} 对 {other} 的对数几率</translation>
    </message>
    <message>
        <source>absent words</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>其余全部</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>过滤器</translation>
    </message>
    <message>
        <source>multinomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>binary multinomial</source>
        <translation>二值多项式</translation>
    </message>
    <message>
        <source>Bernoulli</source>
        <translation>伯努利</translation>
    </message>
    <message>
        <source>learnt factors</source>
        <translation>学得因子</translation>
    </message>
    <message>
        <source>complement</source>
        <translation>补集</translation>
    </message>
    <message>
        <source>complement with norm</source>
        <translation>补集（权重归一化）</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>categorical</source>
        <translation>分类型</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>mixed, Bernoulli</source>
        <translation>混合（伯努利）</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总数</translation>
    </message>
    <message>
        <source>Possible values</source>
        <translation>可能取值数</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Absent words</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>Divisor</source>
        <translation>除数</translation>
    </message>
    <message>
        <source>Divisors</source>
        <translation>除数</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>absent word</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>starting point</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Count, other labels</source>
        <translation>计数（其他标签）</translation>
    </message>
    <message>
        <source>Total, other labels</source>
        <translation>总词数（其他标签）</translation>
    </message>
    <message>
        <source>Amount added to every variance</source>
        <translation>加到每个方差上的量</translation>
    </message>
    <message>
        <source>Highest score</source>
        <translation>最高得分</translation>
    </message>
    <message>
        <source>After calibration</source>
        <translation>校准之后</translation>
    </message>
    <message>
        <source>Training examples that influenced this verdict</source>
        <translation>影响此判定的训练样例</translation>
    </message>
    <message>
        <source>How the log-odds of {label} against {other} change if one of the {n_documents} training documents is removed.</source>
        <translation>去掉 {n_documents} 个训练文档中的某一个时，{label} 对 {other} 的对数几率如何变化。</translation>
    </message>
    <message>
        <source>For {label}</source>
        <translation>支持 {label}</translation>
    </message>
    <message>
        <source>Against it</source>
        <translation>反对</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>How the filter decides: {label} against {other}</source>
        <translation>过滤器如何在 {label} 和 {other} 之间判定</translation>
    </message>
    <message>
        <source>The contribution of a word has two parts. By counts: log(frequency under {label} / frequency under {other}) × weight. Learnt correction: what the filter learnt from its mistakes. All numbers are log-odds.</source>
        <translation>每个词的贡献有两部分。按计数：log(在 {label} 下的频率 / 在 {other} 下的频率) × 权重。学到的修正：过滤器从错误中学到的部分。所有数字都是对数几率。</translation>
    </message>
    <message>
        <source>How close the fit is to its optimum: {label}</source>
        <translation>拟合结果离最优解有多近：{label}</translation>
    </message>
    <message>
        <source>The fit looks for the weights with the smallest loss. Each of {n_documents} documents adds max(0, 1 − t·score)² to the loss, with t = 1 for documents of {label} and t = −1 for all others. Each word adds {ridge}/2 · weight²/s, with s = {ease}. The slope is the derivative of the loss by a weight. It has a part from the documents with t·score below 1 and a part from the regularisation, {ridge} · weight/s. At the minimum, both add up to 0.</source>
        <translation>拟合寻找使损失最小的权重。{n_documents} 个文档中，每个文档使损失增加 max(0, 1 − t·得分)²，标签为 {label} 的文档 t = 1，其余 t = −1。每个词使损失增加 {ridge}/2 · 权重²/s，其中 s = {ease}。斜率是损失对权重的导数，一部分来自 t·得分小于 1 的文档，另一部分来自正则化 {ridge} · 权重/s。在最小处两者之和为 0。</translation>
    </message>
    <message>
        <source>√|ratio|</source>
        <translation>√|比值|</translation>
    </message>
    <message>
        <source>1 for all words</source>
        <translation>1（所有词相同）</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>因子</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Documents with t·score below 1</source>
        <translation>t·得分小于 1 的文档数</translation>
    </message>
    <message>
        <source>Slope from documents</source>
        <translation>来自文档的斜率</translation>
    </message>
    <message>
        <source>Slope from regularisation</source>
        <translation>来自正则化的斜率</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Slopes at the end of the fit</source>
        <translation>拟合结束时损失的斜率</translation>
    </message>
    <message>
        <source>Over all words and labels, the slope has fallen to {left} of its value at the start. The fit stops when it is below {stop}.</source>
        <translation>所有词和标签合计，斜率已降到初始值的 {left}。低于 {stop} 时停止拟合。</translation>
    </message>
    <message>
        <source>Documents added or removed since the fit: {n_documents}. The next fit includes them.</source>
        <translation>拟合之后增加或删除了 {n_documents} 个文档，下次拟合会计入这些变化。</translation>
    </message>
    <message>
        <source>The training documents are not in this workspace. So Bayleaf cannot check how close the weights are to the best ones.</source>
        <translation>训练文档不在此工作区中，因此无法检查权重离最优值有多近。</translation>
    </message>
    <message>
        <source>Counted, {label}</source>
        <translation>计数，{label}</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>By counts</source>
        <translation>按计数</translation>
    </message>
    <message>
        <source>Learnt correction</source>
        <translation>学到的修正</translation>
    </message>
    <message>
        <source>Starting point</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Words of the text</source>
        <translation>正文中的词</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Beginning of the text</source>
        <translation>正文开头</translation>
    </message>
    <message>
        <source>HTML code in plain text</source>
        <translation>纯文本中的 HTML 代码</translation>
    </message>
    <message>
        <source>Sender and recipients</source>
        <translation>发件人和收件人</translation>
    </message>
    <message>
        <source>Headers and servers</source>
        <translation>邮件头和服务器</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Attachments and parts</source>
        <translation>附件和邮件的各个部分</translation>
    </message>
    <message>
        <source>Hidden or disguised text</source>
        <translation>隐藏或伪装的文字</translation>
    </message>
    <message>
        <source>Structure and style</source>
        <translation>结构和样式</translation>
    </message>
    <message>
        <source>How many words are new</source>
        <translation>新词的比例</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表格的列</translation>
    </message>
    <message>
        <source>Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. This does not lower the score.</source>
        <translation>在正文、主题、地址和邮件头的所有词中，{new_share} 是模型没见过的。这不会降低得分。</translation>
    </message>
    <message>
        <source>Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. This is more than usual, so the score is lowered to {cautious}.</source>
        <translation>在正文、主题、地址和邮件头的所有词中，{new_share} 是模型没见过的。这比平常多，因此得分降为 {cautious}。</translation>
    </message>
    <message>
        <source>The verdict is unsure, so at most {probability} is shown.</source>
        <translation>判定把握不足，因此最多显示 {probability}。</translation>
    </message>
    <message>
        <source>Verdict of the filter: {label}, with {probability}.</source>
        <translation>过滤器的判定：{label}，概率 {probability}。</translation>
    </message>
    <message>
        <source>sum of all counts of the label</source>
        <translation>该标签所有计数之和</translation>
    </message>
    <message>
        <source>You used a word only once, although it occurs several times.</source>
        <translation>出现多次的词您只用了一次。</translation>
    </message>
    <message>
        <source>Not correct yet. Check each number again.</source>
        <translation>还不对。请逐个检查每个数。</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. Count again.</source>
        <translation>分子似乎用了 {about}。请再数一遍。</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. Count the total of {label} again.</source>
        <translation>您似乎除以了 {about}。请重新计算 {label} 的总数。</translation>
    </message>
    <message>
        <source>You seem to use {about} as the number of possible values. Count them again.</source>
        <translation>您似乎把可能取值的个数当作 {about}。请重新数一遍。</translation>
    </message>
    <message>
        <source>The multinomial model would give {label} a probability of {share}.</source>
        <translation>多项式模型给 {label} 的概率为 {share}。</translation>
    </message>
    <message>
        <source>Share of new words</source>
        <translation>新词所占比例</translation>
    </message>
    <message>
        <source>A verdict of {label} is sure if its score is at least {mark}.</source>
        <translation>得分不低于 {mark} 时，{label} 的判定才算确定。</translation>
    </message>
    <message>
        <source>Probability of {label} = {least} + {rest} / (1 + exp(−score)) = {probability}, with score = {cautious}. The probability stays between {least_percent} and {most_percent}, because some labels may be wrong.</source>
        <translation>{label} 的概率 = {least} + {rest} / (1 + exp(−得分)) = {probability}，其中得分 = {cautious}。由于有些标签可能有误，概率始终在 {least_percent} 和 {most_percent} 之间。</translation>
    </message>
    <message>
        <source>Score after the correction for new words</source>
        <translation>按新词修正后的得分</translation>
    </message>
    <message>
        <source>Lowest score at which a verdict counts as sure</source>
        <translation>判定算作“确定”所需的最低得分</translation>
    </message>
    <message>
        <source>For comparison: the same words in a multinomial model</source>
        <translation>对照：同样的词在多项式模型中的结果</translation>
    </message>
    <message>
        <source>The multinomial model counts every document once. It is shown for comparison and does not decide this verdict.</source>
        <translation>在多项式模型中，每个文档只计一次。这里仅供对照，不影响此判定。</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>Document to classify</source>
        <translation>要分类的文档</translation>
    </message>
    <message>
        <source>The calculation</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>Exercises</source>
        <translation>练习</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
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
        <translation>{label} 的乘积 = ?</translation>
    </message>
    <message>
        <source>P({label} | document) = ?</source>
        <translation>P({label} | 文档) = ?</translation>
    </message>
    <message>
        <source>Open the lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Change something</source>
        <translation>改一改</translation>
    </message>
    <message>
        <source>The calculation, step by step</source>
        <translation>逐步计算</translation>
    </message>
    <message>
        <source>A question whose answer is checked</source>
        <translation>一道题目，答案会自动检查</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>您的答案</translation>
    </message>
    <message>
        <source>Correct: {answer}</source>
        <translation>正确：{answer}</translation>
    </message>
    <message>
        <source>The whole calculation, step by step</source>
        <translation>完整的逐步计算</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Sheet {number}</source>
        <translation>第 {number} 份</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>已知条件</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>product (prior × factors)</source>
        <translation>乘积（先验 × 各因子）</translation>
    </message>
    <message>
        <source>product / Σ products</source>
        <translation>乘积 / Σ 乘积</translation>
    </message>
    <message>
        <source>The prior of a label is its share of the documents.</source>
        <translation>标签的先验概率是其文档所占的比例。</translation>
    </message>
    <message>
        <source>Every label has the same prior, 1/{n}.</source>
        <translation>所有标签的先验概率相同，为 1/{n}。</translation>
    </message>
    <message>
        <source>The prior of a label is (its documents + {strength}) / (all documents + {strength} · {n}).</source>
        <translation>标签的先验概率为（该标签文档数 + {strength}）/（全部文档数 + {strength} · {n}）。</translation>
    </message>
    <message>
        <source>Every word of the table is a factor: P(word | label) if the document has the word, 1 − P(word | label) if it does not.</source>
        <translation>表中每个词都是一个因子：文档中有该词时为 P(词 | 标签)，没有时为 1 − P(词 | 标签)。</translation>
    </message>
    <message>
        <source>For each label, multiply its prior by all of its factors. P(label | document) is this product divided by the sum of the products of all labels.</source>
        <translation>对每个标签，用它的先验概率乘以它的所有因子。P(标签 | 文档) 等于这个乘积除以所有标签的乘积之和。</translation>
    </message>
    <message>
        <source>Words that are not in the table are left out.</source>
        <translation>表中没有的词不计入。</translation>
    </message>
    <message>
        <source>Values for each label</source>
        <translation>各标签的数值</translation>
    </message>
    <message>
        <source>Number of words of the label</source>
        <translation>该标签的总词数</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>词汇表词数</translation>
    </message>
    <message>
        <source>How high is the curve of {label} at {step}?</source>
        <translation>{label} 的曲线在 {step} 处有多高？</translation>
    </message>
    <message>
        <source>value</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>words in the vocabulary</source>
        <translation>词汇表词数</translation>
    </message>
    <message>
        <source>documents with the word</source>
        <translation>含该词的文档数</translation>
    </message>
    <message>
        <source>documents of the label</source>
        <translation>该标签的文档数</translation>
    </message>
    <message>
        <source>possible values</source>
        <translation>可能取值数</translation>
    </message>
    <message>
        <source>height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>All questions, step by step</source>
        <translation>全部题目（逐步）</translation>
    </message>
    <message>
        <source>What the model learnt. Change a number to see the effect.</source>
        <translation>模型学到的内容。改动一个数字，看看结果。</translation>
    </message>
    <message>
        <source>The verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>This part of the page needs JavaScript.</source>
        <translation>此部分需要 JavaScript。</translation>
    </message>
    <message>
        <source>Documents with the word</source>
        <translation>含该词的文档数</translation>
    </message>
    <message>
        <source>How often the word occurs</source>
        <translation>该词出现次数</translation>
    </message>
    <message>
        <source>document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>words the document lacks</source>
        <translation>未出现的词</translation>
    </message>
    <message>
        <source>without “{word}”</source>
        <translation>没有“{word}”</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>A word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>One “{word}” less</source>
        <translation>减少一个“{word}”</translation>
    </message>
    <message>
        <source>One “{word}” more</source>
        <translation>增加一个“{word}”</translation>
    </message>
    <message>
        <source>“{word}” does not occur in the training data, so it does not count.</source>
        <translation>训练数据中没有“{word}”，因此不计入。</translation>
    </message>
    <message>
        <source>{n} more words are counted but not shown.</source>
        <translation>另有 {n} 个词已计入但未显示。</translation>
    </message>
    <message>
        <source>Log-odds of {label} against {other}: the contribution of each factor</source>
        <translation>{label} 对 {other} 的对数几率：每个因子的贡献</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>Smoothing α</source>
        <translation>平滑 α</translation>
    </message>
    <message>
        <source>This is neither a fraction nor a decimal number.</source>
        <translation>这既不是分数也不是小数。</translation>
    </message>
    <message>
        <source>This is the result without smoothing.</source>
        <translation>这是不平滑时的结果。</translation>
    </message>
    <message>
        <source>You added the smoothing to the numerator only. Add it to the denominator too, once for each possible value.</source>
        <translation>您只在分子中加了平滑。分母中也要加，每个可能的取值加一次。</translation>
    </message>
    <message>
        <source>You added the smoothing to the denominator only. Add it to the numerator too.</source>
        <translation>您只在分母中加了平滑。分子中也要加。</translation>
    </message>
    <message>
        <source>You added the smoothing once to the denominator. Add it once for each possible value.</source>
        <translation>您在分母中只加了一次平滑。每个可能的取值都要加一次。</translation>
    </message>
    <message>
        <source>This is P({label} | {step}). The question asks for P({step} | {label}).</source>
        <translation>这是 P({label} | {step})。问题问的是 P({step} | {label})。</translation>
    </message>
    <message>
        <source>This is the probability of the opposite. Subtract it from 1.</source>
        <translation>这是相反情况的概率。请用 1 减去它。</translation>
    </message>
    <message>
        <source>This is the answer for {about}, but the question asks about another label.</source>
        <translation>这是 {about} 的答案，但问题问的是另一个标签。</translation>
    </message>
    <message>
        <source>This is a logarithm. The question asks for the probability.</source>
        <translation>这是对数。问题问的是概率。</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. The right count there is {right}.</source>
        <translation>您的分子似乎用了 {about}。分子中正确的计数是 {right}。</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. The total count of {label} is {right}.</source>
        <translation>您似乎除以了 {about}。{label} 的计数总和是 {right}。</translation>
    </message>
    <message>
        <source>You seem to use {about} as the number of possible values. It is {right}.</source>
        <translation>您似乎按 {about} 个可能取值计算。应为 {right} 个。</translation>
    </message>
    <message>
        <source>This is the product. Divide it by the sum of all products.</source>
        <translation>这是乘积。请再除以所有乘积之和。</translation>
    </message>
    <message>
        <source>This is the final share. The question asks for the product before the division.</source>
        <translation>这是最后的比例。问题问的是相除之前的乘积。</translation>
    </message>
    <message>
        <source>Your result leaves out the prior.</source>
        <translation>您的结果里缺少先验概率。</translation>
    </message>
    <message>
        <source>Your result leaves out the absent words. Each of them is a factor too.</source>
        <translation>您的结果里漏掉了未出现的词。每个未出现的词也是一个因子。</translation>
    </message>
    <message>
        <source>Your result leaves out one factor: {about}.</source>
        <translation>您的结果里缺少一个因子：{about}。</translation>
    </message>
    <message>
        <source>You added the factors. Multiply them.</source>
        <translation>您把因子相加了。应当相乘。</translation>
    </message>
    <message>
        <source>You divided by the products of the other labels. That gives odds. Divide by the sum of the products of all labels.</source>
        <translation>您除以了其他标签的乘积，得到的是几率。应除以所有标签的乘积之和。</translation>
    </message>
    <message>
        <source>You divided logarithms. Divide the products instead.</source>
        <translation>您把对数直接相除了。应当用乘积相除。</translation>
    </message>
    <message>
        <source>This result follows from your earlier numbers, but one of them is wrong.</source>
        <translation>这个结果由您前面的数得出，但其中有一个数是错的。</translation>
    </message>
    <message>
        <source>Almost right: an earlier number was rounded too much.</source>
        <translation>差一点：前面有一个数舍入过多。</translation>
    </message>
</context>
<context>
    <name>what_is_read</name>
    <message>
        <source>a mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>a document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>a row of a table</source>
        <translation>表格中的一行</translation>
    </message>
    <message>
        <source>the plain text differs from the HTML text</source>
        <translation>纯文本与 HTML 文本不同</translation>
    </message>
    <message>
        <source>a part of the mail has an encoding error</source>
        <translation>邮件中有一个部分编码有误</translation>
    </message>
    <message>
        <source>the HTML is very long, so only the beginning was read</source>
        <translation>HTML 很长，只读取了开头</translation>
    </message>
    <message>
        <source>there is an empty line among the headers</source>
        <translation>邮件头中夹有空行</translation>
    </message>
    <message>
        <source>there are many scanned pages, so only the first were read</source>
        <translation>扫描页太多，只读取了前面几页</translation>
    </message>
    <message>
        <source>the Tesseract language for one page is not installed</source>
        <translation>有一页所需的 Tesseract 语言包没有安装</translation>
    </message>
    <message>
        <source>the mail does not mark where its parts end</source>
        <translation>邮件没有标明各部分在何处结束</translation>
    </message>
    <message>
        <source>only the beginning was read</source>
        <translation>只读取了开头</translation>
    </message>
    <message>
        <source>reading took too long, so only the beginning of the document was read</source>
        <translation>读取耗时过长，只读取了文档的开头</translation>
    </message>
    <message>
        <source>the text was recognised from pictures of the pages and may contain errors</source>
        <translation>文本由页面图片识别而来，可能有误</translation>
    </message>
    <message>
        <source>one page is of poor quality, so its text may have many errors</source>
        <translation>有一页不清晰，识别出的文字可能有许多错误</translation>
    </message>
    <message>
        <source>the mail has Outlook’s own format (winmail.dat)</source>
        <translation>采用 Outlook 专有格式（winmail.dat）</translation>
    </message>
    <message>
        <source>the parts of the mail are nested too deeply</source>
        <translation>邮件各部分嵌套过深</translation>
    </message>
    <message>
        <source>the mail has too many parts, so not all were read</source>
        <translation>邮件的组成部分过多，未能全部读取</translation>
    </message>
    <message>
        <source>the encoding is not declared</source>
        <translation>没有声明编码方式</translation>
    </message>
    <message>
        <source>a part of the mail has an unknown encoding</source>
        <translation>邮件中有一个部分使用了未知的编码方式</translation>
    </message>
    <message>
        <source>some pages are pictures and were not read</source>
        <translation>有些页面是图片，未被读取</translation>
    </message>
    <message>
        <source>the attachments were not read</source>
        <translation>附件未被读取</translation>
    </message>
    <message>
        <source>the parts of the mail are not separated as its header says</source>
        <translation>邮件各部分的分隔方式与邮件头的声明不符</translation>
    </message>
    <message>
        <source>a part of the mail could not be read (%1)</source>
        <translation>邮件中有一个部分无法读取（%1）</translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>Something went wrong inside Bayleaf. Nothing was lost.</source>
        <translation>Bayleaf 内部出错。没有丢失任何内容。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
</context>
</TS>
