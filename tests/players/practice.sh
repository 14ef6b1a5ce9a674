#!/bin/bash
# A stranger with a key has a practice game against the judge's computer after two
# mails: PRACTICE, and the answer to the challenge. The third mail is a blow, in
# each game, whether ssh or GnuPG signs.
# The number of games is limited; a silent game ends; verifiers accept the log.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.practice.XXXXXX")
trap 'GNUPGHOME="$dir/gnupg" gpgconf --kill all 2>/dev/null; rm -rf "$dir"' EXIT
export HERALDO_CONFIG="$dir/judge/heraldo.conf"

fail() { echo "FAIL: $*"; exit 1; }
judge() { "$HERALDO_BUILDDIR/heraldo" --quiet "$@"; }
daemon() { "$HERALDO_BUILDDIR/heraldod" --once 2>"$dir/log" || { cat "$dir/log"; fail "once"; }; }

judge init "$dir/judge" judge@example.test >/dev/null
printf 'templates = %s/templates\ndata = %s/db\npractice-per-day = 2\npractice-games = 1\n' \
	"$HERALDO_SRCDIR" "$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
mkdir -p "$dir/judge/mail/judge/new"
judge key new "$dir/key" >/dev/null

# mail WHO: the text on standard input
n=0
mail() {
	n=$((n + 1))
	{
		printf 'From: %s\nTo: judge@example.test\nSubject: practice\n' "$1"
		printf 'Message-ID: <%d@practice.test>\nDate: %s\n\n' "$n" "$(date -R)"
		cat
	} >"$dir/judge/mail/judge/new/$n.practice"
	daemon
}

# last KIND ADDRESS: the last such mail of the judge
last() {
	judge outbox show "$(judge outbox list | grep "$1 .*$2" | head -1 | awk '{print $1}')" | tr -d '\r'
}

# a question for help offers it; a mail without a key, and of no such game
echo HELP | mail 'Zoe <zoe@example.test>'
last help zoe@ | grep -q 'PRACTICE REBELLION' || { last help zoe@; fail "help does not offer it"; }
echo 'PRACTICE rebellion' | mail 'Yan <yan@example.test>'
last practice yan@ | grep -q 'There is no practice game' || { judge inbox list; fail "no answer without a key"; }
{ echo 'PRACTICE chess'; cat "$dir/key.pub"; } | mail 'Xia <xia@example.test>'
last practice xia@ | grep -q 'PRACTICE REBELLION' || { judge inbox list; fail "no answer to an unknown game"; }
last practice xia@ | grep -q '{reason}\|{fault}' && { last practice xia@; fail "a value is missing in the answer"; }
# who has mended the mistake is answered on the same day
{ echo 'PRACTICE rebellion'; cat "$dir/key.pub"; } | mail 'Xia <xia@example.test>'
last practice xia@ | grep -q '^PRACTICE rebellion [0-9a-f]\{20\}' || { judge inbox list; fail "no challenge after a mistake"; }

# two mails
{ echo 'PRACTICE rebellion'; echo; cat "$dir/key.pub"; } | mail 'eva <eva@example.test>'
last practice eva@ >"$dir/challenge"
grep -m1 -A1 -e '-----BEGIN HERALDO' "$dir/challenge" | tail -1 >"$dir/text"
grep -q '^PRACTICE rebellion [0-9a-f]\{20\}$' "$dir/text" || { judge inbox list; cat "$dir/challenge"; fail "no challenge"; }
[ "$(judge game list | wc -l)" = 0 ] || fail "a game for an address that is not proved"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
# of another address the number is none
mail 'Eve <eve@other.test>' <"$dir/signed"
last practice eve@other | grep -q 'The number is not for this address' || { judge inbox list; fail "no answer to a number of others"; }
[ "$(judge game list | wc -l)" = 0 ] || fail "a game for another address"
mail 'eva <eva@example.test>' <"$dir/signed"
game=$(judge game list | sed -n 's/^\(practice-[0-9a-f]*\) .*running.*/\1/p')
[ -n "$game" ] || { judge inbox list; judge game list; fail "no game after two mails"; }
last 'report' eva@ >"$dir/report"
grep -q '^Left: 1 action' "$dir/report" || { cat "$dir/report"; fail "the report does not count the actions"; }
grep -q 'This is a practice game' "$dir/report" || { cat "$dir/report"; fail "the report does not say so"; }
grep -q 'Your first turn' "$dir/report" || fail "no guide"
# blow SYSTEM REPORT: the text of the third mail, an order of the first turn
blow() {
	grep -q '^// [A-Z]* A[1-5] \|^ACT ME: ' "$2" || { cat "$2"; fail "$1: nothing is offered"; }
	grep -m1 -A1 '^ORDERS ' "$2"
	case $1 in
	rebellion) printf 'SHOOT A3 B2\nEND\n' ;;
	dungeons) printf 'SHOOT A2 B2\nDONE\n' ;;
	arena) echo 'ACT ME: CAST Fireball ON #2' ;;
	esac
}
# struck NAME SYSTEM: the third mail of this player struck
struck() {
	judge inbox list | grep -q "adjudicated .* A $1" || { judge inbox list; fail "$2: the third mail is no order"; }
	judge inbox list | grep -q "adjudicated .*$game B Computer fair" || { judge inbox list; fail "$2: no answer of the computer"; }
	last receipt "$1@" >"$dir/receipt"
	grep -q '^- .* attacks \|ranged combat on B2' "$dir/receipt" || { cat "$dir/text" "$dir/receipt"; fail "$2: the third mail is no blow"; }
	last report "$1@" | grep -q 'Your first turn' && fail "$2: the guide comes again"
	return 0
}
blow rebellion "$dir/report" >"$dir/text"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
mail 'eva <eva@example.test>' <"$dir/signed"
struck eva rebellion
# one may run at once, and another address is another person
{ echo 'PRACTICE arena'; echo; cat "$dir/key.pub"; } | mail 'eva <eva@example.test>'
last practice eva@ | grep -m1 -A1 -e '-----BEGIN HERALDO' | tail -1 >"$dir/text"
judge sign --key "$dir/key" -o "$dir/signed" "$dir/text"
mail 'eva <eva@example.test>' <"$dir/signed"
[ "$(judge game list | grep -c practice)" = 1 ] || fail "more games than may run"

# the other games, with a key for each player
first=$game
for system in dungeons arena; do
	judge key new "$dir/$system" >/dev/null
	{ echo "PRACTICE $system"; cat "$dir/$system.pub"; } | mail "$system <$system@example.test>"
	last practice "$system@" | grep -m1 "^PRACTICE $system" >"$dir/text"
	judge sign --key "$dir/$system" -o "$dir/signed" "$dir/text"
	mail "$system <$system@example.test>" <"$dir/signed"
	game=$(judge game list | sed -n "s/^\(practice-[0-9a-f]*\) *$system .*running.*/\1/p")
	[ -n "$game" ] || { judge inbox list; judge game list; fail "$system: no game after two mails"; }
	last report "$system@" >"$dir/report"
	grep -q 'Your first turn' "$dir/report" || { cat "$dir/report"; fail "$system: no guide"; }
	blow "$system" "$dir/report" >"$dir/text"
	judge sign --key "$dir/$system" -o "$dir/signed" "$dir/text"
	mail "$system <$system@example.test>" <"$dir/signed"
	struck "$system" "$system"
	judge game end --yes --why enough "$game" >/dev/null
	judge export --full -o "$dir/$system.jsonl" "$game" >/dev/null 2>&1
	"$HERALDO_BUILDDIR/heraldo" verify --replay-player "$dir/$system.jsonl" >"$dir/one" 2>&1 || { cat "$dir/one"; fail "$system: verify"; }
	python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/$system.jsonl" >"$dir/two" 2>&1 || { cat "$dir/two"; fail "$system: verify.py"; }
done
game=$first

judge game analyse "$game" >"$dir/running" || { cat "$dir/running"; fail "game analyse"; }
judge game end --yes --why enough "$game" >/dev/null
daemon
last 'report' eva@ >"$dir/report"
grep -q 'Who led after each' "$dir/report" || { cat "$dir/report"; fail "no analysis in the last report"; }
judge export --full -o "$dir/log.jsonl" "$game" >/dev/null 2>&1
"$HERALDO_BUILDDIR/heraldo" verify "$dir/log.jsonl" >"$dir/one" 2>&1 || { cat "$dir/one"; fail "verify"; }
"$HERALDO_BUILDDIR/heraldo" verify --analysis "$dir/log.jsonl" >"$dir/analysed" 2>&1 || { cat "$dir/analysed"; fail "verify --analysis"; }
grep -q '^the dice gave seat A' "$dir/analysed" || { cat "$dir/analysed"; fail "no analysis of the log"; }
sed -n '/^who led/,$p' "$dir/analysed" | diff - "$dir/running" || fail "game analyse tells something else"
luck=$(awk '/^the dice gave seat A/ { printf "%d\n", $6 < 0 ? 0.5 - $6 : $6 + 0.5 }' "$dir/running")
grep -q "^You \(gained\|lost\) $luck point" "$dir/report" || { cat "$dir/report" "$dir/running"; fail "the last mail counts other dice"; }
"$HERALDO_BUILDDIR/heraldo" verify --replay-player "$dir/log.jsonl" >"$dir/again" 2>&1 || { cat "$dir/again"; fail "replay-player"; }
grep -q 'run again for [1-9][0-9]* orders: it gives the same' "$dir/again" || { cat "$dir/again"; fail "the player was not run again"; }
grep -q 'NOT run again' "$dir/again" && { cat "$dir/again"; fail "orders without a view"; }
python3 "$HERALDO_SRCDIR/contrib/verify.py" "$dir/log.jsonl" >"$dir/two" 2>&1 || { cat "$dir/two"; fail "verify.py"; }
grep -q 'seat B was played by the judge' "$dir/one" || fail "B is not named"
"$HERALDO_BUILDDIR/heraldo" ratings --logs "$dir/log.jsonl" 2>"$dir/said" && fail "a practice game is rated"
grep -q 'a practice game is rated nowhere' "$dir/said" || { cat "$dir/said"; fail "no reason"; }

# signed_mail FIELD..: $dir/text as a mail that GnuPG signed, with these fields
signed_mail() {
	n=$((n + 1))
	{
		printf '%s\r\n' 'Content-Type: text/plain; charset=utf-8' '' '-----BEGIN HERALDO ORDERS-----'
		sed 's/$/\r/' "$dir/text"
		printf '%s' '-----END HERALDO ORDERS-----'
	} >"$dir/part"
	rm -f "$dir/part.asc"
	gpg --batch --quiet --armor -u gil@example.test --detach-sign --digest-algo SHA512 -o "$dir/part.asc" "$dir/part"
	{
		printf '%s\r\n' 'From: gil <gil@example.test>' 'To: judge@example.test' \
			"Message-ID: <$n@practice.test>" 'MIME-Version: 1.0' "$@" \
			'Content-Type: multipart/signed; boundary=b; micalg=pgp-sha512; protocol="application/pgp-signature"' \
			'' '--b'
		cat "$dir/part"
		printf '\r\n%s\r\n' '--b' 'Content-Type: application/pgp-signature' ''
		sed 's/$/\r/' "$dir/part.asc"
		printf '%s\r\n' '' '--b--'
	} >"$dir/judge/mail/judge/new/$n.practice"
	daemon
}

# GnuPG: the key is in both mails, and the mail program signs the mail as a whole
by_gnupg() {
	sed -i "s|^\[judge\]|&\ngnupg-home = $dir/keys|" "$HERALDO_CONFIG"
	export GNUPGHOME="$dir/gnupg"
	mkdir -m 700 "$GNUPGHOME" "$dir/keys"
	gpg --batch --quiet --passphrase '' --quick-gen-key gil@example.test ed25519 sign never
	gpg --batch --armor --export gil@example.test >"$dir/gil.asc"
	judge person add Probe probe@example.test >/dev/null
	gpg --batch --quiet --passphrase '' --quick-gen-key probe@example.test ed25519 sign never
	gpg --batch --armor --export probe@example.test >"$dir/probe.asc"
	if ! judge key import Probe "$dir/probe.asc" 2>"$dir/err"; then
		grep -q 'without GPGME' "$dir/err" || { cat "$dir/err"; fail "key import"; }
		return 0
	fi
	{ echo 'PRACTICE rebellion'; cat "$dir/gil.asc"; } | mail 'gil <gil@example.test>'
	last practice gil@ >"$dir/challenge"
	grep -m1 '^PRACTICE rebellion [0-9a-f]' "$dir/challenge" >"$dir/text" || { judge inbox list; cat "$dir/challenge"; fail "gpg: no challenge"; }
	grep -q 'Let your mail program' "$dir/challenge" || { cat "$dir/challenge"; fail "gpg: it is not told how to sign"; }
	signed_mail
	judge inbox list | grep -q ' key-unattached' || { judge inbox list; fail "gpg: no answer without the key"; }
	signed_mail "Autocrypt: addr=gil@example.test; keydata=$(gpg --export gil@example.test | base64 -w0)"
	game=$(judge game list | sed -n 's/^\(practice-[0-9a-f]*\) .*running.*/\1/p')
	[ -n "$game" ] || { judge inbox list; judge game list; fail "gpg: no game after two mails"; }
	last report gil@ >"$dir/report"
	blow rebellion "$dir/report" >"$dir/text"
	signed_mail
	struck gil 'rebellion by GnuPG'
}
if command -v gpg >/dev/null; then
	by_gnupg
fi

# by the operator
game=$(judge game new --practice --system dungeons --player A=easy try)
judge game show "$game" | grep -q 'Computer easy' || { judge game show "$game"; fail "no player by --practice"; }
# so far as it is played, with the values that are drawn hidden
game=$(judge game new --practice --system dungeons --option limit=100 --option map=map/crossing --player A=easy --player B=easy two)
judge game start "$game" >/dev/null
timeout 2 "$HERALDO_BUILDDIR/heraldo" --quiet player run "$game" >/dev/null || true
judge game analyse "$game" >"$dir/running" || { cat "$dir/running"; fail "game analyse of hidden draws"; }
