#!/bin/sh
# What holds the dice to come is closed to others, whatever the umask; and what
# is open is not used, with the command that closes it. What else a start is
# refused for: the mark of another judge, a password file, zones without data.
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
"$heraldo" person list >/dev/null
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
refused "it ended .*chmod go= $state/judge.key" "$heraldo" status
"$HERALDO_BUILDDIR/heraldod" --once
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
"$heraldo" person list >/dev/null || fail "a copy cannot be gone on with"

# the mailbox has the mark of the folder that was copied, until a command takes
# it; then the other judge finds a mark that is not its own
once() # the status that is expected
{
	code=0
	"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/out" || code=$?
	[ $code = "$1" ] || fail "heraldod ends with $code: $(cat "$dir/out")"
}
once 4
grep -q "heraldo --config .* judge take" "$dir/out" || fail "no way out is named"
"$heraldo" judge take >/dev/null
once 0
mv "$state" "$dir/copy"
mv "$dir/lost" "$state"
once 4
mv "$state" "$dir/lost"
mv "$dir/copy" "$state"
once 0

# into a folder, where older ones go; and back in place
"$heraldo" backup --into "$dir/many" --keep 14d >/dev/null
mv "$dir"/many/heraldo-* "$dir/many/heraldo-20200101-000000"
# the rest of a copy that was ended goes with them
mkdir "$dir/many/heraldo-20200102-000000.part"
"$heraldo" backup --into "$dir/many" --keep 14d >"$dir/out"
grep -q '2 older copies removed' "$dir/out" || fail "an old copy stays"
[ "$(ls "$dir/many" | wc -l)" = 1 ] || fail "$(ls "$dir/many")"
copy=$(echo "$dir"/many/heraldo-*)
"$heraldo" status >"$dir/out" || true
grep -q "^backup .*, $copy\$" "$dir/out" || fail "status names no $copy: $(cat "$dir/out")"
# the copy has the time from which mails are read, so that a restored judge
# answers none from before it was made
since=$(cat "$state/since")
[ "$(cat "$copy/since")" = "$since" ] || fail "the copy has no since"
rm "$state/since"
"$heraldo" person add Ann ann@example.test >/dev/null
"$heraldo" restore "$copy" >"$dir/out" || fail "restore: $(cat "$dir/out")"
grep -q 'the backup is whole' "$dir/out" || fail "$(cat "$dir/out")"
"$heraldo" person list | grep -q Ann && fail "the copy is not in place"
grep -rq . "$state"/before-restore-*/judge.key || fail "nothing was kept"
[ "$(cat "$state/since")" = "$since" ] || fail "a restore takes since away"
# no copy that fails has the name of one, and none is left
mv "$state/judge.key.pub" "$dir/away"
refused "judge.key.pub" "$heraldo" backup --into "$dir/broken"
refused "judge.key.pub" "$heraldo" backup "$dir/alone"
[ -z "$(ls "$dir/broken")" ] && [ ! -e "$dir/alone" ] && [ ! -e "$dir/alone.part" ] ||
	fail "a broken copy is left: $(ls "$dir" "$dir/broken")"
mv "$dir/away" "$state/judge.key.pub"
# one restore after the other, from what a restore has put aside, and from
# folders that are no backup
aside=$(echo "$state"/before-restore-*)
refused "is the state folder itself" "$heraldo" restore "$state"
(cd "$state" && refused "is the state folder itself" "$heraldo" restore .)
cp -r "$copy" "$state/restore.new"
refused "name the folder of a backup" "$heraldo" restore "$state/restore.new"
[ -e "$state/restore.new/heraldo.db" ] || fail "the folder named was removed"
for _ in 1 2 3; do
	"$heraldo" restore "$copy" >"$dir/out" || fail "restore: $(cat "$dir/out")"
done
[ "$(ls -d "$state"/before-restore-* | wc -l)" = 4 ] || fail "$(ls "$state")"
"$heraldo" restore "$aside" >"$dir/out" || fail "restore: $(cat "$dir/out")"
"$heraldo" person list | grep -q Ann || fail "what was put aside is not whole"
"$heraldo" restore "$copy" >"$dir/out" || fail "restore: $(cat "$dir/out")"
for _ in 1 2; do
	"$heraldo" backup --into "$dir/twice" >/dev/null
done
[ "$(ls "$dir/twice" | wc -l)" = 2 ] || fail "$(ls "$dir/twice")"
"$HERALDO_BUILDDIR/heraldod" &
daemon=$!
until "$heraldo" status | grep -q "^daemon   running"; do :; done
refused "stop it first" "$heraldo" restore "$copy"
kill $daemon
wait $daemon || true
echo broken >"$copy/heraldo.db"
refused . "$heraldo" restore "$copy"
[ ! -e "$state/restore.new" ] || fail "half a restore is left"
"$heraldo" person list >/dev/null || fail "a broken copy was put in place"

# root acts as the judge's user
if [ "$(id -u)" = 0 ] && id nobody >/dev/null 2>&1; then
	chmod 755 "$dir"
	chown -R nobody "$dir/judge"
	"$heraldo" person add Bob bob@example.test >/dev/null
	"$heraldo" backup "$dir/byroot" >/dev/null
	[ -z "$(find "$dir/judge" "$dir/byroot" ! -user nobody)" ] ||
		fail "files of root: $(find "$dir" ! -user nobody)"
	# where that user may not write, and where it may not even look
	mkdir -m 700 "$dir/private"
	refused . "$heraldo" backup "$dir/private/copy"
	[ -z "$(ls "$dir/private")" ] || fail "an empty copy: $(ls "$dir/private")"
	"$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/said" || fail "the daemon, by root: $(cat "$dir/said")"
	[ -z "$(find "$dir/judge" ! -user nobody)" ] ||
		fail "files of root: $(find "$dir/judge" ! -user nobody)"
	chown -R root "$dir/judge"
fi

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

# nor without the data of time zones, by which deadlines would be others
refused "install the package tzdata" env TZDIR="$dir" \
	"$HERALDO_BUILDDIR/heraldod" --once
"$heraldo" person add --zone Europe/Madrid Ana ana@example.test >/dev/null
sqlite3 "$state/heraldo.db" "UPDATE persons SET zone = 'Europe/Atlantis'"
refused "Europe/Atlantis' of Ana" "$HERALDO_BUILDDIR/heraldod" --once
