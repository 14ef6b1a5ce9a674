#!/usr/bin/python3
"""What a player waits for behind real mail servers: Dovecot brings the mails
by IMAP, letters leave by SMTP. Between judge and servers stand two relays that
note when Dovecot tells of a mail and when the judge says DATA for an answer.

usage: served.py BUILD MADE MAILS FOLDER
	MADE, a judge with games, and MAILS, the first mail of each of them
	(measure prepare); FOLDER for what is made on the way

Prints "name value", times in milliseconds, for tests/bench/run.
"""
import os
import re
import shutil
import smtplib
import socket
import subprocess
import sys
import threading
import time

BUILD, MADE, MAILS, FOLDER = map(os.path.abspath, sys.argv[1:5])
ALONE, BATCH, BESIDE, RATE = 60, 200, 100, 400
PATIENCE_S = 300


def port(name):
    return int(os.environ["MAILTEST_" + name])


class Relay:
    """Bytes both ways, as they come; `server` and `client` look at lines."""

    def __init__(self, to, server=None, client=None):
        self.to, self.server, self.client = to, server, client
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            ours = self.listener.accept()[0]
            theirs = socket.create_connection(("127.0.0.1", self.to))
            for a, b, look in ((ours, theirs, self.client),
                               (theirs, ours, self.server)):
                for s in (a, b):
                    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.pass_on, args=(a, b, look),
                                 daemon=True).start()

    def pass_on(self, a, b, look):
        rest = b""
        try:
            while True:
                got = a.recv(65536)
                if not got:
                    break
                if look:
                    now = time.monotonic()
                    lines = (rest + got).split(b"\n")
                    rest = lines.pop()[-200:]
                    for line in lines:
                        look(line, now)
                b.sendall(got)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Clock:
    """When the server told of its Nth mail, and when the first letter to whom
    was begun."""

    def __init__(self):
        self.told, self.data, self.n, self.to = {}, {}, 0, None

    def server(self, line, now):
        m = re.match(rb"\* (\d+) EXISTS", line)
        if m:
            for n in range(self.n + 1, int(m[1]) + 1):
                self.told[n] = now
            self.n = max(self.n, int(m[1]))

    def client(self, line, now):
        m = re.match(rb"RCPT TO:<([^>]*)>", line, re.I)
        if m:
            self.to = m[1].decode()
        elif line.strip().upper() == b"DATA":
            self.data.setdefault(self.to, now)


class Life:
    """A judge that is at work, with an empty mailbox."""

    def __init__(self, name, clock, tls=False):
        self.folder = "%s/%s" % (FOLDER, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(MADE, self.folder)
        self.conf = self.folder + "/heraldo.conf"
        imap = Relay(port("IMAP"), server=clock.server)
        smtp = Relay(port("SMTP"), client=clock.client)
        with open(self.conf) as f:
            text = f.read()
        with open(self.folder + "/password", "w") as f:
            f.write("gm-pw\n")
        os.chmod(self.folder + "/password", 0o600)
        with open(self.conf, "w") as f:
            f.write("%s[inbox]\nkind = imap\nhost = localhost\nport = %d\n"
                    "tls = none\nuser = gm\npassword-file = %s/password\n\n"
                    "[outbox]\nkind = smtp\nhost = localhost\nport = %d\n"
                    "tls = none\n" % (text[:text.index("[inbox]")], imap.port,
                                      self.folder, smtp.port))

    def begins(self):
        # the mailbox has the mark of the judge before
        subprocess.run([BUILD + "/heraldo", "--config", self.conf, "judge",
                        "take"], check=True, stdout=subprocess.DEVNULL)
        self.log = open(self.folder + "/log", "w+")
        self.process = subprocess.Popen(
            [BUILD + "/heraldod", "--config", self.conf], stderr=self.log)
        self.until(lambda: "ready" in open(self.folder + "/log").read())

    def until(self, done):
        end = time.monotonic() + PATIENCE_S
        while not done():
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit("the judge did not answer all: %s" %
                         open(self.folder + "/log").read()[-500:])
            time.sleep(0.002)

    def ends(self):
        self.process.terminate()
        self.process.wait()


def mailbox_empty():
    subprocess.run([os.environ["MAILTEST_DOVEADM"], "expunge", "-u", "gm",
                    "mailbox", "INBOX", "all"], check=True)


def mails(first, n):
    """(player who wrote it, bytes)"""
    for k in range(first, first + n):
        with open("%s/%07d" % (MAILS, k), "rb") as f:
            raw = f.read()
        yield re.search(rb"From: Player <([^>]*)>", raw)[1].decode(), raw


def deliver(lmtp, raw):
    lmtp.sendmail("player@example.test", ["gm@example.test"], raw)


def quantiles(name, waits):
    waits.sort()
    print(name + ".p50", 1000 * waits[len(waits) // 2])
    print(name + ".p99", 1000 * waits[min(len(waits) - 1,
                                          len(waits) * 99 // 100)])


def waited():
    """One mail after the other; then again, each alone, while two hundred that
    came at once are answered."""
    clock = Clock()
    life = Life("waited", clock)
    mailbox_empty()
    life.begins()
    n = 0
    with smtplib.LMTP("127.0.0.1", port("LMTP")) as lmtp:
        def lone(who, raw):
            nonlocal n
            n += 1
            deliver(lmtp, raw)
            life.until(lambda: who in clock.data and n in clock.told)
            time.sleep(0.1)
            return clock.data[who] - clock.told[n]

        time.sleep(1)
        quantiles("alone", [lone(*m) for m in mails(0, ALONE)])
        order, beside = {}, []
        for who, raw in mails(ALONE, BATCH):
            n += 1
            deliver(lmtp, raw)
            order[who] = n
        for m in mails(ALONE + BATCH, BESIDE):
            waited = lone(*m)
            if all(who in clock.data for who in order):
                break
            beside.append(waited)
        life.until(lambda: all(who in clock.data for who in order))
        quantiles("batch", [clock.data[w] - clock.told[order[w]]
                            for w in order])
        quantiles("beside", beside)
    life.ends()


def rate():
    """All that waits in the mailbox, from the first letter to the last; and
    smtp-source with a letter like them, into the same server."""
    clock = Clock()
    life = Life("rate", clock)
    mailbox_empty()
    with smtplib.LMTP("127.0.0.1", port("LMTP")) as lmtp:
        wanted = set()
        for who, raw in mails(ALONE + BATCH + BESIDE, RATE):
            deliver(lmtp, raw)
            wanted |= {who, who[:-len("0@example.test")] + "0@example.test",
                       who[:-len("0@example.test")] + "1@example.test"}
    start = time.monotonic()
    life.begins()
    life.until(lambda: wanted <= set(clock.data))
    took = max(clock.data.values()) - start
    life.ends()
    print("letters", len(clock.data) / took)
    source = []
    for _ in range(3):
        begun = time.monotonic()
        subprocess.run(["smtp-source", "-d", "-s", "1", "-m",
                        str(len(clock.data)), "-F", FOLDER + "/letter", "-f",
                        "judge@example.test", "-t", "p1.0@example.test",
                        "127.0.0.1:%d" % port("SMTP")], check=True)
        source.append(len(clock.data) / (time.monotonic() - begun))
    print("source", sorted(source)[1])


waited()
rate()
