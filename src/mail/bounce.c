/* src/mail/bounce.c */
#include "mail/bounce.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/addr.h"
#include "mail/charset.h"

enum { LOOK = 4096, WORDS_MAX = 250 };

/* in lower case; a mail server's text may be in any language, so only the
 * words of servers that write no delivery report are here */
static const char *const delays[] = {
	"delayed",
	"deferred",
	"not yet been delivered",
	"not yet delivered",
	"no action is required",
	"do not need to resend",
	"will be retried",
	"will retry",
	"will continue to try",
	"will keep trying",
	"attempts will continue",
	"still being attempted",
	"warning message only",
	"warning: could not send",
	"warning: message",
	"verz\xc3\xb6gert", /* de */
	"noch nicht zugestellt",
	"retrasad", /* es */
	"a\xc3\xban no se ha podido",
	"todav\xc3",
	"retard\xc3\xa9", /* fr */
	"pas encore \xc3\xa9t\xc3\xa9",
	"ritardat", /* it */
	"non \xc3\xa8 ancora",
	"foi adiad", /* pt */
	"ainda n\xc3\xa3o",
	"vertraagd", /* nl */
	"nog niet",
	"op\xc3\xb3\xc5\xbani",                             /* pl */
	"\xd0\xb7\xd0\xb0\xd0\xb4\xd0\xb5\xd1\x80\xd0\xb6", /* ru */
	"\xd0\xbe\xd1\x82\xd0\xbb\xd0\xbe\xd0\xb6\xd0\xb5\xd0\xbd",
};

static const char *const failures[] = {
	"undeliver",
	"not delivered",
	"could not be delivered",
	"couldn't be delivered",
	"cannot be delivered",
	"can't be delivered",
	"unable to deliver",
	"not able to deliver",
	"could not deliver",
	"couldn't deliver",
	"failed to deliver",
	"delivery failed",
	"delivery failure",
	"delivery has failed",
	"delivery to the following",
	"delivery status notification",
	"failure notice",
	"failure delivery",
	"returned mail",
	"not been delivered",
	"returned to sender",
	"mail system error",
	"permanent error",
	"permanent fatal error",
	"user unknown",
	"unknown user",
	"no such user",
	"mailbox unavailable",
	"mailbox not found",
	"does not exist",
	"did not reach",
	"unzustellbar",
	"nicht zugestellt",
	"no se ha podido entregar",
	"no se pudo entregar",
	"non remis",
	"impossibile recapitare",
	"nicht zustell", /* de */
	"nicht \xc3\xbc"
	"bermittelt",
	"zustellung fehlgeschlagen",
	"no entregado", /* es */
	"no pudo ser entregado",
	"no ha sido entregado",
	"pas pu \xc3\xaatre", /* fr */
	"\xc3\xa9"
	"chec de la remise",
	"non distribu",
	"mancato recapito", /* it */
	"mancata consegna",
	"non recapitabile",
	"o foi poss\xc3\xadvel entregar", /* pt */
	"o p\xc3\xb4"
	"de ser entregue",
	"falha na entrega",
	"niet worden bezorgd", /* nl */
	"niet worden afgeleverd",
	"onbestelbaar",
	"nie mo\xc5\xbcna dostarczy", /* pl */
	"nie mog\xc5\x82"
	"a zosta\xc4\x87 dostarczona",
	"niedostarcz",
	"kunde inte levereras", /* sv, da, no */
	"kunne ikke leveres",
	/* ru: is not delivered, cannot be delivered */
	"\xd0\xbd\xd0\xb5 \xd0\xb4\xd0\xbe\xd1\x81\xd1\x82\xd0\xb0\xd0\xb2\xd0"
	"\xbb\xd0\xb5\xd0\xbd",
	"\xd0\xbd\xd0\xb5 \xd0\xbc\xd0\xbe\xd0\xb6\xd0\xb5\xd1\x82 \xd0\xb1\xd1"
	"\x8b\xd1\x82\xd1\x8c \xd0\xb4\xd0\xbe\xd1\x81\xd1\x82",
};

/* of a receipt: the recipient's server or filter refused the mail, where the
 * reader of another one only deleted it */
static const char *const rejections[] = {
	"rejected",      "refused",  "abgelehnt", "rechazad",
	"rejet\xc3\xa9", "rifiutat", "rejeitad",  "geweigerd",
};

/* the beginning of a text, in lower case: what quotes our mail comes later */
static struct str beginning(struct str s, char room[LOOK])
{
	size_t n = s.len < LOOK ? s.len : LOOK;

	for (size_t i = 0; i < n; i++)
		room[i] = ascii_lower(s.s[i]);
	return (struct str){ room, n };
}

static bool has_one(struct str s, const char *const *words, size_t n)
{
	char room[LOOK];

	s = beginning(s, room);
	for (size_t i = 0; i < n; i++)
		if (memmem(s.s, s.len, words[i], strlen(words[i])))
			return true;
	return false;
}

/* does the subject, or the text above the returned mail, have such a word? */
static bool says(const struct message *m, const char *const *words, size_t n)
{
	return has_one(m->subject, words, n) || has_one(m->text, words, n);
}

/* does the report tell of this for a recipient? Some servers write "failure",
 * or add words */
static bool has_action(const struct message *m, const char *action)
{
	for (uint32_t i = 0; i < m->n_failed; i++)
		if (str_starts(m->failed[i].action, action))
			return true;
	return false;
}

/* digits of a reply, as "550 5.1.1 .." has them, that begin with this one */
static bool has_reply(struct str line, char first)
{
	for (size_t i = 0; i + 3 <= line.len; i++)
		if ((!i || strchr(" \t(<:-#", line.s[i - 1])) &&
		    line.s[i] == first && ascii_is_digit(line.s[i + 1]) &&
		    ascii_is_digit(line.s[i + 2]) &&
		    (i + 3 == line.len || strchr(" -", line.s[i + 3])))
			return true;
	return false;
}

/* does a line of the text above the returned mail have such a reply? */
static bool replies(const struct message *m, char first)
{
	struct str text = m->text, line;

	text.len = text.len < LOOK ? text.len : LOOK;
	while (parse_line(&text, &line))
		if (has_reply(line, first))
			return true;
	return false;
}

/* People may write as postmaster, but not so. */
static bool is_daemon(const struct message *m)
{
	static const char name[] = "mailer-daemon@";
	struct str from = m->from.n ? m->from.list[0].addr : STR("");

	return from.len > sizeof(name) - 1 &&
	       mail_addr_equal((struct str){ from.s, sizeof(name) - 1 },
			       STR("mailer-daemon@"));
}

/* a mail server writes it, in whatever language */
static bool is_server(const struct message *m)
{
	return (m->has_return_path && !m->return_path.len) || mail_is_mailer(m);
}

/* what a report says of the recipients; without an action, their status */
static enum bounce_kind report_kind(const struct message *m)
{
	bool failed = false, delayed = false;

	for (uint32_t i = 0; i < m->n_failed; i++) {
		const struct mail_failed *f = &m->failed[i];
		bool by_status = !f->action.len;

		failed |= by_status && str_starts(f->status, "5");
		delayed |= by_status && str_starts(f->status, "4");
	}
	failed |= has_action(m, "fail") || has_action(m, "error") ||
		  (has_action(m, "deleted") &&
		   says(m, rejections, ARRAY_LEN(rejections)));
	delayed |= has_action(m, "delay");
	return failed ? BOUNCE_FAILED : delayed ? BOUNCE_DELAYED : BOUNCE_NONE;
}

enum bounce_kind bounce_kind(const struct message *m, bool own)
{
	bool replied = str_starts(m->auto_submitted, "auto-replied") &&
		       !m->original_id.len;
	/* a note of absence may have a telephone number */
	bool by_server = !replied && is_server(m);
	bool refused = by_server && replies(m, '5');
	bool failed = says(m, failures, ARRAY_LEN(failures));

	if (m->n_failed)
		return report_kind(m);
	/* people write of failures, too */
	if (mail_is_automatic(m, STR("")) == MAIL_HUMAN)
		return BOUNCE_NONE;
	if ((m->has_auto_header || mail_is_absence(m)) && !mail_is_mailer(m))
		return BOUNCE_NONE;
	if (says(m, delays, ARRAY_LEN(delays)) ||
	    (by_server && !refused && !failed && replies(m, '4')))
		return BOUNCE_DELAYED;
	if (refused || failed)
		return BOUNCE_FAILED;
	/* A server's mail in an unknown language is a bounce. A mail to the
	 * return address that no server wrote is a robot's answer, such as a
	 * note of absence. */
	own = own && (mail_is_mailer(m) || m->original_id.len);
	return !replied && (own || is_daemon(m)) ? BOUNCE_FAILED : BOUNCE_NONE;
}

/* Does the line show a field of the mail that came back? */
static bool is_copied(struct str line)
{
	static const char *const fields[] = {
		"message-id:",   "return-path:", "received:",   "from:",
		"to:",           "subject:",     "date:",       "sent:",
		"mime-version:", "reply-to:",    "references:", "content-"
	};

	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		size_t n = strlen(fields[i]);

		if (line.len >= n && mail_addr_equal((struct str){ line.s, n },
						     str_of(fields[i])))
			return true;
	}
	return false;
}

/* the line of the text with the server's reply; else the one behind an address,
 * as many programs write it */
static struct str reason(const struct message *m)
{
	struct str text = m->text, line, found = { 0 };
	bool next = false;

	text.len = text.len < LOOK ? text.len : LOOK;
	while (parse_line(&text, &line)) {
		line = parse_trim(line);
		if (has_reply(line, '5'))
			return line;
		if (next && line.len && !found.len && !is_copied(line))
			found = line;
		next = line.len && memchr(line.s, '@', line.len) &&
		       !is_copied(line);
	}
	return found.len ? found : m->subject;
}

struct str bounce_words(const struct message *m, struct arena *a)
{
	struct str from = m->from.n ? m->from.list[0].addr : STR("");
	const struct mail_failed *f = NULL;
	struct str why;

	for (uint32_t i = 0; i < m->n_failed && !f; i++)
		if (!str_is(m->failed[i].action, "relayed") &&
		    !str_is(m->failed[i].action, "delivered"))
			f = &m->failed[i];
	why = f && f->diagnostic.len ? f->diagnostic : reason(m);
	return charset_line(
		a,
		str_of(arena_printf(a, "%.*s%s%.*s%s%.*s", STR_ARG(why),
				    f && f->status.len ? ", status " : "",
				    f ? (int)f->status.len : 0,
				    f && f->status.len ? f->status.s : "",
				    from.len ? ", by " : "", STR_ARG(from))),
		WORDS_MAX);
}

static bool is_word(char c)
{
	return (unsigned char)c > ' ' && !strchr("<>()[]{},;:\"'`|", c) &&
	       (unsigned char)c < 0x7f;
}

bool bounce_word(struct str *text, struct str *word)
{
	while (text->len) {
		const char *at = memchr(text->s, '@', text->len);
		const char *begin, *end, *last = text->s + text->len;

		if (!at)
			break;
		for (begin = at; begin > text->s && is_word(begin[-1]); begin--)
			;
		for (end = at; end < last && is_word(*end); end++)
			;
		*word = (struct str){ begin, (size_t)(end - begin) };
		text->s = end;
		text->len = (size_t)(last - end);
		while (word->len && word->s[word->len - 1] == '.')
			word->len--;
		if (begin < at && word->len > (size_t)(at - begin) + 1)
			return true;
	}
	text->len = 0;
	return false;
}
