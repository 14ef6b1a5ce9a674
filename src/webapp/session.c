/* src/webapp/session.c - the current position: loads it and lists its pieces */
#include "webapp/session.h"
#include "protocol/webapp_payload.h"
#include "orders/grammar_snapshot.h"
#include "webapp/argument_values.h"
#include "webapp/mail.h"
#include "games/samples.h"
#include "report/report_game.h"
#include "report/picture/picture.h"
#include "engine/common.h"
#include "engine/slot.h"
#include "auth/armor.h"
#include "base/parse.h"

struct session hand;

/* The games of this page, with its own words and cards. */
static struct {
	struct games of;
	const char *templates, *catalog;
	bool open;
} games;

void session_open(const char *templates)
{
	games_release(&games.of);
	memset(&games, 0, sizeof(games));
	games.templates = templates;
	games.catalog =
		arena_printf(&page.arena, "%s/../db/catalog", templates);
}

void session_folders(const char **templates, const char **catalog)
{
	*templates = games.templates;
	*catalog = games.catalog;
}

/* Without words and cards: kind_of loads those of one game. */
static const struct games *games_here(void)
{
	struct why none = { 0 };

	if (!games.open && games.templates)
		games.open = !games_open(&games.of, game_kinds, n_game_kinds,
					 NULL, &none);
	return &games.of;
}

static const struct game_kind *kind_of(struct str rules)
{
	const struct games *g = games_here();
	struct why none = { 0 };

	for (int i = 0; i < g->n; i++) {
		const struct game_kind *k = &g->kinds[i];

		if (!str_is(rules, k->rules->version))
			continue;
		if (!k->grammar &&
		    games_open_one(&games.of, i, games.templates, &none))
			return NULL;
		(void)games_deal_one(&games.of, i, games.catalog, &none);
		return k;
	}
	return NULL;
}

const struct game_kind *session_kind(struct str system)
{
	const struct games *g = games_here();

	for (int i = 0; i < g->n; i++)
		if (str_is(system, g->kinds[i].rules->name))
			return kind_of(str_of(g->kinds[i].rules->version));
	return NULL;
}

int session_lang(void)
{
	int lang = vocabulary_lang(hand.kind->grammar->words, page.words->lang);

	return lang < 0 ? 0 : lang;
}

struct showing session_shown(void)
{
	return (struct showing){ .kind = hand.kind,
				 .view = &hand.view,
				 .seat = hand.seat,
				 .game = hand.game,
				 .point = hand.point,
				 .seat_name = hand.seat_name,
				 .events = hand.events,
				 .n_events = hand.n_events };
}

/* A new position; what it had before is known to the next one if it is of the
 * same game and seat. */
static void session_clear(void)
{
	arena_release(&hand.arena);
	arena_init(&hand.arena);
	hand.kind = NULL;
	hand.foreseen = false;
	hand.events = NULL;
	hand.n_events = 0;
	hand.n_told = 0;
	hand.id = hand.dice = STR("");
	memset(hand.said, 0, sizeof(hand.said));
	hand.seen = STR("");
	hand.serial = 0;
	hand.judge = (struct key){ 0 };
	memset(hand.seat_name, 0, sizeof(hand.seat_name));
}

/* What this page is ---------------------------------------------------------
 */

int page_about(void)
{
	char layout[WEBAPP_PAYLOAD_LAYOUT + 1];
	const struct games *g;

	page_begin(0);
	g = games_here();
	buf_addc(&page.said, '{');
	page_text("program", STR(PACKAGE_VERSION));
	show_list("rules");
	for (int i = 0; i < g->n; i++) {
		show_object(!i);
		page_text("system", str_of(g->kinds[i].rules->name));
		page_text("rules", str_of(g->kinds[i].rules->version));
		webapp_payload_layout(g->kinds[i].rules, layout);
		page_text("layout", str_of(layout));
		buf_addc(&page.said, '}');
	}
	buf_addz(&page.said, "]}");
	return page_end(0);
}

/* A report ------------------------------------------------------------------
 */

/* Is it read by the words that this page has? reading: of their hash. */
static bool words_same(const struct game_kind *kind, struct str reading)
{
	struct hash h;
	struct buf b;

	buf_init(&b, GRAMMAR_SNAPSHOT_MAX);
	grammar_snapshot_render(kind->grammar->table, kind->grammar->words, &b);
	h = hash_of(buf_str(&b));
	buf_release(&b);
	return reading.len == WEBAPP_PAYLOAD_LAYOUT &&
	       !memcmp(hex_of(&page.tmp, h.b, sizeof(h.b)).s, reading.s,
		       reading.len);
}

static void key_write(const struct key *key)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct buf b;

	buf_init(&b, KEY_TEXT_MAX);
	key_render(key, STR("judge"), &b);
	page_text("key", parse_trim(buf_str(&b)));
	buf_release(&b);
	key_fingerprint(key, fingerprint);
	page_text("fingerprint", str_of(fingerprint));
}

static void seats_write(const struct webapp_payload *g)
{
	bool first = true;

	show_list("players");
	for (int i = 0; i < SEATS_MAX; i++) {
		const char seat[2] = { (char)('A' + i), 0 };

		if (!g->player[i].len)
			continue;
		show_object(first);
		first = false;
		page_text("seat", str_of(seat));
		page_text("name", g->player[i]);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
	first = true;
	show_list("awaits");
	for (int i = 0; i < SEATS_MAX; i++) {
		const char seat[2] = { (char)('A' + i), 0 };

		if (!g->awaited[i])
			continue;
		show_object(first);
		first = false;
		page_text("seat", str_of(seat));
		page_number("until", g->until_s[i]);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

static void glimpse_write(const struct webapp_payload *g, const struct key *key,
			  const struct game_kind *kind)
{
	page_text("judge", g->judge);
	page_text("judge_name", g->judge_name);
	key_write(key);
	page_text("url", g->url);
	page_text("game", g->game);
	page_text("system", kind ? str_of(kind->rules->name) : STR(""));
	page_text("rules", g->rules);
	page_text("language", g->language);
	page_text("seat", g->seat);
	page_number("since", g->since);
	page_number("point", g->point);
	page_number("serial", g->serial);
	page_text("seen", g->seen);
	page_text("state", g->state);
	page_number("words", kind && words_same(kind, g->grammar));
	page_text("word", g->word);
	page_text("sealed", g->sealed);
	page_text("dice", g->dice);
	page_number("follows", hand.kind && hand.has_before);
	page_number("told", g->told);
	show_list("asked");
	for (int i = 0; i < g->n_asked; i++)
		buf_addf(&page.said, "%s%lld", i ? "," : "",
			 (long long)g->asked[i]);
	buf_addc(&page.said, ']');
	page_number("events", hand.kind ? hand.n_events : 0);
	seats_write(g);
}

static const char *fault_of(enum webapp_payload_fault f)
{
	static const char *const names[] = { [WEBAPP_PAYLOAD_OK] = "",
					     [WEBAPP_PAYLOAD_NONE] = "none",
					     [WEBAPP_PAYLOAD_CUT] = "cut",
					     [WEBAPP_PAYLOAD_UNREAD] = "unread",
					     [WEBAPP_PAYLOAD_FORGED] =
						     "forged" };

	return names[f];
}

static void events_take(struct str lines)
{
	struct str rest = lines, line;
	int n = 0;

	while (parse_line(&rest, &line))
		n++;
	hand.events = ARENA_ARRAY(&hand.arena, (size_t)n + 1, struct event);
	while (parse_line(&lines, &line))
		/* one that this page does not know is left out */
		hand.n_events += event_parse(line, &hand.kind->rules->events,
					     &hand.events[hand.n_events]);
}

void session_put(const struct game_kind *kind, int seat, int64_t point,
		 struct str name)
{
	session_clear();
	hand.kind = kind;
	hand.seat = seat;
	hand.game = arena_str(&hand.arena, name);
	hand.since = point - 1;
	hand.point = hand.told = point;
	hand.serial = 1;
}

void session_events(struct str lines)
{
	events_take(lines);
}

/* The dictionaries of a kind of game, with its cards or as a judge without a
 * catalog has them; NULL: of packets without a position. They live in page.tmp.
 */
static void known_of(const struct game_kind *kind, bool cards,
		     struct webapp_payload_known *out)
{
	struct str view = STR(""), events = STR("");
	struct buf dealt;

	buf_init(&dealt, GAME_ENCODED_MAX);
	if (kind) {
		game_samples(&page.tmp, kind, &view, &events);
		if (cards)
			game_dealt(kind, &dealt);
	}
	webapp_payload_know(&page.tmp, kind ? kind->rules : NULL, view,
			    buf_str(&dealt), events, out);
	buf_release(&dealt);
}

/* Make it the current position; the name of the fault, or "". */
static const char *glimpse_take(struct webapp_payload *g,
				const struct game_kind *kind)
{
	static struct game was;
	bool follows = hand.kind && hand.kind->rules == kind->rules &&
		       str_equal(hand.game, g->game) &&
		       hand.seat == g->seat.s[0] - 'A' &&
		       hand.point == g->since;

	if (follows)
		was = hand.view;
	session_clear();
	if (!game_decode(&hand.view, kind->rules, g->view))
		return "unread";
	hand.kind = kind;
	hand.seat = g->seat.s[0] - 'A';
	hand.game = arena_str(&hand.arena, g->game);
	hand.since = g->since;
	hand.point = hand.told = g->point;
	hand.serial = g->serial;
	hand.seen = arena_str(&hand.arena, g->seen);
	hand.n_told = g->told;
	hand.id = arena_str(&hand.arena, g->id);
	hand.dice = arena_str(&hand.arena, g->dice);
	for (int i = 0; i < SEATS_MAX; i++) {
		hand.seat_name[i] = arena_str(&hand.arena, g->player[i]);
		hand.said[i] = arena_str(&hand.arena, g->said[i]);
	}
	events_take(g->events);
	hand.has_before = follows;
	if (follows)
		hand.before = was;
	return "";
}

/* Unpack it with the dictionaries of this page. */
static const char *page_fits(struct webapp_payload *g,
			     const struct game_kind *kind)
{
	struct webapp_payload_known known;

	if (!kind)
		return "rules";
	known_of(kind, true, &known);
	if (memcmp(known.name, g->known, sizeof(known.name)))
		known_of(kind, false, &known);
	if (memcmp(known.name, g->known, sizeof(known.name)))
		return kind->dealt && !kind->cards ? "cards" : "layout";
	if (!webapp_payload_unpack(&page.tmp, g, &known) ||
	    g->seat.s[0] < 'A' || g->seat.s[0] >= 'A' + SEATS_MAX)
		return "unread";
	return glimpse_take(g, kind);
}

/* Find the packet in what was pasted or opened; *where: the text that has it.
 * An attachment that is damaged leaves the visible text. */
static enum webapp_payload_fault packet_find(struct webapp_payload *g,
					     struct key *key, struct str *where)
{
	enum webapp_payload_fault worst = WEBAPP_PAYLOAD_NONE, f;
	struct webapp_payload one;
	struct key its;
	struct str text;

	*where = page.in;
	*g = (struct webapp_payload){ .point = -1 };
	for (int i = 0; mail_board(&page.tmp, page.in, i, &text); i++) {
		if (!text.s)
			continue;
		f = webapp_payload_read(&page.tmp, text, &one, &its);
		if (f == WEBAPP_PAYLOAD_NONE && text.s == page.in.s)
			f = webapp_payload_read_link(&page.tmp, text, &one,
						     &its);
		if (f != WEBAPP_PAYLOAD_OK &&
		    (worst != WEBAPP_PAYLOAD_NONE || f == WEBAPP_PAYLOAD_NONE))
			continue;
		worst = f;
		*g = one;
		*key = its;
		*where = text;
		if (f == WEBAPP_PAYLOAD_OK)
			break;
	}
	return worst;
}

int page_report(size_t len)
{
	const struct game_kind *kind = NULL;
	enum webapp_payload_fault f;
	struct webapp_payload g;
	const char *fault;
	struct str where;
	struct key key;

	page_begin(len);
	f = packet_find(&g, &key, &where);
	/* an invitation holds no position */
	if (f == WEBAPP_PAYLOAD_OK && !g.packed_view.len)
		f = WEBAPP_PAYLOAD_NONE;
	fault = fault_of(f);
	if (f == WEBAPP_PAYLOAD_OK) {
		kind = kind_of(g.rules);
		fault = page_fits(&g, kind);
	}
	if (!*fault)
		hand.judge = key;
	buf_addc(&page.said, '{');
	page_text("fault", str_of(fault));
	if (!*fault)
		glimpse_write(&g, &key, kind);
	if (f != WEBAPP_PAYLOAD_NONE) {
		page_text("program", g.program);
		page_number("found", (int64_t)g.found);
		page_number("wanted", (int64_t)g.wanted);
	}
	buf_addc(&page.said, '}');
	return page_end(*fault != 0);
}

/* The packet of a mail that has no position. */
static bool boardless_find(struct webapp_payload *g, struct key *key)
{
	struct webapp_payload_known known;
	struct str where;

	known_of(NULL, false, &known);
	return !packet_find(g, key, &where) && !g->packed_view.len &&
	       webapp_payload_unpack(&page.tmp, g, &known);
}

/* Did the judge of the current game sign this first line of the seat's orders,
 * and is its point at least as late as the session's? */
static bool head_follows(const struct webapp_payload *g, const struct key *key)
{
	return hand.kind && key_equal(key, &hand.judge) && g->seat.len == 1 &&
	       g->seat.s[0] - 'A' == hand.seat &&
	       str_equal(g->game, hand.game) &&
	       (g->point > hand.told ||
		(g->point == hand.told && g->serial >= hand.serial));
}

int page_receipt(size_t len)
{
	struct webapp_payload g;
	struct key key;

	page_begin(len);
	if (!boardless_find(&g, &key) || !head_follows(&g, &key))
		return page_end(1);
	hand.told = g.point;
	hand.serial = g.serial;
	hand.seen = arena_str(&hand.arena, g.seen);
	buf_addf(&page.said, "{\"point\":%lld,\"serial\":%lld}",
		 (long long)g.point, (long long)g.serial);
	return page_end(0);
}

int page_invite(size_t len)
{
	struct webapp_payload g;
	struct key key;

	page_begin(len);
	if (!boardless_find(&g, &key) || g.seat.len)
		return page_end(1);
	buf_addc(&page.said, '{');
	page_text("judge", g.judge);
	page_text("judge_name", g.judge_name);
	key_write(&key);
	page_text("url", g.url);
	page_text("game", g.game);
	page_text("language", g.language);
	page_text("dice", g.dice);
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_take(int point, int seat)
{
	struct showing s;
	const struct game_kind *kind;
	const struct event *told;
	int n;

	page_begin(0);
	session_clear();
	hand.has_before = false;
	if (seat < 0 || !replay_view(point, seat, &hand.view, &s))
		return page_end(1);
	/* read by the page's words, which can complain, too */
	kind = kind_of(str_of(s.kind->rules->version));
	if (!kind)
		return page_end(1);
	hand.kind = kind;
	hand.seat = seat;
	hand.game = arena_str(&hand.arena, s.game);
	hand.point = hand.told = point;
	hand.serial = 1;
	for (int i = 0; i < SEATS_MAX; i++)
		hand.seat_name[i] = arena_str(&hand.arena, s.seat_name[i]);
	told = replay_events(point, seat, &n);
	hand.events = ARENA_ARRAY(&hand.arena, (size_t)(told ? n : 0) + 1,
				  struct event);
	if (told)
		memcpy(hand.events, told, (size_t)n * sizeof(*told));
	hand.n_events = told ? n : 0;
	hand.n_told = hand.n_events;
	hand.since = point - 1;
	hand.has_before = replay_view(point - 1, seat, &hand.before, &s);
	return page_end(0);
}

/* Pieces and events ---------------------------------------------------------
 */

int page_news(void)
{
	struct showing s = session_shown();
	struct narrator n;

	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	show_narrator(&s, &n);
	buf_addc(&page.said, '{');
	show_events("events", &n, hand.events, hand.n_events);
	show_list("dice");
	show_dice(hand.events, hand.n_events);
	buf_addc(&page.said, ']');
	page_number("told", hand.n_told);
	page_number("known", hand.n_events);
	buf_addc(&page.said, '}');
	return page_end(0);
}

/* Find the view before the events and the first of them; false: the events do
 * not lead on, because hidden values have a part in them. */
static bool view_within(int upto)
{
	if (!hand.has_before)
		return false;
	hand.scratch.game = hand.before;
	hand.foreseen = false;
	for (int i = 0; i < upto && i < hand.n_events; i++)
		if (!game_is_of_queue(hand.events[i].kind) &&
		    !system_evolve(hand.kind->rules, hand.scratch.game.state,
				   &hand.events[i]))
			return false;
	return true;
}

int page_position(int upto)
{
	struct showing s = session_shown();
	bool rough = false;

	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	if (upto >= 0 && upto < hand.n_events) {
		rough = !view_within(upto);
		if (!rough)
			s.view = &hand.scratch.game;
		s.n_events = upto;
	}
	show_board(&s, "p");
	return page_end(rough ? 2 : 0);
}

int page_part(size_t len)
{
	struct webapp_payload g;
	struct str where;
	struct key key;

	page_begin(len);
	(void)packet_find(&g, &key, &where);
	buf_adds(&page.said, where);
	return page_end(0);
}

int page_words(size_t len)
{
	struct str rest, line;

	page_begin(len);
	rest = mail_text(&page.tmp, page.in);
	while (parse_line(&rest, &line) &&
	       !memmem(line.s, line.len, "BEGIN HERALDO", 13)) {
		buf_adds(&page.said, armor_trim(line));
		buf_addc(&page.said, '\n');
	}
	return page_end(0);
}

static void value_write(const struct tval *v, const struct tval *within);

static void children_write(const struct tval *v, bool named)
{
	for (const struct tval *t = v->first; t; t = t->next) {
		if (t != v->first)
			buf_addc(&page.said, ',');
		if (named) {
			json_string_render(&page.said, t->key);
			buf_addc(&page.said, ':');
		}
		value_write(t, named ? v : NULL);
	}
}

/* A value of the templates as JSON; words are rendered, with the values of the
 * map that they are in. */
static void value_write(const struct tval *v, const struct tval *within)
{
	struct why ignored = { 0 };
	struct buf b;

	switch (v->kind) {
	case TVAL_LIST:
		buf_addc(&page.said, '[');
		children_write(v, false);
		buf_addc(&page.said, ']');
		return;
	case TVAL_MAP:
		buf_addc(&page.said, '{');
		if (v->text.len) {
			buf_addz(&page.said, "\"\":");
			json_string_render(&page.said, v->text);
			if (v->first)
				buf_addc(&page.said, ',');
		}
		children_write(v, true);
		buf_addc(&page.said, '}');
		return;
	case TVAL_WORD:
		buf_init(&b, TEMPLATE_MAX_BYTES);
		(void)messages_render(
			&b, page.words,
			arena_printf(&page.tmp, "%.*s", STR_ARG(v->text)),
			TEMPLATE_LINE, within, &ignored);
		json_string_render(&page.said, buf_str(&b));
		buf_release(&b);
		return;
	case TVAL_TEXT:
	case TVAL_MARKUP: json_string_render(&page.said, v->text); return;
	default: buf_addf(&page.said, "%lld", (long long)v->n);
	}
}

/* A call that tells of the view begins; NULL: there is none. n borrows s. */
static const struct report_game *begin_telling(size_t len, struct showing *s,
					       struct narrator *n)
{
	const struct report_game *tells;

	*s = session_shown();
	page_begin(len);
	tells = hand.kind ? game_report(hand.kind) : NULL;
	if (tells)
		show_narrator(s, n);
	return tells;
}

int page_values(void)
{
	struct showing s;
	struct narrator n;
	const struct report_game *tells = begin_telling(0, &s, &n);
	struct tval *v;

	if (!tells)
		return page_end(1);
	v = tval_map(&page.tmp);
	tells->values(&page.tmp, &n, hand.view.state, hand.seat, v);
	value_write(v, NULL);
	return page_end(0);
}

int page_card(size_t len)
{
	struct showing s;
	struct narrator n;
	const struct report_game *tells = begin_telling(len, &s, &n);
	struct tval *lines;

	if (!tells)
		return page_end(1);
	lines = tval_list(&page.tmp);
	if (tells->card)
		tells->card(&page.tmp, &n, page.in, lines);
	for (const struct tval *t = lines->first; t; t = t->next)
		buf_addf(&page.said, "%.*s\n", STR_ARG(t->text));
	return page_end(0);
}

int page_point(int x, int y)
{
	enum { TENTHS = 10 };
	const double at_x = (double)x / TENTHS, at_y = (double)y / TENTHS;
	struct showing s;
	struct narrator n;
	const struct report_game *tells = begin_telling(0, &s, &n);
	struct scene *scene;
	struct vec p;
	int column, row;

	if (!tells)
		return page_end(1);
	scene = ARENA_NEW(&page.tmp, struct scene);
	if (!tells->scene(&page.tmp, &n, hand.view.state, scene))
		return page_end(1);
	if (picture_at(scene, show_width(), at_x, at_y, &p))
		buf_addf(&page.said, "%d.%02d %d.%02d", p.x / 100, p.x % 100,
			 p.y / 100, p.y % 100);
	else if (picture_place(scene, show_width(), at_x, at_y, &column, &row))
		buf_addz(&page.said, argument_values_place(column, row));
	return page_end(!page.said.len);
}
