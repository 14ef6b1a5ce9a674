/*
 * example/morris/prop_morris.c - nine men's morris at random, by mail: see
 * prop/play.h.
 */
#include "prop/play.h"
#include "example/morris/morris.h"
#include "example/morris/templates.h"

enum { MAILS_MAX = 600 };

/* clang-format off: the macros end in their commas */
static const struct zero zeroes[] = { RULE_ZERO(
	"MM-SILENT-01", "what is done for the silent names its own rule") };
/* clang-format on */

static void begin(struct play *p, struct dice *rng)
{
	bool shut_in = chance(rng, 10);

	p->n_players = 2;
	play_option(p, "flying", -1, !shut_in && draw(rng, 4) != 0);
	play_option(p, "quiet", -1, 4 + draw(rng, 60));
	/* A is near to shutting B in, which random play hardly ever is */
	if (shut_in)
		p->position =
			STR("men A D1 A4 D7 G7\nmen B A1 A7 G1\nturn A\n");
}

static int32_t *point_draw(struct dice *rng, int32_t w[2])
{
	const struct mm_place *at = &mm_places[draw(rng, MM_POINTS)];

	w[0] = at->x;
	w[1] = at->y;
	return w;
}

/* turns that hardly ever can be: most reasons why not are met */
static void probe(struct play *p, int seat, struct dice *rng)
{
	const struct mm_state *s = (const void *)p->court.game->state;
	struct decision d;
	int32_t w[2];

	if (s->head.phase != MM_PLAY || seat != s->head.active)
		return;
	for (int i = 0; i < 6; i++) {
		decision_start(&d,
			       s->hand[seat] ? MM_ORDER_PLACE : MM_ORDER_MOVE);
		if (!s->hand[seat])
			decision_add(&d, MM_TAG_FROM, point_draw(rng, w), 2);
		decision_add(&d, s->hand[seat] ? MM_TAG_AT : MM_TAG_TO,
			     point_draw(rng, w), 2);
		decision_add(&d, MM_TAG_TAKE, point_draw(rng, w), 2);
		play_probe(p, seat, &d, rng);
	}
}

static int labels(const void *state, int32_t *out)
{
	(void)state;
	*out = label_of('A', 1);
	return 1;
}

/* who resigns at once plays no game */
static bool mend(struct play *p, int seat, struct dice *rng, struct decision *d)
{
	(void)p;
	(void)seat;
	return d->kind != MM_ORDER_RESIGN || chance(rng, 40);
}

/* its invariant holds after every event */
static bool passing(int kind)
{
	(void)kind;
	return false;
}

int main(int argc, char **argv)
{
	struct play_house house = { .name = "prop_morris",
				    .zeroes = zeroes,
				    .n_zeroes = ARRAY_LEN(zeroes),
				    .max_mails = MAILS_MAX,
				    .begin = begin,
				    .mend = mend,
				    .probe = probe,
				    .labels = labels,
				    .passing = passing };

	house.sys = game_morris;
	house.templates = morris_templates("prop_morris.templates");
	return play_main(&house, argc, argv);
}
