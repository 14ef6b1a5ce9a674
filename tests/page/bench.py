#!/usr/bin/python3
"""tests/page/bench.py SRCDIR BUILDDIR - how fast the page is, in headless
Chromium: a line "name<TAB>value<TAB>unit" each, medians of several runs. Called
by tests/bench/run, which writes them beside the aims."""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from logged import page_with

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(BUILD, "page/heraldo.html")
RUNS = 5
GAMES = ("rebellion-1", "dungeons-1", "arena-1")
CALLS = """
const median = (v) => v.sort((a, b) => a - b)[v.length >> 1];
// from the text of the file to an engine that has read its words, as loader.js does
async function begin(page) {
    const ids = ["unpack", "wasm", "files"];
    const parts = new DOMParser().parseFromString(page, "text/html");
    for (const id of ids)
        document.documentElement.append(parts.getElementById(id));
    const started = performance.now();
    const [wasm, files] = await unpacked();
    globalThis.engine = await Engine.start(await wasm, engineFiles(files));
    engine.call("page_open", "/templates");
    const took = performance.now() - started;
    ids.forEach((id) => document.getElementById(id).remove());
    return took;
}
function timed(name, input, ...n) {
    const started = performance.now();
    const r = engine.call(name, input, ...n);
    return { ms: performance.now() - started, ...r };
}
// what others do on the machine is not measured
const least = (f) => Math.min(f(), f(), f());
function logged(log) {
    const out = { verify: median([1, 2, 3].map(
        () => timed("page_verify", log).ms)) };
    const board = [], preview = [], counted = [];
    for (let p = 1; !engine.call("page_story", null, p, -1).result; p++)
        for (let seat = 0; seat <= 1; seat++) {
            if (engine.call("page_take", null, p, seat).result) continue;
            board.push(timed("page_position", null, -1).ms);
            const offers = engine.call("page_offers", null).said;
            const order = /"order":"([^"]*)"/.exec(offers)?.[1] ?? "END";
            preview.push(least(() => timed("page_check", order).ms +
                                     timed("page_preview", order).ms));
            counted.push(least(() => timed("page_chances", order).ms));
        }
    preview.sort((a, b) => a - b);
    return { ...out, board: median(board), preview: median(preview),
             worst: preview[preview.length - 1],
             dice: Math.max(...counted) };
}
"""


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as f:
        return f.read()


def the_page():
    with open(PAGE, encoding="utf-16", newline="") as f:
        return f.read()


def weight(cards):
    """What the page would weigh with other cards, kB."""
    with tempfile.NamedTemporaryFile() as f:
        subprocess.run(["/usr/bin/python3", "-B",
                        os.path.join(SRC, "src/page/assemble.py"), SRC,
                        os.path.join(BUILD, "page/heraldo.wasm"),
                        os.path.join(BUILD, "page/unpack.wasm"), f.name, cards],
                       check=True)
        return os.path.getsize(f.name) / 1000


def say(name, value, unit):
    print("%s\t%.1f\t%s" % (name, value, unit))


def forty():
    """The log of a game of 40 figures."""
    folder = tempfile.mkdtemp(prefix="heraldo-forty.")
    conf = os.path.join(folder, "house/heraldo.conf")

    def run(*words):
        return subprocess.run(
            [os.path.join(BUILD, "heraldo"), "--quiet", *words], check=True,
            env=dict(os.environ, HERALDO_CONFIG=conf),
            stdout=subprocess.PIPE).stdout.decode()
    try:
        run("init", os.path.join(folder, "house"), "judge@club.example")
        text = read(conf).replace("[judge]", "[judge]\ntemplates = %s/templates\n"
                                  "data = %s/db" % (SRC, SRC), 1)
        with open(conf, "w", encoding="utf-8") as f:
            f.write(text)
        lines = ["board 48 48", "player A side S build 2000",
                 "player B side N build 2000"]
        for i in range(20):
            for seat, y, to in ("A", 18, "N"), ("B", 22, "S"):
                lines.append('figure %s%d at %.2f %d face %s stats 8/10/15/2 '
                             'life 4 name "Guard"' % (
                                 seat, i + 1, 3 + 2.2 * i, y, to))
        setup = os.path.join(folder, "setup")
        with open(setup, "w", encoding="utf-8") as f:
            f.write("\n".join(lines + ["turn A", ""]))
        game = run("game", "new", "--system", "rebellion", "--setup", setup,
                   "--words", "0d", "forty").strip()
        for seat, name in ("A", "Ana"), ("B", "Bob"):
            run("person", "add", name, name.lower() + "@club.example")
            run("game", "seat", game, seat, name)
        run("game", "start", game)
        run("game", "end", game)
        return run("export", "--full", game)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def whole_page(browser, log, slower):
    """From opening a file with a game in it to its board, milliseconds; the
    processor so many times slower. And the time of the processor that the page's
    own thread took, which does not depend on what else the machine does."""
    with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-16",
                                     newline="") as f:
        f.write(page_with(the_page(), log.encode()))
        f.flush()
        browser.send("Emulation.setCPUThrottlingRate", rate=slower)
        browser.send("Performance.enable", timeDomain="threadTicks")
        took, worked = [], []
        for _ in range(RUNS):
            browser.open(f.name)
            took.append(browser.run(
                "new Promise((f) => requestAnimationFrame(() => "
                "f(performance.now())))"))
            worked += [1000 * m["value"] for m in browser.send(
                "Performance.getMetrics")["metrics"]
                       if m["name"] == "TaskDuration"]
        browser.send("Emulation.setCPUThrottlingRate", rate=1)
        return sorted(took)[RUNS // 2], sorted(worked)[RUNS // 2]


FORTY = """(log) => {
    engine.call("page_verify", log);
    engine.call("page_take", null, 3, 0);
    const lines = [], took = [];
    for (let i = 0; i < 20; i++) {
        lines.push(`MOVE A${i + 1} TO ${(3 + 2.2 * i).toFixed(2)} 19.5`);
        const text = lines.join("\\n");
        took.push(least(() => timed("page_check", text).ms +
            timed("page_preview", text).ms +
            timed("page_complete", text, text.length).ms +
            timed("page_ahead", null).ms));
    }
    took.sort((a, b) => a - b);
    return [took[10], took[19]];
}"""


def main():
    page = the_page()
    say("the page, one file, with all catalogs", os.path.getsize(PAGE) / 1000, "kB")
    say("  without any", weight("none"), "kB")
    browser = Browser()
    try:
        loader = read(SRC, "src/page/loader.js").split("load().catch(")[0]
        browser.run(loader + read(SRC, "src/page/engine.js") + CALLS)
        browser.run("globalThis.PAGE = %s; 0" % json.dumps(page))
        starts = sorted(browser.run("begin(PAGE)") for _ in range(RUNS))
        say("from the file to words and cards read", starts[RUNS // 2], "ms")
        for name in GAMES:
            with gzip.open(os.path.join(
                    SRC, "tests/logs/%s.all.jsonl.gz" % name)) as f:
                log = f.read().decode()
            r = browser.run("logged(%s)" % json.dumps(log))
            say("its log verified, %s" % name, r["verify"], "ms")
            say("  a board drawn", r["board"], "ms")
            say("  a key pressed, to the preview", r["preview"], "ms")
            say("    at worst", r["worst"], "ms")
            say("    its dice counted behind it, at worst", r["dice"], "ms")
        log = forty()
        middle, worst = browser.run("(%s)(%s)" % (FORTY, json.dumps(log)))
        say("40 figures, a key pressed: complaints, preview, words and board",
            middle, "ms")
        say("  at worst, of 20 lines", worst, "ms")
        with gzip.open(os.path.join(SRC, "tests/logs/dungeons-1.all.jsonl.gz")) as f:
            log = f.read().decode()
        for slower, name in (1, ""), (4, ", the processor four times slower"):
            took, worked = whole_page(browser, log, slower)
            say("a file opened, to its board" + name, took, "ms")
            if slower == 1:
                say("  of that the page's thread at work", worked, "ms")
    finally:
        browser.close()


main()
