#!/bin/bash
# A judge is moved to another machine by the commands of heraldod(8), read out of
# the page, while a game is under way: both machines are folders, and programs
# of the system are stood in for. contrib/package-try does the same with the
# package and the programs themselves.
set -euo pipefail
SRC=$(cd "$HERALDO_SRCDIR" && pwd) BUILD=$(cd "$HERALDO_BUILDDIR" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.moved.XXXXXX")
finish()
{
	for pid in $(cat "$dir"/*/daemon 2>/dev/null) $(jobs -p); do
		kill "$pid" 2>/dev/null || true
	done
	wait || true
	rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
fail() { echo "FAIL: $*"; tail -n 20 "$dir/out" "$dir/players.log" 2>/dev/null; exit 1; }
JUDGE=judge@heraldo.example
PAGE=$SRC/contrib/man/heraldod.8
MOVING="From a backup to running on another machine"
export LC_ALL=C.UTF-8
umask 077

# the programs of the system; $MACHINE is the folder of one
mkdir "$dir/bin"
program() { { echo '#!/bin/bash'; cat; } >"$dir/bin/$1" && chmod 700 "$dir/bin/$1"; }
program heraldo <<EOF
HERALDO_CONFIG=\$MACHINE/etc/heraldo/heraldo.conf exec "$BUILD/heraldo" "\$@"
EOF
program chown <<<'exit 0'
program runuser <<<'shift 3; exec "$@"'
program systemctl <<EOF
case "\$*" in
"disable --now heraldod heraldo-backup.timer")
	kill \$(cat "\$MACHINE/daemon")
	while kill -0 \$(cat "\$MACHINE/daemon") 2>/dev/null; do sleep 0.05; done
	rm "\$MACHINE/daemon" ;;
"enable --now heraldod heraldo-backup.timer")
	"$BUILD/heraldod" --config "\$MACHINE/etc/heraldo/heraldo.conf" \
		2>>"\$MACHINE/log" &
	echo \$! >"\$MACHINE/daemon"
	# the service is started when the daemon says so
	for _ in \$(seq 1200); do
		"$BUILD/heraldo" --config "\$MACHINE/etc/heraldo/heraldo.conf" \
			status 2>/dev/null | grep -q '^daemon   running' && exit
		sleep 0.1
	done
	cat "\$MACHINE/log"
	exit 1 ;;
*) echo "systemctl \$*?"; exit 1 ;;
esac
EOF
export PATH=$dir/bin:$PATH

# commands on standard input, on this machine
on()
{
	export MACHINE=$dir/$1
	sed "s|/var/lib/heraldo|$MACHINE&|g; s|/etc/heraldo|$MACHINE&|g; s|/root|$dir/root|g" \
		>"$dir/script"
	bash -xeuo pipefail "$dir/script" >"$dir/out" 2>&1 </dev/null ||
		fail "on the $1 machine"
}
followed() # machine, example
{
	local text
	text=$("$SRC/tests/manual/commands" "$PAGE" "$MOVING" "$2")
	[ "$text" ] || fail "the page has no example $2"
	on "$1" <<<"$text"
}

mkdir -p "$dir"/{old,new}/{etc,var/lib}/heraldo "$dir/root" "$dir/server"
chmod 700 "$dir"/{old,new}/var/lib/heraldo

# the old machine, with a game of two; the mails are elsewhere
. "$SRC/contrib/demo/rebellion.game"
cd "$dir/old/var/lib/heraldo"
"$BUILD/heraldo" --quiet init club $JUDGE >/dev/null
ln -s "$PWD/club/heraldo.conf" "$dir/old/etc/heraldo/"
sed -i "s|^\[judge\]\$|&\ntemplates = $SRC/templates\ndata = $SRC/db|
	s|= mail/|= $dir/server/|; s|= mail\$|= $dir/server|" club/heraldo.conf
grep -q "$dir/server" club/heraldo.conf || fail "$(cat club/heraldo.conf)"
export MACHINE=$dir/old
for who in A B; do
	heraldo --quiet person add P$who p${who,,}@players.example
	ssh-keygen -q -t ed25519 -N '' -f "$dir/$who"
	heraldo --quiet key add P$who "$dir/$who.pub"
done >/dev/null
game=$(heraldo --quiet game new --system rebellion "${OPTIONS[@]}" field)
heraldo --quiet game seat "$game" A PA
heraldo --quiet game seat "$game" B PB
heraldo --quiet game start "$game"
cp club/state/judge.key.pub "$dir/judge.pub"
on old <<<'systemctl enable --now heraldod heraldo-backup.timer'
for who in A B; do
	mkdir -p "$dir/p$who"/{home,kept}
	[ $who = A ] && army=("${ANA[@]}") || army=("${BEN[@]}")
	"$SRC/contrib/demo/player" --name P$who --seat $who \
		--address p${who,,}@players.example --judge $JUDGE \
		--judge-key "$dir/judge.pub" --language en \
		--inbox "$dir/server/p${who,,}@players.example" \
		--outbox "$dir/server/judge" --keep "$dir/p$who/kept" \
		--home "$dir/p$who/home" --tool ssh --key "$dir/$who" \
		--patience 600 \
		"${army[@]}" >>"$dir/players.log" 2>&1 &
done
point() { heraldo --quiet game list | awk '{ print $NF }'; }
reached()
{
	for _ in $(seq 1200); do
		[ "$(point)" -lt "$1" ] || return 0
		sleep 0.1
	done
	tail -n 5 "$MACHINE/log"
	fail "the game stays at point $(point)"
}
reached 6

followed old 1
was=$(point)
# where it goes on nothing of the old machine is there
mv "$dir/old" "$dir/gone"
followed new 2
followed new 3
grep -q '^daemon   running' "$dir/out" || fail "status does not show the daemon"
reached $((was + 4))
on new <<<'systemctl disable --now heraldod heraldo-backup.timer'
heraldo replay --check "$game" >"$dir/out" || fail "the log is not replayed"
heraldo export -o "$dir/log" "$game" >/dev/null
heraldo verify "$dir/log" >"$dir/out" || fail "the log is not verified"
echo "moved: a game at point $was went on to $(point) on the other machine; verified"
