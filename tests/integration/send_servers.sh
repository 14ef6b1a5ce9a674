#!/bin/sh
# send_servers.sh FOLDER - the judge sends through Exim, which cannot be installed
# beside Postfix: unpacked from Debian's packages below FOLDER, as
# send_servers.sh --get FOLDER does. Needs root, for a mount namespace in
# which the server finds its user. Run by contrib/soak.
set -eu
SRC=$(cd "${HERALDO_SRCDIR:-.}" && pwd)
if [ "${1:-}" = --get ]; then
	mkdir -p "$2"
	cd "$2"
	apt-get download exim4-daemon-light libidn12 >/dev/null 2>&1
	for d in *.deb; do dpkg -x "$d" .; done
	exit 0
fi
[ "$(id -u)" = 0 ] && [ -x "$1/usr/sbin/exim4" ] || exit 77
exec unshare -m python3 "$SRC/tests/integration/send_servers.py" "$@"
