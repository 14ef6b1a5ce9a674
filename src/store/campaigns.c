/* src/store/campaigns.c */
#include "store/campaigns.h"
#include "store/db.h"

enum err store_campaign_add(struct store *st, const struct campaign_row *c,
			    int64_t *id, struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT INTO campaigns (name, system, kind, state, rounds, "
		"round, won, drawn, lost, bye, reach, deadline_s, words_s, "
		"settings, carry, master, created_s) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		DB(db_text(c->name), db_text(c->system), db_int(c->kind),
		   db_int(c->state), db_int(c->rounds), db_int(c->round),
		   db_int(c->won), db_int(c->drawn), db_int(c->lost),
		   db_int(c->bye), db_int(c->reach), db_int(c->deadline_s),
		   db_int(c->words_s), db_text(c->settings), db_text(c->carry),
		   db_int_or_null(c->master, !c->master), db_int(c->created_s)),
		why);
	if (!e)
		*id = db_last_id(st);
	return e;
}

#define CAMPAIGN_COLUMNS                                                        \
	"id, name, system, kind, state, rounds, round, won, drawn, lost, "      \
	"bye, reach, deadline_s, words_s, settings, carry, master, created_s, " \
	"told_s "

static void campaign_get(struct query *q, struct arena *a,
			 struct campaign_row *c)
{
	*c = (struct campaign_row){
		.id = db_get_int(q, 0),
		.name = db_get_str(q, 1, a),
		.system = db_get_str(q, 2, a),
		.kind = (enum campaign_kind)(db_get_int(q, 3) & 3),
		.state = (enum campaign_state)(db_get_int(q, 4) & 3),
		.rounds = db_get_small(q, 5),
		.round = db_get_small(q, 6),
		.won = db_get_small(q, 7),
		.drawn = db_get_small(q, 8),
		.lost = db_get_small(q, 9),
		.bye = db_get_small(q, 10),
		.reach = db_get_small(q, 11),
		.deadline_s = db_get_int(q, 12),
		.words_s = db_get_int(q, 13),
		.settings = db_get_str(q, 14, a),
		.carry = db_get_str(q, 15, a),
		.master = db_get_null(q, 16) ? 0 : db_get_int(q, 16),
		.created_s = db_get_int(q, 17),
		.told_s = db_get_int(q, 18),
	};
}

enum err store_campaign_get(struct store *st, int64_t id, struct arena *a,
			    struct campaign_row *c, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " CAMPAIGN_COLUMNS "FROM campaigns WHERE id = ?",
		 DB(db_int(id)), why);
	if (db_row(&q))
		campaign_get(&q, a, c);
	return db_end_found(&q);
}

enum err store_campaign_by_name(struct store *st, struct str name,
				struct arena *a, struct campaign_row *c,
				struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT " CAMPAIGN_COLUMNS "FROM campaigns WHERE name = ?",
		 DB(db_text(name)), why);
	if (db_row(&q))
		campaign_get(&q, a, c);
	return db_end_found(&q);
}

enum err store_campaign_set(struct store *st, const struct campaign_row *c,
			    struct why *why)
{
	return db_change_found(
		st, "UPDATE campaigns SET state = ?, round = ? WHERE id = ?",
		DB(db_int(c->state), db_int(c->round), db_int(c->id)), why);
}

enum err store_campaign_settings(struct store *st, const struct campaign_row *c,
				 struct why *why)
{
	return db_change_found(
		st, "UPDATE campaigns SET settings = ?, carry = ? WHERE id = ?",
		DB(db_text(c->settings), db_text(c->carry), db_int(c->id)),
		why);
}

enum err store_campaign_list(struct store *st, struct arena *a,
			     bool (*each)(void *context,
					  const struct campaign_row *c),
			     void *context, struct why *why)
{
	struct campaign_row c;
	struct query q;

	db_start(&q, st,
		 "SELECT " CAMPAIGN_COLUMNS "FROM campaigns ORDER BY name",
		 NULL, why);
	while (db_row(&q)) {
		campaign_get(&q, a, &c);
		if (!each(context, &c))
			break;
	}
	return db_end(&q);
}

enum err store_campaign_is_due(struct store *st, int64_t now_s, bool *is,
			       struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT campaign FROM campaigns_due UNION ALL "
		 "SELECT campaign FROM campaigns_news WHERE due_s <= ? LIMIT 1",
		 DB(db_int(now_s)), why);
	*is = db_row(&q);
	return db_end(&q);
}

/* News that have waited long enough are due like all else. */
static enum err news_wake(struct store *st, int64_t now_s, struct why *why)
{
	enum err e = db_change(
		st,
		"INSERT OR IGNORE INTO campaigns_due "
		"SELECT campaign, ? FROM campaigns_news WHERE due_s <= ?",
		DB(db_int(CAMPAIGN_RESULT), db_int(now_s)), why);
	if (e)
		return e;
	return db_change(st, "DELETE FROM campaigns_news WHERE due_s <= ?",
			 DB(db_int(now_s)), why);
}

enum err store_campaign_due(struct store *st, int64_t now_s, int64_t *campaign,
			    int64_t *games, int max, int *n, struct why *why)
{
	struct query q;
	enum err e = news_wake(st, now_s, why);

	*n = 0;
	if (e)
		return e;
	db_start(&q, st,
		 "SELECT campaign, game FROM campaigns_due WHERE campaign = "
		 "(SELECT min(campaign) FROM campaigns_due) "
		 "ORDER BY game LIMIT ?",
		 DB(db_int(max)), why);
	while (db_row(&q)) {
		*campaign = db_get_int(&q, 0);
		games[(*n)++] = db_get_int(&q, 1);
	}
	e = db_end(&q);
	if (!e && !*n)
		return ERR_NOT_FOUND;
	for (int i = 0; !e && i < *n; i++) {
		e = db_change(st,
			      "DELETE FROM campaigns_due "
			      "WHERE campaign = ? AND game = ?",
			      DB(db_int(*campaign), db_int(games[i])), why);
	}
	return e;
}

enum err store_campaign_wait(struct store *st, int64_t campaign, int64_t due_s,
			     struct why *why)
{
	return db_change(
		st,
		"INSERT OR IGNORE INTO campaigns_news (campaign, due_s) "
		"VALUES (?, ?)",
		DB(db_int(campaign), db_int(due_s)), why);
}

enum err store_campaign_mailed(struct store *st, int64_t campaign,
			       int64_t now_s, struct why *why)
{
	enum err e = db_change_found(
		st, "UPDATE campaigns SET told_s = ? WHERE id = ?",
		DB(db_int(now_s), db_int(campaign)), why);
	if (e)
		return e;
	return db_change(st, "DELETE FROM campaigns_news WHERE campaign = ?",
			 DB(db_int(campaign)), why);
}

enum err store_campaign_make_due(struct store *st, int64_t campaign,
				 int64_t what, struct why *why)
{
	return db_change(st,
			 "INSERT OR IGNORE INTO campaigns_due VALUES (?, ?)",
			 DB(db_int(campaign), db_int(what)), why);
}

enum err store_member_put(struct store *st, const struct member_row *m,
			  struct why *why)
{
	return db_change(
		st,
		"INSERT INTO members (campaign, seed, person, from_round, "
		"until_round, brings) VALUES (?, ?, ?, ?, ?, ?) "
		"ON CONFLICT (campaign, seed) DO UPDATE SET "
		"until_round = excluded.until_round, "
		"brings = excluded.brings",
		DB(db_int(m->campaign), db_int(m->seed), db_int(m->person),
		   db_int(m->from), db_int_or_null(m->until, m->until < 0),
		   db_text(m->brings)),
		why);
}

enum err store_member_list(struct store *st, int64_t campaign, struct arena *a,
			   struct member_row *out, int max, int *n,
			   struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT seed, person, from_round, until_round, brings "
		 "FROM members WHERE campaign = ? ORDER BY seed",
		 DB(db_int(campaign)), why);
	while (*n < max && db_row(&q))
		out[(*n)++] = (struct member_row){
			.campaign = campaign,
			.seed = db_get_small(&q, 0),
			.person = db_get_int(&q, 1),
			.from = db_get_small(&q, 2),
			.until = db_get_null(&q, 3) ? -1 : db_get_small(&q, 3),
			.brings = db_get_str(&q, 4, a),
		};
	return db_end(&q);
}

enum err store_meeting_put(struct store *st, const struct meeting_row *m,
			   struct why *why)
{
	return db_change(
		st,
		"INSERT INTO meetings (campaign, number, round, first, "
		"second, game, outcome, points_first, points_second, ended_s, "
		"answered_first, answered_second, missed_first, "
		"missed_second) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		"ON CONFLICT (campaign, number) DO UPDATE SET "
		"game = excluded.game, outcome = excluded.outcome, "
		"points_first = excluded.points_first, "
		"points_second = excluded.points_second, "
		"ended_s = excluded.ended_s, "
		"answered_first = excluded.answered_first, "
		"answered_second = excluded.answered_second, "
		"missed_first = excluded.missed_first, "
		"missed_second = excluded.missed_second",
		DB(db_int(m->campaign), db_int(m->number), db_int(m->round),
		   db_int(m->first), db_int(m->second),
		   db_int_or_null(m->game, !m->game),
		   db_int_or_null(m->outcome, m->outcome < 0),
		   db_int(m->points_first), db_int(m->points_second),
		   db_int(m->ended_s), db_int(m->answered[0]),
		   db_int(m->answered[1]), db_int(m->missed[0]),
		   db_int(m->missed[1])),
		why);
}

enum err store_meeting_list(struct store *st, int64_t campaign, struct arena *a,
			    struct meeting_row *out, int max, int *n,
			    struct why *why)
{
	struct query q;

	*n = 0;
	db_start(&q, st,
		 "SELECT m.number, m.round, m.first, m.second, m.game, "
		 "m.outcome, m.points_first, m.points_second, m.ended_s, "
		 "g.name, m.answered_first, m.answered_second, "
		 "m.missed_first, m.missed_second, g.state, g.point "
		 "FROM meetings m LEFT JOIN games g ON g.id = m.game "
		 "WHERE m.campaign = ? ORDER BY m.number",
		 DB(db_int(campaign)), why);
	while (*n < max && db_row(&q))
		out[(*n)++] = (struct meeting_row){
			.campaign = campaign,
			.number = db_get_small(&q, 0),
			.round = db_get_small(&q, 1),
			.first = db_get_small(&q, 2),
			.second = db_get_small(&q, 3),
			.game = db_get_null(&q, 4) ? 0 : db_get_int(&q, 4),
			.outcome = db_get_null(&q, 5) ? MEETING_OPEN
						      : db_get_small(&q, 5),
			.points_first = db_get_small(&q, 6),
			.points_second = db_get_small(&q, 7),
			.ended_s = db_get_int(&q, 8),
			.name = db_get_null(&q, 9) ? STR("")
						   : db_get_str(&q, 9, a),
			.answered = { db_get_small(&q, 10),
				      db_get_small(&q, 11) },
			.missed = { db_get_small(&q, 12),
				    db_get_small(&q, 13) },
			.game_state =
				db_get_null(&q, 14) ? 0 : db_get_small(&q, 14),
			.game_point =
				db_get_null(&q, 15) ? 0 : db_get_int(&q, 15),
		};
	return db_end(&q);
}

enum err store_rated_list(struct store *st, struct str system,
			  bool (*each)(void *context,
				       const struct rated_row *r),
			  void *context, struct why *why)
{
	struct query q;

	db_start(&q, st,
		 "SELECT f.person, s.person, m.outcome, m.ended_s, "
		 "m.answered_first, m.answered_second, m.missed_first, "
		 "m.missed_second FROM campaigns c "
		 "JOIN meetings m ON m.campaign = c.id "
		 "JOIN members f ON f.campaign = c.id AND f.seed = m.first "
		 "JOIN members s ON s.campaign = c.id AND s.seed = m.second "
		 "WHERE c.system = ? AND m.outcome IS NOT NULL "
		 "ORDER BY m.ended_s, m.campaign, m.number",
		 DB(db_text(system)), why);
	while (db_row(&q)) {
		struct rated_row r = {
			.first = db_get_int(&q, 0),
			.second = db_get_int(&q, 1),
			.outcome = db_get_small(&q, 2),
			.ended_s = db_get_int(&q, 3),
			.answered = { db_get_small(&q, 4),
				      db_get_small(&q, 5) },
			.missed = { db_get_small(&q, 6), db_get_small(&q, 7) },
		};

		if (!each(context, &r))
			break;
	}
	return db_end(&q);
}
