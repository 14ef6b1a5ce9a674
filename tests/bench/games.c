/* tests/bench/games.c */
#include "games.h"
#include "base/crypto.h"
#include "fairness/head_token.h"
#include "auth/sign.h"
#include "bench.h"
#include "judge/judge_private.h"
#include "protocol/judge_lines.h"
#include "judge/game/game_ctx.h"
#include "mail/mime.h"
#include "games/rebellion/rules/rebellion.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	COPIES_AT_ONCE = 2000,
	SEATS = 2,
	FIRST_SERIAL = 10 /* of the first game, behind its setting up */
};

static void row_of(struct played *g, struct str name, struct arena *a,
		   struct game_row *row)
{
	struct why why = { 0 };

	bench_must(store_game_by_name(judge_store(g->j), name, a, row, &why),
		   &why, "game");
}

/* --- players ----------------------------------------------------------- */

void played_key(int64_t game, int seat, struct key_secret *out)
{
	struct hasher h;

	hasher_init(&h, STR(""), ED25519_SIZE);
	hasher_add_u64(&h, (uint64_t)game);
	hasher_add_u8(&h, (uint8_t)seat);
	hasher_end(&h, out->seed);
	out->key.kind = KEY_ED25519;
	out->key.len = ED25519_SIZE;
	ed25519_public(out->seed, out->key.b);
}

static const char *address_of(struct arena *a, int64_t game, int seat)
{
	return arena_printf(a, "p%lld.%d@example.test", (long long)game, seat);
}

static struct str name_of(const struct played *g, struct arena *a, int64_t game)
{
	return game ? str_of(arena_printf(a, "club-%lld", (long long)game))
		    : g->first;
}

static int64_t person_add(struct played *g, int64_t game, int seat,
			  struct arena *a)
{
	struct person_row p = {
		.name = str_of(arena_printf(a, "Player %lld %c",
					    (long long)game, 'A' + seat)),
		.address = str_of(address_of(a, game, seat)),
		.language = seat ? STR("es") : STR("en"),
		.zone = STR("UTC"),
	};
	struct key_secret secret;

	played_key(game, seat, &secret);
	return played_person(g, &p, &secret.key);
}

int64_t played_person(struct played *g, const struct person_row *p,
		      const struct key *key)
{
	struct store *st = judge_store(g->j);
	struct why why = { 0 };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct key_row k = { .added_s = 1 };
	struct buf line;
	int64_t id = 0;

	bench_must(store_person_add(st, p, 1, &id, &why), &why, "person");
	key_fingerprint(key, fingerprint);
	buf_init(&line, 1000);
	key_render(key, STR("bench"), &line);
	k.person = id;
	k.fingerprint = str_of(fingerprint);
	k.key = buf_str(&line);
	bench_must(store_key_add(st, &k, &why), &why, "key");
	buf_release(&line);
	return id;
}

/* --- mails ------------------------------------------------------------- */

struct str played_sign(const struct played *g, const struct author *from,
		       const char *orders, struct arena *a)
{
	const struct game_row *row = from->row;
	struct hash head;
	struct head_token top;
	char seen[HEAD_TOKEN_TEXT];
	struct canon canon;
	struct why why = { 0 };
	struct buf b;
	struct str s;

	bench_must(game_ctx_head(g->j, row, row->point, &head, &why), &why,
		   "head");
	top = head_token_of(head.b);
	head_token_render(&top, seen);
	if (sign_prepare(
		    a,
		    str_of(arena_printf(
			    a, "ORDERS %.*s %c %lld %d\nSEEN %s\n%s",
			    STR_ARG(row->name), 'A' + from->seat,
			    (long long)row->point, from->serial, seen, orders)),
		    &canon))
		bench_die("these are no orders: %s", orders);
	buf_init(&b, 1 << 20);
	buf_addf(&b,
		 "Return-Path: <%s>\r\nReceived: from mail.example.test by "
		 "mx.example.test with ESMTPS;\r\n Sat, 21 Nov 2026 10:00:00 "
		 "+0000\r\nMessage-ID: <%lld.%.*s.%c%d@example.test>\r\n"
		 "Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n"
		 "User-Agent: Mozilla Thunderbird\r\nMIME-Version: 1.0\r\n"
		 "Subject: Re: the next turn\r\nTo: %s\r\nFrom: Player <%s>\r\n"
		 "Content-Type: text/plain; charset=UTF-8\r\n"
		 "Content-Transfer-Encoding: 8bit\r\n\r\n",
		 from->address, (long long)row->point, STR_ARG(row->name),
		 'A' + from->seat, from->serial, g->config.address,
		 from->address);
	sign_document(from->key, &canon, &b);
	/* the answers go by it, so no two mails may have the same */
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct str mail_of(const struct played *g, int64_t game,
			  const struct game_row *row, int seat, int serial,
			  const char *orders, struct arena *a)
{
	struct key_secret key;
	struct author from = { .row = row,
			       .seat = seat,
			       .serial = serial,
			       .key = &key,
			       .address = address_of(a, game, seat) };

	played_key(game, seat, &key);
	return played_sign(g, &from, orders, a);
}

/* where mail k leads: figures 1 and 2 take turns, and go ahead and back */
static struct vec to_of(const struct played *g, int k)
{
	int seat = (g->active + k) % SEATS, turn = k / SEATS;
	struct vec at = g->at[seat][turn % 2];

	if (turn / 2 % 2 == 0)
		at.y += 100 * g->ahead[seat];
	return at;
}

struct str played_mail(struct played *g, int64_t game, int k, struct arena *a)
{
	int seat = (g->active + k) % SEATS, turn = k / SEATS;
	struct vec to = to_of(g, k);
	struct game_row row;

	row_of(g, name_of(g, a, game), a, &row);
	if (row.point != g->point + k)
		bench_die("game %lld is at point %lld, not at that of mail %d",
			  (long long)game, (long long)row.point, k);
	return mail_of(g, game, &row, seat, turn + (game ? 1 : FIRST_SERIAL),
		       arena_printf(a, "MOVE %c%d TO %d.%02d %d.%02d\n",
				    'A' + seat, turn % 2 + 1, to.x / 100,
				    to.x % 100, to.y / 100, to.y % 100),
		       a);
}

struct raw_mail played_file(const char *dir, int64_t i, struct arena *a)
{
	const char *path = arena_printf(a, "%s/%07lld", dir, (long long)i);
	char room[16384];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, room, sizeof(room));

	if (n <= 0)
		bench_die("%s: %s", path, strerror(errno));
	close(fd);
	return (struct raw_mail){
		.received_s = 1764547200,
		.bytes = arena_str(a, (struct str){ room, (size_t)n }),
	};
}

static bool note_verdict(void *context, const struct inbox_row *row)
{
	struct buf *b = context;

	buf_clear(b);
	buf_adds(b, row->verdict);
	return false;
}

struct str played_verdict(struct played *g, struct arena *a)
{
	struct buf verdict;
	struct str s;
	struct why why = { 0 };

	buf_init(&verdict, 100);
	bench_must(store_inbox_choose(
			   judge_store(g->j),
			   &(struct mail_choice){ .state = -1, .max = 1 }, a,
			   note_verdict, &verdict, &why),
		   &why, "inbox");
	s = arena_str(a, buf_str(&verdict));
	buf_release(&verdict);
	return s;
}

struct counting {
	int64_t adjudicated, all, last;
};

static bool count_verdict(void *context, const struct inbox_row *row)
{
	struct counting *c = context;

	c->adjudicated += str_is(row->verdict, "adjudicated");
	c->all++;
	c->last = row->id;
	return true;
}

void played_count(struct played *g, int64_t *adjudicated, int64_t *all)
{
	struct counting c = { 0 };
	struct why why = { 0 };
	int64_t before;

	do {
		struct arena a = { 0 };

		before = c.all;
		bench_must(store_inbox_choose(
				   judge_store(g->j),
				   &(struct mail_choice){ .state = -1,
							  .before = c.last,
							  .max = 1000 },
				   &a, count_verdict, &c, &why),
			   &why, "inbox");
		arena_release(&a);
	} while (c.all > before);
	*adjudicated = c.adjudicated;
	*all = c.all;
}

/* --- the first game ---------------------------------------------------- */

static const struct rb_state *state_of(struct played *g, int64_t id,
				       struct arena *a)
{
	struct game *view = arena_alloc(a, sizeof(*view));
	struct why why = { 0 };

	bench_must(judge_game_view(g->j, id, -1, view, &why), &why, "view");
	return (const struct rb_state *)(const void *)view->state;
}

/* orders of the first game, which must be taken */
static void say(struct played *g, const struct game_row *row, int seat,
		int serial, const char *lines, struct arena *a)
{
	struct game_row now;
	struct why why = { 0 };
	struct raw_mail m = { .received_s = 1764547200 };
	struct str verdict;
	int n = 0;

	row_of(g, row->name, a, &now);
	m.bytes = mail_of(g, 0, &now, seat, serial, lines, a);
	bench_must(judge_mails_store(g->j, &m, 1, NULL, &n, &why), &why,
		   "take");
	bench_must(judge_work(g->j, 1, &n, &why), &why, "work");
	verdict = played_verdict(g, a);
	if (!str_is(verdict, "adjudicated"))
		bench_die("the first game: %.*s for %s", STR_ARG(verdict),
			  lines);
}

static const char *deployment(const struct rb_state *s, int seat, int figures,
			      struct arena *a)
{
	bool south = s->player[seat].side == RB_SOUTH;
	int32_t y = south ? 200 : s->board_h - 200;
	struct buf b;
	const char *text;

	if (!south && s->player[seat].side != RB_NORTH)
		bench_die("the first game: neither north nor south");
	buf_init(&b, 65536);
	for (int i = 0; i < figures; i++)
		buf_addf(&b, "DEPLOY %c%d AT %d.5 %d.%02d FACE %d\n",
			 'A' + seat, i + 1, 8 + 2 * i, y / 100, y % 100,
			 south ? 0 : 180);
	text = arena_strdup(a, b.s);
	buf_release(&b);
	return text;
}

static void first_turn_of(struct played *g, int64_t id, struct arena *a)
{
	const struct rb_state *s = state_of(g, id, a);

	if (s->head.phase != RB_PLAY)
		bench_die("the first game is in phase %d", s->head.phase);
	g->active = s->head.active;
	for (int seat = 0; seat < SEATS; seat++) {
		for (int i = 0; i < 2; i++) {
			int f = rb_find(s, label_of((char)('A' + seat), i + 1));

			g->at[seat][i] = s->fig[f].at;
		}
		g->ahead[seat] = s->player[seat].side == RB_SOUTH ? 1 : -1;
	}
}

static void first_game(struct played *g, int figures)
{
	struct arena a = { 0 };
	struct game_option options[] = {
		{ .name = STR("build"), .seat = -1, .value = { 200 }, .n = 1 },
		/* 0..2 items of terrain each: none */
		{ .name = STR("terrain_items"),
		  .seat = -1,
		  .value = { 1 },
		  .n = 1 },
	};
	struct game_plan plan = { .name = STR("first"),
				  .system = STR("rebellion"),
				  .n_players = SEATS,
				  .options = options,
				  .n_options = ARRAY_LEN(options),
				  .deadline_s = 7 * 86400 };
	struct why why = { 0 };
	struct game_row row;
	struct str name;
	int64_t id, person[SEATS];
	int serial[SEATS] = { 0 };

	bench_must(store_begin(judge_store(g->j), &why), &why, "begin");
	for (int i = 0; i < SEATS; i++)
		person[i] = person_add(g, 0, i, &a);
	bench_must(store_commit(judge_store(g->j), &why), &why, "commit");
	bench_must(judge_game_new(g->j, &plan, &a, &name, &id, &why), &why,
		   "new game");
	for (int i = 0; i < SEATS; i++)
		bench_must(judge_seat(g->j, id, i, person[i], &why), &why,
			   "seat");
	bench_must(judge_game_start(g->j, id, &why), &why, "start");
	bench_must(store_game_get(judge_store(g->j), id, &a, &row, &why), &why,
		   "game");
	for (int i = 0; i < SEATS; i++)
		say(g, &row, i, ++serial[i],
		    arena_printf(&a, "ARMY %d x Utem Guardsman *\n", figures),
		    &a);
	for (int i = 0; i < SEATS; i++)
		say(g, &row, i, ++serial[i],
		    i ? "SIDE N\nEND\n" : "SIDE S\nEND\n", &a);
	for (int i = 0; i < SEATS; i++) {
		const struct rb_state *s = state_of(g, id, &a);

		say(g, &row, s->head.active, ++serial[s->head.active],
		    deployment(s, s->head.active, figures, &a), &a);
	}
	arena_release(&a);
}

static bool note_first(void *context, const struct game_row *row)
{
	*(int64_t *)context = row->id;
	return false;
}

static void find_first(struct played *g)
{
	struct arena a = { 0 };
	struct game_row row;
	struct why why = { 0 };
	int64_t id = 0, counts[GAME_STATES];

	bench_must(
		store_game_list(judge_store(g->j),
				&(struct game_choice){ .state = -1, .max = 1 },
				&a, note_first, &id, &why),
		&why, "games");
	bench_must(store_game_counts(judge_store(g->j), counts, &why), &why,
		   "games");
	for (int i = 0; i < GAME_STATES; i++)
		g->n += counts[i];
	if (id) {
		g->n--;
		bench_must(
			store_game_get(judge_store(g->j), id, &a, &row, &why),
			&why, "game");
		g->point = row.point;
		g->first = arena_str(&g->arena, row.name);
		first_turn_of(g, id, &a);
	}
	arena_release(&a);
}

/* --- copies ------------------------------------------------------------ */

struct original {
	struct game_row row;
	struct head_row head;
	struct seat_row seats[SEATS];
	struct str secret[3];
	int64_t next[3];
	struct str state;
};

static void original_read(struct played *g, struct original *o, struct arena *a)
{
	struct store *st = judge_store(g->j);
	struct why why = { 0 };
	int64_t id = 0;
	int n = 0;

	bench_must(store_game_list(
			   st, &(struct game_choice){ .state = -1, .max = 1 },
			   a, note_first, &id, &why),
		   &why, "games");
	bench_must(store_game_get(st, id, a, &o->row, &why), &why, "game");
	bench_must(store_head_get(st, id, o->row.point, &o->head, &why), &why,
		   "head");
	bench_must(store_seat_list(st, id, a, o->seats, SEATS, &n, &why), &why,
		   "seats");
	bench_must(store_snapshot_get(st, id, o->row.point, a, &o->state, &why),
		   &why, "snapshot");
	for (int kind = SECRET_GAME_ID; kind <= SECRET_HIDDEN; kind++) {
		uint8_t secret[SECRET_MAX];
		size_t len = 0;

		bench_must(store_secret_get(
				   st,
				   &(struct secret_id){
					   id, (enum secret_kind)kind, 0 },
				   secret, &len, &o->next[kind], &why),
			   &why, "secret");
		o->secret[kind] =
			(struct str){ arena_copy(a, secret, len), len };
	}
}

/* what its seat was last told: a report is looked for before the next one */
static enum err told_before(struct store *st, const struct game_row *game,
			    const struct seat_row *s, struct arena *a,
			    struct why *why)
{
	struct outbox_row letter = {
		.game = game->id,
		.slot = s->slot,
		.point = game->point,
		.kind = STR("report"),
		.person = s->person,
		.address = STR("told@example.test"),
		.language = STR("en"),
		.message_id = str_of(arena_printf(
			a, "%.*s.%lld.%c@example.test", STR_ARG(game->name),
			(long long)game->point, 'A' + s->slot)),
		.matter = STR("{}"),
	};
	int64_t id;
	enum err e = store_outbox_add(st, &letter, &id, why);

	return e ? e : store_outbox_withdraw(st, id, "", 0, why);
}

static void copy_one(struct played *g, const struct original *o, int64_t number,
		     struct arena *a)
{
	struct store *st = judge_store(g->j);
	struct why why = { 0 };
	struct game_row row = o->row;
	struct head_row head = o->head;
	struct timer_row timer = { .kind = 1,
				   .slot = g->active,
				   .due_s = INT32_MAX };
	enum err e;

	row.name = name_of(g, a, number);
	e = store_game_add(st, &row, &row.id, &why);
	if (!e)
		e = store_game_update(st, &row, &why);
	head.game = timer.game = row.id;
	if (!e)
		e = store_head_add(st, &head, &why);
	if (!e)
		e = store_snapshot_put(st, row.id, row.point, o->state, &why);
	if (!e)
		e = store_timer_set(st, &timer, &why);
	for (int i = 0; !e && i < SEATS; i++) {
		struct seat_row s = o->seats[i];

		s.game = row.id;
		s.person = person_add(g, number, i, a);
		e = store_seat_put(st, &s, &why);
		if (!e)
			e = store_seat_floor(st, row.id, i, s.floor, &why);
		if (!e)
			e = told_before(st, &row, &s, a, &why);
	}
	for (int i = 0; !e && i < 3; i++)
		e = store_secret_add(st, row.id, (enum secret_kind)i, 0,
				     o->secret[i], o->next[i], &why);
	bench_must(e, &why, "copy");
}

void played_make(struct played *g, int64_t n, int figures)
{
	struct arena a = { 0 };
	struct original o;
	struct why why = { 0 };

	if (!g->point) {
		first_game(g, figures);
		find_first(g);
	}
	original_read(g, &o, &a);
	while (g->n < n) {
		struct arena each = { 0 };

		bench_must(store_begin(judge_store(g->j), &why), &why, "begin");
		for (int i = 0; i < COPIES_AT_ONCE && g->n < n; i++)
			copy_one(g, &o, ++g->n, &each);
		bench_must(store_commit(judge_store(g->j), &why), &why,
			   "commit");
		arena_release(&each);
	}
	arena_release(&a);
}

/* --- what became of it ------------------------------------------------- */

void played_check(struct played *g, int64_t game, int n_mails)
{
	struct arena a = { 0 };
	const struct rb_state *s;
	struct game_row row;

	row_of(g, name_of(g, &a, game), &a, &row);
	s = state_of(g, row.id, &a);
	for (int k = n_mails > 4 ? n_mails - 4 : 0; k < n_mails; k++) {
		int seat = (g->active + k) % SEATS, turn = k / SEATS;
		int f = rb_find(s, label_of((char)('A' + seat), turn % 2 + 1));

		if (s->fig[f].at.y != to_of(g, k).y)
			bench_die("game %lld: mail %d did not move its figure",
				  (long long)game, k);
	}
	arena_release(&a);
}

/* --- open and close ---------------------------------------------------- */

/* the orders' reader, with the names of the first game's figures */
static void grammar_open(struct played *g)
{
	struct vocabulary *v = ARENA_NEW(&g->arena, struct vocabulary);
	struct game *view = arena_alloc(&g->arena, sizeof(*view));
	struct why why = { 0 };
	enum err e;

	g->grammar = ARENA_NEW(&g->arena, struct grammar);
	vocabulary_init(v, &g->arena);
	e = vocabulary_load(v, g->config.templates, system_rebellion.name,
			    &why);
	if (!e)
		e = grammar_init(g->grammar, &system_rebellion,
				 &grammar_rebellion, v, &g->arena, &why);
	if (!e && g->point)
		e = judge_game_view(g->j, 1, 0, view, &why);
	bench_must(e, &why, "grammar");
	if (g->point)
		game_names(&g->house.games.kinds[0], view, &g->arena,
			   &g->names);
}

void played_orders(const struct played *g, struct str text)
{
	struct arena a = { 0 };
	struct orders *o = ARENA_NEW(&a, struct orders);
	struct word_lines words;
	struct dispute_line dispute;

	orders_read(&a, g->grammar, &g->names, -1,
		    judge_lines_parse(&a, g->grammar->words, text, &words,
				      &dispute),
		    o);
	if (o->n_complaints || !o->n_lines)
		bench_die("orders were not understood");
	arena_release(&a);
}

/* The same in every run, so that the same game is played. */
static void random_here(void *context, void *out, size_t len)
{
	static uint64_t drawn;
	uint8_t *to = out, bytes[ED25519_SIZE];

	(void)context;
	for (size_t n; len; to += n, len -= n) {
		struct hasher h;

		n = len < sizeof(bytes) ? len : sizeof(bytes);
		hasher_init(&h, STR(""), sizeof(bytes));
		hasher_add_u64(&h, ++drawn);
		hasher_end(&h, bytes);
		memcpy(to, bytes, n);
	}
}

/* Mails are read in this process: a reader that confines itself cannot live
 * under valgrind. */
static enum err read_here(void *context, const struct mail_batch *b,
			  struct why *why)
{
	static struct mime mime;

	(void)context;
	(void)why;
	if (!mime.options)
		mime_init(&mime);
	for (int i = 0; i < b->n; i++) {
		b->each[i] = ERR_OK;
		mime_parse(&mime, b->a, b->raw[i], &b->m[i]);
		b->done(b->of, i);
	}
	return ERR_OK;
}

void played_judge_open(struct played *g, const char *config)
{
	bool alone = getenv("HERALDO_BENCH_ALONE") != NULL;
	struct why why = { 0 };
	enum err e;

	*g = (struct played){ 0 };
	e = config_load(&g->config, config, &g->arena, &why);
	if (!e && !alone)
		e = app_start_reader(&g->house, &g->config, &why);
	if (!e)
		e = app_open(&g->house, &g->config, &why);
	bench_must(e, &why, config);
	g->j = g->house.judge;
	if (alone) {
		g->j->c.env.read = read_here;
		g->j->c.env.random = random_here;
	}
}

void played_open(struct played *g, const char *config)
{
	played_judge_open(g, config);
	find_first(g);
	grammar_open(g);
}

void played_close(struct played *g)
{
	app_release(&g->house);
	arena_release(&g->arena);
}

uint32_t played_bits(const void *source, uint32_t roll, uint32_t draw)
{
	struct hasher h;
	uint8_t out[32];
	uint32_t v;

	(void)source;
	hasher_init(&h, STR(""), sizeof(out));
	hasher_add_u32(&h, roll);
	hasher_add_u32(&h, draw);
	hasher_end(&h, out);
	memcpy(&v, out, sizeof(v));
	return v;
}
