#!/bin/sh
# A mailbox that refuses the password is tried once, and again when the file of
# the password has changed: more tries could lock the account.
SRC=${HERALDO_SRCDIR:-.}
BUILD=${HERALDO_BUILDDIR:-.}
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
daemon=
finish() {
	[ -z "$daemon" ] || kill "$daemon" 2>/dev/null
	servers_stop
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
home=$MAILTEST/h
log=$home/log
fail() { echo "FAIL: $*"; cat "$log"; exit 1; }
"$BUILD/heraldo" init "$home" gm@example.test >/dev/null || exit 1
{
	servers_judge "$home" gm@example.test
	servers_account inbox gm
	echo "password-file = $home/password"
	printf '[outbox]\nkind = maildir\npath = %s\n' "$home/out"
} >"$home/heraldo.conf"
mkdir -p "$home/out"
(umask 077 && echo wrong >"$home/password")
"$BUILD/heraldod" --config "$home/heraldo.conf" 2>"$log" &
daemon=$!
# $1 is in the log within fifteen seconds
logged() {
	i=0
	until grep -q "$1" "$log"; do
		i=$((i + 1))
		[ $i -lt 150 ] || fail "the log lacks: $1"
		sleep 0.1
	done
}
logged 'login refused for user'
# the first pauses of another fault are 2 and 4 seconds
sleep 7
[ "$(grep -c 'login refused for user' "$log")" = 1 ] ||
	fail "the account was tried again"
echo gm-pw >"$home/password"
logged 'the mailbox can be read again'
echo "refused once, read again"
