/* src/games/rebellion/rules/line_of_fire.c */
#include "games/rebellion/rules/line_of_fire.h"
#include "engine/rule.h"

/* One line being judged. */
struct shot {
	const struct ground *g;
	const struct line_query *q;
	const struct body *firer, *target;
	bool firer_up, target_up; /* elevated */
};

enum role { ROLE_NONE, ROLE_BLOCKS, ROLE_HINDERS, ROLE_HIDES };

static void add_cause(struct line *out, enum line_reason why, int32_t index)
{
	out->causes[out->n_causes++] = (struct line_cause){ why, index };
}

static void line_of_fire_block(struct line *out, enum line_reason why,
			       int32_t index)
{
	if (out->verdict == LINE_BLOCKED)
		return;
	out->verdict = LINE_BLOCKED;
	out->block = (struct line_cause){ why, index };
}

/* RB-ELV-05: hindering terrain between heights counts for a figure in it */
static bool someone_stands_in(const struct shot *s, const struct feature *f)
{
	return RULE(RB_ELV_05,
		    geo_base_overlaps(&f->area, &s->firer->spine) ||
			    geo_base_overlaps(&f->area, &s->target->spine));
}

/* RB-ELV-05: the hill under "the elevated figure" */
static bool carries_a_figure(const struct shot *s, const struct feature *f)
{
	return RULE(RB_ELV_05,
		    geo_polygon_has(&f->area, s->firer_up ? s->firer->dot
							  : s->target->dot));
}

/* the heights of the two figures */
struct heights {
	bool both_up, both_down;
	/* RB-ELV-03: terrain on a hill is hidden by the hill; RB-ELV-04 */
	bool level;
};

static struct heights heights_of(const struct shot *s, const struct feature *f)
{
	struct heights h = { .both_up = s->firer_up && s->target_up,
			     .both_down = !s->firer_up && !s->target_up };

	h.level = h.both_up     ? f->on != GROUND_NONE
		  : h.both_down ? f->on == GROUND_NONE
				: true;
	return h;
}

static enum role role_of_hill(const struct shot *s, const struct feature *f,
			      const struct heights *h)
{
	if (RULE(RB_ELV_04, h->both_up) ||
	    (!h->both_down && carries_a_figure(s, f)))
		return ROLE_NONE;
	return RULE(RB_ELV_03, true) ? ROLE_BLOCKS : ROLE_NONE;
}

/* what hinders, if nothing says otherwise */
static enum role role_of_cover(const struct shot *s, const struct feature *f,
			       const struct heights *h)
{
	if (!h->level || (s->q->flags & LINE_NO_HINDERING))
		return ROLE_NONE;
	if (!h->both_up && !h->both_down && !someone_stands_in(s, f))
		return ROLE_NONE;
	return ROLE_HINDERS;
}

/* RB-WALL-04 */
static enum role role_of_wall(const struct shot *s, const struct feature *f,
			      const struct heights *h)
{
	bool contact = geo_base_contacts(&f->area, &s->firer->spine);
	enum role role;

	if (RULE(RB_WALL_04, contact) && !(s->q->flags & LINE_STEALTH_EDGE))
		return ROLE_NONE;
	role = role_of_cover(s, f, h);
	return role == ROLE_HINDERS && contact ? ROLE_HIDES : role;
}

/*
 * What a feature does to a line that passes through it, by the heights of the
 * two figures; the exception of RB-HIN-05 comes later.
 */
static enum role role_of(const struct shot *s, const struct feature *f)
{
	struct heights h = heights_of(s, f);

	switch ((enum feature_kind)f->kind) {
	case FEATURE_BLOCKING:
		return RULE(RB_BLK_01, h.level) ? ROLE_BLOCKS : ROLE_NONE;
	case FEATURE_ELEVATED: return role_of_hill(s, f, &h);
	case FEATURE_WALL: return role_of_wall(s, f, &h);
	case FEATURE_CONCEALING:
		if (RULE(CV_BRG_06, s->g->clear_concealing))
			return ROLE_NONE;
		return role_of_cover(s, f, &h);
	case FEATURE_HINDERING: return role_of_cover(s, f, &h);
	case FEATURE_SHALLOW:
	case FEATURE_DEEP: break;
	}
	return ROLE_NONE; /* RB-WAT-01, RB-WAT-02 */
}

/* RB-HIN-05: the firer is at the edge of f, its front arc outside */
static bool fires_from_edge(const struct shot *s, const struct feature *f)
{
	int32_t half = s->q->arc / 2;

	if (f->kind == FEATURE_WALL ||
	    !geo_base_overlaps(&f->area, &s->firer->spine))
		return false;
	for (int32_t a = s->q->facing - half; a <= s->q->facing + half; a++) {
		struct vec rim =
			vec_add(s->firer->dot,
				geo_offset(s->firer->spine.r, a, GEO_HA));

		if (geo_polygon_side(&f->area, rim) == GEO_INSIDE)
			return false;
	}
	return true;
}

static void check_bases(const struct shot *s, struct line *out)
{
	const struct ground *g = s->g;
	bool up = s->firer_up || s->target_up;

	if (RULE(RB_LOF_04, s->firer_up && s->target_up && g->low_bases))
		return;
	for (int32_t i = 0; i < g->n_bodies; i++) {
		const struct body *b = &g->bodies[i];
		int32_t r = b->spine.r;

		if (i == s->q->firer || i == s->q->target ||
		    geo_spine_reach(&b->spine, s->firer->dot, s->target->dot,
				    r + g->lof_doubt) == GEO_FARTHER)
			continue;
		/* RB-LOF-04 */
		if (RULE(RB_LOF_04,
			 up && ground_hill(g, b->dot) == GROUND_NONE))
			continue;
		if (RULE(RB_LOF_03,
			 geo_spine_reach(&b->spine, s->firer->dot,
					 s->target->dot,
					 r - g->lof_doubt) == GEO_NEARER))
			line_of_fire_block(out, LINE_BASE, i);
		else
			add_cause(out, LINE_BASE, i);
	}
}

/* what of the ground hinders, and how it is met */
struct cover {
	enum geo_pass pass[GROUND_MAX_FEATURES];
	bool hides[GROUND_MAX_FEATURES]; /* and that for Stealth alone */
	int32_t n_passed;
};

/* each feature: it blocks (RB-LOF-05), or may hinder */
static void check_features(const struct shot *s, struct cover *c,
			   struct line *out)
{
	const struct ground *g = s->g;

	c->n_passed = 0;
	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];
		enum geo_pass pass = geo_polygon_pass(&f->area, s->firer->dot,
						      s->target->dot);
		enum role role = pass == GEO_MISSES ? ROLE_NONE : role_of(s, f);

		c->pass[i] = role == ROLE_HINDERS || role == ROLE_HIDES
				     ? pass
				     : GEO_MISSES;
		c->hides[i] = role == ROLE_HIDES;
		c->n_passed += c->pass[i] == GEO_PASSES && !c->hides[i];
		if (role != ROLE_BLOCKS)
			continue;
		if (RULE(RB_LOF_05, pass == GEO_PASSES))
			line_of_fire_block(out, LINE_TERRAIN, i);
		else
			add_cause(out, LINE_TERRAIN, i); /* RB-LOF-05 */
	}
}

/* feature i hinders, or hides a stealthy figure */
static void line_of_fire_hinder(struct line *out, int32_t i, bool passed,
				bool hides, bool stealth)
{
	if (!passed) {
		add_cause(out, LINE_STEALTHY, i);
		return;
	}
	if (!hides) {
		if (!out->hindering)
			out->hindered_by = i;
		out->hindering = true;
	}
	if (hides || stealth)
		line_of_fire_block(out, LINE_STEALTHY, i);
}

static void check_terrain(const struct shot *s, struct line *out)
{
	const struct ground *g = s->g;
	bool stealth = s->q->flags & LINE_STEALTH;
	struct cover c;

	check_features(s, &c, out);
	for (int32_t i = 0; i < g->n_features; i++) {
		bool passed = c.pass[i] == GEO_PASSES;

		if (c.pass[i] == GEO_MISSES || (!passed && !stealth))
			continue; /* RB-LOF-06 */
		if (RULE(RB_HIN_05,
			 c.n_passed == passed &&
				 fires_from_edge(s, &g->features[i]))) {
			if (!(s->q->flags & LINE_STEALTH_EDGE))
				continue;
			c.hides[i] = true;
		}
		line_of_fire_hinder(out, i, passed, c.hides[i], stealth);
	}
}

void line_check(const struct ground *g, const struct line_query *q,
		struct line *out)
{
	struct shot s = {
		.g = g,
		.q = q,
		.firer = &g->bodies[q->firer],
		.target = &g->bodies[q->target],
	};
	struct vec from = s.firer->dot, to = s.target->dot;

	out->verdict = LINE_CLEAR;
	out->length = (int32_t)((geo_len(from, to) + 999) / 1000);
	out->range = q->range;
	out->block = (struct line_cause){ LINE_OK, GROUND_NONE };
	out->n_causes = 0;
	out->hindering = false;
	out->hindered_by = GROUND_NONE;
	out->height = false;
	if (RULE(RB_LOF_02, !(q->flags & LINE_ANY_ARC) &&
				    !geo_in_arc(from, q->facing, q->arc, to))) {
		line_of_fire_block(out, LINE_NOT_IN_ARC, GROUND_NONE);
		return;
	}
	if (RULE(RB_LOF_02,
		 geo_dist2(from, to) > (int64_t)q->range * q->range)) {
		line_of_fire_block(out, LINE_OUT_OF_RANGE, GROUND_NONE);
		return;
	}
	s.firer_up = ground_hill(g, from) != GROUND_NONE;
	s.target_up = ground_hill(g, to) != GROUND_NONE;
	out->height = s.target_up && !s.firer_up;
	if (q->flags & LINE_NO_OBSTACLES)
		return;
	if (!(q->flags & LINE_NO_BASES))
		check_bases(&s, out);
	if (out->verdict != LINE_BLOCKED)
		check_terrain(&s, out);
	if (out->verdict == LINE_BLOCKED)
		out->n_causes = 0;
	else if (out->n_causes)
		out->verdict = LINE_DOUBTFUL;
}
