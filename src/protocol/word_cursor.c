/* src/protocol/word_cursor.c */
#include "protocol/word_cursor.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "engine/event.h"

void word_cursor_init(struct word_cursor *p, struct arena *a,
		      const struct vocabulary *v, struct str line)
{
	struct str word;

	*p = (struct word_cursor){ .v = v };
	line = parse_trim(line);
	for (p->rest[0] = line; p->n < WORD_CURSOR_WORDS;) {
		struct str from = parse_trim(line);

		if (!from.len || !parse_field(&from, ' ', &word))
			break;
		p->rest[p->n] = parse_trim(line);
		p->word[p->n] = word;
		p->fold[p->n++] = utf8_fold(a, word);
		line = from;
		p->rest[p->n] = parse_trim(line);
	}
}

bool word_cursor_word(struct word_cursor *p, const char *key)
{
	int k = vocabulary_key(p->v, str_of(key)), longest = 0;

	if (k < 0)
		return false;
	for (const struct vocabulary_word *w = p->v->keys[k].words; w;
	     w = w->next) {
		int n = 0;

		while (n < w->n && p->at + n < p->n &&
		       vocabulary_same(p->fold[p->at + n], w->part[n]))
			n++;
		if (n == w->n && n > longest) {
			longest = n;
			p->lang = w->lang;
		}
	}
	p->at += longest;
	return longest > 0;
}

bool word_cursor_number(struct word_cursor *p, int64_t max, int64_t *out)
{
	int64_t n;

	if (p->at == p->n || !parse_int(p->word[p->at], 1, max, &n))
		return false;
	p->at++;
	*out = n;
	return true;
}

bool word_cursor_day(struct word_cursor *p, int32_t *day)
{
	return p->at < p->n && date_parse(p->word[p->at], day) && ++p->at;
}

bool word_cursor_seat(struct word_cursor *p, int *seat)
{
	const struct str *w = &p->word[p->at];

	if (p->at == p->n || w->len != 1)
		return false;
	*seat = (w->s[0] | 0x20) - 'a'; /* of a letter its small form */
	return 0 <= *seat && *seat < SEATS_MAX && ++p->at;
}

bool word_cursor_end(const struct word_cursor *p)
{
	return p->at == p->n && !p->rest[p->n].len;
}

bool word_cursor_alone(struct arena *a, const struct vocabulary *v,
		       struct str text, const char *key)
{
	bool said = false;
	struct str line;
	struct word_cursor p;

	while (v && parse_line(&text, &line)) {
		line = parse_trim(line);
		if (!line.len || str_starts(line, "//"))
			continue;
		word_cursor_init(&p, a, v, line);
		if (!word_cursor_word(&p, key) || !word_cursor_end(&p))
			return false;
		said = true;
	}
	return said;
}
