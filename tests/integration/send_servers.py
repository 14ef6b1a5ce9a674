"""send_servers.py FOLDER: see send_servers.

30 strangers write to the judge in one go, and each gets one
answer within seconds, for the server must not only queue them. Then the server
relays nothing: no mail is lost, one try at a time is made, no mail fails; and
all arrive once it relays again.
"""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
STRANGERS = 30
UID = 970

EXIM = """primary_hostname = mx.court.test
domainlist local_domains = %(domains)s
spool_directory = %(dir)s/spool
log_file_path = %(dir)s/log/%%slog
pid_file_path = %(dir)s/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = %(port)d
tls_advertise_hosts =
exim_user = Debian-exim
never_users =
qualify_domain = court.test
acl_smtp_rcpt = check
keep_environment =
exim_path = %(dir)s/exim4
begin acl
check:
  accept domains = +local_domains
  deny message = relay not permitted
begin routers
local:
  driver = accept
  domains = +local_domains
  local_part_suffix = +*
  local_part_suffix_optional
  transport = box
begin transports
box:
  driver = appendfile
  maildir_format
  directory = %(dir)s/box/all
  user = Debian-exim
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait(what, seconds, done):
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            sys.exit("FAIL: " + what)
        time.sleep(0.1)


def users(folder):
    """Users of the packages, in this mount namespace alone."""
    for name, line in (("passwd", "%s:x:%d:%d::/tmp:/bin/false\n"),
                       ("group", "%s:x:%d:\n")):
        path = os.path.join(folder, name)
        shutil.copy("/etc/" + name, path)
        with open(path, "a") as f:
            f.write(line % (("Debian-exim", UID, UID)
                            if name == "passwd" else ("Debian-exim", UID)))
        subprocess.run(["mount", "--bind", path, "/etc/" + name], check=True)


def libraries(root, folder):
    """And their libraries, also for what is started setuid."""
    conf, cache = os.path.join(folder, "conf"), os.path.join(folder, "cache")
    with open("/etc/ld.so.conf") as f, open(conf, "w") as out:
        out.write(f.read().replace("include ld", "include /etc/ld"))
        out.write(root + "/usr/lib/x86_64-linux-gnu\n")
    subprocess.run(["ldconfig", "-X", "-f", conf, "-C", cache], check=True)
    subprocess.run(["mount", "--bind", cache, "/etc/ld.so.cache"], check=True)


class Exim:
    def __init__(self, root, folder):
        self.root, self.dir, self.port = root, folder, free_port()
        for name in ("spool", "log", "box"):
            os.makedirs(os.path.join(folder, name))
            os.chown(os.path.join(folder, name), UID, UID)
        os.chmod(folder, 0o755)
        self.program = os.path.join(folder, "exim4")
        shutil.copy(os.path.join(root, "usr/sbin/exim4"), self.program)
        os.chmod(self.program, 0o4755)

    def start(self, relays=True):
        conf = os.path.join(self.dir, "conf")
        with open(conf, "w") as f:
            f.write(EXIM % {"dir": self.dir, "port": self.port,
                            "domains": "court.test : players.test"
                            if relays else "court.test"})
        os.chmod(conf, 0o644)
        self.process = subprocess.Popen(
            [self.program, "-C", conf, "-bdf", "-q1h"],
            stderr=subprocess.DEVNULL)
        wait("the server does not listen", 10, self.listens)

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        # a connection may last a little longer; Exim waits 30 seconds for a
        # port that is in use
        wait("the port is not free again", 30, self.port_is_free)

    def port_is_free(self):
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                s.bind(("127.0.0.1", self.port))
                s.listen(1)
                return True
            except OSError:
                return False

    def box(self):
        return os.path.join(self.dir, "box", "all", "new")


class Judge:
    def __init__(self, folder, server):
        self.dir = folder
        self.conf = os.path.join(folder, "heraldo.conf")
        self.inbox = os.path.join(server.dir, "box", "judge")
        for name in ("new", "cur", "tmp"):
            os.makedirs(os.path.join(self.inbox, name))
        subprocess.run([BUILD + "/heraldo", "init", folder,
                        "judge@court.test"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(self.conf) as f:
            text = f.read()
        text = text.replace("[judge]", "[judge]\ntemplates = %s/templates\n"
                            "data = %s/db\nunknown-replies-per-day = 1000"
                            % (SRC, SRC))
        head = text[:text.index("[inbox]")]
        with open(self.conf, "w") as f:
            f.write(head + "[inbox]\nkind = maildir\npath = %s\n"
                    "[outbox]\nkind = smtp\nhost = localhost\nport = %d\n"
                    "tls = none\n" % (self.inbox, server.port))

    def start(self):
        self.log = open(os.path.join(self.dir, "log"), "ab")
        self.process = subprocess.Popen(
            [BUILD + "/heraldod", "--config", self.conf], stderr=self.log)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def said(self, words):
        with open(os.path.join(self.dir, "log")) as f:
            return f.read().count(words)

    def outbox(self, state):
        out = subprocess.run([BUILD + "/heraldo", "--config", self.conf,
                              "outbox", "list", state],
                             capture_output=True, text=True, check=True)
        return len([line for line in out.stdout.splitlines()
                    if line.split()[0].isdigit()])

    def write(self, name):
        path = os.path.join(self.inbox, "tmp", name)
        with open(path, "w") as f:
            f.write("From: %s@players.test\nTo: judge@court.test\n"
                    "Subject: hello\nMessage-ID: <%s@players.test>\n\nhi\n"
                    % (name, name))
        os.rename(path, os.path.join(self.inbox, "new", name))


def arrived(server, names):
    """How many mails are to these, all in one Maildir."""
    n = 0
    if not os.path.isdir(server.box()):
        return 0
    for name in os.listdir(server.box()):
        with open(os.path.join(server.box(), name)) as f:
            to = re.search(r"^To: .*?(\w+)@players.test", f.read(), re.M)
        n += bool(to) and to.group(1) in names
    return n


def run(kind, root):
    with tempfile.TemporaryDirectory(prefix="heraldo.") as top:
        os.chmod(top, 0o755)
        os.mkdir(top + "/server")
        server = kind(root, top + "/server")
        judge = Judge(top + "/judge", server)
        first = ["a%d" % i for i in range(STRANGERS)]
        second = ["b%d" % i for i in range(STRANGERS)]
        server.start()
        for name in first:
            judge.write(name)
        judge.start()
        try:
            start = time.monotonic()
            wait("answers stay in the server's queue", 25,
                 lambda: arrived(server, first) == STRANGERS)
            print("%s: %d answers in %.1f s" % (
                kind.__name__, STRANGERS, time.monotonic() - start))
            server.stop()
            server.start(relays=False)
            for name in second:
                judge.write(name)
            wait("the refusal is not told", 30,
                 lambda: judge.said("relay not permitted"))
            time.sleep(5)
            tries = judge.said("relay not permitted")
            if tries > 4 or judge.outbox("failed"):
                sys.exit("FAIL: %d tries, %d mails failed" % (
                    tries, judge.outbox("failed")))
            server.stop()
            server.start()
            judge.process.send_signal(signal.SIGHUP)
            wait("mails wait after the server was mended", 60,
                 lambda: arrived(server, second) == STRANGERS)
            wait("a mail is not sent", 10,
                 lambda: not judge.outbox("ready"))
            if arrived(server, first + second) != 2 * STRANGERS:
                sys.exit("FAIL: a mail arrived twice")
        except SystemExit:
            with open(judge.dir + "/log") as f:
                sys.stderr.write(f.read()[-4000:])
            subprocess.run([BUILD + "/heraldo", "--config", judge.conf,
                            "outbox", "list"], stdout=sys.stderr)
            subprocess.run("tail -n 20 %s/log/*" % server.dir, shell=True,
                           stdout=sys.stderr)
            raise
        finally:
            judge.stop()
            server.stop()


def main():
    root = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="heraldo.") as folder:
        os.chmod(folder, 0o755)
        users(folder)
        libraries(root, folder)
        run(Exim, root)
        for name in ("passwd", "group", "ld.so.cache"):
            subprocess.run(["umount", "/etc/" + name], check=True)


main()
