"""tests/scenario_policies/cast.py - who sits at the table: people with a mailbox and a
key, the judge they write to, and the clock that all of them live by.

A person knows what stands in their mails and no more. After each mail that
somebody sends everything comes to rest - the judge has read it, all that it has
to say is in the mailboxes - so that who did not get something can be asked, too.
"""
import datetime
import mmap
import os
import re
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../mail/servers"))
from clients import (BEGIN, END, PATIENCE, SRC, Judge, Mailbox, check,
                     fail, headed, new_key, plain, submit)

DAY, HOUR = 86400, 3600
# of the server: who has a mailbox
USERS = os.path.join(os.environ["MAILTEST"], "dv", "users")
HEAD = re.compile(r"^(?:> ?)*((?:ORDERS|[OÓ]RDENES) (\S+) ([A-Z]\d*)|"
                  r"GM (\S+)|(?:KEYS|CLAVES) (\S+) ([A-Z]+\d*)) (\d+) (\d+)\s*\n"
                  r"(?:> ?)*((?:SEEN|VISTO) \S+)", re.M)


def empty_mailboxes():
    """Nobody finds what another table has left there."""
    with open(USERS) as f:
        users = [l.split(":")[0] for l in f]
    for user in users:
        subprocess.run([os.environ["MAILTEST_DOVEADM"], "expunge", "-u", user,
                        "mailbox", "INBOX", "all"], check=True)


class Clock:
    """As many seconds ahead of the machine's as the judge's programs are told.
    It begins at nine in the morning, UTC, of the first Monday of January."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "ahead")
        with open(self.path, "wb") as f:
            f.write(bytes(8))
        with open(self.path, "r+b") as f:
            self.map = mmap.mmap(f.fileno(), 8)
        now = datetime.datetime.now(datetime.timezone.utc)
        first = datetime.datetime(now.year + 1, 1, 1, 9, tzinfo=now.tzinfo)
        self.set(first + datetime.timedelta(days=(7 - first.weekday()) % 7))
        library = os.path.join(folder, "ahead.so")
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-shared",
                        "-fPIC", "-O1", "-o", library,
                        os.path.join(SRC, "tests/scenario_policies/ahead.c")], check=True)
        self.env = dict(os.environ, LD_PRELOAD=library,
                        HERALDO_AHEAD=self.path)

    def now(self):
        return datetime.datetime.now(datetime.timezone.utc) + \
            datetime.timedelta(seconds=struct.unpack("q", self.map[:8])[0])

    def set(self, moment):
        ahead = moment - datetime.datetime.now(datetime.timezone.utc)
        self.map[:8] = struct.pack("q", round(ahead.total_seconds()))

    def day(self, days):
        """The date in so many days, as people write it."""
        return (self.now() + datetime.timedelta(days=days)).strftime(
            "%Y-%m-%d")


class House:
    """The judge, its clock, and all mailboxes."""

    def __init__(self, folder, hosts):
        self.dir = folder
        self.clock = Clock(folder)
        self.people = []
        self.gone = set()       # users whose mailbox is no more
        self.back = 0           # mails that the servers send back
        self.written = 0
        self.delivered = set()  # Message-IDs that have been looked for
        self.days_off = os.path.join(folder, "holidays")
        os.makedirs(self.days_off)
        self.judge = Judge(folder, "gm", "game-creators = %s\ngnupg-home = gnupg\n"
                           "verp = yes\nholidays = %s\n" % (
                               hosts, self.days_off), self.clock.env)

    # --- what comes to rest --------------------------------------------------

    def owed(self):
        """What is still on its way, or None: by one look into the database, at
        a moment behind it. All that had been done by then is of its past, so
        none of it is taken for what is to come later."""
        if self.judge.daemon.poll() is not None:
            fail("heraldod has ended:\n" + self.judge.log()[-3000:])
        with self.judge.looked() as db:
            n, = db.execute("SELECT count(*) FROM inbox WHERE state >= 2"
                            ).fetchone()
            now = int(self.clock.now().timestamp())
            if n < self.written + self.back:
                return "%d mails of %d to be read" % (
                    n, self.written + self.back)
            if db.execute("SELECT 1 FROM timers WHERE due_s <= ? AND game IN "
                          "(SELECT id FROM games WHERE state < 3)",
                          (now,)).fetchone():
                return "a timer"
            # one that no server took is tried again some time later
            if db.execute("SELECT 1 FROM outbox WHERE state IN (0, 1, 4) AND "
                          "(next_s <= ? OR attempts)", (now,)).fetchone():
                return "a letter of the judge"
            sent = db.execute("SELECT message_id, address FROM outbox WHERE "
                              "state = 2").fetchall()
        return self.on_its_way(sent)

    def on_its_way(self, sent):
        """Of what the judge has sent, what is in nobody's mailbox yet."""
        for mid, address in sent:
            user = re.split(r"[+@]", address)[0]
            if user in self.gone:
                self.delivered.add(mid)
            if mid in self.delivered:
                continue
            for p in self.people:
                if p.user == user and mid not in p.ids:
                    p.fetch()
                if p.user == user and mid in p.ids:
                    self.delivered.add(mid)
            if mid not in self.delivered:
                return "%s at %s" % (mid, address)
        return None

    def rest(self):
        end = time.monotonic() + PATIENCE
        looked = time.monotonic()
        while True:
            owed = self.owed()
            if not owed:
                return
            if time.monotonic() > end:
                print(self.judge.log()[-2000:])
                print(self.judge.run("inbox", "list")[:2000])
                fail("waited %d s for %s" % (PATIENCE, owed))
            if owed == "a timer" and time.monotonic() - looked > 0.2:
                self.look()
                looked = time.monotonic()
            time.sleep(0.01)

    def look(self):
        """The judge looks into its mailbox, and at its clock."""
        os.kill(self.judge.daemon.pid, signal.SIGHUP)

    def passes(self, seconds):
        """Time passes, and the judge is there every morning: what it does at
        eight is of that day."""
        end = self.clock.now() + datetime.timedelta(seconds=seconds)
        stop = self.clock.now().replace(hour=8, minute=1, second=0)
        while stop < end:
            if stop > self.clock.now():
                self.comes(stop)
            stop += datetime.timedelta(days=1)
        self.comes(end)

    def comes(self, moment):
        self.clock.set(moment)
        self.look()
        time.sleep(0.05)
        self.rest()

    def until(self, moment):
        self.passes((moment - self.clock.now()).total_seconds())

    # --- what was done -------------------------------------------------------

    def verdict(self):
        """What became of the last mail that came in."""
        return self.judge.ask(
            "SELECT verdict FROM inbox ORDER BY id DESC LIMIT 1")[0][0]

    def run(self, *words):
        said = self.judge.run("--quiet", *words)
        self.look()
        self.rest()
        return said

    def refused(self, *words):
        status, said = self.judge.tried("--quiet", *words)
        check(status, "heraldo %s: was done" % " ".join(words))
        return said

    def close(self, user):
        """Their provider has closed the mailbox: mails come back."""
        self.mailboxes(lambda l: not l.startswith(user + ":"))
        self.gone.add(user)

    def open_again(self):
        self.mailboxes(lambda l: True,
                       ["%s:%s-pw\n" % (u, u) for u in self.gone])
        self.gone.clear()

    @staticmethod
    def mailboxes(kept, more=()):
        with open(USERS) as f:
            lines = [l for l in f if kept(l)]
        with open(USERS, "w") as f:
            f.writelines(lines + list(more))
        # the server sees it by the time of the file, in seconds
        time.sleep(2)


class Person:
    """Somebody with a mailbox, a key, and a language."""

    def __init__(self, house, user, name, tool="ssh", language="en",
                 address=None):
        self.house, self.user, self.name = house, user, name
        self.tool, self.language = tool, language
        self.address = address or user + "@example.test"
        self.home = os.path.join(house.dir, name)
        os.makedirs(self.home)
        self.key = os.path.join(self.home, "key")
        self.mails, self.ids = [], set()
        self.known = {}         # (game, seat) -> (point, second line)
        self.serial = {}        # (game, seat) -> the last one
        self.box = Mailbox(user)
        self.sent = None        # the Message-ID of the last mail
        house.people.append(self)
        self.make_key()

    def es(self):
        return self.language == "es"

    # --- keys and signatures -------------------------------------------------

    def make_key(self):
        if self.tool != "gpg":
            new_key(self.tool, self.key)
            return
        self.gnupg("--quick-gen-key", self.address, "ed25519", "sign",
                   "never")
        with open(self.key + ".pub", "wb") as f:
            f.write(self.gnupg("--armor", "--export", self.address))

    def gnupg(self, *words):
        home = os.path.join(self.home, "gnupg")
        os.makedirs(home, mode=0o700, exist_ok=True)
        done = subprocess.run(
            ["gpg", "--homedir", home, "--batch", "--quiet",
             "--pinentry-mode", "loopback", "--passphrase", "", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
            env=self.house.clock.env)
        check(done.returncode == 0, "gpg %s: %s" % (
            " ".join(words), done.stderr.decode()))
        return done.stdout

    def fingerprint(self):
        """As the judge names it."""
        with open(self.key + ".pub") as f:
            text = f.read()
        if self.tool == "ssh":
            return re.search(r"SHA256:\S+", subprocess.run(
                ["ssh-keygen", "-l", "-f", self.key + ".pub"], check=True,
                stdout=subprocess.PIPE).stdout.decode())[0]
        said = self.house.judge.run("key", "list", self.name)
        check(text, "no key")
        return re.search(r"SHA256:\S+|[0-9A-F]{40}|[0-9a-f]{40}", said)[0]

    def signature(self, path):
        """The file that signs this one."""
        if self.tool == "ssh":
            words = ["ssh-keygen", "-Y", "sign", "-q", "-n",
                     "heraldo-orders@heraldo", "-f", self.key, path]
            made = path + ".sig"
        else:
            words = ["minisign", "-S", "-s", self.key, "-m", path]
            made = path + ".minisig"
        if os.path.exists(made):
            os.remove(made)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        return made

    # --- mails out -----------------------------------------------------------

    def compose(self, text, subject, key, signed, breaks):
        """The mail, one that breaks readers or not: below its text the signature, or two files, or a text that
        the mail program has signed."""
        block = "%s\n%s\n%s\n" % (BEGIN, text, END)
        mail = headed(self.name, self.address, self.house.judge.address,
                      subject)
        if breaks:
            mail["X-Breaks-Readers"] = "yes"
        if signed and self.tool == "gpg":
            return self.signed_whole(mail, block)
        path = os.path.join(self.home, "orders.txt")
        with open(path, "w", encoding="utf-8") as f:
            f.write(block if self.tool == "ssh" else text + "\n")
        if not signed:
            mail.set_content(block, cte="quoted-printable")
        elif self.tool == "ssh":
            with open(self.signature(path)) as f:
                mail.set_content("Hello,\n\n" + block + f.read(),
                                 cte="quoted-printable")
        else:
            mail.set_content("My orders are attached.\n")
            for name in (path, self.signature(path)):
                with open(name, "rb") as f:
                    mail.add_attachment(f.read(), maintype="application",
                                        subtype="octet-stream",
                                        filename=os.path.basename(name))
        if key:
            with open(self.key + ".pub", "rb") as f:
                mail.add_attachment(f.read(), maintype="application",
                                    subtype="octet-stream",
                                    filename="heraldo-key.pub")
        return mail

    def signed_whole(self, mail, block):
        part = "Content-Type: text/plain; charset=utf-8\n" \
               "Content-Transfer-Encoding: 8bit\n\n" + block
        path = os.path.join(self.home, "part")
        with open(path, "wb") as f:
            f.write(part.rstrip("\n").replace("\n", "\r\n").encode())
        signature = self.gnupg("--armor", "--detach-sign", "--digest-algo",
                               "SHA512", "-o", "-", path).decode()
        for name in ("Content-Type", "MIME-Version"):
            del mail[name]
        head = mail.as_bytes().split(b"\r\n\r\n")[0].decode()
        text = head + "\nMIME-Version: 1.0\nContent-Type: multipart/signed;" \
            " boundary=b0; micalg=pgp-sha512;\n" \
            " protocol=\"application/pgp-signature\"\n\n--b0\n%s\n--b0\n" \
            "Content-Type: application/pgp-signature\n\n%s\n--b0--\n" % (
                part.rstrip("\n"), signature)
        return re.sub("\r?\n", "\r\n", text).encode()

    def write(self, *lines, subject="-", key=False, signed=True,
              breaks=False):
        """A text, signed; everything that comes of it has come when this
        returns. The answers to it."""
        if signed and lines[0].split(" ")[0] in ("PREFER", "PREFERIR", "GAME", "CAMPAIGN"):
            lines += (self.house.judge.run("key", "judge", self.house.judge.key).strip(),)
        mail = self.compose("\n".join(lines), subject, key, signed, breaks)
        raw = mail if isinstance(mail, bytes) else mail.as_bytes()
        self.sent = re.search(rb"Message-ID: *(?:\r\n)?\s*(<[^>]*>)",
                              raw)[1].decode()
        self.deliver(raw)
        return self.answers()

    def deliver(self, raw):
        self.house.written += 1
        submit(self.user, self.house.judge.address, raw)
        self.house.rest()

    def answers(self):
        return [m for m in self.mails
                if str(m["In-Reply-To"] or "").strip() == self.sent]

    def answer(self):
        """The text of the answer to the last mail."""
        return "\n".join(words(m) for m in self.answers())

    def order(self, game, *lines, seat=None, head="ORDERS", **more):
        """A text whose first two lines are those of the newest report."""
        known = [(g, s) for g, s in self.known if g == game and s != "GM"] \
            if not seat else [(game, seat)]
        check(known, "%s has no template of %s" % (self.name, game))
        at = known[-1]
        point, seen = self.known[at]
        self.serial[at] += 1
        first = "GM %s %d %d" % (game, point, self.serial[at]) \
            if at[1] == "GM" else "%s %s %s %d %d" % (
                head, game, at[1], point, self.serial[at])
        return self.write(first, seen, *lines, **more)

    def taken(self, game, *lines, verdict="adjudicated", **more):
        """The same, and that is what became of it."""
        self.order(game, *lines, **more)
        got = self.house.verdict()
        check(got == verdict, "%s wrote %s, which is %s:\n%s" % (
            self.name, lines, got, self.answer()))

    def command(self, game, *lines, **more):
        self.taken(game, *lines, seat="GM", **more)

    # --- mails in ------------------------------------------------------------

    def fetch(self):
        for mail in self.box.fetch():
            self.mails.append(mail)
            self.ids.add(str(mail["Message-ID"]).strip(" <>"))
            self.learn(mail)

    def learn(self, mail):
        """How the next orders begin."""
        for m in HEAD.finditer(words(mail)):
            at = (m[2] or m[4] or m[5], "GM" if m[4] else m[3] or m[6])
            point = int(m[7])
            if point >= self.known.get(at, (0,))[0]:
                self.known[at] = (point, m[9])
            self.serial[at] = max(self.serial.get(at, 0), int(m[8]) - 1)

    def since(self, mark):
        return self.mails[mark:]

    def mark(self):
        return len(self.mails)

    def got(self, pattern, mark=0):
        """The first match in the mails since then."""
        for mail in self.since(mark):
            m = re.search(pattern, words(mail), re.S)
            if m:
                return m
        return None


def files(mail):
    return {p.get_filename(): p.get_payload(decode=True)
            for p in mail.walk() if p.get_filename()}


def words(mail):
    """All that somebody reads in a mail: subject, text, attached texts; lines
    that were folded are one."""
    if not hasattr(mail, "words"):
        text = "Subject: %s\n" % mail["Subject"]
        body = mail.get_body(("plain",))
        text += body.get_content() if body else ""
        for name, content in files(mail).items():
            if name.endswith((".txt", ".ics")) and name != "page.txt":
                text += "\n" + content.decode("utf-8", "replace")
        mail.words = text.replace("\r\n", "\n")
    return mail.words


def flat(text):
    """Without the breaks of lines."""
    return re.sub(r"\s+", " ", text)
