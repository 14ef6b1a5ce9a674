/* src/games/case_run.c - runs one case */
#include "games/case_run.h"
#include "base/crypto.h"
#include "base/parse.h"
#include "engine/carryover.h"
#include "engine/common.h"
#include "base/xalloc.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void case_fault(struct running *x, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	buf_addf(&x->out->faults, "line %d: %s\n", x->line, text);
	x->out->n_faults++;
}

/* --- dice and cards ---------------------------------------------------- */

static uint32_t case_run_scripted(const void *source, uint32_t roll,
				  uint32_t draw)
{
	/* how often it was asked is looked at when all is over */
	const struct running *x = source;

	/* past the script no case holds; but ties must end some time */
	return roll < (uint32_t)x->n_dice
		       ? x->faces[roll] - 1
		       : (roll + draw) * UINT32_C(2654435761) >> 8;
}

/* the catalog is looked into when it is asked for first */
static bool catalog_is_there(struct running *x)
{
	struct cases *c = x->c;
	struct why why = { 0 };

	if (c->catalog && !c->dealt && games_deal(&c->games, c->catalog, &why))
		case_fault(x, "%s", why.text);
	c->dealt = true;
	return x->sys->cards;
}

static bool case_run_define(const void *source, struct str key,
			    struct event *out)
{
	struct running *x = (struct running *)(uintptr_t)source;
	struct arena a = { 0 };
	struct str folded = utf8_fold(&a, key);
	bool found = false;

	for (int i = 0; i < x->n_cards && !found; i++)
		if (str_equal(folded, utf8_fold(&a, x->card_name[i]))) {
			event_copy(out, x->card[i]);
			found = true;
		}
	arena_release(&a);
	if (!found && catalog_is_there(x)) {
		struct catalog c = game_cards(x->sys);

		found = c.define(c.source, key, out);
	}
	return found;
}

uint32_t case_draw_bits(const uint8_t seed[CASE_DRAWS], uint32_t number,
			uint32_t draw)
{
	struct hasher h;
	uint8_t out[4];

	hasher_init(&h, bytes_of(seed, CASE_DRAWS), sizeof(out));
	hasher_add_u32(&h, number);
	hasher_add_u32(&h, draw);
	hasher_end(&h, out);
	return (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 |
	       (uint32_t)out[2] << 8 | out[3];
}

/* hidden draws: without a line `draws` the same in every run, and no case hangs
 * on them */
static uint32_t case_run_hidden(const void *source, uint32_t number,
				uint32_t draw)
{
	const struct running *x = source;

	if (x->has_draws)
		return case_draw_bits(x->draws, number, draw);
	return (number * UINT32_C(2654435761) ^ draw) >> 7;
}

static bool resolve_card(const void *source, struct str text, struct buf *key,
			 struct buf *nearest)
{
	struct event *e = xalloc_check(malloc(sizeof(*e)));
	bool found;

	found = case_run_define(source, text, e);
	free(e);
	if (found)
		return buf_adds(key, text);
	return catalog_is_there((struct running *)(uintptr_t)source) &&
	       card_index_named(((const struct running *)source)->sys->cards,
				text, key, nearest);
}

/* --- words of a line --------------------------------------------------- */

int case_split(struct running *x, struct str line, struct str *word)
{
	struct buf why;
	int n;

	buf_init(&why, 256);
	x->setup.fault = &why;
	n = position_split(&x->setup, line, word);
	if (n < 0)
		case_fault(x, "%s", why.s);
	x->setup.fault = NULL;
	buf_release(&why);
	return n;
}

/* field=value, of which the value may be quoted: cut there */
int case_split_fields(struct running *x, struct str line, struct str *word)
{
	int n = 0;

	for (line = parse_trim(line); line.len; line = parse_trim(line)) {
		size_t len = 0;
		bool quoted = false;

		if (n == POSITION_MAX_WORDS) {
			case_fault(x, "too many words");
			return -1;
		}
		while (len < line.len &&
		       (quoted || (line.s[len] != ' ' && line.s[len] != '\t')))
			quoted ^= line.s[len++] == '"';
		word[n++] = (struct str){ line.s, len };
		line.s += len;
		line.len -= len;
	}
	return n;
}

bool case_whole(struct str s, int min, int max, int *out)
{
	int64_t v;

	if (!parse_int(s, min, max, &v))
		return false;
	*out = (int)v;
	return true;
}

/* --- the position ------------------------------------------------------ */

static void finish_set_up(struct running *x)
{
	struct buf why;

	if (x->set_up)
		return;
	x->set_up = true;
	buf_init(&why, 1024);
	x->setup.fault = &why;
	if (!x->sys->setup->finish(&x->setup))
		case_fault(x, "%s",
			   why.s ? why.s : "the position is not complete");
	x->n_set_up = x->events.n;
	if (!why.len)
		game_pump(&x->run, true);
	x->setup.fault = NULL;
	buf_release(&why);
}

/* the key of a card that the case or the catalog has by this name, or the word
 * itself */
static void carried_key(struct running *x, struct str word, struct carryover *c)
{
	struct event *e = ARENA_NEW(&x->arena, struct event);
	char room[EVENT_TEXT_ROOM];
	struct str key = word;
	const struct event_kind *k;

	if (!memchr(word.s, '/', word.len) && case_run_define(x, word, e)) {
		k = event_kind(case_schema(x), e->kind);
		if (event_field(k, "key") >= 0)
			key = event_get_text(e, event_field(k, "key"), room,
					     sizeof(room));
	}
	snprintf(c->key, sizeof(c->key), "%.*s", STR_ARG(key));
	snprintf(c->name, sizeof(c->name), "%.*s", STR_ARG(word));
}

/* carried SEAT WHAT VALUE.. [CARD]: what a seat brings from a game before */
static void line_carried(struct running *x, const struct str *word, int n)
{
	static const uint8_t nowhere[EVENT_HASH_SIZE];
	struct carryover c = { .seat = -1 };
	struct event e;
	int i = 3, v;

	if (n < 4 || word[1].len != 1 || word[2].len >= sizeof(c.what)) {
		case_fault(x, "carried SEAT WHAT VALUE.. [CARD]");
		return;
	}
	c.seat = word[1].s[0] - 'A';
	snprintf(c.what, sizeof(c.what), "%.*s", STR_ARG(word[2]));
	while (i < n && c.n < CARRYOVER_VALUES &&
	       case_whole(word[i], INT32_MIN, INT32_MAX, &v)) {
		c.value[c.n++] = v;
		i++;
	}
	if (i < n)
		carried_key(x, word[i++], &c);
	if (i < n || c.seat < 0 || c.seat >= SEATS_MAX) {
		case_fault(x, "carried SEAT WHAT VALUE.. [CARD]");
		return;
	}
	carryover_write(&e, &c, STR(""), nowhere);
	position_emit(&x->setup, &e);
}

static void line_of_position(struct running *x, struct str line)
{
	struct str word[POSITION_MAX_WORDS];
	int n = case_split(x, line, word);
	struct buf why;

	if (n < 1)
		return;
	if (x->set_up) {
		case_fault(x, "no such line behind the position: %.*s",
			   STR_ARG(word[0]));
		return;
	}
	buf_init(&why, 1024);
	x->setup.fault = &why;
	if (str_is(word[0], "card")) {
		struct event *e = ARENA_NEW(&x->arena, struct event);

		if (x->n_cards == CASE_MAX_CARDS) {
			case_fault(x, "too many cards");
		} else if (n < 2 || !x->sys->setup->card(&x->setup, word + 1,
							 n - 1, e)) {
			case_fault(x, "%s",
				   why.s ? why.s : "a card has a name");
		} else {
			x->card_name[x->n_cards] = word[1];
			x->card[x->n_cards++] = e;
		}
	} else if (str_is(word[0], "carried")) {
		line_carried(x, word, n);
		if (why.len)
			case_fault(x, "%s", why.s);
	} else if (!x->sys->setup->line(&x->setup, word, n)) {
		case_fault(x, "%s", why.s ? why.s : "not understood");
	}
	x->setup.fault = NULL;
	buf_release(&why);
}

/* "7", or with its sides "d12:7" (AR-DICE-02) */
static bool die_face(struct str word, int *face)
{
	int sides = DICE_MAX_SIDES;
	struct str said;

	if (str_starts(word, "d")) {
		word.s++;
		word.len--;
		if (!parse_field(&word, ':', &said) ||
		    !case_whole(said, 1, DICE_MAX_SIDES, &sides))
			return false;
	}
	return case_whole(word, 1, sides, face);
}

static void line_dice(struct running *x, struct str rest)
{
	struct str word[POSITION_MAX_WORDS];
	int n = case_split(x, rest, word), face;

	for (int i = 0; i < n; i++) {
		if (x->n_dice == CASE_MAX_DICE || !die_face(word[i], &face)) {
			case_fault(x, "no die: %.*s", STR_ARG(word[i]));
			return;
		}
		x->faces[x->n_dice++] = (uint32_t)face;
	}
}

/* --- orders ------------------------------------------------------------ */

static void note_complaints(struct running *x, const struct orders *o)
{
	for (int i = 0; i < o->n_complaints && i < ORDERS_MAX_COMPLAINTS; i++) {
		int line = o->complaints[i].line;
		struct buf said;

		if (line > CASE_MAX_ORDERS || x->complaint[line].kind)
			continue;
		buf_init(&said, 8192);
		orders_write_complaint(x->sys->grammar, 0, o, &o->complaints[i],
				       NULL, &said);
		x->complaint[line].kind = 1 + (int)o->complaints[i].kind;
		x->complaint[line].line = x->line;
		x->complaint[line].said = arena_str(&x->arena, buf_str(&said));
		buf_release(&said);
	}
}

/* a slip of the case's author would else be nothing that happens */
static void check_complaints(struct running *x)
{
	for (int i = 0; i <= CASE_MAX_ORDERS; i++) {
		struct str said = x->complaint[i].said, first;

		if (!x->complaint[i].kind || x->complaint[i].expected)
			continue;
		x->line = x->complaint[i].line;
		if (parse_line(&said, &first))
			case_fault(x, "order %d: %.*s", i, STR_ARG(first));
	}
}

static void ask_queries(struct running *x, int seat, const struct orders *o)
{
	for (int i = 0; i < o->n_lines; i++)
		if (o->lines[i].kind == LINE_QUERY &&
		    x->events.max - x->events.n > GAME_MARGIN)
			game_query(x->run.game, seat, o->lines[i].query,
				   x->c->ask, &x->events);
}

static void try_now(struct running *x, int seat, const struct orders *o)
{
	struct decision d;

	for (int i = 0; i < o->n_lines; i++) {
		if (o->lines[i].kind != LINE_ORDER)
			continue;
		queue_entry_alternative(o->lines[i].entry, 0, &d);
		game_try(&x->run, seat, o->lines[i].line, &d);
	}
	game_pump(&x->run, true);
}

/*
 * A mail. Its lines are numbered on from the orders before it: so many empty
 * ones are put in front.
 */
static void orders_of(struct running *x, int seat, struct str text, int lines,
		      bool alone, bool now)
{
	struct grammar_names names = { 0 };
	struct game *view = ARENA_NEW(&x->arena, struct game);
	struct orders *o = ARENA_NEW(&x->arena, struct orders);
	struct submission s;
	struct buf mail;

	finish_set_up(x);
	if (x->n_orders + lines > CASE_MAX_ORDERS) {
		case_fault(x, "more than %d lines of orders", CASE_MAX_ORDERS);
		return;
	}
	if (x->events.max - x->events.n < 2 * GAME_MARGIN) {
		case_fault(x, "too much happens in this case");
		return;
	}
	buf_init(&mail, ORDERS_MAX_TEXT);
	for (int i = 0; i < x->n_orders; i++)
		buf_addc(&mail, '\n');
	buf_adds(&mail, text);
	x->n_orders += lines;
	game_view(x->run.game, seat, view);
	game_names(x->sys, view, &x->arena, &names);
	names.card = resolve_card;
	names.source = x;
	names.n_parts = 0;
	names.reader = 1 + seat;
	orders_read(&x->arena, x->sys->grammar, &names, -1,
		    arena_str(&x->arena, buf_str(&mail)), o);
	buf_release(&mail);
	note_complaints(x, o);
	if (o->n_complaints)
		return;
	orders_submission(&x->arena, o, seat, &s);
	s.hold = alone;
	s.wait |= alone;
	if (x->preview) {
		struct event_list list = x->events;

		game_preview(x->run.game, &s, &x->catalog, x->c->ask, &list,
			     NULL);
		x->events.n = list.n;
		return;
	}
	if (now)
		try_now(x, seat, o);
	else if (s.n || s.n_standing || s.n_forget || s.clear || s.resume ||
		 s.n_drop)
		if (game_submit(&x->run, &s) != SUBMIT_DONE)
			case_fault(x, "the queue is full");
	ask_queries(x, seat, o);
}

static void start_block(struct running *x, struct str rest, bool preview)
{
	struct str word[POSITION_MAX_WORDS];
	int n = case_split(x, rest, word);

	if (n != 1 || word[0].len < 1 || word[0].s[0] < 'A' ||
	    word[0].s[0] >= 'A' + x->sys->setup->sys->max_seats) {
		case_fault(x, "whose orders?");
		return;
	}
	x->in_block = true;
	x->preview = preview;
	x->block_seat = word[0].s[0] - 'A';
	x->block_line = 0;
	buf_clear(&x->block);
}

/* "silent A": the player's time is up */
static void line_silent(struct running *x, struct str rest)
{
	int seat = rest.len == 1 ? rest.s[0] - 'A' : -1;

	if (seat < 0 || seat >= x->sys->setup->sys->max_seats) {
		case_fault(x, "who is silent?");
		return;
	}
	finish_set_up(x);
	if (game_silent(&x->run, seat))
		game_pump(&x->run, false);
	else
		case_fault(x, "nothing is done for who is silent now");
}

static void end_block(struct running *x)
{
	x->in_block = false;
	orders_of(x, x->block_seat, buf_str(&x->block), x->block_line, false,
		  false);
	x->preview = false;
}

/* --- lines ------------------------------------------------------------- */

/* the rest of the line behind a first word, if it is that word */
static bool case_run_begins(struct str line, const char *z, struct str *rest)
{
	size_t n = strlen(z);

	if (!str_starts(line, z) ||
	    (line.len > n && line.s[n] != ' ' && line.s[n] != '\t'))
		return false;
	*rest = parse_trim((struct str){ line.s + n, line.len - n });
	return true;
}

static void order_line(struct running *x, struct str line)
{
	orders_of(x, line.s[0] - 'A', (struct str){ line.s + 2, line.len - 2 },
		  1, true, line.s[1] == '!');
}

static bool case_run_expectation(struct running *x, struct str line)
{
	static const struct {
		const char *word, *what;
	} fates[] = { { "done", "done" },         { "condition", "condition" },
		      { "else", "else" },         { "waits", "waits" },
		      { "replaced", "replaced" }, { "cleared", "cleared" } };
	struct str rest;

	for (size_t i = 0; i < ARRAY_LEN(fates); i++)
		if (case_run_begins(line, fates[i].word, &rest)) {
			case_expect_fate(x, rest, fates[i].what);
			return true;
		}
	if (case_run_begins(line, "event", &rest))
		case_expect_event(x, rest, false);
	else if (case_run_begins(line, "no event", &rest))
		case_expect_event(x, rest, true);
	else if (case_run_begins(line, "count", &rest))
		case_expect_number(x, rest, false);
	else if (case_run_begins(line, "sum", &rest))
		case_expect_number(x, rest, true);
	else if (case_run_begins(line, "refused", &rest))
		case_expect_refused(x, rest);
	else if (case_run_begins(line, "attack rejected", &rest))
		case_expect_rejected_attack(x, rest);
	else if (case_run_begins(line, "line refused", &rest))
		case_expect_line_refused(x, rest);
	else if (case_run_begins(line, "complaint", &rest))
		case_expect_complaint(x, rest);
	else if (memchr(line.s, '=', line.len) ||
		 memchr(line.s, '<', line.len) || memchr(line.s, '>', line.len))
		case_expect_value(x, line);
	else
		return false;
	return true;
}

/* a line that expects something, not one of the position */
static bool case_run_expects(struct str line)
{
	static const char *const words[] = { "event",   "no",       "count",
					     "sum",     "refused",  "attack",
					     "line",    "done",     "condition",
					     "else",    "waits",    "replaced",
					     "cleared", "complaint" };
	struct str rest, word;
	int n = 0;

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (case_run_begins(line, words[i], &rest))
			return true;
	/* [SEAT:] path op value */
	for (rest = line; parse_field(&rest, ' ', &word) && n < 3; n++)
		if (n && word.len && word.len <= 2 && strchr("=!<>", word.s[0]))
			return true;
	return false;
}

/* which game; the first is meant if no line says so */
static void line_system(struct running *x, struct str name)
{
	for (int i = 0; i < x->c->games.n; i++) {
		const struct game_kind *k = &x->c->games.kinds[i];

		if (!str_is(name, k->rules->name))
			continue;
		if (x->events.n || x->n_cards)
			case_fault(x, "the game is named before the position");
		else
			game_init(x->c->game, k->rules);
		x->sys = k;
		return;
	}
	case_fault(x, "there is no game %.*s", STR_ARG(name));
}

/* a drawing of the position, line by line, to END */
static void drawing_line(struct running *x, struct str line)
{
	struct buf why;

	buf_adds(&x->block, line);
	buf_addc(&x->block, '\n');
	x->in_drawing = !str_is(parse_trim(line), "END");
	if (x->in_drawing)
		return;
	buf_init(&why, 1024);
	x->setup.fault = &why;
	x->drawing_refused =
		!x->sys->setup->block(&x->setup, buf_str(&x->block));
	x->drawing_fault = x->line;
	if (x->drawing_refused)
		buf_adds(&x->refusal, buf_str(&why));
	x->setup.fault = NULL;
	buf_release(&why);
}

static void line_id(struct running *x, struct str rest)
{
	buf_adds(&x->out->id, rest);
}

static void line_title(struct running *x, struct str rest)
{
	buf_adds(&x->out->title, rest);
}

static void line_draws(struct running *x, struct str rest)
{
	x->has_draws = rest.len == 2 * CASE_DRAWS &&
		       hex_parse(rest, x->draws, CASE_DRAWS);
	if (!x->has_draws)
		case_fault(x, "draws: %d hex digits were expected",
			   2 * CASE_DRAWS);
}

/* for who reads the case */
static void line_why(struct running *x, struct str rest)
{
	(void)x;
	(void)rest;
}

static void line_rules(struct running *x, struct str rest)
{
	const struct rule_table *t = case_schema(x)->rules;
	struct str word;

	while (parse_field(&rest, ' ', &word)) {
		int i = 1;

		while (i < t->n && !str_is(word, t->name[i]))
			i++;
		if (word.len && i == t->n)
			case_fault(x, "there is no rule %.*s", STR_ARG(word));
	}
}

static void line_orders(struct running *x, struct str rest)
{
	start_block(x, rest, false);
}

static void line_preview(struct running *x, struct str rest)
{
	start_block(x, rest, true);
}

/* lines that a word begins; false: it is none of them */
static bool line_of_case(struct running *x, struct str line)
{
	static const struct {
		const char *word;
		void (*read)(struct running *x, struct str rest);
	} lines[] = {
		{ "id", line_id },         { "title", line_title },
		{ "why", line_why },       { "rules", line_rules },
		{ "system", line_system }, { "dice", line_dice },
		{ "orders", line_orders }, { "preview", line_preview },
		{ "silent", line_silent }, { "draws", line_draws },
	};
	struct str rest;

	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		if (case_run_begins(line, lines[i].word, &rest)) {
			lines[i].read(x, rest);
			return true;
		}
	}
	return false;
}

/* "A> ..", "A! .." */
static bool is_order(const struct running *x, struct str line)
{
	return line.len > 2 && 'A' <= line.s[0] &&
	       line.s[0] < 'A' + x->sys->setup->sys->max_seats &&
	       (line.s[1] == '>' || line.s[1] == '!') && line.s[2] == ' ';
}

static void block_line(struct running *x, struct str line)
{
	if (str_is(line, "end")) {
		end_block(x);
		return;
	}
	buf_adds(&x->block, line);
	buf_addc(&x->block, '\n');
	x->block_line++;
}

static void case_line(struct running *x, struct str line)
{
	struct str rest;

	if (x->in_drawing) {
		drawing_line(x, line);
		return;
	}
	line = parse_trim(line);
	if (x->in_block) {
		block_line(x, line);
		return;
	}
	if (!line.len || position_is_remark(line) || line_of_case(x, line))
		return;
	if (is_order(x, line)) {
		order_line(x, line);
	} else if (x->sys->setup->block &&
		   case_run_begins(line, "MAP", &rest)) {
		buf_clear(&x->block);
		drawing_line(x, line);
	} else if (x->drawing_refused && str_is(line, "map refused")) {
		x->out->n_checks++;
		x->drawing_refused = false;
	} else if (!case_run_expects(line)) {
		line_of_position(x, line);
	} else {
		finish_set_up(x);
		x->out->n_checks++;
		if (!case_run_expectation(x, line))
			case_fault(x, "not understood: %.*s", STR_ARG(line));
	}
}

/* --- what the run named ------------------------------------------------ */

static void case_run_see(struct running *x, int rule)
{
	if (0 < rule && rule < case_schema(x)->rules->n)
		x->c->seen[x->sys - x->c->games.kinds][rule] = true;
}

static void see_rules(struct running *x)
{
	for (int i = x->n_set_up; i < x->events.n; i++) {
		const struct event *e = &x->events.v[i];
		const struct event_kind *k =
			event_kind(case_schema(x), e->kind);

		for (int r = 0; r < e->n_rules; r++)
			case_run_see(x, e->rules[r]);
		for (int f = 0; f < e->n_fields; f++) {
			int n;
			const int32_t *w = event_words(e, f, &n);

			if (k->fields[f].type == FIELD_MODS)
				for (int m = 0; m + 1 < n; m += 2)
					case_run_see(x, w[m]);
		}
	}
}

static void write_json(struct running *x)
{
	struct buf *b = &x->out->json;

	buf_addz(b, "{\"id\":");
	json_string_render(b, buf_str(&x->out->id));
	buf_addf(b, ",\"holds\":%s,\"faults\":",
		 x->out->n_faults ? "false" : "true");
	json_string_render(b, buf_str(&x->out->faults));
	buf_addf(b, ",\"dice\":%u,\"events\":[", x->dice.n_rolls);
	for (int i = x->n_set_up; i < x->events.n; i++) {
		buf_addz(b, i > x->n_set_up ? ",\n" : "\n");
		event_render(b, case_schema(x), &x->events.v[i]);
	}
	buf_addz(b, "]}\n");
}

static void check_invariant(struct running *x)
{
	const struct system *sys = x->sys->setup->sys;
	const char *broken = system_invariant(sys, x->run.game->state);

	if (broken)
		case_fault(x, "the position is broken: %s", broken);
}

/* What was begun has an end. */
static void check_ends(struct running *x)
{
	if (x->in_block)
		case_fault(x, "the block of orders has no end");
	if (x->in_drawing)
		case_fault(x, "the drawing has no END");
	if (x->drawing_refused) {
		x->line = x->drawing_fault;
		case_fault(x, "the map is refused: %s",
			   x->refusal.s ? x->refusal.s : "");
	}
}

void case_run(struct cases *c, struct str text, bool json,
	      struct case_result *out)
{
	struct running *x = xalloc_check(calloc(1, sizeof(*x)));
	struct str line;

	memset(out, 0, sizeof(*out));
	buf_init(&out->id, 256);
	buf_init(&out->title, 1024);
	buf_init(&out->faults, CASE_MAX_FAULTS);
	buf_init(&out->json, 64u << 20);
	buf_init(&x->block, CASE_MAX_FILE);
	buf_init(&x->refusal, 1024);
	x->c = c;
	x->sys = &c->games.kinds[0];
	x->out = out;
	x->events = (struct event_list){ c->events, 0, CASE_MAX_EVENTS };
	x->dice = (struct dice){ .bits = case_run_scripted, .source = x };
	x->catalog = (struct catalog){ .define = case_run_define, .source = x };
	x->secrets = (struct secrets){ .bits = case_run_hidden, .source = x };
	x->run = (struct game_run){ .game = c->game,
				    .dice = &x->dice,
				    .catalog = &x->catalog,
				    .secrets = &x->secrets,
				    .trials = c->trials,
				    .out = &x->events };
	x->setup = (struct position){ .run = &x->run,
				      .scratch = c->scratch,
				      .card = resolve_card,
				      .cards = x };
	game_init(c->game, x->sys->setup->sys);
	while (parse_line(&text, &line)) {
		x->line++;
		if (!utf8_is_valid(line))
			case_fault(x, "this is not UTF-8");
		else
			case_line(x, line);
	}
	check_ends(x);
	finish_set_up(x);
	check_complaints(x);
	if (x->dice.n_rolls != (uint32_t)x->n_dice)
		case_fault(x, "%d dice are given, %u were rolled", x->n_dice,
			   x->dice.n_rolls);
	if (!out->n_faults)
		check_invariant(x);
	see_rules(x);
	if (json)
		write_json(x);
	buf_release(&x->block);
	buf_release(&x->refusal);
	arena_release(&x->arena);
	free(x);
}

void case_result_release(struct case_result *r)
{
	buf_release(&r->id);
	buf_release(&r->title);
	buf_release(&r->faults);
	buf_release(&r->json);
}

enum err cases_init(struct cases *c, const struct game_kind *const *kinds,
		    int n, const char *templates, const char *catalog,
		    struct why *why)
{
	const struct game_kind *with[GAME_KINDS_MAX] = { NULL };
	int n_with = 0;
	enum err e;

	memset(c, 0, sizeof(*c));
	for (int i = 0; i < n; i++)
		if (kinds[i]->setup)
			with[n_with++] = kinds[i];
	e = games_open(&c->games, with, n_with, templates, why);
	for (int i = 0; i < n_with; i++)
		c->seen[i] = ARENA_ARRAY(
			&c->arena, (size_t)with[i]->rules->events.rules->n,
			bool);
	c->catalog = catalog;
	c->templates = templates;
	c->game = ARENA_NEW(&c->arena, struct game);
	c->scratch = ARENA_NEW(&c->arena, struct game);
	c->ask = ARENA_NEW(&c->arena, struct game_scratch);
	c->trials = ARENA_NEW(&c->arena, struct trials);
	c->events = ARENA_ARRAY(&c->arena, CASE_MAX_EVENTS, struct event);
	if (e)
		cases_release(c);
	return e;
}

void cases_release(struct cases *c)
{
	games_release(&c->games);
	arena_release(&c->arena);
}

int cases_unseen(const struct cases *c, struct buf *out)
{
	int n = 0;

	for (int k = 0; k < c->games.n; k++) {
		const struct rule_table *t =
			c->games.kinds[k].rules->events.rules;

		for (int i = 1; i < t->n; i++) {
			if (c->seen[k][i])
				continue;
			buf_addz(out, t->name[i]);
			buf_addc(out, '\n');
			n++;
		}
	}
	return n;
}
