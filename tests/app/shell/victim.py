"""The program, importing a folder, for a test to kill: python -m tests.app.shell.victim WORKSPACE FOLDER"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.shell.application import Program
from app.shell.wiring import connect_program
from app.shell.workspace_view_model import WorkspaceViewModel


def main() -> int:
    """Start the import as soon as the workspace is open."""
    application = QApplication(sys.argv[:1])
    workspace, folder = (Path(name) for name in sys.argv[1:])
    program = Program(application, workspace.with_name("victim.ini"), (workspace,), connect_program)
    program.show()

    def begin() -> None:
        if not program.frame.state.corpus:
            QTimer.singleShot(20, begin)
            return
        home = program.findChild(WorkspaceViewModel)
        assert isinstance(home, WorkspaceViewModel)
        home.import_sources([folder])

    QTimer.singleShot(20, begin)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
