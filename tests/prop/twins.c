/* tests/prop/twins.c */
#include "twins.h"
#include "offers.h"
#include "protocol/webapp_payload.h"
#include "games/samples.h"
#include "webapp/api.h"
#include "tests/srcdir.h"
#include <stdlib.h>

enum {
	TOLD_MAX = 32 << 20,
	TWIN_ORDERS = 4,
	TWIN_EVENTS = 4096,
	TWIN_LINE = 8192,
	MANY = 150 /* twins, among which something hidden has a part */
};

static struct trials trials;
static struct game view; /* of the one that is looked at */
static struct {
	long twins, orders, previews, ghosts, counted, hidden, judged;
} seen;

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

static void page_begins(struct play *p)
{
	static bool open;

	if (open)
		return;
	open = true;
	if (page_open(put(str_of(SRCDIR "/templates"))))
		play_fail(p, "no words for a page", "");
	page_language(put(STR("en")));
}

/* --- what the judge sends ------------------------------------------------ */

/* The position of a report to the seat. */
static void attach(struct play *p, const struct game *g, int seat,
		   struct buf *out)
{
	struct webapp_payload_known known;
	struct webapp_payload_forms forms;
	struct str sample, events;
	struct arena a;
	const char letter[2] = { (char)('A' + seat), 0 };
	const struct system *rules = p->house->sys.rules;
	struct webapp_payload x = { .judge = STR("judge@example.org"),
				    .judge_name = STR("Heraldo"),
				    .program = STR("1"),
				    .game = STR("twins-00ff"),
				    .rules = str_of(rules->version),
				    .grammar = STR("-"),
				    .language = STR("en"),
				    .state = STR("running"),
				    .seat = str_of(letter),
				    .point = p->court.point,
				    .serial = 1,
				    .seen = STR("-"),
				    .dice = STR("-") };
	struct why why = { 0 };
	struct buf b;

	arena_init(&a);
	game_samples(&a, &p->house->sys, &sample, &events);
	webapp_payload_know(&a, rules, sample, STR(""), events, &known);
	for (int i = 0; i < p->n_players; i++)
		x.player[i] = STR("somebody");
	game_view(g, seat, &view);
	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(&view, &b);
	x.view = buf_str(&b);
	if (webapp_payload_write(&a, &x, &known, &p->court.judge, 0, &forms,
				 &why))
		play_fail(p, "no attachment:", why.text);
	buf_adds(out, forms.whole);
	arena_release(&a);
	buf_release(&b);
}

/* --- what the page tells of it ------------------------------------------- */

static struct str note(struct buf *out, const char *what, int result)
{
	struct str said = { page_result(), page_said_len() };

	buf_addf(out, "%s %d ", what, result);
	buf_adds(out, said);
	buf_addc(out, '\n');
	return said;
}

static bool holds(struct str s, const char *part)
{
	return memmem(s.s, s.len, part, strlen(part));
}

static void tell_orders(struct str lines, struct str board, struct buf *out)
{
	struct str said;

	note(out, "check", page_check(put(lines)));
	said = note(out, "preview", page_preview(put(lines)));
	seen.previews += holds(said, "\"whole\":1");
	said = note(out, "ahead", page_ahead());
	seen.ghosts += said.len && !str_equal(said, board);
	said = note(out, "chances", page_chances(put(lines)));
	seen.counted += holds(said, "\"per_cent\"");
	seen.hidden += holds(said, "\"hidden\":1") ||
		       holds(said, "\"stops\":\"hidden\"");
	seen.orders++;
}

static void tell(struct play *p, struct arena *a, struct str attached,
		 const struct str *orders, int n, struct buf *out)
{
	struct str board;

	if (page_report(put(attached)))
		play_fail(p, "a page cannot read what the judge sends:",
			  page_result());
	note(out, "values", page_values());
	note(out, "legal", page_legal());
	note(out, "offers", page_offers());
	board = arena_str(a, note(out, "board", page_position(-1)));
	for (int i = 0; i < n; i++)
		tell_orders(orders[i], board, out);
}

/* --- what the judge does ------------------------------------------------- */

/* Refused, and why; else none. Nothing is rolled. */
static enum verdict judged(struct play *p, const void *state, int seat,
			   const struct decision *d, struct refusal *no)
{
	static int32_t copy[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct event events[TWIN_EVENTS];
	struct event_list out = { events, 0, TWIN_EVENTS };
	struct run r = { .trials = &trials,
			 .sys = p->house->sys.rules,
			 .state = copy,
			 .catalog = &p->court.catalog,
			 .out = &out };
	enum verdict verdict;

	memcpy(copy, state, r.sys->state_size);
	*no = (struct refusal){ 0 };
	verdict = r.sys->decide(&r, seat, d, no);
	if (verdict != VERDICT_REFUSED)
		*no = (struct refusal){ 0 };
	return verdict;
}

static void judge_both(struct play *p, const struct game *twin, int seat,
		       const struct decision *d)
{
	struct refusal here, there, told;

	if (judged(p, view.state, seat, d, &told) == VERDICT_UNKNOWN)
		return;
	judged(p, p->court.game->state, seat, d, &here);
	judged(p, twin->state, seat, d, &there);
	seen.judged++;
	if (here.reason != there.reason || here.rule != there.rule ||
	    here.n_args != there.n_args ||
	    memcmp(here.args, there.args,
		   (size_t)here.n_args * sizeof(here.args[0])) != 0) {
		struct buf text;

		buf_init(&text, TWIN_LINE);
		decision_render(&text, &p->house->sys.rules->decisions, d);
		play_fail(p, "twins are judged otherwise:", text.s);
	}
}

/* Orders that the seat might give, as lines; what the judge does of them. */
static int draw_orders(struct play *p, const struct game *twin, int seat,
		       struct dice *rng, struct arena *a, struct str *out)
{
	const struct system *rules = p->house->sys.rules;
	int n = 0;

	for (int i = 0; i < TWIN_ORDERS; i++) {
		struct decision d;
		struct buf b;

		if (i % 2 ||
		    !rules->random_decision(view.state, seat, &trials, rng, &d))
			play_garbage(p, seat, rng, &d);
		judge_both(p, twin, seat, &d);
		buf_init(&b, TWIN_LINE);
		if (court_write(&p->court, 0, &d, &b) && !b.full) {
			buf_addc(&b, '\n');
			out[n++] = arena_str(a, buf_str(&b));
		}
		buf_release(&b);
	}
	return n;
}

/* --- free wording --------------------------------------------------------- */

/* How the judge reads it in one of the two: orders, complaints, proposals. */
static void reading(struct play *p, const struct game *g, int seat,
		    struct str line, struct buf *out)
{
	static struct game sees;
	struct court *c = &p->court;
	struct grammar_names names = { 0 };
	struct orders *o;
	struct arena a;

	arena_init(&a);
	o = ARENA_NEW(&a, struct orders);
	game_view(g, seat, &sees);
	game_names(&c->sys, &sees, &a, &names);
	names.reader = 1 + seat;
	orders_read(&a, &c->grammar, &names, seat % 2, line, o);
	orders_write_reading(&c->grammar, seat % 2, o, NULL, out);
	arena_release(&a);
}

/* --- comparing ------------------------------------------------------------ */

static void same(struct play *p, const char *what, const struct buf *l,
		 const struct buf *r)
{
	size_t at = 0;

	if (str_equal(buf_str(l), buf_str(r)))
		return;
	while (l->s[at] == r->s[at])
		at++;
	play_fail(p, what, l->s + (at > 200 ? at - 200 : 0));
}

void twins_compare(struct play *p, int seat, const struct game *twin,
		   const char *line)
{
	uint64_t number = p->seed * 1009 + (uint64_t)p->n.mails;
	struct dice rng = { .bits = chance_bits, .source = &number };
	struct buf sent[2], told[2];
	struct str orders[TWIN_ORDERS + 2];
	struct arena a;
	int n;

	page_begins(p);
	arena_init(&a);
	for (int i = 0; i < 2; i++) {
		buf_init(&sent[i], WEBAPP_PAYLOAD_TEXT_MAX);
		buf_init(&told[i], TOLD_MAX);
	}
	attach(p, twin, seat, &sent[1]);
	attach(p, p->court.game, seat, &sent[0]);
	same(p, "the judge sends twins other views:", &sent[0], &sent[1]);
	n = draw_orders(p, twin, seat, &rng, &a, orders);
	if (line)
		orders[n++] = str_of(line);
	orders[n] = offers_informal(p, &rng, &a);
	reading(p, p->court.game, seat, orders[n], &told[0]);
	reading(p, twin, seat, orders[n], &told[1]);
	n++;
	for (int i = 0; i < 2; i++)
		tell(p, &a, buf_str(&sent[i]), orders, n, &told[i]);
	same(p, "a page tells of twins otherwise:", &told[0], &told[1]);
	for (int i = 0; i < 2; i++) {
		buf_release(&sent[i]);
		buf_release(&told[i]);
	}
	arena_release(&a);
	seen.twins++;
}

bool twins_tell(void)
{
	printf("%ld twins: %ld orders, %ld previews to their end, %ld with "
	       "ghosts, %ld whose dice were counted, %ld in which something "
	       "hidden has a part, %ld judged in both\n",
	       seen.twins, seen.orders, seen.previews, seen.ghosts,
	       seen.counted, seen.hidden, seen.judged);
	return seen.twins < MANY ||
	       (seen.previews && seen.ghosts && seen.counted && seen.hidden &&
		seen.judged);
}
