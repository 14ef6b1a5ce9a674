/* src/cli/computer.c */
#include "cli/computer.h"
#include "cli/oplog.h"
#include "cli/own_process.h"
#include "auth/sign.h"
#include "engine/common.h"
#include "fairness/head_token.h"
#include "games/players.h"
#include "judge/game/computer_person.h"
#include "judge/game/game_ctx.h"
#include <signal.h>
#include <sys/wait.h>

enum { MAIL_MAX = 1 << 20 };

enum err computer_seat(struct app *h, const struct game_row *g, int slot,
		       enum player_level level, struct why *why)
{
	return judge_computer_seat(h->judge, g->id, slot, level, why);
}

/* --- orders ------------------------------------------------------------- */

/* All that one order needs; large parts are static. */
struct turn {
	struct app *h;
	enum player_level level;
	const struct person_row *who;
	struct game_row game;
	const struct game_kind *kind;
	int slot, seat; /* its own, or SLOT_DEPUTY + seat */
	bool alone;     /* this process judges the mails, too */
};

static struct game view;
static struct player_room room;

/* The request to a seat. */
enum asked { ASKED_NOTHING, ASKED_ORDER, ASKED_WORD };

static bool is_awaited(const struct game *seen, int seat)
{
	struct awaiting waits;

	/* orders that wait for dice or for the other seat are in force */
	if (queue_count(&seen->queue[seat]))
		return false;
	system_awaiting(seen->sys, seen->state, &waits);
	for (int i = 0; i < waits.n; i++)
		if (!waits.v[i].window && waits.v[i].seat == seat)
			return true;
	return false;
}

/* Fills in the view, too. A deputy gives orders and nothing else. */
static enum err seat_asked(struct judge *j, int64_t game, int slot,
			   enum asked *out, struct why *why)
{
	const struct word_lines none = { .none = true };
	int seat = slot_seat(slot);
	struct game_ctx *t;
	struct arena a = { 0 };
	enum err e;

	*out = ASKED_NOTHING;
	t = ARENA_NEW(&a, struct game_ctx);
	e = game_ctx_load(j, game, &a, t, why);
	if (e) {
		arena_release(&a);
		return e;
	}
	game_view(t->game, seat, &view);
	if (slot == seat && entropy_round_awaits(&t->entropy, seat) &&
	    !entropy_round_refuses(&t->entropy, seat, &none))
		*out = ASKED_WORD;
	else if (t->row.state == GAME_RUNNING && is_awaited(&view, seat) &&
		 (slot == seat ||
		  table_state_is_deputed(&t->agreements, seat, judge_time(j))))
		*out = ASKED_ORDER;
	arena_release(&a);
	return ERR_OK;
}

/* --- orders that are refused again and again */

struct refusals {
	const struct event_schema *schema;
	int seat;
	int64_t points[2]; /* the last ones with a refused order of the seat */
};

static bool refusal_note(void *context, const struct event_row *r)
{
	struct refusals *f = context;
	struct event e;

	if (event_parse_as(r->json, f->schema, COMMON_REFUSED, &e) &&
	    event_get(&e, COMMON_REFUSED_SEAT) == f->seat &&
	    r->point != f->points[0]) {
		f->points[1] = f->points[0];
		f->points[0] = r->point;
	}
	return true;
}

/* Were the seat's orders refused at the last two points? No other order would
 * be found, so nothing more is sent until something else happens. */
static enum err refused_again(struct turn *t, bool *yes, struct why *why)
{
	struct refusals f = { .schema = &view.sys->events, .seat = t->seat };
	struct store *st = judge_store(t->h->judge);
	struct head_row before = { .n_events = 0 };
	enum err e = ERR_OK;

	*yes = false;
	if (!view.queue[t->seat].stopped || t->game.point < 3)
		return ERR_OK;
	e = store_head_get(st, t->game.id, t->game.point - 2, &before, why);
	if (!e)
		e = store_event_list(st, t->game.id, before.n_events + 1,
				     t->game.n_events, refusal_note, &f, why);
	*yes = !e && f.points[0] == t->game.point &&
	       f.points[1] == t->game.point - 1;
	if (*yes)
		oplog_write(
			OPLOG_ERROR,
			"%.*s: the orders of the computer on seat %c are refused; "
			"it waits",
			STR_ARG(t->game.name), 'A' + t->seat);
	return e;
}

enum { ALONE_POINTS = 400 };

struct alone {
	const struct event_schema *schema;
	int seat;
	bool others; /* another seat, or a roll: the game goes on */
};

static bool alone_note(void *context, const struct event_row *r)
{
	struct alone *k = context;
	struct event e;

	k->others |= event_parse_as(r->json, k->schema, COMMON_ROLLED, &e);
	if (event_parse_as(r->json, k->schema, COMMON_ADJUDICATION, &e))
		k->others |= event_get(&e, COMMON_ADJUDICATION_SEAT) != k->seat;
	return !k->others;
}

/* No other seat acted for so long, and no die was rolled. Such orders lead
 * nowhere, and more of them would follow without an end. */
static enum err goes_in_circles(struct turn *t, bool *yes, struct why *why)
{
	struct alone k = { .schema = &view.sys->events, .seat = t->seat };
	struct store *st = judge_store(t->h->judge);
	struct head_row before;
	enum err e;

	*yes = false;
	if (t->game.point <= ALONE_POINTS)
		return ERR_OK;
	e = store_head_get(st, t->game.id, t->game.point - ALONE_POINTS,
			   &before, why);
	if (!e)
		e = store_event_list(st, t->game.id, before.n_events + 1,
				     t->game.n_events, alone_note, &k, why);
	*yes = !e && !k.others;
	if (*yes)
		oplog_write(
			OPLOG_ERROR,
			"%.*s: the computer on seat %c has played alone for %d "
			"points; it waits",
			STR_ARG(t->game.name), 'A' + t->seat, ALONE_POINTS);
	return e;
}

static enum err seed_find(struct turn *t, uint64_t *seed, struct why *why)
{
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	const struct secret_id id = { t->game.id, SECRET_HIDDEN, 0 };
	enum err e = store_secret_get(judge_store(t->h->judge), &id, secret,
				      &len, &next, why);

	if (!e && len != PLAYERS_SECRET)
		e = why_set(why, ERR_STORE, "%.*s has lost its secret",
			    STR_ARG(t->game.name));
	if (!e)
		*seed = players_seed(secret, t->seat);
	secret_wipe(secret, sizeof(secret));
	return e;
}

/* The lines below SEEN; none: there is no order. */
static enum err lines_write(struct turn *t, enum asked asked, struct buf *out,
			    struct why *why)
{
	struct catalog cards = game_cards(t->kind);
	struct player_choice choice;
	uint64_t seed = 0;
	bool again = false;
	enum err e;

	if (asked == ASKED_WORD) {
		buf_addz(out, "WORD NONE\n");
		return ERR_OK;
	}
	e = refused_again(t, &again, why);
	if (!e && !again)
		e = goes_in_circles(t, &again, why);
	if (!e && !again)
		e = seed_find(t, &seed, why);
	if (e || again)
		return e;
	if (!players_choose(&view, t->seat, t->level, seed, &cards, &room,
			    &choice))
		return ERR_OK;
	return players_lines(t->kind->grammar, &view, t->seat, &choice.d, &room,
			     out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT, "an order without words");
}

/* The signed text of an order, as a mail. */
static enum err mail_write(struct turn *t, struct str lines, struct buf *out,
			   struct why *why)
{
	struct arena *a = &t->h->arena;
	char seen[HEAD_TOKEN_TEXT];
	struct head_token token;
	int64_t serial = 0;
	struct canon canon;
	struct hash head;
	struct str text;
	enum err e =
		game_ctx_head(t->h->judge, &t->game, t->game.point, &head, why);

	if (!e)
		e = store_serial_last(judge_store(t->h->judge), t->game.id,
				      t->slot, t->game.point, &serial, why);
	if (e)
		return e;
	token = head_token_of(head.b);
	head_token_render(&token, seen);
	text = str_of(arena_printf(
		a, "ORDERS %.*s %c %lld %lld\nSEEN %s\n%.*s",
		STR_ARG(t->game.name), 'A' + t->seat, (long long)t->game.point,
		(long long)serial + 1, seen, STR_ARG(lines)));
	if (sign_prepare(a, sign_break(a, text), &canon))
		return why_set(why, ERR_FORMAT,
			       "an order that cannot be signed");
	buf_addf(out,
		 "From: %.*s <%.*s>\r\nTo: %s\r\nMessage-ID: "
		 "<%lld.%lld.%.*s.%c@computer.invalid>\r\nSubject: orders\r\n"
		 "MIME-Version: 1.0\r\nContent-Type: text/plain; "
		 "charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n",
		 STR_ARG(t->who->name), STR_ARG(t->who->address),
		 t->h->config->address, (long long)t->game.point,
		 (long long)serial + 1, STR_ARG(t->game.name), 'A' + t->seat);
	return judge_computer_sign(t->h->judge, &canon, out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT,
				 "an order that cannot be signed");
}

/* Store the mail, and judge it unless a daemon does. A mail that is there
 * already was refused as a whole: it is no new order. */
static enum err mail_give(struct turn *t, const struct buf *mail, int *given,
			  struct why *why)
{
	struct raw_mail raw = { .received_s = judge_time(t->h->judge),
				.bytes = buf_str(mail) };
	int n = 0;
	enum err e = judge_mails_store(t->h->judge, &raw, 1, NULL, &n, why);

	*given += !e && n;
	if (!t->alone)
		return e;
	for (n = 1; !e && n;)
		e = judge_work(t->h->judge, JUDGE_BATCH, &n, why);
	if (!e)
		e = store_game_get(judge_store(t->h->judge), t->game.id,
				   &t->h->arena, &t->game, why);
	return e;
}

/* One order, if the seat is awaited. */
static enum err order_give(struct turn *t, int *given, struct why *why)
{
	struct buf mail, lines;
	enum asked asked;
	enum err e = seat_asked(t->h->judge, t->game.id, t->slot, &asked, why);

	if (e || asked == ASKED_NOTHING)
		return e;
	buf_init(&mail, MAIL_MAX);
	buf_init(&lines, MAIL_MAX);
	e = lines_write(t, asked, &lines, why);
	if (!e && lines.len)
		e = mail_write(t, buf_str(&lines), &mail, why);
	if (!e && lines.len)
		e = mail_give(t, &mail, given, why);
	buf_release(&lines);
	buf_release(&mail);
	return e;
}

/* --- all of its seats --------------------------------------------------- */

enum { SEATS_PLAYED = 256 };

struct seats {
	struct seat_row v[SEATS_PLAYED];
	int n;
};

/* The seats of one strength in games that are under way. */
static enum err seats_find(struct judge *j, enum player_level level,
			   struct arena *a, struct person_row *p,
			   struct seats *out, struct why *why)
{
	struct store *st = judge_store(j);
	int n = 0, kept = 0;
	enum err e = computer_person_find(j, level, false, a, p, why);

	out->n = 0;
	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	e = store_seat_of_person(st, p->id, a, out->v, SEATS_PLAYED, &n, why);
	for (int i = 0; !e && i < n; i++) {
		struct game_row g;

		e = store_game_get(st, out->v[i].game, a, &g, why);
		if (!e && g.state <= GAME_RUNNING &&
		    (out->v[i].slot < SEATS_MAX ||
		     out->v[i].slot >= SLOT_DEPUTY))
			out->v[kept++] = out->v[i];
	}
	out->n = e ? 0 : kept;
	return e;
}

/* Is a seat of the computer awaited in any game? */
static enum err computer_awaited(struct judge *j, bool *yes, struct why *why)
{
	struct arena a = { 0 };
	struct seats *seats = ARENA_NEW(&a, struct seats);
	enum err e = ERR_OK;

	*yes = false;
	for (int i = 0; !e && !*yes && i < PLAYER_LEVELS; i++) {
		struct person_row p;

		e = seats_find(j, (enum player_level)i, &a, &p, seats, why);
		for (int k = 0; !e && !*yes && k < seats->n; k++) {
			enum asked asked;

			e = seat_asked(j, seats->v[k].game, seats->v[k].slot,
				       &asked, why);
			*yes = !e && asked != ASKED_NOTHING;
		}
	}
	arena_release(&a);
	return e;
}

static enum err computer_play(struct app *h, enum player_level level,
			      const struct person_row *p,
			      const struct seats *seats, int64_t only,
			      int *given, struct why *why)
{
	struct turn t = {
		.h = h, .level = level, .who = p, .alone = h->has_worker
	};
	enum err e = ERR_OK;

	for (int i = 0; !e && i < seats->n; i++) {
		if (only && seats->v[i].game != only)
			continue;
		e = store_game_get(judge_store(h->judge), seats->v[i].game,
				   &h->arena, &t.game, why);
		t.kind = NULL;
		for (int k = 0; !e && k < h->games.n; k++)
			if (str_is(t.game.system,
				   h->games.kinds[k].rules->name))
				t.kind = &h->games.kinds[k];
		t.slot = seats->v[i].slot;
		t.seat = slot_seat(t.slot);
		if (!e && t.kind && players_find(t.kind->rules))
			e = order_give(&t, given, why);
	}
	return e;
}

enum err computer_step(struct app *h, int64_t only, int *given, struct why *why)
{
	struct seats *seats = ARENA_NEW(&h->arena, struct seats);
	enum err e = ERR_OK;

	*given = 0;
	for (int i = 0; !e && i < PLAYER_LEVELS; i++) {
		enum player_level level = (enum player_level)i;
		struct person_row p;

		e = seats_find(h->judge, level, &h->arena, &p, seats, why);
		if (!e && seats->n)
			e = computer_play(h, level, &p, seats, only, given,
					  why);
	}
	return e;
}

/* --- its process -------------------------------------------------------- */

int computer_main(const struct config *c)
{
	struct app h = { 0 };
	struct why why = { 0 };
	int given;
	enum err e = app_open(&h, c, &why);

	if (!e)
		e = computer_step(&h, 0, &given, &why);
	if (e)
		oplog_err("the computer player", e, &why);
	app_release(&h);
	return e ? 3 : 0;
}

enum err computer_turn(struct computer_process *p, struct judge *j,
		       const char *file, bool *ended, int *fault,
		       struct why *why)
{
	bool awaited = false;
	int status = 0;
	enum err e;

	*ended = p->pid && waitpid(p->pid, &status, WNOHANG) == p->pid;
	*fault = *ended ? own_process_code(status) : 0;
	if (*ended)
		p->pid = 0;
	if (p->pid || !p->wanted)
		return ERR_OK;
	p->wanted = false;
	e = computer_awaited(j, &awaited, why);
	return e || !awaited ? e
			     : own_process_start(&p->pid, "--player", file,
						 "the computer player", why);
}

bool computer_wait(struct computer_process *p, int *fault)
{
	int status = 0;
	bool was = p->pid && waitpid(p->pid, &status, 0) == p->pid;

	*fault = was ? own_process_code(status) : 0;
	p->pid = 0;
	return was;
}

void computer_stop(struct computer_process *p)
{
	int fault;

	if (p->pid)
		kill(p->pid, SIGTERM);
	(void)computer_wait(p, &fault);
}
