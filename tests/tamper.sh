#!/bin/sh
# Changed logs are found by both verifiers, each at its place; and a log that
# is not yet open tells nothing of what is hidden in it.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests/tamper"
how="--flips 60" # soak does 2,000 a round
# under sanitizers it is heraldo that is looked at, row by row the same code
[ -z "${HERALDO_SHORT:-}" ] || how="--flips 6 --every 4 --first"
/usr/bin/python3 "$t/tamper.py" "$b/heraldo" "$b/make_export" \
	"$b/make_dungeon" "$b/make_arena" "$b/make_events" "$b/make_beacon" \
	$how || exit 1
[ -z "${HERALDO_SHORT:-}" ] || exit 0
exec /usr/bin/python3 "$t/attacker.py" "$b/heraldo" "$b/make_export" \
	"$b/make_hidden" "$b/make_dungeon"
