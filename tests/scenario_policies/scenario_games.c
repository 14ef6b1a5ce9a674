/*
 * tests/scenario_policies/scenario_games.c - random games with all that a table
 * does beside its game: letters, absences, deputies, proposals, drop-outs,
 * take-overs, observers, disputes, in anonymous games and in such that are open
 * to masters; and what comes of it is read by keys that must not see the same
 * things.
 *
 *	scenario_games SYSTEM [--n GAMES] [--seed SEED] [--out DIR]
 *
 * Eight people: some sit, one leads, others watch, stand in, deputize or ask
 * for seats. Every letter and every mail of orders holds a word that nothing
 * else holds. Of each game:
 *
 * - no mail to anybody holds the word of a letter that was not for them, or of
 *   orders of another seat; nor an event for others; in an anonymous game, no
 *   name or fingerprint of others; nor ever an address of theirs;
 * - nor does any export, while the game runs and at its end;
 * - a letter that was taken comes once to each whom it is for, and its author;
 *   one that all of those have opened is in every log, and no other is;
 * - the events give the state once more, each export verifies (--out leaves
 *   them for contrib/verify.py), no mail is left undone;
 * - the same game with other letters between two seats, longer ones, gives
 *   everybody else the same bytes, but for what is signed.
 *
 * The seed of a game that fails is told; `--n 1 --seed SEED` plays it alone.
 */
#include "../prop/mailed.h"
#include "../games/texts.h"
#include "fairness/dice_chain.h"
#include "base/date.h"
#include "judge/policies/spectators.h"
#include "protocol/log_events.h"
#include "judge/policies/press_publish.h"
#include "engine/common.h"
#include "engine/slot.h"
#include "store/store.h"
#include <time.h>

enum {
	PEOPLE = FIX_PLAYERS,
	MASTER = 4, /* who leads it at first */
	TURNS = 60,
	TWINS = 4, /* one game of so many is played twice */
	LETTERS_MAX = 256,
	ORDERS_MAX = 512,
	GOT_MAX = 64 << 20
};

/* A letter that was taken. */
struct sent_letter {
	uint32_t may;    /* who may ever read it, a bit for each person */
	uint32_t seats;  /* whose it is: who sits there later may, too */
	bool to_masters; /* who leads may, too */
	bool open;       /* everybody may, who watches in their time */
	bool named;      /* the master is, in it */
	bool taken;      /* it was */
	bool asked;      /* somebody would open it */
	bool unsealed;   /* all who may read it have: then it is open, too */
	int64_t point;   /* at which it was written */
	bool twin;       /* its words are other ones in the twin of the game */
	/* how often it is mailed: to each place that somebody has; and was */
	int owed[PEOPLE], came[PEOPLE];
	bool reported[PEOPLE]; /* it stood in a report of theirs */
	int64_t counted;       /* the number of the last mail that had it */
};

/* A mail of orders. */
struct sent_orders {
	uint32_t may;
	int seat;
};

struct options {
	bool masked, opens, press_open, hidden, texts;
	int n_seats;
};

/* of proposals, as the log has them; how many were carried out */
#define MARK(word) "\"what\":\"" word "\""
static struct {
	const char *name, *mark;
	int n;
} kinds[] = {
#define KIND(word)                                                             \
	{                                                                      \
		word, MARK(word), 0                                            \
	}
	KIND("draw"),     KIND("end"),       KIND("surrender"), KIND("pause"),
	KIND("takeback"), KIND("extension"), KIND("policy"),    KIND("rest"),
	KIND("due"),      KIND("skip"),      KIND("option"),    KIND("replace"),
};
enum { N_KINDS = (int)ARRAY_LEN(kinds) };

static struct options opt;
static struct sent_letter letters[LETTERS_MAX];
static struct sent_orders orders[ORDERS_MAX];
static int n_letters, n_orders, serial[PEOPLE], n_wishes, n_posted;
static uint32_t typed[PEOPLE]; /* whose name they have written themselves */
static int asks, asks_for;     /* who asked for which seat, -1: nobody */
static bool twin;              /* the second time that a game is played */
static struct buf got[PEOPLE]; /* of the game, without what is signed */
static struct game_ctx *table; /* as it stands */
static uint8_t word[PEOPLE][WORD_SIZE];
static struct {
	int64_t mails, letters, posted, exports, took, deputies, proposals,
		agreed, disputes, rulings, dropouts, watchers, masked, opens,
		twins, unsealed, of_masters, together;
} count;

static const struct {
	const char *name, *address;
} people[PEOPLE] = {
	{ "Zorvan Quillby", "zq0@zorvan.test" },
	{ "Brixley Ormond", "bo1@brixley.test" },
	{ "Tamsin Fjord", "tf2@tamsin.test" },
	{ "Ulric Wexham", "uw3@ulric.test" },
	{ "Maude Kestrel", "mk4@maude.test" },
	{ "Ignatz Pell", "ip5@ignatz.test" },
	{ "Dorrit Vance", "dv6@dorrit.test" },
	{ "Hesper Lund", "hl7@hesper.test" },
};

static bool one_in(int n)
{
	return !pick(n);
}

static const char *text_of(const char *fmt, ...) PRINTF_LIKE(1, 2);

static const char *text_of(const char *fmt, ...)
{
	static char text[4 * LINES_MAX];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return arena_printf(&f.arena, "%s", text);
}

/* --- who is who ----------------------------------------------------------- */

static int who_is(int64_t person)
{
	for (int i = 0; i < PEOPLE; i++)
		if (f.p[i].person == person)
			return i;
	return -1;
}

/* who sits in a slot, -1: nobody */
static int sits(int slot)
{
	const struct seat_row *s = game_ctx_seat(table, slot);

	return s && s->person ? who_is(s->person) : -1;
}

static bool leads(int who)
{
	for (int i = 0; i < table->n_seats; i++)
		if (slot_is_master(table->seats[i].slot) &&
		    table->seats[i].person == f.p[who].person)
			return true;
	return false;
}

static uint32_t bit(int who)
{
	return who < 0 ? 0 : UINT32_C(1) << who;
}

static uint32_t masters(void)
{
	uint32_t who = 0;

	for (int i = 0; i < PEOPLE; i++)
		who |= leads(i) ? bit(i) : 0;
	return who;
}

/* who has this place is mailed the letter */
static void owe(struct sent_letter *l, int slot)
{
	int who = sits(slot);

	if (who < 0)
		return;
	l->may |= bit(who);
	l->owed[who]++;
}

/* a seat, and its deputy, if it says so */
static void owe_seat(struct sent_letter *l, int seat)
{
	owe(l, seat);
	if (table->agreements.seats[seat].deputy.len &&
	    table->agreements.seats[seat].deputy.letters)
		owe(l, SLOT_DEPUTY + seat);
}

/* Which letters are opened by now. */
static void look_unsealed(void)
{
	struct table_state_press a;

	for (int i = 0; i < n_letters; i++) {
		struct sent_letter *l = &letters[i];

		if (!l->asked || l->unsealed)
			continue;
		must(press_publish_look(table, l->point, &a, &f.why),
		     "letters");
		if (!a.open)
			continue;
		/* who watches reads of it in its time */
		l->unsealed = l->open = true;
		count.of_masters += l->named;
		l->point = table->row.point;
		count.unsealed++;
	}
}

/* Who has a place there and does not only watch. */
static uint32_t seated(void)
{
	uint32_t who = 0;

	for (int i = 0; i < table->n_seats; i++)
		if (!spectators_is_place(table->seats[i].slot) &&
		    table->seats[i].person)
			who |= bit(who_is(table->seats[i].person));
	return who;
}

/* How the table stands. Who has come to a seat may read what it has; what is
 * for all is on its way to who had a place then, though they leave it. */
static void look(void)
{
	must(game_ctx_load(f.j, f.game, &f.arena, table, &f.why), "table");
	look_unsealed();
	for (int i = 0; i < n_letters; i++) {
		struct sent_letter *l = &letters[i];

		for (int seat = 0; seat < opt.n_seats; seat++)
			if (l->seats >> seat & 1)
				l->may |= bit(sits(seat));
		if (l->to_masters)
			l->may |= masters();
		if (l->open && l->point <= table->row.point)
			l->may |= seated();
	}
	for (int i = 0; i < n_orders; i++)
		orders[i].may |=
			bit(sits(orders[i].seat)) | (opt.opens ? masters() : 0);
}

/* --- what must not be read ------------------------------------------------ */

static bool is_over(void)
{
	return game_is_over(mailed_row().state);
}

/* May whoever has this slot be told of an event for these? By the manual, not
 * by the judge's own function. */
static bool may_hear(const struct mail_content *l, const struct event *e)
{
	int slot = l->row->slot;
	bool post = e->kind == COMMON_PRESS_SENT ||
		    e->kind == COMMON_PRESS_BLOCKED ||
		    e->kind == COMMON_PRESS_PUBLISH_AGREED;

	if (e->audience == AUDIENCE_ALL)
		return true;
	if (slot < 0)
		return false;
	if (slot < SLOT_GM)
		return e->audience >> slot & 1;
	if (slot < SLOT_OBSERVER)
		return post ? (e->audience & AUDIENCE_GM) != 0 : opt.opens;
	if (slot < SLOT_DEPUTY)
		return false;
	return (e->audience >> (slot - SLOT_DEPUTY) & 1) &&
	       (!post ||
		table->agreements.seats[slot - SLOT_DEPUTY].deputy.letters);
}

/* Who watches is so many points behind, until all is over. */
static void check_behind(const struct mail_content *l)
{
	int64_t behind =
		table->agreements.policy.n[POLICY_SPECTATOR_DELAY_POINTS];

	if (spectators_is_place(l->row->slot) &&
	    !game_is_over(table->row.state) &&
	    l->game->point > table->row.point - behind &&
	    str_is(l->row->kind, "report"))
		fail("who watches is told of point %lld at point %lld",
		     (long long)l->game->point, (long long)table->row.point);
}

static enum err shown(void *context, const struct mail_content *l,
		      struct buf *out, struct why *why)
{
	int who = who_is(l->row->person), slot = l->row->slot;
	bool gone = slot >= 0 && slot < SLOT_GM && sits(slot) != who;
	enum err e = fix_render(context, l, out, why);

	check_behind(l);
	for (int i = 0; i < l->n_events; i++) {
		if (!may_hear(l, &l->events[i]))
			fail("%.*s to slot %d tells an event of kind %d",
			     STR_ARG(l->row->kind), slot, l->events[i].kind);
		if (gone && l->events[i].audience != AUDIENCE_ALL)
			fail("%.*s to %s tells what is hidden of a seat that "
			     "was theirs",
			     STR_ARG(l->row->kind), people[who].name);
	}
	return !e && opt.texts && l->view ? texts_add(l, out, why) : e;
}

static const char *print_of(int who)
{
	static char print[KEY_FINGERPRINT_MAX];

	key_fingerprint(&f.p[who].key.key, print);
	return print;
}

/* the number that stands there */
static int number_of(const char *digits)
{
	int64_t n = -1;

	if (!parse_int((struct str){ digits, strspn(digits, "0123456789") }, 0,
		       INT32_MAX, &n))
		return INT32_MAX;
	return (int)n;
}

/* Is it a letter to all that they may read by now? */
static bool is_open_to(const struct sent_letter *l, uint32_t who)
{
	int64_t behind =
		table->agreements.policy.n[POLICY_SPECTATOR_DELAY_POINTS];

	return l->open && (who & seated() || !who || is_over() ||
			   l->point <= table->row.point - behind);
}

/* Letters and orders that the text holds and who may not read. */
static void check_words(struct str text, uint32_t who, const char *where)
{
	const char *at = text.s, *end = text.s + text.len;

	for (; (at = memmem(at, (size_t)(end - at), "QZ", 2)); at += 2) {
		bool letter = !strncmp(at, "QZLTR", 5);
		int n = number_of(at + 5);

		if (letter &&
		    !(n < n_letters &&
		      (is_open_to(&letters[n], who) || letters[n].may & who)))
			fail("%s has the words of letter %d: %.60s", where, n,
			     at);
		if (!strncmp(at, "QZORD", 5) &&
		    !(n < n_orders && orders[n].may & who))
			fail("%s has the words of orders %d: %.60s", where, n,
			     at);
	}
}

static void check_names(struct str text, int who, const char *where)
{
	for (int of = 0; of < PEOPLE; of++) {
		bool known = of == who || typed[who] >> of & 1;

		/* who leads it is told who asks, and from where */
		if (!known && !leads(who) &&
		    fix_holds(text, people[of].address))
			fail("%s has the address of %s", where,
			     people[of].name);
		if (!opt.masked || known || leads(who) || is_over())
			continue;
		if (fix_holds(text, people[of].name) ||
		    fix_holds(text, print_of(of)))
			fail("%s names %s", where, people[of].name);
	}
}

/* "2025-12-01T00:15:00Z" */
static bool is_quarter(const char *at)
{
	return !strncmp(at + 17, "00Z", 3) &&
	       (!strncmp(at + 14, "00", 2) || !strncmp(at + 14, "15", 2) ||
		!strncmp(at + 14, "30", 2) || !strncmp(at + 14, "45", 2));
}

/* An anonymous game tells no time of what somebody sent but the quarter of an
 * hour before it, or that of a deadline or a command since: no time goes back.
 */
static void check_times(void)
{
	static const char mark[] = "\"event\":\"adjudication\"";
	const char *at = opt.masked ? fix_log(&f).s : "", *last = "";

	while ((at = strstr(at, mark))) {
		bool sent =
			!strncmp(strstr(at, "\"cause\":\"") + 9, "mail", 4) ||
			!strncmp(strstr(at, "\"cause\":\"") + 9, "gm", 2);

		at = strstr(at, "\"at\":\"") + 6;
		if (sent && !is_quarter(at) && strncmp(at, last, 20))
			fail("the log has the time %.20s of a mail", at);
		last = at;
	}
}

/* Copy a mail without hashes, heads, signatures and the MAC in a Message-ID:
 * they differ in each game. */
static void keep(struct buf *out, struct str s)
{
	static const char hex[] = "0123456789abcdef";
	static const char seen[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ-";

	for (size_t i = 0; i < s.len; i++) {
		size_t n = 0, k = 0;

		while (i + n < s.len && s.s[i + n] && strchr(hex, s.s[i + n]))
			n++;
		while (i + k < s.len && s.s[i + k] && strchr(seen, s.s[i + k]))
			k++;
		if (n == 24 || n == 64 ||
		    (n == 10 && i + n < s.len && s.s[i + n] == '@'))
			i += n - 1;
		else if (k >= 30 && memchr(s.s + i, '-', k))
			i += k - 1;
		else
			buf_addc(out, s.s[i]);
	}
}

static int whose(struct str address)
{
	for (int i = 0; i < PEOPLE; i++)
		if (str_is(address, people[i].address))
			return i;
	return -1;
}

/* The letters that are in a mail of that kind have come. Who gets news once a
 * day has them in a report, which may be sent once more. */
static void note_letters(struct str text, int who)
{
	const char *at = text.s, *end = text.s + text.len;
	bool report = str_starts(text, "report to ");

	if (!report && !str_starts(text, "press to "))
		return;
	for (; (at = memmem(at, (size_t)(end - at), "QZLTR", 5)); at += 5) {
		int n = number_of(at + 5);

		if (n < n_letters && report)
			letters[n].reported[who] = true;
		else if (n < n_letters && letters[n].counted != count.posted)
			letters[n].came[who]++;
		if (n < n_letters)
			letters[n].counted = count.posted;
	}
}

static void receive(const struct posting *p)
{
	int who = whose(p->recipient);
	const char *where;

	if (who < 0)
		fail("a mail to %.*s", STR_ARG(p->recipient));
	if (getenv("TABLE_MAILS"))
		printf("to %s: %.*s\n", people[who].name, STR_ARG(p->bytes));
	where = text_of("a mail to %s (%.*s)", people[who].name,
			(int)strcspn(p->bytes.s, "\n"), p->bytes.s);
	check_words(p->bytes, bit(who), where);
	check_names(p->bytes, who, where);
	count.posted++;
	n_posted++;
	note_letters(p->bytes, who);
	keep(&got[who], p->bytes);
}

static void post(void)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	do {
		must(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why),
		     "post");
		for (int i = 0; i < n; i++) {
			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT,
							.code = 250 };
			receive(&v[i]);
		}
		if (n)
			must(judge_posted(f.j, r, n, &f.why), "posted");
	} while (n);
}

/* --- mails ---------------------------------------------------------------- */

static struct str send(int who, struct str body)
{
	struct str verdict;

	count.mails++;
	if (getenv("TABLE_SAID"))
		fprintf(stderr, "%s says:\n%.*s\n", people[who].name,
			STR_ARG(body));
	fix_take(&f, fix_mail(&f,
			      text_of("%s <%s>", people[who].name,
				      people[who].address),
			      body));
	fix_work(&f);
	verdict = fix_verdict(&f);
	if (getenv("TABLE_VERDICTS"))
		printf("%s: %.*s\n", people[who].name, STR_ARG(verdict));
	if (str_is(verdict, "poison") || str_is(verdict, "quarantined") ||
	    !verdict.len)
		fail("a mail is left undone: '%.*s'", STR_ARG(verdict));
	look();
	return verdict;
}

/* Signed, where it can be signed at all; else as it stands. */
static struct str signed_by(int who, const char *text)
{
	struct canon canon;

	return sign_prepare(&f.arena, str_of(text), &canon)
		       ? str_of(text)
		       : fix_signed(&f, who, text);
}

/* "ORDERS game A .." of a seat, signed by who */
static struct str say(int who, int seat, const char *verb, const char *lines)
{
	int64_t point = fix_point(&f);
	struct str verdict = send(
		who, signed_by(who, text_of("%s %.*s %c %lld %d\n%s\n%s\n",
					    verb, STR_ARG(f.name), 'A' + seat,
					    (long long)point, ++serial[who],
					    fix_seen(&f, point), lines)));

	post();
	return verdict;
}

static struct str command(int who, const char *lines)
{
	int64_t point = fix_point(&f);
	struct str verdict = send(
		who, signed_by(who, text_of("GM %.*s %lld %d\n%s\n%s\n",
					    STR_ARG(f.name), (long long)point,
					    ++serial[who], fix_seen(&f, point),
					    lines)));

	post();
	return verdict;
}

/* --- letters -------------------------------------------------------------- */

/* The words of a letter that is to be number n: in the twin of a game other
 * ones, and more. */
static const char *words_of(int n, bool other)
{
	const char *more[] = { "", "\n+ and a second line", "\n+\n+ a third" };
	const char *own = more[pick(3)]; /* drawn in the twin, too */

	return other && twin
		       ? text_of("QZLTR%dX not the same\n+ and so much more of "
				 "it\n+ that it is longer",
				 n)
		       : text_of("QZLTR%dX so I say%s", n, own);
}

/* Whom a line names; its letter, as the table stands now. */
static struct sent_letter addressed(int seat, const char **to)
{
	const struct table_state *g = &table->agreements;
	struct sent_letter l = { .seats = UINT32_C(1) << seat,
				 .point = table->row.point + 1 };
	int other = pick(opt.n_seats);

	switch (pick(6)) {
	case 0:
		*to = "ALL";
		l.open = true;
		break;
	case 1:
		*to = "MASTER";
		l.to_masters = true;
		break;
	case 2:
		*to = "OBSERVERS";
		l.open = true;
		break;
	case 3:
		*to = text_of("%c MASTER", 'A' + other);
		l.to_masters = true;
		l.seats |= UINT32_C(1) << other;
		break;
	default:
		*to = text_of("%c", 'A' + other);
		l.seats |= UINT32_C(1) << other;
		/* as many draws are made in the twin */
		l.twin = seat < 2 && other < 2 && seat != other;
	}
	l.named = l.to_masters;
	l.to_masters |= opt.press_open && !l.open;
	for (int i = 0; i < opt.n_seats; i++)
		if (g->seats[i].blocked >> seat & 1 && i != seat)
			l.seats &= ~(UINT32_C(1) << i);
	for (int i = 0; i < opt.n_seats; i++)
		if (l.seats >> i & 1)
			owe_seat(&l, i);
	for (int i = 0; l.to_masters && i < 4; i++)
		owe(&l, SLOT_GM + i);
	return l;
}

static void write_letter(int who, int seat)
{
	const char *to, *words;
	struct sent_letter l = addressed(seat, &to);
	struct str verdict;

	if (n_letters == LETTERS_MAX)
		return;
	words = words_of(n_letters, l.twin);
	/* it is there before its mails are */
	letters[n_letters++] = l;
	verdict = say(who, seat, "ORDERS",
		      text_of("%s %s: %s", one_in(3) ? "DECIR A" : "SAY TO", to,
			      words));
	letters[n_letters - 1].taken = str_is(verdict, "letter");
	if (letters[n_letters - 1].taken)
		count.letters++;
	else
		memset(letters[n_letters - 1].owed, 0, sizeof(letters[0].owed));
}

/* How many places that it was for have they still? What waited for the next
 * report of one is not mailed to who had it before. */
static int places_of(const struct sent_letter *l, int who)
{
	int n = 0;

	for (int i = 0; l->to_masters && i < 4; i++)
		n += sits(SLOT_GM + i) == who;
	for (int i = 0; i < opt.n_seats; i++)
		if (l->seats >> i & 1)
			n += (sits(i) == who) + (sits(SLOT_DEPUTY + i) == who);
	return n;
}

/* once to each, as soon as others may know that something was sent */
static void letters_came(void)
{
	for (int i = 0; i < n_letters; i++)
		for (int who = 0; who < PEOPLE; who++)
			if (!letters[i].open &&
			    (letters[i].came[who] > letters[i].owed[who] ||
			     (letters[i].came[who] < letters[i].owed[who] &&
			      letters[i].came[who] <
				      places_of(&letters[i], who) &&
			      !letters[i].reported[who])))
				fail("letter %d came %d times to %s, not %d", i,
				     letters[i].came[who], people[who].name,
				     letters[i].owed[who]);
}

/* --- orders --------------------------------------------------------------- */

static bool legal_line(int seat, struct buf *out)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct decision d;

	must(judge_game_view(f.j, f.game, seat, view, &f.why), "view");
	return kind->rules->random_decision(view->state, seat,
					    trials_init(&trials), &rng, &d) &&
	       grammar_write(kind->grammar, pick(2), &d, out);
}

static void order(int who, int seat, const char *verb)
{
	struct buf lines;
	int n = 1 + pick(3);

	if (n_orders == ORDERS_MAX)
		return;
	buf_init(&lines, LINES_MAX);
	if (one_in(8)) {
		uint8_t hash[WORD_HASH_SIZE];

		word_hash(word[who], hash);
		buf_addf(&lines, "WORD %s\n",
			 hex_of(&f.arena, hash, sizeof(hash)).s);
	}
	while (n-- && legal_line(seat, &lines))
		buf_addc(&lines, '\n');
	buf_addf(&lines, "// QZORD%dX\n", n_orders);
	if (one_in(8))
		buf_addz(&lines, "HOLD 30m\n");
	if (one_in(6))
		buf_addz(&lines, "WAIT\n");
	orders[n_orders++] = (struct sent_orders){
		.seat = seat,
		.may = bit(who) | bit(sits(seat)) |
		       bit(sits(SLOT_DEPUTY + seat)) |
		       (opt.opens ? masters() : 0),
	};
	say(who, seat, verb, text_of("%s", buf_str(&lines).s));
	buf_release(&lines);
}

/* --- what is said to the table -------------------------------------------- */

static const char *day(int ahead)
{
	return text_of("%.10s",
		       time_text(&f.arena, f.now + ahead * INT64_C(86400)).s);
}

/* one who has no place at the table, by a name that is typed by who */
static const char *outsider(int who)
{
	int of = one_in(3) ? pick(PEOPLE) : 5 + pick(3);

	typed[who] |= bit(of);
	return people[of].name;
}

static const char *proposal(int who)
{
	static const char *const policies[] = {
		"grace 5",      "lapse 2",        "consent most",
		"away default", "letters public", "letters all"
	};

	switch (pick(16)) {
	case 0: return one_in(2) ? "PROPOSE DRAW" : "PROPOSE SKIP";
	case 1: return one_in(3) ? "PROPOSE END" : "PROPOSE SKIP";
	case 2: return one_in(3) ? "PROPOSE SURRENDER" : "PROPOSE PAUSE";
	case 3: return "PROPOSE PAUSE";
	case 4:
		return one_in(2) ? text_of("PROPOSE TAKEBACK %lld",
					   (long long)fix_point(&f) - pick(6))
				 : text_of("PROPOSE TAKEBACK %lld.%d",
					   (long long)fix_point(&f) - pick(6),
					   pick(40));
	case 5: return text_of("PROPOSE EXTENSION %d", 1 + pick(40));
	case 6:
	case 7:
		return text_of("PROPOSE POLICY %s",
			       policies[pick((int)ARRAY_LEN(policies))]);
	case 8:
		return text_of("PROPOSE REST %s TO %s", day(pick(3)),
			       day(3 + pick(3)));
	case 9: return text_of("PROPOSE DEADLINE %s 20:00", day(1 + pick(5)));
	case 10: return "PROPOSE SKIP";
	case 11: return "PROPOSE OPTION rounds 9";
	default:
		if (asks_for < 0 || one_in(4))
			return text_of("PROPOSE REPLACE %c BY %s",
				       'A' + pick(opt.n_seats), outsider(who));
		typed[who] |= bit(asks);
		return text_of("PROPOSE REPLACE %c BY %s", 'A' + asks_for,
			       people[asks].name);
	}
}

static void answer(int seat)
{
	const struct table_state *g = &table->agreements;

	for (int i = 0; i < g->n_open; i++) {
		int64_t open = g->n_open;

		if (one_in(3))
			continue;
		say(sits(seat), seat, "ORDERS",
		    text_of("%s %lld", one_in(4) ? "AGAINST" : "AGREE",
			    (long long)g->open[i].number));
		count.agreed += table->agreements.n_open < open;
		if (sits(seat) < 0)
			return;
	}
}

static const char *to_table(int who)
{
	switch (pick(6)) {
	case 0: return text_of("AWAY %s TO %s", day(pick(4)), day(4 + pick(5)));
	case 1: return "BACK";
	case 2:
	case 3:
		return text_of("DEPUTY %s UNTIL %s%s", outsider(who),
			       day(1 + pick(6)),
			       one_in(2) ? " WITH LETTERS" : "");
	case 4: return "DEPUTY NOBODY";
	default:
		return text_of("%sBLOCK %c", one_in(2) ? "UN" : "",
			       'A' + pick(opt.n_seats));
	}
}

static const char *question(void)
{
	int64_t point = fix_point(&f);

	switch (pick(10)) {
	case 7: return one_in(2) ? "PREFER DIGEST" : "PREFER SINGLE";
	case 8: return "PREFER QUIET 22:00 TO 07:00";
	case 9: return "PREFERIR IDIOMA es";
	case 0: return "LETTERS";
	case 1: return "HISTORY";
	case 2: return "HISTORY MINE 100";
	case 3: return "REPORT";
	case 4: return text_of("RESEND %lld", (long long)point - pick(9));
	case 5: return text_of("WHY %lld", (long long)point - pick(9));
	default: return "GAMES";
	}
}

/* whose point it is to dispute: what was signed there its masters may see */
static void dispute(int who, int seat)
{
	int64_t point = fix_point(&f) - pick(5);
	struct signed_row s;

	if (point > 1 && !store_signed_get(judge_store(f.j), f.game, point,
					   &f.arena, &s, &f.why))
		for (int i = 0; i < n_orders; i++)
			if (fix_holds(s.text, text_of("QZORD%dX", i)))
				orders[i].may |= masters();
	why_clear(&f.why);
	count.disputes += str_is(
		say(who, seat, "ORDERS",
		    text_of("DISPUTE %lld it was not so", (long long)point)),
		"disputed");
}

/* --- what the table does together ------------------------------------------
 */

/* All agree on this, if it can be. */
static void table_agrees(const char *proposes)
{
	for (int i = 0; i < opt.n_seats && !is_over(); i++) {
		int64_t number = table->agreements.n_proposed + 1;

		if (sits(i) < 0)
			continue;
		say(sits(i), i, "ORDERS", proposes);
		if (table->agreements.n_proposed < number)
			continue;
		for (int k = 0; k < opt.n_seats; k++)
			if (sits(k) >= 0 &&
			    table_state_find(&table->agreements, number))
				say(sits(k), k, "ORDERS",
				    text_of("AGREE %lld", (long long)number));
		return;
	}
}

/* Who has asked for a seat gets it. */
static void table_replaces(void)
{
	/* whoever writes their name has written it */
	for (int i = 0; i < opt.n_seats; i++)
		if (sits(i) >= 0)
			typed[sits(i)] |= bit(asks);
	table_agrees(text_of("PROPOSE REPLACE %c BY %s", 'A' + asks_for,
			     people[asks].name));
}

/* Can it be opened? What a twin has otherwise nobody is to see. */
static bool is_closed(const struct sent_letter *l)
{
	return l->taken && !l->open && !(l->twin && seed % TWINS == 0);
}

/* All who may read a letter open it, or all but one. */
static void table_unseals(void)
{
	int first = pick(n_letters + 1), n = 0;
	bool all = !one_in(3);
	struct sent_letter *l;
	int64_t point;

	while (n < n_letters && !is_closed(&letters[(first + n) % n_letters]))
		n++;
	if (n == n_letters)
		return;
	l = &letters[(first + n) % n_letters];
	l->asked = true;
	point = l->point;
	for (int i = 0; i < opt.n_seats; i++)
		if (sits(i) >= 0 && (all ? l->seats >> i & 1 : one_in(2)))
			say(sits(i), i, "ORDERS",
			    text_of("UNSEAL %lld", (long long)point));
	if (l->named && sits(SLOT_GM) >= 0 && (all || one_in(2)))
		command(sits(SLOT_GM),
			text_of("UNSEAL %lld", (long long)point));
}

/* Some games end by what the table agrees on. */
static void table_ends(void)
{
	static const char *const ways[] = { NULL, "PROPOSE END",
					    "PROPOSE SURRENDER",
					    "PROPOSE DRAW" };

	if (ways[seed % ARRAY_LEN(ways)])
		table_agrees(ways[seed % ARRAY_LEN(ways)]);
}

static void player_acts(int seat)
{
	int who = sits(seat), what = pick(20);

	if (who < 0)
		return;
	if (what < 8)
		order(who, seat, "ORDERS");
	else if (what < 9)
		order(who, seat, "PREVIEW");
	else if (what < 13)
		write_letter(who, seat);
	else if (what < 15)
		say(who, seat, "ORDERS", to_table(who));
	else if (what < 17)
		say(who, seat, "ORDERS", question());
	else if (what < 18)
		count.proposals += str_is(
			say(who, seat, "ORDERS", proposal(who)), "adjudicated");
	else if (what < 19 || one_in(2))
		answer(seat);
	else
		dispute(who, seat);
}

static void deputy_acts(int seat)
{
	int who = sits(SLOT_DEPUTY + seat);

	if (who < 0)
		return;
	count.deputies++;
	if (one_in(4))
		say(who, seat, "ORDERS", question());
	else if (one_in(5))
		say(who, seat, "ORDERS", to_table(who));
	else
		order(who, seat, "ORDERS");
}

/* --- who leads, and who else there is ------------------------------------- */

static const char *ordered_by_master(void)
{
	int64_t point = fix_point(&f);

	switch (pick(14)) {
	case 0: return "EXTEND 24";
	case 1: return "SHORTEN 2";
	case 2: return text_of("SKIP %c", 'A' + pick(opt.n_seats));
	case 3: return "PAUSE\nfor a while";
	case 4:
	case 5: return "RESUME";
	case 6: return "POLICY grace-hours 3";
	case 7: return "PREVIEW\nEXTEND 12";
	case 8:
		return text_of("RULE %d %s\nso it is", 1 + pick(3),
			       one_in(3) ? "UNDO" : "STANDS");
	case 9: return text_of("ADMIT %d", 1 + pick(n_wishes + 1));
	case 10: return text_of("ADMIT %d REPLACE", 1 + pick(n_wishes + 1));
	case 11:
		return one_in(2)
			       ? text_of("UNDO %lld\nonce more",
					 (long long)point - 3)
			       : text_of("UNDO %lld.%d\nonce more",
					 (long long)point - pick(4), pick(40));
	default: return question();
	}
}

static void master_acts(void)
{
	const char *lines = ordered_by_master();
	int who = sits(SLOT_GM), n = one_in(2) ? 1 : 2 + pick(3);
	bool done;

	if (who < 0)
		return;
	for (int i = 1; i < n; i++)
		lines = text_of("%s\n%s", lines, ordered_by_master());
	done = str_is(command(who, lines), "adjudicated");
	count.rulings += done && strstr(lines, "RULE") != NULL;
	count.together += done && n > 1;
}

/* a number that a mail to this person asks back, "" if there is none */
static const char *number_to(int who)
{
	static const char mark[] = "\"nonce\":\"";
	const char *at = got[who].s, *last = NULL;

	while (at && (at = strstr(at, mark)))
		last = at += sizeof(mark) - 1;
	return last ? text_of("%.*s", (int)strcspn(last, "\""), last) : "";
}

/* somebody asks for a seat, or to watch, and proves it */
static void somebody_asks(void)
{
	/* who had a seat would have it again */
	int who = pick(PEOPLE), seat = pick(opt.n_seats);
	bool watches = one_in(2);
	const char *to =
		watches ? text_of("WATCH %.*s", STR_ARG(f.name))
			: text_of("JOIN %.*s %c", STR_ARG(f.name), 'A' + seat);
	struct buf key;
	const char *before = number_to(who), *number;

	buf_init(&key, 1000);
	key_render(&f.p[who].key.key, STR("key"), &key);
	send(who, str_of(text_of("-----BEGIN HERALDO ORDERS-----\n%s\n"
				 "-----END HERALDO ORDERS-----\n%s\n",
				 to, buf_str(&key).s)));
	buf_release(&key);
	post();
	number = number_to(who);
	if (!*number || !strcmp(number, before))
		return;
	send(who, signed_by(who, text_of("%s %s\n%s\n", to, number,
					 fix_seen(&f, 0))));
	n_wishes++;
	if (!watches) {
		asks = who;
		asks_for = seat;
	}
	post();
}

/* One more key, the old one or another's address: all are told, or nobody. */
static const char *key_line(int who)
{
	struct key_secret more = f.p[who].key;
	struct buf line;
	const char *text;
	int of;

	switch (pick(4)) {
	case 0: return "LANGUAGE es\n";
	case 1: return "ZONE Europe/Madrid\n";
	case 2:
		/* who has that address is asked, and told by whom */
		of = pick(PEOPLE);
		if (opt.masked)
			break;
		typed[who] |= bit(of);
		return text_of("ADDRESS %s\n", people[of].address);
	default: break;
	}
	more.seed[1] = (uint8_t)(1 + pick(200));
	ed25519_public(more.seed, more.key.b);
	buf_init(&line, 1000);
	key_render(&more.key, STR("key"), &line);
	text = text_of("ADD\n%s\n", buf_str(&line).s);
	buf_release(&line);
	return text;
}

static void keys_change(int seat)
{
	int who = sits(seat);

	if (who >= 0)
		say(who, seat, "KEYS", key_line(who));
}

/* Some mail to them comes back. */
static void mail_bounces(void)
{
	int who = pick(PEOPLE);
	struct outbox_row row;
	int64_t id = 1 + pick(n_posted + 1);
	struct str raw;

	if (store_outbox_get(judge_store(f.j), id, &f.arena, &row, &f.why)) {
		why_clear(&f.why);
		return;
	}
	raw = str_of(arena_printf(
		&f.arena,
		"From: MAILER-DAEMON@x.test\r\nTo: judge@court.test\r\n"
		"Return-Path: <>\r\nAuto-Submitted: auto-replied\r\n"
		"Content-Type: multipart/report; report-type=delivery-status;"
		" boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n"
		"no\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n"
		"Reporting-MTA: dns; x.test\r\n\r\n"
		"Final-Recipient: rfc822; %s\r\nAction: failed\r\n"
		"Status: 5.1.1\r\n\r\n--x\r\n"
		"Content-Type: text/rfc822-headers\r\n\r\n"
		"Message-ID: <%.*s>\r\n\r\n--x--\r\n",
		people[who].address, STR_ARG(row.message_id)));
	fix_take(&f, raw);
	fix_work(&f);
	look();
	post();
}

static void operator_acts(void)
{
	struct why why = { 0 };
	int who = pick(PEOPLE);

	switch (pick(8)) {
	case 0:
		count.took += !judge_seat(f.j, f.game, pick(opt.n_seats),
					  f.p[who].person, &why);
		break;
	case 1:
		judge_seat(f.j, f.game, SLOT_GM + pick(2), f.p[who].person,
			   &why);
		break;
	case 2:
		judge_seat(f.j, f.game, SLOT_OBSERVER + pick(3),
			   f.p[who].person, &why);
		break;
	case 3:
		judge_join_admit(f.j, 1 + pick(n_wishes + 1), one_in(2), &why);
		break;
	case 4:
		judge_game_undo_event(f.j, f.game, fix_point(&f) - pick(6),
				      one_in(2) ? pick(80) : 0, false,
				      STR("again"), &why);
		break;
	case 5: judge_game_rule(f.j, f.game, 1, STR("stands"), STR("so"), &why);
	/* fallthrough */
	default: judge_game_resume(f.j, f.game, &why);
	}
	look();
	post();
}

/* a game that stands still proves little */
static void mend(void)
{
	struct why why = { 0 };

	if (mailed_row().state != GAME_PAUSED || one_in(4))
		return;
	for (int i = 1; i < 12 && sits(SLOT_GM) >= 0 && one_in(2); i++)
		count.rulings +=
			str_is(command(sits(SLOT_GM),
				       text_of("RULE %d %s\nso it is", i,
					       one_in(3) ? "UNDO" : "STANDS")),
			       "adjudicated");
	for (int i = 1; i < 12; i++)
		judge_game_rule(f.j, f.game, i, STR("stands"), STR("so it is"),
				&why);
	judge_game_resume(f.j, f.game, &why);
	look();
	post();
}

static void time_passes(int64_t seconds)
{
	int n;

	f.now += seconds;
	fix_work(&f);
	must(judge_tick(f.j, &n, &f.why), "tick");
	look();
	post();
}

/* --- logs ----------------------------------------------------------------- */

static void log_write(const char *dir, const char *name, struct str log)
{
	char *path =
		arena_printf(&f.arena, "%s/%s-%llu.%s.jsonl", dir,
			     kind->rules->name, (unsigned long long)seed, name);
	FILE *to = fopen(path, "w");

	if (!to || fwrite(log.s, 1, log.len, to) != log.len || fclose(to))
		fail("%s cannot be written", path);
}

/* No letter is in the whole log but what was opened. */
static void check_closed(struct str log)
{
	const char *at = log.s, *end = log.s + log.len;

	for (; (at = memmem(at, (size_t)(end - at), "QZLTR", 5)); at += 5) {
		int n = number_of(at + 5);

		if (n >= n_letters || !letters[n].unsealed)
			fail("the whole log has letter %d", n);
	}
}

/* And that is in every log. */
static void check_unsealed(struct str log, const char *where)
{
	for (int i = 0; i < n_letters; i++)
		if (letters[i].unsealed &&
		    !fix_holds(log, text_of("QZLTR%dX", i)))
			fail("%s has not letter %d, which is open", where, i);
}

static void check_log(int slot, const char *name, const char *dir)
{
	struct str log = fix_export(&f, slot);
	const char *where = text_of("the log of %s", name);
	/* whoever sits there has it; in a full one letters are of nobody */
	uint32_t who = slot == EXPORT_FULL    ? 0
		       : slot < 0             ? 0
		       : slot_is_master(slot) ? masters()
					      : bit(sits(slot));

	mailed_verify(slot, name);
	count.exports++;
	if (slot != EXPORT_FULL) {
		check_words(log, who, where);
		for (int of = 0; of < PEOPLE; of++)
			if (opt.masked && !is_over() &&
			    (fix_holds(log, people[of].name) ||
			     fix_holds(log, print_of(of))))
				fail("%s names %s", where, people[of].name);
	} else {
		check_closed(log);
	}
	if (slot == EXPORT_FULL || !opt.masked)
		check_unsealed(log, where);
	for (int of = 0; of < PEOPLE; of++)
		if (fix_holds(log, people[of].address))
			fail("%s has an address", where);
	if (dir)
		log_write(dir, name, log);
}

static void check_logs(const char *dir)
{
	static const char *const names[] = { "A", "B", "C", "D" };

	check_times();
	check_log(-1, "public", dir);
	check_log(SLOT_GM, "GM", dir);
	for (int i = 0; i < opt.n_seats; i++)
		check_log(i, names[i], dir);
	if (is_over())
		check_log(EXPORT_FULL, "all", dir);
}

/* --- a game --------------------------------------------------------------- */

static void plan_policy(struct game_plan *p, const char *name,
			const char *value)
{
	p->policies[p->n_policies].name = str_of(name);
	p->policies[p->n_policies++].value = str_of(value);
}

static void plan_policies(struct game_plan *p)
{
	static const char *const few[] = { "0", "1", "2", "3" };

	opt.masked = one_in(4);
	opt.opens = one_in(4);
	opt.press_open = one_in(5);
	opt.hidden = one_in(3);
	opt.texts = one_in(4);
	if (opt.masked)
		plan_policy(p, "anonymous", "yes");
	if (opt.opens)
		plan_policy(p, "gm-sees-hidden", "yes");
	if (opt.press_open)
		plan_policy(p, "press-gm-reads", "yes");
	if (opt.hidden)
		plan_policy(p, "spectators-hidden", "yes");
	plan_policy(p, "spectator-delay-points", few[pick(4)]);
	plan_policy(p, "spectator-mails", one_in(2) ? "all" : "day");
	plan_policy(p, "max-missed-deadlines", few[pick(3)]);
	plan_policy(p, "abandoned", one_in(2) ? "wait" : "play-defaults");
	plan_policy(p, "approval", one_in(2) ? "unanimous" : "majority");
	plan_policy(p, "time-bank-days", few[pick(3)]);
	plan_policy(p, "absence", one_in(2) ? "extend" : "ignore");
	plan_policy(p, "proposals-expire", one_in(4) ? "next-move" : "time");
	count.masked += opt.masked;
	count.opens += opt.opens;
}

static void house(void)
{
	mailed_house("scenario_games", 0);
	judge_close(f.j);
	fix_forget(&f);
	f.config.env.render = shown;
	fix_open(&f);
	for (int i = 0; i < PEOPLE; i++) {
		fix_player(&f, i, people[i].name, people[i].address);
		fix_person(&f, i);
		serial[i] = 0;
		typed[i] = 0;
		memset(word[i], 1 + i, sizeof(word[i]));
		buf_init(&got[i], GOT_MAX);
	}
	n_letters = n_orders = n_wishes = n_posted = 0;
	asks_for = -1;
	memset(letters, 0, sizeof(letters));
	table = arena_alloc(&f.arena, sizeof(*table));
}

static void begin(void)
{
	static const int64_t deadlines[] = { 0, 86400, 3 * 86400 };
	struct game_plan plan = { .name = STR("game"),
				  .system = str_of(kind->rules->name) };

	house();
	plan_policies(&plan);
	plan.deadline_s = deadlines[pick(3)];
	plan.dispute_s = 10 * 86400;
	plan.words_s = one_in(4) ? 86400 : 0;
	plan.master = f.p[MASTER].person;
	opt.n_seats = 2;
	if (one_in(5))
		opt.n_seats = 2 + pick(3);
	else
		plan.setup = mailed_position();
	plan.n_players = opt.n_seats;
	must(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why),
	     "a new game");
	for (int i = 0; i < opt.n_seats; i++)
		must(judge_seat(f.j, f.game, i, f.p[i].person, &f.why), "seat");
	must(judge_game_start(f.j, f.game, &f.why), "start");
	look();
	post();
}

static void turn(void)
{
	int seat = pick(opt.n_seats);

	for (int i = 1 + pick(3); i > 0 && !is_over(); i--)
		player_acts(one_in(3) ? pick(opt.n_seats) : seat);
	if (one_in(2))
		deputy_acts(pick(opt.n_seats));
	if (one_in(4))
		master_acts();
	if (one_in(9))
		somebody_asks();
	if (asks_for >= 0 && one_in(6))
		table_replaces();
	if (one_in(8))
		table_unseals();
	if (one_in(20))
		keys_change(seat);
	if (one_in(20))
		mail_bounces();
	if (one_in(14))
		operator_acts();
	if (one_in(4))
		time_passes(one_in(3) ? 86400 * (1 + pick(2)) : 60 * pick(900));
	mend();
}

/* What the tables agreed on, by its kind. */
static void count_agreed(void)
{
	static const char proposed[] = "\"event\":\"proposed\"";
	static const char decided[] = "\"event\":\"decided\"";
	int what[ORDERS_MAX] = { 0 }, n = 0;
	const char *at = fix_log(&f).s, *end;

	for (; *at; at = end + 1) {
		end = at + strcspn(at, "\n");
		if (!*end)
			break;
		for (int k = 0; memmem(at, (size_t)(end - at), proposed,
				       sizeof(proposed) - 1) &&
				k < N_KINDS;
		     k++)
			if (memmem(at, (size_t)(end - at), kinds[k].mark,
				   strlen(kinds[k].mark)) &&
			    n + 1 < ORDERS_MAX)
				what[++n] = k + 1;
		if (memmem(at, (size_t)(end - at), decided,
			   sizeof(decided) - 1) &&
		    memmem(at, (size_t)(end - at), "accepted", 8)) {
			int of = number_of(strstr(at, "\"number\":") + 9);

			if (of <= n && what[of])
				kinds[what[of] - 1].n++;
		}
	}
}

static void play(const char *dir)
{
	begin();
	for (int i = 0; i < TURNS && !is_over(); i++) {
		turn();
		if (one_in(20))
			check_logs(NULL);
		if (i > TURNS / 2 && i % 6 == 0)
			table_ends();
	}
	/* what is over can be opened */
	for (int i = 0; i < 4; i++)
		table_unseals();
	time_passes(5 * 86400);
	mailed_end();
	look();
	time_passes(86400);
	for (int i = 0; i < table->n_seats; i++)
		count.watchers += spectators_is_place(table->seats[i].slot) &&
				  table->seats[i].person;
	letters_came();
	check_logs(dir);
	count_agreed();
}

static void game_close(void)
{
	for (int i = 0; i < PEOPLE; i++)
		buf_release(&got[i]);
	fix_release(&f);
}

/* whoever could read a letter that differs */
static uint32_t touched(void)
{
	uint32_t who = 0;

	for (int i = 0; i < n_letters; i++)
		if (letters[i].twin)
			who |= letters[i].may;
	return who;
}

/*
 * Blank the nonces of challenges: they follow from a secret and the bytes of
 * the mail that asked, so they differ and tell nothing without the secret.
 */
static void blank_nonces(struct str text)
{
	static const char nonce[] = "\"nonce\":\"";
	size_t len = sizeof(nonce) - 1;

	for (size_t i = 0; i + len + 8 <= text.len; i++)
		if (!memcmp(text.s + i, nonce, len))
			memset((char *)(uintptr_t)(text.s + i + len), '0', 8);
}

/* The game once more, with other letters between A and B. */
static void play_twin(void)
{
	struct buf before[PEOPLE];
	uint32_t who = touched();

	for (int i = 0; i < PEOPLE; i++) {
		buf_init(&before[i], GOT_MAX);
		buf_adds(&before[i], buf_str(&got[i]));
	}
	game_close();
	twin = true;
	play(NULL);
	twin = false;
	who |= touched();
	for (int i = 0; i < PEOPLE; i++) {
		struct str a = buf_str(&before[i]), b = buf_str(&got[i]);
		size_t n = 0;

		blank_nonces(a);
		blank_nonces(b);
		while (n < a.len && n < b.len && a.s[n] == b.s[n])
			n++;
		if (!(who >> i & 1) && (n < a.len || n < b.len))
			fail("%s sees which letters A and B write:\n%.300s\n"
			     "and\n%.300s",
			     people[i].name, a.s + n - (n > 100 ? 100 : n),
			     b.s + n - (n > 100 ? 100 : n));
		buf_release(&before[i]);
	}
	count.twins++;
}

static bool options_read(int argc, char **argv, const char **dir, int64_t *n,
			 int64_t *first)
{
	for (int i = 2; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--out"))
			*dir = argv[i + 1];
		else if ((strcmp(argv[i], "--n") &&
			  strcmp(argv[i], "--seed")) ||
			 !parse_int(str_of(argv[i + 1]), 0, INT64_MAX / 2,
				    argv[i][2] == 'n' ? n : first))
			return false;
	}
	kind = argc > 1 ? game_kind_find(str_of(argv[1])) : NULL;
	return argc % 2 == 0 && kind;
}

static bool is_sure(const char *what)
{
	return !strcmp(what, "draw") || !strcmp(what, "end") ||
	       !strcmp(what, "surrender") || !strcmp(what, "replace");
}

static void tell(int64_t n, int64_t first)
{
	printf("scenario_games %s: %lld games, seeds %lld to %lld, %lld without "
	       "names, %lld open, %lld twins: %lld mails, %lld letters, %lld "
	       "mails sent, %lld logs verified; %lld acts of deputies, %lld "
	       "proposals, %lld decided, %lld disputes, %lld rulings, %lld "
	       "take-overs, %lld observers, %lld letters opened, %lld of "
	       "them to masters, %lld mails of several commands\n",
	       kind->rules->name, (long long)n, (long long)first,
	       (long long)(first + n - 1), (long long)count.masked,
	       (long long)count.opens, (long long)count.twins,
	       (long long)count.mails, (long long)count.letters,
	       (long long)count.posted, (long long)count.exports,
	       (long long)count.deputies, (long long)count.proposals,
	       (long long)count.agreed, (long long)count.disputes,
	       (long long)count.rulings, (long long)count.took,
	       (long long)count.watchers, (long long)count.unsealed,
	       (long long)count.of_masters, (long long)count.together);
	for (int k = 0; k < N_KINDS; k++)
		printf("%s%s %d", k ? ", " : "agreed on: ", kinds[k].name,
		       kinds[k].n);
	printf("\n");
	/* else nothing was proved */
	if (n >= 20 && (!count.letters || !count.deputies || !count.agreed ||
			!count.took || !count.watchers || !count.masked ||
			!count.opens || !count.disputes || !count.together))
		fail("what this is about never happened");
	/* in a few games they all do: table_ends, table_replaces */
	for (int k = 0; k < N_KINDS && n >= 6; k++)
		if (!kinds[k].n && is_sure(kinds[k].name))
			fail("no table agreed on %s", kinds[k].name);
	if (n >= 6 && !count.unsealed)
		fail("no letter was opened");
}

int main(int argc, char **argv)
{
	const char *dir = NULL;
	int64_t n = 20, first = 1;

	if (!options_read(argc, argv, &dir, &n, &first)) {
		fprintf(stderr, "usage: scenario_games SYSTEM [--n GAMES] "
				"[--seed SEED] [--out DIR]\n");
		return 2;
	}
	mailed_open();
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, argv[1]))
			kind = &games.kinds[i];
	must(texts_open(&f.why), "words");
	for (seed = (uint64_t)first; seed < (uint64_t)(first + n); seed++) {
		play(dir);
		if (seed % TWINS == 0)
			play_twin();
		game_close();
	}
	tell(n, first);
	texts_close();
	games_release(&games);
	return 0;
}
