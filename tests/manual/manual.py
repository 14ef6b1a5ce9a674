#!/usr/bin/python3
"""What the manual and the README show is tried.

An example in a page follows a comment  .\\" TEST: KIND WORDS  and is what
stands between .Bd -literal and .Ed; kinds that need no example stand alone.
In the README every indented line is a command, and is tried as it stands.

	orders		every line is read, in the grammar of the game
	conditions	every line is a condition
	complaints	every line is answered by a complaint
	mail		a mail of orders: the first two lines are whole and the
			others are read, or are a dispute
	file NAME	the same, written to a file for the examples after it
	text		a block whose first line is that of KEYS or GM, and
			whose second is whole
	join KEY	a wish to join, with the public key below it
	keys, shell	run in a folder of the page's own, one after the other;
			shell A=B with A in it replaced by B
	setup COMMAND	run before those that follow, not shown
	canonical A B	B is the canonical form of A
	verify KEY MAIL [FILE..]	KEY signed MAIL, or the FILEs attached
	judge		checks the signature of a report of the judge, in the
			game that is played by the manual
	word FILE	the two last outputs are a word and its hash
	config		a configuration that check-config takes
	options		options that a new game takes
	case		a case that holds
"""
import email
import email.policy
import glob
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))
CHECK = os.path.join(BUILD, "manual_check")
HERALDO = os.path.join(BUILD, "heraldo")
MAN = "contrib/man"

faults = []
counts = {}


def fault(where, text):
    faults.append("%s: %s" % (where, text))


def pages():
    """Path of every page, made or kept, by its name in the source tree."""
    out = {}
    for folder in ("", "/es"):
        for top in (SRC, BUILD):
            here = os.path.join(top, MAN + folder)
            for name in sorted(os.listdir(here)) if os.path.isdir(here) \
                    else []:
                if re.search(r"\.[1578]$", name):
                    out[MAN + folder + "/" + name] = os.path.join(here, name)
    return out


def unroff(text):
    for a, b in ((r"\-", "-"), (r"\(aq", "'"), (r"\(dq", '"'), (r"\&", "")):
        text = text.replace(a, b)
    return text.replace(r"\e", "\\")


def examples_of_page(text):
    """(line, kind, words, lines) of every marked example."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        m = re.match(r'\.\\" TEST: (\w+) ?(.*)', line)
        if not m:
            continue
        body = []
        if i + 1 < len(lines) and lines[i + 1].startswith(".Bd -literal"):
            for more in lines[i + 2:]:
                if more == ".Ed":
                    break
                body.append(unroff(more))
        yield i + 1, m.group(1), m.group(2).split(), body


# --- the canonical form, written from the manual alone -----------------------

OUT = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e"
                 "\u2060-\u206f\ufe00-\ufe0f\ufeff]")
INTO = {"\u2212": "-", "\u2044": "/", "\u2190": "<-", "\u2192": "->",
        "\u21d2": "=>", "\u00a9": "(C)", "\u00ae": "(R)", "\u2122": "(TM)"}
INTO.update({c: "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015"})
INTO.update({c: "'" for c in "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc"})
INTO.update({c: '"' for c in "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"})
SPACE = "[\u0000-\u0020\u007f-\u00a0\u1680\u2028\u2029]"


def capital(text):
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" or
                   "\u00e0" <= c <= "\u00fe" and c != "\u00f7" else c
                   for c in text)


def canonical(text):
    out = []
    for line in re.split("\r\n|\r|\n", text):
        line = OUT.sub("", line)
        line = capital("".join(INTO.get(c, c) for c in line))
        line = unicodedata.normalize("NFKC", line)
        line = "".join(INTO[c] if c in "\u2044" or "\u2010" <= c <= "\u2015"
                       else c for c in line)
        line = re.sub("^(%s|>)+" % SPACE, "", line)
        line = re.sub("%s+$" % SPACE, "", line)
        line = re.sub("%s+" % SPACE, " ", line)
        line = re.sub("-+", "-", line)
        line = re.sub(r"\.\.+", "...", line)
        line = capital(line)
        if line:
            out.append(line + "\n")
    return "".join(out)


CORPUS = [
    "Move A1 to 12.5 8\r\n> > turn  a2\tNE\n\n",
    "mover a1 \u2014 12,5\u00a08 \u2026 \u00abA\u00bb \u2018x\u2019 \u201cy\u201d\n",
    "\u200bfig\u00adht a1 b\ufb01 \u00e1\u00e9\u00ed\u00f1\u00fc\u00f7\u00ff\n",
    "a \u2190 b \u2192 c \u21d2 d \u00a9\u00ae\u2122 1\u20442 \u00bd\r>>x ---- ..... . ..\r",
    "  >  > \u3000\uff21\uff11 \u2011 \u2212 \u1680x\u2028y \u00b5 \u03b1\u0301\n",
    "\ufeffARMY Utem Guardsman ** \u2032\u2033\u00b4\u02bc\n\u00a0\n",
]


def check_canonical():
    for i, text in enumerate(CORPUS):
        with tempfile.NamedTemporaryFile() as f:
            f.write(text.encode())
            f.flush()
            got = subprocess.run([CHECK, "canonical", f.name],
                                 capture_output=True).stdout.decode()
        if got != canonical(text):
            fault("canonical form", "text %d: %r is not %r" %
                  (i, got, canonical(text)))


# --- the examples ------------------------------------------------------------

class Folder:
    """Where the examples of one page are run, in their order."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="heraldo-manual-")
        os.mkdir(os.path.join(self.path, "bin"))
        # as installed: a new configuration has templates and data beside it
        with open(os.path.join(self.path, "bin/heraldo"), "w") as f:
            f.write("#!/bin/sh\n'%s' \"$@\" || exit\n"
                    "[ \"$1\" != init ] || sed -i 's|^.judge.$|&\\n"
                    "templates = %s/templates\\ndata = %s/db|' "
                    "\"$2/heraldo.conf\"\n" % (HERALDO, SRC, SRC))
            os.fchmod(f.fileno(), 0o755)
        self.link("heraldod", os.path.join(BUILD, "heraldod"))
        if not shutil.which("signify"):
            self.link("signify", shutil.which("signify-openbsd"))
        self.env = dict(os.environ, HOME=self.path,
                        PATH=self.path + "/bin:" + os.environ["PATH"])
        self.printed = []

    def link(self, name, to):
        if to:
            os.symlink(to, os.path.join(self.path, "bin", name))

    def file(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def shell(self, body):
        r = subprocess.run(["/bin/bash", "-euo", "pipefail", "-c", body],
                           cwd=self.path, env=self.env, capture_output=True,
                           text=True, stdin=subprocess.DEVNULL)
        self.printed.append(r.stdout)
        return r.returncode, r.stdout + r.stderr

    def typed(self, body):
        """A program that asks at the terminal: an empty pass phrase."""
        pid, fd = pty.fork()
        if not pid:
            os.chdir(self.path)
            os.execve("/bin/bash", ["bash", "-euc", body], self.env)
        said = b""
        while True:
            try:
                more = os.read(fd, 4096)
            except OSError:
                break
            if not more:
                break
            said += more
            if more.rstrip().endswith(b":") or b"passphrase" in more:
                os.write(fd, b"\n")
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), \
            said.decode(errors="replace")

    tried = False

    def hasty(self, body):
        """A pass phrase of minisign costs seconds each time: once is enough."""
        if "minisign -G" in body and Folder.tried:
            return body.replace("minisign -G", "minisign -G -W")
        Folder.tried |= "minisign -G" in body
        return body

    def check(self, *words):
        r = subprocess.run([CHECK] + list(words), cwd=self.path,
                           capture_output=True, text=True)
        return r.returncode, r.stdout + r.stderr

    def end(self):
        shutil.rmtree(self.path)


def inside(lines):
    """What stands between the marker lines, if there are any."""
    kept = [l for l in lines if not re.match(r"-----(BEGIN|END) HERALDO", l)]
    return "\n".join(kept) + "\n"


def try_one(folder, kind, words, body):
    text = "\n".join(body) + "\n"
    if kind in ("orders", "conditions", "complaints"):
        return folder.check(kind, folder.file("example", text), *words)
    if kind in ("mail", "file"):
        name = words[0] if words else "example"
        return folder.check("mail", folder.file(name, inside(body)))
    if kind == "judge":
        return 0, ""  # see check_game
    if kind == "text":
        if not re.match(r"(KEYS|CLAVES) \S+ [A-Z] \d+ \d+$|"
                        r"(GM|DJ) \S+ \d+ \d+$", body[0]):
            return 1, body[0]
        return folder.check("seen", folder.file("example", text))
    if kind == "join":
        with open(os.path.join(folder.path, words[0])) as f:
            path = folder.file("example", text + "\n" + f.read())
        return folder.check("join", words[0], path)
    if kind == "keys":
        return folder.typed(folder.hasty(text))
    if kind == "setup":
        return folder.shell(" ".join(words))
    if kind == "shell":
        for word in words:
            text = text.replace(*word.split("=", 1))
        # minisign asks for its pass phrase at the terminal
        return folder.typed(text) if "minisign -S" in text else \
            folder.shell(text)
    if kind == "options":
        return folder.shell(
            "[ -d g ] || heraldo init g judge@example.org\n"
            "heraldo --config g/heraldo.conf game new --system %s trial " %
            (words[0] if words else "rebellion") +
            " ".join("--option '%s'" % o for o in body))
    if kind == "canonical":
        code, said = folder.check("canonical", words[0])
        with open(os.path.join(folder.path, words[1])) as f:
            return (code, said) if code else (said != f.read(), said)
    if kind == "verify":
        code, said = folder.check("verify", *words)
        if not code and "FIGHT A1 B2 ELSE" not in said and \
                "LUCHAR A1 B2 SINO" not in said:
            code = 1
        return code, said
    if kind == "word":
        return folder.check("word", folder.printed[-1].strip(),
                            folder.printed[-2].split()[0])
    if kind == "config":
        os.makedirs(os.path.join(folder.path, "state"), exist_ok=True)
        # as heraldo init leaves it
        folder.file("state/judge.key", "")
        path = folder.file("heraldo.conf", re.sub(
            r"(?m)^\[judge\]$", "[judge]\ntemplates = %s/templates\n"
            "data = %s/db" % (SRC, SRC), text)
            .replace("/var/lib/heraldo/state", "state"))
        r = subprocess.run([HERALDO, "--config", path, "check-config"],
                           capture_output=True, text=True,
                           env=dict(folder.env,
                                    HERALDO_INBOX_PASSWORD="x",
                                    HERALDO_OUTBOX_PASSWORD="x"))
        return r.returncode, r.stdout + r.stderr
    if kind == "case":
        r = subprocess.run([HERALDO, "case", "--templates",
                            SRC + "/templates", "--catalog",
                            SRC + "/db/catalog",
                            folder.file("a.case", text)],
                           capture_output=True, text=True)
        return r.returncode, r.stdout + r.stderr
    return 1, "there is no kind of example '%s'" % kind


def check_examples(name, examples):
    folder = Folder()
    n = 0
    for line, kind, words, body in examples:
        code, said = try_one(folder, kind, words, body)
        counts[kind] = counts.get(kind, 0) + 1
        n += 1
        if code:
            fault("%s:%d" % (name, line), "this %s does not hold: %s\n%s" %
                  (kind, " ".join(words) + "\n" + "\n".join(body), said))
    folder.end()
    return n


def check_readme(found):
    """Every command works, every page and file that is named exists."""
    text = open(os.path.join(SRC, "README.md"), encoding="utf-8").read()
    folder = Folder()
    n = 0
    for i, line in enumerate(text.split("\n"), 1):
        if not line.startswith("    "):
            continue
        command = line.split("#")[0].strip()
        n += 1
        if command.startswith("contrib/quickstart "):
            script = open(os.path.join(SRC, "contrib/quickstart")).read()
            code, said = not re.search(r"(?m)^%s\)" % command.split()[1],
                                       script), "quickstart does not know it"
        elif command.startswith("heraldod"):
            code, said = folder.shell(command + " --once")
        elif command.startswith(("ssh-keygen", "minisign")):
            code, said = folder.typed(folder.hasty(command))
        else:
            code, said = folder.shell(command)
        if code:
            fault("README.md:%d" % i, "%s: %s" % (command, said))
    folder.end()
    have = {re.sub(r"\.(\d)$", r"(\1)", os.path.basename(p)) for p in found}
    for page in re.findall(r"`(heraldo[\w.-]*\(\d\))`", text):
        if page not in have:
            fault("README.md", "there is no page " + page)
    for name in re.findall(r"`((?:contrib|src|db|tests)/[\w./-]+)`", text):
        if not os.path.exists(os.path.join(SRC, name)):
            fault("README.md", "there is no file " + name)
    return n


# --- a game, as the manual tells it --------------------------------------------

BEGIN = "-----BEGIN HERALDO ORDERS-----"
END = "-----END HERALDO ORDERS-----"


class Club:
    """A judge without a mail server, and two players who follow the manual."""

    def __init__(self):
        self.folder = Folder()
        self.folder.env["HERALDO_CONFIG"] = "club/heraldo.conf"
        self.mails = 0
        self.run("heraldo init club judge@example.org")
        self.game = self.run("heraldo game new --option build=100 harbour")
        self.run("ssh-keygen -q -t ed25519 -N '' -f ana;"
                 "signify -G -n -p bea.pub -s bea.sec")

    def run(self, command):
        code, said = self.folder.shell(command)
        if code:
            raise AssertionError("%s: %s" % (command, said))
        return self.folder.printed[-1].strip()

    def path(self, name):
        return os.path.join(self.folder.path, name)

    def send(self, who, text):
        """A mail to the judge; gives what became of it."""
        self.mails += 1
        box = self.path("club/mail/judge")
        for name in ("new", "cur", "tmp"):
            os.makedirs(os.path.join(box, name), exist_ok=True)
        with open("%s/new/%d.test" % (box, self.mails), "w",
                  encoding="utf-8") as f:
            f.write("From: %s <%s@example.org>\nTo: judge@example.org\n"
                    "Subject: orders\nMessage-ID: <%d@example.org>\n"
                    "Content-Type: text/plain; charset=utf-8\n\n"
                    "Hello judge,\n\n%s\nBye!\n" %
                    (who.capitalize(), who, self.mails, text))
        self.run("heraldod --once")
        for line in self.run("heraldo --json inbox list").split("\n"):
            row = json.loads(line)
            if row["number"] == self.mails:
                return row["verdict"]
        return "lost"

    def signed(self, who, lines):
        self.folder.file("turn", canonical("\n".join(lines) + "\n"))
        self.run("rm -f turn.sig")
        self.run("ssh-keygen -Y sign -n heraldo-orders@heraldo -f ana turn"
                 if who == "ana" else "signify -S -s bea.sec -m turn")
        with open(self.path("turn.sig")) as f:
            return "\n".join([BEGIN] + lines + [END, f.read()])

    def last_mail(self, who):
        box = self.path("club/mail/%s@example.org/new" % who)
        newest = max((os.path.join(box, n) for n in os.listdir(box)),
                     key=os.path.getmtime)
        with open(newest, "rb") as f:
            return email.message_from_binary_file(
                f, policy=email.policy.default)

    def template(self, who):
        """The first two lines of the last mail's template."""
        text = self.last_mail(who).get_body(("plain",)).get_content()
        lines = [re.sub("^[> ]*", "", line) for line in text.split("\n")]
        at = [n for n, line in enumerate(lines)
              if re.match(r"(ORDERS|JOIN) %s " % self.game, line)][-1]
        return lines[at:at + 2]

    def seen(self, point):
        text = self.run("heraldo render --seat A --point %d %s" % (
            point, self.game))
        return re.search("^SEEN .*$", text, re.M)[0]


def expect(what, got, wanted):
    if got != wanted:
        fault("a game by the manual", "%s: %s, not %s" % (what, got, wanted))


def check_word_opened(club, head, words):
    """By the report that says so, which this judge has signed."""
    mail = club.last_mail("ana")
    with open(club.path("kept"), "wb") as f:
        f.write(mail.as_bytes())
    club.folder.file("lines", head + "\nEND\n")
    text = next(part.get_content() for part in mail.iter_attachments()
                if part.get_filename() == "report.txt")
    club.folder.file("judge.key.pub", re.search("Key of the judge: (.*)", text)[1] + "\n")
    sign = "heraldo sign --text --report kept --word word.%s --judge %s lines"
    told = club.run(sign % ("ana", "judge.key.pub"))
    expect("a word opened by its report", "WORD OPEN " + words["ana"].upper() in told, True)
    expect("a report of another judge", bool(club.folder.shell(
        sign % ("ana", "ana.pub"))[0]), True)
    expect("another's word", bool(club.folder.shell(sign % ("bea", "judge.key.pub"))[0]), True)
    for part in mail.iter_attachments():            # and one that somebody has changed
        if part.get_filename() in ("report.txt", "report.txt.sig"):
            with open(club.path(part.get_filename().replace("report.txt", "kept")), "wb") as f:
                f.write(part.get_payload(decode=True))
    expect("report.txt itself", club.folder.shell(sign % ("ana", "judge.key.pub"))[0], 0)
    with open(club.path("kept"), "ab") as f:
        f.write(b"x")
    expect("a changed report", bool(club.folder.shell(sign % ("ana", "judge.key.pub"))[0]), True)


def check_club(club):
    for number, who in enumerate(("ana", "bea"), 1):
        with open(club.path(who + ".pub")) as f:
            wish = "%s\nJOIN %s ANY\n%s\n\n%s" % (BEGIN, club.game, END,
                                                f.read())
        expect("joining", club.send(who, wish), "challenged")
        expect("answering", club.send(who, club.signed(
            who, club.template(who))), "join_proven")
        club.run("heraldo game admit %s %d" % (club.game, number))
    serial = {"ana": 0, "bea": 0}

    def head(who, kind="ORDERS", point=None):
        shown = json.loads(club.run("heraldo --json game list"))
        serial[who] += kind != "PREVIEW"
        point = shown["point"] if point is None else point
        return "%s %s %s %d %d\n%s" % (
            kind, club.game, {"ana": "A", "bea": "B"}[who], point, serial[who],
            club.seen(point))

    words = {}
    for who in ("ana", "bea"):
        club.run("head -c 16 /dev/urandom >word")
        printed = club.run("{ printf 'heraldo word 1'; cat word; }"
                           " | b2sum -l 192")
        words[who] = club.run(r"od -An -tx1 word | tr -d ' \n'")
        club.run("cp word word." + who)
        expect("a word", club.send(who, club.signed(who, [
            head(who), "WORD " + printed.split()[0]])), "adjudicated")
    check_word_opened(club, head("ana", "PREVIEW"), words)
    for who in ("ana", "bea"):
        expect("a word opened", club.send(who, club.signed(who, [
            head(who), "WORD OPEN " + words[who]])), "adjudicated")
    club.run("heraldo game start " + club.game)
    club.run("heraldod --once")
    # the judge's signature of the report, as the manual checks it
    for part in club.last_mail("ana").iter_attachments():
        if part.get_filename().startswith("report.txt"):
            with open(club.path(part.get_filename()), "wb") as f:
                f.write(part.get_payload(decode=True))
    with open(club.path("report.txt"), encoding="utf-8") as f:
        told = dict(line.strip().split(": ", 1) for line in f
                    if ": " in line)
    expect("the commitment", told["Commitment of the dice"][:5],
           club.game[-5:])
    club.folder.file("judge.key.pub", told["Key of the judge"] + "\n")
    club.run(JUDGE_CHECK)
    with open(club.path("report.txt"), "ab") as f:
        f.write(b"x")
    expect("a changed report", bool(club.folder.shell(JUDGE_CHECK)[0]), True)
    expect("a preview", club.send("ana", club.signed("ana", [
        head("ana", "PREVIEW"), "ARMY Utem Guardsman *"])), "preview")
    expect("a question", club.send("ana", club.signed("ana", [
        head("ana"), "RULE RB-MOVE-03"])), "answered")
    expect("an unknown word", club.send("ana", club.signed("ana", [
        head("ana"), "XYZZY Utem Guardsman *"])), "complaint")
    expect("an old point", club.send("ana", club.signed("ana", [
        head("ana", point=1), "ARMY Utem Guardsman *"])), "stale")
    told = club.template("ana")[0].split()
    expect("the template", told[:3], ["ORDERS", club.game, "A"])
    mail = club.signed("ana", [head("ana"), "ARMY Utem Guardsman *"])
    expect("an army", club.send("ana", mail), "adjudicated")
    expect("the same mail again", club.send("ana", mail), "repeated")
    expect("another's seat", club.send("bea", club.signed("bea", [
        head("ana"), "ARMY Utem Guardsman *"])), "seat_other")
    expect("a word too late", club.send("bea", club.signed("bea", [
        head("bea"), "WORD " + "0" * 48])), "word_late")
    club.run("heraldo replay --check " + club.game)


JUDGE_CHECK = ""


def check_game(found):
    global JUDGE_CHECK
    page = open(found[MAN + "/heraldo-orders.7"], encoding="utf-8").read()
    for line, kind, words, body in examples_of_page(page):
        if kind == "judge":
            JUDGE_CHECK = "\n".join(body)
    club = Club()
    try:
        check_club(club)
    except (AssertionError, IndexError, OSError, ValueError) as e:
        fault("a game by the manual", repr(e))
    club.folder.end()


# --- the pages ---------------------------------------------------------------

def check_lint(found):
    tool = shutil.which("mandoc")
    if not tool:
        fault("mandoc", "it is not installed, so no page was checked")
        return
    for name, path in found.items():
        r = subprocess.run([tool, "-Tlint", "-W", "warning", path],
                           capture_output=True, text=True)
        for line in (r.stdout + r.stderr).split("\n"):
            if re.search(r"(WARNING|ERROR|UNSUPP):", line):
                fault(name, line)


# pages of others that ours may refer to
FOREIGN = {"cron 8", "gpg 1", "gpgv 1", "minisign 1", "openssl 1", "ssh-keygen 1", "signify 1", "systemd 1",
           "systemctl 1", "journalctl 1", "sqlite3 1", "vim 1", "nano 1"}


def check_references(found):
    have = {re.sub(r"\.(\d)$", r" \1", os.path.basename(n)) for n in found}
    for name, path in found.items():
        for i, line in enumerate(open(path, encoding="utf-8"), 1):
            m = re.match(r"\.Xr (\S+) (\d)", line)
            if m and " ".join(m.groups()) not in have | FOREIGN:
                fault("%s:%d" % (name, i), "there is no page " +
                      "%s(%s)" % m.groups())


def long_options(*files):
    out = set()
    for name in files:
        text = open(os.path.join(SRC, name), encoding="utf-8").read()
        out |= set(re.findall(
            r'\{\s*"([a-z][a-z0-9-]+)",\s*(?:no|required)_argument', text))
    return out


def commands():
    """name: its source file, of every sub-command"""
    text = open(os.path.join(SRC, "src/cli/commands.def"),
                encoding="utf-8").read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    source = {}
    for path in glob.glob(os.path.join(SRC, "src/cli/*.c")):
        for symbol in re.findall(r"(?m)^int command_(\w+)\(struct cli",
                                 open(path, encoding="utf-8").read()):
            source[symbol] = os.path.relpath(path, SRC)
    return {name: source.get(symbol, symbol) for symbol, name in
            re.findall(r'COMMAND\((\w+), "([^"]+)"', text)}


def command_items(page):
    """The items of heraldo(1) as (command and verb, options)."""
    for line in page.split("\n"):
        m = re.match(r"\.It Cm (.*)", line)
        if m:
            yield m.group(1)


def check_commands(found):
    page = open(found[MAN + "/heraldo.1"], encoding="utf-8").read()
    items = list(command_items(page))
    table = commands()
    told = {}
    for item in items:
        name = item.split()[0]
        told.setdefault(name, set()).update(re.findall(r"Fl -([a-z0-9-]+)", item))
        if name not in table:
            fault("heraldo.1", "there is no command " + name)
    for name, source in table.items():
        if not os.path.exists(os.path.join(SRC, source)):
            fault("commands.def", "%s is not in %s" % (name, source))
            continue
        have = long_options(source)
        if name not in told:
            fault("heraldo.1", "the command %s is not told of" % name)
        for o in sorted(have - told.get(name, set())):
            fault("heraldo.1", "%s has an option --%s" % (name, o))
        for o in sorted(told.get(name, set()) - have):
            fault("heraldo.1", "%s has no option --%s" % (name, o))
        # the verbs that the command compares its first word with
        text = open(os.path.join(SRC, source), encoding="utf-8").read()
        verbs = set(re.findall(r'!strcmp\((?:what|verb|argv\[0\]|argv\[1\]'
                               r'|argv\[optind\]), "([a-z]+)"\)', text))
        shown = {i.split()[1] for i in items
                 if i.split()[0] == name and len(i.split()) > 1}
        for v in sorted(verbs):
            if v not in shown and not any(
                    re.match(r"%s (Oo )?(Cm )?%s\b" % (name, v), i)
                    for i in items):
                fault("heraldo.1", "%s %s is not told of" % (name, v))
    for o in long_options("src/heraldo.c"):
        if "Fl -" + o not in page:
            fault("heraldo.1", "heraldo has an option --" + o)
    page = open(found[MAN + "/heraldod.8"], encoding="utf-8").read()
    have = long_options("src/heraldod.c")
    for o in have - set(re.findall(r"(?m)^\.It Fl -([a-z-]+)", page)):
        fault("heraldod.8", "heraldod has an option --" + o)
    for o in set(re.findall(r"(?m)^\.It Fl -([a-z-]+)", page)) - have:
        fault("heraldod.8", "heraldod has no option --" + o)


def check_verdicts(found):
    """heraldo(1) has each word for what became of a mail, with its meaning,
    and the sources store no other."""
    page = open(found[MAN + "/heraldo.1"], encoding="utf-8").read()
    table = open(os.path.join(SRC, "src/judge/inbox/verdict.def"),
                 encoding="utf-8").read()
    rows = re.findall(r'X\("([a-z_-]+)",\s*"((?:[^"\\]|\\.)*)"\)', table)
    words = {w for w, _ in rows}
    for w, meaning in rows:
        if ".It Sy %s\n%s\n" % (w.replace("-", "\\-"),
                                meaning.replace('\\"', '"')) not in page:
            fault("heraldo.1", "%s of verdict.def is not told of" % w)
    text = open(os.path.join(SRC, "src/auth/sig_error.def"),
                encoding="utf-8").read()
    for w in re.findall(r"(?m)^X\(([A-Z_]+),", text):
        if w.lower().replace("_", "\\-") not in page:
            fault("heraldo.1", "%s of sig_error.def is not told of" % w)
    # what players are told of a mail is among them; by_master is of a JOIN
    # that a game master refuses
    text = open(os.path.join(SRC, "templates/en/messages"),
                encoding="utf-8").read()
    used = set(re.findall(r"(?m)^reason\.([a-z_]+) ", text)) - {"by_master"}
    for path in glob.glob(os.path.join(SRC, "src/judge/**/*.c"),
                          recursive=True):
        text = open(path, encoding="utf-8").read()
        used |= set(re.findall(
            r'(?:out\.verdict = (?:d->no = )?|\(struct mail_verdict\)\{ )'
            r'"([a-z_]+)"', text))
    text = open(os.path.join(SRC, "src/mail/message.c"), encoding="utf-8").read()
    used |= set(re.findall(r'\[(?:MAIL|MESSAGE)_\w+\] = "([a-z-]+)"',
                           text)) - {"read", "human"}
    for w in sorted(used - words):
        fault("verdict.def", "%s is missing" % w)


def check_mentions(found):
    """Sub-commands that are named in the running text exist."""
    known = set(commands())
    sources = dict(found, **{"README.md": os.path.join(SRC, "README.md")})
    for name, path in sources.items():
        for i, line in enumerate(open(path, encoding="utf-8"), 1):
            line = unroff(line)
            for m in re.finditer(r"(?:^\.Ql |`)heraldo (?:--json )?"
                                 r"([a-z]+(?:-[a-z]+)*)", line):
                if m.group(1) not in known:
                    fault("%s:%d" % (name, i),
                          "there is no command heraldo " + m.group(1))


def check_config_keys(found):
    page = open(found[MAN + "/heraldo.conf.5"], encoding="utf-8").read()
    text = open(os.path.join(SRC, "src/cli/config.def"),
                encoding="utf-8").read()
    have = set(re.findall(r'(?m)^X\(\w+, "[a-z]+", "([a-z-]+)"', text))
    told = set(re.findall(r"(?m)^\.It Cm ([a-z-]+) No =", page))
    if not have or not told:
        fault("heraldo.conf.5", "no keys were found to compare")
    for k in sorted(have ^ told):
        fault("heraldo.conf.5", "the key %s is in %s only" %
              (k, "the code" if k in have else "the page"))


def games():
    """The games that heraldo plays: their names, and their rules' prefixes."""
    done = subprocess.run([HERALDO, "rulesets"], capture_output=True,
                          text=True, check=True)
    for line in done.stdout.splitlines():
        name, _, _, prefixes = line.split("\t")
        yield name, prefixes.split()


def check_games(found):
    """Of each game its options, the values of its state, its rules."""
    n = 0
    for name, prefixes in games():
        n += 1
        page, folder = "heraldo-%s.7" % name, "src/games/%s/rules/" % name
        if MAN + "/" + page not in found:
            fault(page, "this page is missing")
            continue
        said = open(found[MAN + "/" + page], encoding="utf-8").read()
        text = open(os.path.join(SRC, folder + "options.def"),
                    encoding="utf-8").read()
        for o in re.findall(r'(?m)^OPTION\(\w+, "([a-z_]+)"', text):
            if ".It Cm %s No =" % o not in said:
                fault(page, "the option %s is missing" % o)
        text = open(os.path.join(SRC, folder + "paths.c"),
                    encoding="utf-8").read()
        for kind, value in re.findall(r'(?m)^\t([A-Z]+)\("(\w+)", ', text):
            if not re.search(r"\b%s\b" % value, said):
                fault(page, "the value %s is missing" % value)
        known = set(re.findall(r'"(\w\w-[A-Z]+-\d\d)"', open(
            os.path.join(SRC, folder + "rules.def")).read()))
        for i in sorted(set(re.findall(r"\b\w\w-[A-Z]+-\d\d", said)) - known):
            if i[:3] in prefixes:
                fault(page, "there is no rule " + i)
    if not n:
        fault("heraldo", "it knows no games")


def spoken(language):
    """What is said to the judge, by name: the first of its words."""
    text = open(os.path.join(SRC, "templates", language, "vocabulary"),
                encoding="utf-8").read()
    return dict(re.findall(r"(?m)^judge\.(\w+) = ([^,\n]+)", text))


def check_masters(found):
    """Each command of a game master and of keys, in both languages."""
    names = []
    for path, how in (("requests/gm_commands.c", r"\{ SPOKEN_(\w+), do_"),
                      ("people/accounts.c", r"is_verb\(d, line, SPOKEN_(\w+)\)")):
        text = open(os.path.join(SRC, "src/judge", path),
                    encoding="utf-8").read()
        names += re.findall(how, text)
    if len(names) < 15:
        fault("gm_commands.c", "its commands were not found")
    words = [spoken(language) for language in ("en", "es")]
    for name in ("heraldo-orders.7", "es/heraldo-orders.7"):
        page = open(found[MAN + "/" + name], encoding="utf-8").read()
        for v in (w[x] for w in words for x in names):
            if not re.search(r"(?m)^\.It Ic .*\b%s\b" % v, page):
                fault(name, "%s is not told of" % v)


def check_case_words(found):
    """What the notes beside the cases name is in the pages, too."""
    page = "".join(open(found[MAN + name], encoding="utf-8").read()
                   for name in ("/heraldo-case.5", "/heraldo-rebellion.7"))
    notes = open(os.path.join(SRC, "tests/cases/README.md"),
                 encoding="utf-8").read()
    said = re.findall(r"(?m)^    ([a-z_]+)(?: |$)", notes) + \
        re.findall(r"`([a-z_]+)[ =`]", notes)
    if len(said) < 30:
        fault("tests/cases/README.md", "its words were not found")
    for word in sorted(set(said)):
        if not re.search(r"\b%s\b" % word, page):
            fault("heraldo-case.5", "%s is not told of" % word)


def check_editors():
    for name in ("heraldo-orders.nanorc", "heraldo-case.nanorc"):
        path = os.path.join(BUILD, "contrib/editor", name)
        text = open(path, encoding="utf-8").read()
        for i, line in enumerate(text.split("\n"), 1):
            for pattern in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                r = subprocess.run(["grep", "-E", "-q", "-e", pattern],
                                   input="", capture_output=True, text=True)
                if r.returncode == 2:
                    fault("%s:%d" % (name, i), r.stderr)
    orders = open(os.path.join(BUILD, "contrib/editor/heraldo-orders.nanorc"),
                  encoding="utf-8").read()
    for word in ("MOVE", "MOVER", "END GAME", "SI FALLA", "NORTHEAST",
                 "DISARM", "DESACTIVAR"):
        if not re.search(r"[(|]%s[|)]" % word, orders):
            fault("heraldo-orders.nanorc", "%s has no colour" % word)
    if not shutil.which("vim"):
        return
    for name, text, group in (
            ("heraldo-orders", "MOVER A1 A 12,5 8", "heraldoOrder"),
            ("heraldo-orders", "DISARM A1 K1", "heraldoOrder"),
            ("heraldo-case", "figure A1 at 10 10 face N", "heraldoCase")):
        with tempfile.TemporaryDirectory() as d:
            with open(d + "/text", "w") as f:
                f.write(text + "\n")
            r = subprocess.run(
                ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es",
                 "-c", "syntax enable", "-c", "source %s/contrib/editor/%s.vim"
                 % (BUILD, name), "-c",
                 "call writefile([synIDattr(synID(1, 1, 1), 'name')], '%s/out')"
                 % d, "-c", "qa!", d + "/text"], capture_output=True,
                text=True, stdin=subprocess.DEVNULL)
            got = open(d + "/out").read().strip() \
                if os.path.exists(d + "/out") else r.stdout + r.stderr
            if got != group:
                fault(name + ".vim", "%s is %r, not %s" % (text, got, group))


def check_near_words(found):
    """What is near to an order is no word of it: neither pages nor editors
    show it as one."""
    shown = [(os.path.join(BUILD, "contrib/editor", name), name)
             for name in ("heraldo-orders.vim", "heraldo-orders.nanorc")]
    shown += [(path, name) for name, path in found.items()
              if name in ("heraldo-dungeons.7", "heraldo-rebellion.7")]
    for path, name in shown:
        text = open(path, encoding="utf-8").read()
        if "APPROACH" in text:
            fault(name, "shows a word of near.move as one of MOVE")


def main():
    found = pages()
    for name in ("heraldo.1", "heraldod.8", "heraldo.conf.5",
                 "heraldo-case.5", "heraldo-orders.7",
                 "es/heraldo-orders.7"):
        if MAN + "/" + name not in found:
            fault(name, "this page is missing")
    n = 0
    for name, path in found.items():
        n += check_examples(name, examples_of_page(
            open(path, encoding="utf-8").read()))
    n += check_readme(found)
    # the example of a configuration that is installed
    path = os.path.join(SRC, "contrib/examples/heraldo.conf")
    text = open(path, encoding="utf-8").read()
    n += check_examples("contrib/examples/heraldo.conf", [
        (1, "config", [], text.replace("/var/lib/heraldo", "state")
         .split("\n"))])
    check_canonical()
    check_game(found)
    check_lint(found)
    check_references(found)
    check_commands(found)
    check_verdicts(found)
    check_mentions(found)
    check_config_keys(found)
    check_games(found)
    check_masters(found)
    check_case_words(found)
    check_editors()
    check_near_words(found)
    for text in faults:
        print(text)
    print("manual: %d pages, %d examples (%s), %d faults" %
          (len(found), n, ", ".join("%d %s" % (counts[k], k)
                                    for k in sorted(counts)), len(faults)))
    if not n:
        print("no example was found")
    return 1 if faults or not n else 0


sys.exit(main())
