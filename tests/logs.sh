#!/bin/sh
# Logs of released versions verify for ever, with both verifiers; and those that
# the fuzzer begins with verify, or all that is made of them ends where they do.
b="${HERALDO_BUILDDIR:-.}" top="${HERALDO_SRCDIR:-.}"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
n=0 bad=0
for log in "$top"/tests/logs/*.jsonl.gz; do
	gzip -dc "$log" >"$tmp/$(basename "$log" .gz)" || exit 1
	n=$((n + 1))
done
verified() # DATA FILE..
{
	data=$1
	shift
	"$b/heraldo" --quiet verify --data "$data" \
		--templates "$top/templates" "$@" >"$tmp/said" && return
	cat "$tmp/said"
	bad=1
}
verified "$top/db" "$tmp"/*.jsonl
# what the game took of the catalog stands in its log
verified "$tmp/none" "$tmp"/*.jsonl
# the sanitized build has nothing to do with the second verifier
[ -n "${HERALDO_SHORT:-}" ] ||
	/usr/bin/python3 "$top/tests/adversary/player/verify_all.py" \
		"$top/contrib/verify.py" "$tmp"/*.jsonl || bad=1
# make logs makes these anew
set -- "$top"/tests/fuzz/corpus/verify/*
[ -f "$1" ] || exit 1
verified "$top/db" "$@"
echo "$n logs of released versions, $# to be fuzzed"
[ "$n" -gt 0 ] && exit $bad
