#!/bin/sh
# Every reason that the judge gives for not doing something, every fault of a
# signature or a mail and every change that it tells has its words in each
# language: a literal of the code that has none would be mailed as it is.
set -eu
src=${srcdir:-.}
missing=0
languages='en es'

need() # prefix name
{
	for lang in $languages; do
		grep -q "^$1\\.$2 = ." "$src/templates/$lang/messages" && continue
		echo "templates/$lang/messages lacks $1.$2"
		missing=$((missing + 1))
	done
}

# what is handed to delivery_refuse, to refuse of join.c and to nothing_for_us,
# and what functions give that say why not
reasons=$(find "$src/src/judge" -name "*.c" -exec cat {} + | tr '\n\t' '  ' | grep -oE \
	'(delivery_refuse|refuse|nothing_for_us|delivery_refuse_as)\([^;"]*"[a-z_]+"|(\*?no|said|reason) = [^;"]*("[a-z_]+"[^;"]*)+;|return "[a-z]+_[a-z_]+"|"reason", STR\("[a-z_]+"' |
	grep -oE '"[a-z_]+"' | tr -d '"' | sort -u | grep -vxE 'reason|join_refused')
for name in $reasons; do
	case $name in
	ask_*) need what "$name" ;; # of a question, in accounts.c
	computer_*) need no "$name" ;; # of reject.def, in computer_person.c
	*) need reason "$name" ;;
	esac
done
for name in $(sed -n 's/^X(\([A-Z_]*\),.*/\1/p' "$src/src/auth/sig_error.def" |
	tr 'A-Z_' 'a-z-'); do
	need fault "$name"
done
for name in $(sed -n 's/^.*\[MESSAGE_[A-Z_]*\] = "\([a-z-]*\)".*/\1/p' \
	"$src/src/mail/message.c"); do
	need fault "$name"
done
# why a command is not done (judge/game/reject.def), and what stands in its words: texts
# of addresses, keys, policies and of positions that cannot be
nos=$(sed -n 's/^X(\([a-z_]*\),.*/\1/p' "$src/src/judge/game/reject.def")
for name in $nos; do
	need no "$name"
done
# what table_state.c refuses to a player by a reason, and to a game master by one of
# these of the same name
for name in $(sed -n '/^const char \*table_state_refuses_unseal(/,/^}/p' \
	"$src/src/protocol/table_state.c" | grep -oE '"[a-z_]+"' | tr -d '"'); do
	echo "$nos" | grep -qx "$name" && continue
	echo "src/judge/game/reject.def lacks $name"
	missing=$((missing + 1))
done
# shellcheck disable=SC2046 # names of files without blanks
texts=$(awk 'FNR == 1 || /^}/ { in_it = 0 }
	/^(static )?const char \*[a-z_]*(invariant|validate|position_check|would_be)\(/ ||
	/^(static )?const char \*(local|name|literal|addr)_fault\(/ ||
	/^(static )?const char \*(addr_special|value_wrong|keyring_fault_text)\(/ {
		in_it = 1 }
	in_it && !/\[\] =/ { sub(/\/\*.*\*\//, ""); sub(/^[\t ]+"/, "\""); print }' \
	$(find "$src/src/games" "$src/src/engine" -name "*.c") "$src/src/mail/addr.c" \
	"$src/src/judge/policies/proposals.c" "$src/src/judge/policies/lifecycle.c" \
	"$src/src/auth/keyring.c" | tr '\n' '~' | sed 's/" *~"//g' | tr '~' '\n' |
	grep -oE '"([^"\\]|\\.)* ([^"\\]|\\.)*"' | grep -vE '^"( |!|[)])' |
	tr 'A-Z' 'a-z' | sed 's/[^a-z0-9][^a-z0-9]*/-/g; s/^-//; s/-$//' |
	grep . | sort -u)
for name in $texts; do
	need text "$name"
done
[ "$(echo "$nos" | wc -l)" -gt 50 ] && [ "$(echo "$texts" | wc -l)" -gt 100 ] ||
	{ echo "the reasons of commands are not where they were"; exit 1; }
# words that are said to the judge (protocol/keywords.def): none is in C alone
for name in $(sed -n 's/^X(\([a-z]*\)).*/\1/p' "$src/src/protocol/keywords.def"); do
	for lang in $languages; do
		grep -q "^judge\.$name = ." "$src/templates/$lang/vocabulary" && continue
		echo "templates/$lang/vocabulary lacks judge.$name"
		missing=$((missing + 1))
	done
done
# and no command of a mail is refused by a text alone
bare=$(grep -nE 'why_set\(why, ERR_(USAGE|EXISTS|NO_KEY)' "$src"/src/judge/requests/gm_commands.c \
	"$src"/src/judge/people/accounts.c "$src"/src/judge/policies/dispute.c \
	"$src"/src/judge/people/join.c "$src"/src/judge/game/game_keyring.c || true)
[ -z "$bare" ] || { echo "refused without a name: $bare"; exit 1; }
[ "$(echo "$reasons" | wc -l)" -gt 25 ] ||
	{ echo "the reasons are not where they were: $reasons"; exit 1; }
# the Spanish names that the catalog has
awk -F, 'FNR == 1 { has = $3 == "name" && $4 == "name_es"; next }
	has && $4 != "" && $4 != $3 { gsub(" ", "-", $3); print $3 " = " $4 }' \
	"$src"/db/catalog/figures/*.csv | sort -u | {
	lacking=0
	while read -r figure; do
		grep -qxF "figure.$figure" "$src/templates/es/messages" && continue
		echo "templates/es/messages lacks figure.$figure"
		lacking=1
	done
	exit $lacking
} || missing=$((missing + 1))
[ $missing -eq 0 ] || exit 1
echo "$(echo "$reasons" | wc -l) reasons have their words"
