/* src/tournament/campaign_pages.c - writes the web pages of a campaign */
#include "tournament/campaign_private.h"
#include "tournament/site_files.h"
#include "store/games.h"

enum { LADDER_PAGE = 20 /* challenges */ };

struct telling {
	struct judge *j;
	struct arena *a;
	struct campaign c;
	struct site_season season;
	struct site_place *places;
	struct site_meeting *meetings;
	struct site_files *pages;
	bool all_seen;
};

/* Write a game's pages, as far as it is public; its result comes with its
 * end. */
static enum err game_publish(struct telling *t, struct meeting_row *m,
			     struct why *why)
{
	struct game_row g;
	struct why told = { 0 };
	bool whole = false;
	enum err e;

	if (m->game_state == GAME_ENDED &&
	    site_files_complete(t->pages, m->name, m->game_point))
		return ERR_OK;
	e = store_game_get(judge_store(t->j), m->game, t->a, &g, why);

	if (e)
		return e;
	e = site_files_game(t->pages, t->j, &g, &whole, &told);
	/* archived before it was written: it has no page */
	if (e == ERR_ARCHIVED)
		return ERR_OK;
	if (!whole)
		m->outcome = MEETING_OPEN;
	t->all_seen &= whole;
	return e ? why_set(why, e, "%s", told.text) : ERR_OK;
}

static void place_note(struct telling *t, const struct standing *s)
{
	t->places[t->season.n_places++] = (struct site_place){
		.name = t->c.name[s->who],
		.place = s->place,
		.score = s->score,
		.played = s->played,
		.points = s->points,
		.gone = s->gone,
	};
}

static void meeting_note(struct telling *t, const struct meeting_row *m)
{
	bool bye = m->second == MEETING_BYE, over = m->outcome != MEETING_OPEN;
	bool ladder = t->c.row.kind == CAMPAIGN_LADDER;
	struct site_meeting *to = &t->meetings[t->season.n_meetings++];
	struct str *name = t->c.name;

	*to = (struct site_meeting){
		.page = 1 + (ladder ? (m->number - 1) / LADDER_PAGE : m->round),
		.game = m->name,
		.over = over || bye,
	};
	if (!bye && !over && campaign_is_masked(&t->c))
		return;
	to->first = name[m->first];
	if (bye)
		return;
	to->second = name[m->second];
	to->drawn = m->outcome == OUTCOME_DRAWN;
	to->none = m->outcome == OUTCOME_VOID;
	if (m->outcome == OUTCOME_FIRST)
		to->winner = to->first;
	if (m->outcome == OUTCOME_SECOND)
		to->winner = to->second;
}

static void house_note(struct telling *t)
{
	struct house_rule rules[CAMPAIGN_SETTINGS];
	int n = campaign_house(&t->c.row, rules);
	struct site_house *to =
		ARENA_ARRAY(t->a, CAMPAIGN_SETTINGS, struct site_house);

	for (int i = 0; i < n; i++)
		to[i] = (struct site_house){ rules[i].words, rules[i].game,
					     rules[i].number, rules[i].by };
	t->season.house = to;
	t->season.n_house = n;
}

/* The standings, by public results. */
static void season_fill(struct telling *t)
{
	struct campaign *c = &t->c;
	struct standing table[PAIRING_MAX];

	campaign_results(c, t->a);
	campaign_table(c, table);
	t->places = ARENA_ARRAY(t->a, (size_t)c->n + 1, struct site_place);
	t->meetings = ARENA_ARRAY(t->a, (size_t)c->n_meetings + 1,
				  struct site_meeting);
	t->season.system = c->row.system;
	t->season.kind = str_of(campaign_kind_name(c->row.kind));
	t->season.rounds = campaign_rounds(c);
	t->season.round = c->row.round;
	t->season.over = c->row.state == CAMPAIGN_OVER && t->all_seen;
	for (int i = 0; i < c->n; i++)
		place_note(t, &table[i]);
	for (int i = 0; i < c->n_meetings; i++)
		meeting_note(t, &c->meeting[i]);
	house_note(t);
	t->season.places = t->places;
	t->season.meetings = t->meetings;
}

enum err campaign_pages(struct judge *j, struct str name,
			const struct site_files_wish *w, struct arena *a,
			uint64_t *n_files, uint64_t *n_written, struct why *why)
{
	struct telling *t = ARENA_NEW(a, struct telling);
	struct site_files_wish *own = ARENA_NEW(a, struct site_files_wish);
	enum err e = campaign_load(j, name, a, &t->c, why);

	t->j = j;
	t->a = a;
	t->all_seen = true;
	*own = *w;
	own->season = &t->season;
	own->goes_on = true;
	if (!own->title.len)
		own->title = t->c.row.name;
	if (!e)
		e = site_files_open(a, own, &t->pages, why);
	for (int i = 0; !e && i < t->c.n_meetings; i++)
		if (t->c.meeting[i].game)
			e = game_publish(t, &t->c.meeting[i], why);
	if (e)
		return e;
	season_fill(t);
	return site_files_close(t->pages, n_files, n_written, why);
}
