#!/bin/sh
# The house keeps itself: includes, banned functions, rule ids, man pages, calls.
top=${HERALDO_SRCDIR:-.} status=0
/usr/bin/python3 "$top/tests/house/check.py" "$top" || status=1
/usr/bin/python3 "$top/tests/house/calls.py" "${HERALDO_BUILDDIR:-.}" || status=1
exit $status
