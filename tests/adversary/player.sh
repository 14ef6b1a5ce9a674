#!/bin/sh
# Random games with a hostile player: see tests/adversary/player/adversary_games.c. What it
# plays is verified by it and, once more, by the script that shares no code.
set -eu
. "${HERALDO_SRCDIR:-.}/tests/adversary/player/games.sh"
# soak plays 500 a round, ten rounds: 5,000 a system
games_verified adversary_games "${HERALDO_HOSTILE_GAMES:-20}" \
	"${HERALDO_HOSTILE_SEED:-1}"
