"""A judge with four mails waiting, to be worked off again and again: what the
tests of crashes share. Nothing that happens on the way may change its log, and
every mail of it goes out once, or again with the same bytes.
"""
import email
import glob
import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
# the same for all lives of one run, and later than any certificate made for it
CLOCK = int(time.time()) + 86400


def run(*words, env=None, ok=(0,)):
    r = subprocess.run(words, capture_output=True, text=True, env=env,
                       timeout=120)
    if r.returncode not in ok:
        sys.exit("%s\nended with %d\n%s%s" % (" ".join(words), r.returncode,
                                              r.stdout, r.stderr))
    return r.stdout


class House:
    """A folder with a judge in it."""

    def __init__(self, folder):
        self.folder = folder
        self.conf = folder + "/heraldo.conf"

    def env(self, tmp, later, more):
        """A clock that is the same in every run, and what else is preloaded."""
        return dict(os.environ, LD_PRELOAD=tmp + "/kill.so",
                    HERALDO_CLOCK=str(CLOCK + later),
                    ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0",
                    **more)

    def heraldo(self, tmp, *words):
        """Before the first life."""
        return run(BUILD + "/heraldo", "--quiet", "--config", self.conf,
                   *words, env=self.env(tmp, -3600, {}))

    def mail_in(self, name, text):
        new = self.folder + "/mail/judge/new"
        for sub in ("new", "cur", "tmp"):
            os.makedirs(self.folder + "/mail/judge/" + sub, exist_ok=True)
        with open(new + "/" + name, "w") as f:
            f.write(text)

    def daemon(self, tmp, ok=(0,), later=0, **more):
        """One life. more: HERALDO_KILL and its like, see kill.c."""
        r = subprocess.run([BUILD + "/heraldod", "--config", self.conf,
                            "--once"], capture_output=True, text=True,
                           env=self.env(tmp, later, more), timeout=120)
        if ok is not None and r.returncode not in ok:
            sys.exit("heraldod ended with %d\n%s" % (r.returncode, r.stderr))
        self.said = r.stderr
        return r.returncode

    def daemon_stays(self, tmp):
        """A life that goes on; when it is ready."""
        p = subprocess.Popen([BUILD + "/heraldod", "--config", self.conf],
                             stderr=subprocess.PIPE, text=True,
                             env=self.env(tmp, 0, {}))
        for line in p.stderr:
            if "ready:" in line:
                return p
        sys.exit("heraldod ended with %d before it was ready" % p.wait())

    def lives(self, tmp):
        """What is left is judged in the next life; what is not known to have
        been sent goes out again when its pause is over."""
        for hours in range(6):
            self.daemon(tmp, ok=(0, 1), later=3600 * hours)
            if self.log()[-1] == "unsent 0":
                return
        sys.exit("mails stay: %s\n%s" % (self.log()[-1], self.said))

    def log(self):
        """Everything that must not depend on a crash, as text."""
        db = sqlite3.connect("file:%s/state/heraldo.db?mode=ro" % self.folder,
                             uri=True)
        lines = []
        for table, columns, order in (
                ("events", "game, n, point, audience, json, leaf, hex(hash)",
                 "game, n"),
                ("heads", "game, point, n_events, hex(head), hex(state_hash)",
                 "game, point"),
                ("signed_orders", "game, point, slot, hex(signature)",
                 "game, point"),
                ("serials", "game, slot, serial, point", "game, slot, serial"),
                ("inbox", "hex(hash), state, verdict", "hash")):
            for row in db.execute("select %s from %s order by %s" %
                                  (columns, table, order)):
                lines.append("%s %r" % (table, row))
        # a report that waits for the next one of its reader is not due
        unsent = db.execute("select count(*) from outbox where state not in (2, 5) and "
                            "not (state = 0 and attempts = 0 and "
                            "next_s > queued_s + 7200)")
        lines.append("unsent %d" % unsent.fetchone()[0])
        db.close()
        return lines

    def powerless(self, tmp, **more):
        """A life at whose end the machine has no power: of what was written
        there is what was synced."""
        db = self.folder + "/state/heraldo.db"
        for name in glob.glob(db + "*"):
            shutil.copy(name, name + ".kept")
        code = self.daemon(tmp, ok=None, HERALDO_POWER="1", **more)
        written = self.log()
        for name in (db, db + "-wal"):
            if os.path.exists(name):
                os.remove(name)
            if os.path.exists(name + ".kept"):
                os.replace(name + ".kept", name)
        if os.path.exists(db + "-shm"):
            os.remove(db + "-shm")
        return code, written != self.log()

    def untold(self):
        """What has gone out and is not on record; and what was taken out of
        the mailbox and is not kept."""
        db = sqlite3.connect(self.folder + "/state/heraldo.db")
        sent = {"<%s>" % mid for mid, in db.execute(
            "select iif(sent_id <> '', sent_id, message_id) from outbox "
            "where kept and state > 0")}
        stored = {bytes(mail) for mail, in db.execute("select hash from inbox")}
        db.close()
        lost = []
        for name in glob.glob(self.folder + "/mail/judge/cur/*"):
            with open(name, "rb") as f:
                if hashlib.blake2b(f.read(), digest_size=32).digest() not in stored:
                    lost.append(name)
        return [mid for _, mid in self.mails_out() if mid not in sent] + lost

    def mails_out(self):
        """Message-ID -> set of hashes of the bytes, and how many copies."""
        found = {}
        for name in glob.glob(self.folder + "/mail/*@*/new/*"):
            raw = open(name, "rb").read()
            who = name.split("/")[-3]
            mid = email.message_from_bytes(raw)["Message-ID"]
            copies = found.setdefault((who, mid), [set(), 0])
            copies[0].add(hashlib.sha256(raw).hexdigest())
            copies[1] += 1
        return found


def furnish(tmp):
    """The preload, a judge, two players, a game that waits for armies, and four
    mails."""
    run(os.environ.get("CC", "cc").split()[-1], "-shared", "-fPIC", "-O1",
        "-o", tmp + "/kill.so", SRC + "/tests/crash/kill.c")
    h = House(tmp + "/first")
    run(BUILD + "/heraldo", "init", h.folder, "judge@example.test")
    text = open(h.conf).read().replace(
        "state = state\n", "state = state\ntemplates = %s/templates\n"
        "data = %s/db\n" % (SRC, SRC))
    open(h.conf, "w").write(text)
    for name in ("Ana", "Ben"):
        key = "%s/%s.key" % (tmp, name)
        h.heraldo(tmp, "person", "add", name, name.lower() + "@example.test")
        run(BUILD + "/heraldo", "key", "new", key)
        h.heraldo(tmp, "key", "add", name, key + ".pub")
    game = h.heraldo(tmp, "game", "new", "clash", "--option",
                     "build=100").strip()
    h.heraldo(tmp, "game", "seat", game, "A", "Ana")
    h.heraldo(tmp, "game", "seat", game, "B", "Ben")
    h.heraldo(tmp, "game", "start", game)
    # one that begins on a board: both players are sent its picture
    board = h.heraldo(tmp, "game", "new", "board", "--setup",
                      SRC + "/tests/bench/rebellion.setup").strip()
    h.heraldo(tmp, "game", "seat", board, "A", "Ana")
    h.heraldo(tmp, "game", "seat", board, "B", "Ben")
    h.heraldo(tmp, "game", "start", board)
    point = next(l.split()[-1] for l in h.heraldo(tmp, "game",
                                                  "list").split("\n")
                 if game in l)
    seen = next(l.strip() for l in h.heraldo(tmp, "game", "show",
                                             game).split("\n") if "SEEN" in l)

    def orders(name, seat, serial, lines):
        file = tmp + "/orders"
        with open(file, "w") as f:
            f.write("ORDERS %s %s %s %d\n%s\n%s\n" % (
                game, seat, point, serial, seen, lines))
        body = h.heraldo(tmp, "sign", "--key", "%s/%s.key" % (tmp, name), file)
        return ("From: %s@example.test\nTo: judge@example.test\n"
                "Subject: orders\nMessage-ID: <%s%d@example.test>\n\n%s" %
                (name.lower(), name, serial, body))

    h.mail_in("1.a", orders("Ana", "A", 1, "ARMY rebellion/120, rebellion/116"))
    h.mail_in("2.b", orders("Ben", "B", 1, "ARMI rebellion/60"))
    h.mail_in("3.b", orders("Ben", "B", 2, "ARMY rebellion/60, rebellion/10"))
    h.mail_in("4.c", "From: carl@example.test\nTo: judge@example.test\n"
                     "Subject: hello\nMessage-ID: <1@example.test>\n\nhelp\n")
    return h


def copy_of(first, tmp):
    folder = tmp + "/again"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(first.folder, folder)
    for mark in glob.glob(folder + "/mail/judge/heraldo-judge-*"):
        os.unlink(mark)     # the copy is another judge, on another mailbox
    h = House(folder)
    text = open(h.conf).read().replace(first.folder, folder)
    open(h.conf, "w").write(text)
    return h


def out_of_order(h):
    """A report that came before one of the same game and seat whose point is
    earlier, or None. What goes out again does not count."""
    first = {}
    for name in glob.glob(h.folder + "/mail/*@*/new/*"):
        with open(name, "rb") as f:
            mid = email.message_from_binary_file(f)["Message-ID"]
        key = (name.split("/")[-3], mid)
        first[key] = min(first.get(key, 1 << 63), os.stat(name).st_mtime_ns)
    last = {}
    for (who, mid), at in sorted(first.items(), key=lambda i: (
            i[1], int((re.match(r"<.+\.(\d+)\.\w+@", i[0][1]) or [0, 0])[1]))):
        report = re.match(r"<([a-z]+-[^.@]+)\.(\d+)\.([A-Z]\d*)@", mid)
        if not report:
            continue
        of, point = (who, report[1], report[3]), int(report[2])
        if point < last.get(of, 0):
            return "%s to %s came after that of point %d" % (mid, who,
                                                             last[of])
        last[of] = point
    return None


def last_mails(mails):
    """Of each reader and game the last report, for it takes over those that have
    not gone out yet; and each of the other mails."""
    last = {}
    for who, mid in mails:
        # the last part of a Message-ID is of the bytes, which name the time of
        # receipt
        mid = re.sub(r"\.[0-9a-f]+@", "@", mid)
        report = re.match(r"<([a-z]+-[^.@]+)\.(\d+)\.([A-Z]\d*)\.", mid)
        of = (who, report[1], report[3]) if report else (who, mid)
        point = int(report[2]) if report else 0
        last[of] = max(last.get(of, 0), point)
    return last


def check(h, wanted_log, wanted_mails, what):
    """The same log and mails; how many went out more often than wanted."""
    log = h.log()
    if log != wanted_log:
        for a, b in zip(wanted_log + ["(nothing)"] * len(log),
                        log + ["(nothing)"] * len(wanted_log)):
            if a != b:
                sys.exit("%s: the log differs\nwanted %s\nfound  %s" %
                         (what, a, b))
    mails = h.mails_out()
    more = sum(n for _, n in mails.values()) - \
        sum(n for _, n in wanted_mails.values())
    last = [last_mails(them) for them in (mails, wanted_mails)]
    if last[0] != last[1]:
        sys.exit("%s: other mails went out: %s" %
                 (what, set(last[0].items()) ^ set(last[1].items())))
    for key, (hashes, n) in mails.items():
        if len(hashes) != 1 or hashes != wanted_mails.get(key, [hashes])[0]:
            sys.exit("%s: %s went out with other bytes" % (what, key))
    return more
