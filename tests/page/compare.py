#!/usr/bin/python3
"""tests/page/compare.py SRCDIR BUILDDIR - the engine in a browser says, byte by
byte, what it says here: cases of every game, and every recorded log,
verified, told in two languages and drawn."""
import base64
import glob
import gzip
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser

SRC, BUILD = sys.argv[1:3]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SRC, "src/webapp"))
from assemble import words
# of so many points one is played from; contrib/soak plays from all
STEP = int(os.environ.get("HERALDO_PAGE_STEP", "23"))
SHARE = 5 if STEP > 1 else 1  # of so many cases one
AT_ONCE = 100  # cases handed over together
SHOWN = 10  # of what differs
VIEWS = 1000 // STEP  # positions that are played from, at least
shown = 0
PAGE = """
const started = (async () => {
    const bytes = Uint8Array.from(atob(WASM), (c) => c.charCodeAt(0));
    return Engine.start(await WebAssembly.compile(bytes), engineFiles(FILES));
})();
async function runCases(texts) {
    const engine = await started;
    return texts.map((t) => engine.call("page_case", t).said);
}
async function runLog(language, text, step) {
    const engine = await started;
    const out = [];
    const said = (what, point, seat, r) => out.push(
        `${what} ${point} ${seat} ${r.result} ` +
        `${new TextEncoder().encode(r.said).length}\\n${r.said}\\n`);
    said("words", 0, 0, engine.call("page_language", language));
    said("sign", 0, 0, engine.call("page_sign", SIGNING));
    said("verify", 0, 0, engine.call("page_verify", text));
    for (let p = 1; !engine.call("page_story", null, p, -1).result; p++)
        for (let seat = -1; seat <= 0; seat++) {
            said("story", p, seat, engine.call("page_story", null, p, seat));
            if (p % 10) continue;
            said("board", p, seat, engine.call("page_board", null, p, seat, -1));
            said("labels", p, seat, engine.call("page_labels", null));
            said("within", p, seat, engine.call("page_board", null, p, seat, 3));
        }
    const offered = (said) => /"order":"([^"]*)"/.exec(said)?.[1] ?? "";
    const play = (p, seat) => {
        if (engine.call("page_take", null, p, seat).result) return;
        const ask = (what, input, ...n) => {
            const r = engine.call("page_" + (calls[what] ?? what), input, ...n);
            said(what, p, seat, r);
            return r.said;
        };
        ask("values", null);
        ask("legal", null);
        const order = offered(ask("offers", null));
        ask("wrong", WRONG);
        ask("informal", INFORMAL);
        ask("check", order);
        ask("preview", order);
        ask("chances", order);
        ask("orders", order, 0);
        ask("complete", order, order.length >> 1);
        ask("begin", "", 0);
        ask("hands", "\\n");
        ask("aims", "A1\\n");
        if (p % (3 * step)) return;
        ask("reach", "A1\\n");
        ask("go", "A1\\n", 5000, 5000);
        ask("position", null, -1);
        ask("ahead", null);
    };
    let points = 0;
    while (!engine.call("page_story", null, points + 1, -1).result) points++;
    for (let p = 0; p <= points; p += step)
        for (let seat = 0; seat <= 1; seat++) play(p, seat);
    return out.join("");
}
const SIGNING =
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\\n" +
    "ORDERS oak A 1 1\\nEND\\n";
const calls = { wrong: "check", informal: "check", begin: "complete" };
const INFORMAL = "please move A1 towards B1\\nA1 attacks the nearest\\n" +
    "should A1 shoot B1?\\ndon't attack B1\\nA1 ataca a B1\\n" +
    "A1 se retira 3 al sur y A2 lo cubre\\nI give up\\n" +
    "plan fireball and heal\\n";
const WRONG = "MOVE A1 TOO 3\\nATACK #2\\nIF : END\\n+ MORE\\n" +
    "LINE A1\\nWAIT\\nRULE\\nANSWER 7 || EN\\n";
"""


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def files():
    """What the C reads, by the paths that it asks for: the words of the page, which
    must be enough."""
    out = words(SRC)
    for folder, _, names in os.walk(os.path.join(SRC, "db/catalog")):
        for name in names:
            path = os.path.join(folder, name)
            out[os.path.relpath(path, SRC)] = read(path)
    return out


def start(browser):
    with open(os.path.join(BUILD, "page/heraldo-cases.wasm"), "rb") as f:
        wasm = base64.b64encode(f.read()).decode()
    # declarations of one script are seen by the next ones
    browser.run(read(os.path.join(SRC, "src/webapp/engine.js")) +
                "\nconst WASM = %s, FILES = %s;\n" %
                (json.dumps(wasm), json.dumps(files())) + PAGE)
    for call, folder in ("page_open", "/templates"), ("page_cases", "/"):
        why = browser.run("started.then((e) => { const r = e.call(%s, %s);"
                          "return r.result ? r.said || '?' : ''; })" %
                          (json.dumps(call), json.dumps(folder)))
        if why:
            sys.exit("%s: %s" % (call, why))


def differ(what, here, there):
    global shown
    if here == there:
        return 0
    shown += 1
    if shown > SHOWN:
        return 1
    at = next((i for i, (a, b) in enumerate(zip(here, there)) if a != b),
              min(len(here), len(there)))
    print("%s: here  %r\n%s: there %r" %
          (what, here[max(0, at - 60):at + 60], what,
           there[max(0, at - 60):at + 60]))
    return 1


def cases(browser):
    """Of those in the order of their files: one JSON object a case."""
    paths = sorted(glob.glob(os.path.join(SRC, "tests/cases/*/*.case")))[::SHARE]
    faults = 0
    for i in range(0, len(paths), AT_ONCE):
        part = paths[i:i + AT_ONCE]
        here = subprocess.run([os.path.join(BUILD, "heraldo"), "--json", "case",
                               "-t", os.path.join(SRC, "templates"),
                               "-c", os.path.join(SRC, "db/catalog"), *part],
                              stdout=subprocess.PIPE).stdout.decode()
        there = browser.run("runCases(%s)" %
                            json.dumps([read(p) for p in part]))
        if here != "".join(there):
            for path, said in zip(part, there):
                faults += said not in here and differ(path, here, said)
            faults = faults or differ("cases", here, "".join(there))
    return len(paths), faults


def chances(path, said):
    """What dice may bring is all that they may bring."""
    faults = 0
    for line in said.splitlines():
        if line.startswith('{"stops":"'):
            v = json.loads(line)["chances"]
            if v and (sum(c["n"] for c in v) != v[0]["of"] or
                      abs(sum(float(c["per_cent"]) for c in v) - 100) > 0.2):
                print("%s: %s" % (path, v))
                faults += 1
    return faults


def logs(browser):
    paths = sorted(glob.glob(os.path.join(SRC, "tests/logs/*.gz")))
    faults = drawn = played = 0
    for path in paths:
        with gzip.open(path) as f:
            text = f.read()
        language = "es" if faults + drawn & 1 else "en"
        with tempfile.NamedTemporaryFile() as plain:
            plain.write(text)
            plain.flush()
            here = subprocess.run([os.path.join(BUILD, "page_native"),
                                   os.path.join(SRC, "templates"), language,
                                   plain.name, str(STEP)], stdout=subprocess.PIPE,
                                  check=True).stdout.decode()
        there = browser.run("runLog(%s, %s, %d)" %
                            (json.dumps(language), json.dumps(text.decode()), STEP))
        faults += differ(path, here, there)
        if '{"good":1' not in there:
            print(path + ": not verified")
            faults += 1
        drawn += there.count("<svg ")
        played += there.count("\nvalues ")
        faults += chances(path, there)
        # one bit of a face changed is found there, too
        bad = text.decode().replace('"sides":6,"face":3', '"sides":6,"face":4', 1)
        if bad != text.decode():
            said = browser.run("runLog(%s, %s, 1000000)" %
                               (json.dumps(language), json.dumps(bad)))
            if '{"good":0' not in said:
                print(path + ": a changed die was not found")
                faults += 1
    return len(paths), drawn, played, faults


def main():
    browser = Browser()
    try:
        start(browser)
        n_cases, bad = cases(browser)
        print("page: %d cases in the browser, %d unlike here" % (n_cases, bad))
        n_logs, drawn, played, more = logs(browser)
        print("page: %d logs verified in the browser, %d boards drawn, "
              "%d positions played from, %d unlike here" %
              (n_logs, drawn, played, more))
    finally:
        browser.close()
    if not n_cases or not n_logs or not drawn or played < VIEWS:
        sys.exit("nothing was looked at")
    sys.exit(1 if bad or more else 0)


main()
