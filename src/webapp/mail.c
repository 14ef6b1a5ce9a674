/* src/webapp/mail.c */
#include "webapp/mail.h"
#include "auth/transfer_encoding.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/str.h"

enum { DEPTH = 8, HEADER_MAX = 64 << 10, BODY_MAX = 32 << 20 };

/* What a header says of the part below it. */
struct entity {
	struct str type, boundary, name, coding;
	struct str body;
	bool any; /* it has a field at all */
};

/* The value of a parameter: "boundary=x" or "boundary="x y"" within ";". */
static struct str parameter(struct arena *a, struct str value, const char *name)
{
	struct str low = str_lower(a, value);
	size_t len = strlen(name);
	const char *at = low.s;
	struct str rest;

	for (;;) {
		at = memmem(at, (size_t)(low.s + low.len - at), name, len);
		if (!at)
			return STR("");
		rest = (struct str){ value.s + (at - low.s) + len,
				     (size_t)(low.s + low.len - at) - len };
		rest = parse_trim(rest);
		if (rest.len && rest.s[0] == '=')
			break;
		at += len;
	}
	rest = parse_trim((struct str){ rest.s + 1, rest.len - 1 });
	if (rest.len && rest.s[0] == '"') {
		struct str quoted = { rest.s + 1, rest.len - 1 };

		parse_field(&quoted, '"', &rest);
		return rest;
	}
	for (size_t i = 0; i < rest.len; i++)
		if (strchr("; \t", rest.s[i]))
			rest.len = i;
	return rest;
}

static void field_take(struct arena *a, struct str field, struct entity *out)
{
	struct str name, low;

	if (!parse_field(&field, ':', &name))
		return;
	out->any = true;
	name = str_lower(a, parse_trim(name));
	field = parse_trim(field);
	low = str_lower(a, field);
	if (str_is(name, "content-type")) {
		parse_field(&low, ';', &out->type);
		out->type = parse_trim(out->type);
		out->boundary = parameter(a, field, "boundary");
		if (!out->name.len)
			out->name = parameter(a, field, "name");
	} else if (str_is(name, "content-disposition")) {
		if (parameter(a, field, "filename").len)
			out->name = parameter(a, field, "filename");
	} else if (str_is(name, "content-transfer-encoding")) {
		out->coding = low;
	}
}

/* Header fields, unfolded, and the body after them. */
static void entity_read(struct arena *a, struct str text, struct entity *out)
{
	struct buf b;
	struct str line;

	*out = (struct entity){ .type = STR("text/plain") };
	buf_init(&b, HEADER_MAX);
	while (parse_line(&text, &line) && line.len) {
		if (line.s[0] != ' ' && line.s[0] != '\t') {
			field_take(a, arena_str(a, buf_str(&b)), out);
			buf_clear(&b);
		}
		buf_adds(&b, line);
	}
	field_take(a, arena_str(a, buf_str(&b)), out);
	buf_release(&b);
	out->body = text;
}

static struct str decoded(struct arena *a, const struct entity *e)
{
	if (str_is(e->coding, "base64"))
		return transfer_base64(a, e->body);
	if (str_is(e->coding, "quoted-printable"))
		return transfer_quoted(a, e->body);
	return e->body;
}

/* The next part of a multipart; *rest moves past it. */
static bool part_next(struct str *rest, struct str boundary, struct str *part)
{
	struct str line;
	const char *from = NULL;

	while (rest->len) {
		const char *at = rest->s;
		struct str tail;
		bool is_mark;

		parse_line(rest, &line);
		tail = (struct str){ line.s + 2, line.len - 2 };
		is_mark = str_starts(line, "--") && tail.len >= boundary.len &&
			  !memcmp(tail.s, boundary.s, boundary.len);
		if (!is_mark)
			continue;
		if (from) {
			*part = (struct str){ from, (size_t)(at - from) };
			/* it begins the next one, too */
			rest->len += (size_t)(rest->s - at);
			rest->s = at;
			return true;
		}
		from = rest->s;
	}
	return false;
}

/* Is the name the one that is sought, or does it end so (".suffix")? */
static bool is_named(struct str name, const char *sought)
{
	size_t n = strlen(sought);

	return *sought == '.' ? name.len >= n && !memcmp(name.s + name.len - n,
							 sought, n)
			      : str_is(name, sought);
}

/* By file name, or by type where that is NULL; NULL bytes: it is not there. */
static struct str find(struct arena *a, struct str text, const char *name,
		       int depth)
{
	struct entity e;
	struct str part, found = { NULL, 0 };

	entity_read(a, text, &e);
	if (!str_starts(e.type, "multipart/") || !e.boundary.len) {
		bool is = name ? is_named(e.name, name)
			       : str_is(e.type, "text/plain") && !e.name.len;

		return is && (e.any || depth) ? decoded(a, &e) : found;
	}
	while (!found.s && depth < DEPTH &&
	       part_next(&e.body, e.boundary, &part))
		found = find(a, part, name, depth + 1);
	return found;
}

/* Does it begin with fields of a mail? A text to be played from does not. */
static bool is_mail(struct str text)
{
	struct str line, name;

	while (parse_line(&text, &line) && line.len) {
		if (line.s[0] == ' ' || line.s[0] == '\t')
			continue;
		if (str_starts(line, "From ") && memchr(line.s, ':', line.len))
			continue;
		if (!memchr(line.s, ':', line.len) ||
		    !parse_field(&line, ':', &name) ||
		    memchr(name.s, ' ', name.len))
			return false;
	}
	return true;
}

struct str mail_part(struct arena *a, struct str text, const char *name)
{
	struct str found = { NULL, 0 };

	if (text.len <= BODY_MAX && is_mail(text))
		found = find(a, text, name, 0);
	return found.s ? found : text;
}

bool mail_board(struct arena *a, struct str text, int nth, struct str *out)
{
	bool mail = text.len <= BODY_MAX && is_mail(text);

	*out = nth == 0 && mail   ? find(a, text, ".heraldo", 0)
	       : nth == 1 && mail ? find(a, text, NULL, 0)
	       : nth == 2         ? text
				  : (struct str){ NULL, 0 };
	return nth <= 2;
}

struct str mail_text(struct arena *a, struct str text)
{
	return mail_part(a, text, NULL);
}
