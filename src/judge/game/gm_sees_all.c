/* src/judge/game/gm_sees_all.c */
#include "judge/game/gm_sees_all.h"
#include "judge/game/anonymity.h"
#include "engine/common.h"

struct leading {
	const struct event_schema *schema;
	struct str name; /* of the person, as the log has it */
	bool led;
};

static bool find_led(void *context, const struct event_row *r)
{
	struct leading *l = context;
	char room[EVENT_TEXT_ROOM];
	struct event e;

	if (event_parse_as(r->json, l->schema, COMMON_SEAT_TAKEN, &e) &&
	    event_text_is(&e, COMMON_SEAT_TAKEN_ROLE, "gm"))
		l->led |= str_equal(event_get_text(&e, COMMON_SEAT_TAKEN_PERSON,
						   room, sizeof(room)),
				    l->name);
	return !l->led;
}

/* A former master knows the values that were hidden then. */
static enum err has_led(const struct game_ctx *t, int64_t person,
			struct arena *a, bool *led, struct why *why)
{
	struct leading l = { .schema = &t->sys->rules->events };
	struct person_row p = { .name = STR("") };
	enum err e = anonymity_is_on(t)
			     ? anonymity_name(t, person, a, &l.name, why)
			     : store_person_get(t->j->st, person, a, &p, why);

	if (!anonymity_is_on(t))
		l.name = p.name;
	if (!e)
		e = store_event_list(t->j->st, t->row.id, 1, t->row.n_events,
				     find_led, &l, why);
	*led = l.led;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err gm_sees_all_may(const struct game_ctx *t, int slot, int64_t person,
			 struct arena *a, bool *yes, struct why *why)
{
	bool led = false;
	enum err e = ERR_OK;

	*yes = true;
	if (!game_ctx_is_open(t))
		return ERR_OK;
	for (int i = 0; slot_is_master(slot) && i < t->n_seats; i++)
		if (t->seats[i].person == person &&
		    !slot_is_master(t->seats[i].slot))
			*yes = false;
	if (!slot_is_master(slot))
		e = has_led(t, person, a, &led, why);
	*yes = *yes && !led;
	return e;
}
