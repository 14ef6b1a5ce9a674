#!/bin/sh
# The house keeps itself: includes, banned functions, rule ids, man pages.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/house/check.py" \
	"${HERALDO_SRCDIR:-.}"
