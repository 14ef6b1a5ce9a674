#!/usr/bin/python3
"""tests/page/whole.py [SYSTEM[:BROWSER] ..] - whole games, from the invitation
over set-up to the end, by the page alone, over IMAPS and SMTP with TLS against
heraldod; see tests/page/whole.

What is to be ordered is thought by the players of contrib/demo, who read the
mails and nothing else; they write nothing and sign nothing themselves: the page
does, in a browser of their own. One taps every word of an order that the page
offers, and types what it does not; the other types. The random words of the dice
are left to the page.
"""
import argparse
import os
import re
import shutil
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../mail/servers"))
from browser import Browser
from clients import BUILD, SRC, Judge, Mailbox, headed, plain, program, submit
from firefox import Firefox
from person import ORDERS, Fault, Person, insist

PAGE = os.path.abspath(os.path.join(BUILD, "page/heraldo.html"))
PATIENCE = 120
MAILS = 400             # of one game
# small enough that both come to the end of it soon
OPTIONS = {
    "rebellion": ["--option", "build=100", "--option", "terrain_items=0..2",
                  "--option", "rounds=4"],
    "dungeons": ["--option", "limit=100", "--option", "map=map/crossing"],
    "arena": ["--option", "mode=apprentice"],
}
# the players of contrib/demo, and what they bring
PLAYERS = {
    "rebellion": ("player", "Player", (
        {"army": "Half-Troll Hacker ***, Shaman **, Slasher ***, Crusher *, "
                 "Slasher *"},
        {"army": "3 x Noble Archer **, Liege Knight ***, Royal Pikeman ***"})),
    "dungeons": ("delver", "Delver", (
        {"team": "Amir 1, Shaman Og 1, Geddion Longblade 1",
         "pool": "Gnoll Poacher *, Squalid Gremlin *, Ram Warrior *, "
                 "Stone Golem *, Gorgon *, Temple Cat **, Skull Warder **"},
        {"team": "Trollkiller 1, Carlana 2, Priestess Wylune 1",
         "pool": "2 x pyramid/7, pyramid/13, pyramid/21, pyramid/31, "
                 "pyramid/52, pyramid/38"})),
    "arena": ("duelist", "Duelist", ({"mage": "WARLOCK"},
                                     {"mage": "BEASTMASTER"})),
}
MORE = {"tiles": "", "turns": 6, "peaceful": False, "chests": 1}


class Seat(Person):
    """A person with a mailbox, a browser, and thoughts of their own."""

    def __init__(self, judge, system, user, seat, browser):
        self.user, self.taps_words = user, seat == 0
        self.typed, self.tapped = [], 0
        self.box_of_mails = Mailbox(user)
        home = os.path.join(judge.dir, user)
        super().__init__(browser, PAGE, home, user + "@example.test",
                         judge.address, seat == 1)
        keep = os.path.join(home, "mails")
        os.makedirs(keep)
        module, name, own = PLAYERS[system]
        self.hand = getattr(program(module), name)(
            argparse.Namespace(
                name=user, address=self.address, seat="AB"[seat], game=None,
                language="en", tool="ssh", key="", judge=judge.address,
                judge_key=judge.key, home=home, keep=keep, boards=None,
                tell=False, tell_orders=False, verbose=True,
                patience=PATIENCE, **MORE, **own[seat]))
        self.hand.send = self.order
        self.news = []
        self.receipt = None  # the last mail that told how orders begin
        self.first = 0       # taps until the first order was sent

    def mail(self, subject, text):
        m = headed(self.user, self.address, self.judge, subject)
        m.set_content(text)
        submit(self.user, self.judge, m.as_bytes())

    def one(self, subject):
        """The next mail with such a subject."""
        def came():
            self.news += self.box_of_mails.fetch()
            return [m for m in self.news if subject in str(m["Subject"])]
        end = time.monotonic() + PATIENCE
        while not came():
            insist(time.monotonic() < end, "%s waits for %r, and has %s" % (
                self.user, subject, [str(m["Subject"]) for m in self.news]))
            time.sleep(.1)
        found = came()[0]
        self.news.remove(found)
        return found.raw

    def join(self):
        self.open(self.one("nvitation"))
        self.make_key()
        self.send()
        self.open(self.one("onfirm"))
        self.send()

    def order(self, head, lines, answers):
        """What the hand would send: by the page."""
        self.open(answers.raw)
        insist(self.said("with the key that this page knows") or
               self.said("meets this judge for the first time"),
               "the judge is not known: %s" % self.names("StaticText")[:12])
        if self.receipt and head in plain(self.receipt):
            self.open(self.receipt.raw)
            insist(self.said("^The game has gone on") or
                   b'.heraldo"' in self.receipt.raw,
                   "the receipt is not read: %s" % self.names("StaticText"))
        lines = [l for l in whole_lines(lines) if not l.startswith("WORD ")]
        self.type(ORDERS, "" if self.taps_words else "\n".join(lines))
        if self.taps_words:
            for n, line in enumerate(lines):
                self.tap_line(line, n == 0)
        insist(not lines or self.said("The judge understands all of it"),
               "not understood: %s: %s" % (self.value(ORDERS),
                                           self.names("button")))
        self.send()
        self.first = self.first or self.taps
        return answers

    def tap_line(self, line, first):
        if not first:
            self.press("New line")
        tapped, typed = self.tap_words(re.findall(r"[|,:;]|[^ |,:;]+", line))
        self.tapped += tapped
        self.typed += [(line, *what) for what in typed]

    def poll(self):
        """Read what came; answer what waits."""
        mails = self.news + self.box_of_mails.fetch()
        self.news = []
        mails.sort(key=self.hand.point)
        for m in mails:
            self.hand.keep(m.raw, "from-the-judge")
            if not self.hand.read(m):
                self.receipt = m
        if mails and self.hand.report and self.hand.report.template:
            self.hand.answer()
        return bool(mails)

    @property
    def over(self):
        return bool(self.hand.report and self.hand.report.over)


def whole_lines(lines):
    """Without the breaks of a mail."""
    out = []
    for line in lines:
        if line.startswith("+ "):
            out[-1] += " " + line[2:]
        else:
            out.append(line)
    return out


def begin(judge, game):
    """When both seats are taken; it may begin by itself."""
    end = time.monotonic() + PATIENCE
    while True:
        shown = judge.run("game", "show", game)
        if " running " in shown.splitlines()[0]:
            return
        if "free" not in shown and "kept for" not in shown:
            judge.run("game", "start", game)
            # what a command writes goes out when the daemon looks
            os.kill(judge.daemon.pid, signal.SIGHUP)
        insist(time.monotonic() < end, "it does not begin: " + shown)
        time.sleep(.2)


def play(system, makers):
    folder = os.path.join(os.environ["MAILTEST"], system)
    os.makedirs(folder)
    judge = Judge(folder, "gm")
    seats = []
    try:
        judge.run("game", "new", "--system", system, *OPTIONS[system], "--words",
                  "1d", "--reserve", "A=alice@example.test", "--reserve",
                  "B=bob@example.test", "taps")
        game = re.search(r"\S+", judge.run("game", "list"))[0]
        for n, user in enumerate(("alice", "bob")):
            seats.append(Seat(judge, system, user, n, makers[n % len(makers)]()))
        judge.start()
        for s in seats:
            s.join()
        begin(judge, game)
        last = time.monotonic()
        while not all(s.over for s in seats):
            if any([s.poll() for s in seats]):
                last = time.monotonic()
            insist(time.monotonic() - last < PATIENCE, "nobody goes on: %s" % [
                (str(s.box_of_mails.mails[-1]["Subject"]), s.value(ORDERS),
                 s.hand.report and s.hand.report.template) for s in seats])
            insist(sum(s.hand.kept for s in seats) < MAILS, "it does not end")
            insist(judge.daemon.poll() is None, "heraldod has ended")
            time.sleep(.05)
        insist("ended" in judge.run("game", "show", game).splitlines()[0],
               "the game goes on")
        log = os.path.join(folder, "game.jsonl")
        judge.export(game, log)
        judge.run("verify", log)
        judge.stop()
        for s in seats:
            insist(not s.browser.thrown(), str(s.browser.thrown()))
        insist(not seats[0].typed, "not to be tapped: %s" % seats[0].typed[:9])
        insist(seats[1].first - seats[1].asks < 10, "%d taps" % seats[1].first)
        print("page: %s whole, from key to end, %d mails read; %d words tapped, "
              "none typed by who taps; %d taps from invitation to the first order "
              "beside the words" % (system, sum(s.hand.kept for s in seats),
                                    seats[0].tapped, seats[1].first), flush=True)
    finally:
        for s in seats:
            s.browser.close()
        if judge.daemon and judge.daemon.poll() is None:
            judge.daemon.kill()


def main():
    """Each system, in Chromium against Firefox where there is one."""
    makers = [lambda: Browser("--lang=en")]
    if shutil.which("firefox-esr"):
        makers.append(Firefox)
    else:
        print("page: no firefox-esr: both play in Chromium")
    for system in sys.argv[1:] or OPTIONS:
        try:
            play(system, makers)
        except (Fault, RuntimeError) as e:
            sys.exit("whole: %s: %s" % (system, e))


main()
