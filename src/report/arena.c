/* src/report/arena.c - a view of Arena as values for its templates */
#include "report/arena_inside.h"

static const char *phase_of(const struct ar_state *s)
{
	return s->head.phase >= 0 && s->head.phase < N_AR_PHASES
		       ? ar_phase_names[s->head.phase]
		       : "";
}

static void values(struct arena *a, const struct narrator *n, const void *view,
		   int seat, struct tval *to)
{
	const struct ar_state *s = view;

	(void)seat;
	tval_puti(a, to, "round", s->round);
	tval_put(a, to, "phase", narrate_word(a, n, phase_of(s)));
	tval_put(a, to, "turn",
		 tval_word(a, s->head.phase >= AR_INITIATIVE &&
					      s->head.phase < AR_OVER
				      ? "arena.turn.play"
				      : "arena.turn.other"));
	tval_put(a, to, "figures", tval_list(a));
	tval_put(a, to, "players", tval_list(a));
}

/* what is awaited of the seat: a round mail, its turn, an answer */
static const char *awaited(const struct ar_state *s, int seat)
{
	if (s->asked_seat == seat)
		return "answer";
	if (s->head.phase == AR_SETUP)
		return s->head.active >= 0       ? "initiative"
		       : s->player[seat].mage_in ? "book"
						 : "mage";
	if (s->head.phase == AR_PLAN || s->step == AR_STEP_ASKED)
		return "round";
	return s->head.phase == AR_BEFORE || s->head.phase == AR_OVER
		       ? phase_of(s)
		       : "turn";
}

static struct tval *awaits(struct arena *a, const struct narrator *n,
			   const void *view, int seat)
{
	const struct ar_state *s = view;
	struct tval *v = tval_map(a);

	(void)n;
	tval_puti(a, v, "round", s->round);
	tval_put(a, v, "what",
		 tval_word(a, "arena.awaits.%s", awaited(s, seat)));
	return v;
}

const struct report_game report_arena = {
	.name = arena_name,
	.more = arena_more,
	.fold = arena_fold,
	.refusal = arena_refusal,
	.scene = arena_scene,
	.traces = arena_traces,
	.values = values,
	.awaits = awaits,
};
