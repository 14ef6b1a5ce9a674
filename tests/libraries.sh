#!/bin/sh
# libraries.sh - the programs start without the libraries that only some commands
# need, and commands that need none load none of them.
set -eu
B=$HERALDO_BUILDDIR
S=$HERALDO_SRCDIR
status=0
later=$("$B/tools_libraries")
[ "$(echo "$later" | wc -l)" -ge 6 ] || { echo "FAIL: tools_libraries: $later"; exit 1; }

absent()
{
	name=$1
	shift
	out=$(mktemp -d)
	LD_DEBUG=files LD_DEBUG_OUTPUT=$out/d "$@" >"$out/stdout" 2>&1 || {
		echo "FAIL: $name:"; cat "$out/stdout"; status=1; }
	cat "$out"/d.* 2>/dev/null | grep -q . || { echo "FAIL: $name: the loader said nothing"; status=1; }
	for file in $later; do
		if grep -qF "file=$file [" "$out"/d.*; then
			echo "FAIL: $name loads $file"
			status=1
		fi
	done
	rm -rf "$out"
}
one=$(find "$S/tests/cases/rebellion" -name '*.case' | sort | head -1)
absent "heraldo --version" "$B/heraldo" --version
absent "heraldod --version" "$B/heraldod" --version
absent "heraldo rulesets" "$B/heraldo" rulesets
absent "heraldo case" "$B/heraldo" case --templates "$S/templates" \
	--catalog "$S/db/catalog" "$one"
log=$(mktemp)
gzip -dc "$S/tests/logs/rebellion-1.all.jsonl.gz" >"$log"
absent "heraldo verify" "$B/heraldo" verify --data "$S/db" \
	--templates "$S/templates" "$log"
rm -f "$log"
exit $status
