/*
 * tests/adversary/player/adversary_games.c - random games in which one of the
 * players is hostile, with strangers helping: whatever they mail, the log
 * verifies.
 *
 *	adversary_games SYSTEM [--n GAMES] [--seed SEED] [--out DIR]
 *
 * The honest players send sampled legal decisions as signed orders, their
 * words for the dice, now and then a dispute. Between them come mails of the
 * other side: everything that was ever sent, again, cut, with a byte changed,
 * from other addresses; orders, commands, keys, addresses, disputes, words,
 * wishes to join that are well signed and lie in any field, the first line
 * most of all; other seats' mails in an own signature. The operator pauses,
 * undoes and rules, time passes, mails are late.
 *
 * Of each game: no mail is left undone or breaks its reader, the events give
 * the state once more, the log verifies, and so it does as each seat gets it.
 * --out leaves the full logs for contrib/verify.py. The seed of a game that
 * fails is told; `--n 1 --seed SEED` plays it alone.
 */
#include "../../prop/mailed.h"
#include "base/date.h"
#include "fairness/dice_chain.h"
#include "orders/orders.h"
#include <time.h>

enum {
	PLAYERS = 3, /* two seats, and the hostile player is one of them */
	KEPT = 64,   /* mails that can be sent again */
	TURNS = 40   /* of a game: mails of either side */
};

static struct str kept[KEPT];
static int n_kept, serial[PLAYERS];
static uint8_t word[PLAYERS][WORD_SIZE];
static int64_t n_mails, n_lies, n_accepted;

static bool one_in(int n)
{
	return !pick(n);
}

static void keep(struct str raw)
{
	kept[n_kept < KEPT ? n_kept : pick(KEPT)] = raw;
	n_kept += n_kept < KEPT;
}

static void send(struct str raw)
{
	struct str verdict;

	n_mails++;
	fix_take(&f, raw);
	if (one_in(4)) /* several are worked on together */
		return;
	fix_work(&f);
	verdict = fix_verdict(&f);
	if (getenv("HOSTILE_VERDICTS"))
		printf("verdict %.*s\n", STR_ARG(verdict));
	if (str_is(verdict, "poison") || str_is(verdict, "quarantined") ||
	    !verdict.len)
		fail("a mail is left undone: '%.*s'", STR_ARG(verdict));
	n_accepted += str_is(verdict, "adjudicated");
	fix_post(&f, NULL);
}

static struct str text_of(const char *fmt, ...) PRINTF_LIKE(1, 2);

static struct str text_of(const char *fmt, ...)
{
	struct buf b;
	struct str s;
	char text[LINES_MAX];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	buf_init(&b, LINES_MAX);
	buf_addz(&b, text);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* Signed by who, where it can be signed at all; else as it stands. */
static struct str signed_by(int who, struct str text)
{
	struct canon canon;

	if (sign_prepare(&f.arena, text, &canon))
		return text;
	return fix_signed(&f, who,
			  arena_printf(&f.arena, "%.*s", STR_ARG(text)));
}

/* --- honest players ------------------------------------------------------- */

static const char *word_line(int seat, bool open)
{
	uint8_t hash[WORD_HASH_SIZE];

	if (one_in(10)) /* after one was withheld, or when none was */
		return one_in(2) ? "WORD ANEW\n" : "PALABRA SIN\n";
	if (!open && one_in(4))
		word[seat][0]++; /* a fresh one */
	word_hash(word[seat], hash);
	return arena_printf(
		&f.arena, "WORD %s%s\n", open ? "OPEN " : "",
		open ? hex_of(&f.arena, word[seat], sizeof(word[seat])).s
		     : hex_of(&f.arena, hash, sizeof(hash)).s);
}

/* a decision that is legal for what the seat sees, as a line */
static bool legal_line(int seat, struct buf *out)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct decision d;

	must(judge_game_view(f.j, f.game, seat, view, &f.why), "view");
	if (!kind->rules->random_decision(view->state, seat,
					  trials_init(&trials), &rng, &d))
		return false;
	return grammar_write(kind->grammar, pick(2), &d, out);
}

/* what a table agrees on, an absence or a letter */
static const char *table_line(void)
{
	static const char *const lines[] = {
		"BACK",
		"PROPOSE EXTENSION 48h",
		"PROPOSE PAUSE",
		"PROPOSE SKIP",
		"PROPOSE DRAW",
		"PROPOSE POLICY grace-hours 24",
		"PROPOSE POLICY time-bank-days 2",
		"PROPOSE POLICY deadline MON THU 18:00",
		"PROPOSE POLICY max-missed-deadlines 2",
		"AGREE",
		"AGREE 1",
		"AGREE 2",
		"AGAINST",
		"DEPUTY CY UNTIL 2025-12-20",
		"DEPUTY NOBODY",
		"SAY TO ALL: a word",
		"SAY TO B: between us",
		"BLOCK B",
		"UNBLOCK B",
	};
	int32_t from = (int32_t)(f.now / DAY_S) + pick(12) - 2;
	int32_t until = from + pick(40) - 1;
	int y, m, d, y2, m2, d2;

	if (one_in(2))
		return lines[pick((int)ARRAY_LEN(lines))];
	date_split(from, &y, &m, &d);
	date_split(until, &y2, &m2, &d2);
	return arena_printf(&f.arena, "%s %d-%02d-%02d TO %d-%02d-%02d",
			    one_in(3) ? "PROPOSE REST" : "AWAY", y, m, d, y2,
			    m2, d2);
}

static void honest(int seat)
{
	struct buf lines;
	int n = 1 + pick(3);

	buf_init(&lines, LINES_MAX);
	if (serial[seat] < 2 || one_in(12))
		buf_addz(&lines, word_line(seat, serial[seat] > 0));
	while (n--) {
		if (!legal_line(seat, &lines))
			break;
		buf_addc(&lines, '\n');
	}
	if (one_in(6))
		buf_addz(&lines, "WAIT\n");
	if (one_in(4))
		buf_addf(&lines, "%s\n", table_line());
	if (one_in(60))
		buf_addf(&lines, "DISPUTE %lld so it cannot be\n",
			 (long long)fix_point(&f));
	if (lines.len) {
		int64_t point = fix_point(&f);
		struct str raw = fix_mail(
			&f, f.p[seat].address,
			signed_by(seat,
				  text_of("ORDERS %.*s %c %lld %d\n%s\n%s",
					  STR_ARG(f.name), 'A' + seat,
					  (long long)point, ++serial[seat],
					  fix_seen(&f, point),
					  buf_str(&lines).s)));

		keep(raw);
		send(raw);
	}
	buf_release(&lines);
}

/* --- the other side ----------------------------------------------------------
 */

static int64_t lying_point(void)
{
	static const int64_t odd[] = {
		0, 1, 2, -1, 999999, INT32_MAX, INT64_MAX
	};
	int64_t now = fix_point(&f);

	return one_in(3)   ? now
	       : one_in(2) ? now + pick(7) - 4
			   : odd[pick((int)ARRAY_LEN(odd))];
}

static struct str lying_game(void)
{
	static const char *const odd[] = { "toys", "game", "", "GAME-00000",
					   "game\xe2\x80\x8b-1" };

	return one_in(4) ? str_of(odd[pick((int)ARRAY_LEN(odd))]) : f.name;
}

/* the line SEEN: right, of another point, made up, mistyped, none */
static const char *lying_seen(int64_t point)
{
	char *line = arena_printf(
		&f.arena, "%s\n",
		fix_seen(&f, one_in(2) ? point : 1 + pick((int)fix_point(&f))));

	if (one_in(8))
		return "";
	if (one_in(8))
		line[6 + pick(20)] = 'A';
	return line;
}

static const char *some_address(void)
{
	static const char *const odd[] = {
		"ana@one.test",
		"bob@two.test",
		"cy@three.test",
		"judge@court.test",
		"postmaster@x.test",
		"-o@x.test",
		"|cmd@x.test",
		"new@four.test",
		"ana@one.test\r\nBcc: x@y",
		"\"a b\"@x.test",
	};

	return odd[pick((int)ARRAY_LEN(odd))];
}

static const char *some_key(int who)
{
	struct buf line;
	struct key_secret k = f.p[who].key;
	char *out;

	if (one_in(2)) { /* one that nobody has yet */
		memset(k.seed, 50 + pick(40), sizeof(k.seed));
		ed25519_public(k.seed, k.key.b);
	}
	buf_init(&line, 1000);
	key_render(&k.key, STR("key"), &line);
	out = arena_printf(&f.arena, "%.*s", STR_ARG(buf_str(&line)));
	buf_release(&line);
	return out;
}

static const char *fingerprint(int who)
{
	char text[KEY_FINGERPRINT_MAX];

	key_fingerprint(&f.p[who].key.key, text);
	return arena_printf(&f.arena, "%s", text);
}

static const char *key_line(void)
{
	switch (pick(8)) {
	case 0:
	case 1: return arena_printf(&f.arena, "ADD\n%s", some_key(pick(3)));
	case 2:
		return arena_printf(&f.arena, "REVOKE %s\n",
				    fingerprint(pick(3)));
	case 3:
	case 4: return arena_printf(&f.arena, "ADDRESS %s\n", some_address());
	case 5: return "LANGUAGE es\n";
	case 6: return "ZONE Europe/Madrid\n";
	default: return "ZONE Europe/Nowhere\n";
	}
}

static const char *lying_lines(int who, const char *head)
{
	struct buf b;
	char *out;
	int n = 1 + pick(4);

	buf_init(&b, LINES_MAX / 2);
	while (n--) {
		switch (pick(13)) {
		case 0:
		case 1:
		case 2:
			if (!legal_line(pick(2), &b))
				buf_addz(&b, "END");
			break;
		case 3: buf_addz(&b, word_line(pick(2), one_in(2))); break;
		case 4:
			buf_addf(&b, "DISPUTE %d it was not so", pick(60) - 5);
			break;
		case 5: buf_addz(&b, "MOVE A1 TO 99999 -1"); break;
		case 6:
			buf_addf(&b, "PROPOSE TAKEBACK %lld.%d",
				 (long long)lying_point(), pick(90) - 5);
			break;
		case 7: buf_addz(&b, "WAIT"); break;
		case 8: buf_addz(&b, "UNDO 1.7 mine"); break;
		case 9:
		case 10:
		case 11: buf_addz(&b, table_line()); break;
		default: buf_addz(&b, "REPORT");
		}
		buf_addc(&b, '\n');
	}
	if (!strcmp(head, "KEYS")) {
		buf_clear(&b);
		buf_addz(&b, key_line());
	}
	if (!strcmp(head, "GM")) {
		buf_clear(&b);
		buf_addf(&b, "%s\n",
			 one_in(2) ? "END it is mine" : "UNDO 2 again");
	}
	out = arena_printf(&f.arena, "%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	(void)who;
	return out;
}

/* well signed, and a lie */
static struct str lie(int signer)
{
	static const char *const heads[] = { "ORDERS", "ORDERS",  "ORDENES",
					     "KEYS",   "KEYS",    "GM",
					     "JOIN",   "PREVIEW", "DISPUTE",
					     "ORDRES" };
	const char *head = heads[pick((int)ARRAY_LEN(heads))];
	int64_t point = lying_point();
	struct str game = lying_game(), text;
	int number = one_in(3) ? serial[signer] + 1 : pick(90) - 2;

	if (!strcmp(head, "GM"))
		text = text_of("GM %.*s %lld %d\n%s%s", STR_ARG(game),
			       (long long)point, number, lying_seen(point),
			       lying_lines(signer, head));
	else if (!strcmp(head, "JOIN"))
		text = text_of("JOIN %.*s %c\n", STR_ARG(game), 'A' + pick(4));
	else
		text = text_of("%s %.*s %c %lld %d\n%s%s", head, STR_ARG(game),
			       one_in(3) ? 'A' + pick(5) : 'A' + signer,
			       (long long)point, number, lying_seen(point),
			       lying_lines(signer, head));
	n_lies++;
	return fix_mail(&f, some_address(), signed_by(signer, text));
}

/* a mail that was sent, by another way: cut, changed, inside another */
static struct str again(void)
{
	struct str raw = kept[pick(n_kept)];
	char *bytes = arena_printf(&f.arena, "%.*s", STR_ARG(raw));
	struct str body = str_of(bytes);
	char *blank = strstr(bytes, "\r\n\r\n");

	n_lies++;
	switch (pick(5)) {
	case 0: return raw;
	case 1: return (struct str){ bytes, 1 + (size_t)pick((int)raw.len) };
	case 2:
		bytes[pick((int)raw.len)] ^= (char)(1 << pick(7));
		return (struct str){ bytes, raw.len };
	case 3:
		return fix_mail(&f, some_address(),
				blank ? str_of(blank + 4) : body);
	default:
		/* signed by somebody else, as it stands */
		return fix_mail(&f, some_address(),
				signed_by(1 + pick(2),
					  blank ? str_of(blank + 4) : body));
	}
}

/* a game that stands still proves little */
static void operator_mends(void)
{
	struct why why = { 0 };

	if (mailed_row().state != GAME_PAUSED || one_in(3))
		return;
	for (int i = 1; i < 40; i++)
		judge_game_rule(f.j, f.game, i,
				one_in(3) ? STR("undo") : STR("stands"),
				STR("so it is"), &why);
	judge_game_resume(f.j, f.game, &why);
	fix_post(&f, NULL);
}

static void operator_acts(void)
{
	struct why why = { 0 };
	int64_t point = fix_point(&f);

	/* much of it is refused, as it must be */
	switch (pick(6)) {
	case 0: judge_game_pause(f.j, f.game, STR("a pause"), &why); break;
	case 1:
	case 2: judge_game_resume(f.j, f.game, &why); break;
	case 3:
		judge_game_undo_event(f.j, f.game, point - pick(6),
				      one_in(2) ? pick(80) : 0, one_in(4),
				      STR("again"), &why);
		break;
	case 4:
		judge_game_rule(f.j, f.game, 1 + pick(2),
				one_in(2) ? STR("stands") : STR("undo"),
				STR("so it is"), &why);
		break;
	default: judge_game_extend(f.j, f.game, 3600, &why);
	}
	fix_post(&f, NULL);
}

static void time_passes(void)
{
	int n;

	f.now += one_in(3) ? 3 * 86400 : 60 * pick(600);
	fix_work(&f);
	must(judge_tick(f.j, &n, &f.why), "tick");
	fix_post(&f, NULL);
}

/* --- a game
 * ------------------------------------------------------------------- */

/* Some games are anonymous, some have days for their deadlines, some mercy. */
static void policies_draw(struct game_plan *plan)
{
	static const struct {
		const char *name, *value;
	} some[] = {
		{ "anonymous", "yes" },
		{ "deadline", "mon thu 20:00 UTC" },
		{ "days-off", "sat sun" },
		{ "min-hours", "24" },
		{ "grace-hours", "12" },
		{ "time-bank-days", "2" },
		{ "max-missed-deadlines", "2" },
		{ "abandoned", "play-defaults" },
		{ "absence-days", "9" },
		{ "approval", "majority" },
		{ "proposals-expire", "next-move" },
	};

	for (size_t i = 0; i < ARRAY_LEN(some); i++) {
		if (!one_in(5) || plan->n_policies == GAME_POLICIES_MAX)
			continue;
		plan->policies[plan->n_policies].name = str_of(some[i].name);
		plan->policies[plan->n_policies++].value =
			str_of(some[i].value);
	}
}

static void begin(void)
{
	static const int64_t words_s[] = { 0, 3600, 86400 };
	struct game_plan plan;

	mailed_house("adversary_games", PLAYERS);
	plan = (struct game_plan){ .deadline_s = one_in(2) ? 86400 : 0,
				   .dispute_s = one_in(2) ? 86400 : 0 };
	plan.words_s = words_s[pick(3)];
	for (int i = 0; i < PLAYERS; i++) {
		serial[i] = 0;
		memset(word[i], 1 + i + (int)(seed % 100), sizeof(word[i]));
	}
	n_kept = 0;
	policies_draw(&plan);
	if (!one_in(4)) /* else from its own set-up */
		plan.setup = mailed_position();
	mailed_begin(&plan);
	fix_post(&f, NULL);
}

static void log_write(const char *dir)
{
	char *path = arena_printf(&f.arena, "%s/%s-%llu.jsonl", dir,
				  kind->rules->name, (unsigned long long)seed);
	struct str log = fix_export(&f, EXPORT_FULL);
	FILE *to = fopen(path, "w");

	if (!to || fwrite(log.s, 1, log.len, to) != log.len || fclose(to))
		fail("%s cannot be written", path);
}

static void play(const char *dir)
{
	begin();
	for (int i = 0; i < TURNS; i++) {
		if (!one_in(3))
			honest(pick(2));
		if (one_in(2))
			send(lie(one_in(3) ? 2 : 1));
		if (n_kept && one_in(3))
			send(again());
		if (one_in(5))
			time_passes();
		if (one_in(12))
			operator_acts();
		operator_mends();
	}
	fix_work(&f);
	mailed_end();
	mailed_verify(0, "seat A");
	mailed_verify(1, "seat B");
	if (dir)
		log_write(dir);
	fix_release(&f);
}

int main(int argc, char **argv)
{
	const char *dir = NULL, *system = argc > 1 ? argv[1] : "";
	int64_t n = 20, first = 1;
	time_t told = time(NULL);

	for (int i = 2; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--out"))
			dir = argv[i + 1];
		else if (strcmp(argv[i], "--n") && strcmp(argv[i], "--seed"))
			argc = 0;
		else if (!parse_int(str_of(argv[i + 1]), 0, INT64_MAX / 2,
				    argv[i][2] == 'n' ? &n : &first))
			argc = 0;
	}
	kind = game_kind_find(str_of(system));
	if (argc % 2 || !kind) {
		fprintf(stderr, "usage: adversary_games SYSTEM [--n GAMES] "
				"[--seed SEED] [--out DIR]\n");
		return 2;
	}
	mailed_open();
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, system))
			kind = &games.kinds[i];
	for (seed = (uint64_t)first; seed < (uint64_t)(first + n); seed++) {
		play(dir);
		if (time(NULL) - told >= 10) {
			told = time(NULL);
			printf("%llu of %lld games\n",
			       (unsigned long long)(seed - (uint64_t)first + 1),
			       (long long)n);
			fflush(stdout);
		}
	}
	printf("adversary_games %s: %lld games, seeds %lld to %lld, all verified: "
	       "%lld mails, %lld of them lies or repeated, %lld adjudicated\n",
	       system, (long long)n, (long long)first,
	       (long long)(first + n - 1), (long long)n_mails,
	       (long long)n_lies, (long long)n_accepted);
	games_release(&games);
	return 0;
}
