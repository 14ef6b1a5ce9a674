/* src/judge/people/passport.c */
#include "judge/people/passport.h"
#include "judge/game/game_keyring.h"
#include "auth/keyring.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "protocol/log_events.h"
#include "judge/inbox/signer.h"

static const char first_line[] = "heraldo passport 1";

/* --- writing ---------------------------------------------------------------
 */

/* a value of a line: not empty and without control characters */
static bool is_line(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < ' ' || s.s[i] == 0x7f)
			return false;
	return s.len && utf8_is_valid(s) && parse_trim(s).len == s.len;
}

static void put_key(const struct passport_key *k, struct arena *a,
		    struct buf *out)
{
	char fingerprint[KEY_FINGERPRINT_MAX];

	key_fingerprint(&k->key, fingerprint);
	buf_addz(out, "key ");
	buf_adds(out, time_text(a, k->since_s));
	buf_addc(out, ' ');
	buf_adds(out, k->until_s ? time_text(a, k->until_s) : STR("-"));
	buf_addf(out, " %s", fingerprint);
	if (k->key.kind == KEY_ED25519) {
		uint8_t wire[KEY_WIRE_SIZE];

		key_wire(&k->key, wire);
		buf_addz(out, " ssh-ed25519 ");
		base64_render(out, bytes_of(wire, sizeof(wire)));
	}
	buf_addc(out, '\n');
}

enum err passport_render(const struct passport *p, const struct key_secret *by,
			 struct buf *out, struct why *why)
{
	struct arena a = { 0 };
	const struct {
		const char *word;
		struct str said;
	} lines[] = {
		{ "from", p->from },
		{ "for", p->to },
		{ "date", time_text(&a, p->date_s) },
		{ "name", p->name },
		{ "address", p->address },
		{ "language", p->language },
		{ "zone", p->zone },
	};
	enum err e = ERR_OK;
	struct buf text;
	struct sig sig;

	buf_init(&text, PASSPORT_MAX - SIG_ARMOUR_MAX);
	buf_addf(&text, "%s\n", first_line);
	for (size_t i = 0; !e && i < ARRAY_LEN(lines); i++) {
		if (!is_line(lines[i].said))
			e = why_set(why, ERR_FORMAT,
				    "the %s is not one line of text",
				    lines[i].word);
		buf_addf(&text, "%s %.*s\n", lines[i].word,
			 STR_ARG(lines[i].said));
	}
	for (int i = 0; i < p->n_keys; i++)
		put_key(&p->keys[i], &a, &text);
	sig_make(by, SIG_PASSPORT, buf_str(&text), &sig);
	if (!e && (text.full || !buf_adds(out, buf_str(&text)) ||
		   !sig_render(&sig, out)))
		e = why_set(why, ERR_TOO_LARGE, "it has too many keys");
	buf_release(&text);
	arena_release(&a);
	return e;
}

/* --- reading ---------------------------------------------------------------
 */

/* "word what it says" */
static bool field_take(struct str *rest, const char *word, struct str *said)
{
	struct str line, got;

	return parse_line(rest, &line) && parse_field(&line, ' ', &got) &&
	       str_is(got, word) && is_line(*said = line);
}

static bool read_key(struct str line, struct passport_key *out)
{
	struct str since, until, print;
	struct key_row row = { .key = STR("") };
	char fingerprint[KEY_FINGERPRINT_MAX];

	*out = (struct passport_key){ 0 };
	if (!parse_field(&line, ' ', &since) ||
	    !parse_field(&line, ' ', &until) ||
	    !parse_field(&line, ' ', &print) ||
	    !date_parse_time(since, &out->since_s) ||
	    (!str_is(until, "-") && !date_parse_time(until, &out->until_s)))
		return false;
	row.fingerprint = print;
	row.key = line;
	if (!(str_starts(print, "SHA256:")
		      ? key_parse(line, &out->key) == SIG_ERROR_OK
		      : !line.len && ring_key(&row, &out->key)))
		return false;
	key_fingerprint(&out->key, fingerprint);
	return str_is(print, fingerprint);
}

static bool has_key(const struct passport *p, const struct key *k)
{
	for (int i = 0; i < p->n_keys; i++)
		if (key_equal(&p->keys[i].key, k))
			return true;
	return false;
}

static bool read_keys(struct str rest, struct passport *out)
{
	struct passport_key k;
	struct str said;
	int valid = 0;

	while (rest.len) {
		if (!field_take(&rest, "key", &said) || !read_key(said, &k) ||
		    has_key(out, &k.key) || out->n_keys == PASSPORT_KEYS)
			return false;
		valid += !k.until_s;
		out->keys[out->n_keys++] = k;
	}
	return valid <= KEYRING_PER_PERSON;
}

static bool read_lines(struct str rest, struct passport *out)
{
	struct str line, date;

	return parse_line(&rest, &line) && str_is(line, first_line) &&
	       field_take(&rest, "from", &out->from) &&
	       field_take(&rest, "for", &out->to) &&
	       field_take(&rest, "date", &date) &&
	       date_parse_time(date, &out->date_s) &&
	       field_take(&rest, "name", &out->name) &&
	       field_take(&rest, "address", &out->address) &&
	       field_take(&rest, "language", &out->language) &&
	       field_take(&rest, "zone", &out->zone) && read_keys(rest, out);
}

/* The lines that are signed, and the one signature below them. */
static bool passport_apart(struct str text, struct arena *a, struct str *lines,
			   struct sig *sig)
{
	enum sig_error fault = FAULT_SIG_NONE;
	size_t at = 0, start = 0;

	if (text.len > PASSPORT_MAX ||
	    !sig_find(a, text, &at, &start, sig, &fault) || fault ||
	    parse_trim((struct str){ text.s + at, text.len - at }).len)
		return false;
	*lines = arena_str(a, (struct str){ text.s, start });
	return true;
}

bool passport_signer(struct str text, struct arena *a, struct key *out)
{
	struct str lines;
	struct sig sig;

	if (!passport_apart(text, a, &lines, &sig) || sig.form != SIG_SSH)
		return false;
	*out = sig.key;
	return true;
}

bool passport_read(struct str text, struct arena *a, struct passport *out)
{
	struct str lines;
	struct sig sig;

	*out = (struct passport){ .n_keys = 0 };
	return passport_apart(text, a, &lines, &sig) && read_lines(lines, out);
}

enum err passport_parse(struct str text, const struct key *by, struct arena *a,
			struct passport *out, struct why *why)
{
	struct str lines;
	struct sig sig;
	enum sig_error fault;

	*out = (struct passport){ .n_keys = 0 };
	if (!passport_apart(text, a, &lines, &sig))
		return why_set(why, ERR_FORMAT,
			       "it is no passport with a signature below it");
	fault = sig_check(&sig, by, SIG_PASSPORT, lines);
	if (fault)
		return why_set(why, ERR_SIGNATURE,
			       "the judge whose key was named did not sign it "
			       "as it is: %s",
			       sig_error_text(fault));
	return read_lines(lines, out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT, "it is no passport");
}
