#!/bin/sh
# Random games with a hostile player: see tests/hostile/hostile_games.c. What it
# plays is verified by it and, once more, by the script that shares no code.
set -eu
. "${HERALDO_SRCDIR:-.}/tests/hostile/games.sh"
# soak plays 500 a round, ten rounds: 5,000 a system
n=${HERALDO_HOSTILE_GAMES:-${HERALDO_SHORT:+10}}
games_verified hostile_games "${n:-100}" "${HERALDO_HOSTILE_SEED:-1}"
