/* src/judge/inbox/signer.c */
#include "judge/inbox/signer.h"
#include "judge/people/identity_import.h"
#include "judge/people/signature_verify.h"
#include "judge/game/game_keyring.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "mail/addr.h"
#include "mail/part_bytes.h"

enum { PROOFS_MAX = 4, SIGNERS_MAX = 48, GNUPG_RUNS_MAX = 64 };

/* The mail as signed_block_find wants it: its text, then its attachments. */
static void parts_of(const struct message *m, struct arena *a,
		     struct signature_scan *f)
{
	size_t n = 0;

	f->parts = ARENA_ARRAY(a, m->n_parts + 2, struct signed_block_part);
	f->parts[n++] =
		(struct signed_block_part){ .bytes = m->text, .is_text = true };
	if (m->html_text.len && !m->text_from_html)
		f->parts[n++] =
			(struct signed_block_part){ .bytes = m->html_text,
						    .is_text = true };
	for (uint32_t i = 0; i < m->n_parts && n < SIGNED_BLOCK_PARTS_MAX;
	     i++) {
		/* it signs the mail as a whole, and nothing beside it */
		bool whole = m->sig.place != SIGNED_NONE && m->sig.sig.len &&
			     str_equal(m->parts[i].bytes, m->sig.sig);

		f->parts[n++] = (struct signed_block_part){
			.name = m->parts[i].name,
			.bytes = whole ? STR("") : m->parts[i].bytes
		};
	}
	f->n_parts = n;
}

/* A block, or the whole part; by the person on the seat. */
static enum err signer_verify(struct judge *j, struct arena *a,
			      const struct signed_block *b,
			      const struct mail_signed *part,
			      const struct seat_row *seat,
			      struct signer_result *f, struct why *why)
{
	struct key keys[RING_MAX];
	struct signature_keys k = { j, a, keys, 0, seat, NULL };
	enum err e = signature_ring(j, seat->person, a, keys, &k.n, why);

	if (!e && !part)
		e = signature_computer(&k, keys, why);
	if (e)
		return e;
	return part ? signature_verify_part(&k, part, f, why)
		    : signature_verify_text(&k, b, f, why);
}

/* A text that may be signed orders of a seat. */
struct candidate {
	const struct signed_block *b;
	const struct mail_signed *part; /* NULL: it is a block */
	const struct signature_scan *look;
	struct seat_row seat; /* and its holder */
};

/* Verified, but by a signed text that cannot be taken: the signer is told. */
static void refuse_unfit(const struct judge *j, const struct candidate *c,
			 struct signer_result *f)
{
	enum sig_error bad =
		c->part ? signature_part_fault(j, c->look) : c->b->unfit;

	if (f->fault || !bad)
		return;
	f->who = SIGNER_KNOWN;
	f->fault = bad;
	f->detail = bad != FAULT_PART_WORDS ? STR("")
		    : c->part               ? c->look->slice.extra
					    : c->b->extra;
}

/*
 * The serial was used. By the same text: it is quoted or repeated, and needs no
 * answer. By another text: the sender gets an answer.
 */
static enum err consider_used(struct judge *j, struct arena *a,
			      const struct candidate *c,
			      struct signer_result *f,
			      struct signer_result *best, struct why *why)
{
	struct signed_row before;
	struct canon text;
	enum err e = signer_verify(j, a, c->b, c->part, &c->seat, f, why);

	if (e)
		return e;
	f->who = SIGNER_REPEATED;
	if (!f->fault) {
		e = store_signed_get(j->st, f->game, f->taken_by, a, &before,
				     why);
		if (e && e != ERR_NOT_FOUND)
			return e;
		/* texts that changed no game (a language, orders on hold) are
		 * not in the log: the list of executed texts decides */
		if (!f->claim.serial || e ||
		    (!signed_orders(a, before.text, before.format, &text) &&
		     !str_equal(text.text, f->text.text)))
			f->who = SIGNER_REUSED;
		refuse_unfit(j, c, f);
	}
	if (best->who == SIGNER_NOBODY ||
	    (f->who == SIGNER_REPEATED && !f->fault) ||
	    f->who == SIGNER_REUSED || f->who == SIGNER_KNOWN)
		*best = *f;
	return ERR_OK;
}

/* The public key of a mail, if there is just one. */
static bool key_beside(const struct signature_scan *look, struct key *out)
{
	struct key one;
	bool any = false;

	for (size_t i = 0; i < look->n_parts; i++) {
		if (key_parse(look->parts[i].bytes, &one))
			continue;
		if (any && !key_equal(&one, out))
			return false;
		*out = one;
		any = true;
	}
	return any;
}

/*
 * The answer to a challenge about keys: signed by the new key, if there is one.
 * A wrong number is reported to the signer.
 */
static enum err consider_answer(struct judge *j, struct arena *a,
				const struct candidate *c,
				struct signer_result *f, struct why *why)
{
	struct change_row *row = &f->change;
	struct key key;
	struct buf line;
	bool known, own;
	enum err e = change_find(j, f->claim.nonce, a, row, why);

	if (e && e != ERR_NOT_FOUND)
		return e;
	known = !e && row->person == c->seat.person && row->game == f->game &&
		row->slot == f->slot;
	own = known && change_brings_key(row) && key_beside(c->look, &key);
	if (own) {
		buf_init(&line, 1000);
		key_render(&key, STR("key"), &line);
		row->key = arena_str(a, parse_trim(buf_str(&line)));
		buf_release(&line);
	}
	if (known && (own || change_needs_key(row, &key))) {
		struct signature_keys k = { j, a, &key, 1, &c->seat, NULL };

		e = c->part ? signature_verify_part(&k, c->part, f, why)
			    : signature_verify_text(&k, c->b, f, why);
		e = e == ERR_NOT_FOUND ? ERR_OK : e;
	} else {
		e = signer_verify(j, a, c->b, c->part, &c->seat, f, why);
	}
	f->who = f->fault ? SIGNER_FAILED : SIGNER_SIGNED;
	if (!f->fault && !known) {
		f->who = SIGNER_KNOWN;
		f->reason = "number_unknown";
	}
	refuse_unfit(j, c, f);
	return e;
}

/*
 * Keep the better of two results without signed orders of a seat. Text in a
 * signed part is a block without a signature of its own, which proves nothing.
 */
static void keep_better(const struct signer_result *f,
			struct signer_result *best)
{
	if (f->who != SIGNER_FAILED ||
	    (best->who == SIGNER_FAILED && best->fault == FAULT_SIG_NONE) ||
	    (best->who != SIGNER_FAILED && best->who != SIGNER_REUSED &&
	     best->who != SIGNER_KNOWN &&
	     (best->who != SIGNER_REPEATED || best->fault)))
		*best = *f;
}

bool signer_is_quoted(const struct signed_block *b)
{
	return str_starts(parse_trim(b->whole), ">");
}

/*
 * What only keeps its place while nothing is found that says more. A wish to
 * join needs no signature, so the lines of the invitation are one where an
 * answer quotes them: whoever wrote another below, or attached it, meant that.
 */
static enum err keep_faint(const struct signer_result *f,
			   struct signer_result *best)
{
	bool own = f->who == SIGNER_JOINS && best->who == SIGNER_JOINS &&
		   signer_is_quoted(&best->block) &&
		   !signer_is_quoted(&f->block);

	if (own || best->who == SIGNER_NOBODY || best->who == SIGNER_REPEATED)
		*best = *f;
	return ERR_OK;
}

/* The seat that it names, if it has a holder (else person 0). */
static enum err seat_named(struct judge *j, struct arena *a,
			   const struct signer_result *f, struct seat_row *seat,
			   struct why *why)
{
	enum err e =
		f->game ? store_seat_get(j->st, f->game, f->slot, a, seat, why)
			: ERR_NOT_FOUND;

	if (e == ERR_NOT_FOUND)
		*seat = (struct seat_row){ 0 };
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* Classify a block of the holder of that seat. */
static enum err consider_seated(struct judge *j, struct arena *a,
				const struct candidate *c,
				struct signer_result *f,
				struct signer_result *best, struct why *why)
{
	int64_t taken = 0;
	enum err e;

	if (f->claim.nonce.len) {
		e = consider_answer(j, a, c, f, why);
		if (!e)
			keep_better(f, best);
		return e;
	}
	e = store_serial_find(j->st, f->game, f->slot, f->claim.serial, &taken,
			      why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	f->taken_by = taken;
	/* 0 is what no serial was used yet; so it can't be used either */
	if ((!e || !f->claim.serial) && f->claim.kind != CLAIM_PREVIEW)
		return consider_used(j, a, c, f, best, why);
	e = signer_verify(j, a, c->b, c->part, &c->seat, f, why);
	if (e)
		return e;
	f->who = f->fault ? SIGNER_FAILED : SIGNER_SIGNED;
	refuse_unfit(j, c, f);
	keep_better(f, best);
	return ERR_OK;
}

/* Orders of the seat's deputy, by their key and with a serial of theirs. */
static enum err consider_deputy(struct judge *j, struct arena *a,
				const struct candidate *of,
				struct signer_result f,
				struct signer_result *best, bool *is,
				struct why *why)
{
	struct signer_result found = { .who = SIGNER_NOBODY };
	struct candidate c = *of;
	int seat = f.slot;
	enum err e;

	*is = false;
	if (seat < 0 || seat >= SEATS_MAX ||
	    (f.claim.kind != CLAIM_ORDERS && f.claim.kind != CLAIM_PREVIEW))
		return ERR_OK;
	f.slot = SLOT_DEPUTY + seat;
	e = seat_named(j, a, &f, &c.seat, why);
	if (e || !c.seat.person)
		return e;
	f.person = c.seat.person;
	e = consider_seated(j, a, &c, &f, &found, why);
	*is = !e && found.who != SIGNER_NOBODY && found.who != SIGNER_FAILED &&
	      !found.fault;
	if (!*is)
		return e;
	*best = found;
	best->deputy = true;
	best->slot = best->orders.slot = seat;
	return ERR_OK;
}

/* Signed by a key from another judge's passport: the person may be unknown
 * here. */
static enum err consider_brought(struct judge *j, struct arena *a,
				 const struct candidate *c,
				 struct signer_result *f,
				 struct signer_result *best, struct why *why)
{
	struct seat_row nowhere = { .slot = -1 };
	struct key keys[RING_MAX];
	struct signature_keys k = { j, a, keys, 0, &nowhere, NULL };
	enum err e =
		identity_import_keys(j, f->claim.nonce, a, keys, &k.n, why);

	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	f->who = SIGNER_BROUGHT;
	f->person = 0;
	e = c->part ? signature_verify_part(&k, c->part, f, why)
		    : signature_verify_text(&k, c->b, f, why);
	if (!e && !f->fault)
		f->fault = c->part ? signature_part_fault(j, c->look)
				   : c->b->unfit;
	if (best->who != SIGNER_BROUGHT || best->fault)
		*best = *f;
	return e;
}

/*
 * What one block is, given what was found before it. A signed one ends the
 * search; of the others the best is kept: failed before unknown before
 * repeated.
 */
static enum err signer_consider(const struct signer_mail *mail,
				const struct signed_block *b,
				const struct claim *claim,
				const struct mail_signed *part,
				struct signer_result *best, struct why *why)
{
	struct judge *j = mail->j;
	struct arena *a = mail->a;
	struct signer_result f = *best;
	struct candidate c = { .b = b, .part = part, .look = mail->look };
	struct game_row game;
	bool by_deputy;
	enum err e;

	f.claim = *claim;
	if (f.claim.kind == CLAIM_NONE)
		return ERR_OK;
	/* the template of a report that an answer quotes is no attempt */
	if (!part && b->fault == FAULT_SIG_NONE && claim->seen.has &&
	    claim->kind != CLAIM_JOIN && !claim_says(claim, b))
		return ERR_OK;
	f.block = *b;
	f.text = b->canon;
	f.as_part = part != NULL;
	f.by_gnupg = f.deputy = false;
	f.reason = NULL;
	f.slot = f.claim.slot;
	if (f.claim.kind == CLAIM_PRACTICE) {
		f.game = 0;
		f.who = SIGNER_JOINS;
		return keep_faint(&f, best);
	}
	if (f.claim.kind == CLAIM_KEYS && !f.claim.game.len)
		return consider_brought(j, a, &c, &f, best, why);
	e = store_game_by_name(j->st, f.claim.game, a, &game, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	f.game = e ? 0 : game.id;
	if (f.claim.kind == CLAIM_JOIN) {
		f.who = f.game ? SIGNER_JOINS : SIGNER_UNKNOWN_GAME;
		return keep_faint(&f, best);
	}
	e = seat_named(j, a, &f, &c.seat, why);
	if (e)
		return e;
	if (!c.seat.person) {
		f.who = SIGNER_UNKNOWN_GAME;
		return keep_faint(&f, best);
	}
	e = consider_deputy(j, a, &c, f, best, &by_deputy, why);
	if (e || by_deputy)
		return e;
	f.person = c.seat.person;
	return consider_seated(j, a, &c, &f, best, why);
}

/* A block of a text that is signed as a whole. */
static void part_block(struct signed_block *b, const struct signed_part *s,
		       size_t i)
{
	b->canon = s->block[i].canon;
	b->whole = b->orders = s->block[i].whole;
	b->first_line = s->block[i].line;
	b->number = s->n_blocks > 1 ? (unsigned)i + 1 : 0;
}

/* Are both texts of the same place in the same game? */
static bool is_one_seat(const struct claim *a, const struct claim *b)
{
	return a->kind != CLAIM_NONE && b->kind != CLAIM_NONE &&
	       str_equal(a->game, b->game) && a->slot == b->slot;
}

/* multipart/signed: what its signed bytes mean counts, and nothing else. */
static void signature_scan_at_part(const struct judge *j,
				   const struct message *m, struct arena *a,
				   struct signature_scan *out)
{
	enum sig_error f = FAULT_BLOCK_NONE;

	out->slice = (struct signed_part){ .extra = STR("") };
	out->part[0] = (struct signed_block){ .fault = f };
	out->part_claim[0] = (struct claim){ .slot = -1 };
	out->n_part = 1;
	if (m->sig.place != SIGNED_TOP)
		return;
	f = out->part[0].fault = signed_part_read(a, m->sig.slice, &out->slice);
	if (out->slice.n_blocks > 1)
		out->n_part = out->slice.n_blocks;
	for (size_t i = 0; i < out->slice.n_blocks; i++) {
		struct signed_block *b = &out->part[i];

		part_block(b, &out->slice, i);
		b->fault = f;
		claim_parse(j, b->canon.text, a, &out->part_claim[i]);
	}
	for (size_t i = 1; i < out->n_part; i++)
		if (!is_one_seat(&out->part_claim[0], &out->part_claim[i]))
			out->part[0].fault = FAULT_BLOCK_SEVERAL;
	if (out->part[0].fault)
		out->n_part = 1;
}

/* What a text that OpenPGP signs in clear says, and whether it can be taken:
 * one candidate for each of its blocks. */
static void read_clear(struct arena *a, struct signature_scan *out,
		       const struct signed_block *clear)
{
	struct signed_part s;
	enum sig_error f;

	if (clear->origin != SIGNED_BLOCK_CLEAR || clear->fault) {
		out->blocks[out->n++] = *clear;
		return;
	}
	f = signed_part_clear(a, clear->orders, &s);
	for (size_t i = 0;
	     (!i || i < s.n_blocks) && out->n < SIGNED_BLOCK_CANDIDATES_MAX;
	     i++) {
		struct signed_block *b = &out->blocks[out->n++];

		*b = *clear;
		b->unfit = f;
		b->extra = s.extra;
		if (!s.n_blocks)
			continue;
		part_block(b, &s, i);
		b->marked = b->whole.s != clear->orders.s;
		b->whole = b->orders = clear->orders;
		b->first_line = clear->first_line + s.block[i].line - 1;
	}
}

/* Blocks of two seats that one signature covers. */
static void refuse_strangers(struct signature_scan *l)
{
	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; l->blocks[i].number && k < l->n; k++)
			if (l->blocks[k].number &&
			    l->blocks[k].part == l->blocks[i].part &&
			    l->blocks[k].sig_part == l->blocks[i].sig_part &&
			    !is_one_seat(&l->claims[i], &l->claims[k]))
				l->blocks[i].unfit = FAULT_BLOCK_SEVERAL;
}

const struct claim *signature_scan_claim(const struct signature_scan *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->claims[i].kind != CLAIM_NONE)
			return &l->claims[i];
	return &l->part_claim[0];
}

void signer_look(const struct judge *j, const struct message *m,
		 struct arena *a, struct signature_scan *out)
{
	struct signed_block blocks[SIGNED_BLOCK_CANDIDATES_MAX], *b;
	size_t n;

	parts_of(m, a, out);
	n = signed_block_find(a, out->parts, out->n_parts, blocks,
			      ARRAY_LEN(blocks));
	out->n = 0;
	out->blocks = ARENA_ARRAY(a, SIGNED_BLOCK_CANDIDATES_MAX,
				  struct signed_block);
	out->claims = ARENA_ARRAY(a, SIGNED_BLOCK_CANDIDATES_MAX, struct claim);
	for (size_t i = 0; i < n && out->n < SIGNED_BLOCK_CANDIDATES_MAX; i++)
		read_clear(a, out, &blocks[i]);
	for (size_t i = 0; i < out->n; i++) {
		b = &out->blocks[i];
		/* our own key signs no text of a player but the computer */
		if (b->sig.form == SIG_SSH && !b->fault &&
		    strcmp(b->sig.namespace, SIG_PLAYER) != 0 &&
		    game_keyring_is_judges(j, &b->sig.key))
			b->fault = FAULT_SIG_NONE;
		claim_parse(j, b->canon.text, a, &out->claims[i]);
		if (i < PROOFS_MAX && out->claims[i].kind != CLAIM_NONE)
			signed_block_prove(b);
	}
	refuse_strangers(out);
	signature_scan_at_part(j, m, a, out);
}

/* Who signed it, if they are known? ------------------------------------------
 */

struct signers {
	int64_t person[SIGNERS_MAX];
	int n;
};

static void signer_add(struct signers *s, int64_t person)
{
	for (int i = 0; i < s->n; i++)
		if (s->person[i] == person)
			return;
	if (person && s->n < SIGNERS_MAX)
		s->person[s->n++] = person;
}

/* Possible signers: unproven, only a list of keys to try. */
static enum err signers_find(struct judge *j, const struct message *m,
			     const struct signature_scan *look, struct arena *a,
			     struct signers *out, struct why *why)
{
	struct str from =
		m->from.n ? str_lower(a, m->from.list[0].addr) : STR("");
	struct seat_row seats[JUDGE_SLOTS];
	struct person_row p;
	struct game_row g;
	bool current;
	int n;
	enum err e = store_person_by_address(j->st, from, a, &p, &current, why);

	*out = (struct signers){ 0 };
	if (!e)
		signer_add(out, p.id);
	for (size_t i = 0; i < look->n && (!e || e == ERR_NOT_FOUND); i++) {
		char fingerprint[KEY_FINGERPRINT_MAX];
		struct key_row k;

		if (look->blocks[i].sig.form != SIG_SSH ||
		    !look->blocks[i].canon.n_lines)
			continue;
		key_fingerprint(&look->blocks[i].sig.key, fingerprint);
		e = store_key_get(j->st, str_of(fingerprint), a, &k, why);
		if (!e)
			signer_add(out, k.person);
	}
	for (size_t i = 0; i <= look->n && (!e || e == ERR_NOT_FOUND); i++) {
		const struct claim *c =
			i < look->n ? &look->claims[i] : &look->part_claim[0];

		if (!c->game.len)
			continue;
		e = store_game_by_name(j->st, c->game, a, &g, why);
		if (!e)
			e = store_seat_list(j->st, g.id, a, seats, JUDGE_SLOTS,
					    &n, why);
		for (int k = 0; !e && k < n; k++)
			signer_add(out, seats[k].person);
	}
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

bool signer_is_utf16(struct str s)
{
	return str_starts(s, "\xff\xfe") || str_starts(s, "\xfe\xff");
}

/* The fault of the signed text. */
static enum err signer_blame(struct judge *j, struct arena *a,
			     const struct claim *c, enum sig_error fault,
			     struct signer_result *f, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	struct game_row g;
	int n = 0;
	enum err e;

	f->who = SIGNER_KNOWN;
	f->claim = *c;
	f->fault = fault || !signer_is_utf16(f->block.whole) ? fault
							     : FAULT_BLOCK_WIDE;
	f->reason = NULL;
	f->game = 0;
	f->slot = -1;
	e = c->game.len ? store_game_by_name(j->st, c->game, a, &g, why)
			: ERR_NOT_FOUND;
	if (!e) {
		e = store_seat_list(j->st, g.id, a, seats, JUDGE_SLOTS, &n,
				    why);
		f->game = g.id;
	}
	for (int i = 0; !e && i < n; i++)
		if (seats[i].person == f->person && f->slot < 0)
			f->slot = seats[i].slot;
	if (e && e != ERR_NOT_FOUND)
		return e;
	if (f->fault)
		return ERR_OK;
	f->reason = c->kind == CLAIM_NONE ? "first_line"
		    : !c->game.len        ? "number_unknown"
		    : !f->game            ? "unknown_game"
					  : "seat_other";
	return ERR_OK;
}

/* Does this candidate say what one of the texts says? */
static bool is_among(const struct texts *t, const struct signed_block *b)
{
	for (size_t i = 0; i < t->n; i++)
		if (str_equal(t->v[i].text.text, b->canon.text))
			return true;
	return false;
}

static enum err signed_part(const struct signer_mail *mail, size_t which,
			    struct signer_result f,
			    const struct signature_keys *k, struct texts *texts,
			    struct why *why)
{
	const struct signature_scan *look = mail->look;
	enum err e;

	f.block = look->part[which];
	e = signature_verify_part(k, &mail->m->sig, &f, why);
	if (e || f.fault)
		return e;
	f.text = f.block.canon;
	f.as_part = true;
	f.detail = look->part[0].fault == FAULT_PART_WORDS ? look->slice.extra
							   : STR("");
	e = signer_blame(mail->j, mail->a, &look->part_claim[which],
			 signature_part_fault(mail->j, look), &f, why);
	if (!e)
		texts->v[texts->n++] = f;
	return e;
}

/* Texts that this person has signed, and that are none of a seat of theirs. */
static enum err signed_by(const struct signer_mail *mail, int64_t person,
			  const struct signer_result *none, struct texts *texts,
			  struct why *why)
{
	const struct signature_scan *look = mail->look;
	struct seat_row nowhere = { .slot = -1, .person = person };
	struct key keys[RING_MAX];
	struct signature_keys k = { mail->j, mail->a, keys, 0, &nowhere, NULL };
	struct signer_result f = *none;
	enum err e = signature_ring(mail->j, person, mail->a, keys, &k.n, why);

	f.person = person;
	for (size_t i = 0; !e && k.n && i < look->n; i++) {
		struct signed_block b = look->blocks[i];
		enum sig_error was = b.fault;

		if (look->claims[i].kind == CLAIM_JOIN ||
		    look->claims[i].kind == CLAIM_PRACTICE ||
		    (!b.canon.n_lines && !b.unfit) ||
		    (was && was != FAULT_BLOCK_OPEN) || is_among(texts, &b) ||
		    texts->n == TEXTS_MAX)
			continue;
		b.fault = SIG_ERROR_OK;
		f.by_gnupg = false;
		f.block = look->blocks[i];
		e = signature_verify_text(&k, &b, &f, why);
		if (e || f.fault)
			continue;
		f.text = b.canon;
		f.as_part = false;
		f.detail = b.extra.len ? b.extra : STR("");
		e = signer_blame(mail->j, mail->a, &look->claims[i],
				 was ? was : b.unfit, &f, why);
		if (!e)
			texts->v[texts->n++] = f;
	}
	if (e || texts->n || mail->m->sig.place != SIGNED_TOP)
		return e;
	for (size_t i = 0; !e && i < look->n_part; i++)
		e = signed_part(mail, i, f, &k, texts, why);
	return e;
}

/* The texts of a mail --------------------------------------------------------
 */

/* Keep the better of the result so far and one more text. */
static void keep_finding(const struct signer_result *f,
			 struct signer_result *best)
{
	if (best->who == SIGNER_SIGNED)
		return;
	switch (f->who) {
	case SIGNER_NOBODY: break;
	case SIGNER_JOINS:
	case SIGNER_UNKNOWN_GAME: (void)keep_faint(f, best); break;
	case SIGNER_REPEATED:
		if (best->who == SIGNER_NOBODY || !f->fault)
			*best = *f;
		break;
	case SIGNER_BROUGHT:
		if (best->who != SIGNER_BROUGHT || best->fault)
			*best = *f;
		break;
	case SIGNER_REUSED: *best = *f; break;
	default: keep_better(f, best);
	}
}

/* A JOIN in a mail with other texts. */
static bool is_wish(const struct signer_result *f)
{
	return f->who == SIGNER_JOINS && f->game && !f->claim.nonce.len &&
	       !signer_is_quoted(&f->block);
}

/* Is the wish signed, or can a signer of the texts still join the game? The
 * invitation that an answer quotes is no wish. */
static enum err is_wanted(const struct signer_mail *mail,
			  const struct signer_result *wish,
			  const struct texts *t, bool *yes, struct why *why)
{
	struct seat_row seats[JUDGE_SLOTS];
	struct game_row game;
	int n = 0;
	enum err e =
		store_game_get(mail->j->st, wish->game, mail->a, &game, why);

	if (!e)
		e = store_seat_list(mail->j->st, wish->game, mail->a, seats,
				    JUDGE_SLOTS, &n, why);
	*yes = !e && game.state == GAME_OPEN;
	for (int i = 0; i < n; i++)
		for (size_t k = 0; k < t->n; k++)
			*yes &= seats[i].person != t->v[k].person;
	*yes |= wish->block.proved;
	return e;
}

/* Is it signed, so that it can be executed or answered? */
static bool is_text(const struct signer_result *f)
{
	switch (f->who) {
	case SIGNER_SIGNED:
	case SIGNER_KNOWN:
	case SIGNER_REUSED: return true;
	case SIGNER_REPEATED:
	case SIGNER_BROUGHT: return !f->fault;
	case SIGNER_JOINS: return f->claim.nonce.len && !f->block.fault;
	default: return false;
	}
}

/* Of answers to one challenge, which can be in the mail with and without other
 * lines, the one that is not quoted counts. */
static bool joins_again(const struct signer_result *f, struct texts *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct signer_result *other = &t->v[i];

		if (f->who != SIGNER_JOINS || other->who != SIGNER_JOINS ||
		    other->game != f->game ||
		    !mail_addr_equal(other->claim.nonce, f->claim.nonce))
			continue;
		if ((f->block.proved && !other->block.proved) ||
		    (signer_is_quoted(&other->block) &&
		     !signer_is_quoted(&f->block)))
			*other = *f;
		return true;
	}
	return false;
}

/* Candidates from look->n on are of the part that is signed as a whole. */
static const struct signed_block *
candidate_at(const struct signature_scan *look, size_t i)
{
	return i < look->n ? &look->blocks[i] : &look->part[i - look->n];
}

/* All candidates of the text of the first one: whoever signs it, it is one
 * text. */
static enum err consider_text(const struct signer_mail *mail, size_t first,
			      bool *seen, struct signer_result *best,
			      struct why *why)
{
	const struct signature_scan *look = mail->look;
	const struct signed_block *of = candidate_at(look, first);
	enum err e = ERR_OK;

	for (size_t i = first; !e && i < look->n + look->n_part; i++) {
		bool whole = i >= look->n;
		const struct signed_block *b = candidate_at(look, i);

		if (i > first &&
		    (seen[i] || !str_equal(b->canon.text, of->canon.text)))
			continue;
		seen[i] = true;
		if (best->who != SIGNER_SIGNED)
			e = signer_consider(
				mail, b,
				whole ? &look->part_claim[i - look->n]
				      : &look->claims[i],
				whole ? &mail->m->sig : NULL, best, why);
	}
	return e;
}

/* Does f come before g? Parts and lines of the mail; a text signed as a whole
 * is all of it. */
static bool is_before(const struct signer_result *f,
		      const struct signer_result *g)
{
	if (f->as_part != g->as_part)
		return f->as_part;
	return f->block.part != g->block.part
		       ? f->block.part < g->block.part
		       : f->block.first_line < g->block.first_line;
}

static bool is_same_seat(const struct signer_result *f,
			 const struct signer_result *g)
{
	return f->game == g->game && f->slot == g->slot &&
	       f->deputy == g->deputy && f->claim.serial >= 0 &&
	       g->claim.serial >= 0;
}

/* The order in which they are executed: that of the mail; the texts of one seat
 * exchange their places by serial. */
static void put_in_order(struct texts *t)
{
	struct signer_result f;

	for (size_t i = 1; i < t->n; i++)
		for (size_t k = i; k && is_before(&t->v[k], &t->v[k - 1]);
		     k--) {
			f = t->v[k];
			t->v[k] = t->v[k - 1];
			t->v[k - 1] = f;
		}
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = i + 1; k < t->n; k++)
			if (is_same_seat(&t->v[i], &t->v[k]) &&
			    t->v[k].claim.serial < t->v[i].claim.serial) {
				f = t->v[k];
				t->v[k] = t->v[i];
				t->v[i] = f;
			}
}

/* Texts other than orders of seats: of no game, or signed by another key than
 * the seat's. Without orders of seats, try the keys of all persons. */
static enum err find_others(const struct signer_mail *mail,
			    const struct signer_result *none, struct texts *t,
			    struct why *why)
{
	struct signers s = { 0 };
	bool alone = !t->n;
	enum err e = ERR_OK;

	for (size_t i = 0; i < t->n; i++)
		signer_add(&s, t->v[i].person);
	if (alone)
		e = signers_find(mail->j, mail->m, mail->look, mail->a, &s,
				 why);
	for (int i = 0; !e && i < s.n && (!alone || !t->n); i++)
		e = signed_by(mail, s.person[i], none, t, why);
	return e;
}

/* Take newer copies of keys that this person has here; *any: there was one. */
static enum err renew_keys(const struct signer_mail *mail, int64_t person,
			   bool *any, struct why *why)
{
	const struct signature_scan *look = mail->look;
	struct judge *j = mail->j;
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < look->n_parts; i++) {
		struct str armour = signer_armour_in(look->parts[i].bytes);
		char print[KEY_FINGERPRINT_MAX];
		struct key_row row;
		struct key key;

		if (!armour.len)
			continue;
		e = pgp_look(j->c.pgp, armour, &key, why);
		if (!e) {
			key_fingerprint(&key, print);
			e = store_key_get(j->st, str_of(print), mail->a, &row,
					  why);
		}
		if (!e && row.person == person && !row.revoked_s) {
			e = pgp_import(j->c.pgp, PGP_OPENPGP, armour, &key,
				       why);
			*any |= !e;
		}
		/* it is no key, or belongs to no person */
		if (e == ERR_FORMAT || e == ERR_NOT_FOUND) {
			why_clear(why);
			e = ERR_OK;
		}
	}
	return e;
}

/* Of the texts that wish for something, those that count as well. */
static enum err wishes_keep(const struct signer_mail *mail,
			    const struct texts *wishes, struct texts *texts,
			    struct why *why)
{
	enum err e = ERR_OK;

	for (size_t i = 0; !e && i < wishes->n; i++) {
		bool wanted;

		e = is_wanted(mail, &wishes->v[i], texts, &wanted, why);
		if (!e && wanted)
			texts->v[texts->n++] = wishes->v[i];
	}
	return e;
}

static enum err find_texts(const struct signer_mail *mail,
			   struct signer_result *out, struct texts *texts,
			   struct why *why)
{
	const struct signature_scan *look = mail->look;
	struct arena *a = mail->a;
	const struct signer_result none = { .who = SIGNER_NOBODY,
					    .slot = -1,
					    .detail = STR(""),
					    .parts = look->parts,
					    .n_parts = look->n_parts };
	bool *seen = ARENA_ARRAY(a, look->n + look->n_part, bool);
	struct texts wishes = { .v = ARENA_ARRAY(a, TEXTS_MAX,
						 struct signer_result) };
	size_t n;
	enum err e = ERR_OK;

	*out = none;
	*texts = (struct texts){
		.v = ARENA_ARRAY(a, TEXTS_MAX, struct signer_result),
		.failed = ARENA_ARRAY(a, TEXTS_MAX, struct signer_result)
	};
	for (size_t i = 0; !e && i < look->n + look->n_part; i++) {
		struct signer_result f = none;

		if (seen[i])
			continue;
		e = consider_text(mail, i, seen, &f, why);
		/* a fault around signed texts concerns the whole */
		if (f.who == SIGNER_KNOWN && f.as_part && texts->n)
			continue;
		keep_finding(&f, out);
		if (!e && is_text(&f) && !joins_again(&f, texts))
			texts->v[texts->n++] = f;
		else if (!e && is_wish(&f))
			wishes.v[wishes.n++] = f;
		else if (!e && f.who == SIGNER_FAILED)
			texts->failed[texts->n_failed++] = f;
	}
	n = texts->n;
	if (!e && n)
		e = wishes_keep(mail, &wishes, texts, why);
	if (e || (!n && out->who == SIGNER_JOINS))
		return e;
	e = find_others(mail, &none, texts, why);
	if (!e && !n && texts->n)
		*out = texts->v[0];
	put_in_order(texts);
	return e;
}

enum err signer_sent(const struct signer_mail *mail, struct signer_result *out,
		     struct texts *texts, struct why *why)
{
	bool any = false, expired;
	enum err e;

	pgp_limit(mail->j->c.pgp, GNUPG_RUNS_MAX);
	e = find_texts(mail, out, texts, why);
	if (e || !mail->j->c.pgp)
		return e;
	expired = out->who == SIGNER_FAILED && out->fault == FAULT_SIG_EXPIRED;
	if (expired)
		e = renew_keys(mail, out->person, &any, why);
	for (size_t i = 0; !e && i < texts->n; i++)
		if (texts->v[i].person &&
		    (!i || texts->v[i].person != texts->v[i - 1].person))
			e = renew_keys(mail, texts->v[i].person, &any, why);
	return e || !expired || !any ? e : find_texts(mail, out, texts, why);
}
