/* src/judge/requests/game_spec.c */
#include "judge/requests/game_spec.h"
#include "judge/judge_private.h"
#include "fairness/beacon.h"
#include "engine/player.h"
#include "base/date.h"
#include "base/parse.h"
#include "judge/game/reject.h"
#include "judge/policies/lifecycle.h"
#include "protocol/word_cursor.h"
#include "engine/slot.h"

const char *const plan_names[] = { "system", "players",  "reserve", "option",
				   "policy", "deadline", "words",   "disputes",
				   "beacon", "player" };
const size_t n_plan_names = ARRAY_LEN(plan_names);

void game_spec_begin(struct planning *p, struct arena *a, struct str system,
		     int64_t words_s)
{
	*p = (struct planning){ .plan = { .system = system,
					  .n_players = 2,
					  .words_s = words_s },
				.a = a };
}

enum err game_spec_duration(struct str name, struct str value, int64_t *seconds,
			    struct why *why)
{
	return duration_parse(value, seconds)
		       ? ERR_OK
		       : reject_set(why, REJECT_want_duration, REJECT_OF(name));
}

enum err game_spec_setting(struct str what, struct str text, struct str *name,
			   struct str *value, struct why *why)
{
	size_t at = 0;

	while (at < text.len && text.s[at] != '=' && text.s[at] != ' ')
		at++;
	*name = (struct str){ text.s, at };
	*value = at < text.len ? parse_trim((struct str){ text.s + at + 1,
							  text.len - at - 1 })
			       : STR("");
	return name->len && value->len
		       ? ERR_OK
		       : reject_set(why, REJECT_want_setting, REJECT_OF(what));
}

/* --- one of them -----------------------------------------------------------
 */

static enum err say_system(struct planning *p, struct str name,
			   struct str value, struct why *why)
{
	(void)name;
	(void)why;
	p->plan.system = str_lower(p->a, value);
	return ERR_OK;
}

static enum err say_players(struct planning *p, struct str name,
			    struct str value, struct why *why)
{
	int64_t n;

	(void)name;
	if (!parse_int(value, 1, SEATS_MAX, &n))
		return reject_set(why, REJECT_want_players, REJECT_OF(value));
	p->plan.n_players = (int)n;
	return ERR_OK;
}

static enum err say_reserve(struct planning *p, struct str name,
			    struct str value, struct why *why)
{
	struct str seat, address;
	enum err e = game_spec_setting(name, value, &seat, &address, NULL);
	int slot = e ? -1 : slot_parse(seat);

	if (slot < 0 || slot >= SEATS_MAX)
		return reject_set(why, REJECT_want_reserve, NULL);
	p->plan.reserved[slot] = address;
	return ERR_OK;
}

static enum err say_player(struct planning *p, struct str name,
			   struct str value, struct why *why)
{
	struct str seat, strength;
	enum player_level level;
	enum err e = game_spec_setting(name, value, &seat, &strength, NULL);
	int slot = e ? -1 : slot_parse(seat);

	if (slot < 0 || slot >= SEATS_MAX ||
	    !player_level_named(str_lower(p->a, strength), &level))
		return reject_set(why, REJECT_want_player, NULL);
	p->plan.computer[slot] = 1 + (int)level;
	return ERR_OK;
}

static enum err say_option(struct planning *p, struct str name,
			   struct str value, struct why *why)
{
	struct str option, is;
	enum err e = game_spec_setting(name, value, &option, &is, why);

	if (!e && p->n_texts == GAME_SPEC_OPTIONS)
		return reject_set_int(why, REJECT_options_many,
				      GAME_SPEC_OPTIONS);
	if (!e)
		p->text[p->n_texts++] = str_of(arena_printf(
			p->a, "%.*s=%.*s", STR_ARG(str_lower(p->a, option)),
			STR_ARG(is)));
	return e;
}

static enum err say_policy(struct planning *p, struct str name,
			   struct str value, struct why *why)
{
	struct str policy, is;
	enum err e = game_spec_setting(name, value, &policy, &is, why);
	int k = p->plan.n_policies;

	if (!e && k == GAME_POLICIES_MAX)
		return reject_set_int(why, REJECT_policies_many,
				      GAME_POLICIES_MAX);
	if (e)
		return e;
	p->plan.policies[k].name = str_lower(p->a, policy);
	p->plan.policies[k].value = is;
	p->plan.n_policies++;
	return ERR_OK;
}

static enum err say_time(struct planning *p, struct str name, struct str value,
			 struct why *why)
{
	int64_t *to = str_is(name, "deadline") ? &p->plan.deadline_s
		      : str_is(name, "words")  ? &p->plan.words_s
					       : &p->plan.dispute_s;

	return game_spec_duration(name, value, to, why);
}

static enum err say_beacon(struct planning *p, struct str name,
			   struct str value, struct why *why)
{
	static const char *const names[] = { [BEACON_NONE] = "none",
					     [BEACON_NIST] = "nist",
					     [BEACON_DRAND] = "drand" };

	(void)name;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_is(str_lower(p->a, value), names[i])) {
			p->plan.beacon = (int)i;
			return ERR_OK;
		}
	return reject_set(why, REJECT_want_beacon, NULL);
}

enum err game_spec_set(struct planning *p, struct str name, struct str value,
		       struct why *why)
{
	static enum err (*const say[])(struct planning * p, struct str name,
				       struct str value, struct why * why) = {
		say_system, say_players, say_reserve, say_option, say_policy,
		say_time,   say_time,    say_time,    say_beacon, say_player,
	};

	for (size_t i = 0; i < n_plan_names; i++)
		if (str_is(name, plan_names[i]))
			return say[i](p, name, parse_trim(value), why);
	return ERR_NOT_FOUND;
}

enum err game_spec_end(struct planning *p, const struct judge *j,
		       struct why *why)
{
	struct game_option *o =
		ARENA_ARRAY(p->a, GAME_SPEC_OPTIONS, struct game_option);
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n_texts; i++)
		e = judge_option_parse(j, p->plan.system, p->text[i], &o[i],
				       why);
	p->plan.options = o;
	p->plan.n_options = p->n_texts;
	return e;
}

bool game_spec_line(const struct vocabulary *v, struct arena *a,
		    struct str line, const char *const *names, size_t n,
		    struct str *name, struct str *value)
{
	struct word_cursor p;

	word_cursor_init(&p, a, v, line);
	for (size_t i = 0; i < n; i++)
		if (word_cursor_word(&p,
				     arena_printf(a, "table.%s", names[i]))) {
			*name = str_of(names[i]);
			*value = str_lower(a, p.rest[p.at]);
			return true;
		}
	return false;
}

enum err judge_option_parse(const struct judge *j, struct str system,
			    struct str text, struct game_option *out,
			    struct why *why)
{
	const struct game_kind *sys =
		rule_versions_newest(j->rule_versions, system);
	struct str rest = text, name, seat, value;
	int64_t n;

	*out = (struct game_option){ .seat = -1 };
	if (!sys)
		return reject_set(why, REJECT_no_system, REJECT_OF(system));
	if (!parse_field(&rest, '=', &name) || !name.len || !rest.len)
		return reject_set(why, REJECT_option_form, REJECT_OF(text));
	if (parse_field(&name, ':', &out->name) && name.len) {
		seat = name;
		out->seat = slot_parse(seat);
		if (out->seat < 0 || out->seat >= SEATS_MAX)
			return reject_set(why, REJECT_option_seat,
					  REJECT_OF(seat));
		if (option_find(sys->rules->options, sys->rules->n_options,
				out->name) >= 0)
			return reject_set(why, REJECT_option_whole,
					  REJECT_OF(out->name));
	}
	if (game_option_value(sys, out->name, rest, &out->value[0])) {
		out->n = 1;
		return ERR_OK;
	}
	if (game_option_is_text(sys, out->name)) {
		out->n = text_pack(out->value, GAME_OPTION_WORDS, rest);
		return out->n > 0 ? ERR_OK
				  : reject_set(why, REJECT_option_value,
					       REJECT_OF(text));
	}
	while (parse_field(&rest, ',', &value)) {
		if (out->n == (int)ARRAY_LEN(out->value) ||
		    !parse_int(value, INT32_MIN, INT32_MAX, &n))
			return lifecycle_option_reject(sys->rules, out->name,
						       why);
		out->value[out->n++] = (int32_t)n;
	}
	return ERR_OK;
}
