"""tests/page/browser.py - a headless Chromium, driven through its own pipe (the
DevTools protocol): no driver program and no library are needed."""
import json
import os
import shutil
import subprocess
import tempfile


class Program:
    """The process of one or more browsers, and the pipe to it."""

    def __init__(self, *flags):
        self.home = tempfile.mkdtemp(prefix="heraldo-browser.")
        there, self.to = os.pipe()
        self.back, here = os.pipe()

        def hand_over():  # the browser reads 3 and writes 4
            first, second = os.dup(there), os.dup(here)
            os.dup2(first, 3)
            os.dup2(second, 4)
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe",
             # nothing begins to move by itself
             "--force-prefers-reduced-motion", "--hide-scrollbars", "--no-first-run",
             "--user-data-dir=" + os.path.join(self.home, "profile"), *flags,
             "about:blank"],
            env=dict(os.environ, HOME=self.home), preexec_fn=hand_over,
            close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(here)
        self.left, self.number, self.users = b"", 0, 0
        self.events = []

    def close(self):
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.home, ignore_errors=True)


class Browser:
    """Another browser given: a second one in its process, which shares no store
    with it."""

    def __init__(self, *flags, other=None):
        self.program = other.program if other else Program(*flags)
        self.program.users += 1
        self.session, self.context = None, {}
        if other:
            self.context = self.send("Target.createBrowserContext")
            target = self.send("Target.createTarget", url="about:blank",
                               newWindow=True, **self.context)["targetId"]
        else:
            target = next(t["targetId"] for t in self.send(
                "Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", flatten=True,
                                 targetId=target)["sessionId"]
        self.send("Runtime.enable")  # else it does not tell what is thrown

    def send(self, method, **params):
        return self.reply(self.post(method, **params), method)

    def tap(self, x, y):
        """A short touch: the end does not wait for the reply to the start. A finger
        that rests half a second makes no click, nor does now and then the first
        touch after a drag: then once more."""
        touch = "Input.dispatchTouchEvent"
        before = self.run("window.CLICKS ?? (addEventListener('click', () => CLICKS++, "
                          "true), window.CLICKS = 0)")
        for _ in range(3):
            self.post(touch, type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.send(touch, type="touchEnd", touchPoints=[])
            if self.run("""(async () => {
                for (let n = 0; window.CLICKS === %d && n < 200; n++)
                    await new Promise((f) => setTimeout(f, 20));
                return window.CLICKS !== %d; })()""" % (before, before)):
                return

    def post(self, method, **params):
        """Send a command; its number, for reply."""
        self.program.number += 1
        message = {"id": self.program.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.program.to, data):]
        return self.program.number

    def reply(self, number, method):
        while True:
            said = self.receive()
            if said.get("id") != number:
                if "id" not in said:
                    self.program.events.append(said)
                continue
            if "error" in said:
                raise RuntimeError(method + ": " + said["error"]["message"])
            return said["result"]

    def receive(self):
        parts = [self.program.left]
        while b"\0" not in parts[-1]:
            more = os.read(self.program.back, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            parts.append(more)
        line, self.program.left = b"".join(parts).split(b"\0", 1)
        return json.loads(line)

    def run(self, script):
        """The value of a script, awaited."""
        said = self.send("Runtime.evaluate", expression=script,
                         awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in said:
            e = said["exceptionDetails"]
            raise RuntimeError(e.get("exception", {}).get("description")
                               or e["text"])
        return said["result"].get("value")

    def wait(self, script, seconds=120):
        """Until a script gives something true, which is given back."""
        return self.run("""(async () => {
            const end = Date.now() + %d;
            for (;;) {
                const value = (() => (%s))();
                if (value) return value;
                if (Date.now() > end)
                    throw new Error("waited in vain for " + %s);
                await new Promise((f) => setTimeout(f, 20));
            }})()""" % (seconds * 1000, script, json.dumps(script)))

    def tree(self):
        """What a screen reader is told: (role, name, value, node) in order."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {n["nodeId"]: n for n in nodes}
        out, rest = [], [nodes[0]["nodeId"]]
        while rest:
            node = by_id.get(rest.pop())
            if not node:
                continue
            if not node.get("ignored"):
                out.append(tuple(node.get(k, {}).get("value", "")
                                 for k in ("role", "name", "value")) +
                           (node.get("backendDOMNodeId"),))
            rest += reversed(node.get("childIds", []))
        return out

    def call(self, node, function):
        """Call a function with a node of the tree as this."""
        found = self.send("DOM.resolveNode", backendNodeId=node[3])
        return self.send("Runtime.callFunctionOn", functionDeclaration=function,
                         objectId=found["object"]["objectId"],
                         returnByValue=True)["result"].get("value")

    def click(self, node):
        self.call(node, "function () { this.scrollIntoView(); this.focus(); "
                  "this.dispatchEvent(new MouseEvent('click', "
                  "{ bubbles: true, cancelable: true })); }")

    def find(self, role, name):
        """What has this role and name, as tree() gives it."""
        root = self.send("DOM.getDocument", depth=0)["root"]["backendNodeId"]
        nodes = self.send("Accessibility.queryAXTree", backendNodeId=root,
                          role=role, accessibleName=name)["nodes"]
        found = [(role, name, n.get("value", {}).get("value", ""),
                  n["backendDOMNodeId"]) for n in nodes if not n["ignored"]]
        # it does not know what is in the shadow of a button for files
        return found or [n for n in self.tree() if n[:2] == (role, name)]

    def press(self, name, role="button"):
        """Click what has this role and name; how many there are."""
        found = self.find(role, name)
        if len(found) == 1:
            self.click(found[0])
        return len(found)

    def open(self, path):
        """A file, as a page."""
        self.send("Page.navigate", url="file://" + path)
        self.wait("document.documentElement && "
                  "document.documentElement.dataset.ready")

    def look_as(self, width, height, scheme):
        """At this size, light or dark; done when the page knows it."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])
        self.wait("innerWidth == %d && matchMedia('(prefers-color-scheme: %s)').matches"
                  % (width, scheme))

    def save_in(self, folder):
        """Files that a page saves go there."""
        self.send("Browser.setDownloadBehavior", behavior="allow",
                  downloadPath=folder, **self.context)

    def insert(self, text):
        """As if it were typed where the caret is."""
        self.send("Input.insertText", text=text)

    def paste(self, node, text):
        """In the place of what stands in a field. Chromium takes most of a second to
        insert a mail of some hundred lines as keyboard.py does."""
        self.call(node, "function () { this.value = %s; this.dispatchEvent(new "
                  "InputEvent('input', { bubbles: true })); }" % json.dumps(text))

    def key(self, name, code):
        for kind in "keyDown", "keyUp":
            self.send("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                      windowsVirtualKeyCode=code)

    def choose_file(self, node, path):
        """For a button that asks for one."""
        self.send("DOM.setFileInputFiles", files=[path],
                  backendNodeId=node[3])

    @property
    def events(self):
        """What the process said without being asked, of the page of this browser."""
        return [e for e in self.program.events if e.get("sessionId") == self.session]

    def thrown(self):
        """Errors that nobody caught."""
        return [str(e) for e in self.events
                if e.get("method") == "Runtime.exceptionThrown"]

    def close(self):
        """With the last one its process ends."""
        self.program.users -= 1
        last = not self.program.users
        try:
            if last:
                self.session = None
                self.send("Browser.close")
            elif self.context:
                self.session = None
                self.send("Target.disposeBrowserContext", **self.context)
        except (RuntimeError, OSError):
            pass
        if last:
            self.program.close()
