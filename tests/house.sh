#!/bin/sh
# The house keeps itself: includes, banned functions, rule ids, man pages, calls.
top=${HERALDO_SRCDIR:-.} status=0
/usr/bin/python3 "$top/tests/house/check.py" "$top" || status=1
/usr/bin/python3 "$top/tests/house/calls.py" "${HERALDO_BUILDDIR:-.}" || status=1
for script in check soak quickstart package package-boot package-try bare beacon \
	commits elsewhere page-axe page-libraries players samples where; do
	"$top/contrib/$script" --help 2>&1 | head -4 | grep -q "$script " ||
		{ echo "contrib/$script --help prints no usage"; status=1; }
done
for script in check soak package package-boot package-try bare beacon commits \
	elsewhere page-axe page-libraries samples; do
	"$top/contrib/$script" --unknown 2>&1 | grep -q "unknown option --unknown" ||
		{ echo "contrib/$script does not name an unknown option"; status=1; }
done
for script in quickstart bare "elsewhere . x"; do
	# shellcheck disable=SC2086 # a script and its arguments
	(cd "$top/contrib/man" && ../$script 2>&1) | grep -q "contrib/${script%% *} " ||
		{ echo "contrib/$script prints no usage from another folder"; status=1; }
done
exit $status
