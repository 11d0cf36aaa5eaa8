; What the installer says in Chinese; whatever is not here it says in English.

[LangOptions]
LanguageName=<7B80><4F53><4E2D><6587>
LanguageID=$0804
LanguageCodePage=936

[Messages]
SetupAppTitle=安装
SetupWindowTitle=安装 - %1
UninstallAppTitle=卸载
UninstallAppFullTitle=卸载 %1
ExitSetupTitle=退出安装
ExitSetupMessage=安装尚未完成。现在退出，程序将不会被安装。%n%n要退出安装吗？
ButtonBack=< 上一步(&B)
ButtonNext=下一步(&N) >
ButtonInstall=安装(&I)
ButtonOK=确定
ButtonCancel=取消
ButtonYes=是(&Y)
ButtonNo=否(&N)
ButtonFinish=完成(&F)
ButtonBrowse=浏览(&B)...
WelcomeLabel1=欢迎安装 [name]
WizardLicense=许可协议
LicenseLabel=请在继续之前阅读以下内容。
LicenseAccepted=我接受协议(&A)
LicenseNotAccepted=我不接受协议(&D)
WizardSelectDir=选择安装位置
SelectDirDesc=[name] 要安装在哪里？
WizardSelectTasks=选择附加任务
WizardReady=准备安装
WizardInstalling=正在安装
FinishedHeadingLabel=[name] 安装完成
ConfirmUninstall=要完全删除 %1 及其所有组件吗？
UninstalledAll=%1 已从您的计算机中删除。

[CustomMessages]
CreateDesktopIcon=创建桌面快捷方式(&D)
AdditionalIcons=附加快捷方式：
LaunchProgram=运行 %1
