#!/bin/sh
# heraldo status for monitoring: exit codes, JSON, metrics; what the daemon
# tells systemd, on a socket of the test.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/status.py"
