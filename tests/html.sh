#!/bin/sh
# Reports in a real browser, at the width of a telephone and of a desk: the page
# must not be wider than its window. Left out where there is no chromium.
[ -z "${HERALDO_SHORT:-}" ] || { echo "short: it looks at files of this tree"; exit 77; }
SRC=${HERALDO_SRCDIR:-.}
command -v chromium >/dev/null || {
	echo "no chromium: reports were not looked at in a browser"
	exit 77
}
dir=$(mktemp -d /tmp/heraldo-html.XXXXXX) || exit 1
trap 'rm -rf "$dir"' EXIT
status=0
for lang in en es; do
	# a frame, because no window of it is as narrow as a telephone
	for width in 390 1280; do
		echo "<iframe id=f width=$width height=800 srcdoc=\"" \
			"$(sed 's/&/\&amp;/g; s/"/\&quot;/g' \
				"$SRC/tests/golden/report-$lang.html")\">" \
			"</iframe><script>onload = () => document.title =" \
			'"width " + f.contentDocument.documentElement' \
			'.scrollWidth + " of " + f.contentWindow.innerWidth' \
			"</script>" >"$dir/page.html"
		said=$(HOME=$dir timeout 60 chromium --headless=new \
			--no-sandbox --disable-gpu --hide-scrollbars \
			--user-data-dir="$dir/profile" --dump-dom \
			"file://$dir/page.html" 2>"$dir/said" |
			sed -n 's|.*<title>\(width .*\)</title>.*|\1|p')
		[ -n "$said" ] || {
			echo "chromium shows nothing: this test was left out"
			tail -3 "$dir/said"
			exit 77
		}
		echo "$lang: $said"
		set -- $said
		[ "$2" -le "$4" ] && [ "$4" -eq $width ] || status=1
	done
done
exit $status
