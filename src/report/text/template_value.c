/* src/report/text/template_value.c */
#include "report/text/template_value.h"
#include "base/name_trie.h"
#include <stdarg.h>
#include <stdio.h>

/* of a map */
struct part {
	struct name_trie name;
	struct tval *v;
};

static struct tval *template_value_make(struct arena *a, enum tval_kind kind)
{
	struct tval *v = ARENA_NEW(a, struct tval);

	v->kind = kind;
	return v;
}

static struct tval *make_text(struct arena *a, enum tval_kind kind,
			      struct str s)
{
	struct tval *v = template_value_make(a, kind);

	v->text = arena_str(a, s);
	return v;
}

static struct tval *make_number(struct arena *a, enum tval_kind kind, int64_t n)
{
	struct tval *v = template_value_make(a, kind);

	v->n = n;
	return v;
}

struct tval *tval_text(struct arena *a, struct str s)
{
	return make_text(a, TVAL_TEXT, s);
}

struct tval *tval_markup(struct arena *a, struct str s)
{
	return make_text(a, TVAL_MARKUP, s);
}

struct tval *tval_word(struct arena *a, const char *fmt, ...)
{
	char key[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(key, sizeof(key), fmt, ap);
	va_end(ap);
	assert(n >= 0);
	/* a key that long is in no catalogue: cut, it is missed all the same */
	return make_text(a, TVAL_WORD, str_of(key));
}

struct tval *tval_int(struct arena *a, int64_t n)
{
	return make_number(a, TVAL_INT, n);
}

struct tval *tval_signed(struct arena *a, int64_t n)
{
	return make_number(a, TVAL_SIGNED, n);
}

struct tval *tval_inches(struct arena *a, int64_t hundredths)
{
	return make_number(a, TVAL_INCHES, hundredths);
}

struct tval *tval_list(struct arena *a)
{
	return template_value_make(a, TVAL_LIST);
}

struct tval *tval_map(struct arena *a)
{
	return template_value_make(a, TVAL_MAP);
}

struct tval *tval_named(struct arena *a, struct str text)
{
	return make_text(a, TVAL_MAP, text);
}

static struct tval *template_value_append(struct tval *to, struct tval *v)
{
	assert(!v->next && v != to->last);
	if (to->last)
		to->last->next = v;
	else
		to->first = v;
	to->last = v;
	to->n++;
	return v;
}

struct tval *tval_add(struct tval *list, struct tval *v)
{
	assert(list->kind == TVAL_LIST);
	return template_value_append(list, v);
}

struct tval *tval_put(struct arena *a, struct tval *map, const char *key,
		      struct tval *v)
{
	struct part *p = arena_alloc_raw(a, sizeof(*p));

	assert(map->kind == TVAL_MAP);
	p->v = v;
	v->key = str_of(key);
	name_trie_put(&map->part, &p->name, v->key);
	return template_value_append(map, v);
}

void tval_puts(struct arena *a, struct tval *map, const char *key,
	       struct str text)
{
	tval_put(a, map, key, tval_text(a, text));
}

void tval_putz(struct arena *a, struct tval *map, const char *key,
	       const char *text)
{
	tval_puts(a, map, key, str_of(text));
}

void tval_puti(struct arena *a, struct tval *map, const char *key, int64_t n)
{
	tval_put(a, map, key, tval_int(a, n));
}

const struct tval *tval_get(const struct tval *map, struct str key)
{
	const struct part *p =
		(const struct part *)name_trie_get(map->part, key);

	return p ? p->v : NULL;
}

bool tval_any(const struct tval *map, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct tval *v = tval_get(map, str_of(keys[i]));

		if (v && tval_holds(v))
			return true;
	}
	return false;
}

bool tval_holds(const struct tval *v)
{
	switch (v->kind) {
	case TVAL_TEXT:
	case TVAL_MARKUP:
	case TVAL_WORD: return v->text.len > 0;
	case TVAL_INT:
	case TVAL_SIGNED:
	case TVAL_INCHES:
	case TVAL_LIST: return v->n != 0;
	case TVAL_MAP: return true;
	}
	return false;
}
