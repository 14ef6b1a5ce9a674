#!/bin/bash
# A person goes from one judge to another with their keys: heraldo person export
# and import, the address asked by a real letter, and what revoking a key says.
# The signature is checked by ssh-keygen as well.
set -u
SRC=${HERALDO_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
BUILD=${HERALDO_BUILDDIR:-$PWD}
command -v ssh-keygen >/dev/null || { echo "no ssh-keygen"; exit 77; }
DIR=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.passport.XXXXXX") || exit 1
trap 'rm -rf "$DIR"' EXIT
trap 'exit 1' HUP INT TERM

fail() { echo "FAIL: $*"; cat "$DIR/said" 2>/dev/null; exit 1; }
at() { judge=$1; shift; "$BUILD/heraldo" --config "$DIR/$judge/heraldo.conf" "$@"; }
once() { "$BUILD/heraldod" --config "$DIR/$1/heraldo.conf" --once 2>"$DIR/said" ||
	fail "heraldod of $1"; }
letter() { cat "$DIR/$1"/mail/ana@club.example/new/* 2>/dev/null |
	tr -d '\r' | sed -e ':a' -e '/=$/{N;s/=\n//;ba}'; }

for judge in one two; do
	"$BUILD/heraldo" init "$DIR/$judge" "judge+$judge@club.example" >/dev/null ||
		fail init
	sed -i "s#^state = .*#&\ntemplates = $SRC/templates\ndata = $SRC/db#" \
		"$DIR/$judge/heraldo.conf"
	ssh-keygen -q -t ed25519 -N '' -C key -f "$DIR/key-$judge"
done
at one person add --language es --zone Europe/Madrid Ana ana@club.example >/dev/null
at one key add Ana "$DIR/key-one.pub" || fail "key add"

# written
at one person export Ana 2>"$DIR/said" && fail "it is for nobody"
at one person export --to judge+two@club.example --output "$DIR/passport" Ana ||
	fail export
at one person show Ana | grep -q 'exported to judge+two@club.example' ||
	fail "it is not kept who has it"
sed '/^-----BEGIN SSH/,$d' "$DIR/passport" >"$DIR/lines"
sed -n '/^-----BEGIN SSH/,$p' "$DIR/passport" >"$DIR/lines.sig"
echo "judge $(cut -d' ' -f1,2 "$DIR/one/state/judge.key.pub")" >"$DIR/signers"
ssh-keygen -Y verify -f "$DIR/signers" -I judge -n heraldo-passport@heraldo \
	-s "$DIR/lines.sig" <"$DIR/lines" >"$DIR/said" 2>&1 ||
	fail "ssh-keygen does not verify it"
grep -q "^key 20.*Z - SHA256:.* ssh-ed25519 " "$DIR/lines" ||
	fail "since when is the key valid? $(cat "$DIR/lines")"

# not taken: by another key, changed, at another judge
by=$DIR/one/state/judge.key.pub
at two person import --judge "$DIR/two/state/judge.key.pub" "$DIR/passport" \
	2>"$DIR/said" && fail "another judge's key will do"
sed 's/^name Ana$/name Eve/' "$DIR/passport" >"$DIR/changed"
at two person import --judge "$by" "$DIR/changed" 2>"$DIR/said" &&
	fail "a changed one is taken"
at one person import --judge "$by" "$DIR/passport" 2>"$DIR/said" &&
	fail "it is taken where it comes from"

# taken
at two person import --judge "$by" "$DIR/passport" >"$DIR/said" || fail import
grep -q 'the address is asked' "$DIR/said" || fail "the address is not asked"
once two
letter two >"$DIR/letter"
grep -q 'judge+one@club.example' "$DIR/letter" || fail "who told of her?"
sed -n '/^CLAVES [0-9a-f]\{32\}$/{p;n;p;}' "$DIR/letter" >"$DIR/orders"
grep -q '^JUDGE ' "$DIR/orders" ||
	fail "no lines to sign: $(cat "$DIR/letter")"
at two person list | grep -q Ana && fail "she is known before she has answered"
at two sign --key "$DIR/key-one" "$DIR/orders" >"$DIR/answer" || fail sign
mkdir -p "$DIR"/two/mail/judge/{new,cur,tmp}
{
	printf 'From: Ana <ana@club.example>\nTo: judge+two@club.example\n'
	printf 'Subject: claves\nMessage-ID: <1@club.example>\n\n'
	cat "$DIR/answer"
} >"$DIR/two/mail/judge/new/1"
once two
at two person show Ana >"$DIR/said" || fail "she is not known"
grep -q 'imported from judge+one@club.example' "$DIR/said" || fail "from where?"
grep -q ' es .*Europe/Madrid' "$DIR/said" || fail "her language and zone"
letter two >"$DIR/letter"
grep -q 'Ya se te conoce' "$DIR/letter" || fail "she is not told"

# the other judges are named when a key is revoked
print=$(ssh-keygen -lf "$DIR/key-one.pub" | cut -d' ' -f2)
at one key add Ana "$DIR/key-two.pub" && at one key revoke "$print" ||
	fail revoke
once one
letter one >"$DIR/letter"
grep -q '^  *judge+two@club.example$' "$DIR/letter" ||
	fail "which judges have it? $(cat "$DIR/letter")"
sleep 1
at one person export --to judge+two@club.example Ana >"$DIR/passport" ||
	fail "export again"
at two person import --judge "$(ssh-keygen -lf "$by" | cut -d' ' -f2)" - \
	<"$DIR/passport" >"$DIR/said" || fail "import again"
# a key is added only with the answer of the person, signed by a key known here
grep -q 'the address is asked' "$DIR/said" || fail "the address is not asked again"
once two
letter two >"$DIR/letter"
grep '^CLAVES [0-9a-f]\{32\}$' "$DIR/letter" >"$DIR/orders" ||
	fail "no line to sign again: $(cat "$DIR/letter")"
at two sign --key "$DIR/key-one" "$DIR/orders" >"$DIR/answer" || fail "sign again"
{
	printf 'From: Ana <ana@club.example>\nTo: judge+two@club.example\n'
	printf 'Subject: claves\nMessage-ID: <2@club.example>\n\n'
	cat "$DIR/answer"
} >"$DIR/two/mail/judge/new/2"
once two
at two key list Ana | grep -q "$print revoked" || fail "it is not revoked"
echo "passports: written, refused, asked, taken, revoked"
