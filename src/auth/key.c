/* src/auth/key.c */
#include "auth/key.h"
#include "base/ascii.h"
#include "auth/armor.h"
#include "base/ssh_wire.h"
#include "base/parse.h"
#include "base/file_mode.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct key key_of_point(const uint8_t point[ED25519_SIZE])
{
	struct key k = { .kind = KEY_ED25519, .len = ED25519_SIZE };

	memcpy(k.b, point, ED25519_SIZE);
	return k;
}

bool key_equal(const struct key *a, const struct key *b)
{
	return a->kind == b->kind && a->len == b->len &&
	       !memcmp(a->b, b->b, sizeof(a->b));
}

/* types of OpenSSH that are not ours, by how their names begin */
static const struct {
	const char *begins;
	enum sig_error fault;
} foreign_types[] = {
	{ "ssh-ed25519-cert", FAULT_KEY_CERTIFICATE },
	{ "ssh-rsa-cert", FAULT_KEY_CERTIFICATE },
	{ "sk-ssh-", FAULT_KEY_HARDWARE },
	{ "sk-ecdsa-", FAULT_KEY_HARDWARE },
	{ "ssh-rsa", FAULT_KEY_RSA },
	{ "rsa-sha2-", FAULT_KEY_RSA },
	{ "ecdsa-sha2-", FAULT_KEY_ECDSA },
	{ "ssh-dss", FAULT_KEY_DSA },
};

static enum sig_error foreign_type(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(foreign_types); i++)
		if (str_starts(name, foreign_types[i].begins))
			return foreign_types[i].fault;
	return FAULT_KEY_UNKNOWN;
}

void key_wire(const struct key *k, uint8_t out[KEY_WIRE_SIZE])
{
	assert(k->kind == KEY_ED25519);
	ssh_wire_put_u32(out, 11);
	memcpy(out + 4, "ssh-ed25519", 11);
	ssh_wire_put_u32(out + 15, ED25519_SIZE);
	memcpy(out + 19, k->b, ED25519_SIZE);
}

enum sig_error key_unwire(struct str wire, struct key *out)
{
	struct str type, point;

	if (!ssh_wire_take_string(&wire, &type))
		return FAULT_KEY_DAMAGED;
	if (!str_is(type, "ssh-ed25519"))
		return foreign_type(type);
	if (!ssh_wire_take_string(&wire, &point) || wire.len ||
	    point.len != ED25519_SIZE)
		return FAULT_KEY_DAMAGED;
	*out = key_of_point((const uint8_t *)point.s);
	return SIG_ERROR_OK;
}

static enum sig_error from_point(const uint8_t *point, struct key *out)
{
	*out = key_of_point(point);
	return ed25519_is_key(point) ? SIG_ERROR_OK : FAULT_KEY_WEAK;
}

/* the bytes before the 32 of a key in SubjectPublicKeyInfo (RFC 8410) */
static const uint8_t spki[12] = { 0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
				  0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };

enum { MINISIGN_KEY_SIZE = 42, SSH_BASE64 = 68 };

/* Does it begin with the name of a kind of key, as the bytes of a key do? */
static bool names_type(struct str wire)
{
	struct str type;

	return ssh_wire_take_string(&wire, &type) &&
	       (str_is(type, "ssh-ed25519") ||
		foreign_type(type) != FAULT_KEY_UNKNOWN ||
		str_starts(type, "ssh-"));
}

/* a key that says by its own bytes what it is; KEY_NONE if it is none */
static enum sig_error from_base64(struct str token, struct key *out)
{
	uint8_t b[2048];
	size_t len;

	if (!base64_parse(token, b, sizeof(b), &len))
		return FAULT_KEY_NONE;
	if (len == MINISIGN_KEY_SIZE && b[0] == 'E' && b[1] == 'd')
		return from_point(b + 10, out);
	if (len == sizeof(spki) + ED25519_SIZE && !memcmp(b, spki, 12))
		return from_point(b + 12, out);
	if (len > 19 && names_type(bytes_of(b, len))) {
		enum sig_error f = key_unwire(bytes_of(b, len), out);

		return f ? f : from_point(out->b, out);
	}
	return FAULT_KEY_NONE;
}

/* nothing but the bare 32 bytes, in hex or base64 */
static enum sig_error from_bare(struct str text, struct key *out)
{
	uint8_t b[ED25519_SIZE];
	size_t len;

	if (hex_parse(text, b, sizeof(b)) ||
	    (base64_parse(text, b, sizeof(b), &len) && len == sizeof(b)))
		return from_point(b, out);
	return FAULT_KEY_NONE;
}

static bool key_contains(struct str text, const char *z)
{
	return text.len && memmem(text.s, text.len, z, strlen(z));
}

/*
 * minisign and signify say in the comment of a signature by what it was made:
 * "signature from minisign secret key" is no secret.
 */
static bool names_secret(struct str text, const char *z)
{
	static const char from[] = "signature from ";
	size_t n = sizeof(from) - 1, len = strlen(z);

	for (size_t i = 0; i + len <= text.len; i++)
		if (!memcmp(text.s + i, z, len) &&
		    (i < n || memcmp(text.s + i - n, from, n)))
			return true;
	return false;
}

static bool is_secret(struct str text)
{
	return key_contains(text, "PRIVATE KEY") ||
	       key_contains(text, "PuTTY-User-Key-File") ||
	       names_secret(text, "minisign encrypted secret key") ||
	       names_secret(text, "minisign secret key") ||
	       names_secret(text, "signify secret key");
}

static bool take_token(struct str *rest, struct str *token)
{
	size_t i = 0;

	*rest = armor_trim(*rest);
	if (!rest->len)
		return false;
	while (i < rest->len && '!' <= rest->s[i] && rest->s[i] <= '~')
		i++;
	i += !i; /* a control character is a token of its own */
	*token = (struct str){ rest->s, i };
	rest->s += i;
	rest->len -= i;
	return true;
}

/* what a text was found to hold so far */
struct found {
	struct key key;
	bool any;
	enum sig_error fault; /* of the first key that was not ours */
	bool several;
	char begun[SSH_BASE64]; /* of a key that goes on in another line */
	size_t n_begun;
};

static void add_found(struct found *f, enum sig_error fault,
		      const struct key *k)
{
	if (fault) {
		if (f->fault == SIG_ERROR_OK)
			f->fault = fault;
		return;
	}
	if (f->any && !key_equal(&f->key, k))
		f->several = true;
	f->key = *k;
	f->any = true;
}

/*
 * RFC 4716: headers with a colon, then base64 in lines. Gives back at the end
 * line or at anything foreign.
 */
static void read_ssh2(struct str text, struct armor_line *l, struct found *f)
{
	char joined[2048];
	size_t n = 0;
	enum sig_error fault;
	struct key k = { 0 };
	bool header = false;

	while (armor_next(text, l)) {
		int got;

		if (armor_is(l->text, "END SSH2 PUBLIC KEY"))
			break;
		if (key_contains(l->text, ":") || header) {
			struct str line = armor_trim(l->text);

			header = line.len && line.s[line.len - 1] == '\\';
			continue;
		}
		got = armor_base64(l->text, joined + n, sizeof(joined) - n);
		if (got < 0)
			break;
		n += (size_t)got;
	}
	fault = from_base64(bytes_of(joined, n), &k);
	add_found(f, fault == FAULT_KEY_NONE ? FAULT_KEY_DAMAGED : fault, &k);
}

/*
 * A signature holds the key that made it, and its lines can begin as a key
 * does. Stops before the first line that is no base64.
 */
static void skip_signature(struct str text, struct armor_line *l)
{
	char joined[2048];
	struct armor_line next = *l;

	while (armor_next(text, &next)) {
		bool end = armor_is(next.text, "END SSH SIGNATURE");

		if (!end && armor_base64(next.text, joined, sizeof(joined)) < 0)
			return;
		*l = next;
		if (end)
			return;
	}
}

/* The next piece of a key's base64, which a program may have broken; true: it
 * goes on. */
static bool read_begun(struct str token, struct found *f)
{
	struct key k = { 0 };
	enum sig_error fault;
	int got;

	got = f->n_begun || str_starts(token, "AAAA")
		      ? armor_base64(token, f->begun + f->n_begun,
				     sizeof(f->begun) - f->n_begun)
		      : -1;
	f->n_begun += got > 0 ? (size_t)got : 0;
	if (got >= 0 && f->n_begun < sizeof(f->begun))
		return true;
	fault = from_base64(got < 0 ? token : bytes_of(f->begun, f->n_begun),
			    &k);
	f->n_begun = 0;
	add_found(f, fault == FAULT_KEY_NONE ? FAULT_KEY_DAMAGED : fault, &k);
	return false;
}

static void read_token(struct str token, bool *want, struct found *f)
{
	struct key k = { 0 };
	enum sig_error fault;

	if (*want) {
		*want = read_begun(token, f);
		return;
	}
	if (str_is(token, "ssh-ed25519")) {
		*want = true;
		return;
	}
	fault = foreign_type(token);
	if (fault == FAULT_KEY_UNKNOWN)
		fault = from_base64(token, &k);
	if (fault != FAULT_KEY_NONE)
		add_found(f, fault, &k);
}

/* Does an armour begin at this line? Then *l moves to its last line. */
static bool read_armour(struct str text, struct armor_line *l, struct found *f)
{
	struct key none = { 0 };
	struct str line = armor_trim(l->text);

	if (key_contains(line, "BEGIN PGP PUBLIC") ||
	    key_contains(line, "BEGIN CERTIFICATE"))
		add_found(f, FAULT_KEY_OPENPGP, &none);
	else if (armor_is(line, "BEGIN SSH2 PUBLIC KEY"))
		read_ssh2(text, l, f);
	else if (armor_is(line, "BEGIN SSH SIGNATURE"))
		skip_signature(text, l);
	else
		return false;
	return true;
}

static void read_line(struct str line, bool *want, struct found *f)
{
	struct str rest = armor_trim(line), token;

	if (str_starts(rest, "untrusted comment:"))
		return;
	while (take_token(&rest, &token))
		read_token(token, want, f);
}

enum sig_error key_parse(struct str text, struct key *out)
{
	struct armor_line l = { 0 };
	struct found f = { 0 };
	struct key k = { 0 };
	bool want = false;
	enum sig_error bare;

	if (text.len > KEY_TEXT_MAX)
		return FAULT_KEY_NONE;
	if (is_secret(text))
		return FAULT_KEY_SECRET;
	/* a bare key could be part of any text: accepted only if alone */
	bare = from_bare(armor_trim(parse_trim(text)), out);
	if (bare != FAULT_KEY_NONE)
		return bare;
	while (armor_next(text, &l))
		if (!read_armour(text, &l, &f))
			read_line(l.text, &want, &f);
	if (want)
		add_found(&f, FAULT_KEY_DAMAGED, &k);
	if (f.several)
		return FAULT_KEY_SEVERAL;
	if (!f.any)
		return f.fault ? f.fault : FAULT_KEY_NONE;
	*out = f.key;
	return SIG_ERROR_OK;
}

static void key_digest(const struct key *k, uint8_t out[SHA256_SIZE])
{
	uint8_t wire[KEY_WIRE_SIZE];

	key_wire(k, wire);
	sha256_of(bytes_of(wire, sizeof(wire)), out);
}

void key_fingerprint_hex(const struct key *k, char out[2 * 32 + 1])
{
	uint8_t sum[32] = { 0 };
	struct buf b;
	size_t len = k->len;

	memcpy(sum, k->b, sizeof(sum));
	if (k->kind == KEY_ED25519) {
		key_digest(k, sum);
		len = sizeof(sum);
	}
	assert(len <= sizeof(sum));
	buf_init(&b, 2 * sizeof(sum));
	hex_render(&b, bytes_of(sum, len));
	memcpy(out, b.s, b.len);
	out[b.len] = 0;
	buf_release(&b);
}

void key_fingerprint(const struct key *k, char out[KEY_FINGERPRINT_MAX])
{
	uint8_t sum[SHA256_SIZE];
	char hex[2 * 32 + 1];
	struct buf b;

	buf_init(&b, KEY_FINGERPRINT_MAX - 1);
	if (k->kind == KEY_ED25519) {
		key_digest(k, sum);
		buf_addz(&b, "SHA256:");
		base64_render(&b, bytes_of(sum, sizeof(sum)));
		b.len -= 1; /* OpenSSH shows no padding */
	} else {
		key_fingerprint_hex(k, hex);
		buf_addz(&b, k->kind == KEY_OPENPGP ? "OPENPGP:" : "SMIME:");
		buf_addz(&b, hex);
	}
	assert(!b.full);
	memcpy(out, b.s, b.len);
	out[b.len] = 0;
	buf_release(&b);
}

/* equal in letters of either case, blanks in the text passed over */
static bool same_letters(struct str text, const char *z)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] == ' ' || text.s[i] == '\t')
			continue;
		if (!*z || ascii_lower(text.s[i]) != ascii_lower(*z))
			return false;
		z++;
	}
	return !*z;
}

bool key_is_fingerprint(const struct key *k, struct str text)
{
	char full[KEY_FINGERPRINT_MAX], hex[2 * 32 + 1];

	key_fingerprint(k, full);
	key_fingerprint_hex(k, hex);
	return same_letters(text, full) ||
	       same_letters(text, strchr(full, ':') + 1) ||
	       same_letters(text, hex);
}

bool key_render(const struct key *k, struct str comment, struct buf *out)
{
	uint8_t wire[KEY_WIRE_SIZE];

	key_wire(k, wire);
	buf_addz(out, "ssh-ed25519 ");
	base64_render(out, bytes_of(wire, sizeof(wire)));
	if (comment.len)
		buf_addc(out, ' ');
	for (size_t i = 0; i < comment.len; i++) {
		char c = comment.s[i];

		buf_addc(out, (unsigned char)c < ' ' || c == 0x7f ? ' ' : c);
	}
	return buf_addc(out, '\n') && !out->full;
}

void key_secret_new(struct key_secret *out)
{
	random_fill(out->seed, sizeof(out->seed));
	out->key = (struct key){ .kind = KEY_ED25519, .len = ED25519_SIZE };
	ed25519_public(out->seed, out->key.b);
}

void key_secret_release(struct key_secret *s)
{
	secret_wipe(s, sizeof(*s));
}

#define SECRET_BEGIN "BEGIN OPENSSH PRIVATE KEY"
#define SECRET_END   "END OPENSSH PRIVATE KEY"
#define SECRET_MAGIC "openssh-key-v1" /* and its NUL */

/* the private half of the file: two equal numbers, then the key */
static bool parse_half(struct str half, struct key_secret *out)
{
	struct str type, point, pair, comment;
	uint32_t check1, check2;
	struct key again = { .kind = KEY_ED25519, .len = ED25519_SIZE };

	if (!ssh_wire_take_u32(&half, &check1) ||
	    !ssh_wire_take_u32(&half, &check2) || check1 != check2 ||
	    !ssh_wire_take_string(&half, &type) ||
	    !str_is(type, "ssh-ed25519") ||
	    !ssh_wire_take_string(&half, &point) ||
	    !ssh_wire_take_string(&half, &pair) || point.len != ED25519_SIZE ||
	    pair.len != 2 * ED25519_SIZE ||
	    !ssh_wire_take_string(&half, &comment))
		return false;
	for (size_t i = 0; i < half.len; i++)
		if (half.s[i] != (char)(i + 1))
			return false;
	memcpy(out->seed, pair.s, sizeof(out->seed));
	ed25519_public(out->seed, again.b);
	/* a pair whose halves don't belong together would give its seed away */
	return key_equal(&again, &out->key) &&
	       !memcmp(again.b, point.s, ED25519_SIZE) &&
	       !memcmp(again.b, pair.s + ED25519_SIZE, ED25519_SIZE);
}

static enum err parse_blob(struct str blob, struct key_secret *out,
			   struct why *why)
{
	struct str cipher, kdf, options, wire, half;
	uint32_t n;
	enum sig_error fault;

	if (blob.len < sizeof(SECRET_MAGIC) ||
	    memcmp(blob.s, SECRET_MAGIC, sizeof(SECRET_MAGIC)))
		return why_set(why, ERR_FORMAT, "the key file is damaged");
	blob.s += sizeof(SECRET_MAGIC);
	blob.len -= sizeof(SECRET_MAGIC);
	if (!ssh_wire_take_string(&blob, &cipher) ||
	    !ssh_wire_take_string(&blob, &kdf) ||
	    !ssh_wire_take_string(&blob, &options) ||
	    !ssh_wire_take_u32(&blob, &n) || n != 1 ||
	    !ssh_wire_take_string(&blob, &wire))
		return why_set(why, ERR_FORMAT, "the key file is damaged");
	if (!str_is(cipher, "none"))
		return why_set(why, ERR_FORMAT,
			       "the key has a pass phrase: sign with "
			       "ssh-keygen -Y sign instead, or make a copy of "
			       "the key without one (ssh-keygen -p -f COPY)");
	fault = key_unwire(wire, &out->key);
	if (fault)
		return why_set(why, ERR_FORMAT, "%s", sig_error_text(fault));
	if (!str_is(kdf, "none") || options.len ||
	    !ssh_wire_take_string(&blob, &half) || blob.len || half.len % 8 ||
	    !parse_half(half, out))
		return why_set(why, ERR_FORMAT, "the key file is damaged");
	return ERR_OK;
}

enum { SECRET_TEXT_MAX = 8 << 10 };

enum err key_secret_parse(struct str text, struct key_secret *out,
			  struct why *why)
{
	char joined[SECRET_TEXT_MAX];
	uint8_t blob[SECRET_TEXT_MAX];
	struct armor_line l = { 0 };
	struct key k;
	size_t n = 0, len;
	bool inside = false, ended = false;
	enum err e;

	*out = (struct key_secret){ 0 };
	while (!ended && armor_next(text, &l)) {
		int got;

		if (!inside) {
			inside = armor_is(l.text, SECRET_BEGIN);
			continue;
		}
		ended = armor_is(l.text, SECRET_END);
		got = armor_base64(l.text, joined + n, sizeof(joined) - n);
		if (!ended && got < 0)
			break;
		n += ended ? 0 : (size_t)got;
	}
	if (!inside && key_parse(text, &k) == SIG_ERROR_OK)
		e = why_set(why, ERR_FORMAT,
			    "this is a public key: name the file without .pub");
	else if (!inside)
		e = why_set(why, ERR_FORMAT,
			    "this is no OpenSSH private key: make one with "
			    "heraldo key new or ssh-keygen -t ed25519; with "
			    "another key sign what --text writes");
	else if (!ended ||
		 !base64_parse(bytes_of(joined, n), blob, sizeof(blob), &len))
		e = why_set(why, ERR_FORMAT, "the key file is damaged");
	else
		e = parse_blob(bytes_of(blob, len), out, why);
	secret_wipe(joined, sizeof(joined));
	secret_wipe(blob, sizeof(blob));
	if (e)
		key_secret_release(out);
	return e;
}

enum err key_secret_read(const char *path, struct key_secret *out,
			 struct why *why)
{
	char text[SECRET_TEXT_MAX + 1];
	size_t len = 0;
	ssize_t got = 1;
	enum err e;
	struct why inner = { 0 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return why_set(why,
			       errno == ENOENT ? ERR_NOT_FOUND : ERR_SYSTEM,
			       "%s: %s", path, strerror(errno));
	while (got > 0 && len < sizeof(text)) {
		got = read(fd, text + len, sizeof(text) - len);
		if (got < 0 && errno == EINTR)
			got = 1;
		else if (got > 0)
			len += (size_t)got;
	}
	if (got < 0)
		e = why_set(why, ERR_SYSTEM, "%s: %s", path, strerror(errno));
	else if (len > SECRET_TEXT_MAX)
		e = why_set(why, ERR_TOO_LARGE, "%s: too large for a key",
			    path);
	else if ((e = key_secret_parse(bytes_of(text, len), out, &inner)) != 0)
		why_set(why, e, "%s: %s", path, inner.text);
	else if ((e = private_check(path, fd, why)) != 0)
		key_secret_release(out); /* as ssh: the file is not secret */
	close(fd);
	secret_wipe(text, sizeof(text));
	return e;
}

/* reserve enough room first: growing would leave copies of the secret */
static void buf_init_secret(struct buf *b, size_t max)
{
	char zeros[256] = { 0 };

	buf_init(b, max);
	while (b->len < max)
		buf_add(b, zeros,
			max - b->len < sizeof(zeros) ? max - b->len
						     : sizeof(zeros));
	buf_clear(b);
}

static void buf_release_secret(struct buf *b)
{
	secret_wipe(b->s, b->room);
	buf_release(b);
}

static bool add_half(struct buf *half, const struct key_secret *s,
		     struct str comment)
{
	uint32_t check;
	char pair[2 * ED25519_SIZE];
	bool ok;

	random_fill(&check, sizeof(check));
	memcpy(pair, s->seed, ED25519_SIZE);
	memcpy(pair + ED25519_SIZE, s->key.b, ED25519_SIZE);
	ok = ssh_wire_add_u32(half, check) && ssh_wire_add_u32(half, check) &&
	     ssh_wire_add_string(half, STR("ssh-ed25519")) &&
	     ssh_wire_add_string(half, bytes_of(s->key.b, ED25519_SIZE)) &&
	     ssh_wire_add_string(half, bytes_of(pair, sizeof(pair))) &&
	     ssh_wire_add_string(half, comment);
	for (char pad = 1; ok && half->len % 8; pad++)
		ok = buf_addc(half, pad);
	secret_wipe(pair, sizeof(pair));
	return ok;
}

static bool render_secret(const struct key_secret *s, struct str comment,
			  struct buf *out)
{
	struct buf half, blob, line;
	uint8_t wire[KEY_WIRE_SIZE];
	bool ok;

	buf_init_secret(&half, 2048);
	buf_init_secret(&blob, 4096);
	buf_init_secret(&line, SECRET_TEXT_MAX);
	key_wire(&s->key, wire);
	ok = add_half(&half, s, comment) &&
	     buf_add(&blob, SECRET_MAGIC, sizeof(SECRET_MAGIC)) &&
	     ssh_wire_add_string(&blob, STR("none")) &&
	     ssh_wire_add_string(&blob, STR("none")) &&
	     ssh_wire_add_string(&blob, STR("")) &&
	     ssh_wire_add_u32(&blob, 1) &&
	     ssh_wire_add_string(&blob, bytes_of(wire, sizeof(wire))) &&
	     ssh_wire_add_string(&blob, buf_str(&half)) &&
	     base64_render(&line, buf_str(&blob));
	buf_addz(out, "-----" SECRET_BEGIN "-----\n");
	for (size_t i = 0; i < line.len; i += 70) {
		buf_add(out, line.s + i, line.len - i < 70 ? line.len - i : 70);
		buf_addc(out, '\n');
	}
	buf_addz(out, "-----" SECRET_END "-----\n");
	buf_release_secret(&half);
	buf_release_secret(&blob);
	buf_release_secret(&line);
	return ok && !out->full;
}

/* a new file, whole or not at all */
static enum err write_new(const char *path, mode_t mode, struct str text,
			  struct why *why)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	bool ok;

	if (fd < 0 && errno == EEXIST)
		return why_set(why, ERR_EXISTS,
			       "%s exists: a key is never overwritten", path);
	if (fd < 0)
		return why_set(why, ERR_SYSTEM, "%s: %s", path,
			       strerror(errno));
	ok = true;
	while (ok && text.len) {
		ssize_t n = write(fd, text.s, text.len);

		ok = n > 0 || (n < 0 && errno == EINTR);
		if (n > 0) {
			text.s += n;
			text.len -= (size_t)n;
		}
	}
	ok = ok && !fsync(fd);
	if (close(fd) || !ok) {
		enum err e =
			why_set(why, ERR_DISK, "%s: %s", path, strerror(errno));

		unlink(path);
		return e;
	}
	return ERR_OK;
}

enum err key_secret_write(const char *path, const struct key_secret *s,
			  const char *comment, struct why *why)
{
	struct buf text, line, beside;
	struct str said = str_of(comment);
	bool fits;
	enum err e;

	if (said.len > 256)
		said.len = 256;
	buf_init_secret(&text, SECRET_TEXT_MAX);
	buf_init(&line, 1024);
	buf_init(&beside, PATH_MAX);
	fits = render_secret(s, said, &text) &&
	       key_render(&s->key, said, &line);
	assert(fits);
	if (!buf_addf(&beside, "%s.pub", path))
		e = why_set(why, ERR_USAGE, "%.64s...: too long a path", path);
	else
		e = write_new(beside.s, 0644, buf_str(&line), why);
	if (!e) {
		e = write_new(path, 0600, buf_str(&text), why);
		if (e)
			unlink(beside.s);
	}
	buf_release_secret(&text);
	buf_release(&line);
	buf_release(&beside);
	return e;
}
