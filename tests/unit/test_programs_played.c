/*
 * tests/unit/test_programs_played.c - what the judge does with each mail of
 * tests/mail/programs, in a game that is played here.
 *
 * A mail keeps its shape: fields, parts, encodings, quotes and wrapping. Only
 * game, point, head, nonce and signature are those of the game here, character
 * for character in their places. Old texts that it quotes are sent before it.
 * The golden file has the verdict of each mail and what was answered.
 */
#include "tool.h"
#include "play_fixture.h"
#include "programs_fixture.h"
#include "golden.h"
#include "judge/inbox/signer.h"
#include <ctype.h>
#include <inttypes.h>

enum { EVE = 5, PERSONS, MAIL_ROOM = 2 << 20, ARMY_POINT = 4, LINE = 72 };

static const char *const addresses[PERSONS] = {
	"ana@example.org",    "ben@example.org",   "alice@example.org",
	"blanca@example.org", "carol@example.org", "eve@example.org"
};

/* the games of the mails, and who sat there */
static struct live {
	const char *old;
	int seat[2];
	struct str name;
	int64_t game, first; /* its first point with orders */
	int64_t sent;        /* the point of the old text, once it was sent */
	bool open, early;    /* not started; without armies */
} live[] = {
	{ .old = "harbour-a1c1a", .seat = { 0, 1 } },
	{ .old = "cellar-305d3", .seat = { 0, 1 }, .early = true },
	{ .old = "tower-5ad2f", .seat = { 0, 1 } },
	{ .old = "harbour-ea9f9", .seat = { 2, 3 } },
	{ .old = "bay-67922", .seat = { 4, 2 } },
	{ .old = "tower-73e85", .seat = { EVE, 2 } },
	{ .old = "meadow-72f1e", .seat = { 0, 1 } },
	{ .old = "hollow-a2927", .seat = { 0, 1 }, .early = true },
	{ .old = "orchard-ea9b1", .seat = { 0, 1 }, .open = true },
	{ .old = "lagoon-ad269", .seat = { 0, 1 } },
	{ .old = "willow-31b05", .seat = { 0, 1 }, .open = true },
};

static struct games rebellion;
static struct pgp *pgp;

/* The bytes of a mail, loosely ----------------------------------------------
 */

static struct str from(struct str s, size_t n)
{
	return (struct str){ s.s + n, s.len - n };
}

static char upper(char c)
{
	return (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
}

/* The length of the encoded form of this character at the start of s; 0: s
 * starts with another character. */
static size_t char_at(struct str s, char c, bool exact)
{
	static const char *const blanks[] = { " ",    "\t",     "=20",
					      "=A0",  "=C2=A0", "\xc2\xa0",
					      "\xa0", "&nbsp;" };

	for (size_t i = 0; c == ' ' && i < ARRAY_LEN(blanks); i++)
		if (str_starts(s, blanks[i]))
			return strlen(blanks[i]);
	if (c == '=' && str_starts(s, "=3D"))
		return 3;
	return s.len && (exact ? s.s[0] == c : upper(s.s[0]) == upper(c));
}

/* "1. ", "12) ": the number that a list puts before a line */
static size_t number_at(struct str s)
{
	size_t n = 0;

	while (n < s.len && isdigit((unsigned char)s.s[n]))
		n++;
	return n && n + 1 < s.len && strchr(".)", s.s[n]) && s.s[n + 1] == ' '
		       ? n + 2
		       : 0;
}

/* The length of a break within a line: a soft one, or what a program made of
 * a long line; with what it puts around lines. */
static size_t break_at(struct str s)
{
	static const char *const ends[] = { "\r\n", "\n",     "=\r\n",
					    "=\n",  "=0D=0A", "=0A",
					    "<br>", "</p>",   "</li>" };
	static const char *const marks[] = {
		">",         "|",      " ",   "\t",     "*",
		"\xc2\xa0",  "=C2=A0", "=20", "&nbsp;", "\xe2\x80\xa2",
		"=E2=80=A2", "Ana>",   "<b>", "</b>",   "<p>",
		"<li>",      "<br>"
	};
	bool ended = false;
	size_t n = 0;

	for (size_t step = 1; step; n += step) {
		struct str rest = from(s, n);

		step = 0;
		for (size_t i = 0; !step && i < ARRAY_LEN(ends); i++)
			step = str_starts(rest, ends[i]) ? strlen(ends[i]) : 0;
		ended |= step > 0;
		for (size_t i = 0; !step && i < ARRAY_LEN(marks); i++)
			step = str_starts(rest, marks[i]) ? strlen(marks[i])
							  : 0;
		if (!step && ended)
			step = number_at(rest);
	}
	return ended ? n : 0;
}

/* Copy `old` as `new`, which is as long, if it stands at the beginning of
 * text; its length there, or 0. */
static size_t swap_at(struct str text, const char *old, const char *new,
		      bool exact, struct buf *out)
{
	size_t kept = out->len, at = 0;
	bool small = text.len && text.s[0] >= 'a';

	for (size_t k = 0; old[k]; k++) {
		size_t n;

		while (k && !char_at(from(text, at), old[k], exact) &&
		       (n = break_at(from(text, at)))) {
			buf_add(out, text.s + at, n);
			at += n;
		}
		n = char_at(from(text, at), old[k], exact);
		if (!n) {
			out->len = kept;
			return 0;
		}
		if (old[k] == new[k])
			buf_add(out, text.s + at, n);
		else
			buf_addc(out, exact || !small ? new[k]
				      : new[k] >= 'A' && new[k] <= 'Z'
					      ? (char)(new[k] + 32)
					      : new[k]);
		at += n;
	}
	return at;
}

static struct str taken(struct buf *b)
{
	struct str s = arena_str(&f.arena, buf_str(b));

	assert_false(b->full);
	buf_release(b);
	return s;
}

/* Everywhere. */
static struct str swap(struct str text, const char *old, const char *new,
		       bool exact)
{
	struct buf b;

	assert_int_equal(strlen(old), strlen(new));
	buf_init(&b, MAIL_ROOM);
	while (text.len) {
		size_t n = swap_at(text, old, new, exact, &b);

		if (!n)
			buf_addc(&b, text.s[0]);
		text = from(text, n ? n : 1);
	}
	return taken(&b);
}

/* Parts in base64 ------------------------------------------------------------
 */

static bool is_base64(struct str line)
{
	for (size_t i = 0; i < line.len; i++)
		if (!isalnum((unsigned char)line.s[i]) &&
		    !strchr("+/=\r", line.s[i]))
			return false;
	return line.len > 0;
}

/* The bytes between \1 and \2, if they are text to be signed anew. */
static void add_opened(struct buf *out, struct buf *lines)
{
	char *packed = arena_alloc(&f.arena, lines->len + 1);
	uint8_t *bytes = arena_alloc(&f.arena, lines->len + 1);
	size_t n = 0, len = 0;
	struct str text;

	for (size_t i = 0; i < lines->len; i++)
		if (!strchr("\r\n", lines->s[i]))
			packed[n++] = lines->s[i];
	base64_parse((struct str){ packed, n }, bytes, lines->len, &len);
	text = (struct str){ (char *)bytes, len };
	if (len && !memchr(bytes, 0, len))
		buf_addf(out, "\1%.*s\2\n", STR_ARG(text));
	else
		buf_adds(out, buf_str(lines));
	lines->len = 0;
}

static struct str base64_opened(struct str raw)
{
	struct buf out, lines;
	bool told = false, in = false;
	struct str line;

	buf_init(&out, MAIL_ROOM);
	buf_init(&lines, MAIL_ROOM);
	while (parse_line(&raw, &line)) {
		if (in && is_base64(line)) {
			buf_addf(&lines, "%.*s\n", STR_ARG(line));
			continue;
		}
		if (lines.len)
			add_opened(&out, &lines);
		in = told && !parse_trim(line).len;
		told = (told && !in) ||
		       str_starts(str_upper(&f.arena, line),
				  "CONTENT-TRANSFER-ENCODING: BASE64");
		buf_addf(&out, "%.*s\n", STR_ARG(line));
	}
	if (lines.len)
		add_opened(&out, &lines);
	buf_release(&lines);
	return taken(&out);
}

static struct str base64_closed(struct str mail)
{
	struct buf out, text;
	struct str lines, one;

	buf_init(&out, MAIL_ROOM);
	while (mail.len) {
		const char *end = memchr(mail.s, 2, mail.len);

		if (mail.s[0] != 1 || !end) {
			buf_addc(&out, mail.s[0]);
			mail = from(mail, 1);
			continue;
		}
		buf_init(&text, MAIL_ROOM);
		base64_render(
			&text,
			(struct str){ mail.s + 1, (size_t)(end - mail.s) - 1 });
		lines = taken(&text);
		while (lines.len) {
			one = (struct str){ lines.s, lines.len < LINE
							     ? lines.len
							     : LINE };
			buf_addf(&out, "%.*s%s", STR_ARG(one),
				 lines.len > LINE ? "\n" : "");
			lines = from(lines, one.len);
		}
		mail = from(mail, (size_t)(end - mail.s) + 1);
	}
	return taken(&out);
}

/* Signatures -----------------------------------------------------------------
 */

static const char *in_base64(const void *bytes, size_t len)
{
	struct buf b;

	buf_init(&b, MAIL_ROOM);
	base64_render(&b, (struct str){ bytes, len });
	return taken(&b).s;
}

/* An SSH signature as one line. */
static const char *ssh_line(const struct sig *s)
{
	struct buf b, all;
	struct str rest, line;

	buf_init(&b, SIG_ARMOUR_MAX);
	buf_init(&all, SIG_ARMOUR_MAX);
	sig_render(s, &b);
	rest = buf_str(&b);
	while (parse_line(&rest, &line))
		if (!str_starts(line, "-----"))
			buf_adds(&all, line);
	buf_release(&b);
	return taken(&all).s;
}

static const char *minisign_line(const struct sig *s)
{
	uint8_t all[10 + ED25519_SIG_SIZE] = "Ed";

	all[1] = s->hashed ? 'D' : 'd';
	memcpy(all + 2, s->number, 8);
	memcpy(all + 10, s->bytes, ED25519_SIG_SIZE);
	return in_base64(all, sizeof(all));
}

static void minisign_make(const uint8_t *seed, struct str bytes, struct sig *s)
{
	uint8_t digest[64];
	struct hasher h;
	struct buf b;

	if (s->hashed) {
		hasher_init(&h, STR(""), sizeof(digest));
		hasher_add(&h, bytes.s, bytes.len);
		hasher_end(&h, digest);
		bytes = (struct str){ (char *)digest, sizeof(digest) };
	}
	ed25519_sign(seed, bytes, s->bytes);
	buf_init(&b, SIG_ARMOUR_MAX);
	buf_add(&b, s->bytes, sizeof(s->bytes));
	buf_adds(&b, s->comment);
	ed25519_sign(seed, buf_str(&b), s->global);
	buf_release(&b);
}

/* The bytes of a block in the form that was signed, by its name. */
static struct str form_of(const struct signed_block *b, const char *form)
{
	struct str bytes;
	const char *name;

	for (size_t i = 0; signed_block_form(&f.arena, b, i, &bytes, &name);
	     i++)
		if (!strcmp(name,
			    strchr(form, ' ') ? strchr(form, ' ') + 1 : form))
			return bytes;
	return STR("");
}

static void look_at(struct str mail, struct signature_scan *out)
{
	struct message *m = arena_alloc(&f.arena, sizeof(*m));

	mime_parse(&fix_mime, &f.arena, mail, m);
	assert_int_equal(m->fault, 0);
	signer_look(f.j, m, &f.arena, out);
}

/* The same signature in the changed mail: of whose bytes? */
static const struct signed_block *same_block(const struct signature_scan *l,
					     const struct signed_block *old)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->blocks[i].sig.form == old->sig.form &&
		    l->blocks[i].part == old->part &&
		    l->blocks[i].first_line == old->first_line &&
		    !memcmp(l->blocks[i].sig.bytes, old->sig.bytes,
			    ED25519_SIG_SIZE))
			return &l->blocks[i];
	return NULL;
}

static int owner_of(size_t key)
{
	return key_owners[key];
}

/* Whose key is in this SSH signature; -1: nobody's here. */
static int signer_of(const struct sig *s)
{
	for (size_t i = 0; s->form == SIG_SSH && i < n_keys; i++)
		if (key_equal(&s->key, &keys[i]))
			return owner_of(i);
	return -1;
}

/* Text that was changed after it was signed stays so. */
static struct str signed_badly(struct str mail, const struct sig *old)
{
	int who = signer_of(old);
	struct sig s;

	if (who < 0)
		return mail;
	sig_make(&f.p[who].key, old->namespace, STR("another text"), &s);
	return swap(mail, ssh_line(old), ssh_line(&s), true);
}

/* Every signature that was good is made anew. */
static struct str signed_anew(struct str was, struct str mail)
{
	struct signature_scan before, now;

	look_at(base64_closed(was), &before);
	look_at(base64_closed(mail), &now);
	for (size_t i = 0; i < before.n; i++) {
		struct signed_block_proof proof;
		const struct signed_block *b;
		struct sig s = before.blocks[i].sig;
		struct str bytes;

		if (signed_block_verify(&f.arena, &before.blocks[i], keys,
					n_keys, SIG_ORDERS, &proof))
			continue;
		b = same_block(&now, &before.blocks[i]);
		assert_non_null(b);
		bytes = form_of(b, proof.form);
		assert_true(bytes.len > 0);
		if (s.form == SIG_SSH) {
			sig_make(&f.p[owner_of(proof.key)].key, SIG_ORDERS,
				 bytes, &s);
			mail = swap(mail, ssh_line(&before.blocks[i].sig),
				    ssh_line(&s), true);
			continue;
		}
		minisign_make(f.p[owner_of(proof.key)].key.seed, bytes, &s);
		mail = swap(mail, minisign_line(&before.blocks[i].sig),
			    minisign_line(&s), true);
		if (s.form == SIG_MINISIGN)
			mail = swap(mail,
				    in_base64(before.blocks[i].sig.global,
					      ED25519_SIG_SIZE),
				    in_base64(s.global, ED25519_SIG_SIZE),
				    true);
	}
	/* those whose signature was not found good anywhere */
	for (size_t i = 0; i < before.n; i++)
		if (before.blocks[i].fault != FAULT_SIG_NONE)
			mail = signed_badly(mail, &before.blocks[i].sig);
	return mail;
}

/* OpenPGP --------------------------------------------------------------------
 */

#define GPG "gpg --homedir $HOME/g --batch --quiet --passphrase '' "

/* The first text from `begin` to the end of `end`. */
static bool find_span(struct str s, const char *begin, const char *end,
		      struct str *out)
{
	const char *a = memmem(s.s, s.len, begin, strlen(begin)), *b;

	if (!a)
		return false;
	b = memmem(a, s.len - (size_t)(a - s.s), end, strlen(end));
	if (!b)
		return false;
	*out = (struct str){ a, (size_t)(b - a) + strlen(end) };
	return true;
}

static struct str put_in(struct str mail, struct str span, struct str new)
{
	struct buf b;

	buf_init(&b, MAIL_ROOM);
	buf_add(&b, mail.s, (size_t)(span.s - mail.s));
	buf_adds(&b, new);
	buf_add(&b, span.s + span.len,
		mail.len - (size_t)(span.s - mail.s) - span.len);
	return taken(&b);
}

static struct str with_crlf(struct str s)
{
	struct buf b;

	buf_init(&b, MAIL_ROOM);
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\n' && (!i || s.s[i - 1] != '\r'))
			buf_addc(&b, '\r');
		buf_addc(&b, s.s[i]);
	}
	return taken(&b);
}

static struct str gpg(const char *user, const char *how, struct str in)
{
	tool_write("in", in);
	tool_must(arena_printf(&f.arena,
			       "rm -f made; " GPG
			       "--local-user %s --armor --output made %s in",
			       user, how));
	return parse_trim(tool_read(&f.arena, "made"));
}

/* What a signature of OpenPGP covers in this mail, and how. */
static struct str openpgp_anew(const char *user, struct str mail)
{
	static const char begin[] = "-----BEGIN PGP SIGNATURE-----",
			  end[] = "-----END PGP SIGNATURE-----",
			  clear[] = "-----BEGIN PGP SIGNED MESSAGE-----",
			  field[] = "boundary=\"";
	struct str span, part, old;
	const char *b, *bound;

	if (!find_span(mail, begin, end, &old))
		return mail;
	if (find_span(mail, clear, end, &span)) {
		struct buf text;
		struct str rest = span, line;
		bool in = false;

		buf_init(&text, MAIL_ROOM);
		while (parse_line(&rest, &line) && !str_starts(line, begin)) {
			if (in)
				buf_addf(&text, "%.*s\n",
					 STR_ARG(str_starts(line, "- ")
							 ? from(line, 2)
							 : line));
			in |= !line.len;
		}
		return put_in(mail, span,
			      gpg(user, "--clear-sign", taken(&text)));
	}
	if (!fix_holds(mail, "multipart/signed")) {
		b = memmem(mail.s, mail.len, "PREVIEW", 7);
		part = (struct str){ b, (size_t)(strstr(b, "\n\n") - b) + 1 };
		return put_in(mail, old, gpg(user, "--detach-sign", part));
	}
	mail = with_crlf(mail);
	b = strstr(strstr(mail.s, "multipart/signed"), field) + strlen(field);
	bound = arena_printf(&f.arena, "\r\n--%.*s\r\n", (int)strcspn(b, "\""),
			     b);
	b = strstr(mail.s, bound) + strlen(bound);
	part = (struct str){ b, (size_t)(strstr(b, bound) - b) };
	assert_true(find_span(mail, begin, end, &old));
	return put_in(mail, old, with_crlf(gpg(user, "--detach-sign", part)));
}

/* The public keys in a mail are those that sign here. */
static struct str openpgp_keys(const char *user, struct str mail)
{
	struct str span, key;

	tool_must(arena_printf(&f.arena,
			       GPG "--armor --export %s >key.asc; " GPG
				   "--export %s | base64 >key.b64",
			       user, user));
	if (find_span(mail, "-----BEGIN PGP PUBLIC KEY",
		      "-----END PGP PUBLIC KEY BLOCK-----", &span))
		mail = put_in(mail, span,
			      parse_trim(tool_read(&f.arena, "key.asc")));
	key = tool_read(&f.arena, "key.b64");
	for (size_t at = 0; at < mail.len;) {
		struct str rest = from(mail, at), line;
		const char *begin;
		struct buf b;

		if (!find_span(rest, "; keydata=\n", "\n", &span))
			break;
		begin = span.s + span.len;
		rest = from(mail, (size_t)(begin - mail.s));
		while (str_starts(rest, " "))
			(void)parse_line(&rest, &line);
		buf_init(&b, MAIL_ROOM);
		for (struct str k = key; parse_line(&k, &line);)
			buf_addf(&b, " %.*s\n", STR_ARG(line));
		at = (size_t)(begin - mail.s) + b.len;
		mail = put_in(mail,
			      (struct str){ begin, (size_t)(rest.s - begin) },
			      taken(&b));
	}
	return mail;
}

/* The games ------------------------------------------------------------------
 */

static bool holds_word(const char *name, const char *word)
{
	return strstr(name, word) != NULL;
}

static bool joins(const char *mail)
{
	return holds_word(mail, "join") || holds_word(mail, "confirm") ||
	       holds_word(mail, "tb-pgp-reply");
}

static void person_add(int i)
{
	if (f.p[i].person)
		return;
	fix_person(&f, i);
	if (!pgp || (i && i != EVE))
		return;
	tool_must(arena_printf(&f.arena, GPG "--armor --export %s >key.asc",
			       addresses[i]));
	OK(judge_key_import(f.j, f.p[i].person, PGP_OPENPGP,
			    tool_read(&f.arena, "key.asc"), &f.why));
}

static void game_make(struct live *l, bool open)
{
	struct game_option o[2];
	struct game_plan plan = {
		.name = { l->old, strcspn(l->old, "-") },
		.system = STR("rebellion"),
		.n_players = 2,
		.options = o,
		.n_options = 2,
	};

	OK(judge_option_parse(f.j, plan.system, STR("build=100"), &o[0],
			      &f.why));
	OK(judge_option_parse(f.j, plan.system, STR("terrain_items=0..2"),
			      &o[1], &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &l->name, &l->game, &f.why));
	for (int i = 0; i < 2 && !open; i++) {
		person_add(l->seat[i]);
		OK(judge_seat(f.j, l->game, i, f.p[l->seat[i]].person, &f.why));
	}
	if (!open)
		OK(judge_game_start(f.j, l->game, &f.why));
}

static void enter(const struct live *l)
{
	f.game = l->game;
	f.name = l->name;
}

static void order(const struct live *l, int seat, int serial, const char *lines)
{
	const char *text = arena_printf(
		&f.arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n", STR_ARG(f.name),
		'A' + seat, (long long)fix_point(&f), serial,
		fix_seen(&f, fix_point(&f)), lines);

	assert_str(fix_send(&f, fix_mail(&f, addresses[l->seat[seat]],
					 fix_signed(&f, l->seat[seat], text))),
		   "adjudicated");
}

/* Both have armies, and this seat is to move. */
static void play_until(const struct live *l, int seat)
{
	enum { TURNS = 20, SERIAL = 500 };
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	struct rb_state *s = (struct rb_state *)(void *)view->state;

	for (int i = 0, at; i < TURNS; i++) {
		at = play_awaited(&f);
		OK(judge_game_view(f.j, f.game, at, view, &f.why));
		if (s->head.phase == RB_PLAY && at == seat)
			return;
		order(l, at, SERIAL + i,
		      s->head.phase == RB_ARMY
			      ? "ARMY CHAOS MAGE, HALF-TROLL HACKER ***, "
				"SLASHER ***\nALWAYS AUTO"
		      : s->head.phase == RB_PLAY ? "END"
						 : "ALWAYS AUTO");
	}
	fail_msg("seat %d is not to move", seat);
}

/* The mail in the game's own words -------------------------------------------
 */

/* A text that the mail quotes: it was sent before. */
static const struct old {
	const char *mail;
	const char *claim; /* verb, seat, point, serial */
	int64_t point;
} olds[] = {
	{ "mutt-new-block-with-old", "ORDENES A 3 1", 3 },
	{ "mutt-old-point-block", "ORDENES A 3 1", 3 },
	{ "s-nail-x-new-unsigned", "ORDERS A 7 2", 7 },
	{ "tb-v13-", "PREVIEW A 6 3", 6 },
	{ "tb-v9b-", "ORDERS A 5 2", 5 },
};

static const struct old *old_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(olds); i++)
		if (str_starts(str_of(name), olds[i].mail))
			return &olds[i];
	return NULL;
}

/* Points after the mail's armies are the present one. */
static int64_t point_of(const struct live *l, const struct old *o, int64_t was)
{
	return o && was == o->point && l->sent ? l->sent
	       : was <= ARMY_POINT             ? l->first
					       : fix_point(&f);
}

static bool is_head(struct str s)
{
	static const char form[] = "####-####-####-####-####-####-###";

	if (s.len < sizeof(form) - 1)
		return false;
	for (size_t i = 0; i < sizeof(form) - 1; i++)
		if ((form[i] == '-') != (s.s[i] == '-') ||
		    (form[i] != '-' && !isupper((unsigned char)s.s[i]) &&
		     !isdigit((unsigned char)s.s[i])))
			return false;
	return true;
}

/* Digits after "NAME S ", for which others are put. */
static struct str points_put(const struct live *l, const struct old *o,
			     struct str mail)
{
	const char *name = arena_printf(&f.arena, "%.*s ", STR_ARG(l->name));
	struct buf b;

	buf_init(&b, MAIL_ROOM);
	while (mail.len) {
		size_t n = swap_at(mail, name, name, false, &b), len = 0;
		int64_t was = 0;

		if (!n) {
			buf_addc(&b, mail.s[0]);
			mail = from(mail, 1);
			continue;
		}
		mail = from(mail, n);
		if (mail.len < 3)
			continue;
		/* seat and a blank */
		n = 1 + char_at(from(mail, 1), ' ', false);
		if (n == 1 || !strchr("AB", upper(mail.s[0])))
			continue;
		while (isdigit((unsigned char)mail.s[n + len]))
			was = was * 10 + mail.s[n + len++] - '0';
		if (!len || !char_at(from(mail, n + len), ' ', false))
			continue;
		buf_add(&b, mail.s, n);
		buf_addf(&b, "%lld", (long long)point_of(l, o, was));
		mail = from(mail, n + len);
	}
	return taken(&b);
}

/* The heads of a game in the mail, by the point of the line above each. */
static struct str heads_put(const struct live *l, struct str mail)
{
	struct message *m = arena_alloc(&f.arena, sizeof(*m));
	struct signature_scan look;

	mime_parse(&fix_mime, &f.arena, base64_closed(mail), m);
	signer_look(f.j, m, &f.arena, &look);
	for (size_t i = 0; i < look.n_parts; i++) {
		struct str rest = look.parts[i].bytes, line, above = STR("");

		while (parse_line(&rest, &line)) {
			struct str word = STR(""), all = line;

			while (parse_field(&all, ' ', &word) && all.len)
				continue;
			word = is_head(word) ? word : all;
			if (is_head(word) &&
			    fix_holds(str_upper(&f.arena, above),
				      str_upper(&f.arena, l->name).s)) {
				int64_t was = 0;
				const char *digit = above.s + above.len;

				/* the last number but one, or a nonce */
				for (int n = 0; n < 2 && digit > above.s;) {
					digit--;
					n += *digit == ' ';
				}
				sscanf(digit, " %" SCNd64, &was);
				mail = swap(
					mail,
					arena_str(&f.arena,
						  (struct str){ word.s, 33 })
						.s,
					fix_seen(&f, was) + 5, false);
			}
			if (parse_trim(line).len)
				above = line;
		}
	}
	return mail;
}

/* The newest nonce that was mailed. */
static const char *nonce_sent(void)
{
	const char *next = fix_posted(&f).s, *at = NULL;

	while ((next = strstr(next, "\"nonce\":\"")) != NULL)
		at = next += 9;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.*s", (int)strcspn(at, "\""), at);
}

/* Of "JOIN game seat NONCE": the old one, or NULL. */
static const char *nonce_in(const struct live *l, struct str mail)
{
	const char *name = arena_printf(&f.arena, "%s ", l->old);
	struct buf b;

	buf_init(&b, 100);
	for (; mail.len; mail = from(mail, 1)) {
		size_t n = swap_at(mail, name, name, false, &b), len = 0;

		if (n && mail.len > n + 2)
			while (isxdigit((unsigned char)mail.s[n + 2 + len]))
				len++;
		if (len == 20) {
			buf_release(&b);
			return arena_printf(&f.arena, "%.*s", 20,
					    mail.s + n + 2);
		}
		b.len = 0;
	}
	buf_release(&b);
	return NULL;
}

/* A wish to join by the key that answers the challenge. */
static void wish(const struct live *l, int who, bool by_openpgp, int seat)
{
	struct buf b;

	buf_init(&b, MAIL_ROOM);
	buf_addf(
		&b,
		"From: %s\nTo: judge@example.org\nMessage-ID: <wish@x.test>\n"
		"MIME-Version: 1.0\nContent-Type: multipart/mixed; "
		"boundary=b\n\n--b\nContent-Type: text/plain\n\n" SIGNED_BLOCK_BEGIN
		"\nJOIN %.*s %c\n" SIGNED_BLOCK_END
		"\n--b\nContent-Type: %s\n\n",
		addresses[who], STR_ARG(l->name), 'A' + seat,
		by_openpgp ? "application/pgp-keys" : "text/plain");
	if (by_openpgp) {
		tool_must(arena_printf(&f.arena,
				       GPG "--armor --export %s >key.asc",
				       addresses[who]));
		buf_adds(&b, tool_read(&f.arena, "key.asc"));
	} else {
		key_render(&f.p[who].key.key, STR("key"), &b);
	}
	buf_addz(&b, "\n--b--\n");
	assert_str(fix_send(&f, taken(&b)), "challenged");
}

static int sender_of(struct str raw)
{
	struct message *m = arena_alloc(&f.arena, sizeof(*m));

	mime_parse(&fix_mime, &f.arena, raw, m);
	for (int i = 0; m->from.n && i < PERSONS; i++)
		if (mail_addr_equal(m->from.list[0].addr, str_of(addresses[i])))
			return i;
	return 0;
}

/* One mail -------------------------------------------------------------------
 */

static void house_open(void)
{
	/* 125 judges are made: none needs to outlive a power cut */
	fix_init(&f, access("/dev/shm", W_OK) ? "test_programs_played"
					      : "/dev/shm/programs_played");
	judge_close(f.j);
	fix_forget(&f);
	f.config.address = STR("judge@example.org");
	f.config.pgp = pgp;
	f.config.systems[0] = rebellion.kinds[0];
	fix_open(&f);
	for (int i = 0; i < PERSONS; i++)
		fix_player(&f, i, arena_strdup(&f.arena, addresses[i]),
			   addresses[i]);
}

static bool names(struct str mail, const char *game)
{
	return memmem(str_upper(&f.arena, mail).s, mail.len,
		      str_upper(&f.arena, str_of(game)).s,
		      strlen(game)) != NULL;
}

/* The mail in the words of this game, as it is now. */
static struct str put_into(const struct live *l, const struct old *o,
			   const char *nonce, struct str mail)
{
	const char *was = nonce ? nonce_in(l, mail) : NULL;

	mail = swap(mail, l->old, l->name.s, false);
	if (was)
		mail = swap(mail, was, nonce, false);
	return heads_put(l, points_put(l, o, mail));
}

/* Send the old text alone, in a mail of its own. */
static void old_send(struct live *l, const struct old *o, struct str raw)
{
	struct str mail = signed_anew(raw, put_into(l, o, NULL, raw));
	int64_t point = fix_point(&f);
	struct signature_scan look;
	char verb[16], seat;
	int was, serial;

	assert_int_equal(
		sscanf(o->claim, "%15s %c %d %d", verb, &seat, &was, &serial),
		4);
	look_at(base64_closed(mail), &look);
	for (size_t i = 0; i < look.n; i++) {
		const struct signed_block *b = &look.blocks[i];
		struct buf out;

		if (b->fault || look.claims[i].serial != serial ||
		    !str_starts(b->canon.text, verb))
			continue;
		buf_init(&out, MAIL_ROOM);
		sign_with(&b->sig, &b->canon, &out);
		assert_true(fix_holds(
			STR("adjudicated preview"),
			fix_send(&f, fix_mail(&f, addresses[l->seat[0]],
					      taken(&out)))
				.s));
		l->sent = point;
		return;
	}
	fail_msg("no text '%s'", o->claim);
}

/* A game as it was when the mail was written. */
static void prepare(struct live *l, const char *name, struct str mail)
{
	int who = sender_of(mail), seat = who == l->seat[1];
	const struct old *o = old_of(name);
	bool moves = !l->early && !l->open &&
		     (fix_holds(mail, "MOVE") || fix_holds(mail, "Move") ||
		      fix_holds(mail, "\nEND\n"));

	game_make(l, l->open || joins(name));
	enter(l);
	l->first = fix_point(&f);
	l->sent = 0;
	if (o && o->point <= ARMY_POINT)
		old_send(l, o, mail);
	if (holds_word(name, "second-game"))
		person_add(who);
	if (holds_word(name, "tb-v12"))
		order(l, seat, 1, "ALWAYS AUTO");
	if (!joins(name) && moves)
		play_until(l, seat);
	if (o && o->point > ARMY_POINT)
		old_send(l, o, mail);
}

static struct str anew(const char *name, struct str raw)
{
	const char *who = addresses[sender_of(raw)];
	bool by_openpgp = holds_word(name, "pgp") || holds_word(name, "gpg");
	struct str was = base64_opened(raw), mail = was;

	for (size_t i = 0; i < ARRAY_LEN(live); i++) {
		struct live *l = &live[i];
		const char *nonce = NULL;

		if (!names(mail, l->old))
			continue;
		prepare(l, name, was);
		if (joins(name) && nonce_in(l, mail)) {
			wish(l, sender_of(raw), by_openpgp,
			     sender_of(raw) == l->seat[1]);
			nonce = nonce_sent();
		}
		mail = put_into(l, old_of(name), nonce, mail);
	}
	mail = base64_closed(signed_anew(was, mail));
	return by_openpgp ? openpgp_anew(who, openpgp_keys(who, mail)) : mail;
}

static void tell(const char *name, struct str verdict, struct buf *out)
{
	static const char *const told[] = { "\"reason\":\"", "\"fault\":\"" };
	struct str posted = fix_posted(&f), line;

	buf_addf(out, "%s: %.*s;", name, STR_ARG(verdict));
	while (parse_line(&posted, &line)) {
		const char *reason;

		if (str_starts(line, "to ") && strstr(line.s, ": "))
			buf_addf(out, " %.*s",
				 (int)strcspn(strstr(line.s, ": ") + 2, " "),
				 strstr(line.s, ": ") + 2);
		for (size_t i = 0; i < ARRAY_LEN(told); i++) {
			reason = memmem(line.s, line.len, told[i],
					strlen(told[i]));
			if (reason)
				buf_addf(out, "(%.*s)",
					 (int)strcspn(reason + strlen(told[i]),
						      "\""),
					 reason + strlen(told[i]));
		}
	}
	buf_addc(out, '\n');
}

static void each_mail_has_its_verdict(void **unused)
{
	(void)unused;
	char *files[MAILS_MAX];
	struct arena names = { 0 };
	struct buf out;
	int n;

	buf_init(&out, 1 << 18);
	n = files_of(SRCDIR "/tests/mail/programs", ".eml", files);
	for (int i = 0; i < n; i++)
		files[i] = arena_strdup(&names, files[i]);
	arena_release(&f.arena); /* each house has its own */
	for (int i = 0; i < n; i++) {
		struct str mail;

		house_open();
		n_keys = 0;
		read_keys();
		mail = anew(files[i], program_mail(files[i]));
		(void)fix_posted(&f);
		tell(files[i], fix_send(&f, mail), &out);
		fix_release(&f);
	}
	golden(&names, "programs-played.txt", buf_str(&out));
	buf_release(&out);
	arena_release(&names);
}

static int group_setup(void **unused)
{
	const struct game_kind *kind = game_kind_find(STR("rebellion"));
	struct why why = { 0 };
	char home[64];
	enum err e;

	if (tool_enter(unused))
		return -1;
	tool_must("mkdir -m 700 g");
	tool_must(GPG "--quick-gen-key ana@example.org ed25519 sign never");
	tool_must(GPG "--quick-gen-key eve@example.org ed25519 sign never");
	snprintf(home, sizeof(home), "%s/judge", tool_dir);
	e = pgp_open(home, &pgp, &why);
	if (!e)
		e = games_open(&rebellion, &kind, 1, SRCDIR "/templates", &why);
	if (!e)
		e = games_deal(&rebellion, SRCDIR "/db/catalog", &why);
	if (e)
		print_error("%s\n", why.text);
	return e ? -1 : 0;
}

static int group_teardown(void **unused)
{
	games_release(&rebellion);
	pgp_close(pgp);
	(void)!tool_run("gpgconf --homedir $HOME/g --kill all");
	return tool_leave(unused);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_mail_has_its_verdict),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
