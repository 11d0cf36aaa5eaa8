"""The main window: menus, settings, and the wiring of all features. Read `application` first."""
