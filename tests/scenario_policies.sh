#!/bin/sh
# The table over real servers (tests/scenario_policies/run) goes on when the judge is done,
# and not before: see tests/scenario_policies/rest.py.
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/scenario_policies/rest.py"
