#!/bin/sh
# The connections to the mail servers cut at each line, see servers.py; by
# itself some of the places, `servers.sh all` every one.
SRC=${HERALDO_SRCDIR:-.}
BUILD=${HERALDO_BUILDDIR:-.}
grep -q '^#define HERALDO_SANITIZED' "$BUILD/config.h" && exit 77
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
status=0
python3 "$SRC/tests/crash/servers.py" "$SRC" "$BUILD" "$@" || status=1
servers_stop || status=1
exit $status
