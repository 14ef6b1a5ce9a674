#!/bin/sh
# What the manual pages and the README show is so: examples are run, options
# and commands compared with the code, pages linted.
[ -z "${HERALDO_SHORT:-}" ] || { echo "short: examples that were run before"; exit 77; }
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/manual/manual.py"
