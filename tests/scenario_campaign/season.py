#!/usr/bin/python3
"""A season over IMAPS and SMTP against heraldod; see run.

    season.py [seed]

Eight people and three campaigns, one of each game, of three Swiss rounds each;
in Dungeons teams take with them what they have won. While the first round is
played a ninth enters two of them by mail; in the second one leaves one of them,
so that somebody has a bye; and in the second one stops answering in Dungeons:
the table is asked, who stands in for others asks for the seat, proves it, is let
in, and plays on. Then all logs are verified, each and together, and the
chronicles are looked at.

Players are those of contrib/demo with mail programs of their own, half of them
in Spanish. Each sees its own mailbox and nothing else: which games it plays, and
on which seat, it reads in its mails.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../mail/servers"))
from clients import (BEGIN, BUILD, END, SRC, Judge, Mailbox, check, fail, headed,
                     new_key, program, submit)

PATIENCE = 600
PEOPLE = 9
SILENT = 7              # who stops answering, in Dungeons, in the second round
LEAVES = 5              # who leaves that of Rebellion
LATE = 9                # who comes late, and stands in
# the campaign of each game, by the beginnings of its games' names
CAMPAIGNS = {"rb": "rebellion", "dg": "dungeons", "ar": "arena"}
PROGRAMS = {"rebellion": ("player", "Player"), "dungeons": ("delver", "Delver"),
            "arena": ("duelist", "Duelist")}
OPTIONS = {"rebellion": ("--option", "rounds=20"),
           "dungeons": ("--carry", "standard"), "arena": ()}
DEADLINE = 90           # seconds: only who is silent needs so long
FIRST = 4               # games of the first round
TURNS = 30              # of Dungeons; then teams withdraw


def brought(system, who):
    """What ANA or BEN brings to that game, and its options."""
    words = subprocess.run(
        ["bash", "-c", '. "$1"; printf "%%s\\n" "${%s[@]}"' % who, "-",
         os.path.join(SRC, "contrib/demo/%s.game" % system)],
        check=True, stdout=subprocess.PIPE).stdout.decode().splitlines()
    return words


MODULES = {s: program(p) for s, (p, _) in PROGRAMS.items()}


class Person:
    """Somebody with a mailbox, a key, and the games that are played in it."""

    def __init__(self, judge, number):
        self.name = "Pat%d" % number
        self.user = "p%d" % number
        self.judge = judge
        self.language = "es" if number % 2 else "en"
        self.home = os.path.join(judge.dir, self.user)
        self.key = os.path.join(self.home, "key")
        self.silent = set()     # games in which nothing is answered any more
        self.hands = {}
        self.over = set()
        self.told = []          # mails of no game
        os.makedirs(os.path.join(self.home, "mails"))
        self.box = Mailbox(self.user)
        new_key("ssh", self.key)
        judge.run("person", "add", "--language", self.language, self.name,
                  self.user + "@example.test")
        judge.run("key", "add", self.name, self.key + ".pub")

    def hand(self, game, seat):
        system = CAMPAIGNS[game.split("-")[0]]
        module = MODULES[system]
        words = brought(system, "ANA" if seat == "A" else "BEN")
        own = {words[i][2:]: words[i + 1] for i in range(0, len(words), 2)}
        if system == "arena":
            own["mage"] = "BRUJO" if self.language == "es" else "BEASTMASTER"
        if system == "dungeons":
            own.update(tiles="", turns=TURNS, peaceful=False, chests=2)
        o = argparse.Namespace(
            name=self.name, address=self.user + "@example.test", seat=seat,
            game=None, language=self.language, tool="ssh", key=self.key,
            judge=self.judge.address, judge_key=self.judge.key,
            home=self.home, keep=os.path.join(self.home, "mails"),
            boards=None, tell=False, tell_orders=False, verbose=False,
            patience=PATIENCE, **own)
        hand = getattr(module, PROGRAMS[system][1])(o)
        hand.say = lambda text: None
        hand.deliver = lambda raw: submit(self.user, self.judge.address, raw)
        return hand

    def poll(self):
        """Whatever came, answered; true if something did."""
        mails = self.box.fetch()
        asked = set()
        for mail in mails:
            m = re.search(r"\[((?:%s)-[\w-]+)\]" % "|".join(CAMPAIGNS),
                          str(mail["Subject"]))
            if not m:
                self.told.append(mail)
                continue
            game = m[1]
            if game not in self.hands:
                text = mail.get_body(("plain",)).get_content()
                head = re.search(r"^(?:ORDERS|[OÓ]RDENES) %s ([A-Z]) " %
                                 re.escape(game), text, re.M)
                if not head:
                    self.told.append(mail)
                    continue
                self.hands[game] = self.hand(game, head[1])
            report = self.hands[game].read(mail)
            asked.add(game)
            if report is None:
                self.told.append(mail)
            elif report.over:
                self.over.add(game)
        for game in asked - self.over - self.silent:
            hand = self.hands[game]
            if hand.report and hand.report.template:
                hand.answer()
        return bool(mails)

    def write(self, text, answers=None, key=False):
        """A signed text that is no order of a game's player."""
        path = os.path.join(self.home, "said.txt")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text + "\n")
            if not text.startswith(("GM ", "DJ ", "KEYS ", "CLAVES ", "JOIN ", "UNIRSE ")):
                f.write(self.judge.run("key", "judge", self.judge.key))
        if os.path.exists(path + ".sig"):
            os.remove(path + ".sig")
        subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-n",
                        "heraldo-orders@heraldo", "-f", self.key, path],
                       check=True, stderr=subprocess.DEVNULL)
        with open(path + ".sig", encoding="utf-8") as f:
            signature = f.read()
        mail = headed(self.name, self.user + "@example.test",
                      self.judge.address, "Re: " + str(answers["Subject"])
                      if answers else "-")
        body = "%s\n%s\n%s\n%s" % (BEGIN, text, END, signature)
        if key:
            with open(self.key + ".pub", encoding="utf-8") as f:
                body += "\n" + f.read()
        mail.set_content(body, cte="quoted-printable")
        submit(self.user, self.judge.address, mail.as_bytes())

    def letter(self, pattern):
        """The last mail of no report that says so, or None."""
        for mail in reversed(self.told):
            text = str(mail["Subject"]) + "\n" + \
                mail.get_body(("plain",)).get_content()
            m = re.search(pattern, text.replace("\r\n", "\n"))
            if m:
                return m
        return None


class Season:
    def __init__(self, folder):
        self.judge = Judge(folder, "gm", "site-dir = %s\n" %
                           os.path.join(folder, "pages"))
        self.people = {n: Person(self.judge, n) for n in range(1, PEOPLE + 1)}
        self.done = set()       # of what happens once
        self.dropped = None     # the game of who is silent

    def begin(self):
        for name, system in CAMPAIGNS.items():
            self.judge.run(
                "campaign", "new", "--system", system, "--kind", "swiss",
                "--rounds", "3", "--deadline", "%ds" % DEADLINE,
                "--policy", "max-missed-deadlines=1", *brought(system, "OPTIONS"),
                *OPTIONS[system], name)
            self.judge.run("campaign", "add", name, *[
                self.people[n].name for n in range(1, PEOPLE)])
            self.judge.run("campaign", "start", name)

    def once(self, what):
        if what in self.done:
            return False
        self.done.add(what)
        print("%5.0f s: %s" % (time.monotonic() - self.start, what), flush=True)
        return True

    def state(self, name):
        """(over, round, lines of its meetings)"""
        lines = self.judge.run("campaign", "show", name).splitlines()
        m = re.search(r"(open|running|over), round (\d+)", lines[0])
        return m[1] == "over", int(m[2]), lines

    def come_and_go(self, rounds):
        late = self.people[LATE]
        if rounds["dg"] == 1 and self.once("who is late enters two campaigns"):
            late.write("CAMPAÑA rb UNIRSE")
            late.write("CAMPAÑA ar UNIRSE")
            late.write("PREFERIR SUSTITUTO SÍ")
        if rounds["rb"] == 2 and self.once("somebody leaves that of Rebellion"):
            self.people[LEAVES].write("CAMPAÑA rb DEJAR")

    def drop_out(self):
        """The silent one's game: known as soon as it has one in round 2."""
        who = self.people[SILENT]
        # once its dice are settled and somebody has moved
        mine = [g for g, h in who.hands.items() if g.startswith("dg-") and
                int(g.split("-")[1]) > FIRST and g not in who.over and
                h.report and h.report.turn > 1]
        if not self.dropped and self.rounds["dg"] == 2 and mine:
            self.dropped = max(mine, key=lambda g: int(g.split("-")[1]))
            who.silent.add(self.dropped)
            self.once("somebody is silent in " + self.dropped)
        if not self.dropped:
            return
        late = self.people[LATE]
        wanted = late.letter(r"UNIRSE (%s [AB])" % re.escape(self.dropped))
        if wanted and self.once("who stands in asks for the seat"):
            late.write("UNIRSE " + wanted[1], key=True)
        self.take_over(late)

    def take_over(self, late):
        game = re.escape(self.dropped)
        # the question has the lines to send back
        proof = late.letter(r"(?s)(UNIRSE %s [AB] \S+\n(?:VISTO|SEEN) [^\n]+)" %
                            game)
        if proof and self.once("and proves their key"):
            late.write(proof[1], key=True)
        for person in self.people.values():
            seen = person.letter(r"(PROPOSE REPLACE [AB] BY|PROPONER "
                                 r"REEMPLAZAR [AB] POR) (%s)\b" % late.name)
            if seen and self.dropped in person.hands and \
                    self.once("the table lets them in"):
                hand = person.hands[self.dropped]
                hand.send(hand.report.template[0],
                          [seen[1] + " " + seen[2]], hand.report.mail)
                hand.answered = None

    def play(self):
        self.start = last = time.monotonic()
        self.judge.start()
        looked = 0
        self.rounds = {n: 0 for n in CAMPAIGNS}
        over = False
        while not over:
            news = False
            for person in self.people.values():
                news |= person.poll()
            if time.monotonic() - looked > 2:
                looked = time.monotonic()
                states = {n: self.state(n) for n in CAMPAIGNS}
                over = all(s[0] for s in states.values())
                for n, s in states.items():
                    if s[1] != self.rounds[n]:
                        self.once("%s, round %d" % (CAMPAIGNS[n], s[1]))
                    self.rounds[n] = s[1]
                self.come_and_go(self.rounds)
                self.drop_out()
            last = time.monotonic() if news else last
            if time.monotonic() - last > PATIENCE:
                for n in CAMPAIGNS:
                    print("\n".join(self.state(n)[2]))
                fail("nothing has come for %d s" % PATIENCE)
            time.sleep(0.05)
        self.judge.stop()

    def check(self):
        late = self.people[LATE].name
        for what in ("who stands in asks for the seat", "and proves their key",
                     "the table lets them in"):
            check(what in self.done, "it did not come to this: " + what)
        lines = {n: self.state(n)[2] for n in CAMPAIGNS}
        whole = "\n".join(sum(lines.values(), []))
        print(whole)
        check(re.search(r"has a bye", "\n".join(lines["rb"])), "no bye")
        check(late in "\n".join(lines["rb"]), "nobody came late")
        check("left" in "\n".join(lines["rb"]), "nobody left")
        folder = os.path.join(self.judge.dir, "logs")
        os.makedirs(folder)
        for game in re.findall(r"  ((?:%s)-\d+-\w+)  " % "|".join(CAMPAIGNS),
                               whole):
            self.judge.export(game, os.path.join(folder, game + ".jsonl"))
        said = self.judge.run("--quiet", "verify", folder)
        print(said.splitlines()[-1])
        check(re.search(r"^together: [1-9]\d* things .*, 0 from others", said,
                        re.M), "nothing is carried over")
        with open(os.path.join(folder, self.dropped + ".jsonl"),
                  encoding="utf-8") as f:
            check('"person":"%s"' % late in f.read(),
                  "nobody has taken over " + self.dropped)
        check_pages = os.path.join(SRC, "tests/chronicle/chronicle.py")
        self.judge.run("--version")
        subprocess.run([os.path.join(BUILD, "heraldod"), "--config",
                        self.judge.config, "--publish"], check=True)
        for name in CAMPAIGNS:
            done = subprocess.run(
                ["/usr/bin/python3", check_pages, BUILD, SRC, "--pages",
                 os.path.join(self.judge.dir, "pages", name), "en", ""],
                check=False)
            check(done.returncode == 0, "the chronicle of " + name)


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    folder = os.path.join(os.environ["MAILTEST"], "season")
    os.makedirs(folder)
    season = Season(folder)
    season.begin()
    try:
        season.play()
        season.check()
    finally:
        Judge.end_all()
    print("the season took %d s" % (time.monotonic() - season.start))


if __name__ == "__main__":
    main()
