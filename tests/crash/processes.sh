#!/bin/sh
# Each process of the daemon killed at messages between them, see processes.py;
# by itself at some of them, `processes.sh all` at every one. Sanitizers want to
# be preloaded first themselves: there it is left to the plain build.
grep -q '^#define HERALDO_SANITIZED' "${HERALDO_BUILDDIR:-.}/config.h" && exit 77
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/crash/processes.py" \
	"${HERALDO_SRCDIR:-.}" "${HERALDO_BUILDDIR:-.}" "$@"
