/* src/cli/analysis.c */
#include "cli/analysis.h"
#include "verifier/export_game.h"
#include <stdio.h>

static enum err line_add(void *context, struct str line, struct why *why)
{
	return buf_adds(context, line)
		       ? ERR_OK
		       : why_set(why, ERR_TOO_LARGE, "the log is too large");
}

static enum err log_analyse(struct app *h, struct str log,
			    const struct hash *secret, struct analysis *out,
			    struct why *why)
{
	struct verify_means means = { .systems = h->games.kinds,
				      .n_systems = h->games.n,
				      .secret = secret,
				      .analysis = out };
	struct arena a = { 0 };
	struct verify_result r;
	enum err e = ERR_OK;

	analysis_begin(out, NULL);
	verify_export(log, &means, &a, &r);
	if (!r.good)
		e = why_set(why, ERR_TAMPERED, "the log does not verify: %s",
			    r.fault.what);
	arena_release(&a);
	return e;
}

enum err analysis_of_game(struct app *h, int64_t game, struct analysis *out,
			  struct why *why)
{
	struct hash secret = { 0 };
	struct buf log;
	enum err e;

	buf_init(&log, VERIFY_FILE_MAX);
	e = export_secret(h->judge, game, &secret, why);
	if (!e)
		e = export_game(h->judge, game, EXPORT_SO_FAR, line_add, &log,
				why);
	if (!e)
		e = log_analyse(h, buf_str(&log), &secret, out, why);
	buf_release(&log);
	secret_wipe(&secret, sizeof(secret));
	return e;
}

static void print_turn(const struct analysis_turn *t)
{
	char of[16] = "";

	if (t->seat >= 0)
		snprintf(of, sizeof(of), ", seat %c",
			 'A' + t->seat % SEATS_MAX);
	printf("  turn %d%s, to point %lld: leads by %.2f, by its orders "
	       "%+.2f, by its dice %+.2f\n",
	       t->number, of, (long long)t->point, t->value / 100.0,
	       t->order / 100.0, t->luck / 100.0);
}

void analysis_print(struct cli *c, const struct analysis *x)
{
	struct analysis_turn *v =
		ARENA_ARRAY(&c->arena, ANALYSIS_TURNS, struct analysis_turn);
	int n = analysis_turns(x->v, x->n, v, ANALYSIS_TURNS);
	int key[ANALYSIS_KEY], n_key = analysis_key(v, n, key);
	int64_t luck = 0;

	if (!n) {
		printf("no analysis: it needs a full log of a game of two, and "
		       "a turn\n");
		return;
	}
	printf("who led, in points of seat A, by the computer player's "
	       "estimate:\n");
	for (int i = 0; i < n; i++) {
		print_turn(&v[i]);
		luck += v[i].luck;
	}
	printf("turns that decided:\n");
	for (int i = 0; i < n_key; i++)
		print_turn(&v[key[i]]);
	printf("the dice gave seat A %+.2f points in all\n",
	       (double)luck / 100.0);
}
