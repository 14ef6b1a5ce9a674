/*
 * src/judge/inbox/signed_texts.c - executes the signed texts of a mail, one
 * after the other.
 *
 *	- A text that was dealt with before is passed over.
 *	- If a text is refused, later texts of the same game and seat are not
 *	  executed, and keep their serials. Other games' texts are executed.
 *	- If there are several texts, or orders without a good signature beside
 *	  them, each signer is sent a list of the texts and what became of each.
 */
#include "judge/notify/notify.h"
#include "protocol/log_events.h"
#include "judge/handlers.h"
#include "base/parse.h"

enum {
	OWN_A_DAY = 10, /* such lists, if the mail comes from its signer */
	BARE_MAX = 8
};

/* What became of a text: state.NAME are its words. */
enum state { DONE, REFUSED, REPEATED, LEFT };
static const char *const state_names[] = { "done", "refused", "repeated",
					   "left" };

struct game_result_of {
	enum state state;
	struct str verdict;
	int64_t came_s; /* REPEATED: when it was dealt with, or 0 */
	int64_t point;  /* of the game afterwards, if it moved; or 0 */
};

/* A text that nobody signed, or whose signature is not good. */
struct bare_text {
	const struct claim *claim;
	const struct signed_block *block;
	enum sig_error fault;
	int64_t person; /* on the seat that it names */
};

struct executed {
	struct delivery *d;
	const struct texts *t;
	struct game_result_of *of;
	struct bare_text bare[BARE_MAX];
	size_t n_bare;
};

/* One text -------------------------------------------------------------------
 */

static enum err do_one(struct delivery *d, struct why *why)
{
	switch (d->f.who) {
	case SIGNER_JOINS: return handle_join(d, why);
	case SIGNER_BROUGHT: return handle_brought(d, why);
	default: return reply_known(d, why);
	}
}

/* All of it was refused, not a question in it alone. */
static bool is_refused(const struct delivery *d)
{
	return d->no && !strcmp(d->no, d->out.verdict);
}

static enum err note_repeated(struct executed *x, size_t i, struct why *why)
{
	const struct signer_result *f = &x->t->v[i];
	struct heard_row before;
	bool yes = false;
	enum err e = ERR_OK;

	x->d->f = *f;
	if (f->who != SIGNER_JOINS && f->who != SIGNER_BROUGHT)
		e = reply_heard(x->d, &before, &yes, why);
	if (yes)
		x->of[i] = (struct game_result_of){ .state = REPEATED,
						    .verdict = before.verdict,
						    .came_s = before.at_s };
	else if (f->who == SIGNER_REPEATED)
		x->of[i] = (struct game_result_of){
			.state = REPEATED, .verdict = STR("adjudicated")
		};
	return e;
}

/* Was a text before it refused, of the same game and seat? */
static bool is_left(const struct executed *x, size_t i)
{
	const struct signer_result *f = &x->t->v[i];

	for (size_t k = 0; f->game && k < i; k++)
		if (x->of[k].state == REFUSED && x->t->v[k].game == f->game &&
		    x->t->v[k].slot == f->slot)
			return true;
	return false;
}

/*
 * What the texts before it changed: its serial may be used now, or the key
 * that signed it revoked (*no: why it cannot be executed).
 */
static enum err look_again(struct delivery *d, const char **no, struct why *why)
{
	const struct claim *c = &d->f.claim;
	struct key_row key;
	int64_t taken;
	enum err e = ERR_NOT_FOUND;

	*no = NULL;
	if (d->f.who != SIGNER_SIGNED || !d->f.orders.fingerprint.len)
		return ERR_OK;
	if (c->serial >= 0 && c->kind != CLAIM_PREVIEW)
		e = store_serial_find(d->j->st, d->f.game, delivery_slot(d),
				      c->serial, &taken, why);
	if (!e)
		d->f.who = SIGNER_REUSED;
	if (e && e != ERR_NOT_FOUND)
		return e;
	e = store_key_get(d->j->st, d->f.orders.fingerprint, d->a, &key, why);
	if (!e && key.revoked_s)
		*no = "key_revoked";
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err point_of(struct delivery *d, int64_t *out, struct why *why)
{
	struct game_row g;
	enum err e = store_game_get(d->j->st, d->f.game, d->a, &g, why);

	*out = g.point;
	return e;
}

/*
 * Orders of one seat for one point are one queue: do these follow others of
 * theirs, and has nothing happened in between?
 */
static enum err find_joined(const struct executed *x, size_t i,
			    struct delivery *one, struct why *why)
{
	const struct signer_result *f = &one->f;
	int64_t point;
	enum err e;

	if (f->who != SIGNER_SIGNED || f->claim.kind != CLAIM_ORDERS)
		return ERR_OK;
	e = point_of(one, &point, why);
	for (size_t k = 0; !e && k < i; k++) {
		const struct signer_result *g = &x->t->v[k];

		one->joined |= x->of[k].point == point && g->game == f->game &&
			       g->slot == f->slot && g->deputy == f->deputy &&
			       g->claim.point == f->claim.point;
	}
	return e;
}

static enum err note_point(struct delivery *one, struct game_result_of *of,
			   struct why *why)
{
	return one->f.claim.kind == CLAIM_ORDERS && of->state == DONE &&
			       str_is(of->verdict, "adjudicated")
		       ? point_of(one, &of->point, why)
		       : ERR_OK;
}

/* Each begins as if it were alone; the first outcome is the mail's. */
static enum err signed_texts_execute(struct executed *x, size_t i,
				     struct why *why)
{
	struct delivery one = *x->d;
	const char *no = NULL;
	enum err e;

	one.f = x->t->v[i];
	one.out = (struct mail_verdict){ "", one.f.game, one.f.slot };
	e = x->d->n_done ? look_again(&one, &no, why) : ERR_OK;
	if (!e && x->d->n_done && !no)
		e = find_joined(x, i, &one, why);
	if (!e && no)
		e = delivery_refuse(&one, NULL, no, STR(""), why);
	else if (!e)
		e = do_one(&one, why);
	x->of[i].state = is_refused(&one) ? REFUSED : DONE;
	x->of[i].verdict = str_of(one.out.verdict);
	if (!e)
		e = note_point(&one, &x->of[i], why);
	if (!x->d->n_done++)
		x->d->out = one.out;
	x->d->asked |= one.asked;
	return e;
}

/* Texts without a good signature ---------------------------------------------
 */

/* Of a signed text it may be the draft: then nothing of it is lost. */
static bool is_draft(const struct texts *t, const struct claim *c, int64_t game)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].game == game && t->v[i].claim.slot == c->slot &&
		    t->v[i].claim.serial >= c->serial)
			return true;
	return false;
}

/* Is it one of these, with a serial that is yet to be used? */
static enum err is_unsigned(struct executed *x, const struct claim *c,
			    const struct signed_block *b, struct bare_text *out,
			    bool *yes, struct why *why)
{
	struct judge *j = x->d->j;
	bool preview = c->kind == CLAIM_PREVIEW;
	struct seat_row seat;
	struct game_row g;
	int64_t taken;
	enum err e;

	*yes = false;
	if ((c->kind != CLAIM_ORDERS && c->kind != CLAIM_GM &&
	     c->kind != CLAIM_KEYS && !preview) ||
	    (preview && signer_is_quoted(b)) || !claim_says(c, b))
		return ERR_OK;
	e = store_game_by_name(j->st, c->game, x->d->a, &g, why);
	if (!e)
		e = store_seat_get(j->st, g.id, c->slot, x->d->a, &seat, why);
	if (e || !seat.person || is_draft(x->t, c, g.id))
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	e = preview ? ERR_NOT_FOUND
		    : store_serial_find(j->st, g.id, c->slot, c->serial, &taken,
					why);
	*yes = e == ERR_NOT_FOUND;
	*out = (struct bare_text){ c, b, FAULT_SIG_NONE, seat.person };
	return *yes ? ERR_OK : e;
}

/* A signature that is good for another text of the mail: this text has none. */
static bool is_of_other(const struct texts *t, const struct signed_block *b)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].block.sig.form == b->sig.form &&
		    b->sig.form != SIG_OPENPGP &&
		    !memcmp(t->v[i].block.sig.bytes, b->sig.bytes,
			    sizeof(b->sig.bytes)))
			return true;
	return false;
}

/* The same place and serial: one text, or what was made of it. */
static bool is_same(const struct signer_result *f,
		    const struct signer_result *g)
{
	return f->game == g->game && f->slot == g->slot &&
	       f->claim.kind == g->claim.kind &&
	       f->claim.serial == g->claim.serial;
}

/* The same text elsewhere in the mail, where it is good: in HTML, in a file, or
 * in a quote that broke its lines. */
static bool is_copy(const struct texts *t, const struct signer_result *f)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct signer_result *g = &t->v[i];

		if (is_same(f, g) && (g->block.part != f->block.part ||
				      signer_is_quoted(&f->block)))
			return true;
	}
	return false;
}

static enum err find_failed(struct executed *x, const struct signer_result *f,
			    struct why *why)
{
	struct bare_text *bare = &x->bare[x->n_bare];
	bool yes = !is_copy(x->t, f) && !(f->claim.kind == CLAIM_PREVIEW &&
					  signer_is_quoted(&f->block));
	enum err e = ERR_OK;

	if (is_of_other(x->t, &f->block))
		e = is_unsigned(x, &f->claim, &f->block, bare, &yes, why);
	else
		*bare = (struct bare_text){ &f->claim, &f->block, f->fault,
					    f->person };
	x->n_bare += !e && yes;
	return e;
}

static enum err find_bare(struct executed *x, struct why *why)
{
	const struct signature_scan *look = x->d->look;
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < look->n && x->n_bare < BARE_MAX; i++) {
		bool yes = false;

		if (look->blocks[i].fault == FAULT_SIG_NONE)
			e = is_unsigned(x, &look->claims[i], &look->blocks[i],
					&x->bare[x->n_bare], &yes, why);
		x->n_bare += !e && yes;
	}
	for (size_t i = 0; !e && i < x->t->n_failed && x->n_bare < BARE_MAX;
	     i++)
		if (x->t->failed[i].fault != FAULT_SIG_NONE)
			e = find_failed(x, &x->t->failed[i], why);
	return e;
}

/* The list -------------------------------------------------------------------
 */

static struct str first_line(const struct canon *c)
{
	struct str rest = c->text, line = STR("");

	(void)parse_line(&rest, &line);
	return line;
}

static void list_text(const struct executed *x, size_t i, struct buf *list)
{
	const struct game_result_of *of = &x->of[i];
	struct payload m;

	payload_init(&m);
	payload_text(&m, "head", first_line(&x->t->v[i].text));
	payload_text(&m, "state", str_of(state_names[of->state]));
	if (of->verdict.len)
		payload_text(&m, "reason", of->verdict);
	if (of->came_s)
		payload_text(&m, "came", time_text(x->d->a, of->came_s));
	payload_list_add(list, payload_end(&m, x->d->a));
}

static void list_bare(const struct executed *x, size_t i, struct buf *list)
{
	const struct bare_text *b = &x->bare[i];
	struct payload m;

	payload_init(&m);
	payload_text(&m, "head", first_line(&b->block->canon));
	if (b->fault == FAULT_SIG_NONE) {
		payload_text(&m, "state", STR("unsigned"));
	} else {
		payload_text(&m, "state", STR("failed"));
		payload_text(&m, "fault", str_of(sig_error_name(b->fault)));
	}
	payload_list_add(list, payload_end(&m, x->d->a));
}

/* A copied mail cannot make the judge write again and again. */
static enum err may_list(struct delivery *d, int64_t person, bool *yes,
			 struct why *why)
{
	struct person_row p;
	enum err e = store_person_get(d->j->st, person, d->a, &p, why);
	bool own = !e && reply_is_own(d, &p);

	return e ? e
		 : notify_allowed(
			   d->j,
			   str_of(arena_printf(d->a, "%s %lld",
					       own ? "texts" : "texts of",
					       (long long)person)),
			   own ? OWN_A_DAY : JUDGE_FAILED_A_DAY, yes, why);
}

/* Their texts, if there is more to say than the answer to one. */
static enum err list_for(struct executed *x, int64_t person, struct why *why)
{
	struct buf list;
	struct payload m;
	struct str lines;
	int n = 0, bare = 0;
	bool yes = false;
	enum err e = ERR_OK;

	buf_init(&list, 64 << 10);
	for (size_t i = 0; i < x->t->n; i++)
		if (x->t->v[i].person == person) {
			list_text(x, i, &list);
			n++;
		}
	for (size_t i = 0; i < x->n_bare; i++)
		if (x->bare[i].person == person) {
			list_bare(x, i, &list);
			bare++;
		}
	if (n + bare > 1)
		e = may_list(x->d, person, &yes, why);
	x->d->f.person = person;
	if (!e && yes)
		e = delivery_first_lines(x->d, &lines, why);
	payload_init(&m);
	payload_int(&m, "n", n + bare);
	payload_int(&m, "bare", bare);
	payload_json(&m, "texts", payload_list_end(&list, x->d->a));
	if (yes && !e)
		payload_text(&m, "first_lines", lines);
	lines = payload_end(&m, x->d->a);
	return e || !yes ? e : delivery_answer(x->d, "texts", NULL, lines, why);
}

static enum err list_all(struct executed *x, struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < x->t->n; i++) {
		int64_t person = x->t->v[i].person;
		bool told = !person;

		for (size_t k = 0; k < i; k++)
			told |= x->t->v[k].person == person;
		if (!told)
			e = list_for(x, person, why);
	}
	return e;
}

struct str texts_others(const struct delivery *d, const struct texts *t)
{
	struct buf lines;
	struct str out;

	buf_init(&lines, 16 << 10);
	for (size_t i = 0; i < t->n_failed; i++) {
		const struct signer_result *f = &t->failed[i];
		bool told = is_same(f, &d->f) || f->person != d->f.person ||
			    signer_is_quoted(&f->block);

		for (size_t k = 0; k < i; k++)
			told |= is_same(f, &t->failed[k]);
		if (!told)
			buf_addf(&lines, "%.*s\n",
				 STR_ARG(first_line(&f->block.canon)));
	}
	out = arena_str(d->a, parse_trim(buf_str(&lines)));
	buf_release(&lines);
	return out;
}

enum err texts_execute(struct delivery *d, struct texts *t, struct why *why)
{
	struct executed x = { .d = d,
			      .t = t,
			      .of = ARENA_ARRAY(d->a, t->n,
						struct game_result_of) };
	size_t n_new = 0;
	enum err e = find_bare(&x, why);

	for (size_t i = 0; !e && i < t->n; i++) {
		e = note_repeated(&x, i, why);
		n_new += x.of[i].state != REPEATED;
	}
	/* one that came before is told so by a mail of its own */
	if (!e && t->n == 1 && !x.n_bare) {
		d->f = t->v[0];
		return do_one(d, why);
	}
	d->f = t->v[0];
	d->out = (struct mail_verdict){ "repeated", d->f.game, d->f.slot };
	for (size_t i = 0; !e && n_new && i < t->n; i++) {
		if (x.of[i].state == REPEATED)
			continue;
		if (is_left(&x, i))
			x.of[i].state = LEFT;
		else
			e = signed_texts_execute(&x, i, why);
	}
	return e ? e : list_all(&x, why);
}
