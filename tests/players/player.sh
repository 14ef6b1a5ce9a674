#!/bin/bash
# The computer plays both seats of a game by signed orders: it is seated by the
# operator, gets no mail, and both verifiers accept the log. A second run gives
# no order twice. Then a player's mail is answered by the daemon's computer.
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
grep -q 'seat B was played by the judge from point' "$dir/verified" || fail "B is not named"
grep -q 'Computer fair' "$dir/log.jsonl" || fail "the log does not name it"

# against a player, by the daemon
judge person add Ana ana@example.test >/dev/null
# whoever takes the name of a computer is not taken for it
judge person add 'Computer strong' eve@example.test >/dev/null
judge key new "$dir/ana" >/dev/null
judge key add Ana "$dir/ana.pub" >/dev/null
mkdir -p "$dir/judge/mail/judge/new"
game=$(judge game new --option build=100 --words 0d practice)
judge game seat "$game" A Ana
judge player seat "$game" B easy
judge game start "$game"
"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || { cat "$dir/log"; fail "once"; }
judge outbox show "$(judge outbox list | grep 'report .*ana@' | head -1 |
	awk '{print $1}')" | tr -d '\r' | grep -m1 -A1 '^ORDERS ' >"$dir/text" ||
	fail "no report to Ana"
echo 'ALWAYS AUTO' >>"$dir/text"
judge sign --key "$dir/ana" -o "$dir/signed" "$dir/text"
{
	printf 'From: ana@example.test\nTo: judge@example.test\n'
	printf 'Message-ID: <1@player.test>\nDate: %s\n\n' "$(date -R)"
	cat "$dir/signed"
} >"$dir/judge/mail/judge/new/1.player"
"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || { cat "$dir/log"; fail "once"; }
judge render --seat A "$game" >"$dir/report"
grep -q 'B1' "$dir/report" || { cat "$dir/report"; fail "B set nothing up"; }
judge game show "$game" >"$dir/shown"
grep -q 'awaits A' "$dir/shown" || { cat "$dir/shown"; fail "Ana is not awaited"; }
