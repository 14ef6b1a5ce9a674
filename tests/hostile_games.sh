#!/bin/sh
# Random games with a hostile player: see tests/hostile/hostile_games.c. What it
# plays is verified by it and, once more, by the script that shares no code.
set -eu
src=$(realpath "${HERALDO_SRCDIR:-.}")
build=$(realpath "${HERALDO_BUILDDIR:-.}")
# soak plays 500 a round, ten rounds: 5,000 a system
n=${HERALDO_HOSTILE_GAMES:-${HERALDO_SHORT:+10}}
n=${n:-100}
seed=${HERALDO_HOSTILE_SEED:-1}
# its database is written durably for every mail, and nobody needs it later
dir=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for system in $("$build/heraldo" systems | cut -f1); do
	[ -f "$src/tests/hostile/$system.position" ] || continue
	mkdir "$dir/$system"
	"$build/hostile_games" "$system" --n "$n" --seed "$seed" \
		--out "$dir/$system"
	/usr/bin/python3 "$src/tests/hostile/verify_all.py" \
		"$src/contrib/verify.py" "$dir/$system"/*.jsonl
	rm -r "${dir:?}/$system"
done
