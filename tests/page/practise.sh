#!/bin/sh
# Practice games of the page, by touches that are counted. Left out where the page
# is not built (contrib/quickstart page) or no browser is.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
[ -f "$BUILD/page/heraldo.html" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
command -v chromium >/dev/null || {
	echo "no chromium: the page was not touched"
	exit 77
}
exec /usr/bin/python3 "$SRC/tests/page/practise.py" "$SRC" "$BUILD"
