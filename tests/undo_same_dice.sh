#!/bin/sh
# Random play with undos, by signed mail: the same decision in the same state
# rolls the same dice. See tests/prop/undo_games.c.
set -eu
build=$(realpath "${HERALDO_BUILDDIR:-.}")
# its database is written durably for every mail, and nobody needs it later
dir=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$build/undo_games" "${HERALDO_UNDO_GAMES:-8}" "${HERALDO_UNDO_SEED:-1}"
