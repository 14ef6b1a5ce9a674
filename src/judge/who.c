/* src/judge/who.c */
#include "judge/who.h"
#include "base/parse.h"

enum { KEYS_MAX = 64, WORDS_MAX = 6, MASTERS_MAX = 8 };

static int words_of(struct str line, struct str words[WORDS_MAX])
{
	struct str word;
	int n = 0;

	while (parse_field(&line, ' ', &word)) {
		if (!word.len)
			continue;
		if (n == WORDS_MAX)
			return WORDS_MAX + 1;
		words[n++] = word;
	}
	return n;
}

static bool number(struct str s, int64_t *out)
{
	return parse_int(s, 0, INT32_MAX, out);
}

/* JOIN game seat [nonce] */
static bool join_parse(struct str rest, struct claim *out)
{
	struct str w[WORDS_MAX];
	int n = words_of(rest, w);

	if (n < 1 || n > 2)
		return false;
	out->slot = str_is(w[0], "ANY") || str_is(w[0], "CUALQUIERA")
			    ? SLOT_ANY
			    : judge_slot_parse(w[0]);
	if (n == 2)
		out->nonce = w[1];
	return out->slot != -1;
}

/* GM game point serial */
static bool master_parse(struct str rest, struct claim *out)
{
	struct str w[WORDS_MAX];

	out->slot = SLOT_GM;
	return words_of(rest, w) == 2 && number(w[0], &out->point) &&
	       number(w[1], &out->serial);
}

/* KEYS game seat point serial: no order of any game, so its word is here */
static bool keys_parse(struct str line, struct arena *a, struct claim *out)
{
	struct str w[WORDS_MAX];

	if (words_of(line, w) != 5 ||
	    !(str_is(w[0], "KEYS") || str_is(w[0], "CLAVES")))
		return false;
	out->game = lower(a, w[1]);
	out->slot = judge_slot_parse(w[2]);
	return out->slot >= 0 && number(w[3], &out->point) &&
	       number(w[4], &out->serial);
}

void claim_parse(const struct judge *j, struct str text, struct arena *a,
		 struct claim *out)
{
	struct str rest = text, line;
	struct order_head h;
	bool whole;

	*out = (struct claim){ .slot = -1, .point = -1, .serial = -1 };
	if (!parse_line(&rest, &line))
		return;
	out->body = text.len - rest.len;
	if (keys_parse(line, a, out)) {
		out->kind = CLAIM_KEYS;
		return;
	}
	if (!j->c.n_systems)
		return;
	/* the words of heads are the same in all games */
	whole = orders_read_head(a, j->c.systems[0].grammar, line, &h);
	out->game = lower(a, h.game);
	if (!whole)
		return;
	switch (h.kind) {
	case HEAD_NONE: break;
	case HEAD_JOIN:
		if (join_parse(h.rest, out))
			out->kind = CLAIM_JOIN;
		break;
	case HEAD_GM:
		if (master_parse(h.rest, out))
			out->kind = CLAIM_GM;
		break;
	case HEAD_ORDERS:
	case HEAD_PREVIEW:
		out->kind =
			h.kind == HEAD_ORDERS ? CLAIM_ORDERS : CLAIM_PREVIEW;
		out->slot = h.seat;
		out->point = h.point;
		out->serial = h.serial;
		break;
	}
}

/* The mail as block_find wants it: its text, then its attachments. */
static void parts_of(const struct message *m, struct arena *a,
		     struct finding *f)
{
	size_t n = 0;

	f->parts = ARENA_ARRAY(a, m->n_parts + 2, struct block_part);
	f->parts[n++] =
		(struct block_part){ .bytes = m->text, .is_text = true };
	if (m->html_text.len && !m->text_from_html)
		f->parts[n++] = (struct block_part){ .bytes = m->html_text,
						     .is_text = true };
	for (uint32_t i = 0; i < m->n_parts && n < BLOCK_PARTS_MAX; i++)
		f->parts[n++] =
			(struct block_part){ .name = m->parts[i].name,
					     .bytes = m->parts[i].bytes };
	f->n_parts = n;
}

/* The key ring of a person, as it is now. */
static enum err ring_of(struct judge *j, int64_t person, struct arena *a,
			struct key *keys, size_t *n, struct why *why)
{
	struct key_row rows[KEYS_MAX];
	int got = 0;
	enum err e;

	*n = 0;
	e = store_key_list(j->st, person, a, rows, KEYS_MAX, &got, why);
	for (int i = 0; !e && i < got; i++)
		if (!rows[i].revoked_s &&
		    key_parse(rows[i].key, &keys[*n]) == FAULT_OK)
			++*n;
	return e;
}

static const char *form_name(const struct sig *s)
{
	switch (s->form) {
	case SIG_SSH: return "ssh";
	case SIG_MINISIGN: return "minisign";
	case SIG_SIGNIFY: return "signify";
	}
	return "";
}

/* Did the person on this seat sign the block? */
static enum err verify(struct judge *j, struct arena *a, const struct block *b,
		       const struct seat_row *seat, struct finding *f,
		       struct why *why)
{
	struct key keys[KEYS_MAX];
	struct block_proof proof;
	struct buf armour;
	char fingerprint[KEY_FINGERPRINT_MAX];
	size_t n = 0;
	enum err e = ring_of(j, seat->person, a, keys, &n, why);

	if (e)
		return e;
	f->fault = b->fault;
	if (!f->fault)
		f->fault = block_verify(a, b, keys, n, SIG_ORDERS, &proof);
	if (f->fault)
		return ERR_OK;
	key_fingerprint(&keys[proof.key], fingerprint);
	buf_init(&armour, SIG_ARMOUR_MAX);
	sig_render(&b->sig, &armour);
	f->orders = (struct signed_row){
		.game = seat->game,
		.slot = seat->slot,
		.fingerprint = str_of(arena_strdup(a, fingerprint)),
		.format = str_of(arena_printf(a, "%s %s", form_name(&b->sig),
					      proof.form)),
		.text = arena_str(a, proof.verified),
		.signature = arena_str(a, buf_str(&armour)),
	};
	buf_release(&armour);
	return ERR_OK;
}

/*
 * What one block is, given what was found before it. A signed one ends the
 * search; of the others the best is kept: failed before unknown before
 * repeated.
 */
static enum err consider(struct judge *j, struct arena *a,
			 const struct block *b, struct finding *best,
			 struct why *why)
{
	struct finding f = *best;
	struct game_row game;
	struct seat_row seat;
	int64_t taken = 0;
	enum err e;

	claim_parse(j, b->canon.text, a, &f.claim);
	if (f.claim.kind == CLAIM_NONE)
		return ERR_OK;
	f.block = *b;
	f.text = b->canon;
	f.slot = f.claim.slot;
	e = store_game_by_name(j->st, f.claim.game, a, &game, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	f.game = e ? 0 : game.id;
	if (f.claim.kind == CLAIM_JOIN) {
		f.who = f.game ? WHO_JOINS : WHO_UNKNOWN_GAME;
		if (best->who == WHO_NOBODY || best->who == WHO_REPEATED)
			*best = f;
		return ERR_OK;
	}
	e = f.game ? store_seat_get(j->st, f.game, f.slot, a, &seat, why)
		   : ERR_NOT_FOUND;
	if (e && e != ERR_NOT_FOUND)
		return e;
	if (e || !seat.person) {
		f.who = WHO_UNKNOWN_GAME;
		if (best->who == WHO_NOBODY || best->who == WHO_REPEATED)
			*best = f;
		return ERR_OK;
	}
	f.person = seat.person;
	e = store_serial_find(j->st, f.game, f.slot, f.claim.serial, &taken,
			      why);
	if (!e && f.claim.kind != CLAIM_PREVIEW) {
		f.who = WHO_REPEATED;
		f.taken_by = taken;
		if (best->who == WHO_NOBODY)
			*best = f;
		return ERR_OK;
	}
	if (e && e != ERR_NOT_FOUND)
		return e;
	e = verify(j, a, b, &seat, &f, why);
	if (e)
		return e;
	f.who = f.fault ? WHO_FAILED : WHO_SIGNED;
	if (f.who == WHO_SIGNED || best->who != WHO_FAILED)
		*best = f;
	return ERR_OK;
}

enum err who_sent(struct judge *j, const struct message *m, struct arena *a,
		  struct finding *out, struct why *why)
{
	struct block *blocks =
		ARENA_ARRAY(a, BLOCK_CANDIDATES_MAX, struct block);
	size_t n;
	enum err e = ERR_OK;

	*out = (struct finding){ .who = WHO_NOBODY, .slot = -1 };
	parts_of(m, a, out);
	n = block_find(a, out->parts, out->n_parts, blocks,
		       BLOCK_CANDIDATES_MAX);
	for (size_t i = 0; !e && i < n && out->who != WHO_SIGNED; i++)
		e = consider(j, a, &blocks[i], out, why);
	return e;
}
