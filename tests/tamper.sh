#!/bin/sh
# Changed logs are found by both verifiers, each at its place; and a log that
# is not yet open tells nothing of what is hidden in it.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests/tamper"
flips=60 # soak does 2,000 a round
[ -z "${HERALDO_SHORT:-}" ] || flips=6
/usr/bin/python3 "$t/tamper.py" "$b/heraldo" "$b/make_export" \
	"$b/make_dungeon" "$b/make_arena" "$b/make_events" "$b/make_beacon" \
	--flips $flips || exit 1
exec /usr/bin/python3 "$t/attacker.py" "$b/heraldo" "$b/make_export" \
	"$b/make_hidden" "$b/make_dungeon"
