#!/usr/bin/python3
"""Three judges of one domain, each with a store, a key and an address of its
own, and Postfix to route between them: what is done where one machine, or one
operator, is not enough.

Players of all three write at once. One judge is killed while mails come in and
started again later. Every mail is adjudicated once, by the judge it was sent
to; every letter goes to the players of that judge, and once, or again with the
same Message-ID and the same bytes.

usage: judges.py SRCDIR BUILDDIR
"""
import email
import email.policy
import glob
import hashlib
import os
import random
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from judge_fixture import BUILD, SRC, run

MAILBOXES = ("alice", "bob", "carol")	# servers/main.cf.in says whose is whose
GAMES = 4				# of each judge
PATIENCE_S = 240
ARMIES = {"A": "ARMY rebellion/120, rebellion/116",
          "B": "ARMY rebellion/60, rebellion/10"}


def port(name):
    return int(os.environ["MAILTEST_" + name])


class Judge:
    """Number k of them."""

    def __init__(self, tmp, k):
        self.k, self.tmp, self.folder = k, tmp, "%s/judge%d" % (tmp, k)
        self.address = "judge+%d@example.test" % (k + 1)
        self.life, self.mails = None, []
        run(BUILD + "/heraldo", "init", self.folder, self.address)
        self.conf = self.folder + "/heraldo.conf"
        with open(self.conf) as f:
            text = f.read()
        text = text[:text.index("[inbox]")].replace(
            "state = state\n", "state = state\ntemplates = %s/templates\n"
            "data = %s/db\n" % (SRC, SRC))
        with open(self.folder + "/password", "w") as f:
            f.write(MAILBOXES[k] + "-pw\n")
        os.chmod(self.folder + "/password", 0o600)
        with open(self.conf, "w") as f:
            f.write("%s[inbox]\nkind = imap\nhost = localhost\nport = %d\n"
                    "tls = none\nuser = %s\npassword-file = %s/password\n"
                    "done-folder = Done\n\n[outbox]\nkind = smtp\n"
                    "host = localhost\nport = %d\ntls = none\n" % (
                        text, port("IMAP"), MAILBOXES[k], self.folder,
                        port("SMTP")))
        for seat in "AB":
            self.player(seat)
        for g in range(GAMES):
            self.game("game%d" % g)

    def heraldo(self, *words):
        return run(BUILD + "/heraldo", "--quiet", "--config", self.conf, *words)

    def player(self, seat):
        key = "%s/%s.key" % (self.folder, seat)
        self.heraldo("person", "add", "Player " + seat, self.of(seat))
        run(BUILD + "/heraldo", "key", "new", key)
        self.heraldo("key", "add", "Player " + seat, key + ".pub")

    def of(self, seat):
        """Where that player reads, all of them in one mailbox."""
        return "dave+%d%s@example.test" % (self.k + 1, seat.lower())

    def game(self, name):
        game = self.heraldo("game", "new", name, "--option",
                            "build=100").strip()
        for seat in "AB":
            self.heraldo("game", "seat", game, seat, "Player " + seat)
        self.heraldo("game", "start", game)
        point = next(line.split()[-1] for line in
                     self.heraldo("game", "list").split("\n") if game in line)
        seen = next(line.strip() for line in
                    self.heraldo("game", "show", game).split("\n")
                    if "SEEN" in line)
        for seat in "AB":
            file = self.folder + "/orders"
            with open(file, "w") as f:
                f.write("ORDERS %s %s %s 1\n%s\n%s\n" % (
                    game, seat, point, seen, ARMIES[seat]))
            body = self.heraldo("sign", "--key", "%s/%s.key" % (
                self.folder, seat), file)
            self.mails.append((self.of(seat), self.address,
                               "<%s.%s.%d@example.test>" % (game, seat, self.k),
                               body))

    def lives(self):
        log = open(self.folder + "/log", "a")
        self.life = subprocess.Popen([BUILD + "/heraldod", "--config",
                                      self.conf], stderr=log)
        log.close()

    def dies(self):
        self.life.kill()
        self.life.wait()

    def rows(self, query):
        db = sqlite3.connect("file:%s/state/heraldo.db?mode=ro" % self.folder,
                             uri=True)
        try:
            return db.execute(query).fetchall()
        finally:
            db.close()

    def is_done(self):
        return (self.rows("select count(*) from inbox where state = 2")[0][0] >=
                len(self.mails) and
                self.rows("select count(*) from outbox where state != 2")
                [0][0] == 0)


def send(mails):
    with smtplib.SMTP("localhost", port("SMTP")) as s:
        for sender, to, mid, body in mails:
            s.sendmail(sender, [to], "From: %s\nTo: %s\nSubject: orders\n"
                       "Message-ID: %s\n\n%s" % (sender, to, mid, body))


def inbox_is_right(j):
    """Its own mails and no other, each adjudicated, each order taken once."""
    verdicts = j.rows("select verdict, count(*) from inbox group by verdict")
    if verdicts != [("adjudicated", len(j.mails))]:
        sys.exit("judge %d was sent %d mails and says %s" %
                 (j.k + 1, len(j.mails), verdicts))
    taken = j.rows("select count(*) from signed_orders")[0][0]
    if taken != len(j.mails):
        sys.exit("judge %d took %d orders of %d" %
                 (j.k + 1, taken, len(j.mails)))


def letters():
    """Message-ID -> (From, To, hashes of the bytes, copies), as delivered."""
    found = {}
    for name in glob.glob(os.environ["MAILTEST"] +
                          "/dv/mail/dave/Maildir/*/*"):
        if "/new/" not in name and "/cur/" not in name:
            continue
        with open(name, "rb") as f:
            raw = f.read()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        ours = raw[raw.index(b"\nDate: "):]	# what servers put before it is not
        one = found.setdefault(mail["Message-ID"].strip("<> "), (
            mail["From"].addresses[0].addr_spec,
            mail["To"].addresses[0].addr_spec, set(), []))
        one[2].add(hashlib.sha256(ours).hexdigest())
        one[3].append(name)
    return found


def delivered(judges):
    """The letters, when the servers have delivered all that they accepted."""
    end = time.monotonic() + PATIENCE_S
    while True:
        found = letters()
        sent = [mid for j in judges for (mid,) in j.rows(
            "select iif(sent_id <> '', sent_id, message_id) from outbox")]
        if all(mid in found for mid in sent) or time.monotonic() > end:
            return found
        time.sleep(0.2)


def letters_are_right(judges, killed):
    found, again, wanted = delivered(judges), 0, 0
    for j in judges:
        for mid, to in j.rows(
                "select iif(sent_id <> '', sent_id, message_id), address "
                "from outbox"):
            wanted += 1
            if mid not in found:
                sys.exit("judge %d: %s for %s never came" % (j.k + 1, mid, to))
            sender, reader, hashes, copies = found[mid]
            if (sender, reader) != (j.address, to) or \
                    not to.startswith("dave+%d" % (j.k + 1)):
                sys.exit("%s went from %s to %s, not from %s to %s" %
                         (mid, sender, reader, j.address, to))
            if len(hashes) != 1 or (len(copies) > 1 and j is not killed):
                sys.exit("judge %d: %s came %d times, with %d contents" %
                         (j.k + 1, mid, len(copies), len(hashes)))
            again += len(copies) - 1
    if len(found) != wanted:
        sys.exit("%d letters came that no judge knows" % (len(found) - wanted))
    return wanted, again


def wait_for(judges, what):
    end = time.monotonic() + PATIENCE_S
    while not all(what(j) for j in judges):
        if time.monotonic() > end:
            sys.exit("not done after %d s: %s" % (PATIENCE_S, [
                (j.k + 1, j.rows("select state, verdict, count(*) from inbox "
                                 "group by 1, 2"),
                 j.rows("select state, count(*) from outbox group by 1"))
                for j in judges]))
        time.sleep(0.2)


def play(tmp):
    judges = [Judge(tmp, k) for k in range(len(MAILBOXES))]
    killed = judges[1]
    mails = [m for j in judges for m in j.mails]
    random.Random(7).shuffle(mails)
    try:
        for j in judges:
            j.lives()
        send(mails[:len(mails) // 2])
        # in the middle of its work: something came, and not all is answered
        wait_for([killed], lambda j: j.rows("select count(*) from inbox")[0][0])
        killed.dies()
        send(mails[len(mails) // 2:])
        wait_for([j for j in judges if j is not killed], Judge.is_done)
        if killed.is_done():
            sys.exit("the judge that was killed had nothing left to do")
        killed.lives()
        wait_for(judges, Judge.is_done)
    finally:
        for j in judges:
            if j.life:
                j.life.terminate()
                j.life.wait()
    for j in judges:
        inbox_is_right(j)
    return letters_are_right(judges, killed), len(mails)


def main():
    tmp = tempfile.mkdtemp(prefix="heraldo-judges-")
    try:
        (n, again), mails = play(tmp)
        print("judges: %d mails to three judges, one of them killed; each was "
              "adjudicated once by its own, %d letters came, %d of them again "
              "as they were" % (mails, n, again))
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


main()
