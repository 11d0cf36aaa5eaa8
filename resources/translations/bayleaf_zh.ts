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
        <source>A spam and document classifier you can see inside. Nothing leaves this computer.</source>
        <translation>一个看得见内部的垃圾邮件与文档分类器。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
</context>
<context>
    <name>AddMailboxDialog</name>
    <message>
        <source>Add a mailbox on a server</source>
        <translation>添加服务器上的邮箱</translation>
    </message>
    <message>
        <source>found from the address</source>
        <translation>根据地址确定</translation>
    </message>
    <message>
        <source>Learn the newest mails of inbox and junk to begin with</source>
        <translation>先学习收件箱和垃圾邮件中最新的邮件</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>The password is stored in the system’s keyring. Gmail, Fastmail and others require an app password. Nothing changes on the server yet: a trial first shows what would be moved.</source>
        <translation>密码保存在系统的密钥环中。Gmail、Fastmail 等要求使用应用专用密码。服务器上暂时不作任何更改：试运行会先显示将移动哪些邮件。</translation>
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
        <translation>打印密码的命令</translation>
    </message>
    <message>
        <source>Command that prints an OAuth2 token</source>
        <translation>打印 OAuth2 令牌的命令</translation>
    </message>
    <message>
        <source>found automatically</source>
        <translation>自动找到</translation>
    </message>
    <message>
        <source>Only flag certain spam, move nothing</source>
        <translation>只标记确定的垃圾邮件，不移动任何邮件</translation>
    </message>
    <message>
        <source>Password, or a command</source>
        <translation>密码或命令</translation>
    </message>
    <message>
        <source>Server, with its port if it is not 993</source>
        <translation>服务器；端口不是 993 时也写上</translation>
    </message>
    <message>
        <source>Folder for junk</source>
        <translation>垃圾邮件文件夹</translation>
    </message>
    <message>
        <source>Kind of secret</source>
        <translation>密码的形式</translation>
    </message>
    <message>
        <source>Logging in…</source>
        <translation>正在登录…</translation>
    </message>
</context>
<context>
    <name>AnswerActs</name>
    <message>
        <source>Always show</source>
        <translation>始终显示</translation>
    </message>
    <message>
        <source>Hide again</source>
        <translation>重新隐藏</translation>
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
        <source>worked out in %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>classified in %1</source>
        <translation>分类用时 %1</translation>
    </message>
    <message>
        <source>judged in %1</source>
        <translation>评估用时 %1</translation>
    </message>
</context>
<context>
    <name>Butterfly</name>
    <message>
        <source>Strongest words</source>
        <translation>最强的词</translation>
    </message>
    <message>
        <source>speaks for %1</source>
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
        <source>Working it out…</source>
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
        <source>A value that was never seen gets the smoothing alone; a missing one leaves the product.</source>
        <translation>从未见过的取值只得到平滑的份额；缺失的取值不进入乘积。</translation>
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
        <source>How many documents of %1 have the value</source>
        <translation>%1 中有多少文档取这个值</translation>
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
        <source>How much the value speaks for %1 against %2</source>
        <translation>这个取值在多大程度上支持 %1 而非 %2</translation>
    </message>
</context>
<context>
    <name>ClassifyConnection</name>
    <message>
        <source>words that are not in the document</source>
        <translation>未出现的词</translation>
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
        <source>starting point: %1 %2</source>
        <translation>起点：%2 占 %1</translation>
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
        <source>Nothing on the list matches.</source>
        <translation>列表中没有符合条件的项。</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
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
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>learnt at once, and can be undone</source>
        <translation>立即学会，可以撤销</translation>
    </message>
    <message>
        <source>Classify</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>As dropped</source>
        <translation>按拖入顺序</translation>
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
        <source>Files, folders, mails or text, anywhere on this window.
You will see what each was judged to be, and why.</source>
        <translation>文件、文件夹、邮件或文本，拖到窗口任意位置。
你会看到每一项被判为什么，以及为什么。</translation>
    </message>
    <message>
        <source>Drop something to classify it</source>
        <translation>拖入内容即可分类</translation>
    </message>
    <message>
        <source>A model says what a document is. Train one,
then drop anything on this window.</source>
        <translation>文档属于哪一类由模型判断。先训练一个，
再把任何内容拖到此窗口。</translation>
    </message>
    <message>
        <source>No model to classify with yet</source>
        <translation>还没有可用来分类的模型</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>移出列表</translation>
    </message>
    <message>
        <source>File away %1…</source>
        <translation>归档 %1 项…</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them unsure</source>
        <translation>
            <numerusform>其中 %Ln 项不确定</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dropped</source>
        <translation>
            <numerusform>拖入 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未能读取</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln word(s) never seen before</source>
        <translation>
            <numerusform>%Ln 个词中有 %1 个从未见过</numerusform>
        </translation>
    </message>
    <message>
        <source>Wrong, it is %1</source>
        <translation>错误，应为 %1</translation>
    </message>
    <message>
        <source>Wrong, it is…</source>
        <translation>错误，应为…</translation>
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
        <translation>导出判断结果</translation>
    </message>
</context>
<context>
    <name>ClassifyViewModel</name>
    <message>
        <source>Classifying</source>
        <translation>正在分类</translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>正在重新读取</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
</context>
<context>
    <name>ClassroomMenu</name>
    <message>
        <source>Print a hand-out…</source>
        <translation>打印练习单…</translation>
    </message>
    <message>
        <source>Save as a web page…</source>
        <translation>另存为网页…</translation>
    </message>
    <message>
        <source>Work through and hand in…</source>
        <translation>作答并提交…</translation>
    </message>
    <message>
        <source>Open hand-ins…</source>
        <translation>打开已提交的作业…</translation>
    </message>
    <message>
        <source>Rules against Bayes…</source>
        <translation>规则对贝叶斯…</translation>
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
        <source>“%1” was saved. Any browser opens it.</source>
        <translation>已保存“%1”。任何浏览器都能打开。</translation>
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
        <source>Dashboard of the cluster</source>
        <translation>集群的仪表板</translation>
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
        <source>Header, pattern or label</source>
        <translation>信头、模式或标签</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>证书颁发机构</translation>
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
        <source>One file, folder, pattern or URL on a line</source>
        <translation>每行一个文件、文件夹、通配模式或 URL</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>a header of the mails</source>
        <translation>邮件的某个信头</translation>
    </message>
    <message>
        <source>a pattern in the paths</source>
        <translation>路径中的模式</translation>
    </message>
    <message>
        <source>one label for all</source>
        <translation>全部同一标签</translation>
    </message>
    <message>
        <source>Labels from</source>
        <translation>标签来自</translation>
    </message>
    <message>
        <source>what suits best</source>
        <translation>最合适的</translation>
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
        <source>When it is done, the model is added to this workspace.</source>
        <translation>完成后，模型会添加到此工作区。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>“%1” has learnt %Ln document(s).</source>
        <translation>
            <numerusform>“%1”已学习 %Ln 份文档。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 tasks</source>
        <translation>%1 / %2 个任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 份文档</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1 份</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
</context>
<context>
    <name>ColouredText</name>
    <message>
        <source>%1  never seen before</source>
        <translation>%1  从未见过</translation>
    </message>
    <message>
        <source>%1  alone %2, here %3</source>
        <translation>%1  单独 %2，此处 %3</translation>
    </message>
    <message>
        <source>%1 each time, counted %2 times</source>
        <translation>每次 %1，计 %2 次</translation>
    </message>
    <message>
        <source>alone %1; the colour shows this. Other evidence of the same kind shares the weight.</source>
        <translation>单独为 %1，颜色表示的就是它。同类的其他证据分担了权重。</translation>
    </message>
    <message>
        <source>Counted separately: %1</source>
        <translation>另外单独计入：%1</translation>
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
        <source>%Ln column(s) not read by this model</source>
        <translation>
            <numerusform>这个模型不读取 %Ln 列</numerusform>
        </translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>How much the column tells about the label, in bits, if it were the only one</source>
        <translation>如果只有这一列，它能告诉标签多少比特</translation>
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
        <source>choice</source>
        <translation>选项</translation>
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
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Of the rows that were looked at</source>
        <translation>在看过的行中所占比例</translation>
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
</context>
<context>
    <name>ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>labelled / judged</source>
        <translation>标签 / 判定</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>judged</source>
        <translation>判为</translation>
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
        <source>%1 labelled %2, judged %3</source>
        <translation>%1 篇标为%2，判为%3</translation>
    </message>
    <message>
        <source>%1 of those labelled %2</source>
        <translation>占标签为 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 of those judged %2</source>
        <translation>占判定为 %2 的 %1</translation>
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
        <source>This is an error in the program, not your mistake. Nothing was lost, and you can go on. The report below says where it happened. Please read it before you share it.</source>
        <translation>这是程序的错误，不是你的。没有丢失任何内容，可以继续。下面的报告说明了出错的位置；转交之前请先看一遍。</translation>
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
        <source>Go on</source>
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
        <source>There is no model yet that could classify this: train one first</source>
        <translation>还没有可用来分类的模型：请先训练一个</translation>
    </message>
    <message>
        <source>Classify files</source>
        <translation>分类文件</translation>
    </message>
    <message>
        <source>Classify a folder</source>
        <translation>判定文件夹</translation>
    </message>
    <message>
        <source>Training on a cluster</source>
        <translation>正在集群上训练</translation>
    </message>
    <message>
        <source>“%1” came from the cluster</source>
        <translation>“%1”已从集群取回</translation>
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
    <message numerus="yes">
        <source>%Ln without recognised text</source>
        <translation>
            <numerusform>%Ln 个没有写入文字</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo move</source>
        <translation>撤销移动</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stayed where they were</source>
        <translation>
            <numerusform>%Ln 个留在原处</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) brought back</source>
        <translation>
            <numerusform>已取回 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln could not be</source>
        <translation>
            <numerusform>%Ln 个未能取回</numerusform>
        </translation>
    </message>
    <message>
        <source>Filing away was interrupted: %1 filed, %2 left where they were</source>
        <translation>归档曾被中断：已归档 %1 个，%2 个留在原处</translation>
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
        <source>Keep…</source>
        <translation>保存…</translation>
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
        <source>Nothing here has what you search for.</source>
        <translation>这里没有您要找的内容。</translation>
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
        <source>Suspicious first</source>
        <translation>可疑的在前</translation>
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
        <source>As imported</source>
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
        <translation>给其余的加标签…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Mail folders, documents, or a table with labels. It learns the words of each label
and shows you why it judges as it does. Nothing leaves this computer.</source>
        <translation>邮件文件夹、文档，或带标签的表格。它会学习每个标签的用词，
并让你看到它为什么这样判断。任何内容都不会离开这台电脑。</translation>
    </message>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试试</numerusform>
        </translation>
    </message>
    <message>
        <source>Show Bayleaf what you have already sorted</source>
        <translation>让 Bayleaf 看看你已经分好的内容</translation>
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
            <numerusform>%Ln 篇文档</numerusform>
        </translation>
    </message>
    <message>
        <source>judged by “%1”</source>
        <translation>由“%1”判断</translation>
    </message>
    <message>
        <source>Delete its documents</source>
        <translation>删除其文档</translation>
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
        <source>Try again</source>
        <translation>重试</translation>
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
        <source>Enter password</source>
        <translation>输入密码</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) could not be read.</source>
        <translation>
            <numerusform>%Ln 个文件无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>查看</translation>
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
        <source>Judged %1</source>
        <translation>判为 %1</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>判为</translation>
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
        <source>%1 of %2 chosen</source>
        <translation>已选 %1 / %2</translation>
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
        <source>Keep the search</source>
        <translation>保存搜索</translation>
    </message>
    <message>
        <source>Name in the list at the left</source>
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
        <source>So it is, or alike, with %Ln more.</source>
        <translation>
            <numerusform>另有 %Ln 个也是如此或类似。</numerusform>
        </translation>
    </message>
    <message>
        <source>What was read before stays.</source>
        <translation>先前读取的内容保持不变。</translation>
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
        <source>%Ln file(s) still cannot be read</source>
        <translation>
            <numerusform>仍有 %Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading again</source>
        <translation>正在重新读取</translation>
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
        <source>%Ln document(s) read again: nothing has changed</source>
        <translation>
            <numerusform>已重新读取 %Ln 个文档：没有变化</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditSentences</name>
    <message numerus="yes">
        <source>%Ln document(s) added to %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档加入 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档导入 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %2</source>
        <translation>
            <numerusform>已将 %Ln 个文档标为 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) without a label now</source>
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
        <source>%Ln document(s) moved to %1</source>
        <translation>
            <numerusform>已将 %Ln 个文档移到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Documents of %1 may have several labels now</source>
        <translation>“%1”的文档现在可以有多个标签</translation>
    </message>
    <message>
        <source>Documents of %1 have one label each now</source>
        <translation>“%1”的文档现在各有一个标签</translation>
    </message>
    <message>
        <source>Label %2 added</source>
        <translation>已添加标签 %2</translation>
    </message>
    <message>
        <source>Label %2 is called %3 now</source>
        <translation>标签 %2 已改名为 %3</translation>
    </message>
    <message>
        <source>Label %2 merged into %3</source>
        <translation>标签 %2 已并入 %3</translation>
    </message>
    <message>
        <source>Label %2 deleted</source>
        <translation>已删除标签 %2</translation>
    </message>
    <message>
        <source>Label %2 looks different now</source>
        <translation>已更改标签 %2 的外观</translation>
    </message>
    <message>
        <source>Collection %1 added</source>
        <translation>已添加文集 %1</translation>
    </message>
    <message>
        <source>Collection %1 is now called %3</source>
        <translation>文集 %1 已改名为 %3</translation>
    </message>
    <message>
        <source>Collection %1 deleted</source>
        <translation>已删除文集 %1</translation>
    </message>
</context>
<context>
    <name>EvaluationConnection</name>
    <message>
        <source>Number of words in the vocabulary (most informative words first)</source>
        <translation>词汇表中的词数（最有信息量的词优先）</translation>
    </message>
    <message>
        <source>catches %1 of %2</source>
        <translation>抓到 %1 的%2</translation>
    </message>
    <message>
        <source>with %1 of %2 %3 lost</source>
        <translation>%2 篇%3中误判 %1 篇</translation>
    </message>
    <message>
        <source>Share of all others lost</source>
        <translation>误判的其他文档比例</translation>
    </message>
    <message>
        <source>Share of %1 caught</source>
        <translation>抓到的 %1 比例</translation>
    </message>
    <message>
        <source>Documents judged right, mean of %1 random parts</source>
        <translation>判断正确的文档，%1 次随机划分的平均</translation>
    </message>
    <message>
        <source>Documents judged right, mean of %1 random parts of %2 documents drawn from %3</source>
        <translation>判断正确的文档，%1 次随机划分的平均；从 %3 个文档中抽取 %2 个</translation>
    </message>
    <message>
        <source>Share of %1 lost</source>
        <translation>误判的 %1 比例</translation>
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
        <source>Probability shown</source>
        <translation>显示的概率</translation>
    </message>
    <message>
        <source>Share right</source>
        <translation>判对的比例</translation>
    </message>
    <message>
        <source>Good mails lost</source>
        <translation>误判的正常邮件</translation>
    </message>
    <message>
        <source>Spam missed</source>
        <translation>漏掉的垃圾邮件</translation>
    </message>
    <message>
        <source>Spam missed when 1 good mail in 1,000 may be lost</source>
        <translation>每 1000 封正常邮件允许误判 1 封时漏掉的垃圾邮件</translation>
    </message>
    <message>
        <source>Logistic average of both errors (lam)</source>
        <translation>两类错误的逻辑平均（lam）</translation>
    </message>
    <message>
        <source>Documents that only one judges right: %2 by “%1”, %4 by “%3” · McNemar p = %5</source>
        <translation>只有一个模型判对的文档：“%1” %2 篇，“%3” %4 篇 · 麦克尼马尔检验 p = %5</translation>
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
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Spam measures</source>
        <translation>垃圾邮件指标</translation>
    </message>
    <message>
        <source>Keep a model on the Train page: it is then judged here
on documents it has not seen, beside the others.</source>
        <translation>在“训练”页保留一个模型：它会在这里
用没见过的文档与其他模型一起评估。</translation>
    </message>
    <message>
        <source>No model to judge yet</source>
        <translation>还没有可评估的模型</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>训练模型</translation>
    </message>
    <message>
        <source>Label:</source>
        <translation>标签：</translation>
    </message>
    <message>
        <source>Label of the curve</source>
        <translation>曲线的标签</translation>
    </message>
    <message>
        <source>Whole axis</source>
        <translation>完整坐标轴</translation>
    </message>
    <message>
        <source>0 to 100 %, instead of only the part where the curves differ</source>
        <translation>显示 0 到 100 %，而不只是曲线有差别的部分</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Shares of each row (recall)</source>
        <translation>按行的比例（召回率）</translation>
    </message>
    <message>
        <source>Shares of each column (precision)</source>
        <translation>按列的比例（精确率）</translation>
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
        <source>Click a cell to list its documents. Right-click to copy the table.</source>
        <translation>单击单元格可列出其中的文档，右键单击可复制表格。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Documents of the cell</source>
        <translation>单元格中的文档</translation>
    </message>
    <message>
        <source>Looking for the documents…</source>
        <translation>正在查找文档…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled %1, judged %2</source>
        <translation>
            <numerusform>%Ln 份标签为 %1、被判为 %2 的文档</numerusform>
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
        <translation>判定结果的概率</translation>
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
        <source>%1 had a harder test, by date: these figures do not compare.</source>
        <translation>%1 的检验更难（按日期）：这些数字不能相互比较。</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>positives</source>
        <translation>正例</translation>
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
        <source>Tested by</source>
        <translation>检验方式</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Back to the collection</source>
        <translation>返回文档集</translation>
    </message>
    <message>
        <source>Compare on the same mails</source>
        <translation>在相同邮件上比较</translation>
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
        <source>Each before learning</source>
        <translation>学习前逐封判断</translation>
    </message>
    <message>
        <source>Test set “%1”</source>
        <translation>测试集“%1”</translation>
    </message>
    <message>
        <source>each tested before it was learnt, by date</source>
        <translation>按日期，每封在学习之前检验</translation>
    </message>
    <message>
        <source>each tested by a model of all others</source>
        <translation>每篇由其余全部文档的模型检验</translation>
    </message>
    <message>
        <source>the later half, tested with a model of the earlier half</source>
        <translation>较晚的一半，用较早一半训练的模型检验</translation>
    </message>
    <message>
        <source>20 % of each label held out; the model was trained on the rest</source>
        <translation>每个标签留出 20%；模型用其余文档训练</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>%1 漏掉</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>How surprised the model was, in nats</source>
        <translation>正确标签出乎模型预料的程度（奈特）</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>校准误差</translation>
    </message>
    <message>
        <source>How far probabilities are from shares</source>
        <translation>概率与实际比例的差距</translation>
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
        <source>Mean of the F1 of all labels: small labels count as much as large ones</source>
        <translation>所有标签 F1 的平均值：小标签与大标签同等重要</translation>
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
        <translation>正在用未见过的文档测试“%1”…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message numerus="yes">
        <source>Testing %Ln model(s) on documents they have not seen…</source>
        <translation>
            <numerusform>正在用未见过的文档测试 %Ln 个模型…</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>测试已停止。</translation>
    </message>
    <message>
        <source>Nothing was tested yet.</source>
        <translation>尚未测试。</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>The curve appears here when all sizes have been tried.</source>
        <translation>试完所有词数后，曲线会显示在这里。</translation>
    </message>
    <message>
        <source>Tick a model in the list below to see it here.</source>
        <translation>在下面的列表中勾选一个模型，即可在此查看。</translation>
    </message>
    <message>
        <source>There is no curve: of the documents judged, all are %1 or none is.</source>
        <translation>没有曲线：评估的文档要么全是“%1”，要么一个也不是。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Folder that contains a folder of documents for each label</source>
        <translation>每个标签各有一个文档子文件夹的文件夹</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>“%1” is not there any more.</source>
        <translation>“%1”已不存在。</translation>
    </message>
</context>
<context>
    <name>EvaluationReportPage</name>
    <message>
        <source>Evaluation of %1</source>
        <translation>%1 的评估</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数字</translation>
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
        <source>Calibration: how often verdicts of a confidence are correct</source>
        <translation>校准：各置信度的判断有多大比例正确</translation>
    </message>
    <message>
        <source>Accuracy by size of the vocabulary</source>
        <translation>不同词汇量下的正确率</translation>
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
        <source>all</source>
        <translation>全部</translation>
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
        <source>Documents of the collection</source>
        <translation>文档集中的文档</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 误判</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>%1 漏判</translation>
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
        <translation>宏 F1</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>微 F1</translation>
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
        <source>Judged</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>label \ judged</source>
        <translation>标签 \ 判断</translation>
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
        <source>Counted by</source>
        <translation>计数方式</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练时间</translation>
    </message>
</context>
<context>
    <name>EvaluationViewModel</name>
    <message>
        <source>Judging opponents of %1</source>
        <translation>正在评判“%1”的对手</translation>
    </message>
    <message>
        <source>Evaluating</source>
        <translation>正在评估</translation>
    </message>
    <message>
        <source>Trying sizes of the vocabulary</source>
        <translation>正在试验词汇表大小</translation>
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
        <source>the words of all other labels</source>
        <translation>看其他所有标签的词</translation>
    </message>
    <message>
        <source>numbers around a mean</source>
        <translation>围绕均值的数</translation>
    </message>
    <message>
        <source>which value each column has</source>
        <translation>每列取哪个值</translation>
    </message>
    <message>
        <source>for spam; sets itself up</source>
        <translation>用于垃圾邮件；自动设置</translation>
    </message>
    <message>
        <source>Learns mail in order of date and corrects its own mistakes. The best choice for a mailbox.</source>
        <translation>按日期顺序从邮件中学习，判错时自动修正。最适合邮箱。</translation>
    </message>
    <message>
        <source>learns how much to trust each word</source>
        <translation>学习每个词语的可信程度</translation>
    </message>
    <message>
        <source>Naive Bayes with a learnt factor for each word. Words that repeat others count less. The best choice for documents in folders.</source>
        <translation>朴素贝叶斯，并为每个词语学习一个系数。与其他词语重复的词语权重较低。最适合按文件夹存放的文档。</translation>
    </message>
    <message>
        <source>Each occurrence of a word counts as evidence. The usual choice for text.</source>
        <translation>词语每出现一次都算作证据。文本的常用选择。</translation>
    </message>
    <message>
        <source>Only the presence or absence of a word counts, not how often it occurs. Good for short texts.</source>
        <translation>只看词语是否出现，不看出现次数。适合短文本。</translation>
    </message>
    <message>
        <source>Compares a document with all other labels. Good when labels have very different numbers of documents.</source>
        <translation>将文档与所有其他标签比较。适合各标签文档数相差很大的情况。</translation>
    </message>
    <message>
        <source>The numbers of each label follow a bell curve around the label&apos;s mean.</source>
        <translation>每个标签的数值围绕其平均值呈钟形分布。</translation>
    </message>
    <message>
        <source>Each label has its own share for each value of a column.</source>
        <translation>每个标签对列中的每个值都有各自的比例。</translation>
    </message>
    <message>
        <source>numbers, values and words together</source>
        <translation>数、类别和词一起用</translation>
    </message>
    <message>
        <source>Numbers are Gaussian, values categorical, text multinomial; their evidence adds up.</source>
        <translation>数用高斯，类别用类别模型，文本用多项式；证据相加。</translation>
    </message>
    <message>
        <source>the same, by which words occur</source>
        <translation>同上，但看词是否出现</translation>
    </message>
    <message>
        <source>Like Mixed, but only the presence or absence of a word counts. For short texts.</source>
        <translation>与混合模型相同，但只看词语是否出现。适合短文本。</translation>
    </message>
</context>
<context>
    <name>ExampleCard</name>
    <message>
        <source>Click to read more of it</source>
        <translation>单击以阅读更多</translation>
    </message>
</context>
<context>
    <name>ExercisePane</name>
    <message>
        <source>Ask about</source>
        <translation>就什么提问</translation>
    </message>
    <message>
        <source>A fraction or a decimal</source>
        <translation>分数或小数</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Nothing here is a fraction: there is nothing to ask.</source>
        <translation>这里没有分数，没什么可问的。</translation>
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
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>What is the prior P(%1)?</source>
        <translation>先验概率 P(%1) 是多少？</translation>
    </message>
    <message>
        <source>What is the product of P(%1) and all its factors?</source>
        <translation>P(%1) 与其所有因子的乘积是多少？</translation>
    </message>
    <message>
        <source>%1 has “%2” %3 times among %4 words; α = %5, %6 words in all. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 个词中有 %3 个“%2”；α = %5，词表共 %6 个词。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 份文档中有 %3 份含“%2”；α = %5。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>All labels but %1 have “%2” %3 times among %4 words; α = %5, %6 words in all. What is its share?</source>
        <translation>除 %1 外的所有标签，%4 个词中有 %3 个“%2”；α = %5，词表共 %6 个词。它的份额是多少？</translation>
    </message>
    <message>
        <source>%3 of %4 documents of %1 have %2; α = %5, %6 values. What is P(%2 | %1)?</source>
        <translation>%1 的 %4 份文档中有 %3 份 %2；α = %5，共 %6 种取值。P(%2 | %1) 是多少？</translation>
    </message>
    <message>
        <source>%3 of %4 documents are %1; λ = %5, %6 labels. What is P(%1)?</source>
        <translation>%4 份文档中有 %3 份是 %1；λ = %5，共 %6 个标签。P(%1) 是多少？</translation>
    </message>
    <message>
        <source>Right: %1</source>
        <translation>正确：%1</translation>
    </message>
    <message>
        <source>Not yet. %1</source>
        <translation>还不对。%1</translation>
    </message>
    <message>
        <source>Not yet. The working on the right has it.</source>
        <translation>还不对。右边的推导里有答案。</translation>
    </message>
    <message>
        <source>Not yet: it is (count + α) / (total + α × possibilities).</source>
        <translation>还不对：应为（计数 + α）/（总数 + α × 可能的种数）。</translation>
    </message>
</context>
<context>
    <name>ExperimentPane</name>
    <message>
        <source>Try it on</source>
        <translation>在哪里试</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Nothing was tried yet.</source>
        <translation>还没有试过。</translation>
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
        <source>Choose your %1</source>
        <translation>选择您的 %1</translation>
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
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>ExportFormats</name>
    <message>
        <source>What the format leaves out is written in “%1”, beside it.</source>
        <translation>该格式未包含的内容写在旁边的“%1”中。</translation>
    </message>
    <message>
        <source>By these words alone, %1 of %2 documents get the same label as here.</source>
        <translation>仅凭这些词，%2 篇文档中有 %1 篇得到与此处相同的标签。</translation>
    </message>
    <message>
        <source>A pipeline for Python. It loads with skops, without Bayleaf.</source>
        <translation>Python 流水线。可用 skops 加载，无需 Bayleaf。</translation>
    </message>
    <message>
        <source>A graph that onnxruntime runs in many languages and on phones.</source>
        <translation>onnxruntime 可在多种语言和手机上运行的计算图。</translation>
    </message>
    <message>
        <source>Words, counts, log-probabilities and settings, for a program of your own.</source>
        <translation>词、计数、对数概率和设置，供您自己的程序使用。</translation>
    </message>
    <message>
        <source>The table of words with counts and weights, for pandas, DuckDB and Spark.</source>
        <translation>带计数和权重的词表，供 pandas、DuckDB 和 Spark 使用。</translation>
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
        <source>Training data of Thunderbird&apos;s junk filter. Close Thunderbird, then put it in the profile.</source>
        <translation>Thunderbird 垃圾邮件过滤器的训练数据。请先关闭 Thunderbird，再放入配置文件夹。</translation>
    </message>
    <message>
        <source>A folder for each label with its table of words, like POPFile&apos;s buckets.</source>
        <translation>每个标签一个文件夹，内含词表，与 POPFile 的分类桶相同。</translation>
    </message>
    <message>
        <source>A copy of your popfile.db with the words of this model in its buckets. Your own file is not changed.</source>
        <translation>您的 popfile.db 的副本，其分类桶中含有这些词。</translation>
    </message>
    <message>
        <source>%n document(s) written.</source>
        <translation>已写出 %n 篇文档。</translation>
    </message>
    <message>
        <source>Checked on other mail, the rules are right for %1 of the %2 mails they apply to.</source>
        <translation>在未用于生成规则的邮件上，%2 次匹配中有 %1 次正确。</translation>
    </message>
    <message>
        <source>A table of documents with label and verdict, for a spreadsheet.</source>
        <translation>列出文档及其标签和判断结果，可用电子表格软件打开。</translation>
    </message>
    <message>
        <source>Documents, labels and verdicts for %1. Its answers come back with “convert”.</source>
        <translation>供 %1 使用的文档、标签和判断。用“convert”取回其答案。</translation>
    </message>
    <message>
        <source>Rules by lists, senders and recipients for mail servers that know Sieve.</source>
        <translation>按邮件列表、发件人和收件人的规则，用于支持 Sieve 的邮件服务器。</translation>
    </message>
    <message>
        <source>The same rules for procmail.</source>
        <translation>同样的规则，用于 procmail。</translation>
    </message>
    <message>
        <source>The same rules as message filters of Thunderbird (msgFilterRules.dat).</source>
        <translation>同样的规则，作为 Thunderbird 的消息过滤器（msgFilterRules.dat）。</translation>
    </message>
    <message>
        <source>The same rules for Gmail: import them under Settings, Filters.</source>
        <translation>同样的规则，用于 Gmail：在“设置 → 过滤器”中导入。</translation>
    </message>
    <message>
        <source>Labels as tags, for “notmuch tag --batch --input=FILE”.</source>
        <translation>标签作为标记，用于“notmuch tag --batch --input=FILE”。</translation>
    </message>
    <message>
        <source>Labels as keywords in the file names of your Maildir. The files get renamed.</source>
        <translation>把标签作为关键词写入 Maildir 的文件名。文件会被重命名。</translation>
    </message>
    <message>
        <source>A manifest.json of paperless-ngx with the labels as tags, to import again.</source>
        <translation>带有标签标记的 paperless-ngx manifest.json，可重新导入。</translation>
    </message>
    <message>
        <source>%n column(s) written.</source>
        <translation>已写出 %n 列。</translation>
    </message>
    <message>
        <source>%n word(s) written.</source>
        <translation>已写出 %n 个词。</translation>
    </message>
    <message>
        <source>For another Bayleaf workspace. It holds words and counts, and no documents.</source>
        <translation>用于另一个 Bayleaf 工作区。其中只有词和计数，没有文档。</translation>
    </message>
    <message>
        <source>All words with counts, probabilities and log-odds, for a spreadsheet. Searches on the page do not limit it.</source>
        <translation>全部词及其计数、概率和对数几率，供电子表格使用。不受页面搜索的限制。</translation>
    </message>
    <message>
        <source>All columns with their values and probabilities, for a spreadsheet.</source>
        <translation>全部列及其取值和概率，供电子表格使用。</translation>
    </message>
    <message>
        <source>A report to read in a browser: figures, plots, settings. One file, no network.</source>
        <translation>用浏览器阅读的报告：数字、图表、设置。单个文件，无需联网。</translation>
    </message>
    <message>
        <source>The same report, to print or to send.</source>
        <translation>同一份报告，便于打印或发送。</translation>
    </message>
    <message>
        <source>The figures of all models as a table, for a spreadsheet.</source>
        <translation>所有模型的数字，以表格形式供电子表格使用。</translation>
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
        <source>Confidence in the label</source>
        <translation>标签的置信度</translation>
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
        <translation>模型有不同意见</translation>
    </message>
    <message>
        <source>has duplicates</source>
        <translation>有重复</translation>
    </message>
    <message>
        <source>duplicates with another label</source>
        <translation>重复件标签不同</translation>
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
        <source>corrected by you</source>
        <translation>由您更正</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
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
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Features</name>
    <message>
        <source>documents per bar</source>
        <translation>每格的文档数</translation>
    </message>
    <message>
        <source>density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>speaks for *%1* over %2: %3</source>
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
        <source>choice</source>
        <translation>选项</translation>
    </message>
</context>
<context>
    <name>FiguresPane</name>
    <message>
        <source>Estimated accuracy on the rest</source>
        <translation>其余文档的估计准确率</translation>
    </message>
    <message>
        <source>Not known yet. Answer about 10 more: every fifth question is chosen at random to measure it.</source>
        <translation>尚不清楚。请再回答约 10 个问题：每五个问题中有一个是随机抽取的，用来测量准确率。</translation>
    </message>
    <message numerus="yes">
        <source>Probably between %1 and %2, from %Ln random question(s)</source>
        <translation>
            <numerusform>大约在 %1 到 %2 之间，依据 %Ln 个随机问题</numerusform>
        </translation>
    </message>
    <message>
        <source>More answers would hardly change this. You can train a model now.</source>
        <translation>再多的回答也几乎没有变化，可以训练模型了。</translation>
    </message>
    <message>
        <source>Ten more answers would add about %1 percentage points.</source>
        <translation>再回答十个问题约可提高 %1 个百分点。</translation>
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
        <source>Check these answers</source>
        <translation>请检查这些回答</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is labelled %2, but %Ln similar one(s) are %3.</source>
        <translation>
            <numerusform>“%1”的标签是 %2，但 %Ln 个相似文档的标签是 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>Change to %1</source>
        <translation>改为 %1</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Open original</source>
        <translation>打开原件</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>What Bayleaf reads…</source>
        <translation>Bayleaf 读到的内容…</translation>
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
        <source>Undo move</source>
        <translation>撤销移动</translation>
    </message>
    <message>
        <source>On the Classify page, “File away…” shows where everything would go
before anything is moved.</source>
        <translation>在“分类”页面，“归档…”会在移动之前
显示每个文件的去向。</translation>
    </message>
    <message>
        <source>Nothing was filed away yet</source>
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
        <source>stayed</source>
        <translation>留在原处</translation>
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
        <source>What goes where</source>
        <translation>文件去向</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Use the folders that the labels came from</source>
        <translation>使用标签来源的文件夹</translation>
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
        <source>A copy for each label</source>
        <translation>每个标签各存一份</translation>
    </message>
    <message>
        <source>Write their text into them; the original is kept for undo</source>
        <translation>把文字写入其中；原文件保留以便撤销</translation>
    </message>
    <message>
        <source>Names by a pattern</source>
        <translation>按模式命名</translation>
    </message>
    <message>
        <source>A folder per label in</source>
        <translation>标签文件夹位于</translation>
    </message>
    <message>
        <source>Whole files</source>
        <translation>完整文件</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Scanned PDFs</source>
        <translation>扫描的 PDF</translation>
    </message>
    <message>
        <source>add a number</source>
        <translation>添加编号</translation>
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
        <source>File uncertain documents too</source>
        <translation>也归档不确定的文档</translation>
    </message>
    <message>
        <source>Use {date} {sender} {label} {title} {name}. Leave it empty to keep the names.</source>
        <translation>可使用 {date} {sender} {label} {title} {name}。留空则保持原名。</translation>
    </message>
    <message>
        <source>accept at most</source>
        <translation>最多允许</translation>
    </message>
    <message>
        <source>1 mistake in %1</source>
        <translation>每 %1 个错 1 个</translation>
    </message>
    <message>
        <source>Accepted mistakes</source>
        <translation>允许的错误</translation>
    </message>
    <message>
        <source>At most this share of the filed documents may go to a wrong folder, for each label</source>
        <translation>对每个标签，归档到错误文件夹的文档最多占这个比例</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>Nothing is overwritten, and it can be undone, also after a restart.</source>
        <translation>不会覆盖任何文件，重启后也可以撤销。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>正在检查文件…</translation>
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
        <source>%Ln file(s) go</source>
        <translation>
            <numerusform>归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free there</source>
        <translation>该处可用 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln get another name</source>
        <translation>
            <numerusform>%Ln 个改名</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln copied out of a mailbox or an archive</source>
        <translation>
            <numerusform>%Ln 个从邮箱或压缩包中复制</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stay(s)</source>
        <translation>
            <numerusform>%Ln 个不动</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to file. Drop files on Classify, or import and label documents.</source>
        <translation>没有可归档的内容。请把文件拖到“分类”页，或导入文档并加上标签。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to file: %Ln document(s) stay, and the list says why.</source>
        <translation>
            <numerusform>没有可归档的内容：%Ln 个文档留在原处，原因见列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; about 0 mistakes expected.</source>
        <translation>%2 个文档中有 %1 个可归档，预计几乎没有错误。</translation>
    </message>
    <message>
        <source>%1 of %2 documents can be filed; about %3 mistakes expected.</source>
        <translation>%2 个文档中有 %1 个可归档，预计约 %3 个错误。</translation>
    </message>
    <message>
        <source>This needs %1, and only %2 are free there.</source>
        <translation>需要 %1，而该处只有 %2 可用。</translation>
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
        <source>not sure enough</source>
        <translation>不够确定</translation>
    </message>
    <message>
        <source>too few of its label to promise anything</source>
        <translation>该标签的文档太少，无法保证</translation>
    </message>
    <message>
        <source>in a mailbox or an archive, which stays as it is</source>
        <translation>在邮箱或压缩包里，邮箱和压缩包保持原样</translation>
    </message>
    <message>
        <source>no label yet: label it, or train a model</source>
        <translation>还没有标签：请加标签，或训练模型</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>不动</translation>
    </message>
    <message>
        <source>File only if certain</source>
        <translation>仅在足够确定时归档</translation>
    </message>
    <message>
        <source>Folder for the folders of labels</source>
        <translation>存放标签文件夹的文件夹</translation>
    </message>
</context>
<context>
    <name>FilingViewModel</name>
    <message>
        <source>Looking at the imported files</source>
        <translation>正在检查已导入的文件</translation>
    </message>
    <message numerus="yes">
        <source>Filing away %Ln file(s)</source>
        <translation>
            <numerusform>正在归档 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Bringing files back</source>
        <translation>正在取回文件</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>the system keeps it locked</source>
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
    <message>
        <source>Bayleaf learns from mail you have sorted already, then keeps watch over what arrives. It moves a mail only if you say so.</source>
        <translation>Bayleaf 从您已整理好的邮件中学习，再留意新邮件。只有您同意，它才会移动邮件。</translation>
    </message>
    <message>
        <source>Elsewhere? Drop an mbox file or a folder, or</source>
        <translation>在别处？拖入 mbox 文件或文件夹，或</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Filter my mail</source>
        <translation>过滤我的邮件</translation>
    </message>
    <message>
        <source>the first ones</source>
        <translation>前几课</translation>
    </message>
    <message numerus="yes">
        <source>%Ln short lesson(s) with numbers you can change. No mail of yours is needed.</source>
        <translation>
            <numerusform>%Ln 节短课，数字可以改动，不需要您的邮件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Learn naive Bayes</source>
        <translation>了解朴素贝叶斯</translation>
    </message>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试试</numerusform>
        </translation>
    </message>
    <message>
        <source>Just looking?</source>
        <translation>只是看看？</translation>
    </message>
    <message>
        <source>This page comes back with Help › First steps.</source>
        <translation>可通过“帮助 › 第一步”回到此页。</translation>
    </message>
    <message numerus="yes">
        <source>Look through %Ln mailbox(es)…</source>
        <translation>
            <numerusform>查看 %Ln 个邮箱…</numerusform>
        </translation>
    </message>
    <message>
        <source>Found on this computer</source>
        <translation>在这台电脑上找到</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Or begin with</source>
        <translation>或者这样开始</translation>
    </message>
    <message>
        <source>With one folder for each kind, such as Invoices and Contracts, the names of the folders become labels. You see a preview before anything is learnt. Nothing leaves this computer.</source>
        <translation>如果每一类各有一个文件夹，例如“发票”和“合同”，文件夹名就成为标签。学习之前会先显示预览。任何内容都不会离开这台电脑。</translation>
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
        <source>See what it does before you show it anything of yours.</source>
        <translation>先看看它能做什么，不必用您自己的文件。</translation>
    </message>
    <message>
        <source>A list of classified mails with the words that decided</source>
        <translation>已分类的邮件列表和起决定作用的词</translation>
    </message>
    <message>
        <source>looking…</source>
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
        <source>Without %n word(s) the verdict would be %1: %2</source>
        <translation>
            <numerusform>去掉这 %n 个词，判定会变成 %1：%2</numerusform>
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
        <source>up to %Ln other verdict(s) in this list change</source>
        <translation>
            <numerusform>列表中最多另有 %Ln 个判定会改变</numerusform>
        </translation>
    </message>
    <message>
        <source>If you correct the label: %1.</source>
        <translation>更正标签后：%1。</translation>
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
        <translation>为该组起一个标签</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>命名</translation>
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
        <source>Makes one group of the chosen ones. Choose several with Ctrl or Shift.</source>
        <translation>把选中的组合并为一组。按住 Ctrl 或 Shift 可选多个。</translation>
    </message>
    <message>
        <source>Makes two groups of the documents of this one.</source>
        <translation>把该组的文档分成两组。</translation>
    </message>
    <message>
        <source>Removes this group from the list. Its documents are asked one by one.</source>
        <translation>从列表中移除该组，其文档会逐个询问。</translation>
    </message>
    <message>
        <source>Like label</source>
        <translation>类似标签</translation>
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
        <source>unlike everything that was here before</source>
        <translation>与以前的所有文档都不同</translation>
    </message>
    <message>
        <source>Naming the group labels all its documents.</source>
        <translation>命名后，组内所有文档都会得到该标签。</translation>
    </message>
    <message numerus="yes">
        <source>Naming the group labels its %Ln clear member(s).</source>
        <translation>
            <numerusform>命名后，组内 %Ln 个明确的文档会得到该标签。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You are asked about the other %Ln one by one.</source>
        <translation>
            <numerusform>其余 %Ln 个会逐个询问。</numerusform>
        </translation>
    </message>
    <message>
        <source>few words</source>
        <translation>词很少</translation>
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
        <source>Hand-ins of a class</source>
        <translation>全班作业</translation>
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
        <source>Commonest mistakes</source>
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
        <source>Right</source>
        <translation>答对</translation>
    </message>
    <message>
        <source>Wrong first at</source>
        <translation>首个错误</translation>
    </message>
    <message>
        <source>How</source>
        <translation>错因</translation>
    </message>
    <message>
        <source>Mistake</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>For example at</source>
        <translation>例如</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Open the files that pupils have saved with “Work through and hand in”.</source>
        <translation>打开学生用“作答并提交”保存的文件。</translation>
    </message>
    <message>
        <source>%1 hand-ins; %2 have everything right.</source>
        <translation>共 %1 份作业；全部答对 %2 份。</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Hand-ins of Bayleaf (*%1)</source>
        <translation>Bayleaf 作业 (*%1)</translation>
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
        <source>Add the answers on pages of their own</source>
        <translation>另附答案页</translation>
    </message>
    <message>
        <source>More than one sheet: each has different numbers.</source>
        <translation>多份时，每份的数字都不同。</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
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
        <source>How it decides</source>
        <translation>判断的原理</translation>
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
        <source>Command line</source>
        <translation>命令行</translation>
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
        <translation>判断历史</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>判断结果</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜索历史</translation>
    </message>
    <message>
        <source>Remember what is classified</source>
        <translation>记住分类过的内容</translation>
    </message>
    <message>
        <source>Forget chosen</source>
        <translation>忘记所选</translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>重新判断</translation>
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
        <source>What you classify is listed here, with the verdict
and your correction.</source>
        <translation>您分类过的内容列在这里，
附有判定和您的更正。</translation>
    </message>
    <message>
        <source>Verdict now</source>
        <translation>现在的判定</translation>
    </message>
    <message>
        <source>Nothing was classified yet</source>
        <translation>还没有分类过任何内容</translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) remembered in this workspace</source>
        <translation>
            <numerusform>此工作区记住了 %Ln 条判断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the last %Ln listed</source>
        <translation>
            <numerusform>列出最近 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>找到 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln verdict(s) will be forgotten for good. What was learnt stays learnt.</source>
        <translation>
            <numerusform>%Ln 条判断将被永久忘记。学到的内容会保留。</numerusform>
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
        <source>It is %1</source>
        <translation>它是 %1</translation>
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
        <translation>读作</translation>
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
        <translation>一份文档可有多个标签</translation>
    </message>
    <message>
        <source>Only the training part</source>
        <translation>仅训练部分</translation>
    </message>
    <message>
        <source>the names of the folders</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>the whole paths of folders</source>
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
        <source>a header of the mails</source>
        <translation>邮件的某个标头</translation>
    </message>
    <message>
        <source>a pattern in the paths</source>
        <translation>路径中的模式</translation>
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
        <source>Nothing is stored before you import, and an import can be undone.</source>
        <translation>导入之前不会保存任何内容，导入也可以撤销。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a column as text, number or choice.</source>
        <translation>请把某一列选作文本、数值或选项。</translation>
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
        <source>%Ln label(s) found at the beginning. There may be more.</source>
        <translation>
            <numerusform>开头部分找到 %Ln 个标签，后面可能还有。</numerusform>
        </translation>
    </message>
    <message>
        <source>Mails</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>What Bayleaf reads…</source>
        <translation>Bayleaf 读取的内容…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be opened</source>
        <translation>
            <numerusform>%Ln 个无法打开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>header, such as X-Label</source>
        <translation>标头，如 X-Label</translation>
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
        <source>a new one</source>
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
        <source>These files differ from the collection “%1” in kind or labels, so they become a new collection.</source>
        <translation>这些文件与文集“%1”种类或标签不同，将放入新的文集。</translation>
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
        <source>enough was filed today</source>
        <translation>今日归档已达上限</translation>
    </message>
    <message>
        <source>no room left</source>
        <translation>空间不足</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>moved by you</source>
        <translation>由您移动</translation>
    </message>
    <message>
        <source>would be filed</source>
        <translation>本会归档</translation>
    </message>
    <message>
        <source>put back by you</source>
        <translation>您已放回</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>由您决定</translation>
    </message>
    <message>
        <source>not filed</source>
        <translation>未归档</translation>
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
        <source>Undo this day</source>
        <translation>撤销今天</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>放回</translation>
    </message>
    <message>
        <source>All days</source>
        <translation>所有日期</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>收件</translation>
    </message>
    <message>
        <source>Filed today</source>
        <translation>今日已归档</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等您处理</translation>
    </message>
    <message>
        <source>Nothing is watched until you add a place.
It begins with a trial: it only says what it would do.</source>
        <translation>在您添加位置之前什么都不监视。
先是试运行：只说明会怎么做。</translation>
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
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Only today</source>
        <translation>仅今天</translation>
    </message>
    <message>
        <source>Add a mailbox on a server…</source>
        <translation>添加服务器上的邮箱…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln 个等您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation>没有需要您处理的。</translation>
    </message>
    <message>
        <source>Only new mail is checked; existing files are not touched.</source>
        <translation>只检查新邮件，不动已有文件。</translation>
    </message>
    <message numerus="yes">
        <source>Watching %Ln place(s)</source>
        <translation>
            <numerusform>监视 %Ln 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>今日到达 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>paused by you</source>
        <translation>由您暂停</translation>
    </message>
    <message>
        <source>another program watches for this workspace</source>
        <translation>另一个程序正在为此工作区监视</translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed today</source>
        <translation>
            <numerusform>今日归档 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>已归档 %Ln 封</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln put back; an undo teaches nothing</source>
        <translation>
            <numerusform>已放回 %Ln 封；撤销不会用于学习</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been filed</source>
        <translation>
            <numerusform>本会归档 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>From or file</source>
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
        <source>Filed to</source>
        <translation>归档到</translation>
    </message>
    <message>
        <source>Learn as %1</source>
        <translation>学习为 %1</translation>
    </message>
</context>
<context>
    <name>InboxSettings</name>
    <message>
        <source>Icon in the notification area</source>
        <translation>在通知区域显示图标</translation>
    </message>
    <message>
        <source>Notify when mail waits for an answer, at most once an hour</source>
        <translation>有邮件等待答复时通知，每小时至多一次</translation>
    </message>
    <message>
        <source>Show the subject in notifications</source>
        <translation>在通知中显示主题</translation>
    </message>
    <message>
        <source>Notify in the evening how much arrived</source>
        <translation>傍晚通知当天收到多少</translation>
    </message>
    <message>
        <source>Start at login, in the notification area</source>
        <translation>登录时启动到通知区域</translation>
    </message>
</context>
<context>
    <name>InterruptedImports</name>
    <message>
        <source>The import of %1 was interrupted, and nothing of it was stored</source>
        <translation>“%1”的导入被中断：没有保留任何内容</translation>
    </message>
    <message>
        <source>Continue importing</source>
        <translation>继续导入</translation>
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
        <source>%1 left</source>
        <translation>还剩 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>还有 %Ln 项等待</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeptList</name>
    <message>
        <source>Checking your last list again</source>
        <translation>正在重新检查上次的列表</translation>
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
        <source>Nothing is saved for this collection yet. Save your settings or a model now, to compare later ones with it.</source>
        <translation>此文集还没有保存任何内容。保存一个配方或模型，再与下一个比较。</translation>
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
        <source>Smoothing</source>
        <translation>平滑</translation>
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
        <source>a list</source>
        <comment>of words</comment>
        <translation>词表</translation>
    </message>
    <message>
        <source>On held-out documents, when it was saved</source>
        <translation>保存时在留出文档上的结果</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Use these choices</source>
        <translation>采用这些选择</translation>
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
        <source>%1, hollow</source>
        <translation>%1（空心）</translation>
    </message>
</context>
<context>
    <name>LeastShares</name>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Files below this confidence stay where they are. In watched folders you are asked about them.</source>
        <translation>低于此置信度的文件留在原处；在监视的文件夹中会询问您。</translation>
    </message>
    <message>
        <source>no further limit</source>
        <translation>不再限制</translation>
    </message>
</context>
<context>
    <name>LessonMenu</name>
    <message>
        <source>Open lesson…</source>
        <translation>打开课程…</translation>
    </message>
    <message>
        <source>Save lesson…</source>
        <translation>保存课程…</translation>
    </message>
    <message>
        <source>Save working…</source>
        <translation>保存计算过程…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Lessons of Bayleaf (*%1)</source>
        <translation>Bayleaf 课程 (*%1)</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>保存课程</translation>
    </message>
</context>
<context>
    <name>LessonPictures</name>
    <message>
        <source>Arrow from %1 to %2, ticked</source>
        <translation>从 %1 到 %2 的箭头，已勾选</translation>
    </message>
    <message>
        <source>Arrow from %1 to %2, not ticked</source>
        <translation>从 %1 到 %2 的箭头，未勾选</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>天平</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>数量</translation>
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
        <source>%1: the product is 10 to the power of %2, and 0 after %3 factors</source>
        <translation>%1：乘积为 10 的 %2 次方，乘 %3 个因子后变为 0</translation>
    </message>
    <message>
        <source>independent</source>
        <translation>相互独立</translation>
    </message>
    <message>
        <source>%1, labelled: %2</source>
        <translation>%1，已有标签：%2</translation>
    </message>
    <message>
        <source>%1, guessed: %2</source>
        <translation>%1，猜测：%2</translation>
    </message>
    <message>
        <source>A factor is 0, or there is none: there is no product to draw.</source>
        <translation>有一个因子为 0，或没有因子：没有可画的乘积。</translation>
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
        <source>forbids both</source>
        <translation>两者都排除</translation>
    </message>
    <message>
        <source>forbids %1</source>
        <translation>排除 %1</translation>
    </message>
    <message>
        <source>%1 : 1 for %2</source>
        <translation>%1 : 1 支持 %2</translation>
    </message>
    <message>
        <source>undecided: 0 against 0</source>
        <translation>无法判定：0 对 0</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>已计数</translation>
    </message>
    <message>
        <source>added by α</source>
        <translation>由 α 加上</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>= 0: impossible</source>
        <translation>= 0：不可能</translation>
    </message>
    <message>
        <source>below this a computer&apos;s number is 0</source>
        <translation>低于此线，计算机里的数就是 0</translation>
    </message>
    <message>
        <source>factors multiplied, if the document is repeated (● as it is, ✕ product 0, dashed: the logarithm goes on)</source>
        <translation>重复该文档时已相乘的因子数（● 现在，✕ 乘积为 0，虚线：对数继续）</translation>
    </message>
    <message>
        <source>No word of the document is known.</source>
        <translation>文档中没有已知的词。</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>without arrows: %1</source>
        <translation>无箭头：%1</translation>
    </message>
    <message>
        <source>Naive: no arrows between words. Tick one, and the second word counts given the first.</source>
        <translation>朴素：词之间没有箭头。勾选一个，第二个词就以第一个词为条件。</translation>
    </message>
    <message>
        <source>Arrows need at least two words.</source>
        <translation>至少两个词才能有箭头。</translation>
    </message>
    <message>
        <source>After round %1: each row with the probabilities of its label</source>
        <translation>第 %1 轮之后：各行及其标签的概率</translation>
    </message>
    <message>
        <source>Counts for the next round: counted + guessed</source>
        <translation>下一轮的计数：数出的 + 猜测的</translation>
    </message>
</context>
<context>
    <name>LessonsConnection</name>
    <message>
        <source>after calibration</source>
        <translation>校准之后</translation>
    </message>
    <message>
        <source>by the counts alone</source>
        <translation>仅凭计数</translation>
    </message>
    <message>
        <source>How sure the model is</source>
        <translation>模型有多大把握</translation>
    </message>
    <message>
        <source>How often it is right</source>
        <translation>它有多常正确</translation>
    </message>
    <message>
        <source>More than 99.9 % sure of %1 of %2 unseen documents; %3 of these are wrong. Calibration error: %4 by the counts alone, %5 after calibration.</source>
        <translation>对 %2 份未见过的文档中的 %1 份有超过 99.9% 的把握，其中 %3 份是错的。校准误差：仅凭计数 %4，校准之后 %5。</translation>
    </message>
    <message>
        <source>So few documents say little.</source>
        <translation>文档这么少，说明不了什么。</translation>
    </message>
    <message>
        <source>Documents learnt</source>
        <translation>已学习的文档数</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>留出文档上的正确率</translation>
    </message>
    <message>
        <source>With %1 documents %2 of %3 held-out ones are right (multinomial, mean of %4 draws); with all %5 it is %6.</source>
        <translation>学习 %1 份文档后，%3 份保留文档中判对 %2（多项式模型，%4 次抽取的平均）；学习全部 %5 份后为 %6。</translation>
    </message>
    <message>
        <source>Among %1 of %2 documents, drawn at random: as many as memory should hold.</source>
        <translation>在 %2 个文档中随机抽取 %1 个：内存中以此为限。</translation>
    </message>
    <message>
        <source>With all %1 words Bernoulli is right on %2, multinomial on %3.</source>
        <translation>用全部 %1 个词时，伯努利正确率 %2，多项式 %3。</translation>
    </message>
    <message>
        <source>Bernoulli leads nowhere.</source>
        <translation>伯努利从未领先。</translation>
    </message>
    <message>
        <source>Bernoulli leads with %1 words and for the last time with %2.</source>
        <translation>伯努利从 %1 个词开始领先，最后一次是 %2 个词。</translation>
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
        <source>The picture shows the answer. Work it out first.</source>
        <translation>图里有答案，请先自己算。</translation>
    </message>
    <message>
        <source>‹ Previous</source>
        <translation>‹ 上一课</translation>
    </message>
    <message>
        <source>The same with your documents</source>
        <translation>用你的文档重复</translation>
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
        <source>Working</source>
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
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Work it out first.</source>
        <translation>先自己算一算。</translation>
    </message>
    <message>
        <source>Prior from the data</source>
        <translation>来自数据的先验</translation>
    </message>
    <message>
        <source>Number of times that the model learns from its own guesses for the unlabelled rows</source>
        <translation>模型从自己对无标签行的猜测中学习的次数</translation>
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
        <source>%1 of %2 finished</source>
        <translation>已完成 %1/%2</translation>
    </message>
    <message>
        <source>Go on</source>
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
        <source>Draw other documents</source>
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
        <source>Learnt from %1 labelled rows and, as far as their guesses go, from %2 others.</source>
        <translation>学习了 %1 行有标签的，并按猜测的概率学习了其余 %2 行。</translation>
    </message>
    <message>
        <source>Training errors: %2 of %1. Leave-one-out errors: %3 of %1.</source>
        <translation>训练错误：%2/%1。留一法错误：%3/%1。</translation>
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
        <source>Save working</source>
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
        <source>Drawing documents</source>
        <translation>抽取文档</translation>
    </message>
    <message>
        <source>Trying it out</source>
        <translation>正在实验</translation>
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
        <source>As it was read</source>
        <translation>恢复为读到的</translation>
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
        <source>All are</source>
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
        <source>Take off the list</source>
        <translation>移出列表</translation>
    </message>
</context>
<context>
    <name>LossChoice</name>
    <message>
        <source>What it may file without asking</source>
        <translation>可以不经询问归档的内容</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>none</source>
        <translation>都不</translation>
    </message>
    <message>
        <source>1 in %1</source>
        <translation>%1 分之一</translation>
    </message>
    <message>
        <source>How many filed documents may be in a wrong folder, for each label and in total? You are asked about the rest.</source>
        <translation>归档后最多允许多少文档放错文件夹（对每个标签及总体）？其余的会询问您。</translation>
    </message>
    <message numerus="yes">
        <source>How many good mails may be filed as spam? (Your good mail comes from %Ln lists and senders.) You are asked about the rest.</source>
        <translation>
            <numerusform>最多可误判这么多正常邮件；已学习的按列表和发件人算作 %Ln 封。其余请问我。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs good mail from %Ln list(s) and sender(s)</source>
        <translation>
            <numerusform>需要来自 %Ln 个列表和发件人的正常邮件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>needs a label with %Ln document(s) judged without a mistake</source>
        <translation>
            <numerusform>需要某个标签有 %Ln 个文档判断无误</numerusform>
        </translation>
    </message>
    <message>
        <source>would file %1 of 100, with almost no mistakes</source>
        <translation>每 100 个文档中可归档 %1 个，几乎不会放错</translation>
    </message>
    <message>
        <source>would file %1 of 100, about %2 of them in the wrong folder</source>
        <translation>每 100 个文档中可归档 %1 个，其中约 %2 个会放错文件夹</translation>
    </message>
    <message numerus="yes">
        <source>nothing yet for %Ln label(s)</source>
        <translation>
            <numerusform>暂不归入 %Ln 个标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This month: %Ln filed automatically,</source>
        <translation>
            <numerusform>本月自行归档 %Ln 封，</numerusform>
        </translation>
    </message>
    <message>
        <source>currently 1 in %1</source>
        <translation>目前为 %1 分之一</translation>
    </message>
    <message>
        <source>asks about all spam</source>
        <translation>询问所有垃圾邮件</translation>
    </message>
    <message>
        <source>asks about everything</source>
        <translation>全部都问</translation>
    </message>
    <message>
        <source>asks rarely</source>
        <translation>很少询问</translation>
    </message>
    <message>
        <source>asks about 1 in %1</source>
        <translation>约每 %1 封询问 1 封</translation>
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
        <translation>新建</translation>
    </message>
    <message>
        <source>all changes are saved</source>
        <translation>所有更改均已保存</translation>
    </message>
    <message>
        <source>Or drop files anywhere on this window</source>
        <translation>或把文件拖到窗口任意位置</translation>
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
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>The line above says why. The file was not changed.</source>
        <translation>上面一行说明了原因。文件保持原样。</translation>
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
        <source>%Ln more waiting</source>
        <translation>
            <numerusform>还有 %Ln 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>If you stop now, the work in progress is lost. An import can be continued next time.</source>
        <translation>如果现在停止，正在进行的工作会丢失。导入可以在下次继续。</translation>
    </message>
    <message>
        <source>Work is not finished</source>
        <translation>任务尚未完成</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Keep working</source>
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
        <source>Drop to classify with %1</source>
        <translation>松开即可用“%1”分类</translation>
    </message>
    <message>
        <source>Hold %1 to add them to %2 instead</source>
        <translation>按住 %1 则改为加入“%2”</translation>
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
        <translation>分类文件(&amp;L)…</translation>
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
        <source>&amp;Find better settings</source>
        <translation>寻找更好的设置(&amp;F)</translation>
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
        <translation>判定文件夹(&amp;D)…</translation>
    </message>
    <message>
        <source>Pause or go on &amp;watching</source>
        <translation>暂停或继续监视(&amp;W)</translation>
    </message>
    <message>
        <source>Save picture of the pa&amp;ge…</source>
        <translation>保存页面图片(&amp;G)…</translation>
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
        <translation>判断历史(&amp;H)…</translation>
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
        <source>Names by a pattern</source>
        <translation>按模式命名</translation>
    </message>
    <message>
        <source>{date}, {sender} and {title} are read in the file; {name} is the name that it has.</source>
        <translation>{date}、{sender} 和 {title} 从文件中读取；{name} 是原来的名称。</translation>
    </message>
    <message>
        <source>Write the text of scanned PDFs into them; the original is kept for undo</source>
        <translation>把文字写入扫描的 PDF；原文件保留以便撤销</translation>
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
    <message numerus="yes">
        <source>All %Ln listed…</source>
        <translation>
            <numerusform>列出的全部 %Ln 个…</numerusform>
        </translation>
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
        <source>%Ln document(s), none with a label</source>
        <translation>
            <numerusform>%Ln 份文档，都没有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort them</source>
        <translation>去整理</translation>
    </message>
    <message>
        <source>All labelled documents have the label “%1”. A model needs two labels.</source>
        <translation>已标注的文档都是“%1”。模型至少需要两个标签。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 份文档</numerusform>
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
        <source>Every document has the label “%1”. A model needs two labels.</source>
        <translation>所有文档都是标签“%1”。模型需要两个标签。</translation>
    </message>
    <message>
        <source>Treat as unlabelled</source>
        <translation>当作无标签处理</translation>
    </message>
    <message numerus="yes">
        <source>The model is not certain about %Ln document(s)</source>
        <translation>
            <numerusform>模型对 %Ln 个文档没有把握</numerusform>
        </translation>
    </message>
    <message>
        <source>Label them yourself</source>
        <translation>自己加标签</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label yet</source>
        <translation>
            <numerusform>还有 %Ln 份文档没有标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Label the rest…</source>
        <translation>给其余的加标签…</translation>
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
        <source>The model is ready for mail that it has never seen</source>
        <translation>模型已就绪，可以试试它从未见过的邮件</translation>
    </message>
    <message>
        <source>Try six new sample mails</source>
        <translation>试试六封新的示例邮件</translation>
    </message>
    <message>
        <source>Every document has a label. The files can go into a folder for each.</source>
        <translation>每个文档都有标签，文件可以移到各标签的文件夹里。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) labelled</source>
        <translation>
            <numerusform>已标注 %Ln 份文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) can be filed away</source>
        <translation>
            <numerusform>有 %Ln 份文档可以归档</numerusform>
        </translation>
    </message>
    <message>
        <source>File away…</source>
        <translation>归档…</translation>
    </message>
</context>
<context>
    <name>NothingYet</name>
    <message numerus="yes">
        <source>Try it with %Ln sample mail(s)</source>
        <translation>
            <numerusform>用 %Ln 封示例邮件试试</numerusform>
        </translation>
    </message>
    <message>
        <source>Import mail or documents that you have already sorted:
this page begins with them.</source>
        <translation>导入您已经分好类的邮件或文档：
本页由此开始。</translation>
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
        <source>Click to compare the curves at one value</source>
        <translation>按下可在某个数值处比较各条曲线</translation>
    </message>
    <message>
        <source>With the %1 that is added to every variance</source>
        <translation>包含给每个方差加上的 %1</translation>
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
        <source>log P(%1 | label)</source>
        <translation>log P(%1 | 标签)</translation>
    </message>
</context>
<context>
    <name>OpponentsPane</name>
    <message>
        <source>Train with it</source>
        <translation>用它训练</translation>
    </message>
    <message>
        <source>Opponents</source>
        <translation>对手</translation>
    </message>
    <message>
        <source>Time for the comparison</source>
        <translation>比较所用时间</translation>
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
        <source>None is better than the model in use by more than chance.</source>
        <translation>没有哪个比所用模型更好而超出偶然。</translation>
    </message>
    <message>
        <source>Plain naive Bayes is as good here: %1 has %2 right, the model in use %3, and that could be chance (p %4). It is the simpler one.</source>
        <translation>普通的朴素贝叶斯在这里同样好：%1 判对 %2，所用模型 %3，这可能只是偶然（p %4）。它更简单。</translation>
    </message>
    <message>
        <source>%1 is better: %2 right, the model in use %3, which is more than chance (p %4).</source>
        <translation>%1 更好：判对 %2，所用模型 %3，这超出偶然（p %4）。</translation>
    </message>
    <message>
        <source>No textbook model is as good: the best of them, %1, has %2 right, the model in use %3, which is more than chance (p %4).</source>
        <translation>没有教科书模型同样好：其中最好的 %1 判对 %2，所用模型 %3，这超出偶然（p %4）。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln later document(s), judged by what came before</source>
        <translation>
            <numerusform>%Ln 个较晚的文档，由此前的文档判断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s), left out with their neighbours and copies</source>
        <translation>
            <numerusform>%Ln 个文档，连同相邻者和副本一起留出</numerusform>
        </translation>
    </message>
    <message>
        <source>no time for %1</source>
        <translation>来不及：%1</translation>
    </message>
    <message>
        <source>stopped before %1</source>
        <translation>在此之前已停止：%1</translation>
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
        <source>All labels right</source>
        <translation>标签全对</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>In points of accuracy, from the model in use</source>
        <translation>与所用模型的准确率之差（百分点）</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>对数损失</translation>
    </message>
    <message>
        <source>Other models are being tested on the same documents…</source>
        <translation>正在相同的文档上检验其他模型…</translation>
    </message>
    <message>
        <source>See whether another kind of model would be better, on documents that none has seen.</source>
        <translation>在所有模型都没见过的文档上，看看其他类型的模型是否更好。</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>校准误差</translation>
    </message>
    <message>
        <source>Only it right</source>
        <translation>仅它判对</translation>
    </message>
    <message>
        <source>Documents that this one judges right and the model in use does not</source>
        <translation>它判对而所用模型判错的文档</translation>
    </message>
    <message>
        <source>Only yours right</source>
        <translation>仅所用判对</translation>
    </message>
    <message>
        <source>Documents that the model in use judges right and this one does not</source>
        <translation>所用模型判对而它判错的文档</translation>
    </message>
    <message>
        <source>McNemar: below .05 it is more than chance</source>
        <translation>McNemar 检验：低于 0.05 即超出偶然</translation>
    </message>
    <message>
        <source>each word once</source>
        <translation>每词一次</translation>
    </message>
</context>
<context>
    <name>OtherWindows</name>
    <message>
        <source>This workspace is open in another window too. Changes made there appear here.</source>
        <translation>此工作区也在另一个窗口中打开。那里的更改会显示在这里。</translation>
    </message>
</context>
<context>
    <name>OwnLessonDialog</name>
    <message>
        <source>A lesson of your own</source>
        <translation>自己的课程</translation>
    </message>
    <message>
        <source>Hide the answers until they are asked for</source>
        <translation>隐藏答案，直到有人要看</translation>
    </message>
    <message>
        <source>Rows, document and recipe are saved as they are now. *word* stands out, [[answer]] can be hidden, and a line --- begins a new part. A question: a line “? …”, then “+ right” and “- wrong :: why” on lines below.</source>
        <translation>行、文档和设置按现状保存。*词* 会突出显示，[[答案]] 可以隐藏，一行 --- 开始新的部分。提问：先写一行“? …”，下面各行写“+ 正确”和“- 错误 :: 原因”。</translation>
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
        <source>read by %1, %2 sure</source>
        <translation>由 %1 识别，把握 %2</translation>
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
        <source>Senders and limits…</source>
        <translation>发件人与限制…</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>监视 %1</translation>
    </message>
    <message>
        <source>Start filing new mail</source>
        <translation>开始归档</translation>
    </message>
    <message>
        <source>Only a trial</source>
        <translation>仅试运行</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>Try it on what is there</source>
        <translation>用现有内容试一试</translation>
    </message>
    <message>
        <source>Classifies what is in this place now. Nothing is moved.</source>
        <translation>对此处现有内容分类，不移动任何文件。</translation>
    </message>
    <message>
        <source>add text to scans</source>
        <translation>为扫描件添加文字</translation>
    </message>
    <message>
        <source>Names…</source>
        <translation>名称…</translation>
    </message>
    <message>
        <source>It would file %1 of %2, about %3 of them in the wrong folder</source>
        <translation>%2 个文档中可归档 %1 个，其中约 %3 个会放错文件夹</translation>
    </message>
    <message>
        <source>It would file %1 of %2, with almost no mistakes</source>
        <translation>%2 个文档中可归档 %1 个，几乎不会放错</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>您自己决定的 %1 项中，有 %Ln 项去了别处</numerusform>
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
        <source>trial: shows what it would do, moves nothing</source>
        <translation>试运行：只显示会怎么做，不移动任何内容</translation>
    </message>
    <message>
        <source>files to %1</source>
        <translation>归档到 %1</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>监视文件夹</translation>
    </message>
    <message>
        <source>Watch a mailbox</source>
        <translation>监视邮箱</translation>
    </message>
    <message>
        <source>Folder for the folders of labels</source>
        <translation>存放标签文件夹的文件夹</translation>
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
    <name>PromisePane</name>
    <message>
        <source>What the model can guarantee</source>
        <translation>模型能保证什么</translation>
    </message>
    <message numerus="yes">
        <source>It has learnt %Ln good mail(s).</source>
        <translation>
            <numerusform>已学习 %Ln 封正常邮件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your %Ln good mail(s) come from only %1 different senders and lists.</source>
        <translation>
            <numerusform>您的 %Ln 封正常邮件只来自 %1 个不同的发件人和邮件列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>So we can promise: at most 1 good mail in %1 is wrongly called spam.</source>
        <translation>因此可以承诺：每 %1 封正常邮件中，最多有 1 封被误判为垃圾邮件。</translation>
    </message>
    <message numerus="yes">
        <source>Add good mail from %Ln more sender(s) or list(s) to promise 1 in %1.</source>
        <translation>
            <numerusform>再添加来自 %Ln 个发件人或邮件列表的正常邮件，就能承诺 %1 封中最多 1 封。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln label(s) that may be wrong. They are at the top of the list on the right.</source>
        <translation>
            <numerusform>请检查 %Ln 个可能有误的标签（右侧列表顶部）。</numerusform>
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
        <translation>词出现的次数</translation>
    </message>
    <message>
        <source>whether a word occurs</source>
        <translation>词是否出现</translation>
    </message>
    <message>
        <source>tf–idf</source>
        <translation>tf–idf</translation>
    </message>
    <message>
        <source>Correct on held-out documents</source>
        <translation>留出文档上的正确率</translation>
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
        <source>Documents with another verdict</source>
        <translation>判断会改变的文档</translation>
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
        <source>Found</source>
        <translation>找到的设置</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) would get another verdict</source>
        <translation>
            <numerusform>%Ln 篇文档的判断会改变</numerusform>
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
        <translation>词汇表中的词</translation>
    </message>
    <message>
        <source>Counted by</source>
        <translation>计数方式</translation>
    </message>
    <message>
        <source>Shortest word</source>
        <translation>最短的词</translation>
    </message>
    <message>
        <source>its own</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>误判的 %1</translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>漏掉的 %1</translation>
    </message>
    <message>
        <source>%1 documents are correct only with the settings found, %2 only with yours: %3.</source>
        <translation>只有用找到的设置才正确的文档有 %1 篇，只有用您的设置才正确的有 %2 篇：%3。</translation>
    </message>
    <message>
        <source>The probabilities are better with the settings found: the log loss is lower.</source>
        <translation>用找到的设置，概率更准确：对数损失更低。</translation>
    </message>
    <message numerus="yes">
        <source>Tested on the same %Ln held-out document(s): %1 correct with your settings, %2 with the best ones found.</source>
        <translation>
            <numerusform>在相同的 %Ln 篇留出文档上检验：您的设置正确率为 %1，找到的最好设置为 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>At the best point of the curve, %1, it is %2.</source>
        <translation>在曲线的最佳点 %1，正确率为 %2。</translation>
    </message>
    <message numerus="yes">
        <source>The curve was measured on %Ln of these documents.</source>
        <translation>
            <numerusform>曲线是在其中 %Ln 篇文档上测得的。</numerusform>
        </translation>
    </message>
    <message>
        <source>this could be chance</source>
        <translation>这可能是偶然</translation>
    </message>
    <message>
        <source>not by chance</source>
        <translation>并非偶然</translation>
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
        <source>Choose whose documents must not be lost; the promise is for these</source>
        <translation>选择哪些标签的文档不可丢失；承诺针对这些标签</translation>
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
        <translation>文档的文本</translation>
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
    <message numerus="yes">
        <source>%Ln question(s) in this round</source>
        <translation>
            <numerusform>本轮还有 %Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Chosen at random, to measure the accuracy</source>
        <translation>随机抽取，用来测量准确率</translation>
    </message>
    <message>
        <source>Either %1 or %2</source>
        <translation>不是 %1 就是 %2</translation>
    </message>
    <message>
        <source>Unlike every document that has a label</source>
        <translation>与所有已有标签的文档都不同</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Looking for the next questions…</source>
        <translation>正在寻找接下来的问题…</translation>
    </message>
    <message numerus="yes">
        <source>Typical of %Ln document(s)</source>
        <translation>
            <numerusform>代表 %Ln 个文档</numerusform>
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
        <source>Unseen</source>
        <translation>不可见</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档文本</translation>
    </message>
    <message>
        <source>Text that nobody sees</source>
        <translation>无人看见的文本</translation>
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
        <source>Flaws</source>
        <translation>缺陷</translation>
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
        <source>Also in</source>
        <translation>也见于</translation>
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
        <source>Judged</source>
        <translation>判为</translation>
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
        <source>in most documents</source>
        <translation>出现文档最多的</translation>
    </message>
    <message>
        <source>most telling (mutual information)</source>
        <translation>最有区分力的（互信息）</translation>
    </message>
    <message>
        <source>most telling (χ²)</source>
        <translation>最有区分力的（χ²）</translation>
    </message>
    <message>
        <source>as the documents need</source>
        <translation>按文档需要</translation>
    </message>
    <message>
        <source>plain words</source>
        <translation>仅普通词</translation>
    </message>
    <message>
        <source>mail headers too</source>
        <translation>也含邮件头</translation>
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
        <source>how often</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>whether at all</source>
        <translation>是否出现</translation>
    </message>
    <message>
        <source>tf-idf</source>
        <translation>tf-idf</translation>
    </message>
    <message>
        <source>as in the documents</source>
        <translation>与文档比例相同</translation>
    </message>
    <message>
        <source>the same for each label</source>
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
        <source>In at least</source>
        <translation>至少出现于</translation>
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
        <source>Sequences</source>
        <translation>词序列</translation>
    </message>
    <message>
        <source>Shortest word</source>
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
        <source>%1 most frequent words</source>
        <translation>最常见的 %1 个词</translation>
    </message>
    <message>
        <source>%1 words in most documents</source>
        <translation>出现文档最多的 %1 个词</translation>
    </message>
    <message>
        <source>%1 most telling words</source>
        <translation>最有区分力的 %1 个词</translation>
    </message>
    <message>
        <source>all are known</source>
        <translation>全部已知</translation>
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
        <translation>合计为一个词</translation>
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
        <translation>给其余的加标签</translation>
    </message>
    <message>
        <source>1 label in %1</source>
        <translation>每 %1 个标签 1 个</translation>
    </message>
    <message>
        <source>Wrong at most</source>
        <translation>至多标错</translation>
    </message>
    <message>
        <source>Labels that are given</source>
        <translation>将加上的标签</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>judged by “%1”</source>
        <translation>由“%1”判断</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln document(s)</source>
        <translation>
            <numerusform>给 %Ln 个文档加标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Judging the documents without a label…</source>
        <translation>正在判断没有标签的文档…</translation>
    </message>
    <message>
        <source>Every document has a label.</source>
        <translation>所有文档都有标签。</translation>
    </message>
    <message>
        <source>The model is not certain enough of any document.</source>
        <translation>模型对任何文档都没有足够把握。</translation>
    </message>
    <message>
        <source>%1 of %2 documents get a label. Hardly any of these labels is expected to be wrong.</source>
        <translation>%2 个文档中有 %1 个会得到标签，预计几乎没有标错的。</translation>
    </message>
    <message>
        <source>%1 of %2 documents get a label. About %3 of these labels are expected to be wrong.</source>
        <translation>%2 个文档中有 %1 个会得到标签，预计约 %3 个标错。</translation>
    </message>
    <message numerus="yes">
        <source>This estimate rests on %Ln of your answers to single questions.</source>
        <translation>
            <numerusform>这一估计基于您对单个问题的 %Ln 个回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Most labels were given to whole groups at once, so more labels may be wrong than this. Answer some questions for a better estimate.</source>
        <translation>大多数标签是一次给整组文档加的，因此标错的可能比这更多。回答一些问题，估计会更准确。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) stay without a label because the likeliest one has too few documents. Label at least %2 of it yourself, and train again.</source>
        <translation>
            <numerusform>%Ln 个文档仍没有标签，因为最可能的标签文档太少。请自己至少标出 %2 个，然后重新训练。</numerusform>
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
        <source>Labelling the rest</source>
        <translation>正在给其余的加标签</translation>
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
        <source>Rules against Bayes</source>
        <translation>规则对贝叶斯</translation>
    </message>
    <message>
        <source>Mail</source>
        <translation>邮件</translation>
    </message>
    <message>
        <source>the sample mail</source>
        <translation>示例邮件</translation>
    </message>
    <message>
        <source>Name of the team</source>
        <translation>队伍名称</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>League table</source>
        <translation>积分榜</translation>
    </message>
    <message>
        <source>League</source>
        <translation>联赛</translation>
    </message>
    <message>
        <source>Mail to learn from</source>
        <translation>可参考的邮件</translation>
    </message>
    <message>
        <source>Tournament</source>
        <translation>锦标赛</translation>
    </message>
    <message>
        <source>A mail against the filters</source>
        <translation>针对过滤器的邮件</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>A person calls it</source>
        <translation>人的判断</translation>
    </message>
    <message>
        <source>Mails of the tournament</source>
        <translation>锦标赛邮件</translation>
    </message>
    <message>
        <source>The mail</source>
        <translation>邮件内容</translation>
    </message>
    <message>
        <source>One rule per line; the first that applies decides. Put words into quotation marks.</source>
        <translation>每行一条规则；第一条符合的规则生效。词语要加引号。</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>Open rules…</source>
        <translation>打开规则…</translation>
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
        <source>Write a mail that the other filters get wrong. It counts only if a person agrees with its label.</source>
        <translation>写一封让其他过滤器判错的邮件。只有人也同意其标签时才算数。</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>A person disagrees: remove the mail</source>
        <translation>有人不同意：移除此邮件</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>%1 mails to learn from, %2 hidden mails to score on. Labels: %3.</source>
        <translation>可参考邮件 %1 封，用于评分的隐藏邮件 %2 封。标签：%3。</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>正确率</translation>
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
        <source>Got it wrong</source>
        <translation>判错者</translation>
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
        <source>Senders and limits</source>
        <translation>发件人与限制</translation>
    </message>
    <message>
        <source>Never file as spam</source>
        <translation>从不归档为垃圾邮件</translation>
    </message>
    <message>
        <source>Always file as spam</source>
        <translation>始终归档为垃圾邮件</translation>
    </message>
    <message>
        <source>Most files filed in a day without asking</source>
        <translation>每天最多不经询问归档的文件数</translation>
    </message>
    <message>
        <source>One address per line, or @ and a domain for all of its addresses.</source>
        <translation>每行一个地址；@ 加域名代表该域所有人。</translation>
    </message>
</context>
<context>
    <name>RulesViewModel</name>
    <message>
        <source>Reading mail for the rules</source>
        <translation>正在读取用于规则的邮件</translation>
    </message>
    <message>
        <source>Give the team a name.</source>
        <translation>请给队伍起个名字。</translation>
    </message>
    <message>
        <source>Line %1 must begin with if or else.</source>
        <translation>第 %1 行必须以“如果”或“否则”开头。</translation>
    </message>
    <message>
        <source>Line %1 lacks then, at “%2”.</source>
        <translation>第 %1 行在“%2”处缺少“则”。</translation>
    </message>
    <message>
        <source>Line %1 names no label of this mail: %3.</source>
        <translation>第 %1 行的标签不在这些邮件的标签中：%3。</translation>
    </message>
    <message>
        <source>Line %1 needs a word in quotation marks, at “%2”.</source>
        <translation>第 %1 行在“%2”处需要一个带引号的词。</translation>
    </message>
    <message>
        <source>Line %1 needs a bracket, at “%2”.</source>
        <translation>第 %1 行在“%2”处需要一个括号。</translation>
    </message>
    <message>
        <source>Line %1 is more than the program takes: write fewer or shorter rules.</source>
        <translation>第 %1 行超出限制：请减少或缩短规则。</translation>
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
        <source>How often each word was seen, against its log-odds</source>
        <translation>每个词的出现次数与对数几率</translation>
    </message>
    <message>
        <source>log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>times seen</source>
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
        <source>Move again</source>
        <translation>重新移动</translation>
    </message>
    <message>
        <source>Move from now on</source>
        <translation>从现在起移动</translation>
    </message>
    <message>
        <source>Undo this day</source>
        <translation>撤销今天的操作</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>on a server: learning to begin with</source>
        <translation>在服务器上：正在初始学习</translation>
    </message>
    <message>
        <source>on a server: not running</source>
        <translation>在服务器上：未运行</translation>
    </message>
    <message>
        <source>trial, last contact %1</source>
        <translation>试运行，最近联系 %1</translation>
    </message>
    <message>
        <source>last contact %1</source>
        <translation>最近联系 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln judged</source>
        <translation>
            <numerusform>判断 %Ln 封</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln would have been moved</source>
        <translation>
            <numerusform>%Ln 封本会移动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the %1 that you filed yourself went to another folder than it would have chosen</source>
        <translation>
            <numerusform>您自己决定的 %1 封中有 %Ln 封去了别处</numerusform>
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
            <numerusform>没有把握 %Ln 封</numerusform>
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
        <source>Processes that read files</source>
        <translation>读取文件的进程数</translation>
    </message>
    <message>
        <source>Auto compares all event models by leave-one-out, which takes a while. A saved recipe takes precedence.</source>
        <translation>“自动”会用留一法比较所有事件模型，需要一些时间。如有已保存的配方，则以配方为准。</translation>
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
        <source>Laplace</source>
        <translation>拉普拉斯</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>best smoothing</source>
        <translation>最佳平滑</translation>
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
        <source>learnt at once, and can be undone</source>
        <translation>立即学会，可以撤销</translation>
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
        <source>Several labels each</source>
        <translation>每份多个标签</translation>
    </message>
    <message>
        <source>Lets a document have more than one label.</source>
        <translation>一个文档可以有多个标签。</translation>
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
        <translation>模型有不同意见</translation>
    </message>
    <message>
        <source>To check</source>
        <translation>待核对</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>搜索</translation>
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
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Two labels</source>
        <translation>两个标签</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
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
        <source>What</source>
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
        <source>Give a label to the chosen documents</source>
        <translation>给所选文档加标签</translation>
    </message>
    <message>
        <source>Take the label away</source>
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
        <source>Name a group, or answer with a new label</source>
        <translation>给组命名，或用新标签回答</translation>
    </message>
    <message>
        <source>Take the last answer back</source>
        <translation>撤回上一个回答</translation>
    </message>
    <message>
        <source>The verdict is right</source>
        <translation>判断正确</translation>
    </message>
    <message>
        <source>Correct the verdict</source>
        <translation>更正判定</translation>
    </message>
    <message>
        <source>Next unsure verdict</source>
        <translation>下一个不确定的判定</translation>
    </message>
    <message>
        <source>Open the original</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Why: words, training examples, what if, full calculation</source>
        <translation>原因：词语、训练样例、如果、完整推导</translation>
    </message>
    <message>
        <source>Cancel what is on top</source>
        <translation>取消最上面的操作</translation>
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
        <source>Ridge</source>
        <translation>岭</translation>
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
        <translation>给其余的加标签…</translation>
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
        <source>If it is only the name of their folder, treat the documents as unlabelled.
They are then sorted into groups.</source>
        <translation>如果它只是文件夹的名称，可把这些文档当作无标签处理。
它们随后会被分成组。</translation>
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
        <source>No groups left</source>
        <translation>没有剩余的组</translation>
    </message>
    <message>
        <source>The other documents belong to no clear group. Answer questions about them one by one.</source>
        <translation>其余文档不属于任何明确的组，请逐个回答。</translation>
    </message>
    <message>
        <source>Answer questions</source>
        <translation>回答问题</translation>
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
        <translation>没有问题了</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) have no label. A trained model can label them.</source>
        <translation>
            <numerusform>%Ln 个文档没有标签，训练好的模型可以给它们加标签。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the documents</source>
        <translation>显示文档</translation>
    </message>
    <message>
        <source>looking for groups…</source>
        <translation>正在分组…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a label</source>
        <translation>
            <numerusform>%Ln 个没有标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with one</source>
        <translation>
            <numerusform>%Ln 个有标签</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatRow</name>
    <message>
        <source>Copy figures</source>
        <translation>复制数字</translation>
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
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Learnt afresh</source>
        <translation>从头学习</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>新文本</translation>
    </message>
    <message>
        <source>After every step the counts are those of a model that learnt these rows and no others.</source>
        <translation>每一步之后，计数都与只学过这些行的模型相同。</translation>
    </message>
    <message>
        <source>The counts differ from those of a model that learnt these rows and no others.</source>
        <translation>计数与只学过这些行的模型不同。</translation>
    </message>
    <message>
        <source>all rows learnt</source>
        <translation>学了全部各行</translation>
    </message>
    <message>
        <source>row %1 forgotten</source>
        <translation>忘记第 %1 行</translation>
    </message>
    <message>
        <source>row %1 learnt again</source>
        <translation>重新学习第 %1 行</translation>
    </message>
</context>
<context>
    <name>Sureness</name>
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
        <source>by you</source>
        <translation>由您决定</translation>
    </message>
    <message>
        <source>two labels nearly equal</source>
        <translation>两个标签难分上下</translation>
    </message>
    <message>
        <source>not certain enough</source>
        <translation>把握不足</translation>
    </message>
    <message>
        <source>few known words</source>
        <translation>认识的词太少</translation>
    </message>
    <message>
        <source>unlike anything learnt</source>
        <translation>与学过的都不像</translation>
    </message>
    <message>
        <source>another label fits too</source>
        <translation>另一标签也符合</translation>
    </message>
    <message>
        <source>accuracy not proven</source>
        <translation>准确度尚未证实</translation>
    </message>
    <message>
        <source>The evidence for both labels is nearly equal.</source>
        <translation>支持两个标签的证据几乎相等。</translation>
    </message>
    <message>
        <source>It is below this model’s limit for “sure”, which comes from mistakes on held-out documents.</source>
        <translation>低于此模型的“确定”门槛。该门槛来自模型在留出文档上的错误。</translation>
    </message>
    <message>
        <source>Hardly any of its words occur in the training documents.</source>
        <translation>它的词几乎都没有在训练文档中出现过。</translation>
    </message>
    <message>
        <source>It is unlike all training documents.</source>
        <translation>它与所有训练文档都不相似。</translation>
    </message>
    <message>
        <source>Another label fits nearly as well.</source>
        <translation>另一个标签几乎同样合适。</translation>
    </message>
    <message>
        <source>Too few held-out documents of this label were judged right to promise an error rate.</source>
        <translation>此标签判断正确的留出文档太少，无法保证错误率。</translation>
    </message>
    <message>
        <source>Unsure at %1: %2 of such verdicts were wrong on held-out documents, and “sure” allows 1 in %3. Corrections and new training move this limit; “File away” can ask for more certainty.</source>
        <translation>%1 仍不确定：在留出文档上，此类判定有 %2 是错的，而“确定”只允许每 %3 个错 1 个。更正和重新训练会改变此门槛；“归档”可以要求更高的把握。</translation>
    </message>
    <message>
        <source>Unsure at %1: the evidence is below this model’s limit for “sure”, set so that hardly any good document is lost. “Train” shows the limit; corrections and new training move it.</source>
        <translation>%1 仍不确定：证据低于此模型的“确定”门槛，设此门槛是为了几乎不丢失正常文档。“训练”页显示该门槛；更正和重新训练会改变它。</translation>
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
        <source>Without the example the score would be lower by this much (%1 compared)</source>
        <translation>若没有该样例，得分会降低这么多（已比较 %1 个）</translation>
    </message>
    <message>
        <source>wrong label? %1 fits better</source>
        <translation>标签有误？%1 更合适</translation>
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
    <name>TermField</name>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
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
        <source>Thunderbird then asks this workspace about new mail, and the workspace learns from what you mark and move. At first mail is only tagged.</source>
        <translation>连接后，Thunderbird 会就新邮件询问此工作区，工作区则从您的标记和移动中学习。起初只给邮件加标签。</translation>
    </message>
    <message>
        <source>Disconnecting removes every file that Bayleaf installed. Remove the extension itself in Thunderbird’s add-ons.</source>
        <translation>断开连接会删除 Bayleaf 安装的所有文件。扩展本身请在 Thunderbird 的附加组件中移除。</translation>
    </message>
    <message>
        <source>Connected: Thunderbird asks this workspace.</source>
        <translation>已连接：Thunderbird 会询问此工作区。</translation>
    </message>
    <message>
        <source>Connected to another workspace.</source>
        <translation>已连接到另一个工作区。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>1. In Thunderbird, open Add-ons and Themes, click the gear, and Install Add-on From File.</source>
        <translation>1. 在 Thunderbird 中打开“附加组件和主题”，点击齿轮，选择“从文件安装附加组件”。</translation>
    </message>
    <message>
        <source>2. Choose the file %1</source>
        <translation>2. 选择文件 %1</translation>
    </message>
    <message>
        <source>3. In the settings of each account, under Junk, turn off Thunderbird’s own filter. Bayleaf cannot distinguish its marks from yours.</source>
        <translation>3. 在每个账户的设置的“垃圾邮件”中，关闭 Thunderbird 自己的过滤器：它的标记无法与您的区分。</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Documents judged wrong</source>
        <translation>判断有误的文档</translation>
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
        <source>Give at least two labels to some documents;
the words of each are then weighed against the others.</source>
        <translation>请至少给文档加上两种标签；
然后比较每种标签的用词。</translation>
    </message>
    <message>
        <source>Two labels with documents make a model</source>
        <translation>有两个带文档的标签才能建模</translation>
    </message>
    <message>
        <source>Label documents</source>
        <translation>给文档加标签</translation>
    </message>
    <message>
        <source>Find better settings</source>
        <translation>寻找更好的设置</translation>
    </message>
    <message>
        <source>Tries other settings on held-out documents, and shows the best ones beside yours</source>
        <translation>在留出的文档上尝试其他设置，并把最好的与您的设置并排显示</translation>
    </message>
    <message>
        <source>most certain mistakes first</source>
        <translation>最有把握的错误在前</translation>
    </message>
    <message>
        <source>Save these settings…</source>
        <translation>保存这些设置…</translation>
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
        <source>Trained</source>
        <translation>已训练</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1, judged %2</source>
        <translation>
            <numerusform>%1 中的 %Ln 篇，判为 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of %1, judged correctly</source>
        <translation>
            <numerusform>%1 中有 %Ln 篇判断正确</numerusform>
        </translation>
    </message>
    <message>
        <source>Save these settings</source>
        <translation>保存这些设置</translation>
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
        <source>First answer, by %1. The figures of “%2” follow.</source>
        <translation>初步结果：%1。“%2”的结果随后显示。</translation>
    </message>
    <message>
        <source>These are the figures of %1, not of “%2”.</source>
        <translation>这是%1的结果，不是“%2”的结果。</translation>
    </message>
    <message>
        <source>The test was stopped.</source>
        <translation>测试已停止。</translation>
    </message>
    <message>
        <source>least certain first</source>
        <translation>最没把握的在前</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 篇文档</numerusform>
        </translation>
    </message>
    <message>
        <source>no model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>best at %1</source>
        <translation>%1 处最佳</translation>
    </message>
    <message>
        <source>training uses them</source>
        <translation>训练会使用它们</translation>
    </message>
    <message>
        <source>training ignores them</source>
        <translation>训练会忽略它们</translation>
    </message>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s)</source>
        <translation>
            <numerusform>使用 %Ln 篇未标注文档</numerusform>
        </translation>
    </message>
    <message>
        <source>without them</source>
        <translation>不使用它们</translation>
    </message>
    <message>
        <source>same held-out documents</source>
        <translation>相同的留出文档</translation>
    </message>
    <message>
        <source>95 % interval %1 – %2</source>
        <translation>95% 区间 %1–%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>占 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 误判</translation>
    </message>
    <message numerus="yes">
        <source>Correct on %Ln held-out document(s), %</source>
        <translation>
            <numerusform>在 %Ln 篇留出文档上的正确率，%</numerusform>
        </translation>
    </message>
    <message>
        <source>Correct on held-out documents, %</source>
        <translation>留出文档上的正确率，%</translation>
    </message>
    <message>
        <source>Fewest mistakes; where the difference could be chance, the lowest log loss</source>
        <translation>错误最少；若差别可能出于偶然，则取对数损失最小者</translation>
    </message>
    <message>
        <source>Each mail was tested by a model that knows all others, also later ones. That is easier than the filter&apos;s test, which goes by date.</source>
        <translation>每封邮件都由学过其他所有邮件（包括更晚的邮件）的模型来检验。这比按日期进行的过滤器检验更容易。</translation>
    </message>
    <message>
        <source>Tested by date: each mail was judged before it was learnt.</source>
        <translation>按日期检验：每封邮件都在学习之前先判断。</translation>
    </message>
    <message>
        <source>The other models have an easier test, so the figures do not compare.</source>
        <translation>其他模型的检验更容易，因此这些数字不能相互比较。</translation>
    </message>
    <message numerus="yes">
        <source>Both by date, on the same %Ln later mail(s): %1 %2, %3 %4.</source>
        <translation>
            <numerusform>都按日期检验，在相同的 %Ln 封较晚邮件上：%1 %2，%3 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 missed</source>
        <translation>%1 漏掉</translation>
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
        <source>%Ln document(s) judged wrong</source>
        <translation>
            <numerusform>%Ln 篇文档判断有误</numerusform>
        </translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>It was stopped too early: there is nothing to show yet.</source>
        <translation>停止得太早，还没有可显示的内容。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>%Ln saved</source>
        <translation>
            <numerusform>已保存 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” uses these settings</source>
        <translation>模型“%1”使用这些设置</translation>
    </message>
    <message>
        <source>Model “%1” has other settings: %2</source>
        <translation>模型“%1”使用其他设置：%2</translation>
    </message>
    <message>
        <source>Caution (regularisation)</source>
        <translation>谨慎程度（正则化）</translation>
    </message>
    <message>
        <source>Left: trust every word fully, and perhaps learn accidents. Right: trust words less, and perhaps miss real signs.</source>
        <translation>向左：完全相信每个词语，可能学到偶然现象。向右：少相信词语，可能漏掉真正的线索。</translation>
    </message>
    <message>
        <source>correct on held-out documents</source>
        <translation>留出文档上的正确率</translation>
    </message>
    <message>
        <source>Judged %1</source>
        <translation>判为 %1</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>判为</translation>
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
        <source>Comparing with the filter, by date</source>
        <translation>正在与过滤器按日期比较</translation>
    </message>
    <message>
        <source>Trying documents without a label</source>
        <translation>正在尝试未标注的文档</translation>
    </message>
    <message>
        <source>Trying other settings</source>
        <translation>正在尝试其他设置</translation>
    </message>
    <message>
        <source>Counting the words of %1</source>
        <translation>正在统计“%1”的词语</translation>
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
        <source>Model “%1” is as it was before</source>
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
        <translation>留出文档上正确率 %1</translation>
    </message>
    <message numerus="yes">
        <source>with %Ln unlabelled document(s): %1 correct, without: %2</source>
        <translation>
            <numerusform>用 %Ln 份无标签文档：%1 正确，不用：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>so they were ignored</source>
        <translation>因此忽略了它们</translation>
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
        <source>%Ln waiting for you</source>
        <translation>
            <numerusform>%Ln 个等您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>%Ln arrived today</source>
        <translation>
            <numerusform>今日到达 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln filed</source>
        <translation>
            <numerusform>已归档 %Ln 封</numerusform>
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
        <source>What your own mail server found out about senders (SPF, DKIM, DMARC) counts once you enter its name here.</source>
        <translation>在此填写您自己的邮件服务器名称后，它对发件人的检查结果（SPF、DKIM、DMARC）才会计入。</translation>
    </message>
    <message>
        <source>none; for example mx.example.org</source>
        <translation>无；例如 mx.example.org</translation>
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
            <numerusform>撤销上次运行时导入的 %Ln 个文档？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo the import of %Ln document(s)?</source>
        <translation>
            <numerusform>撤销导入的 %Ln 个文档？</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo from the last session: %1?</source>
        <translation>撤销上次运行时的操作：%1？</translation>
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
    <name>Veil</name>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>VerdictMenu</name>
    <message>
        <source>It is %1</source>
        <translation>它是 %1</translation>
    </message>
    <message>
        <source>Next unsure</source>
        <translation>下一个不确定</translation>
    </message>
    <message>
        <source>Take off the list</source>
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
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
</context>
<context>
    <name>VerdictTable</name>
    <message>
        <source>Verdicts</source>
        <translation>判断结果</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>From or file</source>
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
        <translation>每个词给得分增加多少</translation>
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
        <source>alone %1, here %2</source>
        <translation>单独 %1，此处 %2</translation>
    </message>
    <message>
        <source>Labelled documents taught %1 of it, unlabelled ones %2</source>
        <translation>其中有标签的文档教了 %1，无标签的教了 %2</translation>
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
        <source>Alone: what naive Bayes gives the word. Here: what it adds to this verdict. Discounted: the difference, because other words say the same.</source>
        <translation>单独：朴素贝叶斯给这个词的值。此处：它给本判定增加的值。扣除：两者之差，因为其他词说的是同一件事。</translation>
    </message>
    <message>
        <source>discounted (repeats other words)</source>
        <translation>扣除（与其他词重复）</translation>
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
        <source>Removing words does not change this verdict.</source>
        <translation>去掉任何词都不会改变此判定。</translation>
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
        <source>Type in the text above. Verdict and reasons follow at once. Nothing is learnt from it.</source>
        <translation>在上方文本中输入，判定和理由会立即更新。模型不会从中学习。</translation>
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
        <source>Verdict from when it arrived; words shown with today’s weights</source>
        <translation>判定为收到时所作；词的权重为当前值</translation>
    </message>
    <message>
        <source>judged by all other documents</source>
        <translation>根据其他所有文档判断</translation>
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
        <source>Show what was discounted</source>
        <translation>显示扣除的部分</translation>
    </message>
    <message>
        <source>Naive Bayes counts words that say the same twice. This model learnt how much of each to trust.</source>
        <translation>朴素贝叶斯会把意思相同的词重复计算。此模型学会了每个词该信多少。</translation>
    </message>
    <message>
        <source>Open in a window: copy, print, save…</source>
        <translation>在窗口中打开：复制、打印、保存…</translation>
    </message>
    <message>
        <source>What speaks for %1 (+) and against it (−), in log-odds</source>
        <translation>支持 %1（+）与反对（−）的证据，以对数几率计</translation>
    </message>
</context>
<context>
    <name>WordsPage</name>
    <message>
        <source>Search words</source>
        <translation>搜索词语</translation>
    </message>
    <message>
        <source>Part of a word, or a pattern between slashes: /^free/</source>
        <translation>词的一部分，或斜线之间的正则表达式：/^free/</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Seen at least</source>
        <translation>至少出现</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln time(s)</source>
        <translation>
            <numerusform>至少 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Shelves of words</source>
        <translation>词的分类</translation>
    </message>
    <message>
        <source>Train a model first: then every word shows what it says,
how often it was seen, and how that was worked out.</source>
        <translation>先训练一个模型：之后每个词都会显示它说明什么、
出现了多少次，以及如何算出来。</translation>
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
        <source>Copy words</source>
        <translation>复制词语</translation>
    </message>
    <message>
        <source>Full calculation…</source>
        <translation>完整推导…</translation>
    </message>
    <message>
        <source>The verdict on a text of this one word, step by step</source>
        <translation>只含这一个词的文本的判断，一步一步</translation>
    </message>
    <message>
        <source>Senders and headers</source>
        <translation>发件人与标头</translation>
    </message>
    <message>
        <source>Signs of the mail</source>
        <translation>邮件特征</translation>
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
        <source>All words</source>
        <translation>所有词</translation>
    </message>
    <message>
        <source>per document</source>
        <translation>每个文档</translation>
    </message>
    <message>
        <source>Log-odds times how often the word comes in a document of the label it speaks for</source>
        <translation>对数几率乘以该词在其所支持标签的文档中的平均出现次数</translation>
    </message>
    <message>
        <source>Log-odds times what the word weighs in a document of the label it speaks for</source>
        <translation>对数几率乘以该词在它所支持标签的文档中的权重</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>by log-odds and frequency</source>
        <translation>按对数几率与频率</translation>
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
        <translation>每个标签最有代表性的词语</translation>
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
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>The words of “%1” were not loaded.</source>
        <translation>“%1”的词未加载。</translation>
    </message>
    <message>
        <source>Load them</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Loading the words of “%1”…</source>
        <translation>正在加载“%1”的词…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show all words over how often they were seen</source>
        <translation>按出现次数显示所有词</translation>
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
        <source>only the %1 most informative ones are listed</source>
        <translation>仅列出信息量最大的 %1 个</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>How often the word was seen under %1</source>
        <translation>该词在 %1 中出现的次数</translation>
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
        <source>What the word adds for %1, with repeated evidence discounted</source>
        <translation>扣除后该词为“%1”增加的量</translation>
    </message>
    <message>
        <source>Log-odds</source>
        <translation>对数几率</translation>
    </message>
    <message>
        <source>The log-odds of naive Bayes alone, without the discount for words that say the same</source>
        <translation>仅按朴素贝叶斯的对数几率，不扣除含义相同的词</translation>
    </message>
    <message>
        <source>The share of that which is used here. Sorts by how much is discounted.</source>
        <translation>此处实际采用的比例。按扣除的多少排序。</translation>
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
        <source>The part of the log-odds that documents without a label taught</source>
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
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln 篇文档</numerusform>
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
        <source>Work through and hand in</source>
        <translation>作答并提交</translation>
    </message>
    <message>
        <source>First name and class</source>
        <translation>姓名和班级</translation>
    </message>
    <message>
        <source>of the lesson</source>
        <translation>课程原有</translation>
    </message>
    <message>
        <source>Save hand-in…</source>
        <translation>保存作业…</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>你的姓名</translation>
    </message>
    <message>
        <source>Numbers of sheet</source>
        <translation>练习单编号</translation>
    </message>
    <message>
        <source>%1 of %2 answered</source>
        <translation>已答 %1/%2</translation>
    </message>
    <message>
        <source>Nothing here is a fraction: there is nothing to ask.</source>
        <translation>这里没有分数，因此没有题目。</translation>
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
        <source>Hand-ins of Bayleaf (*%1)</source>
        <translation>Bayleaf 作业 (*%1)</translation>
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
        <translation>事件模型并列</translation>
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
        <source>The spreadsheet recalculates the verdict when you change a count.</source>
        <translation>在电子表格中更改计数后，判定会重新计算。</translation>
    </message>
    <message>
        <source>Save the calculation</source>
        <translation>保存推导</translation>
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
        <source>Sum the weaker steps</source>
        <translation>合并较弱的步骤</translation>
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
    <name>WorkingPane</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
</context>
<context>
    <name>WorkingStrip</name>
    <message>
        <source>%1 left</source>
        <translation>还剩 %1</translation>
    </message>
</context>
<context>
    <name>WorkingView</name>
    <message>
        <source>Working</source>
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
        <source>alone %1, here %2</source>
        <translation>单独 %1，此处 %2</translation>
    </message>
    <message>
        <source>by its counts %2 : 1 for %1; in a mail the filter lets it count for less</source>
        <translation>按计数 %2 : 1 偏向 %1；在邮件中，过滤器给它的分量更小</translation>
    </message>
    <message>
        <source>one occurrence rules %1 out</source>
        <translation>出现一次即排除 %1</translation>
    </message>
    <message>
        <source>each time it occurs, %1 gains %2 : 1 over %3</source>
        <translation>每出现一次，%1 对 %3 的优势为 %2 : 1</translation>
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
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>重命名文集</translation>
    </message>
</context>
<context>
    <name>WorkspaceUpkeep</name>
    <message>
        <source>A copy was saved</source>
        <translation>副本已保存</translation>
    </message>
    <message>
        <source>Saving a copy</source>
        <translation>正在保存副本</translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation>正在压缩</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Compacted: %1 before, %2 now</source>
        <translation>已压缩：之前 %1，现在 %2</translation>
    </message>
    <message>
        <source>The workspace is sound</source>
        <translation>工作区完好</translation>
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
        <source>This is already in %1</source>
        <translation>“%1”中已有此内容</translation>
    </message>
    <message>
        <source>The collection was deleted</source>
        <translation>文集已删除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them contradict what the filter knows, and count for little until others agree</source>
        <translation>
            <numerusform>其中 %Ln 份与过滤器所知相矛盾，在有其他文档印证之前只起很小的作用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s) imported into %1</source>
        <translation>
            <numerusform>已向“%1”导入 %Ln 篇文档</numerusform>
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
            <numerusform>已将 %Ln 个文档学作 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>已删除“%1”</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>No more unsure</source>
        <translation>没有不确定的了</translation>
    </message>
    <message>
        <source>Recipe “%1” saved</source>
        <translation>配方“%1”已保存</translation>
    </message>
    <message numerus="yes">
        <source>%Ln taken off the list</source>
        <translation>
            <numerusform>已将 %Ln 项移出列表</numerusform>
        </translation>
    </message>
    <message>
        <source>Model “%1” added</source>
        <translation>已添加模型“%1”</translation>
    </message>
    <message>
        <source>Learnt “%1” as %2</source>
        <translation>已将“%1”学习为 %2</translation>
    </message>
    <message>
        <source>it contradicts what the filter knows, and counts for little until others agree</source>
        <translation>这与过滤器所知相矛盾，在其他样本印证之前作用很小</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other verdict(s) changed</source>
        <translation>
            <numerusform>另有 %Ln 个判断改变</numerusform>
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
        <source>written with: %1</source>
        <translation>编写软件：%1</translation>
    </message>
    <message>
        <source>kind of content: %1</source>
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
        <source>attached: %1</source>
        <translation>附件：%1</translation>
    </message>
    <message>
        <source>found by the server %2: %1</source>
        <translation>服务器 %2 的检查结果：%1</translation>
    </message>
    <message>
        <source>%1 (in the subject)</source>
        <translation>%1（主题中）</translation>
    </message>
    <message>
        <source>sent to the sender itself</source>
        <translation>发给发件人自己</translation>
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
        <source>letters in fancy styles</source>
        <translation>花体字母</translation>
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
        <source>a number ends the subject</source>
        <translation>主题以编号结尾</translation>
    </message>
    <message>
        <source>a gap in the subject</source>
        <translation>主题中有空隙</translation>
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
        <source>subject with letters beyond English</source>
        <translation>主题含非英文字母</translation>
    </message>
    <message>
        <source>is a reply</source>
        <translation>是回复</translation>
    </message>
    <message>
        <source>was forwarded</source>
        <translation>是转发</translation>
    </message>
    <message>
        <source>unknown HTML</source>
        <translation>未知的 HTML</translation>
    </message>
    <message>
        <source>words broken by HTML</source>
        <translation>词被 HTML 拆开</translation>
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
        <source>text made invisible</source>
        <translation>隐形文字</translation>
    </message>
    <message>
        <source>text too small to read</source>
        <translation>小得无法阅读的文字</translation>
    </message>
    <message>
        <source>a link that writes a mail</source>
        <translation>写邮件的链接</translation>
    </message>
    <message>
        <source>a link inside a link</source>
        <translation>链接中的链接</translation>
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
        <source>sent through a list</source>
        <translation>经邮件列表发送</translation>
    </message>
    <message>
        <source>has an unsubscribe link</source>
        <translation>有退订链接</translation>
    </message>
    <message>
        <source>answers another mail</source>
        <translation>回复另一封邮件</translation>
    </message>
    <message>
        <source>is part of a conversation</source>
        <translation>属于一段往来</translation>
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
        <translation>有标头 %1</translation>
    </message>
    <message>
        <source>lacks the header %1</source>
        <translation>缺少标头 %1</translation>
    </message>
    <message>
        <source>HTML with &lt;%1&gt;</source>
        <translation>HTML 含 &lt;%1&gt;</translation>
    </message>
    <message>
        <source>a part of type %1</source>
        <translation>%1 类型的部分</translation>
    </message>
    <message>
        <source>flaw: %1</source>
        <translation>缺陷：%1</translation>
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
        <source>Reply-To address: %1</source>
        <translation>Reply-To 地址：%1</translation>
    </message>
    <message>
        <source>server on the way: %1</source>
        <translation>途经的服务器：%1</translation>
    </message>
    <message>
        <source>Reply-To at the sender’s domain</source>
        <translation>Reply-To 在发件人的域内</translation>
    </message>
    <message>
        <source>Reply-To at another domain</source>
        <translation>Reply-To 在另一个域</translation>
    </message>
    <message>
        <source>Message-ID from the sender’s domain</source>
        <translation>Message-ID 来自发件人的域</translation>
    </message>
    <message>
        <source>Message-ID not from the sender’s domain</source>
        <translation>Message-ID 不来自发件人的域</translation>
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
        <translation>单词被隐藏注释拆开</translation>
    </message>
    <message>
        <source>letters written as HTML codes</source>
        <translation>字母写成 HTML 代码</translation>
    </message>
    <message>
        <source>a script writes the text</source>
        <translation>文字由脚本写出</translation>
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
        <source>a link to a host name of digits</source>
        <translation>指向数字主机名的链接</translation>
    </message>
    <message>
        <source>a link full of % codes</source>
        <translation>充满 % 编码的链接</translation>
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
        <source>encoded as %1</source>
        <translation>编码方式 %1</translation>
    </message>
    <message>
        <source>pattern of the part boundary: %1</source>
        <translation>分段边界的样式：%1</translation>
    </message>
    <message>
        <source>header order: %1</source>
        <translation>信头顺序：%1</translation>
    </message>
    <message>
        <source>disguised word: %1</source>
        <translation>伪装的词：%1</translation>
    </message>
    <message>
        <source>hidden text: %1</source>
        <translation>隐藏文字：%1</translation>
    </message>
    <message>
        <source>length of the hidden text: level %1 of 20</source>
        <translation>隐藏文字长度：20 级中的第 %1 级</translation>
    </message>
    <message>
        <source>length of the text: level %1 of 20</source>
        <translation>正文长度：20 级中的第 %1 级</translation>
    </message>
    <message>
        <source>amount of HTML code: level %1</source>
        <translation>HTML 代码量：第 %1 级</translation>
    </message>
    <message>
        <source>capital letters: level %1 of 9</source>
        <translation>大写字母：9 级中的第 %1 级</translation>
    </message>
    <message>
        <source>digits: level %1 of 9</source>
        <translation>数字：9 级中的第 %1 级</translation>
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
        <source>link: %1</source>
        <translation>链接：%1</translation>
    </message>
    <message>
        <source>impossible time zone (%1)</source>
        <translation>不可能的时区（%1）</translation>
    </message>
    <message>
        <source>Every mail program writes its headers in an order of its own. These headers follow each other in this mail.</source>
        <translation>每个邮件程序都按自己的顺序写信头。在这封邮件中，这些信头依次相邻。</translation>
    </message>
    <message>
        <source>The time zone in the date of the mail.</source>
        <translation>邮件日期中的时区。</translation>
    </message>
    <message>
        <source>The first server gives each mail a unique identifier, the Message-ID, which ends in that server’s name.</source>
        <translation>第一台服务器给每封邮件一个编号，即 Message-ID，以该服务器的名称结尾。</translation>
    </message>
    <message>
        <source>Reply-To is the address that answers are sent to.</source>
        <translation>Reply-To 是回信寄往的地址。</translation>
    </message>
    <message>
        <source>Mail programs mark where a part of the mail ends with a line of their own pattern.</source>
        <translation>邮件程序用自己样式的一行标出邮件各部分的结尾。</translation>
    </message>
    <message>
        <source>Each size is twice the one before: size 10 is about 1,000 characters.</source>
        <translation>每一级是前一级的两倍：10 级约为 1000 个字符。</translation>
    </message>
    <message>
        <source>Each size is twice the one before: size 10 is about 1,000 words.</source>
        <translation>每一级是前一级的两倍：10 级约为 1000 个词。</translation>
    </message>
    <message>
        <source>How much HTML code there is for each character of text.</source>
        <translation>每个文字字符对应多少 HTML 代码。</translation>
    </message>
    <message>
        <source>The share of capital letters, in tenths.</source>
        <translation>大写字母所占比例，以十分之一计。</translation>
    </message>
    <message>
        <source>The share of digits, in tenths.</source>
        <translation>数字所占比例，以十分之一计。</translation>
    </message>
    <message>
        <source>The word is written with look-alike letters, gaps or invisible signs.</source>
        <translation>这个词用了形近字母、空格或不可见字符来书写。</translation>
    </message>
    <message>
        <source>The mail does not follow the standard format for mail.</source>
        <translation>邮件不符合标准的邮件格式。</translation>
    </message>
    <message>
        <source>The first words count twice: as ordinary words, and as words of the beginning.</source>
        <translation>开头的词计两次：一次作为普通词，一次作为开头的词。</translation>
    </message>
    <message>
        <source>Part of the name of a server that passed the mail on.</source>
        <translation>转发邮件的服务器名称的一部分。</translation>
    </message>
    <message>
        <source>How many of these words the filter has never seen, compared with its usual mail.</source>
        <translation>与平常的邮件相比，过滤器有多少这类词从未见过。</translation>
    </message>
    <message>
        <source>Tags and codes like &lt;br&gt; or &amp;nbsp; in a part of plain text. A reader sees the code itself.</source>
        <translation>纯文本部分中的 &lt;br&gt;、&amp;nbsp; 等标签和代码。读者看到的就是代码本身。</translation>
    </message>
    <message>
        <source>What mail servers and the mail program wrote: the way of the mail, its headers and their order.</source>
        <translation>邮件服务器和邮件程序所写的内容：邮件的路径、信头及其顺序。</translation>
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
        <source>How many words of each kind the filter has never seen. Spam often uses new words.</source>
        <translation>过滤器从未见过的各类词有多少。垃圾邮件常用新词。</translation>
    </message>
    <message>
        <source>begins with “%1”</source>
        <translation>以“%1”开头</translation>
    </message>
    <message>
        <source>“%1” side by side</source>
        <translation>“%1”相邻</translation>
    </message>
    <message>
        <source>new words in the text: %1</source>
        <translation>正文中的新词：%1</translation>
    </message>
    <message>
        <source>new words in the subject: %1</source>
        <translation>主题中的新词：%1</translation>
    </message>
    <message>
        <source>new senders and servers: %1</source>
        <translation>新的发件人和服务器：%1</translation>
    </message>
    <message>
        <source>new signs: %1</source>
        <translation>新的特征：%1</translation>
    </message>
    <message>
        <source>new beginnings: %1</source>
        <translation>新的开头：%1</translation>
    </message>
    <message>
        <source>usual %1</source>
        <translation>平常 %1</translation>
    </message>
    <message>
        <source>too few to tell</source>
        <translation>太少，无法判断</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最多 %1</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>“{name}” is being written by another program. Try again in a moment.</source>
        <translation>“{name}”正被另一个程序写入。请稍后再试。</translation>
    </message>
    <message>
        <source>“{name}” could not be opened. Check that its folder exists and that you may read it.</source>
        <translation>无法打开“{name}”。请检查其文件夹是否存在，以及您是否有读取权限。</translation>
    </message>
    <message>
        <source>“{name}” is damaged ({detail}). Nothing was changed. Restore it from a backup.</source>
        <translation>“{name}”已损坏（{detail}）。未作任何更改；请从备份恢复。</translation>
    </message>
    <message>
        <source>The disk with “{name}” is full. Nothing was lost. Free some space and try again.</source>
        <translation>“{name}”所在磁盘已满。没有丢失内容；请腾出空间后重试。</translation>
    </message>
    <message>
        <source>An import into “{name}” is still running. Wait until it finishes, or stop it.</source>
        <translation>向“{name}”的导入仍在进行。请等待完成或停止它。</translation>
    </message>
    <message>
        <source>The disk with “{name}” reported an error ({detail}). Everything saved before is still there.</source>
        <translation>“{name}”所在磁盘报告错误（{detail}）。之前保存的内容仍在。</translation>
    </message>
    <message>
        <source>The folder of “{name}” does not exist.</source>
        <translation>“{name}”所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>You are not allowed to open or change “{name}”.</source>
        <translation>你无权打开或更改“{name}”。</translation>
    </message>
    <message>
        <source>Compacting “{name}” needs {detail} bytes of free space, more than its disk has.</source>
        <translation>压缩“{name}”需要的空间超过磁盘剩余（{detail} 字节）。</translation>
    </message>
    <message>
        <source>“{name}” is not a Bayleaf workspace.</source>
        <translation>“{name}”不是 Bayleaf 工作区。</translation>
    </message>
    <message>
        <source>There is no workspace “{name}”.</source>
        <translation>没有工作区“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was made by an older version of Bayleaf. Open it in the program, or import or train with it, to update it. A copy of the old file is kept.</source>
        <translation>“{name}”由较旧版本的 Bayleaf 创建。请在程序中打开它，或用它导入、训练，以便更新；会保留一份副本。</translation>
    </message>
    <message>
        <source>“{name}” or its folder is read-only. Save a copy elsewhere to make changes.</source>
        <translation>“{name}”或其文件夹只读。要更改，请在别处保存副本。</translation>
    </message>
    <message>
        <source>“{name}” has an older format and is read-only. Copy it to a folder where you may write.</source>
        <translation>“{name}”是旧格式且只读。请复制到可更改的位置。</translation>
    </message>
    <message>
        <source>“{name}” was not closed properly. Copy its folder to a place where you may write, and open the copy.</source>
        <translation>“{name}”未正常关闭。请把它的文件夹复制到可更改的位置。</translation>
    </message>
    <message>
        <source>Another program took the import into “{name}” for abandoned and removed it. Start the import again.</source>
        <translation>另一个程序认为向“{name}”的导入已被放弃并将其移除。请重新开始。</translation>
    </message>
    <message>
        <source>“{name}” is the workspace itself. Choose another name for the copy.</source>
        <translation>“{name}”就是工作区本身。请为副本另取名称。</translation>
    </message>
    <message>
        <source>An entry is too large to be stored in “{name}”.</source>
        <translation>有内容太大，无法保存在“{name}”中。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”是空的。</translation>
    </message>
    <message>
        <source>“{name}” is encrypted or protected by a password.</source>
        <translation>“{name}”已加密或受密码保护。</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>“{name}”已损坏。</translation>
    </message>
    <message>
        <source>“{name}” is a kind of file that Bayleaf cannot read.</source>
        <translation>Bayleaf 不读取“{name}”这类文件。</translation>
    </message>
    <message>
        <source>“{name}” is an Outlook data file, which Bayleaf cannot read. Drag the mails from Outlook into a folder, or convert the file with readpst.</source>
        <translation>“{name}”是 Outlook 的存储文件，Bayleaf 无法读取：请从 Outlook 将邮件拖到文件夹中，或用 readpst 转换为邮箱文件。</translation>
    </message>
    <message>
        <source>“{name}” has no text, and no words were recognised in its pictures.</source>
        <translation>“{name}”没有文本，从其图片中也未能识别出文字。</translation>
    </message>
    <message>
        <source>“{name}” is larger than the limit for one document.</source>
        <translation>“{name}”超过单个文档的上限。</translation>
    </message>
    <message>
        <source>“{name}” is nested too deeply.</source>
        <translation>“{name}”嵌套过深。</translation>
    </message>
    <message>
        <source>“{name}” expands to far more than its size: it looks like an archive bomb.</source>
        <translation>“{name}”展开后远超其大小：像是压缩炸弹。</translation>
    </message>
    <message>
        <source>“{name}” has a path that leads out of its archive.</source>
        <translation>“{name}”指向压缩包之外的位置。</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: permission denied.</source>
        <translation>无法读取“{name}”：没有权限。</translation>
    </message>
    <message>
        <source>“{name}” disappeared while it was being read.</source>
        <translation>“{name}”在读取时消失了。</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson file of Bayleaf.</source>
        <translation>“{name}”不是 Bayleaf 生成的课程。</translation>
    </message>
    <message>
        <source>“{name}” is not a regular file.</source>
        <translation>“{name}”不是普通文件。</translation>
    </message>
    <message>
        <source>“{name}” took too long to read.</source>
        <translation>读取“{name}”耗时过长。</translation>
    </message>
    <message>
        <source>“{name}” needed too much memory.</source>
        <translation>“{name}”需要的内存过多。</translation>
    </message>
    <message>
        <source>“{name}” could not be read: the reading process crashed.</source>
        <translation>读取“{name}”失败：读取进程崩溃了。</translation>
    </message>
    <message>
        <source>“{name}” has no text.</source>
        <translation>“{name}”没有文字。</translation>
    </message>
    <message>
        <source>“{name}” is left out: it holds sent mail, drafts or deleted mail, not incoming mail.</source>
        <translation>“{name}”已略过：其中是已发送、草稿或已删除的邮件，而不是收到的邮件。</translation>
    </message>
    <message>
        <source>“{name}” is left out: this copy differs from the mailbox on the server. Let the mail program compact and download that folder, or export it.</source>
        <translation>“{name}”已略过：此副本与服务器上的邮箱内容不一致；请让邮件程序压缩并下载该文件夹，或将其导出。</translation>
    </message>
    <message>
        <source>“{name}” has a row that does not fit its table.</source>
        <translation>“{name}”有一行与表格不符。</translation>
    </message>
    <message>
        <source>“{name}” changed while it was being read.</source>
        <translation>“{name}”在读取时发生了变化。</translation>
    </message>
    <message>
        <source>“{name}” could not be understood.</source>
        <translation>无法理解“{name}”的内容。</translation>
    </message>
    <message>
        <source>“{name}” has no column “{detail}”.</source>
        <translation>“{name}”没有“{detail}”列。</translation>
    </message>
    <message>
        <source>“{name}” is not a regular expression: {detail}.</source>
        <translation>“{name}”不是正则表达式：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” is no longer where it was read from.</source>
        <translation>“{name}”已不在原先读取的位置。</translation>
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
        <source>“{name}” could not be fetched: {detail}.</source>
        <translation>无法取得“{name}”：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” is a workspace or another database. Choose another name.</source>
        <translation>“{name}”是工作区或其他数据库。请换一个名称。</translation>
    </message>
    <message>
        <source>“{name}” has too few labels: {detail}. A replay needs two labels, one of them the positive label.</source>
        <translation>“{name}”中的标签太少：{detail}。重放需要两个，其中包括正例标签。</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a label and a path.</source>
        <translation>“{name}”的第 {detail} 行不是标签和路径。</translation>
    </message>
    <message>
        <source>“{name}” is already in its folder.</source>
        <translation>“{name}”已在其文件夹中。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was, because filing was stopped.</source>
        <translation>“{name}”留在原处，因为归档已停止。</translation>
    </message>
    <message>
        <source>“{name}” has changed since, so it was left as it is.</source>
        <translation>“{name}”后来被改动过，因此这次没有动它。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: there is another file with that name.</source>
        <translation>“{name}”留在原处：已有同名文件。</translation>
    </message>
    <message>
        <source>There is not enough space for “{name}”.</source>
        <translation>没有空间存放“{name}”。</translation>
    </message>
    <message>
        <source>The disk reported an error while moving “{name}”. The file is still where it was.</source>
        <translation>磁盘报告“{name}”出错。它仍在原处。</translation>
    </message>
    <message>
        <source>“{name}” stayed where it was: filing was interrupted.</source>
        <translation>“{name}”留在原处：归档被中断。</translation>
    </message>
    <message>
        <source>“{name}” has a name that the other disk does not allow.</source>
        <translation>目标磁盘不支持“{name}”这样的文件名。</translation>
    </message>
    <message>
        <source>“{name}” is a text or a mail that was dropped here, not a file.</source>
        <translation>“{name}”不是文件，而是拖到这里的文本或邮件。</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed there: the target is not a folder.</source>
        <translation>“{name}”无法归档到那里：目标不是文件夹。</translation>
    </message>
    <message>
        <source>“{name}” has no verdict.</source>
        <translation>“{name}”没有判断结果。</translation>
    </message>
    <message>
        <source>You are not allowed to move “{name}”, or to write to its target folder.</source>
        <translation>你无权移动“{name}”，或无权写入目标位置。</translation>
    </message>
    <message>
        <source>“{name}” cannot be filed there: the folder is read-only.</source>
        <translation>“{name}”无法归档到那里：该文件夹只读。</translation>
    </message>
    <message>
        <source>“{name}” is a row of a table, which has no file of its own.</source>
        <translation>“{name}”是表格的一行，没有自己的文件。</translation>
    </message>
    <message>
        <source>The folder for “{name}” is a link or a file, and may lead elsewhere.</source>
        <translation>“{name}”的文件夹是链接或文件，可能指向别处。</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough.</source>
        <translation>对“{name}”的判断不够确定。</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>“{name}”已不在那里。</translation>
    </message>
    <message>
        <source>That document is no longer here.</source>
        <translation>该文档已不在这里。</translation>
    </message>
    <message>
        <source>There is no label “{name}” here.</source>
        <translation>这里没有标签“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was never learnt under that label, so it cannot be forgotten. Nothing was changed.</source>
        <translation>“{name}”从未以该标签学习过，因此无法遗忘。未作更改。</translation>
    </message>
    <message>
        <source>There is no model “{name}” here.</source>
        <translation>这里没有模型“{name}”。</translation>
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
        <source>There is no recipe “{name}” here.</source>
        <translation>这里没有配方“{name}”。</translation>
    </message>
    <message>
        <source>The text of “{name}” was not stored, so Bayleaf could not learn from your correction. Classify the file again, then correct the verdict.</source>
        <translation>没有保存“{name}”的正文，因此 Bayleaf 无法从您的更正中学习。请再次对该文件分类，然后更正判断。</translation>
    </message>
    <message>
        <source>“{name}” was moved and its text was not stored, so Bayleaf could not learn from your correction.</source>
        <translation>“{name}”已被移走，且没有保存其正文，因此 Bayleaf 无法从您的更正中学习。</translation>
    </message>
    <message>
        <source>The model does not know the word “{name}”.</source>
        <translation>模型不认识“{name}”这个词。</translation>
    </message>
    <message>
        <source>No workspace is open.</source>
        <translation>没有打开工作区。</translation>
    </message>
    <message>
        <source>“{name}” cannot be compared with other models: its mails have no dates, and the comparison needs their order.</source>
        <translation>“{name}”无法与其他模型比较：它的邮件没有日期，而比较需要先后顺序。</translation>
    </message>
    <message>
        <source>“{name}” reads no text, so it has no words.</source>
        <translation>“{name}”不读取文字，因此没有词。</translation>
    </message>
    <message>
        <source>“{detail}” is not the address of a cluster. Use tcp://host:port, tls://host:port, local or local:N.</source>
        <translation>“{detail}”不是集群地址。应为 tcp://主机:端口、tls://主机:端口、local 或 local:N。</translation>
    </message>
    <message>
        <source>“{detail}” is left over from an earlier run that wrote more files. Remove it, or choose another folder.</source>
        <translation>“{detail}”属于以前写出更多文件的一次运行。请将其删除，或另选文件夹。</translation>
    </message>
    <message>
        <source>The connection to the cluster at {detail} was lost. Nothing was written. With a checkpoint folder, the next run continues.</source>
        <translation>与集群 {detail} 的连接已断开。没有写入任何内容；如果设了检查点文件夹，下次会从那里继续。</translation>
    </message>
    <message>
        <source>The cluster&apos;s workers do not have Bayleaf ({detail}). Install bayleaf[cluster] on each of them.</source>
        <translation>集群的工作节点上没有 Bayleaf（{detail}）。请在每个节点上安装 bayleaf[cluster]。</translation>
    </message>
    <message>
        <source>The cluster has had no workers for {detail} seconds. Nothing was written. Start workers and try again. With a checkpoint folder, the run continues where it stopped.</source>
        <translation>集群已有 {detail} 秒没有工作进程。没有写入任何内容。请启动一些再试；有检查点文件夹时会从原处继续。</translation>
    </message>
    <message>
        <source>A worker of the cluster has other versions ({detail}). All workers need the same versions.</source>
        <translation>集群的一个工作进程使用了不同的版本（{detail}）。所有工作进程的版本必须一致。</translation>
    </message>
    <message>
        <source>There are more distinct words than a model can hold: {detail} so far. Set a lower limit with --most-words. With a checkpoint folder, nothing is read again.</source>
        <translation>不同的词超出了模型的容量：目前已有 {detail} 个。请用 --most-words 设定更低的上限。有检查点文件夹时不会重新读取。</translation>
    </message>
    <message>
        <source>Dask does not know “{detail}://”. The address of a cluster begins with tcp:// or tls://, or is local or local:N.</source>
        <translation>Dask 不认识“{detail}://”。集群地址以 tcp:// 或 tls:// 开头，或者是 local、local:N。</translation>
    </message>
    <message>
        <source>The sources changed while they were read: “{detail}”. Nothing was written. Try again when they no longer change.</source>
        <translation>读取时来源发生了变化：“{detail}”。没有写入任何内容。请在来源不再变化时重试。</translation>
    </message>
    <message>
        <source>About {detail} distinct words are expected, more than a model can hold. Set a lower limit with --most-words.</source>
        <translation>预计约有 {detail} 个不同的词，超出模型的容量。请用 --most-words 设定更低的上限。</translation>
    </message>
    <message>
        <source>The cluster at {detail} does not answer. Check that its scheduler is running.</source>
        <translation>{detail} 处没有集群，或者它没有响应。请查看其调度器是否在运行。</translation>
    </message>
    <message>
        <source>A worker of the cluster has too little memory. Nothing was written.</source>
        <translation>集群的某个工作进程内存不足。没有写入任何内容。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” beside it could make SQLite delete other files. Move that file away.</source>
        <translation>未打开“{name}”：旁边的“{detail}”可能使 SQLite 删除其他文件。请先移走该文件。</translation>
    </message>
    <message>
        <source>“{name}” was made by a later version of Bayleaf (format {found}; this version reads up to {known}). Update Bayleaf to open it.</source>
        <translation>“{name}”由更新版本的 Bayleaf 创建（格式 {found}；本版本最多支持 {known}）：请用该版本打开。</translation>
    </message>
    <message>
        <source>“{name}” has no text: it is a scan or a picture. Install the program Tesseract, and Bayleaf can read it.</source>
        <translation>“{name}”没有文本：它是扫描件或图片。安装 Tesseract 程序后，Bayleaf 可以读取它。</translation>
    </message>
    <message>
        <source>“{name}” is in a script for which Tesseract has no language here. Install the language, and Bayleaf can read it.</source>
        <translation>“{name}”所用的文字在此处的 Tesseract 中没有相应语言：安装后 Bayleaf 就能读取。</translation>
    </message>
    <message>
        <source>“{name}” has no answers that can be worked out by hand. Choose another event model.</source>
        <translation>“{name}”没有可以手算的答案：请选择其他事件模型。</translation>
    </message>
    <message>
        <source>“{name}” has too few rows for sheets with different numbers.</source>
        <translation>“{name}”的行太少，无法生成数字不同的练习单。</translation>
    </message>
    <message>
        <source>“{name}” has no row with a label to learn from.</source>
        <translation>“{name}”中没有可供学习的带标签的行。</translation>
    </message>
    <message>
        <source>“{name}” is not a hand-in that Bayleaf has saved.</source>
        <translation>“{name}”不是由 Bayleaf 保存的作业。</translation>
    </message>
    <message>
        <source>“{name}” was saved by a newer Bayleaf: update this one to open it.</source>
        <translation>“{name}”由更新版本的 Bayleaf 保存：请更新后再打开。</translation>
    </message>
    <message>
        <source>“{name}” asks other questions than this lesson does now.</source>
        <translation>“{name}”里的问题与这一课现在的不同。</translation>
    </message>
    <message>
        <source>“{name}” has no answers to numbered questions: `lesson --to FILE.csv` writes a table for them.</source>
        <translation>“{name}”没有编号问题的答案：`lesson --to FILE.csv` 会写出填写用的表。</translation>
    </message>
    <message>
        <source>“{name}” is a table, which cannot be mixed with documents. Import it on its own.</source>
        <translation>“{name}”是表格，不能与文档混在一起导入。请单独导入。</translation>
    </message>
    <message>
        <source>“{name}” exists and was not written by Bayleaf. Add the lines to it by hand.</source>
        <translation>“{name}”已经存在，且不是由 Bayleaf 写入的：请手动把这些行加进去。</translation>
    </message>
    <message>
        <source>“{name}” is not a lesson: its entry “{detail}” is missing or wrong.</source>
        <translation>“{name}”不是课程：其中的“{detail}”缺失或有误。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: the event model “{detail}” does not fit its columns.</source>
        <translation>未打开“{name}”：事件模型“{detail}”与各列不符。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: “{detail}” must be a number from 0 to 1,000.</source>
        <translation>未打开“{name}”：“{detail}”必须是 0 到 1,000 之间的数。</translation>
    </message>
    <message>
        <source>“{name}” was not opened: row {detail} needs a label and a text for each column.</source>
        <translation>未打开“{name}”：第 {detail} 行需要一个标签，并且每列都要有文本。</translation>
    </message>
    <message>
        <source>“{name}” has {detail} rows. A lesson can have 2,000.</source>
        <translation>“{name}”有 {detail} 行。一课最多 2,000 行。</translation>
    </message>
    <message>
        <source>Line {detail} of “{name}” is not a rule.</source>
        <translation>“{name}”的第 {detail} 行不是规则。</translation>
    </message>
    <message>
        <source>“{name}” exists and is a different kind of file, so it was not replaced. Remove it, or choose another name.</source>
        <translation>“{name}”已存在，且与要写入的文件类型不同，因此未作改动。请将其删除，或另选名称。</translation>
    </message>
    <message>
        <source>“{name}” has other columns than the collection “{detail}”.</source>
        <translation>“{name}”的列与文集“{detail}”不同。</translation>
    </message>
    <message>
        <source>“{name}” is inside a mailbox or an archive, which stays as it is.</source>
        <translation>“{name}”在邮箱或压缩包内。Bayleaf 不会改动邮箱和压缩包。</translation>
    </message>
    <message>
        <source>The verdict on “{name}” is not certain enough: its label has too few documents to promise anything.</source>
        <translation>对“{name}”的判断不够确定：其标签的文档太少，无法作任何保证。</translation>
    </message>
    <message>
        <source>“{name}” has no label and no verdict.</source>
        <translation>“{name}”既没有标签，也没有判断结果。</translation>
    </message>
    <message>
        <source>There is no collection “{name}” here.</source>
        <translation>这里没有文集“{name}”。</translation>
    </message>
    <message>
        <source>There is no lesson “{name}”.</source>
        <translation>没有名为“{name}”的课程。</translation>
    </message>
    <message>
        <source>The collection of “{name}” no longer exists, so there are no documents to test it on or to learn from.</source>
        <translation>“{name}”的文集已不存在，没有可用于评估或学习的文档。</translation>
    </message>
    <message>
        <source>There is no secure connection to the cluster: {detail}.</source>
        <translation>无法与集群建立安全连接：{detail}。</translation>
    </message>
    <message>
        <source>Every worker that tried {detail} ended, so the cluster gave up. Nothing was written. If the workers had too little memory, use smaller shards (--shard-bytes).</source>
        <translation>每个尝试 {detail} 的工作进程都终止了，集群因此放弃。没有写入任何内容。如果是内存不足，较小的分片会有帮助（--shard-bytes）。</translation>
    </message>
    <message>
        <source>A cluster needs Dask, which is not installed. Install it with: pip install &quot;bayleaf[cluster]&quot;.</source>
        <translation>集群需要 Dask，但尚未安装。请用以下命令安装：pip install &quot;bayleaf[cluster]&quot;。</translation>
    </message>
    <message>
        <source>The sources have different columns. Name the columns, or train on one kind of source at a time.</source>
        <translation>各来源的列不同。请指明列名，或者每次只用一种来源训练。</translation>
    </message>
    <message>
        <source>A worker of the cluster could not do its work: {detail}. Nothing was written.</source>
        <translation>集群的一个工作进程无法完成工作：{detail}。没有写入任何内容。</translation>
    </message>
    <message>
        <source>The table of users cannot be used: {detail}.</source>
        <translation>用户表无法使用：{detail}。</translation>
    </message>
    <message>
        <source>Another program is listening on “{detail}”. Stop it first, or choose another path for the socket.</source>
        <translation>另一个程序正在“{detail}”上监听。请先结束它，或为套接字另选路径。</translation>
    </message>
    <message>
        <source>The mail daemon cannot create “{detail}”: you may not write to that folder.</source>
        <translation>邮件服务无法创建“{detail}”：该文件夹不可写入。</translation>
    </message>
    <message>
        <source>The socket “{detail}” cannot be shared with the group. Check that the group exists and that you are a member.</source>
        <translation>无法让其他用户打开套接字“{detail}”：该组是否存在，您是否是其成员？</translation>
    </message>
    <message>
        <source>The mail daemon did not start. Run “bayleaf-cli serve” with the workspace to see why.</source>
        <translation>邮件服务未能启动。请对工作区运行“bayleaf-cli serve”以查看原因。</translation>
    </message>
    <message>
        <source>The mail daemon ended before it answered. Try again.</source>
        <translation>邮件服务在回答之前结束了。请重试。</translation>
    </message>
    <message>
        <source>This system has no Unix sockets. Programs reach the mail daemon through its named pipe.</source>
        <translation>本系统没有 Unix 套接字。程序通过命名管道连接邮件服务。</translation>
    </message>
    <message>
        <source>“{detail}” is not a socket, so it was left as it is. Choose a path that does not exist yet.</source>
        <translation>“{detail}”不是套接字，因此未作改动。请选择一个尚无任何文件的路径。</translation>
    </message>
    <message>
        <source>The path “{detail}” is too long for a socket. Set XDG_RUNTIME_DIR to a shorter folder.</source>
        <translation>路径“{detail}”对套接字来说太长。请把 XDG_RUNTIME_DIR 设为较短的文件夹。</translation>
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
        <source>“{detail}” belongs to another user, or is a link. Remove it, or set XDG_RUNTIME_DIR.</source>
        <translation>“{detail}”属于其他用户，或是链接。请将其删除，或设置 XDG_RUNTIME_DIR。</translation>
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
        <source>Another process is working on this mailbox.</source>
        <translation>另一个进程正在处理这个邮箱。</translation>
    </message>
    <message>
        <source>The server ended the connection: {detail}.</source>
        <translation>服务器结束了连接：{detail}。</translation>
    </message>
    <message>
        <source>The server’s certificate cannot be trusted: {detail}. Nothing was sent.</source>
        <translation>服务器的证书不可信：{detail}。什么也没有发送。</translation>
    </message>
    <message>
        <source>The command for the password failed: {detail}.</source>
        <translation>密码命令失败：{detail}。</translation>
    </message>
    <message>
        <source>The server does not answer.</source>
        <translation>服务器没有回应。</translation>
    </message>
    <message>
        <source>The mail daemon cannot learn now; it will be tried again: {detail}.</source>
        <translation>邮件服务现在不能学习，稍后会重试：{detail}。</translation>
    </message>
    <message>
        <source>The mail daemon says: {detail}.</source>
        <translation>邮件服务报告：{detail}。</translation>
    </message>
    <message>
        <source>The system’s keyring does not return the password now: {detail}.</source>
        <translation>系统的密钥环现在不提供密码：{detail}。</translation>
    </message>
    <message>
        <source>The server refuses the login: {detail}.</source>
        <translation>服务器拒绝登录：{detail}。</translation>
    </message>
    <message>
        <source>Another filter moves mail back. Bayleaf moves nothing more until you allow it; see the help.</source>
        <translation>另一个过滤器把邮件移回。在您吩咐之前不再移动任何邮件；见帮助。</translation>
    </message>
    <message>
        <source>The connection was lost: {detail}.</source>
        <translation>连接中断：{detail}。</translation>
    </message>
    <message>
        <source>The folder {detail} does not exist.</source>
        <translation>没有文件夹 {detail}。</translation>
    </message>
    <message>
        <source>The mail daemon of the workspace does not answer: {detail}.</source>
        <translation>工作区的邮件服务没有回应：{detail}。</translation>
    </message>
    <message>
        <source>No folder for junk was found. Name it.</source>
        <translation>没有找到垃圾邮件文件夹。请写出它的名称。</translation>
    </message>
    <message>
        <source>There is no user session for systemd here, so nothing can start at login. Log in as this user.</source>
        <translation>此处没有 systemd 用户会话，无法在登录时启动。请以该用户身份登录。</translation>
    </message>
    <message>
        <source>The system refused to start it at login: {detail}.</source>
        <translation>系统未接受登录时启动：{detail}。</translation>
    </message>
    <message>
        <source>This system has no keyring. Give a command that prints the password.</source>
        <translation>此系统没有密钥环。请给出打印密码的命令。</translation>
    </message>
    <message>
        <source>The system’s keyring has no password for {detail}.</source>
        <translation>系统的密钥环中没有 {detail} 的密码。</translation>
    </message>
    <message>
        <source>The file with certificates cannot be read: {detail}.</source>
        <translation>证书文件无法读取：{detail}。</translation>
    </message>
    <message>
        <source>The server does not use TLS on this port. Try port 993 or 143.</source>
        <translation>服务器在此端口上不使用 TLS。请试试端口 993 或 143。</translation>
    </message>
    <message>
        <source>The server offers no encryption, or the offer was removed in transit. Nothing was sent.</source>
        <translation>服务器不提供加密，或者加密提议在传输途中被移除。没有发送任何内容。</translation>
    </message>
    <message>
        <source>The server’s answer is not IMAP: {detail}.</source>
        <translation>服务器返回的不是 IMAP 响应：{detail}。</translation>
    </message>
    <message>
        <source>The command line of Bayleaf was not found.</source>
        <translation>没有找到 Bayleaf 的命令行程序。</translation>
    </message>
    <message>
        <source>Learning from the mailbox failed: {detail}.</source>
        <translation>从邮箱学习失败：{detail}。</translation>
    </message>
    <message>
        <source>The server refuses it: {detail}.</source>
        <translation>服务器拒绝：{detail}。</translation>
    </message>
    <message>
        <source>The state of the mailbox cannot be written: {detail}.</source>
        <translation>无法保存邮箱的状态：{detail}。</translation>
    </message>
    <message>
        <source>The server sends more than was requested.</source>
        <translation>服务器发送的多于所要求的。</translation>
    </message>
    <message>
        <source>The server cannot be reached: {detail}.</source>
        <translation>无法连接服务器：{detail}。</translation>
    </message>
    <message>
        <source>Start with a trial, which shows what would be moved.</source>
        <translation>请先用试运行说明会移动什么。</translation>
    </message>
    <message>
        <source>“{name}” cannot be merged: filters, tf-idf and the unknown word need more than counts.</source>
        <translation>“{name}”无法相加：过滤器、tf-idf 和带未知词的模型保存的不只是计数。</translation>
    </message>
    <message>
        <source>“{name}” counts differently from the first model, or not all words. Train all models with one recipe.</source>
        <translation>“{name}”统计的内容与第一个模型不同，或未统计所有词。请用同一配方训练所有模型。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or not the file it appears to be: it contains no words with counts.</source>
        <translation>“{name}”已损坏，或不是看上去的东西：其中没有带计数的词。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or was not written by skops.</source>
        <translation>“{name}”已损坏，或不是由 skops 写出的。</translation>
    </message>
    <message>
        <source>The converted “{name}” would give other verdicts (by {detail}), so it was not written.</source>
        <translation>“{name}”在那里的判断会不同（相差 {detail}），因此没有写出。</translation>
    </message>
    <message>
        <source>The format has no equivalent of the event model of “{name}” ({detail}).</source>
        <translation>该格式没有与“{name}”的事件模型（{detail}）对应的内容。</translation>
    </message>
    <message>
        <source>“{name}” is a filter, which judges by more than counts. Train a model with another event model.</source>
        <translation>“{name}”是过滤器，判断不只依据计数：请用其他事件模型训练一个模型。</translation>
    </message>
    <message>
        <source>“{name}” has a label without documents, which the format cannot express.</source>
        <translation>“{name}”有一个没有文档的标签，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” counts words of mail headers, which the format cannot express. Train it with --tokens plain.</source>
        <translation>“{name}”统计邮件标头中的词，该格式无法表达。请用 --tokens plain 训练。</translation>
    </message>
    <message>
        <source>“{name}” is not an answer of a labelling tool, or does not come from this workspace: see {detail}.</source>
        <translation>“{name}”不是标注工具交回的内容，或不是从这里开始的：见 {detail}。</translation>
    </message>
    <message>
        <source>“{name}” does not say how many mails were learnt.</source>
        <translation>“{name}”没有说明学过多少封邮件。</translation>
    </message>
    <message>
        <source>There is not enough labelled mail to make rules and to measure them.</source>
        <translation>带标签的邮件不够，无法制定规则并加以检验。</translation>
    </message>
    <message>
        <source>No list, sender or recipient points to a label often enough to make a rule.</source>
        <translation>没有哪个邮件列表、发件人或收件人足够经常地表明标签，无法制定规则。</translation>
    </message>
    <message>
        <source>“{name}” is not a Maildir: it has no folder “cur”.</source>
        <translation>“{name}”不是 Maildir：其中没有 cur 文件夹。</translation>
    </message>
    <message>
        <source>Name the manifest.json of a paperless-ngx export with the option --with. Its tags are written to “{name}”.</source>
        <translation>请用选项 --with 指定 paperless-ngx 导出的 manifest.json。其标签会写入“{name}”。</translation>
    </message>
    <message>
        <source>The smoothing of this model cannot be changed ({name}): it has learnt weights, or no smoothing.</source>
        <translation>权重是学来的或没有平滑时，无法移动平滑（{name}）。</translation>
    </message>
    <message>
        <source>“{name}” has probabilities of zero, which the format cannot express. Train it with some smoothing.</source>
        <translation>“{name}”含有为零的概率，该格式无法表达。请使用平滑来训练。</translation>
    </message>
    <message>
        <source>“{name}” has a categorical column without values, which the format cannot express.</source>
        <translation>“{name}”有一个没有取值的选项列，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” has a column of equal numbers, which the format cannot express.</source>
        <translation>“{name}”有一列数字全部相同，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” has no words: the pipeline must have a vectorizer before the estimator.</source>
        <translation>“{name}”没有词：在同一个流水线中，估计器之前必须有向量化器。</translation>
    </message>
    <message>
        <source>“{name}” reads no text, so it has no words to be converted.</source>
        <translation>“{name}”不读文本，因此没有可转换的词。</translation>
    </message>
    <message>
        <source>“{name}” was not fitted, or lacks attributes that its classes need.</source>
        <translation>“{name}”未经拟合，或不含其类应有的内容。</translation>
    </message>
    <message>
        <source>{name} is not installed. Install it with: pip install &quot;bayleaf[{detail}]&quot;.</source>
        <translation>没有安装 {name}。请安装：pip install &quot;bayleaf[{detail}]&quot;。</translation>
    </message>
    <message>
        <source>“{name}” is not a naive Bayes estimator after one vectorizer or encoder: {detail}.</source>
        <translation>“{name}”不是单个向量化器或编码器之后的朴素贝叶斯估计器：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” is already Bayleaf’s own format. Name the target program with --as.</source>
        <translation>“{name}”本来就是 Bayleaf 的。请用 --as 说明要为哪个程序转换。</translation>
    </message>
    <message>
        <source>“{name}” has a setting that Bayleaf does not have: {detail}.</source>
        <translation>“{name}”有一个在此没有对应的设置：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” has a single label; a filter needs good mail and spam.</source>
        <translation>“{name}”只有一个标签；过滤器需要正常邮件和垃圾邮件。</translation>
    </message>
    <message>
        <source>“{name}” counts table cells as words, which the format cannot express.</source>
        <translation>“{name}”把表格的单元格当作词来数，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” is a pickle, which can run any code when it is opened. Save the model with skops instead.</source>
        <translation>“{name}”是 pickle，打开时会任意执行代码。请改用 skops 写出。</translation>
    </message>
    <message>
        <source>“{name}” has no word that {detail} could use; rspamd counts only pairs of stems.</source>
        <translation>“{name}”没有 {detail} 可以有的词；rspamd 只计成对的词干。</translation>
    </message>
    <message>
        <source>“{name}” is not a POPFile database.</source>
        <translation>“{name}”不是 POPFile 的数据库。</translation>
    </message>
    <message>
        <source>“{name}” is a single bucket. Choose POPFile’s corpus folder, which has a folder for each bucket.</source>
        <translation>“{name}”只是一个桶。请选择 POPFile 的 corpus 文件夹，其中每个桶各有一个文件夹。</translation>
    </message>
    <message>
        <source>“{name}” uses the prior with complement naive Bayes, which the format cannot express.</source>
        <translation>“{name}”让先验与补集模型一起参与，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” counts words above a threshold, which the format cannot express.</source>
        <translation>“{name}”从某个阈值起才计一个词，该格式无法表达。</translation>
    </message>
    <message>
        <source>“{name}” is too large to be read.</source>
        <translation>“{name}”太大，无法读取。</translation>
    </message>
    <message>
        <source>“{name}” counts unknown words, which the format cannot express. Train it with --no-unknown-word.</source>
        <translation>“{name}”统计它不认识的词，该格式无法表达。请用 --no-unknown-word 训练。</translation>
    </message>
    <message>
        <source>“{name}” contains objects of unknown code ({detail}), so it was not opened.</source>
        <translation>“{name}”包含来自未知代码的对象（{detail}），因此没有打开。</translation>
    </message>
    <message>
        <source>“{name}” cannot be used: {detail}.</source>
        <translation>“{name}”无法使用：{detail}。</translation>
    </message>
    <message>
        <source>“{name}” splits words by a rule that the format cannot express: {detail}.</source>
        <translation>“{name}”按该格式无法表达的规则切词：{detail}。</translation>
    </message>
    <message>
        <source>The change log does not match document {detail}.</source>
        <translation>变更日志与文档 {detail} 不一致。</translation>
    </message>
    <message>
        <source>The change log of collection {detail} has gaps.</source>
        <translation>文集 {detail} 的变更日志不完整。</translation>
    </message>
    <message>
        <source>Collection {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>文集 {detail} 被其他程序或磁盘故障更改。</translation>
    </message>
    <message>
        <source>Document {detail} belongs to a collection that was deleted.</source>
        <translation>文档 {detail} 属于已删除的文集。</translation>
    </message>
    <message>
        <source>Document {detail} has a label of another collection.</source>
        <translation>文档 {detail} 的标签属于另一文集。</translation>
    </message>
    <message>
        <source>The model “{detail}” does not match its collection. Train it again.</source>
        <translation>模型“{detail}”与其文集不符。请重新训练。</translation>
    </message>
    <message>
        <source>There is already a collection “{name}”.</source>
        <translation>已有文集“{name}”。</translation>
    </message>
    <message>
        <source>A collection needs a name.</source>
        <translation>文集需要名称。</translation>
    </message>
    <message>
        <source>That name is too long for a collection.</source>
        <translation>该名称对文集来说太长。</translation>
    </message>
    <message>
        <source>The name of a collection must be one line of printable characters.</source>
        <translation>文集名称必须是一行可打印字符。</translation>
    </message>
    <message>
        <source>The title, sender or path of document {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>文档 {detail} 的标题、发件人或路径被其他程序或磁盘故障更改。</translation>
    </message>
    <message>
        <source>Document {detail} does not match its content hash.</source>
        <translation>文档 {detail} 与其内容哈希不符。</translation>
    </message>
    <message>
        <source>A text belongs to document {detail}, which does not exist.</source>
        <translation>有一段正文属于不存在的文档 {detail}。</translation>
    </message>
    <message>
        <source>The text of document {detail} is missing.</source>
        <translation>缺少文档 {detail} 的正文。</translation>
    </message>
    <message>
        <source>Document {detail} has the same content as another one.</source>
        <translation>文档 {detail} 与另一文档内容相同。</translation>
    </message>
    <message>
        <source>The stored word counts of document {detail} do not match its text.</source>
        <translation>文档 {detail} 保存的词数与其正文不符。</translation>
    </message>
    <message>
        <source>The file is damaged: {detail}.</source>
        <translation>文件已损坏：{detail}。</translation>
    </message>
    <message>
        <source>The label, weight or date of document {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>文档 {detail} 的标签、权重或日期被其他程序或磁盘故障更改。</translation>
    </message>
    <message>
        <source>The search index does not match the documents: {detail}.</source>
        <translation>搜索索引与文档不一致：{detail}。</translation>
    </message>
    <message>
        <source>SQLite finds the file damaged: {detail}.</source>
        <translation>SQLite 发现文件已损坏：{detail}。</translation>
    </message>
    <message>
        <source>Label {detail} was changed by another program, or by a fault of the disk.</source>
        <translation>标签 {detail} 被其他程序或磁盘故障更改。</translation>
    </message>
    <message>
        <source>Document {detail} has a label that was deleted.</source>
        <translation>文档 {detail} 的标签已删除。</translation>
    </message>
    <message>
        <source>Lesson {detail} belongs to a model that does not exist.</source>
        <translation>课程 {detail} 所属的模型不存在。</translation>
    </message>
    <message>
        <source>The model “{detail}” is damaged.</source>
        <translation>模型“{detail}”已损坏。</translation>
    </message>
    <message>
        <source>Model {detail} claims changes that were never made.</source>
        <translation>模型 {detail} 声称包含从未发生的变更。</translation>
    </message>
    <message>
        <source>Document {detail} has a number that was never assigned.</source>
        <translation>文档 {detail} 的编号从未分配过。</translation>
    </message>
    <message>
        <source>Texts or counts would unpack to more than a workspace can hold: {detail}.</source>
        <translation>文本或计数展开后会远远超过工作区所能容纳的大小：{detail}。</translation>
    </message>
    <message>
        <source>The recipe of the model “{detail}” is damaged.</source>
        <translation>模型“{detail}”的配方已损坏。</translation>
    </message>
    <message>
        <source>A row refers to something that does not exist: {detail}.</source>
        <translation>某行引用了不存在的内容：{detail}。</translation>
    </message>
    <message>
        <source>A row was changed by another program, or by a fault of the disk: {detail}.</source>
        <translation>有一行被其他程序或磁盘故障改动：{detail}。</translation>
    </message>
    <message>
        <source>A row is missing that was never deleted: {detail}.</source>
        <translation>有一行未经删除却消失了：{detail}。</translation>
    </message>
    <message>
        <source>A table row belongs to document {detail}, which does not exist.</source>
        <translation>有一个表格行属于不存在的文档 {detail}。</translation>
    </message>
    <message>
        <source>Document {detail} belongs to an import that does not exist.</source>
        <translation>文档 {detail} 属于不存在的导入。</translation>
    </message>
    <message>
        <source>The table or index “{detail}” was changed by another program.</source>
        <translation>表或索引“{detail}”被其他程序更改过。</translation>
    </message>
    <message>
        <source>A block of word counts is damaged: {detail}.</source>
        <translation>有一块词频数据已损坏：{detail}。</translation>
    </message>
    <message>
        <source>The text of a document is damaged: {detail}.</source>
        <translation>某文档的正文已损坏：{detail}。</translation>
    </message>
    <message>
        <source>The text of document {detail} does not have its recorded length.</source>
        <translation>文档 {detail} 的正文长度与记录不符。</translation>
    </message>
    <message>
        <source>Word list {detail} is damaged.</source>
        <translation>词表 {detail} 已损坏。</translation>
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
        <source>after the word “date”</source>
        <translation>位于“日期”一词之后</translation>
    </message>
    <message>
        <source>on a line of its own</source>
        <translation>单独成行</translation>
    </message>
    <message>
        <source>first date in the text (a guess)</source>
        <translation>文中第一个日期（推测）</translation>
    </message>
    <message>
        <source>day and month may be swapped (a guess)</source>
        <translation>日和月可能颠倒（推测）</translation>
    </message>
    <message>
        <source>time of the file (a guess)</source>
        <translation>文件的时间（推测）</translation>
    </message>
    <message>
        <source>after a word such as “from”</source>
        <translation>位于“发件人”之类的词之后</translation>
    </message>
    <message>
        <source>company or office at the top</source>
        <translation>信首的公司或机构</translation>
    </message>
    <message>
        <source>signature</source>
        <translation>署名</translation>
    </message>
    <message>
        <source>from an address (a guess)</source>
        <translation>取自地址（推测）</translation>
    </message>
    <message>
        <source>first line (a guess)</source>
        <translation>第一行（推测）</translation>
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
        <source>A label needs a name.</source>
        <translation>标签需要名称。</translation>
    </message>
    <message>
        <source>A model needs a name.</source>
        <translation>模型需要名称。</translation>
    </message>
    <message>
        <source>A recipe needs a name.</source>
        <translation>配方需要名称。</translation>
    </message>
    <message>
        <source>“{name}” has no placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>“{name}”中没有占位符。请使用 {{date}}、{{sender}}、{{label}}、{{title}} 或 {{name}}。</translation>
    </message>
    <message>
        <source>“{name}” has an unknown placeholder. Use {{date}}, {{sender}}, {{label}}, {{title}} or {{name}}.</source>
        <translation>“{name}”中有未知的占位符。请使用 {{date}}、{{sender}}、{{label}}、{{title}} 或 {{name}}。</translation>
    </message>
    <message>
        <source>“{name}” is not a date. Write it as 2026-03-02.</source>
        <translation>“{name}”不是日期。请写成 2026-03-02 的形式。</translation>
    </message>
    <message>
        <source>Documents of “{name}” have one label each. Allow several labels first.</source>
        <translation>“{name}”的文档各有一个标签。请先允许多个标签。</translation>
    </message>
    <message>
        <source>Documents of “{name}” have several labels. Reduce each to one label first.</source>
        <translation>“{name}”的文档有多个标签：请先让每个文档只留一个。</translation>
    </message>
    <message>
        <source>A document has more than 1,000 labels. The program that wrote them made a mistake.</source>
        <translation>一个文档上超过 1000 个标签，是写入它们的程序出了错。</translation>
    </message>
    <message>
        <source>That name is too long for a label.</source>
        <translation>该名称对标签来说太长。</translation>
    </message>
    <message>
        <source>That name is too long for a model.</source>
        <translation>该名称对模型来说太长。</translation>
    </message>
    <message>
        <source>That name is too long for a recipe.</source>
        <translation>该名称对配方来说太长。</translation>
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
        <source>“{name}” cannot be used: {reason}.</source>
        <translation>“{name}”无法使用：{reason}。</translation>
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
        <source>“{name}” cannot be trained on: {reason}.</source>
        <translation>无法用“{name}”训练：{reason}。</translation>
    </message>
    <message>
        <source>“{name}” cannot be used as a name.</source>
        <translation>“{name}”不能用作名称。</translation>
    </message>
    <message>
        <source>There is no “{name}” here.</source>
        <translation>这里没有“{name}”。</translation>
    </message>
    <message>
        <source>Something went wrong: {reason}.</source>
        <translation>出错了：{reason}。</translation>
    </message>
    <message>
        <source>{sentence} Known: {known}.</source>
        <translation>{sentence}已知：{known}。</translation>
    </message>
    <message>
        <source>The system cannot start processes for reading files ({detail}). Close other programs and try again.</source>
        <translation>系统无法启动 Bayleaf 用来读取文件的进程（{detail}）。请关闭其他程序后重试。</translation>
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
        <translation>模型“{model}”:{event_model},α = {smoothing}</translation>
    </message>
    <message>
        <source>The vocabulary has {n_words} words.</source>
        <translation>词表有 {n_words} 个词。</translation>
    </message>
    <message>
        <source>Factor or step</source>
        <translation>因子或步骤</translation>
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
        <source>{n_steps} more, added up</source>
        <translation>其余 {n_steps} 项合计</translation>
    </message>
    <message>
        <source>absent words, each seen in {count}</source>
        <translation>没有出现的词，各见于 {count}</translation>
    </message>
    <message>
        <source>all other absent words, added up</source>
        <translation>其余没有出现的词合计</translation>
    </message>
    <message>
        <source>words seen {count} under other labels</source>
        <translation>在其他标签下出现 {count} 的词</translation>
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
        <source>Minus the highest</source>
        <translation>减去最高</translation>
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
        <source>log Σ exp(score) = {peak} + log {total} = {log_total}. The highest score is subtracted first, so that no exponential overflows and at least one does not underflow.</source>
        <translation>log Σ exp(得分) = {peak} + log {total} = {log_total}：先减去最高得分，这样指数不会太大，也不会全都太小。</translation>
    </message>
    <message>
        <source>{label}: factor number {n_factors}, {factor}, turns the plain product from {before} into 0. The smallest number a computer can hold here is 4.9 × 10⁻³²⁴.</source>
        <translation>{label}：第 {n_factors} 个因子 {factor} 使乘积从 {before} 变成 0，因为计算机存不下小于 4.9 × 10⁻³²⁴ 的数。</translation>
    </message>
    <message>
        <source>All plain products become 0, and 0/0 is undefined. That is why logarithms are added instead.</source>
        <translation>对计算机来说每个乘积都是 0，而 0/0 没有答案。所以要把对数相加。</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} from the counts and {probability} after calibration.</source>
        <translation>份额最大者胜出：{label}，仅凭计数为 {share}，校准后为 {probability}。</translation>
    </message>
    <message>
        <source>The label with the largest share wins: {label}, with {share} before calibration and {probability} after it.</source>
        <translation>份额最大者胜出：{label}，校准前为 {share}，校准后为 {probability}。</translation>
    </message>
    <message>
        <source>All labels are impossible, so the verdict is undecided.</source>
        <translation>没有标签可选：结论未定。</translation>
    </message>
    <message>
        <source>{label} is impossible, because of {causes}.</source>
        <translation>{label} 不可能，原因：{causes}。</translation>
    </message>
    <message>
        <source>{label} has infinite evidence, because of {causes}.</source>
        <translation>{label} 有无穷大的证据，原因：{causes}。</translation>
    </message>
    <message>
        <source>Without {words} it would be {label}.</source>
        <translation>没有 {words}，结论会是 {label}。</translation>
    </message>
    <message>
        <source>Without {words} it would be undecided.</source>
        <translation>没有 {words}，结论会是未定。</translation>
    </message>
    <message>
        <source>The event models side by side</source>
        <translation>各事件模型并列</translation>
    </message>
    <message>
        <source>Event model</source>
        <translation>事件模型</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
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
        <translation>没有出现的词</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>其余全部</translation>
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
        <source>bernoulli</source>
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
        <translation>归一化补集</translation>
    </message>
    <message>
        <source>gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>categorical</source>
        <translation>类别</translation>
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
        <source>Outcomes</source>
        <translation>可能的种数</translation>
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
        <translation>缺席的词</translation>
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
        <translation>缺席的词</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Count of others</source>
        <translation>其他的计数</translation>
    </message>
    <message>
        <source>Total of others</source>
        <translation>其他的总数</translation>
    </message>
    <message>
        <source>Added to variances</source>
        <translation>加到方差上</translation>
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
        <source>Training examples behind this verdict</source>
        <translation>影响这一判断的训练示例</translation>
    </message>
    <message>
        <source>Change of the log-odds of {label} against {other} if one of the {n_documents} training documents is removed.</source>
        <translation>去掉 {n_documents} 个训练文档中的一个时，{label} 对 {other} 的对数几率的变化。</translation>
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
        <translation>过滤器如何判断：{label} 对 {other}</translation>
    </message>
    <message>
        <source>Each word contributes log(how much more often it occurs under {label} than under {other}), times its weight among the words of its kind. A correction learnt from mistakes is added. All numbers are log-odds.</source>
        <translation>每个词的贡献是 log(它在 {label} 下出现的频率是在 {other} 下的多少倍)，再乘以它在同类词中的权重，并加上从错误中学到的修正。所有数字都是对数几率。</translation>
    </message>
    <message>
        <source>How close the fit is to its optimum: {label}</source>
        <translation>拟合离最优处有多近：{label}</translation>
    </message>
    <message>
        <source>The fit minimises a loss: the sum over {n_documents} documents of max(0, 1 − t·score)², where t is 1 for documents of {label} and −1 for all others, plus {ridge}/2 · the sum over words of weight²/s, where s is {ease}. At the minimum every slope is 0: for each word, the pull of the documents with t·score below 1 equals the pull of the regularisation, {ridge} · weight/s.</source>
        <translation>拟合使损失最小：对 {n_documents} 篇文档求 max(0, 1 − t·得分)² 之和（标签为 {label} 的文档 t 为 1，其余为 −1），再加上 {ridge}/2 乘以各词 权重²/s 之和，其中 s 为 {ease}。在最小处每个斜率都为 0：对每个词来说，t·得分 小于 1 的文档的拉力等于正则化的拉力 {ridge} · 权重/s。</translation>
    </message>
    <message>
        <source>√|ratio|</source>
        <translation>√|比值|</translation>
    </message>
    <message>
        <source>1 for every word</source>
        <translation>1（每个词都一样）</translation>
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
        <source>Documents below 1</source>
        <translation>低于 1 的文档</translation>
    </message>
    <message>
        <source>Effect of these documents</source>
        <translation>这些文档的作用</translation>
    </message>
    <message>
        <source>Effect of the regularisation</source>
        <translation>正则化的作用</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>Ridge</source>
        <translation>岭</translation>
    </message>
    <message>
        <source>Slopes at the end of the fit</source>
        <translation>拟合结束时的梯度</translation>
    </message>
    <message>
        <source>Over all words and labels, {left} of the initial slope is left. The search stops at {stop}.</source>
        <translation>所有词和标签合计，斜率还剩搜索开始时的 {left}；到 {stop} 即停止。</translation>
    </message>
    <message>
        <source>Documents added or removed since the fit: {n_documents}. The next fit includes them.</source>
        <translation>拟合之后有 {n_documents} 篇文档增减，下次拟合会计入。</translation>
    </message>
    <message>
        <source>The training documents are not in this workspace, so the distance of the fit from its optimum is unknown.</source>
        <translation>训练文档不在此工作区中，因此不知道拟合离最优处有多远。</translation>
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
        <translation>信头和服务器</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Attachments and parts</source>
        <translation>附件和各部分</translation>
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
        <source>Words new to the model</source>
        <translation>模型未见过的词</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>表格的列</translation>
    </message>
    <message>
        <source>{new_share} of its words are new, so the score is lowered to {cautious}. From {mark} on, {label} counts as sure.</source>
        <translation>它的词中有 {new_share} 是新词，因此得分降为 {cautious}。从 {mark} 起，{label} 算作确定。</translation>
    </message>
    <message>
        <source>Share of new words</source>
        <translation>新词所占比例</translation>
    </message>
    <message>
        <source>Score, lowered for new words</source>
        <translation>因新词而降低的得分</translation>
    </message>
    <message>
        <source>Sure from</source>
        <translation>确信起点</translation>
    </message>
    <message>
        <source>For comparison: the same words in a multinomial model</source>
        <translation>对照：同样的词在多项式模型中</translation>
    </message>
    <message>
        <source>These counts include every document with full weight. They do not decide this verdict.</source>
        <translation>这些计数以全部权重计入每篇文档，但这一判断不由它们决定。</translation>
    </message>
    <message>
        <source>The filter decides: {label}, with {probability}. The multinomial model would give this label {share}.</source>
        <translation>过滤器判为 {label}，概率为 {probability}。若用多项式模型，该标签的概率为 {share}。</translation>
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
        <source>The working</source>
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
        <source>The working, step by step</source>
        <translation>逐步计算</translation>
    </message>
    <message>
        <source>A question with a checked answer</source>
        <translation>一个问题，并检查答案</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Right: {answer}</source>
        <translation>正确：{answer}</translation>
    </message>
    <message>
        <source>The whole working, step by step</source>
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
        <source>What is given</source>
        <translation>已知条件</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>prior × factors</source>
        <translation>先验 × 各因子</translation>
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
        <source>Every word of the table is a factor. For a word that the document lacks, the factor is 1 − P.</source>
        <translation>表中每个词都是一个因子。文档中没有的词，因子为 1 − P。</translation>
    </message>
    <message>
        <source>For each label, multiply its prior by all of its factors. P(label | document) is this product divided by the sum of the products of all labels.</source>
        <translation>对每个标签，用先验概率乘以它的所有因子。P(标签 | 文档) 等于这个乘积除以所有标签的乘积之和。</translation>
    </message>
    <message>
        <source>A word of the document that is not in the table is left out.</source>
        <translation>文档中不在表里的词不予考虑。</translation>
    </message>
    <message>
        <source>For each label</source>
        <translation>各标签</translation>
    </message>
    <message>
        <source>All words of the label</source>
        <translation>该标签的总词数</translation>
    </message>
    <message>
        <source>Words in the vocabulary</source>
        <translation>词汇表词数</translation>
    </message>
    <message>
        <source>Possible values</source>
        <translation>可能取值数</translation>
    </message>
    <message>
        <source>Height of the curve at {step} for {label} = ?</source>
        <translation>{label} 的曲线在 {step} 处的高度 = ?</translation>
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
        <source>total of the label</source>
        <translation>该标签总数</translation>
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
        <source>What was learned: change a number</source>
        <translation>学到的计数：改改数字</translation>
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
        <source>together</source>
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
        <source>Remove one “{word}”</source>
        <translation>减少一个“{word}”</translation>
    </message>
    <message>
        <source>Add one “{word}”</source>
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
        <source>What each factor adds to the log-odds of {label} against {other}</source>
        <translation>每个因子对 {label} 相对 {other} 的对数几率的贡献</translation>
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
        <translation>只在分子中加了平滑。分母中也要加，每个可能的取值加一次。</translation>
    </message>
    <message>
        <source>You added the smoothing to the denominator only. Add it to the numerator too.</source>
        <translation>只在分母中加了平滑。分子中也要加。</translation>
    </message>
    <message>
        <source>You added the smoothing once to the denominator. Add it once for each possible value.</source>
        <translation>分母中平滑只加了一次。每个可能的取值都要加一次。</translation>
    </message>
    <message>
        <source>This is the reverse: the share of {label} among all with {step}. Wanted is the share of {step} among all of {label}.</source>
        <translation>反过来了：这是含 {step} 的文档中 {label} 的比例。所求的是 {label} 中 {step} 的比例。</translation>
    </message>
    <message>
        <source>This is the probability of the opposite. Subtract it from 1.</source>
        <translation>这是相反情况的概率。请用 1 减去它。</translation>
    </message>
    <message>
        <source>This is the answer for {about}.</source>
        <translation>这是 {about} 的答案。</translation>
    </message>
    <message>
        <source>This is a logarithm. The question asks for the probability.</source>
        <translation>这是对数。问题问的是概率。</translation>
    </message>
    <message>
        <source>You seem to use {about} in the numerator. The count is {right}.</source>
        <translation>您的分子似乎用了 {about}。正确的计数是 {right}。</translation>
    </message>
    <message>
        <source>You seem to divide by {about}. The total for {label} is {right}.</source>
        <translation>您似乎除以了 {about}。{label} 的总数是 {right}。</translation>
    </message>
    <message>
        <source>You seem to count {about} possible values. There are {right}.</source>
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
        <source>The prior is missing.</source>
        <translation>缺少先验概率。</translation>
    </message>
    <message>
        <source>The absent words are missing. Each of them is a factor too.</source>
        <translation>漏掉了没有出现的词。它们各自也是一个因子。</translation>
    </message>
    <message>
        <source>A word that occurs several times was used only once.</source>
        <translation>出现多次的词只用了一次。</translation>
    </message>
    <message>
        <source>One factor is missing: {about}.</source>
        <translation>缺少一个因子：{about}。</translation>
    </message>
    <message>
        <source>You added the factors. Multiply them.</source>
        <translation>您把因子相加了。应当相乘。</translation>
    </message>
    <message>
        <source>These are the odds against all other labels. Divide by the sum of all products, including this one.</source>
        <translation>这是相对其他所有标签的几率。应除以包括它在内的所有乘积之和。</translation>
    </message>
    <message>
        <source>You divided logarithms. Divide the products instead.</source>
        <translation>您用对数相除了。应当用乘积相除。</translation>
    </message>
    <message>
        <source>It follows from your earlier numbers, and one of them is wrong.</source>
        <translation>这是由前面的数得出的，但其中有一个数是错的。</translation>
    </message>
    <message>
        <source>Almost right: an earlier number was rounded too much.</source>
        <translation>差一点：前面有一个数舍入得太早，或保留的位数太少。</translation>
    </message>
    <message>
        <source>This does not match a common mistake. Check each number again.</source>
        <translation>这不属于常见错误。请逐个检查每个数。</translation>
    </message>
</context>
<context>
    <name>what_is_read</name>
    <message>
        <source>a mail</source>
        <translation>一封邮件</translation>
    </message>
    <message>
        <source>a document</source>
        <translation>一份文档</translation>
    </message>
    <message>
        <source>a row of a table</source>
        <translation>表格中的一行</translation>
    </message>
    <message>
        <source>its plain text differs from its HTML</source>
        <translation>纯文本与 HTML 内容不同</translation>
    </message>
    <message>
        <source>a part has a broken encoding</source>
        <translation>有一部分编码有误</translation>
    </message>
    <message>
        <source>its HTML is very long; only its beginning was read</source>
        <translation>HTML 很长，只读取了开头</translation>
    </message>
    <message>
        <source>its headers contain an empty line</source>
        <translation>邮件头中夹有空行</translation>
    </message>
    <message>
        <source>it has many scanned pages; only the first were read</source>
        <translation>扫描页太多，只读取了前面几页</translation>
    </message>
    <message>
        <source>a page is in a script for which Tesseract has no language here</source>
        <translation>有一页的文字，此处的 Tesseract 没有相应语言</translation>
    </message>
    <message>
        <source>the ends of its parts are not marked</source>
        <translation>未说明各部分在何处结束</translation>
    </message>
    <message>
        <source>only its beginning was read</source>
        <translation>只读取了开头</translation>
    </message>
    <message>
        <source>it took too long; only a part was read</source>
        <translation>读取耗时过长，只读取了一部分</translation>
    </message>
    <message>
        <source>its text was recognised from pictures of its pages and may contain errors</source>
        <translation>文本由页面图片识别而来，可能有误</translation>
    </message>
    <message>
        <source>a page is so poor that the text may have many errors</source>
        <translation>有一页太不清晰，许多文字识别有误</translation>
    </message>
    <message>
        <source>it has Outlook’s own format (winmail.dat)</source>
        <translation>采用 Outlook 专有格式（winmail.dat）</translation>
    </message>
    <message>
        <source>its parts are nested too deeply</source>
        <translation>各部分嵌套过深</translation>
    </message>
    <message>
        <source>it has more parts than are read</source>
        <translation>部分过多，未全部读取</translation>
    </message>
    <message>
        <source>its encoding is not declared</source>
        <translation>没有声明编码方式</translation>
    </message>
    <message>
        <source>a part has an unknown encoding</source>
        <translation>有一部分使用了未知的编码方式</translation>
    </message>
    <message>
        <source>it has pages that are pictures; they were not read</source>
        <translation>其中有的页面是图片，未被读取</translation>
    </message>
    <message>
        <source>its attachments were not read</source>
        <translation>附件未被读取</translation>
    </message>
    <message>
        <source>its parts are separated differently than declared</source>
        <translation>各部分的分隔与声明不符</translation>
    </message>
    <message>
        <source>a part could not be read (%1)</source>
        <translation>有一部分无法读取（%1）</translation>
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
