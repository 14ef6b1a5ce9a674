/* tests/unit/test_queue.c - queues and the game around them */
#include "unit.h"
#include "engine/common.h"
#include "engine/game.h"
#include "games/rebellion/rules/rebellion.h"
#include "games/rebellion/rules/position_parse.h"

static struct trials trials;

enum { MAX_EVENTS = 4000 };

static struct game game, other, scratch;
static struct game_scratch asked;
static struct event events[MAX_EVENTS], more[MAX_EVENTS];
static struct event_list out;
static struct game_run run;
static struct dice dice;

/* always threes */
static uint32_t threes(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	(void)roll;
	(void)draw;
	return 2;
}

static int setup(void **unused)
{
	static const char *const lines[] = {
		"board 36 36",        "figure A1 at 10 10 range 10",
		"figure A2 at 14 10", "figure B1 at 10 20 face S life 3",
		"figure B2 at 30 30",
	};
	struct position s = { 0 };
	struct buf fault;

	(void)unused;
	game_init(&game, &system_rebellion);
	out = (struct event_list){ events, 0, MAX_EVENTS };
	dice = (struct dice){ .bits = threes };
	run = (struct game_run){
		.trials = &trials, .game = &game, .dice = &dice, .out = &out
	};
	buf_init(&fault, 1024);
	s.run = &run;
	s.scratch = &scratch;
	s.fault = &fault;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct str word[POSITION_MAX_WORDS], line = str_of(lines[i]);
		int n = 0;

		while (line.len) {
			size_t len = 0;

			while (len < line.len && line.s[len] != ' ')
				len++;
			word[n++] = (struct str){ line.s, len };
			len += len < line.len;
			line.s += len;
			line.len -= len;
		}
		assert_true(setup_rebellion.line(&s, word, n));
	}
	assert_true(setup_rebellion.finish(&s));
	buf_release(&fault);
	return 0;
}

static struct queue_pack packs[200];
static struct queue_entry entries[200];
static int n_entries;

static void entry(int line, int flags, const struct decision *d)
{
	struct queue_pack *p = &packs[n_entries];

	queue_pack_start(p, line, flags);
	queue_pack_alternative(p, d);
	assert_false(p->full);
	entries[n_entries++] = queue_pack_entry(p);
}

static struct decision pass(char letter, int number)
{
	struct decision d;

	decision_start(&d, RB_ORDER_PASS);
	decision_add_int(&d, RB_TAG_FIG, label_of(letter, number));
	return d;
}

static struct decision move(char letter, int number, int32_t x, int32_t y)
{
	int32_t to[2] = { x, y };
	struct decision d;

	decision_start(&d, RB_ORDER_MOVE);
	decision_add_int(&d, RB_TAG_FIG, label_of(letter, number));
	decision_add(&d, RB_TAG_TO, to, 2);
	return d;
}

static struct submission mail(int seat)
{
	return (struct submission){ .seat = seat,
				    .n = n_entries,
				    .v = entries };
}

static void an_entry_is_unpacked_as_it_was_packed(void **unused)
{
	int32_t words[] = { RB_COND_DEAD, label_of('B', 1) };
	struct decision a = pass('A', 1), b = move('A', 1, 100, 200), d;
	struct queue_condition c;
	struct queue_pack p;
	struct queue_entry e;

	(void)unused;
	queue_pack_start(&p, 7, QUEUE_SKIP);
	queue_pack_condition(&p, true, words, 2);
	queue_pack_alternative(&p, &a);
	queue_pack_alternative(&p, &b);
	e = queue_pack_entry(&p);
	assert_false(p.full);
	assert_true(queue_entry_check(e, &system_rebellion.decisions,
				      system_rebellion.n_conditions));
	assert_int_equal(queue_entry_line(e), 7);
	assert_int_equal(queue_entry_flags(e), QUEUE_SKIP);
	assert_int_equal(queue_entry_conditions(e), 1);
	queue_entry_condition(e, 0, &c);
	assert_true(c.negated);
	assert_int_equal(c.n, 2);
	assert_int_equal(c.w[1], label_of('B', 1));
	assert_int_equal(queue_entry_alternatives(e), 2);
	queue_entry_alternative(e, 1, &d);
	assert_true(decision_equal(&d, &b));
	/* no word may be missing, none may be changed at will */
	for (int i = 0; i < e.n; i++) {
		struct queue_entry cut = { e.w, i };

		assert_false(queue_entry_check(cut, &system_rebellion.decisions,
					       system_rebellion.n_conditions));
	}
	for (int i = 2; i < 4; i++) {
		int32_t was = p.w[i];

		p.w[i] = 1 << 20;
		assert_false(queue_entry_check(e, &system_rebellion.decisions,
					       system_rebellion.n_conditions));
		p.w[i] = was;
	}
}

static void a_pack_that_is_full_says_so(void **unused)
{
	struct queue_pack p;
	struct decision d = pass('A', 1);

	(void)unused;
	queue_pack_start(&p, 1, 0);
	for (int i = 0; i < QUEUE_MAX_ALTERNATIVES; i++)
		queue_pack_alternative(&p, &d);
	assert_false(p.full);
	queue_pack_alternative(&p, &d);
	assert_true(p.full);
}

static void a_game_is_its_events(void **unused)
{
	struct decision a = move('A', 1, 1000, 1200), b = pass('A', 2);
	struct submission s;

	(void)unused;
	n_entries = 0;
	entry(1, 0, &a);
	entry(2, 0, &b);
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
	game_init(&other, &system_rebellion);
	for (int i = 0; i < out.n; i++)
		assert_true(game_evolve(&other, &out.v[i]));
	assert_true(game_equal(&game, &other));
}

static int count_events(int kind)
{
	int n = 0;

	for (int i = 0; i < out.n; i++)
		n += out.v[i].kind == kind;
	return n;
}

static void what_waits_for_a_question_keeps_no_turn_open(void **unused)
{
	struct decision lend, go = move('A', 1, 1000, 1200);
	struct submission s;

	(void)unused;
	((struct rb_state *)game.state)->head.option[RB_OPTION_ASK] = 2;
	((struct rb_state *)game.state)->actions_left = 1;
	decision_start(&lend, RB_ORDER_LEND);
	decision_add_int(&lend, RB_TAG_TARGET, label_of('A', 2));
	decision_add_int(&lend, RB_TAG_YES, 1);
	n_entries = 0;
	entry(1, 0, &lend);
	s = mail(0);
	s.wait = true;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 0);
	n_entries = 0;
	entry(1, 0, &go);
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
	assert_int_equal(queue_count(&game.queue[0]), 1);
}

static void an_order_whose_time_is_over_does_not_wait(void **unused)
{
	struct decision deploy, go = move('A', 1, 1000, 1200);
	int32_t at[2] = { 1000, 200 };
	struct submission s;

	(void)unused;
	((struct rb_state *)game.state)->actions_left = 1;
	decision_start(&deploy, RB_ORDER_DEPLOY);
	decision_add_int(&deploy, RB_TAG_FIG, label_of('A', 9));
	decision_add(&deploy, RB_TAG_AT, at, 2);
	n_entries = 0;
	entry(1, 0, &deploy);
	entry(2, 0, &go);
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(count_events(COMMON_EXPIRED), 1);
	assert_int_equal(queue_count(&game.queue[0]), 0);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
}

static void bytes_come_back_as_the_same_game(void **unused)
{
	struct decision b = move('B', 1, 1000, 1800), d = pass('B', 2);
	struct submission s;
	struct buf bytes, again;

	(void)unused;
	n_entries = 0;
	entry(1, 0, &b);
	s = mail(1);
	s.n_standing = 1;
	queue_pack_start(&packs[10], 2, 0);
	queue_pack_alternative(&packs[10], &d);
	entries[10] = queue_pack_entry(&packs[10]);
	s.standing = &entries[10];
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(queue_count(&game.queue[1]), 1);
	assert_int_equal(queue_count_standing(&game.queue[1]), 1);
	buf_init(&bytes, 1 << 20);
	buf_init(&again, 1 << 20);
	game_encode(&game, &bytes);
	assert_true(game_decode(&other, &system_rebellion, buf_str(&bytes)));
	assert_true(game_equal(&game, &other));
	game_encode(&other, &again);
	assert_true(str_equal(buf_str(&bytes), buf_str(&again)));
	/* a byte less, or a count that does not fit, is no game */
	assert_false(game_decode(&other, &system_rebellion,
				 (struct str){ bytes.s, bytes.len - 1 }));
	bytes.s[0] = 0x7f; /* -64 words */
	assert_false(game_decode(&other, &system_rebellion, buf_str(&bytes)));
	buf_release(&bytes);
	buf_release(&again);
}

static void events_that_do_not_fit_are_refused(void **unused)
{
	struct event e;

	(void)unused;
	event_start(&e, COMMON_UNQUEUED, 0);
	event_int(&e, 0);
	event_int(&e, 1);
	event_text(&e, STR("done"));
	event_int(&e, 0);
	assert_false(game_evolve(&game, &e)); /* nothing is queued */
	event_start(&e, COMMON_QUEUED, 0);
	event_int(&e, 7); /* no such seat */
	event_int(&e, 1);
	event_ints(&e, (int32_t[]){ 1, 0, 0, 1, 34 }, 5);
	assert_false(game_evolve(&game, &e));
	event_start(&e, COMMON_QUEUED, 0);
	event_int(&e, 0);
	event_int(&e, 1);
	event_ints(&e, (int32_t[]){ 1, 0, 0, 1, 999 }, 5); /* no such kind */
	assert_false(game_evolve(&game, &e));
	event_start(&e, COMMON_STANDING_REMOVED, 0);
	event_int(&e, 0);
	event_int(&e, 1);
	assert_false(game_evolve(&game, &e));
}

static void a_full_queue_takes_nothing(void **unused)
{
	struct decision d;
	struct submission s;
	int32_t poly[48] = { 0 };

	(void)unused;
	decision_start(&d, RB_ORDER_PILE);
	for (int i = 0; i < 4; i++)
		decision_add(&d, RB_TAG_POLY, poly, 48);
	n_entries = 0;
	for (int i = 0; i < 20; i++)
		entry(i + 1, 0, &d);
	s = mail(1);
	out.n = 0;
	assert_int_equal(game_submit(&run, &s), SUBMIT_QUEUE_FULL);
	assert_int_equal(out.n, 0);
	s.n = 0;
	s.n_standing = 20;
	s.standing = entries;
	assert_int_equal(game_submit(&run, &s), SUBMIT_STANDING_FULL);
	s.n_standing = 0;
	s.n_forget = 1;
	s.forget = (int32_t[]){ 1 };
	assert_int_equal(game_submit(&run, &s), SUBMIT_NO_STANDING);
	assert_int_equal(out.n, 0);
}

/* what waits is counted as its player sees it, the others stay */
static void an_order_that_waits_is_dropped_by_its_number(void **unused)
{
	struct submission s = { .seat = 1, .keep = true };
	struct queue_entry e;
	struct decision d;

	(void)unused;
	n_entries = 0;
	for (int i = 1; i <= 3; i++) {
		d = pass('B', i);
		entry(10 + i, 0, &d);
	}
	s.n = n_entries;
	s.v = entries;
	s.n_drop = 0;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	s.n = 0;
	s.drop = (int32_t[]){ 1, 3 };
	s.n_drop = 2;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_true(queue_at(&game.queue[1], 0, &e));
	assert_int_equal(queue_entry_line(e), 12);
	assert_int_equal(game_submit(&run, &s), SUBMIT_NO_WAITING);
	s.drop = (int32_t[]){ 1, 1 };
	assert_int_equal(game_submit(&run, &s), SUBMIT_NO_WAITING);
}

static void standing_orders_are_forgotten_by_number(void **unused)
{
	struct decision d = pass('B', 1), e = pass('B', 2), left;
	struct submission s = { .seat = 1 };
	struct queue_entry kept;

	(void)unused;
	n_entries = 0;
	entry(1, 0, &d);
	entry(2, 0, &e);
	entry(3, 0, &d);
	s.n_standing = 3;
	s.standing = entries;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	s.n_standing = 0;
	s.n_forget = 2;
	s.forget = (int32_t[]){ 1, 3 };
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(queue_count_standing(&game.queue[1]), 1);
	assert_true(queue_standing_at(&game.queue[1], 0, &kept));
	queue_entry_alternative(kept, 0, &left);
	assert_true(decision_equal(&left, &e));
}

static void a_preview_changes_nothing_and_stops_at_the_first_die(void **unused)
{
	struct decision a = move('A', 1, 1000, 1200), shoot;
	struct event_list seen = { more, 0, MAX_EVENTS };
	struct submission s;
	int moved = 0;

	(void)unused;
	decision_start(&shoot, RB_ORDER_SHOOT);
	decision_add_int(&shoot, RB_TAG_FIG, label_of('A', 1));
	decision_add_int(&shoot, RB_TAG_TARGET, label_of('B', 1));
	game_copy(&other, &game);
	n_entries = 0;
	entry(1, 0, &a);
	s = mail(0);
	s.wait = true;
	assert_true(game_preview(&game, &s, NULL, &asked, &seen, NULL));
	for (int i = 0; i < seen.n; i++)
		moved += seen.v[i].kind == RB_EV_MOVED;
	assert_int_equal(moved, 1);
	n_entries = 0;
	entry(1, 0, &shoot);
	s = mail(0);
	seen.n = 0;
	assert_false(game_preview(&game, &s, NULL, &asked, &seen, NULL));
	for (int i = 0; i < seen.n; i++)
		assert_int_not_equal(seen.v[i].kind, RB_EV_ATTACK);
	assert_true(game_equal(&game, &other));
	assert_int_equal(dice.n_rolls, 0);
}

static void changes_of_a_queue_are_for_its_seat_alone(void **unused)
{
	struct decision b = move('B', 1, 1000, 1800);
	struct submission s;

	(void)unused;
	n_entries = 0;
	entry(1, 0, &b);
	s = mail(1);
	out.n = 0;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_true(out.n > 0);
	for (int i = 0; i < out.n; i++)
		assert_int_equal(out.v[i].audience, AUDIENCE_SEAT(1));
	game_view(&game, 0, &other);
	assert_int_equal(queue_count(&other.queue[1]), 0);
	game_view(&game, 1, &other);
	assert_int_equal(queue_count(&other.queue[1]), 1);
}

static void mails_of_different_seats_may_come_in_any_order(void **unused)
{
	struct decision a = move('A', 1, 1000, 1200), b = pass('B', 2), end;
	struct submission sa = { .seat = 0, .n = 2, .v = entries };
	struct submission sb = { .seat = 1, .n = 2, .v = entries + 2 };

	(void)unused;
	decision_start(&end, RB_ORDER_END);
	n_entries = 0;
	entry(1, 0, &a);
	entry(2, 0, &end);
	entry(1, 0, &b);
	entry(2, 0, &end);
	game_copy(&other, &game);
	game_submit(&run, &sa);
	game_submit(&run, &sb);
	run.game = &other;
	out.n = 0;
	game_submit(&run, &sb);
	game_submit(&run, &sa);
	run.game = &game;
	assert_true(game_equal(&game, &other));
	assert_int_equal(((struct rb_state *)game.state)->round, 2);
}

/* The order of a piece as a game with activations has it: two steps of three
 * alternatives each, behind a condition; words as a decision would hold them.
 */
static void activation(struct queue_pack *p, int line, int flags, bool bare)
{
	int32_t condition[] = { RB_COND_DEAD, label_of('B', 1) };
	struct decision d;

	decision_start(&d, RB_ORDER_MOVE);
	decision_add_int(&d, RB_TAG_FIG, label_of('A', 1));
	for (int step = 0; step < 2; step++)
		for (int i = 0; i < 3; i++) {
			decision_add_int(&d, RB_TAG_THEN, 0);
			decision_add_int(&d, RB_TAG_TARGET, label_of('B', 1));
			/* with which of its attacks */
			if (step && !bare)
				decision_add_text(&d, RB_TAG_KEY,
						  STR("Heavy Claw Strike"));
		}
	queue_pack_start(p, line, flags);
	if (!bare)
		queue_pack_condition(p, false, condition, 2);
	queue_pack_alternative(p, &d);
}

static void a_round_of_twelve_pieces_fills_half_a_queue(void **unused)
{
	static struct queue q;
	struct queue_pack p;

	(void)unused;
	queue_clear(&q);
	for (int i = 0; i < 12; i++) {
		activation(&p, 2 * i + 1, 0, false);
		assert_true(queue_append(&q, queue_pack_entry(&p)));
		activation(&p, 2 * i + 2, QUEUE_ELSE, true);
		assert_true(queue_append(&q, queue_pack_entry(&p)));
	}
	assert_in_range(q.n, QUEUE_MAX_WORDS / 3, QUEUE_MAX_WORDS * 6 / 10);
}

static void silence_is_answered_by_the_documented_default(void **unused)
{
	(void)unused;
	assert_true(game_silent(&run, 0));
	game_pump(&run, false);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
}

static bool shoot_instead(const void *view, int seat, const struct decision *d,
			  struct decision *to)
{
	(void)view;
	(void)seat;
	(void)d;
	decision_start(to, RB_ORDER_SHOOT);
	decision_add_int(to, RB_TAG_FIG, label_of('A', 1));
	decision_add_int(to, RB_TAG_TARGET, label_of('B', 1));
	return true;
}

/* While the dice wait nothing can be said of a fallback that needs one. */
static void a_fallback_that_needs_a_die_waits_for_the_dice(void **unused)
{
	static struct system with_fallback;
	struct decision far = move('A', 1, 1000, 3500);
	struct submission s;

	(void)unused;
	with_fallback = system_rebellion;
	with_fallback.fallback = shoot_instead;
	game.sys = &with_fallback;
	run.dice_wait = true;
	n_entries = 0;
	entry(1, QUEUE_FALLBACK, &far);
	s = mail(0);
	s.wait = true;
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	game_pump(&run, false);
	assert_int_equal(count_events(COMMON_REFUSED), 0);
	assert_int_equal(queue_count(&game.queue[0]), 1);
	assert_true(run.held & 1);
	run.dice_wait = false;
	game_pump(&run, false);
	assert_int_equal(count_events(COMMON_REFUSED), 1);
	assert_int_equal(count_events(RB_EV_ATTACK), 1);
	assert_int_equal(queue_count(&game.queue[0]), 0);
}

/* A can still pass while it is seen how its first figure spins; B always can */
static int legal_where_seen(const void *v, int seat, struct trials *room,
			    struct move_group *list, int max)
{
	const struct rb_state *s = v;

	(void)room;
	list[0] = (struct move_group){ .kind = RB_ORDER_END };
	if (max < 2 || (!seat && s->fig[0].spin == RB_UNKNOWN))
		return 1;
	list[1] = (struct move_group){ .kind = RB_ORDER_PASS };
	return 2;
}

/* that a turn goes on would say that its player can do what nobody else sees */
static void a_turn_that_ends_of_itself_tells_nothing_hidden(void **unused)
{
	struct system seeing = system_rebellion;

	(void)unused;
	seeing.legal = legal_where_seen;
	game.sys = &seeing;
	game_pump(&run, false);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
	game.sys = &system_rebellion;
}

#define TEST(f) cmocka_unit_test_setup(f, setup)

/* A1 passes, then A2; B1 when it is B's turn. It halts behind so many events,
 * and before so many. */
static void turns_are_ordered(int halt_behind, int halt_before)
{
	struct decision d = pass('B', 1);
	struct submission s;

	n_entries = 0;
	entry(4, 0, &d);
	s = mail(1);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	run.halt_from = out.n;
	run.halt_behind = halt_behind;
	run.halt_before = halt_before;
	n_entries = 0;
	d = pass('A', 1);
	entry(1, 0, &d);
	d = pass('A', 2);
	entry(2, 0, &d);
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
}

static int plays(void)
{
	int n = 0;

	for (int i = run.halt_from; i < out.n; i++)
		n += game_is_play(out.v[i].kind, out.v[i].audience);
	return n;
}

static void a_run_halts_behind_an_event_where_somebody_is_asked(void **unused)
{
	struct submission on = { .resume = true };
	int whole, n, held;

	(void)unused;
	turns_are_ordered(0, INT_MAX);
	whole = plays();
	setup(NULL);
	turns_are_ordered(1, INT_MAX);
	n = plays();
	assert_true(run.halted);
	assert_true(0 < n && n < whole);
	/* what waited of who is asked is held, and of nobody else */
	assert_int_equal(game.queue[0].stopped, 2);
	assert_int_equal(game.queue[1].stopped, 0);
	/* and nothing goes on of itself, in the same run or in another */
	held = out.n;
	game_pump(&run, false);
	assert_int_equal(out.n, held);
	run.halted = false;
	run.halt_behind = 0;
	game_pump(&run, false);
	assert_int_equal(plays(), n);
	/* until who ordered it says so */
	assert_int_equal(game_submit(&run, &on), SUBMIT_DONE);
	assert_int_equal(plays(), whole);
}

static int happened(int kind)
{
	int n = 0;

	for (int i = 0; i < out.n; i++)
		n += out.v[i].kind == kind;
	return n;
}

/* A1 passes, A's turn ends, A2 passes in the next one: B is asked */
static void two_turns_are_ordered(int halt_behind)
{
	struct decision d = pass('A', 1);
	struct submission s;

	n_entries = 0;
	entry(1, 0, &d);
	decision_start(&d, RB_ORDER_END);
	entry(2, 0, &d);
	d = pass('A', 2);
	entry(3, 0, &d);
	run.halt_from = out.n;
	run.halt_behind = halt_behind;
	run.halt_before = INT_MAX;
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_int_equal(((struct rb_state *)game.state)->head.active, 1);
	assert_true(queue_count(&game.queue[0]) > 0);
}

/* what waits is told to who has sent it, and not when it is played again */
static void a_halt_does_not_tell_what_waits(void **unused)
{
	int whole;

	(void)unused;
	two_turns_are_ordered(0);
	whole = plays();
	assert_int_equal(happened(COMMON_WAITING), 1);
	setup(NULL);
	two_turns_are_ordered(whole);
	assert_true(run.halted);
	assert_int_equal(happened(COMMON_WAITING), 0);
}

static void what_is_held_is_not_stopped_again(void **unused)
{
	(void)unused;
	turns_are_ordered(1, INT_MAX);
	assert_int_equal(happened(COMMON_QUEUE_STOPPED), 1);
	run.halted = false;
	game_pump(&run, false);
	assert_true(run.halted);
	assert_int_equal(happened(COMMON_QUEUE_STOPPED), 1);
}

/* where nobody is asked between the event and the end of what made it */
static void a_run_does_not_halt_behind_its_own_end(void **unused)
{
	int whole, n;

	(void)unused;
	turns_are_ordered(0, INT_MAX);
	whole = plays();
	setup(NULL);
	turns_are_ordered(1, INT_MAX);
	n = plays();
	setup(NULL);
	turns_are_ordered(1, n + 1);
	assert_true(run.halted);
	setup(NULL);
	turns_are_ordered(1, n);
	assert_false(run.halted);
	assert_int_equal(plays(), whole);
}

static void an_end_of_which_no_mail_is_left_ends_no_turn(void **unused)
{
	struct decision d = pass('A', 1);
	struct submission s;
	struct queue_entry e;

	(void)unused;
	game_pump(&run, false);
	n_entries = 0;
	entry(1, 0, &d);
	run.halt_from = out.n;
	run.halt_behind = 1;
	run.halt_before = INT_MAX;
	s = mail(0);
	assert_int_equal(game_submit(&run, &s), SUBMIT_DONE);
	assert_true(run.halted);
	assert_false(queue_at(&game.queue[0], 0, &e));
	assert_int_equal(game.queue[0].stopped, 0);
}

static struct awaiting asked_of; /* what a system says */
static int n_asked;

static void awaiting_said(const void *state, struct awaiting *to)
{
	(void)state;
	*to = asked_of;
}

static void ask_counted(struct run *r)
{
	(void)r;
	n_asked++;
}

/* a window that can be asked in, beside nobody who is asked of itself */
static void who_can_act_in_a_window_is_asked_where_nobody_else_is(void **unused)
{
	struct system asking = system_rebellion;
	const struct awaited window = { .seat = 0, .window = true };
	const struct awaited open = { .seat = 0,
				      .window = true,
				      .askable = true };
	const struct awaited theirs = { .seat = 1 };

	(void)unused;
	asking.awaiting = awaiting_said;
	asking.ask = ask_counted;
	game.sys = &asking;
	n_asked = 0;
	asked_of = (struct awaiting){ .n = 1, .v = { window } };
	game_ask(&run);
	asked_of = (struct awaiting){ .n = 2, .v = { theirs, open } };
	game_ask(&run);
	assert_int_equal(n_asked, 0);
	asked_of = (struct awaiting){ .n = 2, .v = { window, open } };
	game_ask(&run);
	assert_int_equal(n_asked, 1);
	game.sys = &system_rebellion;
}

static void what_nobody_sees_is_no_play(void **unused)
{
	(void)unused;
	assert_true(game_is_play(EVENT_FIRST_OWN, AUDIENCE_ALL));
	assert_true(game_is_play(COMMON_ROLLED, AUDIENCE_ALL));
	assert_true(game_is_play(COMMON_LINK_OPENED, AUDIENCE_ALL));
	assert_true(game_is_play(COMMON_COMMITTED, AUDIENCE_ALL));
	assert_true(game_is_play(COMMON_OPENED, AUDIENCE_ALL));
	assert_false(game_is_play(EVENT_FIRST_OWN, AUDIENCE_SEAT(0)));
	assert_false(game_is_play(COMMON_REFUSED, AUDIENCE_ALL));
	assert_false(game_is_play(COMMON_CHAIN_COMMITTED, AUDIENCE_ALL));
	assert_false(game_is_play(COMMON_ADJUDICATION, AUDIENCE_ALL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_entry_is_unpacked_as_it_was_packed),
		TEST(a_pack_that_is_full_says_so),
		TEST(a_game_is_its_events),
		TEST(what_waits_for_a_question_keeps_no_turn_open),
		TEST(an_order_whose_time_is_over_does_not_wait),
		TEST(bytes_come_back_as_the_same_game),
		TEST(events_that_do_not_fit_are_refused),
		TEST(a_full_queue_takes_nothing),
		TEST(an_order_that_waits_is_dropped_by_its_number),
		TEST(standing_orders_are_forgotten_by_number),
		TEST(a_preview_changes_nothing_and_stops_at_the_first_die),
		TEST(changes_of_a_queue_are_for_its_seat_alone),
		TEST(mails_of_different_seats_may_come_in_any_order),
		TEST(a_round_of_twelve_pieces_fills_half_a_queue),
		TEST(silence_is_answered_by_the_documented_default),
		TEST(a_fallback_that_needs_a_die_waits_for_the_dice),
		TEST(a_turn_that_ends_of_itself_tells_nothing_hidden),
		TEST(a_run_halts_behind_an_event_where_somebody_is_asked),
		TEST(a_halt_does_not_tell_what_waits),
		TEST(what_is_held_is_not_stopped_again),
		TEST(a_run_does_not_halt_behind_its_own_end),
		TEST(who_can_act_in_a_window_is_asked_where_nobody_else_is),
		TEST(an_end_of_which_no_mail_is_left_ends_no_turn),
		TEST(what_nobody_sees_is_no_play),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
