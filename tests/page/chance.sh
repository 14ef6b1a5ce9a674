#!/bin/sh
# What dice may bring of an order is counted right: of the positions of recorded games
# of each system, against trying each way in which they can fall.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
work=$(mktemp -d /tmp/heraldo-chance.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
for log in rebellion-1 dungeons-1 arena-1 arena-1-asked; do
	gzip -dc "$SRC/tests/logs/$log.all.jsonl.gz" >"$work/$log" || exit 1
done
cd "$work" && "$BUILD/page_chance" "$SRC/templates" rebellion-1 dungeons-1 arena-1 \
	arena-1-asked
