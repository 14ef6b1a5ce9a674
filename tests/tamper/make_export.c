/*
 * tests/tamper/make_export.c - a game of Rebellion with everything a log can
 * hold, played by signed mail and exported: `make_export DIR` writes DIR/all,
 * DIR/A, DIR/B, DIR/GM, DIR/public and DIR/running.A (.jsonl), the same bytes
 * in every run. The keys are no secrets: 32 times the byte 1 and 2 for the
 * players, 3 for the game master, 99 for the judge, 4 for a second key.
 */
#include "base/date.h"
#include "out.h"
#include "../unit/unit.h"

static struct trials trials;

enum { MAILS_MAX = 40 };

static struct fix f;
static struct play p;
static int serials[3];
static struct dice rng = { .bits = play_chance, .source = "players" };

/* Mails ----------------------------------------------------------------------
 */

static void send(struct str mail)
{
	struct str verdict = fix_send(&f, mail);

	if (str_is(verdict, "adjudicated") || str_is(verdict, "disputed") ||
	    str_is(verdict, "letter"))
		return;
	fprintf(stderr, "%.*s\n-> %.*s\n%.*s\n", STR_ARG(mail),
		STR_ARG(verdict), STR_ARG(fix_posted(&f)));
	exit(1);
}

static void orders(int who, const char *lines)
{
	send(fix_orders(&f, who, fix_point(&f), ++serials[who], lines));
}

/* the same, signed as minisign does */
static void orders_by_minisign(int who, const char *lines)
{
	struct str text = str_of(arena_printf(
		&f.arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n", STR_ARG(f.name),
		'A' + who, (long long)fix_point(&f), ++serials[who],
		fix_seen(&f, fix_point(&f)), lines));
	struct sig s = { .form = SIG_MINISIGN, .comment = STR("by hand") };
	uint8_t message[ED25519_SIG_SIZE + 7];
	struct canon canon;
	struct buf out;

	assert(!sign_prepare(&f.arena, text, &canon));
	ed25519_sign(f.p[who].key.seed, canon.text, s.bytes);
	memcpy(message, s.bytes, ED25519_SIG_SIZE);
	memcpy(message + ED25519_SIG_SIZE, "by hand", 7);
	ed25519_sign(f.p[who].key.seed, bytes_of(message, sizeof(message)),
		     s.global);
	buf_init(&out, 1 << 20);
	sign_render(&canon, true, &out);
	sig_render(&s, &out);
	send(fix_mail(&f, f.p[who].address, buf_str(&out)));
	buf_release(&out);
}

static void master(const char *lines)
{
	send(fix_commands(&f, 2, fix_point(&f), ++serials[2], lines));
}

/* What a change asks is answered from that address, by that key. */
static void keys(int who, const char *lines, struct str attached,
		 const struct key_secret *by, const char *address)
{
	const char *nonce;
	struct str verdict;
	struct key_secret first = f.p[who].key;
	const char *text = arena_printf(
		&f.arena, "KEYS %.*s %c %lld %d\n%s\n%s\n", STR_ARG(f.name),
		'A' + who, (long long)fix_point(&f), ++serials[who],
		fix_seen(&f, fix_point(&f)), lines);
	struct str signed_text = fix_signed(&f, who, text);

	fix_post(&f, NULL);
	verdict = fix_send(
		&f, fix_mail(&f, f.p[who].address,
			     str_of(arena_printf(&f.arena, "%.*s\n%.*s\n",
						 STR_ARG(signed_text),
						 STR_ARG(attached)))));
	if (str_is(verdict, "adjudicated"))
		return;
	assert(str_is(verdict, "challenged"));
	nonce = strstr(fix_posted(&f).s, "\"nonce\":\"");
	assert(nonce);
	f.p[who].key = *by;
	text = arena_printf(&f.arena, "KEYS %.*s %c %.32s\n", STR_ARG(f.name),
			    'A' + who, nonce + 9);
	send(fix_mail(&f, address, fix_signed(&f, who, text)));
	f.p[who].key = first;
}

/* The game -------------------------------------------------------------------
 */

static void start(void)
{
	struct game_option o[1];
	struct game_plan plan = { .name = STR("logbook"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .options = o,
				  .n_options = 1,
				  .words_s = 3 * DAY_S,
				  .deadline_s = 7 * DAY_S };

	OK(judge_option_parse(f.j, plan.system, STR("build=100"), &o[0],
			      &f.why));
	for (int i = 0; i < 3; i++)
		fix_person(&f, i);
	plan.master = f.p[2].person;
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
}

static void word_say(int who, int number, bool open)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];

	memset(word, number, sizeof(word));
	word_hash(word, hash);
	orders(who,
	       arena_printf(&f.arena, "WORD %s%s", open ? "OPEN " : "",
			    open ? hex_of(&f.arena, word, sizeof(word)).s
				 : hex_of(&f.arena, hash, sizeof(hash)).s));
}

static void days_pass(int days)
{
	int n;

	f.now += days * DAY_S + 1;
	OK(judge_tick(f.j, &n, &f.why));
}

/* Ana opens her word, Bob does not: he is named for it. She wants fresh ones,
 * and he seals none. */
static void give_words(void)
{
	word_say(0, 0x30, false);
	word_say(1, 0x31, false);
	word_say(0, 0x30, true);
	days_pass(3);
	orders(0, "WORD ANEW");
	word_say(0, 0x35, false);
	days_pass(3);
	word_say(0, 0x35, true);
}

/* Bob's first key is followed by another. */
static void change_keys(void)
{
	struct key_secret fresh = { .key = { .kind = KEY_ED25519,
					     .len = ED25519_SIZE } };
	char old[2 * 32 + 1], print[2 * 32 + 1];
	struct buf line;

	memset(fresh.seed, 4, sizeof(fresh.seed));
	ed25519_public(fresh.seed, fresh.key.b);
	key_fingerprint_hex(&fresh.key, print);
	key_fingerprint_hex(&f.p[1].key.key, old);
	buf_init(&line, 1000);
	key_render(&fresh.key, STR("fresh"), &line);
	keys(1, arena_printf(&f.arena, "ADD\n%s", print), buf_str(&line),
	     &fresh, f.p[1].address);
	buf_release(&line);
	f.p[1].key = fresh;
	keys(1, arena_printf(&f.arena, "REVOKE\n%s", old), STR(""), &fresh,
	     f.p[1].address);
}

/* Something legal for whoever is awaited, drawn from what that seat sees. */
static const char *draw(int seat, enum rb_phase *phase)
{
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;
	const char *text;
	struct decision d;

	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	*phase = (enum rb_phase)s->head.phase;
	if (s->head.phase == RB_ARMY)
		play_army(seat, &d);
	else if (!system_rebellion.random_decision(view->state, seat, &trials,
						   &rng, &d))
		exit(1);
	text = play_words(&p, &f, &d);
	if (!text)
		exit(1);
	return text;
}

static bool play(int mails)
{
	while (mails--) {
		int seat = play_awaited(&f);
		enum rb_phase phase;
		const char *text;

		if (seat < 0)
			return false;
		text = draw(seat, &phase);
		if (mails % 3 == 0)
			text = arena_printf(&f.arena, "%s\nWAIT", text);
		if (seat == 1 && mails % 5 == 0)
			orders_by_minisign(seat, text);
		else
			orders(seat, text);
		f.now += 3600;
		fix_post(&f, NULL);
	}
	return true;
}

static int64_t rolls_so_far(void)
{
	struct str log = fix_log(&f);
	int64_t n = 0;

	for (size_t i = 0; i + 22 <= log.len; i++)
		n += !memcmp(log.s + i, "\"event\":\"link_opened\"", 21);
	return n;
}

/* An order that rolled: its text, whose, and the point before. */
struct toss {
	const char *text;
	int seat;
	int64_t point;
};

static struct toss toss(void)
{
	struct toss t;
	enum rb_phase phase;
	int64_t links;

	do {
		links = rolls_so_far();
		t.point = fix_point(&f);
		t.seat = play_awaited(&f);
		t.text = draw(t.seat, &phase);
		orders(t.seat, t.text);
		fix_post(&f, NULL);
	} while (rolls_so_far() == links);
	return t;
}

static void undo(const struct toss *t, const char *how)
{
	master(arena_printf(&f.arena, "UNDO %lld%s", (long long)t->point, how));
}

/* Undone, then ordered again: the same link, in other words, too. */
static void undo_and_again(void)
{
	struct toss t = toss();

	undo(&t, "\nA MISREADING");
	orders(t.seat, t.text);
	undo(&t, "\nAND AGAIN");
	orders(t.seat, arena_printf(&f.arena, "%s\nWAIT", t.text));
}

/* Undone with fresh dice, and ordered again: another link. */
static void undo_afresh(void)
{
	struct toss t = toss();

	undo(&t, " FRESH\nA DIE FELL");
	orders(t.seat, t.text);
}

static int64_t dispute(int seat, const char *lines)
{
	int64_t point = fix_point(&f);

	orders(seat, arena_printf(&f.arena, "DISPUTE %lld %s", (long long)point,
				  lines));
	return point;
}

/* The shot that was just adjudicated is disputed, thrice: it stands, it is
 * rolled again, and that is taken back. */
static void disputes(void)
{
	int n;

	dispute(1, "the wood is in the way");
	master("RULE 1 STANDS\nIT IS NOT");
	orders(0, arena_printf(&f.arena, "DISPUTE %lld a die fell",
			       (long long)fix_point(&f) - 2));
	master("RULE 2 REROLL\nIT DID");
	fix_post(&f, NULL);
	f.now += 60;
	OK(judge_tick(f.j, &n, &f.why));
	dispute(1, "and still the wood");
	master("RULE 3 UNDO\nIT WAS, INDEED");
}

/* A report that the judge has signed, and that its log knows nothing of. */
static void lose_history(void)
{
	struct hash head = { { 77 } };
	struct head_token seen = head_token_of(head.b);
	char digits[HEAD_TOKEN_TEXT];
	struct str report, verdict;
	struct sig sig;
	struct buf b;

	head_token_render(&seen, digits);
	report = str_of(arena_printf(
		&f.arena, "HERALDO REPORT %.*s %lld SEEN %s\n", STR_ARG(f.name),
		(long long)fix_point(&f) + 7, digits));
	sig_make(&f.config.key, SIG_REPORT, report, &sig);
	buf_init(&b, SIG_ARMOUR_MAX);
	buf_adds(&b, report);
	sig_render(&sig, &b);
	verdict = fix_send(&f, fix_mail(&f, f.p[0].address, buf_str(&b)));
	buf_release(&b);
	assert(str_is(verdict, "fork_found"));
	fix_post(&f, NULL);
	master("RESUME");
}

/* Standing orders, one that is refused and stops the rest, one whose time is
 * over; and another address. */
static void queues(void)
{
	int seat = play_awaited(&f);

	orders(seat, arena_printf(&f.arena,
				  "ALWAYS IF %c1 DEAD: PASS %c1\n"
				  "SIDE N\nWAIT",
				  'A' + seat, 'A' + seat));
	orders(seat, "FORGET 1\nWAIT");
	orders(seat, arena_printf(&f.arena, "PASS %c9\nEND", 'B' - seat));
	orders(seat, "CLEAR\nWAIT");
	keys(1, "ADDRESS BOB@OTHER.TEST", STR(""), &f.p[1].key,
	     "bob@other.test");
	f.p[1].address = "bob@other.test";
}

/* What a table says beside the game. */
static void table(void)
{
	int64_t point = fix_point(&f);
	struct str from = time_text(&f.arena, f.now + 2 * DAY_S);

	play(3);
	orders(0, arena_printf(&f.arena, "PROPOSE TAKEBACK %lld",
			       (long long)point));
	orders(1, "AGREE 1");
	orders(1, "PROPOSE EXTENSION 12");
	orders(0, "AGREE 2");
	orders(0, "PROPOSE POLICY APPROVAL MAJORITY");
	orders(1, "AGREE 3");
	orders(0, "PROPOSE DRAW");
	orders(1, "AGAINST 4");
	master("POLICY PROPOSAL-DAYS 1");
	orders(0, "PROPOSE PAUSE");
	days_pass(1);
	orders(1, arena_printf(&f.arena, "AWAY %.10s", from.s));
	orders(0, arena_printf(&f.arena, "AUSENTE %.10s", from.s));
	orders(0, "BACK");
	OK(judge_game_policy(f.j, f.game, STR("grace-hours"), STR("5"),
			     &f.why));
	days_pass(12);
	days_pass(1);
	OK(judge_game_policy(f.j, f.game, STR("grace-hours"), STR("0"),
			     &f.why));
	orders(0, "PROPOSE REST 2026-01-20 TO 2026-01-22");
	orders(1, "AGREE 6");
	orders(0, "SAY TO B: Shall we stop here for a while?");
	orders(0, "SAY TO ALL: Good evening.\nDECIR A ÁRBITRO: gracias");
	orders(1, "BLOCK A");
	orders(0, "SAY TO B GM: You do not answer.");
	orders(0, "PROPOSE PAUSE");
	orders(1, "AGREE 7");
	master("RESUME");
}

/* Whoever is awaited has less time, and then none: without the grace that all
 * deadlines have. */
static void paces(void)
{
	int n;

	OK(judge_game_policy(f.j, f.game, STR("grace-hours"), STR("5"),
			     &f.why));
	master("SHORTEN 1");
	master("SKIP");
	OK(judge_tick(f.j, &n, &f.why));
	OK(judge_game_policy(f.j, f.game, STR("grace-hours"), STR("0"),
			     &f.why));
}

/* Another deadline and another option, as the table likes them. */
static void accords(void)
{
	struct str day = time_text(&f.arena, f.now + 3 * DAY_S);

	orders(0,
	       arena_printf(&f.arena, "PROPOSE DEADLINE %.10s 20:00", day.s));
	orders(1, "AGREE 8");
	orders(1, "PROPOSE OPTION NECRO_TOKENS CLEAR");
	orders(0, "AGREE 9");
}

/* Undone to behind the first of what a shot did, and gone on with. */
static void undo_inside(void)
{
	struct toss t = toss();

	master(arena_printf(&f.arena, "UNDO %lld.3\nA SLIP",
			    (long long)fix_point(&f)));
	orders(t.seat, "CONTINUE\nWAIT");
}

/* Eva gives Ana's orders for a while. */
static void deputies(void)
{
	struct str until = time_text(&f.arena, f.now + 9 * DAY_S);
	int64_t point;

	fix_player(&f, 3, "Eva", "eva@five.test");
	memset(f.p[3].key.seed, 5, sizeof(f.p[3].key.seed));
	ed25519_public(f.p[3].key.seed, f.p[3].key.key.b);
	fix_person(&f, 3);
	fix_wishes(&f, 3, 0);
	fix_wishes(&f, 3, 1);
	orders(0, arena_printf(&f.arena, "DEPUTY EVA UNTIL %.10s", until.s));
	point = fix_point(&f);
	send(fix_mail(&f, f.p[3].address,
		      fix_signed(&f, 3,
				 arena_printf(&f.arena,
					      "ORDERS %.*s A %lld 1\n%s\n"
					      "CLEAR\nWAIT\n",
					      STR_ARG(f.name), (long long)point,
					      fix_seen(&f, point)))));
	orders(0, "CLEAR\nWAIT");
	orders(1, arena_printf(&f.arena, "DEPUTY Eva UNTIL %.10s", until.s));
	orders(1, "DEPUTY NOBODY");
}

/* Writing it out -------------------------------------------------------------
 */

int main(int argc, char **argv)
{
	int n;

	if (argc != 2) {
		fprintf(stderr, "usage: make_export DIR\n");
		return 2;
	}
	fix_init(&f, "make_export");
	play_open(&p, &f, &system_rebellion);
	start();
	give_words();
	OK(judge_game_start(f.j, f.game, &f.why));
	play(30);
	change_keys();
	master("PAUSE\nA HOLIDAY");
	master("RESUME");
	play(10);
	undo_and_again();
	disputes();
	undo_afresh();
	lose_history();
	queues();
	table();
	paces();
	accords();
	undo_inside();
	deputies();
	master("EXTEND 24");
	f.now += 30 * DAY_S; /* the one who is awaited stays silent */
	OK(judge_tick(f.j, &n, &f.why));
	master("SET A1.TOKENS 1\nA TOKEN WAS FORGOTTEN");
	out_export(&f, argv[1], "running.A", 0);
	if (play(MAILS_MAX))
		OK(judge_game_end(f.j, f.game, STR("the time is up"), &f.why));
	out_export(&f, argv[1], "all", EXPORT_FULL);
	out_export(&f, argv[1], "A", 0);
	out_export(&f, argv[1], "B", 1);
	out_export(&f, argv[1], "GM", SLOT_GM);
	out_export(&f, argv[1], "public", -1);
	fix_post(&f, NULL);
	play_release(&p, &f);
	return 0;
}
