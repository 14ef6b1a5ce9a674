/* src/report/text/history.c */
#include "report/text/history.h"
#include "report/text/story.h"
#include "base/date.h"
#include "engine/common.h"

/* The sentences of a matter, and when it was. */
struct history_point {
	struct tval *sentences;
	size_t len;
	int64_t point; /* 0: the log does not say */
	struct str at;
};

struct history {
	struct arena *a;
	const struct narrator *n;
	const struct history_wish *wish;
	const struct event *v;
	struct history_point *told;
	int n_told;
	int64_t point; /* of the current event */
	struct str at;
};

/* --- what was undone ------------------------------------------------------ */

/* Events of points from < p < to; the last undoing counts first. */
static bool is_undone(const struct event *v, int n, int64_t point)
{
	int64_t here = 0;

	for (int i = 0; i < n; i++) {
		if (v[i].kind == COMMON_ADJUDICATION)
			here = event_get(&v[i], COMMON_ADJUDICATION_POINT);
		if (v[i].kind == COMMON_UNDONE && point < here &&
		    event_get(&v[i], COMMON_UNDONE_POINT) < point)
			return true;
	}
	return false;
}

static const struct event *without_undone(struct arena *a,
					  const struct event *v, int *n)
{
	struct event *kept;
	bool any = false, hidden = false;
	int k = 0;

	for (int i = 0; i < *n; i++)
		any |= v[i].kind == COMMON_UNDONE;
	if (!any)
		return v;
	kept = ARENA_ARRAY(a, (size_t)*n, struct event);
	for (int i = 0; i < *n; i++) {
		if (v[i].kind == COMMON_ADJUDICATION)
			hidden = is_undone(
				v, *n,
				event_get(&v[i], COMMON_ADJUDICATION_POINT));
		if (!hidden)
			event_copy(&kept[k++], &v[i]);
	}
	*n = k;
	return kept;
}

/* --- whose it is -----------------------------------------------------------
 */

static int seat_of(const struct history *c, int32_t label)
{
	const struct report_game *g = c->wish->tells;
	int seat = label_letter(label) - 'A';

	if (g && g->seat_of)
		return g->seat_of(c->wish->view, label);
	return 0 <= seat && seat < SEATS_MAX ? seat : -1;
}

/* does a field of the event name the seat, or a thing of it? */
static bool names_seat(const struct history *c, const struct event *e)
{
	const struct event_kind *k = event_kind(&c->n->sys->events, e->kind);

	for (int f = 0; k && f < k->n_fields && f < e->n_fields; f++) {
		enum field_type type = k->fields[f].type;
		int words;
		const int32_t *w = event_words(e, f, &words);

		for (int i = 0; i < words; i++) {
			if ((type == FIELD_SEAT || type == FIELD_SEATS) &&
			    w[i] == c->wish->seat)
				return true;
			if ((type == FIELD_LABEL || type == FIELD_LABELS) &&
			    w[i] && seat_of(c, w[i]) == c->wish->seat)
				return true;
		}
	}
	return false;
}

/* Of the events that a sentence tells; what the log says of itself between them
 * (links, signatures) names seats that have no part in it. */
static bool history_concerns(const struct history *c, struct str kind, int from,
			     int upto)
{
	for (int i = from; i < upto; i++) {
		const struct event_kind *k =
			event_kind(&c->n->sys->events, c->v[i].kind);

		if ((c->v[i].kind >= EVENT_FIRST_OWN ||
		     (k && str_is(kind, k->name))) &&
		    names_seat(c, &c->v[i]))
			return true;
	}
	return false;
}

/* --- matters ----------------------------------------------------------------
 */

static void note_point(struct history *c, int from, int upto)
{
	char room[EVENT_TEXT_ROOM];

	for (int i = from; i < upto; i++) {
		const struct event *e = &c->v[i];

		if (e->kind != COMMON_ADJUDICATION)
			continue;
		c->point = event_get(e, COMMON_ADJUDICATION_POINT);
		c->at = arena_str(c->a,
				  event_get_text(e, COMMON_ADJUDICATION_AT,
						 room, sizeof(room)));
	}
}

static void sentence_add(struct history *c, struct tval *list,
			 const struct tval *e)
{
	struct tval *v = tval_add(list, tval_map(c->a));
	struct str text = tval_get(e, STR("text"))->text;

	tval_put(c->a, v, "text", tval_markup(c->a, text));
	tval_puts(c->a, v, "kind", tval_get(e, STR("kind"))->text);
	tval_puti(c->a, v, "main", tval_holds(tval_get(e, STR("main"))));
	tval_puti(c->a, v, "bookkeeping",
		  tval_holds(tval_get(e, STR("bookkeeping"))));
}

static bool is_own(struct str kind)
{
	for (int i = 0; i < n_event_common; i++)
		if (str_is(kind, event_common[i].name))
			return false;
	return true;
}

/* begin another matter; one without a seat gives its place to the next */
static struct history_point *matter_begin(struct history *c, bool again)
{
	struct history_point *m = &c->told[again ? c->n_told - 1 : c->n_told++];

	*m = (struct history_point){ tval_list(c->a), 0, c->point, c->at };
	return m;
}

/*
 * Cut into matters; of those that do not concern the seat nothing is left. What
 * a game tells in one is one, what the judge does (a set-up, keys) is sentences
 * that have nothing to do with one another.
 */
static void history_part(struct history *c, const struct tval *events,
			 int n_events)
{
	struct history_point *m = NULL;
	bool wanted = true, whole = true;
	int from = 0;

	c->told = ARENA_ARRAY(c->a, (size_t)n_events + 1, struct history_point);
	for (const struct tval *e = events->first; e; e = e->next) {
		struct str kind = tval_get(e, STR("kind"))->text;
		int upto = (int)tval_get(e, STR("upto"))->n;
		int64_t before = c->point;
		bool mine;

		note_point(c, from, upto);
		mine = c->wish->seat < 0 ||
		       history_concerns(c, kind, from, upto);
		if (!m || c->point != before ||
		    tval_holds(tval_get(e, STR("main")))) {
			m = matter_begin(c, m && !wanted);
			whole = c->wish->seat < 0 || is_own(kind);
			wanted = false;
		}
		wanted |= mine;
		from = upto;
		if (!mine && !whole)
			continue;
		sentence_add(c, m->sentences, e);
		m->len += tval_get(e, STR("text"))->text.len + 1;
	}
	if (m && !wanted)
		c->n_told--;
}

static void lines_put(struct history *c, const struct history_point *m,
		      struct tval *lines)
{
	static const char *const parts[] = { "story", "undone" };
	struct tval *v = tval_map(c->a);

	report_story(c->a, c->n, m->sentences, false, v);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		for (const struct tval *p =
			     tval_get(v, str_of(parts[i]))->first;
		     p; p = p->next)
			tval_add(lines,
				 tval_markup(c->a,
					     tval_get(p, STR("text"))->text));
}

static struct tval *point_put(struct history *c, const struct history_point *m,
			      struct tval *points)
{
	struct tval *v = tval_add(points, tval_map(c->a));
	int64_t at_s;

	tval_puti(c->a, v, "point", m->point);
	if (c->n->moment && date_parse_time(m->at, &at_s))
		tval_put(c->a, v, "at", c->n->moment(c->a, c->n, at_s));
	else
		tval_puts(c->a, v, "at", m->at);
	return tval_put(c->a, v, "lines", tval_list(c->a));
}

void report_chronicle(struct arena *a, const struct narrator *n,
		      const struct event *events, int n_events,
		      const struct history_wish *wish, struct tval *to,
		      struct why *why)
{
	struct history c = { .a = a,
			     .n = n,
			     .wish = wish,
			     .point = wish->point,
			     .at = STR("") };
	struct tval *points = tval_put(a, to, "points", tval_list(a));
	struct tval *lines = NULL;
	size_t len = 0;
	int first;

	c.v = without_undone(a, events, &n_events);
	history_part(&c, narrate_events(a, n, c.v, n_events, why), n_events);
	for (first = c.n_told; first && c.n_told - first < wish->n; first--) {
		len += c.told[first - 1].len;
		if (len > HISTORY_BYTES && first < c.n_told)
			break;
	}
	for (int i = first; i < c.n_told; i++) {
		if (!lines || c.told[i].point != c.told[i - 1].point)
			lines = point_put(&c, &c.told[i], points);
		lines_put(&c, &c.told[i], lines);
	}
	tval_puti(a, to, "shown", c.n_told - first);
	tval_puti(a, to, "left", first ? c.told[first - 1].point : 0);
	tval_puti(a, to, "within",
		  first && c.told[first - 1].point ==
				   c.told[c.n_told - 1].point);
}
