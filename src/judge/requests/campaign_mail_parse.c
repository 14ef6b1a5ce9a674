/* src/judge/requests/campaign_mail_parse.c */
#include "judge/requests/campaign_mail_parse.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_by_mail.h"
#include "protocol/word_cursor.h"
#include "judge/handlers.h"
#include "base/parse.h"
#include "base/str.h"

enum { CAMPAIGN_MAIL_A_DAY = 5 }; /* answers to questions for the standings */

/* below: may lines follow? */
static const struct {
	const char *key;
	enum campaign_mail_verb verb;
	bool says, below;
} verbs[] = {
	{ "join", CAMPAIGN_MAIL_JOIN, false, false },
	{ "table.leave", CAMPAIGN_MAIL_WITHDRAW, false, false },
	{ "table.leave", CAMPAIGN_MAIL_REMOVE, true, false },
	{ "table.challenge", CAMPAIGN_MAIL_CHALLENGE, true, false },
	{ "table.new", CAMPAIGN_MAIL_NEW, false, true },
	{ "table.add", CAMPAIGN_MAIL_ADD, true, false },
	{ "table.start", CAMPAIGN_MAIL_START, false, false },
	{ "table.end", CAMPAIGN_MAIL_END, false, false },
	{ "table.adopt", CAMPAIGN_MAIL_ADOPT, true, false },
	{ "table.carry", CAMPAIGN_MAIL_CARRY, true, false },
	{ "table.carry", CAMPAIGN_MAIL_CARRY, false, true },
};

static bool verb_take(struct word_cursor *p, struct campaign_mail_wish *out,
		      bool *below)
{
	int at = p->at;

	*below = false;
	out->verb = CAMPAIGN_MAIL_STANDINGS;
	if (word_cursor_end(p))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		p->at = at;
		if (!word_cursor_word(p, verbs[i].key) ||
		    verbs[i].says == word_cursor_end(p))
			continue;
		out->verb = verbs[i].verb;
		out->said = p->rest[p->at];
		*below = verbs[i].below;
		return true;
	}
	return false;
}

/* "CAMPAIGN name ..": the cursor is after the name; out gets it. */
static bool campaign_take(struct word_cursor *p, struct arena *a,
			  const struct vocabulary *v, struct str line,
			  struct str *name)
{
	word_cursor_init(p, a, v, line);
	if (!word_cursor_word(p, "table.campaign") || p->at == p->n)
		return false;
	*name = str_lower(a, p->word[p->at++]);
	return true;
}

/* Up to the next CAMPAIGN: the lines of NEW and CARRY. */
static struct str below_take(struct arena *a, const struct vocabulary *v,
			     struct str *text)
{
	struct str rest = *text, line, name, all = *text;
	struct word_cursor p;

	while (parse_line(&rest, &line)) {
		if (campaign_take(&p, a, v, parse_trim(line), &name))
			break;
		*text = rest;
	}
	all.len = (size_t)(text->s - all.s);
	return all;
}

bool campaign_mail_asked(struct arena *a, const struct vocabulary *v,
			 struct str text, struct campaign_mail_wish *out)
{
	struct campaign_mail_wish *last = NULL;
	bool below = false;
	struct str line;
	struct word_cursor p;

	*out = (struct campaign_mail_wish){ .v = v, .said = STR("") };
	while (v && parse_line(&text, &line)) {
		struct campaign_mail_wish *w = out;

		line = parse_trim(line);
		if (!line.len || str_starts(line, "//"))
			continue;
		if (last) {
			w = ARENA_NEW(a, struct campaign_mail_wish);
			*w = (struct campaign_mail_wish){ .v = v,
							  .said = STR("") };
			last->next = w;
		}
		if (!campaign_take(&p, a, v, line, &w->campaign) ||
		    !verb_take(&p, w, &below))
			return false;
		if (below)
			w->below = below_take(a, v, &text);
		last = w;
	}
	return last != NULL;
}

struct asking {
	struct delivery *d;
	struct campaign_mail_wish *wish;
};

/* Does a later line speak of the same campaign? Its answer has all. */
static bool answered_later(const struct campaign_mail_wish *w)
{
	for (const struct campaign_mail_wish *n = w->next; n; n = n->next)
		if (str_equal(n->campaign, w->campaign))
			return true;
	return false;
}

/* All lines, or none. */
static enum err campaign_mail_parse_ask(void *context, struct why *why)
{
	struct asking *x = context;
	struct judge *j = x->d->j;
	const struct judge_env *env = &j->c.env;
	bool host = false;
	int n = 0;
	enum err e = game_by_mail_may(j, x->d->f.person, x->d->a, &host, why);

	for (struct campaign_mail_wish *w = x->wish; w && !e; w = w->next) {
		w->host = host;
		w->system = str_of(j->c.systems[0].rules->name);
		w->words_s = j->c.words_s;
		w->tables = j->c.tables;
		w->reply_to = x->d->m->message_id;
		w->tag = delivery_tag(
			x->d, n ? arena_printf(x->d->a, "standings%d", n)
				: "standings");
		w->is_quiet = answered_later(w);
		n++;
		e = env->campaign(env->context, j, x->d->f.person, w, why);
	}
	return e;
}

enum err campaign_mail_execute(struct delivery *d,
			       const struct campaign_mail_wish *w,
			       struct why *why)
{
	const struct judge_env *env = &d->j->c.env;
	struct campaign_mail_wish wish = *w;
	struct asking asking = { d, &wish };

	d->out = (struct mail_verdict){ "answered", 0, -1 };
	if (!env->campaign)
		return delivery_refuse(d, NULL, "campaign_none", STR(""), why);
	return delivery_whole(d, campaign_mail_parse_ask, &asking,
			      "campaign_refused", why);
}

enum err campaign_mail_alone(struct delivery *d,
			     const struct campaign_mail_wish *w,
			     struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "campaign %lld", (long long)d->f.person));
	bool yes;
	enum err e = notify_allowed(d->j, who, CAMPAIGN_MAIL_A_DAY, &yes, why);

	d->out = (struct mail_verdict){ "answered", 0, -1 };
	return e || !yes ? e : campaign_mail_execute(d, w, why);
}
