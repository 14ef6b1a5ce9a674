/* tests/fuzz/fuzz_case.c - any text as a case: position, orders, all of it */
#include "fuzz.h"
#include "games/case.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct cases cases;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct why why = { 0 };
	struct case_result r;

	if (!cases.game &&
	    cases_init(&cases, game_kinds, n_game_kinds, SRCDIR "/templates",
		       SRCDIR "/db/catalog", &why)) {
		fprintf(stderr, "%s\n", why.text);
		abort();
	}
	case_run(&cases, (struct str){ (const char *)bytes, len }, true, &r);
	case_result_release(&r);
	return 0;
}
