/* src/engine/position_dial.c */
#include "engine/position_dial.h"
#include "base/parse.h"

void position_dial_init(struct position_dial *d, int32_t life)
{
	*d = (struct position_dial){
		.life = life, .click = { { .value = { 8, 8, 15, 2 } } }
	};
}

bool position_abilities(struct position *s,
			const struct position_dial_kind *kind, struct str list,
			int32_t *slots)
{
	struct str name;
	int32_t ability;
	int slot;

	while (parse_field(&list, ',', &name)) {
		if (!kind->ability(s, parse_trim(name), &ability, &slot))
			return false;
		if (slots[slot])
			return position_fault(s, "two abilities in one slot");
		slots[slot] = ability;
	}
	return true;
}

/* "8/9/16/3" and, in a dial, abilities after a blank */
static bool position_dial_click(struct position *s,
				const struct position_dial_kind *kind,
				struct str text, struct position_click *c)
{
	struct str values = text, value;
	size_t n = 0;

	while (n < text.len && text.s[n] != ' ')
		n++;
	values.len = n;
	memset(c, 0, sizeof(*c));
	for (int i = 0; i < POSITION_SLOTS; i++)
		if (!parse_field(&values, '/', &value) ||
		    !position_int(s, value, 0, kind->max_value, &c->value[i]))
			return position_fault(s, "a click is speed/attack/"
						 "defense/damage");
	if (values.len)
		return position_fault(s, "a click has four values");
	return n == text.len ||
	       position_abilities(
		       s, kind,
		       parse_trim((struct str){ text.s + n, text.len - n }),
		       c->ability);
}

bool words_dial(struct position_words *w, const struct position_dial_kind *kind,
		struct position_dial *d, bool *known)
{
	struct str word;

	*known = true;
	if (words_are(w, "dial")) {
		do {
			if (d->n_clicks == POSITION_CLICKS)
				return position_fault(w->s, "too many clicks");
			if (!words_next(w, &word) ||
			    !position_dial_click(w->s, kind, word,
						 &d->click[d->n_clicks++]))
				return false;
		} while (w->i < w->n &&
			 memchr(w->v[w->i].s, '/', w->v[w->i].len) != NULL);
		return true;
	}
	if (words_are(w, "stats"))
		return words_next(w, &word) &&
		       position_dial_click(w->s, kind, word, &d->click[0]);
	if (words_are(w, "abilities"))
		return words_next(w, &word) &&
		       position_abilities(w->s, kind, word, d->slots);
	if (words_are(w, "life"))
		return words_int(w, 1, POSITION_CLICKS, &d->life);
	*known = false;
	return true;
}

int position_dial_clicks(const struct position_dial *d,
			 struct position_click out[POSITION_CLICKS])
{
	int n = d->n_clicks ? d->n_clicks : d->life;

	for (int i = 0; i < n; i++) {
		out[i] = d->click[d->n_clicks ? i : 0];
		for (int slot = 0; slot < POSITION_SLOTS; slot++)
			if (d->slots[slot])
				out[i].ability[slot] = d->slots[slot];
	}
	return n;
}
