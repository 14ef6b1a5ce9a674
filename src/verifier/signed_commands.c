/* src/verifier/signed_commands.c */
#include "verifier/signed_commands.h"
#include "base/parse.h"
#include "base/str.h"
#include "protocol/table_state.h"
#include "protocol/log_events.h"
#include "protocol/keywords.h"
#include "orders/path_words.h"
#include "engine/common.h"
#include "engine/slot.h"
#include "engine/state_path.h"

/* The signed text, and what it is asked about. */
struct signed_command {
	const struct replay_point *p;
	struct arena *a;
	const struct system *sys;
	const struct grammar *g;
	bool by_ruling;
};

static const struct command {
	int kind;
	enum replay_claim claim; /* of the signed text that may command it */
	enum keyword_word verb;  /* N_SPOKEN: none */
} commands[] = {
	{ COMMON_GAME_STARTED, REPLAY_MASTER, SPOKEN_start },
	{ COMMON_GAME_PAUSED, REPLAY_MASTER, SPOKEN_pause },
	{ COMMON_GAME_RESUMED, REPLAY_MASTER, SPOKEN_resume },
	{ COMMON_GAME_ENDED, REPLAY_MASTER, SPOKEN_end },
	{ COMMON_DEADLINE_SET, REPLAY_MASTER, SPOKEN_extend },
	{ COMMON_DEADLINE_SET, REPLAY_MASTER, SPOKEN_shorten },
	{ COMMON_DEADLINE_SET, REPLAY_MASTER, SPOKEN_deadline },
	{ COMMON_DEADLINE_SET, REPLAY_MASTER, SPOKEN_skip },
	{ COMMON_SEAT_TAKEN, REPLAY_MASTER, SPOKEN_admit },
	{ COMMON_KEY_ADDED, REPLAY_MASTER, SPOKEN_admit },
	{ COMMON_SEAT_TAKEN, REPLAY_MASTER, SPOKEN_seat },
	{ COMMON_KEY_ADDED, REPLAY_MASTER, SPOKEN_seat },
	{ COMMON_SEAT_PLAYED, REPLAY_MASTER, SPOKEN_seat },
	{ COMMON_KEY_REVOKED, REPLAY_MASTER, SPOKEN_seat },
	{ COMMON_KEY_REVOKED, REPLAY_MASTER, SPOKEN_admit },
	{ COMMON_READMISSION_ANNOUNCED, REPLAY_MASTER, SPOKEN_readmit },
	{ COMMON_OVERRIDE, REPLAY_MASTER, SPOKEN_set },
	{ COMMON_UNDONE, REPLAY_MASTER, SPOKEN_undo },
	{ COMMON_RULED, REPLAY_MASTER, SPOKEN_rule },
	{ COMMON_UNDONE, REPLAY_MASTER, SPOKEN_rule },
	{ COMMON_GAME_RESUMED, REPLAY_MASTER, SPOKEN_rule },
	{ COMMON_KEY_ADDED, REPLAY_KEYS, SPOKEN_add },
	{ COMMON_KEY_REVOKED, REPLAY_KEYS, SPOKEN_revoke },
	{ COMMON_ADDRESS_CHANGED, REPLAY_KEYS, SPOKEN_address },
	{ COMMON_TABLE_POLICY, REPLAY_MASTER, SPOKEN_policy },
	{ COMMON_OPTION_SET, REPLAY_ORDERS,
	  N_SPOKEN }, /* the operator's alone */
	{ COMMON_BEACON_CHANGED, REPLAY_ORDERS, N_SPOKEN },
	{ COMMON_JUDGE_MOVED, REPLAY_ORDERS, N_SPOKEN },
	{ COMMON_JUDGE_KEY, REPLAY_ORDERS, N_SPOKEN },
	/* signed among orders: replay_orders.c */
	{ COMMON_ABSENCE_ANNOUNCED, REPLAY_ORDERS, N_SPOKEN },
	{ COMMON_ABSENCE_ENDED, REPLAY_ORDERS, N_SPOKEN },
	{ COMMON_FORK_FOUND, REPLAY_ORDERS, N_SPOKEN }, /* the judge's */
};

bool signed_command_is_command(int kind)
{
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (commands[i].kind == kind)
			return true;
	return false;
}

/* "A1.WOUNDS 2" of signed text, and what the event says */
static bool override_signed(const struct signed_command *s,
			    const struct event *e, struct str said)
{
	struct str path, bad;
	int n, n_said;
	const int32_t *w = event_words(e, COMMON_OVERRIDE_VALUE, &n);
	int32_t value[STATE_PATH_MAX_NUMBERS];

	if (!parse_field(&said, ' ', &path))
		return false;
	path = path_words_path(s->g, s->a, path);
	if (!str_equal(log_event_text(s->a, e, COMMON_OVERRIDE_PATH), path))
		return false;
	said = path_words_value(s->g, s->a, s->sys, path, said);
	return state_path_read(s->sys, path, said, value,
			       STATE_PATH_MAX_NUMBERS, &n_said, &bad) &&
	       n == n_said && !memcmp(value, w, (size_t)n * sizeof(*w));
}

/* "1 REROLL" of signed text, and what the event says */
static bool ruling_signed(const struct signed_command *s, const struct event *e,
			  struct str said)
{
	static const struct {
		const char *verdict;
		enum keyword_word what;
	} verdicts[] = { { "stands", SPOKEN_stands },
			 { "undone", SPOKEN_undone },
			 { "rerolled", SPOKEN_reroll } };
	struct str verdict = log_event_text(s->a, e, COMMON_RULED_VERDICT),
		   word;
	int64_t n;

	if (!parse_field(&said, ' ', &word) ||
	    !parse_int(word, 1, INT32_MAX, &n) ||
	    n != event_get(e, COMMON_RULED_NUMBER))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(verdicts); i++)
		if (str_is(verdict, verdicts[i].verdict))
			return keyword_is(s->a, s->g->words, verdicts[i].what,
					  said);
	return false;
}

/* Are these all the words of the value, in their order, but where one names a
 * list (judge/game/holidays.h)? */
static bool days_signed(struct str said, struct str value)
{
	struct str word, has;
	bool listed = false, found = true;

	while (found && parse_field(&said, ' ', &word)) {
		if (!word.len)
			continue;
		if (word.s[0] == '@') {
			listed = true;
			continue;
		}
		do
			found = parse_field(&value, ' ', &has);
		while (listed && found && !str_equal(has, word));
		found = found && str_equal(has, word);
	}
	return found && (listed || !value.len);
}

/* "away extend" of signed text, and what the event says */
static bool policy_signed(const struct signed_command *s, const struct event *e,
			  struct str said)
{
	struct str name = STR(""),
		   value = log_event_text(s->a, e, COMMON_TABLE_POLICY_VALUE);

	if (parse_field(&said, ' ', &name) &&
	    str_is(str_lower(s->a, name), policy_name(POLICY_DAYS_OFF)))
		return str_is(log_event_text(s->a, e, COMMON_TABLE_POLICY_NAME),
			      policy_name(POLICY_DAYS_OFF)) &&
		       days_signed(str_lower(s->a, said),
				   str_lower(s->a, value));
	return name.len &&
	       str_equal(str_lower(s->a, name),
			 log_event_text(s->a, e, COMMON_TABLE_POLICY_NAME)) &&
	       str_equal(str_lower(s->a, said), str_lower(s->a, value));
}

/* "37 FRESH" of signed text, and what the event says: of an event inside of a
 * point replay_undo.c knows where its round began */
static bool undo_signed(const struct signed_command *s, const struct event *e,
			struct str said)
{
	struct way_back to;

	return judge_lines_undo(s->a, s->g->words, said, &to) &&
	       (to.event || to.point == event_get(e, COMMON_UNDONE_POINT));
}

/* A key of an anonymous game, which its end opens; or NULL. */
static const struct replay_key *key_of(const struct signed_command *s,
				       struct str print)
{
	for (size_t i = 0; i < s->p->n_keys; i++)
		if (str_equal(s->p->keys[i].print, print))
			return &s->p->keys[i];
	return NULL;
}

static struct str opened(const struct signed_command *s, struct str print)
{
	const struct replay_key *k = key_of(s, print);

	return k ? k->opens : print;
}

static struct str key_added(const struct signed_command *s,
			    const struct event *e)
{
	const struct replay_key *k = key_of(
		s, log_event_text(s->a, e, COMMON_KEY_ADDED_FINGERPRINT));

	return k ? k->key : log_event_text(s->a, e, COMMON_KEY_ADDED_KEY);
}

/* Does the text after the verb command exactly this? */
static bool detail_signed(const struct signed_command *s, const struct event *e,
			  struct str said, struct str reason)
{
	const struct event_kind *k = event_kind(&s->sys->events, e->kind);
	int why = event_field(k, "cause"),
	    print = event_field(k, "fingerprint");
	struct key key;

	if (why >= 0 && s->p->claim == REPLAY_MASTER &&
	    !judge_lines_reason_is(s->a, reason, log_event_text(s->a, e, why)))
		return false;
	if (e->kind == COMMON_OVERRIDE)
		return override_signed(s, e, said);
	if (e->kind == COMMON_RULED)
		return ruling_signed(s, e, said);
	if (e->kind == COMMON_TABLE_POLICY)
		return policy_signed(s, e, said);
	if (e->kind == COMMON_READMISSION_ANNOUNCED)
		return slot_parse(said) ==
		       event_get(e, COMMON_READMISSION_ANNOUNCED_SEAT);
	if (e->kind == COMMON_UNDONE && !s->by_ruling)
		return undo_signed(s, e, said);
	if (e->kind == COMMON_KEY_ADDED && s->p->claim == REPLAY_KEYS)
		return key_parse(key_added(s, e), &key) == SIG_ERROR_OK &&
		       key_is_fingerprint(&key, said);
	if (print >= 0 && s->p->claim == REPLAY_KEYS) {
		struct str has = str_upper(
			s->a, opened(s, log_event_text(s->a, e, print)));

		/* a key can be named in three ways: this one as SHA256, only
		 * the ring knows the others */
		return !str_starts(said, "SHA256:") ||
		       str_equal(str_upper(s->a, said), has);
	}
	return true;
}

static struct str text_of(const struct replay_point *p)
{
	return (struct str){ p->orders.text.s + p->body,
			     p->orders.text.len - p->body };
}

void signed_command_begin(const struct replay_point *p, struct arena *a,
			  const struct grammar *g,
			  struct signed_command_script *out)
{
	*out = (struct signed_command_script){ .at = -1 };
	if (!p->is_signed || p->claim != REPLAY_MASTER)
		return;
	out->n = gm_commands_read(a, g->words, text_of(p), out->line);
	if (out->n > GM_COMMANDS_MAX)
		out->n = 0;
}

/* Can an event of this kind come of the line? *first: it begins with one. */
static bool comes_of(int kind, const struct command_line *line, bool *first)
{
	bool found = false;

	*first = true;
	for (size_t i = 0; i < ARRAY_LEN(commands) && !found; i++) {
		if (commands[i].claim != REPLAY_MASTER ||
		    commands[i].verb != line->verb)
			continue;
		found = commands[i].kind == kind;
		*first &= found;
	}
	return found;
}

/* Can the command be without an event? Hidden spectators have none. */
static bool may_lack_event(const struct command_line *line)
{
	return gm_commands_is_silent(line->verb) ||
	       line->verb == SPOKEN_admit || line->verb == SPOKEN_seat;
}

/* May more events come of a line than its first? */
static bool goes_on(int kind, bool first)
{
	return !first || kind == COMMON_DEADLINE_SET;
}

static bool line_says(struct signed_command *s, const struct event *e,
		      const struct command_line *line)
{
	s->by_ruling = line->verb == SPOKEN_rule;
	return detail_signed(s, e, line->rest, line->why);
}

static bool master_signed(struct signed_command *s, const struct event *e,
			  struct signed_command_script *c, bool *next)
{
	bool first;

	for (int k = c->at + 1; k < c->n; k++) {
		*next = comes_of(e->kind, &c->line[k], &first) && first &&
			line_says(s, e, &c->line[k]);
		if (*next)
			c->at = k;
		if (*next || !may_lack_event(&c->line[k]))
			break;
	}
	return *next ||
	       (c->at >= 0 && comes_of(e->kind, &c->line[c->at], &first) &&
		goes_on(e->kind, first) && line_says(s, e, &c->line[c->at]));
}

/* A change of keys is one line. */
static bool keys_signed(struct signed_command *s, const struct event *e)
{
	struct str line =
		str_one_line(s->a, judge_lines_join(s->a, text_of(s->p)));
	struct str verb;

	if (!parse_field(&line, ' ', &verb))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (commands[i].kind == e->kind &&
		    commands[i].claim == REPLAY_KEYS &&
		    keyword_is(s->a, s->g->words, commands[i].verb, verb))
			return detail_signed(s, e, line, STR(""));
	return false;
}

bool signed_command_so(const struct replay_point *p, struct arena *a,
		       const struct system *sys, const struct grammar *g,
		       const struct event *e,
		       struct signed_command_script *script, bool *next)
{
	struct signed_command s = { p, a, sys, g, false };

	*next = false;
	return p->claim == REPLAY_KEYS     ? keys_signed(&s, e)
	       : p->claim == REPLAY_MASTER ? master_signed(&s, e, script, next)
					   : false;
}

bool signed_command_all(const struct signed_command_script *script)
{
	for (int k = script->at + 1; k < script->n; k++)
		if (!may_lack_event(&script->line[k]))
			return false;
	return true;
}

bool signed_command_unseal(const struct replay_point *p, struct arena *a,
			   const struct grammar *g, int64_t *point)
{
	struct str rest = judge_lines_join(a, text_of(p)), line, word;

	return parse_line(&rest, &line) && parse_field(&line, ' ', &word) &&
	       keyword_is(a, g->words, SPOKEN_unseal, word) &&
	       parse_int(line, 1, INT32_MAX, point);
}

bool signed_command_back(const struct signed_command_script *script,
			 struct arena *a, const struct grammar *g,
			 struct way_back *out)
{
	const struct command_line *line =
		script->at < 0 ? NULL : &script->line[script->at];

	return line && line->verb == SPOKEN_undo &&
	       judge_lines_undo(a, g->words, line->rest, out);
}
