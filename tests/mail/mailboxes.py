#!/usr/bin/env python3
"""mailboxes.py BUILD SRC [--seed N] [--seeds N] [--rounds N] - mailboxes whose servers use
names again, repeat them, cut them, change their order, leave them empty or put
spaces into them, and whose servers fail in the middle.

In each round some mails come and `heraldod --once` runs against an IMAP server,
a POP3 server or a Maildir that misbehaves as chance has it; the last rounds
behave well. Then each distinct mail must be stored once, each stored mail must
be moved, flagged or deleted as configured, and nothing else may be touched.
"""
import argparse
import os
import random
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

WELL = 2  # rounds at the end without a fault


class Mail:
    def __init__(self, number, crlf):
        end = "\r\n" if crlf else "\n"
        self.number = number
        self.bytes = end.join([
            f"From: p{number % 7}@s.example", "To: judge@heraldo.example",
            f"Message-ID: <{number % 3}@x>", "Subject: q", "",
            f"mail {number}", ""]).encode()
        self.uid = 0
        self.seen = False
        self.name = ""


class Server:
    """One connection at a time, as one line of text after the other."""

    def __init__(self, rng):
        self.rng = rng
        self.mails = []
        self.faults = True
        self.errors = []
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(5)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def chance(self, percent):
        return self.faults and self.rng.randrange(100) < percent

    def say(self, text):
        self.peer.sendall(text.encode() + b"\r\n")

    def serve(self):
        while True:
            self.peer, _ = self.socket.accept()
            lines = self.peer.makefile("rb")
            try:
                self.session(lines)
            except OSError:
                pass
            except Exception as e:  # our own fault, not the judge's
                self.errors.append(repr(e))
            lines.close()
            self.peer.close()


class Pop3(Server):
    QUIRKS = ["same", "empty", "spaces", "count", "cut", "shuffled", "none", "long"]

    def uidl(self, i, mail):
        return {"same": "x", "empty": "", "spaces": f"a {mail.number}",
                "count": str(i + 1), "cut": f"u{mail.number}"[:2],
                "long": "z" * 200 + str(mail.number)}.get(
            self.quirk, f"u{mail.number}")

    def session(self, lines):
        self.say("+OK")
        box, gone = list(self.mails), set()
        self.quirk = self.rng.choice(self.QUIRKS) if self.faults else ""
        bad = {m for m in box if self.chance(15)}
        cuts = self.chance(20)
        ids = {m: self.uidl(i, m) for i, m in enumerate(box)}
        if self.quirk == "shuffled":
            values = list(ids.values())
            self.rng.shuffle(values)
            ids = dict(zip(ids, values))
        for line in lines:
            word, _, rest = line.decode().strip().partition(" ")
            word = word.upper()
            if word == "CAPA":
                self.say("-ERR")
            elif word in ("LIST", "UIDL"):
                if word == "UIDL" and self.quirk == "none":
                    self.say("-ERR")
                    continue
                self.say("+OK")
                for i, m in enumerate(box):
                    what = len(m.bytes) if word == "LIST" else ids[m]
                    self.say(f"{i + 1} {what}")
                self.say(".")
            elif word == "RETR":
                m = box[int(rest) - 1]
                if m in bad and cuts:
                    self.peer.sendall(b"+OK\r\n" + m.bytes[:30])
                    return
                if m in bad:
                    self.say("-ERR cannot be read")
                    continue
                self.peer.sendall(b"+OK\r\n" + m.bytes + b".\r\n")
            elif word == "DELE":
                gone.add(box[int(rest) - 1])
                self.say("+OK")
            elif word == "QUIT":
                if self.chance(10):
                    self.say("-ERR nothing deleted")
                    return
                self.mails = [m for m in self.mails if m not in gone]
                self.say("+OK")
                return
            else:
                self.say("+OK")

    def add(self, mail):
        self.mails.append(mail)

    def check(self, stored):
        return [f"mail {m.number} is left" for m in self.mails]


class Imap(Server):
    done = None  # the folder's name: mails are moved

    def __init__(self, rng):
        super().__init__(rng)
        self.validity, self.next, self.moved, self.folders = 7, 1, [], set()

    def add(self, mail):
        mail.uid, self.next = self.next, self.next + 1
        self.mails.append(mail)

    def renumber(self):
        self.rng.shuffle(self.mails)
        for i, m in enumerate(self.mails):
            m.uid = i + 1
        self.next = len(self.mails) + 1
        if self.chance(30):
            self.validity += 1

    def chosen(self, text):
        uids = set()
        for part in text.split(","):
            low, _, high = part.partition(":")
            last = max([m.uid for m in self.mails], default=0)
            a = last if low == "*" else int(low)
            b = a if not high else last if high == "*" else int(high)
            uids |= {m.uid for m in self.mails if min(a, b) <= m.uid <= max(a, b)}
        return [m for m in self.mails if m.uid in uids]

    def fetch(self, tag, rest):
        which, _, what = rest.partition(" ")
        answer = "OK done"
        for m in self.chosen(which):
            if m in self.bad:
                if self.how == "bye":
                    self.say("* BYE going down")
                if self.how in ("cut", "bye"):
                    raise OSError
                if self.how == "half":
                    self.peer.sendall(b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n" % (
                        m.number, m.uid, len(m.bytes)) + m.bytes[:20])
                    raise OSError
                if self.how == "flags":
                    self.say(f"* {m.number} FETCH (FLAGS (\\Recent))")
                if self.how == "no":
                    answer = "NO [SERVERBUG] not all of them"
                if self.how == "nil":
                    self.say(f"* {m.number} FETCH (UID {m.uid} BODY[]<0> NIL)")
                if self.how not in ("date", "flags", "twice", "size"):
                    continue
            parts = [f"UID {m.uid}"]
            if "RFC822.SIZE" in what:
                parts.append("RFC822.SIZE %d" % (
                    len(m.bytes) + 100 * (self.how == "size" and m in self.bad)))
            if "INTERNALDATE" in what:
                parts.append("INTERNALDATE " + (
                    self.rng.choice(["NIL", '"29-Nov-2026 07:50:00 CET"'])
                    if m in self.bad and self.how == "date" else
                    time.strftime('"%d-%b-%Y %H:%M:%S +0000"', time.gmtime())))
            told = f"* {m.number} FETCH ({' '.join(parts)} BODY[]<0> " \
                f"{{{len(m.bytes)}}}\r\n".encode() + m.bytes + b")\r\n"
            self.peer.sendall(told * (2 if self.how == "twice" and m in self.bad else 1))
        self.say(f"{tag} {answer}")

    def session(self, lines):
        self.how = self.rng.choice(["cut", "no", "ghost", "nil", "date", "bye", "half",
                                    "flags", "twice", "size"])
        self.bad = {m for m in self.mails if self.chance(15)}
        if self.chance(30):
            self.renumber()
        self.say("* OK ready")
        for line in lines:
            tag, _, rest = line.decode().strip().partition(" ")
            word, _, rest = rest.partition(" ")
            word = word.upper()
            if word == "UID":
                word, _, rest = rest.partition(" ")
                word = "UID " + word.upper()
            if word == "CAPABILITY":
                self.say("* CAPABILITY IMAP4rev1 UIDPLUS MOVE NAMESPACE")
            elif word == "NAMESPACE":
                self.say('* NAMESPACE (("" "/")) NIL NIL')
            elif word == "SELECT":
                for x in ("FLAGS (\\Seen)", f"{len(self.mails)} EXISTS",
                          f"OK [UIDVALIDITY {self.validity}] x",
                          f"OK [UIDNEXT {self.next}] x"):
                    self.say("* " + x)
            elif word == "UID SEARCH":
                found = self.chosen(re.search(r"UID (\S+)", rest).group(1))
                if "UNSEEN" in rest:
                    found = [m for m in found if not m.seen]
                if "BEFORE" in rest:  # the judge was made: none is older
                    found = []
                self.rng.shuffle(found)
                self.say(" ".join(["* SEARCH"] + [str(m.uid) for m in found]))
            elif word == "UID FETCH":
                self.fetch(tag, rest)
                continue
            elif word == "UID STORE":
                for m in self.chosen(rest.split()[0]):
                    m.seen = True
            elif word == "LIST":
                if self.done in self.folders:
                    self.say(f'* LIST () "/" {self.done}')
            elif word == "CREATE":
                if self.chance(50):
                    self.say(f"{tag} NO Permission denied")
                    continue
                self.folders.add(rest.strip('"'))
            elif word == "UID MOVE":
                if self.done not in self.folders or self.chance(30):
                    self.say(f"{tag} NO [OVERQUOTA] no room")
                    continue
                which = self.chosen(rest.split()[0])
                self.moved += which
                self.mails = [m for m in self.mails if m not in which]
            self.say(f"{tag} OK done")
            if word == "LOGOUT":
                return

    def check(self, stored):
        if self.done:
            return [f"mail {m.number} was not moved" for m in self.mails] + [
                f"mail {m.number} was moved unread" for m in self.moved
                if not m.seen or m.bytes not in stored]
        return [f"mail {m.number} is not flagged" for m in self.mails
                if not m.seen]


class ImapMoving(Imap):
    done = "done"


class Maildir:
    """Files that a careless program drops there."""
    port = 1
    errors = []
    NAMES = ["turn.eml", "a b", "x:1", "x:2,S", "n" * 251, "-", "é"]

    def __init__(self, rng):
        self.rng, self.faults, self.files = rng, True, []
        self.when = time.time() - 3600

    def place(self, top):
        self.top = os.path.join(top, "in")
        for sub in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(self.top, sub))

    def add(self, mail):
        free = [n for n in self.NAMES
                if not os.path.exists(os.path.join(self.top, "new", n))]
        name = self.rng.choice(free) if free else f"more{mail.number}"
        path = os.path.join(self.top, "new", name)
        with open(path, "wb") as f:
            f.write(mail.bytes)
        # all as old as the first: a name and its time say nothing
        os.utime(path, (self.when, self.when))
        self.files.append(mail)

    def check(self, stored):
        where = os.path.join(self.top, "cur")
        kept = []
        for name in os.listdir(where):
            with open(os.path.join(where, name), "rb") as f:
                kept.append(f.read())
        wanted = sorted(m.bytes for m in self.files)
        left = os.listdir(os.path.join(self.top, "new"))
        return ([] if sorted(kept) == wanted else ["cur/ lacks mails"]) + [
            f"{n} is left in new/" for n in left]


KINDS = {"imap": Imap, "imap-moving": ImapMoving, "pop3": Pop3, "maildir": Maildir}


def run(build, src, kind, seed, rounds):
    rng = random.Random(f"{kind} {seed}")
    top = tempfile.mkdtemp(prefix="heraldo-mailboxes-")
    judge = os.path.join(top, "judge")
    subprocess.run([f"{build}/heraldo", "init", judge, "judge@heraldo.example"],
                   check=True, stdout=subprocess.DEVNULL)
    box = KINDS[kind](rng)
    if kind == "maildir":
        box.place(judge)
    with open(os.path.join(judge, "heraldo.conf"), "w") as f:
        f.write(f"""[judge]
address = judge@heraldo.example
state = state
templates = {src}/templates
data = {src}/db
[inbox]
kind = {kind.partition("-")[0]}
path = in
host = 127.0.0.1
port = {box.port}
tls = none
user = gm
done-folder = {getattr(box, "done", None) or ""}
[outbox]
kind = maildir
path = out
""")
    conf = os.path.join(judge, "heraldo.conf")
    env = dict(os.environ, HERALDO_INBOX_PASSWORD="secret")
    sent, log = [], ""
    for n in range(rounds + WELL):
        box.faults = n < rounds
        for _ in range(rng.randrange(4) if n else 4):
            mail = Mail(len(sent) + 1, kind != "maildir")
            sent.append(mail)
            box.add(mail)
        try:
            r = subprocess.run([f"{build}/heraldod", "--config", conf, "--once"],
                               env=env, stderr=subprocess.PIPE, timeout=60)
            log += r.stderr.decode()
        except subprocess.TimeoutExpired as e:
            log += (e.stderr or b"").decode()
            return sent, [f"round {n} does not end"], log
    db = sqlite3.connect(os.path.join(judge, "state/heraldo.db"))
    stored = [bytes(r[0]) for r in db.execute("SELECT raw FROM inbox ORDER BY id")]
    db.close()
    bad = [f"mail {m.number} is stored {stored.count(m.bytes)} times"
           for m in sent if stored.count(m.bytes) != 1]
    if len(stored) != len(sent):
        bad.append(f"{len(stored)} mails stored, {len(sent)} came")
    bad += box.check(stored) + box.errors
    if not bad:
        subprocess.run(["rm", "-rf", top], check=True)
    return sent, bad, log


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("src")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seeds", type=int, default=1)
    p.add_argument("--rounds", type=int, default=4)
    p.add_argument("--kind", choices=KINDS)
    a = p.parse_args()
    for seed in range(a.seed, a.seed + a.seeds):
        for kind in [a.kind] if a.kind else KINDS:
            start = time.monotonic()
            sent, bad, log = run(os.path.abspath(a.build),
                                 os.path.abspath(a.src), kind, seed, a.rounds)
            print(f"{kind}, seed {seed}: {len(sent)} mails, "
                  f"{time.monotonic() - start:.1f} s", flush=True)
            if bad:
                print("\n".join(bad), log, sep="\n")
                sys.exit(1)


main()
