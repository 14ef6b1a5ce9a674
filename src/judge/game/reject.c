/* src/judge/game/reject.c */
#include "judge/game/reject.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/parse.h"
#include <stdio.h>

enum { ARG_MAX = 480 }; /* bytes of an argument; more are cut off */

static const struct {
	const char *name;
	enum err e;
	const char *kinds, *text;
} nos[N_REJECTS] = {
#define X(name, err, kinds, text) { #name, ERR_##err, kinds, text },
#include "judge/game/reject.def"
#undef X
};

enum reject reject_named(struct str name)
{
	enum reject n = 0;

	while (n < N_REJECTS && !str_is(name, nos[n].name))
		n++;
	return n;
}

/* nothing cut in the middle of a letter, nothing that parts arguments */
static struct str reject_cut(struct str s, char room[ARG_MAX])
{
	size_t n = s.len < ARG_MAX ? s.len : ARG_MAX;

	while (n && n < s.len && ((unsigned char)s.s[n] & 0xc0) == 0x80)
		n--;
	for (size_t i = 0; i < n; i++)
		room[i] = (unsigned char)s.s[i] < ' ' ? ' ' : s.s[i];
	return (struct str){ room, n };
}

enum err reject_set(struct why *why, enum reject what, const struct str *args)
{
	char room[REJECT_ARGS][ARG_MAX];
	struct str arg[REJECT_ARGS];
	struct buf text, kept;
	size_t n = strlen(nos[what].kinds);

	assert(what < N_REJECTS && n <= REJECT_ARGS && (args || !n));
	if (!why || why->text[0])
		return nos[what].e;
	buf_init(&text, WHY_MAX - 1);
	buf_init(&kept, WHY_MAX - 1);
	buf_addz(&kept, nos[what].name);
	for (size_t i = 0; i < n; i++) {
		arg[i] = reject_cut(args[i], room[i]);
		buf_addc(&kept, '\t');
		buf_adds(&kept, arg[i]);
	}
	for (const char *c = nos[what].text; *c; c++) {
		if (c[0] != '{' || c[1] < 'a' || c[1] >= 'a' + (int)n) {
			buf_addc(&text, *c);
			continue;
		}
		buf_adds(&text, arg[c[1] - 'a']);
		c += 2;
	}
	why_set(why, nos[what].e, "%.*s", STR_ARG(buf_str(&text)));
	snprintf(why->kept, sizeof(why->kept), "%.*s", STR_ARG(buf_str(&kept)));
	buf_release(&text);
	buf_release(&kept);
	return nos[what].e;
}

enum err reject_set_int(struct why *why, enum reject what, int64_t n)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%lld", (long long)n);
	return reject_set(why, what, REJECT_OF(str_of(digits)));
}

struct str reject_stored(const struct why *why)
{
	return str_of(why->kept);
}

bool reject_parse(struct str kept, struct reject_said *out)
{
	struct str name;
	int i = 0;

	*out = (struct reject_said){ .what = N_REJECTS };
	if (!parse_field(&kept, '\t', &name))
		return false;
	out->what = reject_named(name);
	if (out->what == N_REJECTS)
		return false;
	out->name = nos[out->what].name;
	for (const char *k = nos[out->what].kinds; *k; k++, i++) {
		out->kind[i] = *k;
		if (!parse_field(&kept, '\t', &out->arg[i]))
			out->arg[i] = STR("");
	}
	return true;
}

struct str reject_text_name(struct arena *a, struct str text)
{
	char *name = arena_copy(a, text.s, text.len);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = ascii_lower(text.s[i]);

		if (('a' <= c && c <= 'z') || ascii_is_digit(c))
			name[n++] = c;
		else if (n && name[n - 1] != '-')
			name[n++] = '-';
	}
	while (n && name[n - 1] == '-')
		n--;
	return (struct str){ name, n };
}
