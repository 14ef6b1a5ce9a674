/*
 * src/games/arena/rules/evolve.c - applies one event to the state; nothing else
 * changes it
 */
#include "games/arena/rules/play.h"
#include "engine/common.h"

#define G(e, f) event_get(e, AR_EV_##f)

static struct ar_obj *object_find(struct ar_state *s, int32_t handle)
{
	return (struct ar_obj *)ar_obj(s, handle);
}

static struct ar_player *player(struct ar_state *s, int32_t seat)
{
	return 0 <= seat && seat < AR_MAX_SEATS ? &s->player[seat] : NULL;
}

static bool is_card(const struct ar_state *s, int32_t card)
{
	return 0 <= card && card < s->n_cards;
}

/* --- before play -------------------------------------------------------- */

static bool board_laid(struct ar_state *s, const struct event *e)
{
	int n;
	const int32_t *size = event_words(e, AR_EV_BOARD_LAID_SIZE, &n);

	if (size[0] < 1 || size[0] > AR_MAX_WIDTH || size[1] < 1 ||
	    size[1] > AR_MAX_HEIGHT)
		return false;
	s->width = size[0];
	s->height = size[1];
	return true;
}

static bool mage_chosen(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, MAGE_CHOSEN_SEAT));
	int32_t side = G(e, MAGE_CHOSEN_SIDE);

	if (!p || !player(s, side))
		return false;
	p->class = G(e, MAGE_CHOSEN_CLASS);
	p->element = G(e, MAGE_CHOSEN_ELEMENT);
	if (p->element == N_AR_SCHOOLS)
		p->element = -1;
	s->head.seat[G(e, MAGE_CHOSEN_SEAT)].team = side;
	p->mage_in = 1;
	return true;
}

static bool book_set(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, BOOK_SET_SEAT));
	int n;
	const int32_t *w = event_words(e, AR_EV_BOOK_SET_CARDS, &n);

	if (!p || n % 2)
		return false;
	memset(p->book, 0, sizeof(p->book));
	memset(p->first_book, 0, sizeof(p->first_book));
	p->left = 0;
	for (int i = 0; i < n; i += 2) {
		if (!is_card(s, w[i]) || p->book[w[i]] || w[i + 1] < 0 ||
		    w[i + 1] > 15)
			return false;
		p->book[w[i]] = w[i + 1];
		p->first_book[w[i] / 8] |=
			(int32_t)((uint32_t)w[i + 1] << 4 * (w[i] % 8));
		p->left += w[i + 1];
	}
	return true;
}

/* what lies under a commitment, until it is opened */
static bool evolve_seal(struct ar_state *s, int32_t number, int32_t what)
{
	if (number < 0)
		return false;
	if (0 < number && number <= AR_MAX_SEALED)
		s->sealed[number - 1] = what;
	return true;
}

static bool evolve_book(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, BOOK_SEAT));
	int32_t card = G(e, BOOK_CARD), delta = G(e, BOOK_DELTA);

	if (!p || !is_card(s, card) || p->book[card] + delta < 0)
		return false;
	p->book[card] += delta;
	p->left += delta;
	return true;
}

static bool initiative_rolled(struct ar_state *s, const struct event *e)
{
	int n, m;
	const int32_t *seats =
		event_words(e, AR_EV_INITIATIVE_ROLLED_SEATS, &n);
	const int32_t *dice = event_words(e, AR_EV_INITIATIVE_ROLLED_DICE, &m);

	if (n != m)
		return false;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		s->player[i].roll = 0;
	for (int i = 0; i < n; i++) {
		if (!player(s, seats[i]))
			return false;
		s->player[seats[i]].roll = dice[i];
	}
	s->head.active = G(e, INITIATIVE_ROLLED_WINNER);
	return s->head.active < AR_MAX_SEATS;
}

/* --- rounds ------------------------------------------------------------- */

static bool evolve_phase(struct ar_state *s, const struct event *e)
{
	s->head.phase = G(e, PHASE_PHASE);
	s->round = G(e, PHASE_ROUND);
	s->step = AR_STEP_BEGIN;
	s->head.active = -1;
	s->actor = 0;
	if (s->head.phase == AR_TURNS)
		s->turns_over = 0;
	/* AR-MAIL-43: of the round, which begins before its reset */
	for (int i = 0; s->head.phase == AR_INITIATIVE && i < AR_MAX_SEATS; i++)
		s->player[i].stops = 0;
	return true;
}

static bool evolve_step(struct ar_state *s, const struct event *e)
{
	s->step = G(e, STEP_STEP);
	s->head.active = G(e, STEP_TURN);
	s->actor = G(e, STEP_ACTOR);
	s->stopped = -1;
	return s->head.active < AR_MAX_SEATS;
}

static void evolve_reset(struct ar_state *s)
{
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		struct ar_player *p = &s->player[i];

		p->once = p->passes = p->paced = 0;
		p->quickcast = s->head.seat[i].present && p->alive;
	}
	for (int i = 0; i < s->n_objects; i++) {
		struct ar_obj *o = &s->obj[i];

		if (ar_is_creature(s, o) && RULE(AR_SDATA_32, o->zone))
			o->active = 1;
		o->moves = o->attacks = o->roused = o->fury = 0;
		o->defended = o->bound_used = 0;
		memset(o->used, 0, sizeof(o->used));
	}
	s->n_pairs = 0;
	memset(s->pair, 0, sizeof(s->pair));
}

static bool evolve_mana(struct ar_state *s, const struct event *e)
{
	int32_t seat = G(e, MANA_SEAT), now = G(e, MANA_NOW);
	struct ar_obj *o;

	if (now < 0)
		return false;
	if (seat >= 0) {
		if (!player(s, seat))
			return false;
		s->player[seat].mana = now;
		return true;
	}
	o = object_find(s, G(e, MANA_OBJ));
	if (o)
		o->mana = now;
	return o;
}

static bool evolve_channeled(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, CHANNELED_OBJ));

	if (!o)
		return false;
	if (ar_kind(s, o) == AR_MAGE)
		s->player[o->ctl].mana = G(e, CHANNELED_NOW);
	else
		o->mana = G(e, CHANNELED_NOW);
	return G(e, CHANNELED_NOW) >= 0;
}

static bool plan_set(struct ar_state *s, const struct event *e)
{
	int32_t seat = G(e, PLAN_SET_SEAT);
	struct ar_player *p = player(s, seat);
	int n, k = 0;
	const int32_t *w = event_words(e, AR_EV_PLAN_SET_PLAN, &n);

	if (!p || n % 2)
		return false;
	/* which ones others have planned is not in a view */
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] > 0)
			p->book[p->planned[i]]++;
	memset(p->planned, 0, sizeof(p->planned));
	memset(p->planned_secret, 0, sizeof(p->planned_secret));
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].ctl == seat && s->obj[i].planned) {
			if (s->obj[i].planned > 0)
				p->book[s->obj[i].planned]++;
			s->obj[i].planned = 0;
		}
	for (int i = 0; i < n; i += 2) {
		struct ar_obj *o = object_find(s, w[i]);

		if (!o || o->ctl != seat || !is_card(s, w[i + 1]) ||
		    !w[i + 1] || p->book[w[i + 1]] < 1)
			return false;
		p->book[w[i + 1]]--;
		if (o->handle == p->mage) {
			if (k == AR_PLANNED)
				return false;
			p->planned[k++] = w[i + 1];
		} else {
			o->planned = w[i + 1];
		}
	}
	return true;
}

static bool evolve_unplanned(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, UNPLANNED_SEAT));
	struct ar_obj *o = object_find(s, G(e, UNPLANNED_OBJ));
	int32_t card = G(e, UNPLANNED_CARD);

	if (!p)
		return false;
	if (o && o->handle != p->mage) {
		o->planned = 0;
		return true;
	}
	for (int i = 0; i < AR_PLANNED; i++)
		if (p->planned[i] == card) {
			p->planned[i] = p->planned_secret[i] = 0;
			return true;
		}
	return false;
}

/* --- objects ------------------------------------------------------------ */

static bool evolve_entered(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o;
	int n;
	const int32_t *border = event_words(e, AR_EV_ENTERED_BORDER, &n);
	int32_t handle = G(e, ENTERED_OBJ), host = G(e, ENTERED_HOST);
	int i = (int)s->n_objects;

	if (s->n_objects == AR_MAX_OBJECTS || handle < 1 || handle > 0xffff ||
	    object_find(s, handle) || !player(s, G(e, ENTERED_OWNER)) ||
	    !player(s, G(e, ENTERED_CTL)) || (n != 0 && n != 2) ||
	    !is_card(s, G(e, ENTERED_CARD)) ||
	    (host && !object_find(s, host)) ||
	    (G(e, ENTERED_ZONE) && !ar_is_zone(s, G(e, ENTERED_ZONE))))
		return false;
	while (i && s->obj[i - 1].handle > handle)
		i--;
	o = &s->obj[i];
	memmove(o + 1, o, (size_t)(s->n_objects++ - i) * sizeof(*o));
	memset(o, 0, sizeof(*o));
	o->handle = handle;
	o->card = G(e, ENTERED_CARD);
	o->owner = G(e, ENTERED_OWNER);
	o->ctl = G(e, ENTERED_CTL);
	o->zone = G(e, ENTERED_ZONE);
	if (n) {
		o->border[0] = border[0];
		o->border[1] = border[1];
	}
	o->host = host;
	o->hidden = !o->card;
	o->slots = G(e, ENTERED_SLOTS);
	o->active = G(e, ENTERED_ACTIVE);
	o->summoned = G(e, ENTERED_SUMMONED) ? s->round : 0;
	o->born = s->stamp++;
	o->stamp = o->hidden ? 0 : o->born;
	/* positions may be written in any order */
	if (s->next_handle <= handle)
		s->next_handle = handle + 1;
	if (s->card[o->card].kind == AR_MAGE) {
		s->player[o->ctl].mage = handle;
		s->player[o->ctl].alive = 1;
		s->player[o->ctl].quickcast = 1;
	}
	return true;
}

static bool hidden_is(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, HIDDEN_IS_OBJ));
	int32_t card = G(e, HIDDEN_IS_CARD);

	if (!o || !is_card(s, card))
		return false;
	if (!evolve_seal(s, G(e, HIDDEN_IS_SECRET), card))
		return false;
	if (s->player[o->ctl].mage == o->handle) {
		/* planned for the Mage */
		struct ar_player *p = &s->player[o->ctl];

		for (int i = 0; i < AR_PLANNED; i++)
			if (p->planned[i] == card && !p->planned_secret[i]) {
				p->planned_secret[i] = G(e, HIDDEN_IS_SECRET);
				return true;
			}
		return false;
	}
	if (s->card[card].kind == AR_ENCHANTMENT && o->hidden)
		o->card = card;
	else if (s->card[o->card].kind == AR_EQUIPMENT)
		o->bound = card;
	o->secret = G(e, HIDDEN_IS_SECRET);
	return true;
}

static bool evolve_looked(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, LOOKED_OBJ));
	int32_t seat = G(e, LOOKED_SEAT);

	if (!o || !player(s, seat))
		return false;
	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present && ar_friends(s, i, seat))
			o->seen |= 1 << i;
	return true;
}

static bool evolve_revealed(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, REVEALED_OBJ));
	int32_t card = G(e, REVEALED_CARD);

	if (!o || !is_card(s, card) || !card)
		return false;
	o->card = card;
	o->hidden = 0;
	o->stamp = s->stamp++;
	return true;
}

static bool evolve_attached(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, ATTACHED_OBJ));
	int32_t to = G(e, ATTACHED_TO);

	if (!o || !(ar_is_zone(s, to) || object_find(s, to)))
		return false;
	o->zone = ar_is_zone(s, to) ? to : 0;
	o->host = o->zone ? 0 : to;
	return true;
}

static bool evolve_bound(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, BOUND_OBJ));
	int32_t card = G(e, BOUND_CARD);

	if (!o || !is_card(s, card))
		return false;
	o->bound_seen = card != 0;
	if (card || !G(e, BOUND_ANY))
		o->bound = card;
	return true;
}

static bool evolve_pile(struct ar_state *s, int32_t seat, int32_t card,
			int32_t more)
{
	struct ar_player *p = player(s, seat);

	if (!p || !is_card(s, card) || p->n_pile == AR_MAX_PILE)
		return false;
	if (s->card[card].kind != AR_MAGE)
		p->pile[p->n_pile++] = card | more;
	return true;
}

static bool evolve_left(struct ar_state *s, const struct event *e)
{
	int32_t handle = G(e, LEFT_OBJ), card = G(e, LEFT_CARD);
	struct ar_obj *o = object_find(s, handle);
	int i;

	if (!o)
		return false;
	i = (int)(o - s->obj);
	if (G(e, LEFT_TO) == AR_TO_PILE &&
	    !evolve_pile(s, G(e, LEFT_OWNER), card, AR_PILE_FROM_PLAY))
		return false;
	memmove(o, o + 1,
		(size_t)(s->n_objects - i - 1) * sizeof(struct ar_obj));
	memset(&s->obj[--s->n_objects], 0, sizeof(struct ar_obj));
	for (i = 0; i < s->n_mods;) {
		if (s->mod[i].handle != handle) {
			i++;
			continue;
		}
		memmove(&s->mod[i], &s->mod[i + 1],
			(size_t)(s->n_mods - i - 1) * sizeof(s->mod[0]));
		memset(&s->mod[--s->n_mods], 0, sizeof(s->mod[0]));
	}
	return true;
}

static bool evolve_undiscarded(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, UNDISCARDED_SEAT));

	if (!p)
		return false;
	for (int i = p->n_pile; i-- > 0;)
		if ((p->pile[i] & 0xffff) == G(e, UNDISCARDED_CARD)) {
			memmove(&p->pile[i], &p->pile[i + 1],
				(size_t)(p->n_pile - i - 1) *
					sizeof(p->pile[0]));
			p->pile[--p->n_pile] = 0;
			return true;
		}
	return false;
}

static bool evolve_cond(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, COND_OBJ));
	int32_t c = G(e, COND_COND), delta = G(e, COND_DELTA);

	if (!o || o->cond[c] + delta != G(e, COND_NOW) || G(e, COND_NOW) < 0)
		return false;
	o->cond[c] += delta;
	if (G(e, COND_KEEP))
		o->keep[c] = delta > 0 ? o->keep[c] + delta : 0;
	if (o->keep[c] > o->cond[c])
		o->keep[c] = o->cond[c];
	return true;
}

static bool evolve_token(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, TOKEN_OBJ));

	if (!o || G(e, TOKEN_NOW) < 0)
		return false;
	o->token[G(e, TOKEN_TOKEN)] = G(e, TOKEN_NOW);
	return true;
}

/* no room for one more: an equal one takes the amount too */
static void mod_more(struct ar_state *s, const struct event *e)
{
	for (int i = 0; i < s->n_mods; i++) {
		struct ar_mod *m = &s->mod[i];

		if (m->handle != G(e, MOD_ON_OBJ) ||
		    m->trait != G(e, MOD_ON_TRAIT) ||
		    m->filter != G(e, MOD_ON_FILTER) ||
		    m->duration != G(e, MOD_ON_DURATION) ||
		    m->card != G(e, MOD_ON_CARD))
			continue;
		if (ar_trait_kinds[m->trait] == AR_TRAIT_SUM)
			m->amount += G(e, MOD_ON_AMOUNT);
		return;
	}
}

static bool mod_on(struct ar_state *s, const struct event *e)
{
	struct ar_mod *m;

	if (!object_find(s, G(e, MOD_ON_OBJ)))
		return false;
	if (s->n_mods == AR_MAX_MODS) {
		mod_more(s, e);
		return true;
	}
	m = &s->mod[s->n_mods++];
	m->handle = G(e, MOD_ON_OBJ);
	m->trait = G(e, MOD_ON_TRAIT);
	m->amount = G(e, MOD_ON_AMOUNT);
	m->filter = G(e, MOD_ON_FILTER);
	m->duration = G(e, MOD_ON_DURATION);
	m->card = G(e, MOD_ON_CARD);
	m->stamp = s->stamp++;
	return true;
}

static bool mod_off(struct ar_state *s, const struct event *e)
{
	int32_t obj = G(e, MOD_OFF_OBJ), d = G(e, MOD_OFF_DURATION);
	int n = 0;

	for (int i = 0; i < s->n_mods; i++)
		if ((obj && s->mod[i].handle != obj) || s->mod[i].duration != d)
			s->mod[n++] = s->mod[i];
	memset(&s->mod[n], 0, (size_t)(s->n_mods - n) * sizeof(s->mod[0]));
	s->n_mods = n;
	return true;
}

/* room for one pair: pairs of objects out of play go, else the oldest one that
 * is of attacks alone, else the oldest one */
static void pairs_shed(struct ar_state *s)
{
	const int32_t attacks = 1 << AR_PAIR_ATTACKED | 1 << AR_PAIR_MELEE;
	int n = 0, old = 0;

	for (int i = 0; i < s->n_pairs; i++)
		if (object_find(s, s->pair[i].a) &&
		    object_find(s, s->pair[i].b))
			s->pair[n++] = s->pair[i];
	while (old < n && s->pair[old].what & ~attacks)
		old++;
	if (old == n)
		old = 0;
	if (n == AR_MAX_PAIRS)
		memmove(s->pair + old, s->pair + old + 1,
			(size_t)(--n - old) * sizeof(s->pair[0]));
	memset(&s->pair[n], 0, (size_t)(s->n_pairs - n) * sizeof(s->pair[0]));
	s->n_pairs = n;
}

static bool evolve_pair(struct ar_state *s, const struct event *e)
{
	int32_t a = G(e, PAIR_A), b = G(e, PAIR_B);
	int i = 0;

	while (i < s->n_pairs && (s->pair[i].a != a || s->pair[i].b != b))
		i++;
	if (i == AR_MAX_PAIRS) {
		pairs_shed(s);
		i = (int)s->n_pairs;
	}
	if (i == s->n_pairs)
		s->pair[s->n_pairs++] = (struct ar_pair){ .a = a, .b = b };
	s->pair[i].what |= 1 << G(e, PAIR_WHAT);
	if (G(e, PAIR_WHAT) == AR_PAIR_DEFENDED)
		s->pair[i].what += 1 << AR_PAIR_USES;
	return true;
}

/* --- actions ------------------------------------------------------------ */

static bool evolve_activated(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, ACTIVATED_OBJ));

	if (!o)
		return false;
	o->active = 0;
	o->guard = 0;
	o->act_moves = o->act_hindered = o->act_done = o->act_charge = 0;
	o->boosted = G(e, ACTIVATED_BOOST);
	s->step = AR_STEP_ACTING;
	s->actor = o->handle;
	return true;
}

static bool evolve_passed(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, PASSED_SEAT));

	if (p)
		p->passes++;
	return p;
}

static bool evolve_moved(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, MOVED_OBJ));
	int32_t to = G(e, MOVED_TO);

	if (!o || (to && !ar_is_zone(s, to)))
		return false;
	if (o->host) /* attached objects move with their host */
		return false;
	o->zone = to;
	o->moved++;
	return true;
}

static bool action_ended(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, ACTION_ENDED_OBJ));

	if (o) {
		o->act_moves = o->act_hindered = 0;
		o->act_done = o->act_charge = o->boosted = 0;
		memset(o->keep, 0, sizeof(o->keep));
	}
	return true;
}

static bool evolve_hurt(struct ar_state *s, int32_t target, int32_t now)
{
	struct ar_obj *o = object_find(s, target);

	if (o)
		o->damage = now;
	return o && now >= 0;
}

/* --- lines, stops, frames ------------------------------------------------ */

static bool line_set(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, LINE_SET_SEAT));
	int n;
	const int32_t *w = event_words(e, AR_EV_LINE_SET_LINE, &n);
	struct decision d;

	if (!p || n < 1 || n - 1 > DECISION_MAX_WORDS ||
	    p->n_lines + n + 1 > AR_LINE_WORDS)
		return false;
	d.kind = (uint16_t)w[0];
	d.n = (uint16_t)(n - 1);
	memcpy(d.w, w + 1, (size_t)d.n * sizeof(int32_t));
	if (!decision_check(&d, &system_arena.decisions))
		return false;
	p->lines[p->n_lines] = n;
	memcpy(p->lines + p->n_lines + 1, w, (size_t)n * sizeof(int32_t));
	p->n_lines += n + 1;
	return true;
}

static bool line_gone(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, LINE_GONE_SEAT));
	int32_t number = G(e, LINE_GONE_NUMBER);
	int at = 0, n;

	if (!p)
		return false;
	while (at < p->n_lines && --number > 0)
		at += p->lines[at] + 1;
	if (at >= p->n_lines || number)
		return false;
	n = p->lines[at] + 1;
	memmove(p->lines + at, p->lines + at + n,
		(size_t)(p->n_lines - at - n) * sizeof(int32_t));
	p->n_lines -= n;
	memset(p->lines + p->n_lines, 0, (size_t)n * sizeof(int32_t));
	return true;
}

static bool evolve_stopped(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, STOPPED_SEAT));

	if (!p)
		return false;
	/* one that counts for nobody leaves no trace, once it is answered */
	s->stopped =
		G(e, STOPPED_SEAT) + (G(e, STOPPED_COUNTED) ? 0 : AR_MAX_SEATS);
	p->stops += G(e, STOPPED_COUNTED);
	return true;
}

static bool plan_kept(struct ar_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, AR_EV_PLAN_KEPT_WORDS, &n);
	struct decision d = { .kind = AR_ORDER_ACT, .n = (uint16_t)n };

	if (n > DECISION_MAX_WORDS)
		return false;
	memcpy(d.w, w, (size_t)n * sizeof(int32_t));
	if (!decision_check(&d, &system_arena.decisions))
		return false;
	memset(s->plan, 0, sizeof(s->plan));
	memcpy(s->plan, w, (size_t)n * sizeof(int32_t));
	s->n_plan = n;
	return true;
}

/* the creature's entry before it is forgotten, and the oldest where there is no
 * room */
static void kept_forget(struct ar_kept *k, int32_t obj, int room)
{
	for (int at = 0; at < k->n;) {
		int n = k->w[at] + 1;

		if (k->w[at + 1] != obj && AR_KEPT_WORDS - k->n >= room) {
			at += n;
			continue;
		}
		memmove(k->w + at, k->w + at + n,
			(size_t)(k->n - at - n) * sizeof(int32_t));
		k->n -= n;
		memset(k->w + k->n, 0, (size_t)n * sizeof(int32_t));
	}
}

static bool entry_kept(struct ar_state *s, const struct event *e)
{
	int n, seat = (int)G(e, ENTRY_KEPT_SEAT);
	const int32_t *w = event_words(e, AR_EV_ENTRY_KEPT_WORDS, &n);
	struct decision d = { .kind = AR_ORDER_ACT, .n = (uint16_t)n };
	struct ar_kept *k;

	if (!player(s, seat) || n > DECISION_MAX_WORDS || n + 2 > AR_KEPT_WORDS)
		return false;
	memcpy(d.w, w, (size_t)n * sizeof(int32_t));
	if (!decision_check(&d, &system_arena.decisions))
		return false;
	k = &s->kept[seat];
	kept_forget(k, G(e, ENTRY_KEPT_OBJ), 0);
	kept_forget(k, 0, n + 2);
	k->w[k->n] = n + 1;
	k->w[k->n + 1] = G(e, ENTRY_KEPT_OBJ);
	memcpy(k->w + k->n + 2, w, (size_t)n * sizeof(int32_t));
	k->n += n + 2;
	return true;
}

static bool mage_fell(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, MAGE_FELL_SEAT));

	if (!p)
		return false;
	p->alive = 0;
	p->quickcast = 0;
	return true;
}

static bool evolve_over(struct ar_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, AR_EV_OVER_WINNERS, &n);

	common_state_end(&s->head, AR_OVER, w, n);
	memset(&s->frame, 0, sizeof(s->frame));
	return true;
}

static bool evolve_attack(struct ar_state *s, const struct event *e)
{
	struct ar_obj *a = object_find(s, G(e, ATTACK_ATTACKER));
	struct ar_obj *t = object_find(s, G(e, ATTACK_TARGET));
	int n;
	const int32_t *w = event_words(e, AR_EV_ATTACK_FLIGHT, &n);

	/* free: nothing is held by this one */
	if (n == 2 && a && w[0])
		a->flight = w[0];
	if (n == 2 && t && w[1])
		t->flight = w[1];
	return true;
}

static bool attack_ended(struct ar_state *s, const struct event *e)
{
	struct ar_obj *a = object_find(s, G(e, ATTACK_ENDED_ATTACKER));
	struct ar_obj *t = object_find(s, G(e, ATTACK_ENDED_TARGET));

	if (a && G(e, ATTACK_ENDED_HELD) & 1)
		a->flight = 0;
	if (t && G(e, ATTACK_ENDED_HELD) & 2)
		t->flight = 0;
	return true;
}

static bool evolve_noted(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o = object_find(s, G(e, NOTED_OBJ));

	if (o)
		*ar_note_word(o, G(e, NOTED_WHAT)) = G(e, NOTED_VALUE);
	return o;
}

static bool seat_noted(struct ar_state *s, const struct event *e)
{
	struct ar_player *p = player(s, G(e, SEAT_NOTED_SEAT));

	if (p)
		*ar_seat_word(p, G(e, SEAT_NOTED_WHAT)) =
			G(e, SEAT_NOTED_VALUE);
	return p;
}

/* --- common events ------------------------------------------------------ */

/* what an order to ask begins with */
static bool option_set(struct ar_state *s)
{
	for (int i = 0; i < AR_MAX_SEATS; i++)
		s->player[i].ask = s->head.option[AR_OPTION_ASK];
	return true;
}

bool ar_common(void *state, const struct event *e)
{
	struct ar_state *s = state;

	switch (e->kind) {
	case COMMON_OPTION_SET: return option_set(s);
	case COMMON_COMMITTED:
		if (s->n_secrets < event_get(e, COMMON_COMMITTED_NUMBER))
			s->n_secrets = event_get(e, COMMON_COMMITTED_NUMBER);
		return true;
	case COMMON_OPENED:
		return evolve_seal(s, event_get(e, COMMON_OPENED_NUMBER), 0);
	default: return true; /* nothing of it is in the state */
	}
}

static bool evolve_object(struct ar_state *s, const struct event *e)
{
	struct ar_obj *o;

	switch (e->kind) {
	case AR_EV_ENTERED: return evolve_entered(s, e);
	case AR_EV_HIDDEN_IS: return hidden_is(s, e);
	case AR_EV_LOOKED: return evolve_looked(s, e);
	case AR_EV_REVEALED: return evolve_revealed(s, e);
	case AR_EV_ATTACHED: return evolve_attached(s, e);
	case AR_EV_CONTROL:
		o = object_find(s, G(e, CONTROL_OBJ));
		if (!o || !player(s, G(e, CONTROL_SEAT)))
			return false;
		o->ctl = G(e, CONTROL_SEAT);
		return true;
	case AR_EV_BOUND: return evolve_bound(s, e);
	case AR_EV_LEFT: return evolve_left(s, e);
	case AR_EV_DISCARDED:
		return evolve_pile(
			s, G(e, DISCARDED_SEAT), G(e, DISCARDED_CARD),
			G(e, DISCARDED_PLAY) ? AR_PILE_FROM_PLAY : 0);
	case AR_EV_UNDISCARDED: return evolve_undiscarded(s, e);
	case AR_EV_COND: return evolve_cond(s, e);
	case AR_EV_TOKEN: return evolve_token(s, e);
	case AR_EV_LIFE:
		o = object_find(s, G(e, LIFE_OBJ));
		if (o)
			o->lost += G(e, LIFE_DELTA);
		return o;
	case AR_EV_MOD_ON: return mod_on(s, e);
	case AR_EV_MOD_OFF: return mod_off(s, e);
	case AR_EV_NOTED: return evolve_noted(s, e);
	case AR_EV_PAIR: return evolve_pair(s, e);
	case AR_EV_GUARD:
		o = object_find(s, G(e, GUARD_OBJ));
		if (o)
			o->guard = G(e, GUARD_ON);
		return o;
	case AR_EV_DAMAGE:
		return evolve_hurt(s, G(e, DAMAGE_TARGET), G(e, DAMAGE_NOW));
	case AR_EV_DIRECT:
		return evolve_hurt(s, G(e, DIRECT_TARGET), G(e, DIRECT_NOW));
	case AR_EV_HEALED:
		return evolve_hurt(s, G(e, HEALED_TARGET), G(e, HEALED_NOW));
	default: return true;
	}
}

bool ar_evolve(void *state, const struct event *e)
{
	struct ar_state *s = state;
	struct ar_player *p;

	switch (e->kind) {
	case AR_EV_CARD_DEFINED: return ar_evolve_card(s, e);
	case AR_EV_BOARD_LAID: return board_laid(s, e);
	case AR_EV_MAGE_CHOSEN: return mage_chosen(s, e);
	case AR_EV_BOOK_SEALED:
		p = player(s, G(e, BOOK_SEALED_SEAT));
		if (p)
			p->book_in = 1;
		return p &&
		       evolve_seal(s, G(e, BOOK_SEALED_SECRET),
				   AR_SEALED_BOOK + G(e, BOOK_SEALED_SEAT));
	case AR_EV_BOOK_SET: return book_set(s, e);
	case AR_EV_BOOK: return evolve_book(s, e);
	case AR_EV_INITIATIVE_ROLLED: return initiative_rolled(s, e);
	case AR_EV_INITIATIVE:
		s->head.first = G(e, INITIATIVE_SEAT);
		return player(s, s->head.first);
	case AR_EV_PHASE: return evolve_phase(s, e);
	case AR_EV_STEP: return evolve_step(s, e);
	case AR_EV_RESET: evolve_reset(s); return true;
	case AR_EV_CHANNELED: return evolve_channeled(s, e);
	case AR_EV_MANA: return evolve_mana(s, e);
	case AR_EV_PLAN_SET: return plan_set(s, e);
	case AR_EV_PLAN_IN:
		p = player(s, G(e, PLAN_IN_SEAT));
		if (p)
			p->plan_in = G(e, PLAN_IN_IN);
		return p;
	case AR_EV_UNPLANNED: return evolve_unplanned(s, e);
	case AR_EV_ACTIVATED: return evolve_activated(s, e);
	case AR_EV_PASSED: return evolve_passed(s, e);
	case AR_EV_ACTION_ENDED: return action_ended(s, e);
	case AR_EV_MOVED: return evolve_moved(s, e);
	case AR_EV_ATTACK: return evolve_attack(s, e);
	case AR_EV_ATTACK_ENDED: return attack_ended(s, e);
	case AR_EV_SEAT_NOTED: return seat_noted(s, e);
	case AR_EV_LINE_SET: return line_set(s, e);
	case AR_EV_LINE_GONE: return line_gone(s, e);
	case AR_EV_ASKED:
	case AR_EV_SUSPENDED: return true; /* engine/frame.h has done it */
	case AR_EV_ANSWERED: s->stopped = -1; return true;
	case AR_EV_STOPPED: return evolve_stopped(s, e);
	case AR_EV_PLAN_KEPT: return plan_kept(s, e);
	case AR_EV_ENTRY_KEPT: return entry_kept(s, e);
	case AR_EV_MAGE_FELL: return mage_fell(s, e);
	case AR_EV_OVER: return evolve_over(s, e);
	default: return evolve_object(s, e);
	}
}
