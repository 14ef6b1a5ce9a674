/*
 * tests/tamper/make_events.c - an event of every kind that a log can have, as
 * the schemas of the rules name them, for those who invent what never happened:
 * a line {"system":NAME,"event":EVENT} each. Their fields are empty, or zero.
 */
#include "base/buf.h"
#include "judge/judge.h"
#include <stdio.h>

static void field_fill(struct event *e, const struct field *f)
{
	static const int32_t zeroes[8];

	switch (f->type) {
	case FIELD_POINT: event_point(e, 0, 0); break;
	case FIELD_HASH: event_ints(e, zeroes, ARRAY_LEN(zeroes)); break;
	case FIELD_TEXT: event_text(e, STR("")); break;
	case FIELD_INTS:
	case FIELD_LABELS:
	case FIELD_SEATS:
	case FIELD_POINTS:
	case FIELD_MODS:
	case FIELD_RULES: event_ints(e, zeroes, 0); break;
	default: event_int(e, 0);
	}
}

static void print_kind(const struct system *sys, int kind)
{
	const struct event_kind *k = event_kind(&sys->events, kind);
	struct event e;
	struct buf b;

	if (!k)
		return;
	event_start(&e, kind, 0);
	for (int i = 0; i < k->n_fields; i++)
		field_fill(&e, &k->fields[i]);
	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &sys->events, &e);
	printf("{\"system\":\"%s\",\"event\":%.*s}\n", sys->name,
	       STR_ARG(buf_str(&b)));
	buf_release(&b);
}

int main(void)
{
	for (int i = 0; i < n_game_kinds; i++) {
		const struct system *sys = game_kinds[i]->rules;

		for (int k = 0; k < EVENT_FIRST_OWN + sys->events.n_kinds; k++)
			print_kind(sys, k);
	}
	return 0;
}
