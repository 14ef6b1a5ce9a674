#!/usr/bin/python3
"""A judge with many games on mail servers that fail, watched through
heraldo --json status alone.

    unreliable.py TOKEN_SERVER_PORT [--games N] [--minutes N] [--seed N]

Dovecot, Postfix and the token server are those of unreliable; a proxy on
loopback is what fails. Round after round, until the minutes are over and in an
order of the seed: the servers refuse, are silent, busy or cut off in the middle,
the token ends while the token server is away, the disk is full, the daemon and
its processes are killed, some for a moment and some for minutes. Meanwhile
people ask for help and mail signed orders, spread over the minutes. Status must
name each fault as long as it lasts, be well again by itself, and name nothing
between two faults. At the end each mail has its one answer, each order is in the
log of its game, and all logs are verified.
"""
import argparse
import collections
import functools
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
LASTS_S = 0, 0, 20, 90      # a fault, once it is named


class Proxy:
    """Passes connections on, refuses them, is silent, says that it is busy, or
    cuts connections off after some bytes."""

    def __init__(self, port, rng):
        self.to, self.mode, self.open = int(port), "pass", []
        self.rng = rng
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
            if self.mode == "busy":
                s.sendall(b"421 4.3.2 come back later\r\n")
                s.close()
                continue
            self.open.append(s)
            if self.mode in ("pass", "cut"):
                left = float("inf")
                if self.mode == "cut":
                    left = self.rng.randrange(1, 2000)
                t = socket.create_connection(("127.0.0.1", self.to))
                self.open.append(t)
                for one, other in (s, t), (t, s):
                    threading.Thread(target=self.copy, args=(one, other, left),
                                     daemon=True).start()

    @staticmethod
    def copy(one, other, left):
        try:
            while left > 0:
                got = one.recv(65536)
                if not got:
                    break
                other.sendall(got[:int(min(left, len(got)))])
                left -= len(got)
        except OSError:
            pass
        for s in one, other:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Judge:
    def __init__(self, home, tokens, rng):
        self.home, self.tokens = home, tokens
        self.conf = home + "/heraldo.conf"
        self.imap = Proxy(ENV["MAILTEST_IMAPS"], rng)
        self.smtp = Proxy(ENV["MAILTEST_PFSUBM"], rng)
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
                           timeout=900, check=False)
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


def quiet(judge, until):
    """Nothing fails: status names nothing."""
    while time.time() < until:
        code, s = judge.status()
        if code or kinds(s):
            sys.exit("named without a fault: %d, %s" % (code, s["problems"]))
        time.sleep(5)


class Game:
    """The orders that its two players mail, one after the other."""

    def __init__(self, judge, i):
        self.judge = judge
        self.name = judge.run("game", "new", "--system", "rebellion",
                              "--option", "build=100", "g%d" % i).strip()
        self.players = [(2 * i + k) % len(PEOPLE) for k in range(2)]
        for seat, who in zip("AB", self.players):
            judge.run("game", "seat", self.name, seat, "P%d" % (who + 1))
        judge.run("game", "start", self.name)
        self.point = self.shown()["point"]
        self.orders = 0

    def shown(self):
        return json.loads(self.judge.run("--json", "game", "show", self.name)
                          .partition("\n")[0])

    def next_order(self):
        """The player's address and a signed text; None while the judge has not
        decided about the order before."""
        shown = self.shown()
        if self.orders == 2 or shown["point"] != self.point + self.orders:
            return None
        who = self.players[self.orders]
        text = ENV["MAILTEST"] + "/orders"
        with open(text, "w") as f:
            f.write("-----BEGIN HERALDO ORDERS-----\nORDERS %s %s %d 1\n"
                    "SEEN %s\nAUTO\n-----END HERALDO ORDERS-----\n" % (
                        self.name, "AB"[self.orders], shown["point"],
                        shown["seen"]))
        self.orders += 1
        return PEOPLE[who], self.judge.run(
            "sign", "--key", "%s/k%d" % (self.judge.home, who), text)

    def check(self):
        """Each order is in the log, and the log is good."""
        if self.shown()["point"] != self.point + self.orders:
            sys.exit("%s: an order is not in the log: %s, %d orders" % (
                self.name, self.shown(), self.orders))
        self.judge.run("replay", "--check", self.name)
        log = self.judge.home + "/log.jsonl"
        self.judge.run("export", "--output", log, self.name)
        self.judge.run("verify", log)
        os.remove(log)


def make_people(judge):
    for i, address in enumerate(PEOPLE):
        name = "P%d" % (i + 1)
        judge.run("person", "add", name, address)
        judge.run("key", "new", "%s/k%d" % (judge.home, i))
        judge.run("key", "add", name, "%s/k%d.pub" % (judge.home, i))


class Traffic:
    """Mails of people: orders, and questions, at most eight of each person,
    since ten a day are answered."""

    def __init__(self, games, seconds, rng):
        self.sent, self.games, self.rng = [], games, rng
        self.left = [p for p in PEOPLE for _ in range(8)]
        rng.shuffle(self.left)
        self.begin = time.time()
        self.mail_s = seconds / (len(self.left) + 2 * len(games))

    def due(self):
        """When the next mail is due."""
        return self.begin + len(self.sent) * self.mail_s

    def write(self):
        for game in self.rng.sample(self.games, 3):
            order = game.next_order()
            if order:
                return order
        return self.left.pop(), "help\n"

    def send(self, n):
        for _ in range(min(n, len(self.left))):
            who, text = self.write()
            number = "<u%d@example.test>" % len(self.sent)
            with smtplib.SMTP("127.0.0.1", int(ENV["MAILTEST_SMTP"])) as server:
                server.sendmail(
                    who, ["gm@example.test"],
                    "From: %s\nTo: gm@example.test\nSubject: hello\n"
                    "Message-ID: %s\n\n%s" % (who, number, text))
            self.sent.append(number)


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
        traffic.send(traffic.rng.randrange(3, 8))
        s, took = wait(name, judge, lambda s: kinds(s) & wanted, NAMED_S)
        words = [p["text"] for p in s["problems"] if p["kind"] in wanted][0]
        lasts = traffic.rng.choice(LASTS_S)
        time.sleep(lasts)
        if not kinds(judge.status()[1]) & wanted:
            sys.exit("%s: named no more after %d s" % (name, lasts))
        end()
        told.append("%-20s named after %3d s, lasted %2d s, well after %4d s: %s"
                    % (name, took, lasts, well(), words))
        print(told[-1], flush=True)
        quiet(judge, traffic.due())

    def tokens_end():
        judge.control(mode="down", expire=1)
        judge.grant_ends()
        judge.imap.set("pass")      # a login is due
        judge.smtp.set("pass")

    def kill_daemon():
        judge.daemon.send_signal(signal.SIGKILL)
        judge.daemon.wait()
    filler = judge.home + "/state/filler"
    faults = [
        ("token server away", tokens_end, {"token"},
         lambda: judge.control(mode="normal")),
        ("daemon killed", kill_daemon, {"daemon"}, judge.start)]
    if ENV.get("UNRELIABLE_DISK"):
        faults.append(("disk full", lambda: fill(filler), {"disk"},
                       lambda: os.remove(filler)))
    for what, proxy, kind, modes in (
            ("sending", judge.smtp, "server", ("refuse", "silent", "cut", "busy")),
            ("mailbox", judge.imap, "mailbox", ("refuse", "silent", "cut"))):
        for mode in modes:
            faults.append(("%s: %s" % (what, mode),
                           functools.partial(proxy.set, mode), {kind},
                           functools.partial(proxy.set, "pass")))
    traffic.rng.shuffle(faults)
    for f in faults:
        fault(*f)
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
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    print("seed %d" % a.seed, flush=True)
    rng = random.Random(a.seed)
    home = ENV["UNRELIABLE_HOME"] + "/h"
    judge = Judge(home, "http://127.0.0.1:" + a.port, rng)
    make_people(judge)
    games = [Game(judge, i) for i in range(a.games)]
    judge.start()
    wait("the start", judge, lambda s: not kinds(s), 600)
    told, until = [], time.time() + 60 * a.minutes
    traffic = Traffic(games, 60 * a.minutes, rng)
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
    for game in games:
        game.check()
    # killed between the last byte and the answer of the server, a letter may
    # go twice with the same Message-ID (RFC 5321 allows no better)
    if lost or len(double) > 2 * rounds:
        sys.exit("lost: %s\ntwice: %s" % (lost, double))
    print("%d games, %d people, %d mails with %d orders, %d letters, none lost, "
          "%d twice; %d rounds of faults, %d named, started again %d times; all "
          "logs verified" % (
              a.games, len(PEOPLE), len(traffic.sent),
              sum(game.orders for game in games), n, len(double), rounds,
              len(told), judge.ended))


main()
