/* src/engine/field.c */
#include "engine/field.h"
#include "base/ascii.h"

void label_render(struct buf *out, int32_t label)
{
	if (!label)
		return;
	buf_addc(out, label_letter(label));
	buf_addi(out, label_number(label));
}

bool json_skip(struct str *in, const char *z)
{
	if (!str_starts(*in, z))
		return false;
	in->s += strlen(z);
	in->len -= strlen(z);
	return true;
}

bool json_name(struct str *in, struct str *name)
{
	const char *end = in->len > 1 && *in->s == '"'
				  ? memchr(in->s + 1, '"', in->len - 1)
				  : NULL;

	if (!end)
		return false;
	*name = (struct str){ in->s + 1, (size_t)(end - in->s) - 1 };
	in->len -= name->len + 2;
	in->s = end + 1;
	return true;
}

bool name_is(struct str name, const char *z)
{
	for (size_t i = 0; i < name.len; i++)
		if (!z[i] || z[i] != name.s[i])
			return false;
	return !z[name.len];
}

static bool json_int(struct str *in, int32_t *out)
{
	size_t i = 0;
	bool minus = in->len && in->s[0] == '-';
	int64_t n = 0;

	if (minus)
		i++;
	if (i == in->len || in->s[i] < '0' || in->s[i] > '9')
		return false;
	if (in->s[i] == '0' &&
	    (minus || (i + 1 < in->len && ascii_is_digit(in->s[i + 1]))))
		return false; /* -0 and 01 are not canonical */
	for (; i < in->len && ascii_is_digit(in->s[i]); i++) {
		n = n * 10 + (in->s[i] - '0');
		if (n > (int64_t)INT32_MAX + 1)
			return false;
	}
	if (minus)
		n = -n;
	if (n > INT32_MAX)
		return false;
	*out = (int32_t)n;
	in->s += i;
	in->len -= i;
	return true;
}

static const char hex[] = "0123456789abcdef";

void json_string_render(struct buf *out, struct str s)
{
	buf_addc(out, '"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c == '"' || c == '\\') {
			buf_addc(out, '\\');
			buf_addc(out, (char)c);
		} else if (c < ' ' || c == 0x7f) {
			buf_addz(out, "\\u00");
			buf_addc(out, hex[c >> 4]);
			buf_addc(out, hex[c & 15]);
		} else {
			buf_addc(out, (char)c);
		}
	}
	buf_addc(out, '"');
}

static int hex_value(char c)
{
	const char *p = c ? strchr(hex, c) : NULL;

	return p ? (int)(p - hex) : -1;
}

/*
 * Parse the escape sequence at s[*i], and set *i to its last byte: only
 * characters that need escaping are accepted.
 */
static bool escape_parse(struct str s, size_t *i, unsigned char *c)
{
	int high, low;

	if (++*i >= s.len)
		return false;
	*c = (unsigned char)s.s[*i];
	if (*c != 'u')
		return *c == '"' || *c == '\\';
	if (s.len - *i < 5 || s.s[*i + 1] != '0' || s.s[*i + 2] != '0')
		return false;
	high = hex_value(s.s[*i + 3]);
	low = hex_value(s.s[*i + 4]);
	if (high < 0 || low < 0)
		return false;
	*c = (unsigned char)(high << 4 | low);
	*i += 4;
	return *c < ' ' || *c == 0x7f;
}

bool json_string_parse(struct str *in, struct buf *out)
{
	size_t i = 1, from = 1; /* what begins there is not yet copied */

	if (!in->len || in->s[0] != '"')
		return false;
	for (;; i++) {
		unsigned char c;
		bool escaped;

		if (i >= in->len)
			return false;
		c = (unsigned char)in->s[i];
		escaped = c == '\\';
		if (!escaped && c != '"') {
			if (c < ' ' || c == 0x7f)
				return false;
			continue;
		}
		if (!buf_add(out, in->s + from, i - from))
			return false;
		if (!escaped)
			break;
		if (!escape_parse(*in, &i, &c) || !buf_addc(out, (char)c))
			return false;
		from = i + 1;
	}
	in->s += i + 1;
	in->len -= i + 1;
	return true;
}

int text_words(size_t len)
{
	assert(len <= 1 << 20);
	return 1 + (int)(len + 3) / 4;
}

int text_pack(int32_t *w, int max, struct str s)
{
	if (s.len > 1 << 20 || text_words(s.len) > max)
		return -1;
	w[0] = (int32_t)s.len;
	for (size_t i = 0; i < s.len; i += 4) {
		uint32_t four = 0;

		for (size_t j = 0; j < 4 && i + j < s.len; j++)
			four |= (uint32_t)(unsigned char)s.s[i + j] << 8 * j;
		w[1 + i / 4] = (int32_t)four;
	}
	return text_words(s.len);
}

struct str text_unpack(const int32_t *w, int n, char *out, size_t room)
{
	size_t len = n > 0 && w[0] > 0 ? (size_t)w[0] : 0;

	if (len > (size_t)(n > 0 ? n - 1 : 0) * 4)
		len = (size_t)(n > 0 ? n - 1 : 0) * 4;
	assert(room);
	if (len > room - 1)
		len = room - 1;
	for (size_t i = 0; i < len; i++)
		out[i] = (char)((uint32_t)w[1 + i / 4] >> 8 * (i % 4) & 255);
	out[len] = 0;
	return (struct str){ out, len };
}

static void seat_render(struct buf *out, int32_t seat)
{
	buf_addc(out, '"');
	if (0 <= seat && seat < 26)
		buf_addc(out, (char)('A' + seat));
	buf_addc(out, '"');
}

static void hash_render(struct buf *out, const int32_t *w)
{
	buf_addc(out, '"');
	for (int i = 0; i < 32; i++) {
		unsigned byte = (uint32_t)w[i / 4] >> 8 * (i % 4) & 255;

		buf_addc(out, hex[byte >> 4]);
		buf_addc(out, hex[byte & 15]);
	}
	buf_addc(out, '"');
}

static const char *rule_name(const struct rule_table *rules, int32_t rule)
{
	assert(0 <= rule && rule < rules->n);
	return rules->name[rule];
}

static void text_render(struct buf *out, const int32_t *w, int n)
{
	char bytes[EVENT_TEXT_ROOM];

	json_string_render(out, text_unpack(w, n, bytes, sizeof(bytes)));
}

/* one element of a list, or a scalar */
static void element_render(struct buf *out, enum field_type type,
			   const struct field *f,
			   const struct rule_table *rules, const int32_t *w)
{
	switch (type) {
	case FIELD_INT: buf_addi(out, *w); break;
	case FIELD_BOOL: buf_addz(out, *w ? "true" : "false"); break;
	case FIELD_SEAT: seat_render(out, *w); break;
	case FIELD_LABEL:
		buf_addc(out, '"');
		label_render(out, *w);
		buf_addc(out, '"');
		break;
	case FIELD_ENUM:
		assert(0 <= *w && *w < f->n_names);
		json_string_render(out, str_of(f->names[*w]));
		break;
	case FIELD_POINT:
		buf_addc(out, '[');
		buf_addi(out, w[0]);
		buf_addc(out, ',');
		buf_addi(out, w[1]);
		buf_addc(out, ']');
		break;
	case FIELD_MODS:
		buf_addc(out, '[');
		json_string_render(out, str_of(rule_name(rules, w[0])));
		buf_addc(out, ',');
		buf_addi(out, w[1]);
		buf_addc(out, ']');
		break;
	case FIELD_RULES:
		json_string_render(out, str_of(rule_name(rules, w[0])));
		break;
	default: assert(!"a list of lists");
	}
}

/* what a list is a list of; its elements' words in *width */
static enum field_type element_type(enum field_type type, int *width)
{
	*width = 1;
	switch (type) {
	case FIELD_INTS: return FIELD_INT;
	case FIELD_LABELS: return FIELD_LABEL;
	case FIELD_SEATS: return FIELD_SEAT;
	case FIELD_RULES: return FIELD_RULES;
	case FIELD_POINTS: *width = 2; return FIELD_POINT;
	case FIELD_MODS: *width = 2; return FIELD_MODS;
	case FIELD_POINT: *width = 2; return N_FIELD_TYPES;
	default: return N_FIELD_TYPES;
	}
}

void field_render(struct buf *out, const struct field *f,
		  const struct rule_table *rules, const int32_t *w, int n)
{
	int width;
	enum field_type type = element_type(f->type, &width);

	if (f->type == FIELD_TEXT) {
		text_render(out, w, n);
	} else if (f->type == FIELD_HASH) {
		assert(n == 8);
		hash_render(out, w);
	} else if (type == N_FIELD_TYPES) {
		assert(n == width);
		element_render(out, f->type, f, rules, w);
	} else {
		assert(n % width == 0);
		buf_addc(out, '[');
		for (int i = 0; i < n; i += width) {
			if (i)
				buf_addc(out, ',');
			element_render(out, type, f, rules, w + i);
		}
		buf_addc(out, ']');
	}
}

static bool rule_parse(struct str *in, const struct rule_table *rules,
		       int32_t *rule)
{
	struct str name;

	if (!json_name(in, &name))
		return false;
	for (int i = 0; i < rules->n; i++)
		if (name_is(name, rules->name[i])) {
			*rule = i;
			return true;
		}
	return false;
}

static bool label_parse(struct str *in, int32_t *label)
{
	int32_t number;
	char letter;

	if (json_skip(in, "\"\"")) {
		*label = 0;
		return true;
	}
	if (in->len < 3 || in->s[0] != '"' || !is_label_letter(in->s[1]))
		return false;
	letter = in->s[1];
	in->s += 2;
	in->len -= 2;
	if (!json_int(in, &number) || number < 1 || number > 0xffff)
		return false;
	*label = label_of(letter, number);
	return json_skip(in, "\"");
}

static bool seat_parse(struct str *in, int32_t *seat)
{
	if (json_skip(in, "\"\"")) {
		*seat = -1;
		return true;
	}
	if (in->len < 3 || in->s[0] != '"' || in->s[1] < 'A' ||
	    in->s[1] > 'Z' || in->s[2] != '"')
		return false;
	*seat = in->s[1] - 'A';
	in->s += 3;
	in->len -= 3;
	return true;
}

static bool hash_parse(struct str *in, int32_t *w)
{
	uint32_t words[8] = { 0 };

	if (in->len < 66 || in->s[0] != '"' || in->s[65] != '"')
		return false;
	for (int i = 0; i < 32; i++) {
		int high = hex_value(in->s[1 + 2 * i]);
		int low = hex_value(in->s[2 + 2 * i]);

		if (high < 0 || low < 0)
			return false;
		words[i / 4] |= (uint32_t)(high << 4 | low) << 8 * (i % 4);
	}
	for (int i = 0; i < 8; i++)
		w[i] = (int32_t)words[i];
	in->s += 66;
	in->len -= 66;
	return true;
}

static bool element_parse(struct str *in, enum field_type type,
			  const struct field *f, const struct rule_table *rules,
			  int32_t *w)
{
	struct str name;

	switch (type) {
	case FIELD_INT: return json_int(in, w);
	case FIELD_BOOL:
		*w = json_skip(in, "true");
		return *w || json_skip(in, "false");
	case FIELD_SEAT: return seat_parse(in, w);
	case FIELD_LABEL: return label_parse(in, w);
	case FIELD_ENUM:
		if (!json_name(in, &name))
			return false;
		for (int i = 0; i < f->n_names; i++)
			if (name_is(name, f->names[i])) {
				*w = i;
				return true;
			}
		return false;
	case FIELD_POINT:
		return json_skip(in, "[") && json_int(in, w) &&
		       json_skip(in, ",") && json_int(in, w + 1) &&
		       json_skip(in, "]");
	case FIELD_MODS:
		return json_skip(in, "[") && rule_parse(in, rules, w) &&
		       json_skip(in, ",") && json_int(in, w + 1) &&
		       json_skip(in, "]");
	case FIELD_RULES: return rule_parse(in, rules, w);
	default: return false;
	}
}

static int text_parse(struct str *in, int32_t *w, int max)
{
	struct buf b;
	int n = -1;

	buf_init(&b, EVENT_TEXT_ROOM - 1);
	if (json_string_parse(in, &b))
		n = text_pack(w, max, buf_str(&b));
	buf_release(&b);
	return n;
}

static bool ints_fit(const struct field *f, const int32_t *w, int n)
{
	for (int i = 0; i < n; i++)
		if (!field_number_fits(f, w[i]))
			return false;
	return n >= 0;
}

static bool labels_fit(const int32_t *w, int n)
{
	for (int i = 0; i < n; i++)
		if (!label_fits(w[i]))
			return false;
	return n >= 0;
}

/* every step-th of them is a rule */
static bool rules_fit(const struct rule_table *rules, const int32_t *w, int n,
		      int step)
{
	for (int i = 0; i < n; i += step)
		if (w[i] < 0 || w[i] >= rules->n)
			return false;
	return n >= 0 && n % step == 0;
}

static bool mods_fit(const struct field *f, const struct rule_table *rules,
		     const int32_t *w, int n)
{
	if (!rules_fit(rules, w, n, 2))
		return false;
	for (int i = 1; i < n; i += 2)
		if (!field_number_fits(f, w[i]))
			return false;
	return true;
}

bool field_words_fit(const struct field *f, const struct rule_table *rules,
		     const int32_t *w, int n)
{
	switch (f->type) {
	case FIELD_HASH: return n == 8;
	case FIELD_TEXT:
		return n && 0 <= w[0] && w[0] < EVENT_TEXT_ROOM &&
		       n == text_words((size_t)w[0]);
	case FIELD_INTS:
	case FIELD_SEATS: return ints_fit(f, w, n);
	case FIELD_POINTS: return n % 2 == 0 && ints_fit(f, w, n);
	case FIELD_LABELS: return labels_fit(w, n);
	case FIELD_MODS: return mods_fit(f, rules, w, n);
	case FIELD_RULES: return rules_fit(rules, w, n, 1);
	default: return false;
	}
}

/* the words in the text, whatever their range */
static int words_parse(struct str *in, const struct field *f,
		       const struct rule_table *rules, int32_t *w, int max)
{
	int width, n = 0;
	enum field_type type = element_type(f->type, &width);

	if (f->type == FIELD_TEXT)
		return text_parse(in, w, max);
	if (f->type == FIELD_HASH)
		return max >= 8 && hash_parse(in, w) ? 8 : -1;
	if (type == N_FIELD_TYPES) {
		return max >= width && element_parse(in, f->type, f, rules, w)
			       ? width
			       : -1;
	}
	if (!json_skip(in, "["))
		return -1;
	if (json_skip(in, "]"))
		return 0;
	do {
		if (n + width > max ||
		    !element_parse(in, type, f, rules, w + n))
			return -1;
		n += width;
	} while (json_skip(in, ","));
	return json_skip(in, "]") ? n : -1;
}

int field_parse(struct str *in, const struct field *f,
		const struct rule_table *rules, int32_t *w, int max)
{
	int n = words_parse(in, f, rules, w, max);

	return n >= 0 && field_fits(f, rules, w, n) ? n : -1;
}
