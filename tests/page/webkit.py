#!/usr/bin/python3
"""tests/page/webkit.py SRCDIR BUILDDIR [whole] - a practice game touched in WebKit, without
a typed word; to its end if it is to be whole. The browser is a WebKit (MiniBrowser) on a
display of its own, with the calls of browser.py that games need, driven by WebKitWebDriver:
the nearest to an iPhone that runs here. Debian's package webkit2gtk-driver brings both
programs, xvfb the display."""
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import touches
from touches import Fault, Table, insist

PATIENCE = 120
TRIES = 5  # of ports, which others may take in between
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
MOST = 500  # orders
STILL = 40  # looks at a board that moves
FEW = 3


def is_there():
    return bool(shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and
                glob.glob(BROWSERS))


class WebKit(Table):
    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="heraldo-browser.")
        self.display, name = self.begin_display()
        self.driver = self.session = None
        self.environment = dict(os.environ, HOME=self.home, DISPLAY=name,
                                GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1")
        for _ in range(TRIES):
            if self.begin_driver():
                return
        self.close()
        raise RuntimeError("WebKitWebDriver does not answer")

    def begin_display(self):
        """The X server chooses its number and tells it."""
        back, there = os.pipe()
        program = subprocess.Popen(
            ["Xvfb", "-displayfd", str(there), "-screen", "0", "800x900x24",
             "-nolisten", "tcp"], pass_fds=[there], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        with os.fdopen(back) as f:
            return program, ":" + f.readline().strip()

    def begin_driver(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = "http://127.0.0.1:%d" % port
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", "--port=%d" % port], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": {
            "binary": sorted(glob.glob(BROWSERS))[-1], "args": ["--automation"]}}}}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.driver.poll() is None:
            try:
                self.session = self.send("POST", "/session", wanted)["sessionId"]
                self.send("POST", "/session/%s/timeouts" % self.session,
                          {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
                return True
            except (urllib.error.URLError, ConnectionError):
                time.sleep(.1)
        self.driver.kill()
        self.driver.wait()
        return False

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + path, method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as f:
                return json.load(f)["value"]
        except urllib.error.HTTPError as e:
            raise RuntimeError(e.read().decode()) from e

    def within(self, path, **body):
        return self.send("POST", "/session/%s/%s" % (self.session, path), body)

    def open(self, path):
        self.within("url", url="file://" + path)
        self.wait("document.documentElement && document.documentElement.dataset.ready")

    def run(self, script):
        """The value of a script, awaited."""
        return self.within("execute/async", script="""
            const done = arguments[arguments.length - 1];
            Promise.resolve((%s)).then(done, (e) => done(String(e)));
            """ % script, args=[])

    def wait(self, script, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while True:
            value = self.within("execute/sync", script="return (%s)" % script, args=[])
            if value:
                return value
            if time.monotonic() > end:
                raise RuntimeError("waited in vain for " + script)
            time.sleep(.05)

    def tap(self, x, y):
        """A finger."""
        self.taps += 1
        self.within("actions", actions=[{
            "type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"},
            "actions": [{"type": "pointerMove", "x": round(x), "y": round(y)},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0}]}])

    def figure(self, label):
        """A board that is being fitted into its frame would move below the finger."""
        place = "(() => { const m = boardSvg().getScreenCTM(); return [m.a, m.e, m.f]; })()"
        was = None
        for _ in range(STILL):
            now = self.run(place)
            if now == was:
                break
            was = now
            time.sleep(.05)
        super().figure(label)

    def close(self):
        for program in self.driver, self.display:
            if program and program.poll() is None:
                program.terminate()
                try:
                    program.wait(10)
                except subprocess.TimeoutExpired:
                    program.kill()
                    program.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def one_order(t):
    """A blow where one can be struck, else what the computer advises."""
    who = t.run("hand.hands.can.find((l) => figureOf(l) && asked('page_aims', l)"
                ".some((a) => a.per_cent > 0 && figureOf(a.target))) || null")
    if who:
        t.run("hand.who && takeUp(hand.who)")
        t.figure(who)
        t.figure(t.until("(hand.aims.find((a) => a.per_cent > 0 && figureOf(a.target)) "
                         "|| {}).target", "nobody is lit"))
        t.until("hand.aim", "nobody is aimed at")
    else:
        t.touch("at('practise-ask')")
        t.until("practise.advice && !practise.busy", "there is no advice")
        t.touch("at('practise-use')")
        t.until("hand.aim", "the advice is not aimed at")
    n = t.run("practise.log.length")
    t.touch("at('do')")
    t.until("practise.log.length > %d" % n, "the order is not carried out")


def play(t, most):
    """So many orders; 0: to the end of the game."""
    t.open(touches.PAGE)
    t.taps = orders = 0
    t.touch("document.querySelector('#practise-games [data-system=rebellion]')")
    while True:
        t.until("!practise.busy && practise.status && (practise.status.over || "
                "practise.status.play && practise.status.awaits & 1)",
                "the computer does not answer")
        if (most and orders == most) or t.run("practise.status.over"):
            return orders
        one_order(t)
        orders += 1
        insist(orders < MOST, "the game does not end")


def main():
    if not is_there():
        print("page: no WebKit: webkit2gtk-driver and xvfb bring it")
        return
    t = WebKit()
    try:
        n = play(t, 0 if sys.argv[3:] else FEW)
        print("page: %d orders in WebKit, %d taps, no typed word" % (n, t.taps))
    except (Fault, RuntimeError) as e:
        sys.exit("webkit: %s" % e)
    finally:
        t.close()


if __name__ == "__main__":
    main()
