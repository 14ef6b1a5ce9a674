#!/usr/bin/python3
"""heraldo check-config --mail against a mail server of our own.

    check_mail.py

A small SMTP server on loopback takes the letter and does what the address
says: puts it into the judge's inbox with results of SPF, DKIM and DMARC or
without, sends it back, lets somebody answer, refuses it, or forgets it.
"""
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
JUDGE = "judge@court.test"


class Server:
    """Speaks as much SMTP as a sender needs."""

    def __init__(self, inbox):
        self.inbox = inbox
        self.results = None     # what is written into a letter of our own
        self.came = []          # envelope and letter
        self.count = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            with connection, connection.makefile("rwb") as f:
                try:
                    self.talk(f)
                except (ConnectionError, ValueError):
                    pass

    def talk(self, f):
        def say(line):
            f.write(line.encode() + b"\r\n")
            f.flush()
        say("220 mx.court.test")
        sender = recipient = ""
        for line in f:
            verb = line.split(b" ")[0].strip().upper()
            if verb in (b"MAIL", b"RCPT"):
                address = re.search(rb"<(.*?)>", line)[1].decode()
                if verb == b"MAIL":
                    sender = address
                elif address.startswith("nobody@"):
                    say("550 5.1.1 nobody here")
                    continue
                else:
                    recipient = address
                say("250 2.1.0 fine")
            elif verb == b"DATA":
                say("354 go on")
                letter = b""
                while True:
                    line = f.readline()
                    if line == b".\r\n":
                        break
                    letter += line[1:] if line.startswith(b".") else line
                self.came.append((sender, recipient, letter))
                say("250 2.0.0 taken")
                self.do(recipient, letter.replace(b"\r\n", b"\n"))
            elif verb == b"QUIT":
                say("221 bye")
                return
            else:
                say("250 mx.court.test")

    def deliver(self, mail):
        self.count += 1
        name = "%d.M%dP%d.test" % (time.time(), self.count, os.getpid())
        path = os.path.join(self.inbox, "tmp", name)
        with open(path, "wb") as f:
            f.write(mail)
        os.rename(path, os.path.join(self.inbox, "new", name))

    def do(self, recipient, letter):
        number = re.search(rb"^Message-ID: (<.*>)", letter, re.M)[1]
        if recipient == JUDGE:
            head = b"Received: from court.test by mx.court.test; " \
                b"Mon, 23 Nov 2026 12:00:00 +0000\n"
            for field in self.results or []:
                head += b"Authentication-Results: %s\n" % field.encode()
            self.deliver(b"From: other@two.test\nMessage-ID: <x@two.test>\n"
                         b"Subject: not this one\n\nno\n")
            self.deliver(head + letter)
        elif recipient.startswith("gone@"):
            self.deliver(
                b"From: MAILER-DAEMON@mx.court.test\nTo: " + JUDGE.encode() +
                b"\nSubject: Undelivered\nMessage-ID: <b@mx.court.test>\n"
                b"MIME-Version: 1.0\nContent-Type: multipart/report; "
                b"report-type=delivery-status; boundary=r\n\n"
                b"--r\nContent-Type: text/plain\n\nIt did not work.\n"
                b"--r\nContent-Type: message/delivery-status\n\n"
                b"Reporting-MTA: dns; mx.court.test\n\n"
                b"Final-Recipient: rfc822; gone@two.test\n"
                b"Action: failed\nStatus: 5.7.26\n"
                b"Diagnostic-Code: smtp; 550 5.7.26 unauthenticated\n\n"
                b"--r\nContent-Type: message/rfc822\n\n" + letter +
                b"\n--r--\n")
        elif recipient.startswith("reply@"):
            self.deliver(b"From: reply@two.test\nTo: " + JUDGE.encode() +
                         b"\nSubject: Re: dkim=pass\nMessage-ID: <a@two.test>"
                         b"\nIn-Reply-To: " + number + b"\n\nfine\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "h")
        subprocess.run([BUILD + "/heraldo", "init", home, JUDGE], check=True,
                       stdout=subprocess.DEVNULL)
        conf = os.path.join(home, "heraldo.conf")
        inbox = os.path.join(home, "mail/judge")
        for name in ("new", "cur", "tmp"):
            os.makedirs(os.path.join(inbox, name), exist_ok=True)
        server = Server(inbox)
        with open(conf, encoding="utf-8") as f:
            text = f.read()
        text = text.replace("[judge]\n", "[judge]\ntemplates = %s/templates\n"
                            "data = %s/db\n" % (SRC, SRC), 1)
        text = re.sub(r"(?s)\[outbox\].*", "[outbox]\nkind = smtp\nhost = "
                      "localhost\nport = %d\ntls = none\n" % server.port,
                      text)
        plain = text
        faults = []

        def tried(address, code, *words, seconds=20, id=""):
            with open(conf, "w", encoding="utf-8") as f:
                f.write(plain.replace(
                    "[judge]\n", "[judge]\nauthserv-id = %s\n" % id
                    if id else "[judge]\n", 1))
            before = sorted(os.listdir(inbox + "/new"))
            done = subprocess.run(
                [BUILD + "/heraldo", "--config", conf, "check-config",
                 "--mail", address, "--timeout", str(seconds)],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                check=False, text=True)
            if done.returncode != code:
                faults.append("%s: status %d, not %d\n%s" % (
                    address, done.returncode, code, done.stdout))
            for word in words:
                if word not in done.stdout:
                    faults.append("%s: no '%s' in\n%s" % (
                        address, word, done.stdout))
            # nothing of the inbox is taken
            after = sorted(os.listdir(inbox + "/new"))
            if not set(before) <= set(after):
                faults.append("%s: mails were taken" % address)
            return done.stdout

        # of the inbox what was there before is passed over
        server.deliver(b"From: old@two.test\nMessage-ID: <o@two.test>\n\nold\n")
        mx = "mx.court.test"
        server.results = [mx + "; spf=pass smtp.mailfrom=court.test; "
                          "dkim=pass header.d=court.test; dmarc=pass"]
        tried(JUDGE, 0, "it came into the inbox", "SPF: pass", "DKIM: pass",
              "DMARC: pass", id=mx)
        # without its name it is told which to write
        tried(JUDGE, 0, "authserv-id = mx.court.test", "DMARC: pass")
        # a field that somebody else wrote is none of ours
        tried(JUDGE, 1, "is authserv-id right?", id="mx.other.test")
        server.results = [mx + "; spf=softfail smtp.mailfrom=court.test; "
                          "dkim=none; dmarc=fail header.from=court.test",
                          "mx.evil.test; dkim=pass"]
        tried(JUDGE, 1, "SPF: softfail: the server that sent it is not in",
              "DKIM: none: the mail bears no signature", "OpenDKIM",
              "DMARC: fail: neither SPF nor DKIM proves", id=mx)
        server.results = None
        tried(JUDGE, 0, "wrote no Authentication-Results", id=mx)
        tried("gone@two.test", 1, "undeliverable", "gone@two.test: failed "
              "5.7.26", "does not trust")
        tried("reply@two.test", 0, "reply@two.test has answered: Re: "
              "dkim=pass")
        tried("nobody@two.test", 1, "not sent", "550", "5.1.1")
        tried("silent@two.test", 0, "sent to silent@two.test: the server has",
              "nothing came within 1 s", "No bounce is good news", seconds=1)
        # the envelope has an address to which bounces can go
        if {sender for sender, _, _ in server.came} != {JUDGE}:
            faults.append("envelope: %r" % server.came)
        tried("no address", 2, "is no address")
        server.socket.close()
        if faults:
            sys.exit("\n".join(faults))
        print("%d letters were tried" % len(server.came))


main()
