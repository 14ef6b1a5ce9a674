#!/bin/bash
# A season on a judge that runs: people, rounds, results, standings by mail in
# each one's language, what is carried over; verified as a whole.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.campaign.XXXXXX")
trap 'rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }
once() { "$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || {
	cat "$dir/log"; fail "heraldod"; }; }

judge init "$dir/judge" judge@example.test >/dev/null
link=https://club.example/campaigns/
printf 'templates = %s/templates\ndata = %s/db\nsite-dir = %s/pages\nsite-url = %s\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" "$dir" $link >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
for who in ana bob cy dee eva; do
	lang=en; [ $who = bob ] && lang=es
	judge person --language $lang add "$who" "$who@example.test" >/dev/null
	judge key new "$dir/$who" >/dev/null
	judge key add "$who" "$dir/$who.pub" >/dev/null
done

judge campaign new --system rebellion --kind swiss --rounds 3 \
	--option build=100 --words 0d --carry standard spring
judge campaign add spring ana bob cy dee
judge campaign list | grep -q '^spring .*swiss .*rebellion .*open, round 0$' ||
	fail "list: $(judge campaign list)"
judge campaign new --kind chess x 2>/dev/null && fail "a kind that is none"
judge campaign new --option build=x x 2>"$dir/said" && fail "build=x"
grep -q "build" "$dir/said" || fail "nothing about build: $(cat "$dir/said")"
judge campaign start spring
once

# the newest letter of standings to WHO
sent() {
	judge outbox show "$(judge outbox list | grep standings |
		grep "$1@" | head -1 | awk '{print $1}')" |
		sed -n '/^Content-Disposition/q;p'
}
told() { # WHO LINE..
	sent "$1" >"$dir/mail"
	for line in "${@:2}"; do
		grep -qF -- "$line" "$dir/mail" || {
			cat "$dir/mail"; fail "$1 is not told: $line"; }
	done
}
game_of() { # WHO: the game that they play now
	judge campaign show spring |
		sed -n "s/.* \(\($1 - .*\)\|\(.* - $1\)\)  \([a-z0-9-]*\)  is played/\4/p"
}

n=0
orders() { # GAME SEAT WHO SERIAL LINE..
	n=$((n + 1))
	{
		echo "ORDERS $1 $2 $(judge game list | grep "^$1 " |
			sed 's/.*point //') $4"
		judge game show "$1" | sed -n 's/^ *\(SEEN .*\)/\1/p'
		printf '%s\n' "${@:5}"
	} >"$dir/orders"
	judge sign --key "$dir/$3" -o "$dir/signed" "$dir/orders"
	{
		printf 'From: %s@example.test\nTo: judge@example.test\n' "$3"
		printf 'Message-ID: <%s@campaign.test>\nDate: %s\n\n' \
			"$n" "$(date -R)"
		cat "$dir/signed"
	} >"$dir/judge/mail/judge/new/$n.campaign"
	once
	judge inbox list | head -1 | grep -q adjudicated || {
		judge inbox list; fail "not done: $*"; }
}
player() { # GAME SEAT
	judge game show "$1" | sed -n "s/^ *$2 *\([a-z]*\) <.*/\1/p"
}
gives_up() { # WHO, in the game that they play
	local game seat=A other=B
	game=$(game_of "$1")
	[ -n "$game" ] || fail "$1 plays nothing"
	[ "$(player "$game" A)" = "$1" ] || { seat=B; other=A; }
	orders "$game" $seat "$1" 1 'PROPOSE SURRENDER'
	orders "$game" $other "$(player "$game" $other)" 1 'AGREE 1'
}

told ana 'Subject: [spring] How it stands, round 1 of 3' 'ana (you)' \
	'PLAYED NOW' "$(game_of ana)"
told bob 'bob (' 'SE JUEGA AHORA'
paged() { # FILE TEXT..: what everybody may read
	for text in "${@:2}"; do
		grep -qF -- "$text" "$dir/pages/$1" || {
			cat "$dir/pages/$1"; fail "$1 does not tell: $text"; }
	done
}
paged spring/index.html 'Round 1 of 3' "$(game_of ana)" 'is played'
paged "spring/$(game_of ana)/index.html" "ana takes seat"
grep -q "Round\|Place" "$dir/mail" && fail "bob reads English"

# who comes late, and who leaves while the first round is played
judge campaign add spring eva
judge campaign add spring eva 2>"$dir/said" && fail "twice"
grep -q "in the campaign already" "$dir/said" || cat "$dir/said"
first=$(game_of ana) second=$(game_of dee)
gives_up ana
judge campaign show spring | grep -q 'round 1$' || fail "too early"
sent cy | grep -q 'cy has won' && fail "told twice in a day"
judge campaign withdraw spring dee
gives_up dee
judge campaign show spring >"$dir/page"
cat "$dir/page"
grep -q 'running, round 2$' "$dir/page" || fail "no second round"
told eva 'How it stands, round 2 of 3' 'dee (has left)' 'WHAT CAME OF IT' \
	'cy has won.'
sent dee | grep -q 'round 1 of 3' || fail "dee has left, and is written to"

third=$(game_of cy)
paged spring/index.html 'Round 2 of 3' 'has left' 'round-1.html'
paged spring/round-1.html 'cy has won' "$first/index.html"

# two rounds more: all is over by itself, and dee was written nothing since
for _ in 2 3; do
	for who in ana bob cy eva; do
		[ -z "$(game_of $who)" ] || gives_up $who
	done
done
judge campaign show spring >"$dir/page"
cat "$dir/page"
grep -q ' over, round 3$' "$dir/page" || fail "it is not over"
told bob 'La campa' 'ha terminado'
told dee 'is over'
# pages that were kept are those that are made anew; no script, nothing remote
judge publish --campaign spring --link ${link}spring/ "$dir/anew"
diff -r "$dir/anew" "$dir/pages/spring" || fail "kept pages are others"
[ "$(stat -c %a "$dir/pages" "$dir/pages/spring/feed.xml" | tr '\n' ' ')" = \
	"755 644 " ] || fail "not everybody may read the pages"
/usr/bin/python3 "$HERALDO_SRCDIR/tests/chronicle/chronicle.py" \
	"$HERALDO_BUILDDIR" "$HERALDO_SRCDIR" --pages "$dir/pages/spring" en \
	${link}spring/ || fail "pages"
paged spring/index.html 'It is over'
: >"$dir/pages/spring/$first/index.html"
once
[ ! -s "$dir/pages/spring/$first/index.html" ] ||
	fail "a game that stands there was told again"
rm "$dir/pages/spring/memory"
once
paged "spring/$first/index.html" 'cy'
diff -r "$dir/anew" "$dir/pages/spring" || fail "pages made anew are others"

# what the winners have left stands in the next games, with whose log it is
judge export --full -o "$dir/1.jsonl" "$first"
judge export --full -o "$dir/2.jsonl" "$second"
judge export --full -o "$dir/3.jsonl" "$third"
grep -q '"event":"carried_over"' "$dir/3.jsonl" || fail "nothing is carried"
"$HERALDO_BUILDDIR/heraldo" verify "$dir" >"$dir/verified" || {
	cat "$dir/verified"; fail "they do not fit together"; }
grep -q "$first" "$dir/verified" || { cat "$dir/verified"; fail "no source"; }

judge campaign add spring dee 2>/dev/null && fail "over is over"
told bob 'VALORACIONES' 'cy'
judge ratings rebellion >"$dir/page"
cat "$dir/page"
grep -qE '^ +1[5-9][0-9][0-9]  \+- [0-9]+ +3 .* cy$' "$dir/page" || fail "ratings"
# who has the logs, and nothing else, finds the same
mkdir "$dir/alone"
for game in $(judge campaign show spring | sed -n 's/.*  \(spring-[a-z0-9-]*\)  .*/\1/p'); do
	judge export --full -o "$dir/alone/$game.jsonl" "$game"
done
"$HERALDO_BUILDDIR/heraldo" --config /nonexistent ratings --logs \
	"$dir"/alone/*.jsonl >"$dir/again" || fail "ratings of logs"
cmp "$dir/page" "$dir/again" || { cat "$dir/again"; fail "other ratings"; }
judge export -o "$dir/part.jsonl" "$first"
judge ratings --logs "$dir/part.jsonl" 2>"$dir/said" && fail "of a part"
grep -q 'full log' "$dir/said" || fail "$(cat "$dir/said")"
judge ratings chess 2>"$dir/said" && fail "ratings of a game that is none"
judge ratings arena 2>"$dir/said" && fail "ratings of nobody"
judge --json campaign show spring | grep -q '"place":1,.*"rating":1[5-9]' ||
	fail "no ratings: $(judge --json campaign show spring)"

# a ladder, and a daemon that has nothing to do
judge campaign new --kind ladder --reach 1 --system rebellion \
	--option build=100 rungs
judge campaign add rungs ana bob cy
judge campaign start rungs
judge campaign challenge rungs cy ana 2>"$dir/said" && fail "too far"
grep -q "go up: 1" "$dir/said" || fail "$(cat "$dir/said")"
judge campaign challenge rungs cy bob
judge campaign show rungs | grep -q 'cy - bob .*is played' || fail "rungs"
says() { # WHO LINE: a signed mail of no game
	n=$((n + 1))
	{ echo "$2"; judge key judge "$dir/judge/state/judge.key.pub"; } >"$dir/orders"
	judge sign --key "$dir/$1" -o "$dir/signed" "$dir/orders"
	{
		printf 'From: %s@example.test\nTo: judge@example.test\n' "$1"
		printf 'Message-ID: <%s@campaign.test>\nDate: %s\n\n' \
			"$n" "$(date -R)"
		cat "$dir/signed"
	} >"$dir/judge/mail/judge/new/$n.campaign"
	once
}
says eva 'CAMPAIGN rungs JOIN'
told eva 'The campaign rungs.' 'eva (you)'
says eva 'CAMPAIGN rungs CHALLENGE Ana'
judge outbox list | head -1 | grep -q 'refused .*eva@' ||
	fail "too far, by mail: $(judge outbox list | head -2)"
judge outbox show "$(judge outbox list |
	awk '/refused .*eva@/ {print $1; exit}')" >"$dir/mail"
grep -q 'too far above you' "$dir/mail" || { cat "$dir/mail"; fail "no reason"; }
judge campaign withdraw rungs cy
says bob 'CAMPAÑA rungs'
told bob 'La campa' 'se ha ido'
[ "$(judge campaign run)" = "1 campaign looked at" ] || fail "tend"
judge campaign end rungs

# games whose players nobody knows, seen two points late
judge campaign new --system rebellion --kind swiss --rounds 1 \
	--option build=100 --words 0d --policy anonymous=yes \
	--policy spectator-delay-points=2 masks
judge campaign add masks ana bob
judge campaign start masks
once
mask=$(judge campaign show masks | sed -n 's/.*  \(masks-[a-z0-9-]*\)  .*/\1/p')
told ana 'The campaign masks'
sed '/^Subject/,$!d' "$dir/mail" >"$dir/words"
grep -q "$mask" "$dir/words" && fail "the letter names a game without names"
paged masks/index.html 'Round 1 of 1' 'ana'
grep -q ' <em>against' "$dir/pages/masks/index.html" && fail "who plays whom"
[ -e "$dir/pages/masks/$mask/index.html" ] || fail "no page of $mask"
grep -rqE 'ana|bob' "$dir/pages/masks/$mask" && fail "a page names who plays"
judge game end --why over "$mask"
once
paged masks/index.html 'ana <em>against</em> bob' 'ended without a result'
