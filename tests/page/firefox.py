"""tests/page/firefox.py - a headless Firefox with the same calls as the Chromium of
browser.py, driven by its own protocol (Marionette): no driver program and no library
are needed. What a screen reader is told it says itself, by the accessibility
service of the process that has the page."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

# how Chromium calls them
ROLES = {"button": "button", "pushbutton": "button", "toggle button": "button",
         "togglebutton": "button", "entry": "textbox", "text": "textbox",
         "password text": "textbox", "text leaf": "StaticText",
         "check button": "checkbox", "checkbutton": "checkbox",
         "summary": "DisclosureTriangle"}
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.download.folderList": 2,
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.helperApps.neverAsk.saveToDisk":
        "application/octet-stream,text/plain",
    "marionette.port": 0,
    "ui.prefersReducedMotion": 1,
    # what players have, and drivers switch off
    "security.fileuri.strict_origin_policy": True,
    "intl.accept_languages": "en",
}
PATIENCE = 60
TREE = """
const [finished] = [arguments[arguments.length - 1]];
const service = Cc["@mozilla.org/accessibilityService;1"]
    .getService(Ci.nsIAccessibilityService);
const walk = () => {
    const out = [];
    this.kept = [];
    const visit = (acc) => {
        const role = service.getStringRole(acc.role), node = acc.DOMNode;
        let value = "";
        try { value = acc.value; } catch (e) {}
        const file = node && node.type === "file";
        // a button for a file is named with the file, too
        const name = file ? acc.name.split(" Browse")[0] : acc.name || "";
        out.push([file ? "button" : role, name, value, this.kept.length]);
        this.kept.push(node);
        if (file) return;
        for (let i = 0; i < acc.childCount; i++) visit(acc.getChildAt(i));
    };
    visit(service.getAccessibleFor(document));
    return out;
};
// the service follows the document by a frame or two
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(
    () => { try { finished(walk()); } catch (e) { finished(String(e)); } }, 20)));
"""


class Firefox:
    def __init__(self, *_):
        self.home = tempfile.mkdtemp(prefix="heraldo-browser.")
        self.profile = os.path.join(self.home, "profile")
        self.saved = os.path.join(self.home, "saved")
        os.makedirs(self.profile)
        self.prefer({**PREFERENCES, "browser.download.dir": self.saved})
        self.program = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote",
             "--remote-allow-system-access", "--profile", self.profile],
            env=dict(os.environ, HOME=self.home, MOZ_DISABLE_AUTO_SAFE_MODE="1"),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.number, self.left = 0, b""
        self.line = self.connect()
        self.receive()
        self.send("WebDriver:NewSession")
        self.send("WebDriver:SetTimeouts", script=PATIENCE * 1000)

    def prefer(self, preferences):
        with open(os.path.join(self.profile, "user.js"), "w",
                  encoding="utf-8") as f:
            for name, value in preferences.items():
                f.write("user_pref(%s, %s);\n" % (json.dumps(name),
                                                  json.dumps(value)))

    def connect(self):
        path = os.path.join(self.profile, "MarionetteActivePort")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with open(path, encoding="ascii") as f:
                    return socket.create_connection(
                        ("127.0.0.1", int(f.read())), PATIENCE * 2)
            except (OSError, ValueError):
                time.sleep(.1)
        raise RuntimeError("Firefox does not listen")

    def more(self):
        data = self.line.recv(1 << 16)
        if not data:
            raise RuntimeError("the browser has ended")
        self.left += data

    def receive(self):
        """Length, a colon, and so many bytes of JSON."""
        while b":" not in self.left:
            self.more()
        length, self.left = self.left.split(b":", 1)
        while len(self.left) < int(length):
            self.more()
        said, self.left = self.left[:int(length)], self.left[int(length):]
        return json.loads(said)

    def send(self, name, **params):
        self.number += 1
        data = json.dumps([0, self.number, name, params]).encode()
        self.line.sendall(b"%d:%s" % (len(data), data))
        while True:
            said = self.receive()
            if said[:2] == [1, self.number]:
                break
        if said[2]:
            raise RuntimeError("%s: %s" % (name, said[2].get("message")))
        return said[3].get("value") if isinstance(said[3], dict) else said[3]

    def script(self, text, *args, later=False):
        """As the browser's own code; later: it calls its last argument."""
        return self.send("WebDriver:ExecuteAsyncScript" if later else
                         "WebDriver:ExecuteScript", script=text,
                         args=list(args), sandbox="system", newSandbox=False)

    def run(self, text):
        """The value of a script of the page, awaited."""
        said = self.send(
            "WebDriver:ExecuteAsyncScript", args=[], sandbox=None, script="""
            const done = arguments[0];
            Promise.resolve().then(() => (%s)).then(
                (v) => done({ v }), (e) => done({ e: String(e) }));""" % text)
        if "e" in said:
            raise RuntimeError(said["e"])
        return said.get("v")

    def tree(self):
        said = self.script(TREE, later=True)
        if isinstance(said, str):
            raise RuntimeError(said)
        return [(ROLES.get(role, role), name, value, at)
                for role, name, value, at in said]

    def find(self, role, name):
        return [n for n in self.tree() if n[:2] == (role, name)]

    def call(self, node, function):
        return self.script("return (%s).call(this.kept[%d]);" % (function,
                                                                 node[3]))

    def click(self, node):
        self.call(node, "function () { this.scrollIntoView(); this.focus(); "
                  "this.click ? this.click() : this.dispatchEvent("
                  "new MouseEvent('click', { bubbles: true, cancelable: true })); "
                  "}")

    def press(self, name, role="button"):
        found = self.find(role, name)
        if len(found) == 1:
            self.click(found[0])
        return len(found)

    def open(self, path):
        self.send("WebDriver:Navigate", url="file://" + path)
        self.script("this.errors = []; window.addEventListener('error', "
                    "(e) => this.errors.push(e.message));")
        end = time.monotonic() + PATIENCE
        while not self.script(
                "return document.documentElement.dataset.ready || '';"):
            if time.monotonic() > end:
                raise RuntimeError("the page does not begin")
            time.sleep(.05)

    def forget(self, path):
        """Empty the store of a page."""
        self.open(path)
        self.run("localStorage.clear()")

    def save_in(self, folder):
        """The folder of a profile cannot be changed: a link leads there."""
        if os.path.islink(self.saved):
            os.remove(self.saved)
        elif os.path.isdir(self.saved):
            os.rmdir(self.saved)
        os.symlink(folder, self.saved)

    def insert(self, text):
        self.script("document.execCommand('insertText', false, arguments[0]);",
                    text)

    def key(self, name, _):
        self.script("document.execCommand(arguments[0].toLowerCase());", name)

    def choose_file(self, node, path):
        element = self.script("return this.kept[%d];" % node[3])
        self.send("WebDriver:ElementSendKeys", id=list(element.values())[0],
                  text=path)

    def thrown(self):
        return self.script("return this.errors || [];")

    def close(self):
        try:
            self.send("Marionette:Quit", flags=["eForceQuit"])
        except (RuntimeError, OSError):
            pass
        try:
            self.program.wait(15)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
        self.line.close()
        shutil.rmtree(self.home, ignore_errors=True)
