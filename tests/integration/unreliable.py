#!/usr/bin/python3
"""A judge with many games on mail servers that fail, watched through
heraldo --json status alone.

    unreliable.py TOKEN_SERVER_PORT [--games N] [--minutes N]

Dovecot, Postfix and the token server are those of unreliable; a proxy on
loopback is what fails. Round after round, until the minutes are over: the
servers refuse, are silent, the token ends while the token server is away, the
disk is full, the mail process and the daemon are killed. Status must name each
fault and be well again by itself. At the end each mail has its one answer.
"""
import argparse
import collections
import importlib.util
import json
import os
import random
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
ENV = os.environ
NAMES = ["p%d" % i for i in range(1, 11)]
PEOPLE = ["%s+%s@example.test" % (n, d) for d in "abcde" for n in NAMES]
NAMED_S = 200       # until status names a fault
WELL_S = 1500       # until all is well again: the longest pause, and more


class Proxy:
    """Passes connections on, refuses them, or is silent."""

    def __init__(self, port):
        self.to, self.mode, self.open = int(port), "pass", []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def set(self, mode):
        self.mode = mode
        for s in self.open:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open = []

    def serve(self):
        while True:
            s, _ = self.socket.accept()
            if self.mode == "refuse":
                s.close()
                continue
            self.open.append(s)
            if self.mode == "pass":
                t = socket.create_connection(("127.0.0.1", self.to))
                self.open.append(t)
                for one, other in (s, t), (t, s):
                    threading.Thread(target=self.copy, args=(one, other),
                                     daemon=True).start()

    @staticmethod
    def copy(one, other):
        try:
            while True:
                got = one.recv(65536)
                if not got:
                    break
                other.sendall(got)
        except OSError:
            pass
        for s in one, other:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Judge:
    def __init__(self, home, tokens):
        self.home, self.tokens = home, tokens
        self.conf = home + "/heraldo.conf"
        self.imap = Proxy(ENV["MAILTEST_IMAPS"])
        self.smtp = Proxy(ENV["MAILTEST_PFSUBM"])
        self.daemon = None
        self.commands = self.ended = 0
        subprocess.run([BUILD + "/heraldo", "init", home, "gm@example.test"],
                       check=True, capture_output=True)
        server = "host = localhost\nport = %d\nca-file = %s\nuser = gm\n" \
            "oauth = gm@example.test\n"
        ca = ENV["MAILTEST"] + "/tls/server.crt"
        with open(self.conf, "w") as f:
            f.write("[judge]\naddress = gm@example.test\nstate = state\n"
                    "templates = %s/templates\ndata = %s/db\n"
                    "poll-seconds = 1\nentropy-days = 0\n"
                    "[inbox]\nkind = imap\n%s[outbox]\nkind = smtp\n%s"
                    % (SRC, SRC, server % (self.imap.port, ca),
                       server % (self.smtp.port, ca)))
        self.run("oauth", "--client-id", "club", "--scope", "mail", "--device",
                 "--device-url", tokens + "/device",
                 "--token-url", tokens + "/token", "gm@example.test")

    def run(self, *words):
        r = subprocess.run([BUILD + "/heraldo", "--config", self.conf, "--quiet",
                            *words], capture_output=True, text=True,
                           timeout=300, check=False)
        self.commands += 1
        if r.returncode:
            sys.exit("%s: %d\n%s%s" % (words, r.returncode, r.stdout, r.stderr))
        return r.stdout

    def status(self):
        r = subprocess.run([BUILD + "/heraldo", "--config", self.conf, "--json",
                            "status"], capture_output=True, text=True,
                           timeout=60, check=False)
        try:
            return r.returncode, json.loads(r.stdout)
        except ValueError:
            return r.returncode, {"problems": [
                {"level": "critical", "kind": "status", "text": r.stderr}]}

    def start(self):
        self.daemon = subprocess.Popen(
            [BUILD + "/heraldod", "--config", self.conf],
            stderr=open(self.home + "/log", "a"))

    def again_as_by_unit(self, pid):
        """Some seconds after a part was killed: Restart=on-failure."""
        for _ in range(20):
            time.sleep(0.2)
            if self.daemon.poll() is not None:
                if self.daemon.returncode in (0, 4):
                    sys.exit("without its part %s the daemon ends with %d" % (
                        pid, self.daemon.returncode))
                self.ended += 1
                self.start()
                return

    def control(self, **fields):
        urllib.request.urlopen(self.tokens + "/control?" +
                               urllib.parse.urlencode(fields)).read()

    def grant_ends(self):
        path = self.home + "/state/oauth/gm@example.test.json"
        with open(path) as f:
            g = json.load(f)
        g["expires_s"] = int(time.time()) - 5
        with open(path, "w") as f:
            json.dump(g, f)


def kinds(s):
    return {p["kind"] for p in s["problems"] if p["level"] != "ok"}


def wait(what, judge, good, seconds):
    """Until status is as it should be; what it said then."""
    begin, s = time.time(), None
    while time.time() < begin + seconds:
        s = judge.status()[1]
        if good(s):
            return s, time.time() - begin
        time.sleep(1)
    with open(judge.home + "/log") as f:
        log = f.read()[-3000:]
    sys.exit("%s: not within %d s: %s\n%s" % (what, seconds, json.dumps(
        s, indent=1)[:4000], log))


def make_games(judge, n):
    for i, address in enumerate(PEOPLE):
        name = "P%d" % (i + 1)
        judge.run("person", "add", name, address)
        judge.run("key", "new", "%s/k%d" % (judge.home, i))
        judge.run("key", "add", name, "%s/k%d.pub" % (judge.home, i))
    for g in range(n):
        name = judge.run("game", "new", "--system", "rebellion", "--option",
                         "build=100", "g%d" % g).strip()
        for k, seat in enumerate("AB"):
            judge.run("game", "seat", name, seat,
                      "P%d" % ((2 * g + k) % len(PEOPLE) + 1))


class Traffic:
    """Mails of people, at most eight of each, for ten a day are answered."""

    def __init__(self):
        self.sent = []
        self.left = [p for p in PEOPLE for _ in range(8)]
        random.Random(1).shuffle(self.left)

    def send(self, n):
        server = smtplib.SMTP("127.0.0.1", int(ENV["MAILTEST_SMTP"]))
        for _ in range(min(n, len(self.left))):
            who = self.left.pop()
            number = "<u%d@example.test>" % len(self.sent)
            server.sendmail(who, ["gm@example.test"],
                            "From: %s\r\nTo: gm@example.test\r\nSubject: hello"
                            "\r\nMessage-ID: %s\r\n\r\nhelp\r\n" % (who, number))
            self.sent.append(number)
        server.quit()


def fill(path):
    """All room of the file system."""
    f = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        for size in 1 << 20, 4096:
            try:
                while os.write(f, b"x" * size) == size:
                    pass
            except OSError:
                pass
    finally:
        os.close(f)


def round_of_faults(judge, traffic, told):
    def well():
        return wait("well again", judge, lambda s: not kinds(s) and
                    not s["waiting"]["mails"], WELL_S)[1]

    def fault(name, begin, wanted, end):
        begin()
        traffic.send(5)
        s, took = wait(name, judge, lambda s: kinds(s) & wanted, NAMED_S)
        words = [p["text"] for p in s["problems"] if p["kind"] in wanted][0]
        end()
        told.append("%-20s named after %3d s, well after %4d s: %s" % (
            name, took, well(), words))
        print(told[-1], flush=True)

    fault("sending refused", lambda: judge.smtp.set("refuse"), {"server"},
          lambda: judge.smtp.set("pass"))
    fault("mailbox refused", lambda: judge.imap.set("refuse"), {"mailbox"},
          lambda: judge.imap.set("pass"))
    fault("sending is silent", lambda: judge.smtp.set("silent"), {"server"},
          lambda: judge.smtp.set("pass"))
    fault("mailbox is silent", lambda: judge.imap.set("silent"), {"mailbox"},
          lambda: judge.imap.set("pass"))

    def tokens_end():
        judge.control(mode="down", expire=1)
        judge.grant_ends()
        judge.imap.set("pass")      # a login is due
        judge.smtp.set("pass")
    fault("token server away", tokens_end, {"token"},
          lambda: judge.control(mode="normal"))
    filler = judge.home + "/state/filler"
    if ENV.get("UNRELIABLE_DISK"):
        fault("disk full", lambda: fill(filler), {"disk"},
              lambda: os.remove(filler))

    def kill_daemon():
        judge.daemon.send_signal(signal.SIGKILL)
        judge.daemon.wait()
    fault("daemon killed", kill_daemon, {"daemon"}, judge.start)
    # parts are started again by the daemon, or the daemon ends with a fault and
    # is started again as by its unit
    children = subprocess.run(["pgrep", "-P", str(judge.daemon.pid)],
                              capture_output=True, text=True, check=False)
    for pid in children.stdout.split():
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:      # it went with the one before
            continue
        traffic.send(2)
        judge.again_as_by_unit(pid)
    well()


def answers(judge, traffic):
    """What came to the people: In-Reply-To of each mail, and Message-IDs."""
    replies, letters = collections.Counter(), collections.Counter()
    for name in NAMES:
        r = subprocess.run([ENV["MAILTEST_DOVEADM"], "fetch", "-u", name,
                            "hdr.in-reply-to hdr.message-id", "all"],
                           capture_output=True, text=True, check=True)
        for line in r.stdout.split("\n"):
            if line.lower().startswith("hdr.in-reply-to:"):
                replies[line.split(":", 1)[1].strip()] += 1
            elif line.lower().startswith("hdr.message-id:"):
                letters[line.split(":", 1)[1].strip()] += 1
    lost = [m for m in traffic.sent if not replies[m]]
    double = [m for m in letters if letters[m] > 1]
    return lost, double, sum(letters.values())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("port")
    p.add_argument("--games", type=int, default=200)
    p.add_argument("--minutes", type=float, default=60)
    a = p.parse_args()
    home = ENV["UNRELIABLE_HOME"] + "/h"
    judge = Judge(home, "http://127.0.0.1:" + a.port)
    traffic, told = Traffic(), []
    make_games(judge, a.games)
    until = time.time() + 60 * a.minutes
    judge.start()
    wait("the start", judge, lambda s: not kinds(s), 600)
    rounds = 0
    try:
        while not rounds or (time.time() < until and traffic.left):
            round_of_faults(judge, traffic, told)
            rounds += 1
        for _ in range(24):
            time.sleep(5)
            lost, double, n = answers(judge, traffic)
            if not lost:
                break
    finally:
        judge.daemon.terminate()
        judge.daemon.wait(60)
    # killed between the last byte and the answer of the server, a letter may
    # go twice with the same Message-ID (RFC 5321 allows no better)
    if lost or len(double) > 2 * rounds:
        sys.exit("lost: %s\ntwice: %s" % (lost, double))
    print("%d games, %d people, %d mails, %d letters, none lost, %d twice; %d "
          "rounds of faults, %d named, started again %d times" % (
              a.games, len(PEOPLE), len(traffic.sent), n, len(double), rounds,
              len(told), judge.ended))


main()
