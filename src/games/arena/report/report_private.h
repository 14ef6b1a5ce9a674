/*
 * src/games/arena/report/report_private.h - the parts of an Arena report:
 * names and small values, events in words, the arena as a scene, legal actions
 * and their odds, cards.
 */
#ifndef GAMES_ARENA_REPORT_REPORT_PRIVATE_H
#define GAMES_ARENA_REPORT_REPORT_PRIVATE_H
#include "report/report_game.h"
#include "games/arena/rules/card.h"
#include "games/arena/rules/play.h"

/* --- words.c: names and small values --------------------------------*/

/* 0 English, 1 Spanish: cards have no other names. */
int arena_tongue(const struct narrator *n);

/* A card's name in the reader's language; "" for an unknown card. */
struct str arena_card_name(struct arena *a, const struct narrator *n,
			   int32_t card);
struct str arena_profile_name(struct arena *a, const struct narrator *n,
			      int32_t card, int32_t profile);

/* narrator.name: the thing of a handle, in play or just gone */
void arena_name(const struct narrator *n, int32_t label, struct buf *out);

/* The school that a card knows best, or "". */
const char *arena_school(const struct ar_card *c);

/* report_game.book */
void arena_book(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to);

/* A message without values, in the arena. */
struct str arena_message(struct arena *a, const struct narrator *n,
			 const char *key);

/* "#5 Timber Wolf", "B2", or "" for 0. */
struct str arena_full(struct arena *a, const struct narrator *n, int32_t label);

/* A trait with its number: "Melee +2", "Regenerate 2", "Fast". */
struct str arena_trait(struct arena *a, const struct narrator *n, int trait,
		       int32_t amount);

/* What an effect die brings: enum ar_effect. */
struct tval *arena_effect(struct arena *a, const struct narrator *n,
			  int effect);

/* Pairs of rule and amount as a list of {n} (signed), {rule} and {why}: the
 * card whose rule it is, or the rule's own message. */
struct tval *arena_mods(struct arena *a, const struct narrator *n,
			const int32_t *w, int words);

/* --- story.c: events in words ---------------------------------------*/

void arena_more(struct arena *a, const struct narrator *n,
		const struct event *e, struct tval *to);
int arena_fold(struct arena *a, const struct narrator *n, const struct event *v,
	       int count, struct tval *to);
/* attack dice, damage by attacks, and what damage destroyed */
/* report_game.weight: what its rules value, then what cost most */
int arena_weight(const struct event *e);

/* report_game.tale: the great moments alone; the sentences are the story */
int arena_tale(struct arena *a, const struct narrator *n, const struct event *v,
	       int i, int count, struct tval *to);
void arena_tally(struct combat_stats *t, const struct event *e);
void arena_refusal(struct arena *a, const struct narrator *n, int reason,
		   const int32_t *args, int n_args, struct tval *to);

/* --- scene.c: the arena ---------------------------------------------*/

bool arena_scene(struct arena *a, const struct narrator *n, const void *view,
		 struct scene *out);
void arena_traces(const void *view, const struct event *v, int count,
		  struct scene *out);

/* Conditions and tokens of an object: "Burn 2, Daze". */
struct str arena_marks(struct arena *a, const struct narrator *n,
		       const struct ar_obj *o);

/* --- odds.c: what an attack may do ----------------------------------*/

enum {
	ODDS_MAX_DAMAGE = 128,
	ODDS_EFFECTS = 4 /* two rows, two effects each */
};

/*
 * All outcomes of an attack in the current position, counted: weight[d] of
 * `of` are the ways in which it does d damage, misses and defenses included.
 * Not counted: hidden cards, barriers and answers.
 */
struct arena_odds {
	int dice; /* of the first strike */
	int strikes;
	int armor;   /* the armor against it */
	int defense; /* a d12 avoids a strike from here on; 0: none */
	bool dazed;  /* it misses with 1 to 6 */
	bool immune; /* nothing is rolled */
	int tax;     /* mana that must be paid for it (AR-ATK-15) */
	int64_t of;  /* 0: too many dice to count */
	int64_t weight[ODDS_MAX_DAMAGE];
	int n_effects;
	struct {
		int effect, count; /* enum ar_effect */
		int of12;          /* so many faces of the effect die bring it,
				      if it hits */
	} effect[ODDS_EFFECTS];
};

void arena_odds_of(const struct ar_state *s, const struct ar_attack *a,
		   struct arena_odds *out);

/* The same of dice against this armor and nothing else: thin, where a 2 counts
 * 0 (AR-DMG-06). False: too many dice. */
bool arena_odds_dice(int dice, int armor, bool thin, struct arena_odds *out);

/* Hundredths: the damage on average; the same, counted up to `left`. */
int64_t arena_odds_mean(const struct arena_odds *o);
int64_t arena_odds_worth(const struct arena_odds *o, int left);

/* Per cent, rounded; of something that can be, 1 at least, and of something
 * that can fail, 99 at most. */
int arena_odds_reach(const struct arena_odds *o, int damage);

/* In words: "6 dice, armor 2: 3.9 on average, destroys 12 %, Burn 33 %". */
struct str arena_odds_text(struct arena *a, const struct narrator *n,
			   const struct arena_odds *o, int left);

/* The same without the armor and defenses against it. */
struct str arena_odds_brief(struct arena *a, const struct narrator *n,
			    const struct arena_odds *o, int left);

/* Nor what else it may do to its target: dice, mean, the chance to kill. */
struct str arena_odds_lean(struct arena *a, const struct narrator *n,
			   const struct arena_odds *o, int left);

/* Of an attack of CHECK, in the current position: its odds in words; empty if
 * one of the two is not in play. */
struct str arena_odds_checked(struct arena *a, const struct narrator *n,
			      const struct event *e);

/* What becomes of the seat's orders that cannot be done and say nothing of it:
 * AR_POLICY_STOP, _SKIP or _GUARD (AR-MAIL-12). */
int arena_on_fail(struct arena *a, const struct ar_state *s, int seat);

/* --- plan_values.c: the receipt of a round mail ----------------------------*/

/* report_game.plan (AR-MAIL-54) */
void arena_plan(struct arena *a, const struct narrator *n, const void *view,
		int seat, const struct decision *orders, int n_orders,
		struct tval *to);

/* Round mails are written: at planning, and again where `pace` stops. */
static inline bool arena_mailing(const struct ar_state *s)
{
	return s->head.phase == AR_PLAN || s->step == AR_STEP_ASKED;
}

/* --- report.c --------------------------------------------------------------*/

/* {carries}: what hangs on the object, face up or down. */
void arena_carried(struct arena *a, const struct narrator *n,
		   const struct ar_state *s, const struct ar_obj *o,
		   struct tval *v);

/* --- suggest_values.c: what could be done, from what the seat sees ---------*/

/* An attack that a creature could make in its next action phase. */
struct arena_strike {
	struct ar_attack a; /* target, profile, charge.. */
	int32_t from;       /* the zone it would be in */
	int moves;          /* to get there */
	bool usual;         /* the profile that ATTACK without WITH takes */
	int32_t takes_card, takes_profile; /* the one that it takes */
	bool creature;                     /* the target is one */
	int64_t worth; /* damage on average, up to the life left, 0.01 */
	struct arena_odds odds;
};

/*
 * The best attack on each enemy thing with life that the creature could reach
 * with its moves, walls apart: creatures first, then by worth, then by handle.
 * on: this target alone, 0 all. room: a copy of a view, to try things in; it is
 * again as it was afterwards.
 */
int arena_strikes(struct ar_state *room, int32_t attacker, int32_t on,
		  struct arena_strike *out, int max);

enum { ARENA_TARGETS = 12 };

/* A spell that a Mage, familiar or spawnpoint could cast now, were it planned.
 */
struct arena_spell {
	int32_t card;
	int copies;
	bool full;
	int32_t least, most; /* its cost, by target */
	bool open;           /* the player must say more than a target: it has
				none here, and least is what it costs at least */
	int n_targets;       /* all of them; the first are listed */
	struct {
		int32_t what;   /* handle or zone */
		int32_t beyond; /* .. of a border, the other zone of it */
		int32_t cost;
		int64_t mean; /* of an attack spell, 0.01 */
		int kills;    /* per cent */
	} target[ARENA_TARGETS];
};

/* Those of the book that the caster can pay for and that have a target, by kind
 * and card; attack spells have only enemies. room: as above. */
int arena_spells(struct ar_state *room, int32_t caster, struct arena_spell *out,
		 int max);

/* --- benefit.c: enchantments and items that are worth it ---------------*/

/* One of them on its best target. */
struct arena_gain {
	int32_t card, on;
	int32_t cost, reveal; /* 0: nothing to reveal */
	int64_t worth;        /* damage on average, 0.01: for a friend the gain
			       * of the target's best attack and the loss of the
			       * worst attack on it; for an enemy the opposite.
			       * Attacks without a target in reach count
			       * half. */
	/* the attack that changes most, and its damage on average, 0.01 */
	int32_t by, target;
	int64_t most, before, after;
};

/* A seat that could spend so much mana on these spells (arena_spells). */
struct arena_buyer {
	int seat;
	int32_t mana;
	const struct arena_spell *spells;
	int n_spells;
};

/*
 * The enchantments and items that it could cast and reveal, each on the target
 * where it is worth most, 0.3 at least: by worth, then the cheaper, then by
 * card. What they do besides attacks is not counted. room: as above.
 */
int arena_gains(struct arena *a, struct ar_state *room,
		const struct arena_buyer *by, struct arena_gain *out, int max);

/* What upkeep will ask of the seat: the sum over what it controls. */
int32_t arena_upkeep(const struct ar_state *s, int seat);

/* --- mail_values.c: "your round mail" --------------------------------------*/

/* {mail}: the lines that are ready, in their order, with the odds of what they
 * do; {books}: what each caster could be given; {hidden}: own enchantments that
 * lie face down. */
void arena_mail(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to);

/* report_game.hand, report_game.strikes */
void arena_hand(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to);
void arena_strike_lines(struct arena *a, const struct narrator *n,
			const void *view, int seat, int32_t who,
			struct tval *list);

/* {threats}: what an enemy creature could do to the seat. */
void arena_threat(struct arena *a, const struct narrator *n,
		  const struct ar_state *s, struct ar_state *room, int seat,
		  const struct ar_obj *o, struct tval *to);

/* --- spell.c, card_values.c: cards -----------------------------------*/

/* A line for each clause of the card's program. */
void arena_spell_text(struct arena *a, const struct narrator *n, int32_t card,
		      struct tval *lines);

/* report_game.card */
void arena_card(struct arena *a, const struct narrator *n, struct str asked,
		struct tval *lines);
#endif
