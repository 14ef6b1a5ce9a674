/* src/judge/people/join_key.c */
#include "judge/people/join_key.h"
#include "judge/people/signature_verify.h"
#include "auth/cms.h"
#include "base/parse.h"
#include "base/utf8.h"

static bool join_key_holds(struct str s, const char *word)
{
	return memmem(s.s, s.len, word, strlen(word));
}

/* The programs that sign with a key which is written like this. */
static void programs_note(struct join_key *k, struct str text)
{
	k->ssh = join_key_holds(text, "ssh-ed25519 ");
	k->minisign = !k->ssh && !join_key_holds(text, "signify");
	k->signify = !k->ssh && !join_key_holds(text, "minisign");
}

/* The program that made this signature. */
static void program_note(struct join_key *k, enum sig_form form)
{
	k->ssh = form == SIG_SSH;
	k->minisign = form == SIG_MINISIGN;
	k->signify = form == SIG_SIGNIFY;
}

enum sig_error join_key_plainly(const struct delivery *d, struct join_key *out)
{
	enum sig_error f = FAULT_KEY_NONE;

	*out = (struct join_key){ .text = STR("") };
	for (size_t i = d->f.n_parts; i-- > 0;) {
		enum sig_error got = key_parse(d->f.parts[i].bytes, &out->key);

		if (got == SIG_ERROR_OK) {
			programs_note(out, d->f.parts[i].bytes);
			return got;
		}
		if (got != FAULT_KEY_NONE)
			f = got;
	}
	if (f == FAULT_KEY_NONE && d->f.block.proved) {
		out->key = d->f.block.sig.key;
		out->ssh = true;
		return SIG_ERROR_OK;
	}
	/* an SSH signature holds the public key: of a kind that none can use */
	if (f == FAULT_KEY_NONE && FAULT_KEY_HARDWARE <= d->f.block.fault &&
	    d->f.block.fault <= FAULT_KEY_WEAK)
		return d->f.block.fault;
	return f;
}

/* Was it signed as a whole by S/MIME? */
static bool is_smime(const struct delivery *d)
{
	const struct mail_signed *s = &d->m->sig;

	return s->place == SIGNED_TOP &&
	       (str_is(s->protocol, "application/pkcs7-signature") ||
		str_is(s->protocol, "application/x-pkcs7-signature"));
}

bool join_key_otherwise(const struct delivery *d, enum sig_error fault)
{
	if (fault == FAULT_KEY_OPENPGP)
		return d->j->c.pgp != NULL;
	return (fault == FAULT_KEY_NONE &&
		(!d->f.block.fault || d->m->sig.place == SIGNED_TOP ||
		 (d->j->c.pgp && d->m->autocrypt.n))) ||
	       (d->j->c.pgp && is_smime(d));
}

/* the value of an attribute of an Autocrypt field: "addr=a@b; keydata=.." */
static struct str join_key_attribute(struct str field, const char *name)
{
	struct str one, key;

	while (parse_field(&field, ';', &one)) {
		one = parse_trim(one);
		if (parse_field(&one, '=', &key) &&
		    mail_addr_equal(parse_trim(key), str_of(name)))
			return parse_trim(one);
	}
	return STR("");
}

/* RFC 4880, 6.1: GnuPG reads no block without it */
static uint32_t join_key_crc24(const uint8_t *b, size_t len)
{
	uint32_t crc = 0xb704ce;

	for (size_t i = 0; i < len; i++) {
		crc ^= (uint32_t)b[i] << 16;
		for (int k = 0; k < 8; k++) {
			crc <<= 1;
			crc ^= crc & 0x1000000 ? 0x1864cfb : 0;
		}
	}
	return crc & 0xffffff;
}

/* The bytes of a key as a block. */
static struct str join_key_armoured(struct arena *a, const uint8_t *b,
				    size_t len)
{
	enum { LINE = 48 };
	uint32_t crc = join_key_crc24(b, len);
	uint8_t sum[3] = { (uint8_t)(crc >> 16), (uint8_t)(crc >> 8),
			   (uint8_t)crc };
	struct buf out;
	struct str s;

	buf_init(&out, SIGNER_ARMOUR_MAX);
	buf_addz(&out, "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n");
	for (size_t i = 0; i < len; i += LINE) {
		base64_render(&out,
			      bytes_of(b + i, len - i < LINE ? len - i : LINE));
		buf_addc(&out, '\n');
	}
	buf_addc(&out, '=');
	base64_render(&out, bytes_of(sum, sizeof(sum)));
	buf_addz(&out, "\n-----END PGP PUBLIC KEY BLOCK-----");
	s = out.full ? STR("") : arena_str(a, buf_str(&out));
	buf_release(&out);
	return s;
}

/*
 * What a mail program tells of its user's key in each mail, as a block; empty:
 * nothing, or it is not for the address the mail is from. Like any key here it
 * proves nothing before it has signed.
 */
static struct str autocrypt_in(const struct delivery *d, struct str from)
{
	const struct mail_strs *l = &d->m->autocrypt;
	struct str data;
	uint8_t *bytes;
	char *joined;
	size_t n = 0, len;

	if (l->n != 1 || l->list[0].len > SIGNER_ARMOUR_MAX / 2 ||
	    !mail_addr_equal(join_key_attribute(l->list[0], "addr"), from))
		return STR("");
	data = join_key_attribute(l->list[0], "keydata");
	joined = arena_alloc(d->a, data.len + 1);
	bytes = arena_alloc(d->a, data.len + 1);
	for (size_t i = 0; i < data.len; i++)
		if (data.s[i] != ' ')
			joined[n++] = data.s[i];
	if (!n ||
	    !base64_parse((struct str){ joined, n }, bytes, data.len, &len))
		return STR("");
	return join_key_armoured(d->a, bytes, len);
}

/*
 * The OpenPGP key of the mail, and its block: looked at, not taken. A program
 * that attaches it to every mail may show it twice. *fault: as it was without.
 */
static enum err openpgp_in(const struct delivery *d, struct str from,
			   struct join_key *out, enum sig_error *fault,
			   struct why *why)
{
	struct str *armour = &out->text;
	enum err e = ERR_OK;

	if (*fault == FAULT_KEY_OPENPGP)
		*fault = FAULT_KEY_DAMAGED;
	for (size_t i = 0; d->j->c.pgp && !e && i < d->f.n_parts; i++) {
		struct str one = signer_armour_in(d->f.parts[i].bytes);

		if (!one.len || str_equal(one, *armour))
			continue;
		*fault = armour->len ? FAULT_KEY_SEVERAL : SIG_ERROR_OK;
		if (*fault)
			return ERR_OK;
		*armour = one;
	}
	if (!armour->len)
		*armour = autocrypt_in(d, from);
	if (!armour->len)
		return ERR_OK;
	*fault = SIG_ERROR_OK;
	e = pgp_look(d->j->c.pgp, *armour, &out->key, why);
	if (e != ERR_FORMAT)
		return e;
	why_clear(why);
	*fault = FAULT_KEY_DAMAGED;
	return ERR_OK;
}

/* The certificate with which the mail was signed. */
static enum sig_error certificate_in(const struct delivery *d,
				     struct join_key *out)
{
	struct str der;
	struct buf b;
	enum sig_error f = cms_signer(d->m->sig.sig, &der);

	if (f)
		return f;
	buf_init(&b, 2 * CMS_CERTIFICATE_MAX);
	cms_render(der, &b);
	out->key = cms_key(der);
	out->text = arena_str(d->a, buf_str(&b));
	buf_release(&b);
	return SIG_ERROR_OK;
}

/* A key that its sender has here already, where it signed the wish. */
static enum err known_in(const struct delivery *d, struct str from,
			 struct join_key *out, bool *found, struct why *why)
{
	struct person_row p;
	bool current = false;
	enum err e = store_person_by_address(d->j->st, from, d->a, &p, &current,
					     why);

	*found = false;
	if (e || !current)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	return signer_wished(&(struct signer_mail){ d->j, d->m, d->look, d->a },
			     &d->f, p.id, &out->key, found, why);
}

enum err join_key_find(const struct delivery *d, struct str from,
		       struct join_key *out, enum sig_error *fault,
		       struct why *why)
{
	bool found;
	enum err e = known_in(d, from, out, &found, why);

	out->text = STR("");
	if (e || found) {
		program_note(out, d->f.block.sig.form);
		*fault = SIG_ERROR_OK;
		return e;
	}
	if (!d->j->c.pgp) {
		if (is_smime(d))
			*fault = FAULT_KEY_OPENPGP;
		return ERR_OK;
	}
	if (is_smime(d)) {
		*fault = certificate_in(d, out);
		return ERR_OK;
	}
	e = openpgp_in(d, from, out, fault, why);
	/* its program signed, and sent no key */
	if (!e && *fault == FAULT_KEY_NONE && d->m->sig.place == SIGNED_TOP)
		*fault = FAULT_KEY_UNATTACHED;
	return e;
}
