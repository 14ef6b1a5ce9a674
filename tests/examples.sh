#!/bin/bash
# Each command and verb of heraldo has a help with an example, and the examples
# run: here in the order of a small season, with the names of this judge.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.examples.XXXXXX")
trap 'rm -rf "$dir"' EXIT
fail() { echo "FAIL: $*"; cat "$dir/out"; exit 1; }
heraldo() { "$HERALDO_BUILDDIR/heraldo" "$@"; }
daemon() { "$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/out" || fail "heraldod"; }
cd "$dir"
export HERALDO_CONFIG=$dir/judge/heraldo.conf

# all examples, from the help of all commands and verbs
for command in $(heraldo completion words ''); do
	verbs=$(heraldo completion words "$command" '')
	heraldo "$command" --help | grep -q 'with an example' || verbs=
	for verb in ${verbs:-''}; do
		heraldo "$command" ${verb:+"$verb"} --help >out
		grep -q '^example: heraldo ' out ||
			fail "the help of $command $verb has no example"
		sed -n 's/^example: //p' out
	done
done >examples

# the example of these words, with names replaced by a script of sed, must run
example() # words [script]
{
	local command
	command=$(grep -m 1 -e "^heraldo $1\( .*\)\?$" examples) ||
		fail "no help has an example of $1"
	echo "$command" >>ran
	command=$(sed "${2:-}" <<<"$command")
	eval "$command" >out 2>&1 || fail "$command"
}

# a judge whose mails are files, with three people
HERALDO_CONFIG=$dir/gmail.conf example init \
	"s|init|init --providers '$HERALDO_SRCDIR/db/providers'|"
heraldo init judge judge@example.org >/dev/null
printf 'templates = %s/templates\ndata = %s/db\nentropy-days = 0\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >paths
sed -i '/^\[judge\]/r paths' "$HERALDO_CONFIG"
example check-config
example 'completion bash'
example 'completion zsh'
example 'completion words'
example rulesets
example rule "s|rule|rule --data '$HERALDO_SRCDIR/db'|"
cases=("$HERALDO_SRCDIR"/tests/cases/rebellion/*.case)
example case "s|[^ ]*\.case|'${cases[0]}'|"
example 'key new'
example 'key judge' 's|judge.key.pub|judge/state/judge.key.pub|'
example 'person add'
example 'person list'
example 'key add' 's|ana-key.pub|my-key.pub|'
example 'key list'
example 'person show'
for name in Alice Bob; do
	heraldo key new "$name" >/dev/null
	heraldo person add "$name" "${name,,}@example.net" >/dev/null
	heraldo key add "$name" "$name.pub" >/dev/null
done
example 'person address' 's|ana@example.net|ana@example.com|'
soon=$(date -d '+30 days' +%F) later=$(date -d '+40 days' +%F)
example 'person absent' "s/2026-12-20/$soon/; s/2027-01-06/$later/"
example 'person return'
example 'person export'
heraldo init other judge@example.net >/dev/null
sed -i '/^\[judge\]/r paths' other/heraldo.conf
heraldo person export --to judge@example.net Ana >ana.passport 2>out
HERALDO_CONFIG=$dir/other/heraldo.conf example 'person import' \
	's|judge.pub|judge/state/judge.key.pub|'

# a game
example 'game new'
example 'game list'
game=$(heraldo game new --option build=100 --deadline 3d harbour)
of="s/friday-64ba2/$game/"
example 'game show' "$of"
example 'game policy' "$of"
example 'game seat' "$of"
example 'game invite' "$of"
heraldo game seat "$game" B Bob >out 2>&1 || fail "a seat"
example 'game start' "$of"
example 'game pause' "$of"
example 'game resume' "$of"
example 'game extend' "$of"
example 'game shorten' "$of"
example 'game deadline' "$of; s/2026-12-20/$soon/"
example 'game undo' "$of"
example 'game expire-deadline' "$of"
example 'game history' "$of"
number=$(heraldo outbox list ready | awk 'NR == 1 { print $1 }')
example 'outbox drop' "s/88/$number/"
daemon
example 'inbox list'
example 'outbox list'
number=$(heraldo outbox list | awk 'END { print $1 }')
example 'outbox show' "s/88/$number/"
example 'outbox retry' "s/88/$number/"
mkdir -p judge/mail/judge/new
printf 'From: zoe@example.org\nTo: judge@example.org\nSubject: x\n\nhelp\n' \
	>judge/mail/judge/new/1
daemon
example 'inbox show' 's/88/1/'
heraldo game show "$game" | sed -n 's/^  SEEN /SEEN /p' >seen
{ echo "ORDERS $game A 1 1" && cat seen && echo END; } >orders.txt
example sign
example dice "$of"
example 'replay' "$of"
example render "$of"
example publish "$of"
example 'beacon pending'
example status 's|/var/lib/node_exporter/||'
example prune

# the computer plays; a game that is over
played=$(heraldo game new --practice --player A=easy friday)
example 'player seat' "s/friday-64ba2/$played/"
heraldo game start "$played" >out 2>&1 || fail "start"
example 'game set' "s/friday-64ba2/$played/"
example 'player run'
of="s/friday-64ba2/$played/"
example 'game analyse' "$of"
example export "$of"
example verify
heraldo --quiet export --full -o friday.jsonl "$played"
example carryover
example 'game end' "s/friday-64ba2/$game/"
daemon
example archive "s/friday-64ba2/$game/"

# a campaign
example 'campaign new'
example 'campaign list'
example 'campaign add'
example 'campaign show'
example 'campaign carryover'
example 'campaign withdraw'
heraldo campaign add spring Alice >out 2>&1 || fail "Alice enters"
example 'campaign start'
example 'campaign run'
example 'campaign end'
heraldo campaign new --kind ladder steps >out
heraldo campaign add steps Bob Ana >out
heraldo campaign start steps >out
example 'campaign challenge' 's/spring/steps/'
example 'person reset-key'
heraldo person add Yan yan@example.org >out
example 'person erase' 's/Ana/Yan/'
example 'key revoke' "s|SHA256:[^ ]*|$(heraldo key list Bob | awk 'NR == 1 { print $1 }')|"

# the judge itself
example backup 's|/var/lib/heraldo|.|'
example restore 's|/var/lib/heraldo|.|'
example 'judge new-key'
example 'judge take'
sed -i 's/^address = .*/address = moved@example.org/' "$HERALDO_CONFIG"
example 'judge move'
HERALDO_CONFIG=$dir/other/heraldo.conf
heraldo game new lost >out
heraldo key new another >out
mv another other/state/judge.key
mv another.pub other/state/judge.key.pub
example 'judge lost-key'

# these need mails of players, keys of GnuPG, a beacon or a browser: other tests
# have them
for words in oauth 'key import' 'game admit' 'game refuse' 'game rule' 'game beacon' \
	'inbox retry' 'inbox drop' 'campaign add-rule' precedents ratings; do
	grep -m 1 -e "^heraldo $words\( .*\)\?$" examples >>ran ||
		fail "there is no example of $words"
done
sort -u examples >out
sort ran | diff - out >left || { cp left out; fail "an example was not run, or twice"; }
echo "$(wc -l <ran) examples, of which 10 were not run"
