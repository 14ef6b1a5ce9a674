#!/bin/sh
# Deadlines by the calendar of five zones, beside Python's zoneinfo.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests/deadline_dates"
exec /usr/bin/python3 "$t/deadline_dates.py" "$b/deadline_dates"
