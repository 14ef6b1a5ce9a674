/* tests/prop/duel.c */
#include "duel.h"
#include "chance.h"
#include "games/arena/rules/card.h"
#include "games/arena/rules/tables.h"

enum { WIDE = 4, HIGH = 3, TRIES = 400 };

/* what is drawn: things that are there, by their number */
struct drawing {
	const struct ar_state *cards;
	struct dice *rng;
	struct buf *out;
	int n_players, n_things; /* the last handle */
	bool used[AR_MAX_CARDS]; /* one of each at most */
	int creature[24], n_creatures;
	int32_t slots[AR_MAX_SEATS + 1]; /* of equipment, of #1, #2, .. */
	int class[AR_MAX_SEATS];
	bool held[HIGH][WIDE];   /* a conjuration is there */
	bool walled[HIGH][WIDE]; /* to the east */
};

static const struct ar_card *card_of(const struct drawing *d, int card)
{
	return &d->cards->card[card];
}

static void add_name(struct drawing *d, int card)
{
	char room[EVENT_TEXT_ROOM];

	buf_addf(d->out, " \"%.*s\"",
		 STR_ARG(ar_pool_text(d->cards, card_of(d, card)->name[0], room,
				      sizeof(room))));
}

/* a card of the kind that is not there yet; 0: none was found */
static int fresh(struct drawing *d, int kind)
{
	for (int i = 0; i < TRIES; i++) {
		int card = 1 + draw(d->rng, (int)d->cards->n_cards - 1);

		if ((int)card_of(d, card)->kind != kind || d->used[card])
			continue;
		d->used[card] = true;
		return card;
	}
	return 0;
}

static int named(const struct drawing *d, const char *name)
{
	char room[EVENT_TEXT_ROOM];

	for (int i = 1; i < d->cards->n_cards; i++)
		if (str_is(ar_pool_text(d->cards, card_of(d, i)->name[0], room,
					sizeof(room)),
			   name))
			return i;
	assert(!"a card of the catalog");
	return 0;
}

static void add_zone(struct drawing *d, int x, int y)
{
	buf_addf(d->out, "%c%d", 'A' + x, 1 + y);
}

static void thing(struct drawing *d, int card)
{
	buf_addf(d->out, "object #%d %c", ++d->n_things,
		 'A' + draw(d->rng, d->n_players));
	add_name(d, card);
}

/* in the middle, where all meet */
static void add_place(struct drawing *d)
{
	buf_addz(d->out, " at ");
	add_zone(d, 1 + draw(d->rng, 2), draw(d->rng, HIGH));
}

static void add_state(struct drawing *d, const struct ar_card *c)
{
	static const char *const marks[] = { "burn", "rot",   "weak",   "daze",
					     "stun", "sleep", "cripple" };

	if (chance(d->rng, 3))
		buf_addf(d->out, " damage %d", draw(d->rng, (int)c->life));
	if (chance(d->rng, 4))
		buf_addf(d->out, " %s %d",
			 marks[draw(d->rng, (int)ARRAY_LEN(marks))],
			 1 + draw(d->rng, 2));
	if (chance(d->rng, 6))
		buf_addz(d->out, " guard");
}

static void player(struct drawing *d, int seat)
{
	static const int mana[] = { 1, 3, 10, 20, 40 };
	int class = AR_BEASTMASTER + draw(d->rng, 4);

	d->class[seat] = class;
	buf_addf(d->out, "player %c %s mana %d", 'A' + seat,
		 ar_class_names[class],
		 mana[draw(d->rng, (int)ARRAY_LEN(mana))]);
	if (class == AR_WIZARD)
		buf_addf(d->out, " element %s",
			 ar_school_names[AR_EARTH + draw(d->rng, 4)]);
	if (chance(d->rng, 4))
		buf_addz(d->out, " quickcast used");
	buf_addc(d->out, '\n');
}

static void mage(struct drawing *d, int seat)
{
	buf_addf(d->out, "mage #%d %c at ", ++d->n_things, 'A' + seat);
	add_zone(d, draw(d->rng, WIDE), draw(d->rng, HIGH));
	if (chance(d->rng, 2))
		buf_addf(d->out, " damage %d", draw(d->rng, 24));
	buf_addc(d->out, '\n');
	d->creature[d->n_creatures++] = d->n_things;
}

static void creatures(struct drawing *d)
{
	for (int n = 2 + draw(d->rng, 8); n > 0; n--) {
		int card = fresh(d, AR_CREATURE);

		if (!card)
			return;
		thing(d, card);
		if (chance(d->rng, 10)) {
			/* banished: it comes back there, and hosts nothing */
			buf_addz(d->out, " last_zone ");
			add_zone(d, 1 + draw(d->rng, 2), draw(d->rng, HIGH));
			buf_addf(d->out, " banish %d\n", 1 + draw(d->rng, 3));
			continue;
		}
		add_place(d);
		if (chance(d->rng, 5))
			buf_addz(d->out, " inactive");
		add_state(d, card_of(d, card));
		buf_addc(d->out, '\n');
		d->creature[d->n_creatures++] = d->n_things;
	}
}

/* One curse more by this player, on what was put there last; false: none. */
static bool curse(struct drawing *d, int seat)
{
	int curses = ar_subtype_named(STR("curse"));

	for (int i = 0; i < TRIES; i++) {
		int card = fresh(d, AR_ENCHANTMENT);

		if (!card)
			return false;
		if (!ar_card_has(card_of(d, card), curses) ||
		    card_of(d, card)->target & AR_AIM_ZONE)
			continue;
		buf_addf(d->out, "object #%d %c", ++d->n_things, 'A' + seat);
		add_name(d, card);
		buf_addf(d->out, " on #%d\n", d->creature[d->n_creatures - 1]);
		return true;
	}
	return false;
}

/* a creature near its end, and curses of a Warlock on it (AR-MAGE-30) */
static void cursed(struct drawing *d)
{
	int seat = draw(d->rng, d->n_players), card;

	if (d->class[seat] != AR_WARLOCK || chance(d->rng, 3))
		return;
	card = fresh(d, AR_CREATURE);
	if (!card)
		return;
	thing(d, card);
	add_place(d);
	buf_addf(d->out, " damage %d burn 2\n",
		 (int)card_of(d, card)->life - 1);
	d->creature[d->n_creatures++] = d->n_things;
	(void)(curse(d, seat) && curse(d, seat));
}

static void wall(struct drawing *d, int card)
{
	int x = draw(d->rng, WIDE - 1), y = draw(d->rng, HIGH);

	if (d->walled[y][x])
		return;
	d->walled[y][x] = true;
	thing(d, card);
	buf_addz(d->out, " border ");
	add_zone(d, x, y);
	buf_addc(d->out, ' ');
	add_zone(d, x + 1, y);
	buf_addc(d->out, '\n');
}

static void conjurations(struct drawing *d)
{
	for (int n = draw(d->rng, 6); n > 0; n--) {
		int card = fresh(d, AR_CONJURATION);
		int x = draw(d->rng, WIDE), y = draw(d->rng, HIGH);

		if (!card)
			return;
		if (card_of(d, card)->flags & AR_CARD_WALL) {
			wall(d, card);
		} else if (card_of(d, card)->target & AR_AIM_ZONE &&
			   !d->held[y][x]) {
			d->held[y][x] = true;
			thing(d, card);
			buf_addz(d->out, " at ");
			add_zone(d, x, y);
			buf_addc(d->out, '\n');
		}
	}
}

static void enchantments(struct drawing *d)
{
	for (int n = draw(d->rng, 9); n > 0; n--) {
		int card = fresh(d, AR_ENCHANTMENT);

		if (!card)
			return;
		thing(d, card);
		if (card_of(d, card)->target & AR_AIM_ZONE)
			add_place(d);
		else
			buf_addf(d->out, " on #%d",
				 d->creature[draw(d->rng, d->n_creatures)]);
		buf_addz(d->out, draw(d->rng, 3) ? " hidden\n" : "\n");
	}
}

/* what turns a foe's spell (AR-DP-30), on a Mage */
static void turning(struct drawing *d)
{
	int seat = draw(d->rng, d->n_players), card = named(d, "Reverse Magic");

	if (d->used[card] || !chance(d->rng, 4))
		return;
	d->used[card] = true;
	buf_addf(d->out, "object #%d %c", ++d->n_things, 'A' + seat);
	add_name(d, card);
	buf_addf(d->out, " on #%d hidden\n", 1 + seat);
}

static void equipment(struct drawing *d)
{
	for (int n = draw(d->rng, 5); n > 0; n--) {
		int card = fresh(d, AR_EQUIPMENT);
		int seat = draw(d->rng, d->n_players);

		if (!card || d->slots[seat] & card_of(d, card)->slots)
			continue;
		d->slots[seat] |= card_of(d, card)->slots;
		buf_addf(d->out, "object #%d %c", ++d->n_things, 'A' + seat);
		add_name(d, card);
		buf_addf(d->out, " on #%d\n", 1 + seat);
	}
}

/* the card with this aim: what takes one out of the pile, what goes for the
 * hidden; 0: it is used */
static int aiming(struct drawing *d, int32_t aim)
{
	int n = 0, card = 0;

	for (int i = 1; i < d->cards->n_cards; i++)
		if (card_of(d, i)->target & aim && !d->used[i] &&
		    !draw(d->rng, ++n))
			card = i;
	d->used[card] = true;
	return card;
}

/* what was discarded */
static void pile(struct drawing *d, int seat)
{
	int n = chance(d->rng, 3) ? 1 + draw(d->rng, 3) : 0;

	while (n-- > 0) {
		int card = fresh(d, AR_CREATURE);

		if (!card)
			return;
		buf_addf(d->out, "discard %c", 'A' + seat);
		add_name(d, card);
		buf_addc(d->out, '\n');
	}
}

/* any spell that is no Mage */
static int spell(struct drawing *d)
{
	return fresh(d,
		     AR_ATTACK_SPELL + draw(d->rng, AR_MAGE - AR_ATTACK_SPELL));
}

static void books(struct drawing *d, int seat)
{
	buf_addf(d->out, "book %c", 'A' + seat);
	for (int n = 1 + draw(d->rng, 8); n > 0; n--) {
		int card = spell(d);

		if (!card)
			break;
		buf_addf(d->out, " %d", 1 + draw(d->rng, 2));
		add_name(d, card);
	}
	buf_addf(d->out, "\nplan %c #%d", 'A' + seat, 1 + seat);
	for (int n = draw(d->rng, 3); n > 0; n--) {
		int card = chance(d->rng, 6)   ? aiming(d, AR_AIM_DISCARD)
			   : chance(d->rng, 4) ? aiming(d, AR_AIM_TO_HOST)
			   : chance(d->rng, 4) ? aiming(d, AR_AIM_HIDDEN)
					       : spell(d);

		if (card)
			add_name(d, card);
	}
	buf_addc(d->out, '\n');
	pile(d, seat);
}

void duel_draw(const struct ar_state *cards, int n_players, struct dice *rng,
	       struct buf *out)
{
	static const char *const phases[] = { "turns",  "turns",     "turns",
					      "plan",   "plan",      "upkeep",
					      "deploy", "quickcast", "final" };
	struct drawing d = {
		.cards = cards, .rng = rng, .out = out, .n_players = n_players
	};

	buf_addf(out, "board %dx%d\n", WIDE, HIGH);
	for (int i = 0; i < n_players; i++)
		player(&d, i);
	for (int i = 0; i < n_players; i++)
		mage(&d, i);
	creatures(&d);
	cursed(&d);
	conjurations(&d);
	turning(&d);
	enchantments(&d);
	equipment(&d);
	for (int i = 0; i < n_players; i++)
		books(&d, i);
	buf_addf(out, "phase %s\nturn A init A round %d\n",
		 phases[draw(rng, (int)ARRAY_LEN(phases))], 1 + draw(rng, 4));
}
