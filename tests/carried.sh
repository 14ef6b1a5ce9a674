#!/bin/sh
# What a game leaves, and the next one that begins with it: from a recorded log
# through the file of what is carried into a game of a judge, whose log both
# verifiers check, alone and beside the log that it came from.
b="${HERALDO_BUILDDIR:-.}" top="${HERALDO_SRCDIR:-.}"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
bad=0
wrong() { echo "$*"; bad=1; }

"$b/heraldo" init --templates "$top/templates" --data "$top/db" \
	"$tmp/judge" judge@heraldo.example >"$tmp/said" 2>&1 ||
	"$b/heraldo" init "$tmp/judge" judge@heraldo.example >"$tmp/said" ||
	{ cat "$tmp/said"; exit 1; }
conf="$tmp/judge/heraldo.conf"
sed -i "s|^#* *templates *=.*|templates = $top/templates|
	s|^#* *data *=.*|data = $top/db|" "$conf"
grep -q '^templates' "$conf" ||
	sed -i "s|^\[judge\]|&\ntemplates = $top/templates\ndata = $top/db|" "$conf"
heraldo() { "$b/heraldo" --quiet --config "$conf" "$@"; }

for system in rebellion dungeons arena; do
	log="$tmp/$system.jsonl"
	gzip -dc "$top/tests/logs/$system-1.all.jsonl.gz" >"$log"
	heraldo carryover "$log" >"$tmp/$system.csv" ||
		{ wrong "$system leaves nothing"; continue; }
	head=$(sed -n '$s/.*"head":"\([0-9a-f]*\)".*/\1/p' "$log")
	grep -q "$head" "$tmp/$system.csv" ||
		wrong "$system: no line names the head of its log"
	seats=$(sed -n '1,/game_created/s/.*"seats":\([0-9]*\).*/\1/p' "$log")
	game=$(heraldo game new --system $system --players "$seats" \
		--carried "$tmp/$system.csv" again) ||
		{ wrong "$system: no game begins with it"; continue; }
	heraldo game end --why over "$game" >/dev/null || wrong "$system: no end"
	mkdir -p "$tmp/$system"
	heraldo export --full -o "$tmp/$system/again.jsonl" "$game" ||
		wrong "$system: no log"
	mv "$log" "$tmp/$system/first.jsonl"
	n=$(grep -c '"event":"carried_over"' "$tmp/$system/again.jsonl")
	[ "$n" = $(($(wc -l <"$tmp/$system.csv") - 1)) ] ||
		wrong "$system: $n things in the log"
	heraldo verify "$tmp/$system" >"$tmp/said" || wrong "$system: not verified"
	grep -q "carried over: .* the head $head" "$tmp/said" ||
		wrong "$system: where it comes from is not told"
	grep -q '^together: [1-9]' "$tmp/said" || wrong "$system: not together"
	/usr/bin/python3 "$top/contrib/verify.py" "$tmp/$system/again.jsonl" \
		>"$tmp/other" || wrong "$system: verify.py does not verify it"
	grep -q "carried over: .* the head $head" "$tmp/other" ||
		wrong "$system: verify.py does not tell where it comes from"

	# one changed digit of the history that it names
	sed '/"event":"carried_over"/s/"from":"\(.\)/"from":"\1\1/;s/\("from":"[0-9a-f]\{64\}\)[0-9a-f]"/\1"/' \
		"$tmp/$system/again.jsonl" >"$tmp/other.jsonl"
	cmp -s "$tmp/$system/again.jsonl" "$tmp/other.jsonl" && wrong "the same"
	heraldo verify "$tmp/other.jsonl" >/dev/null &&
		wrong "$system: another history is verified"
	/usr/bin/python3 "$top/contrib/verify.py" "$tmp/other.jsonl" >/dev/null &&
		wrong "$system: verify.py verifies another history"

	# it comes from another history of that game than the one that is here
	sed "s/$head/$(echo "$head" | tr 0-9 1-90)/" "$tmp/$system.csv" >"$tmp/csv"
	other=$(heraldo game new --system $system --players "$seats" \
		--carried "$tmp/csv" other) || wrong "$system: no other game"
	heraldo game end --why over "$other" >/dev/null
	heraldo export --full -o "$tmp/$system/other.jsonl" "$other"
	heraldo verify "$tmp/$system" >"$tmp/said" &&
		wrong "$system: another history is taken for the one that is here"
	grep -q 'from another history of' "$tmp/said" || wrong "$system: not said"

	# nothing that this game could begin with, and lines that are none
	echo 'A,luck,3,,,,' >"$tmp/csv"
	heraldo game new --system $system --carried "$tmp/csv" none \
		>/dev/null 2>"$tmp/said" && wrong "$system: luck is carried"
	grep -q "'luck' of seat A" "$tmp/said" || { wrong "luck:"; cat "$tmp/said"; }
	echo 'A,hero,3' >"$tmp/csv"
	heraldo game new --system $system --carried "$tmp/csv" none \
		>/dev/null 2>"$tmp/said" && wrong "$system: half a line is read"
	grep -q 'line 1: the fields are' "$tmp/said" || wrong "fields"
done

# a table of a game master's own
echo 'figure less 99 as figure' >"$tmp/table"
heraldo carryover --table "$tmp/table" "$tmp/rebellion/first.jsonl" >"$tmp/csv"
grep -q 'figure,[1-9]' "$tmp/csv" && wrong "who is healed has wounds"
[ "$(grep -c figure, "$tmp/csv")" -gt 3 ] || wrong "nobody is healed"
echo 'figure heal' >"$tmp/table"
heraldo carryover --table "$tmp/table" "$tmp/rebellion/first.jsonl" 2>"$tmp/said" &&
	wrong "a table of nonsense is taken"
grep -q 'line 1, column 8' "$tmp/said" || wrong "no column"
# what is not over, and what is no full log
heraldo carryover "$top/tests/logs/README.md" >/dev/null 2>&1 && wrong "no log"
exit $bad
