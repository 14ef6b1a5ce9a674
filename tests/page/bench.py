#!/usr/bin/python3
"""tests/page/bench.py SRCDIR BUILDDIR - how fast the page is, in headless Chromium
and Firefox: a line "name<TAB>value<TAB>unit" each, medians of several runs. Called
by tests/bench/run, which writes them beside the aims. What a busy machine adds is
told by a fixed piece of work that is measured beside it."""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from firefox import Firefox
from logged import page_with

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(BUILD, "page/heraldo.html")
RUNS = 5
GAMES = ("rebellion-1", "dungeons-1", "arena-1")
CALLS = """
const median = (v) => v.sort((a, b) => a - b)[v.length >> 1];
let engine;
// from what is in the file to an engine that has read its words, as loader.js does
async function begin() {
    const started = performance.now();
    const [wasm, files] = await unpacked();
    engine = await Engine.start(await wasm, engineFiles(files),
        () => engineFiles(textsOf("cards")));
    engine.call("page_open", "/templates");
    engine.call("page_language", "en");
    return performance.now() - started;
}
// a fixed piece of work
function fixed() {
    const started = performance.now();
    let x = 1;
    for (let i = 0; i < 2e7; i++)
        x = Math.imul(x, 1664525) + 1013904223 | 0;
    fixed.last = x;
    return performance.now() - started;
}
function timed(name, input, ...n) {
    const started = performance.now();
    const r = engine.call(name, input, ...n);
    return { ms: performance.now() - started, ...r };
}
// what others do on the machine is not measured
const least = (f) => Math.min(f(), f(), f());
function logged(log) {
    const verified = [1, 2, 3, 4, 5].map(() => timed("page_verify", log).ms);
    const out = { verify: median(verified), soonest: verified[0] };
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
// once more, for its time of the processor
function verifyAgain(log) {
    engine.call("page_verify", log);
    return 0;
}
// the whole round of a Mage and all creatures, where they are the most
function round(log) {
    engine.call("page_verify", log);
    const took = [];
    for (let p = 1; !engine.call("page_story", null, p, -1).result; p++)
        for (let seat = 0; seat <= 1; seat++) {
            if (engine.call("page_take", null, p, seat).result) continue;
            const legal = engine.json("page_legal", null) || [];
            const text = [...new Set(legal.filter((f) => f.kind === "act")
                .map((f) => f.actor))].map((a) => `ACT ${a}: MOVE TOWARD MAGE | ` +
                "NOTHING; ATTACK WEAKEST | MAGE THEN GUARD").concat("END").join("\\n");
            took.push(least(() => timed("page_check", text).ms +
                timed("page_preview", text).ms));
        }
    return Math.max(...took);
}
function forty(log) {
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
}
window.bench = { begin, fixed, logged, round, forty, verifyAgain };
document.documentElement.dataset.ready = "yes";
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
                        os.path.join(SRC, "src/webapp/assemble.py"), SRC,
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


def at_work(browser, act, opens=False):
    """The time of the processor that the page's own thread takes for it, or, if it
    opens a page, has taken since: it hardly depends on what else the machine does.
    Chromium alone tells it."""
    browser.send("Performance.enable", timeDomain="threadTicks")

    def worked():
        return next(1000 * m["value"] for m in browser.send(
            "Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")
    took = []
    for _ in range(RUNS):
        before = worked()
        act()
        took.append(worked() - (0 if opens else before))
    return sorted(took)[RUNS // 2]


def engine_file(folder):
    """A page that has the engine of the page, and measures it."""
    packed = re.findall(r'<script type="application/octet-stream".*?</script>',
                        the_page(), re.S)
    loader = read(SRC, "src/webapp/loader.js").split("load().catch(")[0]
    path = os.path.join(folder, "engine.html")
    with open(path, "w", encoding="utf-16", newline="") as f:
        f.write("<!doctype html>%s<script>%s%s%s</script>" % (
            "".join(packed), loader, read(SRC, "src/webapp/engine.js"), CALLS))
    return path


def log_of(name):
    with gzip.open(os.path.join(SRC, "tests/logs/%s.all.jsonl.gz" % name)) as f:
        return f.read().decode()


def engine_rows(browser, path, log40, where):
    """What its calls take."""
    def ask(call, *args):
        return browser.run("bench.%s(%s)" % (call, ", ".join(map(json.dumps, args))))
    browser.open(path)
    starts = sorted(ask("begin") for _ in range(RUNS))
    say("from the file to words read" + where, starts[RUNS // 2], "ms")
    for name in GAMES:
        r = ask("logged", log_of(name))
        say("its log verified, %s%s" % (name, where), r["verify"], "ms")
        say("  verified at best" + where, r["soonest"], "ms")
        if not where:
            log = json.dumps(log_of(name))
            say("  of that the page's thread at work", at_work(
                browser, lambda: browser.run("bench.verifyAgain(%s)" % log)), "ms")
        say("  a board drawn" + where, r["board"], "ms")
        say("  a key pressed, to the preview" + where, r["preview"], "ms")
        say("    at worst" + where, r["worst"], "ms")
        say("    its dice counted behind it, at worst" + where, r["dice"], "ms")
    say("a whole round of Arena, read and previewed, at worst" + where,
        ask("round", log_of("arena-1")), "ms")
    middle, worst = ask("forty", log40)
    say("40 figures, a key pressed: complaints, preview, words and board" + where,
        middle, "ms")
    say("  at worst, of 20 lines" + where, worst, "ms")
    fixed = sorted(ask("fixed") for _ in range(4 * RUNS))
    say("a fixed piece of work meanwhile, median by its least" + where,
        fixed[2 * RUNS] / fixed[0], "times")


def opened_rows(browser, path, where):
    took = []
    for _ in range(2 * RUNS):
        browser.open(path)
        took.append(browser.run("new Promise((f) => requestAnimationFrame(() => "
                                "f(performance.now())))"))
    took.sort()
    say("a file opened, to its board" + where, took[RUNS], "ms")
    say("  at best" + where, took[0], "ms")


def main():
    folder = tempfile.mkdtemp(prefix="heraldo-bench.")
    try:
        measure(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(folder):
    say("the page, one file, with all catalogs", os.path.getsize(PAGE) / 1000, "kB")
    say("  without any", weight("none"), "kB")
    log40, engine = forty(), engine_file(folder)
    opened = os.path.join(folder, "opened.html")
    with open(opened, "w", encoding="utf-16", newline="") as f:
        f.write(page_with(the_page(), log_of("dungeons-1").encode()))
    makers = [(Browser, "")]
    if shutil.which("firefox-esr"):
        makers.append((Firefox, ", Firefox"))
    for make, where in makers:
        browser = make()
        try:
            engine_rows(browser, engine, log40, where)
            opened_rows(browser, opened, where)
            if make is Browser:
                browser.send("Emulation.setCPUThrottlingRate", rate=4)
                opened_rows(browser, opened, ", the processor four times slower")
                browser.send("Emulation.setCPUThrottlingRate", rate=1)
                browser.open(engine)
                say("  without that, the page's thread at work", at_work(
                    browser, lambda: browser.open(opened), True), "ms")
        finally:
            browser.close()


main()
