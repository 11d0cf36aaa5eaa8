"""Widgets for mail that another program fetches: mailboxes on mail servers, and Thunderbird."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QLineEdit, QWidget

from app.features.inbox.server_accounts import NewMailbox, ServerMailbox
from app.features.inbox.view_model import InboxState, InboxViewModel
from app.kit import wording
from app.kit.fields import ComboBox, make_close_box, make_titled_field
from app.kit.look.fonts import px
from app.kit.page_model import render_parts, shows
from app.kit.widgets import (
    Button,
    Link,
    Paragraph,
    TextLabel,
    column,
    make_heading,
    make_remark,
    row,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for

MAX_MESSAGE_LINES = 6
"""Maximum number of lines for a server's message; some languages need many."""


class ServerMailboxRow(QWidget):
    """Row with the state of a mailbox on a mail server, and links that run commands for it."""

    def __init__(self, mailbox: ServerMailbox, model: InboxViewModel) -> None:
        super().__init__()
        elide = Qt.TextElideMode.ElideMiddle
        name, status = TextLabel(mailbox.name, elide=elide), make_remark(self._state(mailbox), elide=elide)
        counts, main_links, other_links = (
            Paragraph(px(18), most_lines=MAX_MESSAGE_LINES, is_small=True),
            QWidget(),
            QWidget(),
        )
        counts.show_words(self._counts_text(mailbox))
        counts.setHidden(not self._counts_text(mailbox))
        for strip, links in (
            (main_links, self._main_links(mailbox, model)),
            (other_links, self._other_links(mailbox, model)),
        ):
            row(*[part for link in links for part in (link, px(12))], -1, owner=strip)
        column(name, status, counts, main_links, other_links, px(12), owner=self)

    def _main_links(self, mailbox: ServerMailbox, model: InboxViewModel) -> Iterator[Link]:
        begin = partial(model.start_filtering, mailbox.name)
        if not mailbox.is_running:
            yield Link(self.tr("Start the trial"), partial(begin, is_trial=True), is_small=True)
        if mailbox.is_stopped:
            yield Link(self.tr("Resume moving"), partial(model.resume_moving, mailbox.name), is_small=True)
        if mailbox.contact_at and (mailbox.is_trial or not mailbox.is_running):
            yield Link(self.tr("Start moving mail"), partial(begin, is_trial=False), is_small=True)

    def _other_links(self, mailbox: ServerMailbox, model: InboxViewModel) -> Iterator[Link]:
        if mailbox.moved:
            undo = partial(model.undo_moves, mailbox.name)
            yield Link(self.tr("Undo today's moves"), undo, is_small=True, is_quiet=True)
        if mailbox.is_running:
            yield Link(self.tr("Stop"), partial(model.stop_filtering, mailbox.name), is_small=True, is_quiet=True)

    def _state(self, mailbox: ServerMailbox) -> str:
        if mailbox.is_learning and mailbox.is_running:
            return self.tr("on a server: Bayleaf is first learning from your mail")
        if not mailbox.is_running:
            return self.tr("on a server: Bayleaf is not watching this mailbox")
        contact = wording.format_short_date(int(mailbox.contact_at))
        state = (
            self.tr("trial; last connected to the server: %1")
            if mailbox.is_trial
            else self.tr("last connected to the server: %1")
        )
        return state.replace("%1", contact)

    def _counts_text(self, mailbox: ServerMailbox) -> str:
        wrong = self.tr(
            "%Ln of the %1 mails that you filed yourself went to a different folder than Bayleaf would have chosen",
            "",
            mailbox.wrong,
        )
        wrong = wrong.replace("%1", wording.format_count(mailbox.decided))
        facts = (
            (mailbox.judged, self.tr("%Ln mail(s) classified", "", mailbox.judged)),
            (mailbox.would and mailbox.is_trial, self.tr("%Ln mail(s) would have been moved", "", mailbox.would)),
            (mailbox.decided and mailbox.is_trial, wrong),
            (mailbox.moved, self.tr("%Ln moved", "", mailbox.moved)),
            (mailbox.asked, self.tr("%Ln unsure", "", mailbox.asked)),
            (mailbox.waiting, self.tr("%Ln waiting", "", mailbox.waiting)),
        )
        problem = sentence_for(mailbox.problem) if mailbox.problem else ""
        return wording.join_facts([*(text for is_shown, text in facts if is_shown), problem])


class AddMailboxDialog(QDialog):
    """Dialog for the address and the password of a mailbox. The password is passed only to bayleaf-imap."""

    def __init__(self, model: InboxViewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._n_before = len(model.state.mailboxes)
        set_up_dialog(self, self.tr("Add a mailbox on a server"), 460)
        self._user = QLineEdit(placeholderText="me@example.org")
        self._secret = QLineEdit(echoMode=QLineEdit.EchoMode.Password)
        self._server = QLineEdit(placeholderText=self.tr("leave empty to find the server from the mail address"))
        self._kind = ComboBox(self.tr("How to log in"), (
            ("password", self.tr("Password")),
            ("password-command", self.tr("Command that prints the password")),
            ("token-command", self.tr("Command that prints an OAuth2 token")),
        ))  # fmt: skip
        self._junk = QLineEdit(placeholderText=self.tr("found automatically"))
        self._flags = QCheckBox(self.tr("Only flag spam; do not move it"))
        self._learns = QCheckBox(self.tr("First learn from the newest mails in the inbox and the junk folder"))
        self._learns.setChecked(True)
        self._problem = Paragraph(px(18), most_lines=MAX_MESSAGE_LINES)
        self._add = Button(self.tr("Add mailbox"), self._on_add_clicked, is_primary=True)
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._on_kind_changed)
        render_parts(self, model, self._show_progress, self._close_when_added)

    def _lay_out(self) -> None:
        hint, acts = Paragraph(px(18), role="quiet", most_lines=MAX_MESSAGE_LINES), QWidget()
        hint.show_words(
            self.tr("The password is stored in the system’s keyring. Gmail, Fastmail and others require an app "
                    "password. Nothing changes on the server yet: a trial first shows what would be moved.")
        )  # fmt: skip
        with_accessible_name(self._secret, self.tr("Password, or the command that prints it"))
        row(self._add, -1, owner=acts)
        column(
            make_titled_field(self.tr("Address"), self._user), px(8), self._kind, px(4), self._secret, px(8),
            make_titled_field(self.tr("Server (add the port if it is not 993)"), self._server), px(8),
            make_titled_field(self.tr("Junk folder"), self._junk), px(8), self._learns, self._flags, px(8),
            hint, px(8), self._problem, acts, px(14), make_close_box(self), margins=px(20), owner=self,
        )  # fmt: skip

    @shows("is_adding_mailbox", "mailbox_problem")
    def _show_progress(self, state: InboxState) -> None:
        """Show that bayleaf-imap is logging in, or the problem."""
        problem = "" if state.mailbox_problem is None else sentence_for(state.mailbox_problem)
        self._problem.show_words(self.tr("Logging in…") if state.is_adding_mailbox else problem)
        self._problem.setHidden(not (problem or state.is_adding_mailbox))
        self._add.setEnabled(not state.is_adding_mailbox)

    @shows("mailboxes")
    def _close_when_added(self, state: InboxState) -> None:
        if len(state.mailboxes) > self._n_before:
            self.accept()

    def _on_kind_changed(self) -> None:
        is_password = self._kind.currentData() == "password"
        self._secret.setEchoMode(QLineEdit.EchoMode.Password if is_password else QLineEdit.EchoMode.Normal)

    def _on_add_clicked(self) -> None:
        if not self._user.text().strip() or not self._secret.text():
            return
        self._model.add_mailbox(
            NewMailbox(
                self._user.text().strip(), self._secret.text(), self._kind.currentData(),
                self._server.text().strip(), self._junk.text().strip(), self._learns.isChecked(),
                self._flags.isChecked(),
            )
        )  # fmt: skip


class ThunderbirdDialog(QDialog):
    """Shows which workspace Thunderbird uses. Its buttons take effect at once."""

    def __init__(self, model: InboxViewModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._extension = model, ""
        set_up_dialog(self, self.tr("Connect Thunderbird"), 480)
        self._state, self._problem = make_heading(), Paragraph(px(18))
        self._first, self._file, self._last = Paragraph(px(18)), Paragraph(px(18)), Paragraph(px(18))
        self._connect = Button(self.tr("Connect"), model.connect_thunderbird, is_primary=True)
        self._copy = Button(self.tr("Copy the path"), lambda: QGuiApplication.clipboard().setText(self._extension))
        self._disconnect = Button(self.tr("Disconnect"), model.disconnect_thunderbird)
        self._lay_out()
        render_parts(self, model, self._show_connection)
        model.load_thunderbird_connection()

    def _lay_out(self) -> None:
        purpose, hint, acts = Paragraph(px(18)), Paragraph(px(18), role="quiet"), QWidget()
        purpose.show_words(
            self.tr("Thunderbird then has Bayleaf classify new mail, using this workspace. Bayleaf learns from the mail"
                " that you mark or move. At first, mail is only tagged, not moved.")
        )  # fmt: skip
        hint.show_words(
            self.tr("Disconnecting removes the files that Bayleaf installed for this connection. Remove the extension "
"itself in Thunderbird’s add-ons.")
        )  # fmt: skip
        row(self._connect, self._copy, self._disconnect, -1, owner=acts).setSpacing(px(8))
        column(
            purpose, px(12), self._state, px(6), self._problem, self._first, self._file, self._last, px(12), acts,
            px(10), hint, px(14), make_close_box(self), margins=px(20), owner=self,
        )  # fmt: skip

    @shows("thunderbird", "thunderbird_problem")
    def _show_connection(self, state: InboxState) -> None:
        connection = state.thunderbird
        is_connected = connection is not None and connection.is_connected
        is_this = connection is not None and connection.is_this_workspace
        self._extension = "" if connection is None else str(connection.extension)
        text = "" if connection is None else self.tr("Not connected.")
        text = self.tr("Thunderbird is connected to another workspace.") if is_connected else text
        self._state.setText(self.tr("Connected: Thunderbird uses this workspace.") if is_this else text)
        problem = "" if state.thunderbird_problem is None else sentence_for(state.thunderbird_problem)
        steps = (
            self.tr("1. In Thunderbird, open “Add-ons and Themes”, click the gear and choose “Install Add-on From "
                "File”."),
            self.tr("2. Choose the file %1").replace("%1", self._extension),
            self.tr("3. In the settings of each account, under “Junk”, turn off Thunderbird’s own filter. Otherwise "
"Bayleaf also learns from that filter’s marks, as if you had set them."),
        )  # fmt: skip
        shown = (problem, *steps) if is_this and not problem else (problem, "", "", "")
        for paragraph, text in zip((self._problem, self._first, self._file, self._last), shown, strict=True):
            paragraph.show_words(text)
            paragraph.setHidden(not text)
        self._connect.setVisible(connection is not None and not is_this)
        self._copy.setVisible(is_this)
        self._disconnect.setVisible(is_connected)
