#!/usr/bin/python3
"""tests/page/lessons.py SRCDIR BUILDDIR [PICTURES] [--only NAME] - every lesson of the page
is won by touches as its hints say them, and with nothing else; begun anew where dice fail."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ONLY = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
if ONLY:
    del sys.argv[sys.argv.index("--only"):]
from practise import Stranger, lesson
from touches import Fault, insist

# the touches: a figure or a chest by its label; +X+Y, a place so many inches or squares
# from it; @ZONE; =WORD, a button with that word; !CARD; the bar
LESSONS = {
    "rebellion/1-shoot": "A1 B1 do",
    "rebellion/2-walk": "A1 B1 do",
    "rebellion/3-strike": "A1 B1 do",
    "rebellion/4-behind": "A2 B1 do",
    "rebellion/5-capture": "A1 B1 =CAPTURE do",
    "rebellion/6-away": "A1 +0+5 do",
    "rebellion/7-heal": "A1 A2 do",
    "rebellion/8-turn": "A1 B1 do A2 B1 do",
    "dungeons/1-strike": "A1 B1 do",
    "dungeons/2-shoot": "A1 B1 do",
    "dungeons/3-walk": "A1 +4+2 do",
    "dungeons/4-door": "A1 +1+0 do A1 +1+0 do A1 +1+0 do",
    "dungeons/5-disarm": "A1 K1 do",
    "dungeons/6-take": "A1 +0-2 do A1 K1 do",
    "dungeons/7-heal": "A1 A2 do",
    "dungeons/8-turn": "A1 K1 do A1 K1 do A2 B1 do",
    "arena/1-strike": "#3 #2 do",
    "arena/2-walk": "#3 @B1 do",
    "arena/3-spell": "!Flameblast #2 do",
    "arena/4-summon": "!Firebrand_Imp do",
    "arena/5-heal": "!Minor_Heal #3 do",
    "arena/6-guard": "#3 =GUARD do",
    "arena/7-charge": "#3 #2 do",
    "arena/8-duel": "#3 #2 do !Fireball #2 do",
}


def step(t, word, who):
    if t.run("practise.done"):
        return
    if word == "do":
        t.press()
        t.until("!practise.busy", "nothing comes of it")
        t.settle()
    elif word[0] == "!":
        t.touch("document.querySelector('[data-card=\"%s\"]')" % word[1:].replace("_", " "))
    elif word[0] == "=":
        t.touch("[...document.querySelectorAll('button')].find((b) => b.offsetParent && "
                "b.textContent.toUpperCase().includes('%s'))" % word[1:])
    elif word[0] == "+":
        dx, dy = map(int, re.fullmatch(r"([+]\d)([+-]\d)", word).groups())
        # of a board without squares: B1 is 1.1 inches away
        x, y, side = t.run("""(() => { const s = spotOf(figureOf("%s")), r = hand.reach;
            return [s.x, s.y, r && r.step ? r.step / 10
                              : Math.abs(spotOf(figureOf("B1")).y - s.y) / 1.1]; })()""" % who)
        x, y = x + dx * side, y + dy * side
        # a finger drags the board where it is out of sight
        t.run("""(() => {
            const q = new DOMPoint(%f, %f).matrixTransform(boardSvg().getScreenCTM());
            if (q.y > at("frame").getBoundingClientRect().bottom - 80)
                lookAt(%f, %f);
        })()""" % (x, y, x, y))
        t.settle()
        t.ground(x, y)
    elif word[0] == "@":
        t.ground(*t.run("""(() => { const c = hand.hands.cells.find((c) => c.label === "%s");
            return [(c.x + .9 * c.w) / 10, (c.y + .9 * c.h) / 10]; })()""" % word[1:]))
    else:
        t.figure(word)
    if word != "do":
        t.settle()


def play_of(name):
    def play(t):
        who = ""
        for word in LESSONS[name].split():
            if word[0] in "A#" and not who:
                who = word
            step(t, word, who)
            if word == "do":
                who = ""
    return play


def main():
    t = Stranger("--lang=en")
    wrong = 0
    try:
        t.begin()
        for name in LESSONS:
            if not name.startswith(ONLY):
                continue
            try:
                lesson(t, name, play_of(name))
                print(name + ": won", flush=True)
            except (Fault, RuntimeError) as e:
                print("%s: %s" % (name, e), flush=True)
                wrong += 1
        insist(not t.thrown(), str(t.thrown()))
    finally:
        t.close()
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
