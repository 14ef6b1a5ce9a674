#!/bin/bash
# Strangers' mails are forgotten by age and by size, by the daemon as it starts
# and daily, and by `heraldo prune`; what a known person signed stays longer, and
# what became of each stays.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.prune.XXXXXX")
trap 'rm -rf "$dir"' EXIT
heraldo=$HERALDO_BUILDDIR/heraldo
export HERALDO_CONFIG="$dir/judge/heraldo.conf"
db=$dir/judge/state/heraldo.db
new=$dir/judge/mail/judge/new

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$heraldo" --quiet "$@"; }
once() { "$HERALDO_BUILDDIR/heraldod" --once; }
ask() { sqlite3 "$db" "$1"; }
older() { ask "UPDATE inbox SET received_s = received_s - 86400 * $1 WHERE $2"; }
# whose text is still there, and how many there are on record
kept() { ask "SELECT group_concat(id, ' ') FROM inbox WHERE length(raw) > 0"; }
holds() { [ "$(kept)" = "$1" ] || fail "$2: the texts of $(kept) are left, not of $1"; }

n=0
mail() # FROM BYTES [BODY]
{
	n=$((n + 1))
	{
		printf 'From: %s\nTo: judge@example.test\nSubject: %s\n' "$1" "$n"
		printf 'Message-ID: <%s@prune.test>\nDate: %s\n\n' "$n" "$(date -R)"
		cat "${3:-/dev/null}"
		head -c "$2" /dev/zero | tr '\0' 'x' | fold -w 70
		echo
	} >"$new/$n.prune"
	once 2>/dev/null
}

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\nunknown-mail-days = 30\nunknown-mail-mib = 64\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
once 2>/dev/null
ssh-keygen -q -t ed25519 -N '' -f "$dir/key"
judge person add Ana ana@example.test >/dev/null
judge key add Ana "$dir/key.pub" >/dev/null
id=$(judge game new --system rebellion autumn | sed -n 1p)
judge game seat "$id" A Ana >/dev/null

# signed by a key that is known, and refused: there is no such point
printf 'ORDERS %s A 7 1\nEND\n' "$id" >"$dir/orders"
"$heraldo" sign --key "$dir/key" "$dir/orders" >"$dir/signed" 2>/dev/null ||
	fail "it is not signed"
mail ana@example.test 0 "$dir/signed"			# 1
for i in 2 3 4; do mail "s$i@example.test" 700000; done	# 2 3 4
holds "1 2 3 4" "nothing is old"
judge prune >/dev/null
holds "1 2 3 4" "nothing is old, nothing too much"

# by age: those of 31 days, and not those of 29
older 31 "id = 2"
older 29 "id = 3"
said=$(judge prune)
[[ $said == "forgotten: 1 mails of strangers, 0 of players"* ]] ||
	fail "it is told: $said"
holds "1 3 4" "by age"
# by size: the oldest, until a MiB is left
judge prune --mib 1 >/dev/null
holds "1 4" "by size"
judge prune --days 0 >/dev/null
sleep 1
judge prune --days 0 >/dev/null
holds 1 "all strangers'"
[ "$(judge inbox | grep -c .)" -ge 4 ] || fail "what became of them is lost"

# a player's, once nobody can dispute what came of it any more
older 91 "id = 1"
said=$(judge prune)
[[ $said == "forgotten: 0 mails of strangers, 1 of players"* ]] ||
	fail "it is told: $said"
holds "" "Ana's"

# the daemon does it as it starts
mail "s5@example.test" 1000				# 5
older 31 "id = 5"
holds 5 "before the daemon starts"
once 2>/dev/null
holds "" "by the daemon"
judge status >/dev/null
echo "strangers' mails are forgotten by age and size, and nobody else's"
