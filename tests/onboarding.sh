#!/bin/sh
# From the invitation to the first order in three mails, with real keys of
# ssh-keygen, minisign and GnuPG, and a certificate of S/MIME: the commands are
# those that the judge's mails print, and each mail is counted. Then to another
# game, as who is known, with a signature and no key.
set -eu
top=${srcdir:-.}
build=$(cd "${HERALDO_BUILDDIR:-.}" && pwd)
for program in ssh-keygen minisign gpg gpgsm openssl; do
	command -v $program >/dev/null || exit 77
done
dir=$(mktemp -d /tmp/heraldo.XXXXXX)
h=
trap 'for h in "$dir"/*/gnupg; do
	[ ! -d "$h" ] || gpgconf --homedir "$h" --kill all
done; rm -rf "$dir"' EXIT
heraldo() { "$build/heraldo" --config "$dir/h/heraldo.conf" "$@"; }
fail() { echo "FAIL: $*" >&2; exit 1; }

"$build/heraldo" init "$dir/h" judge@court.test >/dev/null
sed -i "s|^\[judge\]|&\ntemplates = $(cd "$top" && pwd)/templates\ndata = $(cd "$top" && pwd)/db\ngnupg-home = gnupg|" \
	"$dir/h/heraldo.conf"
box="$dir/h/mail/judge"
mkdir -p "$box/new" "$box/cur" "$box/tmp"
work()
{
	"$build/heraldod" --config "$dir/h/heraldo.conf" --once 2>"$dir/log" || {
		cat "$dir/log" >&2
		! grep -q 'without GPGME' "$dir/log" || exit 77
		exit 1
	}
}
# the text of the newest mail to somebody whose subject holds these words
told() # who, words
{
	/usr/bin/python3 - "$dir/h/mail/$1@club.test/new" "$2" <<'PYTHON'
import email, email.policy, os, sys
folder, words = sys.argv[1:]
found = ""
paths = [os.path.join(folder, n) for n in os.listdir(folder)]
for path in sorted(paths, key=lambda p: (os.stat(p).st_mtime_ns, p)):
    with open(path, "rb") as f:
        mail = email.message_from_binary_file(f, policy=email.policy.default)
    if words in mail["Subject"] or words in str(mail["List-Id"]):
        found = mail.get_body(("plain",)).get_content()
sys.exit(print(found) if found else "no mail: " + words)
PYTHON
}
block() { sed -n '/^-----BEGIN HERALDO/,/^-----END HERALDO/p'; }
# the lines of a challenge, and no random word is given
answer() { block | sed 's|^// WORD|WORD|'; }
command_of() # a program's line in a text, with the one that goes on below it
{
	sed -n "/^  *$1 /{p;/&&\$/{n;p}}"
}

# the mails of a person, counted
headers() # who, content type
{
	printf '%s\r\n' "From: $1@club.test" 'To: judge@court.test' \
		"Message-ID: <$(cat "$dir/$1/sent").$1@club.test>" \
		'MIME-Version: 1.0' "Content-Type: $2" ''
}
send() # who; the mail as input
{
	echo $(($(cat "$dir/$1/sent") + 1)) >"$dir/$1/sent"
	sed 's/\r*$/\r/' >"$box/new/$(cat "$dir/$1/sent").$1"
	work
}
attached() # who, text, files ..
{
	who=$1
	text=$2
	shift 2
	{
		headers "$who" 'multipart/mixed; boundary=b'
		printf '%s\n' '--b' 'Content-Type: text/plain' '' "$text"
		for file; do
			printf '%s\n' '--b' 'Content-Type: application/octet-stream' \
				"Content-Disposition: attachment; filename=$file" ''
			cat "$dir/$who/$file"
		done
		printf '%s\n' '--b--'
	} | send "$who"
}
# orders, signed as the challenge says, by whatever key this is
signed() # who, lines
{
	cd "$dir/$1"
	case $1 in
	ana|bob)
		printf '%s\n' "$2" >orders.txt
		rm -f orders.txt.*
		sh -c "$(cat how)" >/dev/null 2>&1
		cd "$OLDPWD"
		attached "$1" '' orders.txt "$(basename "$dir/$1"/orders.txt.*)"
		;;
	cai)
		printf '%s\n' 'Content-Type: text/plain; charset=utf-8' '' \
			"$2" | sed 's/\r*$/\r/' | head -c -2 >part
		rm -f part.asc
		gpg --batch --quiet --armor --detach-sign --digest-algo SHA512 \
			-o part.asc part
		cd "$OLDPWD"
		{
			headers cai 'multipart/signed; boundary=b; micalg=pgp-sha512; protocol="application/pgp-signature"'
			printf '%s\r\n' '--b'
			cat "$dir/cai/part"
			printf '\r\n%s\r\n' '--b' \
				'Content-Type: application/pgp-signature' ''
			cat "$dir/cai/part.asc"
			printf '\r\n--b--\r\n'
		} | send cai
		;;
	dora)
		printf '%s\n' 'Content-Type: text/plain; charset=utf-8' '' \
			"$2" | sed 's/\r*$/\r/' | head -c -2 >part
		openssl cms -sign -binary -in part -signer dora.pem \
			-inkey dora.key -outform DER -out part.p7s
		cd "$OLDPWD"
		{
			headers dora 'multipart/signed; boundary=b; micalg=sha-256; protocol="application/pkcs7-signature"'
			printf '%s\r\n' '--b'
			cat "$dir/dora/part"
			printf '%s\r\n' '' '--b' \
				'Content-Type: application/pkcs7-signature; name=smime.p7s' \
				'Content-Transfer-Encoding: base64' ''
			base64 -w 76 "$dir/dora/part.p7s"
			printf '\r\n--b--\r\n'
		} | send dora
		;;
	esac
}

new_game()
{
	game=$(heraldo game new --players 4 --option build=100 \
		--reserve A=ana@club.test --reserve B=bob@club.test \
		--reserve C=cai@club.test --reserve D=dora@club.test \
		--policy "autostart=$2" "$1")
	work
	for who in ana bob cai dora; do
		mkdir -p "$dir/$who"
		[ -e "$dir/$who/sent" ] || echo 0 >"$dir/$who/sent"
	done
}
new_game start yes
mkdir -m 700 "$dir/cai/gnupg"
export GNUPGHOME="$dir/cai/gnupg"

# one command makes the key
try() # who, program
{
	told "$1" Invitation >"$dir/$1/invitation"
	make=$(command_of "$2" <"$dir/$1/invitation")
	[ -n "$make" ] || fail "the invitation has no line of $2"
	(cd "$dir/$1" && sh -c "$make" >log 2>&1 </dev/null) ||
		fail "$make: $(cat "$dir/$1/log")"
	[ -s "$dir/$1/heraldo-key.pub" ] || fail "$make made no key"
	# 1: the lines as they are, and the key
	attached "$1" "$(block <"$dir/$1/invitation")" heraldo-key.pub
	told "$1" confirm >"$dir/$1/challenge"
	command_of "$2" <"$dir/$1/challenge" >"$dir/$1/how"
	# 2: the lines of the challenge
	signed "$1" "$(answer <"$dir/$1/challenge")"
}
try ana ssh-keygen
try bob minisign
# no passphrase is asked for: there is nobody to type one
printf 'pinentry-mode loopback\npassphrase-file %s\nbatch\n' "$dir/empty" \
	>"$GNUPGHOME/gpg.conf"
: >"$dir/empty"
try cai gpg
# her program has a certificate of a house that nobody here knows
(cd "$dir/dora" && {
	openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem \
		-days 30 -subj '/CN=Some house'
	openssl req -newkey rsa:2048 -nodes -keyout dora.key -out dora.csr \
		-subj /CN=Dora/emailAddress=dora@club.test
	echo extendedKeyUsage=emailProtection >ext
	openssl x509 -req -in dora.csr -CA ca.pem -CAkey ca.key \
		-CAcreateserial -days 30 -extfile ext -out dora.pem
}) >"$dir/log" 2>&1 || fail "openssl: $(cat "$dir/log")"
told dora Invitation >"$dir/dora/invitation"
grep -q 'signature by S/MIME' "$dir/dora/invitation" || fail "$(cat "$dir/dora/invitation")"
signed dora "$(block <"$dir/dora/invitation")"
told dora confirm >"$dir/dora/challenge"
grep -q '(S/MIME, in clear' "$dir/dora/challenge" || fail "$(cat "$dir/dora/challenge")"
signed dora "$(answer <"$dir/dora/challenge")"
# 3: the first order, on the template of the report
first_orders() # joined so far, mails sent by each
{
	for who in ana bob cai dora; do
		told "$who" "$game" | block >"$dir/$who/template"
		head=$(grep '^ORDERS ' "$dir/$who/template") ||
			fail "$who: no template: $(told "$who" "$game")"
		seen=$(grep '^SEEN ' "$dir/$who/template")
		signed "$who" "-----BEGIN HERALDO ORDERS-----
$head
$seen
ARMY 4 x Utem Guardsman *
-----END HERALDO ORDERS-----"
		[ "$(cat "$dir/$who/sent")" = "$2" ] || fail "$who sent $(cat "$dir/$who/sent") mails"
		verdict=$(heraldo inbox list | head -2)
		case $verdict in
		*adjudicated*) ;;
		*) fail "$who: $verdict" ;;
		esac
	done
	heraldo inbox list | grep -c 'joined' | grep -qx "$1" || fail "$(heraldo inbox list)"
	heraldo inbox list | grep -c 'adjudicated' | grep -qx "$1" || fail "$(heraldo inbox list)"
}
# by itself, when all are there; another time when it is told to
first_orders 4 3
heraldo game end --why enough "$game" >/dev/null
heraldo export --full -o "$dir/game" "$game" >/dev/null
for verifier in \
	"$build/heraldo verify --templates $top/templates --data $top/db" \
	"/usr/bin/python3 $top/contrib/verify.py"; do
	$verifier --gnupg "$dir/h/gnupg" "$dir/game" >"$dir/log" ||
		fail "$verifier: $(cat "$dir/log")"
done
echo "ssh-keygen, minisign, gpg and S/MIME: three mails each to the first order"

# who is known here shows no key
new_game again no
for who in ana bob cai dora; do
	told $who "$game" >"$dir/$who/invitation"
	signed $who "$(block <"$dir/$who/invitation")"
	told $who confirm | answer >"$dir/$who/challenge"
	grep -q "^JOIN $game" "$dir/$who/challenge" ||
		fail "$who: $(heraldo inbox list | head -2)"
	signed $who "$(cat "$dir/$who/challenge")"
done
heraldo game start "$game"
work
first_orders 8 6
echo "the same in another game, without a key"
