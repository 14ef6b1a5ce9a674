/* src/rules/rebellion/line.c */
#include "rules/rebellion/line.h"
#include "rules/rule.h"

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

static void block(struct line *out, enum line_reason why, int32_t index)
{
	if (out->verdict == LINE_BLOCKED)
		return;
	out->verdict = LINE_BLOCKED;
	out->block = (struct line_cause){ why, index };
}

/* RB-ELV-05: hindering terrain between heights counts for who stands in it */
static bool someone_stands_in(const struct shot *s, const struct feature *f)
{
	return RULE(RB_ELV_05,
		    geo_base_overlaps(&f->area, &s->firer->spine) ||
			    geo_base_overlaps(&f->area, &s->target->spine));
}

/* RB-ELV-05: the hill "the elevated figure stands on" */
static bool carries_a_figure(const struct shot *s, const struct feature *f)
{
	return RULE(RB_ELV_05,
		    geo_polygon_has(&f->area, s->firer_up ? s->firer->dot
							  : s->target->dot));
}

/*
 * What a feature does to a line that passes through it, by the heights of the
 * two figures; the exception of RB-HIN-05 comes later.
 */
static enum role role_of(const struct shot *s, const struct feature *f)
{
	bool both_up = s->firer_up && s->target_up;
	bool both_down = !s->firer_up && !s->target_up;
	/* RB-ELV-03: what lies on a hill is behind the hill; RB-ELV-04 */
	bool level = both_up     ? f->on != GROUND_NONE
		     : both_down ? f->on == GROUND_NONE
				 : true;

	switch ((enum feature_kind)f->kind) {
	case FEATURE_BLOCKING:
		return RULE(RB_BLK_01, level) ? ROLE_BLOCKS : ROLE_NONE;
	case FEATURE_ELEVATED:
		if (RULE(RB_ELV_04, both_up) ||
		    (!both_down && carries_a_figure(s, f)))
			return ROLE_NONE;
		return RULE(RB_ELV_03, true) ? ROLE_BLOCKS : ROLE_NONE;
	case FEATURE_WALL:
		/* RB-WALL-04 */
		if (RULE(RB_WALL_04,
			 geo_base_contacts(&f->area, &s->firer->spine)) &&
		    !(s->q->flags & LINE_STEALTH_EDGE))
			return ROLE_NONE;
		/* fall through */
	case FEATURE_HINDERING:
	case FEATURE_CONCEALING:
		if (f->kind == FEATURE_CONCEALING &&
		    RULE(CV_BRG_06, s->g->clear_concealing))
			return ROLE_NONE;
		if (!level || (s->q->flags & LINE_NO_HINDERING))
			return ROLE_NONE;
		if (!both_up && !both_down && !someone_stands_in(s, f))
			return ROLE_NONE;
		return f->kind == FEATURE_WALL &&
				       geo_base_contacts(&f->area,
							 &s->firer->spine)
			       ? ROLE_HIDES
			       : ROLE_HINDERS;
	case FEATURE_SHALLOW:
	case FEATURE_DEEP: break;
	}
	return ROLE_NONE; /* RB-WAT-01, RB-WAT-02 */
}

/* RB-HIN-05: the firer stands at the edge of f, its front arc outside */
static bool fires_from_edge(const struct shot *s, const struct feature *f)
{
	int32_t half = s->q->arc / 2;

	if (f->kind == FEATURE_WALL ||
	    !geo_base_overlaps(&f->area, &s->firer->spine))
		return false;
	for (int32_t a = s->q->facing - half; a <= s->q->facing + half; a++) {
		struct point rim =
			point_add(s->firer->dot,
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
			block(out, LINE_BASE, i);
		else
			add_cause(out, LINE_BASE, i);
	}
}

static void check_terrain(const struct shot *s, struct line *out)
{
	const struct ground *g = s->g;
	enum geo_pass cover[GROUND_MAX_FEATURES]; /* of what hinders */
	bool hides[GROUND_MAX_FEATURES]; /* and that for Stealth alone */
	int32_t n_passed = 0;

	for (int32_t i = 0; i < g->n_features; i++) {
		const struct feature *f = &g->features[i];
		enum geo_pass pass = geo_polygon_pass(&f->area, s->firer->dot,
						      s->target->dot);
		enum role role = pass == GEO_MISSES ? ROLE_NONE : role_of(s, f);

		cover[i] = role == ROLE_HINDERS || role == ROLE_HIDES
				   ? pass
				   : GEO_MISSES;
		hides[i] = role == ROLE_HIDES;
		n_passed += cover[i] == GEO_PASSES && !hides[i];
		if (role != ROLE_BLOCKS)
			continue;
		if (RULE(RB_LOF_05, pass == GEO_PASSES))
			block(out, LINE_TERRAIN, i);
		else
			add_cause(out, LINE_TERRAIN, i); /* RB-LOF-05 */
	}

	bool stealth = s->q->flags & LINE_STEALTH;

	for (int32_t i = 0; i < g->n_features; i++) {
		bool passed = cover[i] == GEO_PASSES;

		if (cover[i] == GEO_MISSES || (!passed && !stealth))
			continue; /* RB-LOF-06 */
		if (RULE(RB_HIN_05,
			 n_passed == passed &&
				 fires_from_edge(s, &g->features[i]))) {
			if (!(s->q->flags & LINE_STEALTH_EDGE))
				continue;
			hides[i] = true;
		}
		if (hides[i]) {
			if (passed)
				block(out, LINE_STEALTHY, i);
			else
				add_cause(out, LINE_STEALTHY, i);
		} else if (passed) {
			if (!out->hindering)
				out->hindered_by = i;
			out->hindering = true;
			if (stealth)
				block(out, LINE_STEALTHY, i);
		} else {
			add_cause(out, LINE_STEALTHY, i);
		}
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
	struct point from = s.firer->dot, to = s.target->dot;

	out->verdict = LINE_CLEAR;
	out->block = (struct line_cause){ LINE_OK, GROUND_NONE };
	out->n_causes = 0;
	out->hindering = false;
	out->hindered_by = GROUND_NONE;
	out->height = false;
	if (RULE(RB_LOF_02, !(q->flags & LINE_ANY_ARC) &&
				    !geo_in_arc(from, q->facing, q->arc, to))) {
		block(out, LINE_NOT_IN_ARC, GROUND_NONE);
		return;
	}
	if (RULE(RB_LOF_02,
		 geo_dist2(from, to) > (int64_t)q->range * q->range)) {
		block(out, LINE_OUT_OF_RANGE, GROUND_NONE);
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
