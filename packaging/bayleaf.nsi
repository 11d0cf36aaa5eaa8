; The Windows installer for one person, made by Debian's NSIS (it has the 64-bit form) from a dist\bayleaf that was made
; on Windows:
;
;     makensis -DVERSION=0.1.0 packaging/bayleaf.nsi
;
; packaging/windows_check.py --frozen makes it, installs, tries and removes what it installed. bayleaf.iss is the one
; that can install for all. Here nobody is asked for an administrator.

Target amd64-unicode
!ifndef VERSION
  !error "Say which version: makensis -DVERSION=0.1.0 packaging/bayleaf.nsi"
!endif
!ifndef PROGRAM
  !define PROGRAM "../dist/bayleaf"
!endif
!ifndef MAIL
  !define MAIL "../dist/bayleaf-imap"
!endif
!ifndef OUTPUT
  !define OUTPUT "../dist/bayleaf-${VERSION}-windows-x86_64-one-person.exe"
!endif
!include MUI2.nsh
!include Sections.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Bayleaf"
!define CLASSES "Software\Classes"

Name "Bayleaf"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Bayleaf"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
SetCompressor /SOLID lzma
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Bayleaf"
VIAddVersionKey "CompanyName" "Bayleaf maintainers"
VIAddVersionKey "FileDescription" "Bayleaf"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Bayleaf maintainers"

!ifdef ICON
  !define MUI_ICON "${ICON}"
  !define MUI_UNICON "${ICON}"
!endif
!define MUI_FINISHPAGE_RUN "$INSTDIR\bayleaf.exe"
!insertmacro MUI_PAGE_LICENSE "../LICENSE"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Russian"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString Workspace ${LANG_ENGLISH} "Bayleaf workspace"
LangString Workspace ${LANG_RUSSIAN} "Рабочий файл Bayleaf"
LangString Workspace ${LANG_SIMPCHINESE} "Bayleaf 工作区"
LangString MailOnServers ${LANG_ENGLISH} "Mail on a server: a program of its own, the only one that speaks to a network"
LangString MailOnServers ${LANG_RUSSIAN} "Почта на сервере: отдельная программа, единственная, которая обращается к сети"
LangString MailOnServers ${LANG_SIMPCHINESE} "服务器上的邮件：单独的程序，只有它访问网络"
LangString Running ${LANG_ENGLISH} "Bayleaf is running. Close it, and go on."
LangString Running ${LANG_RUSSIAN} "Bayleaf работает. Закройте его и продолжите."
LangString Running ${LANG_SIMPCHINESE} "Bayleaf 正在运行。请先关闭它，然后继续。"
LangString DataKept ${LANG_ENGLISH} "Your workspaces and settings were left where they are. Workspaces are the files ending in .bayleaf; the one you did not name yourself is in $LOCALAPPDATA\bayleaf."
LangString DataKept ${LANG_RUSSIAN} "Ваши рабочие файлы и настройки остались на месте. Рабочие файлы оканчиваются на .bayleaf; тот, который вы не называли сами, лежит в $LOCALAPPDATA\bayleaf."
LangString DataKept ${LANG_SIMPCHINESE} "您的工作区和设置都保留在原处。工作区是以 .bayleaf 结尾的文件；未由您命名的那一个位于 $LOCALAPPDATA\bayleaf。"

; A program that runs cannot be replaced: ask until it is closed, and stop where nobody can be asked.
!macro Closed un
Function ${un}Closed
  again:
  IfFileExists "$INSTDIR\bayleaf.exe" 0 done
  ClearErrors
  FileOpen $0 "$INSTDIR\bayleaf.exe" a
  IfErrors 0 closed
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY again
  SetErrorLevel 3
  Abort "$(Running)"
  closed:
  FileClose $0
  done:
FunctionEnd
!macroend
!insertmacro Closed ""
!insertmacro Closed "un."

; Never the whole folder: a person may keep files of their own in it.
!macro RemoveProgram
  IfFileExists "$INSTDIR\bayleaf-imap.exe" 0 +2
  nsExec::Exec 'taskkill /F /IM bayleaf-imap.exe' ; it goes on from wherever it is ended
  RMDir /r "$INSTDIR\_imap"
  Delete "$INSTDIR\bayleaf-imap.exe"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\bayleaf.exe"
  Delete "$INSTDIR\bayleaf-cli.exe"
!macroend

!macro OpenedWith extension
  WriteRegStr HKCU "${CLASSES}\${extension}\OpenWithProgids" "Bayleaf.Document" ""
!macroend
!macro NoLongerOpenedWith extension class
  DeleteRegValue HKCU "${CLASSES}\${extension}\OpenWithProgids" "${class}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${extension}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${extension}"
!macroend

Section "Bayleaf"
  SectionIn RO
  Call Closed
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Bayleaf.lnk" "$INSTDIR\bayleaf.exe"

  WriteRegStr HKCU "${CLASSES}\.bayleaf" "" "Bayleaf.Workspace"
  WriteRegStr HKCU "${CLASSES}\.bayleaf\OpenWithProgids" "Bayleaf.Workspace" ""
  WriteRegStr HKCU "${CLASSES}\Bayleaf.Workspace" "" "$(Workspace)"
  WriteRegStr HKCU "${CLASSES}\Bayleaf.Workspace\DefaultIcon" "" "$INSTDIR\bayleaf.exe,0"
  WriteRegStr HKCU "${CLASSES}\Bayleaf.Workspace\shell\open\command" "" '"$INSTDIR\bayleaf.exe" "%1"'
  ; Under Open with for what it classifies; what opens these files by a double click stays as it was.
  WriteRegStr HKCU "${CLASSES}\Bayleaf.Document\shell\open\command" "" '"$INSTDIR\bayleaf.exe" "%1"'
  !insertmacro OpenedWith ".eml"
  !insertmacro OpenedWith ".msg"
  !insertmacro OpenedWith ".mbox"
  WriteRegStr HKCU "${CLASSES}\Applications\bayleaf.exe\SupportedTypes" ".txt" ""

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Bayleaf"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\bayleaf.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Bayleaf maintainers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "$(MailOnServers)" MailSection
  SetOutPath "$INSTDIR"
  File /r "${MAIL}/*"
SectionEnd

; Who has it keeps it, in a version that fits.
Function .onInit
  IfFileExists "$INSTDIR\bayleaf-imap.exe" 0 +2
  SectionSetFlags ${MailSection} ${SF_SELECTED}
FunctionEnd

Section "Uninstall"
  Call un.Closed
  IfFileExists "$INSTDIR\bayleaf-imap.exe" 0 +2
  nsExec::Exec '"$INSTDIR\bayleaf-imap.exe" stop --all'
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Bayleaf.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  ReadRegStr $0 HKCU "${CLASSES}\.bayleaf" ""
  StrCmp $0 "Bayleaf.Workspace" 0 +2
  DeleteRegValue HKCU "${CLASSES}\.bayleaf" ""
  !insertmacro NoLongerOpenedWith ".bayleaf" "Bayleaf.Workspace"
  !insertmacro NoLongerOpenedWith ".eml" "Bayleaf.Document"
  !insertmacro NoLongerOpenedWith ".msg" "Bayleaf.Document"
  !insertmacro NoLongerOpenedWith ".mbox" "Bayleaf.Document"
  DeleteRegKey HKCU "${CLASSES}\Bayleaf.Workspace"
  DeleteRegKey HKCU "${CLASSES}\Bayleaf.Document"
  DeleteRegKey HKCU "${CLASSES}\Applications\bayleaf.exe"
  MessageBox MB_OK|MB_ICONINFORMATION "$(DataKept)" /SD IDOK
SectionEnd
