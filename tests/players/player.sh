#!/bin/bash
# The computer plays both seats of a game by signed orders: it is seated by the
# operator, gets no mail, and both verifiers accept the log. A second run gives
# no order twice.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.player.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"

# what cannot be
judge player seat duel A fair 2>"$dir/log" && fail "an unknown game"
game=$(judge game new --option build=100 --option rounds=2 --words 0d duel)
judge player seat "$game" A hard 2>"$dir/log" && fail "an unknown strength"
grep -q 'easy, fair and strong' "$dir/log" || fail "the strengths are not told"

judge player seat "$game" A easy
judge player seat "$game" B
judge person list | grep -q 'Computer fair' || fail "no person for the player"
judge game start "$game"
"$HERALDO_BUILDDIR/heraldo" player run "$game" >"$dir/given" || {
	cat "$dir/given"; fail "run"; }
read -r n _ <"$dir/given"
[ "$n" -ge 20 ] || fail "only $n orders were given"
judge game list | grep "$game" | grep -q ended || {
	judge game show "$game"; judge inbox list | tail -3
	fail "the game is not over after $n orders"; }
judge outbox list | grep 'computer.invalid' && fail "mail to the computer"
[ "$("$HERALDO_BUILDDIR/heraldo" player run)" = "0 orders" ] ||
	fail "orders after the end"
judge export --full -o "$dir/log.jsonl" "$game" >/dev/null 2>&1
judge verify "$dir/log.jsonl" >"$dir/verified" 2>&1 || {
	cat "$dir/verified"; fail "verify"; }
python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" >"$dir/verified" 2>&1 || {
	cat "$dir/verified"; fail "verify.py"; }
grep -q 'Computer fair' "$dir/log.jsonl" || fail "the log does not name it"
