#!/bin/sh
# A letter is sent by heraldo check-config --mail, and what comes of it told:
# against a server of our own, and as root against Dovecot and Postfix.
SRC=${HERALDO_SRCDIR:-.}
BUILD=${HERALDO_BUILDDIR:-.}
/usr/bin/python3 "$SRC/tests/integration/check_mail.py" || exit 1
[ "$(id -u)" = 0 ] || exit 0
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
export SERVERS_DOVECOT_WITH=quota
servers_start || exit 1
home=$MAILTEST/h
"$BUILD/heraldo" init "$home" gm@example.test >/dev/null
{
	servers_judge "$home" gm@example.test
	servers_account inbox gm
	servers_account outbox gm
} >"$home/heraldo.conf"
export HERALDO_INBOX_PASSWORD=gm-pw HERALDO_OUTBOX_PASSWORD=gm-pw
status=0
tried() # address, status, words
{
	"$BUILD/heraldo" --config "$home/heraldo.conf" check-config \
		--mail "$1" --timeout 30 >"$MAILTEST/said" 2>&1
	got=$?
	[ $got = "$2" ] && grep -q -- "$3" "$MAILTEST/said" || {
		echo "$1: status $got, and no '$3':"
		cat "$MAILTEST/said"
		status=1
	}
}
# these servers look at nothing, and say so
tried gm@example.test 0 'wrote no Authentication-Results'
grep -q 'it came into the inbox' "$MAILTEST/said" || status=1
tried permfail@example.test 1 'not sent (permanent: 550'
# refused behind Postfix: it comes back
tried unknown@example.test 1 'it came back as undeliverable'
# an address of its own for what comes back, which these servers deliver
sed -i 's/^\[judge\]$/&\nverp = yes/' "$home/heraldo.conf"
tried gm@example.test 0 'sent to gm+b=0.00000000@example.test'
grep -q 'by an address with a detail' "$MAILTEST/said" || {
	cat "$MAILTEST/said"
	status=1
}
# old mail in the mailbox of a new judge is left alone
old=$MAILTEST/old
"$BUILD/heraldo" init --since 2100-01-01 "$old" gm@example.test >/dev/null
sed "s#state = .*#state = $old/state#" "$home/heraldo.conf" >"$old/heraldo.conf"
"$BUILD/heraldod" --config "$old/heraldo.conf" --once 2>"$MAILTEST/said"
grep -q 'older mails in the mailbox are left alone' "$MAILTEST/said" &&
	[ "$("$BUILD/heraldo" --config "$old/heraldo.conf" inbox list | wc -l)" = 0 ] || {
	echo "old mails:"
	cat "$MAILTEST/said"
	status=1
}
# this mailbox has a folder that is that judge's mark: another judge stops
once() # folder, status
{
	"$BUILD/heraldod" --config "$1/heraldo.conf" --once 2>"$MAILTEST/said"
	got=$?
	[ $got = "$2" ] || {
		echo "$1: heraldod --once ends with $got, not $2:"
		cat "$MAILTEST/said"
		status=1
	}
}
once "$home" 4
grep -q 'heraldo --config .* judge take' "$MAILTEST/said" || {
	echo "no way out is named:"
	cat "$MAILTEST/said"
	status=1
}
"$BUILD/heraldo" --config "$home/heraldo.conf" judge take >/dev/null || status=1
once "$home" 0
once "$old" 4
once "$home" 0
HERALDO_OUTBOX_PASSWORD=wrong
tried gm@example.test 1 'change \[outbox\]'
# a folder that the server refuses, and a mailbox without room
sed -i 's/^kind = imap$/&\ndone-folder = a\/\/b/' "$home/heraldo.conf"
tried gm@example.test 1 'folder "a//b" of user "gm" cannot be made'
sed -i 's/^done-folder = .*/done-folder = done/' "$home/heraldo.conf"
{
	printf 'From: a@example.test\nSubject: large\n\n'
	yes "$(printf '%64s' x)" | head -n 30000
} | "$MAILTEST_DOVEADM" save -u gm -m Rejected || status=1
tried gm@example.test 3 'quota STORAGE has 1[0-9]* of 2048 KiB'
servers_stop || status=1
exit $status
