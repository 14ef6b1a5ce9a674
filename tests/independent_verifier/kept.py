#!/usr/bin/python3
"""Both verifiers on the same logs, with signatures of other people's programs.

	kept.py BUILDDIR SRCDIR

A game whose players sign with gpg, openssl, ssh-keygen and minisign; then what
`heraldo verify` and contrib/verify.py say of its log: with and without the keys
of GnuPG, of a judge that is named, of reports that were kept, and of orders
that the judge has signed with another key. Ends with 77 where a program is not
here.
"""
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
BUILD, SRC = (os.path.abspath(x) for x in sys.argv[1:3])
sys.path.insert(0, os.path.join(SRC, "tests/tamper"))
import log as tampered  # noqa: E402

TOOLS = ("gpg", "gpgv", "gpgsm", "openssl", "ssh-keygen", "minisign")
BEGIN, END = "-----BEGIN HERALDO ORDERS-----", "-----END HERALDO ORDERS-----"
WORD = "WORD %s\n// at the caf\u00e9 \u2013 \u201cagain\u201d"
DISPUTE = "DISPUTE 1 too late"
red = []
checks = 0


def run(*words, data=None, env=None, cwd=None):
    return subprocess.run([str(w) for w in words], input=data, env=env, cwd=cwd, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def must(*words, **more):
    done = run(*words, **more)
    if done.returncode:
        sys.exit("%s\n%s" % (" ".join(map(str, words)), done.stdout.decode()))
    return done.stdout.decode()


class Court:
    """A judge, its players and one game."""

    def __init__(self, folder):
        self.folder, self.mails = folder, 0
        self.home = self.path("h")
        run(BUILD + "/heraldo", "init", self.home, "judge@court.test")
        conf = self.path("h/heraldo.conf")
        with open(conf, encoding="utf-8") as f:
            text = f.read().replace("[judge]", "[judge]\ntemplates = %s/templates\ndata = %s/db\n"
                                    "gnupg-home = gnupg" % (SRC, SRC))
        with open(conf, "w", encoding="utf-8") as f:
            f.write(text)
        os.environ["GNUPGHOME"] = self.path("gnupg")
        os.mkdir(self.path("gnupg"), 0o700)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def heraldo(self, *words):
        return must(BUILD + "/heraldo", "--config", self.path("h/heraldo.conf"), *words)

    def keys(self):
        """Ana has one of GnuPG and one of SSH, Bob a certificate and one of minisign;
        Eve has as many as they."""
        for who in ("ana", "eve"):
            must("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key",
                 who + "@one.test", "ed25519", "sign", "never")
            self.write(who + ".asc", must("gpg", "--batch", "--armor", "--export",
                                          who + "@one.test"))
        self.write("ext", "keyUsage=digitalSignature\nextendedKeyUsage=emailProtection\n")
        must("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key",
             "-out", "ca.pem", "-days", "30", "-subj", "/CN=TestCA", cwd=self.folder)
        for who in ("bob", "mallory"):
            must("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", who + ".key",
                 "-out", who + ".csr", "-subj", "/CN=%s/emailAddress=%s@two.test" % (who, who),
                 cwd=self.folder)
            must("openssl", "x509", "-req", "-in", who + ".csr", "-CA", "ca.pem", "-CAkey",
                 "ca.key", "-CAcreateserial", "-days", "30", "-extfile", "ext", "-out",
                 who + ".pem", cwd=self.folder)
            self.write(who + ".chain", self.read(who + ".pem") + self.read("ca.pem"))
        must("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ana", "-f", self.path("ana"))
        must("minisign", "-G", "-W", "-p", self.path("bob.pub"), "-s", self.path("bob.mini"))

    def begin(self):
        self.heraldo("person", "add", "Ana", "ana@one.test")
        self.heraldo("person", "add", "Bob", "bob@two.test")
        self.heraldo("key", "import", "Ana", self.path("ana.asc"))
        self.heraldo("key", "add", "Ana", self.path("ana.pub"))
        self.heraldo("key", "import", "Bob", self.path("bob.chain"))
        self.heraldo("key", "add", "Bob", self.path("bob.pub"))
        self.game = self.heraldo("game", "new", "--option", "build=100", "duel").split()[0]
        self.heraldo("game", "seat", self.game, "A", "Ana")
        self.heraldo("game", "seat", self.game, "B", "Bob")
        self.heraldo("game", "start", self.game)

    def orders(self, seat, serial, line):
        shown = self.heraldo("game", "show", self.game)
        point = re.search(r" point (\d+)", shown)[1]
        return "ORDERS %s %s %s %d\n%s\n%s\n" % (
            self.game, seat, point, serial, re.search("SEEN .*", shown)[0], line)

    def sent(self, mail):
        """A mail of somebody, taken and adjudicated."""
        box = self.path("h/mail/judge/new")
        os.makedirs(box, exist_ok=True)
        for other in ("cur", "tmp"):
            os.makedirs(self.path("h/mail/judge/" + other), exist_ok=True)
        self.mails += 1
        head = "From: x@one.test\r\nTo: judge@court.test\r\nMessage-ID: <%d@one.test>\r\n" \
            "MIME-Version: 1.0\r\n" % self.mails
        with open(os.path.join(box, "%d.mail" % self.mails), "wb") as f:
            f.write(head.encode() + mail)
        said = run(BUILD + "/heraldod", "--config", self.path("h/heraldo.conf"), "--once")
        told = self.heraldo("inbox", "list")
        if len(re.findall("disputed|adjudicated", told)) != self.mails:
            sys.exit(told + said.stdout.decode())

    def pgp(self, who, part):
        self.write("part", part)
        must("gpg", "--batch", "--yes", "--quiet", "--armor", "--detach-sign", "--digest-algo",
             "SHA512", "-u", who + "@one.test", "-o", self.path("part.asc"), self.path("part"))
        return self.read("part.asc")

    def smime(self, who, part):
        self.write("part", part)
        must("openssl", "cms", "-sign", "-binary", "-in", self.path("part"), "-signer",
             self.path(who + ".pem"), "-inkey", self.path(who + ".key"), "-outform", "DER",
             "-out", self.path("part.p7s"), "-md", "sha256")
        return self.read("part.p7s")

    def play(self):
        orders = "%s\n%s%s\n" % (BEGIN, self.orders("A", 1, WORD % (24 * "a1")), END)
        part = b"Content-Type: text/plain; charset=UTF-8; format=flowed\r\n" \
            b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(
                orders.replace("\n", "\r\n").encode()).replace(b"\n", b"\r\n")
        self.sent(b'Content-Type: multipart/signed; boundary=b; micalg=pgp-sha512; protocol='
                  b'"application/pgp-signature"\r\n\r\n--b\r\n' + part + b"\r\n--b\r\n"
                  b"Content-Type: application/pgp-signature\r\n\r\n" +
                  self.pgp("ana", part) + b"\r\n--b--\r\n")
        part = ("Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n%s%s\r\n" % (
            BEGIN, self.orders("B", 1, WORD % (24 * "b2")).replace("\n", "\r\n"), END)).encode()
        self.sent(b'Content-Type: multipart/signed; boundary=b; micalg=sha-256; protocol='
                  b'"application/pkcs7-signature"\r\n\r\n--b\r\n' + part + b"\r\n--b\r\n"
                  b"Content-Type: application/pkcs7-signature; name=smime.p7s\r\n"
                  b"Content-Transfer-Encoding: base64\r\n\r\n" +
                  base64.encodebytes(self.smime("bob", part)) + b"\r\n--b--\r\n")
        plain = b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
        self.write("orders", self.orders("A", 2, DISPUTE))
        self.write("text", must(BUILD + "/heraldo", "sign", "--text", self.path("orders")))
        must("ssh-keygen", "-q", "-Y", "sign", "-n", "heraldo-orders@heraldo", "-f",
             self.path("ana"), self.path("text"))
        self.sent(plain + ("%s\n" % BEGIN).encode() + self.read("text") +
                  ("%s\n" % END).encode() + self.read("text.sig"))
        self.write("orders", self.orders("B", 2, DISPUTE))
        self.write("text", must(BUILD + "/heraldo", "sign", "--text", self.path("orders")))
        must("minisign", "-S", "-s", self.path("bob.mini"), "-m", self.path("text"))
        self.sent(plain + ("%s\n" % BEGIN).encode() + self.read("text") +
                  ("%s\n" % END).encode() + self.read("text.minisig"))


def verifiers():
    yield "heraldo verify", [BUILD + "/heraldo", "--config", "/nonexistent", "verify", "--data",
                             SRC + "/db", "--templates", SRC + "/templates"]
    yield "verify.py", ["/usr/bin/python3", SRC + "/contrib/verify.py"]


def expect(what, code, *words, said="", unsaid=None, only="", env=None):
    """Both end with this code; and in what they print these words stand, and those do not."""
    global checks
    for name, command in verifiers():
        if only and name != only:
            continue
        checks += 1
        done = run(*command, *words, env=env)
        text = done.stdout.decode()
        if done.returncode != code or said not in text or (unsaid and unsaid in text):
            red.append("%s, %s: ended with %d, expected %d and %r, not %r\n%s" % (
                what, name, done.returncode, code, said, unsaid, text))


def words_withheld(court, full):
    """Bob of make_export sealed a word and kept it back; Ana and he of this court did not."""
    folder = court.path("words")
    os.mkdir(folder)
    must(BUILD + "/make_export", folder)
    for name in ("all", "A", "B", "public", "running.A"):
        expect("a word withheld, as %s has it" % name, 0, os.path.join(folder, name + ".jsonl"),
               said="\n  seat B withheld a word that it had sealed: with the judge's operator, "
               "seat B could choose between two courses of all dice\n",
               unsaid="seat A withheld")
    expect("no word withheld", 0, "--gnupg", court.path("keys"), full, unsaid="courses of all dice")


def forged(court, data, kind, who):
    """The judge signs the order of a player anew, with the key of another."""
    log = tampered.Log(data)
    for i, line in enumerate(log.lines):
        if "signed" in line and log.lines[i - 1]["event"]["format"] == kind + " mime":
            part = line["text"].encode()
            line["signature"] = (court.pgp(who, part).decode() if kind == "pgp" else
                                 base64.b64encode(court.smime(who, part)).decode())
            log.commit(i)
    text = court.read("h/state/judge.key").decode().split("\n")
    blob = base64.b64decode("".join(text[1:-2]))
    public = base64.b64decode(court.read("h/state/judge.key.pub").split()[1])[-32:]
    at = blob.rindex(public)        # the seed stands before the last copy
    return log.bytes(seed=blob[at - 32:at], keep_salts=True)


def keys_kept(court):
    """What one who checks has of GnuPG: the keys of all players, and of Eve."""
    os.mkdir(court.path("keys"), 0o700)
    shutil.copy(court.path("h/gnupg/pubring.kbx"), court.path("keys"))
    must("gpg", "--batch", "--quiet", "--homedir", court.path("keys"), "--import",
         court.path("eve.asc"))


def signatures(court, full):
    home = ["--gnupg", court.path("keys")]
    everything = ", 4 signatures"
    expect("all keys at hand", 0, *home, full, said=everything)
    expect("no folder of GnuPG", 4, full, said=", 2 signatures", only="heraldo verify")
    # a certificate comes with its signature
    expect("no folder of GnuPG", 4, full, said=", 3 signatures", only="verify.py")
    os.mkdir(court.path("empty"), 0o700)
    expect("a folder without keys", 4, "--gnupg", court.path("empty"), full,
           said=", 3 signatures")
    # where nobody can look, it is said
    expect("no program for it", 4, *home, full, said=", 2 signatures", only="verify.py",
           env={"PATH": court.path("empty")})
    os.mkdir(court.path("bin"))
    os.symlink(shutil.which("gpg"), court.path("bin/gpg"))
    os.symlink(shutil.which("openssl"), court.path("bin/openssl"))
    expect("gpg without gpgv", 0, *home, full, said=everything, only="verify.py",
           env={"PATH": court.path("bin"), "HOME": court.folder})
    with open(full, "rb") as f:
        data = f.read()
    same = court.write("same.jsonl", forged(court, data, "none", ""))
    expect("what the forger leaves alone", 0, *home, same)
    eve = court.write("eve.jsonl", forged(court, data, "pgp", "eve"))
    expect("a good signature by another key of GnuPG", 1, *home, eve, said="NOT VERIFIED")
    mallory = court.write("mallory.jsonl", forged(court, data, "smime", "mallory"))
    expect("a good signature by another certificate", 1, *home, mallory, said="NOT VERIFIED")
    expect("and without a folder", 1, mallory, said="by another key", only="verify.py")


def judges(court, full):
    pub = court.read("h/state/judge.key.pub").decode().split()
    print64 = must("ssh-keygen", "-l", "-f", court.path("h/state/judge.key.pub")).split()[1]
    home = ["--gnupg", court.path("keys")]
    for name in (print64, print64[7:], " ".join(pub[:2]), court.path("h/state/judge.key.pub")):
        expect("--judge %s" % name, 0, *home, "--judge", name, full, said=print64)
    other = must("ssh-keygen", "-l", "-f", court.path("ana.pub")).split()[1]
    for name in (other, court.path("ana.pub"), court.path("bob.pub"), "nobody"):
        expect("--judge %s" % name, 1, *home, "--judge", name, full, said="NOT VERIFIED")


def reports(court, full, early):
    home = ["--gnupg", court.path("keys")]
    good = []
    for number in re.findall(r"(?m)^\s*(\d+)", court.heraldo("outbox", "list")):
        mail = court.heraldo("outbox", "show", number)
        # what became of the mail is shown before its bytes
        mail = mail[mail.find("Date: "):]
        # letters to persons are signed, too, and tell of no game
        if re.search(r'filename="?report\.txt\.sig', mail) and " SEEN " in mail:
            good.append(court.write("report%s.eml" % number, mail))
    if len(good) < 4:
        sys.exit("the judge has sent %d reports" % len(good))
    words = [w for name in good for w in ("--report", name)]
    expect("reports that were kept", 0, *home, *words, full, said="its history is that of the log")
    expect("a log that is older than a report", 1, *home, *words, early,
           said="the log ends before it")
    # as files of their own
    from email import message_from_string
    with open(good[0], encoding="utf-8") as f:
        mail = message_from_string(f.read())
    parts = {p.get_filename(): p.get_payload(decode=True) for p in mail.walk()}
    text = court.write("report.txt", parts["report.txt"])
    court.write("report.txt.sig", parts["report.txt.sig"])
    expect("a report beside its signature", 0, *home, "--report", text, full)
    court.write("report.txt", parts["report.txt"] + b"2")
    expect("a report that was changed", 1, *home, "--report", text, full,
           said="the judge of this log has not signed it")
    # what a judge who tells two histories would sign
    court.write("report.txt", re.sub(
        rb"SEEN \S+", tampered.seen(bytes(range(32))).encode(), parts["report.txt"]))
    os.unlink(court.path("report.txt.sig"))
    must("ssh-keygen", "-q", "-Y", "sign", "-n", "heraldo-report@heraldo", "-f",
         court.path("h/state/judge.key"), text)
    expect("a report of another history", 1, *home, "--report", text, full,
           said="the judge signed ANOTHER HISTORY in it")
    court.write("report.txt", "good-bye\n")
    expect("no report of this game", 1, *home, "--report", text, full,
           said="it is no report of this game")
    os.unlink(court.path("report.txt.sig"))
    expect("no report at all", 1, *home, "--report", text, full, said="holds no report")
    expect("a report that is not there", 1, *home, "--report", court.path("none"), full)
    expect("a log that is not there", 1, court.path("none"))


def main():
    if not all(map(shutil.which, TOOLS)):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        court = Court(folder)
        court.keys()
        try:
            court.begin()
            early = court.path("early.jsonl")
            court.heraldo("export", "--seat", "A", "-o", early, court.game)
            court.play()
            court.heraldo("game", "end", "--why", "enough", court.game)
            full = court.path("full.jsonl")
            court.heraldo("export", "--full", "-o", full, court.game)
            keys_kept(court)
            signatures(court, full)
            judges(court, full)
            reports(court, full, early)
            words_withheld(court, full)
        finally:
            for home in ("gnupg", "h/gnupg", "keys", "empty"):
                run("gpgconf", "--homedir", court.path(home), "--kill", "all")
    print("%d answers of both verifiers" % checks)
    for text in red:
        print("RED: " + text)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
