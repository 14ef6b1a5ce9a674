/* src/judge/requests/campaign_mail_parse.c */
#include "judge/requests/campaign_mail_parse.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_by_mail.h"
#include "protocol/word_cursor.h"
#include "judge/handlers.h"
#include "base/parse.h"
#include "base/str.h"

enum { ROSTER_A_DAY = 5 }; /* answers to who asks how it stands */

/* below: may lines follow? */
static const struct {
	const char *key;
	enum roster_verb verb;
	bool says, below;
} verbs[] = {
	{ "join", ROSTER_JOIN, false, false },
	{ "table.leave", ROSTER_WITHDRAW, false, false },
	{ "table.leave", ROSTER_REMOVE, true, false },
	{ "table.challenge", ROSTER_CHALLENGE, true, false },
	{ "table.new", ROSTER_NEW, false, true },
	{ "table.add", ROSTER_ADD, true, false },
	{ "table.start", ROSTER_START, false, false },
	{ "table.end", ROSTER_END, false, false },
	{ "table.adopt", ROSTER_ADOPT, true, false },
	{ "table.carry", ROSTER_CARRY, true, false },
	{ "table.carry", ROSTER_CARRY, false, true },
};

static bool verb_take(struct phrase *p, struct roster_wish *out, bool *below)
{
	int at = p->at;

	*below = false;
	out->verb = ROSTER_STANDINGS;
	if (phrase_end(p))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		p->at = at;
		if (!phrase_take(p, verbs[i].key) ||
		    verbs[i].says == phrase_end(p))
			continue;
		out->verb = verbs[i].verb;
		out->said = p->rest[p->at];
		*below = verbs[i].below;
		return true;
	}
	return false;
}

bool roster_asked(struct arena *a, const struct vocabulary *v, struct str text,
		  struct roster_wish *out)
{
	bool asked = false, below = false;
	struct str line;
	struct phrase p;

	*out = (struct roster_wish){ .v = v, .said = STR("") };
	while (v && !below && parse_line(&text, &line)) {
		line = parse_trim(line);
		if (!line.len || str_starts(line, "//"))
			continue;
		phrase_init(&p, a, v, line);
		if (asked || !phrase_take(&p, "table.campaign") || p.at == p.n)
			return false;
		out->campaign = str_lower(a, p.word[p.at++]);
		if (!verb_take(&p, out, &below))
			return false;
		asked = true;
	}
	out->below = text;
	return asked;
}

struct asking {
	struct delivery *d;
	struct roster_wish *wish;
};

static enum err ask(void *context, struct why *why)
{
	struct asking *x = context;
	struct judge *j = x->d->j;
	const struct judge_env *env = &j->c.env;
	enum err e = host_may(j, x->d->f.person, x->d->a, &x->wish->host, why);

	x->wish->system = str_of(j->c.systems[0].rules->name);
	x->wish->words_s = j->c.words_s;
	x->wish->tables = j->c.tables;
	return e ? e
		 : env->campaign(env->context, j, x->d->f.person, x->wish, why);
}

enum err roster_do(struct delivery *d, const struct roster_wish *w,
		   struct why *why)
{
	const struct judge_env *env = &d->j->c.env;
	struct roster_wish wish = *w;
	struct asking asking = { d, &wish };

	wish.reply_to = d->m->message_id;
	wish.tag = delivery_tag(d, "standings");
	d->out = (struct outcome){ "answered", 0, -1 };
	if (!env->campaign)
		return delivery_refuse(d, NULL, "campaign_none", STR(""), why);
	return delivery_whole(d, ask, &asking, "campaign_refused", why);
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
