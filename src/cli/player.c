/*
 * src/cli/player.c - heraldo player: seats the computer player in games, and
 * gives the orders of its seats.
 *
 * Each strength is a person of the judge, with a key of its own in the state
 * folder and an address to which no mail goes. Its orders are signed and stored
 * like the mails of other players, so the log and both verifiers treat them
 * alike. It knows the view of its seat and nothing else. The search runs in
 * this process: no mail waits for it.
 */
#include "cli/cli.h"
#include "cli/app.h"
#include "auth/sign.h"
#include "base/crypto.h"
#include "base/date.h"
#include "engine/slot.h"
#include "fairness/head_token.h"
#include "games/players.h"
#include "judge/game/game_ctx.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
	ORDERS_MOST = 400,     /* of one seat in one run */
	PATIENCE_TENTHS = 200, /* for the daemon to judge an order */
	MAIL_MAX = 1 << 20
};

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

static const char *key_path(struct cli *c, enum player_level level)
{
	return arena_printf(&c->arena, "%s/player-%s.key", c->config.state,
			    player_levels[level].name);
}

/* A new key, in the state folder and in the ring of its person. */
static enum err key_make(struct cli *c, struct app *h, struct computer *p,
			 struct why *why)
{
	struct buf text;
	enum err e;

	key_secret_new(&p->key);
	e = key_secret_write(key_path(c, p->level), &p->key, "heraldo player",
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
static enum err computer_find(struct cli *c, struct app *h, bool make,
			      struct computer *p, struct why *why)
{
	struct store *st = judge_store(h->judge);
	struct str name = name_of(&c->arena, p->level);
	int64_t id;
	enum err e = store_person_by_name(st, name, &c->arena, &p->person, why);

	if (!e)
		return key_secret_read(key_path(c, p->level), &p->key, why);
	if (e != ERR_NOT_FOUND || !make)
		return e;
	e = judge_person_add(
		h->judge, name,
		str_of(arena_printf(&c->arena, "%s@computer.invalid",
				    player_levels[p->level].name)),
		STR("en"), STR("UTC"), &id, why);
	if (!e)
		e = store_person_get(st, id, &c->arena, &p->person, why);
	return e ? e : key_make(c, h, p, why);
}

static enum err seat(struct cli *c, struct app *h, const char *game,
		     const char *slot, const char *level, struct why *why)
{
	struct computer p = { .level = PLAYER_FAIR };
	int at = slot_parse(str_of(slot));
	struct game_row g;
	const struct game_kind *kind;
	enum err e;

	if (!player_level_named(str_of(level), &p.level))
		return why_set(why, ERR_USAGE,
			       "the strengths are easy, fair and strong");
	e = cli_game(c, h, game, &g, why);
	if (e)
		return e;
	kind = game_kind_find(g.system);
	if (!kind || !players_find(kind->rules))
		return why_set(why, ERR_USAGE,
			       "the computer does not play this game");
	if (at < 0 || at >= SEATS_MAX)
		return why_set(why, ERR_USAGE, "a seat is a letter from A on");
	e = computer_find(c, h, true, &p, why);
	if (!e)
		e = judge_seat(h->judge, g.id, at, p.person.id, why);
	key_secret_release(&p.key);
	return e;
}

/* --- orders ------------------------------------------------------------- */

/* All that one order needs; large parts are static. */
struct turn {
	struct cli *c;
	struct app *h;
	const struct computer *who;
	struct game_row game;
	const struct game_kind *kind;
	int seat;
	bool alone; /* this process judges the mails, too */
};

static struct game view;
static struct player_room room;

static bool is_awaited(const struct turn *t)
{
	struct awaiting waits;

	/* orders that wait for dice or for the other seat are in force */
	if (queue_count(&view.queue[t->seat]))
		return false;
	system_awaiting(view.sys, view.state, &waits);
	for (int i = 0; i < waits.n; i++)
		if (!waits.v[i].window && waits.v[i].seat == t->seat)
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
	struct arena *a = &t->c->arena;
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
		 t->c->config.address, (long long)t->game.point,
		 STR_ARG(t->game.name), 'A' + t->seat);
	if (!sign_document(&t->who->key, &canon, out))
		e = why_set(why, ERR_FORMAT, "an order that cannot be signed");
	return e;
}

/* Until the daemon has judged it. */
static enum err await_point(struct turn *t, int64_t point, struct why *why)
{
	struct timespec tenth = { 0, 100000000 };
	enum err e = ERR_OK;

	for (int i = 0; !e && t->game.point == point && i < PATIENCE_TENTHS;
	     i++) {
		nanosleep(&tenth, NULL);
		e = store_game_get(judge_store(t->h->judge), t->game.id,
				   &t->c->arena, &t->game, why);
	}
	return e;
}

/* Store the mail, and see that it is judged. */
static enum err mail_give(struct turn *t, const struct buf *mail,
			  struct why *why)
{
	struct raw_mail raw = { .received_s = judge_time(t->h->judge),
				.bytes = buf_str(mail) };
	int64_t point = t->game.point;
	int n = 0;
	enum err e = judge_take(t->h->judge, &raw, 1, NULL, &n, why);

	if (!e && !t->alone)
		return await_point(t, point, why);
	for (n = 1; !e && n;)
		e = judge_work(t->h->judge, JUDGE_BATCH, &n, why);
	if (!e)
		e = store_game_get(judge_store(t->h->judge), t->game.id,
				   &t->c->arena, &t->game, why);
	return e;
}

/* One order; *went: it was given and judged. */
static enum err order_give(struct turn *t, bool *went, struct why *why)
{
	int64_t point = t->game.point;
	struct player_choice choice;
	struct buf mail;
	enum err e;

	*went = false;
	e = judge_game_view(t->h->judge, t->game.id, t->seat, &view, why);
	if (e || !is_awaited(t) || !choose(t, &choice))
		return e;
	buf_init(&mail, MAIL_MAX);
	e = mail_write(t, &choice.d, &mail, why);
	if (!e)
		e = mail_give(t, &mail, why);
	buf_release(&mail);
	*went = !e && t->game.point > point;
	return e;
}

/* All orders that a seat can give now. */
static enum err seat_play(struct turn *t, int *n, struct why *why)
{
	bool went = true;
	enum err e = ERR_OK;

	for (int i = 0; !e && went && i < ORDERS_MOST; i++) {
		if (game_is_over(t->game.state) || t->game.state == GAME_PAUSED)
			break;
		e = order_give(t, &went, why);
		*n += went;
	}
	return e;
}

enum { SEATS_PLAYED = 256 };

/* The seats of one computer, in all games or in this one. */
static enum err computer_play(struct cli *c, struct app *h,
			      const struct computer *p, int64_t only, int *n,
			      struct why *why)
{
	struct seat_row *seats =
		arena_alloc(&c->arena, SEATS_PLAYED * sizeof(*seats));
	struct turn t = { .c = c, .h = h, .who = p, .alone = h->has_worker };
	struct store *st = judge_store(h->judge);
	int n_seats = 0;
	enum err e = store_seat_of_person(st, p->person.id, &c->arena, seats,
					  SEATS_PLAYED, &n_seats, why);

	for (int i = 0; !e && i < n_seats; i++) {
		if (seats[i].slot >= SEATS_MAX ||
		    (only && seats[i].game != only))
			continue;
		e = store_game_get(st, seats[i].game, &c->arena, &t.game, why);
		t.kind = NULL;
		for (int k = 0; !e && k < h->games.n; k++)
			if (str_is(t.game.system,
				   h->games.kinds[k].rules->name))
				t.kind = &h->games.kinds[k];
		t.seat = seats[i].slot;
		if (!e && t.kind)
			e = seat_play(&t, n, why);
	}
	return e;
}

/* Until no seat of a computer has an order left: seats may answer each other.
 */
static enum err run(struct cli *c, struct app *h, const char *game,
		    struct why *why)
{
	struct game_row g = { .id = 0 };
	int given = 0, before;
	enum err e = game ? cli_game(c, h, game, &g, why) : ERR_OK;

	do {
		before = given;
		for (int i = 0; !e && i < PLAYER_LEVELS; i++) {
			struct computer p = { .level = (enum player_level)i };

			e = computer_find(c, h, false, &p, why);
			if (!e)
				e = computer_play(c, h, &p, g.id, &given, why);
			else if (e == ERR_NOT_FOUND)
				e = ERR_OK;
			key_secret_release(&p.key);
		}
	} while (!e && given > before);
	if (!e && !c->quiet)
		printf("%d orders\n", given);
	return e;
}

/* Judge the mails here, unless a daemon does. */
static enum err house_open(struct cli *c, struct app *h, struct why *why)
{
	enum err e = app_start_reader(h, &c->config, why);

	if (!e)
		e = app_open(h, &c->config, why);
	if (e != ERR_EXISTS)
		return e;
	app_release(h);
	return app_open(h, &c->config, why);
}

int command_player(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	struct app h = { 0 };
	struct why why = { 0 };
	const char *what;
	int code;
	enum err e;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	argc -= optind;
	argv += optind;
	what = argc ? argv[0] : "";
	if (!strcmp(what, "seat") && (argc == 3 || argc == 4)) {
		code = cli_house(c, &h);
		if (!code) {
			e = seat(c, &h, argv[1], argv[2],
				 argc == 4 ? argv[3] : "fair", &why);
			code = e ? cli_fail(c, e, &why) : EXIT_FINE;
		}
	} else if (!strcmp(what, "run") && argc <= 2) {
		code = cli_config(c);
		if (!code) {
			e = house_open(c, &h, &why);
			if (!e)
				e = run(c, &h, argc == 2 ? argv[1] : NULL,
					&why);
			code = e ? cli_fail(c, e, &why) : EXIT_FINE;
		}
	} else {
		code = cli_usage(
			c,
			"seat GAME SEAT [STRENGTH] or run [GAME] was expected");
	}
	app_release(&h);
	return code;
}
