/* src/auth/sig.c */
#include "auth/sig.h"
#include "auth/armor.h"
#include "base/ssh_wire.h"
#include <strings.h>

#define SSH_BEGIN "BEGIN SSH SIGNATURE"
#define SSH_END   "END SSH SIGNATURE"
#define SSH_MAGIC "SSHSIG"
#define UNTRUSTED "untrusted comment:"
#define TRUSTED   "trusted comment:"

enum { MINISIGN_SIZE = 74, MINISIGN_CHARS = 100, GLOBAL_CHARS = 88 };

static bool take_magic(struct str *rest)
{
	if (!str_starts(*rest, SSH_MAGIC))
		return false;
	rest->s += strlen(SSH_MAGIC);
	rest->len -= strlen(SSH_MAGIC);
	return true;
}

static enum sig_error parse_ssh_blob(struct str blob, struct sig *out)
{
	struct str key, purpose, reserved, hash, inner, type, bytes;
	uint32_t version;
	enum sig_error f;

	if (!take_magic(&blob) || !ssh_wire_take_u32(&blob, &version))
		return FAULT_SIG_DAMAGED;
	if (version != 1)
		return FAULT_SIG_VERSION;
	if (!ssh_wire_take_string(&blob, &key) ||
	    !ssh_wire_take_string(&blob, &purpose) ||
	    !ssh_wire_take_string(&blob, &reserved) ||
	    !ssh_wire_take_string(&blob, &hash) ||
	    !ssh_wire_take_string(&blob, &inner) || blob.len)
		return FAULT_SIG_DAMAGED;
	f = key_unwire(key, &out->key);
	if (f)
		return f == FAULT_KEY_DAMAGED ? FAULT_SIG_DAMAGED : f;
	if (!ssh_wire_take_string(&inner, &type) ||
	    !ssh_wire_take_string(&inner, &bytes) || inner.len ||
	    !str_is(type, "ssh-ed25519") || bytes.len != sizeof(out->bytes) ||
	    reserved.len)
		return FAULT_SIG_DAMAGED;
	if (!purpose.len || purpose.len >= sizeof(out->namespace) ||
	    memchr(purpose.s, 0, purpose.len))
		return FAULT_SIG_PURPOSE;
	if (!str_is(hash, "sha512") && !str_is(hash, "sha256"))
		return FAULT_SIG_HASH;
	out->hashed = str_is(hash, "sha256");
	memcpy(out->namespace, purpose.s, purpose.len);
	memcpy(out->bytes, bytes.s, sizeof(out->bytes));
	return SIG_ERROR_OK;
}

/* *l is at the BEGIN line, and moves to the last line of the armour */
static enum sig_error parse_ssh(struct str text, struct armor_line *l,
				struct sig *out)
{
	char joined[SIG_ARMOUR_MAX];
	uint8_t blob[SIG_ARMOUR_MAX];
	struct armor_line next = *l;
	size_t n = 0, len;

	out->form = SIG_SSH;
	while (armor_next(text, &next)) {
		int got;

		if (armor_is(next.text, SSH_END)) {
			*l = next;
			break;
		}
		got = armor_base64(next.text, joined + n, SIG_ARMOUR_MAX - n);
		if (got < 0)
			break;
		n += (size_t)got;
		*l = next;
	}
	if (!base64_parse(bytes_of(joined, n), blob, SIG_ARMOUR_MAX, &len))
		return FAULT_SIG_DAMAGED;
	return parse_ssh_blob(bytes_of(blob, len), out);
}

/* blanks as mail programs write them: 0, or the bytes that one takes */
static size_t blank_at(struct str s)
{
	static const char *const blanks[] = { " ", "\t", "\xc2\xa0",
					      "\xe2\x80\x8b", "\xef\xbb\xbf" };

	for (size_t i = 0; i < ARRAY_LEN(blanks); i++)
		if (str_starts(s, blanks[i]))
			return strlen(blanks[i]);
	return 0;
}

static struct str sig_skip(struct str s, size_t n)
{
	return (struct str){ s.s + n, s.len - n };
}

/*
 * Does the line begin with these words, any blanks for each of theirs? If so,
 * *rest is what follows, up to the end of the line.
 */
static bool sig_begins(struct str line, const char *words, struct str *rest)
{
	struct str at = armor_trim(line);

	at.len = (size_t)(line.s + line.len - at.s);
	for (; *words; words++) {
		size_t n;

		if (*words != ' ') {
			if (!at.len || strncasecmp(at.s, words, 1))
				return false;
			at = sig_skip(at, 1);
			continue;
		}
		if (!blank_at(at))
			return false;
		while ((n = blank_at(at)) != 0)
			at = sig_skip(at, n);
	}
	*rest = at;
	return true;
}

/* "Ed" and "ED" in base64 */
static bool looks_like_minisign(const char *joined, size_t n)
{
	return n >= 3 && joined[0] == 'R' &&
	       (joined[1] == 'W' || joined[1] == 'U') && 'Q' <= joined[2] &&
	       joined[2] <= 'T';
}

/* the next line that is not empty; *l is untouched if there is none */
static bool next_filled(struct str text, struct armor_line *l)
{
	struct armor_line next = *l;

	while (armor_next(text, &next))
		if (armor_trim(next.text).len) {
			*l = next;
			return true;
		}
	return false;
}

/*
 * Base64 of exactly `chars` characters from the line after *l on, wrapped as
 * it may be. *l moves to its last line.
 */
static bool sig_gather(struct str text, struct armor_line *l, char *joined,
		       size_t chars)
{
	size_t n = 0;

	for (unsigned lines = 0; n < chars && lines < 6; lines++) {
		int got = next_filled(text, l)
				  ? armor_base64(l->text, joined + n, chars - n)
				  : -1;

		if (got < 0)
			return false;
		n += (size_t)got;
	}
	return n == chars;
}

/*
 * The trusted comment may be wrapped like any prose. Its end is where the 88
 * characters of the second signature begin.
 */
static bool parse_global(struct arena *a, struct str text, struct armor_line *l,
			 struct sig *out)
{
	struct buf comment;
	char joined[GLOBAL_CHARS];
	struct str line = { 0 };
	size_t len;
	bool found = false;

	buf_init(&comment, SIG_ARMOUR_MAX);
	if (sig_begins(l->text, TRUSTED, &line) && line.len && line.s[0] == ' ')
		line = sig_skip(line, 1);
	buf_adds(&comment, line);
	for (unsigned lines = 0; !found && lines < 4; lines++) {
		struct armor_line at = *l;

		found = sig_gather(text, &at, joined, sizeof(joined)) &&
			base64_parse(bytes_of(joined, sizeof(joined)),
				     out->global, sizeof(out->global), &len) &&
			len == sizeof(out->global);
		if (found) {
			*l = at;
		} else if (next_filled(text, l)) {
			buf_addc(&comment, ' ');
			buf_adds(&comment, armor_trim(l->text));
		} else {
			break;
		}
	}
	out->comment = arena_str(a, buf_str(&comment));
	found = found && !comment.full;
	buf_release(&comment);
	return found;
}

/* *l is at the untrusted comment, and moves to the last line */
static enum sig_error parse_minisign(struct arena *a, struct str text,
				     struct armor_line *l, struct sig *out)
{
	char joined[MINISIGN_CHARS];
	uint8_t b[MINISIGN_SIZE];
	struct armor_line at, next = *l;
	struct str rest;
	size_t len;
	bool found = false;

	/* this comment may be wrapped too: it ends where the base64 begins */
	for (unsigned lines = 0; !found && lines < 4; lines++) {
		at = next;
		found = sig_gather(text, &at, joined, sizeof(joined)) &&
			looks_like_minisign(joined, sizeof(joined));
		if (!found && !next_filled(text, &next))
			break;
	}
	if (!found ||
	    !base64_parse(bytes_of(joined, sizeof(joined)), b, sizeof(b),
			  &len) ||
	    len != sizeof(b))
		return FAULT_SIG_DAMAGED;
	*l = next = at;
	out->form = SIG_SIGNIFY;
	out->hashed = b[1] == 'D';
	memcpy(out->number, b + 2, sizeof(out->number));
	memcpy(out->bytes, b + 10, sizeof(out->bytes));
	if (!next_filled(text, &next) || !sig_begins(next.text, TRUSTED, &rest))
		return SIG_ERROR_OK;
	out->form = SIG_MINISIGN;
	*l = next;
	return parse_global(a, text, l, out) ? SIG_ERROR_OK : FAULT_SIG_DAMAGED;
}

/* a whole signature of minisign or signify, whose comment line is gone */
static bool is_bare(struct str line)
{
	char joined[MINISIGN_CHARS];
	uint8_t b[MINISIGN_SIZE];
	size_t len;

	return armor_base64(line, joined, sizeof(joined)) == MINISIGN_CHARS &&
	       looks_like_minisign(joined, sizeof(joined)) &&
	       base64_parse(bytes_of(joined, sizeof(joined)), b, sizeof(b),
			    &len) &&
	       len == sizeof(b);
}

bool sig_find(struct arena *a, struct str text, size_t *at, size_t *start,
	      struct sig *out, enum sig_error *fault)
{
	struct armor_line l = { .next = *at, .cut = true }, before = l;

	for (; armor_next(text, &l); before = l) {
		bool ssh = armor_is(l.text, SSH_BEGIN);
		bool bare = !ssh && is_bare(l.text);
		struct str rest;

		if (!ssh && !bare && !sig_begins(l.text, UNTRUSTED, &rest))
			continue;
		*out = (struct sig){ 0 };
		*start = l.start;
		if (bare)
			l = before;
		*fault = ssh ? parse_ssh(text, &l, out)
			     : parse_minisign(a, text, &l, out);
		*at = l.next;
		return true;
	}
	*at = text.len;
	return false;
}

enum sig_error sig_parse(struct arena *a, struct str text, struct sig *out,
			 struct str *rest)
{
	size_t at = 0, start;
	enum sig_error fault = FAULT_SIG_NONE;

	if (!sig_find(a, text, &at, &start, out, &fault))
		return FAULT_SIG_NONE;
	if (rest)
		*rest = (struct str){ text.s + at, text.len - at };
	return fault;
}

static void ssh_signed_bytes(struct buf *b, const char *namespace, bool sha256,
			     struct str message)
{
	uint8_t hash[SHA512_SIZE];

	buf_init(b, 512);
	if (sha256)
		sha256_of(message, hash);
	else
		sha512_of(message, hash);
	buf_addz(b, SSH_MAGIC);
	ssh_wire_add_string(b, str_of(namespace));
	ssh_wire_add_string(b, STR(""));
	ssh_wire_add_string(b, sha256 ? STR("sha256") : STR("sha512"));
	ssh_wire_add_string(b,
			    bytes_of(hash, sha256 ? SHA256_SIZE : SHA512_SIZE));
	assert(!b->full);
}

static enum sig_error check_ssh(const struct sig *s, const struct key *key,
				const char *namespace, struct str message)
{
	struct buf b;
	bool ok;

	if (strcmp(s->namespace, namespace))
		return FAULT_SIG_PURPOSE;
	if (!key_equal(&s->key, key))
		return FAULT_SIG_WRONG_KEY;
	ssh_signed_bytes(&b, namespace, s->hashed, message);
	ok = ed25519_verify(key->b, buf_str(&b), s->bytes);
	buf_release(&b);
	return ok ? SIG_ERROR_OK : FAULT_SIG_WRONG;
}

/* append with every run of blanks as one `blank`, none at the ends */
static void add_blanks_as(struct buf *b, struct str text, char blank)
{
	bool any = false, pending = false;
	size_t n;

	while (text.len) {
		n = blank_at(text);
		if (n) {
			pending = any;
			text = sig_skip(text, n);
			continue;
		}
		if (pending)
			buf_addc(b, blank);
		buf_addc(b, text.s[0]);
		pending = false;
		any = true;
		text = sig_skip(text, 1);
	}
}

static bool check_global(const struct sig *s, const struct key *key)
{
	/* minisign's own comment has tabs, what players write has blanks */
	enum { AS_IS, WITH_BLANKS, WITH_TABS, N_TRIES };
	struct buf b;
	bool ok = false;

	buf_init(&b, sizeof(s->bytes) + SIG_ARMOUR_MAX);
	for (int try = AS_IS; !ok && try < N_TRIES; try++) {
		buf_clear(&b);
		buf_add(&b, s->bytes, sizeof(s->bytes));
		if (try == AS_IS)
			buf_adds(&b, s->comment);
		else
			add_blanks_as(&b, s->comment,
				      try == WITH_TABS ? '\t' : ' ');
		ok = ed25519_verify(key->b, buf_str(&b), s->global);
	}
	buf_release(&b);
	return ok;
}

/*
 * The text is not what this key signed. Only minisign's second signature can
 * still be the key's: neither program's signature names its key.
 */
static enum sig_error sig_unfit(const struct sig *s, const struct key *key)
{
	return s->form == SIG_MINISIGN && check_global(s, key)
		       ? FAULT_SIG_WRONG
		       : FAULT_SIG_UNFIT;
}

bool sig_is_judges(const struct sig *s)
{
	/* a player who mistypes SIG_ORDERS has signed all the same */
	static const char *const ours[] = {
		SIG_REPORT, SIG_ANSWER, SIG_LOG, SIG_KEY, SIG_PAGE, SIG_PASSPORT
	};

	for (size_t i = 0; s->form == SIG_SSH && i < ARRAY_LEN(ours); i++)
		if (!strcmp(s->namespace, ours[i]))
			return true;
	return false;
}

bool sig_fault_is_nearer(enum sig_error f, enum sig_error than)
{
	static const enum sig_error nearer[] = { FAULT_SIG_WRONG_KEY,
						 FAULT_SIG_UNFIT,
						 FAULT_SIG_WRONG };
	size_t at = 0, by = 0;

	while (at < ARRAY_LEN(nearer) && nearer[at] != f)
		at++;
	while (by < ARRAY_LEN(nearer) && nearer[by] != than)
		by++;
	return at > by;
}

enum sig_error sig_check(const struct sig *s, const struct key *key,
			 const char *namespace, struct str message)
{
	uint8_t hash[HASH_SIZE_MAX];

	if (key->kind != KEY_ED25519 || s->form == SIG_OPENPGP)
		return FAULT_SIG_WRONG_KEY;
	if (s->form == SIG_SSH)
		return check_ssh(s, key, namespace, message);
	if (s->hashed) {
		blake512_of(message, hash);
		message = bytes_of(hash, sizeof(hash));
	}
	if (!ed25519_verify(key->b, message, s->bytes))
		return sig_unfit(s, key);
	if (s->form == SIG_MINISIGN && !check_global(s, key))
		return FAULT_SIG_COMMENT;
	return SIG_ERROR_OK;
}

void sig_to_sign(const char *namespace, struct str message, struct buf *out)
{
	struct buf b;

	ssh_signed_bytes(&b, namespace, false, message);
	buf_adds(out, buf_str(&b));
	buf_release(&b);
}

void sig_of_bytes(const struct key *key, const char *namespace,
		  const uint8_t bytes[ED25519_SIG_SIZE], struct sig *out)
{
	assert(namespace[0] && strlen(namespace) < SIG_NAMESPACE_MAX);
	*out = (struct sig){ .form = SIG_SSH, .key = *key };
	memcpy(out->namespace, namespace, strlen(namespace) + 1);
	memcpy(out->bytes, bytes, ED25519_SIG_SIZE);
}

void sig_make(const struct key_secret *secret, const char *namespace,
	      struct str message, struct sig *out)
{
	uint8_t bytes[ED25519_SIG_SIZE];
	struct buf b;

	ssh_signed_bytes(&b, namespace, false, message);
	ed25519_sign_as(secret->seed, secret->key.b, buf_str(&b), bytes);
	buf_release(&b);
	sig_of_bytes(&secret->key, namespace, bytes, out);
}

static void render_lines(struct buf *out, struct str bytes, size_t width)
{
	struct buf line;

	buf_init(&line, 4 * SIG_ARMOUR_MAX);
	base64_render(&line, bytes);
	for (size_t i = 0; i < line.len; i += width) {
		size_t n = line.len - i < width ? line.len - i : width;

		buf_add(out, line.s + i, n);
		buf_addc(out, '\n');
	}
	buf_release(&line);
}

static void render_ssh(const struct sig *s, struct buf *out)
{
	struct buf blob, inner;
	uint8_t wire[KEY_WIRE_SIZE];

	buf_init(&blob, 1024);
	buf_init(&inner, 256);
	key_wire(&s->key, wire);
	ssh_wire_add_string(&inner, STR("ssh-ed25519"));
	ssh_wire_add_string(&inner, bytes_of(s->bytes, sizeof(s->bytes)));
	buf_addz(&blob, SSH_MAGIC);
	ssh_wire_add_u32(&blob, 1);
	ssh_wire_add_string(&blob, bytes_of(wire, sizeof(wire)));
	ssh_wire_add_string(&blob, str_of(s->namespace));
	ssh_wire_add_string(&blob, STR(""));
	ssh_wire_add_string(&blob, s->hashed ? STR("sha256") : STR("sha512"));
	ssh_wire_add_string(&blob, buf_str(&inner));
	assert(!blob.full);
	buf_addz(out, "-----" SSH_BEGIN "-----\n");
	render_lines(out, buf_str(&blob), 70);
	buf_addz(out, "-----" SSH_END "-----\n");
	buf_release(&blob);
	buf_release(&inner);
}

bool sig_render(const struct sig *s, struct buf *out)
{
	uint8_t b[MINISIGN_SIZE] = { 'E', s->hashed ? 'D' : 'd' };

	if (s->form == SIG_SSH) {
		render_ssh(s, out);
		return !out->full;
	}
	memcpy(b + 2, s->number, sizeof(s->number));
	memcpy(b + 10, s->bytes, sizeof(s->bytes));
	buf_addz(out, UNTRUSTED " signature kept by heraldo\n");
	render_lines(out, bytes_of(b, sizeof(b)), MINISIGN_CHARS);
	if (s->form == SIG_MINISIGN) {
		buf_addz(out, TRUSTED " ");
		buf_adds(out, s->comment);
		buf_addc(out, '\n');
		render_lines(out, bytes_of(s->global, sizeof(s->global)),
			     GLOBAL_CHARS);
	}
	return !out->full;
}
