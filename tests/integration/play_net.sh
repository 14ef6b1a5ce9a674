#!/bin/sh
# Two players with mail clients of their own against a judge of theirs, over
# IMAPS and SMTP with TLS, on private servers; then the same while processes of
# the judge are killed.
SRC=${HERALDO_SRCDIR:-.}
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
servers_beside python3 "$SRC/tests/integration/play_net.py" "$@"
