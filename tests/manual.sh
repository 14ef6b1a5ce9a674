#!/bin/sh
# What the manual pages and the README show is so: examples are run, options
# and commands compared with the code, pages linted.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/manual/manual.py"
