/*
 * src/tournament/campaign_plan.c - parses the settings of a new campaign, line
 * by line
 */
#include "base/file.h"
#include "base/parse.h"
#include "base/str.h"
#include "tournament/campaign.h"
#include "judge/game/reject.h"
#include "judge/requests/game_spec.h"
#include <stdio.h>

enum { SETTINGS_BYTES = 8 << 10, TABLE_BYTES = 64 << 10, ROUNDS_MAX = 127 };

const char *const campaign_plan_names[] = {
	"system", "option", "policy", "deadline", "words",
	"kind",   "rounds", "reach",  "worth",
};
const size_t n_campaign_plan_names = ARRAY_LEN(campaign_plan_names);

void campaign_plan_begin(struct campaign_plan *p, struct arena *a,
			 struct str system, int64_t words_s)
{
	*p = (struct campaign_plan){ .row = { .system = system,
					      .won = 2,
					      .drawn = 1,
					      .bye = 2,
					      .words_s = words_s,
					      .settings = STR(""),
					      .carry = STR("") },
				     .a = a };
}

/* 2,1,0,2: a game won, drawn, lost, and a bye */
static enum err say_worth(struct campaign_row *r, struct str rest,
			  struct why *why)
{
	int *const of[] = { &r->won, &r->drawn, &r->lost, &r->bye };
	struct str one;
	int64_t n;

	for (size_t i = 0; i < ARRAY_LEN(of); i++) {
		bool last = i + 1 == ARRAY_LEN(of);

		if (last)
			one = rest;
		if ((!last && !parse_field(&rest, ',', &one)) ||
		    !parse_int(parse_trim(one), 0, 100, &n))
			return reject_set(why, REJECT_want_worth, NULL);
		*of[i] = (int)n;
	}
	return ERR_OK;
}

static enum err say_number(struct str name, struct str value, int64_t most,
			   int *out, struct why *why)
{
	struct str limit;
	int64_t n;
	char digits[24];

	if (parse_int(value, 1, most, &n)) {
		*out = (int)n;
		return ERR_OK;
	}
	snprintf(digits, sizeof(digits), "%lld", (long long)most);
	limit = str_of(digits);
	return reject_set(why, REJECT_want_number, REJECT_OF(name, limit));
}

static enum err say_setting(struct campaign_plan *p, struct str name,
			    struct str value, struct why *why)
{
	struct str setting, is;
	enum err e = game_spec_setting(name, value, &setting, &is, why);

	if (e)
		return e;
	p->row.settings = str_of(arena_printf(
		p->a, "%.*s%.*s %.*s=%.*s\n", STR_ARG(p->row.settings),
		STR_ARG(name), STR_ARG(str_lower(p->a, setting)), STR_ARG(is)));
	return p->row.settings.len > SETTINGS_BYTES
		       ? reject_set_int(why, REJECT_options_many,
					GAME_SPEC_OPTIONS)
		       : ERR_OK;
}

enum err campaign_plan_set(struct campaign_plan *p, struct str name,
			   struct str value, struct why *why)
{
	struct campaign_row *r = &p->row;

	value = parse_trim(value);
	if (str_is(name, "system")) {
		r->system = str_lower(p->a, value);
		return ERR_OK;
	}
	if (str_is(name, "option") || str_is(name, "policy"))
		return say_setting(p, name, value, why);
	if (str_is(name, "deadline"))
		return game_spec_duration(name, value, &r->deadline_s, why);
	if (str_is(name, "words"))
		return game_spec_duration(name, value, &r->words_s, why);
	if (str_is(name, "kind"))
		return campaign_kind_parse(str_lower(p->a, value), &r->kind)
			       ? ERR_OK
			       : reject_set(why, REJECT_want_kind, NULL);
	if (str_is(name, "rounds"))
		return say_number(name, value, ROUNDS_MAX, &r->rounds, why);
	if (str_is(name, "reach"))
		return say_number(name, value, PAIRING_MAX, &r->reach, why);
	return str_is(name, "worth") ? say_worth(r, value, why) : ERR_NOT_FOUND;
}

const char *campaign_carry_path(const char *folder, struct str system,
				struct arena *a)
{
	return arena_printf(a, "%s/%.*s.carry", folder, STR_ARG(system));
}

enum err campaign_carry_standard(const char *folder, struct str system,
				 struct arena *a, struct str *out,
				 struct why *why)
{
	struct buf b = { 0 };
	enum err e = file_read(campaign_carry_path(folder, system, a),
			       TABLE_BYTES, &b, why);

	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}
