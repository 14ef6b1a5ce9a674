/*
 * src/webapp/dice_stats.c - counts what the dice of a report or of a log gave,
 * and what the rules let expect: faces, and attacks that hit.
 */
#include "engine/common.h"
#include "report/report_game.h"
#include "webapp/session.h"

enum { SIDES = 6, MEAN = 350 }; /* of a die, in hundredths */

struct dice_stats {
	int64_t dice[SEATS_MAX], sum[SEATS_MAX];
	struct combat_stats tally;
};

static void dice_stats_count(struct dice_stats *l,
			     const struct report_game *tells,
			     const struct event *v, int n)
{
	for (int i = 0; i < n; i++) {
		int32_t seat;

		if (tells->tally)
			tells->tally(&l->tally, &v[i]);
		if (v[i].kind != COMMON_ROLLED ||
		    event_get(&v[i], COMMON_ROLLED_SIDES) != SIDES)
			continue;
		seat = event_get(&v[i], COMMON_ROLLED_SEAT);
		if (seat < 0 || seat >= SEATS_MAX)
			continue;
		l->dice[seat]++;
		l->sum[seat] += event_get(&v[i], COMMON_ROLLED_FACE);
	}
}

static void dice_stats_write(struct dice_stats *l, int die_mean)
{
	bool first = true;

	combat_stats_end(&l->tally);
	buf_addc(&page.said, '[');
	for (int i = 0; i < SEATS_MAX; i++) {
		const struct combat_stats_seat *s = &l->tally.seat[i];
		const char seat[2] = { (char)('A' + i), 0 };
		int64_t dice = die_mean ? s->dice : l->dice[i];

		if (!dice && !s->blows)
			continue;
		show_object(first);
		first = false;
		page_text("seat", str_of(seat));
		page_number("dice", dice);
		page_number("sum", 100 * (die_mean ? s->shown : l->sum[i]));
		page_number("expected", dice * (die_mean ? die_mean : MEAN));
		page_number("blows", s->blows);
		page_number("hits", 100 * s->hits);
		page_number("hits_expected", s->expected);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

/* Labels that do not say whose they are. */
static void owners_take(struct dice_stats *l, const struct report_game *tells,
			const struct game *view)
{
	for (int n = 1; tells->seat_of && n < COMBAT_STATS_THINGS; n++) {
		int32_t label = label_of('#', n);
		int seat = tells->seat_of(view->state, label);

		if (seat >= 0)
			combat_stats_thing(&l->tally, label, 0, seat);
	}
}

int page_dice_stats(int point)
{
	struct dice_stats *l;
	const struct report_game *tells;
	struct game *view;
	struct showing s;

	page_begin(0);
	l = ARENA_NEW(&page.tmp, struct dice_stats);
	memset(l, 0, sizeof(*l));
	view = ARENA_NEW(&page.tmp, struct game);
	if (point && !replay_view(point, -1, view, &s))
		return page_end(1);
	if (!point && !hand.kind)
		return page_end(1);
	tells = game_report(point ? s.kind : hand.kind);
	owners_take(l, tells, point ? view : &hand.view);
	if (point)
		s.events = replay_events(point, -1, &s.n_events);
	else
		s = (struct showing){ .events = hand.events,
				      .n_events = hand.n_events };
	dice_stats_count(l, tells, s.events, s.n_events);
	dice_stats_write(l, tells->die_mean);
	return page_end(0);
}
