/*
 * src/games/arena/report/story.c - puts Arena events into words: values beyond
 * the fields, and events that share a sentence. A strike, from its first die
 * to the effects of its damage, is one line, unless something happened in
 * between.
 */
#include "games/arena/report/report_private.h"
#include "engine/common.h"

/* --- one event ------------------------------------------------------------*/

static void put_full(struct arena *a, const struct narrator *n, int32_t label,
		     const char *key, struct tval *to)
{
	tval_puts(a, to, key, arena_full(a, n, label));
}

/* A Mage's own ability has the name of its attack, or else Restore; with the
 * Mage's card it would read as if the Mage were cast. */
static void put_ability(struct arena *a, const struct narrator *n, int32_t card,
			struct tval *to)
{
	const struct ar_state *s = n->of;
	struct str name = arena_message(a, n, "arena.restore");

	if (card <= 0 || card >= s->n_cards || s->card[card].kind != AR_MAGE)
		return;
	for (int i = 0; i < s->card[card].n_profiles; i++)
		if (ar_profile(s, (int)card, i)->kind == AR_RANGED)
			name = arena_profile_name(a, n, card, i);
	tval_puts(a, to, "ability", name);
}

/* labels with their names */
static void put_places(struct arena *a, const struct narrator *n,
		       const struct event *e, int field, struct tval *to)
{
	struct tval *list = tval_put(a, to, "at", tval_list(a));
	int words;
	const int32_t *w = event_words(e, field, &words);

	for (int i = 0; i < words; i++)
		if (w[i])
			tval_add(list, tval_text(a, arena_full(a, n, w[i])));
}

static const char *face_word(int32_t face)
{
	static const char *const words[] = { "0", "1", "2" };

	return face == AR_DIE_1C                               ? "1c"
	       : face == AR_DIE_2C                             ? "2c"
	       : 0 <= face && face < (int32_t)ARRAY_LEN(words) ? words[face]
							       : "?";
}

static void put_faces(struct arena *a, const struct event *e, int field,
		      const char *key, struct tval *to)
{
	int words;
	const int32_t *w = event_words(e, field, &words);
	struct buf b;

	buf_init(&b, 1024);
	for (int i = 0; i < words; i++)
		buf_addf(&b, "%s%s", i ? " " : "", face_word(w[i]));
	tval_puts(a, to, key, buf_str(&b));
	buf_release(&b);
}

/* what a number began with, and what was added */
static void put_sum(struct arena *a, const struct narrator *n,
		    const struct event *e, int field, struct tval *to)
{
	int words;
	const int32_t *w = event_words(e, field, &words);

	tval_puti(a, to, "base", words > 1 ? w[1] : 0);
	tval_put(a, to, "mods",
		 arena_mods(a, n, w + 2, words > 2 ? words - 2 : 0));
}

static void put_mods(struct arena *a, const struct narrator *n,
		     const struct event *e, int field, const char *key,
		     struct tval *to)
{
	int words;
	const int32_t *w = event_words(e, field, &words);

	tval_put(a, to, key, arena_mods(a, n, w, words));
}

static void put_change(struct arena *a, int32_t delta, int32_t now,
		       struct tval *to)
{
	tval_puti(a, to, "n", delta < 0 ? -delta : delta);
	tval_puti(a, to, "gains", delta > 0);
	tval_puti(a, to, "more", now > delta);
}

static void put_cost(struct arena *a, int32_t cost, struct tval *to)
{
	tval_puti(a, to, "paid", cost >= 0);
	tval_puti(a, to, "cost", cost > 0 ? cost : 0);
}

static void put_mana(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	int seat = event_get(e, AR_EV_MANA_SEAT);
	int why = event_get(e, AR_EV_MANA_CAUSE);

	put_change(a, event_get(e, AR_EV_MANA_DELTA),
		   event_get(e, AR_EV_MANA_NOW), to);
	if (event_get(e, AR_EV_MANA_ABOUT) == event_get(e, AR_EV_MANA_OBJ))
		tval_puts(a, to, "about", (struct str){ 0 });
	/* the price of a spell, a reveal, an upkeep is part of its sentence */
	tval_puti(a, to, "told",
		  why != AR_MANA_SPELL && why != AR_MANA_REVEAL &&
			  why != AR_MANA_UPKEEP);
	if (seat >= 0)
		tval_put(a, to, "who", narrate_seat(a, n, seat));
	else
		put_full(a, n, event_get(e, AR_EV_MANA_OBJ), "who", to);
}

static void put_spells(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "spells", tval_list(a));
	int words;
	const int32_t *w = event_words(e, AR_EV_BOOK_SET_CARDS, &words);

	for (int i = 0; i + 1 < words; i += 2) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_puts(a, v, "name", arena_card_name(a, n, w[i]));
		tval_puti(a, v, "count", w[i + 1]);
	}
}

static void put_plan(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "plan", tval_list(a));
	int words;
	const int32_t *w = event_words(e, AR_EV_PLAN_SET_PLAN, &words);

	for (int i = 0; i + 1 < words; i += 2) {
		struct tval *v;

		if (!w[i + 1])
			continue;
		v = tval_add(list, tval_map(a));
		tval_puti(a, v, "first", !i || w[i - 2] != w[i]);
		tval_put(a, v, "obj", narrate_label(a, n, w[i]));
		tval_puts(a, v, "spell", arena_card_name(a, n, w[i + 1]));
	}
}

static void put_initiative(struct arena *a, const struct narrator *n,
			   const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "rolls", tval_list(a));
	int seats, dice;
	const int32_t *s =
		event_words(e, AR_EV_INITIATIVE_ROLLED_SEATS, &seats);
	const int32_t *d = event_words(e, AR_EV_INITIATIVE_ROLLED_DICE, &dice);

	for (int i = 0; i < seats && i < dice; i++) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "seat", narrate_seat(a, n, s[i]));
		tval_puti(a, v, "die", d[i]);
	}
}

/* a creature's, and its card has no other */
static bool has_one_attack(const struct ar_state *s, const struct event *e)
{
	int card = (int)event_get(e, AR_EV_ATTACK_CARD);

	return 0 < card && card < s->n_cards &&
	       s->card[card].kind == AR_CREATURE &&
	       s->card[card].n_profiles == 1;
}

static void put_attack(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	tval_puts(a, to, "profile",
		  arena_profile_name(a, n, event_get(e, AR_EV_ATTACK_CARD),
				     event_get(e, AR_EV_ATTACK_PROFILE)));
	tval_puti(a, to, "answers", e->n_rules && e->rules[0] == AR_CS_01);
	tval_puti(a, to, "only", has_one_attack(n->of, e));
}

static void put_damage(struct arena *a, const struct event *e, struct tval *to)
{
	int32_t armor = event_get(e, AR_EV_DAMAGE_ARMOR) -
			event_get(e, AR_EV_DAMAGE_PIERCING);
	int32_t normal = event_get(e, AR_EV_DAMAGE_NORMAL);

	if (armor < 0)
		armor = 0;
	if (armor > normal)
		armor = normal;
	tval_puti(a, to, "blocked", armor);
}

/* every field called card is the name of one */
static void put_cards(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *to)
{
	const struct event_kind *k = event_kind(&n->sys->events, e->kind);
	int field = event_field(k, "card");

	if (field >= 0 && field < e->n_fields)
		tval_puts(a, to, "card",
			  arena_card_name(a, n, event_get(e, field)));
}

static void put_mod_on(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	tval_puts(a, to, "said",
		  arena_trait(a, n, event_get(e, AR_EV_MOD_ON_TRAIT),
			      event_get(e, AR_EV_MOD_ON_AMOUNT)));
}

static void put_d12(struct arena *a, const struct narrator *n,
		    const struct event *e, struct tval *to)
{
	put_mods(a, n, e, AR_EV_D12_MODS, "mods", to);
	tval_put(a, to, "roll", tval_word(a, "arena.roll"));
}

static void put_direct(struct arena *a, const struct event *e, struct tval *to)
{
	put_faces(a, e, AR_EV_DIRECT_FACES, "dice", to);
	if (!event_get(e, AR_EV_DIRECT_TYPE))
		tval_puts(a, to, "type", (struct str){ 0 });
	tval_puti(a, to, "falls",
		  event_get(e, AR_EV_DIRECT_NOW) >=
			  event_get(e, AR_EV_DIRECT_LIFE));
}

/* X comes from this number of dice */
static void put_x(struct arena *a, const struct narrator *n,
		  const struct event *e, struct tval *to)
{
	const struct ar_state *s = n->of;
	int32_t card = event_get(e, AR_EV_CAST_CARD);
	bool rolls = false;

	for (int i = 0; card < s->n_cards && i < s->card[card].n_profiles; i++)
		rolls = rolls ||
			ar_profile(s, (int)card, i)->flags & AR_PROFILE_X;
	if (!rolls)
		tval_puti(a, to, "x", 0);
}

/* events of spells, plans and the start */
static bool more_spells(struct arena *a, const struct narrator *n,
			const struct event *e, struct tval *to)
{
	switch ((int)e->kind) {
	case AR_EV_BOOK_SET: put_spells(a, n, e, to); return true;
	case AR_EV_PLAN_SET: put_plan(a, n, e, to); return true;
	case AR_EV_RETURNED:
		tval_puti(a, to, "planned",
			  e->n_rules && e->rules[0] == AR_RND_09);
		return true;
	case AR_EV_PLAN_IN: /* at the start of a round all are awaited */
		tval_puti(a, to, "again",
			  e->n_rules && e->rules[0] != AR_RND_09);
		return true;
	case AR_EV_INITIATIVE_ROLLED: put_initiative(a, n, e, to); return true;
	case AR_EV_REVEALED:
		put_cost(a, event_get(e, AR_EV_REVEALED_COST), to);
		return true;
	case AR_EV_CAST:
		put_ability(a, n, event_get(e, AR_EV_CAST_CARD), to);
		put_x(a, n, e, to);
		put_cost(a, event_get(e, AR_EV_CAST_COST), to);
		put_places(a, n, e, AR_EV_CAST_TARGET, to);
		return true;
	case AR_EV_REDIRECTED:
		put_cost(a, event_get(e, AR_EV_REDIRECTED_COST), to);
		put_places(a, n, e, AR_EV_REDIRECTED_TO, to);
		return true;
	case AR_EV_ABILITY:
		put_places(a, n, e, AR_EV_ABILITY_TARGET, to);
		tval_puti(a, to, "own",
			  event_get(e, AR_EV_ABILITY_SOURCE) ==
					  event_get(e, AR_EV_ABILITY_OBJ) ||
				  !event_get(e, AR_EV_ABILITY_SOURCE));
		return true;
	default: return false;
	}
}

/* events of attacks, and CHECK */
static void more_attacks(struct arena *a, const struct narrator *n,
			 const struct event *e, struct tval *to)
{
	switch ((int)e->kind) {
	case AR_EV_ATTACK: put_attack(a, n, e, to); break;
	case AR_EV_D12: put_d12(a, n, e, to); break;
	case AR_EV_DICE:
		put_sum(a, n, e, AR_EV_DICE_MODS, to);
		put_faces(a, e, AR_EV_DICE_FACES, "faces", to);
		break;
	case AR_EV_DAMAGE: put_damage(a, e, to); break;
	case AR_EV_DIRECT: put_direct(a, e, to); break;
	case AR_EV_HEALED:
		put_faces(a, e, AR_EV_HEALED_FACES, "dice", to);
		break;
	case AR_EV_CHECKED:
		put_sum(a, n, e, AR_EV_CHECKED_MODS, to);
		tval_puts(a, to, "profile",
			  arena_profile_name(
				  a, n, event_get(e, AR_EV_CHECKED_CARD),
				  event_get(e, AR_EV_CHECKED_PROFILE)));
		tval_puts(a, to, "odds", arena_odds_checked(a, n, e));
		break;
	default: break;
	}
}

void arena_more(struct arena *a, const struct narrator *n,
		const struct event *e, struct tval *to)
{
	const struct ar_state *s = n->of;
	int32_t card;

	put_cards(a, n, e, to);
	if (more_spells(a, n, e, to))
		return;
	switch ((int)e->kind) {
	case AR_EV_INITIATIVE: /* it changes every round; the report always
				  names its holder */
		tval_puti(a, to, "goes_round",
			  e->n_rules && e->rules[0] != AR_DP_01);
		break;
	case AR_EV_MANA: put_mana(a, n, e, to); break;
	case AR_EV_ENTERED:
		card = event_get(e, AR_EV_ENTERED_CARD);
		tval_puti(a, to, "creature",
			  card > 0 && card < s->n_cards &&
				  s->card[card].kind == AR_CREATURE);
		break;
	case AR_EV_COND:
		put_change(a, event_get(e, AR_EV_COND_DELTA),
			   event_get(e, AR_EV_COND_NOW), to);
		break;
	case AR_EV_TOKEN:
		put_change(a, event_get(e, AR_EV_TOKEN_DELTA),
			   event_get(e, AR_EV_TOKEN_NOW), to);
		break;
	case AR_EV_LIFE:
		put_change(a, event_get(e, AR_EV_LIFE_DELTA),
			   event_get(e, AR_EV_LIFE_NOW), to);
		break;
	case AR_EV_MOD_ON: put_mod_on(a, n, e, to); break;
	default: more_attacks(a, n, e, to);
	}
}

/* --- several events as one ------------------------------------------------*/

/* events without a sentence that come between events of one sentence */
static bool story_quiet(const struct event *e)
{
	switch ((int)e->kind) {
	case COMMON_ROLLED:
	case COMMON_QUEUED:
	case COMMON_QUEUE_SET:
	case COMMON_COMMITTED:
	case COMMON_OPENED:
	case AR_EV_BOOK:
	case AR_EV_STEP:
	case AR_EV_RESET:
	case AR_EV_UNPLANNED:
	case AR_EV_DISCARDED:
	case AR_EV_MOD_OFF:
	case AR_EV_NOTED:
	case AR_EV_SEAT_NOTED:
	case AR_EV_PAIR:
	case AR_EV_ACTION_ENDED:
	case AR_EV_MOVE:
	case AR_EV_SUSPENDED:
	case AR_EV_PLAN_KEPT:
	case AR_EV_ENTRY_KEPT:
	case AR_EV_LINE_SET: return true;
	case COMMON_UNQUEUED:
		return event_text_is(e, COMMON_UNQUEUED_CAUSE, "done");
	case AR_EV_MANA: {
		int why = event_get(e, AR_EV_MANA_CAUSE);

		return why == AR_MANA_SPELL || why == AR_MANA_REVEAL;
	}
	default: return false;
	}
}

/* the next event with a sentence, from i on; count: none */
static int after_quiet(const struct event *v, int i, int count)
{
	while (i < count && story_quiet(&v[i]))
		i++;
	return i;
}

/* one like the other: a list of them all */
static int fold_alike(struct arena *a, const struct narrator *n,
		      const struct event *v, int count, struct tval *to)
{
	struct tval *all = tval_put(a, to, "all", tval_list(a));
	int used = 0;

	for (int i = 0; i < count && v[i].kind == v[0].kind;
	     i = after_quiet(v, i + 1, count)) {
		tval_add(all, narrate_values(a, n, &v[i]));
		used = i + 1;
	}
	return used;
}

/* usual channeling is part of the sentence about the present mana */
static int fold_channeled(struct arena *a, const struct narrator *n,
			  const struct event *v, int count, struct tval *to)
{
	struct tval *all = tval_put(a, to, "all", tval_list(a));
	int used = 0, words;

	for (int i = 0; i < count && v[i].kind == AR_EV_CHANNELED;
	     i = after_quiet(v, i + 1, count)) {
		(void)event_words(&v[i], AR_EV_CHANNELED_MODS, &words);
		if (words > 2) {
			struct tval *one = narrate_values(a, n, &v[i]);

			put_sum(a, n, &v[i], AR_EV_CHANNELED_MODS, one);
			put_full(a, n, event_get(&v[i], AR_EV_CHANNELED_OBJ),
				 "who", one);
			tval_add(all, one);
		}
		used = i + 1;
	}
	return used;
}

/* of several plans of one mail the last counts */
static int fold_plan(struct arena *a, const struct narrator *n,
		     const struct event *v, int count, struct tval *to)
{
	int used = 1;

	for (int i = after_quiet(v, 1, count);
	     i < count && v[i].kind == AR_EV_PLAN_SET &&
	     event_get(&v[i], AR_EV_PLAN_SET_SEAT) ==
		     event_get(v, AR_EV_PLAN_SET_SEAT);
	     i = after_quiet(v, i + 1, count)) {
		put_plan(a, n, &v[i], to);
		used = i + 1;
	}
	return used;
}

static int fold_path(struct arena *a, const struct event *v, int count,
		     struct tval *to)
{
	int32_t obj = event_get(v, AR_EV_MOVED_OBJ);
	int how = event_get(v, AR_EV_MOVED_HOW), used = 0;
	struct buf b;

	buf_init(&b, 1024);
	if (event_get(v, AR_EV_MOVED_FROM))
		buf_addf(&b, "%c%d",
			 label_letter(event_get(v, AR_EV_MOVED_FROM)),
			 label_number(event_get(v, AR_EV_MOVED_FROM)));
	for (int i = 0; i < count && v[i].kind == AR_EV_MOVED &&
			event_get(&v[i], AR_EV_MOVED_OBJ) == obj &&
			event_get(&v[i], AR_EV_MOVED_HOW) == how;
	     i = after_quiet(v, i + 1, count)) {
		int32_t zone = event_get(&v[i], AR_EV_MOVED_TO);

		buf_addf(&b, "%s%c%d", b.len ? " > " : "", label_letter(zone),
			 label_number(zone));
		used = i + 1;
	}
	tval_puts(a, to, "path", buf_str(&b));
	buf_release(&b);
	return used;
}

static bool is_such_harm(const struct event *v, const struct event *e)
{
	return e->kind == AR_EV_DIRECT &&
	       event_get(e, AR_EV_DIRECT_TARGET) ==
		       event_get(v, AR_EV_DIRECT_TARGET) &&
	       event_get(e, AR_EV_DIRECT_CARD) ==
		       event_get(v, AR_EV_DIRECT_CARD) &&
	       event_get(e, AR_EV_DIRECT_TYPE) ==
		       event_get(v, AR_EV_DIRECT_TYPE);
}

/* one Burn after the other: what they come to, with all their dice */
static int fold_direct(struct arena *a, const struct event *v, int count,
		       struct tval *to)
{
	int32_t total = 0;
	int used = 0;
	struct buf b;

	buf_init(&b, 1024);
	for (int i = 0; i < count && is_such_harm(v, &v[i]);
	     i = after_quiet(v, i + 1, count)) {
		struct tval *one = tval_map(a);

		put_direct(a, &v[i], one);
		buf_addf(&b, "%s%.*s", b.len ? " " : "",
			 STR_ARG(tval_get(one, STR("dice"))->text));
		total += event_get(&v[i], AR_EV_DIRECT_TOTAL);
		tval_puti(a, to, "now", event_get(&v[i], AR_EV_DIRECT_NOW));
		tval_puti(a, to, "falls", tval_get(one, STR("falls"))->n);
		used = i + 1;
	}
	tval_puti(a, to, "total", total);
	tval_puts(a, to, "dice", buf_str(&b));
	buf_release(&b);
	return used;
}

/* the name of a hidden card, for its own side */
static int fold_secret(struct arena *a, const struct narrator *n,
		       const struct event *v, int i, int count, struct tval *to)
{
	int next = after_quiet(v, i + 1, count);

	if (next == count || v[next].kind != AR_EV_HIDDEN_IS ||
	    event_get(&v[next], AR_EV_HIDDEN_IS_OBJ) !=
		    event_get(&v[i], AR_EV_ENTERED_OBJ))
		return i + 1;
	tval_puts(a, to, "secret",
		  arena_card_name(a, n,
				  event_get(&v[next], AR_EV_HIDDEN_IS_CARD)));
	return next + 1;
}

static int fold_cast(struct arena *a, const struct narrator *n,
		     const struct event *v, int count, struct tval *to)
{
	int next = after_quiet(v, 1, count), used = 1;
	struct tval *entered;

	if (next < count && v[next].kind == AR_EV_ENTERED) {
		entered = tval_put(a, to, "entered",
				   narrate_values(a, n, &v[next]));
		used = fold_secret(a, n, v, next, count, entered);
		next = after_quiet(v, used, count);
	}
	if (next == count || v[next].kind != AR_EV_SPELL_ENDED ||
	    event_get(&v[next], AR_EV_SPELL_ENDED_CASTER) !=
		    event_get(v, AR_EV_CAST_CASTER))
		return used;
	if (event_get(&v[next], AR_EV_SPELL_ENDED_HOW) != AR_SPELL_RESOLVED) {
		struct tval *end = narrate_values(a, n, &v[next]);

		tval_put(a, to, "outcome",
			 narrate_word(
				 a, n,
				 event_get(&v[next], AR_EV_SPELL_ENDED_HOW) ==
						 AR_SPELL_COUNTERED
					 ? "countered"
					 : "cancelled"));
		tval_put(a, to, "ended", end);
	}
	return next + 1;
}

/* --- strikes --------------------------------------------------------------*/

struct strikes {
	struct arena *a;
	const struct narrator *n;
	struct tval *list;
	struct tval *now;   /* the one under way, NULL: none */
	struct tval *rolls; /* of it */
	struct tval *brings;
	struct tval *with; /* what goes with the target */
	int32_t target;
	int32_t shown; /* by the faces of its dice, added up */
	bool ended;    /* its STRIKE came */
};

static struct tval *strike_now(struct strikes *x)
{
	struct tval *v;

	if (x->now && !x->ended)
		return x->now;
	v = tval_map(x->a);
	x->now = tval_add(x->list, v);
	x->ended = false;
	tval_put(x->a, v, "blow", tval_word(x->a, "arena.blow"));
	x->rolls = tval_put(x->a, v, "rolls", tval_list(x->a));
	x->brings = tval_put(x->a, v, "brings", tval_list(x->a));
	x->with = tval_put(x->a, v, "with", tval_list(x->a));
	return v;
}

static void strike_dice(struct strikes *x, const struct event *e)
{
	struct tval *now = strike_now(x), *v;
	int words;
	const int32_t *face = event_words(e, AR_EV_DICE_FACES, &words);

	x->shown = 0;
	for (int i = 0; i < words; i++)
		x->shown += face[i] % 10; /* 11 and 12 are critical */
	v = tval_put(x->a, now, "dice", narrate_values(x->a, x->n, e));
	tval_puti(x->a, v, "n", words);
	if (!event_get(e, AR_EV_DICE_EFFECT))
		return;
	v = tval_put(x->a, now, "d12", tval_map(x->a));
	tval_puti(x->a, v, "die", event_get(e, AR_EV_DICE_EFFECT));
	tval_puti(x->a, v, "total", event_get(e, AR_EV_DICE_EFFECT_TOTAL));
	put_mods(x->a, x->n, e, AR_EV_DICE_EFFECT_MODS, "mods", v);
}

/* the sum is shown if the faces alone do not explain it */
static void strike_damage(struct strikes *x, const struct event *e)
{
	struct tval *v = tval_put(x->a, strike_now(x), "damage",
				  narrate_values(x->a, x->n, e));

	tval_puti(x->a, v, "sum",
		  event_get(e, AR_EV_DAMAGE_TOTAL) +
				  event_get(e, AR_EV_DAMAGE_PREVENTED) !=
			  x->shown);
	x->shown = 0;
}

static void strike_effect(struct strikes *x, const struct event *e)
{
	struct tval *v;

	(void)strike_now(x);
	if (!event_get(e, AR_EV_EFFECT_COUNT)) {
		if (!event_get(e, AR_EV_EFFECT_TOTAL))
			tval_puti(x->a, x->now, "immune", 1);
		return;
	}
	v = tval_add(x->brings, narrate_values(x->a, x->n, e));
	tval_puti(x->a, v, "n", event_get(e, AR_EV_EFFECT_COUNT));
	tval_put(x->a, v, "what",
		 arena_effect(x->a, x->n, event_get(e, AR_EV_EFFECT_EFFECT)));
}

/* does the target leave, with nothing else in between but what it carries? */
static bool target_leaves(const struct strikes *x, const struct event *v,
			  int count)
{
	for (int i = 0; i < count; i++) {
		if (story_quiet(&v[i]))
			continue;
		if (v[i].kind != AR_EV_LEFT)
			return false;
		if (event_get(&v[i], AR_EV_LEFT_OBJ) == x->target)
			return true;
		if (event_get(&v[i], AR_EV_LEFT_CAUSE) != AR_CAUSE_HOST)
			return false;
	}
	return false;
}

/* what was struck is destroyed, and what was attached to it */
static bool strike_left(struct strikes *x, const struct event *e, int rest)
{
	int32_t obj = event_get(e, AR_EV_LEFT_OBJ);

	if (!x->now || !x->target || !target_leaves(x, e, rest))
		return false;
	if (obj == x->target)
		tval_puti(x->a, x->now, "destroyed", 1);
	else
		tval_add(x->with, tval_text(x->a, arena_full(x->a, x->n, obj)));
	return true;
}

/* is it, the first of so many, of the strikes? then it is taken in */
static bool strike_take(struct strikes *x, const struct event *e, int rest)
{
	int what;

	switch ((int)e->kind) {
	case AR_EV_D12:
		what = event_get(e, AR_EV_D12_WHAT);
		if (what != AR_ROLL_MISS && what != AR_ROLL_DEFENSE)
			return false;
		(void)strike_now(x);
		tval_add(x->rolls, narrate_values(x->a, x->n, e));
		return true;
	case AR_EV_DICE: strike_dice(x, e); return true;
	case AR_EV_DAMAGE:
		x->target = event_get(e, AR_EV_DAMAGE_TARGET);
		strike_damage(x, e);
		return true;
	case AR_EV_EFFECT: strike_effect(x, e); return true;
	case AR_EV_COND: /* what the effect has just brought */
		return x->now && !x->ended && x->brings->n &&
		       event_get(e, AR_EV_COND_DELTA) > 0;
	case AR_EV_STRIKE:
		what = event_get(e, AR_EV_STRIKE_RESULT);
		if (what != AR_STRIKE_HIT)
			tval_puti(x->a, strike_now(x),
				  what == AR_STRIKE_MISSED ? "missed"
							   : "avoided",
				  1);
		x->ended = true;
		return true;
	case AR_EV_LEFT: return strike_left(x, e, rest);
	case AR_EV_ATTACK_ENDED: return true;
	default: return story_quiet(e);
	}
}

/*
 * The strikes from v[from] on, as long as nothing else happened in between; an
 * attack whose dice come later has none.
 */
static int fold_strikes(struct arena *a, const struct narrator *n,
			const struct event *v, int from, int count,
			struct tval *to)
{
	struct strikes x = { .a = a, .n = n, .list = tval_list(a) };
	int used = from > 1 ? from : 1;

	for (int i = from; i < count; i++) {
		if (!strike_take(&x, &v[i], count - i))
			break;
		if (!story_quiet(&v[i]))
			used = i + 1;
		if (v[i].kind == AR_EV_ATTACK_ENDED)
			break;
	}
	tval_put(a, to, "strikes", x.list);
	return used;
}

static bool is_strike_roll(const struct event *e)
{
	int what = event_get(e, AR_EV_D12_WHAT);

	return what == AR_ROLL_MISS || what == AR_ROLL_DEFENSE;
}

/* The next event with a sentence: one implied by it is in full reports only. */
static const struct event *next_narrated(const struct event *v, int count)
{
	int i = after_quiet(v, 1, count);

	return i < count ? &v[i] : NULL;
}

/* a line fires: the reveal says it; a creature that was held up strikes; a
 * struck guard guards no longer */
static int put_bookkeeping(struct arena *a, const struct event *v, int count,
			   struct tval *to)
{
	const struct event *next = next_narrated(v, count);
	bool goes_without_saying =
		v->kind == AR_EV_GUARD ? !event_get(v, AR_EV_GUARD_ON)
		: !next                ? false
		: v->kind == AR_EV_TRIGGERED
			? next->kind == AR_EV_REVEALED
			: next->kind == AR_EV_ATTACK &&
				  event_get(next, AR_EV_ATTACK_ATTACKER) ==
					  event_get(v, AR_EV_HINDERED_OBJ);

	tval_puti(a, to, "bookkeeping", goes_without_saying);
	return 1;
}

int arena_fold(struct arena *a, const struct narrator *n, const struct event *v,
	       int count, struct tval *to)
{
	switch ((int)v->kind) {
	case AR_EV_CHANNELED: return fold_channeled(a, n, v, count, to);
	case AR_EV_PLANNED: return fold_alike(a, n, v, count, to);
	case AR_EV_PLAN_SET: return fold_plan(a, n, v, count, to);
	case AR_EV_MOVED: return fold_path(a, v, count, to);
	case AR_EV_DIRECT: return fold_direct(a, v, count, to);
	case AR_EV_ENTERED: return fold_secret(a, n, v, 0, count, to);
	case AR_EV_CAST: return fold_cast(a, n, v, count, to);
	case AR_EV_ATTACK: return fold_strikes(a, n, v, 1, count, to);
	case AR_EV_GUARD:
	case AR_EV_TRIGGERED:
	case AR_EV_HINDERED: return put_bookkeeping(a, v, count, to);
	case AR_EV_D12:
		return is_strike_roll(v) ? fold_strikes(a, n, v, 0, count, to)
					 : 1;
	case AR_EV_DICE:
	case AR_EV_DAMAGE:
	case AR_EV_EFFECT: return fold_strikes(a, n, v, 0, count, to);
	default: return 1;
	}
}

/* --- refusals -------------------------------------------------------------*/

/* those whose first argument is a card */
static bool about_card(int reason)
{
	switch (reason) {
	case AR_REFUSAL_NOT_PLANNED:
	case AR_REFUSAL_FULL_SPELL:
	case AR_REFUSAL_NOT_ALLOWED:
	case AR_REFUSAL_LEGENDARY:
	case AR_REFUSAL_UNIQUE:
	case AR_REFUSAL_DUPLICATE:
	case AR_REFUSAL_CARRIED_MAGE:
	case AR_REFUSAL_CARRIED_BOOK:
	case AR_REFUSAL_NO_COPY: return true;
	default: return false;
	}
}

void arena_refusal(struct arena *a, const struct narrator *n, int reason,
		   const int32_t *args, int n_args, struct tval *to)
{
	if (n_args && about_card(reason))
		tval_puts(a, to, "a", arena_card_name(a, n, args[0]));
}

/* --- how it went ----------------------------------------------------------*/

/* In how many of a hundred these dice do as much or more; 0: something else
 * than faces and armor had a part in it. */
static int chance_of(const struct combat_stats *t, const struct event *e)
{
	int32_t total = event_get(e, AR_EV_DAMAGE_TOTAL);
	int32_t armor = event_get(e, AR_EV_DAMAGE_ARMOR) -
			event_get(e, AR_EV_DAMAGE_PIERCING);
	struct arena_odds odds;
	int64_t ways = 0;

	if (event_get(e, AR_EV_DAMAGE_PREVENTED) ||
	    event_get(e, AR_EV_DAMAGE_NORMAL) +
			    event_get(e, AR_EV_DAMAGE_CRITICAL) !=
		    t->dice ||
	    !arena_odds_dice(t->n_dice, armor > 0 ? armor : 0, false, &odds))
		return 0;
	for (int i = total; 0 <= i && i < ODDS_MAX_DAMAGE; i++)
		ways += odds.weight[i];
	return ways * 100 < odds.of ? 1 : (int)((200 * ways / odds.of + 1) / 2);
}

static void tally_faces(struct combat_stats *t, const struct event *e)
{
	int n, shown = 0;
	const int32_t *face = event_words(e, AR_EV_DICE_FACES, &n);

	for (int i = 0; i < n; i++)
		shown += face[i] % 10; /* 11 and 12 are critical */
	combat_stats_dice(t, event_get(e, AR_EV_DICE_ATTACKER),
			  event_get(e, AR_EV_DICE_TARGET), n, shown);
}

static void tally_left(struct combat_stats *t, const struct event *e)
{
	int cause = event_get(e, AR_EV_LEFT_CAUSE);

	if (cause == AR_CAUSE_DAMAGE || cause == AR_CAUSE_LIFE)
		combat_stats_lost(t, event_get(e, AR_EV_LEFT_OBJ),
				  event_get(e, AR_EV_LEFT_BY));
}

int arena_weight(const struct event *e)
{
	switch ((int)e->kind) {
	case AR_EV_OVER: return 1000;
	case AR_EV_MAGE_FELL: return 950;
	case AR_EV_LEFT:
		return event_get(e, AR_EV_LEFT_CAUSE) == AR_CAUSE_DAMAGE ? 700
									 : 120;
	case AR_EV_CONTROL: return 600;
	case AR_EV_DAMAGE:
		return event_get(e, AR_EV_DAMAGE_TOTAL)
			       ? 300 + event_get(e, AR_EV_DAMAGE_TOTAL)
			       : 60;
	case AR_EV_DIRECT:
		return event_get(e, AR_EV_DIRECT_TOTAL)
			       ? 290 + event_get(e, AR_EV_DIRECT_TOTAL)
			       : 60;
	case AR_EV_REVEALED: return 280;
	case AR_EV_ENTERED: return event_get(e, AR_EV_ENTERED_CARD) ? 250 : 130;
	case AR_EV_ATTACK_CANCELLED: return 220;
	case AR_EV_CAST: return 200;
	case AR_EV_ATTACK: return 190;
	case AR_EV_HEALED: return 180;
	case AR_EV_EFFECT: return 150;
	case AR_EV_INITIATIVE: return 110;
	case AR_EV_MOVED: return 60;
	case AR_EV_ACTIVATED: return 50;
	default: return 20;
	}
}

void arena_tally(struct combat_stats *t, const struct event *e)
{
	switch ((int)e->kind) {
	case AR_EV_ENTERED:
		combat_stats_thing(t, event_get(e, AR_EV_ENTERED_OBJ),
				   event_get(e, AR_EV_ENTERED_CARD),
				   event_get(e, AR_EV_ENTERED_CTL));
		break;
	case AR_EV_REVEALED:
		combat_stats_thing(t, event_get(e, AR_EV_REVEALED_OBJ),
				   event_get(e, AR_EV_REVEALED_CARD),
				   event_get(e, AR_EV_REVEALED_SEAT));
		break;
	case AR_EV_CONTROL:
		combat_stats_thing(t, event_get(e, AR_EV_CONTROL_OBJ), 0,
				   event_get(e, AR_EV_CONTROL_SEAT));
		break;
	case AR_EV_DICE: tally_faces(t, e); break;
	case AR_EV_DAMAGE:
		t->now.chance = chance_of(t, e);
		combat_stats_clicks(t, event_get(e, AR_EV_DAMAGE_BY),
				    event_get(e, AR_EV_DAMAGE_TARGET),
				    event_get(e, AR_EV_DAMAGE_TOTAL));
		break;
	case AR_EV_LEFT: tally_left(t, e); break;
	default: break;
	}
}
