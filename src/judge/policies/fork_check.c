/* src/judge/policies/fork_check.c */
#include "judge/policies/fork_check.h"
#include "protocol/keywords.h"
#include "judge/game/game_ctx.h"
#include "judge/game/game_keyring.h"
#include "judge/game/entropy.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "engine/common.h"

enum {
	/* of one game: each passes links over, and voids what is sealed */
	HISTORIES_MAX = ENTROPY_ROUND_LOST_MAX,
	PASTED_LINES = 64 /* before a pasted report */
};

/* as its sender would write it */
static struct str line_of(const struct delivery *d, const struct head_token *s)
{
	char text[HEAD_TOKEN_TEXT];
	struct person_row p;
	struct str lang = d->j->c.language, word;

	if (d->f.person &&
	    !store_person_get(d->j->st, d->f.person, d->a, &p, NULL))
		lang = p.language;
	word = keyword_shown(d->f.claim.words, SPOKEN_seen, lang);
	head_token_render(s, text);
	return str_of(arena_printf(d->a, "%.*s %s", STR_ARG(word), text));
}

/* Somebody has signed another history than ours: the operator must know. */
static void tell_operator(struct delivery *d, const struct game_row *g)
{
	const struct judge_env *env = &d->j->c.env;
	char seat[SLOT_NAME_MAX];

	slot_name(d->f.slot, seat);
	if (env->tell)
		env->tell(env->context,
			  arena_printf(d->a,
				       "%.*s: seat %s signed another history: "
				       "at point %lld %.*s, where ours, at "
				       "point %lld, is %.*s. Was this state "
				       "restored from an older copy?",
				       STR_ARG(g->name), seat,
				       (long long)d->f.claim.point,
				       STR_ARG(d->history.said),
				       (long long)d->history.point,
				       STR_ARG(d->history.ours)));
}

enum err fork_check_check(struct delivery *d, const struct game_row *g,
			  const char **no, struct why *why)
{
	const struct seen_line *said = &d->f.claim.seen;
	int64_t point = d->f.claim.point;
	struct hash head;
	struct head_token ours;
	bool beyond = point > g->point;
	enum err e;

	*no = NULL;
	if (beyond)
		point = g->point;
	e = game_ctx_head(d->j, g, point, &head, why);
	if (e)
		return e;
	ours = head_token_of(head.b);
	if (said->has && !said->bad && !beyond &&
	    head_token_equal(&ours, &said->head))
		return ERR_OK;
	*no = "stale";
	if (beyond && (!said->has || said->bad))
		return ERR_OK;
	d->history.point = point;
	d->history.ours = line_of(d, &ours);
	*no = said->has ? "seen_mistyped" : "seen_absent";
	if (!said->has || said->bad)
		return ERR_OK;
	d->history.said = line_of(d, &said->head);
	*no = beyond ? "seen_beyond" : "seen_other";
	tell_operator(d, g);
	return ERR_OK;
}

/* Reports that were kept ----------------------------------------------------
 */

static bool is_signed(struct delivery *d, struct str text, struct str signature)
{
	struct sig sig;

	return !sig_parse(d->a, signature, &sig, NULL) &&
	       game_keyring_judge_signed(d->j, &sig, SIG_REPORT, text);
}

/* The text of a mail from one of its lines on, up to an armour: the blank lines
 * behind it are the mail's. */
static bool fork_check_pasted(struct delivery *d, struct str *report)
{
	static const char begin[] = "-----BEGIN SSH SIGNATURE-----";
	struct str text = d->m->text, line, rest = text;
	const char *armour =
		text.len ? memmem(text.s, text.len, begin, sizeof(begin) - 1)
			 : NULL;
	struct sig sig;

	if (!armour ||
	    sig_parse(d->a,
		      bytes_of(armour, text.len - (size_t)(armour - text.s)),
		      &sig, NULL))
		return false;
	for (int i = 0; i < PASTED_LINES && rest.s < armour; i++) {
		size_t len = (size_t)(armour - rest.s);

		while (len > 1 && rest.s[len - 1] == '\n' &&
		       rest.s[len - 2] == '\n')
			len--;
		*report = (struct str){ rest.s, len };
		if (game_keyring_judge_signed(d->j, &sig, SIG_REPORT, *report))
			return true;
		if (!parse_line(&rest, &line))
			break;
	}
	return false;
}

/* The n-th report of the mail, if we have signed it. */
static bool report_of(struct delivery *d, int n, struct str *report)
{
	const struct message *m = d->m;
	struct str text = STR("");
	int at = 0;

	for (uint32_t i = 0; i < m->n_parts; i++) {
		if (str_is(m->parts[i].name, "report.txt"))
			text = m->parts[i].bytes;
		if (!str_is(m->parts[i].name, "report.txt.sig") || at++ < n)
			continue;
		*report = text;
		return is_signed(d, text, m->parts[i].bytes);
	}
	return at == n && fork_check_pasted(d, report);
}

/* What the log tells of other histories. */
struct told {
	const struct event_schema *schema;
	const struct report_line *line;
	const char *head;
	int n;
	bool before;
};

static bool note_head(void *context, const struct event_row *r)
{
	struct told *t = context;
	struct event e;

	if (!event_parse_as(r->json, t->schema, COMMON_FORK_FOUND, &e))
		return true;
	t->n++;
	t->before |= event_get(&e, COMMON_FORK_FOUND_POINT) == t->line->point &&
		     event_text_is(&e, COMMON_FORK_FOUND_HEAD, t->head);
	return true;
}

static void emit_other(struct adjudication *x, const struct report_line *line,
		       const char *head)
{
	struct event e;

	common_event_fork_found(&e, 0, STR("judge"), (int32_t)line->point,
				str_of(head));
	game_emit(&x->run, &e);
}

static void fork_check_pause(struct adjudication *x)
{
	struct game_row *g = &x->t->row;

	if (g->state == GAME_RUNNING) {
		log_event_paused(&x->run, "judge", FORK_CHECK_PAUSE);
		g->state = GAME_PAUSED;
	}
	/* no ruling and no late orders let it go on of itself */
	if (g->state == GAME_PAUSED)
		g->paused_why = STR(FORK_CHECK_PAUSE);
}

static void tell_lost(struct delivery *d, const struct game_ctx *t,
		      const struct report_line *line, const char *head)
{
	const struct judge_env *env = &d->j->c.env;

	if (env->tell)
		env->tell(env->context,
			  arena_printf(d->a,
				       "%.*s: a report that this judge signed "
				       "shows another history: at point %lld "
				       "SEEN %s. This state was restored from "
				       "an older copy: see heraldod(8), BACKUP",
				       STR_ARG(t->row.name),
				       (long long)line->point, head));
}

/* It is ours, and of another history than the one that we have. */
static enum err report_check(struct delivery *d, int64_t game,
			     const struct report_line *line, bool *found,
			     struct why *why)
{
	struct actor h = { .cause = CAUSE_OPERATOR,
			   .slot = -1,
			   .by = STR("judge"),
			   .reply_to = d->m->message_id };
	char head[HEAD_TOKEN_TEXT];
	struct told told = { .line = line, .head = head };
	struct adjudication x;
	struct game_ctx t;
	enum err e = game_txn_begin(d->j, game, &h, d->a, &t, &x, why);

	if (e)
		return e;
	head_token_render(&line->head, head);
	told.schema = &t.sys->rules->events;
	e = store_event_list(d->j->st, game, 1, t.row.n_events, note_head,
			     &told, why);
	*found = !e && t.row.state != GAME_ENDED;
	if (*found)
		tell_lost(d, &t, line, head);
	if (!*found || told.before || told.n >= HISTORIES_MAX ||
	    !entropy_round_can_be_lost(&t.entropy)) {
		adjudication_drop(&x);
		return e;
	}
	emit_other(&x, line, head);
	e = dice_source_skip(&x.dice_source, &x.run, why);
	entropy_lost(&x);
	fork_check_pause(&x);
	return game_txn_finish(&x, e, why);
}

/* Does it tell of a game of ours what our log does not have? */
static enum err is_other(struct delivery *d, const struct report_line *line,
			 struct game_row *g, bool *other, struct why *why)
{
	struct hash head;
	struct head_token ours;
	enum err e = store_game_by_name(d->j->st, str_lower(d->a, line->game),
					d->a, g, why);

	*other = false;
	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	/* nothing is told any more of a game that has ended */
	if (g->state == GAME_ARCHIVED)
		return ERR_OK;
	*other = line->point > g->point;
	if (*other)
		return ERR_OK;
	e = game_ctx_head(d->j, g, line->point, &head, why);
	if (e)
		return e;
	ours = head_token_of(head.b);
	*other = !head_token_equal(&ours, &line->head);
	return ERR_OK;
}

enum err fork_check_report(struct delivery *d, bool *found, struct why *why)
{
	struct report_line line;
	struct game_row g;
	struct str report;
	bool other;
	enum err e = ERR_OK;

	*found = false;
	for (int n = 0; !e && !*found && report_of(d, n, &report); n++) {
		if (!judge_lines_report(report, &line))
			continue;
		e = is_other(d, &line, &g, &other, why);
		if (!e && other)
			e = report_check(d, g.id, &line, found, why);
		if (!e && *found)
			d->out =
				(struct mail_verdict){ "fork_found", g.id, -1 };
	}
	return e;
}
