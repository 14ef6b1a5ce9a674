#!/bin/sh
# heraldo init ADDRESS with real mail servers: init_mail.py.
SRC=${HERALDO_SRCDIR:-.}
SERVERS=$SRC/tests/mail/servers
. "$SERVERS/lib.sh"
# logins are local parts here
export SERVERS_DOVECOT_MORE="protocol imap {
  auth_username_chars = abcdefghijklmnopqrstuvwxyz
}"
servers_beside /usr/bin/python3 "$SRC/tests/integration/init_mail.py"
