/* src/judge/policies/invite.c */
#include "judge/policies/invite.h"
#include "engine/player.h"
#include "base/date.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "protocol/calendar.h"
#include "judge/game/gm_sees_all.h"
#include "judge/game/anonymity.h"
#include "judge/game/reject.h"
#include "protocol/policy.h"
#include "mail/addr.h"
#include "engine/common.h"

enum { GUEST_KEYS = 16, LIST_MAX = 16 << 10, WEEK = 7, HOURS = 24 };

/* An invited person. */
struct guest {
	int seat;
	struct str address;
	struct str language;
	int64_t person;  /* 0: nobody we know */
	int64_t again_s; /* not with the game, but then; 0 */
};

/* what the first line of who joins begins with */
static struct str join_word(const struct game_ctx *t, struct str lang)
{
	const struct vocabulary *v = t->sys->grammar->words;

	return vocabulary_shown(v, vocabulary_key(v, STR("join")),
				vocabulary_lang(v, lang));
}

/* Who it is that a seat is kept for, if this judge knows them by name. */
static enum err guest_of(struct judge *j, const struct game_plan *p, int seat,
			 struct arena *a, struct guest *out, struct str *name,
			 struct why *why)
{
	struct person_row known;
	bool current = false;
	enum err e = store_person_by_address(j->st, p->reserved[seat], a,
					     &known, &current, why);

	*out = (struct guest){ .seat = seat,
			       .address = p->reserved[seat],
			       .language = j->c.language };
	*name = STR("");
	if (e == ERR_NOT_FOUND)
		return ERR_OK;
	if (!e && current) {
		out->person = known.id;
		out->language = known.language;
		*name = known.name;
	}
	return e;
}

/* As its policies will say, set one after the other. */
static bool is_anonymous(const struct game_plan *p)
{
	struct policy policy;

	policy_init(&policy);
	for (int i = 0; i < p->n_policies; i++)
		if (policy_find(p->policies[i].name) == POLICY_ANONYMOUS)
			(void)policy_set(&policy, POLICY_ANONYMOUS,
					 p->policies[i].value);
	return policy.n[POLICY_ANONYMOUS];
}

/* The seats as a list of {seat} {own} {kept} {name}: never an address. */
static enum err seats_values(struct judge *j, const struct game_plan *p,
			     int own, struct arena *a, struct str *out,
			     struct why *why)
{
	bool anonymous = is_anonymous(p);
	struct buf b;
	enum err e = ERR_OK;

	buf_init(&b, LIST_MAX);
	buf_addc(&b, '[');
	for (int i = 0; !e && i < p->n_players; i++) {
		struct payload m;
		struct guest g;
		struct str name = STR("");
		char seat[SLOT_NAME_MAX];

		if (p->reserved[i].len && i != own && !anonymous)
			e = guest_of(j, p, i, a, &g, &name, why);
		if (p->computer[i])
			name = str_of(arena_printf(
				a, "Computer %s",
				player_levels[p->computer[i] - 1].name));
		slot_name(i, seat);
		payload_init(&m);
		payload_text(&m, "seat", str_of(seat));
		payload_int(&m, "own", i == own);
		payload_int(&m, "kept", p->reserved[i].len || p->computer[i]);
		payload_text(&m, "name", name);
		buf_addz(&b, i ? "," : "");
		buf_adds(&b, payload_end(&m, a));
	}
	buf_addc(&b, ']');
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}

/* names of days, for which the messages have words */
static struct str days_names(uint8_t bits, struct arena *a)
{
	static const char *const names[WEEK] = { "monday",    "tuesday",
						 "wednesday", "thursday",
						 "friday",    "saturday",
						 "sunday" };
	struct buf b;
	struct str out;
	bool any = false;

	buf_init(&b, 1024);
	buf_addc(&b, '[');
	for (int i = 0; i < WEEK; i++)
		if (bits >> i & 1) {
			buf_addf(&b, "%s\"%s\"", any ? "," : "", names[i]);
			any = true;
		}
	buf_addc(&b, ']');
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* the dates among days off, as they were written */
static struct str dates_off(struct str text, struct arena *a)
{
	struct str word, out;
	struct buf b;

	buf_init(&b, POLICY_TEXT_MAX + 8);
	while (parse_field(&text, ' ', &word)) {
		if (!word.len || word.s[0] < '0' || '9' < word.s[0])
			continue;
		buf_addz(&b, b.len ? ", " : "");
		buf_adds(&b, word);
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* Until when orders have to come: {span_days} {span_hours}, or {days} (empty:
 * every day) {at} {zone}; and what softens it. */
static struct str deadlines_values(const struct game_ctx *t, struct arena *a)
{
	const struct policy *p = &t->agreements.policy;
	struct str off = policy_str(&p->off), bad;
	struct calendar c = { .days = 0 };
	int64_t length_s = t->row.deadline_s;
	struct payload m;

	if (p->deadline.len &&
	    calendar_parse(policy_str(&p->deadline), &c, &bad))
		length_s = c.length_s;
	(void)calendar_off_parse(off, &c, &bad);
	payload_init(&m);
	payload_int(&m, "span_days", length_s % DAY_S ? 0 : length_s / DAY_S);
	payload_int(&m, "span_hours",
		    length_s % DAY_S ? (length_s + HOUR_S - 1) / HOUR_S : 0);
	payload_json(&m, "days",
		     days_names(c.days == (1u << WEEK) - 1 ? 0 : c.days, a));
	payload_text(&m, "at",
		     c.zone.len ? str_of(arena_printf(a, "%02d:%02d", c.hour,
						      c.minute))
				: STR(""));
	payload_text(&m, "zone", c.zone);
	payload_json(&m, "off_days", days_names(c.off_days, a));
	payload_text(&m, "off_dates", dates_off(off, a));
	payload_int(&m, "grace", p->n[POLICY_GRACE_HOURS]);
	payload_int(&m, "reserve", p->n[POLICY_TIME_BANK_DAYS]);
	payload_int(&m, "minimum", p->n[POLICY_MIN_HOURS]);
	return payload_end(&m, a);
}

/* The first from then on that no other invitation to the seat has: two may be
 * written in one second. */
static enum err tag_free(struct judge *j, const struct game_ctx *t,
			 const char *seat, int64_t again_s, struct arena *a,
			 struct str *tag, struct why *why)
{
	struct outbox_row row;
	enum err e;

	*tag = str_of(arena_printf(a, "%.*s.%s.invitation",
				   STR_ARG(t->row.name), seat));
	if (!again_s)
		return ERR_OK;
	for (struct str first = *tag;; again_s++) {
		*tag = str_of(arena_printf(a, "%.*s.%lld", STR_ARG(first),
					   (long long)again_s));
		e = notify_of_tag(j, *tag, a, &row, why);
		if (e)
			return e == ERR_NOT_FOUND ? ERR_OK : e;
	}
}

/* The key that the guest has used last, empty: the judge knows none. */
static enum err key_known(struct judge *j, int64_t person, struct arena *a,
			  struct str *fingerprint, struct why *why)
{
	struct key_row keys[GUEST_KEYS];
	int n = 0;
	enum err e = person ? store_key_ring(j->st, person, a, keys, GUEST_KEYS,
					     &n, why)
			    : ERR_OK;

	*fingerprint = n ? keys[n - 1].fingerprint : STR("");
	return e;
}

/* A game to which people are invited. */
struct inviting {
	struct judge *j;
	const struct game_plan *p;
	const struct game_ctx *t;
	struct str master;
	const struct hash *chain; /* the commitment of its dice */
};

static enum err invite(const struct inviting *x, const struct guest *g,
		       struct arena *a, struct why *why)
{
	struct judge *j = x->j;
	const struct game_ctx *t = x->t;
	struct notify w = { .kind = "invitation",
			    .address = g->address,
			    .person = g->person,
			    .t = t,
			    .slot = -1,
			    .first_event = 1,
			    .last_event = t->row.n_events };
	char seat[SLOT_NAME_MAX];
	struct str seats, known = STR("");
	struct payload m;
	bool may = true;
	enum err e = seats_values(j, x->p, g->seat, a, &seats, why);

	if (!e && g->person)
		e = gm_sees_all_may(t, g->seat, g->person, a, &may, why);
	if (!e && !may)
		e = reject_set(why, REJECT_open_led, NULL);
	if (!e)
		e = key_known(j, g->person, a, &known, why);
	if (e)
		return e;
	slot_name(g->seat, seat);
	payload_init(&m);
	payload_text(&m, "master", x->master);
	payload_int(&m, "itself", game_ctx_begins_itself(t));
	payload_text(&m, "seat", str_of(seat));
	payload_json(&m, "seats", seats);
	payload_json(&m, "deadlines", deadlines_values(t, a));
	payload_text(&m, "own_address", g->address);
	payload_text(&m, "known", known);
	payload_text(&m, "dice_commitment", hex_of(a, x->chain, HASH_SIZE));
	payload_text(&m, "join",
		     str_of(arena_printf(a, "%.*s %.*s %s",
					 STR_ARG(join_word(t, g->language)),
					 STR_ARG(t->row.name), seat)));
	w.matter = payload_end(&m, a);
	e = tag_free(j, t, seat, g->again_s, a, &w.tag, why);
	return e ? e : notify_add(j, &w, a, why);
}

enum err invite_all(struct judge *j, const struct game_plan *p,
		    const struct game_ctx *t, const struct hash *chain,
		    struct arena *a, struct why *why)
{
	struct person_row master = { .name = j->c.name };
	enum err e = ERR_OK;

	if (p->master && !is_anonymous(p))
		e = store_person_get(j->st, p->master, a, &master, why);
	for (int i = 0; !e && i < p->n_players; i++) {
		struct guest g;
		struct str name;

		if (!p->reserved[i].len)
			continue;
		e = guest_of(j, p, i, a, &g, &name, why);
		if (!e)
			e = invite(&(struct inviting){ j, p, t, master.name,
						       chain },
				   &g, a, why);
	}
	return e;
}

/* --- one more --------------------------------------------------------------
 */

struct finding_chain {
	const struct game_ctx *t;
	struct hash chain;
	bool found;
};

static bool find_chain(void *context, const struct event_row *r)
{
	struct finding_chain *f = context;
	struct event e;

	f->found = event_parse(r->json, &f->t->sys->rules->events, &e) &&
		   e.kind == COMMON_GAME_CREATED;
	if (f->found)
		event_get_hash(&e, COMMON_GAME_CREATED_CHAIN, f->chain.b);
	return false;
}

/* What the table is, as a plan would say it. */
static struct game_plan plan_of(const struct game_ctx *t)
{
	struct game_plan p = { .n_players = t->n_players };

	for (int i = 0; i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];

		if (s->slot < t->n_players)
			p.reserved[s->slot] = s->reserved;
		else if (s->slot == SLOT_GM)
			p.master = s->person;
	}
	if (anonymity_is_on(t)) {
		p.policies[0].name = str_of(policy_name(POLICY_ANONYMOUS));
		p.policies[0].value = STR("yes");
		p.n_policies = 1;
	}
	return p;
}

static enum err seat_keep(struct game_ctx *t, int slot, struct str address,
			  struct why *why)
{
	struct seat_row *s = game_ctx_seat(t, slot);

	if (t->row.state != GAME_OPEN)
		return reject_set(why, REJECT_started, NULL);
	if (!s || slot >= t->n_players)
		return game_ctx_no_seat(t, why);
	if (s->person)
		return reject_set(why, REJECT_invite_taken, NULL);
	if (addr_fault(address, false))
		return reject_set(why, REJECT_want_invite, NULL);
	s->reserved = address;
	return store_seat_put(t->j->st, s, why);
}

enum err invite_seat(struct judge *j, int64_t game, int slot,
		     struct str address, struct why *why)
{
	struct arena a = { 0 };
	struct game_ctx *t = ARENA_NEW(&a, struct game_ctx);
	struct finding_chain f = { .t = t };
	struct person_row master = { .name = j->c.name };
	struct game_plan p;
	struct guest g;
	struct str name;
	enum err e = game_ctx_load(j, game, &a, t, why);

	if (!e)
		e = seat_keep(t, slot, addr_ascii(&a, address), why);
	if (!e)
		e = store_event_list(j->st, game, 1, 1, find_chain, &f, why);
	if (!e) {
		p = plan_of(t);
		e = guest_of(j, &p, slot, &a, &g, &name, why);
	}
	if (!e && p.master && !anonymity_is_on(t))
		e = store_person_get(j->st, p.master, &a, &master, why);
	if (!e) {
		g.again_s = judge_now(j);
		e = invite(
			&(struct inviting){ j, &p, t, master.name, &f.chain },
			&g, &a, why);
	}
	arena_release(&a);
	return e;
}
