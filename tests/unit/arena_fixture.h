/*
 * tests/unit/arena_fixture.h - the rows of db/catalog/arena as the events that
 * define the cards.
 */
#ifndef ARENA_FIXTURE_H
#define ARENA_FIXTURE_H
#include "unit.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/parse.h"
#include "games/arena/rules/card.h"
#include "tests/srcdir.h"
#include <stdio.h>

enum { COLUMNS = 48, LINE_ROOM = 8192 };

static struct arena a;

static char *file_text(const char *name)
{
	char *path = arena_printf(&a, "%s/db/catalog/arena/%s", SRCDIR, name);
	FILE *f = fopen(path, "r");
	struct buf b;
	char line[LINE_ROOM];
	char *out;

	assert_non_null(f);
	buf_init(&b, 1 << 20);
	while (fgets(line, sizeof(line), f))
		buf_addz(&b, line);
	fclose(f);
	out = arena_printf(&a, "%.*s", STR_ARG(buf_str(&b)));
	buf_release(&b);
	return out;
}

/* a card that a test gives another program, NULL: none */
static const char *changed_key, *changed_program;

/* the program of a key; those of a Mage's abilities one after the other */
static struct str program_of(struct str key)
{
	struct str rest = str_of(file_text("programs.txt")), line, name;
	const char *all = "";

	if (changed_key && str_is(key, changed_key))
		return str_of(changed_program);
	while (parse_line(&rest, &line)) {
		if (!line.len || line.s[0] == '#')
			continue;
		parse_field(&line, '|', &name);
		name = parse_trim(name);
		if (str_equal(name, key))
			return parse_trim(line);
		/* "wizard Arcane Zap" belongs to "mage-wizard" */
		if (str_starts(key, "mage-") && name.len > key.len - 5 &&
		    !memcmp(name.s, key.s + 5, key.len - 5) &&
		    name.s[key.len - 5] == ' ')
			all = arena_printf(&a, "%s%s%.*s", all,
					   *all ? " ; " : "",
					   STR_ARG(parse_trim(line)));
	}
	return str_of(all);
}

/* Take the event of each row of a file, cards numbered from `card` on; the
 * number after the last. */
static int arena_rows(const char *file, int card,
		      void (*take)(int card, const struct event *e))
{
	struct str rest = str_of(file_text(file)), line;
	struct str head[COLUMNS], value[COLUMNS], key;
	int n_head = -1;

	while (parse_line(&rest, &line)) {
		char *text = arena_printf(&a, "%.*s", STR_ARG(line));
		struct event *e = ARENA_NEW(&a, struct event);
		struct buf fault;
		int n;

		if (n_head < 0) {
			n_head = parse_csv(text, head, COLUMNS);
			continue;
		}
		n = parse_csv(text, value, COLUMNS);
		assert_int_equal(n, n_head);
		key = value[0];
		if (str_starts(key, "AR-SPELL-")) {
			key.s += 9;
			key.len -= 9;
		}
		buf_init(&fault, 400);
		if (!ar_card_event(
			    &(struct ar_row){ head, value, n, program_of(key) },
			    card, e, &fault))
			fail_msg("%.*s: %.*s", STR_ARG(value[0]),
				 STR_ARG(buf_str(&fault)));
		e->audience = AUDIENCE_ALL;
		take(card++, e);
		buf_release(&fault);
	}
	return card;
}
#endif
