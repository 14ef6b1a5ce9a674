/*
 * src/engine/field.h - typed fields, of which events and decisions consist.
 *
 * Events and decisions are flat: a kind and a run of 32-bit words, cut into
 * fields whose names and types a table gives. So one encoder, one decoder, one
 * JSON form and one way into the templates serve every game, and a new kind is
 * a row in a table.
 */
#ifndef ENGINE_FIELD_H
#define ENGINE_FIELD_H
#include "base/buf.h"

enum {
	/* the longest text of an event or decision and its NUL, in bytes */
	EVENT_TEXT_ROOM = 2048
};

enum field_type {
	FIELD_INT,    /* one word */
	FIELD_BOOL,   /* one word, 0 or 1 */
	FIELD_SEAT,   /* one word: seat 0.., or -1 for none; JSON "A".. or "" */
	FIELD_LABEL,  /* one word: label_of('A', 3); JSON "A3", 0 is "" */
	FIELD_ENUM,   /* one word: index into names; JSON the name */
	FIELD_POINT,  /* two words x, y; JSON [x,y] */
	FIELD_HASH,   /* eight words: 32 bytes; JSON 64 hex digits */
	FIELD_TEXT,   /* length in bytes, then 4 bytes a word; JSON string */
	FIELD_INTS,   /* any number of words; JSON [..] */
	FIELD_LABELS, /* any number of labels; JSON ["A3",..] */
	FIELD_SEATS,  /* any number of seats; JSON ["A",..] */
	FIELD_POINTS, /* pairs of words; JSON [[x,y],..] */
	FIELD_MODS,   /* pairs rule, amount; JSON [["RB-CLS-02",1],..] */
	FIELD_RULES,  /* any number of rule numbers; JSON ["RB-CLS-02",..] */
	N_FIELD_TYPES
};

struct field {
	const char *name; /* in JSON, templates, cases */
	enum field_type type;
	const char *const *names; /* FIELD_ENUM only */
	int n_names;
	/* what numbers may be, both included: the word of an INT or a SEAT,
	 * each of INTS, both of a point, the amounts of MODS */
	int32_t min, max;
};

/*
 * The rules of one system: name[i] is the id of rule i as the reference has it
 * ("RB-MOVE-03"); rule 0 is "" (none).
 */
struct rule_table {
	const char *const *name;
	int n;
};

/*
 * A label: letter 'A'..'Z' and number 1..65535 ("A3", the third of A), or '#'
 * and number ("#5", a handle without an owner), as one word: the number, and
 * above it 1..26 for the letter, 0 for '#'. So a handle is its number, handles
 * come before labels with a letter, and 0 is none.
 */
static inline int32_t label_of(char letter, int number)
{
	return (int32_t)((letter == '#' ? 0 : letter - 'A' + 1) << 16 | number);
}

static inline char label_letter(int32_t label)
{
	return label >> 16 ? (char)('A' + (label >> 16) - 1) : '#';
}

/* May a label begin with it? */
static inline bool is_label_letter(char c)
{
	return c == '#' || ('A' <= c && c <= 'Z');
}

static inline int label_number(int32_t label)
{
	return label & 0xffff;
}

/* Append "A3" or "#5", or nothing for 0. */
void label_render(struct buf *out, int32_t label);

/*
 * Append the value of a field of n words as canonical JSON: no blanks, decimal
 * integers, strings in UTF-8 with only ", \ and control characters escaped.
 */
void field_render(struct buf *out, const struct field *f,
		  const struct rule_table *rules, const int32_t *w, int n);

/* Is it 0, or what label_of makes? */
static inline bool label_fits(int32_t label)
{
	return !label ||
	       (label > 0 && label >> 16 <= 26 && label_number(label) > 0);
}

static inline bool field_number_fits(const struct field *f, int32_t v)
{
	return f->min <= v && v <= f->max;
}

/* Are these n words what such a field can hold? Of any words at all. What an
 * event emits is asked so: most is one word. */
bool field_words_fit(const struct field *f, const struct rule_table *rules,
		     const int32_t *w, int n);

static inline bool field_fits(const struct field *f,
			      const struct rule_table *rules, const int32_t *w,
			      int n)
{
	switch (f->type) {
	case FIELD_INT:
	case FIELD_BOOL:
	case FIELD_SEAT: return n == 1 && field_number_fits(f, *w);
	case FIELD_LABEL: return n == 1 && label_fits(*w);
	case FIELD_ENUM: return n == 1 && 0 <= *w && *w < f->n_names;
	case FIELD_POINT:
		return n == 2 && field_number_fits(f, w[0]) &&
		       field_number_fits(f, w[1]);
	default: return field_words_fit(f, rules, w, n);
	}
}

/*
 * Read what field_render wrote, and nothing else, from the start of *in into at
 * most max words; gives the number of words and moves *in on, or -1 if it is
 * not canonical, or out of the field's range.
 */
int field_parse(struct str *in, const struct field *f,
		const struct rule_table *rules, int32_t *w, int max);

/* Append a JSON string / read one (its bytes unescaped into out). */
void json_string_render(struct buf *out, struct str s);
bool json_string_parse(struct str *in, struct buf *out);

/* Move *in over the literal bytes z if it starts with them. */
bool json_skip(struct str *in, const char *z);
/* Take a string in which nothing is escaped: its bytes, in the text; false:
 * there is none. */
bool json_name(struct str *in, struct str *name);
/* is z that name? For lists of names: the first byte mostly tells. */
bool name_is(struct str name, const char *z);

/* Text in words: how many it takes, pack, unpack (out is ended by a NUL). */
int text_words(size_t len);
int text_pack(int32_t *w, int max, struct str s); /* words, -1: no room */
struct str text_unpack(const int32_t *w, int n, char *out, size_t room);
#endif
