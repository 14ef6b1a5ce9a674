#!/usr/bin/python3
"""tests/page/access.py SRCDIR BUILDDIR [SYSTEM ..] - the page for players who do not see,
do not point, or enlarge letters: axe-core finds no violation of WCAG 2.2 A and AA on
any screen in both themes; practice games are played by the keyboard alone, and through
accessible names alone; nothing is cut off at 320 pixels with letters of twice the size;
figures keep their outlines where the system forces colours."""
import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import touches
from browser import Browser
from touches import Fault, Table, insist
from person import messages
from seen import SEEN

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
SYSTEMS = sys.argv[3:] or ["rebellion"]
WHOLE = bool(sys.argv[3:])
MOST = 0 if WHOLE else 5  # orders of a game; 0: to its end
AXE = os.path.join(BUILD, "page/axe/axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
READY = "!practise.busy && practise.status && (practise.status.over || " \
    "practise.status.awaits & 1)"
LIVE = "status", "alert"
MANY = 600
WORDS = messages("en")
OVER = [WORDS["page.practise." + k] for k in ("won", "lost", "drawn")]


class Reader(Table):
    """Somebody who hears the page."""

    def theme(self, dark, **more):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
            *({"name": k, "value": v} for k, v in more.items())])

    def size(self, width, height, letters=""):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 900)
        self.run("document.documentElement.style.fontSize = '%s'" % letters)
        self.settle()

    def load_axe(self):
        if os.path.exists(AXE):
            with open(AXE, encoding="utf-8") as f:
                self.run(f.read() + "\n;0")
        else:
            print("page: no axe-core: contrib/page-axe fetches it")

    def checked(self, screen):
        """By axe, light and dark, and with large letters. The window is so high that no
        target lies half outside of the sheet."""
        self.size(390, 7000)
        self.run("at('sheet').style.height = 'auto'; at('sheet').scrollTop = 0")
        for dark in False, True:
            self.theme(dark)
            self.settle()
            found = self.run("""window.axe ? axe.run(document, { runOnly: %s,
                resultTypes: ["violations"] }).then((r) => r.violations.map((v) =>
                [v.id, v.nodes.length, v.nodes[0].html.slice(0, 150), v.nodes[0].failureSummary])) : []"""
                             % json.dumps(["color-contrast"] if dark else RULES))
            insist(not found, "axe, %s%s: %s" % (screen, ", dark" if dark else "",
                                                 json.dumps(found, indent=1)))
        self.run("at('sheet').style.height = ''")
        self.size(320, 640, "32px")
        bad = [f for f in self.run(SEEN)
               if not re.search(r': a "To the board|: svg |: text |input ""', f)]
        insist(not bad, "%s, 320 px and twice the letters: %s" % (screen, bad[:5]))
        self.size(390, 844)

    def ready(self):
        self.until(READY, "the computer does not answer")
        self.settle()

    def heard(self):
        """What live regions say."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {n["nodeId"]: n for n in nodes}
        value = lambda n, k: n.get(k, {}).get("value", "")
        rest = [n["nodeId"] for n in nodes if not n.get("ignored") and value(n, "role") in LIVE]
        said = []
        while rest:
            node = by_id.get(rest.pop(0), {})
            if value(node, "role") == "StaticText":
                said.append(value(node, "name"))
            rest = node.get("childIds", []) + rest
        return " ".join(said)

    def hear(self, *texts):
        """Wait until one of them is said."""
        end = time.monotonic() + touches.PATIENCE
        while not any(t in self.heard() for t in texts):
            insist(time.monotonic() < end, "%s is not said, but: %s" % (texts, self.heard()))
            time.sleep(.05)

    def push(self, name, role="button"):
        found = Browser.find(self, role, name)
        insist(len(found) == 1, "%d of role %s are called %r" % (len(found), role, name))
        self.click(found[0])

    def list(self):
        """The buttons of the list of the board."""
        nodes = self.tree()
        at = next(i for i, n in enumerate(nodes) if n[1] == WORDS["page.list"] and
                  n[0] == "DisclosureTriangle")
        end = next((i for i, n in enumerate(nodes) if i > at and n[0] == "heading"),
                   len(nodes))
        return [n for n in nodes[at:end] if n[0] == "button"]

    def bar(self):
        """The big button: it is the last one of the page."""
        return [n for n in self.tree() if n[0] == "button"][-1]


def own_turn(t):
    t.hear(WORDS["page.practise.yours"], WORDS["page.practise.yours.cards"],
           WORDS["page.practise.plan"], *OVER)
    return not any(o in t.heard() for o in OVER)


def share(name):
    """The per cent of a target that is named in the list."""
    found = re.search(r", target, (\d+) %", name)
    return int(found[1]) if found else 0


def best_blow(t):
    """The figure that can act and has the best target, by what the list says; who it is
    stays chosen."""
    for name in [n[1] for n in t.list() if n[1].endswith(", can act")]:
        who = name.split(" ")[0]
        t.click(next(n for n in t.list() if n[1] == name))
        targets = sorted((n for n in t.list() if share(n[1])), key=lambda n: -share(n[1]))
        if targets:
            return targets[0]
        t.click(next(n for n in t.list() if n[1].split(" ")[0] == who))
    return None


def one_order(t):
    """A blow where one can be struck; else what the computer advises."""
    target = best_blow(t)
    if target:
        t.click(target)
        t.hear(" %")
    else:
        t.push(WORDS["page.practise.ask"])
        t.hear(WORDS["page.practise.advice"].split("{")[0])
        t.push(WORDS["page.practise.use"])
    for _ in range(2):
        name = t.bar()[1]
        if not name.startswith(("✓", WORDS["page.practise.play"].split("{")[0])):
            break
        t.click(t.bar())


def listened(t, system, most):
    """A practice game through the list of the board, by names and live regions alone."""
    t.open(touches.PAGE)
    game = WORDS["page.practise." + system].replace(": ", " ")
    t.push(game)
    insist(own_turn(t), "the game is over at its beginning")
    t.push(WORDS["page.list"], "DisclosureTriangle")
    orders = 0
    while own_turn(t):
        if most and orders == most:
            return orders
        one_order(t)
        orders += 1
        insist(orders < MANY, "%s does not end" % system)
    return orders


def outlined(t, system):
    """Where the system forces colours, each figure has an outline of the system's."""
    t.theme(False, **{"forced-colors": "active"})
    t.settle()
    bare = t.run("""(() => {
        const e = document.createElement("i");
        e.style.color = "CanvasText";
        document.body.append(e);
        const ink = getComputedStyle(e).color;
        e.remove();
        return boardThings().filter((g) => ![...g.querySelectorAll("path, circle, rect")]
            .some((p) => getComputedStyle(p).stroke === ink)).map((g) => g.dataset.label);
    })()""")
    insist(not bare, "%s, forced colours: no outline of %s" % (system, bare))
    t.theme(False)


def screens(t, system):
    t.begin()
    t.load_axe()
    t.checked("the first page")
    double = t.run("[...document.querySelectorAll('[id]')].map((e) => e.id)"
                   ".filter((id, i, all) => all.indexOf(id) !== i)")
    insist(not double, "two elements are called %s" % double)
    t.log(system + "-1")
    t.find("page.engine.json('page_builder', '\\n') && "
           "page.engine.json('page_builder', '\\n').cards.length > 5")
    t.checked(system + ", a builder")
    t.find("h.can.length > 1 && (shot(h.can[0]) || cards() && cards().plan)")
    outlined(t, system)
    t.run("boardTouched(hand.hands.can[0], null); choose(figureOf(hand.hands.can[0])); "
          "hand.aims.length && takeAim(hand.aims.find((a) => a.order)); "
          "at('list-part').open = true")
    t.settle()
    t.checked(system + ", a target and the list")
    t.run("hand.aim && addOrder(); document.body.classList.add('full'); "
          "for (const d of document.querySelectorAll('details')) d.open = true")
    t.settle()
    t.checked(system + ", orders, the key and all that opens")
    t.run("reviewBegin()")
    t.checked(system + ", the review")
    t.run("at('document').value = 'signed'; showSending()")
    insist(t.run("isSealed()"), "nothing is signed")
    t.checked(system + ", the ways out")
    if not WHOLE:
        return
    t.find("(() => { const n = page.engine.json('page_news', null); "
           "return n.dice.length > 1; })()")
    t.run("beginPlayback(); stepEvent(1)")
    t.checked(system + ", what happened")
    t.run("document.querySelector('#events .die').click()")
    t.run("endPlayback()")
    t.checked(system + ", a proof")


FOCUSED = "(document.activeElement.getAttribute('aria-label') || " \
    "document.activeElement.textContent)"
FAR = 250  # presses of Tab at most


class Typist(Reader):
    """Somebody who has a keyboard alone."""

    def stroke(self, name, code, text=""):
        self.send("Input.dispatchKeyEvent", type="keyDown", key=name, code=name,
                  windowsVirtualKeyCode=code, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", key=name, code=name,
                  windowsVirtualKeyCode=code)

    def enter(self):
        self.stroke("Enter", 13, "\r")

    def tab_to(self, *names):
        """Press what begins with one of these."""
        for _ in range(FAR):
            self.stroke("Tab", 9)
            if self.run(FOCUSED).strip().startswith(names):
                return self.enter()
        raise Fault("Tab does not lead to %s" % (names,))

    def go_to(self, fits):
        """From thing to thing of the board; false: none fits."""
        if not self.run("at('board').contains(document.activeElement)"):
            self.tab_to(WORDS["page.skip"])
            self.stroke("Tab", 9)
        first = self.run(FOCUSED)
        while not fits(self.run(FOCUSED)):
            self.stroke("PageDown", 34)
            if self.run(FOCUSED) == first:
                return False
        self.enter()
        return True

    def strike(self):
        """The first figure with a target that can be hit; false: there is none."""
        able = self.run("hand.hands.can.filter((l) => asked('page_aims', l)"
                        ".some((a) => a.per_cent > 0 && figureOf(a.target)))")
        if not able:
            return False
        return self.go_to(lambda n: n.startswith(able[0] + " ")) and self.go_to(share)


def typed(t, system, most):
    """A practice game by the keyboard; Enter on a target aims, and once more strikes."""
    t.__class__ = Typist
    t.open(touches.PAGE)
    t.tab_to(WORDS["page.practise." + system].split(":")[0])
    orders = blows = 0
    does = "✓", WORDS["page.practise.play"].split("{")[0]
    while own_turn(t):
        if most and orders == most:
            break
        orders += 1
        insist(orders < MANY, "%s does not end" % system)
        t.ready()
        if t.strike():
            t.enter()
            blows += 1
        else:
            t.tab_to(WORDS["page.practise.ask"])
            t.hear(WORDS["page.practise.advice"].split("{")[0])
            t.tab_to(WORDS["page.practise.use"])
            t.tab_to(*does)
        t.until("!practise.busy", "the order is not carried out")
        if t.run("at('do').textContent").startswith(does):
            t.tab_to(*does)
    insist(blows, "nobody struck in %s" % system)
    return orders


def main():
    t = Reader("--lang=en")
    try:
        for system in SYSTEMS:
            screens(t, system)
            print("page: %s by what is heard, %d orders" % (
                system, listened(t, system, MOST)))
            print("page: %s by the keyboard, %d orders" % (system, typed(t, system, MOST)))
            t.__class__ = Reader
        insist(not t.thrown(), str(t.thrown()))
        print("page: read and played without eyes and hands: " + ", ".join(SYSTEMS))
    except (Fault, RuntimeError) as e:
        sys.exit("access: %s" % e)
    finally:
        t.close()


main()
