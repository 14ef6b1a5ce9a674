/* src/judge/game/rule_versions.c */
#include "judge/game/rule_versions.h"
#include "base/xalloc.h"
#include "orders/grammar_snapshot.h"
#include <stdlib.h>

/* What one kind reads today. */
struct present {
	struct str text;
	struct hash hash;
};

struct compiled {
	struct game_kind kind; /* with the grammar that was kept */
	const struct game_kind *of;
	struct hash hash;
	uint64_t asked; /* when last; 0: the place is free */
	struct arena arena;
};

struct rule_versions {
	const struct game_kind *kinds;
	int n;
	struct present now[GAME_KINDS_MAX];
	struct compiled v[RULE_VERSIONS_MAX];
	uint64_t asked;
	struct arena arena;
};

struct rule_versions *rule_versions_new(const struct game_kind *kinds, int n)
{
	struct rule_versions *s = xalloc_check(calloc(1, sizeof(*s)));
	struct buf b;

	assert(n <= GAME_KINDS_MAX);
	s->kinds = kinds;
	s->n = n;
	buf_init(&b, GRAMMAR_SNAPSHOT_MAX);
	for (int i = 0; i < n; i++) {
		buf_clear(&b);
		grammar_snapshot_render(kinds[i].grammar->table,
					kinds[i].grammar->words, &b);
		s->now[i].text = arena_str(&s->arena, buf_str(&b));
		s->now[i].hash = hash_of(buf_str(&b));
	}
	buf_release(&b);
	return s;
}

void rule_versions_free(struct rule_versions *s)
{
	if (!s)
		return;
	for (int i = 0; i < RULE_VERSIONS_MAX; i++)
		arena_release(&s->v[i].arena);
	arena_release(&s->arena);
	free(s);
}

const struct game_kind *rule_versions_newest(const struct rule_versions *s,
					     struct str name)
{
	for (int i = 0; i < s->n; i++)
		if (str_is(name, s->kinds[i].rules->name))
			return &s->kinds[i];
	return NULL;
}

enum err rule_versions_save(struct rule_versions *s, struct store *st,
			    const struct game_kind *kind,
			    uint8_t hash[HASH_SIZE], struct why *why)
{
	const struct present *now = &s->now[kind - s->kinds];

	if (now->text.len >= GRAMMAR_SNAPSHOT_MAX)
		return why_set(why, ERR_TOO_LARGE,
			       "the words of %s are over %d bytes",
			       kind->rules->name, GRAMMAR_SNAPSHOT_MAX);
	memcpy(hash, now->hash.b, HASH_SIZE);
	return store_grammar_add(st, now->hash.b, now->text, why);
}

static struct compiled *place_for(struct rule_versions *s)
{
	struct compiled *oldest = &s->v[0];

	for (int i = 1; i < RULE_VERSIONS_MAX; i++)
		if (s->v[i].asked < oldest->asked)
			oldest = &s->v[i];
	arena_release(&oldest->arena);
	*oldest = (struct compiled){ .asked = 0 };
	return oldest;
}

static enum err rule_versions_compile(struct compiled *c, struct store *st,
				      const struct game_kind *kind,
				      const struct game_row *g, struct why *why)
{
	struct grammar *grammar = NULL;
	struct str text;
	struct hash is;
	enum err e =
		store_grammar_get(st, g->grammar_hash, &c->arena, &text, why);

	if (e == ERR_NOT_FOUND)
		return why_set(why, ERR_STORE,
			       "%.*s: what reads its orders is lost",
			       STR_ARG(g->name));
	if (e)
		return e;
	is = hash_of(text);
	if (memcmp(is.b, g->grammar_hash, HASH_SIZE))
		return why_set(why, ERR_TAMPERED,
			       "%.*s: what reads its orders is not what it "
			       "began with",
			       STR_ARG(g->name));
	e = grammar_snapshot_compile(text, kind->rules, kind->grammar,
				     &c->arena, &grammar, why);
	c->kind = *kind;
	c->kind.grammar = grammar;
	c->of = kind;
	c->hash = is;
	return e;
}

enum err rule_versions_find(struct rule_versions *s, struct store *st,
			    const struct game_row *g,
			    const struct game_kind **out, struct why *why)
{
	struct compiled *c;
	int k = 0;
	enum err e;

	while (k < s->n && !(str_is(g->system, s->kinds[k].rules->name) &&
			     str_is(g->version, s->kinds[k].rules->version)))
		k++;
	if (k == s->n)
		return why_set(why, ERR_STORE_VERSION,
			       "%.*s is played by rules '%.*s', which this "
			       "program has not",
			       STR_ARG(g->name), STR_ARG(g->version));
	*out = &s->kinds[k];
	if (!memcmp(s->now[k].hash.b, g->grammar_hash, HASH_SIZE))
		return ERR_OK;
	for (int i = 0; i < RULE_VERSIONS_MAX; i++) {
		c = &s->v[i];
		if (!c->asked || c->of != &s->kinds[k] ||
		    memcmp(c->hash.b, g->grammar_hash, HASH_SIZE))
			continue;
		c->asked = ++s->asked;
		*out = &c->kind;
		return ERR_OK;
	}
	c = place_for(s);
	e = rule_versions_compile(c, st, &s->kinds[k], g, why);
	if (e) {
		arena_release(&c->arena);
		return e;
	}
	c->asked = ++s->asked;
	*out = &c->kind;
	return ERR_OK;
}
