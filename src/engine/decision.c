/* src/engine/decision.c */
#include "engine/decision.h"

const struct decision_kind *decision_row(const struct decision_schema *s,
					 int kind)
{
	assert(DECISION_FIRST_OWN <= kind &&
	       kind < DECISION_FIRST_OWN + s->n_kinds);
	return &s->kinds[kind - DECISION_FIRST_OWN];
}

void decision_start(struct decision *d, int kind)
{
	d->kind = (uint16_t)kind;
	d->n = 0;
}

bool decision_add(struct decision *d, int tag, const int32_t *w, int n)
{
	assert(0 <= tag && tag < 1 << 15 && n >= 0);
	if (n > DECISION_MAX_WORDS - 1 - d->n)
		return false;
	d->w[d->n++] = tag | n << 16;
	if (n)
		memcpy(d->w + d->n, w, (size_t)n * sizeof(*w));
	d->n = (uint16_t)(d->n + n);
	return true;
}

bool decision_add_int(struct decision *d, int tag, int32_t v)
{
	return decision_add(d, tag, &v, 1);
}

bool decision_add_text(struct decision *d, int tag, struct str s)
{
	int32_t w[DECISION_MAX_WORDS];
	int n = text_pack(w, DECISION_MAX_WORDS, s);

	return n >= 0 && decision_add(d, tag, w, n);
}

bool decision_next(const struct decision *d, int at, struct decision_arg *arg)
{
	if (at >= d->n)
		return false;
	arg->tag = d->w[at] & 0xffff;
	arg->n = d->w[at] >> 16;
	arg->w = d->w + at + 1;
	arg->next = at + 1 + arg->n;
	return true;
}

bool decision_find(const struct decision *d, int tag, struct decision_arg *arg)
{
	for (int at = 0; decision_next(d, at, arg); at = arg->next)
		if (arg->tag == tag)
			return true;
	return false;
}

bool decision_has(const struct decision *d, int tag)
{
	for (int at = 0; at < d->n; at += 1 + (d->w[at] >> 16))
		if ((d->w[at] & 0xffff) == tag)
			return true;
	return false;
}

int32_t decision_int(const struct decision *d, int tag, int32_t fallback)
{
	for (int at = 0, n; at < d->n; at += 1 + n) {
		n = d->w[at] >> 16;
		if ((d->w[at] & 0xffff) == tag)
			return n ? d->w[at + 1] : fallback;
	}
	return fallback;
}

bool decision_equal(const struct decision *a, const struct decision *b)
{
	return a->kind == b->kind && a->n == b->n &&
	       !memcmp(a->w, b->w, a->n * sizeof(a->w[0]));
}

static bool arg_check(const struct field *f, const struct rule_table *rules,
		      const int32_t *w, int n)
{
	switch (f->type) {
	case FIELD_INT:
	case FIELD_SEAT:
	case FIELD_LABEL: return n == 1;
	case FIELD_BOOL: return n == 1 && (w[0] == 0 || w[0] == 1);
	case FIELD_ENUM: return n == 1 && 0 <= w[0] && w[0] < f->n_names;
	case FIELD_POINT: return n == 2;
	case FIELD_HASH: return n == 8;
	case FIELD_TEXT:
		return n >= 1 && w[0] >= 0 && w[0] < EVENT_TEXT_ROOM &&
		       text_words((size_t)w[0]) == n;
	case FIELD_POINTS: return n % 2 == 0;
	case FIELD_INTS:
	case FIELD_LABELS:
	case FIELD_SEATS: return true;
	case FIELD_MODS:
		for (int i = 0; i + 1 < n; i += 2)
			if (w[i] < 0 || w[i] >= rules->n)
				return false;
		return n % 2 == 0;
	case FIELD_RULES:
		for (int i = 0; i < n; i++)
			if (w[i] < 0 || w[i] >= rules->n)
				return false;
		return true;
	case N_FIELD_TYPES: break;
	}
	return false;
}

bool decision_check(const struct decision *d, const struct decision_schema *s)
{
	int kind = d->kind - DECISION_FIRST_OWN;
	int at = 0;

	if (kind < 0 || kind >= s->n_kinds || d->n > DECISION_MAX_WORDS)
		return false;
	while (at < d->n) {
		struct decision_arg arg;

		decision_next(d, at, &arg);
		if (arg.tag >= s->n_tags || arg.n < 0 || arg.next > d->n ||
		    !arg_check(&s->tags[arg.tag], s->rules, arg.w, arg.n))
			return false;
		at = arg.next;
	}
	return true;
}

void decision_render(struct buf *out, const struct decision_schema *s,
		     const struct decision *d)
{
	struct decision_arg arg;

	assert(decision_check(d, s));
	buf_addz(out, "{\"order\":");
	json_string_render(out,
			   str_of(s->kinds[d->kind - DECISION_FIRST_OWN].name));
	buf_addz(out, ",\"args\":[");
	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		buf_addz(out, at ? ",[" : "[");
		json_string_render(out, str_of(s->tags[arg.tag].name));
		buf_addc(out, ',');
		field_render(out, &s->tags[arg.tag], s->rules, arg.w, arg.n);
		buf_addc(out, ']');
	}
	buf_addz(out, "]}");
}

/* over the whole string "name", if *in starts with it */
static bool name_skip(struct str *in, const char *name)
{
	struct str rest = *in;

	if (!json_skip(&rest, "\"") || !json_skip(&rest, name) ||
	    !json_skip(&rest, "\""))
		return false;
	*in = rest;
	return true;
}

static bool arg_parse(struct str *in, const struct decision_schema *s,
		      struct decision *d)
{
	int32_t w[DECISION_MAX_WORDS];
	int tag = 0, n;

	if (!json_skip(in, "["))
		return false;
	while (tag < s->n_tags && !name_skip(in, s->tags[tag].name))
		tag++;
	if (tag == s->n_tags || !json_skip(in, ","))
		return false;
	n = field_parse(in, &s->tags[tag], s->rules, w, DECISION_MAX_WORDS);
	return n >= 0 && decision_add(d, tag, w, n) && json_skip(in, "]");
}

bool decision_parse(struct str in, const struct decision_schema *s,
		    struct decision *d)
{
	int kind = 0;

	if (!json_skip(&in, "{\"order\":"))
		return false;
	while (kind < s->n_kinds && !name_skip(&in, s->kinds[kind].name))
		kind++;
	if (kind == s->n_kinds || !json_skip(&in, ",\"args\":["))
		return false;
	decision_start(d, DECISION_FIRST_OWN + kind);
	if (json_skip(&in, "]"))
		return json_skip(&in, "}") && !in.len;
	do {
		if (!arg_parse(&in, s, d))
			return false;
	} while (json_skip(&in, ","));
	return json_skip(&in, "]}") && !in.len && decision_check(d, s);
}
