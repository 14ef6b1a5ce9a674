/* tests/prop/play.c */
#include "play.h"
#include "offers.h"
#include "base/parse.h"
#include "engine/common.h"
#include "engine/auto_setup.h"
#include "tests/srcdir.h"
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct trials trials;
static struct play the_play;

enum { TRIAL_EVENTS = 4096, GAME_MOST_S = 600, KEPT_EVERY = 20 };

static const struct system *rules_of(const struct play *p)
{
	return p->house->sys.rules;
}

static bool tell(const struct play *p)
{
	printf("events of %ld games: ", p->n.games);
	for (size_t i = 0; i < sizeof(p->events.b); i++)
		printf("%02x", p->events.b[i]);
	putchar('\n');
	printf("%ld games, %ld ended by their rules, %ld verified; %ld mails: "
	       "%ld samples, %ld drawn from the grammar; %ld refused, %ld "
	       "unreadable, %ld questions; %ld dice, %ld signatures\n",
	       p->n.games, p->n.over, p->n.verified, p->n.mails, p->n.samples,
	       p->n.drawn, p->n.refused, p->n.complaints, p->n.questions,
	       p->n.rolls, p->n.signatures);
	offers_tell();
	return tally_tell(&p->tally, p->house->zeroes, p->house->n_zeroes,
			  p->n.games >= PLAY_LONG);
}

void play_fail(const struct play *p, const char *what, const char *more)
{
	char name[80];
	FILE *log;

	snprintf(name, sizeof(name), "%s.jsonl", p->house->name);
	log = fopen(name, "w");
	printf("seed %llu, point %lld: %s %s\n", (unsigned long long)p->seed,
	       (long long)p->court.point, what, more);
	if (log) {
		fwrite(p->court.file.s, 1, p->court.file.len, log);
		fclose(log);
	}
	tell(p);
	exit(1);
}

/* --- decisions --------------------------------------------------------- */

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t more)
{
	return chance_bits(source, number + 7777, more);
}

/* what comes of a decision at once, on a copy */
static enum verdict try_it(struct play *p, int seat, const struct decision *d,
			   struct dice *dice, struct event_list *out,
			   struct refusal *no)
{
	static struct event events[TRIAL_EVENTS];
	struct secrets secrets = { .bits = secret_bits, .source = &p->seed };
	struct run r = { .trials = &trials,
			 .sys = rules_of(p),
			 .state = p->probe,
			 .dice = dice,
			 .catalog = &p->court.catalog,
			 .secrets = dice ? &secrets : NULL,
			 .out = out };

	*out = (struct event_list){ events, 0, TRIAL_EVENTS };
	memcpy(p->probe, p->court.game->state, r.sys->state_size);
	*no = (struct refusal){ 0 };
	return r.sys->decide(&r, seat, d, no);
}

bool play_is_legal(struct play *p, int seat, const struct decision *d)
{
	struct event_list out;
	struct refusal no;

	return try_it(p, seat, d, NULL, &out, &no) != VERDICT_REFUSED;
}

/* the seat is awaited for it, or may send it at any time */
static bool is_wanted(const struct play *p, int seat, int kind)
{
	struct awaiting waits;

	system_awaiting(rules_of(p), p->court.game->state, &waits);
	return awaiting_has(&waits, seat, kind) ||
	       kinds_have(waits.always[seat], kind);
}

/*
 * What is hidden from a seat decides nothing: as long as its view can tell,
 * the verdict and the refusal with its arguments are the same there.
 */
static void view_agrees(struct play *p, int seat, const struct decision *d,
			enum verdict verdict, const struct refusal *no)
{
	static struct event events[TRIAL_EVENTS];
	struct event_list out = { events, 0, TRIAL_EVENTS };
	struct run r = { .trials = &trials,
			 .sys = rules_of(p),
			 .state = p->view,
			 .catalog = &p->court.catalog,
			 .out = &out };
	struct refusal seen = { 0 };
	enum verdict on_view;
	struct buf text;

	r.sys->view(p->court.game->state, seat, p->view);
	on_view = r.sys->decide(&r, seat, d, &seen);
	if (on_view == VERDICT_UNKNOWN ||
	    (on_view == verdict && seen.reason == no->reason &&
	     seen.rule == no->rule && seen.n_args == no->n_args &&
	     !memcmp(seen.args, no->args,
		     (size_t)no->n_args * sizeof(no->args[0]))))
		return;
	buf_init(&text, 1 << 14);
	buf_addf(&text, "seat %c, %s %s for %s %s: ", 'A' + seat,
		 r.sys->refusals[no->reason].name,
		 r.sys->events.rules->name[no->rule],
		 r.sys->refusals[seen.reason].name,
		 r.sys->events.rules->name[seen.rule]);
	decision_render(&text, &r.sys->decisions, d);
	play_fail(p, "a verdict tells what is hidden:", text.s);
}

/* the order was carried out as far as it went, and events tell how far */
static bool went(const struct play *p, const struct event_list *out)
{
	const struct play_house *h = p->house;

	for (int i = 0; i < out->n; i++)
		for (int k = 0; k < h->n_went; k++)
			if (out->v[i].kind == h->went[k])
				return true;
	return false;
}

void play_probe(struct play *p, int seat, const struct decision *d,
		struct dice *rng)
{
	struct dice dice = { .bits = chance_bits, .source = rng->source };
	struct event_list out;
	struct refusal no;
	enum verdict verdict = try_it(p, seat, d, &dice, &out, &no);

	if (is_wanted(p, seat, d->kind))
		view_agrees(p, seat, d, verdict, &no);
	if (verdict != VERDICT_REFUSED)
		return;
	if (!no.reason || !no.rule)
		play_fail(p, "refused without a reason", "");
	tally_refusal(&p->tally, &no);
	/* RULE: RB-ACT-06 */
	if (!went(p, &out) && (out.n || dice.n_rolls ||
			       memcmp(p->probe, p->court.game->state,
				      rules_of(p)->state_size) != 0)) {
		struct buf text;

		buf_init(&text, 1 << 14);
		decision_render(&text, &rules_of(p)->decisions, d);
		play_fail(p, "a refusal changed something:", text.s);
	}
	if (is_wanted(p, seat, d->kind) && p->n.mails % 16 == 0)
		offers_instead(p, seat, d);
}

/* labels of what is there, and of what is not */
static int labels_of(const struct play *p, struct dice *rng, int32_t *out)
{
	int n = p->house->labels(p->court.game->state, out);

	for (int i = 0; i < PLAY_STRANGERS; i++)
		out[n++] =
			label_of((char)('A' + draw(rng, 20)), 1 + draw(rng, 9));
	return n;
}

void play_garbage(struct play *p, int seat, struct dice *rng,
		  struct decision *d)
{
	const struct play_house *h = p->house;
	int32_t labels[PLAY_MAX_LABELS];
	int n = labels_of(p, rng, labels);

	do {
		while (!grammar_draw(&p->court.grammar, rng, labels, n, d))
			;
	} while (h->mend && !h->mend(p, seat, rng, d));
}

static int32_t draw_word(struct play *p, const struct field *f,
			 struct dice *rng)
{
	int32_t labels[PLAY_MAX_LABELS];

	switch (f->type) {
	case FIELD_BOOL: return draw(rng, 2);
	case FIELD_ENUM: return draw(rng, f->n_names);
	case FIELD_SEAT: return draw(rng, p->n_players);
	case FIELD_LABEL: return labels[draw(rng, labels_of(p, rng, labels))];
	default: return draw(rng, 5000) - 500;
	}
}

/* a random argument of it; false: it has none */
static bool draw_argument(const struct decision *d, struct dice *rng,
			  struct decision_arg *a, int *at)
{
	*at = 0;
	if (!d->n)
		return false;
	while (decision_next(d, *at, a) && draw(rng, 2) && a->next < d->n)
		*at = a->next;
	return true;
}

static void word_change(struct play *p, struct decision *d, struct dice *rng)
{
	const struct field *f;
	struct decision_arg a;
	int32_t *w;
	int at;

	if (!draw_argument(d, rng, &a, &at))
		return;
	f = &rules_of(p)->decisions.tags[a.tag];
	if (!a.n || f->type == FIELD_TEXT)
		return;
	w = d->w + (a.w - d->w) + draw(rng, a.n);
	*w = f->type == FIELD_POINT || f->type == FIELD_INT
		     ? *w + draw(rng, 401) - 200
		     : draw_word(p, f, rng);
}

static void argument_drop(struct decision *d, struct dice *rng)
{
	struct decision_arg a;
	int at;

	if (!draw_argument(d, rng, &a, &at))
		return;
	memmove(d->w + at, d->w + a.next,
		(size_t)(d->n - a.next) * sizeof(d->w[0]));
	d->n = (uint16_t)(d->n - (a.next - at));
}

/* one more of what it has, or of anything; now and then the very same */
static void argument_add(struct play *p, struct decision *d, struct dice *rng)
{
	const struct decision_schema *schema = &rules_of(p)->decisions;
	struct decision_arg a;
	int at, tag = draw(rng, schema->n_tags), n = 1;
	int32_t w[2] = { 0, 0 };

	if (draw(rng, 2) && draw_argument(d, rng, &a, &at))
		tag = a.tag;
	if (schema->tags[tag].type == FIELD_POINT)
		n = 2;
	for (int i = 0; i < n; i++)
		w[i] = draw_word(p, &schema->tags[tag], rng);
	if (chance(rng, 4) && draw_argument(d, rng, &a, &at) && a.n <= 2) {
		tag = a.tag;
		n = a.n;
		memcpy(w, a.w, (size_t)n * sizeof(w[0]));
	}
	decision_add(d, tag, w, n);
}

/* a sample with one word or argument of it changed: nearly legal */
static void draw_neighbour(struct play *p, struct dice *rng, struct decision *d)
{
	for (int tries = 0; tries < 20; tries++) {
		struct decision trial = *d;

		switch (draw(rng, 4)) {
		case 0: argument_drop(&trial, rng); break;
		case 1: argument_add(p, &trial, rng); break;
		default: word_change(p, &trial, rng);
		}
		if (decision_check(&trial, &rules_of(p)->decisions) &&
		    !decision_equal(&trial, d)) {
			*d = trial;
			return;
		}
	}
}

/* --- what is checked of every event ------------------------------------ */

/* the hash over all events takes in one more */
static void event_note(struct play *p, struct str json)
{
	struct hash leaf = hash_of(json);

	p->events = log_chain_head(&p->events, &leaf);
	if (p->listing)
		fprintf(p->listing, "%llu %lld %s\n",
			(unsigned long long)p->seed, (long long)p->court.point,
			json.s);
}

static int auto_kind(const struct play *p)
{
	int i = 0;

	while (rules_of(p)->decisions.kinds[i].is != CLASS_AUTO)
		i++;
	return DECISION_FIRST_OWN + i;
}

/* An order that leaves the queue as carried out: its kind, that of its first
 * alternative; or AUTO, when it has stood for one. */
static void order_note(struct play *p, const struct event *e)
{
	struct queue_entry entry;
	struct decision d;
	int seat;

	if (e->kind == COMMON_AUTO_CHOSE)
		tally_order(&p->tally, auto_kind(p));
	if (e->kind != COMMON_UNQUEUED ||
	    !event_text_is(e, COMMON_UNQUEUED_CAUSE, "done"))
		return;
	seat = event_get(e, COMMON_UNQUEUED_SEAT);
	if (!queue_at(&p->replayed.queue[seat],
		      event_get(e, COMMON_UNQUEUED_AT), &entry))
		return;
	queue_entry_alternative(entry, 0, &d);
	tally_order(&p->tally, d.kind);
}

/* An event of the log: read back, and applied to the game's twin. */
static void told(void *context, const struct event *e, struct str json,
		 bool last)
{
	static struct event again;
	struct play *p = context;
	const struct play_house *h = p->house;
	const struct system *sys = rules_of(p);
	const void *s = p->replayed.state;
	const char *wrong = NULL;

	tally_event(&p->tally, e);
	if (!json.len)
		return;
	event_note(p, json);
	order_note(p, e);
	if (!event_parse(json, &sys->events, &again) || !event_equal(&again, e))
		play_fail(p, "not read back:", json.s);
	if (h->before)
		h->before(s);
	if (p->unsettled && !h->passing(e->kind))
		wrong = system_invariant(sys, s);
	if (!wrong && !game_evolve(&p->replayed, &again))
		play_fail(p, "does not fit:", json.s);
	if (!wrong && e->kind >= EVENT_FIRST_OWN)
		wrong = system_validate(sys, s);
	if (h->after)
		h->after(p, s, &again, json.s);
	/* between the parts of one happening it need not hold */
	p->unsettled = e->kind >= EVENT_FIRST_OWN;
	if (last && p->unsettled && !wrong) {
		wrong = system_invariant(sys, s);
		p->unsettled = false;
	}
	if (wrong)
		play_fail(p, wrong, json.s);
	if (last && !game_equal(p->court.game, &p->replayed))
		play_fail(p, "replay differs at", json.s);
}

/* --- a mail ------------------------------------------------------------ */

static void draw_condition(struct play *p, struct dice *rng, struct buf *out)
{
	int32_t labels[PLAY_MAX_LABELS], w[3];
	int n = labels_of(p, rng, labels);

	w[0] = draw(rng, rules_of(p)->n_conditions);
	w[1] = labels[draw(rng, n)];
	w[2] = labels[draw(rng, n)];
	for (int len = 1; len <= 3; len++) {
		struct buf text;
		bool good;

		buf_init(&text, 200);
		good = grammar_write_condition(&p->court.grammar, 0, w, len,
					       &text);
		if (good)
			buf_addf(out, "IF %s%s: ", draw(rng, 3) ? "" : "NOT ",
				 text.s);
		buf_release(&text);
		if (good)
			return;
	}
}

/* Nothing but the queue moved before the first refusal of the mail? */
static bool was_refused(const struct event_list *list, int seat)
{
	for (int i = 0; i < list->n; i++) {
		const struct event *e = &list->v[i];

		if (e->kind >= EVENT_FIRST_OWN)
			return false;
		if (e->kind == COMMON_REFUSED &&
		    event_get(e, COMMON_REFUSED_SEAT) == seat)
			return true;
	}
	return false;
}

/* the texts around an order: standing, with a condition, with a second */
static void wrap(struct play *p, int seat, const struct decision *d,
		 const char *text, struct dice *rng, struct buf *out,
		 bool *plain)
{
	static const char *const behind[] = {
		"\nON FAIL SKIP\nEND", "\nFORGET 1\nWAIT", "\nKEEP\nWAIT",
		"\nCLEAR\nWAIT",       "\nCONTINUE\nWAIT", ""
	};

	*plain = draw(rng, 8) != 0;
	if (p->house->ahead && chance(rng, 2)) {
		size_t before = out->len;

		buf_addz(out, text);
		if (p->house->ahead(p, seat, d, rng, out)) {
			*plain = false;
			return;
		}
		out->len = before;
	}
	if (*plain) {
		buf_addf(out, "%s\nWAIT", text);
		return;
	}
	if (chance(rng, 3))
		draw_condition(p, rng, out);
	if (chance(rng, 8))
		buf_addz(out, "ALWAYS ");
	buf_addz(out, text);
	if (chance(rng, 4)) {
		buf_addz(out, chance(rng, 2) ? " | " : "\nELSE: ");
		court_write(&p->court, 0, d, out);
	}
	buf_addz(out, behind[draw(rng, ARRAY_LEN(behind))]);
}

/* what kind of decision it is */
enum origin { SAMPLED, DRAWN, NEIGHBOUR, ELSEWHERE };

static void send(struct play *p, int seat, const struct decision *d,
		 enum origin origin, struct dice *rng)
{
	struct court *c = &p->court;
	struct buf text, mail;
	enum court_fate fate;
	bool plain;

	buf_init(&text, 1 << 16);
	buf_init(&mail, 1 << 17);
	if (!court_write(c, draw(rng, c->words.n_langs), d, &text)) {
		decision_render(&mail, &rules_of(p)->decisions, d);
		if (origin != NEIGHBOUR)
			play_fail(p, "an order without words:", mail.s);
		buf_release(&text);
		buf_release(&mail);
		return;
	}
	wrap(p, seat, d, text.s, rng, &mail, &plain);
	fate = court_orders(c, seat, mail.s);
	p->n.mails++;
	p->n.complaints += fate == COURT_COMPLAINT;
	p->n.questions += fate == COURT_QUESTION;
	if (fate == COURT_COMPLAINT && plain && origin != NEIGHBOUR &&
	    !c->lacks)
		play_fail(p, "not understood:", mail.s);
	if (fate == COURT_PLAYED && plain) {
		bool refused = was_refused(&c->list, seat);

		p->n.refused += refused;
		if (refused && origin == SAMPLED)
			play_fail(p, "a sample refused:", mail.s);
	}
	p->n.rolls += fate == COURT_PLAYED ? c->n_rolls : 0;
	if (fate == COURT_QUESTION)
		tally_order(&p->tally, d->kind);
	buf_release(&text);
	buf_release(&mail);
}

static enum origin draw_decision(struct play *p, int seat, struct dice *rng,
				 struct decision *d)
{
	const struct play_house *h = p->house;
	const void *s = p->court.game->state;
	bool drawn = chance(rng, 10), nearly = chance(rng, 10);
	bool elsewhere = nearly && h->world_change && chance(rng, 2);

	rules_of(p)->view(s, seat, p->view);
	if (auto_setup_may_auto(rules_of(p), p->view, seat) &&
	    chance(rng, 16)) {
		decision_start(d, auto_kind(p));
		return DRAWN;
	}
	if (h->cards && h->cards(p, seat, !drawn, rng, d))
		return DRAWN;
	if (elsewhere)
		h->world_change(p, p->view, rng);
	if (!drawn &&
	    rules_of(p)->random_decision(p->view, seat, &trials, rng, d)) {
		p->n.samples += !nearly;
		if (!nearly)
			return SAMPLED;
		if (!elsewhere)
			draw_neighbour(p, rng, d);
		return elsewhere ? ELSEWHERE : NEIGHBOUR;
	}
	p->n.drawn += drawn;
	play_garbage(p, seat, rng, d);
	return DRAWN;
}

static void one_mail(struct play *p, struct dice *rng)
{
	/* the game's own draws stay as they are */
	uint64_t number = p->seed * 1013 + (uint64_t)p->n.mails;
	struct dice lots = { .bits = chance_bits, .source = &number };
	struct awaiting waits = { .n = 0 };
	struct decision d, trial;
	enum origin origin;
	int seat;

	system_awaiting(rules_of(p), p->court.game->state, &waits);
	if (!waits.n)
		play_fail(p, "nobody is awaited", "");
	seat = waits.v[draw(rng, waits.n)].seat;
	if (chance(rng, 100) && waits.v[0].seat == seat &&
	    waits.v[0].blocking && court_silence(&p->court, seat))
		return;
	if (chance(rng, 40))
		seat = draw(rng, p->n_players);
	origin = draw_decision(p, seat, rng, &d);
	trial = d;
	if (origin == SAMPLED)
		draw_neighbour(p, rng, &trial);
	play_probe(p, draw(rng, 8) ? seat : draw(rng, p->n_players), &trial,
		   rng);
	play_garbage(p, seat, rng, &trial);
	play_probe(p, draw(rng, p->n_players), &trial, rng);
	if (p->house->probe)
		p->house->probe(p, seat, rng);
	if (p->n.mails % 4 == 0)
		offers_check(p, seat);
	if (p->n.mails % 4 == 1)
		offers_meant(p, seat, &lots);
	offers_drafts(p, seat);
	send(p, seat, &d, origin, rng);
}

/* --- a game ------------------------------------------------------------ */

void play_option(struct play *p, const char *name, int seat, int32_t value)
{
	assert(p->n_options < PLAY_MAX_OPTIONS);
	p->option[p->n_options++] = (struct game_option){
		.name = str_of(name), .seat = seat, .value = { value }, .n = 1
	};
}

static void verify(struct play *p)
{
	struct verify_result result;
	struct buf what;

	court_verify(&p->court, &result);
	p->n.verified += result.good;
	p->n.signatures += (long)result.signatures;
	if (result.good && result.rules_run)
		return;
	buf_init(&what, 2000);
	buf_addf(&what, "line %zu: %s\nexpected %s\nfound    %s",
		 result.fault.line, result.fault.what, result.fault.expected,
		 result.fault.found);
	play_fail(p, "not verified:", what.s);
}

static void play(struct play *p)
{
	struct dice rng = { .bits = chance_bits, .source = &p->seed };
	struct court *c = &p->court;

	p->n_options = 0;
	p->n_carried = 0;
	p->position = (struct str){ 0 };
	p->unsettled = false;
	game_init(&p->replayed, rules_of(p));
	p->max_mails = p->house->max_mails;
	p->house->begin(p, &rng);
	c->position = p->position;
	c->carried = p->carried;
	c->n_carried = p->n_carried;
	court_begin(c, p->n_players, p->option, p->n_options, p->seed,
		    (unsigned)draw(&rng, 1 << p->n_players));
	for (int i = 0; i < p->max_mails && !c->ended; i++)
		one_mail(p, &rng);
	p->n.games++;
	p->n.over += c->ended;
	if (!c->ended)
		court_stop(c);
	verify(p);
}

/* --- the program ------------------------------------------------------- */

static volatile sig_atomic_t enough;

/* after this game; at once, if it is said again */
static void stop(int number)
{
	if (enough)
		signal(number, SIG_DFL);
	enough = 1;
}

/* A game that does not end is a fault as any other: it is named. */
static void hangs(int number)
{
	static const char text[] = ": this game does not end\n";
	const struct play *p = &the_play;
	char line[32];
	size_t n = sizeof(line);
	uint64_t seed = p->seed;

	(void)number;
	do {
		line[--n] = (char)('0' + seed % 10);
		seed /= 10;
	} while (seed && n);
	if (write(STDERR_FILENO, line + n, sizeof(line) - n) < 0 ||
	    write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(2);
	_exit(1);
}

static void progress_tell(int64_t done, int64_t games, time_t since)
{
	int64_t left_s = (time(NULL) - since) * (games - done) / done;

	fprintf(stderr, "\r%lld of %lld games, %lld:%02lld left ",
		(long long)done, (long long)games, (long long)left_s / 60,
		(long long)left_s % 60);
	if (done == games)
		fputc('\n', stderr);
}

/* What was played so far, to or from the file that a run goes on from. */
static bool kept_pass(struct play *p, FILE *file, int64_t *first, bool write)
{
	int64_t its = *first;

	return tally_bytes(&its, sizeof(its), file, write) && its == *first &&
	       tally_bytes(&p->n, sizeof(p->n), file, write) &&
	       tally_bytes(&p->events, sizeof(p->events), file, write) &&
	       tally_pass(&p->tally, file, write);
}

/* False: the file is of another run, or cannot be written. */
static bool keep(struct play *p, const char *path, int64_t first, bool write)
{
	char *other = NULL;
	FILE *file;
	bool good;

	if (!path)
		return true;
	if (write && asprintf(&other, "%s.new", path) < 0)
		return false;
	file = fopen(write ? other : path, write ? "wb" : "rb");
	good = file ? kept_pass(p, file, &first, write)
		    : !write && errno == ENOENT;
	if (file && fclose(file))
		good = false;
	/* whole, whenever it is broken off */
	if (write && good)
		good = !rename(other, path);
	free(other);
	if (!good)
		fprintf(stderr, "%s: no run of these games\n", path);
	return good;
}

int play_main(const struct play_house *house, int argc, char **argv)
{
	struct play *p = &the_play;
	static const struct itimerval patience = { .it_value.tv_sec =
							   GAME_MOST_S };
	int64_t games = 5, first = 1, old;
	const char *kept = NULL;
	time_t since = time(NULL);
	bool good = argc % 2;

	for (int i = 1; good && i + 1 < argc; i += 2) {
		struct str word = str_of(argv[i]), value = str_of(argv[i + 1]);

		if (str_is(word, "--n"))
			good = parse_int(value, 1, 1000000, &games);
		else if (str_is(word, "--keep"))
			kept = argv[i + 1];
		else if (str_is(word, "--events"))
			good = (p->listing = fopen(argv[i + 1], "w")) != NULL;
		else
			good = str_is(word, "--seed") &&
			       parse_int(value, 0, INT32_MAX, &first);
	}
	if (!good) {
		fprintf(stderr,
			"%s [--n GAMES] [--seed SEED] [--events FILE] "
			"[--keep FILE]\n",
			house->name);
		return 2;
	}
	printf("seed %lld\n", (long long)first);
	p->house = house;
	p->tally.sys = house->sys.rules;
	p->tally.within = house->within;
	p->tally.rules_by_cases = house->rules_by_cases;
	p->tally.words = house->words;
	p->tally.n_words = house->n_words;
	court_open(&p->court, &house->sys,
		   house->templates ? house->templates : SRCDIR "/templates",
		   house->deck);
	if (house->catalog)
		p->court.catalog = *house->catalog;
	p->court.told = told;
	p->court.context = p;
	/* what a mail takes is given back, and taken again by the next */
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	/* a long run that is broken off tells what it has met */
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	/* of processor time: a busy machine is no fault */
	signal(SIGVTALRM, hangs);
	if (!keep(p, kept, first, false))
		return 2;
	old = p->n.games;
	for (int64_t i = old; i < games && !enough; i++) {
		p->seed = (uint64_t)(first + i) * UINT64_C(1000003);
		setitimer(ITIMER_VIRTUAL, &patience, NULL);
		play(p);
		if (games >= 100 && (i + 1) % 20 == 0)
			progress_tell(i + 1 - old, games - old, since);
		if ((i + 1) % KEPT_EVERY == 0 && !keep(p, kept, first, true))
			return 2;
	}
	good = keep(p, kept, first, true) && tell(p);
	if (p->listing && fclose(p->listing))
		good = false;
	court_close(&p->court);
	return !good;
}
