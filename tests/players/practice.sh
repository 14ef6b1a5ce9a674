#!/bin/bash
# A stranger with a key has a practice game against the judge's computer after two
# mails: PRACTICE, and the answer to the challenge. The third mail is an order.
# The number of games is limited; a silent game ends; verifiers accept the log.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.practice.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }
daemon() { "$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || { cat "$dir/log"; fail "once"; }; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\npractice-per-day = 2\npractice-games = 1\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
mkdir -p "$dir/judge/mail/judge/new"
judge key new "$dir/key" >/dev/null

# mail WHO: the text on standard input
n=0
mail() {
	n=$((n + 1))
	{
		printf 'From: %s\nTo: judge@example.test\nSubject: practice\n' "$1"
		printf 'Message-ID: <%d@practice.test>\nDate: %s\n\n' "$n" "$(date -R)"
		cat
	} >"$dir/judge/mail/judge/new/$n.practice"
	daemon
}

# last KIND ADDRESS: the last such mail of the judge
last() {
	judge outbox show "$(judge outbox list | grep "$1 .*$2" | head -1 | awk '{print $1}')" | tr -d '\r'
}

# a question for help offers it; a mail without a key, and of no such game
echo HELP | mail 'Zoe <zoe@example.test>'
last help zoe@ | grep -q 'PRACTICE REBELLION' || { last help zoe@; fail "help does not offer it"; }
echo 'PRACTICE rebellion' | mail 'Yan <yan@example.test>'
last practice yan@ | grep -q 'There is no practice game' || { judge inbox list; fail "no answer without a key"; }
{ echo 'PRACTICE chess'; cat "$dir/key.pub"; } | mail 'Xia <xia@example.test>'
last practice xia@ | grep -q 'PRACTICE REBELLION' || { judge inbox list; fail "no answer to an unknown game"; }
last practice xia@ | grep -q '{reason}\|{fault}' && { last practice xia@; fail "a value is missing in the answer"; }
# who has mended the mistake is answered on the same day
{ echo 'PRACTICE rebellion'; cat "$dir/key.pub"; } | mail 'Xia <xia@example.test>'
last practice xia@ | grep -q '^PRACTICE rebellion [0-9a-f]\{20\}' || { judge inbox list; fail "no challenge after a mistake"; }

# two mails
{ echo 'PRACTICE rebellion'; echo; cat "$dir/key.pub"; } | mail 'Eva <eva@example.test>'
last practice eva@ >"$dir/challenge"
grep -m1 -A1 -e '-----BEGIN HERALDO' "$dir/challenge" | tail -1 >"$dir/text"
grep -q '^PRACTICE rebellion [0-9a-f]\{20\}$' "$dir/text" || { judge inbox list; cat "$dir/challenge"; fail "no challenge"; }
[ "$(judge game list | wc -l)" = 0 ] || fail "a game for an address that is not proved"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
# of another address the number is none
mail 'Eve <eve@other.test>' <"$dir/signed"
[ "$(judge game list | wc -l)" = 0 ] || fail "a game for another address"
mail 'Eva <eva@example.test>' <"$dir/signed"
game=$(judge game list | sed -n 's/^\(practice-[0-9a-f]*\) .*running.*/\1/p')
[ -n "$game" ] || { judge inbox list; judge game list; fail "no game after two mails"; }
last 'report' eva@ >"$dir/report"
grep -q '^Left: 1 action' "$dir/report" || { cat "$dir/report"; fail "the report does not count the actions"; }
grep -q 'This is a practice game' "$dir/report" || { cat "$dir/report"; fail "the report does not say so"; }
grep -q 'Your first turn' "$dir/report" || fail "no guide"
# the third mail: the first line that the report offers
grep -m1 -A1 '^ORDERS ' "$dir/report" >"$dir/text"
grep -m1 '^// MOVE A' "$dir/report" | sed 's,^// ,,; s, //.*,,' >>"$dir/text"
[ "$(wc -l <"$dir/text")" = 3 ] || { cat "$dir/report"; fail "nothing is offered"; }
echo END >>"$dir/text"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
mail 'Eva <eva@example.test>' <"$dir/signed"
judge inbox list | grep -q "adjudicated .*$game A Eva" || { judge inbox list; fail "the third mail is no order"; }
judge inbox list | grep -q "adjudicated .*$game B Computer fair" || { judge inbox list; fail "no answer of the computer"; }
last 'report' eva@ | grep -q 'Your first turn' && fail "the guide comes again"

# one may run at once, and another address is another person
{ echo 'PRACTICE arena'; echo; cat "$dir/key.pub"; } | mail 'Eva <eva@example.test>'
last practice eva@ | grep -m1 -A1 -e '-----BEGIN HERALDO' | tail -1 >"$dir/text"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
mail 'Eva <eva@example.test>' <"$dir/signed"
[ "$(judge game list | grep -c practice)" = 1 ] || fail "more games than may run"

judge game analyse "$game" >"$dir/running" || { cat "$dir/running"; fail "game analyse"; }
judge game end --yes --why enough "$game" >/dev/null
daemon
last 'report' eva@ >"$dir/report"
grep -q 'Who led after each' "$dir/report" || { cat "$dir/report"; fail "no analysis in the last report"; }
judge export --full -o "$dir/log.jsonl" "$game" >/dev/null 2>&1
"$HERALDO_BUILDDIR/heraldo" verify "$dir/log.jsonl" >"$dir/one" 2>&1 || { cat "$dir/one"; fail "verify"; }
"$HERALDO_BUILDDIR/heraldo" verify --analysis "$dir/log.jsonl" >"$dir/analysed" 2>&1 || { cat "$dir/analysed"; fail "verify --analysis"; }
grep -q '^the dice gave seat A' "$dir/analysed" || { cat "$dir/analysed"; fail "no analysis of the log"; }
sed -n '/^who led/,$p' "$dir/analysed" | diff - "$dir/running" || fail "game analyse tells something else"
luck=$(awk '/^the dice gave seat A/ { printf "%d\n", $6 < 0 ? 0.5 - $6 : $6 + 0.5 }' "$dir/running")
grep -q "^You \(gained\|lost\) $luck point" "$dir/report" || { cat "$dir/report" "$dir/running"; fail "the last mail counts other dice"; }
"$HERALDO_BUILDDIR/heraldo" verify --replay-player "$dir/log.jsonl" >"$dir/again" 2>&1 || { cat "$dir/again"; fail "replay-player"; }
grep -q 'run again for [1-9][0-9]* orders: it gives the same' "$dir/again" || { cat "$dir/again"; fail "the player was not run again"; }
grep -q 'NOT run again' "$dir/again" && { cat "$dir/again"; fail "orders without a view"; }
python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" >"$dir/two" 2>&1 || { cat "$dir/two"; fail "verify.py"; }
grep -q 'seat B was played by the judge' "$dir/one" || fail "B is not named"
"$HERALDO_BUILDDIR/heraldo" ratings --logs "$dir/log.jsonl" 2>"$dir/said" && fail "a practice game is rated"
grep -q 'a practice game is rated nowhere' "$dir/said" || { cat "$dir/said"; fail "no reason"; }

# by the operator
game=$(judge game new --practice --system dungeons --player A=easy try)
judge game show "$game" | grep -q 'Computer easy' || { judge game show "$game"; fail "no player by --practice"; }
# so far as it is played, with the values that are drawn hidden
game=$(judge game new --practice --system dungeons --player A=easy --player B=easy two)
judge game start "$game" >/dev/null
timeout 2 "$HERALDO_BUILDDIR/heraldo" --quiet player run "$game" >/dev/null || true
judge game analyse "$game" >"$dir/running" || { cat "$dir/running"; fail "game analyse of hidden draws"; }
