/*
 * tests/page/cases.c - cases run in a page (tests/page.sh): what `heraldo case
 * --json` says of one, from the same code in the browser.
 */
#include "webapp/api.h"
#include "games/case.h"

int page_cases(size_t len) PAGE_CALL(page_cases);
int page_case(size_t len) PAGE_CALL(page_case);

static struct cases cases;

/* The input is the folder that holds templates and db/catalog. */
int page_cases(size_t len)
{
	struct why why = { 0 };
	const char *templates, *catalog;
	enum err e;

	page_begin(len);
	templates =
		arena_printf(&page.arena, "%.*s/templates", STR_ARG(page.in));
	catalog =
		arena_printf(&page.arena, "%.*s/db/catalog", STR_ARG(page.in));
	e = cases_init(&cases, game_kinds, n_game_kinds, templates, catalog,
		       &why);
	if (e)
		buf_addz(&page.said, why.text);
	return page_end(e != ERR_OK);
}

/* The input is the text of one: says its outcome as JSON; the number of faults
 * is what it gives. */
int page_case(size_t len)
{
	struct case_result r;
	int faults;

	page_begin(len);
	case_run(&cases, page.in, true, &r);
	buf_adds(&page.said, buf_str(&r.json));
	faults = r.n_faults;
	case_result_release(&r);
	return page_end(faults);
}
