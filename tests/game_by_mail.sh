#!/bin/bash
# Games and campaigns made and led by mail, by who may: invited, joined, begun,
# and both verifiers say that the game is good. In both languages; what cannot
# be is told, and leaves nothing behind.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.hosts.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\ngame-creators = cy@example.test dee@example.test\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
mkdir -p "$dir/judge/mail/judge/new"
for who in ana bob cy dee; do
	lang=en; [ $who = dee ] && lang=es
	judge person --language $lang add "$who" "$who@example.test" >/dev/null
	judge key new "$dir/$who" >/dev/null
	judge key add "$who" "$dir/$who.pub" >/dev/null
done

n=0
say() # WHO VERDICT LINE..
{
	n=$((n + 1))
	printf '%s\n' "${@:3}" "$(judge key judge "$dir/judge/state/judge.key.pub")" >"$dir/text"
	judge sign --key "$dir/$1" -o "$dir/signed" "$dir/text"
	{
		printf 'From: %s@example.test\nTo: judge@example.test\n' "$1"
		printf 'Message-ID: <%s@hosts.test>\nDate: %s\n\n' $n "$(date -R)"
		cat "$dir/signed"
	} >"$dir/judge/mail/judge/new/$n.hosts"
	"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || {
		cat "$dir/log"; fail "heraldod"; }
	judge inbox list | grep -q "^ *$n .* $2\( .*\)*$" || {
		judge inbox list; fail "not $2: ${*:3}"; }
}
told() # WHO KIND LINE..: their newest letter of that kind
{
	judge outbox show "$(judge outbox list | grep " $2 .*$1@" | head -1 |
		awk '{print $1}')" | sed -n '/^Content-Disposition/q;p' |
		tr -d '\r' | tr '\n' ' ' | sed 's/= //g' >"$dir/letter"
	for line in "${@:3}"; do
		grep -qF -- "$line" "$dir/letter" || {
			cat "$dir/letter"; fail "$1 is not told: $line"; }
	done
}

# who may not
say ana host_refused 'GAME duel NEW' 'SYSTEM rebellion'
told ana refused 'Your mail was not carried out' 'Only who may make games here'
# what cannot be
say cy host_refused 'GAME duel NEW' 'SYSTEM rebelion'
told cy refused 'No rules are called "rebelion".'
say cy host_refused 'GAME duel NEW' 'SYSTEM rebellion' 'PLAYERS 9'
told cy refused '"9" is no number of players'
say cy host_refused 'GAME duel NEW' 'OPTION armi 300'
told cy refused 'armi: these rules have no option of that name'
say cy host_refused 'GAME duel NEW' 'COLOUR blue'
told cy refused 'This one does not: COLOUR BLUE'
say dee host_refused 'PARTIDA duelo NUEVA' 'RESERVAR ana@example.test'
told dee refused 'Tu correo no se ha cumplido' 'Un puesto se reserva con su letra'
say cy first_line 'GAME duel OLD'
[ -z "$(judge game list)" ] || fail "a game was left: $(judge game list)"

# a game by mail, from the first line to the first report
say cy made '// for two friends' 'Game Duel new' 'system rebellion' \
	'option build 100' 'option terrain_items 0..2' 'reserve A ana@example.test' \
	'policy deadline MON thu 20:00 europe/madrid' \
	'policy days-off 12-24..01-06' 'words 0d'
game=$(judge game list | awk '{print $1}')
case $game in duel-*) ;; *) fail "called $game" ;; esac
told cy game_created "$game is created" 'A  ana@example.test' "JOIN $game B" "GM $game 1 1" \
	'START begins it once every seat is taken'
told ana invitation "$game" 'Monday and Thursday at 20:00 (Europe/Madrid)'
say cy repeated '// for two friends' 'Game Duel new' 'system rebellion' \
	'option build 100' 'option terrain_items 0..2' 'reserve A ana@example.test' \
	'policy deadline MON thu 20:00 europe/madrid' \
	'policy days-off 12-24..01-06' 'words 0d'
[ "$(judge game list | wc -l)" = 1 ] || fail "made twice"
commands() # SERIAL LINE
{
	say cy adjudicated "GM $game $(judge game list |
		sed -n 's/.*point \([0-9]*\)$/\1/p') $1" \
		"$(judge game show "$game" | sed -n 's/^ *\(SEEN .*\)/\1/p')" "$2"
}
commands 1 'INVITE B zoe@Example.test'
told zoe invitation "JOIN $game B" "cy invites you"
commands 2 'INVITE B bob@example.test'
told bob invitation "JOIN $game B"
n_before=$(judge outbox list | grep -c ' invitation ')
judge game invite "$game" C bob@example.test 2>"$dir/err" && fail "seat C"
judge game invite "$game" B nonsense 2>"$dir/err" && fail "no address"
[ "$(judge outbox list | grep -c ' invitation ')" = "$n_before" ] ||
	fail "somebody was invited all the same"
say cy master_refused "GM $game $(judge game list |
	sed -n 's/.*point \([0-9]*\)$/\1/p') 3" \
	"$(judge game show "$game" | sed -n 's/^ *\(SEEN .*\)/\1/p')" \
	'SEAT A ana@example.test'
told cy refused 'nobody gets a place without signing for it'
judge game seat "$game" A ana >/dev/null
judge game seat "$game" B bob >/dev/null
judge game invite "$game" B zoe@example.test 2>"$dir/err" && fail "taken"
grep -q 'somebody has that seat' "$dir/err" || fail "$(cat "$dir/err")"
commands 5 'START'
judge game list | grep -q running || fail "not begun: $(judge game list)"
commands 6 'END'
judge export --full -o "$dir/log.jsonl" "$game"
judge verify "$dir/log.jsonl" >"$dir/verified" || { cat "$dir/verified"; fail "verify"; }
/usr/bin/python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" \
	>"$dir/second" || { cat "$dir/second"; fail "verify.py"; }

# in Spanish, of another game, with nobody but the operator as its master
say dee made 'PARTIDA cueva NUEVA' 'SISTEMA dungeons' 'JUGADORES 3' \
	'NORMA max-missed-deadlines 3' 'PALABRAS 2d' 'DIRECTOR nadie'
told dee game_created 'para 3 jugadores' 'Sus puestos'
grep -q 'Eres su director' "$dir/letter" && fail "dee is master"

# a campaign
say ana campaign_refused 'CAMPAIGN spring NEW'
say cy answered 'CAMPAIGN spring NEW' 'SYSTEM dungeons' 'ROUNDS 1' \
	'DEADLINE 14d' 'CARRY standard'
told cy standings 'has not begun' 'CAMPAIGN spring JOIN' 'Nobody is in it yet'
say ana answered 'CAMPAIGN spring JOIN'
say cy answered 'CAMPAIGN spring ADD bob@example.test Dee'
told bob standings 'You are in it; who wants to leave it signs and sends' \
	'CAMPAIGN spring WITHDRAW'
told dee standings 'DEJAR'
say ana campaign_refused 'CAMPAIGN spring START'
told ana refused 'Only who leads the campaign can do that.'
say cy answered 'CAMPAIGN spring WITHDRAW dee'
say cy answered 'CAMPAIGN spring START'
told bob standings 'round 1 of 1' 'PLAYED NOW'
judge game list | grep -q '^spring-1-' || fail "no game: $(judge game list)"
judge campaign show spring | grep -q 'is played' || fail "nothing is played"
judge campaign carryover spring none
say cy answered 'CAMPAIGN spring CARRY' '# ours' 'hero keep' 'xp less 2 least 1'
say cy campaign_refused 'CAMPAIGN spring CARRY' 'hero fly'
told cy refused 'line 1'
say cy answered 'CAMPAIGN spring END'
judge campaign list | grep -q over || fail "not over"

# who has no key is invited, joins, and the game begins by itself
judge person add eve eve@example.test >/dev/null
judge key new "$dir/eve" >/dev/null
# several lines are executed together, or none
say cy campaign_refused 'CAMPAIGN pair NEW' 'SYSTEM rebellion' \
	'CAMPAIGN pair ADD nobody@example.test'
judge campaign list | grep -q '^pair' && fail "half of a mail was executed"
say cy answered 'CAMPAIGN pair NEW' 'SYSTEM rebellion' 'KIND round-robin' \
	'OPTION build 100' 'WORDS 0d' 'CAMPAIGN pair ADD ana eve@example.test' \
	'CAMPAIGN pair START'
game=$(judge game list | awk '/^pair-1/ {print $1}')
told eve invitation "JOIN $game"
seat=$(grep -o "JOIN $game [AB]" "$dir/letter" | tail -c 2)
judge game list | grep -q "^$game .* open" || fail "begun without eve"
mail() # FILE: from eve, as it is
{
	n=$((n + 1))
	{
		printf 'From: eve@example.test\nTo: judge@example.test\n'
		printf 'Message-ID: <%s@hosts.test>\nDate: %s\n\n' $n "$(date -R)"
		cat "$1"
	} >"$dir/judge/mail/judge/new/$n.hosts"
	"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || fail "heraldod"
}
{
	echo '-----BEGIN HERALDO ORDERS-----'
	echo "JOIN $game $seat"
	echo '-----END HERALDO ORDERS-----'
	cat "$dir/eve.pub"
} >"$dir/wish"
mail "$dir/wish"
judge outbox show "$(judge outbox list | awk '$6 == "challenge" {print $1; exit}')" |
	/usr/bin/python3 -c '
import email, email.policy, sys
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
text = m.get_body(("plain",)).get_content()
print(text.split("ORDERS-----")[1].split("-----END")[0].strip())' >"$dir/proof"
judge sign --key "$dir/eve" -o "$dir/signed" "$dir/proof"
mail "$dir/signed"
"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || fail "heraldod"
judge game list | grep -q "^$game .* running" || {
	judge inbox list; judge game show "$game"; fail "not begun with eve"; }
judge campaign show pair | grep -q 'is played' || fail "nothing is played"
echo "ok"
