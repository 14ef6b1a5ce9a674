/* src/judge/inbox/bounce.c */
#include "judge/inbox/bounce.h"
#include "mail/addr.h"
#include "mail/bounce.h"
#include "judge/notify/verp.h"

enum {
	BOUNCE_S = 7 * 86400,    /* a mail that is older comes back no more */
	BOUNCE_TEXT = 256 << 10, /* bytes of a text that are looked through */
	BOUNCE_WORDS = 64        /* words that are looked up */
};

/* What a mail says of a mail of ours. */
struct bounced {
	struct delivery *d;
	struct outbox_row row; /* id 0: none found */
	bool own;              /* by its return address */
	int words_left;
};

static enum err row_take(struct bounced *b, int64_t id, bool own,
			 struct why *why)
{
	enum err e = store_outbox_get(b->d->j->st, id, b->d->a, &b->row, why);

	b->own = !e && own;
	if (!e)
		return ERR_OK;
	b->row.id = 0;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* a Message-ID or a return address of ours */
static enum err word_look(struct bounced *b, struct str word, bool own,
			  struct why *why)
{
	const struct judge_config *c = &b->d->j->c;
	int64_t letter;
	enum err e;

	if (verp_parse(c->address, &c->key, word, &letter, b->d->a))
		return row_take(b, letter, own, why);
	if (!mail_addr_equal(addr_domain(word), addr_domain(c->address)))
		return ERR_OK;
	b->words_left--;
	e = store_outbox_by_message_id(b->d->j->st, word, b->d->a, &b->row,
				       why);
	if (e)
		b->row.id = 0;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err text_look(struct bounced *b, struct str text, struct why *why)
{
	struct str word;
	enum err e = ERR_OK;

	text.len = text.len < BOUNCE_TEXT ? text.len : BOUNCE_TEXT;
	while (!e && !b->row.id && b->words_left > 0 &&
	       bounce_word(&text, &word))
		e = word_look(b, word, false, why);
	return e;
}

/* which mail of ours it names */
static enum err row_find(struct bounced *b, struct why *why)
{
	const struct message *m = b->d->m;
	enum err e = ERR_OK;

	for (uint32_t i = 0; !e && !b->row.id && i < m->delivered_to.n; i++)
		e = word_look(b, m->delivered_to.list[i], true, why);
	for (uint32_t i = 0; !e && !b->row.id && i < m->to.n; i++)
		e = word_look(b, m->to.list[i].addr, true, why);
	if (!e && !b->row.id && m->original_id.len)
		e = word_look(b, m->original_id, false, why);
	/* some servers answer the mail and return nothing of it */
	if (mail_is_automatic(m, STR("")) == MAIL_BOUNCE)
		for (uint32_t i = 0; !e && !b->row.id && i < m->in_reply_to.n;
		     i++)
			e = word_look(b, m->in_reply_to.list[i], false, why);
	if (!e && !b->row.id)
		e = text_look(b, m->text, why);
	if (!e && !b->row.id)
		e = text_look(b, m->html_text, why);
	for (uint32_t i = 0; !e && !b->row.id && i < m->n_parts; i++)
		e = text_look(b, m->parts[i].bytes, why);
	return e;
}

/* a mail from the recipient's own address is no bounce: an absence note or
 * an answer */
static bool is_from_recipient(const struct bounced *b)
{
	const struct message *m = b->d->m;

	for (uint32_t i = 0; i < m->from.n; i++)
		if (mail_addr_equal(m->from.list[i].addr, b->row.address))
			return true;
	return false;
}

static enum bounce_kind kind_of(const struct bounced *b)
{
	const struct message *m = b->d->m;
	const struct outbox_row *r = &b->row;
	bool null_sender = m->has_return_path && !m->return_path.len;
	bool is_out = r->state == OUTBOX_SENT || r->state == OUTBOX_UNKNOWN ||
		      r->state == OUTBOX_BOUNCED;

	if (!r->id || !is_out || !r->address.len ||
	    r->queued_s < judge_clock(b->d->j) - BOUNCE_S)
		return BOUNCE_NONE;
	if (!m->is_report && is_from_recipient(b))
		return BOUNCE_NONE;
	return bounce_kind(m, b->own && null_sender);
}

enum err bounce_record(struct delivery *d, bool *found, struct why *why)
{
	struct bounced b = { .d = d, .words_left = BOUNCE_WORDS };
	enum bounce_kind kind;
	struct str words;
	enum err e = row_find(&b, why);

	kind = e ? BOUNCE_NONE : kind_of(&b);
	*found = kind != BOUNCE_NONE;
	if (!*found)
		return e;
	d->out.game = b.row.game;
	d->out.slot = b.row.slot;
	d->out.verdict =
		arena_printf(d->a, "%s of mail %lld",
			     kind == BOUNCE_FAILED ? "bounce" : "delay",
			     (long long)b.row.id);
	/* a mail can bounce only once */
	if (kind == BOUNCE_DELAYED || b.row.state == OUTBOX_BOUNCED)
		return ERR_OK;
	words = bounce_words(d->m, d->a);
	e = store_outbox_bounce(d->j->st, b.row.id, words, why);
	return e ? e : person_bounced(d->j, b.row.address, &b.row, words, why);
}
