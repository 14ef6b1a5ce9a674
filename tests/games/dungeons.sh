#!/bin/bash
# Complete games of Dungeons by signed mail, each played to its end by players
# who see only their mails (contrib/demo/delver), and verified by both
# verifiers.
#
#	tests/games/dungeons.sh [GAME..]
#
# GAME: crossing, sunken (two teams on the maps), wolves (Lone Wolf), three, four
# (with the Monster Master), tiles (a dungeon that the players lay), warriors (in
# the dungeon). By itself: three; contrib/soak plays all.
set -u
SRC=${HERALDO_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
BUILD=${HERALDO_BUILDDIR:-$PWD}
TOP=$(mktemp -d "${TMPDIR:-/tmp}/heraldo-games.XXXXXX") || exit 1
JUDGE=judge@heraldo.example
PIDS=()
stop()
{
	for p in "${PIDS[@]}"; do
		kill "$p" 2>/dev/null
	done
}
trap 'stop; [ -n "${KEEP:-}" ] || rm -rf "$TOP"' EXIT
trap 'exit 1' HUP INT TERM

POOL1='pyramid/4, pyramid/25, pyramid/22, pyramid/19, pyramid/40, pyramid/32, pyramid/35'
POOL2='2 x pyramid/7, pyramid/13, pyramid/21, pyramid/31, pyramid/52, pyramid/38'
TEAMS=('Amir 1, Shaman Og 1' 'Trollkiller 1, Carlana 2'
	'Geddion Longblade 1, Alsyn Vale 1' 'Daren Brakensword 1, Barber Hurgg 1')

heraldo() { "$BUILD/heraldo" --config "$DIR/judge/heraldo.conf" "$@"; }

# what this game should show of the rules
shown() { /usr/bin/python3 -B "$SRC/tests/games/shown.py" "$SRC" "$@"; }

# out of the database and back: the same log
put_away()
{
	heraldo --quiet archive -o "$DIR/away.db" "$1" >/dev/null &&
		! heraldo --quiet replay --check "$1" 2>"$DIR/away" &&
		grep -qF "heraldo --config $DIR/judge/heraldo.conf archive restore" \
			"$DIR/away" &&
		heraldo --quiet archive restore "$DIR/away.db" \
			>/dev/null &&
		heraldo --quiet export --full -o "$DIR/back.jsonl" "$1" &&
		cmp "$DIR/game.jsonl" "$DIR/back.jsonl"
}

# what each game is: options, players, what they bring
describe()
{
	OPTIONS=(--option map=map/crossing) PLAYERS=2 MORE=()
	TEAM=("${TEAMS[@]}")
	case $1 in
	crossing) ;;
	sunken) OPTIONS=(--option map=map/sunken) ;;
	wolves)
		TEAM=('Trollkiller 1' 'Carlana 2')
		MORE=(--peaceful --chests 1)
		;;
	three) PLAYERS=3 ;;
	four) PLAYERS=4 OPTIONS=(--option map=map/sunken) ;;
	tiles) OPTIONS=() MORE=(--tiles 'C1 C2 C3 H1 H2') ;;
	warriors) TEAM=('Amir 1, Utem Guardsman **' 'Carlana 2, Noble Archer **') ;;
	*) echo "$1 is no game"; exit 2 ;;
	esac
}

# game NAME TRY: 1 if it failed, 2 if it is fine but does not show all it should
game()
{
	local names=(Ana Ben Cleo Dan) langs=(es en es en) daemon name i low
	DIR=$TOP/$1.$2
	describe "$1"
	mkdir -p "$DIR"/{keys,mails}
	"$BUILD/heraldo" init "$DIR/judge" $JUDGE >/dev/null || return 1
	sed -i "s|^\[judge\]\$|&\ntemplates = $SRC/templates\ndata = $SRC/db|" \
		"$DIR/judge/heraldo.conf"
	name=$(heraldo game new --system dungeons --players $PLAYERS \
		--option limit=100 "${OPTIONS[@]}" "$1") || return 1
	for ((i = 0; i < PLAYERS; i++)); do
		low=${names[i],,}
		ssh-keygen -q -t ed25519 -N '' -C "$low" -f "$DIR/keys/$low" &&
			heraldo person add --language ${langs[i]} --zone UTC \
				${names[i]} $low@players.example >/dev/null &&
			heraldo key add ${names[i]} "$DIR/keys/$low.pub" &&
			heraldo game seat "$name" "$(printf '\\x4%d' $((i + 1)) |
				xargs -0 printf)" ${names[i]} || return 1
	done
	heraldo game start "$name" || return 1
	"$BUILD/heraldod" --config "$DIR/judge/heraldo.conf" \
		2>"$DIR/heraldod.log" &
	daemon=$!
	PIDS=("$daemon")
	for ((i = 0; i < 200; i++)); do
		[ -d "$DIR/judge/mail/judge/new" ] && break
		sleep 0.1
	done
	for ((i = 0; i < PLAYERS; i++)); do
		low=${names[i],,}
		mkdir -p "$DIR/home/$low" "$DIR/mails/$low"
		"$SRC/contrib/demo/delver" --name ${names[i]} \
			--address $low@players.example --seat \
			"$(printf '\\x4%d' $((i + 1)) | xargs -0 printf)" \
			--language ${langs[i]} --judge $JUDGE --tool ssh \
			--key "$DIR/keys/$low" \
			--inbox "$DIR/judge/mail/$low@players.example" \
			--outbox "$DIR/judge/mail/judge" \
			--home "$DIR/home/$low" --keep "$DIR/mails/$low" \
			--team "${TEAM[i]}" \
			--pool "$( ((i % 2)) && echo "$POOL2" || echo "$POOL1")" \
			--turns $((20 * PLAYERS)) --patience 120 --tell-orders \
			"${MORE[@]}" >"$DIR/$low.out" 2>&1 &
		PIDS+=($!)
	done
	for ((i = 1; i <= PLAYERS; i++)); do
		wait "${PIDS[i]}" || {
			echo "$1: a player gave up"
			tail -n 5 "$DIR"/*.out "$DIR/heraldod.log"
			stop
			return 1
		}
	done
	kill $daemon && wait $daemon
	PIDS=()
	heraldo --quiet export --full -o "$DIR/game.jsonl" "$name" &&
		heraldo --quiet verify "$DIR/game.jsonl" >"$DIR/verified" &&
		grep -q 'the rules give the same events' "$DIR/verified" &&
		"$SRC/contrib/verify.py" "$DIR/game.jsonl" >>"$DIR/verified" ||
		{ cat "$DIR/verified"; return 1; }
	put_away "$name" || return 1
	shown "$1" "$DIR/game.jsonl" || return 2
	echo "$1: $(sed -n 3p "$DIR/verified" | sed 's/^ *//')"
}

[ $# -gt 0 ] || set -- three
status=0
for g; do
	# dice are fresh: what they kept from one game, the next may show
	for try in 1 2 3; do
		game "$g" $try
		result=$?
		[ $result = 2 ] || break
	done
	[ $result = 0 ] || { echo "$g: FAILED"; status=1; }
done
exit $status
