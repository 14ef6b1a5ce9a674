#!/usr/bin/python3
"""tests/page/bench.py SRCDIR BUILDDIR - how fast the page is, in headless
Chromium: a line "name<TAB>value<TAB>unit" each, medians of several runs. Called
by tests/bench/run, which writes them beside the aims."""
import base64
import gzip
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser

SRC, BUILD = sys.argv[1:3]
RUNS = 5
GAMES = ("rebellion-1", "dungeons-1", "arena-1")
CALLS = """
const median = (v) => v.sort((a, b) => a - b)[v.length >> 1];
// from the text of the file to an engine that has read its words, as loader.js does
async function begin(page) {
    const part = (id) => {
        const e = document.createElement("script");
        const [, size, text] = page.match(new RegExp(
            'id="' + id + '"(?: data-size="(\\d+)")?>([^<]*)<'));
        e.type = "text/plain";
        e.id = id;
        e.dataset.size = size;
        e.textContent = text;
        document.documentElement.append(e);
    };
    const ids = ["unlzma", "wasm", "files"];
    ids.forEach(part);
    const started = performance.now();
    packed.calls = (await WebAssembly.instantiate(Uint8Array.from(atob(
        document.getElementById("unlzma").textContent),
        (c) => c.charCodeAt(0)), {})).instance.exports;
    const wasm = await WebAssembly.compile(packed("wasm"));
    const files = JSON.parse(new TextDecoder().decode(packed("files")));
    globalThis.engine = await Engine.start(wasm, engineFiles(files));
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
function logged(log) {
    const out = { verify: median([1, 2, 3].map(
        () => timed("page_verify", log).ms)) };
    const board = [], preview = [];
    for (let p = 1; !engine.call("page_story", null, p, -1).result; p++)
        for (let seat = 0; seat <= 1; seat++) {
            if (engine.call("page_take", null, p, seat).result) continue;
            board.push(timed("page_position", null, -1).ms);
            const offers = engine.call("page_offers", null).said;
            const order = /"order":"([^"]*)"/.exec(offers)?.[1] ?? "END";
            preview.push(timed("page_check", order).ms +
                         timed("page_preview", order).ms);
        }
    preview.sort((a, b) => a - b);
    return { ...out, board: median(board), preview: median(preview),
             worst: preview[preview.length - 1] };
}
"""


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as f:
        return f.read()


def say(name, value, unit):
    print("%s\t%.1f\t%s" % (name, value, unit))


def main():
    page = read(BUILD, "page/heraldo.html")
    say("the page, one file", len(page.encode()) / 1000, "kB")
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
    finally:
        browser.close()


main()
