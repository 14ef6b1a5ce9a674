/*
 * src/judge/inbox/reply_policy.c - decides which mails get an answer, and how
 * often. A mail with a good signature of a known person is answered, up to
 * JUDGE_ANSWERS_A_DAY, to the address on record; a text is executed once, so
 * that a copy cannot make us write again and again. Unsigned mails get a few
 * answers a day, and all strangers together have one limit. heraldod(8) has the
 * table.
 */
#include "fairness/head_token.h"
#include "auth/sig.h"
#include "judge/policies/spectators.h"
#include "judge/people/signature_verify.h"
#include "judge/notify/gm_summary.h"
#include "judge/requests/game_by_mail.h"
#include "judge/notify/addressee.h"
#include "judge/notify/notify.h"
#include "judge/requests/game_list.h"
#include "judge/requests/campaign_mail_parse.h"
#include "judge/game/rule_versions.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "judge/requests/preferences.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/addr.h"
#include "mail/authres.h"
#include <strings.h>

enum {
	OWN_A_DAY = 10, /* answers to mails from a known address */
	BARE_LINE_MAX = 200,
	BARE_LINES_MAX = 2000 /* each takes memory until the mail is done */
};

/* Mails that somebody known has signed --------------------------------------
 */

/* Its text was executed before: mail the result once a day. */
static enum err reply_policy_again(struct delivery *d, struct heard_row *before,
				   struct why *why)
{
	int64_t today = judge_now(d->j) / DAY_S;
	struct payload m;
	struct str lines;
	enum err e;

	d->out = (struct mail_verdict){ "repeated", d->f.game, d->f.slot };
	if (before->told == today)
		return ERR_OK;
	before->told = today;
	e = store_heard_set(d->j->st, before, why);
	if (!e)
		e = delivery_first_lines(d, &lines, why);
	if (e)
		return e;
	payload_init(&m);
	payload_text(&m, "came", time_text(d->a, before->at_s));
	payload_text(&m, "reason", before->verdict);
	payload_text(&m, "first_lines", lines);
	return delivery_answer(d, "duplicate", NULL, payload_end(&m, d->a),
			       why);
}

/* Signed by a known person, but not executable. */
static enum err reply_policy_misread(struct delivery *d, struct why *why)
{
	struct payload m;
	struct str lines;
	enum err e = delivery_first_lines(d, &lines, why);

	d->out =
		(struct mail_verdict){ d->f.reason ? d->f.reason
						   : sig_error_name(d->f.fault),
				       d->f.game, d->f.slot };
	if (e)
		return e;
	d->no = d->out.verdict;
	payload_init(&m);
	if (d->f.reason)
		payload_text(&m, "reason", str_of(d->f.reason));
	else
		payload_text(&m, "fault", str_of(sig_error_name(d->f.fault)));
	payload_text(&m, "delete", d->f.detail);
	payload_text(&m, "first_lines", lines);
	payload_text(&m, "orders", d->f.block.whole);
	return delivery_answer(d, "not_an_order_mail", NULL,
			       payload_end(&m, d->a), why);
}

/* It is of no game, and good. */
static const struct vocabulary *words_of_none(const struct delivery *d)
{
	const struct game_kind *kind = &d->j->c.systems[0];

	return d->f.who == SIGNER_KNOWN && !d->f.fault &&
			       d->f.claim.kind == CLAIM_NONE &&
			       d->j->c.n_systems && kind->grammar
		       ? kind->grammar->words
		       : NULL;
}

/* It would change something, and is not addressed to this judge. */
static enum err refuse_other(struct delivery *d, const struct vocabulary *v,
			     const char *no, struct why *why)
{
	struct person_row p;
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	return e ? e
		 : delivery_refuse(d, NULL, no,
				   addressee_line(d->a, v, &d->j->c.key.key,
						  p.language),
				   why);
}

static enum err work_on_alone(struct delivery *d, const char *no,
			      struct why *why)
{
	const struct vocabulary *v = words_of_none(d);
	struct game_by_mail_wish new;
	struct campaign_mail_wish w;
	bool mine;
	enum err e;

	if (no && (game_by_mail_asked(d->a, v, d->f.text.text, &new) ||
		   campaign_mail_asked(d->a, v, d->f.text.text, &w) ||
		   preferences_are_alone(d, v)))
		return refuse_other(d, v, no, why);
	if (game_by_mail_asked(d->a, v, d->f.text.text, &new))
		return game_by_mail_execute(d, &new, why);
	if (campaign_mail_asked(d->a, v, d->f.text.text, &w))
		return campaign_mail_execute(d, &w, why);
	e = preferences_alone(d, v, &mine, why);
	return e || mine ? e : reply_policy_misread(d, why);
}

static enum err work_on(struct delivery *d, const char *no, struct why *why)
{
	switch (d->f.who) {
	case SIGNER_SIGNED: return handle_signed(d, why);
	case SIGNER_KNOWN: return work_on_alone(d, no, why);
	case SIGNER_REUSED:
		d->out = (struct mail_verdict){ "", d->f.game, d->f.slot };
		return delivery_refuse(d, NULL, "serial_used", STR(""), why);
	default:
		/* what was accepted before there was a memory of texts */
		d->out = (struct mail_verdict){ "repeated", d->f.game,
						d->f.slot };
		return ERR_OK;
	}
}

/*
 * What was signed, as it is remembered: its meaning, where that was read, else
 * its bytes. Who mends what was wrong around it sends another text.
 */
static struct hash text_hash(const struct delivery *d)
{
	bool whole = d->f.as_part && !d->f.block.number;
	struct str text = whole ? d->f.orders.text : d->f.text.text;

	return hash_of(str_of(arena_printf(
		d->a, "%s\n%.*s",
		d->f.who == SIGNER_KNOWN ? sig_error_name(d->f.fault) : "",
		STR_ARG(text))));
}

/* The same of the bytes: what was asked about its lines is answered by writing
 * them otherwise, which its meaning does not show. */
static struct hash written_hash(const struct delivery *d)
{
	struct str text =
		d->f.block.number ? d->f.block.orders : d->f.block.whole;

	return hash_of(
		str_of(arena_printf(d->a, "written\n%.*s", STR_ARG(text))));
}

static enum err heard_get(struct delivery *d, struct hash meant,
			  struct heard_row *before, struct why *why)
{
	struct hash h = written_hash(d);
	enum err e =
		store_heard_get(d->j->st, d->f.person, h.b, d->a, before, why);

	if (e != ERR_NOT_FOUND)
		return e;
	return store_heard_get(d->j->st, d->f.person, meant.b, d->a, before,
			       why);
}

enum err reply_heard(struct delivery *d, struct heard_row *before, bool *yes,
		     struct why *why)
{
	enum err e = heard_get(d, text_hash(d), before, why);

	*yes = !e;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err reply_known(struct delivery *d, struct why *why)
{
	struct hash h = text_hash(d);
	const struct vocabulary *v = words_of_none(d);
	const char *no =
		v ? addressee_strip(d->a, v, &d->j->c.key.key, &d->f.text.text)
		  : NULL;
	struct campaign_mail_wish w;
	struct heard_row row;
	enum err e;

	/* the same text may ask again */
	if (game_list_asked(d->a, v, d->f.text.text))
		return game_list_alone(d, why);
	if (gm_summary_asked(d->a, v, d->f.text.text))
		return gm_summary_alone(d, why);
	if (campaign_mail_asked(d->a, v, d->f.text.text, &w) &&
	    w.verb == CAMPAIGN_MAIL_STANDINGS && !w.next)
		return campaign_mail_alone(d, &w, why);
	e = heard_get(d, h, &row, why);
	if (!e)
		return reply_policy_again(d, &row, why);
	if (e != ERR_NOT_FOUND)
		return e;
	/* the person has a key: cancel the readmission */
	e = d->f.who == SIGNER_SIGNED && !change_brings_key(&d->f.change)
		    ? person_signs(d->j, d->f.person, why)
		    : ERR_OK;
	if (!e)
		e = work_on(d, no, why);
	if (!e && d->folded.len && !strcmp(d->out.verdict, "line_folded")) {
		h = written_hash(d);
		memcpy(row.hash, h.b, sizeof(row.hash));
	}
	row.at_s = judge_now(d->j);
	row.verdict = str_of(d->out.verdict);
	row.told = 0;
	return e ? e : store_heard_add(d->j->st, &row, why);
}

/* Mails that nobody signed --------------------------------------------------
 */

bool reply_is_own(const struct delivery *d, const struct person_row *p)
{
	return str_equal(delivery_from(d), p->address) &&
	       !delivery_is_forged(d);
}

static bool ends_in(struct str name, const char *end)
{
	size_t n = strlen(end);

	return name.len > n && !strncasecmp(name.s + name.len - n, end, n);
}

/* A message of OpenPGP that is encrypted, or signed and packed. */
static bool is_pgp_message(struct str text)
{
	static const char begin[] = "-----BEGIN PGP MESSAGE";

	return text.len && memmem(text.s, text.len, begin, sizeof(begin) - 1);
}

static bool has_pgp_message(const struct message *m)
{
	if (is_pgp_message(m->text) || is_pgp_message(m->html_text))
		return true;
	for (uint32_t i = 0; i < m->n_parts; i++)
		if (str_is(m->parts[i].type, "application/pgp-encrypted") ||
		    is_pgp_message(m->parts[i].bytes) ||
		    ends_in(m->parts[i].name, ".gpg") ||
		    ends_in(m->parts[i].name, ".pgp"))
			return true;
	return false;
}

/* Something in it was signed, in a way that could not be looked at. */
static enum sig_error odd_signature(const struct message *m)
{
	if (m->sig.place == SIGNED_BELOW)
		return FAULT_SIG_BELOW;
	if (has_pgp_message(m))
		return FAULT_SIG_ENCRYPTED;
	for (uint32_t i = 0; i < m->n_parts; i++)
		if (str_is(m->parts[i].type, "application/pkcs7-mime") ||
		    str_is(m->parts[i].type, "application/x-pkcs7-mime"))
			return FAULT_SIG_OPAQUE;
		else if (str_is(m->parts[i].type, "application/ms-tnef"))
			return FAULT_SIG_WINMAIL;
	return SIG_ERROR_OK;
}

/* Do orders begin without the line that ends them, and are there no others? A
 * program may have joined the lines: odd_habit() names that. */
static bool lacks_end(const struct signature_scan *l)
{
	bool open = false;

	for (size_t i = 0; i < l->n; i++) {
		if (l->blocks[i].joined ||
		    l->blocks[i].fault != FAULT_BLOCK_OPEN)
			return false;
		open = true;
	}
	return open;
}

/* A secret key must not be used any more. */
static bool has_secret_key(const struct signature_scan *l)
{
	struct key key;

	for (size_t i = 0; i < l->n_parts; i++)
		if (key_parse(l->parts[i].bytes, &key) == FAULT_KEY_SECRET)
			return true;
	return false;
}

/* Why no signed text was found, if known. */
static enum sig_error odd_mail(const struct delivery *d)
{
	if (has_secret_key(d->look))
		return FAULT_KEY_SECRET;
	if (lacks_end(d->look))
		return FAULT_BLOCK_OPEN;
	for (size_t i = 0; i < d->look->n; i++)
		if (d->look->blocks[i].fault == FAULT_BLOCK_TOO_LARGE)
			return FAULT_BLOCK_TOO_LARGE;
	for (uint32_t i = 0; i < d->m->n_parts; i++)
		if (signer_is_utf16(d->m->parts[i].bytes))
			return FAULT_BLOCK_WIDE;
	return odd_signature(d->m);
}

/* Is the signature that of a mail inside of this one, which cannot be used? */
static bool is_below(const struct delivery *d)
{
	return d->m->sig.place == SIGNED_BELOW &&
	       (d->f.fault == FAULT_SIG_NONE ||
		d->f.block.sig.form == SIG_OPENPGP);
}

/* By what programs the keys of a person sign. */
struct key_kinds {
	bool files, openpgp, smime;
};

static enum err programs_of(struct delivery *d, struct key_kinds *out,
			    struct why *why)
{
	struct key_row rows[RING_MAX];
	int n = 0;
	enum err e = store_key_ring(d->j->st, d->f.person, d->a, rows, RING_MAX,
				    &n, why);

	*out = (struct key_kinds){ 0 };
	for (int i = 0; !e && i < n; i++) {
		bool pgp = str_starts(rows[i].fingerprint, "OPENPGP:");
		bool smime = str_starts(rows[i].fingerprint, "SMIME:");

		out->openpgp |= pgp;
		out->smime |= smime;
		out->files |= !pgp && !smime;
	}
	return e;
}

/* Advice to the sender: sign, if the mail is unsigned; send files, if the text
 * was changed in transit; none for other faults. */
static void how_to_sign(const struct delivery *d, struct key_kinds kinds,
			struct payload *m)
{
	bool unsigned_ = d->f.fault == FAULT_SIG_NONE;
	bool file = d->f.block.origin == SIGNED_BLOCK_ATTACHED;

	payload_int(m, "unsigned", unsigned_);
	payload_int(m, "changed",
		    d->f.fault == FAULT_SIG_WRONG ||
			    (d->f.fault == FAULT_SIG_UNFIT && !file));
	payload_int(m, "files", unsigned_ && kinds.files);
	payload_int(m, "openpgp", unsigned_ && kinds.openpgp);
	payload_int(m, "smime", unsigned_ && kinds.smime);
}

/*
 * To the player named, at the address on record. Who writes from elsewhere uses
 * up none of the answers that the player's own mails are given.
 */
enum err reply_unverified(struct delivery *d, struct why *why)
{
	struct person_row p;
	struct payload m;
	struct str lines = STR("");
	char seat[SLOT_NAME_MAX];
	struct key_kinds kinds;
	bool yes, own;
	enum err e;

	/* the orders were seen, but not what signs them: that is all around */
	if (odd_signature(d->m) == FAULT_SIG_OPAQUE ||
	    odd_signature(d->m) == FAULT_SIG_ENCRYPTED)
		return reply_nothing(d, "unverified", why);
	if (is_below(d))
		d->f.fault = FAULT_SIG_BELOW;
	if (d->f.fault == FAULT_SIG_NONE && has_secret_key(d->look))
		d->f.fault = FAULT_KEY_SECRET;
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (e)
		return e;
	own = reply_is_own(d, &p);
	d->out = (struct mail_verdict){ "unverified", d->f.game, d->f.slot };
	e = notify_allowed_last(
		d->j,
		str_of(arena_printf(d->a, "%s %lld",
				    own ? "broken" : "unverified",
				    (long long)p.id)),
		own ? OWN_A_DAY : JUDGE_FAILED_A_DAY, &yes, &d->last, why);
	if (!e && yes)
		e = delivery_first_lines(d, &lines, why);
	if (!e && yes)
		e = programs_of(d, &kinds, why);
	if (e || !yes)
		return e;
	slot_name(d->f.slot, seat);
	payload_init(&m);
	payload_text(&m, "fault", str_of(sig_error_name(d->f.fault)));
	payload_text(&m, "game", d->f.claim.game);
	payload_text(&m, "seat", str_of(seat));
	payload_text(&m, "first_lines", lines);
	payload_text(&m, "others", d->others);
	payload_int(&m, "foreign", !own);
	payload_int(&m, "last", d->last);
	how_to_sign(d, kinds, &m);
	return delivery_answer(d, "bad_signature", NULL, payload_end(&m, d->a),
			       why);
}

/* Files by the ends of their names. */
static const char *const packed[] = { ".gz",  ".zip", ".bz2", ".xz",
				      ".7z",  ".rar", ".tgz", ".zst",
				      ".tar", ".lz4", NULL };
static const char *const documents[] = { ".doc", ".docx",  ".odt", ".rtf",
					 ".pdf", ".pages", ".xls", ".xlsx",
					 ".ods", ".wps",   NULL };
static const char *const pictures[] = { ".png",  ".jpg",  ".jpeg",
					".gif",  ".bmp",  ".heic",
					".webp", ".tiff", NULL };

static bool ends_in_one(struct str name, const char *const *ends)
{
	for (; *ends; ends++)
		if (ends_in(name, *ends))
			return true;
	return false;
}

/* The first attached file whose name ends so, or NULL. */
static const struct mail_part *file_with(const struct message *m,
					 const char *const *ends)
{
	for (uint32_t i = 0; i < m->n_parts; i++)
		if (ends_in_one(m->parts[i].name, ends))
			return &m->parts[i];
	return NULL;
}

/* A document, or a picture in a mail that says nothing. */
static const struct mail_part *file_unreadable(const struct message *m)
{
	const struct mail_part *file = file_with(m, documents);

	return file || parse_trim(m->text).len ? file : file_with(m, pictures);
}

static bool has_words(struct str line, const char *words)
{
	return line.len && memmem(line.s, line.len, words, strlen(words));
}

/* The line of the text that begins orders outside of any markers, from 1; 0:
 * there is none. */
static unsigned bare_orders(const struct delivery *d)
{
	struct str rest = d->m->text, line;
	bool inside = false;

	for (unsigned n = 1; n <= BARE_LINES_MAX && parse_line(&rest, &line);
	     n++) {
		struct canon text;
		struct claim c;

		inside =
			(inside || has_words(line, "BEGIN HERALDO ORDERS--")) &&
			!has_words(line, "END HERALDO ORDERS");
		if (inside || !line.len || line.len > BARE_LINE_MAX ||
		    line.s[0] == '>' || canon_make(d->a, line, 1, &text))
			continue;
		claim_parse(d->j, text.text, d->a, &c);
		if (c.kind != CLAIM_NONE && c.game.len && c.serial >= 0)
			return n;
	}
	return 0;
}

/* Does the subject begin orders, as in a mail that has no other text? */
static bool subject_orders(const struct delivery *d)
{
	enum { CLAIM_WORDS = 5 };
	struct str line = d->m->subject;
	struct canon text;
	struct claim c;
	size_t n = 0;

	for (int words = 0; n < line.len; n++)
		if (line.s[n] == ' ' && ++words == CLAIM_WORDS)
			break;
	line.len = n;
	if (!line.len || line.len > BARE_LINE_MAX ||
	    canon_make(d->a, line, 1, &text))
		return false;
	claim_parse(d->j, text.text, d->a, &c);
	return c.kind != CLAIM_NONE && c.game.len && c.serial >= 0;
}

/* A player's signature in the text or an attachment, without any text that it
 * could be for. */
static bool has_signature(const struct delivery *d, size_t *at)
{
	for (size_t i = 0; i < d->look->n; i++)
		if (d->look->blocks[i].fault != FAULT_SIG_NONE)
			return false;
	for (*at = 0; *at < d->look->n_parts; ++*at) {
		struct str rest = d->look->parts[*at].bytes;
		struct sig sig;
		enum sig_error f;

		do
			f = sig_parse(d->a, rest, &sig, &rest);
		while (!f && sig_is_judges(&sig));
		if (!f)
			return true;
	}
	return false;
}

/*
 * The part of a file's name that an answer quotes. A forged From would make the
 * answer carry the writer's words to another person. So an answer to a stranger
 * quotes the ending alone, and any other answer no name that could be a
 * sentence.
 */
static struct str file_name_shown(struct arena *a, struct str name, bool known)
{
	enum { SHOWN_MAX = 40, ENDING_MAX = 8 };
	size_t dot = name.len;
	bool plain = name.len <= SHOWN_MAX;

	for (size_t i = 0; i < name.len; i++) {
		plain &= ascii_is_alnum(name.s[i]) || strchr("._-", name.s[i]);
		dot = name.s[i] == '.' ? i : dot;
	}
	if (plain && (known || dot == name.len))
		return name;
	name.s += dot;
	name.len -= dot;
	for (size_t i = 1; i < name.len; i++)
		if (!ascii_is_alnum(name.s[i]) || name.len > ENDING_MAX)
			return STR("");
	return str_of(arena_printf(a, "*%.*s", STR_ARG(name)));
}

/*
 * The sender's probable mistake, if no signed orders were found: NULL, unknown;
 * detail: the file, or the line.
 */
static const char *odd_habit(const struct delivery *d, struct str *detail)
{
	const struct signature_scan *l = d->look;
	const struct mail_part *file = file_with(d->m, packed);
	unsigned line = bare_orders(d);
	size_t at;

	for (size_t i = 0; i < l->n; i++)
		if (l->blocks[i].joined &&
		    !ends_in_one(l->parts[l->blocks[i].part].name, documents)) {
			*detail = str_of(arena_printf(d->a, "%u",
						      l->blocks[i].first_line));
			return "lines_joined";
		}
	if (file) {
		*detail = file->name;
		return "file_packed";
	}
	if (line) {
		*detail = str_of(arena_printf(d->a, "%u", line));
		return "markers_missing";
	}
	file = file_unreadable(d->m);
	if (file) {
		*detail = file->name;
		return "file_format";
	}
	if (has_signature(d, &at)) {
		*detail = l->parts[at].name;
		return "signature_alone";
	}
	if (subject_orders(d))
		return "subject_orders";
	for (size_t i = 0; i < l->n; i++)
		if (l->claims[i].kind != CLAIM_NONE &&
		    l->blocks[i].fault == FAULT_SIG_NONE &&
		    !claim_says(&l->claims[i], &l->blocks[i]))
			return "nothing_ordered";
	return NULL;
}

enum err reply_nothing(struct delivery *d, const char *verdict, struct why *why)
{
	struct str address = delivery_from(d), detail = STR("");
	enum sig_error odd = odd_mail(d);
	const char *habit = str_is(str_of(verdict), "no_orders")
				    ? odd_habit(d, &detail)
				    : NULL;
	struct notify w = { .kind = "help",
			    .slot = -1,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "help") };
	struct payload m;
	bool yes;
	enum err e;

	verdict = habit ? habit : verdict;
	d->out.verdict = odd ? sig_error_name(odd) : verdict;
	if (!address.len)
		return ERR_OK;
	e = reply_allowed(d, address, "", 1, &w.person, &yes, why);
	if (e || !yes)
		return e;
	if (w.person) {
		d->f.person = w.person;
		e = delivery_first_lines(d, &w.matter, why);
		if (e)
			return e;
	} else {
		w.address = address;
	}
	payload_init(&m);
	if (odd)
		payload_text(&m, "fault", str_of(sig_error_name(odd)));
	else
		payload_text(&m, "reason", str_of(verdict));
	if (detail.len)
		payload_text(&m, "detail",
			     file_name_shown(d->a, detail, w.person != 0));
	payload_text(&m, "first_lines", w.matter);
	w.matter = payload_end(&m, d->a);
	return notify_add(d->j, &w, d->a, why);
}

enum err reply_unreadable(struct delivery *d, const char *fault,
			  struct why *why)
{
	struct notify w = { .kind = "unreadable",
			    .slot = -1,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "unreadable") };
	struct payload m;
	bool yes;
	enum err e;

	d->out.verdict = fault;
	w.address = delivery_from(d);
	if (mail_is_automatic(d->m, d->j->c.address) || !w.address.len)
		return ERR_OK;
	e = reply_allowed(d, w.address, "", 1, &w.person, &yes, why);
	if (e || !yes)
		return e;
	payload_init(&m);
	payload_text(&m, "fault", str_of(fault));
	w.matter = payload_end(&m, d->a);
	return notify_add(d->j, &w, d->a, why);
}
