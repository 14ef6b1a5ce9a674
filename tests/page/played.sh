#!/bin/sh
# Games of each system played by two browsers, and looked at at three widths. Left
# out where the page is not built (contrib/quickstart page) or no browser is.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
[ -f "$BUILD/page/heraldo-cases.wasm" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
command -v chromium >/dev/null || {
	echo "no chromium: the page was not looked at"
	exit 77
}
exec /usr/bin/python3 "$SRC/tests/page/looks.py" "$SRC" "$BUILD"
