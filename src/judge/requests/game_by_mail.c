/* src/judge/requests/game_by_mail.c */
#include "judge/requests/game_by_mail.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_list.h"
#include "judge/reject.h"
#include "protocol/word_cursor.h"
#include "judge/requests/game_spec.h"
#include "judge/handlers.h"
#include "judge/game/game_ctx.h"

enum { LIST_MAX = 16 << 10 };

enum err host_may(struct judge *j, int64_t person, struct arena *a, bool *yes,
		  struct why *why)
{
	struct str rest = j->c.hosts, one;
	struct person_row p;
	bool current;
	enum err e = ERR_OK;

	*yes = false;
	while (!e && !*yes && parse_field(&rest, ' ', &one)) {
		if (!one.len)
			continue;
		e = store_person_by_address(j->st, str_lower(a, one), a, &p,
					    &current, why);
		*yes = !e && p.id == person;
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	return e;
}

enum err host_person(struct judge *j, struct str who, struct arena *a,
		     int64_t *person, struct why *why)
{
	struct person_row p = { 0 };
	bool current = true;
	enum err e = memchr(who.s, '@', who.len)
			     ? store_person_by_address(j->st, str_lower(a, who),
						       a, &p, &current, why)
			     : store_person_folded(j->st, utf8_fold(a, who), a,
						   &p, why);

	*person = p.id;
	if (e == ERR_NOT_FOUND || (!e && !current))
		return no_set(why, NO_address_unknown, NO_OF(who));
	return e;
}

enum err host_master(struct judge *j, const struct vocabulary *v,
		     struct str who, struct arena *a, int64_t *person,
		     struct why *why)
{
	struct phrase p;

	phrase_init(&p, a, v, who);
	if (!phrase_take(&p, "table.nobody") || !phrase_end(&p))
		return host_person(j, who, a, person, why);
	*person = 0;
	return ERR_OK;
}

bool host_asked(struct arena *a, const struct vocabulary *v, struct str text,
		struct host_wish *out)
{
	struct str line = STR("");
	struct phrase p;

	*out = (struct host_wish){ .v = v };
	while (v && parse_line(&text, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			break;
	}
	if (!v || !line.len)
		return false;
	phrase_init(&p, a, v, line);
	if (!phrase_take(&p, "table.game") || p.at == p.n)
		return false;
	out->name = p.word[p.at++];
	out->below = text;
	return phrase_take(&p, "table.new") && phrase_end(&p);
}

/* --- what is said of it ----------------------------------------------------
 */

struct making {
	struct delivery *d;
	const struct host_wish *w;
	struct planning planning;
	struct str name;
	int64_t game;
};

static enum err line_take(struct making *m, struct str line, struct why *why)
{
	struct arena *a = m->d->a;
	struct str name, value;
	struct phrase p;

	phrase_init(&p, a, m->w->v, line);
	if (phrase_take(&p, "table.master"))
		return host_master(m->d->j, m->w->v, p.rest[p.at], a,
				   &m->planning.plan.master, why);
	if (!plan_line(m->w->v, a, line, plan_names, n_plan_names, &name,
		       &value))
		return no_set(why, NO_plan_line, NO_OF(line));
	return plan_say(&m->planning, name, value, why);
}

static enum err plan_read(struct making *m, struct why *why)
{
	const struct judge_config *c = &m->d->j->c;
	struct game_plan *p = &m->planning.plan;
	struct str rest = m->w->below, line;
	enum err e = ERR_OK;

	plan_begin(&m->planning, m->d->a, str_of(c->systems[0].rules->name),
		   c->words_s);
	p->name = m->w->name;
	p->master = m->d->f.person;
	while (!e && parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			e = line_take(m, line, why);
	}
	return e ? e : plan_end(&m->planning, m->d->j, why);
}

/* --- it is made ------------------------------------------------------------
 */

static enum err may_make(struct delivery *d, struct why *why)
{
	struct str who =
		str_of(arena_printf(d->a, "host %lld", (long long)d->f.person));
	bool yes;
	enum err e = host_may(d->j, d->f.person, d->a, &yes, why);

	if (e || !yes)
		return e ? e : no_set(why, NO_no_host, NULL);
	e = answer_allowed(d->j, who, HOST_A_DAY, &yes, why);
	return e || yes ? e : no_set_int(why, NO_hosted_many, HOST_A_DAY);
}

/* To whom seats are kept, and how to take one that is kept for nobody. */
static void seats_put(struct making *m, struct str lang, struct matter *to)
{
	const struct game_plan *p = &m->planning.plan;
	int vacant = -1;
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = p->n_players; i-- > 0;)
		if (!p->reserved[i].len)
			vacant = i;
	for (int i = 0; i < p->n_players; i++) {
		struct matter one;
		char seat[SLOT_NAME_MAX];

		if (!p->reserved[i].len)
			continue;
		slot_name(i, seat);
		matter_init(&one);
		matter_text(&one, "seat", str_of(seat));
		matter_text(&one, "address", p->reserved[i]);
		matter_list_add(&list, matter_end(&one, m->d->a));
	}
	matter_json(to, "kept", matter_list_end(&list, m->d->a));
	if (vacant >= 0)
		matter_text(
			to, "join",
			lobby_join(m->d->j, m->name, vacant, lang, m->d->a));
}

static enum err tell(struct making *m, struct why *why)
{
	struct delivery *d = m->d;
	struct table *t = ARENA_NEW(d->a, struct table);
	struct person_row p;
	struct str lines = STR("");
	struct matter to;
	int64_t game = d->f.game;
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	if (!e)
		e = table_load(d->j, m->game, d->a, t, why);
	d->f.game = m->game;
	if (!e)
		e = delivery_first_lines(d, &lines, why);
	d->f.game = game;
	if (e)
		return e;
	matter_init(&to);
	matter_int(&to, "players", m->planning.plan.n_players);
	matter_int(&to, "master", m->planning.plan.master == d->f.person);
	matter_int(&to, "itself", table_begins_itself(t));
	seats_put(m, p.language, &to);
	if (m->planning.plan.master == d->f.person)
		matter_text(&to, "first_lines", parse_trim(lines));
	return delivery_answer(d, "made", t, matter_end(&to, d->a), why);
}

static enum err make(void *context, struct why *why)
{
	struct making *m = context;
	enum err e = may_make(m->d, why);

	if (!e)
		e = plan_read(m, why);
	if (!e)
		e = life_new(m->d->j, &m->planning.plan, m->d->a, &m->name,
			     &m->game, why);
	return e ? e : tell(m, why);
}

enum err host_do(struct delivery *d, const struct host_wish *w, struct why *why)
{
	struct making *m = ARENA_NEW(d->a, struct making);

	m->d = d;
	m->w = w;
	d->out = (struct outcome){ "made", 0, -1 };
	return delivery_whole(d, make, m, "host_refused", why);
}
