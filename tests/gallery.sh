#!/bin/sh
# Every kind of mail as people see it: see tests/gallery/gallery.py. Left out
# where there is no chromium.
command -v chromium >/dev/null || {
	echo "no chromium: mails were not looked at in a browser"
	exit 77
}
exec /usr/bin/python3 "${HERALDO_SRCDIR:-.}/tests/gallery/gallery.py" \
	"${HERALDO_BUILDDIR:-.}" "${HERALDO_SRCDIR:-.}"
