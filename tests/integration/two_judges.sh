#!/bin/sh
# Two judges behind one mail domain, judge+1@ and judge+2@, with the lines for
# Postfix of heraldod(8): each gets its own mails, answers them and gets what
# comes back to an address of a single letter.
SRC=${HERALDO_SRCDIR:-.}
BUILD=${HERALDO_BUILDDIR:-.}
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
[ "$(id -u)" = 0 ] || exit 77
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
fail() { echo "FAIL: $*"; tail -n 20 "$MAILTEST/said"; exit 1; }
# the manual has the lines of the servers here, with other names
sed -n '/^\/^judge/s/\\e/\\/gp' "$SRC/contrib/man/heraldod.8" |
	sed 's/@club\\.example/@example\\.test/
		s/judge1@.*example/alice@example.test/
		s/judge2@.*example/bob@example.test/
		s/judge3@.*example/carol@example.test/' |
	diff "$SERVERS/judges.in" - >"$MAILTEST/said" 2>&1 ||
	fail "heraldod(8) has other lines than the test"
new() # number, mailbox
{
	home=$MAILTEST/h$1
	"$BUILD/heraldo" init "$home" "judge+$1@example.test" >/dev/null ||
		fail "init $1"
	{
		servers_judge "$home" "judge+$1@example.test"
		echo 'verp = yes'
		servers_account inbox "$2"
		echo "password-command = echo $2-pw"
		servers_account outbox "$2"
		echo "password-command = echo $2-pw"
	} >"$home/heraldo.conf"
	"$BUILD/heraldo" --config "$home/heraldo.conf" check-config \
		--mail "judge+$1@example.test" --timeout 30 \
		>"$MAILTEST/said" 2>&1 || fail "judge $1"
	grep -q "judge+$1+b=" "$MAILTEST/said" &&
		grep -q 'by an address with a detail' "$MAILTEST/said" ||
		fail "judge $1 got no letter by an address of its kind"
}
new 1 alice
new 2 bob
# a person who writes to the second is answered by the second alone
printf '%s\n' 'From: dave@example.test' 'To: judge+2@example.test' \
	'Subject: hello' 'Message-ID: <one@example.test>' '' 'help' \
	>"$MAILTEST/mail"
/usr/bin/python3 -c 'import smtplib, sys
s = smtplib.SMTP("127.0.0.1", int(sys.argv[1]))
s.sendmail("dave@example.test", ["judge+2@example.test"], open(sys.argv[2]).read())
s.quit()' "$MAILTEST_SMTP" "$MAILTEST/mail" >"$MAILTEST/said" 2>&1 ||
	fail "no mail to the second"
i=0
until "$MAILTEST_DOVEADM" search -u bob header Subject hello 2>/dev/null |
	grep -q .; do
	i=$((i + 1))
	[ $i -lt 100 ] || fail "the mail came nowhere"
	sleep 0.1
done
for n in 1 2; do
	"$BUILD/heraldod" --config "$MAILTEST/h$n/heraldo.conf" --once \
		2>"$MAILTEST/said" || fail "heraldod $n"
	"$BUILD/heraldo" --config "$MAILTEST/h$n/heraldo.conf" outbox list \
		>"$MAILTEST/said" || fail "outbox $n"
	got=$(grep -c 'help .*dave@example.test' "$MAILTEST/said")
	[ "$got" = $((n - 1)) ] || fail "judge $n wrote $got answers"
done
echo "two judges, one Postfix: each its own mails"
servers_stop || exit 1
