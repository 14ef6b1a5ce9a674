"""heraldo status, from a judge that was never started to one that was killed."""
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
TMP = tempfile.mkdtemp(prefix="heraldo-status.")
CONF = TMP + "/judge/heraldo.conf"


def check(what, good, said=""):
    if not good:
        sys.exit("%s fails:\n%s" % (what, said))


def heraldo(*words):
    r = subprocess.run([BUILD + "/heraldo", "--config", CONF] + list(words),
                       capture_output=True, text=True, timeout=60)
    return r.returncode, r.stdout + r.stderr


def status():
    code, said = heraldo("--json", "status")
    return code, json.loads(said)


def kinds(s):
    return [p["kind"] for p in s["problems"] if p["level"] != "ok"]


def configure(outbox="kind = maildir\npath = mail\n"):
    with open(CONF, "w") as f:
        f.write("[judge]\naddress = judge@example.test\nstate = state\n"
                "templates = %s/templates\ndata = %s/db\npoll-seconds = 1\n"
                "[inbox]\nkind = maildir\npath = mail/judge\n[outbox]\n%s"
                % (SRC, SRC, outbox))


def mail(name, sender):
    folder = TMP + "/judge/mail/judge"
    os.makedirs(folder + "/new", exist_ok=True)
    with open("%s/%s" % (folder, name), "w") as f:
        f.write("From: %s\nTo: judge@example.test\nSubject: help\n"
                "Message-ID: <%s@example.test>\n\nhelp\n" % (sender, name))
    os.rename("%s/%s" % (folder, name), "%s/new/%s" % (folder, name))


def start(listener=None):
    env = dict(os.environ)
    if listener:
        env["NOTIFY_SOCKET"] = listener.getsockname()
        env["WATCHDOG_USEC"] = "400000"
    return subprocess.Popen([BUILD + "/heraldod", "--config", CONF], env=env,
                            stderr=open(TMP + "/log", "a"))


def wait(what, seconds=120):
    until = time.time() + seconds
    while time.time() < until:
        if what():
            return True
        time.sleep(0.05)
    return False


def has_told(listener, lines, words):
    try:
        while True:
            lines.append(listener.recv(4096, socket.MSG_DONTWAIT).decode())
    except BlockingIOError:
        pass
    return any(words in line for line in lines)


def logged(words):
    with open(TMP + "/log") as f:
        return words in f.read()


def refused(d, words):
    """The reload is refused with these words, and the daemon goes on."""
    with open(TMP + "/log") as f:
        f.seek(0, os.SEEK_END)
        d.send_signal(signal.SIGHUP)
        said = []

        def told():
            said.append(f.read())
            return re.search("stays as it was: .*" + words, "".join(said))
        check(words, wait(told) and d.poll() is None, "".join(said))


def reloads(d, listener):
    """SIGHUP: a configuration with a fault changes nothing, a good one is read
    by the same process."""
    with open(CONF) as f:
        was = f.read()
    fails = (
        ("state = state", "pol-seconds = 5", "did you mean 'poll-seconds'"),
        ("state = state", "state = elsewhere", "by a restart alone"),
        ("poll-seconds = 1", "poll-seconds = often", "a number from 1 to"),
        ("kind = maildir", "kind = mbox", "one of maildir"),
        ("/templates", "/no-templates", "no-templates: No such file"),
        ("/db", "/templates", "templates/catalog: No such file"),
        ("path = mail/judge", "path = /dev/null/judge", "not a folder"),
        ("[judge]", "[judge]\ntime-zone = Mars/Base", "no such zone"),
        ("[judge]", "[judge]\ngnupg-home = /dev/null/keys", "/dev/null/keys"),
        ("[judge]", "judge", "[Kk]ey file"),
    )
    for old, new, words in fails:
        with open(CONF, "w") as f:
            f.write(was.replace(old, new))
        refused(d, words)
    os.remove(CONF)
    refused(d, "cannot read the configuration")
    with open(CONF, "w") as f:
        f.write(was.replace("[judge]", "[judge]\npoll-seconds = 5"))
    code, said = heraldo("game", "new", "harbour")
    check("game new", code == 0, said)
    key = TMP + "/judge/state/judge.key"
    os.rename(key, key + ".kept")
    refused(d, "is not there: heraldo --config .* init makes it")
    code, said = heraldo("key", "new", TMP + "/other")
    check("key new", code == 0, said)
    os.rename(TMP + "/other", key)
    refused(d, "another judge.s key")
    os.rename(key + ".kept", key)
    with open(CONF, "w") as f:
        f.write(was.replace("[judge]", "[judge]\npoll-seconds = 5"))
    lines = []
    d.send_signal(signal.SIGHUP)
    check("READY after SIGHUP", wait(lambda: has_told(listener, lines,
                                                      "READY=1")), lines)
    check("RELOADING", has_told(listener, lines, "RELOADING=1")
          and not has_told(listener, lines, "STOPPING=1"), lines)
    check("a judge that was reloaded", wait(lambda: status()[0] == 0)
          and status()[1]["daemon"]["pid"] == d.pid, status())


def set_aside():
    """A mail that was set aside: listed, shown, tried again, given up."""
    db = sqlite3.connect(TMP + "/judge/state/heraldo.db")

    def put_aside(mail):
        db.execute("UPDATE inbox SET state = 3, verdict = 'poison', poison = 1 "
                   "WHERE id = ?", (mail,))
        db.commit()
    put_aside(1)
    put_aside(2)
    code, s = status()
    check("mails that are set aside", code and "quarantined" in kinds(s), s)
    code, said = heraldo("inbox", "list", "quarantined")
    check("their list", code == 0 and said.count("quarantined") == 2
          and "(it broke its reader)" in said, said)
    code, said = heraldo("inbox", "show", "1")
    check("one of them", code == 0 and "cleo@example.test" in said, said)
    code, said = heraldo("inbox", "retry", "1")
    check("tried again", code == 0 and "mail 1 is tried again" in said, said)
    subprocess.run([BUILD + "/heraldod", "--config", CONF, "--once"],
                   check=True, capture_output=True)
    code, said = heraldo("inbox", "drop", "2")
    check("given up", code == 0 and "mail 2 is never judged" in said, said)
    code, s = status()
    check("none is left", s["inbox"]["quarantined"] == 0
          and s["inbox"]["done"] == 2 and "quarantined" not in kinds(s), s)
    code, said = heraldo("inbox", "list", "--words", "dropped by the operator")
    check("on record", code == 0 and said.startswith("       2 "), said)
    for verb in "drop", "retry":
        code, said = heraldo("inbox", verb, "2")
        check(verb, code == 1 and "mail 2 is not set aside: done" in said, said)
    code, said = heraldo("inbox", "drop", "99")
    check("no mail", code == 1 and "there is no mail 99" in said, said)
    db.close()


def lives():
    code, s = status()
    check("a judge that was never started", code == 1
          and s["daemon"]["state"] == "never" and kinds(s) == ["daemon"]
          and s["version"] == 1, s)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(TMP + "/notify")
    d = start(listener)
    lines = []
    check("READY", wait(lambda: has_told(listener, lines, "READY=1")), lines)
    check("the watchdog", wait(lambda: has_told(listener, lines,
                                                "WATCHDOG=1")), lines)
    check("a status text", has_told(listener, lines, "STATUS="), lines)
    code, s = status()
    check("a judge that runs", code == 0 and s["daemon"]["state"] == "running"
          and s["daemon"]["pid"] == d.pid and s["daemon"]["since"] > 0, s)
    reloads(d, listener)
    contact = health("mailbox_s")
    check("a new contact, within seconds", contact and wait(
        # which empties the socket, too
        lambda: has_told(listener, lines, "none such")
        or health("mailbox_s") > contact, 30), contact)
    d.send_signal(signal.SIGTERM)
    d.wait(20)
    check("STOPPING", has_told(listener, lines, "STOPPING=1"), lines)
    code, s = status()
    check("a judge that was ended", code == 2 and kinds(s) == ["daemon"]
          and s["mailbox"]["contact"] > 0, s)
    d = start()
    # since: the file about it is of this process
    check("a second life", wait(lambda: status()[1]["daemon"]["since"]
                                and status()[0] == 0))
    d.kill()
    d.wait()
    code, said = heraldo("status")
    check("a judge that was killed", code == 2
          and "critical: heraldod does not run; it was there last" in said,
          said)


def health(name):
    """A number of the file health."""
    with open(TMP + "/judge/state/health") as f:
        return int(re.search("^%s = (.*)$" % name, f.read(), re.M).group(1))


def reloading():
    """Between the end of one configuration and the start of the next the
    daemon is no fault, for a minute; later, or without its process, it is."""
    path = TMP + "/judge/state/health"
    with open(path) as f:
        was = f.read()
    for age, word, code in (1, "reloading", 0), (300, "stopped", 2):
        with open(path, "w") as f:
            f.write(re.sub("(ended_s|fault|once|pid|reload_s) =.*\n", "", was)
                    + "pid = %d\nreload_s = %d\n"
                    % (os.getpid(), time.time() - age))
        got, s = status()
        check("a reload %d s ago" % age, got == code
              and s["daemon"]["state"] == word, s)
    with open(path, "w") as f:
        f.write(was)


def unreadable():
    """A mailbox that cannot be read is critical after a quarter of an hour."""
    db = sqlite3.connect(TMP + "/judge/state/heraldo.db")
    for age, level in (5, "warning"), (1200, "critical"):
        db.execute("DELETE FROM mailbox_troubles")
        db.execute("INSERT INTO mailbox_troubles (kind, subject, since_s, words)"
                   " VALUES (0, '', ?, 'connection refused')",
                   (int(time.time()) - age,))
        db.commit()
        found = [p["level"] for p in status()[1]["problems"]
                 if p["kind"] == "mailbox"]
        check("unreadable for %d s" % age, found == [level], found)
    db.execute("DELETE FROM mailbox_troubles")
    db.commit()
    db.close()


def full():
    """A full disk, and no daemon: critical, though SQLite opens nothing."""
    disk = TMP + "/disk"
    os.mkdir(disk)
    if os.getuid() or subprocess.run(["unshare", "-m", "true"]).returncode:
        return
    r = subprocess.run(["unshare", "-m", "sh", "-euc", """
        mount -t tmpfs -o size=4m tmpfs "$1"
        cp -r "$2/judge/state" "$1"
        rm -f "$1"/state/heraldo.db-wal "$1"/state/heraldo.db-shm
        sed "s|^state = .*|state = $1/state|" "$2/judge/heraldo.conf" >"$2/full"
        head -c 5m /dev/zero >"$1/zero" 2>/dev/null || true
        "$3/heraldo" --json --config "$2/full" status""",
                        "sh", disk, TMP, BUILD],
                       capture_output=True, text=True)
    check("status of a full disk", r.returncode == 2
          and kinds(json.loads(r.stdout))[0] == "disk", r.stdout + r.stderr)


def mails():
    """A line with fields for each mail, and lists of them."""
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(TMP + "/journal")
    mail("three", "cleo@example.test")
    subprocess.run([BUILD + "/heraldod", "--config", CONF, "--once"],
                   env=dict(os.environ, HERALDO_JOURNAL=TMP + "/journal"),
                   check=True, capture_output=True)
    lines = []
    check("a line for a mail in", has_told(journal, lines,
                                           "HERALDO_DIRECTION=in\n"), lines)
    check("its number and time", any("HERALDO_MAIL=1\n" in line
          and "HERALDO_MS=" in line and "PRIORITY=6\n" in line
          for line in lines), lines)
    check("a line for a mail out", any("HERALDO_DIRECTION=out\n" in line
          and "HERALDO_ADDRESS=cleo@example.test\n" in line
          and "HERALDO_VERDICT=sent\n" in line for line in lines), lines)
    with open(CONF) as f:
        conf = f.read()
    with open(CONF, "w") as f:
        f.write(conf.replace("[judge]", "[judge]\nlog-addresses = no"))
    mail("four", "dora@example.test")
    r = subprocess.run([BUILD + "/heraldod", "--config", CONF, "--once"],
                       check=True, capture_output=True, text=True)
    check("no address in the log", "mail 2 in: " in r.stderr
          and "mail 2 out: sent" in r.stderr and "dora" not in r.stderr,
          r.stderr)
    configure()
    code, said = heraldo("outbox", "list", "--words", "dora")
    check("outbox list --words", code == 0 and "dora@" in said
          and "cleo@" not in said, said)
    code, said = heraldo("--json", "inbox", "list", "--max", "1")
    check("inbox list --max", code == 0
          and json.loads(said)["number"] == 2, said)
    code, said = heraldo("--json", "inbox", "list", "--before", "2")
    check("inbox list --before", json.loads(said)["number"] == 1, said)
    code, said = heraldo("inbox", "list", "--since", "2d", "--until", "1d")
    check("inbox list --since", code == 0 and said == "", said)
    code, said = heraldo("inbox", "list", "nwe")
    check("a state that there is not", code == 2
          and "new, trying, done, quarantined" in said, said)
    code, said = heraldo("inbox", "list", "--game", "none")
    check("a game that there is not", code == 1, said)


def moved():
    """The state folder is taken away while the daemon runs: a mail that comes
    then stays in the mailbox."""
    done = status()[1]["inbox"]["done"]
    d = start()
    check("a judge to be moved", wait(lambda: status()[0] == 0))
    state = TMP + "/judge/state"
    os.rename(state, state + ".gone")
    mail("moved", "moe@example.test")
    check("a daemon without its database", wait(
        lambda: d.poll() is not None) and d.returncode == 3
        and logged("was moved or removed"), open(TMP + "/log").read())
    code, said = heraldo("status")
    check("a folder that is gone", code == 3
          and "heraldo --config %s restore" % CONF in said,
          said)
    os.rename(state + ".gone", state)
    subprocess.run([BUILD + "/heraldod", "--config", CONF, "--once"],
                   check=True, capture_output=True)
    code, said = heraldo("inbox", "list")
    check("its mail", status()[1]["inbox"]["done"] == done + 1,
          "%d before\n%s%s" % (done, said, open(TMP + "/log").read()))


def refuses():
    """status says why the daemon ended, until one runs."""
    with open(CONF) as f:
        conf = f.read()
    for option in ([], ["--once"]):
        with open(CONF, "w") as f:
            f.write(conf.replace("/templates", "/no-templates"))
        r = subprocess.run([BUILD + "/heraldod", "--config", CONF] + option,
                           capture_output=True)
        check("a start that fails", r.returncode == 78, r.stderr)
        with open(CONF, "w") as f:
            f.write(conf)
        code, s = status()
        check("why it ended", code == 2 and kinds(s) == ["daemon"]
              and "no-templates: No such file" in s["daemon"]["text"]
              and s["daemon"]["text"] in s["problems"][0]["text"], s)
    subprocess.run([BUILD + "/heraldod", "--config", CONF, "--once"],
                   check=True, capture_output=True)
    code, s = status()
    check("well again", code == 0 and s["daemon"]["text"] == "", s)


def stalls():
    """Games that do not go on: paused, overdue, or with a mail set aside."""
    for name in "Ana", "Ben":
        address = name.lower() + "@example.test"
        for words in (("person", "add", name, address),
                      ("key", "new", TMP + "/" + name),
                      ("key", "add", name, TMP + "/" + name + ".pub")):
            code, said = heraldo(*words)
            check(" ".join(words), code == 0, said)
    code, said = heraldo("--quiet", "game", "new", "--option", "build=100",
                         "--deadline", "1d", "--words", "0d", "stalls")
    game = said.split()[0]
    for words in (("seat", game, "A", "Ana"), ("seat", game, "B", "Ben"),
                  ("start", game), ("pause", "--why", "a storm", game)):
        code, said = heraldo("game", *words)
        check(" ".join(words), code == 0, said)

    def stalled(kind):
        found = [g for g in status()[1]["stalled"]
                 if g["game"] == game and g["kind"] == kind]
        check(kind, len(found) == 1, status())
        return found[0]
    s = stalled("paused")
    check("a paused game", "a storm" in s["text"]
          and s["waits_for"] == ["game master"], s)
    code, said = heraldo("game", "resume", game)
    check("resume", code == 0, said)
    db = sqlite3.connect(TMP + "/judge/state/heraldo.db")
    db.execute("UPDATE timers SET due_s = ?", (int(time.time()) - 3600,))
    db.execute("UPDATE inbox SET state = 3, slot = 0, game = (SELECT id FROM "
               "games WHERE name = ?) WHERE id = 1", (game,))
    db.commit()
    db.close()
    for kind in "overdue", "quarantined":
        s = stalled(kind)
        check(kind, s["waits_for"] and set(s["waits_for"]) <=
              {"A Ana", "B Ben"} and s["since"] > 0, s)
    code, said = heraldo("status")
    check("the words of it", "stalled  %s (overdue): a deadline is over" % game
          in said and "; waits for " in said, said)


def wakes():
    """The mails of a command leave at once, though no mail comes in."""
    code, said = heraldo("--quiet", "game", "new", "--option", "build=100",
                         "--deadline", "1d", "--words", "0d", "awake")
    game = said.split()[0]
    for seat, name in ("A", "Ana"), ("B", "Ben"):
        code, said = heraldo("game", "seat", game, seat, name)
        check("seat", code == 0, said)
    with open(CONF) as c:
        conf = c.read()
    with open(CONF, "w") as c:
        c.write(conf.replace("poll-seconds = 1\n", ""))
    d = start()
    check("a quiet judge", wait(lambda: status()[1]["daemon"]["pid"] == d.pid))
    time.sleep(3)
    code, said = heraldo("game", "start", game)
    check("start", code == 0, said)
    # it looks after itself once a minute
    check("its mails leave", wait(lambda: "sent" in heraldo(
        "outbox", "list", "--game", game)[1], 45),
        heraldo("outbox", "list", "--game", game)[1])
    d.terminate()
    d.wait(20)
    configure()


def faults():
    # a mail server that is not there
    configure("kind = smtp\nhost = 127.0.0.1\nport = 9\ntls = none\n")
    mail("one", "ann@example.test")
    d = start()
    check("the mail server is away", wait(
        lambda: "server" in kinds(status()[1])), open(TMP + "/log").read())
    code, s = status()
    check("its words", code == 1 and s["server"]["state"] != "open"
          and s["server"]["text"] and s["waiting"]["mails"] == 1
          and s["waiting"]["oldest"] > 0, s)
    code, said = heraldo("status", "--metrics", TMP + "/metrics")
    with open(TMP + "/metrics") as f:
        metrics = f.read()
    check("metrics", code == 1 and "heraldo_up 1\n" in metrics
          and "heraldo_waiting_mails 1\n" in metrics
          and 'heraldo_outbox{state="ready"} 1\n' in metrics
          and "# TYPE heraldo_status gauge" in metrics, metrics)
    d.send_signal(signal.SIGTERM)
    d.wait(20)
    # a recipient who is refused for good, and seen to
    configure()
    mail("two", "\"a b\"@example.test")
    d = start()
    wait(lambda: status()[1]["waiting"]["mails"] == 0)
    d.send_signal(signal.SIGTERM)
    d.wait(20)
    code, said = heraldo("status", "--acknowledge")
    check("acknowledging", code == 0 and "acknowledged: " in said, said)
    check("nothing is failed then", not set(kinds(status()[1])) & {
        "failed", "bounced"}, status()[1])


def backups():
    """The age of the last backup; the timer's is tried by contrib/package-try."""
    code, s = status()
    check("no backup, none expected", s["backup"] ==
          {"made": 0, "folder": "", "days": 0} and "backup" not in kinds(s), s)
    with open(CONF) as f:
        conf = f.read()
    with open(CONF, "w") as f:
        f.write(conf.replace("[judge]", "[judge]\nbackup-days = 3"))
    code, said = heraldo("status")
    check("a backup that is missing", code and "warning: no backup was made "
          "yet, and one is expected every 3 days" in said, said)
    code, said = heraldo("backup", TMP + "/copy")
    check("a backup", code == 0, said)
    code, s = status()
    check("its time", abs(s["backup"]["made"] - time.time()) < 600
          and s["backup"]["folder"] == os.path.realpath(TMP + "/copy")
          and "backup" not in kinds(s), s)
    code, said = heraldo("status", "--metrics", "-")
    check("its metric", "heraldo_backup_seconds %d\n" % s["backup"]["made"]
          in said, said)
    old = int(time.time()) - 7 * 86400
    db = sqlite3.connect(TMP + "/judge/state/heraldo.db")
    db.execute("UPDATE judge_values SET value = CAST(? AS BLOB) "
               "WHERE name = 'backup'", ("%d /old" % old,))
    db.commit()
    db.close()
    code, s = status()
    check("an old backup", "backup" in kinds(s)
          and s["backup"]["made"] == old, s)
    code, said = heraldo("status")
    check("its words", "warning: the last backup was made 20" in said
          and "backup   20" in said and ", /old\n" in said, said)
    configure()


subprocess.run([BUILD + "/heraldo", "init", TMP + "/judge",
                "judge@example.test"], check=True, capture_output=True)
configure()
backups()
mails()
set_aside()
os.remove(TMP + "/judge/state/health")
lives()
reloading()
unreadable()
full()
moved()
refuses()
faults()
stalls()
wakes()
subprocess.run(["rm", "-rf", TMP])
print("status: all as it should be")
