/* src/report/site/site.c */
#include "report/site/site.h"
#include "report/text/final_values.h"
#include "base/date.h"
#include "report/site/site_private.h"
#include "engine/common.h"

/* --- words -----------------------------------------------------------------
 */

static void site_slip(struct site *x, enum err e, const struct why *why)
{
	if (!e || x->slip)
		return;
	x->slip = e;
	x->told = *why;
}

static struct tval *site_moment(struct arena *a, const struct narrator *n,
				int64_t utc_s)
{
	int32_t day = (int32_t)(utc_s / DAY_S);
	int rest = (int)(utc_s % DAY_S);
	struct report_time t = { .hour = rest / HOUR_S,
				 .minute = rest % HOUR_S / 60,
				 .zone = STR("UTC") };

	date_split(day, &t.year, &t.month, &t.day);
	/* the first of 1970 was a Thursday */
	t.weekday = (day + 3) % 7 + 1;
	return report_time_message(a, n, "chronicle.time", &t);
}

/* "2026-11-24T00:49:00Z" */
static const char *site_stamp(struct arena *a, int64_t utc_s)
{
	int year, month, day, rest = (int)(utc_s % DAY_S);

	date_split((int32_t)(utc_s / DAY_S), &year, &month, &day);
	return arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month,
			    day, rest / HOUR_S, rest % HOUR_S / 60, rest % 60);
}

static struct str site_message(struct site *x, struct arena *a, const char *key,
			       const struct tval *values)
{
	struct why why = { 0 };
	struct str out;
	struct buf b;

	buf_init(&b, PAGE_MAX);
	site_slip(x,
		  messages_render(&b, x->w->words, key, TEMPLATE_HTML, values,
				  &why),
		  &why);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

enum err site_page(struct site *x, const char *path, const char *name,
		   enum template_format format, const struct tval *values,
		   struct why *why)
{
	struct why told = { 0 };
	struct buf b;
	enum err e;

	buf_init(&b, PAGE_MAX);
	site_slip(x,
		  messages_render_file(&b, x->w->words, name, format, values,
				       &told),
		  &told);
	e = x->w->write(x->w->context, path, buf_str(&b), why);
	buf_release(&b);
	return e;
}

struct tval *site_values(struct site *x, struct arena *a)
{
	struct tval *v = tval_map(a);

	tval_puts(a, v, "title", x->title);
	return v;
}

/* The same value for another list. */
static struct tval *site_again(struct arena *a, const struct tval *v)
{
	struct tval *t = ARENA_NEW(a, struct tval);

	*t = *v;
	t->next = NULL;
	return t;
}

struct site *site_begin(struct arena *a, const struct site_wish *w)
{
	struct site *x = ARENA_NEW(a, struct site);

	x->a = a;
	x->w = w;
	x->title = w->title;
	x->rounds = tval_list(a);
	if (!x->title.len)
		x->title = messages_line(a, w->words, "chronicle.title", NULL,
					 REPORT_MAX_BYTES);
	return x;
}

/* --- a point ---------------------------------------------------------------
 */

void site_game(struct site *x, struct str name, struct str mark)
{
	arena_init(&x->g);
	x->name = arena_str(x->a, name);
	x->mark = arena_str(x->a, mark);
	x->n = (struct narrator){ .words = x->w->words,
				  .format = TEMPLATE_HTML,
				  .moment = site_moment,
				  .seat = -1 };
	x->v = NULL;
	x->len = x->room = 0;
	x->point = 0;
	x->board = x->board_file = STR("");
	memset(x->taken, 0, sizeof(x->taken));
	memset(x->rolled, 0, sizeof(x->rolled));
	x->tally = (struct combat_stats){ 0 };
	x->tallies = NULL;
	x->n_tallies = x->room_tallies = 0;
	x->over = x->ended = false;
	x->winners = tval_list(&x->g);
	x->players = tval_list(&x->g);
	x->letters = tval_list(&x->g);
	x->rulings = tval_list(&x->g);
	x->went = tval_list(&x->g);
}

/* Events for verifiers of the log, not for the story; and the names of
 * players after an anonymous game. */
static bool is_proof(struct str kind)
{
	static const char *const names[] = {
		"key_added",           "key_revoked",
		"entropy_committed",   "entropy_declined",
		"entropy_revealed",    "entropy_settled",
		"entropy_commits_due", "entropy_reveals_due",
		"committed",           "opened",
		"chain_committed",     "secrets_opened",
		"links_skipped",       "beacon_pulse",
		"beacon_before",       "beacon_changed",
		"address_changed",     "game_created",
		"beacon_due",          "dice_wait",
		"queue_stopped",       "rolled",
		"key_opened",
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_is(kind, names[i]))
			return true;
	return false;
}

static bool is_ruling(struct str kind)
{
	return str_is(kind, "disputed") || str_is(kind, "ruled") ||
	       str_is(kind, "undone") || str_is(kind, "override");
}

/* Back to how it was after that point. */
static void go_back(struct site *x, int64_t point)
{
	for (size_t k = 0; k < x->len; k++)
		x->v[k].undone |= x->v[k].point > point;
	x->tally = 0 < point && (size_t)point <= x->n_tallies
			   ? x->tallies[point - 1]
			   : (struct combat_stats){ 0 };
}

/* Participants hidden in the log, "~1a2b3c4d", get the name of their seat. */
static void sit_down(struct site *x, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
	struct str name =
		event_get_text(e, COMMON_SEAT_TAKEN_PERSON, room, sizeof(room));

	if (seat < 0 || seat >= SEATS_MAX)
		return;
	x->taken[seat] = true;
	x->n.seat_name[seat] =
		str_starts(name, "~") ? STR("") : arena_str(&x->g, name);
}

static void site_roll(struct site *x, const struct event *e)
{
	int seat = event_get(e, COMMON_ROLLED_SEAT);

	if (event_get(e, COMMON_ROLLED_SIDES) == 6 && seat >= 0 &&
	    seat < SEATS_MAX)
		x->rolled[seat][event_get(e, COMMON_ROLLED_FACE) - 1]++;
}

/* Who sits where, what fell, what was undone. */
static void site_follow(struct site *x, const struct site_point *p)
{
	for (int i = 0; i < p->n_events; i++) {
		const struct event *e = &p->events[i];

		x->tells = p->tells;
		if (p->tells && p->tells->tally)
			p->tells->tally(&x->tally, e);
		if (e->kind == COMMON_SEAT_TAKEN)
			sit_down(x, e);
		else if (e->kind == COMMON_ROLLED)
			site_roll(x, e);
		else if (e->kind == COMMON_UNDONE)
			go_back(x, event_get(e, COMMON_UNDONE_POINT));
		else if (e->kind == COMMON_GAME_ENDED)
			x->ended = true;
	}
	x->tallies = arena_grow(&x->g, x->tallies, x->n_tallies,
				&x->room_tallies, sizeof(*x->tallies));
	x->tallies[x->n_tallies++] = x->tally;
}

static struct tval *line_copy(struct site *x, const struct tval *e)
{
	static const char *const texts[] = { "text", "kind" };
	struct arena *a = &x->g;
	struct tval *v = tval_map(a);

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		const struct tval *t = tval_get(e, str_of(texts[i]));

		if (t)
			tval_put(a, v, texts[i], tval_markup(a, t->text));
	}
	tval_puti(a, v, "main", tval_holds(tval_get(e, STR("main"))));
	tval_put(a, v, "rules",
		 tval_markup(a, site_message(x, a, "chronicle.rules", e)));
	return v;
}

/* List texts by persons and rulings separately, with a link to their point. */
static void note_aside(struct site *x, const struct leaf *l,
		       const struct tval *e)
{
	struct str kind = tval_get(e, STR("kind"))->text;
	struct tval *to = str_is(kind, "press_sent") ? x->letters
			  : is_ruling(kind)          ? x->rulings
						     : NULL;
	struct tval *v;

	if (!to)
		return;
	v = tval_add(to, line_copy(x, e));
	tval_puti(&x->g, v, "point", l->point);
	tval_put(&x->g, v, "at", site_moment(&x->g, &x->n, l->at_s));
}

/* What happened: sentences, and paragraphs of them. */
static void sentences_put(struct site *x, const struct site_point *p,
			  struct leaf *l, struct arena *tmp)
{
	struct tval *told, *kept = tval_list(tmp), *story = tval_map(&x->g);
	struct why why = { 0 };

	told = narrate_events(tmp, &x->n, p->events, p->n_events, &why);
	if (why.text[0])
		site_slip(x, ERR_FORMAT, &why);
	l->lines = tval_list(&x->g);
	for (struct tval *e = told->first, *next; e; e = next) {
		next = e->next;
		e->next = NULL;
		if (is_proof(tval_get(e, STR("kind"))->text))
			continue;
		tval_add(l->lines, line_copy(x, e));
		note_aside(x, l, e);
		tval_add(kept, e);
	}
	x->n.told = p->events;
	x->n.n_told = p->n_events;
	report_story(&x->g, &x->n, kept, false, story);
	l->story = tval_list(&x->g);
	for (const struct tval *t = tval_get(story, STR("story"))->first; t;
	     t = t->next)
		tval_add(l->story,
			 tval_markup(&x->g, tval_get(t, STR("text"))->text));
}

/* How its blows went so far. */
static void tally_values(struct site *x, const struct report_game *tells)
{
	struct tval *v = tval_map(&x->g);
	const char *words = tells->tally_words;

	x->went = tval_list(&x->g);
	report_tally(&x->g, &x->n, tells, &x->tally, v);
	for (const struct tval *t = tval_get(v, STR("tally"))->first; t;
	     t = t->next)
		tval_add(
			x->went,
			tval_markup(&x->g,
				    site_message(x, &x->g,
						 arena_printf(&x->g, "%s.tally",
							      words),
						 t)));
	if (tval_get(v, STR("best")))
		tval_add(x->went,
			 tval_markup(&x->g,
				     site_message(x, &x->g,
						  arena_printf(&x->g, "%s.best",
							       words),
						  tval_get(v, STR("best")))));
}

/* The current position of the game. */
static void site_position(struct site *x, const struct site_point *p,
			  struct leaf *l, struct arena *tmp)
{
	struct tval *v = tval_map(tmp);
	uint32_t winners = 0;

	l->turn = STR("");
	if (!p->view || !p->tells)
		return;
	p->tells->values(tmp, &x->n, p->view, -1, v);
	if (tval_holds(tval_get(v, STR("turn"))))
		l->turn = site_message(x, &x->g, "chronicle.turn", v);
	tally_values(x, p->tells);
	x->over = system_over(p->sys, p->view, &winners);
	x->winners = tval_list(&x->g);
	for (int i = 0; i < SEATS_MAX; i++)
		if (winners & UINT32_C(1) << i)
			tval_add(x->winners, narrate_seat(&x->g, &x->n, i));
	x->players = tval_list(&x->g);
	for (int i = 0; i < SEATS_MAX; i++)
		if (x->taken[i]) {
			struct tval *s = tval_add(x->players, tval_map(&x->g));

			tval_put(&x->g, s, "seat",
				 narrate_seat(&x->g, &x->n, i));
			tval_puti(&x->g, s, "won", winners >> i & 1);
		}
}

/* The board, in a file of its own unless it is the one before. */
static enum err site_draw(struct site *x, const struct site_point *p,
			  struct leaf *l, struct arena *tmp, struct why *why)
{
	struct report_input in = { .words = x->w->words,
				   .sys = p->sys,
				   .tells = p->tells,
				   .view = p->view,
				   .seat = -1,
				   .game = x->name,
				   .point = p->point,
				   .events = p->events,
				   .n_events = p->n_events };
	struct why told = { 0 };
	struct str svg = STR(""), labels;

	memcpy(in.seat_name, x->n.seat_name, sizeof(in.seat_name));
	if (p->view) {
		site_slip(x, report_board(tmp, &in, "b", &svg, &labels, &told),
			  &told);
		why_clear(&told);
		site_slip(x, report_position(&x->g, &in, &l->words, &told),
			  &told);
	}
	if (svg.len && !str_equal(svg, x->board)) {
		x->board = arena_str(&x->g, svg);
		x->board_file = str_of(
			arena_printf(&x->g, "%lld.svg", (long long)p->point));
		l->board = x->board_file;
		return x->w->write(x->w->context,
				   arena_printf(tmp, "%.*s/%lld.svg",
						STR_ARG(x->name),
						(long long)p->point),
				   svg, why);
	}
	l->board = svg.len ? x->board_file : STR("");
	return ERR_OK;
}

enum err site_point(struct site *x, const struct site_point *p, struct why *why)
{
	struct leaf l = { .point = p->point, .at_s = p->at_s };
	struct arena tmp;
	enum err e = ERR_OK;

	arena_init(&tmp);
	x->n.sys = p->sys;
	x->n.letters = p->letters;
	x->n.n_letters = p->n_letters;
	x->point = p->point;
	report_game_tells(&x->n, p->tells, p->view);
	memcpy(x->n.former, x->n.seat_name, sizeof(x->n.former));
	site_follow(x, p);
	l.uid = arena_strdup(x->a, p->uid);
	sentences_put(x, p, &l, &tmp);
	if (l.lines->n) {
		site_position(x, p, &l, &tmp);
		e = site_draw(x, p, &l, &tmp, why);
		x->v = arena_grow(&x->g, x->v, x->len, &x->room, sizeof(l));
		x->v[x->len++] = l;
	}
	x->n.letters = NULL;
	x->n.of = NULL;
	arena_release(&tmp);
	return e;
}

/* --- a game ----------------------------------------------------------------
 */

static void step_put(struct site *x, struct arena *a, struct tval *v,
		     const char *key, size_t i)
{
	if (i < x->len)
		tval_puti(a, v, key, x->v[i].point);
	else
		tval_puts(a, v, key, STR(""));
}

/* The events of a point, for its own page and its game's. */
static struct tval *leaf_put(struct site *x, struct arena *a, size_t i,
			     struct tval *v)
{
	const struct leaf *l = &x->v[i];

	tval_puts(a, v, "game", x->name);
	tval_puti(a, v, "point", l->point);
	tval_put(a, v, "at", site_moment(a, &x->n, l->at_s));
	tval_puts(a, v, "stamp", str_of(site_stamp(a, l->at_s)));
	tval_put(a, v, "turn", tval_markup(a, l->turn));
	tval_puts(a, v, "board", l->board);
	tval_puti(a, v, "undone", l->undone);
	return v;
}

static enum err leaf_page(struct site *x, size_t i, struct why *why)
{
	const struct leaf *l = &x->v[i];
	struct tval *v;
	struct arena a;
	enum err e;

	arena_init(&a);
	v = leaf_put(x, &a, i, site_values(x, &a));
	tval_put(&a, v, "lines", l->lines);
	tval_puts(&a, v, "words", l->words);
	tval_puti(&a, v, "place", (int64_t)i + 1);
	tval_puti(&a, v, "places", (int64_t)x->len);
	step_put(x, &a, v, "first", i ? 0 : x->len);
	step_put(x, &a, v, "before", i ? i - 1 : x->len);
	step_put(x, &a, v, "behind", i + 1);
	step_put(x, &a, v, "last", i + 1 < x->len ? x->len - 1 : x->len);
	e = site_page(x,
		      arena_printf(&a, "%.*s/%lld.html", STR_ARG(x->name),
				   (long long)l->point),
		      "site_point", TEMPLATE_HTML, v, why);
	arena_release(&a);
	return e;
}

/* How high the columns of the dice are, in per cent of the highest. */
static struct tval *site_dice(struct site *x, struct arena *a)
{
	struct tval *players =
		dice_stats_values(a, &x->n, x->tells, &x->tally, x->rolled);
	int64_t top = 1;

	for (int i = 0; i < SEATS_MAX; i++)
		for (int f = 0; f < 6; f++)
			if (x->rolled[i][f] > top)
				top = x->rolled[i][f];
	for (const struct tval *p = players->first; p; p = p->next) {
		int64_t all = tval_get(p, STR("dice"))->n;
		const struct tval *faces = tval_get(p, STR("faces"));

		if (!faces)
			continue;
		for (struct tval *f = faces->first; f; f = f->next) {
			int64_t n = tval_get(f, STR("times"))->n;

			tval_puti(a, f, "high", PERCENT * n / top);
		}
		tval_puti(a, faces->first, "line", PERCENT * all / 6 / top);
	}
	return players;
}

static void stand_put(struct site *x, struct arena *a, struct tval *v)
{
	const struct leaf *last = x->len ? &x->v[x->len - 1] : NULL;

	tval_puti(a, v, "winners_n", x->winners->n);
	tval_puti(a, v, "is_over", x->over || x->ended);
	tval_puti(a, v, "ended", x->ended && !x->over);
	tval_puts(a, v, "name", x->name);
	tval_put(a, v, "system",
		 tval_word(a, "chronicle.system.%s",
			   x->n.sys ? x->n.sys->name : ""));
	tval_puti(a, v, "pages", (int64_t)x->len);
	if (!last)
		return;
	tval_puts(a, v, "stamp", str_of(site_stamp(a, last->at_s)));
	tval_put(a, v, "at", site_moment(a, &x->n, last->at_s));
	tval_put(a, v, "turn", tval_markup(a, last->turn));
	tval_puts(a, v, "board", last->board);
	tval_puti(a, v, "point", last->point);
}

static enum err game_page(struct site *x, struct why *why)
{
	struct tval *v, *points;
	struct arena a;
	enum err e;

	arena_init(&a);
	v = site_values(x, &a);
	stand_put(x, &a, v);
	points = tval_put(&a, v, "points", tval_list(&a));
	for (size_t i = 0; i < x->len; i++) {
		struct tval *t;

		if (!x->v[i].story->n)
			continue;
		t = leaf_put(x, &a, i, tval_add(points, tval_map(&a)));
		tval_put(&a, t, "story", x->v[i].story);
	}
	tval_put(&a, v, "winners", x->winners);
	tval_put(&a, v, "players", x->players);
	tval_put(&a, v, "went", x->went);
	tval_put(&a, v, "dice", site_dice(x, &a));
	tval_put(&a, v, "letters", x->letters);
	tval_put(&a, v, "rulings", x->rulings);
	e = site_page(x, arena_printf(&a, "%.*s/index.html", STR_ARG(x->name)),
		      "site_game", TEMPLATE_HTML, v, why);
	arena_release(&a);
	return e;
}

/* What the feed has of a point. */
static struct tval *news_values(struct site *x, size_t i)
{
	struct tval *v = leaf_put(x, x->a, i, tval_map(x->a));
	struct buf b;

	buf_init(&b, PAGE_MAX);
	for (const struct tval *t = x->v[i].story->first; t; t = t->next)
		buf_addf(&b, "<p>%.*s</p>\n", STR_ARG(t->text));
	tval_put(x->a, v, "said", tval_markup(x->a, buf_str(&b)));
	tval_puts(x->a, v, "content", buf_str(&b));
	tval_putz(x->a, v, "uid", x->v[i].uid);
	tval_puti(x->a, v, "at_s", x->v[i].at_s);
	buf_release(&b);
	return v;
}

/* For the feed and the front page: the newest of all games stay, newest first;
 * of one moment those of the game that came first. False: it is too old, and so
 * is what came before it. */
static bool news_put_in(struct site *x, int64_t at_s, struct tval *v)
{
	size_t k = x->n_news;

	while (k && x->news[k - 1].at_s < at_s)
		k--;
	if (k == SITE_NEWS)
		return false;
	if (x->n_news < SITE_NEWS)
		x->n_news++;
	memmove(&x->news[k + 1], &x->news[k],
		(x->n_news - 1 - k) * sizeof(*x->news));
	x->news[k] = (struct news){ .at_s = at_s, .v = v };
	return true;
}

static void news_note(struct site *x)
{
	for (size_t i = x->len; i-- > 0;)
		if (x->v[i].story->n &&
		    !news_put_in(x, x->v[i].at_s, news_values(x, i)))
			return;
}

/* A list of texts that outlives the game. */
static struct tval *names_kept(struct site *x, const struct tval *from)
{
	struct tval *to = tval_list(x->a);

	for (const struct tval *t = from->first; t; t = t->next) {
		const struct tval *s = tval_get(t, STR("seat"));

		tval_add(to, tval_text(x->a, s ? s->text : t->text));
	}
	return to;
}

static void card_add(struct site *x, const struct site_card *c)
{
	struct site_card *more;

	if (x->n_cards == x->room_cards) {
		x->room_cards = x->room_cards ? 2 * x->room_cards : 64;
		more = ARENA_ARRAY(x->a, x->room_cards, struct site_card);
		if (x->n_cards)
			memcpy(more, x->cards, x->n_cards * sizeof(*more));
		x->cards = more;
	}
	x->cards[x->n_cards++] = *c;
}

static void card_note(struct site *x)
{
	struct tval *v = tval_map(x->a);

	stand_put(x, x->a, v);
	tval_put(x->a, v, "winners", names_kept(x, x->winners));
	tval_put(x->a, v, "players", names_kept(x, x->players));
	card_add(x, &(struct site_card){ arena_str(x->a, x->name), x->mark,
					 x->w->text(x->w->context, x->a, v) });
}

enum err site_game_end(struct site *x, struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < x->len; i++)
		e = leaf_page(x, i, why);
	if (!e)
		e = game_page(x, why);
	news_note(x);
	card_note(x);
	arena_release(&x->g);
	return e;
}

/* --- pages of earlier updates
 * ------------------------------------------------ */

const struct site_card *site_card_of(struct site *x, struct str name)
{
	/* mostly it is the same again, or the next one */
	for (size_t i = 0; i < x->n_cards; i++) {
		size_t k = (x->card + i) % x->n_cards;

		if (str_equal(x->cards[k].name, name)) {
			x->card = k;
			return &x->cards[k];
		}
	}
	return NULL;
}

void site_recall(struct site *x, const struct tval *memory)
{
	const struct tval *news = memory ? tval_get(memory, STR("news")) : NULL;

	x->before = memory ? tval_get(memory, STR("rounds")) : NULL;
	for (struct tval *t = news ? news->first : NULL;
	     t && x->n_had < SITE_NEWS; t = t->next) {
		const struct tval *at = tval_get(t, STR("at_s"));
		const struct tval *game = tval_get(t, STR("game"));

		if (at && game)
			x->had[x->n_had++] =
				(struct news){ at->n, t, game->text };
	}
}

void site_remember(struct site *x, const struct site_card *card)
{
	card_add(x, card);
	for (size_t i = 0; i < x->n_had; i++)
		if (str_equal(x->had[i].game, card->name))
			news_put_in(x, x->had[i].at_s,
				    site_again(x->a, x->had[i].v));
}

const struct site_card *site_cards(const struct site *x, size_t *n)
{
	*n = x->n_cards;
	return x->cards;
}

struct tval *site_memory(const struct site *x, struct arena *a)
{
	struct tval *m = tval_map(a), *to;

	tval_put(a, m, "rounds", site_again(a, x->rounds));
	to = tval_put(a, m, "news", tval_list(a));
	for (size_t i = 0; i < x->n_news; i++)
		tval_add(to, site_again(a, x->news[i].v));
	return m;
}

/* --- all of them -----------------------------------------------------------
 */

static struct tval *news_put(struct site *x, struct tval *v, size_t max)
{
	struct tval *list = tval_put(x->a, v, "news", tval_list(x->a));

	for (size_t i = 0; i < x->n_news && i < max; i++)
		tval_add(list, site_again(x->a, x->news[i].v));
	return v;
}

static enum err front(struct site *x, struct why *why)
{
	struct tval *v = news_put(x, site_values(x, x->a), GAME_NEWS);
	struct tval *games;

	if (x->w->season)
		return site_season_pages(x, v, why);
	games = tval_put(x->a, v, "games", tval_list(x->a));
	for (size_t i = 0; i < x->n_cards; i++)
		tval_add(games,
			 x->w->value(x->w->context, x->a, x->cards[i].text));
	tval_puti(x->a, v, "games_n", (int64_t)x->n_cards);
	return site_page(x, "index.html", "site_front", TEMPLATE_HTML, v, why);
}

enum err site_end(struct site *x, struct why *why)
{
	struct tval *v = site_values(x, x->a);
	enum err e;

	tval_puts(x->a, v, "link", x->w->link);
	tval_puts(x->a, v, "uid", x->w->uid);
	tval_puts(x->a, v, "stamp",
		  str_of(site_stamp(x->a, x->n_news ? x->news[0].at_s : 0)));
	e = site_page(x, "feed.xml", "site_feed", TEMPLATE_HTML,
		      news_put(x, v, SITE_NEWS), why);
	if (!e)
		e = front(x, why);
	if (!e)
		e = site_page(x, "style.css", "site_style", TEMPLATE_TEXT,
			      site_values(x, x->a), why);
	return !e && x->slip ? why_set(why, ERR_FORMAT, "%s", x->told.text) : e;
}
