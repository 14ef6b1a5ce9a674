#!/bin/bash
# The judge's computer has a seat of a new game, takes an abandoned seat until its
# player comes back, and is named as a deputy. Its orders are signed by the
# judge's key for a purpose of their own; both verifiers name the seats.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.plays.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }
daemon() { "$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || { cat "$dir/log"; fail "once"; }; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
for who in ana bob; do
	judge person add "$who" "$who@example.test" >/dev/null
	judge key new "$dir/$who" >/dev/null
	judge key add "$who" "$dir/$who.pub" >/dev/null
done
mkdir -p "$dir/judge/mail/judge/new"

# mail WHO, text on standard input: signed, and received
n=0
mail() {
	n=$((n + 1))
	cat >"$dir/text"
	judge sign --key "$dir/$1" -o "$dir/signed" "$dir/text"
	{
		printf 'From: %s@example.test\nTo: judge@example.test\n' "$1"
		printf 'Message-ID: <%d@plays.test>\nDate: %s\n\n' "$n" "$(date -R)"
		cat "$dir/signed"
	} >"$dir/judge/mail/judge/new/$n.plays"
}

# first WHO SEAT: the first lines of orders for now, by the log
first() {
	local last seen
	last=$(judge --json game list | sed -n "s/.*\"game\":\"$game\".*\"point\":\([0-9]*\).*/\1/p")
	seen=$(judge --json game list | sed -n "s/.*\"game\":\"$game\".*\"seen\":\"\([^\"]*\)\".*/\1/p")
	printf 'ORDERS %s %s %s %s\nSEEN %s\n' "$game" "$2" "$last" "$3" "$seen"
}

check_log() {
	judge export --full -o "$dir/log.jsonl" "$game" >/dev/null 2>&1
	"$HERALDO_BUILDDIR/heraldo" verify "$dir/log.jsonl" >"$dir/one" 2>&1 || { cat "$dir/one"; fail "verify"; }
	python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" >"$dir/two" 2>&1 || {
		cat "$dir/two"; fail "verify.py"; }
	for file in one two; do
		grep -q "seat $1 was played by the judge from point" "$dir/$file" || {
			cat "$dir/$file"; fail "$file does not name seat $1"; }
		grep -q "committed before any roll and opened" "$dir/$file" ||
			fail "$file does not say that the seed is open"
	done
}

# a seat of a new game; the random words wait for nobody
judge game new --player A=hard x 2>"$dir/log" && fail "an unknown strength"
grep -q 'easy, fair, strong' "$dir/log" || fail "the strengths are not told"
judge game new --player C=easy x 2>/dev/null && fail "a seat that is not there"
judge game new --player A=easy --policy anonymous=yes x 2>/dev/null && fail "an anonymous game"
game=$(judge game new --option build=100 --option rounds=1 --words 1d --player A=easy --player B=fair duel)
judge game start "$game"
"$HERALDO_BUILDDIR/heraldo" player run "$game" >"$dir/given"
judge game list | grep "$game" | grep -q ended || { judge game show "$game"; cat "$dir/given"; fail "not over"; }
check_log B
grep -q '"event":"entropy_declined","for":"all","rules":\[\],"seat":"A"' "$dir/log.jsonl" || fail "no word declined"

# abandoned: the first deadline that ana misses is one too many
game=$(judge game new --option build=100 --words 0d --deadline 3d --policy abandoned=judge \
	--policy max-missed-deadlines=1 left)
judge game seat "$game" A ana
judge game seat "$game" B bob
judge game start "$game"
daemon
judge game show "$game" >"$dir/shown"
who=$(sed -n 's/.*awaits \([AB]\).*/\1/p' "$dir/shown" | head -1)
case $who in A) name=ana ;; B) name=bob ;; *) cat "$dir/shown"; fail "nobody is awaited" ;; esac
judge game expire-deadline "$game" "$who" >/dev/null
# a timer fires once the mailbox was empty in a later second
for _ in $(seq 240); do
	daemon
	judge export -o "$dir/log.jsonl" "$game"
	grep -q seat_played "$dir/log.jsonl" && break
	sleep 0.5
done
grep -q "\"event\":\"seat_played\".*\"seat\":\"$who\",\"person\":\"Computer fair\".*\"by\":\"deadline\"" \
	"$dir/log.jsonl" || { judge game show "$game"; fail "the judge does not play"; }
judge game show "$game" | grep -q "awaits $who" && { judge game show "$game"; fail "$who is awaited still"; }
# the player comes back, and the computer's time is over
{ first "$name" "$who" 1; echo "ALWAYS AUTO"; } | mail "$name"
daemon
judge export -o "$dir/log.jsonl" "$game" >/dev/null
grep -q '"event":"proxy_ended".*"cause":"return"' "$dir/log.jsonl" || { judge inbox list; fail "no return"; }
# a deputy by name; a computer needs no JOIN
{ first "$name" "$who" 2; echo "DEPUTY Computer strong UNTIL $(date -d '+5 days' +%F)"; } | mail "$name"
daemon
judge export -o "$dir/log.jsonl" "$game" >/dev/null
grep -q '"event":"seat_played".*"person":"Computer strong".*"by":"deputy"' "$dir/log.jsonl" || {
	judge inbox list | head -4; judge outbox list | tail -5; fail "no deputy"; }
judge game end --yes --why enough "$game" >/dev/null
check_log "$who"
