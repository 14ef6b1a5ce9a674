#!/bin/sh
# Random games with letters, absences, deputies, proposals, take-overs and those
# who watch, read by who must not see the same things: see
# tests/table/table_games.c. Each log is verified by it as each reader has it
# and, once more, by the script that shares no code.
set -eu
. "${HERALDO_SRCDIR:-.}/tests/hostile/games.sh"
n=${HERALDO_TABLE_GAMES:-${HERALDO_SHORT:+2}}
games_verified table_games "${n:-6}" "${HERALDO_TABLE_SEED:-1}"
