/* src/judge/notify/addressee.c */
#include "judge/notify/addressee.h"
#include "fairness/head_token.h"
#include "base/buf.h"
#include "base/parse.h"
#include "protocol/keywords.h"

static struct head_token seen_of_judge(const struct key *judge)
{
	char print[KEY_FINGERPRINT_MAX];
	struct hash h;

	key_fingerprint(judge, print);
	h = hash_of(str_of(print));
	return head_token_of(h.b);
}

struct str addressee_line(struct arena *a, const struct vocabulary *v,
			  const struct key *judge, struct str lang)
{
	struct head_token s = seen_of_judge(judge);
	struct str word =
		v ? keyword_shown(v, SPOKEN_judge, lang) : STR("JUDGE");
	char digits[HEAD_TOKEN_TEXT];

	head_token_render(&s, digits);
	return str_of(arena_printf(a, "%.*s %s", STR_ARG(word), digits));
}

/* Is it such a line? *no: why it is none of this judge's, NULL: it is. */
static bool is_addressee(struct arena *a, const struct vocabulary *v,
			 const struct key *judge, struct str line,
			 const char **no)
{
	struct head_token said, own = seen_of_judge(judge);
	struct str word;

	if (!parse_field(&line, ' ', &word) ||
	    !keyword_is(a, v, SPOKEN_judge, word))
		return false;
	*no = !head_token_parse(line, &said)   ? "judge_mistyped"
	      : !head_token_equal(&said, &own) ? "judge_other"
					       : NULL;
	return true;
}

const char *addressee_strip(struct arena *a, const struct vocabulary *v,
			    const struct key *judge, struct str *text)
{
	const char *no = "judge_absent", *other = NULL;
	struct str rest = *text, line;
	struct buf kept;

	buf_init(&kept, text->len + 1);
	while (parse_line(&rest, &line)) {
		if (is_addressee(a, v, judge, line, &no)) {
			other = other ? other : no;
			continue;
		}
		buf_adds(&kept, line);
		buf_addc(&kept, '\n');
	}
	*text = arena_str(a, buf_str(&kept));
	buf_release(&kept);
	return other ? other : no;
}
