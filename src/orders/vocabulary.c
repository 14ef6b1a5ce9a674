/* src/orders/vocabulary.c */
#include "orders/vocabulary.h"
#include "base/file.h"
#include "orders/lexer.h"
#include "base/parse.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void vocabulary_init(struct vocabulary *v, struct arena *a)
{
	memset(v, 0, sizeof(*v));
	v->arena = a;
}

int vocabulary_lang(const struct vocabulary *v, struct str lang)
{
	for (int i = 0; i < v->n_langs; i++)
		if (str_equal(v->lang[i], lang))
			return i;
	return -1;
}

/* the slot of a key of this name, or the free one where it belongs */
static int *name_slot(const struct vocabulary *v, struct str name)
{
	uint32_t x = 2166136261u, n_slots = 2 * (uint32_t)v->room;

	for (size_t i = 0; i < name.len; i++)
		x = (x ^ (unsigned char)name.s[i]) * 16777619u;
	for (x %= n_slots;; x = (x + 1) % n_slots) {
		int *slot = &v->slots[x];

		if (!*slot || str_equal(v->keys[*slot - 1].name, name))
			return slot;
	}
}

int vocabulary_key(const struct vocabulary *v, struct str name)
{
	return v->room ? *name_slot(v, name) - 1 : -1;
}

static void keys_grow(struct vocabulary *v)
{
	int room = v->room ? 2 * v->room : 256;
	struct vocabulary_key *keys =
		ARENA_ARRAY(v->arena, (size_t)room, struct vocabulary_key);

	if (v->n_keys)
		memcpy(keys, v->keys, (size_t)v->n_keys * sizeof(*keys));
	v->keys = keys;
	v->room = room;
	v->slots = ARENA_ARRAY(v->arena, 2 * (size_t)room, int);
	for (int i = 0; i < v->n_keys; i++)
		*name_slot(v, keys[i].name) = i + 1;
}

static struct vocabulary_key *key_make(struct vocabulary *v, struct str name)
{
	int i = vocabulary_key(v, name);
	struct vocabulary_key *k;

	if (i >= 0)
		return &v->keys[i];
	if (v->n_keys == v->room)
		keys_grow(v);
	*name_slot(v, name) = v->n_keys + 1;
	k = &v->keys[v->n_keys++];
	k->name = arena_str(v->arena, name);
	k->is_text = str_starts(name, "say.") || str_starts(name, "help.") ||
		     str_starts(name, "slot.") || str_starts(name, "part.");
	k->is_phrase =
		str_starts(name, "matter.") || str_starts(name, "date.") ||
		str_starts(name, "table.") || str_starts(name, "number.");
	return k;
}

/* append a word to the list of its key */
static void word_link(struct vocabulary *v, struct vocabulary_key *k,
		      struct vocabulary_word *w)
{
	w->key = (int)(k - v->keys);
	w->next = w->alike = NULL;
	if (k->last)
		k->last->next = w;
	else
		k->words = w;
	k->last = w;
	if (k->is_phrase && w->part[0].len) {
		struct vocabulary_word **list =
			&v->phrases[vocabulary_initial(w->part[0].s[0])];

		w->alike = *list;
		*list = w;
	}
}

static bool word_add(struct vocabulary *v, struct vocabulary_key *k, int lang,
		     struct str shown)
{
	struct vocabulary_word *w = ARENA_NEW(v->arena, struct vocabulary_word);
	struct token_list t;

	token_split(v->arena, shown, &t);
	if (t.n < 1 || t.n > VOCABULARY_MAX_PARTS || t.too_many)
		return false;
	for (int i = 0; i < t.n; i++) {
		if (t.v[i].type != TOKEN_WORD)
			return false;
		w->part[w->n++] = t.v[i].fold;
	}
	w->lang = lang;
	w->shown = arena_str(v->arena, shown);
	word_link(v, k, w);
	return true;
}

/* one "key = words" */
static enum err entry_add(struct vocabulary *v, int lang, struct str entry,
			  const char *name, int line, struct why *why)
{
	struct str key, word;
	struct vocabulary_key *k;

	if (!memchr(entry.s, '=', entry.len))
		return why_set(why, ERR_FORMAT,
			       "%s line %d: expected KEY = WORD, WORD, ..",
			       name, line);
	parse_field(&entry, '=', &key);
	key = parse_trim(key);
	entry = parse_trim(entry);
	if (!key.len || !entry.len)
		return why_set(why, ERR_FORMAT, "%s line %d: %s is missing",
			       name, line, key.len ? "the word" : "the key");
	if (v->n_keys >= VOCABULARY_MAX_KEYS)
		return why_set(why, ERR_TOO_LARGE, "%s: more than %d keys",
			       name, VOCABULARY_MAX_KEYS);
	k = key_make(v, key);
	if (k->is_text) {
		if (k->text[lang].len)
			return why_set(why, ERR_FORMAT,
				       "%s line %d: %.*s stands here twice",
				       name, line, STR_ARG(key));
		k->text[lang] = arena_str(v->arena, entry);
		return ERR_OK;
	}
	while (parse_field(&entry, ',', &word)) {
		word = parse_trim(word);
		if (!word_add(v, k, lang, word))
			return why_set(why, ERR_FORMAT,
				       "%s line %d: not one to %d words: %.*s",
				       name, line, VOCABULARY_MAX_PARTS,
				       STR_ARG(word));
	}
	return ERR_OK;
}

/* The language's number, a new one if need be; -1: there are too many. */
static int lang_make(struct vocabulary *v, struct str lang, const char *name,
		     struct why *why)
{
	int l = vocabulary_lang(v, lang);

	if (l >= 0)
		return l;
	if (v->n_langs == VOCABULARY_MAX_LANGS) {
		why_set(why, ERR_TOO_LARGE, "%s: more than %d languages", name,
			VOCABULARY_MAX_LANGS);
		return -1;
	}
	v->lang[v->n_langs] = arena_str(v->arena, lang);
	return v->n_langs++;
}

enum err vocabulary_add(struct vocabulary *v, const char *lang, struct str text,
			const char *name, struct why *why)
{
	int l = lang_make(v, str_of(lang), name, why), n = 0, started = 0;
	struct buf entry;
	struct str line;
	enum err e = ERR_OK;

	if (l < 0)
		return ERR_TOO_LARGE;
	if (!utf8_is_valid(text))
		return why_set(why, ERR_FORMAT, "%s: not UTF-8", name);
	buf_init(&entry, VOCABULARY_MAX_FILE);
	while (!e && parse_line(&text, &line)) {
		bool more = line.len && (line.s[0] == ' ' || line.s[0] == '\t');
		struct str trimmed = parse_trim(line);

		n++;
		if (!trimmed.len || trimmed.s[0] == '#')
			continue;
		if (!more) {
			if (entry.len)
				e = entry_add(v, l, buf_str(&entry), name,
					      started, why);
			buf_clear(&entry);
			started = n;
		} else if (entry.len) {
			buf_addc(&entry, ' ');
		}
		buf_adds(&entry, trimmed);
	}
	if (!e && entry.len)
		e = entry_add(v, l, buf_str(&entry), name, started, why);
	buf_release(&entry);
	return e;
}

static enum err file_add(struct vocabulary *v, const char *lang,
			 const char *path, bool *found, struct why *why)
{
	struct why mine = { 0 };
	struct buf b;
	enum err e = file_read(path, VOCABULARY_MAX_FILE, &b, &mine);
	struct str bytes = arena_str(v->arena, buf_str(&b));

	buf_release(&b);
	*found = e != ERR_NOT_FOUND;
	if (!*found)
		return ERR_OK;
	return e ? why_set(why, e, "%s", mine.text)
		 : vocabulary_add(v, lang, bytes, path, why);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

enum err vocabulary_load(struct vocabulary *v, const char *dir,
			 const char *system, struct why *why)
{
	char *lang[VOCABULARY_MAX_LANGS];
	int n = 0;
	enum err e = ERR_OK;
	DIR *d = opendir(dir);
	bool found, any = false;

	if (!d)
		return why_set(why, ERR_NOT_FOUND, "%s: %s", dir,
			       strerror(errno));
	for (struct dirent *f; (f = readdir(d));)
		if (f->d_name[0] != '.' && n < VOCABULARY_MAX_LANGS)
			lang[n++] = arena_strdup(v->arena, f->d_name);
	closedir(d);
	/* English first, then by name: the same order on every machine */
	qsort(lang, (size_t)n, sizeof(*lang), by_name);
	for (int i = 1; i < n; i++)
		if (!strcmp(lang[i], "en")) {
			char *en = lang[i];

			memmove(lang + 1, lang, (size_t)i * sizeof(*lang));
			lang[0] = en;
		}
	for (int i = 0; !e && i < n; i++) {
		e = file_add(v, lang[i],
			     arena_printf(v->arena, "%s/%s/vocabulary", dir,
					  lang[i]),
			     &found, why);
		any |= found;
		if (!e && system)
			e = file_add(v, lang[i],
				     arena_printf(v->arena,
						  "%s/%s/vocabulary-%s", dir,
						  lang[i], system),
				     &found, why);
	}
	if (!e && !any)
		e = why_set(why, ERR_NOT_FOUND, "%s: no LANG/vocabulary in it",
			    dir);
	return e;
}

/* the words of a key that another vocabulary has, of a language */
static void words_copy(struct vocabulary *v, struct vocabulary_key *k, int lang,
		       const struct vocabulary_word *from, int from_lang)
{
	for (; from; from = from->next) {
		struct vocabulary_word *w;

		if (from->lang != from_lang)
			continue;
		w = ARENA_NEW(v->arena, struct vocabulary_word);
		*w = *from;
		w->lang = lang;
		word_link(v, k, w);
	}
}

enum err vocabulary_add_texts(struct vocabulary *v,
			      const struct vocabulary *from, struct why *why)
{
	for (int i = 0; i < from->n_keys; i++) {
		struct vocabulary_key *k;

		if (!from->keys[i].is_text)
			continue;
		k = key_make(v, from->keys[i].name);
		for (int l = 0; l < from->n_langs; l++) {
			int own = lang_make(v, from->lang[l], "texts", why);

			if (own < 0)
				return ERR_TOO_LARGE;
			k->text[own] = from->keys[i].text[l];
			words_copy(v, k, own, from->keys[i].words, l);
		}
	}
	return ERR_OK;
}

bool vocabulary_render(const struct vocabulary *v, int lang, struct buf *out)
{
	bool any = false;

	for (int i = 0; i < v->n_keys; i++) {
		const struct vocabulary_key *k = &v->keys[i];
		const char *before = " = ";

		for (const struct vocabulary_word *w = k->words; w;
		     w = w->next) {
			if (w->lang != lang)
				continue;
			if (*before == ' ')
				buf_adds(out, k->name);
			buf_addz(out, before);
			buf_adds(out, w->shown);
			before = ", ";
		}
		if (*before == ',')
			buf_addc(out, '\n');
		any |= *before == ',';
	}
	return any;
}

struct str vocabulary_shown(const struct vocabulary *v, int key, int lang)
{
	const struct vocabulary_word *en = NULL, *any;
	int l_en = vocabulary_lang(v, STR("en"));

	if (key < 0)
		return STR("");
	any = v->keys[key].words;
	for (const struct vocabulary_word *w = any; w; w = w->next) {
		if (w->lang == lang)
			return w->shown;
		if (w->lang == l_en && !en)
			en = w;
	}
	return en ? en->shown : any ? any->shown : STR("");
}

struct str vocabulary_text(const struct vocabulary *v, const char *name,
			   int lang)
{
	int key = vocabulary_key(v, str_of(name));
	int en = vocabulary_lang(v, STR("en"));

	if (key < 0)
		return STR("");
	if (lang >= 0 && v->keys[key].text[lang].len)
		return v->keys[key].text[lang];
	return en >= 0 ? v->keys[key].text[en] : STR("");
}

bool vocabulary_same(struct str typed, struct str word)
{
	if (str_equal(typed, word))
		return true;
	if (word.len < 3 || typed.len <= word.len ||
	    memcmp(typed.s, word.s, word.len) != 0)
		return false;
	typed.s += word.len;
	typed.len -= word.len;
	return str_is(typed, "S") || str_is(typed, "ES");
}
