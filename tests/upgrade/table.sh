# tests/upgrade/table.sh - ten games at one judge, for make and upgrade.sh. Of
# the caller: SRC, BUILD, and DIR, where judge/ is.
# shellcheck shell=bash
# shellcheck disable=SC1090
GAMES=10 JUDGE=judge@heraldo.example PIDS=()

heraldo() { "$BUILD/heraldo" --quiet --config "$DIR/judge/heraldo.conf" "$@"; }
system_of() # GAME
{
	local systems=(rebellion dungeons arena)
	echo "${systems[($1 - 1) % 3]}"
}
language_of() { [ "$1" = A ] && echo en || echo es; }
address_of() { echo "p${1,,}$2@players.example"; }
points() { heraldo game list | awk '{ print $NF }'; }

table_stop()
{
	local p
	for p in "${PIDS[@]}"; do
		kill "$p" 2>/dev/null || true
	done
	for p in "${PIDS[@]}"; do
		wait "$p" 2>/dev/null || true
	done
	PIDS=()
}

# who plays the seat of a game by mail, as they do in contrib/demo
table_player() # SEAT GAME
{
	local seat=$1 g=$2 bring me
	. "$SRC/contrib/demo/$(system_of "$g").game"
	[ "$seat" = A ] && bring=("${ANA[@]}") || bring=("${BEN[@]}")
	me=$DIR/players/$seat$g
	mkdir -p "$me/kept"
	exec "$SRC/contrib/demo/$PLAYER" --name "P$seat$g" --seat "$seat" \
		--address "$(address_of "$seat" "$g")" --judge "$JUDGE" \
		--language "$(language_of "$seat")" --tool ssh \
		--key "$DIR/judge/keys/$seat$g" \
		--judge-key "$DIR/judge/state/judge.key.pub" \
		--inbox "$DIR/judge/mail/$(address_of "$seat" "$g")" \
		--outbox "$DIR/judge/mail/judge" \
		--home "$me" --keep "$me/kept" "${bring[@]}"
}

# The daemon and all players, until each game is that many points further.
table_play() # POINTS-BEFORE MORE
{
	local had=$1 more=$2 g seat
	"$BUILD/heraldod" --config "$DIR/judge/heraldo.conf" \
		2>"$DIR/heraldod.log" &
	PIDS=($!)
	for _ in $(seq 200); do
		[ -d "$DIR/judge/mail/judge/new" ] && break
		sleep 0.05
	done
	for g in $(seq "$GAMES"); do
		for seat in A B; do
			table_player $seat "$g" >>"$DIR/players.log" 2>&1 &
			PIDS+=($!)
		done
	done
	for _ in $(seq 600); do
		if paste <(echo "$had") <(points) |
			awk -v n="$more" '$2 < $1 + n { exit 1 }'; then
			table_stop
			return
		fi
		sleep 0.2
	done
	heraldo game list
	tail -n 5 "$DIR/heraldod.log" "$DIR/players.log"
	echo "the games do not go on"
	return 1
}
