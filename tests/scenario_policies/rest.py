#!/usr/bin/python3
"""When the table of table.py takes the judge for done: never while something of
a mail that was written is still on its way, wherever in its work the judge is
when it is looked at, and whichever second the clock turns to meanwhile."""
import datetime
import os
import sqlite3
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("MAILTEST", "/nonexistent")
from cast import House
from clients import Judge, check

SCHEMA = """PRAGMA journal_mode = WAL;
CREATE TABLE games (id, state);
CREATE TABLE timers (due_s, game);
CREATE TABLE inbox (state);
CREATE TABLE outbox (message_id, address, state, next_s, attempts);
INSERT INTO games VALUES (1, 1);
"""
NOON = 1893499200


class Alive:
    """A daemon that has not ended."""
    @staticmethod
    def poll():
        return None


class Clock:
    """Each time that it is read something happens, and a second is over."""

    def __init__(self, happens):
        self.at, self.happens = NOON, happens

    def now(self):
        at, self.at = self.at, self.at + 1
        if self.happens:
            self.happens.pop(0)(self.at)
        return datetime.datetime.fromtimestamp(at, datetime.timezone.utc)


def house(db, *happens):
    """One mail was written, of which nobody has heard anything."""
    h = House.__new__(House)
    h.judge = Judge.__new__(Judge)
    h.judge.db, h.judge.daemon = db, Alive
    h.clock = Clock(list(happens))
    h.people, h.gone, h.delivered = [], set(), set()
    h.back, h.written = 0, 1
    return h


def main():
    with tempfile.TemporaryDirectory() as folder:
        for i, done in enumerate((
                # it is answered while it is looked for
                ["INSERT INTO inbox VALUES (2)",
                 "INSERT INTO outbox VALUES ('1', 'a@b', 0, %d, 0)"],
                # a deadline passes, and is told
                ["DELETE FROM timers",
                 "INSERT INTO outbox VALUES ('2', 'a@b', 0, %d, 0)"])):
            path = os.path.join(folder, "%d.db" % i)
            db = sqlite3.connect(path, isolation_level=None)
            db.executescript(SCHEMA)
            if i:
                db.execute("INSERT INTO inbox VALUES (2)")
                db.execute("INSERT INTO timers VALUES (?, 1)", (NOON,))

            def judged(at, db=db, done=done):
                db.execute("BEGIN IMMEDIATE")
                for line in done:
                    db.execute(line % at if "%d" in line else line)
                db.execute("COMMIT")
            h = house(path, judged)
            said = h.owed()
            check(said, "at rest, and a letter has yet to leave")
            said = h.owed()
            check(said == "a letter of the judge", said)
            # no server has taken it: it will be tried again
            db.execute("UPDATE outbox SET attempts = 1, next_s = next_s + 60")
            check(h.owed() == "a letter of the judge", "it was given up")
            db.execute("UPDATE outbox SET state = 2")
            check(h.owed() == "%d at a@b" % (i + 1), "it is nowhere")
            h.delivered.add("%d" % (i + 1))
            check(not h.owed(), "no rest")
            db.close()


if __name__ == "__main__":
    main()
