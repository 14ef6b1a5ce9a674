# tests/adversary/player/games.sh - a program of random games over every system that has a
# position here, and what it wrote verified once more by the script that shares no
# code; read by its callers, after set -eu.

# PROGRAM GAMES SEED
games_verified()
{
	src=$(realpath "${HERALDO_SRCDIR:-.}")
	build=$(realpath "${HERALDO_BUILDDIR:-.}")
	# its database is written durably for every mail, and nobody needs it later
	dir=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	cd "$dir"
	for system in $("$build/heraldo" rulesets | cut -f1); do
		[ -f "$src/tests/adversary/player/$system.position" ] || continue
		mkdir "$dir/$system"
		"$build/$1" "$system" --n "$2" --seed "$3" --out "$dir/$system"
		/usr/bin/python3 "$src/tests/adversary/player/verify_all.py" \
			"$src/contrib/verify.py" "$dir/$system"/*.jsonl
		rm -r "${dir:?}/$system"
	done
}
