#!/usr/bin/python3
"""tests/page/plays.py SRCDIR BUILDDIR [SYSTEM ..] - whole games played by the
page alone: two browsers make their keys, join, write orders by tapping and by
typing, sign and send them to a judge; what it answers is pasted back. The page
is known by its roles and names, as a reader of a screen knows it."""
import email
import email.policy
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from firefox import Firefox
from person import NOISE, ORDERS, Fault, Person, insist

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(BUILD, "page/heraldo.html")
JUDGE = "judge@club.example"
TURNS = 40
TAPS = 15  # from the invitation to the first order, in the turn in which it may be given
# contrib/soak: each browser builds every line; else they share a drawn half
ALL = bool(os.environ.get("HERALDO_PAGE_ALL"))
# what each types where nothing is offered: out, where there is a way out
TYPED = {"rebellion": ("END", "END"),
         "dungeons": ("MOVE A1 D3 E3\nLEAVE A1\nEND", "MOVE B1 C3 B3 A3\nLEAVE B1\nEND")}
ENDS = {"dungeons": "DONE"}

# positions from which a game ends soon: each has its own way to play it
GAMES = {
    "rebellion": """board 36 36
player A side S build 200
player B side N build 200
figure A1 at 10 10 face N stats 8/12/16/3 life 4 name "Guard"
figure B1 at 10 14 face S stats 8/12/16/3 life 4 name "Wolf"
turn A
""",
    "dungeons": """board 5x5
section S1 chamber A1-E5
mouth W A3-A3 W
mouth E E3-E3 E
player A entrance W exit E points 150 acquired
player B entrance E exit W points 160 acquired
figure A1 at C3 face E stats 8/14/17/3 life 3 name "Warlock"
figure B1 at D3 face W stats 8/14/17/3 life 3 name "Sentry"
turn A turn 3 activations 6
""",
    "arena": """board 4x3
player A warlock mana 20
player B priestess mana 20
mage #1 A at B2 damage 34
mage #2 B at B2 damage 28
phase plan
turn A init A round 2
""",
}


def ready(raw):
    """The lines of a report that can be sent as they are printed."""
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    text = mail.get_body(("plain",)).get_content()
    block = text.split("-----BEGIN HERALDO ORDERS-----")[-1] \
        .split("-----END HERALDO ORDERS-----")[0].strip().splitlines()
    return "\n".join(l for l in block[2:] if not l.startswith("//"))


class House:
    """A judge over Maildirs, with a game whose two seats are kept."""

    def __init__(self, folder, system):
        self.dir = os.path.join(folder, "house")
        self.system = system
        self.conf = os.path.join(self.dir, "heraldo.conf")
        self.heraldo("init", self.dir, JUDGE)
        with open(self.conf, encoding="utf-8") as f:
            text = f.read()
        with open(self.conf, "w", encoding="utf-8") as f:
            f.write(text.replace("[judge]", "[judge]\ntemplates = %s/templates\n"
                                 "data = %s/db" % (SRC, SRC), 1))
        self.inbox = os.path.join(self.dir, "mail/judge")
        for sub in "new", "cur", "tmp":
            os.makedirs(os.path.join(self.inbox, sub), exist_ok=True)
        setup = os.path.join(folder, "setup")
        with open(setup, "w", encoding="utf-8") as f:
            f.write(GAMES[system])
        self.game = self.heraldo(
            "game", "new", "--system", system, "--setup", setup, "--words", "1d",
            "--reserve", "A=ana@club.example", "--reserve", "B=bob@club.example",
            "taps").strip()
        self.n = 0
        self.work()

    def heraldo(self, *words):
        return subprocess.run(
            [BUILD + "/heraldo", "--quiet", *words], check=True,
            env=dict(os.environ, HERALDO_CONFIG=self.conf),
            stdout=subprocess.PIPE).stdout.decode()

    def work(self):
        r = subprocess.run([BUILD + "/heraldod", "--config", self.conf, "--once"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        insist(r.returncode == 0, r.stdout.decode("utf-8", "replace"))

    def take(self, who, subject, text):
        self.n += 1
        raw = ("From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d.%s>\r\n"
               "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
               "Content-Transfer-Encoding: 8bit\r\n\r\n%s" % (
                   who, JUDGE, subject, self.n, who, text.replace("\n", "\r\n")))
        with open(os.path.join(self.inbox, "new/%06d.t" % self.n), "wb") as f:
            f.write(raw.encode())
        self.work()

    def mails_to(self, who):
        paths = glob.glob(os.path.join(self.dir, "mail/%s/new/*" % who))
        return sorted(paths, key=lambda p: (os.stat(p).st_mtime_ns, p))


class Player(Person):
    """Whose mails are files."""

    def __init__(self, house, folder, name, asks, browser=None):
        self.h = house
        self.seen = 0
        self.first = 0  # taps until the first order was sent
        self.newest = ("", b"")  # report
        self.receipt = b""  # after it, which tells how orders begin
        self.built = ()  # lines that are built by taps before the first order
        self.changed = False  # the key, as who does not ask for its phrase does
        super().__init__(browser or Browser("--lang=en"), PAGE,
                         os.path.join(folder, name),
                         name + "@club.example", JUDGE, asks)

    def mail(self, subject, text):
        self.h.take(self.address, subject, text)

    def new_mails(self, subject="", game=""):
        found = []
        for path in self.h.mails_to(self.address)[self.seen:]:
            with open(path, "rb") as f:
                raw = f.read()
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            if subject in mail["Subject"] and game in (mail["List-Id"] or ""):
                found.append((mail["Subject"], raw))
        return found

    def open(self, raw):
        self.seen = len(self.h.mails_to(self.address))
        super().open(raw)

    def join(self):
        (_, invitation), = self.new_mails("nvitation")
        self.open(invitation)
        path = self.make_key()
        taps = self.taps
        if not self.asks:
            self.lose_key(path, invitation)
        self.taps = taps
        self.send()
        (_, challenge), = self.new_mails("confirm")
        self.open(challenge)
        self.send()

    def offered(self):
        """The orders that are offered to be tapped."""
        return self.below("Suggestions")

    def turn(self, n):
        """Answer the newest report, if it waits for this player."""
        mails = [m for m in self.new_mails(game=self.h.game)
                 if b'.heraldo"' in m[1]]
        if not mails:
            return False
        self.newest, self.receipt = mails[-1], b""
        taps = self.taps
        self.open(mails[-1][1])
        insist(self.said("with the key that this page knows") or
               self.said("meets this judge for the first time"),
               "the judge is not known: %s" % self.names("StaticText")[:12])
        if "your move" in mails[-1][0].lower():
            if not self.asks and not self.changed:
                before = self.taps
                self.change_key()
                self.changed, self.taps = True, before
            self.play(n, mails[-1][1])
        elif not self.said("random word for the dice, too"):
            self.taps = taps  # of a mail that asks for nothing
            return False
        self.send()
        if "your move" in mails[-1][0].lower():
            self.first = self.first or self.taps
        return True

    def pass_on(self):
        """What was ordered was refused, as dice fell: the turn ends."""
        if "your move" not in self.newest[0].lower():
            return False
        for subject, raw in self.new_mails(game=self.h.game):
            if "still your move" in subject:
                self.receipt = raw
        self.open(self.newest[1])
        if self.receipt:
            self.open(self.receipt)
            insist(self.said("^The game has gone on"),
                   "a receipt is not read: %s" % self.names("StaticText"))
        self.type(ORDERS, ENDS.get(self.h.system, "END"))
        self.send()
        return True

    def play(self, n, raw):
        offers = self.offered()
        if not offers:
            typed = TYPED.get(self.h.system)
            self.type(ORDERS, typed[self.asks] if typed else ready(raw))
            self.hears("The judge understands all of it",
                       "what is typed is not understood")
            return
        self.browser.click(offers[0])  # the game's own choice
        self.hears("The judge understands all of it",
                   "an offer is not understood: " + offers[0][1])
        self.until(lambda: "What they would do" in self.names("heading"),
                   "there is no preview of " + offers[0][1])
        if n == 0 and self.built:
            taps = self.taps
            self.mistype()
            self.build()
            self.taps = taps

    def mistype(self):
        """A word with a fault is told, and its place can be tapped."""
        name, good = ORDERS, self.value(ORDERS)
        self.type(name, good + "\nFIHGT A1 B9")

        def faults():
            return [t for t in self.names("button")
                    if re.search("FIHGT.*(FIGHT|ATTACK)", t)]

        self.until(faults, "no fault is told")
        self.press(faults()[0])
        insist(self.browser.run("window.getSelection().toString() || "
                                "document.activeElement.value.slice("
                                "document.activeElement.selectionStart, "
                                "document.activeElement.selectionEnd)")
               == "FIHGT", "the fault is not shown at its place")
        self.type(name, good)


    def build(self):
        """Conditions, alternatives, fallbacks and standing orders by taps."""
        good = self.value(ORDERS)
        for line in self.built:
            self.type(ORDERS, "")
            words = re.findall(r"[|,:;]|[^ |,:;]+", line)
            _, typed = self.tap_words(words)
            insist(not typed, "%s of %s are not offered: %s" % (
                typed, words, list(self.can_follow())))
            insist(plain(self.value(ORDERS)) == plain(line),
                   "built is %r" % self.value(ORDERS))
            self.hears("The judge understands all of it",
                       "not understood: " + line)
        self.tap_board()
        self.type(ORDERS, BUILT[self.h.system][-1])
        self.press("Take the last word away")
        insist(len(self.value(ORDERS).split()) ==
               len(BUILT[self.h.system][-1].split()) - 1,
               "the last word is still there")
        self.type(ORDERS, good)


    def tap_board(self):
        """What is tapped on the board goes into the order that waits for it."""
        begun, board, line = TAPPED[self.h.system]
        self.type(ORDERS, begun)
        self.tap_at(board, .45, .4)
        insist(re.fullmatch(line, self.value(ORDERS)),
               "tapped is %r" % self.value(ORDERS))

        self.type(ORDERS, "")
        for label in ("A1", "B1") if board != "#2" else ("#1", "#2"):
            self.tap_at(label, .5, .5)
        if board != "#2":
            self.hears("^(MEASURE|CHECK) A1 B1: ",
                       "nothing is told of what lies between")
        insist(self.below("Suggestions"
                          ) or self.below("Board"), "nothing can be done")

    def tap_at(self, name, x, y):
        """A place of what has that name, in parts of its width and height."""
        self.browser.run("""(() => {
            const e = document.querySelector('[aria-label="%s"], [aria-label^="%s "]');
            e.scrollIntoView({ block: "center" });
            // of the board the part in sight
            const r = ((e.closest('[role=button]') ? null : e.closest('[data-pans]'))
                || e).getBoundingClientRect();
            const x = r.left + r.width * %f, y = r.top + r.height * %f;
            (document.elementFromPoint(x, y) || e).dispatchEvent(new MouseEvent(
                "click", { bubbles: true, clientX: x, clientY: y }));
        })()""" % (name, name, x, y))


# an order begun, what is tapped then, and what the order is: a point of the board, or
# a name
TAPPED = {
    "rebellion": ("MOVE A1 TO ", "Board", r"MOVE A1 TO \d+\.\d\d \d+\.\d\d "),
    "dungeons": ("ATTACK A1 ", "B1", r"ATTACK A1 B1 "),
    "arena": ("ACT #1: ATTACK ", "#2", r"ACT #1: ATTACK #2 "),
}
# what is built by taps alone: the words of it, and the line
BUILT = {
    "rebellion": (
        "IF NOT B1 DEAD FIGHT A1 B1 ELSE PASS A1",
        "FIGHT A1 B1 | PASS A1 ON FAIL SKIP",
        "ALWAYS IF A1 TOUCHING B1 AND NOT B1 DEAD PASS A1",
        "ARMY Slasher ***, Half-Troll Hacker ***", "SIDE S",
        "DEPLOY A1 AT 18 2.5 FACE NE", "PILE HINDERING RECT 0 0 4 4",
        "SPIN A1 DIRECT", "DEFEND NEVER",
        "MOVE A1 TOUCHING B1 BACK THEN FIGHT B1",
        "MOVE A1 TOWARD B1"),
    "dungeons": (
        "IF B1 DEAD PASS A1 ELSE ATTACK A1 B1",
        "ATTACK A1 B1 | PASS A1 ON FAIL SKIP",
        "TEAM Trollkiller 1, Carlana 2", "POOL Stone Golem *, Vine Golem **",
        "CHEST C D", "ENTRANCE W", "EXIT OF B E", "TERRAIN C4 VORTEX",
        "DOOR C2 C3", "TOKEN WEAK D4", "ALWAYS SPIN A1", "NEVER COUNTER A1",
        "ON BREAK FAIL RETRY 2", "PLACE AUTO", "IF A1 HAS 6 SP TURN A1 NE",
        "MOVE A1 C4 C5"),
    "arena": (
        "MAGE WIZARD ELEMENT AIR", "BOOK 2 Bear Strength, 1 Dispel",
        "INITIATIVE B", "PLAN Agony, Dispel",
        "QC FIRST Agony ON #2 | Dispel ON #2",
        "ACT #1: MOVE TOWARD MAGE | NOTHING; ATTACK #2 | WEAKEST THEN GUARD",
        "WHEN #1 ROLLED IF SAVES >= 2 STOP", "DEFAULT #1: IF ROUND >= 3 GUARD",
        "DEFEND #1 WITH BEST IF DICE >= 3", "COUNTER #1 NEVER",
        "UPKEEP ORDER #1 REGENERATE, BURN",
        "ACT #1: MOVE B2; ATTACK #2"),
}


def plain(line):
    """What means something of it."""
    return [w for w in re.sub("[,:;]", " ", line).split() if w not in NOISE]


def to_build(system, i):
    """The lines that one of the two browsers builds by taps."""
    lines = BUILT[system]
    if ALL:
        return lines
    drawn = random.Random(os.environ.get("HERALDO_SEED", "1"))
    return drawn.sample(lines, len(lines) // 2)[i::2]


class Browsers:
    """Two that serve one game after the other, without a store of the game before."""

    def __init__(self):
        self.chromium = Browser("--lang=en")
        self.other = Firefox() if shutil.which("firefox-esr") else None

    def pair(self):
        chromium = Browser(other=self.chromium)
        if not self.other:
            return chromium, Browser(other=self.chromium)
        self.other.forget(PAGE)
        return chromium, self.other

    def close(self):
        self.chromium.close()
        if self.other:
            self.other.close()


def play_game(system, browsers, look=None):
    """look: what is done with the first player's browser after some rounds, see
    looks.py."""
    folder = tempfile.mkdtemp(prefix="heraldo-plays.")
    players = []
    try:
        house = House(folder, system)
        for i, (name, browser) in enumerate(zip(("ana", "bob"), browsers.pair())):
            players.append(Player(house, folder, name, name == "bob", browser))
            players[-1].built = to_build(system, i)
            players[-1].join()
        turns = rounds = 0
        while " running " in house.heraldo("game", "show", house.game):
            moved = [p.turn(turns) for p in players]
            if not any(moved):
                moved = [p.pass_on() for p in players]
            turns += sum(moved)
            rounds += 1
            insist(any(moved) and turns < TURNS,
                   "nobody goes on after %d turns" % turns)
            if look and look(players, system, rounds):
                look = None
        insist(not look or look(players, system, TURNS), "nobody has looked at it")
        log = os.path.join(folder, "log")
        house.heraldo("export", "--full", "-o", log, house.game)
        house.heraldo("verify", log)
        insist(house.heraldo("person", "show", "ana").count("SHA256:") == 2,
               "the judge knows: " + house.heraldo("person", "show", "ana"))
        for p in players:
            insist(p.first - p.asks < TAPS, "%d taps" % p.first)
            insist(not p.browser.thrown(), str(p.browser.thrown()))
        print("page: %s played by two browsers from key to end, %d turns; "
              "%s taps from invitation to the first order" % (
                  system, turns, [p.first for p in players]))
    finally:
        for p in players:
            if p.browser is not browsers.other:
                p.browser.close()
        if os.environ.get("HERALDO_KEEP"):
            print("kept in " + folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)


def play(systems, what, look=None):
    browsers = Browsers()
    try:
        for system in systems or GAMES:
            try:
                play_game(system, browsers, look)
            except (Fault, RuntimeError) as e:
                sys.exit("%s: %s: %s" % (what, system, e))
    finally:
        browsers.close()


if __name__ == "__main__":
    play(sys.argv[3:], "plays")
