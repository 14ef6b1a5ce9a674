/*
 * tests/games/mailgame.c - a whole game by signed mail, from a script:
 * `mailgame SCRIPT FILE [CATALOG]` plays it and writes its full log to FILE.
 * What each player mails and what the judge must answer is in the script; see
 * README.md.
 *
 * The mails are signed, written as MIME, read and answered as the daemon does
 * it; the answers are parsed again. Clock and chance are the script's, so that
 * the same dice fall in every run.
 */
#include "fairness/dice_chain.h"
#include "engine/common.h"
#include "games/players.h"
#include "orders/orders.h"
#include "../unit/judge_fixture.h"
#include "render.h"
#include "tests/srcdir.h"
#include <stdarg.h>

enum {
	SEATS = 4,
	SCRIPT_MAX = 1 << 20,
	TEXT_MAX = 8 << 20,
	OPTIONS = 32,
	WIDTH = 64 /* of a line of orders, before it is broken */
};

#define OK(call) must(call, #call)

struct seat {
	const char *name, *address, *language;
	struct buf told; /* since the last mail: blanks squeezed to one */
	struct buf form; /* the orders that its newest report offers */
	int serial;
	uint8_t word[WORD_SIZE];
};

static struct fix f;
static struct games games;
static struct str played = { .s = "rebellion", .len = 9 };
static struct seat seats[SEATS];
static int n_seats;
static const char *script;
static int line_no;
static bool verbose, pending, refused; /* pending: a verdict is to be told */
static struct str verdict;

static void fail_script(const char *fmt, ...) PRINTF_LIKE(1, 2);

static void fail_script(const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", script, line_no);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, "\n");
	for (int i = 0; i < n_seats; i++)
		fprintf(stderr, "---- %s was told:\n%s\n", seats[i].name,
			seats[i].told.s ? seats[i].told.s : "nothing");
	if (getenv("MAILGAME_LOG") && f.game)
		fprintf(stderr, "%s\n", fix_log(&f).s);
	exit(1);
}

static void must(enum err e, const char *what)
{
	if (e)
		fail_script("%s: %s", what, f.why.text);
}

/* --- the judge --------------------------------------------------------- */

static void house_open(uint64_t seed, const char *catalog)
{
	fix_init(&f, "mailgame");
	judge_close(f.j);
	fix_forget(&f);
	f.n_random = seed << 32;
	OK(games_open(&games, game_kinds, n_game_kinds, SRCDIR "/templates",
		      &f.why));
	OK(games_deal(&games, catalog, &f.why));
	OK(render_open(&f.why));
	f.config.env.render = render_letter;
	f.config.n_systems = games.n;
	memcpy(f.config.systems, games.kinds, sizeof(games.kinds));
	fix_open(&f);
}

static void house_close(void)
{
	render_close();
	fix_release(&f);
	games_release(&games);
	for (int i = 0; i < n_seats; i++) {
		buf_release(&seats[i].told);
		buf_release(&seats[i].form);
	}
}

/* --- mails out --------------------------------------------------------- */

static void squeeze(struct buf *out, struct str text)
{
	bool blank = true;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.s[i];

		if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
			buf_addc(out, c);
		else if (!blank)
			buf_addc(out, ' ');
		blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
	}
	buf_addc(out, '\n');
}

/* MAILGAME_MAILS names a folder: what each player got, to be looked at */
static void keep(const struct seat *s, struct str bytes)
{
	const char *folder = getenv("MAILGAME_MAILS");
	static int n;
	FILE *to;

	if (!folder)
		return;
	to = fopen(
		arena_printf(&f.arena, "%s/%03d-%s.eml", folder, ++n, s->name),
		"w");
	if (!to)
		fail_script("%s: no mail can be kept there", folder);
	fwrite(bytes.s, 1, bytes.len, to);
	fclose(to);
}

/* the block of orders at the end of a report, as it is printed */
static void keep_form(struct seat *s, struct str text)
{
	static const char begin[] = "-----BEGIN HERALDO ORDERS-----\n";
	static const char end[] = "-----END HERALDO ORDERS-----";
	const char *from = memmem(text.s, text.len, begin, sizeof(begin) - 1);
	const char *to;

	if (!from)
		return;
	from += sizeof(begin) - 1;
	to = memmem(from, text.len - (size_t)(from - text.s), end,
		    sizeof(end) - 1);
	if (!to)
		fail_script("orders without an end in a report");
	buf_clear(&s->form);
	buf_add(&s->form, from, (size_t)(to - from));
}

static void deliver(const struct posting *p)
{
	struct arena a = { 0 };
	struct message m;

	mime_parse(&fix_mime, &a, p->bytes, &m);
	if (m.fault || !m.text.len)
		fail_script("a mail of the judge cannot be read");
	for (int i = 0; i < n_seats; i++) {
		if (!str_is(p->recipient, seats[i].address))
			continue;
		keep(&seats[i], p->bytes);
		keep_form(&seats[i], m.text);
		squeeze(&seats[i].told, m.subject);
		squeeze(&seats[i].told, m.text);
		/* the whole of it, with the rules, is in what is signed */
		for (uint32_t k = 0; k < m.n_parts; k++)
			if (str_is(m.parts[k].name, "report.txt") ||
			    str_is(m.parts[k].name, "answer.txt"))
				squeeze(&seats[i].told, m.parts[k].bytes);
	}
	arena_release(&a);
}

static void post(void)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	struct arena a;
	int n;

	do {
		arena_init(&a);
		OK(judge_post(f.j, &a, v, JUDGE_BATCH, &n, &f.why));
		for (int i = 0; i < n; i++) {
			deliver(&v[i]);
			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT,
							.code = 250 };
		}
		if (n)
			OK(judge_posted(f.j, r, n, &f.why));
		arena_release(&a);
	} while (n);
}

static void forget(void)
{
	for (int i = 0; i < n_seats; i++)
		buf_clear(&seats[i].told);
}

static bool holds(const struct seat *s, struct str text)
{
	return s->told.len && memmem(s->told.s, s->told.len, text.s, text.len);
}

/* what a report tells between two of its headings */
static void print_story(const struct seat *s)
{
	static const char *const from[] = { "WHAT HAPPENED ",
					    "QUÉ HA PASADO " };
	static const char *const to[] = { " WHOSE MOVE", " A QUIÉN LE TOCA" };

	for (int i = 0; i < 2; i++) {
		const char *a = s->told.s ? strstr(s->told.s, from[i]) : NULL;
		const char *b = a ? strstr(a, to[i]) : NULL;

		if (b)
			printf("   %.*s\n", (int)(b - a), a);
	}
	if (!str_is(verdict, "adjudicated"))
		printf("%s\n", s->told.s ? s->told.s : "");
}

/* --- mails in ---------------------------------------------------------- */

static int seat_named(struct str s)
{
	if (s.len != 1 || s.s[0] < 'A' || s.s[0] >= 'A' + n_seats)
		fail_script("'%.*s' is no seat", STR_ARG(s));
	return s.s[0] - 'A';
}

/* at most WIDTH a line, the rest behind a + */
static void fold(struct buf *out, struct str line)
{
	while (utf8_length(line) > WIDTH) {
		size_t at = WIDTH;

		while (at && line.s[at] != ' ')
			at--;
		if (!at)
			break;
		buf_add(out, line.s, at);
		buf_addz(out, "\n+");
		line.s += at;
		line.len -= at;
	}
	buf_adds(out, line);
	buf_addc(out, '\n');
}

static void order_line(struct buf *out, struct seat *s, struct str line)
{
	uint8_t hash[WORD_HASH_SIZE];

	if (str_is(line, "WORD")) { /* as heraldo sign --word does */
		word_hash(s->word, hash);
		buf_addf(out, "WORD %s\n",
			 hex_of(&f.arena, hash, sizeof(hash)).s);
	} else if (str_is(line, "WORD OPEN")) {
		buf_addf(out, "WORD OPEN %s\n",
			 hex_of(&f.arena, s->word, sizeof(s->word)).s);
	} else {
		fold(out, line);
	}
}

static void settle(void)
{
	if (pending && !str_is(verdict, "adjudicated"))
		fail_script("the mail before this: %.*s", STR_ARG(verdict));
	if (pending && refused)
		fail_script("an order before this was refused");
	pending = false;
}

static bool was_refused(const struct seat *s)
{
	return holds(s, STR("was not carried out")) ||
	       holds(s, STR("no se ha cumplido"));
}

static void mail_text(int who, const char *text)
{
	struct seat *s = &seats[who];

	settle();
	forget();
	verdict = fix_send(&f,
			   fix_mail(&f, s->address, fix_signed(&f, who, text)));
	verdict = arena_str(&f.arena, verdict);
	post();
	pending = true;
	refused = was_refused(s);
	if (verbose) {
		printf("-- %s:%d: %s: %.*s\n", script, line_no, s->name,
		       STR_ARG(verdict));
		print_story(s);
	}
}

static void mail(int who, struct str lines)
{
	struct seat *s = &seats[who];
	const char *head =
		str_is(str_of(s->language), "es") ? "ORDENES" : "ORDERS";
	struct str line, rest = lines;
	bool preview =
		parse_line(&rest, &line) && str_is(parse_trim(line), "PREVIEW");
	struct buf b;

	if (preview) { /* it uses no serial */
		head = "PREVIEW";
		lines = rest;
	}
	s->serial += !preview;
	buf_init(&b, 64 << 10);
	buf_addf(&b, "%s %.*s %c %lld %d\n%s\n", head, STR_ARG(f.name),
		 'A' + who, (long long)fix_point(&f), s->serial + preview,
		 fix_seen(&f, fix_point(&f)));
	while (parse_line(&lines, &line))
		order_line(&b, s, parse_trim(line));
	mail_text(who, b.s);
	buf_release(&b);
}

/* what the newest report prints as orders, sent as it stands */
static void mail_form(int who)
{
	struct buf b;

	buf_init(&b, 64 << 10);
	buf_adds(&b, buf_str(&seats[who].form));
	seats[who].serial++;
	mail_text(who, b.s);
	buf_release(&b);
}

/* the first that the game cannot go on without; -1: nobody, it is over */
static int awaited_now(void)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct awaiting aw = { 0 };
	uint32_t won;

	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	if (system_over(view->sys, view->state, &won))
		return -1;
	system_awaiting(view->sys, view->state, &aw);
	for (int i = 0; i < aw.n; i++)
		if (aw.v[i].blocking)
			return aw.v[i].seat;
	fail_script("nobody is awaited, and it is not over");
	return -1;
}

/* the figure of an order, "MOVE A1 ..": its second word; empty: none */
static struct str figure_of(struct str line)
{
	struct str word = STR("");

	parse_field(&line, ' ', &word);
	word = STR("");
	parse_field(&line, ' ', &word);
	return word.len > 1 && word.len < 5 && word.s[1] >= '0' &&
			       word.s[1] <= '9'
		       ? word
		       : STR("");
}

/* an order without its remark */
static struct str bare(struct str line)
{
	const char *remark = memmem(line.s, line.len, " //", 3);

	if (remark)
		line.len = (size_t)(remark - line.s);
	return line;
}

/* its target or place: the last word; empty: it is no plain order */
static struct str end_of(struct str order)
{
	static const char *const others[] = { " WITH ", " CON ", " CAPTUR" };
	size_t at = order.len;

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (memmem(order.s, order.len, others[i], strlen(others[i])))
			return STR("");
	while (at && order.s[at - 1] != ' ')
		at--;
	return (struct str){ order.s + at, order.len - at };
}

static bool is_one_of(struct str s, const struct str *v, int n)
{
	for (int i = 0; i < n; i++)
		if (str_equal(v[i], s))
			return true;
	return false;
}

/*
 * What the newest report offers, as a player takes it: without its // the best
 * line of each of so many figures that want different things, and END below.
 */
static void mail_play(int who, int most)
{
	enum { TAKEN = 16 };
	struct str text = buf_str(&seats[who].form), line;
	struct str taken[TAKEN], ends[TAKEN];
	const char *end =
		str_is(str_of(seats[who].language), "es") ? "FIN" : "END";
	struct buf b;
	int n = 0;

	buf_init(&b, 64 << 10);
	while (parse_line(&text, &line)) {
		struct str order = line, fig, to;
		bool offered = str_starts(line, "// ");

		if (offered) {
			order.s += 3;
			order.len -= 3;
		}
		fig = figure_of(order);
		to = end_of(bare(order));
		if (offered && fig.len && to.len && n < most && n < TAKEN &&
		    !is_one_of(fig, taken, n) && !is_one_of(to, ends, n)) {
			ends[n] = to;
			taken[n++] = fig;
			line = order;
		}
		if (!str_is(order, end) && !str_is(order, "DONE"))
			buf_addf(&b, "%.*s\n", STR_ARG(line));
	}
	buf_addf(&b, "%s\n", end);
	seats[who].serial++;
	mail_text(who, b.s);
	buf_release(&b);
	refused = false; /* one order may prevent the next one */
	if (!str_is(verdict, "adjudicated"))
		fail_script("%s: %.*s", seats[who].name, STR_ARG(verdict));
}

/* so many such mails, or until the game is over */
static void mail_plays(struct str most)
{
	struct str mails = STR("");
	int64_t n = 0, orders = 0;
	int who;

	if (!parse_field(&most, ' ', &mails) ||
	    !parse_int(mails, 1, 10000, &n) || !parse_int(most, 1, 16, &orders))
		fail_script("plays MAILS ORDERS");
	while (n-- > 0 && (settle(), who = awaited_now()) >= 0)
		mail_play(who, (int)orders);
}

/* so many mails, each as its report prints it, or until the game is over */
static void mail_forms(struct str most)
{
	int64_t n;
	int who;

	if (!parse_int(most, 1, 10000, &n))
		fail_script("forms NUMBER");
	while (n-- > 0 && (settle(), who = awaited_now()) >= 0)
		mail_form(who);
}

static const struct game_kind *kind_played(void)
{
	for (int i = 0; i < games.n; i++)
		if (str_is(played, games.kinds[i].rules->name))
			return &games.kinds[i];
	fail_script("there is no such system");
	return NULL;
}

/* the next order of the computer player, of the same chance as the script */
static void mail_computer(int who, enum player_level level)
{
	static struct player_room room;
	const struct game_kind *kind = kind_played();
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct catalog cards = game_cards(kind);
	struct player_choice choice;
	struct buf lines;

	OK(judge_game_view(f.j, f.game, who, view, &f.why));
	buf_init(&lines, 64 << 10);
	if (!players_choose(view, who, level, f.n_random, &cards, &room,
			    &choice) ||
	    !players_lines(kind->grammar, view, who, &choice.d, &room, &lines))
		fail_script("the computer has no order");
	mail(who, buf_str(&lines));
	buf_release(&lines);
}

/* "B strong 900": the computer has that seat, the others mail what their
 * reports print, as it stands; who wins is printed. */
static void mail_against(struct str rest)
{
	struct str seat, name;
	enum player_level level;
	uint32_t won = 0;
	int64_t n = 0;
	struct game *view;
	int who, computer;

	if (!parse_field(&rest, ' ', &seat) ||
	    !parse_field(&rest, ' ', &name) ||
	    !player_level_named(name, &level) || !parse_int(rest, 1, 10000, &n))
		fail_script("against SEAT STRENGTH MAILS");
	computer = seat_named(seat);
	while (n-- > 0 && (settle(), who = awaited_now()) >= 0) {
		if (who == computer)
			mail_computer(who, level);
		else
			mail_form(who);
		refused = false; /* the dice may leave nothing of an order */
	}
	view = arena_alloc(&f.arena, sizeof(*view));
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	if (!system_over(view->sys, view->state, &won))
		won = 0;
	printf("%s: won by %s\n", script,
	       !won                    ? "nobody"
	       : won == 1u << computer ? "the computer"
	       : won & 1u << computer  ? "both"
				       : "the reports");
}

/* --- back, and on again -------------------------------------------------- */

/* What was played at a point, an event a line; what is sealed has another salt
 * each time. */
struct plays {
	const struct event_schema *schema;
	int64_t events; /* of those for all */
	int64_t upto;   /* and of these so many are looked at for n */
	int n;          /* of play among them */
	bool fresh;     /* what was undone gives its dice no more */
	struct buf text;
};

static bool plays_note(void *context, const struct event_row *r)
{
	static struct event e;
	struct plays *p = context;

	if (!event_parse(r->json, p->schema, &e))
		fail_script("an event of the log cannot be read");
	p->events += r->audience == AUDIENCE_ALL;
	p->fresh |=
		e.kind == COMMON_HALTED && event_get(&e, COMMON_HALTED_FRESH);
	/* who is asked where it halts, and answers, had not to be asked then */
	if (!game_is_play(e.kind, r->audience) ||
	    str_starts(r->json, "{\"event\":\"stopped\"") ||
	    str_starts(r->json, "{\"event\":\"step\",\"for\":\"all\",\"rules\":"
				"[\"AR-MAIL-42\"]"))
		return true;
	p->n += p->events <= p->upto;
	if (e.kind == COMMON_COMMITTED || e.kind == COMMON_OPENED)
		buf_addz(&p->text, "sealed");
	else if (e.kind == COMMON_ROLLED) /* in whose mail does not matter */
		buf_addf(&p->text, "rolled %d %d",
			 (int)event_get(&e, COMMON_ROLLED_SIDES),
			 (int)event_get(&e, COMMON_ROLLED_FACE));
	else
		buf_adds(&p->text, r->json);
	buf_addc(&p->text, '\n');
	return true;
}

/* of the points from .. to, one behind the other */
static void plays_read(struct plays *p, int64_t from, int64_t to, int64_t upto)
{
	struct head_row first, last;

	*p = (struct plays){ .schema = &kind_played()->rules->events,
			     .upto = upto };
	buf_init(&p->text, TEXT_MAX);
	OK(store_head_get(judge_store(f.j), f.game, from - 1, &first, &f.why));
	OK(store_head_get(judge_store(f.j), f.game, to, &last, &f.why));
	OK(store_event_list(judge_store(f.j), f.game, first.n_events + 1,
			    last.n_events, plays_note, p, &f.why));
}

/* "37.12": the operator's word, and whether it is taken */
static bool back_to(int64_t point, int64_t event, bool fresh)
{
	enum err e = judge_game_undo_event(f.j, f.game, point, event, fresh,
					   STR("once more"), &f.why);

	if (e && e != ERR_USAGE)
		must(e, "undo");
	forget();
	post();
	return !e;
}

static void undo(struct str rest)
{
	struct str point = STR("");
	int64_t n = 0, event = 0;

	settle();
	if (!parse_field(&rest, '.', &point) ||
	    !parse_int(point, 1, INT32_MAX, &n) ||
	    (rest.s && !parse_int(rest, 1, INT32_MAX, &event)))
		fail_script("undo POINT[.EVENT]");
	if (!back_to(n, event, false))
		fail_script("undo: %s", f.why.text);
}

/* so many lines of the text, whole */
static struct str lines_of(struct str text, int n)
{
	size_t len = 0;

	while (n > 0 && len < text.len)
		n -= text.s[len++] == '\n';
	return (struct str){ text.s, len };
}

static bool is_over(void)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	uint32_t won;

	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	return system_over(view->sys, view->state, &won);
}

/* Who is asked goes on with what was held; they have a form of then. */
static void go_on(void)
{
	static const char *const words[] = { "CONTINUE\n", "CONTINUAR\n" };
	int who = awaited_now();

	mail(who, str_of(words[str_is(str_of(seats[who].language), "es")]));
	refused = false;
	settle();
	for (int i = 0; i < n_seats && !is_over(); i++) {
		mail(i, STR("REPORT\n"));
		pending = false;
	}
}

/* chance of the script's, that no die knows of */
static int pick(int n)
{
	static uint64_t state;

	if (!state)
		state = f.n_random + 1;
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return n < 2 ? 0 : (int)((state >> 33) % (uint64_t)n);
}

static long n_back, n_refused, n_same, n_inside, n_fresh, n_whole;

static void on_as_then(const struct plays *then, int64_t again)
{
	struct plays on;
	size_t common;

	go_on();
	plays_read(&on, again, fix_point(&f), INT64_MAX);
	common = on.text.len < then->text.len ? on.text.len : then->text.len;
	if (memcmp(on.text.s, then->text.s, common) != 0)
		fail_script("on from point %lld: then\n%snow\n%s",
			    (long long)again, then->text.s, on.text.s);
	n_same++;
	n_whole += common == then->text.len;
	buf_release(&on.text);
}

/*
 * Back into one of the last points, up to one of its events: what is played
 * again is what was played then, and so is what comes of the same orders.
 */
static void back_and_on(void)
{
	int64_t point = fix_point(&f) - pick(pick(4) ? 1 : 4), again;
	struct plays then, now;
	int64_t event;

	plays_read(&then, point, point, INT64_MAX);
	event = 1 + pick((int)then.events + 1);
	buf_release(&then.text);
	plays_read(&then, point, point, event);
	if (!back_to(point, event, !pick(8))) {
		why_clear(&f.why);
		n_refused++;
		buf_release(&then.text);
		return;
	}
	n_back++;
	again = fix_point(&f);
	plays_read(&now, again, again, INT64_MAX);
	if (now.n < then.n || !str_equal(lines_of(buf_str(&then.text), now.n),
					 buf_str(&now.text)))
		fail_script("back to %lld.%lld: then\n%snow\n%s",
			    (long long)point, (long long)event, then.text.s,
			    now.text.s ? now.text.s : "");
	/* it halted before that point had come to its end */
	n_inside += now.text.len < then.text.len;
	n_fresh += now.fresh;
	if (pick(2) && !now.fresh)
		on_as_then(&then, again);
	buf_release(&now.text);
	buf_release(&then.text);
}

/* the same with mails as they are printed between */
static void mail_back_and_on(struct str most)
{
	int64_t n;
	int who;

	if (!parse_int(most, 1, 10000, &n))
		fail_script("back NUMBER");
	while (n-- > 0 && (settle(), who = awaited_now()) >= 0) {
		mail_form(who);
		refused = false; /* what the dice have left nothing of */
		settle();
		if (pick(3) && !is_over())
			back_and_on();
	}
	printf("%s: back %ld times, %ld into a point, %ld with fresh dice, "
	       "refused %ld, on as before %ld, to its end %ld\n",
	       script, n_back, n_inside, n_fresh, n_refused, n_same, n_whole);
}

/* a deadline of so many hours passes */
static void silence(struct str hours)
{
	int64_t n;
	int fired;

	settle();
	forget();
	if (!parse_int(hours, 1, 10000, &n))
		fail_script("pass HOURS");
	f.now += n * 3600;
	OK(judge_tick(f.j, &fired, &f.why));
	post();
	if (verbose)
		for (int i = 0; i < n_seats; i++)
			print_story(&seats[i]);
}

/* --- the script -------------------------------------------------------- */

struct play {
	struct game_plan plan;
	struct game_option options[OPTIONS];
	struct buf setup;
	bool seated, started, over;
};

static void seat_add(struct str rest)
{
	struct seat *s = &seats[n_seats];
	struct player *p = &f.p[n_seats];
	struct str name, language;
	struct buf line;

	if (n_seats == SEATS || !parse_field(&rest, ' ', &name) ||
	    !parse_field(&rest, ' ', &language))
		fail_script("player NAME LANGUAGE");
	n_seats++;
	s->name = arena_printf(&f.arena, "%.*s", STR_ARG(name));
	s->language = arena_printf(&f.arena, "%.*s", STR_ARG(language));
	s->address = arena_printf(&f.arena, "p%d@players.test", n_seats);
	memset(s->word, 'a' + n_seats, sizeof(s->word));
	buf_init(&s->told, TEXT_MAX);
	buf_init(&s->form, 64 << 10);
	fix_player(&f, n_seats - 1, s->name, s->address);
	OK(judge_person_add(f.j, name, str_of(s->address), language, STR("UTC"),
			    &p->person, &f.why));
	buf_init(&line, 1000);
	key_render(&p->key.key, STR("key"), &line);
	OK(judge_key_add(f.j, p->person, buf_str(&line), &f.why));
	buf_release(&line);
}

/* the game is there, and its seats are taken */
static void seat_all(struct play *p)
{
	p->plan.name = STR("game");
	p->plan.system = played;
	p->plan.n_players = n_seats;
	p->plan.options = p->options;
	if (p->setup.len)
		p->plan.setup = buf_str(&p->setup);
	OK(judge_game_new(f.j, &p->plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < n_seats; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	post();
	p->seated = true;
}

static void start(struct play *p)
{
	if (!p->seated)
		seat_all(p);
	OK(judge_game_start(f.j, f.game, &f.why));
	post();
	p->started = true;
	if (verbose)
		print_story(&seats[0]);
}

static void over(struct play *p, struct str winners)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	uint32_t expected = 0, won;

	settle();
	OK(judge_game_view(f.j, f.game, 0, view, &f.why));
	if (!system_over(view->sys, view->state, &won))
		fail_script("the game is not over");
	for (size_t i = 0; i < winners.len; i++)
		if (winners.s[i] != ' ')
			expected |= 1u << (winners.s[i] - 'A');
	if (expected != won && !str_is(winners, "nobody"))
		fail_script("the winners are others: %x", (unsigned)won);
	p->over = true;
}

/* by the operator, as it stands */
static void end(struct play *p)
{
	settle();
	if (!is_over())
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	post();
	p->over = true;
}

static void told(struct str rest, bool expected)
{
	struct str who;
	bool all;

	if (!parse_field(&rest, ' ', &who))
		fail_script("whom is what told?");
	all = str_is(who, "all");
	for (int i = 0; i < n_seats; i++)
		if ((all || i == seat_named(who)) &&
		    holds(&seats[i], rest) != expected)
			fail_script("%s is %stold: %.*s", seats[i].name,
				    expected ? "not " : "", STR_ARG(rest));
}

/* a line of the script that is no part of a mail or position */
static void command(struct play *p, struct str line)
{
	struct str word;

	parse_field(&line, ' ', &word);
	line = parse_trim(line);
	if (str_is(word, "player")) {
		seat_add(line);
	} else if (str_is(word, "system")) {
		played = arena_str(&f.arena, line);
	} else if (str_is(word, "option")) {
		if (p->plan.n_options == OPTIONS)
			fail_script("too many options");
		OK(judge_option_parse(f.j, played, arena_str(&f.arena, line),
				      &p->options[p->plan.n_options++],
				      &f.why));
	} else if (str_is(word, "deadline")) {
		if (!parse_int(line, 1, 1000, &p->plan.deadline_s))
			fail_script("deadline HOURS");
		p->plan.deadline_s *= 3600;
	} else if (str_is(word, "words")) {
		if (!parse_int(line, 1, 1000, &p->plan.words_s))
			fail_script("words HOURS");
		p->plan.words_s *= 3600;
	} else if (str_is(word, "seated")) {
		seat_all(p);
	} else if (str_is(word, "start")) {
		start(p);
	} else if (str_is(word, "form")) {
		mail_form(seat_named(line));
	} else if (str_is(word, "forms")) {
		mail_forms(line);
	} else if (str_is(word, "plays")) {
		mail_plays(line);
	} else if (str_is(word, "against")) {
		mail_against(line);
	} else if (str_is(word, "undo")) {
		undo(line);
	} else if (str_is(word, "back")) {
		mail_back_and_on(line);
	} else if (str_is(word, "pass")) {
		silence(line);
	} else if (str_is(word, "told")) {
		told(line, true);
	} else if (str_is(word, "untold")) {
		told(line, false);
	} else if (str_is(word, "refused")) {
		if (!pending || !refused)
			fail_script("nothing was refused");
		refused = false;
		told(line, true);
	} else if (str_is(word, "verified")) {
		/* what the verifiers say of the log: games.py asks them */
	} else if (str_is(word, "verdict")) {
		if (!pending || !str_equal(verdict, line))
			fail_script("the verdict is %.*s", STR_ARG(verdict));
		pending = false;
	} else if (str_is(word, "end")) {
		end(p);
	} else if (str_is(word, "over")) {
		over(p, line);
	} else {
		fail_script("no such line: %.*s", STR_ARG(word));
	}
}

static void play(struct str text)
{
	struct play p = { 0 };
	struct buf lines;
	struct str line, who = STR("");
	int first = 0, n = 0;
	bool more = true;

	buf_init(&p.setup, 64 << 10);
	buf_init(&lines, 64 << 10);
	while (more) {
		bool inside;

		more = parse_line(&text, &line);
		n++;
		inside = more && line.len &&
			 (line.s[0] == ' ' || line.s[0] == '\t');
		if (inside && who.len) {
			buf_adds(&lines, line);
			buf_addc(&lines, '\n');
			continue;
		}
		if (inside) {
			buf_adds(&p.setup, line);
			buf_addc(&p.setup, '\n');
			continue;
		}
		if (who.len) { /* the mail is complete */
			line_no = first;
			mail(seat_named(who), buf_str(&lines));
			buf_clear(&lines);
			who = STR("");
		}
		line = more ? parse_trim(line) : STR("");
		line_no = n;
		if (!line.len || line.s[0] == '#' || str_is(line, "position"))
			continue;
		if (line.len == 2 && line.s[1] == '>') {
			who = (struct str){ line.s, 1 };
			first = n;
			continue;
		}
		command(&p, line);
	}
	settle();
	if (!p.over)
		fail_script("the script ends before the game");
	buf_release(&lines);
	buf_release(&p.setup);
}

/* --- the log ----------------------------------------------------------- */

static enum err line_write(void *context, struct str line, struct why *why)
{
	FILE *to = context;

	(void)why;
	fwrite(line.s, 1, line.len, to);
	return ERR_OK;
}

static void export(const char *path, int slot)
{
	FILE *to = fopen(path, "w");

	if (!to)
		fail_script("%s cannot be written", path);
	OK(export_game(f.j, f.game, slot, line_write, to, &f.why));
	if (fclose(to))
		fail_script("%s cannot be written", path);
}

/* FILE.A, FILE.B ..: what each seat may have of it */
static void export_seats(const char *path)
{
	for (int i = 0; i < n_seats; i++)
		export(arena_printf(&f.arena, "%s.%c", path, 'A' + i), i);
}

int main(int argc, char **argv)
{
	static char text[SCRIPT_MAX];
	FILE *from;
	size_t n;
	int seed = 1;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: mailgame SCRIPT FILE [CATALOG]\n");
		return 2;
	}
	script = argv[1];
	verbose = getenv("MAILGAME_VERBOSE") != NULL;
	from = fopen(script, "r");
	if (!from)
		fail_script("it cannot be read");
	n = fread(text, 1, sizeof(text), from);
	fclose(from);
	sscanf(text, "seed %d", &seed);
	house_open((uint64_t)seed, argc == 4 ? argv[3] : SRCDIR "/db/catalog");
	play(n > 5 && !memcmp(text, "seed ", 5)
		     ? (struct str){ strchr(text, '\n'),
				     n - (size_t)(strchr(text, '\n') - text) }
		     : (struct str){ text, n });
	OK(judge_game_replay(f.j, f.game, &f.why));
	export(argv[2], EXPORT_FULL);
	if (getenv("MAILGAME_SEATS"))
		export_seats(argv[2]);
	house_close();
	return 0;
}
