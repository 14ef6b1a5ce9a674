#!/bin/sh
# The page: the engine built for browsers says what it says here, byte by byte;
# and the page shows a game, by roles and names, and by the keyboard alone. Left out
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
for part in compare shows keyboard means joins; do
	/usr/bin/python3 "$SRC/tests/page/$part.py" "$SRC" "$BUILD" || status=1
done
exit $status
