#!/bin/sh
# Orders of a practice game in WebKit. It says so where WebKit is not installed
# (webkit2gtk-driver, xvfb): contrib/packages does not ask for it. Left out where the
# page is not built (contrib/quickstart page).
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
[ -f "$BUILD/page/heraldo.html" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
exec /usr/bin/python3 "$SRC/tests/page/webkit.py" "$SRC" "$BUILD" "$@"
