#!/bin/sh
# heraldo sign: the random word, first as its hash; opened only when a report of
# the judge says that the seal was taken.
set -eu
bin=${HERALDO_BUILDDIR:-.}/heraldo
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/orders" <<'EOF'
ORDERS clash-1 A 4 1
seen 0000-0000-0000-0000-0000-0000-000
END
EOF
sign()
{
	"$bin" sign --key "$dir/key" --word "$dir/word" "$@" "$dir/orders"
}
refused() # words in its answer; the file of the word stays
{
	what=$1
	shift
	! sign "$@" >"$dir/out" 2>"$dir/err"
	grep -q -- "$what" "$dir/err" || { cat "$dir/err"; exit 1; }
	[ ! -s "$dir/out" ]
}
"$bin" key new "$dir/key" >/dev/null
sign -o "$dir/first"
said=$(sed -n 's/^WORD \([0-9A-F]*\)$/\1/p' "$dir/first" | tr A-F a-f)
[ ${#said} = 48 ]
[ "$( { printf 'heraldo word 1'; cat "$dir/word"; } | b2sum -l 192 |
	cut -d' ' -f1)" = "$said" ]
# behind the line that says what its author saw
[ "$(sed -n 2p "$dir/first")" = "ORDERS CLASH-1 A 4 1" ]
[ "$(sed -n '3s/ .*//p' "$dir/first")" = SEEN ]
[ "$(sed -n '4s/ .*//p' "$dir/first")" = WORD ]

# the mail may have been refused: the word stays a secret, and is sealed again
refused '--report'
sign --seal -o "$dir/again"
[ "$(sed -n 4p "$dir/again")" = "$(sed -n 4p "$dir/first")" ]

# a report that says nothing of it, of another game, of another word
echo 'The game goes on.' >"$dir/report"
refused 'does not say that your word can be opened' --report "$dir/report"
# what the first two lines of a report say
reported()
{
	printf 'HERALDO REPORT %s 5 SEEN %s\n%s 5 WORD %s\n' "$1" \
		404D-2GVJ-5BJX-XF60-Z8AK-988X-NJP "$1" "$2" >"$dir/report"
}
reported other-1 "$said"
refused 'of the game other-1' --report "$dir/report"
reported clash-1 "$(echo "$said" | tr 0-9 1-90)"
refused 'not the one that was sealed' --report "$dir/report"
reported clash-1 "$said"
refused 'is not signed' --report "$dir/report" --judge "$dir/key"
sign --report "$dir/report" -o "$dir/second" 2>"$dir/err"
grep -q 'not signed: taken as it stands' "$dir/err"
word=$(sed -n 's/^WORD OPEN \([0-9A-F]*\)$/\1/p' "$dir/second" | tr A-F a-f)
[ "$(od -An -tx1 "$dir/word" | tr -d ' \n')" = "$word" ]

# no word is made where the key cannot sign its seal
echo 'untrusted comment: minisign encrypted secret key' >"$dir/minisign"
! "$bin" sign --key "$dir/minisign" --word "$dir/none" "$dir/orders" 2>"$dir/err"
grep -q 'sign what --text writes' "$dir/err"
[ ! -e "$dir/none" ]

# what a command can do is told where it is asked
"$bin" game new --help | grep -q -- '--reserve \.\.'
[ "$("$bin" help game new)" = "$("$bin" game new --help)" ]
"$bin" help | grep -q '^  verify '
! "$bin" verify --nonsense 2>"$dir/err"
grep -q -- '--gnupg' "$dir/err"

# a file that holds no word is not overwritten
echo no >"$dir/bad"
! "$bin" sign --key "$dir/key" --word "$dir/bad" "$dir/orders" 2>"$dir/err"
grep -q 'does not hold a word' "$dir/err"
[ "$(cat "$dir/bad")" = no ]
