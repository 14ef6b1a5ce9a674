/* src/games/arena/rules/position.c */
#include "games/arena/rules/position.h"
#include "games/arena/rules/play.h"
#include "engine/common.h"

/* what the lines say that is done when there are no more */
struct memory {
	int32_t begun;
	int32_t phase, turn, init, round;
	int32_t width, height;
	int32_t book[AR_MAX_SEATS][AR_MAX_CARDS];
	int32_t n_plan[AR_MAX_SEATS], plan[AR_MAX_SEATS][24];
	int32_t used[AR_MAX_SEATS]; /* its quickcast */
};
static_assert(sizeof(struct memory) <= POSITION_MEMORY, "it fits");

static struct memory *memory_of(struct position *s)
{
	return (struct memory *)(void *)s->memory;
}

static const struct ar_state *state_of(const struct position *s)
{
	return (const struct ar_state *)(const void *)s->run->game->state;
}

/* --- cards -------------------------------------------------------------------
 */

static size_t put_number(char *to, int n)
{
	char digits[8];
	size_t k = 0, len = 0;

	do {
		digits[k++] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	while (k)
		to[len++] = digits[--k];
	return len;
}

static bool position_begin(struct position *s)
{
	struct memory *m = memory_of(s);
	const struct catalog *c = s->run->catalog;
	char key[24] = "arena/";
	struct event e;

	if (m->begun)
		return true;
	m->begun = 1;
	m->phase = AR_TURNS;
	m->turn = m->init = -1;
	m->round = 1;
	for (int i = 1; c && i < AR_MAX_CARDS; i++) {
		struct str k = { key, 6 + put_number(key + 6, i) };

		if (!c->define(c->source, k, &e))
			break;
		if (!position_emit(s, &e))
			return false;
	}
	return true;
}

/* "Timber Wolf": its number */
static bool card_named(struct position *s, struct str name, int32_t *card)
{
	const struct ar_state *st = state_of(s);
	struct buf key, near;
	bool ok = false;
	char room[64];

	*card = 0;
	buf_init(&key, 64);
	buf_init(&near, 400);
	if (s->card && s->card(s->cards, name, &key, &near)) {
		struct str k = buf_str(&key);

		ok = true;
		for (size_t i = 6; i < k.len; i++)
			*card = 10 * *card + k.s[i] - '0';
	}
	for (int i = 1; !ok && i < st->n_cards; i++)
		if (str_equal(name, ar_pool_text(st, st->card[i].name[0], room,
						 sizeof(room))) ||
		    str_equal(name, ar_pool_text(st, st->card[i].key, room,
						 sizeof(room)))) {
			*card = i;
			ok = true;
		}
	if (!ok || *card <= 0 || *card >= st->n_cards) {
		position_fault(s, "no card is called %.*s%s%.*s", STR_ARG(name),
			       near.len ? "; near: " : "",
			       STR_ARG(buf_str(&near)));
		ok = false;
	}
	buf_release(&key);
	buf_release(&near);
	return ok;
}

static bool words_card(struct position_words *w, int32_t *card)
{
	struct str name;

	return words_next(w, &name) && card_named(w->s, name, card);
}

/* "#3" */
static bool words_handle(struct position_words *w, int32_t *handle)
{
	struct str word;

	if (!words_next(w, &word))
		return false;
	*handle = 0;
	if (word.len > 1 && word.s[0] == '#') {
		word.s++;
		word.len--;
	}
	return position_int(w->s, word, 1, 0xffff, handle);
}

static bool words_zone(struct position_words *w, int32_t *zone)
{
	if (!words_label(w, zone))
		return false;
	return ar_is_zone(state_of(w->s), *zone) ||
	       position_fault(w->s, "that is no zone of this board");
}

/* --- players
 * ------------------------------------------------------------------- */

static bool lay_board(struct position *s)
{
	struct memory *m = memory_of(s);
	struct event e;

	if (state_of(s)->width)
		return true;
	ar_event_board_laid(&e, AR_STATE_02, m->width ? m->width : 4,
			    m->height ? m->height : 3);
	return position_emit(s, &e);
}

static bool line_board(struct position_words *w)
{
	static const char *const names[] = { "4x3", "2x3", "6x4" };
	static const int32_t size[][2] = { { 4, 3 }, { 2, 3 }, { 6, 4 } };
	struct memory *m = memory_of(w->s);
	int32_t n;

	if (!words_name(w, names, ARRAY_LEN(names), &n))
		return false;
	m->width = size[n][0];
	m->height = size[n][1];
	return lay_board(w->s);
}

static bool line_option(struct position_words *w)
{
	return words_option(w, ar_options, N_AR_OPTIONS);
}

/* what is said of a player */
struct player_said {
	int32_t side, element, mana, ready;
};

static bool player_word(struct position_words *w, struct player_said *p)
{
	if (words_are(w, "side"))
		return words_seat(w, &p->side);
	if (words_are(w, "mana"))
		return words_int(w, 0, 1000, &p->mana);
	if (words_are(w, "element"))
		return words_name(w, ar_school_names, N_AR_SCHOOLS,
				  &p->element);
	if (!words_are(w, "quickcast"))
		return position_fault(w->s, "%.*s is not said of a player",
				      STR_ARG(w->v[w->i]));
	p->ready = !words_are(w, "used");
	return !p->ready || words_are(w, "ready");
}

static bool line_player(struct position_words *w)
{
	struct position *s = w->s;
	struct player_said p = { .element = -1, .mana = 10, .ready = 1 };
	int32_t seat, class;
	struct event e;

	if (!words_seat(w, &seat))
		return false;
	if (seat >= AR_MAX_SEATS)
		return position_fault(s, "there are four seats at most");
	p.side = seat;
	if (!words_name(w, ar_class_names, N_AR_CLASSES, &class))
		return false;
	while (w->i < w->n)
		if (!player_word(w, &p))
			return false;
	if (class == AR_WIZARD && p.element < 0)
		p.element = AR_AIR;
	if (!s->n_seats && !position_seat_taken(s, seat))
		return false;
	memory_of(s)->used[seat] = !p.ready; /* a Mage enters with it ready */
	ar_event_mage_chosen(&e, AR_SETUP_01, seat, class,
			     p.element < 0 ? N_AR_SCHOOLS : p.element, p.side);
	return position_emit(s, &e) &&
	       position_player_int(s, seat, "element", p.element) &&
	       position_player_int(s, seat, "mana", p.mana);
}

/* --- objects
 * --------------------------------------------------------------------- */

struct thing {
	int32_t handle, card, owner, ctl, zone, border[2], host, slots;
	int32_t hidden, bound, summoned, inactive, guard, seen;
};

static bool position_enter(struct position *s, const struct thing *t)
{
	const struct ar_state *st = state_of(s);
	int kind = (int)st->card[t->card].kind;
	struct event e;

	event_start(&e, AR_EV_ENTERED, AR_STATE_12);
	event_put(&e, AR_EV_ENTERED_OBJ, t->handle);
	event_put(&e, AR_EV_ENTERED_CARD, t->hidden ? 0 : t->card);
	event_put(&e, AR_EV_ENTERED_OWNER, t->owner);
	event_put(&e, AR_EV_ENTERED_CTL, t->ctl);
	event_put(&e, AR_EV_ENTERED_ZONE, t->zone);
	event_put_ints(&e, AR_EV_ENTERED_BORDER, t->border,
		       t->border[0] ? 2 : 0);
	event_put(&e, AR_EV_ENTERED_HOST, t->host);
	event_put(&e, AR_EV_ENTERED_SLOTS, t->slots);
	event_put(&e, AR_EV_ENTERED_ACTIVE,
		  !t->inactive && (kind == AR_CREATURE || kind == AR_MAGE));
	event_put(&e, AR_EV_ENTERED_SUMMONED, 0);
	if (!position_emit(s, &e))
		return false;
	if (!t->hidden)
		return true;
	ar_event_hidden_is(&e, AR_HID_03, t->handle, t->card, 0);
	e.audience = AUDIENCE_SEAT(t->ctl) | AUDIENCE_GM;
	return position_emit(s, &e);
}

static bool value_of(struct position *s, int32_t handle, struct str name,
		     int32_t v)
{
	struct buf path;
	bool ok;

	buf_init(&path, 64);
	buf_addf(&path, "#%d.%.*s", (int)handle, STR_ARG(name));
	ok = position_value(s, buf_str(&path), &v, 1);
	buf_release(&path);
	return ok;
}

static bool position_bind(struct position *s, int32_t item, int32_t card)
{
	struct event e;

	ar_event_hidden_is(&e, AR_BIND_01, item, card, 0);
	e.audience = AUDIENCE_SEAT(0) | AUDIENCE_GM;
	return position_emit(s, &e);
}

static bool look_emit(struct position *s, int32_t obj, int32_t seat)
{
	struct event e;

	ar_event_looked(&e, AR_HID_03, obj, seat, 0);
	return position_emit(s, &e);
}

/* the words that stand before the object has entered; true: one was taken */
static bool place_word(struct position_words *w, struct thing *t, bool *ok)
{
	int32_t slot;

	*ok = true;
	if (words_are(w, "at"))
		*ok = words_zone(w, &t->zone);
	else if (words_are(w, "on"))
		*ok = words_handle(w, &t->host);
	else if (words_are(w, "border"))
		*ok = words_zone(w, &t->border[0]) &&
		      words_zone(w, &t->border[1]) &&
		      (ar_border(state_of(w->s), t->border[0], t->border[1],
				 t->border) ||
		       position_fault(w->s, "these zones share no border"));
	else if (words_are(w, "owner"))
		*ok = words_seat(w, &t->owner);
	else if (words_are(w, "hidden"))
		t->hidden = 1;
	else if (words_are(w, "inactive"))
		t->inactive = 1;
	else if (words_are(w, "slot")) {
		*ok = words_name(w, ar_slot_names, N_AR_SLOTS, &slot);
		if (*ok)
			t->slots |= 1 << slot;
	} else
		return false;
	return true;
}

static bool rest_word(struct position_words *w, const struct thing *t)
{
	struct str name;
	int32_t v;

	if (words_are(w, "guard"))
		return value_of(w->s, t->handle, STR("guard"), 1);
	if (words_are(w, "bound"))
		return words_card(w, &v) && position_bind(w->s, t->handle, v);
	if (words_are(w, "seen"))
		return words_seat(w, &v) && look_emit(w->s, t->handle, v);
	if (words_are(w, "chosen"))
		return words_handle(w, &v) &&
		       value_of(w->s, t->handle, STR("chosen"), v);
	if (words_are(w, "last_zone"))
		return words_zone(w, &v) &&
		       value_of(w->s, t->handle, STR("last_zone"), v);
	if (words_are(w, "out"))
		return value_of(w->s, t->handle, STR("zone"), 0);
	return words_next(w, &name) && words_int(w, -1000, 100000, &v) &&
	       value_of(w->s, t->handle, name, v);
}

static bool read_thing(struct position_words *w, struct thing *t)
{
	struct position *s = w->s;
	const struct ar_state *st = state_of(s);
	bool ok;

	if (!lay_board(s))
		return false;
	while (w->i < w->n && place_word(w, t, &ok))
		if (!ok)
			return false;
	if (!t->slots && t->host && st->card[t->card].slots) {
		const struct ar_cast c = { .card = t->card, .slot = -1 };

		t->slots = ar_slots_for(st, &c, t->host);
	}
	if (!position_enter(s, t))
		return false;
	while (w->i < w->n)
		if (!rest_word(w, t))
			return false;
	return true;
}

static bool line_mage(struct position_words *w)
{
	struct thing t = { 0 };

	if (!words_handle(w, &t.handle) || !words_seat(w, &t.ctl) ||
	    t.ctl >= AR_MAX_SEATS)
		return position_fault(w->s, "a Mage has a handle and a player");
	t.owner = t.ctl;
	t.card = ar_card_mage(state_of(w->s),
			      (int)state_of(w->s)->player[t.ctl].class);
	if (!t.card)
		return position_fault(w->s,
				      "say first which Mage the player has");
	return read_thing(w, &t);
}

static bool line_object(struct position_words *w)
{
	struct thing t = { 0 };

	if (!words_handle(w, &t.handle) || !words_seat(w, &t.ctl) ||
	    !words_card(w, &t.card))
		return false;
	t.owner = t.ctl;
	return read_thing(w, &t);
}

/* --- books and plans
 * --------------------------------------------------------------- */

static bool line_book(struct position_words *w)
{
	struct memory *m = memory_of(w->s);
	int32_t seat, count, card;

	if (!words_seat(w, &seat))
		return false;
	while (w->i < w->n) {
		if (!words_int(w, 1, 100, &count) || !words_card(w, &card))
			return false;
		m->book[seat][card] += count;
	}
	return true;
}

static bool line_plan(struct position_words *w)
{
	struct memory *m = memory_of(w->s);
	int32_t seat, handle, card;

	if (!words_seat(w, &seat) || !words_handle(w, &handle))
		return false;
	while (w->i < w->n) {
		if (!words_card(w, &card))
			return false;
		if (m->n_plan[seat] + 2 > (int)ARRAY_LEN(m->plan[0]))
			return position_fault(w->s, "too many planned spells");
		m->plan[seat][m->n_plan[seat]++] = handle;
		m->plan[seat][m->n_plan[seat]++] = card;
		m->book[seat][card]++;
	}
	return true;
}

static bool line_discard(struct position_words *w)
{
	int32_t seat, card;
	struct event e;

	if (!words_seat(w, &seat))
		return false;
	while (w->i < w->n) {
		if (!words_card(w, &card))
			return false;
		ar_event_discarded(&e, AR_OBJ_10, seat, card, 1);
		if (!position_emit(w->s, &e))
			return false;
	}
	return true;
}

static bool line_mod(struct position_words *w)
{
	static const char *const durations[] = { "next", "action", "round",
						 "wake", "game" };
	int32_t obj, amount, duration, trait;
	struct str word;
	struct event e;

	if (!words_handle(w, &obj) || !words_next(w, &word))
		return false;
	trait = ar_trait_named(word);
	if (!trait)
		return position_fault(w->s, "no trait is called %.*s",
				      STR_ARG(word));
	if (!words_int(w, -100, 100, &amount) ||
	    !words_name(w, durations, ARRAY_LEN(durations), &duration))
		return false;
	event_start(&e, AR_EV_MOD_ON, AR_STATE_08);
	event_put(&e, AR_EV_MOD_ON_OBJ, obj);
	event_put(&e, AR_EV_MOD_ON_TRAIT, trait);
	event_put(&e, AR_EV_MOD_ON_AMOUNT, amount);
	event_put(&e, AR_EV_MOD_ON_FILTER, 0);
	event_put(&e, AR_EV_MOD_ON_DURATION, duration);
	event_put(&e, AR_EV_MOD_ON_CARD, 0);
	return position_emit(w->s, &e);
}

static bool line_pair(struct position_words *w)
{
	static const char *const names[] = { "none",  "struck",  "attacked",
					     "melee", "counted", "defended" };
	int32_t what, a, b;
	struct event e;

	if (!words_name(w, names, ARRAY_LEN(names), &what) ||
	    !words_handle(w, &a) || !words_handle(w, &b))
		return false;
	ar_event_pair(&e, AR_STATE_05, what, a, b);
	return position_emit(w->s, &e);
}

static bool line_phase(struct position_words *w)
{
	return words_name(w, ar_phase_names, N_AR_PHASES,
			  &memory_of(w->s)->phase);
}

static bool line_turn(struct position_words *w)
{
	struct memory *m = memory_of(w->s);

	if (!words_seat(w, &m->turn))
		return false;
	while (w->i < w->n) {
		bool ok;

		if (words_are(w, "init"))
			ok = words_seat(w, &m->init);
		else if (words_are(w, "round"))
			ok = words_int(w, 0, 10000, &m->round);
		else
			ok = position_fault(w->s, "%.*s is not said of a turn",
					    STR_ARG(w->v[w->i]));
		if (!ok)
			return false;
	}
	return true;
}

static const struct {
	const char *word;
	bool (*read)(struct position_words *w);
} lines[] = { { "option", line_option }, { "board", line_board },
	      { "player", line_player }, { "mage", line_mage },
	      { "object", line_object }, { "book", line_book },
	      { "plan", line_plan },     { "discard", line_discard },
	      { "mod", line_mod },       { "pair", line_pair },
	      { "phase", line_phase },   { "turn", line_turn } };

static bool position_line(struct position *s, const struct str *word, int n)
{
	struct position_words w = { s, word, n, 0 };

	if (!position_begin(s))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		if (words_are(&w, lines[i].word))
			return lines[i].read(&w) &&
			       (w.i == w.n ||
				position_fault(s, "%.*s is too much here",
					       STR_ARG(word[w.i])));
	return position_fault(s, "a position has no %.*s", STR_ARG(word[0]));
}

/* --- the end
 * ------------------------------------------------------------------------- */

static bool position_books(struct position *s, int seat)
{
	struct memory *m = memory_of(s);
	int32_t pairs[2 * AR_MAX_CARDS];
	struct event e;
	int n = 0;

	for (int i = 1; i < AR_MAX_CARDS; i++)
		if (m->book[seat][i]) {
			pairs[n++] = i;
			pairs[n++] = m->book[seat][i];
		}
	ar_event_book_set(&e, AR_SETUP_01, seat, pairs, n);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	if (n && !position_emit(s, &e))
		return false;
	ar_event_book_sealed(&e, AR_SETUP_01, seat, 0);
	if (!position_emit(s, &e))
		return false;
	if (!m->n_plan[seat])
		return true;
	ar_event_plan_set(&e, AR_RND_09, seat, m->plan[seat],
			  (int)m->n_plan[seat]);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	return position_emit(s, &e);
}

static bool position_go(struct position *s)
{
	const struct memory *m = memory_of(s);
	int32_t first = m->init >= 0 ? m->init : m->turn >= 0 ? m->turn : 0;
	struct event e;

	ar_event_initiative(&e, AR_RND_02, first);
	if (!position_emit(s, &e))
		return false;
	ar_event_phase(&e, AR_RND_01, m->phase, m->round);
	if (!position_emit(s, &e))
		return false;
	if (m->phase != AR_TURNS)
		return true;
	ar_event_step(&e, AR_RND_14, AR_STEP_MAIN,
		      m->turn >= 0 ? m->turn : first, 0);
	return position_emit(s, &e);
}

/* Mages and books are still to be chosen, and the initiative is rolled for. */
static bool begin_setup(struct position *s)
{
	struct event e;

	ar_event_phase(&e, AR_SETUP_01, AR_SETUP, 0);
	return position_emit(s, &e);
}

static bool position_finish(struct position *s)
{
	struct memory *m = memory_of(s);

	if (!position_begin(s))
		return false;
	if (m->phase == AR_SETUP) /* the rules lay the board */
		return begin_setup(s);
	if (!lay_board(s))
		return false;
	if (m->phase < AR_SETUP)
		return true;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (state_of(s)->player[i].class &&
		    (!position_books(s, i) ||
		     (m->used[i] &&
		      !position_player_int(s, i, "quickcast", 0))))
			return false;
	return position_go(s);
}

const struct position_system setup_arena = { .sys = &system_arena,
					     .line = position_line,
					     .finish = position_finish };
