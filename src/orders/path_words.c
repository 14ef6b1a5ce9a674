/* src/orders/path_words.c */
#include "orders/path_words.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "engine/state_path.h"

enum { PATH_WORDS_MAX = 4096 };

/* does any language say the key so? */
static bool says(const struct vocabulary *v, int key, struct str folded)
{
	const struct vocabulary_word *w = key < 0 ? NULL : v->keys[key].words;

	for (; w; w = w->next)
		if (w->n == 1 && str_equal(w->part[0], folded))
			return true;
	return false;
}

/* Paths are in small letters, but for the label of a figure in front. */
static struct str as_path(struct arena *a, struct str typed)
{
	struct str path = str_lower(a, typed);
	char *s = (char *)(uintptr_t)path.s;
	size_t i = 1;

	while (i < path.len && ascii_is_digit(s[i]))
		i++;
	if (path.len && (i > 1 || path.len > 1) &&
	    (i == path.len || s[i] == '.') && 'a' <= s[0] && s[0] <= 'z')
		s[0] = (char)(s[0] - 'a' + 'A');
	return path;
}

struct str path_words_path(const struct grammar *g, struct arena *a,
			   struct str typed)
{
	static const char key[] = "path.";
	struct str path = as_path(a, typed), folded;
	size_t at = path.len;

	while (at && path.s[at - 1] != '.')
		at--;
	if (!g)
		return path;
	folded = utf8_fold(a, (struct str){ path.s + at, path.len - at });
	for (int i = 0; i < g->words->n_keys; i++) {
		struct str name = g->words->keys[i].name;

		if (!str_starts(name, key) || !says(g->words, i, folded))
			continue;
		return str_of(arena_printf(a, "%.*s%.*s", (int)at, path.s,
					   (int)(name.len - sizeof(key) + 1),
					   name.s + sizeof(key) - 1));
	}
	return path;
}

/* the name for the word, among those of this form; or the word */
static struct str value_named(const struct grammar *g, struct arena *a,
			      const struct state_path_form *f, struct str word)
{
	struct str folded = utf8_fold(a, word);
	const char *const *names = f->names;
	static const char *const others[] = { "none", "yes", "no" };
	int n = f->n_names;

	for (int i = 0; i < 8 && (f->is == STATE_PATH_DEGREES ||
				  f->is == STATE_PATH_EIGHTH);
	     i++)
		if (says(g->words, g->key_direction[i], folded))
			return str_of(value_eighths[i]);
	for (int i = 0; i < n + (int)ARRAY_LEN(others); i++) {
		const char *name = i < n ? names[i] : others[i - n];
		char *key = arena_printf(a, "value.%s", name);

		for (char *c = key; *c; c++)
			if (*c == ' ')
				*c = '-';
		if ((i >= n && f->is == STATE_PATH_NUMBER) ||
		    !says(g->words, vocabulary_key(g->words, str_of(key)),
			  folded))
			continue;
		/* a name of two words is written as one */
		key = arena_strdup(a, name);
		for (char *c = key; *c; c++)
			if (*c == ' ')
				*c = '_';
		return str_of(key);
	}
	return word;
}

struct str path_words_value(const struct grammar *g, struct arena *a,
			    const struct system *sys, struct str path,
			    struct str typed)
{
	struct state_path_form f = state_path_form_of(sys, path);
	struct str word, out;
	struct buf b;

	if (!g)
		return typed;
	buf_init(&b, PATH_WORDS_MAX);
	while (parse_field(&typed, ' ', &word)) {
		if (!word.len)
			continue;
		if (b.len)
			buf_addc(&b, ' ');
		buf_adds(&b, value_named(g, a, &f, word));
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}
