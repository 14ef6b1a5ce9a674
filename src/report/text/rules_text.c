/* src/report/text/rules_text.c */
#include "report/text/rules_text.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>

enum {
	HITS_MAX = 2048,
	BEGINNING = 60, /* bytes of a rule's text */
	MAX_FILE = 1 << 20,
	MAX_ID = 32,
	N_NEAR = 3,
	PREFIX = 3, /* of an id: "RB-" */
	BOOKS_MAX = 32
};

/* "rb_move 1" -> "RB-MOVE-01"; false if it cannot be an id */
static bool id_normalize(struct str in, char out[MAX_ID])
{
	size_t n = 0, digits = 0;

	in = parse_trim(in);
	for (size_t i = 0; i < in.len; i++) {
		char c = in.s[i];

		if (n + 3 >= MAX_ID)
			return false;
		c = ascii_upper(c);
		if (c == '_' || c == ' ')
			c = '-';
		if (c == '-' && n && out[n - 1] == '-')
			continue;
		if (ascii_is_digit(c))
			digits++;
		else if (c != '-' && (c < 'A' || c > 'Z'))
			return false;
		out[n++] = c;
	}
	if (digits == 1) { /* "RB-MOVE-1" */
		out[n] = out[n - 1];
		out[n - 1] = '0';
		n++;
	}
	out[n] = 0;
	return n > 0;
}

/* the id that a line defines, or an empty slice */
static struct str line_id(struct str line)
{
	struct str id;
	size_t i = 0;

	if (str_starts(line, "- **"))
		id = (struct str){ line.s + 4, line.len - 4 };
	else if (str_starts(line, "- ") || str_starts(line, "| "))
		id = (struct str){ line.s + 2, line.len - 2 };
	else
		return (struct str){ NULL, 0 };
	while (i < id.len &&
	       (id.s[i] == '-' || (id.s[i] >= 'A' && id.s[i] <= 'Z') ||
		ascii_is_digit(id.s[i])))
		i++;
	id.len = i;
	/* a table's heading or a list's first word is no id */
	if (id.len < 7 || id.s[2] != '-' || id.s[id.len - 1] < '0' ||
	    id.s[id.len - 1] > '9')
		id.len = 0;
	return id;
}

/* a cell for players; empty: it says nothing to a player, only the source of
 * a rule or that it needs no choice */
static struct str cell_text(struct str cell, struct str heading)
{
	heading = parse_trim(heading);
	cell = parse_trim(cell);
	if (str_is(heading, "source"))
		return STR("");
	if (str_is(heading, "opt."))
		return str_is(cell, "yes") ? STR("optional") : STR("");
	return cell;
}

/* a row of a table, its first cell, the id, left out */
static struct str row_text(struct str line, struct str heading, struct buf *out)
{
	struct str cell, head = STR("");

	for (int i = 0; parse_field(&line, '|', &cell); i++) {
		if (!parse_field(&heading, '|', &head))
			head = STR("");
		cell = cell_text(cell, head);
		if (i > 1 && cell.len)
			buf_addf(out, "%s%.*s", out->len ? " - " : "",
				 STR_ARG(cell));
	}
	return buf_str(out);
}

/* the text of a line without its id and Markdown's marks; heading: that of the
 * table in which it is a row */
static void plain_add(struct buf *out, struct str line, struct str id,
		      struct str heading)
{
	struct buf row;
	struct str text =
		id.len ? (struct str){ id.s + id.len,
				       (size_t)(line.s + line.len - id.s) -
					       id.len }
		       : line;

	buf_init(&row, 16384);
	if (str_starts(line, "|"))
		text = row_text(line, heading, &row);
	text = parse_trim(text);
	while (text.len && (text.s[0] == '*' || text.s[0] == ' ')) {
		text.s++;
		text.len--;
	}
	if (out->len)
		buf_addc(out, ' ');
	for (size_t i = 0; i < text.len; i++) {
		char c = text.s[i];

		if (c == '`' ||
		    (c == '*' && i + 1 < text.len && text.s[i + 1] == '*')) {
			i += c == '*';
			continue;
		}
		buf_addc(out, c);
	}
	buf_release(&row);
	while (out->len && out->s[out->len - 1] == ' ')
		out->s[--out->len] = 0;
}

struct near {
	char id[N_NEAR][MAX_ID];
	unsigned distance[N_NEAR];
};

static void near_add(struct near *near, struct str id, const char *wanted)
{
	unsigned d = utf8_distance(str_of(wanted), id, 8);

	for (int i = 0; i < N_NEAR; i++) {
		if (d >= near->distance[i])
			continue;
		for (int j = N_NEAR - 1; j > i; j--) {
			memcpy(near->id[j], near->id[j - 1], MAX_ID);
			near->distance[j] = near->distance[j - 1];
		}
		snprintf(near->id[i], MAX_ID, "%.*s", STR_ARG(id));
		near->distance[i] = d;
		return;
	}
}

static bool search(struct str book, const char *wanted, struct arena *a,
		   struct rules_text_rule *out, struct near *near)
{
	struct str line, section = { NULL, 0 }, heading = { NULL, 0 };
	struct buf text;
	bool found = false;

	buf_init(&text, 16384);
	while (parse_line(&book, &line)) {
		struct str id = line_id(line);

		if (found &&
		    (id.len || !parse_trim(line).len || line.s[0] == '#' ||
		     line.s[0] == '|' || line.s[0] == '-'))
			break;
		if (found) {
			plain_add(&text, line, (struct str){ NULL, 0 },
				  heading);
		} else if (str_starts(line, "#")) {
			section = line;
		} else if (id.len && str_is(id, wanted)) {
			found = true;
			plain_add(&text, line, id, heading);
			out->id = arena_str(a, id);
		} else if (id.len) {
			near_add(near, id, wanted);
		} else if (str_starts(line, "| ") && !str_starts(line, "| -")) {
			heading = line;
		}
	}
	if (found) {
		while (section.len &&
		       (section.s[0] == '#' || section.s[0] == ' ')) {
			section.s++;
			section.len--;
		}
		out->section = arena_str(a, section);
		out->text = arena_str(a, buf_str(&text));
	}
	buf_release(&text);
	return found;
}

/* the books of the folder, by name */
static enum err books_list(const char *dir, struct arena *a,
			   const char *books[BOOKS_MAX], int *n,
			   struct why *why)
{
	DIR *d = opendir(dir);
	struct dirent *entry;

	*n = 0;
	if (!d)
		return why_set(why, ERR_SYSTEM, "cannot read %s: %s", dir,
			       strerror(errno));
	while ((entry = readdir(d)) && *n < BOOKS_MAX) {
		size_t len = strlen(entry->d_name);
		int at = *n;

		if (len < 4 || strcmp(entry->d_name + len - 3, ".md"))
			continue;
		for (; at && strcmp(books[at - 1], entry->d_name) > 0; at--)
			books[at] = books[at - 1];
		books[at] = arena_strdup(a, entry->d_name);
		++*n;
	}
	closedir(d);
	return ERR_OK;
}

/* what the ids of a book begin with: "RB-"; empty if it has none */
static struct str prefix_of(struct str book)
{
	struct str line;

	while (parse_line(&book, &line)) {
		struct str id = line_id(line);

		if (id.len)
			return (struct str){ id.s, PREFIX };
	}
	return STR("");
}

enum err rules_text_find(const char *dir, struct str id, struct arena *a,
			 struct rules_text_rule *out, struct why *why)
{
	char wanted[MAX_ID];
	const char *books[BOOKS_MAX], *known = "";
	struct near near = { .distance = { 8, 8, 8 } };
	bool found = false, begins = false;
	struct buf book;
	int n;
	enum err e = books_list(dir, a, books, &n, why);

	if (!e && !id_normalize(id, wanted))
		return why_set(
			why, ERR_NOT_FOUND,
			"'%.*s' is not the id of a rule; ids look like RB-MOVE-01",
			STR_ARG(id));
	buf_init(&book, MAX_FILE);
	for (int i = 0; !e && !begins && i < n; i++) {
		struct str prefix;

		buf_release(&book);
		e = file_read(arena_printf(a, "%s/%s", dir, books[i]), MAX_FILE,
			      &book, why);
		if (e == ERR_NOT_FOUND)
			e = ERR_SYSTEM; /* it was there just now */
		prefix = prefix_of(buf_str(&book));
		begins = prefix.len &&
			 str_starts(str_of(wanted),
				    arena_printf(a, "%.*s", STR_ARG(prefix)));
		found = !e && begins &&
			search(buf_str(&book), wanted, a, out, &near);
		known = arena_printf(a, "%s%s%.*s %s", known,
				     *known ? ", " : "", STR_ARG(prefix),
				     books[i]);
	}
	if (!e && !begins)
		e = why_set(why, ERR_NOT_FOUND,
			    "no rules begin with '%.3s'; there are %s", wanted,
			    known);
	else if (!e && !found)
		e = why_set(why, ERR_NOT_FOUND,
			    "there is no rule %s; near it: %s %s %s", wanted,
			    near.id[0], near.id[1], near.id[2]);
	buf_release(&book);
	return e;
}

/* --- for players -----------------------------------------------------------
 */

/* do the words in brackets only give the source of a rule? */
static bool is_source(struct str s)
{
	static const char *const marks[] = {
		"000",      "001", "002", "003", "ruling", "sim", "ref ",
		"section ", "RB-", "CV-", "DG-", "AR-",    "R-"
	};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (memmem(s.s, s.len, marks[i], strlen(marks[i])))
			return true;
	return false;
}

/* the bracket that begins at s, with those inside; 0: it does not end */
static size_t bracket_len(struct str s)
{
	int depth = 0;

	for (size_t i = 0; i < s.len; i++) {
		depth += s.s[i] == '(' || s.s[i] == '[';
		depth -= s.s[i] == ')' || s.s[i] == ']';
		if (!depth)
			return i + 1;
	}
	return 0;
}

/* without sources in brackets and marks of emphasis */
static struct str for_players(struct arena *a, struct str text)
{
	struct buf b;
	struct str out;

	buf_init(&b, text.len + 1);
	for (size_t i = 0; i < text.len; i++) {
		struct str rest = { text.s + i, text.len - i };
		bool opens = rest.s[0] == '(' || rest.s[0] == '[';
		size_t len = opens ? bracket_len(rest) : 0;

		if (len && is_source((struct str){ rest.s, len })) {
			i += len - 1;
			while (b.len && b.s[b.len - 1] == ' ')
				b.len--;
		} else if (rest.s[0] != '*') {
			buf_addc(&b, rest.s[0]);
		}
	}
	out = arena_str(a, parse_trim(buf_str(&b)));
	buf_release(&b);
	return out;
}

/* the folder of a language's books; only letters make one */
static const char *folder_of(const char *dir, struct str lang, struct arena *a)
{
	for (size_t i = 0; i < lang.len; i++)
		if (lang.s[i] < 'a' || lang.s[i] > 'z')
			return NULL;
	return lang.len ? arena_printf(a, "%s/%.*s", dir, STR_ARG(lang)) : NULL;
}

enum err rules_text_translated(const char *dir, struct str lang, struct str id,
			       struct arena *a, struct rules_text_rule *out,
			       bool *foreign, struct why *why)
{
	const char *folder = folder_of(dir, lang, a);
	struct rules_text_rule own;
	enum err e = rules_text_find(dir, id, a, out, why);

	*foreign = !str_is(lang, "en");
	if (e)
		return e;
	out->text = for_players(a, out->text);
	if (!*foreign || !folder ||
	    rules_text_find(folder, id, a, &own, NULL) != ERR_OK)
		return ERR_OK;
	*out = own;
	*foreign = false;
	return ERR_OK;
}

/* --- rules about something -------------------------------------------------
 */

struct hit {
	struct str id;
	int score;
};

struct hunt {
	struct arena *a;
	struct str *terms; /* folded */
	int n_terms;
	struct hit *v;
	int n;
};

static bool is_letter(char c)
{
	return ('a' <= c && c <= 'z') || (unsigned char)c >= 0x80 ||
	       ('A' <= c && c <= 'Z');
}

/* does a word of s begin with it? both folded */
static bool begins_word(struct str s, struct str term)
{
	for (size_t i = 0; term.len && i + term.len <= s.len; i++)
		if ((!i || !is_letter(s.s[i - 1])) &&
		    !memcmp(s.s + i, term.s, term.len))
			return true;
	return false;
}

static bool has_term(const struct hunt *h, struct str s)
{
	struct str folded = utf8_fold(h->a, s);

	for (int i = 0; i < h->n_terms; i++)
		if (begins_word(folded, h->terms[i]))
			return true;
	return false;
}

/* after the marks of the reference */
static bool starts_with_term(const struct hunt *h, struct str s)
{
	struct str folded = utf8_fold(h->a, s);

	while (folded.len && (folded.s[0] == '*' || folded.s[0] == ' ')) {
		folded.s++;
		folded.len--;
	}
	for (int i = 0; i < h->n_terms; i++)
		if (h->terms[i].len && h->terms[i].len <= folded.len &&
		    !memcmp(folded.s, h->terms[i].s, h->terms[i].len))
			return true;
	return false;
}

static void term_add(struct hunt *h, struct str term)
{
	struct str folded = utf8_fold(h->a, parse_trim(term));

	for (int i = 0; i < h->n_terms; i++)
		if (str_equal(h->terms[i], folded))
			return;
	if (h->n_terms < RULES_TEXT_TERMS && folded.len > 2)
		h->terms[h->n_terms++] = folded;
}

/* a row of a glossary that has one of the first n terms: all of its others */
static void glossary_row(struct hunt *h, struct str line, int n)
{
	struct str rest = { line.s + 1, line.len - 1 }, cell, word;
	bool found = false;

	for (int pass = 0; pass < 2; pass++) {
		rest = (struct str){ line.s + 1, line.len - 1 };
		for (int c = 0; c < 2 && parse_field(&rest, '|', &cell); c++) {
			while (parse_field(&cell, ',', &word)) {
				struct str folded =
					utf8_fold(h->a, parse_trim(word));

				for (int i = 0; !pass && i < n; i++)
					found |= str_equal(folded, h->terms[i]);
				if (pass)
					term_add(h, word);
			}
		}
		if (!found)
			return;
	}
}

static void glossary_read(struct hunt *h, struct str book)
{
	int n = h->n_terms;
	struct str line;
	bool inside = false;

	while (parse_line(&book, &line)) {
		if (str_starts(line, "#"))
			inside = memmem(line.s, line.len, "Glos", 4);
		else if (inside && str_starts(line, "| "))
			glossary_row(h, line, n);
	}
}

/* how much a rule is about the words; rulings are asked for by their ids */
static void hunt_line(struct hunt *h, struct str line, struct str id,
		      bool heading)
{
	struct str text = { id.s + id.len,
			    (size_t)(line.s + line.len - id.s) - id.len };
	struct str start = { text.s,
			     text.len < BEGINNING ? text.len : BEGINNING };
	int score = heading ? 4 : 0;
	struct hit *to = NULL;

	if (memmem(id.s, id.len, "-R-", 3) || memmem(id.s, id.len, "-RUL-", 5))
		return;
	if (starts_with_term(h, start))
		score += 5;
	else if (has_term(h, start))
		score += 3;
	else if (has_term(h, text))
		score++;
	for (int i = 0; !to && i < h->n; i++)
		if (str_equal(h->v[i].id, id))
			to = &h->v[i];
	if (!score || (!to && h->n == HITS_MAX))
		return;
	if (!to) {
		to = &h->v[h->n++];
		*to = (struct hit){ arena_str(h->a, id), 0 };
	}
	to->score = score > to->score ? score : to->score;
}

static void hunt_book(struct hunt *h, struct str book)
{
	struct str line;
	bool heading = false;

	while (parse_line(&book, &line)) {
		struct str id = line_id(line);

		if (str_starts(line, "#"))
			heading = has_term(h, line);
		else if (id.len)
			hunt_line(h, line, id, heading);
	}
}

/* the best of those that are left; NULL: there is none */
static struct hit *hunt_best(struct hunt *h, int least)
{
	struct hit *best = NULL;

	for (int i = 0; i < h->n; i++)
		if (h->v[i].score >= least &&
		    (!best || h->v[i].score > best->score))
			best = &h->v[i];
	return best;
}

static enum err hits_collect(struct hunt *h, const char *dir, struct str lang,
			     struct rules_text_hits *out, struct why *why)
{
	struct hit *best = hunt_best(h, 1);
	/* where some are about it, the others only mention it */
	int least = best && best->score >= 3 ? 3 : 1, more = 0;
	enum err e = ERR_OK;

	while (!e && more < RULES_TEXT_MORE && (best = hunt_best(h, least))) {
		best->score = 0;
		if (out->n < RULES_TEXT_HITS) {
			e = rules_text_translated(dir, lang, best->id, h->a,
						  &out->rule[out->n],
						  &out->foreign[out->n], why);
			out->n++;
			continue;
		}
		out->more = str_of(
			arena_printf(h->a, "%.*s%s%.*s", STR_ARG(out->more),
				     more++ ? " " : "", STR_ARG(best->id)));
	}
	return e;
}

static bool is_wanted(struct str book, const struct str *prefixes, int n)
{
	struct str prefix = prefix_of(book);

	for (int i = 0; i < n; i++)
		if (prefix.len && str_equal(prefix, prefixes[i]))
			return true;
	return false;
}

/* the books of these prefixes, and what there is of them in the language */
static enum err books_read(const char *dir, const struct rules_text_query *q,
			   struct arena *a, struct str text[2 * BOOKS_MAX],
			   int *n_texts, struct why *why)
{
	const char *folder = folder_of(dir, q->lang, a);
	const char *books[BOOKS_MAX];
	int n;
	enum err e = books_list(dir, a, books, &n, why);

	for (int i = 0; !e && i < 2 * n; i++) {
		const char *from = i % 2 ? folder : dir;
		struct buf book;

		if (!from)
			continue;
		buf_init(&book, MAX_FILE);
		e = file_read(arena_printf(a, "%s/%s", from, books[i / 2]),
			      MAX_FILE, &book, i % 2 ? NULL : why);
		if (!e && is_wanted(buf_str(&book), q->prefixes, q->n_prefixes))
			text[(*n_texts)++] = arena_str(a, buf_str(&book));
		if (e && i % 2)
			e = ERR_OK; /* not written yet */
		buf_release(&book);
	}
	return e;
}

enum err rules_text_search(const char *dir, const struct rules_text_query *q,
			   struct arena *a, struct rules_text_hits *out,
			   struct why *why)
{
	struct str *terms = ARENA_ARRAY(a, RULES_TEXT_TERMS, struct str);
	struct hunt h = { .a = a,
			  .terms = terms,
			  .n_terms = q->n_terms,
			  .v = ARENA_ARRAY(a, HITS_MAX, struct hit) };
	struct str text[2 * BOOKS_MAX];
	int n_texts = 0;
	enum err e = books_read(dir, q, a, text, &n_texts, why);

	*out = (struct rules_text_hits){ .more = STR("") };
	for (int i = 0; i < q->n_terms; i++)
		terms[i] = utf8_fold(a, parse_trim(q->terms[i]));
	for (int i = 0; !e && i < n_texts; i++)
		glossary_read(&h, text[i]);
	/* of rules that are as good, those of the first book first */
	for (int k = 0; k < q->n_prefixes; k++)
		for (int i = 0; !e && i < n_texts; i++)
			if (is_wanted(text[i], &q->prefixes[k], 1))
				hunt_book(&h, text[i]);
	return e ? e : hits_collect(&h, dir, q->lang, out, why);
}
