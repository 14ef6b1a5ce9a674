#!/bin/sh
# A judge's folder that an earlier build wrote (tests/upgrade): this build opens
# its database, the games are as their events say, the logs of that time verify
# and are a prefix of the present ones, and the players go on by mail.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/heraldo.conf"
fail() { echo "FAIL: $*"; exit 1; }
heraldo() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@" 2>"$dir/said" ||
	fail "heraldo $*: $(cat "$dir/said")"; }
events() { grep '"event":' "$1"; }

tar -xzf "$HERALDO_SRCDIR/tests/upgrade/1.0.tar.gz" -C "$dir"
sed -i "s|^templates = .*|templates = $HERALDO_SRCDIR/templates|
	s|^data = .*|data = $HERALDO_SRCDIR/db|" "$HERALDO_CONFIG"
mkdir -p "$dir/mail/judge/new" "$dir/mail/judge/cur" "$dir/mail/judge/tmp"
heraldo verify "$dir"/logs/*.jsonl >/dev/null
games=$(heraldo game list | sed 's/ .*//')
[ "$(echo "$games" | wc -l)" = 3 ] || fail "games: $games"
for game in $games; do
	heraldo replay --check "$game" >/dev/null
	/usr/bin/python3 "$HERALDO_SRCDIR/tests/upgrade/send.py" "$dir" "$game" ana \
		"SAY TO ALL: we go on" || fail "$game: no mail"
	"$HERALDO_BUILDDIR/heraldod" --once 2>/dev/null
	heraldo game end --why "enough" "$game"
	heraldo export -o "$dir/$game.jsonl" "$game"
	heraldo verify "$dir/$game.jsonl" >/dev/null
	events "$dir/logs/$game.jsonl" >"$dir/before"
	events "$dir/$game.jsonl" | head -n "$(wc -l <"$dir/before")" |
		cmp -s - "$dir/before" || fail "$game: other events than before"
	events "$dir/$game.jsonl" | tail -n "+$(wc -l <"$dir/before")" |
		grep -q '"event":"press_sent"' || fail "$game: no mail was read"
done
echo "three games go on"
