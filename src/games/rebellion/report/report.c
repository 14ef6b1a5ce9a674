/*
 * src/games/rebellion/report/report.c - converts a view of Rebellion to a scene
 * and template values
 */
#include "games/rebellion/report/report_private.h"
#include "games/rebellion/rules/player.h"
#include "games/rebellion/rules/turn.h"
#include <stdio.h>

static bool report_known(int32_t v)
{
	return v != RB_UNKNOWN;
}

/* index of a figure that the reader knows of, -1 */
static int figure_find(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_figs && label; i++)
		if (s->fig[i].label == label)
			return i;
	return -1;
}

static int find_terrain(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_terrain; i++)
		if (s->terrain[i].label == label)
			return i;
	return -1;
}

static struct str card_text(struct arena *a, const int32_t *w, int n)
{
	char room[4 * RB_NAME_WORDS + 1];

	if (w[0] <= 0 || w[0] > 4 * (n - 1))
		return (struct str){ 0 };
	return arena_str(a, text_unpack(w, n, room, sizeof(room)));
}

static void name(const struct narrator *n, int32_t label, struct buf *out)
{
	const struct rb_state *s = n->of;
	int f = figure_find(s, label);
	char room[4 * RB_NAME_WORDS + 1];

	if (f >= 0 && s->def[f].name[0] > 0 &&
	    s->def[f].name[0] <= 4 * (RB_NAME_WORDS - 1))
		buf_adds(out, text_unpack(s->def[f].name, RB_NAME_WORDS, room,
					  sizeof(room)));
}

static bool figure_on_board(const struct rb_state *s, int f)
{
	return s->fig[f].status == RB_ON_BOARD && report_known(s->fig[f].at.x);
}

static struct spine base_of(const struct rb_state *s, int f)
{
	return geo_base(s->fig[f].at, s->fig[f].facing, s->def[f].radius,
			s->def[f].ahead, s->def[f].behind);
}

/* The click it shows; NULL if the reader may not know, or there is none. */
static const struct rb_click *report_shown(const struct rb_state *s, int f)
{
	int32_t w = s->fig[f].wounds, n = s->def[f].n_clicks;

	if (!report_known(w) || w < 0 || w >= RB_MAX_CLICKS ||
	    (report_known(n) && w >= n))
		return NULL;
	return s->def[f].click + w;
}

static int clicks_left(const struct rb_state *s, int f)
{
	if (!report_known(s->fig[f].wounds) ||
	    !report_known(s->def[f].n_clicks))
		return -1;
	return s->def[f].n_clicks - s->fig[f].wounds;
}

/* -- the scene -------------------------------------------------------------*/

static struct str label_text(struct arena *a, int32_t label)
{
	return str_of(arena_printf(a, "%c%d", label_letter(label),
				   label_number(label)));
}

/* By what its first click can, by weapon or kind, else by faction. */
static enum art emblem_of(const struct rb_state *s, int f)
{
	static const struct {
		enum rb_slot slot;
		int ability;
		enum art art;
	} crafts[] = {
		{ RB_ATTACK, RB_ABILITY_HEALING, ART_HEAL },
		{ RB_ATTACK, RB_ABILITY_MAGIC_HEALING, ART_HEAL },
		{ RB_DAMAGE, RB_ABILITY_NECROMANCY, ART_SKULL },
		{ RB_ATTACK, RB_ABILITY_FLAME, ART_FIRE },
		{ RB_ATTACK, RB_ABILITY_BLAST, ART_STAFF },
		{ RB_SPEED, RB_ABILITY_STEALTH, ART_HOOD },
	};
	static const struct {
		const char *begins;
		enum art art;
	} factions[] = {
		{ "Atlantis", ART_ATLANTIS },
		{ "Black", ART_POWDER },
		{ "Draconum", ART_DRACONUM },
		{ "Elemental", ART_ELEMENTAL },
		{ "Knights", ART_KNIGHTS },
		{ "Mage", ART_SPAWN },
		{ "Necropolis", ART_NECROPOLIS },
		{ "Orc", ART_ORC },
	};
	char room[RB_KEY_WORDS * sizeof(int32_t)];
	struct str faction =
		rb_text(s->def[f].faction, RB_KEY_WORDS, room, sizeof(room));

	if (s->def[f].cavalry.mount || s->fig[f].rider)
		return ART_HORSE;
	for (size_t i = 0; i < ARRAY_LEN(crafts); i++)
		if (s->def[f].click[0].ability[crafts[i].slot] ==
		    crafts[i].ability)
			return crafts[i].art;
	if (s->def[f].range)
		return ART_BOW;
	for (size_t i = 0; i < ARRAY_LEN(factions); i++)
		if (str_starts(faction, factions[i].begins))
			return factions[i].art;
	return ART_SWORD;
}

static void add_piece(struct arena *a, const struct rb_state *s, int f,
		      struct scene *out)
{
	struct scene_piece *p = out->piece + out->n_pieces++;
	int rider = figure_find(s, s->fig[f].rider);

	*p = (struct scene_piece){
		.label = label_text(a, s->fig[f].label),
		.owner = s->fig[f].owner,
		.base = base_of(s, f),
		.dot = s->fig[f].at,
		.facing = s->fig[f].facing,
		.arc = s->def[f].arc,
		.tokens = s->fig[f].tokens,
		.clicks_left = clicks_left(s, f),
		.wounds = report_known(s->fig[f].wounds) ? s->fig[f].wounds : 0,
		.holder = -1,
		.emblem = emblem_of(s, f),
	};
	if (rider >= 0) {
		p->rider = label_text(a, s->fig[rider].label);
		p->rider_left = clicks_left(s, rider);
		p->rider_wounds = report_known(s->fig[rider].wounds)
					  ? s->fig[rider].wounds
					  : 0;
	}
}

static enum scene_kind scene_kind_of(const struct feature *f)
{
	switch (f->kind) {
	case FEATURE_BLOCKING: return SCENE_BLOCKING;
	case FEATURE_ELEVATED: return f->abrupt ? SCENE_ABRUPT : SCENE_ELEVATED;
	case FEATURE_SHALLOW: return SCENE_SHALLOW;
	case FEATURE_DEEP: return SCENE_DEEP;
	case FEATURE_WALL: return SCENE_WALL;
	case FEATURE_CONCEALING: return SCENE_CONCEALING;
	default: return SCENE_HINDERING;
	}
}

static void add_area(struct arena *a, const struct rb_state *s, int i,
		     struct scene *out)
{
	const struct feature *f = s->feature + i;
	struct scene_area *to = out->area + out->n_areas++;

	*to = (struct scene_area){
		.kind = scene_kind_of(f),
		.shape = f->area,
		.label = label_text(a, s->terrain[i].label),
		.n_stairs = f->n_stairs,
	};
	memcpy(to->stairs, f->stairs, sizeof(to->stairs));
}

static_assert((int)RB_MAX_FIGS <= (int)SCENE_MAX_PIECES,
	      "a piece for each figure");
static_assert((int)RB_MAX_TERRAIN <= (int)SCENE_MAX_AREAS,
	      "an area for each feature");
static_assert((int)RB_MAX_ITEMS <= (int)SCENE_MAX_ITEMS,
	      "a scene holds every item");
static_assert((int)RB_MAX_SEATS <= (int)SCENE_MAX_OWNERS,
	      "a style for each seat");

/* The board is empty, and no seat is to put terrain or figures there. */
static bool is_bare(const struct rb_state *s)
{
	bool bare = !s->n_terrain && s->head.phase != RB_TERRAIN &&
		    s->head.phase != RB_DEPLOY;

	for (int i = 0; bare && i < s->n_figs; i++)
		bare = !figure_on_board(s, i);
	return bare;
}

/* the players: name, side, and the side's zone during set-up */
static void add_owners(struct arena *a, const struct narrator *n,
		       const struct rb_state *s, struct scene *out)
{
	bool has_zones =
		s->head.phase == RB_TERRAIN || s->head.phase == RB_DEPLOY;

	for (int i = 0; i < RB_MAX_SEATS; i++) {
		char letter[2] = { (char)('A' + i), 0 };

		if (!s->head.seat[i].present)
			continue;
		out->owner[i].present = true;
		out->owner[i].side = s->player[i].side;
		if (has_zones && s->player[i].side >= RB_SOUTH)
			out->owner[i].zone = rb_zone(s, s->player[i].side);
		out->owner[i].name =
			n->seat_name[i].len
				? str_of(arena_printf(a, "%s %.*s", letter,
						      STR_ARG(n->seat_name[i])))
				: str_of(arena_strdup(a, letter));
	}
}

/* figures, and whose captive each is */
static void add_pieces(struct arena *a, const struct rb_state *s,
		       struct scene *out)
{
	int index[RB_MAX_FIGS];

	for (int i = 0; i < s->n_figs; i++) {
		index[i] = out->n_pieces;
		if (figure_on_board(s, i))
			add_piece(a, s, i, out);
	}
	for (int i = 0; i < s->n_figs; i++) {
		int holder = figure_find(s, s->fig[i].captive_of);

		if (holder >= 0 && figure_on_board(s, i) &&
		    figure_on_board(s, holder))
			out->piece[index[i]].holder = index[holder];
	}
}

static bool report_scene(struct arena *a, const struct narrator *n,
			 const void *view, struct scene *out)
{
	const struct rb_state *s = view;

	if (s->board_w <= 0 || s->board_h <= 0 || is_bare(s))
		return false;
	out->w = s->board_w;
	out->h = s->board_h;
	add_owners(a, n, s, out);
	/* terrain on high ground is drawn over the ground */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < s->n_terrain; i++)
			if ((s->terrain[i].on != 0) == pass)
				add_area(a, s, i, out);
	add_pieces(a, s, out);
	for (int i = 0; i < s->n_items; i++)
		if (!s->item[i].holder)
			out->item[out->n_items++] = (struct scene_item){
				.label = label_text(a, s->item[i].label),
				.at = s->item[i].at,
				.r = RB_ITEM_RADIUS,
			};
	return true;
}

static int report_body(const struct rb_state *s, int f)
{
	return s->fig[f].status == RB_RIDING ? figure_find(s, s->fig[f].on) : f;
}

static void line_between(const struct rb_state *s, int a, int b,
			 enum scene_trace_kind kind, struct scene *out)
{
	struct vec p[2];

	/* a rider is at the place of its mount */
	a = a < 0 ? a : report_body(s, a);
	b = b < 0 ? b : report_body(s, b);
	if (a < 0 || b < 0 || a == b)
		return;
	/* who was eliminated by it has no place any more */
	if (!figure_on_board(s, a) || !figure_on_board(s, b)) {
		if (figure_on_board(s, a) || figure_on_board(s, b))
			scene_spot(out,
				   s->fig[figure_on_board(s, a) ? a : b].at);
		return;
	}
	p[0] = s->fig[a].at;
	p[1] = s->fig[b].at;
	scene_trace(out, kind, s->fig[a].owner, RB_RADIUS, p, 2);
}

static void trace_moved(const struct rb_state *s, const struct event *e,
			struct scene *out)
{
	struct vec p[SCENE_MAX_POINTS];
	int words, n = 0;
	int f = figure_find(s, event_get(e, RB_EV_MOVED_FIG));
	const int32_t *w = event_words(e, RB_EV_MOVED_PATH, &words);
	struct scene_trace *t;
	struct spine was;

	for (int i = 0; i + 1 < words && n < SCENE_MAX_POINTS; i += 2)
		p[n++] = (struct vec){ w[i], w[i + 1] };
	if (f < 0)
		return;
	t = scene_trace(out, SCENE_PATH, s->fig[f].owner, s->def[f].radius, p,
			n);
	was = geo_base(p[0], event_get(e, RB_EV_MOVED_FROM_FACE),
		       s->def[f].radius, s->def[f].ahead, s->def[f].behind);
	if (t && was.n > 1)
		t->tail = was.p[1];
}

static void trace_levitated(const struct rb_state *s, const struct event *e,
			    struct scene *out)
{
	int f = figure_find(s, event_get(e, RB_EV_LEVITATED_FIG)), words;
	const int32_t *from = event_words(e, RB_EV_LEVITATED_FROM, &words);
	const int32_t *to = event_words(e, RB_EV_LEVITATED_TO, &words);
	struct vec p[2] = { { from[0], from[1] }, { to[0], to[1] } };

	if (f >= 0)
		scene_trace(out, SCENE_PATH, s->fig[f].owner, s->def[f].radius,
			    p, 2);
}

/*
 * The members of a formation at their places, each tied to the nearest of
 * those before it.
 */
static void trace_formation(const struct rb_state *s, const struct event *e,
			    struct scene *out)
{
	int figs[RB_MAX_MEMBERS + 1], n = 0, words;
	const int32_t *w = event_words(e, RB_EV_ACTION_MEMBERS, &words);

	figs[n++] = figure_find(s, event_get(e, RB_EV_ACTION_FIG));
	for (int i = 0; i < words && n <= RB_MAX_MEMBERS; i++)
		figs[n++] = figure_find(s, w[i]);
	for (int i = 1; i < n; i++) {
		int64_t best = INT64_MAX;
		struct vec p[2];

		for (int k = 0; k < i; k++) {
			int64_t far;

			if (figs[i] < 0 || figs[k] < 0 ||
			    !figure_on_board(s, figs[i]) ||
			    !figure_on_board(s, figs[k]))
				continue;
			far = geo_dist2(s->fig[figs[i]].at, s->fig[figs[k]].at);
			if (far >= best)
				continue;
			best = far;
			p[0] = s->fig[figs[k]].at;
			p[1] = s->fig[figs[i]].at;
		}
		if (best < INT64_MAX)
			scene_trace(out, SCENE_FORMATION, s->fig[figs[i]].owner,
				    s->def[figs[i]].radius, p, 2);
	}
}

static void report_traces(const void *view, const struct event *v, int count,
			  struct scene *out)
{
	const struct rb_state *s = view;

	for (int i = 0; i < count; i++) {
		const struct event *e = v + i;
		int result, hurt;

		switch ((int)e->kind) {
		case RB_EV_ACTION: trace_formation(s, e, out); break;
		case RB_EV_MOVED: trace_moved(s, e, out); break;
		case RB_EV_LEVITATED: trace_levitated(s, e, out); break;
		case RB_EV_ATTACK_RESULT:
			result = event_get(e, RB_EV_ATTACK_RESULT_RESULT);
			line_between(
				s,
				figure_find(
					s,
					event_get(
						e,
						RB_EV_ATTACK_RESULT_ATTACKER)),
				figure_find(
					s,
					event_get(e,
						  RB_EV_ATTACK_RESULT_TARGET)),
				result == RB_HIT || result == RB_CRITICAL_HIT
					? SCENE_HIT
					: SCENE_MISS,
				out);
			break;
		case RB_EV_OVERWHELM:
			line_between(
				s,
				figure_find(s,
					    event_get(e, RB_EV_OVERWHELM_BY)),
				figure_find(
					s,
					event_get(e, RB_EV_OVERWHELM_TARGET)),
				event_get(e, RB_EV_OVERWHELM_OK) ? SCENE_HIT
								 : SCENE_MISS,
				out);
			break;
		case RB_EV_CLICKS:
			hurt = figure_find(s, event_get(e, RB_EV_CLICKS_FIG));
			if (hurt >= 0)
				scene_loss(out, s->fig[hurt].at,
					   event_get(e, RB_EV_CLICKS_N));
			break;
		case RB_EV_HEALED:
			line_between(
				s,
				figure_find(s, event_get(e, RB_EV_HEALED_BY)),
				figure_find(s, event_get(e, RB_EV_HEALED_FIG)),
				SCENE_MEND, out);
			break;
		default: break;
		}
	}
}

/* -- values ----------------------------------------------------------------*/

static struct tval *report_number(struct arena *a, int32_t v)
{
	return report_known(v) ? tval_int(a, v) : tval_text(a, STR("?"));
}

static struct tval *report_direction(struct arena *a, int32_t degrees)
{
	static const char *const names[] = { "n", "ne", "e", "se",
					     "s", "sw", "w", "nw" };

	return tval_word(a, "dir.%s", names[(degrees + 22) % 360 / 45]);
}

static void put_dial(struct arena *a, const struct narrator *n,
		     const struct rb_click *c, struct tval *to)
{
	static const char *const slot[] = { "speed", "attack", "defense",
					    "damage" };
	struct tval *list = tval_put(a, to, "abilities", tval_list(a));

	for (int i = 0; i < N_RB_SLOTS; i++) {
		int ability = c ? c->ability[i] : 0;

		tval_put(a, to, slot[i],
			 c ? report_number(a, c->value[i])
			   : tval_text(a, STR("-")));
		if (ability <= 0 || ability >= N_RB_ABILITIES)
			continue;
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "what",
			 tval_word(
				 a, "word.%s",
				 narrate_key(a, rb_abilities[ability].name).s));
		tval_put(a, v, "rule",
			 narrate_rule(a, n, rb_abilities[ability].rule));
	}
}

static struct tval *unit_label(struct arena *a, const struct narrator *n,
			       const struct rb_state *s, int f)
{
	int rider = figure_find(s, s->fig[f].rider);

	if (rider < 0)
		return narrate_label(a, n, s->fig[f].label);
	return tval_text(a, str_of(arena_printf(
				    a, "%.*s+%.*s",
				    STR_ARG(label_text(a, s->fig[rider].label)),
				    STR_ARG(label_text(a, s->fig[f].label)))));
}

/* whose bases it touches, friends and opponents */
static int put_touched(struct arena *a, const struct narrator *n,
		       const struct rb_state *s, int f, struct tval *to)
{
	struct tval *list = tval_put(a, to, "touches", tval_list(a));
	struct spine base = base_of(s, f);

	for (int i = 0; i < s->n_figs; i++) {
		struct spine other;

		if (i == f || !figure_on_board(s, i))
			continue;
		other = base_of(s, i);
		if (geo_bases_touch(&base, &other))
			tval_add(list, unit_label(a, n, s, i));
	}
	return (int)list->n;
}

static struct tval *key_word(struct arena *a, const char *name)
{
	return tval_word(a, "word.%s", narrate_key(a, name).s);
}

/* the words printed on mounts and riders, and the rider of each mount */
static void put_cavalry(struct arena *a, const struct narrator *n,
			const struct rb_state *s, int f, struct tval *v)
{
	const struct rb_saddlery *c = &s->def[f].cavalry;
	const struct rb_fig *fig = s->fig + f;
	struct tval *list;

	tval_put(a, v, "on", narrate_label(a, n, fig->on));
	tval_put(a, v, "rider", narrate_label(a, n, fig->rider));
	tval_puti(a, v, "riding", fig->status == RB_RIDING);
	tval_puti(a, v, "removed", fig->status == RB_REMOVED);
	if (report_known(fig->control) && fig->control >= 0)
		tval_put(a, v, "control", narrate_seat(a, n, fig->control));
	if (c->mount > 0 && c->mount < N_RB_MOUNTS) {
		tval_put(a, v, "mount", key_word(a, rb_mount_names[c->mount]));
		if (c->level >= 0 && c->level < N_RB_LEVELS)
			tval_put(a, v, "level",
				 key_word(a, rb_level_names[c->level]));
	}
	list = tval_put(a, v, "proficiencies", tval_list(a));
	for (int i = 0; i < N_RB_PROFICIENCIES; i++) {
		struct tval *p;

		if (!(c->proficiencies & 1 << i))
			continue;
		p = tval_add(list, tval_map(a));
		tval_put(a, p, "what", key_word(a, rb_proficiencies[i].name));
		tval_put(a, p, "rule",
			 narrate_rule(a, n, rb_proficiencies[i].rule));
	}
	list = tval_put(a, v, "rides", tval_list(a));
	for (int i = RB_NO_MOUNT + 1; i < N_RB_MOUNTS; i++)
		if (c->rides & 1 << i)
			tval_add(list, key_word(a, rb_mount_names[i]));
	tval_put(a, v, "bonus", tval_signed(a, c->bonus));
	tval_puti(a, v, "is_rider", c->bonus || c->rides);
	if (c->subfaction > 0 && c->subfaction < N_RB_SUBFACTIONS)
		tval_put(a, v, "subfaction",
			 key_word(a, rb_subfaction_names[c->subfaction]));
	list = tval_put(a, v, "items", tval_list(a));
	for (int i = 0; i < s->n_items; i++)
		if (s->item[i].holder == fig->label)
			tval_add(list, narrate_label(a, n, s->item[i].label));
}

/* there is more to say of it than its numbers */
static bool has_more(const struct tval *v)
{
	static const char *const what[] = { "abilities",  "acted",
					    "captive_of", "mount",
					    "is_rider",   "items" };

	return tval_any(v, what, ARRAY_LEN(what));
}

static void put_figure(struct arena *a, const struct narrator *n,
		       const struct rb_state *s, int f, struct tval *v)
{
	const struct rb_fig *fig = s->fig + f;
	const struct rb_def *def = s->def + f;
	int left = clicks_left(s, f);

	tval_put(a, v, "fig", narrate_label(a, n, fig->label));
	tval_puts(a, v, "name",
		  narrate_figure(a, n, card_text(a, def->name, RB_NAME_WORDS)));
	tval_puts(a, v, "faction", card_text(a, def->faction, RB_KEY_WORDS));
	tval_puti(a, v, "on_board", figure_on_board(s, f));
	tval_puti(a, v, "eliminated", fig->status == RB_ELIMINATED);
	tval_puti(a, v, "withdrawn", fig->status == RB_WITHDRAWN);
	tval_puti(a, v, "reserve", fig->status == RB_RESERVE);
	tval_put(a, v, "points", report_number(a, def->points));
	tval_put(a, v, "range", report_number(a, def->range));
	tval_put(a, v, "targets", report_number(a, def->targets));
	tval_put(a, v, "arc", report_number(a, def->arc));
	tval_put(a, v, "wounds", report_number(a, fig->wounds));
	tval_put(a, v, "tokens", report_number(a, fig->tokens));
	tval_put(a, v, "left",
		 left < 0 ? tval_text(a, (struct str){ 0 })
			  : tval_int(a, left));
	tval_puti(a, v, "acted", report_known(fig->acted) && fig->acted);
	tval_put(a, v, "captive_of", narrate_label(a, n, fig->captive_of));
	put_dial(a, n, report_shown(s, f), v);
	put_cavalry(a, n, s, f, v);
	tval_puti(a, v, "in_play",
		  figure_on_board(s, f) || fig->status == RB_RIDING);
	tval_put(a, v, "more", tval_word(a, "rebellion.figure"));
	/* in short reports, too */
	tval_puti(a, v, "told",
		  fig->captive_of || tval_holds(tval_get(v, STR("abilities"))));
	tval_puti(a, v, "has_more", has_more(v));
	tval_puts(a, v, "reach",
		  report_known(def->range) && def->range
			  ? str_of(arena_printf(a, "%d/%d", def->range,
						def->targets))
			  : (struct str){ 0 });
	if (!figure_on_board(s, f))
		return;
	tval_put(a, v, "at", narrate_point(a, fig->at.x, fig->at.y));
	tval_puti(a, v, "face", fig->facing);
	tval_put(a, v, "toward", report_direction(a, fig->facing));
	if (put_touched(a, n, s, f, v)) {
		tval_puti(a, v, "has_more", 1);
		tval_puti(a, v, "told", 1);
	}
}

static void put_player(struct arena *a, const struct narrator *n,
		       const struct rb_state *s, int seat, int reader,
		       struct tval *v)
{
	static const char *const sides[] = { "S", "W", "N", "E" };
	const struct rb_player *p = s->player + seat;
	struct tval *figures, *out, *reserves, *one;
	bool any = false, notes = false;

	tval_put(a, v, "seat", narrate_seat(a, n, seat));
	tval_puti(a, v, "you", seat == reader);
	tval_put(a, v, "score", report_number(a, p->score));
	tval_put(a, v, "build", report_number(a, p->build));
	tval_puti(a, v, "withdrawn", s->head.seat[seat].withdrawn != 0);
	tval_puti(a, v, "active", seat == s->head.active);
	if (p->side >= RB_SOUTH && p->side <= RB_EAST)
		tval_put(a, v, "side", tval_word(a, "word.%s", sides[p->side]));
	figures = tval_put(a, v, "figures", tval_list(a));
	out = tval_put(a, v, "out", tval_list(a));
	reserves = tval_put(a, v, "reserves", tval_list(a));
	for (int i = 0; i < s->n_figs; i++) {
		bool there =
			figure_on_board(s, i) || s->fig[i].status == RB_RIDING;

		if (s->fig[i].owner != seat || !report_known(s->fig[i].label) ||
		    !report_known(s->fig[i].status))
			continue;
		one = tval_add(figures, tval_map(a));
		put_figure(a, n, s, i, one);
		notes |= there && tval_holds(tval_get(one, STR("has_more")));
		any |= there;
		if (!there)
			put_figure(a, n, s, i,
				   tval_add(s->fig[i].status == RB_RESERVE
						    ? reserves
						    : out,
					    tval_map(a)));
	}
	tval_puti(a, v, "standing_figures", any);
	tval_puti(a, v, "has_out", out->n + reserves->n);
	tval_put(a, v, "out_line", tval_word(a, "rebellion.out"));
	tval_puti(a, v, "has_notes", notes);
	tval_put(a, v, "notes", tval_word(a, "rebellion.notes"));
}

/* who of the reader acts freely, is pushed by it, must rest: RB-ACT-03, 04 */
static void put_ready(struct arena *a, const struct narrator *n,
		      const struct rb_state *s, int seat, struct tval *to)
{
	struct tval *free = tval_put(a, to, "free", tval_list(a));
	struct tval *pushed = tval_put(a, to, "pushed", tval_list(a));
	struct tval *rests = tval_put(a, to, "rests", tval_list(a));

	tval_put(a, to, "ready", tval_list(a));
	if (seat < 0 || s->head.phase != RB_PLAY || s->head.active != seat)
		return;
	for (int i = 0; i < s->n_figs; i++) {
		const struct rb_fig *f = &s->fig[i];

		if (f->owner != seat || !figure_on_board(s, i) ||
		    f->captive_of || f->acted)
			continue;
		tval_add(f->tokens >= 2                ? rests
			 : f->tokens == 1 && !f->rider ? pushed
						       : free,
			 narrate_label(a, n, f->label));
	}
	tval_put(a, to, "ready", tval_word(a, "rebellion.ready"));
}

/* {place}: where the reader may deploy now, and how wide bases are: RB-SETUP-07
 */
static void put_place(struct arena *a, const struct rb_state *s, int seat,
		      struct tval *to)
{
	struct polygon zone;
	int f = 0;

	while (f < s->n_figs &&
	       (s->fig[f].owner != seat || s->fig[f].status != RB_RESERVE))
		f++;
	if (seat < 0 || s->head.phase != RB_DEPLOY || s->head.active != seat ||
	    f == s->n_figs)
		return;
	zone = rb_zone(s, s->player[seat].side);
	tval_put(a, to, "west", tval_inches(a, zone.v[0].x));
	tval_put(a, to, "south", tval_inches(a, zone.v[0].y));
	tval_put(a, to, "east", tval_inches(a, zone.v[2].x));
	tval_put(a, to, "north", tval_inches(a, zone.v[2].y));
	tval_put(a, to, "base", tval_inches(a, 2 * s->def[f].radius));
	tval_put(a, to, "place", tval_word(a, "rebellion.place"));
}

static const char *phase_of(const struct rb_state *s)
{
	static const char *const phases[] = { "before", "army",    "pile",
					      "roll",   "terrain", "deploy",
					      "start",  "play",    "over" };

	static_assert(ARRAY_LEN(phases) == N_RB_PHASES, "a word for each");
	assert(0 <= s->head.phase && s->head.phase < N_RB_PHASES);
	return phases[s->head.phase];
}

static struct tval *report_awaits(struct arena *a, const struct narrator *n,
				  const void *view, int seat)
{
	const struct rb_state *s = view;
	struct tval *v;
	int least, most;

	if (frame_question_of(&system_rebellion.frames, s, seat) >= 0) {
		struct tval *figs;

		v = tval_map(a);
		figs = tval_put(a, v, "fig", tval_list(a));
		for (int i = 0; i < s->frame.n_asked; i++)
			if (s->frame.asked[i].open &&
			    s->frame.asked[i].seat == seat)
				tval_add(figs,
					 narrate_label(a, n,
						       s->frame.asked[i].fig));
		tval_put(a, v, "about", narrate_label(a, n, s->frame.about));
		tval_put(a, v, "what",
			 tval_word(a, s->frame.what == RB_ASKS_SPIN
					      ? "rebellion.awaits.spin"
					      : "rebellion.awaits.defend"));
		return v;
	}
	v = tval_map(a);
	rb_item_limits(s, &least, &most);
	tval_puti(a, v, "least", least);
	tval_puti(a, v, "most", most);
	tval_puti(a, v, "range", least != most);
	tval_puti(a, v, "brought", s->player[seat].items);
	tval_puti(a, v, "points", s->player[seat].build);
	tval_put(a, v, "what",
		 tval_word(a, "rebellion.awaits.%s", phase_of(s)));
	return v;
}

/* {choice} of the reader's first free spin in a report, if there is no
 * standing order for it */
static void report_more(struct arena *a, const struct narrator *n,
			const struct event *e, struct tval *to)
{
	const struct rb_state *s = n->of;
	int f, policy;

	if (!s || n->seat < 0 || e->kind != RB_EV_FREE_SPIN)
		return;
	f = rb_find(s, event_get(e, RB_EV_FREE_SPIN_FIG));
	if (f < 0 || s->fig[f].owner != n->seat)
		return;
	policy = s->fig[f].spin == RB_POLICY_INHERIT ? s->player[n->seat].spin
						     : s->fig[f].spin;
	if (policy != RB_POLICY_AUTO)
		return;
	for (int i = 0; i < n->n_told && n->told + i < e; i++)
		if (n->told[i].kind == RB_EV_FREE_SPIN)
			return;
	tval_puti(a, to, "choice", 1);
}

static void put_terrain_kind(struct arena *a, const struct feature *f,
			     struct tval *v)
{
	static const char *const kinds[] = { "hindering", "blocking",
					     "elevated",  "shallow",
					     "deep",      "lowwall",
					     "concealing" };

	if (f->kind >= 0 && f->kind < (int)ARRAY_LEN(kinds))
		tval_put(a, v, "kind",
			 f->abrupt ? tval_word(a, "word.abrupt")
				   : tval_word(a, "word.%s", kinds[f->kind]));
}

/* one piece of terrain */
static void put_terrain(struct arena *a, const struct narrator *n,
			const struct rb_state *s, int i, struct tval *v)
{
	const struct feature *f = s->feature + i;
	int on = find_terrain(s, s->terrain[i].on);
	struct tval *list;

	tval_put(a, v, "label", narrate_label(a, n, s->terrain[i].label));
	put_terrain_kind(a, f, v);
	tval_put(a, v, "on",
		 narrate_label(a, n, on < 0 ? 0 : s->terrain[on].label));
	list = tval_put(a, v, "corners", tval_list(a));
	for (int k = 0; k < f->area.n; k++)
		tval_add(list,
			 narrate_point(a, f->area.v[k].x, f->area.v[k].y));
	list = tval_put(a, v, "stairs", tval_list(a));
	for (int k = 0; k < f->n_stairs; k++) {
		const struct segment *at = &f->stairs[k];
		struct tval *one = tval_add(list, tval_map(a));

		tval_put(a, one, "from", narrate_point(a, at->a.x, at->a.y));
		tval_put(a, one, "to", narrate_point(a, at->b.x, at->b.y));
	}
}

/* an item that lies about */
static void put_item(struct arena *a, const struct narrator *n,
		     const struct rb_state *s, int i, struct tval *v)
{
	tval_put(a, v, "item", narrate_label(a, n, s->item[i].label));
	tval_put(a, v, "at",
		 narrate_point(a, s->item[i].at.x, s->item[i].at.y));
	tval_put(a, v, "attack", tval_signed(a, s->item[i].attack));
	tval_put(a, v, "defense", tval_signed(a, s->item[i].defense));
	tval_put(a, v, "damage", tval_signed(a, s->item[i].damage));
	tval_put(a, v, "range", tval_signed(a, s->item[i].range));
}

static void report_values(struct arena *a, const struct narrator *n,
			  const void *view, int seat, struct tval *to)
{
	const struct rb_state *s = view;
	struct tval *list;

	tval_puti(a, to, "round", s->round);
	tval_puti(a, to, "in_play", s->head.phase == RB_PLAY);
	tval_put(a, to, "phase", tval_word(a, "word.%s", phase_of(s)));
	tval_put(a, to, "active", narrate_seat(a, n, s->head.active));
	tval_puti(a, to, "actions_left", s->actions_left);
	if (s->head.phase == RB_PLAY)
		tval_put(a, to, "left_now", tval_word(a, "rebellion.left_now"));
	tval_put(a, to, "turn",
		 tval_word(a, s->head.phase == RB_PLAY
				      ? "rebellion.turn.play"
				      : "rebellion.turn.other"));
	put_ready(a, n, s, seat, to);
	put_place(a, s, seat, to);
	list = tval_put(a, to, "players", tval_list(a));
	for (int i = 0; i < RB_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			put_player(a, n, s, i, seat,
				   tval_add(list, tval_map(a)));
	list = tval_put(a, to, "terrain", tval_list(a));
	for (int i = 0; i < s->n_terrain; i++)
		put_terrain(a, n, s, i, tval_add(list, tval_map(a)));
	/* terrain that is not placed yet */
	list = tval_put(a, to, "pile", tval_list(a));
	for (int i = 0; i < s->n_pile; i++) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "label", narrate_label(a, n, s->pile[i].item));
		put_terrain_kind(a, s->pile_feature + i, v);
	}
	list = tval_put(a, to, "items", tval_list(a));
	for (int i = 0; i < s->n_items; i++)
		if (!s->item[i].holder)
			put_item(a, n, s, i, tval_add(list, tval_map(a)));
}

static const char *ability_name(int number)
{
	return number > 0 && number < N_RB_ABILITIES ? rb_abilities[number].name
						     : NULL;
}

static const char *const *terms(struct arena *a, const struct narrator *n,
				const void *view, struct tval *to)
{
	static const char *const told[] = { "build", "board", NULL };
	const struct rb_state *s = view;
	int32_t most = 0, least = INT32_MAX;

	(void)n;
	for (int i = 0; i < RB_MAX_SEATS; i++) {
		most = s->player[i].build > most ? s->player[i].build : most;
		least = s->player[i].build < least ? s->player[i].build : least;
	}
	tval_puti(a, to, "points", most);
	tval_puti(a, to, "unequal", most != least);
	tval_put(a, to, "width", tval_inches(a, s->board_w));
	tval_put(a, to, "height", tval_inches(a, s->board_h));
	/* the side with less must see it */
	return most == least ? told : told + 1;
}

/* the list of contacts, for figures that may levitate them (RB-SPD-21) */
static bool report_notes(int kind)
{
	return kind == RB_EV_TURN_READY;
}

const struct report_game report_rebellion = {
	.player = &player_rebellion,
	.name = name,
	.fold = rebellion_fold,
	.weight = rebellion_weight,
	.tale = rebellion_tale,
	.refusal = rebellion_refusal,
	.tally = rebellion_tally,
	.tally_words = "report",
	.scene = report_scene,
	.traces = report_traces,
	.values = report_values,
	.awaits = report_awaits,
	.more = report_more,
	.ability = ability_name,
	.terms = terms,
	.notes = report_notes,
};
