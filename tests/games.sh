#!/bin/sh
# Whole games by signed mail: see tests/games/games.py; then their mails as people
# see them: tests/mail_rendering/mail_rendering.py, where there is a chromium. The sanitized
# build plays one game of each system.
build=$PWD src=${HERALDO_SRCDIR:-.}
[ -z "${HERALDO_SHORT:-}" ] || exec /usr/bin/python3 \
	"$src/tests/games/games.py" "$build" "$src" riders keep duel
mails=$(mktemp -d "${TMPDIR:-/tmp}/heraldo.games.XXXXXX") || exit 1
trap 'rm -rf "$mails"' EXIT
trap 'exit 1' HUP INT TERM
/usr/bin/python3 "$src/tests/games/games.py" "$build" "$src" --mails "$mails" ||
	exit 1
command -v chromium >/dev/null || {
	echo "no chromium: mails were not looked at in a browser"
	[ -z "${HERALDO_COMPLETE:-}" ]
	exit
}
/usr/bin/python3 "$src/tests/mail_rendering/mail_rendering.py" "$build" "$src" --played "$mails"
