/* tests/prop/position.c */
#include "position.h"
#include "chance.h"
#include "games/rebellion/rules/rebellion.h"

enum {
	MAX_PLACED = 40,
	CELLS = 3,  /* the board is so many cells wide and high */
	TRIES = 200 /* to find a place for one base */
};

struct placed {
	struct spine base;
	struct vec at;
	int32_t label;
	int seat;
	bool foot;
};

struct layout {
	const struct position_wish *wish;
	struct dice *rng;
	struct buf *out;
	int32_t w, h;
	struct polygon shut[2 * CELLS * CELLS]; /* no base overlaps these */
	struct polygon edge[CELLS * CELLS];     /* or stands on such an edge */
	struct vec lure[4 * CELLS * CELLS];     /* who stands there is near */
	struct polygon cliff[CELLS * CELLS];    /* abrupt, with stairs or not */
	int n_shut, n_edge, n_lure, n_cliffs;
	struct placed fig[MAX_PLACED];
	int n;
	int count[RB_MAX_SEATS]; /* labels used */
	bool apart;              /* the armies: they face each other */
	int32_t facing[RB_MAX_SEATS];
};

static struct polygon rectangle(int32_t x, int32_t y, int32_t w, int32_t h)
{
	return (struct polygon){
		.n = 4,
		.v = { { x, y }, { x + w, y }, { x + w, y + h }, { x, y + h } }
	};
}

static void inches(struct buf *out, int32_t v)
{
	buf_addf(out, " %d.%02d", (int)v / 100, (int)v % 100);
}

static void points(struct buf *out, const struct vec *p, int n)
{
	for (int i = 0; i < n; i++) {
		inches(out, p[i].x);
		inches(out, p[i].y);
	}
}

/* --- terrain ----------------------------------------------------------- */

/* stairs all around, or on some sides only: there nobody stands at first */
static void stairs(struct layout *l, const struct polygon *g)
{
	int n = chance(l->rng, 2) ? 4 : draw(l->rng, 4);

	if (n < 4)
		l->edge[l->n_edge++] = *g;
	if (n)
		buf_addz(l->out, " stairs");
	for (int i = 0; i < n; i++) {
		points(l->out, &g->v[i], 1);
		points(l->out, &g->v[(i + 1) % 4], 1);
	}
}

static void feature_draw(struct layout *l, int number, int cell)
{
	static const char *const kinds[] = { "hindering", "blocking",
					     "elevated",  "elevated",
					     "shallow",   "deep",
					     "lowwall",   "concealing" };
	int32_t wide = l->w / CELLS, high = l->h / CELLS;
	int kind = draw(l->rng, (int)ARRAY_LEN(kinds) - !l->wish->cavalry);
	bool wall = str_is(STR("lowwall"), kinds[kind]);
	int32_t w = wide / 3 + draw(l->rng, wide / 2);
	int32_t h = wall ? 30 + draw(l->rng, 70)
			 : high / 3 + draw(l->rng, high / 2);
	int32_t x = cell % CELLS * wide + draw(l->rng, wide - w);
	int32_t y = cell / CELLS * high + draw(l->rng, high - h);
	struct polygon g = rectangle(x, y, w, h);
	struct polygon top = rectangle(x + w / 4, y + h / 4, w / 3, h / 3);

	buf_addf(l->out, "terrain T%d %s poly", number, kinds[kind]);
	points(l->out, g.v, 4);
	if (wall || kind == 1 || kind == 5)
		l->shut[l->n_shut++] = g;
	if (kind == 3) {
		buf_addz(l->out, " abrupt");
		l->cliff[l->n_cliffs++] = g;
		stairs(l, &g);
	}
	buf_addc(l->out, '\n');
	for (int i = 0; i < 4; i++)
		l->lure[l->n_lure++] =
			(struct vec){ (g.v[i].x + g.v[(i + 1) % 4].x) / 2,
				      (g.v[i].y + g.v[(i + 1) % 4].y) / 2 };
	if ((kind != 2 && kind != 3) || chance(l->rng, 2))
		return;
	if (chance(l->rng, 3))
		l->shut[l->n_shut++] = top;
	buf_addf(l->out, "terrain T%d %s poly", number + CELLS * CELLS,
		 l->n_shut && l->shut[l->n_shut - 1].v[0].x == top.v[0].x
			 ? "blocking"
			 : "hindering");
	points(l->out, top.v, 4);
	buf_addf(l->out, " on T%d\n", number);
}

static void terrain_draw(struct layout *l)
{
	int left = draw(l->rng, 6);

	for (int cell = 0, n = 0; cell < CELLS * CELLS; cell++)
		if (draw(l->rng, CELLS * CELLS - cell) < left) {
			left--;
			feature_draw(l, ++n, cell);
		}
}

/* --- figures ----------------------------------------------------------- */

static bool is_free(const struct layout *l, const struct spine *base)
{
	if (!geo_on_board(base, l->w, l->h))
		return false;
	for (int i = 0; i < l->n; i++)
		if (geo_bases_overlap(base, &l->fig[i].base))
			return false;
	for (int i = 0; i < l->n_shut; i++)
		if (geo_base_overlaps(&l->shut[i], base))
			return false;
	for (int i = 0; i < l->n_edge; i++)
		if (geo_base_overlaps(&l->edge[i], base) &&
		    !geo_base_inside(&l->edge[i], base))
			return false;
	return true;
}

/* beside a comrade, or an opponent; the first of a seat where it is drawn to */
static struct vec draw_place(const struct layout *l, int seat, int tries)
{
	struct vec at = { draw(l->rng, l->w), draw(l->rng, l->h) };

	if (l->apart && !l->count[seat] && tries < TRIES / 4) {
		struct vec middle = { l->w / 2, l->h / 2 };

		return vec_sub(middle, geo_offset(200 + draw(l->rng, 400),
						  l->facing[seat], GEO_HA));
	}
	if (l->count[seat] < 1 || tries > TRIES / 2) {
		if (!l->n_lure || chance(l->rng, 3))
			return at;
		at = l->lure[draw(l->rng, l->n_lure)];
		at.x += draw(l->rng, 241) - 120;
		at.y += draw(l->rng, 241) - 120;
		return at;
	}
	for (int i = 0; i < 60; i++) {
		const struct placed *x = &l->fig[draw(l->rng, l->n)];
		const struct placed *y = &l->fig[draw(l->rng, l->n)];

		if (l->apart ? x->seat != seat
			     : (x->seat == seat) == chance(l->rng, 4))
			continue;
		if (l->apart && chance(l->rng, 2)) /* side by side */
			return geo_touching(x->at, RB_RADIUS, RB_RADIUS,
					    geo_degrees(l->facing[seat] + 90));
		if (i < 50 && tries % 4 < 3 && y->seat == seat && x != y &&
		    geo_touching_both(&x->base, &y->base, RB_RADIUS, at, &at))
			return at;
		if (i > 20 && tries % 4 < 3)
			return geo_touching(x->at, RB_RADIUS, RB_RADIUS,
					    draw(l->rng, 360));
	}
	return at;
}

static bool base_place(struct layout *l, int seat, bool is_long,
		       struct placed *out, int32_t *facing)
{
	for (int tries = 0; tries < TRIES; tries++) {
		*facing = l->apart ? l->facing[seat] : draw(l->rng, 360);
		out->at = draw_place(l, seat, tries);
		out->seat = seat;
		out->foot = !is_long;
		out->base =
			is_long ? geo_base(out->at, *facing, RB_RADIUS,
					   l->wish->ahead, 110 - l->wish->ahead)
				: geo_disc(out->at, RB_RADIUS);
		if (is_free(l, &out->base))
			return true;
	}
	return false;
}

static void label_add(struct layout *l, int seat, const char *key)
{
	buf_addf(l->out, "figure %c%d card %s", 'A' + seat, ++l->count[seat],
		 key);
}

/* how it has fared: never dead */
static void wounds_add(const struct layout *l, const char *key)
{
	struct event card;
	int n;

	if (chance(l->rng, 3) &&
	    l->wish->catalog->define(l->wish->catalog->source, str_of(key),
				     &card)) {
		event_words(&card, RB_EV_FIGURE_DEFINED_DIAL, &n);
		buf_addf(l->out, " wounds %d",
			 draw(l->rng, n / RB_CLICK_WORDS));
	}
	if (chance(l->rng, 4))
		buf_addf(l->out, " tokens %d", 1 + chance(l->rng, 4));
}

static void placed_add(struct layout *l, int seat, struct placed *p,
		       int32_t facing)
{
	p->label = label_of((char)('A' + seat), l->count[seat]);
	l->fig[l->n++] = *p;
	buf_addz(l->out, " at");
	points(l->out, &p->at, 1);
	buf_addf(l->out, " face %d", (int)facing);
}

/* a captive and who holds it stand on one side of every abrupt edge */
static bool may_hold(const struct layout *l, const struct placed *by,
		     const struct placed *p)
{
	if (!by->foot || !by->label || by->seat % 2 == p->seat % 2 ||
	    !geo_bases_touch(&by->base, &p->base))
		return false;
	for (int i = 0; i < l->n_cliffs; i++)
		if (geo_polygon_has(&l->cliff[i], by->at) !=
		    geo_polygon_has(&l->cliff[i], p->at))
			return false;
	return true;
}

static void foot_add(struct layout *l, int seat)
{
	struct placed p;
	int32_t facing;
	char key[40];

	l->wish->foot(l->rng, seat, key);
	if (l->wish->deploy || chance(l->rng, 8)) {
		label_add(l, seat, key);
		buf_addz(l->out, l->wish->deploy ? "\n" : " eliminated\n");
		return;
	}
	if (!base_place(l, seat, false, &p, &facing))
		return;
	label_add(l, seat, key);
	placed_add(l, seat, &p, facing);
	wounds_add(l, key);
	/* its captive: an opponent on foot whom it touches */
	for (int i = 0; i + 1 < l->n && chance(l->rng, 2); i++) {
		const struct placed *by = &l->fig[i];

		if (may_hold(l, by, &p)) {
			buf_addf(l->out, " captive_of %c%d",
				 label_letter(by->label),
				 (int)label_number(by->label));
			l->fig[i].label = 0; /* of no use for another */
			l->fig[l->n - 1].label = 0;
			break;
		}
	}
	buf_addc(l->out, '\n');
}

/* a rider in the saddle, or beside a mount that has lost its rider */
static void pair_add(struct layout *l, int seat)
{
	struct placed p;
	int32_t facing;
	char rider[40], mount[40];
	bool seated = draw(l->rng, 4) != 0;

	l->wish->pair(l->rng, seat, rider, mount);
	if (l->wish->deploy) {
		label_add(l, seat, rider);
		buf_addc(l->out, '\n');
		label_add(l, seat, mount);
		if (seated)
			buf_addf(l->out, " rider %c%d", 'A' + seat,
				 l->count[seat] - 1);
		buf_addc(l->out, '\n');
		return;
	}
	if (!base_place(l, seat, true, &p, &facing))
		return;
	if (seated) {
		label_add(l, seat, rider);
		buf_addc(l->out, '\n');
	}
	label_add(l, seat, mount);
	placed_add(l, seat, &p, facing);
	if (seated)
		buf_addf(l->out, " rider %c%d", 'A' + seat, l->count[seat] - 1);
	wounds_add(l, mount);
	buf_addc(l->out, '\n');
	if (seated || !base_place(l, seat, false, &p, &facing))
		return;
	label_add(l, seat, rider);
	placed_add(l, seat, &p, facing);
	buf_addc(l->out, '\n');
}

/* --- the whole --------------------------------------------------------- */

static void gear_add(struct layout *l, int number)
{
	static const char *const gives[] = { "attack", "defense", "damage",
					     "range" };
	const struct placed *x = &l->fig[draw(l->rng, l->n)];
	struct vec at = geo_touching(x->at, RB_RADIUS, RB_ITEM_RADIUS,
				     draw(l->rng, 360));

	if (at.x < 0 || at.y < 0 || at.x > l->w || at.y > l->h)
		at = x->at;
	buf_addf(l->out, "gear I%d at", number);
	points(l->out, &at, 1);
	buf_addf(l->out, " %s %d\n", gives[draw(l->rng, 4)],
		 1 + draw(l->rng, 2));
}

void position_draw(const struct position_wish *wish, struct dice *rng,
		   struct buf *out)
{
	struct layout l = { .wish = wish, .rng = rng, .out = out };
	int size = 4 + draw(rng, wish->n_players > 2 ? 4 : 7);

	l.w = 2000 + draw(rng, 600);
	l.h = 2000 + draw(rng, 600);
	l.apart = chance(rng, 2);
	for (int i = 0, first = draw(rng, 360); i < RB_MAX_SEATS; i++)
		l.facing[i] = geo_degrees(first + 360 / wish->n_players * i);
	buf_addz(out, "board");
	points(out, &(struct vec){ l.w, l.h }, 1);
	buf_addc(out, '\n');
	for (int i = 0; i < wish->n_players; i++) {
		buf_addf(out, "player %c build %d", 'A' + i,
			 100 * (2 + draw(rng, 4)));
		if (wish->teams)
			buf_addf(out, " team %d", i % 2);
		buf_addc(out, '\n');
	}
	terrain_draw(&l);
	for (int i = 0; i < size; i++)
		for (int seat = 0; seat < wish->n_players; seat++) {
			if (wish->cavalry && chance(rng, 3))
				pair_add(&l, seat);
			else
				foot_add(&l, seat);
		}
	for (int i = draw(rng, 5); wish->cavalry && l.n && i > 0; i--)
		gear_add(&l, i);
	buf_addf(out, "%sturn A first A round 1 actions %d\n",
		 wish->deploy ? "phase deploy\n" : "", 1 + draw(rng, 3));
}
