#!/bin/bash
# packages.sh - contrib/quickstart finds the names of packages on each system that
# contrib/packages knows, and on another names what is missing and installs
# nothing.
set -eu
top=$(cd "${HERALDO_SRCDIR:-.}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export OS_RELEASE=$tmp/os
status=0
fault() { echo "FAIL: $*"; status=1; }

# SYSTEM VERSION USE NAME: is it there, or (!NAME) not?
names()
{
	printf 'NAME=x\nID=%s\nVERSION_ID="%s"\n' "$1" "$2" >"$OS_RELEASE"
	local said want=${4#!}
	said=$("$top/contrib/quickstart" packages "$3")
	if grep -qxF -- "$want" <<<"$said"; then
		[ "$want" = "$4" ] || fault "$1 $2 has $want"
	else
		[ "$want" != "$4" ] || fault "$1 $2 has no $want"
	fi
}
names debian 12 check clang-14
names debian 12 check qemu-user-static
names debian 12 page lld-14
names debian 13 check clang-19
names debian 13 check '!clang-14'
names debian 13 check '!qemu-user-static'
names debian 13 page lld-19
names debian 13 build libgmime-3.0-dev
names ubuntu 24.04 page clang-18
names ubuntu 24.04 check '!chromium'
names ubuntu 24.04 check '!-'

# each line: a use that quickstart has, and names of packages
awk '!/^#/ && ($1 !~ /^(build|demo|check|page|deb|bench)$/ || NF < 2) {
	print "FAIL: contrib/packages: " $0; bad = 1 } END { exit bad }' \
	"$top/contrib/packages" || status=1

# a strange system without automake: a copy, so that nothing here is built
printf 'ID=strange\nVERSION_ID=1\n' >"$OS_RELEASE"
mkdir -p "$tmp/bin" "$tmp/tree/contrib"
cp "$top/contrib/quickstart" "$top/contrib/packages" "$tmp/tree/contrib/"
cp "$top/configure.ac" "$tmp/tree/"
for tool in bash dirname sed tr awk grep cat; do
	ln -s "$(command -v $tool)" "$tmp/bin/$tool"
done
if PATH=$tmp/bin "$tmp/tree/contrib/quickstart" build >"$tmp/said" 2>&1; then
	fault "a system without a compiler is built on"
fi
for word in strange:1 automake cc libgmime-3.0-dev; do
	grep -qF "$word" "$tmp/said" || { fault "it does not name $word:"; cat "$tmp/said"; }
done
exit $status
