#!/usr/bin/python3
"""Hostile mails, generated, at a real heraldod --once over Maildirs.

    HERALDO_SEED=1 hostile.py [MAILS]

A game waits for the army of Ben while that of Ana is sealed; another game and
one that is open for joining stand beside it. Whatever comes in: the daemon
ends well, no mail breaks its reader, no game moves, the log is whole, no robot
is answered, every other mail at most once and at an address that it may be
answered at, each answer is a mail that a mail program can read, nothing of the
mail is obeyed in it, and nobody is told what is not for them. Then all answers
come back, as they are and as replies of robots: no answer to an answer. At
last Ben's honest orders, the end, and both verifiers.
"""
import base64
import collections
import email
import email.policy
import glob
import hashlib
import json
import html.parser
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
JUDGE = "judge@court.example"
BEGIN = "-----BEGIN HERALDO ORDERS-----"
END = "-----END HERALDO ORDERS-----"
OWN_A_DAY = 10          # to an address on record
ANSWERS_A_DAY = 3       # of the kinds that may be more than one
VERDICTS = {            # of mails that are not answered, by what they are
    # what is well signed counts whatever the mail says of itself: here it is
    # always a copy of what was taken
    "robot": {"bounce", "null-sender", "auto-submitted", "auto-reply", "bulk",
              "list", "loop", "hops", "repeated"},
    "repeat": {"repeated"},
}
# what a hostile mail must never become
ACCEPTED = {"adjudicated", "joined", "join_proven", "poison", "quarantined", ""}

NASTY = [
    "{{7*7}}", "{#reason}{reason:wrap}{/reason}", "{>help_body}", "{judge_key}",
    "${7*7}", "<script>alert(1)</script>", "<img src=http://evil.test/x>",
    "\"><svg onload=alert(1)>", "</pre></body></html>", "&lt;&#x3c;b&gt;",
    "%s%n%x", "'; DROP TABLE events; --", "../../../../etc/passwd",
    "\u202eevil\u202c", "\u200b\u200d", "\x1b[2J\x1b]0;x\x07", "\u2028",
    "=?utf-8?q?=0D=0ABcc:_x@evil.test?=", "a\r\nBcc: x@evil.test",
    "=?utf-8?b?DQpCY2M6IHhAZXZpbC50ZXN0?=", "\x00", "ORDERS", "A" * 900,
    "-----END HERALDO ORDERS-----", "From ", ".\r\n", "\ufffe\ud7ff", "ﷺ" * 60,
    "a\u0300" * 80, "--=_heraldo--",
]


def fail(text):
    sys.exit("FAILED: %s" % text)


def check(what, text):
    if not what:
        fail(text)


def run(*words):
    r = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = r.stdout.decode("utf-8", "replace")
    check(r.returncode == 0, "%s: %s" % (" ".join(words), text))
    return text.strip()


# --- the house -------------------------------------------------------------------

class House:
    def __init__(self, folder):
        self.dir = folder
        self.conf = folder + "/judge/heraldo.conf"
        self.n = 0
        run(BUILD + "/heraldo", "init", folder + "/judge", JUDGE)
        with open(self.conf) as f:
            text = f.read()
        with open(self.conf, "w") as f:
            f.write(text.replace("state = state\n", "state = state\n"
                                 "templates = %s/templates\ndata = %s/db\n"
                                 # some pretend to be of 1970: they are kept
                                 "unknown-mail-days = 36500\n"
                                 "inbox-keep-days = 36500\n"
                                 % (SRC, SRC)))
        for name, address in PEOPLE.items():
            key = "%s/%s.key" % (folder, name)
            self.heraldo("person", "add", "--language",
                         "es" if name == "Ben" else "en", name, address)
            run(BUILD + "/heraldo", "key", "new", key)
            self.heraldo("key", "add", name, key + ".pub")
        self.games = {}
        for name, seats in (("clash", "Ana Ben"), ("other", "Cy Ana"),
                            ("open", "")):
            more = ["--master", "Mia"] if name == "open" else []
            game = self.heraldo("game", "new", "--option", "build=100",
                                *more, name)
            self.games[name] = game
            for slot, person in zip("AB", seats.split()):
                self.heraldo("game", "seat", game, slot, person)
            if seats:
                self.heraldo("game", "start", game)
        for sub in ("new", "cur", "tmp"):
            os.makedirs("%s/judge/mail/judge/%s" % (folder, sub),
                        exist_ok=True)

    def heraldo(self, *words):
        return run(BUILD + "/heraldo", "--quiet", "--config", self.conf,
                   *words)

    def point(self, name):
        return int(self.ask("SELECT point FROM games WHERE name = ?",
                            self.games[name])[0][0])

    def seen(self, name, point=None):
        """The line SEEN for a point, the last one unless it is said."""
        head = self.ask("SELECT hex(head) FROM heads WHERE game = (SELECT id "
                        "FROM games WHERE name = ?) AND point = ?",
                        self.games[name],
                        self.point(name) if point is None else point)
        return seen(bytes.fromhex(head[0][0] if head else "00" * 32))

    def ask(self, query, *values):
        db = sqlite3.connect("file:%s/judge/state/heraldo.db?mode=ro" %
                             self.dir, uri=True)
        db.text_factory = lambda b: b.decode("utf-8", "replace")
        try:
            return db.execute(query, values).fetchall()
        finally:
            db.close()

    def logs(self):
        return [self.ask("SELECT name, point, n_events, n_leaves, hex(head) "
                         "FROM games ORDER BY id"),
                self.ask("SELECT game, slot, person FROM seats"),
                self.ask("SELECT * FROM persons"),
                self.ask("SELECT address, person, current FROM addresses"),
                self.ask("SELECT * FROM keys")]

    def put(self, raw, when=None):
        self.n += 1
        path = "%s/judge/mail/judge/new/%08d.h" % (self.dir, self.n)
        with open(path, "wb") as f:
            f.write(raw)
        if when is not None:
            os.utime(path, (when, when))

    def once(self, patience):
        start = time.monotonic()
        r = subprocess.run([BUILD + "/heraldod", "--config", self.conf,
                            "--once"], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=patience)
        said = r.stdout.decode("utf-8", "replace")
        check(r.returncode == 0, "heraldod ended with %d\n%s" %
              (r.returncode, said[-3000:]))
        return time.monotonic() - start

    def sign(self, who, text):
        path = self.dir + "/orders"
        with open(path, "w", newline="") as f:
            f.write(text)
        return run(BUILD + "/heraldo", "sign", "--key",
                   "%s/%s.key" % (self.dir, who), path) + "\n"

    def mails_out(self):
        """Path -> bytes of every mail of the judge, by address."""
        return {p: open(p, "rb").read()
                for p in glob.glob(self.dir + "/judge/mail/*@*/new/*")}


def seen(head):
    """Crockford's base32 of 16 bytes, and a digit that checks it."""
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    n = int.from_bytes(head[:16], "big")
    said, check = "", 0
    for i in range(26):
        digit = n >> 5 * (25 - i) & 31
        said += digits[digit]
        check = (check ^ digit) << 1
        check ^= 37 if check > 31 else 0
    return "SEEN " + said + digits[check]


PEOPLE = {"Ana": "ana@players.example", "Ben": "ben@players.example",
          "Cy": "cy@players.example", "Mia": "mia@players.example"}
ARMY = "ARMY rebellion/120, rebellion/116"


# --- the generator -----------------------------------------------------------------

class Mail:
    """raw; what it is: "robot" and "repeat" want no answer at all, "signed"
    may be answered to `person` with what it said, "forged" to `person`
    without, "letter" to its From without."""

    def __init__(self, what, raw, person=None, when=None, kind=""):
        self.what, self.raw, self.when = what, raw, when
        self.person, self.kind = person, kind


class Generator:
    def __init__(self, house, rng):
        self.h, self.r = house, rng
        self.n = 0
        # orders that were taken, and will be seen again
        self.first = self.block("Ana", "clash", "A", 1, [ARMY])
        self.first_raw = self.letter("ana@players.example", self.first)
        self.keys = []
        for i in range(12):
            path = "%s/k%d" % (house.dir, i)
            run(BUILD + "/heraldo", "key", "new", path)
            self.keys.append(open(path + ".pub").read().strip())

    # pieces

    def mark(self):
        return "zq%dqz" % self.n

    def nasty(self):
        return self.r.choice(NASTY)

    def junk(self, n):
        return bytes(self.r.randrange(256) for _ in range(n))

    def stranger(self):
        # a few of them write again and again
        return "s%d@else.example" % (self.n if self.r.random() < .7 else
                                     self.r.randrange(5))

    def head(self, who, **more):
        h = {"From": who, "To": JUDGE, "Subject": "mail " + self.mark(),
             "Message-ID": "<m%d.%d@else.example>" % (self.n, os.getpid())}
        h.update({k.replace("_", "-"): v for k, v in more.items()})
        return "".join("%s: %s\r\n" % (k, v) for k, v in h.items()
                       if v is not None).encode("utf-8", "surrogatepass")

    def letter(self, who, text, **more):
        more.setdefault("Content_Type", "text/plain; charset=utf-8")
        return self.head(who, **more) + b"\r\n" + \
            text.replace("\n", "\r\n").encode("utf-8", "surrogatepass")

    def block(self, who, game, seat, serial, lines, point=None, word="ORDERS"):
        point = self.h.point(game) if point is None else point
        return self.h.sign(who, "%s %s %s %d %d\n%s\n%s\n" % (
            word, self.h.games[game], seat, point, serial,
            self.h.seen(game, point), "\n".join(lines)))

    def unsigned(self, text):
        return "%s\n%s\n%s\n" % (BEGIN, text, END)

    def damaged(self, raw):
        """The bytes with some places changed, cut, doubled or moved."""
        raw = bytearray(raw)
        for _ in range(self.r.randrange(1, 12)):
            at = self.r.randrange(len(raw) + 1)
            end = min(len(raw), at + self.r.randrange(40))
            raw[at:end] = self.r.choice([
                b"", b"\r\n", b"\n", b"\r", b"\0", b"--", b"=", b":",
                raw[at:end] * 2, self.junk(self.r.randrange(20)),
                bytes(reversed(raw[at:end])),
                raw[-30:], b"\r\n\r\n", b"Content-Type: "])
        return bytes(raw)

    # kinds: each gives a Mail

    def malformed(self):
        b = self.r.choice(["b", "b b", "\"", "", "=_x", "b" * 400])
        parts = "".join("--%s\nContent-Type: %s\n%s\n%s\n" % (
            b, self.r.choice(["text/plain", "text/html", "text", "/", "",
                              "text/plain; charset=\"", "message/rfc822",
                              "multipart/mixed; boundary=" + b]),
            self.r.choice(["", "Content-Transfer-Encoding: base64\n",
                           "Content-Transfer-Encoding: quoted-printable\n",
                           "Content-Transfer-Encoding: x-uuencode\n",
                           "Content-Disposition: attachment;\n filename=\""
                           "../../x\"\n"]),
            self.r.choice(["", "=", "=0", "AAAA=BBBB", self.nasty(),
                           "begin 644 x\n`\nend", self.first]))
            for _ in range(self.r.randrange(6)))
        return Mail("letter", self.letter(
            self.stranger(), parts + self.r.choice(["", "--%s--\n" % b]),
            Content_Type="multipart/%s; boundary=\"%s\"" % (self.r.choice(
                ["mixed", "alternative", "related", "signed", "digest", "x"]),
                b)))

    def fuzzed(self):
        base = self.r.choice([
            self.first_raw, self.malformed().raw, self.charset().raw,
            self.join().raw])
        m = Mail("fuzzed", self.damaged(base))
        # From may have become anybody's
        return m

    def huge_header(self):
        size = self.r.choice([5000, 17000, 70000, 300000])
        how = self.r.randrange(5)
        who = self.stranger()
        if how == 0:
            raw = self.letter(who, "x", Subject="S" * size)
        elif how == 1:
            raw = self.letter(who, "x", References="<a@b> " * (size // 6))
        elif how == 2:
            raw = b"X-A: b\r\n" * (size // 8) + self.letter(who, "x")
        elif how == 3:
            raw = self.letter(who, "x", Received="\r\n\t".join(
                ["x"] * (size // 4)))
        else:
            raw = self.letter(", ".join([who] * (size // 20 + 1)), "x")
        return Mail("letter", raw)

    def nested(self):
        deep = self.r.choice([10, 30, 150, 1000])
        how = self.r.randrange(4)
        if how == 0:
            body = "".join("Content-Type: multipart/mixed; boundary=b%d\n\n"
                           "--b%d\n" % (i, i) for i in range(deep))
            raw = self.head(self.stranger()) + body.encode()
        elif how == 1:
            raw = self.head(self.stranger(),
                            Content_Type="message/rfc822") + b"\r\n" + \
                b"Content-Type: message/rfc822\r\n\r\n" * deep
        elif how == 2:
            raw = self.letter(self.stranger(), "<div>" * deep * 100,
                              Content_Type="text/html")
        else:
            raw = self.letter(self.stranger(), ">" * deep + self.first)
        return Mail("letter", raw)

    def charset(self):
        name = self.r.choice(["utf-7", "utf-16", "utf-32", "x-klingon", "",
                              "utf-8; charset=latin1", "gb18030", "iso-2022-jp",
                              "\"", "us-ascii", "hz-gb-2312", "../utf-8"])
        body = self.r.choice([
            self.junk(300), b"+AAAAAA-", "añ\ud800".encode("utf-8",
                                                           "surrogatepass"),
            b"\xc0\x80\xf5\xff\xed\xa0\x80", b"\x1b$B" * 50,
            self.first.encode("utf-16"), self.first.encode("utf-16-be")])
        return Mail("letter", self.head(self.stranger(), Content_Type=
                                        "text/plain; charset=" + name) +
                    b"\r\n" + body)

    def zeroes(self):
        text = self.first.replace("ORDERS", self.r.choice(
            ["OR\0DERS", "ORDERS\0", "\0ORDERS"]), 3)
        return Mail("letter", self.letter(
            self.stranger(), text + "\0" * 1000,
            Subject=self.r.choice(["\0", "a\0b", "plain"])))

    def forged(self):
        """Orders in the name of a player, by somebody who has not the key."""
        seat, name = self.r.choice([("A", "Ana"), ("B", "Ben")])
        thief = self.r.choice(["Cy", "Mia", "Ben" if seat == "A" else "Ana"])
        lines = [self.r.choice(["WITHDRAW", "ARMY rebellion/1", "END GAME",
                                "CONCEDE", self.mark()])]
        text = self.block(thief, "clash", seat, 100 + self.n, lines)
        who = self.r.choice([PEOPLE[name], JUDGE.replace("judge", "gm"),
                             PEOPLE[thief], self.stranger()])
        return Mail("forged", self.letter(
            who, text, Reply_To="victim@evil.test", Sender="victim@evil.test",
            Return_Path="<victim@evil.test>"), name)

    def altered(self):
        """A signed mail that was changed afterwards."""
        text = self.first.replace(*self.r.choice([
            ("rebellion/120", "rebellion/121"), (" A ", " B "),
            (self.h.games["clash"], self.h.games["other"]),
            (ARMY, ARMY + "\nEND GAME"), (ARMY, ARMY + "\n// " + self.mark()),
            ("ORDERS", "PREVIEW")]), 1)
        return Mail("altered", self.letter("ana@players.example", text))

    def replayed(self):
        how = self.r.randrange(3)
        if how == 0:
            raw = self.letter(self.stranger(), self.first)
        elif how == 1:
            raw = self.letter("ana@players.example",
                              self.r.choice(["> ", "| ", ""]) +
                              self.first.replace("\n", "\n> "))
        else:
            raw = self.letter("ben@players.example", "hello\n" + self.first,
                              Reply_To="victim@evil.test")
        return Mail("repeat" if how == 0 else "replay", raw)

    def foreign(self):
        """Well signed, but not for this game, seat, point or serial."""
        name, lines = self.r.choice(["Ana", "Ben"]), ["ARMY rebellion/60"]
        seat = "A" if name == "Ana" else "B"
        how = self.r.randrange(5)
        if how == 0:    # a seat of another's game
            return Mail("forged", self.letter(PEOPLE["Ben"], self.block(
                "Ben", "other", "A", self.n, lines)), "Cy")
        if how == 1:    # a point to come, or long gone
            text = self.block(name, "clash", seat, 50 + self.n, lines,
                              point=self.r.choice([0, 99, 2 ** 31 - 1]))
        elif how == 2:  # a serial that was used for other orders
            text = self.block("Ana", "clash", "A", 1, [self.mark()])
            name = "Ana"
        elif how == 3:  # a game master's command by none
            text = self.h.sign(name, "GM %s %d 1\n%s\nPAUSE %s\n" % (
                self.h.games["clash"], self.h.point("clash"),
                self.h.seen("clash"), self.mark()))
        else:
            text = self.h.sign(name, "KEYS %s %s %d %d\n%s\nREVOKE %s\n" % (
                self.h.games["clash"], "A" if seat == "B" else "B",
                self.h.point("clash"), 70 + self.n, self.h.seen("clash"),
                "SHA256:" + "A" * 43))
        return Mail("foreign", self.letter(PEOPLE[name], text))

    def robot(self):
        who = self.r.choice([PEOPLE["Ana"], self.stranger(),
                             "MAILER-DAEMON@else.example"])
        text = self.r.choice(["I am away.", self.first, "help",
                              "JOIN %s ANY" % self.h.games["open"]])
        how = self.r.randrange(9)
        if how == 7:
            raw = self.head(who, Content_Type="multipart/report; "
                            "report-type=delivery-status; boundary=b") + (
                "\r\n--b\r\n\r\nlost\r\n--b\r\nContent-Type: message/"
                "delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
                "Final-Recipient: rfc822; %s\r\nAction: failed\r\n"
                "Status: 5.1.1\r\n\r\n--b--\r\n" % "no@else.example").encode()
            return Mail("robot", raw)
        if how == 8:
            return Mail("robot", b"Received: from a by b\r\n" * 60 +
                        self.letter(who, text))
        more = [{"Auto_Submitted": "auto-replied"},
                {"Auto_Submitted": "auto-generated (x)"},
                {"Return_Path": "<>"}, {"X_Loop": JUDGE},
                {"X_Autoreply": "yes"},
                {"Precedence": "bulk"}, {"List_Id": "<x.example>"}][how]
        if self.r.randrange(8) == 0:
            who, more = JUDGE, {}
        # orders by way of a list are orders, and those here were taken
        if text == self.first:
            return Mail("replay", self.letter(who, text, **more))
        return Mail("robot", self.letter(who, text, **more))

    def huge(self):
        size = self.r.choice([60000, 900000, 1500000, 10000000])
        line = "MOVE A1 TO " + "9" * size
        text = self.r.choice([
            self.unsigned("ORDERS %s A 1 9\n%s" % (self.h.games["clash"],
                                                  line)),
            self.first.replace(ARMY, line),
            "\n".join(["ORDERS %s A 1 %d" % (self.h.games["clash"], i)
                       for i in range(size // 40)])])
        return Mail("big", self.letter(self.stranger(), text))

    def injected(self):
        """A player's own mail, full of what a template might obey."""
        name, seat = self.r.choice([("Ana", "A"), ("Ben", "B")])
        lines = []
        for _ in range(self.r.choice([1, 3, 40])):
            s = unicodedata.normalize("NFKC", re.sub(
                r"[\x00-\x1f\u2028]|-----", "?", self.nasty()))[:40]
            lines.append(self.r.choice(["// %s", "MOEV %s", "ARMI %s",
                                        "FIGHT %s A1", "RULE %s", "%s"]) % s)
        lines.append("MOEV " + self.mark())
        text = self.block(name, "clash", seat, 1000 + self.n, lines,
                          word=self.r.choice(["ORDERS", "PREVIEW"]))
        s = self.nasty().replace("\0", "")
        return Mail("signed", self.letter(
            PEOPLE[name], text,
            Subject=re.sub(r"[\r\n]+", "\r\n ", self.nasty() + self.mark()),
            Message_ID=self.r.choice([
                "<%s>" % s, "<a@b>\r\n <c@d>", "", "x" * 2000,
                "<m%d@x.example>" % self.n])), name)

    def named(self):
        """Strangers whose name or subject wants to be obeyed."""
        name = self.nasty().replace("\n", "\r\n ")
        return Mail("letter", self.letter(
            "%s <%s>" % (self.r.choice(['"%s"' % name, name]),
                         self.stranger()),
            "%s\n%s\n" % (self.nasty(), self.mark()), Subject=name))

    def join(self):
        game = self.r.choice([self.h.games["open"]] * 4 + [
            self.h.games["clash"], "nosuch", self.nasty()[:60]])
        key = self.r.choice(self.keys + [
            "ssh-rsa AAAAB3NzaC1yc2E" + "A" * 300, "ssh-ed25519 AAAA",
            "ssh-ed25519 " + base64.b64encode(
                b"\0\0\0\x0bssh-ed25519\0\0\0 " + b"\0" * 32).decode(),
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE\n"
            "-----END OPENSSH PRIVATE KEY-----", ""])
        text = self.unsigned("JOIN %s %s%s\nLANGUAGE %s" % (
            game, self.r.choice(["A", "B", "ANY", "H", "{x}", "-1"]),
            self.r.choice([""] * 3 + [" " + "0" * 20, " " + self.nasty()]),
            self.r.choice(["es", "../../etc", self.nasty()[:20]])))
        return Mail("letter", self.letter('"%s" <%s>' % (
            self.nasty().replace("\n", "").replace('"', ""), self.stranger()),
            key + "\n\n" + text))

    def addressed(self):
        s = self.r.choice([
            '"a b"@else.example', '"a\\"@b"@else.example', "a@b@c",
            '"x\r\n Bcc: y"@else.example', "x@bücher.example",
            "ü@else.example", "x@xn--bcher-kva.example", "x@[127.0.0.1]",
            "x@[IPv6:::1]", "L" * 300 + "@else.example", "x@" + "d." * 200 + "e",
            "<>", "", "undisclosed:;", "a@else.example, b@else.example",
            "../../x@else.example", "%00@else.example", "x@localhost",
            "x@else.example\r\n <y@else.example>", "-oQ/tmp@else.example",
            "=?utf-8?q?x=40else.example?=", "x@else..example", "@else.example",
            "|cat@else.example", "x@else.example>", "x(@)y@else.example", None,
            "x @ else . example", "x\t@else.example", "POSTMASTER@ELSE.EXAMPLE",
            "x@else.example.", "x@-else.example", "noreply@else.example"])
        return Mail("letter", self.letter(s, "hello " + self.mark()))

    def dated(self):
        when = self.r.choice([0, 1, 4102444800, 2 ** 31, 2 ** 32 + 5])
        return Mail("letter", self.letter(
            self.stranger(), self.r.choice(["hello", self.altered().raw.decode(
                "utf-8", "replace")]), Date=self.r.choice([
                    "Thu, 01 Jan 1970 00:00:00 +0000",
                    "Fri, 01 Jan 2100 00:00:00 +9999",
                    "31 Feb 99999 99:99:99 QQQ", "", "\0", "now"])),
                    when=when)

    def attached(self):
        n = self.r.choice([3, 70, 150])
        text = "".join(
            "--b\nContent-Type: application/octet-stream\nContent-Disposition:"
            " attachment; filename=\"%s\"\n\n%s\n" % (
                self.r.choice(["../x", "a\\b", "orders.txt", "orders.txt.sig",
                               "x.minisig", "C:\\x"]),
                self.r.choice(["x", self.first, self.nasty()]))
            for _ in range(n)) + "--b--\n"
        return Mail("attached", self.letter(
            self.stranger(), text,
            Content_Type="multipart/mixed; boundary=b"))

    def pgp(self):
        kind = self.r.choice(["pgp-signature", "pkcs7-signature", "x"])
        return Mail("letter", self.letter(
            self.stranger(), "--b\n\n%s\n--b\nContent-Type: application/%s\n\n"
            "%s\n--b--\n" % (self.unsigned("ORDERS %s A 1 5\nEND GAME" %
                                           self.h.games["clash"]), kind,
                             self.r.choice([
                                 "-----BEGIN PGP SIGNATURE-----\n\nAAAA\n"
                                 "-----END PGP SIGNATURE-----", "", "====",
                                 self.nasty()])),
            Content_Type="multipart/signed; micalg=pgp-sha256; boundary=b; "
                         "protocol=\"application/%s\"" % kind))

    KINDS = ("malformed fuzzed fuzzed fuzzed huge_header nested charset zeroes "
             "forged altered replayed foreign robot robot huge injected "
             "injected named join join join addressed addressed dated attached "
             "pgp").split()

    def next(self):
        self.n += 1
        # each kind in its turn, so that a short run has them all
        kind = self.KINDS[self.n % len(self.KINDS)]
        m = getattr(self, kind)()
        m.kind = kind
        return m


# --- the answers ----------------------------------------------------------------------

HEADERS = {"date", "from", "to", "reply-to", "subject", "message-id",
           "in-reply-to", "references", "auto-submitted", "list-id", "x-loop",
           "mime-version", "content-type", "content-transfer-encoding",
           "return-path", "precedence", "x-auto-response-suppress",
           "list-help", "list-post", "list-unsubscribe",
           "content-disposition"}
TAGS = set("html head meta title style body div p pre table caption thead tbody "
           "tr th td h1 h2 h3 ul ol li dl dt dd span b strong em i code a img "
           "hr br section small".split())
# lists of what may be chosen, by game
LISTS = collections.defaultdict(set)
VOID = {"meta", "img", "hr", "br"}


class Page(html.parser.HTMLParser):
    """Nothing remote, nothing that runs, every element closed."""

    def __init__(self, name):
        super().__init__()
        self.name, self.open = name, []

    def handle_starttag(self, tag, attrs):
        check(tag in TAGS, "%s: <%s> in the HTML" % (self.name, tag))
        for key, value in attrs:
            check(not key.startswith("on"), "%s: %s in HTML" % (self.name, key))
            if key in ("src", "href", "background", "action"):
                check(re.match(r"(cid:|#|mailto:)", value or ""),
                      "%s: HTML leads to %s" % (self.name, value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        check(self.open and self.open.pop() == tag,
              "%s: </%s> closes nothing" % (self.name, tag))


def unfit(text):
    """Characters that no text of the judge has."""
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e"
                     "\u2060-\u206f\ufeff]", text)


def read_answer(name, raw):
    """A mail as a strict program reads it; what it says as text."""
    check(b"\r" not in raw.replace(b"\r\n", b""), "%s: a bare CR" % name)
    check(all(c < 128 and c for c in raw), "%s: bytes over 7 bits" % name)
    check(max(map(len, raw.splitlines())) <= 998, "%s: a long line" % name)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    check(not mail.defects, "%s: %s" % (name, mail.defects))
    for key, value in mail.items():
        check(key.lower() in HEADERS, "%s: a header %s" % (name, key))
        check(not value.defects, "%s: %s: %s" % (name, key, value.defects))
        check(not unfit(str(value)), "%s: %s: %r" % (name, key, str(value)))
    keys = collections.Counter(k.lower() for k in mail.keys())
    check(max(keys.values()) == 1, "%s: a header twice: %s" % (name, keys))
    check([a.addr_spec for a in mail["From"].addresses] == [JUDGE],
          "%s is from %s" % (name, mail["From"]))
    to = [a.addr_spec for a in mail["To"].addresses]
    check(len(to) == 1, "%s is to %s" % (name, to))
    check((mail["Auto-Submitted"] or "").startswith("auto-"),
          "%s does not say that a machine wrote it" % name)
    texts = [str(mail["Subject"])]
    for part in mail.walk():
        check(not part.defects, "%s: %s" % (name, part.defects))
        if part.get_content_maintype() != "text":
            continue
        text = part.get_content()
        # what may be chosen names what somebody chose: it is the same for all
        # players of a game, in each of two languages
        if part.get_filename() == "figures.txt":
            same = LISTS[str(mail["List-Id"])]
            same.add(text)
            check(len(same) <= 2, "%s: another list of figures than others "
                  "have" % name)
        else:
            texts.append(text)
        if part.get_content_type() == "text/html":
            page = Page(name)
            page.feed(text)
            page.close()
            check(not page.open, "%s: open: %s" % (name, page.open))
        bad = unfit(text)
        check(not bad, "%s: %r in its text" % (
            name, bad and text[max(0, bad.start() - 30):bad.end() + 30]))
    return mail, to[0], "\n".join(texts)


class Audit:
    def __init__(self, house, mails, honest):
        self.h = house
        self.by_hash = {}
        self.honest = honest
        for m in mails:
            self.by_hash.setdefault(m.raw, m)
        self.answered = collections.Counter()

    def verdicts(self):
        """Every mail was looked at, and none did anything."""
        counts = collections.Counter()
        self.tags = {}
        for raw, verdict, digest, cut in self.h.ask(
                "SELECT CAST(raw AS BLOB), verdict, hex(hash), cut FROM inbox"):
            m = self.by_hash.get(raw)
            if raw in self.honest:
                continue
            if not m:   # the header alone of one that was too large
                check(cut, "a mail in the inbox that nobody sent")
                m = Mail("letter", raw, kind="huge")
            self.tags[digest[:24].lower()] = m
            counts[verdict] += 1
            check(verdict not in ACCEPTED or
                  (verdict == "preview" and m.what == "signed"),
                  "%s (%s) became %r:\n%r" % (m.kind, m.what, verdict,
                                              raw[:1500]))
            wanted = VERDICTS.get(m.what)
            check(not wanted or verdict in wanted, "%s became %r:\n%r" % (
                m.kind, verdict, raw[:1500]))
        return counts

    def answers(self, secrets):
        """Each of the mails that went out so far."""
        day = collections.Counter()
        out = self.h.mails_out()
        for path, raw in sorted(out.items()):
            box = path.split("/")[-3]
            mail, to, text = read_answer(path, raw)
            # the mail, the number of its text if it has several, the kind; a MAC and a hash
            tag = re.match(r"<([0-9a-f]{24}(?:\.\d+)?)\.([a-z]\w*)(?:\.[0-9a-f]+)+@", mail["Message-ID"])
            for secret, owners in secrets.items():
                # an army that the reader could take is of any figures
                told = [l for l in text.splitlines() if secret in l and
                        not l.startswith(("// ARMY ", "// EJERCITO "))]
                check(not told or to in owners, "%s tells %s: %s: %s" % (
                    path, to, secret, told[:1]))
            check("victim@evil.test" not in raw.decode(),
                  "%s is for the victim" % path)
            if not tag:
                continue        # a report
            m, kind = self.tags.get(tag.group(1)[:24]), tag.group(2)
            if not m:
                continue        # to an honest mail
            self.answered[tag.group(1)] += 1
            check(self.answered[tag.group(1)] == 1,
                  "two answers to one %s" % m.kind)
            day[to, kind] += 1
            check(m.what not in VERDICTS or kind == "duplicate", "a %s (%s) is answered:\n%r" % (
                m.what, m.kind, m.raw[:1500]))
            if m.person and kind in ("bad_signature", "unreadable_lines", "refused",
                                     "preview", "query"):
                check(to == PEOPLE[m.person], "%s of %s answered to %s" % (
                    m.kind, m.person, to))
            for found in re.findall(r"zq\d+qz", text):
                check(m.what in ("signed", "foreign") and
                      to in PEOPLE.values(),
                      "%s echoes %s to %s" % (m.kind, found, to))
            check(box == to or "%" in box, "%s is in %s" % (to, box))
        for (to, kind), n in day.items():
            most = OWN_A_DAY + 1 if kind in ("help", "unreadable") else \
                OWN_A_DAY + ANSWERS_A_DAY if kind in (
                    "bad_signature", "challenge") else 10 ** 6
            check(n <= most, "%s got %d answers %s" % (to, n, kind))
        return len(out)


def names_that_play(house, generator):
    """Who has a hostile name proves it, is let in and plays: it is in the
    reports of all, and does nothing there."""
    names = ["&lt;svg onload=alert&#40;1&gt; %s%n $HOME `id` ' ;",
             "=?utf-8?q?=0D=0ABcc:_x?= onload &amp; \u202e"]
    game = house.games["open"]
    # the flood has used up what strangers are answered on a day
    with open(house.conf) as f:
        text = f.read()
    with open(house.conf, "w") as f:
        f.write(text.replace("[judge]\n", "[judge]\nunknown-replies-per-day = 100000\n", 1))
    # whose wishes of the flood still stand were first in the queue
    for slot, name in enumerate(names):
        key, who = "%s/k%d" % (house.dir, slot), "n%d@else.example" % slot
        run(BUILD + "/heraldo", "key", "new", key + "n")
        with open(key + "n.pub") as f:
            house.put(generator.letter('"%s" <%s>' % (
                name.replace('"', '\\"'), who), "%s\n%s" % (
                    f.read(), generator.unsigned("JOIN %s %s" % (
                        game, "AB"[slot])))))
        house.once(60)
        nonce, = house.ask("SELECT nonce FROM joins WHERE address = ?", who)[0]
        with open(house.dir + "/orders", "w") as f:
            f.write("JOIN %s %s %s\nSEEN %s\n" % (
                game, "AB"[slot], nonce, json.loads(house.ask(
                    "SELECT matter FROM outbox WHERE kind = 'challenge' AND "
                    "address = ?", who)[-1][0])["origin"]))
        house.put(generator.letter(who, run(
            BUILD + "/heraldo", "sign", "--key", key + "n",
            house.dir + "/orders") + "\n"))
        house.once(60)
        number, = house.ask("SELECT id FROM joins WHERE address = ? AND "
                            "nonce = ?", who, nonce)[0]
        house.heraldo("game", "admit", game, str(number))
    house.heraldo("game", "start", game)
    for slot in range(2):
        with open(house.dir + "/orders", "w") as f:
            f.write("ORDERS %s %s %d 1\n%s\nARMY rebellion/60, rebellion/10"
                    "\n" % (game, "AB"[slot], house.point("open"),
                            house.seen("open")))
        house.put(generator.letter("n%d@else.example" % slot, run(
            BUILD + "/heraldo", "sign", "--key", "%s/k%dn" % (
                house.dir, slot), house.dir + "/orders") + "\n"))
        house.once(60)
    reports = pages = 0
    for path, raw in house.mails_out().items():
        mail, to, text = read_answer(path, raw)
        if game in str(mail["List-Id"]) and "onload" in text:
            reports += 1
            pages += any(p.get_content_type() == "text/html"
                         for p in mail.walk())
    check(reports >= 4 and pages >= 4,
          "%d mails have the names, %d with HTML" % (reports, pages))
    return reports


# --- what is done ------------------------------------------------------------------------

def secrets_of(house):
    """What only some may ever read; and what nobody."""
    found = {"rebellion/120": [PEOPLE["Ana"]], "rebellion/116":
             [PEOPLE["Ana"]]}
    for n in (120, 116):
        with open(SRC + "/db/catalog/figures/rebellion.csv") as f:
            name = next(l.split(",")[2] for l in f
                        if l.startswith("rebellion,%d," % n))
        found[name] = [PEOPLE["Ana"]]
    for path in glob.glob(house.dir + "/*.key") + [
            house.dir + "/judge/state/judge.key"]:
        with open(path) as f:
            for line in f:
                if len(line) > 40 and "-----" not in line and \
                        "comment" not in line:
                    found[line.strip()] = []
    return found


def once_more(house, generator):
    """All answers come back: nobody answers an answer."""
    before = house.mails_out()
    for raw in before.values():
        mail = email.message_from_bytes(raw)
        house.put(raw)
        house.put(b"Received: by x\r\n" + raw)
        house.put(("From: %s\r\nTo: %s\r\nSubject: Re: %s\r\nIn-Reply-To: %s"
                   "\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n" % (
                       mail["To"], JUDGE, "away", mail["Message-ID"])
                   ).encode())
    house.once(600)
    after = house.mails_out()
    check(len(after) == len(before), "%d answers to answers, as:\n%r" % (
        len(after) - len(before),
        next((v for k, v in after.items() if k not in before), b"")[:2000]))
    return 3 * len(before)


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 208
    seed = int(os.environ.get("HERALDO_SEED", "1"))
    print("hostile: %d mails, seed %d" % (n, seed), flush=True)
    folder = tempfile.mkdtemp(prefix="heraldo-hostile-")
    try:
        house = House(folder)
        g = Generator(house, random.Random(seed))
        house.put(g.first_raw)
        house.once(60)
        check(house.ask("SELECT verdict FROM inbox") == [("adjudicated",)],
              "the honest order was not taken")
        secrets = secrets_of(house)
        logs = house.logs()
        mails = [g.next() for _ in range(n)]
        for m in mails:
            house.put(m.raw, m.when)
        seconds = house.once(60 + n)
        audit = Audit(house, mails, {g.first_raw})
        counts = audit.verdicts()
        check(house.logs() == logs, "something has moved: %s" % house.logs())
        n_out = audit.answers(secrets)
        check(audit.answered, "no answer was looked at")
        print("what became of them: %s" % ", ".join(
            "%d %s" % (c, v) for v, c in sorted(counts.items())))
        print("%d answers, %.1f s" % (len(audit.answered), seconds))
        back = once_more(house, g)
        check(house.logs() == logs, "answers moved a game")
        print("%d answers came back: no answer" % back)
        print("%d mails have hostile names in them, and no harm" %
              names_that_play(house, g))
        # the players play on
        last = g.letter(PEOPLE["Ben"], g.block(
            "Ben", "clash", "B", 9000000, ["ARMY rebellion/60, rebellion/10"]))
        house.put(last)
        house.once(60)
        check(house.ask("SELECT verdict FROM inbox ORDER BY id DESC LIMIT 1")
              == [("adjudicated",)], "Ben's honest orders were not taken")
        for path, raw in house.mails_out().items():
            read_answer(path, raw)
        for name in ("clash", "other"):
            game = house.games[name]
            house.heraldo("replay", "--check", game)
            house.heraldo("game", "end", game)
            log = "%s/%s.jsonl" % (folder, name)
            house.heraldo("export", "--full", "-o", log, game)
            house.heraldo("verify", log)
            run(SRC + "/contrib/verify.py", log)
        check(n_out, "nobody was answered")
    finally:
        if os.environ.get("HERALDO_KEEP"):
            print("kept in " + folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)


main()
