#!/bin/sh
# The second verifier reads what is signed as the judge does, and says of the
# same logs the same as the first; both ask the same actors by what right.
b="${HERALDO_BUILDDIR:-.}" top="${HERALDO_SRCDIR:-.}"
/usr/bin/python3 "$top/tests/independent_verifier/hands.py" "$top" || exit 1
/usr/bin/python3 "$top/tests/independent_verifier/vectors.py" "$b/read_signed" "$top" || exit 1
/usr/bin/python3 "$top/tests/independent_verifier/mails.py" "$b/judge_mails" "$top" || exit 1
# without a library for signatures it says what to install
bare=$(mktemp -d) || exit 1
trap 'rm -rf "$bare"' EXIT
for name in cryptography nacl; do
	echo 'raise ImportError' >"$bare/$name.py"
done
if said=$(PYTHONPATH=$bare /usr/bin/python3 "$top/contrib/verify.py" log 2>&1) ||
	[ "${said%%:*}" != verify.py ]; then
	echo "FAIL: without a library: $said"
	exit 1
fi
/usr/bin/python3 "$top/tests/independent_verifier/kept.py" "$b" "$top"
