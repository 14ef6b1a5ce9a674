/* src/judge/roster.c */
#include "judge/roster.h"
#include "judge/answer.h"
#include "judge/phrase.h"
#include "judge/station.h"
#include "base/parse.h"
#include "base/str.h"

enum { ROSTER_A_DAY = 5 }; /* answers to who asks how it stands */

static bool verb_take(struct phrase *p, struct roster_wish *out)
{
	if (phrase_end(p)) {
		out->verb = ROSTER_STANDINGS;
	} else if (phrase_take(p, "join")) {
		out->verb = ROSTER_JOIN;
	} else if (phrase_take(p, "table.leave")) {
		out->verb = ROSTER_WITHDRAW;
	} else if (phrase_take(p, "table.challenge")) {
		out->verb = ROSTER_CHALLENGE;
		out->whom = p->rest[p->at];
		return out->whom.len > 0;
	}
	return phrase_end(p);
}

bool roster_asked(struct arena *a, const struct vocabulary *v, struct str text,
		  struct roster_wish *out)
{
	bool asked = false;
	struct str line;
	struct phrase p;

	*out = (struct roster_wish){ .whom = STR("") };
	while (v && parse_line(&text, &line)) {
		line = parse_trim(line);
		if (!line.len || str_starts(line, "//"))
			continue;
		phrase_init(&p, a, v, line);
		if (asked || !phrase_take(&p, "table.campaign") || p.at == p.n)
			return false;
		out->campaign = str_lower(a, p.word[p.at++]);
		if (!verb_take(&p, out))
			return false;
		asked = true;
	}
	return asked;
}

enum err roster_do(struct delivery *d, const struct roster_wish *w,
		   struct why *why)
{
	const struct judge_env *env = &d->j->c.env;
	struct roster_wish wish = *w;
	struct why fault = { 0 };
	enum err e;

	wish.reply_to = d->m->message_id;
	wish.tag = delivery_tag(d, "standings");
	d->out = (struct outcome){ "answered", 0, -1 };
	if (!env->campaign)
		return delivery_refuse(d, NULL, "campaign_none", STR(""), why);
	e = store_nest(d->j->st, why);
	if (e)
		return e;
	e = env->campaign(env->context, d->j, d->f.person, &wish, &fault);
	if (!e)
		return store_nest_keep(d->j->st, why);
	store_nest_drop(d->j->st);
	switch (e) {
	case ERR_USAGE:
	case ERR_EXISTS:
	case ERR_FORMAT:
	case ERR_NOT_FOUND:
		return delivery_refuse_as(d, "campaign_refused", &fault, why);
	default: return why_set(why, e, "%s", fault.text);
	}
}

enum err roster_alone(struct delivery *d, const struct roster_wish *w,
		      struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "campaign %lld", (long long)d->f.person));
	bool yes;
	enum err e = answer_allowed(d->j, who, ROSTER_A_DAY, &yes, why);

	d->out = (struct outcome){ "answered", 0, -1 };
	return e || !yes ? e : roster_do(d, w, why);
}
