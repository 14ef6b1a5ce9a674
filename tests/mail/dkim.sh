#!/bin/sh
# The samples of heraldod(8) for Postfix and OpenDKIM, as they stand there, but
# for the domain, the key's folder and the port: what the judge submits is signed
# for its domain, and a field that says so of a foreigner's letter is taken away.
# Left out where there is no OpenDKIM, or nobody may start Postfix.
SERVERS=${HERALDO_SRCDIR:-.}/tests/mail/servers
PAGE=${HERALDO_SRCDIR:-.}/contrib/man/heraldod.8
[ "$(id -u)" = 0 ] && command -v opendkim >/dev/null &&
	command -v opendkim-genkey >/dev/null || {
	echo "no opendkim, or not root: its sample was not tried"
	exit 77
}
. "$SERVERS/lib.sh"
# opendkim wants no folder above its key that others write to
DKIM=$(mktemp -d /run/heraldo-dkim.XXXXXX)
dkim_stop() {
	[ ! -f "$DKIM/pid" ] || kill "$(cat "$DKIM/pid")"
	servers_stop
	rm -rf "$DKIM"
}
trap dkim_stop EXIT
trap 'exit 1' HUP INT TERM
port=8891
while ! servers_is_free $port; do
	port=$((port + 16))
done
sample() { # name
	sed -n "/^\.\\\\\" SAMPLE: $1\$/,/^\.Ed/p" "$PAGE" | grep -v '^\.' |
		sed -e 's/\\-/-/g' -e 's/games\.example/example.test/' \
			-e "s|/etc/dkimkeys|$DKIM|; s|/run/opendkim/.*|$DKIM/pid|" \
			-e "s/8891/$port/g; s/ inet:localhost:8893//"
}
chmod 755 "$DKIM"
sample opendkim >"$DKIM/conf"
grep -q '^KeyFile' "$DKIM/conf" || exit 1
opendkim-genkey -D "$DKIM" -d example.test -s mail -b 2048 &&
	chown opendkim: "$DKIM/mail.private" "$DKIM" &&
	opendkim -x "$DKIM/conf" || exit 1
# main.cf of the servers, with the lines of the page
cp "$SERVERS"/* "$DKIM"
sample postfix >>"$DKIM/main.cf.in"
SERVERS=$DKIM
servers_start || exit 1
/usr/bin/python3 - <<'PYTHON'
import imaplib, os, smtplib, ssl, time
from email import message_from_bytes

FORGED = "mx.example.test; dkim=pass header.d=elsewhere.test"
tls = ssl._create_unverified_context()


def letter(sender, more=""):
    return ("From: %s\r\nTo: alice@example.test\r\nSubject: %s\r\n"
            "Date: Mon, 1 Dec 2025 00:00:00 +0000\r\n%s\r\nhello\r\n"
            % (sender, sender, more))


def sent(port, sender, text, password=None):
    with smtplib.SMTP("127.0.0.1", int(os.environ[port])) as s:
        if password:
            s.starttls(context=tls)
            s.login(sender.split("@")[0], password)
        s.sendmail(sender, ["alice@example.test"], text)


sent("MAILTEST_PFSUBM", "gm@example.test", letter("gm@example.test"), "gm-pw")
sent("MAILTEST_SMTP", "x@elsewhere.test", letter(
    "x@elsewhere.test", "Authentication-Results: %s\r\n" % FORGED))
box = imaplib.IMAP4("127.0.0.1", int(os.environ["MAILTEST_IMAP"]))
box.starttls(tls)
box.login("alice", "alice-pw")
for attempt in range(100):
    box.select()
    numbers = box.search(None, "ALL")[1][0].split()
    if len(numbers) == 2:
        break
    time.sleep(0.2)
got = {m["Subject"]: m for m in (message_from_bytes(
    box.fetch(n, "(RFC822)")[1][0][1]) for n in numbers)}
mine, foreign = got["gm@example.test"], got["x@elsewhere.test"]
assert " d=example.test; s=mail;" in (mine["DKIM-Signature"] or ""), mine
assert foreign["DKIM-Signature"] is None, foreign
told = foreign.get_all("Authentication-Results")
assert told and FORGED not in told, told
assert told[0].startswith("mx.example.test; dkim=none"), told
print("signed for example.test; a forged field was taken away")
PYTHON
