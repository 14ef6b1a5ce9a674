#!/usr/bin/python3
"""A table of four over real servers; see run.

    table.py SYSTEM..

Games of each system. One is played in the open: four players with keys of
three kinds, two of them in Spanish, a game master, somebody who watches, a
deputy, one who stands in for others and one whom nobody has heard of before.
Another is anonymous, and its master reads all letters; a third is made by mail.
What the table knows beside the rules of the game happens in them at least once,
and has a name (LINES): at the end none may be missing. Asked is what people
really got in their mails, and that others did not get it.

Days pass when the test says so (ahead.c); nothing waits for a clock.
"""
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cast import (House, Judge, Person, check, empty_mailboxes, fail, flat,
                  words)
from lines import LINES
from places import POSITIONS, Play
import absent
import desk
import delivered
import letters
import masked
import pace
import proposals
import watched


class Table:
    """A system, its two games, and what has happened."""

    def __init__(self, system):
        self.system = system
        self.happened = {}
        self.begun = time.monotonic()
        folder = os.path.join(os.environ["MAILTEST"], system)
        os.makedirs(folder)
        empty_mailboxes()
        self.house = House(folder, "p5@example.test")
        self.clock = self.house.clock
        self.judge = self.house.judge
        self.play = Play(self, POSITIONS[system])
        self.people()

    def people(self):
        def of(*words):
            return Person(self.house, *words)
        self.max = of("p5", "Maximo")
        self.players = self.ana, self.ben, self.cai, self.dee = (
            of("p1", "Anouk", "ssh", "es"), of("p2", "Bertil", "minisign"),
            of("p3", "Cirilo", "gpg", "es"), of("p4", "Dagmar"))
        self.oda = of("p6", "Ottilie")
        self.sue = of("p7", "Susana", "minisign", "es")
        self.dan = of("p8", "Dalibor")
        self.nia = of("p9", "Nikanor", "gpg")
        self.crowd = of("bob", "Crowd")
        self.second = of("p10", "Dalibor's other one")
        # who plays where nobody is named
        self.vera, self.wim, self.xenia = self.masks = (
            of("carol", "Verena"), of("dave", "Wendelin", "minisign", "es"),
            of("alice", "Xenia"))

    def shown(self, name):
        """That line of the table has happened."""
        check(name in LINES, "no line is called " + name)
        if name not in self.happened:
            self.happened[name] = True
            print("%5.0f s %s: %s" % (time.monotonic() - self.begun,
                                      self.system, name), flush=True)

    def told(self, who, pattern, mark=0, line=None):
        """They have got a mail that says so, since then."""
        m = who.got(pattern, mark)
        if not m:
            for mail in who.since(mark):
                print("-" * 70, "\n", words(mail)[:3000])
            fail("%s is not told: %s" % (who.name, pattern))
        if line:
            self.shown(line)
        return m

    def kept(self, people, pattern, marks, line=None):
        """None of these has, in any mail since then."""
        for who in people:
            for mail in who.since(marks[who]):
                if re.search(pattern, words(mail), re.S):
                    print(words(mail)[:3000])
                    fail("%s is told: %s" % (who.name, pattern))
        if line:
            self.shown(line)

    def marks(self):
        return {p: p.mark() for p in self.house.people}

    def everybody_but(self, *people):
        return [p for p in self.house.people if p not in people]

    def no(self, who, game, pattern, *lines, **more):
        """They say so, it is refused for that reason, and nothing happens."""
        before = self.judge.ask("SELECT sum(point) FROM games")
        who.order(game, *lines, **more)
        said = flat(who.answer())
        check(re.search(pattern, said), "%s wrote %s and was told: %s (%s)" % (
            who.name, lines, said, self.house.verdict()))
        check(self.judge.ask("SELECT sum(point) FROM games") == before,
              "%s: something has happened" % (lines,))


def main():
    for system in sys.argv[1:] or sorted(POSITIONS):
        t = Table(system)
        try:
            for scene in (desk.made, masked.made, letters.written,
                          watched.begins, pace.deadlines, watched.watched,
                          absent.away, absent.deputies, proposals.made,
                          desk.led, proposals.dropped_out, masked.played,
                          delivered.sent_back, desk.ended):
                scene(t)
            missing = [n for n in LINES if n not in t.happened]
            check(not missing, "did not happen: " + ", ".join(missing))
        finally:
            Judge.end_all()
        print("%s: all %d lines happened, in %d s" % (
            system, len(LINES), time.monotonic() - t.begun), flush=True)


if __name__ == "__main__":
    main()
