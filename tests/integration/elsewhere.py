#!/usr/bin/env python3
"""elsewhere.py courier|cyrus imap|pop3 FOLDER BUILD SRC - mails of a judge whose
mailbox is one of a real Courier or Cyrus, which tests/mail/servers/elsewhere
serves in FOLDER.
elsewhere.py exim|opensmtpd none|starttls|implicit FOLDER BUILD SRC - a judge that sends
through one of these: the six turns alone.

Mails with UTF-8 in their header come as they are; a mail that the server cannot
read delays no other and is passed by; a folder that cannot be made stops
nothing and is explained. Then two players play six turns by signed mail, over
STARTTLS.
"""
import imaplib
import os
import poplib
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

KIND, PROTOCOL, FOLDER, BUILD, SRC = sys.argv[1:6]
BUILD, SRC = os.path.abspath(BUILD), os.path.abspath(SRC)
IMAP, POP3, LMTP = map(int, open(os.path.join(FOLDER, "ports")).read().split())
SENDS = KIND in ("exim", "opensmtpd")
SPOOL = os.path.join(FOLDER, "spool" if KIND == "cyrus" else "gm/Maildir")
TOP = tempfile.mkdtemp(prefix=f"heraldo-{KIND}-{PROTOCOL}-")
CONF = os.path.join(TOP, "judge/heraldo.conf")
JUDGE = "judge@heraldo.example"
ENV = dict(os.environ, HERALDO_INBOX_PASSWORD="gm-pw")
count = 0


def fail(text):
    log = os.path.join(TOP, "judge/heraldod.log")
    if os.path.exists(log):
        sys.stderr.write(open(log).read()[-3000:])
    sys.exit(f"{KIND} {PROTOCOL}: {text} ({TOP})")


def put(raw):
    """A mail comes, as the server's own delivery brings it."""
    global count
    count += 1
    if KIND == "cyrus":
        raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        with smtplib.LMTP("127.0.0.1", LMTP) as s:
            s.sendmail("a@s.example", ["gm"], raw, ["BODY=8BITMIME"])
        return
    name = f"{int(time.time())}.M{count}P{os.getpid()}.test"
    path = os.path.join(SPOOL, "tmp", name)
    with open(path, "wb") as f:
        f.write(raw)
    os.chown(path, 65534, 65534)
    os.rename(path, os.path.join(SPOOL, "new", name))


def mail(n, header=""):
    return (f"From: p{n}@s.example\nTo: {JUDGE}\nDate: Sun, 29 Nov 2026 12:00:00 "
            f"+0000\nMessage-ID: <{n}@x>\n{header}Subject: q\n\nmail {n}\n").encode()


def bad_file(n):
    """The server's own file of mail n, which it may not read any more."""
    for folder, _, names in os.walk(SPOOL):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and \
                    f"mail {n}\n" in open(path, errors="replace").read():
                st = os.stat(path)
                os.chown(path, 0, 0)
                os.chmod(path, 0o600)
                return path, (st.st_uid, st.st_gid)
    return fail(f"mail {n} is in no file")


def heraldo(*words, good=True):
    r = subprocess.run([f"{BUILD}/heraldo", "--config", CONF, *words], env=ENV,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if (r.returncode == 0) != good:
        fail(f"{' '.join(words)}: {r.returncode}, {r.stdout}")
    return r.stdout


def config(done="", tls="none"):
    if SENDS:
        return config_smtp()
    with open(CONF, "w") as f:
        f.write(f"""[judge]
address = {JUDGE}
state = state
templates = {SRC}/templates
data = {SRC}/db
poll-seconds = 1
[inbox]
kind = {PROTOCOL}
host = localhost
port = {IMAP if PROTOCOL == "imap" else POP3}
tls = {tls}
{f"ca-file = {FOLDER}/tls/server.crt" if tls != "none" else ""}
user = gm
{done}
[outbox]
kind = maildir
path = mail
""")


def config_smtp():
    with open(CONF, "w") as f:
        f.write(f"""[judge]
address = {JUDGE}
state = state
templates = {SRC}/templates
data = {SRC}/db
[inbox]
kind = maildir
path = mail/judge
[outbox]
kind = smtp
host = localhost
port = {POP3 if PROTOCOL == "implicit" else IMAP}
tls = {PROTOCOL}
{f"ca-file = {FOLDER}/tls/server.crt" if PROTOCOL != "none" else ""}
""")


class Daemon:
    def __enter__(self):
        self.log = open(os.path.join(TOP, "judge/heraldod.log"), "a")
        self.p = subprocess.Popen([f"{BUILD}/heraldod", "--config", CONF],
                                  env=ENV, stderr=self.log)

    def __exit__(self, *_):
        self.p.terminate()
        if self.p.wait(20):
            fail(f"heraldod ended with {self.p.returncode}")


def stored():
    path = os.path.join(TOP, "judge/state/heraldo.db")
    if not os.path.exists(path):
        return []
    db = sqlite3.connect(path, timeout=20)
    try:
        return [bytes(r[0]) for r in db.execute("SELECT raw FROM inbox")]
    except sqlite3.OperationalError:  # it is being made
        return []
    finally:
        db.close()


def until(condition, what, patience=90):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            fail(what)
        time.sleep(0.1)


def have(*numbers):
    raws = stored()
    return all(sum(f"mail {n}".encode() in r for r in raws) == 1 for n in numbers)


def mails():
    put(mail(1, "X-Name: señor\n"))
    for n in range(2, 6):
        put(mail(n))
    # Courier has looked at all sizes before, else nobody can log in
    box = poplib.POP3("127.0.0.1", POP3)
    box.user("gm")
    box.pass_("gm-pw")
    box.quit()
    path, owner = bad_file(3)
    with Daemon():
        until(lambda: have(1, 2, 4, 5), "the others are not stored", 30)
        put(mail(6))
        until(lambda: have(6), "a later mail waits", 20)
        if b"X-Name: se\xc3\xb1or" not in b"".join(stored()):
            fail("the header is not as it was sent")
        until(lambda: "passed by" in heraldo_status(), "mail 3 is not passed by")
        os.chown(path, *owner)
        os.chmod(path, 0o644)
        until(lambda: have(3), "mail 3 is not read when it can be", 120)
        until(lambda: "passed by" not in heraldo_status(), "it is passed by still")


def heraldo_status():
    return subprocess.run([f"{BUILD}/heraldo", "--config", CONF, "status"], env=ENV,
                          stdout=subprocess.PIPE, text=True).stdout


def folders():
    """Both servers want INBOX. before the name."""
    empty()
    config("done-folder = hecho más")
    said = heraldo("check-config", "--mail", JUDGE, "--timeout", "1", good=False)
    if "INBOX.hecho más" not in said:
        fail(f"check-config: {said}")
    put(mail(11))
    with Daemon():
        until(lambda: have(11), "a folder stops mails", 20)
        put(mail(12))
        until(lambda: have(12), "a folder stops later mails", 20)
        until(lambda: "INBOX.hecho más" in heraldo_status(), "status is silent")
    config("done-folder = INBOX.hecho más")
    put(mail(13))
    with Daemon():
        until(lambda: have(13), "mails do not come", 20)
        until(lambda: left() == 0, "mails are left in INBOX", 20)
    config()


def empty():
    """Nothing of an earlier run is left."""
    m = imaplib.IMAP4("127.0.0.1", IMAP)
    m.login("gm", "gm-pw")
    m.select("INBOX")
    m.store("1:*", "+FLAGS", "\\Deleted")
    m.expunge()
    m.logout()


def left():
    m = imaplib.IMAP4("127.0.0.1", IMAP)
    m.login("gm", "gm-pw")
    n = int(m.select("INBOX", readonly=True)[1][0])
    m.logout()
    return n


def forward(stop):
    """What players send goes to the server."""
    new = os.path.join(TOP, "judge/mail/judge/new")
    while not stop.is_set():
        for name in sorted(os.listdir(new)):
            path = os.path.join(new, name)
            put(open(path, "rb").read())
            os.remove(path)
        time.sleep(0.05)


def game():
    for sub in ("new", "cur", "tmp"):
        os.makedirs(os.path.join(TOP, "judge/mail/judge", sub), exist_ok=True)
    stop = threading.Event()
    t = threading.Thread(target=forward, args=(stop,), daemon=True)
    if SENDS:
        for name in ("ana", "ben"):
            box = f"{name}@players.example"
            for sub in ("new", "cur", "tmp"):
                path = os.path.join(FOLDER, "boxes", box, sub)
                os.makedirs(path, exist_ok=True)
                os.chown(path, 65534, 65534)
            os.chown(os.path.join(FOLDER, "boxes", box), 65534, 65534)
            os.symlink(os.path.join(FOLDER, "boxes", box),
                       os.path.join(TOP, "judge/mail", box))
    else:
        t.start()
        config(tls="starttls")
    with Daemon():
        r = subprocess.run(["bash", os.path.join(SRC, "tests/integration/six_turns"),
                            BUILD, TOP], env=ENV, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True)
        stop.set()
        if not SENDS:
            t.join()
    if r.returncode:
        fail(r.stdout)
    if SENDS:
        sent = heraldo("outbox", "list", "sent")
        n = sum(line.split()[0].isdigit() for line in sent.splitlines())
        print(f"{KIND} {PROTOCOL}: {n} mails sent")
        for box in os.listdir(os.path.join(FOLDER, "boxes")):
            shutil.rmtree(os.path.join(FOLDER, "boxes", box))


subprocess.run([f"{BUILD}/heraldo", "init", os.path.join(TOP, "judge"), JUDGE],
               check=True, stdout=subprocess.DEVNULL)
config()
if KIND == "cyrus":
    put(mail(0))  # which makes the mailbox
if not SENDS:
    empty()
if "--game" not in sys.argv and not SENDS:
    mails()
    if PROTOCOL == "imap":
        folders()
game()
print(f"{KIND} {PROTOCOL}: good")
shutil.rmtree(TOP)
