/* src/report/text/report.c */
#include "report/text/report.h"
#include "base/ascii.h"
#include "report/text/final_values.h"
#include "report/text/order_choices.h"
#include "report/text/plain_mail_html.h"
#include "report/text/wrap.h"
#include "base/parse.h"
#include "report/picture/scene.h"
#include "report/picture/picture.h"
#include "report/text/story.h"
#include "report/text/tale.h"
#include "report/picture/ascii_board.h"
#include "report/picture/zone_board.h"
#include "engine/analysis.h"
#include "engine/common.h"

enum {
	QUEUE_OF_RECEIPT = 4,
	WEIGHT_RECORDS = 20, /* an event up to this is not missed .. */
	WEIGHT_TOLD = 150,   /* .. and one above this before an order */
	BAR_SIGNS = 24
};

void report_game_tells(struct narrator *n, const struct report_game *g,
		       const void *view)
{
	if (!g)
		return;
	n->point = g->point;
	if (!view)
		return;
	n->name = g->name;
	n->more = g->more;
	n->fold = g->fold;
	n->weight = g->weight;
	n->tale = g->tale;
	n->refusal = g->refusal;
	n->of = view;
}

/* -- small values ----------------------------------------------------------*/

struct tval *report_time_message(struct arena *a, const struct narrator *n,
				 const char *key, const struct report_time *t)
{
	static const char *const days[] = { "monday",   "tuesday", "wednesday",
					    "thursday", "friday",  "saturday",
					    "sunday" };
	static const char *const months[] = {
		"january",   "february", "march",    "april",
		"may",       "june",     "july",     "august",
		"september", "october",  "november", "december"
	};
	struct tval *v = tval_map(a);
	int off = t->offset_min < 0 ? -t->offset_min : t->offset_min;

	assert(1 <= t->weekday && t->weekday <= 7);
	assert(1 <= t->month && t->month <= 12);
	tval_puti(a, v, "year", t->year);
	tval_puti(a, v, "day", t->day);
	tval_put(a, v, "month", tval_word(a, "word.%s", months[t->month - 1]));
	tval_put(a, v, "month_short",
		 tval_word(a, "short.%s", months[t->month - 1]));
	tval_put(a, v, "weekday_short",
		 tval_word(a, "short.%s", days[t->weekday - 1]));
	tval_put(a, v, "weekday",
		 tval_word(a, "word.%s", days[t->weekday - 1]));
	tval_putz(a, v, "hour", arena_printf(a, "%02d", t->hour));
	tval_putz(a, v, "minute", arena_printf(a, "%02d", t->minute));
	/* a name that says the same */
	tval_puti(a, v, "utc", str_is(t->zone, "UTC"));
	tval_putz(a, v, "offset",
		  arena_printf(a, "%c%02d:%02d", t->offset_min < 0 ? '-' : '+',
			       off / 60, off % 60));
	tval_puts(a, v, "zone", t->zone);
	return narrate_message(a, n, key, v, NULL);
}

struct tval *report_time(struct arena *a, const struct messages *words,
			 enum template_format format,
			 const struct report_time *t)
{
	const struct narrator n = { .words = words, .format = format };

	return report_time_message(a, &n, "format.time", t);
}

static void put_texts(struct arena *a, struct tval *to, const char *key,
		      const struct str *v, int n)
{
	struct tval *list = tval_put(a, to, key, tval_list(a));

	for (int i = 0; i < n; i++)
		tval_add(list, tval_text(a, v[i]));
}

/* -- the whole -------------------------------------------------------------*/

struct report_work {
	struct arena *a;
	const struct report_input *in;
	const struct report_game *game;
	struct narrator n;
	struct scene *scene; /* NULL: there is no board yet */
	struct choices choices;
	struct str *touched; /* n of them */
	int n_touched;
	struct tval *events; /* the sentences */
	struct tval *terse;  /* .. as short as they can be, once needed */
	bool called;         /* its reader is asked for something */
	bool brief;          /* its text was too long, .. */
	bool lean;           /* .. and still is, or nothing is asked for */
	struct why *why;
	enum err e; /* the first slip of a template */
};

static void note_slip(struct report_work *m, enum err e)
{
	if (!m->e)
		m->e = e;
}

/* A message or a file, in the arena. */
static struct str render(struct report_work *m, const char *key,
			 const char *file, enum template_format format,
			 const struct tval *v)
{
	struct buf b, folded;
	struct str out;

	buf_init(&b, REPORT_MAX_BYTES);
	buf_init(&folded, REPORT_MAX_BYTES);
	note_slip(m, key ? messages_render(&b, m->in->words, key, format, v,
					   m->why)
			 : messages_render_file(&b, m->in->words, file, format,
						v, m->why));
	if (!key && format == TEMPLATE_TEXT)
		wrap_fold(&folded, buf_str(&b));
	else
		buf_adds(&folded, buf_str(&b));
	out = arena_str(m->a, buf_str(&folded));
	buf_release(&folded);
	buf_release(&b);
	return out;
}

/* What a game calls a kind of area, or all games do. */
static struct str area_word(struct report_work *m, const char *kind)
{
	const char *own =
		arena_printf(m->a, "%s.word.%s", m->in->sys->name, kind);

	return render(m,
		      messages_message(m->in->words, str_of(own))
			      ? own
			      : arena_printf(m->a, "word.%s", kind),
		      NULL, TEMPLATE_LINE, NULL);
}

static void make_scene(struct report_work *m)
{
	static const char *const kinds[N_SCENE_KINDS] = {
		"hindering", "blocking", "elevated", "abrupt",
		"shallow",   "deep",     "lowwall",  "concealing"
	};
	struct scene *s = ARENA_NEW(m->a, struct scene);

	if (!m->game->scene(m->a, &m->n, m->in->view, s))
		return;
	m->game->traces(m->in->view, m->in->events, m->in->n_events, s);
	for (int i = 0; i < N_SCENE_KINDS; i++)
		s->area_word[i] = area_word(m, kinds[i]);
	m->scene = s;
}

static void put_sign(struct report_work *m, char sign, struct str kind,
		     struct tval *to)
{
	struct tval *v = tval_add(to, tval_map(m->a));

	tval_puts(m->a, v, "sign", (struct str){ &sign, 1 });
	tval_puts(m->a, v, "kind", kind);
}

/* the board as text, and the signs that it uses */
static void put_board(struct report_work *m, struct tval *to)
{
	struct tval *signs = tval_put(m->a, to, "signs", tval_list(m->a));
	bool used[N_SCENE_KINDS] = { false };
	const struct floor *squares = m->scene ? m->scene->floor : NULL;
	struct buf b;

	if (!m->scene)
		return;
	buf_init(&b, 64 * 1024);
	if (m->in->full)
		ascii_board_render(&b, m->scene);
	else
		ascii_board_crop(&b, m->scene);
	tval_puts(m->a, to, "board", buf_str(&b));
	buf_release(&b);
	for (int i = 0; i < m->scene->n_areas; i++)
		used[m->scene->area[i].kind] = true;
	for (int i = 0; i < N_SCENE_KINDS; i++)
		if (used[i])
			put_sign(m, ascii_board_sign((enum scene_kind)i),
				 m->scene->area_word[i], signs);
	for (int i = FLOOR_HINDERING; squares && i < FLOOR_COST; i++)
		if (scene_has_ground(squares, (enum floor_ground)i))
			put_sign(m, ascii_board_ground((enum floor_ground)i),
				 squares->ground_word[i], signs);
	for (int i = 0; m->scene->zones && i < N_ZONES_SIGNS; i++)
		if (zone_board_show(m->scene->zones, (enum zone_board_sign)i))
			put_sign(m, zones_signs[i][0],
				 m->scene->zones->sign_word[i], signs);
}

/* awaited orders and their deadline: seats that owe the same share a line */
struct owing {
	struct str what;
	struct tval *v, *seats;
};

static void add_owed(struct report_work *m, struct owing *x, int *n,
		     struct tval *v, int seat, struct tval *list)
{
	struct tval *one = tval_map(m->a);
	struct tval *what =
		narrate_message(m->a, &m->n, "report.owed.what", v, NULL);
	int at = 0;

	while (at < *n && !str_equal(x[at].what, what->text))
		at++;
	if (at == *n) {
		x[at].what = what->text;
		x[at].v = tval_add(list, v);
		tval_put(m->a, v, "what", what);
		tval_put(m->a, v, "line", tval_word(m->a, "report.owed"));
		x[at].seats = tval_put(m->a, v, "seats", tval_list(m->a));
		tval_put(m->a, v, "seat", narrate_seat(m->a, &m->n, seat));
		++*n;
	}
	tval_put(m->a, one, "seat", narrate_seat(m->a, &m->n, seat));
	tval_puti(m->a, one, "you", seat == m->in->seat);
	tval_add(x[at].seats, one);
	if (seat == m->in->seat)
		tval_puti(m->a, x[at].v, "you", 1);
}

static void put_owed(struct report_work *m, struct tval *to)
{
	const struct report_input *in = m->in;
	struct tval *list = tval_put(m->a, to, "owed", tval_list(m->a));
	struct owing *owing =
		ARENA_ARRAY(m->a, (size_t)in->n_owed + 1, struct owing);
	int n = 0;

	for (int i = 0; i < in->n_owed; i++) {
		const struct report_owed *o = in->owed + i;
		struct tval *v =
			m->game->awaits(m->a, &m->n, in->view, o->seat);
		struct tval *when = NULL;

		if (o->has_deadline)
			when = report_time_message(m->a, &m->n, "format.time",
						   &o->deadline);
		if (when)
			tval_put(m->a, v, "deadline", when);
		tval_puti(m->a, v, "you", 0);
		add_owed(m, owing, &n, v, o->seat, list);
		if (o->seat != in->seat)
			continue;
		m->called = true;
		tval_puti(m->a, to, "your_move", 1);
		if (!when)
			continue;
		when = tval_put(m->a, to, "deadline",
				tval_markup(m->a, when->text));
		when->html = tval_get(v, STR("deadline"))->html;
		tval_put(m->a, to, "deadline_short",
			 report_time_message(m->a, &m->n, "format.time_short",
					     &o->deadline));
	}
}

static void put_seats(struct report_work *m, struct tval *to, const char *name,
		      const int *seats, int n)
{
	struct tval *list = tval_put(m->a, to, name, tval_list(m->a));

	for (int i = 0; i < n; i++)
		tval_add(list, narrate_seat(m->a, &m->n, seats[i]));
}

static void put_dice(struct report_work *m, struct tval *to)
{
	const struct report_dice *d = &m->in->dice;
	struct tval *v;

	if (!d->state)
		return;
	v = tval_put(m->a, to, "dice", tval_map(m->a));
	put_seats(m, v, "of", d->seats, d->n_seats);
	tval_puti(m->a, v, "of_n", d->n_seats);
	put_seats(m, v, "held", d->held, d->n_held);
	tval_puti(m->a, v, "anew", d->anew);
	if (d->has_until)
		tval_put(m->a, v, "until",
			 report_time_message(m->a, &m->n, "format.time",
					     &d->until));
	tval_put(m->a, v, "line", tval_word(m->a, "report.dice.%s", d->state));
}

/* whom the event names in this field */
static void touch(struct report_work *m, const struct event *e,
		  const char *field)
{
	int f = event_field(event_kind(&m->in->sys->events, e->kind), field);

	if (f >= 0)
		m->touched[m->n_touched++] =
			narrate_label(m->a, &m->n, event_get(e, f))->text;
}

/* what the game's own events are about */
static void find_touched(struct report_work *m)
{
	const struct report_input *in = m->in;

	m->touched =
		ARENA_ARRAY(m->a, 2 * (size_t)in->n_events + 1, struct str);
	for (int i = 0; i < in->n_events; i++) {
		const struct event *e = in->events + i;

		/* a piece is a figure or a token: who walks is called so */
		if (e->kind >= EVENT_FIRST_OWN) {
			touch(m, e, "fig");
			touch(m, e, "piece");
		}
	}
}

static bool is_touched(const struct report_work *m, struct str label)
{
	for (int i = 0; i < m->n_touched; i++)
		if (str_equal(m->touched[i], label))
			return true;
	return false;
}

static bool holds(const struct tval *v, const char *key)
{
	const struct tval *x = tval_get(v, str_of(key));

	return x && tval_holds(x);
}

/* {notes_brief} of the seats with figures: a report that is too long has more
 * details only of figures to which something happened */
static void mark_notes(struct report_work *m, struct tval *v)
{
	const struct tval *figures = tval_get(v, STR("figures"));
	bool any = false;

	if (!figures || figures->kind != TVAL_LIST)
		return;
	for (const struct tval *x = figures->first; x; x = x->next)
		any |= x->kind == TVAL_MAP && holds(x, "has_more") &&
		       (holds(x, "on_board") || holds(x, "in_play")) &&
		       (holds(x, "changed") || holds(x, "told"));
	tval_puti(m->a, v, "notes_brief", any);
}

/* {abilities} of a figure: their names */
static void put_abilities(struct report_work *m, const struct tval *figure,
			  struct tval *to)
{
	const struct tval *have = tval_get(figure, STR("abilities"));
	struct tval *list = tval_put(m->a, to, "abilities", tval_list(m->a));

	if (!have || have->kind != TVAL_LIST)
		return;
	for (const struct tval *x = have->first; x; x = x->next)
		tval_add(list,
			 tval_word(m->a, "%.*s",
				   STR_ARG(tval_get(x, STR("what"))->text)));
}

/* Of {spawn}, which has no owner, a lean report has a {row} of each changed
 * figure and the others in a line: {unchanged}. {spawn_notes} are about those
 * with a row, {spawn_notes_brief} about those of them that changed or have
 * abilities. */
static void mark_rows(struct report_work *m, struct tval *v, bool lean)
{
	static const char *const told[] = { "fig", "name", "at" };
	const struct tval *spawn = tval_get(v, STR("spawn"));
	bool notes = false, brief = false;
	struct tval *list;

	if (!spawn || spawn->kind != TVAL_LIST)
		return;
	list = tval_put(m->a, v, "unchanged", tval_list(m->a));
	for (struct tval *x = spawn->first; x; x = x->next) {
		bool row = !lean || holds(x, "changed");
		struct tval *one;

		tval_puti(m->a, x, "row", row);
		notes |= row && holds(x, "has_more");
		brief |= row && (holds(x, "changed") || holds(x, "told")) &&
			 holds(x, "has_more");
		if (row)
			continue;
		one = tval_add(list, tval_map(m->a));
		for (size_t i = 0; i < ARRAY_LEN(told); i++)
			tval_put(m->a, one, told[i],
				 tval_markup(
					 m->a,
					 tval_get(x, str_of(told[i]))->text));
		put_abilities(m, x, one);
	}
	tval_puti(m->a, v, "spawn_notes", notes);
	tval_puti(m->a, v, "spawn_notes_brief", brief);
}

/* {changed} in every figure: something has happened to it since the last mail
 */
static void mark_changed(struct report_work *m, struct tval *v)
{
	for (struct tval *x = v->first; x; x = x->next) {
		const struct tval *fig =
			v->kind == TVAL_LIST && x->kind == TVAL_MAP
				? tval_get(x, STR("fig"))
				: NULL;

		if (x->kind == TVAL_LIST || x->kind == TVAL_MAP)
			mark_changed(m, x);
		if (fig && tval_get(x, STR("name")))
			tval_puti(m->a, x, "changed", is_touched(m, fig->text));
	}
	if (v->kind == TVAL_MAP)
		mark_notes(m, v);
}

/* is it over, and which seats have won; none: a draw */
static void put_winners(struct report_work *m, struct tval *to)
{
	struct tval *list = tval_put(m->a, to, "winners", tval_list(m->a));
	uint32_t winners = 0;
	bool over = system_over(m->in->sys, m->in->view, &winners);

	tval_puti(m->a, to, "is_over", over || m->in->ended);
	tval_puti(m->a, to, "ended", !over && m->in->ended);
	for (int i = 0; over && i < SEATS_MAX; i++)
		if (winners & UINT32_C(1) << i)
			tval_add(list, narrate_seat(m->a, &m->n, i));
	tval_puti(m->a, to, "winners_n", list->n);
}

/* the orders that wait, read back as a plan */
static void put_plan(struct report_work *m, struct tval *v)
{
	const struct report_input *in = m->in;

	if (m->game->plan)
		m->game->plan(m->a, &m->n, in->view, in->seat, in->waiting,
			      in->n_waiting, v);
}

static void put_one_left(struct report_work *m, struct tval *list,
			 const char *key, int64_t n)
{
	struct tval *v;

	if (!n)
		return;
	v = tval_add(list, tval_map(m->a));
	tval_puti(m->a, v, "n", n);
	tval_put(m->a, v, "what", tval_word(m->a, "report.left.%s", key));
}

static void put_left(struct report_work *m, struct tval *to)
{
	const struct report_left *l = &m->in->left;
	struct tval *list = tval_put(m->a, to, "left_of", tval_list(m->a));

	put_one_left(m, list, "grace", l->grace_h);
	put_one_left(m, list, "reserve", l->reserve_days);
	put_one_left(m, list, "absence", l->absence_days);
	put_one_left(m, list, "silences", l->silences);
	list = tval_put(m->a, to, "asked", tval_list(m->a));
	for (int i = 0; i < l->n_asked; i++)
		tval_puti(m->a, tval_add(list, tval_map(m->a)), "n",
			  l->asked[i]);
	if (l->grace_h || l->reserve_days || l->absence_days || l->silences ||
	    l->n_asked)
		tval_put(m->a, to, "left", tval_word(m->a, "report.left"));
}

struct str report_short_name(struct str game)
{
	enum { DIGITS = 5 };
	size_t at = game.len - DIGITS - 1;

	if (game.len < DIGITS + 2 || game.s[at] != '-')
		return game;
	for (size_t i = at + 1; i < game.len; i++)
		if (!strchr("0123456789abcdef", game.s[i]))
			return game;
	return (struct str){ game.s, at };
}

/* the first letter in upper case, where it is of ASCII */
static struct tval *sentence_of(struct arena *a, const struct tval *v)
{
	struct tval *out;
	char *s;

	if (!v->text.len)
		return tval_text(a, v->text);
	s = arena_alloc(a, v->text.len);
	memcpy(s, v->text.s, v->text.len);
	s[0] = ascii_upper(s[0]);
	out = tval_markup(a, (struct str){ s, v->text.len });
	out->html = v->html;
	return out;
}

/* any but 0: nobody has scored otherwise */
static bool has_digit(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ('1' <= s.s[i] && s.s[i] <= '9')
			return true;
	return false;
}

/* {head}: the headline of a subject, {Head}: that of the mail, as the beginning
 * of a sentence; {score}: how it stands. Each may be empty. {score_line}: the
 * score with its name. */
static void put_headline(struct report_work *m, struct tval *to)
{
	const struct report_input *in = m->in;
	const char *score = arena_printf(m->a, "%s.score", in->sys->name);
	struct headline head =
		narrate_headline(m->a, &m->n, in->events, in->n_events, m->why);
	struct tval *told;

	if (!head.whole)
		head.whole = head.subject = tval_text(m->a, STR(""));
	tval_put(m->a, to, "Head", sentence_of(m->a, head.whole));
	tval_put(m->a, to, "head", head.subject);
	told = messages_message(in->words, str_of(score)) &&
			       in->start == REPORT_BEGUN
		       ? narrate_message(m->a, &m->n, score, to, m->why)
		       : NULL;
	tval_put(m->a, to, "score",
		 told && has_digit(told->text) ? told
					       : tval_text(m->a, STR("")));
	tval_put(m->a, to, "score_line",
		 tval_word(m->a, "%s.score_line", in->sys->name));
}

/* {strip}: the headlines of the points before, the newest last */
static void put_strip(struct report_work *m, struct tval *to)
{
	struct tval *list = tval_put(m->a, to, "strip", tval_list(m->a));

	for (int i = 0; i < m->in->n_past; i++) {
		struct tval *head = narrate_headline(m->a, &m->n,
						     m->in->past + i, 1, m->why)
					    .whole;

		if (head)
			tval_put(m->a, tval_add(list, tval_map(m->a)), "head",
				 sentence_of(m->a, head));
	}
}

static void put_bar(struct arena *a, const struct tval *player, int64_t points,
		    int64_t most, struct tval *to)
{
	const struct tval *seat = tval_get(player, STR("seat"));
	const struct tval *letter = seat ? tval_get(seat, STR("letter")) : NULL;
	char bar[BAR_SIGNS + 1] = "";

	memset(bar, '-', BAR_SIGNS);
	memset(bar, '#', (size_t)(points * BAR_SIGNS / most));
	tval_puts(a, to, "seat", seat ? seat->text : STR(""));
	tval_puts(a, to, "letter", letter ? letter->text : STR(""));
	tval_putz(a, to, "bar", bar);
	tval_puti(a, to, "points", points);
	tval_puti(a, to, "per_cent", points * 100 / most);
}

static bool is_reader(const struct tval *player)
{
	const struct tval *you = tval_get(player, STR("you"));

	return you && tval_holds(you);
}

/* {bars}: each player's {seat}, {letter}, {points}, {bar} in signs and
 * {per_cent}, of points scored or of life left, the reader's first, as in
 * {score}; none: nothing is scored yet */
static void put_bars(struct report_work *m, struct tval *to)
{
	static const char *const keys[] = { "remains", "score", "gold" };
	const struct tval *players = tval_get(to, STR("players"));
	struct tval *list = tval_put(m->a, to, "bars", tval_list(m->a));
	int64_t points[SEATS_MAX], most = 0, one;
	int n = 0;

	if (m->in->start != REPORT_BEGUN || !players ||
	    players->kind != TVAL_LIST || players->n > SEATS_MAX)
		return;
	for (const struct tval *p = players->first; p; p = p->next, n++) {
		const struct tval *v = NULL, *life = tval_get(p, STR("life"));

		for (size_t i = 0; i < ARRAY_LEN(keys) && !v; i++)
			v = tval_get(p, str_of(keys[i]));
		if (!v || (v->kind == TVAL_INT
				   ? (one = v->n, false)
				   : !parse_int(v->text, 0, 1000000, &one)))
			return;
		points[n] = one > 0 ? one : 0;
		most = points[n] > most ? points[n] : most;
		if (life && life->kind == TVAL_INT && life->n > most)
			most = life->n;
	}
	for (int others = 0; most && others < 2; others++) {
		n = 0;
		for (const struct tval *p = players->first; p; p = p->next, n++)
			if (is_reader(p) != others)
				put_bar(m->a, p, points[n], most,
					tval_add(list, tval_map(m->a)));
	}
}

static bool tells_refusal(const struct report_input *in)
{
	for (int i = 0; i < in->n_events; i++)
		if (in->events[i].kind == COMMON_REFUSED)
			return true;
	return false;
}

/* the active seat and the awaited seats, or the winners: for the subject */
static struct tval *make_head(struct report_work *m)
{
	const struct report_input *in = m->in;
	struct tval *v = tval_map(m->a);

	tval_puts(m->a, v, "game", in->game);
	tval_puts(m->a, v, "short",
		  in->namesake ? in->game : report_short_name(in->game));
	tval_puti(m->a, v, "receipt", in->receipt);
	tval_puti(m->a, v, "cut", 0);
	tval_puti(m->a, v, "sent", 0); /* unless its game says so */
	tval_put(m->a, v, "turn_open", tval_word(m->a, "report.turn_open"));
	tval_put(m->a, v, "queue_held", tval_word(m->a, "report.queue_held"));
	tval_puti(m->a, v, "undone_any", tells_refusal(in));
	tval_putz(m->a, v, "system", in->sys->name);
	tval_puti(m->a, v, "point", in->point);
	tval_puti(m->a, v, "serial", in->serial);
	tval_puts(m->a, v, "seen", in->seen);
	tval_puts(m->a, v, "page", in->page);
	tval_puts(m->a, v, "play", in->play);
	if (!in->looked_at)
		tval_put(m->a, v, "seat", narrate_seat(m->a, &m->n, in->seat));
	tval_puti(m->a, v, "word_seal", in->word == REPORT_WORD_SEAL);
	tval_puti(m->a, v, "word_open", in->word == REPORT_WORD_OPEN);
	tval_puti(m->a, v, "word_ask", in->word == REPORT_WORD_ASK);
	m->called = in->word != REPORT_WORD_NONE;
	put_dice(m, v);
	tval_puti(m->a, v, "begun", in->start == REPORT_BEGUN);
	tval_puti(m->a, v, "paused", in->paused);
	tval_puti(m->a, v, "still", in->still);
	tval_puti(m->a, v, "start_self", in->start == REPORT_START_SELF);
	tval_puti(m->a, v, "start_you", in->start == REPORT_START_YOU);
	tval_puti(m->a, v, "start_master", in->start == REPORT_START_MASTER);
	tval_puti(m->a, v, "start_operator",
		  in->start == REPORT_START_OPERATOR);
	tval_puts(m->a, v, "note", in->note);
	tval_puts(m->a, v, "picture_id", in->picture_id);
	tval_puts(m->a, v, "near_id", in->near_id);
	tval_put(m->a, v, "place", tval_list(m->a)); /* where there is none */
	m->game->values(m->a, &m->n, in->view, in->seat, v);
	put_owed(m, v);
	tval_put(m->a, v, "owed_all", tval_word(m->a, "report.owed_all"));
	tval_puti(m->a, v, "called", m->called);
	tval_puti(m->a, v, "receipt_open",
		  in->receipt && !in->still &&
			  tval_get(v, STR("your_move")) != NULL);
	tval_puti(m->a, v, "held", m->called || m->in->held);
	put_winners(m, v);
	put_headline(m, v);
	put_bars(m, v);
	put_strip(m, v);
	return v;
}

/* so many of the orders that wait, and the number of the others */
static void put_queue(struct report_work *m, struct tval *v, int shown)
{
	put_texts(m->a, v, "queue", m->in->queue, shown);
	tval_puti(m->a, v, "queue_more", m->in->n_queue - shown);
	tval_puti(m->a, v, "waits", m->in->n_queue > 0);
	tval_puti(m->a, v, "queue_n", m->in->n_queue);
}

/* Everything that a template may ask for. */
static struct tval *make_values(struct report_work *m)
{
	const struct report_input *in = m->in;
	struct tval *v = make_head(m), *list;

	put_left(m, v);
	find_touched(m);
	mark_changed(m, v);
	mark_rows(m, v, false);
	tval_put(m->a, v, "opening", tval_word(m->a, "report.opening"));
	tval_put(m->a, v, "opening_rest",
		 tval_word(m->a, "report.opening_rest"));
	tval_put(m->a, v, "headline", tval_word(m->a, "report.headline"));
	if (!in->receipt || m->called)
		choices_find(m->a, in, &m->choices);
	choices_offer_values(m->a, &m->n, &m->choices, v);
	tval_puti(m->a, v, "all", m->in->all);
	choices_legal_values(m->a, &m->n, &m->choices, v);
	report_tally(m->a, &m->n, m->in->tells, m->in->tally, v);
	decided_values(m->a, &m->n, m->in, v);
	put_plan(m, v);
	put_queue(m, v, in->n_queue);
	put_texts(m->a, v, "standing", in->standing, in->n_standing);
	put_texts(m->a, v, "lines", in->lines, in->n_lines);
	list = tval_put(m->a, v, "audit", tval_list(m->a));
	for (int i = 0; i < in->n_audit; i++) {
		struct tval *line = tval_add(list, tval_map(m->a));

		tval_put(m->a, line, "what",
			 tval_word(m->a, "%s", in->audit[i].key));
		tval_puts(m->a, line, "value", in->audit[i].value);
	}
	return v;
}

/* events as sentences, each made by the message `key` */
static struct tval *sentences(struct arena *a, const struct narrator *n,
			      const struct event *v, int count, const char *key,
			      struct why *why)
{
	struct tval *events = narrate_events(a, n, v, count, why);

	for (struct tval *e = events->first; e; e = e->next)
		tval_put(a, e, "sentence", narrate_message(a, n, key, e, why));
	return events;
}

struct tval *report_events(struct arena *a, const struct narrator *n,
			   const struct event *v, int count, struct why *why)
{
	return sentences(a, n, v, count, "format.sentence", why);
}

struct tval *report_numbered(struct arena *a, const struct narrator *n,
			     const struct event *v, int count, struct why *why)
{
	return sentences(a, n, v, count, "format.numbered", why);
}

/* Rules that are named below a mail, once each. */
struct cited {
	struct arena *a;
	const struct narrator *n;
	struct tval *list;
	bool *seen;
	int n_rules;
	bool more; /* some are in the list already */
};

static void cite(struct cited *c, int rule)
{
	const struct tval *v;
	struct tval *told;

	if (rule <= 0 || rule >= c->n_rules || c->seen[rule])
		return;
	c->seen[rule] = true;
	told = narrate_rule(c->a, c->n, rule);
	v = c->more ? c->list->first : NULL;
	while (v && !str_equal(v->text, told->text))
		v = v->next;
	if (!v)
		tval_add(c->list, told);
}

/* what an event names, and what made its numbers */
static void cite_event(struct cited *c, const struct event *e)
{
	const struct event_kind *k = event_kind(&c->n->sys->events, e->kind);

	for (int i = 0; i < e->n_rules; i++)
		cite(c, e->rules[i]);
	for (int f = 0; k && f < k->n_fields && f < e->n_fields; f++) {
		int words;
		const int32_t *w = event_words(e, f, &words);

		for (int i = 0; k->fields[f].type == FIELD_MODS && i < words;
		     i += 2)
			cite(c, w[i]);
	}
}

void report_cited(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *list)
{
	const struct rule_table *t = n->sys->events.rules;
	struct cited c = { .a = a,
			   .n = n,
			   .list = list,
			   .n_rules = t ? t->n : 0,
			   .more = list->first != NULL };

	c.seen = ARENA_ARRAY(a, (size_t)c.n_rules + 1, bool);
	for (int i = 0; i < count; i++)
		cite_event(&c, &v[i]);
}

static void put_cited(struct report_work *m, struct tval *to)
{
	report_cited(m->a, &m->n, m->in->events, m->in->n_events,
		     tval_put(m->a, to, "cited", tval_list(m->a)));
}

/* what happened, in paragraphs */
static void put_story(struct report_work *m, struct tval *v, bool brief,
		      enum template_format format)
{
	struct narrator teller = m->n;

	teller.told = m->in->events;
	teller.n_told = m->in->n_events;
	teller.terse = brief;
	if (brief && !m->terse)
		m->terse = narrate_events(m->a, &teller, m->in->events,
					  m->in->n_events, m->why);
	teller.format = format;
	teller.both = false;
	report_story(m->a, &teller, brief ? m->terse : m->events, brief, v);
}

/* the story: prose above, the sums of the game's own events below */
static void tell_tale(struct report_work *m, struct tval *v)
{
	struct narrator teller = m->n;

	teller.told = m->in->events;
	teller.n_told = m->in->n_events;
	if (m->game->tale)
		report_tale(m->a, &teller, m->in->events, m->in->n_events,
			    m->events, v, m->why);
	else
		tval_puti(m->a, v, "tale_any", 0);
}

static void put_events(struct report_work *m, struct tval *v)
{
	const char *own = arena_printf(m->a, "%s.sentence", m->in->sys->name);
	struct why told = { 0 };
	struct tval *events, *rolls;

	/* a game may tell its rules in one line, below */
	events = sentences(m->a, &m->n, m->in->events, m->in->n_events,
			   messages_message(m->in->words, str_of(own))
				   ? own
				   : "format.sentence",
			   &told);
	put_cited(m, v);
	if (told.text[0])
		note_slip(m, why_set(m->why, ERR_FORMAT, "%s", told.text));
	m->events = tval_put(m->a, v, "events", events);
	tell_tale(m, v);
	put_story(m, v, false, TEMPLATE_TEXT);
	rolls = tval_put(m->a, v, "rolls", tval_list(m->a));
	for (int i = 0; i < m->in->n_events; i++) {
		const struct event *e = m->in->events + i;

		if (e->kind == COMMON_ROLLED)
			tval_add(rolls, narrate_values(m->a, &m->n, e));
	}
}

static struct str cut_subject(struct arena *a, struct str s)
{
	if (s.len <= REPORT_MAX_SUBJECT)
		return s;
	s.len = REPORT_MAX_SUBJECT;
	while (s.len && ((unsigned char)s.s[s.len] & 0xc0) == 0x80)
		s.len--;
	return arena_str(a, s);
}

static bool has_text(const struct report_work *m, const char *file)
{
	return messages_file(m->in->words, str_of(arena_printf(m->a, "%s.txt",
							       file))) != NULL;
}

/* NAME-GAME if there is one; the figures and boards of games differ */
static const char *template_of(struct report_work *m, const char *name)
{
	const char *own = arena_printf(m->a, "%s-%s", name, m->in->sys->name);

	return has_text(m, own) ? own : name;
}

static void report_work_init(struct report_work *m, struct arena *a,
			     const struct report_input *in, struct why *why)
{
	*m = (struct report_work){
		.a = a, .in = in, .game = in->tells, .why = why
	};
	m->n = (struct narrator){ .words = in->words,
				  .letters = in->letters,
				  .n_letters = in->n_letters,
				  .opened = in->opened,
				  .n_opened = in->n_opened,
				  .sys = in->sys,
				  .write = in->write,
				  .writer = in->writer,
				  .moment = in->moment,
				  .now = in->view,
				  .seat = in->seat,
				  .none_wait = !in->n_queue,
				  .cards = in->cards,
				  .rule_link = in->rule_link };
	report_game_tells(&m->n, in->tells, in->view);
	memcpy(m->n.seat_name, in->seat_name, sizeof(in->seat_name));
	memcpy(m->n.former, in->former, sizeof(in->former));
}

static int count_lines(struct str text)
{
	struct str line;
	int n = 0;

	while (parse_line(&text, &line))
		n++;
	return n;
}

/* How its reader prefers it. */
static void put_wishes(struct report_work *m, struct tval *v)
{
	tval_puti(m->a, v, "short", m->in->brief);
	tval_puti(m->a, v, "whole", m->in->all);
	if (m->in->unruled)
		tval_put(m->a, v, "cited", tval_list(m->a));
}

/* A report that is too long leaves minor events out: {untold}. */
static void put_brief(struct report_work *m, struct tval *v, bool brief,
		      enum template_format format)
{
	tval_puti(m->a, v, "brief", brief);
	mark_rows(m, v, brief && m->lean);
	put_story(m, v, brief, format);
	for (struct tval *e = m->events->first; e; e = e->next) {
		bool untold = brief && tval_holds(tval_get(e, STR("minor")));

		tval_puti(m->a, e, "untold", untold);
	}
}

/* the least event that is still told, NULL: none is */
static struct tval *least_event(const struct report_work *m)
{
	struct tval *least = NULL;

	for (struct tval *e = m->events->first; e; e = e->next)
		if (!tval_holds(tval_get(e, STR("untold"))) &&
		    (!least || tval_get(e, STR("weight"))->n <
				       tval_get(least, STR("weight"))->n))
			least = e;
	return least;
}

/* Does a receipt tell any event, or how many it leaves out? */
static bool has_events(const struct report_work *m, int cut)
{
	for (struct tval *e = m->events->first; e && !cut; e = e->next)
		if (!tval_holds(tval_get(e, STR("untold"))) &&
		    !tval_holds(tval_get(e, STR("bookkeeping"))))
			return true;
	return cut;
}

/*
 * Leave the least events out until a receipt is short enough, and the orders
 * that wait before what matters: {cut}, so many events but for mere records.
 */
static void cut_receipt(struct report_work *m, const char *file, struct tval *v,
			struct report *out)
{
	bool held = tval_holds(tval_get(v, STR("held")));
	int cut = 0, shown = held ? 0 : m->in->n_queue;

	if (shown > QUEUE_OF_RECEIPT)
		shown = QUEUE_OF_RECEIPT;
	for (;;) {
		struct tval *least = least_event(m);
		int64_t weight = least ? tval_get(least, STR("weight"))->n : 0;

		put_queue(m, v, shown);
		tval_puti(m->a, v, "cut", cut);
		tval_puti(m->a, v, "told", has_events(m, cut));
		out->text = render(m, NULL, file, TEMPLATE_TEXT, v);
		if (count_lines(out->text) <= RECEIPT_LINES ||
		    (!least && !shown))
			return;
		if (shown && (!least || weight > WEIGHT_TOLD)) {
			shown--;
			continue;
		}
		tval_puti(m->a, least, "untold", 1);
		cut += weight > WEIGHT_RECORDS;
	}
}

/* The text to read, short enough if possible, and the complete text for the
 * archive, whatever the reader's preferences. */
static void write_texts(struct report_work *m, const char *file, struct tval *v,
			struct report *out)
{
	const char *whole = arena_printf(m->a, "%s-full", file);
	bool wishes = m->in->brief || m->in->unruled;

	put_wishes(m, v);
	put_brief(m, v, false, TEMPLATE_TEXT);
	tval_puti(m->a, v, "sums", 1);
	out->text = render(m, NULL, file, TEMPLATE_TEXT, v);
	if (!m->in->receipt && count_lines(out->text) > REPORT_LINES) {
		m->brief = true;
		m->lean = !m->called;
		put_brief(m, v, true, TEMPLATE_TEXT);
		out->text = render(m, NULL, file, TEMPLATE_TEXT, v);
		if (count_lines(out->text) > REPORT_LINES) {
			tval_puti(m->a, v, "sums", 0);
			out->text = render(m, NULL, file, TEMPLATE_TEXT, v);
		}
		if (!m->lean && count_lines(out->text) > REPORT_LINES) {
			m->lean = true;
			put_brief(m, v, true, TEMPLATE_TEXT);
			out->text = render(m, NULL, file, TEMPLATE_TEXT, v);
		}
		put_brief(m, v, false, TEMPLATE_TEXT);
	}
	tval_puti(m->a, v, "sums", 1);
	tval_puti(m->a, v, "short", 0);
	tval_puti(m->a, v, "whole", 1);
	if (m->in->unruled)
		put_cited(m, v);
	if (wishes || has_text(m, whole))
		out->full = render(m, NULL, has_text(m, whole) ? whole : file,
				   TEMPLATE_TEXT, v);
	else
		out->full = out->text;
	if (m->in->receipt)
		cut_receipt(m, file, v, out);
}

/* by the values of the text */
static void write_page(struct report_work *m, const char *file, struct tval *v,
		       struct report *out)
{
	put_wishes(m, v);
	put_brief(m, v, m->brief, TEMPLATE_HTML);
	tval_puts(m->a, v, "orders", out->orders);
	tval_puts(m->a, v, "subject", out->subject);
	tval_puti(m->a, v, "has_picture", m->scene && m->in->picture_id.len);
	tval_puti(m->a, v, "has_near", out->near.len != 0);
	out->html = render(m, NULL, file, TEMPLATE_HTML, v);
}

/* The board; and the part of it where something happened, if asked for. */
static enum err make_pictures(struct report_work *m, struct report *out)
{
	const struct report_input *in = m->in;
	struct buf b;
	enum err e;

	if (!m->scene || !in->picture_id.len)
		return ERR_OK;
	buf_init(&b, PICTURE_MAX_BYTES);
	e = in->near_id.len ? picture_near(&b, m->scene, in->pictures, m->why)
			    : ERR_OK;
	out->near = arena_str(m->a, buf_str(&b));
	buf_clear(&b);
	if (!e)
		e = picture_render(&b, m->scene,
				   in->picture_width ? in->picture_width
						     : PICTURE_WIDTH,
				   in->pictures, m->why);
	out->png = arena_str(m->a, buf_str(&b));
	buf_release(&b);
	return e;
}

static struct str subject_of(struct report_work *m, const struct tval *v)
{
	return cut_subject(m->a,
			   render(m, "report.subject", NULL, TEMPLATE_LINE, v));
}

static enum err report_work_begin(struct report_work *m, struct arena *a,
				  const struct report_input *in,
				  struct why *why)
{
	if (!in->tells)
		return why_set(why, ERR_NOT_FOUND, "no reports for the game %s",
			       in->sys->name);
	report_work_init(m, a, in, why);
	return ERR_OK;
}

enum err report_subject(struct arena *a, const struct report_input *in,
			struct str *out, struct why *why)
{
	struct report_work m;
	enum err e = report_work_begin(&m, a, in, why);

	if (e)
		return e;
	*out = subject_of(&m, make_head(&m));
	return m.e;
}

enum err report_render(struct arena *a, const struct report_input *in,
		       struct report *out, struct why *why)
{
	struct tval *v;
	struct report_work m;
	struct str block;
	const char *file;
	enum err e = report_work_begin(&m, a, in, why);

	*out = (struct report){ 0 };
	if (e)
		return e;
	m.n.both = !in->text_only;
	v = make_values(&m);
	out->subject = subject_of(&m, v);
	if (!in->receipt) {
		make_scene(&m);
		put_board(&m, v);
	}
	put_events(&m, v);
	/* in a finished game no player can give orders */
	if (!tval_holds(tval_get(v, STR("is_over"))) && !in->looked_at &&
	    (in->seat >= 0 || in->master) && (!in->receipt || m.called))
		out->orders = order_lines_fold(
			a, render(&m, NULL,
				  in->receipt  ? "orders-receipt"
				  : in->master ? "orders-master"
					       : template_of(&m, "orders"),
				  TEMPLATE_TEXT, v));
	tval_put(a, v, "orders", tval_markup(a, parse_trim(out->orders)));
	block = out->orders;
	block.len -= block.len && block.s[block.len - 1] == '\n';
	tval_put(a, v, "order_block", tval_markup(a, block));
	file = template_of(&m, in->receipt ? "receipt" : "report");
	write_texts(&m, file, v, out);

	if (in->text_only || in->receipt)
		return m.e;
	e = make_pictures(&m, out);
	if (e)
		return e;
	write_page(&m, file, v, out);
	return m.e;
}

enum err report_position(struct arena *a, const struct report_input *in,
			 struct str *out, struct why *why)
{
	struct report_input whole;
	struct report_work m;
	struct tval *values;
	const char *own;

	*out = STR("");
	if (!in->tells)
		return ERR_OK;
	whole = *in;
	whole.full = true;
	report_work_init(&m, a, &whole, why);
	own = arena_printf(a, "board-%s", in->sys->name);
	if (!has_text(&m, own)) {
		if (strcmp(template_of(&m, "report"), "report"))
			return ERR_OK;
		own = "board";
	}
	values = make_values(&m);
	tval_puti(a, values, "whole", 1);
	make_scene(&m);
	put_board(&m, values);
	*out = render(&m, NULL, own, TEMPLATE_TEXT, values);
	return m.e;
}

/* "A3\tA3 Skeleton, Ana, 2 clicks left" */
static void add_label(struct report_work *m, struct str label, int owner,
		      int clicks_left, struct buf *out)
{
	const struct scene *s = m->scene;
	struct str name;
	int64_t number;

	if (!label.len || !is_label_letter(label.s[0]) ||
	    !parse_int((struct str){ label.s + 1, label.len - 1 }, 0, 0xffff,
		       &number))
		return;
	name = narrate_name(m->a, &m->n, label_of(label.s[0], (int)number));
	buf_addf(out, "%.*s\t%.*s", STR_ARG(label), STR_ARG(label));
	if (name.len)
		buf_addf(out, " %.*s", STR_ARG(name));
	if (0 <= owner && owner < SCENE_MAX_OWNERS && s->owner[owner].present)
		buf_addf(out, ", %.*s", STR_ARG(s->owner[owner].name));
	if (clicks_left >= 0) {
		struct tval *v = tval_map(m->a);

		tval_puti(m->a, v, "n", clicks_left);
		buf_addf(out, ", %.*s",
			 STR_ARG(render(m, "page.left", NULL, TEMPLATE_LINE,
					v)));
	}
	buf_addc(out, '\n');
}

/* the full names of things that can be tapped */
static struct str labels_of(struct report_work *m)
{
	const struct scene *s = m->scene;
	struct buf b;
	struct str out;

	buf_init(&b, REPORT_MAX_BYTES);
	for (int i = 0; i < s->n_pieces; i++)
		add_label(m, s->piece[i].label, s->piece[i].owner,
			  s->piece[i].clicks_left, &b);
	for (int i = 0; s->zones && i < s->zones->n; i++)
		add_label(m, s->zones->thing[i].label, s->zones->thing[i].owner,
			  -1, &b);
	for (int i = 0; s->floor && i < s->floor->n_things; i++)
		add_label(m, s->floor->thing[i].label, -1, -1, &b);
	for (int i = 0; i < s->n_areas; i++)
		buf_addf(&b, "%.*s\t%.*s %.*s\n", STR_ARG(s->area[i].label),
			 STR_ARG(s->area[i].label),
			 STR_ARG(s->area_word[s->area[i].kind]));
	out = arena_str(m->a, buf_str(&b));
	buf_release(&b);
	return out;
}

enum err report_board(struct arena *a, const struct report_input *in,
		      const char *prefix, struct str *svg, struct str *labels,
		      struct why *why)
{
	struct report_work m;
	struct buf b;
	enum err e;

	*svg = *labels = STR("");
	if (!in->tells)
		return ERR_OK;
	report_work_init(&m, a, in, why);
	make_scene(&m);
	if (!m.scene)
		return m.e;
	buf_init(&b, PICTURE_MAX_BYTES);
	e = picture_svg(&b, m.scene,
			in->picture_width ? in->picture_width
					  : PICTURE_PAGE_WIDTH,
			prefix, why);
	if (!e)
		*svg = arena_str(a, buf_str(&b));
	buf_release(&b);
	*labels = labels_of(&m);
	return e ? e : m.e;
}

enum err report_plain_mail_html(struct arena *a, const struct messages *words,
				struct report *letter, struct why *why)
{
	struct report_input in = { .words = words };
	struct report_work m = { .a = a, .in = &in, .why = why };
	struct tval *v = tval_map(a);

	if (!messages_file(words, STR("letter.html")))
		return ERR_OK;
	tval_puts(a, v, "subject", letter->subject);
	tval_put(a, v, "blocks", plain_mail_html_blocks(a, letter->text));
	letter->html = render(&m, NULL, "letter", TEMPLATE_HTML, v);
	return m.e;
}

enum err report_plain_mail(struct arena *a, const struct messages *words,
			   const char *kind, const struct tval *values,
			   struct report *out, struct why *why)
{
	struct report_input in = { .words = words };
	struct report_work m = { .a = a, .in = &in, .why = why };
	const char *file = arena_printf(a, "%s.txt", kind);

	*out = (struct report){ 0 };
	if (!messages_file(words, str_of(file)))
		return why_set(why, ERR_NOT_FOUND, "%.*s: no template %s",
			       STR_ARG(words->lang), file);
	out->subject =
		cut_subject(a, render(&m, arena_printf(a, "subject.%s", kind),
				      NULL, TEMPLATE_LINE, values));
	out->text = render(&m, NULL, kind, TEMPLATE_TEXT, values);
	file = arena_printf(a, "%s.html", kind);
	if (messages_file(words, str_of(file)))
		out->html = render(&m, NULL, kind, TEMPLATE_HTML, values);
	return m.e;
}
