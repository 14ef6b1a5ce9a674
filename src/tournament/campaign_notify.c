/* src/tournament/campaign_notify.c - writes a campaign's standings for mails
 * and terminals */
#include "tournament/campaign_private.h"
#include "tournament/rating_list.h"
#include "judge/notify/notify.h"
#include "store/people.h"

enum { LIST_MAX = 128 << 10 };

/* What all mails of one news have in common: made once, whoever reads. */
struct told {
	const struct campaign *c;
	int who[PAIRING_MAX];                          /* in each row */
	struct str row[PAIRING_MAX], own[PAIRING_MAX]; /* own: of its reader */
	struct str house, ended, now, ratings;
};

static struct str row_of(const struct campaign *c, const struct standing *s,
			 bool you, struct arena *a)
{
	struct payload m;

	payload_init(&m);
	payload_int(&m, "place", s->place);
	payload_text(&m, "name", c->name[s->who]);
	payload_int(&m, "played", s->played);
	payload_int(&m, "won", s->won);
	payload_int(&m, "drawn", s->drawn);
	payload_int(&m, "lost", s->lost);
	payload_int(&m, "score", s->score);
	payload_int(&m, "points", s->points);
	payload_int(&m, "gone", s->gone);
	payload_int(&m, "you", you);
	return payload_end(&m, a);
}

static void rows_make(struct told *t, struct arena *a)
{
	struct standing v[PAIRING_MAX];

	campaign_table(t->c, v);
	for (int i = 0; i < t->c->n; i++) {
		t->who[i] = v[i].who;
		t->row[i] = row_of(t->c, &v[i], false, a);
		t->own[i] = row_of(t->c, &v[i], true, a);
	}
}

static struct str table_of(const struct told *t, int reader, struct arena *a)
{
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = 0; i < t->c->n; i++)
		payload_list_add(&list,
				 t->who[i] == reader ? t->own[i] : t->row[i]);
	return payload_list_end(&list, a);
}

static struct str name_of(const struct campaign *c, int who)
{
	return who < 0 ? STR("") : c->name[who];
}

/* the meetings of a round, those that are over or those that are not */
static struct str meetings_of(const struct campaign *c, int round, bool over,
			      struct arena *a)
{
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = 0; i < c->n_meetings; i++) {
		const struct meeting_row *x = &c->meeting[i];
		bool bye = x->second == MEETING_BYE;
		int won = x->outcome == OUTCOME_FIRST    ? x->first
			  : x->outcome == OUTCOME_SECOND ? x->second
							 : -1;
		struct payload m;

		if ((c->row.kind != CAMPAIGN_LADDER && x->round != round) ||
		    (x->outcome != MEETING_OPEN) != over)
			continue;
		/* whose game it is, they know, and others do not */
		if (!over && campaign_is_masked(c))
			continue;
		payload_init(&m);
		payload_text(&m, "first", name_of(c, x->first));
		payload_text(&m, "second", name_of(c, x->second));
		payload_text(&m, "winner", name_of(c, bye ? -1 : won));
		payload_int(&m, "bye", bye);
		payload_int(&m, "drawn", x->outcome == OUTCOME_DRAWN);
		payload_int(&m, "void", !bye && x->outcome == OUTCOME_VOID);
		payload_text(&m, "game", x->name);
		payload_list_add(&list, payload_end(&m, a));
	}
	return payload_list_end(&list, a);
}

static struct str house_of(const struct campaign *c, struct arena *a)
{
	struct house_rule rules[CAMPAIGN_SETTINGS];
	int n = campaign_house(&c->row, rules);
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = 0; i < n; i++) {
		struct payload m;

		payload_init(&m);
		payload_text(&m, "words", rules[i].words);
		payload_text(&m, "game", rules[i].game);
		payload_text(&m, "number", rules[i].number);
		payload_text(&m, "by", rules[i].by);
		payload_text(&m, "option", rules[i].option);
		payload_list_add(&list, payload_end(&m, a));
	}
	return payload_list_end(&list, a);
}

/* The members' ratings, from all campaigns of this game. */
static enum err ratings_make(struct told *t, struct judge *j, struct arena *a,
			     struct why *why)
{
	const struct campaign *c = t->c;
	struct rated_person *v;
	struct buf list;
	int n;
	enum err e = rating_list_of(j, c->row.system, a, &v, &n, why);

	if (e)
		return e;
	buf_init(&list, LIST_MAX);
	for (int i = 0; i < n; i++) {
		struct payload m;
		bool here = false;

		for (int k = 0; k < c->n; k++)
			here |= c->member[k].person == v[i].person &&
				c->member[k].until < 0;
		if (!here)
			continue;
		payload_init(&m);
		payload_text(&m, "name", v[i].name);
		payload_int(&m, "rating", v[i].rating.rating / 100);
		payload_int(&m, "deviation", v[i].rating.deviation / 100);
		payload_int(&m, "games", v[i].games);
		payload_int(&m, "timed", rating_list_in_time(&v[i]) >= 0);
		payload_int(&m, "in_time", rating_list_in_time(&v[i]));
		payload_list_add(&list, payload_end(&m, a));
	}
	t->ratings = payload_list_end(&list, a);
	return ERR_OK;
}

static void told_make(struct told *t, const struct campaign *c, struct arena *a)
{
	bool fresh = c->row.round > 1;

	for (int i = 0; i < c->n_meetings; i++)
		if (c->meeting[i].round == c->row.round - 1 &&
		    c->meeting[i].outcome != MEETING_OPEN &&
		    c->meeting[i].second != MEETING_BYE)
			fresh = false;
	t->c = c;
	rows_make(t, a);
	t->house = house_of(c, a);
	/* a round that has just begun comes with what ended the one before */
	t->ended = meetings_of(c, c->row.round - (fresh ? 2 : 1), true, a);
	t->now = meetings_of(c, c->row.round - 1, false, a);
}

static enum err write_one(struct judge *j, struct arena *a,
			  const struct told *t, int reader,
			  const struct notify *as, struct why *why)
{
	const struct campaign *c = t->c;
	struct notify w = *as;
	struct payload m;

	payload_init(&m);
	payload_text(&m, "campaign", c->row.name);
	payload_int(&m, "round", c->row.round);
	payload_int(&m, "rounds", campaign_rounds(c));
	payload_int(&m, "over", c->row.state == CAMPAIGN_OVER);
	payload_int(&m, "open", c->row.state == CAMPAIGN_OPEN);
	payload_int(&m, "in", reader >= 0 && c->member[reader].until < 0);
	payload_text(&m, "system", c->row.system);
	payload_json(&m, "table", table_of(t, reader, a));
	payload_json(&m, "house", t->house);
	payload_json(&m, "ended", t->ended);
	payload_json(&m, "now", t->now);
	if (t->ratings.len)
		payload_json(&m, "ratings", t->ratings);
	w.kind = "standings";
	w.slot = -1;
	w.matter = payload_end(&m, a);
	return notify_add(j, &w, a, why);
}

enum err campaign_write_one(struct judge *j, struct arena *a,
			    const struct campaign *c, int reader,
			    const struct notify *as, struct why *why)
{
	struct told *t = ARENA_NEW(a, struct told);

	told_make(t, c, a);
	return write_one(j, a, t, reader, as, why);
}

enum err campaign_write(struct judge *j, struct arena *a,
			const struct campaign *c, struct why *why)
{
	struct house_rule rules[CAMPAIGN_SETTINGS];
	int over = 0, n = campaign_house(&c->row, rules);
	const char *house = n ? arena_printf(a, "-%d", n) : "";
	struct told *t = ARENA_NEW(a, struct told);
	enum err e;

	for (int i = 0; i < c->n_meetings; i++)
		over += c->meeting[i].outcome != MEETING_OPEN;
	told_make(t, c, a);
	e = ratings_make(t, j, a, why);
	for (int i = 0; !e && i < c->n; i++) {
		struct notify w = { .person = c->member[i].person };

		if (c->member[i].until >= 0 && c->row.state != CAMPAIGN_OVER)
			continue;
		w.tag = str_of(arena_printf(a, "campaign-%lld-%d-%d-%d-%d%s",
					    (long long)c->row.id, c->row.round,
					    over, (int)c->row.state, i, house));
		e = write_one(j, a, t, i, &w, why);
	}
	return e;
}

void campaign_render(const struct campaign *c, struct buf *out)
{
	struct standing v[PAIRING_MAX];

	campaign_table(c, v);
	buf_addf(out, "%5s  %-24s %6s %4s %5s %4s %6s %7s\n", "place", "name",
		 "played", "won", "drawn", "lost", "score", "points");
	for (int i = 0; i < c->n; i++)
		buf_addf(out, "%5u  %-24.*s %6u %4u %5u %4u %6lld %7lld%s\n",
			 v[i].place, STR_ARG(c->name[v[i].who]), v[i].played,
			 v[i].won, v[i].drawn, v[i].lost, (long long)v[i].score,
			 (long long)v[i].points, v[i].gone ? "  left" : "");
}
