#!/bin/sh
# heraldo init with a mailbox, and what check-config finds in a configuration.
set -eu
dir=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.setup.XXXXXX")
trap 'rm -rf "$dir"' EXIT
heraldo=$HERALDO_BUILDDIR/heraldo
conf=$dir/heraldo.conf
fail() { echo "FAIL: $*"; cat "$dir/out"; exit 1; }
said() # status, words, command ..
{
	want=$1 words=$2 got=0
	shift 2
	"$@" >"$dir/out" 2>&1 || got=$?
	[ $got = "$want" ] || fail "$*: status $got, not $want"
	grep -q -- "$words" "$dir/out" || fail "$*: no '$words'"
}
table="--providers $HERALDO_SRCDIR/db/providers"
paths()
{
	sed -i "s|^\[judge\]\$|&\ntemplates = $HERALDO_SRCDIR/templates\ndata = $HERALDO_SRCDIR/db|" "$conf"
}

# a provider of the table, one that is not, and servers by hand
said 0 'oauth --client-id ID judge@gmail.com' \
	"$heraldo" --config "$conf" init $table judge@gmail.com
grep -q '^host = imap.gmail.com$' "$conf" || fail "no server of Gmail"
grep -q '^#poll-seconds = 60$' "$conf" || fail "no sample of all keys"
[ "$(stat -c %a "$dir/state/judge.key")" = 600 ] || fail "the key is open"
rm -r "$conf" "$dir/state"
said 2 "--imap 'HOST 993 implicit'" \
	"$heraldo" --config "$conf" init --offline $table judge@club.example
said 2 'HOST PORT implicit' "$heraldo" --config "$conf" init $table \
	--imap 'mail.club.example 993' --smtp 'mail.club.example 465 implicit' \
	judge@club.example
# a domain of other letters is kept in ASCII, and allowed wherever one is
echo secret >"$dir/password"
chmod 600 "$dir/password"
said 0 'check-config --mail judge@xn--bcher-kva.example' "$heraldo" --config "$conf" \
	init --offline --imap 'mail.club.example 993 implicit' \
	--smtp 'mail.club.example 465 implicit' \
	--password-file "$dir/password" judge@bücher.example
grep -q '^address = judge@xn--bcher-kva.example$' "$conf" || fail "no ASCII address"
paths
sed -i "s|^\[judge\]\$|&\ngame-creators = ana@bücher.example|" "$conf"
said 0 'the configuration is good' "$heraldo" --config "$conf" check-config
rm -r "$conf" "$dir/state"
chmod 640 "$dir/password"
said 0 'check-config --mail judge@club.example' "$heraldo" --config "$conf" \
	init --offline --imap 'mail.club.example 993 implicit' \
	--smtp 'mail.club.example 465 implicit' \
	--password-file "$dir/password" judge@club.example
paths
said 0 'the configuration is good' "$heraldo" --config "$conf" check-config
"$heraldo" --quiet --config "$conf" check-config >"$dir/out" || fail quiet
[ ! -s "$dir/out" ] || fail "--quiet prints what is good"

# init on a configuration that is there names the options that it ignores
said 0 'not used: --ca-file --user:' "$heraldo" --config "$conf" init \
	--ca-file "$dir/none" --user ana judge@club.example
said 0 'not used: --since' "$heraldo" --config "$conf" init --since all \
	judge@club.example
said 2 '^heraldo init: --imap: of a judge with a mailbox' \
	"$heraldo" init --imap mail.club.example "$dir/folder" judge@club.example
[ ! -e "$dir/folder" ] || fail "a folder is made"
# options with a fault: nothing is written; a host alone has its usual port
for option in '--since yesterday' "--ca-file $dir/none"; do
	rm -rf "$dir/fresh"
	mkdir "$dir/fresh"
	said 2 "^heraldo init: ${option% *}" "$heraldo" --config \
		"$dir/fresh/heraldo.conf" init --offline --imap mail.club.example \
		--smtp mail.club.example $option judge@club.example
	[ -z "$(ls "$dir/fresh")" ] || fail "$option: $(ls "$dir/fresh")"
done
said 0 'smtp: mail.club.example port 465, implicit' "$heraldo" --config \
	"$dir/fresh/heraldo.conf" init --offline --imap mail.club.example \
	--smtp mail.club.example --done-folder Done --gnupg-home keys \
	judge@club.example
grep -q '^port = 993$' "$dir/fresh/heraldo.conf" || fail "no usual port"
grep -q '^done-folder = Done$' "$dir/fresh/heraldo.conf" || fail "no done-folder"
[ "$(stat -c %a "$dir/fresh/keys")" = 700 ] || fail "no folder of GnuPG"

# a login that cannot work
login() # lines in place of the password files, words
{
	cp "$conf" "$dir/kept"
	sed -i "s|^password-file = .*|$1|" "$conf"
	said 78 "$2" "$heraldo" --quiet --config "$conf" check-config
	mv "$dir/kept" "$conf"
}
login "password-file = $dir/password\\nauth = xoauth2" 'auth = xoauth2 needs a token'
login "password-file = $dir/password\\nauth = oauthbearer" 'needs a token, not a password'
login "token-file = $dir/password\\nauth = password" 'needs a password, not a token'
login "password-command = $dir/none --show" "there is no program '$dir/none'"
login 'password-command = no-such-program' "there is no program 'no-such-program'"
login "token-command = $dir/password" "there is no program '$dir/password'"
cp "$conf" "$dir/kept"
sed -i "s|^password-file = .*|password-command = A=b cat $dir/password|" "$conf"
said 0 'the configuration is good' "$heraldo" --config "$conf" check-config
mv "$dir/kept" "$conf"

# a configuration without a key, as the shipped example is at first
rm -r "$dir/state"
mkdir -m 700 "$dir/state"
# advice names the configuration, or the command would act on another judge
said 78 "heraldo --config $conf init makes it" "$heraldo" --config "$conf" check-config
said 0 'its key was missing and is made' \
	"$heraldo" --config "$conf" init judge@club.example
said 0 'nothing is missing' "$heraldo" --config "$conf" init judge@club.example
said 1 'for the judge judge@club.example' \
	"$heraldo" --config "$conf" init other@club.example
"$heraldo" --quiet --config "$conf" check-config
"$heraldo" --config "$conf" person list
mv "$dir/state/judge.key" "$dir/judge.key"
said 1 "heraldo --config $conf restore" \
	"$heraldo" --config "$conf" init judge@club.example
"$heraldo" --config "$conf" init judge@club.example >/dev/null 2>&1 && exit 1
install -m 600 /dev/null "$dir/state/judge.key"
said 78 'no OpenSSH private key' "$heraldo" --config "$conf" check-config
mv "$dir/judge.key" "$dir/state/judge.key"

# values that are no such thing
wrong() # line of [judge], words
{
	cp "$conf" "$dir/kept"
	sed -i "s|^\[judge\]\$|&\n$1|" "$conf"
	said 78 "$2" "$heraldo" --quiet --config "$conf" check-config
	grep -q 'max-mail-bytes' "$dir/out" && fail "--quiet prints values"
	mv "$dir/kept" "$conf"
}
wrong 'time-zone = Europe/Madird' 'did you mean Europe/Madrid'
wrong 'language = xx' 'there are.* es'
wrong 'game-creators = Not An@Address' "game-creators: 'Not' is no mail address"
sed "s|^data = .*|data = $dir|" "$conf" >"$conf.odd"
said 78 'data .*/catalog: No such file' "$heraldo" -q --config "$conf.odd" \
	check-config
sed 's|^tls = implicit$|&\nca-file = /nowhere/ca.pem|' "$conf" >"$conf.odd"
said 78 'ca-file = /nowhere/ca.pem: No such file' "$heraldo" -q --config \
	"$conf.odd" check-config
cp "$conf" "$dir/kept"
sed -i 's/^tls = implicit$/tls = none/' "$conf"
said 78 '\[outbox\] tls = none' "$heraldo" -q --config "$conf" check-config
mv "$dir/kept" "$conf"

# a consent of Google that is young may end after seven days
mkdir -m 700 "$dir/state/oauth"
grant=$dir/state/oauth/judge@club.example.json
printf '{"account": "judge@club.example", "granted_s": %s, "token_url": "%s"}' \
	"$(date +%s)" https://oauth2.googleapis.com/token >"$grant"
chmod 600 "$grant"
said 0 'note: the consent for judge@club.example .*seven days' \
	"$heraldo" --config "$conf" check-config
sed -i 's/"granted_s": [0-9]*/"granted_s": 1600000000/' "$grant"
"$heraldo" --config "$conf" check-config >"$dir/out"
grep -q 'seven days' "$dir/out" && fail "an old consent is called young"
rm -r "$dir/state/oauth"

# the judge's address, and the mark at the beginning of a file of Windows
sed 's/^address = .*/address = judge@club..example/' "$conf" >"$conf.odd"
said 78 'a mail address like' "$heraldo" --config "$conf.odd" check-config
{ printf '\357\273\277' && cat "$conf"; } >"$conf.odd"
"$heraldo" --quiet --config "$conf.odd" check-config

# keys that were renamed
for line in 'hosts = ana@example.org' 'bounces = plus' 'page-url = https://a/'; do
	sed "s|^\[judge\]\$|&\n$line|" "$conf" >"$conf.old"
	said 78 "the key '${line%% *}' is now called" "$heraldo" --config \
		"$conf.old" check-config
done

# the shipped example has the same keys
sed "s|/var/lib/heraldo|$dir/state|; s|/etc/heraldo|$dir|" \
	"$HERALDO_SRCDIR/contrib/examples/heraldo.conf" >"$dir/example.conf"
rm -r "$dir/state"
cp "$dir/password" "$dir/inbox.password"
cp "$dir/password" "$dir/outbox.password"
said 0 'is made' "$heraldo" --config "$dir/example.conf" init judge@example.org
# help of each verb, and for slips
export HERALDO_CONFIG=$conf
said 0 'example: heraldo game undo --why' "$heraldo" game undo --help
said 0 '^  undo ' "$heraldo" game --help
"$heraldo" init "$dir/local" judge@example.test >/dev/null
HERALDO_CONFIG=$dir/local/heraldo.conf
sed "s|^\[judge\]\$|&\ntemplates = $dir/none|" "$HERALDO_CONFIG" >"$dir/local/odd.conf"
said 3 "templates $dir/none: No such file .*make install" \
	"$heraldo" --config "$dir/local/odd.conf" person list
printf 'templates = %s/templates\ndata = %s/db\n' "$HERALDO_SRCDIR" \
	"$HERALDO_SRCDIR" >"$dir/paths"
sed -i "/^\[judge\]/r $dir/paths" "$HERALDO_CONFIG"
said 2 'is one line' "$heraldo" person add 'Ana
Ben' ana@example.test
cp "$HERALDO_CONFIG" "$dir/kept"
sed -i 's|^path = .*|path = /dev/null/mail|' "$HERALDO_CONFIG"
said 78 '\[outbox\] path /dev/null: not a folder' "$heraldo" -q check-config
mv "$dir/kept" "$HERALDO_CONFIG"
# a database that is none, and one that is lost, are no new ones
"$HERALDO_BUILDDIR/heraldod" --once
mv "$dir/local/state/heraldo.db" "$dir/whole.db"
for kind in gone empty; do
	said 3 "heraldo.db is $kind" "$heraldo" person list
	said 78 "heraldo.db is $kind" "$HERALDO_BUILDDIR/heraldod" --once
	install -m 600 /dev/null "$dir/local/state/heraldo.db"
done
echo broken >"$dir/local/state/heraldo.db"
said 78 'is no database' "$heraldo" -q check-config
mv "$dir/whole.db" "$dir/local/state/heraldo.db"
"$heraldo" -q check-config
game=$("$heraldo" game new --option build=100 harbour)
# pages that are overwritten
cp "$dir/local/state/heraldo.db" "$dir/whole.db"
dd if=/dev/zero of="$dir/local/state/heraldo.db" bs=4096 seek=3 count=60 \
	conv=notrunc 2>/dev/null
said 3 'database is damaged (.*heraldo restore' "$heraldo" person list
# a failure that may be over later is no fault of the configuration
said 3 'database is damaged' "$heraldo" -q check-config
# systemd restarts neither the check before the start nor the daemon after one
said 78 'No such file' "$heraldo" --config "$dir/no.conf" check-config
said 78 'No such file' "$HERALDO_BUILDDIR/heraldod" --config "$dir/no.conf" --once
for unit in heraldod heraldod@; do
	grep -q '^RestartPreventExitStatus=.*\<78\>' \
		"$HERALDO_SRCDIR/contrib/systemd/$unit.service.in" ||
		fail "$unit.service restarts for ever"
done
mv "$dir/whole.db" "$dir/local/state/heraldo.db"
"$heraldo" person list
# help of every verb of every command, with an example that names it
sed -n 's/^VERB("\([a-z]*\)", "\([a-z-]*\)".*/\1 \2/p' \
	"$HERALDO_SRCDIR/src/cli/verbs.def" >"$dir/verbs"
sed -n 's/^VERB("\([a-z-]*\)".*/game \1/p' \
	"$HERALDO_SRCDIR/src/cli/game_verbs.def" >>"$dir/verbs"
[ "$(wc -l <"$dir/verbs")" -gt 50 ] || fail "few verbs"
while read -r command verb; do
	said 0 "^example: heraldo $command $verb" \
		"$heraldo" "$command" "$verb" --help
done <"$dir/verbs"
said 0 '^  join_proven  *address and key are proven' "$heraldo" inbox list --help
said 2 'did you mean complaint' "$heraldo" inbox list --words compliant
"$heraldo" inbox list --words 'bounce of mail 12'
said 2 'did you mean revoke' "$heraldo" key revok x
# what it did, in a line; what cannot be taken back is asked for
said 0 '^Zoe <' "$heraldo" person add Zoe zoe@example.org
said 1 "did you mean 'Zoe'" "$heraldo" person show Zo
said 1 "did you mean '$game'" "$heraldo" game show harbour
said 0 '^the address of Zoe is zoe@example.net' \
	"$heraldo" person address Zoe zoe@example.net
"$heraldo" key new "$dir/zoe" >/dev/null
said 0 '^Zoe signs by the key in' "$heraldo" key add Zoe "$dir/zoe.pub"
key=$("$heraldo" key list Zoe)
at_terminal() # status, words, answer, command ..
{
	want=$1 words=$2 answer=$3 got=0
	shift 3
	/usr/bin/python3 -c 'import os, pty, sys
pid, fd = pty.fork()
if not pid:
    os.execv(sys.argv[2], sys.argv[2:])
said = b""
while True:
    try:
        got = os.read(fd, 4096)
    except OSError:
        break
    said += got
    if got.endswith(b"(yes or no) "):
        os.write(fd, sys.argv[1].encode() + b"\n")
print(said.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' \
		"$answer" "$@" >"$dir/out" || got=$?
	[ $got = "$want" ] && grep -q "$words" "$dir/out" ||
		fail "$*: status $got, not $want, or no '$words'"
}
at_terminal 1 'nothing was done' no "$heraldo" key revoke "$key"
at_terminal 0 'signs nothing any more' yes "$heraldo" key revoke "$key"
said 0 'is at point 2, and all are told' \
	"$heraldo" game policy "$game" deadline 3d
said 2 'did you mean extend' "$heraldo" game extent "$game" 2d
said 2 'there is no verb frob' "$heraldo" game frob
said 2 'usage: heraldo game extend GAME TIME' "$heraldo" game extend "$game"
said 2 "'2x' is no time" "$heraldo" game extend "$game" 2x
said 2 "'first' is no point" "$heraldo" game undo --yes "$game" first
said 2 "'x' is no number" "$heraldo" game rule "$game" x stands
said 2 'language = xx: no such language; there are.* es' \
	"$heraldo" person add Zoe zoe@example.org --language xx
said 2 'usage: heraldo person add' "$heraldo" person add --nope
said 2 'did you mean open_dials?' "$heraldo" game new --option open_dial=no x
said 2 "'open_dials' takes no|yes" "$heraldo" game new --option open_dials=nay x
said 2 'did you mean max-missed-deadlines?' \
	"$heraldo" game policy "$game" max-missed 2
said 2 'press-gm-reads.* practice-days' "$heraldo" game policy "$game" qqqq 2
"$heraldo" key new "$dir/zoe2" >/dev/null
"$heraldo" key add Zoe "$dir/zoe2.pub" >/dev/null
said 2 'its last one is B' "$heraldo" game seat "$game" C Zoe
said 2 'campaign list names them' "$heraldo" campaign show none
# for programs: one object
"$heraldo" game seat "$game" A Zoe >/dev/null
"$heraldo" --json game show "$game" >"$dir/out"
[ "$(wc -l <"$dir/out")" = 1 ] || fail "game show --json has several lines"
/usr/bin/python3 -c 'import json, sys
seats = json.load(open(sys.argv[1]))["seats"]
sys.exit([(s["seat"], s["person"]) for s in seats] != [("A", "Zoe"), ("B", "")])' \
	"$dir/out" || fail "game show --json lacks the seats"
"$heraldo" --json person show Zoe >"$dir/out"
/usr/bin/python3 -c 'import json, sys
zoe = json.load(open(sys.argv[1]))
sys.exit([len(zoe["keys"]), [s["seat"] for s in zoe["seats"]]] != [2, ["A"]])' \
	"$dir/out" || fail "person show --json"
# 1 and 2 would be taken for the judge's health
said 3 '^heraldo status: option' "$heraldo" status --metrics
said 3 'No such file' "$heraldo" --config "$dir/no.conf" status
sed 's|^templates = .*|templates = /nowhere|' "$HERALDO_CONFIG" >"$dir/local/odd.conf"
said 3 '/nowhere' "$heraldo" --config "$dir/local/odd.conf" status
said 1 'name one by --provider' "$heraldo" oauth --client-id x a@nowhere.example
# the commands, a line each that a terminal holds
"$heraldo" --help >"$dir/out"
[ "$(wc -L <"$dir/out")" -le 80 ] || fail "--help has long lines"
said 2 'undo' "$heraldo" game undo --yes "$game"

# renamed commands and verbs
said 2 'luck is now called dice' "$heraldo" luck "$game"
said 2 'chronicle is now called publish' "$heraldo" chronicle "$dir" "$game"
said 2 'game skip is now called game expire-deadline' "$heraldo" game skip "$game"
said 2 'again is now called retry' "$heraldo" outbox again 1
said 2 'away is now called absent' "$heraldo" person away Ana 2026-12-20 2026-12-21
said 2 'tend is now called run' "$heraldo" campaign tend
said 2 'archive --back is now called archive restore' "$heraldo" archive --back "$dir/x"
said 2 'pending' "$heraldo" beacon

# what is wrong is said with what to do
work=$dir/said
"$heraldo" init "$work" judge@club.example >/dev/null
sed -i "s|^\[judge\]\$|&\ntemplates = $HERALDO_SRCDIR/templates\ndata = $HERALDO_SRCDIR/db|" "$work/heraldo.conf"
was=$HERALDO_CONFIG
export HERALDO_CONFIG=$work/heraldo.conf
said 2 'heraldo rulesets lists' "$heraldo" game new --system rebelion friday
said 1 'there is no mail 5; heraldo outbox list' "$heraldo" outbox retry 5
said 1 'there is no mail 5; heraldo inbox list' "$heraldo" inbox show 5
said 2 'and a mail address: ' "$heraldo" person add Ana ana@
said 1 'heraldo oauth a@b.test asks for it' "$heraldo" oauth --show a@b.test
said 1 'has no provider gmal; it has .*google' "$heraldo" oauth --provider gmal a@b.test
said 1 'heraldo.conf init judge@club.example completes it' \
	"$heraldo" init "$work" judge@club.example
said 1 'is no backup: it has no heraldo.db' "$heraldo" restore "$dir/none"
# help of each command has an example, and no line twice
for command in $("$heraldo" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p'); do
	said 0 '^example: heraldo \|with an example' "$heraldo" "$command" --help
done
said 0 'metrics FILE' "$heraldo" status --help
said 0 'metrics FILE' "$heraldo" status -h
said 0 '^options: .*--system' "$heraldo" game new --help
[ "$(grep -c '^usage: ' "$dir/out")" = 1 ] || fail "usage is printed twice"
export HERALDO_CONFIG=$was

# what a shell completes: commands, verbs, options, names, values
"$heraldo" completion bash >"$dir/complete"
# strangers choose their names
"$heraldo" person add 'Eve $(touch evil)' eve@example.org >/dev/null
(cd "$dir" && PATH=$HERALDO_BUILDDIR:$PATH GAME=$game bash -euc '. "$1"
complete_() { # words that are wanted, words that are typed
	local want=$1
	shift
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
	_heraldo 2>/dev/null || true
	[[ " ${COMPREPLY[*]} " == *" $want "* ]] ||
		{ echo "$*: ${COMPREPLY[*]}, not $want"; exit 1; }
}
complete_ status heraldo sta
complete_ "list show retry" heraldo inbox ""
complete_ --metrics heraldo status --
complete_ --why heraldo game undo --
complete_ --json heraldo --
complete_ "$GAME" heraldo game analyse "${GAME%?}"
complete_ "$GAME" heraldo --quiet inbox list --game ""
complete_ "A B C" heraldo game seat "$GAME" ""
complete_ Zoe heraldo game seat "$GAME" B ""
complete_ Zoe heraldo campaign challenge spring ""
complete_ "play-defaults" heraldo game policy "$GAME" abandoned p
complete_ "deadline=" heraldo game new --policy dead
complete_ "play-defaults" heraldo game new --policy abandoned = p
complete_ "yes" heraldo game new --option open_dials = y
complete_ "chest_distance=" heraldo game new --system dungeons --option chest_d
complete_ "easy fair strong" heraldo player seat "$GAME" B ""
complete_ "png" heraldo render --seat A --format p
complete_ "new trying done" heraldo inbox list --person Zoe ""
complete_ "en" heraldo person add --language e
complete_ "stands undo reroll" heraldo game rule --why x "$GAME" 1 ""
complete_ "Eve\ \\\$\(touch\ evil\)" heraldo person show E
# quiet on failure
complete_ "" heraldo --config /nowhere game show ""
' - "$dir/complete") || fail "completion of bash"
[ ! -e "$dir/evil" ] || fail "a name is run by the shell"
"$heraldo" --config /nowhere completion words game show '' >"$dir/out" 2>&1
[ ! -s "$dir/out" ] || fail "completion is not quiet"
"$heraldo" completion zsh >"$dir/complete"
grep -q "'status:how the judge is doing'" "$dir/complete" || fail "completion of zsh"
# which options have no value is a list in completion.c
for command in $("$heraldo" completion words ''); do
	"$heraldo" "$command" --help
	"$heraldo" "$command" new --help
done 2>/dev/null | sed -n 's/^options: //p' |
	grep -o -e '--[a-z0-9-]*\( \.\.\)\?' | grep -v '\.\.' | sort -u >"$dir/flags"
for flag in $(cat "$dir/flags"); do
	grep -q "\"${flag#--}\"" "$HERALDO_SRCDIR/src/cli/completion.c" ||
		fail "completion: $flag takes no value"
done
said 0 'nothing is waited for' \
	"$heraldo" check-config --mail somebody@example.org

# root acts as the user who owns the state folder
if [ "$(id -u)" = 0 ]; then
	chmod 755 "$dir" "$dir/local"
	chown -R nobody "$dir/local/state"
	said 0 '^Yan <' "$heraldo" person add Yan yan@example.org
	[ -z "$(find "$dir/local/state" ! -user nobody)" ] ||
		fail "$(find "$dir/local/state" ! -user nobody)"
	# so does init, which completes a configuration
	rm "$dir/local/state"/*
	said 0 'is made' "$heraldo" init judge@example.test
	[ "$(stat -c %U "$dir/local/state/judge.key")" = nobody ] ||
		fail "the key is root's"
	# a password that only root can read is copied for the judge's user
	mkdir -m 755 "$dir/copied"
	mkdir -m 700 "$dir/copied/state"
	chown nobody "$dir/copied/state"
	chmod 600 "$dir/password"
	said 0 'the password is copied to ' "$heraldo" --config \
		"$dir/copied/heraldo.conf" init --offline --imap mail.club.example \
		--smtp mail.club.example --password-file "$dir/password" \
		judge@club.example
	cmp -s "$dir/password" "$dir/copied/state/mail.password" ||
		fail "no copy of the password"
	[ "$(stat -c %U%a "$dir/copied/state/mail.password")" = nobody600 ] ||
		fail "the copy is open"
	# check-config is of the judge's user, who reads the configuration, too
	conf=$dir/copied/heraldo.conf
	paths
	said 0 'the configuration is good' "$heraldo" --config "$conf" check-config
	mkdir -m 700 "$dir/credentials"
	sed '/^password-file/d' "$conf" >"$conf.odd"
	CREDENTIALS_DIRECTORY=$dir/credentials
	export CREDENTIALS_DIRECTORY
	said 78 'credentials/inbox-password: Permission denied' \
		"$heraldo" --config "$conf.odd" check-config
	unset CREDENTIALS_DIRECTORY
	chmod 600 "$conf"
	said 78 'fault: the daemon.s user nobody cannot read .*copied/heraldo.conf' \
		"$heraldo" --config "$conf" check-config
fi
echo "setup: all as it should be"
