#!/usr/bin/python3
"""heraldo init ADDRESS: servers by SRV records and by a published settings
file, by options and at a terminal; login and mail by Dovecot and Postfix of
servers/lib.sh. Only name server and web server are of this test.
"""
import http.server
import os
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
JUDGE = "gm@example.test"
ENV = os.environ


def check(what, good, said=""):
    if not good:
        sys.exit("%s fails:\n%s" % (what, said))


def name_bytes(name):
    return b"".join(bytes([len(label)]) + label.encode()
                    for label in name.split(".") if label) + b"\0"


class NameServer:
    """Answers for SRV records: name -> [(priority, weight, port, target)]."""

    def __init__(self, records):
        self.records = records
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            question, where = self.socket.recvfrom(4096)
            at, labels = 12, []
            while question[at]:
                n = question[at]
                labels.append(question[at + 1:at + 1 + n].decode())
                at += n + 1
            end = at + 5
            rows = self.records.get(".".join(labels), [])
            answer = question[:2] + struct.pack(
                ">HHHHH", 0x8180 if rows else 0x8183, 1, len(rows), 0, 0)
            answer += question[12:end]
            for priority, weight, port, target in rows:
                data = struct.pack(">HHH", priority, weight, int(port))
                data += name_bytes(target)
                answer += b"\xc0\x0c" + struct.pack(
                    ">HHIH", 33, 1, 60, len(data)) + data
            self.socket.sendto(answer, where)


SETTINGS = """<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="example.test">
<incomingServer type="pop3"><hostname>localhost</hostname><port>%(pop3)s</port>
<socketType>SSL</socketType><username>%%EMAILLOCALPART%%</username>
</incomingServer>
<incomingServer type="imap"><hostname>localhost</hostname><port>1</port>
<socketType>plain</socketType></incomingServer>
<incomingServer type="imap"><hostname>localhost</hostname>
<port>%(imap)s</port><socketType>SSL</socketType>
<username>%%EMAILLOCALPART%%</username></incomingServer>
<outgoingServer type="smtp"><hostname>localhost</hostname>
<port>%(smtp)s</port><socketType>STARTTLS</socketType>
</outgoingServer></emailProvider></clientConfig>
"""


class Web(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        body = (SETTINGS % {"imap": ENV["MAILTEST_IMAPS"],
                            "pop3": ENV["MAILTEST_POP3S"],
                            "smtp": ENV["MAILTEST_PFSUBM"]}).encode()
        self.send_response(200 if self.path == "/there" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Trial:
    """One new configuration."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="heraldo-init.",
                                     dir=ENV["MAILTEST"])
        self.conf = self.home + "/heraldo.conf"

    def command(self, *words):
        return [BUILD + "/heraldo", "--config", self.conf, "init",
                "--providers", SRC + "/db/providers",
                "--ca-file", ENV["MAILTEST"] + "/tls/server.crt", *words]

    def run(self, *words):
        r = subprocess.run(self.command(*words), capture_output=True,
                           text=True, timeout=120, stdin=subprocess.DEVNULL)
        return r.returncode, r.stdout + r.stderr

    def text(self):
        with open(self.conf) as f:
            return f.read()


def terminal(command, answers):
    """Run at a terminal; answers: (words of the question, what is typed)."""
    pid, fd = pty.fork()
    if not pid:
        os.execv(command[0], command)
    said, at, until = "", 0, time.time() + 300
    answers = list(answers)
    while time.time() < until:
        ready, _, _ = select.select([fd], [], [], 1)
        if not ready:
            continue
        try:
            got = os.read(fd, 4096).decode(errors="replace")
        except OSError:
            break
        said += got
        if answers and re.search(answers[0][0], said[at:]):
            at = len(said)
            os.write(fd, answers.pop(0)[1].encode() + b"\n")
    else:
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    check("all questions", code != -signal.SIGKILL and not answers,
          "%s\nnot asked: %s" % (said, answers))
    return code, said


def main():
    services = {
        "_imaps._tcp.example.test": [
            (20, 0, 1, "elsewhere.test"),
            (10, 5, ENV["MAILTEST_IMAPS"], "localhost"),
            (10, 1, 2, "elsewhere.test")],
        "_submission._tcp.example.test": [
            (0, 0, ENV["MAILTEST_PFSUBM"], "localhost")],
        "_submissions._tcp.example.test": [(0, 0, 0, "")],
    }
    dns = NameServer(services).address
    nothing = NameServer({}).address
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    page = "http://127.0.0.1:%d" % web.server_address[1]
    password = ENV["MAILTEST"] + "/pw"
    with open(password, "w") as f:
        f.write("gm-pw\n")
    os.chmod(password, 0o600)
    secret = ("--password-file", password)

    # servers outside the domain are not taken without a person's word
    t = Trial()
    code, said = t.run("--name-server", dns, "--settings-url",
                       page + "/missing", *secret, JUDGE)
    check("servers of another domain", code == 2 and
          "outside the domain" in said and "--imap 'HOST" in said and
          not os.path.exists(t.conf), said)
    # with it: login by the local part, a mail to itself, three commands
    code, said = t.run("--name-server", dns, "--yes", *secret, JUDGE)
    check("SRV records", code == 0 and "SRV records of the domain" in said and
          "logged in to localhost as gm\n" in said and
          "it came into the inbox" in said and
          len(re.findall("^  heraldod? --config", said, re.M)) == 3, said)
    check("its configuration", "\nuser = gm\n" in t.text() and
          "\nport = %s\n" % ENV["MAILTEST_IMAPS"] in t.text() and
          "\ntls = starttls\n" in t.text(), t.text())
    # a settings file; a server without TLS is passed over
    t = Trial()
    code, said = t.run("--name-server", nothing, "--settings-url",
                       page + "/there", "--no-mail", *secret, JUDGE)
    check("published settings", code == 0 and
          "127.0.0.1 publishes the settings" in said and
          "logged in to localhost as gm\n" in said and
          "sent to" not in said and "check-config --mail" in said, said)
    t = Trial()
    code, said = t.run("--name-server", nothing, "--settings-url",
                       page + "/there", "--pop3", "", *secret, JUDGE)
    check("POP3", code == 0 and "kind = pop3" in t.text() and
          "deletes every mail" in said, said)
    # a wrong password: the configuration is there, and the fault is named
    t = Trial()
    with open(password, "w") as f:
        f.write("wrong\n")
    code, said = t.run("--imap",
                       "localhost %s implicit" % ENV["MAILTEST_IMAPS"],
                       "--smtp",
                       "localhost %s starttls" % ENV["MAILTEST_PFSUBM"],
                       *secret, JUDGE)
    check("a wrong password", code == 1 and "login refused" in said and
          "wrote " in said and "sent to" not in said, said)
    # at a terminal: the address, servers by hand after a slip, two passwords
    t = Trial()
    code, said = terminal(
        t.command("--name-server", nothing, "--settings-url",
                  page + "/missing"),
        [("address of the judge", JUDGE),
         ("server of IMAP", "localhost 993"),
         ("was expected", "localhost %s implicit" % ENV["MAILTEST_IMAPS"]),
         ("that sends", "localhost %s starttls" % ENV["MAILTEST_PFSUBM"]),
         ("login name", ""), (r"password \(empty", "no"),
         (r"password \(empty", "gm-pw"),
         ("to itself", "yes")])
    check("a terminal", code == 0 and "it came into the inbox" in said and
          "gm-pw" not in said and
          os.stat(t.home + "/state/mail.password").st_mode & 0o777 == 0o600,
          said)
    print("servers by SRV records, settings, options and questions")


main()
