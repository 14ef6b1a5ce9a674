#!/bin/sh
# Random games with letters, absences, deputies, proposals, take-overs and those
# who watch, read by who must not see the same things: see
# tests/scenario_policies/scenario_games.c. Each log is verified by it as each reader has it
# and, once more, by the script that shares no code.
set -eu
. "${HERALDO_SRCDIR:-.}/tests/adversary/player/games.sh"
games_verified scenario_games "${HERALDO_TABLE_GAMES:-2}" \
	"${HERALDO_TABLE_SEED:-3}" # the fourth is played twice
