#!/bin/sh
# Logins by OAuth2: heraldo oauth against a token server of the test, tokens
# at Dovecot and, as root, Postfix. oauth.py has both the server and the test.
SRC=${HERALDO_SRCDIR:-.}
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
TOKENS=$(mktemp -d /tmp/heraldo-tokens.XXXXXX) || exit 1
serve=
finish()
{
	[ -z "$serve" ] || kill "$serve" 2>/dev/null
	rm -rf "$TOKENS"
	servers_stop
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
/usr/bin/python3 "$SRC/tests/integration/oauth.py" serve "$TOKENS/port" \
	>"$TOKENS/log" 2>&1 &
serve=$!
i=0
until [ -s "$TOKENS/port" ]; do
	i=$((i + 1))
	[ $i -lt 200 ] || { cat "$TOKENS/log"; exit 1; }
	sleep 0.05
done
port=$(cat "$TOKENS/port")
export SERVERS_DOVECOT_WITH=oauth SERVERS_TOKENS="$port"
servers_start || exit 1
status=0
/usr/bin/python3 "$SRC/tests/integration/oauth.py" try "$port" || {
	status=1
	tail -20 "$MAILTEST/dv/log/dovecot.log"
	tail -5 "$TOKENS/log"
}
exit $status
