/*
 * src/games/arena/report/odds.c - computes the odds of an attack over all faces
 * of all its dice, in integers. An attack die has six faces (AR-DICE-01): two
 * blanks, 1, 2, and a 1 and a 2 that ignore armor.
 */
#include "games/arena/report/report_private.h"
#include "games/arena/rules/attack_parts.h"

/* so that sums stay within 63 bits */
#define ODDS_MOST (INT64_C(1) << 55)

enum {
	DICE_MOST = 21, /* 6^21 is below ODDS_MOST */
	SIDE = 2 * DICE_MOST + 1,
	LIKELY = 5 /* per cent */
};

/* --- dice -----------------------------------------------------------------*/

/* ways[n][c]: normal faces add up to n, critical ones to c; die after die,
 * from the highest sums down, so that each is computed from unchanged ones */
static int64_t count_faces(int dice, bool thin, int64_t ways[SIDE][SIDE])
{
	int64_t of = 1,
		blank = thin ? 4 : 2; /* AR-DMG-06: a 2 counts nothing */

	memset(ways, 0, sizeof(ways[0]) * (size_t)(2 * dice + 1));
	ways[0][0] = 1;
	for (int most = 2; most <= 2 * dice; most += 2, of *= 6)
		for (int n = most; n >= 0; n--)
			for (int c = most - n; c >= 0; c--) {
				int64_t *w = &ways[n][c];

				*w *= blank;
				*w += n ? ways[n - 1][c] : 0;
				*w += c ? ways[n][c - 1] : 0;
				*w += !thin && n > 1 ? ways[n - 2][c] : 0;
				*w += !thin && c > 1 ? ways[n][c - 2] : 0;
			}
	return of;
}

bool arena_odds_dice(int dice, int armor, bool thin, struct arena_odds *out)
{
	static int64_t ways[SIDE][SIDE];

	memset(out->weight, 0, sizeof(out->weight));
	out->of = 0;
	if (dice < 0 || dice > DICE_MOST)
		return false;
	out->of = count_faces(dice, thin, ways);
	for (int n = 0; n <= 2 * dice; n++)
		for (int c = 0; n + c <= 2 * dice; c++)
			out->weight[(n > armor ? n - armor : 0) + c] +=
				ways[n][c];
	return true;
}

/* --- strikes --------------------------------------------------------------*/

/* Of `of` ways `fail` do nothing at all. */
static bool may_fail(struct arena_odds *o, int fail, int of)
{
	if (!fail)
		return true;
	if (o->of > ODDS_MOST / of)
		return false;
	for (int d = 0; d < ODDS_MAX_DAMAGE; d++)
		o->weight[d] *= of - fail;
	o->weight[0] += fail * o->of;
	o->of *= of;
	return true;
}

/* one strike after another; false: too many ways */
static bool add_strike(struct arena_odds *sum, const struct arena_odds *strike)
{
	int64_t weight[ODDS_MAX_DAMAGE] = { 0 };

	if (!strike->of || sum->of > ODDS_MOST / strike->of)
		return false;
	for (int i = 0; i < ODDS_MAX_DAMAGE; i++)
		for (int k = 0; sum->weight[i] && k < ODDS_MAX_DAMAGE; k++) {
			int d = i + k < ODDS_MAX_DAMAGE ? i + k
							: ODDS_MAX_DAMAGE - 1;

			weight[d] += sum->weight[i] * strike->weight[k];
		}
	memcpy(sum->weight, weight, sizeof(weight));
	sum->of *= strike->of;
	return true;
}

/* AR-MAGE-40: a shield takes 3 of the first strike that does damage */
static void odds_shield(struct arena_odds *o)
{
	for (int d = 1; d < ODDS_MAX_DAMAGE; d++) {
		int left = d > 3 ? d - 3 : 0;

		o->weight[left] += o->weight[d];
		o->weight[d] = 0;
	}
}

/*
 * the armor against it: found by asking the rules for the damage of given
 * faces
 */
static int armor_against(const struct ar_state *s, const struct ar_attack *a)
{
	struct ar_attack probe = *a;

	probe.dice = 1;
	probe.one = 1000;
	probe.two = probe.one_c = probe.two_c = 0;
	return 1000 - ar_projected(s, &probe, 0);
}

static bool thin_against(const struct ar_state *s, const struct ar_attack *a)
{
	struct ar_attack probe = *a;

	probe.dice = 1;
	probe.one = probe.two = probe.one_c = 0;
	probe.two_c = 1;
	return !ar_projected(s, &probe, 0);
}

static int avoided_of_12(int needed)
{
	if (!needed)
		return 0;
	return needed <= 1 ? 12 : needed > 12 ? 0 : 13 - needed;
}

static bool strike_odds(const struct ar_state *s, const struct ar_attack *a,
			bool first, bool once, struct arena_odds *out)
{
	int avoids = once && !first ? 0 : avoided_of_12(out->defense);

	if (!arena_odds_dice(ar_attack_dice(s, a, NULL), armor_against(s, a),
			     thin_against(s, a), out))
		return false;
	if (!may_fail(out, avoids, 12))
		return false;
	return !first || !out->dazed || may_fail(out, 1, 2);
}

/* --- effects --------------------------------------------------------------*/

static void put_effects(const struct ar_state *s, const struct ar_attack *a,
			struct arena_odds *out)
{
	const struct ar_profile *p = ar_attack_profile(s, a);
	int more = ar_effect_bonus(s, a, NULL);

	for (int r = 0; r < AR_EFFECT_ROWS && p->row[r].from; r++) {
		int faces = 0;

		for (int die = 1; die <= 12; die++)
			faces += p->row[r].from <= die + more &&
				 die + more <= p->row[r].to;
		for (int i = 0; faces && i < 2; i++) {
			if (!p->row[r].count[i] ||
			    out->n_effects == ODDS_EFFECTS)
				continue;
			out->effect[out->n_effects].effect =
				(int)p->row[r].effect[i];
			out->effect[out->n_effects].count =
				(int)p->row[r].count[i];
			out->effect[out->n_effects++].of12 = faces;
		}
	}
}

void arena_odds_of(const struct ar_state *s, const struct ar_attack *a,
		   struct arena_odds *out)
{
	const struct ar_profile *p = ar_attack_profile(s, a);
	const struct ar_obj *by = ar_obj(s, a->attacker);
	const struct ar_obj *t = ar_obj(s, a->target);
	struct ar_attack later = *a;
	bool once;

	memset(out, 0, sizeof(*out));
	out->strikes = p->strikes > 1 ? (int)p->strikes : 1;
	out->immune = t && p->type && ar_immune(s, t, (int)p->type);
	out->tax = by ? ar_attack_owed(s, a) : 0;
	if (!t || out->immune)
		return;
	out->dice = ar_attack_dice(s, a, NULL);
	out->armor = armor_against(s, a);
	out->dazed = by && by->cond[AR_DAZE] > 0;
	out->defense = ar_defense_known(s, a, &once);
	put_effects(s, a, out);
	if (!strike_odds(s, a, true, once, out))
		return;
	/* bonuses of the action are the first strike's (AR-ATK-26) */
	later.strike = 1;
	later.had.used |= AR_BONUS_MELEE | AR_BONUS_RANGED | AR_BONUS_CHARGE |
			  AR_BONUS_BLOOD;
	later.had.melee = later.had.ranged = INT16_MAX;
	for (int i = 1; i < out->strikes; i++) {
		struct arena_odds strike = { .defense = out->defense };

		if (!strike_odds(s, &later, false, once, &strike) ||
		    !add_strike(out, &strike)) {
			out->of = 0;
			return;
		}
	}
	if (t->token[AR_SHIELD]) {
		odds_shield(out);
		/* which strike it takes from is not counted */
		if (out->strikes > 1)
			out->of = 0;
	}
}

/* --- figures --------------------------------------------------------------*/

int64_t arena_odds_worth(const struct arena_odds *o, int left)
{
	int64_t sum = 0, whole;

	if (!o->of)
		return 0;
	for (int d = 1; d < ODDS_MAX_DAMAGE; d++)
		sum += o->weight[d] * (d < left ? d : left);
	/*
	 * sum may be large: first the integer part, then two digits of the
	 * rest
	 */
	whole = sum / o->of;
	sum %= o->of;
	for (int i = 0; i < 2; i++) {
		sum *= 10;
		whole = 10 * whole + sum / o->of;
		sum %= o->of;
	}
	return whole + (sum * 2 >= o->of);
}

int64_t arena_odds_mean(const struct arena_odds *o)
{
	return arena_odds_worth(o, ODDS_MAX_DAMAGE);
}

int arena_odds_reach(const struct arena_odds *o, int damage)
{
	int64_t ways = 0, per_cent;

	if (!o->of)
		return 0;
	for (int d = damage < 0 ? 0 : damage; d < ODDS_MAX_DAMAGE; d++)
		ways += o->weight[d];
	if (!ways || ways == o->of)
		return ways ? 100 : 0;
	per_cent = (200 * ways + o->of) / (2 * o->of);
	return per_cent < 1 ? 1 : per_cent > 99 ? 99 : (int)per_cent;
}

/* the strike hits, and the effect die brings it */
static int effect_percent(const struct arena_odds *o, int i)
{
	int ways = o->effect[i].of12 * (12 - avoided_of_12(o->defense)) *
		   (o->dazed ? 1 : 2);

	return (200 * ways + 288) / (2 * 288);
}

static void put_odds_effects(struct arena *a, const struct narrator *n,
			     const struct arena_odds *o, struct tval *to)
{
	struct tval *list = tval_put(a, to, "effects", tval_list(a));

	for (int i = 0; i < o->n_effects; i++) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_puti(a, v, "count", o->effect[i].count);
		tval_puti(a, v, "several", o->effect[i].count > 1);
		tval_put(a, v, "what", arena_effect(a, n, o->effect[i].effect));
		tval_puti(a, v, "percent", effect_percent(o, i));
	}
}

static struct str odds_sentence(struct arena *a, const struct narrator *n,
				const struct arena_odds *o, int left,
				const char *key)
{
	struct tval *v = tval_map(a);

	tval_puti(a, v, "immune", o->immune);
	tval_puti(a, v, "dice", o->dice);
	tval_puti(a, v, "strikes", o->strikes > 1 ? o->strikes : 0);
	tval_puti(a, v, "armor", o->armor);
	tval_puti(a, v, "defense", avoided_of_12(o->defense) ? o->defense : 0);
	tval_puti(a, v, "dazed", o->dazed);
	tval_puti(a, v, "tax", o->tax);
	tval_puti(a, v, "counted", o->of > 0);
	tval_put(a, v, "mean", tval_inches(a, arena_odds_mean(o)));
	tval_puti(a, v, "kills", arena_odds_reach(o, left));
	/* in brief, the likely damage */
	tval_puti(a, v, "likely", arena_odds_reach(o, left) >= LIKELY);
	put_odds_effects(a, n, o, v);
	return messages_line(a, n->words, key, v, 1024);
}

struct str arena_odds_text(struct arena *a, const struct narrator *n,
			   const struct arena_odds *o, int left)
{
	return odds_sentence(a, n, o, left, "arena.odds");
}

struct str arena_odds_brief(struct arena *a, const struct narrator *n,
			    const struct arena_odds *o, int left)
{
	return odds_sentence(a, n, o, left, "arena.odds.brief");
}

struct str arena_odds_lean(struct arena *a, const struct narrator *n,
			   const struct arena_odds *o, int left)
{
	return odds_sentence(a, n, o, left, "arena.odds.lean");
}

struct str arena_odds_checked(struct arena *a, const struct narrator *n,
			      const struct event *e)
{
	const struct ar_state *s = n->of;
	const struct ar_obj *by =
		ar_obj(s, event_get(e, AR_EV_CHECKED_ATTACKER));
	const struct ar_obj *t = ar_obj(s, event_get(e, AR_EV_CHECKED_TARGET));
	struct ar_attack x = { .target = event_get(e, AR_EV_CHECKED_TARGET) };
	struct arena_odds odds;

	if (!by || !t)
		return STR("");
	x.attacker = by->handle;
	x.zone = by->zone;
	x.seat = by->ctl;
	for (int i = 0; ar_profile_of(s, by, i, &x.source, &x.card, &x.profile);
	     i++)
		if (x.card == event_get(e, AR_EV_CHECKED_CARD) &&
		    x.profile == event_get(e, AR_EV_CHECKED_PROFILE)) {
			x.kind = ar_attack_profile(s, &x)->kind;
			ar_attack_firsts(s, &x);
			arena_odds_of(s, &x, &odds);
			return arena_odds_text(a, n, &odds,
					       (int)ar_life_left(s, t));
		}
	return STR("");
}
