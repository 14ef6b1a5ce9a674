/* src/mail/message.c */
#include "mail/message.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "mail/addr.h"

const char *message_fault_name(enum message_fault f)
{
	static const char *const names[N_MESSAGE_FAULTS] = {
		[MESSAGE_READ] = "read",
		[MESSAGE_TOO_LARGE] = "too-large",
		[MESSAGE_HEADER_LINE] = "header-line",
		[MESSAGE_HEADER_BLOCK] = "header-block",
		[MESSAGE_BOUNDARIES] = "boundaries",
		[MESSAGE_NESTED] = "nested",
		[MESSAGE_NO_HEADERS] = "no-headers",
		[MESSAGE_HTML_TOO_DEEP] = "html-too-deep",
	};

	assert(f < N_MESSAGE_FAULTS);
	return names[f];
}

const char *mail_automatic_name(enum mail_automatic a)
{
	static const char *const names[] = {
		[MAIL_HUMAN] = "human",
		[MAIL_BOUNCE] = "bounce",
		[MAIL_NULL_SENDER] = "null-sender",
		[MAIL_AUTO_SUBMITTED] = "auto-submitted",
		[MAIL_AUTO_REPLY] = "auto-reply",
		[MAIL_BULK] = "bulk",
		[MAIL_LIST] = "list",
		[MAIL_LOOP] = "loop",
		[MAIL_HOPS] = "hops",
	};

	assert(a < ARRAY_LEN(names));
	return names[a];
}

bool mail_addr_equal(struct str a, struct str b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (ascii_lower(a.s[i]) != ascii_lower(b.s[i]))
			return false;
	return true;
}

/* names that only robots have: the local part, or its beginning */
static const struct {
	const char *name;
	enum mail_automatic is;
} robots[] = {
	{ "mailer-daemon", MAIL_BOUNCE },
	{ "mailer_daemon", MAIL_BOUNCE },
	{ "mailerdaemon", MAIL_BOUNCE },
	{ "mail-daemon", MAIL_BOUNCE },
	{ "mdaemon", MAIL_BOUNCE },
	{ "postmaster", MAIL_BOUNCE },
	{ "bounce", MAIL_BOUNCE },
	{ "bounces", MAIL_BOUNCE },
	{ "majordomo", MAIL_LIST },
	{ "listserv", MAIL_LIST },
	{ "mailman", MAIL_LIST },
	{ "sympa", MAIL_LIST },
	{ "smartlist", MAIL_LIST },
	{ "noreply", MAIL_AUTO_REPLY },
	{ "no-reply", MAIL_AUTO_REPLY },
	{ "donotreply", MAIL_AUTO_REPLY },
	{ "do-not-reply", MAIL_AUTO_REPLY },
	{ "do_not_reply", MAIL_AUTO_REPLY },
	{ "no_reply", MAIL_AUTO_REPLY },
	{ "autoreply", MAIL_AUTO_REPLY },
	{ "auto-reply", MAIL_AUTO_REPLY },
	{ "autoresponder", MAIL_AUTO_REPLY },
	{ "auto-responder", MAIL_AUTO_REPLY },
	{ "autoanswer", MAIL_AUTO_REPLY },
	{ "vacation", MAIL_AUTO_REPLY },
};

/* how subjects begin that robots write and people do not, in small letters */
static const struct {
	const char *begin;
	enum mail_automatic is;
} subjects[] = {
	{ "out of office", MAIL_AUTO_REPLY },
	{ "out of the office", MAIL_AUTO_REPLY },
	{ "out-of-office", MAIL_AUTO_REPLY },
	{ "automatic reply", MAIL_AUTO_REPLY },
	{ "automatic response", MAIL_AUTO_REPLY },
	{ "automated reply", MAIL_AUTO_REPLY },
	{ "automated response", MAIL_AUTO_REPLY },
	{ "autoreply", MAIL_AUTO_REPLY },
	{ "auto-reply", MAIL_AUTO_REPLY },
	{ "auto reply", MAIL_AUTO_REPLY },
	{ "auto response", MAIL_AUTO_REPLY },
	{ "auto-response", MAIL_AUTO_REPLY },
	{ "autoresponse", MAIL_AUTO_REPLY },
	{ "auto:", MAIL_AUTO_REPLY },
	{ "[auto-reply]", MAIL_AUTO_REPLY },
	{ "away from my mail", MAIL_AUTO_REPLY },
	{ "away from the office", MAIL_AUTO_REPLY },
	{ "vacation:", MAIL_AUTO_REPLY },
	{ "vacation reply", MAIL_AUTO_REPLY },
	{ "vacation message", MAIL_AUTO_REPLY },
	{ "on vacation", MAIL_AUTO_REPLY },
	{ "holiday reply", MAIL_AUTO_REPLY },
	{ "abwesenheit", MAIL_AUTO_REPLY },
	{ "automatische antwort", MAIL_AUTO_REPLY },
	{ "automatisch antwoord", MAIL_AUTO_REPLY },
	{ "respuesta autom", MAIL_AUTO_REPLY },
	{ "fuera de la oficina", MAIL_AUTO_REPLY },
	{ "fuera de oficina", MAIL_AUTO_REPLY },
	{ "resposta autom", MAIL_AUTO_REPLY },
	{ "r\xc3\xa9ponse automatique", MAIL_AUTO_REPLY },
	{ "absence du bureau", MAIL_AUTO_REPLY },
	{ "risposta automatica", MAIL_AUTO_REPLY },
	{ "fuori sede", MAIL_AUTO_REPLY },
	{ "abwesend", MAIL_AUTO_REPLY },
	{ "urlaubsbenachrichtigung", MAIL_AUTO_REPLY },
	{ "je suis absent", MAIL_AUTO_REPLY },
	{ "r\xc3\xa9ponse d'absence", MAIL_AUTO_REPLY },
	{ "message d'absence", MAIL_AUTO_REPLY },
	{ "mensaje de ausencia", MAIL_AUTO_REPLY },
	{ "ausencia de la oficina", MAIL_AUTO_REPLY },
	{ "mensagem de aus\xc3\xaancia", MAIL_AUTO_REPLY },
	{ "aus\xc3\xaancia do escrit", MAIL_AUTO_REPLY },
	{ "assente dall'ufficio", MAIL_AUTO_REPLY },
	{ "afwezig", MAIL_AUTO_REPLY },
	{ "niet aanwezig", MAIL_AUTO_REPLY },
	{ "autosvar", MAIL_AUTO_REPLY },
	{ "automatiskt svar", MAIL_AUTO_REPLY },
	{ "automatisk svar", MAIL_AUTO_REPLY },
	{ "fr\xc3\xa5nvaro", MAIL_AUTO_REPLY },
	{ "frav\xc3\xa6r", MAIL_AUTO_REPLY },
	{ "automaattinen vastaus", MAIL_AUTO_REPLY },
	{ "poissaolo", MAIL_AUTO_REPLY },
	{ "automatyczna odpowied", MAIL_AUTO_REPLY },
	{ "odpowied\xc5\xba automatyczna", MAIL_AUTO_REPLY },
	{ "automatick\xc3\xa1 odpov", MAIL_AUTO_REPLY },
	{ "automatikus v", MAIL_AUTO_REPLY },
	{ "otomatik yan\xc4\xb1t", MAIL_AUTO_REPLY },
	{ "\xd0\x90\xd0\xb2\xd1\x82\xd0\xbe\xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82",
	  MAIL_AUTO_REPLY },
	{ "\xd0\x90\xd0\xb2\xd1\x82\xd0\xbe\xd0\xbc\xd0\xb0\xd1\x82\xd0\xb8\xd1\x87\xd0\xb5\xd1\x81\xd0\xba\xd0\xb8\xd0\xb9 \xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82",
	  MAIL_AUTO_REPLY },
	{ "\xe8\x87\xaa\xe5\x8b\x95\xe5\xbf\x9c\xe7\xad\x94", MAIL_AUTO_REPLY },
	{ "\xe8\x87\xaa\xe5\x8b\x95\xe8\xbf\x94\xe4\xbf\xa1", MAIL_AUTO_REPLY },
	{ "\xe4\xb8\x8d\xe5\x9c\xa8", MAIL_AUTO_REPLY },
	{ "\xe8\x87\xaa\xe5\x8a\xa8\xe7\xad\x94\xe5\xa4\x8d", MAIL_AUTO_REPLY },
	{ "\xe8\x87\xaa\xe5\x8a\xa8\xe5\x9b\x9e\xe5\xa4\x8d", MAIL_AUTO_REPLY },
	{ "\xec\x9e\x90\xeb\x8f\x99 \xed\x9a\x8c\xec\x8b\xa0",
	  MAIL_AUTO_REPLY },
	{ "\xeb\xb6\x80\xec\x9e\xac\xec\xa4\x91", MAIL_AUTO_REPLY },
	{ "i am out of the office", MAIL_AUTO_REPLY },
	{ "i'm out of the office", MAIL_AUTO_REPLY },
	{ "[ooo]", MAIL_AUTO_REPLY },
	{ "ooo:", MAIL_AUTO_REPLY },
	{ "autoantwort", MAIL_AUTO_REPLY },
	{ "auto-antwort", MAIL_AUTO_REPLY },
	{ "autom. antwort", MAIL_AUTO_REPLY },
	{ "automatische abwesenheit", MAIL_AUTO_REPLY },
	{ "automatische nachricht", MAIL_AUTO_REPLY },
	{ "automatische r\xc3\xbc"
	  "ckmeldung",
	  MAIL_AUTO_REPLY },
	{ "nicht im b\xc3\xbcro", MAIL_AUTO_REPLY },
	{ "nicht im haus", MAIL_AUTO_REPLY },
	{ "estoy fuera de la oficina", MAIL_AUTO_REPLY },
	{ "contestador autom", MAIL_AUTO_REPLY },
	{ "contestaci\xc3\xb3n autom", MAIL_AUTO_REPLY },
	{ "mensaje autom", MAIL_AUTO_REPLY },
	{ "nota de ausencia", MAIL_AUTO_REPLY },
	{ "notificaci\xc3\xb3n de ausencia", MAIL_AUTO_REPLY },
	{ "message automatique", MAIL_AUTO_REPLY },
	{ "notification d'absence", MAIL_AUTO_REPLY },
	{ "avis d'absence", MAIL_AUTO_REPLY },
	{ "absence temporaire", MAIL_AUTO_REPLY },
	{ "fuori ufficio", MAIL_AUTO_REPLY },
	{ "messaggio automatico", MAIL_AUTO_REPLY },
	{ "messaggio di assenza", MAIL_AUTO_REPLY },
	{ "notifica di assenza", MAIL_AUTO_REPLY },
	{ "risposta di assenza", MAIL_AUTO_REPLY },
	{ "sono fuori ufficio", MAIL_AUTO_REPLY },
	{ "fora do escrit", MAIL_AUTO_REPLY },
	{ "estou fora do escrit", MAIL_AUTO_REPLY },
	{ "mensagem autom", MAIL_AUTO_REPLY },
	{ "aus\xc3\xaancia tempor", MAIL_AUTO_REPLY },
	{ "nota de aus\xc3\xaancia", MAIL_AUTO_REPLY },
	{ "undeliver", MAIL_BOUNCE },
	{ "mail could not be delivered", MAIL_BOUNCE },
	{ "message status - undeliver", MAIL_BOUNCE },
	{ "permanent delivery failure", MAIL_BOUNCE },
	{ "automatically rejected mail", MAIL_BOUNCE },
	{ "delivery failure", MAIL_BOUNCE },
	{ "delivery status notification", MAIL_BOUNCE },
	{ "delivery notification", MAIL_BOUNCE },
	{ "delayed mail", MAIL_BOUNCE },
	{ "failure notice", MAIL_BOUNCE },
	{ "failure delivery", MAIL_BOUNCE },
	{ "returned mail", MAIL_BOUNCE },
	{ "mail delivery failed", MAIL_BOUNCE },
	{ "mail delivery failure", MAIL_BOUNCE },
	{ "mail delivery problem", MAIL_BOUNCE },
	{ "mail system error", MAIL_BOUNCE },
	{ "message delivery failure", MAIL_BOUNCE },
	{ "non-delivery", MAIL_BOUNCE },
	{ "nondeliverable", MAIL_BOUNCE },
	{ "unzustellbar", MAIL_BOUNCE },
	{ "no entregado", MAIL_BOUNCE },
	{ "warning: could not send message", MAIL_BOUNCE },
	{ "warning: message ", MAIL_BOUNCE },
};

static enum mail_automatic robot_subject(struct str subject)
{
	for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
		size_t n = strlen(subjects[i].begin);
		struct str head = { subject.s, n };

		if (subject.len >= n &&
		    mail_addr_equal(head, str_of(subjects[i].begin)))
			return subjects[i].is;
	}
	return MAIL_HUMAN;
}

/* how local parts end, or begin, that a list has for itself */
static bool is_of_list(struct str addr)
{
	static const char *const ends[] = { "-request", "-bounces", "-bounce",
					    "-owner",   "-errors",  "-confirm",
					    "-admin" };
	struct str local = { addr.s, 0 };

	while (local.len < addr.len && !strchr("@+", local.s[local.len]))
		local.len++;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (local.len > n &&
		    mail_addr_equal((struct str){ local.s + local.len - n, n },
				    str_of(ends[i])))
			return true;
	}
	return local.len > 6 &&
	       mail_addr_equal((struct str){ local.s, 6 }, STR("owner-"));
}

static enum mail_automatic robot(struct str addr)
{
	if (is_of_list(addr))
		return MAIL_LIST;
	for (size_t i = 0; i < ARRAY_LEN(robots); i++) {
		size_t n = strlen(robots[i].name);
		struct str head = { addr.s, n };

		if (addr.len > n && strchr("@+-_", addr.s[n]) &&
		    mail_addr_equal(head, str_of(robots[i].name)))
			return robots[i].is;
	}
	return MAIL_HUMAN;
}

bool mail_is_mailer(const struct message *m)
{
	return m->from.n && robot(m->from.list[0].addr) == MAIL_BOUNCE;
}

bool mail_is_absence(const struct message *m)
{
	return str_is(m->precedence, "auto_reply") ||
	       robot_subject(m->subject) == MAIL_AUTO_REPLY ||
	       mail_addr_equal(m->content_identifier, STR("auto-replied"));
}

/* Is it the judge's address, or one of its plus addresses? */
static bool is_own(struct str addr, struct str own)
{
	size_t local = 0, gap;

	if (!own.len || mail_addr_equal(addr, own))
		return own.len;
	while (local < own.len && own.s[local] != '@')
		local++;
	if (addr.len <= own.len || addr.s[local] != '+')
		return false;
	gap = addr.len - own.len;
	return mail_addr_equal((struct str){ addr.s, local },
			       (struct str){ own.s, local }) &&
	       mail_addr_equal(
		       (struct str){ addr.s + local + gap, own.len - local },
		       (struct str){ own.s + local, own.len - local });
}

/* it is one of ours that came back */
static bool is_loop(const struct message *m, struct str own)
{
	for (uint32_t i = 0; i < m->x_loop.n; i++)
		if (is_own(m->x_loop.list[i], own))
			return true;
	for (uint32_t i = 0; i < m->from.n; i++)
		if (is_own(m->from.list[i].addr, own))
			return true;
	for (uint32_t i = 0; i < m->sender.n; i++)
		if (is_own(m->sender.list[i].addr, own))
			return true;
	return false;
}

/* from one of a list, or to many */
static enum mail_automatic is_of_many(const struct message *m)
{
	if (str_is(m->precedence, "bulk") || str_is(m->precedence, "junk") ||
	    str_is(m->precedence, "auto_reply"))
		return MAIL_BULK;
	if (m->list_id.len || m->has_list_header ||
	    str_is(m->precedence, "list"))
		return MAIL_LIST;
	return MAIL_HUMAN;
}

enum mail_automatic mail_is_automatic(const struct message *m, struct str own)
{
	enum { MANY_HOPS = 50 };
	enum mail_automatic many = is_of_many(m);

	if (is_loop(m, own))
		return MAIL_LOOP;
	if (m->is_report || m->n_failed)
		return MAIL_BOUNCE;
	for (uint32_t i = 0; i < m->from.n; i++)
		if (robot(m->from.list[i].addr))
			return robot(m->from.list[i].addr);
	if (m->has_return_path && !m->return_path.len)
		return MAIL_NULL_SENDER;
	if (m->auto_submitted.len && !str_is(m->auto_submitted, "no"))
		return MAIL_AUTO_SUBMITTED;
	if (m->has_auto_header ||
	    mail_addr_equal(m->content_identifier, STR("auto-replied")))
		return MAIL_AUTO_REPLY;
	if (many != MAIL_HUMAN)
		return many;
	if (m->n_received >= MANY_HOPS)
		return MAIL_HOPS;
	return robot_subject(m->subject);
}

/*
 * One description of the encoding serves both directions, so that writer and
 * reader cannot disagree: with `out` it appends, without it takes off `in`.
 * Numbers are 32 bits, big-endian; a text is its length and its bytes.
 */
struct codec {
	struct buf *out;
	struct str in;
	struct arena *arena;
	bool bad; /* reading: not an encoding */
};

enum { CODEC_MAGIC = 0x4d534731 /* "MSG1" */ };

static void pass_u32(struct codec *c, uint32_t *n)
{
	unsigned char b[4];

	if (c->out) {
		for (int i = 0; i < 4; i++)
			b[i] = (unsigned char)(*n >> (24 - 8 * i));
		buf_add(c->out, b, sizeof(b));
		return;
	}
	*n = 0;
	if (c->bad || c->in.len < sizeof(b)) {
		c->bad = true;
		return;
	}
	memcpy(b, c->in.s, sizeof(b));
	for (int i = 0; i < 4; i++)
		*n = *n << 8 | b[i];
	c->in.s += sizeof(b);
	c->in.len -= sizeof(b);
}

/* a number that must stay below `end` */
static void pass_below(struct codec *c, uint32_t *n, uint32_t end)
{
	pass_u32(c, n);
	if (*n >= end) {
		*n = 0;
		c->bad = true;
	}
}

static void pass_bool(struct codec *c, bool *b)
{
	uint32_t n = *b;

	pass_below(c, &n, 2);
	*b = n;
}

static void pass_i64(struct codec *c, int64_t *n)
{
	uint64_t u = (uint64_t)*n;
	uint32_t high = (uint32_t)(u >> 32), low = (uint32_t)u;

	pass_u32(c, &high);
	pass_u32(c, &low);
	*n = (int64_t)((uint64_t)high << 32 | low);
}

/* bytes as they are */
static void pass_bytes(struct codec *c, struct str *s)
{
	uint32_t len = (uint32_t)s->len;

	assert(!c->out || s->len <= UINT32_MAX);
	pass_u32(c, &len);
	if (c->out) {
		buf_add(c->out, s->s, s->len);
		return;
	}
	*s = (struct str){ "", 0 };
	if (c->bad || len > c->in.len) {
		c->bad = true;
		return;
	}
	*s = arena_str(c->arena, (struct str){ c->in.s, len });
	c->in.s += len;
	c->in.len -= len;
}

/* text of many lines: UTF-8 without NUL */
static void pass_text(struct codec *c, struct str *s)
{
	pass_bytes(c, s);
	if (!c->out && (!utf8_is_valid(*s) || memchr(s->s, 0, s->len)))
		c->bad = true;
}

/* text of one line without control characters */
static void pass_line(struct codec *c, struct str *s)
{
	pass_text(c, s);
	if (c->out)
		return;
	for (size_t i = 0; i < s->len; i++)
		if ((unsigned char)s->s[i] < ' ' || s->s[i] == 0x7f)
			c->bad = true;
}

static void pass_strs(struct codec *c, struct mail_strs *l, uint32_t max)
{
	pass_below(c, &l->n, max + 1);
	if (!c->out)
		l->list = ARENA_ARRAY(c->arena, l->n, struct str);
	for (uint32_t i = 0; i < l->n && !c->bad; i++)
		pass_line(c, &l->list[i]);
}

static void pass_addrs(struct codec *c, struct mail_addrs *l)
{
	pass_below(c, &l->n, MESSAGE_MAX_ADDRS + 1);
	if (!c->out)
		l->list = ARENA_ARRAY(c->arena, l->n, struct mail_addr);
	for (uint32_t i = 0; i < l->n && !c->bad; i++) {
		pass_line(c, &l->list[i].name);
		pass_line(c, &l->list[i].addr);
		if (addr_fault(l->list[i].addr, true))
			c->bad = true;
	}
}

static void pass_parts(struct codec *c, struct message *m)
{
	pass_below(c, &m->n_parts, MESSAGE_MAX_PARTS + 1);
	if (!c->out)
		m->parts = ARENA_ARRAY(c->arena, m->n_parts, struct mail_part);
	for (uint32_t i = 0; i < m->n_parts && !c->bad; i++) {
		pass_line(c, &m->parts[i].name);
		pass_line(c, &m->parts[i].type);
		pass_bytes(c, &m->parts[i].bytes);
		pass_text(c, &m->parts[i].text);
	}
}

static void pass_failed(struct codec *c, struct message *m)
{
	pass_below(c, &m->n_failed, MESSAGE_MAX_FAILED + 1);
	if (!c->out)
		m->failed =
			ARENA_ARRAY(c->arena, m->n_failed, struct mail_failed);
	for (uint32_t i = 0; i < m->n_failed && !c->bad; i++) {
		pass_line(c, &m->failed[i].recipient);
		pass_line(c, &m->failed[i].action);
		pass_line(c, &m->failed[i].status);
		pass_line(c, &m->failed[i].diagnostic);
	}
}

static void pass_message(struct codec *c, struct message *m)
{
	uint32_t magic = CODEC_MAGIC, fault = m->fault, place = m->sig.place;

	pass_u32(c, &magic);
	if (magic != CODEC_MAGIC)
		c->bad = true;
	pass_below(c, &fault, N_MESSAGE_FAULTS);
	m->fault = (enum message_fault)fault;
	pass_line(c, &m->message_id);
	pass_strs(c, &m->in_reply_to, MESSAGE_MAX_IDS);
	pass_strs(c, &m->references, MESSAGE_MAX_IDS);
	pass_addrs(c, &m->from);
	pass_addrs(c, &m->sender);
	pass_addrs(c, &m->reply_to);
	pass_addrs(c, &m->to);
	pass_addrs(c, &m->cc);
	pass_strs(c, &m->delivered_to, MESSAGE_MAX_ADDRS);
	pass_line(c, &m->subject);
	pass_bool(c, &m->has_date);
	pass_i64(c, &m->date_utc_s);
	pass_bool(c, &m->has_return_path);
	pass_line(c, &m->return_path);
	pass_line(c, &m->auto_submitted);
	pass_strs(c, &m->auth_results, MESSAGE_MAX_RESULTS);
	pass_strs(c, &m->autocrypt, MESSAGE_MAX_AUTOCRYPT);
	pass_line(c, &m->precedence);
	pass_line(c, &m->list_id);
	pass_line(c, &m->content_identifier);
	pass_strs(c, &m->x_loop, MESSAGE_MAX_ADDRS);
	pass_bool(c, &m->has_auto_header);
	pass_bool(c, &m->has_list_header);
	pass_u32(c, &m->n_received);
	pass_line(c, &m->type);
	pass_text(c, &m->text);
	pass_text(c, &m->html_text);
	pass_bool(c, &m->text_from_html);
	pass_bool(c, &m->html_too_deep);
	pass_bool(c, &m->charset_guessed);
	pass_bool(c, &m->truncated);
	pass_parts(c, m);
	pass_below(c, &place, SIGNED_BELOW + 1);
	m->sig.place = (enum signed_place)place;
	pass_bytes(c, &m->sig.slice);
	pass_bytes(c, &m->sig.sig);
	pass_line(c, &m->sig.protocol);
	pass_line(c, &m->sig.micalg);
	pass_bool(c, &m->is_report);
	pass_failed(c, m);
	pass_line(c, &m->original_id);
}

void message_encode(const struct message *m, struct buf *out)
{
	struct codec c = { .out = out };
	/* writing changes nothing; the copy only sheds the const */
	struct message copy = *m;

	pass_message(&c, &copy);
	assert(!c.bad);
}

bool message_decode(struct str bytes, struct arena *a, struct message *m)
{
	struct codec c = { .in = bytes, .arena = a };

	*m = (struct message){ 0 };
	pass_message(&c, m);
	if (!c.bad && !c.in.len)
		return true;
	*m = (struct message){ 0 };
	return false;
}
