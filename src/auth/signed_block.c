/* src/auth/signed_block.c */
#include "auth/signed_block.h"
#include "auth/armor.h"
#include "auth/cleartext.h"
#include "base/parse.h"
#include <strings.h>

/* a block between its markers, or one that was never closed */
struct span {
	size_t begin, end; /* with the marker lines */
	size_t inner_begin, inner_end;
	uint32_t first_line; /* of the text inside */
	bool open;           /* without END; it ends where a signature begins */
	bool joined;         /* its first line is the marker's, or all of it is
				in one line of the mail */
	bool made;           /* canon and fault are those of the text inside */
	struct canon canon;
	enum sig_error fault;
};

/* a signature, and the bytes its armour takes */
struct found {
	struct sig sig;
	enum sig_error fault;
	size_t begin, end;
	bool used;
	bool judges;   /* no player's: it signs nothing here */
	bool is_clear; /* it signs `clear`, which begins at clear.begin */
	struct cleartext clear;
};

enum { SPANS_MAX = 32, FOUND_MAX = 32 };

/* all that one part holds */
struct scan {
	struct span spans[SPANS_MAX];
	size_t n_spans;
	struct found found[FOUND_MAX];
	size_t n_found;
};

static bool is_begin(struct str line)
{
	return armor_is(line, "BEGIN HERALDO ORDERS");
}

static bool is_end(struct str line)
{
	return armor_is(line, "END HERALDO ORDERS");
}

/*
 * The next block from *l on. A second BEGIN begins anew: a quoted block that
 * lost its end must not swallow the one that follows. Open blocks are given
 * too, so that their sender hears of it.
 */
static bool next_span(struct str text, struct armor_line *l, struct span *out)
{
	bool inside = false;
	size_t begun_on = 0;

	*out = (struct span){ 0 };
	for (;;) {
		struct armor_line at = *l;

		if (!armor_next(text, &at)) {
			out->open = inside;
			*l = at;
			return inside;
		}
		if (is_begin(at.text)) {
			if (inside) {
				out->open = true;
				return true;
			}
			inside = true;
			out->begin = at.start;
			out->inner_begin = at.next;
			out->first_line = (uint32_t)at.number + !at.rest;
			out->joined = at.rest;
			begun_on = at.number;
		} else if (inside && is_end(at.text)) {
			out->inner_end = at.start;
			out->end = at.next;
			out->joined |= begun_on == at.number;
			*l = at;
			return true;
		}
		*l = at;
	}
}

/*
 * A block without END was signed as it was: its content shows the player to
 * notify.
 */
static void end_by_signature(struct scan *s)
{
	for (size_t i = 0; i < s->n_spans; i++) {
		struct span *span = &s->spans[i];
		size_t k = 0;

		while (k < s->n_found &&
		       (s->found[k].begin < span->inner_begin ||
			s->found[k].judges || s->found[k].is_clear))
			k++;
		if (!span->open || k == s->n_found ||
		    (i + 1 < s->n_spans &&
		     s->spans[i + 1].begin < s->found[k].begin))
			continue;
		span->inner_end = span->end = s->found[k].begin;
	}
}

/* The signatures of OpenPGP in a part, and what they sign in clear. */
static void scan_openpgp(struct arena *a, const struct signed_block_part *part,
			 struct scan *s)
{
	size_t at = 0, before = 0;

	while (s->n_found < FOUND_MAX) {
		struct found *f = &s->found[s->n_found];

		*f = (struct found){ .sig.form = SIG_OPENPGP };
		if (!openpgp_find(a, part->bytes, part->is_text, &at, &f->begin,
				  &f->sig.packets))
			break;
		f->end = at;
		f->fault =
			f->sig.packets.len ? SIG_ERROR_OK : FAULT_SIG_DAMAGED;
		f->is_clear = cleartext_find(a, part->bytes, before, f->begin,
					     &f->clear);
		before = f->end;
		s->n_found++;
	}
}

static void scan_part(struct arena *a, const struct signed_block_part *part,
		      struct scan *s)
{
	struct armor_line l = { .cut = true };
	struct str text = part->bytes;
	size_t at = 0;

	s->n_spans = s->n_found = 0;
	while (s->n_spans < SPANS_MAX &&
	       next_span(text, &l, &s->spans[s->n_spans]))
		s->n_spans++;
	while (s->n_found < FOUND_MAX) {
		struct found *f = &s->found[s->n_found];

		*f = (struct found){ 0 };
		if (!sig_find(a, text, &at, &f->begin, &f->sig, &f->fault))
			break;
		f->end = at;
		f->judges = !f->fault && sig_is_judges(&f->sig);
		s->n_found++;
	}
	scan_openpgp(a, part, s);
	end_by_signature(s);
}

/* the candidates in the making */
struct list {
	struct arena *a;
	const struct signed_block_part *parts;
	struct scan **scans; /* one per part */
	size_t n_parts;
	struct signed_block *out;
	size_t n, max;
};

static struct str signed_block_slice(struct str s, size_t begin, size_t end)
{
	return (struct str){ s.s + begin, end - begin };
}

/* a candidate of a span of its part, without a signature yet */
static struct signed_block from_span(struct list *c, unsigned part,
				     struct span *s)
{
	struct str bytes = c->parts[part].bytes;
	struct signed_block b = { .part = part,
				  .sig_part = part,
				  .marked = true,
				  .first_line = s->first_line };

	if (s->open && !s->end) {
		b.joined = s->joined;
		b.fault = FAULT_BLOCK_OPEN;
		return b;
	}
	b.whole = signed_block_slice(bytes, s->begin, s->end);
	b.orders = signed_block_slice(bytes, s->inner_begin, s->inner_end);
	/* once, however many signatures claim it */
	if (!s->made) {
		s->fault = canon_make(c->a, b.orders, s->first_line, &s->canon);
		s->made = true;
	}
	b.canon = s->canon;
	b.joined = s->joined;
	b.fault = s->open ? FAULT_BLOCK_OPEN : s->fault;
	if (!b.fault && !b.canon.n_lines)
		b.fault = FAULT_BLOCK_NONE;
	return b;
}

/* the blocks of bytes that are signed as a whole, SIGNED_BLOCKS_MAX + 1 at most
 */
static size_t spans_in(struct str bytes,
		       struct span spans[SIGNED_BLOCKS_MAX + 1])
{
	struct armor_line l = { 0 };
	size_t n = 0;

	while (n <= SIGNED_BLOCKS_MAX && next_span(bytes, &l, &spans[n]))
		n++;
	return n;
}

/* The fault of the blocks under one signature; number 0: only one block is
 * allowed. */
static enum sig_error spans_fault(const struct span *spans, size_t n,
				  unsigned number)
{
	if (spans[0].open)
		return FAULT_BLOCK_OPEN;
	if (number ? number > n || n > SIGNED_BLOCKS_MAX : n > 1)
		return FAULT_BLOCK_SEVERAL;
	for (size_t i = 0; i < n; i++)
		if (spans[i].open)
			return FAULT_BLOCK_OPEN;
	return SIG_ERROR_OK;
}

/* a candidate of bytes that are signed as a whole, `line` their first line;
 * number: which of their blocks, from 1, or 0 for the only one */
static struct signed_block from_bytes(struct list *c, unsigned part,
				      struct str bytes, uint32_t line,
				      unsigned number)
{
	struct span spans[SIGNED_BLOCKS_MAX + 1];
	size_t n;
	struct signed_block b = { .part = part,
				  .sig_part = part,
				  .whole = bytes,
				  .orders = bytes,
				  .number = number,
				  .first_line = line };

	if (bytes.len > CANON_TEXT_MAX) {
		b.fault = FAULT_BLOCK_TOO_LARGE;
		return b;
	}
	n = spans_in(bytes, spans);
	if (n) {
		const struct span *s = &spans[number ? number - 1 : 0];

		b.marked = true;
		b.fault = spans_fault(spans, n, number);
		if (b.fault)
			return b;
		b.orders =
			signed_block_slice(bytes, s->inner_begin, s->inner_end);
		b.first_line = line + s->first_line - 1;
	} else if (number) {
		b.fault = FAULT_BLOCK_NONE;
		return b;
	}
	b.fault = canon_make(c->a, b.orders, b.first_line, &b.canon);
	if (!b.fault && !b.canon.n_lines)
		b.fault = FAULT_BLOCK_NONE;
	return b;
}

static void signed_block_add(struct list *c, struct signed_block b,
			     enum signed_block_origin origin, unsigned sig_part,
			     struct found *f)
{
	b.origin = origin;
	b.sig_part = sig_part;
	if (f) {
		f->used = true;
		b.sig = f->sig;
		if (!b.fault)
			b.fault = f->fault;
	} else if (!b.fault) {
		b.fault = FAULT_SIG_NONE;
	}
	if (c->n < c->max)
		c->out[c->n++] = b;
}

/* a candidate of each block of bytes that this signature covers */
static void add_bytes(struct list *c, unsigned part, struct str bytes,
		      uint32_t line, enum signed_block_origin origin,
		      unsigned sig_part, struct found *f)
{
	struct span spans[SIGNED_BLOCKS_MAX + 1];
	size_t n = bytes.len <= CANON_TEXT_MAX ? spans_in(bytes, spans) : 0;

	if (n < 2 || spans_fault(spans, n, 1)) {
		signed_block_add(c, from_bytes(c, part, bytes, line, n > 1),
				 origin, sig_part, f);
		return;
	}
	for (unsigned i = 1; i <= n; i++)
		signed_block_add(c, from_bytes(c, part, bytes, line, i), origin,
				 sig_part, f);
}

/* signatures between this block and the next are this block's */
static bool add_below(struct list *c, unsigned part, size_t i)
{
	struct scan *s = c->scans[part];
	struct span *span = &s->spans[i];
	size_t until = i + 1 < s->n_spans ? s->spans[i + 1].begin
					  : c->parts[part].bytes.len;
	bool any = false;

	if (span->open && !span->end)
		return false;
	for (size_t k = 0; k < s->n_found && c->n < c->max; k++) {
		struct found *f = &s->found[k];

		if (!f->judges && !f->is_clear && span->end <= f->begin &&
		    f->begin < until) {
			signed_block_add(c, from_span(c, part, span),
					 SIGNED_BLOCK_INLINE, part, f);
			any = true;
		}
	}
	return any;
}

/* signify -e puts the signature above; what it signs ends with the block */
static bool add_above(struct list *c, unsigned part, size_t i)
{
	struct scan *s = c->scans[part];
	struct span *span = &s->spans[i];

	for (size_t k = s->n_found; !span->open && k-- > 0;) {
		struct found *f = &s->found[k];

		if (f->end > span->begin || f->used ||
		    f->sig.form != SIG_SIGNIFY)
			continue;
		if (i && f->begin < s->spans[i - 1].end)
			continue;
		signed_block_add(c, from_span(c, part, span),
				 SIGNED_BLOCK_EMBEDDED, part, f);
		return true;
	}
	return false;
}

/* What OpenPGP signs in clear; the blocks in it are no others. What they mean
 * is for who has verified them (signed_part_clear). */
static void add_clear(struct list *c, unsigned part, bool *signed_span)
{
	struct scan *s = c->scans[part];

	for (size_t k = 0; k < s->n_found; k++) {
		struct found *f = &s->found[k];
		struct signed_block b = { .part = part,
					  .whole = f->clear.text,
					  .orders = f->clear.text,
					  .first_line = f->clear.first_line };

		if (!f->is_clear)
			continue;
		if (f->clear.text.len > CANON_TEXT_MAX)
			b.fault = FAULT_BLOCK_TOO_LARGE;
		signed_block_add(c, b, SIGNED_BLOCK_CLEAR, part, f);
		for (size_t i = 0; i < s->n_spans; i++)
			signed_span[i] |= f->clear.begin <= s->spans[i].begin &&
					  s->spans[i].begin < f->end;
	}
}

static uint32_t line_number(struct str text, size_t offset)
{
	struct armor_line l = { 0 };

	while (armor_next(text, &l) && l.next <= offset)
		;
	return l.number ? (uint32_t)l.number : 1;
}

/* a file that signify -e made: signature, then a message without markers */
static bool add_embedded(struct list *c, unsigned part)
{
	struct scan *s = c->scans[part];
	struct str bytes = c->parts[part].bytes;
	struct found *f = &s->found[0];

	if (c->parts[part].is_text || s->n_found != 1 || s->n_spans ||
	    f->sig.form != SIG_SIGNIFY ||
	    !armor_trim(signed_block_slice(bytes, f->end, bytes.len)).len)
		return false;
	add_bytes(c, part, signed_block_slice(bytes, f->end, bytes.len),
		  line_number(bytes, f->end), SIGNED_BLOCK_EMBEDDED, part, f);
	return true;
}

/* "orders.txt" signed by "orders.txt.sig" or the like */
static bool is_stem(struct str stem, struct str name)
{
	return stem.len && name.len > stem.len && name.s[stem.len] == '.' &&
	       !strncasecmp(stem.s, name.s, stem.len);
}

/* files that this signature may be for; only_stem: by their names */
static void add_files(struct list *c, unsigned sig_part, struct found *f,
		      bool only_stem)
{
	for (unsigned p = 0; p < c->n_parts && c->n < c->max; p++) {
		const struct signed_block_part *file = &c->parts[p];

		if (p == sig_part || file->is_text || c->scans[p]->n_found ||
		    file->bytes.len > CANON_TEXT_MAX ||
		    is_stem(file->name, c->parts[sig_part].name) != only_stem)
			continue;
		add_bytes(c, p, file->bytes, 1, SIGNED_BLOCK_ATTACHED, sig_part,
			  f);
	}
}

/* what a signature without text of its own may be for */
static void add_loose(struct list *c, unsigned sig_part, struct found *f,
		      bool *const *signed_span)
{
	add_files(c, sig_part, f, true);
	for (unsigned p = 0; p < c->n_parts; p++)
		for (size_t i = 0; i < c->scans[p]->n_spans; i++) {
			struct span *s = &c->scans[p]->spans[i];

			/* a file is signed as a whole, its span is in it */
			if (signed_span[p][i] || s->open ||
			    !c->parts[p].is_text || c->n == c->max)
				continue;
			signed_block_add(c, from_span(c, p, s),
					 SIGNED_BLOCK_MIXED, sig_part, f);
		}
	add_files(c, sig_part, f, false);
}

/* blocks without a signature, so that the judge can inform their sender */
static void add_unsigned(struct list *c, bool *const *signed_span)
{
	for (unsigned p = 0; p < c->n_parts; p++)
		for (size_t i = 0; i < c->scans[p]->n_spans; i++) {
			bool tried = signed_span[p][i] || c->n == c->max;

			for (size_t k = 0; !tried && k < c->n; k++)
				tried = c->out[k].part == p &&
					c->out[k].marked &&
					c->out[k].first_line ==
						c->scans[p]
							->spans[i]
							.first_line;
			if (!tried)
				signed_block_add(
					c,
					from_span(c, p, &c->scans[p]->spans[i]),
					SIGNED_BLOCK_INLINE, p, NULL);
		}
}

size_t signed_block_find(struct arena *a, const struct signed_block_part *parts,
			 size_t n_parts, struct signed_block *out, size_t max)
{
	struct list c = { .a = a, .parts = parts, .out = out, .max = max };
	bool **signed_span;

	c.n_parts = n_parts < SIGNED_BLOCK_PARTS_MAX ? n_parts
						     : SIGNED_BLOCK_PARTS_MAX;
	c.scans = ARENA_ARRAY(a, c.n_parts + 1, struct scan *);
	signed_span = ARENA_ARRAY(a, c.n_parts + 1, bool *);
	for (unsigned p = 0; p < c.n_parts; p++) {
		c.scans[p] = ARENA_NEW(a, struct scan);
		signed_span[p] = ARENA_ARRAY(a, SPANS_MAX, bool);
		scan_part(a, &parts[p], c.scans[p]);
	}
	for (unsigned p = 0; p < c.n_parts; p++) {
		add_clear(&c, p, signed_span[p]);
		for (size_t i = 0; i < c.scans[p]->n_spans; i++)
			if (!signed_span[p][i])
				signed_span[p][i] = add_below(&c, p, i);
		for (size_t i = 0; i < c.scans[p]->n_spans; i++)
			if (!signed_span[p][i])
				signed_span[p][i] = add_above(&c, p, i);
		add_embedded(&c, p);
	}
	for (unsigned p = 0; p < c.n_parts; p++)
		for (size_t k = 0; k < c.scans[p]->n_found; k++)
			if (!c.scans[p]->found[k].used &&
			    !c.scans[p]->found[k].judges)
				add_loose(&c, p, &c.scans[p]->found[k],
					  signed_span);
	add_unsigned(&c, signed_span);
	return c.n;
}

/* without the blanks that programs add around a line */
static struct str unindented(struct str line)
{
	static const char hard[] = "\xc2\xa0";

	for (;;) {
		struct str before = line;

		line = parse_trim(line);
		if (str_starts(line, hard)) {
			line.s += 2;
			line.len -= 2;
		}
		if (line.len > 1 && !memcmp(line.s + line.len - 2, hard, 2))
			line.len -= 2;
		if (line.len == before.len)
			return line;
	}
}

/* the text with other line ends, and without quote marks if it is quoted; or
 * without the blanks around its lines */
static struct str signed_block_rejoined(struct arena *a, struct str text,
					unsigned depth, const char *line_end,
					bool last_end, bool trimmed)
{
	struct armor_line l = { 0 };
	struct buf b;
	struct str out, text_line;

	buf_init(&b, 2 * CANON_TEXT_MAX + 2 * CANON_LINES_MAX);
	while (armor_next(text, &l)) {
		if (l.number > 1)
			buf_addz(&b, line_end);
		text_line = armor_unquote(l.text, depth);
		buf_adds(&b, trimmed ? unindented(text_line) : text_line);
	}
	if (last_end)
		buf_addz(&b, line_end);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static const struct form {
	const char *name;
	bool canonical, markers, as_is, last_end;
	const char *line_end;
	bool mended; /* without blanks around lines, and with marker lines as
		      * they are printed: programs indent, and change dashes */
} forms[] = {
	{ "canonical", true, false, false, true, "\n", false },
	{ "as-is", false, true, true, true, "", false },
	{ "marked-canonical", true, true, false, true, "\n", false },
	{ "lf", false, false, false, true, "\n", false },
	{ "crlf", false, false, false, true, "\r\n", false },
	{ "marked-lf", false, true, false, true, "\n", false },
	{ "marked-crlf", false, true, false, true, "\r\n", false },
	{ "canonical-no-end", true, false, false, false, "\n", false },
	{ "lf-no-end", false, false, false, false, "\n", false },
	{ "crlf-no-end", false, false, false, false, "\r\n", false },
	{ "marked-lf-no-end", false, true, false, false, "\n", false },
	{ "marked-crlf-no-end", false, true, false, false, "\r\n", false },
	{ "marked-lf", false, true, false, true, "\n", true },
	{ "marked-crlf", false, true, false, true, "\r\n", true },
	{ "lf", false, false, false, true, "\n", true },
	{ "crlf", false, false, false, true, "\r\n", true },
};

bool signed_block_is_form(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		if (str_is(name, forms[i].name))
			return true;
	return false;
}

static struct str in_form(struct arena *a, const struct signed_block *b,
			  const struct form *f)
{
	struct str text = f->markers ? b->whole : b->orders;
	unsigned depth = 0;

	if (f->as_is)
		return text;
	if (f->canonical) {
		text = b->canon.text;
		text.len -= f->last_end ? 0 : 1;
		if (f->markers)
			text = str_of(arena_printf(
				a, "%s\n%.*s%s\n", SIGNED_BLOCK_BEGIN,
				STR_ARG(text), SIGNED_BLOCK_END));
		return text;
	}
	if (b->marked) {
		struct armor_line l = { 0 };

		if (armor_next(b->whole, &l))
			depth = armor_quote_depth(l.text);
	}
	if (f->mended && f->markers) {
		text = signed_block_rejoined(a, b->orders, depth, f->line_end,
					     true, true);
		return str_of(arena_printf(
			a, "%s%s%.*s%s%s", SIGNED_BLOCK_BEGIN, f->line_end,
			STR_ARG(text), SIGNED_BLOCK_END, f->line_end));
	}
	return signed_block_rejoined(a, text, depth, f->line_end, f->last_end,
				     f->mended);
}

/* do these bytes mean what the block was read as? */
static bool same_meaning(struct arena *a, struct str bytes,
			 const struct signed_block *b)
{
	struct canon c;

	return !signed_block_number(a, bytes, b->number, &c) &&
	       str_equal(c.text, b->canon.text);
}

bool signed_block_form(struct arena *a, const struct signed_block *b, size_t i,
		       struct str *bytes, const char **name)
{
	size_t n = b->origin == SIGNED_BLOCK_CLEAR ? 1 : ARRAY_LEN(forms);

	if (i >= n)
		return false;
	*bytes = STR("");
	*name = CLEARTEXT_FORM;
	if (b->origin == SIGNED_BLOCK_CLEAR) {
		*bytes = b->whole;
		return true;
	}
	*name = forms[i].name;
	if (forms[i].markers && !forms[i].as_is && !b->marked)
		return true;
	*bytes = in_form(a, b, &forms[i]);
	if (!same_meaning(a, *bytes, b))
		*bytes = STR("");
	return true;
}

void signed_block_prove(struct signed_block *b)
{
	b->proved = !b->fault && b->sig.form == SIG_SSH &&
		    !sig_check(&b->sig, &b->sig.key, b->sig.namespace,
			       b->canon.text);
}

/* what signed_block_prove found out need not be worked out again */
static bool is_proved(const struct signed_block *b, const struct form *form,
		      const struct key *key, const char *namespace)
{
	return b->proved && form == &forms[0] && key_equal(&b->sig.key, key) &&
	       !strcmp(b->sig.namespace, namespace);
}

enum sig_error signed_block_verify(struct arena *a,
				   const struct signed_block *b,
				   const struct key *keys, size_t n_keys,
				   const char *namespace,
				   struct signed_block_proof *out)
{
	enum sig_error nearest = FAULT_SIG_WRONG_KEY;

	if (b->fault)
		return b->fault;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		struct str bytes;

		if (forms[i].markers && !forms[i].as_is && !b->marked)
			continue;
		bytes = in_form(a, b, &forms[i]);
		for (size_t k = 0; k < n_keys; k++) {
			enum sig_error f =
				is_proved(b, &forms[i], &keys[k], namespace)
					? SIG_ERROR_OK
					: sig_check(&b->sig, &keys[k],
						    namespace, bytes);

			if (f == FAULT_SIG_PURPOSE)
				return f;
			if (!f && same_meaning(a, bytes, b)) {
				*out = (struct signed_block_proof){
					bytes, k, forms[i].name
				};
				return SIG_ERROR_OK;
			}
			if (f && sig_fault_is_nearer(f, nearest))
				nearest = f;
		}
	}
	return nearest;
}

enum sig_error signed_block_number(struct arena *a, struct str verified,
				   unsigned number, struct canon *out)
{
	struct signed_block_part part = { .bytes = verified };
	struct list c = { .a = a, .parts = &part, .n_parts = 1 };
	struct signed_block b = from_bytes(&c, 0, verified, 1, number);

	*out = b.canon;
	return b.fault;
}

enum sig_error signed_block_orders(struct arena *a, struct str verified,
				   struct canon *out)
{
	return signed_block_number(a, verified, 0, out);
}
