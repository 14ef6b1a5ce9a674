#!/bin/sh
# Changed logs are found by both verifiers, each at its place; and a log that
# is not yet open tells nothing of what is hidden in it.
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests/tamper"
/usr/bin/python3 "$t/tamper.py" "$b/heraldo" "$b/make_export" \
	"$b/make_dungeon" "$b/make_arena" "$b/make_events" "$b/make_beacon" \
	--flips 6 || exit 1 # soak does 2,000 a round
# soak forges thousands, and each row in the log of each seat
logs="${HERALDO_SRCDIR:-.}/tests/logs"
/usr/bin/python3 "$t/forge.py" "$b/heraldo" "$logs/rebellion-1.all.jsonl.gz" \
	--own "$logs/rebellion-1.A.jsonl.gz" --sample 12 --rounds 8 || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$b/make_dungeon" "$dir" &&
	/usr/bin/python3 "$t/forge.py" "$b/heraldo" "$dir/calendar.jsonl" --rounds 4 || exit 1
/usr/bin/python3 "$t/attacker.py" "$b/heraldo" "$b/make_export" \
	"$b/make_hidden" "$b/make_dungeon"
