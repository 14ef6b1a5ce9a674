#!/bin/sh
# What holds the dice to come is closed to others, whatever the umask; and what
# is open is not used, with the command that closes it.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.private.XXXXXX")
trap 'rm -rf "$dir"' EXIT
heraldo=$HERALDO_BUILDDIR/heraldo
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
mode() { stat -c %a "$1"; }
refused() # what the fault must name, and who is to say it
{
	words=$1
	shift
	if "$@" >"$dir/out" 2>&1; then
		fail "$* used what others can read: $words"
	fi
	grep -q "$words" "$dir/out" || fail "$*: $(cat "$dir/out")"
}

umask 0
"$heraldo" init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\n' "$HERALDO_SRCDIR" \
	"$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
"$heraldo" status >/dev/null
"$HERALDO_BUILDDIR/heraldod" --once
state=$dir/judge/state
[ "$(mode "$state")" = 700 ] || fail "state is $(mode "$state")"
for f in "$state"/*; do
	case $f in *.pub) continue ;; esac
	[ "$(mode "$f")" = 600 ] || fail "$f is $(mode "$f")"
done
for f in "$state" "$state/heraldo.db" "$state/judge.key"; do
	was=$(mode "$f")
	chmod g+r "$f"
	refused "chmod go= $f" "$heraldo" status
	refused "chmod go= $f" "$HERALDO_BUILDDIR/heraldod" --once
	chmod "$was" "$f"
done
"$heraldo" status >/dev/null

# a copy is as private, and a judge can go on with it
"$heraldo" backup "$dir/copy" >/dev/null
[ "$(mode "$dir/copy")" = 700 ] || fail "the copy is $(mode "$dir/copy")"
for f in heraldo.db judge.key; do
	[ "$(mode "$dir/copy/$f")" = 600 ] || fail "$f is $(mode "$dir/copy/$f")"
done
cmp -s "$dir/copy/judge.key" "$state/judge.key" || fail "another key"
[ ! -e "$dir/copy/heraldo.db.new" ] || fail "half a copy is left"
refused "a folder of its own" "$heraldo" backup "$dir/copy"
mv "$state" "$dir/lost"
mv "$dir/copy" "$state"
"$heraldo" status >/dev/null || fail "a copy cannot be gone on with"

# the daemon names a password file that it cannot use, before it starts anything
echo secret >"$dir/password"
chmod 644 "$dir/password"
cp "$HERALDO_CONFIG" "$dir/kept"
sed -i "s|^\[inbox\].*|&\nuser = judge\npassword-file = $dir/password|" \
	"$HERALDO_CONFIG"
refused "chmod g-wx,o= $dir/password" "$HERALDO_BUILDDIR/heraldod" --once
rm "$dir/password"
refused "cannot read $dir/password" "$HERALDO_BUILDDIR/heraldod" --once
cp "$dir/kept" "$HERALDO_CONFIG"
