#!/bin/sh
# The page is the same byte for byte wherever it is built: once more from a copy of
# the sources in another folder, without what the compiler remembers. Left out where
# it is not built (contrib/quickstart page).
SRC=$(cd "${HERALDO_SRCDIR:-.}" && pwd) BUILD=$(cd "${HERALDO_BUILDDIR:-.}" && pwd)
[ -f "$BUILD/page/heraldo.html" ] || {
	echo "the page is not built: contrib/quickstart page builds it"
	exit 77
}
make -s -C "$BUILD" page >/dev/null || exit 1
work=$(mktemp -d /tmp/heraldo-again.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/sources/of/another" "$work/built"
cp -r "$SRC/src" "$SRC/templates" "$SRC/db" "$work/sources/of/another/" &&
	cp -r "$BUILD/page/libraries" "$work/others" || exit 1
make -s -C "$BUILD" page-sources >"$work/names" || exit 1
(cd "$work/built" && touch Makefile && CCACHE_DISABLE=1 make -s -j2 \
	-f "$work/sources/of/another/src/page/page.mk" \
	srcdir="$work/sources/of/another" LIBRARIES="$work/others" \
	VERSION="$(head -1 "$work/names")" SOURCES="$(tail -n +2 "$work/names")" \
	CASES= page/heraldo.html) || exit 1
for f in heraldo.wasm heraldo.html; do
	cmp "$BUILD/page/$f" "$work/built/page/$f" || exit 1
done
echo "page: built in two folders, the same: $(sha256sum <"$BUILD/page/heraldo.html")"
