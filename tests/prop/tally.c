/* tests/prop/tally.c */
#include "tally.h"
#include <stdio.h>

static int refusal_named(const struct system *sys, struct str name)
{
	for (int i = 1; i < sys->n_refusals; i++)
		if (str_is(name, sys->refusals[i].name))
			return i;
	return 0;
}

/* a formation's member: its own fault is within */
static void reason_count(struct tally *t, int reason, const int32_t *args,
			 int n)
{
	t->refusal[reason]++;
	if (t->within && reason == t->within && n > 1)
		t->refusal[args[1]]++;
}

void tally_event(struct tally *t, const struct event *e)
{
	const struct event_kind *k = event_kind(&t->sys->events, e->kind);
	char room[EVENT_TEXT_ROOM];
	const struct field *f = k->fields;
	const int32_t *w;
	int n, reason;

	t->event[e->kind]++;
	for (int i = 0; i < e->n_rules; i++)
		t->rule[e->rules[i]]++;
	for (int i = 0; i < e->n_fields; i++) {
		w = event_words(e, i, &n);
		for (int m = 0; f[i].type == FIELD_MODS && m < n; m += 2)
			t->rule[w[m]]++;
		if (f[i].type != FIELD_TEXT || strcmp(f[i].name, "reason") != 0)
			continue;
		reason = refusal_named(t->sys,
				       text_unpack(w, n, room, sizeof(room)));
		n = 0;
		if (i + 1 < e->n_fields && f[i + 1].type == FIELD_INTS)
			w = event_words(e, i + 1, &n);
		reason_count(t, reason, w, n);
	}
}

void tally_refusal(struct tally *t, const struct refusal *no)
{
	t->rule[no->rule]++;
	reason_count(t, no->reason, no->args, no->n_args);
}

void tally_order(struct tally *t, int kind)
{
	t->order[kind]++;
}

bool tally_bytes(void *bytes, size_t n, FILE *file, bool write)
{
	return (write ? fwrite(bytes, 1, n, file) : fread(bytes, 1, n, file)) ==
	       n;
}

bool tally_pass(struct tally *t, FILE *file, bool write)
{
	bool good = tally_bytes(t->event, sizeof(t->event), file, write) &&
		    tally_bytes(t->rule, sizeof(t->rule), file, write) &&
		    tally_bytes(t->refusal, sizeof(t->refusal), file, write) &&
		    tally_bytes(t->order, sizeof(t->order), file, write);

	for (int i = 0; good && i < t->n_words; i++)
		good = tally_bytes(t->words[i].met,
				   (size_t)t->words[i].n * sizeof(long), file,
				   write);
	return good;
}

/* --- what was met ------------------------------------------------------ */

static bool names_it(const struct zero *z, enum zero_kind kind,
		     const char *name)
{
	size_t n = strlen(z->name);

	if (z->kind != kind)
		return false;
	if (n && z->name[n - 1] == '*')
		return !strncmp(z->name, name, n - 1);
	return !strcmp(z->name, name);
}

struct telling {
	const struct zero *zeroes;
	int n_zeroes;
	bool whole, good;
};

static void tell(struct telling *t, enum zero_kind kind, const char *name,
		 long n)
{
	static const char *const kinds[] = { "rule", "event", "order",
					     "refusal", "word" };
	const char *reason = NULL;

	for (int i = 0; i < t->n_zeroes && !reason; i++)
		if (names_it(&t->zeroes[i], kind, name))
			reason = t->zeroes[i].reason;
	if (n)
		printf("%-7s %-22s %ld\n", kinds[kind], name, n);
	if (!t->whole)
		return;
	if (!n)
		printf("%-7s %-22s 0: %s\n", kinds[kind], name,
		       reason ? reason : "UNEXPLAINED");
	if (n && reason)
		printf("%-7s %-22s was to be 0: %s\n", kinds[kind], name,
		       reason);
	t->good &= !n == !!reason;
}

/* the counted words of a game: "verb deal" */
static void tell_words(struct telling *t, const struct tally_words *w)
{
	char name[80];

	for (int i = 1; i < w->n; i++) {
		snprintf(name, sizeof(name), "%s %s", w->what, w->names[i]);
		tell(t, ZERO_WORD, name, w->met[i]);
	}
}

bool tally_tell(const struct tally *t, const struct zero *zeroes, int n_zeroes,
		bool whole)
{
	const struct system *sys = t->sys;
	const struct event_schema *s = &sys->events;
	struct telling x = { zeroes, n_zeroes, whole, true };

	for (int i = 0; i < n_event_common; i++)
		tell(&x, ZERO_EVENT, event_common[i].name, t->event[i]);
	for (int i = 0; i < s->n_kinds; i++)
		tell(&x, ZERO_EVENT, s->kinds[i].name,
		     t->event[EVENT_FIRST_OWN + i]);
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		tell(&x, ZERO_ORDER, sys->decisions.kinds[i].name,
		     t->order[DECISION_FIRST_OWN + i]);
	for (int i = 1; i < s->rules->n; i++)
		if (t->rule[i] || !t->rules_by_cases)
			tell(&x, ZERO_RULE, s->rules->name[i], t->rule[i]);
	for (int i = 1; i < sys->n_refusals; i++)
		tell(&x, ZERO_REFUSAL, sys->refusals[i].name, t->refusal[i]);
	for (int i = 0; i < t->n_words; i++)
		tell_words(&x, &t->words[i]);
	return x.good;
}
