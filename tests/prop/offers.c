/* tests/prop/offers.c */
#include "offers.h"
#include "promise.h"
#include "engine/auto_setup.h"
#include "engine/suggest_fix.h"

enum {
	DICE_MAX = 5,  /* of a count: 6^5 runs */
	EVENTS = 4096, /* of one run */
	INFORMAL_LINE = 8192,
	COUNTED_ONE_IN = 9
};

static struct trials trials;
static long n_offers, n_pairs, n_counted, n_refused, n_instead, n_drafts;
static long n_kept, n_proposed, n_unawaited, n_unfit;

/* Faces that are given, then ones. */
struct script {
	int face[DICE_MAX];
	int n;
};

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	const struct script *s = source;

	(void)draw;
	return roll < (uint32_t)s->n ? (uint32_t)s->face[roll] - 1 : 0;
}

static int field_of(const struct system *sys, const struct event *e,
		    const char *name)
{
	return event_field(event_kind(&sys->events, e->kind), name);
}

static bool is_event(const struct system *sys, const struct event *e,
		     const char *name)
{
	return !strcmp(event_kind(&sys->events, e->kind)->name, name);
}

static int32_t value(const struct system *sys, const struct event *e,
		     const char *name)
{
	int f = field_of(sys, e, name);

	return f < 0 ? 0 : event_get(e, f);
}

/* the comparison of a roll with a defense, as both games tell it */
static bool is_comparison(const struct system *sys, const struct event *e)
{
	return is_event(sys, e, "attack_result") ||
	       (is_event(sys, e, "attack") && field_of(sys, e, "result") >= 0);
}

/* the first target was hit, and did not dodge */
static bool did_hit(const struct system *sys, const struct event *v, int n)
{
	int i = 0;
	int32_t result;

	while (i < n && !is_comparison(sys, v + i))
		i++;
	if (i == n)
		return false;
	result = value(sys, v + i, "result");
	return (result == 1 || result == 2) && /* hit, critical hit */
	       !(i + 1 < n && is_event(sys, v + i + 1, "dodge_roll") &&
		 value(sys, v + i + 1, "ok"));
}

/* the two dice of the attack are those of the script, the last two of `at` */
static bool dice_fell_so(const struct system *sys, const struct event *v, int n,
			 const struct script *s, int at)
{
	for (int i = 0; i < n; i++)
		if (field_of(sys, v + i, "d1") >= 0)
			return value(sys, v + i, "d1") == s->face[at] &&
			       value(sys, v + i, "d2") == s->face[at + 1];
	return false;
}

/* rolls: how many dice the first of the two has rolled, or NULL */
static int run_with(const struct play *p, int seat, const struct suggest *o,
		    const struct script *s, struct event *v, uint32_t *rolls,
		    struct refusal *no)
{
	static int32_t state[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	struct dice dice = { .bits = scripted, .source = s };
	struct event_list out = { v, 0, EVENTS };
	struct run r = { .trials = &trials,
			 .sys = p->house->sys.rules,
			 .state = state,
			 .dice = &dice,
			 .catalog = &p->court.catalog,
			 .secrets = &p->court.secrets,
			 .out = &out };

	/* an offer knows what its reader sees: not who has said never to borrow
	 * a defense */
	r.sys->view(p->court.game->state, seat, state);
	if (r.sys->suppose)
		r.sys->suppose(state);
	*no = (struct refusal){ 0 };
	(void)r.sys->decide(&r, seat, &o->d, no);
	if (rolls)
		*rolls = dice.n_rolls;
	if (o->then.kind)
		(void)r.sys->decide(&r, seat, &o->then, no);
	return out.n;
}

/* every face of every die that decides about the hit */
static void count_dice(struct play *p, int seat, const struct suggest *o)
{
	static struct event v[EVENTS];
	const struct system *sys = p->house->sys.rules;
	bool dodge = o->of == 216;
	int doubts = 0, n_dice, at;
	int64_t hits = 0, all = 1;

	while (!dodge && 36 << doubts < o->of)
		doubts++;
	n_dice = 2 + doubts + dodge;
	if (n_dice > DICE_MAX)
		return;
	for (int i = 0; i < n_dice; i++)
		all *= 6;
	for (int64_t k = 0; k < all; k++) {
		struct script s = { .n = n_dice };
		struct refusal no;
		int64_t rest = k;
		int n;

		for (int i = 0; i < n_dice; i++, rest /= 6)
			s.face[i] = 1 + (int)(rest % 6);
		at = doubts;
		n = run_with(p, seat, o, &s, v, NULL, &no);
		/* preparations rolled before: another count */
		for (int i = 0; i < doubts; i++)
			at = s.face[i] > 3 ? at : -1;
		if (at >= 0 && !dice_fell_so(sys, v, n, &s, at))
			return;
		hits += did_hit(sys, v, n);
	}
	n_counted++;
	if (hits * o->of != o->hits * all) {
		char more[200];

		snprintf(more, sizeof(more), "%d of %d, counted %lld of %lld",
			 o->hits, o->of, (long long)hits, (long long)all);
		play_fail(p, "the odds of an offer are wrong:", more);
	}
}

static void fail_of(struct play *p, int seat, const struct suggest *o,
		    const char *what)
{
	static struct event v[EVENTS];
	struct script ones = { .n = 0 };
	struct refusal no;
	struct buf text;

	buf_init(&text, 1 << 14);
	decision_render(&text, &p->house->sys.rules->decisions, &o->d);
	(void)run_with(p, seat, o, &ones, v, NULL, &no);
	buf_addf(&text, " %s", p->house->sys.rules->refusals[no.reason].name);
	play_fail(p, what, text.s);
}

/* The second of two has words, and is accepted behind the first. */
static void then_check(struct play *p, int seat, const struct suggest *o)
{
	static struct event v[EVENTS];
	struct script ones = { .n = 0 };
	struct refusal no;
	struct buf text;
	uint32_t rolls;

	if (!o->then.kind)
		return;
	buf_init(&text, 4096);
	for (int lang = 0; lang < 2; lang++)
		if (!court_write(&p->court, lang, &o->then, &text))
			fail_of(p, seat, o, "an offer's end has no words:");
	buf_release(&text);
	(void)run_with(p, seat, o, &ones, v, &rolls, &no);
	/* what rolls may come to nothing */
	if (!rolls && no.reason)
		fail_of(p, seat, o, "an offer's end is refused:");
	n_pairs += !rolls;
}

/* carried out in the real game, it is what it says */
static void promise_check(struct play *p, int seat, const struct suggest *o)
{
	static int32_t state[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct event v[EVENTS];
	uint64_t seed = (uint64_t)n_offers;
	struct dice dice = { .bits = chance_bits, .source = &seed };
	struct event_list out = { v, 0, EVENTS };
	struct run r = { .trials = &trials,
			 .sys = p->house->sys.rules,
			 .state = state,
			 .dice = &dice,
			 .catalog = &p->court.catalog,
			 .secrets = &p->court.secrets,
			 .out = &out };
	struct refusal no = { 0 };
	const char *fault;

	memcpy(state, p->court.game->state, r.sys->state_size);
	/* a doubtful line may be none */
	if (r.sys->decide(&r, seat, &o->d, &no) == VERDICT_REFUSED ||
	    (o->then.kind &&
	     r.sys->decide(&r, seat, &o->then, &no) == VERDICT_REFUSED))
		return;
	n_kept++;
	fault = promise_broken(r.sys, o, p->court.game->state, state, v, out.n);
	if (fault)
		fail_of(p, seat, o, fault);
}

void offers_check(struct play *p, int seat)
{
	static int32_t view[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct suggest v[OFFERS_MAX], again[OFFERS_MAX];
	const struct system *sys = p->house->sys.rules;
	struct offers list = { v, 0 }, twice = { again, 0 };

	if (!sys->offer)
		return;
	sys->view(p->court.game->state, seat, view);
	sys->offer(view, seat, trials_init(&trials), &list);
	sys->offer(view, seat, trials_init(&trials), &twice);
	if (twice.n != list.n)
		play_fail(p, "offers are not the same twice", "");
	for (int i = 0; i < list.n; i++) {
		struct buf text;

		n_offers++;
		buf_init(&text, 4096);
		for (int lang = 0; lang < 2; lang++)
			if (!court_write(&p->court, lang, &v[i].d, &text))
				fail_of(p, seat, &v[i],
					"an offer has no words:");
		buf_release(&text);
		if (!decision_equal(&v[i].d, &again[i].d))
			fail_of(p, seat, &v[i],
				"an offer is another one again:");
		if (!play_is_legal(p, seat, &v[i].d))
			fail_of(p, seat, &v[i], "an offer is refused:");
		then_check(p, seat, &v[i]);
		promise_check(p, seat, &v[i]);
		if (v[i].of && n_offers % COUNTED_ONE_IN == 0)
			count_dice(p, seat, &v[i]);
	}
}

void offers_instead(struct play *p, int seat, const struct decision *d)
{
	static int32_t view[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct suggest o;
	const struct system *sys = p->house->sys.rules;
	struct buf text;

	/* what nobody can write in a mail is not answered by one */
	buf_init(&text, 4096);
	if (!court_write(&p->court, 0, d, &text)) {
		buf_release(&text);
		return;
	}
	buf_release(&text);
	n_refused++;
	sys->view(p->court.game->state, seat, view);
	if (!suggest_fix_of(sys, view, seat, &p->court.catalog,
			    trials_init(&trials), d, &o.d))
		return;
	n_instead++;
	buf_init(&text, 4096);
	for (int lang = 0; lang < 2; lang++)
		if (!court_write(&p->court, lang, &o.d, &text))
			fail_of(p, seat, &o, "what can be done has no words:");
	buf_release(&text);
	if (decision_row(&sys->decisions, o.d.kind)->is != CLASS_AUTO &&
	    !play_is_legal(p, seat, &o.d))
		fail_of(p, seat, &o, "what can be done is refused:");
}

void offers_drafts(struct play *p, int seat)
{
	static int32_t view[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct decision v[DRAFTS_MAX], again[DRAFTS_MAX];
	const struct system *sys = p->house->sys.rules;
	uint32_t lot = (uint32_t)p->n.mails;
	int n;

	sys->view(p->court.game->state, seat, view);
	n = auto_setup_orders(sys, view, seat, trials_init(&trials), lot, v);
	if (auto_setup_orders(sys, view, seat, trials_init(&trials), lot,
			      again) != n)
		play_fail(p, "drafts are not the same twice", "");
	n_drafts += n;
	for (int i = 0; i < n; i++) {
		const struct suggest o = { .d = v[i] };
		struct buf text;

		buf_init(&text, 4096);
		for (int lang = 0; lang < 2; lang++)
			if (!court_write(&p->court, lang, &v[i], &text))
				fail_of(p, seat, &o, "a draft has no words:");
		buf_release(&text);
		if (!decision_equal(&v[i], &again[i]))
			fail_of(p, seat, &o, "a draft is another one again:");
		if (!play_is_legal(p, seat, &v[i]))
			fail_of(p, seat, &o, "a draft is refused:");
	}
}

/* --- what is proposed for free wording --------------------------------- */

/* Lines as people write them; %1 and %2 are labels. */
static const char *const informal[] = {
	"please move %1 towards %2",
	"%1 attacks %2 and then goes back 3",
	"should %1 shoot %2?",
	"don't attack %2 with %1",
	"everybody attacks %2, thanks",
	"go north 4 and strike the nearest",
	"%1 opens the chest, if not it heals %2",
	"plan fireball and heal",
	"%1 ataca a %2",
	"%1 se retira 3 al sur",
	"%1 va hacia %2 y lo golpea",
	"no muevas %1, solo gira hacia %2",
	"I give up",
};

struct str offers_informal(struct play *p, struct dice *rng, struct arena *a)
{
	int32_t label[PLAY_MAX_LABELS];
	int n = p->house->labels(p->court.game->state, label);
	const char *from = informal[draw(rng, ARRAY_LEN(informal))];
	struct str s;
	struct buf b;

	buf_init(&b, INFORMAL_LINE);
	for (; *from; from++) {
		int32_t one = n ? label[draw(rng, n)] : label_of('A', 1);

		if (*from != '%')
			buf_addc(&b, *from);
		else if (*++from)
			buf_addf(&b, "%c%d", label_letter(one),
				 label_number(one));
	}
	buf_addc(&b, '\n');
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* Is each order of a proposal accepted, after those before it, as far as that
 * is known without dice? They are counted. */
static void proposal_check(struct play *p, int seat, const struct order_line *v,
			   int n)
{
	static int32_t state[SYSTEM_MAX_STATE / (int)sizeof(int32_t)];
	static struct event events[EVENTS];
	struct event_list out = { events, 0, EVENTS };
	struct run r = { .trials = &trials,
			 .sys = p->house->sys.rules,
			 .state = state,
			 .catalog = &p->court.catalog,
			 .out = &out };
	struct awaiting waits;

	memcpy(state, p->court.game->state, r.sys->state_size);
	for (int i = 0; i < n && !r.unknown; i++) {
		struct suggest o = { .kind = SUGGEST_DO };
		struct refusal no = { 0 };

		if (v[i].kind != LINE_ORDER ||
		    queue_entry_conditions(v[i].entry))
			return;
		queue_entry_alternative(v[i].entry, 0, &o.d);
		system_awaiting(r.sys, state, &waits);
		if (!awaiting_has(&waits, seat, o.d.kind) &&
		    !kinds_have(waits.always[seat], o.d.kind)) {
			n_unawaited++;
			return;
		}
		n_proposed++;
		if (r.sys->decide(&r, seat, &o.d, &no) == VERDICT_REFUSED) {
			n_unfit++;
			return;
		}
	}
}

void offers_meant(struct play *p, int seat, struct dice *rng)
{
	static struct game sees;
	struct court *c = &p->court;
	struct grammar_names names = { 0 };
	struct orders *o;
	struct arena a;
	struct str line;

	arena_init(&a);
	o = ARENA_NEW(&a, struct orders);
	line = offers_informal(p, rng, &a);
	game_view(c->game, seat, &sees);
	game_names(&c->sys, &sees, &a, &names);
	names.reader = 1 + seat;
	orders_read(&a, &c->grammar, &names, seat % 2, line, o);
	for (int k = 0; o->n_complaints && k < o->complaints[0].n_instead; k++)
		proposal_check(p, seat, o->complaints[0].instead[k].v,
			       o->complaints[0].instead[k].n);
	arena_release(&a);
}

void offers_tell(void)
{
	printf("%ld drafts of set-ups\n", n_drafts);

	printf("%ld refused, %ld with what can be done\n", n_refused,
	       n_instead);
	printf("%ld offers, %ld of two orders, the dice of %ld counted, %ld "
	       "carried out as they say\n",
	       n_offers, n_pairs, n_counted, n_kept);
	printf("%ld orders proposed for free wording, %ld refused, %ld not "
	       "awaited\n",
	       n_proposed, n_unfit, n_unawaited);
}
