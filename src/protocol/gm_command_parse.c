/* src/protocol/gm_command_parse.c */
#include "protocol/gm_command_parse.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/str.h"
#include "protocol/judge_lines.h"
#include "orders/grammar.h"

static const struct {
	enum keyword_word verb;
	bool people, silent;
} verbs[] = {
	{ SPOKEN_start, false, false },    { SPOKEN_pause, false, false },
	{ SPOKEN_resume, false, false },   { SPOKEN_end, false, false },
	{ SPOKEN_extend, false, false },   { SPOKEN_shorten, false, false },
	{ SPOKEN_deadline, false, false }, { SPOKEN_skip, false, false },
	{ SPOKEN_admit, true, false },     { SPOKEN_refuse, true, true },
	{ SPOKEN_seat, false, false },     { SPOKEN_invite, true, true },
	{ SPOKEN_readmit, false, true },   { SPOKEN_set, false, false },
	{ SPOKEN_leave, true, true },      { SPOKEN_undo, false, false },
	{ SPOKEN_rule, false, false },     { SPOKEN_policy, false, false },
	{ SPOKEN_unseal, false, false },
};

/* The command that the word is for; N_SPOKEN: none. v may be NULL. */
static enum keyword_word verb_of(struct arena *a, const struct vocabulary *v,
				 struct str word)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (keyword_is(a, v, verbs[i].verb, word))
			return verbs[i].verb;
	return N_SPOKEN;
}

bool gm_commands_is_value(enum keyword_word verb)
{
	return verb == SPOKEN_set || verb == SPOKEN_policy;
}

bool gm_commands_is_about_people(enum keyword_word verb)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (verbs[i].verb == verb)
			return verbs[i].people;
	return false;
}

bool gm_commands_is_silent(enum keyword_word verb)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (verbs[i].verb == verb)
			return verbs[i].silent;
	return false;
}

/* The lines below a command, up to the next command. */
struct below {
	const char *begins, *ends;
};

static bool is_remark(struct str line)
{
	return str_starts(parse_trim(line), "//");
}

static struct str without_remarks(struct arena *a, struct str text)
{
	struct str line, kept;
	struct buf b;

	buf_init(&b, text.len + 2);
	while (parse_line(&text, &line))
		if (!is_remark(line)) {
			buf_adds(&b, line);
			buf_addc(&b, '\n');
		}
	kept = arena_str(a, buf_str(&b));
	buf_release(&b);
	return kept;
}

static void why_put(struct arena *a, const struct below *b,
		    struct command_line *c, int n)
{
	struct str why = { b->begins, (size_t)(b->ends - b->begins) };
	int i = n - 1;

	c[i].why = str_one_line(a, without_remarks(a, why));
	if (!gm_commands_is_value(c[i].verb))
		return;
	/* those that stand right above it have none of their own */
	while (i-- > 0 && gm_commands_is_value(c[i].verb) && !c[i].why.s)
		c[i].why = c[n - 1].why;
}

/* where in the text each of its lines begins that continues none */
static size_t place_next(struct str *rest, const char *text)
{
	struct str line, peek;
	size_t at = (size_t)(rest->s - text);

	(void)parse_line(rest, &line);
	for (peek = *rest;
	     parse_line(&peek, &line) && judge_lines_continues(line);)
		*rest = peek;
	return at;
}

int gm_commands_read(struct arena *a, const struct vocabulary *v,
		     struct str text, struct command_line out[GM_COMMANDS_MAX])
{
	struct str raw = text, rest = judge_lines_join(a, text), line;
	struct below b = { NULL, NULL };
	int n = 0;

	while (parse_line(&rest, &line)) {
		struct command_line c = { .rest = line,
					  .at = place_next(&raw, text.s) };

		/* a remark above them */
		if (!n && is_remark(line))
			continue;
		(void)parse_field(&c.rest, ' ', &c.word);
		c.verb = verb_of(a, v, c.word);
		if (n && c.verb == N_SPOKEN) {
			b.ends = line.s + line.len;
			continue;
		}
		if (n && (b.begins != b.ends || !gm_commands_is_value(c.verb) ||
			  !gm_commands_is_value(out[n - 1].verb)))
			why_put(a, &b, out, n);
		if (n == GM_COMMANDS_MAX)
			return n + 1;
		out[n++] = c;
		b = (struct below){ rest.s, rest.s };
	}
	if (n)
		why_put(a, &b, out, n);
	return n;
}
