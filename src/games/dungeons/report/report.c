/*
 * src/games/dungeons/report/report.c - converts a view and the events of
 * Dungeons to template values
 */
#include "report/picture/scene.h"
#include "base/ascii.h"
#include "games/dungeons/report/report_private.h"
#include "base/parse.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/dungeons/rules/player.h"
#include <stdio.h>

/* -- traps and treasures ---------------------------------------------------*/

/*
 * The name of a tile or of a chest's content: names of the catalog are
 * messages, so that every language has its own; those of other tables stay
 * unchanged. Borrowed.
 */
static struct tval *thing_called(struct arena *a, const struct narrator *n,
				 struct str text)
{
	char *key = arena_printf(a, "dungeons.thing.%.*s", STR_ARG(text));

	for (char *c = key; *c; c++) {
		if ('A' <= *c && *c <= 'Z')
			*c = (char)(*c - 'A' + 'a');
		else if (!('a' <= *c && *c <= 'z') && *c != '.' &&
			 !ascii_is_digit(*c))
			*c = '-';
	}
	if (text.len && messages_message(n->words, str_of(key)))
		return tval_word(a, "%s", key);
	return tval_text(a, text);
}

static struct tval *thing_name(struct arena *a, const struct narrator *n,
			       const int32_t w[DG_THING_WORDS])
{
	return thing_called(a, n, dungeons_text(a, w, DG_THING_WORDS));
}

static bool trap_does(const struct dg_trap *t)
{
	return t->n || t->type != DG_NO_ATTACK || t->disarm;
}

static struct tval *trap_value(struct arena *a, const struct narrator *n,
			       const struct dg_model *m, int position)
{
	static const char *const types[] = { "none", "h", "t", "r" };
	static_assert(ARRAY_LEN(types) == DG_TRAP_R + 1, "each");
	const struct dg_trap *t = m->trap + position;
	struct tval *v = tval_map(a);

	tval_put(a, v, "name", thing_name(a, n, m->name[position]));
	tval_put(a, v, "line", tval_word(a, "dungeons.trap.line"));
	tval_puti(a, v, "spawn", t->n);
	tval_puti(a, v, "points", t->points);
	tval_puti(a, v, "attacks", t->type != DG_NO_ATTACK);
	tval_put(a, v, "type",
		 tval_word(a, "dungeons.trap.%s", types[t->type]));
	tval_puti(a, v, "attack", t->attack);
	tval_puti(a, v, "damage", t->damage);
	tval_puti(a, v, "range", t->type == DG_TRAP_R ? t->range : 0);
	tval_puti(a, v, "disarm", t->disarm);
	return v;
}

static struct tval *treasure_value(struct arena *a, const struct narrator *n,
				   const struct dg_model *m, int position)
{
	static const char *const cells[] = { "speed", "attack", "defense" };
	const struct dg_treasure *t = m->treasure + position;
	struct tval *v = tval_map(a), *effects;

	tval_put(a, v, "name",
		 thing_name(a, n, m->name[DG_POSITIONS + position]));
	tval_put(a, v, "line", tval_word(a, "dungeons.treasure.line"));
	tval_puti(a, v, "gold", t->gold);
	tval_puti(a, v, "potion", t->potion);
	tval_puti(a, v, "trap", t->trap);
	effects = tval_put(a, v, "effects", tval_list(a));
	for (int i = 0; i < 3; i++) {
		struct tval *e;

		if (!t->bonus[i] && !t->ability[i])
			continue;
		e = tval_add(effects, tval_map(a));
		tval_put(a, e, "cell",
			 tval_word(a, "dungeons.cell.%s", cells[i]));
		if (t->bonus[i])
			tval_put(a, e, "bonus", tval_signed(a, t->bonus[i]));
		else
			tval_putz(a, e, "bonus", "");
		tval_put(a, e, "ability",
			 t->ability[i]
				 ? dungeons_ability_word(a, n, t->ability[i])
				 : tval_text(a, (struct str){ 0 }));
	}
	return v;
}

/* -- more than the fields of an event --------------------------------------*/

static struct tval *mouth_value(struct arena *a, const struct narrator *n,
				const struct dg_state *s, int32_t m)
{
	return tval_text(a, m >= 0 && m < s->n_mouths
				    ? dungeons_mouth_id(a, n, s->mouth[m].id)
				    : (struct str){ 0 });
}

static void put_letters(struct arena *a, const struct event *e, int field,
			const char *key, bool ids, struct tval *to)
{
	struct tval *list = tval_put(a, to, key, tval_list(a));
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (int i = 0; i < n; i++)
		tval_add(list, tval_text(a, ids ? dungeons_id_text(a, w[i])
						: str_of(arena_printf(a, "%c",
								      w[i]))));
}

/* a path stops by a refusal that is named in the event */
static void put_reason(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	char room[EVENT_TEXT_ROOM];
	int words;
	const int32_t *w = event_words(e, DG_EV_PATH_STOPPED_REASON, &words);
	struct str wanted = text_unpack(w, words, room, sizeof(room));
	int32_t piece = event_get(e, DG_EV_PATH_STOPPED_PIECE);

	for (int i = 1; i < n->sys->n_refusals; i++)
		if (str_is(wanted, n->sys->refusals[i].name))
			tval_put(a, to, "reason",
				 narrate_refusal(a, n, i,
						 e->n_rules ? e->rules[0] : 0,
						 &piece, 1, NULL));
}

static void put_policy(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	static const char *const policies[] = { "default", "always", "never",
						"if-out", "prefer" };
	static_assert(ARRAY_LEN(policies) == DG_POLICY_PREFER + 1, "each");
	int what = event_get(e, DG_EV_POLICY_SET_WHAT), words;
	const int32_t *w = event_words(e, DG_EV_POLICY_SET_VALUE, &words);
	int32_t first = words ? w[0] : 0, second = words > 1 ? w[1] : 0;
	int32_t ability = what == DG_STANDING_COUNTER             ? second
			  : what == DG_STANDING_KEEP && words > 1 ? first
								  : 0;
	struct tval *about = tval_put(a, to, "figs", tval_list(a));

	tval_putz(a, to, "policy", "");
	tval_putz(a, to, "ability", "");
	tval_putz(a, to, "prefer", "");
	if (words &&
	    (what == DG_STANDING_SPIN || what == DG_STANDING_COUNTER) &&
	    first >= 0 && first < (int)ARRAY_LEN(policies))
		tval_put(a, to, "policy",
			 tval_word(a, "dungeons.policy.%s", policies[first]));
	if (words > 1 && what == DG_STANDING_SPIN)
		tval_put(a, to, "prefer", narrate_label(a, n, second));
	if (ability > 0 && ability < N_DG_ABILITIES)
		tval_put(a, to, "ability",
			 dungeons_ability_word(a, n, ability));
	tval_puti(a, to, "yes",
		  (what == DG_STANDING_KEEP ? second : first) != 0);
	tval_puti(a, to, "tries", what == DG_STANDING_BREAK ? second : 0);
	for (int i = 0; i < words && what == DG_STANDING_LEVELS; i++)
		if (w[i])
			tval_add(about, narrate_label(a, n, w[i]));
}

/* the dials of a model, {trap} and {treasure} by name */
static void put_names(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *to)
{
	struct tval *traps = tval_put(a, to, "trap", tval_list(a));
	struct tval *treasures = tval_put(a, to, "treasure", tval_list(a));
	char room[EVENT_TEXT_ROOM];
	struct str line, rest = event_get_text(e, DG_EV_MODEL_DEFINED_NAMES,
					       room, sizeof(room));

	for (int i = 0; parse_line(&rest, &line); i++)
		if (line.len)
			tval_add(i < DG_POSITIONS ? traps : treasures,
				 thing_called(a, n, arena_str(a, line)));
}

/* The tables of a game are its own: all players see them. */
static void put_model(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int32_t letter = event_get(e, DG_EV_MODEL_DEFINED_MODEL);
	struct tval *traps = tval_put(a, to, "traps", tval_list(a));
	struct tval *treasures = tval_put(a, to, "treasures", tval_list(a));

	tval_puts(a, to, "model", str_of(arena_printf(a, "%c", letter)));
	for (int i = 0; i < s->n_models; i++) {
		const struct dg_model *m = s->model + i;

		if (m->letter != letter)
			continue;
		for (int k = 1; k < DG_POSITIONS; k++)
			tval_add(traps, trap_value(a, n, m, k));
		for (int k = 0; k < DG_POSITIONS; k++)
			tval_add(treasures, treasure_value(a, n, m, k));
	}
}

static void put_table(struct arena *a, const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "totals", tval_list(a));
	int words;
	const int32_t *w = event_words(e, DG_EV_TABLE_DEFINED_ROWS, &words);

	for (int i = 0; i + 1 < words; i += 2) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_puti(a, v, "total", 2 + i / 2);
		tval_puti(a, v, "number", w[i]);
		tval_puti(a, v, "points", w[i + 1]);
	}
}

/* of the ground that is laid: its tiles, sections and mouths */
static bool more_of_ground(struct arena *a, const struct narrator *n,
			   const struct dg_state *s, const struct event *e,
			   struct tval *to)
{
	int c;

	switch ((int)e->kind) {
	case DG_EV_ENTRANCE_SET:
	case DG_EV_EXIT_SET: /* of the same fields */;
		static_assert((int)DG_EV_ENTRANCE_SET_MOUTH ==
				      (int)DG_EV_EXIT_SET_MOUTH,
			      "one reads both");
		tval_put(a, to, "mouth",
			 mouth_value(a, n, s,
				     event_get(e, DG_EV_ENTRANCE_SET_MOUTH)));
		return true;
	case DG_EV_LEFT:
		tval_put(a, to, "mouth",
			 mouth_value(a, n, s, event_get(e, DG_EV_LEFT_MOUTH)));
		return true;
	case DG_EV_SECTION_TURNED:
		c = event_get(e, DG_EV_SECTION_TURNED_SECTION);
		if (c >= 0 && c < s->n_sections)
			tval_puts(a, to, "section",
				  dungeons_id_text(a, s->section[c].id));
		return true;
	case DG_EV_TILE_LAID:
		tval_puts(a, to, "tile",
			  dungeons_id_text(a,
					   event_get(e, DG_EV_TILE_LAID_TILE)));
		return true;
	case DG_EV_TILE_REPLACED:
		tval_puts(a, to, "tile",
			  dungeons_id_text(
				  a, event_get(e, DG_EV_TILE_REPLACED_TILE)));
		tval_puts(a, to, "other",
			  dungeons_id_text(
				  a, event_get(e, DG_EV_TILE_REPLACED_OTHER)));
		return true;
	case DG_EV_TILES_CHOSEN:
		put_letters(a, e, DG_EV_TILES_CHOSEN_TILES, "tiles", true, to);
		return true;
	default: return false;
	}
}

/* the tile of a card: its letter and number, and what it is called */
static void put_tile(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	char room[EVENT_TEXT_ROOM];
	struct str title =
		event_get_text(e, DG_EV_TILE_DEFINED_TITLE, room, sizeof(room));

	tval_puts(a, to, "tile",
		  dungeons_id_text(a, event_get(e, DG_EV_TILE_DEFINED_TILE)));
	tval_puts(a, to, "drawing", dungeons_tile_drawn(a, e));
	if (title.len)
		tval_put(a, to, "title",
			 thing_called(a, n, arena_str(a, title)));
}

/* of chests and their contents */
static bool more_of_chests(struct arena *a, const struct narrator *n,
			   const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int c, m;

	switch ((int)e->kind) {
	case DG_EV_CHESTS_POOLED:
		put_letters(a, e, DG_EV_CHESTS_POOLED_MODELS, "models", false,
			    to);
		return true;
	case DG_EV_CHEST_PLACED:
		tval_puts(a, to, "model",
			  str_of(arena_printf(
				  a, "%c",
				  event_get(e, DG_EV_CHEST_PLACED_MODEL))));
		return true;
	case DG_EV_TRAP_REVEALED:
		c = dg_find_chest(s, event_get(e, DG_EV_TRAP_REVEALED_CHEST));
		m = event_get(e, DG_EV_TRAP_REVEALED_POSITION);
		if (c >= 0 && m >= 0 && m < DG_POSITIONS)
			tval_put(a, to, "trap",
				 trap_value(a, n, s->model + s->chest[c].model,
					    m));
		return true;
	case DG_EV_CHEST_OPENED:
		c = dg_find_chest(s, event_get(e, DG_EV_CHEST_OPENED_CHEST));
		m = event_get(e, DG_EV_CHEST_OPENED_POSITION);
		if (c >= 0 && m >= 0 && m < DG_POSITIONS)
			tval_put(a, to, "found",
				 treasure_value(a, n,
						s->model + s->chest[c].model,
						m));
		return true;
	case DG_EV_TREASURE_CARRIED:
		c = dg_find_chest(s,
				  event_get(e, DG_EV_TREASURE_CARRIED_CHEST));
		if (c >= 0)
			tval_put(
				a, to, "found",
				treasure_value(
					a, n, s->model + s->chest[c].model,
					event_get(
						e,
						DG_EV_TREASURE_CARRIED_TREASURE)));
		return true;
	case DG_EV_MODEL_DEFINED:
		put_model(a, n, e, to);
		put_names(a, n, e, to);
		return true;
	case DG_EV_TILE_DEFINED: put_tile(a, n, e, to); return true;
	default: return false;
	}
}

/* {part}: a path was gone as far as it was legal, before it was refused
 * (DG-MOVE-07) */
static void put_part(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	bool told = n->told < e && e < n->told + n->n_told;

	tval_puti(a, to, "part", told && e[-1].kind == DG_EV_PATH_STOPPED);
}

static bool report_cites(const struct event *e, int rule)
{
	for (int i = 0; i < e->n_rules; i++)
		if (e->rules[i] == rule)
			return true;
	return false;
}

/* abilities that the one click has and the other has not */
static void put_others(struct arena *a, const struct narrator *n,
		       const struct dg_click *has, const struct dg_click * not,
		       struct tval *list)
{
	for (int i = 0; i < N_DG_SLOTS; i++) {
		int what = has->ability[i];
		bool both = false;

		for (int k = 0; k < N_DG_SLOTS; k++)
			both |= not ->ability[k] == what;
		if (!both && what > 0 && what < N_DG_ABILITIES &&
		    what != DG_ABILITY_START_MARK)
			tval_add(list, dungeons_ability_word(a, n, what));
	}
}

/* {gone}, {come}: abilities that clicks of damage took and brought, where the
 * reader sees the dial and it has not ended */
static void put_turned(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int f = s ? dungeons_piece(s, event_get(e, DG_EV_DAMAGED_FIG)) : -1;
	int now = event_get(e, DG_EV_DAMAGED_CLICK);
	int was = now - event_get(e, DG_EV_DAMAGED_CLICKS);
	struct tval *gone = tval_put(a, to, "gone", tval_list(a));
	struct tval *come = tval_put(a, to, "come", tval_list(a));
	struct dg_click before, after;

	if (f < 0 || s->card[f].n_clicks == DG_HIDDEN_CLICKS || was < 0 ||
	    now >= s->card[f].n_clicks)
		return;
	before = dg_click(&s->card[f], was);
	after = dg_click(&s->card[f], now);
	put_others(a, n, &before, &after, gone);
	put_others(a, n, &after, &before, come);
}

/* {choice}: the rules chose for the reader, who could have been asked; at the
 * first event of its kind in the report */
static void put_choice(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->now;
	bool places = e->kind == DG_EV_SPAWN_PLACED;
	int f = s ? dungeons_piece(
			    s, event_get(e, places ? DG_EV_SPAWN_PLACED_FIG
						   : DG_EV_LEVEL_RAISED_FIG))
		  : -1;
	int seat = places  ? event_get(e, DG_EV_SPAWN_PLACED_SEAT)
		   : f < 0 ? -1
			   : s->fig[f].owner;

	if (!s || seat < 0 || seat != n->seat ||
	    !report_cites(e, places ? DG_D_17 : DG_D_19) ||
	    (!places &&
	     (s->player[seat].heroes < 2 || s->player[seat].level_first[0])))
		return;
	for (int i = 0; i < n->n_told && n->told + i < e; i++)
		if (n->told[i].kind == e->kind &&
		    report_cites(n->told + i, places ? DG_D_17 : DG_D_19))
			return;
	tval_puti(a, to, "choice", 1);
}

static void report_more(struct arena *a, const struct narrator *n,
			const struct event *e, struct tval *to)
{
	const int32_t *w;
	int level, m;

	if (more_of_ground(a, n, n->of, e, to) || more_of_chests(a, n, e, to))
		return;
	switch ((int)e->kind) {
	case DG_EV_FIGURE_DEFINED: /* what it costs at the level it has */
		level = event_get(e, DG_EV_FIGURE_DEFINED_LEVEL);
		w = event_words(e, DG_EV_FIGURE_DEFINED_LEVELS, &m);
		if (1 <= level && 2 * level <= m)
			tval_puti(a, to, "points", w[2 * level - 1]);
		break;
	case DG_EV_TABLE_DEFINED: put_table(a, e, to); break;
	case DG_EV_PATH_STOPPED: put_reason(a, n, e, to); break;
	case DG_EV_POLICY_SET: put_policy(a, n, e, to); break;
	case DG_EV_DAMAGED: put_turned(a, n, e, to); break;
	case DG_EV_SPAWN_PLACED:
	case DG_EV_LEVEL_RAISED: put_choice(a, n, e, to); break;
	case COMMON_REFUSED: put_part(a, n, e, to); break;
	default: break;
	}
}

/* -- values ----------------------------------------------------------------*/

static void put_dial(struct arena *a, const struct narrator *n,
		     const struct dg_state *s, int f, struct tval *to)
{
	static const char *const slots[] = { "speed", "attack", "defense",
					     "damage" };
	struct tval *list = tval_put(a, to, "abilities", tval_list(a));

	for (int i = 0; i < N_DG_SLOTS; i++) {
		int ability = dg_shown(s, f, (enum dg_slot)i);
		struct tval *v;

		tval_puti(a, to, slots[i], dg_value(s, f, (enum dg_slot)i));
		if (ability <= 0 || ability >= N_DG_ABILITIES ||
		    ability == DG_ABILITY_START_MARK)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "what", dungeons_ability_word(a, n, ability));
		tval_put(a, v, "rule",
			 narrate_rule(a, n, dg_abilities[ability].rule));
		tval_puti(a, v, "off",
			  dg_on_board(s, f) &&
				  !dg_has(s, f, (enum dg_ability)ability));
	}
}

/* there is more to say of it than its numbers */
static bool has_more(const struct tval *v)
{
	static const char *const what[] = { "abilities", "ground", "items",
					    "acted",     "marker", "frozen",
					    "pending" };

	return tval_any(v, what, ARRAY_LEN(what));
}

static void put_figure(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, int f, struct tval *v)
{
	const struct dg_fig *p = s->fig + f;
	const struct dg_card *c = s->card + f;
	static const char *const abilities = "abilities";
	int left = dungeons_clicks_left(s, f);
	struct tval *items;

	tval_put(a, v, "fig", narrate_label(a, n, p->label));
	tval_puts(a, v, "name", dungeons_text(a, c->name, DG_NAME_WORDS));
	tval_puti(a, v, "on_board", dg_on_board(s, f));
	tval_puti(a, v, "outside", p->place == DG_OUTSIDE);
	tval_puti(a, v, "exited", p->place == DG_EXITED);
	tval_puti(a, v, "eliminated", p->place == DG_ELIMINATED);
	tval_puti(a, v, "level", p->level);
	tval_puti(a, v, "points", dg_points(s, f));
	tval_puti(a, v, "range", c->range);
	tval_puti(a, v, "targets", c->targets);
	tval_puti(a, v, "arc", c->arc);
	tval_puti(a, v, "click", p->click + 1);
	tval_put(a, v, "left",
		 left < 0 ? tval_text(a, (struct str){ 0 })
			  : tval_int(a, left));
	tval_puti(a, v, "lost", p->click - dg_start_click(s, f));
	tval_puti(a, v, "acted", p->acted != 0);
	tval_puti(a, v, "active", s->actor == p->label);
	tval_puti(a, v, "sp", p->sp);
	tval_puti(a, v, "frozen", p->frozen != 0);
	tval_puti(a, v, "marker", p->marker != 0);
	tval_put(a, v, "pending",
		 p->pending ? dungeons_word(a, n, DG_EV_DECLARED,
					    DG_EV_DECLARED_TERRAIN, p->pending)
			    : tval_text(a, (struct str){ 0 }));
	if (p->click < c->n_clicks)
		put_dial(a, n, s, f, v);
	tval_put(a, v, "at", dungeons_square(a, p->sq));
	tval_put(a, v, "face", dungeons_face_word(a, n, p->facing));
	tval_put(a, v, "ground",
		 dg_on_board(s, f) && s->square[p->sq].terrain != DG_CLEAR
			 ? dungeons_word(a, n, DG_EV_TERRAIN_PLACED,
					 DG_EV_TERRAIN_PLACED_TERRAIN,
					 s->square[p->sq].terrain)
			 : tval_text(a, (struct str){ 0 }));
	items = tval_put(a, v, "items", tval_list(a));
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].fig == p->label)
			tval_add(items, narrate_label(a, n, s->chest[i].label));
	tval_puts(a, v, "reach",
		  c->range ? str_of(arena_printf(a, "%d/%d", c->range,
						 c->targets))
			   : (struct str){ 0 });
	tval_put(a, v, "more", tval_word(a, "dungeons.figure"));
	tval_puti(a, v, "has_more", has_more(v));
	/* in short reports, too */
	tval_puti(a, v, "told", p->acted || tval_any(v, &abilities, 1));
}

static void put_chest(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, int i, struct tval *v)
{
	const struct dg_chest *c = s->chest + i;
	const struct dg_model *m = s->model + c->model;

	tval_put(a, v, "chest", narrate_label(a, n, c->label));
	tval_puts(a, v, "model", str_of(arena_printf(a, "%c", m->letter)));
	tval_put(a, v, "at", dungeons_square(a, c->sq));
	tval_put(a, v, "face", dungeons_face_word(a, n, c->face));
	tval_put(a, v, "state",
		 dungeons_word(a, n, DG_EV_TRAP_REVEALED,
			       DG_EV_TRAP_REVEALED_STATE, c->trap));
	/* a position may say that a trap is armed and not what it does */
	if (c->trap == DG_ARMED && trap_does(m->trap + c->position))
		tval_put(a, v, "trap", trap_value(a, n, m, c->position));
	if (dungeons_known(c->treasure))
		tval_put(a, v, "treasure",
			 treasure_value(a, n, m, c->treasure));
	tval_put(a, v, "fig", narrate_label(a, n, c->fig));
	tval_puti(a, v, "stored", c->place == DG_CHEST_STORED);
	tval_puti(a, v, "used", c->potion == DG_POTION_USED);
	tval_puti(a, v, "works", c->potion == DG_POTION_WORKS);
	tval_put(a, v, "placed", tval_word(a, "dungeons.chest.placed"));
	tval_put(a, v, "held", tval_word(a, "dungeons.chest.held"));
}

/* a player's Heroes: all, and those outside the dungeon once more */
static void put_figures(struct arena *a, const struct narrator *n,
			const struct dg_state *s, int seat, struct tval *v)
{
	struct tval *figures = tval_put(a, v, "figures", tval_list(a));
	struct tval *out = tval_put(a, v, "out", tval_list(a)), *one;
	bool notes = false;

	for (int i = 0; i < s->n_figs; i++) {
		if (s->fig[i].owner != seat)
			continue;
		one = tval_add(figures, tval_map(a));
		put_figure(a, n, s, i, one);
		notes |= dg_on_board(s, i) &&
			 tval_holds(tval_get(one, STR("has_more")));
		if (!dg_on_board(s, i))
			put_figure(a, n, s, i, tval_add(out, tval_map(a)));
	}
	tval_puti(a, v, "standing_figures", figures->n > out->n);
	tval_puti(a, v, "has_out", out->n);
	tval_put(a, v, "out_line", tval_word(a, "dungeons.out"));
	tval_puti(a, v, "has_notes", notes);
	tval_put(a, v, "notes", tval_word(a, "dungeons.notes"));
	tval_put(a, v, "summary", tval_word(a, "dungeons.summary"));
}

static void put_player(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, int seat, int reader,
		       struct tval *v)
{
	const struct dg_player *p = s->player + seat;
	struct tval *chests;
	int gold = 0;

	tval_put(a, v, "seat", narrate_seat(a, n, seat));
	tval_puti(a, v, "you", seat == reader);
	tval_puti(a, v, "active", seat == s->head.active);
	tval_puti(a, v, "withdrawn", s->head.seat[seat].withdrawn != 0);
	tval_puti(a, v, "xp", p->xp);
	tval_puti(a, v, "waiting", p->waiting);
	tval_puti(a, v, "master",
		  s->master == seat && common_state_seats(&s->head) > 2);
	tval_put(a, v, "points",
		 dungeons_known(p->points) ? tval_int(a, p->points)
					   : tval_text(a, STR("?")));
	tval_put(a, v, "entrance", mouth_value(a, n, s, p->entrance));
	tval_put(a, v, "exit", mouth_value(a, n, s, p->exit));
	tval_puti(a, v, "may_leave", p->acquired != 0);
	put_figures(a, n, s, seat, v);
	chests = tval_put(a, v, "chests", tval_list(a));
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = s->chest + i;
		const struct dg_treasure *t = dg_treasure(s, i);

		if (c->holder != seat ||
		    (c->place != DG_CHEST_HELD && c->place != DG_CHEST_STORED))
			continue;
		put_chest(a, n, s, i, tval_add(chests, tval_map(a)));
		if (c->place == DG_CHEST_STORED && t)
			gold += t->gold;
	}
	tval_puti(a, v, "gold", gold);
	tval_puti(a, v, "holds", dg_holding(s, seat));
	tval_puti(a, v, "limit",
		  s->head.phase == DG_PLAY ? dg_limit(s, seat) : 0);
}

static void put_tokens(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_tokens; i++) {
		const struct dg_token *k = s->token + i;
		struct tval *v;

		if (k->sq == DG_NOWHERE)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "token", narrate_label(a, n, k->label));
		tval_put(a, v, "at", dungeons_square(a, k->sq));
		tval_put(a, v, "tier",
			 dungeons_word(a, n, DG_EV_TOKEN_PLACED,
				       DG_EV_TOKEN_PLACED_TIER, k->tier));
		tval_puti(a, v, "marker", k->marker != 0);
		tval_puti(a, v, "acted", k->acted != 0);
	}
}

static void put_doors(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_doors; i++) {
		const struct dg_door *d = s->door + i;
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "door", narrate_label(a, n, d->label));
		tval_put(a, v, "a", dungeons_square(a, d->sq));
		tval_put(a, v, "b",
			 dungeons_square(a, dg_beside(d->sq, d->side)));
		tval_put(a, v, "kind",
			 dungeons_word(a, n, DG_EV_DOOR_PLACED,
				       DG_EV_DOOR_PLACED_KIND, d->kind));
		tval_put(a, v, "state",
			 dungeons_word(a, n, DG_EV_DOOR_PLACED,
				       DG_EV_DOOR_PLACED_STATE, d->state));
	}
}

static void put_mouths(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_mouths; i++) {
		const struct dg_mouth *m = s->mouth + i;
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "mouth", mouth_value(a, n, s, i));
		tval_put(a, v, "a", dungeons_point(a, m->x0, m->y0));
		tval_put(a, v, "b", dungeons_point(a, m->x1, m->y1));
		tval_puti(a, v, "wide", m->x0 != m->x1 || m->y0 != m->y1);
		tval_put(a, v, "side", dungeons_face_word(a, n, m->side));
	}
}

/* Mage Spawn on the board, and those that wait in the pool */
static void put_spawn(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *spawn,
		      struct tval *pool)
{
	for (int i = 0; i < s->n_figs; i++) {
		struct tval *v;

		if (s->fig[i].owner >= 0)
			continue;
		if (dg_on_board(s, i)) {
			put_figure(a, n, s, i, tval_add(spawn, tval_map(a)));
		} else if (s->fig[i].place == DG_IN_POOL) {
			v = tval_add(pool, tval_map(a));
			tval_put(a, v, "fig",
				 narrate_label(a, n, s->fig[i].label));
			tval_puts(
				a, v, "name",
				narrate_figure(a, n,
					       dungeons_text(a, s->card[i].name,
							     DG_NAME_WORDS)));
			tval_puti(a, v, "points", s->card[i].points);
		}
	}
}

static void put_things(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *to)
{
	struct tval *chests = tval_put(a, to, "chests", tval_list(a));
	struct tval *spawn = tval_put(a, to, "spawn", tval_list(a));
	struct tval *pool = tval_put(a, to, "pool", tval_list(a));

	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES)
			put_chest(a, n, s, i, tval_add(chests, tval_map(a)));
	put_tokens(a, n, s, tval_put(a, to, "tokens", tval_list(a)));
	put_doors(a, n, s, tval_put(a, to, "doors", tval_list(a)));
	put_mouths(a, n, s, tval_put(a, to, "mouths", tval_list(a)));
	put_spawn(a, n, s, spawn, pool);
}

static const char *phase_of(const struct narrator *n, const struct dg_state *s)
{
	return dungeons_value_name(n, DG_EV_PHASE_ENTERED,
				   DG_EV_PHASE_ENTERED_PHASE, s->head.phase);
}

/* in set-up the next order depends on those sent already */
static const char *report_awaited(const struct narrator *n,
				  const struct dg_state *s, int seat)
{
	static const char *const questions[] = { "",      "spin",  "counter",
						 "place", "level", "drop" };
	static_assert(ARRAY_LEN(questions) == N_DG_QUESTIONS, "each");
	const struct dg_player *p = s->player + seat;

	if (s->frame.what && s->frame.asked[0].seat == seat)
		return questions[s->frame.what];
	if (s->head.phase == DG_CHESTS && !p->chests_in)
		return "models";
	if (s->head.phase == DG_BOARD && !p->tiles_in)
		return "tiles";
	if (s->head.phase == DG_TERRAIN && p->piece >= DG_PIECE_WOOD)
		return "door";
	if (s->head.phase == DG_DOORWAYS && dg_doorway(s) == seat)
		return "entrance";
	if (s->head.phase == DG_PLAY && !s->ready)
		return "start";
	return phase_of(n, s);
}

static struct tval *report_awaits(struct arena *a, const struct narrator *n,
				  const void *view, int seat)
{
	const struct dg_state *s = view;
	struct tval *v = tval_map(a);

	tval_put(a, v, "fig", narrate_label(a, n, s->frame.asked[0].fig));
	tval_put(a, v, "about", narrate_label(a, n, s->frame.about));
	tval_put(a, v, "whose", narrate_seat(a, n, dg_doorway(s)));
	tval_puti(a, v, "points",
		  s->head.phase == DG_POOL ? DG_POOL_POINTS
					   : s->head.option[DG_OPTION_LIMIT]);
	tval_puti(a, v, "heroes", s->player[seat].heroes);
	tval_put(
		a, v, "what",
		tval_word(a, "dungeons.awaits.%s", report_awaited(n, s, seat)));
	return v;
}

/* {ready}: Venom that the first order brings about */
static void put_ready(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *to)
{
	struct tval *list = tval_put(a, to, "venoms", tval_list(a));

	for (int g = 0; g < s->n_figs; g++) {
		int by = g;
		int32_t clicks = dg_venom_waits(s, g, &by);
		struct tval *v;

		if (clicks < 1)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "fig", narrate_label(a, n, s->fig[by].label));
		tval_put(a, v, "target", narrate_label(a, n, s->fig[g].label));
		tval_puti(a, v, "clicks", clicks);
		tval_puti(a, v, "out", dungeons_clicks_left(s, g) == clicks);
	}
	tval_put(a, to, "ready",
		 list->n ? tval_word(a, "dungeons.ready") : tval_list(a));
}

/* {left_now}: activations, and the speed points of the activated piece */
static void put_left_now(struct arena *a, const struct narrator *n,
			 const struct dg_state *s, struct tval *to)
{
	int32_t sp = s->actor ? dg_sp(s, s->actor) : 0;

	if (s->head.phase != DG_PLAY)
		return;
	tval_put(a, to, "mover", narrate_label(a, n, s->actor));
	tval_puti(a, to, "mover_sp", sp > 0 ? sp : 0);
	tval_put(a, to, "left_now", tval_word(a, "dungeons.left_now"));
}

static void report_refusal(struct arena *a, const struct narrator *n,
			   int reason, const int32_t *args, int n_args,
			   struct tval *values)
{
	const struct dg_state *s = n->now;
	int g = s && n_args ? dungeons_piece(s, args[0]) : -1, by = -1;

	if (reason == DG_REFUSAL_NO_TARGET && g >= 0 &&
	    dg_venom_waits(s, g, &by) > 0)
		tval_put(a, values, "venom",
			 narrate_label(a, n, s->fig[by].label));
}

static void values(struct arena *a, const struct narrator *n, const void *view,
		   int seat, struct tval *to)
{
	const struct dg_state *s = view;
	struct tval *list;
	bool named = false, any_gold = false;

	tval_puti(a, to, "turn_number", s->turn);
	tval_puti(a, to, "in_play", s->head.phase == DG_PLAY);
	tval_puti(a, to, "lone_wolf", s->lone_wolf != 0);
	tval_puti(a, to, "activations", s->activations);
	tval_put(a, to, "phase",
		 tval_word(a, "dungeons.phase.%s", phase_of(n, s)));
	tval_put(a, to, "active", narrate_seat(a, n, s->head.active));
	tval_put(a, to, "turn",
		 tval_word(a, s->head.phase == DG_PLAY
				      ? "dungeons.turn.play"
				      : "dungeons.turn.other"));
	list = tval_put(a, to, "players", tval_list(a));
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		struct tval *player;
		bool stand;

		if (!s->head.seat[i].present)
			continue;
		player = tval_add(list, tval_map(a));
		put_player(a, n, s, i, seat, player);
		any_gold |= tval_holds(tval_get(player, STR("gold")));
		/* the columns are named once */
		stand = tval_holds(tval_get(player, STR("standing_figures")));
		tval_puti(a, player, "headed", stand && !named);
		named |= stand;
	}
	tval_puti(a, to, "any_gold", any_gold);
	put_things(a, n, s, to);
	tval_put(a, to, "pool_line", tval_word(a, "dungeons.pool"));
	tval_put(a, to, "spawn_line", tval_word(a, "dungeons.notes_spawn"));
	tval_put(a, to, "unchanged_line", tval_word(a, "dungeons.unchanged"));
	tval_put(a, to, "chests_line", tval_word(a, "dungeons.chests"));
	tval_put(a, to, "doors_line", tval_word(a, "dungeons.doors"));
	tval_put(a, to, "tokens_line", tval_word(a, "dungeons.tokens"));
	put_ready(a, n, s, to);
	put_left_now(a, n, s, to);
}

static const char *ability_name(int number)
{
	return number > 0 && number < N_DG_ABILITIES ? dg_abilities[number].name
						     : NULL;
}

static const char *const *terms(struct arena *a, const struct narrator *n,
				const void *view, struct tval *to)
{
	static const char *const told[] = { "limit", "map", "tokens_per_player",
					    "chests_per_player", NULL };
	const struct dg_state *s = view;
	char room[EVENT_TEXT_ROOM];
	struct str map = text_unpack(s->map, DG_KEY_WORDS, room, sizeof(room));

	(void)n;
	if (str_starts(map, "map/"))
		map = (struct str){ map.s + 4, map.len - 4 };
	tval_puts(a, to, "map", map);
	tval_puti(a, to, "points", s->head.option[DG_OPTION_LIMIT]);
	tval_puti(a, to, "tokens", s->head.option[DG_OPTION_TOKENS_PER_PLAYER]);
	tval_puti(a, to, "chests", s->head.option[DG_OPTION_CHESTS_PER_PLAYER]);
	return told;
}

/* squares and doors have labels, too */
static int seat_of(const void *view, int32_t label)
{
	const struct dg_state *s = view;
	int f = dungeons_piece(s, label);

	return f < 0 ? -1 : s->fig[f].owner;
}

const struct report_game report_dungeons = {
	.player = &player_dungeons,
	.name = dungeons_name,
	.point = dungeons_point,
	.more = report_more,
	.refusal = report_refusal,
	.fold = dungeons_fold,
	.weight = dungeons_weight,
	.tale = dungeons_tale,
	.tally = dungeons_tally,
	.tally_words = "report",
	.scene = dungeons_scene,
	.traces = dungeons_traces,
	.values = values,
	.awaits = report_awaits,
	.ability = ability_name,
	.terms = terms,
	.seat_of = seat_of,
};
