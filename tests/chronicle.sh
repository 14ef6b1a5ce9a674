#!/bin/sh
# Static pages of recorded games and of a judge's: see
# tests/chronicle/chronicle.py.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/chronicle/chronicle.py" \
	"${HERALDO_BUILDDIR:-.}" "${HERALDO_SRCDIR:-.}"
