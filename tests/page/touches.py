#!/usr/bin/python3
"""tests/page/touches.py SRCDIR BUILDDIR - positions of recorded games, touched by a
finger on a telephone: whole turns of each system without a typed word, their taps
counted, and undone again. No judge is needed."""
import base64
import gzip
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from seen import SEEN

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(BUILD, "page/heraldo.html")
PATIENCE = 120
SENT = 2  # taps that review, and sign and send by the same way as before


class Fault(Exception):
    pass


def insist(right, what):
    if not right:
        raise Fault(what)


class Table(Browser):
    """A telephone whose user touches the board."""

    def begin(self):
        self.taps = 0
        self.send("Emulation.setDeviceMetricsOverride", width=390, height=844,
                  deviceScaleFactor=1, mobile=True)
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        self.open(PAGE)

    def log(self, name):
        with gzip.open(os.path.join(SRC, "tests/logs", name + ".all.jsonl.gz")) as f:
            data = base64.b64encode(f.read()).decode()
        self.run("window.LOG = page.engine.json('page_verify', Uint8Array.from("
                 "atob('%s'), (c) => c.charCodeAt(0)))" % data)

    def take(self, point, seat):
        """The position of a seat after a point, as a report would bring it."""
        self.run("""(() => {
            const seat = "ABCD"[%d];
            if (page.engine.call("page_take", null, %d, %d).result)
                throw new Error("no such position");
            page.log = null;
            play.report = { held: true, fault: "", judge: "judge@club.example",
                game: LOG.game, system: LOG.system, seat, point: %d, since: 0, serial: 1,
                language: "en", state: "running", word: "", seen_judge: "known",
                newest: 0, players: LOG.seats.map((name, i) => ({ seat: "ABCD"[i], name })),
                awaits: [{ seat, until: 0 }] };
            handClear();
            at("orders").value = "";
            showReport();
            fitBoard();
        })()""" % (seat, point, seat, point))
        self.taps = 0
        self.settle()
        self.until("page.drawnFor === drawWidth()", "the board is not drawn")

    def find(self, condition):
        """The first position of which this is true: h is what page_hands says of it.
        Logs are made anew now and then."""
        found = self.run("""(() => {
            for (let point = 1; point <= LOG.points; point++)
                for (const seat of [0, 1]) {
                    if (page.engine.call("page_take", null, point, seat).result)
                        continue;
                    const h = page.engine.json("page_hands", "\\n");
                    const aims = (who) => page.engine.json("page_aims", who + "\\n");
                    const cards = () => page.engine.json("page_cards", "\\n");
                    const shot = (who) => aims(who).some((a) => a.per_cent >= 0);
                    if (h && (%s))
                        return [point, seat];
                }
            return null; })()""" % condition)
        insist(found, "no position: " + condition)
        self.take(*found)

    def settle(self):
        """What waits for the next frame is drawn."""
        self.run("new Promise((f) => requestAnimationFrame(() => "
                 "requestAnimationFrame(() => f(1))))")

    def until(self, script, what):
        try:
            return self.wait(script, PATIENCE)
        except RuntimeError:
            raise Fault("%s: %s" % (what, self.run(
                "JSON.stringify([orders(), hand.who, hand.card, hand.aim, at('do').textContent])")))

    def tap(self, x, y):
        self.taps += 1
        super().tap(x, y)
        self.settle()

    def finger(self, kind, x, y):
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.settle()

    def drag(self, place, dx, dy):
        """From a place of the board in its own units, by pixels."""
        x, y = self.run("""(() => { const s = %s; const p = new DOMPoint(s.x, s.y)
            .matrixTransform(boardSvg().getScreenCTM()); return [p.x, p.y]; })()""" % place)
        self.taps += 1
        for kind, part in ("touchStart", 0), ("touchMove", .5), ("touchMove", 1):
            self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[
                {"x": x + dx * part, "y": y + dy * part}])
            self.settle()
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def action(self, word):
        """A button of the sheet for the figure that is chosen."""
        self.touch("[...document.querySelectorAll('#can button')].find((b) => "
                   "b.textContent.startsWith('%s'))" % word)

    def touch(self, element):
        """Its middle; it is brought into sight as a finger would."""
        place = self.run("""(() => {
            const e = %s;
            if (!e) return null;
            e.scrollIntoView({ block: "nearest", inline: "nearest" });
            const b = e.getBoundingClientRect();
            return [b.left + b.width / 2, b.top + b.height / 2];
        })()""" % element)
        insist(place, "there is no " + element)
        self.tap(*place)

    def figure(self, label):
        """A figure of the board, a little beside its middle; the board is moved to it
        where it is out of sight."""
        x, y = self.run("""(() => {
            const s = spotOf(figureOf("%s")), frame = at("frame").getBoundingClientRect();
            const q = new DOMPoint(s.x, s.y).matrixTransform(boardSvg().getScreenCTM());
            if (q.x < 20 || q.x > frame.right - 20 || q.y < frame.top + 20 ||
                q.y > frame.bottom - 80)
                lookAt(s.x, s.y);
            const p = new DOMPoint(s.x, s.y).matrixTransform(boardSvg().getScreenCTM());
            return [p.x + 3, p.y + 3];
        })()""" % label)
        self.tap(x, y)

    def ground(self, x, y):
        """A place of the board in its own units."""
        self.tap(*self.run("""(() => {
            const p = new DOMPoint(%f, %f).matrixTransform(boardSvg().getScreenCTM());
            return [p.x, p.y]; })()""" % (x, y)))

    def free_ground(self):
        """A lit place in sight, away from all figures."""
        place = self.run("""(() => {
            const ends = [...hand.reach.path.matchAll(/[ML](\\d+) (\\d+)/g)];
            const m = boardSvg().getScreenCTM(), frame = at("frame").getBoundingClientRect();
            for (const part of [.4, .6, .8])
                for (const [, x, y] of ends) {
                    const at = { x: hand.reach.x / 10 * (1 - part) + x * part,
                        y: hand.reach.y / 10 * (1 - part) + y * part };
                    const p = new DOMPoint(at.x, at.y).matrixTransform(m);
                    if (p.x > 20 && p.x < frame.right - 20 && p.y > frame.top + 20 &&
                        p.y < frame.bottom - 80 && [...hand.spots.values()].every((s) =>
                        (Math.hypot(s.x / 10 - at.x, s.y / 10 - at.y) - s.r / 10) * m.a > 30))
                        return [at.x, at.y];
                }
            return null; })()""")
        insist(place, "no free ground")
        self.ground(*place)

    def bar(self):
        """Press the bar, which names an order; it is written then."""
        order = self.until("hand.aim && hand.aim.order", "the bar names no order")
        insist(self.run("at('do').textContent") == "✓ " + order,
               "the bar says " + self.run("at('do').textContent"))
        self.touch("at('do')")
        self.until("!hand.aim", "what the bar says is not written")
        insist(self.run("play.checked.n") == 0, "it is not understood: " +
               self.run("orders()"))

    def lines(self):
        return self.run("orders()").strip().split("\n")

    def few(self, most, what):
        insist(self.taps + SENT <= most, "%s: %d taps, and %d to send" % (
            what, self.taps, SENT))


def where_named(t, place):
    """Names of figures that can act tell where they are."""
    names = t.run("hand.hands.can.filter((l) => hand.hands.zones || hand.spots.has(l))"
                  ".map((l) => figureOf(l).getAttribute('aria-label'))")
    insist(names, "nobody can act")
    for name in names:
        insist(re.search(place, name), "no place in " + name)


def arena(t):
    t.log("arena-1")
    # two cards, one with its target; a creature moves into a lit zone
    planning = "h.can.length > 1 && cards() && cards().plan && " \
        "cards().casters[0].cards.filter((c) => !c.lacks).length > 5"
    t.find(planning)
    one, target = t.run("""(() => {
        for (const c of hand.cards.casters[0].cards)
            for (const a of asked("page_card_aims", "#1 " + c.name))
                if (/^#/.test(a.target))
                    return [c.name, a.target]; })()""")
    t.touch("document.querySelector('[data-card=\"%s\"]')" % one)
    t.until("hand.aims.some((a) => a.target === '%s')" % target, "no target is lit")
    t.figure(target)
    t.bar()
    other = t.run("hand.cards.casters[0].cards.find((c) => !c.planned && !c.lacks).name")
    t.touch("document.querySelector('[data-card=\"%s\"]')" % other)
    t.bar()
    planned = t.lines()[0]
    insist(planned == "PLAN %s, %s" % (one, other) and len(t.lines()) == 2,
           "planned is %s" % t.lines())
    where_named(t, r", at [A-D]\d")
    who = t.run("hand.hands.can[1]")
    t.figure(who)
    t.until("hand.who === '%s' && at('board').querySelector('#over path')" % who,
            "nothing is lit for " + who)
    zone = t.run("""(() => { const to = hand.aims.map((a) => a.target);
        return hand.hands.cells.find((c) => to.includes(c.label)); })()""")
    t.ground((zone["x"] + zone["w"] / 2) / 10, (zone["y"] + zone["h"] / 2) / 10)
    t.bar()
    insist(t.lines()[-1] == "ACT %s MOVE %s" % (who, zone["label"]),
           "moved is %s" % t.lines())
    t.until("hand.hands.done.includes('%s')" % who, who + " is not done")
    t.few(14, "a round of Arena")
    # a card that is planned leaves its slot by a tap
    t.touch("document.querySelector('#slots .filled')")
    insist(t.lines()[0] == "PLAN " + other, "left is %s" % t.lines())
    t.touch("at('undo')")
    insist(t.lines()[0] == planned, "taken back is %s" % t.lines())
    # the judge's own plan, by one tap
    t.find(planning + " && page.engine.json('page_ready', null).lines.length > 2")
    t.touch("document.querySelector('#ready .answer')")
    insist(t.lines()[0].startswith("PLAN "), "ready is %s" % t.lines())
    t.few(3, "a ready plan")
    # an enchantment that lies face down
    t.find("h.wait.length && !(cards() && cards().plan)")
    t.touch("document.querySelector('#tray button')")
    t.bar()
    insist(t.lines()[0].startswith("REVEAL #"), "revealed is %s" % t.lines())


def set_up(t, builds):
    """Every step of the set-up has an order that is ready; an army is built of cards,
    and one of them leaves it."""
    t.find("page.engine.json('page_builder', '\\n') && "
           "page.engine.json('page_builder', '\\n').cards.length > 5")
    for n in 1, 2:
        t.touch("document.querySelector('#recruits button')")
        t.until("play.checked.lines.length === 1 && !play.checked.n",
                "it is not understood")
        insist(t.lines()[0].count(",") == n - 1, "built is %s" % t.lines())
    spent, budget = t.run("[at('points-bar').value, at('points-bar').max]")
    insist(0 < spent <= budget, "%d of %d points" % (spent, budget))
    t.touch("document.querySelector('#chosen button')")
    t.until("!orders().includes(',')", "no card leaves it")
    insist(t.lines()[0].startswith(builds + " "), "left is %s" % t.lines())
    t.touch("at('undo')")
    insist(t.lines()[0].count(",") == 1, "taken back is %s" % t.lines())
    steps = t.run("""(() => {
        const found = [];
        for (let point = 1; point <= LOG.points; point++)
            for (const seat of [0, 1]) {
                if (page.engine.call("page_take", null, point, seat).result)
                    continue;
                const kinds = page.engine.json("page_legal", null).map((f) => f.kind);
                if (kinds.includes("turn") || kinds.includes("enter") ||
                    kinds.includes("pass"))
                    return found;
                if (kinds.length)
                    found.push([kinds, page.engine.json("page_ready", null).drafts]);
            }
        return found; })()""")
    insist(len(steps) > 9, "%d steps of a set-up" % len(steps))
    for kinds, drafts in steps:
        insist(drafts, "nothing is ready for %s" % kinds)
        insist(not any("/" in d for d in drafts), "keys, not names: %s" % drafts)


def rebellion(t):
    t.log("rebellion-1")
    set_up(t, "ARMY")
    # a piece of terrain is dragged out of the tray
    t.find("h.wait.length && page.engine.json('page_legal', null)"
           ".some((f) => f.kind === 'place')")
    x, y, to_x, to_y = t.run("""(() => { const e = document.querySelector("#tray button");
        e.scrollIntoView({ block: "nearest" });
        const b = e.getBoundingClientRect(), f = at("frame").getBoundingClientRect();
        return [b.left + 20, b.top + 20, f.left + f.width / 2, f.top + 120]; })()""")
    named = t.run("document.querySelector('#tray button').textContent")
    insist(re.fullmatch(r"T\d .+", named), "what waits is called " + named)
    insist(t.run("at('do').textContent") == "Touch what waits for a place",
           "the bar says " + t.run("at('do').textContent"))
    t.finger("touchStart", x, y)
    for part in .2, .6, 1:
        t.finger("touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
    t.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    insist(t.until("hand.aim && hand.aim.order", "nothing is dragged").startswith("PLACE"),
           "dragged is %s" % t.run("hand.aim.order"))
    boxes = t.run("hand.reach.path.split('M').length - 1")
    insist(boxes < 24, "the lit ground is drawn as %d boxes" % boxes)
    t.bar()
    # a piece of terrain, and a figure, from the tray into a place that is lit
    for kind in "place", "deploy":
        t.find("h.wait.length && page.engine.json('page_legal', null)"
               ".some((f) => f.kind === '%s')" % kind)
        t.touch("document.querySelector('#tray button')")
        x, y = t.until("hand.reach && hand.reach.path && hand.reach.path"
                       ".match(/\\d+/g).slice(0, 2).map(Number)", "nothing is lit")
        t.run("lookAt(%d, %d)" % (x, y))
        t.settle()
        t.ground(x + 3, y + 3)
        t.bar()
        insist(t.lines()[0].lower().startswith(kind), "placed is %s" % t.lines())
    t.find("h.can.length > 1 && h.can.some(shot)")
    where_named(t, r", at [\d.]+ [\d.]+, looks (north|south|east|west)")
    who = t.run("hand.hands.can.find((l) => asked('page_aims', l).some((a) => "
                "a.per_cent >= 0))")
    t.figure(who)
    whom = t.until("(hand.aims.find((a) => a.per_cent >= 0) || {}).target",
                   "nobody is lit")
    t.figure(whom)
    t.bar()
    t.figure(t.run("hand.hands.can.find((l) => l !== '%s')" % who))
    t.until("hand.reach && hand.reach.path", "no ground is lit")
    t.free_ground()
    t.bar()
    insist(len(t.lines()) == 2, "two orders are %s" % t.lines())
    t.few(8, "a turn of Rebellion")
    # a ghost is turned by its prow, and moved
    t.take(*t.run("[play.report.point, play.report.seat.charCodeAt(0) - 65]"))
    t.figure(who)
    t.until("hand.reach && hand.reach.path", "no ground is lit")
    t.free_ground()
    t.until("hand.aim && hand.aim.spot", "there is no ghost")
    place = t.run("hand.aim.order")
    face = t.run("hand.aim.spot.face")
    far = t.run("""(() => { const a = (hand.aim.spot.face + 90) * Math.PI / 180;
        return [60 * Math.sin(a), -60 * Math.cos(a)]; })()""")
    t.drag("handleOf(hand.aim.spot)", *far)
    t.until("hand.aim.order.includes(' FACE ')", "it does not turn: " + place)
    insist(t.run("hand.aim.spot.face") != face, "it looks the same way")
    t.drag("hand.aim.spot", -9, 9)
    t.until("hand.aim.order !== %r" % place, "it is not moved")
    t.bar()
    # three that touch each other move as one
    t.find("""h.can.length > 2 && h.can.some((a, i) => h.can.slice(i + 1).some((b, k) =>
        h.can.slice(i + k + 2).some((c) => { const p = h.pieces.find((x) => x.label === a);
            const told = page.engine.json("page_form", [a, b, c].join(" ") + "\\n",
                p.x + 150, p.y);
            if (told) window.FORM = [a, b, c];
            return told; })))""")
    form = t.run("FORM")
    t.figure(form[0])
    t.action("Formation")
    t.until("hand.form", "no formation begins")
    for label in form[1:]:
        t.figure(label)
        t.until("hand.form.includes('%s')" % label, label + " does not join")
    t.free_ground()
    t.bar()
    insist(t.lines()[0].startswith("FORM %s %s %s SHIFT " % tuple(form)),
           "formed is %s" % t.lines())


def reviewed(t):
    """Orders are read once more line by line, a line is removed, the letter is signed and
    sent; what is changed after that makes another letter."""
    t.find("h.can.length > 1 && h.can.filter(shot).length")
    t.run("play.me.make('a phrase of my own', false).then(showIdentity)")
    t.run("at('orders').value = offers().slice(0, 2).map((o) => o.order).join('\\n'); look()")
    # a letter and an absence are lines like others
    t.run("write('SAY TO B: hello'); at('talk').open = true; at('away-from').value = '2026-12-20'; "
          "at('away-to').value = '2027-01-06'; at('away-write').click()")
    insist(t.lines()[-1] == "AWAY 2026-12-20 TO 2027-01-06", "away is %s" % t.lines())
    lines = t.run("play.checked.lines.length") + 2
    t.taps = 0
    t.touch("at('do')")
    insist(t.run("isReviewing() && at('lines').children.length") == lines,
           "the lines are not shown")
    t.touch("document.querySelector('#lines button')")
    insist(t.run("at('lines').children.length") == lines - 1, "no line is removed")
    t.touch("at('review-back')")
    insist(not t.run("isReviewing()"), "one cannot go back")
    t.touch("at('do')")
    t.run("navigator.clipboard.writeText = async () => {}")
    for n in range(2):
        t.touch("at('do')")
        t.until("isSealed()", "it is not signed: " + t.run("at('sign-state').textContent"))
        if n:
            t.until("at('sign-state').textContent === 'Copied.'", "it is not sent as before")
        else:
            t.touch("at('copy')")
        insist(t.run("at('mailto').getBoundingClientRect().bottom < innerHeight"),
               "the way out is not in sight")
        t.touch("at('review-back')")
        insist(not t.run("isSealed()") and t.run("isReviewing()"), "nothing can be changed")
    t.run("""(() => { const sign = play.me.sign.bind(play.me); window.SIGNED = 0;
        play.me.sign = (text) => { SIGNED++; return sign(text); };
        at("do").click(); at("do").click(); })()""")
    t.until("isSealed() && !play.signs", "it is not signed")
    insist(t.run("SIGNED") == 1, "two taps sign twice")
    t.touch("at('do')")
    insist(not t.run("isHeld()") and t.run("kept.get('letter.' + LOG.game + '.A') || "
                                           "kept.get('letter.' + LOG.game + '.B')")["sent"],
           "it is not kept as sent")


def dungeons(t):
    t.log("dungeons-1")
    set_up(t, "TEAM")
    t.find("h.can.some(shot)")
    where_named(t, r", at [A-Z]\d+, looks (north|south|east|west)")
    t.figure(t.run("hand.hands.can.find((l) => asked('page_aims', l).some((a) => "
                   "a.per_cent >= 0))"))
    whom = t.until("(hand.aims.find((a) => a.per_cent >= 0) || {}).target",
                   "nobody is lit")
    t.figure(whom)
    t.bar()
    t.few(5, "an activation of Dungeons")
    # a chest beside a figure; a look aside; the way out
    t.find("""h.can.some((l) => { const a = aims(l).find((a) => /^K/.test(a.target));
        if (a) window.BESIDE = [l, a.target];
        return a && a.order.endsWith(" " + a.target); })""")
    who, chest = t.run("BESIDE")
    t.figure(who)
    t.until("hand.aims.some((a) => a.target === '%s')" % chest, "no chest is lit")
    t.figure(chest)
    t.bar()
    insist(t.lines()[0].endswith(" " + chest), "the chest is %s" % t.lines())
    t.find("h.can.some((l) => /^[A-H]/.test(l) && page.engine.json('page_reach', l + '\\n')"
           ".turns)")
    t.figure(t.run("hand.hands.can.find((l) => asked('page_reach', l).turns)"))
    who = t.run("hand.who")
    t.action("TURN")
    x, y, step, face = t.run("[hand.reach.x / 10, hand.reach.y / 10, "
                             "hand.reach.step / 10, hand.reach.face]")
    t.ground(x, y + step if face != 180 else y - step)
    t.bar()
    insist(t.lines()[0] == "TURN %s %s" % (who, "N" if face == 180 else "S"),
           "turned is %s" % t.lines())
    t.find("h.can.some((l) => aims(l).some((a) => a.order.endsWith('MY EXIT')))")
    t.figure(t.run("hand.hands.can.find((l) => asked('page_aims', l).some((a) => "
                   "a.order.endsWith('MY EXIT')))"))
    t.touch("[...document.querySelectorAll('#can button')].find((b) => "
            "b.textContent.endsWith('MY EXIT'))")
    t.bar()
    insist(t.lines()[0].endswith("MY EXIT"), "the way out is %s" % t.lines())


def answers(t):
    """A question is answered by one tap; a figure shows its numbers; nothing is cut off
    with letters of twice the size, nor without the contrast of WCAG AA in the dark."""
    t.log("dungeons-1-asked")
    t.find("page.engine.json('page_ready', null).answers.length > 1")
    told = t.run("[...document.querySelectorAll('#ready .answer')].map((b) => b.textContent)")
    insist(len(told) > 1 and "the answer of who says nothing" in told[0],
           "answers are %s" % told)
    insist("is asked about" in t.run("at('ready-what').textContent"),
           "the question is not told: " + t.run("at('ready-what').textContent"))
    t.touch("document.querySelectorAll('#ready .answer')[1]")
    t.until("play.checked.lines.length === 1 && !play.checked.n", "it is not understood")
    t.few(3, "an answer")
    # proposal 1 has the words of its own event, not those of proposal 12
    t.run("page.story.events.push(...[12, 1].map((n) => ({ rules: '', main: 0, upto: 0, "
          "text: 'Proposal ' + n + ': AGREE ' + n + ' or AGAINST ' + n + '.' })));"
          "play.report.asked = [1, 2]; at('orders').value = ''; look()")
    told = t.run("[...document.querySelectorAll('#asked p')].map((p) => p.textContent)")
    insist(told == ["Proposal 1: AGREE 1 or AGAINST 1."], "proposals are %s" % told)
    # a proposal, by one tap
    t.run("play.report.asked = [3]; at('orders').value = ''; look()")
    t.touch("document.querySelectorAll('#asked button')[1]")
    t.until("!play.checked.n && !play.timer", "it is not understood")
    insist(t.lines() == ["AGAINST 3"], "a proposal is answered by %s" % t.lines())
    t.log("arena-1")
    # a spellbook
    t.find("page.engine.json('page_builder', '\\nMAGE WARLOCK\\n')")
    t.run("at('orders').value = 'MAGE WARLOCK\\n'; look()")
    for _ in range(2):
        t.touch("document.querySelector('#recruits .card')")
    insist(re.match("BOOK 2 [A-Z]", t.lines()[-1]), "the book is %s" % t.lines())
    t.touch("document.querySelector('#chosen button')")
    insist(re.match("BOOK 1 [A-Z]", t.lines()[-1]), "the book is %s" % t.lines())
    t.find("h.can.length > 1 && cards() && cards().plan")
    t.figure(t.run("hand.hands.can[0]"))
    t.until("at('stats').children.length > 1", "there are no numbers")
    for width, height, size, dark in (320, 640, "32px", False), (390, 844, "", True), \
            (1280, 800, "", True):
        t.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
               deviceScaleFactor=1, mobile=width < 900)
        t.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        t.run("document.documentElement.style.fontSize = '%s'" % size)
        t.settle()
        t.until("page.drawnFor === drawWidth()", "the board is not drawn")
        bad = [f for f in t.run(SEEN)
               if not re.search(r': a "To the board|: svg |: text |input ""', f)]
        insist(not bad, "%d px, %s: %s" % (width, size or "letters as they are", bad[:5]))


def moves(t, wanted):
    t.send("Emulation.setEmulatedMedia", features=[{
        "name": "prefers-reduced-motion", "value": "no-preference" if wanted else "reduce"}])


def watched(t):
    """What a report tells is played once by itself, with its dice; a touch ends it, and
    it is played again when asked. Where motion is not wanted it waits to be asked. The
    dice are counted against what was to be expected."""
    t.log("rebellion-1")
    t.find("(() => { const n = page.engine.json('page_news', null); "
           "return n.dice.length > 1 && n.events.length > 1 && n.events.length < 4; })()")
    t.run("""(() => { window.MOST = 0; new MutationObserver(() => { MOST = Math.max(MOST,
        at("now-dice").querySelectorAll("svg circle").length); }).observe(at("now-dice"),
        { childList: true }); })()""")
    moves(t, False)
    t.run("playNews()")
    insist(not t.run("playback.on"), "it plays where motion is not wanted")
    moves(t, True)
    t.run("playNews()")
    insist(t.run("playback.on && page.upto === 0"), "it does not begin before its events")
    t.until("page.upto < 0 && !playback.runs", "it does not play to its end")
    insist(t.run("MOST") > 1, "no dice lie there")
    insist(t.run("at('do').textContent") == "To my turn", "one cannot go on")
    t.touch("at('do')")
    insist(not t.run("playback.on"), "the turn does not come")
    t.run("playNews()")
    insist(not t.run("playback.on"), "it plays twice")
    t.touch("at('again')")
    insist(t.run("playback.on"), "it is not played again")
    t.tap(200, 200)
    insist(t.run("!playback.on && !hand.who && page.upto < 0"), "a touch does not end it")
    moves(t, False)
    t.touch("at('luck').querySelector('summary')")
    t.until("/^. \\S+ *\\d+ dice: [1-6]/.test(at('luck-rows').textContent.trim())",
            "no dice are counted")


def main():
    t = Table("--lang=en")
    try:
        t.begin()
        for play in arena, rebellion, reviewed, dungeons, answers, watched:
            play(t)
        insist(not t.thrown(), str(t.thrown()))
        print("page: turns of all systems touched, taps counted")
    except (Fault, RuntimeError) as e:
        sys.exit("touches: %s" % e)
    finally:
        t.close()


if __name__ == "__main__":
    main()
