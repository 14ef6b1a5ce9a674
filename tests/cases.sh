#!/bin/sh
# Every case holds; the rule ids that no case's run names are listed. An id
# counts as exercised if a run names it in an event, a modifier or a refusal;
# a definition, if a unit test carries its id: /* RULE: RB-GEO-12 */. Rulings
# (RB-R-.., CV-R-.., DG-R-..) are argued in the reference and decided under other ids.
set -u
src=${HERALDO_SRCDIR:-.}
bin=${HERALDO_BUILDDIR:-.}/heraldo
out=${TMPDIR:-/tmp}/heraldo-cases.$$
trap 'rm -f "$out" "$out.unit" "$out.left" "$out.named"' EXIT

code=0
# from the folder that it was made in it needs no flags
"$bin" --quiet case "$src/tests/cases/queue/last.case" || code=1
"$bin" --quiet case --templates "$src/templates" \
	--catalog "$src/db/catalog" --unseen \
	"$src"/tests/cases/*/*.case >"$out" || code=$?
grep -v '^[A-Z][A-Z]-[A-Z]*-[0-9]*$' "$out"
sed -n 's/.*RULE: \(.*\) \*\/.*/\1/p' "$src"/tests/unit/*.c "$src"/tests/prop/*.c |
	tr ', ' '\n\n' | grep . | sort -u >"$out.unit"
n=$(ls "$src"/tests/cases/*/*.case | wc -l)
echo "$n cases"
# words about words, that decide nothing: neither a case nor a test can show them
printf '%s\n' AR-RUL-05 >>"$out.unit"
sort -u -o "$out.unit" "$out.unit"
grep '^[A-Z][A-Z]-[A-Z]*-[0-9]*$' "$out" | grep -v '^[A-Z][A-Z]-R-' | sort -u |
	comm -23 - "$out.unit" >"$out.left"
# In Arena many a rule says what does not happen, and no event can name it:
# there a case that is about the id will do.
sed -n 's/^rules //p' "$src"/tests/cases/arena/*.case | tr ' ' '\n' |
	grep '^AR-' | sort -u >"$out.named"
echo "$(comm -12 "$out.left" "$out.named" | wc -l) rule ids that no event names, with a case about each"
echo "rule ids without a case or a unit test of the definition:"
comm -23 "$out.left" "$out.named" >"$out.unit"
tr '\n' ' ' <"$out.unit"
echo
[ ! -s "$out.unit" ] || code=1
[ -n "${HERALDO_SHORT:-}" ] || python3 "$src/tests/cases/evidence.py" "$src" || code=1
exit $code
