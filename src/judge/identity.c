/* src/judge/identity.c */
#include "judge/identity.h"
#include "judge/policies/lifecycle.h"
#include "judge/game/game_keyring.h"
#include "engine/common.h"
#include "auth/sig.h"
#include "base/parse.h"
#include "store/inbox.h"
#include "store/values.h"
#include <limits.h>

enum { GAMES_AT_ONCE = 100 };

static const char key_name[] = "key", address_name[] = "address",
		  copied_name[] = "copied", former_name[] = "former keys",
		  backup_name[] = "backup";

static enum err has_games(struct judge *j, bool *yes, struct why *why)
{
	int64_t n[GAME_STATES];
	enum err e = store_game_counts(j->st, n, why);

	*yes = false;
	for (int i = 0; !e && i < GAME_STATES; i++)
		*yes |= n[i] != 0;
	return e;
}

/* What the judge was when its games began; what it is now if there is none. */
static enum err identity_before(struct judge *j, const char *name,
				struct str now, struct arena *a,
				struct str *out, struct why *why)
{
	bool any;
	enum err e = store_value_get(j->st, name, a, out, why);

	if (!e && str_equal(*out, now))
		return ERR_OK;
	if (!e)
		e = has_games(j, &any, why);
	if ((!e && any) || (e && e != ERR_NOT_FOUND))
		return e;
	why_clear(why);
	*out = now;
	return JUDGE_WHOLE(j, store_value_set(j->st, name, now, why), why);
}

/* What the judge signed with before. */
static enum err former_load(struct judge *j, struct why *why)
{
	struct str lines = STR(""), line;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_value_get(j->st, former_name, &a, &lines, why);
	if (e == ERR_NOT_FOUND) {
		why_clear(why);
		e = ERR_OK;
	}
	j->n_former = 0;
	while (!e && j->n_former < JUDGE_FORMER && parse_line(&lines, &line))
		j->n_former += !key_parse(line, &j->former[j->n_former]);
	arena_release(&a);
	return e;
}

enum err identity_check(struct judge *j, struct why *why)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct str key, address;
	struct arena a;
	enum err e;

	key_fingerprint(&j->c.key.key, fingerprint);
	arena_init(&a);
	e = identity_before(j, key_name, str_of(fingerprint), &a, &key, why);
	if (!e)
		e = former_load(j, why);
	if (!e && !j->c.rekeys && !str_is(key, fingerprint))
		e = why_set(why, ERR_CONFIG,
			    "judge.key is another judge's key (%s): the games "
			    "here are verified by %.*s; put that judge.key "
			    "back, from heraldo backup or from "
			    "judge.key.old; if it is lost, 'heraldo judge "
			    "lost-key' tells every game the new one",
			    fingerprint, STR_ARG(key));
	if (!e && !j->c.moves)
		e = identity_before(j, address_name, j->c.address, &a, &address,
				    why);
	if (!e && !j->c.moves && !str_equal(address, j->c.address))
		e = why_set(why, ERR_CONFIG,
			    "the players of the games here know the judge as "
			    "%.*s, not as %.*s: 'heraldo judge move' tells "
			    "them the new address; else put the old one back "
			    "into the configuration",
			    STR_ARG(address), STR_ARG(j->c.address));
	arena_release(&a);
	return e;
}

/* The command ---------------------------------------------------------------
 */

struct moving {
	struct {
		int64_t id;
		bool over;
	} games[GAMES_AT_ONCE];
	int64_t last;
	int n;
};

static bool note_game(void *context, const struct game_row *g)
{
	struct moving *m = context;

	m->last = g->id;
	if (g->state != GAME_ARCHIVED) {
		m->games[m->n].id = g->id;
		m->games[m->n++].over = game_is_over(g->state);
	}
	return true;
}

/* Something that every game is told: those that are over without a mail. */
struct told {
	bool over; /* they, too */
	enum err (*emit)(struct adjudication *x, void *context,
			 struct why *why);
	void *context;
};

static enum err tell_one(struct judge *j, int64_t game, bool over,
			 const struct told *w, struct why *why)
{
	struct game_txn own, *s;
	enum err e = game_txn_open(&s, &own, j, game, &actor_operator, why);

	if (e)
		return e;
	s->x.quiet = over;
	e = w->emit(&s->x, w->context, why);
	return game_txn_close(s, e, why);
}

static enum err tell_all(struct judge *j, const struct told *w, int *n_games,
			 struct why *why)
{
	struct moving m = { .last = 0 };
	struct arena a;
	enum err e = ERR_OK;

	arena_init(&a);
	do {
		int64_t after = m.last;

		m.n = 0;
		e = store_game_list(
			j->st,
			&(struct game_choice){ .state = -1,
					       .after = after,
					       .max = GAMES_AT_ONCE },
			&a, note_game, &m, why);
		for (int i = 0; !e && i < m.n; i++) {
			if (m.games[i].over && !w->over)
				continue;
			e = tell_one(j, m.games[i].id, m.games[i].over, w, why);
			*n_games += !e && !m.games[i].over;
		}
		if (m.last == after)
			break;
	} while (!e);
	arena_release(&a);
	return e;
}

static enum err emit_moved(struct adjudication *x, void *context,
			   struct why *why)
{
	const struct judge *j = context;
	struct event ev;

	(void)why;
	common_event_judge_moved(&ev, 0, actor_operator.by, j->c.address);
	game_emit(&x->run, &ev);
	return ERR_OK;
}

static enum err move_all(struct judge *j, int *n_games, struct why *why)
{
	const struct told w = { .emit = emit_moved, .context = j };
	enum err e = tell_all(j, &w, n_games, why);

	return e ? e : store_value_set(j->st, address_name, j->c.address, why);
}

enum err judge_move(struct judge *j, int *n_games, struct why *why)
{
	struct str address;
	struct arena a;
	enum err e;

	*n_games = 0;
	arena_init(&a);
	e = store_value_get(j->st, address_name, &a, &address, why);
	if (!e && str_equal(address, j->c.address))
		e = why_set(
			why, ERR_USAGE,
			"the games here know the judge as %.*s already: "
			"first write the new address into the configuration",
			STR_ARG(address));
	if (!e)
		e = JUDGE_WHOLE(j, move_all(j, n_games, why), why);
	arena_release(&a);
	return e;
}

/* Another key ---------------------------------------------------------------
 */

struct rekeying {
	struct judge *j;
	const struct key *next;
	struct str line;               /* it, as events have it */
	const struct key_secret *sign; /* the key before; NULL: it is lost */
	struct buf former;             /* all before, a line each */
};

struct key_of_game {
	const struct event_schema *schema;
	struct arena *a;
	struct str line;
};

static bool note_key(void *context, const struct event_row *r)
{
	struct key_of_game *k = context;
	struct event e;

	if (event_parse_as(r->json, k->schema, COMMON_GAME_CREATED, &e))
		k->line =
			log_event_text(k->a, &e, COMMON_GAME_CREATED_JUDGE_KEY);
	else if (event_parse_as(r->json, k->schema, COMMON_JUDGE_KEY, &e))
		k->line = log_event_text(k->a, &e, COMMON_JUDGE_KEY_KEY);
	return true;
}

static struct str key_line(struct arena *a, const struct key *key)
{
	struct buf b;
	struct str line;

	buf_init(&b, 1000);
	key_render(key, STR("judge"), &b);
	line = arena_str(a, parse_trim(buf_str(&b)));
	buf_release(&b);
	return line;
}

/* Every key before is one of ours, for reports that it has signed. */
static void former_add(struct rekeying *r, const struct key *key)
{
	if (game_keyring_is_judges(r->j, key) &&
	    !key_equal(key, &r->j->c.key.key))
		return;
	if (r->j->n_former < JUDGE_FORMER)
		r->j->former[r->j->n_former++] = *key;
}

static enum err emit_key(struct adjudication *x, void *context, struct why *why)
{
	struct rekeying *r = context;
	struct key_of_game k = { .schema = &x->t->sys->rules->events,
				 .a = x->a };
	struct event ev;
	struct buf b;
	struct key before;
	struct sig sig;
	enum err e = store_event_list(r->j->st, x->t->row.id, 1,
				      x->t->row.n_events, note_key, &k, why);

	if (e)
		return e;
	buf_init(&b, SIG_ARMOUR_MAX);
	if (!key_parse(k.line, &before) && !key_equal(&before, r->next)) {
		former_add(r, &before);
		if (r->sign && key_equal(&before, &r->sign->key)) {
			sig_make(r->sign, SIG_KEY,
				 log_event_key_text(x->a, x->t->row.name,
						    r->line),
				 &sig);
			sig_render(&sig, &b);
		}
		common_event_judge_key(&ev, 0, actor_operator.by, r->line,
				       buf_str(&b));
		game_emit(&x->run, &ev);
	}
	buf_release(&b);
	return ERR_OK;
}

static enum err rekey_all(struct rekeying *r, int *n_games, struct why *why)
{
	const struct told w = { .over = true, .emit = emit_key, .context = r };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct judge *j = r->j;
	enum err e = tell_all(j, &w, n_games, why);

	for (int i = 0; !e && i < j->n_former; i++)
		key_render(&j->former[i], STR("judge"), &r->former);
	if (!e)
		e = store_value_set(j->st, former_name, buf_str(&r->former),
				    why);
	key_fingerprint(r->next, fingerprint);
	return e ? e
		 : store_value_set(j->st, key_name, str_of(fingerprint), why);
}

enum err judge_rekey(struct judge *j, const struct key *next, int *n_games,
		     struct why *why)
{
	struct rekeying r = { .j = j, .next = next };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct str known;
	struct arena a;
	enum err e;

	*n_games = 0;
	arena_init(&a);
	key_fingerprint(&j->c.key.key, fingerprint);
	e = store_value_get(j->st, key_name, &a, &known, why);
	if (!e && next && !str_is(known, fingerprint))
		e = why_set(why, ERR_USAGE,
			    "judge.key is not the key of the games here, and "
			    "cannot sign the new one: put it back, or use "
			    "'heraldo judge lost-key'");
	if (!e && !next && str_is(known, fingerprint))
		e = why_set(why, ERR_USAGE,
			    "judge.key is the key of the games here: it is not "
			    "lost");
	r.sign = next ? &j->c.key : NULL;
	if (!next)
		r.next = &j->c.key.key;
	r.line = key_line(&a, r.next);
	buf_init(&r.former, 1 << 16);
	if (!e)
		e = JUDGE_WHOLE(j, rekey_all(&r, n_games, why), why);
	buf_release(&r.former);
	arena_release(&a);
	return e;
}

enum err identity_catch_up(struct adjudication *x, struct why *why)
{
	struct rekeying r = { .j = x->j, .next = &x->j->c.key.key };

	r.line = key_line(x->a, r.next);
	return emit_key(x, &r, why);
}

/* Restored ------------------------------------------------------------------
 */

enum err judge_copied(struct judge *j, bool begins, struct why *why)
{
	return JUDGE_WHOLE(j,
			   store_value_set(j->st, copied_name,
					   begins ? STR("copy") : STR(""), why),
			   why);
}

enum err judge_backup_note(struct judge *j, struct str dir, struct why *why)
{
	struct arena a;
	struct str line;
	enum err e;

	arena_init(&a);
	line = str_of(arena_printf(&a, "%lld %.*s", (long long)judge_now(j),
				   STR_ARG(dir)));
	e = JUDGE_WHOLE(j, store_value_set(j->st, backup_name, line, why), why);
	arena_release(&a);
	return e;
}

enum err judge_backup_last(struct judge *j, struct arena *a, int64_t *made_s,
			   struct str *dir, struct why *why)
{
	struct str made;
	enum err e = store_value_get(j->st, backup_name, a, dir, why);

	*made_s = 0;
	if (e == ERR_NOT_FOUND) {
		*dir = STR("");
		return ERR_OK;
	}
	if (!e && (!parse_field(dir, ' ', &made) ||
		   !parse_int(made, 0, INT64_MAX, made_s)))
		*made_s = 0;
	return e;
}

struct differing {
	struct judge *j;
	struct buf names;
};

static bool note_differing(void *context, const struct game_row *g)
{
	struct differing *d = context;
	bool guessed = false;

	if (!game_is_over(g->state) && !g->beacon.len &&
	    store_inbox_guessed(d->j->st, g->id, &guessed, NULL))
		return true;
	if (!game_is_over(g->state) && (g->beacon.len || guessed))
		buf_addf(&d->names, " %.*s", STR_ARG(g->name));
	return true;
}

enum err restore_notify(struct judge *j, struct why *why)
{
	struct differing d = { .j = j };
	struct str value = STR("");
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_value_get(j->st, copied_name, &a, &value, why);
	if (e || !value.len) {
		arena_release(&a);
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	}
	buf_init(&d.names, 1 << 16);
	e = store_game_list(
		j->st, &(struct game_choice){ .state = -1, .max = INT_MAX }, &a,
		note_differing, &d, why);
	if (!e && j->c.env.tell)
		j->c.env.tell(
			j->c.env.context,
			arena_printf(&a,
				     "this is a restored backup: mails are "
				     "fetched again; %s%s",
				     d.names.len ? "logs may differ from those "
						   "before of:"
						 : "no log changes by that",
				     d.names.len ? d.names.s : ""));
	buf_release(&d.names);
	arena_release(&a);
	return e ? e : judge_copied(j, false, why);
}
