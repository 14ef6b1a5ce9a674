/* src/report/text/final_values.c - see final_values.h */
#include "report/text/final_values.h"
#include "engine/analysis.h"
#include <stdlib.h>
#include <string.h>

enum {
	CURVE_LINES = 10, /* of {decided}, and signs to each side */
	CURVE_SIGNS = 14  /* no wider than a telephone */
};

/* who struck or was struck in the heaviest blow */
static struct tval *final_values_struck(struct arena *a,
					const struct narrator *n,
					const struct report_game *tells,
					int32_t label, int32_t card)
{
	struct tval *v;
	struct str name;

	if (!card || !tells->card_name)
		return narrate_label(a, n, label);
	name = tells->card_name(a, n, card);
	v = tval_named(a, narrate_label(a, n, label)->text);
	tval_puts(a, v, "name", name);
	tval_putz(
		a, v, "full",
		arena_printf(a, "%.*s %.*s", STR_ARG(v->text), STR_ARG(name)));
	tval_putz(a, v, "who",
		  arena_printf(a, "%.*s (%.*s)", STR_ARG(name),
			       STR_ARG(v->text)));
	return v;
}

/* {turns}: the blows that differ most from their chances */
static void put_turns(struct arena *a, const struct narrator *n,
		      const struct report_game *tells,
		      const struct combat_stats *t, struct tval *to)
{
	struct tval *list = tval_put(a, to, "turns", tval_list(a)), *v;
	struct combat_stats *all = ARENA_NEW(a, struct combat_stats);

	*all = *t;
	combat_stats_end(all);
	for (int i = 0; i < COMBAT_STATS_TURNS && all->turn[i].by; i++) {
		const struct combat_stats_blow *b = all->turn + i;

		v = tval_add(list, tval_map(a));
		tval_put(a, v, "by",
			 final_values_struck(a, n, tells, b->by, b->by_card));
		tval_put(a, v, "on",
			 final_values_struck(a, n, tells, b->on, b->on_card));
		tval_puti(a, v, "clicks", b->clicks);
		tval_puti(a, v, "chance", b->chance);
		tval_puti(a, v, "round", b->round);
		tval_putz(a, v, "of", "");
		tval_put(a, v, "when", tval_word(a, "%s.when", n->sys->name));
		tval_puti(a, v, "hit", b->hit || b->clicks);
		tval_puti(a, v, "took", b->took);
		tval_puti(a, v, "felled", b->felled);
		tval_put(a, v, "line",
			 tval_word(a, "%s.turning", tells->tally_words));
	}
}

/* {fallen}: the figures that were lost, in their order */
static void put_fallen(struct arena *a, const struct narrator *n,
		       const struct report_game *tells,
		       const struct combat_stats *t, struct tval *to)
{
	struct tval *list = tval_put(a, to, "fallen", tval_list(a)), *v;

	for (int i = 0; i < t->n_fallen; i++) {
		const struct combat_stats_loss *f = t->fallen + i;

		v = tval_add(list, tval_map(a));
		tval_put(a, v, "fig",
			 final_values_struck(a, n, tells, f->fig, f->fig_card));
		if (f->by)
			tval_put(a, v, "by",
				 final_values_struck(a, n, tells, f->by,
						     f->by_card));
		tval_puti(a, v, "round", f->round);
		tval_putz(a, v, "of", "");
		tval_put(a, v, "when", tval_word(a, "%s.when", n->sys->name));
		tval_put(a, v, "line",
			 tval_word(a, "%s.fallen", tells->tally_words));
	}
}

void report_tally(struct arena *a, const struct narrator *n,
		  const struct report_game *tells, const struct combat_stats *t,
		  struct tval *to)
{
	struct tval *list = tval_put(a, to, "tally", tval_list(a)), *v;

	if (!t || !tells->tally_words)
		return;
	for (int i = 0; i < SEATS_MAX; i++) {
		const struct combat_stats_seat *s = &t->seat[i];

		if (!s->blows && !s->dice && !s->lost)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "seat", narrate_seat(a, n, i));
		tval_puti(a, v, "blows", s->blows);
		tval_puti(a, v, "hits", s->hits);
		tval_put(a, v, "expected", tval_inches(a, s->expected));
		tval_puti(a, v, "dice", s->dice);
		tval_puti(a, v, "shown", s->shown);
		tval_puti(a, v, "clicks", s->clicks);
		tval_puti(a, v, "lost", s->lost);
		tval_put(a, v, "line",
			 tval_word(a, "%s.tally", tells->tally_words));
	}
	put_turns(a, n, tells, t, to);
	put_fallen(a, n, tells, t, to);
	if (!t->best.by)
		return;
	v = tval_put(a, to, "best", tval_map(a));
	tval_put(a, v, "by",
		 final_values_struck(a, n, tells, t->best.by, t->best.by_card));
	tval_put(a, v, "on",
		 final_values_struck(a, n, tells, t->best.on, t->best.on_card));
	tval_puti(a, v, "clicks", t->best.clicks);
	tval_puti(a, v, "chance", t->best.chance);
	tval_put(a, v, "line", tval_word(a, "%s.best", tells->tally_words));
}

/* The analysis of a game that is over, for one of its two seats. */
struct decided {
	const struct analysis_turn *v;
	int n, seat, sign; /* values count for seat A; -1: the reader has B */
};

static int32_t whole_points(int64_t hundredths)
{
	return (int32_t)((hundredths + (hundredths < 0 ? -50 : 50)) / 100);
}

/* {lead}: at most CURVE_LINES turns, a bar to the left or right of a line. */
static void decided_curve_values(struct arena *a, const struct decided *d,
				 struct tval *to)
{
	struct tval *list = tval_put(a, to, "lead", tval_list(a));
	int step = (d->n + CURVE_LINES - 1) / CURVE_LINES;
	int64_t most = 100;

	for (int i = 0; i < d->n; i++)
		if (llabs(d->v[i].value) > most)
			most = llabs(d->v[i].value);
	for (int i = (d->n - 1) % step; i < d->n; i += step) {
		int signs = (int)(d->v[i].value * d->sign * CURVE_SIGNS / most);
		char bar[2 * CURVE_SIGNS + 2];
		struct tval *line = tval_add(list, tval_map(a));

		memset(bar, ' ', sizeof(bar) - 1);
		bar[CURVE_SIGNS] = '|';
		if (signs < 0)
			memset(bar + CURVE_SIGNS + signs, '#', (size_t)-signs);
		else
			memset(bar + CURVE_SIGNS + 1, '#', (size_t)signs);
		bar[CURVE_SIGNS + 1 + (signs > 0 ? signs : 0)] = '\0';
		tval_putz(a, line, "bar",
			  arena_printf(a, "%4d %s", d->v[i].number, bar));
	}
	tval_puti(a, to, "unit",
		  whole_points(most / CURVE_SIGNS) > 0
			  ? whole_points(most / CURVE_SIGNS)
			  : 1);
}

/* {when}: the turn or the round, in the words of its game. */
static void turn_values(struct arena *a, const struct narrator *n,
			const struct analysis_turn *t, struct tval *to)
{
	tval_puti(a, to, "round", t->number);
	if (t->seat >= 0)
		tval_put(a, to, "of", narrate_seat(a, n, t->seat));
	else
		tval_putz(a, to, "of", "");
	tval_put(a, to, "when", tval_word(a, "%s.when", n->sys->name));
}

/* {key}: the turns that decided it, the largest first. */
static void decided_turns_values(struct arena *a, const struct narrator *n,
				 const struct decided *d, struct tval *to)
{
	struct tval *list = tval_put(a, to, "key", tval_list(a));
	int key[ANALYSIS_KEY], count = analysis_key(d->v, d->n, key);

	for (int i = 0; i < count; i++) {
		const struct analysis_turn *t = &d->v[key[i]];
		int32_t order = whole_points((int64_t)d->sign * t->order);
		int32_t luck = whole_points((int64_t)d->sign * t->luck);
		struct tval *v = tval_add(list, tval_map(a));

		turn_values(a, n, t, v);
		tval_put(a, v, "sum", tval_signed(a, order + luck));
		tval_put(a, v, "order", tval_signed(a, order));
		tval_put(a, v, "luck", tval_signed(a, luck));
		tval_puti(a, v, "rolled", luck != 0);
		tval_put(a, v, "line", tval_word(a, "report.decided.turn"));
	}
}

/* {points} by all dice, {worst}: the turn in which the own orders lost most. */
static void decided_luck_values(struct arena *a, const struct narrator *n,
				const struct decided *d, struct tval *to)
{
	const struct analysis_turn *worst = NULL;
	int64_t luck = 0;

	for (int i = 0; i < d->n; i++) {
		const struct analysis_turn *t = &d->v[i];

		luck += (int64_t)d->sign * t->luck;
		if (d->sign * t->by[d->seat] < 0 &&
		    (!worst ||
		     d->sign * t->by[d->seat] < d->sign * worst->by[d->seat]))
			worst = t;
	}
	tval_puti(a, to, "gained", luck >= 0);
	tval_puti(a, to, "points", whole_points(llabs(luck)));
	if (worst && whole_points(worst->by[d->seat])) {
		struct tval *v = tval_put(a, to, "worst", tval_map(a));

		turn_values(a, n, worst, v);
		tval_puti(a, v, "lost", abs(whole_points(worst->by[d->seat])));
	}
	tval_put(a, to, "dice", tval_word(a, "report.decided.dice"));
}

void decided_values(struct arena *a, const struct narrator *n,
		    const struct report_input *in, struct tval *to)
{
	struct decided d = { in->turns, in->n_turns, in->seat == 1,
			     in->seat == 1 ? -1 : 1 };
	struct tval *v;

	if (!in->n_turns)
		return;
	v = tval_put(a, to, "decided", tval_map(a));
	tval_puti(a, v, "you", in->seat == d.seat);
	tval_put(a, v, "for", narrate_seat(a, n, d.seat));
	tval_put(a, v, "other", narrate_seat(a, n, !d.seat));
	decided_curve_values(a, &d, v);
	tval_put(a, v, "count", tval_word(a, "%s.count", in->sys->name));
	tval_put(a, v, "who", tval_word(a, "report.decided.curve"));
	decided_turns_values(a, n, &d, v);
	decided_luck_values(a, n, &d, v);
}

static struct tval *dice_stats_of_tally(struct arena *a,
					const struct narrator *n, int die_mean,
					const struct combat_stats *t)
{
	struct tval *players = tval_list(a), *p;

	for (int seat = 0; seat < SEATS_MAX; seat++) {
		const struct combat_stats_seat *s = &t->seat[seat];

		if (!s->dice)
			continue;
		p = tval_add(players, tval_map(a));
		tval_put(a, p, "seat", narrate_seat(a, n, seat));
		tval_puti(a, p, "dice", s->dice);
		tval_put(a, p, "mean",
			 tval_inches(a, (200 * s->shown + s->dice) /
						(2 * s->dice)));
		tval_put(a, p, "expected", tval_inches(a, die_mean));
	}
	return players;
}

struct tval *dice_stats_values(struct arena *a, const struct narrator *n,
			       const struct report_game *tells,
			       const struct combat_stats *t,
			       const int64_t times[SEATS_MAX][6])
{
	struct tval *players = tval_list(a);

	if (tells && tells->die_mean && t)
		return dice_stats_of_tally(a, n, tells->die_mean, t);
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		int64_t dice = 0, sum = 0;
		struct tval *p, *faces;

		for (int face = 1; face <= 6; face++) {
			dice += times[seat][face - 1];
			sum += face * times[seat][face - 1];
		}
		if (!dice)
			continue;
		p = tval_add(players, tval_map(a));
		tval_put(a, p, "seat", narrate_seat(a, n, seat));
		tval_puti(a, p, "dice", dice);
		tval_put(a, p, "mean",
			 tval_inches(a, (200 * sum + dice) / (2 * dice)));
		tval_put(a, p, "expected", tval_inches(a, 350));
		faces = tval_put(a, p, "faces", tval_list(a));
		for (int face = 1; face <= 6; face++) {
			struct tval *f = tval_add(faces, tval_map(a));

			tval_puti(a, f, "face", face);
			tval_puti(a, f, "times", times[seat][face - 1]);
			tval_put(a, f, "expected",
				 tval_inches(a, (100 * dice + 3) / 6));
		}
	}
	return players;
}
