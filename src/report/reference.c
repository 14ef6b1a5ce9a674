/* src/report/reference.c */
#include "report/reference.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>

enum {
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
		if (c >= 'a' && c <= 'z')
			c = (char)(c - 'a' + 'A');
		if (c == '_' || c == ' ')
			c = '-';
		if (c == '-' && n && out[n - 1] == '-')
			continue;
		if (c >= '0' && c <= '9')
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
		(id.s[i] >= '0' && id.s[i] <= '9')))
		i++;
	id.len = i;
	/* a table's heading or a list's first word is no id */
	if (id.len < 7 || id.s[2] != '-' || id.s[id.len - 1] < '0' ||
	    id.s[id.len - 1] > '9')
		id.len = 0;
	return id;
}

/* the text of a line without its id and Markdown's marks */
static void plain_add(struct buf *out, struct str line, struct str id)
{
	struct str text =
		id.len ? (struct str){ id.s + id.len,
				       (size_t)(line.s + line.len - id.s) -
					       id.len }
		       : line;

	text = parse_trim(text);
	while (text.len &&
	       (text.s[0] == '*' || text.s[0] == '|' || text.s[0] == ' ')) {
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
		if (c == '|' && i + 1 == text.len)
			continue;
		buf_addz(out, c == '|' ? "-" : (char[]){ c, 0 });
	}
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
		   struct reference_rule *out, struct near *near)
{
	struct str line, section = { NULL, 0 };
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
			plain_add(&text, line, (struct str){ NULL, 0 });
		} else if (str_starts(line, "#")) {
			section = line;
		} else if (id.len && str_is(id, wanted)) {
			found = true;
			plain_add(&text, line, id);
			out->id = arena_str(a, id);
		} else if (id.len) {
			near_add(near, id, wanted);
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

enum err reference_find(const char *dir, struct str id, struct arena *a,
			struct reference_rule *out, struct why *why)
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
