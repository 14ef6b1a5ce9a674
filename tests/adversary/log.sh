#!/bin/sh
# A log that was made to hurt who verifies it is answered like any other.
set -eu
b="${HERALDO_BUILDDIR:-.}" t="${HERALDO_SRCDIR:-.}/tests"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
gzip -dc "$t/logs/dungeons-1.all.jsonl.gz" >"$dir/log"
/usr/bin/python3 "$t/adversary/log/hostile.py" "$b/heraldo" "$dir/log"
