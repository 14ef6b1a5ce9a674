#!/bin/sh
# Logs of released versions verify for ever, with both verifiers; and those that
# the fuzzer begins with verify, or all that is made of them ends where they do.
b="${HERALDO_BUILDDIR:-.}" top="${HERALDO_SRCDIR:-.}"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
n=0 bad=0
for log in "$top"/tests/logs/*.jsonl.gz; do
	file="$tmp/$(basename "$log" .gz)"
	gzip -dc "$log" >"$file" || exit 1
	"$b/heraldo" --quiet verify --data "$top/db" \
		--templates "$top/templates" "$file" || bad=1
	# what the game took of the catalog stands in its log
	"$b/heraldo" --quiet verify --data "$tmp/none" \
		--templates "$top/templates" "$file" >/dev/null || bad=1
	/usr/bin/python3 "$top/contrib/verify.py" "$file" || bad=1
	n=$((n + 1))
done
fuzzed=0
for file in "$top"/tests/fuzz/corpus/verify/*; do
	"$b/heraldo" --quiet verify --data "$top/db" \
		--templates "$top/templates" "$file" >"$tmp/said" || {
		cat "$tmp/said"
		echo "$file: make logs makes it anew"
		bad=1
	}
	fuzzed=$((fuzzed + 1))
done
echo "$n logs of released versions, $fuzzed to be fuzzed"
[ "$n" -gt 0 ] && [ "$fuzzed" -gt 0 ] && exit $bad
