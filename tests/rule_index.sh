#!/bin/sh
# A rule is found by any spelling of its id: its words, its code, its proofs.
top="${HERALDO_SRCDIR:-.}"
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
bad=0
# file names it must print, in this order of sections
says()
{
	id=$1
	shift
	"$top/contrib/where" "$id" >"$out" || bad=1
	for want; do
		grep -q "$want" "$out" || { echo "$id: no $want"; bad=1; }
	done
}
says DG-TOK-02 '^words' '  db/rules/dungeons.md:[0-9]*: - DG-TOK-02 ' \
	'  src/games/dungeons/rules/rules.def:' '  src/games/dungeons/rules/options.def:' \
	'  src/games/dungeons/rules/setup.c:' '  tests/cases/dungeons/DGC-322.case:' \
	'  tests/unit/test_dungeons.c:'
says rb_lof_8 '^RB-LOF-08$' 'src/games/rebellion/rules/evolve.c:'
says DG-MOVE-06 '^settled by' 'DG-R-21'
says CV-R-19 '^settles' 'CV-PROF-01'
says AR-RUL-01 '^settles' 'AR-ATK-31'
says CV-PROF-01 '^settled by' 'CV-R-19'
"$top/contrib/where" RB-LOF-99 2>"$out" && bad=1
grep -q 'RB-LOF-08' "$out" || bad=1
exit $bad
