#!/bin/sh
# The page of players who do not see, do not point, or enlarge letters. Left out where
# the page is not built (contrib/quickstart page) or no browser is; contrib/page-axe
# fetches what tests its markup.
SRC=${HERALDO_SRCDIR:-.} BUILD=${HERALDO_BUILDDIR:-.}
[ -f "$BUILD/page/heraldo.html" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
command -v chromium >/dev/null || {
	echo "no chromium: the page was not read"
	exit 77
}
exec /usr/bin/python3 "$SRC/tests/page/access.py" "$SRC" "$BUILD" "$@"
