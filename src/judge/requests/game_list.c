/* src/judge/requests/game_list.c */
#include "judge/requests/game_list.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "judge/game/anonymity.h"
#include "protocol/word_cursor.h"
#include "protocol/keywords.h"
#include "judge/game/game_ctx.h"

enum { SEATS_OF_PERSON = 256, LIST_MAX = 64 << 10 };

/* --- a game of theirs ------------------------------------------------------
 */

static enum err name_of(struct judge *j, const struct game_ctx *t, int seat,
			struct arena *a, struct str *out, struct why *why)
{
	const struct seat_row *s = NULL;
	struct person_row p;
	enum err e = ERR_OK;

	for (int i = 0; i < t->n_seats; i++)
		if (t->seats[i].slot == seat)
			s = &t->seats[i];
	*out = str_of(arena_printf(a, "%c", 'A' + seat));
	if (s && s->person && !anonymity_hides(t)) {
		e = store_person_get(j->st, s->person, a, &p, why);
		if (!e && p.name.len)
			*out = p.name;
	}
	return e;
}

/* whose move it is, and until when: their own time, or the first that is up */
static enum err game_list_awaited(struct delivery *d, const struct game_ctx *t,
				  int slot, struct payload *m, struct why *why)
{
	struct awaiting aw = { .n = 0 };
	int64_t due[SEATS_MAX] = { 0 }, until = 0;
	bool plays = 0 <= slot && slot < SEATS_MAX, you = false;
	uint32_t seats = 0;
	struct buf names;
	enum err e = store_deadline_list(d->j->st, t->row.id, t->row.point, due,
					 SEATS_MAX, why);

	if (t->row.state == GAME_RUNNING)
		system_awaiting(t->sys->rules, t->game->state, &aw);
	for (int i = 0; i < aw.n; i++)
		seats |= UINT32_C(1) << aw.v[i].seat;
	buf_init(&names, LIST_MAX);
	for (int i = 0; !e && i < SEATS_MAX; i++) {
		struct str name;
		struct buf json;

		if (!(seats >> i & 1))
			continue;
		if (due[i] && (!until || due[i] < until))
			until = due[i];
		e = name_of(d->j, t, i, d->a, &name, why);
		buf_init(&json, LIST_MAX);
		json_string_render(&json, name);
		payload_list_add(&names, arena_str(d->a, buf_str(&json)));
		buf_release(&json);
	}
	payload_json(m, "who", payload_list_end(&names, d->a));
	you = plays && seats >> slot & 1;
	payload_int(m, "you", you);
	if (you)
		until = due[slot];
	if (until)
		payload_int(m, "until", until);
	return e;
}

static void state_put(struct payload *m, enum game_state s)
{
	static const char *const names[GAME_STATES] = {
		[GAME_OPEN] = "is_open",     [GAME_RUNNING] = "is_running",
		[GAME_PAUSED] = "is_paused", [GAME_ENDED] = "is_over",
		[GAME_ARCHIVED] = "is_over",
	};

	payload_int(m, names[s], 1);
}

/* Does who watches from there see it some points or days later? */
static bool sees_late(const struct game_ctx *t, int slot)
{
	const struct policy *p = &t->agreements.policy;

	return slot >= SLOT_OBSERVER && !game_is_over(t->row.state) &&
	       (p->n[POLICY_SPECTATOR_DELAY_POINTS] ||
		p->n[POLICY_SPECTATOR_DELAY_DAYS]);
}

static enum err own_game(struct delivery *d, const struct seat_row *s,
			 const struct game_row *g, struct buf *list,
			 struct why *why)
{
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	char seat[SLOT_NAME_MAX];
	struct payload m;
	struct str lines = STR("");
	int64_t game = d->f.game;
	enum err e = game_ctx_load(d->j, g->id, d->a, t, why);

	slot_name(s->slot, seat);
	d->f.game = g->id;
	if (!e)
		e = delivery_first_lines(d, &lines, why);
	d->f.game = game;
	if (e)
		return e;
	payload_init(&m);
	payload_text(&m, "name", g->name);
	payload_text(&m, "system", g->system);
	payload_text(&m, "seat", str_of(seat));
	payload_int(&m, "master", slot_is_master(s->slot));
	payload_int(&m, "watches", s->slot >= SLOT_OBSERVER);
	state_put(&m, g->state);
	/* whose move it is now, and the head, is newer than what they see */
	if (!sees_late(t, s->slot)) {
		payload_text(&m, "first_lines", parse_trim(lines));
		e = game_list_awaited(d, t, s->slot, &m, why);
	}
	payload_list_add(list, payload_end(&m, d->a));
	return e;
}

/* the newest first; games that are over are no news */
static enum err own_games(struct delivery *d, struct payload *m,
			  struct why *why)
{
	struct seat_row *seats =
		ARENA_ARRAY(d->a, SEATS_OF_PERSON, struct seat_row);
	int n = 0, told = 0, more = 0;
	struct buf list;
	enum err e = store_seat_of_person(d->j->st, d->f.person, d->a, seats,
					  SEATS_OF_PERSON, &n, why);

	buf_init(&list, LIST_MAX);
	for (int i = n; !e && i-- > 0;) {
		struct game_row g;

		/* of two seats at a table the first one tells */
		if (i && seats[i - 1].game == seats[i].game)
			continue;
		e = store_game_get(d->j->st, seats[i].game, d->a, &g, why);
		if (e || game_is_over(g.state))
			continue;
		if (told == GAME_LIST_OWN) {
			more++;
			continue;
		}
		e = own_game(d, &seats[i], &g, &list, why);
		told++;
	}
	payload_json(m, "games", payload_list_end(&list, d->a));
	payload_int(m, "more", more);
	return e;
}

/* --- games that can be joined ----------------------------------------------
 */

struct found {
	struct game_row v[GAME_LIST_OPEN + 1];
	int n;
};

static bool note_open(void *context, const struct game_row *g)
{
	struct found *f = context;

	f->v[f->n++] = *g;
	return f->n <= GAME_LIST_OPEN;
}

struct str game_list_join(struct judge *j, struct str game, int slot,
			  struct str lang, struct arena *a)
{
	const struct game_kind *kind = &j->c.systems[0];
	const struct vocabulary *v =
		j->c.n_systems && kind->grammar ? kind->grammar->words : NULL;
	char seat[SLOT_NAME_MAX];
	struct str word = STR("JOIN");

	if (v && vocabulary_key(v, STR("join")) >= 0)
		word = vocabulary_shown(v, vocabulary_key(v, STR("join")),
					vocabulary_lang(v, lang));
	slot_name(slot, seat);
	return str_of(arena_printf(a, "%.*s %.*s %s", STR_ARG(word),
				   STR_ARG(game), seat));
}

static enum err open_game(struct delivery *d, const struct game_row *g,
			  struct str lang, struct buf *list, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	int n = 0, n_free = 0, n_players = 0, slot = -1;
	struct payload m;
	enum err e = store_seat_list(d->j->st, g->id, d->a, seats, JUDGE_SLOTS,
				     &n, why);

	for (int i = 0; !e && i < n; i++) {
		bool vacant = !seats[i].person && !seats[i].reserved.len;

		if (seats[i].slot >= SLOT_GM)
			continue;
		n_players++;
		n_free += vacant;
		if (vacant && slot < 0)
			slot = seats[i].slot;
	}
	if (e || slot < 0)
		return e;
	payload_init(&m);
	payload_text(&m, "name", g->name);
	payload_text(&m, "system", g->system);
	payload_int(&m, "players", n_players);
	payload_int(&m, "free", n_free);
	payload_text(&m, "join",
		     game_list_join(d->j, g->name, slot, lang, d->a));
	payload_list_add(list, payload_end(&m, d->a));
	return ERR_OK;
}

static enum err open_games(struct delivery *d, struct payload *m,
			   struct why *why)
{
	struct found *f = ARENA_NEW(d->a, struct found);
	struct person_row p;
	struct buf list;
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	if (!e)
		e = store_game_list_free(
			d->j->st,
			&(struct game_free_choice){ .person = d->f.person,
						    .slots = SLOT_GM,
						    .max = GAME_LIST_OPEN + 1 },
			d->a, note_open, f, why);
	buf_init(&list, LIST_MAX);
	for (int i = 0; !e && i < f->n && i < GAME_LIST_OPEN; i++)
		e = open_game(d, &f->v[i], p.language, &list, why);
	payload_json(m, "open", payload_list_end(&list, d->a));
	payload_int(m, "more_open", f->n > GAME_LIST_OPEN);
	return e;
}

/* --- the answer ------------------------------------------------------------
 */

bool game_list_asked(struct arena *a, const struct vocabulary *v,
		     struct str text)
{
	return word_cursor_alone(a, v, text, "table.games");
}

enum err game_list_answer(struct delivery *d, struct why *why)
{
	struct payload m;
	enum err e;

	payload_init(&m);
	e = own_games(d, &m, why);
	if (!e)
		e = open_games(d, &m, why);
	if (e) {
		buf_release(&m.b);
		return e;
	}
	return delivery_answer(d, "game_list", NULL, payload_end(&m, d->a),
			       why);
}

enum err game_list_alone(struct delivery *d, struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "games %lld", (long long)d->f.person));
	bool yes;
	enum err e = notify_allowed(d->j, who, GAME_LIST_A_DAY, &yes, why);

	d->out = (struct mail_verdict){ "answered", 0, -1 };
	return e || !yes ? e : game_list_answer(d, why);
}
