"""The main window with its menus, dialogs and settings. It connects all features. Read `application` first."""
