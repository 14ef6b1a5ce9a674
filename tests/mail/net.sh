#!/bin/sh
# Mail in and out against real servers, private ones on loopback.
SERVERS=${HERALDO_SRCDIR:-.}/tests/mail/servers
BUILD=${HERALDO_BUILDDIR:-.}
. "$SERVERS/lib.sh"
trap servers_stop EXIT
trap 'exit 1' HUP INT TERM
servers_start || exit 1
status=0
"$BUILD/test_mailbox_net" || status=1
"$BUILD/test_smtp_net" || status=1
[ $status = 0 ] || tail -20 "$MAILTEST/dv/log/dovecot.log"
servers_stop || status=1
exit $status
