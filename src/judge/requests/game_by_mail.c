/* src/judge/requests/game_by_mail.c */
#include "judge/requests/game_by_mail.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_list.h"
#include "judge/game/reject.h"
#include "protocol/word_cursor.h"
#include "judge/requests/game_spec.h"
#include "judge/handlers.h"
#include "judge/game/game_ctx.h"
#include "mail/addr.h"

enum { LIST_MAX = 16 << 10 };

enum err game_by_mail_may(struct judge *j, int64_t person, struct arena *a,
			  bool *yes, struct why *why)
{
	struct str rest = j->c.hosts, one;
	struct person_row p;
	bool current;
	enum err e = ERR_OK;

	*yes = false;
	while (!e && !*yes && parse_field(&rest, ' ', &one)) {
		if (!one.len)
			continue;
		e = store_person_by_address(j->st, addr_ascii(a, one), a, &p,
					    &current, why);
		*yes = !e && p.id == person;
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	return e;
}

enum err game_by_mail_person(struct judge *j, struct str who, struct arena *a,
			     int64_t *person, struct why *why)
{
	struct person_row p = { 0 };
	bool current = true;
	enum err e =
		memchr(who.s, '@', who.len)
			? store_person_by_address(j->st, addr_ascii(a, who), a,
						  &p, &current, why)
			: store_person_folded(j->st, utf8_fold(a, who), a, &p,
					      why);

	*person = p.id;
	if (e == ERR_NOT_FOUND || (!e && !current))
		return reject_set(why, REJECT_address_unknown, REJECT_OF(who));
	return e;
}

enum err game_by_mail_master(struct judge *j, const struct vocabulary *v,
			     struct str who, int64_t author, struct arena *a,
			     int64_t *person, struct why *why)
{
	struct word_cursor p;
	enum err e;

	*person = 0;
	word_cursor_init(&p, a, v, who);
	if (word_cursor_word(&p, "table.nobody") && word_cursor_end(&p))
		return ERR_OK;
	e = game_by_mail_person(j, who, a, person, why);
	return e || *person == author
		       ? e
		       : reject_set(why, REJECT_master_other, REJECT_OF(who));
}

bool game_by_mail_asked(struct arena *a, const struct vocabulary *v,
			struct str text, struct game_by_mail_wish *out)
{
	struct str line = STR("");
	struct word_cursor p;

	*out = (struct game_by_mail_wish){ .v = v };
	while (v && parse_line(&text, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			break;
	}
	if (!v || !line.len)
		return false;
	word_cursor_init(&p, a, v, line);
	if (!word_cursor_word(&p, "table.game") || p.at == p.n)
		return false;
	out->name = p.word[p.at++];
	out->below = text;
	return word_cursor_word(&p, "table.new") && word_cursor_end(&p);
}

/* --- what is said of it ----------------------------------------------------
 */

struct game_request {
	struct delivery *d;
	const struct game_by_mail_wish *w;
	struct planning planning;
	struct str name;
	int64_t game;
};

static enum err line_take(struct game_request *m, struct str line,
			  struct why *why)
{
	struct arena *a = m->d->a;
	struct str name, value;
	struct word_cursor p;

	word_cursor_init(&p, a, m->w->v, line);
	if (word_cursor_word(&p, "table.master"))
		return game_by_mail_master(m->d->j, m->w->v, p.rest[p.at],
					   m->d->f.person, a,
					   &m->planning.plan.master, why);
	if (!game_spec_line(m->w->v, a, line, plan_names, n_plan_names, &name,
			    &value))
		return reject_set(why, REJECT_plan_line, REJECT_OF(line));
	return game_spec_set(&m->planning, name, value, why);
}

static enum err plan_read(struct game_request *m, struct why *why)
{
	const struct judge_config *c = &m->d->j->c;
	struct game_plan *p = &m->planning.plan;
	struct str rest = m->w->below, line;
	enum err e = ERR_OK;

	game_spec_begin(&m->planning, m->d->a,
			str_of(c->systems[0].rules->name), c->words_s);
	p->name = m->w->name;
	p->master = m->d->f.person;
	while (!e && parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			e = line_take(m, line, why);
	}
	return e ? e : game_spec_end(&m->planning, m->d->j, why);
}

/* --- it is made ------------------------------------------------------------
 */

static enum err may_make(struct delivery *d, struct why *why)
{
	struct str who =
		str_of(arena_printf(d->a, "host %lld", (long long)d->f.person));
	bool yes;
	enum err e = game_by_mail_may(d->j, d->f.person, d->a, &yes, why);

	if (e || !yes)
		return e ? e : reject_set(why, REJECT_no_host, NULL);
	e = notify_allowed(d->j, who, GAME_BY_MAIL_A_DAY, &yes, why);
	return e || yes ? e
			: reject_set_int(why, REJECT_hosted_many,
					 GAME_BY_MAIL_A_DAY);
}

/* To whom seats are kept, and how to take one that is kept for nobody. */
static void seats_put(struct game_request *m, struct str lang,
		      struct payload *to)
{
	const struct game_plan *p = &m->planning.plan;
	int vacant = -1;
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = p->n_players; i-- > 0;)
		if (!p->reserved[i].len && !p->computer[i])
			vacant = i;
	for (int i = 0; i < p->n_players; i++) {
		struct payload one;
		char seat[SLOT_NAME_MAX];

		if (!p->reserved[i].len)
			continue;
		slot_name(i, seat);
		payload_init(&one);
		payload_text(&one, "seat", str_of(seat));
		payload_text(&one, "address", p->reserved[i]);
		payload_list_add(&list, payload_end(&one, m->d->a));
	}
	payload_json(to, "kept", payload_list_end(&list, m->d->a));
	if (vacant >= 0)
		payload_text(to, "join",
			     game_list_join(m->d->j, m->name, vacant, lang,
					    m->d->a));
}

static enum err game_answer(struct game_request *m, struct why *why)
{
	struct delivery *d = m->d;
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	struct person_row p;
	struct str lines = STR("");
	struct payload to;
	int64_t game = d->f.game;
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	if (!e)
		e = game_ctx_load(d->j, m->game, d->a, t, why);
	d->f.game = m->game;
	if (!e)
		e = delivery_first_lines(d, &lines, why);
	d->f.game = game;
	if (e)
		return e;
	payload_init(&to);
	payload_int(&to, "players", m->planning.plan.n_players);
	payload_int(&to, "master", m->planning.plan.master == d->f.person);
	payload_int(&to, "itself", game_ctx_begins_itself(t));
	seats_put(m, p.language, &to);
	if (m->planning.plan.master == d->f.person)
		payload_text(&to, "first_lines", parse_trim(lines));
	return delivery_answer(d, "game_created", t, payload_end(&to, d->a),
			       why);
}

static enum err game_by_mail_make(void *context, struct why *why)
{
	struct game_request *m = context;
	enum err e = may_make(m->d, why);

	if (!e)
		e = plan_read(m, why);
	if (!e)
		e = lifecycle_new(m->d->j, &m->planning.plan, m->d->a, &m->name,
				  &m->game, why);
	return e ? e : game_answer(m, why);
}

enum err game_by_mail_execute(struct delivery *d,
			      const struct game_by_mail_wish *w,
			      struct why *why)
{
	struct game_request *m = ARENA_NEW(d->a, struct game_request);

	m->d = d;
	m->w = w;
	d->out = (struct mail_verdict){ "made", 0, -1 };
	return delivery_whole(d, game_by_mail_make, m, "host_refused", why);
}
