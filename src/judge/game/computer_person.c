/* src/judge/game/computer_person.c */
#include "judge/game/computer_person.h"
#include "base/utf8.h"
#include "engine/common.h"
#include "games/players.h"
#include "judge/game/anonymity.h"
#include "judge/game/deadline.h"
#include "judge/game/game_keyring.h"
#include "judge/game/reject.h"

enum { NAMES_TRIED = 9 };

/* No mail reaches it (RFC 2606), so no person can prove it to be theirs, as
 * they can take a name. */
static struct str address_of(struct arena *a, enum player_level level)
{
	return str_of(arena_printf(a, "%s@computer.invalid",
				   player_levels[level].name));
}

bool computer_person_is(const struct person_row *p, enum player_level *level)
{
	static const char end[] = "@computer.invalid";
	size_t n = sizeof(end) - 1;
	enum player_level found;
	struct str name = p->address;

	if (name.len <= n || memcmp(name.s + name.len - n, end, n) != 0)
		return false;
	name.len -= n;
	if (!player_level_named(name, level ? level : &found))
		return false;
	return true;
}

bool computer_person_named(struct str name, struct arena *a,
			   enum player_level *level)
{
	struct str folded = utf8_fold(a, name);
	size_t n = sizeof("computer ") - 1;

	if (!str_starts(folded, "COMPUTER "))
		return false;
	folded.s += n;
	folded.len -= n;
	return player_level_named(str_lower(a, folded), level);
}

/* Another person may have the first name. */
static struct str name_of(struct arena *a, enum player_level level, int tried)
{
	const char *name = player_levels[level].name;

	return str_of(tried ? arena_printf(a, "Computer %s %d", name, tried + 1)
			    : arena_printf(a, "Computer %s", name));
}

static enum err person_make(struct judge *j, enum player_level level,
			    struct arena *a, struct person_row *out,
			    struct why *why)
{
	struct person_row p = { .address = address_of(a, level),
				.language = STR("en"),
				.zone = STR("UTC") };
	int64_t id = 0;
	enum err e = ERR_EXISTS;

	for (int i = 0; e == ERR_EXISTS && i < NAMES_TRIED; i++) {
		p.name = name_of(a, level, i);
		why_clear(why);
		e = store_person_add(j->st, &p, judge_now(j), &id, why);
	}
	return e ? e : store_person_get(j->st, id, a, out, why);
}

enum err computer_person_find(struct judge *j, enum player_level level,
			      bool make, struct arena *a,
			      struct person_row *out, struct why *why)
{
	bool current;
	enum err e = store_person_by_address(j->st, address_of(a, level), a,
					     out, &current, why);

	if (e != ERR_NOT_FOUND || !make)
		return e;
	why_clear(why);
	return person_make(j, level, a, out, why);
}

const char *computer_person_refuses(const struct game_ctx *t)
{
	if (!players_find(t->sys->rules))
		return "computer_game";
	return anonymity_is_on(t) ? "computer_anonymous" : NULL;
}

void computer_person_plays(struct adjudication *x, int seat,
			   const struct person_row *p, struct str by)
{
	enum player_level level = PLAYER_FAIR;
	struct event e;

	(void)computer_person_is(p, &level);
	common_event_seat_played(&e, 0, seat, p->name,
				 str_of(player_levels[level].name),
				 PLAYER_VERSION, by);
	deadline_notify(x, &e);
}

/* A computer without a place in this game, the fair one first. */
static enum err person_free(struct adjudication *x, struct person_row *out,
			    bool *found, struct why *why)
{
	static const enum player_level order[] = { PLAYER_FAIR, PLAYER_STRONG,
						   PLAYER_EASY };
	enum err e = ERR_OK;

	*found = false;
	for (size_t i = 0; !e && !*found && i < ARRAY_LEN(order); i++) {
		e = computer_person_find(x->j, order[i], true, x->a, out, why);
		*found = !e;
		for (int k = 0; k < x->t->n_seats; k++)
			*found = *found && x->t->seats[k].person != out->id;
	}
	return e;
}

enum err computer_person_takes_over(struct adjudication *x, int seat,
				    struct why *why)
{
	struct game_ctx *t = x->t;
	struct person_row p;
	struct seat_row *s;
	bool found;
	enum err e = person_free(x, &p, &found, why);

	if (e || !found)
		return e;
	s = game_ctx_seat(t, SLOT_DEPUTY + seat);
	if (!s) {
		assert(t->n_seats < JUDGE_SLOTS); /* room for one each */
		s = &t->seats[t->n_seats++];
		*s = (struct seat_row){ .game = t->row.id,
					.slot = SLOT_DEPUTY + seat };
	}
	s->person = p.id;
	e = store_seat_put(x->j->st, s, why);
	if (!e)
		e = game_keyring_sits(x, p.id, why);
	if (!e)
		computer_person_plays(x, seat, &p, STR("deadline"));
	if (!e)
		table_state_deputy_begins(&t->agreements, seat,
					  &t->game->queue[seat]);
	return e;
}
