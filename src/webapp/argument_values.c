/* src/webapp/argument_values.c - lists the possible values of an order's
 * argument, as words to tap: pieces on the board, cards, words of the lists */
#include "webapp/argument_values.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "webapp/session.h"
#include "report/report_game.h"
#include "report/picture/zone_board.h"
#include "engine/slot.h"
#include <stdio.h>

enum { WORD_BYTES = 256, SAID_BYTES = 6 * WORD_BYTES, LETTERS_MAX = 256 };

/* Write it as the next member of the list, if there is room; false: it was in
 * the list before. */
static bool say_once(struct argument_values *c, struct str word)
{
	struct str said = { page.said.s + c->list, page.said.len - c->list };
	struct buf b;
	bool before;

	buf_init(&b, SAID_BYTES);
	json_string_render(&b, word);
	/* with its quotes, which no other member has within */
	before = c->n && memmem(said.s, said.len, b.s, b.len);
	if (!c->n)
		c->list = page.said.len;
	if (!before && c->n++ < ARGUMENT_VALUES_SAID) {
		if (c->n > 1)
			buf_addc(&page.said, ',');
		buf_adds(&page.said, buf_str(&b));
	}
	buf_release(&b);
	return !before;
}

/* Write a word as the next member of the list in page.said, if it matches the
 * beginning and was not in the list before. */
static void say_word(struct argument_values *c, struct str word)
{
	struct str folded = utf8_fold(&page.tmp, word);
	size_t n, at = c->typed.len;

	if (!word.len || folded.len < at ||
	    (at && memcmp(folded.s, c->typed.s, at) != 0))
		return;
	if (!say_once(c, word))
		return;
	if (folded.len <= at)
		return;
	utf8_next((struct str){ folded.s + at, folded.len - at }, &n);
	if (!memmem(c->letters.s, c->letters.len, folded.s + at, n))
		buf_adds(&c->letters, (struct str){ folded.s + at, n });
}

static void label_choice(struct argument_values *c, int32_t label)
{
	struct buf b;

	buf_init(&b, WORD_BYTES);
	label_render(&b, label);
	say_word(c, arena_str(&page.tmp, buf_str(&b)));
	buf_release(&b);
}

/* Tiles, models of chests: keys that begin so, by their ends. */
static void parts(struct argument_values *c, const char *of)
{
	struct grammar_names names = { 0 };
	size_t n = strlen(of);

	game_names(hand.kind, &hand.view, &page.tmp, &names);
	for (int i = 0; i < names.n_parts; i++)
		if (str_starts(names.parts[i], of))
			say_word(c, (struct str){ names.parts[i].s + n,
						  names.parts[i].len - n });
}

/* The board as it is shown, or NULL. */
static const struct scene *the_scene(void)
{
	struct showing s = session_shown();
	const struct report_game *tells = game_report(hand.kind);
	struct scene *scene = ARENA_NEW(&page.tmp, struct scene);
	struct narrator n;

	if (!tells)
		return NULL;
	show_narrator(&s, &n);
	return tells->scene(&page.tmp, &n, hand.view.state, scene) ? scene
								   : NULL;
}

/* Labels of other things drawn on the board: terrain, items, doors, chests
 * and tokens. */
static void drawn_labels(struct argument_values *c)
{
	const struct scene *s = the_scene();
	const struct floor *f = s ? s->floor : NULL;

	for (int i = 0; s && i < s->n_areas; i++)
		say_word(c, s->area[i].label);
	for (int i = 0; s && i < s->n_items; i++)
		say_word(c, s->item[i].label);
	for (int i = 0; f && i < f->n_things; i++)
		say_word(c, f->thing[i].label);
	for (int i = 0; f && i < f->n_doors; i++)
		say_word(c, f->door[i].label);
}

/* Labels of pieces on the board, and of held things. */
static void labels(struct argument_values *c)
{
	struct grammar_names names = { 0 };
	int32_t last = 0;

	game_names(hand.kind, &hand.view, &page.tmp, &names);
	for (int i = 0; i < names.n; i++) {
		if (names.v[i].label != last)
			label_choice(c, names.v[i].label);
		last = names.v[i].label;
	}
	for (int i = 0; i < names.n_things; i++)
		label_choice(c, names.things[i]);
	drawn_labels(c);
}

const char *argument_values_place(int column, int row)
{
	enum { ALPHABET = 26 };
	char first[2] = { 0 };

	if (column >= ALPHABET)
		first[0] = (char)('A' + column / ALPHABET - 1);
	return arena_printf(&page.tmp, "%s%c%d", first, 'A' + column % ALPHABET,
			    row + 1);
}

static void zones(struct argument_values *c, bool borders)
{
	const struct scene *s = the_scene();
	int columns = s && s->zones ? s->zones->columns : 0;
	int rows = s && s->zones ? s->zones->rows : 0;

	for (int x = 0; x < columns; x++)
		for (int y = 0; y < rows; y++) {
			const char *here = argument_values_place(x, y);

			if (!borders)
				say_word(c, str_of(here));
			if (borders && x + 1 < columns)
				say_word(c, str_of(arena_printf(
						    &page.tmp, "%s-%s", here,
						    argument_values_place(x + 1,
									  y))));
			if (borders && y + 1 < rows)
				say_word(c, str_of(arena_printf(
						    &page.tmp, "%s-%s", here,
						    argument_values_place(
							    x, y + 1))));
		}
}

static void squares(struct argument_values *c)
{
	const struct scene *s = the_scene();
	const struct floor *f = s ? s->floor : NULL;

	for (int x = 0; f && x < f->columns; x++)
		for (int y = 0; y < f->rows; y++)
			if (f->cell[y + 1][x + 1].ground != FLOOR_ROCK)
				say_word(c, str_of(argument_values_place(
						    f->first_column + x,
						    f->first_row + y)));
}

/* The owner follows the name. */
static void mouths(struct argument_values *c)
{
	const struct scene *s = the_scene();

	for (int i = 0; s && s->floor && i < s->floor->n_mouths; i++) {
		struct str name = s->floor->mouth[i].name;
		const char *end = memchr(name.s, ' ', name.len);

		if (end)
			name.len = (size_t)(end - name.s);
		say_word(c, name);
	}
}

static void seats(struct argument_values *c)
{
	const struct common_state *h = (const void *)hand.view.state;

	for (int i = 0; i < SEATS_MAX; i++)
		if (common_state_present(h, i))
			say_word(c, str_of(arena_printf(&page.tmp, "%c",
							'A' + i)));
}

static void directions(struct argument_values *c)
{
	const struct grammar *g = hand.kind->grammar;

	for (int i = 0; i < (int)ARRAY_LEN(g->key_direction); i++)
		say_word(c, vocabulary_shown(g->words, g->key_direction[i],
					     session_lang()));
}

void argument_values_cards(struct argument_values *c)
{
	static const char stars[] = "*****";
	const struct card_index *d = hand.kind->cards;

	for (int i = 0; d && i < d->n; i++) {
		const struct card *v = &d->v[i];

		if (!v->name.len)
			continue;
		say_word(c,
			 v->stars ? str_of(arena_printf(&page.tmp, "%.*s %.*s",
							STR_ARG(v->name),
							v->stars, stars))
				  : v->name);
	}
}

/* Is it to be offered? ME alone is a handle, and of a card that is one by its
 * number the number must be known. */
static bool listed(int slot, const struct grammar_listed *l)
{
	if (grammar_slot_list(slot) == LIST_SPELL && slot != SLOT_COPIES)
		return !hand.kind->has ||
		       hand.kind->has(&hand.view, hand.seat, l->number);
	if (slot == SLOT_HANDLE || slot == SLOT_ENEMY)
		return str_is(l->name, slot == SLOT_ENEMY ? "mage" : "me");
	return grammar_slot_list(slot) != LIST_AIM || !str_is(l->name, "card");
}

static void list_words(struct argument_values *c, int slot)
{
	const struct grammar *g = hand.kind->grammar;
	int number = grammar_slot_list(slot);

	for (int i = 0; number >= 0 && i < g->list[number].n; i++) {
		const struct grammar_listed *l = &g->list[number].v[i];

		if (listed(slot, l))
			say_word(c, vocabulary_shown(g->words, l->key,
						     session_lang()));
	}
}

/* Sources of words that several kinds of arguments share: each is asked once.
 */
enum source { LABELS, ZONES, BORDERS, SQUARES, DIRECTIONS, CARDS, LISTS };

static bool once(struct argument_values *c, int source)
{
	unsigned bit = 1u << source;
	bool first = !(c->asked & bit);

	c->asked |= bit;
	return first;
}

static bool is_of_board(int slot)
{
	return slot == SLOT_FIGURE || slot == SLOT_HANDLE ||
	       slot == SLOT_TARGET || slot == SLOT_AIM ||
	       slot == SLOT_SUBJECT || slot == SLOT_WHO;
}

static bool is_of_digits(int slot)
{
	switch (slot) {
	case SLOT_POINT:
	case SLOT_INCHES:
	case SLOT_DEGREES:
	case SLOT_CARD:
	case SLOT_HERO:
	case SLOT_CORNERS:
	case SLOT_RECTANGLE:
	case SLOT_CIRCLE:
	case SLOT_SEGMENTS:
	case SLOT_NUMBER:
	case SLOT_COPIES:
	case SLOT_LEAST:
	case SLOT_MOST:
	case SLOT_BOUND: return true;
	default: return false;
	}
}

static void places(struct argument_values *c, int slot)
{
	bool aimed =
		is_of_board(slot) && slot != SLOT_FIGURE && slot != SLOT_HANDLE;

	if ((slot == SLOT_ZONE || slot == SLOT_SPOT || aimed) && once(c, ZONES))
		zones(c, false);
	if (slot == SLOT_BORDER && once(c, BORDERS))
		zones(c, true);
	if (slot == SLOT_SQUARE && once(c, SQUARES))
		squares(c);
	if (slot == SLOT_MOUTH || slot == SLOT_GATE)
		mouths(c);
}

/* Of its list it can be one word alone: others are those of other slots. */
static bool has_few(int slot)
{
	return slot == SLOT_HANDLE || slot == SLOT_ENEMY;
}

/* How conditions begin. */
static void conditions(struct argument_values *c)
{
	const struct token none = { .type = TOKEN_JUNK };
	struct grammar_result *r = ARENA_NEW(&page.tmp, struct grammar_result);

	grammar_read_condition(hand.kind->grammar, &page.tmp, NULL, &none, 1,
			       r);
	argument_values_expected(c, r->expected, r->n_expected);
}

void argument_values_of(struct argument_values *c, int slot)
{
	int list = grammar_slot_list(slot);

	c->digits |= is_of_digits(slot);
	if (is_of_board(slot) && once(c, LABELS))
		labels(c);
	places(c, slot);
	if ((slot == SLOT_DEGREES || slot == SLOT_FACING) &&
	    once(c, DIRECTIONS))
		directions(c);
	if ((slot == SLOT_CARD || slot == SLOT_HERO) && once(c, CARDS))
		argument_values_cards(c);
	if (slot == SLOT_TILE || slot == SLOT_MODEL)
		parts(c, slot == SLOT_TILE ? "tile/" : "chest/");
	if (slot == SLOT_SEAT)
		seats(c);
	if (slot == SLOT_LEAST || slot == SLOT_BOUND)
		say_word(c, STR(">="));
	if (slot == SLOT_MOST || slot == SLOT_BOUND)
		say_word(c, STR("<="));
	if (list >= 0 && (has_few(slot) || once(c, LISTS + list)))
		list_words(c, slot);
	if (slot == SLOT_CONDITION)
		conditions(c);
}

/* A word, or a sign between blanks: an edge or a unit may be written by its
 * ends alone, too. */
static bool is_word(const struct grammar_expected *e)
{
	return e->what == EXPECT_KEY ||
	       (e->what == EXPECT_SIGN &&
		(e->number == TOKEN_COLON || e->number == TOKEN_SLASH));
}

void argument_values_expected(struct argument_values *c,
			      const struct grammar_expected *v, int n)
{
	const struct grammar *g = hand.kind->grammar;

	for (int i = 0; i < n; i++)
		if (is_word(&v[i]))
			say_word(c, grammar_expected_text(g, session_lang(),
							  &v[i]));
	for (int i = 0; i < n; i++)
		if (v[i].what == EXPECT_SLOT)
			argument_values_of(c, v[i].number);
}
