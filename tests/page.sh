#!/bin/sh
# The page: the engine built for browsers says what it says here, byte by byte;
# and the page shows a game, plays and is looked at, by roles and names. Left out
# where it is not built (contrib/quickstart page) or no browser is.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
[ -f "$BUILD/page/heraldo-cases.wasm" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
command -v chromium >/dev/null || {
	echo "no chromium: the page was not looked at"
	exit 77
}
status=0
/usr/bin/python3 "$SRC/tests/page/compare.py" "$SRC" "$BUILD" || status=1
/usr/bin/python3 "$SRC/tests/page/shows.py" "$SRC" "$BUILD" || status=1
/usr/bin/python3 "$SRC/tests/page/plays.py" "$SRC" "$BUILD" || status=1
/usr/bin/python3 "$SRC/tests/page/keyboard.py" "$SRC" "$BUILD" || status=1
/usr/bin/python3 "$SRC/tests/page/means.py" "$SRC" "$BUILD" || status=1
/usr/bin/python3 "$SRC/tests/page/looks.py" "$SRC" "$BUILD" || status=1
exit $status
