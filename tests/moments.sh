#!/bin/sh
# Deadlines by the calendar of five zones, beside Python's zoneinfo.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests/moments"
exec /usr/bin/python3 "$t/moments.py" "$b/moments"
