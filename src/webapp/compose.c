/*
 * src/webapp/compose.c - composes orders: lists legal ones, parses, completes
 * and tries them
 */
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "protocol/judge_lines.h"
#include "protocol/proposal_parse.h"
#include "protocol/press_parse.h"
#include "engine/outcome_enum.h"
#include "webapp/session.h"
#include "engine/common.h"
#include "engine/suggest.h"
#include "engine/slot.h"

enum { HELP_MAX = 128 << 10, LINE_BYTES = 4096 };

/* Legal orders ------------------------------------------------------------- */

static void label_member(const char *name, int32_t label)
{
	struct buf b;

	buf_init(&b, LINE_BYTES);
	label_render(&b, label);
	page_text(name, buf_str(&b));
	buf_release(&b);
}

/* Of a kind of decision: its syntax and what it means. */
static void kind_write(int kind)
{
	const struct grammar *g = hand.kind->grammar;
	const char *name =
		decision_row(&hand.kind->rules->decisions, kind)->name;
	struct buf b;

	buf_init(&b, HELP_MAX);
	for (int i = 0; i < g->table->n; i++) {
		const struct grammar_row *row = &g->table->rows[i];

		if (row->type == GRAMMAR_PART || strcmp(row->name, name) != 0)
			continue;
		if (b.len)
			buf_addz(&b, " | ");
		grammar_describe_row(g, session_lang(), row, &b);
	}
	page_text("kind", str_of(name));
	page_text("syntax", buf_str(&b));
	page_text("meaning",
		  vocabulary_text(g->words,
				  arena_printf(&page.tmp, "help.%s", name),
				  session_lang()));
	buf_release(&b);
}

static void family_write(const struct move_group *f, struct narrator *n)
{
	kind_write(f->kind);
	label_member("actor", f->actor);
	show_list("targets");
	for (int i = 0; i < f->n_targets; i++) {
		struct buf b;

		buf_init(&b, LINE_BYTES);
		label_render(&b, f->targets[i]);
		if (i)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, buf_str(&b));
		buf_release(&b);
	}
	buf_addc(&page.said, ']');
	page_number("allowance", f->allowance);
	show_list("area");
	buf_addf(&page.said, "%d,%d,%d,%d],", f->area[0], f->area[1],
		 f->area[2], f->area[3]);
	buf_addz(&page.said, "\"ways\":[");
	for (int i = 0; i < f->n_ways; i++) {
		struct why ignored = { 0 };
		struct tval *said = narrate_message(
			&page.tmp, n,
			arena_printf(&page.tmp, "%s.way.%s",
				     hand.kind->rules->name, f->ways[i]),
			tval_map(&page.tmp), &ignored);

		if (i)
			buf_addc(&page.said, ',');
		json_string_render(&page.said,
				   said ? said->text : str_of(f->ways[i]));
	}
	buf_addz(&page.said, "]}");
}

int page_legal(void)
{
	struct showing s = session_shown();
	struct move_group *v;
	struct narrator n;
	int count;

	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	hand.foreseen = false;
	v = ARENA_ARRAY(&page.tmp, MOVE_GROUP_MAX, struct move_group);
	show_narrator(&s, &n);
	count = hand.kind->rules->legal(hand.view.state, hand.seat,
					trials_init(&hand.scratch.trials), v,
					MOVE_GROUP_MAX);
	buf_addc(&page.said, '[');
	for (int i = 0; i < count; i++) {
		show_object(!i);
		family_write(&v[i], &n);
	}
	buf_addc(&page.said, ']');
	return page_end(0);
}

struct str session_order(const struct decision *d)
{
	struct str s;
	struct buf b;

	buf_init(&b, LINE_BYTES);
	s = grammar_write(hand.kind->grammar, session_lang(), d, &b)
		    ? arena_str(&page.tmp, buf_str(&b))
		    : STR("");
	buf_release(&b);
	return s;
}

static void offer_write(const struct suggest *o)
{
	static const char *const kinds[] = { [SUGGEST_STRIKE] = "strike",
					     [SUGGEST_CAPTURE] = "capture",
					     [SUGGEST_HEAL] = "heal",
					     [SUGGEST_DO] = "do",
					     [SUGGEST_GO] = "go" };

	page_text("order", session_order(&o->d));
	page_text("kind", str_of(kinds[o->kind]));
	label_member("actor", o->actor);
	label_member("about", o->about);
	page_number("hits", o->hits);
	page_number("of", o->of);
	page_number("per_cent", o->of ? suggest_per_cent(o->hits, o->of) : -1);
	page_number("clicks", o->clicks);
	page_number("harm", o->harm);
	buf_addc(&page.said, '}');
}

int page_offers(void)
{
	struct offers list = { .n = 0 };

	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	hand.foreseen = false;
	list.v = ARENA_ARRAY(&page.tmp, OFFERS_MAX, struct suggest);
	if (hand.kind->rules->offer)
		hand.kind->rules->offer(hand.view.state, hand.seat,
					trials_init(&hand.scratch.trials),
					&list);
	buf_addc(&page.said, '[');
	for (int i = 0, said = 0; i < list.n; i++) {
		if (list.v[i].then.kind) /* one order is asked for */
			continue;
		show_object(!said++);
		offer_write(&list.v[i]);
	}
	buf_addc(&page.said, ']');
	return page_end(0);
}

/* Reading -------------------------------------------------------------------
 */

/* Has it its own first line? */
static bool has_head(struct str lines)
{
	struct order_head head;
	struct canon c;

	return !canon_make(&page.tmp, lines, 1, &c) &&
	       (orders_read_head(&page.tmp, hand.kind->grammar, c.text, &head),
		head.kind == HEAD_ORDERS || head.kind == HEAD_PREVIEW);
}

static void head_add(struct order_text *r, bool preview, struct buf *b)
{
	char seat[SLOT_NAME_MAX];

	slot_name(hand.seat, seat);
	buf_addf(b, "%s %.*s %s %lld %lld\n", preview ? "PREVIEW" : "ORDERS",
		 STR_ARG(hand.game), seat, (long long)hand.told,
		 (long long)hand.serial);
	r->above = 1;
	if (hand.seen.len) {
		buf_addf(b, "SEEN %.*s\n", STR_ARG(hand.seen));
		r->above++;
	}
	r->above_len = b->len;
}

enum sig_error order_text_make(struct str lines, bool preview,
			       struct order_text *r)
{
	const struct vocabulary *v = hand.kind->grammar->words;
	struct grammar_names names = { 0 };
	struct word_lines words;
	struct dispute_line dispute;
	struct table_requests motions;
	struct press press;
	struct str text;
	struct buf b;
	enum sig_error f;

	*r = (struct order_text){ .above = 0 };
	buf_init(&b, ORDERS_MAX_TEXT);
	if (!has_head(lines))
		head_add(r, preview, &b);
	buf_adds(&b, lines);
	r->text = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	r->canon = ARENA_NEW(&page.tmp, struct canon);
	f = canon_make(&page.tmp, r->text, 1, r->canon);
	if (f)
		return f;
	/* as the judge does: judge/requests/order_mail.c */
	text = judge_lines_parse(&page.tmp, v, r->canon->text, &words,
				 &dispute);
	text = table_requests_parse(&page.tmp, v, text,
				    (struct proposal_open){ 0 }, &motions);
	text = press_parse(&page.tmp, v, text, &press);
	game_names(hand.kind, &hand.view, &page.tmp, &names);
	r->orders = ARENA_NEW(&page.tmp, struct orders);
	orders_read(&page.tmp, hand.kind->grammar, &names, session_lang(), text,
		    r->orders);
	return SIG_ERROR_OK;
}

bool order_text_find(struct str lines, int kind, struct decision *chosen,
		     uint32_t *line)
{
	struct order_text r;
	bool found = false;

	if (!parse_trim(lines).len || order_text_make(lines, false, &r))
		return false;
	for (int i = 0; i < r.orders->n_lines; i++) {
		const struct order_line *l = &r.orders->lines[i];
		struct decision d;
		uint32_t column;

		if (l->kind != LINE_ORDER)
			continue;
		queue_entry_alternative(l->entry, 0, &d);
		if (d.kind != kind)
			continue;
		*chosen = d;
		canon_locate(r.canon, l->at, line, &column);
		*line -= (uint32_t)r.above;
		found = true;
	}
	return found;
}

/* The offset of a line and column (in characters) of a text. */
static size_t offset_of(struct str text, uint32_t line, uint32_t column)
{
	struct str rest = text, one = { text.s, 0 };
	size_t at, n;

	for (uint32_t i = 0; i < line && parse_line(&rest, &one); i++)
		;
	at = (size_t)(one.s - text.s);
	for (uint32_t i = 1; i < column && one.len; i++) {
		utf8_next(one, &n);
		one.s += n;
		one.len -= n;
		at += n;
	}
	return at;
}

/* Members for the place in the input of a piece of the canonical text. */
static void place_write(const struct order_text *r, size_t from, size_t len)
{
	uint32_t line, column, line2, column2;
	size_t at, end;

	canon_locate(r->canon, from, &line, &column);
	canon_locate(r->canon, from + len, &line2, &column2);
	at = offset_of(r->text, line, column);
	end = len && line2 == line ? offset_of(r->text, line2, column2) : at;
	page_number("line", (int64_t)line - r->above);
	page_number("column", column);
	page_number("at", (int64_t)at - (int64_t)r->above_len);
	page_number("len", (int64_t)(end - at));
}

static struct str line_text(const struct order_line *l)
{
	struct str s = STR("");
	struct buf b;

	if (l->kind == LINE_QUERY)
		return session_order(l->query);
	if (l->kind != LINE_ORDER && l->kind != LINE_STANDING)
		return s;
	buf_init(&b, LINE_BYTES);
	if (orders_write_entry(hand.kind->grammar, session_lang(), l->entry,
			       &b))
		s = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	return s;
}

static void lines_write(const struct order_text *r)
{
	static const char *const kinds[] = {
		[LINE_ORDER] = "order",   [LINE_STANDING] = "standing",
		[LINE_FORGET] = "forget", [LINE_QUERY] = "query",
		[LINE_REPORT] = "report", [LINE_LUCK] = "luck",
		[LINE_RULE] = "rule",     [LINE_HELP] = "help",
		[LINE_CARD] = "card",     [LINE_FIGURES] = "figures",
		[LINE_WAIT] = "wait",     [LINE_KEEP] = "keep",
		[LINE_CLEAR] = "clear",   [LINE_CONTINUE] = "continue",
		[LINE_ON_FAIL] = "fail"
	};

	show_list("lines");
	for (int i = 0; i < r->orders->n_lines; i++) {
		const struct order_line *l = &r->orders->lines[i];

		show_object(!i);
		place_write(r, l->at, l->len);
		page_text("kind", str_of(kinds[l->kind]));
		page_text("order", line_text(l));
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

/* A line of the text as its author sees it, without what was put above it. */
static void where_below(const void *reading, size_t at,
			struct orders_place *out)
{
	const struct order_text *r = reading;

	judge_lines_where(r->canon, at, out);
	out->line -= r->above;
}

static void faults_write(const struct order_text *r)
{
	const struct orders_map map = { .where = where_below, .source = r };
	int n = r->orders->n_complaints < ORDERS_MAX_COMPLAINTS
			? r->orders->n_complaints
			: ORDERS_MAX_COMPLAINTS;

	show_list("faults");
	for (int i = 0; i < n; i++) {
		const struct complaint *c = &r->orders->complaints[i];
		struct buf b;

		buf_init(&b, HELP_MAX);
		orders_write_complaint(hand.kind->grammar, session_lang(),
				       r->orders, c, &map, &b);
		show_object(!i);
		place_write(r, c->at, c->len);
		page_text("said", parse_trim(buf_str(&b)));
		buf_addc(&page.said, '}');
		buf_release(&b);
	}
	buf_addc(&page.said, ']');
}

int page_check(size_t len)
{
	struct orders_map map = { .where = judge_lines_where };
	struct order_text r;
	enum sig_error f;
	struct buf b;

	page_begin(len);
	if (!hand.kind)
		return page_end(1);
	f = order_text_make(page.in, false, &r);
	if (f) {
		buf_addz(&page.said, sig_error_text(f));
		return page_end(1);
	}
	map.source = r.canon;
	buf_init(&b, HELP_MAX);
	orders_write_reading(hand.kind->grammar, session_lang(), r.orders, &map,
			     &b);
	buf_addc(&page.said, '{');
	page_text("text", r.text);
	page_number("above", r.above);
	page_number("long", r.canon->long_line
				    ? (int64_t)r.canon->long_line - r.above
				    : 0);
	page_number("n", r.orders->n_complaints);
	page_text("reading", buf_str(&b));
	buf_release(&b);
	faults_write(&r);
	lines_write(&r);
	buf_addc(&page.said, '}');
	return page_end(0);
}

/* Questions -----------------------------------------------------------------
 */

int page_ask(size_t len)
{
	struct event_list list = { .max = SESSION_EVENTS };
	struct showing s = session_shown();
	struct orders_map map = { .where = judge_lines_where };
	struct order_text r;
	struct narrator n;

	page_begin(len);
	if (!hand.kind || order_text_make(page.in, false, &r))
		return page_end(1);
	map.source = r.canon;
	if (r.orders->n_complaints || !r.orders->n_lines ||
	    r.orders->lines[0].kind != LINE_QUERY) {
		orders_write_reading(hand.kind->grammar, session_lang(),
				     r.orders, &map, &page.said);
		return page_end(1);
	}
	hand.foreseen = false;
	list.v = ARENA_ARRAY(&page.tmp, (size_t)list.max, struct event);
	game_query(&hand.view, hand.seat, r.orders->lines[0].query,
		   &hand.scratch, &list);
	show_narrator(&s, &n);
	buf_addc(&page.said, '{');
	show_events("events", &n, list.v, list.n);
	buf_addc(&page.said, '}');
	return page_end(0);
}

/* A question as its example asks it, about these two; empty: it is about
 * others. */
static struct str question_of(const struct grammar_row *row, struct str from,
			      struct str to)
{
	struct str example = str_of(row->example);
	const char *first = memchr(example.s, ' ', example.len), *last;

	if (!first)
		return STR("");
	last = memchr(first + 1, ' ',
		      example.len - (size_t)(first + 1 - example.s));
	if (!last || memchr(last + 1, ' ', strlen(last + 1)))
		return STR("");
	return str_of(arena_printf(&page.tmp, "%.*s %.*s %.*s",
				   (int)(first - example.s), example.s,
				   STR_ARG(from), STR_ARG(to)));
}

/* A member of the list, if it can be asked and is answered. */
static bool answer_write(struct str question, struct narrator *n, bool first)
{
	struct event_list list = { .max = SESSION_EVENTS };
	struct order_text r;

	if (!question.len || order_text_make(question, false, &r) ||
	    r.orders->n_complaints || !r.orders->n_lines ||
	    r.orders->lines[0].kind != LINE_QUERY)
		return false;
	list.v = ARENA_ARRAY(&page.tmp, (size_t)list.max, struct event);
	game_query(&hand.view, hand.seat, r.orders->lines[0].query,
		   &hand.scratch, &list);
	if (!list.n || list.v[0].kind == COMMON_REFUSED)
		return false;
	show_object(first);
	page_text("order", session_order(r.orders->lines[0].query));
	show_events("events", n, list.v, list.n);
	buf_addc(&page.said, '}');
	return true;
}

int page_between(size_t len)
{
	struct showing s = session_shown();
	struct str rest, from, to;
	struct narrator n;
	int asked = 0;

	page_begin(len);
	rest = page.in;
	if (!hand.kind || !parse_line(&rest, &from) || !parse_line(&rest, &to))
		return page_end(1);
	hand.foreseen = false;
	show_narrator(&s, &n);
	buf_addc(&page.said, '[');
	for (int i = 0; i < hand.kind->grammar->table->n; i++) {
		const struct grammar_row *row =
			&hand.kind->grammar->table->rows[i];

		if (row->type == GRAMMAR_QUERY)
			asked += answer_write(question_of(row, from, to), &n,
					      !asked);
	}
	buf_addc(&page.said, ']');
	return page_end(0);
}

/* Previews ------------------------------------------------------------------
 */

/* Room to try orders without the preview that is shown, and how it stands after
 * some of them. */
static struct game_scratch aside;
static struct game reached;

struct game_scratch *session_room(void)
{
	return &aside;
}

/* Pieces that the two scenes have at different places. */
static void ghosts_write(struct narrator *n)
{
	const struct report_game *tells = game_report(hand.kind);
	struct scene *now = ARENA_NEW(&page.tmp, struct scene);
	struct scene *then = ARENA_NEW(&page.tmp, struct scene);
	bool first = true;

	show_list("ghosts");
	if (tells->scene(&page.tmp, n, hand.view.state, now) &&
	    tells->scene(&page.tmp, n, hand.scratch.game.state, then))
		for (int i = 0; i < then->n_pieces; i++) {
			const struct scene_piece *p = &then->piece[i];
			bool same = false;

			for (int k = 0; k < now->n_pieces; k++)
				same |= str_equal(now->piece[k].label,
						  p->label) &&
					now->piece[k].dot.x == p->dot.x &&
					now->piece[k].dot.y == p->dot.y &&
					now->piece[k].facing == p->facing;
			if (same)
				continue;
			show_object(first);
			first = false;
			page_text("label", p->label);
			page_number("x", p->dot.x);
			page_number("y", p->dot.y);
			buf_addc(&page.said, '}');
		}
	buf_addc(&page.said, ']');
}

/* Is the preview of the first n orders complete, if no order after them ends
 * a turn? */
static bool first_whole(const struct submission *sub, int n,
			struct game_scratch *room, struct event_list *list)
{
	const struct catalog catalog = game_cards(hand.kind);
	struct submission s = *sub;

	s.n = n;
	s.wait = s.hold = true;
	list->n = 0;
	return game_preview(&hand.view, &s, &catalog, room, list, NULL);
}

/* The number of the order on which it stopped, and how it stood before it. -1:
 * it is none of them. */
static int stopped_at(const struct submission *sub, struct game_scratch *room,
		      struct game *before)
{
	struct event_list list = { .v = ARENA_ARRAY(&page.tmp, SESSION_EVENTS,
						    struct event),
				   .max = SESSION_EVENTS };
	int whole = 0, broken = sub->n + 1;

	/* more orders cannot make an incomplete preview complete */
	while (broken - whole > 1) {
		int n = whole + (broken - whole) / 2;

		if (first_whole(sub, n, room, &list))
			whole = n;
		else
			broken = n;
	}
	if (broken > sub->n || !first_whole(sub, whole, room, &list))
		return -1;
	game_copy(before, &room->game);
	return whole;
}

/* The first alternative of an order that is not refused. */
static bool alternative_of(struct queue_entry e, const struct game *before,
			   struct game_scratch *room, struct decision *out)
{
	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, out);
		if (dry_run_of(trials_init(&room->trials), before->sys,
			       before->state, hand.seat, out))
			return true;
	}
	return false;
}

static void outcome_write(struct narrator *n, const struct chances *c,
			  const struct chance_outcome *o)
{
	/* in hundredths of a per cent, rounded */
	uint64_t part = (o->ways * 20000 + c->of) / (2 * c->of);

	page_text("per_cent", str_of(arena_printf(&page.tmp, "%u.%02u",
						  (unsigned)(part / 100),
						  (unsigned)(part % 100))));
	page_number("n", (int64_t)o->ways);
	page_number("of", (int64_t)c->of);
	page_number("hidden", o->hidden);
	show_events("text", n, o->v, o->n);
	buf_addc(&page.said, '}');
}

/* The line of an order in the input. */
static int64_t line_of(const struct order_text *r, struct queue_entry e)
{
	uint32_t line = 0, column;

	for (int i = 0; i < r->orders->n_lines; i++)
		if (r->orders->lines[i].line == queue_entry_line(e))
			canon_locate(r->canon, r->orders->lines[i].at, &line,
				     &column);
	return (int64_t)line - r->above;
}

/* Why it stopped, as members "stops", "line", "order" and "chances". */
static void chances_write(const struct order_text *r,
			  const struct submission *sub)
{
	struct showing s = session_shown();
	struct narrator n;
	const struct catalog catalog = game_cards(hand.kind);
	struct decision *d = ARENA_NEW(&page.tmp, struct decision);
	struct chances *c = ARENA_NEW(&page.tmp, struct chances);
	int at = stopped_at(sub, &aside, &reached);
	bool tried = at >= 0 && alternative_of(sub->v[at], &reached, &aside, d);
	bool counted = tried && chances_of(&page.tmp, &reached, hand.seat, d,
					   &catalog, &aside, c);
	bool supposed =
		tried && !counted && !c->too_many && hand.kind->rules->suppose;

	if (supposed) {
		hand.kind->rules->suppose(reached.state);
		counted = chances_of(&page.tmp, &reached, hand.seat, d,
				     &catalog, &aside, c);
	}
	page_text("stops", str_of(at < 0        ? "other"
				  : counted     ? "die"
				  : c->too_many ? "many"
						: "hidden"));
	page_number("line", at < 0 ? 0 : line_of(r, sub->v[at]));
	page_text("order", tried ? session_order(d) : STR(""));
	page_number("if", supposed);
	show_list("chances");
	s.view = tried ? &reached : &hand.view;
	show_narrator(&s, &n);
	for (int i = 0; counted && i < c->n; i++) {
		show_object(!i);
		outcome_write(&n, c, &c->v[i]);
	}
	buf_addc(&page.said, ']');
}

/* Read lines as a preview; how many complaints, -1: they cannot be read. */
static int orders_taken(struct str lines, struct order_text *r,
			struct submission *sub)
{
	if (!hand.kind || order_text_make(lines, true, r))
		return -1;
	if (!r->orders->n_complaints)
		orders_submission(&page.tmp, r->orders, hand.seat, sub);
	return r->orders->n_complaints;
}

const struct game *session_after(struct str lines)
{
	struct event_list list = { .max = SESSION_EVENTS };
	struct submission sub;
	struct order_text r;

	if (!parse_trim(lines).len || orders_taken(lines, &r, &sub))
		return &hand.view;
	list.v = ARENA_ARRAY(&page.tmp, SESSION_EVENTS, struct event);
	if (first_whole(&sub, sub.n, &aside, &list)) {
		game_copy(&reached, &aside.game);
		return &reached;
	}
	return stopped_at(&sub, &aside, &reached) < 0 ? &hand.view : &reached;
}

int page_chances(size_t len)
{
	struct submission sub;
	struct order_text r;

	page_begin(len);
	if (orders_taken(page.in, &r, &sub))
		return page_end(1);
	buf_addc(&page.said, '{');
	chances_write(&r, &sub);
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_preview(size_t len)
{
	struct showing s = session_shown();
	struct submission sub;
	struct catalog catalog;
	struct narrator n;
	struct order_text r;
	int sure = 0, complaints;

	page_begin(len);
	complaints = orders_taken(page.in, &r, &sub);
	if (complaints < 0)
		return page_end(1);
	buf_addc(&page.said, '{');
	page_number("n", complaints);
	if (!complaints) {
		catalog = game_cards(hand.kind);
		if (!hand.ahead.v)
			hand.ahead.v = ARENA_ARRAY(&page.arena, SESSION_EVENTS,
						   struct event);
		hand.ahead.n = 0;
		hand.ahead.max = SESSION_EVENTS;
		page_number("whole",
			    game_preview(&hand.view, &sub, &catalog,
					 &hand.scratch, &hand.ahead, &sure));
		hand.foreseen = true;
		s.view = &hand.scratch.game;
		show_narrator(&s, &n);
		show_events("events", &n, hand.ahead.v, sure);
		show_events("supposed", &n, hand.ahead.v + sure,
			    hand.ahead.n - sure);
		ghosts_write(&n);
	}
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_ahead(void)
{
	struct showing s = session_shown();

	page_begin(0);
	if (!hand.kind || !hand.foreseen)
		return page_end(1);
	s.view = &hand.scratch.game;
	s.events = hand.ahead.v;
	s.n_events = hand.ahead.n;
	show_board(&s, "a");
	return page_end(0);
}
