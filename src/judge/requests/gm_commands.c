/*
 * src/judge/requests/gm_commands.c - executes a game master's commands from a
 * signed mail. The lines below a command, up to the next one, are the reason
 * that all players read. The commands of a mail are executed one after the
 * other, all or none, in one adjudication. After a line PREVIEW the judge only
 * answers with their effects, as far as no dice are needed.
 *
 *	GM game point serial
 *	START | PAUSE | RESUME | END		the game's course
 *	EXTEND n | SHORTEN n			n hours for all awaited
 *	DEADLINE [A] moment | SKIP [A]		another deadline:
 *					deadline_commands.h
 *	ADMIT n | REFUSE n			a wish to join, by its number
 *	SEAT A name@host			whose wish to join is proved
 *	LEAVE					lead the game no more; alone
 *	INVITE A name@host			keep a free one, and invite
 *	READMIT A				who lost their key (accounts.c)
 *	SET path value ..			correct a value: A1.WOUNDS 2;
 *					lines of this and POLICY below one
 *					another are looked at together
 *	UNDO point [FRESH]			back to the state after it
 *	UNDO point.event [FRESH]		back to an event inside of it
 *	RULE n STANDS|UNDO|REROLL		on a dispute (dispute.h)
 *	POLICY name value ..			how the table plays (policy.def)
 *	UNSEAL point				press to them may be opened;
 *					this, and UNDO point.event, stand alone
 */
#include "judge/notify/notify.h"
#include "protocol/gm_command_parse.h"
#include "judge/policies/proposals.h"
#include "judge/policies/dispute.h"
#include "judge/policies/spectators.h"
#include "judge/policies/fork_check.h"
#include "judge/policies/invite.h"
#include "protocol/judge_lines.h"
#include "protocol/keywords.h"
#include "judge/game/reject.h"
#include "judge/policies/deadline_commands.h"
#include "protocol/word_cursor.h"
#include "judge/requests/preferences.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"
#include "mail/addr.h"

enum { LIST_MAX = 256 << 10, WISHES_SEEN = 64 };

struct command {
	struct delivery *d;
	const struct actor *hand;
	struct str verb;
	struct str rest;  /* the rest of the line */
	struct str words; /* the reason */
	struct lifecycle_value values[LIFECYCLE_VALUES];
	int n_values;
	struct str zone; /* of who commands */
	/* the line, and the rest of the mail from there on */
	const struct command_line *lines;
	int n_lines;
	bool is_alone; /* in its mail */
};

/* All of a mail. */
struct commands {
	struct delivery *d;
	struct actor hand;
	struct str zone;
	struct command_line line[GM_COMMANDS_MAX];
	int n;
};

static bool gm_commands_is(const struct delivery *d, enum keyword_word what,
			   struct str word)
{
	return keyword_is(d->a, d->f.claim.words, what, word);
}

static enum err do_start(struct command *c, struct why *why)
{
	return c->rest.len
		       ? reject_set(why, REJECT_want_alone, REJECT_OF(c->verb))
		       : lifecycle_start(c->d->j, c->d->f.game, c->hand, why);
}

static enum err do_pause(struct command *c, struct why *why)
{
	return c->rest.len
		       ? reject_set(why, REJECT_want_alone, REJECT_OF(c->verb))
		       : lifecycle_pause(c->d->j, c->d->f.game, c->hand,
					 c->words, why);
}

static enum err do_resume(struct command *c, struct why *why)
{
	return c->rest.len
		       ? reject_set(why, REJECT_want_alone, REJECT_OF(c->verb))
		       : lifecycle_resume(c->d->j, c->d->f.game, c->hand, why);
}

static enum err do_end(struct command *c, struct why *why)
{
	return c->rest.len
		       ? reject_set(why, REJECT_want_alone, REJECT_OF(c->verb))
		       : lifecycle_end(c->d->j, c->d->f.game, c->hand, c->words,
				       why);
}

static enum err do_extend(struct command *c, struct why *why)
{
	int64_t more_s;

	if (!duration_read(c->rest, HOUR_S, &more_s) || !more_s)
		return reject_set(why, REJECT_want_extend, NULL);
	return deadline_command_set(
		c->d->j, c->d->f.game, c->hand,
		&(struct deadline_command){
			.more_s = more_s, .seat = -1, .cause = c->words },
		why);
}

static enum err do_shorten(struct command *c, struct why *why)
{
	int64_t less_s;

	if (!duration_read(c->rest, HOUR_S, &less_s) || !less_s)
		return reject_set(why, REJECT_want_shorten, NULL);
	return deadline_command_set(
		c->d->j, c->d->f.game, c->hand,
		&(struct deadline_command){
			.more_s = -less_s, .seat = -1, .cause = c->words },
		why);
}

/* "B .." or the word for all; *rest: the text after it */
static int seat_taken(struct str *rest)
{
	struct str line = *rest, word;
	int slot = parse_field(&line, ' ', &word) ? slot_parse(word) : -1;

	if (slot < 0 || slot >= SLOT_GM)
		return -1;
	*rest = parse_trim(line);
	return slot;
}

static enum err do_deadline(struct command *c, struct why *why)
{
	struct str rest = c->rest;
	struct deadline_command p = { .seat = seat_taken(&rest),
				      .cause = c->words };

	if (!deadline_command_moment(c->d->a, rest, c->zone, &p.until_s))
		return reject_set(why, REJECT_want_deadline, NULL);
	return deadline_command_set(c->d->j, c->d->f.game, c->hand, &p, why);
}

static enum err do_skip(struct command *c, struct why *why)
{
	struct str rest = c->rest;
	struct deadline_command p = { .seat = seat_taken(&rest),
				      .skip = true,
				      .cause = c->words };

	if (rest.len)
		return reject_set(why, REJECT_want_skip, NULL);
	return deadline_command_set(c->d->j, c->d->f.game, c->hand, &p, why);
}

static enum err do_undo(struct command *c, struct why *why)
{
	struct way_back to;

	if (!judge_lines_undo(c->d->a, c->d->f.claim.words, c->rest, &to))
		return reject_set(why, REJECT_want_undo, NULL);
	return lifecycle_undo(c->d->j, c->d->f.game, c->hand, &to, c->words,
			      why);
}

static enum err do_rule(struct command *c, struct why *why)
{
	struct str rest = c->rest, word;
	int64_t number;

	if (!parse_field(&rest, ' ', &word) ||
	    !parse_int(word, 1, INT32_MAX, &number) || !rest.len)
		return reject_set(why, REJECT_want_rule, NULL);
	return life_rule(c->d->j, c->d->f.game, c->hand, number, rest, c->words,
			 why);
}

/* What they were named in: judge/policies/press_publish.h */
static enum err do_unseal(struct command *c, struct why *why)
{
	int64_t point;

	if (!parse_int(c->rest, 1, INT32_MAX, &point))
		return reject_set(why, REJECT_want_unseal, NULL);
	return lifecycle_unseal(c->d->j, c->d->f.game, c->hand, point, why);
}

static enum err find_join(struct command *c, struct str number,
			  struct join_row *out, struct why *why)
{
	int64_t id;
	enum err e;

	if (!parse_int(number, 1, INT64_MAX, &id))
		return reject_set(why, REJECT_want_join, NULL);
	e = store_join_get(c->d->j->st, id, c->d->a, out, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	return !e && out->game == c->d->f.game
		       ? ERR_OK
		       : reject_set_int(why, REJECT_join_unknown, id);
}

static enum err do_admit(struct command *c, struct why *why)
{
	struct str rest = c->rest, number = STR("");
	bool replace;
	struct join_row row;
	enum err e;

	(void)parse_field(&rest, ' ', &number);
	replace = gm_commands_is(c->d, SPOKEN_replace, rest);
	if (rest.len && !replace)
		return reject_set(why, REJECT_want_admit, NULL);
	e = find_join(c, number, &row, why);
	return e ? e : join_admit(c->d->j, &row, c->hand, replace, why);
}

static enum err do_refuse(struct command *c, struct why *why)
{
	struct join_row row;
	enum err e = find_join(c, c->rest, &row, why);

	return e ? e : join_refuse(c->d->j, &row, why);
}

/* Each place needs its holder's signature: find the proved JOIN. */
static enum err proven_join(struct command *c, int slot, struct str address,
			    struct join_row *out, struct why *why)
{
	struct join_list w = { .rows = ARENA_ARRAY(c->d->a, WISHES_SEEN,
						   struct join_row),
			       .max = WISHES_SEEN };
	char seat[SLOT_NAME_MAX];
	enum err e =
		store_join_waiting(c->d->j->st, c->d->f.game, c->d->a, &w, why);

	for (int i = 0; !e && i < w.n; i++)
		if (mail_addr_equal(w.rows[i].address, address) &&
		    (w.rows[i].slot == slot ||
		     (spectators_is_place(slot) &&
		      spectators_is_place(w.rows[i].slot)))) {
			*out = w.rows[i];
			return ERR_OK;
		}
	slot_name(slot, seat);
	return e ? e
		 : reject_set(why, REJECT_seat_unsigned,
			      REJECT_OF(address, str_of(seat)));
}

static enum err do_seat(struct command *c, struct why *why)
{
	struct str rest = c->rest, seat;
	struct join_row row;
	bool hides = false;
	int slot = -1;
	enum err e;

	if (parse_field(&rest, ' ', &seat))
		slot = slot_parse(seat);
	if (slot < 0)
		return reject_set(why, REJECT_want_seat, NULL);
	/* the log has what a master signs */
	e = spectators_is_place(slot)
		    ? spectators_hides_in(c->d->j, c->d->f.game, &hides, why)
		    : ERR_OK;
	if (e || hides)
		return e ? e : reject_set(why, REJECT_watch_hidden, NULL);
	e = proven_join(c, slot, addr_ascii(c->d->a, parse_trim(rest)), &row,
			why);
	return e ? e : join_admit(c->d->j, &row, c->hand, true, why);
}

static enum err do_invite(struct command *c, struct why *why)
{
	struct str rest = c->rest, seat;
	int slot = parse_field(&rest, ' ', &seat) ? slot_parse(seat) : -1;

	return slot < 0 ? reject_set(why, REJECT_want_invite, NULL)
			: invite_seat(c->d->j, c->d->f.game, slot,
				      parse_trim(rest), why);
}

static enum err do_readmit(struct command *c, struct why *why)
{
	int slot = slot_parse(c->rest);

	if (slot < 0)
		return reject_set(why, REJECT_want_readmit, NULL);
	return person_readmit(c->d->j, c->d->f.game, slot, c->hand, why);
}

/* Tell the players that this place of a game master is empty. */
static enum err tell_unled(struct command *c, struct why *why)
{
	struct arena *a = c->d->a;
	struct game_ctx *t = ARENA_NEW(a, struct game_ctx);
	struct notify w = { .kind = "account_change", .t = t };
	struct payload m;
	char place[SLOT_NAME_MAX];
	enum err e = game_ctx_load(c->d->j, c->d->f.game, a, t, why);

	slot_name(c->d->f.slot, place);
	for (int i = 0; !e && i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];

		if (!s->person || s->slot >= SLOT_OBSERVER)
			continue;
		payload_init(&m);
		payload_text(&m, "what", STR("unled"));
		payload_text(&m, "by", STR("judge"));
		payload_int(&m, "elsewhere", 1);
		payload_int(&m, "unled", 1);
		payload_text(&m, "value",
			     str_of(arena_printf(a, "%.*s %s",
						 STR_ARG(t->row.name), place)));
		w.person = s->person;
		w.slot = s->slot;
		w.matter = payload_end(&m, a);
		w.tag = str_of(arena_printf(
			a, "%.*s.unled.%lld.%d", STR_ARG(t->row.name),
			(long long)judge_now(c->d->j), s->slot));
		e = notify_add(c->d->j, &w, a, why);
	}
	return e;
}

/* No log event: what the master has signed so far stays good. */
static enum err do_leave(struct command *c, struct why *why)
{
	struct seat_row s;
	enum err e;

	if (c->rest.len)
		return reject_set(why, REJECT_want_alone, REJECT_OF(c->verb));
	if (!c->is_alone)
		return reject_set(why, REJECT_command_alone,
				  REJECT_OF(c->verb));
	e = store_seat_get(c->d->j->st, c->d->f.game, c->d->f.slot, c->d->a, &s,
			   why);
	s.person = 0;
	if (!e)
		e = store_seat_put(c->d->j->st, &s, why);
	return e ? e : tell_unled(c, why);
}

/* "SET A1.WOUNDS 2", "POLICY absence extend": one of several lines. */
static enum err value_take(struct command *c, bool policy, struct str rest,
			   struct why *why)
{
	struct str name;

	if (!parse_field(&rest, ' ', &name) || !rest.len)
		return reject_set(why,
				  policy ? REJECT_want_policy : REJECT_want_set,
				  NULL);
	if (c->n_values == LIFECYCLE_VALUES)
		return reject_set_int(why, REJECT_values_many,
				      LIFECYCLE_VALUES);
	if (policy) {
		name = str_lower(c->d->a, name);
		/* names of zones are as they are written */
		if (!str_is(name, policy_name(POLICY_DEADLINE)))
			rest = str_lower(c->d->a, rest);
		rest = parse_trim(rest);
	}
	c->values[c->n_values++] =
		(struct lifecycle_value){ policy, name, rest };
	return ERR_OK;
}

/* How many lines are done together with the first of these: values that have
 * one reason. */
static int at_once(const struct command_line *line, int n)
{
	int k = 1;

	if (!gm_commands_is_value(line->verb))
		return 1;
	while (k < n && gm_commands_is_value(line[k].verb) &&
	       line[k].why.s == line->why.s)
		k++;
	return k;
}

static enum err do_values(struct command *c, struct why *why)
{
	int n = at_once(c->lines, c->n_lines);
	enum err e = ERR_OK;

	for (int i = 0; !e && i < n; i++)
		e = value_take(c, c->lines[i].verb == SPOKEN_policy,
			       c->lines[i].rest, why);
	return e ? e
		 : lifecycle_set(c->d->j, c->d->f.game, c->hand, c->values,
				 c->n_values, c->words, why);
}

static const struct {
	enum keyword_word verb;
	enum err (*act)(struct command *c, struct why *why);
} commands[] = {
	{ SPOKEN_start, do_start },       { SPOKEN_pause, do_pause },
	{ SPOKEN_resume, do_resume },     { SPOKEN_end, do_end },
	{ SPOKEN_extend, do_extend },     { SPOKEN_admit, do_admit },
	{ SPOKEN_refuse, do_refuse },     { SPOKEN_seat, do_seat },
	{ SPOKEN_set, do_values },        { SPOKEN_undo, do_undo },
	{ SPOKEN_rule, do_rule },         { SPOKEN_readmit, do_readmit },
	{ SPOKEN_policy, do_values },     { SPOKEN_shorten, do_shorten },
	{ SPOKEN_deadline, do_deadline }, { SPOKEN_skip, do_skip },
	{ SPOKEN_invite, do_invite },     { SPOKEN_unseal, do_unseal },
	{ SPOKEN_leave, do_leave },
};

static enum err command_do(struct command *c, struct why *why)
{
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (commands[i].verb == c->lines->verb)
			return commands[i].act(c, why);
	return reject_set(why, REJECT_verb, REJECT_OF(c->verb));
}

/* The line at *at, and those that belong to it. */
static enum err line_do(struct commands *m, int *at, struct why *why)
{
	const struct command_line *line = &m->line[*at];
	struct command c = { .d = m->d,
			     .hand = &m->hand,
			     .verb = line->word,
			     .rest = line->rest,
			     .words = line->why,
			     .zone = m->zone,
			     .lines = line,
			     .n_lines = m->n - *at,
			     .is_alone = m->n == 1 };

	*at += at_once(line, c.n_lines);
	return command_do(&c, why);
}

/* Which of several could not be done: whoever reads it looks for it. */
static void tell_line(struct commands *m, int at)
{
	struct delivery *d = m->d;
	struct orders_place place;

	judge_lines_where(&d->f.text, m->line[at].at, &place);
	d->line.number = place.line;
	d->line.text = parse_trim(place.shown);
}

static enum err lines_do(struct commands *m, struct why *why)
{
	struct game_txn *all = m->hand.together;
	enum err e = ERR_OK;
	int at = 0, first = 0;

	while (!e && at < m->n) {
		first = at;
		e = all ? adjudication_room(&all->x, why) : ERR_OK;
		if (!e && m->n > 1 && m->line[at].verb == SPOKEN_unseal)
			e = reject_set(why, REJECT_command_alone,
				       REJECT_OF(m->line[at].word));
		if (!e)
			e = line_do(m, &at, why);
	}
	if (e && at_once(m->line, m->n) < m->n)
		tell_line(m, first);
	return e;
}

/* Do they make one adjudication that none of them makes alone? */
static bool are_together(const struct commands *m)
{
	bool any = false;

	for (int i = 0; i < m->n; i++)
		any |= !gm_commands_is_silent(m->line[i].verb);
	return any && at_once(m->line, m->n) < m->n;
}

static enum err commands_do(void *context, struct why *why)
{
	struct commands *m = context;
	struct game_txn own, *all;
	enum err e;

	m->hand.together = NULL;
	if (!are_together(m))
		return lines_do(m, why);
	e = game_txn_open(&all, &own, m->d->j, m->d->f.game, &m->hand, why);
	if (e)
		return e;
	adjudication_gather(&all->x);
	m->hand.together = all;
	e = lines_do(m, why);
	m->hand.together = NULL;
	if (e)
		all->x.together = false;
	else
		e = adjudication_together(&all->x, why);
	return game_txn_close(all, e, why);
}

/* --- what it would do ------------------------------------------------------
 */

struct foreseeing {
	const struct game_ctx *t;
	int slot; /* the game master's */
	struct buf list;
	bool dice; /* they would have to be rolled */
};

static bool gm_commands_foresee(void *context, const struct event_row *r)
{
	struct foreseeing *f = context;
	struct event e;

	if (!game_ctx_shows_row(f->t, f->slot, r) ||
	    !event_parse(r->json, &f->t->sys->rules->events, &e))
		return true;
	/* hide dice until they are rolled for all */
	f->dice = e.kind == COMMON_LINK_OPENED || e.kind == COMMON_ROLLED ||
		  e.kind == COMMON_DRAWN;
	if (!f->dice)
		payload_list_add(&f->list, r->json);
	return !f->dice;
}

/* The events after the first n, as a preview. */
static enum err events_preview(struct delivery *d, int64_t n, struct why *why)
{
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	struct foreseeing f = { .t = t, .slot = d->f.slot };
	struct payload m;
	enum err e = game_ctx_load(d->j, d->f.game, d->a, t, why);

	if (e)
		return e;
	buf_init(&f.list, LIST_MAX);
	e = store_event_list(d->j->st, d->f.game, n + 1, t->row.n_events,
			     gm_commands_foresee, &f, why);
	payload_init(&m);
	payload_int(&m, "whole", !f.dice);
	payload_json(&m, "events", payload_list_end(&f.list, d->a));
	d->foreseen = payload_end(&m, d->a);
	return e;
}

/* It is done, looked at, and undone. */
static enum err commands_try(void *context, struct why *why)
{
	struct commands *m = context;
	struct delivery *d = m->d;
	struct game_row g;
	enum err e = game_ctx_row(d->j, d->f.game, d->a, &g, why);

	if (!e)
		e = store_nest(d->j->st, why);
	if (e)
		return e;
	e = commands_do(m, why);
	if (!e)
		e = events_preview(d, g.n_events, why);
	store_nest_drop(d->j->st);
	return e;
}

static enum err gm_commands_preview(struct commands *m, struct why *why)
{
	struct delivery *d = m->d;
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	enum err e = delivery_whole(d, commands_try, m, "master_refused", why);

	if (e || !d->foreseen.len)
		return e;
	d->out.verdict = "preview";
	e = game_ctx_load(d->j, d->f.game, d->a, t, why);
	return e ? e : delivery_answer(d, "preview", t, d->foreseen, why);
}

/* Is there a line PREVIEW, wherever? It becomes a remark of the same length. */
static bool preview_taken(struct delivery *d, struct str *text)
{
	struct str line, rest = *text;
	struct word_cursor p;
	char *copy;

	while (parse_line(&rest, &line)) {
		word_cursor_init(&p, d->a, d->f.claim.words, line);
		if (!word_cursor_word(&p, "preview") || !word_cursor_end(&p))
			continue;
		copy = arena_copy(d->a, text->s, text->len);
		memset(copy + (line.s - text->s), '/', line.len);
		*text = (struct str){ copy, text->len };
		return true;
	}
	return false;
}

/*
 * Has the log events since then that a master gets? Press and other sealed
 * events move the point without a mail. New spectators and players do not
 * depend on the state.
 */
static enum err is_stale(const struct commands *m, const struct game_row *g,
			 bool *stale, struct why *why)
{
	const struct delivery *d = m->d;
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	struct head_row head;
	bool people = true;
	enum err e;

	for (int i = 0; i < m->n; i++)
		people &= gm_commands_is_about_people(m->line[i].verb);
	*stale = d->f.claim.point != g->point && !people;
	if (!*stale || d->f.claim.point > g->point)
		return ERR_OK;
	e = game_ctx_load(d->j, g->id, d->a, t, why);
	if (!e)
		e = store_head_get(d->j->st, g->id, d->f.claim.point, &head,
				   why);
	if (!e)
		e = notify_still(t, head.n_events + 1, t->row.n_events, true,
				 stale, why);
	*stale = !*stale;
	return e;
}

/* Execute the parsed commands; tries: only a preview. */
static enum err carry_out(struct commands *m, const struct game_row *g,
			  bool tries, struct why *why)
{
	struct delivery *d = m->d;
	bool stale, is_long = false;
	enum err e = is_stale(m, g, &stale, why);

	if (e)
		return e;
	if (stale)
		return delivery_refuse(d, NULL, "stale", STR(""), why);
	for (int i = 0; i < m->n; i++)
		is_long |= m->line[i].why.len > JUDGE_LINES_REASON_MAX;
	if (is_long)
		return delivery_refuse(d, NULL, "reason_long", STR(""), why);
	d->out.verdict = "adjudicated";
	return tries ? gm_commands_preview(m, why)
		     : delivery_whole(d, commands_do, m, "master_refused", why);
}

/* A reason keeps its small letters. Values that stand together share one. */
static void reason_written(struct commands *m, int i)
{
	const struct canon *text = &m->d->f.text;
	struct command_line *line = &m->line[i];
	struct str is_signed = line->why;

	if (!is_signed.len)
		return;
	line->why = judge_lines_reason(m->d->a, text, line->at + 1,
				       i + 1 < m->n ? m->line[i + 1].at
						    : text->text.len,
				       0, is_signed);
	for (int k = i; k-- > 0 && m->line[k].why.s == is_signed.s;)
		m->line[k].why = line->why;
}

/* The text after its first lines; *tries: it begins with PREVIEW. */
static int mail_read(struct commands *m, bool *tries)
{
	struct delivery *d = m->d;
	struct str rest = { d->f.text.text.s + d->f.claim.body,
			    d->f.text.text.len - d->f.claim.body };
	int n;

	*tries = d->f.claim.words && preview_taken(d, &rest);
	n = gm_commands_read(d->a, d->f.claim.words, rest, m->line);
	m->n = n < GM_COMMANDS_MAX ? n : GM_COMMANDS_MAX;
	for (int i = 0; i < m->n; i++)
		m->line[i].at += d->f.claim.body;
	for (int i = 0; i < m->n; i++)
		reason_written(m, i);
	return n;
}

enum err handle_master(struct delivery *d, struct why *why)
{
	struct commands *m = ARENA_NEW(d->a, struct commands);
	struct game_row g;
	struct person_row p;
	const char *no;
	bool wishes, tries, asks, may;
	int n;
	enum err e;

	d->out.game = d->f.game;
	d->out.slot = d->f.slot;
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e)
		e = game_ctx_row(d->j, d->f.game, d->a, &g, why);
	if (e)
		return e;
	e = preferences_station(d, &wishes, why);
	if (e || wishes)
		return e;
	m->d = d;
	m->zone = p.zone.len ? p.zone : d->j->c.zone;
	m->hand = (struct actor){ .cause = CAUSE_GM,
				  .slot = d->f.slot,
				  .serial = d->f.claim.serial,
				  .orders = &d->f.orders,
				  .reply_to = d->m->message_id,
				  .by = p.name };
	e = fork_check_check(d, &g, &no, why);
	if (e || no)
		return e ? e : delivery_refuse(d, NULL, no, STR(""), why);
	n = mail_read(m, &tries);
	if (!n)
		return delivery_refuse(d, NULL, "master_nothing", STR(""), why);
	if (!tries && m->line[0].verb == N_SPOKEN) {
		e = handle_asks(d, &asks, why);
		if (e || asks)
			return e;
	}
	e = reply_may_notify_table(d, true, &may, why);
	if (e || !may)
		return e;
	if (n > GM_COMMANDS_MAX)
		return delivery_refuse(d, NULL, "commands_many", STR(""), why);
	return carry_out(m, &g, tries, why);
}
