@echo off
chcp 65001 >nul
rem bayleaf-cli connect file-manager
start "" PROGRAM %*
