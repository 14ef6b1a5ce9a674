#!/bin/sh
# The house keeps itself: includes, banned functions, rule ids, man pages.
[ -z "${HERALDO_SHORT:-}" ] || { echo "short: it reads sources, and runs nothing"; exit 77; }
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/house/check.py" \
	"${HERALDO_SRCDIR:-.}"
