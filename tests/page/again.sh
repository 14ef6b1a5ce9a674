#!/bin/sh
# The page is the same byte for byte wherever it is built: from a copy of the sources
# in another folder, without what the compiler remembers. By itself a seeded tenth
# of its objects is compiled once more, and the page made of them and the others;
# `again.sh all` compiles every one. Left out where it is not built
# (contrib/quickstart page).
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
cp -rp "$SRC/src" "$SRC/templates" "$SRC/db" "$work/sources/of/another/" &&
	cp -rp "$BUILD/page/libraries" "$work/others" &&
	cp -rp "$BUILD/page" "$work/built/" || exit 1
cd "$work/built" || exit 1
rm -r page/libraries page/heraldo.* page/unpack.wasm
# the order of their names is the same everywhere, and so is the draw
find page -name '*.o' | LC_ALL=C sort | awk -v all="${1:-}" -v seed="${2:-1}" \
	'BEGIN { srand(seed) } all == "all" || rand() < 0.1' >again
xargs rm <again
# what they hang on is named by the paths of there
find page -name '*.d' -exec rm {} +
make -s -C "$BUILD" page-sources >"$work/names" || exit 1
touch -r page/config.h Makefile
CCACHE_DISABLE=1 make -s -j2 \
	-f "$work/sources/of/another/src/webapp/page.mk" \
	srcdir="$work/sources/of/another" LIBRARIES="$work/others" \
	VERSION="$(head -1 "$work/names")" SOURCES="$(tail -n +2 "$work/names")" \
	CASES= page/heraldo.html || exit 1
for f in heraldo.wasm heraldo.html; do
	cmp "$BUILD/page/$f" "page/$f" || exit 1
done
n=0
while read -r object; do
	[ ! -f "$object" ] && continue # of what runs cases, or sets up positions
	[ -n "$(find "$object" -newer page/config.h)" ] || { echo "$object is not made anew"; exit 1; }
	cmp "$BUILD/$object" "$object" || exit 1
	n=$((n + 1))
done <again
[ $n -gt 0 ] || exit 1
echo "page: built in two folders, $n objects compiled in both, the same:" \
	"$(sha256sum <"$BUILD/page/heraldo.html")"
