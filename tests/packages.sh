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
# the two lines in the other order
printf 'VERSION_ID="13"\nID=debian\n' >"$OS_RELEASE"
"$top/contrib/quickstart" packages page | grep -qxF lld-19 ||
	fault "the order of lines in os-release matters"
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

# the version of a package grows with each commit, and is the release at its tag
if command -v git >/dev/null && command -v dpkg >/dev/null; then
	cd "$tmp/tree"
	cp "$top/contrib/commits" contrib/
	export GIT_CONFIG_GLOBAL=/dev/null
	commit() { git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "$1"; }
	[ -z "$(GIT_CEILING_DIRECTORIES=$tmp contrib/commits 1.0)" ] || fault "a version by no git"
	git init -q . && git add -A && commit 1
	first=1.0$(contrib/commits 1.0)
	commit 2
	second=1.0$(contrib/commits 1.0)
	dpkg --compare-versions "$first" lt "$second" || fault "$first is not older than $second"
	dpkg --compare-versions 1.0 lt "$first" || fault "1.0 is not older than $first"
	dpkg --compare-versions "$second" lt 1.0.1 || fault "$second is not older than 1.0.1"
	git tag v1.0
	[ -z "$(contrib/commits 1.0)" ] || fault "the tag has commits after it"
	echo >>configure.ac
	[ "$(contrib/commits 1.0)" = +changed ] || fault "a changed tree looks like the tag"
fi
exit $status
