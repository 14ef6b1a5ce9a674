/*
 * tests/unit/judge_fixture.h - a judge with the toy game, a clock that stands
 * still until it is set, chance that is the same in every run, mails that are
 * really read and really signed.
 */
#ifndef TESTS_JUDGE_FIXTURE_H
#define TESTS_JUDGE_FIXTURE_H
#include "fairness/head_token.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "base/str.h"
#include "verifier/export_game.h"
#include "judge/notify/addressee.h"
#include "judge/notify/payload.h"
#include "judge/judge_private.h"
#include "judge/judge.h"
#include "judge/inbox/verdict.h"
#include "judge/game/game_ctx.h"
#include "mail/mime.h"
#include "toy.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FIX_START = 1764547200, FIX_PLAYERS = 8 }; /* 2025-12-01 00:00 UTC */

struct player {
	struct key_secret key;
	const char *name, *address;
	int64_t person;
};

struct fix {
	char path[64];
	struct arena arena;
	struct vocabulary words;
	struct grammar grammar;
	struct judge *j;
	struct judge_config config;
	struct why why;
	int64_t now;
	uint64_t n_random;
	bool poison; /* the reader dies of every mail that holds "POISON" */
	struct player p[FIX_PLAYERS];
	int64_t game;
	int64_t words_s; /* of new games: for their random words, 0: none */
	struct str name; /* of the game */
	int n_mails;
};

static struct mime fix_mime;

static inline int64_t fix_now(void *context)
{
	return ((struct fix *)context)->now;
}

static inline void fix_random(void *context, void *out, size_t len)
{
	struct fix *f = context;
	uint8_t *to = out;

	while (len) {
		struct hasher h;
		uint8_t bytes[32];
		size_t n = len < 32 ? len : 32;

		hasher_init(&h, STR(""), 32);
		hasher_add_u64(&h, ++f->n_random);
		hasher_end(&h, bytes);
		memcpy(to, bytes, n);
		to += n;
		len -= n;
	}
}

static inline bool fix_holds(struct str s, const char *z)
{
	size_t n = strlen(z);

	for (size_t i = 0; i + n <= s.len; i++)
		if (!memcmp(s.s + i, z, n))
			return true;
	return false;
}

/* how often */
static inline int fix_count(struct str s, const char *z)
{
	size_t n = strlen(z);
	int found = 0;

	for (size_t i = 0; i + n <= s.len; i++)
		found += !memcmp(s.s + i, z, n);
	return found;
}

static inline enum err fix_read(void *context, const struct mail_batch *b,
				struct why *why)
{
	struct fix *f = context;

	for (int i = 0; i < b->n; i++) {
		b->each[i] = ERR_OK;
		if (f->poison && fix_holds(b->raw[i], "POISON"))
			b->each[i] = why_set(why, ERR_POISON, "it died");
		else
			mime_parse(&fix_mime, b->a, b->raw[i], &b->m[i]);
		b->done(b->of, i);
	}
	return ERR_OK;
}

/* every event the reader may see, as it stands in the log */
static inline enum err fix_render(void *context, const struct mail_content *l,
				  struct buf *out, struct why *why)
{
	struct buf fault;

	(void)context;
	(void)why;
	buf_addf(out, "%.*s to %.*s\n", STR_ARG(l->row->kind),
		 STR_ARG(l->row->address));
	if (l->game)
		buf_addf(out, "%.*s point %lld serial %lld\n",
			 STR_ARG(l->game->name), (long long)l->row->point,
			 (long long)l->serial);
	if (l->first_s)
		buf_addf(out, "sent again, first at %lld\n",
			 (long long)l->first_s);
	if (l->word)
		buf_addf(out, "the word can be %s\n",
			 l->word == MAIL_ENTROPY_SEAL   ? "sealed"
			 : l->word == MAIL_ENTROPY_OPEN ? "opened"
							: "asked");
	if (l->game)
		buf_addf(out, "state %d due %lld\n", (int)l->game->state,
			 (long long)l->deadline_s[0]);
	for (int i = 0; i < l->n_events; i++) {
		event_render(out, &l->sys->events, &l->events[i]);
		buf_addc(out, '\n');
	}
	for (int i = 0; i < l->n_said; i++)
		buf_addf(out, "%c writes for %x, not %x: %.*s\n",
			 'A' + l->said[i].seat, l->said[i].seats,
			 l->said[i].unread, STR_ARG(l->said[i].text));
	for (int i = 0; i < l->n_parts; i++) {
		buf_addz(out, "of it: ");
		(void)fix_render(context, &l->parts[i], out, why);
		buf_adds(out, l->parts[i].first_lines);
	}
	for (int i = 0; i < l->n_opened; i++)
		buf_addf(out, "opens %.*s\n", STR_ARG(l->opened[i]));
	for (int i = 0; i < 2 && str_is(l->row->kind, "dice_stats"); i++)
		for (int face = 0; face < 6; face++)
			buf_addf(out, "%lld ", (long long)l->rolled[i][face]);
	buf_adds(out, l->row->matter);
	buf_addc(out, '\n');
	buf_init(&fault, 4096);
	if (!payload_fits(l->row->kind, l->row->matter, &fault)) {
		fprintf(stderr, "payloads.def: %.*s:%.*s\n",
			STR_ARG(l->row->kind), STR_ARG(buf_str(&fault)));
		abort();
	}
	buf_release(&fault);
	return ERR_OK;
}

static inline void fix_player(struct fix *f, int i, const char *name,
			      const char *address)
{
	struct player *p = &f->p[i];

	p->name = name;
	p->address = address;
	memset(p->key.seed, i + 1, sizeof(p->key.seed));
	p->key.key.kind = KEY_ED25519;
	p->key.key.len = ED25519_SIZE;
	ed25519_public(p->key.seed, p->key.key.b);
}

static inline void fix_open(struct fix *f)
{
	enum err e = judge_open(&f->j, &f->config, &f->why);

	if (e)
		fprintf(stderr, "%s\n", f->why.text);
	assert(!e);
}

static inline void fix_forget(const struct fix *f)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-lock" };
	char name[80];

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		snprintf(name, sizeof(name), "%s%s", f->path, ends[i]);
		unlink(name);
	}
}

static inline void fix_init(struct fix *f, const char *path)
{
	enum err e;

	memset(f, 0, sizeof(*f));
	crypto_init();
	snprintf(f->path, sizeof(f->path), "%s.%d.db", path, (int)getpid());
	fix_forget(f);
	/* the library beneath can be started once in a process */
	if (!fix_mime.options)
		mime_init(&fix_mime);
	vocabulary_init(&f->words, &f->arena);
	e = vocabulary_load(&f->words, SRCDIR "/templates", NULL, &f->why);
	if (!e)
		e = vocabulary_add(&f->words, "en", str_of(toy_words), "toy",
				   &f->why);
	if (!e)
		e = grammar_init(&f->grammar, &system_toy, &grammar_toy,
				 &f->words, &f->arena, &f->why);
	if (e)
		fprintf(stderr, "%s\n", f->why.text);
	assert(!e);
	fix_player(f, 0, "Ana", "ana@one.test");
	fix_player(f, 1, "Bob", "bob@two.test");
	fix_player(f, 2, "Cy", "cy@three.test");
	f->now = FIX_START;
	f->config = (struct judge_config){
		.database = f->path,
		.schema = SRCDIR "/db/schema",
		.name = STR("Judge"),
		.address = STR("judge@court.test"),
		.language = STR("en"),
		.zone = STR("UTC"),
		.systems = { { .rules = &system_toy, .grammar = &f->grammar } },
		.n_systems = 1,
		.env = { .context = f,
			 .now_s = fix_now,
			 .random = fix_random,
			 .read = fix_read,
			 .render = fix_render },
	};
	memset(f->config.key.seed, 99, sizeof(f->config.key.seed));
	f->config.key.key = f->p[0].key.key;
	ed25519_public(f->config.key.seed, f->config.key.key.b);
	fix_open(f);
}

static inline void fix_release(struct fix *f)
{
	judge_close(f->j);
	fix_forget(f);
	arena_release(&f->arena);
}

static inline int64_t fix_person(struct fix *f, int i)
{
	struct buf line;
	enum err e;

	e = judge_person_add(f->j, str_of(f->p[i].name),
			     str_of(f->p[i].address), STR("en"), STR("UTC"),
			     &f->p[i].person, &f->why);
	assert(!e);
	buf_init(&line, 1000);
	key_render(&f->p[i].key.key, STR("key"), &line);
	e = judge_key_add(f->j, f->p[i].person, buf_str(&line), &f->why);
	assert(!e);
	buf_release(&line);
	return f->p[i].person;
}

/* a game that is open, with nobody in it */
static inline void fix_game(struct fix *f, int64_t deadline_s, int64_t master)
{
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .deadline_s = deadline_s,
				  .words_s = f->words_s,
				  .master = master };
	enum err e = judge_game_new(f->j, &plan, &f->arena, &f->name, &f->game,
				    &f->why);

	assert(!e);
}

/* Ana and Bob sit down at the game that is there, and it begins */
static inline void fix_begun(struct fix *f)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < 2; i++)
		e = judge_seat(f->j, f->game, i, f->p[i].person, &f->why);
	if (!e)
		e = judge_game_start(f->j, f->game, &f->why);
	assert(!e);
}

/* Ana and Bob sit down; the picks are awaited */
static inline void fix_started(struct fix *f, int64_t deadline_s)
{
	fix_person(f, 0);
	fix_person(f, 1);
	fix_game(f, deadline_s, 0);
	fix_begun(f);
}

/* Ana and Bob play, Cy leads them. */
static inline void fix_led(struct fix *f)
{
	fix_person(f, 0);
	fix_person(f, 1);
	fix_game(f, 0, fix_person(f, 2));
	fix_begun(f);
}

static inline int64_t fix_point(struct fix *f)
{
	struct game_row g;
	enum err e = store_game_get(judge_store(f->j), f->game, &f->arena, &g,
				    &f->why);

	assert(!e);
	return g.point;
}

static inline struct toy_state fix_state(struct fix *f)
{
	struct game *g = arena_alloc(&f->arena, sizeof(*g));
	struct toy_state s;
	enum err e = judge_game_view(f->j, f->game, 0, g, &f->why);

	assert(!e);
	memcpy(&s, g->state, sizeof(s));
	return s;
}

/* a whole mail, from the body's text */
static inline struct str fix_mail(struct fix *f, const char *from,
				  struct str body)
{
	return str_of(arena_printf(
		&f->arena,
		"From: %s\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nSubject: move\r\n"
		"Content-Type: text/plain; charset=utf-8\r\n\r\n%.*s",
		from, ++f->n_mails, STR_ARG(body)));
}

/* orders, signed by player `who`, as a block that can be mailed */
/* what names no game names its judge */
static inline const char *fix_addressed(struct fix *f, const char *text)
{
	static const char
		*const of_games[] = {
			"ORDERS ",  "PREVIEW ", "GM ",   "KEYS ",
			"JOIN ",    "WATCH ",   "Ó",     "JUDGE ",
			"ORDENES ", "CLAVES ",  "MOVES " /* test_shelf */
		};
	struct str s = str_upper(&f->arena, str_of(text));
	struct str line =
		addressee_line(&f->arena, NULL, &f->config.key.key, STR("en"));

	for (size_t i = 0; i < sizeof(of_games) / sizeof(*of_games); i++)
		if (str_starts(s, of_games[i]))
			return text;
	return memmem(s.s, s.len, "JUDGE ", 6)
		       ? text
		       : arena_printf(&f->arena, "%s%s%.*s\n", text,
				      s.len && s.s[s.len - 1] == '\n' ? ""
								      : "\n",
				      STR_ARG(line));
}

static inline struct str fix_signed_plain(struct fix *f, int who,
					  const char *text)
{
	struct canon canon;
	struct buf out;
	struct str s;
	enum sig_error fault;

	fault = sign_prepare(&f->arena, str_of(text), &canon);
	assert(!fault);
	buf_init(&out, 1 << 20);
	sign_document(&f->p[who].key, &canon, &out);
	s = arena_str(&f->arena, buf_str(&out));
	buf_release(&out);
	return s;
}

static inline struct str fix_signed(struct fix *f, int who, const char *text)
{
	return fix_signed_plain(f, who, fix_addressed(f, text));
}

/* who has proved that they would have this seat */
static inline void fix_wishes(struct fix *f, int who, int seat)
{
	char print[KEY_FINGERPRINT_MAX], nonce[40];
	struct join_row row = { .slot = seat,
				.state = JOIN_PROVEN,
				.name = STR("wisher"),
				.language = STR("en"),
				.key = STR(""),
				.word = STR(""),
				.expires_s = f->now + 1000 };
	struct person_row p;
	struct game_row g;
	int64_t id;
	enum err e = store_game_by_name(judge_store(f->j), f->name, &f->arena,
					&g, &f->why);

	if (!e)
		e = store_person_get(judge_store(f->j), f->p[who].person,
				     &f->arena, &p, &f->why);
	assert(!e);
	row.address = p.address;
	snprintf(nonce, sizeof(nonce), "%016d%016d", who, seat);
	key_fingerprint(&f->p[who].key.key, print);
	row.game = g.id;
	row.nonce = str_of(nonce);
	row.fingerprint = str_of(print);
	e = store_begin(judge_store(f->j), &f->why);
	if (!e)
		e = store_join_add(judge_store(f->j), &row, &id, &f->why);
	if (!e)
		e = store_commit(judge_store(f->j), &f->why);
	assert(!e);
	(void)e;
}

/* the line SEEN for a point; of one to come, what can only be made up */
static inline const char *fix_seen(struct fix *f, int64_t point)
{
	struct game_row g;
	struct hash head = { { 1, 2, 3 } };
	char digits[HEAD_TOKEN_TEXT];
	struct head_token seen;
	enum err e = store_game_by_name(judge_store(f->j), f->name, &f->arena,
					&g, &f->why);

	if (!e)
		e = game_ctx_head(f->j, &g, point, &head, &f->why);
	assert(!e || e == ERR_NOT_FOUND);
	seen = head_token_of(head.b);
	head_token_render(&seen, digits);
	return arena_printf(&f->arena, "SEEN %s", digits);
}

/* "ORDERS game seat point serial" and lines, signed, as a whole mail */
static inline struct str fix_orders(struct fix *f, int who, int64_t point,
				    int serial, const char *lines)
{
	const char *text = arena_printf(
		&f->arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n", STR_ARG(f->name),
		'A' + who, (long long)point, serial, fix_seen(f, point), lines);

	return fix_mail(f, f->p[who].address, fix_signed(f, who, text));
}

/* "GM game point serial" and lines, likewise, by who is game master */
static inline struct str fix_commands(struct fix *f, int who, int64_t point,
				      int serial, const char *lines)
{
	const char *text = arena_printf(&f->arena, "GM %.*s %lld %d\n%s\n%s\n",
					STR_ARG(f->name), (long long)point,
					serial, fix_seen(f, point), lines);

	return fix_mail(f, f->p[who].address, fix_signed(f, who, text));
}

/* The same mail with this text in it as its author typed it. */
static inline struct str fix_typed(struct fix *f, struct str raw,
				   const char *was, const char *is)
{
	char *copy = arena_copy(&f->arena, raw.s, raw.len);
	char *at = memmem(copy, raw.len, was, strlen(was));

	assert(at);
	assert(strlen(was) == strlen(is));
	memcpy(at, is, strlen(is));
	return (struct str){ copy, raw.len };
}

static inline void fix_take(struct fix *f, struct str raw)
{
	struct raw_mail m = {
		.received_s = f->now,
		.bytes = raw,
	};
	int n;
	enum err e = judge_mails_store(f->j, &m, 1, NULL, &n, &f->why);

	assert(!e);
}

static inline void fix_work(struct fix *f)
{
	int n;
	enum err e = judge_work(f->j, 1000, &n, &f->why);

	if (e)
		fprintf(stderr, "%s: %s\n", err_text(e), f->why.text);
	assert(!e);
}

/* take a mail and work on it; the verdict of the newest mail */
static inline bool fix_note_verdict(void *context, const struct inbox_row *row)
{
	*(struct str *)context = row->verdict;
	return false;
}

static inline struct str fix_verdict(struct fix *f)
{
	struct str verdict = STR("");
	const struct mail_choice newest = { .state = -1, .max = 1 };
	enum err e = store_inbox_choose(judge_store(f->j), &newest, &f->arena,
					fix_note_verdict, &verdict, &f->why);

	assert(!e);
	/* no other word is ever stored */
	if (!verdict_is_known(verdict))
		fprintf(stderr, "'%.*s' is not in verdict.def\n",
			STR_ARG(verdict));
	assert(verdict_is_known(verdict));
	return verdict;
}

static inline struct str fix_send(struct fix *f, struct str raw)
{
	fix_take(f, raw);
	fix_work(f);
	return fix_verdict(f);
}

/* the whole log as text, one event a line, and the head */
static inline bool fix_note_event(void *context, const struct event_row *r)
{
	struct buf *b = context;

	buf_addf(b, "%lld %lld %.*s\n", (long long)r->n, (long long)r->leaf,
		 STR_ARG(r->json));
	return true;
}

static inline struct str fix_log(struct fix *f)
{
	struct game_row g;
	struct buf b;
	struct str s;
	enum err e;

	buf_init(&b, 8 << 20);
	e = store_event_list(judge_store(f->j), f->game, 1, INT64_MAX,
			     fix_note_event, &b, &f->why);
	if (!e)
		e = store_game_get(judge_store(f->j), f->game, &f->arena, &g,
				   &f->why);
	assert(!e);
	buf_addz(&b, "head ");
	hex_render(&b, (struct str){ (const char *)g.head, 32 });
	s = arena_str(&f->arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/*
 * Send what is due, all successfully; append each as "to: text" to out (may be
 * NULL). Gives their number.
 */
static inline int fix_post(struct fix *f, struct buf *out)
{
	int total = 0, n;

	do {
		struct posting v[JUDGE_BATCH];
		struct posting_result r[JUDGE_BATCH];
		enum err e = judge_post(f->j, &f->arena, v, JUDGE_BATCH, &n,
					&f->why);

		assert(!e);
		for (int i = 0; i < n; i++) {
			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT,
							.code = 250 };
			if (out)
				buf_addf(out, "to %.*s: %.*s\n",
					 STR_ARG(v[i].recipient),
					 STR_ARG(v[i].bytes));
		}
		if (n)
			e = judge_posted(f->j, r, n, &f->why);
		assert(!e);
		total += n;
	} while (n);
	return total;
}

/* the same as a text that lives with the fixture */
static inline struct str fix_posted(struct fix *f)
{
	struct buf out;
	struct str s;

	buf_init(&out, 4 << 20);
	fix_post(f, &out);
	s = arena_str(&f->arena, buf_str(&out));
	buf_release(&out);
	return s;
}

static inline enum err fix_line_keep(void *context, struct str line,
				     struct why *why)
{
	(void)why;
	return buf_adds(context, line) ? ERR_OK : ERR_TOO_LARGE;
}

/* the log as the slot may see it (EXPORT_FULL: all of it) */
static inline struct str fix_export(struct fix *f, int slot)
{
	struct buf b;
	struct str s;
	enum err e;

	buf_init(&b, 16 << 20);
	e = export_game(f->j, f->game, slot, fix_line_keep, &b, &f->why);
	if (e)
		fprintf(stderr, "%s\n", f->why.text);
	assert(!e);
	s = arena_str(&f->arena, buf_str(&b));
	buf_release(&b);
	return s;
}
#endif
