/* src/judge/notify/gm_summary.c */
#include "judge/notify/gm_summary.h"
#include "base/date.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "judge/game/anonymity.h"
#include "protocol/word_cursor.h"
#include "judge/game/game_ctx.h"
#include "judge/game/timezone.h"
#include <jansson.h>
#include <stdlib.h>

enum { SEATS_OF_PERSON = 256, SHOWN = 8, LIST_MAX = 64 << 10 };

/* --- a game ----------------------------------------------------------------
 */

/* The summary of one game. */
struct summary_scan {
	struct judge *j;
	struct arena *a;
	struct game_ctx *t;
	struct payload m;
	bool wants;       /* there is something */
	bool presses;     /* or cannot go on without a command */
	struct str lines; /* with which the next command begins */
};

static struct str seat_text(struct arena *a, int slot)
{
	char name[SLOT_NAME_MAX];

	slot_name(slot, name);
	return str_of(arena_strdup(a, name));
}

static enum err person_at(struct summary_scan *l, int slot,
			  struct person_row *out, struct why *why)
{
	const struct seat_row *s = game_ctx_seat(l->t, slot);

	*out = (struct person_row){ .name = STR("") };
	return s && s->person
		       ? store_person_get(l->j->st, s->person, l->a, out, why)
		       : ERR_OK;
}

/* "B" and a name, where the game has names */
static enum err seat_put(struct summary_scan *l, int slot, struct payload *m,
			 struct why *why)
{
	struct person_row p;
	enum err e = person_at(l, slot, &p, why);

	payload_text(m, "seat", seat_text(l->a, slot));
	payload_text(m, "name", anonymity_hides(l->t) ? STR("") : p.name);
	return e;
}

/* The same lines for the command after k others: each mail has a serial of its
 * own. */
static struct str lines_behind(struct summary_scan *l, int k)
{
	struct str rest = l->lines, line = STR("");
	const char *digits;
	int64_t serial;

	if (!parse_line(&rest, &line))
		return l->lines;
	digits = line.s + line.len;
	while (digits > line.s && digits[-1] != ' ')
		digits--;
	line.len = (size_t)(digits - line.s);
	if (!parse_int((struct str){ digits, strcspn(digits, "\n") }, 0,
		       INT32_MAX, &serial))
		return l->lines;
	return str_of(arena_printf(l->a, "%.*s%lld\n%.*s", STR_ARG(line),
				   (long long)serial + k, STR_ARG(rest)));
}

/* When it began to wait for what it waits for from the seat. */
static enum err since(struct summary_scan *l, int seat, struct payload *m,
		      struct why *why)
{
	const struct seat_row *s = game_ctx_seat(l->t, seat);
	struct head_row head;
	enum err e;

	if (!s || !s->floor)
		return ERR_OK;
	e = store_head_get(l->j->st, l->t->row.id, s->floor, &head, why);
	if (!e)
		payload_int(m, "since", head.at_s);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* What it waits for from the seat: orders, where it is neither of these. */
static void put_owed(const struct summary_scan *l, const struct awaiting *aw,
		     int seat, struct payload *m)
{
	const struct system *sys = l->t->sys->rules;
	const struct common_state *head = (const void *)l->t->game->state;

	/* behind it orders of a phase are so, too, as Arena's round mails */
	if (head->phase < sys->play &&
	    awaiting_class(sys, aw, seat, CLASS_SETUP))
		payload_int(m, "is_setup", 1);
	else if (awaiting_class(sys, aw, seat, CLASS_ANSWER))
		payload_int(m, "is_answer", 1);
}

/* Whom it waits for, and what for, who of them has been silent. */
static enum err waits(struct summary_scan *l, struct why *why)
{
	struct awaiting aw = { .n = 0 };
	int64_t due[SEATS_MAX] = { 0 };
	uint32_t seats = 0;
	struct buf list;
	enum err e = store_deadline_list(l->j->st, l->t->row.id,
					 l->t->row.point, due, SEATS_MAX, why);

	if (l->t->row.state == GAME_RUNNING || l->t->row.state == GAME_PAUSED)
		system_awaiting(l->t->sys->rules, l->t->game->state, &aw);
	for (int i = 0; i < aw.n; i++)
		seats |= UINT32_C(1) << aw.v[i].seat;
	buf_init(&list, LIST_MAX);
	for (int i = 0; !e && i < SEATS_MAX; i++) {
		int64_t silent = l->t->agreements.seats[i].silences;
		struct payload m;

		if (!(seats >> i & 1))
			continue;
		payload_init(&m);
		e = seat_put(l, i, &m, why);
		payload_int(&m, "silences", silent);
		put_owed(l, &aw, i, &m);
		if (!e)
			e = since(l, i, &m, why);
		if (due[i])
			payload_int(&m, "until", due[i]);
		payload_list_add(&list, payload_end(&m, l->a));
		l->wants |= silent > 0;
	}
	payload_json(&l->m, "waits", payload_list_end(&list, l->a));
	return e;
}

static enum err disputes(struct summary_scan *l, struct why *why)
{
	struct dispute_row d[SHOWN];
	struct buf list;
	int n = 0;
	enum err e = store_dispute_list(l->j->st, l->t->row.id, l->a, d, SHOWN,
					&n, why);

	buf_init(&list, LIST_MAX);
	for (int i = n; !e && i-- > 0;) {
		struct payload m;

		if (d[i].ruled)
			continue;
		payload_init(&m);
		payload_int(&m, "number", d[i].number);
		payload_int(&m, "point", d[i].point);
		payload_text(&m, "why", d[i].why);
		e = seat_put(l, d[i].slot, &m, why);
		payload_list_add(&list, payload_end(&m, l->a));
		l->wants = l->presses = true;
	}
	payload_json(&l->m, "disputes", payload_list_end(&list, l->a));
	return e;
}

/* Each JOIN has its own command; a common one comes first if it fits. */
static enum err joins(struct summary_scan *l, struct why *why)
{
	struct join_row rows[SHOWN];
	struct join_list wishes = { .rows = rows, .max = SHOWN };
	struct buf list;
	bool block;
	enum err e =
		store_join_waiting(l->j->st, l->t->row.id, l->a, &wishes, why);

	block = l->presses || (!wishes.n && l->t->row.state != GAME_OPEN);
	payload_int(&l->m, "block", block);
	buf_init(&list, LIST_MAX);
	for (int i = 0; !e && i < wishes.n; i++) {
		const struct seat_row *s = game_ctx_seat(l->t, rows[i].slot);
		struct payload m;

		payload_init(&m);
		payload_int(&m, "join", rows[i].id);
		payload_int(&m, "holder", s && s->person);
		payload_text(&m, "seat", seat_text(l->a, rows[i].slot));
		payload_text(&m, "name", rows[i].name);
		payload_text(&m, "first_lines", lines_behind(l, block + i));
		payload_list_add(&list, payload_end(&m, l->a));
		l->wants = true;
	}
	payload_json(&l->m, "joins", payload_list_end(&list, l->a));
	return e;
}

/* To whom no mail comes any more. */
static enum err lost(struct summary_scan *l, struct why *why)
{
	struct buf list;
	enum err e = ERR_OK;

	buf_init(&list, LIST_MAX);
	for (int i = 0; !e && i < l->t->n_seats; i++) {
		const struct seat_row *s = &l->t->seats[i];
		struct person_row p;
		struct payload m;

		if (s->slot >= SLOT_GM || !s->person)
			continue;
		e = person_at(l, s->slot, &p, why);
		if (e || !p.bounces || (p.second.len && !p.second_bounces))
			continue;
		payload_init(&m);
		e = seat_put(l, s->slot, &m, why);
		payload_list_add(&list, payload_end(&m, l->a));
		l->wants = true;
	}
	payload_json(&l->m, "lost", payload_list_end(&list, l->a));
	return e;
}

/* Does it stand still? */
static enum err play_is_stalled(struct summary_scan *l, struct why *why)
{
	const struct game_row *g = &l->t->row;
	struct head_row head;
	int n_free = 0;
	int64_t days;
	enum err e = store_head_get(l->j->st, g->id, g->point, &head, why);

	for (int i = 0; i < l->t->n_seats; i++)
		n_free +=
			l->t->seats[i].slot < SLOT_GM && !l->t->seats[i].person;
	if (e)
		return e;
	days = (judge_now(l->j) - head.at_s) / DAY_S;
	payload_int(&l->m, "is_open", g->state == GAME_OPEN);
	payload_int(&l->m, "is_paused", g->state == GAME_PAUSED);
	payload_text(&l->m, "paused_by", g->paused_why);
	payload_int(&l->m, "free", n_free);
	payload_int(&l->m, "full", g->state == GAME_OPEN && !n_free);
	payload_int(&l->m, "still", days >= GM_SUMMARY_STILL ? days : 0);
	l->presses |=
		g->state == GAME_PAUSED || (g->state == GAME_OPEN && !n_free);
	l->wants |= l->presses || days >= GM_SUMMARY_STILL;
	return ERR_OK;
}

/* *wants: the game belongs in today's mail. */
static enum err game_look(struct judge *j, const struct seat_row *s,
			  struct str lang, struct arena *a, struct str *out,
			  bool *wants, struct why *why)
{
	struct game_ctx *t = ARENA_NEW(a, struct game_ctx);
	struct summary_scan l = { .j = j, .a = a, .t = t };
	enum err e = game_ctx_load(j, s->game, a, t, why);

	if (!e)
		e = reply_first_lines(j, s, lang, a, &l.lines, why);
	if (e)
		return e;
	l.lines = parse_trim(l.lines);
	payload_init(&l.m);
	payload_text(&l.m, "name", t->row.name);
	payload_text(&l.m, "system", t->row.system);
	e = waits(&l, why);
	if (!e)
		e = disputes(&l, why);
	if (!e)
		e = lost(&l, why);
	if (!e)
		e = play_is_stalled(&l, why);
	if (!e)
		e = joins(&l, why);
	payload_text(&l.m, "first_lines", l.lines);
	*out = payload_end(&l.m, a);
	*wants = l.wants;
	return e;
}

/* --- all of them -----------------------------------------------------------
 */

/* all: also those of which nothing is wanted */
static enum err summary_mail(struct judge *j, int64_t person, bool all,
			     const struct notify *as, struct arena *a,
			     struct why *why)
{
	struct seat_row *seats =
		ARENA_ARRAY(a, SEATS_OF_PERSON, struct seat_row);
	struct notify w = *as;
	int n = 0, told = 0, more = 0;
	struct person_row p;
	struct payload m;
	struct buf list;
	enum err e = store_person_get(j->st, person, a, &p, why);

	if (!e)
		e = store_seat_of_person(j->st, person, a, seats,
					 SEATS_OF_PERSON, &n, why);
	buf_init(&list, LIST_MAX * 4);
	for (int i = n; !e && i-- > 0;) {
		struct game_row g;
		struct str one;
		bool wants;

		if (!slot_is_master(seats[i].slot))
			continue;
		e = store_game_get(j->st, seats[i].game, a, &g, why);
		if (e || game_is_over(g.state))
			continue;
		if (told == GM_SUMMARY_GAMES) {
			more++;
			continue;
		}
		e = game_look(j, &seats[i], p.language, a, &one, &wants, why);
		if (e || !(wants || all))
			continue;
		payload_list_add(&list, one);
		told++;
	}
	payload_init(&m);
	payload_json(&m, "desk", payload_list_end(&list, a));
	payload_int(&m, "n", all ? 0 : told);
	payload_int(&m, "more", more);
	w.kind = "gm_summary";
	w.person = person;
	w.slot = -1;
	w.matter = payload_end(&m, a);
	return e || !(told || all) ? e : notify_add(j, &w, a, why);
}

/* The next morning on this clock. */
static int64_t morning(struct str zone, int64_t now_s)
{
	struct report_time t = timezone_time(zone, now_s);
	int32_t day = date_day(t.year, t.month, t.day);
	int64_t at_s = 0;

	for (int i = 0; i < 2; i++) {
		date_split(day + i, &t.year, &t.month, &t.day);
		t.hour = GM_SUMMARY_HOUR;
		t.minute = 0;
		at_s = timezone_moment(zone, &t);
		if (at_s > now_s)
			break;
	}
	return at_s;
}

enum err gm_summary_set(struct judge *j, int64_t game, int64_t person,
			struct arena *a, struct why *why)
{
	struct timer_row t = { .game = game, .kind = TIMER_DESK };
	struct person_row p;
	enum err e = store_person_get(j->st, person, a, &p, why);

	if (e)
		return e;
	t.due_s = morning(p.zone.len ? p.zone : j->c.zone, judge_now(j));
	return store_timer_set(j->st, &t, why);
}

/* One mail a day, however many games a person leads. */
static enum err tell_once(struct judge *j, int64_t person, struct arena *a,
			  struct why *why)
{
	long long day = (long long)(judge_now(j) / DAY_S);
	struct notify w = {
		.tag = str_of(arena_printf(a, "desk.%lld.%lld",
					   (long long)person, day)),
		.quiet = DELIVERY_SCHEDULE_NEWS,
	};
	bool yes;
	enum err e = notify_allowed(
		j, str_of(arena_printf(a, "desk %lld", (long long)person)), 1,
		&yes, why);

	return e || !yes ? e : summary_mail(j, person, false, &w, a, why);
}

enum err gm_summary_due(struct judge *j, int64_t game, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	struct arena a = { 0 };
	struct game_row g;
	int n = 0;
	enum err e = store_game_get(j->st, game, &a, &g, why);

	if (!e && !game_is_over(g.state))
		e = store_seat_list(j->st, game, &a, seats, JUDGE_SLOTS, &n,
				    why);
	for (int i = 0; !e && i < n; i++) {
		if (!slot_is_master(seats[i].slot) || !seats[i].person)
			continue;
		e = tell_once(j, seats[i].person, &a, why);
		if (!e)
			e = gm_summary_set(j, game, seats[i].person, &a, why);
	}
	arena_release(&a);
	return e;
}

/* --- it leaves --------------------------------------------------------------
 */

static enum err leads(struct judge *j, int64_t person, struct str game,
		      struct arena *a, bool *is, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	struct game_row g;
	int n = 0;
	enum err e = store_game_by_name(j->st, game, a, &g, why);

	if (!e)
		e = store_seat_list(j->st, g.id, a, seats, JUDGE_SLOTS, &n,
				    why);
	*is = false;
	for (int i = 0; !e && i < n; i++)
		*is |= slot_is_master(seats[i].slot) &&
		       seats[i].person == person;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* without those that they lead no more; *n are left */
static enum err strike(struct judge *j, int64_t person, json_t *list,
		       struct arena *a, size_t *n, struct why *why)
{
	enum err e = ERR_OK;

	*n = json_array_size(list);
	for (size_t i = *n; !e && i-- > 0;) {
		json_t *game = json_object_get(json_array_get(list, i), "name");
		bool is;

		e = leads(j, person, str_of(json_string_value(game)), a, &is,
			  why);
		if (!e && !is)
			*n -= !json_array_remove(list, i);
	}
	return e;
}

enum err gm_summary_still(struct judge *j, const struct outbox_row *row,
			  struct arena *a, struct str *matter, bool *moot,
			  struct why *why)
{
	json_t *told, *list;
	size_t before, n;
	enum err e;

	*matter = row->matter;
	*moot = false;
	if (!str_is(row->kind, "gm_summary"))
		return ERR_OK;
	told = json_loadb(row->matter.s, row->matter.len, 0, NULL);
	list = json_object_get(told, "desk");
	before = json_array_size(list);
	e = strike(j, row->person, list, a, &n, why);
	if (!e && n < before) {
		char *text;

		if (json_integer_value(json_object_get(told, "n")))
			json_object_set_new(told, "n",
					    json_integer((json_int_t)n));
		text = json_dumps(told, JSON_COMPACT);
		*matter = str_of(arena_strdup(a, text));
		free(text);
		*moot = !n && !row->in_reply_to.len;
	}
	json_decref(told);
	return e;
}

/* --- it is asked for -------------------------------------------------------
 */

bool gm_summary_asked(struct arena *a, const struct vocabulary *v,
		      struct str text)
{
	return word_cursor_alone(a, v, text, "table.status");
}

enum err gm_summary_alone(struct delivery *d, struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "status %lld", (long long)d->f.person));
	struct notify w = { .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "gm_summary") };
	bool yes;
	enum err e = notify_allowed(d->j, who, GM_SUMMARY_A_DAY, &yes, why);

	d->out = (struct mail_verdict){ "answered", 0, -1 };
	return e || !yes ? e
			 : summary_mail(d->j, d->f.person, true, &w, d->a, why);
}
