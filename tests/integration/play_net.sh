#!/bin/sh
# Two players with mail clients of their own against a judge of theirs, over
# IMAPS and SMTP with TLS, on private servers; then the same while processes of
# the judge are killed. As root, because Postfix wants to be.
SRC=${HERALDO_SRCDIR:-.}
SERVERS=$SRC/tests/mail/servers
[ "$(id -u)" = 0 ] || {
	echo "Postfix starts as root only: this test was left out"
	exit 77
}
. "$SERVERS/lib.sh"
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
status=0
python3 "$SRC/tests/integration/play_net.py" "$@" || status=1
[ $status = 0 ] || {
	tail -20 "$MAILTEST/dv/log/dovecot.log"
	tail -20 "$MAILTEST/pf/log/postfix.log"
}
servers_stop || status=1
exit $status
