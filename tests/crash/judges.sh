#!/bin/sh
# Three judges behind one domain, see judges.py. Postfix, which routes between
# them, wants to be root.
SRC=${HERALDO_SRCDIR:-.}
BUILD=${HERALDO_BUILDDIR:-.}
[ "$(id -u)" = 0 ] || exit 77
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
status=0
python3 "$SRC/tests/crash/judges.py" "$SRC" "$BUILD" || status=1
servers_stop || status=1
exit $status
