/*
 * src/games/rebellion/rules/cavalry_evolve.c - applies the events of cavalry
 * (CV sections 1 and 13).
 */
#include "games/rebellion/rules/evolve.h"

static struct vec point_of(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	return (struct vec){ w[0], w[1] };
}

/* r sits on m from now on; neither had a partner */
static void cavalry_evolve_join(struct rb_state *s, int r, int m)
{
	s->fig[r].on = s->fig[m].label;
	s->fig[m].rider = s->fig[r].label;
}

static bool may_join(const struct rb_state *s, int r, int m)
{
	return r >= 0 && m >= 0 && rb_is_mount(s, m) && !rb_is_mount(s, r) &&
	       !s->fig[r].on && !s->fig[m].rider;
}

void rb_part(struct rb_state *s, int f)
{
	struct rb_fig *p = &s->fig[f];
	int other = rb_find(s, p->on ? p->on : p->rider);

	if (other >= 0)
		s->fig[other].on = s->fig[other].rider = 0;
	p->on = p->rider = 0;
}

/* a rider goes into the saddle: it has no place of its own there */
void rb_seat_rider(struct rb_state *s, int r)
{
	struct rb_fig *p = &s->fig[r];

	p->status = RB_RIDING;
	p->at = (struct vec){ 0, 0 };
	p->facing = p->tokens = 0;
}

static bool unit_formed(struct rb_state *s, const struct event *e)
{
	int r = rb_find(s, event_get(e, RB_EV_UNIT_FORMED_RIDER));
	int m = rb_find(s, event_get(e, RB_EV_UNIT_FORMED_MOUNT));

	if (!may_join(s, r, m))
		return false;
	cavalry_evolve_join(s, r, m);
	return true;
}

static bool cavalry_evolve_dismounted(struct rb_state *s, const struct event *e)
{
	int r = rb_find(s, event_get(e, RB_EV_DISMOUNTED_RIDER));
	int m = rb_find(s, event_get(e, RB_EV_DISMOUNTED_MOUNT));

	if (r < 0 || m < 0 || s->fig[r].on != s->fig[m].label)
		return false;
	rb_part(s, r);
	s->fig[r].status = RB_ON_BOARD;
	s->fig[r].at = point_of(e, RB_EV_DISMOUNTED_AT);
	s->fig[r].facing = event_get(e, RB_EV_DISMOUNTED_FACE);
	s->fig[r].tokens = 0;
	s->fig[m].tokens = event_get(e, RB_EV_DISMOUNTED_TOKENS);
	if (event_get(e, RB_EV_DISMOUNTED_CAUSE) == RB_FALL_ORDER)
		s->fig[m].acted = 0; /* CV-DIS-04 */
	else if (s->fig[m].acted)
		s->fig[r].acted = 1; /* CV-ELIM-03 */
	return true;
}

static bool cavalry_evolve_mounted(struct rb_state *s, const struct event *e)
{
	int r = rb_find(s, event_get(e, RB_EV_MOUNTED_RIDER));
	int m = rb_find(s, event_get(e, RB_EV_MOUNTED_MOUNT));

	if (!may_join(s, r, m))
		return false;
	rb_doubts_forget(s, r);
	rb_seat_rider(s, r);
	cavalry_evolve_join(s, r, m);
	s->fig[m].tokens = event_get(e, RB_EV_MOUNTED_TOKENS);
	s->fig[m].owner = s->fig[r].owner; /* CV-REM-05 */
	s->fig[m].control = -1;
	return true;
}

static bool item_defined(struct rb_state *s, const struct event *e)
{
	int n, at = 0;
	const int32_t *w = event_words(e, RB_EV_ITEM_DEFINED_GIVES, &n);
	struct rb_item item = {
		.label = event_get(e, RB_EV_ITEM_DEFINED_ITEM),
		.at = point_of(e, RB_EV_ITEM_DEFINED_AT),
	};

	if (n != 4 || s->n_items == RB_MAX_ITEMS || item.label <= 0)
		return false;
	for (int i = 0; i < n; i++)
		if (w[i] < -20 || w[i] > 20)
			return false;
	item.attack = w[0];
	item.defense = w[1];
	item.damage = w[2];
	item.range = w[3];
	while (at < s->n_items && s->item[at].label < item.label)
		at++;
	if (at < s->n_items && s->item[at].label == item.label)
		return false;
	memmove(s->item + at + 1, s->item + at,
		(size_t)(s->n_items - at) * sizeof(item));
	s->item[at] = item;
	s->n_items++;
	return true;
}

static bool item_taken(struct rb_state *s, const struct event *e)
{
	int i = rb_find_item(s, event_get(e, RB_EV_ITEM_TAKEN_ITEM));

	if (i < 0)
		return false;
	s->item[i].holder = event_get(e, RB_EV_ITEM_TAKEN_FIG);
	s->item[i].at = (struct vec){ 0, 0 };
	return true;
}

static bool item_dropped(struct rb_state *s, const struct event *e)
{
	int i = rb_find_item(s, event_get(e, RB_EV_ITEM_DROPPED_ITEM));

	if (i < 0)
		return false;
	s->item[i].holder = 0;
	s->item[i].at = point_of(e, RB_EV_ITEM_DROPPED_AT);
	return true;
}

static bool cavalry_evolve_standing(struct rb_state *s, const struct event *e)
{
	int32_t seat = event_get(e, 0);
	struct rb_player *p;
	int f;

	if (seat < 0 || seat >= RB_MAX_SEATS)
		return false;
	p = &s->player[seat];
	common_state_last_was(&s->head, seat, true);
	switch (e->kind) {
	case RB_EV_LAND_SET:
		p->land = event_get(e, RB_EV_LAND_SET_SIDE);
		return true;
	case RB_EV_AGAINST_SET:
		p->against = event_get(e, RB_EV_AGAINST_SET_DIAL);
		return true;
	case RB_EV_PUSH_SET:
		f = rb_find(s, event_get(e, RB_EV_PUSH_SET_FIG));
		*(f >= 0 ? &s->fig[f].push : &p->push) =
			1 + event_get(e, RB_EV_PUSH_SET_DIAL);
		return true;
	default:
		f = rb_find(s, event_get(e, RB_EV_UNITY_SET_FIG));
		if (f < 0)
			return false;
		s->fig[f].unity = event_get(e, RB_EV_UNITY_SET_ON);
		return true;
	}
}

static bool cavalry_evolve_control(struct rb_state *s, const struct event *e)
{
	int f = rb_find(s, event_get(e, RB_EV_CONTROL_MOUNT));

	if (f >= 0)
		s->fig[f].control = event_get(e, RB_EV_CONTROL_SEAT);
	return f >= 0;
}

/* it tells, and changes nothing */
static bool no_change(struct rb_state *s, const struct event *e)
{
	(void)s;
	(void)e;
	return true;
}

typedef bool rb_cavalry_event(struct rb_state *s, const struct event *e);

#define DOES(sym, function) [RB_EV_##sym - EVENT_FIRST_OWN] = function
static rb_cavalry_event *const events[N_RB_EVENTS] = {
	DOES(UNIT_FORMED, unit_formed),
	DOES(DISMOUNTED, cavalry_evolve_dismounted),
	DOES(MOUNTED, cavalry_evolve_mounted),
	DOES(CONTROL, cavalry_evolve_control),
	DOES(ITEM_DEFINED, item_defined),
	DOES(ITEM_TAKEN, item_taken),
	DOES(ITEM_DROPPED, item_dropped),
	DOES(LAND_SET, cavalry_evolve_standing),
	DOES(AGAINST_SET, cavalry_evolve_standing),
	DOES(PUSH_SET, cavalry_evolve_standing),
	DOES(UNITY_SET, cavalry_evolve_standing),
	DOES(RIDERLESS, no_change),
	DOES(DIAL_USED, no_change),
	DOES(DIAL_ATTACKED, no_change),
	DOES(OVERWHELM, no_change),
	DOES(TRAMPLED, no_change),
	DOES(VENOM, no_change),
	DOES(UNITY, no_change),
};

bool rb_cavalry_knows(int kind)
{
	return events[kind - EVENT_FIRST_OWN] != NULL;
}

bool rb_cavalry_evolve(struct rb_state *s, const struct event *e)
{
	rb_cavalry_event *does = events[e->kind - EVENT_FIRST_OWN];

	assert(does);
	return does(s, e);
}
