/* src/cli/computer.c */
#include "cli/computer.h"
#include "cli/oplog.h"
#include "cli/own_process.h"
#include "auth/sign.h"
#include "base/crypto.h"
#include "fairness/head_token.h"
#include "games/players.h"
#include "judge/game/game_ctx.h"
#include <signal.h>
#include <sys/wait.h>

enum { MAIL_MAX = 1 << 20 };

/* The computer with one strength. */
struct computer {
	enum player_level level;
	struct person_row person;
	struct key_secret key;
};

static struct str name_of(struct arena *a, enum player_level level)
{
	return str_of(
		arena_printf(a, "Computer %s", player_levels[level].name));
}

/* No mail reaches it (RFC 2606), so no person can prove it to be theirs, as
 * they can take a name. */
static struct str address_of(struct arena *a, enum player_level level)
{
	return str_of(arena_printf(a, "%s@computer.invalid",
				   player_levels[level].name));
}

static const char *key_path(struct app *h, enum player_level level)
{
	return arena_printf(&h->arena, "%s/player-%s.key", h->config->state,
			    player_levels[level].name);
}

/* A new key, in the state folder and in the ring of its person. */
static enum err key_make(struct app *h, struct computer *p, struct why *why)
{
	struct buf text;
	enum err e;

	key_secret_new(&p->key);
	e = key_secret_write(key_path(h, p->level), &p->key, "heraldo player",
			     why);
	buf_init(&text, KEY_TEXT_MAX);
	if (!e && !key_render(&p->key.key, STR("heraldo player"), &text))
		e = why_set(why, ERR_FORMAT, "a key without text");
	if (!e)
		e = judge_key_add(h->judge, p->person.id, buf_str(&text), why);
	buf_release(&text);
	return e;
}

/* Find the computer of a strength; make: if there is none yet. */
static enum err computer_find(struct app *h, bool make, struct computer *p,
			      struct why *why)
{
	struct store *st = judge_store(h->judge);
	struct str address = address_of(&h->arena, p->level);
	int64_t id;
	bool current;
	enum err e = store_person_by_address(st, address, &h->arena, &p->person,
					     &current, why);

	if (!e)
		return key_secret_read(key_path(h, p->level), &p->key, why);
	if (e != ERR_NOT_FOUND || !make)
		return e;
	e = judge_person_add(h->judge, name_of(&h->arena, p->level), address,
			     STR("en"), STR("UTC"), &id, why);
	if (!e)
		e = store_person_get(st, id, &h->arena, &p->person, why);
	return e ? e : key_make(h, p, why);
}

enum err computer_seat(struct app *h, const struct game_row *g, int slot,
		       enum player_level level, struct why *why)
{
	struct computer p = { .level = level };
	const struct game_kind *kind = game_kind_find(g->system);
	enum err e;

	if (!kind || !players_find(kind->rules))
		return why_set(why, ERR_USAGE,
			       "the computer does not play this game");
	e = computer_find(h, true, &p, why);
	if (!e)
		e = judge_seat(h->judge, g->id, slot, p.person.id, why);
	key_secret_release(&p.key);
	return e;
}

/* --- orders ------------------------------------------------------------- */

/* All that one order needs; large parts are static. */
struct turn {
	struct app *h;
	const struct computer *who;
	struct game_row game;
	const struct game_kind *kind;
	int seat;
	bool alone; /* this process judges the mails, too */
};

static struct game view;
static struct player_room room;

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

/* The seed of a game's orders follows from the player's secret key. */
static uint64_t seed_of(const struct turn *t)
{
	struct hasher hash;
	uint8_t out[32];
	uint64_t seed = 0;

	hasher_init(&hash, STR(""), sizeof(out));
	hasher_addz(&hash, "heraldo player");
	hasher_add(&hash, t->who->key.seed, sizeof(t->who->key.seed));
	hasher_add(&hash, t->game.name.s, t->game.name.len);
	hasher_end(&hash, out);
	for (int i = 0; i < 8; i++)
		seed = seed << 8 | out[i];
	return seed;
}

static bool choose(const struct turn *t, struct player_choice *out)
{
	struct catalog cards = game_cards(t->kind);
	struct player_dice dice;

	/* the last order was refused, for a reason that the view does not show:
	 * the same choice would be refused again, and again */
	if (view.queue[t->seat].stopped)
		return view.sys->silent &&
		       view.sys->silent(view.state, t->seat, &out->d);
	player_dice_init(&dice, view.sys, view.state, t->seat, seed_of(t),
			 t->who->level);
	return player_choose(players_find(view.sys), view.state, t->seat,
			     &player_levels[t->who->level], &cards, &dice.dice,
			     &room, out);
}

/* The signed text of an order, as a mail. */
static enum err mail_write(struct turn *t, const struct decision *d,
			   struct buf *out, struct why *why)
{
	const struct decision_kind *row =
		decision_row(&view.sys->decisions, d->kind);
	struct arena *a = &t->h->arena;
	char seen[HEAD_TOKEN_TEXT];
	struct head_token token;
	int64_t serial = 0;
	struct canon canon;
	struct hash head;
	struct buf order;
	struct str text;
	int lang = vocabulary_lang(t->kind->grammar->words, STR("en"));
	enum err e =
		game_ctx_head(t->h->judge, &t->game, t->game.point, &head, why);

	if (!e)
		e = store_serial_last(judge_store(t->h->judge), t->game.id,
				      t->seat, t->game.point, &serial, why);
	if (e)
		return e;
	token = head_token_of(head.b);
	head_token_render(&token, seen);
	buf_init(&order, MAIL_MAX);
	if (!grammar_write(t->kind->grammar, lang, d, &order))
		e = why_set(why, ERR_FORMAT, "an order without words");
	text = str_of(arena_printf(
		a, "ORDERS %.*s %c %lld %lld\nSEEN %s\n%s\n%s",
		STR_ARG(t->game.name), 'A' + t->seat, (long long)t->game.point,
		(long long)serial + 1, seen, order.s,
		strcmp(row->name, "end") != 0 ? "WAIT\n" : ""));
	buf_release(&order);
	if (!e && sign_prepare(a, text, &canon))
		e = why_set(why, ERR_FORMAT, "an order that cannot be signed");
	if (e)
		return e;
	buf_addf(out,
		 "From: %.*s <%.*s>\r\nTo: %s\r\nMessage-ID: "
		 "<%lld.%.*s.%c@computer.invalid>\r\nSubject: orders\r\n"
		 "MIME-Version: 1.0\r\nContent-Type: text/plain; "
		 "charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n",
		 STR_ARG(t->who->person.name), STR_ARG(t->who->person.address),
		 t->h->config->address, (long long)t->game.point,
		 STR_ARG(t->game.name), 'A' + t->seat);
	if (!sign_document(&t->who->key, &canon, out))
		e = why_set(why, ERR_FORMAT, "an order that cannot be signed");
	return e;
}

/* Store the mail, and judge it unless a daemon does. */
static enum err mail_give(struct turn *t, const struct buf *mail,
			  struct why *why)
{
	struct raw_mail raw = { .received_s = judge_time(t->h->judge),
				.bytes = buf_str(mail) };
	int n = 0;
	enum err e = judge_take(t->h->judge, &raw, 1, NULL, &n, why);

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
	struct player_choice choice;
	struct buf mail;
	enum err e =
		judge_game_view(t->h->judge, t->game.id, t->seat, &view, why);

	if (e || !is_awaited(&view, t->seat) || !choose(t, &choice))
		return e;
	buf_init(&mail, MAIL_MAX);
	e = mail_write(t, &choice.d, &mail, why);
	if (!e)
		e = mail_give(t, &mail, why);
	buf_release(&mail);
	*given += !e;
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
	bool current;
	enum err e = store_person_by_address(st, address_of(a, level), a, p,
					     &current, why);

	out->n = 0;
	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	e = store_seat_of_person(st, p->id, a, out->v, SEATS_PLAYED, &n, why);
	for (int i = 0; !e && i < n; i++) {
		struct game_row g;

		e = store_game_get(st, out->v[i].game, a, &g, why);
		if (!e && g.state <= GAME_RUNNING && out->v[i].slot < SEATS_MAX)
			out->v[kept++] = out->v[i];
	}
	out->n = e ? 0 : kept;
	return e;
}

static enum err seat_awaited(struct judge *j, const struct seat_row *s,
			     bool *yes, struct why *why)
{
	enum err e = judge_game_view(j, s->game, s->slot, &view, why);

	*yes = !e && is_awaited(&view, s->slot);
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
		for (int k = 0; !e && !*yes && k < seats->n; k++)
			e = seat_awaited(j, &seats->v[k], yes, why);
	}
	arena_release(&a);
	return e;
}

static enum err computer_play(struct app *h, const struct computer *p,
			      const struct seats *seats, int64_t only,
			      int *given, struct why *why)
{
	struct turn t = { .h = h, .who = p, .alone = h->has_worker };
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
		t.seat = seats->v[i].slot;
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
		struct computer p = { .level = (enum player_level)i };

		e = seats_find(h->judge, p.level, &h->arena, &p.person, seats,
			       why);
		if (e || !seats->n)
			continue;
		e = key_secret_read(key_path(h, p.level), &p.key, why);
		if (!e)
			e = computer_play(h, &p, seats, only, given, why);
		key_secret_release(&p.key);
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
		       const char *file, bool *ended, struct why *why)
{
	bool awaited = false;
	int status;
	enum err e;

	*ended = p->pid && waitpid(p->pid, &status, WNOHANG) == p->pid;
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

bool computer_wait(struct computer_process *p)
{
	int status;
	bool was = p->pid && waitpid(p->pid, &status, 0) == p->pid;

	p->pid = 0;
	return was;
}

void computer_stop(struct computer_process *p)
{
	if (p->pid)
		kill(p->pid, SIGTERM);
	(void)computer_wait(p);
}
