; The Windows installer, made by Inno Setup 6 from dist\bayleaf:
;
;     python packaging\dev.py build
;     iscc /DVersion=0.1.0 packaging\bayleaf.iss
;
; It installs for one person without asking for an administrator, and for all if started as one.

#ifndef Version
  #error Say which version: iscc /DVersion=0.1.0 packaging\bayleaf.iss
#endif

[Setup]
AppId={{6D0E7B1C-3B0B-4E0B-9B4E-5B1C7F2E9A41}
AppName=Bayleaf
AppVersion={#Version}
AppVerName=Bayleaf {#Version}
AppPublisher=Bayleaf maintainers
VersionInfoVersion={#Version}
LicenseFile=..\LICENSE
DefaultDirName={autopf}\Bayleaf
DefaultGroupName=Bayleaf
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
CloseApplications=yes
SetupIconFile=..\build\icons\bayleaf.ico
UninstallDisplayIcon={app}\bayleaf.exe
OutputDir=..\dist
OutputBaseFilename=bayleaf-{#Version}-windows-x86_64
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "ru"; MessagesFile: "compiler:Languages\Russian.isl"
Name: "zh"; MessagesFile: "compiler:Default.isl,installer.zh.isl"

[CustomMessages]
en.Workspace=Bayleaf workspace
ru.Workspace=Рабочий файл Bayleaf
zh.Workspace=Bayleaf 工作区
en.Mail=Mail on a server: a program of its own, the only one that speaks to a network
ru.Mail=Почта на сервере: отдельная программа, единственная, которая обращается к сети
zh.Mail=服务器上的邮件：单独的程序，只有它访问网络
en.DataKept=Your workspaces and settings were left where they are. Workspaces are the files ending in .bayleaf; the one you did not name yourself is in %1.
ru.DataKept=Ваши рабочие файлы и настройки остались на месте. Рабочие файлы оканчиваются на .bayleaf; тот, который вы не называли сами, лежит в %1.
zh.DataKept=您的工作区和设置都保留在原处。工作区是以 .bayleaf 结尾的文件；未由您命名的那一个位于 %1。

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "mail"; Description: "{cm:Mail}"; Flags: unchecked

[InstallDelete]
; What an earlier version left and this one lacks would be found and imported.
Type: filesandordirs; Name: "{app}\_internal"
; Who no longer chooses it has it no longer.
Type: filesandordirs; Name: "{app}\_imap"
Type: files; Name: "{app}\bayleaf-imap.exe"

[Files]
Source: "..\dist\bayleaf\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion
Source: "..\dist\bayleaf-imap\*"; DestDir: "{app}"; Tasks: mail; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\Bayleaf"; Filename: "{app}\bayleaf.exe"
Name: "{autodesktop}\Bayleaf"; Filename: "{app}\bayleaf.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.bayleaf"; ValueType: string; ValueData: "Bayleaf.Workspace"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.bayleaf\OpenWithProgids"; ValueType: string; ValueName: "Bayleaf.Workspace"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Bayleaf.Workspace"; ValueType: string; ValueData: "{cm:Workspace}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Bayleaf.Workspace\DefaultIcon"; ValueType: string; ValueData: "{app}\bayleaf.exe,0"
Root: HKA; Subkey: "Software\Classes\Bayleaf.Workspace\shell\open\command"; ValueType: string; ValueData: """{app}\bayleaf.exe"" ""%1"""
; Under Open with for what it classifies; what opens these files by a double click stays as it was.
Root: HKA; Subkey: "Software\Classes\Bayleaf.Document\shell\open\command"; ValueType: string; ValueData: """{app}\bayleaf.exe"" ""%1"""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\.eml\OpenWithProgids"; ValueType: string; ValueName: "Bayleaf.Document"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.msg\OpenWithProgids"; ValueType: string; ValueName: "Bayleaf.Document"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.mbox\OpenWithProgids"; ValueType: string; ValueName: "Bayleaf.Document"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Applications\bayleaf.exe\SupportedTypes"; ValueType: string; ValueName: ".txt"; ValueData: ""; Flags: uninsdeletekey

[Run]
Filename: "{app}\bayleaf.exe"; Description: "{cm:LaunchProgram,Bayleaf}"; Flags: nowait postinstall skipifsilent

[UninstallRun]
Filename: "{app}\bayleaf-imap.exe"; Parameters: "stop --all"; Tasks: mail; Flags: runhidden; RunOnceId: "mail"

[Code]
{ A person's own files are not the program's to remove; say so, unless nobody is asked anything. }
procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if (Step = usPostUninstall) and not UninstallSilent then
    MsgBox(FmtMessage(CustomMessage('DataKept'), [ExpandConstant('{localappdata}\bayleaf')]), mbInformation, MB_OK);
end;
