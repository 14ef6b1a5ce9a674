#!/bin/sh
# A log that was made to hurt who verifies it is answered like any other.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests"
exec /usr/bin/python3 "$t/tamper/hostile.py" "$b/heraldo" \
	"$t/fuzz/corpus/verify/dungeon"
