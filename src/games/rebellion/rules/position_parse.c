/* src/games/rebellion/rules/position_parse.c */
#include "games/rebellion/rules/position_parse.h"
#include "engine/common.h"
#include "engine/position_dial.h"
#include "games/rebellion/rules/turn.h"
#include "games/rebellion/rules/rebellion.h"
#include "base/parse.h"

/* data that waits until all lines are read */
struct mine {
	int32_t seats; /* bits: named by a line */
	int32_t phase;
	int32_t active, first, round, actions; /* -1: no line gave it */
	int32_t begun;
	int32_t n_captives;
	int32_t captive[64][2];                           /* who, of whom */
	int32_t score[RB_MAX_SEATS], spent[RB_MAX_SEATS]; /* -1 */
};
static_assert(sizeof(struct mine) <= POSITION_MEMORY, "fits the memory lent");

/* places in figure_defined.cavalry, as in struct rb_saddlery */
enum {
	CARD_MOUNT,
	CARD_LEVEL,
	CARD_BONUS,
	CARD_RIDES,
	CARD_PROFICIENCIES,
	CARD_SUBFACTION,
	CARD_SLOTS
};

enum {
	REAR_DOT = 110
}; /* u from the centre dot of a mount to its rear,
    * CV-GEO-01 */

/* a figure being described */
struct card {
	int32_t label, owner;
	struct str key, name, faction;
	struct str printed; /* key or name of a card of the catalog */
	int32_t rank, points, range, targets, arc, radius;
	struct position_dial dial;
	bool is_cavalry;
	int32_t cavalry[RB_SADDLERY_WORDS]; /* as figure_defined has it */
	int32_t rider;                      /* label of who sits on it */
	bool on_board, eliminated;
	struct vec at;
	int32_t face, wounds, tokens, acted, passed, captive_of, last_by;
};

static struct mine *position_parse_mine(struct position *s)
{
	struct mine *m = (struct mine *)s->memory;

	if (!m->begun) {
		m->begun = 1;
		m->phase = RB_PLAY;
		m->active = m->first = m->round = m->actions = -1;
		for (int i = 0; i < RB_MAX_SEATS; i++)
			m->score[i] = m->spent[i] = -1;
	}
	return m;
}

/* RB-GEO-03 */
static bool next_face(struct position_words *w, int32_t *out)
{
	static const char *const names[] = { "N", "NE", "E", "SE",
					     "S", "SW", "W", "NW" };
	struct str word;

	if (!words_next(w, &word))
		return false;
	for (int i = 0; i < 8; i++)
		if (str_is(word, names[i])) {
			*out = 45 * i;
			return true;
		}
	return position_int(w->s, word, 0, 359, out);
}

/* --- the table, players, options --------------------------------------- */

static bool player_make(struct position *s, int32_t seat, int32_t side,
			int32_t build, int32_t team)
{
	position_parse_mine(s)->seats |= 1 << seat;
	return (s->n_seats || position_seat_taken(s, seat)) &&
	       position_option(s, STR("side"), seat, &side, 1) &&
	       position_option(s, STR("build"), seat, &build, 1) &&
	       (team < 0 || position_option(s, STR("team"), seat, &team, 1));
}

/* a side of the board by its letter */
static bool words_side(struct position_words *w, int32_t *side)
{
	static const char sides[] = "SWNE";
	struct str word;
	const char *p;

	if (!words_next(w, &word))
		return false;
	p = word.len == 1 ? strchr(sides, word.s[0]) : NULL;
	if (!p)
		return position_fault(w->s, "a side is S, W, N or E");
	*side = (int32_t)(p - sides);
	return true;
}

struct player {
	int32_t seat, side, build, team;
};

static bool player_word(struct position_words *w, struct player *p)
{
	struct mine *m = position_parse_mine(w->s);

	if (words_are(w, "side"))
		return words_side(w, &p->side);
	if (words_are(w, "build"))
		return words_int(w, 100, 100000, &p->build);
	if (words_are(w, "spent"))
		return words_int(w, 0, 100000, &m->spent[p->seat]);
	if (words_are(w, "score"))
		return words_int(w, 0, 1000000, &m->score[p->seat]);
	if (words_are(w, "team"))
		return words_int(w, 0, 99, &p->team);
	return position_fault(w->s, "a player has no %.*s",
			      STR_ARG(w->v[w->i]));
}

static bool line_player(struct position_words *w)
{
	struct player p = { .side = -1, .build = 200, .team = -1 };

	if (!words_seat(w, &p.seat))
		return false;
	while (w->i < w->n)
		if (!player_word(w, &p))
			return false;
	/* RB-SETUP-01: sides go round the table */
	if (p.side < 0)
		p.side = (int32_t[]){ RB_SOUTH, RB_NORTH, RB_WEST,
				      RB_EAST }[p.seat];
	return player_make(w->s, p.seat, p.side, p.build, p.team);
}

static bool line_option(struct position_words *w)
{
	return words_option(w, rb_options, N_RB_OPTIONS);
}

static bool line_board(struct position_words *w)
{
	int32_t size[2];

	return words_length(w, &size[0]) && words_length(w, &size[1]) &&
	       position_option(w->s, STR("board"), -1, size, 2);
}

/* --- terrain ----------------------------------------------------------- */

static bool terrain_kind(struct position_words *w, int32_t *kind)
{
	static const char *const names[] = { "hindering", "blocking",
					     "elevated",  "shallow",
					     "deep",      "lowwall",
					     "concealing" };
	struct str word;

	if (!words_next(w, &word))
		return false;
	for (*kind = 0; *kind < (int32_t)ARRAY_LEN(names); ++*kind)
		if (str_is(word, names[*kind]))
			return true;
	return position_fault(w->s, "there is no terrain %.*s", STR_ARG(word));
}

/* numbers as long as there are any, at most max */
static bool position_parse_lengths(struct position_words *w, int32_t *out,
				   int *n, int max)
{
	bool point;

	for (*n = 0; w->i < w->n && *n < max; ++*n) {
		if (!position_parse_length(w->v[w->i], &out[*n], &point))
			break;
		w->i++;
	}
	return true;
}

/* two corners, as four */
static bool words_rect(struct position_words *w, int32_t poly[8])
{
	int32_t r[4];
	int n;

	position_parse_lengths(w, r, &n, 4);
	if (n != 4)
		return position_fault(w->s, "rect has four numbers");
	memcpy(poly,
	       (int32_t[]){ r[0], r[1], r[2], r[1], r[2], r[3], r[0], r[3] },
	       8 * sizeof(*poly));
	return true;
}

/* the words of a line about a piece of terrain */
struct terrain_said {
	int32_t on, seat, poly[2 * GEO_MAX_VERTICES], stairs[16];
	int n, n_stairs;
	bool abrupt;
};

static bool terrain_word(struct position_words *w, struct terrain_said *t)
{
	if (words_are(w, "rect")) {
		t->n = 8;
		return words_rect(w, t->poly);
	}
	if (words_are(w, "on"))
		return words_label(w, &t->on);
	if (words_are(w, "of"))
		return words_seat(w, &t->seat);
	if (words_are(w, "poly"))
		position_parse_lengths(w, t->poly, &t->n,
				       (int)ARRAY_LEN(t->poly));
	else if (words_are(w, "stairs"))
		position_parse_lengths(w, t->stairs, &t->n_stairs,
				       (int)ARRAY_LEN(t->stairs));
	else if (words_are(w, "abrupt"))
		t->abrupt = true;
	else
		return position_fault(w->s, "terrain has no %.*s",
				      STR_ARG(w->v[w->i]));
	return true;
}

static bool line_terrain(struct position_words *w, bool piled)
{
	struct terrain_said t = { .seat = -1 };
	int32_t label, kind;
	struct event e;

	if (!words_label(w, &label) || !terrain_kind(w, &kind))
		return false;
	while (w->i < w->n)
		if (!terrain_word(w, &t))
			return false;
	event_start(&e, RB_EV_TERRAIN_DEFINED, RB_NO_RULE);
	event_put(&e, RB_EV_TERRAIN_DEFINED_TERRAIN, label);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ITEM, t.on ? t.on : label);
	event_put(&e, RB_EV_TERRAIN_DEFINED_SEAT, t.seat);
	event_put(&e, RB_EV_TERRAIN_DEFINED_WHERE,
		  piled ? RB_ON_PILE : RB_LIES);
	event_put(&e, RB_EV_TERRAIN_DEFINED_KIND, kind);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ABRUPT, t.abrupt);
	event_put(&e, RB_EV_TERRAIN_DEFINED_ON, t.on);
	event_put_ints(&e, RB_EV_TERRAIN_DEFINED_POLY, t.poly, t.n);
	event_put_ints(&e, RB_EV_TERRAIN_DEFINED_STAIRS, t.stairs, t.n_stairs);
	return position_emit(w->s, &e);
}

/* --- figures ----------------------------------------------------------- */

static bool ability_named(struct position *s, struct str name, int32_t *ability,
			  int *slot)
{
	*ability = rb_ability_named(name);
	*slot = rb_abilities[*ability].slot;
	return *ability ||
	       position_fault(s, "there is no ability %.*s", STR_ARG(name));
}

static const struct position_dial_kind dial_kind = { 1000, ability_named };
static_assert((int)N_RB_SLOTS == POSITION_SLOTS &&
		      (int)RB_MAX_CLICKS == POSITION_CLICKS &&
		      (int)RB_CLICK_WORDS == 2 * POSITION_SLOTS,
	      "dials are as cards have them");

static void card_init(struct card *c)
{
	memset(c, 0, sizeof(*c));
	c->key = c->name = c->faction = c->printed = STR("");
	c->owner = c->last_by = -1;
	c->points = 10;
	c->targets = 1;
	c->arc = 90;
	c->radius = RB_RADIUS;
	position_dial_init(&c->dial, 6);
	c->rank = 1;
	c->cavalry[CARD_LEVEL] = RB_INDEPENDENT;
}

/* a word out of a list of names; numbers as those of the list */
static bool name_number(struct position *s, struct str name,
			const char *const *names, int n, int32_t *out)
{
	for (*out = 0; *out < n; ++*out)
		if (str_is(name, names[*out]))
			return true;
	return position_fault(s, "there is no %.*s", STR_ARG(name));
}

/* "pegasus, salamander" or "impale, trample" as bits */
static bool name_bits(struct position_words *w, const char *const *names, int n,
		      int32_t *bits)
{
	struct str list, name;
	int32_t i;

	if (!words_next(w, &list))
		return false;
	while (parse_field(&list, ',', &name)) {
		if (!name_number(w->s, parse_trim(name), names, n, &i))
			return false;
		*bits |= 1 << i;
	}
	return true;
}

/* what only cavalry has printed; *known: the word was one of these */
static bool cavalry_word(struct position_words *w, struct card *c, bool *known)
{
	const char *proficiency[N_RB_PROFICIENCIES];
	struct str word;

	*known = c->is_cavalry = true;
	for (int i = 0; i < N_RB_PROFICIENCIES; i++)
		proficiency[i] = rb_proficiencies[i].name;
	if (words_are(w, "mount"))
		return words_next(w, &word) &&
		       name_number(w->s, word, rb_mount_names, N_RB_MOUNTS,
				   &c->cavalry[CARD_MOUNT]);
	if (words_are(w, "level"))
		return words_next(w, &word) &&
		       name_number(w->s, word, rb_level_names, N_RB_LEVELS,
				   &c->cavalry[CARD_LEVEL]);
	if (words_are(w, "rider_bonus"))
		return words_int(w, 0, 20, &c->cavalry[CARD_BONUS]);
	if (words_are(w, "rides"))
		return name_bits(w, rb_mount_names, N_RB_MOUNTS,
				 &c->cavalry[CARD_RIDES]);
	if (words_are(w, "proficiencies"))
		return name_bits(w, proficiency, N_RB_PROFICIENCIES,
				 &c->cavalry[CARD_PROFICIENCIES]);
	if (words_are(w, "subfaction"))
		return words_next(w, &word) &&
		       name_number(w->s, word, rb_subfaction_names,
				   N_RB_SUBFACTIONS,
				   &c->cavalry[CARD_SUBFACTION]);
	if (words_are(w, "item_slots"))
		return words_int(w, 0, RB_MAX_ITEMS, &c->cavalry[CARD_SLOTS]);
	*known = false;
	return true;
}

/* a number printed on a card */
static bool number_word(struct position_words *w, struct card *c, bool *known)
{
	*known = true;
	if (words_are(w, "range"))
		return words_int(w, 0, 100, &c->range);
	if (words_are(w, "targets"))
		return words_int(w, 1, RB_MAX_ARROWS, &c->targets);
	if (words_are(w, "arc"))
		return words_int(w, 2, 360, &c->arc);
	if (words_are(w, "radius"))
		return words_length(w, &c->radius);
	if (words_are(w, "points"))
		return words_int(w, 0, 100000, &c->points);
	if (words_are(w, "rank"))
		return words_int(w, 0, 3, &c->rank);
	*known = false;
	return true;
}

static bool card_word(struct position_words *w, struct card *c)
{
	bool was = c->is_cavalry, known;

	if (!cavalry_word(w, c, &known))
		return false;
	if (known)
		return true;
	c->is_cavalry = was;
	if (!words_dial(w, &dial_kind, &c->dial, &known))
		return false;
	if (known)
		return true;
	if (!number_word(w, c, &known))
		return false;
	if (known)
		return true;
	if (words_are(w, "faction"))
		return words_next(w, &c->faction);
	if (words_are(w, "name"))
		return words_next(w, &c->name);
	if (words_are(w, "key"))
		return words_next(w, &c->key);
	return position_fault(w->s, "a figure has no %.*s",
			      STR_ARG(w->v[w->i]));
}

static bool figure_word(struct position_words *w, struct card *c)
{
	if (words_are(w, "at")) {
		c->on_board = true;
		return words_length(w, &c->at.x) && words_length(w, &c->at.y);
	}
	if (words_are(w, "face"))
		return next_face(w, &c->face);
	if (words_are(w, "wounds"))
		return words_int(w, 0, RB_MAX_CLICKS, &c->wounds);
	if (words_are(w, "tokens"))
		return words_int(w, 0, 2, &c->tokens);
	if (words_are(w, "acted")) {
		c->acted = 1;
		return true;
	}
	if (words_are(w, "passed")) {
		c->acted = c->passed = 1;
		return true;
	}
	if (words_are(w, "eliminated")) {
		c->eliminated = true;
		return true;
	}
	if (words_are(w, "captive_of"))
		return words_label(w, &c->captive_of);
	if (words_are(w, "last_by"))
		return words_seat(w, &c->last_by);
	if (words_are(w, "rider"))
		return words_label(w, &c->rider);
	if (words_are(w, "owner"))
		return words_seat(w, &c->owner);
	if (words_are(w, "card"))
		return words_next(w, &c->printed);
	return card_word(w, c);
}

/* the dial in words of the event; a dial of one click is `life` times that */
static bool card_event(struct position *s, struct card *c, uint32_t audience,
		       int n_shown, struct event *e)
{
	struct position_click dial[POSITION_CLICKS];
	int32_t spine[2] = { 0, 0 };
	int n = position_dial_clicks(&c->dial, dial);

	if (c->cavalry[CARD_MOUNT])
		spine[1] = REAR_DOT;
	if (text_words(c->name.len) > RB_NAME_WORDS ||
	    text_words(c->key.len) > RB_KEY_WORDS ||
	    text_words(c->faction.len) > RB_KEY_WORDS)
		return position_fault(s, "a name is too long");
	event_start(e, RB_EV_FIGURE_DEFINED, RB_NO_RULE);
	e->audience = audience;
	event_put(e, RB_EV_FIGURE_DEFINED_FIG, c->label);
	event_put(e, RB_EV_FIGURE_DEFINED_OWNER, c->owner);
	event_put_text(e, RB_EV_FIGURE_DEFINED_KEY, c->key);
	event_put_text(e, RB_EV_FIGURE_DEFINED_NAME, c->name);
	event_put_text(e, RB_EV_FIGURE_DEFINED_FACTION, c->faction);
	event_put(e, RB_EV_FIGURE_DEFINED_RANK, c->rank);
	event_put(e, RB_EV_FIGURE_DEFINED_POINTS, c->points);
	event_put(e, RB_EV_FIGURE_DEFINED_RANGE, c->range);
	event_put(e, RB_EV_FIGURE_DEFINED_TARGETS, c->targets);
	event_put(e, RB_EV_FIGURE_DEFINED_ARC, c->arc);
	event_put(e, RB_EV_FIGURE_DEFINED_RADIUS, c->radius);
	event_put_ints(e, RB_EV_FIGURE_DEFINED_SPINE, spine, 2);
	event_put_ints(e, RB_EV_FIGURE_DEFINED_DIAL, dial[0].value,
		       RB_CLICK_WORDS * (n_shown ? n_shown : n));
	event_put_ints(e, RB_EV_FIGURE_DEFINED_CAVALRY, c->cavalry,
		       c->is_cavalry ? RB_SADDLERY_WORDS : 0);
	return true;
}

static bool figure_place(struct position *s, const struct card *c)
{
	int32_t at[2] = { c->at.x, c->at.y };

	if (c->eliminated)
		return position_int_of(s, c->label, "status", RB_ELIMINATED);
	if (!c->on_board)
		return true;
	return position_value_of(s, c->label, "at", at, 2) &&
	       position_int_of(s, c->label, "facing", c->face);
}

/* what the dial hides is its owner's; the rest is for all */
static bool figure_described(struct position *s, struct card *c)
{
	struct event e;

	return card_event(s, c, AUDIENCE_SEAT(c->owner) | AUDIENCE_GM, 0, &e) &&
	       position_emit(s, &e) && card_event(s, c, AUDIENCE_ALL, 1, &e) &&
	       position_emit(s, &e);
}

/* The same of a card as the catalog has it. */
static bool figure_printed(struct position *s, struct card *c)
{
	const struct catalog *catalog = s->run->catalog;
	const struct rb_state *state =
		(const struct rb_state *)s->run->game->state;
	struct event e, shown;
	struct refusal no;
	struct buf key, near;
	bool found;

	buf_init(&key, 256);
	buf_init(&near, 1024);
	found = s->card ? s->card(s->cards, c->printed, &key, &near)
			: buf_adds(&key, c->printed);
	found = found && catalog &&
		catalog->define(catalog->source, buf_str(&key), &e) &&
		e.kind == RB_EV_FIGURE_DEFINED;
	if (!found && near.len)
		position_fault(s, "no one figure is called %.*s: %.*s",
			       STR_ARG(c->printed), STR_ARG(buf_str(&near)));
	buf_release(&key);
	buf_release(&near);
	if (!found)
		return position_fault(s, "no figure is called %.*s",
				      STR_ARG(c->printed));
	if (!rb_card_check(state, &e, &no))
		return position_fault(s,
				      "%.*s has an ability that these rules "
				      "do not define",
				      STR_ARG(c->printed));
	e.audience = AUDIENCE_SEAT(c->owner) | AUDIENCE_GM;
	e.w[0] = c->label; /* FIG and OWNER are its first fields */
	e.w[1] = c->owner;
	event_start(&shown, RB_EV_FIGURE_DEFINED, RB_NO_RULE);
	for (int i = 0; i < e.n_fields; i++) {
		int n;
		const int32_t *w = event_words(&e, i, &n);

		if (i == RB_EV_FIGURE_DEFINED_DIAL && n > RB_CLICK_WORDS)
			n = RB_CLICK_WORDS;
		event_put_ints(&shown, i, w, n);
	}
	return position_emit(s, &e) && position_emit(s, &shown);
}

static bool line_figure(struct position_words *w)
{
	const struct rb_state *state =
		(const struct rb_state *)w->s->run->game->state;
	struct mine *m = position_parse_mine(w->s);
	struct card c;

	card_init(&c);
	if (!words_label(w, &c.label))
		return false;
	if (rb_find(state, c.label) >= 0)
		return position_fault(w->s, "the figure stands here twice");
	while (w->i < w->n)
		if (!figure_word(w, &c))
			return false;
	if (c.owner < 0)
		c.owner = label_letter(c.label) - 'A';
	if (c.owner >= RB_MAX_SEATS)
		return position_fault(w->s, "nobody owns this figure");
	if (!(c.printed.len ? figure_printed(w->s, &c)
			    : figure_described(w->s, &c)) ||
	    !figure_place(w->s, &c))
		return false;
	if (c.captive_of) {
		if (m->n_captives == (int32_t)ARRAY_LEN(m->captive))
			return position_fault(w->s, "too many captives");
		m->captive[m->n_captives][0] = c.label;
		m->captive[m->n_captives++][1] = c.captive_of;
	}
	/* the rider's line comes before this one */
	if (c.rider && !position_int_of(w->s, c.label, "rider", c.rider))
		return false;
	return (!c.wounds ||
		position_int_of(w->s, c.label, "wounds", c.wounds)) &&
	       (!c.tokens ||
		position_int_of(w->s, c.label, "tokens", c.tokens)) &&
	       (!c.acted || position_int_of(w->s, c.label, "acted", 1)) &&
	       (!c.passed || position_int_of(w->s, c.label, "passed", 1)) &&
	       (c.last_by < 0 ||
		position_int_of(w->s, c.label, "last_damager", c.last_by));
}

/* gear I1 at 10.8 10 attack 1 damage 1 */
static bool line_gear(struct position_words *w)
{
	static const char *const names[] = { "attack", "defense", "damage",
					     "range" };
	int32_t label, gives[4] = { 0 };
	struct vec at = { 0, 0 };
	struct event e;

	if (!words_label(w, &label))
		return false;
	while (w->i < w->n) {
		int k = 0;

		if (words_are(w, "at")) {
			if (!words_length(w, &at.x) || !words_length(w, &at.y))
				return false;
			continue;
		}
		while (k < 4 && !words_are(w, names[k]))
			k++;
		if (k == 4)
			return position_fault(w->s, "gear has no %.*s",
					      STR_ARG(w->v[w->i]));
		if (!words_int(w, -20, 20, &gives[k]))
			return false;
	}
	rb_event_item_defined(&e, RB_NO_RULE, label, at.x, at.y, gives, 4);
	return position_emit(w->s, &e);
}

static bool make_card(struct position *s, const struct str *word, int n,
		      struct event *out)
{
	struct position_words w = { s, word, n, 0 };
	struct card c;

	card_init(&c);
	if (!words_next(&w, &c.name))
		return false;
	c.key = c.name;
	while (w.i < w.n)
		if (!card_word(&w, &c))
			return false;
	c.label = label_of('A', 1);
	c.owner = 0;
	return card_event(s, &c, AUDIENCE_ALL, 0, out);
}

/* --- the whole --------------------------------------------------------- */

static bool line_phase(struct position_words *w)
{
	static const struct {
		const char *name;
		int32_t phase;
	} phases[] = { { "play", RB_PLAY },    { "start", RB_START },
		       { "army", RB_ARMY },    { "pile", RB_PILE },
		       { "roll", RB_ROLL },    { "terrain", RB_TERRAIN },
		       { "deploy", RB_DEPLOY } };
	struct str word;

	if (!words_next(w, &word))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(phases); i++)
		if (str_is(word, phases[i].name)) {
			position_parse_mine(w->s)->phase = phases[i].phase;
			return true;
		}
	return position_fault(w->s, "there is no phase %.*s", STR_ARG(word));
}

static bool line_turn(struct position_words *w)
{
	struct mine *m = position_parse_mine(w->s);

	if (!words_seat(w, &m->active))
		return false;
	while (w->i < w->n) {
		if (words_are(w, "first")) {
			if (!words_seat(w, &m->first))
				return false;
		} else if (words_are(w, "round")) {
			if (!words_int(w, 1, 10000, &m->round))
				return false;
		} else if (words_are(w, "actions")) {
			if (!words_int(w, 0, 1000, &m->actions))
				return false;
		} else {
			return position_fault(w->s, "a turn has no %.*s",
					      STR_ARG(w->v[w->i]));
		}
	}
	return true;
}

static bool position_parse_line(struct position *s, const struct str *word,
				int n)
{
	struct position_words w = { s, word, n, 0 };
	bool ok;

	if (words_are(&w, "board"))
		ok = line_board(&w);
	else if (words_are(&w, "player"))
		ok = line_player(&w);
	else if (words_are(&w, "option"))
		ok = line_option(&w);
	else if (words_are(&w, "terrain"))
		ok = line_terrain(&w, false);
	else if (words_are(&w, "item"))
		ok = line_terrain(&w, true);
	else if (words_are(&w, "figure"))
		ok = line_figure(&w);
	else if (words_are(&w, "gear"))
		ok = line_gear(&w);
	else if (words_are(&w, "phase"))
		ok = line_phase(&w);
	else if (words_are(&w, "turn"))
		ok = line_turn(&w);
	else
		return position_fault(s, "a position has no %.*s",
				      STR_ARG(word[0]));
	if (ok && w.i < w.n)
		return position_fault(s, "%.*s is too much here",
				      STR_ARG(word[w.i]));
	return ok;
}

static bool finish_play(struct position *s)
{
	const struct rb_state *st =
		(const struct rb_state *)s->run->game->state;
	struct mine *m = position_parse_mine(s);

	if (m->actions < 0)
		m->actions = st->player[m->active].build / 100;
	if (!position_game_int(s, "actions_left", m->actions))
		return false;
	for (int i = 0; i < m->n_captives; i++)
		if (!position_int_of(s, m->captive[i][0], "captive_of",
				     m->captive[i][1]))
			return false;
	/* last: the contacts at the start of the turn are noted now */
	return m->phase != RB_PLAY || position_game_int(s, "turn_ready", 1);
}

/* the points that each has spent and scored, as given or computed */
static bool scores_emit(struct position *s)
{
	const struct rb_state *st =
		(const struct rb_state *)s->run->game->state;
	struct mine *m = position_parse_mine(s);
	bool said[RB_MAX_SEATS];

	for (int i = 0; i < RB_MAX_SEATS; i++) {
		said[i] = m->spent[i] >= 0;
		if (i < s->n_seats && !said[i])
			m->spent[i] = 0;
	}
	/* in a game of the judge's its points decide a draw (RB-VP-05) */
	for (int f = 0; s->n_seats && f < st->n_figs; f++)
		if (!said[st->fig[f].owner])
			m->spent[st->fig[f].owner] += st->def[f].points;
	for (int i = 0; i < RB_MAX_SEATS; i++)
		if ((m->score[i] >= 0 &&
		     !position_player_int(s, i, "score", m->score[i])) ||
		    (m->spent[i] >= 0 &&
		     !position_player_int(s, i, "spent", m->spent[i])))
			return false;
	return true;
}

static bool position_parse_finish(struct position *s)
{
	struct mine *m = position_parse_mine(s);

	if (!m->seats && (!player_make(s, 0, RB_SOUTH, 200, -1) ||
			  !player_make(s, 1, RB_NORTH, 200, -1)))
		return false;
	if (s->n_seats && m->seats != (1 << s->n_seats) - 1)
		return position_fault(s,
				      "the game has %d players, the position "
				      "must name them all",
				      s->n_seats);
	if (m->active < 0)
		m->active = 0;
	if (m->first < 0)
		m->first = 0;
	if (!scores_emit(s))
		return false;
	return position_game_int(s, "phase", m->phase) &&
	       position_game_int(s, "starter",
				 m->phase > RB_ROLL ? m->first : -1) &&
	       position_game_int(s, "active",
				 m->phase > RB_ROLL ? m->active : -1) &&
	       position_game_int(s, "round", m->round < 0 ? 1 : m->round) &&
	       finish_play(s);
}

const struct position_system setup_rebellion = {
	.sys = &system_rebellion,
	.line = position_parse_line,
	.finish = position_parse_finish,
	.card = make_card,
};
