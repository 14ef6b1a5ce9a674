/* src/judge/game/holidays.c */
#include "judge/game/holidays.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/file.h"
#include "base/parse.h"

enum { NAME_MAX_BYTES = 64 };

/* a name of the folder's own, and no path */
static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!((s.s[i] >= 'a' && s.s[i] <= 'z') ||
		      ascii_is_digit(s.s[i]) || s.s[i] == '-'))
			return false;
	return s.len && s.len <= NAME_MAX_BYTES;
}

/* "2026-04-02", or a stretch that ends then, before today */
static bool is_past(struct str word, int32_t today)
{
	enum { DATE = 10 };
	int32_t day;

	if (word.len > DATE)
		word = (struct str){ word.s + word.len - DATE, DATE };
	return date_parse(word, &day) && day < today;
}

static void holidays_add(struct buf *b, struct str word)
{
	if (b->len)
		buf_adds(b, STR(" "));
	buf_adds(b, word);
}

static void add_lines(struct buf *b, struct str text, int32_t today)
{
	struct str line, word;

	while (parse_line(&text, &line))
		while (parse_field(&line, ' ', &word)) {
			word = parse_trim(word);
			if (str_starts(word, "//"))
				break;
			if (word.len && !is_past(word, today))
				holidays_add(b, word);
		}
}

static enum err add_list(struct buf *b, struct arena *a, const char *dir,
			 struct str name, int32_t today, struct str *missing,
			 struct why *why)
{
	struct buf text;
	enum err e = ERR_NOT_FOUND;

	*missing = name;
	if (!dir || !*dir || !is_name(name))
		return ERR_OK;
	e = file_read(arena_printf(a, "%s/%.*s", dir, STR_ARG(name)),
		      HOLIDAYS_FILE_MAX, &text, why);
	if (!e) {
		add_lines(b, buf_str(&text), today);
		*missing = STR("");
	}
	buf_release(&text);
	if (e != ERR_NOT_FOUND)
		return e;
	why_clear(why);
	return ERR_OK;
}

enum err holidays_expand(struct arena *a, const char *dir, struct str value,
			 int32_t today, struct str *out, struct str *missing,
			 struct why *why)
{
	struct str word;
	struct buf b;
	enum err e = ERR_OK;

	buf_init(&b, 4 * HOLIDAYS_FILE_MAX);
	*missing = STR("");
	while (!e && !missing->len && parse_field(&value, ' ', &word)) {
		if (word.len && word.s[0] == '@')
			e = add_list(&b, a, dir,
				     (struct str){ word.s + 1, word.len - 1 },
				     today, missing, why);
		else if (word.len)
			holidays_add(&b, word);
	}
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}
