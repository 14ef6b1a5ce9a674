#!/bin/sh
# Each lesson (db/lessons) is won by its solution, not at its beginning, and says its goal
# and hints in both languages.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
exec /usr/bin/python3 "$SRC/tests/lessons.py" "$SRC" "$BUILD"
