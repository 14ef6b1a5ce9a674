/*
 * example/morris/setup.c - positions, line by line:
 *
 *	player A
 *	option quiet 10
 *	men A D2 D3 A1
 *	hand B 2		(none, if no line says so)
 *	turn A
 *	choose			(both are yet to choose the first man)
 *
 * Without men and hands the game begins as the rules say.
 */
#include "example/morris/morris.h"
#include "engine/option.h"

struct written {
	int32_t point[MM_POINTS], hand[2], turn;
	bool any, choose;
};

static struct written *written_of(struct position *s)
{
	static_assert(sizeof(struct written) <= POSITION_MEMORY, "it fits");
	return (struct written *)(void *)s->memory;
}

static bool line_men(struct position_words *w, struct written *to)
{
	struct str name;
	int32_t seat;

	if (!words_seat(w, &seat) || seat > 1)
		return position_fault(w->s, "men of a player: A or B");
	while (w->i < w->n) {
		int p;

		words_next(w, &name);
		p = mm_point_named(name);
		if (p < 0)
			return position_fault(w->s, "no point %.*s",
					      STR_ARG(name));
		to->point[p] = 1 + seat;
	}
	return true;
}

static bool line(struct position *s, const struct str *word, int n)
{
	struct position_words w = { .s = s, .v = word, .n = n };
	struct written *to = written_of(s);
	int32_t seat;

	if (words_are(&w, "player"))
		return words_seat(&w, &seat) && position_seat_taken(s, seat);
	if (words_are(&w, "option"))
		return words_option(&w, mm_options, N_MM_OPTIONS);
	to->any = true;
	if (words_are(&w, "choose")) {
		to->choose = true;
		to->hand[0] = to->hand[1] = MM_MEN;
		return true;
	}
	if (words_are(&w, "men"))
		return line_men(&w, to);
	if (words_are(&w, "hand"))
		return words_seat(&w, &seat) && seat < 2 &&
		       words_int(&w, 0, MM_MEN, &to->hand[seat]);
	if (words_are(&w, "turn"))
		return words_seat(&w, &to->turn) && to->turn < 2;
	return position_fault(
		s, "a line is player, option, men, hand, turn or choose");
}

static bool finish(struct position *s)
{
	const struct written *to = written_of(s);
	struct event e;

	if (!to->any)
		return true;
	event_start(&e, MM_EV_POSITION, MM_GEN_01);
	event_put_ints(&e, MM_EV_POSITION_POINTS, to->point, MM_POINTS);
	event_put_ints(&e, MM_EV_POSITION_HANDS, to->hand, 2);
	event_put(&e, MM_EV_POSITION_PHASE, to->choose ? MM_CHOOSE : MM_PLAY);
	event_put(&e, MM_EV_POSITION_ACTIVE, to->turn);
	return position_emit(s, &e);
}

const struct position_system setup_morris = {
	.sys = &system_morris,
	.line = line,
	.finish = finish,
};
