#!/bin/sh
# Whole games by signed mail: see tests/games/games.py. The sanitized build plays
# one of each system.
# shellcheck disable=SC2086 # a list of words
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/games/games.py" . \
	"${HERALDO_SRCDIR:-.}" ${HERALDO_SHORT:+riders keep duel}
