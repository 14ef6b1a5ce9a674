#!/usr/bin/python3
"""tests/page/budget.py SRCDIR BUILDDIR - the figures of the page's budget, each the median
of five runs in headless Chromium, at full speed and with the processor slowed six times:
a line "name<TAB>value<TAB>unit<TAB>limit" each. Exit 1: one is over its limit. An idle
machine is needed: make bench does not run it."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import touches
from touches import Table

RUNS = 5
SLOWED = 6
SYSTEMS = "rebellion", "dungeons", "arena"
PLANS = "h.can.length > 1 && cards() && cards().plan"
BOARD = """(async () => {
    const { report } = play;
    goHome();
    await new Promise((f) => requestAnimationFrame(f));
    const began = performance.now();
    play.report = report;
    handClear();
    showReport();
    await new Promise((f) => requestAnimationFrame(() => setTimeout(f, 0)));
    return performance.now() - began; })()"""
ODDS = """(async () => {
    const who = hand.hands.can.find((l) => asked("page_aims", l).some((a) => a.per_cent >= 0))
        || hand.hands.can[0];
    if (hand.who)
        takeUp(hand.who);
    await new Promise((f) => setTimeout(f, 200));
    const began = performance.now();
    boardTouched(who, null);
    choose(figureOf(who));
    await new Promise((f) => requestAnimationFrame(f));
    const took = performance.now() - began;
    return took; })()"""
DRAG = """(async () => {
    const who = hand.hands.can.find((l) => (asked("page_reach", l) || { x: -1 }).x >= 0);
    if (!who)
        return 0;
    if (hand.who !== who)
        takeUp(who);
    const s = spotOf(figureOf(who)), svg = boardSvg().getScreenCTM();
    const p = new DOMPoint(s.x, s.y).matrixTransform(svg);
    const send = (kind, x, y) => at("board").dispatchEvent(new PointerEvent(kind,
        { bubbles: true, pointerId: 7, button: 0, clientX: x, clientY: y }));
    send("pointerdown", p.x, p.y);
    const frames = 40, began = performance.now();
    for (let n = 1; n <= frames; n++) {
        send("pointermove", p.x + 40 * Math.sin(n / 6), p.y - n);
        await new Promise((f) => requestAnimationFrame(f));
    }
    const took = performance.now() - began;
    send("pointerup", p.x, p.y - frames);
    return 1000 * frames / took; })()"""
faults = 0


def median(values):
    return sorted(values)[len(values) // 2]


def say(name, value, unit, limit, most=True):
    global faults
    bad = value > limit if most else value < limit
    faults += bad
    print("%s\t%.1f\t%s\t%s %g%s" % (name, value, unit, "<=" if most else ">=", limit,
                                     "\tOVER" if bad else ""), flush=True)


def measure(t, system, slowed):
    where = "%s%s" % (system, ", slowed %d times" % SLOWED if slowed else "")
    t.send("Emulation.setCPUThrottlingRate", rate=SLOWED if slowed else 1)
    rows = {name: median([t.run(script) for _ in range(RUNS)])
            for name, script in (("board", BOARD), ("odds", ODDS), ("drag", DRAG))}
    t.send("Emulation.setCPUThrottlingRate", rate=1)
    say("first board, " + where, rows["board"], "ms", 1500 if slowed else 300)
    # no limit is set for a slowed tap
    say("tap to odds, " + where, rows["odds"], "ms", 300 if slowed else 50)
    if rows["drag"]:
        say("drag, " + where, rows["drag"], "frames a second", 30 if slowed else 50, False)


def sizes(t, system):
    """Of a game that is played; a log that is verified takes more."""
    t.open(touches.PAGE)
    t.run("window.SHIFT = 0; new PerformanceObserver((l) => l.getEntries().forEach("
          "(e) => { SHIFT += e.hadRecentInput ? 0 : e.value; }))"
          ".observe({ type: 'layout-shift' })")
    t.touch("document.querySelector('#practise-games [data-system=%s]')" % system)
    t.until("!practise.busy && practise.status.play && practise.status.awaits & 1",
            "the game does not begin")
    t.figure(t.run("hand.hands.can[0]"))
    t.send("HeapProfiler.collectGarbage")
    heap = next(m["value"] for m in t.send("Performance.getMetrics")["metrics"]
                if m["name"] == "JSHeapUsedSize")
    say("JavaScript heap, " + system, heap / (1 << 20), "MiB", 10)
    say("WebAssembly memory, " + system, t.run(
        "page.engine.system.memory.buffer.byteLength") / (1 << 20), "MiB", 24)
    say("layout shift, " + system, t.run("window.SHIFT"), "", 0.001)


def main():
    say("file", os.path.getsize(touches.PAGE) / 1000, "kB", 900)
    for system in SYSTEMS:
        t = Table("--lang=en")
        try:
            t.begin()
            t.send("Performance.enable")
            t.log(system + "-1")
            t.find(PLANS if system == "arena" else "h.can.some(shot)")
            for slowed in False, True:
                measure(t, system, slowed)
            sizes(t, system)
        finally:
            t.close()
    sys.exit(1 if faults else 0)


main()
