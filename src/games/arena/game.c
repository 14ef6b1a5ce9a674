/* src/games/arena/game.c - Mage Wars Arena */
#include "games/games.h"
#include "games/arena/catalog.h"
#include "games/arena/rules/card.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/position.h"
#include <stdio.h>

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "games/arena/grammar.def"
};
static const struct grammar_row said[] = {
#include "orders/said_arena.def"
};
const struct grammar_table grammar_arena = { .rows = rows,
					     .n = ARRAY_LEN(rows),
					     .said = said,
					     .n_said = ARRAY_LEN(said) };

static struct str card_name(struct arena *a, const struct ar_state *s,
			    int32_t card, int lang)
{
	char room[EVENT_TEXT_ROOM];

	return arena_str(a, ar_pool_text(s, s->card[card].name[lang], room,
					 sizeof(room)));
}

/* the names of its own attacks */
static struct str game_attacks(struct arena *a, const struct ar_state *s,
			       int32_t card)
{
	char room[EVENT_TEXT_ROOM];
	struct buf b;
	struct str out;

	buf_init(&b, 1024);
	for (int i = 0; i < s->card[card].n_profiles; i++) {
		struct str name =
			ar_pool_text(s, ar_profile(s, (int)card, i)->name, room,
				     sizeof(room));

		buf_addf(&b, ";%.*s", STR_ARG(name));
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static bool is_mage(const struct ar_state *s, int32_t handle)
{
	for (int seat = 0; seat < AR_MAX_SEATS; seat++)
		if (s->player[seat].mage == handle)
			return true;
	return false;
}

/*
 * Spells that can be planned, and cast: a view has only those of its own seat.
 */
static void at_hand(const struct ar_state *s, struct arena *a,
		    struct grammar_names *out)
{
	int32_t *book = ARENA_ARRAY(a, AR_MAX_SEATS * AR_MAX_CARDS, int32_t);
	int32_t *cards = ARENA_ARRAY(
		a, AR_MAX_SEATS * AR_PLANNED + AR_MAX_OBJECTS, int32_t);

	out->book = book;
	out->cards = cards;
	for (int seat = 0; seat < AR_MAX_SEATS; seat++) {
		const struct ar_player *p = &s->player[seat];

		for (int i = 1; i < s->n_cards; i++)
			if (p->book[i] > 0)
				book[out->n_book++] = i;
		for (int i = 0; i < AR_PLANNED; i++)
			if (p->planned[i] > 0)
				cards[out->n_cards++] = p->planned[i];
	}
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].planned > 0)
			cards[out->n_cards++] = s->obj[i].planned;
}

/* objects in the arena; an object hidden from the reader has no name */
static void game_objects(const struct ar_state *s, struct arena *a,
			 struct grammar_names *out)
{
	struct grammar_name *v =
		ARENA_ARRAY(a, 2 * AR_MAX_OBJECTS, struct grammar_name);

	out->v = v;
	for (int i = 0; i < s->n_objects; i++)
		for (int lang = 0; lang < 2 && s->obj[i].card > 0; lang++)
			v[out->n++] = (struct grammar_name){
				.label = s->obj[i].handle,
				.name = card_name(a, s, s->obj[i].card, lang),
				.idle = !ar_has_life(s, &s->obj[i]),
				.on = s->obj[i].host,
				.attacks = game_attacks(a, s, s->obj[i].card),
				.seat = 1 + s->obj[i].ctl,
				.leads = is_mage(s, s->obj[i].handle),
				.there = s->obj[i].zone != 0,
				.x = s->obj[i].zone
					     ? label_letter(s->obj[i].zone) -
						       'A'
					     : 0,
				.y = s->obj[i].zone
					     ? (s->obj[i].zone & 0xffff) - 1
					     : 0,
			};
}

/* a game master's own spells: no vocabulary has their names */
static void own_cards(const struct ar_state *s, struct arena *a,
		      struct grammar_names *out)
{
	struct grammar_name *v =
		ARENA_ARRAY(a, 2 * AR_MAX_CARDS, struct grammar_name);

	out->own_cards = v;
	for (int i = 1; i < s->n_cards; i++)
		for (int lang = 0; lang < 2 && s->card[i].flags & AR_CARD_HOUSE;
		     lang++)
			v[out->n_own_cards++] = (struct grammar_name){
				.label = i,
				.name = card_name(a, s, i, lang),
			};
}

static void names(const struct game *view, struct arena *a,
		  struct grammar_names *out)
{
	const struct ar_state *s = (const void *)view->state;

	game_objects(s, a, out);
	own_cards(s, a, out);
	at_hand(s, a, out);
	out->places = GRAMMAR_ZONES;
	out->width = s->width;
	out->height = s->height;
}

/* before it has a book, a seat may have any */
static bool book_has(const struct game *view, int seat, int card)
{
	const struct ar_state *s = (const void *)view->state;
	const struct ar_player *p = &s->player[seat];

	if (!p->book_in)
		return true;
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] == card)
			return true;
	return 0 < card && card < AR_MAX_CARDS && p->book[card] > 0;
}

/* in the order of the rules, so that each has the same place as in a game */
static void dealt(const struct catalog *cards, void *state)
{
	enum { KEY_ROOM = 24 };
	struct ar_state *s = state;
	char key[KEY_ROOM];
	struct event e;

	for (int i = 1; i < AR_MAX_CARDS; i++) {
		snprintf(key, sizeof(key), "arena/%d", i);
		if (!cards->define(cards->source, str_of(key), &e) ||
		    ar_card_is_house(&e) || !ar_evolve_card(s, &e))
			return;
	}
}

const struct game_kind game_arena = {
	.rules = &system_arena,
	.orders = &grammar_arena,
	.setup = &setup_arena,
	.names = names,
	.has = book_has,
	.deal = arena_catalog_deal,
	.given = arena_catalog_given,
	.dealt = dealt,
};
