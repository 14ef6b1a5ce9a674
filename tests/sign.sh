#!/bin/sh
# heraldo sign: the random word, first as its hash, then opened.
set -eu
bin=${HERALDO_BUILDDIR:-.}/heraldo
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
printf 'ORDERS clash-1 A 4 1\nEND\n' >"$dir/orders"
"$bin" key new "$dir/key" >/dev/null
"$bin" sign --key "$dir/key" --word "$dir/word" -o "$dir/first" "$dir/orders"
"$bin" sign --key "$dir/key" --word "$dir/word" -o "$dir/second" "$dir/orders"
said=$(sed -n 's/^WORD \([0-9A-F]*\)$/\1/p' "$dir/first" | tr A-F a-f)
word=$(sed -n 's/^WORD OPEN \([0-9A-F]*\)$/\1/p' "$dir/second" | tr A-F a-f)
[ "$(od -An -tx1 "$dir/word" | tr -d ' \n')" = "$word" ]
[ ${#said} = 48 ]
[ "$( { printf 'heraldo word 1'; cat "$dir/word"; } | b2sum -l 192 |
	cut -d' ' -f1)" = "$said" ]
[ "$(sed -n 2p "$dir/first")" = "ORDERS CLASH-1 A 4 1" ]
# a file that holds no word is not overwritten
echo no >"$dir/bad"
! "$bin" sign --key "$dir/key" --word "$dir/bad" "$dir/orders" 2>"$dir/err"
grep -q 'does not hold a word' "$dir/err"
[ "$(cat "$dir/bad")" = no ]
