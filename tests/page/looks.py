#!/usr/bin/python3
"""tests/page/looks.py SRCDIR BUILDDIR [PICTURES [SYSTEM ..]] - the games of plays.py, and a
report of each in the page: it fits on a telephone, every letter has the contrast of WCAG AA, light and
dark; every thing of the board is reached by the keyboard and has a name that says
whose it is; wheel, fingers and mouse move the board; events are gone through; a page
that is older or newer than the judge says so, in both languages. PICTURES: a folder
for what was looked at."""
import base64
import email
import email.policy
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../mail_rendering"))
from browser import Browser
from person import ORDERS, PASTE, insist, messages
from plays import ALL, PAGE, Player, play
from seen import SEEN

WIDTHS = (360, 768, 1440)
# so many that something has happened, and both are there still
TURNS = {"rebellion": 4, "dungeons": 1, "arena": 2}
REPORTS = 4  # of a player, in which somebody can act
PICTURES = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else ""


def size(browser, width, dark):
    browser.send("Emulation.setDeviceMetricsOverride", width=width, height=900,
                 deviceScaleFactor=1, mobile=width < 500)
    browser.send("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    time.sleep(.3)  # colours pass over


def fits(p, system):
    for width in WIDTHS:
        for dark in False, True:
            size(p.browser, width, dark)
            # a link for who skips is not seen; the board has letters()
            bad = [f for f in p.browser.run(SEEN)
                   if not re.search(r': a "To the board|: svg |: text ', f)]
            insist(not bad, "%s at %d px%s: %s" % (
                system, width, ", dark" if dark else "", bad[:5]))
            if PICTURES:
                shot = p.browser.send("Page.captureScreenshot",
                                      captureBeyondViewport=True)
                with open(os.path.join(PICTURES, "%s-%d-%s.png" % (
                        system, width, "dark" if dark else "light")),
                        "wb") as f:
                    f.write(base64.b64decode(shot["data"]))
    size(p.browser, 1000, False)


def letters(p, system):
    """Of the board: each against what is drawn round it, or the paper."""
    bad = p.browser.run("""(() => {
        const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g)
            .map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92
                : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const out = new Set();
        for (const t of document.querySelectorAll("svg text")) {
            const s = getComputedStyle(t), box = t.getBoundingClientRect();
            const x = box.left + box.width / 2, y = box.top + box.height / 2;
            // the last that is filled under its middle, or the paper
            const svg = t.ownerSVGElement, at = new DOMPoint(x, y)
                .matrixTransform(svg.getScreenCTM().inverse());
            const under = [...svg.querySelectorAll("path, rect, circle")]
                .filter((e) => e.compareDocumentPosition(t) & 4).filter((e) =>
                    getComputedStyle(e).fill.startsWith("rgb(") &&
                    e.isPointInFill(at)).pop();
            const halo = s.stroke !== "none" ? s.stroke : under
                ? getComputedStyle(under).fill : "rgb(255, 255, 255)";
            const [a, b] = [light(s.fill), light(halo)].sort((x, y) => y - x);
            if ((a + .05) / (b + .05) < 4.5)
                out.add(s.fill + " on " + halo + ": " + t.textContent);
        }
        return [...out];
    })()""")
    insist(not bad, "%s: letters of the board: %s" % (system, bad[:5]))


def things(p):
    board = next(n for n in p.browser.tree()
                 if n[0] == "group" and n[1] == "Board")
    return p.browser.call(board, "function () { return [...this.querySelectorAll("
                          "'[role=button]')].map((e) => "
                          "e.getAttribute('aria-label')); }")


def reached(p, system):
    """Tab leads to the board, Page Down from thing to thing, Enter to its card; each
    says in words what it is, and whose: no colour is needed."""
    names = things(p)
    insist(len(names) > 1, "%s: the board has %s" % (system, names))
    for n in p.browser.tree():
        insist(n[0] not in ("button", "combobox", "slider", "textbox", "link",
                            "checkbox") or n[1], "a %s has no name" % n[0])
    insist(all(re.match(r"\S+( .+)?", n) for n in names), str(names))
    own = [n for n in names if re.match(r"[AB]\d+ ", n)]
    insist(all(re.search(r", [AB]\b", n) for n in own),
           "whose is it? %s" % own)
    first = p.browser.find("button", names[0])
    p.browser.call(first[0], "function () { this.focus(); }")
    met = []
    for _ in names:
        met.append(p.browser.run("document.activeElement"
                                 ".getAttribute('aria-label')"))
        p.browser.key("PageDown", 34)
    insist(sorted(met) == sorted(names), "%s: keys lead to %s of %s" % (
        system, met, names))
    p.browser.key("Enter", 13)
    insist(all(p.said("^" + re.escape(part) + "$") for part in names[0].split(", ", 1)),
           "%s is not told" % names[0])


def by_tab(p, system):
    """Everything that can be pressed outside the board is reached by Tab."""
    left = p.browser.run("""(() => {
        const seen = (e) => e.getClientRects().length && !e.disabled;
        return [...document.querySelectorAll("button, a[href], input, textarea, " +
            "select, summary")].filter((e) => seen(e) && e.tabIndex < 0)
            .map((e) => e.outerHTML.slice(0, 60)); })()""")
    insist(not left, "%s: not reached: %s" % (system, left))


def width_of(p):
    board = next(n for n in p.browser.tree()
                 if n[0] == "group" and n[1] == "Board")
    return p.browser.call(board, "function () { const b = "
                          "this.getBoundingClientRect(); return [b.width, b.left "
                          "+ b.width / 2 - b.width / 2, b.left]; }")


def moved(p):
    """The wheel with Ctrl, two fingers and the mouse."""
    frame = next(n for n in p.browser.tree()
                 if n[1] == "Board; scroll to see all of it")
    x, y = p.browser.call(frame, "function () { this.scrollIntoView(); const b = "
                          "this.getBoundingClientRect(); return [b.left + b.width "
                          "/ 2, b.top + Math.min(150, b.height / 2)]; }")

    def mouse(kind, dx=0, **more):
        p.browser.send("Input.dispatchMouseEvent", type=kind, x=x + dx, y=y,
                       **more)

    def fingers(kind, apart):
        p.browser.send("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x - a, "y": y, "id": i} for i, a in enumerate(apart)])

    def wheel(by):
        mouse("mouseWheel", deltaX=0, deltaY=by, modifiers=2)
        time.sleep(.3)
        return width_of(p)[0]

    wheel(4000)
    small = width_of(p)[0]
    p.until(lambda: wheel(-400) > 1.5 * small, "the wheel does nothing")
    large, _, left = width_of(p)
    mouse("mousePressed", button="left", buttons=1)
    for dx in 20, 60, 90:
        mouse("mouseMoved", dx, button="left", buttons=1)
    mouse("mouseReleased", 90, button="left")
    p.until(lambda: width_of(p)[2] > left + 50, "the mouse does not drag it")
    insist(width_of(p)[0] == large, "dragging makes it larger")
    p.until(lambda: wheel(2000) == small, "the wheel does not take it back")
    fingers("touchStart", (40, -40))
    for apart in 60, 90, 120:
        fingers("touchMove", (apart, -apart))
    fingers("touchEnd", ())
    p.until(lambda: width_of(p)[0] > 1.5 * small, "fingers do nothing")
    p.press("Smaller board")
    p.press("Smaller board")
    p.press("Smaller board")
    p.press("Smaller board")


def positions(p):
    """The mails with a position, the newest first."""
    found = []
    for path in p.h.mails_to(p.address):
        with open(path, "rb") as f:
            mail = f.read()
        if b'.heraldo"' in mail:
            found.insert(0, mail)
    return found


def newest(p):
    return positions(p)[0]


def touched(players, system):
    """An order by three touches of a telephone: who, whom or where, and the bar; and
    taken back. Neither the page nor a keyboard comes between."""
    # where the dice wait for a word nobody can, but could before
    p = players[0]
    for raw in (raw for n in range(REPORTS) for q in players
                for raw in positions(q)[n:n + 1]):
        p.open(raw)
        who = p.browser.run("hand.hands.can[0]")
        if who:
            break
    insist(who, system + ": nobody can act")
    b = p.browser
    b.send("Emulation.setDeviceMetricsOverride", width=390, height=844,
           deviceScaleFactor=1, mobile=True)
    b.send("Emulation.setTouchEmulationEnabled", enabled=True)
    p.type(ORDERS, "")
    b.run("document.activeElement.blur()")
    p.press("All figures")

    def tap(x, y):
        b.tap(x, y)
        time.sleep(.3)

    def middle(node):
        return b.call(node, "function () { const b = this.getBoundingClientRect(); "
                      "return [b.left + b.width / 2, b.top + b.height / 2]; }")

    def token(label):
        """The middle of its disc: what is drawn about it reaches over others."""
        return b.run("""(() => { const s = spotOf(figureOf("%s"));
            const p = new DOMPoint(s.x, s.y).matrixTransform(boardSvg().getScreenCTM());
            return [p.x, p.y]; })()""" % label)

    # beside the middle: a finger is not exact; the narrow board has other units
    p.until(lambda: b.run("page.drawnFor === drawWidth()"), "the board is not drawn")
    x, y = token(who)
    tap(x + 6, y + 6)
    p.until(lambda: b.run("at('board').querySelectorAll('#over path').length"),
            "%s: nothing is lit for %s" % (system, who))
    whom = b.run("(hand.aims.find((a) => figureOf(a.target)) || {}).target")
    tap(*(token(whom) if whom else (x + 40, y - 40)))

    def bars():
        return [n for n in b.tree() if n[0] == "button" and n[1].startswith("✓ ")]

    p.until(bars, "%s: the bar names no order for %s" % (system, whom))
    bar = bars()[0]
    tap(*middle(bar))
    p.until(lambda: p.value(ORDERS).strip() == bar[1][2:],
            "%s: what the bar says, %r, is not written" % (system, bar[1]))
    insist(p.said("The judge understands all of it"), "%s: not understood: %s" % (
        system, p.value(ORDERS)))
    board, focus, scrolled = b.run(
        "[at('frame').clientHeight / innerHeight, document.activeElement.tagName, "
        "scrollY]")
    insist(board >= .49, "%s: the board has %.2f of the height" % (system, board))
    insist(focus != "TEXTAREA" and not scrolled, "%s: a keyboard opens" % system)
    small = b.run("[...document.querySelectorAll('#act button, #view button, #home')]"
                  ".filter((e) => e.offsetParent && (e.offsetWidth < 44 || "
                  "e.offsetHeight < 44)).map((e) => e.outerHTML.slice(0, 60))")
    insist(not small, "%s: too small for a finger: %s" % (system, small))
    p.press("Take back")
    p.until(lambda: not p.value(ORDERS), "%s: it is not taken back" % system)
    b.send("Emulation.setTouchEmulationEnabled", enabled=False)
    size(b, 1000, False)


def current(p):
    return p.browser.run("[...document.querySelectorAll('[aria-current=step]')]"
                         ".map((e) => e.textContent)")


def stepped(p, system):
    """Through the events of a report, back to before the first and on again."""
    told = p.browser.run("document.querySelectorAll('ol button').length")
    if not told:
        return
    insist(len(current(p)) == 1, "%s: no event is the last" % system)
    p.press("One event back")
    for _ in range(told + 1):
        if p.browser.run("[...document.querySelectorAll('button')].find((b) => "
                         "b.title === 'One event back').disabled"):
            break
        p.press("One event back")
    insist(not current(p), "%s: before the first one there is one" % system)
    p.press("One event on")
    insist(len(current(p)) == 1, "%s: no event is told" % system)


def proved(p, system):
    """A die that is touched shows its proof, checked there."""
    if not p.browser.run("(() => { const d = document.querySelector('#events button.die'); "
                         "if (d) d.click(); return Boolean(d); })()"):
        return
    insist(p.said("^✓ Link and words give this face") and
           p.said("^✓ The judge could no longer change it"), "%s: no proof: %s" % (
               system, p.browser.run("document.getElementById('proof').textContent")))


BEGIN, END = "-----BEGIN HERALDO BOARD-----", "-----END HERALDO BOARD-----"


def part_of(raw):
    """The attachment with the position."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    return next(p for p in mail.walk() if (p.get_filename() or "").endswith(".heraldo")
                ).get_payload(decode=True).decode()


# of a packet (src/protocol/webapp_payload.h)
LENGTH, NAME, KEY, SIGNATURE, TEXT = 2, 6, 10, 42, 106


def unpacked(text):
    letters = "".join(text.split(BEGIN)[1].split(END)[0].split())
    return bytearray(base64.b64decode(letters + "=" * (-len(letters) % 4)))


def signed(text, change, folder):
    """The position of somebody else's judge, changed and signed anew."""
    key = os.path.join(folder, "other")
    if not os.path.exists(key):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key],
                       check=True)
    with open(key + ".pub", encoding="ascii") as f:
        public = base64.b64decode(f.read().split()[1])[-32:]
    packet = change(unpacked(text))
    packet[LENGTH:NAME] = len(packet).to_bytes(4, "big")
    packet[KEY:SIGNATURE] = public
    path = os.path.join(folder, "packet")
    with open(path, "wb") as f:
        f.write(packet[:SIGNATURE] + packet[TEXT:])
    if os.path.exists(path + ".sig"):
        os.remove(path + ".sig")
    subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-n", "heraldo-page@heraldo",
                    "-f", key, path], check=True, stdin=subprocess.DEVNULL)
    with open(path + ".sig", encoding="ascii") as f:
        packet[SIGNATURE:TEXT] = base64.b64decode("".join(f.read().split("\n")[1:-2]))[-64:]
    letters = base64.b64encode(packet).decode().rstrip("=")
    return "\n".join([BEGIN, *(letters[i:i + 64] for i in range(0, len(letters), 64)),
                      END, ""])


def other_rules(packet):
    old = bytes(packet[TEXT + 1:TEXT + 1 + packet[TEXT]])
    new = b"chess 9\t" + old.split(b"\t")[1]
    return packet[:TEXT] + bytes([len(new)]) + new + packet[TEXT + 1 + len(old):]


def other_layout(packet):
    return packet[:NAME] + bytes(4) + packet[KEY:]


def speak(p, language):
    p.browser.run("(() => { const s = document.querySelector('select'); s.value = "
                  "'%s'; s.dispatchEvent(new Event('change')); })()" % language)


def other_pages(p, raw, folder):
    """The judge has rules or a layout that this page does not."""
    text = part_of(raw)
    packet = unpacked(text)
    program = packet[TEXT + 1:TEXT + 1 + packet[TEXT]].decode().split("\t")[1]
    for language in "en", "es":
        words = messages(language)
        for fault, change in {"rules": other_rules, "layout": other_layout}.items():
            said = words["page.report.fault." + fault].replace("{program}", program)
            p.browser.open(PAGE)
            speak(p, language)
            p.press(words["page.paste"], "DisclosureTriangle")
            field = words["page.paste.what"]
            p.type(field, signed(text, change, folder))
            # the field closes when the mail is read
            if p.browser.find("textbox", field) and p.value(field):
                p.press(words["page.paste.read"])
            insist(said in p.names("StaticText"), "%s, %s: it says %s" % (
                fault, language, p.names("StaticText")[:14]))
            insist(not p.browser.find("button", words["page.sign"]),
                   "%s: it would sign" % fault)
    # and what it does have is read
    p.browser.open(PAGE)
    p.press("Paste the mail", "DisclosureTriangle")
    p.type(PASTE, signed(text, lambda t: t, folder))
    insist(p.browser.find("button", "Sign"), "its own layout is not read")


def look(players, system, rounds):
    """In a game of plays.py, once there have been enough rounds: the first player
    looks, and reads the reports of both. Was it now?"""
    if rounds < TURNS[system]:
        return False
    p = players[0]
    seen, raw = p.seen, newest(p)
    p.open(raw)
    size(p.browser, 1000, False)
    fits(p, system)
    letters(p, system)
    reached(p, system)
    by_tab(p, system)
    moved(p)
    stepped(p, system)
    proved(p, system)
    if system != "arena":  # touches.py has its touches, from recorded logs
        touched(players, system)
    p.seen = seen  # what came in the meantime is to be answered
    if ALL or system == "rebellion":
        other = Player(p.h, os.path.join(p.saved, "apart"), "ana", False,
                       Browser(other=p.browser))
        try:
            other_pages(other, raw, p.saved)
            insist(not other.browser.thrown(), str(other.browser.thrown()))
        finally:
            other.browser.close()
    print("page: %s looked at, at %s px, light and dark" % (
        system, ", ".join(map(str, WIDTHS))))
    return True


if __name__ == "__main__":
    play(sys.argv[4:], "looks", look)
