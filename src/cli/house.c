/* src/cli/house.c */
#include "cli/house.h"
#include "base/private.h"
#include "cli/say.h"
#include "auth/crypto.h"
#include "orders/grammar.h"
#include "rules/rebellion/rebellion.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

static int64_t now_s(void *context)
{
	(void)context;
	return (int64_t)time(NULL);
}

static void random_bytes(void *context, void *out, size_t len)
{
	(void)context;
	random_fill(out, len);
}

static enum err mail_read(void *context, const struct str *raw, int n,
			  struct arena *a, struct message *m, enum err *each,
			  void (*done)(void *of, int i), void *of,
			  struct why *why)
{
	struct house *h = context;

	if (!h->has_worker)
		return why_set(why, ERR_SYSTEM, "this program reads no mail");
	return worker_parse_all(&h->worker, raw, n, a, m, each, done, of, why);
}

static enum err mail_render(void *context, const struct letter *l,
			    struct buf *out, struct why *why)
{
	struct house *h = context;

	return letters_render(h->letters, l, out, why);
}

enum err house_start_reader(struct house *h, const struct config *c,
			    struct why *why)
{
	enum err e = worker_start(&h->worker, &worker_mail, why);

	(void)c;
	h->has_worker = !e;
	return e;
}

/* the grammar of one system, over the words of all languages */
static enum err system_open(struct house *h, const struct game_kind *known,
			    struct game_kind *s, struct why *why)
{
	struct vocabulary *v = ARENA_NEW(&h->arena, struct vocabulary);
	struct grammar *g = ARENA_NEW(&h->arena, struct grammar);
	enum err e;

	vocabulary_init(v, &h->arena);
	e = vocabulary_load(v, h->config->templates, known->rules->name, why);
	if (!e)
		e = grammar_init(g, known->rules, known->orders, v, &h->arena,
				 why);
	*s = *known;
	s->grammar = g;
	return e;
}

/* the dice to come, the judge's key and everybody's mails lie here */
static enum err state_check(struct house *h, struct why *why)
{
	const char *state = h->config->state;
	enum err e = private_check(state, -1, why);

	if (e == ERR_NOT_FOUND)
		return why_set(why, ERR_CONFIG,
			       "the state folder %s is not there; heraldo init "
			       "makes one",
			       state);
	if (!e)
		e = private_check(
			arena_printf(&h->arena, "%s/heraldo.db", state), -1,
			why);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err key_open(struct house *h, struct key_secret *key,
			 struct why *why)
{
	const char *path =
		arena_printf(&h->arena, "%s/judge.key", h->config->state);
	struct stat st;

	if (stat(path, &st))
		return why_set(
			why, ERR_CONFIG,
			"the judge's key %s is not there: %s; heraldo init makes one",
			path, strerror(errno));
	return key_secret_read(path, key, why);
}

static void operator_tell(void *context, const char *words)
{
	(void)context;
	say(SAY_ERROR, "%s", words);
}

enum err house_open(struct house *h, const struct config *c, struct why *why)
{
	struct judge_config jc = {
		.name = str_of(c->name),
		.address = str_of(c->address),
		.language = str_of(c->language),
		.zone = str_of(c->time_zone),
		.joins_a_day = (int)config_number(c->joins),
		.figures = &h->figures,
		.n_systems = n_game_kinds,
		/* who reads mails is the judge, all others are commands */
		.guest = !h->has_worker,
		.env = { .context = h,
			 .now_s = now_s,
			 .random = random_bytes,
			 .read = mail_read,
			 .tell = operator_tell,
			 .render = mail_render },
	};
	enum err e;

	crypto_init();
	h->config = c;
	jc.database = arena_printf(&h->arena, "%s/heraldo.db", c->state);
	jc.schema = arena_printf(&h->arena, "%s/schema", c->data);
	e = state_check(h, why);
	if (!e)
		e = figures_load(
			&h->figures,
			arena_printf(&h->arena, "%s/catalog/figures", c->data),
			why);
	if (!e)
		e = trove_load(
			&h->trove,
			arena_printf(&h->arena, "%s/catalog/dungeons", c->data),
			why);
	h->figures.trove = &h->trove;
	if (!e)
		e = letters_open(&h->letters, c->templates, STR(""),
				 arena_printf(&h->arena, "%s/rules", c->data),
				 why);
	for (int i = 0; !e && i < n_game_kinds; i++)
		e = system_open(h, &game_kinds[i], &jc.systems[i], why);
	if (!e)
		e = key_open(h, &jc.key, why);
	/* its helpers are started for those who read signatures or keys */
	if (!e && *c->gnupg_home && (h->has_worker || h->wants_pgp))
		e = pgp_open(c->gnupg_home, &h->pgp, why);
	jc.pgp = h->pgp;
	if (!e)
		e = judge_open(&h->judge, &jc, why);
	key_secret_release(&jc.key);
	return e;
}

void house_release(struct house *h)
{
	if (h->judge)
		judge_close(h->judge);
	pgp_close(h->pgp);
	letters_close(h->letters);
	figures_release(&h->figures);
	trove_release(&h->trove);
	if (h->has_worker)
		worker_stop(&h->worker);
	arena_release(&h->arena);
	*h = (struct house){ 0 };
}
