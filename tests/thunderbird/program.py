"""Thunderbird on a display that nobody sees, worked by scripts that press what a person would press."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.library.thunderbird import EXTENSION
from tests.thunderbird.marionette import Marionette, ScriptError

PATIENCE_S = 40.0
FOLDER = """
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const { MailUtils } = ChromeUtils.importESModule("resource:///modules/MailUtils.sys.mjs");
const server = MailServices.accounts.getAccount("account1").incomingServer;
const folder = (name) => server.rootFolder.getChildNamed(name) ?? server.rootFolder.subFolders.find(
  (each) => each.onlineName?.toLowerCase() === name.toLowerCase());
const find = (name, subject) => {
  const list = folder(name)?.msgDatabase?.enumerateMessages();
  const is = (header) => header.mime2DecodedSubject === subject || header.messageId === subject;
  return list ? [...list].find(is) : undefined;
};
const pane = () => document.getElementById("tabmail").currentAbout3Pane;
const until = async (made) => {
  for (let turn = 0; turn < 300; turn++) {
    const value = await made();
    if (value) return value;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("it did not come about: " + made);
};
const choose = async (name, subject) => {
  pane().displayFolder(folder(name).URI);
  const header = await until(() => find(name, subject));
  const row = await until(() => {
    const found = pane().gDBView?.findIndexOfMsgHdr(header, true);
    return found >= 0 && found !== 0xffffffff ? [found] : null;
  });
  pane().threadTree.selectedIndex = row[0];
  await until(() => pane().gDBView.selection?.currentIndex === row[0]);
  return header;
};
const shown = () => pane().messageBrowser.contentWindow.getMessagePaneBrowser();
const inside = (browser, body) => new Promise((resolve, reject) => {
  const name = JSON.stringify("bayleaf-test:" + Math.random());
  const tell = `sendAsyncMessage(${name}`, end = `(error) => ${tell}, { error: String(error) })`;
  const code = `(async () => { ${body} })().then((value) => ${tell}, { value }), ${end})`;
  browser.messageManager.addMessageListener(JSON.parse(name), function heard({ data }) {
    browser.messageManager.removeMessageListener(JSON.parse(name), heard);
    "error" in data ? reject(new Error(data.error)) : resolve(data.value ?? null);
  });
  const address = "data:application/javascript;charset=utf-8," + encodeURIComponent(code);
  browser.messageManager.loadFrameScript(address, false);
});
const background = () => [...WebExtensionPolicy.getByID("bayleaf@bayleaf.invalid").extension.views].find(
  (view) => view.viewType === "background").xulBrowser;
const LINE = "const line = content.document.getElementById('bayleaf-verdict');";
const MIDDLE = `const box = button.getBoundingClientRect();
  return [content.mozInnerScreenX + box.x + box.width / 2, content.mozInnerScreenY + box.y + box.height / 2];`;
"""


class Thunderbird:
    """A running Thunderbird; folders are told by the names that the server has for them."""

    def __init__(self, marionette: Marionette, display: str) -> None:
        self._marionette, self._display = marionette, display

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script that can find folders and mails."""
        return self._marionette.run(f"{FOLDER}\n{script}", *arguments)

    def kill(self) -> None:
        """End Thunderbird as a power cut does."""
        os.kill(int(self.run("return Services.appinfo.processID;")), signal.SIGKILL)

    def has_extension(self) -> bool:
        """Tell whether the extension's own page has been loaded."""
        state = "WebExtensionPolicy.getByID(arguments[0])?.extension?.backgroundState"
        return bool(self.run(f"return {state} === 'running';", EXTENSION))

    def look_for_mail(self, folder: str = "INBOX") -> None:
        """Press *Get messages* for a folder."""
        self.run("folder(arguments[0]).updateFolder(null);", folder)

    def mail(self, folder: str, subject: str) -> dict[str, Any] | None:
        """A mail as Thunderbird has it: its mark, its keywords, whether it was read; None where it is not there."""
        found: dict[str, Any] | None = self.run(
            """
            const header = find(arguments[0], arguments[1]);
            return header && {
              junk: header.getStringProperty("junkscore"),
              keywords: header.getStringProperty("keywords"), read: header.isRead };
            """,
            folder,
            subject,
        )
        return found

    def press(self, command: str, folder: str, subject: str) -> None:
        """Choose a mail, and do with it what a key or a menu does."""
        self.run("await choose(arguments[0], arguments[1]); goDoCommand(arguments[2]);", folder, subject, command)

    def drag(self, subject: str, source: str, target: str) -> None:
        """Move a mail to another folder, as a drag does."""
        self.run(
            """
            await choose(arguments[0], arguments[1]);
            pane().commandController.doCommand("cmd_moveMessage", folder(arguments[2]));
            """,
            source,
            subject,
            target,
        )

    def open(self, folder: str, subject: str) -> None:
        """Choose a mail, so that it is shown."""
        self.run("await choose(arguments[0], arguments[1]);", folder, subject)

    def banner(self) -> str:
        """The words of the extension's line above the mail that is shown; empty where there is none."""
        return str(self.run("return inside(shown(), LINE + `return line ? line.innerText : '';`);") or "")

    def press_in_banner(self, place: int) -> None:
        """Click one of the buttons of that line with the mouse."""
        find = f"const button = line.querySelectorAll('button')[{place}];"
        self._click(self.run(f"return inside(shown(), LINE + `{find}` + MIDDLE);"))

    def open_options(self) -> None:
        """Open the extension's settings in a tab."""
        self.run(
            """
            const url = WebExtensionPolicy.getByID(arguments[0]).getURL("options.html");
            document.getElementById("tabmail").openTab("contentTab", { url, linkHandler: "single-page" });
            const tab = document.getElementById("tabmail").currentTabInfo;
            await until(() => tab.browser.currentURI.spec === url && !tab.browser.webProgress.isLoadingDocument);
            await until(() => inside(tab.browser, "return content.document.querySelectorAll('input').length"));
            """,
            EXTENSION,
        )

    def press_in_options(self, selector: str, place: int = 0) -> None:
        """Click a control of the settings."""
        press = f"content.document.querySelectorAll('{selector}')[{place}].click();"
        self.run(f"return inside(document.getElementById('tabmail').currentTabInfo.browser, `{press}`);")

    def close_tab(self) -> None:
        """Close the tab that is shown."""
        self.run("const tabs = document.getElementById('tabmail'); tabs.closeTab(tabs.currentTabInfo);")

    def picture(self, path: Path) -> None:
        """Leave a picture of the display."""
        path.parent.mkdir(parents=True, exist_ok=True)
        time.sleep(1)  # the window paints when it likes
        subprocess.run(["import", "-display", self._display, "-window", self._window(), str(path)], check=True)

    def wait_for(self, is_so: Callable[[], Any], patience_s: float = PATIENCE_S) -> Any:
        """Wait until something is true, and return it; False where it does not come about."""
        ends_s = time.monotonic() + patience_s
        while time.monotonic() < ends_s:
            try:
                if found := is_so():
                    return found
            except ScriptError:  # a folder or a mail that is not there yet
                pass
            time.sleep(0.2)
        return False

    def _window(self) -> str:
        """The window that is worked in; the display is larger."""
        environment = {**os.environ, "DISPLAY": self._display}
        asked = subprocess.run(["xdotool", "getactivewindow"], env=environment, capture_output=True, check=False)
        return asked.stdout.decode().strip() or "root"

    def _click(self, where: list[float]) -> None:
        x, y = (str(round(one)) for one in where)
        words = ["mousemove", x, y, "click", "1"]
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self._display}, check=True)


@contextmanager
def running(home: Path, display: str, port: int, log: Path) -> Iterator[Thunderbird]:
    """Start Thunderbird with a profile, and end it with the block."""
    environment = {
        **os.environ, "HOME": str(home), "DISPLAY": display, "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"), "MOZ_DISABLE_CONTENT_SANDBOX": "1", "GTK_THEME": "Adwaita",
    }  # fmt: skip
    environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
    environment.pop("WAYLAND_DISPLAY", None)
    profile = home / ".thunderbird" / "test.default"
    command = ["dbus-run-session", "--", "thunderbird", "--no-remote", "--marionette", "--remote-allow-system-access"]
    with log.open("ab") as told:
        process = subprocess.Popen([*command, "--profile", str(profile)], env=environment, stdout=told, stderr=told)
        try:
            marionette = Marionette(port)
            yield Thunderbird(marionette, display)
            _quit(marionette)
        finally:
            _end(process)


def _quit(marionette: Marionette) -> None:
    try:
        marionette.call("Marionette:Quit", flags=["eForceQuit"])
    except (OSError, ScriptError):
        return
    finally:
        marionette.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
