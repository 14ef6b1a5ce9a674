/* src/mail/mime.c */
#include "mail/mime.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "mail/addr.h"
#include "mail/html.h"
#include "mail/mend.h"
#include "mail/part_bytes.h"
#include <gmime/gmime.h>
#include "mail/mime.inc"

enum {
	MAX_DEPTH = 32,           /* of parts in parts; deeper is not read */
	MAX_IDS_FIELD = 64 << 10, /* bytes of a list of message ids */
};

/* What a part and all below it say. */
struct part_text {
	struct str text; /* to be read */
	struct str html; /* the HTML of it as text; empty if none */
	bool from_html;  /* text has no other source */
};

struct reader {
	struct mime *mime;
	struct arena *a;
	struct str raw;
	struct message *m;
	GMimeMessagePart *embedded; /* the first mail inside, borrowed */
	struct part_text inside;    /* of it */
	uint32_t inside_at;         /* its number among the parts */
	struct {
		uint32_t n_failed;
		struct str original_id;
		bool is;
	} inside_report; /* if it is one */
	int other; /* depth of what is neither multipart/mixed nor a leaf */
};

void mime_load(void)
{
	calls_load();
	html_load();
}

void mime_init(struct mime *m)
{
	static const char *charsets[] = { "utf-8", "windows-1252", NULL };

	memset(m, 0, sizeof(*m));
	mime_load();
	g_mime_init();
	m->options = g_mime_parser_options_new();
	g_mime_parser_options_set_fallback_charsets(m->options, charsets);
	charset_charsets_init(&m->charsets);
	html_init();
}

void mime_release(struct mime *m)
{
	html_release();
	charset_charsets_release(&m->charsets);
	g_mime_parser_options_free(m->options);
	g_mime_shutdown();
	memset(m, 0, sizeof(*m));
}

static struct str line_of(struct reader *r, const char *z)
{
	return charset_line(r->a, str_of(z), MESSAGE_MAX_LINE);
}

static struct str lower_line(struct reader *r, const char *z)
{
	return str_lower(r->a, line_of(r, z));
}

/* the part of a structured value before parameters and comments */
static struct str first_word(struct str s)
{
	size_t i = 0;

	while (i < s.len && !strchr(";( \t", s.s[i]))
		i++;
	return (struct str){ s.s, i };
}

static void add_str(struct reader *r, struct mail_strs *l, uint32_t max,
		    struct str s)
{
	if (!l->list)
		l->list = ARENA_ARRAY(r->a, max, struct str);
	if (l->n == max) {
		/* the newest are the useful ones: of References, and of all
		 * else that many are nonsense */
		memmove(l->list, l->list + 1, (max - 1) * sizeof(*l->list));
		l->n--;
		r->m->truncated = true;
	}
	l->list[l->n++] = s;
}

static bool is_id(struct str s)
{
	if (!s.len || s.len > MESSAGE_MAX_LINE)
		return false;
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] <= ' ' || strchr("<>", s.s[i]))
			return false;
	return true;
}

/* <a@b> <c@d>, as references and as single ids are written */
static void add_ids(struct reader *r, struct mail_strs *l, const char *z)
{
	struct str s = charset_line(r->a, str_of(z), MAX_IDS_FIELD);
	size_t i = 0;

	while (i < s.len) {
		const char *open = memchr(s.s + i, '<', s.len - i), *close;
		struct str id;

		if (!open)
			break;
		i = (size_t)(open - s.s) + 1;
		close = memchr(s.s + i, '>', s.len - i);
		if (!close)
			break;
		id.s = s.s + i;
		id.len = (size_t)(close - id.s);
		i += id.len + 1;
		if (is_id(id))
			add_str(r, l, MESSAGE_MAX_IDS, id);
	}
	/* some programs forget the brackets */
	if (!l->n && is_id(s))
		add_str(r, l, MESSAGE_MAX_IDS, s);
}

static struct str one_id(struct reader *r, const char *z)
{
	struct mail_strs l = { 0 };

	add_ids(r, &l, z);
	return l.n ? l.list[0] : (struct str){ "", 0 };
}

static void add_addr(struct reader *r, struct mail_addrs *l, struct str addr,
		     struct str name)
{
	InternetAddress *ia;
	struct mail_addr *to;

	/* IDN: the form that every server knows */
	ia = internet_address_mailbox_new(NULL,
					  arena_copy(r->a, addr.s, addr.len));
	addr = arena_str(
		r->a, parse_trim(str_of(internet_address_mailbox_get_idn_addr(
			      INTERNET_ADDRESS_MAILBOX(ia)))));
	g_object_unref(ia);
	if (addr_fault(addr, true))
		return;
	if (l->n == MESSAGE_MAX_ADDRS) {
		r->m->truncated = true;
		return;
	}
	if (!l->list)
		l->list =
			ARENA_ARRAY(r->a, MESSAGE_MAX_ADDRS, struct mail_addr);
	to = &l->list[l->n++];
	to->addr = addr;
	to->name = name;
}

static void add_list(struct reader *r, struct mail_addrs *l,
		     InternetAddressList *list, int depth)
{
	int n = internet_address_list_length(list);

	for (int i = 0; i < n; i++) {
		InternetAddress *ia =
			internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_GROUP(ia)) {
			/* groups hold mailboxes only, RFC 5322 3.4 */
			if (depth < 2)
				add_list(r, l,
					 internet_address_group_get_members(
						 INTERNET_ADDRESS_GROUP(ia)),
					 depth + 1);
			continue;
		}
		add_addr(r, l,
			 str_of(internet_address_mailbox_get_addr(
				 INTERNET_ADDRESS_MAILBOX(ia))),
			 line_of(r, internet_address_get_name(ia)));
	}
}

static void add_parsed(struct reader *r, struct mail_addrs *l, struct str s)
{
	InternetAddressList *list = internet_address_list_parse(
		r->mime->options, arena_copy(r->a, s.s, s.len));

	if (!list)
		return;
	add_list(r, l, list, 0);
	g_object_unref(list);
}

/* the length up to a comma that stands neither in quotation marks nor in < > */
static size_t entry_length(struct str s, bool quotes)
{
	bool quoted = false, angled = false;
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (quoted && s.s[i] == '\\')
			i++;
		else if (quotes && s.s[i] == '"')
			quoted = !quoted;
		else if (!quoted && s.s[i] == '<')
			angled = true;
		else if (!quoted && s.s[i] == '>')
			angled = false;
		else if (!quoted && !angled && s.s[i] == ',')
			break;
	}
	/* a mark that is never closed is none */
	if (quoted)
		return entry_length(s, false);
	return i < s.len ? i : s.len;
}

/* a display name without the quotation marks around it and its backslashes,
 * RFC 5322 3.2.4 */
static struct str name_unquoted(struct arena *a, struct str name)
{
	size_t n = 0;
	char *out;

	if (name.len < 2 || name.s[0] != '"' || name.s[name.len - 1] != '"')
		return name;
	name = (struct str){ name.s + 1, name.len - 2 };
	out = arena_copy(a, name.s, name.len);
	for (size_t i = 0; i < name.len; i++) {
		if (name.s[i] == '\\' && i + 1 < name.len)
			i++;
		out[n++] = name.s[i];
	}
	return (struct str){ out, n };
}

/* "anything <a@b>": whatever stands before the last <, people call themselves
 * as they like */
static bool entry_angled(struct reader *r, struct str s, struct str *addr,
			 struct str *name)
{
	size_t open = s.len, end;
	char *decoded;

	while (s.len && s.s[s.len - 1] != '>')
		s.len--;
	for (open = s.len; open && s.s[open - 1] != '<'; open--)
		;
	if (!open || !s.len)
		return false;
	end = s.len - 1;
	*addr = parse_trim((struct str){ s.s + open, end - open });
	*name = name_unquoted(r->a, parse_trim((struct str){ s.s, open - 1 }));
	decoded = g_mime_utils_header_decode_phrase(
		r->mime->options, arena_copy(r->a, name->s, name->len));
	*name = line_of(r, decoded);
	g_free(decoded);
	return addr->len && memchr(addr->s, '@', addr->len) &&
	       !memchr(addr->s, ' ', addr->len);
}

static void add_entries(struct reader *r, struct mail_addrs *l, struct str s)
{
	struct str addr, name;

	while (s.len) {
		struct str one = { s.s, entry_length(s, true) };
		size_t n = one.len + (one.len < s.len);

		if (entry_angled(r, one, &addr, &name))
			add_addr(r, l, addr, name);
		else
			add_parsed(r, l, one);
		s.s += n;
		s.len -= n;
	}
}

static void add_addrs(struct reader *r, struct mail_addrs *l, const char *raw)
{
	struct str s = charset_line(r->a, str_of(raw), MAX_IDS_FIELD);
	uint32_t before = l->n;
	char *decoded;

	/* a group has a colon before its first address */
	if (memchr(s.s, '<', s.len) && !memchr(s.s, ';', s.len))
		add_entries(r, l, s);
	else
		add_parsed(r, l, str_of(raw));
	if (l->n > before || !s.len)
		return;
	/* all of it is one encoded word; or a semicolon is part of a name */
	decoded = g_mime_utils_header_decode_text(r->mime->options, raw);
	s = line_of(r, decoded);
	g_free(decoded);
	add_entries(r, l, s);
}

/* the text in < >, or all of it */
static struct str bracketed(struct str s)
{
	const char *open = s.len ? memchr(s.s, '<', s.len) : NULL;
	const char *close;

	if (!open)
		return s;
	s.len -= (size_t)(open + 1 - s.s);
	s.s = open + 1;
	close = s.len ? memchr(s.s, '>', s.len) : NULL;
	if (close)
		s.len = (size_t)(close - s.s);
	return parse_trim(s);
}

/* a header field may name a recipient of whom the report says more */
static bool merge_failed(struct message *m, const struct mail_failed *f)
{
	for (uint32_t i = 0; i < m->n_failed; i++) {
		struct mail_failed *old = &m->failed[i];

		if (old->status.len ||
		    !mail_addr_equal(old->recipient, f->recipient))
			continue;
		*old = *f;
		return true;
	}
	return false;
}

static void add_failed(struct reader *r, struct mail_failed f)
{
	struct message *m = r->m;

	if (merge_failed(m, &f))
		return;
	if (m->n_failed == MESSAGE_MAX_FAILED) {
		m->truncated = true;
		return;
	}
	if (!m->failed)
		m->failed = ARENA_ARRAY(r->a, MESSAGE_MAX_FAILED,
					struct mail_failed);
	m->failed[m->n_failed++] = f;
}

enum header {
	H_FROM,
	H_SENDER,
	H_REPLY_TO,
	H_TO,
	H_CC,
	H_DELIVERED_TO,
	H_SUBJECT,
	H_DATE,
	H_MESSAGE_ID,
	H_IN_REPLY_TO,
	H_REFERENCES,
	H_RETURN_PATH,
	H_AUTO_SUBMITTED,
	H_PRECEDENCE,
	H_LIST_ID,
	H_LIST,
	H_CONTENT_ID,
	H_X_LOOP,
	H_AUTO,
	H_RECEIVED,
	H_FAILED,
	H_AUTH_RESULTS,
	H_AUTOCRYPT,
};

static const struct {
	const char *name;
	enum header h;
} headers[] = {
	{ "From", H_FROM },
	{ "Sender", H_SENDER },
	{ "Reply-To", H_REPLY_TO },
	{ "To", H_TO },
	{ "Cc", H_CC },
	{ "Delivered-To", H_DELIVERED_TO },
	{ "X-Original-To", H_DELIVERED_TO },
	{ "Subject", H_SUBJECT },
	{ "Date", H_DATE },
	{ "Message-ID", H_MESSAGE_ID },
	{ "In-Reply-To", H_IN_REPLY_TO },
	{ "References", H_REFERENCES },
	{ "Return-Path", H_RETURN_PATH },
	{ "Auto-Submitted", H_AUTO_SUBMITTED },
	{ "Precedence", H_PRECEDENCE },
	{ "Authentication-Results", H_AUTH_RESULTS },
	{ "Autocrypt", H_AUTOCRYPT },
	{ "List-Id", H_LIST_ID },
	{ "List-Post", H_LIST },
	{ "List-Help", H_LIST },
	{ "List-Subscribe", H_LIST },
	{ "List-Unsubscribe", H_LIST },
	{ "List-Owner", H_LIST },
	{ "List-Archive", H_LIST },
	{ "Mailing-List", H_LIST },
	{ "Content-Identifier", H_CONTENT_ID },
	{ "X-Loop", H_X_LOOP },
	{ "X-Autoreply", H_AUTO },
	{ "X-Autoreply-From", H_AUTO },
	{ "X-Auto-Reply-From", H_AUTO },
	{ "X-Autorespond", H_AUTO },
	{ "X-Autoresponder", H_AUTO },
	{ "X-Mail-Autoreply", H_AUTO },
	{ "X-Autogenerated", H_AUTO },
	{ "X-FC-MachineGenerated", H_AUTO },
	{ "X-AutoReply-Domain", H_AUTO },
	{ "X-Mail-Autoresponder", H_AUTO },
	{ "X-Auto-Responder", H_AUTO },
	{ "X-Autogenerated-Reply", H_AUTO },
	{ "X-Vacation", H_AUTO },
	{ "X-Vacation-Reply", H_AUTO },
	{ "X-OutOfOffice", H_AUTO },
	{ "X-Away", H_AUTO },
	{ "X-List-Administrivia", H_LIST },
	{ "X-Mailman-Version", H_LIST },
	{ "X-Cron-Env", H_AUTO },
	{ "Received", H_RECEIVED },
	{ "X-Failed-Recipients", H_FAILED },
};

static void read_date(struct reader *r, const char *z)
{
	GDateTime *d = g_mime_utils_header_decode_date(z);

	if (!d)
		return;
	r->m->has_date = true;
	r->m->date_utc_s = g_date_time_to_unix(d);
	g_date_time_unref(d);
}

static void read_failed(struct reader *r, struct str list)
{
	struct str one;

	while (parse_field(&list, ',', &one)) {
		one = bracketed(parse_trim(one));
		if (!addr_fault(one, true))
			add_failed(r, (struct mail_failed){
					      .recipient = one,
					      .action = STR("failed") });
	}
}

/*
 * RFC 3834, 5: a word, between comments, and parameters behind it. What is not
 * plainly "no" is not no; of several fields one such decides.
 */
static void read_auto_submitted(struct reader *r, const char *value)
{
	struct str s = lower_line(r, value), word;
	int depth = 0;
	size_t i = 0, n = 0;
	char *z = arena_alloc(r->a, s.len + 1);

	for (; i < s.len && (depth || s.s[i] != ';'); i++) {
		char c = s.s[i];

		if (depth && c == '\\')
			i++;
		else if (c == '(')
			depth++;
		else if (depth && c == ')')
			depth--;
		else if (!depth)
			z[n++] = c;
	}
	word = parse_trim((struct str){ z, n });
	if (depth || !word.len)
		word = STR("unreadable");
	if (!r->m->auto_submitted.len || !str_is(word, "no"))
		r->m->auto_submitted = word;
}

/* a field of which only the first few count */
static void add_first(struct reader *r, struct mail_strs *list, uint32_t max,
		      const char *raw)
{
	if (list->n < max)
		add_str(r, list, max,
			charset_line(r->a, str_of(raw), MAX_IDS_FIELD));
}

static void read_header(struct reader *r, enum header h, GMimeHeader *header)
{
	struct message *m = r->m;
	const char *raw = g_mime_header_get_raw_value(header);
	const char *value = raw;

	/* what is not parsed below is text, with RFC 2047 words */
	if (h == H_SUBJECT || h == H_LIST_ID)
		value = g_mime_header_get_value(header);
	if (!raw || !value)
		return;
	switch (h) {
	case H_FROM: add_addrs(r, &m->from, raw); break;
	case H_SENDER: add_addrs(r, &m->sender, raw); break;
	case H_REPLY_TO: add_addrs(r, &m->reply_to, raw); break;
	case H_TO: add_addrs(r, &m->to, raw); break;
	case H_CC: add_addrs(r, &m->cc, raw); break;
	case H_DELIVERED_TO:
		add_str(r, &m->delivered_to, MESSAGE_MAX_ADDRS,
			bracketed(line_of(r, value)));
		break;
	case H_SUBJECT: m->subject = line_of(r, value); break;
	case H_DATE: read_date(r, value); break;
	case H_MESSAGE_ID:
		if (!m->message_id.len)
			m->message_id = one_id(r, value);
		break;
	case H_IN_REPLY_TO: add_ids(r, &m->in_reply_to, value); break;
	case H_REFERENCES: add_ids(r, &m->references, value); break;
	case H_RETURN_PATH:
		/* the first is the one that the last server wrote */
		if (!m->has_return_path) {
			m->has_return_path = true;
			m->return_path = bracketed(line_of(r, value));
		}
		break;
	case H_AUTO_SUBMITTED: read_auto_submitted(r, value); break;
	case H_PRECEDENCE:
		m->precedence = first_word(lower_line(r, value));
		break;
	case H_LIST_ID: m->list_id = bracketed(line_of(r, value)); break;
	case H_LIST: m->has_list_header = true; break;
	case H_CONTENT_ID: m->content_identifier = line_of(r, value); break;
	case H_X_LOOP:
		add_str(r, &m->x_loop, MESSAGE_MAX_ADDRS,
			bracketed(line_of(r, value)));
		break;
	case H_AUTO: m->has_auto_header = true; break;
	case H_RECEIVED: m->n_received++; break;
	case H_AUTH_RESULTS:
		/* the first are those that the last server wrote */
		add_first(r, &m->auth_results, MESSAGE_MAX_RESULTS, raw);
		break;
	case H_AUTOCRYPT:
		add_first(r, &m->autocrypt, MESSAGE_MAX_AUTOCRYPT, raw);
		break;
	case H_FAILED: read_failed(r, line_of(r, value)); break;
	}
}

static void read_headers(struct reader *r, GMimeHeaderList *list)
{
	int n = g_mime_header_list_get_count(list);

	for (int i = 0; i < n; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
		const char *name = g_mime_header_get_name(header);

		for (size_t j = 0; j < ARRAY_LEN(headers); j++)
			if (!g_ascii_strcasecmp(name, headers[j].name))
				read_header(r, headers[j].h, header);
	}
}

/* ---- parts ---- */

static bool is_type(GMimeObject *o, const char *type, const char *subtype)
{
	GMimeContentType *ct = g_mime_object_get_content_type(o);

	return ct && g_mime_content_type_is_type(ct, type, subtype);
}

static struct str parameter(struct reader *r, GMimeObject *o, const char *name)
{
	return line_of(r, g_mime_object_get_content_type_parameter(o, name));
}

static struct str type_of(struct reader *r, GMimeObject *o)
{
	GMimeContentType *ct = g_mime_object_get_content_type(o);
	char *z = ct ? g_mime_content_type_get_mime_type(ct) : NULL;
	struct str s = z ? lower_line(r, z) : STR("text/plain");

	g_free(z);
	return s;
}

/* bytes of a part as they stand, or with this encoding undone */
static struct str content_with(struct reader *r, GMimeDataWrapper *content,
			       GMimeContentEncoding encoding)
{
	GMimeStream *mem = g_mime_stream_mem_new();
	GByteArray *bytes;
	struct str s;

	g_mime_data_wrapper_set_encoding(content, encoding);
	g_mime_data_wrapper_write_to_stream(content, mem);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(mem));
	s = arena_str(r->a, (struct str){ (char *)bytes->data, bytes->len });
	g_object_unref(mem);
	return s;
}

/* as the field says it, quotation marks aside: some programs write them */
static GMimeContentEncoding encoding_of(struct reader *r, GMimePart *part)
{
	struct str s = line_of(
		r, g_mime_object_get_header(GMIME_OBJECT(part),
					    "Content-Transfer-Encoding"));

	if (s.len < 2 || s.s[0] != '"' || s.s[s.len - 1] != '"')
		return g_mime_part_get_content_encoding(part);
	return g_mime_content_encoding_from_string(
		arena_copy(r->a, s.s + 1, s.len - 2));
}

static bool is_encoded(GMimeContentEncoding encoding)
{
	return encoding == GMIME_CONTENT_ENCODING_BASE64 ||
	       encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE ||
	       encoding == GMIME_CONTENT_ENCODING_UUENCODE;
}

/* the bytes of a part whose field lost its encoding on the way, if these are
 * signed orders once it is undone; else as they are */
static struct str undone(struct reader *r, GMimeDataWrapper *content)
{
	struct str s = content_with(r, content, GMIME_CONTENT_ENCODING_BINARY);
	struct str out = { 0 };

	if (mend_is_quoted(s))
		out = content_with(r, content,
				   GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
	else if (!mend_base64(r->a, s, &out))
		return s;
	return mend_has_orders(out) ? out : s;
}

/* the bytes of a leaf, its transfer encoding undone */
static struct str content_of(struct reader *r, GMimePart *part)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeContentEncoding encoding = encoding_of(r, part);
	struct str s;

	if (!content)
		return (struct str){ "", 0 };
	if (encoding == GMIME_CONTENT_ENCODING_BASE64) {
		struct str raw =
			content_with(r, content, GMIME_CONTENT_ENCODING_BINARY);

		if (mend_base64(r->a, raw, &s) ||
		    mend_base64(r->a, mend_base64_stream(raw), &s))
			return s;
	}
	return is_encoded(encoding) ? content_with(r, content, encoding)
				    : undone(r, content);
}

static struct str text_of(struct reader *r, GMimeObject *o, struct str bytes)
{
	struct str s;

	s = charset_from_charset(&r->mime->charsets, r->a, bytes,
				 parameter(r, o, "charset"),
				 &r->m->charset_guessed);
	if (s.len > MESSAGE_MAX_TEXT) {
		s.len = MESSAGE_MAX_TEXT;
		/* no half characters */
		while (((unsigned char)s.s[s.len] & 0xc0) == 0x80)
			s.len--;
		r->m->truncated = true;
	}
	return s;
}

static bool is_attachment(GMimeObject *o)
{
	const char *d = g_mime_object_get_disposition(o);

	return d && !g_ascii_strcasecmp(d, "attachment");
}

static void add_part(struct reader *r, GMimeObject *o, struct str bytes)
{
	struct message *m = r->m;
	struct mail_part *p;
	const char *name = NULL;

	if (m->n_parts == MESSAGE_MAX_PARTS) {
		m->truncated = true;
		return;
	}
	if (!m->parts)
		m->parts =
			ARENA_ARRAY(r->a, MESSAGE_MAX_PARTS, struct mail_part);
	p = &m->parts[m->n_parts++];
	if (GMIME_IS_PART(o))
		name = g_mime_part_get_filename(GMIME_PART(o));
	p->name = line_of(r, name);
	/* a name is a name: no folder of the sender's machine, or of ours */
	for (size_t i = p->name.len; i > 0; i--)
		if (strchr("/\\", p->name.s[i - 1])) {
			p->name.s += i;
			p->name.len -= i;
			break;
		}
	p->type = type_of(r, o);
	p->bytes = bytes;
	if (is_type(o, "text", "*"))
		p->text = charset_quotes(r->a, text_of(r, o, bytes));
}

static bool is_blank(struct str s)
{
	return !parse_trim(s).len;
}

/* texts one after the other, each beginning on a line of its own */
struct joined {
	struct str only; /* as long as there is one: it is not copied */
	struct buf all;  /* of two or more */
	bool many;
};

static void join_add(struct joined *j, struct str s)
{
	if (is_blank(s))
		return;
	if (!j->only.len) {
		j->only = s;
		return;
	}
	if (!j->many) {
		buf_init(&j->all, MESSAGE_MAX_TEXT);
		buf_adds(&j->all, j->only);
		j->many = true;
	}
	if (j->all.len && j->all.s[j->all.len - 1] != '\n')
		buf_addc(&j->all, '\n');
	buf_adds(&j->all, s);
}

static struct str join_end(struct reader *r, struct joined *j)
{
	struct str s = j->only;

	if (j->many) {
		r->m->truncated |= j->all.full;
		s = arena_str(r->a, buf_str(&j->all));
		buf_release(&j->all);
	}
	return s;
}

static struct part_text read_part(struct reader *r, GMimeObject *o, int depth);

static struct part_text read_html(struct reader *r, struct str html)
{
	struct part_text got = { .from_html = true };

	if (!html_to_text(r->a, html, MESSAGE_MAX_TEXT, &got.text,
			  &r->m->truncated))
		r->m->html_too_deep = true;
	got.html = got.text;
	return got;
}

static struct part_text read_leaf(struct reader *r, GMimeObject *o)
{
	struct part_text got = { 0 };
	GMimePart *part = GMIME_PART(o);
	struct str bytes = content_of(r, part);
	bool plain = is_type(o, "text", "plain");
	bool html = is_type(o, "text", "html");
	bool named = g_mime_part_get_filename(part) != NULL;

	if ((plain || html) && !is_attachment(o)) {
		struct str text = text_of(r, o, bytes);

		if (html) {
			got = read_html(r, text);
		} else {
			struct str del_sp = parameter(r, o, "delsp");

			got.text = text;
			if (mail_addr_equal(parameter(r, o, "format"),
					    STR("flowed")))
				got.text = charset_unflow(
					r->a, text,
					mail_addr_equal(del_sp, STR("yes")));
		}
		if (!named)
			return got;
	}
	/* of a page that was saved, what a reader sees */
	if (html && is_attachment(o))
		bytes = read_html(r, text_of(r, o, bytes)).text;
	add_part(r, o, bytes);
	return got;
}

static bool is_bare_text(GMimeObject *o)
{
	return GMIME_IS_PART(o) && is_type(o, "text", "plain") &&
	       !is_attachment(o) && !g_mime_part_get_filename(GMIME_PART(o));
}

static bool begins_signature(struct str text)
{
	text = parse_trim(text);
	return str_starts(text, "-----BEGIN SSH SIGNATURE") ||
	       str_starts(text, "untrusted comment:");
}

/* A file and its signature that a program put into the text, without their
 * names, count like attached ones. */
static void add_pair(struct reader *r, GMimeObject *before, GMimeObject *o)
{
	add_part(r, before, content_of(r, GMIME_PART(before)));
	add_part(r, o, content_of(r, GMIME_PART(o)));
}

/* several bodies, one after the other */
static struct part_text read_mixed(struct reader *r, GMimeMultipart *mp,
				   int end, int depth)
{
	struct joined text = { 0 }, html = { 0 };
	struct part_text all = { .from_html = true };
	GMimeObject *before = NULL;
	bool any_html = false;

	for (int i = 0; i < end; i++) {
		GMimeObject *o = g_mime_multipart_get_part(mp, i);
		struct part_text one = read_part(r, o, depth);

		if (before && is_bare_text(o) && begins_signature(one.text))
			add_pair(r, before, o);
		before = is_bare_text(o) ? o : NULL;
		if (is_blank(one.text))
			continue;
		any_html |= one.html.len > 0;
		join_add(&text, one.text);
		join_add(&html, one.html.len ? one.html : one.text);
		all.from_html &= one.from_html;
	}
	all.text = join_end(r, &text);
	all.html = join_end(r, &html);
	all.from_html &= all.text.len > 0;
	if (!any_html)
		all.html = (struct str){ "", 0 };
	return all;
}

/* the same thing said several times: plain text is the writer's own words */
static struct part_text read_alternative(struct reader *r, GMimeMultipart *mp,
					 int depth)
{
	int n = g_mime_multipart_get_count(mp);
	struct part_text best = { 0 };

	for (int i = 0; i < n; i++) {
		struct part_text one;
		struct str html = best.html;

		one = read_part(r, g_mime_multipart_get_part(mp, i), depth);
		if (one.html.len)
			html = one.html;
		if (!is_blank(one.text) &&
		    (is_blank(best.text) || (best.from_html && !one.from_html)))
			best = one;
		best.html = html;
	}
	return best;
}

static struct part_text read_signed(struct reader *r, GMimeMultipart *mp,
				    int depth)
{
	GMimeObject *o = GMIME_OBJECT(mp), *sig;
	int n = g_mime_multipart_get_count(mp);
	struct mail_signed *s = &r->m->sig;
	struct part_text got;
	struct str boundary = str_of(g_mime_multipart_get_boundary(mp));

	/* it is the mail, or a mailing list put a multipart/mixed around it; of
	 * two none counts more than the other */
	if (s->place == SIGNED_TOP && !r->other)
		*s = (struct mail_signed){ .place = SIGNED_BELOW };
	if (s->place != SIGNED_NONE || r->other || n != 2) {
		s->place = s->place ? s->place : SIGNED_BELOW;
		return read_mixed(r, mp, n, depth);
	}
	s->place = SIGNED_BELOW;
	sig = g_mime_multipart_get_part(mp, 1);
	if (GMIME_IS_PART(sig) &&
	    part_bytes_first_part(r->raw, boundary, &s->slice)) {
		s->place = SIGNED_TOP;
		s->sig = content_of(r, GMIME_PART(sig));
		s->protocol =
			lower_line(r, g_mime_object_get_content_type_parameter(
					      o, "protocol"));
		s->micalg = lower_line(
			r,
			g_mime_object_get_content_type_parameter(o, "micalg"));
		n = 1;
	}
	r->other++;
	got = read_mixed(r, mp, n, depth);
	r->other--;
	return got;
}

/* ---- delivery reports, RFC 3464 ---- */

/* the value of "Name: value" if the line is that field */
static bool field_is(struct str line, const char *name, struct str *value)
{
	size_t n = strlen(name);
	struct str head = { line.s, n };

	if (line.len <= n || line.s[n] != ':' ||
	    !mail_addr_equal(head, str_of(name)))
		return false;
	*value = parse_trim((struct str){ line.s + n + 1, line.len - n - 1 });
	return true;
}

/* "rfc822; a@b" without its type */
static struct str typed(struct reader *r, struct str value)
{
	const char *semicolon = memchr(value.s, ';', value.len);

	if (semicolon) {
		value.len -= (size_t)(semicolon + 1 - value.s);
		value.s = semicolon + 1;
	}
	return charset_line(r->a, value, MESSAGE_MAX_LINE);
}

static struct str unfold(struct reader *r, struct str text)
{
	char *p = arena_copy(r->a, text.s, text.len), *q = p;

	for (size_t i = 0; i < text.len; i++) {
		bool crlf = text.s[i] == '\r' && i + 1 < text.len &&
			    text.s[i + 1] == '\n';
		size_t next = i + (crlf ? 2 : 1);

		if ((crlf || text.s[i] == '\n') && next < text.len &&
		    (text.s[next] == ' ' || text.s[next] == '\t')) {
			i = next - 1;
			continue;
		}
		*q++ = text.s[i];
	}
	return (struct str){ p, (size_t)(q - p) };
}

static void read_status(struct reader *r, struct str text)
{
	struct mail_failed f = { 0 };
	struct str line, v;
	bool more = true;

	text = unfold(r, text);
	/* groups of fields between empty lines: the first is of the mail, each
	 * of the others of a recipient */
	while (more) {
		more = parse_line(&text, &line);
		if (!more || !line.len) {
			if (f.recipient.len)
				add_failed(r, f);
			f = (struct mail_failed){ 0 };
			continue;
		}
		if (field_is(line, "Original-Recipient", &v) ||
		    (field_is(line, "Final-Recipient", &v) && !f.recipient.len))
			f.recipient = bracketed(typed(r, v));
		else if (field_is(line, "Action", &v))
			f.action = lower_line(r, arena_copy(r->a, v.s, v.len));
		else if (field_is(line, "Status", &v))
			f.status = first_word(
				charset_line(r->a, v, MESSAGE_MAX_LINE));
		else if (field_is(line, "Diagnostic-Code", &v))
			f.diagnostic = typed(r, v);
	}
}

static void read_original_headers(struct reader *r, struct str text)
{
	struct str line, v;

	text = unfold(r, text);
	while (!r->m->original_id.len && parse_line(&text, &line) && line.len)
		if (field_is(line, "Message-ID", &v))
			r->m->original_id =
				one_id(r, arena_copy(r->a, v.s, v.len));
}

/* A receipt that says the mail was deleted without a reader's doing may be of
 * a filter that rejects mails, RFC 5429, 2.1. */
static void read_receipt(struct reader *r, struct str text)
{
	struct mail_failed f = { .action = STR("deleted") };
	struct str line, v, disposition = { 0 };

	text = unfold(r, text);
	while (parse_line(&text, &line)) {
		if (field_is(line, "Final-Recipient", &v))
			f.recipient = bracketed(typed(r, v));
		else if (field_is(line, "Disposition", &v))
			disposition =
				lower_line(r, arena_copy(r->a, v.s, v.len));
		else if (field_is(line, "Original-Message-ID", &v) &&
			 !r->m->original_id.len)
			r->m->original_id =
				one_id(r, arena_copy(r->a, v.s, v.len));
	}
	if (f.recipient.len && str_starts(disposition, "automatic-action/") &&
	    str_ends(disposition, "deleted"))
		add_failed(r, f);
}

/* parts of a delivery report, whatever kind of multipart holds them: servers
 * write multipart/mixed, too */
static bool read_report_part(struct reader *r, GMimeObject *o)
{
	GMimeMessage *was;

	if (GMIME_IS_PART(o) &&
	    is_type(o, "message", "disposition-notification")) {
		read_receipt(r, content_of(r, GMIME_PART(o)));
		return true;
	}
	if (GMIME_IS_PART(o) &&
	    (is_type(o, "message", "delivery-status") ||
	     is_type(o, "message", "global-delivery-status"))) {
		r->m->is_report = true;
		read_status(r, content_of(r, GMIME_PART(o)));
		return true;
	}
	if (GMIME_IS_PART(o) && (is_type(o, "text", "rfc822-headers") ||
				 is_type(o, "message", "rfc822-headers") ||
				 is_type(o, "message", "global-headers"))) {
		read_original_headers(r, content_of(r, GMIME_PART(o)));
		return true;
	}
	if (GMIME_IS_MESSAGE_PART(o) && !r->m->original_id.len) {
		was = g_mime_message_part_get_message(GMIME_MESSAGE_PART(o));
		if (was)
			r->m->original_id =
				one_id(r, g_mime_message_get_message_id(was));
	}
	return false;
}

static struct part_text read_report(struct reader *r, GMimeMultipart *mp,
				    int depth)
{
	int n = g_mime_multipart_get_count(mp);
	struct part_text got = { 0 };
	struct str type = parameter(r, GMIME_OBJECT(mp), "report-type");
	/* receipts of readers and complaints tell of mails that arrived */
	bool arrived = mail_addr_equal(type, STR("disposition-notification")) ||
		       mail_addr_equal(type, STR("feedback-report"));

	r->m->is_report |= !arrived;
	r->m->has_auto_header |= arrived;
	for (int i = 0; i < n; i++) {
		GMimeObject *o = g_mime_multipart_get_part(mp, i);

		if (!read_report_part(r, o) && !GMIME_IS_MESSAGE_PART(o) &&
		    is_blank(got.text))
			got = read_part(r, o, depth);
	}
	return got;
}

/* A mail inside: its text counts like that of an attached file. What it reports
 * is not told by this one. */
static void add_embedded(struct reader *r, GMimeObject *o, int depth)
{
	GMimeMessage *in =
		g_mime_message_part_get_message(GMIME_MESSAGE_PART(o));
	GMimeObject *body = in ? g_mime_message_get_mime_part(in) : NULL;
	struct message *m = r->m, was = *m;
	uint32_t at = m->n_parts;
	struct part_text got;

	add_part(r, o, (struct str){ "", 0 });
	if (!body || at == m->n_parts)
		return;
	was.n_parts = m->n_parts;
	r->other++;
	m->original_id = (struct str){ 0 };
	got = read_part(r, body, depth + 2);
	r->other--;
	if (!r->embedded && !was.n_failed && m->is_report) {
		r->inside_report.is = true;
		r->inside_report.n_failed = m->n_failed;
		r->inside_report.original_id = m->original_id;
	}
	m->is_report = was.is_report;
	m->n_failed = was.n_failed;
	m->original_id = was.original_id;
	m->parts[at].bytes = m->parts[at].text = charset_quotes(r->a, got.text);
	if (!r->embedded) {
		r->embedded = GMIME_MESSAGE_PART(o);
		r->inside = got;
		r->inside_at = at;
	}
}

static struct part_text read_part(struct reader *r, GMimeObject *o, int depth)
{
	struct part_text none = { 0 }, got;
	GMimeMultipart *mp;

	if (depth > MAX_DEPTH || !o) {
		r->m->truncated = true;
		return none;
	}
	if (read_report_part(r, o))
		return none;
	if (GMIME_IS_MESSAGE_PART(o)) {
		add_embedded(r, o, depth);
		return none;
	}
	if (GMIME_IS_PART(o))
		return read_leaf(r, o);
	if (!GMIME_IS_MULTIPART(o))
		return none;
	mp = GMIME_MULTIPART(o);
	depth++;
	if (is_type(o, "multipart", "signed"))
		return read_signed(r, mp, depth);
	if (is_type(o, "multipart", "mixed"))
		return read_mixed(r, mp, g_mime_multipart_get_count(mp), depth);
	r->other++;
	if (is_type(o, "multipart", "alternative"))
		got = read_alternative(r, mp, depth);
	else if (is_type(o, "multipart", "report"))
		got = read_report(r, mp, depth);
	else
		got = read_mixed(r, mp, g_mime_multipart_get_count(mp), depth);
	r->other--;
	return got;
}

/* A server's mail that holds nothing but a report is this report: some gateways
 * pack what their own servers write. */
static void report_unwrap(struct reader *r)
{
	struct message *m = r->m;

	if (!r->inside_report.is || m->n_failed ||
	    mail_is_automatic(m, STR("")) == MAIL_HUMAN)
		return;
	m->is_report = true;
	m->n_failed = r->inside_report.n_failed;
	m->original_id = r->inside_report.original_id;
}

static void read_body(struct reader *r, GMimeObject *body)
{
	struct message *m = r->m;
	struct part_text got;

	m->type = type_of(r, body);
	got = read_part(r, body, 0);
	if (is_blank(got.text) && r->embedded && !m->is_report) {
		got = r->inside;
		report_unwrap(r);
		m->parts[r->inside_at].bytes = m->parts[r->inside_at].text =
			(struct str){ "", 0 };
	}
	m->text = charset_quotes(r->a, got.text);
	m->html_text = got.html;
	m->text_from_html = got.from_html;
	if (is_blank(got.text) && m->html_too_deep)
		m->fault = MESSAGE_HTML_TOO_DEEP;
}

void mime_parse(struct mime *mime, struct arena *a, struct str raw,
		struct message *m)
{
	struct reader r = { .mime = mime, .a = a, .m = m };
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *message;
	GMimeObject *body;

	*m = (struct message){ .fault = MESSAGE_NO_HEADERS };
	/* a part may come without headers (RFC 2046, 5.1), but GMime takes
	 * nothing for a mail that has none */
	if (raw.len && (raw.s[0] == '\n' || str_starts(raw, "\r\n"))) {
		static const char type[] = "Content-Type: text/plain\n";
		char *p = arena_alloc(a, sizeof(type) + raw.len);

		memcpy(p, type, sizeof(type) - 1);
		memcpy(p + sizeof(type) - 1, raw.s, raw.len);
		raw = (struct str){ p, sizeof(type) - 1 + raw.len };
	}
	if (!raw.len)
		return;
	raw = r.raw = mend_mail(a, raw);
	stream = g_mime_stream_mem_new_with_buffer(raw.s, raw.len);
	parser = g_mime_parser_new_with_stream(stream);
	g_object_unref(stream);
	message = g_mime_parser_construct_message(parser, mime->options);
	g_object_unref(parser);
	if (!message)
		return;
	body = g_mime_message_get_mime_part(message);
	read_headers(&r, g_mime_object_get_header_list(GMIME_OBJECT(message)));
	if (body) {
		/* GMime takes whatever begins with Content- for the part's */
		read_headers(&r, g_mime_object_get_header_list(body));
		m->fault = MESSAGE_READ;
		read_body(&r, body);
	}
	g_object_unref(message);
}
