#!/usr/bin/python3
"""Two players over IMAPS and SMTP against heraldod; see play_net.sh.

    play_net.py [mails] [kills]

mails: ten turns, in which every form of mail that a player's program may write
comes, and every mail that is no order. The judge polls once an hour: what it
answers at once, IDLE has told it.
kills: the daemon and its children are killed at random moments and the daemon
is started again. The log must be whole, every order is there once, and each
report came once, or again with the same Message-ID and bytes.

The players are those of contrib/demo with another way to get and send mails.
"""
import argparse
import email.message
import email.utils
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ.get("HERALDO_SRCDIR", "."),
                                "tests/mail/servers"))
from clients import (PATIENCE, Judge, Mailbox, check, fail, headed, new_key,
                     plain, program, submit)

player = program("player")
hand = player.hand


class NetPlayer(player.Player):
    """The demo's player with a mail program of many habits."""

    def __init__(self, judge, name, user, seat, language, tool, army):
        home = os.path.join(judge.dir, name)
        os.makedirs(os.path.join(home, "mails"))
        super().__init__(argparse.Namespace(
            name=name, address=user + "@example.test", seat=seat, game=None,
            language=language, tool=tool, army=army, judge=judge.address,
            judge_key=judge.key, home=home, keep=os.path.join(home, "mails"),
            key=os.path.join(home, "key"), boards=None, tell=False,
            tell_orders=False, verbose=False, patience=PATIENCE))
        self.user = user
        self.judge = judge
        self.box = Mailbox(user)
        self.form = self.forms()[0]
        self.orders_sent = []   # Message-IDs
        self.doubled = set()    # of them, those that the servers sent twice
        self.told = []          # mails that are no report
        new_key(tool, self.o.key)

    def say(self, text):
        pass

    def inbox(self):
        # letters of one batch may overtake each other on their way
        batch = self.box.fetch()
        batch.reverse()
        for mail in batch:
            # another judge's mails are of another game
            if self.judge.address in str(mail["From"]):
                self.keep(mail.raw, "from-the-judge")
                yield mail

    def poll(self):
        for mail in self.inbox():
            if not self.read(mail):
                self.told.append(mail)

    def owes(self):
        """There is a report that asks for orders and was not answered."""
        r = self.report
        return r and r.template and r.offers and r.template[0] != \
            self.answered

    def deliver(self, raw):
        submit(self.user, self.judge.address, raw)

    def send(self, head, orders, answers):
        mail = super().send(head, orders, answers)
        self.orders_sent.append(mail["Message-ID"])
        self.sent_raw = mail.as_bytes()
        return mail

    def answers_to(self, message_id):
        """What came in answer to one mail, each Message-ID once; a copy of it
        is told so, apart."""
        return list({m["Message-ID"]: m for m in self.box.mails
                     if m["In-Reply-To"] == message_id and
                     ".repeated@" not in m["Message-ID"]}.values())

    # --- how the mail looks --------------------------------------------------

    def forms(self):
        inline = [self.inline_printable, self.inline_base64,
                  self.inline_alternative, self.inline_above_quote,
                  self.inline_flowed]
        attached = [self.attached, self.attached_alternative,
                    self.attached_crlf]
        return inline + attached[:1] if self.o.tool == "ssh" else \
            attached + inline[:3]

    def compose(self, block, signature, answers):
        mail = headed(self.o.name, self.o.address, self.o.judge,
                      "Re: %s" % answers["Subject"])
        mail["In-Reply-To"] = answers["Message-ID"]
        mail["References"] = answers["Message-ID"]
        mail["User-Agent"] = self.form.__name__
        self.form(mail, block, signature, answers)
        return mail

    def inline_printable(self, mail, block, signature, _):
        mail.set_content("¡Hola!\n\n" + block + signature + "\n-- \nÑandú\n",
                         cte="quoted-printable")

    def inline_base64(self, mail, block, signature, _):
        mail.set_content(block + signature, cte="base64")

    @staticmethod
    def html(text):
        for a, b in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"),
                     ("\n", "<br>\n")):
            text = text.replace(a, b)
        return "<html><body><div>%s</div></body></html>" % text

    def inline_alternative(self, mail, block, signature, _):
        text = "Hi,\n\n" + block + signature
        mail.set_content(text, cte="base64")
        mail.add_alternative(self.html(text), subtype="html",
                             cte="quoted-printable")

    def inline_above_quote(self, mail, block, signature, answers):
        """The judge's own report below, template and all."""
        quoted = "\n".join("> " + l for l in plain(answers).splitlines())
        mail.set_content("%s%s\nHeraldo wrote:\n%s\n" % (
            block, signature, quoted), cte="quoted-printable")

    def inline_flowed(self, mail, block, signature, _):
        mail.set_content(block + signature, cte="8bit")
        mail.set_param("format", "flowed")

    def attach(self, mail, block, signature):
        end = ".sig" if self.o.tool == "ssh" else ".minisig"
        mail.add_attachment(block.encode(), maintype="text",
                            subtype="plain", filename="orders.txt")
        mail.add_attachment(signature.encode(), maintype="application",
                            subtype="octet-stream",
                            filename="orders.txt" + end)

    def attached(self, mail, block, signature, _):
        mail.set_content("My orders are attached.\n")
        self.attach(mail, block, signature)

    def attached_alternative(self, mail, block, signature, _):
        text = "My orders are attached.\n\nBen\n"
        mail.set_content(text, cte="base64")
        mail.add_alternative(self.html(text), subtype="html")
        self.attach(mail, block, signature)

    def attached_crlf(self, mail, block, signature, _):
        mail.set_content("As you see.\n")
        self.attach(mail, block.replace("\n", "\r\n"), signature)


class Table:
    """A judge, two players, a game; and who waits for what."""

    def __init__(self, name, user):
        self.dir = os.path.join(os.environ["MAILTEST"], name)
        os.makedirs(self.dir)
        self.judge = Judge(self.dir, user)
        self.ana = NetPlayer(
            self.judge, "Ana", "alice", "A", "es", "ssh",
            "Half-Troll Hacker ***, Shaman **, Slasher ***, Crusher *, "
            "Slasher *")
        self.ben = NetPlayer(
            self.judge, "Ben", "bob", "B", "en", "minisign",
            "3 x Noble Archer **, Liege Knight ***, Royal Pikeman ***")
        self.players = [self.ana, self.ben]
        for p in self.players:
            self.judge.run("person", "add", "--language", p.o.language,
                           p.o.name, p.o.address)
            self.judge.run("key", "add", p.o.name, p.o.key + ".pub")
        self.game = self.judge.run(
            "game", "new", "--option", "build=100", "--option",
            "terrain_items=0..2", name)
        for p in self.players:
            self.judge.run("game", "seat", self.game, p.o.seat, p.o.name)
        self.judge.run("game", "start", self.game)
        self.judge.start()

    def alive(self):
        """Called while waiting: the daemon must be there."""
        status = self.judge.daemon.poll()
        check(status is None, "heraldod has ended with %s" % status)

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while True:
            for p in self.players:
                p.poll()
            result = condition()
            if result:
                return result
            self.alive()
            if time.monotonic() > end:
                print(self.judge.log()[-3000:])
                print(self.judge.run("outbox", "list")[-3000:])
                fail("waited %d s for %s" % (PATIENCE, what))
            time.sleep(0.05)

    def whose(self):
        return next((p for p in self.players if p.owes()), None)

    def play_until(self, condition):
        """Answer reports as they come."""
        while not condition():
            p = self.until(self.whose, "a report that asks for orders")
            before = p.sent
            p.answer()
            if p.sent == before:
                # another player is awaited: this report needs no answer
                p.answered = p.report.template[0]
                continue
            self.until(lambda: self.whose() or condition() or
                       not p.owes(), "an answer")

    def in_turns(self):
        return any(p.report and p.report.round for p in self.players)

    def point(self):
        return self.judge.ask("SELECT point FROM games")[0][0]

    def turn(self, form=None):
        """The next order mail and its answer."""
        p = self.until(self.whose, "whose turn it is")
        if form is not None:
            p.form = p.forms()[form % len(p.forms())]
        n = len(p.orders_sent)
        p.answer()
        check(len(p.orders_sent) == n + 1, "%s has no orders" % p.o.name)
        message_id = p.orders_sent[-1]
        self.until(lambda: p.answers_to(message_id),
                   "an answer to %s's mail (%s)" % (p.o.name,
                                                    p.form.__name__))
        return p

    def end(self):
        """Both agree: the game is over, and its log is whole."""
        for p in self.players:
            words = "FIN PARTIDA" if p.o.language == "es" else "END GAME"
            self.until(lambda: p.report.template, "a template")
            message_id = p.send(p.report.template[0], [words],
                                p.report.mail)["Message-ID"]
            answer = self.until(lambda: p.answers_to(message_id),
                                "an answer to the wish to end")[0]
            check(self.game in str(answer["List-Id"]),
                  "%s was answered: %s" % (p.o.name, answer["Subject"]))
        self.until(lambda: all(p.report.over for p in self.players),
                   "the end of the game")
        show = self.judge.run("game", "show", self.game)
        check("ended" in show.splitlines()[0], "the game goes on:\n" + show)
        self.verified()

    def verified(self):
        """By replay, by all the rules again, and by the second verifier."""
        self.judge.run("replay", "--check", self.game)
        log = os.path.join(self.dir, "game.jsonl")
        self.judge.export(self.game, log)
        self.judge.run("verify", log)

    def reports_once(self):
        """The last report came (one that waits is taken over by the next), a
        second copy has the same bytes; each order mail has one answer."""
        copies = 0
        for p in self.players:
            by_id, points = {}, set()
            for mail in p.box.mails:
                if self.game not in str(mail["List-Id"]):
                    continue
                # what the servers put before it is not the judge's
                ours = mail.raw[mail.raw.index(b"\r\nDate: "):]
                message_id = mail["Message-ID"]
                if message_id in by_id:
                    copies += 1
                    check(by_id[message_id] == ours,
                          "two mails %s differ" % message_id)
                by_id[message_id] = ours
                m = re.match(r"<%s\.(\d+)\.%s[.@]" % (
                    re.escape(self.game), p.o.seat), message_id)
                if m:
                    points.add(int(m.group(1)))
            check(max(points) == self.point(),
                  "%s has not the last report" % p.o.name)
            for message_id in p.orders_sent:
                n = len(p.answers_to(message_id))
                # whose mail came twice may be told so
                check(1 <= n <= 1 + (message_id in p.doubled), "%s's mail %s has %d answers: %s" % (
                    p.o.name, message_id, n,
                    [str(m["Subject"]) for m in p.answers_to(message_id)]))
        return copies


# --- ten turns with all kinds of mails ----------------------------------------

def letter(user, subject, text, headers=()):
    mail = headed("", user + "@example.test", "gm@example.test", subject)
    for name, value in headers:
        mail[name] = value
    mail.set_content(text)
    return mail


def typos(t):
    """A line that cannot be read: nothing is done, and it is told why."""
    p = t.until(t.whose, "whose turn it is")
    point, label = t.point(), p.report.mine()[0].label
    es = p.o.language == "es"
    line = "%s %s 1 %s" % ("MOVR" if es else "MOEV", label,
                           "HACIA Z9" if es else "TOWARD Z9")
    message_id = p.send(p.report.template[0], ["PASS " + label, line],
                        p.report.mail)["Message-ID"]
    answer = t.until(lambda: p.answers_to(message_id),
                     "an answer to typos")[0]
    text = plain(answer)
    check(re.search(r"(Line|Línea) \d+, columna? 1\b", text),
          "the complaint names no place:\n" + text)
    check(re.search("MOVER?\\b", text) and line in text,
          "the complaint does not help:\n" + text)
    check(answer["Auto-Submitted"] == "auto-replied",
          "a complaint must say that a machine wrote it")
    check(t.judge.ask("SELECT point FROM games")[0][0] == point,
          "an unreadable mail has moved the game")
    p.refused = 0
    p.answered = None       # the same serial is good


def twice(t, form):
    """The servers deliver one mail two times."""
    p = t.turn(form)
    p.doubled.add(p.orders_sent[-1])
    submit(p.user, t.judge.address, p.sent_raw)
    return p


def stranger(t, box):
    """Help, once a day."""
    for i in range(2):
        submit("carol", "gm@example.test", letter(
            "carol", "a question", "Hello! How do I join? %d\n" % i
        ).as_bytes())
        t.until(lambda: t.judge.verdicts().count("no_orders") == i + 1,
                "the stranger's mail to be read")
    t.until(lambda: box.fetch() or box.mails, "help for the stranger")
    check("JOIN" in plain(box.mails[0]), "the help does not help")
    check(box.mails[0]["Auto-Submitted"] == "auto-replied",
          "help must say that a machine wrote it")
    check(b"Return-Path: <>" in box.mails[0].raw,
          "an automatic reply has a sender to be answered at")


def vacation(t):
    submit("dave", "gm@example.test", letter(
        "dave", "Out of office", "I am away.\n",
        (("Auto-Submitted", "auto-replied"), ("Precedence", "bulk"))
    ).as_bytes())


def bounce(t):
    """A player whose address has gone: Postfix writes the bounce."""
    t.judge.run("person", "add", "Eva", "nobody-here@example.test")
    t.judge.run("key", "add", "Eva", t.ana.o.key + "2.pub")
    os.kill(t.judge.daemon.pid, signal.SIGHUP)
    t.until(lambda: any(v.startswith("bounce ") for v in t.judge.verdicts()),
            "the bounce")


def forged(t, box):
    """Ben signs for Ana's seat, and it comes from elsewhere: he hears of it at
    his own address, and nobody else."""
    before = len(t.ben.told)
    block = "%s\nORDERS %s A %d 900\nWITHDRAW\n%s\n" % (
        hand.BEGIN, t.game, t.point(), hand.END)
    mail = letter("carol", "orders", block + t.ben.sign(block))
    submit("carol", "gm@example.test", mail.as_bytes())
    t.until(lambda: "seat_other" in t.judge.verdicts(), "the forged mail")
    t.until(lambda: len(t.ben.told) > before, "word of it to Ben")
    t.ben.refused = 0


def dropped(t):
    """The server ends the judge's IDLE: it must be there again for the next
    mail, though its own next look at the mailbox is an hour away."""
    subprocess.run([os.environ["MAILTEST_DOVEADM"], "kick", "gm"], check=True,
                   stdout=subprocess.DEVNULL)
    t.until(lambda: "heraldod: mail: " in t.judge.log(),
            "word of the lost connection")


def mails():
    t = Table("mails", "gm")
    carol, dave = Mailbox("carol"), Mailbox("dave")
    new_key("ssh", t.ana.o.key + "2")
    t.play_until(t.in_turns)
    first = None
    for n in range(10):
        if n == 1:
            typos(t)
        if n == 2:
            p = twice(t, n // 2)
        else:
            p = t.turn(n // 2)
        first = first or (p, p.orders_sent[-1], p.sent_raw)
        if n == 3:      # replayed, much later
            first[0].doubled.add(first[1])
            submit(p.user, t.judge.address, first[2])
        if n == 4:
            stranger(t, carol)
        if n == 5:
            vacation(t)
        if n == 6:
            bounce(t)
        if n == 7:
            forged(t, carol)
        if n == 8:
            dropped(t)
        print("turn %d: %s, %s" % (n + 1, p.o.name, p.form.__name__),
              flush=True)
    t.end()
    verdicts = t.judge.verdicts()
    t.until(lambda: t.judge.verdicts().count("") == 0, "all mails to be read")
    t.reports_once()
    t.judge.stop()
    carol.fetch()
    dave.fetch()
    check(len(carol.mails) == 1, "the stranger got %d mails, not one" %
          len(carol.mails))
    check(not dave.mails, "the vacation reply was answered: %s" %
          [m["Subject"] for m in dave.mails])
    verdicts = t.judge.verdicts()
    print("what became of the mails: %s" % ", ".join(
        "%d %s" % (verdicts.count(v), v) for v in sorted(set(verdicts))))
    sent = sum(len(p.orders_sent) for p in t.players)
    check(verdicts.count("adjudicated") + verdicts.count("complaint") +
          verdicts.count("stale") == sent, "order mails are missing")
    check("repeated" in verdicts, "the repeated mail was not seen as one")
    shutil.rmtree(t.dir)


# --- kills ---------------------------------------------------------------------

def children(pid):
    """All descendants of a process, eldest first."""
    parents = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name) as f:
                parents[int(name)] = int(
                    f.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    found = [pid]
    for p in found:
        found += [c for c, parent in parents.items() if parent == p]
    return found[1:]


class KilledTable(Table):
    def __init__(self, rng):
        self.rng = rng
        self.due = None         # when the next kill is
        self.who = None
        self.kills = {}
        self.orphans = []
        super().__init__("kills", "postmaster")

    def alive(self):
        """Kills what is due and starts the daemon if it has ended."""
        if self.due and time.monotonic() >= self.due:
            self.due = None
            daemon = self.judge.daemon.pid
            processes = [daemon] + children(daemon)
            which = min(self.who, len(processes) - 1)
            self.orphans = processes
            try:
                os.kill(processes[which], signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.kills[which] = self.kills.get(which, 0) + 1
        if self.judge.daemon.poll() is None:
            return
        # nobody of the old house is left: else two would own the mailbox
        end = time.monotonic() + PATIENCE
        while any(os.path.exists("/proc/%d" % p) for p in self.orphans):
            check(time.monotonic() < end,
                  "children of a killed heraldod live on")
            time.sleep(0.01)
        self.judge.start()

    def plan(self):
        self.who = self.rng.randrange(4)
        self.due = time.monotonic() + self.rng.uniform(0, 0.4)


def kills(seed):
    print("kills with seed %d" % seed, flush=True)
    t = KilledTable(random.Random(seed))
    t.play_until(t.in_turns)
    for n in range(12):
        if any(p.report.over for p in t.players):
            break
        t.plan()
        t.turn()
    over = any(p.report.over for p in t.players)
    t.due = None
    if over:
        t.until(lambda: all(p.report.over for p in t.players), "the end")
    else:
        t.end()
    copies = t.reports_once()
    t.judge.stop()
    verdicts = t.judge.verdicts()
    sent = sum(len(p.orders_sent) for p in t.players)
    check(verdicts.count("adjudicated") + verdicts.count("stale") == sent,
          "of %d order mails became: %s" % (sent, verdicts))
    t.verified()
    print("killed: %s; %d turns; %d mails came twice, the same" % (
        ", ".join("%d times %s" % (n, "the daemon" if w == 0 else
                                   "child %d" % w)
                  for w, n in sorted(t.kills.items())), n + 1, copies))
    shutil.rmtree(t.dir)


def main():
    words = sys.argv[1:] or ["mails", "kills"]
    try:
        if "mails" in words:
            mails()
        if "kills" in words:
            kills(int(os.environ.get("HERALDO_SEED", "1")))
    finally:
        Judge.end_all()


if __name__ == "__main__":
    main()
