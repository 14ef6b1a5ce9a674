/* src/tournament/campaign_mail.c - executes CAMPAIGN commands of members and
 * leaders by mail */
#include "base/xalloc.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "tournament/campaign_private.h"
#include "judge/requests/game_by_mail.h"
#include "judge/game/reject.h"
#include "protocol/word_cursor.h"
#include "judge/requests/game_spec.h"
#include "judge/requests/campaign_mail_parse.h"
#include "store/games.h"
#include <stdlib.h>

/* A command, with the campaign's current state. */
struct asking {
	struct judge *j;
	struct arena a;
	int64_t person;
	const struct campaign_mail_wish *w;
	struct campaign c;
};

/* --- members ---------------------------------------------------------- */

/* The member of that name, in any letter case; 0: none. */
static int64_t member_named(struct asking *x, struct str name)
{
	struct str asked = utf8_fold(&x->a, name);

	for (int i = 0; i < x->c.n; i++)
		if (str_equal(utf8_fold(&x->a, x->c.name[i]), asked))
			return x->c.member[i].person;
	return 0;
}

static enum err do_join(struct asking *x, struct why *why)
{
	return campaign_enter(x->j, x->w->campaign, x->person, why);
}

static enum err do_challenge(struct asking *x, struct why *why)
{
	return campaign_challenge(x->j, x->w->campaign, x->person,
				  member_named(x, x->w->said), why);
}

static enum err do_withdraw(struct asking *x, struct why *why)
{
	return campaign_leave(x->j, x->w->campaign, x->person, why);
}

/* --- who leads it ----------------------------------------------------------
 */

/* Each of the names or addresses, one after the other. */
static enum err
campaign_mail_each(struct asking *x,
		   enum err (*what)(struct judge *j, struct str name,
				    int64_t person, struct why *why),
		   struct why *why)
{
	struct str rest = x->w->said, one;
	int64_t person;
	enum err e = ERR_OK;

	while (!e && parse_field(&rest, ' ', &one)) {
		if (!one.len)
			continue;
		e = game_by_mail_person(x->j, one, &x->a, &person, why);
		if (!e)
			e = what(x->j, x->w->campaign, person, why);
	}
	return e;
}

static enum err do_add(struct asking *x, struct why *why)
{
	return campaign_mail_each(x, campaign_add, why);
}

static enum err do_remove(struct asking *x, struct why *why)
{
	return campaign_mail_each(x, campaign_leave, why);
}

static enum err do_start(struct asking *x, struct why *why)
{
	return campaign_start(x->j, x->w->campaign, why);
}

static enum err do_end(struct asking *x, struct why *why)
{
	return campaign_end(x->j, x->w->campaign, why);
}

/* ADOPT game dispute [option=value] */
static enum err do_adopt(struct asking *x, struct why *why)
{
	struct str rest = x->w->said, game, number = STR("");
	struct game_row g;
	int64_t dispute;
	enum err e;

	if (!parse_field(&rest, ' ', &game) ||
	    !parse_field(&rest, ' ', &number) ||
	    !parse_int(number, 1, INT32_MAX, &dispute))
		return reject_set(why, REJECT_want_adopt, NULL);
	e = store_game_by_name(judge_store(x->j), str_lower(&x->a, game), &x->a,
			       &g, why);
	if (e == ERR_NOT_FOUND)
		return reject_set(why, REJECT_no_game, NULL);
	return e ? e
		 : campaign_adopt(x->j, x->w->campaign, &g, dispute,
				  str_lower(&x->a, parse_trim(rest)), why);
}

/* "standard", none, or the lines below */
static enum err table_of(struct asking *x, struct str said, struct str system,
			 struct str below, struct str *out, struct why *why)
{
	struct str word = str_lower(&x->a, said);

	*out = STR("");
	if (str_is(word, "standard"))
		return campaign_carry_standard(x->w->tables, system, &x->a, out,
					       why);
	if (str_is(word, "none"))
		return ERR_OK;
	*out = str_lower(&x->a, below);
	return word.len || !parse_trim(below).len
		       ? reject_set(why, REJECT_want_carry, NULL)
		       : ERR_OK;
}

static enum err do_carry(struct asking *x, struct why *why)
{
	struct str table;
	enum err e = table_of(x, x->w->said, x->c.row.system, x->w->below,
			      &table, why);

	return e ? e : campaign_carryover_set(x->j, x->w->campaign, table, why);
}

/* --- a new one -------------------------------------------------------------
 */

struct campaign_request {
	struct campaign_plan plan;
	bool carries; /* then so, of what follows */
	struct str carry;
};

static enum err line_take(struct asking *x, struct campaign_request *m,
			  struct str line, struct why *why)
{
	struct str name, value;
	struct word_cursor p;

	word_cursor_init(&p, &x->a, x->w->v, line);
	if (word_cursor_word(&p, "table.master"))
		return game_by_mail_master(x->j, x->w->v, p.rest[p.at],
					   x->person, &x->a,
					   &m->plan.row.master, why);
	if (word_cursor_word(&p, "table.carry")) {
		m->carries = true;
		m->carry = p.rest[p.at];
		return ERR_OK;
	}
	if (!game_spec_line(x->w->v, &x->a, line, campaign_plan_names,
			    n_campaign_plan_names, &name, &value))
		return reject_set(why, REJECT_campaign_line, REJECT_OF(line));
	return campaign_plan_set(&m->plan, name, value, why);
}

static enum err do_new(struct asking *x, struct why *why)
{
	struct campaign_request *m = ARENA_NEW(&x->a, struct campaign_request);
	struct str rest = x->w->below, line;
	enum err e = ERR_OK;

	campaign_plan_begin(&m->plan, &x->a, x->w->system, x->w->words_s);
	m->plan.row.name = x->w->campaign;
	m->plan.row.master = x->person;
	/* the lines below a CARRY without arguments are a table */
	while (!e && !(m->carries && !m->carry.len) &&
	       parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			e = line_take(x, m, line, why);
	}
	if (!e && m->carries)
		e = table_of(x, m->carry, m->plan.row.system, rest,
			     &m->plan.row.carry, why);
	return e ? e : campaign_new(x->j, &m->plan.row, why);
}

/* --- each verb -------------------------------------------------------------
 */

static const struct {
	enum err (*act)(struct asking *x, struct why *why); /* NULL: look */
	bool leads;
} verbs[CAMPAIGN_MAIL_VERBS] = {
	[CAMPAIGN_MAIL_STANDINGS] = { NULL, false },
	[CAMPAIGN_MAIL_JOIN] = { do_join, false },
	[CAMPAIGN_MAIL_WITHDRAW] = { do_withdraw, false },
	[CAMPAIGN_MAIL_CHALLENGE] = { do_challenge, false },
	[CAMPAIGN_MAIL_NEW] = { do_new, false },
	[CAMPAIGN_MAIL_ADD] = { do_add, true },
	[CAMPAIGN_MAIL_REMOVE] = { do_remove, true },
	[CAMPAIGN_MAIL_START] = { do_start, true },
	[CAMPAIGN_MAIL_END] = { do_end, true },
	[CAMPAIGN_MAIL_ADOPT] = { do_adopt, true },
	[CAMPAIGN_MAIL_CARRY] = { do_carry, true },
};

/* Its game master; the hosts lead a campaign without one. */
static bool campaign_mail_leads(const struct asking *x)
{
	return x->c.row.master ? x->c.row.master == x->person : x->w->host;
}

static enum err verb_do(struct asking *x, struct why *why)
{
	enum campaign_mail_verb v = x->w->verb;
	enum err e;

	if (v == CAMPAIGN_MAIL_NEW)
		return x->w->host ? do_new(x, why)
				  : reject_set(why, REJECT_no_host, NULL);
	e = campaign_load(x->j, x->w->campaign, &x->a, &x->c, why);
	if (e)
		return e;
	if (verbs[v].leads && !campaign_mail_leads(x))
		return reject_set(why, REJECT_campaign_not_led, NULL);
	return verbs[v].act ? verbs[v].act(x, why) : ERR_OK;
}

enum err campaign_asked(struct judge *j, int64_t person,
			const struct campaign_mail_wish *w, struct why *why)
{
	struct notify as = { .person = person,
			     .reply_to = w->reply_to,
			     .automatic = true,
			     .tag = w->tag };
	struct asking *x = xalloc_check(calloc(1, sizeof(*x)));
	enum err e;

	*x = (struct asking){ .j = j, .person = person, .w = w };
	e = verb_do(x, why);
	if (!e)
		e = campaign_load(j, w->campaign, &x->a, &x->c, why);
	/* the game's own mail tells the challenged person */
	if (!e && !w->is_quiet)
		e = campaign_write_one(j, &x->a, &x->c,
				       campaign_seed(&x->c, person), &as, why);
	arena_release(&x->a);
	free(x);
	return e;
}
