#!/bin/bash
# heraldo game history: what a game master and the operator did to a game is one
# page, and both verifiers count the same in its log.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.desk.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }
field() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\ngame-creators = cy@example.test\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
for who in ana bob cy; do
	lang=en; [ $who = bob ] && lang=es
	judge person --language $lang add "$who" "$who@example.test" >/dev/null
	judge key new "$dir/$who" >/dev/null
	judge key add "$who" "$dir/$who.pub" >/dev/null
done
game=$(judge game new --option build=100 --deadline 3d --master cy duel \
	2>"$dir/said")
[ -s "$dir/said" ] && fail "the key of cy is not seen"
judge game seat "$game" A ana
judge game seat "$game" B bob
judge game start "$game"

"$HERALDO_BUILDDIR/heraldod" --once 2>/dev/null || fail "heraldod"

serial=0

# "$dir/command", signed by and mailed from that person
post() # WHO VERDICT
{
	judge sign --key "$dir/$1" -o "$dir/signed" "$dir/command"
	{
		printf 'From: %s@example.test\nTo: judge@example.test\n' "$1"
		printf 'Message-ID: <%s@desk.test>\nDate: %s\n\n' \
			"$serial" "$(date -R)"
		cat "$dir/signed"
	} >"$dir/judge/mail/judge/new/$serial.desk"
	"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || {
		cat "$dir/log"; fail "heraldod"; }
	judge inbox list | sed -n "s/ *$serial  //p" | grep -q "$2" || {
		judge inbox list; cat "$dir/command"; fail "not $2"; }
}

# the master's command, signed
command() # LINE..
{
	serial=$((serial + 1))
	point=$(judge game list | sed -n 's/.*point \([0-9]*\)$/\1/p')
	{
		echo "${head:-GM $game} $point $serial"
		judge game show "$game" | sed -n 's/^ *\(SEEN .*\)/\1/p'
		printf '%s\n' "$@"
	} >"$dir/command"
	post "${by:-cy}" "${done:-adjudicated}"
}

# a text of the master's that is of no game
bare() # VERDICT LINE..
{
	serial=$((serial + 1))
	printf '%s\n' "${@:2}" "$(judge key judge "$dir/judge/state/judge.key.pub")" \
		>"$dir/command"
	post cy "$1"
}

command PAUSE 'I am on a train.'
command RESUME
judge game policy "$game" press none
back=$(judge game list | sed -n 's/.*point \([0-9]*\)$/\1/p')
command 'POLICY max-missed-deadlines 3'
command "UNDO $back" 'that was too much'

# several at once, first to see what they would do
done=preview command PREVIEW 'SET active B' 'POLICY max-missed-deadlines 2' 'a slip of mine'
judge outbox show "$(judge outbox list | awk '$6 == "preview" {print $1; exit}')" \
	>"$dir/mail"
grep -q 'max-missed-deadlines is 2' "$dir/mail" || { cat "$dir/mail"; fail "no preview"; }
judge game history "$game" | grep -q 'A SLIP' && fail "a preview did it"
done=master_refused command 'SET active B' 'SET A1.wounds many' 'a slip'
command 'SET active B' 'POLICY max-missed-deadlines 2' 'a slip of mine'
[ "$(judge game history "$game" | grep -c 'A SLIP OF MINE')" = 1 ] ||
	fail "not set"


# their desk, whenever they ask: a dispute, with a command that rules on it
by=ana head="ORDERS $game A" done=disputed command "DISPUTE 4 IT DID NOT"
bare answered STATUS
judge outbox show "$(judge outbox list | awk '$6 == "gm_summary" {print $1; exit}')" \
	>"$dir/mail"
for line in 'Your games as game master' 'Dispute 1: A (ana) on point 4: IT DID NOT' \
	"GM $game " 'RULE 1 STANDS'; do
	grep -qF "$line" "$dir/mail" || { cat "$dir/mail"; fail "no $line"; }
done

# a dispute is ruled on, and the ruling is found by the rule that it names
! judge precedents 2>"$dir/err" || fail "a precedent before there is one"
command 'RULE 1 STANDS' 'It did: RB-LOF-08, of course.' 'es: sí pasó.'
judge precedents rb-lof-08 | grep -q 'IT DID: RB-LOF-08' ||
	fail "the ruling is not found by its rule"
judge precedents | grep -q "^$game  dispute 1 of point 4, ruled on at point" ||
	fail "the ruling is not found"
! judge precedents RB-LOF-0 2>"$dir/err" || fail "found by half an id"

# players ask by mail, each in their language, and beside the rule itself
asked() # WHO SEAT KIND LINE..: the newest letter of that kind to them
{
	by=$1 head="ORDERS $game $2" done=answered command "${@:4}"
	judge outbox show "$(judge outbox list | awk -v k="$3" -v w="$1@" \
		'$6 == k && index($7, w) {print $1; exit}')" | tr -d '\r' |
		sed ':a; /=$/ {N; s/=\n//; ba}' | tr '\n' ' ' >"$dir/mail"
}
mail_has() { grep -qF -- "$1" "$dir/mail" || {
	cat "$dir/mail"; fail "not told: $1"; }; }
asked ana A precedents 'PRECEDENTS rb lof 08'
mail_has "Precedents of RB-LOF-08"
mail_has "$game, dispute 1 of point 4 (rules rebellion 1), ruled on by cy: it stands. IT DID: RB-LOF-08, OF COURSE."
mail_has 'It is applied by hand.'
asked ana A precedents 'PRECEDENTS RB-LOF-01'
mail_has 'No ruling names RB-LOF-01.'
asked ana A query 'RULE RB-LOF-08'
mail_has 'ruled on by cy: it stands'
by=cy head="GM $game" done=answered command 'HISTORY 5'
judge outbox list | grep -q ' history .*cy@' || fail "no history for the master"
reports=$(judge outbox list | grep -c ' report .*cy@')
by=cy head="GM $game" done=answered command 'REPORT' 'WHY 4' 'PRECEDENTS'
[ "$(judge outbox list | grep -c ' report .*cy@')" = $((reports + 1)) ] ||
	fail "no report for the master"
for kind in why precedents; do
	judge outbox list | grep -q " $kind .*cy@" || {
		judge outbox list; fail "no $kind for the master"; }
done
by=cy head="GM $game" done=master_refused command 'HISTORY 5' 'PAUSE'
asked bob B precedents 'PRECEDENTES'
mail_has 'fallada por cy'
mail_has 'PAS=C3=93.'

# it becomes a house rule of a campaign, with the option that says the same
judge campaign new --system rebellion --kind swiss --rounds 1 --words 0d \
	--option build=200 house
judge campaign add house ana bob
judge campaign add-rule house "$game" 2 2>"$dir/err" && fail "no such ruling"
grep -q 'no ruling on a dispute 2' "$dir/err" || fail "$(cat "$dir/err")"
judge campaign add-rule house "$game" 1 build=many 2>"$dir/err" && fail "no option"
bare campaign_refused "CAMPAIGN house ADOPT $game 1 build=many"
bare answered "CAMPAIGN house ADOPT $game 1 build=100"
bare campaign_refused "CAMPAIGN house ADOPT $game 1"
judge campaign add-rule house "$game" 1 2>"$dir/err" && fail "adopted twice"
judge campaign show house >"$dir/page"
grep -q 'house rule: IT DID: RB-LOF-08.* (dispute 1 of .*ruled by cy)  sets build=100' \
	"$dir/page" || { cat "$dir/page"; fail "no house rule"; }
judge campaign start house
"$HERALDO_BUILDDIR/heraldod" --once 2>/dev/null || fail "heraldod"
judge outbox show "$(judge outbox list | awk '/standings.*ana@/ {print $1; exit}')" \
	>"$dir/mail"
grep -q 'HOUSE RULES' "$dir/mail" || { cat "$dir/mail"; fail "nobody is told"; }
judge export -o "$dir/house.jsonl" "$(judge campaign show house |
	sed -n 's/.*  \(house-[a-z0-9-]*\)  .*/\1/p')"
grep -q '"name":"build","seat":"","value":\[100\]' "$dir/house.jsonl" ||
	fail "build is not 100"
judge publish --campaign house "$dir/pages"
grep -q 'IT DID: RB-LOF-08' "$dir/pages/index.html" || fail "pages lack it"

judge game history "$game" >"$dir/page"
cat "$dir/page"
has() { grep -q -- "$1" "$dir/page" || fail "the page lacks: $1"; }
has '^point [0-9]*  20[0-9T:-]*Z  cy$'
has '^point [0-9]*  20[0-9T:-]*Z  operator$'
has 'paused by cy: I AM ON A TRAIN'
has 'THAT WAS TOO MUCH'
# how the table plays stays, whatever play goes back to
! grep -q 'undone since' "$dir/page" || fail "a policy is told to be undone"
has '^6 adjudications commanded by game masters, .*; 1 values set, 1 times play undone, 1 disputes ruled on$'

# a page of another game, of none, and one word too many
! judge game history other-0000 2>"$dir/err" || fail "history of no game"
! judge game history "$game" all 2>"$dir/err" || fail "a word too many"
grep -q 'usage: heraldo game' "$dir/err" || { cat "$dir/err"; fail "no usage"; }

judge person add dan dan@example.test >/dev/null
judge game new --option build=100 --master dan keyless \
	>/dev/null 2>"$dir/said" || fail "a game of a master without a key"
grep -q '^  heraldo key add dan FILE.pub$' "$dir/said" ||
	fail "nobody says that dan has no key"

judge game end --why enough "$game"
judge export --full -o "$dir/log.jsonl" "$game" || fail "export"
judge --json game history "$game" | tail -1 >"$dir/counts"
judge --json verify "$dir/log.jsonl" >"$dir/verified"
for what in by_masters by_operator overrides undone rulings; do
	page=$(field $what <"$dir/counts") log=$(field $what <"$dir/verified")
	[ -n "$page" ] && [ "$page" = "$log" ] ||
		fail "$what: the page has '$page', verify counts '$log'"
done
[ "$(field by_masters <"$dir/counts")" = 6 ] || fail "masters' commands"
/usr/bin/python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" >"$dir/second" ||
	{ cat "$dir/second"; fail "the second verifier"; }
grep -q "^  6 adjudications were commanded by game masters, $(field by_operator <"$dir/counts") by the judge's operator; 1 values were set, 1 times was play undone, 1 disputes were ruled on$" \
	"$dir/second" || { cat "$dir/second"; fail "the second counts otherwise"; }
