/*
 * src/judge/notify/delivery.c - answers to a mail that is being worked on, for
 * every handler: answers, refusals, the first lines of the next mail, and daily
 * limits. judge/handlers.h declares them.
 */
#include "judge/handlers.h"
#include "base/date.h"
#include "fairness/head_token.h"
#include "judge/game/reject.h"
#include "judge/game/rule_versions.h"
#include "judge/notify/notify.h"
#include "judge/policies/spectators.h"
#include "mail/addr.h"
#include "mail/authres.h"
#include "protocol/keywords.h"

enum {
	OWN_A_DAY = 10,  /* answers to mails from a known address */
	LINES_SHOWN = 5, /* first lines, one for each game */
	SEATS_OF_PERSON = 256
};

/* The words of a game, as its players write them in their first lines. */
static const struct vocabulary *words_of(struct judge *j,
					 const struct game_row *g)
{
	const struct game_kind *kind = &j->c.systems[0];

	if (!j->c.n_systems)
		return NULL;
	if (rule_versions_find(j->rule_versions, j->st, g, &kind, NULL))
		kind = &j->c.systems[0];
	return kind->grammar ? kind->grammar->words : NULL;
}

/* What a player's mail begins with, or that of a game master. */
static struct str verb_of(const struct vocabulary *v, struct str lang,
			  bool master, bool keys)
{
	const char *key = master ? "gm" : "orders";

	if (keys && !master)
		return keyword_shown(v, SPOKEN_keys, lang);
	if (!v || vocabulary_key(v, str_of(key)) < 0)
		return str_of(master ? "GM" : "ORDERS");
	return vocabulary_shown(v, vocabulary_key(v, str_of(key)),
				vocabulary_lang(v, lang));
}

static enum err delivery_first_line(struct judge *j, const struct seat_row *s,
				    bool keys, struct str lang, struct arena *a,
				    struct buf *out, struct why *why)
{
	const struct vocabulary *v;
	struct game_row g;
	int64_t serial = 0;
	char seat[SLOT_NAME_MAX], digits[HEAD_TOKEN_TEXT];
	struct head_token seen;
	bool watches = spectators_is_place(s->slot);
	enum err e = store_game_get(j->st, s->game, a, &g, why);

	/* who watches gives no orders, and a deputy has no keys in the game */
	if (e || game_is_over(g.state) || (watches && !keys) ||
	    (keys && s->slot >= SLOT_DEPUTY))
		return e;
	e = notify_serial_last(j, s->game, s->slot, INT64_MAX, &serial, why);
	slot_name(slot_seat(s->slot) >= 0 ? slot_seat(s->slot) : s->slot, seat);
	v = words_of(j, &g);
	buf_adds(out,
		 verb_of(v, lang, slot_seat(s->slot) < 0 && !watches, keys));
	buf_addf(out, " %.*s", STR_ARG(g.name));
	if (slot_seat(s->slot) >= 0 || watches)
		buf_addf(out, " %s", seat);
	buf_addf(out, " %lld %lld\n", (long long)g.point,
		 (long long)serial + 1);
	seen = head_token_of(g.head);
	head_token_render(&seen, digits);
	buf_adds(out, keyword_shown(v, SPOKEN_seen, lang));
	buf_addf(out, " %s\n", digits);
	return e;
}

enum err reply_first_lines(struct judge *j, const struct seat_row *s,
			   struct str lang, struct arena *a, struct str *out,
			   struct why *why)
{
	struct buf b;
	enum err e;

	buf_init(&b, 4096);
	e = delivery_first_line(j, s, false, lang, a, &b, why);
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}

enum err delivery_first_lines(struct delivery *d, struct str *out,
			      struct why *why)
{
	bool keys = d->f.claim.kind == CLAIM_KEYS;
	struct str lang = d->j->c.language;
	struct seat_row seats[SEATS_OF_PERSON];
	struct person_row p;
	struct buf b, one;
	bool here = false;
	int n = 0, shown = 0;
	enum err e = store_seat_of_person(d->j->st, d->f.person, d->a, seats,
					  SEATS_OF_PERSON, &n, why);

	if (!e && d->f.person)
		e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e && d->f.person)
		lang = p.language;
	buf_init(&b, 4096);
	buf_init(&one, 4096);
	for (int i = 0; !e && i < n; i++)
		here |= d->f.game && seats[i].game == d->f.game;
	/* the newest games first */
	for (int i = n; !e && i-- > 0 && shown < LINES_SHOWN;) {
		if (here && seats[i].game != d->f.game)
			continue;
		buf_clear(&one);
		e = delivery_first_line(d->j, &seats[i], keys, lang, d->a, &one,
					why);
		if (!one.len)
			continue;
		/* each begins a mail of its own */
		if (shown++)
			buf_addc(&b, '\n');
		buf_adds(&b, buf_str(&one));
	}
	*out = arena_str(d->a, buf_str(&b));
	buf_release(&one);
	buf_release(&b);
	return e;
}

/* Of what so many are answered a day; the first one more is told so, by a name
 * of reason.* */
static enum err bounded(struct delivery *d, const char *what, int limit,
			const char *reason, bool *yes, struct why *why)
{
	long long person = (long long)d->f.person;
	struct str who = str_of(arena_printf(d->a, "%ss %lld", what, person));
	enum err e = notify_allowed(d->j, who, limit, yes, why);

	if (e || *yes)
		return e;
	who = str_of(arena_printf(d->a, "%sed %lld", what, person));
	d->out.verdict = reason;
	e = notify_allowed(d->j, who, 1, yes, why);
	if (!e && *yes)
		e = delivery_refuse(d, NULL, reason, STR(""), why);
	*yes = false;
	return e;
}

enum err reply_may_ask(struct delivery *d, bool *yes, struct why *why)
{
	return bounded(d, "ask", JUDGE_QUESTIONS_A_DAY, "too_many_questions",
		       yes, why);
}

enum err reply_may_complain(struct delivery *d, bool *yes, struct why *why)
{
	return bounded(d, "unread", JUDGE_QUESTIONS_A_DAY, "too_many_questions",
		       yes, why);
}

enum err reply_may_notify_table(struct delivery *d, bool leads, bool *yes,
				struct why *why)
{
	return bounded(d, leads ? "command" : "tell",
		       leads ? JUDGE_COMMANDS_A_DAY : JUDGE_TOLD_A_DAY,
		       "told_often", yes, why);
}

/* The address in From, in small letters; "" if it cannot get mail. */
struct str delivery_from(const struct delivery *d)
{
	struct str a = d->m->from.n ? d->m->from.list[0].addr : STR("");

	return addr_fault(a, false) ? STR("") : str_lower(d->a, a);
}

/* Our mail server says that it is not from whom it says. */
bool delivery_is_forged(const struct delivery *d)
{
	struct authres r = { .from = addr_domain(delivery_from(d)) };

	for (uint32_t i = 0; i < d->m->auth_results.n; i++)
		authres_add(&r, d->m->auth_results.list[i],
			    d->j->c.authserv_id);
	return authres_is_forged(&r);
}

enum err reply_allowed(struct delivery *d, struct str address, const char *what,
		       int limit, int64_t *person, bool *yes, struct why *why)
{
	struct person_row p;
	bool current = false;
	struct str whom =
		str_of(arena_printf(d->a, "%s%.*s", what, STR_ARG(address)));
	int all = d->j->c.strangers_a_day ? d->j->c.strangers_a_day
					  : JUDGE_STRANGERS_A_DAY;
	enum err e = store_person_by_address(d->j->st, address, d->a, &p,
					     &current, why);

	*person = 0;
	*yes = false;
	if ((e && e != ERR_NOT_FOUND) || delivery_is_forged(d))
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	if (!e && current)
		*person = p.id;
	e = notify_allowed_last(d->j, whom, *person ? OWN_A_DAY : limit, yes,
				&d->last, why);
	/* what strangers are written has one bound, which is none of ours */
	if (!e && *yes && !*person)
		e = notify_allowed(d->j, STR("strangers"), all, yes, why);
	return e;
}

struct str delivery_tag(const struct delivery *d, const char *kind)
{
	const char *of = hex_of(d->a, d->hash, 12).s;

	/* several texts of one mail can have answers of one kind */
	return str_of(
		d->n_done ? arena_printf(d->a, "%s.%d.%s", of, d->n_done, kind)
			  : arena_printf(d->a, "%s.%s", of, kind));
}

enum err delivery_answer(struct delivery *d, const char *kind,
			 const struct game_ctx *t, struct str matter,
			 struct why *why)
{
	struct notify w = { .kind = kind,
			    .person = d->f.person,
			    .t = t,
			    .slot = t ? delivery_slot(d) : -1,
			    .point = t ? t->row.point : 0,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .matter = matter,
			    .tag = delivery_tag(d, kind) };

	return delivery_answer_as(d, &w, why);
}

/* So many answers a day, and then one that says so: whatever the mails are,
 * their number is what they cost. Reports have bounds of their own. */
static enum err answers_bound(struct delivery *d, bool *yes, struct why *why)
{
	struct notify last = { .kind = "refused",
			       .person = d->f.person,
			       .slot = -1,
			       .reply_to = d->m->message_id,
			       .automatic = true,
			       .tag = delivery_tag(d, "enough") };
	long long person = (long long)d->f.person;
	struct str who = str_of(arena_printf(d->a, "answers %lld", person));
	enum err e = notify_allowed(d->j, who, JUDGE_ANSWERS_A_DAY, yes, why);
	struct payload m;
	bool first;

	if (e || *yes)
		return e;
	who = str_of(arena_printf(d->a, "answered %lld", person));
	e = notify_allowed(d->j, who, 1, &first, why);
	if (e || !first)
		return e;
	payload_init(&m);
	payload_text(&m, "reason", STR("too_many_answers"));
	last.matter = payload_end(&m, d->a);
	return notify_add(d->j, &last, d->a, why);
}

enum err delivery_answer_as(struct delivery *d, const struct notify *w,
			    struct why *why)
{
	bool yes = true;
	enum err e = d->f.person ? answers_bound(d, &yes, why) : ERR_OK;

	if (e || !yes)
		return e;
	/* two programs shall not write to one another for ever */
	if (d->robot)
		e = notify_allowed(d->j,
				   str_of(arena_printf(d->a, "robot %lld",
						       (long long)d->f.person)),
				   1, &yes, why);
	return e || !yes ? e : notify_add(d->j, w, d->a, why);
}

/* kept: of reject.h, or "" */
static enum err refuse(struct delivery *d, const struct game_ctx *t,
		       const char *reason, struct str detail, struct str kept,
		       struct why *why)
{
	const struct claim *c = &d->f.claim;
	/* questions of one mail can each be refused */
	const char *tag = d->refusals++
				  ? arena_printf(d->a, "refused%d", d->refusals)
				  : "refused";
	struct notify w = { .kind = "refused",
			    .person = d->f.person,
			    .t = t,
			    .slot = t ? delivery_slot(d) : -1,
			    .point = t ? t->row.point : 0,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, tag) };
	struct payload m;
	struct str lines = STR("");
	char seat[SLOT_NAME_MAX];
	/* a text of no game has no first line */
	enum err e = c->kind == CLAIM_NONE
			     ? ERR_OK
			     : delivery_first_lines(d, &lines, why);

	if (e)
		return e;
	slot_name(d->f.slot, seat);
	payload_init(&m);
	payload_text(&m, "reason", str_of(reason));
	payload_text(&m, "detail", detail);
	if (kept.len)
		payload_text(&m, "no", kept);
	if (d->line.number) {
		payload_int(&m, "line", d->line.number);
		payload_text(&m, "command", d->line.text);
	}
	payload_text(&m, "first_lines", lines);
	payload_text(&m, "game", c->game);
	payload_text(&m, "seat", str_of(seat));
	payload_int(&m, "point", c->point);
	payload_int(&m, "serial", c->serial);
	if (t)
		payload_int(&m, "now", t->row.point);
	payload_text(&m, "orders", d->f.block.whole);
	if (d->folded.len)
		payload_text(&m, "folded", d->folded);
	payload_text(&m, "head_said", d->history.said);
	payload_text(&m, "head_ours", d->history.ours);
	payload_int(&m, "head_point", d->history.point);
	d->out.verdict = d->no = reason;
	w.matter = payload_end(&m, d->a);
	return delivery_answer_as(d, &w, why);
}

enum err delivery_refuse(struct delivery *d, const struct game_ctx *t,
			 const char *reason, struct str detail, struct why *why)
{
	return refuse(d, t, reason, detail, STR(""), why);
}

enum err delivery_refuse_as(struct delivery *d, const char *reason,
			    const struct why *fault, struct why *why)
{
	struct str kept = reject_stored(fault);

	return refuse(d, NULL, reason, kept.len ? STR("") : str_of(fault->text),
		      kept, why);
}

enum err delivery_whole(struct delivery *d,
			enum err (*what)(void *context, struct why *fault),
			void *context, const char *reason, struct why *why)
{
	struct why fault = { 0 };
	enum err e = store_nest(d->j->st, why);

	if (e)
		return e;
	e = what(context, &fault);
	if (!e)
		return store_nest_keep(d->j->st, why);
	store_nest_drop(d->j->st);
	switch (e) {
	case ERR_USAGE:
	case ERR_EXISTS:
	case ERR_FORMAT:
	case ERR_NOT_FOUND:
	case ERR_NO_KEY: return delivery_refuse_as(d, reason, &fault, why);
	default: return why_set(why, e, "%s", fault.text);
	}
}
