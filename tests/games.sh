#!/bin/sh
# Whole games by signed mail: see tests/games/games.py.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/games/games.py" . \
	"${HERALDO_SRCDIR:-.}"
