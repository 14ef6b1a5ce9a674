#!/bin/sh
# A judge with GnuPG: the folder is configured, a key is taken into it, a mail
# that it signed is read by the daemon.
set -eu
top=${srcdir:-.}
build=${HERALDO_BUILDDIR:-.}
command -v gpg >/dev/null || exit 77
dir=$(mktemp -d)
export GNUPGHOME="$dir/mine"
trap 'gpgconf --kill all; rm -rf "$dir"' EXIT
heraldo() { "$build/heraldo" --config "$dir/h/heraldo.conf" "$@"; }

"$build/heraldo" init "$dir/h" judge@court.test >"$dir/said" || true
[ -f "$dir/h/heraldo.conf" ]
sed -i "s|^\[judge\]|&\ntemplates = $(cd "$top" && pwd)/templates\ndata = $(cd "$top" && pwd)/db|" \
	"$dir/h/heraldo.conf"
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-gen-key ana@one.test ed25519 sign never
gpg --batch --armor --export ana@one.test >"$dir/ana.asc"
heraldo person add Ana ana@one.test >/dev/null
heraldo person add Bob bob@two.test >/dev/null
ssh-keygen -q -t ed25519 -N '' -f "$dir/bob"
heraldo key add Bob "$dir/bob.pub" >/dev/null

# without a folder there is no place for it, and that is said
! heraldo key import Ana "$dir/ana.asc" 2>"$dir/err"
grep -q gnupg-home "$dir/err"
sed -i "s|^\[judge\]|&\ngnupg-home = gnupg|" "$dir/h/heraldo.conf"
if ! heraldo key import Ana "$dir/ana.asc" 2>"$dir/err"; then
	! grep -q 'without GPGME' "$dir/err" || exit 77
	cat "$dir/err" >&2
	exit 1
fi
heraldo key list Ana | grep -q '^OPENPGP:'

game=$(heraldo game new --option build=100 duel)
heraldo game seat "$game" A Ana
heraldo game seat "$game" B Bob
heraldo game start "$game"
point=$(heraldo game show "$game" | sed -n 's/^point[^0-9]*\([0-9]*\).*/\1/p')
seen=$(heraldo game show "$game" | sed -n 's/^ *\(SEEN .*\)/\1/p')
printf '%s\r\n' 'Content-Type: text/plain; charset=utf-8' '' \
	'-----BEGIN HERALDO ORDERS-----' "ORDERS $game A ${point:-1} 1" "$seen" \
	'RULE RB-CLOSE-04' '-----END HERALDO ORDERS-----' | head -c -2 >"$dir/part"
gpg --batch --quiet --armor --detach-sign --digest-algo SHA512 \
	-o "$dir/part.asc" "$dir/part"
box="$dir/h/mail/judge"
mkdir -p "$box/new" "$box/cur" "$box/tmp"
{
	printf '%s\r\n' 'From: ana@one.test' 'To: judge@court.test' \
		'Message-ID: <1@one.test>' 'MIME-Version: 1.0' \
		'Content-Type: multipart/signed; boundary=b; micalg=pgp-sha512; protocol="application/pgp-signature"' \
		'' '--b'
	cat "$dir/part"
	printf '\r\n%s\r\n' '--b' 'Content-Type: application/pgp-signature' ''
	cat "$dir/part.asc"
	printf '\r\n--b--\r\n'
} | sed 's/\r*$/\r/' >"$box/new/1.mail"
"$build/heraldod" --config "$dir/h/heraldo.conf" --once 2>"$dir/log" || {
	cat "$dir/log" >&2; exit 1; }
heraldo inbox list | grep -q answered || { heraldo inbox list >&2; exit 1; }

# a backup has the keys; a restore puts them back, keeps those that were there,
# and names people whose key is missing, as check-config does
heraldo check-config >"$dir/said"
! grep -q 'keys are not' "$dir/said" || { cat "$dir/said" >&2; exit 1; }
heraldo backup "$dir/copy" >/dev/null
gpgconf --homedir "$dir/h/gnupg" --kill all
mv "$dir/h/gnupg" "$dir/away"
heraldo check-config >"$dir/said"
grep -q 'warning: these keys are not in gnupg-home.*Ana (OPENPGP:' "$dir/said" || {
	cat "$dir/said" >&2; exit 1; }
rm -r "$dir/h/gnupg"
heraldo restore "$dir/copy" >"$dir/said"
! grep -q warning "$dir/said" || { cat "$dir/said" >&2; exit 1; }
gpg --homedir "$dir/h/gnupg" --list-keys ana@one.test >/dev/null 2>&1 || {
	echo "the key is not restored" >&2; exit 1; }
rm -r "$dir/copy/gnupg-home" "$dir/h/gnupg"
heraldo restore "$dir/copy" >"$dir/said"
grep -q 'warning: .*Ana (OPENPGP:' "$dir/said" || { cat "$dir/said" >&2; exit 1; }
sed -i '/^gnupg-home/d' "$dir/h/heraldo.conf"
heraldo check-config >"$dir/said"
grep -q 'warning: these keys need gnupg-home' "$dir/said" || {
	cat "$dir/said" >&2; exit 1; }
