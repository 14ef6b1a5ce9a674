/*
 * src/games/arena/report/report.c - converts a view of Arena to template values
 */
#include "games/arena/report/report_private.h"

static const char *phase_of(const struct ar_state *s)
{
	return s->head.phase >= 0 && s->head.phase < N_AR_PHASES
		       ? ar_phase_names[s->head.phase]
		       : "";
}

/* --- figures --------------------------------------------------------------*/

/* what hangs on it: "#4 Bear Strength", "?#6 hidden enchantment" */
void arena_carried(struct arena *a, const struct narrator *n,
		   const struct ar_state *s, const struct ar_obj *o,
		   struct tval *v)
{
	struct tval *list = tval_put(a, v, "carries", tval_list(a));

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *x = &s->obj[i];
		struct tval *item;

		if (x->host != o->handle)
			continue;
		item = tval_add(list, tval_map(a));
		tval_put(a, item, "obj", narrate_label(a, n, x->handle));
		tval_put(a, item, "seat", narrate_seat(a, n, (int)x->ctl));
		tval_puti(a, item, "hidden", x->hidden);
		tval_puti(a, item, "unknown", x->card == AR_UNKNOWN);
		tval_puti(a, item, "foreign", x->ctl != o->ctl);
		if (x->bound > 0)
			tval_puts(a, item, "bound",
				  arena_card_name(a, n, x->bound));
	}
}

static bool report_printed(const struct ar_state *s, const struct ar_obj *o,
			   int trait, int32_t amount)
{
	const struct ar_card *c = ar_card_of(s, o);

	for (int i = 0; i < c->n_traits; i++) {
		const struct ar_trait_word *t = ar_printed(s, (int)o->card, i);

		if (t->trait == trait)
			return t->amount == amount;
	}
	return false;
}

/* traits that its card does not print, as they are now */
static void put_traits(struct arena *a, const struct narrator *n,
		       const struct ar_state *s, const struct ar_obj *o,
		       struct tval *v)
{
	struct tval *list = tval_put(a, v, "traits", tval_list(a));

	for (int t = 1; t < N_AR_TRAITS; t++) {
		int32_t amount = ar_trait(s, o, (enum ar_trait)t, NULL, NULL);

		/* armor and life are numbers of their own; what all
		 * conjurations are is not worth a word */
		if (!amount || t == AR_T_ARMOR || t == AR_T_LIFE ||
		    t == AR_T_CHANNELING || t == AR_T_PSYCHIC_IMMUNITY ||
		    t == AR_T_UNMOVABLE || t == AR_T_NONLIVING ||
		    t == AR_T_POISON_IMMUNITY || t == AR_T_FINITE_LIFE ||
		    report_printed(s, o, t, amount))
			continue;
		tval_add(list, tval_text(a, arena_trait(a, n, t, amount)));
	}
}

/* it has a line in its owner's round mail */
static bool report_acts(const struct ar_state *s, const struct ar_obj *o,
			int reader)
{
	return arena_mailing(s) && reader == o->ctl &&
	       !s->player[reader].plan_in && ar_is_creature(s, o) &&
	       o->active && ar_is_zone(s, o->zone);
}

static void put_figure(struct arena *a, const struct narrator *n,
		       const struct ar_state *s, const struct ar_obj *o,
		       int reader, struct tval *v)
{
	bool creature = ar_is_creature(s, o);

	tval_put(a, v, "line", tval_word(a, "arena.figure"));
	tval_put(a, v, "entry", tval_word(a, "arena.figure.brief"));
	tval_put(a, v, "first", tval_word(a, "arena.figure.first"));
	tval_puti(a, v, "handle", o->handle);
	tval_put(a, v, "also", tval_list(a)); /* those like it */
	tval_puti(a, v, "told", 0);
	tval_put(a, v, "fig", narrate_label(a, n, o->handle));
	tval_put(a, v, "at", narrate_label(a, n, ar_zone_of(s, o)));
	tval_puts(a, v, "border",
		  o->border[0]
			  ? str_of(arena_printf(a, "%c%d-%c%d",
						label_letter(o->border[0]),
						label_number(o->border[0]),
						label_letter(o->border[1]),
						label_number(o->border[1])))
			  : (struct str){ 0 });
	tval_puti(a, v, "creature", creature);
	tval_puti(a, v, "mage", ar_kind(s, o) == AR_MAGE);
	/* lines of the reader's orders name it so */
	tval_puti(a, v, "me", ar_kind(s, o) == AR_MAGE && o->ctl == reader);
	tval_puti(a, v, "active", creature && o->active);
	tval_puti(a, v, "guard", o->guard);
	tval_puti(a, v, "flying", creature && ar_flying(s, o));
	tval_puti(a, v, "out", creature && !o->zone);
	/* its line of the round mail says the same */
	tval_puti(a, v, "acts", report_acts(s, o, reader));
	tval_puti(a, v, "damage", o->damage);
	tval_puti(a, v, "life", ar_has_life(s, o) ? ar_life(s, o) : 0);
	tval_puti(a, v, "armor", ar_has_life(s, o) ? ar_armor(s, o, NULL) : 0);
	tval_puti(a, v, "lies", ar_kind(s, o) == AR_MAGE ? 0 : o->mana);
	tval_puts(a, v, "marks", arena_marks(a, n, o));
	tval_put(a, v, "host", narrate_label(a, n, o->host));
	arena_carried(a, n, s, o, v);
	if (creature)
		put_traits(a, n, s, o, v);
	else
		tval_put(a, v, "traits", tval_list(a));
}

/* --- players --------------------------------------------------------------*/

static int32_t pile_card(const struct ar_player *p, int i)
{
	return p->pile[i] & (AR_PILE_FROM_PLAY - 1);
}

static bool comes_before(const struct ar_player *p, int i)
{
	for (int k = 0; k < i; k++)
		if (pile_card(p, k) == pile_card(p, i))
			return true;
	return false;
}

/* each card once, with its number: "Fireball x2" */
static void put_pile(struct arena *a, const struct narrator *n,
		     const struct ar_player *p, struct tval *v)
{
	struct tval *list = tval_put(a, v, "pile", tval_list(a));

	for (int i = 0; i < p->n_pile; i++) {
		int copies = 0;
		struct str name = arena_card_name(a, n, pile_card(p, i));

		if (comes_before(p, i))
			continue;
		for (int k = i; k < p->n_pile; k++)
			copies += pile_card(p, k) == pile_card(p, i);
		if (copies > 1)
			name = str_of(arena_printf(a, "%.*s x%d", STR_ARG(name),
						   copies));
		tval_add(list, tval_text(a, name));
	}
}

/* planned spells: how many, and which, where the reader may know */
static void put_planned(struct arena *a, const struct narrator *n,
			const struct ar_player *p, struct tval *v)
{
	struct tval *list = tval_put(a, v, "plans", tval_list(a));
	int count = 0;

	for (int i = 0; i < AR_PLANNED; i++) {
		count += p->planned[i] != 0;
		if (p->planned[i] > 0)
			tval_add(list,
				 tval_text(a, arena_card_name(a, n,
							      p->planned[i])));
	}
	tval_puti(a, v, "planned", count);
}

/* is it as its card has it: nothing hangs on it, nothing changes it for long */
static bool is_plain(const struct ar_state *s, const struct ar_obj *o)
{
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == o->handle)
			return false;
	for (int i = 0; i < s->n_mods; i++)
		if (s->mod[i].handle == o->handle)
			return false;
	return ar_is_creature(s, o);
}

/* are they the same in the report except for their handles? */
static bool report_alike(const struct ar_state *s, const struct ar_obj *o,
			 const struct ar_obj *x)
{
	return o->card == x->card && o->ctl == x->ctl && o->zone == x->zone &&
	       o->damage == x->damage && o->lost == x->lost &&
	       o->mana == x->mana && o->active == x->active &&
	       o->guard == x->guard &&
	       !memcmp(o->cond, x->cond, sizeof(o->cond)) &&
	       !memcmp(o->token, x->token, sizeof(o->token)) &&
	       is_plain(s, o) && is_plain(s, x);
}

/* A thing like an earlier one is listed together with it. */
static void put_alike(struct arena *a, const struct narrator *n,
		      const struct ar_state *s, const struct ar_obj *o,
		      struct tval *figures, struct tval *f)
{
	for (struct tval *x = figures->first; x != f; x = x->next) {
		int32_t first = (int32_t)tval_get(x, STR("handle"))->n;

		if (!report_alike(s, ar_obj(s, first), o))
			continue;
		tval_puti(a, f, "told", 1);
		tval_add((struct tval *)tval_get(x, STR("also")),
			 tval_text(a, narrate_label(a, n, o->handle)->text));
		return;
	}
}

static void put_things(struct arena *a, const struct narrator *n,
		       const struct ar_state *s, struct ar_state *room,
		       int seat, int reader, struct tval *v)
{
	struct tval *figures = tval_put(a, v, "figures", tval_list(a));
	int besides = 0; /* things without a line in the round mail */

	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		struct tval *f;

		if (o->ctl != seat || (o->host && !ar_has_life(s, o)))
			continue;
		f = tval_add(figures, tval_map(a));
		besides += !report_acts(s, o, reader);
		put_figure(a, n, s, o, reader, f);
		put_alike(a, n, s, o, figures, f);
		if (room && reader >= 0 && ar_is_creature(s, o) &&
		    !ar_friends(s, seat, reader))
			arena_threat(a, n, s, room, reader, o, f);
		else
			tval_put(a, f, "threats", tval_list(a));
	}
	tval_puti(a, v, "besides", besides);
}

static void put_player(struct arena *a, const struct narrator *n,
		       const struct ar_state *s, struct ar_state *room,
		       int seat, int reader, struct tval *v)
{
	const struct ar_player *p = &s->player[seat];
	const struct ar_obj *mage = ar_mage(s, seat);
	int32_t upkeep = arena_upkeep(s, seat);
	int32_t channels = mage ? ar_channeling(s, mage, NULL) : 0;
	int own, most;

	tval_put(a, v, "line", tval_word(a, "arena.player"));
	tval_put(a, v, "seat", narrate_seat(a, n, seat));
	tval_puti(a, v, "you", seat == reader);
	tval_puti(a, v, "alive", p->alive);
	tval_puti(a, v, "mana", p->mana);
	tval_puti(a, v, "channels", channels > 0 ? channels : 0);
	tval_puti(a, v, "upkeep", upkeep);
	tval_put(a, v, "end", tval_word(a, "arena.player.end"));
	tval_puti(a, v, "damage", mage ? mage->damage : 0);
	tval_puti(a, v, "life", mage ? ar_life(s, mage) : 0);
	tval_put(a, v, "remains",
		 tval_text(a,
			   str_of(arena_printf(
				   a, "%d",
				   mage ? (int)(ar_life(s, mage) - mage->damage)
					: 0))));
	tval_puti(a, v, "next",
		  p->mana + (channels > 0 ? channels : 0) - upkeep);
	tval_puti(a, v, "reserve", seat == reader ? p->reserve : 0);
	tval_puti(a, v, "asks_important",
		  seat == reader && p->ask == AR_ASK_IMPORTANT);
	tval_puti(a, v, "asks_always",
		  seat == reader && p->ask == AR_ASK_ALWAYS);
	tval_puti(a, v, "quickcast", p->quickcast);
	tval_puti(a, v, "active", ar_active(s, seat));
	/* a seat without an actor has no turn (AR-RND-15) */
	tval_puti(a, v, "may_pass",
		  ar_may_pass(s, seat, &own, &most) && own > 0);
	tval_puti(a, v, "first", s->head.first == seat);
	tval_puti(a, v, "plan_in", p->plan_in);
	tval_puti(a, v, "left", p->left > 0 ? p->left : 0);
	put_planned(a, n, p, v);
	put_pile(a, n, p, v);
	tval_puti(a, v, "pile_n", p->n_pile);
	tval_put(a, v, "piles", tval_word(a, "arena.player.pile"));
	put_things(a, n, s, room, seat, reader, v);
}

/* --- the table of the house -----------------------------------------------*/

static void report_values(struct arena *a, const struct narrator *n,
			  const void *view, int seat, struct tval *to)
{
	const struct ar_state *s = view;
	struct tval *list = tval_put(a, to, "players", tval_list(a));
	struct ar_state *room = NULL;
	bool plays = s->head.phase >= AR_INITIATIVE && s->head.phase < AR_OVER;

	tval_puti(a, to, "round", s->round);
	tval_puti(a, to, "in_play", plays);
	tval_puti(a, to, "sent",
		  seat >= 0 && arena_mailing(s) && s->player[seat].plan_in);
	/* pace: the orders of the turns are a mail of their own */
	tval_puti(a, to, "turns_asked",
		  seat >= 0 && s->step == AR_STEP_ASKED &&
			  !s->player[seat].plan_in);
	tval_puti(a, to, "planning", s->head.phase == AR_PLAN);
	tval_put(a, to, "phase", narrate_word(a, n, phase_of(s)));
	tval_put(a, to, "turn",
		 tval_word(a, plays                      ? "arena.turn.play"
			      : s->head.phase == AR_OVER ? "arena.turn.over"
							 : "arena.turn.other"));
	tval_put(a, to, "legend", tval_word(a, "arena.legend"));
	tval_put(a, to, "citations", tval_word(a, "arena.citations"));
	tval_put(a, to, "lead", tval_word(a, "arena.lead"));
	tval_put(a, to, "all_lines", tval_word(a, "arena.lines"));
	tval_put(a, to, "all_undone", tval_word(a, "arena.undone"));
	tval_puti(a, to, "first_printed", s->head.option[AR_OPTION_NO_ERRATA]);
	tval_put(a, to, "cards_first", tval_word(a, "arena.first_printed"));
	tval_put(a, to, "state", tval_word(a, "arena.state"));
	tval_put(a, to, "initiative", narrate_seat(a, n, s->head.first));
	tval_put(a, to, "figures", tval_list(a));
	if (plays && seat >= 0) {
		room = arena_alloc_raw(a, sizeof(*room));
		memcpy(room, s, sizeof(*room));
	}
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			put_player(a, n, s, room, i, seat,
				   tval_add(list, tval_map(a)));
	arena_mail(a, n, view, seat, to);
}

/* the awaited order of the seat: a round mail, its turn, an answer */
static const char *report_awaited(const struct ar_state *s, int seat)
{
	if (ar_asked(s) == seat)
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

static struct tval *report_awaits(struct arena *a, const struct narrator *n,
				  const void *view, int seat)
{
	const struct ar_state *s = view;
	struct tval *v = tval_map(a);

	(void)n;
	tval_puti(a, v, "round", s->round);
	tval_put(a, v, "what",
		 tval_word(a, "arena.awaits.%s", report_awaited(s, seat)));
	return v;
}

static bool line(const void *view, int seat, int i, struct decision *out)
{
	return ar_line(view, seat, i, out);
}

static const char *const *terms(struct arena *a, const struct narrator *n,
				const void *view, struct tval *to)
{
	static const char *const boards[] = { "", "4x3", "2x3", "6x4" };
	static const char *const told[] = { "mode", "format", "board", NULL };
	const struct ar_state *s = view;
	int board = s->head.option[AR_OPTION_BOARD];

	(void)n;
	tval_puti(a, to, "apprentice", s->head.option[AR_OPTION_MODE]);
	tval_puti(a, to, "teams", s->head.option[AR_OPTION_FORMAT] == 1);
	tval_puti(a, to, "all", s->head.option[AR_OPTION_FORMAT] == 2);
	tval_putz(a, to, "zones",
		  0 <= board && board < (int)ARRAY_LEN(boards) ? boards[board]
							       : "");
	return told;
}

/* labels with a letter are zones */
static int seat_of(const void *view, int32_t label)
{
	const struct ar_obj *o =
		label_letter(label) == '#' ? ar_obj(view, label) : NULL;

	return o ? o->ctl : -1;
}

const struct report_game report_arena = {
	.name = arena_name,
	.more = arena_more,
	.fold = arena_fold,
	.weight = arena_weight,
	.tale = arena_tale,
	.refusal = arena_refusal,
	.tally = arena_tally,
	.tally_words = "arena",
	.die_mean = 100, /* two blanks, 1, 2, and both as criticals */
	.card_name = arena_card_name,
	.line = line,
	.scene = arena_scene,
	.traces = arena_traces,
	.values = report_values,
	.card = arena_card,
	.awaits = report_awaits,
	.plan = arena_plan,
	.hand = arena_hand,
	.book = arena_book,
	.strikes = arena_strike_lines,
	.terms = terms,
	.seat_of = seat_of,
};
