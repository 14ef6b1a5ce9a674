/*
 * tests/independent_verifier/judge_mails.c - plays games by odd signed mails
 * and exports them: `judge_mails DIR LOGS MAILS SEED` writes DIR/N.jsonl. Each
 * mail is signed over a text that a reader might parse in another way: accents
 * and other letters in keywords, odd blanks, numbers and line ends, and sent
 * quoted, indented, encoded or twice. The judge refuses or executes it; what it
 * executes is in the log, and `heraldo verify` must accept each log here.
 * mails.py asks the second verifier. Prints the number of mails, and of those
 * that the judge executed.
 */
#include "../tamper/out.h"
#include "auth/transfer_encoding.h"
#include "base/date.h"
#include "verifier/verify.h"
#include <inttypes.h>

static struct fix f;
static uint64_t rng;
static int serial[3];
static int64_t n_sent, n_done;

static uint32_t draw(uint32_t n)
{
	rng += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = rng;

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ (z >> 31)) % n);
}

#define PICK(list) ((list)[draw(ARRAY_LEN(list))])

/* The text -------------------------------------------------------------------
 */

static const char *const words[] = {
	"ORDERS",
	"ORDERS",
	"ORDERS",
	"Orders",
	"ORDENES",
	"\xc3\x93RDENES",
	"ORDER",
	"ORDERS+",
	"MOVES",
	"PREVIEW",
	"OR\xcc\x81"
	"DERS",
};
static const char *const seens[] = {
	"SEEN",           "SEEN",        "SEEN",  "Seen", "VISTO",
	"S\xc3\x89\x45N", "SE\xc3\x89N", "SEEN:", "SEE",  "\xc5\xbf\x45\x45N",
	"SEEN\xc2\xa0",
};
/* %d: a number */
static const char *const lines[] = {
	"pick %d",
	"pick %d",
	"roll",
	"wait",
	"roll\nwait",
	"end",
	"SAY TO B: hello %d",
	"SAY TO A: hello\n+ and more %d",
	"S\xc3\x81Y TO ALL: hello",
	"PROPOSE DRAW",
	"PROPOSE EXTENSION %d",
	"AGREE %d",
	"AGAINST %d",
	"I propose a pause",
	"I need one more day",
	"I can't play for 5 hours",
	"I accept the draw",
	"No pause, let's play on",
	"RETRACT",
	"AWAY 2025-12-2%d TO 2025-12-28",
	"BACK",
	"BLOCK B",
	"UNBLOCK B",
	"DISPUTE %d not so",
	"D\xc3\x8dSPUTE %d not so",
	"WORD 0102030405060708090a0b0c0d0e0f101112131415161718",
	"W\xc3\x93RD 0102030405060708090a0b0c0d0e0f101112131415161718",
	"WORD NONE",
	"WORD ANEW",
	"WORD OPEN 30303030303030303030303030303030",
	"PALABRA NINGUNA",
	"PREFER TEXT\npick %d",
	"// a remark %d\npick %d",
	"pick\n+ %d",
	"pick %d // then what",
	"DEPUTY NOBODY",
	"UNSEAL %d",
	"HOLD\npick %d",
	"REPORT\nroll",
	"ROLL\xe2\x80\x8b\nWAIT",
};
static const char *const commands[] = {
	"PAUSE",
	"P\xc3\x81USE\nsummer",
	"RESUME",
	"EXTEND %d",
	"EXTEND 0%d",
	"SHORTEN %d",
	"UNDO %d",
	"UNDO 1%d FRESH",
	"POLICY time-bank-days %d",
	"POLICY absence extend\nPOLICY min-hours 2\nwhy %d",
	"RULE %d STANDS\nit is so",
	"RULE 1 UNDO\nit fell",
	"SKIP B",
	"SKIP",
	"DEADLINE 2025-12-2%d 20:00",
	"UNSEAL %d",
	"// only %d\nPAUSE",
	"PAUSA\nRESUME",
	"DESHACER %d",
};
static const char *const pieces[] = {
	" ",
	"  ",
	"\t",
	"\n",
	"\r",
	"//",
	"+",
	"> ",
	"-",
	"\xc2\xa0",
	"\xcc\x81",
	"\xc2\xad",
	"\xe2\x80\x8b",
	"\xef\xbc\xa1",
	"\xc4\xb1",
	"\xe2\x84\xaa",
	"\xc5\xbf",
	"0",
	"00",
	"\xc3\x9f",
	"\xc3\xb1",
	"\xef\xac\x81",
	"=20",
	"\"",
	"\x0b",
	"\xc2\x85",
	"\xe2\x80\xa8",
	":",
	"-- \n",
	".",
};

/* the line with numbers in it */
static const char *numbered(const char *line)
{
	const char *at = strstr(line, "%d"), *out = line;

	while (at) {
		out = arena_printf(&f.arena, "%.*s%u%s", (int)(at - out), out,
				   draw(8), at + 2);
		at = strstr(out, "%d");
	}
	return out;
}

static const char *changed(const char *text)
{
	size_t len = strlen(text), at = draw((uint32_t)len + 1);
	size_t cut = draw(4) ? 0 : draw(3);

	if (at + cut > len)
		cut = len - at;
	return arena_printf(&f.arena, "%.*s%s%s", (int)at, text, PICK(pieces),
			    text + at + cut);
}

/* most are as they should be but in one point */
static const char *text_of(int who)
{
	int64_t point = fix_point(&f);
	const char *seen = strchr(fix_seen(&f, point), ' ');
	bool odd = !draw(2);
	const char *head = who == 2 ? odd && !draw(4) ? "DJ" : "GM"
			   : odd    ? PICK(words)
				    : "ORDERS";
	const char *text = arena_printf(
		&f.arena, "%s %.*s %s%s%lld %s%d%s\n%s%s\n%s\n", head,
		STR_ARG(f.name),
		who == 2 ? ""
		: who    ? "B "
			 : "A ",
		odd && !draw(6) ? "0" : "", (long long)point,
		odd && !draw(6) ? "0" : "", ++serial[who],
		odd && !draw(8) ? " " : "", odd ? PICK(seens) : "SEEN", seen,
		numbered(who == 2 ? PICK(commands) : PICK(lines)));

	for (uint32_t n = draw(3); n; n--)
		text = draw(3) ? changed(text)
			       : arena_printf(&f.arena, "%s%s\n", text,
					      numbered(PICK(lines)));
	return text;
}

/* The mail -------------------------------------------------------------------
 */

/* false: no such text is signed */
static bool sign_text(int who, const char *text, struct str *out)
{
	struct sig s = { .form = SIG_MINISIGN, .comment = STR("x") };
	uint8_t message[ED25519_SIG_SIZE + 1];
	struct canon canon;
	struct buf b;

	if (sign_prepare(&f.arena, str_of(text), &canon))
		return false;
	buf_init(&b, 1 << 20);
	if (draw(3)) {
		sign_document(&f.p[who].key, &canon, &b);
	} else {
		ed25519_sign(f.p[who].key.seed, canon.text, s.bytes);
		memcpy(message, s.bytes, ED25519_SIG_SIZE);
		message[ED25519_SIG_SIZE] = 'x';
		ed25519_sign(f.p[who].key.seed,
			     bytes_of(message, sizeof(message)), s.global);
		sign_render(&canon, true, &b);
		sig_render(&s, &b);
	}
	*out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return true;
}

static struct str before_lines(struct str text, const char *mark)
{
	struct str line, out;
	struct buf b;

	buf_init(&b, 1 << 20);
	while (parse_line(&text, &line))
		buf_addf(&b, "%s%.*s\n", mark, STR_ARG(line));
	out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static struct str encoded(const char *from, struct str body)
{
	struct buf b;
	struct str out;

	buf_init(&b, 1 << 20);
	buf_addf(&b,
		 "From: %s\r\nTo: judge@court.test\r\n"
		 "Message-ID: <%d@mail.test>\r\nSubject: move\r\n"
		 "MIME-Version: 1.0\r\n"
		 "Content-Type: text/plain; charset=utf-8\r\n"
		 "Content-Transfer-Encoding: quoted-printable\r\n\r\n",
		 from, ++f.n_mails);
	for (size_t i = 0, column = 0; i < body.len; i++) {
		if (body.s[i] == '\n') {
			buf_addz(&b, "\r\n");
			column = 0;
			continue;
		}
		if (column > 60) {
			buf_addz(&b, "=\r\n");
			column = 0;
		}
		buf_addf(&b, "=%02X", (unsigned)(unsigned char)body.s[i]);
		column += 3;
	}
	out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static void send_one(int who)
{
	struct str body, more;
	struct str verdict;

	if (!sign_text(who, text_of(who), &body))
		return;
	switch (draw(8)) {
	case 0: body = before_lines(body, "> "); break;
	case 1: body = before_lines(body, "\t "); break;
	case 2:
		if (sign_text(who, text_of(who), &more))
			body = str_of(arena_printf(&f.arena, "%.*s\n%.*s",
						   STR_ARG(body),
						   STR_ARG(more)));
		break;
	case 3:
		body = str_of(arena_printf(&f.arena, "Hello,\n\n%.*s\n-- \nAna",
					   STR_ARG(body)));
		break;
	default: break;
	}
	verdict = fix_send(&f, draw(4) ? fix_mail(&f, f.p[who].address, body)
				       : encoded(f.p[who].address, body));
	n_sent++;
	n_done += str_is(verdict, "adjudicated") || str_is(verdict, "letter") ||
		  str_is(verdict, "disputed");
}

/* One log --------------------------------------------------------------------
 */

static bool play(const char *path, int mails)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;
	struct game_row g;
	struct str log;
	FILE *out;
	int n;

	fix_init(&f, "judge_mails");
	m.systems = f.config.systems;
	memset(serial, 0, sizeof(serial));
	f.words_s = draw(2) ? 5 * DAY_S : 0;
	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_game(&f, draw(2) ? 9 * DAY_S : 0, fix_person(&f, 2));
	fix_begun(&f);
	for (int i = 0; i < mails; i++) {
		f.now += draw(4000);
		send_one(draw(5) ? (int)draw(2) : 2);
		if (i % 8 == 7)
			OK(judge_tick(f.j, &n, &f.why));
		if (draw(4) == 0 && f.words_s)
			f.now += DAY_S;
	}
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	if (g.state != GAME_ENDED)
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	log = fix_export(&f, EXPORT_FULL);
	out = fopen(path, "w");
	if (!out || fwrite(log.s, 1, log.len, out) != log.len || fclose(out))
		exit(1);
	verify_export(log, &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "%s: line %zu: %s\n", path, r.fault.line,
			r.fault.what);
	fix_release(&f);
	return r.good;
}

int main(int argc, char **argv)
{
	int64_t logs, mails, seed;
	bool good = true;

	if (argc != 5 || !parse_int(str_of(argv[2]), 1, 1000000, &logs) ||
	    !parse_int(str_of(argv[3]), 1, 1000, &mails) ||
	    !parse_int(str_of(argv[4]), 0, INT64_MAX, &seed))
		return 2;
	for (int64_t i = 0; i < logs; i++) {
		struct arena a;

		arena_init(&a);
		rng = (uint64_t)(seed * 1000003 + i);
		good &= play(arena_printf(&a, "%s/%" PRId64 ".jsonl", argv[1],
					  seed * 1000003 + i),
			     (int)mails);
		arena_release(&a);
	}
	printf("%" PRId64 " mails, %" PRId64 " executed\n", n_sent, n_done);
	return good ? 0 : 1;
}
