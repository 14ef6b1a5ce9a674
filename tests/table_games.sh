#!/bin/sh
# Random games with letters, absences, deputies, proposals, take-overs and those
# who watch, read by who must not see the same things: see
# tests/table/table_games.c. Each log is verified by it as each reader has it
# and, once more, by the script that shares no code.
set -eu
src=$(realpath "${HERALDO_SRCDIR:-.}")
build=$(realpath "${HERALDO_BUILDDIR:-.}")
n=${HERALDO_TABLE_GAMES:-${HERALDO_SHORT:+2}}
n=${n:-6}
seed=${HERALDO_TABLE_SEED:-1}
dir=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for system in $("$build/heraldo" systems | cut -f1); do
	[ -f "$src/tests/hostile/$system.position" ] || continue
	mkdir "$dir/$system"
	"$build/table_games" "$system" --n "$n" --seed "$seed" \
		--out "$dir/$system"
	/usr/bin/python3 "$src/tests/hostile/verify_all.py" \
		"$src/contrib/verify.py" "$dir/$system"/*.jsonl
	rm -r "${dir:?}/$system"
done
