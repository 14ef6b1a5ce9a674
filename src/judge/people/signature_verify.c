/* src/judge/people/signature_verify.c */
#include "judge/people/signature_verify.h"
#include "auth/transfer_encoding.h"
#include "base/utf8.h"
#include "judge/game/computer_person.h"
#include "judge/game/game_keyring.h"
#include "mail/part_bytes.h"
#include <string.h>

enum { FORMS_MAX = 16 };

enum err signature_ring(struct judge *j, int64_t person, struct arena *a,
			struct key keys[RING_MAX], size_t *n, struct why *why)
{
	struct key_row rows[RING_MAX];
	int got = 0;
	enum err e;

	*n = 0;
	e = store_key_ring(j->st, person, a, rows, RING_MAX, &got, why);
	for (int i = 0; !e && i < got; i++)
		*n += ring_key(&rows[i], &keys[*n]);
	return e;
}

enum err signature_computer(struct signature_keys *k, struct key keys[RING_MAX],
			    struct why *why)
{
	struct person_row p;
	enum err e = k->seat->person
			     ? store_person_get(k->j->st, k->seat->person, k->a,
						&p, why)
			     : ERR_NOT_FOUND;

	if (!e && computer_person_is(&p, NULL)) {
		keys[0] = k->j->c.key.key;
		k->n = 1;
		k->purpose = SIG_PLAYER;
	}
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static const char *form_name(const struct sig *s)
{
	switch (s->form) {
	case SIG_SSH: return "ssh";
	case SIG_MINISIGN: return "minisign";
	case SIG_SIGNIFY: return "signify";
	case SIG_OPENPGP: return "pgp";
	}
	return "";
}

/* Which of the blocks that one signature covers: for the log. */
static const char *number_text(struct arena *a, const struct signer_result *f)
{
	return f->block.number
		       ? arena_printf(a, SIGNED_NUMBER "%u", f->block.number)
		       : "";
}

/* The row for the log: who signed what, and how. */
static void note_signed(struct signer_result *f, const struct signature_keys *k,
			const struct key *key, const char *program,
			const char *form, struct str text, struct str signature)
{
	char fingerprint[KEY_FINGERPRINT_MAX];

	key_fingerprint(key, fingerprint);
	f->orders = (struct signed_row){
		.game = k->seat->game,
		.slot = k->seat->slot,
		.fingerprint = str_of(arena_strdup(k->a, fingerprint)),
		.format = str_of(arena_printf(k->a, "%s %s%s", program, form,
					      number_text(k->a, f))),
		.text = arena_str(k->a, text),
		.signature = arena_str(k->a, signature),
	};
}

static struct str armour_of(const struct sig *s, struct arena *a)
{
	struct buf b;
	struct str text;

	buf_init(&b, SIG_ARMOUR_MAX);
	sig_render(s, &b);
	text = arena_str(a, buf_str(&b));
	buf_release(&b);
	return text;
}

/* An Ed25519 signature of the block. */
static void verify_block(const struct signature_keys *k,
			 const struct signed_block *b, struct signer_result *f)
{
	struct signed_block_proof proof;

	f->fault = b->fault;
	if (!f->fault)
		f->fault = signed_block_verify(
			k->a, b, k->keys, k->n,
			k->purpose ? k->purpose : SIG_ORDERS, &proof);
	if (!f->fault)
		note_signed(f, k, &k->keys[proof.key], form_name(&b->sig),
			    proof.form, proof.verified,
			    armour_of(&b->sig, k->a));
}

/* An Ed25519 signature over the part, with its line ends as CRLF or as is. */
static void verify_slice(const struct signature_keys *k,
			 const struct mail_signed *m, struct signer_result *f)
{
	struct str form[2] = { part_bytes_crlf(k->a, m->slice), m->slice };
	struct sig sig;

	f->fault = sig_parse(k->a, m->sig, &sig, NULL);
	if (f->fault)
		return;
	f->fault = FAULT_SIG_WRONG_KEY;
	for (size_t i = 0; f->fault && i < 2 * k->n; i++) {
		const struct key *key = &k->keys[i / 2];
		enum sig_error got =
			sig_check(&sig, key, SIG_ORDERS, form[i % 2]);

		if (!got || sig_fault_is_nearer(got, f->fault))
			f->fault = got;
		if (!got)
			note_signed(f, k, key, form_name(&sig), "mime",
				    form[i % 2], armour_of(&sig, k->a));
	}
}

/* Bytes that GnuPG may have signed, and the form in which they were found. */
struct gnupg_text {
	struct str bytes, signature;
	bool smime;
	const char *form;
};

static enum err verify_gnupg(const struct signature_keys *k,
			     const struct gnupg_text *t,
			     struct signer_result *f, struct why *why)
{
	struct pgp *pgp = k->j->c.pgp;
	struct str bytes = t->bytes, signature = t->signature;
	bool smime = t->smime;
	struct buf text;
	size_t which = 0;
	bool any = false;
	enum err e;

	f->fault = pgp ? FAULT_SIG_DAMAGED : FAULT_SIG_NO_GPGME;
	if (!pgp || signature.len > LOG_CHAIN_TEXT_MAX / 2)
		return ERR_OK;
	/* gpgsm keeps every certificate that it is shown: strangers show none
	 */
	f->fault = FAULT_SIG_NO_KEY;
	for (size_t i = 0; i < k->n; i++)
		any |= k->keys[i].kind == (smime ? KEY_SMIME : KEY_OPENPGP);
	if (!any)
		return ERR_OK;
	e = pgp_verify(pgp,
		       &(struct pgp_signed){ smime ? PGP_SMIME : PGP_OPENPGP,
					     bytes, signature },
		       k->keys, k->n, &which, &f->fault, why);
	if (e || f->fault)
		return e;
	/* it may be binary, and the log holds text */
	buf_init(&text, 2 * signature.len + 8);
	if ((signature.len && signature.s[0] & 0x80) ||
	    !utf8_is_valid(signature)) {
		base64_render(&text, signature);
		signature = arena_str(k->a, buf_str(&text));
	}
	buf_release(&text);
	f->by_gnupg = true;
	note_signed(f, k, &k->keys[which], smime ? "smime" : "pgp", t->form,
		    bytes, signature);
	return ERR_OK;
}

/* OpenPGP in the text, or beside it: the forms of the text are tried in order,
 * while GnuPG says that its key signed something else. */
static enum err verify_openpgp(const struct signature_keys *k,
			       const struct signed_block *b,
			       struct signer_result *f, struct why *why)
{
	struct gnupg_text t = { .signature = b->sig.packets };
	struct str tried[FORMS_MAX];
	size_t n_tried = 0;
	enum err e = ERR_OK;

	f->fault = b->fault;
	if (f->fault)
		return ERR_OK;
	f->fault = FAULT_SIG_WRONG;
	for (size_t i = 0;
	     !e && f->fault == FAULT_SIG_WRONG && n_tried < FORMS_MAX &&
	     signed_block_form(k->a, b, i, &t.bytes, &t.form);
	     i++) {
		bool again = !t.bytes.len;

		for (size_t l = 0; !again && l < n_tried; l++)
			again = str_equal(tried[l], t.bytes);
		if (again)
			continue;
		tried[n_tried++] = t.bytes;
		e = verify_gnupg(k, &t, f, why);
	}
	return e;
}

enum err signature_verify_text(const struct signature_keys *k,
			       const struct signed_block *b,
			       struct signer_result *f, struct why *why)
{
	enum err e = ERR_OK;

	if (b->sig.form == SIG_OPENPGP)
		e = verify_openpgp(k, b, f, why);
	else
		verify_block(k, b, f);
	/* no mail program changes attached files */
	if (f->fault == FAULT_SIG_WRONG && b->origin == SIGNED_BLOCK_ATTACHED)
		f->fault = FAULT_SIG_FILE;
	return e;
}

enum err signature_verify_part(const struct signature_keys *k,
			       const struct mail_signed *m,
			       struct signer_result *f, struct why *why)
{
	bool pgp = str_is(m->protocol, "application/pgp-signature");
	bool smime = str_is(m->protocol, "application/pkcs7-signature") ||
		     str_is(m->protocol, "application/x-pkcs7-signature");
	struct gnupg_text t = { .signature = m->sig,
				.smime = smime,
				.form = "mime" };

	if (pgp || smime) {
		t.bytes = part_bytes_crlf(k->a, m->slice);
		return verify_gnupg(k, &t, f, why);
	}
	verify_slice(k, m, f);
	return ERR_OK;
}

enum sig_error signature_part_fault(const struct judge *j,
				    const struct signature_scan *l)
{
	if (!signed_part_is_for(&l->slice, j->c.address))
		return FAULT_PART_OTHER;
	return l->part[0].fault;
}

enum err signer_wished(const struct signer_mail *mail,
		       const struct signer_result *f, int64_t person,
		       struct key *key, bool *found, struct why *why)
{
	const struct mail_signed *sig = &mail->m->sig;
	struct seat_row nowhere = { .slot = -1, .person = person };
	char print[KEY_FINGERPRINT_MAX];
	struct signer_result whole = { .fault = FAULT_SIG_NONE, .slot = -1 };
	struct key keys[RING_MAX];
	struct signature_keys k = {
		.j = mail->j, .a = mail->a, .keys = keys, .seat = &nowhere
	};
	enum err e = signature_ring(mail->j, person, mail->a, keys, &k.n, why);

	*found = false;
	if (e || !k.n)
		return e;
	if (!f->as_part && !f->block.fault && !f->block.unfit)
		e = signature_verify_text(&k, &f->block, &whole, why);
	if (!e && whole.fault && sig->place == SIGNED_TOP) {
		e = signature_verify_part(&k, sig, &whole, why);
		if (!e && !whole.fault)
			whole.fault = signature_part_fault(mail->j, mail->look);
	}
	if (e || whole.fault)
		return e;
	for (size_t i = 0; !*found && i < k.n; i++) {
		key_fingerprint(&keys[i], print);
		*found = str_is(whole.orders.fingerprint, print);
		*key = keys[i];
	}
	return ERR_OK;
}

enum err signer_proves(const struct signer_mail *mail,
		       const struct signed_block *text, const struct key *key,
		       enum sig_error *fault, struct why *why)
{
	const struct mail_signed *sig = &mail->m->sig;
	struct seat_row nowhere = { .slot = -1 };
	struct signer_result f = { .who = SIGNER_NOBODY, .slot = -1 };
	struct signature_keys k = { mail->j, mail->a, key, 1, &nowhere, NULL };
	enum err e;

	*fault = FAULT_SIG_NONE;
	if (text) {
		e = signature_verify_text(&k, text, &f, why);
		*fault = f.fault ? f.fault : text->unfit;
		return e;
	}
	if (sig->place != SIGNED_TOP)
		return ERR_OK;
	e = signature_verify_part(&k, sig, &f, why);
	*fault = f.fault ? f.fault : signature_part_fault(mail->j, mail->look);
	return e;
}

struct str signer_armour_in(struct str text)
{
	static const char begin[] = "-----BEGIN PGP PUBLIC KEY BLOCK-----";
	static const char end[] = "-----END PGP PUBLIC KEY BLOCK-----";
	const char *from =
		text.len ? memmem(text.s, text.len, begin, sizeof(begin) - 1)
			 : NULL;
	const char *to = from ? memmem(from, text.len - (size_t)(from - text.s),
				       end, sizeof(end) - 1)
			      : NULL;
	struct str s = STR("");

	if (to)
		s = (struct str){ from, (size_t)(to - from) + sizeof(end) - 1 };
	return s.len <= SIGNER_ARMOUR_MAX && utf8_is_valid(s) ? s : STR("");
}
