#!/usr/bin/python3
"""tests/page/shows.py SRCDIR BUILDDIR - the page in a browser, from file://, as
a reader of a screen knows it: by roles and names. It shows the log that
`heraldo export --page` put into it and recorded ones, and reaches no network."""
import gzip
import os
import re
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from logged import log_within, page_with

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(BUILD, "page/heraldo.html")
READY = "document.documentElement && document.documentElement.dataset.ready"
ACTIVE = {"button", "combobox", "slider", "textbox", "link"}
faults = 0


def expect(right, what):
    global faults
    if not right:
        faults += 1
        print("shows: " + what)


def press(browser, name, role="button"):
    n = browser.press(name, role)
    expect(n == 1, "%d of role %s are called %r" % (n, role, name))


def named(browser, role):
    return [n[1] for n in browser.tree() if n[0] == role]


def slider(browser):
    return next((float(n[2]) for n in browser.tree() if n[0] == "slider"), None)


def open_page(browser, path):
    browser.send("Page.navigate", url="file://" + path)
    browser.wait(READY)


def exported(folder):
    """A new game of a new judge, as a page; the log in it is the exported one."""
    heraldo = os.path.join(BUILD, "heraldo")
    house = os.path.join(folder, "house")
    conf = os.path.join(house, "heraldo.conf")

    def run(*words):
        return subprocess.run([heraldo, *words], check=True,
                              env=dict(os.environ, HERALDO_CONFIG=conf),
                              stdout=subprocess.PIPE).stdout
    run("init", house, "judge@club.example")
    with open(conf, encoding="utf-8") as f:
        text = f.read()
    with open(conf, "w", encoding="utf-8") as f:
        f.write(text.replace("[judge]", "[judge]\ntemplates = %s/templates\n"
                             "data = %s/db\nwebapp-file = %s" % (SRC, SRC, PAGE), 1))
    name = run("game", "new", "club").decode().strip()
    log = run("export", name)
    out = os.path.join(folder, "game.html")
    run("export", "--page", "-o", out, name)
    with open(out, encoding="utf-16", newline="") as f:
        expect(log_within(f.read()) == log,
               "the page has another log than heraldo export writes")
    return out


def with_log(folder, name, change=lambda text: text):
    """The page with a recorded log in it."""
    with gzip.open(os.path.join(SRC, "tests/logs", name + ".jsonl.gz")) as f:
        data = change(f.read())
    out = os.path.join(folder, name + ".html")
    with open(PAGE, encoding="utf-16", newline="") as f, \
            open(out, "w", encoding="utf-16", newline="") as to:
        to.write(page_with(f.read(), data))
    return out


def replay(browser, path):
    open_page(browser, path)
    expect(any(n.startswith("✓ Verified") for n in names(browser)),
           path + " is not said to be verified")
    for role, name, _, _ in browser.tree():
        expect(role not in ACTIVE or name, "a %s has no name" % role)
    end = slider(browser)
    press(browser, "To the first point")
    expect(slider(browser) == 1, "the first point is not the first")
    press(browser, "One point on")
    expect(slider(browser) == 2, "one point on is not the second")
    press(browser, "To the last point")
    expect(slider(browser) == end, "the last point is not the last")
    things = [n for n in named(browser, "button") if re.match(r"[A-Z#]\d+ \w", n)]
    expect(len(things) > 2, "%d things of the board have names" % len(things))
    press(browser, things[0])
    told = names(browser)
    expect(all(part in told for part in things[0].split(", ", 1)), "what is chosen is not told")
    # the arrows lead from thing to thing
    for key in ("keyDown", "keyUp"):
        browser.send("Input.dispatchKeyEvent", type=key, key="ArrowRight",
                     code="ArrowRight", windowsVirtualKeyCode=39)
    here = browser.run("document.activeElement.getAttribute('aria-label')")
    expect(here in things[1:], "an arrow leads to %r" % here)


def weighs(folder):
    """With all catalogs, and without any."""
    bare = os.path.join(folder, "bare.html")
    subprocess.run(["/usr/bin/python3", "-B", os.path.join(
        SRC, "src/webapp/assemble.py"), SRC, os.path.join(BUILD, "page/heraldo.wasm"),
        os.path.join(BUILD, "page/unpack.wasm"), bare, "none"], check=True)
    for path, most in (PAGE, 900000), (bare, 820000):
        expect(os.path.getsize(path) < most, "%s has %d bytes" % (
            os.path.basename(path), os.path.getsize(path)))


def names(browser):
    return [n[1] for n in browser.tree() if n[0] in ("StaticText", "status")]


def stays_home(browser):
    """Pictures, beacons and requests reach nobody: a listener here hears
    nothing."""
    ear = socket.create_server(("127.0.0.1", 0))
    ear.settimeout(1)
    url = "http://127.0.0.1:%d/" % ear.getsockname()[1]
    said = browser.run("""(async () => {
        const image = new Image();
        image.src = "%s";
        navigator.sendBeacon("%s");
        try { await fetch("%s"); return "fetched"; } catch (e) { return "no"; }
    })()""" % (url, url, url))
    expect(said == "no", "the page could fetch")
    try:
        ear.accept()
        expect(False, "the page reached a network")
    except socket.timeout:
        pass


def main():
    folder = tempfile.mkdtemp(prefix="heraldo-shows.")
    weighs(folder)
    browser = Browser("--lang=en")
    try:
        open_page(browser, exported(folder))
        expect(any(n.startswith("✓ Verified") for n in names(browser)),
               "an exported game is not said to be verified")
        for name in "rebellion-1.all", "dungeons-1.all", "dungeons-1.A":
            replay(browser, with_log(folder, name))
        stays_home(browser)
        browser.run("const s = document.querySelector('select');"
                    "s.value = 'es'; s.dispatchEvent(new Event('change'))")
        expect("Al último punto" in named(browser, "button"), "no Spanish")
        open_page(browser, with_log(
            folder, "rebellion-1.A",
            lambda t: t.replace(b'"face":3', b'"face":4', 1)))
        expect(any(n.startswith("✗ NOT verified, line") for n in names(browser)),
               "a changed die is not told")
        expect(slider(browser) is None, "a log that is not true is shown")
        for e in browser.events:
            expect(e.get("method") != "Runtime.exceptionThrown", str(e))
    finally:
        browser.close()
        subprocess.run(["rm", "-rf", folder], check=False)
    print("page: shown by roles and names in a browser, %d faults" % faults)
    sys.exit(1 if faults else 0)


main()
