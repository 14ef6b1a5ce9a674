/*
 * tests/lines/test_lines.c - how well lines are read that people write in
 * their own words: NAME.jsonl, a line of JSON each (README.md), sent from the
 * positions of positions/NAME.pos. Without arguments it reads the lines beside
 * it and asserts the shares of README.md; else it reads the files and folders
 * that are named, and prints the shares:
 *
 *	test_lines [--list vonm] [--positions DIR] [FILE.jsonl | DIR]..
 *	test_lines [--positions DIR] --say POSITION LANG LINE..
 *
 * --say prints how each line is read, or what is answered.
 */
#include "base/file.h"
#include "base/parse.h"
#include "games/games.h"
#include "engine/position.h"
#include "engine/suggest_fix.h"
#include "orders/orders.h"
#include "tests/srcdir.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	TODAY = 20786, /* 29 November 2026 */
	FILE_MOST = 1 << 20,
	EVENTS_MAX = 6000,
	POSITIONS_MAX = 64,
	WANTS_MAX = 12,
	FILES_MAX = 16
};

/* of the verdicts v, o, n, m: README.md */
enum line_verdict { RIGHT, OFFERED, NOTHING, MISREAD, N_VERDICTS };

struct row {
	struct str id, lang, pos, kind, line;
	bool ask, table;
	struct str want[WANTS_MAX]; /* with line ends between orders */
	int n_wants;
};

/* A position, and what its player A sees. */
struct board {
	struct str name;
	const struct game_kind *kind;
	struct game *game, *view;
};

static struct arena arena;
static struct games games;
static struct board boards[POSITIONS_MAX];
static int n_boards;
static const char *positions = SRCDIR "/tests/lines/positions";
static const char *listed = "";
static struct event events[EVENTS_MAX];
static struct game_scratch scratch;
static struct trials trials;
static int tally[2][N_VERDICTS];

static uint32_t same_bits(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	return (roll + 7 * draw) * UINT32_C(2654435761) >> 8;
}

static const struct dice dice_of = { .bits = same_bits };
static const struct secrets secrets = { .bits = same_bits };

static void die(const char *what, struct str which)
{
	fprintf(stderr, "%s: %.*s\n", what, STR_ARG(which));
	exit(1);
}

static struct str file_of(const char *path)
{
	struct buf b;
	struct why why = { 0 };
	struct str s;

	buf_init(&b, FILE_MOST);
	if (file_read(path, FILE_MOST, &b, &why))
		die(why.text, str_of(path));
	s = arena_str(&arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* --- JSON, as the files have it --------------------------------------------
 */

/* the text in quotes at *p, which moves behind it */
static struct str quoted(const char **p)
{
	struct buf b;
	struct str s;

	buf_init(&b, 8192);
	for (++*p; **p && **p != '"'; ++*p) {
		if (**p == '\\' && (*p)[1]) {
			++*p;
			buf_addc(&b, **p == 'n' ? '\n' : **p);
		} else {
			buf_addc(&b, **p);
		}
	}
	*p += **p == '"';
	s = arena_str(&arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* where the value of a key begins, "" if there is none */
static const char *value_of(const char *json, const char *key)
{
	char name[32];
	const char *p;

	snprintf(name, sizeof(name), "\"%s\": ", key);
	p = strstr(json, name);
	return p ? p + strlen(name) : "";
}

static struct str text_of(const char *json, const char *key)
{
	const char *p = value_of(json, key);

	return *p == '"' ? quoted(&p) : STR("");
}

/* [["MOVE A1 8"], ["END", "PASS A1"]] */
static void wants_of(const char *json, struct row *r)
{
	const char *p = value_of(json, "want");
	int deep = 0;

	for (; *p; p++) {
		struct str *w = &r->want[r->n_wants], one;

		deep += (*p == '[') - (*p == ']');
		if (*p == ']' && deep < 2 && w->len &&
		    r->n_wants < WANTS_MAX - 1)
			r->n_wants++;
		if (deep <= 0)
			return;
		if (*p != '"')
			continue;
		one = quoted(&p);
		*w = w->len ? str_of(arena_printf(&arena, "%.*s\n%.*s",
						  STR_ARG(*w), STR_ARG(one)))
			    : one;
		p--;
	}
}

static void row_of(struct str line, struct row *r)
{
	const char *json = arena_printf(&arena, "%.*s", STR_ARG(line));

	*r = (struct row){ .id = text_of(json, "id"),
			   .lang = text_of(json, "lang"),
			   .pos = text_of(json, "pos"),
			   .kind = text_of(json, "kind"),
			   .line = text_of(json, "line"),
			   .ask = str_is(text_of(json, "expect"), "ask"),
			   .table = str_is(text_of(json, "how"), "orders") };
	wants_of(json, r);
}

/* --- positions -------------------------------------------------------------
 */

static void board_make(struct board *b, struct str name)
{
	struct str text = file_of(
		arena_printf(&arena, "%s/%.*s.pos", positions, STR_ARG(name)));
	struct event_list out = { events, 0, EVENTS_MAX };
	struct str line, rest = text, lines = text;
	struct catalog cards;
	struct dice dice = dice_of;
	struct position *set = ARENA_NEW(&arena, struct position);
	struct grammar_names names = { 0 };
	struct game_run run;
	struct buf fault;
	int at = 0;

	while (parse_line(&rest, &line))
		for (int i = 0; i < games.n && str_starts(line, "#: system ");
		     i++)
			if (str_is((struct str){ line.s + 10, line.len - 10 },
				   games.kinds[i].rules->name) &&
			    games.kinds[i].setup && !b->kind)
				b->kind = &games.kinds[i];
	if (!b->kind)
		die("no system", name);
	b->name = name;
	b->game = ARENA_NEW(&arena, struct game);
	b->view = ARENA_NEW(&arena, struct game);
	game_init(b->game, b->kind->rules);
	cards = game_cards(b->kind);
	run = (struct game_run){ .game = b->game,
				 .dice = &dice,
				 .catalog = &cards,
				 .secrets = &secrets,
				 .trials = &trials,
				 .out = &out };
	buf_init(&fault, 1024);
	game_names(b->kind, b->game, &arena, &names);
	*set = (struct position){ .run = &run,
				  .card = names.card,
				  .cards = names.source,
				  .scratch = ARENA_NEW(&arena, struct game),
				  .fault = &fault };
	if (!position_text(set, b->kind->setup, lines, &at))
		die(fault.s ? fault.s : "a fault", name);
	buf_release(&fault);
	game_pump(&run, true);
	game_view(b->game, 0, b->view);
}

static const struct board *board_of(struct str name)
{
	for (int i = 0; i < n_boards; i++)
		if (str_equal(boards[i].name, name))
			return &boards[i];
	if (n_boards == POSITIONS_MAX)
		die("too many positions", name);
	board_make(&boards[n_boards], name);
	return &boards[n_boards++];
}

/* --- reading ---------------------------------------------------------------
 */

static const struct orders *read_text(const struct board *b, int lang,
				      struct str text, struct arena *a)
{
	struct grammar_names names = { 0 };
	struct orders *o = ARENA_NEW(a, struct orders);

	game_names(b->kind, b->view, a, &names);
	names.reader = 1;
	names.proposal = 1;
	names.today = TODAY;
	orders_read(a, b->kind->grammar, &names, lang, text, o);
	return o;
}

static bool same_line(const struct order_line *a, const struct order_line *b)
{
	return a->kind == b->kind && a->number == b->number &&
	       (a->kind == LINE_CARD || str_equal(a->text, b->text)) &&
	       a->entry.n == b->entry.n &&
	       /* the first word is the number of its line */
	       (a->entry.n < 2 ||
		!memcmp(a->entry.w + 1, b->entry.w + 1,
			((size_t)a->entry.n - 1) * sizeof(*a->entry.w))) &&
	       !a->query == !b->query &&
	       (!a->query || decision_equal(a->query, b->query));
}

/* what would happen, as text */
static struct str outcome(const struct board *b, struct arena *a,
			  const struct order_line *v, int n, bool *refused)
{
	struct orders *o = ARENA_NEW(a, struct orders);
	struct event_list list = { events, 0, EVENTS_MAX };
	struct catalog cards = game_cards(b->kind);
	struct submission s;
	struct buf text;
	struct str out;

	memcpy(o->lines, v, (size_t)n * sizeof(*v));
	o->n_lines = n;
	o->sys = b->kind->rules;
	orders_submission(a, o, 0, &s);
	*refused = false;
	if (!s.n)
		return STR("");
	game_preview(b->game, &s, &cards, &scratch, &list, NULL);
	buf_init(&text, 1 << 20);
	for (int i = 0; i < list.n; i++) {
		const struct event_kind *k =
			event_kind(&b->kind->rules->events, list.v[i].kind);

		*refused |= !strcmp(k->name, "refused");
		if (strcmp(k->name, "queued") != 0 &&
		    strcmp(k->name, "order") != 0)
			event_render(&text, &b->kind->rules->events,
				     &list.v[i]);
	}
	out = arena_str(a, buf_str(&text));
	buf_release(&text);
	return out;
}

/* Do the lines do what the text of orders does? */
static bool means(const struct board *b, struct arena *a,
		  const struct order_line *v, int n, struct str want)
{
	const struct orders *o = read_text(b, -1, want, a);
	bool same = o->n_lines == n && n && !o->n_complaints, refused;
	struct str x, y;

	for (int i = 0; i < n && same; i++)
		same = same_line(&v[i], &o->lines[i]);
	if (same || !n || !o->n_lines || o->n_complaints)
		return same;
	x = outcome(b, a, v, n, &refused);
	y = outcome(b, a, o->lines, o->n_lines, &refused);
	return x.len && str_equal(x, y);
}

static bool begins_so(struct str line, struct str want)
{
	struct arena a = { 0 };
	struct str x = utf8_fold(&a, line), y;
	bool star = want.len && want.s[want.len - 1] == '*';
	bool same;

	want.len -= star;
	y = utf8_fold(&a, want);
	same = x.len >= y.len && !memcmp(x.s, y.s, y.len) &&
	       (star || x.len == y.len);
	arena_release(&a);
	return same;
}

/* in the words of the grammar */
static struct str written(const struct board *b, int lang, struct arena *a,
			  const struct order_line *v, int n)
{
	struct buf out;
	struct str s;

	buf_init(&out, 8192);
	for (int i = 0; i < n; i++) {
		if (i)
			buf_addz(&out, " / ");
		if (v[i].kind == LINE_QUERY)
			grammar_write(b->kind->grammar, lang, v[i].query, &out);
		else if (v[i].entry.n)
			orders_write_entry(b->kind->grammar, lang, v[i].entry,
					   &out);
		else
			buf_addf(&out, "(kind %d)", (int)v[i].kind);
	}
	s = arena_str(a, buf_str(&out));
	buf_release(&out);
	return s;
}

/* CAST .. TO #3 and CAST .. ON #3 are one: in the words of the grammar, without
 * the words that only lead to what follows */
static struct str gist(struct arena *a, struct str text)
{
	static const char *const links[] = { "TO", "ON", "AT", "A", "EN" };
	struct buf out;
	struct str one, s;

	buf_init(&out, 8192);
	while (parse_field(&text, ' ', &one)) {
		bool link = !one.len;

		for (size_t i = 0; i < ARRAY_LEN(links); i++)
			link |= str_is(one, links[i]);
		if (str_is(one, "MAGE") || str_is(one, "MAGO"))
			one = STR("#2");
		if (str_is(one, "ME") || str_is(one, "YO"))
			one = STR("#1");
		if (link)
			continue;
		buf_adds(&out, one);
		buf_addc(&out, ' ');
	}
	s = arena_str(a, buf_str(&out));
	buf_release(&out);
	return s;
}

/* Is it one of those that are wanted? */
static bool wanted(const struct board *b, struct arena *a, const struct row *r,
		   const struct order_line *v, int n)
{
	struct str said = gist(a, written(b, 0, a, v, n));

	for (int i = 0; i < r->n_wants; i++) {
		const struct orders *o;

		if (memchr(r->want[i].s, '*', r->want[i].len))
			continue;
		if (means(b, a, v, n, r->want[i]))
			return true;
		o = read_text(b, -1, r->want[i], a);
		if (!o->n_complaints && n &&
		    str_equal(said,
			      gist(a, written(b, 0, a, o->lines, o->n_lines))))
			return true;
	}
	return false;
}

static bool wants_text(const struct row *r, struct str text)
{
	for (int i = 0; i < r->n_wants; i++)
		if (begins_so(text, r->want[i]))
			return true;
	return false;
}

/* The order that is proposed in the place of a refused one, or NULL. */
static const struct orders *way_out(const struct board *b, int lang,
				    const struct orders *o, struct arena *a,
				    struct str *said)
{
	struct catalog cards = game_cards(b->kind);
	struct decision d, instead;
	struct buf text;

	if (o->n_lines != 1 || o->lines[0].kind != LINE_ORDER)
		return NULL;
	queue_entry_alternative(o->lines[0].entry, 0, &d);
	if (!suggest_fix_of(b->kind->rules, b->view->state, 0, &cards,
			    trials_init(&trials), &d, &instead))
		return NULL;
	buf_init(&text, 8192);
	grammar_write(b->kind->grammar, lang, &instead, &text);
	*said = arena_str(a, buf_str(&text));
	buf_release(&text);
	return read_text(b, lang, *said, a);
}

static enum line_verdict verdict_of(const struct board *b, const struct row *r,
				    int lang, struct arena *a, struct str *said)
{
	const struct orders *o = read_text(b, lang, r->line, a);
	const struct complaint *c = &o->complaints[0];
	const struct orders *out = NULL;
	bool refused, good;

	if (!o->n_complaints) {
		*said = written(b, lang, a, o->lines, o->n_lines);
		(void)outcome(b, a, o->lines, o->n_lines, &refused);
		good = wanted(b, a, r, o->lines, o->n_lines) ||
		       wants_text(r, *said);
		if (refused)
			out = way_out(b, lang, o, a, said);
		if (out)
			good = wanted(b, a, r, out->lines, out->n_lines);
		if (refused && !(out && good))
			return r->ask && !r->n_wants ? RIGHT : NOTHING;
		if (refused)
			return r->ask ? RIGHT : OFFERED;
		return good && !r->ask ? RIGHT : MISREAD;
	}
	*said = c->table;
	if (c->table.len)
		good = wants_text(r, c->table) || !r->n_wants;
	else if (c->n_instead) {
		*said = written(b, lang, a, c->instead[0].v, c->instead[0].n);
		good = wanted(b, a, r, c->instead[0].v, c->instead[0].n) ||
		       wants_text(r, *said);
	} else
		good = false;
	if (r->ask && !r->n_wants)
		good = true;
	return !good ? NOTHING : r->ask ? RIGHT : OFFERED;
}

static void row_judge(const struct row *r)
{
	const struct board *b = board_of(r->pos);
	struct arena a = { 0 };
	int lang = vocabulary_lang(b->kind->grammar->words, r->lang);
	struct str said = STR("");
	enum line_verdict v = verdict_of(b, r, lang, &a, &said);

	tally[r->ask][v]++;
	if (strchr(listed, "vonm"[v]))
		printf("%c %s %.*s %.*s %.*s | %.*s | want %.*s | %.*s\n",
		       "vonm"[v], r -> ask ? "ask" : "do", STR_ARG(r->pos),
		       STR_ARG(r->lang), STR_ARG(r->kind), STR_ARG(r->line),
		       STR_ARG(r->want[0]), STR_ARG(said));
	arena_release(&a);
}

static void file_judge(const char *path)
{
	struct str text = file_of(path), line;

	while (parse_line(&text, &line)) {
		struct row r;

		if (!line.len)
			continue;
		row_of(line, &r);
		row_judge(&r);
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void path_judge(const char *path)
{
	const char *v[FILES_MAX];
	DIR *d = opendir(path);
	struct dirent *e;
	int n = 0;

	if (!d) {
		file_judge(path);
		return;
	}
	while ((e = readdir(d)) && n < FILES_MAX) {
		size_t len = strlen(e->d_name);

		if (len > 6 && !strcmp(e->d_name + len - 6, ".jsonl"))
			v[n++] = arena_printf(&arena, "%s/%s", path, e->d_name);
	}
	closedir(d);
	qsort(v, (size_t)n, sizeof(*v), by_name);
	for (int i = 0; i < n; i++)
		file_judge(v[i]);
}

static void line_say(struct str pos, struct str lang_name, struct str line)
{
	const struct board *b = board_of(pos);
	int lang = vocabulary_lang(b->kind->grammar->words, lang_name);
	struct arena a = { 0 };
	const struct orders *o = read_text(b, lang, line, &a);
	struct str said = STR("");
	bool refused;
	struct buf out;

	buf_init(&out, 65536);
	orders_write_reading(b->kind->grammar, lang, o, NULL, &out);
	printf("%.*s\n%.*s", STR_ARG(line), STR_ARG(buf_str(&out)));
	(void)outcome(b, &a, o->lines, o->n_complaints ? 0 : o->n_lines,
		      &refused);
	if (refused)
		printf("    refused; %.*s\n",
		       STR_ARG(way_out(b, lang, o, &a, &said) ? said
							      : STR("")));
	buf_release(&out);
	arena_release(&a);
}

static int lines_of(int ask)
{
	int n = 0;

	for (int v = 0; v < N_VERDICTS; v++)
		n += tally[ask][v];
	return n;
}

/* what README.md asks for */
static bool good_enough(void)
{
	const int *clear = tally[0], *ask = tally[1];

	return !clear[MISREAD] && !ask[MISREAD] && lines_of(0) && lines_of(1) &&
	       100 * clear[RIGHT] >= 85 * lines_of(0) &&
	       100 * clear[NOTHING] <= 3 * lines_of(0) &&
	       100 * ask[RIGHT] >= 85 * lines_of(1);
}

int main(int argc, char **argv)
{
	struct why why = { 0 };
	bool own = true;

	if (games_open(&games, game_kinds, n_game_kinds, SRCDIR "/templates",
		       &why) ||
	    games_deal(&games, SRCDIR "/db/catalog", &why))
		die("games", str_of(why.text));
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--list") && i + 1 < argc) {
			listed = argv[++i];
		} else if (!strcmp(argv[i], "--positions") && i + 1 < argc) {
			positions = argv[++i];
		} else if (!strcmp(argv[i], "--say") && i + 3 < argc) {
			for (int k = i + 3; k < argc; k++)
				line_say(str_of(argv[i + 1]),
					 str_of(argv[i + 2]), str_of(argv[k]));
			return 0;
		} else {
			path_judge(argv[i]);
			own = false;
		}
	}
	if (own) {
		listed = *listed ? listed : "nm";
		path_judge(SRCDIR "/tests/lines");
	}
	for (int ask = 0; ask < 2; ask++)
		printf("%s: %d lines, right %d, asked back %d, not %d, "
		       "misread %d\n",
		       ask ? "to be asked" : "clear", lines_of(ask),
		       tally[ask][RIGHT], tally[ask][OFFERED],
		       tally[ask][NOTHING], tally[ask][MISREAD]);
	games_release(&games);
	arena_release(&arena);
	return own && !good_enough();
}
