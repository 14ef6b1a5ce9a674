#!/usr/bin/python3
"""tests/page/practise.py SRCDIR BUILDDIR [PICTURES] - practice games by the fingers of a
stranger: the first blow within 8 inputs after the file is opened, answers of the
computer, undo, advice, another visit, and the game as a case that `heraldo case` replays.
PICTURES: a folder for pictures of the screens."""
import base64
import gzip
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import touches
from touches import Fault, Table, insist

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PICTURES = sys.argv[3] if len(sys.argv) > 3 else ""
FIRST_BLOW = 8
READY = "!practise.busy && practise.status && (practise.status.over || " \
    "practise.status.awaits & 1)"


class Stranger(Table):
    def shot(self, name):
        if not PICTURES:
            return
        for width, height in (360, 740), (1280, 800):
            for dark in False, True:
                self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                          deviceScaleFactor=1, mobile=width < 900)
                self.send("Emulation.setEmulatedMedia", features=[
                    {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce"}])
                self.settle()
                self.run("new Promise((f) => setTimeout(f, 400))")
                data = self.send("Page.captureScreenshot", format="png")["data"]
                path = "%s/%s-%d%s.png" % (PICTURES, name, width, "-dark" if dark else "")
                with open(path, "wb") as f:
                    f.write(base64.b64decode(data))
        self.phone()

    def phone(self):
        self.send("Emulation.setDeviceMetricsOverride", width=390, height=844,
                  deviceScaleFactor=1, mobile=True)
        self.settle()

    def ready(self):
        self.until(READY, "the computer does not answer")
        self.settle()
        self.until("page.drawnFor === drawWidth()", "the board is not drawn")

    def start(self, system):
        self.open(touches.PAGE)
        self.taps = 0
        self.touch("document.querySelector('#practise-games [data-system=%s]')" % system)
        self.ready()

    def press(self):
        """The bar: an order is carried out."""
        n = self.run("practise.log.length")
        self.touch("at('do')")
        # a plan is written card by card, and carried out as a whole
        if self.run("orders().trim() && hand.cards && hand.cards.plan"):
            self.touch("at('do')")
        self.until("practise.log.length > %d" % n, "nothing is done")

    def aim(self):
        """Touch a target of whoever is chosen that has odds."""
        whom = self.until("(hand.aims.find((a) => a.per_cent >= 0 && a.target) || {}).target",
                          "nobody is lit")
        self.figure(whom)
        self.until("hand.aim", "nothing is aimed at")

    def blow(self, system):
        """The fewest touches of which the screen tells."""
        who = self.run("hand.hands.can.find((l) => asked('page_aims', l)"
                       ".some((a) => a.per_cent >= 0 && a.target))")
        insist(who, "nobody can strike in " + system)
        self.figure(who)
        self.aim()
        self.press()
        insist(self.run("practise.log.some((l) => l.seat === 'A' && l.faces.length)"),
               "no blow is struck: " + self.run("JSON.stringify(practise.log)"))
        insist(self.taps <= FIRST_BLOW, "%s: %d inputs to the first blow" % (
            system, self.taps))


def practice(t, system):
    t.start(system)
    t.shot(system + "-begun")
    t.blow(system)
    taps = t.taps
    t.ready()
    insist(t.run("practise.log.length") >= 1, "no order is kept")
    t.shot(system + "-struck")
    # what the computer would do, and its order
    t.touch("at('practise-ask')")
    t.until("practise.advice && !at('practise-advice').hidden", "there is no advice")
    insist(t.run("practise.advice.candidates > 0"), "nothing was compared")
    t.shot(system + "-advice")
    t.touch("at('practise-use')")
    t.until("hand.aim", "the advice is not aimed at")
    t.press()
    t.ready()
    # all of it is taken back
    for _ in range(t.run("practise.undo.length")):
        t.touch("at('undo')")
        t.ready()
    insist(t.run("practise.log.every((l) => l.seat !== 'A')"), "an order is left")
    # the whole turn is left to the computer
    t.figure(t.run("hand.hands.can[0]"))
    t.touch("at('practise-ask')")
    t.until("practise.advice", "there is no advice")
    t.touch("at('practise-use')")
    t.until("hand.aim", "the advice is not aimed at")
    t.press()
    t.ready()
    log = t.run("practise.log")
    insist(t.run("Boolean(practise.worker)"), "the computer does not think in a worker")
    # another visit
    t.open(touches.PAGE)
    t.touch("at('practise-go')")
    t.ready()
    insist(t.run("practise.log.length") >= len(log), "the game is not kept")
    return taps, t.run("practiseCase()")


def lesson(t, name, play):
    """A lesson that is won by touches; dice may ask for several tries."""
    t.open(touches.PAGE)
    t.touch("document.querySelector('#lessons-part summary')")
    t.until("document.querySelectorAll('#lessons button').length >= 24", "lessons are missing")
    t.touch("document.querySelector('[data-lesson=\"db/lessons/%s.case\"]')" % name)
    t.ready()
    insist(not t.run("practise.done"), name + " is won at its beginning")
    t.touch("at('lesson-hint')")
    insist(t.run("at('lesson-hints').children.length") == 1, "there is no hint")
    for _ in range(12):
        play(t)
        t.until("!practise.busy", "the lesson is not checked")
        if t.run("practise.done"):
            break
        t.touch("at('lesson-anew')")
        t.ready()
    insist(t.run("practise.done"), name + " is not won: " + t.run("lessonCase()"))
    t.shot("lesson-" + name.replace("/", "-"))
    if "/8-" not in name:
        t.touch("at('do')")
        t.ready()
        insist(not t.run("practise.done"), "the next lesson does not begin")
    t.open(touches.PAGE)
    t.touch("document.querySelector('#lessons-part summary')")
    insist(t.run("document.querySelector('[data-lesson=\"db/lessons/%s.case\"]').textContent"
                 ".startsWith('✓')" % name), "what is learnt is forgotten")


def shoots(t):
    t.figure("A1")
    t.aim()
    t.press()


def walks(t):
    t.figure("A1")
    x, y, side = t.run("[hand.reach.x / 10, hand.reach.y / 10, hand.reach.step / 10]")
    t.ground(x + 4 * side, y + 2 * side)
    t.until("hand.aim", "no place is aimed at")
    t.press()


def casts(t):
    t.touch("document.querySelector('[data-card=\"Flameblast\"]')")
    t.until("hand.aims.some((a) => a.target === '#2')", "no target is lit")
    t.figure("#2")
    t.press()


def whole_game(t):
    """A game to its end, by the computer on both sides; then what decided it."""
    t.start("rebellion")
    t.run("""(async () => {
        practise.turn++;
        for (let n = 0; n < 900 && !practise.status.over; n++) {
            const seat = practise.status.awaits & 1 ? 0 : 1;
            practiseStep(page.engine.json("page_practise_move", diceKey(), seat, 0), "AB"[seat], "");
            practise.events = [];
            practiseTake();
        }
        practiseShow(false);
        practiseSay();
    })()""")
    insist(t.run("practise.status.over"), "the game has no end")
    decided(t)
    t.run("at('analysis').scrollIntoView()")
    t.shot("decided")
    # a stranger begins again by one touch
    t.touch("at('do')")
    t.ready()
    insist(not t.run("practise.status.over"), "the next game does not begin")


def decided(t):
    insist(t.run("!at('analysis').hidden && at('analysis-turns').children.length === 3 && "
                 "Boolean(document.querySelector('#analysis-curve .curve')) && "
                 "at('analysis-luck').textContent.length > 10"), "nothing is said of what decided it")


def old_game(t):
    """A verified log tells what decided it, too."""
    t.open(touches.PAGE)
    t.log("rebellion-1")
    with gzip.open(os.path.join(SRC, "tests/logs/rebellion-1.all.jsonl.gz")) as f:
        data = base64.b64encode(f.read()).decode()
    t.run("takeBytes(Uint8Array.from(atob('%s'), (c) => c.charCodeAt(0)))" % data)
    t.touch("at('analysis-ask')")
    t.until("!at('analysis').hidden", "nothing is analysed")
    decided(t)
    t.run("at('analysis').scrollIntoView()")
    t.shot("decided-log")
    t.touch("document.querySelector('#analysis-turns button')")
    insist(t.run("page.point > 0"), "the turn is not shown")


def replays(system, text):
    """The saved file is a case that holds, with the same dice."""
    with tempfile.NamedTemporaryFile("w", suffix=".case", encoding="utf-8") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([os.path.join(BUILD, "heraldo"), "case", "--templates",
                               os.path.join(SRC, "templates"), "--catalog",
                               os.path.join(SRC, "db/catalog"), f.name],
                              capture_output=True, text=True)
    insist(not done.returncode, "%s: the saved game does not hold: %s\n%s" % (
        system, done.stdout + done.stderr, text[-1500:]))


def main():
    t = Stranger("--lang=en")
    counted = []
    try:
        t.begin()
        for system in "rebellion", "dungeons", "arena":
            taps, text = practice(t, system)
            replays(system, text)
            counted.append("%s %d" % (system, taps))
        for name, play in ("rebellion/1-shoot", shoots), ("dungeons/3-walk", walks), \
                ("arena/3-spell", casts):
            lesson(t, name, play)
        whole_game(t)
        old_game(t)
        insist(not t.thrown(), str(t.thrown()))
        print("page: practice games; inputs to the first blow: " + ", ".join(counted))
    except (Fault, RuntimeError) as e:
        print("page: %s" % e)
        return 1
    finally:
        t.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
