/* src/tournament/campaign_rules.c - changes the rules of a campaign: house
 * rules and carry-over */
#include "base/parse.h"
#include "tournament/campaign_private.h"
#include "tournament/carryover.h"
#include "judge/game/intervention_list.h"
#include "judge/game/reject.h"

enum { SETTINGS_BYTES = 32 << 10 };

/* --- house rules: a line of the settings -----------------------------------
 *	ruling GAME \t DISPUTE \t OPTION \t BY \t WORDS
 */

static bool line_read(struct str line, struct house_rule *out)
{
	struct str *const fields[] = { &out->game, &out->number, &out->option,
				       &out->by };

	if (!str_starts(line, CAMPAIGN_RULING))
		return false;
	line.s += sizeof(CAMPAIGN_RULING) - 1;
	line.len -= sizeof(CAMPAIGN_RULING) - 1;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		if (!parse_field(&line, '\t', fields[i]))
			return false;
	out->words = line;
	return true;
}

int campaign_house(const struct campaign_row *r, struct house_rule *out)
{
	struct str rest = r->settings, line;
	int n = 0;

	while (n < CAMPAIGN_SETTINGS && parse_line(&rest, &line))
		n += line_read(line, &out[n]);
	return n;
}

/* --- settings ----------------------------------------------------------- */

struct setting {
	struct judge *j;
	struct arena a;
	struct campaign_row row;
	struct str name, table;
	const struct game_row *game;
	int64_t dispute;
	struct str option;
};

static enum err open_row(struct setting *s, struct store *st, struct why *why)
{
	enum err e = store_campaign_by_name(st, s->name, &s->a, &s->row, why);

	if (e == ERR_NOT_FOUND)
		return reject_set(why, REJECT_campaign_unknown,
				  REJECT_OF(s->name));
	if (!e && s->row.state == CAMPAIGN_OVER)
		return reject_set(why, REJECT_campaign_over, NULL);
	return e;
}

static enum err ruling_find(struct setting *s, struct ruling_row *out,
			    struct why *why)
{
	struct str number =
		str_of(arena_printf(&s->a, "%lld", (long long)s->dispute));
	struct interventions hands;
	enum err e =
		judge_game_interventions(s->j, s->game->id, &s->a, &hands, why);

	for (int i = 0; !e && i < hands.n_ruled; i++) {
		if (hands.ruled[i].number != s->dispute)
			continue;
		*out = hands.ruled[i];
		return out->undone ? reject_set(why, REJECT_ruling_gone, NULL)
				   : ERR_OK;
	}
	return e ? e
		 : reject_set(why, REJECT_ruling_none,
			      REJECT_OF(s->game->name, number));
}

/* Does this line set the option of that "NAME=VALUE", too? */
static bool sets_same(struct str line, struct str option)
{
	struct str own, other;

	if (!str_starts(line, "option "))
		return false;
	line.s += 7;
	line.len -= 7;
	return parse_field(&line, '=', &own) &&
	       parse_field(&option, '=', &other) && str_equal(own, other);
}

/* Fields end at tabs, lines at their ends. */
static void field_add(struct buf *b, struct arena *a, struct str text, char end)
{
	struct str one = str_one_line(a, text);

	for (size_t i = 0; i < one.len; i++)
		buf_addf(b, "%c", one.s[i] == '\t' ? ' ' : one.s[i]);
	buf_addf(b, "%c", end);
}

static bool number_is(struct str text, int64_t n)
{
	int64_t had;

	return parse_int(text, 1, INT64_MAX, &had) && had == n;
}

/* The settings with this ruling, and what it sets. */
static enum err settings_adopt(struct setting *s, const struct ruling_row *r,
			       struct why *why)
{
	struct str rest = s->row.settings, line;
	struct house_rule rules[CAMPAIGN_SETTINGS];
	struct buf b;
	bool full;

	if (campaign_house(&s->row, rules) == CAMPAIGN_SETTINGS)
		return reject_set_int(why, REJECT_house_full,
				      CAMPAIGN_SETTINGS);
	buf_init(&b, SETTINGS_BYTES);
	while (parse_line(&rest, &line)) {
		struct house_rule had;

		if (line_read(line, &had) &&
		    str_equal(had.game, s->game->name) &&
		    number_is(had.number, s->dispute)) {
			buf_release(&b);
			return reject_set(why, REJECT_ruling_had, NULL);
		}
		if (!sets_same(line, s->option))
			buf_addf(&b, "%.*s\n", STR_ARG(line));
	}
	if (s->option.len)
		buf_addf(&b, "option %.*s\n", STR_ARG(s->option));
	buf_addf(&b, "%s%.*s\t%lld\t%.*s\t", CAMPAIGN_RULING,
		 STR_ARG(s->game->name), (long long)s->dispute,
		 STR_ARG(s->option));
	field_add(&b, &s->a, r->by, '\t');
	field_add(&b, &s->a, r->words, '\n');
	s->row.settings = arena_str(&s->a, buf_str(&b));
	full = b.full;
	buf_release(&b);
	return full ? why_set(why, ERR_USAGE, "its settings are too long")
		    : ERR_OK;
}

static enum err adopt_prepare(void *context, struct store *st, struct why *why)
{
	struct setting *s = context;
	struct ruling_row r;
	enum err e = open_row(s, st, why);

	if (!e && !str_equal(s->row.system, s->game->system))
		e = reject_set(why, REJECT_adopt_system,
			       REJECT_OF(s->game->name, s->game->system,
					 s->row.system));
	if (!e)
		e = ruling_find(s, &r, why);
	return e ? e : settings_adopt(s, &r, why);
}

static enum err campaign_rules_set(void *context, struct store *st,
				   struct why *why)
{
	struct setting *s = context;
	enum err e = store_campaign_settings(st, &s->row, why);

	return e ? e
		 : store_campaign_make_due(
			   st, s->row.id,
			   s->game ? CAMPAIGN_NEWS : CAMPAIGN_ITSELF, why);
}

static enum err campaign_rules_done(struct setting *s, enum err e)
{
	arena_release(&s->a);
	return e;
}

enum err campaign_adopt(struct judge *j, struct str name,
			const struct game_row *game, int64_t dispute,
			struct str option, struct why *why)
{
	struct setting s = { .j = j,
			     .name = name,
			     .game = game,
			     .dispute = dispute,
			     .option = option };
	enum err e = judge_whole(j, adopt_prepare, &s, why);

	if (!e)
		e = campaign_try(j, &s.row, why);
	return campaign_rules_done(
		&s, e ? e : judge_whole(j, campaign_rules_set, &s, why));
}

static enum err carry_prepare(void *context, struct store *st, struct why *why)
{
	struct setting *s = context;
	struct campaign_carryover_table *table =
		ARENA_NEW(&s->a, struct campaign_carryover_table);
	enum err e = open_row(s, st, why);

	s->row.carry = s->table;
	return e ? e : campaign_carryover_table_read(s->table, table, why);
}

enum err campaign_carryover_set(struct judge *j, struct str name,
				struct str table, struct why *why)
{
	struct setting s = { .j = j, .name = name, .table = table };
	enum err e = judge_whole(j, carry_prepare, &s, why);

	return campaign_rules_done(
		&s, e ? e : judge_whole(j, campaign_rules_set, &s, why));
}
