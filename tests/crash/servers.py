#!/usr/bin/python3
"""The mail servers die in the middle of FETCH, STORE and DATA, and at every
other line; they refuse the password, or show the wrong certificate.

The judge of judge_fixture.py over IMAP and SMTP, through a relay that cuts a connection
in the middle of its nth line, of what the server says or what it is told. Then
the daemon is started again. The log is the same to the byte, every order is
carried out once, every mail went out once, or again with the same bytes.

usage: servers.py SRCDIR BUILDDIR [all]
"""
import email
import glob
import hashlib
import os
import random
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from judge_fixture import check, copy_of, furnish, run

CUTS = 2        # of each of the four streams, beside these, unless all are
                # asked for: the first line of each kind that matters
KINDS = (("imap", 0, rb"LOGIN |SELECT |UID FETCH |UID MOVE |UID STORE |EXPUNGE"),
         ("imap", 1, rb"\* \d+ (FETCH|EXISTS|EXPUNGE)|.*COPYUID"),
         ("smtp", 0, rb"MAIL|RCPT|DATA|\.\r"),
         ("smtp", 1, rb"354|250 2\.[01]\.0"))
SINK = os.environ["MAILTEST"] + "/dv/sink"


def port(name):
    return int(os.environ["MAILTEST_" + name])


def doveadm(*words):
    return run(os.environ["MAILTEST_DOVEADM"], *words)


class Relay:
    """Between the judge and a server. cut: (0 what the judge says, 1 what the
    server says; the line in the middle of which both connections end)."""

    def __init__(self, upstream):
        self.upstream = upstream
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.reset()
        threading.Thread(target=self.serve, daemon=True).start()

    def reset(self, cut=None):
        self.cut, self.lines, self.was_cut = cut, ([], []), None

    def serve(self):
        while True:
            client = self.listener.accept()[0]
            threading.Thread(target=self.pass_on, args=(client,),
                             daemon=True).start()

    def pass_on(self, client):
        server = socket.create_connection(("127.0.0.1", self.upstream))
        both = [client, server]
        try:
            while True:
                for s in select.select(both, [], [])[0]:
                    side = both.index(s)
                    data = s.recv(65536)
                    if not data or not self.forward(side, data,
                                                    both[1 - side]):
                        return
        except OSError:
            pass
        finally:
            client.close()
            server.close()

    def forward(self, side, data, to):
        for line in data.splitlines(True):
            self.lines[side].append(line)
            if self.cut == (side, len(self.lines[side])):
                self.was_cut = line
                to.sendall(line[:len(line) // 2])
                return False
            to.sendall(line)
        return True


class Post:
    """The two relays, and what lies behind them."""

    def __init__(self, first, tmp):
        self.first, self.tmp, self.n = first, tmp, 0
        self.imap, self.smtp = Relay(port("IMAP")), Relay(port("SINK"))
        with open(tmp + "/password", "w") as f:
            f.write("gm-pw\n")
        os.chmod(tmp + "/password", 0o600)

    def house(self):
        """The judge, with its mails on the server and none sent yet."""
        self.n += 1
        folder = "run%d" % self.n
        doveadm("mailbox", "create", "-u", "gm", folder)
        for name in sorted(glob.glob(self.first.folder +
                                     "/mail/judge/new/*")):
            with open(name, "rb") as f:
                subprocess.run([os.environ["MAILTEST_DOVEADM"], "save", "-u",
                                "gm", "-m", folder], input=f.read(),
                               check=True)
        for name in os.listdir(SINK):
            os.unlink(SINK + "/" + name)
        self.imap.reset()
        self.smtp.reset()
        h = copy_of(self.first, self.tmp)
        h.mails_out = mails_out
        self.configure(h, folder)
        return h

    def configure(self, h, folder, inbox=None, outbox=None):
        with open(h.conf) as f:
            text = f.read()
        with open(h.conf, "w") as f:
            f.write(text[:text.index("[inbox]")].rsplit("\n#", 3)[0])
            for section, lines in (
                    ("inbox", inbox or "port = %d\ntls = none\n"
                     "password-file = %s/password\n" % (self.imap.port,
                                                        self.tmp)),
                    ("outbox", outbox or "port = %d\ntls = none\n" %
                     self.smtp.port)):
                f.write("\n[%s]\nkind = %s\nhost = localhost\n%s" % (
                    section, "imap" if section == "inbox" else "smtp", lines))
                if section == "inbox":
                    f.write("user = gm\nfolder = %s\ndone-folder = Done\n" %
                            folder)
        self.folder = folder

    def left(self):
        """Mails that are still in the folder."""
        return int(re.search(r"messages=(\d+)", doveadm(
            "mailbox", "status", "-u", "gm", "messages", self.folder))[1])


def mails_out():
    """What the server took: (to, Message-ID) -> hashes of the bytes, copies."""
    found = {}
    for name in glob.glob(SINK + "/*"):
        with open(name, "rb") as f:
            raw = f.read()
        mail = email.message_from_bytes(raw)
        # what the server put before it is not the judge's
        ours = raw[raw.index(b"\nDate: "):]
        copies = found.setdefault((mail["To"], mail["Message-ID"]), [set(), 0])
        copies[0].add(hashlib.sha256(ours).hexdigest())
        copies[1] += 1
    return found


def places(lines, kind, how_many):
    """Numbers of lines: the first of each kind, and some of the others."""
    first = {}
    for n, line in enumerate(lines, 1):
        found = re.search(rb"^(?:\w+ )?(" + kind + rb")", line)
        if found:
            first.setdefault(re.sub(rb"\d+", b"", found[1]), n)
    others = sorted(set(range(1, len(lines) + 1)) - set(first.values()))
    return sorted([*first.values(), *random.sample(
        others, min(how_many, len(others)))])


def cuts(post, log, mails, lines, how_many):
    """Each stream, at some of its lines or at all."""
    met, n, again = [], 0, 0
    for name, side, kind in KINDS:
        relay = getattr(post, name)
        for at in places(lines[name][side], kind, how_many):
            h = post.house()
            relay.reset((side, at))
            try:
                h.daemon(post.tmp, ok=(0, 1))
            except subprocess.TimeoutExpired:
                sys.exit("%s, %s, cut in line %d: %s: no end after 120 s" % (
                    name, ("told", "said")[side], at, relay.was_cut))
            if relay.was_cut is None:
                continue    # it had said all by then
            line = relay.was_cut.decode("latin-1").strip()
            met.append(line[:16])
            h.lives(post.tmp)
            again += check(h, log, mails, "%s, %s, cut in line %d: %s" % (
                name, ("told", "said")[side], at, line))
            if post.left():
                sys.exit("%s cut in %s: %d mails stay on the server" %
                         (name, line, post.left()))
            n += 1
    print("servers: %d cuts, in %s; the log was always the same, %d mails went "
          "out again as they were" % (n, met, again))


def refused(post, log, mails):
    """A wrong password, a wrong certificate: told, and nothing is lost."""
    tls = os.environ["MAILTEST"] + "/tls/"
    with open(post.tmp + "/wrong", "w") as f:
        f.write("not-it\n")
    os.chmod(post.tmp + "/wrong", 0o600)
    for what, inbox, outbox, word in (
            ("password", "port = %d\ntls = implicit\nca-file = %sserver.crt\n"
             "password-file = %s/wrong\n" % (port("IMAPS"), tls, post.tmp),
             None, "login|password"),
            ("certificate of the mailbox", "port = %d\ntls = implicit\n"
             "ca-file = %swrong.crt\npassword-file = %s/password\n" % (
                 port("IMAPS"), tls, post.tmp), None, "certificate|trusted"),
            ("certificate of the server", None, "port = %d\ntls = starttls\n"
             "ca-file = %swrong.crt\nuser = gm\npassword-file = %s/password\n"
             % (port("SUBM"), tls, post.tmp), "certificate|trusted"),
            ("password of the server", None, "port = %d\ntls = starttls\n"
             "ca-file = %sserver.crt\nuser = gm\npassword-file = %s/wrong\n"
             % (port("SUBM"), tls, post.tmp), "login|password|535")):
        h = post.house()
        folder = post.folder
        post.configure(h, folder, inbox, outbox)
        h.daemon(post.tmp, ok=(1,))
        if not re.search(word, h.said) or "-pw" in h.said or \
                "not-it" in h.said:
            sys.exit("wrong %s: %s" % (what, h.said))
        if outbox and mails_out():
            sys.exit("wrong %s: mails went out" % what)
        if inbox and post.left() != 4:
            sys.exit("wrong %s: mails were taken" % what)
        post.configure(h, folder)
        h.lives(post.tmp)
        check(h, log, mails, "wrong " + what)
        print("servers: wrong %s, told" % what)


def main():
    tmp = tempfile.mkdtemp(prefix="heraldo-cut-")
    seed = int(os.environ.get("HERALDO_SEED", "1"))
    random.seed(seed)
    how_many = 10 ** 6 if sys.argv[3:] == ["all"] else CUTS
    try:
        post = Post(furnish(tmp), tmp)
        h = post.house()
        h.daemon(tmp)
        log, mails = h.log(), mails_out()
        if len(mails) < 6 or log[-1] != "unsent 0" or post.left():
            sys.exit("the judge did not do its work: %s %s" % (log, mails))
        lines = {"imap": post.imap.lines, "smtp": post.smtp.lines}
        print("servers: seed %d, lines told and said: %s" % (
            seed, {k: list(map(len, v)) for k, v in lines.items()}),
              flush=True)
        refused(post, log, mails)
        cuts(post, log, mails, lines, how_many)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


main()
