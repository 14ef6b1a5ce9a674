/*
 * src/games/arena/rules/game_setup.c - runs the set-up before round 1: cards,
 * Mages, books, initiative
 */
#include "games/arena/rules/carryover.h"
#include "games/arena/rules/play.h"

/* --- the cards: all of the catalog, so that no book can be read off them
 * ---------- */

static void define_cards(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	const struct catalog *c = w->r->catalog;
	char key[24] = "arena/";
	struct event e;

	for (int i = 1; c && i < AR_MAX_CARDS; i++) {
		size_t n = 6;

		if (i >= 100)
			key[n++] = (char)('0' + i / 100);
		if (i >= 10)
			key[n++] = (char)('0' + i / 10 % 10);
		key[n++] = (char)('0' + i % 10);
		key[n] = 0;
		if (s->n_cards > i)
			continue;
		if (!c->define(c->source, str_of(key), &e))
			return;
		if (ar_card_is_house(&e) &&
		    !s->head.option[AR_OPTION_HOUSE_SPELLS])
			return; /* they are the last */
		ar_event_emit(w, &e);
	}
}

static void lay_board(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	static const int size[][2] = { { 4, 3 }, { 4, 3 }, { 2, 3 }, { 6, 4 } };
	int board = (int)s->head.option[AR_OPTION_BOARD];
	struct event e;

	if (!board)
		board = RULE(AR_MODE_02,
			     s->head.option[AR_OPTION_MODE] == AR_APPRENTICE)
				? 2
			: RULE(AR_FFA_02,
			       s->head.option[AR_OPTION_FORMAT] == AR_FFA)
				? 3
				: 1;
	ar_event_board_laid(&e, AR_STATE_02, size[board][0], size[board][1]);
	ar_event_emit(w, &e);
}

/* --- the roll for the initiative (AR-SETUP-04)
 * -------------------------------------- */

static void roll_initiative(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t seats[AR_MAX_SEATS], dice[AR_MAX_SEATS];
	int n = 0, most = 0, ties = 0, winner = -1;
	bool first = true;
	struct event e;

	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->player[i].roll > most)
			most = (int)s->player[i].roll;
	first = most == 0;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present &&
		    (first || s->player[i].roll == most))
			seats[n++] = i;
	most = 0;
	for (int i = 0; i < n; i++) {
		dice[i] = ar_die(w, 12);
		if (!dice[i])
			return;
		if (dice[i] > most) {
			most = dice[i];
			ties = 0;
			winner = (int)seats[i];
		}
		ties += dice[i] == most;
	}
	if (RULE(AR_RUL_10, ties > 1))
		winner = -1;
	ar_event_initiative_rolled(&e, AR_SETUP_04, seats, n, dice, n, winner);
	ar_event_emit(w, &e);
}

/* --- Mages on their corners
 * ---------------------------------------------------------- */

static int32_t game_setup_corner(const struct ar_state *s, int seat)
{
	int right = (int)s->width - 1, low = (int)s->height - 1, n = 0;

	for (int i = 0; i < seat; i++)
		n += s->head.seat[i].present;
	if (s->head.option[AR_OPTION_FORMAT] == AR_TEAMS)
		n = s->head.seat[seat].team != s->head.seat[0].team;
	switch (n) { /* AR-SETUP-02 */
	case 0: return ar_zone(0, 0);
	case 1: return ar_zone(right, low);
	case 2: return ar_zone(right, 0);
	default: return ar_zone(0, low);
	}
}

static void place_mages(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	for (int i = 0; i < AR_MAX_SEATS; i++) {
		struct ar_entry e = { .owner = i, .ctl = i };

		if (!s->head.seat[i].present || s->player[i].mage)
			continue;
		e.card = ar_card_mage(s, (int)s->player[i].class);
		e.zone = game_setup_corner(s, i);
		ar_enter(w, &e, AR_SETUP_02);
		ar_mana(w, i, 10, AR_MANA_GAIN, s->player[i].mage, AR_MODE_04);
	}
}

static bool all_in(const struct ar_state *s)
{
	int n = 0;

	for (int i = 0; i < AR_MAX_SEATS; i++) {
		if (!s->head.seat[i].present)
			continue;
		n++;
		if (!s->player[i].mage_in || !s->player[i].book_in)
			return false;
	}
	return n >= 2;
}

bool ar_setup(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	if (!s->width) {
		define_cards(w);
		lay_board(w);
		return true;
	}
	if (s->head.first >= 0) {
		ar_enter_phase(w, AR_INITIATIVE);
		return true;
	}
	if (!all_in(s) || s->head.active >= 0)
		return false; /* or the winner may choose */
	if (!s->next_handle || !s->player[0].mage)
		place_mages(w);
	roll_initiative(w);
	return !w->r->unknown;
}

/* the winner of the roll says nothing: itself (AR-DP-01) */
void ar_setup_close(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);

	if (s->head.active >= 0 && s->head.first < 0)
		AR_EMIT(w, AR_EV_INITIATIVE, AR_DP_01, s->head.active);
}

/* --- orders
 * -----------------------------------------------------------------------------
 */

static bool decide_mage(struct ar_work *w, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int class = decision_int(d, AR_TAG_CLASS, AR_NO_CLASS);
	int element = decision_int(d, AR_TAG_SCHOOL,
				   class == AR_WIZARD ? AR_AIR : -1);

	if (class == AR_NO_CLASS || !ar_card_mage(s, class))
		return ar_no(no, AR_REFUSAL_NO_BOOK, AR_SETUP_01, 0);
	if (class != AR_WIZARD)
		element = N_AR_SCHOOLS;
	else if (element < AR_EARTH)
		element = AR_AIR;
	if (!ar_mage_carried(s, seat, class, element, no))
		return false;
	AR_EMIT(w, AR_EV_MAGE_CHOSEN, AR_SETUP_01, seat, class, element,
		ar_side(s, seat));
	return true;
}

static bool decide_book(struct ar_work *w, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_player *p = &s->player[seat];
	int32_t copies[AR_MAX_CARDS] = { 0 }, pairs[2 * AR_MAX_CARDS];
	bool starting = decision_int(d, AR_TAG_YES, 0);
	struct decision_arg a;
	struct event e;
	int n = 0;

	if (!p->class)
		return ar_no(no, AR_REFUSAL_NO_BOOK, AR_SETUP_01, 0);
	if (starting || RULE(AR_MODE_02, s->head.option[AR_OPTION_MODE])) {
		if (!ar_book_starting(s, (int)p->class, copies))
			return ar_no(no, AR_REFUSAL_NO_BOOK, AR_BOOK_16,
				     p->class);
	} else {
		for (int at = 0; decision_next(d, at, &a); at = a.next) {
			int card = a.w[0] & 0xffff, n_copies = a.w[0] >> 16;

			if (a.tag == AR_TAG_CARD && 0 < card &&
			    card < s->n_cards && 0 < n_copies)
				copies[card] += n_copies;
		}
		if (!ar_book_check(s, (int)p->class, (int)p->element,
				   s->carried_points[seat], copies, no))
			return false;
	}
	if (!ar_book_carried(s, seat, copies, no))
		return false;
	for (int i = 1; i < s->n_cards; i++)
		if (copies[i]) {
			pairs[n++] = i;
			pairs[n++] = copies[i];
		}
	ar_event_book_set(&e, AR_SETUP_01, seat, pairs, n);
	e.audience = ar_audience_of(s, seat);
	ar_event_emit(w, &e);
	AR_EMIT(w, AR_EV_BOOK_SEALED, AR_HID_10, seat, ar_commit_book(w, seat));
	return true;
}

bool ar_decide_setup(struct ar_work *w, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int first;

	if (d->kind != AR_ORDER_INITIATIVE && s->player[seat].mage_in &&
	    RULE(AR_SETUP_01, s->player[seat].book_in))
		return ar_no(no, AR_REFUSAL_BOOK_SEALED, AR_SETUP_01, 0);
	switch (d->kind) {
	case AR_ORDER_MAGE: return decide_mage(w, seat, d, no);
	case AR_ORDER_BOOK: return decide_book(w, seat, d, no);
	default: break;
	}
	first = decision_int(d, AR_TAG_SEAT, seat);
	if (s->head.active != seat)
		return ar_no(no, AR_REFUSAL_NOT_WINNER, AR_DP_01, 0);
	if (first < 0 || first >= AR_MAX_SEATS || !s->head.seat[first].present)
		return ar_no(no, AR_REFUSAL_NO_OBJECT, AR_DP_01, 0);
	AR_EMIT(w, AR_EV_INITIATIVE, AR_DP_01, first);
	return true;
}
