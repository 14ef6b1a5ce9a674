/*
 * src/games/arena/rules/player.c - what the computer player knows of Arena:
 * candidate plans, activations and spells from the legal groups and the
 * planned cards, a cheap policy, and the value of a position in life.
 *
 * It plays games that stop at each activation (options pace=each, stops=20).
 * Books and plans of opponents are not guessed: in a play-out they cast nothing
 * new. It casts no enchantments, as it does not choose when to reveal them.
 */
#include "games/arena/rules/player.h"
#include "engine/random_pick.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/target.h"
#include "games/arena/rules/trait.h"

/* In the order of the table. */
enum weight {
	W_LIFE,      /* hundredths of life for a point of a Mage */
	W_CREATURE,  /* for each mana that a creature cost */
	W_THING,     /* the same of conjurations, equipment, enchantments */
	W_PLAN,      /* the same of planned cards that can be paid */
	W_MANA,      /* for each mana */
	W_CONDITION, /* for each marker of a condition */
	W_NEAR,      /* for each zone between a creature and the enemy Mage */
	W_GUARD,     /* for a creature on guard */
	N_WEIGHTS
};

static const struct player_weight weights[N_WEIGHTS] = {
	[W_LIFE] = { "life", 100 },  [W_CREATURE] = { "creature", 130 },
	[W_THING] = { "thing", 85 }, [W_PLAN] = { "plan", 15 },
	[W_MANA] = { "mana", 25 },   [W_CONDITION] = { "condition", 60 },
	[W_NEAR] = { "near", 5 },    [W_GUARD] = { "guard", 80 },
};

/* --- hidden values ------------------------------------------------------ */

static void player_imagine(void *world, int seat, struct dice *rng)
{
	struct ar_state *s = world;

	(void)rng;
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		if (i == seat || !s->head.seat[i].present)
			continue;
		for (int k = 0; k < AR_PLANNED; k++)
			if (s->player[i].planned[k] == AR_UNKNOWN)
				s->player[i].planned[k] = 0;
		s->head.seat[i].last_ok = s->head.seat[i].last_hit = 0;
	}
	for (int i = 0; i < s->n_objects; i++) {
		if (s->obj[i].planned == AR_UNKNOWN)
			s->obj[i].planned = 0;
		if (s->obj[i].bound == AR_UNKNOWN)
			s->obj[i].bound = 0;
	}
}

/* --- harm and benefit ---------------------------------------------------- */

/* Does an enchantment or an incantation do harm to its target? */
static bool is_harmful(const struct ar_state *s, int32_t card)
{
	static const int32_t bad[] = { AR_T_UPKEEP, AR_T_SLOW, AR_T_RESTRAINED,
				       AR_T_INCAPACITATED };
	const struct ar_card *c = &s->card[card];

	if (c->kind == AR_ATTACK_SPELL ||
	    ar_card_has(c, ar_subtype_named(STR("curse"))))
		return true;
	for (int i = 0; i < ar_clauses(s, card); i++) {
		struct ar_clause k;
		int at;

		ar_clause_at(s, card, i, &k);
		if (k.event == AR_ON_CASTING && k.who)
			return true;
		for (size_t t = 0; t < ARRAY_LEN(bad); t++)
			if (ar_clause_names(ar_words(s, card), i, bad[t]))
				return true;
		at = k.actions;
		for (int n = 0; n < k.n_actions; n++) {
			struct ar_action a;

			ar_action_at(ar_words(s, card), &at, &a);
			if (a.verb == AR_V_TAX || a.verb == AR_V_COND ||
			    a.verb == AR_V_DIRECT || a.verb == AR_V_ATTACK ||
			    a.verb == AR_V_DESTROY)
				return true;
		}
	}
	return false;
}

/* --- the value of a position -------------------------------------------- */

static int32_t zones_between(int32_t a, int32_t b)
{
	int x = ar_x(a) - ar_x(b), y = ar_y(a) - ar_y(b);

	return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* An enchantment on the wrong side is worth nothing. */
static int32_t thing_value(const struct ar_state *s, const struct ar_obj *o,
			   const struct player_weight *w)
{
	const struct ar_card *c = ar_card_of(s, o);
	const struct ar_obj *host = o->host ? ar_obj(s, o->host) : NULL;

	if (c->kind == AR_ENCHANTMENT && host &&
	    ar_friends(s, host->ctl, o->ctl) == is_harmful(s, o->card))
		return 0;
	return (c->cost > 1 ? c->cost : 2) * w[W_THING].value;
}

static int32_t object_value(const struct ar_state *s, const struct ar_obj *o,
			    bool blind, const struct player_weight *w)
{
	const struct ar_card *c = ar_card_of(s, o);
	const struct ar_obj *enemy;
	int32_t v = 0, left, life;

	if (o->card == AR_UNKNOWN)
		return 4 * w[W_THING].value;
	if (!ar_has_life(s, o))
		return thing_value(s, o, w);
	left = ar_life_left(s, o);
	if (ar_kind(s, o) == AR_MAGE) {
		v = left * w[W_LIFE].value;
	} else {
		life = ar_life(s, o);
		v = c->cost * w[W_CREATURE].value *
		    (40 + 60 * left / (life > 0 ? life : 1)) / 100;
	}
	for (int i = 0; i < N_AR_CONDS; i++)
		v -= o->cond[i] * w[W_CONDITION].value;
	if (o->guard && !blind)
		v += w[W_GUARD].value;
	enemy = ar_enemy_mage(s, o->ctl, o->handle);
	if (enemy && ar_kind(s, o) == AR_CREATURE && o->zone && enemy->zone)
		v -= w[W_NEAR].value * zones_between(o->zone, enemy->zone);
	return v;
}

/* How useful a planned card is likely to be, in tenths of its cost. */
static int32_t card_use(const struct ar_card *c)
{
	switch (c->kind) {
	case AR_CREATURE: return 15;
	case AR_CONJURATION:
	case AR_EQUIPMENT: return 10;
	case AR_ATTACK_SPELL: return 9;
	case AR_ENCHANTMENT: return 8;
	default: return 4;
	}
}

static int32_t plan_value(const struct ar_state *s, int seat,
			  const struct player_weight *w)
{
	const struct ar_player *p = &s->player[seat];
	int32_t v = 0, mana = p->mana;

	for (int k = 0; k < AR_PLANNED; k++) {
		const struct ar_card *c;
		int32_t cost;

		if (p->planned[k] <= 0)
			continue;
		c = &s->card[p->planned[k]];
		cost = c->cost_x ? 3 : c->cost;
		mana -= cost;
		v += mana < 0 ? -w[W_PLAN].value
			      : (cost + 1) * w[W_PLAN].value * card_use(c) / 10;
	}
	return v;
}

static int32_t player_value(const void *world, int seat, bool blind,
			    const struct player_weight *w)
{
	const struct ar_state *s = world;
	int32_t v = 0;

	if (s->head.phase == AR_OVER)
		return s->head.winners >> seat & 1 ? 100000
		       : s->head.winners           ? -100000
						   : 0;
	if (s->head.phase <= AR_SETUP)
		return 0;
	for (int i = 0; i < s->n_objects; i++)
		v += (ar_friends(s, s->obj[i].ctl, seat) ? 1 : -1) *
		     object_value(s, &s->obj[i], blind, w);
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			v += (ar_friends(s, i, seat) ? 1 : -1) *
			     s->player[i].mana * w[W_MANA].value;
	return v + plan_value(s, seat, w);
}

/* --- candidates --------------------------------------------------------- */

/* One of the Mages that win with creatures: the player does not reveal
 * enchantments. */
static void player_setup(const void *view, int seat, struct dice *rng,
			 struct player_moves *out)
{
	static const int32_t classes[] = { AR_BEASTMASTER, AR_WARLOCK };
	const struct ar_state *s = view;
	struct decision d;

	if (s->head.phase != AR_SETUP || s->player[seat].mage_in)
		return;
	decision_start(&d, AR_ORDER_MAGE);
	decision_add_int(&d, AR_TAG_CLASS,
			 classes[draw(rng, ARRAY_LEN(classes))]);
	player_add(out, &d);
}

static void target_add(struct decision *d, int tag, int word, int32_t value)
{
	const int32_t w[] = { word, AR_SIDE_NONE, value };

	decision_add(d, tag, w, 3);
}

/* An attack, or a move toward something that a word names. */
static void aim_add(struct decision *d, int tag, int32_t verb, int32_t word)
{
	decision_add_int(d, tag, verb);
	target_add(d, verb == AR_DO_MOVE ? AR_TAG_TOWARD : AR_TAG_TARGET, word,
		   0);
}

static void act_start(int32_t handle, struct decision *d)
{
	decision_start(d, AR_ORDER_ACT);
	decision_add_int(d, AR_TAG_FIG, handle);
}

static bool is_zone(int32_t word)
{
	return label_letter(word) != '#';
}

/* A move, then an attack: on the Mage if it can be, else on the weakest, or on
 * the weakest at once; else on guard. */
static void move_attack(int32_t actor, int32_t zone, bool mage,
			struct player_moves *out)
{
	struct decision d;

	act_start(actor, &d);
	decision_add_int(&d, AR_TAG_STEP, AR_DO_MOVE);
	target_add(&d, AR_TAG_TARGET, AR_NAMES_ZONE, zone);
	if (mage)
		aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_MAGE);
	aim_add(&d, mage ? AR_TAG_ALT : AR_TAG_STEP, AR_DO_ATTACK,
		AR_NAMES_WEAKEST);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_GUARD);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_NOTHING);
	player_add(out, &d);
}

/* Attacks, and moves with an attack after them. */
static void act_moves(const struct move_group *f, struct player_moves *out)
{
	struct decision d;

	for (int i = 0; i < f->n_targets; i++) {
		if (is_zone(f->targets[i]))
			continue;
		act_start(f->actor, &d);
		decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
		target_add(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, f->targets[i]);
		player_add(out, &d);
	}
	for (int i = 0; i < f->n_targets; i++) {
		if (!is_zone(f->targets[i]))
			continue;
		move_attack(f->actor, f->targets[i], true, out);
		move_attack(f->actor, f->targets[i], false, out);
	}
	act_start(f->actor, &d);
	decision_add_int(&d, AR_TAG_STEP, AR_DO_GUARD);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_NOTHING);
	player_add(out, &d);
}

/* The order so far, with the spell at everything that it may be aimed at. */
static void aim_moves(const struct ar_state *s, const struct decision *from,
		      int32_t card, struct player_moves *out)
{
	const struct ar_card *c = &s->card[card];
	struct decision d = *from;

	decision_add_int(&d, AR_TAG_STEP, AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, card);
	if (c->kind == AR_CREATURE || c->target & AR_AIM_ARENA) {
		player_add(out, &d);
		return;
	}
	for (int i = 0; i < s->n_objects; i++) {
		struct decision at = d;

		target_add(&at, AR_TAG_TARGET, AR_NAMES_OBJECT,
			   s->obj[i].handle);
		player_add(out, &at);
	}
	for (int x = 0; c->target & AR_AIM_ZONE && x < s->width; x++)
		for (int y = 0; y < s->height; y++) {
			struct decision at = d;

			target_add(&at, AR_TAG_TARGET, AR_NAMES_ZONE,
				   ar_zone(x, y));
			player_add(out, &at);
		}
}

/* The planned spells of the Mage: in its activation, after a move, and before
 * another creature acts. */
static void cast_moves(const struct ar_state *s, int seat,
		       const struct move_group *f, int wide,
		       struct player_moves *out)
{
	const struct ar_player *p = &s->player[seat];
	bool mage = f->actor == p->mage;

	for (int k = 0; k < AR_PLANNED; k++) {
		struct decision d;

		if (p->planned[k] <= 0)
			continue;
		if (mage && s->step != AR_STEP_AFTER) {
			act_start(f->actor, &d);
			aim_moves(s, &d, p->planned[k], out);
		}
		for (int i = 0; mage && wide && i < f->n_targets; i++) {
			if (!is_zone(f->targets[i]))
				continue;
			act_start(f->actor, &d);
			decision_add_int(&d, AR_TAG_STEP, AR_DO_MOVE);
			target_add(&d, AR_TAG_TARGET, AR_NAMES_ZONE,
				   f->targets[i]);
			aim_moves(s, &d, p->planned[k], out);
		}
		if (p->quickcast && s->step == AR_STEP_MAIN && wide) {
			decision_start(&d, AR_ORDER_QC_BEFORE);
			decision_add_int(&d, AR_TAG_FIG, f->actor);
			aim_moves(s, &d, p->planned[k], out);
		}
	}
}

/* The cards of the book that can be paid, creatures first: *n of them. No
 * enchantments, as no order to reveal them is among the candidates. Gives how
 * many are creatures. */
static int cards_payable(const struct ar_state *s, int seat, int32_t *cards,
			 int *n)
{
	const struct ar_player *p = &s->player[seat];
	int n_creatures = 0;

	*n = 0;
	for (int others = 0; others < 2; others++) {
		for (int i = 1; i < s->n_cards; i++) {
			const struct ar_card *c = &s->card[i];

			if (p->book[i] > 0 && c->cost <= p->mana &&
			    c->kind != AR_ENCHANTMENT &&
			    others == (c->kind != AR_CREATURE))
				cards[(*n)++] = i;
		}
		if (!others)
			n_creatures = *n;
	}
	return n_creatures;
}

/* Pairs of cards that can be paid, single cards, and nothing. Two of three
 * draws begin with a creature. */
static void plan_moves(const struct ar_state *s, int seat, struct dice *rng,
		       int wide, struct player_moves *out)
{
	static const int draws[] = { 3, 60, 150 };
	const struct ar_player *p = &s->player[seat];
	int32_t cards[AR_MAX_CARDS];
	struct decision d;
	int n, n_creatures;

	if (p->plan_touched)
		return;
	n_creatures = cards_payable(s, seat, cards, &n);
	for (int i = 0; n && i < draws[wide]; i++) {
		int first = n_creatures && draw(rng, 3) ? n_creatures : n;
		int32_t a = cards[draw(rng, first)], b = cards[draw(rng, n)];

		decision_start(&d, AR_ORDER_PLAN);
		decision_add_int(&d, AR_TAG_CARD, a);
		if (a != b && s->card[a].cost + s->card[b].cost <= p->mana)
			decision_add_int(&d, AR_TAG_CARD, b);
		player_add(out, &d);
	}
}

static void moves(const void *view, int seat, struct trials *room,
		  struct dice *rng, int wide, struct player_moves *out)
{
	const struct ar_state *s = view;
	struct move_group *v = trials_take(room);
	struct decision d;
	int n = ar_legal(view, seat, room, v, MOVE_GROUP_MAX);

	if (s->head.phase == AR_PLAN) {
		plan_moves(s, seat, rng, wide, out);
		n = 0;
	}
	for (int i = 0; i < n; i++)
		if (v[i].kind == AR_ORDER_ACT)
			act_moves(&v[i], out);
	for (int i = 0; i < n; i++) {
		if (v[i].kind == AR_ORDER_ACT)
			cast_moves(s, seat, &v[i], wide, out);
		if (v[i].kind == AR_ORDER_PASS) {
			decision_start(&d, AR_ORDER_PASS);
			player_add(out, &d);
		}
	}
	trials_give(room, v);
}

/* --- games that do not stop at each activation ------------------------- */

static bool has_default(const struct ar_state *s, int seat, int32_t handle)
{
	struct decision d;

	for (int i = 0; ar_line(s, seat, i, &d); i++)
		if (d.kind == AR_ORDER_DEFAULT &&
		    decision_int(&d, AR_TAG_FIG, 0) == handle)
			return true;
	return false;
}

/* An attack in reach, or a move toward the Mage and an attack; else on guard.
 */
static void default_line(int32_t handle, struct player_moves *out)
{
	struct decision d;

	decision_start(&d, AR_ORDER_DEFAULT);
	decision_add_int(&d, AR_TAG_FIG, handle);
	aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_MAGE);
	aim_add(&d, AR_TAG_ALT, AR_DO_ATTACK, AR_NAMES_WEAKEST);
	aim_add(&d, AR_TAG_ALT, AR_DO_MOVE, AR_NAMES_MAGE);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_NOTHING);
	aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_MAGE);
	aim_add(&d, AR_TAG_ALT, AR_DO_ATTACK, AR_NAMES_WEAKEST);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_GUARD);
	decision_add_int(&d, AR_TAG_ALT, AR_DO_NOTHING);
	player_add(out, &d);
}

/* What each creature does where the seat is not asked for it; the Mage takes
 * the stops that there are. */
static void player_standing(const void *view, int seat,
			    struct player_moves *out)
{
	const struct ar_state *s = view;

	if (s->head.phase != AR_PLAN ||
	    s->head.option[AR_OPTION_PACE] == AR_PACE_EACH)
		return;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->ctl == seat && o->zone && ar_is_creature(s, o) &&
		    o->handle != s->player[seat].mage &&
		    !has_default(s, seat, o->handle))
			default_line(o->handle, out);
	}
}

/* --- the policy of play-outs -------------------------------------------- */

/* A planned spell: at the enemy Mage or the weakest enemy if it does harm, else
 * at the Mage itself. */
static void quick_cast(const struct ar_state *s, int seat,
		       struct player_moves *out)
{
	static const int32_t harm_at[] = { AR_NAMES_MAGE, AR_NAMES_WEAKEST };
	const struct ar_player *p = &s->player[seat];

	for (int k = 0; k < AR_PLANNED; k++) {
		int32_t card = p->planned[k];
		bool summons, harm;

		if (card <= 0)
			continue;
		summons = s->card[card].kind == AR_CREATURE;
		harm = !summons && is_harmful(s, card);
		for (int i = 0; i < 1 + harm; i++) {
			struct decision d;

			act_start(p->mage, &d);
			decision_add_int(&d, AR_TAG_STEP, AR_DO_CAST);
			decision_add_int(&d, AR_TAG_CARD, card);
			if (!summons)
				target_add(&d, AR_TAG_TARGET,
					   harm ? harm_at[i] : AR_NAMES_ME, 0);
			player_add(out, &d);
		}
	}
}

/* An attack, or a move toward the enemy Mage with one; the own Mage stays. */
static void quick_act(const struct ar_obj *o, bool mage,
		      struct player_moves *out)
{
	struct decision d;

	act_start(o->handle, &d);
	aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_MAGE);
	player_add(out, &d);
	act_start(o->handle, &d);
	aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_WEAKEST);
	player_add(out, &d);
	act_start(o->handle, &d);
	if (mage) {
		decision_add_int(&d, AR_TAG_STEP, AR_DO_GUARD);
	} else {
		aim_add(&d, AR_TAG_STEP, AR_DO_MOVE, AR_NAMES_MAGE);
		aim_add(&d, AR_TAG_STEP, AR_DO_ATTACK, AR_NAMES_WEAKEST);
		decision_add_int(&d, AR_TAG_ALT, AR_DO_GUARD);
	}
	player_add(out, &d);
}

static void player_quick(const void *world, int seat, struct trials *room,
			 struct dice *rng, struct player_moves *out)
{
	const struct ar_state *s = world;
	struct decision d;

	(void)room;
	(void)rng;
	if (s->head.phase == AR_PLAN || s->step == AR_STEP_ASKED) {
		decision_start(&d, AR_ORDER_END);
		player_add(out, &d);
		return;
	}
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		bool mage = o->handle == s->player[seat].mage;

		if (o->ctl != seat || !o->active || !o->zone ||
		    !ar_is_creature(s, o))
			continue;
		if (mage)
			quick_cast(s, seat, out);
		quick_act(o, mage, out);
	}
}

static int32_t player_turn(const void *state, int32_t *of)
{
	const struct ar_state *s = state;

	*of = -1;
	return s->round;
}

const struct player_rules player_arena = {
	.sys = &system_arena,
	.imagine = player_imagine,
	.setup = player_setup,
	.standing = player_standing,
	.moves = moves,
	.quick = player_quick,
	.value = player_value,
	.turn = player_turn,
	.rounds = 2,
	.weights = weights,
	.n_weights = N_WEIGHTS,
};
