/* tests/players/match.c */
#include "match.h"
#include "sparring.h"
#include "tests/prop/chance.h"
#include "base/parse.h"
#include "engine/auto_setup.h"
#include "engine/common.h"
#include "engine/suggest.h"
#include "games/rebellion/rules/rebellion.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_EVENTS = 8000, MOST_ORDERS = 700 };

const char *const match_names[MATCH_KINDS] = { "easy",    "fair",  "strong",
					       "random",  "first", "suggested",
					       "sparring" };

static struct player_room room;
static struct trials trials;
static struct game view;
static struct event events[MAX_EVENTS];

static uint32_t hidden_bits(const void *source, uint32_t number, uint32_t more)
{
	return chance_bits(source, number + 7777, more);
}

static void emit(struct match *m, const struct event *e)
{
	if (!game_evolve(&m->game, e)) {
		printf("an event of the start does not fit\n");
		exit(1);
	}
}

static void take_seat(struct match *m, int seat)
{
	struct event e;

	event_start(&e, COMMON_SEAT_TAKEN, 0);
	event_put(&e, COMMON_SEAT_TAKEN_SEAT, seat);
	event_put_text(&e, COMMON_SEAT_TAKEN_PERSON, STR("Ana"));
	event_put_text(&e, COMMON_SEAT_TAKEN_ROLE, STR("player"));
	event_put_text(&e, COMMON_SEAT_TAKEN_BY, STR(""));
	emit(m, &e);
}

/* The run of one submission; its dice follow from the seed and the number of
 * events so far. */
struct judged {
	uint64_t key;
	struct dice dice;
	struct secrets secrets;
	struct catalog cards;
	struct event_list out;
	struct game_run run;
};

static void judged_begin(struct match *m, struct judged *j)
{
	j->key = m->seed * 1000003 + (uint64_t)m->events;
	j->dice = (struct dice){ .bits = chance_bits, .source = &j->key };
	j->secrets =
		(struct secrets){ .bits = hidden_bits, .source = &m->seed };
	j->cards = card_index_catalog(m->kind->cards);
	j->out = (struct event_list){ events, 0, MAX_EVENTS };
	j->run = (struct game_run){ .game = &m->game,
				    .dice = &j->dice,
				    .catalog = &j->cards,
				    .secrets = &j->secrets,
				    .trials = trials_init(&trials),
				    .out = &j->out };
}

static void judged_end(struct match *m, const struct judged *j)
{
	const char *wrong = system_invariant(m->game.sys, m->game.state);

	if (wrong) {
		printf("seed %llu: %s\n", (unsigned long long)m->seed, wrong);
		exit(1);
	}
	for (int i = 0; i < j->out.n; i++)
		if (m->told)
			m->told(m->context, m, &events[i]);
	m->events += j->out.n;
}

void match_begin(struct match *m)
{
	struct str list = str_of(m->options), one, name;
	struct judged j;
	struct event e;

	game_init(&m->game, m->kind->rules);
	m->events = 0;
	m->over = false;
	m->winner = -1;
	while (list.len && parse_field(&list, ' ', &one)) {
		int64_t v = 0;
		int32_t w;

		if (!parse_field(&one, '=', &name) ||
		    !parse_int(one, 0, 100000, &v))
			abort();
		w = (int32_t)v;
		event_start(&e, COMMON_OPTION_SET, 0);
		event_put_text(&e, COMMON_OPTION_SET_NAME, name);
		event_put(&e, COMMON_OPTION_SET_SEAT, -1);
		event_put_ints(&e, COMMON_OPTION_SET_VALUE, &w, 1);
		emit(m, &e);
	}
	for (int i = 0; i < 2; i++)
		take_seat(m, i);
	event_start(&e, COMMON_GAME_STARTED, 0);
	emit(m, &e);
	judged_begin(m, &j);
	game_pump(&j.run, true);
	judged_end(m, &j);
}

int match_awaited(const struct match *m)
{
	struct awaiting waits;

	system_awaiting(m->game.sys, m->game.state, &waits);
	for (int i = 0; i < waits.n; i++)
		if (!waits.v[i].window)
			return waits.v[i].seat;
	return -1;
}

static void end_order(const struct system *sys, struct decision *d)
{
	int i = 0;

	while (strcmp(sys->decisions.kinds[i].name, "end") != 0)
		i++;
	decision_start(d, DECISION_FIRST_OWN + i);
}

/* the set-up is drawn alike for all that do not search */
static bool simple_choose(struct match *m, int seat, struct dice *rng,
			  struct decision *d)
{
	const struct system *sys = m->game.sys;
	const struct common_state *h = (const void *)view.state;
	struct catalog cards = card_index_catalog(m->kind->cards);
	struct suggest *v;
	struct offers list = { .n = 0 };
	struct awaiting waits;

	trials_init(&trials);
	if (m->side[seat].kind == MATCH_SPARRING && sys == &system_rebellion) {
		if (sparring_choose(view.state, seat, &cards, &trials, rng, d))
			return true;
		end_order(sys, d);
		system_awaiting(sys, view.state, &waits);
		return awaiting_has(&waits, seat, d->kind) ||
		       (sys->default_order &&
			sys->default_order(view.state, seat, d));
	}
	if (h->phase < sys->play)
		return auto_setup_auto(sys, view.state, seat, &cards, &trials,
				       dice_roll(rng, DICE_MAX_SIDES), d);
	if (m->side[seat].kind == MATCH_RANDOM) {
		int withdraw = 0;

		for (int i = 0; i < sys->decisions.n_kinds; i++)
			if (!strcmp(sys->decisions.kinds[i].name, "withdraw"))
				withdraw = DECISION_FIRST_OWN + i;
		for (int tries = 0; tries < 20; tries++)
			if (sys->random_decision(view.state, seat, &trials, rng,
						 d) &&
			    d->kind != withdraw)
				return true;
		return false;
	}
	system_awaiting(sys, view.state, &waits);
	if (sys->offer && !awaiting_class(sys, &waits, seat, CLASS_ANSWER)) {
		v = trials_take(&trials);
		list.v = v;
		sys->offer(view.state, seat, &trials, &list);
		if (m->side[seat].kind == MATCH_SUGGESTED)
			player_lead(m->side[seat].rules, view.state, seat,
				    &room, &list);
		if (list.n)
			*d = v[0].d;
		trials_give(&trials, v);
	}
	if (list.n)
		return true;
	end_order(sys, d);
	if (awaiting_has(&waits, seat, d->kind))
		return true;
	return sys->default_order && sys->default_order(view.state, seat, d);
}

int64_t match_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* The time of a turn in play, at its end. */
static void turn_count(const struct match *m, struct match_side *side,
		       const struct decision *d)
{
	const struct common_state *h = (const void *)m->game.state;
	const struct system *sys = m->game.sys;

	if (strcmp(decision_row(&sys->decisions, d->kind)->name, "end") != 0)
		return;
	if (h->phase >= sys->play && side->n_turns < MATCH_TURNS)
		side->turn_us[side->n_turns++] =
			(int32_t)(side->turn_ns / 1000);
	side->turn_ns = 0;
}

bool match_choose(struct match *m, int seat, struct decision *d)
{
	struct match_side *side = &m->side[seat];
	struct catalog cards = card_index_catalog(m->kind->cards);
	enum player_level level = (enum player_level)side->kind;
	struct player_choice choice;
	struct player_dice dice;
	int64_t start = match_ns(), took;
	bool found;

	game_view(&m->game, seat, &view);
	/* random orders of the same view differ, too */
	player_dice_init(&dice, m->game.sys, view.state, seat,
			 m->seed + (side->kind == MATCH_RANDOM
					    ? (uint64_t)m->events << 20
					    : 0),
			 level);
	if (side->kind >= MATCH_RANDOM)
		return simple_choose(m, seat, &dice.dice, d);
	found = player_choose(&(struct player_position){ side->rules,
							 view.state, seat,
							 &cards },
			      &side->how, &dice.dice, &room, &choice);
	took = match_ns() - start;
	side->ns += took;
	if (took > side->slowest_ns)
		side->slowest_ns = took;
	side->orders++;
	side->turn_ns += took;
	side->decisions += choice.decisions;
	side->candidates = choice.candidates;
	*d = choice.d;
	turn_count(m, side, d);
	return found;
}

struct player_moves match_candidates(const struct match *m, int seat)
{
	return (struct player_moves){ room.move, m->side[seat].candidates,
				      PLAYER_MOVES };
}

bool match_submit(struct match *m, int seat, const struct decision *d)
{
	static struct queue_pack pack;
	struct submission s = { .seat = seat, .wait = true, .n = 1 };
	struct queue_entry entry;
	struct judged j;
	bool good = true, happened = false;

	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, d);
	entry = queue_pack_entry(&pack);
	s.v = &entry;
	judged_begin(m, &j);
	if (game_submit(&j.run, &s) != SUBMIT_DONE)
		return false;
	for (int i = 0; i < j.out.n; i++) {
		if (events[i].kind == COMMON_REFUSED)
			good = false;
		/* a die of a doubtful line of fire can refuse an order */
		happened |= events[i].kind >= EVENT_FIRST_OWN;
	}
	judged_end(m, &j);
	return good || happened;
}

static void fail(const struct match *m, int seat, const char *what,
		 const struct decision *d)
{
	struct buf b;

	buf_init(&b, 1 << 14);
	if (d)
		decision_render(&b, &m->game.sys->decisions, d);
	printf("seed %llu, seat %c: %s %s\n", (unsigned long long)m->seed,
	       'A' + seat, what, d ? b.s : "");
	buf_release(&b);
}

static int position_winner(const struct match *m)
{
	const struct player_rules *rules = players_find(m->game.sys);
	int32_t v = rules ? rules->value(m->game.state, 0, true, rules->weights)
			  : 0;

	return v > 0 ? 0 : v < 0 ? 1 : -1;
}

/* Where the orders are used up before the game is over, by the value of the
 * position. */
static void decide_winner(struct match *m)
{
	const struct system *sys = m->game.sys;
	uint32_t winners;

	m->over = system_over(sys, m->game.state, &winners);
	for (int i = 0; i < 2; i++)
		m->side[i].points =
			sys->points ? sys->points(m->game.state, i) : 0;
	if (m->over)
		m->winner = winners == 1 ? 0 : winners == 2 ? 1 : -1;
	else
		m->winner = position_winner(m);
}

bool match_play(struct match *m)
{
	match_begin(m);
	for (int n = 0; n < MOST_ORDERS; n++) {
		int seat = match_awaited(m);
		struct decision d;
		uint32_t winners;

		if (system_over(m->game.sys, m->game.state, &winners))
			break;
		if (seat < 0 || !match_choose(m, seat, &d)) {
			fail(m, seat, "nothing to do", NULL);
			return false;
		}
		if (m->ordered)
			m->ordered(m->context, m, seat, &d);
		if (!match_submit(m, seat, &d)) {
			fail(m, seat, "refused:", &d);
			return false;
		}
	}
	decide_winner(m);
	return true;
}
