/*
 * tests/prop/undo_games.c - random play with undos, by signed mail to a judge:
 * the same decision in the same state of the rules rolls the same dice.
 *
 *	undo_games [GAMES [SEED [SYSTEM]]]
 *
 * Mails of sampled legal orders are played and taken back, one or several at
 * once, and sent anew in other words: another language, remarks, blanks, other
 * serials, at another time, behind mails of either side that change nothing
 * that all see. What they rolled must be the same, die by die and link by link,
 * unless the log says that the undo takes fresh ones (behind a sealed choice,
 * or by a ruling). Another order in the place of one that rolled has another
 * link. Each game's log verifies.
 *
 * Now and then play goes back into a point, behind any of its events: what is
 * played again is how that point began, die by die, and who goes on with what
 * was held comes to its end with the same dice.
 */
#include "../unit/play_fixture.h"
#include "mailed.h"
#include "base/parse.h"

enum { TURNS = 24, BACK_MAX = 3, MANY = 4 };

/* A mail that was played, and all that it rolled. */
struct played {
	int seat;
	struct decision d;
	struct str rolls;
};

static int serial[2];
static long n_mails, n_undone, n_same, n_fresh, n_other, n_inside, n_refused;

/* --- what the log says ---------------------------------------------------- */

static int64_t n_events(void)
{
	return mailed_row().n_events;
}

struct telling {
	struct buf rolls;
	bool fresh;
};

static bool note(void *context, const struct event_row *r)
{
	struct telling *t = context;

	if (str_starts(r->json, "{\"event\":\"rolled\"") ||
	    str_starts(r->json, "{\"event\":\"link_opened\""))
		buf_addf(&t->rolls, "%.*s\n", STR_ARG(r->json));
	t->fresh |= str_starts(r->json, "{\"event\":\"undone\"") &&
		    fix_holds(r->json, "\"fresh\":true");
	return true;
}

/* what the events behind the n-th tell of dice */
static struct str rolls_since(int64_t n, bool *fresh)
{
	struct telling t = { .fresh = false };
	struct str rolls;

	buf_init(&t.rolls, 1 << 20);
	must(store_event_list(judge_store(f.j), f.game, n + 1, INT64_MAX, note,
			      &t, &f.why),
	     "events");
	rolls = arena_str(&f.arena, buf_str(&t.rolls));
	buf_release(&t.rolls);
	*fresh = t.fresh;
	return rolls;
}

static struct str link_of(struct str rolls)
{
	const char *at = rolls.len ? strstr(rolls.s, "link_opened") : NULL;

	return at ? (struct str){ at, strcspn(at, "\n") } : STR("");
}

/* --- mails ---------------------------------------------------------------- */

/* the same decision in some words: what is said beside it differs */
static const char *words_of(const struct decision *d)
{
	static const char *const before[] = { "", "// again\n", "\n\n" };
	static const char *const behind[] = { "", " // so", "   " };
	struct buf b;
	const char *text;

	buf_init(&b, LINES_MAX);
	buf_addz(&b, before[pick(3)]);
	if (!grammar_write(kind->grammar, pick(2), d, &b))
		text = NULL;
	else
		text = arena_printf(&f.arena, "%s%s\nWAIT\n",
				    play_lines(&f, buf_str(&b)),
				    behind[pick(3)]);
	buf_release(&b);
	return text;
}

static struct str send(int seat, const char *lines)
{
	struct str verdict;

	serial[seat] += 1 + pick(3);
	verdict = fix_send(
		&f, fix_orders(&f, seat, fix_point(&f), serial[seat], lines));
	fix_post(&f, NULL);
	n_mails++;
	return verdict;
}

/* nothing that all see comes of it */
static void chatter(void)
{
	static const char *const lines[] = { "WAIT\n", "CLEAR\nWAIT\n",
					     "REPORT\n", "HELP\n" };

	f.now += pick(3) * 600;
	if (!pick(3))
		send(pick(2), lines[pick((int)ARRAY_LEN(lines))]);
}

static bool play(struct played *p)
{
	const char *lines = words_of(&p->d);
	int64_t from = n_events();
	bool fresh;

	if (!lines || !str_is(send(p->seat, lines), "adjudicated"))
		return false;
	p->rolls = rolls_since(from, &fresh);
	return true;
}

/* Does it need a die, or something that is hidden from its seat? */
static bool hangs_on_chance(const struct played *p, struct game *view)
{
	static struct event room[1024];
	struct event_list out = { .v = room, .max = ARRAY_LEN(room) };
	struct catalog catalog = game_cards(kind);
	struct refusal no = { 0 };
	struct run r = { .trials = trials_init(&trials),
			 .sys = kind->rules,
			 .state = view->state,
			 .catalog = &catalog,
			 .out = &out };

	return r.sys->decide(&r, p->seat, &p->d, &no) == VERDICT_UNKNOWN ||
	       r.unknown;
}

/* Several decisions of a seat in one mail, each legal if it came first: of the
 * point of that mail. */
static bool play_many(int seat, struct str *rolls)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	int64_t from = n_events();
	struct decision d;
	struct buf b;
	bool fresh, any = false;

	must(judge_game_view(f.j, f.game, seat, view, &f.why), "view");
	buf_init(&b, LINES_MAX);
	for (int i = 0; i < MANY; i++)
		if (kind->rules->random_decision(view->state, seat,
						 trials_init(&trials), &rng,
						 &d) &&
		    grammar_write(kind->grammar, 0, &d, &b)) {
			buf_addc(&b, '\n');
			any = true;
		}
	any = any &&
	      str_is(send(seat, play_lines(&f, buf_str(&b))), "adjudicated");
	buf_release(&b);
	*rolls = rolls_since(from, &fresh);
	return any;
}

/* A legal decision of a seat that is awaited, of several the first that rolls.
 */
static bool draw_legal(struct played *p)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct game *trial = arena_alloc(&f.arena, sizeof(*trial));
	bool any = false;

	p->seat = pick(2);
	must(judge_game_view(f.j, f.game, p->seat, view, &f.why), "view");
	for (int tries = 0; tries < 8; tries++) {
		any = kind->rules->random_decision(view->state, p->seat,
						   trials_init(&trials), &rng,
						   &p->d);
		game_copy(trial, view);
		if (!any || hangs_on_chance(p, trial))
			break;
	}
	return any;
}

/* --- a game --------------------------------------------------------------- */

static bool is_running(void)
{
	return mailed_row().state == GAME_RUNNING;
}

/* Back to a point; false: its dice are never lent again. */
static bool undo(int64_t point)
{
	int64_t from = n_events();
	bool fresh;

	must(judge_game_undo(f.j, f.game, point, !pick(8), STR("again"),
			     &f.why),
	     "undo");
	n_undone++;
	rolls_since(from, &fresh);
	return !fresh;
}

/*
 * Into the last point, behind some event of it, or where there is none. What it
 * had rolled comes again up to there; and with what is held, all of it.
 */
static void inside(int seat, struct str rolls)
{
	int64_t point = fix_point(&f), from = n_events();
	bool fresh;
	struct str now;
	enum err e = judge_game_undo_event(f.j, f.game, point, 1 + pick(24),
					   false, STR("into it"), &f.why);

	if (e == ERR_USAGE) {
		why_clear(&f.why);
		n_refused++;
		return;
	}
	must(e, "undo of an event");
	n_inside++;
	now = rolls_since(from, &fresh);
	if (now.len > rolls.len || memcmp(now.s, rolls.s, now.len) != 0)
		fail("point %lld, played again: had rolled\n%.*snow\n%.*s",
		     (long long)point, STR_ARG(rolls), STR_ARG(now));
	fix_post(&f, NULL);
	/* what a mail of several lines had left waiting */
	if (is_running() && pick(2))
		send(seat, "CONTINUE\n");
	if (n_events() > from && is_running()) {
		now = rolls_since(from, &fresh);
		if (now.len > rolls.len || memcmp(now.s, rolls.s, now.len) != 0)
			fail("point %lld, gone on: had rolled\n%.*snow\n%.*s",
			     (long long)point, STR_ARG(rolls), STR_ARG(now));
	}
}

/* Other words, and the same dice. */
static void again(const struct played *p, bool lent)
{
	struct played now = *p;

	chatter();
	if (!play(&now) || !now.rolls.len || !p->rolls.len)
		return;
	n_same += lent;
	n_fresh += !lent;
	if (lent != str_equal(link_of(now.rolls), link_of(p->rolls)) ||
	    (lent && !str_equal(now.rolls, p->rolls)))
		fail("point %lld %s:\n%.*snow\n%.*s", (long long)fix_point(&f),
		     lent ? "rolled" : "had fresh dice, and rolled as before",
		     STR_ARG(p->rolls), STR_ARG(now.rolls));
}

/* Another decision in its place. */
static void instead(const struct played *p)
{
	struct played other;
	int tries = 0;

	do {
		if (tries++ == 8 || !draw_legal(&other))
			return;
	} while (other.seat != p->seat || decision_equal(&other.d, &p->d));
	if (!play(&other) || !other.rolls.len || !p->rolls.len)
		return;
	n_other++;
	if (str_equal(link_of(other.rolls), link_of(p->rolls)))
		fail("point %lld: two decisions share a link",
		     (long long)fix_point(&f));
}

static void turn(void)
{
	struct played p[BACK_MAX];
	int64_t point;
	int n = 0, most = 1 + pick(BACK_MAX), seat = pick(2);
	struct str rolls;
	bool lent;

	if (!pick(2) && play_many(seat, &rolls) && is_running())
		inside(seat, rolls);
	point = fix_point(&f);

	for (int tries = 0; n < most && tries < 8 && is_running(); tries++)
		n += draw_legal(&p[n]) && play(&p[n]);
	if (!n || !is_running() || !pick(3))
		return;
	lent = undo(point);
	if (!pick(4)) {
		instead(&p[0]);
		return;
	}
	for (int i = 0; i < n && is_running(); i++)
		again(&p[i], lent);
}

static void play_game(void)
{
	struct game_plan plan = { .deadline_s = 0 };

	mailed_house("undo_games", 2);
	memset(serial, 0, sizeof(serial));
	plan.setup = mailed_position();
	mailed_begin(&plan);
	for (int i = 0; i < TURNS && is_running(); i++)
		turn();
	mailed_end();
	fix_release(&f);
}

static void play_system(long n, uint64_t first)
{
	n_mails = n_undone = n_same = n_fresh = n_other = 0;
	n_inside = n_refused = 0;
	for (seed = first; seed < first + (uint64_t)n; seed++)
		play_game();
	printf("undo_games %s: %ld games from seed %llu: %ld mails, %ld undos; "
	       "rolled again as before %ld, by fresh links %ld, other "
	       "decisions %ld; into a point %ld, refused %ld\n",
	       kind->rules->name, n, (unsigned long long)first, n_mails,
	       n_undone, n_same, n_fresh, n_other, n_inside, n_refused);
	/* else nothing was proved */
	if (n >= 8 && (!n_same || !n_fresh || !n_other || !n_inside))
		fail("what this is about never happened");
}

int main(int argc, char **argv)
{
	int64_t n = 8, first = 1;

	if ((argc > 1 && !parse_int(str_of(argv[1]), 1, 1000000, &n)) ||
	    (argc > 2 && !parse_int(str_of(argv[2]), 0, INT32_MAX, &first))) {
		fprintf(stderr, "usage: undo_games [GAMES [SEED [SYSTEM]]]\n");
		return 2;
	}
	mailed_open();
	for (int i = 0; i < games.n; i++) {
		kind = &games.kinds[i];
		if (argc < 4 || !strcmp(kind->rules->name, argv[3]))
			play_system((long)n, (uint64_t)first);
	}
	games_release(&games);
	return 0;
}
