# contrib/demo/stage.sh - what the demos have in common; read by them.
# DIR and JUDGE are set by who reads it.

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
die() { printf 'demo: %s\n' "$*" >&2; exit 1; }
heraldo() { "$BIN/heraldo" --config "$DIR/judge/heraldo.conf" "$@"; }

# BIN and DAEMON, of a build; and an empty DIR: only a folder that an earlier demo has made is thrown away.
stage_folder()
{
	BIN=$(cd "$1" && pwd)/root/bin
	DAEMON=$(cd "$1" && pwd)/root/sbin/heraldod
	[ -x "$BIN/heraldo" ] && [ -x "$DAEMON" ] ||
		die "no heraldo in $BIN: make install first, as contrib/quickstart does"
	if [ -e "$DIR" ]; then
		[ -f "$DIR/.heraldo-demo" ] ||
			die "$DIR is there already and is not of a demo; name another"
		rm -rf "$DIR"
	fi
	mkdir -p "$DIR/keys" "$DIR/mails"
	DIR=$(cd "$DIR" && pwd)
	touch "$DIR/.heraldo-demo"
}

# Somebody with a key of their own, known to the judge: NAME LANGUAGE ZONE TOOL
stage_person()
{
	local low=${1,,}
	mkdir -p "$DIR/mails/$low" "$DIR/judge/players/$low"
	if [ "$4" = ssh ]; then
		ssh-keygen -q -t ed25519 -N '' -C "$low@players.example" \
			-f "$DIR/keys/$low"
	else
		minisign -G -W -p "$DIR/keys/$low.pub" -s "$DIR/keys/$low.key" \
			>/dev/null
	fi
	heraldo person add --language "$2" --zone "$3" "$1" "$low@players.example"
	heraldo key add "$1" "$DIR/keys/$low.pub"
}

# The judge's daemon, until stage_end; its process is in DAEMON_PID.
stage_daemon()
{
	"$DAEMON" --config "$DIR/judge/heraldo.conf" 2>"$DIR/judge/heraldod.log" &
	DAEMON_PID=$!
	for _ in $(seq 200); do
		[ -d "$DIR/judge/mail/judge/new" ] && break
		kill -0 $DAEMON_PID 2>/dev/null ||
			{ cat "$DIR/judge/heraldod.log" >&2; die "heraldod has ended"; }
		sleep 0.05
	done
}

stage_end()
{
	kill "$DAEMON_PID"
	wait "$DAEMON_PID" ||
		die "heraldod did not end well: $DIR/judge/heraldod.log"
	DAEMON_PID=''
}

# Somebody plays, in the place of this process: PROGRAM NAME LANGUAGE TOOL, and
# what else the program is told.
stage_player()
{
	local program=$1 name=$2 low=${2,,} language=$3 tool=$4 key
	shift 4
	key=$DIR/keys/$low
	[ "$tool" = ssh ] || key=$key.key
	exec "$HERE/$program" --name "$name" --address "$low@players.example" \
		--language "$language" --tool "$tool" --key "$key" \
		--judge "$JUDGE" --judge-key "$DIR/judge/state/judge.key.pub" \
		--inbox "$DIR/judge/mail/$low@players.example" \
		--outbox "$DIR/judge/mail/judge" --keep "$DIR/mails/$low" \
		--home "$DIR/judge/players/$low" "$@"
}
