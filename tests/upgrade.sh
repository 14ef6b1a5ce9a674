#!/bin/bash
# Folders of judges of earlier schemas (tests/upgrade), each with ten games under
# way: this build brings them up to its own, the games are as they were, each
# goes on by mail, and all is verified by both verifiers. By itself the newest
# folder; `upgrade.sh all` (contrib/soak) every one.
set -u
SRC=${HERALDO_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
# shellcheck disable=SC2034 # table.sh looks for programs there
BUILD=${HERALDO_BUILDDIR:-$PWD}
command -v xz >/dev/null || { echo "no xz"; exit 77; }
DIR=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.upgrade.XXXXXX") || exit 1
# shellcheck source=tests/upgrade/table.sh
. "$SRC/tests/upgrade/table.sh"
trap 'table_stop; [ -n "${KEEP:-}" ] || rm -rf "$DIR"' EXIT
trap 'exit 1' HUP INT TERM

fail() { echo "FAIL: $*"; exit 1; }
schema() { od -An -t u1 -j 60 -N 4 "$DIR/judge/state/heraldo.db" |
	awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
names() { heraldo game list | awk '{ print $1 }'; }

# the state that is on record comes of the events, and all that is signed is
verified()
{
	local game
	for game in $(names); do
		heraldo replay --check "$game" >"$DIR/said" 2>&1 ||
			fail "$game: $(cat "$DIR/said")"
		heraldo export -o "$DIR/$game.jsonl" "$game" 2>"$DIR/said" &&
			heraldo verify "$DIR/$game.jsonl" >"$DIR/said" 2>&1 &&
			/usr/bin/python3 "$SRC/contrib/verify.py" \
				"$DIR/$game.jsonl" >"$DIR/said" ||
			fail "$game: $(cat "$DIR/said")"
	done
}
# the events of a game as they are exported: only appended to
events() { grep '"event":' "$DIR/$1.jsonl"; }

# the one before the newest must be here, and all that were since
newest=$(find "$SRC/db/schema" -name '[0-9]*.sql' | sed 's|.*/0*||; s|-.*||' |
	sort -n | tail -1)
for ((k = 5; k < newest; k++)); do
	[ -f "$SRC/tests/upgrade/schema-$k.tar.xz" ] ||
		fail "there is no folder of schema $k: see tests/upgrade/README.md"
done

folders=("$SRC/tests/upgrade/schema-$((newest - 1)).tar.xz")
[ "${1:-}" != all ] || folders=("$SRC"/tests/upgrade/schema-*.tar.xz)
n=0
for folder in "${folders[@]}"; do
	was=${folder##*schema-} was=${was%.tar.xz}
	rm -rf "$DIR/judge"
	mkdir "$DIR/judge"
	tar -C "$DIR/judge" -xJf "$folder" || fail "$folder"
	sed -i "s|^templates = .*|templates = $SRC/templates|
		s|^data = .*|data = $SRC/db|" "$DIR/judge/heraldo.conf"
	[ "$(schema)" = "$was" ] || fail "$folder is of schema $(schema)"
	sum=$(sha256sum <"$DIR/judge/state/judge.key")
	had=$(points)
	now=$(schema)
	[ "$now" = "$newest" ] || fail "it is of schema $now still"
	[ "$(echo "$had" | wc -l)" = $GAMES ] || fail "games at $had"
	verified
	for game in $(names); do
		events "$game" >"$DIR/$game.before"
	done
	[ "$was" -lt 8 ] || heraldo campaign show season | grep -q 'PA2' ||
		fail "the campaign is not as it was"
	# whoever is awaited has their last letter once more, written anew
	for letter in $(heraldo --json outbox list sent |
		sed -n 's/.*"number":\([0-9]*\),.*"kind":"report".*/\1/p'); do
		heraldo outbox again "$letter" >"$DIR/said" 2>&1 ||
			fail "letter $letter: $(cat "$DIR/said")"
	done
	table_play "$had" 1 >"$DIR/said" || fail "$(cat "$DIR/said")"
	[ "$(sha256sum <"$DIR/judge/state/judge.key")" = "$sum" ] ||
		fail "another key of the judge"
	verified
	for game in $(names); do
		events "$game" >"$DIR/$game.after"
		before=$(wc -l <"$DIR/$game.before")
		head -n "$before" "$DIR/$game.after" |
			cmp -s - "$DIR/$game.before" ||
			fail "$game: events that were there are others now"
		tail -n "+$((before + 1))" "$DIR/$game.after" |
			grep -q '"event":"orders_signed"' ||
			fail "$game: no order was taken"
	done
	echo "schema $was to $now: $GAMES games, at points" \
		"$(echo "$had" | sort -n | tr '\n' ' ')and then" \
		"$(points | sort -n | tr '\n' ' ')"
	n=$((n + 1))
done
[ $n -gt 0 ]
