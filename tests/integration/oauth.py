"""A token server for mail, and what heraldo does with it.

serve FILE    listen on a free port of loopback, which is written to FILE
try PORT      the test; the mail servers of servers/lib.sh run
"""
import base64
import hashlib
import http.server
import json
import os
import re
import signal
import smtplib
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

SRC = os.path.abspath(os.environ.get("HERALDO_SRCDIR", "."))
BUILD = os.path.abspath(os.environ.get("HERALDO_BUILDDIR", "."))


# --- the server ---------------------------------------------------------------

class State:
    codes = {}      # code -> challenge; used once
    refresh = {}    # refresh tokens that are good
    access = set()  # access tokens that are good
    device = {}     # device code -> how often it was asked
    n = 0
    n_refresh = 0
    life = 3600
    mode = "normal"


def words(n):
    """A token of the length that Microsoft's have."""
    return "T%05d." % n + "x" * 1800


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def answer(self, what, status=200):
        body = json.dumps(what).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def tokens(self):
        State.n += 1
        access, refresh = words(State.n), "R%05d" % State.n
        State.access.add(access)
        State.refresh[refresh] = True
        self.answer({"access_token": access, "refresh_token": refresh,
                     "token_type": "Bearer", "expires_in": State.life,
                     "scope": "mail"})

    def refuse(self, error, text, status=400):
        self.answer({"error": error, "error_description": text}, status)

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        q = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/control":
            for key, value in q.items():
                if key == "expire":
                    State.access.clear()
                elif key == "revoke":
                    State.access.clear()
                    State.refresh.clear()
                elif key == "life":
                    State.life = int(value)
                elif key == "mode":
                    State.mode = value
                elif key == "code":
                    State.codes[value] = q["challenge"]
            self.answer({"refreshes": State.n_refresh})
        else:
            self.answer({}, 404)

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        q = dict(urllib.parse.parse_qsl(self.rfile.read(length).decode()))
        if self.path == "/introspect":
            good = q.get("token") in State.access
            self.answer({"active": good, "username": "gm"} if good
                        else {"active": False})
            return
        if State.mode == "slow":  # longer than anything waits
            time.sleep(25)
            return
        if State.mode == "down":
            self.answer({}, 503)
            return
        if self.path == "/device":
            State.device["D1"] = 0
            self.answer({"device_code": "D1", "user_code": "WDJB-MJHT",
                         "verification_uri": "http://127.0.0.1/device",
                         "interval": 1, "expires_in": 60})
            return
        kind = q.get("grant_type", "")
        if q.get("client_id") != "club":
            self.refuse("invalid_client", "who are you?", 401)
        elif kind == "authorization_code":
            challenge = State.codes.pop(q["code"], None)
            verifier = hashlib.sha256(q["code_verifier"].encode()).digest()
            if challenge is None:
                self.refuse("invalid_grant",
                            "AADSTS54005: the code was redeemed already")
            elif base64.urlsafe_b64encode(verifier).decode().rstrip("=") \
                    != challenge:
                self.refuse("invalid_grant", "the verifier is wrong")
            else:
                self.tokens()
        elif kind == "refresh_token":
            State.n_refresh += 1
            if State.refresh.pop(q["refresh_token"], None):
                self.tokens()
            else:
                self.refuse("invalid_grant",
                            "AADSTS70043: the refresh token has expired")
        elif kind.endswith("device_code"):
            State.device[q["device_code"]] += 1
            if State.device[q["device_code"]] < 2:
                self.refuse("authorization_pending", "not yet")
            else:
                self.tokens()
        else:
            self.refuse("unsupported_grant_type", kind)


def serve(where):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open(where + ".new", "w") as f:
        f.write(str(server.server_address[1]))
    os.rename(where + ".new", where)
    server.serve_forever()


# --- the test -----------------------------------------------------------------

SAID = []   # all that was printed: no token may be in it


def run(conf, *args, stdin="", env=None, timeout=90):
    r = subprocess.run([BUILD + "/heraldo", "--config", conf] + list(args),
                       input=stdin, capture_output=True, text=True,
                       timeout=timeout, env={**os.environ, **(env or {})})
    SAID.append(r.stdout + r.stderr)
    return r.returncode, r.stdout + r.stderr


def check(what, good, said=""):
    if not good:
        print("%s fails:\n%s" % (what, said))
        sys.exit(1)


def control(port, **fields):
    url = "http://127.0.0.1:%s/control?%s" % (
        port, urllib.parse.urlencode(fields))
    return json.load(urllib.request.urlopen(url))


CONF = """[judge]
address = gm@example.test
state = {home}/state
templates = {src}/templates
data = {src}/db
poll-seconds = 1
[inbox]
kind = {kind}
host = localhost
port = {port}
ca-file = {ca}
user = gm
{inbox}
[outbox]
kind = smtp
host = localhost
port = {smtp}
ca-file = {ca}
user = gm
{outbox}
"""


class Club:
    def __init__(self, port):
        e = os.environ
        self.port = port
        self.home = tempfile.mkdtemp(prefix="heraldo-oauth.")
        subprocess.run([BUILD + "/heraldo", "init", self.home + "/h",
                        "gm@example.test"], check=True, capture_output=True)
        self.home += "/h"
        self.conf = self.home + "/heraldo.conf"
        self.kinds = {"imap": e["MAILTEST_IMAPS"], "pop3": e["MAILTEST_POP3S"]}
        self.smtp = e["MAILTEST_PFSUBM"] or e["MAILTEST_SUBM"]
        self.ca = e["MAILTEST"] + "/tls/server.crt"
        self.write()
        self.server = "http://127.0.0.1:%s" % port
        self.grant = self.home + "/state/oauth/gm@example.test.json"

    def write(self, kind="imap", inbox="oauth = gm@example.test",
              outbox="oauth = gm@example.test"):
        with open(self.conf, "w") as f:
            f.write(CONF.format(home=self.home, src=SRC, kind=kind,
                                port=self.kinds[kind], ca=self.ca,
                                smtp=self.smtp, inbox=inbox,
                                outbox=outbox))

    def mail(self, **more):
        return run(self.conf, "check-config", "--mail", "gm@example.test",
                   "--timeout", "20", **more)

    def set_grant(self, **fields):
        with open(self.grant) as f:
            g = json.load(f)
        g.update(fields)
        with open(self.grant, "w") as f:
            json.dump(g, f)
        return g

    def oauth(self, *more):
        return [BUILD + "/heraldo", "--config", self.conf, "oauth",
                "--client-id", "club", "--scope", "mail",
                "--authorize-url", self.server + "/authorize",
                "--device-url", self.server + "/device",
                "--token-url", self.server + "/token", *more,
                "gm@example.test"]


def browse(club, by_hand, wrong=False):
    """Consent as a person with a browser does; what heraldo printed."""
    p = subprocess.Popen(club.oauth(), stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True)
    said = ""
    while True:
        line = p.stdout.readline()
        said += line
        if line.startswith("http://") or not line:
            break
    q = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(line.strip()).query))
    check("the address to open", q.get("code_challenge_method") == "S256"
          and q["state"] and q["login_hint"] == "gm@example.test", said)
    control(club.port, code="C0de12345", challenge=q["code_challenge"])
    back = q["redirect_uri"] + "?" + urllib.parse.urlencode(
        {"code": "C0de12345", "state": q["state"]})
    if by_hand:
        if wrong:
            p.stdin.write(back[:back.index("state")] + "\n")
            p.stdin.write(back.replace(q["state"], "f" * 32) + "\n")
        p.stdin.write(back + "\n")
        p.stdin.flush()
    else:
        check("the page after the consent",
              b"Thank you" in urllib.request.urlopen(
                  back.replace("localhost", "127.0.0.1")).read())
    said += p.communicate(timeout=15)[0]
    SAID.append(said)
    return p.returncode, said


def consents(club):
    """O13: by hand, by the browser, by a device."""
    code, said = browse(club, True, wrong=True)
    check("a pasted address", code == 0 and "stored in" in said
          and said.count("is not of this attempt") == 2, said)
    check("the mode of the grant",
          os.stat(club.grant).st_mode & 0o777 == 0o600)
    code, said = browse(club, False)
    check("the browser's return", code == 0 and "stored in" in said, said)
    r = subprocess.run(club.oauth(), input="C0de12345\n" * 2, text=True,
                       capture_output=True)
    SAID.append(r.stdout + r.stderr)
    check("a code that was used", r.returncode == 3
          and "a code is good once" in r.stderr, r.stdout + r.stderr)
    r = subprocess.run(club.oauth("--device"), text=True, capture_output=True)
    SAID.append(r.stdout + r.stderr)
    check("a device code", r.returncode == 0 and "WDJB-MJHT" in r.stdout,
          r.stdout + r.stderr)


def refreshes(club):
    """O1 to O7, O14: tokens that are good, rejected, at their end, lost."""
    code, said = club.mail()
    check("a token for IMAP and SMTP", code == 0 and "came into" in said, said)
    for auth in "xoauth2", "oauthbearer":
        more = "oauth = gm@example.test\nauth = " + auth
        club.write(inbox=more, outbox=more)
        code, said = club.mail()
        check("auth = " + auth, code == 0, said)
    club.write()
    before = control(club.port, expire=1)["refreshes"]
    code, said = club.mail()
    check("a token that the server rejects", code == 0, said)
    check("one refresh for both accounts",
          control(club.port)["refreshes"] == before + 1)
    # at its end: it is refreshed before, and the new refresh token is kept
    old = club.set_grant(expires_s=int(time.time()) + 30)
    code, said = club.mail()
    with open(club.grant) as f:
        new = json.load(f)
    check("a token near its end", code == 0
          and new["refresh"] != old["refresh"]
          and new["expires_s"] > time.time() + 3000, said)
    # a token server that is away, while the token lives
    club.set_grant(expires_s=int(time.time()) + 60)
    control(club.port, mode="down")
    code, said = club.mail()
    check("an old token while the token server is away", code == 0, said)
    code, said = run(club.conf, "oauth", "--show", "gm@example.test")
    check("the fault in --show", "503" in said, said)
    # or slow: it is waited for once, and the old token is used
    club.set_grant(expires_s=int(time.time()) + 100)
    control(club.port, mode="slow")
    begin = time.time()
    code, said = club.mail()
    check("an old token while the token server is slow", code == 0
          and 15 < time.time() - begin < 40, said)
    control(club.port, mode="down")
    # and when it does not
    club.set_grant(expires_s=int(time.time()) - 60)
    code, said = club.mail()
    check("no token", code == 3 and "127.0.0.1: 503" in said, said)
    control(club.port, mode="normal")
    code, said = club.mail()
    check("the token server is back", code == 0, said)


def pop3(club):
    club.write(kind="pop3")
    code, said = club.mail()
    check("a token for POP3", code == 0, said)
    club.write()


def other_sources(club):
    """Files and commands, read at every login."""
    with open(club.grant) as f:
        token = json.load(f)["access"]
    folder = club.home + "/secrets"
    os.mkdir(folder, 0o700)

    def put(name, text, mode=0o640):
        path = folder + "/" + name
        with open(path, "w") as f:
            f.write(text + "\n")
        os.chmod(path, mode)
        return path

    club.write(inbox="token-file = " + put("token", token),
               outbox="token-command = echo about the token >&2; cat %s/token"
               % folder)
    code, said = club.mail()
    check("token-file and token-command", code == 0
          and "[outbox] token-command: about the token" in said, said)
    put("pw", "gm-pw", 0o440)
    club.write(inbox="password-command = cat %s/pw" % folder,
               outbox="password-file = %s/pw" % folder)
    code, said = club.mail()
    check("password-command and a file of mode 0440", code == 0, said)
    club.write(inbox="password-command = false", outbox="")
    code, said = club.mail(env={"HERALDO_OUTBOX_PASSWORD": "gm-pw"})
    check("a command that fails", code == 3
          and "password-command ended with status 1" in said, said)
    put("inbox-password", "gm-pw", 0o400)
    put("outbox-token", token, 0o400)
    club.write(inbox="", outbox="")
    code, said = club.mail(env={"CREDENTIALS_DIRECTORY": folder})
    check("credentials of systemd", code == 0, said)
    club.write(inbox="password-file = %s/pw" % folder,
               outbox="password-file = %s" % put("open", "gm-pw", 0o644))
    code, said = run(club.conf, "check-config")
    check("a file for everybody", code == 78 and "chmod g-wx,o=" in said, said)
    club.write(inbox="password-file = %s/pw\ntoken-file = %s/token"
               % (folder, folder), outbox="")
    code, said = run(club.conf, "check-config")
    check("two secrets", code == 78 and "more than one of" in said, said)
    club.write(inbox="auth = xoauth2\npassword-file = %s/pw" % folder,
               outbox="password-file = %s/pw" % folder)
    code, said = run(club.conf, "check-config")
    check("a password where a token is needed", code == 78
          and "auth = xoauth2 needs a token" in said, said)
    club.write()


def slow_command(club):
    """A command that does not end, beside the rest; it is stopped."""
    kept = club.conf
    club.conf = club.home + "/slow.conf"
    club.write(inbox="password-command = sleep 300", outbox="")
    p = subprocess.Popen([BUILD + "/heraldo", "--config", club.conf,
                          "check-config", "--mail", "gm@example.test"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=dict(os.environ, HERALDO_OUTBOX_PASSWORD="gm-pw"),
                         text=True)
    club.conf = kept

    def end():
        said = p.communicate(timeout=180)[0]
        SAID.append(said)
        check("a command that does not end", p.returncode == 3
              and "password-command" in said and "30 s" in said, said)
    return end


def daemon(club):
    """The two processes: refreshing through the keeper of the secrets."""
    control(club.port, expire=1)
    before = control(club.port)["refreshes"]
    r = subprocess.run([BUILD + "/heraldod", "--config", club.conf, "--once"],
                       capture_output=True, text=True, timeout=60)
    SAID.append(r.stdout + r.stderr)
    check("heraldod", r.returncode == 0
          and control(club.port)["refreshes"] == before + 1, r.stderr)
    # a token at its end, and a lost rotation: what is stored counts
    club.set_grant(expires_s=int(time.time()) - 5)
    r = subprocess.run([BUILD + "/heraldod", "--config", club.conf, "--once"],
                       capture_output=True, text=True, timeout=60)
    SAID.append(r.stdout + r.stderr)
    check("heraldod after a token's end", r.returncode == 0
          and control(club.port)["refreshes"] == before + 2, r.stderr)


def status(club):
    code, said = run(club.conf, "--json", "status")
    check("status", code < 3, said)
    return code, json.loads(said)


def wait(what, good, said):
    until = time.time() + 180
    while not good():
        check(what, time.time() < until, said())
        time.sleep(0.2)


def submit(club, subject):
    """A mail of alice, who is unknown: she gets an answer."""
    with smtplib.SMTP("localhost", int(club.smtp)) as smtp:
        smtp.starttls(context=ssl._create_unverified_context())
        smtp.login("alice", "alice-pw")
        smtp.sendmail("alice@example.test", ["gm@example.test"],
                      "From: alice@example.test\r\nTo: gm@example.test\r\n"
                      "Subject: %s\r\nMessage-ID: <%s@example.test>\r\n\r\n"
                      "HELP\r\n" % (subject, subject))


def revoked(club):
    """O9: a consent that is withdrawn while the daemon runs."""
    log = club.home + "/revoked.log"
    d = subprocess.Popen([BUILD + "/heraldod", "--config", club.conf],
                         stderr=open(log, "w"))

    def logged():
        with open(log) as f:
            return f.read()

    def kinds():
        return {p["kind"]: p for p in status(club)[1]["problems"]}
    wait("a daemon with a token", lambda: status(club)[0] == 0, logged)
    sent = status(club)[1]["outbox"]["sent"]
    control(club.port, revoke=1)
    submit(club, "revoked")
    wait("a mail that waits for a consent", lambda: "token" in kinds()
         and "server" in kinds(), logged)
    code, s = status(club)
    remedy = "oauth asks for it again"
    check("what status says", code == 2
          and "AADSTS70043" in s["tokens"][0]["text"]
          and remedy in kinds()["token"]["text"]
          and s["outbox"]["ready"] + s["outbox"]["sending"] == 1,
          json.dumps(s))
    check("what the log says", remedy in logged(), logged())
    # whoever starts it anew does not even read the mailbox
    d.send_signal(signal.SIGTERM)
    d.wait(60)
    d = subprocess.Popen([BUILD + "/heraldod", "--config", club.conf],
                         stderr=open(log, "a"))
    wait("a mailbox without a token", lambda: remedy
         in kinds().get("mailbox", {"text": ""})["text"], logged)
    code, said = club.mail()
    check("a consent that was withdrawn", code == 3
          and "invalid_grant: AADSTS70043" in said and remedy in said, said)
    code, said = run(club.conf, "oauth", "--show", "gm@example.test")
    check("the fault of the grant", "AADSTS70043" in said, said)
    # what is named mends it, without a restart and without a loss
    r = subprocess.run(club.oauth("--device"), text=True, capture_output=True)
    SAID.append(r.stdout + r.stderr)
    check("another consent", r.returncode == 0, r.stdout + r.stderr)
    wait("all is well again", lambda: status(club)[0] == 0, logged)
    s = status(club)[1]
    check("no mail was lost", s["outbox"]["sent"] == sent + 1
          and s["outbox"]["ready"] == 0 and s["waiting"]["mails"] == 0,
          json.dumps(s))
    d.send_signal(signal.SIGTERM)
    d.wait(60)
    SAID.append(logged())


def test(port):
    club = Club(port)
    consents(club)
    slow_command_ends = slow_command(club)
    refreshes(club)
    pop3(club)
    other_sources(club)
    daemon(club)
    revoked(club)
    slow_command_ends()
    everything = "".join(SAID)
    check("no token is printed", not re.search(
        r"T\d{5}\.xxx|R\d{5}|VDAw|gm-pw", everything), everything)
    print("%d commands" % len(SAID))


if sys.argv[1] == "serve":
    serve(sys.argv[2])
else:
    test(sys.argv[2])
