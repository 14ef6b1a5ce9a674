/* src/games/arena/report/words.c - names and small template values of Arena */
#include "games/arena/report/report_private.h"
#include "base/ascii.h"

int arena_tongue(const struct narrator *n)
{
	return str_is(n->words->lang, "es");
}

static struct str text_at(struct arena *a, const struct ar_state *s, int32_t at)
{
	char room[EVENT_TEXT_ROOM];

	return at > 0 ? arena_str(a, ar_pool_text(s, at, room, sizeof(room)))
		      : (struct str){ 0 };
}

static struct str name_of(struct arena *a, const struct ar_state *s,
			  int32_t card, int tongue)
{
	const struct ar_card *c;
	struct str name;

	if (card <= 0 || card >= s->n_cards)
		return (struct str){ 0 };
	c = &s->card[card];
	name = text_at(a, s, c->name[tongue]);
	return name.len ? name : text_at(a, s, c->name[0]);
}

struct str arena_card_name(struct arena *a, const struct narrator *n,
			   int32_t card)
{
	return name_of(a, n->of, card, arena_tongue(n));
}

/* "Raven's Eye": ravens-eye, as orders call it too */
static struct str attack_key(struct arena *a, struct str name)
{
	char *key = arena_alloc(a, name.len + 1);
	size_t len = 0;

	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		c = ascii_lower(c);
		if (('a' <= c && c <= 'z') || ascii_is_digit(c))
			key[len++] = c;
		else if (c != '\'' && len && key[len - 1] != '-')
			key[len++] = '-';
	}
	while (len && key[len - 1] == '-')
		len--;
	key[len] = 0;
	return (struct str){ key, len };
}

struct str arena_profile_name(struct arena *a, const struct narrator *n,
			      int32_t card, int32_t profile)
{
	const struct ar_state *s = n->of;
	struct str name, key;

	if (card <= 0 || card >= s->n_cards || profile < 0 ||
	    profile >= s->card[card].n_profiles)
		return (struct str){ 0 };
	name = text_at(a, s, ar_profile(s, (int)card, (int)profile)->name);
	/* the attack of a spell is called as the spell */
	if (str_equal(name, name_of(a, s, card, 0)))
		return arena_card_name(a, n, card);
	/* a house spell's as its card has it */
	key = str_of(arena_printf(a, "arena.attack.%s", attack_key(a, name).s));
	return messages_message(n->words, key) ? arena_message(a, n, key.s)
					       : name;
}

/* the card of an object that left play, or came and went, in these events */
static int32_t card_of_events(const struct narrator *n, int32_t handle)
{
	for (int i = 0; i < n->n_told; i++) {
		const struct event *e = &n->told[i];
		int32_t card = 0;

		if (e->kind == AR_EV_LEFT &&
		    event_get(e, AR_EV_LEFT_OBJ) == handle)
			card = event_get(e, AR_EV_LEFT_CARD);
		else if (e->kind == AR_EV_ENTERED &&
			 event_get(e, AR_EV_ENTERED_OBJ) == handle)
			card = event_get(e, AR_EV_ENTERED_CARD);
		else if (e->kind == AR_EV_HIDDEN_IS &&
			 event_get(e, AR_EV_HIDDEN_IS_OBJ) == handle)
			card = event_get(e, AR_EV_HIDDEN_IS_CARD);
		if (card)
			return card;
	}
	return 0;
}

void arena_name(const struct narrator *n, int32_t label, struct buf *out)
{
	const struct ar_state *s = n->of;
	const struct ar_obj *o = ar_obj(s, label);
	struct arena a;

	if (label_letter(label) != '#')
		return;
	arena_init(&a);
	if (o && o->card == AR_UNKNOWN)
		buf_adds(out, arena_message(&a, n, "arena.hidden"));
	else
		buf_adds(out,
			 name_of(&a, s, o ? o->card : card_of_events(n, label),
				 arena_tongue(n)));
	arena_release(&a);
}

struct str arena_message(struct arena *a, const struct narrator *n,
			 const char *key)
{
	return messages_line(a, n->words, key, NULL, 8192);
}

struct str arena_full(struct arena *a, const struct narrator *n, int32_t label)
{
	const struct tval *v = narrate_label(a, n, label);
	const struct tval *full = tval_get(v, STR("full"));

	return full ? full->text : v->text;
}

struct str arena_trait(struct arena *a, const struct narrator *n, int trait,
		       int32_t amount)
{
	struct str word = arena_message(
		a, n, arena_printf(a, "arena.word.%s", ar_trait_word(trait)));

	switch (ar_trait_kinds[trait]) {
	case AR_TRAIT_SUM:
		return str_of(arena_printf(a, "%.*s %+d", STR_ARG(word),
					   (int)amount));
	case AR_TRAIT_MAX:
		return str_of(
			arena_printf(a, "%.*s %d", STR_ARG(word), (int)amount));
	default: return word;
	}
}

struct tval *arena_effect(struct arena *a, const struct narrator *n, int effect)
{
	if (effect == AR_EFFECT_PUSH)
		return tval_word(a, "arena.effect.push");
	if (effect == AR_EFFECT_TAUNT)
		return narrate_word(a, n, ar_token_names[AR_TAUNT]);
	return narrate_word(a, n, ar_cond_names[effect]);
}

/* the card whose rule it is, 0 none */
static int32_t card_of_rule(const struct ar_state *s, int32_t rule)
{
	for (int32_t i = 1; i < s->n_cards; i++)
		if (s->card[i].rule == rule)
			return i;
	return 0;
}

struct tval *arena_mods(struct arena *a, const struct narrator *n,
			const int32_t *w, int words)
{
	struct tval *list = tval_list(a);
	const struct ar_state *s = n->of;

	for (int i = 0; i + 1 < words; i += 2) {
		int32_t card = w[i] ? card_of_rule(s, w[i]) : 0;
		struct tval *m = tval_add(list, tval_map(a));
		const char *id = w[i] > 0 && w[i] < ar_rules.n
					 ? ar_rules.name[w[i]]
					 : "";
		const char *key = arena_printf(a, "mod.%s", id);

		tval_put(a, m, "n", tval_signed(a, w[i + 1]));
		tval_put(a, m, "rule", narrate_rule(a, n, w[i]));
		if (card)
			tval_puts(a, m, "why", arena_card_name(a, n, card));
		else
			tval_put(a, m, "why",
				 messages_message(n->words, str_of(key))
					 ? tval_word(a, "%s", key)
					 : tval_word(a, "mod.other"));
	}
	return list;
}

const char *arena_school(const struct ar_card *c)
{
	const char *best = "";
	int level = 0;

	for (int i = 0; i < N_AR_SCHOOLS; i++) {
		if (ar_school_level(c, i) <= level)
			continue;
		level = ar_school_level(c, i);
		best = ar_school_names[i];
	}
	return best;
}
