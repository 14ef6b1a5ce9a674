"""tests/mail/servers/clients.py - mail programs for the servers of lib.sh, and a
judge that has its mailbox there.

Nothing here is Heraldo's: people read their mails by IMAP and send them by
submission, sign with ssh-keygen, minisign or gpg, and know of a game what their
mails say.
"""
import contextlib
import email
import email.message
import email.policy
import email.utils
import imaplib
import importlib.machinery
import importlib.util
import os
import smtplib
import sqlite3
import ssl
import subprocess
import sys

SRC = os.environ.get("HERALDO_SRCDIR", ".")
BUILD = os.environ.get("HERALDO_BUILDDIR", ".")
HOST = "localhost"
PATIENCE = int(os.environ.get("PATIENCE", 120))  # seconds; only a failure takes so long
POLL_SECONDS = 3600
BEGIN = "-----BEGIN HERALDO ORDERS-----"
END = "-----END HERALDO ORDERS-----"


def fail(text):
    print("FAILED: %s" % text, flush=True)
    sys.exit(1)


def check(what, text):
    if not what:
        fail(text)


def program(name):
    """A player of contrib/demo, as a module."""
    demo = os.path.join(SRC, "contrib", "demo")
    sys.dont_write_bytecode = True
    sys.path.insert(0, demo)
    loader = importlib.machinery.SourceFileLoader(
        name, os.path.join(demo, name))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def port(name):
    return int(os.environ["MAILTEST_" + name])


def tls():
    return ssl.create_default_context(
        cafile=os.path.join(os.environ["MAILTEST"], "tls", "server.crt"))


def submit(user, recipient, raw):
    """As a mail program does: submission, STARTTLS, a login."""
    with smtplib.SMTP(HOST, port("PFSUBM")) as smtp:
        smtp.starttls(context=tls())
        smtp.login(user, user + "-pw")
        smtp.sendmail(user + "@example.test", [recipient], raw)


class Mailbox:
    """Somebody's INBOX; only what came after this was opened."""

    def __init__(self, user):
        self.imap = imaplib.IMAP4_SSL(HOST, port("IMAPS"), ssl_context=tls())
        self.imap.login(user, user + "-pw")
        self.imap.select("INBOX", readonly=True)
        self.seen = self.last()
        self.mails = []

    def last(self):
        uids = self.imap.uid("SEARCH", None, "ALL")[1][0].split()
        return int(uids[-1]) if uids else 0

    def fetch(self):
        """The new ones; they are kept in .mails, too."""
        self.imap.noop()
        found = self.imap.uid("SEARCH", None, "UID",
                              "%d:*" % (self.seen + 1))[1][0].split()
        new = []
        for uid in [u for u in found if int(u) > self.seen]:
            raw = self.imap.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1]
            self.seen = int(uid)
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            mail.raw = raw
            new.append(mail)
        self.mails += new
        return new


def plain(mail):
    return mail.get_body(("plain",)).get_content()


def headed(name, address, to, subject):
    """A mail with its headers and no text."""
    mail = email.message.EmailMessage(policy=email.policy.SMTP)
    mail["From"] = "%s <%s>" % (name, address) if name else address
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = email.utils.localtime()
    mail["Message-ID"] = email.utils.make_msgid(domain="example.test")
    return mail


def new_key(tool, path):
    """A key without a pass phrase; its public half is in PATH.pub."""
    if tool == "ssh":
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path]
    else:
        command = ["minisign", "-G", "-W", "-s", path, "-p", path + ".pub"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Judge:
    """A heraldod of our own, with its configuration and games."""
    daemons = []            # all that were ever started

    def __init__(self, folder, user, more="", env=None):
        """more: lines for the section [judge]; env: of its programs."""
        self.dir = folder
        self.env = env
        self.address = user + "@example.test"
        self.config = os.path.join(folder, "judge", "heraldo.conf")
        self.db = os.path.join(folder, "judge", "state", "heraldo.db")
        self.key = os.path.join(folder, "judge", "state", "judge.key.pub")
        self.daemon = None
        self.run("init", os.path.join(folder, "judge"), self.address)
        secret = os.path.join(folder, "judge", "password")
        with open(secret, "w") as f:
            f.write(user + "-pw\n")
        os.chmod(secret, 0o600)
        self.configure(user, more)

    def configure(self, user, more):
        crt = os.path.join(os.environ["MAILTEST"], "tls", "server.crt")
        with open(self.config, "w") as f:
            f.write("[judge]\naddress = %s\nstate = state\n"
                    "templates = %s/templates\ndata = %s/db\n"
                    "poll-seconds = %d\n%s\n" % (
                        self.address, os.path.abspath(SRC),
                        os.path.abspath(SRC), POLL_SECONDS, more))
            for section, kind, number in (("inbox", "imap", "IMAPS"),
                                          ("outbox", "smtp", "PFSMTPS")):
                f.write("[%s]\nkind = %s\nhost = localhost\nport = %d\n"
                        "tls = implicit\nca-file = %s\nuser = %s\n"
                        "password-file = password\n" % (
                            section, kind, port(number), crt, user))
            f.write("\n")

    def tried(self, *words):
        """(status, what was said)"""
        done = subprocess.run(
            [os.path.join(BUILD, "heraldo"), "--config", self.config, *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            env=self.env)
        return done.returncode, done.stdout.decode().strip()

    def run(self, *words):
        status, said = self.tried(*words)
        check(status == 0, "heraldo %s: %s" % (" ".join(words), said))
        return said

    def start(self):
        with open(os.path.join(self.dir, "heraldod.log"), "ab") as log:
            self.daemon = subprocess.Popen(
                [os.path.join(BUILD, "heraldod"), "--config", self.config],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.env)
        Judge.daemons.append(self.daemon)

    def stop(self):
        self.daemon.terminate()
        status = self.daemon.wait(PATIENCE)
        check(status == 0, "heraldod ended with %d on SIGTERM" % status)

    @staticmethod
    def end_all():
        for daemon in Judge.daemons:
            if daemon.poll() is None:
                daemon.kill()

    def log(self):
        with open(os.path.join(self.dir, "heraldod.log")) as f:
            return f.read()

    @contextlib.contextmanager
    def looked(self):
        """The database as it is at the first question, until this ends."""
        db = sqlite3.connect("file:%s?mode=ro" % self.db, uri=True,
                             timeout=30, isolation_level=None)
        try:
            db.execute("BEGIN")
            yield db
        finally:
            db.close()

    def ask(self, query, *values):
        """A look into the database, as an auditor has it."""
        with self.looked() as db:
            return db.execute(query, values).fetchall()

    def verdicts(self):
        return [v for v, in self.ask("SELECT verdict FROM inbox ORDER BY id")]

    def export(self, game, path):
        """All of an ended game, into a file that the second verifier likes."""
        self.run("--quiet", "export", "--full", "-o", path, game)
        keys = os.path.join(self.dir, "judge", "gnupg")
        done = subprocess.run(
            ["/usr/bin/python3", os.path.join(SRC, "contrib/verify.py"), path,
             *(["--gnupg", keys] if os.path.isdir(keys) else [])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            env=self.env)
        check(done.returncode == 0, "verify.py of %s: %s" % (
            game, done.stdout.decode()))
        return done.stdout.decode()
